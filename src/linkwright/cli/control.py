"""Controllers that machines come with: what is typed about them, and the closed loop."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Annotated, TypeAlias

import typer

from linkwright.arrays import PlainData, PlainMapping
from linkwright.cli.machine import Machine, Method, choose, find
from linkwright.cli.own.program import absolute_name, is_program
from linkwright.cli.values import InputFaults, named_numbers, one_of, pairs
from linkwright.closed_loop import ClosedLoop
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
Answer: TypeAlias = Annotated[
    str | None,
    typer.Option("--output", metavar="NAME", help="Quantity that answers.  [default: the one named as the reference]"),
]
DrivesAlone: TypeAlias = Annotated[bool, typer.Option("--drives-alone", help="The drives without the mechanism.")]
Pose: TypeAlias = Annotated[
    list[str] | None, typer.Option(metavar="NAME=VALUE", help="Pose, from home (m, rad, or with a unit). Repeatable.")
]
BlockNumbers: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        metavar="NAME=VALUE",
        help="Number of the blocks of all axes, SI units: speed.kp=0.05; times also with a unit: speed.period=500us. "
        "Repeatable.",
    ),
]

TIMES = ("period", "phase", "delay")
"""Numbers of a block that are times (s)."""


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
    """A machine with controllers: a ready one that is published with them, or one's own."""

    machine: Machine

    def closed(
        self, gains: Mapping[str, float], typed: Sequence[str], join: str, faults: list[str]
    ) -> tuple[ClosedLoop, State]:
        """The machine under its controllers, and the state at a pose; what is wrong with either is raised together."""
        dynamics = self.machine.dynamics(join)
        home = dynamics.assemble()
        units = {quantity.name: quantity.unit for quantity in dynamics.system.quantities}
        wanted = named_numbers(pairs(typed, "--pose", faults), self.places(home), "--pose", faults, units)
        state = home
        if wanted:
            try:
                state = self.at(dynamics, {name: float(home[name]) + value for name, value in wanted.items()})
            except (Refused, ValueError) as error:
                said = ", ".join(f"{name} = {value:g}" for name, value in wanted.items())
                faults.append(f"--pose {said} from home is out of reach: {error}")
        try:
            return close_loop(self.machine, dynamics, gains, near=state), state
        except ValueError as error:
            faults.append(str(error))
        try:  # the machine's own numbers, so that other names are checked too
            return close_loop(self.machine, dynamics), state
        except ValueError as error:
            raise InputFaults([*faults, str(error)]) from None

    def places(self, home: State) -> list[str]:
        """Coordinates of the pose of the machine."""
        return list(home.positions) if self.machine.own else places_of(home)

    def at(self, dynamics: Dynamics, pose: Mapping[str, float]) -> State:
        """The machine at rest at a pose."""
        pose_of = self.machine.ready.pose
        return dynamics.assemble(pose) if pose_of is None else pose_of(dynamics, pose)


def places_of(home: State) -> list[str]:
    """Coordinates of the pose of a machine."""
    return [name for name in ("z", "psi", "theta") if name in home.positions]


def published_machine(
    mechanism: str, variant: Variant, formalism: str, instead: str, faults: list[str]
) -> Published | None:
    """A ready machine with controllers in a variant; None, with the faults, where there is none.

    `instead` is the function that does the same for loops of one's own.
    """
    known = find(mechanism, [])
    own = list(variant.settings)
    if known is not None:
        if variant.decoupled and (is_program(mechanism) or "load_torques" not in known.options):
            faults.append(f"--decoupled: {mechanism} has no such option")
            variant = replace(variant, decoupled=False)
        chosen = {
            "parameters": variant.parameters,
            "friction": variant.friction,
            "drives_alone": "true" if variant.drives_alone or variant.decoupled else None,
            "load_torques": "true" if variant.decoupled else None,
        }
        for name, value in chosen.items():
            if value is not None and name not in known.options:
                faults.append(f"--{name.replace('_', '-')}: {mechanism} has no such option")
            elif value is not None:
                own.append(f"{name}={value}")
    if isinstance(known, Ready) and known.control is None:
        faults.append(_without_controllers(mechanism, instead))
    machine = choose(mechanism, own, no_motors=False, method=Method.of(formalism, None, faults), faults=faults)
    if machine is None or machine.ready.control is None:
        if machine is not None and machine.own:
            faults.append(_without_controllers(mechanism, instead))
        return None
    if variant.decoupled:
        control = partial(machine.ready.control, decoupled=True)
        machine = replace(machine, ready=replace(machine.ready, control=control))
    return Published(machine)


def _without_controllers(mechanism: str, instead: str) -> str:
    """Why a command about closed loops does not take a machine."""
    if is_program(mechanism):
        return f"{mechanism} has no controllers; give a pair (mechanism, diagram) under this name, or call {instead}"
    others = [name for name, each in READY.items() if each.control is not None]
    return (
        f"{mechanism} is not published with controllers; close a loop in Python and call {instead}. With controllers: "
        f"{', '.join(others)}; or your own, FILE.py:NAME, a pair (mechanism, diagram)"
    )


def reference_of(loop: ClosedLoop, typed: str, answer: str | None, faults: list[str]) -> tuple[str, str]:
    """The reference that is typed, in full or by the last part of its name, and the quantity that answers it."""
    short = {name.rpartition(".")[2]: name for name in loop.inputs}
    names = short | {name: name for name in loop.inputs}
    faults += [f"--reference: {fault}" for fault in one_of(typed, tuple(names), "position")]
    quantities = loop.dynamics.quantities
    sought = typed.rpartition(".")[2] if answer is None else answer
    if answer is None and typed in names and sought not in quantities:
        faults.append(f"--output: no quantity is named {sought!r} as the reference; name the one that answers it")
    elif answer is not None:
        faults += [f"--output: {fault}" for fault in one_of(answer, tuple(quantities), "quantity")]
    return names.get(typed, ""), sought


def block_numbers(typed: Sequence[str], faults: list[str]) -> dict[str, float]:
    """Numbers of blocks by name, times also with a unit; the names are checked by what takes them."""
    given = pairs(typed, "--control", faults)
    times = {name: "s" for name in given if name.rpartition(".")[2] in TIMES}
    return named_numbers(given, tuple(given), "--control", faults, times)


# -- controllers in other commands -------------------------------------------------------------------------------------


def has_controllers(machine: Machine, what: str, faults: list[str]) -> bool:
    """Whether a machine has controllers; if not, that is a fault of the option that needs them."""
    if machine.ready.control is not None:
        return True
    if machine.own:
        faults.append(f"{what}: {machine.name} has no controllers; give a pair (mechanism, diagram) under this name")
        return False
    others = ", ".join(name for name, ready in READY.items() if ready.control is not None)
    faults.append(f"{what}: {machine.name} has no controllers of its own; ready machines that have: {others}")
    return False


def close_loop(
    machine: Machine, dynamics: Dynamics, numbers: Mapping[str, float] | None = None, *, near: State | None = None
) -> ClosedLoop:
    """The machine under its controllers; wrong numbers of blocks raise, all at once.

    Numbers of a ready machine are those of the blocks of all axes; of one's own they are gains by their full names.
    """
    make, given = machine.ready.control, dict(numbers or {})
    assert make is not None
    if not machine.own:
        return ClosedLoop(dynamics, make(dynamics, given) if near is None else make(dynamics, given, near=near))
    loop = ClosedLoop(dynamics, make(dynamics))
    faults = [f"--control: {fault}" for name in given for fault in one_of(name, tuple(loop.gains), "gain")]
    if faults:
        raise InputFaults(faults)
    return loop.with_parameters(given) if given else loop


def remember_typed(
    machine: Machine,
    settings: Sequence[str],
    method: Method,
    join: str,
    numbers: Mapping[str, float] | None,
    *,
    no_motors: bool,
) -> Machine:
    """The machine with what was typed of it in its provenance, where controllers or its program are needed again."""
    if not machine.own and (numbers is None or machine.ready.control is None):
        return machine
    typed = {
        "machine": absolute_name(machine.name) if machine.own else machine.name,
        "settings": list(settings),
        "no_motors": no_motors,
        "formalism": method.formalism,
        "tree": list(method.tree),
        "join": join,
        "control": None if machine.ready.control is None or numbers is None else dict(numbers),
    }
    provenance = {**machine.equations.provenance, "typed": json.dumps(typed)}
    return replace(machine, equations=replace(machine.equations, provenance=provenance))


def typed_machine(typed: PlainMapping) -> Dynamics | ClosedLoop:
    """The machine of `remember_typed` made again, under its controllers if it had them."""
    faults: list[str] = []
    method = Method(str(typed["formalism"]), tuple(typed["tree"]))
    machine = choose(
        str(typed["machine"]), typed["settings"], no_motors=bool(typed["no_motors"]), method=method, faults=faults
    )
    if machine is None:
        raise InputFaults(faults)
    dynamics = machine.dynamics(str(typed["join"]))
    return dynamics if typed["control"] is None else close_loop(machine, dynamics, typed["control"])


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
