"""Poles of a lifted model: eigenvalues of the map over a hyperperiod, without states that take no part."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from linkwright import linear_algebra
from linkwright.arrays import Array, ComplexArray

NO_ENTRY = 1e-14
"""Entry of the balanced map, over the largest, that is none but for rounding."""
STAYS_PUT = 1e-12
"""Distance of the factor of a state that nothing depends on from 1 at which it stays where it is."""

NEUTRAL_POLE = 1e-9
"""Distance of a pole from 1 below which it is 1: two poles at 1 that belong together, as of a mass that nothing holds,
come out as far apart as the root of rounding, and stay."""


@dataclass(frozen=True, eq=False)
class PoleStructure:
    """Numbers of the states that take part in each other (`core`), those that nothing depends on, those that rest.

    `idle` states feel others but nothing feels them, `constant` ones depend on nothing but themselves; each has one
    factor of its own, in `factors`.
    """

    core: tuple[int, ...]
    idle: tuple[int, ...]
    constant: tuple[int, ...]
    factors: tuple[float, ...]

    @property
    def neutral(self) -> tuple[int, ...]:
        """States with the factor 1: nothing depends on them, or they never change."""
        return tuple(
            k
            for k, factor in zip((*self.idle, *self.constant), self.factors, strict=True)
            if abs(factor - 1) <= STAYS_PUT
        )

    @property
    def counting(self) -> tuple[int, ...]:
        """States with poles that may be other than zero, without neutral ones."""
        singles = zip((*self.idle, *self.constant), self.factors, strict=True)
        own = [k for k, factor in singles if abs(factor) > STAYS_PUT and abs(factor - 1) > STAYS_PUT]
        return tuple(sorted([*self.core, *own]))

    @property
    def own_poles(self) -> list[float]:
        """Factors of single states that decay or grow."""
        return [factor for factor in self.factors if abs(factor - 1) > STAYS_PUT]


def balance_matrix(matrix: Array) -> tuple[Array, Array]:
    """A matrix with sizes of its states that make rows and columns alike, and these sizes."""
    from scipy.linalg import matrix_balance

    if not matrix.size:
        return matrix, np.zeros(0)
    found, sizes = matrix_balance(matrix, permute=False)
    return np.asarray(found), np.asarray(np.diag(sizes))


def structure_of(matrix: Array) -> PoleStructure:
    """Take out states one after another whose factor is one entry of the diagonal: they have an empty column or row.

    Registers that are written before they are read again are such, and a chain of these would come out as the root of
    rounding instead of zero.
    """
    even, _ = balance_matrix(matrix)
    small = np.abs(even) <= NO_ENTRY * np.max(np.abs(even), initial=0.0)
    core, idle, constant = list(range(len(matrix))), list[int](), list[int]()
    while True:
        part = ~small[np.ix_(core, core)]
        part[np.arange(len(core)), np.arange(len(core))] = False
        columns = [core[k] for k in np.flatnonzero(~part.any(axis=0))]
        rows = [core[k] for k in np.flatnonzero(~part.any(axis=1)) if core[k] not in columns]
        if not columns and not rows:
            break
        idle += columns
        constant += rows
        gone = {*columns, *rows}
        core = [k for k in core if k not in gone]
    factors = tuple(float(matrix[k, k]) for k in (*idle, *constant))
    return PoleStructure(tuple(core), tuple(idle), tuple(constant), factors)


def poles_of(matrix: Array, structure: PoleStructure) -> ComplexArray:
    """Poles, largest first; of a conjugate pair the one above the real axis first.

    Directions of several states that stay where they are put, such as two rotors on a shaft turned together under a
    speed controller, are no poles either: poles at 1, each with a direction of its own in the null space of matrix - 1.
    """
    core = list(structure.core)
    even, _ = balance_matrix(matrix[np.ix_(core, core)])
    values = linear_algebra.eigvals(even) if core else np.zeros(0, dtype=complex)
    still = np.abs(values - 1) <= NEUTRAL_POLE
    if still.any():
        sizes = linear_algebra.svd(even - np.eye(len(core)), compute_uv=False)
        if np.sum(sizes <= NEUTRAL_POLE * sizes[0]) >= np.sum(still):
            values = values[~still]
    whole = np.concatenate([np.asarray(values, dtype=complex), np.array(structure.own_poles, dtype=complex)])
    order = sorted(range(len(whole)), key=lambda k: (-round(float(abs(whole[k])), 12), -whole[k].real, -whole[k].imag))
    return whole[order]


def participation(matrix: Array, structure: PoleStructure, pole: complex) -> Array:
    """Share of each state in the mode of a pole: |left times right eigenvector|, adding up to 1."""
    shares = np.zeros(len(matrix))
    core = list(structure.core)
    if core:
        even, _ = balance_matrix(matrix[np.ix_(core, core)])
        values, right = linear_algebra.eig(even)
        k = int(np.argmin(np.abs(values - pole)))
        left_values, left = linear_algebra.eig(even.T)
        j = int(np.argmin(np.abs(left_values - pole)))
        if abs(values[k] - pole) <= 1e-6 * (1 + abs(pole)):
            product = np.abs(right[:, k] * left[:, j])
            shares[core] = product / np.sum(product)
            return shares
    singles = (*structure.idle, *structure.constant)
    own = [k for k, factor in zip(singles, structure.factors, strict=True) if abs(factor - pole) <= 1e-9]
    shares[own[:1]] = 1.0
    return shares


def parts_in_words(states: Sequence[str], shares: Array, most: int = 3) -> str:
    """Parts of the loop with the largest shares: blocks by name, and parts of the machine."""
    parts: dict[str, float] = {}
    for name, share in zip(states, shares, strict=True):
        whole = name.partition(" ")[0]
        part = whole.rpartition(".")[0] or whole.rstrip("'")
        parts[part] = parts.get(part, 0.0) + float(share)
    largest = sorted(parts.items(), key=lambda item: -item[1])[:most]
    return ", ".join(f"{name} {100 * share:.0f} %" for name, share in largest if share >= 0.005)
