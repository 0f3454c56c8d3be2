"""From the states on disk to the file of a run, block by block, and to a trajectory thin enough for memory."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwright.arrays import Array
from linkwright.dynamics.answers import SampleReadings
from linkwright.simulation.loop.run import Run
from linkwright.simulation.results.trajectory import further_channels, provenance, signals_of
from linkwright.simulation.storage.checkpoint import sync_folder
from linkwright.trajectory import Certificate, Outcome, Trajectory
from linkwright.trajectory.files import Lists, Parts, lists_at, save_parts, to_columns, to_sheet
from linkwright.trajectory.resampling import DENSE
from linkwright.trajectory.samples import Deferred

if TYPE_CHECKING:
    from linkwright.simulation.storage.stream import Stream

ROW_BLOCK = 4096
"""Rows that are looked at together."""
THIN = 10_001
"""Samples of the trajectory that is given back; one with more is thinned, the file has them all."""


def evaluate_rows(run: Run, rows: Array) -> SampleReadings:
    """Readings at rows of a file."""
    Q, V, _, counted = run.layout.split(rows[:, 1 : 1 + run.size])
    held = rows[:, 1 + run.size : 1 + run.size + run.nu]
    return run.base.plant.read(np.array(rows[:, 0]), Q, V, held, counted)


def trajectory_of_rows(
    stream: Stream, rows: Array, outcome: Outcome, certificate: Certificate, *, with_provenance: bool = True
) -> Trajectory:
    """Rows of a file as a trajectory; its provenance may be left out of a part."""
    run = stream.run
    read = evaluate_rows(run, rows)
    works = run.layout.split(rows[:, 1 : 1 + run.size])[2]
    error = stream.audit.errors(read.energies.sum(axis=1), works)
    time, held = np.array(rows[:, 0]), np.array(rows[:, 1 + run.size :])
    origin = provenance(run, stream.settings) if with_provenance else {}
    return read.trajectory(
        outcome=outcome,
        certificate=certificate,
        extra=further_channels(run, time, np.array(works), error, held[:, run.nu :]),
        provenance=Deferred(lambda: origin),
        link=lambda: lambda: read,
        picture=stream.picture,
    )


def thin_trajectory(stream: Stream, outcome: Outcome, certificate: Certificate) -> Trajectory:
    """The run with at most `THIN` samples, evenly chosen, the last one among them."""
    step = -(-stream.rows // THIN) if stream.rows > THIN else 1
    chosen = np.arange(0, max(stream.rows, 1), step)
    if chosen[-1] != stream.rows - 1 and stream.rows:
        chosen = np.append(chosen, stream.rows - 1)
    rows = stream.block(0, max(stream.rows, 1)) if step == 1 else _pick_rows(stream, chosen)
    motion = trajectory_of_rows(stream, np.array(rows), outcome, certificate).with_signals(signals_of(stream.run))
    if step == 1 or DENSE not in motion.provenance:
        return motion
    kept = {key: value for key, value in motion.provenance.items() if key != DENSE}
    return Trajectory(
        motion.time, motion.channels, motion.poses, outcome=outcome, certificate=certificate, provenance=kept,
        picture=motion.deferred.get("picture", ""),  # type: ignore[arg-type]  # made when it is asked for
        signals=motion.signals,
    )  # fmt: skip


def _pick_rows(stream: Stream, chosen: np.ndarray[Any, Any]) -> Array:
    """Some rows, read block by block."""
    parts = []
    for first in range(0, stream.rows, ROW_BLOCK):
        inside = chosen[(chosen >= first) & (chosen < first + ROW_BLOCK)] - first
        if inside.size:
            parts.append(stream.block(first, min(first + ROW_BLOCK, stream.rows))[inside])
    return np.concatenate(parts)


def write_run(stream: Stream, motion: Trajectory) -> None:
    """Write the file of a run from its states, whole or not at all; `motion` has the outcome and the certificate."""
    first = trajectory_of_rows(stream, np.array(stream.block(0, 1)), motion.outcome, motion.certificate)
    first.defer({"picture": Deferred(lambda: motion.picture)})  # tracks are as long as the travel of the whole run
    sheet = to_sheet(first.with_signals(motion.signals))
    described = [(name, column.unit, column.meaning) for name, column in sheet.columns.items()]
    made = stream.folder / stream.path.name  # in the folder, which leaves nothing behind when the run is killed here
    lists = frozenset(f"signal:{name}" for name in motion.signals)
    save_parts(made, Parts(described, sheet.header, stream.rows, _parts(stream, first), lists))
    made.replace(stream.path.resolve())
    sync_folder(stream.path.resolve().parent)


def _parts(stream: Stream, first: Trajectory) -> Iterator[list[Array | Lists]]:
    """Columns block by block; quaternions go on from block to block without a jump.

    Each block begins with the last row of the one before, which tells with which sign its values are off.
    """
    signs: dict[str, list[float]] = {}
    for begin in range(0, stream.rows, ROW_BLOCK):
        overlap = 1 if begin else 0
        rows = np.array(stream.block(begin - overlap, min(begin + ROW_BLOCK, stream.rows)))
        part = trajectory_of_rows(stream, rows, first.outcome, first.certificate, with_provenance=False)
        columns = {name: np.array(column.values) for name, column in to_columns(part).items()}
        for body in first.poses:
            names = [f"pose:{body}:{k}" for k in range(3, 7)]
            if overlap and sum(columns[name][0] * signs[body][k] for k, name in enumerate(names)) < 0:
                for name in names:
                    columns[name] = -columns[name]
            signs[body] = [float(columns[name][-1]) for name in names]
        since = float(rows[0, 0]) if overlap else -np.inf
        lists = _lists(first, since, rows[overlap:, 0], last=begin + ROW_BLOCK >= stream.rows)
        yield [*[values[overlap:] for values in columns.values()], *lists]


def _lists(motion: Trajectory, since: float, times: Array, *, last: bool) -> Iterator[Lists]:
    """Outputs of blocks for some rows, after the time (s) of the row before; the last rows have all that follow."""
    for signal in motion.signals.values():
        own = signal.time
        begin = int(np.searchsorted(own, since, side="right"))
        end = len(own) if last else int(np.searchsorted(own, times[-1], side="right"))
        yield lists_at(times, own[begin:end], signal.values[begin:end])
