"""The record of a computed motion: names, interpolation, checks, and no way to change it."""

import copy
import pickle
import subprocess
import sys
from dataclasses import FrozenInstanceError

import numpy as np
import pytest

from linkwright.trajectory import Certificate, Channel, Outcome, Trajectory, UnknownChannelError

FINISHED = Outcome("finished", "The end was reached.", "", 2.0)


def made(n=41, **changes):
    time = np.linspace(0.0, 2.0, n)
    angle = 0.8 * time
    zero = np.zeros(n)
    fields = {
        "time": time,
        "channels": {
            "platform.x": Channel(np.sin(time), "m", "Position of the platform"),
            "platform.x'": Channel(np.cos(time), "m/s", "Speed of the platform"),
            "A.i": Channel(3.0 * time, "A", "Current of motor A"),
        },
        "poses": {"platform": np.column_stack([time, zero, zero, np.cos(angle / 2), zero, zero, np.sin(angle / 2)])},
        "outcome": FINISHED,
        "certificate": Certificate(rtol=1e-8, atol=1e-10, steps=40, notes=("Two choices were used.",)),
        "provenance": {"formalism": "modular", "parameters": {"l_U": 0.2, "masses": [1, 2.5]}, "motors": True},
    }
    return Trajectory(**(fields | changes))


def test_channels_are_found_by_name():
    motion = made()
    np.testing.assert_array_equal(motion["platform.x"], np.sin(motion.time))
    assert motion.unit("A.i") == "A"
    assert motion.meaning("A.i") == "Current of motor A"
    assert motion.names == ("platform.x", "platform.x'", "A.i") == tuple(motion)
    assert motion["time"] is motion.time
    assert motion.unit("time") == "s"
    assert "A.i" in motion
    assert "A.v" not in motion


def test_a_wrong_name_is_answered_with_the_nearest_right_ones():
    with pytest.raises(UnknownChannelError, match=r"no channel 'platfrom\.x'. Did you mean 'platform\.x'"):
        made()["platfrom.x"]
    with pytest.raises(KeyError, match="no channel 3"):
        made()[3]


def test_between_samples_a_channel_with_its_rate_is_cubic_and_one_without_is_linear():
    motion = made()
    t = np.linspace(0.0, 2.0, 777)
    at = motion.at(t)
    # h^4 / 384 of the fourth derivative for the cubic, h^2 / 8 of the second for the straight line; h = 0.05.
    np.testing.assert_allclose(at["platform.x"], np.sin(t), atol=0.05**4 / 384.0)
    np.testing.assert_allclose(at["platform.x'"], np.cos(t), atol=0.05**2 / 8.0)
    assert np.abs(at["platform.x'"] - np.cos(t)).max() > 1e-5
    np.testing.assert_allclose(at["A.i"], 3.0 * t, atol=1e-15)
    for name, values in motion.at(motion.time).items():
        np.testing.assert_array_equal(values, motion[name])
    assert motion.at(1.0, ["A.i"]).keys() == {"A.i"}
    with pytest.raises(ValueError, match=r"covers 0\.0 s to 2\.0 s"):
        motion.at([0.0, 2.1])
    with pytest.raises(ValueError, match="nan"):
        motion.at(np.nan)


def test_a_cubic_and_its_rate_are_met_exactly():
    time = np.array([0.0, 0.5, 2.0])
    channels = {"x": Channel(time**3 - time, "m", ""), "x'": Channel(3.0 * time**2 - 1.0, "m/s", "")}
    motion = Trajectory(time, channels, outcome=FINISHED)
    t = np.linspace(0.0, 2.0, 99)
    np.testing.assert_allclose(motion.at(t)["x"], t**3 - t, atol=1e-14)


@pytest.mark.parametrize("count", [6, 21, 22, 401])
def test_how_far_interpolation_is_off_is_said_and_is_so(count):
    """Half a dozen to many samples a turn of a sine without its rate, against the sine itself; about a factor of 4."""
    time = np.linspace(0.0, 3.0, count)
    fine = np.linspace(0.0, 3.0, 1999)
    trusted = Certificate(rtol=1e-8, atol=1e-10, verdict="trusted")
    channels = {"s": Channel(np.sin(2 * time), "", ""), "noise": Channel(1e-12 * np.sin(99 * time), "", "")}
    motion = Trajectory(time, channels, outcome=Outcome("finished", "", "", 3.0), certificate=trusted)
    found = motion.resample(fine).certificate
    off = np.max(np.abs(motion.resample(fine)["s"] - np.sin(2 * fine)))
    said = float(found.notes[0].partition("off by about ")[2].split()[0])
    assert off / 4 < said < 4 * off
    assert found.verdict == "check"
    assert found.reasons == found.notes
    assert "(s)" in found.notes[0]
    assert motion.resample(time[::2]).certificate == trusted
    assert motion.slice(0.0, 1.5).resample(time[:2]).certificate == trusted


def test_the_error_of_the_energy_balance_is_measured_by_the_energies():
    """It is noise of 1e-9 of them; energies are known by many samples, so that their interpolation is good to 1e-6."""
    time = np.linspace(0.0, 3.0, 2001)
    noise = 1e-6 * np.where(np.arange(2001) % 2, 1.0, -1.0)
    channels = {"energy.kinetic": Channel(1e3 * np.sin(time), "J", ""), "energy.error": Channel(noise, "J", "")}
    trusted = Certificate(rtol=1e-8, atol=1e-10, verdict="trusted")
    motion = Trajectory(time, channels, outcome=Outcome("finished", "", "", 3.0), certificate=trusted)
    found = motion.resample(np.linspace(0.0, 3.0, 777)).certificate
    assert found.verdict == "trusted"
    assert "(energy.kinetic)" in found.notes[0]
    said = float(found.notes[0].partition("off by about ")[2].split()[0])
    assert 0.25 < said / (0.0015**2 / 8) < 4


def test_between_a_few_samples_nothing_is_known():
    certificate = Certificate(rtol=1e-8, verdict="trusted")
    channels = {"x": Channel([0.0, 1.0, 2.0], "m", "")}
    motion = Trajectory([0.0, 1.0, 2.0], channels, outcome=Outcome("finished", "", "", 2.0), certificate=certificate)
    found = motion.resample([0.5]).certificate
    assert (found.verdict, found.notes) == ("check", ("values between so few samples are guesses",))


def test_poses_between_samples_are_poses():
    motion = made()
    pose = motion.poses_at([0.31, 1.234])["platform"]
    np.testing.assert_allclose(np.linalg.norm(pose[:, 3:], axis=1), 1.0, rtol=1e-15)
    np.testing.assert_allclose(2.0 * np.arctan2(pose[:, 6], pose[:, 3]), [0.8 * 0.31, 0.8 * 1.234], atol=1e-6)
    flipped = motion.poses["platform"].copy()
    flipped[::2, 3:] *= -1.0  # the same attitudes
    other = made(poses={"platform": flipped}).poses_at([0.31, 1.234])["platform"]
    np.testing.assert_allclose(np.abs(other), np.abs(pose), atol=1e-15)


def test_a_slice_keeps_the_samples_inside():
    part = made().slice(0.5, 1.0)
    assert part.time[0] == pytest.approx(0.5)
    assert part.time[-1] == pytest.approx(1.0)
    assert part["A.i"].size == part.time.size == len(part.poses["platform"])
    assert part.outcome == FINISHED
    for start, end in ((1.0, 0.5), (3.0, 4.0)):
        with pytest.raises(ValueError, match="No sample lies between"):
            made().slice(start, end)


def test_nothing_can_be_changed():
    motion = made()
    source = np.zeros(3)
    channel = Channel(source, "m", "")
    source[0] = 7.0
    assert channel.values[0] == 0.0
    for change in (
        lambda: motion["A.i"].__setitem__(0, 1.0),
        lambda: motion.time.__setitem__(0, 1.0),
        lambda: motion.poses["platform"].__setitem__(0, 1.0),
    ):
        with pytest.raises(ValueError, match="read-only"):
            change()
    for change in (
        lambda: motion.channels.__setitem__("x", channel),
        lambda: motion.provenance["parameters"].__setitem__("l_U", 1.0),
    ):
        with pytest.raises(AttributeError):
            change()
    with pytest.raises(FrozenInstanceError):
        motion.time = source


def test_copies_and_pickles_are_equal_and_differences_are_seen():
    motion = made()
    assert copy.deepcopy(motion) == motion
    second_run = pickle.loads(pickle.dumps(motion))  # noqa: S301  # our own bytes
    assert second_run == motion
    assert not second_run["A.i"].flags.writeable
    assert motion != made(outcome=Outcome("failed", "", "", 2.0))
    assert motion != made(provenance={})
    assert motion != made(certificate=Certificate())
    assert motion != made(poses={})
    assert motion != made(channels={})
    assert motion != 3


def test_all_faults_are_named_at_once():
    with pytest.raises(ValueError, match="Trajectory: 7 faults") as caught:
        made(
            channels={"x": Channel([1.0], "m", ""), "time": Channel(np.zeros(41), "s", ""), "y": np.zeros(41)},
            poses={"body": np.zeros((41, 6)), "other": "nowhere"},
            outcome="finished",
            provenance={"model": object()},
        )
    for words in (
        "'x' has 1 values",
        "'time' is reserved",
        "'y' is array",
        "(41, 7)",
        "'other'",
        "an? Outcome",
        "model",
    ):
        assert words.replace("an?", "a") in str(caught.value)


@pytest.mark.parametrize(
    ("time", "words"),
    [([0.0, 1.0, 1.0], "does not come after"), ([], "at least 1"), ([0.0, np.nan], "not finite"), ([[0.0]], "shape")],
)
def test_times_that_do_not_increase_are_refused(time, words):
    with pytest.raises(ValueError, match=words):
        Trajectory(time, {}, outcome=FINISHED)


def test_channels_and_outcomes_are_checked():
    with pytest.raises(ValueError, match=r"(?s)shape \(1, 1\).*unit is 3"):
        Channel([[1.0]], 3, "")
    with pytest.raises(ValueError, match="expected numbers"):
        Channel(["a"], "m", "")
    with pytest.raises(ValueError, match="surrogate"):
        Channel([1.0], "m", "\ud800")
    with pytest.raises(ValueError, match=r"(?s)Did you mean 'finished'.*time is nan"):
        Outcome("finish", "", "", np.nan)


def test_outcome_and_certificate_in_words_and_as_plain_values():
    outcome = Outcome("failed", "The arms are stretched.", "Start nearer.", 0.25)
    assert outcome.in_words() == "failed at t = 0.25 s: The arms are stretched.\nWhat to do: Start nearer."
    assert Outcome.from_dict(outcome.as_dict()) == outcome
    certificate = Certificate(
        rtol=1e-8,
        integrator="DormandPrince",
        position_residual=np.float64(1e-12),
        velocity_residual=2e-12,
        energy_error=3e-9,
        rank_margin=0.2,
        steps=np.int64(12),
        pivotings=1,
        backend="llvm",
        notes=["Look out."],
    )
    words = certificate.in_words()
    for part in (
        "1e-08",
        "1e-12 (m or rad)",
        "2e-12 (m/s or rad/s)",
        "3e-09 (relative)",
        "12 steps",
        "note: Look out.",
    ):
        assert part in words
    assert Certificate.from_dict(certificate.as_dict()) == certificate
    assert type(certificate.steps) is int
    assert Certificate().in_words() == "nothing certified"


def test_the_description_shows_every_channel_with_its_unit_and_range():
    text = made().describe()
    for part in ("41 samples from 0 s to 2 s", "platform.x'", "m/s", "Current of motor A", "finished at t = 2 s"):
        assert part in text
    row = next(line for line in text.splitlines() if line.startswith("A.i"))
    assert row.split()[:5] == ["A.i", "A", "0", "6", "6"]
    assert len(repr(made())) < 120


def test_a_data_frame_knows_units():
    frame = made().to_pandas()
    assert frame.index.name == "time"
    assert frame.attrs["units"]["platform.x"] == "m"
    np.testing.assert_array_equal(frame["A.i"], made()["A.i"])


def test_importing_trajectory_loads_no_optional_library():
    program = (
        "import sys, linkwright.trajectory; "
        "sys.exit(str({'pyarrow', 'pandas', 'matplotlib'} & set(sys.modules) or 0).replace('0', ''))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.stderr.strip() == ""
