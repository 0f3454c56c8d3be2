"""Measured data: time series with units, evenly sampled, and frequency responses."""

from __future__ import annotations

import csv
import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from linkwright.arrays import Array
from linkwright.control.units import unit
from linkwright.faults import Faults, close_matches
from linkwright.trajectory import Channel

JITTER = 0.01
"""Share of the sampling time by which a time may be off its place: times are printed with a few decimals."""
HEAD = re.compile(r"^(?P<name>[^\[\]]*?)\s*(?:\[(?P<unit>[^\[\]]*)\])?$")


@dataclass(frozen=True, eq=False)
class Measurements:
    """Time series that were measured together: times (n,) [s], evenly spaced, and channels by name.

    The name of a channel is that of the quantity, input or signal of the machine that it is a measurement of. All
    faults of the data are raised at once.
    """

    time: Array
    channels: Mapping[str, Channel]

    def __post_init__(self) -> None:
        faults = Faults("Measurements")
        time = faults.times("time", self.time, at_least=2)
        if time is not None:
            faults.found += _spacing_faults(time)
        if not isinstance(self.channels, Mapping) or not self.channels:
            faults.add(
                f"channels is {self.channels!r:.80}, expected a mapping of names to Channels; give one at least."
            )
            faults.stop()
        for name, channel in self.channels.items():
            if not isinstance(channel, Channel):
                faults.add(f"{name} is a {type(channel).__name__}, expected a Channel (values, unit, meaning).")
                continue
            faults.found += _value_faults(name, channel.values)
            if time is not None and len(channel.values) != len(time):
                faults.add(
                    f"{name} has {len(channel.values)} values for {len(time)} times; give one for each, or leave it "
                    "out."
                )
        faults.stop()
        object.__setattr__(self, "time", time)
        object.__setattr__(self, "channels", dict(self.channels))

    @property
    def step(self) -> float:
        """Time between samples [s]."""
        return float((self.time[-1] - self.time[0]) / (len(self.time) - 1))

    def __len__(self) -> int:
        """Return the number of samples."""
        return len(self.time)

    def __getitem__(self, name: str) -> Array:
        """Return the values of a channel."""
        if name not in self.channels:
            raise KeyError(f"no channel {name!r}; {close_matches(str(name), self.channels)}")
        return self.channels[name].values

    @staticmethod
    def read(
        path: str | os.PathLike[str], *, time: str = "time", columns: Mapping[str, str] | None = None
    ) -> Measurements:
        """Time series from a CSV file whose first row has names and units, `time [s],i1 [A],theta_m1 [rad]`.

        `columns` say which quantity of the machine is in which column, `{"drive1.i": "i1"}`; without, the names of the
        columns are those of the machine. `time` is the column of the times. All faults of the file at once.
        """
        heads, rows = _table(Path(path))
        faults = Faults(f"{path}")
        places = {name: k for k, (name, _) in enumerate(heads)}
        wanted = {time: time, **(columns or {name: name for name, _ in heads if name != time})}
        for column in wanted.values():
            if column not in places:
                faults.add(f"no column {column!r}; {close_matches(str(column), places)}")
            elif heads[places[column]][1] is None:
                faults.add(f"column {column} has no unit; write it behind the name, as in {column} [A]")
        if time in places and heads[places[time]][1] not in (None, "s"):
            faults.add(f"column {time} is in {heads[places[time]][1]}, expected times in s")
        short = [k for k, row in enumerate(rows) if len(row) != len(heads)]
        if short:
            faults.add(
                f"{_lines(short)} {'has' if len(short) == 1 else 'have'} another number of entries than the "
                f"{len(heads)} columns of the first; unequal lengths cannot be told apart, repair the file"
            )
        values: dict[str, Array] = {}
        for name, column in wanted.items():
            if column in places:
                place = places[column]
                entries = [row[place] if place < len(row) else "" for row in rows]
                values[name] = _column(column, entries, faults, skip=set(short))
        if time in values and not faults.found:
            times = values[time]
            later = np.flatnonzero(np.diff(times) <= 0)
            if later.size:
                faults.add(
                    f"times run backwards or stand still at {_lines(later[:5] + 1)}: {times[later[0] + 1]:.9g} s after "
                    f"{times[later[0]]:.9g} s; sort the rows and keep one a time"
                )
            else:
                faults.found += _spacing_faults(times)
        faults.stop()
        units = {name: heads[places[column]][1] or "" for name, column in wanted.items()}
        return Measurements(
            values[time],
            {
                name: Channel(values[name], units[name], f"measured, column {wanted[name]}")
                for name in wanted
                if name != time
            },
        )

    def unit_faults(self, known: Mapping[str, str]) -> list[str]:
        """What is wrong with names and units, where `known` are those of the machine."""
        found = []
        for name, channel in self.channels.items():
            if name not in known:
                found.append(f"the machine has no {name!r} to compare with; {close_matches(name, known)}")
            elif not same_unit(channel.unit, known[name]):
                found.append(
                    f"{name} was measured in {channel.unit or 'no unit'}, the machine has it in "
                    f"{known[name] or 'no unit'}; convert the data"
                )
        return found


def same_unit(first: str, second: str) -> bool:
    """Whether two units are the same, however they are written."""
    if first.replace(" ", "") == second.replace(" ", ""):
        return True
    try:
        return unit(first).base == unit(second).base
    except ValueError:
        return False


def _table(path: Path) -> tuple[list[tuple[str, str | None]], list[list[str]]]:
    """Names with units, and the rows below."""
    try:
        with path.open(newline="", encoding="utf-8-sig") as stream:
            rows = [
                [entry.strip() for entry in row] for row in csv.reader(stream) if row and not row[0].startswith("#")
            ]
    except FileNotFoundError:
        raise ValueError(f"{path}: there is no such file; give the path of a CSV file") from None
    except (OSError, UnicodeDecodeError) as error:
        raise ValueError(f"{path}: cannot be read as a CSV file: {error}") from error
    if len(rows) < 2:
        raise ValueError(f"{path}: has {len(rows)} rows; expected names with units, then a row for each time")
    heads: list[tuple[str, str | None]] = []
    for entry in rows[0]:
        match = HEAD.match(entry)
        heads.append((entry, None) if match is None else (match["name"].strip(), match["unit"]))
    return heads, rows[1:]


def _column(name: str, entries: Sequence[str], faults: Faults, *, skip: set[int]) -> Array:
    found, missing, wrong = np.full(len(entries), np.nan), list[int](), list[int]()
    for k, entry in enumerate(entries):
        if k in skip:
            continue
        try:
            found[k] = float(entry)
        except ValueError:
            (wrong if entry else missing).append(k)
            continue
        if not np.isfinite(found[k]):
            missing.append(k)
    if missing:
        faults.add(f"column {name} has gaps at {_lines(missing)}; cut the data there, or fill them in and say how")
    if wrong:
        faults.add(f"column {name} has {entries[wrong[0]]!r} at {_lines(wrong)}, expected numbers")
    return found


def _lines(rows: Sequence[int] | npt.NDArray[Any]) -> str:
    """Lines of the file by the numbers of data rows, in words."""
    shown = ", ".join(str(int(k) + 2) for k in rows[:5])
    more = f" and {len(rows) - 5} more" if len(rows) > 5 else ""
    return f"line{'' if len(rows) == 1 else 's'} {shown}{more}"


def _value_faults(name: str, values: Array) -> list[str]:
    bad = np.flatnonzero(~np.isfinite(values))
    if not bad.size:
        return []
    return [
        f"{name} has gaps: {bad.size} of {len(values)} values are no numbers, the first at {bad[0]}; cut the data there"
    ]


def _spacing_faults(time: Array) -> list[str]:
    """What is wrong with times that are not evenly spaced: samples that are missing, or another clock."""
    steps = np.diff(time)
    step = float(np.median(steps))
    lost = np.flatnonzero(steps > 1.5 * step)
    if lost.size:
        shown = ", ".join(
            f"{round(steps[k] / step) - 1} between {time[k]:.9g} s and {time[k + 1]:.9g} s" for k in lost[:3]
        )
        more = f" and {lost.size - 3} more" if lost.size > 3 else ""
        return [f"samples are missing: {shown}{more}; the sampling time is {step:.9g} s. Cut the data at the gap"]
    even = time[0] + (time[-1] - time[0]) / (len(time) - 1) * np.arange(len(time))
    off = float(np.max(np.abs(time - even)))
    if off > JITTER * step:
        words = f"times are not evenly spaced: off by up to {off:.3g} s at a sampling time of {step:.9g} s"
        return [f"{words}; interpolate the data at even times and say so"]
    return []


@dataclass(frozen=True, eq=False)
class MeasuredResponse:
    """A measured frequency response: frequencies [Hz] and complex values of output over input, by name."""

    frequencies: Array
    values: npt.NDArray[np.complex128]
    input: str
    output: str

    def __post_init__(self) -> None:
        faults = Faults("MeasuredResponse")
        frequencies = faults.times("frequencies", self.frequencies)
        values = np.asarray(self.values, dtype=complex)
        if frequencies is not None and values.shape != frequencies.shape:
            faults.add(f"values has the shape {values.shape} for {len(frequencies)} frequencies; give one for each.")
        elif not np.isfinite(values).all():
            faults.add("values has gaps: some are no numbers; leave these frequencies out.")
        if frequencies is not None and frequencies[0] <= 0:
            faults.add(f"frequencies begin at {frequencies[0]:g} Hz, expected more than 0.")
        faults.stop()
        object.__setattr__(self, "frequencies", frequencies)
        object.__setattr__(self, "values", values)

    @staticmethod
    def of(data: Any) -> MeasuredResponse:
        """From a FrequencyResponseData of python-control, whose labels are the names of input and output."""
        values = np.asarray(data.frdata if hasattr(data, "frdata") else data.fresp)
        if values.shape[:2] != (1, 1):
            msg = f"a response of {values.shape[1]} inputs and {values.shape[0]} outputs; pick one, frd[0, 0]"
            raise ValueError(msg)
        return MeasuredResponse(
            np.asarray(data.omega) / (2 * np.pi),
            values[0, 0],
            str(data.input_labels[0]),
            str(data.output_labels[0]),
        )
