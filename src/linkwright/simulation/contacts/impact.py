"""Impacts: the jump of the speeds by impulses that all constraints of a machine pass on.

    M (v+ - v-) = A^T J + R^T L,  A (v+ - v-) = 0,  R v+ = -e R v-

so with S a basis of the kernel of A, dv = S (S^T M S)^-1 S^T R^T L. Loads are finite and have no impulse; so has
Coulomb friction, whose force is limited. For several contacts at once L >= 0, w = R v+ + e R v- >= 0, L . w = 0
(Newton's hypothesis with complementarity; F. Pfeiffer, C. Glocker, Multibody Dynamics with Unilateral Contacts, 1996).
"""

from __future__ import annotations

from itertools import combinations

import casadi as ca
import numpy as np

from linkwright import linear_algebra
from linkwright.arrays import Array
from linkwright.dynamics import Refused
from linkwright.dynamics.dynamics import Dynamics
from linkwright.dynamics.plants.rolled import RolledPlant
from linkwright.dynamics.rank import NOTHING
from linkwright.dynamics.system import System, call_function, matrices
from linkwright.simulation.loop.run import Run

RANK = 1e-9
"""Share of the largest singular value of the scaled constraints below which one counts as none."""
CLEAR_FACTOR = 1e-4
"""Share of the largest factor, or singular value, above which one is far from none: its square is no rounding."""
MOBILITY_ROUNDING = 1e-14
"""Share of the largest mobility below which a quantity is held by the constraints."""
JUMP_ERROR = 1e-6
"""Share of a jump by which speeds may be off it and off the constraints: rounding, magnified where pivots are small."""
CANNOT_MOVE = "the constraints do not let it move, so it cannot be struck"
LOSSLESS = 1e-9
"""Share of the kinetic energy that an impact may gain by rounding."""


def mobility(dynamics: Dynamics, where: tuple[float, Array, Array, Array, Array]) -> Array:
    """S (S^T M S)^-1 S^T (n, n) at (t, q, v, u, p): the speeds that impulses on them give."""
    return mobilities(dynamics, where)[0]


def mobilities(dynamics: Dynamics, where: tuple[float, Array, Array, Array, Array]) -> tuple[Array, Array]:
    """The mobility, and the diagonal (n,) that it would have if each speed were alone and free."""
    M, _, A, _ = call_function(matrices(dynamics.system), *where)
    free = _free(M)
    # In units in which each speed alone has the mobility 1.
    scale = np.sqrt(free)
    rows = A[np.linalg.norm(A, axis=1) > NOTHING] * scale
    mass = M * np.outer(scale, scale)
    found = regular_mobility(mass, rows)
    if found is None:
        S = np.eye(len(scale))
        if len(rows):
            rows = rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-300)
            _, values, Vt = linear_algebra.svd(rows)
            S = Vt[int(np.sum(values > RANK * values[0])) :].T
        found = S @ linear_algebra.solve(S.T @ mass @ S, S.T)
    return np.asarray(scale[:, None] * found * scale), free


def regular_mobility(M: Array, A: Array) -> Array | None:
    """The mobility where M = L L^T is clearly regular and rows of A clearly independent; None where they are not.

    With Q a basis of the columns of L^-1 A^T and N = (1 - Q Q^T) L^-1 it is N^T N.
    """
    try:
        L = linear_algebra.cholesky(M)
    except linear_algebra.MatrixError:
        return None
    if not np.diag(L).min() > CLEAR_FACTOR:
        return None
    inverse = linear_algebra.inv(L)
    if len(A):
        columns = inverse @ A.T
        columns /= np.maximum(np.linalg.norm(columns, axis=0), 1e-300)
        squares = linear_algebra.eigvalsh(columns.T @ columns)
        if not squares[0] > CLEAR_FACTOR**2 * squares[-1]:
            return None
        Q, _ = np.linalg.qr(columns)
        inverse = inverse - Q @ (Q.T @ inverse)
    return np.asarray(inverse.T @ inverse)


def _free(M: Array) -> Array:
    masses = np.diag(M)
    return np.asarray(1 / np.where(masses > 0, masses, np.max(masses)))


def held_back(W: Array, k: int) -> Array:
    """The mobility of contacts with one more of them held that is not held yet."""
    return np.asarray(W - W[:, k : k + 1] * (W[k] / W[k, k]))


def jump(Y: Array, R: Array, before: Array, restitution: Array) -> Array | None:
    """Impulses L of contacts with rows R, approach speeds `before` = R v- and restitutions e; None if there are none.

    The sets of contacts that bounce are tried from the largest on: L >= 0 on the set, w >= 0 off it.
    """
    W, count = R @ Y @ R.T, len(R)
    wanted = -(1 + restitution) * before
    size = max(float(np.max(np.abs(before), initial=0.0)), 1e-300)
    for many in range(count, -1, -1):
        for chosen in combinations(range(count), many):
            some = list(chosen)
            inner = W[np.ix_(some, some)]
            if some and linear_algebra.cond(inner) > 1 / RANK:
                continue
            L = np.zeros(count)
            L[some] = linear_algebra.solve(inner, wanted[some])
            w = W @ L - wanted
            if np.all(-1e-12 * np.max(np.abs(L), initial=0.0) <= L) and np.all(w >= -1e-9 * size):
                return L
    return None


def book(run: Run, Y: Array, rows: Array, before: Array, L: Array) -> None:
    """Give a run the speeds after impulses L on rows that approach with the speeds `before`.

    dT = L . (R v+ + R v-) / 2 + J . (A v): the first is lost in the contacts (one that is gained is refused), the
    second is the work of constraints that move, such as a prescribed motion.
    """
    state, place, works = run.state, run.layout.speeds, run.layout.works
    jumped = Y @ (rows.T @ L)
    moved = state.y.copy()
    moved[place] += jumped
    after, was = run.energies([run.now, run.now], np.array([moved, state.y]))
    change = float(after - was)
    lost = float(L @ (before + rows @ jumped / 2)) if run.base.system.moving_constraints else change
    scale = max(kinetic(run, state.y), abs(change))
    if lost > LOSSLESS * scale:
        reason = (
            f"the impact at t = {run.now:.9g} s would raise the kinetic energy by {lost / scale:.3g} of it: contacts "
            "that strike at once with different restitutions have no such answer; give them the same, or strike them "
            "one after another"
        )
        raise Refused(reason, [])
    state.y[:] = moved
    state.y[works] += np.array([0.0, lost, change - lost])
    run.forget_history()


def strike(run: Run, quantity: str, restitution: float, stops: Array | None = None) -> None:
    """Let the speed s of a quantity jump to -e s; `stops` are the rows of stops at which the machine rests.

    Those hold against it, and let go. Friction that sticks is limited, so it is left out like all loads.
    """
    plant = run.base.plant
    if isinstance(plant, RolledPlant):
        _strike_over_types(run, plant, quantity, restitution)
        return
    system = run.base.system
    found = next(q for q in system.quantities if quantity in (q.name, q.full))
    where = run.arguments(run.now, run.state.y)
    s, row = call_function(system.function("row", [found.s, ca.jacobian(found.s, system.v)]), *where)
    speed = float(s.item())
    Y = mobility(run.base, where)
    moves = float((row @ Y @ row.T).item()) > MOBILITY_ROUNDING * float(np.max(np.abs(Y)) * (row @ row.T).item())
    sign = -1.0 if speed > 0 else 1.0
    rows = sign * row if stops is None else np.vstack([sign * row, stops])
    before = np.append(sign * speed, np.zeros(len(rows) - 1))
    L = jump(Y, rows, before, np.append(restitution, np.zeros(len(rows) - 1)))
    if not moves or L is None or (speed != 0 and not L[0] > 0):
        raise Refused(f"impact on {quantity}: {CANNOT_MOVE}", [quantity])
    book(run, Y, rows, before, L)


def _strike_over_types(run: Run, plant: RolledPlant, quantity: str, restitution: float) -> None:
    """The same for a machine with many parts, which has no stops: the impulse is that of one constraint more."""
    state, works = run.state, run.layout.works
    here = run.state_now()
    place = plant.loops.readings.find(quantity)
    assert place is not None  # known since the run began
    speed = float(plant.loops.readings[place[0]].read(plant.loops.read(here))[1][place[1]])
    if speed != 0:
        jump, impulse, error = plant.assembler.impulse(here, place, -(1 + restitution) * speed)
        if not error <= JUMP_ERROR:
            raise Refused(f"impact on {quantity}: {CANNOT_MOVE}", [quantity])
        V, pair = np.array([here.v, here.v + jump]), np.ones((2, 1))
        energies = plant.read(pair[:, 0] * run.now, pair * here.q, V, pair * run.input_now()).energies
        change = float(energies[1, 0] - energies[0, 0])
        lost = impulse * (1 - restitution) * speed / 2 if plant.moving_constraints else change
        state.y[run.layout.speeds] += jump
        state.y[works] += np.array([0.0, lost, change - lost])
    run.forget_history()


def kinetic(run: Run, y: Array) -> float:
    """Kinetic energy of a state."""
    system: System = run.dynamics.system
    function = system.cached("kinetic", lambda: system.function("kinetic", [system.kinetic]))
    return float(call_function(function, *run.arguments(run.now, y))[0].item())
