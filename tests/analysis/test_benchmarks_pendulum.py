"""The simple pendulum over 10 s, against Jacobi's elliptic functions."""

import numpy as np
import pytest
from scipy.special import ellipj, ellipk

import linkwright as lw
from linkwright.analysis import benchmarks
from linkwright.analysis.benchmarks import references

FORMALISMS = [
    name if name in benchmarks.FORMALISMS else pytest.param(name, marks=pytest.mark.long)
    for name in lw.formalisms.__all__
]


@pytest.mark.parametrize("formalism", FORMALISMS)
def test_formalisms(formalism):
    (row,) = benchmarks.PROBLEMS["simple_pendulum"](formalism)
    assert row.tolerance == 1e-9
    assert row.outcome == "finished"
    assert row.error < row.tolerance


def test_references_follow_from_the_closed_form():
    """From rest at the angle a = -pi/2 of the downward vertical: sin(theta / 2) = -k cd(w t, k), k = sin(a / 2)."""
    w, m = np.sqrt(9.81), 0.5
    for t, values in zip(references.PENDULUM_TIMES, references.PENDULUM_VALUES, strict=True):
        sn, cn, dn, _ = ellipj(ellipk(m) - w * t, m)
        half = -np.sqrt(m) * sn
        theta = 2 * np.arcsin(half)
        rate = 2 * np.sqrt(m) * w * cn
        found = [np.sin(theta), -np.cos(theta), rate * np.cos(theta), rate * np.sin(theta)]
        assert np.allclose(found, values, rtol=0, atol=1e-11)
        assert dn > 0
