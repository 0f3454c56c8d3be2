"""Simulate: from a state and inputs to a trajectory with its outcome and certificate."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from linkwright.dynamics import Dynamics, State
from linkwright.dynamics.large import LargeDynamics
from linkwright.motions import Trajectory
from linkwright.simulation.accuracy import NAMED, Accuracy, engineering
from linkwright.simulation.events import Event
from linkwright.simulation.events_run import happenings
from linkwright.simulation.inputs import checked
from linkwright.simulation.integrators import DormandPrince, DormandPrince8, Integrator
from linkwright.simulation.large_simulate import large_faults, large_simulate
from linkwright.simulation.result import trajectory
from linkwright.simulation.result_settings import settings
from linkwright.simulation.run import Run
from linkwright.simulation.streaming import EVERY, Stream
from linkwright.simulation.streaming_window import Window

MANY_BREAKS = 100
"""With more breaks of the inputs than this steps are short anyway, and the default is the cheaper step of order 5."""


def simulate(
    dynamics: Dynamics,
    state: State,
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
    dense: bool = False,
    stream: str | os.PathLike[str] | None = None,
    checkpoint: float = EVERY,
    progress: Callable[[float], None] | None = None,
) -> Trajectory:
    """Motion of a machine from a state, under inputs, for a duration (s).

    `inputs`: for each input a number, a CasADi expression of `lw.t`, a law or table of `lw.motions` (their jumps are
    hit exactly); a Python function of t works too, through a callback, slower. `accuracy` is an object (default
    `lw.accuracy.engineering`) or `rtol` and `atol` are given. `integrator` is an object of `lw.integrators` (default
    `DormandPrince8()`, or `DormandPrince()` for inputs with many breaks); `keep_energy` keeps the energy balance over
    long runs without trend. The motion is saved at `samples` evenly spaced times, the last at `duration`. What stops a
    run early is its outcome; what was computed until then is kept. `events` (`lw.events`) stop the run, are recorded,
    switch inputs or let speeds jump.

    With `dense` every step of the integrator has samples of its own instead (`Trajectory.resample` then gives the
    motion at any time, to the integrator's order). With `stream`, a path that ends in .parquet or .csv, the run goes to
    disk as it is computed and memory stays bounded: what is returned has at most 10,001 samples, the file all of them;
    a run that was killed goes on from its last checkpoint with `lw.simulation.resume`. Checkpoints are `checkpoint`
    seconds of the wall clock apart.

    >>> import linkwright as lw
    >>> dynamics = lw.compile(lw.formalisms.modular(lw.mechanisms.three_rrr()))
    >>> motion = simulate(dynamics, dynamics.assemble(), duration=0.1, inputs={"A.v": 0.4, "B.v": -0.3, "C.v": 0.2})
    >>> motion.outcome.kind, float(motion.time[-1])
    ('finished', 0.1)
    """
    asked = _accuracy(accuracy, rtol, atol)
    method = DormandPrince8() if integrator is None else integrator
    _check(dynamics, state, duration, samples, method, keep_energy=keep_energy)
    if isinstance(dynamics, LargeDynamics):
        others = {"events": events, "keep_energy": keep_energy, "dense output": dense, "streaming": stream is not None}
        faults = large_faults(dynamics, method, others)
        if faults:
            raise ValueError("; ".join(faults))
    if stream is not None and (events or dynamics.system.equations.switched):
        raise ValueError(
            "a run with events, dry friction or stops cannot be streamed yet: checkpoints do not keep them; leave out "
            "one of both"
        )
    if not isinstance(checkpoint, (int, float)) or not checkpoint >= 0:
        raise ValueError(
            f"checkpoint = {checkpoint!r}: expected seconds between checkpoints, 0 for one after each slice"
        )
    end = state.t + float(duration)
    given = checked(dynamics.system.equations, inputs, state.t, end)
    if integrator is None and len(given.ends) > MANY_BREAKS:
        method = DormandPrince()
    if isinstance(dynamics, LargeDynamics):
        return large_simulate(
            dynamics, state, given, inputs, end=end, asked=asked, integrator=method, samples=samples, progress=progress
        )
    run = Run(
        dynamics,
        state,
        given,
        end=end,
        asked=asked,
        samples=2 if dense or stream is not None else samples,
        integrator=method,
        keep_energy=keep_energy,
        happenings=happenings(dynamics, events, inputs or {}),
    )
    told = settings(run, inputs, samples, dense=dense, events=len(events))
    if stream is not None:
        streamed = Stream(run, stream, told, checkpoint)
        streamed.begin()
        return streamed.go(progress)
    return trajectory(run, run.go(progress, Window(run, None).grow if dense else None), told)


def _accuracy(accuracy: Accuracy | str | None, rtol: float | None, atol: float | None) -> Accuracy:
    if isinstance(accuracy, str) and accuracy in NAMED:
        accuracy = NAMED[accuracy]
    if accuracy is not None and not isinstance(accuracy, Accuracy):
        msg = f"accuracy {accuracy!r}: expected one of {', '.join(NAMED)}, an Accuracy(rtol, atol), or rtol= and atol="
        raise ValueError(msg)
    base = accuracy or engineering
    if rtol is None and atol is None:
        return base
    return Accuracy(base.rtol if rtol is None else rtol, (rtol or base.rtol) / 100 if atol is None else atol)


def _check(
    dynamics: Dynamics, state: State, duration: float, samples: int, integrator: Integrator, *, keep_energy: bool
) -> None:
    faults = []
    if not isinstance(dynamics, Dynamics):
        faults.append(f"dynamics is a {type(dynamics).__name__}; compile equations first")
    if not isinstance(state, State):
        faults.append(f"state is a {type(state).__name__}; dynamics.assemble(...) makes one")
    if not isinstance(duration, (int, float)) or not 0 < duration < float("inf"):
        faults.append(f"duration = {duration!r}: expected a positive number of seconds")
    if not isinstance(samples, int) or samples < 2:
        faults.append(f"samples = {samples!r}: expected a whole number of at least 2")
    if not isinstance(integrator, Integrator):
        known = "DormandPrince(), DormandPrince8(), RungeKutta4(step=...), Rosenbrock(), Radau()"
        faults.append(f"integrator = {integrator!r}: expected an object of lw.integrators: {known}")
    if isinstance(dynamics, Dynamics) and isinstance(integrator, Integrator) and not dynamics.join.compiled:
        if integrator.exact_slopes:
            faults.append(
                f"{integrator.name} needs exact Jacobians, which {dynamics.join!r} on LAPACK does not give; compile "
                "with lw.joins.Complement() or lw.joins.Multipliers(), or use an explicit integrator"
            )
        if keep_energy:
            faults.append(f"keep_energy needs a compiled join, not {dynamics.join!r}; use lw.joins.Complement()")
    if not faults and (len(state.q), len(state.v)) != (len(dynamics.coordinates), len(dynamics.speeds)):
        faults.append(
            f"the state has {len(state.q)} coordinates and {len(state.v)} speeds, the dynamics "
            f"{len(dynamics.coordinates)} and {len(dynamics.speeds)}; it belongs to another machine"
        )
    if not faults and not (np.isfinite(state.q).all() and np.isfinite(state.v).all()):
        faults.append("the state has entries that are not finite")
    if faults:
        raise ValueError("; ".join(faults))
