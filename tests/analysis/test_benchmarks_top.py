"""The heavy top over 2 s, against Euler's equations about the fixed point."""

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import linkwright as lw
from linkwright.analysis import benchmarks
from linkwright.analysis.benchmarks import references

FORMALISMS = [
    name if name in benchmarks.FORMALISMS else pytest.param(name, marks=pytest.mark.long)
    for name in lw.formalisms.__all__
]


@pytest.mark.parametrize("formalism", FORMALISMS)
def test_formalisms(formalism):
    (row,) = benchmarks.PROBLEMS["heavy_top"](formalism)
    assert row.tolerance == 1e-8
    assert row.outcome == "finished"
    assert row.error < row.tolerance


def test_references_follow_from_eulers_equations():
    """I w' = I w x w + c x m R^T g with I about the fixed point; R' = R [w]."""
    inertia = np.array([0.234375 + 15.0, 0.46875, 0.234375 + 15.0])
    centre, weight = np.array([0.0, 1.0, 0.0]), np.array([0.0, 0.0, -15.0 * 9.81])

    def slope(_, y):
        R, w = y[:9].reshape(3, 3), y[9:]
        moment = np.cross(inertia * w, w) + np.cross(centre, R.T @ weight)
        x, y_, z = w
        turn = np.array([[0.0, -z, y_], [z, 0.0, -x], [-y_, x, 0.0]])
        return np.concatenate([(R @ turn).ravel(), moment / inertia])

    start = [*np.eye(3).ravel(), 0.0, 150.0, -4.61538]
    run = solve_ivp(slope, (0.0, 0.5), start, method="DOP853", rtol=1e-12, atol=1e-12, t_eval=references.TOP_TIMES[:3])
    for k in range(3):
        assert np.allclose(run.y[:9, k].reshape(3, 3) @ centre, references.TOP_CENTRE[k], rtol=0, atol=1e-9)
        assert np.allclose(run.y[9:, k], references.TOP_SPIN[k], rtol=0, atol=1e-8)
