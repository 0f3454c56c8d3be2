"""Controllers that ready machines are published with: what is typed about them, and the closed loop."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Annotated, TypeAlias

import typer

from linkwright.arrays import PlainData
from linkwright.cli.machine import Machine, Method, choose
from linkwright.cli.values import InputFaults, named_numbers, number, pairs
from linkwright.closed_loop import ClosedLoop
from linkwright.control import Diagram
from linkwright.drawing.signals import SignalDiagram
from linkwright.dynamics import Dynamics, Refused, State
from linkwright.mechanisms.ready import Ready
from linkwright.mechanisms.registry import READY
from linkwright.symbolic import Label

# -- options of commands about closed loops ----------------------------------------------------------------------------

ParameterSet: TypeAlias = Annotated[
    str | None, typer.Option(metavar="NAME", help="Set of parameters: identified, manufacturer.")
]
FrictionName: TypeAlias = Annotated[str | None, typer.Option(metavar="NAME", help="Friction: smooth, sticks, none.")]
DrivesAlone: TypeAlias = Annotated[bool, typer.Option("--drives-alone", help="The drives without the mechanism.")]
Pose: TypeAlias = Annotated[list[str] | None, typer.Option(metavar="NAME=VALUE", help="Pose, from home. Repeatable.")]
BlockNumbers: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(metavar="NAME=VALUE", help="Number of the blocks of all axes: speed.kp, speed.period. Repeatable."),
]


@dataclass(frozen=True)
class Variant:
    """Which variant of a ready machine is wanted."""

    parameters: str | None = None
    friction: str | None = None
    drives_alone: bool = False
    decoupled: bool = False
    settings: tuple[str, ...] = ()


@dataclass(frozen=True)
class Published:
    """A ready machine that is published with controllers."""

    machine: Machine
    ready: Ready

    def closed(
        self, gains: Mapping[str, float], typed: Sequence[str], join: str, faults: list[str]
    ) -> tuple[ClosedLoop, State]:
        """The machine under its controllers, and the state at a pose; what is wrong with either is raised together."""
        assert self.ready.control is not None
        dynamics = self.machine.dynamics(join)
        home = dynamics.assemble()
        wanted = named_numbers(pairs(typed, "--pose", faults), places_of(home), "--pose", faults)
        state = home
        if wanted and self.ready.pose is not None:
            try:
                state = self.ready.pose(dynamics, {name: float(home[name]) + value for name, value in wanted.items()})
            except (Refused, ValueError) as error:
                said = ", ".join(f"{name} = {value:g}" for name, value in wanted.items())
                faults.append(f"--pose {said} from home is out of reach: {error}")
        diagram: Diagram | None = None
        try:
            diagram = self.ready.control(dynamics, gains, near=state)
        except ValueError as error:
            faults.append(str(error))
        try:
            return ClosedLoop(dynamics, diagram or self.ready.control(dynamics)), state
        except ValueError as error:
            raise InputFaults([*faults, str(error)]) from None


def places_of(home: State) -> list[str]:
    """Coordinates of the pose of a machine."""
    return [name for name in ("z", "psi", "theta") if name in home.positions]


def published_machine(
    mechanism: str, variant: Variant, formalism: str, instead: str, faults: list[str]
) -> Published | None:
    """A ready machine with controllers in a variant; None, with the faults, where there is none.

    `instead` is the function that does the same for loops of one's own.
    """
    ready = READY.get(mechanism)
    own = list(variant.settings)
    if ready is not None:
        if variant.decoupled and "load_torques" not in ready.options:
            faults.append(f"--decoupled: {mechanism} has no such option")
            variant = replace(variant, decoupled=False)
        chosen = {
            "parameters": variant.parameters,
            "friction": variant.friction,
            "drives_alone": "true" if variant.drives_alone or variant.decoupled else None,
            "load_torques": "true" if variant.decoupled else None,
        }
        for name, value in chosen.items():
            if value is not None and name not in ready.options:
                faults.append(f"--{name.replace('_', '-')}: {mechanism} has no such option")
            elif value is not None:
                own.append(f"{name}={value}")
        if ready.control is None:
            others = [name for name, each in READY.items() if each.control is not None]
            faults.append(
                f"{mechanism} is not published with controllers; close a loop in Python and call {instead}. With "
                f"controllers: {', '.join(others)}"
            )
    machine = choose(mechanism, own, no_motors=False, method=Method.of(formalism, None, faults), faults=faults)
    if ready is None or machine is None or ready.control is None:
        return None
    return Published(
        machine, replace(ready, control=partial(ready.control, decoupled=True)) if variant.decoupled else ready
    )


def named_options(option: str, typed: Sequence[str], faults: list[str]) -> dict[str, float]:
    """Numbers by name; the names are checked by what takes them."""
    given = pairs(typed, option, faults)
    return named_numbers(given, tuple(given), option, faults)


# -- controllers in other commands -------------------------------------------------------------------------------------


def has_controllers(machine: Machine, what: str, faults: list[str]) -> bool:
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
