"""Wires between a machine and a diagram: names, order and units checked, all faults at once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from linkwright.closed_loop.measurements import INPUT, Measurement, Measurements
from linkwright.control import Flat, Port, Sampled
from linkwright.control.units import Unit, unit
from linkwright.dynamics.system import System
from linkwright.faults import Faults, close_matches
from linkwright.symbolic import Label


@dataclass(frozen=True)
class Reference:
    """The source of an input that comes from outside, by its name."""

    name: str


Source = Port | Measurement | Reference
"""Where an input of a block comes from: an output of a block, the machine, or outside."""


@dataclass(frozen=True)
class Wiring:
    """A diagram wired to a machine: sources of all inputs, commanded inputs of the machine, blocks in order, units.

    `order` has producers before consumers. `units` are those of ports and parameters, by full name, as far as they are
    known.
    """

    blocks: Mapping[str, Sampled]
    sources: Mapping[Port, Source]
    commands: Mapping[str, Port]
    references: tuple[Label, ...]
    order: tuple[str, ...]
    units: Mapping[str, str]


def make_wiring(flat: Flat, system: System, faults: Faults) -> Wiring:
    """The wiring of a diagram to a machine; what is wrong is raised at once, with the faults found before."""
    faults.found += flat.faults
    measurements = Measurements.of(system)
    _check_block_names(flat, measurements, faults)
    sources: dict[Port, Source] = {}
    for target, source in flat.wires.items():
        if isinstance(source, Port):
            sources[target] = source
        elif source in measurements:
            sources[target] = measurements[source]
        else:
            known = [*measurements, *_outputs(flat)]
            faults.add(f"{target}: no quantity, input or block output {source!r}; {close_matches(source, known)}")
    commands = _commands(flat, measurements, faults)
    for name, ports in flat.references.items():
        sources |= {port: Reference(name) for port in ports}
    order = _order(flat.blocks, sources, faults)
    known_units = _Units(flat, sources, commands, measurements, faults)
    faults.stop()
    labels = []
    for name, ports in flat.references.items():
        block = flat.blocks[ports[0].block].block
        meaning = next(label.meaning for label in block.inputs if label.name == ports[0].name)
        labels.append(Label(name, known_units.of(str(ports[0])), meaning))
    return Wiring(flat.blocks, sources, commands, tuple(labels), order, known_units.as_dict())


def referenced_quantity(wiring: Wiring, known: Measurements, port: Port) -> Measurement | None:
    """What an open input of a block is a reference of: the quantity of its name, or what the same controller measures.

    A controller may measure it through another block, whose output has the name of the quantity: direct kinematics.
    """
    source = wiring.sources.get(Port(port.block, "measurement")) if port.name == "reference" else None
    if isinstance(source, Measurement):
        return source
    return known.get(source.name if isinstance(source, Port) else port.name)


def _check_block_names(flat: Flat, measurements: Measurements, faults: Faults) -> None:
    """A block may not have the name of a part of the machine: `motor.v` would be both."""
    parts = {name.partition(".")[0].rstrip("'") for name in measurements}
    tops = dict.fromkeys(name.partition(".")[0] for name in flat.blocks)
    for top in tops:
        if top in parts:
            faults.add(f"the block {top} has the name of a part of the machine; give it another, such as {top}_control")


def _commands(flat: Flat, measurements: Measurements, faults: Faults) -> dict[str, Port]:
    """Commanded inputs of the machine by the names that users see."""
    inputs = [name for name, entry in measurements.items() if entry.kind == INPUT]
    found: dict[str, Port] = {}
    for name, port in flat.commands.items():
        entry = measurements.get(name)
        if entry is None or entry.kind != INPUT:
            what = "is a quantity, which is measured, not commanded" if entry is not None else "is no input"
            faults.add(f"{name} {what} of the machine; {close_matches(name, [*inputs, *_inputs(flat)])}")
        elif entry.name in found:
            faults.add(
                f"{entry.name} has two sources, {found[entry.name]} and {port}; add them in a block, control.Sum"
            )
        else:
            found[entry.name] = port
    return found


def _outputs(flat: Flat) -> list[str]:
    return [f"{name}.{signal.name}" for name, each in flat.blocks.items() for signal in each.block.outputs]


def _inputs(flat: Flat) -> list[str]:
    return [f"{name}.{label.name}" for name, each in flat.blocks.items() for label in each.block.inputs]


# -- order -----------------------------------------------------------------------------------------------------------


def feeds_at_once(producer: Sampled, consumer: Sampled) -> bool:
    """Whether an output may reach another block at the instant at which it is computed."""
    return not producer.clock.delay and producer.clock.meets(consumer.clock)


def _order(blocks: Mapping[str, Sampled], sources: Mapping[Port, Source], faults: Faults) -> tuple[str, ...]:
    """Blocks with producers before consumers; a ring without delay is a fault."""
    before: dict[str, dict[str, Port]] = {name: {} for name in blocks}
    for target, source in sources.items():
        if not isinstance(source, Port) or blocks[source.block].faults or blocks[target.block].faults:
            continue  # of the machine, or of a block whose clock is wrong, which is said already
        if feeds_at_once(blocks[source.block], blocks[target.block]):
            before[target.block].setdefault(source.block, source)
    order: list[str] = []
    state: dict[str, int] = {}
    for first in blocks:
        _visit(first, before, state, order, [], faults)
    return tuple(order)


def _visit(
    name: str,
    before: Mapping[str, Mapping[str, Port]],
    state: dict[str, int],
    order: list[str],
    path: list[str],
    faults: Faults,
) -> None:
    """Put a block behind all that it depends on; a block that is met again on its own path closes a ring."""
    if state.get(name) == 2:
        return
    if state.get(name) == 1:
        ring = [*path[path.index(name) :], name]
        shown = " -> ".join(reversed(ring))
        faults.add(f"the blocks {shown} feed each other at once in a ring; give one of them a delay")
        return
    state[name] = 1
    for each in before[name]:
        _visit(each, before, state, order, [*path, name], faults)
    state[name] = 2
    order.append(name)


# -- units -----------------------------------------------------------------------------------------------------------


class _Units:
    """Units of all ports, found along the wires from those that the machine knows."""

    def __init__(
        self,
        flat: Flat,
        sources: Mapping[Port, Source],
        commands: Mapping[str, Port],
        measurements: Measurements,
        faults: Faults,
    ) -> None:
        self.ports = {f"{name}.{each.name}": _own(name, each.unit) for name, each in _ports(flat)}
        self.gains = {
            f"{name}.{gain.name}": _own(name, gain.unit)
            for name, each in flat.blocks.items()
            for gain in each.block.parameters
        }
        self.known: dict[str, Unit] = {}
        links: list[tuple[str, str, str, str]] = []  # names of both ends and, of the machine's, the unit as text
        for target, source in sources.items():
            if isinstance(source, Port):
                links.append((str(target), "", str(source), ""))
            elif isinstance(source, Measurement):
                links.append((str(target), "", source.name, source.unit))
        links += [(str(port), "", name, measurements[name].unit) for name, port in commands.items()]
        for name, ports in flat.references.items():
            links += [(str(port), "", str(ports[0]), "") for port in ports[1:] if name]
        self._propagate(links, faults)

    def _end(self, name: str, text: str) -> Unit | None:
        """Unit of one end as far as it is known; None where nothing is said."""
        found = unit(text) if text else self.ports.get(name)
        return None if found is None else found.put(self.known)

    def _propagate(self, links: Iterable[tuple[str, str, str, str]], faults: Faults) -> None:
        left = list(links)
        said: set[tuple[str, str]] = set()
        while True:
            before = len(self.known)
            for one, one_text, other, other_text in left:
                a, b = self._end(one, one_text), self._end(other, other_text)
                if a is None or b is None:
                    continue
                if a.open and not b.open:
                    self._solve(a, b)
                elif b.open and not a.open:
                    self._solve(b, a)
                elif not a.open and not b.open and a.base != b.base and (one, other) not in said:
                    said.add((one, other))
                    faults.add(f"{one} is in {a}, but is wired to {other} in {b}; scale it in a block, or wire another")
            if len(self.known) == before:
                return

    def _solve(self, wanted: Unit, given: Unit) -> None:
        """Find the open factor of a unit that is equal to another."""
        if len(wanted.open) > 1:
            return
        name = wanted.open[0]
        power = dict(wanted.factors)[name]
        rest = Unit(tuple((each, own) for each, own in wanted.factors if each != name))
        self.known.setdefault(name, (given / rest) ** (Fraction(1) / power))

    def of(self, port: str) -> str:
        """Unit of a port as text, empty where it is not known."""
        found = self.ports[port] if port in self.ports else self.gains[port]
        shown = None if found is None else found.put(self.known)
        return "" if shown is None or shown.open else str(shown)

    def as_dict(self) -> dict[str, str]:
        """Units of all ports and parameters."""
        return {name: self.of(name) for name in (*self.ports, *self.gains)}


def _own(block: str, text: str) -> Unit | None:
    """The unit of a port with its open factors named after the block; None where nothing is said."""
    if not text:
        return None
    found = unit(text)
    return found.put({name: Unit(((f"{{{block}.{name[1:-1]}}}", Fraction(1)),)) for name in found.open})


def _ports(flat: Flat) -> Iterable[tuple[str, Label]]:
    for name, each in flat.blocks.items():
        for label in each.block.inputs:
            yield name, label
        for signal in each.block.outputs:
            yield name, Label(signal.name, signal.unit, signal.meaning)
