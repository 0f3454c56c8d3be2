"""The sparse factorisation as compiled loops, against LAPACK."""

import numpy as np
import pytest

from linkwright import codegen
from linkwright.codegen.linear_algebra import Pattern, ldl_factor, ldl_solve


@pytest.mark.parametrize("backend", ["vm", "llvm"])
@pytest.mark.parametrize(("size", "share"), [(1, 1.0), (6, 0.5), (40, 0.1)])
def test_solutions_agree_with_lapack(backend, size, share):
    if backend == "llvm":
        pytest.importorskip("llvmlite")
    random = np.random.default_rng(size)
    dense = np.where(random.uniform(size=(size, size)) < share, random.normal(size=(size, size)), 0.0)
    matrix = dense @ dense.T + 0.3 * np.eye(size)
    pairs = np.argwhere(matrix != 0)
    pattern = Pattern.of(size, pairs)
    upper = pairs[pattern.position[pairs[:, 0]] <= pattern.position[pairs[:, 1]]]
    values = np.zeros(len(pattern.rows))
    values[pattern.place(upper[:, 0], upper[:, 1])] = matrix[upper[:, 0], upper[:, 1]]
    library = codegen.build({}, [ldl_factor, ldl_solve], backend=backend)
    table, L, D, work = pattern.table, np.zeros(int(pattern.fill[-1]) + 1), np.zeros(size), np.zeros(2 * size)
    right = random.normal(size=size)
    for _ in range(2):  # a second time with the same arrays: nothing is left over
        library.loop("ldl_factor")(size, table, values, L, D, work)
        x = np.zeros(size)
        x[pattern.position] = right
        library.loop("ldl_solve")(size, table, L, D, x)
        assert np.allclose(x[pattern.position], np.linalg.solve(matrix, right), rtol=1e-10)


def entries(blocks):
    """Pairs of rows of a chain of blocks of two rows, each with all of the block before and its own."""
    rows = [(2 * b + i, 2 * c + j) for b in range(blocks) for c in (b - 1, b) if c >= 0 for i in (0, 1) for j in (0, 1)]
    return np.array(rows)


@pytest.mark.parametrize("turn", [False, True])
def test_a_chain_is_eliminated_from_one_end_to_the_other(turn):
    """L has no entries but those of the matrix, however the rows are numbered."""
    blocks = 40
    order = np.random.default_rng(1).permutation(2 * blocks) if turn else np.arange(2 * blocks)
    pattern = Pattern.of(2 * blocks, order[entries(blocks)])
    assert pattern.fill[-1] == 1 + 5 * (blocks - 1)


def test_parts_that_are_not_joined_are_eliminated_one_by_one():
    """Two chains, a full block and a row alone."""
    one, full = entries(10), np.argwhere(np.ones((4, 4)))
    pattern = Pattern.of(45, np.concatenate([one, 20 + one, 40 + full]))
    assert sorted(pattern.position) == list(range(45))
    assert pattern.fill[-1] == 2 * (1 + 5 * 9) + 6


def test_a_matrix_that_is_no_band_is_eliminated_by_degree():
    """A star: its middle comes last, and nothing fills in."""
    pairs = np.array([(0, k) for k in range(1, 30)])
    assert Pattern.of(30, pairs).fill[-1] == 29
