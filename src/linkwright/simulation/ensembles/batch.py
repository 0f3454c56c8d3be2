"""Runs of the same code in machine code, in pieces that threads take one after another."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from queue import SimpleQueue
from threading import Lock
from time import perf_counter
from typing import NamedTuple
from weakref import WeakKeyDictionary

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from linkwright import codegen
from linkwright.arrays import Array, Integers
from linkwright.codegen import LANES, Prototype
from linkwright.dynamics import Dynamics
from linkwright.dynamics.plants.unrolled import DROPPED, WEAK_PIVOT, Pivoting
from linkwright.dynamics.system import System
from linkwright.simulation.accuracy import Accuracy
from linkwright.simulation.ensembles import rows as compiled
from linkwright.simulation.ensembles.rows import Beginning, Rows
from linkwright.simulation.inputs.inputs import Inputs
from linkwright.simulation.integrators import Integrator
from linkwright.simulation.loop.engine import Driver, Engine
from linkwright.simulation.loop.run import Run
from linkwright.simulation.loop.slope_expressions import state_symbol
from linkwright.simulation.results.trajectory import largest_imbalance
from linkwright.simulation.sampling.control import RunControl
from linkwright.simulation.watches.unrolled import PivotingWatch
from linkwright.simulation.workspace import FINISHED, EventState, Tape, Workspace

ROWS_AT_ONCE = 128
"""Runs that a thread takes at once."""
MOST_ROW_STEPS = 200_000
"""Steps of one row, a second or so, after which it is left to a run that can be interrupted."""
WIDE = ("slope", "project_q", "project_v", "slope_slopes")
"""Functions of a machine that are evaluated for four rows at once."""
FEWEST_INSTRUCTIONS = 500
"""Instructions of the longest of them from which on that pays: of a four-bar linkage, with 220, nothing is gained."""
SECONDS_A_LOOP, SECONDS_AN_INSTRUCTION = 2.0, 7e-5
"""Time (s) that compiling takes for the loops, and for each instruction of the functions, on usual computers."""
SAVED = 0.5
"""Share of the time of rows, about, that running four at once saves."""
NOT_RUN = -1
"""Status of a row before it was run."""
LOOKS = 16
"""Samples, about, at which the balance of energy is looked at."""
Mask = NDArray[np.bool_]


def driver(system: System) -> Driver:
    """The loop over rows, and the energies that it asks for."""

    def make() -> Driver:
        arguments = [system.t, state_symbol(system), system.u, system.p]
        energies = ca.densify(ca.vertcat(system.kinetic, system.potential))
        return Driver(compiled.LOOPS, codegen.build({"energies": ca.Function("energies", arguments, [energies])}))

    found: Driver = system.cached("driver of rows", make)
    return found


@dataclass(frozen=True, eq=False)
class Values:
    """What tells runs apart, a row each: parameters, states at the start, tables of inputs and references, gains."""

    parameters: Array
    starts: Array
    tables: Array
    references: Array
    gains: Array

    def at(self, which: Integers) -> Values:
        """Those of some rows."""
        return Values(
            self.parameters[which], self.starts[which], self.tables[which], self.references[which], self.gains[which]
        )


@dataclass(frozen=True, eq=False)
class Results:
    """Saved states (n, samples, size) and inputs (n, samples, width), what the loop answered, and numbers of steps.

    Under control also peaks of commands and how many instants there were; and how many rows ran at once.
    """

    states: Array
    inputs: Array
    status: Integers
    steps: Integers
    peaks: Array
    instants: Integers
    lanes: Integers


@dataclass(frozen=True, eq=False)
class Batch:
    """Runs of a machine with the same code, the same breaks of the inputs and the same samples."""

    dynamics: Dynamics
    inputs: Inputs
    control: RunControl | None
    tolerances: Accuracy
    integrator: Integrator
    samples: int
    span: tuple[float, float]

    def _new_run(self, pivotings: tuple[Pivoting, ...]) -> Run:
        """A run whose workspace rows are run on, one after another."""
        run = Run(
            self.dynamics, self.dynamics.reference, self.inputs, end=self.span[1], tolerances=self.tolerances,
            samples=self.samples, integrator=self.integrator, keep_energy=False,
            watch=PivotingWatch(driver(self.dynamics.system)), control=self.control,
        )  # fmt: skip
        run.known = list(pivotings)
        run.progress.ready = len(pivotings)
        run.take(pivotings[0])
        if self.control is not None:
            run.workspace.control.log.room[:] = 0  # outputs are kept at samples only
        return run

    def results(self, count: int) -> Results:
        """Room for the results of so many rows."""
        size = self.dynamics.plant.layout.size
        signals = 0 if self.control is None else len(self.control.program.signals)
        peaks = 0 if self.control is None else self._peaks
        width = max(1, len(self.inputs.labels) + signals)
        return Results(
            np.empty((count, self.samples, size)), np.zeros((count, self.samples, width)),
            np.full(count, NOT_RUN), np.zeros(count, dtype=np.int64), np.zeros((count, peaks)),
            np.zeros(count, dtype=np.int64), np.ones(count, dtype=np.int64),
        )  # fmt: skip

    @property
    def _peaks(self) -> int:
        assert self.control is not None
        return int(self.control.records(1, *self.span)[1].peaks.size)

    def go(
        self,
        values: Values,
        results: Results,
        pivotings: tuple[Pivoting, ...],
        threads: int,
        tell: Callable[[int], None],
    ) -> None:
        """Run all rows of the values into the results, with pivotings that the loop may change between.

        Without machine code nothing is run: it gains nothing by running in rows. `tell` is told how many rows of each
        piece came to their end.
        """
        count = len(values.starts)
        pieces = [(first, min(first + ROWS_AT_ONCE, count)) for first in range(0, count, ROWS_AT_ONCE)]
        threads = min(threads, len(pieces))
        workers: SimpleQueue[Worker] = SimpleQueue()
        for _ in range(threads):
            run = self._new_run(pivotings)
            if run.backend != "llvm":
                return
            workers.put(Worker(run, values, results))

        def piece(first: int, last: int) -> None:
            worker = workers.get()
            try:
                worker.run(first, last)
            finally:
                workers.put(worker)
            tell(int(np.count_nonzero(results.status[first:last] == FINISHED)))

        if threads == 1:
            for first, last in pieces:
                piece(first, last)
            return
        pool = ThreadPoolExecutor(threads)
        try:
            for task in [pool.submit(piece, *which) for which in pieces]:
                task.result()
        finally:
            pool.shutdown(cancel_futures=True)  # what has not begun when it is interrupted does not


class Lane(NamedTuple):
    """A workspace that rows run on, and what it is before a row."""

    beginning: Beginning
    workspace: Workspace

    @staticmethod
    def of(workspace: Workspace, *, controlled: bool) -> Lane:
        """One of a workspace that no row has run on."""
        progress, state = workspace.progress, workspace.control_state
        numbers = type(state).numbers if controlled else 0
        beginning = Beginning(
            progress=progress.words, first_progress=progress.words.copy(), progress_size=progress.words.size,
            control=state.words[:numbers], first_control=state.words[:numbers].copy(), control_size=numbers,
            memory=state.memory.copy(), memory_size=state.memory.size, peaks_size=state.peaks.size,
            groups=state.counts.size, energy=2,
        )  # fmt: skip
        return Lane(beginning, workspace)

    def others(self) -> list[Lane]:
        """As many as run beside it, with the same beginning; rows may have run on it."""
        copies, found = Prototype(self.workspace, shared=(EventState, Tape)), []
        for _ in range(1, LANES):
            workspace = copies.copy()
            words = workspace.control_state.words[: self.beginning.control_size]
            beginning = self.beginning.replace(progress=workspace.progress.words, control=words, energy=np.zeros(2))
            found.append(Lane(beginning, workspace))
        return found


class WideCode:
    """Code of an engine that runs four rows at once; it is compiled when runs have taken long enough to pay for it.

    Rows have the same results without it, to the last bit, so nothing depends on when that is.
    """

    def __init__(self, engine: Engine) -> None:
        """Take the code if it was compiled before, on this computer."""
        assert engine.driver is not None
        kernels = [name for name in WIDE if name in engine.libraries[0].interfaces]
        instructions = [engine.libraries[0].instructions(name) for name in kernels]
        self._make = partial(engine.driver.lanes, "run_rows", kernels)
        self._lock = Lock()
        self._spent, self._cost = 0.0, SECONDS_A_LOOP + SECONDS_AN_INSTRUCTION * sum(instructions)
        self.code: codegen.Lanes | None = None
        if max(instructions) < FEWEST_INSTRUCTIONS:
            self._cost = np.inf
        else:
            self.code = self._make(compile=False)

    def spend(self, seconds: float, more: float) -> None:
        """Count time spent on rows one by one, with `more` (s) to come; compile the code if that pays."""
        with self._lock:
            self._spent += seconds
            if self.code is None and SAVED * (self._spent + more) > self._cost:
                self._cost = np.inf  # once, also where there is no such code
                self.code = self._make(compile=True)


_WIDE_CODES: WeakKeyDictionary[Engine, WideCode] = WeakKeyDictionary()


def wide_code(engine: Engine) -> WideCode:
    """Code of an engine that runs four rows at once."""
    found = _WIDE_CODES.get(engine)
    if found is None:
        found = _WIDE_CODES[engine] = WideCode(engine)
    return found


class Worker:
    """Workspaces on which rows run, each set to its beginning before a row: one, or as many as there are lanes."""

    def __init__(self, run: Run, values: Values, results: Results) -> None:
        """Take a run that has not begun, with its engine, and all rows."""
        self._run, self._values, self._results, workspace = run, values, results, run.workspace
        # Parameters and tables in memory of its own: they are written for each row.
        workspace.machine.parameters = np.zeros(0)
        workspace.schedule.tables = np.array(workspace.schedule.tables)
        self._lanes = [Lane.of(workspace, controlled=run.control is not None)]
        tables, gains, references = values.tables, values.gains, values.references
        self._rows = Rows(
            next=np.zeros(1, dtype=np.int64), parameters=np.zeros(0), starts=np.ascontiguousarray(values.starts),
            tables=np.ascontiguousarray(tables), table_size=tables.shape[1], gains=np.ascontiguousarray(gains),
            gain_size=gains.shape[1], references=np.ascontiguousarray(references), reference_size=references.shape[1],
            rtol=run.tolerances.rtol, atol=run.tolerances.atol, error_order=run.integrator.error_order,
            weak=WEAK_PIVOT, dropped=DROPPED, steps_at_most=MOST_ROW_STEPS,
            imbalance=0.0 if run.integrator.fixed_step else largest_imbalance(run),
            stride=max(1, (workspace.samples.count - 1) // LOOKS), states=results.states, inputs=results.inputs,
            status=results.status, steps=results.steps, peaks=results.peaks, instants=results.instants,
        )  # fmt: skip
        self._same = bool((values.parameters == values.parameters[0]).all())
        assert run.engine is not None
        self._take(run.engine)

    def run(self, first: int, last: int) -> None:
        """Run rows from `first` up to `last`; code that was not optimised is, when that pays."""
        rows, engine, values = self._rows, self._engine, self._values
        wide = wide_code(engine) if engine.tier is None else None
        code = None if wide is None else wide.code
        if code is not None and len(self._lanes) == 1:
            self._lanes += self._lanes[0].others()
        if not self._same:
            parameters, row = engine.parameter_rows(values.parameters[first:last])
            rows.parameters, rows.parameter_size, rows.first = parameters, parameters.shape[1], first
            for machine in (lane.workspace.machine for lane in self._lanes):
                machine.row = row
                if machine.parameters.size != rows.parameter_size:
                    machine.parameters = np.zeros(rows.parameter_size)
        rows.next[0] = first
        if code is not None:
            code([(last, rows, *lane) for lane in self._lanes])
            self._results.lanes[first:last] = LANES
            return
        begin = perf_counter()
        self._loop(last, rows, *self._lanes[0])
        spent = perf_counter() - begin
        if engine.tier is not None:
            self._take(engine.tier.spend(spent) or engine)
        elif wide is not None:
            wide.spend(spent, spent / (last - first) * (len(values.starts) - last))

    def _take(self, engine: Engine) -> None:
        assert engine.driver is not None
        self._engine, self._loop = engine, engine.driver("run_rows")
        if self._same:  # then no row writes them
            machine = self._run.workspace.machine
            machine.parameters, machine.row = engine.parameter_rows(self._values.parameters[:1])
