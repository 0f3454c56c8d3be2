"""Pieces of SVG text shared by the figures: escaping, colours that colour-blind readers can tell apart, the frame."""

from __future__ import annotations

import re
from html import escape

# Okabe and Ito's palette without yellow (too faint on white), darkened a little for thin lines.
PALETTE = ("#0072b2", "#d55e00", "#009e73", "#b5599a", "#56a0d3", "#c98a00", "#5a5a5a", "#8c510a")
DASHES = ("", "7 3", "2 3", "9 3 2 3")
_FORBIDDEN = re.compile(r"[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")

STYLE = """
.lw{font-family:"Helvetica Neue",Arial,"Liberation Sans",sans-serif;font-size:12px}
.lw .paper{fill:#fff}.lw text{fill:#1f2933}.lw .soft{fill:#5b6773}.lw .grid{stroke:#e3e7eb;stroke-width:1}
.lw .axis{stroke:#8a949e;stroke-width:1;fill:none}.lw .link{stroke:#8a949e;stroke-width:1.4;fill:none}
.lw .title{font-size:15px;font-weight:600}
.lw .mono{font-family:"DejaVu Sans Mono",Menlo,Consolas,monospace;font-size:11.5px}
.lw .box{fill:#f7f9fb}.lw .rim{fill:none;stroke:#8a949e}.lw .head{fill:#dfe9f3}.lw .edge{stroke:#1f2933}
.lw .hole{fill:#fff;stroke:#1f2933}
.lw .label{font-weight:600;paint-order:stroke;stroke:#fff;stroke-width:3px;stroke-linejoin:round}
.lw .ground{stroke:#5b6773;fill:none;stroke-linecap:round}.lw .earth{fill:#cdd4db;stroke:#5b6773}
@media (prefers-color-scheme:dark){.lw .paper{fill:#14181d}.lw text{fill:#e4e8ec}.lw .soft{fill:#a3adb8}
.lw .grid{stroke:#2b333c}.lw .axis,.lw .link{stroke:#76818c}.lw .box{fill:#1c2229}.lw .rim{stroke:#76818c}
.lw .head{fill:#27394b}
.lw .edge{stroke:#e4e8ec}.lw .hole{fill:#14181d;stroke:#e4e8ec}
.lw .label{stroke:#14181d}.lw .ground{stroke:#a3adb8}.lw .earth{fill:#3a434d;stroke:#a3adb8}}
"""


def text(value: object) -> str:
    """Return the value as text safe in XML, between tags and inside quotes; characters XML forbids are replaced."""
    return escape(_FORBIDDEN.sub("\N{REPLACEMENT CHARACTER}", str(value)), quote=True)


def coordinate(value: float) -> str:
    """Return a coordinate of the picture with at most two decimals."""
    short = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if short == "-0" else short


def document(width: float, height: float, body: str, *, label: str) -> str:
    """Return a whole SVG picture of the given size in pixels, which scales with the page and has a spoken title."""
    size = f'width="{coordinate(width)}" height="{coordinate(height)}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="lw" role="img" {size} '
        f'viewBox="0 0 {coordinate(width)} {coordinate(height)}" style="max-width:100%;height:auto">'
        f"<title>{text(label)}</title><style>{STYLE}</style>"
        f'<rect class="paper" width="100%" height="100%"/>{body}</svg>'
    )


TITLE_SIZE = 16.0
"""Size [px] of the font by which the width of a title is estimated: 15, and bold."""


def text_width(value: str, size: float = 12.0, *, mono: bool = False) -> float:
    """Return an upper estimate of the width of a text [px], from its length and the size of its font."""
    if mono:
        return 0.62 * size * len(value)
    return sum(
        size * (0.36 if letter in "iljtfrI.,:;'|()[] " else 0.86 if letter in "mwMW@%" else 0.64) for letter in value
    )
