"""Singularities of both kinds where geometry says they are, distances to them, and modes followed along paths."""

import numpy as np
import pytest
from scipy.optimize import brentq

import linkwright as lw
from linkwright.analysis import Kinematics
from oracles.platform_positions import crank_angles, crank_jacobian, leg_jacobian, platform_poses

CORNERS = np.array([(1.0, 0.0), (-0.5, np.sqrt(0.75)), (-0.5, -np.sqrt(0.75))])
BASES = 3.0 * CORNERS


@pytest.fixture(scope="module")
def bare():
    return Kinematics.of(lw.compile(lw.formalisms.modular(lw.mechanisms.three_rrr(motors=False))), length=0.7)


def cranks_like(pose, state, kinematics):
    """Cranks of the closed form that lie nearest to those of a state."""
    both = crank_angles(BASES, CORNERS, (2.0, 2.0), pose)
    at = np.array([state[name] for name in kinematics.inputs])
    off = np.abs(np.angle(np.exp(1j * (both - at[:, None]))))
    return both[np.arange(3), np.argmin(off, axis=1)]


def test_margins_and_condition_are_those_of_the_scaled_jacobian(bare):
    L = 0.7
    for pose in ((0.3, -0.2, 0.4), (-0.6, 0.5, -0.2), (0.0, 0.9, 0.1)):
        state = bare.inverse(dict(zip(bare.pose, pose, strict=True)))
        K = crank_jacobian(BASES, CORNERS, (2.0, 2.0), pose, cranks_like(pose, state, bare))
        # speeds in m/s: cranks and the platform's turn times L
        J = np.diag([1, 1, L]) @ np.linalg.inv(K) / L
        s = np.linalg.svd(J, compute_uv=False)
        found = bare.singularity(state)
        np.testing.assert_allclose(found.condition, s[0] / s[-1], rtol=1e-10)
        np.testing.assert_allclose(found.dexterity, s[-1] / s[0], rtol=1e-10)
        np.testing.assert_allclose(found.parallel, 1 / np.hypot(1, s[0]), rtol=1e-10)
        np.testing.assert_allclose(found.serial, s[-1] / np.hypot(1, s[-1]), rtol=1e-10)
        assert found.kinds == ()
        assert found.length == L


def radial(theta, state, kinematics):
    """Moment of the passive bar A about the middle of a centred, turned platform: zero where bars are radial."""
    pose = (0.0, 0.0, theta)
    cranks = cranks_like(pose, state, kinematics)
    elbow = BASES[0] + 2.0 * np.array([np.cos(cranks[0]), np.sin(cranks[0])])
    corner = np.array([np.cos(theta), np.sin(theta)])
    bar = corner - elbow
    return corner[0] * bar[1] - corner[1] * bar[0]


def test_a_parallel_singularity_is_where_the_passive_bars_meet_in_one_point(bare):
    """Centred and turned until the bars are radial: they meet in the middle, and the platform can turn."""
    near = bare.dynamics.reference
    angles = np.linspace(-1.2, 1.2, 241)
    moments = np.array([radial(theta, near, bare) for theta in angles])
    k = int(np.flatnonzero(np.sign(moments[1:]) != np.sign(moments[:-1]))[0])
    theta = brentq(lambda x: radial(x, near, bare), angles[k], angles[k + 1], xtol=1e-15)
    state = bare.inverse({"platform.x": 0.0, "platform.y": 0.0, "platform.theta": theta})
    found = bare.singularity(state)
    assert found.kinds == ("parallel",)
    assert found.condition > 1e7
    assert abs(found.parallel_motion["platform.x"]) < 1e-6
    assert abs(found.parallel_motion["platform.theta"]) == pytest.approx(1 / 0.7)  # 1 m/s over the length
    assert "singular while the inputs stand: platform.theta' = 1.43" in found.words
    with pytest.raises(lw.dynamics.Refused, match=r"do not fix the configuration .* platform.theta' = 1 "):
        bare.direct({name: state[name] for name in bare.inputs}, near=state)
    with pytest.raises(lw.dynamics.Refused, match=r"do not fix .* the motion platform.theta' = 1 stays open"):
        bare.jacobian(state)
    # The same place found by following a path of poses through it; the pose's own mode is kept.
    turn = [
        {"platform.x": 0.0, "platform.y": 0.0, "platform.theta": float(x)}
        for x in np.linspace(theta - 0.31, theta + 0.4, 9)
    ]
    path = bare.follow(turn)
    assert path.finished
    assert not path.left
    assert [event.kinds for event in path.events] == [("parallel",)]
    np.testing.assert_allclose(path.events[0].state["platform.theta"], theta, atol=1e-9)
    assert "a parallel singularity is crossed" in path.words


def test_a_serial_singularity_is_a_stretched_leg_and_ends_a_path_of_poses(bare):
    """Moved away from base A along the line through it: the leg is stretched at a distance of 4 m."""
    end = 3.0 - 4.0 - 1.0  # x of the platform where its corner A is 4 m from the base at x = 3
    path = bare.follow([{"platform.x": x, "platform.y": 0.0, "platform.theta": 0.0} for x in (0.0, -0.6, -1.2, -2.2)])
    assert not path.finished
    assert path.left
    last = path.events[-1]
    assert last.what == "end"
    assert last.kinds == ("serial",)
    np.testing.assert_allclose(last.state["platform.x"], end, atol=1e-3)
    near = bare.singularity(last.state)
    assert near.serial < 0.02
    assert max(near.serial_motion, key=lambda name: abs(near.serial_motion[name])) == "A.phi"
    assert "the mode ends, near a serial singularity" in path.words


def test_the_mode_of_a_path_of_inputs_ends_where_two_roots_of_the_sextic_merge(bare):
    start = bare.dynamics.reference
    at = np.array([start[name] for name in bare.inputs])
    step = np.array([1.0, -0.4, 0.8])
    samples = [dict(zip(bare.inputs, at + s * step, strict=True)) for s in np.linspace(0.0, 3.0, 31)]
    path = bare.follow(samples)
    assert not path.finished
    end = path.events[-1]
    assert end.kinds == ("parallel",)

    def roots(share):
        cranks = at + 0.1 * share * step
        elbows = BASES + 2.0 * np.stack([np.cos(cranks), np.sin(cranks)], axis=1)
        return platform_poses(elbows, CORNERS, 2.0)[0]

    before, after = roots(end.at - 0.02), roots(end.at + 0.02)
    assert len(before) == len(after) + 2
    here = np.array([end.state[name] for name in bare.pose])
    off = np.sort(np.linalg.norm(np.exp(1j * before) - np.exp(1j * here), axis=1))
    assert off[1] < 0.3  # two roots are about to merge at the place that was reached


def test_following_keeps_the_mode_that_began(bare):
    """A round trip of the pose comes back to the same cranks, in every one of the eight working modes."""
    pose = (0.2, -0.3, 0.4)
    modes = bare.modes(dict(zip(bare.pose, pose, strict=True)), bound=8)
    loop = [
        (0.2 + 0.3 * np.sin(a), -0.3 + 0.3 * (1 - np.cos(a)), 0.4 + 0.2 * np.sin(a))
        for a in np.linspace(0, 2 * np.pi, 13)
    ]
    for mode in modes:
        path = bare.follow([dict(zip(bare.pose, p, strict=True)) for p in loop], near=mode.state)
        assert path.finished
        assert not path.left
        assert bare.number_of(path.states[-1], modes) == mode.number
        assert len(path.states) == len(loop) == len(path.margins.condition)


def test_distance_to_singularities_of_the_stewart_platform_turned_by_a_right_angle():
    """Turned by 90 degrees about z the common Stewart platform is singular (K. H. Hunt 1978, Fichter 1986)."""
    kinematics = Kinematics.of(lw.compile(lw.formalisms.kane(lw.mechanisms.stewart())), length=1.0)
    base = kinematics.dynamics.parameters
    angles = np.radians([-2.5, 2.5, 117.5, 122.5, 237.5, 242.5])
    above = np.radians([-50.0, 50.0, 70.0, 170.0, 190.0, 290.0])
    A = base["a"] * np.stack([np.cos(angles), np.sin(angles), 0 * angles], axis=1)
    B = base["b"] * np.stack([np.cos(above), np.sin(above), 0 * above], axis=1)
    smallest = []
    for turn in np.radians([0.0, 30.0, 60.0, 85.0]):
        e = (np.cos(turn / 2), 0.0, 0.0, np.sin(turn / 2))
        state = kinematics.inverse(
            dict(zip(kinematics.pose, (0.0, 0.0, 2.0, *e[4 - len(kinematics.pose[3:]) :]), strict=True))
        )
        K = leg_jacobian(A, B, (0.0, 0.0, 2.0), e)
        s = np.linalg.svd(K, compute_uv=False)
        found = kinematics.singularity(state)
        np.testing.assert_allclose(found.parallel, s[-1] / np.hypot(1, s[-1]), rtol=1e-9)
        np.testing.assert_allclose(found.condition, s[0] / s[-1], rtol=1e-9)
        smallest.append(found.parallel)
    assert smallest == sorted(smallest, reverse=True)
    path = kinematics.follow(
        [
            dict(
                zip(
                    kinematics.pose,
                    (0.0, 0.0, 2.0, *(np.cos(t / 2), 0.0, 0.0, np.sin(t / 2))[4 - len(kinematics.pose[3:]) :]),
                    strict=True,
                )
            )
            for t in np.radians([60.0, 75.0, 89.0, 97.0])
        ]
    )
    assert [event.kinds for event in path.events] == [("parallel",)]
    e3 = path.events[0].state["platform.e3"]
    np.testing.assert_allclose(2 * np.arcsin(e3), np.pi / 2, atol=1e-7)
