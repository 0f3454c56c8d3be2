"""Poses by any rotation: against SciPy's rotations, and as frames of a machine."""

import math

import casadi as ca
import numpy as np
import pytest
from scipy.spatial.transform import Rotation

import linkwright as lw
from linkwright.symbolic import rotation_about

RANDOM = [Rotation.from_quat(np.random.default_rng(seed).standard_normal(4)) for seed in range(5)]
SPECIAL = [Rotation.from_rotvec(math.pi * np.array(axis)) for axis in ((1, 0, 0), (0, 0.6, 0.8), (0, 0, 1))]
AT = (0.1, 0.2, 0.3)


def matrix(pose):
    return np.array(ca.DM(rotation_about(pose.axis, pose.angle)))


def near(found, wanted):
    assert np.allclose(found, wanted, rtol=0, atol=1e-15 * 8)  # some roundings of numbers of order 1


@pytest.mark.parametrize("rotation", [*RANDOM, *SPECIAL])
def test_by_matrix_and_quaternion(rotation):
    R = rotation.as_matrix()
    x, y, z, w = rotation.as_quat()
    near(matrix(lw.Pose.from_matrix(AT, R)), R)
    near(matrix(lw.Pose.from_quaternion(AT, (w, x, y, z))), R)
    near(matrix(lw.Pose.from_quaternion(AT, (-w, -x, -y, -z))), R)
    assert lw.Pose.from_matrix(AT, R).position == AT


@pytest.mark.parametrize("sequence", ["zxz", "xyz", "zyx", "yxy", "xz", "y"])
def test_by_euler_angles(sequence):
    angles = (0.7, -1.9, 2.6)[: len(sequence)]
    R = Rotation.from_euler(sequence.upper(), angles if len(angles) > 1 else angles[0]).as_matrix()
    near(matrix(lw.Pose.from_euler_angles(AT, sequence, angles)), R)


@pytest.mark.parametrize("names", ["zx", "zy", "xy"])
def test_by_two_directions(names):
    first, second = np.array([1.0, -2.0, 0.5]), np.array([0.3, 0.4, -2.0])
    R = matrix(lw.Pose.from_directions(AT, **{names[0]: first * 7, names[1]: second}))
    near(R.T @ R, np.eye(3))
    assert np.linalg.det(R) > 0
    columns = {name: R[:, k] for k, name in enumerate("xyz")}
    near(columns[names[0]], first / np.linalg.norm(first))
    assert columns[names[1]] @ second > 0
    assert columns[names[1]] @ np.cross(first, second) == pytest.approx(0, abs=1e-14)


def test_turns_about_axes_of_the_frame_keep_their_names():
    assert lw.Pose.from_euler_angles(AT, "z", (0.3,)) == lw.Pose(AT, 0.3)
    assert lw.Pose.from_directions(AT, z=(0, 0, 1), x=(0, -1, 0)) == lw.Pose(AT, -math.pi / 2)
    assert lw.Pose.from_matrix(AT, np.eye(3)) == lw.Pose(AT)
    assert lw.Pose(AT, 0.3, axis=[0, 2, 0]).axis == "y"


def test_a_body_stands_as_its_pose_says():
    """Fixed to a turned frame of the ground by a turned point: R_body = R_ground R_point^T."""
    ground, point = RANDOM[0], RANDOM[1]
    body = lw.Body.sphere(0.1, mass=1.0, points={"foot": lw.Pose.from_matrix((0.3, 0.0, 0.1), point.as_matrix())})
    parts = {"frame": lw.Ground({"base": lw.Pose.from_matrix(AT, ground.as_matrix())}), "body": body}
    machine = lw.Mechanism("stand", parts, {"weld": lw.Fixed("frame.base", "body.foot")})
    state = lw.compile(lw.formalisms.modular(machine)).assemble()
    e = [state[f"body.e{k}"] for k in range(4)]
    turned = ground * point.inv()
    near(Rotation.from_quat([*e[1:], e[0]]).as_matrix(), turned.as_matrix())
    place = np.array(AT) - turned.apply([0.3, 0.0, 0.1])
    near([state[f"body.{axis}"] for axis in "xyz"], place)


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: lw.Pose.from_matrix(AT, np.eye(2)), "expected 3 x 3 finite numbers"),
        (lambda: lw.Pose.from_matrix(AT, np.full((3, 3), np.nan)), "expected 3 x 3 finite numbers"),
        (lambda: lw.Pose.from_matrix(AT, 2 * np.eye(3)), "not perpendicular unit vectors"),
        (lambda: lw.Pose.from_matrix(AT, np.diag([1, 1, -1])), "mirrors"),
        (lambda: lw.Pose.from_quaternion(AT, (1, 1, 0, 0)), "has the length 1.41421, expected 1"),
        (lambda: lw.Pose.from_quaternion(AT, (0, 0, 0, 0)), "has the length 0"),
        (lambda: lw.Pose.from_quaternion(AT, (1, 0, 0)), "expected 4 finite numbers"),
        (lambda: lw.Pose.from_euler_angles(AT, "zxw", (1, 2, 3)), "expected one to three of x, y, z"),
        (lambda: lw.Pose.from_euler_angles(AT, "zzx", (1, 2, 3)), "turns twice in a row"),
        (lambda: lw.Pose.from_euler_angles(AT, "zxz", (1, 2)), "expected 3 finite numbers"),
        (lambda: lw.Pose.from_euler_angles(AT, "z", (lw.Parameter("a", 1.0, "rad", "angle"),)), "of parameters only"),
        (lambda: lw.Pose.from_directions(AT, x=(1, 0, 0)), "got 1 direction(s) (x), expected two"),
        (lambda: lw.Pose.from_directions(AT, x=(1, 0, 0), z=(-2, 0, 0)), "z and x are parallel"),
        (lambda: lw.Pose.from_directions(AT, x=(1, 0, 0), z=(0, 0, 0)), "z is zero"),
    ],
)
def test_rotations_that_are_none(make, words):
    with pytest.raises(ValueError, match=r"(?s).*") as error:
        make()
    assert words in str(error.value)
