"""A state of a machine with its neighbourhood: directions that the constraints allow, and exact slopes along them.

All derivatives are CasADi's, of M, f, A, b, g and phi; accelerations are differentiated through the equations that
define them, so no derivative of an elimination is needed and every join gives the same:

    M v' = f + A^T l,  A v' = b     =>     M dv' - A^T dl = d(f + A^T l - M v'),  A dv' = d(b - A v')

with v' and l held on the right, solved on the complement of A. Redundant constraints do no harm: their multipliers are
not unique, dv' is.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import casadi as ca
import numpy as np

from linkwright import linear_algebra
from linkwright.analysis.linear.friction import CountedFriction, dry_friction
from linkwright.arrays import Array
from linkwright.dynamics import Dynamics, Refused, State
from linkwright.dynamics.answers import refuse_undecided
from linkwright.dynamics.rank import Scales, least, relative
from linkwright.dynamics.system import System, call_function
from linkwright.symbolic import jacobian

STEADY = 1e-8
"""Acceleration, over those that the loads would give to free parts (at least 1), below which a motion is steady; more
where the last digits of the state make more."""
LAST_DIGITS = 64 * float(np.finfo(float).eps)
"""Share of a coordinate, speed or input to which a steady state is found: each step of its solution adds an eps or so,
and the force of a stiff shaft is the difference of two large angles."""
MATCH = 1e-8
"""Share by which the levels of the constraints may contradict each other along a direction; rounding leaves 1e-12."""


@dataclass(frozen=True, eq=False)
class Point:
    """Values and slopes at a state; k directions are allowed: `dq` (nq, k), `dv` (nv, k) and `dvdot` (nv, k).

    Of every quantity, in order: position `z`, speed `s`, acceleration `a`, their slopes `z_slope`, `s_slope`,
    `a_slope` (count, k) along the directions, `a_inputs` (count, nu), and `a_efforts` (count, count) by efforts on the
    quantities. What has no position has NaN there.
    `free` is the size of the accelerations that loads would give to free parts (rad/s^2, or machine sizes/s^2),
    `rounding` (count) what the last digits of state and inputs do to each acceleration: behind a stiff shaft far more.
    """

    state: State
    u: Array
    vdot: Array
    dq: Array
    dv: Array
    dvdot: Array
    z: Array
    s: Array
    a: Array
    z_slope: Array
    s_slope: Array
    a_slope: Array
    a_inputs: Array
    a_efforts: Array
    places: int
    free: float
    rounding: Array
    scales: Scales

    @property
    def count(self) -> int:
        """Number of directions: independent coordinates and independent speeds."""
        return int(self.dq.shape[1])

    @property
    def scaled_s(self) -> Array:
        """Speeds, lengths in machine sizes."""
        return np.asarray(self.s / self.scales.rates)

    @property
    def scaled_a(self) -> Array:
        """Accelerations, lengths in machine sizes."""
        return np.asarray(self.a / self.scales.rates)

    @property
    def steady_scales(self) -> Array:
        """Scales of accelerations, lengths in machine sizes: a share `STEADY` of them is none."""
        return np.asarray(self.free + self.rounding / self.scales.rates / STEADY)


def point_at(dynamics: Dynamics, state: State, u: Array, friction: CountedFriction | None = None) -> Point:
    """The neighbourhood of a state under inputs u; a singular configuration is refused.

    `friction` says what dry friction counts as at a state of rest; without it, friction at rest is refused.
    """
    system = dynamics.system
    dynamics.check(state)
    refuse_undecided(dynamics, state, friction=friction is None)
    if friction is not None:
        dynamics = friction.without_sliding(dynamics)
    vdot = dynamics.accelerations(state, u)
    M, f, A, b = dynamics.numbers(state, u)
    scales = Scales.of(system, dynamics.p)
    even, _ = scales.constraints(A, b)
    missing = scales.speeds * (M @ vdot - f)
    l = linear_algebra.lstsq(even.T, missing, rcond=relative(even))[0] / scales.rows if system.m else np.zeros(0)
    dry = friction is not None and friction.leaves_out_dry
    values = call_function(_slopes(system, dry=dry), state.t, state.q, state.v, u, dynamics.p, vdot, l)
    r_q, r_v, r_u, c_q, c_v, c_u, gaps, phi_q, z, s, a, z_q, s_q, s_v, a_q, a_v, a_a = values
    row_sizes, gap_sizes = scales.rows, np.append(scales.gaps, np.ones(len(system.units)))
    if friction is not None and friction.sticks:
        # Friction that sticks is one more constraint: no speed, and no way either.
        stuck, stuck_places, sizes = friction.held(dynamics, state)
        none = np.zeros((len(stuck), 1))
        A, gaps = np.vstack([A, stuck]), np.vstack([gaps, stuck_places])
        row_sizes, gap_sizes = np.append(row_sizes, sizes), np.append(gap_sizes, sizes)
        phi_q, c_q, c_v, c_u = (
            np.vstack([each, none @ np.zeros((1, each.shape[1]))]) for each in (phi_q, c_q, c_v, c_u)
        )
    K, back = _split(A, row_sizes, scales.speeds)
    K_q, _ = _split(gaps, gap_sizes, scales.coordinates)
    held = -back @ phi_q @ K_q
    rows = row_sizes[:, None]
    _consistent(system, state, (phi_q @ K_q + A @ held) / rows, phi_q @ K_q / rows)
    places = K_q.shape[1]
    dq = np.hstack([K_q, np.zeros((system.q.numel(), K.shape[1]))])
    dv = np.hstack([held, K])
    reduced = K.T @ M @ K

    def change(force: Array, right: Array) -> Array:
        """dv' for a change of the force balance and of the constraints' right side."""
        along = back @ right
        _consistent(system, state, (right - A @ along) / rows, right / rows)
        return np.asarray(along + K @ _solve_scaled(reduced, K.T @ (force - M @ along)))

    dvdot = change(r_q @ dq + r_v @ dv, c_q @ dq + c_v @ dv)
    du = change(r_u, c_u)
    a_slope, a_inputs = a_q @ dq + a_v @ dv + a_a @ dvdot, a_a @ du
    # How far last digits lead along the directions, whose coordinates are those of columns over the scales.
    digits = [
        *np.abs(K_q / scales.coordinates[:, None]).T @ np.abs(state.q / scales.coordinates),
        *np.abs(K / scales.speeds[:, None]).T @ np.abs(state.v / scales.speeds),
    ]
    diagonal = np.diag(M)
    free = np.abs(f[diagonal > 0] / diagonal[diagonal > 0] / scales.speeds[diagonal > 0])
    return Point(
        state,
        u,
        vdot,
        dq,
        dv,
        dvdot,
        np.where([quantity.z is not None for quantity in system.quantities], z.ravel(), np.nan),
        s.ravel(),
        a.ravel(),
        np.where([[quantity.z is not None] for quantity in system.quantities], z_q @ dq, np.nan),
        s_q @ dq + s_v @ dv,
        a_slope,
        a_inputs,
        a_a @ K @ _solve_scaled(reduced, K.T @ s_v.T),
        places,
        float(np.max(free, initial=1.0)),
        LAST_DIGITS * (np.abs(a_slope) @ np.array(digits) + np.abs(a_inputs) @ np.abs(u)),
        scales,
    )


def advance_state(dynamics: Dynamics, point: Point, span: float) -> State:
    """The state after a time (s) of the motion that follows, inputs held, to about 1e-10."""
    from scipy.integrate import solve_ivp

    system, count = dynamics.system, dynamics.system.q.numel()
    rate = system.cached("qdot", lambda: system.function("qdot", [system.qdot]))

    def slope(t: float, y: Array) -> Array:
        q, v = y[:count], y[count:]
        state = State(t, q, v)
        return np.concatenate(
            [call_function(rate, t, q, v, point.u, dynamics.p)[0].ravel(), dynamics.accelerations(state, point.u)]
        )

    start = point.state
    run = solve_ivp(
        slope,
        (start.t, start.t + span),
        np.concatenate([start.q, start.v]),
        method="LSODA",  # a motor's winding is stiff
        rtol=1e-11,
        atol=1e-12 * np.concatenate([point.scales.coordinates, point.scales.speeds]),
    )
    return State(start.t + span, system.normalise(run.y[:count, -1]), run.y[count:, -1])


def _slopes(system: System, *, dry: bool) -> ca.Function:
    """(t, q, v, u, p, v', l) -> every Jacobian that `point_at` needs, made once; `dry`: without dry friction's."""

    def make() -> ca.Function:
        q, v, u = system.q, system.v, system.u
        a, l = ca.SX.sym("a", system.n), ca.SX.sym("l", system.m)
        force = ca.densify(system.f + system.A.T @ l - system.M @ a - (dry_friction(system) if dry else 0))
        right = ca.densify(system.b - system.A @ a) if system.m else ca.SX(0, 1)
        lengths = [ca.dot(q[group], q[group]) for group in system.units]
        gaps = ca.vertcat(system.g, *lengths) if lengths or system.g.numel() else ca.SX(0, 1)
        z = ca.vertcat(*[x.z if x.z is not None else ca.SX(0) for x in system.quantities])
        s = ca.vertcat(*[x.s for x in system.quantities])
        rate = system.rate(s, a)
        outputs = [
            *[jacobian(expression, x) for expression in (force, right) for x in (q, v, u)],
            jacobian(gaps, q),
            jacobian(system.phi, q),
            *(z, s, rate),
            jacobian(z, q),
            *[jacobian(s, x) for x in (q, v)],
            *[jacobian(rate, x) for x in (q, v, a)],
        ]
        return system.function("slopes", outputs, extra=[a, l])

    found: ca.Function = system.cached(("slopes", dry), make)
    return found


def _split(matrix: Array, rows: Array, columns: Array) -> tuple[Array, Array]:
    """Kernel of a matrix and its generalised inverse; rank and orthogonality over the scales of rows and columns."""
    if not np.any(matrix):
        return np.diag(columns), np.zeros((columns.size, rows.size))
    U, values, Vt = linear_algebra.svd(matrix * columns / rows[:, None])
    rank = int(np.sum(values > least(values[0])))
    back = Vt[:rank].T / values[:rank] @ U[:, :rank].T
    return columns[:, None] * Vt[rank:].T, columns[:, None] * back / rows


def _solve_scaled(matrix: Array, right: Array) -> Array:
    """Solution of a positive definite system, scaled to a unit diagonal."""
    if not matrix.size:
        return np.zeros_like(right)
    d = 1 / np.sqrt(np.diag(matrix))
    return np.asarray(d[:, None] * linear_algebra.solve(d[:, None] * matrix * d, d[:, None] * right))


def _consistent(system: System, state: State, left_over: Array, terms: Array) -> None:
    """Refuse a state where the constraints change rank from one direction to the next."""
    worst = np.abs(left_over)
    if not worst.size or np.max(worst) <= MATCH * (1 + float(np.max(np.abs(terms)))):
        return
    row = int(np.argmax(np.max(worst, axis=1)))
    name = system.row_name(row)
    reason = (
        f"linearize: constraint {name} cannot follow a small displacement at this state (t = {state.t:g} s): its rank "
        "changes here; linearize at a state beside it"
    )
    raise Refused(reason, [name])


def tolerance_faults(tolerance: object) -> list[str]:
    """What is wrong with the tolerance of a steady state."""
    good = isinstance(tolerance, (int, float)) and tolerance > 0
    return [] if good else [f"tolerance = {tolerance!r}: expected a positive number"]


def check_steady(dynamics: Dynamics, point: Point, which: list[tuple[int, int]], tolerance: float) -> None:
    """Refuse a state whose speeds change, with the largest acceleration in words."""
    below = tolerance * point.steady_scales
    speeds = [k for k, order in which if order == 1]
    sizes = np.abs(point.scaled_a)
    changing = sorted((k for k in speeds if not sizes[k] <= below[k]), key=lambda k: -sizes[k])
    if not changing:
        return
    worst = changing[0]
    name, unit = name_of(dynamics, worst, 2), unit_of(dynamics, worst, 2)
    more = f" (and {', '.join(name_of(dynamics, k, 2) for k in changing[1:4])})" if changing[1:] else ""
    raise Refused(
        f"linearize: {dynamics.name} is not steady at this state: the largest acceleration is {name} = "
        f"{point.a[worst]:.6g} {unit}{more}; analysis.equilibrium finds a steady state, or the inputs that hold this "
        "one",
        [name_of(dynamics, k, 1) for k in changing],
    )


def known_names(dynamics: Dynamics) -> dict[str, tuple[int, int]]:
    """Every readable name with its quantity's number and order: 0 position, 1 speed, 2 acceleration.

    A quantity with a position is `name`, `name'`, `name''`; one without is a speed `name`, and its rate `name'`.
    """
    known: dict[str, tuple[int, int]] = {}
    for number, quantity in enumerate(dynamics.system.quantities):
        first = 0 if quantity.z is not None else 1
        for name in dict.fromkeys((quantity.full, quantity.name)):
            for order in range(first, 3):
                known[name + "'" * (order - first)] = (number, order)
    return known


def name_of(dynamics: Dynamics, number: int, order: int) -> str:
    """Name of a quantity's position (order 0), speed (1) or acceleration (2)."""
    quantity = dynamics.system.quantities[number]
    return quantity.name + "'" * (order - (0 if quantity.z is not None else 1))


def unit_of(dynamics: Dynamics, number: int, order: int) -> str:
    """Its unit."""
    quantity = dynamics.system.quantities[number]
    return quantity.unit if order == 0 else quantity.rate_unit if order == 1 else _per_second(quantity.rate_unit)


def _per_second(unit: str) -> str:
    return f"{unit}^2" if unit.endswith("/s") else f"{unit}/s"


def rows(point: Point, which: list[tuple[int, int]], *, rates: bool = False) -> Array:
    """Slopes (len, k) of positions, speeds or accelerations; with `rates` those of their time derivatives."""
    tables: list[Any] = [point.z_slope, point.s_slope, point.a_slope]
    return np.array([tables[order + rates][number] for number, order in which]).reshape(len(which), point.count)


def row_scales(point: Point, which: list[tuple[int, int]], *, rates: bool = False) -> Array:
    """Scales (len) of the same rows: the machine's size for lengths, 1 for the others."""
    scales = point.scales
    return np.array([(scales.rates if order + rates else scales.positions)[number] for number, order in which])
