"""Passing a singular configuration where the motion continues: one long step of collocation over it.

Where constraints lose rank for an instant, branches of the configuration space cross. The motion itself goes on along
its own branch, as analytic there as elsewhere: only the equations that give accelerations divide zero by zero. So the
run goes back to a state at a distance, its motion is drawn out over the singularity as a polynomial, and Gauss
collocation corrects this until slopes at nodes on both sides, each projected onto the constraints, belong to one smooth
motion. A result is taken only if a finer collocation agrees, the energy balances, and motions that start a little
beside follow. Where that fails the motion is not determined by its past (it may stop, turn back, or go on along another
branch), and the run says so.

All this is done with the compiled kernels of the run first, and over LAPACK where these do not do.
"""

from __future__ import annotations

import numpy as np

from linkwright import linear_algebra
from linkwright.arrays import Array
from linkwright.dynamics.system import call_function
from linkwright.simulation import workspace as at
from linkwright.simulation.loop.crossings import Crossing
from linkwright.simulation.loop.run import Run, between, rank_margins
from linkwright.simulation.singularities.collocation import LapackSteps, Path, Polynomial, closing
from linkwright.simulation.singularities.crossing_compiled import Compiled
from linkwright.simulation.singularities.events_on_the_way import on_the_way
from linkwright.trajectory.samples import Deferred

DISTANCES = (0.12, 0.25, 0.06, 0.03)
"""Where a leap begins, as a share of the vanishing pivot's usual size: far enough for accurate slopes, near enough for
a short leap. The others are tried when the first does not converge, and the safe state itself."""
NODES = (6, 8)
"""Nodes of the collocation and of the finer one that must agree: orders 12 and 16."""
CROSSINGS_AGREE = 10.0
"""Largest difference of the two, in units of the error allowed a step."""
NEIGHBOUR_OFFSET = 0.05
"""Offset of neighbouring motions, as a share of the distance in pivots: small, so that they pass the same place."""
FARTHEST = 3.0
"""How much farther than expected a singular configuration may be; from a long step it is seen badly."""
PIECES = 6
"""Steps that a leap counts as in dense output: polynomials of order 16 fit those of a usual order on so many parts."""
NEVER = 1e300
"""A time (s) that no run reaches, as in `stepping`."""
CLOSE_PIVOT = 0.01
"""Share of a pivot's size at the safe state that is near enough to where it vanishes, for a start."""
MOST_SECANTS = 20
"""Secants on the way to where a pivot vanishes; three are usual."""
LOST_IN_THE_MIDDLE = 1e-2
"""Share of the rank margin where a leap begins below which the margin in its middle is taken for zero; the middle is
found to about a thousandth of the way."""
SPREAD = 10.0
"""Largest growth of that offset over a leap; where neighbours turn back it is 1 / NEIGHBOUR_OFFSET and more."""
POINTS_BEYOND = 12
"""Points beyond a singular configuration at which it is looked whether the motion turns and comes back."""
MOST_LANDINGS = 3
"""How often the end of a leap is put elsewhere."""
SHALLOW = 0.1
"""Depth in pivots beyond a singular configuration from which a run can go on before it comes back."""
NEIGHBOUR_STRAYS = 1e-3
"""Share of the offset by which a neighbour's polynomial may leave the constraints: a motion that is as smooth as it is
drawn leaves them by the error of the collocation only, one that turns back sharply by the square of the offset."""
ENERGY_CHANGE = 1e-8
"""Energy (relative) that a leap may gain or lose, or a thousand rtol if that is more."""


BESIDE_LOST = "motions that start a little beside do not go the same way"


def cross(run: Run, *, before: tuple[float, Array], end: tuple[float, Array]) -> Crossing:
    """Bring a run over the singular configuration in a step from `before` to `end`, or ahead of that."""
    safe, seen = (float(run.progress.safe_time), run.state.safe.copy()), run.now
    found = vanishing(run, [safe, before, end])
    if found is None:
        return Crossing(passed=False, time=run.now, reason="")
    which, moment, height = found
    assert run.pivoting is not None
    # Coordinate singularities are the last of the signed pivots.
    structure, of_coordinates = run.pivoting.structure, len(run.dynamics.system.coordinate_singularities)
    coordinate_singularity = max(-1, which - (structure.size - structure.unsigned - of_coordinates))
    reason, near = "", [distance for distance in DISTANCES if height > 1.5 * distance]
    for distance in (*near, height):
        begin = safe
        if distance < height:
            status = _approach(run, safe, moment - (moment - safe[0]) * distance / height, seen)
            if status == at.EVENT:
                return Crossing(passed=True, time=moment, event=True)
            if status != at.HALTED:
                continue
            begin = (run.now, run.state.y.copy())
        for calculus in (LapackSteps,) if run.inputs.calls else (Compiled, LapackSteps):
            long_step = _CollocationStep(run, begin, which, calculus(run))
            try:
                reason = long_step.go(moment)
            except linear_algebra.MatrixError as error:
                reason = f"the motion cannot be drawn out there: {error}"
            if not reason:
                return Crossing(
                    passed=True,
                    time=long_step.moment,
                    error=long_step.error,
                    coordinate_singularity=coordinate_singularity,
                    event=long_step.cut,
                    again=long_step.again,
                    which=which,
                    sought=long_step.margin,
                )
        if reason == BESIDE_LOST:
            return Crossing(passed=False, time=long_step.moment, reason=reason, undetermined=True)
    return Crossing(passed=False, time=moment, reason=reason)


def vanishing(run: Run, seen: list[tuple[float, Array]]) -> tuple[int, float, float] | None:
    """Which signed pivot vanishes, when, and its size at the safe state; None if none does soon."""
    signs = _signs(run)
    rows = [run.ratios(*place)[-signs.size :] * signs for place in seen] if signs.size else [signs]
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
        at_time = {t: (t, y) for t, y in seen}
        inside = between(run, at_time[positive[-1][0]], at_time[negative[0][0]])
        low, high = (0.0, positive[-1][1]), (1.0, negative[0][1])
        for k in range(MOST_SECANTS):
            share = 0.5 if k % 3 == 2 else low[1] / (low[1] - high[1])  # now and then a half: pivots are not straight
            theta = low[0] + (high[0] - low[0]) * share
            moment, y = inside(theta)
            value = float(run.ratios(moment, y)[which - signs.size]) * float(signs[which])
            low, high = ((theta, value), high) if value > 0 else (low, (theta, value))
            if abs(value) < CLOSE_PIVOT * early[which]:
                break
    elif len(positive) > 1 and positive[-1][1] < positive[-2][1]:
        a, b = positive[-2], positive[-1]
        moment = a[0] + (b[0] - a[0]) * a[1] / (a[1] - b[1])
    else:
        return None
    return (which, moment, float(early[which])) if moment > times[0] else None


def _signs(run: Run) -> Array:
    """Signs that make the signed pivots over their reference values positive on the side where the run is."""
    pivoting = run.pivoting
    assert pivoting is not None
    signed = slice(pivoting.unsigned, pivoting.reference.size)
    return np.sign(run.pivot_scales[signed] * pivoting.reference[signed])


def _approach(run: Run, safe: tuple[float, Array], stop: float, seen: float) -> int:
    """Take the run from the safe state to a time by its own integrator; the answer of the loop, HALTED if it got there.

    Events up to the time `seen` have been acted upon, from there on they end it.
    """
    progress, state = run.progress, run.state
    state.y[:], progress.t = safe[1], safe[0]
    progress.slope_known = progress.continues = 0
    progress.segment = int(np.searchsorted(run.inputs.ends, safe[0], side="right"))
    progress.sample = int(np.searchsorted(run.times, safe[0], side="right"))
    progress.h = (stop - safe[0]) / 3
    repivoting, events = run.settings.repivoting, run.workspace.events
    watched, kept = events.count, events.contents() if events.count else None
    run.settings.repivoting = 0  # the pivots that vanish here are those in use
    status = at.HALTED
    for end, count in ((min(stop, seen), 0), (stop, watched)):
        progress.stop, events.count = end, count
        while status == at.HALTED and run.now < end:
            status = run.slice()
            status = at.HALTED if status == at.SLICE_OVER else status
        if not count and kept is not None:
            events.restore(kept)
    progress.stop, run.settings.repivoting, events.count = np.inf, repivoting, watched
    return status


class _CollocationStep:
    """One long step from a state over the singular configuration ahead of it."""

    def __init__(self, run: Run, begin: tuple[float, Array], which: int, calculus: Compiled | LapackSteps) -> None:
        self.run, self.begin, self.calculus, self.lapack = run, begin, calculus, LapackSteps(run)
        self.moment, self.error, self.margin = begin[0], np.inf, Deferred(lambda: 0.0)
        self.cut = False
        self.again: float | None = None
        signs = _signs(run)
        self.place, self.sign = which - signs.size, float(signs[which])

    def go(self, moment: float) -> str:
        """Leap over the place near that moment; why not, if it cannot be done, else nothing."""
        run, (t0, y0) = self.run, self.begin
        drawn = self.calculus.drawn_out(t0, y0, 1.5 * (moment - t0))
        found = self._moment(drawn, t0, moment)
        if found is None:
            return "the motion does not reach it"
        self.moment, end = found, 2 * found - t0
        if self._jumps_before(end):
            return "an input jumps there"
        rough = self.calculus.collocate((t0, y0), end, NODES[0], drawn)
        for _ in range(MOST_LANDINGS):
            if rough is None or (landing := self._landing(rough, end)) == end:
                break
            end, rough = landing, self.calculus.collocate((t0, y0), landing, NODES[0], rough)
            rough = None if run.control_state.next_time < end else rough  # a command would jump on the way
        fine = None if rough is None else self.calculus.collocate((t0, y0), end, NODES[1], rough)
        if rough is None or fine is None:
            return "no smooth motion leads over it"
        last = fine.end
        apart = np.abs(last - rough.end)
        self.error = float(np.max(apart / (1 + np.abs(last))))
        if np.max(apart / self._scale(last)) > CROSSINGS_AGREE or self._strays(fine, 100 * CROSSINGS_AGREE, last):
            return "the motion is too sharp there to be drawn out"
        closed = self.calculus.project(end, last)
        if closed is None or np.max(np.abs(closed - last) / self._scale(last)) > 100 * CROSSINGS_AGREE:
            return "the constraints cannot be met beyond it"
        if not self._keeps_energy(t0, y0, end, closed):
            return "the energy would change there"
        if not self._neighbours_follow(end, closed, fine):
            return BESIDE_LOST
        self.again = self._moment_again(fine, end)
        self.margin = Deferred(lambda: self._margin(fine))
        if run.event_handler is not None:
            assert self.margin.value >= 0.0  # now: another mode has other constraints
        self._commit(fine, end, closed)
        return ""

    def _jumps_before(self, end: float) -> bool:
        """Whether an input jumps on the way to a time, or control commands one."""
        jumps, start = self.run.inputs.jumps, self.begin[0]
        return bool(np.any((jumps > start) & (jumps < end))) or bool(self.run.control_state.next_time < end)

    def _landing(self, path: Polynomial, end: float) -> float:
        """Where the leap ends: at its end, or where the motion turns to come back, or beyond that if it is shallow."""
        (t0, y0), depth, near = self.begin, -self._pivot(end, path.end), end - 0.2 * (end - self.moment)
        if depth < 0:  # beyond both
            return end
        if depth >= -self._pivot(near, path(near)):
            return end if depth > min(SHALLOW, 0.5 * self._pivot(t0, y0)) else 2 * end - t0
        times: list[float] = np.linspace(self.moment, end, POINTS_BEYOND + 1)[1:].tolist()
        depths = [-self._pivot(t, path(t)) for t in times]
        turn = int(np.argmax(depths))
        return times[turn] if depths[turn] > SHALLOW else 2 * times[turn] - t0

    def _moment_again(self, path: Polynomial, end: float) -> float | None:
        """When the pivot vanishes once more on the way, of a leap over two places."""
        if self._pivot(end, path.end) < 0:
            return None
        low, high = (self.moment + end) / 2, end
        for _ in range(40):
            middle = (low + high) / 2
            low, high = (middle, high) if self._pivot(middle, path(middle)) < 0 else (low, middle)
        return low

    def _margin(self, path: Polynomial) -> float:
        """Rank margin in the middle of the leap, 0 where it is so small beside that at its start that it vanishes."""
        (t0, y0), middle, nq = self.begin, self._between(path, self.moment), self.run.nq
        rows = np.array([y0, middle])[:, : nq + self.run.nv]
        start, least = rank_margins(self.run.dynamics, [t0, self.moment], rows[:, :nq], rows[:, nq:])
        return float(least) if least > LOST_IN_THE_MIDDLE * start else 0.0

    def _strays(self, path: Polynomial, limit: float, y: Array) -> bool:
        """Whether the polynomial leaves the constraints at its nodes by more than the limit, in errors allowed."""
        return bool(np.max(path.off / self._scale(y)) > limit)

    def _scale(self, y: Array) -> Array:
        """Error allowed in each entry, not below what rounding leaves near a singular configuration."""
        tolerances = self.run.tolerances
        return np.maximum(tolerances.atol + tolerances.rtol * np.abs(y), self.calculus.rounding * (1 + np.abs(y)))

    def _keeps_energy(self, t: float, y: Array, end: float, last: Array) -> bool:
        """Whether the energy is the same at the end, measured by itself and its kinetic part."""
        run, still = self.run, y.copy()
        still[run.nq : run.nq + run.nv] = 0.0
        whole, rest, after = run.energies([t, t, end], np.array([y, still, last]))
        allowed = max(ENERGY_CHANGE, 1e3 * run.tolerances.rtol) * max(abs(whole), abs(whole - rest), 1e-300)
        return bool(abs(after - whole) <= allowed)

    def _moment(self, drawn: Path, t0: float, near: float) -> float | None:
        """When the pivot vanishes on the motion drawn out: by secants, to a millionth of the way or so."""
        late = t0 + FARTHEST * (near - t0)
        before, after = (t0, self._pivot(t0, self.begin[1])), (near, self._pivot(near, drawn(near)))
        if not before[1] > 0:
            return None
        for _ in range(MOST_SECANTS):
            if before[1] == after[1]:
                return None
            t = after[0] - after[1] * (after[0] - before[0]) / (after[1] - before[1])
            if not t0 < t < late:
                return None
            if abs(t - after[0]) < 1e-3 * (near - t0):  # what is left is of the order of its square
                return t
            before, after = after, (t, self._pivot(t, drawn(t)))
        return None

    def _pivot(self, t: float, y: Array) -> float:
        """The pivot that vanishes, over its reference value and positive before."""
        return float(self.run.ratios(t, y)[self.place]) * self.sign

    def _neighbours_follow(self, end: float, last: Array, drawn: Path) -> bool:
        """Whether motions that start a little beside, across the direction of motion, arrive a little beside."""
        run, (t0, y0) = self.run, self.begin
        system, nq, n = run.dynamics.system, run.nq, run.nv
        if system.degrees_of_freedom(run.dynamics.generic_rank) <= 1:
            return True  # one freedom: nothing lies beside
        lapack, weights = self.lapack, self.lapack.weights
        moves = [k for k in range(n) if system.moves(k)]
        A, _, _, N = call_function(closing(system), *run.arguments(t0, y0))
        across = np.vstack([A / weights, (y0[nq : nq + n] * weights)[None]])
        _, values, Vt = linear_algebra.svd(across)
        free = Vt[int(np.sum(values > 1e-7 * values[0])) :]
        offset = NEIGHBOUR_OFFSET * self._pivot(t0, y0)
        for direction in free:
            moved = np.array(y0)
            shift = N @ (direction / weights)
            size = float(np.linalg.norm(shift))
            if size < 1e-9 * float(np.linalg.norm(direction[moves])) or not moves:
                continue  # a current or another speed without a coordinate
            moved[:nq] += offset * shift / size
            beside = lapack.project(t0, moved)
            if beside is None:
                return False
            change = beside - y0

            def guess(t: float | Array, change: Array = change) -> Array:
                return np.asarray(drawn(t)) + change

            path = self.calculus.collocate((t0, beside), end, NODES[0], guess, least=0.1 * NEIGHBOUR_STRAYS * offset)
            if path is None or np.max(path.off[:nq]) > NEIGHBOUR_STRAYS * offset:
                return False
            grown = np.linalg.norm(path(end)[:nq] - last[:nq])
            if grown > SPREAD * np.linalg.norm(change[: nq + n]):
                return False
        return True

    def _between(self, path: Polynomial, t: float) -> Array:
        """A state on the way, brought onto the constraints if that takes little."""
        between = path(t)
        closed = self.lapack.project(t, between, cut=1e-2)
        return np.asarray(between if closed is None or np.max(np.abs(closed - between)) > 1e-6 else closed)

    def _commit(self, path: Polynomial, end: float, last: Array) -> None:
        """Put the run beyond the singular configuration and save the samples on the way; an event may end it before."""
        run, (t0, y0) = self.run, self.begin
        state, progress = run.state, run.progress
        if run.event_handler is not None:
            found = on_the_way(run, t0, min(end, run.end), lambda t: self._between(path, t))
            if found is not None:
                end, last, self.cut = found, self._between(path, found), True
        progress.segment = int(np.searchsorted(run.inputs.ends, end, side="right"))
        j = int(np.searchsorted(run.times, t0, side="right"))
        nodes = run.settings.nodes
        if nodes:  # dense output: the leap counts as some steps, each with its samples
            ends = np.linspace(t0, min(end, run.end), PIECES + 1)
            at_shares = run.settings.node_shares[:nodes]
            run.times[j : j + PIECES * nodes] = (ends[:-1, None] + np.diff(ends)[:, None] * at_shares).ravel()
            run.times[j + PIECES * nodes] = NEVER
        while j < len(run.times) and run.times[j] <= end:
            t = float(run.times[j])
            run.saved_states[j] = self._between(path, t)
            run.saved_inputs[j, : run.width] = run.held_now(t)
            j += 1
        progress.sample = j
        state.before[:], progress.before_time = y0, t0
        if end >= run.end:
            end, last = run.end, self._between(path, run.end)
        state.y[:], progress.t = last, end
        progress.steps += 1
        progress.evaluations += self.calculus.evaluations
        progress.h = (end - t0) / 4
