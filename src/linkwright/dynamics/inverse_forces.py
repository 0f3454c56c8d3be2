"""Currents and inputs along a path whose positions, speeds and accelerations are known, and their check.

With S spanning the free directions, the prescribed quantities as their coordinates:

    S^T (M v' - f(i, u)) = 0                                       gives currents i, and inputs u that act at once
    S^T d/dt (M v' - f - A^T l) = 0                                gives the currents' rates
    M v' = f(i, u) + A^T l  in the currents' own rows              gives the voltages

All are solved for all samples at once. Then the inputs are put into forward dynamics, and the accelerations compared.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from linkwright import codegen
from linkwright.dynamics.actuation import Shares
from linkwright.dynamics.actuation_program import TOUCHING, Shared, within_limits, without_limits
from linkwright.dynamics.choice import DROPPED, WEAK_PIVOT
from linkwright.dynamics.errors import Refused
from linkwright.dynamics.inverse_loads import Loaded
from linkwright.dynamics.inverse_path import Follower, Path
from linkwright.dynamics.inverse_words import ambiguous, beyond_limits, undriven, unmet
from linkwright.dynamics.rank import RANK_TOLERANCE, Array
from linkwright.dynamics.recording import reading_function
from linkwright.dynamics.state import State
from linkwright.dynamics.system import System
from linkwright.symbolic import directional, jacobian

if TYPE_CHECKING:
    from linkwright.dynamics.dynamics import Dynamics

NOT_MET = 1e-8
"""Relative residual of the equations above which no inputs give the accelerations asked for."""
VERIFIED = 1e-8
"""Difference between the accelerations asked for and those of forward dynamics, relative to the largest of the motion
(or to 1 in SI units), above which an answer is not given: well-conditioned machines leave 1e-12."""


@dataclass(frozen=True, eq=False)
class Forces:
    """Inputs U (T, nu), speeds with currents V and accelerations with their rates A (T, n).

    `residual` is the largest relative difference to the accelerations of forward dynamics; `hold` the smallest singular
    value of the drives over their largest, along the motion, and `hold_at` its sample; `saturated` the samples where
    a limit is active.
    """

    U: Array
    V: Array
    A: Array
    residual: float
    hold: float
    hold_at: int
    saturated: int


class Batches:
    """Kernels of forces over many samples, compiled once for a machine and a set of open speeds."""

    def __init__(self, system: System, open_speeds: Sequence[int], *, constant: bool) -> None:
        a, l, b = ca.SX.sym("a", system.n), ca.SX.sym("l", system.m), ca.SX.sym("b", system.n)
        z = ca.vertcat(*[system.v[k] for k in open_speeds]) if open_speeds else ca.SX(0, 1)
        kernels = {
            "force": system.function("force", [system.M @ a - system.f], [a]),
            "slopes": system.function("slopes", [jacobian(system.f, ca.vertcat(z, system.u))]),
            "reading": reading_function(system),
        }
        if open_speeds:
            R = ca.densify(system.M @ a - system.f - system.A.T @ l)
            drift = (
                directional(R, system.q, system.qdot)
                + directional(R, system.v, a)
                + directional(R, a, b)
                + ca.jtimes(R, system.t, ca.SX(1))
            )
            kernels["drift"] = system.function("drift", [drift], [a, l, b])
        self.library = codegen.build(kernels)
        shared = (4,) if constant else ()
        self._run = {name: self.library.batch(name, shared=shared) for name in kernels}
        self._sizes = {name: [kernel.size_out(k) for k in range(kernel.n_out())] for name, kernel in kernels.items()}

    def __call__(self, name: str, *arrays: Array) -> list[Array]:
        """Results (T, rows * columns), matrices by columns."""
        count = len(arrays[0])
        results = [np.empty((count, rows * columns)) for rows, columns in self._sizes[name]]
        self._run[name](count, *[np.ascontiguousarray(x) for x in arrays], *results)
        return results


def find(
    loaded: Loaded, follower: Follower, path: Path, known: Array, shares: Shares | None
) -> tuple[Forces, list[Array]]:
    """Inputs along a path, verified, and the readings of the machine; `known` (T, nu) has NaN where they are sought."""
    dynamics = loaded.dynamics
    system = dynamics.system
    open_speeds = follower.open_speeds
    _refuse_coupled(dynamics, open_speeds)
    key = ("inverse forces", open_speeds, loaded.constant)
    batches: Batches = system.cached(key, lambda: Batches(system, open_speeds, constant=loaded.constant))
    p = loaded.fixed if loaded.constant else loaded.values(path.time)
    balance = _Balance(loaded, follower, path, batches, p, known)
    result = balance.solve(shares)
    reading = batches("reading", path.time[:, None], path.Q, result.V, result.U, p)
    return result, reading


@dataclass(frozen=True, eq=False)
class _Balance:
    """One question: the path, its kernels, and what is known."""

    loaded: Loaded
    follower: Follower
    path: Path
    batches: Batches
    p: Array
    known: Array

    @property
    def sought(self) -> NDArray[np.bool_]:
        """Which inputs are sought."""
        return np.asarray(np.isnan(self.known[0]))

    def solve(self, shares: Shares | None) -> Forces:
        """Currents, their rates, inputs; then the check by forward dynamics."""
        path, dynamics = self.path, self.loaded.dynamics
        open_speeds = list(self.follower.open_speeds)
        V, A, U = path.V.copy(), path.A.copy(), np.nan_to_num(self.known)
        currents = len(open_speeds)
        if not currents:
            U, hold, at, saturated = self._inputs(V, A, U, path.S, self.follower.names, shares)
            return Forces(U, V, A, self._verified(V, A, U), hold, at, saturated)
        columns = np.concatenate([np.ones(currents, dtype=bool), self.sought])
        slopes = self._slopes(V, U)[:, :, columns]
        G = path.S @ slopes
        acting = np.max(np.abs(G), axis=(0, 1), initial=0.0) > 0
        sought = np.flatnonzero(self.sought)
        solver = _Solver(self, self.follower.names, np.flatnonzero(columns)[acting])
        if shares is not None:
            solver.refuse_sharing(G[:, :, acting])
        w = np.zeros((len(path.time), int(np.sum(columns))))
        for _ in range(10):
            missing = np.einsum("tkn,tn->tk", path.S, self._force(V, U, A))
            step = np.zeros_like(w)
            step[:, acting] = solver.solve(G[:, :, acting], missing)
            w += step
            V[:, open_speeds], U[:, sought] = w[:, :currents], w[:, currents:]
            if np.max(np.abs(step), initial=0.0) <= 1e-12 * max(1.0, float(np.max(np.abs(w), initial=0.0))):
                break
            G = path.S @ self._slopes(V, U)[:, :, columns]
        solver.check(G[:, :, acting], np.einsum("tkn,tn->tk", path.S, self._force(V, U, A)), w[:, acting])
        l = np.einsum("tmn,tn->tm", path.L, self._force(V, U, A))
        (drift,) = self.batches("drift", path.time[:, None], path.Q, V, U, self.p, A, l, path.B)
        rate = solver.solve(G[:, :, acting], np.einsum("tkn,tn->tk", path.S, drift))
        whole = np.zeros_like(w)
        whole[:, acting] = rate
        A[:, open_speeds] = whole[:, :currents]
        own = np.zeros((len(path.time), currents, V.shape[1]))
        own[:, range(currents), open_speeds] = 1.0
        names = [dynamics.speeds[k] for k in open_speeds]
        direct = np.zeros(U.shape[1], dtype=bool)
        direct[sought[acting[currents:]]] = True
        U, *_ = self._inputs(V, A, U, own, names, None, held=direct)
        if shares is not None:
            solver.refuse_beyond(U, shares)
        return Forces(U, V, A, self._verified(V, A, U), solver.hold, solver.hold_at, 0)

    def _inputs(
        self,
        V: Array,
        A: Array,
        U: Array,
        S: Array,
        names: list[str],
        shares: Shares | None,
        held: NDArray[np.bool_] | None = None,
    ) -> tuple[Array, float, int, int]:
        """Inputs from the balance in the directions S^T (T, k, n); Newton, one step where they enter linearly."""
        sought = self.sought if held is None else self.sought & ~held
        which = np.flatnonzero(sought)
        dynamics = self.loaded.dynamics
        inputs = [dynamics.inputs[k] for k in which]
        solver = _Solver(self, names, which + self.currents, inputs)
        U, saturated = U.copy(), 0
        part = None if shares is None else shares.of(which)
        for turn in range(10):
            G = S @ self._slopes(V, U)[:, :, self.currents :][:, :, which]
            missing = np.einsum("tkn,tn->tk", S, self._force(V, U, A))
            if turn and np.max(np.abs(missing), initial=0.0) <= 1e-12 * solver.size(G, U[:, which]):
                break
            if part is None:
                U[:, which] += solver.solve(G, missing)
            else:
                right = missing + np.einsum("tkj,tj->tk", G, U[:, which])
                U[:, which], saturated = solver.share(G, right, part)
        solver.check(G, missing, U[:, which])
        return U, solver.hold, solver.hold_at, saturated

    @property
    def currents(self) -> int:
        return len(self.follower.open_speeds)

    def at(self, path: Path) -> Array:
        """S^T d f / d (currents, inputs) at other samples of the motion, (T, k, currents + nu)."""
        p = self.p if self.loaded.constant else self.loaded.values(path.time)
        U = np.repeat(np.nan_to_num(self.known[:1]), len(path.time), axis=0)
        (found,) = self.batches("slopes", path.time[:, None], path.Q, path.V, U, p)
        return np.asarray(path.S @ found.reshape(len(path.V), -1, path.V.shape[1]).swapaxes(1, 2))

    def _force(self, V: Array, U: Array, A: Array) -> Array:
        """M v' - f, (T, n)."""
        return self.batches("force", self.path.time[:, None], self.path.Q, V, U, self.p, A)[0]

    def _slopes(self, V: Array, U: Array) -> Array:
        """d f / d (currents, inputs), (T, n, currents + nu)."""
        (found,) = self.batches("slopes", self.path.time[:, None], self.path.Q, V, U, self.p)
        return found.reshape(len(V), -1, V.shape[1]).swapaxes(1, 2)

    def _verified(self, V: Array, A: Array, U: Array) -> float:
        """Largest relative difference between A and the accelerations of forward dynamics under U."""
        found = forward(self.loaded, self.path.time, self.path.Q, V, U, self.p)
        scale = np.maximum(1.0, np.max(np.abs(A), axis=0, initial=0.0))
        off = np.max(np.abs(found - A) / scale, axis=1, initial=0.0)
        worst = int(np.argmax(np.where(np.isfinite(off), off, np.inf)))
        if not off[worst] <= VERIFIED:
            reason = (
                f"{self.follower.when(float(self.path.time[worst]))}: the inputs found do not give the motion back: "
                f"forward dynamics differs by {off[worst]:.3g} (relative), more than {VERIFIED:g}. The machine is near "
                "a singular configuration, or numbers of very different size meet (a tiny mass beside a large one); "
                "choose another path or look at the masses"
            )
            raise Refused(reason, self.follower.names)
        return float(off[worst])


class _Solver:
    """Balances G w = missing of all samples, with the rank of G watched."""

    def __init__(
        self, balance: _Balance, names: list[str], columns: NDArray[np.intp], inputs: Sequence[str] = ()
    ) -> None:
        self.balance, self.names, self.columns, self.inputs = balance, names, columns, inputs
        self.hold, self.hold_at, self.rank = 1.0, 0, 0

    def size(self, G: Array, w: Array) -> float:
        """Size of the terms of the balance."""
        return max(1.0, float(np.max(np.abs(G) * np.abs(w)[:, None, :], initial=0.0)))

    def solve(self, G: Array, missing: Array) -> Array:
        """The w that meet G w = missing; refused where w is not unique or the drives lose hold of a direction."""
        scaled, columns = self._ranked(G)
        if self.rank < G.shape[2]:
            idle = np.max(np.abs(scaled), axis=(0, 1)) == 0
            alone = self.rank == int(np.sum(~idle))
            raise ambiguous(
                self.balance.loaded.dynamics,
                self.when(0),
                [self.inputs[k] for k in np.flatnonzero(idle).tolist()]
                if alone and len(self.inputs) == len(idle)
                else (),
            )
        if G.shape[1] == G.shape[2]:
            return np.linalg.solve(scaled, missing[..., None])[..., 0] / columns
        return (np.linalg.pinv(scaled, rcond=RANK_TOLERANCE) @ missing[..., None])[..., 0] / columns

    def share(self, G: Array, right: Array, shares: Shares) -> tuple[Array, int]:
        """The u nearest to the preload with G u = right within limits, and at how many samples limits are active."""
        self._ranked(G)
        u = without_limits(G, right, shares)
        size = max(1e-300, float(np.max(np.abs(u), initial=0.0)))
        past = np.max(np.maximum(shares.lower - u, u - shares.upper), axis=1, initial=-np.inf) > TOUCHING * size
        if self.rank < G.shape[1]:
            self.check(G, right - np.einsum("tkj,tj->tk", G, u), u)
        for k in np.flatnonzero(past).tolist():
            found = within_limits(G[k], right[k], shares)
            if found.conflict:
                raise beyond_limits(self.when(k), found, self.inputs, shares)
            u[k] = found.u
        u = np.clip(u, shares.lower, shares.upper)
        return u, int(np.sum(past))

    def refuse_sharing(self, G: Array) -> None:
        """Refuse to share a load among currents: the voltages would need to know how the sharing changes in time."""
        self._ranked(G)
        if self.rank < G.shape[2]:
            inputs = self.balance.loaded.dynamics.inputs
            reason = (
                f"actuation= shares forces and torques among drives; here the inputs are voltages ({', '.join(inputs)}), "
                "whose currents carry the load, and there are more of them than freedoms. Ask the machine without "
                "motors, or give known voltages, inverse(..., inputs={name: value})"
            )
            raise Refused(reason, list(inputs))

    def refuse_beyond(self, U: Array, shares: Shares) -> None:
        """Refuse inputs beyond their limits where the motion alone determines them."""
        sought = self.balance.sought
        size = max(1e-300, float(np.max(np.abs(U), initial=0.0)))
        past = (np.maximum(shares.lower - U, U - shares.upper) > TOUCHING * size) & sought
        if np.any(past):
            k = int(np.argmax(np.any(past, axis=1)))
            over = np.flatnonzero(past[k])
            conflict = tuple(int(j) + 1 if U[k, j] > shares.upper[j] else -int(j) - 1 for j in over)
            found = Shared(U[k], conflict, fixed=True)
            raise beyond_limits(self.when(k), found, self.balance.loaded.dynamics.inputs, shares)

    def check(self, G: Array, missing: Array, w: Array) -> None:
        """Refuse a balance that is not met."""
        scale = np.maximum(1.0, np.max(np.abs(G) * np.abs(w)[:, None, :], axis=(1, 2), initial=0.0))
        off = np.max(np.abs(missing), axis=1, initial=0.0) / scale
        if np.max(off, initial=0.0) > NOT_MET:
            k = int(np.argmax(off > NOT_MET))
            raise unmet(self.balance.loaded.dynamics, self.when(k), missing[k], self.names)

    def when(self, sample: int) -> str:
        """The time and the pose of a sample."""
        return self.balance.follower.when(float(self.balance.path.time[sample]))

    def _ranked(self, G: Array) -> tuple[Array, Array]:
        """G with columns scaled, its rank decided over the whole motion, and refused where it drops on the way."""
        columns = np.max(np.linalg.norm(G, axis=1), axis=0, initial=0.0)
        columns = np.where(columns > 0, columns, 1.0)
        scaled = G / columns
        inputs = self.balance.loaded.dynamics.inputs
        if not scaled.size:
            self.rank = 0
            return scaled, columns
        values = np.linalg.svd(scaled, compute_uv=False)
        ranks = np.sum(values > RANK_TOLERANCE * np.max(values), axis=1)
        self.rank = int(np.max(ranks))
        dropped = np.flatnonzero(ranks < self.rank)
        if dropped.size:
            k = int(dropped[0])
            raise undriven(self.when(k), np.linalg.svd(scaled[k])[0][:, ranks[k]], self.names, inputs)
        if self.rank:
            hold = values[:, self.rank - 1] / values[:, 0]
            self.hold_at = int(np.argmin(hold))
            self.hold = float(hold[self.hold_at])
        if self.rank == G.shape[1] == G.shape[2] and self.names == self.balance.follower.names:
            self._refuse_crossing(scaled, columns)
        return scaled, columns

    def _refuse_crossing(self, scaled: Array, columns: Array) -> None:
        """Refuse a motion that steps over a configuration in which the drives lose hold."""
        signs = np.sign(np.linalg.det(scaled))
        jumps = np.flatnonzero(signs[1:] != signs[:-1])
        if not jumps.size:
            return
        balance, after = self.balance, int(jumps[0])
        scale = columns[None, None, :]

        def sign(path: Path) -> float:
            return float(np.sign(np.linalg.det(balance.at(path)[:, :, self.columns] / scale))[0])

        t, q = balance.follower.crossing(balance.path, sign, after)
        G = balance.at(balance.follower.at(t, q))[0][:, self.columns] / columns
        vector = np.linalg.svd(G)[0][:, -1]
        raise undriven(balance.follower.when(t), vector, self.names, balance.loaded.dynamics.inputs)


def forward(loaded: Loaded, time: Array, Q: Array, V: Array, U: Array, p: Array) -> Array:
    """Accelerations (T, n) of forward dynamics under inputs U, with what the machine carries."""
    dynamics = loaded.dynamics
    count = len(time)
    result = np.full(V.shape, np.nan)
    good = np.zeros(count, dtype=bool)
    if dynamics.join.compiled:
        choice = loaded.at(float(time[0])).choice_at(State(float(time[0]), Q[0], V[0]), U[0])
        batch = choice.engines.get(("inverse", loaded.constant))
        if batch is None:
            shared = (4,) if loaded.constant else ()
            batch = choice.engines["inverse", loaded.constant] = choice.library.batch("forward", shared=shared)
        fit = np.empty((count, 2))
        batch(count, np.ascontiguousarray(time[:, None]), Q, V, U, p, result, fit)
        good = (fit[:, 0] > WEAK_PIVOT) & (fit[:, 1] <= DROPPED) & np.isfinite(result).all(axis=1)
    for k in np.flatnonzero(~good).tolist():
        result[k] = loaded.at(float(time[k])).accelerations(State(float(time[k]), Q[k], V[k]), U[k])
    return result


def _refuse_coupled(dynamics: Dynamics, open_speeds: Sequence[int]) -> None:
    """Refuse currents whose rates act on the mechanism itself: their torques would need the rates of rates."""
    system = dynamics.system
    if not open_speeds:
        return
    rows = set(system.M[:, list(open_speeds)].sparsity().get_triplet()[0]) - set(open_speeds)
    if rows:
        names = [dynamics.speeds[k] for k in open_speeds]
        reason = (
            f"rates of {', '.join(names)} act on {', '.join(dynamics.speeds[k] for k in sorted(rows))} at once "
            "(inductance coupled with motion); inverse dynamics along a motion does not cover this"
        )
        raise Refused(reason, names)
