"""Assembly modes: as many as closed forms and the literature say, at the same places, in the same order every time."""

import numpy as np
import pytest

import linkwright as lw
from linkwright.analysis import Kinematics
from oracles.platform_positions import crank_angles, leg_lengths, platform_poses

CORNERS = np.array([(1.0, 0.0), (-0.5, np.sqrt(0.75)), (-0.5, -np.sqrt(0.75))])
BASES = 3.0 * CORNERS  # of the 3RRR without motors, whose numbers were published by the methodology's author

# P. Dietmaier 1998, The Stewart-Gough platform of general geometry can have 40 real postures: points and leg lengths.
DIETMAIER_BASE = (
    (0.0, 0.0, 0.0),
    (1.107915, 0.0, 0.0),
    (0.549094, 0.756063, 0.0),
    (0.735077, -0.223935, 0.525991),
    (0.514188, -0.526063, -0.368418),
    (0.590473, 0.094733, -0.205018),
)
DIETMAIER_PLATFORM = (
    (0.0, 0.0, 0.0),
    (0.542805, 0.0, 0.0),
    (0.956919, -0.528915, 0.0),
    (0.665885, -0.353482, 1.402538),
    (0.478359, 1.158742, 0.107672),
    (-0.137087, -0.235121, 0.353913),
)
DIETMAIER_LENGTHS = (1.0, 0.645275, 1.086284, 1.503439, 1.281933, 0.771071)


def three_rrr(formalism=lw.formalisms.modular, **lengths):
    return Kinematics.of(lw.compile(formalism(lw.mechanisms.three_rrr(motors=False, **lengths))))


@pytest.fixture(scope="module")
def bare():
    return three_rrr()


def poses_of(found, kinematics):
    poses = np.array([[mode.state.positions[name] for name in kinematics.pose] for mode in found])
    poses[:, 2] = np.angle(np.exp(1j * poses[:, 2]))
    return poses[np.lexsort((poses[:, 2], poses[:, 1], poses[:, 0]))]


# Cranks (rad) for which the sextic has 0, 2, 4 and 6 real roots with l_U = 2.2, l_B = 2.8, l_L = 3.8 m; all counts are
# read off the sextic in the test.
CRANKS = ((0.1, 2.7, -2.1), (2.7, -1.1, -0.5), (-0.3, -2.2, -0.6), (0.1, 0.1, 1.5), (-1.8, -1.4, 1.5))


def test_direct_problem_of_the_3rrr_has_the_roots_of_the_sextic():
    kinematics = three_rrr(l_U=2.2, l_B=2.8, l_L=3.8)
    seen = set()
    for cranks in CRANKS:
        elbows = BASES + 2.2 * np.stack([np.cos(cranks), np.sin(cranks)], axis=1)
        expected, degree = platform_poses(elbows, 3.8 * CORNERS, 2.8)
        assert degree == 6
        seen.add(len(expected))
        values = dict(zip(kinematics.inputs, cranks, strict=True))
        if not len(expected):
            with pytest.raises(lw.dynamics.AssemblyError, match="no assembly mode was found from 512 random starts"):
                kinematics.modes(values, starts=512)
            continue
        found = kinematics.modes(values, bound=6, starts=1024)
        assert len(found) == len(expected)
        np.testing.assert_allclose(poses_of(found, kinematics), expected, atol=1e-7)  # roots of a sextic: 1e-16^(1/2)
        assert found.complete == (len(expected) == 6)
    assert seen == {0, 2, 4, 6}


def test_inverse_problem_of_the_3rrr_has_two_elbows_in_each_leg(bare):
    pose = (0.2, -0.3, 0.4)
    both = crank_angles(BASES, CORNERS, (2.0, 2.0), pose)
    found = bare.modes(dict(zip(bare.pose, pose, strict=True)), bound=8)
    assert len(found) == 8
    assert found.complete
    got = [np.angle(np.exp(1j * np.array([mode.state[name] for name in bare.inputs]))) for mode in found]
    expected = [np.angle(np.exp(1j * np.array([a, b, c]))) for a in both[0] for b in both[1] for c in both[2]]
    got.sort(key=lambda angles: tuple(np.round(angles, 6)))
    expected.sort(key=lambda angles: tuple(np.round(angles, 6)))
    np.testing.assert_allclose(got, expected, atol=1e-10)


def test_numbers_do_not_depend_on_the_seed_or_the_formalism(bare):
    values = {name: bare.dynamics.reference.positions[name] + 0.1 for name in bare.inputs}
    first = [[mode.state.positions[name] for name in bare.pose] for mode in bare.modes(values)]
    for other, seed in ((bare, 5), (three_rrr(lw.formalisms.kane), 0)):
        found = other.modes(values, seed=seed)
        again = [[mode.state.positions[name] for name in other.pose] for mode in found]
        np.testing.assert_allclose(np.exp(1j * np.array(again)), np.exp(1j * np.array(first)), atol=1e-9)
        assert [mode.number for mode in found] == list(range(1, len(found) + 1))


def test_a_known_state_is_found_among_the_modes(bare):
    state = bare.inverse({"platform.x": 0.2, "platform.y": 0.1, "platform.theta": 0.3})
    found = bare.modes({name: state.positions[name] for name in bare.inputs})
    number = bare.number_of(state, found)
    assert number is not None
    np.testing.assert_allclose(found[number].state["platform.theta"], 0.3, atol=1e-10)
    assert bare.number_of(bare.dynamics.reference, found) is None


@pytest.mark.long
def test_all_forty_postures_of_dietmaiers_platform_are_found():
    machine = lw.mechanisms.stewart(base=DIETMAIER_BASE, platform=DIETMAIER_PLATFORM, h=1.0)
    kinematics = Kinematics.of(lw.compile(lw.formalisms.kane(machine)))
    values = {f"d{k}": length for k, length in enumerate(DIETMAIER_LENGTHS, 1)}
    found = kinematics.modes(values, bound=40, starts=40000)
    assert len(found) == 40
    assert found.complete
    poses = []
    for mode in found:
        position = [mode.state[f"platform.{axis}"] for axis in "xyz"]
        e = [mode.state[f"platform.e{k}"] for k in range(4)]
        lengths = leg_lengths(DIETMAIER_BASE, DIETMAIER_PLATFORM, position, e)
        np.testing.assert_allclose(lengths, DIETMAIER_LENGTHS, atol=1e-10)
        poses.append([*position, *np.outer(e, e).ravel()])
    apart = np.max(np.abs(np.array(poses)[:, None] - np.array(poses)[None]), axis=2) + 9.0 * np.eye(40)
    assert apart.min() > 1e-3  # not one posture counted twice


def test_a_search_that_is_no_proof_says_so(bare):
    state = bare.inverse({"platform.x": 0.2, "platform.y": 0.1, "platform.theta": 0.3})
    found = bare.modes({name: state.positions[name] for name in bare.inputs}, starts=300)
    assert not found.complete
    assert "not a proof" in found.statement
    assert f"{found.starts} random starts (seed 0)" in found.statement
    assert sum(mode.found for mode in found) == found.solved <= found.starts == 300
    few = bare.modes(dict(zip(bare.pose, (0.2, -0.3, 0.4), strict=True)), starts=9)
    assert "found only once, so more are likely" in few.statement
    assert few.likely >= len(few)
    assert few.coverage < 1.0


def test_a_four_bar_has_two_modes_and_a_slider_crank_two():
    four_bar = lw.compile(lw.formalisms.modular(lw.mechanisms.four_bar()))
    names = list(four_bar.reference.positions)
    crank = next(name for name in names if name.endswith(("theta", "angle", "phi")) or name == "theta_2")
    kinematics = Kinematics.of(four_bar, inputs=[crank], platform=[names[-1]])
    assert len(kinematics.modes({crank: four_bar.reference.positions[crank] + 0.2})) == 2
    slider = Kinematics.of(
        lw.compile(lw.formalisms.modular(lw.mechanisms.slider_crank())), inputs=["phi"], platform=["x"]
    )
    found = slider.modes({"phi": 0.7})
    assert len(found) == 2
    assert found[1].state["x"] < found[2].state["x"]


def test_a_mode_that_is_not_there_is_said_so(bare):
    found = bare.modes(dict(zip(bare.pose, (0.2, -0.3, 0.4), strict=True)), bound=8)
    with pytest.raises(IndexError, match="there is no mode 9; 8 were found"):
        found[9]
