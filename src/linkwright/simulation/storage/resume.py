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
from linkwright.kinds import checked_arguments
from linkwright.simulation.accuracy import Accuracy
from linkwright.simulation.events.event import Event
from linkwright.simulation.events.handler import event_handler_of
from linkwright.simulation.inputs.inputs import Inputs, check_inputs
from linkwright.simulation.loop.run import Run
from linkwright.simulation.recipe import Recipe, check_others
from linkwright.simulation.results.event_data import (
    contacts_to_data,
    events_of,
    events_to_data,
    other_contacts,
    other_events,
)
from linkwright.simulation.results.identity import (
    comparable,
    identity,
    other_code,
    other_equations,
    other_versions,
    unknown_code,
)
from linkwright.simulation.results.settings import (
    SAME_INPUTS,
    input_to_data,
    input_values,
    inputs_of,
    integrator_of,
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
from linkwright.simulation.storage.replay import replay
from linkwright.simulation.storage.stream import (
    BEFORE,
    CHECKPOINT,
    COMPLETE,
    EVERY,
    Stream,
    part_folder,
    remove_complete,
)
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
    if (folder / COMPLETE).exists():
        with locked(folder):
            remove_complete(folder)
    if not folder.is_dir():
        why = (
            "is complete already; there is nothing to resume"
            if target.is_file()
            else f"there is no unfinished run here (no folder {folder.name}); check the spelling"
        )
        raise FileNotFoundError(errno.ENOENT, why, str(target))
    return target


def read_folder(folder: Path) -> tuple[PlainData, PlainData]:
    """Header and arrays of the checkpoint in the folder of a run."""
    if not (folder / CHECKPOINT).exists():
        why = "this run ended before its first checkpoint, at its start; start it again"
        raise FileNotFoundError(errno.ENOENT, why, str(folder))
    return checkpoint.read(folder / CHECKPOINT)


@checked_arguments
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
    be the same, in the same order. A checkpoint of another machine, of other inputs or events is refused, as is a
    damaged one, and a run that another process is at. Equations, events and laws are compared by their expressions,
    Python functions (blocks, inputs) by their code and all values that it takes from elsewhere; formatting and names of
    variables do not matter. Then the samples between the last two checkpoints are computed again, and must be those
    that were written. A run of another version goes on where they agree within 100 tolerances, which its certificate
    says, as it says what nothing could be compared of.
    """
    if machine is not None and not isinstance(machine, (Dynamics, ClosedLoop)):
        msg = f"machine is a {type(machine).__name__}; expected the machine of the run, a Dynamics or a ClosedLoop"
        raise ValueError(msg)
    check_others(events or (), checkpoint)
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
        kept, used, control, named = _inputs(target, machine, settings, inputs, faults)
        exact = comparable(settings)
        faults += same_control(settings.get("control"), control, how, exact=exact)
        watched = _events(target, dynamics, settings, kept, events, faults)
        if exact:
            faults += other_code(settings["identity"], identity(dynamics, named, watched, control))
    if faults:
        raise CheckpointError(f"{target} is a run of another kind: {'; '.join(faults)}")
    recipe = Recipe(dynamics, state, used, kept, end, bool(settings["keep_energy"]), watched, control)
    tolerances, method = Accuracy(settings["rtol"], settings["atol"]), integrator_of(settings["integrator"])
    run = recipe.run(tolerances, method)
    stream = Stream(run, recipe, target, settings, every)
    other = other_versions(header["versions"])
    try:
        stream.take_up(header, arrays)
    except (LookupError, TypeError) as error:
        if not other:
            raise
        raise CheckpointError(
            f"{target} was begun with {', '.join(other)}, whose checkpoints this version does not read ({error}); "
            "resume it with those, or start the run again"
        ) from error
    if run.inputs.calls:
        _refuse_other_samples(target, stream)
    if run.backend != header["backend"]:
        raise CheckpointError(
            f"{target} was computed by {header['backend']}, and here {run.backend} would go on, which rounds otherwise"
        )
    stream.run.notes += _confirm(stream, recipe.run(tolerances, method), header["versions"])
    return stream


def _confirm(stream: Stream, again: Run, then: PlainMapping) -> list[str]:
    """Compute the samples between the last two checkpoints again, in a run that has not begun; what is to be noted."""
    settings, before = stream.settings, stream.folder / BEFORE
    exact, other = comparable(settings), other_versions(then)
    count = 0
    if before.exists():
        earlier = checkpoint.read(before)
        if int(earlier[0]["rows"]) < stream.rows:
            try:
                count = replay(again, settings, earlier, stream.states, exact=not other)
            except CheckpointError as error:
                begun = f", begun with {', '.join(other)}," if other else ""
                raise CheckpointError(f"{stream.path}{begun} is a run of another machine: {error}") from None
    notes = []
    if other:
        notes.append(
            f"begun with {', '.join(other)} and resumed with other versions: "
            + (f"the last {count} samples agree with those computed again" if count else "taken on trust")
        )
    unknown = unknown_code(settings["identity"]) if exact else []
    if not count and (unknown or not (exact or other)):
        what = ", ".join(unknown) if unknown else "the expressions and the code of this run"
        notes.append(f"resumed on trust: {what} cannot be compared, and no samples between checkpoints can be either")
    return notes


def _inputs(
    target: Path,
    machine: Dynamics | ClosedLoop,
    settings: PlainMapping,
    inputs: PlainMapping | None,
    faults: list[str],
) -> tuple[PlainMapping, Inputs, RunControl | None, PlainMapping]:
    """The inputs of a run, as given and checked, its control, and all inputs by name; other ones are a fault."""
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
        control = replace(control, notes=tuple(then.get("notes", control.notes)))
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
    return kept, used, control, named


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
    if not faults:
        faults += other_equations(dynamics, header["run"])
    if not faults:
        state = start_of(header["run"])
        contacts = contacts_to_data(dynamics, state) if dynamics.equations.switched else []
        faults += other_contacts(header["run"].get("contacts", ()), contacts)
    return faults
