"""The error of runs with events, and of those whose second run fails, is interrupted or ends otherwise."""

from __future__ import annotations

import signal
from collections.abc import Callable
from pathlib import Path

import casadi as ca
import numpy as np
import pytest
from scipy.integrate import solve_ivp
from tests.simulation.known_motions import double_pendulum_rates
from tests.simulation.machines import stiff_mass

import linkwright as lw

IDLE = {"tau1": 0.0, "tau2": 0.0}


def swings() -> lw.Dynamics:
    return lw.compile(lw.formalisms.modular(lw.mechanisms.double_pendulum()))


def ball() -> lw.Dynamics:
    """A ball on a rail that a stop at 0 returns with half of its speed."""
    machine = lw.Mechanism(
        "ball",
        {"ground": lw.Ground(), "ball": lw.Body(1.0, 1.0)},
        {
            "rail": lw.Prismatic("ground", "ball"),
            "weight": lw.Force("rail.slide"),
            "floor": lw.EndStop("rail.slide", 0.0, 10.0, 0.5),
        },
    )
    return lw.compile(lw.formalisms.modular(machine))


@pytest.mark.parametrize("integrator", [lw.integrators.DormandPrince8(), lw.integrators.RungeKutta4(step=0.03)])
def test_samples_at_the_time_of_an_impact(integrator: lw.integrators.Integrator) -> None:
    """From 1.25 m under 10 m/s^2 it strikes at 0.5, 1 and 1.25 s: a sample there is before or after it by rounding."""
    dynamics = ball()
    start = dynamics.assemble({"rail.slide": 1.25})
    trajectory = lw.simulate(
        dynamics, start, duration=1.3, inputs={"weight.force": -10.0}, samples=131, integrator=integrator
    )
    assert [event.time for event in trajectory.events] == pytest.approx([0.5, 1.0, 1.25], abs=1e-12)
    assert trajectory["rail.slide"][75] == pytest.approx(0.3125, abs=1e-12)
    assert trajectory.certificate.global_error is not None
    assert trajectory.certificate.global_error < 1e-11
    assert trajectory.certificate.verdict == "trusted"


def test_steps_that_events_end() -> None:
    """An event every 2 ms, shorter than any step that the tolerance asks for, in a motion that multiplies errors."""
    dynamics = swings()
    ticks = lw.events.Event(lambda at: ca.sin(np.pi * at["t"] / 0.002 + 0.5), then="record", name="tick")
    trajectory = lw.simulate(
        dynamics, dynamics.assemble({"theta1": 2.0, "theta2": 1.0}), duration=2.0, inputs=IDLE, samples=41,
        accuracy="draft", integrator=lw.integrators.DormandPrince(), events=[ticks],
    )  # fmt: skip
    assert len(trajectory.events) == 1000
    exact = solve_ivp(
        lambda _, y: double_pendulum_rates(y), (0.0, 2.0), [2.0, 1.0, 0.0, 0.0], method="DOP853",
        t_eval=trajectory.time, rtol=2.3e-14, atol=1e-15,
    ).y  # fmt: skip
    found = np.array([trajectory[name] for name in ("theta1", "theta2", "theta1'", "theta2'")])
    true = float(np.max(np.abs(found - exact) / (1 + np.abs(exact))))
    assert trajectory.certificate.global_error is not None
    assert true / 10 < trajectory.certificate.global_error < 10 * true


def test_a_run_that_an_event_ends_by_a_hair() -> None:
    """An oscillation just reaches a level, or does not: with smaller errors the run ends otherwise."""
    dynamics = lw.compile(lw.formalisms.modular(stiff_mass(25.0, 0.0)))
    start = dynamics.assemble({"slide.slide": -1.0})
    kinds = {}
    for beyond in (-5e-6, 1e-7, -0.5):
        reach = lw.events.Event(lw.events.crosses("slide.slide", 1.0 + beyond), then="stop")
        trajectory = lw.simulate(
            dynamics, start, duration=1.0, inputs={"push.force": 0.0}, accuracy="draft", events=[reach],
            integrator=lw.integrators.RungeKutta4(step=0.05),
        )  # fmt: skip
        kinds[beyond] = trajectory.outcome.kind, trajectory.certificate.verdict
        if beyond == -5e-6:
            assert trajectory.certificate.global_error == np.inf
            assert "ends otherwise" in trajectory.certificate.reasons[0]
    assert kinds == {-5e-6: ("finished", "failed"), 1e-7: ("finished", "trusted"), -0.5: ("stopped", "trusted")}


def rationed(calls: int) -> Callable[[float], float]:
    """A torque that is zero for so many calls, then fails."""
    left = [calls]

    def torque(_: float) -> float:
        left[0] -= 1
        if left[0] < 0:
            raise ValueError("the battery is empty")
        return 0.0

    return torque


def test_a_second_run_that_fails() -> None:
    dynamics = swings()
    start = dynamics.assemble({"theta1": 0.3})
    calls = []

    def torque(t: float) -> float:
        calls.append(t)
        return 0.0

    counted = lw.simulate(dynamics, start, duration=0.5, inputs={"tau1": torque, "tau2": 0.0}, samples=11)
    enough = len(calls) - 20  # looks at the function, the run, and nearly all of the second one
    assert counted.certificate.verdict == "trusted"
    trajectory = lw.simulate(dynamics, start, duration=0.5, inputs={"tau1": rationed(enough), "tau2": 0.0}, samples=11)
    assert trajectory.outcome.finished
    assert trajectory.certificate.global_error is None
    assert trajectory.certificate.verdict == "check"
    (reason,) = trajectory.certificate.reasons
    assert "the error of the state is unknown: a second run to measure it by ended at t = " in reason
    assert "the battery is empty" in reason


def test_a_second_run_that_is_interrupted(tmp_path: Path) -> None:
    """Ctrl-C when a streamed run has come to its end: the file is complete, and the error unknown."""
    dynamics = swings()
    path = tmp_path / "run.parquet"

    def press(share: float) -> None:
        if share == 1.0:
            signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})  # as it is while a file is written
            signal.raise_signal(signal.SIGINT)

    try:
        trajectory = lw.simulate(
            dynamics, dynamics.assemble({"theta1": 0.3}), duration=2.0, inputs=IDLE, stream=path, progress=press
        )
        assert signal.sigwait({signal.SIGINT}) == signal.SIGINT
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    assert trajectory.outcome.finished
    assert trajectory.certificate.verdict == "check"
    assert "interrupted from the keyboard" in trajectory.certificate.reasons[0]
    assert lw.Trajectory.load(path).certificate == trajectory.certificate


@pytest.mark.parametrize(
    ("fault", "kind"), [(ValueError("the battery is empty"), "failed"), (KeyboardInterrupt(), "stopped")]
)
def test_a_run_that_did_not_come_to_its_end_has_no_error(fault: BaseException, kind: str) -> None:
    """Its certificate makes no second run, which would come to the end and say that the first one ends otherwise."""
    dynamics = swings()
    start = dynamics.assemble({"theta1": 0.3})
    calls: list[float] = []
    last = 0

    def torque(t: float) -> float:
        calls.append(t)
        if len(calls) == last:
            raise fault
        return 0.0

    inputs = {"tau1": torque, "tau2": 0.0}
    assert lw.simulate(dynamics, start, duration=0.5, inputs=inputs, samples=11).outcome.finished
    last = len(calls) * 3 // 4  # in the run: two thirds are looks at the function, the rest is it and a second one
    calls.clear()
    trajectory = lw.simulate(dynamics, start, duration=0.5, inputs=inputs, samples=11)
    assert trajectory.outcome.kind == kind
    assert 0.0 < trajectory.outcome.time < 0.5
    assert trajectory.certificate.global_error is None
    assert len(calls) < last + 10  # the input where it ended, and no second run
    assert "second run" not in " ".join(trajectory.certificate.reasons)


def test_a_run_from_zero_that_ends_before_its_second_sample_begins_where_it_began() -> None:
    """x = F t^2 / 2 m from rest at zero, where all numbers of the state are zero, is stopped at 0.02 m."""
    dynamics = lw.compile(lw.formalisms.modular(stiff_mass(0.0, 0.0)))
    reach = lw.events.Event(lw.events.crosses("slide.slide", 0.02), then="stop")
    start = dynamics.assemble({"slide.slide": 0.0})
    assert not np.any([*start.q, *start.v])
    trajectory = lw.simulate(dynamics, start, duration=10.0, inputs={"push.force": 1.0}, samples=3, events=[reach])
    assert trajectory.time == pytest.approx([0.0, 0.2])
    assert trajectory["slide.slide"] == pytest.approx([0.0, 0.02], abs=1e-12)
    assert trajectory["slide.slide'"] == pytest.approx([0.0, 0.2], abs=1e-12)
    assert trajectory["energy.source"] == pytest.approx([0.0, 0.02], abs=1e-12)
