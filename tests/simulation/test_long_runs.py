"""Long runs: constraints that do not drift, energy that grows at most linearly, and energy that is kept."""

import numpy as np
import pytest

import linkwright as lw


@pytest.fixture(scope="module")
def four_bar() -> lw.Dynamics:
    """A four-bar under gravity, without losses: one loop, two rows."""
    return lw.compile(lw.formalisms.modular(lw.mechanisms.four_bar()))


def spun(dynamics: lw.Dynamics) -> lw.State:
    return dynamics.assemble(speeds={"phi": 12.0})


def relative(trajectory: lw.Trajectory) -> np.ndarray:
    scale = np.max(np.abs(trajectory["energy.kinetic"] + trajectory["energy.potential"])) + np.max(
        trajectory["energy.kinetic"]
    )
    return trajectory["energy.error"] / scale


@pytest.mark.parametrize("integrator", [lw.integrators.DormandPrince(), lw.integrators.DormandPrince8(),
                                        lw.integrators.Radau()], ids=lambda method: type(method).__name__)  # fmt: skip
def test_energy_is_kept_without_trend(four_bar: lw.Dynamics, integrator: lw.integrators.Integrator) -> None:
    inputs = dict.fromkeys(four_bar.inputs, 0.0)
    rtol = 1e-6
    free = lw.simulate(
        four_bar, spun(four_bar), duration=60.0, inputs=inputs, rtol=rtol, samples=601, integrator=integrator
    )
    kept = lw.simulate(
        four_bar, spun(four_bar), duration=60.0, inputs=inputs, rtol=rtol, samples=601, integrator=integrator,
        keep_energy=True,
    )  # fmt: skip
    assert kept.outcome.finished
    assert "energy kept" in (kept.certificate.integrator or "")
    error = relative(kept)
    assert np.max(np.abs(error)) < 100 * rtol
    # Without trend: the last half is no worse than the first; without the option the error grows.
    assert np.max(np.abs(error[300:])) < 2 * np.max(np.abs(error[:301])) + 1e-14
    assert np.max(np.abs(relative(free))) > 10 * np.max(np.abs(error))
    assert kept.certificate.position_residual is not None
    assert kept.certificate.position_residual < 1e-12


def test_energy_is_kept_with_works_and_losses() -> None:
    """With motors: sources and resistances work; the balance closes to rounding, and the motion stays the same."""
    dynamics = lw.compile(lw.formalisms.modular(lw.mechanisms.three_rrr()))
    step = {"A.v": 0.4, "B.v": -0.3, "C.v": 0.2}
    exact = lw.simulate(dynamics, dynamics.assemble(), duration=1.0, inputs=step, samples=51, rtol=1e-11)
    kept = lw.simulate(
        dynamics, dynamics.assemble(), duration=1.0, inputs=step, samples=51, rtol=1e-7, keep_energy=True
    )
    assert kept.outcome.finished
    assert kept.certificate.energy_error is not None
    assert kept.certificate.energy_error < 1e-5  # 100 rtol; near rest energy is left alone
    assert np.max(np.abs(kept["platform.x"] - exact["platform.x"])) < 1e-6


def test_a_pendulum_that_comes_to_rest_at_its_turning_points_keeps_its_energy() -> None:
    """Speeds cannot give energy back where there are none: the correction waits, and finds no trend afterwards."""
    dynamics = lw.compile(lw.formalisms.modular(lw.mechanisms.double_pendulum()))
    inputs = dict.fromkeys(dynamics.inputs, 0.0)
    trajectory = lw.simulate(
        dynamics, dynamics.assemble({"theta1": 0.5, "theta2": 0.5}), duration=60.0, inputs=inputs, rtol=1e-6,
        samples=601, keep_energy=True,
    )  # fmt: skip
    assert trajectory.outcome.finished
    assert np.max(np.abs(relative(trajectory))) < 100 * 1e-6


def test_constraints_stay_closed_at_every_saved_time(four_bar: lw.Dynamics) -> None:
    inputs = dict.fromkeys(four_bar.inputs, 0.0)
    trajectory = lw.simulate(four_bar, spun(four_bar), duration=200.0, inputs=inputs, samples=2001)
    assert trajectory.outcome.finished
    assert trajectory.certificate.position_residual is not None
    assert trajectory.certificate.velocity_residual is not None
    assert trajectory.certificate.position_residual < 10 * 1e-10
    assert trajectory.certificate.velocity_residual < 10 * 1e-10


@pytest.mark.long
def test_a_million_steps(four_bar: lw.Dynamics) -> None:
    """Constraints below 10 atol at every saved time, energy error at most linear in time."""
    inputs = dict.fromkeys(four_bar.inputs, 0.0)
    once = lw.simulate(
        four_bar, spun(four_bar), duration=20.0, inputs=inputs, samples=3, integrator=lw.integrators.DormandPrince()
    )
    duration = 20.0 * 1.02e6 / (once.certificate.steps or 1)
    trajectory = lw.simulate(
        four_bar, spun(four_bar), duration=duration, inputs=inputs, samples=20001,
        integrator=lw.integrators.DormandPrince(),
    )  # fmt: skip
    assert trajectory.outcome.finished
    assert trajectory.certificate.steps is not None
    assert trajectory.certificate.steps > 1_000_000
    assert trajectory.certificate.position_residual is not None
    assert trajectory.certificate.velocity_residual is not None
    assert trajectory.certificate.position_residual < 10 * 1e-10
    assert trajectory.certificate.velocity_residual < 10 * 1e-10
    error = np.abs(relative(trajectory))
    late = trajectory.time > 0.01 * duration
    exponent = np.polyfit(np.log(trajectory.time[late]), np.log(np.maximum.accumulate(error)[late]), 1)[0]
    assert exponent < 1.1  # the fit: error ~ t^exponent
    kept = lw.simulate(
        four_bar, spun(four_bar), duration=duration, inputs=inputs, samples=20001, keep_energy=True,
        integrator=lw.integrators.DormandPrince(),
    )  # fmt: skip
    assert kept.outcome.finished
    assert np.max(np.abs(relative(kept))) < 100 * 1e-8
