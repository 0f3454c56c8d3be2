"""Wheels and balls on planes, fixed, inclined and moving, and knife edges, against Newton's and Euler's equations."""

import numpy as np
import pytest

import linkwright as lw
from components.compiled import G, compiled
from linkwright.components import (
    KnifeEdge,
    PlanarJoint,
    Prescribed,
    Prismatic,
    Revolute,
    RollingBall,
    RollingDisc,
    RollingTorus,
)
from linkwright.dynamics import Refused
from linkwright.model import Body, Ground, Mechanism, ModelError
from linkwright.symbolic import Pose
from oracles import rolling_disc, rotation
from oracles.nonholonomic import skate
from oracles.rolling_in_space import Wheel, wheel_on_turntable

SAME = {"rtol": 1e-10, "atol": 1e-10}  # both sides are closed forms in double precision of numbers up to a hundred
INERTIA = (0.03, 0.05, 0.028, 0.002, -0.001, 0.003)  # no symmetry: an unbalanced wheel is a wheel too
MATRIX = np.array([[0.03, 0.002, -0.001], [0.002, 0.05, 0.003], [-0.001, 0.003, 0.028]])
WHEELS = {
    "disc": (RollingDisc, {"radius": 0.3}, (0.3, 0.0)),
    "torus": (RollingTorus, {"radius": 0.25, "tube": 0.06}, (0.25, 0.06)),
    "ball": (RollingBall, {"radius": 0.2}, (0.0, 0.2)),
}


def on_table(kind, rate, formalism="modular", join=None):
    joint, sizes, radii = WHEELS[kind]
    parts = {"table": Body(3.0, 0.7, home="axle"), "wheel": Body(1.4, INERTIA)}
    connections = {
        "axle": Revolute("ground", "table"),
        "turn": Prescribed("axle.angle", lambda t: rate * t),
        "contact": joint("table", "wheel", **sizes),
    }
    machine = Mechanism(
        "table", parts, connections, gravity=(0.0, 0.0, -9.81), reference={"wheel.z": sum(radii), "wheel.e0": 1.0}
    )
    dynamics = lw.compile(getattr(lw.formalisms, formalism)(machine), join=join)
    return dynamics, Wheel(1.4, MATRIX, *radii)


def check(dynamics, wheel, rate, random):
    """A random state with the wheel on the table: velocities, accelerations and contact forces."""
    e = random.normal(size=4)
    e /= np.linalg.norm(e)
    R = rotation.matrices(e[None])[0]
    height = wheel.across * np.sqrt(1 - R[2, 1] ** 2) + wheel.along
    p, w, time = np.array([*random.uniform(-1, 1, 2), height]), random.uniform(-4, 4, 3), random.uniform(0, 0.8)
    v, v_rate, w_rate, force = wheel_on_turntable(wheel, rate, p, R, w)
    places = {"wheel.x": p[0], "wheel.y": p[1]} | {f"wheel.e{k}": e[k] for k in range(4)}
    near = dynamics.assemble(t=time)
    q = near.q.copy()
    for name, value in (places | {"wheel.z": height}).items():
        q[dynamics.coordinates.index(name)] = value
    spin = R.T @ w
    speeds = {f"wheel.w{axis}": spin[k] for k, axis in enumerate("xyz")}
    state = dynamics.assemble(places, speeds, near=dynamics.state(q, near.v, time), t=time)
    np.testing.assert_allclose([state[f"wheel.{axis}'"] for axis in "xyz"], v, **SAME)
    found = dynamics.forward(state)
    np.testing.assert_allclose([found[f"wheel.{axis}"] for axis in "xyz"], v_rate, **SAME)
    np.testing.assert_allclose([found[f"wheel.w{axis}"] for axis in "xyz"], R.T @ w_rate, **SAME)
    reaction = dynamics.reactions(state)["contact"]
    turn = rate * time
    along = np.array([[np.cos(turn), np.sin(turn), 0.0], [-np.sin(turn), np.cos(turn), 0.0], [0.0, 0.0, 1.0]])
    np.testing.assert_allclose(
        [reaction[row] for row in ("slip_x", "slip_y", "contact")], along @ force, rtol=1e-9, atol=1e-9
    )


@pytest.mark.one_in(9)
@pytest.mark.parametrize("formalism", ["modular", "newton_euler", "kane", "boltzmann_hamel", "lagrange", "maggi"])
@pytest.mark.parametrize("rate", [0.0, 1.3])
@pytest.mark.parametrize("kind", WHEELS)
def test_a_wheel_on_a_fixed_and_on_a_turning_table(kind, rate, formalism):
    dynamics, wheel = on_table(kind, rate, formalism)
    random = np.random.default_rng(7)
    for _ in range(6):
        check(dynamics, wheel, rate, random)


@pytest.mark.parametrize(
    "join",
    [lw.joins.UdwadiaKalaba(), lw.joins.Multipliers(), lw.joins.Complement(lw.kernels.QR())],
    ids=lambda join: type(join).__name__,
)
def test_a_disc_on_a_turntable_by_other_joins(join):
    dynamics, wheel = on_table("disc", 1.3, join=join)
    check(dynamics, wheel, 1.3, np.random.default_rng(8))


@pytest.mark.parametrize("kind", WHEELS)
def test_quantities_of_a_wheel_are_those_their_rates_belong_to(kind):
    """Along a motion the position of each quantity is the integral of its speed (cubic Hermite: its error is h^4)."""
    dynamics, _ = on_table(kind, 1.3)
    speeds = {"wheel.wx": 0.5, "wheel.wy": 4.0, "wheel.wz": 0.3}
    trajectory = lw.simulate(
        dynamics, dynamics.assemble(speeds=speeds), duration=0.4, accuracy="reference", samples=401
    )
    assert trajectory.outcome.kind == "finished"
    step = trajectory.time[1]
    for name in ("x", "y") if kind == "ball" else ("x", "y", "lean", "heading"):
        z, rate = np.unwrap(trajectory[f"contact.{name}"]), trajectory[f"contact.{name}'"]
        middle = rate[1:-1:2]
        simpson = step / 3 * (rate[:-2:2] + 4 * middle + rate[2::2])
        np.testing.assert_allclose(z[2::2] - z[:-2:2], simpson, rtol=0, atol=1e-9)


def test_a_ball_on_an_incline():
    slope, m, r = 0.35, 0.8, 0.1
    ground = Ground(points={"incline": Pose((0.0, 0.0, 0.0), angle=slope, axis="y")})  # x of the incline points down
    J = 2 / 5 * m * r**2
    dynamics = compiled(
        "incline",
        {"frame": ground, "ball": Body(m, (J, J, J))},
        {"contact": RollingBall("frame.incline", "ball", radius=r)},
        gravity=(0.0, 0.0, -G),
        reference={"ball.z": r},
    )
    state = dynamics.assemble({"contact.x": 0.3}, {"contact.x": 0.0, "contact.y": 0.2, "ball.wz": 1.0})
    wanted = rolling_disc.rolling(m, J, r, slope)
    found, reaction = dynamics.forward(state), dynamics.reactions(state)["contact"]
    assert found["contact.x"] == pytest.approx(wanted.acceleration, rel=1e-11)
    assert found["contact.y"] == pytest.approx(0.0, abs=1e-12)
    assert reaction["contact"] == pytest.approx(wanted.normal, rel=1e-11)
    assert reaction["slip_x"] == pytest.approx(-wanted.friction, rel=1e-11)


def test_a_wheel_in_a_lift_weighs_more():
    parts = {"lift": Body(5.0, (1.0, 1.0, 1.0)), "wheel": Body(2.0, (0.01, 0.02, 0.01))}
    connections = {
        "shaft": Prismatic("ground", "lift", axis="z"),
        "rise": Prescribed("shaft.slide", lambda t: 0.6 * t**2),
        "contact": RollingTorus("lift", "wheel", radius=0.1, tube=0.02),
    }
    dynamics = compiled("lift", parts, connections, gravity=(0.0, 0.0, -G), reference={"wheel.z": 0.12})
    state = dynamics.assemble(speeds={"contact.lean": 0.0, "contact.heading": 0.0, "contact.spin": 3.0}, t=0.5)
    assert state["wheel.z'"] == pytest.approx(0.6, rel=1e-12)
    assert state["contact.x'"] == pytest.approx(0.12 * 3.0, rel=1e-12)
    assert dynamics.reactions(state)["contact"]["contact"] == pytest.approx(2.0 * (G + 1.2), rel=1e-11)


def test_a_knife_edge_in_space_on_an_inclined_plane():
    """A body in space, held on the incline by a planar joint, is the planar blade on a plane of its own."""
    slope, m, spin, time = 0.3, 1.7, 1.3, 0.8
    ground = Ground(points={"incline": Pose((0.0, 0.0, 0.0), angle=slope, axis="y")})
    connections = {
        "plane": PlanarJoint("frame.incline", "blade"),
        "edge": KnifeEdge("frame.incline", "blade"),
    }
    parts = {"frame": ground, "blade": Body(m, (0.2, 0.2, 0.3))}
    reference = {"blade.e0": np.cos(slope / 2), "blade.e2": np.sin(slope / 2)}
    for formalism in (lw.formalisms.modular, lw.formalisms.kane):
        machine = Mechanism("skate", parts, connections, gravity=(0.0, 0.0, -G), reference=reference)
        dynamics = lw.compile(formalism(machine))
        path = skate(time, m, spin, slope=slope, speed=0.5)
        phi = spin * time
        speed = path.vx * np.cos(phi) + path.vy * np.sin(phi)
        state = dynamics.assemble(
            {"plane.x": path.x, "plane.y": path.y, "plane.angle": phi}, {"plane.angle": spin, "edge.speed": speed}
        )
        found = dynamics.forward(state)
        assert found["plane.x"] == pytest.approx(path.fx / m + G * np.sin(slope), rel=1e-11)
        assert found["plane.y"] == pytest.approx(path.fy / m, rel=1e-11)
        side = path.fy * np.cos(phi) - path.fx * np.sin(phi)
        assert dynamics.reactions(state)["edge"]["side"] == pytest.approx(side, rel=1e-10)


def test_a_knife_edge_on_a_turning_table_keeps_to_the_table():
    """On a table at the rate W the blade's speed across itself, relative to the table, is zero: v = W x p + u x."""
    connections = {
        "axle": Revolute("ground", "table"),
        "turn": Prescribed("axle.angle", lambda t: 0.9 * t),
        "edge": KnifeEdge("table", "blade"),
    }
    dynamics = compiled("table", {"table": Body(1.0, 1.0), "blade": Body(1.0, 0.1)}, connections)
    state = dynamics.assemble(
        {"blade.x": 0.4, "blade.y": 0.2, "blade.theta": 0.7}, {"edge.speed": 1.1, "blade.theta": 0.3}
    )
    found = np.array([state["blade.x'"], state["blade.y'"]])
    np.testing.assert_allclose(found, [-0.9 * 0.2 + 1.1 * np.cos(0.7), 0.9 * 0.4 + 1.1 * np.sin(0.7)], rtol=1e-12)


# -- bad input -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("joint", [RollingDisc, RollingTorus, RollingBall])
@pytest.mark.parametrize("radius", [0.0, -0.3])
def test_a_radius_must_be_positive(joint, radius):
    with pytest.raises(ValueError, match=rf"contact: radius is {radius:.6g}; it must be positive"):
        compiled("bad", {"wheel": Body(1.0, (1.0, 1.0, 1.0))}, {"contact": joint("ground", "wheel", radius=radius)})


def test_a_tube_must_have_a_radius():
    wheel = RollingTorus("ground", "wheel", radius=0.3, tube=0.0)
    with pytest.raises(ValueError, match="contact: tube radius is 0; it must be positive"):
        compiled("bad", {"wheel": Body(1.0, (1.0, 1.0, 1.0))}, {"contact": wheel})


def test_a_radius_must_be_a_number():
    with pytest.raises(ModelError, match="contact: radius = nan is not finite"):
        Mechanism(
            "bad", {"wheel": Body(1.0, (1.0, 1.0, 1.0))}, {"contact": RollingBall("ground", "wheel", float("nan"))}
        )


@pytest.mark.parametrize("kind", ["disc", "torus"])
@pytest.mark.parametrize("turn", [np.pi / 2, -np.pi / 2])
def test_a_wheel_that_lies_flat_is_refused_in_words(kind, turn):
    dynamics, wheel = on_table(kind, 0.0)
    flat = {f"wheel.e{k}": x for k, x in enumerate([np.cos(turn / 2), np.sin(turn / 2), 0.0, 0.0])}
    q = dynamics.reference.q.copy()
    for name, value in (flat | {"wheel.z": wheel.along}).items():
        q[dynamics.coordinates.index(name)] = value
    state = dynamics.state(q, np.zeros(len(dynamics.speeds)))
    with pytest.raises(Refused, match="contact: the wheel lies flat on the plane and has no contact point"):
        dynamics.forward(state)
    outcome = lw.simulate(dynamics, state, duration=0.1).outcome
    assert outcome.kind == "failed"
    assert "contact" in outcome.reason


def test_a_flat_wheel_as_reference_is_refused_when_it_is_asked_to_move():
    flat = {"wheel.e0": np.sqrt(0.5), "wheel.e1": np.sqrt(0.5)}
    dynamics = compiled(
        "flat",
        {"wheel": Body(1.0, (0.1, 0.2, 0.1))},
        {"contact": RollingDisc("ground", "wheel", radius=0.3)},
        reference=flat,
    )
    with pytest.raises(Refused, match="contact: the wheel lies flat"):
        dynamics.forward(dynamics.reference)


def test_an_edge_whose_side_is_normal_to_the_plane_is_refused():
    dynamics = compiled("k", {"blade": Body(1.0, (1.0, 1.0, 1.0))}, {"edge": KnifeEdge("ground", "blade")})
    h = np.sqrt(0.5)
    with pytest.raises(Refused, match="edge: the y axis of the edge is normal to the plane"):
        dynamics.forward(dynamics.state(np.array([0.0, 0.0, 0.0, h, h, 0.0, 0.0]), np.zeros(6)))


@pytest.mark.parametrize("plane", ["", None])
def test_a_knife_edge_needs_a_plane(plane):
    with pytest.raises(ModelError, match=r"edge: knife edge without a plane .* name the frame"):
        Mechanism("k", {"blade": Body(1.0, 0.1)}, {"edge": KnifeEdge(plane, "blade")})


def test_a_knife_edge_on_its_own_body_is_refused():
    with pytest.raises(ModelError, match="one and the same body"):
        Mechanism("k", {"blade": Body(1.0, 0.1)}, {"edge": KnifeEdge("blade", "blade")})
