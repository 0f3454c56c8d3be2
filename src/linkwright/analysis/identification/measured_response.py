"""Measured frequency responses, from arrays, files or python-control."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from linkwright.analysis.identification.measurements import read_column, read_table, si_unit
from linkwright.analysis.linear.lifted.plant import EFFORTS
from linkwright.arrays import Array
from linkwright.control.units import Unit, unit, units_like
from linkwright.faults import Faults, close_matches
from linkwright.kinds import checked_arguments

DECIBEL = "dB"
RESPONSE_COLUMNS = (("magnitude", "phase"), ("real", "imaginary"))


@checked_arguments
@dataclass(frozen=True, eq=False)
class MeasuredResponse:
    """A measured frequency response: frequencies [Hz] and complex values of output over input, by name.

    The input is one of the machine or closed loop, or `force on x`, `torque on x`, an effort on a quantity; the output
    a quantity, `x`, `x'` or `x''`. `unit` is that of the values, of the SI; without, they are not checked.
    """

    frequencies: Array
    values: npt.NDArray[np.complex128]
    input: str
    output: str
    unit: str = ""

    def __post_init__(self) -> None:
        faults = Faults("MeasuredResponse")
        frequencies = faults.times("frequencies", self.frequencies)
        values = np.asarray(self.values, dtype=complex)
        if frequencies is not None and values.shape != frequencies.shape:
            faults.add(f"values has the shape {values.shape} for {len(frequencies)} frequencies; give one for each.")
        elif not np.isfinite(values).all():
            faults.add("values has gaps: some are no numbers; leave these frequencies out.")
        elif not np.all(values):
            faults.add("values has zeros, of which there are no relative errors; leave these frequencies out.")
        if frequencies is not None and frequencies[0] <= 0:
            faults.add(f"frequencies begin at {frequencies[0]:g} Hz, expected more than 0.")
        size, own = si_unit("the response", self.unit, faults)
        faults.stop()
        object.__setattr__(self, "frequencies", frequencies)
        object.__setattr__(self, "values", size * values)
        object.__setattr__(self, "unit", own)

    @staticmethod
    @checked_arguments
    def of(data: Any) -> MeasuredResponse:
        """From a FrequencyResponseData of python-control, whose labels are the names of input and output."""
        if not hasattr(data, "omega"):
            msg = f"MeasuredResponse.of: data is {data!r:.60}, expected a FrequencyResponseData of python-control"
            raise TypeError(msg)
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

    @staticmethod
    @checked_arguments
    def read(path: str | os.PathLike[str], *, input: str, output: str) -> MeasuredResponse:  # noqa: A002
        """From a CSV file with names and units in its first row, of `output` over `input`.

        Columns are `frequency [Hz]` (or rad/s) and `magnitude [mm/N]` (or dB) with `phase [deg]`, or `real [m/N]` with
        `imaginary [m/N]`. All faults of the file at once.
        """
        heads, rows = read_table(Path(path))
        faults = Faults(f"{path}")
        units = dict(heads)
        pair = next((each for each in RESPONSE_COLUMNS if each[0] in units), RESPONSE_COLUMNS[0])
        scales: dict[str, tuple[float, str]] = {}
        values: dict[str, Array] = {}
        short = {k for k, row in enumerate(rows) if len(row) != len(heads)}
        if short:
            faults.add(f"{len(short)} rows have another number of entries than the {len(heads)} columns of the first")
        for column in ("frequency", *pair):
            if column not in units:
                known = "expected frequency, magnitude and phase, or frequency, real and imaginary"
                faults.add(f"no column {column!r}; {close_matches(column, units)}; {known}")
                continue
            own = units[column]
            if own is None:
                faults.add(f"column {column} has no unit; write it behind the name, as in frequency [Hz]")
            elif not (column == "magnitude" and own == DECIBEL):
                scales[column] = si_unit(f"column {column}", own, faults)
            place = list(units).index(column)
            entries = [row[place] if place < len(row) else "" for row in rows]
            values[column] = read_column(column, entries, faults, skip=short)
        turns = {"frequency": ("1/s", "rad/s"), "phase": ("rad", "")}
        for column, wanted in turns.items():
            if column in scales and scales[column][1] != "?" and not _like(scales[column][1], wanted):
                usual = "Hz, rad/s" if column == "frequency" else ", ".join(units_like("rad"))
                faults.add(f"column {column} is in {units[column]}, expected {usual}")
        if (
            all(name in scales for name in pair)
            and pair == RESPONSE_COLUMNS[1]
            and not _like(scales[pair[0]][1], (scales[pair[1]][1],))
        ):
            faults.add(f"column real is in {units['real']}, imaginary in {units['imaginary']}; give both in one unit")
        faults.stop()
        size, own = scales["frequency"]
        frequencies = size * values["frequency"] / (2 * np.pi if _like(own, ("rad/s",)) else 1.0)
        if pair == RESPONSE_COLUMNS[1]:
            whole = scales["real"][0] * values["real"] + 1j * scales["imaginary"][0] * values["imaginary"]
            return MeasuredResponse(frequencies, whole, input, output, scales["real"][1])
        if "magnitude" in scales:
            sizes, shown = scales["magnitude"][0] * values["magnitude"], scales["magnitude"][1]
        else:
            sizes, shown = 10 ** (values["magnitude"] / 20), ""
        return MeasuredResponse(
            frequencies, sizes * np.exp(1j * scales["phase"][0] * values["phase"]), input, output, shown
        )

    def unit_faults(self, known: Mapping[str, str]) -> list[str]:
        """What is wrong with the unit, where `known` are those of inputs and quantities of the machine."""
        above, below = _unit_of(self.output, known), _unit_of(self.input, known)
        if not self.unit or above is None or below is None:
            return []
        if _without_radians(unit(self.unit)) == _without_radians(above / below):
            return []
        words = f"the response was measured in {self.unit}, which does not fit"
        return [f"{words}: {self.output} over {self.input} is in {above / below}"]


def _like(text: str, others: tuple[str, ...]) -> bool:
    return any(unit(text).base == unit(other).base for other in others)


def _without_radians(value: Unit) -> frozenset[tuple[str, Any]]:
    """Base units without the radian, by which torque times angle is work."""
    return frozenset(pair for pair in value.base if pair[0] != "rad")


def _unit_of(name: str, known: Mapping[str, str]) -> Unit | None:
    """Unit of a quantity, a rate, an acceleration or an effort; None where it is not known."""
    if name in known:
        return unit(known[name])
    if name.endswith("'"):
        rate = _unit_of(name[:-1], known)
        return None if rate is None else rate / unit("s")
    for words in EFFORTS:
        if name.startswith(words):
            rate = _unit_of(name.removeprefix(words), known)
            return None if rate is None else unit("W s") / rate
    return None
