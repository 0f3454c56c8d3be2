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
