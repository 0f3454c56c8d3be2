"""Recorded Euler parameters do not jump where a rotation passes half a turn, in any formalism."""

import numpy as np
import pytest

import linkwright as lw


@pytest.mark.parametrize("formalism", ["modular", "kane", "newton_euler"])
def test_no_jump_at_half_a_turn(formalism):
    """A body on a pin along z turns by two whole turns: e0 = cos(angle / 2), e3 = sin(angle / 2), up to one sign."""
    body = lw.Body(1.0, (0.1, 0.2, 0.3), points={"pin": (0.0, 0.0, 0.0)})
    machine = lw.Mechanism(
        "wheel",
        {"frame": lw.Ground(points={"pin": (0.0, 0.0, 0.0)}), "wheel": body},
        {"axle": lw.Revolute("frame.pin", "wheel.pin")},
    )
    dynamics = lw.compile(getattr(lw.formalisms, formalism)(machine))
    trajectory = lw.simulate(dynamics, dynamics.assemble(speeds={"axle.angle": 2 * np.pi}), duration=2.0, samples=201)
    angle = 2 * np.pi * trajectory.time
    for name, wanted in (("wheel.e0", np.cos(angle / 2)), ("wheel.e3", np.sin(angle / 2))):
        np.testing.assert_allclose(trajectory[name], wanted, atol=1e-7)
    np.testing.assert_allclose(trajectory["wheel.e0'"], -np.pi * np.sin(angle / 2), atol=1e-6)
