"""Poses that follow sliders: independent quantities, loops closed from the last pose, distance to singular poses.

With gaps g(q) and the set z(q) of the sliders, a move from z_0 to z_1 follows g = 0, z = z_0 + s (z_1 - z_0) for s
from 0 to 1, predicted along the tangent and corrected by Newton steps, so that the assembly mode of the last pose is
kept.
Functions are compiled once, for all moves and all parameter values.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import casadi as ca
import numpy as np

from linkwright import linear_algebra
from linkwright.analysis.kinematics.margins import SINGULAR_MARGIN, Measure, natural_length
from linkwright.analysis.kinematics.model import general_state
from linkwright.analysis.kinematics.names import body_quantities, driven, independent, platform_body, slopes
from linkwright.analysis.kinematics.positions import Positions
from linkwright.analysis.kinematics.rates import Rates
from linkwright.arrays import Array
from linkwright.dynamics import Dynamics, Refused, State
from linkwright.dynamics.closure import DenseProblem, advance, gaps_by_joint, kept_order, newton, solve
from linkwright.dynamics.rank import Scales
from linkwright.dynamics.system import body_poses, call_function
from linkwright.kinds import checked_arguments
from linkwright.symbolic import jacobian, quaternion_of

LONGEST_STEP = 0.3
"""Longest step of a move (rad, machine sizes): the scale on which other branches turn away from the one followed."""
SMALLEST_SHARE = 2.0**-6
"""Share of a move below which steps are not halved again. What is told as the limit is as exact as that."""
WEIGHT = 1e-3
"""Scale of the sliders beside that of gaps where both cannot be met: the sliders are then met to a millionth."""
BEYOND = 0.1
"""Share of its range by which a slider reaches beyond what the first pose allows: what is out of reach can be seen."""
APART = 1e-9
"""Gap (m, or rad) below which a joint closes at the values wanted, so that it is the way to them that is barred."""
LONGEST_MOVE = 1e4
"""Longest way of a slider in one move (machine sizes, rad): a way has about as many steps as its length has digits."""
ENOUGH_STEPS = 25
"""Damped steps towards the least gaps where a pose is out of reach: the joint farthest from closing is clear then."""
SHARES = (1.0, 0.5, 0.25, 0.0625)
"""Shares of a step of a drag that are tried until one comes nearer."""
TURN = 2 * np.pi
DRAG_STEPS = 3
"""Gauss-Newton steps of a drag: the next message of the same drag goes on from there."""


@dataclass(frozen=True)
class Slider:
    """A quantity that can be set: name, unit, meaning, ends of its range, and its value at the first pose."""

    name: str
    unit: str
    meaning: str
    low: float
    high: float
    value: float


@dataclass(frozen=True, eq=False)
class Move:
    """Where a move ended: coordinates with closed joints, and in words why it did not go all the way, if it did not.

    `joint` is the one that does not close where the sliders are.
    """

    q: Array
    fault: str = ""
    joint: str = ""


@dataclass(frozen=True, eq=False)
class Distance:
    """Distances to singular poses, 0 (singular) to 1 by kind, and the least of them (see `analysis.Kinematics`)."""

    kinds: Mapping[str, float]

    @property
    def least(self) -> float:
        """The nearest."""
        return min(self.kinds.values())


@dataclass(frozen=True, eq=False)
class Closing:
    """Sliders of a machine and what they need: `which` are numbers of an independent set of quantities.

    The set begins with what the machine's inputs drive; others follow in the order in which `assemble` keeps them.
    `platform` says whether there is a body of that name: then singularities of the first kind are known too.
    """

    dynamics: Dynamics
    which: tuple[int, ...]
    positions: Positions
    measure: Measure
    platform: bool
    _points: dict[str, ca.Function] = field(default_factory=dict)

    @staticmethod
    @checked_arguments
    def of(dynamics: Dynamics) -> Closing:
        """Choose the set, and compile; refused in words where a machine is too large."""
        dynamics = dynamics.in_full_matrices("the live page")
        system, general = dynamics.system, general_state(dynamics)
        J, S = slopes(dynamics, general)
        drives = driven(dynamics, J, S, general) if dynamics.inputs else ()
        numbers = {quantity.name: k for k, quantity in enumerate(system.quantities)}
        first = [numbers[name] for name in drives]
        order = [*first, *[k for k in kept_order(system, ()) if k not in set(first)]]
        # By positions, not by rates: wheels that roll leave more positions open than speeds.
        which = independent(_open_positions(dynamics, dynamics.reference), _open_positions(dynamics, general), order)
        try:
            bodies, platform = [platform_body(dynamics, None)], True
        except Refused:
            bodies, platform = list(system.equations.all_bodies), False
        twist = list(dict.fromkeys(k for body in bodies for k in body_quantities(dynamics, body)[1])) or which
        rates = Rates.of(dynamics, general, [*which, *twist])
        length = natural_length(rates, dynamics.reference.q, which, twist, general.t)
        measure = Measure(rates, tuple(which), tuple(twist), tuple(which), float(length))
        # A platform with fewer degrees of freedom than the machine always lets something move while it stands.
        platform = platform and bool(measure.margins(general.q[None]).serial[0] > SINGULAR_MARGIN)
        return Closing(dynamics, tuple(which), Positions.of(dynamics), measure, platform)

    def with_parameters(self, values: Mapping[str, float]) -> Closing:
        """The same with other parameter values; nothing is compiled."""
        dynamics = self.dynamics.with_parameters(values)
        scales = Scales.of(dynamics.system, dynamics.p)
        rates = replace(self.measure.rates, dynamics=dynamics, scales=scales)
        positions = replace(self.positions, dynamics=dynamics, scales=scales)
        return replace(self, dynamics=dynamics, positions=positions, measure=replace(self.measure, rates=rates))

    # -- names and numbers -------------------------------------------------------------------------------------------

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the sliders."""
        return tuple(self.dynamics.system.quantities[k].name for k in self.which)

    @cached_property
    def problem(self) -> DenseProblem:
        """The position problem of the sliders."""
        return self.positions.problem(self.which)

    def values(self, q: Array) -> Array:
        """Values of the sliders at a pose."""
        return np.asarray(self.problem.evaluate(q[None])[0][0, self.dynamics.system.g.numel() :])

    def gap(self, q: Array) -> float:
        """Largest gap of all joints at a pose (m); gaps that are angles are taken at the machine's size."""
        relative = self.dynamics.assembler.relative_gaps(0.0, q, self.dynamics.p)
        return float(np.max(np.abs(relative), initial=0.0)) * self.positions.size

    def distance(self, q: Array) -> Distance | None:
        """Distances to singular poses; None where there is nothing that moves."""
        if not self.which:
            return None
        found = self.measure.margins(q[None])
        kinds = {"parallel": float(found.parallel[0]), "constraint": float(found.constraint[0])}
        if self.platform:
            kinds["serial"] = float(found.serial[0])
        return Distance(kinds) if all(np.isfinite(value) for value in kinds.values()) else None

    def state(self, q: Array) -> State:
        """The state at rest at a pose."""
        return self.dynamics.state(q, np.zeros(self.dynamics.system.n))

    def poses(self, q: Array) -> dict[str, Array]:
        """Position and quaternion (7,) of every body at a pose."""
        found = self.positions.poses(q[None])[0]
        quaternions = quaternion_of(found[:, :9].reshape(-1, 3, 3).swapaxes(-1, -2))
        return dict(zip(self.positions.bodies, np.hstack([found[:, 9:], quaternions]), strict=True))

    # -- sliders -----------------------------------------------------------------------------------------------------

    def sliders(self, q: Array) -> tuple[Slider, ...]:
        """The sliders with ranges: how far each reaches from a pose while the others stand, and a little beyond."""
        quantities = [self.dynamics.system.quantities[k] for k in self.which]
        values, count = self.values(q), len(self.which)
        if not count:
            return ()
        longest = np.array([_longest(quantity.unit, self.positions.size) for quantity in quantities])
        way = np.concatenate([np.diag(longest), -np.diag(longest)])
        start = np.repeat(values[None], 2 * count, axis=0)
        _, share = advance(
            self.problem, np.repeat(q[None], 2 * count, axis=0), start, way,
            first=LONGEST_STEP / np.pi, smallest=SMALLEST_SHARE / 8,
        )  # fmt: skip
        up, down = share[:count] * longest, share[count:] * longest
        more = np.where(share[:count] < 1.0, BEYOND, 0.0), np.where(share[count:] < 1.0, BEYOND, 0.0)
        span = up + down
        return tuple(
            Slider(
                quantity.name, quantity.unit, quantity.meaning,
                float(values[k] - down[k] - more[1][k] * span[k]),
                float(values[k] + up[k] + more[0][k] * span[k]),
                float(values[k]),
            )
            for k, quantity in enumerate(quantities)
        )  # fmt: skip

    def move(self, q: Array, wanted: Mapping[str, float]) -> Move:
        """Move some sliders from a pose, the others held; where that cannot be, the pose stays and it is said why."""
        start = self.values(q)
        target = np.array([wanted.get(name, value) for name, value in zip(self.names, start, strict=True)])
        far = np.abs(target - start) / self.problem.scales.positions[list(self.which)]
        if not np.all(far <= LONGEST_MOVE):
            asked = ", ".join(f"{name} = {_short(value)}" for name, value in wanted.items())
            return Move(
                q, f"{asked} is too far from this pose: give values within {LONGEST_MOVE:g} machine sizes, or rad"
            )
        reached, share = self._walk(q, start, target)
        if share == 1.0:
            return Move(reached)
        worst, by, unit = self._worst_gap(reached, target)
        way = -self.problem.off(start[None], target[None])[0]
        limits = [
            f"{name} = {_short(a + share * b)} {self.dynamics.system.quantities[k].unit}".rstrip()
            for k, name, a, b in zip(self.which, self.names, start, way, strict=True)
            if name in wanted
        ]
        asked = ", ".join(f"{name} = {_short(value)}" for name, value in wanted.items())
        why = f"joint {worst} does not close, by {_short(by)} {unit}".rstrip()
        if by < APART:
            why = f"the loops close there too, but not on the way from this pose; joint {worst} opens first"
        return Move(q, f"{asked} is out of reach: {why}; the way from here ends at about {', '.join(limits)}", worst)

    def _walk(self, q: Array, start: Array, target: Array) -> tuple[Array, float]:
        """Configuration reached, and the share of the way that was covered."""
        problem = self.problem
        way = -problem.off(start[None], target[None])
        size = float(np.max(np.abs(way[0]) / problem.scales.positions[list(self.which)], initial=0.0))
        first = min(1.0, LONGEST_STEP / size) if size > 0 else 1.0
        reached, share = advance(problem, q[None], start[None], way, first=first, smallest=first * SMALLEST_SHARE)
        return np.asarray(reached[0]), float(share[0])

    def _worst_gap(self, q: Array, target: Array) -> tuple[str, float, str]:
        """The joint farthest from closing where sliders are met and gaps are least, its gap, and the unit of that."""
        scales = self.problem.scales
        strict = replace(self.problem, scales=replace(scales, positions=scales.positions * WEIGHT))
        best, _ = solve(strict, q[None], target, iterations=ENOUGH_STEPS)
        gaps = gaps_by_joint(self.dynamics.system, self.problem.evaluate(best)[0][0])
        name = next(iter(gaps), "")
        labels = [each.labels for each in self.dynamics.system.constraints if each.name == name]
        return name, gaps.get(name, 0.0), labels[0][0].unit if labels else ""

    def closed(self, q: Array, held: Array) -> Array | None:
        """A pose with all joints closed near coordinates that need not close them, the sliders as they were.

        So a pose follows a change of parameters; None where it cannot.
        """
        found, good = newton(self.problem, q[None], held[None])
        if good[0]:
            return np.asarray(found[0])
        return self.dynamics.assembler.close_joints(0.0, q, self.dynamics.p)

    # -- bodies ------------------------------------------------------------------------------------------------------

    def drag(self, q: Array, body: str, point: Sequence[float], to: Sequence[float]) -> Array:
        """Pull a point of a body (in its frame, m) towards a place (world, m); the pose that comes nearest.

        Steps y of what the joints leave free, least |p + J S y - p_to|, become values of the sliders, which then move.
        """
        system, goal = self.dynamics.system, np.asarray(to, dtype=float)
        moving = [k for k in range(system.n) if system.moves(k)]
        for _ in range(DRAG_STEPS):
            place, slope = self._point(body, q, np.asarray(point, dtype=float))
            miss = goal - place
            far = float(np.linalg.norm(miss))
            if far < 1e-6 * self.positions.size:
                break
            linear = self.problem.at(q[None], self.values(q)[None])
            gaps, own = np.split(linear.J[0], [system.g.numel()])
            S = _free(gaps, moving)
            scaled = (slope * self.problem.scales.speeds) @ S
            # Damping keeps steps of directions that hardly move the point short.
            damping = 1e-3 * max(float(np.linalg.norm(scaled)), 1e-12)
            rows = np.vstack([scaled, damping * np.eye(S.shape[1])])
            y = linear_algebra.lstsq(rows, np.concatenate([miss, np.zeros(S.shape[1])]), rcond=None)[0]
            change = own @ S @ y
            change *= min(1.0, LONGEST_STEP / max(float(np.max(np.abs(change), initial=0.0)), 1e-12))
            start = self.values(q)
            change *= self.problem.scales.positions[list(self.which)]
            for share in SHARES:  # a place that cannot be reached leaves a curvature that steps do not know of
                reached, _ = self._walk(q, start, start + share * change)
                if float(np.linalg.norm(goal - self._point(body, reached, np.asarray(point, dtype=float))[0])) < far:
                    q = reached
                    break
            else:
                break
        return q

    def _point(self, body: str, q: Array, point: Array) -> tuple[Array, Array]:
        """Place (3,) of a point of a body, and its slope (3, n) by the speeds."""
        function = self._points.get(body)
        if function is None:
            system, r = self.dynamics.system, ca.SX.sym("r", 3)
            pose = body_poses(system)[body]
            place = pose[9:] + ca.reshape(pose[:9], 3, 3) @ r
            function = self._points[body] = ca.Function(
                "point",
                [system.t, system.q, system.v, system.p, r],
                [ca.densify(place), ca.densify(jacobian(place, system.q) @ system.N)],
            )
        still = np.zeros(self.dynamics.system.n)
        found, slope = call_function(function, 0.0, q, still, self.dynamics.p, point)
        return found.ravel(), slope


def _open_positions(dynamics: Dynamics, at: State) -> tuple[Array, Array]:
    """Slopes (k, n) of all positions by the speeds, and directions (n, f) that the joints leave free; without units."""
    system, scales = dynamics.system, Scales.of(dynamics.system, dynamics.p)
    z = ca.vertcat(*[ca.SX(0) if quantity.z is None else quantity.z for quantity in system.quantities])
    both = jacobian(ca.vertcat(system.g, z), system.q) @ system.N
    function = system.cached(
        "slopes of positions", lambda: ca.Function("slopes", [system.t, system.q, system.p], [ca.densify(both)])
    )
    found = call_function(function, at.t, at.q, dynamics.p)[0]
    gaps, slopes = np.split(scales.slopes(found, np.concatenate([scales.gaps, scales.positions])), [system.g.numel()])
    return slopes, _free(gaps, [k for k in range(system.n) if system.moves(k)])


def _free(gaps: Array, moving: Sequence[int]) -> Array:
    """Orthonormal directions (n, f) of the speeds that leave all gaps as they are; speeds that move nothing stay."""
    n = gaps.shape[1]
    rows = gaps[:, list(moving)]
    _, sizes, Vt = linear_algebra.svd(rows) if rows.size else (None, np.zeros(0), np.eye(len(moving)))
    rank = int(np.sum(sizes > 1e-9 * max(float(np.max(sizes, initial=0.0)), 1e-300)))
    S = np.zeros((n, len(moving) - rank))
    S[list(moving)] = Vt[rank:].T
    return S


def _longest(unit: str, size: float) -> float:
    """Longest way of a slider to either side: half a turn, the machine's size, or 1 (Euler parameters)."""
    return {"rad": TURN / 2, "m": size}.get(unit, 1.0)


def _short(value: float) -> str:
    return f"{value:.4g}"


__all__ = ["Closing", "Distance", "Move", "Slider"]
