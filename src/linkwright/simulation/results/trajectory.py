"""From a run to its trajectory, with outcome and certificate."""

from __future__ import annotations

import weakref
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, partial
from math import isfinite
from typing import Any, Generic, Protocol, TypeVar

import numpy as np

from linkwright import linear_algebra
from linkwright.arrays import Array, ComplexArray, PlainData, PlainMapping
from linkwright.dynamics import Dynamics, State
from linkwright.dynamics.answers import SampleReadings
from linkwright.dynamics.joins import Join
from linkwright.dynamics.pickling import compile_again
from linkwright.dynamics.system import call_function
from linkwright.equations import Equations
from linkwright.simulation.events.handler import event_handler_of
from linkwright.simulation.loop.run import SHARE, Run
from linkwright.simulation.loop.slope_expressions import slope_slopes
from linkwright.simulation.recipe import Recipe
from linkwright.simulation.results.error_estimate import Samples, measure_error
from linkwright.simulation.results.settings import values_at
from linkwright.simulation.sampling.control import RunControl
from linkwright.simulation.sampling.signals import Signals, quantized_groups, sampled_signals
from linkwright.simulation.sensitivities import Directions, History, SampledDerivatives, SampledHistory
from linkwright.trajectory import Certificate, Channel, Outcome, Trajectory
from linkwright.trajectory.certificate import judge, largest_error
from linkwright.trajectory.resampling import DENSE
from linkwright.trajectory.samples import Deferred, Lazy, SampledSignal
from linkwright.trajectory.sensitivities import Adjoint, Sensitivities

ROOM = 2048
"""Energy errors kept for the fit of drift; with more samples than these every second, fourth, ... is kept."""
COUNT, FIRST_ENERGY, GAP, SLIP, KINETIC, ENERGY, WORKS, ERROR = range(8)
FEW_FOR_DRIFT, SHORT_FOR_DRIFT = 50, 500
"""Below so many samples or steps a run is too short for a fit of drift."""


class Audited(Protocol):
    """Readings at samples, as far as they are counted here."""

    @property
    def energies(self) -> Array:
        """Kinetic and potential energy (J), (samples, 2)."""

    @property
    def g(self) -> Array:
        """Gaps of the position constraints."""

    @property
    def phi(self) -> Array:
        """Residuals of the velocity constraints."""


class EnergyAudit:
    """Samples counted so far: `numbers` (8,), then rows (time, energy error, largest one so far) for the fit."""

    def __init__(self, values: Array | None = None) -> None:
        self.values = np.zeros(8 + 3 * ROOM) if values is None else np.array(values, dtype=float)
        self.numbers = self.values[:8]
        self.rows = self.values[8:].reshape(ROOM, 3)

    @classmethod
    def of(cls, time: Array, read: Audited, works: Array) -> EnergyAudit:
        """The tally of a run's samples, all at once."""
        made = cls()
        made.add(time, read, works)
        return made

    def add(self, time: Array, read: Audited, works: Array) -> Array:
        """Count samples: their times, readings (see `read_states`) and works; their energy errors (J)."""
        numbers, before = self.numbers, int(self.numbers[COUNT])
        kinetic, energy = read.energies[:, 0], read.energies.sum(axis=1)
        if before == 0:
            numbers[FIRST_ENERGY] = energy[0]
        error = self.errors(energy, works)
        found = ((GAP, read.g), (SLIP, read.phi), (KINETIC, kinetic), (ENERGY, energy), (WORKS, works), (ERROR, error))
        worst = np.fmax.accumulate(np.abs(np.append(numbers[ERROR], error)))[1:]
        for place, values in found:
            largest = float(np.abs(values).max(initial=0.0))  # not a number if any is none
            numbers[place] = max(float(numbers[place]), largest) if isfinite(largest) else np.nan
        self._keep(before, time, error, worst)
        numbers[COUNT] += len(time)
        return error

    def errors(self, energy: Array, works: Array) -> Array:
        """Energy less what it was at the start and the works since (J)."""
        return np.asarray(energy - self.numbers[FIRST_ENERGY] - works.sum(axis=1))

    def _keep(self, before: int, time: Array, error: Array, worst: Array) -> None:
        old, new = _stride(before), _stride(before + len(time))
        kept = -(-before // old) if before else 0
        if new > old and kept:
            thinned = self.rows[:kept][:: new // old].copy()
            kept = len(thinned)
            self.rows[:kept] = thinned
        chosen = np.arange(-before % new, len(time), new)
        self.rows[kept : kept + len(chosen)] = np.column_stack([time[chosen], error[chosen], worst[chosen]])

    def include(self, work: float) -> None:
        """Count a work (J) that was met between samples, too."""
        self.numbers[WORKS] = max(float(self.numbers[WORKS]), work)

    @property
    def scale(self) -> float:
        """The largest energy in play (J)."""
        return float(max(self.numbers[KINETIC], self.numbers[ENERGY], self.numbers[WORKS]))

    @property
    def energy_error(self) -> float:
        """Largest energy error over the largest energy in play."""
        return float(self.numbers[ERROR] / self.scale) if self.scale != 0 else 0.0

    @property
    def kept_rows(self) -> Array:
        """The rows for the fit."""
        count = int(self.numbers[COUNT])
        return self.rows[: -(-count // _stride(count))]

    def first_bad(self) -> float:
        """About when the energy error first came to half of its largest value (s)."""
        rows = self.kept_rows
        return float(rows[int(np.argmax(rows[:, 2] > 0.5 * self.numbers[ERROR])), 0])

    def drift(self, steps: int) -> tuple[float, float] | None:
        """Slope of the relative energy error (1/s), and exponent k of its largest size ~ t^k; None for short runs.

        Both by least squares: the slope over all rows, the exponent in logarithms over the last 99 % of the time, with
        rows evenly spaced in log t, so that every part of the run counts.
        """
        rows = self.kept_rows
        if (
            len(rows) < FEW_FOR_DRIFT
            or steps < SHORT_FOR_DRIFT
            or not self.scale > 0
            or not np.isfinite(self.numbers[ERROR])
        ):
            return None
        time = rows[:, 0] - rows[0, 0]
        slope = float(np.polyfit(time, rows[:, 1] / self.scale, 1)[0])
        late = (time >= 0.01 * time[-1]) & (rows[:, 2] > 0)
        if np.count_nonzero(late) < FEW_FOR_DRIFT // 2:
            return None
        t, size = np.log(time[late]), np.log(rows[late, 2])
        even = np.linspace(t[0], t[-1], len(t))
        return slope, float(np.polyfit(even, np.interp(even, t, size), 1)[0])


def energy_balance(read: Audited, works: Array) -> tuple[Array, float]:
    """Energy errors (J) of samples from a run's start on (see `read_states`); the largest energy in play (J)."""
    kinetic, potential = read.energies.T
    energy = kinetic + potential
    error = energy - energy[0] - works.sum(axis=1)
    return error, float(np.abs(np.concatenate([kinetic, energy, works.ravel()])).max())


def _stride(count: int) -> int:
    """Of so many samples each how many-th is kept, a power of two."""
    return 1 << max(0, (-(-count // ROOM) - 1).bit_length()) if count > ROOM else 1


MANY_STEPS = 2000
"""Steps below which it does not matter."""
HELD = 1.5
"""h |lambda| from which the steps are held by it: a decay that is resolved for its own sake has less."""
DECAY_STEPS = 25
"""Steps in which an implicit method follows a decay to its end, which it does after each break."""
STEP_COST = 8
"""Explicit steps that take the time of an implicit one of a small machine; of a large one it is more."""
LARGEST_JACOBIAN = 80
"""Coordinates and speeds above which nothing is looked at: the Jacobian would take longer than it is worth."""


def stiff_words(run: Run) -> list[str]:
    """A sentence for the certificate of a run that an implicit method would have made sooner; nothing otherwise."""
    steps, pivoting, n = float(run.progress.steps), run.pivoting, run.nq + run.nv
    if (
        steps < MANY_STEPS
        or pivoting is None
        or run.integrator.exact_slopes
        or run.integrator.fixed_step
        or n > LARGEST_JACOBIAN
    ):
        return []
    structure = pivoting.structure
    function = structure.compiled.get("slope slopes")
    if function is None:
        function = structure.compiled["slope slopes"] = slope_slopes(structure)
    jacobian = call_function(function, run.now, run.state.y, run.input_now(), run.dynamics.p)[0]
    if not np.isfinite(jacobian).all():
        return []
    values = linear_algebra.eigvals(jacobian[:n]).astype(complex)
    fastest = values[np.argmax(np.abs(values))]
    mean = (run.now - run.start) / steps
    if not (fastest.real < -0.7 * abs(fastest) and mean * abs(fastest) > HELD):
        return []
    pieces = 1 + run.progress.segment + run.control_state.instants
    if steps < STEP_COST * pieces * _implicit_steps(values, (run.now - run.start) / pieces):
        return []
    better = "Radau" if pieces == 1 else "Rosenbrock"  # which forgets nothing at a break
    words = (
        f"stiff: steps of {mean:.2g} s were held by stability, since something decays within {1 / abs(fastest):.2g} s; "
        f"integrator=lw.integrators.{better}() is not held so"
    )
    return [words]


def _implicit_steps(eigenvalues: ComplexArray, span: float) -> float:
    """Steps that an implicit method needs at least between breaks: it follows each motion until it has decayed."""
    sizes = np.abs(eigenvalues)
    decays = np.maximum(-eigenvalues.real, 1e-300)
    return float(np.sum(sizes * np.minimum(span, DECAY_STEPS / decays)))


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
        return self._values if found is None else found

    @cached_property
    def _values(self) -> Value:
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

    def compile(self) -> Dynamics:
        """The machine, compiled again."""
        return compile_again(self.equations, self.join, self.given, self.reference)


def unlink(dynamics: Dynamics, trajectory: Trajectory, again: Callable[[Dynamics], Trajectory]) -> Trajectory:
    """The trajectory, whose certificate and provenance no longer hold the machine; `again` makes its run on another."""
    later = {name: each for name, each in trajectory.deferred.items() if name in ("certificate", "provenance")}
    if later:
        link = Link(shelf(dynamics), later, partial(_repeat_run, Description.of(dynamics), again, tuple(later)))
        trajectory.defer({name: Deferred(partial(_value, link, name)) for name in later})
    return trajectory


def _repeat_run(
    machine: Description, again: Callable[[Dynamics], Trajectory], names: tuple[str, ...]
) -> dict[str, Deferred[Any]]:
    """Certificate and provenance of the run made again, while its machine is there."""
    trajectory = again(machine.compile())
    values = {name: getattr(trajectory, name) for name in names}
    return {name: Deferred(partial(_same, value)) for name, value in values.items()}


def _same(value: Value) -> Value:
    return value


def _value(link: Link[dict[str, Deferred[Any]]], name: str) -> Any:
    return link.value[name].value


LARGEST_IMBALANCE = 1e-4
"""Energy balance (relative) above which a run is not called finished, however loose its tolerances are."""


def trajectory(run: Run, outcome: Outcome, settings: Deferred[PlainData], recipe: Recipe) -> Trajectory:
    """Everything computed so far as a trajectory with its certificate; `settings` are those of the run.

    What takes longer than a short run itself, the provenance and the certificate with rank margins and error (by a
    second run of the run, which `making` makes), is made when it is first asked for, from the states that are kept
    here.
    """
    count = max(1, run.progress.sample)
    time, Y, held = run.times[:count], run.saved_states[:count], run.saved_inputs[:count, : run.width]
    if run.progress.sample == 0:  # it ended before it began
        Y = run.state.y[None]
    if (not outcome.finished or run.settings.nodes) and run.now > time[-1]:
        time, Y = np.append(time, run.now), np.vstack([Y, run.state.y])
        held = np.vstack([held, run.held_now()])
    derivatives = sensitivities_of(run, time, Y, held)
    U, Y = held[:, : run.nu], Y[:, : run.layout.size]
    Q, V, works, counted = run.layout.split(Y)
    readings = run.base.plant.read(time, Q, V, U, counted)
    audit = Deferred(lambda: EnergyAudit.of(time, readings, works))
    error, scale = energy_balance(readings, works)
    balanced = np.abs(error).max() <= largest_imbalance(run) * scale
    ended = outcome if balanced else judged_outcome(run, outcome, audit.value)
    samples = Samples(len(Y), lambda first, end: np.column_stack([time[first:end], Y[first:end]]))

    def link() -> Callable[[], SampleReadings]:
        description = Description.of(run.base)
        kept = Link(shelf(run.base), readings, lambda: description.compile().plant.read(time, Q, V, U, counted))
        return lambda: kept.value

    made = readings.trajectory(
        outcome=ended,
        certificate=Deferred(lambda: certify(run, ended, audit.value, (time[[0, -1]], Y[[0, -1]]), recipe, samples)),
        extra=further_channels(run, time, works, error, held[:, run.copies * run.nu :]),
        provenance=Deferred(lambda: provenance(run, settings.value)),
        link=link,
    ).with_signals(signals_of(run))
    if isinstance(run.tangents, History):
        made = made.with_adjoint(adjoint_of(run, run.tangents, recipe, time, Y, held))
    return made if derivatives is None else made.with_sensitivities(derivatives)


def adjoint_of(run: Run, history: History, recipe: Recipe, time: Array, Y: Array, held: Array) -> Adjoint:
    """What gradients of scalars of a run are found by; it holds the machine and the history of the run."""
    machine = run.base if recipe.control is None else recipe.control.loop
    start = partial(recipe.run, run.tolerances, run.integrator, run.workspace.samples.count)
    found = SampledHistory(
        machine, recipe.state, start, history, time, Y, held, np.array(run.control_state.counts)
    )  # fmt: skip
    return Adjoint(found.names, found.channels, len(time), found.gradient)


def sensitivities_of(run: Run, time: Array, Y: Array, held: Array) -> Sensitivities | None:
    """Derivatives of the channels of a run, if it has any; they are read when they are asked for."""
    if not isinstance(run.tangents, Directions):
        return None
    control, copies = control_in(run), run.copies
    signals: dict[str, Array] = {}
    references: tuple[str, ...] = ()
    if control is not None:
        names = list(control.program.signals)
        values = held[:, copies * run.nu :].reshape(len(time), copies, len(names))
        signals = {name: values[:, :, k].copy() for k, name in enumerate(names)}
        references = tuple(label.name for label in control.references.labels)
    samples = (run.tangents, time, Y, held[:, : copies * run.nu].copy(), signals, references)
    description = Description.of(run.base)
    read = SampledDerivatives(run.base, *samples)
    link = Link(shelf(run.base), read, lambda: SampledDerivatives(description.compile(), *samples))
    # The link is asked each time: the machine may be gone by then.
    return Sensitivities(run.tangents.names, read.names, lambda names: dict(link.value.read(names)))


def provenance(run: Run, settings: PlainMapping) -> PlainData:
    """What is said of a run besides where its machine came from."""
    nodes = run.settings.nodes
    more: dict[str, object] = {DENSE: nodes} if nodes else {}
    if run.matrices is not None:
        more["matrices"] = run.matrices.words
    return {"question": "simulation", "duration": run.end - run.start, "run": settings, **more, **_event_data(run)}


ENERGIES = {
    "energy.source": "work of the inputs since the start",
    "energy.loss": "work of dampers and resistances since the start",
    "energy.error": "energy balance: what is left over",
}


def further_channels(run: Run, time: Array, works: Array, error: Array, held: Array) -> Lazy[Channel]:
    """Channels of works and the energy balance, of references, and of outputs of blocks as they are held."""
    values = {"energy.source": works[:, 0], "energy.loss": works[:, 1], "energy.error": error}
    labels = {name: ("J", words) for name, words in ENERGIES.items()}
    control = control_in(run)
    columns: dict[str, tuple[Deferred[Array], int]] = {}
    if control is not None:
        references, signals = control.references, held.copy()
        wanted, kept = Deferred(lambda: values_at(references, time)), Deferred(lambda: signals)
        if references.calls:
            _ = wanted.value  # functions may answer otherwise later
        for k, label in enumerate(references.labels):
            columns[label.name], labels[label.name] = (wanted, k), (label.unit, label.meaning)
        for k, (name, signal) in enumerate(control.program.signals.items()):
            columns[name] = kept, k
            labels[name] = (signal.label.unit, f"{signal.label.meaning}, as it is held")

    def channel(name: str) -> Channel:
        if name in values:
            return Channel(values[name], *labels[name])
        table, k = columns[name]
        return Channel(table.value[:, k], *labels[name])

    return Lazy(labels, channel)


def control_in(run: Run) -> RunControl | None:
    """The control of a run, if it has one."""
    control = run.control
    assert control is None or isinstance(control, RunControl)
    return control


def signals_of(run: Run) -> Mapping[str, SampledSignal]:
    """Outputs of blocks at every instant, as far as they were kept in memory."""
    control = control_in(run)
    if control is None or run.signals is None:
        return {}
    assert isinstance(run.signals, Signals)
    rows = {group: run.signals.rows(group) for group in run.signals.groups}
    return sampled_signals(control.program, run.start, rows, control.signals)


def largest_imbalance(run: Run) -> float:
    """Energy balance (relative) above which a run is not called finished."""
    return max(LARGEST_IMBALANCE, 1e4 * run.tolerances.rtol)


def certify(
    run: Run,
    outcome: Outcome,
    audit: EnergyAudit,
    ends: tuple[Array, Array],
    recipe: Recipe,
    samples: Samples,
) -> Certificate:
    """The certificate of a run, judged; `ends` are time and state of its first and last sample."""
    progress, fixed = run.progress, run.integrator.fixed_step
    audit.include(float(progress.largest_work))
    drift = audit.drift(progress.steps)
    certificate = Certificate(
        rtol=run.tolerances.rtol,
        atol=run.tolerances.atol,
        integrator=run.integrator.name + (", energy kept" if run.keep_energy else ""),
        position_residual=float(audit.numbers[GAP]),
        velocity_residual=float(audit.numbers[SLIP]),
        energy_error=audit.energy_error,
        rank_margin=run.watch.margin(run, *ends),
        steps=progress.steps,
        rejected=progress.rejected,
        evaluations=progress.evaluations,
        pivotings=run.used_before + len(run.used),
        backend=run.backend,
        notes=(*_notes(run), *stiff_words(run)),
        estimated_error=None if fixed else float(SHARE * run.tolerances.rtol * progress.errors),
        energy_drift=None if drift is None else drift[0],
        energy_growth=None if drift is None else drift[1],
        fixed_step=fixed or None,
    )
    return judge(outcome, with_error(certificate, run, outcome, recipe, samples))


def with_error(certificate: Certificate, run: Run, outcome: Outcome, recipe: Recipe, samples: Samples) -> Certificate:
    """The certificate with the error of the run at its samples."""
    found = measure_error(run, outcome, recipe, samples, largest_error(certificate))
    notes = certificate.notes if found.note is None else (*certificate.notes, found.note)
    return replace(
        certificate, global_error=found.error, error_since=found.since, error_unknown=found.unknown, notes=notes
    )


def judged_outcome(run: Run, outcome: Outcome, audit: EnergyAudit) -> Outcome:
    """The outcome, but a run whose energy does not balance has failed."""
    audit.include(float(run.progress.largest_work))
    off, limit = audit.energy_error, largest_imbalance(run)
    if not outcome.finished or off <= limit or run.integrator.fixed_step or audit.numbers[ERROR] <= limit * _least(run):
        return outcome
    when = audit.first_bad()
    reason = f"the energy balance is off by {off:.3g} of the energy in play, first at about t = {when:.6g} s"
    remedy = (
        "do not use this result; a singular configuration nearby is the usual cause: choose another path, or ask for "
        "more accuracy"
    )
    return Outcome("failed", reason, remedy, run.end)


def _least(run: Run) -> float:
    """The least energy (J) whose balance counts: below it, errors of a hundred times atol are too large a part."""
    slow = np.full((1, run.nv), 100 * run.tolerances.atol)
    read = run.base.plant.read(np.array([run.now]), run.state.y[None, : run.nq], slow, np.zeros((1, run.nu)))
    return float(read.energies[:, 0].max()) / largest_imbalance(run)


def _event_data(run: Run) -> PlainData:
    """What happened, as plain values; nothing where nothing was watched."""
    event_handler = event_handler_of(run)
    return {} if event_handler is None else event_handler.data()


def encoder_notes(control: RunControl) -> list[str]:
    """What derivatives of a run do with encoders, in words."""
    given = control.repeated_rows
    rounded = [name for g in quantized_groups(control.program) for name in g.blocks if g.number not in given]
    repeated = [name for g in quantized_groups(control.program) for name in g.blocks if g.number in given]
    notes = []
    if rounded:
        notes.append(
            f"derivatives pass the encoders {', '.join(rounded)} as if these did not round to counts: that of an "
            "output is that of its input; with_counts(...) of the closed loop holds the counts instead"
        )
    if repeated:
        notes.append(f"the counts of {', '.join(repeated)} were given: their derivatives are zero")
    return notes


def _notes(run: Run) -> list[str]:
    """What is worth knowing of a run, besides numbers."""
    event_handler = event_handler_of(run)
    notes = [*run.dynamics.plant.missed_values, *run.notes]
    notes += [*([] if event_handler is None else event_handler.summary()), *run.watch.notes(run)]
    control = control_in(run)
    if control is not None:
        counts = run.control_state.counts
        blocks = [f"{name} {counts[group.number]}" for group in control.program.groups for name in group.blocks]
        notes.append(f"samples of blocks: {', '.join(blocks)}")
        notes += control.notes
        counted = [name for group in quantized_groups(control.program) for name in group.blocks]
        if counted:
            notes.append(
                f"the run that measures the error takes the counts of {', '.join(counted)} from this one: a count more "
                "or less is no error of integration"
            )
        if counted and run.tangents is not None:
            notes += encoder_notes(control)
    if run.inputs.calls:
        notes.append("inputs given as Python functions run through a callback, slower than laws or expressions of lw.t")
    if run.dynamics.plant.moving_constraints:
        notes.append("moving constraints do work; it is part of the energy balance")
    return notes
