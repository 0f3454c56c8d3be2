"""Gears, shafts and belts tie positions where both quantities have them, with an offset, over whole turns."""

from dataclasses import replace

import numpy as np
import pytest

import linkwright as lw

FORMALISMS = (*lw.formalisms.__all__, "")
"""All of them, and what `lw.compile` chooses for the machine itself."""
G = 9.81
TOLERANCE = 1e-10


def compiled(formalism, machine):
    return lw.compile(getattr(lw.formalisms, formalism)(machine) if formalism else machine)


def wheels(*, spatial, **connections):
    """Two wheels on the ground; in space their axes are at right angles, as those of bevel gears."""
    inertias = ((0.1, 0.1, 0.2), (0.6, 0.3, 0.3)) if spatial else (0.2, 0.6)
    parts = {"one": lw.Body(1.0, inertias[0]), "two": lw.Body(1.0, inertias[1])}
    joints = {"a": lw.Revolute("ground", "one"), "b": lw.Revolute("ground", "two", axis="x" if spatial else "z")}
    return lw.Mechanism("wheels", parts, {**joints, **connections})


@pytest.mark.parametrize("spatial", [False, True])
@pytest.mark.parametrize("formalism", FORMALISMS)
def test_a_pair_of_wheels(formalism, spatial):
    """b = offset + a / ratio; (I_1 + I_2 / ratio^2) a'' = tau."""
    ratio, offset = -2.5, 0.3
    gear = lw.Gear("a.angle", "b.angle", ratio=ratio, offset=offset)
    dynamics = compiled(formalism, wheels(spatial=spatial, gear=gear, tau=lw.Torque("a.angle", value=1.4)))
    assert dynamics.reference["a.angle"] == pytest.approx(0.0, abs=TOLERANCE)
    assert dynamics.reference["b.angle"] == pytest.approx(offset, abs=TOLERANCE)
    for angle in (1.0, -2.9):
        state = dynamics.assemble({"a.angle": angle}, {"a.angle": 3.0})
        assert state["b.angle"] == pytest.approx(offset + angle / ratio, abs=TOLERANCE)
        assert state["b.angle'"] == pytest.approx(3.0 / ratio, abs=TOLERANCE)
        found = dynamics.forward(state)
        assert found["a.angle"] == pytest.approx(1.4 / (0.2 + 0.6 / ratio**2), rel=TOLERANCE)
        assert found["b.angle"] == pytest.approx(found["a.angle"] / ratio, rel=TOLERANCE)
    assert dynamics.assemble({"b.angle": 0.9})["a.angle"] == pytest.approx(ratio * 0.6, abs=TOLERANCE)
    if not spatial:  # there the angles count turns in every formalism
        state = dynamics.assemble({"a.angle": 20.0})
        assert state["b.angle"] == pytest.approx(offset + 20.0 / ratio, abs=TOLERANCE)


@pytest.mark.parametrize("spatial", [False, True])
@pytest.mark.parametrize("formalism", FORMALISMS)
def test_the_mesh_holds_over_turns(formalism, spatial):
    """A prescribed input over three turns: the output is where the ratio has it, whatever the angles read."""
    ratio, offset = -2.5, 0.3
    gear = lw.Gear("a.angle", "b.angle", ratio=ratio, offset=offset)
    drive = lw.Prescribed("a.angle", lambda t: 5.0 * t)
    dynamics = compiled(formalism, wheels(spatial=spatial, gear=gear, drive=drive))
    run = lw.simulate(dynamics, dynamics.assemble(), duration=4.0, samples=9)
    wanted = offset + 5.0 * run.time / ratio
    assert np.cos(run["b.angle"] - wanted) == pytest.approx(np.ones(9), abs=1e-12)
    assert np.sin(run["b.angle"] - wanted) == pytest.approx(np.zeros(9), abs=1e-8)


@pytest.mark.parametrize("formalism", FORMALISMS)
def test_a_train_and_a_rack(formalism):
    """Motor, two wheels and a rack that gravity pulls: all positions follow one, and one motion is free."""
    parts = {
        "one": lw.Body(1.0, (0.1, 0.1, 0.2)),
        "two": lw.Body(1.0, (0.6, 0.3, 0.3)),
        "rack": lw.Body(2.0, (0.1, 0.1, 0.1)),
        "motor": lw.Rotor(J=0.01),
    }
    joints = {
        "a": lw.Revolute("ground", "one"),
        "b": lw.Revolute("ground", "two", axis="x"),
        "way": lw.Prismatic("ground", "rack", axis="z"),
        "first": lw.Gear("motor.angle", "a.angle", ratio=4.0, offset=0.1),
        "second": lw.Gear("a.angle", "b.angle", ratio=-2.0, offset=-0.2),
        "third": lw.Gear("b.angle", "way.slide", ratio=10.0, offset=0.05),
        "spring": lw.JointSpring("way.slide", 300.0, rest=0.05),
    }
    dynamics = compiled(formalism, lw.Mechanism("train", parts, joints, gravity=(0, 0, -G)))

    def slide(a):
        return 0.05 + (-0.2 - a / 2) / 10

    assert dynamics.reference["way.slide"] == pytest.approx(slide(dynamics.reference["a.angle"]), abs=TOLERANCE)
    state = dynamics.assemble({"a.angle": 1.2})
    assert state["b.angle"] == pytest.approx(-0.2 - 0.6, abs=TOLERANCE)
    assert state["way.slide"] == pytest.approx(slide(1.2), abs=TOLERANCE)
    assert np.cos(state["motor.angle"] - 4.0 * 1.1) == pytest.approx(1.0, abs=TOLERANCE)
    mass = 0.01 * 16 + 0.2 + 0.6 / 4 + 2.0 / 400
    found = lw.analysis.equilibrium(dynamics)
    assert found, found
    assert found.state["way.slide"] == pytest.approx(0.05 - 2.0 * G / 300.0, rel=1e-9)
    linear = lw.analysis.linearize(dynamics, found.state)
    wanted = np.sqrt(300.0 / 400 / mass)
    assert np.sort(linear.eigenvalues.imag) == pytest.approx([-wanted, wanted], rel=1e-8)


@pytest.mark.parametrize("make", [lw.Shaft, lw.Belt])
def test_shafts_and_belts_begin_at_their_offset(make):
    """Rigid: second = offset + first / ratio; elastic: no effort there."""
    options, rate = ({"ratio": 3.0}, 1 / 3.0) if make is lw.Shaft else ({"pitch": 0.2}, 0.2 / (2 * np.pi))
    parts = {"one": lw.Rotor(J=0.1)}
    if make is lw.Shaft:
        parts["two"], second = lw.Rotor(J=0.1), "two.angle"
        joints = {}
    else:
        parts["two"], second = lw.Body(1.0, 0.1), "way.slide"
        joints = {"way": lw.Prismatic("ground", "two")}
    for stiffness in (None, 40.0):
        tie = make("one.angle", second, offset=0.4, stiffness=stiffness, **options)
        dynamics = lw.compile(lw.Mechanism("m", parts, {**joints, "tie": tie}))
        if stiffness is None:
            for offset in (0.4, -0.1):
                other = dynamics.with_parameters({"tie.offset": offset})
                assert other.assemble({"one.angle": 9.0})[second] == pytest.approx(offset + 9.0 * rate)
        else:
            state = dynamics.assemble({"one.angle": 9.0, second: 0.4 + 9.0 * rate})
            assert state["tie.twist"] == pytest.approx(0.0, abs=1e-12)
            assert abs(dynamics.forward(state)["one.angle"]) < 1e-10
            moved = dynamics.assemble({"one.angle": 9.0, second: 9.0 * rate})
            assert moved["tie.twist"] == pytest.approx(0.4 / rate)


def test_speeds_alone_are_tied_where_one_has_no_position():
    motor = lw.DCMotor(J=2e-5, L=1e-3, R=1.0, Kt=0.05, Ke=0.05, angle=False)
    parts = {"motor": motor, "bar": lw.Body(1.0, 0.1)}
    joints = {"pin": lw.Revolute("ground", "bar"), "gear": lw.Gear("motor.omega", "pin.angle", ratio=5.0)}
    dynamics = lw.compile(lw.Mechanism("m", parts, joints))
    assert dynamics.assemble({"pin.angle": 0.7}, {"pin.angle": 2.0})["motor.omega"] == pytest.approx(10.0)
    joints["gear"] = lw.Gear("motor.omega", "pin.angle", ratio=5.0, offset=0.3)
    with pytest.raises(ValueError, match=r"gear.*offset = 0.3.*motor.omega"):
        lw.compile(lw.Mechanism("m", parts, joints))


@pytest.mark.parametrize("make", [lw.Gear, lw.Shaft])
def test_a_ratio_of_zero_is_refused_in_plain_words(make):
    parts = {"one": lw.Rotor(J=0.1), "two": lw.Rotor(J=0.1)}
    machine = lw.Mechanism("m", parts, {"tie": make("one.angle", "two.angle", ratio=0.0)})
    with pytest.raises(ValueError, match=r"^tie: ratio is 0; it must be a number other than zero$"):
        lw.compile(machine)


def test_a_ratio_that_ties_nothing_between_angles_read_from_frames_is_refused():
    """Neither angle counts turns there, and 10 sqrt(2) input turns never make whole output turns."""
    gear = lw.Gear("a.angle", "b.angle", ratio=np.sqrt(2.0))
    machine = wheels(spatial=True, gear=gear)
    assert lw.compile(machine).assemble({"a.angle": 20.0})["b.angle"] == pytest.approx(20.0 / np.sqrt(2.0))
    with pytest.raises(ValueError, match=r"gear.*ratio.*whole number.*take a formalism with a tree"):
        lw.compile(lw.formalisms.newton_euler(machine))


@pytest.mark.parametrize("spatial", [False, True])
@pytest.mark.parametrize("formalism", FORMALISMS)
def test_the_reference_is_in_mesh(formalism, spatial):
    """One value says the other, with its turns: 237 turns of one wheel are 100 of the other."""
    gear = lw.Gear("a.angle", "b.angle", ratio=2.37, offset=0.3)
    for value in (1.0, 20.0):
        for name, b in (("a.angle", 0.3 + value / 2.37), ("b.angle", value)):
            machine = replace(wheels(spatial=spatial, gear=gear), reference={name: value})
            found = compiled(formalism, machine).reference
            for angle, wanted in (("b.angle", b), ("a.angle", 2.37 * (b - 0.3))):
                assert np.cos(found[angle] - wanted) == pytest.approx(1.0, abs=1e-12)
                assert np.sin(found[angle] - wanted) == pytest.approx(0.0, abs=1e-9)


@pytest.mark.parametrize("spatial", [False, True])
@pytest.mark.parametrize("formalism", ["newton_euler", "kane", ""])
def test_a_reference_out_of_mesh_is_told_with_the_gap_and_its_remedy(formalism, spatial):
    """b = 1 where a / ratio = 0.4."""
    for offset in (0.0, 0.6):
        gear = lw.Gear("a.angle", "b.angle", ratio=2.5, offset=offset)
        machine = replace(wheels(spatial=spatial, gear=gear), reference={"a.angle": 1.0, "b.angle": 1.0})
        dynamics = compiled(formalism, machine)
        if offset:
            assert not dynamics.describe().notes
            assert dynamics.reference["b.angle"] == pytest.approx(1.0, abs=TOLERANCE)
        else:
            notes = " ".join(dynamics.describe().notes)
            assert "off gear by 0.6 rad: correct them, or have it begin there by offset=0.6" in notes


def test_gears_between_modules_by_their_short_names():
    """A value in one module is that of the other, also where quantities go by the names that modules export."""
    wheel = lw.Mechanism(
        "wheel",
        {"disc": lw.Body(1.0, (0.1, 0.1, 0.2))},
        {"axle": lw.Revolute("ground", "disc")},
        exports={"phi": "axle.angle"},
    )
    for ends in (("left.phi", "right.phi"), ("left.axle.angle", "right.axle.angle")):
        joints = {"gear": lw.Gear(*ends, ratio=2.37, offset=0.3)}
        machine = lw.Mechanism("pair", {"left": wheel, "right": wheel}, joints, reference={"left.phi": 1.0})
        for formalism in ("newton_euler", "kane"):
            found = compiled(formalism, machine).reference
            assert found["right.phi"] == pytest.approx(0.3 + 1.0 / 2.37, abs=TOLERANCE)
