"""Constants of a motor that are zero remain parameters, which can be given other values later."""

import pytest

import linkwright as lw

CONSTANTS = {"J": 2e-5, "lambda_": 1e-3, "rho": 0.8, "kappa_m": 0.04, "kappa_e": 0.05, "beta": 3e-4}


def wheel(**changed):
    motor = lw.DCMotor(**(CONSTANTS | changed))
    body, axle = lw.Body(1.0, 0.01), lw.Revolute("ground", "wheel")
    gear = lw.Gear("motor.omega", "axle.angle", ratio=5.0)
    machine = lw.Mechanism("drive", {"motor": motor, "wheel": body}, {"axle": axle, "gear": gear})
    return lw.compile(lw.formalisms.modular(machine))


@pytest.mark.parametrize("name", ["J", "rho", "kappa_m", "kappa_e", "beta"])
def test_a_constant_that_was_zero_can_be_set(name):
    """J' = (kappa_m i - beta w) eta / (J eta^2 + I), lambda i' = v - rho i - kappa_e w; with zeros and with values."""
    idle = wheel(**{name: 0.0})
    for dynamics, values in (
        (idle, CONSTANTS | {name: 0.0}),
        (idle.with_parameters(**{f"motor.{name}": CONSTANTS[name]}), CONSTANTS),
    ):
        state = dynamics.assemble({}, {"axle.angle": 3.0, "motor.i": 2.0})
        found = dynamics.forward(state, {"motor.v": 7.0})
        omega = 5.0 * 3.0
        torque = 5.0 * (values["kappa_m"] * 2.0 - values["beta"] * omega)
        assert found["axle.angle"] == pytest.approx(torque / (values["J"] * 25.0 + 0.01), rel=1e-10)
        rate = (7.0 - values["rho"] * 2.0 - values["kappa_e"] * omega) / values["lambda_"]
        assert found["motor.i"] == pytest.approx(rate, rel=1e-10)
