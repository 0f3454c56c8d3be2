"""The command `bode`: frequency response of a controlled machine by sines on its full nonlinear model."""

from __future__ import annotations

from typing import Annotated

import typer

from linkwright.analysis import FrequencyResponse, LinearResponse, ResponsePoint, frequency_response, linearize
from linkwright.cli import checks, output, run
from linkwright.cli.control import (
    Answer,
    BlockNumbers,
    DrivesAlone,
    FrictionName,
    ParameterSet,
    Pose,
    Variant,
    block_numbers,
    published_machine,
    reference_of,
)
from linkwright.cli.files import prepared_figure, write_figure
from linkwright.cli.machine import Machine
from linkwright.cli.options import Figure, Formalism, Join, JoinName, Json, Mechanism, Settings
from linkwright.cli.slice import Limit
from linkwright.cli.values import InputFaults, interval, number, one_of, pairs
from linkwright.drawing import bode_plot
from linkwright.dynamics import Dynamics
from linkwright.simulation.integrators import RungeKutta4

STEP = 50e-6
"""Step (s) of the integrator: 5 us give the same three decimals."""

HELP = """Find the frequency response of a controlled machine by sines.

Each frequency is a run of the full nonlinear model under its controllers, from rest, with readings once the start has
died out; frequencies run in parallel. Magnitude and phase are those of the fundamental against the continuous command.
Amplitudes matter, since friction and geometry are not linear: give one for each frequency, or one for all. With
--linear the response is that of the linear model, exact for small motions without friction, at once.

\b
Examples:
  linkwright bode mast_3prs --reference z --frequency 0.4,1,5,10 --amplitude 0.075,0.040,0.015,0.010
  linkwright bode mast_3prs --reference psi --frequency 5 --amplitude 0.04 --parameters manufacturer --json
  linkwright bode mast_3prs --reference z --frequency 5 --amplitude 0.015 --control speed.kp=0.05 --pose psi=0.2
  linkwright bode mast_3prs --linear --reference z --frequency 0.4,1,5,10
  linkwright bode mast_3prs --reference z --frequency 5 --amplitude 0.015 --limit rho1=-0.1:0.1
"""


def command(
    mechanism: Mechanism,
    settings: Settings = None,
    *,
    reference: Annotated[str, typer.Option(metavar="NAME", help="The position that swings, such as z.")],
    output_: Answer = None,
    frequency: Annotated[
        str, typer.Option(metavar="F,F,...", help="Frequencies (Hz, or with a unit: 2kHz), with commas between them.")
    ],
    amplitude: Annotated[
        str | None,
        typer.Option(metavar="A,A,...", help="Amplitudes (m, rad, or with a unit: 15mm), one for each or one for all."),
    ] = None,
    linear: Annotated[
        bool, typer.Option("--linear", help="From the linear model, without friction; no amplitudes.")
    ] = False,
    parameters: ParameterSet = None,
    friction: FrictionName = None,
    drives_alone: DrivesAlone = False,
    decoupled: Annotated[
        bool, typer.Option("--decoupled", help="The drives, with the mechanism as loads one sample late.")
    ] = False,
    pose: Pose = None,
    control: BlockNumbers = None,
    limit: Limit = None,
    formalism: Formalism = "kane",
    join: Join = JoinName.auto,  # type: ignore[attr-defined]  # a member made from names
    processes: Annotated[
        int | None, typer.Option(min=1, metavar="COUNT", help="Processes; default: one a core.")
    ] = None,
    out: Figure = None,
    as_json: Json = False,
) -> None:
    """Find the frequency response of a controlled machine by sines."""
    faults: list[str] = []
    frequencies = _numbers("frequency", frequency, "Hz", faults)
    amplitudes = [] if amplitude is None else _numbers("amplitude", amplitude, "m or rad", faults)
    if amplitude is None and not linear:
        faults.append("--amplitude: sines need amplitudes; give them, or --linear for the linear model")
    if frequencies and amplitudes and len(amplitudes) not in {1, len(frequencies)}:
        faults.append(
            f"--amplitude: got {len(amplitudes)} for {len(frequencies)} frequencies; give one for each, or one for all"
        )
    variant = Variant(parameters, friction, drives_alone, decoupled, settings=tuple(settings or ()))
    published = published_machine(mechanism, variant, formalism, "lw.analysis.frequency_response", faults)
    gains = block_numbers(control or (), faults)
    units = {} if published is None else run.units(published.machine.equations)
    limits = {
        name: interval(text, f"--limit {name}", faults, units.get(name, ""))
        for name, text in pairs(limit or (), "--limit", faults).items()
    }
    checks.prepare_out(out, prepared_figure, faults)
    if published is None:
        raise InputFaults(faults)
    machine = published.machine
    with output.progress(f"compiling {machine.name}") as advance:
        advance(0.0)
        loop, state = published.closed(gains, pose or (), join.value, faults)
    driven, answering = reference_of(loop, reference, output_, faults)
    known = tuple(loop.dynamics.quantities)
    faults += [f"--limit: {fault}" for name in limits for fault in one_of(name, known, "quantity")]
    if faults:
        raise InputFaults(faults)
    if linear:
        model = linearize(loop, loop.steady_state(state))
        _show_linear(machine, model.frequency_response(driven, answering, frequencies), out, as_json=as_json)
        return
    currents = _currents(loop.dynamics)
    with output.progress(f"running {len(frequencies)} sine{'' if len(frequencies) == 1 else 's'}") as advance:
        advance(0.0)
        found = frequency_response(
            loop,
            input=driven,
            output=answering,
            frequencies=frequencies,
            amplitudes=amplitudes if len(amplitudes) > 1 else amplitudes[0],
            state=state,
            waveforms=currents,
            limits=limits,
            integrator=RungeKutta4(step=STEP),
            processes=processes,
            progress=advance,
        )
    _report(machine, found, out, as_json=as_json)
    if not found.finished:
        raise typer.Exit(1)


def _numbers(option: str, typed: str, unit: str, faults: list[str]) -> list[float]:
    """Numbers above zero with commas between them, also with a unit of the kind expected."""
    found = []
    for part in typed.split(","):
        try:
            value = number(part.strip(), unit)
        except ValueError as error:
            faults.append(f"--{option} {typed}: {error}")
            continue
        if value <= 0:
            faults.append(f"--{option} {part.strip()}: expected more than 0")
        found.append(value)
    return found


def _show_linear(machine: Machine, found: LinearResponse, out: Figure, *, as_json: bool) -> None:
    """Print and write the response of the linear model."""
    title = f"{machine.mechanism.title or machine.name}: {found.output}, linear"
    written = write_figure(out, "bode", bode_plot(found, title=title), found.as_data())
    points = list(zip(found.frequencies, found.magnitude, found.phase_deg, strict=True))
    if as_json:
        output.emit([{"frequency": f, "magnitude": size, "phase_deg": phase} for f, size, phase in points])
        output.wrote(written, note=True)
        return
    output.say(title)
    rows = [(f"{f:g}", f"{100 * size:.3f}", f"{phase:.3f}") for f, size, phase in points]
    output.table(("f (Hz)", "magnitude (%)", "phase (deg)"), rows)
    bandwidth = found.bandwidth
    output.say("bandwidth: " + ("beyond these frequencies" if bandwidth is None else f"{bandwidth:.4g} Hz"))
    for note in found.notes:
        output.say(note)
    output.wrote(written)


def _currents(dynamics: Dynamics) -> list[str]:
    """Currents of the motors."""
    return list(dict.fromkeys(each.name for each in dynamics.system.quantities if each.unit == "A"))


def _peak(point: ResponsePoint) -> float:
    return max((each.peak for each in point.waveforms.values() if each.unit == "A"), default=float("nan"))


def _report(machine: Machine, found: FrequencyResponse, out: Figure, *, as_json: bool) -> None:
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
