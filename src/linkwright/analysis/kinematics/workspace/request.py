"""What is asked of a workspace, checked: coordinates of the slice, ranges, fixed values, resolution, limits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import isfinite

import numpy as np

from linkwright.analysis.kinematics.model import KinematicModel
from linkwright.arrays import Array
from linkwright.dynamics import Refused
from linkwright.dynamics.system import targets_of
from linkwright.faults import close_matches

SECONDS_A_POINT = (2e-4, 6e-10)
"""Rough time of one point: a constant, and this many seconds times the cube of the number of speeds (dense algebra)."""

Range = tuple[float, float]


@dataclass(frozen=True)
class Slice:
    """Two coordinates with their ranges (none: to be found) and numbers of points, the others' values, and `over`."""

    names: tuple[str, str]
    numbers: tuple[int, int]
    ranges: tuple[Range, Range] | None
    counts: tuple[int, int]
    fixed: Mapping[str, float]
    over: Mapping[str, tuple[float, ...]]

    @property
    def axes(self) -> tuple[Array, Array]:
        """Values along x and y."""
        assert self.ranges is not None
        x, y = (np.linspace(low, high, count) for (low, high), count in zip(self.ranges, self.counts, strict=True))
        return x, y

    @property
    def layers(self) -> list[dict[str, float]]:
        """Values of the further coordinate, one layer each."""
        for name, values in self.over.items():
            return [{name: value} for value in values]
        return [{}]

    def within(self, ranges: tuple[Range, Range], count: int | None = None) -> Slice:
        """The same with ranges."""
        return replace(self, ranges=ranges, counts=self.counts if count is None else (count, count))

    def targets(self, kinematics: KinematicModel, fixed: Mapping[str, float]) -> Array:
        """Values of the pose (ny, nx, targets) on the grid."""
        x, y = self.axes
        grid = np.empty((len(y), len(x), len(kinematics.pose)))
        for k, name in enumerate(kinematics.pose):
            grid[:, :, k] = x if name == self.names[0] else y[:, None] if name == self.names[1] else fixed[name]
        return grid


def read_slice(
    kinematics: KinematicModel,
    across: Mapping[str, Range] | Sequence[str] | None,
    *,
    at: Mapping[str, float],
    over: Mapping[str, Sequence[float]],
    resolution: int | tuple[int, int],
    longest: float,
    clearance: float | None,
) -> Slice:
    """The slice that was asked for; all faults at once."""
    pose = kinematics.pose
    faults: list[str] = []
    if len(pose) < 2:
        faults.append(
            f"the platform has one coordinate ({', '.join(pose)}); a slice needs two: name others as platform"
        )
    names = tuple(across) if across is not None else _default_axes(kinematics)
    faults += [
        f"{name!r} is no coordinate of the platform; {close_matches(str(name), pose)}"
        for name in (*names, *at, *over)
        if name not in pose
    ]
    if len(names) != 2 or len(set(names)) != 2:
        faults.append(f"a slice is across two different coordinates, got {len(names)}: {', '.join(map(str, names))}")
    faults += [f"{name} is both across and at; name it once" for name in names if name in at or name in over]
    if len(over) > 1:
        faults.append(f"over takes one coordinate, got {len(over)}: {', '.join(over)}")
    ranges: tuple[Range, Range] | None = None
    if isinstance(across, Mapping):
        faults += [f"{name}: {fault}" for name, pair in across.items() if (fault := _range_fault(pair))]
        if not faults:
            (a, b), (c, d) = across.values()
            ranges = (float(a), float(b)), (float(c), float(d))
    faults += [f"{name} = {value!r} is not a finite number" for name, value in at.items() if not _finite(value)]
    faults += [f"over {name}: give at least one value" for name, values in over.items() if not len(values)]
    counts = (resolution, resolution) if isinstance(resolution, int) else tuple(resolution)
    if len(counts) != 2 or not all(isinstance(count, int) and count >= 2 for count in counts):
        faults.append(f"resolution = {resolution!r}: expected a whole number of points, 2 or more, or two of them")
    if clearance is not None and not (_finite(clearance) and clearance >= 0):
        faults.append(f"clearance = {clearance!r}: expected a distance in m, 0 or more")
    if faults:
        raise ValueError("; ".join(faults))
    kinematics.check(pose)
    layers = max(1, *[len(values) for values in over.values()]) if over else 1
    refuse_long(kinematics, counts[0] * counts[1] * layers, longest)
    reference = kinematics.dynamics.reference.positions
    fixed = {name: float(at.get(name, reference[name])) for name in pose if name not in names and name not in over}
    numbers = tuple(targets_of(kinematics.dynamics.system, dict.fromkeys(names, 0.0), positions=True))
    return Slice(
        (str(names[0]), str(names[1])),
        (numbers[0], numbers[1]),
        ranges,
        (counts[0], counts[1]),
        fixed,
        {name: tuple(float(value) for value in values) for name, values in over.items()},
    )


def _default_axes(kinematics: KinematicModel) -> tuple[str, ...]:
    """The first two lengths of the pose; where there are fewer, its first two coordinates."""
    units = {quantity.name: quantity.unit for quantity in kinematics.dynamics.system.quantities}
    lengths = [name for name in kinematics.pose if units[name] == "m"]
    return tuple(lengths[:2]) if len(lengths) >= 2 else tuple(kinematics.pose[:2])


def _finite(value: object) -> bool:
    return isinstance(value, (int, float, np.floating, np.integer)) and isfinite(value)


def _range_fault(pair: object) -> str:
    if not isinstance(pair, (tuple, list)) or len(pair) != 2 or not all(_finite(value) for value in pair):
        return f"{pair!r}: expected a range (low, high)"
    return "" if pair[0] < pair[1] else f"{pair!r}: the lower end must be below the upper one"


def refuse_long(kinematics: KinematicModel, points: int, longest: float) -> None:
    """Refuse a resolution that would take too long, with one that would not."""
    constant, cube = SECONDS_A_POINT
    one = constant + cube * kinematics.dynamics.system.n**3
    seconds = points * one
    if seconds > longest:
        fit = max(2, int(np.sqrt(longest / one)))
        msg = (
            f"{points} points would take about {seconds:.0f} s, more than longest = {longest:.0f} s; choose a "
            f"resolution of {fit} or less, or give longest"
        )
        raise Refused(msg)


def limit_numbers(kinematics: KinematicModel, limits: Mapping[str, Range]) -> dict[int, Range]:
    """Limits by numbers of quantities; unknown names and empty ranges are refused."""
    faults = []
    for name, pair in limits.items():
        if not isinstance(pair, (tuple, list)) or len(pair) != 2 or not pair[0] < pair[1]:
            faults.append(f"limit of {name}: {pair!r}: expected (low, high) with low < high")
    if faults:
        raise ValueError("; ".join(faults))
    found = targets_of(kinematics.dynamics.system, dict.fromkeys(limits, 0.0), positions=True)
    return {number: (float(pair[0]), float(pair[1])) for number, pair in zip(found, limits.values(), strict=True)}
