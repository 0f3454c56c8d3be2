"""Taking up a streamed run again from its last checkpoint."""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from linkwright.dynamics import Dynamics
from linkwright.simulation.accuracy import Accuracy
from linkwright.simulation.events.event import Event
from linkwright.simulation.events.handler import happenings_of
from linkwright.simulation.inputs.inputs import Inputs, checked
from linkwright.simulation.recipe import Making
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
from linkwright.simulation.sampling.sampled import Sampled, same_control, sampled_control
from linkwright.simulation.storage import checkpoint
from linkwright.simulation.storage.checkpoint import CheckpointError
from linkwright.simulation.storage.file import ROW_BLOCK
from linkwright.simulation.storage.lock import locked
from linkwright.simulation.storage.rebuild import restored
from linkwright.simulation.storage.stream import CHECKPOINT, EVERY, Stream, check_others, part_folder
from linkwright.trajectory import Trajectory

OTHER_INPUTS = (
    "the inputs are not those of the run: functions or expressions of t give other values; give the same ones"
)
MOST_SAMPLES = 4 * ROW_BLOCK
"""Samples written down, about, at which the inputs given are compared with those that the run had."""


def read_checkpoint(path: str | os.PathLike[str]) -> tuple[Path, dict[str, Any], dict[str, Any]]:
    """The path of a run (or of its folder), and header and arrays of its checkpoint; refused in words."""
    target = unfinished(path)
    return target, *_read(part_folder(target))


def unfinished(path: str | os.PathLike[str]) -> Path:
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


def _read(folder: Path) -> tuple[dict[str, Any], dict[str, Any]]:
    if not (folder / CHECKPOINT).exists():
        why = "this run ended before its first checkpoint, at its start; start it again"
        raise FileNotFoundError(errno.ENOENT, why, str(folder))
    header, arrays = checkpoint.read(folder / CHECKPOINT)
    now = checkpoint.versions()
    other = [
        f"{name} {then} (now {now.get(name)})" for name, then in header["versions"].items() if now.get(name) != then
    ]
    if other:
        raise CheckpointError(
            f"{folder / CHECKPOINT} was written with {', '.join(other)}; with other versions the bits would not be the "
            "same: resume it with those, or start the run again"
        )
    return header, arrays


def resume(
    path: str | os.PathLike[str],
    dynamics: Dynamics | None = None,
    *,
    inputs: Mapping[str, Any] | None = None,
    events: Sequence[Event] | None = None,
    sampled: Sequence[Sampled] = (),
    checkpoint: float = EVERY,
    progress: Callable[[float], None] | None = None,
) -> Trajectory:
    """Go on with a streamed run (`simulate(..., stream=path)`) from its last checkpoint, to the same bits.

    `dynamics` is the machine (default: as the checkpoint describes it); `inputs` and `events` are needed only if some
    were, or had, Python functions or expressions, which files do not keep; `sampled` is what the run was given. They
    must be the same, in the same order. A checkpoint of another machine, of other inputs or events, or of another
    version is refused, as is a damaged one, and a run that another process is at. Numbers and laws are compared as they
    are; functions and expressions of t at 4,096 evenly spaced times over the whole run, and functions also at the
    samples that were written: what lies between is not seen.
    """
    if dynamics is not None and not isinstance(dynamics, Dynamics):
        msg = f"dynamics is a {type(dynamics).__name__}; expected the machine of the run, as lw.compile made it"
        raise ValueError(msg)
    check_others(events or (), checkpoint, progress)
    target = unfinished(path)
    with locked(part_folder(target)):
        header, arrays = _read(part_folder(target))
        if dynamics is None:
            otherwise = f"give the machine: lw.simulation.resume({str(target)!r}, dynamics)"
            told = header["machine"]
            dynamics = restored(told, header["run"], otherwise, description=told.get("description", ""))
        given = (inputs, events, sampled)
        stream = _taken_up(target, dynamics, header, arrays, given=given, every=checkpoint)
        return stream.go(progress)


def _taken_up(
    target: Path,
    dynamics: Dynamics,
    header: dict[str, Any],
    arrays: dict[str, Any],
    *,
    given: tuple[Mapping[str, Any] | None, Sequence[Event] | None, Sequence[Sampled]],
    every: float,
) -> Stream:
    """The run of a checkpoint, where it was; `given` are the inputs, events and what is sampled, if they are."""
    asked = header["run"]
    inputs, events, sampled = given
    control = sampled_control(dynamics.equations, sampled, inputs)
    if control is not None and inputs is not None:
        inputs = {**inputs, **control.commands}
    state, end = start_of(asked), float(asked["end"])
    faults = _other_machine(dynamics, header)
    if not faults:
        how = f"give it: lw.simulation.resume({str(target)!r}, dynamics, sampled=[...])"
        same_control(asked.get("sampled", ()), control, dynamics, how)
        kept, used = _inputs(target, dynamics, asked, inputs, faults)
        watched = _events(target, dynamics, asked, kept, events, faults)
    if faults:
        raise CheckpointError(f"{target} is a run of another kind: {'; '.join(faults)}")
    making = Making(dynamics, state, used, kept, end, bool(asked["keep_energy"]), watched, control)
    run = making.run(Accuracy(asked["rtol"], asked["atol"]), integrator_of(asked["integrator"]))
    stream = Stream(run, making, target, asked, every)
    stream.take_up(header, arrays)
    if run.inputs.calls:
        _refuse_other_samples(target, dynamics, stream)
    if run.backend != header["backend"]:
        raise CheckpointError(
            f"{target} was computed by {header['backend']}, and here {run.backend} would go on, which rounds otherwise"
        )
    return stream


def _inputs(
    target: Path, dynamics: Dynamics, asked: Mapping[str, Any], inputs: Mapping[str, Any] | None, faults: list[str]
) -> tuple[Mapping[str, Any], Inputs]:
    """The inputs of a run, as given and checked; others than it had are a fault."""
    how = f"give them: lw.simulation.resume({str(target)!r}, dynamics, inputs={{...}})"
    given = inputs_of(asked, how) if inputs is None else inputs
    start, end = float(asked["start"]["t"]), float(asked["end"])
    used = checked(dynamics.system.equations, given, start, end)
    equations = dynamics.system.equations
    shown = {equations.show(equations.aliases.get(name, name)): input_to_data(value) for name, value in given.items()}
    shown = json.loads(json.dumps(shown))  # as it is read from a checkpoint
    other = [name for name, kept in asked["inputs"].items() if shown.get(name) != kept]
    if inputs is not None and other:
        faults.append(f"the inputs are not those of the run: {', '.join(other)} differ; give the same ones")
    elif not same_inputs(input_values(dynamics, used, start, end), asked["input_values"]):
        faults.append(OTHER_INPUTS)
    return given, used


def _refuse_other_samples(target: Path, dynamics: Dynamics, stream: Stream) -> None:
    """Refuse inputs that differ from those that the run has written down with its samples; some of many are looked at.

    After an event that switched them they are others, and where they jump both values are right.
    """
    run = stream.run
    happenings = happenings_of(run)
    if happenings is not None and happenings.switched:
        return
    for first in range(0, stream.rows, max(1, stream.rows // MOST_SAMPLES) * ROW_BLOCK):
        rows = stream.block(first, min(first + ROW_BLOCK, stream.rows))
        rows = rows[~np.isin(rows[:, 0], run.inputs.ends)]
        then, now = rows[:, 1 + run.size :], values_at(dynamics, run.inputs, rows[:, 0])
        commanded = run.workspace.control.inputs
        now[:, commanded] = then[:, commanded]
        if not np.allclose(now, then, rtol=SAME_INPUTS, atol=SAME_INPUTS * float(np.max(np.abs(then), initial=0.0))):
            raise CheckpointError(f"{target} is a run of another kind: {OTHER_INPUTS}")


def _events(
    target: Path,
    dynamics: Dynamics,
    asked: Mapping[str, Any],
    inputs: Mapping[str, Any],
    events: Sequence[Event] | None,
    faults: list[str],
) -> Sequence[Event]:
    """The events of a run; others than it had are a fault."""
    if events is None:
        how = f"give all of them: lw.simulation.resume({str(target)!r}, dynamics, events=[...])"
        return events_of(asked["events"], how)
    faults += other_events(
        asked["events"], events_to_data(dynamics, events, inputs, start_of(asked), float(asked["end"]))
    )
    return events


def _other_machine(dynamics: Dynamics, header: Mapping[str, Any]) -> list[str]:
    """In what a machine differs from that of a checkpoint."""
    then, faults = header["machine"], []
    if dynamics.name != then["machine"]:
        faults.append(f"its machine is {then['machine']!r}, the one given is {dynamics.name!r}")
    formalism = str(dynamics.system.equations.provenance.get("formalism", ""))
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
        contacts = contacts_to_data(dynamics, state) if dynamics.system.equations.switched else []
        faults += other_contacts(header["run"].get("contacts", ()), contacts)
    return faults
