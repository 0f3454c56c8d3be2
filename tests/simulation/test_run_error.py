"""The error that a certificate gives for a run: within a factor of ten of the true one, over the whole run."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import casadi as ca
import mpmath
import numpy as np
import pytest
from scipy.integrate import solve_ivp
from tests.simulation.known_motions import KNOWN, double_pendulum_rates, simulated, true_error
from tests.simulation.machines import stiff_mass

import linkwright as lw

METHODS: dict[str, Callable[[float], lw.integrators.Integrator]] = {
    "DormandPrince8": lambda _: lw.integrators.DormandPrince8(),
    "DormandPrince": lambda _: lw.integrators.DormandPrince(),
    "Rosenbrock": lambda _: lw.integrators.Rosenbrock(),
    "Radau": lambda _: lw.integrators.Radau(),
    "RungeKutta4": lambda step: lw.integrators.RungeKutta4(step=step),
}
ANGLES = ("theta1", "theta2")
ACCURACIES = ("draft", "engineering", "reference")


def held_to_its_promise(found: float | None, true: float, noise: float = 3e-12) -> None:
    """Within a factor of ten of the true error, beside the noise of truth and rounding."""
    assert found is not None
    assert (true - noise) / 10 <= found <= 10 * true + noise


@pytest.mark.one_in(8)
@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("motion", KNOWN)
def test_the_error_is_within_a_factor_of_ten(motion: str, method: str) -> None:
    """Every integrator at every accuracy, against closed forms and typed equations."""
    known = KNOWN[motion]
    for accuracy, step in zip(ACCURACIES, known.steps, strict=True):
        run = simulated(known, METHODS[method](step), accuracy)
        true = true_error(known, run)
        held_to_its_promise(run.certificate.global_error, true, known.noise)
        limit = 1e-3 if method == "RungeKutta4" else 1e3 * (run.certificate.rtol or 0.0)
        assert true <= 10 * limit or run.certificate.verdict != "trusted"


@pytest.mark.long
@pytest.mark.parametrize("method", ["DormandPrince8", "DormandPrince", "Rosenbrock"])
def test_the_error_of_many_motions_that_multiply_errors(method: str) -> None:
    """Double pendulums from a hundred states, up to 8 s: errors of one run are larger or smaller by chance."""
    random, dynamics, integrator = np.random.default_rng(11), swings(), METHODS[method](0.0)
    for _ in range(100):
        angles, speeds, end = random.uniform(-3, 3, size=2), random.normal(size=2), float(random.uniform(1, 8))
        state = dynamics.assemble(dict(zip(ANGLES, angles, strict=True)), dict(zip(ANGLES, speeds, strict=True)))
        trajectory = lw.simulate(
            dynamics, state, duration=end, samples=41, accuracy="draft", inputs={"tau1": 0.0, "tau2": 0.0},
            integrator=integrator,
        )  # fmt: skip
        exact = solve_ivp(
            lambda _, y: double_pendulum_rates(y), (0.0, end), [*angles, *speeds], method="DOP853",
            t_eval=trajectory.time, rtol=1e-13, atol=1e-14,
        ).y  # fmt: skip
        true = off(trajectory, exact)
        held_to_its_promise(trajectory.certificate.global_error, true, 1e-9)
        assert true < 1e-2 or trajectory.certificate.verdict != "trusted"


# -- steps that something else ends ----------------------------------------------------------------------------------


def swings() -> lw.Dynamics:
    return lw.compile(lw.formalisms.modular(lw.mechanisms.double_pendulum()))


def off(trajectory: lw.Trajectory, exact: np.ndarray) -> float:
    """True error of the double pendulum at any sample, over 1 + |state|."""
    found = np.array([trajectory[name] for name in ("theta1", "theta2", "theta1'", "theta2'")])
    return float(np.max(np.abs(found - exact) / (1 + np.abs(exact))))


def driven(knots: np.ndarray, torques: np.ndarray, start: list[float], times: np.ndarray) -> np.ndarray:
    """The double pendulum under a held torque at its shoulder, piece by piece, by SciPy."""
    y, rows = np.array(start), [np.array(start)]
    for begin, end, torque in zip(knots[:-1], knots[1:], torques, strict=True):
        inside = times[(times > begin + 1e-12) & (times <= end + 1e-12)]
        solved = solve_ivp(
            lambda _, y, torque=torque: double_pendulum_rates(y, torque), (begin, end), y, method="DOP853",
            t_eval=np.unique(np.append(np.minimum(inside, end), end)), rtol=1e-13, atol=1e-14,
        ).y  # fmt: skip
        rows += list(solved.T[: len(inside)])
        y = solved[:, -1]
    return np.array(rows).T


@pytest.mark.parametrize(
    "integrator",
    [lw.integrators.RungeKutta4(step=0.05), lw.integrators.DormandPrince(), lw.integrators.DormandPrince8()],
    ids=lambda kind: type(kind).__name__,
)
def test_steps_that_inputs_end(integrator: lw.integrators.Integrator) -> None:
    """A torque held for 50 ms, the fixed step, or for 2 ms, shorter than any step that the tolerance asks for."""
    period = integrator.fixed_step or 0.002
    knots = period * np.arange(round(4.0 / period) + 1)
    torques = 3.0 * np.random.default_rng(4).normal(size=len(knots) - 1)
    dynamics = swings()
    table = lw.laws.Table(knots, np.append(torques, 0.0), "held")
    trajectory = lw.simulate(
        dynamics, dynamics.assemble({"theta1": 1.0}), duration=4.0, inputs={"tau1": table, "tau2": 0.0}, samples=81,
        integrator=integrator, accuracy="draft",
    )  # fmt: skip
    true = off(trajectory, driven(knots, torques, [1.0, 0.0, 0.0, 0.0], trajectory.time))
    held_to_its_promise(trajectory.certificate.global_error, true, 1e-10)
    assert (trajectory.certificate.verdict == "trusted") == (true < 1e-3)


# -- errors that come and go -----------------------------------------------------------------------------------------


@pytest.mark.long
def test_a_run_that_is_quiet_for_a_long_time() -> None:
    """A double pendulum swings a little for 9 s, 22,500 steps, then is driven into wild motion."""
    knots, torques = np.array([0.0, 9.0, 17.0]), np.array([0.0, 6.0])
    dynamics = swings()
    trajectory = lw.simulate(
        dynamics, dynamics.assemble({"theta1": 0.01}), duration=17.0, samples=341,
        inputs={"tau1": lw.laws.Table(knots[:2], torques, "held"), "tau2": 0.0},
        integrator=lw.integrators.RungeKutta4(step=0.0004),
    )  # fmt: skip
    true = off(trajectory, driven(knots, torques, [0.01, 0.0, 0.0, 0.0], trajectory.time))
    held_to_its_promise(trajectory.certificate.global_error, true)
    assert true > 1e-3
    assert trajectory.certificate.verdict == "check"
    assert trajectory.certificate.error_since is not None
    assert 9.0 < trajectory.certificate.error_since < 17.0


def test_a_run_that_is_wild_and_comes_to_rest() -> None:
    """A double pendulum in oil, from high up: where it hangs in the end is known, how it came there is not."""
    machine = lw.mechanisms.double_pendulum()
    oil = {"oil1": lw.JointDamper("shoulder.angle", 0.03), "oil2": lw.JointDamper("elbow.angle", 0.01)}
    dynamics = lw.compile(lw.formalisms.modular(replace(machine, connections={**machine.connections, **oil})))
    trajectory = lw.simulate(
        dynamics, dynamics.assemble({"theta1": 2.8, "theta2": 3.0}), duration=70.0, samples=1201, accuracy="draft",
        inputs={"tau1": 0.0, "tau2": 0.0},
    )  # fmt: skip

    def rates(_: float, y: np.ndarray) -> list[float]:
        return double_pendulum_rates(y, -0.03 * y[2], -0.01 * (y[3] - y[2]))

    exact = solve_ivp(
        rates, (0.0, 70.0), [2.8, 3.0, 0.0, 0.0], method="DOP853", t_eval=trajectory.time, rtol=1e-12, atol=1e-13
    ).y
    true, end = (
        off(trajectory, exact),
        np.max(np.abs([trajectory[name][-1] for name in ("theta1", "theta2")] - exact[:2, -1])),
    )
    assert true > 0.1
    assert end < 0.01
    held_to_its_promise(trajectory.certificate.global_error, true)
    assert trajectory.certificate.verdict != "trusted"


def test_an_inverted_pendulum() -> None:
    """Rounding grows with the fall: beside the top by 1e-12 rad, a unit in the last place is a thousandth."""
    bar = lw.Body(1.0, 1.0 / 12.0, points={"hinge": (-0.5, 0.0)})
    machine = lw.Mechanism(
        "bar", {"ground": lw.Ground(), "bar": bar}, {"hinge": lw.Revolute("ground", "bar.hinge")}, gravity=(0.0, -9.81)
    )
    dynamics = lw.compile(lw.formalisms.modular(machine))
    for beside in (1e-9, 1e-12):
        angle = np.pi / 2 - beside
        state = dynamics.assemble({"hinge.angle": angle})
        trajectory = lw.simulate(dynamics, state, duration=8.0, accuracy="reference", samples=81)
        exact = falling(angle, trajectory.time)
        true = float(np.max(np.abs(trajectory["hinge.angle"] - exact) / (1 + np.abs(exact))))
        found = trajectory.certificate.global_error
        assert found is not None
        assert true / 10 < found < 30 * true  # by how much one run is off is a matter of luck, here
        assert trajectory.certificate.verdict == "check"


def falling(angle: float, times: np.ndarray) -> np.ndarray:
    """Angle of that bar from the horizontal, let go at rest, in Jacobi's functions to 40 digits."""
    with mpmath.workdps(40):
        frequency, half = mpmath.sqrt(mpmath.mpf(9.81) * 3 / 2), mpmath.pi / 2
        k = mpmath.cos((half - mpmath.mpf(angle)) / 2)
        start = mpmath.ellipk(k**2)
        sines = [mpmath.ellipfun("sn", start - frequency * mpmath.mpf(t), m=k**2) for t in times.tolist()]
        return np.array([float(2 * mpmath.asin(k * sine) - half) for sine in sines])


@pytest.mark.parametrize(
    ("integrator", "fast", "accuracy"),
    [(lw.integrators.DormandPrince8(), 1e5, "engineering"), (lw.integrators.Rosenbrock(), 1e3, "reference")],
    ids=["explicit", "linearly implicit"],
)
def test_a_stiff_drive_over_many_steps(integrator: lw.integrators.Integrator, fast: float, accuracy: str) -> None:
    """A slide with rates of 1 and `fast` per second, pushed more and more: x'' + (f + 1) x' + f x = F e^gt."""
    dynamics = lw.compile(lw.formalisms.modular(stiff_mass(fast, fast + 1.0)))
    growth, push = 5.0, 1e-6 * fast
    trajectory = lw.simulate(
        dynamics, dynamics.assemble(), duration=3.0, samples=301, integrator=integrator, accuracy=accuracy,
        inputs={"push.force": push * ca.exp(growth * lw.t)},
    )  # fmt: skip
    assert trajectory.certificate.steps is not None
    assert trajectory.certificate.steps > 20_000
    forced = push / (growth**2 + (fast + 1) * growth + fast)  # x = forced e^gt + slow e^-t + quick e^-ft, from rest
    slow = -forced * (fast + growth) / (fast - 1)
    quick = -forced - slow
    parts = [(forced, growth), (slow, -1.0), (quick, -fast)]
    exact = sum(size * np.exp(rate * trajectory.time) for size, rate in parts)
    rates = sum(size * rate * np.exp(rate * trajectory.time) for size, rate in parts)
    true = max(
        np.max(np.abs(trajectory[name] - values) / (1 + np.abs(values)))
        for name, values in (("slide.slide", exact), ("slide.slide'", rates))
    )
    held_to_its_promise(trajectory.certificate.global_error, true)
    assert trajectory.certificate.verdict == "trusted"
