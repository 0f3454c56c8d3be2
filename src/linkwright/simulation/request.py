"""Whether what is asked of a run makes sense; all faults at once, in words."""

from __future__ import annotations

from collections.abc import Sequence
from numbers import Integral, Real
from typing import Any

import numpy as np

from linkwright.arrays import room_faults
from linkwright.dynamics import Dynamics, Refused, State
from linkwright.dynamics.plant import Question, refusal
from linkwright.simulation.accuracy import NAMED, Accuracy, engineering
from linkwright.simulation.integrators import Integrator

MOST_FIXED_STEPS = 1e12
"""Steps of a fixed length that a run may have: more take weeks, and time hardly moves in double precision."""


def asked_for(accuracy: Accuracy | str | None, rtol: float | None, atol: float | None) -> Accuracy:
    """The accuracy asked for, by an object, a name or tolerances."""
    if isinstance(accuracy, str) and accuracy in NAMED:
        accuracy = NAMED[accuracy]
    if accuracy is not None and not isinstance(accuracy, Accuracy):
        msg = f"accuracy {accuracy!r}: expected one of {', '.join(NAMED)}, an Accuracy(rtol, atol), or rtol= and atol="
        raise ValueError(msg)
    base = accuracy or engineering
    if rtol is None and atol is None:
        return base
    relative = base.rtol if rtol is None else rtol
    usual = relative / 100 if isinstance(relative, Real) else base.atol
    return Accuracy(relative, usual if atol is None else atol)


def check(
    dynamics: Dynamics,
    state: State,
    duration: float,
    samples: int,
    integrator: Integrator,
    *,
    in_memory: bool = True,
) -> None:
    """Raise unless machine, state, length and integrator fit each other."""
    faults = []
    if not isinstance(dynamics, Dynamics):
        faults.append(f"dynamics is a {type(dynamics).__name__}; compile equations first")
    if not isinstance(state, State):
        faults.append(f"state is a {type(state).__name__}; dynamics.assemble(...) makes one")
    if not isinstance(duration, Real) or not 0 < duration < np.inf:
        faults.append(f"duration = {duration!r}: expected a positive number of seconds")
    if not isinstance(samples, Integral) or isinstance(samples, bool) or samples < 2:
        faults.append(f"samples = {samples!r}: expected a whole number of at least 2")
    if not isinstance(integrator, Integrator):
        known = "DormandPrince(), DormandPrince8(), RungeKutta4(step=...), Rosenbrock(), Radau()"
        faults.append(f"integrator = {integrator!r}: expected an object of lw.integrators: {known}")
    elif integrator.fixed_step and not faults and duration / integrator.fixed_step > MOST_FIXED_STEPS:
        faults.append(
            f"step = {integrator.fixed_step:g} s over {duration:g} s would be {duration / integrator.fixed_step:.3g} "
            f"steps; take one of at least {duration / MOST_FIXED_STEPS:.3g} s"
        )
    if not faults and (len(state.q), len(state.v)) != (len(dynamics.coordinates), len(dynamics.speeds)):
        faults.append(
            f"the state has {len(state.q)} coordinates and {len(state.v)} speeds, the dynamics "
            f"{len(dynamics.coordinates)} and {len(dynamics.speeds)}; it belongs to another machine"
        )
    if not faults and not (np.isfinite(state.q).all() and np.isfinite(state.v).all()):
        faults.append("the state has entries that are not finite")
    if not faults and in_memory:
        # States as they are computed, and the channels that are read from them: positions, rates, inputs.
        count = 2 * (len(state.q) + len(state.v) + len(dynamics.inputs) + len(dynamics.quantities))
        faults += room_faults(int(samples), count, "take fewer, or let the run go to disk (stream=)")
    if faults:
        raise ValueError("; ".join(faults))


def check_offered(dynamics: Dynamics, questions: Sequence[Question]) -> None:
    """Raise unless the machine's plant offers what a run asks of it; all that it does not at once."""
    plant = dynamics.plant
    faults = [refusal(plant, question).reason for question in questions if question not in plant.offers]
    if faults:
        raise Refused("; ".join(faults))


def check_others(events: Any, checkpoint: Any, progress: Any) -> None:
    """Raise unless the other arguments are of the right kind."""
    faults = []
    if not isinstance(events, Sequence) or isinstance(events, str):
        faults.append(f"events = {events!r:.80}: expected a list of lw.events.Event, also of one")
    if not isinstance(checkpoint, Real) or not float(checkpoint) >= 0:
        faults.append(f"checkpoint = {checkpoint!r}: expected seconds between checkpoints, 0 for one after each slice")
    if progress is not None and not callable(progress):
        faults.append(f"progress = {progress!r}: expected a function that is told the share done, or None")
    if faults:
        raise ValueError("; ".join(faults))
