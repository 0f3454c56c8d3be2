"""Terms of the equations of motion, energy and power against the oracle's minimal coordinates."""

import numpy as np
import pytest

import linkwright as lw
from dynamics import machines
from linkwright.components import Revolute, Torque
from linkwright.dynamics import Refused
from linkwright.model import Body, Ground, Mechanism
from oracles import double_pendulum, links, three_rrr, three_rrr_forces, three_rrr_minimal

PLATFORM = ("platform.x", "platform.y", "platform.theta")
CURRENTS = ("A.i", "B.i", "C.i")
TOLERANCE = 1e-10  # relative to the largest entry

DYNAMICS = {motors: lw.compile(machines.equations(motors=motors)) for motors in (True, False)}


def cases(*, motors, count=5):
    dynamics, p = DYNAMICS[motors], machines.parameters(motors=motors)
    for pose, velocity, currents, inputs in machines.random_cases(p, count, 51):
        yield machines.consistent_state(dynamics, p, pose, velocity, currents), p, pose, velocity, currents, inputs


@pytest.mark.parametrize("motors", [True, False], ids=["motors", "torques"])
def test_terms_in_the_platforms_pose(motors):
    names = (*PLATFORM, *CURRENTS) if motors else PLATFORM
    for state, p, pose, velocity, currents, _ in cases(motors=motors):
        terms = DYNAMICS[motors].terms(state, names)
        assert terms.coordinates == names
        inertia, right = three_rrr_minimal.equations(p, pose, velocity, np.zeros(3))
        assert machines.relative(terms.inertia[:3, :3], inertia) < TOLERANCE
        assert machines.relative(terms.velocity[:3], -right) < TOLERANCE
        assert machines.relative(terms.inertia, terms.inertia.T + 0.0) < 1e-14
        scale = np.sqrt(np.diag(terms.inertia))
        assert np.linalg.eigvalsh(terms.inertia / np.outer(scale, scale))[0] > 1e-6
        assert not np.any(terms.gravity)
        speeds = np.array([state.speeds[name] for name in names])
        kinetic = DYNAMICS[motors].energy(state).kinetic
        assert kinetic == pytest.approx(speeds @ terms.inertia @ speeds / 2, rel=1e-12)
        assert kinetic == pytest.approx(three_rrr_forces.energy(p, pose, velocity, currents), rel=1e-12)
        if motors:
            assert np.allclose(terms.inertia[3:, 3:], np.eye(3) * p.motor.lambda_, rtol=1e-12, atol=1e-16)
            assert np.max(np.abs(terms.inertia[:3, 3:])) < 1e-14
        for k, name in enumerate(terms.input_names):
            assert name == f"{machines.LEGS[k]}.{'v' if motors else 'tau'}"
        virtual = [[three_rrr.leg_state(p, k, pose, unit).phi_rate for k in range(3)] for unit in np.eye(3)]
        wanted = np.vstack([np.zeros((3, 3)), np.eye(3)]) if motors else np.array(virtual)
        assert np.max(np.abs(terms.inputs - wanted)) < 1e-11


@pytest.mark.parametrize("motors", [True, False], ids=["motors", "torques"])
def test_terms_add_up_to_the_equation_of_motion(motors):
    """They say inertia c'' + velocity = gravity + forces + inputs u, with the oracle's accelerations put in."""
    names = (*PLATFORM, *CURRENTS) if motors else PLATFORM
    for state, p, pose, velocity, currents, inputs in cases(motors=motors):
        terms = DYNAMICS[motors].terms(state, names)
        solution = three_rrr.forward(p, pose, velocity, inputs, currents=currents)
        a = np.array([*solution.platform, *solution.current])
        left = terms.inertia @ a + terms.velocity
        right = terms.gravity + sum(terms.forces.values(), np.zeros(len(names))) + terms.inputs @ inputs
        scale = np.maximum(np.abs(left), np.abs(terms.inputs) @ np.abs(inputs)).max()
        assert np.max(np.abs(left - right)) < TOLERANCE * scale
        parts = terms.by_body.values()
        assert np.allclose(sum(part.inertia for part in parts), terms.inertia, rtol=1e-14, atol=0)
        assert np.allclose(sum(part.velocity for part in parts), terms.velocity, rtol=1e-13, atol=1e-16)
        assert {"platform", "A.upper", "C.lower"} <= set(terms.by_body)
        assert np.allclose(
            terms.by_body["platform"].inertia[:3, :3], np.diag([p.m_L, p.m_L, p.I_L]), rtol=1e-12, atol=1e-13
        )


def test_velocity_terms_are_what_holds_the_platform_at_zero_acceleration():
    dynamics = DYNAMICS[False]
    for state, p, pose, velocity, _, _ in cases(motors=False):
        torques = three_rrr_forces.inverse(p, pose, velocity, (0.0, 0.0, 0.0))
        terms = dynamics.terms(state, PLATFORM)
        assert machines.relative(terms.inputs @ torques, terms.velocity) < TOLERANCE


def test_other_independent_sets_describe_the_same_machine():
    """In the bars' angles: J^T M J with the oracle's Jacobian, and the same power."""
    dynamics = DYNAMICS[False]
    for state, p, pose, velocity, _, _ in cases(motors=False):
        angles = dynamics.terms(state, ("A.phi", "B.phi", "C.phi"))
        jacobian = np.array([[three_rrr.leg_state(p, k, pose, unit).phi_rate for k in range(3)] for unit in np.eye(3)])
        back = np.linalg.inv(jacobian.T)
        inertia, _ = three_rrr_minimal.equations(p, pose, velocity, np.zeros(3))
        assert machines.relative(angles.inertia, back.T @ inertia @ back) < 1e-9 * np.linalg.cond(back)
        assert np.allclose(angles.inputs, np.eye(3), atol=1e-9)


def test_the_default_set_is_independent():
    for motors in (True, False):
        state = next(cases(motors=motors))[0]
        terms = DYNAMICS[motors].terms(state)
        assert len(terms.coordinates) == (6 if motors else 3)
        assert np.linalg.eigvalsh(terms.inertia)[0] > 0


@pytest.mark.parametrize("size", [1e-4, 1.0, 1e2], ids=["small", "plain", "large"])
def test_the_default_set_does_not_depend_on_the_size_of_the_machine(size):
    """A four-bar of a tenth of a millimetre or of a hundred metres has one degree of freedom all the same."""
    bar = Body(1.0, size**2 / 12, points={"a": (-size / 2, 0.0), "b": (size / 2, 0.0)})
    long = Body(1.0, size**2 / 3, points={"a": (-size, 0.0), "b": (size, 0.0)})
    ground = Ground(points={"o": (0.0, 0.0), "c": (2.0 * size, 0.0)})
    machine = Mechanism(
        "four",
        {"ground": ground, "crank": bar, "coupler": long, "rocker": long},
        {
            "O": Revolute("ground.o", "crank.a"),
            "A": Revolute("crank.b", "coupler.a"),
            "B": Revolute("coupler.b", "rocker.b"),
            "C": Revolute("ground.c", "rocker.a"),
        },
        reference={
            "crank.theta": 1.2, "crank.x": size / 2, "coupler.theta": 0.3, "coupler.x": size, "coupler.y": size,
            "rocker.theta": 1.3, "rocker.x": 2.2 * size, "rocker.y": size,
        },
    )  # fmt: skip
    dynamics = lw.compile(lw.formalisms.modular(machine))
    state = dynamics.assemble({"crank.theta": 1.0}, {"crank.theta": 2.0})
    assert len(dynamics.terms(state).coordinates) == 1
    assert dynamics.terms(state, ["crank.theta"]).inertia[0, 0] > 0


def test_gravity_of_a_double_pendulum_by_body():
    machine = double_pendulum.DoublePendulum(
        links.Link(0.7, 1.3, 0.11, 0.31, 0.12), links.Link(0.5, 0.9, 0.05, 0.22, -0.08), gravity=(0.0, -9.80665)
    )
    parts = {
        name: Body(k.mass, k.inertia, centre=(k.along, k.across), points={"root": (0.0, 0.0), "tip": (k.length, 0.0)})
        for name, k in (("one", machine.first), ("two", machine.second))
    }
    connections = {"O": Revolute("ground", "one.root"), "A": Revolute("one.tip", "two.root"), "tau": Torque("O.angle")}
    description = Mechanism("double", parts, connections, gravity=machine.gravity)
    dynamics = lw.compile(lw.formalisms.modular(description))
    q = np.array([0.4, -1.1])
    state = dynamics.assemble({"one.theta": q[0], "two.theta": q[1]}, {"one.theta": 1.0, "two.theta": -2.0})
    terms = dynamics.terms(state, ("one.theta", "two.theta"))
    assert machines.relative(terms.inertia, double_pendulum.mass_matrix(machine, q)) < 1e-12
    # dV/dq by central differences of the oracle's energy at rest: error h^2 + eps/h, at h = 1e-5 about 1e-10
    h = 1e-5
    slope = [
        (double_pendulum.energy(machine, q + h * unit, 0 * q) - double_pendulum.energy(machine, q - h * unit, 0 * q))
        / (2 * h)
        for unit in np.eye(2)
    ]
    assert np.allclose(terms.gravity, -np.array(slope), rtol=1e-8)
    assert terms.by_body["two"].gravity[1] == pytest.approx(terms.gravity[1], rel=1e-12)


@pytest.mark.parametrize("motors", [True, False], ids=["motors", "torques"])
def test_powers(motors):
    for state, p, pose, velocity, currents, inputs in cases(motors=motors):
        energy = DYNAMICS[motors].energy(state, machines.inputs_of(DYNAMICS[motors], inputs))
        supplied, lost = three_rrr_forces.powers(p, pose, velocity, inputs, currents)
        assert energy.source + energy.conversion == pytest.approx(supplied, rel=1e-11, abs=1e-12)
        assert -energy.loss == pytest.approx(lost, rel=1e-11, abs=1e-12)


def test_dependent_sets_are_refused_with_their_names():
    state = next(cases(motors=False))[0]
    with pytest.raises(Refused, match=r"platform.x, platform.y is not an independent set of 3"):
        DYNAMICS[False].terms(state, ["platform.x", "platform.y"])
    with pytest.raises(Refused, match="not an independent set"):
        DYNAMICS[False].terms(state, ["A.phi", "A.upper.theta", "B.phi"])
    with pytest.raises(ValueError, match=r"no speed 'platfrom.x'; did you mean platform.x"):
        DYNAMICS[False].terms(state, ["platfrom.x"])
