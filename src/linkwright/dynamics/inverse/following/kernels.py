"""Kernels of a machine that follows a prescribed motion: rows, slopes and right sides, and whole steps of the loop.

Whole steps are straight code with pivots that were chosen at the reference configuration (`straight`). The loop takes
them where these pivots serve, and else eliminates with pivots that it chooses itself, from the rows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import casadi as ca
import numpy as np

from linkwright.arrays import Array
from linkwright.dynamics.inverse.following.straight import Order, Straight, entries, is_affine, pivot_order
from linkwright.dynamics.rank import LENGTHS, scaled_symbols, size_expression
from linkwright.dynamics.system.system import System, call_function
from linkwright.symbolic import directional, jacobian, select_rows

MOST_STRAIGHT = 20_000
"""Instructions of a whole step above which it is not written: compiling takes some 50 us for each."""

PARAMETERS_AT = {"place": 2, "shift": 2, "speed": 3, "bend": 3, "jolt": 4, "newton": 2, "rates": 2}
"""Numbers of the inputs of kernels that are parameters."""


@dataclass(frozen=True)
class Prescribed:
    """Which quantities of a machine are prescribed, by number, which speeds move coordinates, and which are mechanical.

    `jerks` says whether rates of the accelerations are found too.
    """

    system: System
    numbers: tuple[int, ...]
    moved: tuple[int, ...]
    mechanical: tuple[int, ...]
    jerks: bool


@dataclass(frozen=True)
class Orders:
    """Orders of pivots of the equations of positions and of speeds."""

    positions: Order
    speeds: Order


def _position(system: System, number: int) -> ca.SX:
    z = system.quantities[number].z
    assert z is not None  # `targets_of` took quantities with a position only
    return z


def position_rows(system: System, numbers: tuple[int, ...], moved: Sequence[int]) -> ca.SX:
    """Slopes of gaps and prescribed positions in the speeds that move coordinates."""
    z = ca.vertcat(*[_position(system, k) for k in numbers])
    return jacobian(ca.vertcat(system.g, z), system.q) @ system.N[:, list(moved)]


def known_scales(system: System, numbers: tuple[int, ...]) -> ca.SX:
    """Scales of the prescribed quantities, as expressions of the parameters."""
    size = size_expression(system)
    units = [system.quantities[k].rate_unit for k in numbers]
    return ca.vertcat(*[size if unit in LENGTHS else ca.SX(1) for unit in units])


def loop_kernels(question: Prescribed) -> dict[str, ca.Function]:
    """Kernels of the loop that takes pivots while it runs; see `loop`.

    Speeds, their rates and steps are over the scales of speeds, errors over those of rows, so that pivots and
    tolerances of the loop do not depend on the unit of length.
    """
    system, numbers, moved, mechanical = question.system, question.numbers, question.moved, question.mechanical
    t, q, v, p = system.t, system.q, system.v, system.p
    rows, speeds = scaled_symbols(system)
    known = known_scales(system, numbers)
    both = ca.vertcat(rows, known)
    gaps = ca.vertcat(*[rows[k] for k in system.g_rows], known)
    quantities = [system.quantities[k] for k in numbers]
    goal, d, a = ca.SX.sym("goal", len(numbers)), ca.SX.sym("d", len(moved)), ca.SX.sym("a", system.n)
    misses = []
    for k, quantity in enumerate(quantities):
        miss = _position(system, numbers[k]) - goal[k]
        misses.append(ca.atan2(ca.sin(miss), ca.cos(miss)) if quantity.wraps else miss)
    s = ca.vertcat(*[quantity.s for quantity in quantities])
    together = ca.vertcat(system.phi, s)
    none = ca.SX.zeros(system.n)
    shifted = system.normalise_symbols(ca.densify(q + system.N[:, list(moved)] @ (select_rows(speeds, moved) * d)))
    E = ca.vertcat(system.A @ a - system.b, system.rate(s, a))
    drift = (
        directional(E, q, system.qdot) + directional(E, v, a) + ca.jtimes(E, t, ca.SX(1)) if question.jerks else 0 * E
    )
    place = position_rows(system, numbers, moved) @ ca.diag(select_rows(speeds, moved))
    slope = jacobian(together, v)[:, list(mechanical)] @ ca.diag(select_rows(speeds, mechanical))
    given = {
        "place": ([t, q, p, goal], [ca.vertcat(system.g, *misses) / gaps, _over_rows(place, gaps)]),
        "shift": ([t, q, p, d], [shifted]),
        "speed": ([t, q, v, p, goal], [ca.vertcat(system.phi, s - goal) / both, _over_rows(slope, both)]),
        "bend": ([t, q, v, p, goal], [ca.vertcat(system.b, goal - system.rate(s, none)) / both]),
        "jolt": ([t, q, v, a, p, goal], [(ca.vertcat(ca.SX.zeros(system.m), goal) - drift) / both]),
    }
    return {
        name: ca.Function(
            name, inputs, [ca.densify(e) for e in ca.substitute(outputs, [v, a], [speeds * v, speeds * a])]
        )
        for name, (inputs, outputs) in given.items()
    }


def _over_rows(matrix: ca.SX, scales: ca.SX) -> ca.SX:
    """Rows of a matrix over their scales."""
    return ca.diag(1 / scales) @ matrix if matrix.shape[0] else matrix


def chosen_orders(question: Prescribed, t: float, q: Array, p: Array) -> Orders | None:
    """Orders of pivots that serve at a configuration; None if whole steps cannot be written with any.

    They are written for constraints and quantities that are affine in the speeds only, as nearly all are.
    """
    system = question.system
    if not is_affine([system.phi, *[system.quantities[k].s for k in question.numbers]], system.v):
        return None
    kernels, goal, found = _row_kernels(question), np.zeros(len(question.numbers)), []
    for name, at in (("place", (t, q, p, goal)), ("speed", (t, q, np.zeros(system.n), p, goal))):
        K = call_function(kernels[name], *at)[1]
        order = pivot_order(_slopes(kernels[name]), K)
        if order is None:
            return None
        found.append(order)
    return Orders(*found)


def whole_steps(question: Prescribed, orders: Orders) -> dict[str, ca.Function]:
    """Kernels of a Newton step on the positions, and of all rates at a configuration, in straight code.

        newton(t, q, p, z, q, e, d, pivots, growth)          q after the step d, for the errors e before it
        rates(t, q, p, z, v, a, S, pivots, growth, left, B, L)    z: positions, speeds, accelerations, jerks

    `left` are errors of rows of the speeds without a pivot. B and L have no entries without jerks.
    """
    system, kernels, k = question.system, _row_kernels(question), len(question.numbers)
    t, q, p, n, m = system.t, system.q, system.p, system.n, system.m
    goal, wanted = ca.SX.sym("goal", k), ca.SX.sym("wanted", 4 * k)
    e, K = kernels["place"](t, q, p, goal)
    positions = Straight(ca.sparsify(K), orders.positions)
    d = ca.vertcat(*positions.solve(entries(-e)))
    newton = [kernels["shift"](t, q, p, d), e, d, positions.pivots, positions.growth]
    zero, goals = ca.SX.zeros(n), ca.vertsplit(wanted, k)
    e, K = kernels["speed"](t, q, zero, p, goals[1])
    speeds = Straight(ca.sparsify(K), orders.speeds)

    def solve(right: dict[int, ca.SX]) -> ca.SX:
        """The solution among all speeds, zero where they are not mechanical."""
        x = [ca.SX(0)] * n
        for place, value in zip(question.mechanical, speeds.solve(right), strict=True):
            x[place] = value
        return ca.vertcat(*x)

    def columns(first: int, count: int) -> ca.SX:
        """Columns of the inverse, each (n)."""
        return ca.horzcat(*[solve({first + c: ca.SX(1)}) for c in range(count)]) if count else ca.SX(n, 0)

    v = solve(entries(-e))
    a = solve(entries(kernels["bend"](t, q, v, p, goals[2])))
    chosen = {row for row, _ in orders.speeds}
    left = [row for row in range(m + k) if row not in chosen]
    rates = [v, a, columns(m, k), speeds.pivots, speeds.growth]
    rates.append(select_rows(kernels["speed"](t, q, v, p, goals[1])[0], left) if left else ca.SX(0, 1))
    jerks = question.jerks
    rates.append(solve(entries(kernels["jolt"](t, q, v, a, p, goals[3]))) if jerks else ca.SX(0, 1))
    rates.append(columns(0, m) if jerks else ca.SX(0, 1))
    return {
        "newton": ca.Function("newton", [t, q, p, goal], [ca.densify(each) for each in newton]),
        "rates": ca.Function("rates", [t, q, p, wanted], [ca.densify(each) for each in rates]),
    }


def _row_kernels(question: Prescribed) -> dict[str, ca.Function]:
    key = ("rows of the inverse path", question.numbers, question.mechanical)
    found: dict[str, ca.Function] = question.system.cached(key, lambda: loop_kernels(question))
    return found


def _slopes(function: ca.Function) -> ca.SX:
    """Slopes of a kernel without entries that vanish identically."""
    arguments = [ca.SX.sym("x", function.size1_in(k)) for k in range(function.n_in())]
    return ca.sparsify(function(*arguments)[1])
