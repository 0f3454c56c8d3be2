"""Why a machine cannot be assembled, in words: joints that do not close, speeds that contradict each other."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from linkwright.arrays import Array
from linkwright.dynamics.closure.least_squares import compromise
from linkwright.dynamics.closure.problem import DenseProblem
from linkwright.dynamics.errors import AssemblyError
from linkwright.dynamics.system.system import System

FIRM = 1e3
"""Weight of the positions given beside gaps: that they are met leaves the gap to be stated."""


def open_joint(problem: DenseProblem, slopes: Callable[[Array], Array], start: Array, wanted: Array) -> AssemblyError:
    """The joint that is farthest from closing where the positions given are met as well as they can be.

    `slopes` are those of gaps and positions by the coordinates.
    """
    system, count = problem.system, len(problem.system.g_rows)

    def residual(q: Array) -> Array:
        return np.asarray(problem.residual(q, wanted) * problem.rows)

    def error(q: Array) -> Array:
        found = residual(system.normalise(q))
        found[count:] *= FIRM
        return found

    def firm_slopes(q: Array) -> Array:
        found = slopes(q)
        found[count:] *= FIRM
        return found

    undefined = _undefined(system, error(start))
    if undefined:
        reason = (
            f"the machine cannot be assembled: {', '.join(undefined)} has no value at the configuration that the "
            "search starts from: a formula outside its domain, such as the root of a negative number; give a "
            "state where it has one as `near`, or another reference configuration"
        )
        return AssemblyError(reason, undefined, {})
    best = system.normalise(compromise(error, firm_slopes, start, problem.scales.coordinates))
    return refusal(system, problem.which, wanted, gaps_by_joint(system, residual(best)))


def refusal(system: System, which: Sequence[int], wanted: Array, gaps: dict[str, float]) -> AssemblyError:
    """What to say where positions cannot be met: gaps of joints, the largest first, where they are smallest."""
    names = [system.quantities[k].name for k in which]
    request = f"with {', '.join(f'{n} = {w:.6g}' for n, w in zip(names, wanted, strict=True))} " if names else ""
    if not gaps or max(gaps.values()) < 1e-9:
        reason = (
            f"{request}the machine closes, but not on a path from the configuration it started from; give "
            "positions in steps, or a state nearby as `near`"
        )
        return AssemblyError(reason, names, gaps)
    worst = next(iter(gaps))
    unit = next(constraint.labels[0].unit for constraint in system.constraints if constraint.name == worst)
    gap = f"{gaps[worst]:.6g} {unit}".rstrip()  # a constraint may have no unit
    reason = (
        f"{request}the machine cannot be assembled: joint {worst} does not close, by {gap}; "
        "choose positions within reach, or check lengths and the reference configuration"
    )
    return AssemblyError(reason, [worst], gaps)


def _undefined(system: System, g: Array) -> list[str]:
    """Constraints that have no value where the search starts: a formula outside its domain."""
    place = {row: k for k, row in enumerate(system.g_rows)}
    return [
        constraint.name
        for constraint in system.constraints
        if not np.isfinite([g[place[row]] for row in constraint.rows[: constraint.holonomic]]).all()
    ]


def gaps_by_joint(system: System, g: Array) -> dict[str, float]:
    """Gap of each joint (m, or as its first row has it) from the gaps of all rows, the largest first."""
    place = {row: k for k, row in enumerate(system.g_rows)}
    gaps = {
        constraint.name: float(np.linalg.norm([g[place[row]] for row in constraint.rows[: constraint.holonomic]]))
        for constraint in system.constraints
        if constraint.holonomic
    }
    return dict(sorted(gaps.items(), key=lambda item: -item[1]))


def wrong_speeds(system: System, values: Array, wanted: Mapping[int, float]) -> AssemblyError:
    """Speeds (by number of the quantity) and constraints that are not met, from residuals and readings (m + k)."""
    missed = {system.quantities[k].name: float(abs(values[system.m + k] - w)) for k, w in wanted.items()}
    broken = {
        constraint.name: float(np.max(np.abs(values[list(constraint.rows)])))
        for constraint in system.constraints
        if constraint.rows
    }
    gaps = {n: x for n, x in sorted({**missed, **broken}.items(), key=lambda i: -i[1]) if x > 1e-9}
    names = ", ".join(f"{name} (off by {value:.3g})" for name, value in list(gaps.items())[:5])
    reason = f"the speeds given contradict the constraints or each other: {names}; give independent speeds only"
    return AssemblyError(reason, list(gaps), gaps)
