"""Joints about any direction: a pendulum in closed form, and the same joints about an axis of turned frames."""

import math

import numpy as np
import pytest
from scipy.special import ellipk

import linkwright as lw
from linkwright import formalisms

G = 9.81
N = np.array([1.0, 1.0, 1.0]) / math.sqrt(3)
INERTIA = (0.02, 0.05, 0.04, 0.003, -0.002, 0.004)
TENSOR = np.array([[0.02, 0.003, -0.002], [0.003, 0.05, 0.004], [-0.002, 0.004, 0.04]])
DOWN = np.array([0.0, 0.0, -G]) - (np.array([0.0, 0.0, -G]) @ N) * N
ARM = 0.4 * DOWN / np.linalg.norm(DOWN) + 0.1 * N  # at rest it hangs
MASS = 1.5
J = float(N @ (TENSOR + MASS * (ARM @ ARM * np.eye(3) - np.outer(ARM, ARM))) @ N)


def pendulum(axis=(1, 1, 1)):
    bob = lw.Body(MASS, INERTIA, tuple(ARM.tolist()), points={"root": (0.0, 0.0, 0.0)}, home="pin")
    return lw.Mechanism("inclined", {"bob": bob}, {"pin": lw.Revolute("ground", "bob.root", axis)}, gravity=(0, 0, -G))


@pytest.mark.parametrize("formalism", formalisms.__all__)
def test_a_pendulum_about_an_inclined_axis(formalism):
    """J theta'' = -m |g_perp| d sin theta, J about the axis."""
    dynamics = lw.compile(getattr(formalisms, formalism)(pendulum()))
    for angle in (0.0, 0.7, -2.0):
        state = dynamics.assemble({"pin.angle": angle}, {"pin.angle": 1.3})
        wanted = -MASS * np.linalg.norm(DOWN) * 0.4 * math.sin(angle) / J
        # a few roundings of products of order 10
        assert dynamics.forward(state)["pin.angle"] == pytest.approx(wanted, rel=1e-11, abs=1e-11)


def test_half_a_period_by_the_elliptic_integral():
    """From 1 rad it comes to -1 rad in half of T = 4 K(sin^2(1/2)) sqrt(J / (m g d))."""
    dynamics = lw.compile(formalisms.kane(pendulum()))
    period = 4 * ellipk(math.sin(0.5) ** 2) * math.sqrt(J / (MASS * np.linalg.norm(DOWN) * 0.4))
    trajectory = lw.simulate(dynamics, dynamics.assemble({"pin.angle": 1.0}), duration=period / 2, samples=3)
    assert trajectory["pin.angle"][-1] == pytest.approx(-1.0, abs=1e-8)  # rtol 1e-8, rest at both ends


JOINTS = {
    "Revolute": (lw.Revolute, {}, "z", {"joint.angle": 0.4}),
    "Prismatic": (lw.Prismatic, {}, "x", {"joint.slide": 0.2}),
    "Cylindrical": (lw.Cylindrical, {}, "z", {"joint.angle": 0.4, "joint.slide": 0.2}),
    "Screw": (lw.Screw, {"pitch": 0.3}, "z", {"joint.angle": 0.4}),
}


@pytest.mark.one_in(4)
@pytest.mark.parametrize("direction", [(1, 1, 1), (2.0, -1.0, -3.0), (0, 0, -1), (-1, 0, 0)])
@pytest.mark.parametrize("kind", JOINTS)
def test_the_same_as_about_an_axis_of_turned_frames(kind, direction):
    """Accelerations, with each body's own coordinates and with those of the joint."""
    make, options, name, positions = JOINTS[kind]
    other = (0.3, 0.9, -0.4)

    def machine(*, turned):
        axis = name if turned else direction
        pose = (0.1, 0.2, 0.3)
        foot = (0.0, 0.0, 0.0)
        if turned:
            given = {name: direction, ("x" if name == "z" else "y"): other}
            pose, foot = lw.Pose.from_directions(pose, **given), lw.Pose.from_directions(foot, **given)
        body = lw.Body(MASS, INERTIA, tuple(ARM.tolist()), points={"foot": foot})
        joint = make("frame.base", "body.foot", axis, **options)
        parts = {"frame": lw.Ground({"base": pose}), "body": body}
        return lw.Mechanism("m", parts, {"joint": joint}, gravity=(1.0, 2.0, -G))

    for formalism in ("modular", "kane"):
        answers = []
        for turned in (False, True):
            dynamics = lw.compile(getattr(formalisms, formalism)(machine(turned=turned)))
            state = dynamics.assemble(positions, dict.fromkeys(positions, 0.7))
            found = dynamics.forward(state)
            answers.append([*(found[key] for key in positions), *(found[f"body.{x}"] for x in ("x", "y", "z"))])
        assert np.allclose(answers[0], answers[1], rtol=1e-11, atol=1e-11)


def test_about_the_negative_axis_angles_count_the_other_way_and_whole_turns_stay_counted():
    rod = lw.Body(1.0, 0.1, (0.5, 0.0), points={"root": (0.0, 0.0)})
    for axis, sign in (("z", 1), ((0, 0, -2), -1)):
        joint = lw.Revolute("ground", "rod.root", axis)
        dynamics = lw.compile(formalisms.modular(lw.Mechanism("m", {"rod": rod}, {"pin": joint})))
        state = dynamics.assemble(speeds={"pin.angle": 9.0})
        trajectory = lw.simulate(dynamics, state, duration=2.0, samples=5)
        assert trajectory["pin.angle"][-1] == pytest.approx(18.0, rel=1e-9)
        assert trajectory["rod.theta"][-1] == pytest.approx(sign * 18.0, rel=1e-9)


@pytest.mark.parametrize("formalism", ["modular", "kane", "denoc"])
def test_reactions_of_a_hinge_at_rest(formalism):
    """It bears the weight, in world axes, and its moment, across the axis: e1, e2 with z turned into n."""
    dynamics = lw.compile(getattr(formalisms, formalism)(pendulum()))
    found = dynamics.reactions(dynamics.assemble({"pin.angle": 0.0}))["pin"]
    weight = np.array([0.0, 0.0, -MASS * G])
    assert np.allclose([found[axis] for axis in "xyz"], -weight, rtol=0, atol=1e-11)
    moment = np.cross(ARM, weight)
    a, b, c = N
    first = np.array([1 - a * a / (1 + c), -a * b / (1 + c), -a])
    second = np.array([-a * b / (1 + c), 1 - b * b / (1 + c), -b])
    assert np.allclose([found["tilt_x"], found["tilt_y"]], [-moment @ first, -moment @ second], rtol=0, atol=1e-11)


def test_a_track_along_a_direction_is_drawn():
    body = lw.Body(1.0, (0.1, 0.1, 0.1), points={"foot": (0.0, 0.0, 0.0)})
    machine = lw.Mechanism("m", {"body": body}, {"guide": lw.Prismatic("ground", "body.foot", (0, 3, 4))})
    picture = lw.drawing.scene(machine)
    tracks = [shape for shape in picture.ground if type(shape).__name__ == "Track"]
    (track,) = tracks
    along = np.subtract(track.end, track.start)
    assert np.allclose(np.cross(along / np.linalg.norm(along), (0, 0.6, 0.8)), 0, atol=1e-12)


@pytest.mark.parametrize(
    "axis", [(1, 1), (math.nan, 0, 1), (0, 0, 0), "xy", (lw.Parameter("a", 1.0, "", "part"), 0, 1)]
)
def test_directions_that_are_none(axis):
    with pytest.raises(ValueError, match="expected 'x', 'y', 'z' or three numbers that are not all zero"):
        pendulum(axis)
