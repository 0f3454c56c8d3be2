"""The command `bandwidth`: bandwidth of a controlled machine by its linear model, at a pose or as a map over poses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated

import numpy as np
import typer

from linkwright.analysis import bandwidth_map, linearize
from linkwright.cli import checks, output
from linkwright.cli.control import (
    Answer,
    BlockNumbers,
    DrivesAlone,
    FrictionName,
    ParameterSet,
    Pose,
    Published,
    Variant,
    block_numbers,
    close_loop,
    places_of,
    published_machine,
    reference_of,
)
from linkwright.cli.files import prepared_figure, write_figure
from linkwright.cli.options import Figure, Formalism, Join, JoinName, Json, Mechanism, Settings
from linkwright.cli.values import InputFaults, interval, one_of, pairs
from linkwright.closed_loop import ClosedLoop, LoopState
from linkwright.drawing import map_plot
from linkwright.dynamics import State

RANGES = {"m": 0.05, "rad": 0.2}
"""How far a map goes from home to both sides, by the unit of a coordinate."""

HELP = """Find the bandwidth of a controlled machine by its linear model.

The bandwidth is where the magnitude of the response of a position to its reference first falls below 1/sqrt(2) of that
at the lowest frequency. Friction counts as off. With --map it is found over a grid of poses, and drawn with --out.

\b
Examples:
  linkwright bandwidth mast_3prs
  linkwright bandwidth mast_3prs --map z,psi --out map.svg
  linkwright bandwidth mast_3prs --map z,psi --range z=-3cm:3cm --count 5 --reference psi --json
"""


def command(
    mechanism: Mechanism,
    settings: Settings = None,
    *,
    over: Annotated[
        str | None, typer.Option("--map", metavar="NAME,NAME", help="Two coordinates of the pose: z,psi.")
    ] = None,
    ranges: Annotated[
        list[str] | None,
        typer.Option("--range", metavar="NAME=LOW:HIGH", help="Range of a coordinate, from home (m, rad). Repeatable."),
    ] = None,
    count: Annotated[int, typer.Option(min=2, max=101, metavar="COUNT", help="Poses along each coordinate.")] = 7,
    reference: Annotated[str, typer.Option(metavar="NAME", help="The reference, such as z.")] = "z",
    output_: Answer = None,
    lowest: Annotated[float, typer.Option(metavar="F", help="Lowest frequency (Hz), of the full response.")] = 0.1,
    parameters: ParameterSet = None,
    friction: FrictionName = None,
    drives_alone: DrivesAlone = False,
    pose: Pose = None,
    control: BlockNumbers = None,
    formalism: Formalism = "kane",
    join: Join = JoinName.auto,  # type: ignore[attr-defined]  # a member made from names
    out: Figure = None,
    as_json: Json = False,
) -> None:
    """Find the bandwidth of a controlled machine by its linear model."""
    faults: list[str] = []
    if not lowest > 0:
        faults.append(f"--lowest {lowest:g}: expected more than 0 Hz")
    variant = Variant(parameters, friction, drives_alone=drives_alone, settings=tuple(settings or ()))
    published = published_machine(mechanism, variant, formalism, "lw.analysis.bandwidth_map", faults)
    gains = block_numbers(control or (), faults)
    checks.prepare_out(out, prepared_figure, faults)
    if out is not None and over is None:
        faults.append("--out: one bandwidth makes no figure; give --map NAME,NAME too")
    if published is None:
        raise InputFaults(faults)
    with output.progress(f"compiling {published.machine.name}") as advance:
        advance(0.0)
        loop, state = published.closed(gains, pose or (), join.value, faults)
    driven, answering = reference_of(loop, reference, output_, faults)
    poses = _Poses(published, gains, loop, state)
    grid = {} if over is None else _grid(over, ranges or (), count, poses, faults)
    if faults:
        raise InputFaults(faults)
    title = published.machine.mechanism.title or published.machine.name
    if over is None:
        found = linearize(loop, loop.steady_state(state)).bandwidth(driven, answering, lowest=lowest)
        if as_json:
            output.emit({"reference": reference, "bandwidth": found})
        else:
            output.say(f"{title}: bandwidth of {answering} " + ("none" if found is None else f"{found:.6g} Hz"))
        return
    with output.progress("linear models over poses") as advance:
        answer = bandwidth_map(poses.loop_at, grid, input=driven, output=answering, lowest=lowest, progress=advance)
    written = write_figure(
        out, "bandwidth", map_plot(answer, title=f"{title}: bandwidth of {answering}"), answer.as_data()
    )
    if as_json:
        output.emit(answer.as_data())
        output.wrote(written, note=True)
        return
    output.say(answer.in_words())
    output.wrote(written)


def _grid(over: str, typed: Sequence[str], count: int, poses: _Poses, faults: list[str]) -> dict[str, list[float]]:
    """Values of two coordinates of the pose."""
    names = [name.strip() for name in over.split(",")]
    home = poses.loop.assemble()
    known = poses.published.places(home)
    if len(names) != 2 or len(set(names)) != 2:
        faults.append(f"--map {over}: expected two different coordinates with a comma between them, such as z,psi")
        return {}
    wrong = [f"--map: {fault}" for name in names for fault in one_of(name, tuple(known), "coordinate of the pose")]
    faults += wrong
    if wrong:
        return {}
    units = {quantity.name: quantity.unit for quantity in poses.loop.dynamics.system.quantities}
    limits = {name: (-RANGES[units[name]], RANGES[units[name]]) for name in names if units[name] in RANGES}
    for name, value in pairs(typed, "--range", faults).items():
        faults += [f"--range: {fault}" for fault in one_of(name, names, "coordinate of the map")]
        limits[name] = interval(value, f"--range {name}", faults, units.get(name, ""))
    missing = [name for name in names if name not in limits]
    faults += [f"--map {name}: there is no range for its unit {units[name]!r}; add --range" for name in missing]
    return {name: (float(home[name]) + np.linspace(*limits[name], count)).tolist() for name in names if name in limits}


class _Poses:
    """Closed loops at poses: the same one wherever its kinematics reach, else one that begins there."""

    def __init__(self, published: Published, gains: Mapping[str, float], loop: ClosedLoop, state: State) -> None:
        self.published, self.gains, self.loop, self.state = published, gains, loop, state

    def loop_at(self, pose: Mapping[str, float]) -> tuple[ClosedLoop, LoopState]:
        """The loop and the state in which it holds a pose."""
        dynamics = self.loop.dynamics
        others = {} if self.published.machine.own else {name: float(self.state[name]) for name in places_of(self.state)}
        place = self.published.at(dynamics, others | dict(pose))
        try:
            return self.loop, self.loop.steady_state(place)
        except ValueError:
            loop = close_loop(self.published.machine, dynamics, self.gains, near=place)
            return loop, loop.steady_state(place)
