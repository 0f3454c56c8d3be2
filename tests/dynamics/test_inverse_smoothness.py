"""Laws that are not smooth enough for their drives: jumps of speed for forces, of acceleration for voltages."""

from dataclasses import replace

import numpy as np
import pytest

import linkwright as lw
from linkwright.dynamics import Refused

MASS, RATIO = 2.0, 200.0
STROKE = 0.03


@pytest.fixture(scope="module")
def axis():
    """A sledge of 2 kg, moved by a DC motor through a spindle of 200 rad/m; a force may push it."""
    motor = lw.DCMotor(J=1e-5, L=2e-3, R=1.0, Kt=0.05, Ke=0.05)
    return lw.compile(lw.formalisms.modular(_axis(motor=motor)))


def _axis(**parts):
    connections = {"way": lw.Prismatic("ground", "sledge"), "push": lw.Force("way.slide")}
    if "motor" in parts:
        connections["spindle"] = lw.Gear("motor.omega", "way.slide", ratio=RATIO)
    return lw.Mechanism("axis", {"sledge": lw.Body(MASS, 0.01), **parts}, connections)


def missed(dynamics, law, samples=1001):
    """Verdict and reasons of the voltages along a law, and how far a run under these voltages ends from it."""
    needed = dynamics.inverse(lw.Motion({"way.slide": law}, samples=samples), inputs={"push.force": 0.0})
    voltage = lw.laws.Table(tuple(needed.time), tuple(needed["motor.v"]), "linear")
    start = dynamics.assemble({}, {"way.slide": 0.0, "motor.i": needed["motor.i"][0]})
    run = lw.simulate(
        dynamics, start, duration=law.duration, inputs={"push.force": 0.0, "motor.v": voltage}, samples=11
    )
    return needed.certificate, abs(run["way.slide"][-1] - STROKE)


def test_no_voltage_follows_a_trapezoid_and_the_answer_says_when(axis):
    law = lw.laws.Trapezoid(0.0, STROKE, max_speed=0.2, max_acceleration=4.0)
    certificate, off = missed(axis, law)
    assert off > 1e-4
    assert certificate.verdict == "check"
    (reason,) = certificate.reasons
    assert f"the acceleration of way.slide jumps at t = 0.05 s, {law.duration - 0.05:.6g} s: " in reason
    assert "motor.i" in reason


@pytest.mark.parametrize(
    "law",
    [
        lw.laws.Cycloid(0.0, STROKE, 0.2),
        lw.laws.Polynomial.between((0.0, 0.0, 0.0), (STROKE, 0.0, 0.0), 0.2),
        lw.laws.SCurve(0.0, STROKE, max_speed=0.2, max_acceleration=4.0, max_jerk=200.0),
    ],
    ids=["cycloid", "quintic", "S-curve"],
)
def test_laws_with_continuous_acceleration_are_followed_and_trusted(axis, law):
    certificate, off = missed(axis, law)
    assert certificate.verdict == "trusted", certificate.reasons
    assert off < 2e-6  # straight lines between samples of the voltage; jumps of the S-curve's jerk lie between them


def test_forces_follow_a_trapezoid_and_are_trusted():
    dynamics = lw.compile(lw.formalisms.modular(_axis()))
    law = lw.laws.Trapezoid(0.0, STROKE, max_speed=0.2, max_acceleration=4.0)
    found = dynamics.inverse(lw.Motion({"way.slide": law}))
    assert found["push.force"] == pytest.approx(MASS * law(found.time, 2))
    assert found.certificate.verdict == "trusted"


@pytest.mark.parametrize(
    ("law", "words"),
    [
        (lw.laws.Table((0.0, 0.1, 0.3), (0.0, STROKE, 0.0)), "the speed of way.slide jumps at t = 0.1 s"),
        (lw.laws.Table((0.0, 0.1, 0.3), (0.0, STROKE, 0.0), "held"), "the position of way.slide jumps at t = 0.1 s"),
    ],
)
def test_no_force_follows_a_jump_of_speed_or_position(law, words):
    dynamics = lw.compile(lw.formalisms.modular(_axis()))
    with pytest.raises(Refused, match=words):
        dynamics.inverse(lw.Motion({"way.slide": law}, 0.3))


def test_a_load_that_jumps_needs_a_jump_of_the_current(axis):
    motion = lw.Motion({"way.slide": lw.laws.Cycloid(0.0, STROKE, 0.2)})
    step = lw.laws.Table((0.0, 0.1), (0.0, 20.0), "held")
    found = axis.inverse(motion, inputs={"push.force": step})
    assert found.certificate.verdict == "check"
    assert "the load push.force jumps at t = 0.1 s" in found.certificate.reasons[0]
    on_point = axis.inverse(motion, inputs={"push.force": 0.0}, wrenches={"sledge": (step, 0.0)})
    assert on_point.certificate.verdict == "check"
    assert "the load on sledge (0) jumps at t = 0.1 s" in on_point.certificate.reasons[0]
    assert np.max(np.abs(on_point["motor.v"] - found["motor.v"])) < 1e-9


@pytest.mark.parametrize("samples", [13, 12], ids=["at samples", "between samples"])
def test_dry_friction_that_turns_back_needs_a_jump_of_the_current(samples):
    """0.01 sin(2 pi t / 0.4) turns back at 0.1 s and 0.3 s."""
    machine = _axis(motor=lw.DCMotor(J=1e-5, L=2e-3, R=1.0, Kt=0.05, Ke=0.05))
    dry = lw.CoulombFriction("way.slide", force=4.0)
    rough = replace(machine, connections=dict(machine.connections) | {"dry": dry})
    motion = lw.Motion({"way.slide": lw.laws.Sine(0.01, 2.5)}, 0.4, samples=samples)
    found = lw.compile(lw.formalisms.modular(rough)).inverse(motion, inputs={"push.force": 0.0})
    law = motion.laws["way.slide"]
    sense = np.sign(law(found.time + 1e-9, 1))
    rotor = 1e-5 * RATIO * law(found.time, 2)
    current = (rotor + (MASS * law(found.time, 2) + 4.0 * sense) / RATIO) / 0.05
    assert found["motor.i"] == pytest.approx(current, abs=1e-9)
    assert found.certificate.verdict == "check"
    assert "dry friction jumps at t = 0.1 s, 0.3 s" in found.certificate.reasons[0]
