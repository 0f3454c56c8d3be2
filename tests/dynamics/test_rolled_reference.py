"""Reference configurations of machines with many parts: a scissor lift against its equation of one DOF."""

from dataclasses import replace

import numpy as np
import pytest
from scipy.optimize import brentq
from scipy.spatial.transform import Rotation

import linkwright as lw
from dynamics.scissor_lift import FOOT, GRAVITY, HALF, MASS, scissor_lift
from linkwright.dynamics import AssemblyError
from linkwright.dynamics.plants.rolled.plant import RolledPlant


def acceleration(cells, angle):
    """phi'' at rest: M(phi) phi'' = -V'(phi), bars at (h cos phi, (2 k - 1) h sin phi), the foot at 2 h cos phi."""
    s, c, h = np.sin(angle), np.cos(angle), HALF
    odd_squares = cells * (4 * cells**2 - 1) / 3
    inertia = 2 * MASS * h**2 * (cells * s**2 + odd_squares * c**2 + cells / 3) + FOOT * 4 * h**2 * s**2
    return -2 * MASS * GRAVITY * h * cells**2 * c / inertia


@pytest.mark.one_in(2)
@pytest.mark.parametrize("by_angles", [False, True], ids=["poses", "joint angles"])
@pytest.mark.parametrize(
    ("formalism", "cells"),
    [("denoc", 12), ("denoc", 20), ("modular", 30), pytest.param("denoc", 60, marks=pytest.mark.long)],
)
def test_the_reference_is_met_whatever_it_names(formalism, cells, by_angles):
    angle = 0.6
    dynamics = lw.compile(getattr(lw.formalisms, formalism)(scissor_lift(cells, angle=angle, by_angles=by_angles)))
    assert isinstance(dynamics.plant, RolledPlant)
    state = dynamics.assemble()
    assert state["angle"] == pytest.approx(angle, abs=1e-12)
    top = f"b{cells}"
    assert state[f"{top}.y"] == pytest.approx((2 * cells - 1) * HALF * np.sin(angle), rel=1e-12)
    speeds = {name.removesuffix("'"): k for k, name in enumerate(dynamics.speeds)}
    found = dynamics.accelerations(state, np.zeros(0))[speeds["a1.theta" if formalism == "modular" else "angle"]]
    assert found == pytest.approx(acceleration(cells, angle), rel=1e-9)


@pytest.mark.parametrize("by_angles", [False, True], ids=["poses", "joint angles"])
@pytest.mark.parametrize("cells", [2, 3, 4])
@pytest.mark.parametrize("formalism", ["modular", "kane", "denoc", "lagrange", "boltzmann_hamel", "newton_euler"])
def test_small_lifts_stand_as_their_reference_says_in_every_formalism(formalism, cells, by_angles):
    """From coordinates at zero the nearest compromise folds the lift; its directions say otherwise."""
    dynamics = lw.compile(getattr(lw.formalisms, formalism)(scissor_lift(cells, angle=0.6, by_angles=by_angles)))
    found = dynamics.reference
    assert found["angle"] == pytest.approx(0.6, abs=1e-10)
    assert found[f"b{cells}.y"] == pytest.approx((2 * cells - 1) * HALF * np.sin(0.6), rel=1e-10)
    assert dynamics.forward(found)["angle"] == pytest.approx(acceleration(cells, 0.6), rel=1e-9)


@pytest.mark.parametrize(
    ("spatial", "count"), [(False, 1000), pytest.param(True, 1000, marks=pytest.mark.long)], ids=["plane", "space"]
)
def test_angles_of_joints_alone_place_a_thousand_links(spatial, count):
    """Each link begins where the one before ends, turned by its joint: sums of directions."""
    ready, axes = lw.mechanisms.serial_chain(count, spatial=spatial), "zy" if spatial else "z"
    angles = 0.3 * np.cos(np.arange(1, count + 1))
    reference = {f"q{k}": angle for k, angle in enumerate(angles, start=1)}
    dynamics = lw.compile(lw.formalisms.modular(replace(ready, reference=reference)), join=lw.joins.Multipliers())
    assert isinstance(dynamics.plant, RolledPlant)
    turn, place = np.eye(3), np.zeros(3)
    for k, angle in enumerate(angles):
        if k:
            place = place + turn[:, 0]
        turn = turn @ Rotation.from_euler(axes[k % len(axes)], angle).as_matrix()
    found = dynamics.reference
    # Rounding of a thousand sums of numbers up to 1,000 m.
    assert [found[f"link{count}.{axis}"] for axis in "xy"] == pytest.approx(place[:2], abs=1e-9)
    assert found[f"q{count}"] == pytest.approx(angles[-1], abs=1e-11)


def test_joints_that_do_not_close_are_named_with_a_number():
    dynamics = lw.compile(lw.formalisms.denoc(scissor_lift(12)))
    with pytest.raises(AssemblyError, match="do not close") as told:
        dynamics.assemble({"slide": 1.2})  # the bars are 1 m long
    assert "nan" not in str(told.value)


@pytest.mark.parametrize("length", [1.0, 2.0**10, 2.0**-10])
def test_values_that_contradict_each_other_are_compromised_on_alike_at_any_size(length):
    """Angle a and place x of the end of a bar: (a - 0.5)^2 + (cos a - 0.7)^2 is least, lengths over the bar's."""
    long = lw.Parameter("length", length, "m", "length of a bar")
    bar = lw.Body(1.0, 0.1, points={"end": (long, 0.0)})
    names = [f"bar{k}" for k in range(31)]
    joints = {"pin0": lw.Revolute("ground", "bar0")}
    joints |= {f"pin{k}": lw.Revolute(f"bar{k - 1}.end", f"bar{k}") for k in range(1, 31)}
    reference = {"pin0.angle": 0.5, "bar1.x": 0.7 * length}
    machine = lw.Mechanism("arm", dict.fromkeys(names, bar), joints, parameters=[long], reference=reference)
    dynamics = lw.compile(lw.formalisms.denoc(machine))
    assert isinstance(dynamics.plant, RolledPlant)
    least = brentq(lambda a: a - 0.5 - (np.cos(a) - 0.7) * np.sin(a), 0.3, 1.2, xtol=1e-14)
    assert dynamics.reference["pin0.angle"] == pytest.approx(least, abs=1e-7)  # a square is flat at its least value
