"""Every integrator: order, dense output, breaks of inputs, stiff motions, against closed forms and an oracle."""

import importlib.util
from pathlib import Path

import numpy as np
import pytest

import linkwright as lw
from linkwright.simulation.inputs.inputs import check_inputs
from linkwright.simulation.integrators import Integrator
from linkwright.simulation.recipe import Recipe
from linkwright.simulation.workspace import SLICE_OVER
from oracles import three_rrr as oracle
from oracles import three_rrr_motion

spec = importlib.util.spec_from_file_location("machines", Path(__file__).with_name("machines.py"))
assert spec is not None
assert spec.loader is not None
machines = importlib.util.module_from_spec(spec)
spec.loader.exec_module(machines)

DP, DP8, ROSENBROCK, RADAU = (
    lw.integrators.DormandPrince(),
    lw.integrators.DormandPrince8(),
    lw.integrators.Rosenbrock(),
    lw.integrators.Radau(),
)
ADAPTIVE = [DP, DP8, ROSENBROCK, RADAU]
ALL = [*ADAPTIVE, lw.integrators.RungeKutta4(step=0.002)]
SWEEPS = {
    "DormandPrince": np.geomspace(1e-5, 1e-9, 9),
    "DormandPrince8": np.geomspace(1e-5, 1e-10, 9),
    "Rosenbrock": np.geomspace(1e-5, 1e-9, 9),
    "Radau": np.geomspace(1e-6, 1e-9, 9),
    "RungeKutta4": np.geomspace(0.02, 0.0025, 4),
}
"""Tolerances (for the fixed step, steps) over which the order is read off: above the first the steps are not short,
below the last there is rounding."""


def name(integrator: Integrator) -> str:
    return type(integrator).__name__


@pytest.fixture(scope="module")
def pendulum() -> lw.Dynamics:
    return lw.compile(lw.formalisms.modular(machines.pendulum()))


@pytest.fixture(scope="module")
def platform() -> lw.Dynamics:
    return lw.compile(lw.formalisms.modular(lw.mechanisms.three_rrr(motors=False)))


def start(dynamics: lw.Dynamics) -> lw.State:
    return dynamics.assemble({"arm.theta": 0.0})


def swing(trajectory: lw.Trajectory) -> np.ndarray:
    """Angle from the downward vertical."""
    return trajectory["arm.theta"] + np.pi / 2


def fitted(sizes: list[float], errors: list[float]) -> float:
    """Slope of the errors over the mean step, both logarithmic."""
    return float(np.polyfit(np.log(sizes), np.log(errors), 1)[0])


def observed_order(
    dynamics: lw.Dynamics, state: lw.State, integrator: Integrator, exact: dict[str, float], duration: float
) -> float:
    """Slope of the largest error at the end over the mean step of runs at several tolerances."""
    steps, errors = [], []
    fixed = integrator.fixed_step > 0
    for value in SWEEPS[name(integrator)]:
        trajectory = lw.simulate(
            dynamics, state, duration=duration, inputs=dict.fromkeys(dynamics.inputs, 0.0), samples=2,
            integrator=lw.integrators.RungeKutta4(step=float(value)) if fixed else integrator,
            rtol=None if fixed else float(value),
        )  # fmt: skip
        assert trajectory.certificate.position_residual is not None
        assert trajectory.certificate.position_residual < 1e-12
        steps.append(duration / (trajectory.certificate.steps or 1))
        errors.append(max(abs(trajectory[quantity][-1] - value) for quantity, value in exact.items()))
    return fitted(steps, errors)


@pytest.mark.parametrize("integrator", ALL, ids=name)
def test_the_order_on_a_pendulum_in_closed_form(pendulum: lw.Dynamics, integrator: Integrator) -> None:
    angle = machines.pendulum_angle(np.array([2.0]), np.pi / 2)[0]
    exact = {"arm.theta": float(angle) - np.pi / 2, "arm.x": machines.LENGTH * np.sin(angle)}
    order = observed_order(pendulum, start(pendulum), integrator, exact, 2.0)
    # A controller's steps are not all equal, so the slope scatters; an error in a coefficient takes a whole order away.
    assert integrator.order - 0.7 < order < integrator.order + 2


@pytest.mark.parametrize("integrator", ALL, ids=name)
def test_the_order_on_a_mechanism_with_loops(platform: lw.Dynamics, integrator: Integrator) -> None:
    """The 3RRR in free motion against an integration that shares no code with ours."""
    pose = three_rrr_motion.motion(
        oracle.without_motors(), (0.0, 0.0, 0.0), (0.3, 0.2, 1.0), np.array([0.0, 1.75, 3.5])
    ).pose[-1]
    names = ("platform.x", "platform.y", "platform.theta")
    state = platform.assemble(dict.fromkeys(names, 0.0), dict(zip(names, (0.3, 0.2, 1.0), strict=True)))
    order = observed_order(platform, state, integrator, dict(zip(names, pose.tolist(), strict=True)), 3.5)
    assert integrator.order - 0.7 < order < integrator.order + 2


@pytest.mark.parametrize("integrator", ALL, ids=name)
def test_dense_output_between_the_steps(pendulum: lw.Dynamics, integrator: Integrator) -> None:
    trajectory = lw.simulate(pendulum, start(pendulum), duration=3.0, rtol=1e-8, samples=997, integrator=integrator)
    exact = machines.pendulum_angle(trajectory.time, np.pi / 2)
    # A hundred times the tolerance: dense output has a lower order than the step, and errors of steps add up.
    assert np.max(np.abs(swing(trajectory) - exact)) < 1e-6
    assert trajectory.certificate.position_residual is not None
    assert trajectory.certificate.position_residual < 1e-12


@pytest.mark.parametrize("integrator", ALL, ids=name)
def test_jumps_of_inputs_are_hit_exactly(integrator: Integrator) -> None:
    """A free mass pushed by +1 N, -2 N, +1 N, switched at odd times: parabolas, exact for every order above 2."""
    dynamics = lw.compile(lw.formalisms.modular(machines.stiff_mass(0.0, 0.0)))
    first, second = 1 / 3, 0.71
    table = lw.laws.Table([0.0, first, second], [1.0, -2.0, 1.0], "held")
    trajectory = lw.simulate(
        dynamics, dynamics.assemble(), duration=1.0, inputs={"push.force": table}, samples=11, integrator=integrator
    )
    x, v = 0.0, 0.0
    for length, force in ((first, 1.0), (second - first, -2.0), (1 - second, 1.0)):
        x, v = x + v * length + force * length**2 / 2, v + force * length
    assert trajectory.outcome.finished
    assert trajectory["slide.slide"][-1] == pytest.approx(x, abs=1e-13)
    assert trajectory["slide.slide'"][-1] == pytest.approx(v, abs=1e-13)


@pytest.mark.parametrize("integrator", ALL, ids=name)
def test_stages_are_taken_at_their_own_times(integrator: Integrator) -> None:
    """x'' + 4 x = cos 3 t from rest: x = (cos 2 t - cos 3 t) / 5, x' = (3 sin 3 t - 2 sin 2 t) / 5, in long steps.

    A stage at another time than its node misses by the order of a step; what it misses reaches later stages by the
    spring.
    """
    dynamics = lw.compile(lw.formalisms.modular(machines.stiff_mass(4.0, 0.0)))
    trajectory = lw.simulate(
        dynamics, dynamics.assemble(), duration=2.0, inputs={"push.force": lw.laws.Sine(1.0, 1.5 / np.pi, np.pi / 2)},
        samples=11, integrator=integrator, rtol=None if integrator.fixed_step else 1e-8,
    )  # fmt: skip
    t = trajectory.time
    # Ten times the tolerance.
    assert np.max(np.abs(trajectory["slide.slide"] - (np.cos(2 * t) - np.cos(3 * t)) / 5)) < 1e-7
    assert np.max(np.abs(trajectory["slide.slide'"] - (3 * np.sin(3 * t) - 2 * np.sin(2 * t)) / 5)) < 1e-7
    # A wrong stage makes an error that the steps are cut down for: by a hundred times and more.
    assert trajectory.certificate.steps is not None
    assert trajectory.certificate.steps < {"DormandPrince8": 50, "DormandPrince": 200}.get(name(integrator), 2000)


@pytest.mark.parametrize("integrator", [ROSENBROCK, RADAU], ids=name)
def test_a_stiff_motion_takes_few_steps(integrator: Integrator) -> None:
    """Rates 1 and 1e6 per second: x' + x follows the slow one after microseconds; force sin t."""
    fast = 1e6
    dynamics = lw.compile(lw.formalisms.modular(machines.stiff_mass(fast, 1 + fast)))
    push = {"push.force": lw.laws.Sine(1.0, 1 / (2 * np.pi))}
    state = dynamics.assemble({"slide.slide": 1e-6})
    trajectory = lw.simulate(dynamics, state, duration=3.0, inputs=push, rtol=1e-6, atol=1e-12, samples=31,
                         integrator=integrator)  # fmt: skip
    # x'' + (1 + w) x' + w x = sin t: Im(c e^(it)) with c = 1 / ((1 + i)(w + i)), plus a e^-t + b e^-wt.
    c = 1 / ((1 + 1j) * (fast + 1j))
    a = (fast * (1e-6 - c.imag) - c.real) / (fast - 1)
    b = 1e-6 - c.imag - a
    t = trajectory.time
    exact = (c * np.exp(1j * t)).imag + a * np.exp(-t) + b * np.exp(-fast * t)
    assert trajectory.outcome.finished
    assert trajectory.certificate.steps is not None
    assert trajectory.certificate.steps < 400  # an explicit method needs h < 3.3e-6: a million
    assert np.max(np.abs(trajectory["slide.slide"] - exact)) < 1e-5 * 1e-6


def test_python_functions_drive_the_stiff_ones_too() -> None:
    dynamics = lw.compile(lw.formalisms.modular(machines.stiff_mass(100.0, 101.0)))
    for integrator in (ROSENBROCK, RADAU):
        ends = [
            lw.simulate(dynamics, dynamics.assemble(), duration=0.2, inputs={"push.force": push}, rtol=1e-6, samples=2,
                        integrator=integrator)["slide.slide"][-1]
            for push in (lw.laws.Sine(1.0, 1.0), lambda t: float(np.sin(2 * np.pi * t)))
        ]  # fmt: skip
        assert ends[0] == pytest.approx(ends[1], rel=1e-6)


@pytest.mark.parametrize("integrator", ALL, ids=name)
def test_the_interpreted_loop_is_the_compiled_one(monkeypatch: pytest.MonkeyPatch, integrator: Integrator) -> None:
    monkeypatch.setenv("LINKWRIGHT_BACKEND", "vm")
    slow = lw.compile(lw.formalisms.modular(machines.pendulum()))
    first = lw.simulate(slow, start(slow), duration=0.1, rtol=1e-6, samples=5, integrator=integrator)
    monkeypatch.delenv("LINKWRIGHT_BACKEND")
    quick = lw.compile(lw.formalisms.modular(machines.pendulum()))
    second = lw.simulate(quick, start(quick), duration=0.1, rtol=1e-6, samples=5, integrator=integrator)
    assert (first.certificate.backend, first.certificate.steps) == ("vm", second.certificate.steps)
    # Products and sums are rounded once or twice.
    assert np.max(np.abs(first["arm.theta"] - second["arm.theta"])) < 1e-12


def test_an_integrator_that_does_not_fit_is_refused_in_words(platform: lw.Dynamics) -> None:
    rest = {"A.tau": 0.0, "B.tau": 0.0, "C.tau": 0.0}
    slow = lw.compile(lw.formalisms.modular(lw.mechanisms.three_rrr(motors=False)), join=lw.joins.UdwadiaKalaba())
    with pytest.raises(ValueError, match=r"exact Jacobians of .*not offered by .*on LAPACK.*explicit integrator"):
        lw.simulate(slow, slow.assemble(), duration=0.1, inputs=rest, integrator=RADAU)
    with pytest.raises(ValueError, match=r"keep_energy of .*not offered by .*on LAPACK.*joins\.Complement"):
        lw.simulate(slow, slow.assemble(), duration=0.1, inputs=rest, keep_energy=True)
    with pytest.raises(ValueError, match=r"integrator = 'radau': expected an object of lw.integrators"):
        lw.simulate(platform, platform.assemble(), duration=0.1, inputs=rest, integrator="radau")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="expected a positive number of seconds"):
        lw.integrators.RungeKutta4(step=-0.1)


def test_integrators_by_name() -> None:
    assert isinstance(lw.integrators.from_name("radau"), lw.integrators.Radau)
    assert lw.integrators.from_name("runge-kutta-4:0.01").fixed_step == 0.01
    with pytest.raises(ValueError, match="did you mean rosenbrock"):
        lw.integrators.from_name("rosenbrok")
    with pytest.raises(ValueError, match="STEP"):
        lw.integrators.from_name("runge-kutta-4")


def test_fixed_steps_leave_the_joints_closed_to_rounding(platform: lw.Dynamics) -> None:
    """Also after those steps that are not projected, of which there are some; a sample always is."""
    names = ("platform.x", "platform.y", "platform.theta")
    state = platform.assemble(dict.fromkeys(names, 0.0), dict(zip(names, (0.3, 0.2, 1.0), strict=True)))
    inputs = check_inputs(platform.equations, dict.fromkeys(platform.inputs, 0.0), 0.0, 0.4)
    run = Recipe(platform, state, inputs, {}, 0.4).run(lw.accuracy.engineering, lw.integrators.RungeKutta4(step=2e-3))
    run.begin()
    assert run.engine is not None
    gaps, residuals, left = [], [], 0
    while run.engine.advance(run.workspace, 1) == SLICE_OVER:
        y, layout = run.state.y[None], run.layout
        read = platform.plant.read(
            np.array([run.now]), y[:, layout.coordinates], y[:, layout.speeds], np.zeros((1, run.nu))
        )
        gaps.append(float(np.abs(read.g).max()))
        residuals.append(float(np.abs(read.phi).max()))
        left += run.progress.unprojected > 0
    assert len(gaps) == 200
    assert left > 20
    assert max(gaps) < 5e-14  # m: in four steps little more is added to 1e-14; without projections 2e-12 is reached
    assert max(residuals) < 5e-14 / 2e-3  # m/s: the gap that a step adds at such a speed
    motion = lw.simulate(
        platform,
        state,
        inputs=dict.fromkeys(platform.inputs, 0.0),
        duration=0.4,
        samples=7,
        integrator=lw.integrators.RungeKutta4(step=2e-3),
    )
    assert motion.certificate.velocity_residual is not None
    assert motion.certificate.velocity_residual < 1e-14  # m/s: rounding
