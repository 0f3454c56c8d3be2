"""One run: the records that the time loop works on, and what is done when it stops."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from math import sqrt
from time import perf_counter
from typing import TypeAlias

import numpy as np

from linkwright import linear_algebra
from linkwright.arrays import Array
from linkwright.closed_loop import StepError
from linkwright.codegen import Record
from linkwright.dynamics import Dynamics, Refused, State
from linkwright.dynamics.answers import singular
from linkwright.dynamics.joins import margins
from linkwright.dynamics.plant import Question
from linkwright.dynamics.plants.unrolled import DROPPED, WEAK_PIVOT, Pivoting
from linkwright.dynamics.rank import Scales
from linkwright.dynamics.system import Recent, call_function, constraint_matrix
from linkwright.kinds import checked_arguments
from linkwright.simulation import workspace as at
from linkwright.simulation.accuracy import Accuracy
from linkwright.simulation.inputs.inputs import InputError, Inputs
from linkwright.simulation.integrators import Integrator
from linkwright.simulation.integrators.matrices import full
from linkwright.simulation.loop.control_expressions import ControlExpressions
from linkwright.simulation.loop.crossings import Crossing
from linkwright.simulation.loop.engine import Engine, ReadyPivotings, ready_pivotings
from linkwright.simulation.loop.event_expressions import EventExpressions
from linkwright.simulation.loop.step_matrix import MatrixChoice
from linkwright.simulation.loop.tangent_expressions import TangentExpressions
from linkwright.simulation.loop.watch import EventHandler, RankWatch
from linkwright.simulation.workspace import (
    Sizes,
    event_state,
    no_control,
    workspace_prototype,
)
from linkwright.trajectory import Outcome

SHARE = 0.05
"""Share of the tolerances that one step may use: errors of steps add up, and a motion lets them grow."""
MOST_SAMPLES = 16384
"""Samples that a step may have at the most: a machine at rest would have all in one, and those are held in memory."""
MOST_ENTERED_LOOPS = 64
"""Modes of one run, with their inputs and pivotings, whose time loops it finds at once."""
CLOSED_GAP = 1e-14
"""Gap (rad, or machine sizes) that rounding alone leaves after a step, some tens of times the last digit."""
DISTANT = 0.3
"""Fit from which a state counts as far from a singularity; the last such state is where passing one begins."""


class Run:
    """One run of a machine with an integrator, from a state to an end, in slices."""

    def __init__(
        self,
        dynamics: Dynamics,
        state: State,
        inputs: Inputs,
        *,
        end: float,
        tolerances: Accuracy,
        samples: int,
        integrator: Integrator,
        keep_energy: bool,
        watch: RankWatch,
        event_handler: EventHandler | None = None,
        control: ControlExpressions | None = None,
        tangents: TangentExpressions | None = None,
    ) -> None:
        self.watch, self.tangents = watch, tangents
        self.dynamics, self.tolerances, self.integrator = dynamics, tolerances, integrator
        self.inputs = inputs = inputs.without_step_limits if integrator.fixed_step else inputs
        self.keep_energy, self.base, self.event_handler, self.control = keep_energy, dynamics, event_handler, control
        self.layout = layout = dynamics.plant.layout
        # Each number of a run with sensitivities is followed by its derivatives.
        self.copies = 1 if tangents is None else 1 + tangents.count
        self.nq, self.nv, self.nu, self.size = layout.nq, layout.nv, len(inputs.labels), self.copies * layout.size
        n = self.size
        self.start, self.end = state.t, end
        # Evenly spaced; rounding must not move the last one off the end.
        times: Array = state.t + (end - state.t) / (samples - 1) * np.arange(samples, dtype=float)
        times[-1] = end
        self._longest = min(MOST_SAMPLES * (end - state.t) / (samples - 1), integrator.longest_step or np.inf)
        due, self.control_state = no_control() if control is None else control.records(n, state.t, end)
        self.width = self.copies * self.nu + due.signals
        self.signals = None if control is None else control.store()
        room = integrator.room(n) + self.nu  # rates of the inputs come last
        if tangents is not None:
            room += integrator.room_of_changes(n, self.nq + self.nv)
        self.workspace = workspace = workspace_prototype(
            Sizes(n, self.nq, self.nv, self.copies * self.nu, integrator.slopes, room),
            (
                ("rtol", SHARE * tolerances.rtol), ("atol", SHARE * tolerances.atol), ("weak_quality", WEAK_PIVOT),
                ("dropped_residual", DROPPED), ("safe_quality", DISTANT), ("exponent", 1 / integrator.error_order),
                ("memory", integrator.memory), ("shrink", integrator.limits[0]), ("grow", integrator.limits[1]),
                ("fixed_step", integrator.fixed_step), ("directions", self.copies - 1),
                ("closed_gap", self._closed_gap()),
            ),
        ).copy()  # fmt: skip
        self.state, self.progress, self.settings = workspace.states, workspace.progress, workspace.settings
        y, progress = self.state.y, self.progress
        y[layout.coordinates], y[layout.speeds], y[layout.angles] = (
            state.q,
            state.v,
            watch.counted_angles(dynamics, state),
        )
        if tangents is not None:
            y[layout.size :] = tangents.start.ravel()
        for kept in (self.state.before, self.state.safe, self.state.worst, self.state.weakest):
            kept[:] = y
        self.origin: Array = y.copy()
        progress.t = progress.interval = progress.before_time = progress.safe_time = progress.worst_time = state.t
        progress.end, progress.span = end, max(abs(end), abs(state.t))
        # Arrays of pivots and mobilities are bound when the engine is there.
        workspace.machine.parameters = self._values(dynamics)
        self.bind_inputs(inputs)
        self.bind_samples(times)
        if event_handler is not None:
            workspace.events = event_state(event_handler.watch.directions)
        if control is not None:
            workspace.control, workspace.control_state = due, self.control_state
        if tangents is not None:
            workspace.tape = tangents.tape(n, self.control_state.memory.size, len(due.references))
        self.pivoting: Pivoting | None = None
        self.engine: Engine | None = None
        self.matrices: MatrixChoice | None = None
        self._engine_of: tuple[Dynamics, Inputs] | None = None
        self._engines = Recent(MOST_ENTERED_LOOPS)  # by mode, inputs and structures: friction comes back to few of them
        self.known: list[Pivoting] = []  # of this run and mode; those that the loop has ready come first
        self.ready: ReadyPivotings | None = None
        self.used: list[tuple[float, Pivoting]] = []
        self.used_before = 0
        self.refused: Crossing | None = None
        self.refused_at = 0.0
        self.crossings: list[Crossing] = []
        self.notes: list[str] = []
        self.backend = ""
        self._inputs: tuple[tuple[int, float], Array] | None = None
        self.looked: tuple[tuple[float, float], bool] | None = None

    def bind_samples(self, times: Array) -> None:
        """Let the time loop save samples at these times; there are none yet."""
        samples, count = self.workspace.samples, len(times)
        samples.count, samples.width, samples.times = count, self.width, times
        samples.states, samples.inputs = np.zeros(count * self.size), np.zeros(count * max(self.width, 1))
        samples.defects = np.zeros(count if samples.spacing else 0)

    def look_at_defects(self, spacing: float) -> None:
        """Let the time loop find defects of the dense solution at samples, which count for that time (s)."""
        samples = self.workspace.samples
        samples.spacing, samples.room, samples.defects = spacing, np.zeros(2 * self.size), np.zeros(samples.count)

    @property
    def longest(self) -> float:
        """Longest step (s): no more samples than memory has room for are in one."""
        return self._longest

    @longest.setter
    def longest(self, length: float) -> None:
        self._longest = min(length, self.integrator.longest_step or np.inf)
        self.workspace.schedule.step_limits = np.minimum(self.inputs.step_limits, length)

    def _closed_gap(self) -> float:
        """Gap (m, rad) below which fixed steps are not projected; 0 where each is: derivatives and energy."""
        dynamics = self.dynamics
        if not self.integrator.fixed_step or self.tangents is not None or self.keep_energy:
            return 0.0
        if Question.PIVOTING not in dynamics.plant.offers:
            return 0.0
        return CLOSED_GAP * min(1.0, float(Scales.of(dynamics.system, dynamics.p).size))

    def _values(self, dynamics: Dynamics) -> Array:
        """Parameter values as kernels take them."""
        if self.tangents is None:
            return dynamics.p
        return np.concatenate([dynamics.p, self.tangents.parameters.ravel()])

    def bind_inputs(self, inputs: Inputs) -> None:
        """Let the time loop read these inputs."""
        schedule = self.workspace.schedule
        schedule.ends, schedule.lasts = inputs.ends, inputs.lasts
        schedule.step_limits = np.minimum(inputs.step_limits, self._longest)
        tables = self.watch.input_tables(inputs)
        schedule.tables, schedule.table_size = tables.ravel(), tables.shape[1]

    @property
    def times(self) -> Array:
        """Times of the samples (s)."""
        return self.workspace.samples.times

    @property
    def saved_states(self) -> Array:
        """Saved states (samples, n); `progress.sample` of them count."""
        return self.workspace.samples.states.reshape(-1, self.size)

    @property
    def saved_inputs(self) -> Array:
        """Inputs there, and outputs of blocks that are held (samples, width, at least 1)."""
        return self.workspace.samples.inputs.reshape(-1, max(self.width, 1))

    def held_now(self, t: float | None = None) -> Array:
        """Inputs at this time, and outputs of blocks that are held: what a sample has beside its state."""
        if self.control is None and self.tangents is None:
            return self.input_now(t)
        control, memory, u = self.workspace.control, self.control_state.memory, np.zeros(self.copies * self.nu)
        u[: self.nu] = self.input_now(t)
        u[control.inputs] = memory[control.held]
        return np.concatenate([u, memory[control.places]])

    def contents(self) -> dict[str, Array]:
        """All that the run needs between slices, as copies: the bytes of its records, and what was saved."""
        records = {name: record.contents() for name, record in self._kept_records().items()}
        return records | {"saved": self.saved_states.copy(), "saved_inputs": self.saved_inputs.copy()}

    def restore(self, contents: Mapping[str, Array]) -> None:
        """Put the run where it was when `contents` were taken; of what was saved only the first rows may be given."""
        for name, record in self._kept_records().items():
            record.restore(contents[name])
        for name, rows in (("saved", self.saved_states), ("saved_inputs", self.saved_inputs)):
            rows[: len(contents[name])] = contents[name]

    def _kept_records(self) -> dict[str, Record]:
        kept: dict[str, Record] = {"progress": self.progress, "states": self.state, "events": self.workspace.events}
        return kept if self.control is None else kept | {"control": self.control_state}

    @property
    def pivot_scales(self) -> Array:
        """1 over the reference values of the pivots in use, with their signs."""
        return self.workspace.machine.pivot_scales

    # -- the loop ------------------------------------------------------------------------------------------------

    def go(
        self, progress: Callable[[float], None] | None = None, keeper: Callable[[int], None] | None = None
    ) -> Outcome:
        """Run to the end, or as far as it goes; `keeper` is told after each slice what it answered."""
        try:
            outcome = self._go(progress, keeper)
        except linear_algebra.MatrixError as error:
            remedy = "look at inputs, force laws and parameters for values that overflow, or start elsewhere"
            outcome = Outcome("failed", f"at t = {self.now:.9g} s {error}", remedy, self.now)
        if self.control is None:
            return outcome
        return self.control.explained(outcome, self.workspace, self.inputs, self.start)

    def _go(self, progress: Callable[[float], None] | None, keeper: Callable[[int], None] | None) -> Outcome:
        try:
            if self.engine is None:
                self.begin()
                outcome = self.watch.begin(self)
                if outcome is not None:
                    return outcome
                if keeper is not None:
                    keeper(at.SLICE_OVER)
            while True:
                status = self.slice()
                outcome = self.watch.look_back(self, status)
                if outcome is not None:
                    return outcome
                if keeper is not None:
                    keeper(status)
                if progress is not None:
                    progress((self.now - self.start) / (self.end - self.start))
                if status == at.FINISHED:
                    return Outcome("finished", "", "", self.end)
                outcome = self.act(status)
                if outcome is not None:
                    return outcome
                if keeper is not None and status not in (at.SLICE_OVER, at.WINDOW_FULL):
                    keeper(at.SLICE_OVER)  # now all of it is in arrays again
        except KeyboardInterrupt:
            remedy = "what was computed until then is kept; run again for the rest"
            return Outcome("stopped", "interrupted from the keyboard", remedy, self.now)
        except StepError as error:
            return Outcome("failed", str(error), "correct the function of the block", self.now)
        except InputError as error:
            remedy = "correct the function, or give a law or an expression of lw.t"
            return Outcome("failed", str(error), remedy, self.now)
        except Refused as error:
            remedy = "start elsewhere or change the inputs so that the motion avoids this place"
            return Outcome("failed", error.reason, remedy, self.now)

    def act(self, status: int) -> Outcome | None:
        """Let the strategy that an answer of the loop is for act on it; an outcome if the run ends here."""
        if status in (at.EVENT, at.EVENT_UNDEFINED):
            assert self.event_handler is not None
            act = partial(self.event_handler.handle, self, status)
            return self.tangents.jump(self, act) if self.tangents is not None and status == at.EVENT else act()
        if status == at.LOG_FULL:
            return None
        if status in (at.COMMAND_NOT_FINITE, at.DIVERGED):
            assert self.control is not None
            return (self.control.divergence if status == at.DIVERGED else self.control.not_finite)(self.workspace)
        return self.watch.recover(self, status)

    def slice(self) -> int:
        """Some steps of the loop; what it answers is in `places`."""
        workspace = self.workspace
        status = self._advance()
        # Blocks and references that are Python functions run here, and the compiled loop goes on where it was left.
        while status == at.CONTROL_IN_PYTHON:
            assert self.control is not None
            self.control.call_python(workspace)
            status = self._advance()
        if self.signals is not None:
            self._inputs = None  # commands have changed
            self.signals.take(workspace.control)
        self.collect_changes()
        return status

    def collect_changes(self) -> None:
        """Take the changes of the pivoting that the loop made by itself out of its log."""
        progress = self.progress
        if progress.changes:
            log = self.workspace.pivotings.log[: 2 * progress.changes].tolist()
            self.used += [(time, self.known[int(number)]) for time, number in zip(log[::2], log[1::2], strict=True)]
            self.pivoting = self.used[-1][1]
            progress.changes = 0

    def forget_inputs(self) -> None:
        """Numbers in the table of constant inputs are others now: what followed from them is to be found again."""
        self._inputs = None
        self.progress.slope_known = self.progress.continues = 0
        self.progress.interval = self.now

    def _advance(self) -> int:
        """Enter the compiled loop once; what is kept of its steps is collected."""
        engine = self.engine
        assert engine is not None
        if engine.tier is None:
            status: int = int(engine.advance(self.workspace, engine.steps_a_slice))  # type: ignore[call-overload]
        else:
            begin = perf_counter()
            status = int(engine.advance(self.workspace, engine.steps_a_slice))  # type: ignore[call-overload]
            self.engine = engine.tier.spend(perf_counter() - begin) or engine
        if self.tangents is not None:
            self.tangents.collect(self)
        return status

    def begin(self) -> None:
        """The first sample is the state given; the first step follows from the size of the slopes there."""
        state, nq = self.state, self.nq
        self.saved_states[0], self.saved_inputs[0, : self.width] = state.y, self.held_now()
        self.progress.sample = 1
        if self.keep_energy:
            self.progress.energy[0] = self.energies([self.now], state.y[None])[0]
        if self.event_handler is not None:
            self.event_handler.begin(self)
            if self.tangents is not None:
                self.tangents.begin(self)
        v, vdot = state.y[nq : nq + self.nv], self._slope_at_start()[nq : nq + self.nv]
        # First step: its error, from the sizes of speeds and accelerations over what is allowed, is to be half of
        # that.
        scale = self.tolerances.atol + self.tolerances.rtol * np.abs(v)
        moved, sped = v / scale, vdot / scale
        size = sqrt((moved @ moved + sped @ sped) / max(1, 2 * self.nv))
        span = self.end - self.start
        share = 0.5 / max(size, 1e-300) ** (1 / self.integrator.error_order)
        self.progress.h = min(span, max(1e-9 * span, share * min(span, 0.1)))

    def _slope_at_start(self) -> Array:
        """The slope where the run begins, with the first pivoting of the machine if it is good there, else another."""
        dynamics = self.dynamics
        usual = dynamics.usual_pivoting if Question.PIVOTING in dynamics.plant.offers else None
        if usual is not None:
            ratios = self.take(usual)
            slope, dropped = self._slope_and_residual(self.now, self.state.y)
            if np.isfinite(slope).all() and np.abs(ratios).min(initial=np.inf) > WEAK_PIVOT and dropped <= DROPPED:
                self.used.append((self.now, usual))
                return slope
        self.renew()
        return self.slope(self.now, self.state.y)

    def renew(self, pivoting: Pivoting | None = None) -> None:
        """The time loop around a pivoting that is good here; a run that asks twice at one place is at a singular one.

        The first of the machine stays known, also where it is not good: the run may come to where it is.
        """
        dynamics = self.dynamics
        if Question.PIVOTING in dynamics.plant.offers:
            if not self.known:
                usual = dynamics.usual_pivoting
                self.known = [] if usual is None else [usual]
            if pivoting is None:
                pivoting = dynamics.pivoting_at(self.state_now(), self.input_now())
            if self.used and self.used[-1][0] == self.now and self.used[-1][1].place == pivoting.place:
                raise singular(dynamics, self.state_now())
            self.used.append((self.now, pivoting))
        self.take(pivoting)

    def take(self, pivoting: Pivoting | None) -> Array:
        """Run with this pivoting from here on, its reference signed as the pivots are here; the ratios to it."""
        progress = self.progress
        self.pivoting = pivoting
        if pivoting is not None:
            ready = progress.ready
            if pivoting not in self.known[:ready]:
                self.known = [*self.known[:ready], pivoting, *[p for p in self.known[ready:] if p is not pivoting]]
                progress.ready += 1
            progress.pivoting = self.known.index(pivoting)
        self.start_engine()
        return self.look_anew()

    def look_anew(self) -> Array:
        """Sign the reference pivots as they are here, and forget their quality before; the ratios to them."""
        progress, engine = self.progress, self.engine
        assert engine is not None
        progress.last_quality = 0.0
        if self.pivoting is None or engine.change_pivoting is None:
            progress.slope_known, progress.continues, progress.quality = 0, 0, np.inf
            progress.safe_time, progress.safe_quality = progress.t, 0.0
            self.state.safe[:] = self.state.y
            return np.zeros(0)
        self._call(engine.change_pivoting, progress.pivoting, self.workspace)
        progress.changes = 0  # the change is in `used` already
        return self.workspace.pivotings.log[2 * at.MOST_CHANGES :][: self.pivoting.reference.size]

    @property
    def event_expressions(self) -> EventExpressions | None:
        """Expressions of the events that the loop watches, if there are any."""
        return None if self.event_handler is None else self.event_handler.watch

    @property
    def keeps_energy(self) -> bool:
        """Whether energy is kept now: while a speed sticks, it cannot be corrected, the constraints alone are met."""
        return self.keep_energy and self.dynamics.system is self.base.system

    def start_engine(self) -> None:
        """Bind or compile the time loop for the pivotings that are ready."""
        machine, pivotings = self.workspace.machine, self.workspace.pivotings
        if self.pivoting is not None:
            count, ready = self.progress.ready, self.ready
            if ready is None or list(ready.pivotings[:count]) != self.known[:count]:
                self.ready = ready = ready_pivotings(tuple(self.known[:count]))
                width = ready.width
                pivotings.rows, pivotings.width, machine.mobilities = ready.rows, width, ready.mobilities
                # A longer list needs more room.
                if machine.pivot_scales.size < width:
                    grown = np.ones(width)
                    grown[: machine.pivot_scales.size] = machine.pivot_scales
                    machine.pivot_scales = grown
                if pivotings.log.size < 2 * (at.MOST_CHANGES + width):
                    pivotings.log = np.zeros(2 * (at.MOST_CHANGES + width))
            self.settings.repivoting = 1 if ready.redundant[count - 1] else 2
            # An engine for more pivotings than were ready serves on when they are.
            served = None if self.engine is None else self.engine.structures[:count]
            if self._engine_of == (self.dynamics, self.inputs) and served == ready.structures[:count]:
                return
        structures = () if self.pivoting is None or self.ready is None else self.ready.structures[: self.progress.ready]
        key = self.dynamics, self.inputs, structures
        engine: Engine | None = self._engines.get(key)
        if engine is None:
            engine = self._engines[key] = self.watch.engine(self)
        self.engine, self._engine_of = engine, (self.dynamics, self.inputs)
        self.backend = self.engine.backend
        self._bind_matrices(engine.matrices)
        if self.engine.libraries:
            self.set_parameters()
        if self.control is not None:
            self.workspace.control.leave = int(self.engine.compiled)  # else Python functions are called from the loop

    def _bind_matrices(self, matrices: MatrixChoice | None) -> None:
        """Room for the matrices of implicit steps, as the loop keeps them."""
        if matrices is None or matrices is self.matrices:
            return
        self.matrices, scratch = matrices, self.workspace.scratch
        if matrices.columns is not None:
            self.workspace.step_matrix = matrices.room()
        elif not scratch.matrices.size:
            scratch.matrices = np.zeros(full.room(self.size, self.nq + self.nv))

    def set_parameters(self) -> None:
        """Let the loop work with the parameter values of the dynamics."""
        machine, p = self.workspace.machine, self._values(self.dynamics)
        if self.engine is not None and self.engine.libraries:
            machine.parameters, machine.row = self.engine.parameters(p)
        else:
            machine.parameters, machine.row = p, 0

    # -- changes on the way ------------------------------------------------------------------------------------------

    def renew_inputs(self, inputs: Inputs) -> None:
        """Go on with other inputs from this time on."""
        self.inputs = inputs = inputs.without_step_limits if self.integrator.fixed_step else inputs
        self.bind_inputs(inputs)
        self._inputs = None
        self.progress.segment = 0
        self.forget_history()
        self.start_engine()

    def change_mode(self, dynamics: Dynamics, pivoting: Pivoting | None = None) -> None:
        """Go on with other constraints or parameter values, of the same coordinates and speeds.

        `pivoting` is one that is good here, if it is known.
        """
        # With other parameter values alone the loop in use serves on.
        before = self.dynamics.system
        same = dynamics.system is before
        self.dynamics = dynamics
        self.forget_history()
        if self.engine is None or same:
            self.set_parameters()
            return  # the run has not begun, or the loop in use serves these values too
        self.used_before += len(self.used) - 1  # a mode is no pivoting of its own
        self.used, self.known = [], []
        self.progress.ready, self.progress.weakest_quality = 0, np.inf
        # Constraints that are new are to be met; all others are, since the step up to here.
        known = {constraint.name for constraint in before.constraints}
        new = [constraint for constraint in dynamics.system.constraints if constraint.name not in known]
        if any(constraint.holonomic for constraint in new):
            pivoting = None
            for _ in range(2):
                q = self.state.y[: self.nq]
                q += dynamics.assembler.position_step(self.now, q, dynamics.p)[0]
        # With pivots that are good here the loop itself does that, as at the end of each step.
        by_loop = pivoting is not None and self.tangents is None and not self.keep_energy
        if new and not by_loop:
            self._meet_speeds()
        self.renew(pivoting)
        if new and by_loop and not self._projected():
            self._meet_speeds()

    def _meet_speeds(self) -> None:
        """A Newton step of the speeds towards the velocity constraints."""
        dynamics, v = self.dynamics, self.state.y[self.nq : self.nq + self.nv]
        v += dynamics.assembler.speed_step(self.now, self.state.y[: self.nq], v, dynamics.p)[0]

    def _projected(self) -> bool:
        """Bring the state onto the constraints by the compiled loop; if that does not go, it stays as it is."""
        assert self.engine is not None
        project, y = self.engine.project, self.state.y.copy()
        if project is None or project(self.now, y, self.workspace) != 0:
            return False
        self.state.y[:] = y
        return True

    def forget_history(self) -> None:
        """What was known of the motion so far says nothing about what follows, and nothing goes back before it."""
        state, progress = self.state, self.progress
        progress.slope_known = progress.continues = progress.unprojected = 0
        progress.safe_time = progress.before_time = progress.interval = self.now
        progress.safe_quality = 0.0
        state.safe[:] = state.before[:] = state.y

    # -- small things --------------------------------------------------------------------------------------------

    @property
    def place(self) -> tuple[float, Array]:
        """Time and state."""
        return self.now, self.state.y

    @property
    def now(self) -> float:
        """The time (s)."""
        return float(self.progress.t)

    def state_now(self) -> State:
        """The state at this time."""
        return State(self.now, self.state.y[: self.nq], self.state.y[self.nq : self.nq + self.nv])

    def arguments(self, t: float, y: Array) -> tuple[float, Array, Array, Array, Array]:
        """(t, q, v, u, p) of a state, as functions of the machine take them."""
        return t, y[: self.nq], y[self.nq : self.nq + self.nv], self.input_now(t), self.dynamics.p

    def input_now(self, t: float | None = None) -> Array:
        """The inputs at this time, or at another of the same segment."""
        if not self.nu:
            return np.zeros(0)
        inputs = self.inputs
        segment = min(self.progress.segment, len(inputs.ends) - 1)
        time = 0.0 if inputs.constant else self.now if t is None else t
        # Asked many times at one instant: evaluated once.
        if not self._inputs or self._inputs[0] != (segment, time):
            if inputs.constant:
                u = inputs.tables[segment, 1::2].copy()
            else:
                u = np.zeros(self.nu)
                inputs.callback(np.array([time]), inputs.tables[segment], u)
            if self.control is not None:
                control = self.workspace.control
                own = slice(0, len(control.inputs) // self.copies)  # without derivatives
                u[control.inputs[own]] = self.control_state.memory[control.held[own]]
            self._inputs = ((segment, time), u)
        return self._inputs[1]

    def slope(self, t: float, y: Array) -> Array:
        """y' at a state, with the pivoting in use."""
        return self._slope_and_residual(t, y)[0]

    def _slope_and_residual(self, t: float, y: Array) -> tuple[Array, float]:
        """The same, and the largest residual of a dropped row."""
        assert self.engine is not None
        dy = np.zeros(self.size)
        self._call(self.engine.slope_at, t, y, self.workspace, dy)
        return dy, float(self.workspace.scratch.quality[1])

    def ratios(self, t: float, y: Array) -> Array:
        """All pivots in use over their reference values; those that change sign last."""
        pivoting, engine = self.pivoting, self.engine
        assert pivoting is not None
        assert engine is not None
        assert engine.ratios_at is not None
        found = np.zeros(pivoting.reference.size)
        if found.size:
            self._call(engine.ratios_at, self.progress.pivoting, t, y, self.workspace, found)
        return found

    def _call(self, part: Callable[..., object], *arguments: object) -> None:
        """Call a part of the time loop from outside: at the end of the run there is no next segment of the inputs."""
        progress, last = self.progress, len(self.inputs.ends) - 1
        segment = progress.segment
        if segment <= last:
            part(*arguments)
            return
        progress.segment = last
        part(*arguments)
        progress.segment = segment

    def energies(self, times: Sequence[float], Y: Array) -> Array:
        """Energies (J) of states less the works done until then: constant along a motion."""
        system, count, nq, nv = self.dynamics.system, len(times), self.nq, self.nv
        mapped = system.cached(
            ("energies", count),
            lambda: system.function("energies", [system.kinetic + system.potential]).map(count),
        )
        U, p = np.array([self.input_now(t) for t in times]), np.repeat(self.dynamics.p[:, None], count, axis=1)
        found = call_function(mapped, times, Y[:, :nq].T, Y[:, nq : nq + nv].T, U.T, p)[0].ravel()
        return np.asarray(found - Y[:, self.layout.works].sum(axis=1))


Instant: TypeAlias = tuple[float, Array]
"""A time (s) and the state y there."""
LOST = 0.1
"""Share of the rank margin on either side below which the margin is taken to vanish where a pivot does."""
SECANTS = 2
"""Steps of false position to where a pivot vanishes inside a step; one leaves a percent of the step or so."""


@checked_arguments
def rank_margin(dynamics: Dynamics, time: Array | Sequence[float], Q: Array, V: Array) -> float:
    """Smallest rank margin over some states (rows of Q, V): 0 where rank is lost, 1 where there are no constraints."""
    return float(np.min(rank_margins(dynamics, time, Q, V), initial=1.0))


def margin_at(run: Run, t: float, y: Array) -> float:
    """Rank margin at a state of a run."""
    return rank_margin(run.dynamics, [t], y[None, : run.nq], y[None, run.nq : run.nq + run.nv])


def rank_margins(dynamics: Dynamics, time: Array | Sequence[float], Q: Array, V: Array) -> Array:
    """Rank margin at each of some states."""
    dynamics = dynamics.in_full_matrices("the rank margin")
    if not dynamics.system.m:
        return np.ones(len(time))
    found, margin = margins(dynamics.system.modules, constraint_matrices(dynamics, time, Q, V))
    return np.where(found >= dynamics.generic_rank, margin, 0.0)


def constraint_matrices(dynamics: Dynamics, time: Array | Sequence[float], Q: Array, V: Array) -> Array:
    """A (k, m, n) at k states, without dimension: lengths over the machine's size."""
    system, k = dynamics.system, len(time)
    mapped = system.cached(("A", k), lambda: constraint_matrix(system).map(k))
    A = call_function(mapped, time, Q.T, V.T, np.repeat(dynamics.p[:, None], k, axis=1))[0]
    scales = Scales.of(system, dynamics.p)
    return scales.slopes(A.reshape(system.m, k, system.n).transpose(1, 0, 2), scales.rows)


def between(run: Run, there: Instant, end: Instant) -> Callable[[float], Instant]:
    """The cubic between two states with their slopes: time and state at a share of the way."""
    (t0, y0), (t1, y1) = there, end
    h, change = t1 - t0, y1 - y0
    d0, d1 = run.slope(t0, y0), run.slope(t1, y1)

    def inside(theta: float) -> Instant:
        other = 1 - theta
        y = y0 + theta * (change + other * (other * (h * d0 - change) + theta * (change - h * d1)))
        return t0 + theta * h, y

    return inside


def lost_rank_between(run: Run, there: Instant, end: Instant) -> bool:
    """Whether the constraints lose rank on the cubic between an earlier state of a run and another.

    They do so only where a signed pivot vanishes; where it alone is small, the margin is not.
    """
    (t0, y0), (t1, y1), pivoting = there, end, run.pivoting
    assert pivoting is not None
    signed = pivoting.unsigned
    first, last = run.ratios(t0, y0)[signed:], run.ratios(t1, y1)[signed:]
    changed = np.flatnonzero(np.sign(first) != np.sign(last))
    if not changed.size or run.dynamics.generic_rank == 0:
        return bool(changed.size)  # without constraints only coordinates can have become singular: no less an end
    inside = between(run, there, end)
    while changed.size:
        # False position to where this pivot vanishes.
        k = changed[0]
        low, high, now = (0.0, first[k]), (1.0, last[k]), first
        for _ in range(SECANTS):
            theta = low[0] + (high[0] - low[0]) * low[1] / (low[1] - high[1])
            now = run.ratios(*inside(theta))[signed:]
            low, high = ((theta, now[k]), high) if now[k] * low[1] > 0 else (low, (theta, now[k]))
        # Whether the constraints lose rank there, or the pivoting alone is bad.
        size, before, after = sizes(run, [inside(theta), there, end])
        if size < LOST * max(before, after):
            return True
        changed = changed[np.abs(now[changed]) > 1e-2 * np.abs(last - first)[changed]]  # others may vanish elsewhere
        changed = changed[changed != k]
    return False


def sizes(run: Run, places: Sequence[Instant]) -> list[float]:
    """Smallest singular value of the constraints that counts, over the largest, at some places.

    Beside the constraints redundant rows are independent, a little: only as many count as there are independent rows.
    """
    Y = np.array([y for _, y in places])[:, : run.nq + run.nv]
    A = constraint_matrices(run.dynamics, [t for t, _ in places], Y[:, : run.nq], Y[:, run.nq :])
    squares = linear_algebra.eigvalsh(A @ A.transpose(0, 2, 1))  # half of the digits do
    least = np.maximum(squares[:, -run.dynamics.generic_rank], 0.0)
    return [float(size) for size in np.sqrt(least / squares[:, -1])]
