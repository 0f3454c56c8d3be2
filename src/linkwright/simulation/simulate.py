"""Simulate: from a state and inputs to a trajectory with its outcome and certificate."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from linkwright.dynamics import Dynamics, Refused, State
from linkwright.dynamics.choice import DROPPED, WEAK_PIVOT, Choice, constraint_matrix
from linkwright.dynamics.dynamics import singular, where
from linkwright.dynamics.rank import Array
from linkwright.dynamics.recording import evaluate, record
from linkwright.dynamics.reference import margins
from linkwright.dynamics.system import called
from linkwright.motions import Certificate, Channel, Outcome, Trajectory
from linkwright.simulation.accuracy import NAMED, Accuracy, engineering
from linkwright.simulation.engine import WORKS, Engine, engine
from linkwright.simulation.inputs import InputError, Inputs, checked
from linkwright.simulation.integrators import DormandPrince
from linkwright.simulation.integrators import dormand_prince as dp

LARGEST_IMBALANCE = 1e-4
"""Energy balance (relative) above which a run is not called finished, however loose its tolerances are."""
CLOSE_HAZARD = 0.1
"""Size of a hazard's expression (order 1) below which a run that cannot go on is said to be near it."""
MARGINS = 3
"""Number of saved states at which the rank margin is computed, besides those with the weakest pivots."""


def simulate(
    dynamics: Dynamics,
    state: State,
    *,
    duration: float,
    inputs: Mapping[str, Any] | None = None,
    accuracy: Accuracy | str | None = None,
    rtol: float | None = None,
    atol: float | None = None,
    integrator: DormandPrince | None = None,
    samples: int = 1001,
    progress: Callable[[float], None] | None = None,
) -> Trajectory:
    """Motion of a machine from a state, under inputs, for a duration (s).

    `inputs`: for each input a number, a CasADi expression of `lw.t`, a law or table of `lw.motions` (their jumps are
    hit exactly); a Python function of t works too, through a callback, slower. `accuracy` is an object (default
    `lw.accuracy.engineering`) or `rtol` and `atol` are given. The motion is saved at `samples` evenly spaced times, the
    last at `duration`. What stops a run early is its outcome; what was computed until then is kept.

    >>> import linkwright as lw
    >>> dynamics = lw.compile(lw.formalisms.modular(lw.mechanisms.three_rrr()))
    >>> motion = simulate(dynamics, dynamics.assemble(), duration=0.1, inputs={"A.v": 0.4, "B.v": -0.3, "C.v": 0.2})
    >>> motion.outcome.kind, float(motion.time[-1])
    ('finished', 0.1)
    """
    asked = _accuracy(accuracy, rtol, atol)
    _check(dynamics, state, duration, samples)
    end = state.t + float(duration)
    given = checked(dynamics.system.equations, inputs, state.t, end)
    run = _Run(dynamics, state, end, given, asked, samples)
    outcome = run.go(progress)
    return run.trajectory(outcome, integrator or DormandPrince())


class _Run:
    """One run: the arrays that the time loop works on, and what is done when it stops."""

    def __init__(
        self, dynamics: Dynamics, state: State, end: float, inputs: Inputs, asked: Accuracy, samples: int
    ) -> None:
        system = dynamics.system
        self.dynamics, self.inputs, self.asked = dynamics, inputs, asked
        self.nq, self.nv, self.nu = system.q.numel(), system.n, len(dynamics.inputs)
        self.size = self.nq + self.nv + WORKS
        self.start, self.end = state.t, end
        self.y = np.concatenate([state.q, state.v, np.zeros(WORKS)])
        self.times = np.linspace(state.t, end, samples)
        self.saved = np.zeros((samples, self.size))
        self.saved_u = np.zeros((samples, max(self.nu, 1)))
        self.before, self.worst = self.y.copy(), self.y.copy()
        self.places: list[tuple[float, Array]] = []
        self.k = np.zeros(7 * self.size)
        self.work = np.zeros(3 * self.size + self.nu + 8)
        self.clock = np.zeros(dp.CLOCK_SIZE)
        self.clock[[dp.T, dp.BEFORE, dp.WORST, dp.END, dp.FIT, dp.LAST_ERROR]] = (
            state.t,
            state.t,
            state.t,
            end,
            np.inf,
            1e-4,
        )
        self.notes: list[str] = []
        self.used: list[tuple[float, Choice]] = []
        self.backend = ""

    # -- the loop ------------------------------------------------------------------------------------------------

    def go(self, progress: Callable[[float], None] | None) -> Outcome:
        """Run to the end, or as far as it goes."""
        try:
            self._begin()
            motor = self._engine()
            while True:
                status = self._slice(motor)
                if progress is not None:
                    progress((self.clock[dp.T] - self.start) / (self.end - self.start))
                if status == dp.FINISHED:
                    return Outcome("finished", "", "", self.end)
                if status == dp.NEW_CHOICE:
                    motor = self._engine()
                    if self._stepped_over():
                        return self._over()
                elif status != dp.SLICE_OVER:
                    return self._stuck(status)
        except KeyboardInterrupt:
            return Outcome(
                "stopped",
                "interrupted from the keyboard",
                "what was computed until then is kept; run again for the rest",
                self._now(),
            )
        except InputError as error:
            return Outcome(
                "failed", str(error), "correct the function, or give a law or an expression of lw.t", self._now()
            )
        except Refused as error:
            return Outcome(
                "failed",
                error.reason,
                "start elsewhere or change the inputs so that the motion avoids this place",
                self._now(),
            )

    def _begin(self) -> None:
        """The first sample is the state given; the first step follows from the size of the slopes there."""
        state, u = self._state(), self._input_now()
        vdot = self.dynamics.accelerations(state, u)
        rate = np.concatenate([np.abs(state.v), np.abs(vdot)])
        scale = self.asked.atol + self.asked.rtol * np.concatenate([np.abs(state.v), np.abs(state.v)])
        size = float(np.sqrt(np.mean((rate / scale) ** 2)))
        span = self.end - self.start
        self.clock[dp.H] = min(span, max(1e-9 * span, 0.5 / max(size, 1e-300) ** 0.2 * min(span, 0.1)))
        self.saved[0], self.saved_u[0, : self.nu] = self.y, u
        self.clock[dp.SAMPLE] = 1.0

    def _engine(self) -> Engine:
        """The time loop around a choice that fits here; a run that asks twice at one place is at a singular one."""
        choice = None
        if self.dynamics.join.compiled:
            choice = self.dynamics.choice_at(self._state(), self._input_now())
            if self.used and self.used[-1] == (self._now(), choice):
                raise singular(self.dynamics, self._state())
            self.used.append((self._now(), choice))
        self.places.append((float(self.clock[dp.WORST]), self.worst.copy()))
        motor = engine(self.dynamics, choice, self.inputs)
        self.backend = motor.backend
        self.clock[dp.FRESH] = 0.0
        self.clock[dp.FIT] = np.inf
        return motor

    def _stepped_over(self) -> bool:
        """Whether the constraints lost rank inside the last step.

        Where they do, every choice of pivots changes sign; where only the old choice was bad, the new one does not.
        """
        if not self.used:
            return False
        choice, u, p = self.used[-1][1], self._input_now(), self.dynamics.p
        sides = [
            choice.sides((t, y[: self.nq], y[self.nq : self.nq + self.nv], u, p))
            for t, y in ((self._now(), self.y), (float(self.clock[dp.BEFORE]), self.before))
        ]
        return bool(np.any(sides[0] != sides[1]))

    def _over(self) -> Outcome:
        """Stop before a singular configuration that a step went over: how the motion goes on is not determined."""
        t, after = float(self.clock[dp.BEFORE]), self._now()
        self.y[:] = self.before
        self.clock[dp.T] = t
        self.clock[dp.SAMPLE] = float(np.searchsorted(self.times, t, side="right"))
        state = self.dynamics.state(self.y[: self.nq], self._speeds(), t)
        hazards = "; ".join(words for _, words in self.dynamics.system.hazards)
        cause = "the constraints lose rank there, and more than one motion can follow"
        reason = (
            f"a singular configuration lies between t = {t:.6g} s ({where(self.dynamics, state)}) and t = {after:.6g} "
            f"s: {cause}{f' (or {hazards})' if hazards else ''}"
        )
        return Outcome("failed", reason, "choose inputs or a start that keep away from it", t)

    def _slice(self, motor: Engine) -> int:
        return int(  # type: ignore[call-overload, no-any-return]  # a compiled loop gives an int
            motor.advance(
                self.clock,
                self.y,
                self.nq,
                self.size,
                self.nu,
                self.asked.rtol,
                self.asked.atol,
                WEAK_PIVOT,
                DROPPED,
                self.dynamics.p.copy(),
                motor.weights.copy(),
                self.inputs.ends,
                self.inputs.lasts,
                self.inputs.tables.ravel(),
                self.inputs.tables.shape[1],
                self.times,
                len(self.times),
                self.saved.reshape(-1),
                self.saved_u.reshape(-1),
                self.before,
                self.worst,
                self.k,
                self.work,
                motor.steps_a_slice,
            )
        )

    def _stuck(self, status: int) -> Outcome:
        """Why the loop could not go on: near a singular configuration, or something that does not resolve."""
        state = self.dynamics.state(self.y[: self.nq], self._speeds(), self._now())
        margin = rank_margin(self.dynamics, [state.t], state.q[None], state.v[None])
        place = where(self.dynamics, state)
        what = (
            "the step became too small" if status == dp.STEP_TOO_SMALL else "the constraints could not be met any more"
        )
        hazards = self.dynamics.hazards_near(state, self._input_now(), CLOSE_HAZARD)
        if hazards:
            reason = f"{what} at {place}, near where {'; '.join(hazards)}"
            return Outcome("failed", reason, "choose inputs or a start that keep away from it", self._now())
        if margin < 1e-3:
            reason = f"{what} near a singular configuration (rank margin {margin:.3g}) at {place}"
            return Outcome("failed", reason, "choose inputs or a start that keep away from it", self._now())
        reason = f"{what} at {place}"
        return Outcome(
            "failed",
            reason,
            "check inputs for jumps that are not breaks of a law, stiff parts, or ask for less accuracy",
            self._now(),
        )

    # -- small things --------------------------------------------------------------------------------------------

    def _now(self) -> float:
        return float(self.clock[dp.T])

    def _speeds(self) -> Array:
        return self.y[self.nq : self.nq + self.nv]

    def _state(self) -> State:
        return State(self._now(), self.y[: self.nq], self._speeds())

    def _input_now(self) -> Array:
        segment = min(int(self.clock[dp.SEGMENT]), len(self.inputs.ends) - 1)
        u = np.zeros(max(self.nu, 1))
        self.inputs.callback(np.array([self._now()]), self.inputs.tables[segment], u)
        return u[: self.nu]

    # -- the result ----------------------------------------------------------------------------------------------

    def trajectory(self, outcome: Outcome, integrator: DormandPrince) -> Trajectory:
        """Everything computed so far as a trajectory with its certificate."""
        dynamics = self.dynamics
        count = max(1, int(self.clock[dp.SAMPLE]))
        time, Y, U = self.times[:count].copy(), self.saved[:count], self.saved_u[:count, : self.nu]
        if count == 1 and not self.saved[0].any():
            Y = self.y[None]
        if not outcome.finished and self._now() > time[-1]:
            time, Y = np.append(time, self._now()), np.vstack([Y, self.y])
            U = np.vstack([U, self._input_now()])
        Q, V = Y[:, : self.nq], Y[:, self.nq : self.nq + self.nv]
        works = Y[:, self.nq + self.nv :]
        read = evaluate(dynamics.system, time, Q, V, U, dynamics.p)
        energy = read[4].sum(axis=1)
        error = energy - energy[0] - works.sum(axis=1)
        scale = max(float(np.max(np.abs(x), initial=0.0)) for x in (read[4][:, 0], energy, *works.T))
        if self.inputs.calls:
            self.notes.append(
                "inputs given as Python functions run through a callback, slower than laws or expressions of lw.t"
            )
        if dynamics.system.moving_constraints:
            self.notes.append("moving constraints do work; it is part of the energy balance")
        off = float(np.max(np.abs(error))) / scale if scale > 0 else 0.0
        if outcome.finished and not off <= max(LARGEST_IMBALANCE, 1e4 * self.asked.rtol):
            worst = time[int(np.argmax(np.abs(error) > 0.5 * np.max(np.abs(error))))]
            reason = f"the energy balance is off by {off:.3g} of the energy in play, first at about t = {worst:.6g} s"
            remedy = (
                "do not use this result; a singular configuration nearby is the usual cause: choose another path, or "
                "ask for more accuracy"
            )
            outcome = Outcome("failed", reason, remedy, self.end)
        few = _spread(len(time))
        places = [*zip(time[few], Y[few], strict=True), *self.places, (float(self.clock[dp.WORST]), self.worst)]
        seen = [place for place in places if place[0] <= time[-1]]
        margin = rank_margin(
            dynamics,
            [t for t, _ in seen],
            np.array([y[: self.nq] for _, y in seen]),
            np.array([y[self.nq : self.nq + self.nv] for _, y in seen]),
        )
        certificate = Certificate(
            rtol=self.asked.rtol,
            atol=self.asked.atol,
            integrator=integrator.name,
            position_residual=float(np.max(np.abs(read[2]), initial=0.0)),
            velocity_residual=float(np.max(np.abs(read[3]), initial=0.0)),
            energy_error=off,
            rank_margin=margin,
            steps=int(self.clock[dp.STEPS]),
            rejected=int(self.clock[dp.REJECTED]),
            evaluations=int(self.clock[dp.EVALUATIONS]),
            choices=len(self.used),
            backend=self.backend,
            notes=tuple(self.notes),
        )
        extra = {
            "energy.source": Channel(works[:, 0], "J", "work of the inputs since the start"),
            "energy.loss": Channel(works[:, 1], "J", "work of dampers and resistances since the start"),
            "energy.error": Channel(error, "J", "energy balance: what is left over"),
        }
        return record(
            dynamics,
            time,
            Q,
            V,
            U,
            outcome=outcome,
            certificate=certificate,
            extra=extra,
            read=read,
            provenance={"question": "simulation", "duration": self.end - self.start},
        )


def rank_margin(dynamics: Dynamics, time: Array | Sequence[float], Q: Array, V: Array) -> float:
    """Smallest rank margin over some states (rows of Q, V): 0 where rank is lost, 1 where there are no constraints."""
    system = dynamics.system
    if not system.m:
        return 1.0
    k = len(time)
    mapped = system.cached(("A", k), lambda: constraint_matrix(system).map(k))
    A = called(mapped, time, Q.T, V.T, np.repeat(dynamics.p[:, None], k, axis=1))[0]
    A = A.reshape(system.m, k, system.n).transpose(1, 0, 2)
    found, margin = margins(system.modules, A)
    return float(np.min(np.where(found >= dynamics.choices.generic_rank, margin, 0.0)))


def _spread(count: int) -> list[int]:
    return sorted({int(k) for k in np.linspace(0, count - 1, min(MARGINS, count))})


def _accuracy(accuracy: Accuracy | str | None, rtol: float | None, atol: float | None) -> Accuracy:
    if isinstance(accuracy, str):
        if accuracy not in NAMED:
            msg = f"accuracy {accuracy!r}: expected one of {', '.join(NAMED)}, or an Accuracy(rtol, atol)"
            raise ValueError(msg)
        accuracy = NAMED[accuracy]
    base = accuracy or engineering
    if rtol is None and atol is None:
        return base
    return Accuracy(base.rtol if rtol is None else rtol, (rtol or base.rtol) / 100 if atol is None else atol)


def _check(dynamics: Dynamics, state: State, duration: float, samples: int) -> None:
    faults = []
    if not isinstance(dynamics, Dynamics):
        faults.append(f"dynamics is a {type(dynamics).__name__}; compile equations first")
    if not isinstance(state, State):
        faults.append(f"state is a {type(state).__name__}; dynamics.assemble(...) makes one")
    if not isinstance(duration, (int, float)) or not 0 < duration < float("inf"):
        faults.append(f"duration = {duration!r}: expected a positive number of seconds")
    if not isinstance(samples, int) or samples < 2:
        faults.append(f"samples = {samples!r}: expected a whole number of at least 2")
    if not faults and (len(state.q), len(state.v)) != (len(dynamics.coordinates), len(dynamics.speeds)):
        faults.append(
            f"the state has {len(state.q)} coordinates and {len(state.v)} speeds, the dynamics "
            f"{len(dynamics.coordinates)} and {len(dynamics.speeds)}; it belongs to another machine"
        )
    if not faults and not (np.isfinite(state.q).all() and np.isfinite(state.v).all()):
        faults.append("the state has entries that are not finite")
    if faults:
        raise ValueError("; ".join(faults))
