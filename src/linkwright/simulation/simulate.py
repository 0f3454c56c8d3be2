"""Simulate: from a state and inputs to a trajectory with its outcome and certificate."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from numbers import Integral, Real
from typing import Any

import numpy as np

from linkwright.arrays import Array, room_faults
from linkwright.closed_loop import ClosedLoop, LoopState
from linkwright.control import Diagram
from linkwright.dynamics import Dynamics, Refused, State
from linkwright.dynamics.plant import Question, refusal
from linkwright.kinds import checked_but
from linkwright.simulation.accuracy import NAMED, Accuracy, engineering
from linkwright.simulation.events.event import Event
from linkwright.simulation.inputs.inputs import check_inputs
from linkwright.simulation.integrators import DormandPrince, DormandPrince8, Integrator
from linkwright.simulation.recipe import Recipe, check_others
from linkwright.simulation.results.event_data import event_settings
from linkwright.simulation.results.identity import identity
from linkwright.simulation.results.settings import settings
from linkwright.simulation.results.trajectory import trajectory, unlink
from linkwright.simulation.results.window import Window
from linkwright.simulation.sampling.control import RunControl, control_of, initial_commands
from linkwright.simulation.sensitivities import Directions, History, directions_of, refuse_differentiation
from linkwright.simulation.storage.stream import EVERY, Stream
from linkwright.trajectory import Sample, Trajectory
from linkwright.trajectory.samples import Deferred

MOST_FIXED_STEPS = 1e12
"""Steps of a fixed length that a run may have: more take weeks, and time hardly moves in double precision."""


def tolerances_of(accuracy: Accuracy | str | None, rtol: float | None, atol: float | None) -> Accuracy:
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
    usual = relative / 100 if isinstance(relative, (float, Real)) else base.atol
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
        faults.append(
            f"machine is a {type(dynamics).__name__}, expected a Dynamics or ClosedLoop; compile equations first"
        )
    if not isinstance(state, State):
        faults.append(f"state is a {type(state).__name__}; dynamics.assemble(...) makes one")
    if not isinstance(duration, (float, Real)) or not 0 < duration < np.inf:
        faults.append(f"duration = {duration!r}: expected a positive number of seconds")
    if not isinstance(samples, (int, Integral)) or isinstance(samples, bool) or samples < 2:
        faults.append(f"samples = {samples!r}: expected a whole number of at least 2")
    if not isinstance(integrator, Integrator):
        known = "DormandPrince(), DormandPrince8(), RungeKutta4(step=...), Rosenbrock(), Radau()"
        faults.append(f"integrator = {integrator!r}: expected an object of lw.integrators: {known}")
    elif integrator.fixed_step and not faults and duration / integrator.fixed_step > MOST_FIXED_STEPS:
        faults.append(
            f"step = {integrator.fixed_step:g} s over {duration:g} s would be {duration / integrator.fixed_step:.3g} "
            f"steps; take one of at least {duration / MOST_FIXED_STEPS:.3g} s"
        )
    if not faults:
        faults += dynamics.plant.faults_of(state)
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


MANY_BREAKS = 100
"""With more breaks of the inputs than this steps are short anyway, and the default is the cheaper step of order 5."""


@checked_but(
    "machine",
    "state",
    "duration",
    "inputs",
    "integrator",
    "samples",
    "events",
    "signals",
    "accuracy",
    "rtol",
    "atol",
    "checkpoint",
)
def simulate(
    machine: Dynamics | ClosedLoop,
    state: State | LoopState | Sample,
    *,
    duration: float,
    inputs: Mapping[str, Any] | None = None,
    accuracy: Accuracy | str | None = None,
    rtol: float | None = None,
    atol: float | None = None,
    integrator: Integrator | None = None,
    keep_energy: bool = False,
    samples: int = 1001,
    events: Sequence[Event] = (),
    signals: Sequence[str] | None = None,
    sensitivities: Sequence[str] = (),
    adjoint: bool = False,
    dense: bool = False,
    stream: str | os.PathLike[str] | None = None,
    checkpoint: float = EVERY,
    progress: Callable[[float], None] | None = None,
) -> Trajectory:
    """Motion of a machine from a state, under inputs, for a duration (s).

    `machine` is a Dynamics, or a ClosedLoop: then inputs are its references, and inputs of the machine that no block
    commands; it begins with its blocks at their initial states, or from a `closed_loop.steady_state(state)`. `state`
    may be a sample of another run of the machine, `trajectory.state(-1)`: the run goes on from there, time included.

    `inputs`: for each input a number, a CasADi expression of `lw.t`, a law or table of `lw.laws` (their jumps are
    hit exactly); a Python function of t works too, through a callback, slower. `accuracy` is an object (default
    `lw.accuracy.engineering`) or `rtol` and `atol` are given. `integrator` is an object of `lw.integrators` (default
    `DormandPrince8()`, or `DormandPrince()` for inputs with many breaks); `keep_energy` keeps the energy balance over
    long runs without trend. The motion is saved at `samples` evenly spaced times, the last at `duration`. What stops a
    run early is its outcome; what was computed until then is kept. `events` (`lw.events`) stop the run, are recorded,
    switch inputs or let speeds jump. `signals` names outputs of blocks that are kept at every instant
    (`Trajectory.signal`); all are, as long as they are few enough.

    `sensitivities` names parameters of the machine, gains (`axis1.speed.kp`) and values at the start (`x(0)`, `x'(0)`):
    the run is differentiated by them, each of its steps, projections, instants and events, and
    `Trajectory.sensitivity(channel, parameter)` has the derivatives. With `adjoint` the run keeps where each step and
    instant began, and `Trajectory.gradient(slopes, by=[...])` goes back over it: the derivatives of one scalar by any
    number of parameters, gains and values at the start, in the time of a few runs.

    With `dense` every step of the integrator has samples of its own instead (`Trajectory.resample` then gives the
    motion at any time, to the integrator's order). With `stream`, a path that ends in .parquet or .csv, the run goes to
    disk as it is computed and memory stays bounded: what is returned has at most 10,001 samples, the file all of them;
    a run that was killed goes on from its last checkpoint with `lw.simulation.resume`. Checkpoints are `checkpoint`
    seconds of the wall clock apart.

    >>> import linkwright as lw
    >>> dynamics = lw.compile(lw.formalisms.modular(lw.mechanisms.three_rrr()))
    >>> trajectory = simulate(dynamics, dynamics.assemble(), duration=0.1, inputs={"A.v": 0.4, "B.v": -0.3, "C.v": 0.2})
    >>> trajectory.outcome.kind, float(trajectory.time[-1])
    ('finished', 0.1)
    """
    dynamics, loop = (machine.dynamics, machine) if isinstance(machine, ClosedLoop) else (machine, None)
    if isinstance(state, Sample):
        state = _state_of(state, dynamics, loop)
    started = state if isinstance(state, LoopState) else None
    if isinstance(state, LoopState):
        state = state.state
    method = DormandPrince8() if integrator is None else integrator
    tolerances = tolerances_of(accuracy, rtol, atol)
    in_memory = stream is None and not dense
    check(dynamics, state, duration, samples, method, in_memory=in_memory)
    check_others(events, checkpoint)
    questions = (
        (Question.JACOBIANS, method.exact_slopes),
        (Question.KEEP_ENERGY, keep_energy),
        (Question.EVENTS, bool(events)),
        (Question.STREAM, stream is not None),
        (Question.SAMPLED, loop is not None),
    )
    check_offered(dynamics, [question for question, wanted in questions if wanted])
    samples, end = int(samples), state.t + float(duration)
    control: RunControl | None = None
    if loop is None:
        if not isinstance(inputs, Mapping | None):
            raise TypeError(
                f"simulate: inputs = {inputs!r:.80}: expected a mapping of names to numbers, laws or functions"
            )
        if signals is not None:
            raise ValueError(f"signals = {signals!r:.80}: a Dynamics has no blocks; give a ClosedLoop")
        shown = kept = dict(inputs or {})
        given = check_inputs(dynamics.equations, kept, state.t, end)
        instants = 0.0
    else:
        control, given, shown = control_of(loop, inputs, (state.t, end), signals)
        if started is not None:
            control = replace(control, memory=started.memory)
        kept = {name: value for name, value in shown.items() if name in dynamics.inputs} | initial_commands(loop)
        instants = loop.program.schedule.rate * float(duration)
    if integrator is None and len(given.jumps) + instants > MANY_BREAKS:
        method = DormandPrince()
    again = partial(  # the same run on the machine compiled again, should this one be gone when it is asked for more
        _again, None if loop is None else (loop.diagram, dict(loop.given), dict(loop.counts)), state=started or state,
        duration=duration,
        inputs=dict(inputs or {}), accuracy=tolerances, integrator=method, keep_energy=keep_energy, samples=samples,
        events=tuple(events), signals=signals, dense=dense,
    )  # fmt: skip
    directions: Directions | History | None = None
    other = {"keep_energy": keep_energy, "dense": dense, "stream": stream is not None}
    if adjoint:
        refuse_differentiation(machine, "adjoint", other | {"sensitivities": bool(len(sensitivities))}, method)
        directions = History(dynamics.plant.layout.size, dynamics.p.size)
    elif len(sensitivities):
        directions = directions_of(machine, state, sensitivities, method, other=other)
    recipe = Recipe(dynamics, state, given, kept, end, keep_energy, events, control)
    run = recipe.run(tolerances, method, 2 if dense or stream is not None else samples, directions=directions)
    settings_later = Deferred(
        lambda: (
            settings(run, state, shown, samples, dense=dense, events=len(events))
            | event_settings(dynamics, events, kept, state, end)
            | {"identity": identity(dynamics, shown, events, control)}
        )
    )
    if stream is not None:
        streamed = Stream(run, recipe, stream, settings_later.value, checkpoint)
        streamed.begin()
        return streamed.go(progress)
    motion = trajectory(run, run.go(progress, Window(run, None).grow if dense else None), settings_later, recipe)
    called = bool(given.calls) or (control is not None and bool(control.references.calls))
    return _complete(motion, dynamics, again, now=called)


def _state_of(sample: Sample, dynamics: Dynamics, loop: ClosedLoop | None) -> State:
    """The state of a machine at a sample of another run of it."""
    if not isinstance(dynamics, Dynamics):
        raise TypeError(f"a {type(dynamics).__name__} cannot be simulated; expected a Dynamics or a ClosedLoop")
    if loop is not None:
        raise ValueError(
            "a trajectory has no states of blocks, so a run under control cannot go on from it; begin with blocks at "
            "their initial states, simulate(closed_loop, dynamics.state_at(trajectory, time), ...), or run once"
        )
    return dynamics.state_at(sample.trajectory, sample.time)


def _again(
    control: tuple[Diagram, dict[str, float], dict[str, Array]] | None, dynamics: Dynamics, **options: Any
) -> Trajectory:
    """A run made again on a machine that was compiled again."""
    return simulate(dynamics if control is None else ClosedLoop(dynamics, *control), **options)


def _complete(
    motion: Trajectory, dynamics: Dynamics, again: Callable[[Dynamics], Trajectory], *, now: bool
) -> Trajectory:
    """The trajectory without its machine; completed now where inputs are functions: they may answer otherwise later."""
    if now:
        _ = motion.certificate, motion.provenance  # both are made when they are first read
    return unlink(dynamics, motion, again)
