"""Which quantities are the states: a partition of all positions and speeds into independent and dependent ones."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np

from linkwright import linear_algebra
from linkwright.analysis.linear.point import Point, known_names, name_of, row_scales, rows
from linkwright.arrays import Array
from linkwright.dynamics import Dynamics, Refused
from linkwright.faults import close_matches

CLEAR = (0.1, 1e-2, 1e-4, 1e-6)
"""Slope, over the largest of all, that must be new for a quantity to be independent of those chosen before it; what is
clearly independent is taken first, for a state that hardly moves is a bad one."""


@dataclass(frozen=True, eq=False)
class Chart:
    """Independent quantities as (number, order): positions (order 0) first, then speeds (order 1)."""

    positions: tuple[int, ...]
    speeds: tuple[int, ...]

    @property
    def which(self) -> list[tuple[int, int]]:
        """All of them."""
        return [*[(k, 0) for k in self.positions], *[(k, 1) for k in self.speeds]]


def chart_at(
    dynamics: Dynamics, point: Point, *, first: Sequence[tuple[int, int]] = (), changing: Collection[int] = ()
) -> Chart:
    """Independent positions and speeds at a state: as many as there are directions.

    Those in `first` are asked before all others, then exported names, then all; Euler parameters last. Speeds that are
    `changing` come after those that are not, rates of the positions chosen before others.
    """
    quantities = dynamics.system.quantities
    order = _preference_order(dynamics)
    wanted = [k for k, level in first if level == 0]
    names = _export_order(dynamics)
    exported = [k for k in order if quantities[k].full in names]
    slopes = point.z_slope / point.scales.positions[:, None]
    positions = _independent(slopes, order, point.places, first=wanted, better=exported)
    if len(positions) < point.places:
        raise Refused(
            f"linearize: {point.places} independent coordinates are needed, but the quantities of {dynamics.name} show "
            f"only {len(positions)} of them; give the mechanism a joint or a measure that shows the rest"
        )
    request = [k for k, level in first if level == 1]
    by_rank = sorted(
        order, key=lambda k: (k in changing, k not in positions, k not in exported, quantities[k].z is None)
    )
    fixed = point.s_slope[:, point.places :] / point.scales.rates[:, None]
    rates = [k for k in by_rank if k in positions and k not in changing]
    speeds = _independent(fixed, by_rank, point.count - point.places, first=request, better=rates)
    assert len(speeds) == point.count - point.places, "every speed is a quantity"
    sorted_positions = _sort_quantities(positions, order)
    return Chart(sorted_positions, _sort_quantities(speeds, [*sorted_positions, *order]))


def _sort_quantities(chosen: Sequence[int], order: Sequence[int]) -> tuple[int, ...]:
    place = {k: i for i, k in reversed(list(enumerate(order)))}
    return tuple(sorted(chosen, key=lambda k: place[k]))


def _export_order(dynamics: Dynamics) -> dict[str, int]:
    """Full names of what the machine itself exports, in the order of its exports.

    Names that its modules export stand in the record of some formalisms only, so they decide nothing.
    """
    own = [name for name in dynamics.equations.exports if "." not in name]
    return {dynamics.equations.aliases[name]: place for place, name in enumerate(own)}


def _preference_order(dynamics: Dynamics) -> list[int]:
    """Numbers of quantities: exported names, then the others by name, Euler parameters last."""
    system = dynamics.system
    exported = _export_order(dynamics)

    def preference(k: int) -> tuple[bool, int, bool, str]:
        quantity = system.quantities[k]
        return (
            euler_parameter(dynamics, k),
            exported.get(quantity.full, len(exported)),
            quantity.name == quantity.full,
            quantity.name,
        )

    return sorted(range(len(system.quantities)), key=preference)


def euler_parameter(dynamics: Dynamics, k: int) -> bool:
    """Whether a quantity is an Euler parameter: a coordinate of a group of length 1, or read as one of a body."""
    quantity = dynamics.system.quantities[k]
    read = quantity.unit == "" and quantity.full.rpartition(".")[2] in ("e0", "e1", "e2", "e3")
    return read or any(quantity.q_index in group for group in dynamics.system.units)


def _independent(
    slopes: Array, order: Sequence[int], count: int, *, first: Sequence[int], better: Sequence[int]
) -> list[int]:
    """The first `count` rows that are clearly independent of those before.

    Asked are `first`, however poor, then those of `better` while they are clear among themselves, then all in order.

    Directions are measured by what they do to all quantities together, so every formalism makes the same choice.
    """
    chosen: list[int] = []
    good = np.isfinite(slopes).all(axis=1)
    if not count or not good.any():
        return chosen
    _, sizes_all, Vt = linear_algebra.svd(slopes[good], full_matrices=False)
    slopes = slopes @ (Vt.T / np.maximum(sizes_all, 1e-12 * sizes_all[0]))
    basis = np.zeros((0, slopes.shape[1]))
    sizes = np.linalg.norm(slopes, axis=1)
    largest, best = (
        float(np.max(sizes[numbers][np.isfinite(sizes[numbers])], initial=0.0))
        for numbers in (list(order), list(better))
    )
    passes = [
        (CLEAR[-1] * largest, first),
        *[(least * best, better) for least in CLEAR[:-1]],
        *[(least * largest, order) for least in CLEAR],
    ]
    for least, numbers in passes:
        for k in numbers:
            if len(chosen) == count:
                return chosen
            if k in chosen or not sizes[k] > max(least, CLEAR[-1] * largest):  # NaN: no position
                continue
            rest = slopes[k] - basis.T @ (basis @ slopes[k])
            rest -= basis.T @ (basis @ rest)
            if np.linalg.norm(rest) > least:
                chosen.append(k)
                basis = np.vstack([basis, rest / np.linalg.norm(rest)])
    return chosen


def find_quantities(dynamics: Dynamics, names: Sequence[str], what: str, highest: int) -> list[tuple[int, int]]:
    """Quantities by the names given, all wrong ones reported at once; `highest` order that is allowed."""
    known = {name: found for name, found in known_names(dynamics).items() if found[1] <= highest}
    aliases = dynamics.equations.aliases
    faults = [
        f"{what}: no quantity {name!r}; {close_matches(str(name), known)}"
        for name in names
        if name not in known and str(name) not in aliases
    ]
    faults += [f"{what}: {name!r} is there twice" for k, name in enumerate(names) if name in list(names)[:k]]
    if faults:
        raise ValueError("; ".join(faults))
    return [known[name] if name in known else known[aliases[name]] for name in names]


def closing(
    dynamics: Dynamics,
    point: Point,
    which: list[tuple[int, int]],
    wanted: tuple[Array, Array],
    words: Sequence[str],
) -> Array:
    """Matrix X with X (slopes of the states) = wanted; refused where the states chosen do not determine it.

    `wanted` are rows of slopes and their scales.
    """
    units = row_scales(point, which)
    slopes = rows(point, which) / units[:, None]
    outer = wanted[1][:, None]
    even = wanted[0] / outer
    return outer * _closing(dynamics, point, which, (slopes, even), words) / units


def _closing(
    dynamics: Dynamics,
    point: Point,
    which: list[tuple[int, int]],
    equations: tuple[Array, Array],
    words: Sequence[str],
) -> Array:
    """The same where slopes of the states and rows wanted are over their scales."""
    slopes, wanted = equations
    if len(which) == point.count:
        try:
            return np.asarray(linear_algebra.solve(slopes.T, wanted.T).T)
        except linear_algebra.MatrixError:
            pass
    found = linear_algebra.lstsq(slopes.T, wanted.T, rcond=1e-12)[0].T
    off = np.abs(wanted - found @ slopes)
    scale = np.abs(wanted) + np.abs(found) @ np.abs(slopes) + 1e-6 * (1 + np.max(np.abs(wanted), initial=0.0))
    bad = [k for k in range(len(wanted)) if np.max(off[k] / scale[k], initial=0.0) > 1e-8]
    if bad:
        names = ", ".join(words[k] for k in bad)
        states = ", ".join(name_of(dynamics, *entry) for entry in which)
        raise Refused(
            f"linearize: the states {states} do not determine {names}; leave `states` out, or add what these depend on"
        )
    return np.asarray(found)
