"""Rows of CasADi matrices are selected by `select_rows` (or `x[rows, :]`): the bare form loses its shape when empty."""

import ast

import casadi as ca
import pytest

from house.repository import PACKAGE, ROOT
from house.sx_selection import Known, bare_selections

pytestmark = pytest.mark.rules


def test_the_bare_form_has_another_shape_where_one_entry_is_left_out():
    """Why there is a rule: an empty selection of one entry stacks as a row, of two it does not."""
    one, two = ca.SX.sym("x"), ca.SX.sym("x", 2)
    assert one[[]].shape == (1, 0)
    assert two[[]].shape == (0, 1)
    assert ca.vertcat(one[[]], two).shape == (3, 1)


def test_the_package_selects_rows_in_one_way():
    known = Known()
    texts = {path: path.read_text(encoding="utf-8") for path in sorted(PACKAGE.rglob("*.py"))}
    trees = {path: ast.parse(text) for path, text in texts.items()}
    for tree in trees.values():
        known.read(tree)
    faults = [
        f"{path.relative_to(ROOT)}:{line}: {text}"
        for path, tree in trees.items()
        if "casadi" in texts[path]
        for line, text in bare_selections(tree, known)
    ]
    assert not faults, "take select_rows(x, places) of linkwright.symbolic, or x[places, :]:\n" + "\n".join(faults)


SOURCE = """
def kept(g: ca.SX, levels: tuple[ca.SX, ca.SX], rows: list[int]) -> ca.SX:
    keep, others = chosen(rows)
    phi, numbers = levels
    a = g[[k for k in keep if k < g.numel()]]
    b = -phi[keep]
    c = g[len(rows) :]
    d = ca.vertcat(g, phi)[sorted(rows)]
    return g[rows, :], g[0], g[[0, 1]], g[:3], array[rows], phi[keep, 0]


def chosen(rows: list[int]) -> tuple[list[int], int]:
    return rows, 1
"""


def test_the_rule_sees_lists_that_may_be_empty_and_nothing_else():
    known, tree = Known(), ast.parse(SOURCE)
    known.read(tree)
    assert [text for _, text in bare_selections(tree, known)] == [
        "g[[k for k in keep if k < g.numel()]]",
        "phi[keep]",
        "g[len(rows):]",
        "ca.vertcat(g, phi)[sorted(rows)]",
    ]
