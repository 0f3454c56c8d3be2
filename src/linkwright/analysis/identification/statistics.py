"""What residuals and their derivatives say: errors of parameters, what cannot be told apart, whether noise is white."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from linkwright import linear_algebra
from linkwright.arrays import Array

CONFIDENCE = 0.95
SINGULAR = 1e-9
"""Singular value of the scaled derivatives over the largest, below which a combination does not move the data at all:
rounding of the runs leaves about 1e-12."""
UNKNOWN = 1.0
"""Standard error of a combination, over the size of its parameters, from which it is said not to be determined."""
SHARED = 0.1
"""Share of a parameter in such a combination (of a vector of length 1) from which it is named."""
ALIKE = 0.05
"""How near to each other changes are that are said to be of a sum, a difference, a product or a ratio."""
LAGS = 20
WHITE = 0.01
"""Probability below which residuals are not called white: one in a hundred that are will be wronged."""


@dataclass(frozen=True, eq=False)
class Precision:
    """Errors of the estimates: standard errors (k), correlations (k, k), combinations that are not determined."""

    errors: Array
    correlations: Array
    combinations: tuple[str, ...]


def precision(J: Array, values: Array, scales: Array, names: Sequence[str]) -> Precision:
    """From derivatives J (N, k) of residuals over their noise: the covariance is (J^T J)^-1.

    Columns times the scales of the parameters are taken apart by singular values, J S = U diag(s) V^T. A combination of
    relative changes V[:, i] is known to 1 / s[i]; where that is more than the parameters' own size, it is put in words.
    """
    _, s, V = linear_algebra.svd(J * scales, full_matrices=False)
    lost = s <= SINGULAR * s[0]
    inverse = np.where(lost, np.inf, 1.0 / np.where(lost, 1.0, s))
    seen = np.where(lost, 0.0, inverse)
    covariance = (V.T * seen**2) @ V
    errors = np.sqrt(np.diag(covariance))
    with np.errstate(invalid="ignore", divide="ignore"):
        correlations = covariance / np.outer(errors, errors)
    for row in V[lost]:
        errors = np.where(np.abs(row) > SHARED, np.inf, errors)
    words = [_combination(row, values, scales, names) for row in V[inverse > UNKNOWN]]
    return Precision(errors * scales, correlations, tuple(words))


def _combination(row: Array, values: Array, scales: Array, names: Sequence[str]) -> str:
    """A combination of parameters that the data do not hold, in words."""
    own = [k for k in np.argsort(-np.abs(row)) if abs(row[k]) > SHARED]
    if len(own) == 1:
        return f"{names[own[0]]} is not determined: the data hardly change with it"
    own.sort()
    change = row * scales  # what may change without a change of the data
    if len(own) == 2:
        a, b = own
        first, second = names[a], names[b]
        if abs(change[a] + change[b]) < ALIKE * abs(change[a]):
            return f"{first} and {second} only as their sum, {first} + {second} = {values[a] + values[b]:.6g}"
        if abs(change[a] - change[b]) < ALIKE * abs(change[a]):
            return f"{first} and {second} only as their difference, {first} - {second} = {values[a] - values[b]:.6g}"
        if abs(row[a] + row[b]) < ALIKE * abs(row[a]):
            return f"{first} and {second} only as their product, {first} {second} = {values[a] * values[b]:.6g}"
        if abs(row[a] - row[b]) < ALIKE * abs(row[a]):
            return f"{first} and {second} only as their ratio, {first} / {second} = {values[a] / values[b]:.6g}"
    largest = max(own, key=lambda k: abs(row[k]))
    parts = [f"{names[k]} by {100 * row[k] / row[largest]:+.3g} %" for k in own]
    return (
        f"{', '.join(names[k] for k in own)} cannot be told apart: the data are the same if they change together, "
        + (", ".join(parts))
    )


def factor(freedoms: int) -> float:
    """How many standard errors to each side hold 95 % (Student's t)."""
    from scipy.special import stdtrit

    return float(stdtrit(max(1, freedoms), 0.5 + CONFIDENCE / 2))


def whiteness(residuals: Array) -> float:
    """Probability that white noise has autocorrelations as large as these residuals (n,) (Ljung and Box 1978).

    Q = n (n + 2) sum r_k^2 / (n - k) over the first lags is chi-squared.
    """
    from scipy.special import gammaincc

    n = len(residuals)
    lags = min(LAGS, n // 5)
    e = residuals - np.mean(residuals)
    total = float(e @ e)
    if lags < 1 or total == 0:
        return 1.0
    r = np.array([float(e[k:] @ e[:-k]) for k in range(1, lags + 1)]) / total
    Q = n * (n + 2) * float(np.sum(r**2 / (n - np.arange(1, lags + 1))))
    return float(gammaincc(lags / 2, Q / 2))
