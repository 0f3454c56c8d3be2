"""What random motions found, each reduced to the smallest machine that shows it, against closed forms."""

import numpy as np
import pytest

import linkwright as lw
from agreement.table import JOINS
from linkwright.symbolic import Pose

FORMALISMS = lw.formalisms.__all__
TILT, LEAN = 0.7, 0.3
"""The axis of a door stands askew in the ground (turned about x) and in the door (about y): nothing cancels exactly."""


def door(*, stop=None):
    """A door on two hinges 0.4 m apart on one axis, its mass centre off the axis."""
    low, inside = np.array([0.1, 0.2, 0.3]), np.array([0.05, 0.1, 0.02])
    up = 0.4 * np.array([0.0, -np.sin(TILT), np.cos(TILT)])
    along = 0.4 * np.array([np.sin(LEAN), 0.0, np.cos(LEAN)])
    grounds = {"A": Pose(tuple(low), TILT, "x"), "B": Pose(tuple(low + up), TILT, "x")}
    points = {"A": Pose(tuple(inside), LEAN, "y"), "B": Pose(tuple(inside + along), LEAN, "y")}
    joints = {"low": lw.Revolute("ground.A", "door.A"), "high": lw.Revolute("ground.B", "door.B")}
    if stop is not None:
        joints["stop"] = lw.EndStop("low.angle", -stop, stop, restitution=0.5)
    body = lw.Body(1.5, (0.1, 0.2, 0.15), centre=(0.3, 0.1, 0.2), points=points)
    parts = {"ground": lw.Ground(points=grounds), "door": body}
    return lw.Mechanism("door", parts, joints, gravity=(1.0, -2.0, -9.81))


def wanted(angle):
    """Closed form (I + m c^2) a = axis . (r x m g), with r from the axis to the mass centre at an angle."""
    in_door = np.array([[np.cos(LEAN), 0, np.sin(LEAN)], [0, 1, 0], [-np.sin(LEAN), 0, np.cos(LEAN)]])
    in_ground = np.array([[1, 0, 0], [0, np.cos(TILT), -np.sin(TILT)], [0, np.sin(TILT), np.cos(TILT)]])
    arm = in_door.T @ (np.array([0.3, 0.1, 0.2]) - [0.05, 0.1, 0.02])
    about = in_door.T @ np.diag([0.1, 0.2, 0.15]) @ in_door
    c, s = np.cos(angle), np.sin(angle)
    r = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]]) @ arm
    pull = in_ground.T @ (1.5 * np.array([1.0, -2.0, -9.81]))
    return np.cross(r, pull)[2] / (about[2, 2] + 1.5 * (arm[0] ** 2 + arm[1] ** 2))


@pytest.mark.parametrize("formalism", FORMALISMS)
def test_a_door_on_two_hinges_turns(formalism) -> None:
    """In the angle of one hinge all rows of the other cancel; rounding was once taken for a constraint that holds."""
    dynamics = lw.compile(getattr(lw.formalisms, formalism)(door()))
    for angle in (0.0, 0.3, 2.0):
        state = dynamics.assemble({"low.angle": angle}, {"low.angle": 1.5})
        assert dynamics.forward(state)["low.angle"] == pytest.approx(wanted(angle), rel=1e-10)
    trajectory = lw.simulate(dynamics, state, duration=1.0, samples=5)
    assert trajectory.certificate.verdict == "trusted", trajectory.certificate.reasons
    assert trajectory["high.angle"] == pytest.approx(trajectory["low.angle"], abs=1e-9)
    assert lw.simulation.verify(trajectory, dynamics).agrees


@pytest.mark.parametrize("join", JOINS)
def test_a_door_on_two_hinges_turns_by_every_join(join) -> None:
    """None takes what rounding leaves of the second hinge for a constraint, or scales it up to one."""
    dynamics = lw.compile(lw.formalisms.denoc(door()), join=JOINS[join])
    state = dynamics.assemble({"low.angle": 0.3}, {"low.angle": 1.5})
    assert dynamics.forward(state)["low.angle"] == pytest.approx(wanted(0.3), rel=1e-10)


@pytest.mark.parametrize("formalism", ["kane", "lagrange", "newton_euler"])
def test_a_door_on_two_hinges_is_linearized_and_struck_as_one_on_a_single_hinge(formalism) -> None:
    """A = [[0, 1], [slope of the closed form, 0]]; at a stop the speed is halved and turned round."""
    dynamics = lw.compile(getattr(lw.formalisms, formalism)(door()))
    rest = lw.analysis.equilibrium(dynamics, near=dynamics.assemble({"low.angle": -2.0})).state
    angle, step = rest["low.angle"], 1e-4
    found = lw.analysis.linearize(dynamics, rest, states=["low.angle", "low.angle'"]).A
    slope = (wanted(angle + step) - wanted(angle - step)) / (2 * step)
    assert found == pytest.approx(np.array([[0.0, 1.0], [slope, 0.0]]), abs=1e-6)
    held = lw.compile(getattr(lw.formalisms, formalism)(door(stop=1.0)))
    start = held.assemble({"low.angle": 0.99}, {"low.angle": 5.0})
    trajectory = lw.simulate(held, start, duration=0.01, samples=10_001)
    (strike,) = trajectory.events
    after = int(np.searchsorted(trajectory.time, strike.time)) + 1  # the samples beside it are 1e-6 s away
    assert trajectory["low.angle'"][after] == pytest.approx(-0.5 * trajectory["low.angle'"][after - 3], rel=1e-4)


@pytest.mark.parametrize("formalism", ["kane", "lagrange", "newton_euler"])
def test_channels_are_derived_beyond_half_a_turn(formalism) -> None:
    """Euler parameters e and -e are one rotation; a trajectory goes on with its sign, and so must what is derived."""
    arm = lw.Body(1.0, (0.1, 0.2, 0.15), centre=(0.3, 0.0, 0.0))
    machine = lw.Mechanism("arm", {"arm": arm}, {"hinge": lw.Revolute("ground", "arm")}, gravity=(0.0, 0.0, -9.81))
    dynamics = lw.compile(getattr(lw.formalisms, formalism)(machine))
    trajectory = lw.simulate(dynamics, dynamics.assemble(speeds={"hinge.angle": 5.0}), duration=1.0, samples=11)
    half = 2.5 * trajectory.time  # the weight is along the axis: it turns evenly
    assert trajectory["arm.e0"] == pytest.approx(np.cos(half), abs=1e-9)
    found = lw.simulation.derive(dynamics, trajectory, reactions=["hinge"], accelerations=True)
    assert found["arm.e0''"] == pytest.approx(-(2.5**2) * np.cos(half), abs=1e-7)
    assert found["reaction.hinge.z"] == pytest.approx(np.full(11, 9.81), abs=1e-9)
    assert found["reaction.hinge.x"] == pytest.approx(-0.3 * 25.0 * np.cos(2 * half), abs=1e-6)


@pytest.mark.parametrize("integrator", [lw.integrators.Rosenbrock(), lw.integrators.Radau()])
def test_a_machine_may_have_many_more_inputs_than_states(integrator, monkeypatch) -> None:
    """Rates of the inputs once ran over the end of the room that an integrator has, which only Python's arrays notice.

    Four moments A sin(w t) about a hinge with the inertia J: angle = 4 A / J (t / w - sin(w t) / w^2).
    """
    monkeypatch.setenv("LINKWRIGHT_BACKEND", "vm")
    arm = lw.Body(1.0, (0.1, 0.2, 0.15), centre=(0.3, 0.0, 0.0))
    loads = {f"load{k}": lw.Wrench("arm.centre", spatial=True) for k in range(4)}
    machine = lw.Mechanism("arm", {"arm": arm}, {"hinge": lw.Revolute("ground", "arm"), **loads})
    dynamics = lw.compile(lw.formalisms.kane(machine))
    assert len(dynamics.inputs) == 24
    inputs = {name: lw.laws.Sine(0.1 if name.endswith(".mz") else 1e-12, 0.5) for name in dynamics.inputs}
    trajectory = lw.simulate(
        dynamics, dynamics.assemble(), duration=0.1, inputs=inputs, accuracy="draft", samples=3, integrator=integrator
    )
    t, w, inertia = 0.1, np.pi, 0.15 + 0.3**2
    assert trajectory["hinge.angle"][-1] == pytest.approx(0.4 / inertia * (t / w - np.sin(w * t) / w**2), abs=1e-8)
