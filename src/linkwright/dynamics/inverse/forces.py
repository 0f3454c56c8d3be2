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

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from linkwright import codegen
from linkwright.arrays import Array
from linkwright.dynamics.answers.shared_drives import unit_scales
from linkwright.dynamics.errors import Refused
from linkwright.dynamics.inverse.actuation import Shares
from linkwright.dynamics.inverse.balance import MOST_NEWTON_FOR_INPUTS, Solver
from linkwright.dynamics.inverse.balance_loop import LOOPS, Balances, Comparison
from linkwright.dynamics.inverse.following import Follower, Path
from linkwright.dynamics.inverse.loads import Loaded
from linkwright.dynamics.inverse.refinement import Margin
from linkwright.dynamics.machine import Machine
from linkwright.dynamics.rank import Scales
from linkwright.dynamics.system.readings import Readings, reading_function
from linkwright.dynamics.system.system import System, call_function
from linkwright.symbolic import directional, jacobian

VERIFIED = 1e-8
"""Difference between the accelerations asked for and those of forward dynamics, relative to the largest of the motion
(or to 1 rad/s^2, 1 machine size/s^2), above which an answer is not given: well-conditioned machines leave 1e-12."""


@dataclass(frozen=True, eq=False)
class Forces:
    """Inputs U (T, nu), speeds with currents V and accelerations with their rates A (T, n).

    `residual` is the largest relative difference to the accelerations of forward dynamics; `margin` the smallest
    singular value of the drives over their largest along the motion; `saturated` the samples where a limit is active.
    """

    U: Array
    V: Array
    A: Array
    residual: float
    margin: Margin
    saturated: int


class Batches:
    """Kernels of forces over many samples, compiled once for a machine and a set of open speeds."""

    def __init__(self, system: System, open_speeds: Sequence[int], directions: int, *, constant: bool) -> None:
        a, l, b = ca.SX.sym("a", system.n), ca.SX.sym("l", system.m), ca.SX.sym("b", system.n)
        z = ca.vertcat(*[system.v[k] for k in open_speeds]) if open_speeds else ca.SX(0, 1)
        force, slopes = system.M @ a - system.f, jacobian(system.f, ca.vertcat(z, system.u))
        self.at_start = system.function("at_start", [system.M, slopes])
        kernels = {"reading": reading_function(system), "slopes": system.function("slopes", [slopes])}
        if open_speeds:
            kernels["force"] = system.function("force", [force], [a])
        else:
            # Columns of S are its rows elsewhere: S^T is stored by rows, matrices of kernels by columns.
            S = ca.SX.sym("S", system.n, directions)
            missing = ca.densify(S.T @ force)
            kernels["missing"] = system.function("missing", [missing], [a, S])
            kernels["balance"] = system.function("balance", [ca.densify(slopes.T @ S), missing], [a, S])
        if open_speeds:
            R = ca.densify(system.M @ a - system.f - system.A.T @ l)
            drift = (
                directional(R, system.q, system.qdot)
                + directional(R, system.v, a)
                + directional(R, a, b)
                + ca.jtimes(R, system.t, ca.SX(1))
            )
            kernels["drift"] = system.function("drift", [drift], [a, l, b])
        self.linear = not any(ca.which_depends(system.f, system.u, 2, True)) if system.u.numel() else True
        self.library = codegen.build(kernels, LOOPS)
        self.solve_balances = self.library.loop("solve_balances", check=False)
        self.compare = self.library.loop("compare", check=False)
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
) -> tuple[Forces, Readings]:
    """Inputs along a path, verified, and the readings of the machine; `known` (T, nu) has NaN where they are sought."""
    dynamics = loaded.dynamics
    system = dynamics.system
    open_speeds = follower.open_speeds
    _refuse_coupled(dynamics, open_speeds)
    directions = len(follower.numbers)
    key = ("inverse forces", open_speeds, directions, loaded.constant)
    batches: Batches = system.cached(key, lambda: Batches(system, open_speeds, directions, constant=loaded.constant))
    p = loaded.fixed if loaded.constant else loaded.values(path.time)
    balance = Balance(loaded, follower, path, batches, p, known)
    result = balance.solve(shares)
    return result, Readings(*batches("reading", path.time[:, None], path.Q, result.V, result.U, p))


@dataclass(frozen=True, eq=False)
class Balance:
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
            U, margin, saturated = self._inputs(V, A, U, path.S, self.follower.names, shares)
            return Forces(U, V, A, self._verify(V, A, U), margin, saturated)
        columns = np.concatenate([np.ones(currents, dtype=bool), self.sought])
        slopes = self._slopes(V, U)[:, :, columns]
        G = path.S @ slopes
        acting = np.max(np.abs(G), axis=(0, 1), initial=0.0) > 0
        sought = np.flatnonzero(self.sought)
        solver = Solver(self, self.follower.names, np.flatnonzero(columns)[acting], S=path.S)
        if shares is not None:
            solver.refuse_sharing(G[:, :, acting])
        w = np.zeros((len(path.time), int(np.sum(columns))))
        for _ in range(MOST_NEWTON_FOR_INPUTS):
            missing = self._missing(V, U, A, path.S)
            step = np.zeros_like(w)
            step[:, acting] = solver.solve(G[:, :, acting], missing)
            w += step
            V[:, open_speeds], U[:, sought] = w[:, :currents], w[:, currents:]
            if np.max(np.abs(step), initial=0.0) <= 1e-12 * max(1.0, float(np.max(np.abs(w), initial=0.0))):
                break
            G = path.S @ self._slopes(V, U)[:, :, columns]
        solver.check(G[:, :, acting], self._missing(V, U, A, path.S), w[:, acting])
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
        return Forces(U, V, A, self._verify(V, A, U), solver.margin, 0)

    def _inputs(
        self,
        V: Array,
        A: Array,
        U: Array,
        S: Array,
        names: list[str],
        shares: Shares | None,
        held: NDArray[np.bool_] | None = None,
    ) -> tuple[Array, Margin, int]:
        """Inputs from the balance in the directions S^T (T, k, n); Newton, one step where they enter linearly."""
        sought = self.sought if held is None else self.sought & ~held
        which = np.flatnonzero(sought)
        dynamics = self.loaded.dynamics
        inputs = [dynamics.inputs[k] for k in which]
        solver = Solver(self, names, which + self.currents, S=S, inputs=inputs)
        U, saturated = U.copy(), 0
        part = None if shares is None else shares.of(which)
        G = missing = np.zeros(0)
        for turn in range(MOST_NEWTON_FOR_INPUTS):
            if turn == 0 or not self.batches.linear:
                G, missing = self._balances(V, U, A, S)
                G = G[:, :, which + self.currents] if which.size < self.currents + U.shape[1] else G
            else:
                missing = self._missing(V, U, A, S)
            off = float(np.max(np.abs(missing), initial=0.0)) if turn else np.inf
            if off <= 1e-12 or off <= 1e-12 * solver.size(G, U[:, which]):  # terms do not count as less than 1
                break
            if part is None:
                U[:, which] += solver.solve(G, missing)
            else:
                right = missing + np.einsum("tkj,tj->tk", G, U[:, which])
                U[:, which], saturated = solver.share(G, right, part)
        solver.check(G, missing, U[:, which])
        return U, solver.margin, saturated

    @property
    def currents(self) -> int:
        """How many speeds the motion leaves to the currents."""
        return len(self.follower.open_speeds)

    def at(self, path: Path) -> Array:
        """S^T d f / d (currents, inputs) at other samples of the motion, (T, k, currents + nu)."""
        p = self.p if self.loaded.constant else self.loaded.values(path.time)
        U = np.repeat(np.nan_to_num(self.known[:1]), len(path.time), axis=0)
        (found,) = self.batches("slopes", path.time[:, None], path.Q, path.V, U, p)
        return np.asarray(path.S @ found.reshape(len(path.V), -1, path.V.shape[1]).swapaxes(1, 2))

    def solve_balances(self, balances: Balances) -> int:
        """How many balances could be solved one after another."""
        found = self.batches.solve_balances(balances)
        assert isinstance(found, int)
        return found

    def unit_scales(self, S: Array, columns: NDArray[np.intp]) -> tuple[Array, Array]:
        """Scales of the directions S (k, n) and of some currents and inputs, at the start of the motion."""
        path = self.path
        u = np.nan_to_num(self.known[:1])
        p = self.p if self.loaded.constant else self.p[:1]
        M, slopes = call_function(self.batches.at_start, path.time[0], path.Q[0], path.V[0], u[0], p.ravel())
        return unit_scales(M, S, slopes[:, columns])

    def _balances(self, V: Array, U: Array, A: Array, S: Array) -> tuple[Array, Array]:
        """S^T d f / d (currents, inputs), (T, k, currents + nu), and what is missing in the balances, (T, k)."""
        if self.currents:
            return S @ self._slopes(V, U), self._missing(V, U, A, S)
        G, missing = self.batches("balance", self.path.time[:, None], self.path.Q, V, U, self.p, A, S)
        return G.reshape(*S.shape[:2], U.shape[1]), missing

    def _missing(self, V: Array, U: Array, A: Array, S: Array) -> Array:
        """S^T (M v' - f), (T, k)."""
        if self.currents:
            return np.asarray(np.einsum("tkn,tn->tk", S, self._force(V, U, A)))
        return self.batches("missing", self.path.time[:, None], self.path.Q, V, U, self.p, A, S)[0]

    def _force(self, V: Array, U: Array, A: Array) -> Array:
        """M v' - f, (T, n)."""
        return self.batches("force", self.path.time[:, None], self.path.Q, V, U, self.p, A)[0]

    def _slopes(self, V: Array, U: Array) -> Array:
        """d f / d (currents, inputs), (T, n, currents + nu)."""
        (found,) = self.batches("slopes", self.path.time[:, None], self.path.Q, V, U, self.p)
        return found.reshape(len(V), -1, V.shape[1]).swapaxes(1, 2)

    def _verify(self, V: Array, A: Array, U: Array) -> float:
        """Largest relative difference between A and the accelerations of forward dynamics under U."""
        found = self.loaded.dynamics.accelerations_along(self.path.time, self.path.Q, V, U, self.p)
        dynamics = self.loaded.dynamics
        least = Scales.of(dynamics.system, dynamics.p).speeds
        wanted = np.ascontiguousarray(A)
        these = Comparison(
            rows=len(A), columns=A.shape[1], found=found, wanted=wanted, scales=np.array(least), off=len(A)
        )
        worst, off = int(self.batches.compare(these)), these.off  # type: ignore[call-overload]
        if not off[worst] <= VERIFIED:
            reason = (
                f"{self.follower.when(float(self.path.time[worst]))}: the inputs found do not give the motion back: "
                f"forward dynamics differs by {off[worst]:.3g} (relative), more than {VERIFIED:g}. The machine is near "
                "a singular configuration, or numbers of very different size meet (a tiny mass beside a large one); "
                "choose another path or look at the masses"
            )
            raise Refused(reason, self.follower.names)
        return float(off[worst])


def _refuse_coupled(dynamics: Machine, open_speeds: Sequence[int]) -> None:
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
