"""The error of a whole run, as its twin at a looser tolerance shows it, against closed forms and chaos."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import linkwright as lw

G = 9.81
KINDS = (
    lw.integrators.DormandPrince8(),
    lw.integrators.DormandPrince(),
    lw.integrators.Rosenbrock(),
    lw.integrators.Radau(),
    lw.integrators.RungeKutta4(step=0.01),
)


def pendulum() -> lw.Dynamics:
    """A bar of 1 m and 1 kg, hinged at its end."""
    bar = lw.Body(1.0, 1.0 / 12.0, points={"hinge": (-0.5, 0.0)})
    parts: dict[str, lw.Body | lw.Ground] = {"ground": lw.Ground(), "bar": bar}
    machine = lw.Mechanism("bar", parts, {"hinge": lw.Revolute("ground", "bar.hinge")}, gravity=(0.0, -G))
    return lw.compile(lw.formalisms.modular(machine))


@pytest.fixture(scope="module")
def bar() -> lw.Dynamics:
    return pendulum()


def exact(end: float) -> np.ndarray:
    """Angle and rate of the bar `end` seconds after the horizontal, by an integration that shares no code with ours."""

    def rates(_: float, y: np.ndarray) -> list[float]:
        return [y[1], -1.5 * G * np.cos(y[0])]

    return np.asarray(solve_ivp(rates, (0.0, end), [0.0, 0.0], method="DOP853", rtol=1e-13, atol=1e-15).y[:, -1])


@pytest.mark.parametrize("integrator", KINDS, ids=lambda kind: type(kind).__name__)
def test_the_error_measured_is_near_the_true_one(bar: lw.Dynamics, integrator: lw.integrators.Integrator) -> None:
    """Never below a tenth of it; above, by what a smooth motion spares the better run (300 times at most)."""
    for rtol in (1e-6, 1e-8):
        motion = lw.simulate(bar, bar.assemble({"hinge.angle": 0.0}), duration=7.3, rtol=rtol, integrator=integrator)
        ends = exact(7.3)
        true = np.max(np.abs([motion["hinge.angle"][-1], motion["hinge.angle'"][-1]] - ends) / (1 + np.abs(ends)))
        found = motion.certificate.global_error
        assert found is not None
        assert true / 10 < found < 300 * true + 1e-12
        assert motion.certificate.verdict == "trusted"
        assert "error of the state at the end: about" in motion.certificate.in_words()


def test_chaos_is_not_trusted() -> None:
    """A double pendulum from high up: after 20 s nothing of the end is right, though energy balances to 1e-9."""
    dynamics = lw.compile(lw.formalisms.modular(lw.mechanisms.double_pendulum()))
    state = dynamics.assemble({"theta1": 2.0, "theta2": 1.0})
    inputs = {"tau1": 0.0, "tau2": 0.0}
    made = list(dynamics.choices.made)
    early = lw.simulate(dynamics, state, duration=2.0, inputs=inputs)
    late = lw.simulate(dynamics, state, duration=20.0, inputs=inputs)
    assert early.certificate.verdict == "trusted"
    assert late.certificate.verdict == "check"
    assert late.certificate.energy_error is not None
    assert late.certificate.energy_error < 1e-7
    assert "errors of steps have grown" in late.certificate.reasons[0]
    again = lw.simulate(dynamics, state, duration=20.0, inputs=inputs)
    assert dynamics.choices.made[: len(made)] == made
    assert np.array_equal(again["theta1"], late["theta1"])  # reading a certificate changes nothing


def test_where_there_is_none(bar: lw.Dynamics) -> None:
    """Not for runs over LAPACK, whose loop is Python, nor for runs that did not reach their end."""
    plain = lw.compile(lw.formalisms.modular(lw.mechanisms.double_pendulum()), join=lw.joins.UdwadiaKalaba())
    motion = lw.simulate(plain, plain.assemble({"theta1": 0.3}), duration=0.05, inputs={"tau1": 0.0, "tau2": 0.0})
    assert motion.certificate.global_error is None
    callback = lw.simulate(
        plain := lw.compile(lw.formalisms.modular(lw.mechanisms.double_pendulum())),
        plain.assemble({"theta1": 0.3}), duration=0.05, inputs={"tau1": lambda t: 0.0 * t, "tau2": 0.0},
    )  # fmt: skip
    assert callback.certificate.global_error is None
    fixed = lw.simulate(bar, bar.assemble(), duration=1.0, integrator=lw.integrators.RungeKutta4(step=1e-5))
    assert fixed.certificate.global_error is None  # 100,000 steps
    assert fixed.certificate.reasons == ("a fixed step does not control its error; verify the run",)
