"""Named numbers: one name has one value, so that a reader who meets it knows which tolerance it is."""

import ast
from collections import defaultdict
from pathlib import Path

import pytest

import linkwright

pytestmark = pytest.mark.rules
ROOT = Path(linkwright.__file__).parent
LAYOUT = ("cli", "drawing", "report", "equations/printing")
"""Folders whose numbers are widths of pages and pictures, each for itself."""


def test_a_name_has_one_value():
    values = defaultdict(lambda: defaultdict(list))
    for path in sorted(ROOT.rglob("*.py")):
        place = path.relative_to(ROOT).as_posix()
        if not place.startswith(LAYOUT):
            for name, value in numbers(ast.parse(path.read_text())):
                values[name][value].append(place)
    several = {name: dict(found) for name, found in values.items() if len(found) > 1}
    assert not several, "\n".join(f"{name}: {found}" for name, found in several.items())


def numbers(module):
    """Names in capitals that a module gives a number: tolerances, shares, limits."""
    for statement in module.body:
        if not isinstance(statement, ast.Assign):
            continue
        target, value = statement.targets[0], statement.value
        pairs = [(target, value)]
        if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
            pairs = list(zip(target.elts, value.elts, strict=True))
        for name, number in pairs:
            if isinstance(number, ast.Constant) and isinstance(number.value, int | float) and name.id.isupper():
                yield name.id, number.value
