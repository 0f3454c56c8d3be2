"""Events as plain values: a few as a list, many packed, and of very many the first and the last, which is said."""

import numpy as np
import pytest

import linkwright as lw
from linkwright.trajectory.events import FEW_EVENTS, MOST_EVENTS, Packed, from_plain, list_events, mode_at, to_plain

KINDS = (("belt", "slip"), ("belt", "stick"), ("wall", "impact"))


def made(count: int, first: int | None = None, missing: int = 0) -> Packed:
    codes = np.arange(count) % 2
    return Packed(KINDS, 0.1 + np.arange(count) / 7.0, codes.astype(np.int64), first or count, missing)


@pytest.mark.parametrize("count", [0, 3, FEW_EVENTS, FEW_EVENTS + 1, 5000])
def test_they_come_back_bit_for_bit_through_files(count, tmp_path):
    found = made(count)
    told = to_plain(found)
    assert isinstance(told, list) == (count <= FEW_EVENTS)
    time = np.array([0.0, 1.0])
    motion = lw.Trajectory(
        time,
        {"x": lw.trajectory.Channel(time, "m", "way")},
        outcome=lw.trajectory.Outcome("finished", "", "", 1.0),
        provenance={"events": told},
    )
    assert len(motion.events) == count
    for suffix in ("csv", "parquet"):
        loaded = lw.Trajectory.load(motion.save(tmp_path / f"run.{suffix}"))
        assert loaded.events == motion.events
        assert [event.time for event in loaded.events] == found.times.tolist()
        assert [(event.name, event.what) for event in loaded.events[:2]] == list(KINDS[: min(count, 2)])


def test_packed_ones_take_twelve_bytes_and_a_million_pass_through_parquet(tmp_path):
    told = to_plain(made(MOST_EVENTS))
    assert len(told["time"]) + len(told["kind"]) < 13.4 * MOST_EVENTS
    time = np.array([0.0, 1.0])
    motion = lw.Trajectory(
        time, {}, outcome=lw.trajectory.Outcome("finished", "", "", 1.0), provenance={"events": told}
    )
    loaded = lw.Trajectory.load(motion.save(tmp_path / "run.parquet"))
    assert np.array_equal(from_plain(loaded.provenance["events"]).times, made(MOST_EVENTS).times)


MODES = {"belt": {"kind": "friction", "start": "sticks", "end": "slides"}}


def test_the_mode_is_that_after_the_last_switch():
    data = to_plain(made(4))
    times = made(4).times
    asked = [0.0, times[0], (times[0] + times[1]) / 2, times[1], times[2], 99.0]
    words = [mode_at(MODES, data, time)["belt"] for time in asked]
    assert words == ["sticks", "slides", "slides", "sticks", "slides", "sticks"]
    assert mode_at({}, data, 1.0) == {}


def test_a_mode_between_what_is_kept_is_refused_in_words():
    found = made(6, first=3, missing=100)
    data = to_plain(found)
    assert isinstance(data, dict)
    assert mode_at(MODES, data, float(found.times[1])) == {"belt": "sticks"}
    assert mode_at(MODES, data, float(found.times[4])) == {"belt": "slides"}
    with pytest.raises(ValueError, match=r"100 events between t = .* are not kept, so the mode"):
        mode_at(MODES, data, float(found.times[2] + 0.01))


def test_what_does_not_read_is_said_in_words():
    good = to_plain(made(FEW_EVENTS + 1))
    for bad in ({"time": "?"}, {"kinds": 3}, {"kind": good["kind"][:-8]}, {"kinds": [["belt", "slip"]]}):
        with pytest.raises(ValueError, match="the events of this trajectory do not read"):
            list_events(good | bad)
    with pytest.raises(ValueError, match="do not read"):
        list_events({})
