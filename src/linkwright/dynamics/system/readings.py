"""Quantities by name: what is read of a machine at its states, and what a user gives, checked.

Readings come in batches, from one function for all: quantities, gaps, energies, poses.
"""

from __future__ import annotations

import keyword
from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from linkwright import codegen
from linkwright.arrays import Array
from linkwright.dynamics.system.system import System, all_finite, call_function, numeric
from linkwright.equations import Equations, Requirement, Uses
from linkwright.faults import close_matches
from linkwright.symbolic import select_rows

CLOSED = 1e-11
"""Gap (rad, or of the machine's size) below which joints count as closed; Newton then takes one more step, to rounding.
"""
BLOCKS = (*range(1, 8), *[m * 2**k for k in range(4) for m in range(8, 16)], 128)
"""Numbers of states that are read at once where there are few; others are filled up to the next, by an eighth at
most."""

MANY_STATES = 128
"""Number of states from which they are read all at once, in machine code or operation by operation. The list of
operations takes as long as reading some hundred states; it does not change a bit of what is read."""

PARAMETERS = 4
"""Number of the argument of the reading function that is the same for all states."""


class Readings(NamedTuple):
    """At k states: positions z and speeds s (k, quantities), gaps g and velocity residuals phi (k, rows).

    Kinetic and potential energy (k, 2); of every body the rotation matrix by columns and the position (k, 12 bodies).
    """

    z: Array
    s: Array
    g: Array
    phi: Array
    energies: Array
    poses: Array


def reading_function(system: System) -> ca.Function:
    """(t, q, v, u, p) -> positions z, speeds s, gaps g, velocity residuals phi, kinetic and potential energy, poses."""
    z = ca.vertcat(*[q.z if q.z is not None else ca.SX(0) for q in system.quantities])
    s = ca.vertcat(*[q.s for q in system.quantities])
    energies = ca.vertcat(system.kinetic, system.potential)
    poses = ca.vertcat(*body_poses(system).values()) if system.equations.all_bodies else ca.SX(0, 1)
    return system.function("reading", [z, s, system.g, system.phi, energies, poses])


def rates_function(system: System) -> ca.Function:
    """(t, q, v, p, v') -> the derivative of every quantity's speed."""

    def make() -> ca.Function:
        a = ca.SX.sym("a", system.n)
        s = ca.vertcat(*[quantity.s for quantity in system.quantities])
        return ca.Function("rates", [system.t, system.q, system.v, system.p, a], [ca.densify(system.rate(s, a))])

    found: ca.Function = system.cached("rates of quantities", make)
    return found


def body_poses(system: System) -> dict[str, ca.SX]:
    """Rotation matrix (9, by columns) and position (3) of every body's origin, by full name."""
    result = {}
    for name, ref in system.equations.all_bodies.items():
        block = ref.block
        local = block.type.local
        frame = block.type.frames[ref.key]
        function = ca.Function("pose", local.arguments, [ca.densify(ca.vertcat(ca.vec(frame.R), frame.p))])
        q = select_rows(system.q, range(block.q, block.q + local.q.numel()))
        v = select_rows(system.v, range(block.v, block.v + local.v.numel()))
        result[name] = function(
            q, v, ca.SX.zeros(local.u.numel()), system.p[block.parameters], ca.SX.zeros(local.d.numel())
        )
    return result


def read_states(system: System, time: Array, Q: Array, V: Array, U: Array, p: Array) -> Readings:
    """Readings at many states: rows of Q, V, U; each result has a row for each state.

    Few are read block by block, and of blocks there are few sizes: what is kept for the next call does not grow.
    """
    n = len(time)
    function = system.cached("reading", lambda: reading_function(system))
    if n >= MANY_STATES:
        columns = system.cached("readings in columns", lambda: codegen.columns(function, shared=[PARAMETERS]))
        return Readings(*[value.T for value in columns(time[None], Q.T, V.T, U.T, p)])
    size = BLOCKS[bisect_left(BLOCKS, n)]
    if size > n:
        time, Q, V, U = (_fill_rows(x, size) for x in (time, Q, V, U))
    mapped = system.cached(("reading", size), lambda: function.map(size))
    found = call_function(mapped, time, Q.T, V.T, U.T, np.repeat(p[:, None], size, axis=1))
    return Readings(*[value[:, :n].T for value in found])


def _fill_rows(rows: Array, size: int) -> Array:
    """So many rows: those given, then the last again, or zeros where there is none."""
    n = len(rows)
    found = np.empty((size, *rows.shape[1:]))
    found[:n], found[n:] = rows, rows[-1] if n else 0.0
    return found


def read_at_rest(system: System, t: float, Q: Array, p: Array) -> Readings:
    """Readings at configurations Q (k, nq) that do not move."""
    k = len(Q)
    return read_states(system, np.full(k, t), Q, np.zeros((k, system.n)), np.zeros((k, system.m_u)), p)


def read_state(system: System, t: float, q: Array, v: Array, p: Array) -> Readings:
    """Readings at one state, without the axis of states."""
    function = system.cached("reading", lambda: reading_function(system))
    return Readings(*[value[:, 0] for value in call_function(function, t, q, v, np.zeros(system.m_u), p)])


def angles_to_count(system: System) -> list[int]:
    """Quantities, by number, that frames give within half a turn only and that are no coordinates themselves."""
    found: list[int] = system.cached(
        "angles to count",
        lambda: [k for k, x in enumerate(system.quantities) if x.wraps and x.z is not None and x.q_index < 0],
    )
    return found


def euler_parameters(system: System) -> list[list[int]]:
    """Quantities that are the Euler parameters of one rotation, in fours."""

    def make() -> list[list[int]]:
        numbers = {quantity.full: k for k, quantity in enumerate(system.quantities)}
        starts = [name[:-1] for name in numbers if name.endswith(".e0")]
        return [[numbers[f"{start}{k}"] for k in range(4)] for start in starts if f"{start}3" in numbers]

    groups: list[list[int]] = system.cached("Euler parameters", make)
    return groups


SURE = 0.5
"""Angle (rad) by which the integral of the rate may miss the way between two samples. Between samples that are too far
apart it misses by anything up to half a turn."""
FEW_SAMPLES = 4
"""Number of samples below which their rates alone tell nothing of what is between: then only short ways are sure."""
UNSURE = {
    "samples": "whole turns are not certain, since the samples are too far apart to follow the rate; take more samples",
    "rate": "whole turns are not certain, since the rate, integrated along the run, does not lead to the angle: its "
    "frames pass where they have no such angle, or steps are too long; ask for more accuracy",
}
"""Why turns that are counted from samples, or by the integral of the rate, are not certain, and what to do."""


def nearest_turns(z: Array, counted: Array) -> tuple[Array, Array]:
    """Angles z (n, k) with the whole turns that come nearest to the integrals of their rates, and whether that is sure.

    An integral that misses the angle by more than `SURE` at any sample has lost its way.
    """
    whole = z + 2 * np.pi * np.rint((counted - z) / (2 * np.pi))
    return whole, np.abs(counted - whole).max(axis=0) < SURE


def unwrap_angles(time: Array, z: Array, s: Array) -> tuple[Array, Array]:
    """Angles z (n, k), rates s (n, k) at times (n): the angles without jumps, and for each whether that is sure (k).

    The way between two samples is what z says up to whole turns; their number is that which comes nearest to the
    integral of the rate, h (s_0 + s_1) / 2 - h^2 (s_1' - s_0') / 12 with slopes s' from neighbouring samples. It is
    sure if the integral comes near enough, and the second part of it, which shows its error, is small enough.
    """
    if len(time) <= 1:
        return z, np.ones(z.shape[1], dtype=bool)
    h = np.diff(time)[:, None]
    way = h * (s[1:] + s[:-1]) / 2
    short = np.max(np.abs(h * s[1:]), axis=0) < np.pi if len(time) < FEW_SAMPLES else np.ones(z.shape[1], dtype=bool)
    if len(time) >= FEW_SAMPLES and np.all(h > 0):
        slopes = np.gradient(s, time, axis=0)
        more = h**2 * (slopes[1:] - slopes[:-1]) / 12
        way -= more
        short &= np.max(np.abs(more), axis=0) < SURE
    steps = np.diff(z, axis=0)
    turns = np.round((way - steps) / (2 * np.pi))
    missed = np.max(np.abs(way - steps - 2 * np.pi * turns), axis=0)
    if turns.any():
        z = np.concatenate([z[:1], z[1:] + 2 * np.pi * np.cumsum(turns, axis=0)])
    return z, short & (missed < SURE)


def targets_of(system: System, given: Mapping[str, float], *, positions: bool) -> dict[int, float]:
    """Numbers of the quantities named, with their values; every wrong name or value is reported at once."""
    known = _numbers_by_name(system, positions=positions)
    faults, result = [], {}
    for name, value in given.items():
        index = known.get(system.equations.aliases.get(name, name), known.get(name))
        kind = "position" if positions else "speed"
        if index is None:
            faults.append(f"no {kind} {name!r}; {close_matches(str(name), known)}")
            continue
        fault = number_fault(name, value) or (position_fault(name, value) if positions else "")
        if fault:
            faults.append(fault)
        else:
            result[index] = float(value)
    if faults:
        raise ValueError("; ".join(faults))
    return result


LARGEST_POSITION = float(1.0 / np.finfo(float).eps)
"""Position (rad, m) from which on the next number that a computer has is at least 1 rad or 1 m away."""


def position_fault(name: str, value: float) -> str:
    """Return words for a number that is too large for a position."""
    if abs(value) < LARGEST_POSITION:
        return ""
    return f"{name} = {value:g} is too large for a position: numbers of this size are more than 1 rad or m apart"


def _numbers_by_name(system: System, *, positions: bool) -> dict[str, int]:
    """Numbers of the quantities (with `positions`: of those that have one) by their names, shown and full."""

    def make() -> dict[str, int]:
        known: dict[str, int] = {}
        for number, quantity in enumerate(system.quantities):
            if not positions or quantity.z is not None:
                known[quantity.name] = known[quantity.full] = number
        return known

    found: dict[str, int] = system.cached(("numbers by name", positions), make)
    return found


CONDITIONS: dict[str, tuple[Callable[[Any], Any], str]] = {
    ">": (lambda value: value > 0, "more than"),
    ">=": (lambda value: value >= 0, "at least"),
    "<": (lambda value: value < 0, "less than"),
    "<=": (lambda value: value <= 0, "at most"),
    "=": (lambda value: abs(value) < CLOSED, "equal to"),
    "!=": (lambda value: value != 0, "other than"),
}
"""What each relation of a requirement asks of a value less its limit; zero is meant as for a closed joint."""
SIGNS = {
    ">": "positive",
    ">=": "zero or positive",
    "<": "negative",
    "<=": "zero or negative",
    "=": "zero",
    "!=": "a number other than zero",
}
"""The same where the limit is zero."""


def checked_parameters(equations: Equations, values: Mapping[str, float]) -> dict[str, float]:
    """Parameter values by their full names; all wrong names and values at once."""
    index = equations.parameters.index
    faults, result = [], {}
    for given, value in values.items():
        name = given
        if name not in index and keyword.iskeyword(name) and f"{name}_" in index:
            name = f"{name}_"
        if name not in index:
            faults.append(f"no parameter {given!r}; {close_matches(str(given), index)}")
            continue
        fault = number_fault(given, value)
        if fault:
            faults.append(fault)
        else:
            result[name] = float(value)
    if faults:
        raise ValueError("; ".join(faults))
    return result


def checked_inputs(equations: Equations, inputs: Mapping[str, float] | None, *, partial: bool = False) -> Array:
    """Inputs in order; missing (NaN if `partial`), unknown and wrong ones are all reported at once."""
    places = equations.input_places
    if type(inputs) is dict and len(inputs) == len(places):
        # All names as they are shown and all values floats: nothing to be said of them unless one is not finite.
        values = [inputs.get(name) for name in places]
        if all(isinstance(value, float) for value in values):
            row = np.array(values)
            if all_finite(row):
                return row
    labels, names = equations.inputs, list(places)
    if inputs is not None and not isinstance(inputs, Mapping):
        msg = f"inputs: got {type(inputs).__name__}, expected a mapping of names to numbers: {', '.join(names)}"
        raise TypeError(msg)
    given = {equations.show(equations.aliases.get(name, name)): value for name, value in (inputs or {}).items()}
    faults = [f"no input {name!r}; {close_matches(str(name), names)}" for name in given if name not in places]
    missing = [f"{label.name} ({label.unit})" for label in labels if label.name not in given]
    if missing and not partial:
        faults.append(f"missing inputs: {', '.join(missing)}; give a number for each")
    faults += [fault for name in names if name in given and (fault := number_fault(name, given[name]))]
    if faults:
        raise ValueError("; ".join(faults))
    return np.array([float(given[name]) if name in given else np.nan for name in names])


def number_fault(name: str, value: object) -> str:
    """Return words for a value that is not one finite number."""
    if isinstance(value, (str, bytes)):
        return f"{name} = {value!r} is not a number"
    try:
        number = float(value)  # type: ignore[arg-type]  # anything may come in; that is what is checked
    except (TypeError, ValueError):
        return f"{name} = {value!r} is not a number"
    return "" if np.isfinite(number) else f"{name} = {value!r} is not finite"


def requirement_faults(equations: Equations, p: Array) -> None:
    """Raise with every parameter that violates the condition of its component (a negative mass, a zero ratio)."""
    faults = []
    for number, (uses, rows, requirement, values) in enumerate(
        _requirements(equations, p[None], np.ones(p.size, dtype=bool))
    ):
        value, limit = values[:, 0]
        holds, must = CONDITIONS[requirement.relation]
        if not holds(value - limit):
            what = f"{requirement.limit_words} = " if requirement.limit_words else ""
            must = f"{must} {what}{limit:.6g}" if what or limit else SIGNS[requirement.relation]
            words = f"{requirement.words} is {value:.6g}; it must be {must}"
            named = [equations.full_name(int(uses.module[row]), uses.names[row]) for row in rows]
            faults += [
                (int(uses.order[row]), number, f"{name}: {words}") for row, name in zip(rows, named, strict=True)
            ]
    if faults:
        raise ValueError("; ".join(dict.fromkeys(words for _, _, words in sorted(faults))))


def requirements_met(equations: Equations, P: Array, known: Array) -> NDArray[np.bool_]:
    """Which of some sets of parameter values (n, np) violate no condition of a component; `known` ones do not."""
    met = np.ones(len(P), dtype=bool)
    for _, _, requirement, values in _requirements(equations, P, np.any(known != P, axis=0)):
        met &= CONDITIONS[requirement.relation][0](values[0] - values[1])
    return met


def _requirements(
    equations: Equations, P: Array, which: NDArray[np.bool_]
) -> Iterator[tuple[Uses[Any], list[int], Requirement, Array]]:
    """Conditions of components that have some of the parameters, with values and limits (2, n) for P (n, np).

    Uses of a type with the same parameter values, of which there are many in machines with many parts, come together.
    """
    every: tuple[Uses[Any], ...] = (
        *equations.blocks, *equations.constraints, *equations.supports, *equations.switched, *equations.loads
    )  # fmt: skip
    for uses in every:
        requirements = uses.type.requirements
        if not requirements:
            continue
        rows = np.flatnonzero(which[uses.p].any(axis=1))
        if not len(rows):
            continue
        column = ca.vertcat(*[ca.SX(x) for each in requirements for x in (each.expression, each.limit)])
        function = ca.Function("requirements", [uses.type.local.p], [ca.densify(column)])
        own = P[:, uses.p[rows]].swapaxes(0, 1).reshape(len(rows), -1)
        kinds, alike = np.unique(own, axis=0, return_inverse=True)
        order = np.argsort(alike.ravel(), kind="stable")
        groups = np.split(rows[order], np.searchsorted(alike.ravel()[order], np.arange(1, len(kinds))))
        for group in groups:
            values = numeric(function(P[:, uses.p[group[0]]].T)).reshape(len(requirements), 2, -1)
            for requirement, found in zip(requirements, values, strict=True):
                yield uses, group.tolist(), requirement, found
