"""Axes, signs and points of reactions, as the tutorial in space tells them, against statics and Newton's law by hand.

A ball (equal moments of inertia) hangs on a joint whose first frame is turned in the world. At rest no gyroscopic
moment acts, and what the joint forbids must balance that part of the applied wrench.
"""

from math import cos, pi, sin

import numpy as np
import pytest

import linkwright as lw

TURN = 0.4  # rad, of the first frame about world x
PITCH = 0.05
MASS, INERTIA = 2.0, 0.03
FORCE = np.array([3.0, -1.0, 2.0])
MOMENT = np.array([0.4, 0.7, -0.5])
WORLD_TO_FIRST = np.array([[1, 0, 0], [0, cos(TURN), sin(TURN)], [0, -sin(TURN), cos(TURN)]])
FORMALISMS = ("modular", "kane", "denoc")


def reactions_of(joint, formalism, positions=None):
    machine = lw.Mechanism(
        "ball",
        parts={
            "frame": lw.Ground(points={"O": lw.Pose((0.1, 0.2, 0.3), angle=TURN, axis="x")}),
            "ball": lw.Body(MASS, (INERTIA,) * 3, (0.0, 0.0, 0.0)),
        },
        connections={"joint": joint("frame.O", "ball"), "load": lw.Wrench("ball", spatial=True)},
        reference={"ball.x": 0.1, "ball.y": 0.2, "ball.z": 0.3, "ball.e0": cos(TURN / 2), "ball.e1": sin(TURN / 2)},
    )
    dynamics = lw.compile(getattr(lw.formalisms, formalism)(machine))
    names = ("fx", "fy", "fz", "mx", "my", "mz")
    inputs = {f"load.{name}": value for name, value in zip(names, (*FORCE, *MOMENT), strict=True)}
    return dynamics.reactions(dynamics.assemble(positions), inputs)["joint"]


@pytest.mark.parametrize("formalism", FORMALISMS)
def test_a_revolute_joint_has_forces_in_world_axes_and_moments_in_its_first_frame(formalism):
    found = reactions_of(lw.Revolute, formalism)
    moment = WORLD_TO_FIRST @ MOMENT
    expected = {"x": -FORCE[0], "y": -FORCE[1], "z": -FORCE[2], "tilt_x": -moment[0], "tilt_y": -moment[1]}
    assert dict(found.components) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("formalism", FORMALISMS)
def test_a_prismatic_joint_has_everything_in_its_first_frame(formalism):
    found = reactions_of(lambda i, j: lw.Prismatic(i, j, axis="y"), formalism)
    force, moment = WORLD_TO_FIRST @ FORCE, WORLD_TO_FIRST @ MOMENT
    expected = {"across_x": -force[0], "across_z": -force[2]}
    expected |= {"tilt_x": -moment[0], "tilt_y": -moment[1], "turn": -moment[2]}
    assert dict(found.components) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("formalism", FORMALISMS)
def test_a_planar_joint_has_the_force_across_its_plane(formalism):
    found = reactions_of(lw.PlanarJoint, formalism)
    force, moment = WORLD_TO_FIRST @ FORCE, WORLD_TO_FIRST @ MOMENT
    expected = {"height": -force[2], "tilt_x": -moment[0], "tilt_y": -moment[1]}
    assert dict(found.components) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("formalism", FORMALISMS)
def test_a_universal_joint_carries_a_moment_about_y_of_the_second_cross_x_of_the_first(formalism):
    a, b = 0.3, -0.5
    found = reactions_of(lw.Universal, formalism, {"joint.angle1": a, "joint.angle2": b})
    x = WORLD_TO_FIRST.T @ [1.0, 0.0, 0.0]
    y = WORLD_TO_FIRST.T @ [0.0, cos(a), sin(a)]  # Rx(a) Ry(b) leaves y where Rx(a) puts it
    assert found["cross"] == pytest.approx(-np.cross(y, x) @ MOMENT, abs=1e-12)
    assert [found[axis] for axis in "xyz"] == pytest.approx(-FORCE, abs=1e-12)


@pytest.mark.parametrize("formalism", FORMALISMS)
def test_the_thread_of_a_screw_pushes_along_the_axis_and_turns_against_it(formalism):
    found = reactions_of(lambda i, j: lw.Screw(i, j, pitch=PITCH), formalism)
    force, moment = WORLD_TO_FIRST @ FORCE, WORLD_TO_FIRST @ MOMENT
    lead = PITCH / (2 * pi)
    # m s'' = F + T, J phi'' = M - lead T, s'' = lead phi''
    thread = (lead * moment[2] * MASS - force[2] * INERTIA) / (INERTIA + MASS * lead**2)
    assert found["thread"] == pytest.approx(thread, rel=1e-12)
    assert found["across_x"] == pytest.approx(-force[0], abs=1e-12)
    assert found["tilt_y"] == pytest.approx(-moment[1], abs=1e-12)


def test_products_of_inertia_are_entries_of_the_tensor():
    # Two particles on the line y = x about the origin: the tensor has Ixy = -sum m x y < 0.
    m, d = 0.5, 0.2
    particles = np.array([[d, d, 0.1], [-d, -d, -0.1]])
    tensor = sum(m * (r @ r * np.eye(3) - np.outer(r, r)) for r in particles) + 0.01 * np.eye(3)
    moments = (*np.diag(tensor), tensor[0, 1], tensor[0, 2], tensor[1, 2])
    machine = lw.Mechanism(
        "body",
        parts={"body": lw.Body(1.0, moments, (0.0, 0.0, 0.0))},
        connections={"load": lw.Wrench("body", spatial=True)},
    )
    dynamics = lw.compile(lw.formalisms.modular(machine))
    state = dynamics.assemble()
    inputs = {
        f"load.{name}": value
        for name, value in zip(("fx", "fy", "fz", "mx", "my", "mz"), (0, 0, 0, *MOMENT), strict=True)
    }
    found = dynamics.forward(state, inputs)
    assert [found[f"body.w{axis}"] for axis in "xyz"] == pytest.approx(np.linalg.solve(tensor, MOMENT), rel=1e-12)
