"""The Whipple bicycle: the nonlinear model linearized, against the closed form of Meijaard et al. (2007)."""

import numpy as np
import pytest

import linkwright as lw
from linkwright.analysis import benchmarks
from linkwright.analysis.benchmarks import references
from linkwright.analysis.benchmarks.bicycle import straight
from oracles import whipple

FORMALISMS = [
    name if name in benchmarks.FORMALISMS else pytest.param(name, marks=pytest.mark.long)
    for name in lw.formalisms.__all__
]


@pytest.mark.parametrize("formalism", FORMALISMS)
def test_formalisms(formalism):
    rows = benchmarks.PROBLEMS["whipple_bicycle_linear"](formalism)
    assert [row.problem for row in rows] == ["whipple_bicycle_linear:matrices", "whipple_bicycle_linear:eigenvalues"]
    assert [row.tolerance for row in rows] == [1e-11, 1e-10]
    for row in rows:
        assert row.error < row.tolerance


def test_references_follow_from_the_closed_form():
    found = whipple.canonical(whipple.BENCHMARK)
    for name, values in references.BICYCLE_MATRICES.items():
        assert np.allclose(found[name], values, rtol=0, atol=1e-13 * np.max(np.abs(values)))
    for speed, wanted in references.BICYCLE_EIGENVALUES.items():
        assert np.allclose(whipple.eigenvalues(whipple.BENCHMARK, speed), wanted, rtol=0, atol=1e-12)


def test_another_bicycle_at_other_speeds():
    """Every number changed, so that none of them enters twice or not at all."""
    random = np.random.default_rng(3)
    other = {name: value * random.uniform(0.8, 1.2) for name, value in whipple.BENCHMARK.items()}
    for name, value in whipple.BENCHMARK.items():
        if name.startswith("I"):  # bodies that can be: moments about y least, products smaller
            other[name] = value * random.uniform(*{"yy": (0.9, 1.0), "xz": (0.3, 0.6)}.get(name[2:], (1.0, 1.1)))
    dynamics = lw.compile(lw.formalisms.kane(lw.mechanisms.whipple_bicycle())).with_parameters(_ours(other))
    still = straight(dynamics, 0.0)
    wanted = whipple.canonical(other)
    for speed in (2.0, 7.5):
        found = benchmarks.canonical(still, straight(dynamics, speed), speed, other["g"])
        for name, values in wanted.items():
            assert np.allclose(found[name], values, rtol=0, atol=1e-11 * np.max(np.abs(values)))


def _ours(p):
    """The paper's parameters under our names: heights instead of z down, products of inertia with z up."""
    plain = {"w": "w", "c": "c", "lam": "lambda_", "g": "g", "xB": "x_B", "xH": "x_H"}
    result = {ours: p[name] for name, ours in plain.items()}
    result |= {"h_B": -p["zB"], "h_H": -p["zH"], "I_Bxz": -p["IBxz"], "I_Hxz": -p["IHxz"]}
    result |= {f"r_{wheel}": p[f"r{wheel}"] for wheel in "RF"} | {f"m_{body}": p[f"m{body}"] for body in "RBHF"}
    result |= {f"I_{body}{axes}": p[f"I{body}{axes}"] for body in "RBHF" for axes in ("xx", "yy")}
    return result | {f"I_{body}zz": p[f"I{body}zz"] for body in "BH"}
