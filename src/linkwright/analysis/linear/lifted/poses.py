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

LoopAt = Callable[[Mapping[str, float]], tuple[ClosedLoop, LoopState]]
"""A closed loop and the state in which it holds a pose, by the pose."""


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

    def in_words(self) -> str:
        """Smallest and largest value with their poses."""
        known = np.isfinite(self.values)
        if not known.any():
            return f"{self.machine}: no pose of the map is within reach of a stable loop"
        lines = [f"bandwidth of {self.output} to {self.input} of {self.machine} at {int(known.sum())} poses"]
        for words, place in (("smallest", np.nanargmin(self.values)), ("largest", np.nanargmax(self.values))):
            row, column = np.unravel_index(int(place), self.values.shape)
            at = f"{self.names[0]} = {self.x[column]:.4g} {self.units[0]}, {self.names[1]} = {self.y[row]:.4g} "
            lines.append(f"  {words} {self.values[row, column]:.4g} Hz at {at}{self.units[1]}".rstrip())
        lines += [f"  {len(self.reasons)} poses without one"] if self.reasons else []
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
