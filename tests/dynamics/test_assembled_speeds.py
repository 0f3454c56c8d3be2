"""Speeds of an assembled state: met to rounding whatever the unit of length, and with typed digits in the geometry."""

import numpy as np
import pytest

import linkwright as lw
from agreement import table
from linkwright import analysis
from linkwright.components import Revolute
from linkwright.dynamics import State
from linkwright.mechanisms.four_bar import pivoted_bar
from linkwright.model import Body, Mechanism

TYPED = 0.333333333333
"""A third, as one types it: off by 3e-13."""


def three_cranks(third):
    """Three parallel cranks of 0.4 m on one coupler of 1 m, the third in a third of it; its ground pin is given."""
    parts = {}
    for k, (place, length) in enumerate(((0.0, 0.4), (1.0, 0.4), (third, 0.4)), start=1):
        parts[f"crank{k}"] = pivoted_bar("crank", driven=k == 1).use({"pivot_x": place, "length": length})
    coupler = Body(1.0, 0.1, (0.5, 0.0), points={"B1": (0.0, 0.0), "B2": (1.0, 0.0), "B3": (1 / 3, 0.0)})
    return Mechanism(
        "three_cranks",
        parts={**parts, "coupler": coupler},
        connections={f"B{k}": Revolute(f"crank{k}.bar.tip", f"coupler.B{k}") for k in (1, 2, 3)},
        reference={f"crank{k}.phi": 1.0 for k in (1, 2, 3)}
        | {"coupler.x": 0.4 * np.cos(1), "coupler.y": 0.4 * np.sin(1)},
    )


@pytest.mark.parametrize("formalism", lw.formalisms.__all__)
def test_parallel_cranks_turn_alike_although_one_place_was_typed(formalism):
    dynamics = lw.compile(getattr(lw.formalisms, formalism)(three_cranks(TYPED)))
    state = dynamics.assemble(speeds={"crank1.phi": 1.0})
    assert [state.speeds[f"crank{k}.phi"] for k in (1, 2, 3)] == pytest.approx([1.0] * 3, abs=1e-9)


@pytest.mark.one_in(9)
@pytest.mark.parametrize("join", ["partition", "svd", "udwadia_kalaba", "multipliers"])
@pytest.mark.parametrize("formalism", ["kane", "modular", "newton_euler"])
@pytest.mark.parametrize("third", [TYPED, 0.33333333333, 0.3333333333])
def test_typed_digits_count_as_redundant_in_every_join(third, formalism, join):
    """Digits to 1e-10: the linkage moves as the exact one does, a pendulum of all masses, and diagnosis names it."""
    dynamics = lw.compile(getattr(lw.formalisms, formalism)(three_cranks(third)), join=table.JOINS[join])
    state = dynamics.assemble(speeds={"crank1.phi": 1.0})
    found = dynamics.forward(state, {"crank1.drive.tau": 0.5})
    # cranks: (m / 12 + m / 4) l^2 each with m = 1; the coupler moves on a circle of radius l
    inertia = 3 * 0.4**2 / 3 + 1.0 * 0.4**2
    for k in (1, 2, 3):
        assert found[f"crank{k}.phi"] == pytest.approx(0.5 / inertia, rel=1e-7)
    if join == "partition":
        said = analysis.diagnose(dynamics, state)
        assert (said.degrees_of_freedom, said.redundant) == (1, 1)
        assert all(f"B{k}" in said.in_words() for k in (1, 2, 3))


@pytest.mark.parametrize("formalism", ["kane", "modular"])
def test_a_platform_in_millimetres_moves_as_in_metres(formalism):
    """Lengths x 1000: platform speeds in mm/s give the same rates of the legs as in m/s."""
    dynamics = lw.compile(getattr(lw.formalisms, formalism)(lw.mechanisms.three_rrr(motors=False)))
    lengths = [label.name for label in dynamics.equations.parameters.labels if label.unit == "m"]
    small = dynamics.with_parameters({name: 1e3 * dynamics.parameters[name] for name in lengths})
    factors = [1e3 if unit == "m" else 1.0 for unit in dynamics.equations.coordinate_units]
    near = State(0.0, dynamics.reference.q * factors, dynamics.reference.v)
    random = np.random.default_rng(0)
    names, sizes = ("platform.x", "platform.y", "platform.theta"), np.array([1e3, 1e3, 1.0])
    for _ in range(5):
        pose, velocity = random.uniform(-1, 1, 3) * [0.03, 0.03, 0.3], random.uniform(-1, 1, 3) * [0.2, 0.2, 1.0]
        wanted = dynamics.assemble(dict(zip(names, pose, strict=True)), dict(zip(names, velocity, strict=True)))
        at, moving = (dict(zip(names, sizes * values, strict=True)) for values in (pose, velocity))
        found = small.assemble(at, moving, near=near)
        for leg in "ABC":
            assert found[f"{leg}.phi'"] == pytest.approx(wanted[f"{leg}.phi'"], rel=1e-9, abs=1e-9)
