"""Samples of a motion of a whole machine, from positions, speeds and accelerations of independent quantities."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import casadi as ca
import numpy as np
import numpy.typing as npt

from linkwright import linear_algebra
from linkwright.arrays import Array
from linkwright.dynamics import Dynamics, Refused, State
from linkwright.dynamics.rank import RANK_TOLERANCE, Scales, relative
from linkwright.dynamics.system import call_function, constraint_matrix, matrices, targets_of
from linkwright.faults import Faults
from linkwright.kinds import checked_arguments
from linkwright.laws import Motion
from linkwright.symbolic import jacobian

STEP = 0.25
"""Largest step of the random walk, in rad or in sizes of the machine."""
MARGIN_KEPT = 0.1
"""Smallest singular value of the constraints, over that of the reference configuration, that a step may lead to."""
TRIES = 10
"""Steps of the random walk that are tried for each one wanted."""
NOT_MET = 1e-8
"""Residual of accelerations and constraints, over the largest, above which they contradict each other."""


@checked_arguments
@dataclass(frozen=True, init=False, eq=False)
class MeasuredMotion:
    """Positions, speeds and accelerations of independent quantities at some times, as measured (filtered) or computed.

    Each is a mapping of names to arrays of as many values as there are times (s). One value for each degree of freedom;
    quantities without a position (a rotor's speed) have a speed and an acceleration only. All faults at once:

    >>> MeasuredMotion([0.0, 0.1], {"phi": [0.0, 0.1]}, {"phi": [1.0, 1.0]}, {"phi": [0.0]})
    Traceback (most recent call last):
    ValueError: MeasuredMotion: accelerations of 'phi' have 1 values, expected 2, one for each time; give them all.
    """

    time: Array
    positions: Mapping[str, Array]
    speeds: Mapping[str, Array]
    accelerations: Mapping[str, Array]

    def __init__(
        self,
        time: npt.ArrayLike,
        positions: Mapping[str, npt.ArrayLike],
        speeds: Mapping[str, npt.ArrayLike],
        accelerations: Mapping[str, npt.ArrayLike],
    ) -> None:
        """Check names, lengths, times and numbers."""
        faults = Faults("MeasuredMotion")
        times = _array("time", time, faults)
        if times.size and not (np.diff(times) > 0).all():
            k = int(np.argmax(~(np.diff(times) > 0)))
            faults.add(f"time goes from {times[k]:.6g} s to {times[k + 1]:.6g} s; expected times that increase.")
        kept: dict[str, dict[str, Array]] = {}
        for word, given in (("positions", positions), ("speeds", speeds), ("accelerations", accelerations)):
            kept[word] = {name: _array(f"{word} of {name!r}", values, faults) for name, values in given.items()}
            for name, values in kept[word].items():
                if values.size != times.size:
                    have = f"{word} of {name!r} have {values.size} values"
                    faults.add(f"{have}, expected {times.size}, one for each time; give them all.")
        names = set(kept["accelerations"])
        for word, wanted in (("speeds", names), ("positions", set(kept["speeds"]))):
            extra = sorted(set(kept[word]) - wanted) + (sorted(names - set(kept[word])) if word == "speeds" else [])
            if extra:
                faults.add(f"{', '.join(extra)}: expected the same names in positions, speeds and accelerations.")
        if not names:
            faults.add("no accelerations were given, expected one for each degree of freedom; name quantities.")
        faults.stop()
        object.__setattr__(self, "time", times)
        for word, by_name in kept.items():
            object.__setattr__(self, word, by_name)

    @staticmethod
    @checked_arguments
    def of(motion: Motion) -> MeasuredMotion:
        """A prescribed motion at its samples."""
        at = motion.at(motion.time)
        return MeasuredMotion(motion.time, at.positions, at.speeds, at.accelerations)


def _array(name: str, values: npt.ArrayLike, faults: Faults) -> Array:
    """Values as one row of finite numbers; faults are noted."""
    try:
        found = np.asarray(values, dtype=float)
    except (TypeError, ValueError):
        found = np.full(1, np.nan)
    if found.ndim != 1 or not found.size:
        faults.add(f"{name} has the shape {found.shape}, expected a row of numbers; give one for each time.")
        return found.ravel()
    if not np.isfinite(found).all():
        bad = np.flatnonzero(~np.isfinite(found))
        faults.add(
            f"{name}: {bad.size} of {found.size} values are not finite, the first is number {bad[0] + 1}; fill gaps."
        )
    return found


@dataclass(frozen=True, eq=False)
class Sample:
    """A machine at a sample: its state, v' (n), and S (n, k), the speeds for unit speeds of the named quantities."""

    state: State
    acceleration: Array
    S: Array


@dataclass(frozen=True, eq=False)
class Follower:
    """Finds the samples of a machine for independent quantities, by number."""

    dynamics: Dynamics
    numbers: tuple[int, ...]
    function: ca.Function

    @staticmethod
    def of(dynamics: Dynamics, names: Sequence[str]) -> Follower:
        """Check the names and make the function (t, q, v, u, p) -> rows of the speeds, and their rates at v' = 0."""
        system = dynamics.system
        numbers = tuple(targets_of(system, dict.fromkeys(names, 0.0), positions=False))
        s = ca.vertcat(*[system.quantities[k].s for k in numbers])
        outputs = [jacobian(s, system.v), system.rate(s, ca.SX.zeros(system.n))]
        return Follower(dynamics, numbers, system.function("rows", outputs))

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the quantities."""
        return tuple(self.dynamics.system.quantities[k].name for k in self.numbers)

    @property
    def units(self) -> tuple[str, ...]:
        """Units of the forces that go with them: those of power over their rates'."""
        known = {"m/s": "N", "rad/s": "N m", "A": "V"}
        rates = [self.dynamics.system.quantities[k].rate_unit for k in self.numbers]
        return tuple(known.get(unit, f"W/({unit})") for unit in rates)

    def at(self, state: State, accelerations: Array) -> Sample:
        """The sample for accelerations of the quantities: v' = S a + (what constraints and speeds add)."""
        system, p = self.dynamics.system, self.dynamics.p
        u = np.zeros(len(self.dynamics.inputs))
        _, _, A, b = call_function(matrices(system), state.t, state.q, state.v, u, p)
        J, drift = call_function(self.function, state.t, state.q, state.v, u, p)
        scales, held = Scales.of(system, p), len(system.states)
        rows = np.concatenate([scales.rows, np.ones(held), scales.rates[list(self.numbers)]])
        stacked = np.vstack([system.holding_states(A), J])
        even = scales.slopes(stacked, rows)
        values = linear_algebra.svd(even, compute_uv=False)
        free = system.n - int(linear_algebra.matrix_rank(even[: -len(self.numbers)], RANK_TOLERANCE * values[0]))
        if len(self.numbers) != free or np.sum(values > RANK_TOLERANCE * values[0]) < system.n:
            reason = (
                f"accelerations of {', '.join(self.names)} are not those of an independent set at t = {state.t:.6g} s: "
                f"{self.dynamics.name} has {free} degrees of freedom there (currents count); give positions, speeds "
                "and accelerations of as many quantities that determine all others"
            )
            raise Refused(reason, list(self.names))
        right = np.zeros((len(stacked), len(self.numbers) + 1))
        right[-len(self.numbers) :, :-1] = np.eye(len(self.numbers))
        right[:, -1] = np.concatenate([b.ravel(), np.zeros(held), accelerations - drift.ravel()])
        solution, *_ = linear_algebra.lstsq(even, right / rows[:, None], rcond=RANK_TOLERANCE)
        missed = np.abs(even @ solution[:, -1] - right[:, -1] / rows)
        size = max(1.0, float(np.max(np.abs(right[:, -1] / rows), initial=0.0)))
        if np.max(missed, initial=0.0) > NOT_MET * size:
            reason = f"the accelerations of {', '.join(self.names)} contradict the constraints at t = {state.t:.6g} s"
            raise Refused(f"{reason}; give those of an independent set", list(self.names))
        solution = scales.speeds[:, None] * solution
        return Sample(state, solution[:, -1], solution[:, :-1])


def follow(dynamics: Dynamics, motion: MeasuredMotion, near: State | None) -> tuple[Follower, list[Sample]]:
    """Samples along a motion; each state is assembled near the one before."""
    follower = Follower.of(dynamics, list(motion.accelerations))
    samples = []
    state = dynamics.reference if near is None else near
    wanted = np.column_stack(list(motion.accelerations.values()))
    for k, t in enumerate(motion.time.tolist()):
        positions = {name: float(values[k]) for name, values in motion.positions.items()}
        speeds = {name: float(values[k]) for name, values in motion.speeds.items()}
        state = dynamics.assemble(positions, speeds, near=state, t=t)
        samples.append(follower.at(state, wanted[k]))
    return follower, samples


@dataclass(frozen=True, eq=False)
class RandomMotion:
    """Random motions of a machine that satisfy all constraints, measured by the motion of its bodies.

    `twists` (t, q, v, u, p) -> J (6 bodies, n) gives angular velocities and velocities of the bodies. Speeds of rotors
    do not count, so that a motor with a large gear ratio does not hide the machine behind it.
    """

    dynamics: Dynamics
    twists: ca.Function

    def walk(self, count: int, rate: float, random: np.random.Generator) -> list[Sample]:
        """Up to `count` samples; S of each are directions of free motion.

        Configurations are a random walk from the reference configuration: steps in which bodies turn by up to a quarter
        of a radian or move by that part of the machine's size, closed again; one that leads out of reach or near a
        singular configuration is taken back, so that the machine stays in its assembly mode. `rate` (1/s) is the size
        of speeds over the machine's size, its square that of accelerations, so that all effects weigh as much as
        gravity.
        """
        dynamics, system, p = self.dynamics, self.dynamics.system, self.dynamics.p
        scales, u = Scales.of(system, p), np.zeros(len(self.dynamics.inputs))
        slope = system.function("N", [system.N])
        t, q = dynamics.pivoting_place
        S, margin = self._free(t, q)
        least = MARGIN_KEPT * margin
        found: list[Sample] = []
        for _ in range(TRIES * count if S.shape[1] else 0):
            if len(found) == count:
                break
            v = STEP * random.uniform(0.2, 1.0) * self._direction(t, q, S, random)
            next_q = system.normalise(q + call_function(slope, t, q, v, u, p)[0] @ v)
            closed = dynamics.assembler.close_joints(t, next_q, p)
            if closed is None:
                continue
            next_S, margin = self._free(t, closed)
            if margin < least or next_S.shape != S.shape:
                continue
            q, S = closed, next_S
            v = rate * self._direction(t, q, S, random)
            v = v + dynamics.assembler.speed_step(t, q, v, p)[0]  # where constraints move with time
            _, _, A, b = call_function(matrices(system), t, q, v, u, p)
            forced, *_ = linear_algebra.lstsq(
                scales.slopes(A, scales.rows), b.ravel() / scales.rows, rcond=RANK_TOLERANCE
            )
            acceleration = scales.speeds * forced + rate**2 * self._direction(t, q, S, random)
            found.append(Sample(State(t, q, v), acceleration, S))
        return found

    def _jacobian(self, t: float, q: Array) -> Array:
        """Twists of the bodies by the speeds, velocities over the machine's size."""
        dynamics, system = self.dynamics, self.dynamics.system
        J = call_function(self.twists, t, q, np.zeros(system.n), np.zeros(len(dynamics.inputs)), dynamics.p)[0]
        lengths = np.tile([1.0, 1.0, 1.0, *[Scales.of(system, dynamics.p).size] * 3], len(J) // 6)
        return np.asarray(J / lengths[:, None])

    def _direction(self, t: float, q: Array, S: Array, random: np.random.Generator) -> Array:
        """Random free speeds: the fastest body has 1 rad/s, or the machine's size per second."""
        v = S @ random.uniform(-1.0, 1.0, S.shape[1])
        fastest = float(np.max(np.abs(self._jacobian(t, q) @ v), initial=0.0))
        return np.asarray(v / fastest if fastest > 0.0 else v)

    def _free(self, t: float, q: Array) -> tuple[Array, float]:
        """Free speeds S (n, k), orthonormal in the twists of the bodies, and the margin of the constraints."""
        system, p = self.dynamics.system, self.dynamics.p
        scales = Scales.of(system, p)
        A = call_function(constraint_matrix(system), t, q, np.zeros(system.n), p)[0]
        even = system.holding_states(scales.slopes(A, scales.rows))
        S, margin = np.eye(system.n), np.inf
        if even.size:
            _, values, Vt = linear_algebra.svd(even)
            rank = int(np.sum(values > relative(even) * float(np.linalg.norm(even))))
            S, margin = Vt[rank:].T, float(values[rank - 1]) if rank else np.inf
        S = scales.speeds[:, None] * S
        twists = self._jacobian(t, q) @ S
        weights, directions = linear_algebra.eigh(twists.T @ twists)
        moving = weights > RANK_TOLERANCE * float(np.max(weights, initial=0.0))  # the others turn rotors only
        return S @ (directions / np.sqrt(np.where(moving, weights, 1.0))), margin
