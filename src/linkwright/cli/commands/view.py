"""The command `view`: a live page of a machine or of a saved run."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from linkwright.cli import checks, output, patience
from linkwright.cli import control as own_control
from linkwright.cli.files import load_run
from linkwright.cli.machine import Machine, choose
from linkwright.cli.options import Json, NoMotors, Settings
from linkwright.cli.own.program import is_program
from linkwright.cli.values import InputFaults
from linkwright.mechanisms.registry import READY
from linkwright.viewer import Start, Subject, run_subject, show

HELP = """Move a machine in the browser, run it there, or replay a saved run.

Prints the address of a page that only this machine can open, and opens it. Sliders move the independent positions with
every loop closed; bodies can be pulled with the mouse. Parameters and gains of controllers change without compiling.
Runs begin at the pose that is shown; "Copy as command" gives the command that repeats one. Every tab has a state of its
own. Ctrl-C ends it. WHAT is a ready mechanism, a machine of your own, FILE.py:NAME, or the file or folder of a run
that `linkwright simulate` wrote. Needs the package websockets: python -m pip install "linkwright[live]".

\b
Examples:
  linkwright view three_rrr
  linkwright view stewart --port 8000 --no-browser
  linkwright view runs/first
"""

RUNS = (".parquet", ".csv")
"""Endings of files of runs: a name that has one is a run, also where it is not complete or not there."""


def command(
    what: Annotated[
        str,
        typer.Argument(
            metavar="MECHANISM|RUN",
            help="A ready mechanism, FILE.py:NAME, or a saved run: its file or folder.",
            show_default=False,
        ),
    ],
    settings: Settings = None,
    *,
    no_motors: NoMotors = False,
    port: Annotated[
        int, typer.Option(min=0, max=65535, metavar="NUMBER", help="Port on this machine; 0 takes any that is free.")
    ] = 0,
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Print the address only.")] = False,
    as_json: Json = False,
) -> None:
    """Move a machine in the browser, run it there, or replay a saved run."""
    subject = find_subject(what, settings or [], no_motors=no_motors, faults=[])
    patience.end()  # from here on it waits for the browser
    show(subject, port=port, browser=not no_browser, say=_say_as_data if as_json else output.say)


def find_subject(what: str, settings: list[str], *, no_motors: bool, faults: list[str]) -> Subject:
    """The machine or the saved run of a name; all faults, those that were found before too, are told at once."""
    path = Path(what)
    if path.suffix in RUNS or (what not in READY and path.suffix != ".py" and path.exists()):
        if settings or no_motors:
            faults.append(f"--set and --no-motors: {what} is a saved run, which has its values; leave them out")
        if faults:
            raise InputFaults(faults)
        trajectory = load_run(path)
        subject = run_subject(trajectory, title=path.name)
        ended = () if trajectory.outcome.finished else (f"The run {trajectory.outcome.in_words()}",)
        return replace(subject, notes=(*ended, *subject.notes))
    before = len(faults)
    machine = choose(what, settings, no_motors=no_motors, faults=faults)
    if machine is None and what not in READY and not is_program(what):
        faults[before] += f"; and no saved run is at {what}"
    return _subject(checks.require_machine(machine, faults), what, settings, no_motors=no_motors)


def _say_as_data(line: str) -> None:
    """The address as {"url": ...}, and all else beside the result."""
    if line.startswith("http://"):
        output.emit({"url": line})
    else:
        output.remark(line)


def _subject(machine: Machine, name: str, settings: list[str], *, no_motors: bool) -> Subject:
    """The machine with its controllers, if it has some, and what its demonstration begins with."""
    dynamics = machine.dynamics()
    loop = own_control.close_loop(machine, dynamics) if machine.ready.control is not None else None
    labels = own_control.inputs(loop) if loop is not None else machine.equations.inputs
    inputs = {label.name: "0" for label in labels}
    example = machine.ready.demonstration(tuple(inputs))
    start = Start(inputs)
    if example is not None:
        positions = {key: float(text) for key, text in example.positions.items()}
        speeds = {key: float(text) for key, text in example.speeds.items()}
        start = Start({**inputs, **example.inputs}, positions, example.duration, speeds)
    words = [name, *(["--no-motors"] if no_motors else [])]
    for text in settings:
        words += ["--set", text]
    title = machine.mechanism.title or machine.name
    return Subject(title, machine.mechanism, dynamics, loop, command=tuple(words), start=start)
