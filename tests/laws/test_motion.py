"""Prescribed motions of named quantities."""

import numpy as np
import pytest

from linkwright.laws import Cycloid, Motion, Sine, Trapezoid


def test_a_motion_gives_four_mappings_by_name():
    motion = Motion({"x": Cycloid(0.0, 1.0, 2.0), "y": Sine(1.0, 1.0), "z": 0.5}, duration=3.0, samples=7)
    assert motion.names == ("x", "y", "z")
    np.testing.assert_allclose(motion.time, [0.0, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0])
    positions, speeds, accelerations, jerks = motion.at(motion.time)
    np.testing.assert_array_equal(positions["z"], 0.5)
    assert speeds["x"][2] == pytest.approx(1.0)
    np.testing.assert_allclose(accelerations["y"], -((2.0 * np.pi) ** 2) * positions["y"], atol=1e-9)
    assert jerks["x"].shape == (7,)
    assert motion.breaks == (0.0, 2.0)


def test_the_duration_is_that_of_the_longest_law():
    motion = Motion({"x": Cycloid(0.0, 1.0, 2.0, begin=1.5), "y": Trapezoid(0, 1, max_speed=1.0, max_acceleration=1.0)})
    assert motion.duration == 3.5
    assert motion.time.size == 501


def test_a_motion_through_samples_follows_a_smooth_one():
    time = np.linspace(0.0, 2.0, 201)
    motion = Motion.from_samples(time, {"x": np.sin(3.0 * time), "y": np.cos(time)})
    t = np.linspace(0.0, 2.0, 333)
    at = motion.at(t)
    # A quintic spline errs by (h w)^(6 - k) in the k-th derivative: 3e-2 to the third power for the jerk.
    np.testing.assert_allclose(at.positions["x"], np.sin(3.0 * t), atol=1e-9)
    np.testing.assert_allclose(at.accelerations["x"], -9.0 * np.sin(3.0 * t), atol=1e-5)
    np.testing.assert_allclose(at.jerks["y"], np.sin(t), atol=1e-3)


def test_a_motion_through_poses_starts_and_ends_at_rest():
    motion = Motion.through([0.0, 1.0, 2.0], {"x": [0.0, 0.1, 0.3], "y": [0.0, -0.2, 0.1]})
    at = motion.at([0.0, 2.0])
    for name in motion.names:
        np.testing.assert_allclose([at.speeds[name], at.accelerations[name]], 0.0, atol=1e-12)
    np.testing.assert_allclose(motion.at(1.0).positions["y"], -0.2, atol=1e-14)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (({},), "at least one"),
        (({"x": 1.0},), "give duration="),
        (({"x": "fast"},), "expected a law"),
        (({"x": float("nan")}, 1.0), "finite"),
        (({"x": Cycloid(0, 1, 1)}, -1.0), "duration is -1.0"),
        (({"x": Cycloid(0, 1, 1)}, 1.0, 1), "samples is 1"),
    ],
)
def test_what_makes_no_motion_is_refused_in_words(arguments, words):
    with pytest.raises(ValueError, match=words):
        Motion(*arguments)


def test_samples_that_do_not_fit_are_all_named():
    with pytest.raises(ValueError, match=r"(?s)'x'.*has 6, expected as many.*'y'.*not finite"):
        Motion.from_samples(np.arange(7.0), {"x": np.zeros(6), "y": [0, 1, 2, np.nan, 4, 5, 6]})


def test_a_motion_without_end_has_no_times():
    motion = Motion({"x": Sine(1.0, 1.0), "y": 2.0})
    assert motion.duration == float("inf")
    assert float(motion.at(0.25).positions["x"]) == 1.0
    with pytest.raises(ValueError, match=r"never end.*give duration="):
        _ = motion.time
