"""The slope of a state and its derivatives as expressions: y' with y = (q, v, integrals)."""

from __future__ import annotations

import casadi as ca

from linkwright.dynamics.plants.unrolled import Structure
from linkwright.dynamics.state import system_layout
from linkwright.dynamics.system import System, angles_to_count

FASTEST = 1e8
"""Rate (rad/s) above which an angle is not followed: where its frames have no angle, its rate is infinite for an
instant. What was counted then does not fit the angle read afterwards, and that is said."""


def works(system: System, vdot: ca.SX) -> ca.SX:
    """Powers whose integrals are the works."""
    power = system.power
    moved = ca.dot(system.v, system.M @ vdot - system.f) if system.moving_constraints else ca.SX(0)
    return ca.vertcat(power["source"], power["loss"] + power["coupling"], moved)


def integrands(system: System, vdot: ca.SX) -> ca.SX:
    """Rates of the integrals: powers, and rates of angles that frames give within half a turn only."""
    rates = [system.quantities[k].s for k in angles_to_count(system)]
    followed = [ca.if_else(ca.fabs(s) < FASTEST, s, FASTEST * ca.sign(s)) for s in rates]
    return ca.vertcat(works(system, vdot), *followed)


def state_symbol(system: System) -> ca.SX:
    """The state y = (q, v, integrals) as symbols."""
    return ca.vertcat(system.q, system.v, ca.SX.sym("integrals", system_layout(system).integrals))


def slope(structure: Structure) -> ca.Function:
    """(t, y, u, p, scales) -> y', pivot quality, with y = (q, v, integrals) and 1 over the reference pivots."""
    system, rates = structure.system, ca.densify(_rates(structure))
    scales = ca.SX.sym("scales", max(1, structure.size))
    arguments = [system.t, state_symbol(system), system.u, system.p, scales]
    return ca.Function("slope", arguments, [rates, structure.quality(scales)])


def slope_slopes(structure: Structure) -> ca.Function:
    """(t, y, u, p) -> dy'/d(q, v); exact derivatives."""
    system = structure.system
    jacobian = ca.jacobian(_rates(structure), ca.vertcat(system.q, system.v))
    arguments = [system.t, state_symbol(system), system.u, system.p]
    return ca.Function("slope_slopes", arguments, [ca.densify(jacobian)])


def slope_rate(structure: Structure) -> ca.Function:
    """(t, y, u, u', p) -> the rate of y' that time and inputs give at constant y."""
    system, rates = structure.system, _rates(structure)
    du = ca.SX.sym("du", system.m_u)
    rate = ca.jtimes(rates, system.t, ca.SX(1))
    if system.m_u:
        rate += ca.jtimes(rates, system.u, du)
    return ca.Function("slope_rate", [system.t, state_symbol(system), system.u, du, system.p], [ca.densify(rate)])


def _rates(structure: Structure) -> ca.SX:
    system, vdot = structure.system, structure.code.vdot
    return ca.vertcat(system.qdot, vdot, integrands(system, vdot))
