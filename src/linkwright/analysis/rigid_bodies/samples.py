"""Samples of a motion of a whole machine, from positions, speeds and accelerations of independent quantities."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import casadi as ca
import numpy as np
import numpy.typing as npt

from linkwright.arrays import Array
from linkwright.dynamics import Dynamics, Refused, State
from linkwright.dynamics.rank import RANK_TOLERANCE, Scales, relative
from linkwright.dynamics.system import called, constraint_matrix, matrices, targets_of
from linkwright.faults import Faults
from linkwright.laws import Motion
from linkwright.symbolic import jacobian

STEP = 0.25
"""Largest step of the random walk, in rad or in sizes of the machine."""
LEAST_MARGIN = 0.1
"""Smallest singular value of the constraints, over that of the reference configuration, that a step may lead to."""
TRIES = 10
"""Steps of the random walk that are tried for each one wanted."""
NOT_MET = 1e-8
"""Residual of accelerations and constraints, over the largest, above which they contradict each other."""


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
        for word, values in kept.items():
            object.__setattr__(self, word, values)

    @staticmethod
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
        faults.add(f"{name}: {bad.size} of {found.size} values are not finite, the first is number {bad[0] + 1}; fill gaps.")
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
        _, _, A, b = called(matrices(system), state.t, state.q, state.v, u, p)
        J, drift = called(self.function, state.t, state.q, state.v, u, p)
        scales, held = Scales.of(system, p), len(system.states)
        rows = np.concatenate([scales.rows, np.ones(held), scales.rates[list(self.numbers)]])
        stacked = np.vstack([system.holding_states(A), J])
        even = scales.slopes(stacked, rows)
        values = np.linalg.svd(even, compute_uv=False)
        free = system.n - int(np.linalg.matrix_rank(even[: -len(self.numbers)], RANK_TOLERANCE * values[0]))
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
        solution, *_ = np.linalg.lstsq(even, right / rows[:, None], rcond=RANK_TOLERANCE)
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


def random_motions(
    dynamics: Dynamics, count: int, rate: float, random: np.random.Generator
) -> list[tuple[State, Array, Array]]:
    """States with random speeds and accelerations that satisfy all constraints: state, v' (n), S with A S = 0.

    Configurations are a random walk from the reference configuration: steps of up to a quarter of a radian or of the
    machine's size, closed again; one that leads out of reach or near a singular configuration is taken back, so that
    the machine stays in its assembly mode. `rate` (1/s) is the size of speeds over the
    machine's size, its square that of accelerations, so that all effects of inertia weigh as much as gravity.
    """
    system, p = dynamics.system, dynamics.p
    scales, u = Scales.of(system, p), np.zeros(len(dynamics.inputs))
    slope = system.function("N", [system.N])
    t, q = dynamics.pivoting_place
    S, margin = _free(dynamics, t, q)
    least = LEAST_MARGIN * margin
    found: list[tuple[State, Array, Array]] = []
    for _ in range(TRIES * count):
        if len(found) == count or not S.shape[1]:
            break
        v = S @ random.uniform(-1.0, 1.0, S.shape[1])
        step = called(slope, t, q, v, u, p)[0] @ v
        step = STEP * random.uniform(0.2, 1.0) * step / max(float(np.max(np.abs(step) / scales.coordinates)), 1e-300)
        next_q = dynamics.assembler.closed(t, system.normalise(q + step), p)
        if next_q is None:
            continue
        next_S, margin = _free(dynamics, t, next_q)
        if margin < least or next_S.shape != S.shape:
            continue
        q, S = next_q, next_S
        v = rate * (S @ random.uniform(-1.0, 1.0, S.shape[1]))
        v = v + dynamics.assembler.speed_step(t, q, v, p)[0]  # where constraints move with time
        _, _, A, b = called(matrices(system), t, q, v, u, p)
        forced, *_ = np.linalg.lstsq(scales.slopes(A, scales.rows), b.ravel() / scales.rows, rcond=RANK_TOLERANCE)
        acceleration = scales.speeds * forced + rate**2 * (S @ random.uniform(-1.0, 1.0, S.shape[1]))
        found.append((State(t, q, v), acceleration, S))
    return found


def _free(dynamics: Dynamics, t: float, q: Array) -> tuple[Array, float]:
    """Speeds S (n, k) that constraints leave free, and the smallest singular value of the constraints that is none."""
    system, p = dynamics.system, dynamics.p
    scales = Scales.of(system, p)
    A = called(constraint_matrix(system), t, q, np.zeros(system.n), p)[0]
    even = system.holding_states(scales.slopes(A, scales.rows))
    if not even.size:
        return np.diag(scales.speeds), np.inf
    _, values, Vt = np.linalg.svd(even)
    rank = int(np.sum(values > relative(even) * float(np.linalg.norm(even))))
    return scales.speeds[:, None] * Vt[rank:].T, float(values[rank - 1]) if rank else np.inf
