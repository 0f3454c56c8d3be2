"""Andrews' squeezing mechanism at 0.03 s, against the test set and an integration of typed equations."""

import numpy as np
import pytest

import linkwright as lw
from linkwright.analysis import benchmarks
from linkwright.analysis.benchmarks import references
from linkwright.mechanisms.andrews_squeezer import START
from oracles import andrews

PUBLISHED = {
    "beta": (15.81077119629904, 1139.920302151208),
    "Theta": (-15.75637105984298, -1424.379294994111),
    "gamma": (0.04082224013073101, 11.03291221937134),
    "Phi": (-0.5347301163226948, 19.29337464421385),
    "delta": (0.5244099658805303, 0.5735699284790808),
    "Omega": (0.5347301163226948, -19.29337464421385),
    "epsilon": (1.048080741042263, 0.3231791658026955),
}
"""Angles and speeds of the test set for initial value problem solvers (Mazzia, Magherini 2008)."""

FORMALISMS = [
    name if name in benchmarks.FORMALISMS else pytest.param(name, marks=pytest.mark.long)
    for name in lw.formalisms.__all__
]


@pytest.mark.parametrize("formalism", FORMALISMS)
def test_formalisms(formalism):
    (row,) = benchmarks.PROBLEMS["andrews_squeezer"](formalism)
    assert row.tolerance == 1e-9
    assert row.outcome == "finished"
    assert row.error < row.tolerance


def test_references_are_the_published_ones():
    for name, (angle, _) in PUBLISHED.items():
        assert references.ANDREWS_ANGLES[name] == pytest.approx(angle, abs=2e-9)  # ten digits are printed


def test_references_follow_from_typed_equations():
    dynamics = lw.compile(lw.formalisms.kane(lw.mechanisms.andrews_squeezer()))
    angles, speeds = andrews.at(dynamics.parameters, list(START.values()), references.ANDREWS_TIME)
    assert np.allclose(angles, list(references.ANDREWS_ANGLES.values()), rtol=0, atol=1e-10)
    assert np.allclose(speeds, [speed for _, speed in PUBLISHED.values()], rtol=0, atol=1e-8 * np.max(np.abs(speeds)))
