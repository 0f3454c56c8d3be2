"""Rates of Euler parameters as speeds of spherical joints, against the derivative of the parameters themselves."""

import casadi as ca
import numpy as np
import pytest

import linkwright as lw
from linkwright.formalisms.tree.spherical_rates import by_rates

TIGHT = 1e-14


@pytest.mark.parametrize("seed", range(4))
def test_speeds_from_rates_and_rates_from_speeds_are_inverse_on_unit_parameters(seed):
    """v = W e' and e' = N v, for e of length 1 and e' along its sphere."""
    joint = by_rates(lw.Spherical("ground", "body"))
    random = np.random.default_rng(seed)
    e = random.normal(size=4)
    e /= np.linalg.norm(e)
    rate = random.normal(size=4)
    rate -= e * (e @ rate)
    q = ca.SX.sym("q", 4)
    W, N = (np.array(m) for m in ca.Function("f", [q], [ca.densify(joint.W(q)), ca.densify(joint.N(q))])(e))
    assert np.array_equal(W @ rate, rate[1:])
    assert np.max(np.abs(N @ W @ rate - rate)) < TIGHT * np.max(np.abs(N))
    assert np.max(np.abs(W @ N - np.eye(3))) < TIGHT
