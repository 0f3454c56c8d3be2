"""From a run to its trajectory, with outcome and certificate."""

from __future__ import annotations

import weakref
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any, Generic, TypeVar

import numpy as np

from linkwright.arrays import Array
from linkwright.dynamics import Dynamics, State
from linkwright.dynamics.joins.contract import Join
from linkwright.dynamics.pickling import compiled_again
from linkwright.equations import Equations
from linkwright.simulation.events.handler import happenings_of
from linkwright.simulation.loop.run import SHARE, Run
from linkwright.simulation.recipe import Making
from linkwright.simulation.results.energy_audit import ERROR, GAP, SLIP, Tally, energy_balance, stiff_words
from linkwright.simulation.results.error_estimate import Samples, measured
from linkwright.trajectory import Certificate, Channel, Outcome, Trajectory
from linkwright.trajectory.certificate import judged, largest_error
from linkwright.trajectory.resampling import DENSE
from linkwright.trajectory.samples import Deferred, Lazy

Value = TypeVar("Value")


class Key:
    """What a trajectory holds instead of its run; what is kept under it goes with the trajectory, or the machine."""

    __slots__ = ("__weakref__",)


Shelf = weakref.WeakKeyDictionary[Key, Any]
"""What trajectories need of a machine, kept by the machine."""


def shelf(dynamics: Dynamics) -> Shelf:
    """The shelf of a machine, one for all its parameter values."""
    return dynamics.plant.shelf


class Link(Generic[Value]):
    """A value that lives as long as the machine, and is made again, once, when that is gone."""

    def __init__(self, kept: Shelf, value: Value, again: Callable[[], Value]) -> None:
        self._key, self._kept, self._again = Key(), weakref.ref(kept), again
        kept[self._key] = value

    @property
    def value(self) -> Value:
        """The value."""
        kept = self._kept()
        found: Value | None = None if kept is None else kept.get(self._key)
        return self._made if found is None else found

    @cached_property
    def _made(self) -> Value:
        return self._again()


@dataclass(frozen=True, eq=False)
class Description:
    """A machine as it was described, with its values: all that is needed to compile it again."""

    equations: Equations
    join: Join
    given: Mapping[str, float]
    reference: State

    @staticmethod
    def of(dynamics: Dynamics) -> Description:
        """That of compiled dynamics."""
        return Description(dynamics.equations, dynamics.join, dict(dynamics.given), dynamics.reference)

    def compiled(self) -> Dynamics:
        """The machine, compiled again."""
        return compiled_again(self.equations, self.join, self.given, self.reference)


def unlinked(dynamics: Dynamics, trajectory: Trajectory, again: Callable[[Dynamics], Trajectory]) -> Trajectory:
    """The trajectory, whose certificate and provenance no longer hold the machine; `again` makes its run on another."""
    later = {name: each for name, each in trajectory.deferred.items() if name in ("certificate", "provenance")}
    if later:
        link = Link(shelf(dynamics), later, partial(_completed, Description.of(dynamics), again, tuple(later)))
        trajectory.defer({name: Deferred(partial(_value, link, name)) for name in later})
    return trajectory


def _completed(
    machine: Description, again: Callable[[Dynamics], Trajectory], names: tuple[str, ...]
) -> dict[str, Deferred[Any]]:
    """Certificate and provenance of the run made again, while its machine is there."""
    trajectory = again(machine.compiled())
    values = {name: getattr(trajectory, name) for name in names}
    return {name: Deferred(partial(_same, value)) for name, value in values.items()}


def _same(value: Value) -> Value:
    return value


def _value(link: Link[dict[str, Deferred[Any]]], name: str) -> Any:
    return link.value[name].value


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
