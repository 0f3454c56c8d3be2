"""Assembly: coordinates that close every joint and meet the positions given, and speeds that fit them.

Positions by Newton steps of least displacement, following a path from a known configuration to the wanted one, so that
the assembly mode of the start is kept.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import casadi as ca
import numpy as np

from linkwright.arrays import Array
from linkwright.dynamics.closure.completion import independent_of, kept_order
from linkwright.dynamics.closure.whole_turns import TURN, WholeTurns, folded
from linkwright.dynamics.errors import AssemblyError
from linkwright.dynamics.rank import RANK_TOLERANCE, TYPED, least, level_scale, rank, relative
from linkwright.dynamics.scales import Scales
from linkwright.dynamics.system.system import System, called
from linkwright.symbolic import jacobian

CLOSED = 1e-11
"""Gap (rad, or of the machine's size) below which joints count as closed; Newton then takes one more step, to rounding.
"""
UNSURE = 1e-2
"""Largest share of singular values that Newton steps leave aside while joints gape: larger ones do not follow a gap."""
LARGEST_STEP = 0.3
"""Largest change of a coordinate (rad, or of the machine's size) in one step along the path."""
FAR = 20.0
"""Change of a coordinate (rad, or of the machine's size) that no compromise needs."""
SPEEDS_MET = TYPED
"""Residual, over the largest speed (lengths over the machine's size), above which constraints and wanted speeds are not
met."""
STUCK = 1 - 1e-6
"""Share of the residual of speeds that a step must leave for its rows to have no slope; where they have one, a step
removes all of it but what constraints that contradict each other keep."""
SLOW = 1e-6
"""Speed (rad/s, or of the machine's size) below which a machine is as good as at rest: residuals are not measured by
less, since a law that stands still may leave rounding of its rate."""
LITTLE = 1e-3
"""Weight of what a description does not say beside what it says, where its values contradict each other."""
LEAST = 1e-8
"""Singular values, of the largest, below which a direction of a compromise is open: rounding of slopes is less."""
MET = 1e-4
"""Misfit (rad, or of the machine's size) of a compromise below which reference values and joints do not contradict each
other: Newton then meets both."""


@dataclass(frozen=True, eq=False)
class Assembler:
    """Functions of a system that assembly needs, made once."""

    system: System
    _positions: ca.Function
    _speeds: ca.Function

    @staticmethod
    def of(system: System) -> Assembler:
        """Position residuals and readings with their Jacobians in directions of v; velocity residuals and readings."""
        z = ca.vertcat(*[q.z if q.z is not None else ca.SX(0) for q in system.quantities])
        s = ca.vertcat(*[q.s for q in system.quantities])
        both = ca.vertcat(system.g, z)
        slope = ca.sparsify(jacobian(both, system.q) @ system.N)
        rates = ca.vertcat(system.phi, s)
        arguments = [system.t, system.q, system.v, system.p]
        positions = ca.Function("positions", arguments, [ca.densify(both), ca.densify(slope), ca.densify(system.N)])
        speeds = ca.Function("speeds", arguments, [ca.densify(rates), ca.densify(jacobian(rates, system.v))])
        return Assembler(system, positions, speeds)

    # -- positions -----------------------------------------------------------------------------------------------

    @cached_property
    def turns(self) -> WholeTurns:
        """Angles that count whole turns."""
        return WholeTurns.of(self.system)

    def gaps(self, t: float, q: Array, p: Array) -> Array:
        """Gaps g."""
        return called(self._positions, t, q, np.zeros(self.system.n), p)[0].ravel()[: self.system.g.numel()]

    def relative_gaps(self, t: float, q: Array, p: Array) -> Array:
        """Gaps g, lengths in machine sizes."""
        return np.asarray(self.gaps(t, q, p) / Scales.of(self.system, p).gaps)

    def readings(self, t: float, q: Array, v: Array, p: Array) -> tuple[Array, Array, Array, Array]:
        """Gaps g, positions z, velocity residuals phi and speeds s."""
        count = self.system.g.numel()
        both = called(self._positions, t, q, v, p)[0].ravel()
        rates = called(self._speeds, t, q, v, p)[0].ravel()
        return both[:count], both[count:], rates[: self.system.m], rates[self.system.m :]

    def place(self, t: float, start: Array, p: Array, targets: Mapping[int, float]) -> Array:
        """Coordinates with all gaps closed and the targeted quantities (by number) met, near `start`."""
        wanted, which = np.array(list(targets.values())), list(targets)
        scales = Scales.of(self.system, p)
        by, of = scales.coordinates, scales.positions
        near = self.difference(which, wanted, self._values(t, start, p, which)) / of[which]
        if np.max(np.abs(near), initial=0.0) < LARGEST_STEP / 10:
            q = self._newton(t, start, p, which, wanted)
            if q is not None and np.max(np.abs(q - start) / by, initial=0.0) < LARGEST_STEP:
                return q
        q = self._follow(t, start, p, which, wanted)
        if q is not None:
            q = self._newton(t, q, p, which, wanted)
        if q is None:
            q = self._the_other_way(t, start, p, which, wanted)
        if q is None:
            self._fail(t, start, p, which, wanted)
        assert q is not None
        every = range(len(self.system.quantities))
        off = self._values(t, q, p, every) - self._values(t, start, p, every)
        return self.turns.nearest(q, off, lambda x: self.relative_gaps(t, x, p), kept=which)

    def place_completed(
        self, t: float, start: Array, p: Array, targets: Mapping[int, float], kept: Sequence[int]
    ) -> Array:
        """Coordinates with the targets met and the positions `kept` where they are at `start`."""
        values = self._values(t, start, p, kept)
        try:
            return self.place(t, start, p, dict(targets) | dict(zip(kept, values.tolist(), strict=True)))
        except AssemblyError as fault:
            if not targets or not kept:
                raise
            placed = self.place(t, start, p, targets)  # says so if what is given is at fault
            if not self.completion(t, placed, p, targets):
                return placed  # they depend on each other at the start, not where they are to be
            names = ", ".join(self.system.quantities[k].name for k in kept)
            reason = (
                f"the positions given leave {len(kept)} degree(s) of freedom open, and {names} cannot stay where they "
                f"are: {fault.reason}; give them too"
            )
            raise AssemblyError(reason, [self.system.quantities[k].name for k in kept], fault.gaps) from None

    def nearest(self, t: float, q: Array, p: Array, goals: Mapping[int, float], first: Collection[int]) -> Array:
        """Coordinates with all gaps closed whose positions are nearest to the goals, from q on: Gauss-Newton.

        In the norm of positions over their scales; those that are not in `first` count little.
        """
        which, wanted = list(goals), np.array(list(goals.values()))
        scales = Scales.of(self.system, p)
        weights = np.array([1.0 if k in first else LITTLE for k in which]) / scales.positions[which]
        best = self.close(t, q, p)
        size = np.inf
        for _ in range(100):
            error, slope, N = self._residual(t, best, p, which, wanted)
            gaps, rest = np.split(slope, [self.system.g.numel()])
            off = error[self.system.g.numel() :] * weights
            if np.linalg.norm(off) >= size * (1 - CLOSED):
                break
            size = float(np.linalg.norm(off))
            free = scales.speeds[:, None] * _kernel(scales.slopes(gaps, scales.gaps))
            step = N @ (free @ np.linalg.lstsq(weights[:, None] * (rest @ free), -off, rcond=LEAST)[0])
            share = min(1.0, LARGEST_STEP / max(float(np.max(np.abs(step) / scales.coordinates, initial=0.0)), LITTLE))
            while share > LITTLE:  # closed again it must be nearer, or the step was too long
                trial = self._newton(t, self.system.normalise(best + share * step), p, [], np.zeros(0))
                if trial is not None:
                    left = self._residual(t, trial, p, which, wanted)[0][self.system.g.numel() :] * weights
                    if np.linalg.norm(left) < size:
                        best = trial
                        break
                share /= 2
        return best

    def completion(
        self, t: float, start: Array, p: Array, given: Iterable[int], first: Sequence[int] = ()
    ) -> list[int]:
        """Numbers of the positions that are kept where they are at `start` beside those given, so that none is open.

        Those in `first` are kept before others.
        """
        system, given = self.system, list(given)
        closed = self._newton(t, start, p, [], np.zeros(0))
        count = system.g.numel()
        slope = called(self._positions, t, start if closed is None else closed, np.zeros(system.n), p)[1]
        scales = Scales.of(system, p)
        slopes = scales.slopes(slope, np.concatenate([scales.gaps, scales.positions]))
        # Speeds that change no coordinate (currents) are in no position.
        free = _kernel(np.vstack([slopes[:count], np.eye(system.n)[[not system.moves(k) for k in range(system.n)]]]))
        others = [k for k in kept_order(system, given) if k not in set(first)]
        return independent_of(slopes[count:], free, given, [*first, *others])

    def _the_other_way(self, t: float, start: Array, p: Array, which: Sequence[int], wanted: Array) -> Array | None:
        """The same where the straight path is barred: angles that count turns by the shorter way, then whole turns."""
        distance = wanted - self._values(t, start, p, which)
        turns = {k: round(distance[n] / TURN) for n, k in enumerate(which) if k in self.turns.numbers}
        if not any(turns.values()):
            return None
        nearer = wanted - TURN * np.array([turns.get(k, 0) for k in which])
        q = self._follow(t, start, p, which, nearer)
        q = None if q is None else self._newton(t, q, p, which, nearer)
        if q is None:
            return None
        wished = {k: turns.get(k, 0) for k in (*which, *self.turns.numbers)}
        q, left = self.turns.turned(q, wished, lambda x: self.relative_gaps(t, x, p))
        return None if left & set(which) else q

    def _follow(self, t: float, start: Array, p: Array, which: Sequence[int], wanted: Array) -> Array | None:
        """Follow the straight path of independent targets from where they are at `start` to where they should be.

        Targets that depend on others (a crank's angle and its rocker's) would leave the constraints on the way; they
        are met at the end.
        """
        _, slope, _ = self._residual(t, start, p, which, wanted)
        scales = Scales.of(self.system, p)
        sizes = np.concatenate([scales.gaps, scales.positions[list(which)]])
        gaps, asked = np.split(scales.slopes(slope, sizes), [self.system.g.numel()])
        chosen = list(rank(asked @ _kernel(gaps), level_scale(asked)).rows)
        which, wanted = [which[k] for k in chosen], wanted[chosen]
        # Moving constraints have carried the machine to where they are at t; steps are counted from there.
        carried = self._newton(t, start, p, [], np.zeros(0))
        q = start if carried is None else carried
        first = self._values(t, q, p, which)
        distance = self.difference(which, wanted, first)
        by, of = scales.coordinates, scales.positions
        size = float(np.max(np.abs(distance) / of[which], initial=0.0))
        done, step = 0.0, min(1.0, LARGEST_STEP / size) if size > 0 else 1.0
        while done < 1.0:
            ahead = min(1.0, done + step)
            trial = self._newton(t, q, p, which, first + ahead * distance)
            if trial is None or np.max(np.abs(trial - q) / by, initial=0.0) > 4 * max(LARGEST_STEP, step * size):
                step /= 2
                if step < 1e-3:
                    return None
                continue
            q, done, step = trial, ahead, step * 1.5
        return q

    def close(self, t: float, q: Array, p: Array) -> Array:
        """Coordinates with all gaps closed, by the shortest way from q."""
        result = self._newton(t, q, p, [], np.zeros(0))
        if result is None:
            self._fail(t, q, p, [], np.zeros(0))
        assert result is not None
        return result

    def settle(
        self,
        t: float,
        q: Array,
        p: Array,
        targets: Mapping[int, float],
        also: Callable[[Array], Array] | None = None,
    ) -> Array:
        """Coordinates with all gaps closed, starting from q and as near to the targets as that allows.

        First a least-squares compromise between targets and gaps (and what else is to vanish there, `also`); then
        Newton to targets and gaps where they do not contradict each other, else the shortest way to closed joints.
        """
        which, wanted = list(targets), np.array(list(targets.values()))
        scales = Scales.of(self.system, p)
        by, sizes = scales.coordinates, np.concatenate([scales.gaps, scales.positions[which]])

        def error(x: Array) -> Array:
            x = self.system.normalise(x)
            found = np.asarray(self._residual(t, x, p, which, wanted)[0] / sizes)
            return found if also is None else np.concatenate([found, also(x)])

        q = begin = self.system.normalise(q)
        known = np.isfinite(error(q))
        if not known.all() and q.size:  # a formula outside its domain here: first go where the targets are
            q = self.system.normalise(_compromise(lambda x: error(x)[known], q, by))
        if np.max(np.abs(error(q)), initial=0.0) > CLOSED and q.size:
            q = self.system.normalise(_compromise(error, q, by))
        if np.max(np.abs(error(q)), initial=0.0) >= MET and known.all() and q.size:
            # Values that contradict each other, or a local minimum: look also from where all directions are as wanted.
            count = self.system.g.numel()
            turned = [count + n for n, k in enumerate(which) if self.system.quantities[k].unit != "m"]
            other = _compromise(lambda x: error(x)[turned], begin, by) if turned else q
            other = self.system.normalise(_compromise(error, self.system.normalise(other), by))
            q = min((q, other), key=lambda x: float(np.linalg.norm(error(x))))
        turning = [n for n, k in enumerate(which) if k in self.turns.numbers]
        if turning and known.all() and np.max(np.abs(error(q)), initial=0.0) >= MET:  # given whole turns apart?
            less = folded(error, [self.system.g.numel() + n for n in turning])
            other = self.system.normalise(_compromise(less, begin, by))
            if np.max(np.abs(less(other)), initial=0.0) < MET:
                q, off = other, (self._values(t, other, p, which) - wanted)[turning]
                wanted[turning] += TURN * np.round(off / TURN)
        if np.max(np.abs(error(q)), initial=0.0) < MET:
            met = self._newton(t, q, p, which, wanted)
            if met is not None:
                return met
        return self.close(t, q, p)

    def position_step(self, t: float, q: Array, p: Array) -> tuple[Array, float]:
        """Newton step of least size towards closed joints, and the largest gap before it."""
        error, slope, N = self._residual(t, q, p, [], np.zeros(0))
        scales = Scales.of(self.system, p)
        return np.asarray(N @ least_step(slope, error, scales.gaps, scales)), float(np.max(np.abs(error), initial=0.0))

    def speed_step(self, t: float, q: Array, v: Array, p: Array) -> tuple[Array, float]:
        """Newton step of least size towards satisfied velocity constraints, and the largest residual before it."""
        values, jac = called(self._speeds, t, q, v, p)
        error = values.ravel()[: self.system.m]
        scales = Scales.of(self.system, p)
        return least_step(jac[: self.system.m], error, scales.rows, scales), float(np.max(np.abs(error), initial=0.0))

    def _values(self, t: float, q: Array, p: Array, which: Sequence[int]) -> Array:
        both = called(self._positions, t, q, np.zeros(self.system.n), p)[0].ravel()
        return both[self.system.g.numel() :][list(which)]

    def difference(self, which: Sequence[int], wanted: Array, found: Array) -> Array:
        """Wanted less found positions, angles by the shorter way where they count no turns."""
        difference = wanted - found
        for k, number in enumerate(which):
            if self.system.quantities[number].wraps:
                difference[k] = np.arctan2(np.sin(difference[k]), np.cos(difference[k]))
        return difference

    def _residual(
        self, t: float, q: Array, p: Array, which: Sequence[int], wanted: Array
    ) -> tuple[Array, Array, Array]:
        both, slope, N = called(self._positions, t, q, np.zeros(self.system.n), p)
        count = self.system.g.numel()
        rows = [*range(count), *[count + k for k in which]]
        values = both.ravel()
        error = np.concatenate([values[:count], -self.difference(which, wanted, values[count:][list(which)])])
        return error, slope[rows], N

    def _newton(self, t: float, q: Array, p: Array, which: Sequence[int], wanted: Array) -> Array | None:
        """Coordinates that meet all constraints and wanted positions, or None.

        A constraint that says nothing new at closed joints, but something beside them (a height said by a planar joint
        and by a wheel that leans), has a singular value there of the size of the gap; steps that follow it only halve
        the gap. Where steps along all slopes do not close the joints, those are tried that leave such values aside.
        """
        found = self._iterate(t, q, p, which, wanted, aside=False)
        return self._iterate(t, q, p, which, wanted, aside=True) if found is None else found

    def _iterate(
        self, t: float, q: Array, p: Array, which: Sequence[int], wanted: Array, *, aside: bool
    ) -> Array | None:
        last = np.inf
        scales = Scales.of(self.system, p)
        sizes = np.concatenate([scales.gaps, scales.positions[list(which)]])
        for _ in range(25):
            error, slope, N = self._residual(t, q, p, which, wanted)
            size = float(np.max(np.abs(error) / sizes, initial=0.0))
            if not np.isfinite(size) or size > 10 * max(last, 1.0):
                return None
            step = least_step(slope, error, sizes, scales, aside=min(size, UNSURE) if aside else 0.0)
            left = float(np.max(np.abs(error + slope @ step) / sizes, initial=0.0))
            if size < CLOSED or (size < TYPED and left > size / 2):
                return self.system.normalise(q + N @ step)
            q = self.system.normalise(q + N @ step)
            last = size
        return None

    def _fail(self, t: float, start: Array, p: Array, which: Sequence[int], wanted: Array) -> None:
        """Say which joint gapes most when the positions given are met as well as they can be."""
        from scipy.optimize import least_squares

        def error(q: Array) -> Array:
            residual = self._residual(t, self.system.normalise(q), p, which, wanted)[0]
            residual[self.system.g.numel() :] *= 1e3
            return residual

        self._defined(error(start))
        best = self.system.normalise(least_squares(error, start, x_scale="jac", max_nfev=400).x)
        found = self._residual(t, best, p, which, wanted)[0]
        gaps = self._gaps(found)
        names = [self.system.quantities[k].name for k in which]
        asked = f"with {', '.join(f'{n} = {w:.6g}' for n, w in zip(names, wanted, strict=True))} " if names else ""
        if not gaps or max(gaps.values()) < 1e-9:
            reason = (
                f"{asked}the machine closes, but not on a path from the configuration it started from; give positions "
                "in steps, or a state nearby as `near`"
            )
            raise AssemblyError(reason, names, gaps)
        worst = next(iter(gaps))
        unit = next(tie.labels[0].unit for tie in self.system.ties if tie.name == worst)
        gap = f"{gaps[worst]:.6g} {unit}".rstrip()  # a constraint may have no unit
        reason = (
            f"{asked}the machine cannot be assembled: joint {worst} does not close, by {gap}; "
            "choose positions within reach, or check lengths and the reference configuration"
        )
        raise AssemblyError(reason, [worst], gaps)

    def _defined(self, g: Array) -> None:
        """Refuse constraints that have no value where the search starts: a formula outside its domain."""
        place = {row: k for k, row in enumerate(self.system.g_rows)}
        at_fault = [
            tie.name
            for tie in self.system.ties
            if not np.isfinite([g[place[row]] for row in tie.rows[: tie.holonomic]]).all()
        ]
        if at_fault:
            reason = (
                f"the machine cannot be assembled: {', '.join(at_fault)} has no value at the configuration that the "
                "search starts from: a formula outside its domain, such as the root of a negative number; give a "
                "state where it has one as `near`, or another reference configuration"
            )
            raise AssemblyError(reason, at_fault, {})

    def _gaps(self, g: Array) -> dict[str, float]:
        place = {row: k for k, row in enumerate(self.system.g_rows)}
        gaps = {
            tie.name: float(np.linalg.norm([g[place[row]] for row in tie.rows[: tie.holonomic]]))
            for tie in self.system.ties
            if tie.holonomic
        }
        return dict(sorted(gaps.items(), key=lambda item: -item[1]))

    # -- speeds --------------------------------------------------------------------------------------------------

    def move(self, t: float, q: Array, p: Array, targets: Mapping[int, float]) -> Array:
        """Speeds that satisfy all constraints and meet the targeted ones; what is left open must be said by the user.

        Speeds without a coordinate that nothing determines are zero; with no target at all they are those of least
        kinetic energy: rest, unless constraints move. Further states take the values given, 0 otherwise: they bind no
        speed.
        """
        own = {k: self.system.quantities[k].v_index for k in targets}
        states = {own[k]: value for k, value in targets.items() if own[k] in self.system.states}
        targets = {k: value for k, value in targets.items() if own[k] not in states}
        which, wanted = list(targets), np.array(list(targets.values()))
        scales = Scales.of(self.system, p)
        sizes = np.concatenate([scales.rows, scales.rates[which]])
        v, best = np.zeros(self.system.n), np.inf
        random = np.random.default_rng(0)
        for _ in range(60):
            error, slope, steep = self._speed_errors(t, q, v, p, which, wanted)
            size = float(np.max(np.abs(error) / sizes, initial=0.0))
            speeds = np.concatenate([[SLOW], np.abs(v) / scales.speeds, np.abs(wanted) / scales.rates[which]])
            allowed = SPEEDS_MET * float(np.max(speeds))
            if size == 0.0 or (size <= allowed and size >= best / 2):
                break  # as far as rounding, or the digits of a redundant geometry, goes: no step makes it better
            step = least_step(slope, error, sizes, scales)
            stuck = np.linalg.norm((error + slope @ step) / sizes) > STUCK * np.linalg.norm(error / sizes)
            if size > allowed and stuck:
                # A constraint such as |v| = c has no slope at rest: start elsewhere, keeping what is asked.
                free = _kernel(steep)
                step = scales.speeds * (free @ (free.T @ random.uniform(-1.0, 1.0, self.system.n)))
            v, best = v + step, min(best, size)
        if not size <= allowed:
            self._wrong_speeds(t, q, p, v, which, wanted)
        slope = scales.slopes(slope, sizes)
        v = self._fill(v, slope) if targets else self._slowest(t, q, v, p, slope)
        v[list(states)] = list(states.values())
        return v

    def _slowest(self, t: float, q: Array, v: Array, p: Array, slope: Array) -> Array:
        """Of all speeds that the constraints allow those of least kinetic energy: rest, unless constraints move.

        What has no inertia, and what constraints that are not linear in the speeds decide, stays as it is.
        """
        if not np.any(v):
            return v
        scales = Scales.of(self.system, p)
        M = called(self._inertia, t, q, v, p)[0] * np.outer(scales.speeds, scales.speeds)
        free = _kernel(slope)
        step = free @ np.linalg.lstsq(free.T @ M @ free, -free.T @ M @ (v / scales.speeds), rcond=RANK_TOLERANCE)[0]
        slower = v + scales.speeds * step
        before, after = (np.abs(self._speed_errors(t, q, x, p, [], np.zeros(0))[0]) for x in (v, slower))
        fast = float(np.max(np.abs(slower) / scales.speeds, initial=SLOW))
        return slower if np.all(after <= before + SPEEDS_MET * fast * scales.rows) else v

    @cached_property
    def _inertia(self) -> ca.Function:
        system = self.system
        return ca.Function("inertia", [system.t, system.q, system.v, system.p], [ca.densify(system.M)])

    def _speed_errors(
        self, t: float, q: Array, v: Array, p: Array, which: Sequence[int], wanted: Array
    ) -> tuple[Array, Array, Array]:
        """Residuals of constraints and wanted speeds, their slopes, and the slopes of the wanted ones over scales."""
        m, scales = self.system.m, Scales.of(self.system, p)
        values, jac = called(self._speeds, t, q, v, p)
        error = np.concatenate([values.ravel()[:m], values.ravel()[m:][which] - wanted])
        steep = scales.slopes(jac[m:][which], scales.rates[which])
        return error, jac[[*range(m), *[m + k for k in which]]], steep

    def _fill(self, v: Array, slope: Array) -> Array:
        """Set to zero what is open in speeds without a coordinate alone (currents); refuse all else that is open."""
        moved = [k for k in range(self.system.n) if self.system.moves(k)]
        bare = _kernel(np.vstack([slope, np.eye(self.system.n)[moved]]))
        open_ = _kernel(slope)
        if open_.shape[1] > bare.shape[1]:
            weights = np.max(np.abs(open_ - bare @ (bare.T @ open_)), axis=1)
            names = [self.system.equations.speed_names[k] for k in np.flatnonzero(weights > 1e-6)]
            reason = (
                f"the speeds given leave {open_.shape[1] - bare.shape[1]} degree(s) of freedom open, in "
                f"{', '.join(names[:9])}; give as many independent speeds as there are degrees of freedom, or none for "
                "rest"
            )
            raise AssemblyError(reason, names, {})
        return np.asarray(v - bare @ (bare.T @ v))

    def _wrong_speeds(self, t: float, q: Array, p: Array, v: Array, which: Sequence[int], wanted: Array) -> None:
        values = called(self._speeds, t, q, v, p)[0].ravel()
        m = self.system.m
        missed = {
            self.system.quantities[k].name: float(abs(values[m + k] - w)) for k, w in zip(which, wanted, strict=True)
        }
        broken = {tie.name: float(np.max(np.abs(values[list(tie.rows)]))) for tie in self.system.ties if tie.rows}
        gaps = {n: x for n, x in sorted({**missed, **broken}.items(), key=lambda i: -i[1]) if x > 1e-9}
        names = ", ".join(f"{name} (off by {value:.3g})" for name, value in list(gaps.items())[:5])
        reason = f"the speeds given contradict the constraints or each other: {names}; give independent speeds only"
        raise AssemblyError(reason, list(gaps), gaps)


def least_step(slope: Array, error: Array, rows: Array, scales: Scales, aside: float = 0.0) -> Array:
    """Newton step in the speeds that removes an error, of least size; rows and speeds over their scales.

    Singular values below the share `aside` of the largest are left aside.
    """
    scaled = scales.slopes(slope, rows)
    step, *_ = np.linalg.lstsq(scaled, -error / rows, rcond=max(aside, relative(scaled)))
    return np.asarray(scales.speeds * step)


def _compromise(error: Callable[[Array], Array], start: Array, by: Array) -> Array:
    """Least squares of the errors, near `start`; coordinates are scaled by their slopes, or by their sizes `by`.

    A coordinate on which nothing depends has only rounding for a slope, and would be sent very far by it.
    """
    from scipy.optimize import least_squares

    found = least_squares(error, start, x_scale="jac", max_nfev=200).x
    if np.max(np.abs(found - start) / by) > FAR:
        found = least_squares(error, start, x_scale=by, max_nfev=200).x
    return np.asarray(found)


def _kernel(matrix: Array) -> Array:
    if matrix.shape[0] == 0:
        return np.eye(matrix.shape[1])
    _, values, Vt = np.linalg.svd(matrix)
    count = int(np.sum(values > least(values[0])))
    return Vt[count:].T
