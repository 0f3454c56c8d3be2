"""Short smooth inputs are not stepped over: pulses on a mass at rest, against their integrals."""

import casadi as ca
import numpy as np
import pytest

import linkwright as lw
from linkwright.simulation.inputs.inputs import step_limits

t = lw.t
KINDS = [
    lw.integrators.DormandPrince8(), lw.integrators.DormandPrince(), lw.integrators.Rosenbrock(), lw.integrators.Radau()
]  # fmt: skip


def slider() -> lw.Dynamics:
    """A mass of 1 kg on a rail, pushed by a force."""
    parts = {"r": lw.Prismatic("ground", "b"), "F": lw.Force("r.slide")}
    return lw.compile(lw.formalisms.modular(lw.Mechanism("slider", {"b": lw.Body(1.0, 1.0, home="r")}, parts)))


@pytest.mark.one_in(2)
@pytest.mark.parametrize("integrator", KINDS, ids=lambda kind: type(kind).__name__)
@pytest.mark.parametrize("width", [0.3, 0.03, 0.003])
def test_a_pulse_gives_its_impulse(integrator: lw.integrators.Integrator, width: float) -> None:
    """A force exp(-((t - t0) / w)^2) N gives 1 kg at rest the speed w sqrt(pi)."""
    dynamics = slider()
    for middle in (2.2221, 5.0003, 7.77):
        force = ca.exp(-(((t - middle) / width) ** 2))
        trajectory = lw.simulate(
            dynamics, dynamics.assemble(), duration=10.0, inputs={"F.force": force}, integrator=integrator, samples=11
        )
        assert trajectory["r.slide'"][-1] == pytest.approx(width * np.sqrt(np.pi), rel=1e-6)
        assert trajectory.certificate.verdict == "trusted"


def test_pulses_by_a_function_of_python_and_in_a_train() -> None:
    dynamics = slider()

    def pulse(time: float) -> float:
        return float(np.exp(-(((time - 5.0003) / 0.03) ** 2)))

    train = sum(ca.exp(-(((t - 0.05 - 0.1 * k) / 0.005) ** 2)) for k in range(100))
    for force, wanted in ((pulse, 0.03 * np.sqrt(np.pi)), (train, 0.5 * np.sqrt(np.pi))):
        trajectory = lw.simulate(dynamics, dynamics.assemble(), duration=10.0, inputs={"F.force": force})
        assert trajectory["r.slide'"][-1] == pytest.approx(wanted, rel=1e-6)


def test_a_short_prescribed_motion_shakes_what_hangs_on_it() -> None:
    """a(t) = h exp(-((t - t0) / w)^2) drives b'' = k (a - b): b oscillates with h w sqrt(pi k) exp(-k w^2 / 4)."""
    h, w, k = 0.1, 0.01, 100.0
    parts = {
        "ra": lw.Prismatic("ground", "a"), "ab": lw.Prismatic("a", "b"), "K": lw.JointSpring("ab.slide", k),
        "P": lw.Prescribed("ra.slide", h * ca.exp(-(((t - 5.0003) / w) ** 2))),
    }  # fmt: skip
    machine = lw.Mechanism("shaker", {"a": lw.Body(1.0, 1.0), "b": lw.Body(1.0, 1.0)}, parts)
    dynamics = lw.compile(lw.formalisms.modular(machine))
    trajectory = lw.simulate(dynamics, dynamics.assemble(), duration=10.0)
    late = trajectory.time > 6.0
    size = np.hypot(trajectory["b.x"][late], trajectory["b.x'"][late] / np.sqrt(k))
    np.testing.assert_allclose(size, h * w * np.sqrt(np.pi * k) * np.exp(-k * w**2 / 4), rtol=1e-6)


@pytest.mark.parametrize(
    ("what", "limit"),
    [(t**3, np.inf), (1 + 0 * t, np.inf), (ca.sin(t), 5.0), (ca.sin(20 * t), 0.3125), (ca.log(t - 3), np.inf)],
    ids=["cubic", "constant", "slow", "fast", "not a number"],
)
def test_smooth_inputs_limit_little(what: ca.SX, limit: float) -> None:
    """A polynomial and a constant do not limit steps, an oscillation to about a period."""
    assert step_limits([what], [0.0, 10.0]) == [(10.0, limit)]


def test_a_fixed_step_stays_as_it_is() -> None:
    dynamics, force = slider(), ca.exp(-(((t - 0.5) / 0.02) ** 2))
    trajectory = lw.simulate(
        dynamics, dynamics.assemble(), duration=1.0, inputs={"F.force": force},
        integrator=lw.integrators.RungeKutta4(step=0.007),
    )  # fmt: skip
    assert trajectory.certificate.steps == 143
