"""A signal diagram for a terminal: modules and blocks as a tree, each block with its clock, inputs and outputs."""

from __future__ import annotations

from linkwright.closed_loop import ClosedLoop
from linkwright.drawing.signals.record import SignalBlock, SignalDiagram, Source, signals_of
from linkwright.kinds import checked_but
from linkwright.trajectory import Trajectory

WORDS = {"block": "", "measurement": "measured ", "reference": "reference "}


@checked_but("control")
def signal_text(control: ClosedLoop | Trajectory | SignalDiagram) -> str:
    """The signal diagram of a closed loop, or of a run of one, as text."""
    diagram = control if isinstance(control, SignalDiagram) else signals_of(control)
    lines: list[str] = []
    before: list[str] = []
    for block in diagram.blocks:
        *modules, own = block.name.split(".")
        for depth, module in enumerate(modules):
            if before[: depth + 1] != modules[: depth + 1]:
                lines.append(f"{'  ' * depth}{module}")
                before = modules[: depth + 1]
        before = modules
        indent = "  " * len(modules)
        lines.append(f"{indent}{own}  ({block.kind}, {block.clock})")
        lines += [f"{indent}    {line}" for line in _ports(diagram, block)]
    lines.append(f"{diagram.machine}  (machine)")
    width = max((len(name) for name in (*diagram.commands, *diagram.free)), default=0)
    for name, source in diagram.commands.items():
        lines.append(f"    {name:<{width}} <- {source.full}{_unit(diagram.units.get(name, ''))}")
    for name in diagram.free:
        lines.append(f"    {name:<{width}} <- given{_unit(diagram.units.get(name, ''))}")
    return "\n".join(lines) + "\n"


def _ports(diagram: SignalDiagram, block: SignalBlock) -> list[str]:
    width = max(len(name) for name in (*block.inputs, *block.outputs, ""))
    lines = []
    for name, source in block.inputs.items():
        unit = diagram.units.get(source.name, "") if source.kind != "block" else _output_unit(diagram, source)
        lines.append(f"{name:<{width}} <- {WORDS[source.kind]}{source.full}{_unit(unit)}")
    for name, unit in block.outputs.items():
        goes = ", ".join(diagram.targets(Source("block", name, block.name))) or "nowhere"
        lines.append(f"{name:<{width}} -> {goes}{_unit(unit)}")
    return lines


def _output_unit(diagram: SignalDiagram, source: Source) -> str:
    block = next(each for each in diagram.blocks if each.name == source.block)
    return block.outputs.get(source.name, "")


def _unit(unit: str) -> str:
    return f" [{unit}]" if unit else ""
