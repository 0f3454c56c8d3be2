"""One run: the arrays that the time loop works on, and what is done when it stops."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields

import numpy as np

from linkwright.dynamics import Dynamics, Refused, State
from linkwright.dynamics.choice import DROPPED, WEAK_PIVOT, Choice
from linkwright.dynamics.dynamics import COMFORTABLE
from linkwright.dynamics.rank import Array
from linkwright.dynamics.system import called
from linkwright.dynamics.where import singular
from linkwright.motions import Outcome
from linkwright.simulation import places as at
from linkwright.simulation.accuracy import Accuracy
from linkwright.simulation.engine import WORKS, Engine, engine
from linkwright.simulation.events_run import Happenings
from linkwright.simulation.inputs import InputError, Inputs
from linkwright.simulation.integrators import Integrator
from linkwright.simulation.margin import lost_rank_between, rank_margin
from linkwright.simulation.passing import Crossing, cross
from linkwright.simulation.stopping import not_passed, stuck, undetermined

SHARE = 0.05
"""Share of the tolerances that one step may use: errors of steps add up, and a motion lets them grow."""
DISTANT = 0.3
"""Fit from which a state counts as far from a singular place; the last such state is where passing one begins."""
USUAL = 10.0
"""Pivots may be larger by this factor than where they were chosen, and still are measured by what they were there."""
NARROW = 0.2
"""Share of the largest rank margin met below which a run that has trouble is taken to be near a singular place."""


@dataclass
class RunState:
    """All that a run needs between slices, as arrays of doubles: saved and restored, it goes on to the last bit.

    `clock` (see `places`); states y, `before`, `safe`, `worst` (n each); slopes `k` of the last step; `saved` (samples,
    n) and `saved_u` (samples, inputs), filled up to clock[SAMPLE]. `snapshot` adds what belongs to the pivots.
    """

    clock: Array
    y: Array
    before: Array
    safe: Array
    worst: Array
    k: Array
    saved: Array
    saved_u: Array
    marks: Array

    def arrays(self) -> dict[str, Array]:
        """Copies of all arrays by name."""
        return {entry.name: getattr(self, entry.name).copy() for entry in fields(self)}


class Run:
    """One run of a machine with an integrator, from a state to an end, in slices."""

    def __init__(
        self,
        dynamics: Dynamics,
        state: State,
        inputs: Inputs,
        *,
        end: float,
        asked: Accuracy,
        samples: int,
        integrator: Integrator,
        keep_energy: bool,
        happenings: Happenings | None = None,
    ) -> None:
        system = dynamics.system
        self.dynamics, self.inputs, self.asked, self.integrator = dynamics, inputs, asked, integrator
        self.keep_energy, self.base, self.happenings = keep_energy, dynamics, happenings
        self.nq, self.nv, self.nu = system.q.numel(), system.n, len(dynamics.inputs)
        self.size = n = self.nq + self.nv + WORKS
        self.start, self.end = state.t, end
        self.times = np.linspace(state.t, end, samples)
        y = np.concatenate([state.q, state.v, np.zeros(WORKS)])
        clock = np.zeros(at.CLOCK_SIZE)
        clock[[at.T, at.BEFORE, at.SAFE, at.WORST]] = state.t
        clock[[at.END, at.STOP, at.SPAN]] = end, np.inf, max(abs(end), abs(state.t))
        clock[[at.FIT, at.LAST_ERROR, at.WINDOW]] = np.inf, 1e-4, np.inf
        self.state = RunState(
            clock, y, y.copy(), y.copy(), y.copy(), np.zeros(integrator.slopes * n),
            np.zeros((samples, n)), np.zeros((samples, max(self.nu, 1))),
            np.zeros(1) if happenings is None else happenings.marks(),
        )  # fmt: skip
        self.watched = 0 if happenings is None else happenings.watch.count
        self.control = np.zeros(at.CONTROL_SIZE)
        self.control[[at.RTOL, at.ATOL]] = SHARE * asked.rtol, SHARE * asked.atol
        self.control[[at.WEAK, at.DROPPED]] = WEAK_PIVOT, DROPPED
        self.control[[at.COMFORT, at.EXPONENT]] = DISTANT, 1 / integrator.error_order
        self.control[[at.MEMORY, at.SHRINK, at.GROW]] = integrator.memory, *integrator.limits
        self.control[at.FIXED] = integrator.fixed_step
        self.work = np.zeros(3 * n + integrator.room(n, n - WORKS))
        self.desk = np.zeros(at.INPUTS + self.nu + 8)
        self.choice: Choice | None = None
        self.motor: Engine | None = None
        self.ref = np.ones(1)
        self.known: list[Choice] = []
        self.used: list[tuple[float, Choice]] = []
        self.used_before = 0
        self.seen: list[tuple[float, Array]] = []
        self.weakest = np.inf
        self.refused: Crossing | None = None
        self.refused_at = 0.0
        self.crossings: list[Crossing] = []
        self.notes: list[str] = []
        self.backend = ""
        self._inputs: tuple[tuple[int, float], Array] | None = None
        self._p, self._tables = dynamics.p.copy(), inputs.tables.ravel()

    # -- the loop ------------------------------------------------------------------------------------------------

    def go(
        self, progress: Callable[[float], None] | None = None, keeper: Callable[[int], None] | None = None
    ) -> Outcome:
        """Run to the end, or as far as it goes; `keeper` is told after each slice what it answered."""
        try:
            if self.motor is None:
                self.begin()
            while True:
                status = self.slice()
                if keeper is not None:
                    keeper(status)
                if progress is not None:
                    progress((self.now - self.start) / (self.end - self.start))
                if status == at.FINISHED:
                    return Outcome("finished", "", "", self.end)
                if status not in (at.SLICE_OVER, at.WINDOW_FULL):
                    outcome = self.trouble(status)
                    if outcome is not None:
                        return outcome
        except KeyboardInterrupt:
            remedy = "what was computed until then is kept; run again for the rest"
            return Outcome("stopped", "interrupted from the keyboard", remedy, self.now)
        except InputError as error:
            remedy = "correct the function, or give a law or an expression of lw.t"
            return Outcome("failed", str(error), remedy, self.now)
        except Refused as error:
            remedy = "start elsewhere or change the inputs so that the motion avoids this place"
            return Outcome("failed", error.reason, remedy, self.now)

    def slice(self) -> int:
        """Some steps of the loop; what it answers is in `places`."""
        state, motor = self.state, self.motor
        assert motor is not None
        return int(  # type: ignore[call-overload, no-any-return]  # a compiled loop gives an int
            motor.advance(
                state.clock, self.control, state.y, self.nq, self.size, self.nu, self._p, motor.weights, self.ref,
                self.inputs.ends, self.inputs.lasts, self._tables, self.inputs.tables.shape[1],
                self.times, len(self.times), state.saved.reshape(-1), state.saved_u.reshape(-1),
                state.before, state.safe, state.worst, state.k, self.work, self.desk, state.marks, self.watched,
                motor.steps_a_slice,
            )
        )  # fmt: skip

    def begin(self) -> None:
        """The first sample is the state given; the first step follows from the size of the slopes there."""
        state, u, clock = self.state_now(), self.input_now(), self.state.clock
        vdot = self.dynamics.accelerations(state, u)
        rate = np.concatenate([np.abs(state.v), np.abs(vdot)])
        scale = self.asked.atol + self.asked.rtol * np.concatenate([np.abs(state.v), np.abs(state.v)])
        size = float(np.sqrt(np.mean((rate / scale) ** 2)))
        span = self.end - self.start
        clock[at.H] = min(span, max(1e-9 * span, 0.5 / max(size, 1e-300) ** 0.2 * min(span, 0.1)))
        self.state.saved[0], self.state.saved_u[0, : self.nu] = self.state.y, u
        clock[at.SAMPLE] = 1.0
        if self.keep_energy:
            clock[at.TARGET] = self.energy(self.state.y, self.now)
        if self.happenings is not None:
            self.happenings.begin(self)
        self.renew()

    def renew(self, choice: Choice | None = None) -> None:
        """The time loop around a choice that fits here; a run that asks twice at one place is at a singular one."""
        clock = self.state.clock
        if self.dynamics.join.compiled:
            if choice is None:
                choice = self.dynamics.choice_at(self.state_now(), self.input_now())
                self.known = list(self.dynamics.choices.made)
            self.known = [*[other for other in self.known if other is not choice], choice]
            if self.used and self.used[-1] == (self.now, choice):
                raise singular(self.dynamics, self.state_now())
            self.used.append((self.now, choice))
        if float(clock[at.FIT]) < self.weakest:
            self.weakest = float(clock[at.FIT])
            self.seen = [(float(clock[at.WORST]), self.state.worst.copy())]
        self.take(choice)

    def take(self, choice: Choice | None) -> None:
        """Run with this choice from here on, its reference pivots signed as they are here."""
        clock = self.state.clock
        self.choice = choice
        self.start_motor()
        if choice is not None and choice.reference.size:
            ratios = choice.all_ratios(self.arguments(self.now, self.state.y))
            larger = np.maximum(1.0, np.abs(ratios) / USUAL)  # a choice made near a singular place has small pivots
            self.ref = choice.reference * np.where(ratios < 0, -1.0, 1.0) * larger
        clock[[at.FRESH, at.HISTORY]] = 0.0
        clock[at.FIT] = np.inf
        clock[at.SAFE] = self.now
        self.state.safe[:] = self.state.y

    def start_motor(self) -> None:
        """Bind or compile the time loop for the choice in use."""
        watch = None if self.happenings is None else self.happenings.watch
        # A speed that sticks cannot be corrected for energy; while anything does, the constraints alone are met.
        keep = self.keep_energy and self.dynamics.system is self.base.system
        self.motor = engine(self.dynamics, self.choice, self.inputs, self.integrator, keep_energy=keep, watch=watch)
        self.backend = self.motor.backend

    def _settle(self) -> None:
        """Bring the state onto all constraints, also on those that the last choice dropped as redundant.

        Near the end of a choice its rows are nearly dependent, so what its projection leaves is larger in dropped rows;
        ranks and rows are decided on this state next. Without dropped rows there is nothing to bring.
        """
        if not self.used[-1][1].code.dropped_rows:
            return
        y, p, reading = self.state.y, self.dynamics.p, self.dynamics.assembler
        q, v = y[: self.nq], y[self.nq : self.nq + self.nv]
        for _ in range(2):  # from a gap of 1e-8 the first step leaves rounding times the condition
            q += reading.position_step(self.now, q, p)[0]
        v += reading.speed_step(self.now, q, v, p)[0]

    # -- what is done when the loop stops ---------------------------------------------------------------------------

    def trouble(self, status: int) -> Outcome | None:
        """Choose other pivots, or pass a singular configuration; an outcome if neither helps."""
        if status in (at.EVENT, at.EVENT_UNDEFINED):
            assert self.happenings is not None
            return self.happenings.happen(self, status)
        if self.choice is None:
            return stuck(self, status)
        there, why = (float(self.state.clock[at.BEFORE]), self.state.before.copy()), ""
        if status == at.NEW_CHOICE:
            self._settle()
            other = self._fitting(there)
            if other is not None:
                self.renew(other)
                return None
        over = lost_rank_between(self, there)
        if over or self._narrow(there):
            crossing = self._cross()
            if crossing.passed:
                return None
            why = crossing.reason
            if crossing.undetermined and (over or status != at.NEW_CHOICE):
                return undetermined(self, crossing)
        if status != at.NEW_CHOICE:
            return stuck(self, status, why)
        if over:
            return not_passed(self, there, why)
        made = self.dynamics.new_choice(self.state_now(), self.input_now())
        if made.code.margin < NARROW * self._usual_margin:
            self.dynamics.choices.made.remove(made)  # good here only: elsewhere its pivots would always look large
        self.renew(made)
        return None

    def _fitting(self, there: tuple[float, Array]) -> Choice | None:
        """The earlier choice that fits best here, if well, and with which nothing was stepped over since `there`."""
        here = self.arguments(self.now, self.state.y)
        sizes = {np.abs(old.all_ratios(here)).min(initial=np.inf): old for old in self.known if old is not self.choice}
        for fit in sorted(sizes, reverse=True):
            if fit <= COMFORTABLE:
                break
            old = sizes[fit]
            if not self._changed_sides(there, old) and (not old.code.dropped_rows or old.fits(here, COMFORTABLE)):
                return old
        return None

    def _narrow(self, there: tuple[float, Array]) -> bool:
        """Whether the constraints are about to lose rank here, or were a step before."""
        return min(self.margin(self.now, self.state.y), self.margin(*there)) < NARROW * self._usual_margin

    @property
    def _usual_margin(self) -> float:
        return min(1.0, max(choice.code.margin for _, choice in self.used))

    def _cross(self) -> Crossing:
        """Try to pass a singular configuration; without success everything is as it was."""
        refused = self.refused
        if refused is not None and self.now < refused.time + 2 * (refused.time - self.refused_at):
            return refused  # nearer to a place that cannot be passed nothing is seen better
        kept, counts = self.state.arrays(), (at.EVALUATIONS, at.STEPS, at.REJECTED)
        crossing = cross(self)
        if crossing.passed:
            self.crossings.append(crossing)
            self.take(self.choice)
            return crossing
        for name, values in kept.items():
            if name != "clock":
                getattr(self.state, name)[:] = values
        if crossing.undetermined:
            self.refused, self.refused_at = crossing, float(kept["clock"][at.SAFE])
        work = self.state.clock[list(counts)]
        self.state.clock[:] = kept["clock"]
        self.state.clock[list(counts)] = work
        return crossing

    def _changed_sides(self, there: tuple[float, Array], choice: Choice | None) -> bool:
        """Whether signed pivots of a choice have changed sign between an earlier state and this one.

        Where the constraints lose rank, those of every choice do; where only one choice is bad, another's do not.
        """
        assert choice is not None
        sides = [choice.sides(self.arguments(*place)) for place in (there, (self.now, self.state.y))]
        return bool(np.any(sides[0] != sides[1]))

    def renew_inputs(self, inputs: Inputs) -> None:
        """Go on with other inputs from this time on."""
        self.inputs, self._tables, self._inputs = inputs, inputs.tables.ravel(), None
        self.state.clock[at.SEGMENT] = 0.0
        self.jumped()
        self.start_motor()

    def change_mode(self, dynamics: Dynamics) -> None:
        """Go on with other constraints or parameter values, of the same coordinates and speeds."""
        same = dynamics.system is self.dynamics.system
        self.dynamics, self._p = dynamics, dynamics.p.copy()
        self.jumped()
        if self.motor is None or same:
            return  # the run has not begun, or the loop in use serves these values too
        self.used_before += len(self.used) - 1  # a mode is no choice of its own
        self.used, self.known, self.weakest = [], [], np.inf
        for _ in range(2):
            self.state.y[: self.nq] += dynamics.assembler.position_step(self.now, self.state.y[: self.nq], self._p)[0]
        v = self.state.y[self.nq : self.nq + self.nv]
        v += dynamics.assembler.speed_step(self.now, self.state.y[: self.nq], v, self._p)[0]
        self.renew()

    def jumped(self) -> None:
        """What was known of the motion so far says nothing about what follows."""
        self.state.clock[[at.FRESH, at.HISTORY]] = 0.0

    # -- small things --------------------------------------------------------------------------------------------

    @property
    def now(self) -> float:
        """The time (s)."""
        return float(self.state.clock[at.T])

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
        segment, time = min(int(self.state.clock[at.SEGMENT]), len(self.inputs.ends) - 1), self.now if t is None else t
        if self.inputs.constant and self._inputs and self._inputs[0][0] == segment:
            return self._inputs[1]
        if not self._inputs or self._inputs[0] != (segment, time):
            u = np.zeros(max(self.nu, 1))
            self.inputs.callback(np.array([time]), self.inputs.tables[segment], u)
            self._inputs = ((segment, time), u[: self.nu])
        return self._inputs[1]

    def slope(self, t: float, y: Array) -> Array:
        """y' at a state, with the choice in use."""
        assert self.motor is not None
        dy, fit, u = np.zeros(self.size), np.zeros(2), np.zeros(max(self.nu, 1))
        u[: self.nu] = self.input_now(t)
        self.motor.slope(np.array([t]), np.array(y), u, self._p, self.ref, dy, fit)
        return dy

    def margin(self, t: float, y: Array) -> float:
        """Rank margin at a state."""
        return rank_margin(self.dynamics, [t], y[None, : self.nq], y[None, self.nq : self.nq + self.nv])

    def energy(self, y: Array, t: float) -> float:
        """Energy of a state less the works done so far: constant along a motion."""
        system = self.dynamics.system
        function = system.cached("energies", lambda: system.function("energies", [system.kinetic + system.potential]))
        return float(called(function, *self.arguments(t, y))[0].ravel()[0] - np.sum(y[self.nq + self.nv :]))
