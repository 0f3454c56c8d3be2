"""From a run to its trajectory, with outcome and certificate."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from linkwright.arrays import Array
from linkwright.dynamics.answers.record import record
from linkwright.dynamics.system.readings import read_states
from linkwright.simulation.loop import workspace as at
from linkwright.simulation.loop.rank_margin import rank_margin
from linkwright.simulation.loop.run import SHARE, Run
from linkwright.simulation.recipe import Making
from linkwright.simulation.results.distance import Samples
from linkwright.simulation.results.energy_audit import ERROR, GAP, SLIP, Tally, energy_balance
from linkwright.simulation.results.error_estimate import measured
from linkwright.simulation.results.stiffness import stiff_words
from linkwright.simulation.singularities.crossing import Crossing
from linkwright.trajectory import Certificate, Channel, Outcome, Trajectory
from linkwright.trajectory.lazy import Deferred, Lazy
from linkwright.trajectory.resampling import DENSE
from linkwright.trajectory.verdict import judged, largest_error

LARGEST_IMBALANCE = 1e-4
"""Energy balance (relative) above which a run is not called finished, however loose its tolerances are."""


def trajectory(run: Run, outcome: Outcome, asked: Deferred[dict[str, Any]], making: Making) -> Trajectory:
    """Everything computed so far as a trajectory with its certificate; `asked` are the settings of the run.

    What takes longer than a short run itself, the provenance and the certificate with rank margins and error (by a twin
    of the run, which `making` makes), is made when it is first asked for, from the states that are kept here.
    """
    dynamics, progress = run.base, run.progress
    count = max(1, progress.sample)
    time, Y, U = run.times[:count], run.saved[:count], run.saved_inputs[:count, : run.nu]
    if count == 1 and not run.saved[0].any():
        Y = run.state.y[None]
    if (not outcome.finished or run.settings.nodes) and run.now > time[-1]:
        time, Y = np.append(time, run.now), np.vstack([Y, run.state.y])
        U = np.vstack([U, run.input_now()])
    Q, V, works, counted = np.split(Y, np.cumsum([run.nq, run.nv, at.WORKS]), axis=1)
    read = read_states(dynamics.system, time, Q, V, U, dynamics.p)
    tally = Deferred(lambda: Tally.of(time, read, works))
    error, scale = energy_balance(read, works)
    balanced = np.abs(error).max() <= largest_imbalance(run) * scale
    ended = outcome if balanced else judged_outcome(run, outcome, tally.value)
    samples = Samples(len(Y), lambda first, end: np.column_stack([time[first:end], Y[first:end]]))
    return record(
        dynamics,
        time,
        Q,
        V,
        U,
        outcome=ended,
        certificate=Deferred(lambda: certified(run, ended, tally.value, (time[[0, -1]], Y[[0, -1]]), making, samples)),
        extra=energy_channels(works, error),
        readings=read,
        counted=counted,
        provenance=Deferred(lambda: provenance(run, asked.value)),
    )


def provenance(run: Run, asked: Mapping[str, Any]) -> dict[str, Any]:
    """What is said of a run besides where its machine came from."""
    nodes = run.settings.nodes
    dense = {DENSE: nodes} if nodes else {}
    return {"question": "simulation", "duration": run.end - run.start, "run": asked, **dense, **_happened(run)}


ENERGIES = {
    "energy.source": "work of the inputs since the start",
    "energy.loss": "work of dampers and resistances since the start",
    "energy.error": "energy balance: what is left over",
}


def energy_channels(works: Array, error: Array) -> Lazy[Channel]:
    """Channels of works and of the energy balance."""
    values = {"energy.source": works[:, 0], "energy.loss": works[:, 1], "energy.error": error}
    return Lazy(ENERGIES, lambda name: Channel(values[name], "J", ENERGIES[name]))


def largest_imbalance(run: Run) -> float:
    """Energy balance (relative) above which a run is not called finished."""
    return max(LARGEST_IMBALANCE, 1e4 * run.asked.rtol)


def certified(
    run: Run,
    outcome: Outcome,
    tally: Tally,
    ends: tuple[Array, Array],
    making: Making,
    samples: Samples,
) -> Certificate:
    """The certificate of a run, judged; `ends` are time and state of its first and last sample."""
    progress, fixed = run.progress, run.integrator.fixed_step
    tally.include(float(progress.largest_work))
    drift = tally.drift(progress.steps)
    certificate = Certificate(
        rtol=run.asked.rtol,
        atol=run.asked.atol,
        integrator=run.integrator.name + (", energy kept" if run.keep_energy else ""),
        position_residual=float(tally.numbers[GAP]),
        velocity_residual=float(tally.numbers[SLIP]),
        energy_error=tally.energy_error,
        rank_margin=_margin(run, *ends),
        steps=progress.steps,
        rejected=progress.rejected,
        evaluations=progress.evaluations,
        choices=run.used_before + len(run.used),
        backend=run.backend,
        notes=(*_notes(run), *stiff_words(run)),
        estimated_error=None if fixed else float(SHARE * run.asked.rtol * progress.errors),
        energy_drift=None if drift is None else drift[0],
        energy_growth=None if drift is None else drift[1],
        fixed_step=fixed or None,
    )
    return judged(outcome, with_error(certificate, run, outcome, making, samples))


def with_error(certificate: Certificate, run: Run, outcome: Outcome, making: Making, samples: Samples) -> Certificate:
    """The certificate with the error of the run at its samples."""
    found = measured(run, outcome, making, samples, largest_error(certificate))
    return replace(certificate, global_error=found.error, error_since=found.since, error_unknown=found.unknown)


def judged_outcome(run: Run, outcome: Outcome, tally: Tally) -> Outcome:
    """The outcome, but a run whose energy does not balance has failed."""
    tally.include(float(run.progress.largest_work))
    off, limit = tally.energy_error, largest_imbalance(run)
    if not outcome.finished or off <= limit or run.integrator.fixed_step or tally.numbers[ERROR] <= limit * _least(run):
        return outcome
    when = tally.first_bad()
    reason = f"the energy balance is off by {off:.3g} of the energy in play, first at about t = {when:.6g} s"
    remedy = (
        "do not use this result; a singular configuration nearby is the usual cause: choose another path, or ask for "
        "more accuracy"
    )
    return Outcome("failed", reason, remedy, run.end)


def _least(run: Run) -> float:
    """The least energy (J) whose balance counts: below it, errors of a hundred times atol are too large a part."""
    slow = np.full((1, run.nv), 100 * run.asked.atol)
    found = run.kinetic(np.array([run.now]), run.state.y[None, : run.nq], slow, np.zeros((1, run.nu)))
    return float(found.max()) / largest_imbalance(run)


def _happened(run: Run) -> dict[str, Any]:
    """What happened, as plain values; nothing where nothing was watched."""
    return {} if run.happenings is None else run.happenings.told()


def _margin(run: Run, time: Array, Y: Array) -> float:
    """Smallest rank margin over some states and of the weakest pivots; 0 after a singular place of constraints."""
    if any(crossing.singular for crossing in run.crossings):
        return 0.0
    places = [(float(t), y) for t, y in zip(time, Y, strict=True)]
    progress = run.progress
    places += [(float(progress.weakest_time), run.state.weakest), (float(progress.worst_time), run.state.worst)]
    seen = {t: y for t, y in places if t <= time[-1]}
    states = np.array(list(seen.values()))
    least = rank_margin(run.base, list(seen), states[:, : run.nq], states[:, run.nq : run.nq + run.nv])
    return min([least, *[crossing.margin for crossing in run.crossings if crossing.hazard < 0]])


def _count(crossings: Sequence[Crossing]) -> int:
    return sum(crossing.count for crossing in crossings)


def _when(crossings: Sequence[Crossing]) -> str:
    """Times of some crossings and their error, in words."""
    times = ", ".join(f"{crossing.time:.6g}" for crossing in crossings[:8])
    count = _count(crossings)
    more = f" and {count - 8} more" if count > 8 else ""
    return f"at t = {times}{more} s; within {max(crossing.error for crossing in crossings):.1e} by two collocations"


def _notes(run: Run) -> list[str]:
    notes = list(run.notes) + ([] if run.happenings is None else run.happenings.counted())
    lost = [crossing for crossing in run.crossings if crossing.singular]
    if lost:
        notes.append(
            f"passed {_count(lost)} singular configuration(s) on the same branch, {_when(lost)}; reactions are not "
            "determined there"
        )
    for hazard in sorted({crossing.hazard for crossing in run.crossings} - {-1}):
        passed = [crossing for crossing in run.crossings if crossing.hazard == hazard]
        words = run.dynamics.system.hazards[hazard][1]
        notes.append(f"passed {_count(passed)} time(s) where {words}; {_when(passed)}")
    if run.inputs.calls:
        notes.append("inputs given as Python functions run through a callback, slower than laws or expressions of lw.t")
    if run.dynamics.system.moving_constraints:
        notes.append("moving constraints do work; it is part of the energy balance")
    return notes
