"""Identify: parameters from measured data, by the output error of a run or of a linear model."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from linkwright.analysis.identification.experiment import Experiment, machine_units, parameter_units, reference_units
from linkwright.analysis.identification.measured_response import MeasuredResponse
from linkwright.analysis.identification.measurements import Measurements
from linkwright.analysis.identification.record import Estimate, Identification, Residuals
from linkwright.analysis.identification.responses import LoopResponse, MachineResponse, ModelResponse
from linkwright.analysis.identification.search import Evaluated, Minimum, minimise
from linkwright.analysis.identification.statistics import factor, precision, whiteness
from linkwright.analysis.linear.parametric import ParametricResponse
from linkwright.arrays import Array
from linkwright.closed_loop import ClosedLoop, LoopState
from linkwright.dynamics import Dynamics, State
from linkwright.faults import Faults, close_matches
from linkwright.kinds import checked_arguments
from linkwright.simulation.integrators import Integrator
from linkwright.simulation.sensitivities import AT_START

ROUNDS = 8
"""Rounds in which noise is estimated from residuals, and the fit made again with it; two or three are usual."""
SAME_NOISE = 0.01
"""Relative change of the noise below which another round is not worth it."""
UNMOVED = 1e-9
"""Change of the data (RMS, over the noise) for a change of a parameter by its own size, below which it does nothing."""
AT_BOUND = 1e-6
"""Share of the bounds' distance within which a value counts as at its bound."""
ABOUT_ZERO = 1e-3
"""Share of the bounds' distance below which a value counts as about zero."""
QUIETEST = 1e-9
"""Noise over the range of a channel that is the least that is assumed: rounding of runs and files."""

Bounds = Mapping[str, tuple[float, float]]


@checked_arguments
def identify(
    machine: Dynamics | ClosedLoop,
    data: Measurements | MeasuredResponse | Any,
    *,
    parameters: Bounds,
    inputs: Mapping[str, Any] | None = None,
    compare: Sequence[str] | None = None,
    state: State | LoopState | None = None,
    start: Mapping[str, float] | None = None,
    noise: Mapping[str, float] | None = None,
    integrator: Integrator | None = None,
    progress: Callable[[int], None] | None = None,
) -> Identification:
    """Parameters of a machine, gains of its control, or values at the start, from measured data.

    `data` are `lw.Measurements` (time series), a `MeasuredResponse` or a FrequencyResponseData of python-control.
    `parameters` gives bounds (low, high) by name; a value at the start is `x(0)`, `x'(0)`. `inputs` are those of the
    measured run; it begins at `state` (default: `machine.assemble()`; of a closed loop also its `steady_state`) at the
    time of the first sample. `compare` names the channels that are compared (default: all). `start` has values to begin
    with (default: those of the machine).

    The output error is least, sum over channels c and samples k of ((y_ck - y_c(t_k; p)) / sigma_c)^2, with derivatives
    of the run that are exact (each step and instant is differentiated). The noise sigma_c is given, or found from the
    residuals, round by round, which gives the likeliest parameters for normal noise. Their covariance is
    (J^T J)^-1 with J = dy / dp / sigma. A frequency response is compared, as relative errors, with that of the linear
    model of a machine at rest near the state under `inputs` that are constant, or with that of a closed loop.
    """
    if not isinstance(data, (Measurements, MeasuredResponse)) and hasattr(data, "omega"):
        data = MeasuredResponse.of(data)
    faults = Faults("identify")
    if not isinstance(machine, (Dynamics, ClosedLoop)):
        faults.add(f"machine is a {type(machine).__name__}, expected a Dynamics or ClosedLoop; compile equations first")
    if not isinstance(data, (Measurements, MeasuredResponse)):
        faults.add(
            f"data is a {type(data).__name__}, expected lw.Measurements (lw.Measurements.read of a CSV file) or a "
            "frequency response"
        )
    faults.stop()
    names, low, high, begin = _bounds(machine, parameters, start, faults)
    model: _TimeSeries | ModelResponse
    if isinstance(data, Measurements):
        model = _time_series(machine, data, inputs, compare, state, integrator, len(names), faults)
    else:
        faults.found += [
            f"{name} does not go with a frequency response; leave it out"
            for name, value in (("compare", compare), ("integrator", integrator), ("noise", noise))
            if value is not None
        ]
        near = state.state if isinstance(state, LoopState) else state
        model = _frequency_response(machine, data, inputs, near, dict(zip(names, begin.tolist(), strict=False)), faults)
    for name in noise or {}:
        if name not in model.channels:
            faults.add(f"noise of {name!r}, which is not compared; {close_matches(name, model.channels)}")
    faults.stop()
    return _Fit(model, names, low, high, dict(noise or {}), progress).result(begin)


def unknown_parameters(machine: Dynamics | ClosedLoop, names: Iterable[str]) -> dict[str, str]:
    """Which names are neither parameters nor values at the start, `x(0)`, of a machine, each with its fault."""
    known, units = machine.parameters, parameter_units(machine)
    return {
        name: f"no parameter {name!r}; {close_matches(str(name), known)}"
        for name in names
        if name not in known and not (name.endswith(AT_START) and name in units)
    }


def _bounds(
    machine: Dynamics | ClosedLoop, parameters: Bounds, start: Mapping[str, float] | None, faults: Faults
) -> tuple[tuple[str, ...], Array, Array, Array]:
    """Names, bounds and values to begin with."""
    if not isinstance(parameters, Mapping) or not parameters:
        faults.add(f"parameters is {parameters!r:.80}, expected bounds by name, such as {{'J1': (1e-6, 1e-4)}}.")
        faults.stop()
    known = {**machine.parameters}
    unknown = unknown_parameters(machine, parameters)
    faults.found += unknown.values()
    low, high, begin = [], [], []
    for name, pair in parameters.items():
        if name in unknown:
            continue
        try:
            first, last = (float(end) for end in pair)
        except (TypeError, ValueError):
            faults.add(f"{name}: bounds are {pair!r}, expected two numbers, (low, high)")
            continue
        if not (np.isfinite([first, last]).all() and first < last):
            faults.add(f"{name}: bounds are {pair!r}, expected finite numbers, the lower one first")
            continue
        value = (start or {}).get(name, known.get(name, 0.0))
        if name in (start or {}) and not first <= value <= last:
            faults.add(f"{name}: it would start at {value:g}, outside its bounds {first:g} to {last:g}")
        low.append(first)
        high.append(last)
        begin.append(value if first <= value <= last else 0.5 * (first + last))
    faults.found += [
        f"start of {name!r}, which is not sought; {close_matches(str(name), parameters)}"
        for name in start or {}
        if name not in parameters
    ]
    return tuple(parameters), np.array(low), np.array(high), np.array(begin)


def _time_series(
    machine: Dynamics | ClosedLoop,
    data: Measurements,
    inputs: Mapping[str, Any] | None,
    compare: Sequence[str] | None,
    state: State | LoopState | None,
    integrator: Integrator | None,
    count: int,
    faults: Faults,
) -> _TimeSeries:
    """The run of the data; all that is wrong with them is noted."""
    chosen = tuple(data.channels if compare is None else compare)
    faults.found += [
        f"compare names {name!r}, which was not measured; {close_matches(str(name), data.channels)}"
        for name in chosen
        if name not in data.channels
    ]
    known = machine_units(machine)
    wrong = data.unit_faults(known)
    faults.found += [fault for fault in wrong if compare is None or any(repr(n) in fault or n in fault for n in chosen)]
    if len(data) * len(chosen) <= count:
        faults.add(
            f"{len(data)} samples of {len(chosen)} channels for {count} parameters; there must be more numbers than "
            "parameters"
        )
    faults.stop()
    blocks = state if isinstance(state, LoopState) else None
    given = state.state if isinstance(state, LoopState) else state
    begin = machine.assemble(t=float(data.time[0])) if given is None else given
    if abs(begin.t - data.time[0]) > 1e-9 * max(1.0, abs(float(data.time[-1]))):
        faults.add(
            f"the state is at {begin.t:g} s, the first sample at {data.time[0]:g} s; assemble(..., t=) gives one there"
        )
        faults.stop()
    experiment = Experiment(
        machine, begin, float(data.time[-1] - data.time[0]), len(data), dict(inputs or {}), chosen, integrator, blocks
    )
    return _TimeSeries(experiment, data)


def _frequency_response(
    machine: Dynamics | ClosedLoop,
    data: MeasuredResponse,
    inputs: Mapping[str, Any] | None,
    state: State | None,
    begin: Mapping[str, float],
    faults: Faults,
) -> ModelResponse:
    """The linear model of the data; all that is wrong with them is noted."""
    faults.found += [
        f"{name}: a value at the start does not go with a frequency response, which is that of the machine at rest"
        for name in begin
        if name.endswith(AT_START) and name not in machine.parameters
    ]
    held = {}
    for name, value in (inputs or {}).items():
        if name not in machine.inputs:
            faults.add(f"no input {name!r}; {close_matches(str(name), machine.inputs)}")
        else:
            held[name] = faults.number(name, value, "give the constant value that holds the machine")
    if 2 * len(data.frequencies) <= len(begin):
        faults.add(
            f"{len(data.frequencies)} frequencies for {len(begin)} parameters; there must be more numbers (two for "
            "each frequency) than parameters"
        )
    faults.found += data.unit_faults(
        machine_units(machine) | ({} if isinstance(machine, Dynamics) else reference_units(machine))
    )
    if isinstance(machine, Dynamics):
        try:
            ParametricResponse(machine, data.input, data.output, np.zeros(len(machine.inputs)))
        except ValueError as error:
            faults.add(str(error))
    faults.stop()
    near = state or machine.assemble()
    if isinstance(machine, ClosedLoop):
        return LoopResponse(data, near, held, loop=machine)
    return MachineResponse(data, near, held, dynamics=machine, begin=begin)


@dataclass(frozen=True, eq=False)
class _TimeSeries:
    """Time series beside the run of a model."""

    experiment: Experiment
    data: Measurements

    @property
    def name(self) -> str:
        """Name of the machine."""
        return self.experiment.machine.name

    @property
    def machine(self) -> Dynamics | ClosedLoop:
        """The machine."""
        return self.experiment.machine

    @property
    def channels(self) -> dict[str, str]:
        """Units of what is compared."""
        return {name: self.data.channels[name].unit for name in self.experiment.compare}

    @property
    def measured(self) -> Array:
        """What was measured (n, c)."""
        return np.column_stack([self.data[name] for name in self.experiment.compare])

    def first_noise(self) -> Array:
        """Noise (c) by second differences of the data, in which a smooth motion cancels: its variance is 6 sigma^2."""
        Y = self.measured
        width = np.asarray(np.ptp(Y, axis=0))
        floor = QUIETEST * np.where(width > 0, width, np.maximum(np.abs(Y).max(axis=0), 1.0))
        rough = np.std(np.diff(Y, 2, axis=0), axis=0) / np.sqrt(6.0) if len(Y) > 3 else width
        return np.asarray(np.maximum(rough, floor))

    def evaluate(self, values: Mapping[str, float], names: Sequence[str]) -> tuple[Array, Array] | str:
        """Computed (n, c) and its derivatives (n, c, k)."""
        return self.experiment.run(values, names)


class _Fit:
    """One identification: rounds of least squares with the noise of the round before."""

    def __init__(
        self,
        model: _TimeSeries | ModelResponse,
        names: tuple[str, ...],
        low: Array,
        high: Array,
        noise: dict[str, float],
        progress: Callable[[int], None] | None,
    ) -> None:
        self.model, self.names, self.low, self.high, self.noise = model, names, low, high, noise
        self.progress, self.runs = progress, 0
        self.measured = model.measured
        self.channels = list(model.channels)

    def evaluate(self, x: Array, sigma: Array) -> Evaluated | None:
        """Residuals over the noise, all channels one after the other, and their derivatives."""
        self.runs += 1
        if self.progress is not None:
            self.progress(self.runs)
        found = self.model.evaluate(dict(zip(self.names, x.tolist(), strict=True)), self.names)
        if isinstance(found, str):
            self.refusal = found
            return None
        Y, J = found
        residuals = ((self.measured - Y) / sigma).T.ravel()
        return residuals, -(J / sigma[:, None]).transpose(1, 0, 2).reshape(residuals.size, -1)

    def result(self, begin: Array) -> Identification:
        """Fit, and say what it is worth."""
        given = np.array([self.noise.get(name, np.nan) for name in self.channels])
        sigma = np.where(np.isnan(given), self.model.first_noise(), given)
        first = self.evaluate(begin, sigma)
        if first is None:
            values = ", ".join(f"{name} = {value:g}" for name, value in zip(self.names, begin, strict=True))
            raise ValueError(f"identify: nothing to compare at the values to begin with ({values}): {self.refusal}")
        self._refuse_unmoved(first[1], begin)
        x, notes = begin, []
        for _ in range(ROUNDS):
            found = minimise(partial(self.evaluate, sigma=sigma), x, self.low, self.high)
            x = found.x
            rows = found.residuals.reshape(len(self.channels), -1)
            freedoms = rows.shape[1] - len(self.names) / len(self.channels)
            now = sigma * np.sqrt(np.sum(rows**2, axis=1) / max(1.0, freedoms))
            now = np.where(np.isnan(given), np.maximum(now, self._floor()), given)
            change = np.max(np.abs(np.log(now / sigma)))
            found = _rescale_residuals(found, sigma, now)
            sigma = now
            if change < SAME_NOISE:
                break
        else:
            notes.append("the noise of the channels did not settle; give it, noise={channel: value}")
        return self._record(found, sigma, begin, notes)

    def _floor(self) -> Array:
        size = np.abs(self.measured).max(axis=0)
        return QUIETEST * np.where(size > 0, size, 1.0)

    def _refuse_unmoved(self, J: Array, begin: Array) -> None:
        scales = self._scales(begin)
        moved = np.linalg.norm(J * scales, axis=0) / np.sqrt(len(J))
        still = [name for name, size in zip(self.names, moved, strict=True) if not size > UNMOVED]
        if still:
            alone = len(still) == 1
            raise ValueError(
                f"identify: {', '.join(still)} {'does' if alone else 'do'} not move the data: the compared channels "
                f"({', '.join(self.channels)}) do not depend on {'it' if alone else 'them'}; "
                f"leave {'it' if alone else 'them'} out, or compare or excite something that depends on "
                f"{'it' if alone else 'them'}"
            )

    def _scales(self, x: Array) -> Array:
        """Sizes by which parameters are compared: their own, or the distance of the bounds for what may be zero."""
        width = self.high - self.low
        zero = np.array([name.endswith(AT_START) for name in self.names]) | (np.abs(x) < ABOUT_ZERO * width)
        return np.where(zero, width, np.abs(x))

    def _record(self, found: Minimum, sigma: Array, begin: Array, notes: list[str]) -> Identification:
        x, k = found.x, len(self.names)
        width = self.high - self.low
        at_low, at_high = x - self.low < AT_BOUND * width, self.high - x < AT_BOUND * width
        fixed = at_low | at_high
        known = precision(found.jacobian, x, self._scales(x), self.names)
        errors, correlations, combinations = known.errors, known.correlations, known.combinations
        if (
            fixed.any() and not fixed.all()
        ):  # what is at a bound is no estimate: the others are those with it held there
            free = np.flatnonzero(~fixed)
            own = precision(found.jacobian[:, free], x[free], self._scales(x)[free], [self.names[j] for j in free])
            errors = np.full(k, np.nan)
            errors[free] = own.errors
            correlations = np.full((k, k), np.nan)
            correlations[np.ix_(free, free)] = own.correlations
            combinations = own.combinations
        rows = found.residuals.reshape(len(self.channels), -1)
        times = factor(rows.size - k)
        units = parameter_units(self.model.machine)
        estimates = []
        for j, name in enumerate(self.names):
            error = np.nan if fixed[j] else float(errors[j])
            value = float(x[j])
            estimates.append(
                Estimate(
                    name,
                    units.get(name, ""),
                    value,
                    error,
                    (value - times * error, value + times * error) if np.isfinite(error) else (-np.inf, np.inf),
                    (float(self.low[j]), float(self.high[j])),
                    float(begin[j]),
                    "lower" if at_low[j] else "upper" if at_high[j] else "",
                )
            )
        residuals = tuple(
            Residuals(name, self.model.channels[name], rows[c] * sigma[c], float(sigma[c]), whiteness(rows[c]))
            for c, name in enumerate(self.channels)
        )
        coloured = [each.name for each in residuals if not each.white]
        if coloured:
            notes.append(
                f"residuals of {', '.join(coloured)} are not white, so the errors of the parameters are larger than "
                "said: something that the model leaves out is in the data"
            )
        return Identification(
            self.model.name, tuple(estimates), correlations, residuals, combinations, tuple(notes), self.runs,
            found.converged,
        )  # fmt: skip


def _rescale_residuals(found: Minimum, before: Array, now: Array) -> Minimum:
    """The same minimum with residuals over another noise."""
    ratio = np.repeat(before / now, found.residuals.size // len(before))
    return Minimum(found.x, found.residuals * ratio, found.jacobian * ratio[:, None], found.converged)
