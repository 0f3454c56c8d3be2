"""Times at which an expression of time jumps or bends because it chooses: if_else, comparisons, floor, sign, fmin."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import casadi as ca
import numpy as np

from linkwright.arrays import Array
from linkwright.symbolic import t

TIMES_SEARCHED = 4_001
"""Times, evenly spaced over a run, at which choices are looked at; one that changes twice in between is not seen."""
MOST_BREAKS = 5_000
"""Breaks found before the search is given up: steps would be shorter than what they are to find."""
BREAKS_APART = 1e-12
"""Breaks nearer to each other than this, over the times of the run, are one."""
CONSTANT = (ca.OP_LT, ca.OP_LE, ca.OP_FLOOR, ca.OP_CEIL)
"""Operations whose values are constant between the times that are looked for."""


def breaks(expression: ca.SX, start: float, end: float) -> list[float]:
    """The first times (s) of the pieces of an expression of t between `start` and `end`, in order.

    >>> pulse = ca.if_else(ca.logic_and(t >= 2.0, t < 2.5), 1.0, 0.0)
    >>> breaks(pulse, 0.0, 10.0)
    [2.0, 2.5]
    """
    found = choices(expression)
    if not found:
        return []
    function = ca.Function("choices", [t], [ca.densify(ca.vertcat(*found))])

    def values(times: Array) -> Array:
        return np.asarray(function(times[None, :]))

    times = np.linspace(start, end, TIMES_SEARCHED)
    table = values(times)
    changed = np.flatnonzero(np.any(table[:, 1:] != table[:, :-1], axis=0))
    low, high, goal = times[changed], times[changed + 1], table[:, changed + 1]
    result: list[float] = []
    while low.size:
        if len(result) + low.size > MOST_BREAKS:
            return []
        low = _first(values, low, high)
        result += low.tolist()
        more = np.any(values(low) != goal, axis=0)  # another change before the next time
        low, high, goal = low[more], high[more], goal[:, more]
    inner = sorted(time for time in result if start < time < end)
    return [
        time
        for time, after in zip(inner, [*inner, np.inf][1:], strict=True)
        if after - time > shortest_piece(start, end)
    ]


def shortest_piece(start: float, end: float) -> float:
    """The shortest time (s) between breaks of a run that a step can be made in."""
    return BREAKS_APART * max(abs(start), abs(end))


def resolved(times: Iterable[float], start: float, end: float) -> list[float]:
    """Breaks inside a run, in order, none nearer to another one or to its start than its steps resolve.

    Of breaks that are too near to each other the last counts; one at the start, as of `t > 0`, ends a first step.

    >>> resolved([5e-324, 0.5, 0.5 + 1e-14], 0.0, 1.0)
    [1e-12, 0.50000000000001]
    """
    least = shortest_piece(start, end)
    inner = sorted({max(time, start + least) for time in times if start < time < end})
    return [time for time, after in zip(inner, [*inner, np.inf][1:], strict=True) if after - time > least]


def _first(values: Callable[[Array], Array], low: Array, high: Array) -> Array:
    """The first numbers after `low` at which values are others than there; at `high` they are."""
    here = values(low)
    while True:
        middle = 0.5 * (low + high)
        if not np.any((low < middle) & (middle < high)):
            return high
        same = np.all(values(middle) == here, axis=0)
        low, high = np.where(same, middle, low), np.where(same, high, middle)


def choices(expression: ca.SX) -> list[ca.SX]:
    """What an expression of t chooses by, as expressions that are constant between its jumps and bends."""
    function = ca.Function("value", [t], [expression])
    work: dict[int, ca.SX] = {}
    found = []
    for k in range(function.n_instructions()):
        code, into = function.instruction_id(k), function.instruction_output(k)[0]
        if code == ca.OP_OUTPUT:
            continue
        if code == ca.OP_INPUT:
            work[into] = t
            continue
        if code == ca.OP_CONST:
            work[into] = ca.SX(function.instruction_constant(k))
            continue
        of = [work[j] for j in function.instruction_input(k)]
        work[into] = ca.SX.unary(code, *of) if len(of) == 1 else ca.SX.binary(code, *of)
        if code in CONSTANT:
            found.append(work[into])
        elif code in (ca.OP_FABS, ca.OP_SIGN):
            found.append(of[0] < 0)
        elif code in (ca.OP_FMIN, ca.OP_FMAX):
            found.append(of[0] < of[1])
        elif code == ca.OP_FMOD:
            found.append(ca.floor(of[0] / of[1]))
    return [each for each in found if ca.depends_on(each, t)]
