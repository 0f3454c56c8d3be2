"""The N-four-bar over 10 s through its singular configurations, against its motion with one degree of freedom."""

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from linkwright.analysis import benchmarks
from linkwright.analysis.benchmarks import references


@pytest.mark.parametrize("formalism", ["modular", "kane", pytest.param("lagrange", marks=pytest.mark.long)])
def test_formalisms(formalism):
    rows = benchmarks.PROBLEMS["n_four_bar"](formalism)
    assert [row.problem for row in rows] == ["n_four_bar:1", "n_four_bar:2", "n_four_bar:10"]
    for row in rows:
        assert row.tolerance == 1e-7
        assert row.outcome == "finished", row.reason
        assert row.error < row.tolerance


@pytest.mark.parametrize("n", references.BARS_VALUES)
def test_references_follow_from_one_freedom(n):
    """All cranks parallel: ((n + 1) / 3 + n) psi'' = ((n + 1) / 2 + n) g sin(psi), psi from upright."""
    ratio = 9.81 * ((n + 1) / 2 + n) / ((n + 1) / 3 + n)
    run = solve_ivp(
        lambda _, y: [y[1], ratio * np.sin(y[0])],
        (0.0, 10.0),
        [0.0, 1.0],
        method="DOP853",
        rtol=1e-13,
        atol=1e-13,
        t_eval=references.BARS_TIMES,
    )
    psi, rate = run.y
    found = np.array([np.sin(psi), np.cos(psi), rate * np.cos(psi), -rate * np.sin(psi), psi]).T
    assert np.allclose(found, references.BARS_VALUES[n], rtol=0, atol=1e-9)
