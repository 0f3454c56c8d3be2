"""A better exciting motion: the chirp, within limits, whose data tell most about the parameters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

from linkwright import linear_algebra
from linkwright.analysis.identification.experiment import Experiment, machine_units
from linkwright.arrays import Array, PlainData
from linkwright.closed_loop import ClosedLoop
from linkwright.dynamics import Dynamics, State
from linkwright.faults import Faults, close_matches
from linkwright.kinds import checked_arguments
from linkwright.laws import Chirp
from linkwright.simulation.integrators import Integrator

FREQUENCIES = 4
"""Frequencies between the given ones, evenly spaced in their logarithm, of which pairs are ends of chirps."""
CORRECTIONS = 3
"""Runs in which an amplitude is brought to the limits; channels grow nearly in proportion to it."""
CLOSE_ENOUGH = 0.02
"""Share below a limit that counts as reached."""


@dataclass(frozen=True, eq=False)
class Excitation:
    """The chirp that was found, with expected standard errors by parameter and peaks of limited channels.

    `gain` is how many times smaller the volume of the joint error is than that of the weakest candidate.
    """

    input: str
    motion: Chirp
    errors: Mapping[str, float]
    peaks: Mapping[str, float]
    gain: float
    candidates: int

    def in_words(self) -> str:
        """The motion, its errors and peaks."""
        law = self.motion
        head = f"{self.input}: chirp of amplitude {law.amplitude:.4g} from {law.start_frequency:.4g} Hz to "
        lines = [f"{head}{law.end_frequency:.4g} Hz over {law.duration:g} s, the best of {self.candidates}"]
        lines += [f"  {name} to +- {error:.3g} (standard error)" for name, error in self.errors.items()]
        lines += [f"  {name} up to {peak:.4g}" for name, peak in self.peaks.items()]
        return "\n".join(lines)

    def as_data(self) -> PlainData:
        """Everything as plain data, for JSON."""
        law = self.motion
        return {
            "input": self.input,
            "amplitude": law.amplitude,
            "start_frequency": law.start_frequency,
            "end_frequency": law.end_frequency,
            "duration": law.duration,
            "errors": dict(self.errors),
            "peaks": dict(self.peaks),
            "gain": self.gain,
            "candidates": self.candidates,
        }


@checked_arguments
def suggest_excitation(
    machine: Dynamics | ClosedLoop,
    input: str,  # noqa: A002  the word of the field
    *,
    parameters: Sequence[str],
    noise: Mapping[str, float],
    frequencies: tuple[float, float],
    amplitude: float,
    duration: float,
    samples: int = 2001,
    limits: Mapping[str, float] | None = None,
    inputs: Mapping[str, Any] | None = None,
    offset: float = 0.0,
    state: State | None = None,
    integrator: Integrator | None = None,
) -> Excitation:
    """The chirp of an input that tells most about some parameters: the determinant of the information is largest.

    The information of a run is J^T J, J = dy / dp / sigma over the samples of the channels in `noise`, {name: sigma}.
    Chirps between pairs of frequencies (Hz) inside the range are tried, up and down, each with the largest amplitude,
    at most `amplitude`, that keeps channels inside `limits`, {name: largest size}. `inputs` are the other inputs,
    `offset` is what the input swings about.
    """
    faults = Faults("suggest_excitation")
    low, high = (faults.positive(f"frequencies[{k}]", value) for k, value in enumerate(frequencies))
    if not low < high:
        faults.add(f"frequencies are {frequencies!r}, expected two numbers (Hz), the lower one first.")
    largest = faults.positive("amplitude", amplitude)
    length = faults.positive("duration", duration)
    known = machine_units(machine)
    for what, given in (("noise", noise), ("limits", limits or {})):
        for name, value in given.items():
            if name not in known:
                faults.add(f"{what}: no channel {name!r}; {close_matches(str(name), known)}")
            faults.positive(f"{what} of {name}", value)
    if input not in machine.inputs:
        faults.add(f"no input {input!r}; {close_matches(str(input), machine.inputs)}")
    if not noise or not parameters:
        faults.add("parameters and noise name what is sought and what is measured; give one of each at least.")
    faults.stop()
    begin = machine.assemble() if state is None else state
    ladder = np.geomspace(low, high, FREQUENCIES)
    channels = tuple(dict.fromkeys([*noise, *(limits or {})]))
    sigma = np.array(list(noise.values()))
    found: list[tuple[float, Chirp, Array, dict[str, float]]] = []
    for first, last in [pair for ends in combinations(ladder.tolist(), 2) for pair in (ends, ends[::-1])]:
        size = largest
        for _ in range(CORRECTIONS):
            motion = Chirp(size, first, last, duration=length, offset=offset)
            trial = Experiment(
                machine, begin, length, samples, {**(inputs or {}), input: motion}, channels, integrator
            ).run({}, parameters)
            if isinstance(trial, str):
                size *= 0.5
                continue
            Y, J = trial
            peaks = {name: float(np.abs(Y[:, channels.index(name)]).max()) for name in limits or {}}
            share = max([peaks[name] / limit for name, limit in (limits or {}).items()], default=0.0)
            if share <= 1.0:
                own = (J[:, : len(sigma)] / sigma[:, None]).transpose(1, 0, 2).reshape(-1, len(parameters))
                sign, logarithm = np.linalg.slogdet(own.T @ own)
                if sign > 0:
                    found.append((float(logarithm), motion, linear_algebra.inv(own.T @ own), peaks))
                if share > 1.0 - 2 * CLOSE_ENOUGH or size == largest:
                    break
            size = min(largest, size * (1.0 - CLOSE_ENOUGH) / max(share, 1e-9))
    if not found:
        raise ValueError(
            "suggest_excitation: no chirp tried keeps the limits and moves the data in all parameters; widen the "
            "limits or the frequencies, or seek fewer parameters"
        )
    best = max(found, key=lambda each: each[0])
    errors = dict(zip(parameters, np.sqrt(np.diag(best[2])).tolist(), strict=True))
    gain = float(np.exp(0.5 * (best[0] - min(each[0] for each in found))))
    return Excitation(input, best[1], errors, best[3], gain, len(found))
