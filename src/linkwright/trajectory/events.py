"""Event log of a trajectory: events with their times, and the modes that they leave friction and stops in.

A few are kept as a list of [time, name, what]. Many are packed: their times and the numbers of their kinds as texts of
little-endian numbers in base 64, which cost twelve bytes each and nothing to carry along. Of more than `MOST_EVENTS`
the first and the last half of that number are kept, with the count of all.
"""

from base64 import b64decode, b64encode
from binascii import Error
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from linkwright.arrays import Array

FEW_EVENTS = 1000
"""Up to so many are kept as a list that people can read."""
MOST_EVENTS = 1_000_000
"""The most that are kept: 13 MB in a file."""
MODES = {"stick": "sticks", "slip": "slides", "rest": "rests", "leave": "free"}
"""The mode of friction or a stop after each of these has happened to it."""


class EventRecord(NamedTuple):
    """An event: its time [s], the name of the event or of the part, and what happened.

    What is "stop", "record", "switch" or "impact" for an event; for friction "stick" and "slip"; for a stop "impact",
    "rest" and "leave".
    """

    time: float
    name: str
    what: str


class Packed(NamedTuple):
    """Events as arrays: times [s] (k,), numbers of kinds (k,); `missing` of them lie between first and later ones.

    `kinds` are pairs (name, what); `first` says how many come before the missing ones.
    """

    kinds: tuple[tuple[str, str], ...]
    times: Array
    codes: np.ndarray[Any, np.dtype[np.int64]]
    first: int
    missing: int


def to_plain(found: Packed) -> Any:
    """The events as plain values, for the provenance of a trajectory."""
    if len(found.times) <= FEW_EVENTS and not found.missing:
        pairs = zip(found.times.tolist(), found.codes.tolist(), strict=True)
        return [[time, *found.kinds[code]] for time, code in pairs]
    return {
        "kinds": [list(kind) for kind in found.kinds],
        "time": b64encode(np.ascontiguousarray(found.times, dtype="<f8").tobytes()).decode(),
        "kind": b64encode(np.ascontiguousarray(found.codes, dtype="<u2").tobytes()).decode(),
        "first": found.first,
        "missing": found.missing,
    }


def from_plain(data: Any) -> Packed:
    """The events that `to_plain` wrote; what does not read raises ValueError in words."""
    if not isinstance(data, Mapping):
        entries = [(float(time), (str(name), str(what))) for time, name, what in data]
        kinds = tuple(dict.fromkeys(kind for _, kind in entries))
        number = {kind: code for code, kind in enumerate(kinds)}
        codes = np.array([number[kind] for _, kind in entries], dtype=np.int64)
        return Packed(kinds, np.array([time for time, _ in entries], dtype=np.float64), codes, len(entries), 0)
    try:
        kinds = tuple((str(name), str(what)) for name, what in data["kinds"])
        times = np.frombuffer(b64decode(data["time"], validate=True), dtype="<f8").astype(np.float64)
        codes = np.frombuffer(b64decode(data["kind"], validate=True), dtype="<u2").astype(np.int64)
        first, missing = int(data["first"]), int(data["missing"])
    except (KeyError, TypeError, ValueError, Error) as error:
        raise ValueError(f"the events of this trajectory do not read ({error!r}); copy its file again") from error
    if len(times) != len(codes) or codes.max(initial=-1) >= len(kinds):
        raise ValueError("the events of this trajectory do not read (times and kinds do not fit); copy its file again")
    return Packed(kinds, times, codes, first, missing)


def list_events(data: Any) -> tuple[EventRecord, ...]:
    """All that were kept, in order."""
    found = from_plain(data)
    pairs = zip(found.times.tolist(), found.codes.tolist(), strict=True)
    return tuple(EventRecord(time, *found.kinds[code]) for time, code in pairs)


def mode_at(modes: Mapping[str, Mapping[str, str]], data: Any, time: float) -> dict[str, str]:
    """What each friction ("sticks", "slides") and stop ("rests", "free") does at a time, by name.

    `modes` says of each how it started, `data` are the events. At the time of an event it is what follows.
    """
    found = from_plain(data)
    result = {}
    for name, modes_before in modes.items():
        codes = [code for code, kind in enumerate(found.kinds) if kind[0] == name and kind[1] in MODES]
        own = np.flatnonzero(np.isin(found.codes, codes) & (found.times <= time))
        _refuse_missing(found, own, time)
        result[name] = MODES[found.kinds[int(found.codes[own[-1]])][1]] if own.size else str(modes_before["start"])
    return result


def _refuse_missing(found: Packed, own: Sequence[Any] | Any, time: float) -> None:
    """Refuse a time between the first and the last events kept, where the last one of a part may be missing."""
    if not found.missing or time < found.times[found.first - 1] or (len(own) and own[-1] >= found.first):
        return
    raise ValueError(
        f"of this run, {found.missing} events between t = {found.times[found.first - 1]:.9g} s and t = "
        f"{found.times[found.first]:.9g} s are not kept, so the mode at t = {time:.9g} s is not known; ask for a time "
        "outside, or simulate that part alone"
    )
