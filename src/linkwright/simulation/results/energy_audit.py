"""What is found of a run while it goes on: residuals, balance of energy and its drift, in a few numbers.

Samples may come in portions of any size; what is counted in the end does not depend on them, to the last bit. All of it
lies in one array, so that a run that is taken up again counts on.
"""

from __future__ import annotations

from math import isfinite
from typing import Protocol

import numpy as np

from linkwright.arrays import Array
from linkwright.dynamics.system.system import called
from linkwright.simulation.loop.engine import slope_slopes
from linkwright.simulation.loop.run import Run

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


class Tally:
    """Samples counted so far: `numbers` (8,), then rows (time, energy error, largest one so far) for the fit."""

    def __init__(self, values: Array | None = None) -> None:
        self.values = np.zeros(8 + 3 * ROOM) if values is None else np.array(values, dtype=float)
        self.numbers = self.values[:8]
        self.rows = self.values[8:].reshape(ROOM, 3)

    @classmethod
    def of(cls, time: Array, read: Audited, works: Array) -> Tally:
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
    def kept(self) -> Array:
        """The rows for the fit."""
        count = int(self.numbers[COUNT])
        return self.rows[: -(-count // _stride(count))]

    def first_bad(self) -> float:
        """About when the energy error first came to half of its largest value (s)."""
        rows = self.kept
        return float(rows[int(np.argmax(rows[:, 2] > 0.5 * self.numbers[ERROR])), 0])

    def drift(self, steps: int) -> tuple[float, float] | None:
        """Slope of the relative energy error (1/s), and exponent k of its largest size ~ t^k; None for short runs.

        Both by least squares: the slope over all rows, the exponent in logarithms over the last 99 % of the time, with
        rows evenly spaced in log t, so that every part of the run counts.
        """
        rows = self.kept
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
LARGEST_JACOBIAN = 80
"""Coordinates and speeds above which nothing is looked at: the Jacobian would take longer than it is worth."""


def stiff_words(run: Run) -> list[str]:
    """A sentence for the certificate of a run on a stiff machine; nothing otherwise."""
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
    u = run.input_now()
    jacobian = called(function, run.now, run.state.y, u, np.zeros_like(u), run.dynamics.p)[0]
    if not np.isfinite(jacobian).all():
        return []
    values = np.linalg.eigvals(jacobian[:n])
    fastest = values[np.argmax(np.abs(values))]
    mean = (run.now - run.start) / steps
    if not (fastest.real < -0.7 * abs(fastest) and mean * abs(fastest) > HELD):
        return []
    words = (
        f"stiff: steps of {mean:.2g} s were held by stability, since something decays within {1 / abs(fastest):.2g} s; "
        "integrator=lw.integrators.Radau() is not held so"
    )
    return [words]
