"""Twists of bodies as numbers, N = N_l N_d and rates: against differences of poses, and the paper's 3-RPS."""

import numpy as np
import pytest

import linkwright as lw
from linkwright.dynamics import Refused, State
from linkwright.dynamics.answers.twists import twists
from linkwright.dynamics.system.readings import body_poses
from linkwright.dynamics.system.system import call_function
from oracles import three_rps, three_rps_denoc

STEP = 1e-5
"""Of central differences (rad, m): their error goes with its square, rounding with 1e-16 over it."""
BOUND = 1e-8


def denoc(machine, **options):
    return lw.compile(lw.formalisms.denoc(machine, **options))


def pose_function(dynamics):
    """(t, q, v, u, p) -> poses of the bodies, R by columns and p; and their names."""
    poses = body_poses(dynamics.system)
    return list(poses), dynamics.system.function("poses", list(poses.values()))


def rates_of(dynamics, state, v):
    function = dynamics.system.function("qdot", [dynamics.system.qdot])
    return call_function(function, state.t, state.q, v, np.zeros(len(dynamics.inputs)), dynamics.p)[0].ravel()


def turned(dynamics, state, qdot):
    """States a little before and after along q'."""
    for sign in (-1.0, 1.0):
        yield State(state.t, dynamics.system.normalise(state.q + sign * STEP * qdot), state.v)


def differences(dynamics, state, qdot):
    """Twists of all bodies by central differences of their poses along q'."""
    names, function = pose_function(dynamics)
    zero = np.zeros(len(dynamics.inputs))
    before, after = (
        call_function(function, each.t, each.q, each.v, zero, dynamics.p) for each in turned(dynamics, state, qdot)
    )
    found = {}
    for name, one, two in zip(names, before, after, strict=True):
        middle, rate = (one + two).ravel() / 2, (two - one).ravel() / (2 * STEP)
        spin = rate[:9].reshape(3, 3).T @ middle[:9].reshape(3, 3)
        w = [spin[2, 1] - spin[1, 2], spin[0, 2] - spin[2, 0], spin[1, 0] - spin[0, 1]]
        found[dynamics.equations.show(name)] = np.concatenate([np.array(w) / 2, rate[9:]])
    return found


MACHINES = {
    "3-RPS": lambda: denoc(lw.mechanisms.three_rps()),
    "3-RPS, Euler parameters": lambda: denoc(lw.mechanisms.three_rps(), spherical="euler_parameters"),
    "chain in space": lambda: denoc(lw.mechanisms.serial_chain(4, spatial=True)),
    "3RRR with motors": lambda: denoc(lw.mechanisms.three_rrr()),
    "Stewart platform": lambda: denoc(lw.mechanisms.stewart()),
}


@pytest.mark.parametrize("name", MACHINES)
def test_twists_and_rates_are_differences_of_poses(name):
    dynamics = MACHINES[name]()
    random = np.random.default_rng(291)
    n = len(dynamics.speeds)
    q = dynamics.system.normalise(dynamics.reference.q + 0.3 * random.normal(size=len(dynamics.coordinates)))
    state = State(0.0, q, random.normal(size=n))  # loops need not close for t = N v
    found = twists(dynamics, state)
    assert len(found.bodies) == len(body_poses(dynamics.system))
    columns = [dynamics.speeds.index(each) for each in found.matrices["N"].columns.names]
    for column, speed in enumerate(columns):
        moved = differences(dynamics, state, rates_of(dynamics, state, np.eye(n)[speed]))
        wanted = np.concatenate([moved[body] for body in found.bodies])
        assert np.max(np.abs(found["N"][:, column] - wanted)) < BOUND
    assert np.max(np.abs(found["N_l"] @ found["N_d"] - found["N"])) < 1e-14
    assert np.array_equal(found["t"], found["N"] @ state.v[columns])
    qdot = rates_of(dynamics, state, state.v)
    before, after = (twists(dynamics, each) for each in turned(dynamics, state, qdot))
    size = 1.0 + np.max(np.abs(qdot)) ** 2
    for matrix in ("N_l", "N_d", "N"):
        rate = (after[matrix] - before[matrix]) / (2 * STEP)
        assert np.max(np.abs(found[f"{matrix}'"] - rate)) < BOUND * size, matrix
    wanted = found["N_l'"] @ found["N_d"] + found["N_l"] @ found["N_d'"]
    assert np.max(np.abs(found["N'"] - wanted)) < 1e-13 * size


def test_the_paper_s_three_rps():
    """N of the legs, twists and their rates by the closed forms of Rahmani Hanzaki and Yoosefi (2011), corrected.

    The paper takes its own points O_i on the bodies; twists there are [[1, 0], [-arm~, 1]] times ours.
    """
    dynamics = denoc(lw.mechanisms.three_rps())
    d, rates = np.array([0.125, 0.112, 0.124]), np.array([0.02, -0.01, 0.015])
    names = ("d1", "d2", "d3")
    state = dynamics.assemble(dict(zip(names, d, strict=True)), dict(zip(names, rates, strict=True)))
    forces = {"f1": 0.1, "f2": -0.05, "f3": 0.02}
    found, vdot = dynamics.twists(state), dynamics.accelerations(state, np.array(list(forces.values())))
    q = three_rps_denoc.coordinates(d)
    dq = three_rps_denoc.speeds(q, rates, three_rps_denoc.RIGHT)
    tree = three_rps_denoc.Tree(q, dq, three_rps_denoc.RIGHT)
    ddd = np.array([vdot[dynamics.speeds.index(f"d{k}'")] for k in (1, 2, 3)])
    ddq = three_rps_denoc.rates_of_speeds(q, dq, ddd, three_rps_denoc.RIGHT)
    names, function = pose_function(dynamics)
    zero = np.zeros(len(dynamics.inputs))
    poses = call_function(function, state.t, state.q, state.v, zero, dynamics.p)
    at = {name: values.ravel()[9:] for name, values in zip(names, poses, strict=True)}
    columns = [dynamics.speeds.index(each) for each in found.matrices["N"].columns.names]
    theirs = {f"leg{leg}.{body}": 12 * n + 6 * k for n, leg in enumerate((2, 3, 1)) for k, body in enumerate(PARTS)}
    theirs["platform"] = 36
    points = origins(q)
    t, tdot = tree.N @ dq, tree.N @ ddq + tree.bias
    mine = found["N"] @ vdot[columns] + found["N'"] @ state.v[columns]
    cross = three_rps_denoc.cross
    for body, row in theirs.items():
        k = 6 * found.bodies.index(body)
        arm = points[body] - at[body]
        X = np.block([[np.eye(3), np.zeros((3, 3))], [-cross(arm), np.eye(3)]])
        w = found["t"][k : k + 3]
        swing = np.concatenate([np.zeros(3), np.cross(w, np.cross(w, arm))])
        assert np.max(np.abs(X @ found["t"][k : k + 6] - t[row : row + 6])) < 1e-12
        assert np.max(np.abs(X @ mine[k : k + 6] + swing - tdot[row : row + 6])) < 1e-10 * np.max(np.abs(tdot))
        for name, column in {"theta2": 0, "d2": 1, "theta3": 2, "d3": 3, "theta1": 4, "d1": 5}.items():
            ours = found["N"][k : k + 6, found.matrices["N"].columns.names.index(f"{name}'")]
            assert np.max(np.abs(X @ ours - tree.N[row : row + 6, column])) < 1e-12, (body, name)


PARTS = ("cylinder", "rod")


def origins(q):
    """The paper's O_i: foot of the leg, the slide's end, and the platform's vertex B1."""
    found = {}
    for n, k in enumerate(three_rps_denoc.ORDER):
        theta, d = q[2 * n : 2 * n + 2]
        s = -np.cos(theta) * three_rps.RADIAL[k] + np.sin(theta) * three_rps.UP
        foot = three_rps.A * three_rps.RADIAL[k]
        found |= {f"leg{k + 1}.cylinder": foot, f"leg{k + 1}.rod": foot + d * s}
        if k == 0:
            found["platform"] = foot + (d + three_rps.L) * s
    return found


def test_blocks_by_body_and_joint():
    dynamics = denoc(lw.mechanisms.three_rps())
    found = dynamics.twists(dynamics.assemble(speeds={"d1": 0.02, "d2": -0.01, "d3": 0.015}))
    assert found.bodies[:3] == ("leg1.cylinder", "leg1.rod", "platform")
    assert found.joints[:3] == ("leg1.base", "leg1.slide", "B1")
    A = found.block("N_l", "platform", "leg1.rod")
    assert np.array_equal(A[:3], np.eye(3, 6))
    assert np.array_equal(A, found["N_l"][12:18, 6:12])
    assert not found.block("N_l", "leg1.rod", "platform").any()
    assert found.block("N_d", "platform", "B1").shape == (6, 3)
    assert np.array_equal(found.block("N", "platform", "leg1.slide"), found["N"][12:18, 1:2])
    assert not found.block("N'", "leg2.rod", "leg1.slide").any()
    with pytest.raises(KeyError, match=r"no body 'leg1\.rods'; did you mean leg1\.rod"):
        found.block("N_l", "leg1.rods", "platform")
    with pytest.raises(KeyError, match=r"no joint 'leg1\.slid'; did you mean leg1\.slide"):
        found.block("N_d", "platform", "leg1.slid")
    with pytest.raises(KeyError, match="'t' has no blocks"):
        found.block("t", "platform", "B1")


def test_many_bodies_are_written_out():
    """A chain of thirty links that turns as one body about its base."""
    dynamics = denoc(lw.mechanisms.serial_chain(30))
    found = dynamics.twists(dynamics.state(np.zeros(30), np.eye(30)[0]))
    assert found["N_l"].shape == (180, 180)
    assert np.max(np.abs(found["t"].reshape(30, 6)[:, 2] - 1.0)) < 1e-14
    places = found["t"].reshape(30, 6)[:, 3:]  # along x, 1 m apart: velocities along y
    assert np.max(np.abs(places - np.outer(np.arange(30), [0, 1, 0]))) < 1e-12


def test_other_formalisms_have_no_twists():
    dynamics = lw.compile(lw.formalisms.kane(lw.mechanisms.three_rps()))
    with pytest.raises(Refused, match=r"twists of three_rps: kane does not take them along a tree.*denoc"):
        dynamics.twists(dynamics.assemble())
    dynamics = denoc(lw.mechanisms.three_rps())
    state = dynamics.assemble()
    with pytest.raises(Refused, match="off"):
        dynamics.twists(dynamics.state(dynamics.system.normalise(state.q + 0.1), state.v))
