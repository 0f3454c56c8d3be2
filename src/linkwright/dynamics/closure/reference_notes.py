"""What is to be said of a reference configuration: values that are not met, singular configurations nearby."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from linkwright import linear_algebra
from linkwright.arrays import Array
from linkwright.dynamics.closure.assembler import MET, Assembler
from linkwright.dynamics.closure.configuration import Search, UnclosedError, find_configuration
from linkwright.dynamics.closure.position_level import PositionLevel
from linkwright.dynamics.closure.reference_configuration import parameters_in_poses, reference_values
from linkwright.dynamics.closure.walk import Walk
from linkwright.dynamics.closure.whole_turns import TURN
from linkwright.dynamics.rank import LENGTHS, Scales, least, machine_size, null_space
from linkwright.dynamics.state import State
from linkwright.dynamics.system.system import System
from linkwright.equations import ConstraintType, Equations, Role, Uses
from linkwright.symbolic import select_rows

ASIDE = 0.3
"""How far (rad, machine sizes) a machine is moved to see what is usual for it."""
BESIDE = 0.05
"""Share of what is usual for a machine below which a slope or a singular value counts as nearly zero."""


def missed_values(equations: Equations, p: Array, reference: State) -> list[str]:
    """Values of the description that the reference configuration does not have, each with what was found."""
    found, size = [], machine_size(equations.parameters.in_unit, p)
    values = reference_values(equations.start, equations.parameters, p)
    for full, value in values.items():
        name = equations.show(full)
        z = reference.positions.get(name)
        if z is None or not np.isfinite(value):
            continue
        quantity, unit = equations.find_quantity(full), _unit(equations, full)
        off = z - value
        if unit == "rad" and not (quantity is not None and quantity.type.advances):
            off -= TURN * round(off / TURN)
        if abs(off) > MET * (size if unit in LENGTHS else 1.0):
            words = f" {unit}" if unit else ""
            found.append(f"the reference asks for {name} = {value:.6g}{words}, and {z:.6g}{words} is found")
    return [*found, *_off_mesh(equations, values, p, size)] if found else found


def _off_mesh(equations: Equations, values: Mapping[str, float], p: Array, size: float) -> list[str]:
    """Threads and gears that alone keep values of the description from being met, each with the gap and its remedy."""
    record, index = equations.in_poses, equations.parameters.index
    if not any(Role.MESH in uses.type.roles for uses in record.constraints):
        return []
    own = parameters_in_poses(equations, p)
    known = {name: value for name, value in values.items() if np.isfinite(value)}
    found = []
    for tie in Walk.of(record).ties:
        if tie.first in known and tie.second in known:
            factor, offset = tie.numbers(own)
            gap, unit = known[tie.second] - offset - factor * known[tie.first], _unit(equations, tie.second)
            if abs(gap) > MET * (size if unit in LENGTHS else 1.0):
                found.append(_off(equations.show(tie.name), gap, unit, offset))
    if found:
        return found
    free = replace(record, constraints=tuple(_without_mesh(record.constraints)))
    try:
        q = find_configuration(free, known, own).q
    except UnclosedError:
        return []
    if not Search(free, known, own).is_met(q):
        return []
    level = PositionLevel.of(record)
    Z = level.values(0.0, q, own)
    for rows in level.gaps:
        uses, kind = rows.uses, rows.uses.type
        gaps = rows.values(Z).reshape(len(uses), -1)
        for k in [k for k, role in enumerate(kind.roles) if role is Role.MESH]:
            unit = kind.rows[k].unit
            for row in np.flatnonzero(np.abs(gaps[:, k]) > MET * (size if unit in LENGTHS else 1.0)).tolist():
                full = record.full_name(int(uses.module[row]), uses.names[row])
                found.append(_off(equations.show(full), float(gaps[row, k]), unit, float(p[index[f"{full}.offset"]])))
    return found


def _off(name: str, gap: float, unit: str, offset: float) -> str:
    return (
        f"the values of the reference are off {name} by {gap:.6g} {unit}: correct them, or have it begin there by "
        f"offset={offset + gap:.6g}"
    )


def _unit(equations: Equations, full: str) -> str:
    quantity = equations.find_quantity(full)
    return "" if quantity is None else quantity.type.label.unit


def _without_mesh(constraints: Sequence[Uses[ConstraintType]]) -> Iterator[Uses[ConstraintType]]:
    """Constraints without the rows of threads and gears."""
    for uses in constraints:
        kind = uses.type
        kept = [k for k in range(kind.g.numel()) if kind.role(k) is not Role.MESH]
        g, rows = select_rows(kind.g, kept), tuple(kind.rows[k] for k in kept)
        if kept:
            yield replace(uses, type=replace(kind, g=g, rows=rows, roles=tuple(kind.role(k) for k in kept)))


def singular_notes(assembler: Assembler, p: Array, reference: State) -> list[str]:
    """Whether a reference configuration is at or next to a singular one, and joints that are at a dead centre there.

    A joint is at a dead centre where no motion moves it: its slope along what the constraints leave free is zero. What
    is usual is seen at a configuration to which the machine is moved from there.
    """
    system, joints = assembler.system, _joints(assembler.system)
    if not system.g_rows:
        return []
    positions = [(k, x) for k, x in enumerate(system.quantities) if x.z is not None and x.unit in ("rad", "m")]
    chosen = [k for k, quantity in positions if quantity.full.rpartition(".")[0] in joints]
    at = _measure(assembler, p, reference.q, chosen)
    moved = assembler.close_joints(0.0, system.normalise(reference.q + ASIDE * at.way), p)
    if moved is None:
        return []
    usual, notes = _measure(assembler, p, moved, chosen), []
    if at.rank < usual.rank or at.margin < BESIDE * usual.margin:
        where = "singular" if at.rank < usual.rank else "next to a singular one"
        notes.append(f"the reference configuration is {where}: constraints lose rank; give another one to start from")
    dead = [system.quantities[k].name for n, k in enumerate(chosen) if at.slopes[n] < BESIDE * usual.slopes[n]]
    if dead:
        notes.append(
            f"the reference configuration is at or next to a dead centre of {', '.join(dead)}: no motion of the "
            "machine moves that there, so that it cannot drive the machine or be prescribed"
        )
    return notes


class _Measured(NamedTuple):
    """Rank and least kept singular value of the constraints, slopes of quantities, and a way to move."""

    rank: int
    margin: float
    slopes: Array
    way: Array


def _measure(assembler: Assembler, p: Array, q: Array, chosen: Sequence[int]) -> _Measured:
    """Measures at a configuration."""
    system, scales = assembler.system, Scales.of(assembler.system, p)
    linear = assembler.problem(0.0, p, chosen).at(q[None], np.zeros((1, len(chosen))))
    J, N, count = linear.J[0], linear.N[0], len(system.g_rows)
    values = linear_algebra.svd(J[:count], compute_uv=False)
    rank = int(np.sum(values > least(values[0])))
    still = np.eye(system.n)[[not system.moves(k) for k in range(system.n)]]
    free = null_space(np.vstack([J[:count], still]))
    way = N @ (free @ np.cos(np.arange(1, free.shape[1] + 1)))
    longest = float(np.max(np.abs(way) / scales.coordinates, initial=0.0))
    slopes = np.linalg.norm(J[count:] @ free, axis=1)
    margin = float(values[rank - 1] / values[0]) if rank else 0.0
    return _Measured(rank, margin, slopes, way / longest if longest > 0.0 else way)


def _joints(system: System) -> frozenset[str]:
    """Full names of joints."""
    equations = system.equations
    every = (*equations.constraints, *equations.supports)
    return frozenset(
        equations.full_name(module, name)
        for uses in every
        for module, name in zip(uses.module.tolist(), uses.names, strict=True)
    )
