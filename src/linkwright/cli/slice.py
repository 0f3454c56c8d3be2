"""What the commands `workspace` and `singularities` share: their options, and the slice of a workspace they ask for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

import numpy as np
import typer

from linkwright.analysis import Kinematics
from linkwright.analysis.kinematics import Workspace, coupling_words
from linkwright.cli import checks, output, run
from linkwright.cli.files import prepared_figure, write_figure
from linkwright.cli.machine import Machine, Method, choose
from linkwright.cli.values import InputFaults, interval, number, pairs
from linkwright.drawing import workspace_plot
from linkwright.dynamics import Refused
from linkwright.mechanisms.ready import Slice

Inputs = Annotated[
    str | None,
    typer.Option(metavar="NAME,NAME", help="Driven quantities.  [default: those that the machine's inputs drive]"),
]
Platform = Annotated[
    str | None,
    typer.Option(
        metavar="NAMES", help="Quantities of the platform with commas, or a body.  [default: the body platform]"
    ),
]
Across = Annotated[
    list[str] | None,
    typer.Option(
        metavar="NAME[=LOW:HIGH]", help="A coordinate of the platform to vary (m, rad); give two.", show_default=False
    ),
]
At = Annotated[
    list[str] | None,
    typer.Option(metavar="NAME=VALUE", help="Value of another coordinate of the platform (m, rad); repeatable."),
]
Over = Annotated[
    str | None,
    typer.Option(metavar="NAME=LOW:HIGH:COUNT", help="A coordinate that may take any of these values (reachable)."),
]
Limit = Annotated[
    list[str] | None,
    typer.Option(metavar="NAME=LOW:HIGH", help="Range of a joint or other quantity (m, rad); repeatable."),
]
Clearance = Annotated[
    float | None, typer.Option(metavar="METRES", help="Least distance between bars that are not joined (m).")
]
Resolution = Annotated[int, typer.Option(metavar="COUNT", help="Points along each side.")]
Length = Annotated[
    float | None,
    typer.Option(metavar="METRES", help="Characteristic length, to compare angles with lengths.  [default: natural]"),
]


Elastic = Annotated[
    str | None,
    typer.Option(
        metavar="WORD", help="How elastic shafts and belts are taken, where there are some: unloaded (not twisted)."
    ),
]


@dataclass(frozen=True)
class SliceText:
    """What was typed about the slice."""

    across: Sequence[str]
    at: Sequence[str]
    over: str | None
    limits: Sequence[str]
    clearance: float | None
    resolution: int
    inputs: str | None
    platform: str | None
    length: float | None
    elastic: str | None


ARGUMENTS = {
    "platform=[names]": "--platform NAMES",
    "inputs=[names]": "--inputs NAMES",
    'Kinematics.of(..., elastic="unloaded")': "--elastic unloaded",
    "longest = ": "",
    ", or give longest": "",
    ", or a state as `near`": "",
}
"""How refusals say it in Python, and how here."""


@dataclass(frozen=True, eq=False)
class Found:
    """What was found, and where it is to go."""

    machine: Machine
    kinematics: Kinematics
    workspace: Workspace
    out: Path | None
    as_json: bool

    @property
    def origin(self) -> dict[str, object]:
        """Which machine, inputs and coordinates."""
        kinematics = self.kinematics
        names = {"inputs": list(kinematics.inputs), "pose": list(kinematics.pose), "twist": list(kinematics.twist)}
        return {"machine": self.machine.name, **names}

    def write_files(self, stem: str, colour: Literal["dexterity", "parallel"]) -> list[str]:
        """Files of the figure and the numbers."""
        title = self.kinematics.dynamics.equations.title or self.workspace.machine
        if self.out is None:
            return []
        picture = workspace_plot(self.workspace, colour=colour, title=title)
        return write_figure(self.out, stem, picture, self.workspace.as_dict())


# -- from what was typed to the answer -------------------------------------------------------------------------------


def find(
    name: str, settings: Sequence[str], typed: SliceText, out: Path | None, *, no_motors: bool, as_json: bool
) -> Found:
    """Check what was typed, all at once, and fill the slice."""
    faults: list[str] = []
    machine = choose(name, settings, no_motors=no_motors, method=Method(), faults=faults)
    units = {} if machine is None else run.units(machine.equations)
    across = _across(typed.across, units, faults)
    at = _numbers(pairs(typed.at, "--at", faults), "--at", units, faults)
    limits = {
        key: interval(text, f"--limit {key}", faults, units.get(key, ""))
        for key, text in pairs(typed.limits, "--limit", faults).items()
    }
    over = _over(typed.over, units, faults)
    if typed.elastic not in (None, "unloaded", "rigid"):
        faults.append(f"--elastic {typed.elastic}: expected unloaded or rigid, which are the same: no twist")
    checks.prepare_out(out, prepared_figure, faults)
    if faults or machine is None:
        raise InputFaults(faults)
    dynamics = machine.dynamics()
    # The machine's own slice and limits are taken where neither is given.
    default = Slice() if typed.across or typed.limits else machine.ready.slice(dynamics.parameters)
    try:
        kinematics = Kinematics.of(
            dynamics,
            inputs=None if typed.inputs is None else _list(typed.inputs),
            platform=_platform(typed.platform, dynamics.reference.positions),
            length=typed.length,
            elastic=None if typed.elastic is None else "rigid" if typed.elastic == "rigid" else "unloaded",
        )
        with output.progress("filling the workspace") as advance:
            found = kinematics.workspace(
                across or default.across,
                at=at,
                limits=limits or default.limits,
                over=over,
                clearance=typed.clearance,
                resolution=typed.resolution,
                progress=advance,
            )
    except Refused as error:
        raise Refused(_as_options(error.reason), error.parts) from None
    return Found(machine, kinematics, found, out, as_json)


def _as_options(reason: str) -> str:
    """A refusal that names arguments of Python, with the options of the command instead."""
    for argument, option in ARGUMENTS.items():
        reason = reason.replace(argument, option)
    return reason


def _list(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]


def _platform(text: str | None, positions: Mapping[str, float]) -> list[str] | str | None:
    """Names of quantities, or of a body."""
    if text is None:
        return None
    names = _list(text)
    return names[0] if len(names) == 1 and names[0] not in positions else names


def _across(
    given: Sequence[str], units: Mapping[str, str], faults: list[str]
) -> dict[str, tuple[float, float]] | list[str]:
    names = [text.partition("=")[0].strip() for text in given]
    ranged = [text for text in given if "=" in text]
    if given and len(given) != 2:
        faults.append(f"--across is given {len(given)} times; a slice is across two coordinates: give it twice")
    if ranged and len(ranged) != len(given):
        faults.append("--across: give ranges NAME=LOW:HIGH to both coordinates, or to none")
    if not ranged:
        return names
    return {
        name: interval(text, f"--across {name}", faults, units.get(name, ""))
        for name, text in pairs(ranged, "--across", faults).items()
    }


def _numbers(given: Mapping[str, str], option: str, units: Mapping[str, str], faults: list[str]) -> dict[str, float]:
    result = {}
    for name, text in given.items():
        try:
            result[name] = number(text, units.get(name, ""))
        except ValueError as error:
            faults.append(f"{option} {name}: {error}")
    return result


def _over(text: str | None, units: Mapping[str, str], faults: list[str]) -> dict[str, list[float]]:
    if text is None:
        return {}
    for name, value in pairs([text], "--over", faults).items():
        parts = value.split(":")
        count = parts[2] if len(parts) == 3 else ""
        if not count.isdigit() or int(count) < 1:
            faults.append(f"--over {name}: {value!r}; expected LOW:HIGH:COUNT, such as -0.5:0.5:5")
            return {}
        low, high = interval(":".join(parts[:2]), f"--over {name}", faults, units.get(name, ""))
        return {name: np.linspace(low, high, int(count)).tolist()}
    return {}


# -- words and files -------------------------------------------------------------------------------------------------


def describe(kinematics: Kinematics, found: Workspace) -> None:
    """Say what the slice is of."""
    output.say(f"{kinematics.dynamics.equations.title or found.machine}")
    output.say(f"inputs {', '.join(kinematics.inputs)}; platform {', '.join(kinematics.pose)}")
    sides = [
        f"{name} from {values[0]:.4g} to {values[-1]:.4g}{f' {unit}' if unit else ''}"
        for name, values, unit in zip(found.names, (found.x, found.y), found.units, strict=True)
    ]
    fixed = [f"{name} = {value if abs(value) > 1e-12 else 0.0:.5g}" for name, value in found.fixed.items()]
    free = [f"{name} any of {len(values)} values" for name, values in found.over.items()]
    at = f", at {', '.join([*fixed, *free])}" if fixed or free else ""
    for words in coupling_words(found.elastic):
        output.say(words)
    output.say(f"slice: {', '.join(sides)}{at}; {len(found.x)} x {len(found.y)} points")
    if not found.refused:
        output.say("no joint limits or clearance were given: only the joints' closing counts")
    if found.goes_on:
        output.say(
            f"what is allowed goes on beyond the slice, at {', '.join(found.goes_on)}; for more give wider ranges, "
            "--across NAME=LOW:HIGH"
        )


def describe_curves(found: Workspace) -> None:
    """Say where singular curves are, and what bounds the workspace."""
    for kind, meaning in (
        ("parallel", "the platform can move while the inputs stand"),
        ("serial", "inputs can move while the platform stands"),
    ):
        curves = found.curves("parallel" if kind == "parallel" else "serial")
        if curves:
            count = "1 curve" if len(curves) == 1 else f"{len(curves)} curves"
            output.say(f"{kind} singularities ({meaning}): {count}")
            for curve in curves:
                ends = " to ".join(f"({x:.4g}, {y:.4g})" for x, y in (curve[0], curve[-1]))
                output.say(f"  {len(curve)} points from {ends}")
        else:
            output.say(f"no {kind} singularity inside the slice at this resolution")
    for words in found.bounds:
        output.say(words)
