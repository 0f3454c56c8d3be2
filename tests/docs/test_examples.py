"""What README, documentation and examples show is run: every block marked python, every script.

The blocks of a page run in order and share their names, in an empty folder. A block that is no program on its own has
the line `<!-- fragment -->` above it and is not run. A block marked text right below a python block is what that block
prints (`...` stands for anything, spaces and line ends may differ).
"""

import contextlib
import doctest
import io
import re
import runpy
from pathlib import Path
from typing import NamedTuple

import pytest

pytestmark = pytest.mark.rules
ROOT = Path(__file__).parents[2]
RECIPES = ROOT / "docs" / "contributing"  # followed by test_recipes.py
PAGES = [ROOT / "README.md", *sorted(page for page in (ROOT / "docs").rglob("*.md") if page.parent != RECIPES)]
EXAMPLES = sorted((ROOT / "examples").glob("*.py"))
FENCE = re.compile(r"^```(?P<kind>[^\n]*)\n(?P<body>.*?)^```$", re.MULTILINE | re.DOTALL)
FRAGMENT = "<!-- fragment -->"
SAME = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


class Block(NamedTuple):
    line: int
    source: str
    prints: str | None


def blocks_of(page):
    """The python blocks of a page with what each is said to print."""
    text = page.read_text(encoding="utf-8")
    found = list(FENCE.finditer(text))
    blocks = []
    for at, match in enumerate(found):
        if match["kind"] != "python" or text[: match.start()].rstrip().endswith(FRAGMENT):
            continue
        after = found[at + 1] if at + 1 < len(found) else None
        below = after is not None and after["kind"] == "text" and not text[match.end() : after.start()].strip()
        blocks.append(
            Block(text.count("\n", 0, match.start("body")) + 1, match["body"], after["body"] if below else None)
        )
    return blocks


WITH_CODE = [page for page in PAGES if blocks_of(page)]


def name_of(path):
    return str(path.relative_to(ROOT))


@pytest.mark.one_in(3)
@pytest.mark.parametrize("page", WITH_CODE, ids=name_of)
def test_the_code_of_a_page_runs_and_prints_what_it_says(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    names = {"__name__": "page"}
    for block in blocks_of(page):
        code = compile("\n" * (block.line - 1) + block.source, str(page), "exec")
        said = io.StringIO()
        with contextlib.redirect_stdout(said):
            exec(code, names)  # noqa: S102  the page is ours
        if block.prints is not None:
            same = doctest.OutputChecker().check_output(block.prints, said.getvalue(), SAME)
            assert same, (
                f"{name_of(page)}, line {block.line}: printed\n{said.getvalue()}\nthe page says\n{block.prints}"
            )


@pytest.mark.one_in(2)
@pytest.mark.parametrize("example", EXAMPLES, ids=name_of)
def test_an_example_runs_says_something_and_writes_what_it_says(example, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    runpy.run_path(str(example), run_name="__main__")
    said = capsys.readouterr().out
    assert said.strip()
    written = {line.removeprefix("wrote ") for line in said.splitlines() if line.startswith("wrote ")}
    assert written == {path.name for path in tmp_path.iterdir()}


def test_readme_and_main_pages_show_code():
    """Nothing is passed over because its mark was misspelt."""
    shown = {name_of(page) for page in WITH_CODE}
    assert {"README.md", "docs/getting-started.md", "docs/tutorial.md", "docs/formalisms/modular.md"} <= shown
    kinds = {match["kind"] for page in PAGES for match in FENCE.finditer(page.read_text(encoding="utf-8"))}
    assert not kinds & {"py", "Python", "python3", "pycon"}, "a block of code is marked python"
    assert len(EXAMPLES) >= 4
