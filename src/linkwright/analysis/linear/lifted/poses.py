"""Bandwidths of a closed loop over poses: a linear model at each place of a grid."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from linkwright.analysis.linear.lifted.linearize import linearize_loop
from linkwright.arrays import Array, read_only
from linkwright.closed_loop import ClosedLoop, LoopState
from linkwright.dynamics import AssemblyError, Refused
from linkwright.faults import Faults
from linkwright.kinds import checked_arguments

LoopAt = Callable[[Mapping[str, float]], tuple[ClosedLoop, LoopState]]
"""A closed loop and the state in which it holds a pose, by the pose."""


@checked_arguments
@dataclass(frozen=True, eq=False)
class BandwidthMap:
    """Bandwidth (Hz) of an output to an input over two coordinates of the pose: `values` (y, x).

    Not a number where the pose is out of reach or the loop is not stable; `reasons` has the words, by (x, y).
    """

    machine: str
    input: str
    output: str
    names: tuple[str, str]
    units: tuple[str, str]
    x: Array
    y: Array
    values: Array
    reasons: Mapping[tuple[float, float], str]

    def __post_init__(self) -> None:
        for name in ("x", "y", "values"):
            object.__setattr__(self, name, read_only(np.array(getattr(self, name), dtype=float)))

    def format_value(self, value: float) -> str:
        """A bandwidth with as many digits as tell the values of this map apart, from 4 to 10."""
        known = self.values[np.isfinite(self.values)]
        low, high = (float(known.min()), float(known.max())) if known.size else (1.0, 1.0)
        share = (high - low) / high if high > 0 else 0.0
        digits = 4 if share < 1e-9 else int(np.clip(np.ceil(-np.log10(share)) + 2, 4, 10))
        return f"{value:.{digits}g}"

    def in_words(self) -> str:
        """Smallest and largest value with their poses."""
        known = np.isfinite(self.values)
        if not known.any():
            return f"{self.machine}: no pose of the map is within reach of a stable loop"
        lines = [f"bandwidth of {self.output} to {self.input} of {self.machine} at {int(known.sum())} poses"]
        for words, place in (("smallest", np.nanargmin(self.values)), ("largest", np.nanargmax(self.values))):
            row, column = np.unravel_index(int(place), self.values.shape)
            x, y = (f"{round(float(value), 9) + 0.0:.4g}" for value in (self.x[column], self.y[row]))
            at = f"{self.names[0]} = {x} {self.units[0]}, {self.names[1]} = {y} "
            lines.append(f"  {words} {self.format_value(self.values[row, column])} Hz at {at}{self.units[1]}".rstrip())
        if self.reasons:
            count = len(self.reasons)
            lines.append(f"  {count} pose{'' if count == 1 else 's'} without one: {next(iter(self.reasons.values()))}")
            lines += ["  others for other reasons"] if len(set(self.reasons.values())) > 1 else []
        return "\n".join(lines)

    def as_data(self) -> dict[str, object]:
        """Everything as plain data, for JSON."""
        return {
            "machine": self.machine,
            "input": self.input,
            "output": self.output,
            "names": list(self.names),
            "units": list(self.units),
            "x": self.x.tolist(),
            "y": self.y.tolist(),
            "bandwidth": self.values.tolist(),
            "reasons": [{"x": x, "y": y, "reason": words} for (x, y), words in self.reasons.items()],
        }


@checked_arguments
def bandwidth_map(
    loop_at: LoopAt,
    across: Mapping[str, Sequence[float]],
    *,
    input: str,  # noqa: A002  the word of every response
    output: str,
    lowest: float = 0.1,
    progress: Callable[[float], None] | None = None,
) -> BandwidthMap:
    """Bandwidths (`Lifted.bandwidth`) over a grid of two coordinates of the pose, {name: values, name: values}.

    `loop_at(pose)` gives the closed loop and the state in which it holds a pose; a pose that it refuses has no value.
    """
    faults = Faults("bandwidth_map")
    if len(across) != 2:
        faults.add(f"across has {len(across)} coordinates, expected two: {{name: values, name: values}}")
    grids = [faults.sequence(name, values) for name, values in across.items()]
    faults.stop()
    x, y = (np.array(grid) for grid in grids)
    names = tuple(across)
    values = np.full((len(y), len(x)), np.nan)
    reasons: dict[tuple[float, float], str] = {}
    machine, units = "", ("", "")
    for row, second in enumerate(y):
        for column, first in enumerate(x):
            try:
                loop, state = loop_at({names[0]: float(first), names[1]: float(second)})
                machine = loop.name
                units = _units(loop, names)
                found = linearize_loop(loop, state).bandwidth(input, output, lowest=lowest)
            except (Refused, AssemblyError, ValueError) as error:
                reasons[float(first), float(second)] = str(error)
                found = None
            values[row, column] = np.nan if found is None else found
            if progress is not None:
                progress((row * len(x) + column + 1) / values.size)
    return BandwidthMap(machine, input, output, (names[0], names[1]), units, x, y, values, reasons)


def _units(loop: ClosedLoop, names: Sequence[str]) -> tuple[str, str]:
    known = {quantity.name: quantity.unit for quantity in loop.dynamics.system.quantities}
    return known.get(names[0], ""), known.get(names[1], "")
