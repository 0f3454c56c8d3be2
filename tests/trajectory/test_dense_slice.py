"""A part of a trajectory with dense output covers what was asked and is as dense, against closed forms."""

import numpy as np
import pytest

from linkwright.trajectory import Channel, Outcome, Trajectory
from linkwright.trajectory.dense.dense import shares

NODES = 9
ENDS = np.array([0.0, 0.4, 0.9, 1.0, 1.7, 2.0])
TURN = 1.0
"""Here, at the end of a step, the speed jumps."""


def place(t):
    return np.where(t < TURN, np.sin(2 * t), np.sin(2 * TURN) - 3 * (t - TURN) * np.cos(t - TURN))


def speed(t):
    s = t - TURN
    return np.where(t < TURN, 2 * np.cos(2 * t), -3 * np.cos(s) + 3 * s * np.sin(s))


def dense():
    """Steps of several lengths, each with its samples, and samples at both ends, as a run has them."""
    inside = (ENDS[:-1, None] + np.diff(ENDS)[:, None] * shares(NODES)).ravel()
    time = np.concatenate([ENDS[:1], inside, ENDS[-1:]])
    angle = 0.7 * time
    pose = np.column_stack([place(time), 0 * time, 0 * time, np.cos(angle / 2), 0 * time, 0 * time, np.sin(angle / 2)])
    channels = {"x": Channel(place(time), "m", ""), "x'": Channel(speed(time), "m/s", "")}
    return Trajectory(
        time, channels, {"bob": pose}, outcome=Outcome("finished", "", "", 2.0), provenance={"dense_nodes": NODES}
    )


@pytest.mark.one_in(2)
@pytest.mark.parametrize(
    ("start", "end"),
    [(0.5, 1.9), (0.0, 1.3), (1.3, 2.0), (0.0, 2.0), (0.55, 0.6), (0.9, 1.0), (0.399, 0.401), (0.4, 0.4 + 1e-13)],
)
def test_a_slice_covers_what_was_asked_and_stays_dense(start, end):
    whole = dense()
    part = whole.slice(start, end)
    assert (part.time[0], part.time[-1]) == (start, end)
    times = np.unique(np.linspace(start, end, 501))
    found = part.resample(times)
    off = np.abs(found["x"] - place(times)).max()
    assert off < 1e-9
    assert off < 1.1 * np.abs(whole.resample(times)["x"] - place(times)).max() + 1e-15
    pose = found.poses["bob"]
    np.testing.assert_allclose(2 * np.arctan2(pose[:, 6], pose[:, 3]), 0.7 * times, rtol=0, atol=1e-12)
    again = part.slice(start + 0.3 * (end - start), start + 0.8 * (end - start))  # a part of a part
    times = np.unique(np.linspace(again.time[0], again.time[-1], 99))
    np.testing.assert_allclose(again.resample(times)["x"], place(times), rtol=0, atol=1e-9)


def test_samples_of_whole_steps_are_kept_as_they_are():
    whole = dense()
    part = whole.slice(0.0, 1.0)
    kept = np.isin(part.time, whole.time)
    assert np.count_nonzero(kept) == 1 + 3 * NODES
    assert np.array_equal(part["x"][kept], whole["x"][: 1 + 3 * NODES])
    same = whole.slice(0.0, 2.0)
    assert same == whole
    assert whole.slice(-3.0, 7.0) == whole


def test_a_slice_from_a_jump_on_has_what_comes_after_it_and_one_up_to_it_what_was_before():
    after, before = dense().slice(TURN, 1.5), dense().slice(0.5, TURN)
    assert after["x'"][0] == pytest.approx(-3.0, abs=1e-9)
    assert before["x'"][-1] == pytest.approx(2 * np.cos(2 * TURN), abs=1e-9)


def test_one_moment_and_none():
    assert dense().slice(0.7, 0.7)["x"] == pytest.approx([np.sin(1.4)], abs=1e-9)
    for start, end in ((1.0, 0.5), (3.0, 4.0), (np.nan, 1.0)):
        with pytest.raises(ValueError, match="No sample lies between"):
            dense().slice(start, end)


def test_a_slice_is_saved_and_loaded_with_its_dense_output(tmp_path):
    part = dense().slice(0.5, 1.9)
    part.save(tmp_path / "part.csv")
    loaded = Trajectory.load(tmp_path / "part.csv")
    times = np.linspace(0.5, 1.9, 77)
    assert loaded == part
    np.testing.assert_allclose(loaded.resample(times)["x"], place(times), rtol=0, atol=1e-9)
