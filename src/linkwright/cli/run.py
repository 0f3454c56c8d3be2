"""What commands share: what is typed about a run or a state, what is saved and said of runs and of matrices."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from errno import EINTR
from importlib.util import find_spec
from pathlib import Path

import typer

from linkwright import report
from linkwright.arrays import PlainData
from linkwright.cli import output
from linkwright.cli.files import write as write_file
from linkwright.cli.loads import Loads
from linkwright.cli.machine import Machine
from linkwright.cli.values import InputFaults, named_numbers, one_of, pairs
from linkwright.dynamics import Dynamics, NamedMatrices
from linkwright.equations import Equations
from linkwright.laws import Law
from linkwright.report.records import Section
from linkwright.simulation.inputs import law, without_units
from linkwright.simulation.storage import undisturbed
from linkwright.trajectory import Trajectory

MOST_TYPED = 12
"""Values of a demonstration that are told one by one."""


@dataclass(frozen=True)
class Request:
    """What a user typed about a run, as texts."""

    positions: Sequence[str] = ()
    speeds: Sequence[str] = ()
    inputs: Sequence[str] = ()
    motions: Sequence[str] = ()
    duration: float | None = None
    samples: int | None = None
    loads: Loads = Loads()  # noqa: RUF009  frozen


NOT_REPEATED = frozenset({"out", "as_json", "stream", "checkpoint", "help"})
"""Options that say where results go, not what is computed."""


def typed_command(context: typer.Context) -> str:
    """The command that was typed, without what says where its results go."""
    words = ["linkwright", str(context.info_name)]
    for parameter in context.command.params:
        # Older versions of Typer have the text of a choice here, and a member of its enumeration as default.
        value, default = (
            getattr(each, "value", each) for each in (context.params.get(str(parameter.name)), parameter.default)
        )
        if parameter.name in NOT_REPEATED or value is None or value is False or value == default:
            continue
        texts = [str(getattr(each, "value", each)) for each in (value if isinstance(value, list | tuple) else [value])]
        if parameter.param_type_name == "argument":
            words += texts
        elif value is True:
            words.append(parameter.opts[0])
        else:
            words += [word for text in texts for word in (parameter.opts[0], text)]
    return shlex.join(words)


def remember_command(machine: Machine, command: str) -> Machine:
    """The machine with the command in its provenance, which its runs then carry."""
    provenance = {**machine.equations.provenance, "command": command}
    return replace(machine, equations=replace(machine.equations, provenance=provenance))


def laws(
    given: Mapping[str, str], known: Sequence[str], what: str, faults: list[str], units: Mapping[str, str]
) -> dict[str, Law]:
    """Laws as they are typed, by names that must be known, with their units; faults are noted."""
    result: dict[str, Law] = {}
    for name, text in given.items():
        wrong = one_of(name, known, what)
        faults += wrong
        try:
            # Whether a unit fits a name that there is not is unknown.
            made = law(without_units(text), "") if wrong else law(text, units.get(name, ""))
        except ValueError as error:
            faults.append(f"{name}={text}: {error}")
            continue
        if not wrong:
            result[name] = made
    return result


def format_values(values: Mapping[str, str]) -> str:
    """Names and values as they would be typed; of many the first ones."""
    shown = [f"{name}={value}" for name, value in list(values.items())[:MOST_TYPED]]
    return ", ".join([*shown, *([f"and {len(values) - MOST_TYPED} more"] if len(values) > MOST_TYPED else [])])


def inputs(equations: Equations) -> tuple[str, ...]:
    """Names of the inputs."""
    return tuple(label.name for label in equations.inputs)


def quantities(equations: Equations, *, placed: bool = False) -> list[str]:
    """Names of quantities, the short ones first, then the full ones that differ."""
    record = getattr(equations.links, "twists", None) or equations  # of many links those of bodies are apart
    full = [
        equations.full_name(int(uses.module[row]), name)
        for uses in record.quantities
        if uses.type.z is not None or not placed
        for row, name in enumerate(uses.names)
    ]
    return list(dict.fromkeys([*(equations.show(name) for name in full), *full]))


def units(equations: Equations, *, rates: bool = False) -> dict[str, str]:
    """Units of quantities (or of their rates) and inputs, by short and by full names."""
    record = getattr(equations.links, "twists", None) or equations
    found = {label.name: label.unit for label in equations.inputs}
    for uses in record.quantities:
        unit = uses.type.rate_unit if rates else uses.type.label.unit
        for row, name in enumerate(uses.names):
            full = equations.full_name(int(uses.module[row]), name)
            found |= {full: unit, equations.show(full): unit}
    return found


def positions(equations: Equations) -> list[str]:
    """Names of quantities that have a position."""
    return quantities(equations, placed=True)


def state_numbers(
    machine: Machine, position: Sequence[str], speed: Sequence[str], faults: list[str]
) -> tuple[dict[str, float], dict[str, float]]:
    """Positions and speeds of a state as they are typed; faults are noted."""
    equations, rates = machine.equations, units(machine.equations, rates=True)
    given = pairs(position, "--position", faults), pairs(speed, "--speed", faults)
    found = named_numbers(given[0], positions(equations), "position", faults, units(equations))
    return found, named_numbers(given[1], quantities(equations), "speed", faults, rates)


def show_matrices(found: NamedMatrices, names: Sequence[str], out: Path | None, *, as_json: bool) -> None:
    """Print matrices, all or those named, and write all of them."""
    faults = [f"--matrix: {fault}" for name in names for fault in one_of(name, list(found), "matrix")]
    if faults:
        raise InputFaults(faults)
    files = [] if out is None else [str(write_file(out, output.as_text(found.as_dict())))]
    if as_json:
        output.emit(found.as_dict(names or None) | {"files": files})
    else:
        output.say(found.as_text(output.columns(), names or None))
    output.wrote(files, note=as_json)


def save_results(
    machine: Machine,
    motion: Trajectory,
    out: Path | None,
    channels: Sequence[str] | None = None,
    sections: Sequence[Section] = (),
    dynamics: Dynamics | None = None,
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
        return report.save(
            out / "report.html", machine.mechanism, motion, channels=channels, sections=sections, dynamics=dynamics
        )

    files: list[str] = []
    fault = None
    for write in (data, page):
        try:
            with undisturbed():  # whole or not at all; Ctrl-C comes when a file is written
                out.mkdir(parents=True, exist_ok=True)
                files.insert(0, str(write()))  # named the other way round: the page is what people open
        except OSError as error:
            fault = fault or error
        except KeyboardInterrupt:
            words = f"interrupted from the keyboard; written: {', '.join(files) or 'nothing'}"
            return files, fault or InterruptedError(EINTR, words)
    return files, fault


def record(machine: Machine, motion: Trajectory, files: list[str], *, demonstration_used: str) -> PlainData:
    """What JSON says of a run."""
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


def words(machine: Machine, motion: Trajectory, files: list[str], *, wanted: bool) -> None:
    """How it went and what was written; `wanted` says whether anything should have been."""
    output.say(f"{machine.mechanism.title or machine.name}: {motion.outcome.in_words()}")
    output.say(motion.certificate.in_words())
    for file in files:
        output.say(f"wrote {file}")
    if not files:
        output.say(
            "no file was completed" if wanted else "nothing was written; add --out FOLDER for a report and the data"
        )


def end(motion: Trajectory, fault: OSError | None) -> None:
    """The exit code: 1 if the run did not finish, is not to be trusted, or could not be saved."""
    if fault is not None:
        output.remark(f"linkwright: {output.in_words(fault)}")
    if fault is not None or not motion.outcome.finished or motion.certificate.verdict == "failed":
        raise typer.Exit(output.NOT_FINISHED)
