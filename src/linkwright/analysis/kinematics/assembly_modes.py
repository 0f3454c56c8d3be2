"""All assembly modes for given values: a search from random starts, with its completeness said honestly."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from linkwright import linear_algebra
from linkwright.analysis.kinematics.positions import Positions, Tell, turning_speeds
from linkwright.arrays import Array
from linkwright.dynamics import State
from linkwright.dynamics.closure import modulo_a_turn, opposite_joints, solve

SAME_MODE = 1e-6
"""Difference of poses (machine sizes, entries of rotation matrices) below which two solutions are one. Solutions are
exact to 1e-11 or so; near a singularity two that are about to merge come as near as the root of that."""
ROUND = 256
"""Starts in one round of the search."""
LEAST_STARTS, OFTEN, PATIENCE = 1024, 4, 4
"""Without a bound the search stops after LEAST_STARTS, when every mode was found so OFTEN and PATIENCE times as many
starts were used as had been when the last new mode was found."""

TURN_STEPS, TURN_STEP = 12, 0.3
"""Steps (and their size, rad for a unit speed) by which starts are turned away from the reference configuration."""


@dataclass(frozen=True, eq=False)
class AssemblyMode:
    """One way of assembling the machine for the values given: its number (from 1) and how many starts led to it."""

    number: int
    state: State
    found: int
    residual: float


@dataclass(frozen=True, eq=False)
class AssemblyModes:
    """Assembly modes for `values`, in the order of their positions (the first named quantity that differs decides).

    `starts` random starts (seed `seed`), of which `solved` led to a solution. `coverage` is Good and Turing's estimate
    of the share of starts whose mode is among those found, 1 - (modes found once) / solved; `likely` is Chao's lower
    estimate of the number of modes. `bound` is the greatest number there can be, if the caller knows it.
    """

    values: Mapping[str, float]
    modes: tuple[AssemblyMode, ...]
    starts: int
    solved: int
    seed: int
    coverage: float
    likely: float
    bound: int | None

    def __len__(self) -> int:
        return len(self.modes)

    def __iter__(self) -> Any:
        return iter(self.modes)

    def __getitem__(self, number: int) -> AssemblyMode:
        """AssemblyMode by its number, from 1."""
        if not 1 <= number <= len(self.modes):
            msg = f"there is no mode {number}; {len(self.modes)} were found, numbered from 1"
            raise IndexError(msg)
        return self.modes[number - 1]

    @property
    def complete(self) -> bool:
        """Whether it is known that there are no more: only where the bound is reached."""
        return self.bound is not None and len(self.modes) == self.bound

    @property
    def statement(self) -> str:
        """How far the search may be trusted, in words."""
        once = sum(mode.found == 1 for mode in self.modes)
        words = (
            f"{len(self.modes)} assembly modes found by damped Newton steps from {self.starts} random starts "
            f"(seed {self.seed}), {self.solved} of which led to a solution"
        )
        if self.complete:
            return f"{words}; no more exist: the known bound of {self.bound} is reached."
        if self.bound is not None and len(self.modes) > self.bound:
            return f"{words}; these are more than the bound of {self.bound} that was given, which is therefore wrong."
        rare = 3.0 / max(self.solved, 1)
        if once:
            words += f"; {once} of them were found only once, so more are likely (estimate: at least {self.likely:.1f})"
        else:
            words += (
                f", each at least {min((mode.found for mode in self.modes), default=0)} times; a mode to which more "
                f"than {100 * rare:.2g} % of the starts lead would have been missed with a probability below 5 %"
            )
        bound = f" At most {self.bound} can exist." if self.bound is not None else ""
        return f"{words}. This is a search, not a proof: there may be more.{bound}"

    def as_dict(self) -> dict[str, object]:
        """Plain data for JSON."""
        return {
            "values": dict(self.values),
            "modes": [
                {
                    "number": mode.number,
                    "found": mode.found,
                    "residual": mode.residual,
                    "positions": dict(mode.state.positions),
                }
                for mode in self.modes
            ],
            "starts": self.starts,
            "solved": self.solved,
            "seed": self.seed,
            "coverage": self.coverage,
            "likely": self.likely,
            "bound": self.bound,
            "complete": self.complete,
            "statement": self.statement,
        }


def search(
    positions: Positions,
    which: Sequence[int],
    wanted: Array,
    *,
    tell: Tell,
    order: Sequence[int],
    starts: int,
    seed: int,
    bound: int | None,
    t: float,
) -> tuple[list[tuple[Array, int]], int, int]:
    """Different solutions with how often each was found, in order, and the numbers of starts and of solutions.

    Rounds of random starts until every mode was found `OFTEN` times and none was new for long, or `starts` are used up;
    where a bound is known, until it is reached: rare modes, to which one start in a thousand leads, are found so.
    Configurations with a joint that closes the wrong way round are none.
    """
    dynamics, problem = positions.dynamics, positions.problem(which, t)
    random = np.random.default_rng(seed)
    kept = np.zeros((0, positions.dynamics.system.q.numel()))
    marks = positions.signatures(kept, tell)
    counts = np.zeros(0, dtype=np.int64)
    used = solved = latest = 0
    while used < starts:
        size = min(ROUND, starts - used)
        Q, good = solve(problem, random_starts(positions, which, wanted, size, random), wanted)
        used += size
        solved += int(good.sum())
        fresh = 0
        for q, mark in zip(Q[good], positions.signatures(Q[good], tell), strict=True):
            apart = np.max(np.abs(marks - mark), axis=1, initial=0.0) if len(marks) else np.zeros(0)
            if len(apart) and apart.min() < SAME_MODE:
                counts[int(np.argmin(apart))] += 1
                continue
            if opposite_joints(dynamics.system, q, dynamics.p, t):
                solved -= 1
                continue
            kept, marks = np.vstack([kept, q]), np.vstack([marks, mark])
            counts = np.append(counts, 1)
            fresh += 1
        latest = used if fresh else latest
        enough = used >= max(LEAST_STARTS, PATIENCE * latest) and len(counts) > 0 and counts.min() >= OFTEN
        if len(counts) >= bound if bound is not None else enough:
            break
    kept = canonical_configurations(positions, kept, which, wanted, t)
    z = positions.readings(kept, t).z
    read = sorted(modulo_a_turn(positions.dynamics.system, positions.dynamics.assembler.turns))
    z[:, read] = np.arctan2(np.sin(z[:, read]), np.cos(z[:, read]))
    rounded = np.round(z[:, list(order)] / (1e-6 * positions.scales.positions[list(order)]))
    sequence = sorted(range(len(kept)), key=lambda k: tuple(rounded[k]))
    return [(kept[k], int(counts[k])) for k in sequence], used, solved


def random_starts(
    positions: Positions, which: Sequence[int], wanted: Array, count: int, random: np.random.Generator
) -> Array:
    """Coordinates spread over their ranges: angles over a turn, orientations over all, lengths over the machine's size.

    Coordinates whose values are given start there. Where joints hold orientations, most starts are turned from the
    reference configuration in ways that these joints allow: of random orientations few lead to joints that are all
    mounted the right way round.
    """
    dynamics = positions.dynamics
    system = dynamics.system
    Q = np.tile(dynamics.reference.q, (count, 1))
    Q[:, list(positions.angles)] = random.uniform(-np.pi, np.pi, (count, len(positions.angles)))
    lengths = list(positions.lengths)
    Q[:, lengths] += positions.size * random.uniform(-1.5, 1.5, (count, len(lengths)))
    for group in system.units:
        Q[:, group] = random.normal(size=(count, 4))
    turned = turned_about(positions, count - count // 8, random)
    if len(turned):
        turned[:, lengths] = Q[: len(turned), lengths]
        Q[: len(turned)] = turned
    for number, value in zip(which, wanted, strict=True):
        place = system.quantities[number].q_index
        if place >= 0:
            Q[:, place] = value
    return system.normalise(Q)


def turned_about(positions: Positions, count: int, random: np.random.Generator) -> Array:
    """The reference configuration turned at random, as far as joints allow that hold orientations; none if none do.

    Steps of v = v_0 - A^+ (A v_0 + g / h) with the rows A, g of these joints: other joints may open.
    """
    dynamics = positions.dynamics
    system = dynamics.system
    labels = [label for constraint in system.constraints for label in constraint.labels[: constraint.holonomic]]
    rows = [k for k, label in enumerate(labels) if label.unit == "rad"]
    if not (rows and system.units):
        return np.zeros((0, system.q.numel()))
    Q = np.tile(dynamics.reference.q, (count, 1))
    v0 = random.normal(size=(count, system.n)) * turning_speeds(dynamics)
    problem = positions.problem((), dynamics.reference.t)
    for _ in range(TURN_STEPS):
        values, slopes, N = problem.evaluate(Q)
        A = slopes[:, rows]
        gram = A @ A.transpose(0, 2, 1) + 1e-9 * np.eye(len(rows))
        error = np.einsum("kij,kj->ki", A, v0) + values[:, rows] / TURN_STEP
        v = v0 - np.einsum("kij,ki->kj", A, linear_algebra.solve(gram, error[:, :, None])[:, :, 0])
        Q = system.normalise(Q + TURN_STEP * np.einsum("kij,kj->ki", N, v))
    return Q


def canonical_configurations(positions: Positions, Q: Array, which: Sequence[int], wanted: Array, t: float) -> Array:
    """The same configurations with angles within a turn and e0 >= 0, where the constraints and values allow it."""
    if not len(Q):
        return Q
    system = positions.dynamics.system
    given = {system.quantities[k].q_index for k in which}
    result = Q.copy()
    for k in positions.angles:
        if k not in given:
            trial = result.copy()
            trial[:, k] = np.arctan2(np.sin(trial[:, k]), np.cos(trial[:, k]))
            error = positions.problem(which, t).at(trial, wanted[None]).e
            fine = np.max(np.abs(error), axis=1, initial=0.0) < 1e-9
            result[fine] = trial[fine]
    for group in system.units:
        if not given & set(group):
            result[:, group] *= np.where(result[:, group[0]] < 0, -1.0, 1.0)[:, None]
    return result


def estimates(counts: Sequence[int], solved: int) -> tuple[float, float]:
    """Good and Turing's coverage and Chao's lower estimate of the number of modes, from how often each was found."""
    once, twice = sum(c == 1 for c in counts), sum(c == 2 for c in counts)
    coverage = 1.0 - once / solved if solved else 0.0
    return coverage, len(counts) + once * (once - 1) / (2.0 * (twice + 1))
