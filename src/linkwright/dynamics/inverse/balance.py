"""Balances of forces along a motion, solved for all samples at once, with the rank watched."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from linkwright import linear_algebra
from linkwright.arrays import Array
from linkwright.dynamics.answers.shared_drives import INPUT_ROUNDING, even_columns
from linkwright.dynamics.errors import Refused
from linkwright.dynamics.inverse.actuation import Shares
from linkwright.dynamics.inverse.balance_loop import Balances
from linkwright.dynamics.inverse.following import Follower, Path
from linkwright.dynamics.inverse.loads import Loaded
from linkwright.dynamics.inverse.refinement import Margin, dips, least_between
from linkwright.dynamics.inverse.refusals import beyond_limits, not_unique, undriven, unmet, who_shares
from linkwright.dynamics.inverse.sharing import TOUCHING, Shared, within_limits, without_limits
from linkwright.dynamics.rank import RANK_TOLERANCE
from linkwright.dynamics.state import State

NOT_MET = 1e-8
"""Relative residual of the equations above which no inputs give the accelerations asked for."""
MOST_NEWTON_FOR_INPUTS = 50
"""Newton steps for inputs that enter nonlinearly: from a first step far too long a cubic comes back by a third each."""
MODERATE_CONDITION = 1e6
"""Condition of the drives below which their rank need not be asked for by singular values."""


class Spectrum(NamedTuple):
    """Singular values of matrices along a motion.

    `margins` (T) are those that decide about the rank, or bounds of them; `largest` is that of all samples, and `jumps`
    are the samples behind which the determinant changes its sign.
    """

    margins: Array
    largest: float
    jumps: NDArray[np.intp]


class Balanced(Protocol):
    """What is balanced: a motion that a machine follows, with what it carries."""

    @property
    def loaded(self) -> Loaded:
        """The machine with what it carries."""

    @property
    def follower(self) -> Follower:
        """What follows the motion."""

    @property
    def path(self) -> Path:
        """All samples."""

    @property
    def sought(self) -> NDArray[np.bool_]:
        """Which inputs are sought."""

    def at(self, path: Path) -> Array:
        """Slopes of the balances by all currents and inputs at other samples of the motion."""

    def unit_scales(self, S: Array, columns: NDArray[np.intp]) -> tuple[Array, Array]:
        """Sizes of the rows and columns of a balance."""

    def solve_balances(self, balances: Balances) -> int:
        """How many of the balances, as many unknowns as rows each, could be solved one after another."""


class Solver:
    """Balances G w = missing of all samples, with the rank of G watched."""

    def __init__(
        self, balance: Balanced, names: list[str], columns: NDArray[np.intp], *, S: Array, inputs: Sequence[str] = ()
    ) -> None:
        self.balance, self.names, self.columns, self.inputs = balance, names, columns, inputs
        self.margin, self.rank = Margin(1.0, float(balance.path.time[0])), 0
        self.watched = False
        self.units = self.scales = balance.unit_scales(S[0], columns)

    def size(self, G: Array, w: Array) -> float:
        """Size of the terms of the balance."""
        return max(1.0, float(np.max(np.abs(G) * np.abs(w)[:, None, :], initial=0.0)))

    def solve(self, G: Array, missing: Array) -> Array:
        """The w that meet G w = missing; refused where w is not unique or the drives lose hold of a direction."""
        w = self._decide_rank(G, missing)
        if w is not None:
            return w
        if self.rank < G.shape[2]:
            raise self._not_unique(G[0])
        columns = np.max(np.linalg.norm(G, axis=1), axis=0, initial=0.0)
        columns = np.where(columns > 0, columns, 1.0)
        if G.shape[1] == G.shape[2]:
            return linear_algebra.solve(G / columns, missing[..., None])[..., 0] / columns
        return (linear_algebra.pinv(G / columns, rcond=RANK_TOLERANCE) @ missing[..., None])[..., 0] / columns

    def share(self, G: Array, right: Array, shares: Shares) -> tuple[Array, int]:
        """The u nearest to the preload with G u = right within limits, and at how many samples limits are active."""
        self._decide_rank(G)
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
        self._decide_rank(G)
        if self.rank < G.shape[2]:
            inputs = self.balance.loaded.dynamics.inputs
            reason = (
                "actuation= shares forces and torques among drives; here the inputs are voltages "
                f"({', '.join(inputs)}), whose currents carry the load, and there are more of them than degrees of "
                f"freedom{who_shares(self.balance.loaded.dynamics, self._start)}. "
                "Ask the machine without motors, or give known voltages, inverse(..., inputs={name: value})"
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
        if np.max(np.abs(missing), initial=0.0) <= NOT_MET:
            return  # as nearly always; its terms are not counted as smaller than 1
        scale = np.maximum(1.0, np.max(np.abs(G) * np.abs(w)[:, None, :], axis=(1, 2), initial=0.0))
        off = np.max(np.abs(missing), axis=1, initial=0.0) / scale
        if np.max(off, initial=0.0) > NOT_MET:
            k = int(np.argmax(off > NOT_MET))
            raise unmet(self.balance.loaded.dynamics, self.when(k), missing[k], self.names)

    def when(self, sample: int) -> str:
        """The time and the pose of a sample."""
        return self.balance.follower.when(float(self.balance.path.time[sample]))

    @property
    def _start(self) -> State:
        """Where the motion begins."""
        path = self.balance.path
        return State(float(path.time[0]), path.Q[0], path.V[0])

    def _decide_rank(self, G: Array, missing: Array | None = None) -> Array | None:
        """Decide the rank of G over the whole motion; refused where it drops on the way.

        The answer is w with G w = missing, if there are as many unknowns as rows and all samples are well away from
        singular; else None.
        """
        if not G.size:
            self.rank = 0
            return None
        regular = self._solve_regular(G, missing) if G.shape[1] == G.shape[2] else None
        w, spectrum = (None, self._spectrum(G)) if regular is None else regular
        if self.rank and not self.watched:  # later turns of Newton have other inputs, but the same poses
            self._watch(G, spectrum)
            self.watched = True
        return w

    def _spectrum(self, G: Array) -> Spectrum:
        """Singular values of all samples."""
        even, self.scales = even_columns(G, self.units)
        values = linear_algebra.svd(even, compute_uv=False)
        largest = float(np.max(values))
        ranks = np.sum(values > max(RANK_TOLERANCE * largest, INPUT_ROUNDING), axis=1)
        self.rank = int(np.max(ranks))
        dropped = np.flatnonzero(ranks < self.rank)
        if dropped.size:
            k = int(dropped[0])
            raise self._undriven(self.when(k), even[k], int(ranks[k]))
        jumps = np.zeros(0, dtype=np.intp)
        if self.rank == G.shape[1] == G.shape[2]:
            signs = np.sign(np.linalg.det(even))
            jumps = np.flatnonzero(signs[1:] != signs[:-1])
        return Spectrum(np.asarray(values[:, max(self.rank, 1) - 1], dtype=float), largest, jumps)

    def _solve_regular(self, G: Array, missing: Array | None) -> tuple[Array, Spectrum] | None:
        """The w and bounds of the singular values of square matrices that are all well away from singular; else None.

        By norms of the matrices E and of their inverses: 1 / |E^-1| is between the least singular value and it over
        the root of the size, and between two samples the determinant keeps its sign if they differ by less than the
        least singular value of one.
        """
        count, size, _ = G.shape
        right = np.zeros((count, size)) if missing is None else np.ascontiguousarray(missing)
        room = Balances(
            count=count, size=size, G=np.ascontiguousarray(G), missing=right, rows=np.array(self.units[0]),
            columns=np.array(self.units[1]), rounding=INPUT_ROUNDING, w=count * size, inverses=count, steps=count,
            E=2 * size**2, scales=size**2, factors=size**2, square=2 * size**2, order=size, right=size, vector=size,
        )  # fmt: skip
        if self.balance.solve_balances(room) != count:
            return None
        least = room.largest_inverse
        if not (least * room.largest_size < MODERATE_CONDITION and least * INPUT_ROUNDING < 1):
            return None
        self.rank, self.scales = size, (room.rows, room.columns)
        jumps = np.zeros(0, dtype=np.intp)
        if not float(np.max(room.steps)) * least < 1.0:
            far = np.flatnonzero(room.steps[1:] * np.minimum(room.inverses[1:], room.inverses[:-1]) >= 1.0)
            before, after = (np.sign(np.linalg.det(self._even(G[which]))) for which in (far, far + 1))
            jumps = far[before != after]
        return room.w.reshape(count, size), Spectrum(1.0 / room.inverses, room.largest_value, jumps)

    def _even(self, G: Array) -> Array:
        """G over its scales."""
        return np.asarray(G / np.outer(*self.scales))

    def _watch(self, G: Array, spectrum: Spectrum) -> None:
        """The least margin of the motion, also between samples; refused where the drives lose hold of a direction."""

        def smallest(even: Array) -> float:
            return float(linear_algebra.svd(even, compute_uv=False)[self.rank - 1]) / spectrum.largest

        worst, time = int(np.argmin(spectrum.margins)), self.balance.path.time
        self.margin = Margin(smallest(self._even(G[worst])), float(time[worst]))
        if self.names != self.balance.follower.names:
            return  # rows of currents, whose matrix does not depend on the pose
        balance, follower = self.balance, self.balance.follower

        def at(path: Path) -> Array:
            return self._even(balance.at(path)[0][:, self.columns])

        if spectrum.jumps.size:
            t, q = follower.crossing(
                balance.path, lambda path: float(np.sign(np.linalg.det(at(path)))), int(spectrum.jumps[0])
            )
            raise self._undriven(follower.when(t), at(follower.at(t, q)), self.rank - 1)
        for span, near in dips(time, spectrum.margins):
            least = least_between(follower, span, balance.path.Q[near], lambda path: smallest(at(path)))
            if least.value <= RANK_TOLERANCE:
                raise self._undriven(follower.when(least.time), at(follower.at(least.time, least.q)), self.rank - 1)
            if least.value < self.margin.value:
                self.margin = Margin(least.value, least.time)

    def _undriven(self, when: str, even: Array, rank: int) -> Refused:
        return undriven(when, even, rank, (self.names, self.unknowns), self.scales)

    @property
    def unknowns(self) -> list[str]:
        """Names of the columns: currents and inputs."""
        dynamics = self.balance.loaded.dynamics
        names = [*(dynamics.speeds[k] for k in self.balance.follower.open_speeds), *dynamics.inputs]
        return [names[k] for k in self.columns.tolist()]

    def _not_unique(self, G: Array) -> Refused:
        """Why inputs are not unique along the whole motion."""
        even = G / np.outer(*self.scales)
        names = (self.names, self.unknowns)
        return not_unique(
            self.balance.loaded.dynamics, self._start, self.when(0), (even, self.rank), names, self.scales
        )
