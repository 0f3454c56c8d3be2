"""Pictures of the architecture page are those of the code: the walk of one call, and the rooms."""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "architecture.md"


def steps_of(text):
    """Rooms that each step of a table enters, by the name of the step."""
    rows = [line.strip("|").split("|") for line in text.splitlines() if line.startswith("| ")]
    return {row[0].strip(): frozenset(room.strip() for room in row[2].split(",")) for row in rows[1:]}


def test_the_walk_of_one_call_is_that_of_a_fresh_trace():
    """Folders entered in each step; after a change of them, `python tools/walk.py --write` writes the table anew."""
    traced = subprocess.run(
        [sys.executable, str(ROOT / "tools" / "walk.py")], capture_output=True, text=True, check=True
    ).stdout
    page = re.search(r"<!-- walk: begin -->\n(.*?)<!-- walk: end -->", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert page is not None
    assert steps_of(page[1]) == steps_of(traced), "run python tools/walk.py --write"
    assert list(steps_of(traced)) == ["describe", "derive", "compile", "assemble", "simulate", "read", "report"]


def test_the_picture_has_every_room():
    picture = (ROOT / "docs" / "rooms.svg").read_text(encoding="utf-8")
    drawn = set(re.findall(r">([\w ·]+)</text>", picture))
    names = {name for line in drawn for name in line.split(" · ")}
    package = ROOT / "src" / "linkwright"
    folders = {path.parent.name for path in package.glob("*/__init__.py")}
    inner = {path.parent.name for path in package.glob("*/*/__init__.py")}
    assert folders | inner <= names, "run python tools/rooms.py"
