"""Frequency response of a closed loop by sines: runs of the full nonlinear model, one for each frequency.

A reference follows r = r_0 + A sin(2 pi f t). Once the start has died out, constant and harmonics are fitted to the
output over whole periods, by least squares,

    y = y_0 + sum_k (a_k sin(2 pi k f t) + b_k cos(2 pi k f t)),

and the response is G = (a_1 + i b_1) / A: magnitude |G|, phase arg G, against the continuous command, whatever block
samples it. What is nonlinear shows in the harmonics |a_k + i b_k| / |a_1 + i b_1|.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from math import ceil, degrees, nan, pi
from multiprocessing import get_context
from multiprocessing.reduction import ForkingPickler
from typing import Literal

import casadi as ca
import numpy as np

from linkwright import linear_algebra
from linkwright.analysis.linear.lifted import bandwidth_of
from linkwright.arrays import Array, PlainData
from linkwright.closed_loop import ClosedLoop, Kinematics
from linkwright.closed_loop.model import positions
from linkwright.control import Block, Clock, Diagram, Signal
from linkwright.control.contract import Numbers, Value
from linkwright.dynamics import State
from linkwright.faults import Faults, close_matches
from linkwright.kinds import checked_but
from linkwright.laws import Sine
from linkwright.simulation import simulate
from linkwright.simulation.integrators import Integrator
from linkwright.symbolic import Label

HARMONICS = 7
"""Harmonics that are fitted to an output."""
FEWEST = 64
"""Readings in a period, at least."""
MOST_READINGS = 20_000_000
"""Readings in a run, at most: 160 MB a quantity."""
SETTLED = 1e-3
"""Share of the fundamental by which it may differ between beginning and end of the periods measured."""
MOST_DOUBLINGS = 5
"""Times that the time before the measurement is doubled with settle="auto"."""
STROKE_PLACES = 64
"""Positions between middle and end of a stroke at which it is looked whether the machine can be there."""
BISECTIONS = 24
"""Halvings of the interval in which the largest amplitude lies: to 1e-7 of it."""

Settle = Literal["preset", "auto"] | float
Progress = Callable[[float], None]


@dataclass(frozen=True)
class Waveform:
    """A quantity over the periods measured: largest absolute value, mean, median of |x - mean|, and harmonics.

    `harmonics` are amplitudes of the second, third, ... harmonic over that of the first.
    """

    name: str
    unit: str
    peak: float
    mean: float
    median: float
    harmonics: tuple[float, ...]

    def as_data(self) -> dict[str, object]:
        """Everything as plain data, for JSON."""
        return {
            "name": self.name,
            "unit": self.unit,
            "peak": self.peak,
            "mean": self.mean,
            "median": self.median,
            "harmonics": list(self.harmonics),
        }


@dataclass(frozen=True)
class ResponsePoint:
    """Response to one sine: magnitude (output over input) and phase (degrees, -180 to 180) at a frequency (Hz).

    `harmonics` are those of the output, second over first and so on; `offset` is its mean less what it was at the
    start; `change` the share by which the fundamental differs between beginning and end of the `periods` measured, and
    it is `settled` where that is below 0.1 %. `waveforms` are other quantities that were asked for. A run that did not
    finish has its `outcome` and no numbers.
    """

    frequency: float
    amplitude: float
    magnitude: float = nan
    phase_deg: float = nan
    harmonics: tuple[float, ...] = ()
    offset: float = nan
    periods: int = 0
    change: float = nan
    waveforms: Mapping[str, Waveform] = field(default_factory=dict)
    outcome: str = "finished"
    reason: str = ""

    @property
    def settled(self) -> bool:
        """Whether the response repeats itself from period to period."""
        return self.change <= SETTLED

    def as_data(self) -> dict[str, object]:
        """Everything as plain data, for JSON."""
        return {
            "frequency": self.frequency,
            "amplitude": self.amplitude,
            "magnitude": self.magnitude,
            "phase_deg": self.phase_deg,
            "harmonics": list(self.harmonics),
            "offset": self.offset,
            "periods": self.periods,
            "change": self.change,
            "settled": self.settled,
            "waveforms": {name: each.as_data() for name, each in self.waveforms.items()},
            "outcome": self.outcome,
            "reason": self.reason,
        }


@dataclass(frozen=True)
class FrequencyResponse:
    """Response of an output of a closed loop to a reference, frequency by frequency; see `frequency_response`."""

    machine: str
    input: str
    output: str
    unit: str
    points: tuple[ResponsePoint, ...]
    notes: tuple[str, ...] = ()

    @property
    def finished(self) -> bool:
        """Whether all runs did."""
        return all(point.outcome == "finished" for point in self.points)

    @property
    def bandwidth(self) -> float | None:
        """Frequency (Hz) at which the magnitude first falls below 1/sqrt(2) of that at the lowest frequency.

        Between points it is interpolated in the logarithms of both; None where it never falls so far.
        """
        return bandwidth_of(
            np.array([point.frequency for point in self.points]), np.array([point.magnitude for point in self.points])
        )

    def in_words(self) -> str:
        """A line for each frequency, then the bandwidth."""
        lines = [f"{self.output} to {self.input} of {self.machine}"]
        for point in self.points:
            head = f"  {point.frequency:g} Hz, amplitude {point.amplitude:g}"
            if point.outcome != "finished":
                lines.append(f"{head}: {point.outcome}: {point.reason}")
                continue
            said = f"{head}: {100 * point.magnitude:.3f} %, {point.phase_deg:.3f} deg"
            said += "" if point.settled else f", not settled (it changes by {100 * point.change:.2g} %)"
            said += "".join(f", {each.name} up to {each.peak:.5g} {each.unit}" for each in point.waveforms.values())
            lines.append(said)
        found = self.bandwidth
        lines.append("  bandwidth: " + ("beyond these frequencies" if found is None else f"{found:.4g} Hz"))
        return "\n".join([*lines, *[f"  {note}" for note in self.notes]])

    def as_data(self) -> dict[str, object]:
        """Everything as plain data, for JSON."""
        return {
            "machine": self.machine,
            "input": self.input,
            "output": self.output,
            "unit": self.unit,
            "bandwidth": self.bandwidth,
            "points": [point.as_data() for point in self.points],
            "notes": list(self.notes),
        }


@dataclass(frozen=True)
class _Probe(Block):
    """Reads quantities and outputs of blocks at its instants, and changes nothing."""

    names: tuple[str, ...]

    @property
    def inputs(self) -> tuple[Label, ...]:
        """What is read."""
        return tuple(Label(f"y{k}", f"{{u{k}}}", name) for k, name in enumerate(self.names))

    @property
    def outputs(self) -> tuple[Signal, ...]:
        """The same."""
        return tuple(Signal(f"y{k}", f"{{u{k}}}", name) for k, name in enumerate(self.names))

    def step(self, x: Numbers, t: Value, u: Numbers, p: Numbers, T: Value) -> tuple[Numbers, Numbers]:
        """Outputs are the inputs."""
        return list(u), []


@dataclass(frozen=True)
class _Sine:
    """One run: frequency, amplitude, how long it settles, and how many periods are measured."""

    frequency: float
    amplitude: float
    settle: float
    periods: int

    @property
    def duration(self) -> float:
        """Length of the run (s)."""
        return self.settle + self.periods / self.frequency


@dataclass(frozen=True)
class _Experiment:
    """What all runs have in common; it goes to other processes as it is."""

    loop: ClosedLoop
    state: State
    input: str
    middle: float
    inputs: PlainData
    probe: str
    names: tuple[str, ...]
    integrator: Integrator | None
    doublings: int

    def run(self, sine: _Sine, progress: Progress | None = None) -> ResponsePoint:
        """Response to one sine; where it has not settled and that is wanted, once more with twice the time before."""
        point = self._measure(sine, progress)
        for _ in range(self.doublings):
            if point.settled or point.outcome != "finished":
                break
            sine = replace(sine, settle=2 * sine.settle)
            point = self._measure(sine, progress)
        return point

    def _measure(self, sine: _Sine, progress: Progress | None) -> ResponsePoint:
        f = sine.frequency
        command = Sine(sine.amplitude, f, offset=self.middle)
        signals = [f"{self.probe}.y{k}" for k in range(len(self.names))]
        run = simulate(
            self.loop,
            self.state,
            duration=sine.duration,
            inputs={**self.inputs, self.input: command},
            integrator=self.integrator,
            samples=2,
            signals=signals,
            progress=progress,
        )
        if run.outcome.kind != "finished":
            reason = f"{run.outcome.reason} (at {run.outcome.time:.6g} s)"
            return ResponsePoint(f, sine.amplitude, outcome=run.outcome.kind, reason=reason)
        read = [run.signal(name) for name in signals]
        time = np.asarray(read[0].time)
        start = float(self.state.t) + sine.settle
        slack = 1e-9 * sine.duration
        measured = (time >= start - slack) & (time < start + sine.periods / f - slack)
        t = time[measured]
        values = np.asarray(read[0].values)
        y = values[measured]
        _, lines = _fit_harmonics(t, y, f)
        part = max(1, sine.periods // 2)
        first, last = t < start + part / f - slack, t >= start + (sine.periods - part) / f - slack
        ends = [_fit_harmonics(t[each], y[each], f)[1][0] for each in (first, last)]
        gain = lines[0] / sine.amplitude
        return ResponsePoint(
            f,
            sine.amplitude,
            float(abs(gain)),
            degrees(float(np.angle(gain))),
            _ratios(lines),
            float(np.mean(y) - values[0]),
            sine.periods,
            float(abs(ends[1] - ends[0]) / max(abs(lines[0]), 1e-300)),
            {
                name: _waveform(name, each.unit, t, np.asarray(each.values)[measured], f)
                for name, each in zip(self.names[1:], read[1:], strict=True)
            },
        )


def _fit_harmonics(t: Array, y: Array, f: float) -> tuple[float, Array]:
    """Constant, and complex amplitudes a_k + i b_k of the harmonics of a frequency, by least squares."""
    angles = 2 * pi * f * np.outer(t, np.arange(1, HARMONICS + 1))
    columns = np.column_stack([np.ones(len(t)), np.sin(angles), np.cos(angles)])
    found = linear_algebra.lstsq(columns.T @ columns, columns.T @ y, rcond=None)[0]
    return float(found[0]), np.asarray(found[1 : HARMONICS + 1] + 1j * found[HARMONICS + 1 :])


def _ratios(lines: Array) -> tuple[float, ...]:
    first = max(float(abs(lines[0])), 1e-300)
    return tuple(float(abs(line) / first) for line in lines[1:])


def _waveform(name: str, unit: str, t: Array, y: Array, f: float) -> Waveform:
    _, lines = _fit_harmonics(t, y, f)
    mean = float(np.mean(y))
    return Waveform(name, unit, float(np.max(np.abs(y))), mean, float(np.median(np.abs(y - mean))), _ratios(lines))


@checked_but("settle")
def frequency_response(
    closed_loop: ClosedLoop,
    *,
    input: str,  # noqa: A002  the word of the field
    output: str,
    frequencies: Sequence[float],
    amplitudes: Sequence[float] | float,
    settle: Settle = "preset",
    periods: int | None = None,
    parameters: Mapping[str, float] | None = None,
    state: State | None = None,
    inputs: PlainData | None = None,
    waveforms: Sequence[str] = (),
    limits: Mapping[str, tuple[float, float]] | None = None,
    integrator: Integrator | None = None,
    processes: int | None = None,
    progress: Progress | None = None,
) -> FrequencyResponse:
    """Response of an output to sines on an input of a closed loop, by runs of the nonlinear model.

    `input` is one of `closed_loop.inputs`, `output` a quantity of the machine (`z`, `z'`) or an output of a block.
    `amplitudes` is one for each of the `frequencies` (Hz), or one for all; they matter, since friction and geometry are
    not linear. Runs begin at `state` (the reference configuration unless given) at rest, with blocks at their initial
    states. The sine swings about `inputs[input]`; where that is not given and the input is named as a quantity of the
    machine (`pose.z`), about its value in that state. Other inputs of such names stay there too; all others are given.

    `settle`: "preset" discards 1 s and two periods; "auto" doubles that until the response repeats itself within 0.1 %;
    a number is the time (s) discarded. `periods` are measured then: 10 unless given, 3 below 0.5 Hz. `parameters` are
    other values for `with_parameters`, `waveforms` further quantities or outputs whose peak, mean and harmonics are
    wanted. Quantities are read with the fastest block, or faster, at least 64 times a period.

    Where the input is a position given to a `Kinematics` block, amplitudes that the machine cannot follow, or that lead
    a quantity beyond its `limits` {name: (low, high)}, are refused with the largest one that fits. Runs go to as many
    `processes` as there are cores; scripts that call it need `if __name__ == "__main__":`, or `processes=1`.
    """
    faults = Faults("frequency_response")
    if not isinstance(closed_loop, ClosedLoop):
        faults.add(f"closed_loop is a {type(closed_loop).__name__}, expected a ClosedLoop; lw.ClosedLoop makes one")
        faults.stop()
    loop = closed_loop.with_parameters(parameters) if parameters else closed_loop
    start = loop.assemble() if state is None else loop.dynamics.check(state)
    sines = _sines(frequencies, amplitudes, settle, periods, faults)
    known = [*loop.dynamics.quantities, *loop.signals]
    for what, names in (("output", (output,)), ("waveforms", tuple(waveforms))):
        for name in names:
            if str(name).rstrip("'") not in known:
                faults.add(f"{what}: no quantity or block output {name!r}; {close_matches(str(name), known)}")
    bounds = _bounds(loop, limits or {}, faults)
    if processes is not None and (isinstance(processes, bool) or not isinstance(processes, int) or processes < 1):
        faults.add(f"processes = {processes!r}: expected a whole number from 1 on, or None for one a core")
    given = _input_values(loop, start, input, dict(inputs or {}), faults)
    faults.stop()
    middle = float(given.pop(input))
    _refuse_fast(loop, input, sines, faults)
    faults.stop()
    _refuse_far(loop, {**given, input: middle}, input, sines, bounds, faults)
    faults.stop()
    names = (output, *dict.fromkeys(name for name in waveforms))
    probe, read = _add_probe(loop, names, max(sine.frequency for sine in sines))
    period = float(read.diagram.flat.blocks[probe].clock.period)
    for sine in sines:
        if sine.duration / period > MOST_READINGS:
            faults.add(
                f"{sine.frequency:g} Hz: a run of {sine.duration:.4g} s with readings every {period:g} s has more than "
                f"{MOST_READINGS} of them; take a higher frequency, fewer periods or a shorter time before"
            )
    faults.stop()
    doublings = MOST_DOUBLINGS if settle == "auto" else 0
    experiment = _Experiment(read, start, input, middle, given, probe, names, integrator, doublings)
    points, notes = _carried_out(experiment, sines, processes, progress)
    unit = read.program.signals[f"{probe}.y0"].label.unit
    return FrequencyResponse(loop.name, input, output, unit, points, notes)


def _sines(
    frequencies: Sequence[float],
    amplitudes: Sequence[float] | float,
    settle: Settle,
    periods: int | None,
    faults: Faults,
) -> list[_Sine]:
    """The runs, or what is wrong with their numbers."""
    values = faults.sequence("frequencies", frequencies)
    one = isinstance(amplitudes, (int, float))
    sizes = faults.sequence("amplitudes", [amplitudes] if one else amplitudes)
    if values is None or sizes is None:
        return []
    if len(sizes) not in {1, len(values)}:
        faults.add(f"amplitudes: got {len(sizes)} for {len(values)} frequencies; give one for each, or one for all")
    for name, array in (("frequencies", values), ("amplitudes", sizes)):
        wrong = [f"{value:g}" for value in array if value <= 0]
        if wrong:
            faults.add(f"{name}: {', '.join(wrong)}: expected numbers above zero")
    if periods is not None and (isinstance(periods, bool) or not isinstance(periods, int) or periods < 2):
        faults.add(f"periods = {periods!r}: expected a whole number from 2 on")
    if isinstance(settle, str):
        faults.choice("settle", settle, ("preset", "auto"))
    elif not faults.number("settle", settle) >= 0:
        faults.add(f"settle = {settle!r}: expected seconds, 0 or more, 'preset' or 'auto'")
    if faults.found:
        return []
    found = []
    for f, amplitude in zip(values, np.broadcast_to(sizes, len(values)), strict=True):
        count = (3 if f < 0.5 else 10) if periods is None else periods
        before = 1.0 + 2.0 / f if isinstance(settle, str) else float(settle)
        found.append(_Sine(float(f), float(amplitude), float(before), count))
    return found


def _bounds(
    loop: ClosedLoop, limits: Mapping[str, tuple[float, float]], faults: Faults
) -> dict[str, tuple[float, float]]:
    """Limits as pairs of numbers, by name; what is not one is a fault."""
    found = {}
    for name, pair in limits.items():
        if name not in loop.dynamics.quantities:
            faults.add(f"limits: no quantity {name!r}; {close_matches(str(name), loop.dynamics.quantities)}")
            continue
        try:
            low, high = (float(value) for value in pair)
        except (TypeError, ValueError):
            low = high = nan
        if low < high:
            found[name] = (low, high)
        else:
            faults.add(f"limits: {name} = {pair!r:.60}: expected two numbers (low, high), low below high")
    return found


def _input_values(loop: ClosedLoop, state: State, excited: str, inputs: PlainData, faults: Faults) -> PlainData:
    """Values of all inputs: those given, and of inputs named as quantities where these are."""
    found: PlainData = {}
    for name in (*inputs, *([] if excited in inputs else [excited])):
        if name not in loop.inputs:
            faults.add(f"no input {name!r}; {close_matches(str(name), loop.inputs)}")
    for name in loop.inputs:
        quantity = name.rpartition(".")[2]
        if name in inputs:
            found[name] = inputs[name]
        elif quantity in state.positions:
            found[name] = float(state[quantity])
        else:
            faults.add(f"input {name} is not given; give its value in inputs={{{name!r}: ...}}")
    if excited in inputs:
        found[excited] = faults.number(f"inputs[{excited!r}]", inputs[excited], "give the middle of the sine")
    return found


def _refuse_fast(loop: ClosedLoop, excited: str, sines: Sequence[_Sine], faults: Faults) -> None:
    """Say which frequencies a block that reads the sine would take for others."""
    flat = loop.diagram.flat
    rates = [1 / float(flat.blocks[port.block].clock.period) for port in flat.references.get(excited, ())]
    wrong = [f"{sine.frequency:g}" for sine in sines if rates and sine.frequency >= min(rates) / 2]
    if wrong:
        faults.add(
            f"frequencies: {', '.join(wrong)} Hz: {excited} is read at {min(rates):g} Hz, so that sines of "
            f"{min(rates) / 2:g} Hz and more look like slower ones; stay below"
        )


def _short(value: float) -> str:
    """A number without what is rounding."""
    return f"{round(value, 9) + 0.0:g}"


def _refuse_far(
    loop: ClosedLoop,
    inputs: PlainData,
    excited: str,
    sines: Sequence[_Sine],
    limits: Mapping[str, tuple[float, float]],
    faults: Faults,
) -> None:
    """Say which amplitudes lead beyond what the machine can reach, and the largest that does not."""
    flat = loop.diagram.flat
    unseen = bool(limits)
    for port in flat.references.get(excited, ()):
        block = flat.blocks[port.block].block
        if not isinstance(block, Kinematics):
            continue
        names = {
            inner.name: name for name, ports in flat.references.items() for inner in ports if inner.block == port.block
        }
        places = {own: inputs[names[own]] for own in block.given if own in names}
        if set(places) != set(block.given) or not all(isinstance(value, float | int) for value in places.values()):
            continue  # other positions come from blocks, or move: the run itself says where it ends
        unseen = False
        stroke = _Stroke(block, places, port.name, limits)
        largest = max(sine.amplitude for sine in sines)
        if not stroke.fits(0.0):
            within = f", beyond the limits of {', '.join(limits)}" if limits else ""
            faults.add(
                f"the pose {', '.join(f'{name} = {_short(value)}' for name, value in places.items())} is out of reach"
                f"{within}, or too far from where the block begins; begin elsewhere, or near it: "
                "Kinematics(..., near=state)"
            )
        elif not stroke.fits(largest):
            fitting = stroke.largest(largest)
            wrong = [f"{sine.amplitude:g}" for sine in sines if sine.amplitude > fitting]
            beyond = f" within {', '.join(limits)}" if limits else ""
            faults.add(
                f"amplitudes: {', '.join(wrong)}: beyond the reach of {port.name} about "
                f"{_short(places[port.name])}{beyond}; the largest that fits is {fitting:.6g}"
            )
    if unseen:
        faults.add(
            f"limits: {excited} is not a position that a Kinematics block follows, with the others fixed, so it is not "
            f"known before the run where {', '.join(limits)} go; leave them out, and look at the waveforms"
        )


@dataclass(frozen=True)
class _Stroke:
    """How far a position of a machine can go, others fixed, by the block that follows it in the loop."""

    block: Kinematics
    places: Mapping[str, float]
    name: str
    limits: Mapping[str, tuple[float, float]]

    @cached_property
    def _step(self) -> ca.Function:
        """(state of the block, positions) -> whether it follows, its next state, quantities with limits."""
        block = self.block
        x, u = ca.SX.sym("x", len(block.state)), ca.SX.sym("u", len(block.given))
        outputs, after = block.step(ca.vertsplit(x), ca.SX(0), ca.vertsplit(u), [], ca.SX(0))
        q = ca.vertcat(*after[: len(block.dynamics.coordinates)])
        faults = Faults("limits")
        bounded = positions(block.dynamics, list(self.limits), faults)
        faults.stop()
        values = block.model.positions_at(bounded)(0, q) if bounded else ca.SX(0, 1)
        return ca.Function("stroke", [x, u], [ca.vertcat(*outputs), ca.vertcat(*after), values])

    def fits(self, amplitude: float) -> bool:
        """Whether the block follows a quarter of a sine to both ends, within the limits."""
        bounds = np.array(list(self.limits.values())).reshape(-1, 2)
        for sign in (1.0, -1.0):
            x = np.array([signal.initial for signal in self.block.state])
            for angle in np.linspace(0.0, pi / 2, STROKE_PLACES + 1):
                goal = {**self.places, self.name: self.places[self.name] + sign * np.sin(angle) * amplitude}
                found = self._step(x, [goal[name] for name in self.block.given])
                outputs, x, values = (np.asarray(each).ravel() for each in found)
                if not np.isfinite(outputs).all() or (values < bounds[:, 0]).any() or (values > bounds[:, 1]).any():
                    return False
        return True

    def largest(self, beyond: float) -> float:
        """The largest amplitude that fits, rounded down."""
        low, high = 0.0, beyond
        for _ in range(BISECTIONS):
            middle = 0.5 * (low + high)
            low, high = (middle, high) if self.fits(middle) else (low, middle)
        return low


def _add_probe(loop: ClosedLoop, names: tuple[str, ...], fastest: float) -> tuple[str, ClosedLoop]:
    """The loop with a block that reads the quantities, and the name of that block."""
    diagram = loop.diagram
    clock = min((each.clock for each in diagram.flat.blocks.values()), key=lambda each: each.period)
    probe = "probe"
    while probe in diagram.blocks:
        probe += "_"
    share = max(1, ceil(clock.period * FEWEST * Fraction(fastest)))
    reading = Clock(clock.period / share, clock.phase % (clock.period / share))
    block = _Probe(names).every(reading.period, phase=reading.phase)
    wires = {**diagram.wires, **{f"{probe}.y{k}": name for k, name in enumerate(names)}}
    whole = Diagram({**diagram.blocks, probe: block}, wires, diagram.exports)
    return probe, ClosedLoop(loop.dynamics, whole, loop.given, loop.counts)


# -- one process a core ------------------------------------------------------------------------------------------------

_HERE: dict[str, _Experiment] = {}
"""The experiment of this process, where it is one of several."""


def _begin(experiment: _Experiment) -> None:
    _HERE["experiment"] = experiment


def _one(sine: _Sine) -> ResponsePoint:
    return _HERE["experiment"].run(sine)


def _carried_out(
    experiment: _Experiment, sines: Sequence[_Sine], processes: int | None, progress: Progress | None
) -> tuple[tuple[ResponsePoint, ...], tuple[str, ...]]:
    """The points in the order of the sines, and what is to be said about how they came."""
    count = min(len(sines), processes or os.cpu_count() or 1)
    whole = sum(sine.duration for sine in sines)
    notes: tuple[str, ...] = ()
    alone = count == 1
    if not alone:
        try:
            ForkingPickler.dumps(experiment)
        except Exception as error:  # noqa: BLE001  whatever a user's own step cannot be sent for
            alone = True
            notes = (f"runs were made one after another: the loop cannot be sent to other processes ({error})",)
    found: dict[int, ResponsePoint] = {}
    done = 0.0
    if alone:
        for k, sine in enumerate(sines):
            before, share = done / whole, sine.duration / whole
            own = None if progress is None else _Share(progress, before, share)
            found[k] = experiment.run(sine, own)
            done += sine.duration
        return tuple(found[k] for k in range(len(sines))), notes
    try:
        for k, point in _spread(experiment, sines, count):
            found[k] = point
            done += sines[k].duration
            if progress is not None:
                progress(done / whole)
    except BrokenProcessPool as error:
        msg = (
            "frequency_response: the other processes ended before they answered; call it under "
            'if __name__ == "__main__":, or with processes=1'
        )
        raise RuntimeError(msg) from error
    return tuple(found[k] for k in range(len(sines))), notes


@dataclass(frozen=True)
class _Share:
    """Progress of one run as part of the whole."""

    whole: Progress
    before: float
    share: float

    def __call__(self, share: float) -> None:
        """Pass on the share done of all runs."""
        self.whole(self.before + self.share * share)


def _spread(experiment: _Experiment, sines: Sequence[_Sine], count: int) -> Iterator[tuple[int, ResponsePoint]]:
    """Points as they come from processes, the longest runs first."""
    pool = ProcessPoolExecutor(count, get_context("spawn"), _begin, (experiment,))
    try:
        order = sorted(range(len(sines)), key=lambda k: -sines[k].duration)
        futures = {pool.submit(_one, sines[k]): k for k in order}
        for future in as_completed(futures):
            yield futures[future], future.result()
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


__all__ = ["FrequencyResponse", "ResponsePoint", "Waveform", "frequency_response"]
