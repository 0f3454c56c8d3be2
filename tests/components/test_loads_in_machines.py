"""Loads on small machines, against closed forms and energy."""

import casadi as ca
import numpy as np
import pytest

from components.compiled import TIGHT, G, compiled
from linkwright.components import (
    Damper,
    DCMotor,
    Force,
    Gear,
    Holonomic,
    JointSpring,
    PointForce,
    Prismatic,
    Revolute,
    Spring,
    Torque,
    Wrench,
)
from linkwright.formalisms import kane, modular
from linkwright.model import Body, Ground, Mechanism, PointMass


def two_bodies(load, **options):
    """Two free planar bodies and a load between them."""
    bodies = {
        name: Body(mass, inertia, centre=(0.05, -0.02), points={"p": (0.3, 0.1)})
        for name, mass, inertia in (("a", 1.1, 0.2), ("b", 0.7, 0.3))
    }
    return compiled("pair", bodies, {"load": load}, **options)


def free_state(dynamics, random):
    names = [f"{body}.{c}" for body in "ab" for c in ("x", "y", "theta")]
    return dynamics.assemble(
        dict(zip(names, random.uniform(-1, 1, 6), strict=True)), dict(zip(names, random.normal(size=6), strict=True))
    )


def energy_rate(dynamics, state, inputs=None):
    """d/dt of kinetic and of potential energy by central differences along q' = v, v' = forward.

    The error is step^2 times third derivatives, plus eps / step: about 1e-9.
    """
    step = 1e-5
    vdot = dynamics.accelerations(state, np.array(list((inputs or {}).values())))
    energies = []
    for h in (-step, step):
        q = state.q + h * state.v + h**2 / 2 * vdot
        energies.append(dynamics.energy(dynamics.state(q, state.v + h * vdot)))
    return tuple((getattr(energies[1], n) - getattr(energies[0], n)) / (2 * step) for n in ("kinetic", "potential"))


POTENTIALS = {
    "spring": Spring("a.p", "b.p", stiffness=30.0, length=0.4),
    "spring without length": Spring("a.p", "b.p", stiffness=30.0),
}


@pytest.mark.parametrize("name", POTENTIALS)
@pytest.mark.parametrize("gravity", [None, (0.7, -G)], ids=["no gravity", "gravity"])
def test_the_power_of_a_potential_is_minus_its_rate(name, gravity):
    dynamics = two_bodies(POTENTIALS[name], gravity=gravity)
    random = np.random.default_rng(10)
    for _ in range(3):
        state = free_state(dynamics, random)
        kinetic, potential = energy_rate(dynamics, state)
        assert abs(potential) > 1e-3
        assert kinetic == pytest.approx(-potential, rel=1e-6, abs=1e-6)


def test_the_power_of_a_damper_is_its_loss():
    dynamics = two_bodies(Damper("a.p", "b.p", damping=2.0))
    random = np.random.default_rng(11)
    for _ in range(3):
        state = free_state(dynamics, random)
        kinetic, potential = energy_rate(dynamics, state)
        assert potential == 0
        loss = dynamics.energy(state, {}).loss
        assert loss < 0
        assert kinetic == pytest.approx(loss, rel=1e-6, abs=1e-7)


def test_a_spring_and_a_damper_act_along_their_line_on_both_ends():
    """Forces k (l - l0) + d l' on two particles, by hand."""
    parts = {"a": PointMass(0.5), "b": PointMass(2.0)}
    loads = {"spring": Spring("a", "b", stiffness=7.0, length=0.3), "damper": Damper("a", "b", damping=0.9)}
    dynamics = compiled("pair", parts, loads)
    pa, pb, va, vb = np.array([0.1, 0.2]), np.array([0.7, -0.3]), np.array([0.4, 1.0]), np.array([-0.5, 0.3])
    state = dynamics.assemble(
        {"a.x": pa[0], "a.y": pa[1], "b.x": pb[0], "b.y": pb[1]},
        {"a.x": va[0], "a.y": va[1], "b.x": vb[0], "b.y": vb[1]},
    )
    length = np.linalg.norm(pb - pa)
    e = (pb - pa) / length
    force = (7.0 * (length - 0.3) + 0.9 * e @ (vb - va)) * e
    found = dynamics.forward(state)
    assert [found["a.x"], found["a.y"]] == pytest.approx(force / 0.5, rel=TIGHT)
    assert [found["b.x"], found["b.y"]] == pytest.approx(-force / 2.0, rel=TIGHT)
    assert dynamics.energy(state).potential == pytest.approx(7.0 * (length - 0.3) ** 2 / 2, rel=TIGHT)


@pytest.mark.parametrize("space", [False, True], ids=["plane", "space"])
def test_an_angular_spring_between_moving_bodies(space):
    """In the plane by the angles of the bodies, whole turns and all; read from frames in space by the short way round.

    There a run that winds it by half a turn ends.
    """
    turning = [(1.0, 1.0, I) if space else I for I in (0.5, 0.25)]
    parts = {
        "a": Body(1.0, turning[0], points={"p": (0.0, 0.0)}),
        "b": Body(1.0, turning[1], points={"p": (0.0, 0.0)}),
    }
    connections = {"pin": Revolute("a.p", "b.p"), "spring": JointSpring("pin.angle", stiffness=2.0, rest=3.0)}
    dynamics = compiled("pair", parts, connections)
    if space:
        state = dynamics.assemble({"pin.angle": -3.0})
        names, deflection = ("a.wz", "b.wz"), -6.0 + 2 * np.pi  # of -3 from a rest of 3, within half a turn
    else:
        state = dynamics.assemble({"a.x": 0.0, "a.y": 0.0, "a.theta": 0.4, "b.theta": 0.4 - 3.0})
        names, deflection = ("a.theta", "b.theta"), -6.0
    found = dynamics.forward(state)
    assert found[names[1]] == pytest.approx(-2.0 * deflection / 0.25, rel=TIGHT)
    assert found[names[0]] == pytest.approx(2.0 * deflection / 0.5, rel=TIGHT)


def test_wrenches_and_forces_act_on_their_points():
    body = Body(2.0, 0.3, centre=(0.1, 0.0), points={"p": (0.4, 0.2)})
    loads = {
        "hand": Wrench("body.p"),
        "push": PointForce("body.p", direction=(3.0, 4.0), input="pull"),
        "constant": PointForce("body.centre", direction=(0.0, 2.0), value=1.5),
    }
    dynamics = compiled("plate", {"body": body}, loads)
    theta, w = 0.7, 1.3
    state = dynamics.assemble({"body.theta": theta}, {"body.theta": w, "body.x": 0.2, "body.y": -0.1})
    found = dynamics.forward(state, {"hand.fx": 1.0, "hand.fy": -2.0, "hand.mz": 0.4, "push.pull": 5.0})
    c, s = np.cos(theta), np.sin(theta)
    R = np.array([[c, -s], [s, c]])
    on_point = np.array([1.0, -2.0]) + 5.0 * np.array([0.6, 0.8])
    arm = R @ np.array([0.3, 0.2])
    turn = (0.4 + arm[0] * on_point[1] - arm[1] * on_point[0]) / 0.3
    centre = (on_point + np.array([0.0, 1.5])) / 2.0
    r = R @ np.array([-0.1, 0.0])  # origin from centre
    origin = centre + turn * np.array([-r[1], r[0]]) - w**2 * r
    assert found["body.theta"] == pytest.approx(turn, rel=TIGHT)
    assert [found["body.x"], found["body.y"]] == pytest.approx(origin, rel=TIGHT)


def test_constant_torque_and_a_point_mass_on_a_bar():
    """A massless bar with a particle at its end: the seed of many textbook machines, theta'' = tau / (m l^2)."""
    parts = {"bar": Body(0.0, 0.0, points={"a": (0.0, 0.0), "b": (0.8, 0.0)}), "ball": PointMass(0.5)}
    connections = {
        "pin": Revolute("ground", "bar.a"),
        "hold": Holonomic(
            ("ball.x", "ball.y", "bar.x", "bar.y", "bar.theta"),
            lambda _t, x, y, bx, by, th: [x - bx - 0.8 * ca.cos(th), y - by - 0.8 * ca.sin(th)],
            "m",
        ),
        "motor": Torque("pin.angle", value=2.4),
    }
    dynamics = compiled("sling", parts, connections)
    state = dynamics.assemble({"pin.angle": 0.4}, {"pin.angle": 2.0})
    assert dynamics.forward(state)["pin.angle"] == pytest.approx(2.4 / (0.5 * 0.8**2), rel=1e-10)
    assert dynamics.inputs == ()


@pytest.mark.parametrize(
    ("load", "words"),
    [
        (Torque("rail.slide"), r"Torque on rail.slide: its speed is in m/s, so an effort on it is in N, .*; use Force"),
        (
            Force("pin.angle"),
            r"Force on pin.angle: its speed is in rad/s, so an effort on it is in N m, .*; use Torque",
        ),
        (Torque("block.x", value=2.0), r"not a torque in N m; use Force"),
        (
            Force("motor.i", value=2.0),
            r"Force on motor.i: its speed is in A, so an effort on it is in V, not a force in N",
        ),
    ],
)
def test_an_effort_in_the_wrong_unit_is_refused(load, words):
    parts = {
        "ground": Ground(),
        "block": Body(1.0, 0.2),
        "arm": Body(1.0, 0.2, points={"tip": (0.5, 0.0)}),
        "motor": DCMotor(J=1.0, L=0.1, R=1.0, Kt=0.1, Ke=0.1),
    }
    joints = {
        "rail": Prismatic("ground", "block"),
        "pin": Revolute("block", "arm.tip"),
        "gear": Gear("motor.omega", "pin.angle", 5.0),
    }
    for formalism in (modular, kane):
        with pytest.raises(ValueError, match=words):
            formalism(Mechanism("cart", parts, {**joints, "load": load}))
    compiled("cart", parts, {**joints, "push": Force("rail.slide"), "turn": Torque("pin.angle")})
