"""DeNOC: the matrices, both kinds of spherical joints, cuts, and what is refused."""

import casadi as ca
import numpy as np
import pytest

import linkwright as lw
from linkwright.dynamics import Refused
from linkwright.model import ModelError


def test_matrices_of_a_double_pendulum_by_hand():
    """N_l, N_d and N of two rods, written down from a drawing; N^T M N is the known mass matrix."""
    machine = lw.mechanisms.serial_chain(2, g=0.0)
    equations = lw.formalisms.denoc(machine)
    (found,) = equations.links.matrices()
    assert found.bodies == ("link1", "link2")
    p = equations.parameters.values({})
    (uses,) = [uses for uses in equations.blocks if uses.type.speeds]
    q = np.array([0.3, 0.5])
    N_l, N_d, N, M = (
        np.asarray(ca.Function("f", [found.q, found.p], [ca.densify(x)])(q, p[uses.p[0]]))
        for x in (found.N_l, found.N_d, found.N, found.M)
    )
    tip = np.array([np.cos(0.3), np.sin(0.3), 0.0])  # l = 1: from O_1 to O_2
    A = np.eye(6)
    A[3:, :3] = -np.array([[0, -tip[2], tip[1]], [tip[2], 0, -tip[0]], [-tip[1], tip[0], 0]])
    axis = np.array([0, 0, 1.0, 0, 0, 0])[:, None]
    zero = np.zeros((6, 1))
    assert np.allclose(N_l, np.block([[np.eye(6), np.zeros((6, 6))], [A, np.eye(6)]]), atol=1e-15)
    assert np.allclose(N_d, np.block([[axis, zero], [zero, axis]]), atol=1e-15)
    assert np.allclose(N, N_l @ N_d, atol=1e-15)
    c = np.cos(0.5)
    known = np.array([[1 / 3 + 1 + 1 / 3 + c, 1 / 3 + c / 2], [1 / 3 + c / 2, 1 / 3]])
    assert np.allclose(N.T @ M @ N, known, atol=1e-14)


VARIANTS = {
    "denoc": lambda m: lw.compile(lw.formalisms.denoc(m)),
    "denoc, recursion": lambda m: lw.compile(lw.formalisms.denoc(m), join=lw.joins.Recursion()),
    "denoc, euler parameters": lambda m: lw.compile(lw.formalisms.denoc(m, spherical="euler_parameters")),
    "denoc, euler parameters, recursion": lambda m: lw.compile(
        lw.formalisms.denoc(m, spherical="euler_parameters"), join=lw.joins.Recursion()
    ),
    "modular": lambda m: lw.compile(lw.formalisms.modular(m)),
    "multipliers": lambda m: lw.compile(lw.formalisms.modular(m), join=lw.joins.Multipliers()),
}


@pytest.mark.long
def test_forward_integration_of_the_three_rps_agrees():
    """Half a second of motion sees a wrong G* or a missing rate of it, which forces at given motions cannot."""
    machine = lw.mechanisms.three_rps(gravity=9.81)
    inputs = {"f1": 7.0, "f2": 7.6, "f3": 7.3}
    ends = {}
    for name, make in VARIANTS.items():
        dynamics = make(machine)
        state = dynamics.assemble({}, {"d1": 0.02, "d2": -0.01, "d3": 0.015})
        run = lw.simulate(dynamics, state, duration=0.5, inputs=inputs, rtol=1e-12, atol=1e-13, samples=6)
        assert run.outcome.kind == "finished", (name, run.outcome)
        ends[name] = np.array([run[f"{d}{k}"] for d in ("d", "theta") for k in (1, 2, 3)])
    base = ends["modular"]
    assert np.ptp(base, axis=1).max() > 1e-3  # it moves
    for name, found in ends.items():
        assert np.abs(found - base).max() < 1e-9, (name, np.abs(found - base).max())


def hanging():
    ball = lw.Body(1.0, (0.01, 0.02, 0.03), (0.0, 0.0, -0.2), points={"top": (0.0, 0.0, 0.0)}, home=lw.Free())
    return lw.Mechanism(
        "hanging",
        parts={"ball": ball},
        connections={"joint": lw.Spherical("ground", "ball.top")},
        gravity=(0, 0, -9.81),
    )


def test_half_a_turn_of_a_spherical_joint_is_reported_with_euler_parameters_only():
    machine = hanging()
    plain = lw.compile(lw.formalisms.denoc(machine))
    state = plain.state(np.array([0.0, 1.0, 0.0, 0.0]), np.array([0.1, 0.2, 0.3]))
    assert all(np.isfinite(list(plain.forward(state).values())))
    rates = lw.compile(lw.formalisms.denoc(machine, spherical="euler_parameters"))
    assert list(rates.speeds) == ["joint.e1'", "joint.e2'", "joint.e3'"]
    with pytest.raises(Refused, match="180 degrees"):
        lw.compile(rates.equations, near=rates.state(np.array([1e-9, 1.0, 0.0, 0.0]), np.zeros(3)))


@pytest.mark.parametrize("join", [lw.joins.Complement(), lw.joins.Recursion()], ids=lambda join: type(join).__name__)
def test_a_run_through_half_a_turn_says_so_or_ends_there(join):
    """Against angular velocities, which have no limit; at the start e = (1, 0, 0, 0) and e' = w / 2."""
    plain = lw.compile(lw.formalisms.denoc(hanging()))
    rates = lw.compile(lw.formalisms.denoc(hanging(), spherical="euler_parameters"), join=join)
    start = np.array([1.0, 0.0, 0.0, 0.0])
    for w, passes in ((np.array([0.0, 0.0, 5.0]), True), (np.array([3.0, 15.0, 2.0]), False)):
        given = {"duration": 2.0, "samples": 21, "rtol": 1e-10, "atol": 1e-12}
        wanted = lw.simulate(plain, plain.state(start, w), **given)
        found = lw.simulate(rates, rates.state(start, w / 2), **given)
        count = len(found.time) if passes else len(found.time) - 1  # the last one is where it ended
        for name in ("e0", "e1", "e2", "e3"):
            assert (
                np.abs(found[f"joint.{name}"] - np.interp(found.time, wanted.time, wanted[f"joint.{name}"]))[
                    :count
                ].max()
                < 1e-8  # a long step over half a turn may leave ten tolerances, and the motion then carries them on
            ), (w, name)
        if passes:  # half a turn about z at pi / 5 s, again at 3 pi / 5 s
            (note,) = found.certificate.notes
            assert "at joint joint Euler parameter e0 is zero (turned by 180 degrees)" in note
            assert "at t = 0.628319, 1.88496 s" in note
            assert found.outcome.finished
        else:
            assert found.outcome.kind == "failed"
            assert "at joint joint Euler parameter e0 is zero (turned by 180 degrees)" in found.outcome.reason
            assert wanted["joint.e0"].min() < 0  # there it goes on


def test_cuts_are_chosen_or_refused_in_words():
    machine = lw.mechanisms.four_bar()
    for joint in ("A", "B", "rocker.pivot"):
        equations = lw.formalisms.denoc(machine, cut=[joint])
        assert list(equations.links.cuts) == [joint]
    with pytest.raises(ModelError, match="leaves a loop closed, through joint"):
        lw.formalisms.denoc(machine, cut=[])
    with pytest.raises(ModelError, match="a part of the machine would hang on nothing"):
        lw.formalisms.denoc(machine, cut=["A", "B"])
    with pytest.raises(ModelError, match=r"no joint 'C'; there are"):
        lw.formalisms.denoc(machine, cut=["C"])
    with pytest.raises(TypeError, match=r"cut is a str .*, such as \['B'\]"):
        lw.formalisms.denoc(machine, cut="B")
    with pytest.raises(ModelError, match="also in tree="):
        lw.formalisms.denoc(machine, cut=["B"], tree=["B"])
    with pytest.raises(ValueError, match="expected one of 'angular_velocity', 'euler_parameters'"):
        lw.formalisms.denoc(machine, spherical="quaternions")


def test_multipliers_at_a_cut_are_the_reaction_in_the_joints_own_frame():
    """Of a four-bar cut at B: the force in the axes of B's first part, from the reaction in world axes."""
    machine = lw.mechanisms.four_bar()
    dynamics = lw.compile(lw.formalisms.denoc(machine, cut=["B"]), join=lw.joins.Recursion())
    state = dynamics.assemble()
    inputs = dict.fromkeys(dynamics.inputs, 0.3)
    world = dynamics.reactions(state, inputs)["B"]
    own = dynamics.cut_multipliers(state, inputs)["B"]
    assert machine.connections["B"].first.startswith("coupler")
    angle = state["theta"]  # of the coupler
    turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    assert np.allclose([own["x"], own["y"]], turn @ [world["x"], world["y"]], rtol=1e-12)
