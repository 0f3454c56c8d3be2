"""From a run to its trajectory, with outcome and certificate."""

from __future__ import annotations

import numpy as np

from linkwright.dynamics.rank import Array
from linkwright.dynamics.recording import evaluate, record
from linkwright.motions import Certificate, Channel, Outcome, Trajectory
from linkwright.simulation import places as at
from linkwright.simulation.margin import rank_margin
from linkwright.simulation.run import Run

LARGEST_IMBALANCE = 1e-4
"""Energy balance (relative) above which a run is not called finished, however loose its tolerances are."""
MARGINS = 2
"""Number of saved states at which the rank margin is computed, besides those with the weakest pivots."""


def trajectory(run: Run, outcome: Outcome) -> Trajectory:
    """Everything computed so far as a trajectory with its certificate."""
    dynamics, clock = run.base, run.state.clock
    count = max(1, int(clock[at.SAMPLE]))
    time, Y, U = run.times[:count], run.state.saved[:count], run.state.saved_u[:count, : run.nu]
    if count == 1 and not run.state.saved[0].any():
        Y = run.state.y[None]
    if not outcome.finished and run.now > time[-1]:
        time, Y = np.append(time, run.now), np.vstack([Y, run.state.y])
        U = np.vstack([U, run.input_now()])
    Q, V, works = Y[:, : run.nq], Y[:, run.nq : run.nq + run.nv], Y[:, run.nq + run.nv :]
    read = evaluate(dynamics.system, time, Q, V, U, dynamics.p)
    energy = read[4].sum(axis=1)
    error = energy - energy[0] - works.sum(axis=1)
    scale = max(np.abs(read[4][:, 0]).max(), np.abs(energy).max(), np.abs(works).max())
    off = float(np.abs(error).max() / scale) if scale > 0 else 0.0
    certificate = Certificate(
        rtol=run.asked.rtol,
        atol=run.asked.atol,
        integrator=run.integrator.name + (", energy kept" if run.keep_energy else ""),
        position_residual=float(np.max(np.abs(read[2]), initial=0.0)),
        velocity_residual=float(np.max(np.abs(read[3]), initial=0.0)),
        energy_error=off,
        rank_margin=_margin(run, time, Y),
        steps=int(clock[at.STEPS]),
        rejected=int(clock[at.REJECTED]),
        evaluations=int(clock[at.EVALUATIONS]),
        choices=run.used_before + len(run.used),
        backend=run.backend,
        notes=tuple(_notes(run)),
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
        outcome=_judged(run, outcome, time, error, off),
        certificate=certificate,
        extra=extra,
        read=read,
        provenance={"question": "simulation", "duration": run.end - run.start, **_happened(run)},
    )


def _judged(run: Run, outcome: Outcome, time: Array, error: Array, off: float) -> Outcome:
    """The outcome, but a run whose energy does not balance has failed."""
    if not outcome.finished or off <= max(LARGEST_IMBALANCE, 1e4 * run.asked.rtol) or run.integrator.fixed_step:
        return outcome
    worst = time[int(np.argmax(np.abs(error) > 0.5 * np.max(np.abs(error))))]
    reason = f"the energy balance is off by {off:.3g} of the energy in play, first at about t = {worst:.6g} s"
    remedy = (
        "do not use this result; a singular configuration nearby is the usual cause: choose another path, or ask for "
        "more accuracy"
    )
    return Outcome("failed", reason, remedy, run.end)


def _happened(run: Run) -> dict[str, list[list[object]]]:
    """What happened, as plain values; nothing where nothing was watched."""
    return {} if run.happenings is None else {"events": [list(entry) for entry in run.happenings.log]}


def _margin(run: Run, time: Array, Y: Array) -> float:
    """Smallest rank margin over some samples and the states of the weakest pivots; 0 after a singular place."""
    if run.crossings:
        return 0.0
    few = sorted({int(k) for k in np.linspace(0, len(time) - 1, min(MARGINS, len(time)))})
    places = [(float(time[k]), Y[k]) for k in few]
    places += [*run.seen, (float(run.state.clock[at.WORST]), run.state.worst)]
    seen = {t: y for t, y in places if t <= time[-1]}
    states = np.array(list(seen.values()))
    return rank_margin(run.base, list(seen), states[:, : run.nq], states[:, run.nq : run.nq + run.nv])


def _notes(run: Run) -> list[str]:
    notes = list(run.notes)
    if run.crossings:
        times = ", ".join(f"{crossing.time:.6g}" for crossing in run.crossings[:8])
        more = f" and {len(run.crossings) - 8} more" if len(run.crossings) > 8 else ""
        notes.append(
            f"passed {len(run.crossings)} singular configuration(s) on the same branch, at t = {times}{more} s; "
            f"within {max(crossing.error for crossing in run.crossings):.1e} by two collocations; reactions are not "
            "determined there"
        )
    if run.inputs.calls:
        notes.append("inputs given as Python functions run through a callback, slower than laws or expressions of lw.t")
    if run.dynamics.system.moving_constraints:
        notes.append("moving constraints do work; it is part of the energy balance")
    return notes
