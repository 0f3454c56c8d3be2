"""Controllers that ready machines are published with: what is typed about them, and the closed loop."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from linkwright.arrays import PlainData
from linkwright.cli.machine import Machine
from linkwright.cli.values import number, pairs
from linkwright.closed_loop import ClosedLoop
from linkwright.drawing.signals import SignalDiagram
from linkwright.dynamics import Dynamics
from linkwright.mechanisms.registry import READY
from linkwright.symbolic import Label


def controlled(machine: Machine, what: str, faults: list[str]) -> bool:
    """Whether a machine has controllers; if not, that is a fault of the option that needs them."""
    if READY[machine.name].control is not None:
        return True
    others = ", ".join(name for name, ready in READY.items() if ready.control is not None)
    faults.append(f"{what}: {machine.name} has no controllers of its own; ready machines that have: {others}")
    return False


def options(given: Sequence[str], faults: list[str]) -> dict[str, float]:
    """Numbers of blocks as they are typed, NAME=VALUE."""
    found = {}
    for name, text in pairs(given, "--control", faults).items():
        try:
            found[name] = number(text)
        except ValueError as error:
            faults.append(f"--control {name}: {error}")
    return found


def closed_loop(machine: Machine, dynamics: Dynamics, numbers: Mapping[str, float] | None = None) -> ClosedLoop:
    """The machine under its own controllers; wrong numbers of blocks raise, all at once."""
    make = READY[machine.name].control
    assert make is not None
    return ClosedLoop(dynamics, make(dynamics, dict(numbers or {})))


def inputs(loop: ClosedLoop) -> tuple[Label, ...]:
    """What a run is given: references, and inputs of the machine that no block commands."""
    free = [label for label in loop.dynamics.equations.inputs if label.name in loop.inputs]
    return (*loop.reference_labels, *free)


def record(diagram: SignalDiagram) -> PlainData:
    """A signal diagram for JSON; times in s."""
    return {
        "blocks": [
            {
                "name": block.name,
                "kind": block.kind,
                "period": float(block.period),
                "phase": float(block.phase),
                "delay": float(block.delay),
                "inputs": {name: {"from": source.full, "kind": source.kind} for name, source in block.inputs.items()},
                "outputs": dict(block.outputs),
            }
            for block in diagram.blocks
        ],
        "commands": {name: source.full for name, source in diagram.commands.items()},
        "units": dict(diagram.units),
    }
