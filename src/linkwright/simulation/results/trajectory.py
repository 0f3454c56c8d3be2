"""From a run to its trajectory, with outcome and certificate."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from linkwright.arrays import Array
from linkwright.simulation.events.handler import happenings_of
from linkwright.simulation.loop.run import SHARE, Run
from linkwright.simulation.recipe import Making
from linkwright.simulation.results.distance import Samples
from linkwright.simulation.results.energy_audit import ERROR, GAP, SLIP, Tally, energy_balance
from linkwright.simulation.results.error_estimate import measured
from linkwright.simulation.results.link import Description, Link, shelf
from linkwright.simulation.results.stiffness import stiff_words
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
    count = max(1, run.progress.sample)
    time, Y, U = run.times[:count], run.saved[:count], run.saved_inputs[:count, : run.nu]
    if run.progress.sample == 0:  # it ended before it began
        Y = run.state.y[None]
    if (not outcome.finished or run.settings.nodes) and run.now > time[-1]:
        time, Y = np.append(time, run.now), np.vstack([Y, run.state.y])
        U = np.vstack([U, run.input_now()])
    Q, V, works, counted = run.layout.split(Y)
    readings = run.base.plant.read(time, Q, V, U, counted)
    tally = Deferred(lambda: Tally.of(time, readings, works))
    error, scale = energy_balance(readings, works)
    balanced = np.abs(error).max() <= largest_imbalance(run) * scale
    ended = outcome if balanced else judged_outcome(run, outcome, tally.value)
    samples = Samples(len(Y), lambda first, end: np.column_stack([time[first:end], Y[first:end]]))
    description = Description.of(run.base)
    link = Link(shelf(run.base), readings, lambda: description.compiled().plant.read(time, Q, V, U, counted))
    return readings.trajectory(
        outcome=ended,
        certificate=Deferred(lambda: certified(run, ended, tally.value, (time[[0, -1]], Y[[0, -1]]), making, samples)),
        extra=energy_channels(works, error),
        provenance=Deferred(lambda: provenance(run, asked.value)),
        later=lambda: link.value,
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
        rank_margin=run.watch.margin(run, *ends),
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
    read = run.base.plant.read(np.array([run.now]), run.state.y[None, : run.nq], slow, np.zeros((1, run.nu)))
    return float(read.energies[:, 0].max()) / largest_imbalance(run)


def _happened(run: Run) -> dict[str, Any]:
    """What happened, as plain values; nothing where nothing was watched."""
    happenings = happenings_of(run)
    return {} if happenings is None else happenings.told()


def _notes(run: Run) -> list[str]:
    """What is worth knowing of a run, besides numbers."""
    happenings = happenings_of(run)
    notes = [*run.notes, *([] if happenings is None else happenings.counted()), *run.watch.notes(run)]
    if run.inputs.calls:
        notes.append("inputs given as Python functions run through a callback, slower than laws or expressions of lw.t")
    if run.dynamics.plant.moving_constraints:
        notes.append("moving constraints do work; it is part of the energy balance")
    return notes
