"""The command `bode`: frequency response of a controlled machine by sines on its full nonlinear model."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Annotated

import typer

from linkwright.analysis import FrequencyResponse, ResponsePoint, frequency_response
from linkwright.cli import checks, output
from linkwright.cli.files import prepared_figure, write_figure
from linkwright.cli.machine import Machine, Method, choose
from linkwright.cli.options import Figure, Formalism, Join, JoinName, Json, Mechanism, Settings
from linkwright.cli.slice import Limit
from linkwright.cli.values import InputFaults, interval, named_numbers, number, one_of, pairs
from linkwright.closed_loop import ClosedLoop
from linkwright.control import Diagram
from linkwright.drawing import bode_plot
from linkwright.dynamics import Dynamics, Refused, State
from linkwright.mechanisms.ready import Ready
from linkwright.mechanisms.registry import READY
from linkwright.simulation.integrators import RungeKutta4

STEP = 50e-6
"""Step (s) of the integrator: 5 us give the same three decimals."""

HELP = """Find the frequency response of a controlled machine by sines.

Each frequency is a run of the full nonlinear model under its controllers, from rest, with readings once the start has
died out; frequencies run in parallel. Magnitude and phase are those of the fundamental against the continuous command.
Amplitudes matter, since friction and geometry are not linear: give one for each frequency, or one for all.

\b
Examples:
  linkwright bode mast_3prs --reference z --frequency 0.4,1,5,10 --amplitude 0.075,0.040,0.015,0.010
  linkwright bode mast_3prs --reference psi --frequency 5 --amplitude 0.04 --parameters manufacturer --json
  linkwright bode mast_3prs --reference z --frequency 5 --amplitude 0.015 --control speed.kp=0.05 --pose psi=0.2
  linkwright bode mast_3prs --reference z --frequency 5 --amplitude 0.015 --limit rho1=-0.1:0.1
"""


def command(
    mechanism: Mechanism,
    settings: Settings = None,
    *,
    reference: Annotated[str, typer.Option(metavar="NAME", help="The position that swings, such as z.")],
    frequency: Annotated[str, typer.Option(metavar="F,F,...", help="Frequencies (Hz), with commas between them.")],
    amplitude: Annotated[
        str, typer.Option(metavar="A,A,...", help="Amplitudes (m, rad), one for each or one for all.")
    ],
    parameters: Annotated[
        str | None, typer.Option(metavar="NAME", help="Set of parameters: identified, manufacturer.")
    ] = None,
    friction: Annotated[str | None, typer.Option(metavar="NAME", help="Friction: smooth, sticks, none.")] = None,
    drives_alone: Annotated[bool, typer.Option("--drives-alone", help="The drives without the mechanism.")] = False,
    decoupled: Annotated[
        bool, typer.Option("--decoupled", help="The drives, with the mechanism as loads one sample late.")
    ] = False,
    pose: Annotated[
        list[str] | None, typer.Option(metavar="NAME=VALUE", help="Pose to swing about, from home. Repeatable.")
    ] = None,
    control: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=VALUE", help="Number of the blocks of all axes: speed.kp, speed.period. Repeatable."
        ),
    ] = None,
    limit: Limit = None,
    formalism: Formalism = "boltzmann_hamel",
    join: Join = JoinName.auto,  # type: ignore[attr-defined]  # a member made from names
    processes: Annotated[
        int | None, typer.Option(min=1, metavar="COUNT", help="Processes; default: one a core.")
    ] = None,
    out: Figure = None,
    as_json: Json = False,
) -> None:
    """Find the frequency response of a controlled machine by sines."""
    faults: list[str] = []
    ready = READY.get(mechanism)
    own = list(settings or ())
    if ready is not None:
        chosen = {
            "parameters": parameters,
            "friction": friction,
            "drives_alone": "true" if drives_alone or decoupled else None,
            "load_torques": "true" if decoupled else None,
        }
        if decoupled and "load_torques" not in ready.options:
            faults.append(f"--decoupled: {mechanism} has no such option")
            chosen |= {"drives_alone": None, "load_torques": None}
        for name, value in chosen.items():
            if value is not None and name not in ready.options:
                faults.append(f"--{name.replace('_', '-')}: {mechanism} has no such option")
            elif value is not None:
                own.append(f"{name}={value}")
        if ready.control is None:
            faults.append(
                f"{mechanism} is not published with controllers; close a loop in Python and call "
                f"lw.analysis.frequency_response. With controllers: {', '.join(_controlled())}"
            )
    frequencies, amplitudes = (_numbers(*each, faults) for each in (("frequency", frequency), ("amplitude", amplitude)))
    if frequencies and amplitudes and len(amplitudes) not in {1, len(frequencies)}:
        faults.append(
            f"--amplitude: got {len(amplitudes)} for {len(frequencies)} frequencies; give one for each, or one for all"
        )
    gains = _named("--control", control or (), faults)
    limits = {
        name: interval(text, f"--limit {name}", faults) for name, text in pairs(limit or (), "--limit", faults).items()
    }
    machine = choose(mechanism, own, no_motors=False, method=Method.of(formalism, None, faults), faults=faults)
    checks.placed(out, prepared_figure, faults)
    if ready is None or machine is None or ready.control is None:
        raise InputFaults(faults)
    with output.progress(f"compiling {machine.name}") as advance:
        advance(0.0)
        make = partial(ready.control, decoupled=True) if decoupled else ready.control
        loop, state = _closed(machine, replace(ready, control=make), gains, pose or (), join.value, faults)
    names = {name.rpartition(".")[2]: name for name in loop.inputs}
    faults += [f"--reference: {fault}" for fault in one_of(reference, tuple(names), "position")]
    known = tuple(loop.dynamics.quantities)
    faults += [f"--limit: {fault}" for name in limits for fault in one_of(name, known, "quantity")]
    if faults:
        raise InputFaults(faults)
    currents = _currents(loop.dynamics)
    with output.progress(f"running {len(frequencies)} sine{'' if len(frequencies) == 1 else 's'}") as advance:
        advance(0.0)
        found = frequency_response(
            loop,
            input=names[reference],
            output=reference,
            frequencies=frequencies,
            amplitudes=amplitudes if len(amplitudes) > 1 else amplitudes[0],
            state=state,
            waveforms=currents,
            limits=limits,
            integrator=RungeKutta4(step=STEP),
            processes=processes,
            progress=advance,
        )
    _shown(machine, found, out, as_json=as_json)
    if not found.finished:
        raise typer.Exit(1)


def _controlled() -> list[str]:
    return [name for name, each in READY.items() if each.control is not None]


def _numbers(option: str, typed: str, faults: list[str]) -> list[float]:
    """Numbers above zero with commas between them."""
    found = []
    for part in typed.split(","):
        try:
            value = number(part.strip())
        except ValueError as error:
            faults.append(f"--{option} {typed}: {error}")
            continue
        if value <= 0:
            faults.append(f"--{option} {part.strip()}: expected more than 0")
        found.append(value)
    return found


def _named(option: str, typed: Sequence[str], faults: list[str]) -> dict[str, float]:
    """Numbers by name; the names are checked by what takes them."""
    given = pairs(typed, option, faults)
    return named_numbers(given, tuple(given), f"{option}", faults)


def _closed(
    machine: Machine, ready: Ready, gains: Mapping[str, float], typed: Sequence[str], join: str, faults: list[str]
) -> tuple[ClosedLoop, State]:
    """The machine under its controllers, and the state at a pose; what is wrong with either is raised together."""
    assert ready.control is not None
    dynamics = machine.dynamics(join)
    home = dynamics.assemble()
    places = [name for name in ("z", "psi", "theta") if name in home.positions]
    wanted = named_numbers(pairs(typed, "--pose", faults), places, "--pose", faults)
    state = home
    if wanted and ready.pose is not None:
        try:
            state = ready.pose(dynamics, {name: float(home[name]) + value for name, value in wanted.items()})
        except (Refused, ValueError) as error:
            said = ", ".join(f"{name} = {value:g}" for name, value in wanted.items())
            faults.append(f"--pose {said} from home is out of reach: {error}")
    diagram: Diagram | None = None
    try:
        diagram = ready.control(dynamics, gains, near=state)
    except ValueError as error:
        faults.append(str(error))
    try:
        return ClosedLoop(dynamics, diagram or ready.control(dynamics)), state
    except ValueError as error:
        raise InputFaults([*faults, str(error)]) from None


def _currents(dynamics: Dynamics) -> list[str]:
    """Currents of the motors."""
    return list(dict.fromkeys(each.name for each in dynamics.system.quantities if each.unit == "A"))


def _peak(point: ResponsePoint) -> float:
    return max((each.peak for each in point.waveforms.values() if each.unit == "A"), default=float("nan"))


def _shown(machine: Machine, found: FrequencyResponse, out: Figure, *, as_json: bool) -> None:
    """Print and write what was found."""
    title = f"{machine.mechanism.title or machine.name}: {found.output}"
    drawn = any(point.outcome == "finished" for point in found.points)
    written = write_figure(out, "bode", bode_plot(found, title=title), found.as_data()) if drawn else []
    if as_json:
        output.emit([_row(point) for point in found.points])
        output.wrote(written, note=True)
        return
    output.say(title)
    rows = [
        (
            f"{point.frequency:g}",
            f"{point.amplitude:g}",
            f"{100 * point.magnitude:.3f}",
            f"{point.phase_deg:.3f}",
            f"{_peak(point):.2f}",
            ("yes" if point.settled else "no") if point.outcome == "finished" else point.outcome,
        )
        for point in found.points
    ]
    output.table(("f (Hz)", "amplitude", "magnitude (%)", "phase (deg)", "peak current (A)", "settled"), rows)
    for point in found.points:
        if point.outcome != "finished":
            output.say(f"{point.frequency:g} Hz: {point.outcome}: {point.reason}")
    bandwidth = found.bandwidth
    output.say("bandwidth: " + ("beyond these frequencies" if bandwidth is None else f"{bandwidth:.4g} Hz"))
    for note in found.notes:
        output.say(note)
    output.wrote(written)


def _row(point: ResponsePoint) -> dict[str, object]:
    row: dict[str, object] = {
        "frequency": point.frequency,
        "amplitude": point.amplitude,
        "magnitude": point.magnitude,
        "phase_deg": point.phase_deg,
        "harmonics": list(point.harmonics),
        "settled": point.settled,
        "peak_current": _peak(point),
    }
    return row if point.outcome == "finished" else row | {"outcome": point.outcome, "reason": point.reason}
