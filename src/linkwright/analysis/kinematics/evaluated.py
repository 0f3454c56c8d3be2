"""Matrices of a machine as compiled functions of its coordinates, at many configurations at once.

Only entries that are not structurally zero are computed and returned; joints touch few bodies, so most are zero.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import casadi as ca
import numpy as np

from linkwright import codegen
from linkwright.arrays import Array
from linkwright.dynamics import Dynamics

LARGE_FUNCTION = 25_000
"""Operations above which CasADi's virtual machine evaluates: machine code would take longer to make than to save."""


@dataclass(frozen=True, eq=False)
class Entries:
    """Shape of a matrix and the places (row-major, in it and in the result) of the entries that are computed."""

    shape: tuple[int, int]
    places: np.ndarray[Any, np.dtype[np.int64]]
    part: slice


@dataclass(frozen=True, eq=False)
class Evaluated:
    """Matrices (k, rows, columns) at configurations Q (k, nq)."""

    entries: tuple[Entries, ...]
    count: int
    batch: Callable[..., None]

    @staticmethod
    def of(dynamics: Dynamics, name: str, matrices: Sequence[ca.SX]) -> Evaluated:
        """Compile expressions of (t, q, p); speeds in them are at rest."""
        system = dynamics.system
        rest = ca.SX.zeros(system.n)
        entries, columns, first = [], [], 0
        for matrix in matrices:
            still = ca.sparsify(ca.substitute(ca.SX(matrix), system.v, rest))
            rows, cols = (np.array(each, dtype=np.int64) for each in still.sparsity().get_triplet())
            shape = (still.size1(), still.size2())
            entries.append(Entries(shape, rows * shape[1] + cols, slice(first, first + len(rows))))
            columns.append(ca.vec(still.nz[:]) if len(rows) else ca.SX(0, 1))  # a matrix of one row gives a row
            first += len(rows)
        result = ca.densify(ca.vertcat(*columns))
        function = ca.Function(name, [system.t, system.q, system.p], [result])
        small = codegen.operations(function) <= LARGE_FUNCTION
        library = codegen.build({name: function}, backend=None if small else "vm")
        return Evaluated(tuple(entries), first, library.batch(name, shared=(0, 2)))

    def __call__(self, Q: Array, t: float, p: Array) -> list[Array]:
        """Dense matrices at configurations."""
        k = len(Q)
        values = np.empty((k, self.count))
        if self.count:
            self.batch(k, np.array([t]), np.ascontiguousarray(Q, dtype=float), p, values)
        found = []
        for entry in self.entries:
            whole = np.zeros((k, entry.shape[0] * entry.shape[1]))
            whole[:, entry.places] = values[:, entry.part]
            found.append(whole.reshape(k, *entry.shape))
        return found
