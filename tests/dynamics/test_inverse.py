"""Inverse dynamics without motors: torques for accelerations, and back."""

import numpy as np
import pytest

import linkwright as lw
from dynamics import machines
from oracles import three_rrr_forces

PLATFORM = ("platform.x", "platform.y", "platform.theta")
TOLERANCE = 1e-10

EQUATIONS = machines.equations(motors=False)


@pytest.mark.parametrize("join", machines.JOINS)
def test_forward_of_inverse_is_the_identity(join):
    dynamics = lw.compile(EQUATIONS, join=machines.JOINS[join])
    p = machines.parameters(motors=False)
    random = np.random.default_rng(61)
    for pose, velocity, _, _ in machines.random_cases(p, 5, 62):
        state = machines.consistent_state(dynamics, p, pose, velocity)
        wanted = random.normal(size=3) * 5
        torques = dynamics.inverse(state, accelerations=dict(zip(PLATFORM, wanted, strict=True)))
        assert set(torques) == {"A.tau", "B.tau", "C.tau"}
        found = dynamics.forward(state, torques)
        assert machines.relative([found[name] for name in PLATFORM], wanted) < TOLERANCE
        exact = three_rrr_forces.inverse(p, pose, velocity, wanted)
        assert machines.relative([torques[f"{leg}.tau"] for leg in machines.LEGS], exact) < TOLERANCE


def test_accelerations_of_other_independent_quantities():
    dynamics = lw.compile(EQUATIONS)
    p = machines.parameters(motors=False)
    pose, velocity, _, _ = machines.random_cases(p, 1, 63)[0]
    state = machines.consistent_state(dynamics, p, pose, velocity)
    wanted = {"A.phi": 1.0, "B.phi": -2.0, "platform.theta": 0.5}
    found = dynamics.forward(state, dynamics.inverse(state, accelerations=wanted))
    assert [found[name] for name in wanted] == pytest.approx(list(wanted.values()), rel=1e-9)


def test_wrong_questions_are_answered_in_words():
    dynamics = lw.compile(EQUATIONS)
    state = dynamics.reference
    with pytest.raises(ValueError, match=r"platform\.x"):
        dynamics.inverse(state, accelerations={"platfrom.x": 1.0, "platform.y": 0.0, "platform.theta": 0.0})
    with pytest.raises(ValueError, match=r"platform|degree of freedom|independent"):
        dynamics.inverse(state, accelerations={"platform.x": 1.0})
    with pytest.raises(ValueError, match="finite"):
        dynamics.inverse(state, accelerations=dict.fromkeys(PLATFORM, float("nan")))


def test_voltages_at_one_state_are_refused_because_they_need_the_currents_rates():
    dynamics = lw.compile(machines.equations(motors=True))
    with pytest.raises(ValueError, match=r"current|motion"):
        dynamics.inverse(dynamics.reference, accelerations=dict.fromkeys(PLATFORM, 0.0))
