"""Reactions against free-body balances written outside the package."""

import numpy as np
import pytest

import linkwright as lw
from dynamics import machines
from linkwright.components import Revolute, Torque
from linkwright.model import Body, Mechanism
from oracles import double_pendulum, links, three_rrr, three_rrr_forces

TOLERANCE = 1e-10  # relative to the largest force: rounding over the conditioning of the balance


@pytest.mark.one_in(3)
@pytest.mark.parametrize("join", machines.JOINS)
@pytest.mark.parametrize("motors", [True, False], ids=["motors", "torques"])
def test_joint_forces_of_the_3rrr(motors, join):
    dynamics = lw.compile(machines.equations(motors=motors), join=machines.JOINS[join])
    p = machines.parameters(motors=motors)
    for pose, velocity, currents, inputs in machines.random_cases(p, 5, 41):
        state = machines.consistent_state(dynamics, p, pose, velocity, currents)
        found = dynamics.reactions(state, machines.inputs_of(dynamics, inputs))
        solution = three_rrr.forward(p, pose, velocity, inputs, currents=currents)
        torques = three_rrr_forces.shaft_torques(p, pose, velocity, solution.platform, currents) if motors else inputs
        wanted = three_rrr_forces.reactions(p, pose, velocity, solution.platform, torques)
        scale = max(np.max(np.abs(part)) for part in (wanted.base, wanted.elbow, wanted.vertex))
        for k, leg in enumerate(machines.LEGS):
            for joint, force in (
                (f"{leg}.base", wanted.base[k]),
                (f"{leg}.elbow", wanted.elbow[k]),
                (f"vertex_{leg}", wanted.vertex[k]),
            ):
                assert np.max(np.abs([found[joint]["x"], found[joint]["y"]] - force)) < TOLERANCE * scale, joint
            if motors:
                gear = found[f"{leg}.gear"]["gear"]
                assert abs(gear - wanted.shaft[k]) < TOLERANCE * max(1.0, scale)
        assert found.not_unique == ()
        assert found.residual < TOLERANCE  # relative: what is left of all bodies' balances
        assert abs(found["A.base"]["z"]) < TOLERANCE * scale  # nothing acts across the plane


def pendulum(first, second, gravity):
    bars = {
        name: Body(
            link.mass,
            link.inertia,
            centre=(link.along, link.across),
            points={"root": (0.0, 0.0), "tip": (link.length, 0.0)},
        )
        for name, link in (("one", first), ("two", second))
    }
    return Mechanism(
        "double",
        bars,
        {
            "O": Revolute("ground", "one.root"),
            "A": Revolute("one.tip", "two.root"),
            "drive_O": Torque("O.angle", input="tau"),
            "drive_A": Torque("A.angle", input="tau"),
        },
        gravity=gravity,
    )


@pytest.mark.parametrize("join", machines.JOINS)
def test_pins_of_a_double_pendulum_with_bent_links(join):
    """Centres off the links' lines and gravity askew: every term of the balance takes part."""
    machine = double_pendulum.DoublePendulum(
        links.Link(0.7, 1.3, 0.11, 0.31, 0.12), links.Link(0.5, 0.9, 0.05, 0.22, -0.08), gravity=(1.5, -9.7)
    )
    dynamics = lw.compile(
        lw.formalisms.modular(pendulum(machine.first, machine.second, machine.gravity)), join=machines.JOINS[join]
    )
    random = np.random.default_rng(42)
    for _ in range(5):
        q, v, torques = random.uniform(-3, 3, 2), random.normal(size=2) * 3, random.normal(size=2)
        state = dynamics.assemble({"one.theta": q[0], "two.theta": q[1]}, {"one.theta": v[0], "two.theta": v[1]})
        inputs = {"drive_O.tau": torques[0], "drive_A.tau": torques[1]}
        a = double_pendulum.accelerations(machine, q, v, tuple(torques))
        found = dynamics.forward(state, inputs)
        assert machines.relative([found["one.theta"], found["two.theta"]], a) < TOLERANCE
        assert found["A.angle"] == pytest.approx(a[1] - a[0], rel=1e-9)
        pin_O, pin_A = double_pendulum.reactions(machine, q, v, a)
        reactions = dynamics.reactions(state, inputs)
        assert machines.relative([reactions["O"]["x"], reactions["O"]["y"]], pin_O) < TOLERANCE
        assert machines.relative([reactions["A"]["x"], reactions["A"]["y"]], pin_A) < TOLERANCE
        energy = dynamics.energy(state, inputs)
        assert energy.total == pytest.approx(double_pendulum.energy(machine, q, v), rel=1e-12, abs=1e-12)
        assert energy.source == pytest.approx(torques[0] * v[0] + torques[1] * (v[1] - v[0]), rel=1e-11)


def test_names_that_are_wrong_get_close_matches():
    dynamics = lw.compile(machines.equations(motors=False))
    found = dynamics.reactions(dynamics.reference, dict.fromkeys(dynamics.inputs, 0.0))
    with pytest.raises(KeyError, match=r"vertex_A"):
        found["vertx_A"]
    with pytest.raises(KeyError, match=r"no component 'w'"):
        found["A.base"]["w"]
