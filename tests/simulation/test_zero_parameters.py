"""Products by parameters that are zero are left out of the code of a run; other values of the machine bring them in."""

import numpy as np
import pytest
from scipy.linalg import expm

import linkwright as lw

VALUES = [(0.0, 0.0), (0.0, 3.0), (50.0, 0.0), (50.0, 3.0)]


def _on_a_spring():
    """A block of 2 kg on a straight way: 2 x'' + d x' + k x = 0."""
    stiffness, damping = lw.Parameter("k", 0.0, "N/m", "stiffness"), lw.Parameter("d", 0.0, "N s/m", "damping")
    connections = {
        "way": lw.Prismatic("ground", "block"), "spring": lw.JointSpring("way.slide", stiffness),
        "damper": lw.JointDamper("way.slide", damping),
    }  # fmt: skip
    parameters = [stiffness, damping]
    return lw.Mechanism("spring_mass", {"block": lw.Body(2.0, 0.1)}, connections, parameters=parameters)


@pytest.mark.parametrize("order", [1, -1])
def test_zero_or_not_a_run_obeys_its_parameters(order):
    """One machine with values one after the other, in both orders; (x, x') by the matrix exponential."""
    machine = lw.compile(lw.formalisms.kane(_on_a_spring()))
    for k, d in VALUES[::order]:
        dynamics = machine.with_parameters({"k": k, "d": d})
        state = dynamics.assemble({"way.slide": 0.3}, {"way.slide": 1.0})
        run = lw.simulate(dynamics, state, duration=1.0, samples=5, rtol=1e-10, atol=1e-12)
        A = np.array([[0.0, 1.0], [-k / 2.0, -d / 2.0]])
        for t, x, rate in zip(run.time, run["way.slide"], run["way.slide'"], strict=True):
            expected = expm(A * t) @ [0.3, 1.0]
            assert np.abs([x, rate] - expected).max() < 1e-8  # errors of steps add up to some rtol
