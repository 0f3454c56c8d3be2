"""The picture of the rooms, docs/rooms.svg: the layers of pyproject.toml, each folder with the rooms inside it.

python tools/rooms.py    draw it
"""

from __future__ import annotations

import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
WIDTH, MARGIN, GAP, LINE = 760, 12, 8, 15
LETTER = 6.1  # width of a letter of the small text


def layers() -> list[list[str]]:
    """Folders and modules, row by row from the top, that are there."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]
    rows = [row.replace("(", "").replace(")", "").split(" | ") for row in settings["contracts"][0]["layers"]]
    package = ROOT / "src" / "linkwright"
    there = [[name for name in row if (package / name).exists() or (package / f"{name}.py").exists()] for row in rows]
    return [row for row in there if row]


def inside(name: str) -> list[str]:
    """Rooms inside a folder."""
    folder = ROOT / "src" / "linkwright" / name
    return sorted(path.parent.name for path in folder.glob("*/__init__.py"))


def wrapped(words: list[str], width: float) -> list[str]:
    """Words side by side, in lines that fit a width."""
    lines: list[str] = []
    for word in words:
        if lines and (len(lines[-1]) + 3 + len(word)) * LETTER < width:
            lines[-1] += f" · {word}"
        else:
            lines.append(word)
    return lines


def picture() -> str:
    """The picture as SVG."""
    parts, top = [], MARGIN
    for row in layers():
        width = (WIDTH - 2 * MARGIN - GAP * (len(row) - 1)) / len(row)
        texts = [wrapped(inside(name), width - 20) for name in row]
        height = 26 + LINE * max(len(lines) for lines in texts)
        for k, (name, lines) in enumerate(zip(row, texts, strict=True)):
            x = MARGIN + k * (width + GAP)
            parts.append(f'<rect x="{x:.1f}" y="{top}" width="{width:.1f}" height="{height}" rx="5"/>')
            parts.append(f'<text class="name" x="{x + 10:.1f}" y="{top + 18}">{name}</text>')
            parts += [
                f'<text x="{x + 10:.1f}" y="{top + 18 + LINE * (n + 1)}">{line}</text>' for n, line in enumerate(lines)
            ]
        top += height + GAP
    style = (
        "rect{fill:#f4f6f8;stroke:#7a8794}text{font:11px sans-serif;fill:#3c4650}"
        ".name{font-weight:bold;font-size:13px;fill:#14202b}"
    )
    body = "\n".join(parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {top}" role="img" '
        'aria-label="Folders of the package; each imports only those below it">\n'
        f"<style>{style}</style>\n{body}\n</svg>\n"
    )


if __name__ == "__main__":
    (ROOT / "docs" / "rooms.svg").write_text(picture(), encoding="utf-8")
