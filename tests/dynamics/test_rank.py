"""Rank watched at run time: near singular blocks the answer stays right, at singular configurations it is refused."""

import numpy as np
import pytest

import linkwright as lw
from dynamics import four_bars, machines
from linkwright.components import Nonholonomic, PointForce
from linkwright.dynamics import SingularConfigurationError
from linkwright.dynamics.system.readings import read_state
from linkwright.model import Mechanism, PointMass
from oracles import four_bar, three_rrr

EQUATIONS = machines.equations(motors=False)
P = machines.parameters(motors=False)


@pytest.mark.parametrize("join", machines.JOINS)
def test_forward_stays_right_where_a_leg_is_nearly_stretched(join):
    """sin(psi - phi) goes to zero: the block of leg A's dependent speeds becomes singular, the machine does not."""
    dynamics = lw.compile(EQUATIONS, join=machines.JOINS[join])
    inputs = (1.0, 2.0, -0.5)
    for distance in (1e-1, 1e-2, 1e-3, 1e-4, 1e-5):
        pose, velocity = (-2.0 + distance, 0.0, 0.0), (0.0, 0.1, 0.2)
        state = machines.consistent_state(dynamics, P, pose, velocity)
        wanted = machines.accelerations_of(three_rrr.forward(P, pose, velocity, inputs), motors=False)
        found = dynamics.forward(state, machines.inputs_of(dynamics, inputs))
        # the closed form's angles lose digits as eps / sin(psi - phi), sin about sqrt(distance)
        tolerance = 1e-14 / distance + 1e-12
        assert machines.relative([found[name] for name in wanted], list(wanted.values())) < tolerance, distance


def test_few_structures_of_rows_and_pivots_serve_all_states():
    dynamics = lw.compile(EQUATIONS)
    structures = dynamics.system.cached("structures", dict)
    inputs = dict.fromkeys(dynamics.inputs, 0.0)
    for pose, velocity, _, _ in machines.random_cases(P, 20, 91):
        dynamics.forward(machines.consistent_state(dynamics, P, pose, velocity), inputs)
    assert len(structures) <= 3
    before = len(structures)
    for distance in np.geomspace(1e-3, 1e-6, 10):
        state = machines.consistent_state(dynamics, P, (-2.0 + distance, 0.0, 0.0), (0.0, 0.0, 0.0))
        dynamics.forward(state, inputs)
    assert len(structures) <= before + 2


def test_the_array_interface_is_watched_row_by_row():
    dynamics = lw.compile(EQUATIONS)
    states, wanted = [], []
    for distance in (1.5, 1e-1, 1e-3, 1e-5):
        pose, velocity = (-2.0 + distance, 0.0, 0.0), (0.0, 0.1, 0.2)
        states.append(machines.consistent_state(dynamics, P, pose, velocity))
        wanted.append(three_rrr.forward(P, pose, velocity, (1.0, 2.0, -0.5)).platform)
    q, v = (np.array([getattr(state, name) for state in states]) for name in "qv")
    found = dynamics.functions.forward(q, v, np.tile([1.0, 2.0, -0.5], (4, 1)))
    columns = [dynamics.speeds.index(f"platform.{name}'") for name in ("x", "y", "theta")]
    assert np.allclose(found[:, columns], wanted, rtol=1e-8, atol=1e-9)


def parallelogram(join, theta=1.0):
    machine = four_bars.PARALLELOGRAM
    values = four_bars.coordinates(machine, np.array([theta, 0.0, theta]))
    return lw.compile(lw.formalisms.modular(four_bars.mechanism(machine, values)), join=join)


@pytest.mark.parametrize("join", machines.JOINS)
def test_a_flat_parallelogram_is_refused_and_its_joints_named(join):
    dynamics = parallelogram(machines.JOINS[join])
    values = four_bars.flat(four_bars.PARALLELOGRAM)
    q = np.array([values[name] for name in dynamics.coordinates])
    state = dynamics.state(q, np.zeros(len(dynamics.speeds)))
    with pytest.raises(
        SingularConfigurationError, match=r"singular configuration at .* depend on others here"
    ) as caught:
        dynamics.forward(state, {"drive.tau": 1.0})
    assert set(caught.value.parts) <= {"O", "A", "B", "C"}
    assert caught.value.parts
    batch = dynamics.functions.forward(q, np.zeros(len(dynamics.speeds)), np.array([1.0]))
    assert np.isnan(batch).all()  # in a batch one bad row is a value, not an end


@pytest.mark.parametrize("join", machines.JOINS)
def test_a_machine_may_be_described_in_a_singular_configuration(join):
    """The reference itself is flat; the rank is that of the states beside it."""
    machine = four_bars.PARALLELOGRAM
    dynamics = lw.compile(
        lw.formalisms.modular(four_bars.mechanism(machine, four_bars.flat(machine))), join=machines.JOINS[join]
    )
    with pytest.raises(SingularConfigurationError):
        dynamics.forward(dynamics.reference, {"drive.tau": 0.0})
    values = four_bars.coordinates(machine, np.array([1.0, 0.0, 1.0]))
    state = dynamics.state(np.array([values[n] for n in dynamics.coordinates]), np.zeros(len(dynamics.speeds)))
    a = dynamics.forward(state, {"drive.tau": 0.3})["O.angle"]
    # both cranks turn about their ends, the coupler's mass goes with them on a circle
    inertia = 2 * (0.5 * 0.2**2 / 3) + 1.0 * 0.2**2
    torque = 0.3 + machine.gravity[1] * np.cos(1.0) * (2 * 0.5 * 0.1 + 1.0 * 0.2)
    assert a == pytest.approx(torque / inertia, rel=1e-10)


@pytest.mark.parametrize("join", machines.JOINS)
def test_close_to_the_flat_position_the_answer_is_still_right(join):
    machine = four_bars.PARALLELOGRAM
    dynamics = parallelogram(machines.JOINS[join])
    for theta in (1e-1, 1e-3, 1e-5):
        values = four_bars.coordinates(machine, np.array([theta, 0.0, theta]))
        rates = {"crank.theta'": 2.0, "rocker.theta'": 2.0, "coupler.theta'": 0.0}
        rates |= {"coupler.x'": -0.4 * np.sin(theta), "coupler.y'": 0.4 * np.cos(theta)}
        v = np.array([rates.get(name, 0.0) for name in dynamics.speeds])
        state = dynamics.state(np.array([values[n] for n in dynamics.coordinates]), v)
        inertia = 2 * (0.5 * 0.2**2 / 3) + 1.0 * 0.2**2
        torque = 0.3 + machine.gravity[1] * np.cos(theta) * (2 * 0.5 * 0.1 + 1.0 * 0.2)
        found = dynamics.forward(state, {"drive.tau": 0.3})
        # the constraints are conditioned as 1 / theta
        assert found["O.angle"] == pytest.approx(torque / inertia, rel=1e-13 / theta**1.5 + 1e-11)
        assert found["rocker.theta"] == pytest.approx(torque / inertia, rel=1e-13 / theta**1.5 + 1e-11)


def test_a_four_bar_follows_the_closed_form_all_around():
    machine = four_bars.OPEN
    dynamics = lw.compile(lw.formalisms.modular(four_bars.mechanism(machine, four_bars.reference(machine, 0.3))))
    for theta in np.linspace(0.0, 2 * np.pi, 25):
        near = dynamics.reference if theta == 0 else state  # noqa: F821  the state of the step before
        state = dynamics.assemble({"O.angle": theta}, {"O.angle": 3.0}, near=near)
        found = dynamics.forward(state, {"drive.tau": 0.2})
        assert found["O.angle"] == pytest.approx(four_bar.acceleration(machine, theta, 3.0, 0.2), rel=1e-9)
        forces = four_bar.reactions(machine, theta, 3.0, found["O.angle"])
        assert forces.torque == pytest.approx(0.2, abs=1e-9)
        reaction = dynamics.reactions(state, {"drive.tau": 0.2})
        scale = max(np.max(np.abs(force)) for force in (forces.O, forces.A, forces.B, forces.C))
        for joint, force in (("O", forces.O), ("A", forces.A), ("B", forces.B), ("C", forces.C)):
            assert [reaction[joint]["x"], reaction[joint]["y"]] == pytest.approx(force, abs=1e-9 * scale)


@pytest.mark.parametrize("join", machines.JOINS)
def test_a_singular_configuration_is_called_so_even_if_its_speeds_fit_no_branch(join):
    """Flat, each crank turning on its own: speeds in the kernel of A that no motion has; constraints agree."""
    dynamics = parallelogram(machines.JOINS[join])
    values = four_bars.flat(four_bars.PARALLELOGRAM)
    # tips move along y only: 0.2 m/s and -0.6 m/s, so the coupler of 0.6 m turns at -4/3 rad/s
    rates = {"crank.theta'": 1.0, "rocker.theta'": -3.0, "coupler.theta'": -4 / 3, "coupler.y'": 0.2}
    q = np.array([values[name] for name in dynamics.coordinates])
    state = dynamics.state(q, np.array([rates.get(name, 0.0) for name in dynamics.speeds]))
    assert np.max(np.abs(read_state(dynamics.system, 0.0, state.q, state.v, dynamics.p).phi)) < 1e-12
    with pytest.raises(SingularConfigurationError):
        dynamics.forward(state, {"drive.tau": 1.0})


@pytest.mark.parametrize("join", machines.JOINS)
@pytest.mark.parametrize("push", [1.0, 1e-2, 1e-4, 1e-6])
def test_a_row_that_is_empty_at_rest_is_taken_up_in_motion(join, push):
    """The row x' y' = 0 has no slope at rest, where rows are chosen; moving along x it forbids y'', however small."""
    machine = Mechanism(
        "groove",
        {"bead": PointMass(1.0)},
        {
            "groove": Nonholonomic(("bead.x", "bead.y"), lambda _t, _z, s: s[0] * s[1], "m^2/s^2"),
            "push": PointForce("bead", direction=(0.0, 1.0), value=push),
        },
    )
    dynamics = lw.compile(lw.formalisms.modular(machine), join=machines.JOINS[join])
    assert dynamics.forward(dynamics.assemble())["bead.y"] == pytest.approx(push)
    moving = dynamics.state(np.zeros(2), np.array([1e-3, 0.0]))
    assert abs(dynamics.forward(moving)["bead.y"]) < 1e-10 * push
