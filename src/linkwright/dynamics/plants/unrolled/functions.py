"""Arrays in, arrays out: accelerations at one state or at many by straight-line code."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Protocol, Self, TypeAlias

import numpy as np
from numpy.typing import NDArray

from linkwright.arrays import Array
from linkwright.dynamics.errors import Refused
from linkwright.dynamics.plants.full_matrices import FullMatrices
from linkwright.dynamics.plants.functions import batch_of, forces
from linkwright.dynamics.plants.unrolled.one_state import OneState
from linkwright.dynamics.plants.unrolled.pivoting import DROPPED, WEAK_PIVOT, First, Pivoting, Structure
from linkwright.dynamics.state import DOUBLE, State

_OneState: TypeAlias = tuple[
    tuple[tuple[int, ...], ...], Callable[[], object], tuple[Array, Array, Array, Array], Array
]
"""Shapes of q, v and u; the call that finds v'; where it takes t, q, v and u from; where it leaves v'. The call says
whether v' can be taken: not where pivots are weak or a number, given or found, is not finite."""


class WithPivots(Protocol):
    """A plant with rows and pivots, of which the first belong to its parameter values."""

    @property
    def first(self) -> First:
        """Generic rank and first pivoting."""

    @property
    def first_pivoting(self) -> Pivoting:
        """The first pivoting; refused where there is none."""

    def at_values(self, p: Array) -> Self:
        """The same plant with parameter values of loads as an array."""

    def new_pivoting(self, state: State, u: Array) -> Pivoting:
        """Rows and pivots taken at a state."""


class UnrolledFunctions:
    """Array interface of compiled dynamics: q (nq,), v (nv,), u (nu,), or batches (n, nq), (n, nv), (n, nu).

    The order of entries is that of `dynamics.coordinates`, `dynamics.speeds` and `dynamics.inputs`. That states lie on
    the constraints is up to the caller: it is not checked here, as it is by `dynamics.forward` of a `State`.
    """

    def __init__(self, plant: FullMatrices, pivots: WithPivots) -> None:
        self._plant, self._pivots = plant, pivots
        self._own = threading.local()  # the call for one state, with its arrays, of each thread

    @property
    def backend(self) -> str:
        """What evaluates: llvm or vm."""
        return self._pivots.first_pivoting.structure.library.backend

    def forward(self, q: Array, v: Array, u: Array, *, t: float = 0.0, threads: int = 1) -> Array:
        """Accelerations v' (nv,) or (n, nv).

        Every row is watched as a run is. All begin with the first rows and pivots of the machine; where these are weak,
        others are taken at the first such row and serve all that they are good for, and so on. A row is NaN where the
        constraints are singular.
        """
        # One state in arrays of the right shapes: nothing else can be wrong but numbers, which the call looks at.
        try:
            one: _OneState = self._own.one
        except AttributeError:
            if np.ndim(q) == 1 and self._pivots.first.pivoting is not None:
                self._own.one = _one_state(self._pivots.first_pivoting, self._plant)
        else:
            shapes, find, (t_1, q_1, v_1, u_1), vdot = one
            plain = type(q) is type(v) is type(u) is np.ndarray and q.dtype is v.dtype is u.dtype is DOUBLE
            if plain and (q.shape, v.shape, u.shape) == shapes:
                t_1[0], q_1[...], v_1[...], u_1[...] = t, q, v, u
                if find():
                    return vdot.copy()
        single, (q, v, u) = np.ndim(q) == 1, batch_of(self._plant, q, v, u)
        result = self.rows((np.array([t]), q, v, u, self._plant.p), threads=threads)
        return result[0] if single else result

    def rows(self, columns: tuple[Array, Array, Array, Array, Array], *, threads: int = 1) -> Array:
        """v' (n, nv) at n rows of t, q, v, u, p; NaN where the constraints are singular.

        A column with one dimension is the same for all rows. The result follows from these alone.
        """
        shared = tuple(k for k, column in enumerate(columns) if column.ndim == 1)
        count = len(columns[1])
        result, left = np.zeros((0, 0)), np.arange(count)
        # All rows at once by the first pivoting; those where it is weak by one taken at the first of these, until none
        # are left.
        pivoting, made_here = self._pivots.first.pivoting, False
        while left.size:
            if pivoting is None:  # those before were weak here
                made_here = True
                t, q, v, u, p = (column if column.ndim == 1 else column[left[0]] for column in columns)
                try:
                    pivoting = self._pivots.at_values(p).new_pivoting(State(float(t[0]), q, v), u)
                except Refused:
                    left = left[1:]
                    continue
            some = columns if left.size == count else tuple(_rows(column, left) for column in columns)
            found, good = _evaluate(pivoting, some, shared, threads)
            if made_here:
                good[0] = True  # good enough when it was taken there; rounding of a batch must not ask for another
            if good.all() and left.size == count:
                return found
            # What is good stays; the others go into the next round.
            result = result if result.size else np.full(columns[2].shape, np.nan)
            result[left[good]] = found[good]
            left, pivoting = left[~good], None
        return result if result.size else np.full(columns[2].shape, np.nan)

    def inverse(self, q: Array, v: Array, vdot: Array, *, t: float = 0.0) -> Array:
        """Generalised forces M v' - f (nv,) or (n, nv) that must be added to those at zero inputs to give v'."""
        return forces(self._plant, q, v, vdot, t)

    def bound_forward(
        self, t: Array, q: Array, v: Array, u: Array, vdot: Array, quality: Array
    ) -> Callable[[], object]:
        """A function without arguments that evaluates v' from these very arrays into `vdot`: the fastest single call.

        `quality` (2,) receives the smallest pivot over its reference value and the relative residual of dropped rows;
        watching them is the caller's part here.
        """
        first = self._pivots.first_pivoting
        library, p = first.structure.library, self._plant.p
        return library.bound("forward", t, q, v, u, p, first.scales, vdot, quality)


def _one_state(pivoting: Pivoting, plant: FullMatrices) -> _OneState:
    """Accelerations at one state by the first pivoting, from and into arrays of its own: for one thread."""
    sizes = [1, len(plant.coordinates), len(plant.speeds), len(plant.inputs), len(plant.speeds), 2]
    numbers = np.zeros(sum(sizes))
    t, q, v, u, vdot, quality = np.split(numbers, np.cumsum(sizes)[:-1])
    record = OneState(
        count=numbers.size, weakest=WEAK_PIVOT, dropped=DROPPED, every=numbers, t=t, q=q, v=v, u=u, vdot=vdot,
        quality=quality, parameters=plant.p, scales=pivoting.scales,
    )  # fmt: skip
    find = pivoting.structure.library.bound("usable_forward", record)
    return (q.shape, v.shape, u.shape), find, (t, q, v, u), vdot


def _rows(column: Array, which: NDArray[np.int64]) -> Array:
    return column if column.ndim == 1 else np.ascontiguousarray(column[which])


def _evaluate(
    pivoting: Pivoting, columns: tuple[Array, ...], shared: tuple[int, ...], threads: int
) -> tuple[Array, NDArray[np.bool_]]:
    """v' of rows, and which of them can be taken."""
    count = len(columns[1])
    found, quality = np.empty((count, columns[2].shape[1])), np.empty((count, 2))
    batch = _batch(pivoting.structure, (*shared, len(columns)), threads)
    batch(count, *columns, pivoting.scales, found, quality)
    good = (quality[:, 0] > WEAK_PIVOT) & (quality[:, 1] <= DROPPED)
    finite = np.isfinite(found)
    if not finite.all():  # nearly always they all are, which is seen in a tenth of the time
        good &= finite.all(axis=1)
    return found, good


def _batch(structure: Structure, shared: tuple[int, ...], threads: int) -> Callable[..., None]:
    """The compiled loop over rows."""
    found: Callable[..., None] | None = structure.compiled.get(("rows", shared, threads))
    if found is None:
        found = structure.library.batch("forward", shared=shared, threads=threads)
        structure.compiled["rows", shared, threads] = found
    return found
