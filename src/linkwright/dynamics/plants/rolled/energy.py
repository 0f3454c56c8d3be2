"""Energy of a machine with many parts, and its names in order."""

from __future__ import annotations

from typing import Any

import casadi as ca
import numpy as np

from linkwright.arrays import Array
from linkwright.dynamics.answers.description import Description, Entry
from linkwright.dynamics.answers.energy import Energy
from linkwright.dynamics.plants.rolled.bound import BoundLoops
from linkwright.dynamics.state import State
from linkwright.dynamics.system.gathering import gather_kernel
from linkwright.equations import Uses


def energy(loops: BoundLoops, state: State, u: Array | None) -> Energy:
    """Energies at a state, and powers if inputs are given, by sums over the uses of each type."""
    rolled, work = loops.rolled, loops.work
    Z = loops.read(state, u)

    def total(uses: Uses[Any], expression: ca.SX) -> float:
        made = gather_kernel("total", uses, [expression], rolled.starts)
        inside = Z[made.index].T if made.count else np.zeros((0, len(uses)))
        return float(np.asarray(made.kernel.map(len(uses))(inside)).sum())

    kinetic = sum(total(uses, part.energy) for uses in rolled.record.blocks for part in uses.type.inertias if len(uses))
    potential, power = 0.0, {"source": 0.0, "loss": 0.0, "coupling": 0.0}
    for uses in rolled.record.loads:
        kind = uses.type
        if not ca.SX(kind.potential).is_zero():
            potential += total(uses, kind.potential)
        if kind.category in power and u is not None:
            power[kind.category] += total(uses, ca.dot(kind.speed, kind.effort))
    if rolled.tree is not None:
        found = rolled.tree.energies(work, rolled.places)
        kinetic, potential = kinetic + found[0], potential + found[1]
    return Energy(kinetic, potential, *power.values()) if u is not None else Energy(kinetic, potential)


def describe(loops: BoundLoops) -> Description:
    """Quantities, inputs, parameters and constraints; an entry for each."""
    equations, rolled = loops.equations, loops.rolled
    signals = {equations.speed_names[k] for k in equations.states}
    with_position, without, states = [], [], []
    for group in loops.readings:
        kind = group.uses.type
        label = kind.label
        if kind.z is not None:
            with_position += [Entry("quantities with a position", x, label.unit, label.meaning) for x in group.names]
        else:
            own = [x for x in group.names if x in signals]
            states += [Entry("states without energy", x, label.unit, label.meaning) for x in own]
            rest = [x for x in group.names if x not in signals]
            without += [Entry("speeds without a position", x, label.unit, label.meaning) for x in rest]
    entries = [*with_position, *without, *states]
    entries += [Entry("inputs", label.name, label.unit, label.meaning) for label in equations.inputs]
    entries += [
        Entry("parameters", label.name, label.unit, label.meaning, float(value))
        for label, value in zip(equations.parameters.labels, loops.p, strict=True)
    ]
    rows = 0 if rolled.constraints is None else rolled.constraints.m
    for uses in () if rolled.constraints is None else rolled.constraints.uses:
        for module, name in zip(uses.module.tolist(), uses.names, strict=True):
            full = rolled.record.full_name(module, name)
            entries += [
                Entry("constraints", f"{full}.{x.name}" if len(uses.type.rows) > 1 else full, x.unit, x.meaning)
                for x in uses.type.rows
            ]
    speeds = loops.n - len(states)
    dof = speeds - rows
    counted = f"{dof} degree{'' if dof == 1 else 's'} of freedom"
    if states:
        counted += f", {len(states)} state{'' if len(states) == 1 else 's'}"
    title = f"{equations.title}: {speeds} speeds, {rows} constraints, {counted}"
    return Description(title, tuple(entries))
