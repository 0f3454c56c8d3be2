"""What an identification found, as a record with words and data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from linkwright.analysis.identification.statistics import WHITE
from linkwright.arrays import Array, PlainData

CLOSE = 0.95
"""Correlation of two estimates from which it is pointed out."""


@dataclass(frozen=True)
class Estimate:
    """A parameter: its value, standard error and 95 % interval, between which bounds it was sought, from where."""

    name: str
    unit: str
    value: float
    standard_error: float
    interval: tuple[float, float]
    bounds: tuple[float, float]
    start: float
    at_bound: str = ""

    def in_words(self) -> str:
        """One line."""
        head = f"{self.name} = {self.value:.6g} {self.unit}".rstrip()
        if self.at_bound:
            return f"{head}, at its {self.at_bound} bound: the data want it beyond, so its error is not known"
        if not np.isfinite(self.standard_error):
            return f"{head}, not determined by the data"
        return f"{head} +- {self.standard_error:.2g}, 95 %: {self.interval[0]:.6g} to {self.interval[1]:.6g}"


@dataclass(frozen=True, eq=False)
class Residuals:
    """What is left of a channel: measured less computed (n,), the noise (standard deviation), whether it is white."""

    name: str
    unit: str
    values: Array
    noise: float
    probability: float

    @property
    def white(self) -> bool:
        """Whether autocorrelations are no larger than those of white noise."""
        return self.probability >= WHITE

    def in_words(self) -> str:
        """One line."""
        said = "white" if self.white else f"not white (p = {self.probability:.2g}): the model leaves something out"
        return f"{self.name}: noise {self.noise:.4g} {self.unit}".rstrip() + f", residuals {said}"


@dataclass(frozen=True, eq=False)
class Identification:
    """Parameters found from data, with what they are worth.

    `correlations` (k, k) of the estimates in their order; `combinations` that the data cannot tell apart, in words;
    `runs` that were made; `converged` says whether the search ended at a least sum of squares.
    """

    machine: str
    estimates: tuple[Estimate, ...]
    correlations: Array
    residuals: tuple[Residuals, ...]
    combinations: tuple[str, ...]
    notes: tuple[str, ...]
    runs: int
    converged: bool

    def __str__(self) -> str:
        return self.in_words()

    @property
    def values(self) -> dict[str, float]:
        """Values by name, as `with_parameters` takes them."""
        return {each.name: each.value for each in self.estimates}

    @property
    def covariance(self) -> Array:
        """Covariance (k, k) of the estimates."""
        errors = np.array([each.standard_error for each in self.estimates])
        return np.asarray(self.correlations * np.outer(errors, errors))

    def __getitem__(self, name: str) -> Estimate:
        """Return the estimate of a parameter."""
        return next(each for each in self.estimates if each.name == name)

    def in_words(self) -> str:
        """Values with intervals, correlations, noise, and what the data cannot tell apart."""
        count = len(self.residuals[0].values) if self.residuals else 0
        sought, compared = (
            f"{len(each)} {word}{'' if len(each) == 1 else 's'}"
            for each, word in ((self.estimates, "parameter"), (self.residuals, "channel"))
        )
        lines = [f"{self.machine}: {sought} from {compared} of {count} samples"]
        lines += [f"  {each.in_words()}" for each in self.estimates]
        for i, first in enumerate(self.estimates):
            for j in range(i):
                value = self.correlations[i, j]
                if np.isfinite(value) and abs(value) > CLOSE:
                    lines.append(f"  {self.estimates[j].name} and {first.name} are correlated by {value:.3f}")
        lines += [f"  {each}" for each in self.combinations]
        lines += [f"  {each.in_words()}" for each in self.residuals]
        if not self.converged:
            lines.append("  the search did not end at a least sum of squares; start nearer, or give other bounds")
        return "\n".join([*lines, *[f"  {note}" for note in self.notes]])

    def as_data(self) -> PlainData:
        """Everything as plain data, for JSON; residuals as their noise and whiteness."""
        return {
            "machine": self.machine,
            "converged": self.converged,
            "runs": self.runs,
            "parameters": {each.name: _plain(each) for each in self.estimates},
            "correlations": [[_number(x) for x in row] for row in self.correlations],
            "channels": {
                each.name: {
                    "unit": each.unit,
                    "noise": each.noise,
                    "white": each.white,
                    "probability": each.probability,
                }
                for each in self.residuals
            },
            "combinations": list(self.combinations),
            "notes": list(self.notes),
        }


def _number(value: float) -> float | None:
    """A number of JSON; None for what is not finite."""
    return float(value) if np.isfinite(value) else None


def _plain(each: Estimate) -> dict[str, Any]:
    return {
        "value": each.value,
        "unit": each.unit,
        "standard_error": _number(each.standard_error),
        "interval": [_number(end) for end in each.interval],
        "bounds": list(each.bounds),
        "start": each.start,
        "at_bound": each.at_bound,
    }
