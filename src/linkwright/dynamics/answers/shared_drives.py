"""Drives that share degrees of freedom: which inputs act on the same motion, and are not determined by it alone.

With S spanning the motions that the constraints allow, an input pushes them by its column of

    D = S^T (df/du + df/di di'/du),

where i are speeds without coordinates that no constraint binds (currents), through which a voltage acts. Inputs whose
columns depend on each other share degrees of freedom: forward dynamics is determined, but of the inputs that give a
motion only a combination is.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

import numpy as np

from linkwright import linear_algebra
from linkwright.arrays import Array
from linkwright.dynamics.answers.terms import speed_functions
from linkwright.dynamics.errors import Refused
from linkwright.dynamics.machine import Machine
from linkwright.dynamics.rank import RANK_TOLERANCE, regular_inverse
from linkwright.dynamics.state import State
from linkwright.dynamics.system.system import call_function, matrices
from linkwright.symbolic import jacobian

PARALLEL = 1e-9
"""Sine of the angle below which two directions are one: rounding of unit vectors is 1e-16."""

AROUND = (1e-3, 1e-2)
"""How far around (m or rad) a state it is looked at how drives act in general."""

DIRECTION_ROUNDING = 1e-12
"""Product of lengths (SI units) below which a direction is rounding."""


MUCH_CANCELLED = 1e-6
"""Share of its terms that is left of a sum where much of it cancelled; rounding leaves 1e-16."""
INPUT_ROUNDING = 1e-13
"""Share of what an input could do to free bodies below which what it does to a machine is rounding."""


@dataclass(frozen=True)
class SharedDegreesOfFreedom:
    """Inputs that act on the same `count` degrees of freedom, fewer than they are; `quantity` names a single one.

    At poses around they act on `usual` ones: where these are more, this pose is a singular one of the drives.
    """

    inputs: tuple[str, ...]
    count: int
    usual: int
    quantity: str = ""

    def in_words(self) -> str:
        """Who drives what."""
        names = f"{', '.join(self.inputs[:-1])} and {self.inputs[-1]}"
        if self.count == 1:
            who = "both" if len(self.inputs) == 2 else "all"
            return f"{names} {who} drive {self.quantity or 'the same degree of freedom'}"
        return f"{names} drive {self.count} degrees of freedom together"


def shared_degrees_of_freedom(dynamics: Machine, state: State) -> tuple[SharedDegreesOfFreedom, ...]:
    """Groups of inputs that share degrees of freedom at a state, the smallest groups that are apart from each other."""
    if not dynamics.inputs:
        return ()
    pushes, S, D = _pushes(dynamics, state)
    sizes = np.linalg.norm(D, axis=0)
    acting = np.flatnonzero(sizes > RANK_TOLERANCE * float(np.max(sizes, initial=0.0)))
    D = D[:, acting] / sizes[acting]
    _, values, Vt = linear_algebra.svd(D)
    rank = int(np.sum(values > RANK_TOLERANCE * values[0])) if values.size else 0
    spare = Vt[rank:].T @ Vt[rank:]  # projector on the combinations that move nothing; its blocks are the groups
    found = []
    for group in _blocks(np.abs(spare) > PARALLEL):
        count = len(group) - round(float(np.trace(spare[np.ix_(group, group)])))
        if count < len(group):
            names = tuple(dynamics.inputs[acting[k]] for k in group)
            name = _common_quantity(dynamics, state, pushes[:, acting[group]], S, D[:, group[0]]) if count == 1 else ""
            usual = max(count, usual_rank(dynamics, state, [int(acting[k]) for k in group]))
            found.append(SharedDegreesOfFreedom(names, count, usual, name))
    return tuple(found)


def unit_scales(M: Array, S: Array, pushes: Array) -> tuple[Array, Array]:
    """Scales of rows (k) and of columns (j) that leave no unit in S^T (k, n) pushes (n, j).

    By the inequality of Cauchy and Schwarz in the metric of the mass matrix

        |s_i . b_j| <= sqrt(s_i M s_i) sqrt(b_j M^-1 b_j),

    so entries over these scales are cosines, whatever units quantities and inputs have. Where there is no mass in a row
    or a column, its length stands for it. Scales of columns only say which of them are rounding: where none is, because
    little cancels in it, they are their lengths, in a third of the time.
    """
    G, squares = S @ pushes, ((S @ M) * S).sum(axis=1)
    terms = (np.abs(S) @ np.abs(pushes)).max(axis=0, initial=0.0)
    if (squares > 0.0).all() and (np.abs(G).max(axis=0, initial=0.0) > MUCH_CANCELLED * terms).all():
        rows = np.sqrt(squares)
        even = G / rows[:, None]
        return rows, np.sqrt((even * even).sum(axis=0))
    weights = np.sqrt(np.abs(M.diagonal()))
    heavy = weights > 0
    with_mass, light = M, pushes
    if not heavy.all():
        weights, with_mass, light = weights[heavy], M[np.ix_(heavy, heavy)], pushes[heavy]
    unit, light = with_mass / (weights[:, None] * weights), light / weights[:, None]
    inverse = regular_inverse(unit)
    if inverse is None:
        inverse = linear_algebra.pinv(unit, rcond=DIRECTION_ROUNDING)
    rows = np.sqrt(np.maximum(squares, 0.0))
    columns = np.sqrt(np.maximum((light * (inverse @ light)).sum(axis=0), 0.0))
    return _or_lengths(rows, S, 1), _or_lengths(columns, pushes, 0)


def _or_lengths(sizes: Array, of: Array, axis: int) -> Array:
    """Sizes, or the lengths of rows or columns where they are zero, or 1 where these are zero, too."""
    if (sizes > 0).all():
        return sizes
    sizes = np.where(sizes > 0, sizes, np.linalg.norm(of, axis=axis))
    return np.where(sizes > 0, sizes, 1.0)


def even_columns(G: Array, scales: tuple[Array, Array]) -> tuple[Array, tuple[Array, Array]]:
    """G (..., k, j) over its scales with columns of length 1 where they are longest, and the scales that give it.

    A weak drive (a light rotor on a heavy machine) holds as well as a strong one. Columns that are rounding stay so.
    """
    rows, columns = scales
    even = G / (rows[:, None] * columns)
    lengths = np.sqrt((even * even).sum(axis=-2))
    lengths = lengths if G.ndim == 2 else lengths.max(axis=0, initial=0.0)
    lengths = np.where(lengths > INPUT_ROUNDING, lengths, 1.0)
    return even / lengths, (rows, columns * lengths)


def usual_rank(dynamics: Machine, state: State, inputs: Sequence[int]) -> int:
    """On how many DOF some inputs act together at poses around a state and at the reference configuration."""
    system, random = dynamics.system, np.random.default_rng(0)
    numbers = dynamics.p[: dynamics.assembler.system.p.numel()]
    N = call_function(
        system.cached("N", lambda: system.function("N", [system.N])),
        *(state.t, state.q, state.v, np.zeros(len(dynamics.inputs)), dynamics.p),
    )[0]
    places = [dynamics.reference]
    for size in AROUND:
        q = system.normalise(state.q + size * N @ random.uniform(-1.0, 1.0, system.n))
        with suppress(Refused):
            places.append(State(state.t, dynamics.assembler.close(state.t, q, numbers), np.zeros(system.n)))
    ranks = []
    for place in places:
        D = _pushes(dynamics, place)[2][:, list(inputs)]
        sizes = np.linalg.norm(D, axis=0)
        values = linear_algebra.svd(D / np.where(sizes > 0, sizes, 1.0), compute_uv=False)
        ranks.append(int(np.sum(values > RANK_TOLERANCE * np.max(values, initial=0.0))))
    return max(ranks)


def _pushes(dynamics: Machine, state: State) -> tuple[Array, Array, Array]:
    """Forces of the inputs (n, nu), directly and through currents; free motions S (n, k); what pushes them, (k, nu)."""
    system = dynamics.system
    u = np.zeros(len(dynamics.inputs))
    at = (state.t, state.q, state.v, u, dynamics.p)
    A = call_function(matrices(system), *at)[2]
    slopes = system.cached(
        "slopes of f", lambda: system.function("slopes_of_f", [jacobian(system.f, x) for x in (system.u, system.v)])
    )
    by_input, by_speed = call_function(slopes, *at)
    currents = [k for k in range(system.n) if not system.moves(k) and not np.any(A[:, k])]
    pushes = by_input + by_speed[:, currents] @ by_input[currents]
    pushes[currents] = 0.0
    held = np.vstack([A, np.eye(system.n)[currents]])
    _, values, Vt = linear_algebra.svd(held)
    rank = int(np.sum(values > RANK_TOLERANCE * values[0])) if values.size else 0
    S = Vt[rank:].T
    return pushes, S, S.T @ pushes


def _blocks(linked: Array) -> list[list[int]]:
    """Numbers that are linked with each other, directly or through others."""
    left, found = set(range(len(linked))), []
    while left:
        block, waiting = set[int](), [min(left)]
        while waiting:
            k = waiting.pop()
            block.add(k)
            waiting += [j for j in np.flatnonzero(linked[k]).tolist() if j not in block]
        left -= block
        found.append(sorted(block))
    return found


def _common_quantity(dynamics: Machine, state: State, pushes: Array, S: Array, driven: Array) -> str:
    """The quantity that all of these inputs push: one they act on or are geared to if there is one, else any."""
    system = dynamics.system
    J = call_function(speed_functions(system), state.t, state.q, state.v, dynamics.p)[1]
    A = call_function(matrices(system), state.t, state.q, state.v, np.zeros(len(dynamics.inputs)), dynamics.p)[2]
    geared = [pushes[:, k] for k in range(pushes.shape[1])]
    for push in list(geared):
        rotors = [k for k in np.flatnonzero(push).tolist() if not system.moves(k)]
        coupled = A[np.any(A[:, rotors] != 0, axis=1)]
        coupled[:, rotors] = 0.0
        geared += list(coupled)
    placed = [k for k, quantity in enumerate(system.quantities) if quantity.z is not None]
    # Euler parameters, which have no unit, come last: no drive acts on one of them.
    placed.sort(key=lambda k: (-sum(_parallel(J[k], direction) for direction in geared), not system.quantities[k].unit))
    return next((system.quantities[k].name for k in placed if _parallel(J[k] @ S, driven)), "")


def _parallel(a: Array, b: Array) -> bool:
    sizes = float(np.linalg.norm(a) * np.linalg.norm(b))
    return sizes > DIRECTION_ROUNDING and float(np.linalg.norm(np.outer(a, b) - np.outer(b, a))) < PARALLEL * sizes


__all__ = [
    "INPUT_ROUNDING",
    "SharedDegreesOfFreedom",
    "even_columns",
    "shared_degrees_of_freedom",
    "unit_scales",
    "usual_rank",
]
