"""Many runs of a machine at once, that differ by parameters, starts and inputs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from itertools import islice
from threading import Lock
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linkwright.arrays import Array, Integers
from linkwright.closed_loop import ClosedLoop
from linkwright.dynamics import Dynamics, Refused, State
from linkwright.dynamics.plant import Question
from linkwright.dynamics.plants.unrolled import Pivoting, UnrolledPlant
from linkwright.dynamics.system import call_function, requirement_faults, requirements_met, targets_of
from linkwright.kinds import checked_arguments
from linkwright.simulation import workspace as at
from linkwright.simulation.accuracy import Accuracy
from linkwright.simulation.ensembles.arguments import Arguments, check_arguments, dynamics_of, parameter_rows
from linkwright.simulation.ensembles.assembly import Assembly
from linkwright.simulation.ensembles.batch import Batch, Results, Values, driver
from linkwright.simulation.ensembles.record import Rollout
from linkwright.simulation.ensembles.rows import WEAK_START
from linkwright.simulation.events.handler import event_handler
from linkwright.simulation.inputs.inputs import Inputs, check_inputs
from linkwright.simulation.integrators import DormandPrince, DormandPrince8, Integrator
from linkwright.simulation.loop.engine import described_constants
from linkwright.simulation.recipe import Recipe
from linkwright.simulation.results.trajectory import trajectory
from linkwright.simulation.sampling import growth
from linkwright.simulation.sampling.control import RunControl, control_of, initial_commands
from linkwright.simulation.simulate import MANY_BREAKS, check_offered, tolerances_of
from linkwright.simulation.watches.unrolled import PivotingWatch, angles_function
from linkwright.trajectory import Outcome
from linkwright.trajectory.samples import Deferred

OTHER_PIVOTS = frozenset({at.NEW_PIVOTING, at.TURN, WEAK_START})
"""Answers of the loop after which a row is run again with other pivotings of the machine ready."""
MOST_READY = 4
"""Pivotings of the machine, besides the first, that are made ready for that; a row that needs others runs alone."""


@checked_arguments
def rollout(
    machine: Dynamics | ClosedLoop,
    *,
    duration: float,
    parameters: Mapping[str, Any] | None = None,
    start: Mapping[str, Any] | None = None,
    speeds: Mapping[str, Any] | None = None,
    inputs: Mapping[str, Any] | None = None,
    samples: int = 101,
    accuracy: Accuracy | str | None = None,
    rtol: float | None = None,
    atol: float | None = None,
    integrator: Integrator | None = None,
    threads: int = 1,
    progress: Callable[[float], None] | None = None,
) -> Rollout:
    """Many runs of a machine for a duration (s), each as `simulate` would make it.

    Arrays with a number for each run are given by name, numbers count for all: `parameters` of the machine, and gains
    of a ClosedLoop; positions (`start`) and `speeds` as `assemble` takes them; `inputs`. Of these each may also be what
    `simulate` takes, the same for all runs; an array (n, k), values that are held over k equal parts of the duration; a
    list of n laws, as `amplitudes * lw.laws.Sine(1.0, 2.0)` is one.

    Runs are assembled, integrated with steps of their own and saved at `samples` evenly spaced times in machine code,
    which `threads` share, four runs at once in vector registers where that pays. Each answers as `simulate` does to the
    same tolerances, and to the last bit the same whatever other runs there are and how many threads. One that cannot go
    on is a row with its reason. Those that need more than the compiled loop has (contacts, Python functions, singular
    configurations, machines as loops over types) are made by the loop of `simulate`, one after another.

    >>> import linkwright as lw, numpy as np
    >>> dynamics = lw.compile(lw.formalisms.modular(lw.mechanisms.three_rrr()))
    >>> runs = lw.rollout(
    ...     dynamics,
    ...     parameters={"m_L": np.array([0.7, 0.8, 0.9])},
    ...     duration=0.1,
    ...     samples=11,
    ...     inputs={"A.v": np.array([0.4, 0.5, 0.6]), "B.v": -0.3, "C.v": 0.2},
    ... )
    >>> runs["platform.x"].shape, runs.finished.all()
    ((3, 11), np.True_)
    """
    method = DormandPrince8() if integrator is None else integrator
    tolerances = tolerances_of(accuracy, rtol, atol)
    given = {"parameters": parameters, "start": start, "speeds": speeds, "inputs": inputs}
    arguments = check_arguments(machine, given, duration, samples, method, threads)
    questions = ((Question.JACOBIANS, method.exact_slopes), (Question.SAMPLED, arguments.loop is not None))
    check_offered(arguments.dynamics, [question for question, wanted in questions if wanted])
    runs = Runs(arguments, tolerances, None if integrator is None else method, int(samples), int(threads), progress)
    return runs.make()


@dataclass(frozen=True, eq=False)
class Code:
    """What rows have in common that run in the same code: inputs, control, integrator."""

    inputs: Inputs
    control: RunControl | None
    integrator: Integrator

    @property
    def key(self) -> tuple[object, ...]:
        """All of it by which rows are told apart."""
        schedule = (self.inputs.ends.tobytes(), self.inputs.lasts.tobytes(), self.inputs.step_limits.tobytes())
        control = None if self.control is None else (self.control.key, self.control.references.ends.tobytes())
        return self.inputs.key, schedule, control, type(self.integrator)


class Runs:
    """Runs that are being made: their values, and what is known of them so far."""

    def __init__(
        self,
        arguments: Arguments,
        tolerances: Accuracy,
        integrator: Integrator | None,
        samples: int,
        threads: int,
        progress: Callable[[float], None] | None,
    ) -> None:
        self.arguments, self.tolerances, self.integrator = arguments, tolerances, integrator
        self.samples, self.threads = samples, threads
        self.dynamics, self.count = arguments.dynamics, arguments.count
        self.P = parameter_rows(self.dynamics, arguments.parameters, self.count)
        self.outcomes: list[Outcome | None] = [None] * self.count
        layout = self.dynamics.plant.layout
        self.Y = np.zeros((self.count, layout.size))
        self.layout = layout
        signals = 0 if arguments.loop is None else len(arguments.loop.program.signals)
        width = max(1, len(self.dynamics.inputs) + signals)
        self.states: Array = np.empty((self.count, samples, layout.size))
        self.held: Array = np.zeros((self.count, samples, width))
        self.steps: Integers = np.zeros(self.count, dtype=np.int64)
        self.lanes: Integers = np.zeros(self.count, dtype=np.int64)
        self._progress, self._done, self._lock = progress, 0, Lock()

    def tell(self, rows: int) -> None:
        """So many rows more are done."""
        if self._progress is not None:
            with self._lock:
                self._done += rows
                self._progress(min(1.0, self._done / self.count))  # some are looked at twice

    def make(self) -> Rollout:
        """Make all runs."""
        arguments, dynamics = self.arguments, self.dynamics
        self._check_values()
        compiled = self._compiled
        left = self._assemble(fast=isinstance(dynamics.plant, UnrolledPlant))
        if compiled:
            for code, rows, tables, references in self._groups(left):
                self._run(code, rows, tables, references)
        for row, outcome in enumerate(self.outcomes):
            if outcome is None:
                self._run_alone(row)
                self.tell(1)
        outcomes = tuple(outcome for outcome in self.outcomes if outcome is not None)
        start, end = arguments.span
        time = start + (end - start) / (self.samples - 1) * np.arange(self.samples, dtype=float)
        time[-1] = end
        given = {**arguments.parameters, **arguments.gains}
        return Rollout(
            arguments.machine, time, outcomes, given, self.steps, self.lanes, self.states, self.held, self.P
        )  # fmt: skip

    def fail(self, row: int, reason: str, remedy: str) -> None:
        """A row that does not begin."""
        self.outcomes[row] = Outcome("failed", reason, remedy, self.arguments.span[0])
        self.states[row] = self.held[row] = np.nan

    def _check_values(self) -> None:
        """Rows whose parameters have no value, or none that their parts allow, do not begin."""
        equations = self.dynamics.equations
        met = requirements_met(equations, self.P, self.dynamics.p) & np.isfinite(self.P).all(axis=1)
        for row in np.flatnonzero(~met).tolist():
            try:
                equations.parameters.check(self.P[row])
                requirement_faults(equations, self.P[row])
            except ValueError as error:
                self.fail(row, str(error), "give other values of the parameters")

    @property
    def _compiled(self) -> bool:
        """Whether rows can run in the compiled loop at all."""
        dynamics, loop = self.dynamics, self.arguments.loop
        if not isinstance(dynamics.plant, UnrolledPlant) or dynamics.usual_pivoting is None:
            return False
        if event_handler(dynamics, (), {}) is not None:
            return False
        return loop is None or not (loop.program.interpreted or loop.counts)

    # -- starts ------------------------------------------------------------------------------------------------------

    def _assemble(self, *, fast: bool) -> Integers:
        """Find the states that rows begin with; those that have one."""
        arguments, layout = self.arguments, self.layout
        rows = np.array([row for row, outcome in enumerate(self.outcomes) if outcome is None], dtype=np.int64)
        found = np.zeros(self.count, dtype=bool)
        if fast and rows.size:
            system = self.dynamics.system
            positions = targets_of(system, dict.fromkeys(arguments.start, 0.0), positions=True)
            moving = targets_of(system, dict.fromkeys(arguments.speeds, 0.0), positions=False)
            assembly = Assembly(self.dynamics, list(positions), list(moving))
            starts = assembly.starts(self.P[rows], _columns(arguments.start, rows), _columns(arguments.speeds, rows))
            self.Y[rows, layout.coordinates], self.Y[rows, layout.speeds] = starts.q, starts.v
            found[rows] = starts.solved
            for k, reason in starts.refused.items():
                self.fail(int(rows[k]), reason, "start elsewhere, or give other parameters")
        for row in rows[~found[rows]].tolist():
            found[row] = self.outcomes[row] is None and self._assemble_alone(row)
        rows = np.flatnonzero(found)
        if rows.size and layout.angle_labels and isinstance(self.dynamics.plant, UnrolledPlant):
            function = angles_function(self.dynamics.system).map(len(rows))
            q, v = self.Y[rows, layout.coordinates], self.Y[rows, layout.speeds]
            u = np.zeros((len(rows), len(self.dynamics.inputs)))
            start = np.full(len(rows), arguments.span[0])
            self.Y[rows, layout.angles] = call_function(function, start, q.T, v.T, u.T, self.P[rows].T)[0].T
        return rows

    def _assemble_alone(self, row: int) -> bool:
        """The state of one row by `assemble`; False where there is none."""
        arguments = self.arguments
        try:
            dynamics = dynamics_of(self._machine(row))
            start = {name: float(values[row]) for name, values in arguments.start.items()}
            speeds = {name: float(values[row]) for name, values in arguments.speeds.items()}
            state = dynamics.assemble(start, speeds)
        except Refused as error:
            self.fail(row, error.reason, "start elsewhere, or give other parameters")
            return False
        except ValueError as error:
            self.fail(row, str(error), "start elsewhere, or give other parameters")
            return False
        self.Y[row, self.layout.coordinates], self.Y[row, self.layout.speeds] = state.q, state.v
        return True

    def _machine(self, row: int) -> Dynamics | ClosedLoop:
        """The machine with the parameters and gains of a row."""
        given = {**self.arguments.parameters, **self.arguments.gains}
        values = {name: float(each[row]) for name, each in given.items()}
        return self.arguments.machine.with_parameters(values) if values else self.arguments.machine

    # -- runs in the compiled loop -----------------------------------------------------------------------------------

    def _code(self, row: int) -> Code:
        """Inputs, control and integrator of a row."""
        arguments, span = self.arguments, self.arguments.span
        given = arguments.inputs.of(row, span)
        control: RunControl | None = None
        instants = 0.0
        if arguments.loop is None:
            inputs = check_inputs(self.dynamics.equations, given, *span)
        else:
            control, inputs, _ = control_of(arguments.loop, given, span, ())
            instants = arguments.loop.program.schedule.rate * (span[1] - span[0])
            control = replace(control, references=control.references.with_numbers_in_tables)
        method = self.integrator
        if method is None:
            method = DormandPrince() if len(inputs.jumps) + instants > MANY_BREAKS else DormandPrince8()
        inputs = inputs.without_step_limits if method.fixed_step else inputs
        return Code(inputs.with_numbers_in_tables, control, method)

    def _groups(self, rows: Integers) -> list[tuple[Code, Integers, Array, Array]]:
        """Rows by their code, with tables of inputs and of references (rows, numbers)."""
        if not rows.size:
            return []
        arguments, span = self.arguments, self.arguments.span
        constants = described_constants(self.dynamics.system)
        plain = np.all((self.P[rows] == constants) | np.isnan(constants), axis=1)
        found: list[tuple[Code, Integers, Array, Array]] = []
        if not arguments.inputs.laws:
            code = self._code(int(rows[0]))
            for part in (some for some in (rows[plain], rows[~plain]) if some.size):
                tables = arguments.inputs.tables(code.inputs, part, arguments.names, span)
                references = np.zeros((len(part), 0))
                if code.control is not None:
                    references = arguments.inputs.tables(code.control.references, part, arguments.names, span)
                found.append((code, part, tables, references))
            return found
        codes: dict[tuple[object, ...], tuple[Code, list[int], list[Array], list[Array]]] = {}
        for row, described in zip(rows.tolist(), plain.tolist(), strict=True):
            code = self._code(row)
            _, own, tables_, references_ = codes.setdefault((described, *code.key), (code, [], [], []))
            own.append(row)
            tables_.append(code.inputs.tables.ravel())
            references_.append(np.zeros(0) if code.control is None else code.control.references.tables.ravel())
        return [(code, np.array(own), np.array(t), np.array(r)) for code, own, t, r in codes.values()]

    def _run(self, code: Code, rows: Integers, tables: Array, references: Array) -> None:
        """Rows of one code in the compiled loop; those that it cannot finish stay open."""
        arguments, dynamics = self.arguments, self.dynamics
        if code.inputs.calls or (code.control is not None and code.control.in_python):
            return
        usual = dynamics.usual_pivoting
        assert usual is not None
        gains = np.zeros((len(rows), 0))
        if arguments.loop is not None:
            gains = np.repeat(arguments.loop.g[None], len(rows), axis=0)
            for k, name in enumerate(arguments.loop.gains):
                if name in arguments.gains:
                    gains[:, k] = arguments.gains[name][rows]
        # The code of a machine depends on whether parameters that the description fixes are as it says, which all of
        # these rows agree on; nothing else of it depends on a row.
        constants = described_constants(dynamics.system)
        fixed = ~np.isnan(constants)
        p = np.where(fixed, constants, dynamics.p)
        if not np.array_equal(self.P[rows[0], fixed], constants[fixed]):
            p[fixed] += 1.0
        batch = Batch(
            dynamics.at_values(p), code.inputs, code.control, self.tolerances, code.integrator, self.samples,
            arguments.span,
        )  # fmt: skip
        values = Values(self.P[rows], self.Y[rows], tables, references, gains)
        again = self._pass(batch, values, rows, (usual,))
        if again.size:
            listed = tuple(islice(dynamics.listed_pivotings(), MOST_READY))
            if listed and not any(pivoting.dropped_rows for pivoting in (usual, *listed)):
                chosen = np.searchsorted(rows, again)
                self._pass(batch, values.at(chosen), again, (usual, *listed))

    def _pass(self, batch: Batch, values: Values, rows: Integers, pivotings: tuple[Pivoting, ...]) -> Integers:
        """Run rows with some pivotings ready; those that need others."""
        first, last = int(rows[0]), int(rows[-1]) + 1
        whole = last - first == len(rows)
        results = batch.results(len(rows))
        if whole:  # straight into where they belong
            results = replace(results, states=self.states[first:last], inputs=self.held[first:last])
        batch.go(values, results, pivotings, self.threads, self.tell)
        finished = Outcome("finished", "", "", self.arguments.span[1])
        done = results.status == at.FINISHED
        if batch.control is not None:
            done &= ~_grew(results)
        for row in rows[done].tolist():
            self.outcomes[row] = finished
        self.steps[rows] = results.steps
        self.lanes[rows[done]] = results.lanes[done]
        if not whole:
            self.states[rows[done]], self.held[rows[done]] = results.states[done], results.inputs[done]
        open_ = np.flatnonzero(~done)
        return np.asarray(rows[open_[np.isin(results.status[open_], list(OTHER_PIVOTS))]])

    # -- runs by the loop of `simulate` ------------------------------------------------------------------------------

    def _run_alone(self, row: int) -> None:
        """One row by the loop that `simulate` uses, with all that it can do."""
        arguments, span, layout = self.arguments, self.arguments.span, self.layout
        self.states[row] = self.held[row] = np.nan
        try:
            machine = self._machine(row)
            dynamics = dynamics_of(machine)
            y = self.Y[row]
            state = State(span[0], y[layout.coordinates], y[layout.speeds])
            given = kept = arguments.inputs.of(row, span)
            control: RunControl | None = None
            if isinstance(machine, ClosedLoop):
                control, inputs, shown = control_of(machine, given, span, ())
                kept = {name: value for name, value in shown.items() if name in dynamics.inputs}
                kept |= initial_commands(machine)
            else:
                inputs = check_inputs(dynamics.equations, given, *span)
            recipe = Recipe(dynamics, state, inputs, kept, span[1], control=control)
            run = recipe.run(self.tolerances, self._code(row).integrator, self.samples)
            if isinstance(dynamics.plant, UnrolledPlant):
                run.watch = PivotingWatch(driver(dynamics.system))  # the code that the other rows have
            outcome = trajectory(run, run.go(), Deferred(dict), recipe).outcome
        except Refused as error:
            self.fail(row, error.reason, "start elsewhere, or give other parameters")
            return
        except ValueError as error:
            self.fail(row, str(error), "start elsewhere, or give other parameters or inputs")
            return
        if outcome.kind == "stopped":
            raise KeyboardInterrupt  # nothing else stops a run without events
        count = max(1, run.progress.sample)
        self.states[row, :count], self.steps[row] = run.saved_states[:count], run.progress.steps
        self.held[row, :count] = run.saved_inputs[:count]
        self.outcomes[row] = outcome


def _columns(values: Mapping[str, Array], rows: Integers) -> Array:
    """Arrays by name as columns (rows, names)."""
    if not values:
        return np.zeros((len(rows), 0))
    return np.column_stack([each[rows] for each in values.values()])


def _grew(results: Results) -> NDArray[np.bool_]:
    """Rows whose commands may have grown without bound: the loop of `simulate` looks closer."""
    found = np.zeros(len(results.status), dtype=bool)
    commands = results.peaks.shape[1] // growth.room(1).size
    for instants in np.unique(results.instants).tolist():
        # Commands of all rows with as many instants, one after another.
        rows = np.flatnonzero(results.instants == instants)
        grown = growth.steadily_growing(growth.in_order(results.peaks[rows].ravel(), instants), instants)
        found[rows[[number // commands for number in grown]]] = True
    return found
