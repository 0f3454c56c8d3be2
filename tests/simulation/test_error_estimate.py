"""The error of a whole run, as its second run shows it: however it is made, of chaos, of long runs and of none."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from scipy.integrate import quad, solve_ivp

import linkwright as lw
from linkwright.dynamics.plants.rolled.plant import RolledPlant

G = 9.81


def pendulum() -> lw.Dynamics:
    """A bar of 1 m and 1 kg, hinged at its end."""
    bar = lw.Body(1.0, 1.0 / 12.0, points={"hinge": (-0.5, 0.0)})
    parts: dict[str, lw.Body | lw.Ground] = {"ground": lw.Ground(), "bar": bar}
    machine = lw.Mechanism("bar", parts, {"hinge": lw.Revolute("ground", "bar.hinge")}, gravity=(0.0, -G))
    return lw.compile(lw.formalisms.modular(machine))


@pytest.fixture(scope="module")
def bar() -> lw.Dynamics:
    return pendulum()


def test_chaos_is_not_trusted() -> None:
    """A double pendulum from high up: after 20 s nothing of the end is right, though energy balances to 1e-9."""
    dynamics = lw.compile(lw.formalisms.modular(lw.mechanisms.double_pendulum()))
    state = dynamics.assemble({"theta1": 2.0, "theta2": 1.0})
    inputs = {"tau1": 0.0, "tau2": 0.0}
    early = lw.simulate(dynamics, state, duration=2.0, inputs=inputs)
    late = lw.simulate(dynamics, state, duration=20.0, inputs=inputs)
    assert early.certificate.verdict == "trusted"
    assert late.certificate.verdict == "failed"
    assert late.certificate.energy_error is not None
    assert late.certificate.energy_error < 1e-7
    assert late.certificate.error_since is not None
    assert f"from t = {late.certificate.error_since:.6g} s on" in late.certificate.reasons[0]
    sound = late.slice(0.0, late.certificate.error_since)
    tight = lw.simulate(dynamics, state, duration=20.0, inputs=inputs, accuracy="reference")
    near = np.abs(sound["theta1"] - tight["theta1"][: len(sound.time)])[:-1]
    assert np.max(near) < 1e-4  # ten times the limit
    again = lw.simulate(dynamics, state, duration=20.0, inputs=inputs)
    assert np.array_equal(again["theta1"], late["theta1"])  # reading a certificate changes nothing


def double_pendulum(join: lw.joins.Join | None = None) -> lw.Dynamics:
    return lw.compile(lw.formalisms.modular(lw.mechanisms.double_pendulum()), join=join or lw.joins.Complement())


@pytest.mark.parametrize(
    "how",
    [
        "streamed",
        "dense",
        "by a function",
        pytest.param("over LAPACK", marks=pytest.mark.long),
        pytest.param("many parts", marks=pytest.mark.long),
    ],
)
def test_it_is_measured_however_a_run_is_made(how: str, tmp_path: Path) -> None:
    """A double pendulum that multiplies errors by millions over 20 s, and one that does not over 2 s."""
    verdicts = []
    for duration in (2.0, 8.0 if how == "over LAPACK" else 20.0):
        dynamics = double_pendulum(lw.joins.UdwadiaKalaba() if how == "over LAPACK" else None)
        if how == "many parts":
            equations = lw.formalisms.modular(lw.mechanisms.double_pendulum())
            dynamics = lw.Dynamics(RolledPlant.compile(equations, lw.joins.Multipliers(), None))
        state = dynamics.assemble({"theta1": 2.0, "theta2": 1.0})
        trajectory = lw.simulate(
            dynamics,
            state,
            duration=duration,
            inputs={"tau1": (lambda _: 0.0) if how == "by a function" else 0.0, "tau2": 0.0},
            accuracy="draft" if how == "over LAPACK" else "engineering",
            dense=how == "dense",
            stream=tmp_path / f"{duration}.parquet" if how == "streamed" else None,
        )
        assert trajectory.certificate.global_error is not None
        verdicts.append(trajectory.certificate.verdict)
    assert verdicts[1] == "failed" or (how == "over LAPACK" and verdicts[1] == "check")
    assert verdicts[0] == "trusted" or how == "over LAPACK"


@pytest.mark.parametrize("samples", [3, 10_001])
def test_a_long_run(bar: lw.Dynamics, samples: int) -> None:
    """A bar that turns over and over for 200,000 steps: the error of its phase grows with time."""
    start, end = bar.assemble({"hinge.angle": 0.0}, {"hinge.angle": 9.0}), 2000.0
    trajectory = lw.simulate(bar, start, duration=end, samples=samples, integrator=lw.integrators.DormandPrince())
    assert trajectory.certificate.steps is not None
    assert trajectory.certificate.steps > 100_000
    # by the period of a rotating pendulum: theta'^2 = 81 - 3 g sin(theta), an elliptic integral
    period = quad(lambda x: 1 / np.sqrt(81 - 3 * G * np.sin(x)), 0, 2 * np.pi, epsabs=1e-14, epsrel=1e-14)[0]
    turns, rest = divmod(end, period)
    solved = solve_ivp(
        lambda _, y: [y[1], -1.5 * G * np.cos(y[0])], (0, rest), [0.0, 9.0], method="DOP853", rtol=1e-13, atol=1e-14
    )
    angle = 2 * np.pi * turns + solved.y[0, -1]
    true = abs(trajectory["hinge.angle"][-1] - angle)  # so far off are the coordinates of its centre, too
    found = trajectory.certificate.global_error
    assert found is not None
    assert true / 10 < found < 10 * true
    assert trajectory.certificate.verdict == "check"


def test_there_is_none_of_a_run_that_did_not_reach_its_end() -> None:
    def torque(t: float) -> float:
        if t > 0.03:
            raise ValueError("the battery is empty")
        return 0.0

    dynamics = double_pendulum()
    trajectory = lw.simulate(
        dynamics, dynamics.assemble({"theta1": 0.3}), duration=0.05, inputs={"tau1": torque, "tau2": 0.0}
    )
    assert trajectory.certificate.verdict == "failed"
    assert trajectory.certificate.global_error is None
    assert len(trajectory.certificate.reasons) == 1
    assert "the battery is empty" in trajectory.certificate.reasons[0]
