"""Measured time series with units, evenly sampled."""

from __future__ import annotations

import csv
import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from linkwright.arrays import Array
from linkwright.control.units import to_si, unit, units_like
from linkwright.faults import Faults, close_matches
from linkwright.kinds import checked_arguments
from linkwright.trajectory import Channel

JITTER = 0.01
"""Share of the sampling time by which a time may be off its place: times are printed with a few decimals."""
HEAD = re.compile(r"^(?P<name>[^\[\]]*?)\s*(?:\[(?P<unit>[^\[\]]*)\])?$")


@dataclass(frozen=True, eq=False)
class Measurements:
    """Time series that were measured together: times (n,) [s], evenly spaced, and channels by name.

    The name of a channel is that of the quantity, input or signal of the machine that it is a measurement of. Channels
    in other units than those of the SI (mm, deg, rpm, mA) are converted. All faults of the data are raised at once.
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
            si_unit(name, channel.unit, faults)
            if time is not None and len(channel.values) != len(time):
                faults.add(
                    f"{name} has {len(channel.values)} values for {len(time)} times; give one for each, or leave it "
                    "out."
                )
        faults.stop()
        object.__setattr__(self, "time", time)
        object.__setattr__(self, "channels", {name: _in_si(channel) for name, channel in self.channels.items()})

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
    @checked_arguments
    def read(
        path: str | os.PathLike[str], *, time: str = "time", columns: Mapping[str, str] | None = None
    ) -> Measurements:
        """Time series from a CSV file whose first row has names and units, `time [s],i1 [A],theta_m1 [rad]`.

        `columns` say which quantity of the machine is in which column, `{"drive1.i": "i1"}`; without, the names of the
        columns are those of the machine. `time` is the column of the times. Values are converted to SI units, whatever
        the file has: ms, mm, deg, rpm, mA. All faults of the file at once.
        """
        heads, rows = read_table(Path(path))
        faults = Faults(f"{path}")
        twice = [
            name for name in dict.fromkeys(name for name, _ in heads) if [each for each, _ in heads].count(name) > 1
        ]
        if twice:
            faults.add(f"several columns are named {', '.join(twice)}; give each a name of its own")
        places = {name: k for k, (name, _) in enumerate(heads)}
        wanted = {time: time, **(columns or {name: name for name, _ in heads if name != time})}
        scales: dict[str, tuple[float, str]] = {}
        for name, column in wanted.items():
            if column not in places:
                faults.add(f"no column {column!r}; {close_matches(str(column), places)}")
            elif heads[places[column]][1] is None:
                faults.add(f"column {column} has no unit; write it behind the name, as in {column} [A]")
            else:
                scales[name] = si_unit(f"column {column}", heads[places[column]][1] or "", faults)
        if time in scales and scales[time][1] not in ("s", "?"):
            shown = heads[places[time]][1] or "no unit"
            faults.add(f"column {time} is in {shown}, expected times: {', '.join(units_like('s'))}")
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
                values[name] = read_column(column, entries, faults, skip=set(short))
        if time in values and time in scales and np.isfinite(values[time]).all():
            times = values[time] = scales[time][0] * values[time]
            later = np.flatnonzero(np.diff(times) <= 0)
            if later.size:
                faults.add(
                    f"times run backwards or stand still at {_lines(later[:5] + 1)}: {times[later[0] + 1]:.9g} s after "
                    f"{times[later[0]]:.9g} s; sort the rows and keep one a time"
                )
            else:
                faults.found += _spacing_faults(times)
        faults.stop()
        return Measurements(
            values[time],
            {
                name: Channel(values[name], heads[places[column]][1] or "", f"measured, column {column}")
                for name, column in wanted.items()
                if name != time
            },
        )

    @checked_arguments
    def unit_faults(self, known: Mapping[str, str]) -> list[str]:
        """What is wrong with names and units, where `known` are those of the machine."""
        found = []
        for name, channel in self.channels.items():
            if name not in known:
                found.append(f"the machine has no {name!r} to compare with; {close_matches(name, known)}")
            elif not same_unit(channel.unit, known[name]):
                found.append(_misfit(name, channel.unit, known[name]))
        return found


def _misfit(name: str, given: str, wanted: str) -> str:
    others = [each for each in units_like(wanted) if each != wanted]
    hint = f", or {', '.join(others)}" if others else ""
    return (
        f"{name} was measured in {given or 'no unit'}, which does not fit: the machine has it in "
        f"{wanted or 'no unit'}; give data in {wanted or 'no unit'}{hint}"
    )


def si_unit(name: str, text: str, faults: Faults) -> tuple[float, str]:
    """Size and name of the SI unit of a text; what is not known is a fault, and `?` its name."""
    try:
        return to_si(text)
    except ValueError as error:
        faults.add(f"{name} is in {text}: {error}")
        return 1.0, "?"


def _in_si(channel: Channel) -> Channel:
    """The same channel in SI units; one that has them stays as it is."""
    size, name = to_si(channel.unit)
    if size == 1.0 and same_unit(channel.unit, name):
        return channel
    return replace(channel, values=size * channel.values, unit=name)


def same_unit(first: str, second: str) -> bool:
    """Whether two units are the same, however they are written."""
    return unit(first).base == unit(second).base


def read_table(path: Path) -> tuple[list[tuple[str, str | None]], list[list[str]]]:
    """Names with units, and the rows below; comments and empty lines are left out."""
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


def read_column(name: str, entries: Sequence[str], faults: Faults, *, skip: set[int]) -> Array:
    """Numbers of a column; gaps and words are faults, rows to skip are not a number."""
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
