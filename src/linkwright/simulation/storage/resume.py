"""Taking up a streamed run again from its last checkpoint."""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from linkwright.arrays import PlainData, PlainMapping
from linkwright.closed_loop import ClosedLoop
from linkwright.dynamics import Dynamics
from linkwright.simulation.accuracy import Accuracy
from linkwright.simulation.events.event import Event
from linkwright.simulation.events.handler import event_handler_of
from linkwright.simulation.inputs.inputs import Inputs, check_inputs
from linkwright.simulation.recipe import Recipe, check_others
from linkwright.simulation.results.event_data import (
    contacts_to_data,
    events_of,
    events_to_data,
    other_contacts,
    other_events,
)
from linkwright.simulation.results.settings import (
    SAME_INPUTS,
    fingerprint,
    input_to_data,
    input_values,
    inputs_of,
    integrator_of,
    same,
    same_inputs,
    start_of,
    values_at,
)
from linkwright.simulation.sampling.control import RunControl, control_of, initial_commands, same_control, split_machine
from linkwright.simulation.storage import checkpoint
from linkwright.simulation.storage.checkpoint import CheckpointError
from linkwright.simulation.storage.file import ROW_BLOCK
from linkwright.simulation.storage.lock import locked
from linkwright.simulation.storage.rebuild import restore_dynamics
from linkwright.simulation.storage.stream import CHECKPOINT, EVERY, Stream, part_folder
from linkwright.trajectory import Trajectory

OTHER_INPUTS = (
    "the inputs are not those of the run: functions or expressions of t give other values; give the same ones"
)
MOST_SAMPLES = 4 * ROW_BLOCK
"""Samples written down, about, at which the inputs given are compared with those that the run had."""


def read_checkpoint(path: str | os.PathLike[str]) -> tuple[Path, PlainData, PlainData]:
    """The path of a run (or of its folder), and header and arrays of its checkpoint; refused in words."""
    target = find_unfinished(path)
    return target, *read_folder(part_folder(target))


def find_unfinished(path: str | os.PathLike[str]) -> Path:
    """The path of an unfinished run, given that or its folder."""
    target = Path(path)
    if target.name.endswith(".part") and target.is_dir():
        target = target.with_name(target.name.removesuffix(".part"))
    folder = part_folder(target)
    if not folder.is_dir():
        why = (
            "is complete already; there is nothing to resume"
            if target.is_file()
            else f"there is no unfinished run here (no folder {folder.name}); check the spelling"
        )
        raise FileNotFoundError(errno.ENOENT, why, str(target))
    return target


def read_folder(folder: Path, *, any_version: bool = False) -> tuple[PlainData, PlainData]:
    """Header and arrays of the checkpoint in the folder of a run; those of other versions can only be looked at."""
    if not (folder / CHECKPOINT).exists():
        why = "this run ended before its first checkpoint, at its start; start it again"
        raise FileNotFoundError(errno.ENOENT, why, str(folder))
    header, arrays = checkpoint.read(folder / CHECKPOINT)
    now = checkpoint.versions()
    other = [
        f"{name} {then} (now {now.get(name)})" for name, then in header["versions"].items() if now.get(name) != then
    ]
    if other and not any_version:
        raise CheckpointError(
            f"{folder / CHECKPOINT} was written with {', '.join(other)}; with other versions the bits would not be the "
            "same: resume it with those, or start the run again"
        )
    return header, arrays


def resume(
    path: str | os.PathLike[str],
    machine: Dynamics | ClosedLoop | None = None,
    *,
    inputs: PlainMapping | None = None,
    events: Sequence[Event] | None = None,
    checkpoint: float = EVERY,
    progress: Callable[[float], None] | None = None,
) -> Trajectory:
    """Go on with a streamed run (`simulate(..., stream=path)`) from its last checkpoint, to the same bits.

    `machine` is the Dynamics (default: as the checkpoint describes it) or the ClosedLoop of the run; `inputs` and
    `events` are needed only if some were, or had, Python functions or expressions, which files do not keep. They must
    be the same, in the same order. A checkpoint of another machine, of other inputs or events, or of another
    version is refused, as is a damaged one, and a run that another process is at. Numbers and laws are compared as they
    are; functions and expressions of t at 4,096 evenly spaced times over the whole run, and functions also at the
    samples that were written: what lies between is not seen.
    """
    if machine is not None and not isinstance(machine, (Dynamics, ClosedLoop)):
        msg = f"machine is a {type(machine).__name__}; expected the machine of the run, a Dynamics or a ClosedLoop"
        raise ValueError(msg)
    check_others(events or (), checkpoint, progress)
    target = find_unfinished(path)
    with locked(part_folder(target)):
        header, arrays = read_folder(part_folder(target))
        if machine is None:
            otherwise = f"give the machine: lw.simulation.resume({str(target)!r}, dynamics)"
            origin = header["machine"]
            machine = restore_dynamics(origin, header["run"], otherwise, description=origin.get("description", ""))
        stream = _taken_up(target, machine, header, arrays, given=(inputs, events), every=checkpoint)
        return stream.go(progress)


def _taken_up(
    target: Path,
    machine: Dynamics | ClosedLoop,
    header: PlainData,
    arrays: PlainData,
    *,
    given: tuple[PlainMapping | None, Sequence[Event] | None],
    every: float,
) -> Stream:
    """The run of a checkpoint, where it was; `given` are the inputs and events, if they are."""
    settings = header["run"]
    inputs, events = given
    dynamics, loop = split_machine(machine)
    state, end = start_of(settings), float(settings["end"])
    faults = _other_machine(dynamics, header)
    control: RunControl | None = None
    if not faults:
        how = f"give it: lw.simulation.resume({str(target)!r}, closed_loop)"
        if loop is None:
            faults += same_control(settings.get("control"), None, how)
    if not faults:
        kept, used, control = _inputs(target, machine, settings, inputs, faults)
        faults += same_control(settings.get("control"), control, how)
        watched = _events(target, dynamics, settings, kept, events, faults)
    if faults:
        raise CheckpointError(f"{target} is a run of another kind: {'; '.join(faults)}")
    recipe = Recipe(dynamics, state, used, kept, end, bool(settings["keep_energy"]), watched, control)
    run = recipe.run(Accuracy(settings["rtol"], settings["atol"]), integrator_of(settings["integrator"]))
    stream = Stream(run, recipe, target, settings, every)
    stream.take_up(header, arrays)
    if run.inputs.calls:
        _refuse_other_samples(target, stream)
    if run.backend != header["backend"]:
        raise CheckpointError(
            f"{target} was computed by {header['backend']}, and here {run.backend} would go on, which rounds otherwise"
        )
    return stream


def _inputs(
    target: Path,
    machine: Dynamics | ClosedLoop,
    settings: PlainMapping,
    inputs: PlainMapping | None,
    faults: list[str],
) -> tuple[PlainMapping, Inputs, RunControl | None]:
    """The inputs of a run, as given and checked, and its control; others than it had are a fault."""
    how = f"give them: lw.simulation.resume({str(target)!r}, dynamics, inputs={{...}})"
    given = inputs_of(settings, how) if inputs is None else inputs
    span = float(settings["start"]["t"]), float(settings["end"])
    dynamics, loop = split_machine(machine)
    equations = dynamics.equations
    control: RunControl | None = None
    if loop is None:
        kept, used = given, check_inputs(equations, given, *span)
        named = {equations.show(equations.aliases.get(name, name)): value for name, value in given.items()}
    else:
        then = settings.get("control") or {}
        control, used, named = control_of(loop, given, span, then.get("signals"))
        if then.get("memory") is not None:
            control = replace(control, memory=np.array(then["memory"], dtype=float))
        kept = {name: value for name, value in named.items() if name in dynamics.inputs} | initial_commands(loop)
    shown = json.loads(json.dumps({name: input_to_data(value) for name, value in named.items()}))  # as it is read
    other = [name for name, then in settings["inputs"].items() if shown.get(name) != then]
    values = [("input_values", used), *([] if control is None else [("reference_values", control.references)])]
    if inputs is not None and other:
        faults.append(f"the inputs are not those of the run: {', '.join(other)} differ; give the same ones")
    elif not all(same_inputs(input_values(own, *span), settings.get(name, ())) for name, own in values):
        faults.append(OTHER_INPUTS)
    return kept, used, control


def _refuse_other_samples(target: Path, stream: Stream) -> None:
    """Refuse inputs that differ from those that the run has written down with its samples; some of many are looked at.

    After an event that switched them they are others, and where they jump both values are right.
    """
    run = stream.run
    event_handler = event_handler_of(run)
    if event_handler is not None and event_handler.switched:
        return
    for first in range(0, stream.rows, max(1, stream.rows // MOST_SAMPLES) * ROW_BLOCK):
        rows = stream.block(first, min(first + ROW_BLOCK, stream.rows))
        rows = rows[~np.isin(rows[:, 0], run.inputs.ends)]
        then, now = rows[:, 1 + run.size : 1 + run.size + run.nu], values_at(run.inputs, rows[:, 0])
        commanded = run.workspace.control.inputs
        now[:, commanded] = then[:, commanded]
        if not np.allclose(now, then, rtol=SAME_INPUTS, atol=SAME_INPUTS * float(np.max(np.abs(then), initial=0.0))):
            raise CheckpointError(f"{target} is a run of another kind: {OTHER_INPUTS}")


def _events(
    target: Path,
    dynamics: Dynamics,
    settings: PlainMapping,
    inputs: PlainMapping,
    events: Sequence[Event] | None,
    faults: list[str],
) -> Sequence[Event]:
    """The events of a run; others than it had are a fault."""
    if events is None:
        how = f"give all of them: lw.simulation.resume({str(target)!r}, dynamics, events=[...])"
        return events_of(settings["events"], how)
    faults += other_events(
        settings["events"], events_to_data(dynamics, events, inputs, start_of(settings), float(settings["end"]))
    )
    return events


def _other_machine(dynamics: Dynamics, header: PlainMapping) -> list[str]:
    """In what a machine differs from that of a checkpoint."""
    then, faults = header["machine"], []
    if dynamics.name != then["machine"]:
        faults.append(f"its machine is {then['machine']!r}, the one given is {dynamics.name!r}")
    formalism = str(dynamics.equations.provenance.get("formalism", ""))
    if formalism != then["formalism"]:
        faults.append(f"its equations are by {then['formalism']!r}, those given by {formalism!r}")
    if repr(dynamics.join) != then["join"]:
        faults.append(f"its join is {then['join']}, the one given {dynamics.join!r}")
    values = dynamics.parameters
    if list(values) != list(then["parameters"]):
        faults.append("the machine has other parameters")
    else:
        moved = [
            f"{name} = {values[name]!r} instead of {value!r}"
            for name, value in then["parameters"].items()
            if values[name] != value
        ]
        faults += [f"parameters differ: {', '.join(moved[:5])}"] if moved else []
    state = start_of(header["run"])
    if not faults and (len(state.q), len(state.v)) != (len(dynamics.coordinates), len(dynamics.speeds)):
        faults.append("the machine has other coordinates")
    elif not faults and not same(fingerprint(dynamics, state), header["run"]["fingerprint"]):
        faults.append("the machine has the same names but other equations")
    if not faults:
        contacts = contacts_to_data(dynamics, state) if dynamics.equations.switched else []
        faults += other_contacts(header["run"].get("contacts", ()), contacts)
    return faults
