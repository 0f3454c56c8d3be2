"""Jumps of inputs that are expressions of time are found, so that no step goes over a short pulse."""

import casadi as ca
import numpy as np
import pytest
from tests.simulation.machines import stiff_mass

import linkwright as lw
from linkwright.laws.breaks import breaks

t = lw.t
FOUND = {
    "pulse": (ca.if_else(ca.logic_and(t >= 2.0, t < 2.5), 1.0, 0.0), [2.0, 2.5]),
    "inside a product": (ca.sin(t) * (t > 3.0), [3.0]),
    "saw": (ca.fmod(t, 4.0), [4.0, 8.0]),
    "stairs": (ca.floor(t / 4), [4.0, 8.0]),
    "modulation": (ca.if_else(ca.fmod(t, 4.0) < 1.0, 1.0, 0.0), [1.0, 4.0, 5.0, 8.0, 9.0]),
    "sign": (ca.sign(t - 1.0), [1.0]),
    "bend": (ca.fabs(ca.cos(t)), [np.pi / 2, 3 * np.pi / 2, 5 * np.pi / 2]),
    "larger": (ca.fmax(0.0, 1 - (t - 5) ** 2), [4.0, 6.0]),
    "smooth": (ca.exp(-t) * ca.sin(3 * t), []),
    "later": (ca.if_else(t > 11.0, 1.0, 0.0), []),
    "too many": (ca.floor(1e5 * t), []),
}


@pytest.mark.parametrize("what", FOUND)
def test_breaks_of_an_expression(what):
    expression, times = FOUND[what]
    np.testing.assert_allclose(breaks(expression, 0.0, 10.0), times, rtol=1e-15)


@pytest.mark.parametrize("law", [False, True])
def test_a_short_pulse_is_not_stepped_over(law):
    """100 N for 20 ms give a resting mass of 1 kg on a spring of 1 N/m the motion of its closed form."""
    dynamics = lw.compile(lw.formalisms.modular(stiff_mass(1.0, 0.0)))
    pulse = ca.if_else(ca.logic_and(t >= 20.0, t < 20.02), 100.0, 0.0)
    given = lw.laws.Expression(pulse, t) if law else pulse
    start = dynamics.assemble({"slide.slide": 0.01})
    trajectory = lw.simulate(dynamics, start, duration=40.0, inputs={"push.force": given})
    free = 0.01 * np.cos(trajectory.time)
    struck = 100.0 * (np.cos(trajectory.time - 20.02) - np.cos(trajectory.time - 20.0))
    after = trajectory.time > 20.02
    np.testing.assert_allclose(trajectory["slide.slide"][after], (free + struck)[after], atol=1e-6)
    assert trajectory.certificate.verdict == "trusted"
