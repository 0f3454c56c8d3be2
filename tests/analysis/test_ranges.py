"""Ranges of a slice of a workspace: each fault in words, and the ranges that have none."""

import re

import pytest

import linkwright as lw


@pytest.fixture(scope="module")
def robot():
    return lw.analysis.Kinematics.of(lw.compile(lw.formalisms.modular(lw.mechanisms.three_rrr(motors=False))))


WHOLE = "expected a range (low, high)"
TURNED = "the lower end must be below the upper one"


@pytest.mark.parametrize(
    ("pair", "words"),
    [
        ((0.1, 0.1), f"platform.x: (0.1, 0.1): {TURNED}"),
        ((0.2, 0.1), f"platform.x: (0.2, 0.1): {TURNED}"),
        ((0.1,), f"platform.x: (0.1,): {WHOLE}"),
        ((0.1, 0.2, 0.3), f"platform.x: (0.1, 0.2, 0.3): {WHOLE}"),
        ((0.1, float("nan")), f"platform.x: (0.1, nan): {WHOLE}"),
        ((float("-inf"), 0.1), f"platform.x: (-inf, 0.1): {WHOLE}"),
        (("0", 0.1), f"platform.x: ('0', 0.1): {WHOLE}"),
        (0.1, f"platform.x: 0.1: {WHOLE}"),
        ({0.0, 0.1}, WHOLE),
    ],
)
def test_a_wrong_range_is_refused_with_its_name_and_value(robot, pair, words):
    with pytest.raises(ValueError, match=re.escape(words)) as error:
        robot.workspace({"platform.x": pair, "platform.y": (0.0, 0.1)}, resolution=2)
    assert "platform.y:" not in str(error.value)


def test_faults_of_both_ranges_are_told_at_once(robot):
    with pytest.raises(ValueError, match=r"platform\.x.*; platform\.y"):
        robot.workspace({"platform.x": (1.0, 0.0), "platform.y": (1.0, 0.0)}, resolution=2)


@pytest.mark.parametrize("pair", [(-0.1, 0.1), [-0.1, 0.1], (0, 1e-3)])
def test_a_right_range_is_taken_as_it_is(robot, pair):
    found = robot.workspace({"platform.x": pair, "platform.y": (-0.1, 0.1)}, resolution=2)
    assert (found.x[0], found.x[-1]) == (pytest.approx(pair[0]), pytest.approx(pair[1]))
