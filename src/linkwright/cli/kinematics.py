"""What `workspace` and `singularities` answer: slices of a workspace, singular curves by kind, distances to them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer

from linkwright.analysis import Kinematics
from linkwright.analysis.kinematics import Workspace
from linkwright.cli import output, texts_kinematics
from linkwright.cli.laws import number
from linkwright.cli.machines import InputFaults, Machine, Method, choose, pairs
from linkwright.cli.options import Json, Mechanism, NoMotors, Settings
from linkwright.drawing import workspace_plot

Out = Annotated[
    Path | None, typer.Option("--out", metavar="FOLDER", help="Write a figure (SVG) and the numbers (JSON) there.")
]
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
    typer.Option(metavar="NAME[=LOW:HIGH]", help="A coordinate of the platform to vary; give two.", show_default=False),
]
At = Annotated[
    list[str] | None,
    typer.Option(metavar="NAME=VALUE", help="Value of another coordinate of the platform; repeatable."),
]
Over = Annotated[
    str | None,
    typer.Option(metavar="NAME=LOW:HIGH:COUNT", help="A coordinate that may take any of these values (reachable)."),
]
Limit = Annotated[
    list[str] | None, typer.Option(metavar="NAME=LOW:HIGH", help="Range of a joint or other quantity; repeatable.")
]
Clearance = Annotated[
    float | None, typer.Option(metavar="METRES", help="Least distance between bars that are not joined.")
]
Resolution = Annotated[int, typer.Option(metavar="COUNT", help="Points along each side.")]
Length = Annotated[
    float | None,
    typer.Option(metavar="METRES", help="Characteristic length, to compare angles with lengths.  [default: natural]"),
]


@dataclass(frozen=True)
class Slice:
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


DEFAULTS: Mapping[str, Callable[[Mapping[str, float]], dict[str, Any]]] = {
    # A leg made of two parts of the length s is between s and 2 s long.
    "stewart": lambda p: {"limits": {f"d{k}": (p["s"], 2 * p["s"]) for k in range(1, 7)}},
    # Link 3 slides out of link 2 by at most its own length; the platform tilts about two axes.
    "three_rps": lambda p: {
        "across": {"platform.e1": (-0.5, 0.5), "platform.e2": (-0.5, 0.5)},
        "limits": {f"d{k}": (0.2 * p["d"], p["d"] + 0.5 * p["l"]) for k in (1, 2, 3)},
    },
    "delta": lambda _: {"across": ["platform.x", "platform.z"]},
}
"""Slices and limits taken where nothing is said about either."""


def workspace(
    mechanism: Mechanism,
    settings: Settings = None,
    across: Across = None,
    at: At = None,
    limit: Limit = None,
    *,
    over: Over = None,
    clearance: Clearance = None,
    resolution: Resolution = 60,
    inputs: Inputs = None,
    platform: Platform = None,
    length: Length = None,
    no_motors: NoMotors = False,
    out: Out = None,
    as_json: Json = False,
) -> None:
    """Find where the platform of a parallel machine can go: a slice of its workspace, with dexterity."""
    asked = Slice(across or (), at or (), over, limit or (), clearance, resolution, inputs, platform, length)
    kinematics, found, machine = _answer(mechanism, settings or (), asked, out, no_motors=no_motors)
    files = _written(out, "workspace", found, kinematics, colour="dexterity")
    if as_json:
        output.emit(found.as_dict() | _origin(kinematics, machine) | {"files": files})
        return
    _words_of_slice(kinematics, found)
    unit = " ".join(dict.fromkeys(unit for unit in found.units if unit))
    unit = f"{unit}^2" if unit and found.units[0] == found.units[1] else unit
    output.say(f"allowed: {int(found.allowed.sum())} of {found.allowed.size} points, {found.area:.6g} {unit}".rstrip())
    for name, count in found.refused.items():
        output.say(f"  {count} points break {_limit_words(name, found)}")
    output.say(
        f"mean dexterity (1 / condition): {found.mean_dexterity:.4g}, characteristic length {found.length:.4g} m"
    )
    _curves(found)
    for file in files:
        output.say(f"wrote {file}")


def singularities(
    mechanism: Mechanism,
    settings: Settings = None,
    across: Across = None,
    at: At = None,
    limit: Limit = None,
    *,
    over: Over = None,
    clearance: Clearance = None,
    resolution: Resolution = 60,
    inputs: Inputs = None,
    platform: Platform = None,
    length: Length = None,
    no_motors: NoMotors = False,
    out: Out = None,
    as_json: Json = False,
) -> None:
    """Find singularities of both kinds over a slice of the workspace, and how far the reference is from them."""
    asked = Slice(across or (), at or (), over, limit or (), clearance, resolution, inputs, platform, length)
    kinematics, found, machine = _answer(mechanism, settings or (), asked, out, no_motors=no_motors)
    here = kinematics.singularity(kinematics.dynamics.reference)
    files = _written(out, "singularities", found, kinematics, colour="parallel")
    if as_json:
        data = {
            "reference": here.as_dict(),
            "parallel_curves": [curve.tolist() for curve in found.curves("parallel")],
            "serial_curves": [curve.tolist() for curve in found.curves("serial")],
            "across": list(found.names),
            "units": list(found.units),
            "at": dict(found.fixed),
            "characteristic_length": found.length,
            "smallest": _smallest(found),
        }
        output.emit(data | _origin(kinematics, machine) | {"files": files})
        return
    _words_of_slice(kinematics, found)
    output.say(f"reference configuration: {here.words}")
    _curves(found)
    for kind, place in _smallest(found).items():
        where = ", ".join(f"{name} = {value:.5g}" for name, value in place["at"].items())
        output.say(f"smallest {kind} margin on the grid: {place['margin']:.3g} at {where}")
    for file in files:
        output.say(f"wrote {file}")


def register(app: typer.Typer) -> None:
    """Add both commands."""
    app.command(help=texts_kinematics.WORKSPACE, short_help="Find where a platform can go.")(output.answered(workspace))
    app.command(help=texts_kinematics.SINGULARITIES, short_help="Find singularities of both kinds.")(
        output.answered(singularities)
    )


# -- from what was typed to the answer -------------------------------------------------------------------------------


def _answer(
    name: str, settings: Sequence[str], asked: Slice, out: Path | None, *, no_motors: bool
) -> tuple[Kinematics, Workspace, Machine]:
    faults: list[str] = []
    machine = choose(name, settings, no_motors=no_motors, method=Method(), faults=faults)
    across = _across(asked.across, faults)
    at = _numbers(pairs(asked.at, "--at", faults), "--at", faults)
    limits = {
        key: _range(text, f"--limit {key}", faults) for key, text in pairs(asked.limits, "--limit", faults).items()
    }
    over = _over(asked.over, faults)
    if out is not None:
        try:
            output.prepared_folder(out)
        except ValueError as error:
            faults.append(str(error))
    if faults or machine is None:
        raise InputFaults(faults)
    dynamics = machine.dynamics()
    extra = DEFAULTS[name](dynamics.parameters) if name in DEFAULTS and not (asked.across or asked.limits) else {}
    kinematics = Kinematics.of(
        dynamics,
        inputs=None if asked.inputs is None else _list(asked.inputs),
        platform=_platform(asked.platform, dynamics.reference.positions),
        length=asked.length,
    )
    with output.progress("filling the workspace") as advance:
        found = kinematics.workspace(
            across or extra.get("across"),
            at=at,
            limits=limits or extra.get("limits", {}),
            over=over,
            clearance=asked.clearance,
            resolution=asked.resolution,
            progress=advance,
        )
    return kinematics, found, machine


def _list(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]


def _platform(text: str | None, positions: Mapping[str, float]) -> list[str] | str | None:
    """Names of quantities, or of a body."""
    if text is None:
        return None
    names = _list(text)
    return names[0] if len(names) == 1 and names[0] not in positions else names


def _across(given: Sequence[str], faults: list[str]) -> dict[str, tuple[float, float]] | list[str]:
    names = [text.partition("=")[0].strip() for text in given]
    ranged = [text for text in given if "=" in text]
    if given and len(given) != 2:
        faults.append(f"--across is given {len(given)} times; a slice is across two coordinates: give it twice")
    if ranged and len(ranged) != len(given):
        faults.append("--across: give ranges NAME=LOW:HIGH to both coordinates, or to none")
    if not ranged:
        return names
    return {name: _range(text, f"--across {name}", faults) for name, text in pairs(ranged, "--across", faults).items()}


def _range(text: str, option: str, faults: list[str]) -> tuple[float, float]:
    parts = text.split(":")
    try:
        low, high = (number(part) for part in parts)
    except ValueError as error:
        why = str(error) if len(parts) == 2 else f"{text!r}"
        faults.append(f"{option}: {why}; expected LOW:HIGH, such as -0.1:0.1")
        return (0.0, 1.0)
    if not low < high:
        faults.append(f"{option}: {text!r}; the lower end must be below the upper one")
    return (low, high)


def _numbers(given: Mapping[str, str], option: str, faults: list[str]) -> dict[str, float]:
    result = {}
    for name, text in given.items():
        try:
            result[name] = number(text)
        except ValueError as error:
            faults.append(f"{option} {name}: {error}")
    return result


def _over(text: str | None, faults: list[str]) -> dict[str, list[float]]:
    if text is None:
        return {}
    for name, value in pairs([text], "--over", faults).items():
        parts = value.split(":")
        count = parts[2] if len(parts) == 3 else ""
        if not count.isdigit() or int(count) < 1:
            faults.append(f"--over {name}: {value!r}; expected LOW:HIGH:COUNT, such as -0.5:0.5:5")
            return {}
        low, high = _range(":".join(parts[:2]), f"--over {name}", faults)
        return {name: np.linspace(low, high, int(count)).tolist()}
    return {}


# -- words and files -------------------------------------------------------------------------------------------------


def _origin(kinematics: Kinematics, machine: Machine) -> dict[str, Any]:
    return {
        "machine": machine.name,
        "inputs": list(kinematics.inputs),
        "pose": list(kinematics.pose),
        "twist": list(kinematics.twist),
    }


def _words_of_slice(kinematics: Kinematics, found: Workspace) -> None:
    output.say(f"{kinematics.dynamics.equations.title or found.machine}")
    output.say(f"inputs {', '.join(kinematics.inputs)}; platform {', '.join(kinematics.pose)}")
    sides = [
        f"{name} from {values[0]:.4g} to {values[-1]:.4g}{f' {unit}' if unit else ''}"
        for name, values, unit in zip(found.names, (found.x, found.y), found.units, strict=True)
    ]
    fixed = [f"{name} = {value if abs(value) > 1e-12 else 0.0:.5g}" for name, value in found.fixed.items()]
    free = [f"{name} any of {len(values)} values" for name, values in found.over.items()]
    at = f", at {', '.join([*fixed, *free])}" if fixed or free else ""
    output.say(f"slice: {', '.join(sides)}{at}; {len(found.x)} x {len(found.y)} points")
    if not found.limits and found.clearance is None:
        output.say("no joint limits or clearance were given: only the joints' closing counts")


def _limit_words(name: str, found: Workspace) -> str:
    if name == "clearance":
        return f"the clearance of {found.clearance:.4g} m"
    low, high = found.limits[name]
    return f"{name} from {low:.4g} to {high:.4g}"


def _curves(found: Workspace) -> None:
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
    if found.reached.any() and not found.reached.all():
        output.say("where the reached region ends, a leg is stretched or folded: a serial singularity")


def _smallest(found: Workspace) -> dict[str, dict[str, Any]]:
    result = {}
    for kind, values in (("parallel", found.parallel), ("serial", found.serial)):
        j, i = np.unravel_index(int(np.nanargmin(np.where(found.reached, values, np.inf))), values.shape)
        place = {found.names[0]: float(found.x[i]), found.names[1]: float(found.y[j])}
        result[kind] = {"margin": float(values[j, i]), "at": place}
    return result


def _written(out: Path | None, stem: str, found: Workspace, kinematics: Kinematics, *, colour: str) -> list[str]:
    if out is None:
        return []
    title = kinematics.dynamics.equations.title or found.machine
    picture = workspace_plot(found, colour="parallel" if colour == "parallel" else "dexterity", title=title)
    return [
        str(output.write(out / f"{stem}.svg", picture)),
        str(output.write(out / f"{stem}.json", output.as_text(found.as_dict()) + "\n")),
    ]
