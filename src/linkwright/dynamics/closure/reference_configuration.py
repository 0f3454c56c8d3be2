"""The reference configuration of a machine: values of its description, joints closed.

It is found in poses of bodies (`configuration`), and coordinates follow from it: those of every formalism alike.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Any

import casadi as ca
import numpy as np

from linkwright.arrays import Array
from linkwright.dynamics.closure.assembler import Assembler
from linkwright.dynamics.closure.configuration import (
    DIGITS,
    Configuration,
    Search,
    UnclosedError,
    extent,
    find_configuration,
)
from linkwright.dynamics.closure.whole_turns import TURN
from linkwright.dynamics.errors import AssemblyError
from linkwright.dynamics.state import State
from linkwright.dynamics.system.readings import CLOSED, read_state
from linkwright.dynamics.system.stored import stored_numbers
from linkwright.dynamics.system.system import Recent, System, call_function, numeric
from linkwright.equations import Equations, FlatParameters

MOST_CONFIGURATIONS = 32
"""Configurations that are kept for the same lengths with other masses."""


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
    if _is_said(system, assembler, q, p, values):
        q = system.normalise(q)
    else:
        # Masses and the like do not move it: of parameters that positions do not depend on others are tried often.
        known: Recent = system.cached("reference configurations", lambda: Recent(MOST_CONFIGURATIONS))
        size = machine_extent(system.equations, p)
        key = (p[parameters_of_positions(system)].tobytes(), size, tuple(values.items()))
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
        names=(*system.equations.coordinate_names, *system.equations.speed_names),
    )


def _joint_angles(system: System) -> list[int]:
    """Numbers of the angles but those of bodies, which follow."""
    own = {f"{body}.theta" for body in system.equations.all_bodies}
    return [k for k, x in enumerate(system.quantities) if x.periodic and x.full not in own]


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
    """Coordinates of the configuration; for bodies in loops that turn freely in space from the disk, if found before.

    For others the search takes no longer than a checksum of their expressions.
    """
    if not system.g.numel() or not system.units:
        return _searched(system, assembler, start, p, values)
    given = start.tobytes() + repr(sorted(values.items())).encode()
    return stored_numbers(
        system, "reference configuration", p, given, lambda: _searched(system, assembler, start, p, values)
    )


def _searched(system: System, assembler: Assembler, start: Array, p: Array, values: Mapping[int, float]) -> Array:
    """Coordinates of the configuration for values by number; `start` has those that are coordinates themselves."""
    named = {system.quantities[k].full: value for k, value in values.items()}
    try:
        found = configuration_of(system.equations, named, p)
    except UnclosedError as fault:
        if fault.opposite:
            raise wrong_way(fault.opposite) from None
        raise assembler.open_joint(0.0, system.normalise(start), p, [], np.zeros(0)) from None
    return _coordinates(system, assembler, start, p, (values, found))


def placed_by_joints(
    system: System, assembler: Assembler, start: Array, p: Array, values: Mapping[int, float]
) -> Array | None:
    """Coordinates where values of joints place every body and close all of them; None where they do not."""
    found = placed_configuration(system.equations, {system.quantities[k].full: z for k, z in values.items()}, p)
    return None if found is None else _coordinates(system, assembler, start, p, (values, found))


def placed_configuration(equations: Equations, values: Mapping[str, float], p: Array) -> Configuration | None:
    """The configuration in which values of joints, by full name, place every body; None where they do not."""
    return Search(equations.in_poses, values, parameters_in_poses(equations, p)).placed()


def _is_said(system: System, assembler: Assembler, start: Array, p: Array, values: Mapping[int, float]) -> bool:
    """Whether nothing is open: values of all coordinates close the joints, or joints of a tree have theirs."""
    given = {system.quantities[k].q_index for k in values}
    if not in_tree(system.equations, given, system.q.numel() if system.g.numel() else 0):
        return False
    which, q = list(values), system.normalise(start)
    off = assembler.problem(0.0, p, which).residual(q, np.array(list(values.values())))
    return bool(np.max(np.abs(off), initial=0.0) < CLOSED) and not opposite_joints(system, q, p)


def in_tree(equations: Equations, given: Collection[int], needed: int) -> bool:
    """Whether as many coordinates are given as are needed, and none that is left is that of a body by itself.

    Where a joint that constrains nothing stands on such a body, its values count.
    """
    own = equations.coordinate_names
    bodies = {equations.show(f"{body}.{name}") for body in equations.all_bodies for name in BODY_COORDINATES}
    left = [name for k, name in enumerate(own) if k not in given]
    return len(own) - len(left) >= needed and bodies.isdisjoint(left)


BODY_COORDINATES = ("x", "y", "z", "theta", "e0", "phi")
"""Names by which coordinates of a body by itself are known."""


def configuration_of(equations: Equations, values: Mapping[str, float], p: Array) -> Configuration:
    """The configuration for values by full name; p are the parameters of the equations."""
    return find_configuration(equations.in_poses, values, parameters_in_poses(equations, p))


def machine_extent(equations: Equations, p: Array) -> float:
    """The size (m) of a machine by the distances of points on its bodies, wherever the frames of these sit."""
    return extent(equations.in_poses, parameters_in_poses(equations, p))


def parameters_in_poses(equations: Equations, p: Array) -> Array:
    """Parameters of the record in poses, of those of the equations."""
    index = equations.parameters.index
    return p[[index[label.name] for label in equations.in_poses.parameters.labels]]


def opposite_joints(system: System, q: Array, p: Array, t: float = 0.0) -> list[str]:
    """Joints that close loops with directions opposite that should be the same."""
    if not system.facing_products.numel():
        return []
    products = call_function(system.facing, t, q, np.zeros(system.n), np.zeros(system.m_u), p)[0].ravel()
    if np.all(products > 0):
        return []
    return list(dict.fromkeys(system.facing_names[k] for k in np.flatnonzero(~(products > 0)).tolist()))


def wrong_way(names: Sequence[str]) -> AssemblyError:
    """What is said of joints that close the wrong way round only."""
    reason = (
        f"the machine cannot be assembled: {', '.join(names)} would close the wrong way round, with axes opposite that "
        "are the same in its two frames; check the directions of these frames, or give a reference configuration"
    )
    return AssemblyError(reason, names, {})


def own_coordinates(
    equations: Equations, start: Array, values: Mapping[str, float], found: Configuration
) -> tuple[Array, bool]:
    """Coordinates q of equations in a configuration, and whether some are no positions of it.

    Angles of joints are within half a turn of their value, or of zero; those of bodies as the walk has counted them.
    """
    q, missing = np.array(start), False
    bodies = {f"{body}.theta" for body in equations.all_bodies}
    for uses in equations.quantities:
        at = -1 if uses.type.place is None else uses.type.place[0]
        if at < 0:
            continue
        for row, (module, name) in enumerate(zip(uses.module.tolist(), uses.names, strict=True)):
            full = equations.full_name(module, name)
            z = found.positions.get(full)
            if z is None:
                missing |= full not in values
                continue
            turns = uses.type.label.unit == "rad" and not uses.type.advances
            if turns and (full in values or full not in bodies):
                z += TURN * round((found.counted.get(full, values.get(full, 0.0)) - z) / TURN)
            q[uses.q[row, at]] = z
    return q, missing


def _coordinates(
    system: System,
    assembler: Assembler,
    start: Array,
    p: Array,
    asked: tuple[Mapping[int, float], Configuration],
) -> Array:
    """Coordinates of a machine in a configuration, closed to rounding."""
    values, found = asked
    named = {system.quantities[k].full: value for k, value in values.items()}
    q, missing = own_coordinates(system.equations, start, named, found)
    q = system.normalise(q)
    if missing:  # variables of a redundant set, which only these equations have
        known = {k: found.positions[x.full] for k, x in enumerate(system.quantities) if x.full in found.positions}
        q = assembler.settle(0.0, q, p, known)
    numbers = {quantity.full: k for k, quantity in enumerate(system.quantities) if quantity.z is not None}
    goals = {numbers[name]: goal for name, goal in found.goals.items() if name in numbers}
    z = read_state(system, 0.0, q, np.zeros(system.n), p).z
    turns = assembler.turns
    counted = {k: -round((z[k] - value) / TURN) for k, value in values.items() if k in turns.numbers}
    if any(counted.values()):  # of a body, whose angle is a sum of those of joints
        q, _ = turns.add_turns(q, counted, lambda x: assembler.relative_gaps(0.0, x, p))
        z = read_state(system, 0.0, q, np.zeros(system.n), p).z
    for k, goal in goals.items():
        if system.quantities[k].periodic:
            goals[k] = goal + TURN * round((z[k] - goal) / TURN)
    met = assembler.meet(0.0, q, p, list(goals), np.array(list(goals.values())))
    return assembler.settle(0.0, q, p, goals) if met is None else met


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
