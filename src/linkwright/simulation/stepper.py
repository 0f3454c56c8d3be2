"""A machine one step after another, by the compiled time loop that runs use."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from math import inf
from numbers import Real
from typing import Any, NoReturn, final

import numpy as np
from numpy.typing import ArrayLike

from linkwright import codegen
from linkwright.arrays import Array, real_array
from linkwright.codegen import AS_USUAL, NOT_FINITE
from linkwright.dynamics import Dynamics, Refused, State
from linkwright.dynamics.plant import Question
from linkwright.dynamics.stepping import Stepper
from linkwright.dynamics.system import checked_inputs
from linkwright.simulation import workspace as at
from linkwright.simulation.accuracy import engineering
from linkwright.simulation.inputs.inputs import check_inputs
from linkwright.simulation.integrators import Integrator, RungeKutta4
from linkwright.simulation.loop.run import Run
from linkwright.simulation.recipe import Recipe
from linkwright.simulation.simulate import check, check_offered
from linkwright.trajectory import Outcome

WHOLE = 1e-9
"""Share of a fixed step by which a whole number of them may miss the step of a stepper: rounding of decimal numbers."""
DOUBLE = np.dtype(float)
CHANGES = at.Progress.fields["changes"].place


@final
class LoopStepper(Stepper):
    """Steps of the time loop of `simulate`, with inputs that are constant over each.

    With a fixed step, and without events and breaks, the loop makes so many steps of its own and stops; the states are
    those of a run that is projected after every step, to the last bit. Otherwise it halts at t_0 + k step.
    """

    def __init__(self, dynamics: Dynamics, *, step: float, integrator: Integrator | None, duration: float) -> None:
        """Check the settings, all faults at once; `reset` begins."""
        faults = [
            f"{name} = {value!r}: expected a positive number of seconds"
            for name, value in (("step", step), ("duration", duration))
            if not isinstance(value, (float, Real)) or not 0 < value < np.inf
        ]
        if not isinstance(integrator, Integrator | None):
            faults.append(f"integrator = {integrator!r}: expected an object of lw.integrators, or None for RungeKutta4")
        if faults:
            raise ValueError("; ".join(faults))
        method = RungeKutta4(step=float(step)) if integrator is None else integrator
        self._dynamics, self._step, self._duration, self._method = dynamics, float(step), float(duration), method
        self._share = round(self._step / method.fixed_step) if method.fixed_step else 0
        if method.fixed_step and abs(self._share * method.fixed_step - self._step) > WHOLE * method.fixed_step:
            msg = (
                f"step = {step:g} s is no whole number of steps of {method.fixed_step:g} s, which {method.name} makes; "
                "give one that is, or RungeKutta4 with the same step"
            )
            raise ValueError(msg)
        check_offered(dynamics, [Question.JACOBIANS] if method.exact_slopes else [])
        self._shape, self._given = (len(dynamics.inputs),), np.zeros(len(dynamics.inputs))
        self._outcome: Outcome | None = None
        self._run: Run | None = None

    def __reduce__(self) -> NoReturn:
        """Refuse to be pickled: what a stepper works on are addresses of this process."""
        msg = "a Stepper is not pickled: send the Dynamics, which is, and make a stepper of it there"
        raise TypeError(msg)

    @property
    def t(self) -> float:
        """Time (s)."""
        return self._begun.now

    @property
    def state(self) -> State:
        """The state with all quantities by name."""
        return self._dynamics.state(self._q.copy(), self._v.copy(), self.t)

    @property
    def outcome(self) -> Outcome | None:
        """How the motion ended; None while it goes on."""
        return self._outcome

    @property
    def _begun(self) -> Run:
        if self._run is None:
            raise RuntimeError("the stepper has no state yet; begin with stepper.reset(state)")
        return self._run

    def reset(self, state: State | None = None) -> tuple[Array, Array]:
        """Begin at a state, with all inputs zero until the first step."""
        dynamics, method = self._dynamics, self._method
        start = dynamics.assemble() if state is None else state
        check(dynamics, start, self._duration, 2, method)
        dynamics.on_constraints(start)
        end, zero = start.t + self._duration, dict.fromkeys(dynamics.inputs, 0.0)
        inputs = check_inputs(dynamics.equations, zero, start.t, end)
        inputs = replace(inputs, tables=inputs.tables.copy())  # values of its own, which steps write
        self._run = run = Recipe(dynamics, start, inputs, zero, end).run(engineering, method)
        run.workspace.settings.closed_gap = 0.0  # every state that is given out is projected
        self._outcome, self._count, self._start = None, 0, start.t
        layout = dynamics.plant.layout
        self._q, self._v = run.state.y[layout.coordinates], run.state.y[layout.speeds]
        # Whether the loop can be told to make so many steps: else it is told when to halt.
        self._counted = self._share > 0 and len(run.inputs.ends) == 1 and run.event_handler is None
        self._quick = self._counted and Question.PIVOTING in dynamics.plant.offers
        try:
            run.begin()
            self._outcome = run.watch.begin(run)
        except Refused as error:
            self._outcome = _refusal(error, run)
        self._bind()
        return self._q.copy(), self._v.copy()

    def _bind(self) -> None:
        """Take the loop and the inputs that the run has now."""
        run = self._begun
        if run.engine is not None:
            if run.engine.tier is not None:  # many steps are worth optimised code
                run.engine = run.engine.tier.spend(inf) or run.engine
            self._advance, self._slice = run.engine.advance, self._share if self._counted else run.engine.steps_a_slice
        self._workspace = run.workspace
        values = run.inputs.tables[:, 1::2]
        self._values = values[0] if len(values) == 1 else values
        if self._quick and run.engine is not None:
            changes = run.progress.integers[CHANGES : CHANGES + 1]
            inputs = codegen.InputsOf(self._given, self._values, at.SLICE_OVER, changes)
            self._one_step = codegen.repeated_with(self._advance, inputs, run.workspace, self._slice)

    def step(self, u: ArrayLike | Mapping[str, float] = ()) -> tuple[Array, Array]:
        """One step with inputs u."""
        if self._outcome is not None or self._run is None:
            self._refuse()
        # An array of doubles in the right shape is looked at by the step itself; others are looked at closer.
        if not (type(u) is np.ndarray and u.dtype is DOUBLE and u.shape == self._shape):
            u = self._checked(u)
        if self._quick:
            self._given[...] = u
            status = self._one_step()
            if status == AS_USUAL:
                self._count += 1
            else:
                if status == NOT_FINITE:
                    self._checked(u)
                self._count += 1
                self._go_on(status)
        else:
            self._values[:] = self._checked(u)
            self._count += 1
            self._go_on(None)
        return self._q.copy(), self._v.copy()

    def _refuse(self) -> None:
        """Raise where there is no state, or the motion has ended."""
        begun, outcome = self._begun, self._outcome
        assert begun is not None
        assert outcome is not None
        why = f"{outcome.kind}: {outcome.reason}".removesuffix(": ")
        raise RuntimeError(f"the motion has ended at t = {outcome.time:.6g} s ({why}); begin again: stepper.reset(...)")

    def _checked(self, u: Any) -> Array:
        """Inputs in order, or words that say what is wrong with them."""
        equations = self._dynamics.equations
        if isinstance(u, Mapping):
            return checked_inputs(equations, u)
        try:
            found = real_array(u)
        except (TypeError, ValueError):
            found = np.full((), np.nan)
        names = ", ".join(self._dynamics.inputs) or "none"
        if found.shape != self._shape:
            msg = f"u = {u!r:.80}: expected {self._shape[0]} numbers in the order of the inputs ({names})"
            raise ValueError(msg)
        wrong = [self._dynamics.inputs[k] for k in np.flatnonzero(~np.isfinite(found))]
        if wrong:
            raise ValueError(f"u is not finite in {', '.join(wrong)}; the inputs are {names}")
        return found

    def _go_on(self, status: int | None) -> None:
        """Make what is left of a step, after an answer of the loop that is not the usual one, or all of it."""
        run = self._begun
        run.forget_inputs()
        progress = run.progress
        progress.stop = np.inf if self._counted else self._start + self._count * self._step
        due = self._count * self._share
        try:
            while True:
                if status is not None:
                    run.collect_changes()
                    self._outcome = run.watch.look_back(run, status)
                    if status == at.FINISHED and self._outcome is None:
                        self._outcome = Outcome("finished", "", "", run.end)
                    # With a whole number of steps the last may ask for other pivots before the next.
                    done = status == at.HALTED or (status == at.SLICE_OVER and self._counted)
                    if self._outcome is not None or done:
                        return
                    last = run.now, self._q.copy(), self._v.copy()
                    self._outcome = run.act(status)
                    if run.crossings:
                        progress.t, self._q[:], self._v[:] = last
                        self._outcome = _singular(run)
                    elif self._outcome is not None and self._outcome.kind == "failed":
                        self._refuse_standstill(run)
                    self._bind()
                    if self._outcome is not None or (self._counted and progress.steps >= due):
                        return
                limit = due - progress.steps if self._counted else self._slice
                status = int(self._advance(self._workspace, limit))  # type: ignore[call-overload]
        except Refused as error:
            self._outcome = _refusal(error, run)

    def _refuse_standstill(self, run: Run) -> None:
        """Raise where the step that failed has not moved at all: its state would be taken for a new one."""
        outcome = self._outcome
        assert outcome is not None
        if run.now - self._start < (self._count - 1 + WHOLE) * self._step:
            names = self._dynamics.inputs
            given = ", ".join(f"{name} = {value:.6g}" for name, value in zip(names, self._values, strict=True))
            raise ValueError(
                f"u ({given or 'no inputs'}): no step can be made with it at t = {run.now:.6g} s, {outcome.reason}; "
                f"{outcome.remedy}, or give smaller inputs, and begin again: stepper.reset(...)"
            )


def _refusal(error: Refused, run: Run) -> Outcome:
    remedy = "start elsewhere or change the inputs so that the motion avoids this place"
    return Outcome("failed", error.reason, remedy, run.now)


def _singular(run: Run) -> Outcome:
    """What is said where the motion meets a singular configuration, which a run crosses by more than a step."""
    reason = f"the motion passes a singular configuration near t = {run.crossings[-1].time:.6g} s"
    return Outcome("failed", reason, "avoid it, or take lw.simulate, which crosses it", run.now)
