"""The reference configuration of a machine: values of its description, joints closed."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import casadi as ca
import numpy as np

from linkwright.arrays import Array
from linkwright.dynamics.closure.assembler import Assembler, kept_order
from linkwright.dynamics.closure.whole_turns import TURN
from linkwright.dynamics.errors import AssemblyError
from linkwright.dynamics.rank import Scales
from linkwright.dynamics.state import State
from linkwright.dynamics.system.readings import CLOSED, read_state
from linkwright.dynamics.system.stored import stored_numbers
from linkwright.dynamics.system.system import Recent, System, call_function, numeric
from linkwright.equations import FlatParameters

STARTS = 4
"""Starts beside the usual one from which configurations are looked for where the description leaves several open."""
AGAIN = 5
"""Times that positions are brought to their goals: what is independent there may be other than where it began."""
MOST_CONFIGURATIONS = 32
"""Configurations that are kept for the same lengths with other masses."""
DIGITS = 6
"""Decimals to which two configurations are told apart by their distances."""


def reference_state(system: System, assembler: Assembler, p: Array) -> State:
    """The reference configuration at rest: its values where given, and the joints closed."""
    values: dict[int, float] = {}
    numbers = {quantity.full: k for k, quantity in enumerate(system.quantities)}
    q = np.zeros(system.q.numel())
    for group in system.units:
        q[group[0]] = 1.0
    for name, found in reference_values(system.equations.start, system.equations.parameters, p).items():
        number = numbers[name]
        if not np.isfinite(found):
            continue  # a formula that has no value for these lengths; assembly then says which joint does not close
        values[number] = found
        if system.quantities[number].q_index >= 0:
            q[system.quantities[number].q_index] = found
    # Masses and the like do not move it: of parameters that positions do not depend on others are tried often.
    known: Recent = system.cached("reference configurations", lambda: Recent(MOST_CONFIGURATIONS))
    key = (p[parameters_of_positions(system)].tobytes(), Scales.of(system, p).size, tuple(values.items()))
    found_before = known.get(key)
    if found_before is None:
        found_before = known[key] = _stored(system, assembler, q, p, values)
    q = np.array(found_before)
    for group in system.units:  # e and -e are the same rotation: the sign in which it is read
        if q[group[0]] < -HALF_TURN:
            q[list(group)] *= -1.0
    z = read_state(system, 0.0, q, np.zeros(system.n), p).z
    if any(_turns_off(z[k], values.get(k, 0.0)) for k in _joint_angles(system)):
        q = _without_turns(system, assembler, q, p, values)
    v = assembler.move(0.0, q, p, {})
    z, s, *_ = read_state(system, 0.0, q, v, p)
    return State(
        0.0,
        q,
        v,
        {x.name: float(z[k]) for k, x in enumerate(system.quantities) if x.z is not None},
        {x.name: float(s[k]) for k, x in enumerate(system.quantities)},
    )


def _joint_angles(system: System) -> list[int]:
    """Numbers of the angles but those of bodies, which follow."""
    own = {f"{body}.theta" for body in system.equations.all_bodies}
    angles = [k for k, x in enumerate(system.quantities) if x.z is not None and x.unit == "rad"]
    return [k for k in angles if system.quantities[k].full not in own]


def _without_turns(system: System, assembler: Assembler, q: Array, p: Array, values: Mapping[int, float]) -> Array:
    """The configuration with angles less than half a turn from their values, from zero where none is given."""
    z = read_state(system, 0.0, q, np.zeros(system.n), p).z
    turns, kept = assembler.turns, [k for k in values if k not in assembler.turns.bodies]

    def gaps(x: Array) -> Array:
        return assembler.relative_gaps(0.0, x, p)

    # Values that contradict each other are met in least squares, and that search may end any number of turns away.
    counted = {k: -_turns_off(z[k], values[k]) for k in kept if k in turns.numbers}
    if any(counted.values()):
        q, _ = turns.add_turns(q, counted, gaps)
        z = read_state(system, 0.0, q, np.zeros(system.n), p).z
    return turns.nearest(q, z, gaps, kept=kept, given=values)


def _turns_off(angle: float, value: float) -> int:
    """Whole turns from the value given to an angle; from zero, if a value within half a turn is not met."""
    turns = round((angle - value) / TURN)
    met = abs(angle - value - turns * TURN) < 10.0**-DIGITS
    return turns if met or abs(value) > TURN / 2 else round(angle / TURN)


def parameters_of_positions(system: System) -> list[int]:
    """Numbers of the parameters that gaps, quantities and their derivatives in the coordinates depend on."""

    def make() -> list[int]:
        positions = [quantity.z for quantity in system.quantities if quantity.z is not None]
        every = [system.g, system.A, system.N, *positions, *[ca.SX(cut) for cut, *_ in system.branch_cuts]]
        every += system.facing.call(system.arguments)
        used = {symbol.element_hash() for symbol in ca.symvar(ca.vertcat(*[ca.vec(ca.densify(x)) for x in every]))}
        return [k for k, symbol in enumerate(ca.vertsplit(system.p)) if symbol.element_hash() in used]

    found: list[int] = system.cached("parameters of positions", make)
    return found


def _stored(system: System, assembler: Assembler, start: Array, p: Array, values: Mapping[int, float]) -> Array:
    """The same as `_chosen`; for bodies in loops that turn freely in space from the disk, if it was found before.

    For others the search takes no longer than a checksum of their expressions.
    """
    if not system.g.numel() or not system.units:
        return _chosen(system, assembler, start, p, values)
    given = start.tobytes() + repr(sorted(values.items())).encode()
    return stored_numbers(
        system, "reference configuration", p, given, lambda: _chosen(system, assembler, start, p, values)
    )


def _chosen(system: System, assembler: Assembler, start: Array, p: Array, values: Mapping[int, float]) -> Array:
    """The configuration at the values of the description; of several, the one whose other positions are least.

    Coordinates, and so what lies nearest to where they start, are not alike in all formalisms; the positions of named
    quantities are. Where the values given do not determine a configuration, others are looked for from starts beside.
    """
    found = [_complete(system, assembler, _facing(system, assembler, start, p, values), p, values)]
    given = {system.quantities[k].q_index for k in values}
    in_a_tree = not system.g.numel() and -1 not in given
    if in_a_tree or _is_determined(system, assembler, found[0], p, values):
        return found[0]
    open_ = np.array([k not in given for k in range(start.size)]) * Scales.of(system, p).coordinates
    for number in range(STARTS):
        beside = system.normalise(start + 0.5 * np.cos(1.7 * (number + 1) * np.arange(1, start.size + 1)) * open_)
        try:
            found.append(_complete(system, assembler, _facing(system, assembler, beside, p, values), p, values))
        except AssemblyError:
            continue
    return min(found, key=lambda q: _distance(system, assembler, q, p, values))


def _is_determined(system: System, assembler: Assembler, q: Array, p: Array, values: Mapping[int, float]) -> bool:
    """Whether the values given are met and leave nothing open, or all other positions are zero."""
    missed, others = _distance(system, assembler, q, p, values)
    return missed == 0.0 and (others == 0.0 or set(assembler.completion(0.0, q, p, (), list(values))) <= set(values))


def _distance(
    system: System, assembler: Assembler, q: Array, p: Array, values: Mapping[int, float]
) -> tuple[float, float]:
    """Norms of the differences to the values given and of all other positions, over their scales, rounded."""
    named = [k for k, quantity in enumerate(system.quantities) if quantity.z is not None]
    goals = np.array([values.get(k, 1.0 if system.quantities[k].full.endswith(".e0") else 0.0) for k in named])
    off = assembler.problem(0.0, p, named).residual(q, goals)[system.g.numel() :]
    given = np.array([k in values for k in named], dtype=bool)
    missed, others = (round(float(np.linalg.norm(off[which])), DIGITS) for which in (given, ~given))
    return missed, others


def _complete(system: System, assembler: Assembler, q: Array, p: Array, values: Mapping[int, float]) -> Array:
    """Coordinates at the values of the description, and at zero what it leaves open: the same in each formalism.

    The joints were closed from coordinates that are not alike in all formalisms. So the values given are met as far as
    they are independent, and what is still free is brought to zero, joints first. Values that contradict each other are
    met in least squares.
    """
    given = [k for k in kept_order(system, ()) if k in values]
    for _ in range(AGAIN):
        order = assembler.completion(0.0, q, p, (), given)
        goals = {k: values.get(k, 0.0) for k in order}
        z = read_state(system, 0.0, q, np.zeros(system.n), p).z
        off = np.array([z[k] - goal for k, goal in goals.items()]) / Scales.of(system, p).positions[order]
        if np.max(np.abs(off), initial=0.0) < CLOSED:
            return q
        reached = assembler.reach(0.0, q, p, goals)
        if reached is None:
            goals |= {k: values[k] for k in given}
            return assembler.nearest(0.0, q, p, goals, values)
        q = reached
    return q


def _facing(system: System, assembler: Assembler, start: Array, p: Array, values: Mapping[int, float]) -> Array:
    """Coordinates with the joints closed, and not the wrong way round where they can be closed otherwise.

    Rows that hold two directions parallel vanish as well where these are opposite. Where the nearest closed
    configuration is such a one, the search is made again with the directions themselves (from a start moved a little:
    opposite directions are exactly as far from both sides).
    """
    q = assembler.settle(0.0, start, p, values)

    def facing(at: Array) -> tuple[Array, Array]:
        found, slopes = call_function(system.facing, 0.0, at, np.zeros(system.n), np.zeros(system.m_u), p)
        return found.ravel() - 1.0, slopes

    def products(at: Array) -> Array:
        return facing(at)[0] + 1.0

    if not np.any(products(q) < 0):
        return q
    moved = system.normalise(start + 0.1 * np.cos(np.arange(start.size)))
    for again in (start, moved):
        try:
            found = assembler.settle(0.0, again, p, values, also=facing)
        except AssemblyError:
            continue
        if np.all(products(found) > 0):
            return found
    return q


def reference_values(start: Mapping[str, tuple[str, Any]], flat: FlatParameters, p: Array) -> dict[str, float]:
    """Numbers of a reference configuration, each in the parameters of the part at its path, or of one around that."""
    result: dict[str, float] = {}
    formulas: dict[str, dict[str, ca.SX]] = {}
    for name, (path, value) in start.items():
        if isinstance(value, (int, float)):
            result[name] = float(value)
        else:
            formula = value.sx if hasattr(value, "sx") else value
            formulas.setdefault(path, {})[name] = formula if isinstance(formula, ca.SX) else ca.SX(formula)
    for path, given in formulas.items():
        column = ca.vertcat(*given.values())
        symbols = ca.symvar(column)
        numbers = []
        for symbol in symbols:
            index = parameter_place(flat, path, symbol.name())
            if index is None:
                name = next(name for name, value in given.items() if ca.depends_on(value, symbol))
                msg = f"reference {name} = {given[name]}: no parameter {symbol.name()!r} in its module or around it"
                raise ValueError(msg)
            numbers.append(float(p[index]))
        values = numeric(ca.Function("values", [ca.vertcat(*symbols)], [ca.densify(column)])(numbers)).ravel()
        result |= dict(zip(given, values.tolist(), strict=True))
    return _read_signs({name: result[name] for name in start})


def parameter_place(flat: FlatParameters, path: str, name: str) -> int | None:
    """Place of the parameter that a name means in the part at a path: its own, or one around it."""
    parts = path.split(".")[:-1]
    around = (".".join([*parts[:k], name]) for k in reversed(range(len(parts) + 1)))
    return next((flat.index[full] for full in around if full in flat.index), None)


UNIT = 1e-6
"""How far the squares of four numbers may be from 1 in sum to be Euler parameters: typed digits are nearer."""
HALF_TURN = 1e-9
"""e0 below which a rotation counts as half a turn, where rounding alone would decide the sign."""


def _read_signs(values: dict[str, float]) -> dict[str, float]:
    """Values with Euler parameters in the sign in which they are read from a rotation: e and -e are the same one.

    That is e0 >= 0; at half a turn the largest of the others is positive. Those that are not given are zero where the
    squares of the others already add up to 1.
    """
    stems = dict.fromkeys(name[:-1] for name in values if re.search(r"\.e[0-3]$", name))
    for stem in stems:
        names = [f"{stem}{k}" for k in range(4)]
        e = np.array([values.get(name, 0.0) for name in names])
        if not abs(e @ e - 1) < UNIT:  # not all are given, or they are no Euler parameters
            continue
        deciding = e[0] if abs(e[0]) > HALF_TURN else e[np.argmax(np.abs(e))]
        if deciding < 0:
            values = values | {name: -values[name] for name in names if name in values}
    return values
