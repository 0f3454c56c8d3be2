"""What `simulate` and `inverse` do: check everything first, run, then say how it went and what was written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import typer

from linkwright import report
from linkwright.analysis.effort import Effort, effort
from linkwright.cli import laws, output
from linkwright.cli.carrying import Carried
from linkwright.cli.demonstrations import Demonstration, demonstration
from linkwright.cli.machines import InputFaults, Machine, named_numbers, one_of, pairs
from linkwright.drawing import scene
from linkwright.dynamics import Dynamics, Refused, joins
from linkwright.equations import Equations
from linkwright.laws import Law, Motion
from linkwright.report.effort import section as effort_section
from linkwright.report.records import Section
from linkwright.simulation import simulate as simulate_dynamics
from linkwright.simulation.integrators import Integrator
from linkwright.trajectory import Trajectory

MOST_TYPED = 12
"""Values of a demonstration that are told one by one."""
BARS = "▁▂▃▄▅▆▇█"


@dataclass(frozen=True)
class Asked:
    """What a user typed about a run, as texts."""

    positions: Sequence[str] = ()
    speeds: Sequence[str] = ()
    inputs: Sequence[str] = ()
    motions: Sequence[str] = ()
    duration: float | None = None
    samples: int | None = None
    carried: Carried = Carried()  # noqa: RUF009  frozen


def simulate(
    machine: Machine,
    asked: Asked,
    *,
    accuracy: str,
    rtol: float | None,
    atol: float | None,
    integrator: Integrator,
    keep_energy: bool,
    join: str,
    stream: Path | None,
    checkpoint: float,
    out: Path | None,
    as_json: bool,
    faults: list[str],
) -> None:
    """Run a machine from a start under inputs."""
    positions, speeds, inputs, duration, used = _run_asked(machine, asked, faults)
    if faults:
        raise InputFaults(faults)
    dynamics = machine.dynamics(join)
    state = dynamics.assemble(positions=positions, speeds=speeds)
    if used and not as_json:
        output.say(f"demonstration: {used}")
    with output.progress(f"simulating {duration:g} s") as advance:
        motion = simulate_dynamics(
            dynamics,
            state,
            duration=duration,
            inputs=inputs,
            accuracy=accuracy,
            rtol=rtol,
            atol=atol,
            integrator=integrator,
            keep_energy=keep_energy,
            samples=1001 if asked.samples is None else asked.samples,
            stream=stream,
            checkpoint=checkpoint,
            progress=advance,
        )
    files = [str(stream)] if stream is not None and stream.exists() else []
    written, fault = _saved(machine, motion, out)
    files += written
    record = _record(machine, motion, files, demonstration_used=used)
    record |= {"duration": duration, "join": joins.name_of(dynamics.join)}
    record |= {} if fault is None else {"error": output.told(fault)}
    if as_json:
        output.emit(record | {"final_state": final_state(motion, dynamics)})
    else:
        _words(machine, motion, files, asked=stream is not None or out is not None)
    _end(motion, fault)


def inverse(machine: Machine, asked: Asked, *, join: str, out: Path | None, as_json: bool, faults: list[str]) -> None:
    """Find the inputs that make a machine follow a prescribed motion."""
    given = pairs(asked.motions, "--motion", faults)
    example = demonstration(machine.name, _inputs(machine.equations))
    used = ""
    if not given and not faults:
        if example is None or not example.motions:
            faults.append(
                "no --motion is given; give one for each degree of freedom, such as --motion NAME=cycloid:0,0.1,2"
            )
        else:
            given = dict(example.motions)
            used = f"no --motion was given, so {_typed(given)}"
    followed = _laws(given, _positions(machine.equations), "quantity with a position", faults)
    known = _laws(pairs(asked.inputs, "--input", faults), _inputs(machine.equations), "input", faults)
    options = asked.carried.options(machine.equations, faults)
    if faults:
        raise InputFaults(faults)
    motion = Motion(followed, asked.duration, 501 if asked.samples is None else asked.samples)
    dynamics = machine.dynamics(join)
    if used and not as_json:
        output.say(f"demonstration: {used}")
    result = dynamics.inverse(motion, inputs=known, **options)
    sought = [name for name in dynamics.inputs if name not in known]
    shares = None if asked.carried.loaded else _shares(dynamics, result, sought)  # of the machine's own loads only
    needed = {name: _series(result, name) for name in sought}
    if shares is not None:
        result = shares.added_to(result)
        for k, name in enumerate(shares.inputs):
            needed[name]["rms_by_effect"] = {effect: float(shares.rms(effect)[k]) for effect in shares.shares}
    plotted = [name for law in followed for name in (law, f"{law}'") if name in result.channels] + sought
    sections = () if shares is None else (effort_section(shares),)
    files, fault = _saved(machine, result, out, channels=plotted, sections=sections)
    if as_json:
        record = _record(machine, result, files, demonstration_used=used)
        record |= {"duration": motion.duration, "join": joins.name_of(dynamics.join)}
        record |= {} if fault is None else {"error": output.told(fault)}
        values = {"time": result.time, "inputs": {name: result[name] for name in sought}}
        output.emit(record | {"needed": needed, "values": values})
    else:
        output.say(f"{machine.mechanism.title or machine.name}: inputs for {_typed(given)}")
        rows = [
            (
                name,
                each["unit"],
                *[f"{each[key]:.5g}" for key in ("least", "greatest", "rms")],
                _sparkline(result[name]),
            )
            for name, each in needed.items()
        ]
        output.table(("input", "unit", "least", "greatest", "rms", f"over {motion.duration:g} s"), rows)
        if shares is not None:
            _say_shares(shares)
        _words(machine, result, files, asked=out is not None)
    _end(result, fault)


# -- what was typed ------------------------------------------------------------------------------------------------


def _run_asked(
    machine: Machine, asked: Asked, faults: list[str]
) -> tuple[dict[str, float], dict[str, float], dict[str, Law], float, str]:
    """Start, inputs and duration; the demonstration stands in for what was not said."""
    positions = pairs(asked.positions, "--position", faults)
    speeds = pairs(asked.speeds, "--speed", faults)
    inputs = pairs(asked.inputs, "--input", faults)
    names = _inputs(machine.equations)
    example: Demonstration | None = demonstration(machine.name, names)
    used = []
    if example is not None and not asked.positions and not asked.speeds and (example.positions or example.speeds):
        positions, speeds = dict(example.positions), dict(example.speeds)
        used.append(f"start with {_typed(positions | {f'{name} (speed)': value for name, value in speeds.items()})}")
    if example is not None and not asked.inputs and names:
        inputs = dict(example.inputs)
        used.append(f"inputs {_typed(inputs)}")
    quantities = _quantities(machine.equations)
    start = named_numbers(positions, _positions(machine.equations), "position", faults)
    rates = named_numbers(speeds, quantities, "speed", faults)
    functions = _laws(inputs, names, "input", faults)
    missing = [label for label in machine.equations.inputs if label.name not in inputs]
    if missing:
        listed = " ".join(f"--input {label.name}=VALUE ({label.unit})" for label in missing)
        faults.append(f"missing inputs; add {listed}")
    duration = asked.duration if asked.duration is not None else (example.duration if example else 2.0)
    sentence = f"nothing else was given, so {'; '.join(used)}" if used else ""
    return start, rates, functions, duration, sentence


def _laws(given: Mapping[str, str], known: Sequence[str], what: str, faults: list[str]) -> dict[str, Law]:
    result: dict[str, Law] = {}
    for name, text in given.items():
        wrong = one_of(name, known, what)
        faults += wrong
        try:
            made = laws.law(text)
        except ValueError as error:
            faults.append(f"{name}={text}: {error}")
            continue
        if not wrong:
            result[name] = made
    return result


def _typed(values: Mapping[str, str]) -> str:
    """Names and values as they would be typed; of many the first ones."""
    shown = [f"{name}={value}" for name, value in list(values.items())[:MOST_TYPED]]
    return ", ".join([*shown, *([f"and {len(values) - MOST_TYPED} more"] if len(values) > MOST_TYPED else [])])


def _inputs(equations: Equations) -> tuple[str, ...]:
    return tuple(label.name for label in equations.inputs)


def _quantities(equations: Equations, *, placed: bool = False) -> list[str]:
    """Names of quantities, the short ones first, then the full ones that differ."""
    record = getattr(equations.links, "twists", None) or equations  # of many links those of bodies are apart
    full = [
        equations.full_name(int(uses.module[row]), name)
        for uses in record.quantities
        if uses.type.z is not None or not placed
        for row, name in enumerate(uses.names)
    ]
    return list(dict.fromkeys([*(equations.show(name) for name in full), *full]))


def _positions(equations: Equations) -> list[str]:
    return _quantities(equations, placed=True)


# -- results -------------------------------------------------------------------------------------------------------


def _shares(dynamics: Dynamics, motion: Trajectory, inputs: Sequence[str]) -> Effort | None:
    """What inertia, velocities and gravity ask of each input; none where an input has no freedom of its own."""
    try:
        return effort(dynamics, motion, inputs)
    except Refused:
        return None


def _say_shares(found: Effort) -> None:
    """A table of what the motion costs at each input."""
    shown = [effect for effect, values in found.shares.items() if np.any(values)]
    rows = [(name, *[f"{found.rms(effect)[k]:.5g}" for effect in shown]) for k, name in enumerate(found.inputs)]
    output.table(("rms share", *shown), rows)


def _saved(
    machine: Machine,
    motion: Trajectory,
    out: Path | None,
    channels: Sequence[str] | None = None,
    sections: Sequence[Section] = (),
) -> tuple[list[str], OSError | None]:
    """Write data and report, and what was refused, if anything; what was computed is kept however the run ended.

    The data come first: they cannot be had again without the run, a report can. Where one has no room the other may.
    """
    if out is None:
        return [], None
    suffix = "parquet" if find_spec("pyarrow") is not None else "csv"

    def data() -> Path:
        return motion.save(out / f"run.{suffix}")

    def page() -> Path:
        picture = scene(machine.mechanism, dict(machine.values) or None, poses=motion.poses)
        return report.save(out / "report.html", picture, motion, channels=channels, sections=sections)

    files: list[str] = []
    fault = None
    for write in (data, page):
        try:
            out.mkdir(parents=True, exist_ok=True)
            files.insert(0, str(write()))  # named the other way round: the page is what people open
        except OSError as error:
            fault = fault or error
    return files, fault


def _record(machine: Machine, motion: Trajectory, files: list[str], *, demonstration_used: str) -> dict[str, Any]:
    return {
        "machine": machine.name,
        "title": machine.mechanism.title,
        "options": dict(machine.options) | dict(machine.values),
        "demonstration": demonstration_used or None,
        "samples": len(motion.time),
        "backend": motion.certificate.backend,
        "outcome": motion.outcome.as_dict(),
        "certificate": motion.certificate.as_dict(),
        "files": files,
    }


def final_state(motion: Trajectory, dynamics: Dynamics) -> dict[str, Any]:
    """Positions and speeds of all quantities at the last time."""
    last = {name: float(motion[name][-1]) for name in motion.names}
    names = dynamics.quantities
    placed = [name for name in names if f"{name}'" in last]
    return {
        "time": float(motion.time[-1]),
        "positions": {name: last[name] for name in placed},
        "speeds": {name: last[f"{name}'"] if f"{name}'" in last else last[name] for name in names},
    }


def _words(machine: Machine, motion: Trajectory, files: list[str], *, asked: bool) -> None:
    """How it went and what was written; `asked` says whether anything should have been."""
    output.say(f"{machine.mechanism.title or machine.name}: {motion.outcome.in_words()}")
    output.say(motion.certificate.in_words())
    for file in files:
        output.say(f"wrote {file}")
    if not files:
        output.say(
            "no file was completed" if asked else "nothing was written; add --out FOLDER for a report and the data"
        )


def _series(motion: Trajectory, name: str) -> dict[str, Any]:
    values = motion[name]
    return {
        "unit": motion.unit(name),
        "least": float(np.min(values)),
        "greatest": float(np.max(values)),
        "rms": float(np.sqrt(np.mean(values**2))),
    }


def _sparkline(values: Any, count: int = 40) -> str:
    """The course of a channel in one line of text."""
    chosen = np.asarray(values)[np.linspace(0, len(values) - 1, min(count, len(values))).astype(int)]
    low, high = float(np.min(chosen)), float(np.max(chosen))
    if not high > low:
        return BARS[0] * len(chosen)
    return "".join(BARS[round(float(x - low) / (high - low) * (len(BARS) - 1))] for x in chosen)


def _end(motion: Trajectory, fault: OSError | None) -> None:
    if fault is not None:
        output.note(f"linkwright: {output.told(fault)}")
    if fault is not None or not motion.outcome.finished or motion.certificate.verdict == "failed":
        raise typer.Exit(output.NOT_FINISHED)


__all__ = ["Asked", "final_state", "inverse", "simulate"]
