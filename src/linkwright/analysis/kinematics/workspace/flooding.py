"""Filling a grid of poses from one configuration outwards, each point from its neighbour, in one assembly mode."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from linkwright.analysis.kinematics.continuation import follow_segments
from linkwright.analysis.kinematics.model import KinematicModel
from linkwright.analysis.kinematics.workspace.limits import Limits
from linkwright.analysis.kinematics.workspace.request import Range, Slice
from linkwright.arrays import Array
from linkwright.dynamics import State
from linkwright.dynamics.closure import machine_extent

EASY = 2.0**-3
"""Share of the way to a neighbour below which steps are not halved while waves run: ways that need shorter ones lie at
edges and are followed later, all at once."""
FINEST_SHARE = 2.0**-20
"""Share of the way to a neighbour below which a step is not halved again: edges are known to a millionth of a cell."""
NEAR_RANK_LOSS = 1e-4
"""Smallest singular value of the constraints below which they ended a way. It falls in proportion to the distance, and
a way ends at RANK_VANISHED or FINEST_SHARE of a cell before the place; other edges have no reason to be so near one."""
COARSE = 25
"""Points along each side while the range of an axis is looked for."""
LARGEST_RANGE = 8.0
"""Machine sizes up to which the range of a length grows. What goes on farther has no end, as a slide without limits;
then the machine's own size is shown."""

Mask = NDArray[np.bool_]
Numbers = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Flooded:
    """Points of a grid, flattened: those `reached`, those `blocked` by a constraint singularity, configurations Q."""

    reached: Mask
    blocked: Mask
    Q: Array


def flood(
    kinematics: KinematicModel,
    which: Sequence[int],
    wanted: Array,
    start: State,
    progress: Callable[[float], None],
) -> Flooded:
    """Configurations at all points of a grid `wanted` (ny, nx, targets) that are reached from neighbours.

    The point nearest to the start is solved first; then, wave by wave, every point beside one that was reached, by
    continuation from that neighbour's configuration in its assembly mode.
    """
    ny, nx, _ = wanted.shape
    flat = wanted.reshape(ny * nx, -1)
    Q = np.zeros((ny * nx, len(start.q)))
    reached, blocked = np.zeros((2, ny * nx), dtype=bool)
    positions, guard = kinematics.positions, kinematics.measure
    first, q = _first(kinematics, which, flat, start)
    if first < 0:
        return Flooded(reached, blocked, Q)
    reached[first], Q[first] = True, q
    tried = np.zeros((ny * nx, 4), dtype=bool)
    wave, hard = np.array([first]), [np.zeros((0, 2), dtype=int)]
    while wave.size or len(hard) > 1:
        if wave.size:
            ways, smallest = _beside(wave, (ny, nx), reached, tried), EASY
        else:
            ways, smallest = np.concatenate(hard), FINEST_SHARE
            ways, hard = ways[~reached[ways[:, 1]]], hard[:1]
        origin, point = ways.T
        found, share = follow_segments(
            positions, which, Q[origin], (flat[origin], flat[point]), t=start.t, guard=guard, smallest=smallest
        )
        good = share == 1.0
        if smallest == EASY and not good.all():
            hard.append(ways[~good])
        elif not good.all():
            last = guard.closure(found[~good], which, start.t)[0]
            blocked[point[~good][last < NEAR_RANK_LOSS]] = True
        wave, chosen = np.unique(point[good], return_index=True)
        Q[wave], reached[wave] = found[good][chosen], True
        progress(float(tried.any(axis=1).mean()))
    return Flooded(reached, blocked & ~reached, Q)


def _beside(wave: Numbers, shape: tuple[int, int], reached: Mask, tried: Mask) -> Numbers:
    """Ways (origin, point) from a wave to points beside it that were not reached, none of them twice."""
    ny, nx = shape
    rows, columns = np.divmod(wave, nx)
    found = []
    for direction, (dy, dx) in enumerate(((0, 1), (0, -1), (1, 0), (-1, 0))):
        inside = (rows + dy >= 0) & (rows + dy < ny) & (columns + dx >= 0) & (columns + dx < nx)
        beside = (rows + dy)[inside] * nx + (columns + dx)[inside]
        new = ~reached[beside] & ~tried[beside, direction]
        tried[beside[new], direction] = True
        found.append(np.stack([wave[inside][new], beside[new]], axis=1))
    return np.concatenate(found)


def _first(kinematics: KinematicModel, which: Sequence[int], flat: Array, start: State) -> tuple[int, Array]:
    """The point of the grid nearest to the start that can be reached from it, and its configuration."""
    system = kinematics.dynamics.system
    here = np.array([start.positions[system.quantities[k].name] for k in which])
    spread = np.ptp(flat, axis=0)
    scale = np.where(spread > 0, spread, np.inf)  # what is the same everywhere does not tell points apart
    order = np.argsort(np.linalg.norm((flat - here) / scale, axis=1), kind="stable")
    for k in order[: min(len(order), 400) : max(1, min(len(order), 400) // 12)]:
        way = here[None], flat[k][None]
        q, share = follow_segments(
            kinematics.positions, which, start.q[None], way, t=start.t, guard=kinematics.measure, smallest=FINEST_SHARE
        )
        if share[0] == 1.0:
            return int(k), q[0]
    return -1, start.q


def found_ranges(kinematics: KinematicModel, request: Slice, start: State, limits: Limits) -> tuple[Range, Range]:
    """Ranges that hold what is allowed: a coarse grid about the start, grown until its rim is free, then shrunk.

    What is allowed without end is cut off; see `Workspace.goes_on`.
    """
    middle = [start.positions[name] for name in request.names]
    units = [kinematics.dynamics.system.quantities[k].unit for k in request.numbers]  # none: Euler parameters
    size = machine_extent(kinematics.dynamics.equations, kinematics.dynamics.p)
    half = [{"": 0.95, "m": size}.get(unit, np.pi) for unit in units]
    fixed = {**request.fixed, **request.layers[0]}
    spans = [(m - h, m + h) for m, h in zip(middle, half, strict=True)]
    endless = set[int]()  # axes whose rim was never free
    for _ in range(8):
        trial = request.within((spans[0], spans[1]), COARSE)
        grid = _reachable_points(kinematics, trial.targets(kinematics, fixed), start, limits).reshape(COARSE, COARSE)
        if not grid.any():
            spans = [(m - (m - low) / 4, m + (high - m) / 4) for m, (low, high) in zip(middle, spans, strict=True)]
            continue
        new = []
        grown = False
        for axis, values in enumerate(trial.axes):
            hit = np.flatnonzero(grid.any(axis=axis))
            step, span = values[1] - values[0], values[-1] - values[0]
            more = span / 2 if units[axis] == "m" and axis not in endless else 0.0
            at_rim = hit[0] == 0, hit[-1] == COARSE - 1
            grown = grown or (more > 0 and any(at_rim))
            # the edge lies up to a step beyond the last point that was reached
            low = float(values[hit[0]] - max(1.5 * step, more * at_rim[0]))
            high = float(values[hit[-1]] + max(1.5 * step, more * at_rim[1]))
            if units[axis] == "":
                low, high = max(low, -0.95), min(high, 0.95)
            elif units[axis] != "m" and high - low > 2 * np.pi:
                low, high = middle[axis] - np.pi, middle[axis] + np.pi
            elif more > 0 and high - low > LARGEST_RANGE * half[axis]:
                endless.add(axis)
                low, high = middle[axis] - half[axis], middle[axis] + half[axis]
            new.append((low, high))
        ratio = min((b - a) / (d - c) for (a, b), (c, d) in zip(new, spans, strict=True))
        spans = new
        if ratio > 0.6 and not grown:
            break
    return spans[0], spans[1]


def _reachable_points(kinematics: KinematicModel, wanted: Array, start: State, limits: Limits) -> Mask:
    """Points that are reached within the limits; where none is, all that are reached."""
    found = flood(kinematics, kinematics.measure.pose, wanted, start, _quiet)
    allowed = found.reached.copy()
    allowed[found.reached] = limits.within(found.Q[found.reached], start.t)
    return allowed if allowed.any() else found.reached


def _quiet(_: float) -> None:
    return
