"""Filling a grid of poses from one configuration outwards, each point from its neighbour, in one assembly mode."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from linkwright.analysis.kinematics.asked import Range, Slice
from linkwright.analysis.kinematics.paths import Walker
from linkwright.dynamics import State
from linkwright.dynamics.rank import Array

if TYPE_CHECKING:
    from linkwright.analysis.kinematics.questions import Kinematics

JUMP = 1.0
"""Largest change of a coordinate (rad, machine sizes) between neighbours: above it another assembly mode was found."""
COARSE = 25
"""Points along each side while the range of an axis is looked for."""
LARGEST = 8.0
"""Machine sizes up to which the range of a length grows. What goes on farther has no end, as a slide without limits;
then the machine's own size is shown."""

Mask = NDArray[np.bool_]


def flood(
    kinematics: Kinematics,
    which: Sequence[int],
    wanted: Array,
    start: State,
    progress: Callable[[float], None],
) -> tuple[Mask, Array]:
    """Configurations at all points of a grid `wanted` (ny, nx, targets) that are reached from neighbours.

    The point nearest to the start is solved first; then, wave by wave, every point beside one that was reached, from
    that neighbour's configuration. A solution on the other side of the set's own determinant, or far from the
    neighbour's, belongs to another assembly mode and does not count.
    """
    ny, nx, _ = wanted.shape
    flat = wanted.reshape(ny * nx, -1)
    Q = np.zeros((ny * nx, len(start.q)))
    reached = np.zeros(ny * nx, dtype=bool)
    first, q = _first(kinematics, which, flat, start)
    if first < 0:
        return reached, Q
    reached[first], Q[first] = True, q
    tried = np.zeros((ny * nx, 4), dtype=bool)
    wave = np.array([first])
    side = _own_side(kinematics, which, q[None])[0]
    while wave.size:
        rows, columns = np.divmod(wave, nx)
        origins, points = [], []
        for direction, (dy, dx) in enumerate(((0, 1), (0, -1), (1, 0), (-1, 0))):
            inside = (rows + dy >= 0) & (rows + dy < ny) & (columns + dx >= 0) & (columns + dx < nx)
            beside = (rows + dy)[inside] * nx + (columns + dx)[inside]
            new = ~reached[beside] & ~tried[beside, direction]
            tried[beside[new], direction] = True
            origins.append(wave[inside][new])
            points.append(beside[new])
        origin, point = np.concatenate(origins), np.concatenate(points)
        if not point.size:
            break
        found, good = kinematics.positions.solve(Q[origin], which, flat[point])
        good &= _change(kinematics, found - Q[origin]) < JUMP
        if good.any():
            good[good] = _own_side(kinematics, which, found[good]) * side >= 0
        wave, chosen = np.unique(point[good], return_index=True)
        Q[wave], reached[wave] = found[good][chosen], True
        progress(float(tried.any(axis=1).mean()))
    return reached, Q


def _change(kinematics: Kinematics, difference: Array) -> Array:
    scaled = difference.copy()
    scaled[:, list(kinematics.positions.lengths)] /= kinematics.positions.size
    return np.asarray(np.max(np.abs(scaled), axis=1, initial=0.0))


def _own_side(kinematics: Kinematics, which: Sequence[int], Q: Array) -> Array:
    """Sign of the determinant of the set that is given on the grid: the platform's pose."""
    return kinematics.measure.margins(Q).serial_side


def _first(kinematics: Kinematics, which: Sequence[int], flat: Array, start: State) -> tuple[int, Array]:
    """The point of the grid nearest to the start that can be reached from it, and its configuration."""
    system = kinematics.dynamics.system
    here = np.array([start.positions[system.quantities[k].name] for k in which])
    spread = np.ptp(flat, axis=0)
    walker = Walker(kinematics, which, start.t)
    scale = np.where(spread > 0, spread, np.inf)  # what is the same everywhere does not tell points apart
    order = np.argsort(np.linalg.norm((flat - here) / scale, axis=1), kind="stable")
    for k in order[: min(len(order), 400) : max(1, min(len(order), 400) // 12)]:
        q, share = walker.walk(start.q, here, flat[k])
        if share == 1.0:
            return int(k), q
    return -1, start.q


def found_ranges(
    kinematics: Kinematics, asked: Slice, start: State, bounds: Mapping[int, Range]
) -> tuple[Range, Range]:
    """Ranges that hold what is allowed: a coarse grid about the start, grown until its rim is free, then shrunk.

    `bounds` are limits by numbers of quantities. What is allowed without end is cut off; see `Workspace.goes_on`.
    """
    middle = [start.positions[name] for name in asked.names]
    units = [kinematics.dynamics.system.quantities[k].unit for k in asked.numbers]  # none: Euler parameters
    half = [{"": 0.95, "m": kinematics.positions.size}.get(unit, np.pi) for unit in units]
    fixed = {**asked.fixed, **asked.layers[0]}
    spans = [(m - h, m + h) for m, h in zip(middle, half, strict=True)]
    endless = set[int]()  # axes whose rim was never free
    for _ in range(8):
        trial = asked.within((spans[0], spans[1]), COARSE)
        grid = _allowed(kinematics, trial.targets(kinematics, fixed), start, bounds).reshape(COARSE, COARSE)
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
            elif more > 0 and high - low > LARGEST * half[axis]:
                endless.add(axis)
                low, high = middle[axis] - half[axis], middle[axis] + half[axis]
            new.append((low, high))
        ratio = min((b - a) / (d - c) for (a, b), (c, d) in zip(new, spans, strict=True))
        spans = new
        if ratio > 0.6 and not grown:
            break
    return spans[0], spans[1]


def _allowed(kinematics: Kinematics, wanted: Array, start: State, bounds: Mapping[int, Range]) -> Mask:
    """Points that are reached within the bounds; where none is, all that are reached."""
    reached, Q = flood(kinematics, kinematics.measure.pose, wanted, start, _quiet)
    z = kinematics.positions.readings(Q[reached])[1]
    allowed = reached.copy()
    for number, (low, high) in bounds.items():
        allowed[reached] &= (z[:, number] >= low) & (z[:, number] <= high)
    return allowed if allowed.any() else reached


def _quiet(_: float) -> None:
    return
