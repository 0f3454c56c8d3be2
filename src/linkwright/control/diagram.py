"""Diagrams: blocks, the wires between them, and names for what is connected from outside; to any depth."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

from linkwright.control.contract import Block, Sampled
from linkwright.faults import Faults, close_matches
from linkwright.kinds import checked_arguments
from linkwright.symbolic import check_name


class Port(NamedTuple):
    """An input or output of a block: the full name of the block, and the name of the input or output."""

    block: str
    name: str

    def __str__(self) -> str:
        return f"{self.block}.{self.name}"


@dataclass(frozen=True)
class Flat:
    """A diagram without depth: all blocks by full name, the source of each wired input, and what is left open.

    A source is a port, or the name of something that is not inside: a quantity of a machine. `commands` are targets
    that are not inside: inputs of a machine. `references` are inputs that nothing is wired to, by the names they have
    from outside. `faults` are sentences.
    """

    blocks: Mapping[str, Sampled]
    wires: Mapping[Port, Port | str]
    commands: Mapping[str, Port]
    references: Mapping[str, tuple[Port, ...]]
    faults: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class Diagram:
    """Blocks on clocks (or diagrams of them) by name, wires {target: source}, and exports {name: inner name}.

    Targets are inputs of blocks, `speed.reference`; sources are outputs, `position.command`. A target has one source, a
    source may go to many targets. Names that are not inside are those of a machine: inputs (`motor.v`) as targets,
    quantities (`motor.omega`, `x`, rates `x'`, accelerations `x''`) as sources. An export is a name of an inner input
    or output for use from outside; of inputs it may name several, in a tuple. What is not wired is an input of the
    whole.

    >>> from linkwright.control import P, PI
    >>> blocks = {"position": P(20.0).every(5e-3), "speed": PI(0.07, 3.0).every(1e-3)}
    >>> axis = Diagram(blocks, {"speed.reference": "position.command"}, {"reference": "position.reference"})
    >>> list(Diagram({"x": axis, "y": axis}, {}).flat.references)[:2]
    ['x.reference', 'x.position.measurement']
    """

    blocks: Mapping[str, Sampled | Diagram]
    wires: Mapping[str, str] = field(default_factory=dict)
    exports: Mapping[str, str | tuple[str, ...]] = field(default_factory=dict)
    flat: Flat = field(init=False, repr=False)

    def __post_init__(self) -> None:
        faults = Faults("Diagram")
        for what in ("blocks", "wires", "exports"):
            value = getattr(self, what)
            if not isinstance(value, Mapping):
                faults.add(f"{what} = {value!r:.80}: expected a mapping of names")
        faults.stop()
        for name, block in self.blocks.items():
            faults.found += check_name(name, "block")
            if isinstance(block, Block):
                faults.add(f"{name} is a {type(block).__name__} without a clock; write ...every(period)")
            elif not isinstance(block, (Sampled, Diagram)):
                faults.add(f"{name} is {block!r:.60}, expected a block on a clock (block.every(period)) or a Diagram")
        for what, entries in (("wire", self.wires), ("export", self.exports)):
            for target, source in entries.items():
                for name in (target, *(source if isinstance(source, tuple) and what == "export" else (source,))):
                    if not isinstance(name, str) or not name:
                        faults.add(f"{what} {target!r}: {source!r}: expected names")
        faults.stop()
        for what in ("blocks", "wires", "exports"):
            object.__setattr__(self, what, dict(getattr(self, what)))
        object.__setattr__(self, "flat", _flatten(self))

    def __getstate__(self) -> dict[str, object]:
        return {"blocks": self.blocks, "wires": self.wires, "exports": self.exports}

    def __setstate__(self, state: dict[str, object]) -> None:
        for name, value in state.items():
            object.__setattr__(self, name, value)
        self.__post_init__()

    # -- names -----------------------------------------------------------------------------------------------------

    @checked_arguments
    def ports(self, name: str, way: str, prefix: str = "") -> list[Port] | None:
        """Ports that a name stands for, inputs or outputs as `way` says; None if it is not inside.

        A name whose block is inside, but which that does not have, raises a LookupError with a sentence.
        """
        head, _, rest = name.partition(".")
        if head not in self.blocks:
            return None
        inner = self.blocks[head]
        full = f"{prefix}{head}"
        if isinstance(inner, Sampled):
            if rest in _port_names(inner.block, way):
                return [Port(full, rest)]
        else:
            found = inner.exported_ports(rest, way, f"{full}.")
            if found is not None:
                return found
        known = self._inner_names(head, inner, way)
        other = {"inputs": "outputs", "outputs": "inputs"}[way]
        if name in self._inner_names(head, inner, other):
            word = {"inputs": "a target must be an input", "outputs": "a source must be an output"}[way]
            msg = f"{prefix}{name} is an {other[:-1]}; {word}: {close_matches(name, known)}"
        else:
            msg = f"no {way[:-1]} {prefix}{name}; {close_matches(name, known)}"
        raise LookupError(msg)

    @checked_arguments
    def exported_ports(self, name: str, way: str, prefix: str) -> list[Port] | None:
        """Ports behind a name as it is seen from outside: an export, or a port inside."""
        if name in self.exports:
            found = []
            inner = self.exports[name]
            for each in inner if isinstance(inner, tuple) else (inner,):
                try:
                    own = self.ports(each, way, prefix)
                except LookupError:
                    return None  # it is exported in the other direction, or wrong, which is said elsewhere
                if own is None:
                    return None
                found += own
            return found
        try:
            return self.ports(name, way, prefix)
        except LookupError:
            return None

    def _inner_names(self, head: str, inner: Sampled | Diagram, way: str) -> list[str]:
        """Names of ports of a block or diagram inside, as they are written here."""
        if isinstance(inner, Sampled):
            return [f"{head}.{name}" for name in _port_names(inner.block, way)]
        return [f"{head}.{name}" for name in inner.visible(way)]

    @checked_arguments
    def visible(self, way: str) -> list[str]:
        """Names of inputs or outputs, exports first."""
        found = [name for name in self.exports if self.exported_ports(name, way, "") is not None]
        for head, inner in self.blocks.items():
            found += self._inner_names(head, inner, way)
        return found

    def walk(self, prefix: str = "") -> Iterator[tuple[str, Diagram]]:
        """The diagram and those inside, with what stands before their names."""
        yield prefix, self
        for name, inner in self.blocks.items():
            if isinstance(inner, Diagram):
                yield from inner.walk(f"{prefix}{name}.")

    def leaves(self, prefix: str = "") -> Iterator[tuple[str, Sampled]]:
        """All blocks inside by full name, in the order in which they are written."""
        for name, inner in self.blocks.items():
            if isinstance(inner, Diagram):
                yield from inner.leaves(f"{prefix}{name}.")
            else:
                yield f"{prefix}{name}", inner


def _port_names(block: Block, way: str) -> list[str]:
    return [port.name for port in (block.inputs if way == "inputs" else block.outputs)]


def _flatten(diagram: Diagram) -> Flat:
    blocks = dict(diagram.leaves())
    wires: dict[Port, Port | str] = {}
    commands: dict[str, Port] = {}
    names: dict[Port, str] = {}
    faults: list[str] = []
    for prefix, inner in diagram.walk():
        for target, source in inner.wires.items():
            _wire(inner, prefix, (target, source), (wires, commands, faults))
        # Outer diagrams come first: a name that they give an input is the one it has from outside.
        for name, each in inner.exports.items():
            found = inner.exported_ports(name, "inputs", prefix)
            if found is None and inner.exported_ports(name, "outputs", prefix) is None:
                known = [*_inside(inner, "inputs"), *_inside(inner, "outputs")]
                shown = each if isinstance(each, str) else ", ".join(each)
                faults.append(f"export {prefix}{name}: {shown} is not inside; {close_matches(shown, known)}")
            for port in found or ():
                names.setdefault(port, f"{prefix}{name}")
    references: dict[str, tuple[Port, ...]] = {}
    for full, sampled in blocks.items():
        faults += [f"{full}: {fault}" for fault in sampled.faults]
        for label in sampled.block.inputs:
            port = Port(full, label.name)
            if port not in wires:
                name = names.get(port, str(port))
                references[name] = (*references.get(name, ()), port)
    return Flat(blocks, wires, commands, references, tuple(faults))


def _inside(diagram: Diagram, way: str) -> list[str]:
    return [name for name in diagram.visible(way) if name not in diagram.exports]


def _wire(
    diagram: Diagram,
    prefix: str,
    wire: tuple[str, str],
    into: tuple[dict[Port, Port | str], dict[str, Port], list[str]],
) -> None:
    """Add one wire to those of the whole, or say what is wrong with it."""
    (target, source), (wires, commands, faults) = wire, into
    origin: Port | str | None = None
    try:
        outputs = diagram.ports(source, "outputs", prefix)
        origin = source if outputs is None else outputs[0]
    except LookupError as error:
        faults.append(f"wire to {prefix}{target}: {error.args[0]}")
    try:
        inputs = diagram.ports(target, "inputs", prefix)
    except LookupError as error:
        faults.append(f"wire from {source}: {error.args[0]}")
        return
    if origin is None:
        return
    if inputs is None:
        if isinstance(origin, str):
            faults.append(f"wire {target}: {source}: neither of them is a block inside; a wire begins or ends at one")
        elif target in commands and commands[target] != origin:
            faults.append(
                f"{target} has two sources, {commands[target]} and {origin}; add them in a block, control.Sum"
            )
        else:
            commands[target] = origin
        return
    for port in inputs:
        if port in wires and wires[port] != origin:
            faults.append(f"{port} has two sources, {wires[port]} and {origin}; add them in a block, control.Sum")
        else:
            wires[port] = origin


@checked_arguments
def cascade(loops: Mapping[str, Sampled]) -> Diagram:
    """Controllers in a cascade, the outermost first: each command is the reference of the next.

    Exports are `reference` of the first and `command` of the last; measurements are wired by the names of the loops,
    `position.measurement`.

    >>> from linkwright.control import P, PI
    >>> axis = cascade({"position": P(20.0).every(5e-3), "speed": PI(0.07, 3.0).every(1e-3)})
    >>> axis.wires, axis.exports
    ({'speed.reference': 'position.command'}, {'reference': 'position.reference', 'command': 'speed.command'})
    """
    names = list(loops)
    faults = Faults("cascade")
    if not names:
        faults.add("got no loops, expected at least one controller by name")
    for name, loop in loops.items():
        if not isinstance(loop, Sampled):
            faults.add(f"{name} is {loop!r:.60}, expected a block on a clock (block.every(period))")
        elif not {"reference", "measurement"} <= set(_port_names(loop.block, "inputs")):
            faults.add(f"{name} is a {type(loop.block).__name__}, expected a controller with reference and measurement")
        elif "command" not in _port_names(loop.block, "outputs"):
            faults.add(f"{name} is a {type(loop.block).__name__}, expected a controller with a command")
    faults.stop()
    wires = {f"{inner}.reference": f"{outer}.command" for outer, inner in pairwise(names)}
    return Diagram(loops, wires, {"reference": f"{names[0]}.reference", "command": f"{names[-1]}.command"})
