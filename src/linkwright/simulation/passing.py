"""Passing a singular configuration where the motion continues: one long step of collocation over it.

Where constraints lose rank for an instant, branches of the configuration space cross. The motion itself goes on along
its own branch, as analytic there as elsewhere: only the equations that give accelerations divide zero by zero. So the
run goes back to a state at a distance, its motion is drawn out over the singular place as a polynomial, and Gauss
collocation corrects this until slopes at nodes on both sides, each projected onto the constraints, belong to one smooth
motion. A result is taken only if a finer collocation agrees, the energy balances, and motions that start a little
beside follow. Where that fails the motion is not determined by its past (it may stop, turn back, or go on along another
branch), and the run says so.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import casadi as ca
import numpy as np
from scipy.interpolate import KroghInterpolator
from scipy.optimize import brentq

from linkwright.dynamics.choice import matrices
from linkwright.dynamics.rank import Array
from linkwright.dynamics.system import called
from linkwright.simulation import places as at
from linkwright.simulation.collocation import Polynomial, collocate
from linkwright.simulation.engine import works

if TYPE_CHECKING:
    from linkwright.simulation.run import Run

DISTANCES = (0.12, 0.25, 0.06, 0.03)
"""Where a leap begins, as a share of the vanishing pivot's usual size: far enough for accurate slopes, near enough for
a short leap. The others are tried when the first does not converge."""
NODES = (6, 8)
"""Nodes of the collocation and of the finer one that must agree: orders 12 and 16."""
AGREE = 10.0
"""Largest difference of the two, in units of the error allowed a step."""
BESIDE = 0.05
"""Offset of neighbouring motions, as a share of the distance in pivots: small, so that they pass the same place."""
SPREAD = 10.0
"""Largest growth of that offset over a leap; where neighbours turn back it is 1 / BESIDE and more."""
STRAY = 1e-3
"""Share of the offset by which a neighbour's polynomial may leave the constraints: a motion that is as smooth as it is
drawn leaves them by the error of the collocation only, one that turns back sharply by the square of the offset."""
ROUNDING = 1e-10
"""What rounding may leave in slopes taken near a singular place; a leap is never asked for less."""
ENERGY = 1e-8
"""Energy (relative) that a leap may gain or lose, or a thousand rtol if that is more."""


BESIDE_LOST = "motions that start a little beside do not go the same way"


@dataclass(frozen=True)
class Crossing:
    """Whether a singular configuration was passed, at what time (s), and if not, why.

    `undetermined` means that nothing beyond it follows from the motion before: trying nearer is no use. `error` is the
    largest difference of the two collocations, over 1 + |state|.
    """

    passed: bool
    time: float
    reason: str = ""
    undetermined: bool = False
    error: float = 0.0


def cross(run: Run) -> Crossing:
    """Bring a run over the singular configuration ahead of it, or that its last step went over."""
    clock, here = run.state.clock, (run.now, run.state.y.copy())
    safe = (float(clock[at.SAFE]), run.state.safe.copy())
    before = (float(clock[at.BEFORE]), run.state.before.copy())
    found = _ahead(run, [safe, before, here])
    if found is None:
        return Crossing(passed=False, time=run.now, reason="")
    which, moment, height = found
    reason = ""
    for distance in DISTANCES:
        begin = safe
        if height > 1.5 * distance:
            reached = _approach(run, safe, moment - (moment - safe[0]) * distance / height)
            if reached is None:
                continue
            begin = reached
        leap = _Leap(run, begin, which)
        reason = leap.go(moment)
        if not reason:
            return Crossing(passed=True, time=leap.moment, error=leap.error)
        if reason == BESIDE_LOST:
            return Crossing(passed=False, time=leap.moment, reason=reason, undetermined=True)
        if height < distance:
            break
    return Crossing(passed=False, time=moment, reason=reason)


def _ahead(run: Run, seen: list[tuple[float, Array]]) -> tuple[int, float, float] | None:
    """Which signed pivot vanishes, when, and its size at the safe state; None if none does soon."""
    rows = [_ratios(run, *place) for place in seen]
    if not rows[0].size or seen[0][0] >= seen[-1][0]:
        return None
    times = [t for t, _ in seen]
    late, early = rows[-1], rows[0]
    which = int(np.argmin(late / np.maximum(early, 1e-300)))
    points = sorted({(t, float(row[which])) for t, row in zip(times, rows, strict=True)})
    positive = [point for point in points if point[1] > 0]
    if not positive or positive[0][0] != times[0]:
        return None
    negative = [point for point in points if point[1] <= 0]
    if negative:
        a, b = positive[-1], negative[0]
    elif len(positive) > 1 and positive[-1][1] < positive[0][1]:
        a, b = positive[0], positive[-1]
    else:
        return None
    moment = a[0] + (b[0] - a[0]) * a[1] / (a[1] - b[1])
    return (which, moment, float(early[which])) if moment > times[0] else None


def _ratios(run: Run, t: float, y: Array) -> Array:
    """Signed pivots over their reference values, positive on the side where the run is."""
    choice = run.choice
    assert choice is not None
    signs = np.sign(run.ref[choice.reference_pivots.size :] * choice.reference_signed)
    return np.asarray(choice.ratios(run.arguments(t, y)) * signs)


def _approach(run: Run, safe: tuple[float, Array], stop: float) -> tuple[float, Array] | None:
    """Take the run from the safe state to a time by its own integrator."""
    clock, state = run.state.clock, run.state
    state.y[:], clock[at.T], clock[at.STOP] = safe[1], safe[0], stop
    clock[[at.FRESH, at.HISTORY]] = 0.0
    clock[at.SEGMENT] = float(np.searchsorted(run.inputs.ends, safe[0], side="right"))
    clock[at.SAMPLE] = float(np.searchsorted(run.times, safe[0], side="right"))
    clock[at.H] = (stop - safe[0]) / 3
    status = at.SLICE_OVER
    while status == at.SLICE_OVER:
        status = run.slice()
    clock[at.STOP] = np.inf
    return (run.now, state.y.copy()) if status == at.HALTED else None


class _Leap:
    """One long step from a state over the singular configuration ahead of it."""

    def __init__(self, run: Run, begin: tuple[float, Array], which: int) -> None:
        self.run, self.begin, self.which = run, begin, which
        self.moment = begin[0]
        assert run.motor is not None
        self.weights = np.sqrt(run.motor.weights)
        system = run.dynamics.system
        self.closing: ca.Function = system.cached(
            "closing", lambda: system.function("closing", [system.A, system.g, system.phi, system.N])
        )
        a = ca.SX.sym("a", system.n)
        self.rates: ca.Function = system.cached(
            "rates", lambda: system.function("rates", [ca.vertcat(system.qdot, a, works(system, a))], [a])
        )
        assert run.choice is not None
        self.kept = list(run.choice.code.kept_rows)
        self.evaluations, self.error = 0, np.inf

    def go(self, moment: float) -> str:
        """Leap over the place near that moment; why not, if it cannot be done, else nothing."""
        run, (t0, y0) = self.run, self.begin
        drawn = self._drawn_out(t0, y0, 1.5 * (moment - t0))
        found = self._moment(drawn, t0, moment)
        if found is None:
            return "the motion does not reach it"
        self.moment, end = found, 2 * found - t0
        segment = int(np.searchsorted(run.inputs.ends, t0, side="right"))
        if segment < len(run.inputs.ends) - 1 and end > run.inputs.ends[segment]:
            return "an input jumps there"
        rough = self._collocate((t0, y0), end, NODES[0], drawn)
        fine = None if rough is None else self._collocate((t0, y0), end, NODES[1], rough)
        if rough is None or fine is None:
            return "no smooth motion leads over it"
        last = fine(end)
        apart = np.abs(last - rough(end))
        self.error = float(np.max(apart / (1 + np.abs(last))))
        if np.max(apart / self._scale(last)) > AGREE or self._strays(fine, 100 * AGREE, last):
            return "the motion is too sharp there to be drawn out"
        closed = self._project(end, last)
        if closed is None or np.max(np.abs(closed - last) / self._scale(last)) > 100 * AGREE:
            return "the constraints cannot be met beyond it"
        gained = abs(run.energy(closed, end) - run.energy(y0, t0))
        if gained > max(ENERGY, 1e3 * run.asked.rtol) * self._energy_scale(t0, y0):
            return "the energy would change there"
        if not self._neighbours_follow(end, closed, drawn):
            return BESIDE_LOST
        self._commit(fine, end, closed)
        return ""

    def _strays(self, path: Polynomial, limit: float, y: Array) -> bool:
        """Whether the polynomial leaves the constraints at its nodes by more than the limit, in errors allowed."""
        return bool(np.max(path.off / self._scale(y)) > limit)

    def _scale(self, y: Array) -> Array:
        """Error allowed in each entry, not below what rounding leaves near a singular place."""
        asked = self.run.asked
        return np.maximum(asked.atol + asked.rtol * np.abs(y), ROUNDING * (1 + np.abs(y)))

    def _energy_scale(self, t: float, y: Array) -> float:
        run = self.run
        still = y.copy()
        still[run.nq : run.nq + run.nv] = 0.0
        whole, rest = run.energy(y, t), run.energy(still, t)
        return max(abs(whole), abs(whole - rest), 1e-300)

    def _slope(self, t: float, y: Array) -> Array:
        """y' from [M A^T; A 0], whose condition is that of the constraints, where others' may be its square."""
        self.evaluations += 1
        run, n = self.run, self.run.nv
        where = run.arguments(t, y)
        M, f, A, b = called(matrices(run.dynamics.system), *where)
        kept = A[self.kept]
        m = len(self.kept)
        K = np.zeros((n + m, n + m))
        K[:n, :n], K[:n, n:], K[n:, :n] = M, kept.T, kept
        vdot = np.linalg.solve(K, np.concatenate([f.ravel(), b.ravel()[self.kept]]))[:n]
        return called(self.rates, *where, vdot)[0].ravel()

    def _drawn_out(self, t0: float, y0: Array, length: float) -> Callable[[float], Array]:
        """The motion up to t0, followed backwards, as a polynomial of degree 7 that is drawn out beyond t0."""
        count, fine = 4, 16
        times, states = [t0], [y0]
        y, h = y0, -length / (3 * fine)
        for k in range(3 * fine):
            t = t0 + k * h
            k1 = self._slope(t, y)
            k2 = self._slope(t + h / 2, y + h / 2 * k1)
            k3 = self._slope(t + h / 2, y + h / 2 * k2)
            y = y + h / 6 * (k1 + 2 * k2 + 2 * k3 + self._slope(t + h, y + h * k3))
            if (k + 1) % fine == 0:
                times.append(t0 + (k + 1) * h)
                states.append(y)
        assert len(times) == count
        values = [row for t, state in zip(times, states, strict=True) for row in (state, self._slope(t, state))]
        return KroghInterpolator(np.repeat(times, 2), np.array(values))  # type: ignore[no-any-return]

    def _moment(self, drawn: Callable[[float], Array], t0: float, near: float) -> float | None:
        """When the pivot vanishes on the motion drawn out."""

        def pivot(t: float) -> float:
            return float(_ratios(self.run, t, np.asarray(drawn(t)))[self.which])

        late = t0 + 1.5 * (near - t0)
        if not pivot(t0) > 0 > pivot(late):
            return None
        return float(brentq(pivot, t0, late, xtol=1e-14 * max(1.0, abs(late)), rtol=1e-14))

    def _collocate(
        self, start: tuple[float, Array], end: float, count: int, guess: Callable[[float], Array], least: float = 0.0
    ) -> Polynomial | None:
        def scale(y: Array) -> Array:
            return np.maximum(self._scale(y), least)

        return collocate(
            start, end - start[0], count, guess=guess, slope=self._slope, project=self._project, scale=scale
        )

    def _project(self, t: float, y: Array, cut: float = 1e-7) -> Array | None:
        """The state brought onto all constraints by Newton steps of least size; None if they do not converge.

        Singular values below `cut` of the largest count as none (redundant rows; near the singular place also those
        that vanish there).
        """
        run, y = self.run, np.array(y)
        nq, n = run.nq, run.nv
        holonomic = run.dynamics.system.g_rows
        for _ in range(10 if holonomic else 0):
            A, g, _, N = called(self.closing, *run.arguments(t, y))
            step, *_ = np.linalg.lstsq(A[holonomic] / self.weights, -g.ravel(), rcond=cut)
            y[:nq] = run.dynamics.system.normalise(y[:nq] + N @ (step / self.weights))
            size = float(np.max(np.abs(step)))
            if not np.isfinite(size):
                return None
            if size < 1e-9 * (1 + float(np.max(np.abs(self.weights)))):
                break
        else:
            if holonomic:
                return None
        for _ in range(2):
            A, _, phi, _ = called(self.closing, *run.arguments(t, y))
            step, *_ = np.linalg.lstsq(A / self.weights, -phi.ravel(), rcond=cut)
            y[nq : nq + n] += step / self.weights
        return y

    def _neighbours_follow(self, end: float, last: Array, drawn: Callable[[float], Array]) -> bool:
        """Whether motions that start a little beside, across the direction of motion, arrive a little beside."""
        run, (t0, y0) = self.run, self.begin
        system, nq, n = run.dynamics.system, run.nq, run.nv
        moves = [k for k in range(n) if system.moves(k)]
        A, _, _, N = called(self.closing, *run.arguments(t0, y0))
        across = np.vstack([A / self.weights, (y0[nq : nq + n] * self.weights)[None]])
        _, values, Vt = np.linalg.svd(across)
        free = Vt[int(np.sum(values > 1e-7 * values[0])) :]
        offset = BESIDE * float(_ratios(run, t0, y0)[self.which])
        for direction in free:
            moved = np.array(y0)
            shift = N @ (direction / self.weights)
            size = float(np.linalg.norm(shift))
            if size < 1e-9 * float(np.linalg.norm(direction[moves])) or not moves:
                continue  # a current or another speed without a coordinate
            moved[:nq] += offset * shift / size
            beside = self._project(t0, moved)
            if beside is None:
                return False
            change = beside - y0

            def guess(t: float, change: Array = change) -> Array:
                return np.asarray(drawn(t)) + change

            path = self._collocate((t0, beside), end, NODES[0], guess, least=0.1 * STRAY * offset)
            if path is None or np.max(path.off[:nq]) > STRAY * offset:
                return False
            grown = np.linalg.norm(path(end)[:nq] - last[:nq])
            if grown > SPREAD * np.linalg.norm(change[: nq + n]):
                return False
        return True

    def _commit(self, path: Polynomial, end: float, last: Array) -> None:
        """Put the run beyond the singular configuration and save the samples on the way."""
        run, (t0, y0) = self.run, self.begin
        state, clock = run.state, run.state.clock
        clock[at.SEGMENT] = float(np.searchsorted(run.inputs.ends, t0, side="right"))
        j = int(np.searchsorted(run.times, t0, side="right"))
        while j < len(run.times) and run.times[j] <= end:
            t = float(run.times[j])
            between = path(t)
            closed = self._project(t, between, cut=1e-2)
            state.saved[j] = between if closed is None or np.max(np.abs(closed - between)) > 1e-6 else closed
            state.saved_u[j, : run.nu] = run.input_now(t)
            j += 1
        clock[at.SAMPLE] = float(j)
        state.before[:], clock[at.BEFORE] = y0, t0
        if end >= run.end:
            end, last = run.end, state.saved[-1].copy()
        state.y[:], clock[at.T] = last, end
        clock[at.STEPS] += 1
        clock[at.EVALUATIONS] += self.evaluations
        clock[at.H] = (end - t0) / 4
