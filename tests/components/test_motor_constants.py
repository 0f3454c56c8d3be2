"""Constants of a motor that are zero remain parameters, which can be given other values later."""

import pytest

import linkwright as lw

CONSTANTS = {"J": 2e-5, "L": 1e-3, "R": 0.8, "Kt": 0.04, "Ke": 0.05, "b": 3e-4}


def wheel(**changed):
    motor = lw.DCMotor(**(CONSTANTS | changed))
    body, axle = lw.Body(1.0, 0.01), lw.Revolute("ground", "wheel")
    gear = lw.Gear("motor.omega", "axle.angle", ratio=5.0)
    machine = lw.Mechanism("drive", {"motor": motor, "wheel": body}, {"axle": axle, "gear": gear})
    return lw.compile(lw.formalisms.modular(machine))


@pytest.mark.parametrize("name", ["J", "R", "Kt", "Ke", "b"])
def test_a_constant_that_was_zero_can_be_set(name):
    """w' = (Kt i - b w) eta / (J eta^2 + I), L i' = v - R i - Ke w; with zeros and with values."""
    idle = wheel(**{name: 0.0})
    for dynamics, values in (
        (idle, CONSTANTS | {name: 0.0}),
        (idle.with_parameters(**{f"motor.{name}": CONSTANTS[name]}), CONSTANTS),
    ):
        state = dynamics.assemble({}, {"axle.angle": 3.0, "motor.i": 2.0})
        found = dynamics.forward(state, {"motor.v": 7.0})
        omega = 5.0 * 3.0
        torque = 5.0 * (values["Kt"] * 2.0 - values["b"] * omega)
        assert found["axle.angle"] == pytest.approx(torque / (values["J"] * 25.0 + 0.01), rel=1e-10)
        rate = (7.0 - values["R"] * 2.0 - values["Ke"] * omega) / values["L"]
        assert found["motor.i"] == pytest.approx(rate, rel=1e-10)
