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


@pytest.mark.parametrize("start", [0.0, 7.0])
@pytest.mark.parametrize("kind", ["expression", "function", "law"])
def test_a_step_at_the_start_acts_from_there(kind, start):
    """1 N from just after the start on 2 kg: x = t^2 / 4. A piece of 5e-324 s has no step that is half as long."""
    given = {
        "expression": ca.if_else(t > start, 1.0, 0.0),
        "function": lambda time: 1.0 if time > start else 0.0,
        "law": lw.laws.Expression(ca.if_else(t > start, 1.0, 0.0), t),
    }
    cart = lw.Mechanism(
        "cart",
        {"ground": lw.Ground(), "cart": lw.Body(2.0, 1.0)},
        {"slide": lw.Prismatic("ground", "cart"), "push": lw.Force("slide.slide")},
    )
    dynamics = lw.compile(cart)
    state = dynamics.assemble(t=start)
    trajectory = lw.simulate(dynamics, state, duration=1.0, inputs={"push.force": given[kind]}, samples=11)
    np.testing.assert_allclose(trajectory["slide.slide"], (trajectory.time - start) ** 2 / 4, atol=1e-10)
    assert trajectory.certificate.verdict == "trusted"


def test_a_run_of_too_many_instants_is_refused():
    dynamics = lw.compile(stiff_mass(1.0, 0.0))
    law = lw.control.P(k=1.0).every(1e-12)
    wires = {"law.measurement": "slide.slide", "push.force": "law.command"}
    loop = lw.ClosedLoop(dynamics, lw.control.Diagram({"law": law}, wires))
    with pytest.raises(ValueError, match="instants of control"):
        lw.simulate(loop, loop.assemble(), duration=1.0, inputs={"law.reference": 0.0})
