"""The recipes of docs/contributing are followed literally, in a copy of the package.

In a recipe, `<!-- file: PATH -->` stands above the text of a new file, `<!-- edit: PATH -->` above changes of an old
one (a diff whose context occurs once), `<!-- test -->` above a program that must run afterwards.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

pytestmark = pytest.mark.rules
ROOT = Path(__file__).parents[2]
RECIPES = sorted(path for path in (ROOT / "docs" / "contributing").glob("*.md") if path.stem != "index")
BLOCK = re.compile(
    r"^<!-- (?P<what>file|edit|test)(?:: (?P<path>\S+))? -->\n```(?P<kind>\w+)\n(?P<body>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)
MOST_FILES = 2


class Block(NamedTuple):
    what: str
    path: str
    body: str


def blocks_of(recipe):
    return [
        Block(found["what"], found["path"] or "", found["body"])
        for found in BLOCK.finditer(recipe.read_text(encoding="utf-8"))
    ]


def edited(text, diff, where):
    """The text with the hunks of a diff applied, each where its context stands; it must stand there once."""
    for hunk in re.split(r"^@@.*\n", diff, flags=re.MULTILINE):
        lines = hunk.splitlines(keepends=True)
        before = "".join(line[1:] for line in lines if line[0] in " -")
        after = "".join(line[1:] for line in lines if line[0] in " +")
        assert text.count(before) == 1, f"{where}: this occurs {text.count(before)} times:\n{before}"
        text = text.replace(before, after)
    return text


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    """A copy of the package with its settings; files that Python compiled come along."""
    root = tmp_path_factory.mktemp("copy")
    shutil.copytree(ROOT / "src", root / "src")
    shutil.copy(ROOT / "pyproject.toml", root)
    return root


@pytest.mark.parametrize("recipe", RECIPES, ids=lambda path: path.stem)
def test_a_recipe_works_as_written(recipe, copy, tmp_path):
    blocks = blocks_of(recipe)
    touched = [block.path for block in blocks if block.what != "test"]
    assert len(set(touched)) == len(touched) <= MOST_FILES
    for block in blocks:
        path = copy / block.path
        if block.what == "file":
            assert not path.exists()
            path.write_text(block.body, encoding="utf-8")
        elif block.what == "edit":
            path.write_text(edited(path.read_text(encoding="utf-8"), block.body, block.path), encoding="utf-8")
    style = [sys.executable, "-m", "ruff", "check", "--no-cache", *touched]
    checked = subprocess.run(style, cwd=copy, capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stdout
    programs = [block.body for block in blocks if block.what == "test"]
    assert programs
    for program in programs:
        done = subprocess.run(
            [sys.executable, "-W", "error", "-c", program],
            cwd=tmp_path,
            env=os.environ | {"PYTHONPATH": str(copy / "src")},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr


def test_there_is_a_recipe_for_each_thing_that_is_added_often():
    assert {path.stem for path in RECIPES} >= {"joint", "load", "formalism", "integrator", "analysis", "exporter"}
