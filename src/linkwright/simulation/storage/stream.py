"""Runs that are written to disk while they go on: memory stays bounded, and a run that was killed can be resumed.

Beside the path of the run lies the folder `PATH.part` until it is complete: `states.bin` has a row of doubles (time,
state, inputs) for each sample, `events.bin` one (time, kind) for each event, `checkpoint` what the run needs to go on,
from its start on; `lock` keeps other processes out. First the rows are written and made to last, then the checkpoint
replaces the one before. So after a kill rows may be too many, never too few; those too many are cut off, and computed
again to the same bits.
"""

from __future__ import annotations

import errno
import os
import shutil
import time as clock_time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import numpy as np

from linkwright.arrays import Array, PlainMapping
from linkwright.dynamics.state import WORKS
from linkwright.simulation import workspace as at
from linkwright.simulation.events.handler import event_handler_of
from linkwright.simulation.events.log import EVENT_NUMBERS
from linkwright.simulation.loop.run import Run
from linkwright.simulation.recipe import Recipe
from linkwright.simulation.results.error_estimate import Samples
from linkwright.simulation.results.identity import versions
from linkwright.simulation.results.settings import input_values, machine_data
from linkwright.simulation.results.trajectory import EnergyAudit, certify, judged_outcome
from linkwright.simulation.results.window import Stop, Window, listening, shorten, undisturbed
from linkwright.simulation.storage import checkpoint
from linkwright.simulation.storage.file import ROW_BLOCK, evaluate_rows, thin_trajectory, trajectory_of_rows, write_run
from linkwright.simulation.storage.lock import LOCK, locked
from linkwright.simulation.storage.rows import Rows, SignalRows, is_signals
from linkwright.simulation.storage.snapshot import events_so_far, restore, snapshot
from linkwright.trajectory import Certificate, Outcome, Trajectory
from linkwright.trajectory.files import check_path

STATES, EVENTS, CHECKPOINT = "states.bin", "events.bin", "checkpoint"
BEFORE = "checkpoint.before"
"""An earlier checkpoint, with samples between it and the last one: they are computed again when a run is taken up."""
COMPLETE = "complete"
"""What the last checkpoint is called when the run has its file: a folder with it is what a kill left of its removal."""
REACHED = "reached"
"""File in the folder with the time (s) up to which an interrupted run was written to its path."""
SIGNAL_BATCH = 1 << 16
"""Instants of a block in memory from which on they are written down."""
UNBEGUN = {STATES, EVENTS, LOCK, f"{CHECKPOINT}.part"}
"""What the folder holds of a run that was killed before its first checkpoint, at its start: nothing to go on from."""
EVERY = 10.0
"""Seconds of the wall clock between checkpoints: what a kill may cost, against a few milliseconds each."""
EVENT_BATCH = 4096
"""Events that are held in memory before they are written down."""
BETWEEN = (at.SLICE_OVER, at.WINDOW_FULL, at.FINISHED)
"""Answers of the loop after which nothing is left to be done before the next slice; else a checkpoint waits for it."""
INTERRUPTED = "interrupted from the keyboard"
"""Reason of the outcome of a run that may be resumed; one that an event has ended is complete."""
FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


def part_folder(path: str | os.PathLike[str]) -> Path:
    """The folder beside a run in which it grows."""
    target = Path(path)
    return target.with_name(target.name + ".part")


def remove_complete(folder: Path) -> None:
    """Remove the folder of a run that has its file; a kill on the way leaves a folder that says so."""
    if not (folder / COMPLETE).exists():
        (folder / CHECKPOINT).replace(folder / COMPLETE)
    for file in sorted(folder.iterdir(), key=lambda file: file.name == COMPLETE):
        file.unlink()
    folder.rmdir()


class Stream:
    """A run on its way to disk."""

    def __init__(
        self, run: Run, recipe: Recipe, path: str | os.PathLike[str], settings: PlainMapping, every: float
    ) -> None:
        self.run, self.recipe, self.path, self.every = run, recipe, Path(path), every
        self.settings = {**settings, "input_values": input_values(run.inputs, run.start, run.end)}
        control = recipe.control
        if control is not None:
            self.settings["reference_values"] = input_values(control.references, run.start, run.end)
        self.folder = part_folder(path)
        self.window = Window(run, None if settings["dense"] else int(settings["samples"]))
        self.audit = EnergyAudit()
        self.states = Rows(self.folder / STATES, 1 + run.size + run.width, "samples")
        self.signals = SignalRows(self.folder, run)
        self.events = Rows(self.folder / EVENTS, EVENT_NUMBERS, "events")
        event_handler = event_handler_of(run)
        self.log = None if event_handler is None else event_handler.log
        if self.log is not None:
            self.log.store = self.events
        self.saved_to = self.kept_at = run.start
        self.kept_rows = 0
        self.last = -np.inf
        self.stop = Stop()
        self.held = ExitStack()
        self.picture = ""

    @property
    def rows(self) -> int:
        """How many samples are written."""
        return self.states.count

    # -- beginning ---------------------------------------------------------------------------------------------------

    def begin(self) -> None:
        """Make the folder and have it for this run; a run that is there already is not touched."""
        check_path(self.path)
        if not self.folder.is_dir():
            self.folder.mkdir()
        self.held.enter_context(locked(self.folder))
        if (self.folder / COMPLETE).exists():
            for file in self.folder.iterdir():
                if file.name != LOCK:
                    file.unlink()
        if any(file.name not in UNBEGUN and not is_signals(file.name) for file in self.folder.iterdir()):
            self.held.close()
            raise FileExistsError(
                errno.EEXIST,
                f"there is an unfinished run; resume it with lw.simulation.resume({str(self.path)!r}, dynamics) or "
                "`linkwright resume`, or remove this folder to start again",
                str(self.folder),
            )
        self.states.create()
        self.events.create()
        self.signals.create()
        self.picture = self._draw()

    def take_up(self, header: PlainMapping, arrays: dict[str, Array]) -> None:
        """Continue from a checkpoint; rows written after it are cut off."""
        run = self.run
        self.states.take_up(int(header["rows"]), int(header["crc"]))
        self.events.take_up(int(header["events"]), int(header["events_crc"]))
        self.signals.take_up(header["signals"])
        self.audit = EnergyAudit(arrays.pop("tally"))
        self.window.base = int(header["base"])
        run.bind_samples(arrays.pop("times"))
        restore(run, arrays, header["happened"])
        run.notes = [str(note) for note in header["notes"]]
        self.saved_to, self.kept_at, self.kept_rows = float(header["saved_to"]), run.now, self.rows
        self.picture = str(header.get("picture", ""))
        self.last = clock_time.monotonic()

    # -- while the run goes on ---------------------------------------------------------------------------------------

    def keep(self, status: int) -> None:
        """After each slice: write settled samples when the window is full, and a checkpoint when it is time.

        It is time at the start, then now and then, and when the run is to stop, which it does here.
        """
        stop = self.stop.wanted and status in BETWEEN and status != at.FINISHED
        due = stop or (status in BETWEEN and clock_time.monotonic() - self.last >= self.every)
        self.window.let_go()
        shorten(self.run)
        if due or self.window.full(status) or (self.log is not None and len(self.log) >= EVENT_BATCH):
            with undisturbed():
                self._flush(self.window.settled_count())
                self._flush_events()
        if due or self.signals.held_rows >= SIGNAL_BATCH:
            with undisturbed():
                self.signals.flush()
        self.window.make_room(status)
        if due:
            with undisturbed():
                self.save()
        if stop:
            raise KeyboardInterrupt

    def save(self) -> None:
        """Write a checkpoint of this moment."""
        arrays = snapshot(self.run) | {"times": self.run.times, "tally": self.audit.values}
        held = self.run.progress.sample  # the rest of the window is empty
        arrays |= {name: arrays[name][:held] for name in ("saved", "saved_inputs")}
        header = {
            "run": self.settings, "machine": machine_data(self.run.base), "versions": versions(),
            "backend": self.run.backend, "rows": self.rows, "crc": self.states.crc, "base": self.window.base,
            "events": self.events.count, "events_crc": self.events.crc, "happened": events_so_far(self.run),
            "notes": self.run.notes, "saved_to": self.saved_to, "signals": self.signals.data(),
            "width": self.states.width, "picture": self.picture,
        }  # fmt: skip
        if self.rows > self.kept_rows:
            checkpoint.keep_as(self.folder / CHECKPOINT, self.folder / BEFORE)
        checkpoint.write(self.folder / CHECKPOINT, header, arrays)
        self.kept_at, self.kept_rows = self.run.now, self.rows
        self.last = clock_time.monotonic()

    def _draw(self) -> str:
        """The picture of the machine at the start, as text: one that is made again from a checkpoint has none."""
        none = Outcome("stopped", "", "", self.run.start)
        made = trajectory_of_rows(self, self._first(), none, Certificate(), with_provenance=False)
        return made.picture

    def _flush(self, count: int) -> None:
        """Append the first samples of the window to the file and let go of them."""
        if not count:
            return
        run = self.run
        rows = np.column_stack([run.times[:count], run.saved_states[:count], run.saved_inputs[:count, : run.width]])
        self._append(rows)
        self.window.move_on(count)

    def _append(self, rows: Array) -> None:
        self.states.append(rows)
        run = self.run
        for part in (rows[k : k + ROW_BLOCK] for k in range(0, len(rows), ROW_BLOCK)):
            self.audit.add(part[:, 0], evaluate_rows(run, part), part[:, 1 : 1 + run.size][:, run.layout.works])
        self.saved_to = float(rows[-1, 0])

    def _flush_events(self) -> None:
        """Append the events in memory to their file."""
        if self.log is not None:
            self.log.flush()

    # -- the end -------------------------------------------------------------------------------------------------------

    def go(self, progress: Callable[[float], None] | None) -> Trajectory:
        """Run to the end, or as far as it goes, and complete the file; Ctrl-C while it is completed changes nothing."""
        with self.held, listening(self.stop):
            return self._go(progress)

    def _go(self, progress: Callable[[float], None] | None) -> Trajectory:
        try:
            outcome = self.run.go(progress, self.keep)
        except OSError as error:
            return self._thin(self._unwritten(error))
        except Exception:
            if not (self.folder / CHECKPOINT).exists():  # refused before it began: there is nothing to resume
                shutil.rmtree(self.folder, ignore_errors=True)
            raise
        with undisturbed():
            return self._complete(outcome)

    def _complete(self, outcome: Outcome) -> Trajectory:
        run, interrupted, reached = self.run, outcome.reason == INTERRUPTED, self._reached_time()
        more = interrupted and self.path.exists() and (reached is None or reached > run.now)
        if interrupted:
            how = (
                f"resume it with lw.simulation.resume({str(self.path)!r}, dynamics) or `linkwright resume {self.path}`"
            )
            if more and reached is None:
                how = f"{self.path} has an earlier run until this one is complete; {how}"
            elif more:
                how = f"{self.path} has it up to t = {reached:.9g} s already; {how}"
            outcome = replace(outcome, remedy=f"what was computed until then is kept; {how}")
        try:
            self._flush_events()
            self.signals.flush()
            if outcome.finished:
                self.save()  # should the file not find room, everything computed is still there
            self._flush(run.progress.sample)
            if run.now > self.saved_to or not self.rows:
                self._append(np.concatenate([[run.now], run.state.y, run.held_now()])[None])
            outcome = judged_outcome(run, outcome, self.audit)
            motion = self._thin(outcome)
            if not more:
                write_run(self, motion)
                if interrupted:
                    (self.folder / REACHED).write_text(repr(run.now), encoding="ascii")
        except OSError as error:
            return self._thin(self._unwritten(error))
        if not interrupted:
            remove_complete(self.folder)
        return motion

    def _reached_time(self) -> float | None:
        """Up to which time the run was written to its path when it was interrupted before; None if it never was."""
        try:
            return float((self.folder / REACHED).read_text(encoding="ascii"))
        except (FileNotFoundError, ValueError):
            return None

    def _thin(self, outcome: Outcome) -> Trajectory:
        run = self.run
        if not self.rows:  # nothing could be written at all
            self.audit.add(np.array([run.start]), evaluate_rows(run, self._first()), np.zeros((1, len(WORKS))))
        ends = self.ends()
        samples = Samples(self.rows, lambda first, end: np.array(self.block(first, end)[:, : 1 + run.size]))
        certificate = certify(run, outcome, self.audit, (ends[:, 0], ends[:, 1 : 1 + run.size]), self.recipe, samples)
        return thin_trajectory(self, outcome, certificate)

    def ends(self) -> Array:
        """The first and the last row written."""
        return self.block(0, self.rows)[[0, -1]] if self.rows else np.repeat(self._first(), 2, axis=0)

    def _first(self) -> Array:
        return np.concatenate([[self.run.start], self.run.origin, np.zeros(self.run.width)])[None]

    def block(self, first: int, end: int) -> Array:
        """Rows of the file, read when they are used."""
        return self.states.block(first, end) if self.rows else self._first()

    def _unwritten(self, error: OSError) -> Outcome:
        words = "the disk is full" if error.errno in FULL else (error.strerror or str(error))
        if not (self.folder / CHECKPOINT).exists():  # not even the start found room
            shutil.rmtree(self.folder, ignore_errors=True)
            self.states.count, self.audit = 0, EnergyAudit()
            reason = f"{self.folder} could not be written: {words}; nothing was computed yet, and nothing is left there"
            return Outcome("failed", reason, "free some space, then start the run again", self.run.now)
        reason = (
            f"{self.folder} could not be written: {words}; {self.rows} samples up to t = {self.saved_to:.9g} s are "
            f"saved there, with a checkpoint at t = {self.kept_at:.9g} s, from which the run can go on"
        )
        remedy = (
            f"free some space, then resume with lw.simulation.resume({str(self.path)!r}, dynamics) or `linkwright "
            f"resume {self.path}`"
        )
        return Outcome("failed", reason, remedy, self.run.now)
