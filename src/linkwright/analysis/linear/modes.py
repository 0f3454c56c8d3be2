"""Modes of a linear system: frequencies, damping and shapes of what it does when left alone."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from linkwright import linear_algebra
from linkwright.arrays import Array

Kind = Literal["oscillation", "growing oscillation", "decay", "growth", "neutral"]
NEUTRAL = 1e-9
"""Size of an eigenvalue, over the largest entry of A, below which it counts as zero."""
ZERO = 1e-12
"""Singular value, over the largest entry of the balanced A, below which A maps a direction to zero; rounding: 1e-15."""
SPLIT = 1e-7
"""Imaginary part, over the size, below which a pair is two equal real eigenvalues that rounding has parted."""
UNDAMPED = 1e-9
"""Damping ratio (positive or negative) below which an oscillation neither decays nor grows: rounding leaves 1e-13."""


@dataclass(frozen=True, eq=False)
class Mode:
    """One mode: x(t) = Re(shape exp(eigenvalue t)); a conjugate pair of eigenvalues is one mode (imaginary part > 0).

    `frequency` is |eigenvalue| / 2 pi (Hz, 0 where nothing oscillates), `damped_frequency` that of the oscillation
    itself, `damping` the damping ratio -Re / |eigenvalue|, `time_constant` -1 / Re (s; negative: it grows; infinite:
    neither). The largest entry of `shape` is 1.
    """

    eigenvalue: complex
    shape: Mapping[str, complex]
    kind: Kind

    @property
    def eigenvalues(self) -> tuple[complex, ...]:
        """The eigenvalue, or the conjugate pair."""
        return (self.eigenvalue.conjugate(), self.eigenvalue) if self.oscillates else (self.eigenvalue,)

    @property
    def oscillates(self) -> bool:
        """Whether it is a conjugate pair."""
        return self.kind in ("oscillation", "growing oscillation")

    @property
    def frequency(self) -> float:
        """Natural frequency (Hz)."""
        return abs(self.eigenvalue) / (2 * math.pi) if self.oscillates else 0.0

    @property
    def damped_frequency(self) -> float:
        """Frequency of the oscillation (Hz)."""
        return abs(self.eigenvalue.imag) / (2 * math.pi)

    @property
    def damping(self) -> float:
        """Damping ratio: 0 undamped, 1 critical and above, negative where it grows; NaN for a neutral mode."""
        size = abs(self.eigenvalue)
        return -self.eigenvalue.real / size if size else math.nan

    @property
    def time_constant(self) -> float:
        """Time (s) in which it decays (positive) or grows (negative) by the factor e."""
        return -1 / self.eigenvalue.real if self.eigenvalue.real else math.inf

    def as_dict(self) -> dict[str, object]:
        """Plain data."""
        return {
            "kind": self.kind,
            "eigenvalue": [self.eigenvalue.real, self.eigenvalue.imag],
            "frequency": self.frequency,
            "damped_frequency": self.damped_frequency,
            "damping": self.damping,
            "time_constant": self.time_constant,
            "shape": {name: [value.real, value.imag] for name, value in self.shape.items()},
        }


def modes_of(A: Array, states: Sequence[str], places: Sequence[bool] | None = None) -> tuple[Mode, ...]:
    """Modes of x' = A x: slowest oscillations first, then growth and decay, then neutral ones.

    `places` says which states are positions. These are taken times the fastest rate of the machine, so that all entries
    are rates: with stiff parts, accelerations by positions (1/s^2) would dwarf the speeds that change the positions.

    Zeros are taken out before the others are computed, because a repeated zero would come out as 1e-8 and not as zero:
    states that nothing depends on, states that depend on nothing, and what else A maps to zero, again and again.
    """
    sizes = _sizes(A, np.zeros(len(A), dtype=bool) if places is None else np.array(places, dtype=bool))
    A = A * sizes / sizes[:, None]
    idle, constant, core = _deflate(A)
    found = [_mode(0j, np.eye(len(A))[k].astype(complex), states, A) for k in [*idle, *constant]]
    for value, vector in _pairs(A[np.ix_(core, core)]):
        whole = sizes * _whole(A, idle, core, value, vector)
        if abs(value.imag) <= SPLIT * abs(value):  # a real one, or two equal ones
            part = whole.real if value.imag >= 0 or not np.any(whole.imag) else whole.imag
            found.append(_mode(complex(value.real), part.astype(complex), states, A))
        elif value.imag > 0:
            found.append(_mode(value, whole, states, A))
    rank = {"oscillation": 0, "growing oscillation": 0, "growth": 1, "decay": 1, "neutral": 2}
    found.sort(key=lambda mode: (rank[mode.kind], float(f"{abs(mode.eigenvalue):.9e}"), -mode.eigenvalue.real))
    return tuple(found)


def _sizes(A: Array, places: Any) -> Array:
    """Sizes of states with which all entries of A are rates: 1 for speeds, 1 over the fastest rate for positions."""
    rates = A[~places]
    fastest = max(
        float(np.max(np.abs(rates[:, ~places]), initial=0.0)),
        math.sqrt(float(np.max(np.abs(rates[:, places]), initial=0.0))),
    )
    return np.where(places, 1 / fastest, 1.0) if fastest > 0 else np.ones(len(A))


def _pairs(A: Array) -> list[tuple[complex, Any]]:
    """Eigenvalues and vectors, zeros first: with Q = (kernel, rest), Q^T A Q = [[0, x], [0, A']], and so on with A'.

    A vector of a later kernel is one that A takes into the earlier ones: it drifts along them.
    """
    from scipy.linalg import matrix_balance

    if not len(A):
        return []
    scaled, scales = matrix_balance(A, permute=False)
    T, Q = np.asarray(scaled, dtype=float), np.eye(len(A))
    done = 0
    while done < len(A):
        _, sizes, Vt = linear_algebra.svd(T[done:, done:])
        kernel = int(np.sum(sizes <= ZERO * np.max(np.abs(scaled))))
        if not kernel:
            break
        turn = np.eye(len(A))
        turn[done:, done:] = np.vstack([Vt[len(Vt) - kernel :], Vt[: len(Vt) - kernel]]).T
        T, Q = turn.T @ T @ turn, Q @ turn
        done += kernel
    pairs: list[tuple[complex, Any]] = [(0j, (scales @ Q)[:, k].astype(complex)) for k in range(done)]
    if done < len(A):
        values, vectors = linear_algebra.eig(T[done:, done:])
        for k, value in enumerate(values):
            along = linear_algebra.solve(
                value * np.eye(done) - np.triu(T[:done, :done], 1), T[:done, done:] @ vectors[:, k]
            )
            pairs.append((complex(value), scales @ Q @ np.concatenate([along, vectors[:, k]])))
    return pairs


def _deflate(A: Array) -> tuple[list[int], list[int], list[int]]:
    """States with a zero column (nothing depends on them), with a zero row (they stay as they are), and the rest.

    Zero is what is below 1e-13 of the largest entry: entries that are products of rounding.
    """
    small = 1e-13 * float(np.max(np.abs(A), initial=0.0))
    core, idle, constant = list(range(len(A))), [], []
    while core:
        part = np.abs(A[np.ix_(core, core)])
        empty = [core[k] for k in np.flatnonzero(np.max(part, axis=0) <= small)]
        still = [core[k] for k in np.flatnonzero(np.max(part, axis=1) <= small) if core[k] not in empty]
        if not empty and not still:
            break
        idle += empty
        constant += still
        core = [k for k in core if k not in empty and k not in still]
    return idle, constant, core


def _whole(A: Array, idle: list[int], core: list[int], value: complex, vector: Any) -> Any:
    """Eigenvector of the core with what the idle states do along: (value - A_ii) x_i = A_ic x_c."""
    whole = np.zeros(len(A), dtype=complex)
    whole[core] = vector
    if idle and abs(value) > _nothing(A):
        inner = value * np.eye(len(idle)) - A[np.ix_(idle, idle)]
        whole[idle] = linear_algebra.solve(inner, A[np.ix_(idle, core)] @ vector)
    return whole


def _nothing(A: Array) -> float:
    """Size below which an eigenvalue counts as zero."""
    return NEUTRAL * float(np.max(np.abs(A), initial=0.0))


def _mode(value: complex, vector: Any, states: Sequence[str], A: Array) -> Mode:
    kind: Kind
    if abs(value) <= _nothing(A):
        value, kind = 0j, "neutral"
    elif value.imag > 0:
        kind = "growing oscillation" if value.real > UNDAMPED * abs(value) else "oscillation"
    else:
        kind = "growth" if value.real > 0 else "decay"
    largest = vector[int(np.argmax(np.abs(vector)))]
    shape = vector / largest
    return Mode(value, {name: complex(shape[k]) for k, name in enumerate(states)}, kind)
