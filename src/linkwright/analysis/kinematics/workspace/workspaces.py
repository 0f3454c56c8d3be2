"""Workspace of a platform: a slice in the plane of two of its coordinates, reached point by point from the middle."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from linkwright.analysis.kinematics.margins import Kind
from linkwright.analysis.kinematics.model import KinematicModel
from linkwright.analysis.kinematics.workspace.contours import zero_curves
from linkwright.analysis.kinematics.workspace.flooding import flood, found_ranges
from linkwright.analysis.kinematics.workspace.limits import Limits
from linkwright.analysis.kinematics.workspace.request import Slice, read_slice
from linkwright.arrays import Array
from linkwright.display import Displayed
from linkwright.dynamics import Refused, State
from linkwright.dynamics.errors import AssemblyError

Mask = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Workspace(Displayed):
    """A slice of the workspace: arrays (ny, nx) over the values `y` (second name) and `x` (first name).

    `reached`: the joints close there, in the assembly mode of the start; `allowed`: and limits, end stops and clearance
    are kept. `blocked`: points beside those reached, but behind a constraint singularity, where the mode could be left.
    `parallel`, `serial`, `constraint`: margins to singularities of each kind, 0 to 1, NaN where not reached; the signs
    `_side` change across singular curves. `dexterity`: 1 / condition. `refused` counts points by the limit or end stop
    that is broken. `elastic` says how elastic couplings were taken.
    """

    machine: str
    names: tuple[str, str]
    units: tuple[str, str]
    x: Array
    y: Array
    fixed: Mapping[str, float]
    over: Mapping[str, tuple[float, ...]]
    length: float
    reached: Mask
    allowed: Mask
    blocked: Mask
    parallel: Array
    serial: Array
    constraint: Array
    dexterity: Array
    parallel_side: Array
    serial_side: Array
    refused: Mapping[str, int]
    limits: Mapping[str, tuple[float, float]]
    clearance: float | None
    q: Array
    elastic: str | None = None

    @property
    def cell(self) -> float:
        """Size of a cell, in the product of the units."""
        return float((self.x[1] - self.x[0]) * (self.y[1] - self.y[0]))

    @property
    def area(self) -> float:
        """Size of what is allowed, in the product of the units: cells whose middle is."""
        return float(self.allowed.sum()) * self.cell

    @property
    def mean_dexterity(self) -> float:
        """Mean of 1 / condition over what is allowed (global conditioning index); NaN where nothing is."""
        return float(np.mean(self.dexterity[self.allowed])) if self.allowed.any() else float("nan")

    @property
    def goes_on(self) -> tuple[str, ...]:
        """Sides of the slice at which what is allowed goes on beyond it, such as "platform.x < -0.4"."""
        sides = []
        for name, unit, values, allowed in zip(
            self.names, self.units, (self.x, self.y), (self.allowed.T, self.allowed), strict=True
        ):
            if unit.startswith("rad") and values[-1] - values[0] > 2 * np.pi - 1.5 * (values[1] - values[0]):
                continue  # a whole turn
            sides += [f"{name} < {values[0]:.4g}"] if allowed[0].any() else []
            sides += [f"{name} > {values[-1]:.4g}"] if allowed[-1].any() else []
        return tuple(sides)

    @property
    def bounds(self) -> tuple[str, ...]:
        """What bounds the workspace inside the slice, in words; points are counted."""
        notes = []
        beside = _beside(self.reached) & ~self.reached
        if blocked := int(self.blocked.sum()):
            notes.append(
                f"{blocked} of {int(beside.sum())} points beside what is reached lie behind a constraint singularity, "
                "where the joints lose their hold and the machine could leave its assembly mode"
            )
        if (beside & ~self.blocked).any():
            rest = "elsewhere" if blocked else "where the reached region ends,"
            notes.append(f"{rest} a leg is stretched or folded: a serial singularity")
        return (*notes, *[f"{count} points break {self._limit(name)}" for name, count in self.refused.items()])

    def _limit(self, name: str) -> str:
        """What a count of `refused` is about."""
        if name in self.limits:
            low, high = self.limits[name]
            return f"{name} from {low:.4g} to {high:.4g}"
        return f"the clearance of {self.clearance:.4g} m" if name == "clearance" else f"the end stop {name}"

    def curves(self, kind: Kind) -> list[Array]:
        """Singular curves of a kind as polylines (k, 2) in the plane.

        Serial and parallel: where the sign of the determinant changes. Constraint: where such singularities bound what
        is reached, half-way between points.
        """
        if kind == "constraint":
            return zero_curves(self.x, self.y, np.where(self.reached, 1.0, np.where(self.blocked, -1.0, np.nan)))
        side, margin = (self.parallel_side, self.parallel) if kind == "parallel" else (self.serial_side, self.serial)
        return zero_curves(self.x, self.y, np.where(self.reached, side * margin, np.nan))

    def as_dict(self) -> dict[str, object]:
        """Plain data for JSON."""
        return {
            "machine": self.machine,
            "across": list(self.names),
            "units": list(self.units),
            "x": self.x.tolist(),
            "y": self.y.tolist(),
            "at": dict(self.fixed),
            "over": {name: list(values) for name, values in self.over.items()},
            "characteristic_length": self.length,
            "area": self.area,
            "goes_on": list(self.goes_on),
            "reached": self.reached.astype(int).tolist(),
            "allowed": self.allowed.astype(int).tolist(),
            "blocked": self.blocked.astype(int).tolist(),
            "dexterity": self.dexterity.tolist(),
            "parallel": self.parallel.tolist(),
            "serial": self.serial.tolist(),
            "constraint": self.constraint.tolist(),
            "mean_dexterity": self.mean_dexterity,
            "refused": dict(self.refused),
            "limits": {name: list(pair) for name, pair in self.limits.items()},
            "clearance": self.clearance,
            "elastic": self.elastic,
            "parallel_curves": [curve.tolist() for curve in self.curves("parallel")],
            "serial_curves": [curve.tolist() for curve in self.curves("serial")],
            "constraint_curves": [curve.tolist() for curve in self.curves("constraint")],
            "bounds": list(self.bounds),
        }


def workspace(
    kinematics: KinematicModel,
    across: Mapping[str, tuple[float, float]] | Sequence[str] | None,
    *,
    at: Mapping[str, float],
    resolution: int | tuple[int, int],
    near: State | None,
    limits: Mapping[str, tuple[float, float]],
    clearance: float | None,
    over: Mapping[str, Sequence[float]],
    longest: float,
    progress: Callable[[float], None],
) -> Workspace:
    """Check the question, find ranges where none are given, and fill the grid for every value of `over`."""
    request = read_slice(
        kinematics, across, at=at, over=over, resolution=resolution, longest=longest, clearance=clearance
    )
    checked = Limits.of(kinematics, limits, clearance)
    start = kinematics.dynamics.reference if near is None else kinematics.dynamics.check(near)
    layers = request.layers
    progress(0.0)
    if request.ranges is None:
        request = request.within(found_ranges(kinematics, request, start, replace(checked, bars=None)))
    result: Workspace | None = None
    for k, extra in enumerate(layers):

        def report(share: float, k: int = k) -> None:
            progress((k + share) / len(layers))

        found = _layer(kinematics, request, {**request.fixed, **extra}, start, checked, report)
        result = found if result is None else _union(result, found)
    assert result is not None  # there is always one layer
    if not result.reached.any():
        raise _nothing(kinematics, request, start)
    progress(1.0)
    return result


def _layer(
    kinematics: KinematicModel,
    request: Slice,
    fixed: Mapping[str, float],
    start: State,
    limits: Limits,
    progress: Callable[[float], None],
) -> Workspace:
    x, y = request.axes
    which = kinematics.measure.pose
    wanted = request.targets(kinematics, fixed)
    flooded = flood(kinematics, which, wanted, start, progress)
    reached, Q = flooded.reached, flooded.Q
    ny, nx = len(y), len(x)
    margins = kinematics.measure.margins(Q[reached], start.t)
    broken = limits.broken(Q[reached], start.t)
    allowed = reached.copy()
    allowed[reached] = ~np.any([np.zeros(int(reached.sum()), dtype=bool), *broken.values()], axis=0)
    refused = {name: int(mask.sum()) for name, mask in broken.items()}
    names = request.names
    quantities = {quantity.name: quantity for quantity in kinematics.dynamics.system.quantities}

    def grid(values: Array) -> Array:
        whole = np.full(len(reached), np.nan)
        whole[reached] = values
        return whole.reshape(ny, nx)

    return Workspace(
        kinematics.dynamics.name,
        names,
        (quantities[names[0]].unit, quantities[names[1]].unit),
        x,
        y,
        request.fixed,
        request.over,
        kinematics.length,
        reached.reshape(ny, nx),
        allowed.reshape(ny, nx),
        flooded.blocked.reshape(ny, nx),
        grid(margins.parallel),
        grid(margins.serial),
        grid(margins.constraint),
        grid(margins.dexterity),
        grid(margins.parallel_side),
        grid(margins.serial_side),
        refused,
        limits.ranges,
        limits.clearance,
        Q.reshape(ny, nx, -1),
        kinematics.elastic,
    )


def _union(first: Workspace, second: Workspace) -> Workspace:
    """Points that are possible in either layer, each with the better dexterity and its margins."""
    better = second.allowed & (~first.allowed | (np.nan_to_num(second.dexterity) > np.nan_to_num(first.dexterity)))
    better |= second.reached & ~first.reached
    chosen = {
        name: np.where(better, getattr(second, name), getattr(first, name))
        for name in ("parallel", "serial", "constraint", "dexterity", "parallel_side", "serial_side")
    }
    refused = {name: first.refused.get(name, 0) + second.refused.get(name, 0) for name in first.refused}
    return replace(
        first,
        reached=first.reached | second.reached,
        allowed=first.allowed | second.allowed,
        blocked=(first.blocked | second.blocked) & ~(first.reached | second.reached),
        refused=refused,
        q=np.where(better[:, :, None], second.q, first.q),
        **chosen,
    )


def _beside(reached: Mask) -> Mask:
    """Points with a neighbour that is reached."""
    padded = np.pad(reached, 1)
    return np.asarray(padded[:-2, 1:-1] | padded[2:, 1:-1] | padded[1:-1, :-2] | padded[1:-1, 2:])


def _nothing(kinematics: KinematicModel, request: Slice, start: State) -> Refused:
    """What is said when no point of the slice can be reached."""
    assert request.ranges is not None
    values = dict(request.fixed)
    values |= {name: 0.5 * (low + high) for name, (low, high) in zip(request.names, request.ranges, strict=True)}
    try:
        kinematics.dynamics.assemble(values, near=start)
    except AssemblyError as error:
        return Refused(f"no point of this slice can be reached; in its middle, {error.reason}", error.parts)
    return Refused("no point of this slice can be reached from the start; give other ranges, or a state as `near`")
