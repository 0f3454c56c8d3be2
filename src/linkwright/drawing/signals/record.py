"""What a signal diagram shows, as plain data: from a closed loop, or from a run of one, also a saved one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Literal

from linkwright.arrays import PlainMapping
from linkwright.closed_loop import ClosedLoop
from linkwright.control import Port
from linkwright.trajectory import Trajectory

Kind = Literal["block", "measurement", "reference"]


@dataclass(frozen=True, order=True)
class Source:
    """Where a signal comes from: an output of a block, a measurement of the machine, or a reference from outside."""

    kind: Kind
    name: str
    block: str = ""

    @property
    def full(self) -> str:
        """Its name, with that of its block."""
        return f"{self.block}.{self.name}" if self.block else self.name


@dataclass(frozen=True)
class SignalBlock:
    """A block: full name, kind, times of its clock (s), sources of its inputs by name, units of its outputs by name."""

    name: str
    kind: str
    period: Fraction
    phase: Fraction = Fraction(0)
    delay: Fraction = Fraction(0)
    inputs: Mapping[str, Source] = field(default_factory=dict)
    outputs: Mapping[str, str] = field(default_factory=dict)

    @property
    def clock(self) -> str:
        """Its times in words."""
        words = f"every {duration(self.period)}"
        words += f", phase {duration(self.phase)}" if self.phase else ""
        return words + (f", delay {duration(self.delay)}" if self.delay else "")


@dataclass(frozen=True)
class SignalDiagram:
    """Blocks in order, commands {input of the machine: its source}, and units of all that is outside the blocks.

    `free` are inputs of the machine that no block commands.
    """

    machine: str
    blocks: tuple[SignalBlock, ...]
    commands: Mapping[str, Source]
    units: Mapping[str, str] = field(default_factory=dict)
    free: tuple[str, ...] = ()

    def targets(self, source: Source) -> list[str]:
        """Full names of the inputs that a source goes to, those of the machine last."""
        found = [
            f"{block.name}.{name}" for block in self.blocks for name, each in block.inputs.items() if each == source
        ]
        return found + [name for name, each in self.commands.items() if each == source]


def duration(seconds: Fraction) -> str:
    """A time in the unit that suits it, at most six digits.

    >>> duration(Fraction(1, 10000)), duration(Fraction(1, 3000)), duration(Fraction(2))
    ('100 us', '333.333 us', '2 s')
    """
    for unit, size in (("s", Fraction(1)), ("ms", Fraction(1, 1000)), ("us", Fraction(1, 10**6))):
        if seconds >= size:
            return f"{float(seconds / size):.6g} {unit}"
    return f"{float(seconds * 10**9):.6g} ns"


def signals_of(control: ClosedLoop | Trajectory) -> SignalDiagram:
    """What the signal diagram of a closed loop, or of a run of one, shows."""
    if isinstance(control, ClosedLoop):
        return _of_loop(control)
    if isinstance(control, Trajectory):
        run = control.provenance.get("run", {})
        if not isinstance(run, Mapping) or "control" not in run:
            msg = "signal diagram: the trajectory is not a run of a ClosedLoop, so it has no blocks to draw"
            raise ValueError(msg)
        return _of_run(control, run)
    msg = f"signal diagram: got a {type(control).__name__}; expected a ClosedLoop, or a Trajectory of one"
    raise TypeError(msg)


def _of_loop(loop: ClosedLoop) -> SignalDiagram:
    wiring = loop.program.wiring
    units = {label.name: label.unit for label in wiring.references}
    inputs: dict[str, dict[str, Source]] = {name: {} for name in wiring.blocks}
    for port, source in wiring.sources.items():
        if isinstance(source, Port):
            inputs[port.block][port.name] = Source("block", source.name, source.block)
        else:
            kind: Kind = "measurement" if hasattr(source, "unit") else "reference"
            inputs[port.block][port.name] = Source(kind, source.name)
            units.setdefault(source.name, getattr(source, "unit", ""))
    blocks = []
    for name, each in wiring.blocks.items():
        ordered = {label.name: inputs[name][label.name] for label in each.block.inputs}
        outputs = {signal.name: wiring.units[f"{name}.{signal.name}"] for signal in each.block.outputs}
        clock = each.clock
        kind_name = type(each.block).__name__
        blocks.append(SignalBlock(name, kind_name, clock.period, clock.phase, clock.delay, ordered, outputs))
    commands = {name: Source("block", port.name, port.block) for name, port in wiring.commands.items()}
    labels = {label.name: label.unit for label in loop.dynamics.equations.inputs}
    units |= {name: labels.get(name, "") for name in loop.dynamics.inputs}
    free = tuple(name for name in loop.dynamics.inputs if name not in commands)
    return SignalDiagram(loop.name, tuple(blocks), commands, units, free)


def _of_run(trajectory: Trajectory, run: Mapping[str, Any]) -> SignalDiagram:
    """The same from what a run says of its control."""
    control: PlainMapping = run["control"]
    channels = trajectory.channels
    names = list(control["blocks"])
    given = set(run["inputs"])

    def port(text: str) -> Source | None:
        # Blocks and outputs may have dots in their names; the longest block that fits is the one.
        own = [name for name in names if text.startswith(f"{name}.")]
        block = max(own, key=len, default="")
        return Source("block", text.removeprefix(f"{block}."), block) if block else None

    def source(text: str) -> Source:
        if text in given:
            return Source("reference", text)
        return port(text) or Source("measurement", text)

    inputs: dict[str, dict[str, Source]] = {name: {} for name in names}
    used: set[str] = set()
    for target, origin in control["wires"].items():
        at = port(target)
        assert at is not None
        inputs[at.block][at.name] = source(origin)
        if inputs[at.block][at.name].kind != "block":
            used.add(origin)
    commands = {name: found for name, text in control["commands"].items() if (found := port(text)) is not None}
    outputs: dict[str, dict[str, str]] = {name: {} for name in names}
    listed = {each.full for block in inputs.values() for each in block.values() if each.kind == "block"}
    listed |= {each.full for each in commands.values()} | set(trajectory.signals) | set(control["signals"])
    for text in [*(name for name in channels if name in listed), *sorted(listed - set(channels))]:
        at = port(text)
        if at is not None:
            outputs[at.block][at.name] = channels[text].unit if text in channels else ""
    blocks = tuple(
        SignalBlock(
            name,
            str(each["kind"]),
            Fraction(str(each["period"])),
            Fraction(str(each["phase"])),
            Fraction(str(each["delay"])),
            inputs[name],
            outputs[name],
        )
        for name, each in control["blocks"].items()
    )
    units = {name: channels[name].unit for name in [*used, *given, *commands] if name in channels}
    free = tuple(name for name in run["inputs"] if name not in used and name not in commands)
    return SignalDiagram(str(trajectory.provenance.get("machine", "machine")), blocks, commands, units, free)
