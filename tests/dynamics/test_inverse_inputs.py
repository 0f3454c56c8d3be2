"""Inverse dynamics where inputs enter nonlinearly, and where rates of currents act on the mechanism."""

from dataclasses import replace

import casadi as ca
import numpy as np
import pytest

import linkwright as lw
from linkwright.dynamics import Refused

MASS, FIRST, THIRD = 2.0, 3.0, 0.4


def force(u):
    """A drive that grows stiffer: F = 3 u + 0.4 u^3 (N)."""
    return FIRST * u + THIRD * u**3


def input_for(wanted):
    """The real root of 0.4 u^3 + 3 u = F, by Cardano's formula with hyperbolic functions."""
    scale = np.sqrt(FIRST / (3 * THIRD))
    return 2 * scale * np.sinh(np.arcsinh(wanted / (2 * THIRD * scale**3)) / 3)


@pytest.fixture(scope="module")
def sledges():
    """Two masses with such drives, coupled by a spring."""
    part = lw.EnergyPart(
        {"x": ("m", "first"), "y": ("m", "second")},
        kinetic=lambda _t, _q, v, _u, _p: MASS * (v.x**2 + v.y**2) / 2,
        potential=lambda _t, q, _v, _u, _p: 5.0 * (q.x - q.y) ** 2 / 2,
        forces={"x": lambda _t, _q, _v, u, _p: force(u.a), "y": lambda _t, _q, _v, u, _p: force(u.b) + u.a},
        inputs={"a": ("V", "first drive"), "b": ("V", "second drive")},
    )
    return lw.compile(lw.formalisms.modular(lw.Mechanism("sledges", {"s": part})))


def needed(x, y, ax, ay):
    """Inputs by hand: m x'' = F(a) - 5 (x - y), m y'' = F(b) + a + 5 (x - y)."""
    a = input_for(MASS * ax + 5.0 * (x - y))
    return a, input_for(MASS * ay - 5.0 * (x - y) - a)


@pytest.mark.parametrize("stroke", [1.5, 1500.0])
def test_inputs_that_enter_nonlinearly_along_a_motion(sledges, stroke):
    first, second = lw.laws.Cycloid(0.0, stroke, 1.0), lw.laws.Sine(0.4, 1.3)
    motion = lw.Motion({"s.x": first, "s.y": second}, 1.0, 41)
    found = sledges.inverse(motion)
    t = found.time
    a, b = needed(first(t), second(t), first(t, 2), second(t, 2))
    assert np.max(np.abs(a)) > 2.0  # far into the cubic part: one linear step from zero misses by a factor
    assert found["s.a"] == pytest.approx(a, rel=1e-10, abs=1e-10)
    assert found["s.b"] == pytest.approx(b, rel=1e-10, abs=1e-10)
    assert found.certificate.verdict == "trusted", found.certificate.reasons


def test_inputs_that_enter_nonlinearly_at_a_state(sledges):
    state = sledges.assemble({"s.x": 0.7, "s.y": -0.2}, {"s.x": 1.0, "s.y": 0.0})
    for ax in (9.0, 9e3):
        found = sledges.inverse(state, {"s.x": ax, "s.y": -4.0})
        assert (found["s.a"], found["s.b"]) == pytest.approx(needed(0.7, -0.2, ax, -4.0), rel=1e-10)


def test_an_input_without_slope_at_zero_says_that_it_cannot_be_found():
    """F = u^2 pushes one way only, and has no slope at u = 0, where the search begins."""
    part = lw.EnergyPart(
        {"x": ("m", "sledge")},
        kinetic=lambda _t, _q, v, _u, _p: MASS * v.x**2 / 2,
        forces={"x": lambda _t, _q, _v, u, _p: u.a**2},
        inputs={"a": ("V", "drive")},
    )
    dynamics = lw.compile(lw.formalisms.modular(lw.Mechanism("solenoid", {"s": part})))
    with pytest.raises(Refused):
        dynamics.inverse(lw.Motion({"s.x": lw.laws.Cycloid(0.0, 1.0, 1.0)}, samples=11))


def arm(coupling):
    """A bar on a hinge with a motor whose winding and rotor share the kinetic energy `coupling` i w."""
    motor = lw.DCMotor(J=1e-4, L=2e-3, R=1.1, Kt=0.05, Ke=0.05)
    machine = lw.Mechanism(
        "arm",
        {"motor": motor, "bar": lw.Body(1.5, 0.02)},
        {"pin": lw.Revolute("ground", "bar"), "gear": lw.Gear("motor.omega", "pin.angle", ratio=8.0)},
    )
    equations = lw.formalisms.modular(machine)

    def coupled(kind):
        if kind.name != "dc_motor":
            return kind
        (part,) = kind.inertias
        omega, current = ca.vertsplit(kind.local.v)
        M = part.M + coupling * ca.DM([[0.0, 1.0], [1.0, 0.0]])
        return replace(kind, inertias=(replace(part, M=M, energy=part.energy + coupling * omega * current),))

    blocks = tuple(replace(uses, type=coupled(uses.type)) for uses in equations.blocks)
    return lw.compile(replace(equations, blocks=blocks))


def test_inductances_coupled_with_motion_are_refused_with_both_names():
    motion = lw.Motion({"pin.angle": lw.laws.Cycloid(0.0, 1.0, 1.0)}, samples=11)
    with pytest.raises(Refused, match=r"rates of motor\.i act on motor\.omega at once \(inductance") as error:
        arm(1e-5).inverse(motion)
    assert error.value.parts == ("motor.i",)
    assert arm(0.0).inverse(motion).certificate.verdict == "trusted"
