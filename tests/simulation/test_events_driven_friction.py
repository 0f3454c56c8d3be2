"""Dry friction on speeds that other constraints move through zero: dead centres of cranks, prescribed motions."""

from dataclasses import replace

import casadi as ca
import numpy as np
import pytest
from scipy.integrate import solve_ivp

import linkwright as lw

L1, L2, M1, M2, M3 = 0.05, 0.16, 0.4, 0.5, 0.6
"""The slider-crank's lengths (m) and masses (kg); uniform bars."""


def reduced(angle):
    """Slider's speed and inertia over the crank's speed and its square."""
    s, c = np.sin(angle), np.cos(angle)
    lean = -np.arcsin(L1 * s / L2)
    turn = -L1 * c / (L2 * np.cos(lean))
    across, along = -L1 * s - L2 / 2 * np.sin(lean) * turn, L1 * c + L2 / 2 * np.cos(lean) * turn
    slide = -L1 * s - L2 * np.sin(lean) * turn
    inertia = M1 * L1**2 / 3 + M2 * (across**2 + along**2) + M2 * L2**2 / 12 * turn**2 + M3 * slide**2
    return slide, inertia


def crank(end, tau, friction):
    """Angle and speed of the crank, from 1 rad at 12 rad/s; the work on the slider from dead centre to dead centre."""

    def rate(_, y, sign):
        slide, inertia = reduced(y[0])
        slope = (reduced(y[0] + 1e-4)[1] - reduced(y[0] - 1e-4)[1]) / 2e-4
        return [y[1], (tau - slope * y[1] ** 2 / 2 - friction * sign * slide) / inertia]

    time, state, turns = 0.0, [1.0, 12.0], 1
    while time < end:

        def dead(_, y, sign, turns=turns):
            del sign
            return y[0] - turns * np.pi

        dead.terminal = True
        sign = 1.0 if turns % 2 == 0 else -1.0
        found = solve_ivp(
            rate, (time, end), state, "DOP853", rtol=1e-11, atol=1e-12, events=dead, args=(sign,), max_step=0.01
        )
        time, state, turns = found.t[-1], found.y[:, -1], turns + 1
    return state


@pytest.mark.parametrize("formalism", ["modular", "kane"])
def test_a_slider_with_friction_goes_through_its_dead_centres(formalism):
    machine = lw.mechanisms.slider_crank(g=0.0)
    rubbing = replace(machine, connections={**machine.connections, "rub": lw.CoulombFriction("x", 1.0, 1.5)})
    dynamics = lw.compile(getattr(lw.formalisms, formalism)(rubbing))
    start = dynamics.assemble({"phi": 1.0}, {"phi": 12.0})
    motion = lw.simulate(dynamics, start, duration=1.0, inputs={"tau": 0.1, "force": 0.0})
    assert motion.outcome.finished
    angle, speed = crank(1.0, 0.1, 1.0)
    assert motion["phi"][-1] == pytest.approx(angle, abs=1e-6)
    assert motion["phi'"][-1] == pytest.approx(speed, rel=1e-6)
    assert {event.what for event in motion.events} == {"slip"}  # it never sticks there
    assert len(motion.events) == int(angle / np.pi)


def prescribed(law):
    machine = lw.Mechanism(
        "driven",
        {"ground": lw.Ground(), "mass": lw.Body(1.0, 1.0)},
        {
            "slide": lw.Prismatic("ground", "mass"),
            "drive": lw.Prescribed("slide.slide", law),
            "rub": lw.CoulombFriction("slide.slide", 2.0),
        },
    )
    dynamics = lw.compile(lw.formalisms.modular(machine))
    return lw.simulate(dynamics, dynamics.assemble(), duration=3.0)


def test_friction_on_a_prescribed_motion_rubs_all_the_way():
    motion = prescribed(lambda t: 0.1 * ca.sin(3 * t))
    way = 0.1 * np.sum(np.abs(np.diff(np.sin(3 * np.linspace(0.0, 3.0, 300_001)))))
    assert motion["energy.loss"][-1] == pytest.approx(-2.0 * way, rel=1e-8)
    assert [event.time for event in motion.events] == pytest.approx([np.pi / 6, np.pi / 2, 5 * np.pi / 6], abs=1e-7)


def test_friction_on_a_prescribed_motion_that_dwells_rubs_again():
    """There in a second, at rest for one, and back."""

    def ramp(t):
        return t**3 * (10 - 15 * t + 6 * t * t)

    motion = prescribed(lambda t: 0.1 * ca.if_else(t < 1, ramp(t), ca.if_else(t < 2, 1.0, 1 - ramp(t - 2))))
    assert motion["energy.loss"][-1] == pytest.approx(-0.4, rel=1e-8)
