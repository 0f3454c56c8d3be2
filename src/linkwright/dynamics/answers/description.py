"""What compiled dynamics contains: names, units, meanings, in order."""

from __future__ import annotations

from dataclasses import dataclass

from linkwright.dynamics.machine import Machine


@dataclass(frozen=True)
class Entry:
    """One named thing: what it is, its unit, its meaning, its value if it has one."""

    kind: str
    name: str
    unit: str
    meaning: str
    value: float | None = None


@dataclass(frozen=True)
class Description:
    """Everything that can be named, as entries; prints as a table, with notes on the reference configuration."""

    title: str
    entries: tuple[Entry, ...]
    notes: tuple[str, ...] = ()

    def __str__(self) -> str:
        width = max((len(entry.name) for entry in self.entries), default=0)
        units = max((len(entry.unit) for entry in self.entries), default=0)
        lines = [self.title]
        kind = ""
        for entry in self.entries:
            if entry.kind != kind:
                kind = entry.kind
                lines.append(f"{kind}:")
            value = "" if entry.value is None else f" = {entry.value:.6g}"
            lines.append(f"  {entry.name:<{width}}  {entry.unit:<{units}}  {entry.meaning}{value}".rstrip())
        return "\n".join([*lines, *[f"note: {note}" for note in self.notes]])


def describe(dynamics: Machine) -> Description:
    """Quantities, inputs, parameters and constraints of a machine."""
    system = dynamics.system
    equations = system.equations
    entries = [
        Entry("quantities with a position", q.name, q.unit, q.meaning) for q in system.quantities if q.z is not None
    ]
    bare = [q for q in system.quantities if q.z is None]
    states = [q for q in bare if q.v_index in system.states]
    entries += [Entry("speeds without a position", q.name, q.unit, q.meaning) for q in bare if q not in states]
    entries += [Entry("states without energy", q.name, q.unit, q.meaning) for q in states]
    entries += [Entry("inputs", label.name, label.unit, label.meaning) for label in equations.inputs]
    entries += [
        Entry("parameters", label.name, label.unit, label.meaning, float(value))
        for label, value in zip(equations.parameters.labels, dynamics.p, strict=True)
    ]
    entries += [
        Entry("constraints", system.row_name(row), label.unit, label.meaning)
        for constraint in system.constraints
        for row, label in zip(constraint.rows, constraint.labels, strict=True)
    ]
    dof = system.degrees_of_freedom(dynamics.generic_rank)
    counted = f"{dof} degree{'' if dof == 1 else 's'} of freedom"
    if states:
        counted += f", {len(states)} state" + ("" if len(states) == 1 else "s")
    title = f"{equations.title}: {system.n - len(states)} speeds, {system.m} constraints, {counted}"
    return Description(title, tuple(entries), dynamics.reference_notes)
