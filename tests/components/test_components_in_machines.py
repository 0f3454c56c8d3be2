"""Components inside small machines, against closed forms."""

import casadi as ca
import numpy as np
import pytest
from scipy.integrate import solve_ivp

import linkwright as lw
from linkwright.components import (
    Damper,
    DCMotor,
    Force,
    Holonomic,
    JointDamper,
    JointSpring,
    Nonholonomic,
    PinInSlot,
    PointForce,
    Prescribed,
    Prismatic,
    Reducer,
    Revolute,
    RollingOnLine,
    Spring,
    Torque,
    Wrench,
)
from linkwright.model import Body, Ground, Mechanism, PointMass
from linkwright.symbolic import Place
from oracles import dc_motor, links, nonholonomic, rolling_disc, scotch_yoke, slider_crank

TIGHT = 1e-12  # relative: a few roundings of small well-conditioned systems
G = 9.80665


def compiled(*arguments, **options):
    return lw.compile(lw.formalisms.modular(Mechanism(*arguments, **options)))


# -- joints ----------------------------------------------------------------------------------------------------------


def test_a_revolute_joint_makes_a_pendulum():
    """The closed form theta'' = M / (I + m l^2), for a centre off the joint's line, in both choices of coordinates."""
    m, I, arm = 1.7, 0.23, (0.4, -0.3)
    wanted = lambda th: (  # noqa: E731  moment of the weight about the pin
        -m * G * (arm[0] * np.cos(th) - arm[1] * np.sin(th)) / (I + m * (arm[0] ** 2 + arm[1] ** 2))
    )
    for home in ({}, {"home": "pin"}):
        bar = Body(m, I, centre=arm, points={"eye": (0.0, 0.0)}, **home)
        dynamics = compiled("pendulum", {"bar": bar}, {"pin": Revolute("ground", "bar.eye")}, gravity=(0.0, -G))
        for angle, rate in ((0.3, 1.0), (-2.0, 4.0), (3.0, -2.0)):
            state = dynamics.assemble({"pin.angle": angle}, {"pin.angle": rate})
            assert dynamics.forward(state)["pin.angle"] == pytest.approx(wanted(angle), rel=TIGHT)
            assert state["bar.theta"] == pytest.approx(angle)
            # the pin carries weight and centripetal force
            a = dynamics.forward(state)["pin.angle"]
            c, s = np.cos(angle), np.sin(angle)
            r = np.array([c * arm[0] - s * arm[1], s * arm[0] + c * arm[1]])
            force = m * (a * np.array([-r[1], r[0]]) - rate**2 * r + np.array([0, G]))
            found = dynamics.reactions(state)["pin"]
            assert [found["x"], found["y"]] == pytest.approx(force, rel=1e-11)


@pytest.mark.parametrize("home", [False, True], ids=["own coordinates", "joint's coordinate"])
def test_a_prismatic_joint_on_an_inclined_guide(home):
    slope, m = 0.4, 2.5
    block = Body(m, 0.1, points={"shoe": Place((0.1, 0.05), angle=0.3)}, **({"home": "guide"} if home else {}))
    ground = Ground(points={"rail": Place((0.7, -0.2), angle=-slope)})
    dynamics = compiled(
        "incline",
        {"ground": ground, "block": block},
        {
            "guide": Prismatic("ground.rail", "block.shoe"),
            "spring": JointSpring("guide.slide", stiffness=12.0, rest=0.2),
            "damper": JointDamper("guide.slide", damping=0.7),
            "push": Force("guide.slide", input="push"),
        },
        gravity=(0.0, -G),
    )
    state = dynamics.assemble({"guide.slide": 0.6}, {"guide.slide": -1.3})
    # the frame of the shoe stays parallel to the rail: the body turns by -slope - 0.3
    assert state["block.theta"] == pytest.approx(-slope - 0.3, abs=1e-13)
    pull = m * G * np.sin(slope) - 12.0 * (0.6 - 0.2) + 0.7 * 1.3 + 3.0
    found = dynamics.forward(state, {"push.push": 3.0})
    assert found["guide.slide"] == pytest.approx(pull / m, rel=TIGHT)
    reaction = dynamics.reactions(state, {"push.push": 3.0})["guide"]
    assert reaction["across_y"] == pytest.approx(m * G * np.cos(slope), rel=1e-11)
    energy = dynamics.energy(state, {"push.push": 3.0})
    assert energy.kinetic == pytest.approx(m * 1.3**2 / 2, rel=TIGHT)
    assert energy.loss == pytest.approx(-0.7 * 1.3**2, rel=TIGHT)
    assert energy.source == pytest.approx(-3.0 * 1.3, rel=TIGHT)


def test_a_pin_in_a_slot_makes_a_scotch_yoke():
    yoke = scotch_yoke.ScotchYoke(radius=0.15, inertia=0.02, mass=1.4)
    # The slot runs along y of the yoke: x of the slot's frame points up.
    parts = {
        "ground": Ground(points={"rail": (0.0, 0.0)}),
        "crank": Body(3.0, yoke.inertia, points={"eye": (0.0, 0.0), "pin": (yoke.radius, 0.0)}),
        "yoke": Body(yoke.mass, 0.5, points={"slot": Place((0.0, 0.0), angle=np.pi / 2)}),
    }
    connections = {
        "shaft": Revolute("ground", "crank.eye"),
        "rail": Prismatic("ground.rail", "yoke"),
        "pin": PinInSlot("yoke.slot", "crank.pin"),
        "drive": Torque("shaft.angle"),
        "load": Force("rail.slide"),
    }
    dynamics = compiled("scotch", parts, connections, reference={"crank.theta": 0.5, "yoke.x": 0.13})
    random = np.random.default_rng(8)
    for theta, rate, torque, force in random.uniform(-3, 3, (8, 4)):
        state = dynamics.assemble({"shaft.angle": theta}, {"shaft.angle": rate})
        x, speed, height = scotch_yoke.kinematics(yoke, theta, rate)
        assert state["rail.slide"] == pytest.approx(x, abs=1e-13)
        assert state["rail.slide'"] == pytest.approx(speed, abs=1e-12)
        assert state["pin.slide"] == pytest.approx(height, abs=1e-13)
        inputs = {"drive.tau": torque, "load.force": force}
        found, wanted = dynamics.forward(state, inputs), scotch_yoke.forward(yoke, theta, rate, torque, force)
        assert found["shaft.angle"] == pytest.approx(wanted.angular, rel=1e-10, abs=1e-10)
        assert found["rail.slide"] == pytest.approx(wanted.linear, rel=1e-10, abs=1e-10)
        reaction = dynamics.reactions(state, inputs)
        # on the crank's pin, across the slot: y of the slot's frame is -x of the world
        assert reaction["pin"]["across_y"] == pytest.approx(wanted.pin, rel=1e-9, abs=1e-10)
        assert reaction["shaft"]["x"] == pytest.approx(wanted.base, rel=1e-9, abs=1e-10)
        assert dynamics.energy(state).kinetic == pytest.approx(scotch_yoke.energy(yoke, theta, rate), rel=1e-11)


def test_a_disc_rolls_down_an_incline():
    m, I, r, slope = 1.2, 0.03, 0.25, 0.35
    wanted = rolling_disc.rolling(m, I, r, slope)
    ground = Ground(points={"line": Place((0.2, 0.1), angle=-slope)})
    dynamics = compiled(
        "incline",
        {"ground": ground, "disc": Body(m, I)},
        {"contact": RollingOnLine("ground.line", "disc", radius=r)},
        gravity=(0.0, -G),
        reference={"disc.x": 0.3, "disc.y": 0.3},
    )
    state = dynamics.assemble({"contact.slide": 0.4}, {"contact.slide": 0.9})
    assert state["disc.theta'"] == pytest.approx(-0.9 / r, rel=TIGHT)
    found = dynamics.forward(state)
    assert found["contact.slide"] == pytest.approx(wanted.acceleration, rel=TIGHT)
    assert found["disc.theta"] == pytest.approx(-wanted.angular, rel=TIGHT)
    reaction = dynamics.reactions(state)["contact"]
    assert reaction["contact"] == pytest.approx(wanted.normal, rel=1e-11)
    assert reaction["slip"] == pytest.approx(-wanted.friction, rel=1e-11)


@pytest.mark.parametrize("offset", [0.0, 0.07])
def test_a_slider_crank(offset):
    machine = slider_crank.SliderCrank(
        links.Link(0.1, 0.7, 0.002, 0.04, 0.01), links.Link(0.35, 0.5, 0.006, 0.15, -0.02), 1.1, offset
    )
    parts = {
        "ground": Ground(points={"guide": (0.0, offset)}),
        **{
            name: Body(k.mass, k.inertia, centre=(k.along, k.across), points={"a": (0.0, 0.0), "b": (k.length, 0.0)})
            for name, k in (("crank", machine.crank), ("rod", machine.rod))
        },
        "slider": Body(machine.slider, 0.01),
    }
    connections = {
        "O": Revolute("ground", "crank.a"),
        "A": Revolute("crank.b", "rod.a"),
        "B": Revolute("rod.b", "slider"),
        "guide": Prismatic("ground.guide", "slider"),
        "drive": Torque("O.angle"),
        "load": Force("guide.slide"),
    }
    reference = {"crank.theta": 0.2, "rod.theta": -0.05, "rod.x": 0.1, "slider.x": 0.45, "slider.y": offset}
    dynamics = compiled("slider", parts, connections, gravity=(0.0, -G), reference=reference)
    for theta, rate, torque, force in np.random.default_rng(9).uniform(-3, 3, (6, 4)):
        state = dynamics.assemble({"O.angle": theta}, {"O.angle": rate})
        inputs = {"drive.tau": torque, "load.force": force}
        assert state["guide.slide"] == pytest.approx(slider_crank.slider_position(machine, theta)[0], abs=1e-12)
        wanted = slider_crank.acceleration(machine, theta, rate, torque, force)
        found = dynamics.forward(state, inputs)
        assert found["O.angle"] == pytest.approx(wanted, rel=1e-10)
        forces = slider_crank.reactions(machine, theta, rate, wanted, force)
        reaction = dynamics.reactions(state, inputs)
        scale = np.max(np.abs(forces.O))
        for joint, expected in (("O", forces.O), ("A", forces.A), ("B", forces.B)):
            assert [reaction[joint]["x"], reaction[joint]["y"]] == pytest.approx(expected, abs=1e-10 * scale)
        assert reaction["guide"]["across_y"] == pytest.approx(forces.guide, abs=1e-10 * scale)
        assert dynamics.energy(state).total == pytest.approx(slider_crank.energy(machine, theta, rate), rel=1e-11)


# -- loads -----------------------------------------------------------------------------------------------------------


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


def test_an_angular_spring_between_moving_bodies_takes_the_short_way_round():
    parts = {
        "a": Body(1.0, 0.5, points={"p": (0.0, 0.0)}),
        "b": Body(1.0, 0.25, points={"p": (0.0, 0.0)}),
    }
    connections = {"pin": Revolute("a.p", "b.p"), "spring": JointSpring("pin.angle", stiffness=2.0, rest=3.0)}
    dynamics = compiled("pair", parts, connections)
    state = dynamics.assemble({"a.x": 0.0, "a.y": 0.0, "a.theta": 0.4, "b.theta": 0.4 - 3.0})
    deflection = -6.0 + 2 * np.pi  # of -3 from a rest of 3, within half a turn
    found = dynamics.forward(state)
    assert found["b.theta"] == pytest.approx(-2.0 * deflection / 0.25, rel=TIGHT)
    assert found["a.theta"] == pytest.approx(2.0 * deflection / 0.5, rel=TIGHT)


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


# -- motors ----------------------------------------------------------------------------------------------------------


def test_the_step_response_of_a_motor():
    constants = dc_motor.DCMotor()
    motor = DCMotor(J=1.4e-5, lambda_=2e-3, rho=1.5, kappa_m=0.0385, kappa_e=0.0385, beta=1e-5)
    dynamics = compiled("drive", {"motor": motor})

    def rate(_t, y):
        return dynamics.functions.forward(np.zeros(0), y, np.array([6.0]))

    times = np.linspace(0.0, 0.05, 20)
    solved = solve_ivp(rate, (0.0, 0.05), [0.0, 0.0], t_eval=times, rtol=1e-10, atol=1e-12)
    speed, current = dc_motor.step(constants, times, 6.0)
    # the integrator's tolerance, a hundredfold
    assert np.allclose(solved.y[0], speed, rtol=1e-8, atol=1e-7)
    assert np.allclose(solved.y[1], current, rtol=1e-8, atol=1e-8)


def test_a_reducer_reflects_inertia_by_the_square_of_its_ratio():
    motor = DCMotor(J=2e-5, lambda_=1e-3, rho=1.0, kappa_m=0.05, kappa_e=0.05)
    wheel = Body(1.0, 0.04, points={"hub": (0.0, 0.0)})
    connections = {
        "shaft": Revolute("ground", "wheel.hub"),
        "gear": Reducer("motor.omega", "shaft.angle", ratio=-30.0),
    }
    dynamics = compiled("drive", {"motor": motor, "wheel": wheel}, connections)
    state = dynamics.assemble({"shaft.angle": 0.2}, {"motor.i": 2.0, "shaft.angle": 1.0})
    assert state["motor.omega"] == pytest.approx(-30.0)
    found = dynamics.forward(state, {"motor.v": 3.0})
    wanted = -30.0 * 0.05 * 2.0 / (0.04 + 30.0**2 * 2e-5)
    assert found["shaft.angle"] == pytest.approx(wanted, rel=TIGHT)
    assert found["motor.omega"] == pytest.approx(-30.0 * wanted, rel=TIGHT)
    assert found["motor.i"] == pytest.approx((3.0 - 2.0 + 0.05 * 30.0) / 1e-3, rel=TIGHT)
    # the shaft's share of the torque is what turns the wheel
    assert dynamics.reactions(state, {"motor.v": 3.0})["gear"]["gear"] == pytest.approx(0.04 * wanted, rel=1e-11)


# -- constraints -----------------------------------------------------------------------------------------------------


def test_a_bead_on_a_rotating_wire():
    """Prescribed turning: r'' = w^2 r; the torque that keeps the rate is 2 m w r r'."""
    w, m = 3.0, 0.4
    parts = {"wire": Body(1.0, 0.1, points={"hub": (0.0, 0.0)}), "bead": Body(m, 0.0)}
    connections = {
        "hub": Revolute("ground", "wire.hub"),
        "turn": Prescribed("hub.angle", lambda t: w * t),
        "slot": PinInSlot("wire.hub", "bead"),
        "still": Prescribed("bead.theta", lambda _t: 0.0),
    }
    dynamics = compiled("rotating", parts, connections)
    for time in (0.0, 0.3, 1.7):
        r, rate, force = nonholonomic.bead_on_rotating_wire(time, m, w, 0.2, 0.1)
        state = dynamics.assemble({"slot.slide": r}, {"slot.slide": rate}, t=time)
        assert np.sin((state["hub.angle"] - w * time) / 2) == pytest.approx(0.0, abs=1e-12)
        assert state["hub.angle'"] == pytest.approx(w, rel=TIGHT)
        found = dynamics.forward(state)
        assert found["slot.slide"] == pytest.approx(w**2 * r, rel=1e-11)
        reaction = dynamics.reactions(state)
        assert reaction["slot"]["across_y"] == pytest.approx(force, rel=1e-10)
        assert reaction["turn"]["follow"] == pytest.approx(force * r, rel=1e-10)


def test_a_prescribed_acceleration_is_followed():
    """With x = a sin(w t) the reaction of the motion is the force that drives it."""
    dynamics = compiled(
        "shaker", {"mass": PointMass(2.0)}, {"follow": Prescribed("mass.x", lambda t: 0.1 * ca.sin(5.0 * t))},
        gravity=(0.0, -G),
    )  # fmt: skip
    state = dynamics.assemble({"mass.y": 0.0}, {"mass.y": 0.0}, t=0.7)
    found = dynamics.forward(state)
    assert state["mass.x"] == pytest.approx(0.1 * np.sin(3.5), abs=1e-12)
    assert state["mass.x'"] == pytest.approx(0.5 * np.cos(3.5), abs=1e-12)
    assert found["mass.x"] == pytest.approx(-2.5 * np.sin(3.5), rel=TIGHT)
    assert found["mass.y"] == pytest.approx(-G, rel=TIGHT)
    assert dynamics.reactions(state)["follow"]["follow"] == pytest.approx(-5.0 * np.sin(3.5), rel=TIGHT)


def test_a_constraint_that_is_nonlinear_in_the_speeds():
    """With x'^2 + y'^2 = c^2 the closed form's force is met along its path."""
    c, m, start = 3.0, 2.0, 0.3
    machine = Mechanism(
        "constant",
        {"a": PointMass(m)},
        {"speed": Nonholonomic(("a.x", "a.y"), lambda _t, _z, s: s[0] ** 2 + s[1] ** 2 - c**2, "m^2/s^2")},
        gravity=(0.0, -G),
    )
    dynamics = lw.compile(lw.formalisms.modular(machine))
    for time in (0.0, 0.2, 0.5):
        path = nonholonomic.constant_speed(time, m, c, start)
        state = dynamics.assemble({"a.x": path.x, "a.y": path.y}, {"a.x": path.vx, "a.y": path.vy})
        found = dynamics.forward(state)
        assert found["a.x"] == pytest.approx(path.fx / m, rel=1e-11)
        assert found["a.y"] == pytest.approx(path.fy / m - G, rel=1e-11)


def test_a_skate_on_a_slope():
    spin, slope, m = 1.3, 0.3, 1.7
    blade = Body(m, 0.2)
    connections = {
        "edge": Nonholonomic(
            ("blade.x", "blade.y", "blade.theta"),
            lambda _t, z, s: -ca.sin(z[2]) * s[0] + ca.cos(z[2]) * s[1],
            "m/s",
        )
    }
    dynamics = compiled("skate", {"blade": blade}, connections, gravity=(G * np.sin(slope), 0.0))
    for time in (0.1, 0.8, 2.0):
        path = nonholonomic.skate(time, m, spin, slope=slope, speed=0.5)
        state = dynamics.assemble(
            {"blade.x": path.x, "blade.y": path.y, "blade.theta": spin * time},
            {"blade.x": path.vx, "blade.theta": spin},
        )
        assert state["blade.y'"] == pytest.approx(path.vy, abs=1e-12)
        found = dynamics.forward(state)
        pull = np.array([m * G * np.sin(slope), 0.0])
        assert [found["blade.x"], found["blade.y"]] == pytest.approx(
            (pull + np.array([path.fx, path.fy])) / m, rel=1e-11
        )
        assert found["blade.theta"] == pytest.approx(0.0, abs=1e-13)


def test_a_holonomic_constraint_is_differentiated_twice_for_the_user():
    """A particle on the parabola y = x^2: m (1 + 4 x^2) x'' + 4 m x x'^2 = -2 m g x."""
    dynamics = compiled(
        "parabola",
        {"a": PointMass(0.7)},
        {"track": Holonomic(("a.x", "a.y"), lambda _t, x, y: y - x**2, "m")},
        gravity=(0.0, -G),
    )
    for x, rate in ((0.3, 1.2), (-1.0, 0.4), (0.0, 2.0)):
        state = dynamics.assemble({"a.x": x}, {"a.x": rate})
        assert state["a.y"] == pytest.approx(x**2, abs=1e-12)
        found = dynamics.forward(state)
        assert found["a.x"] == pytest.approx(-(4 * x * rate**2 + 2 * G * x) / (1 + 4 * x**2), rel=1e-11, abs=1e-12)
        assert found["a.y"] == pytest.approx(2 * rate**2 + 2 * x * found["a.x"], rel=1e-11)


def test_a_moving_holonomic_constraint():
    """A particle on the circle of radius 1 + t / 2: the shell pushes outwards, so r phi'' + 2 r' phi' = 0."""
    dynamics = compiled(
        "balloon",
        {"a": PointMass(1.0)},
        {"shell": Holonomic(("a.x", "a.y"), lambda t, x, y: x**2 + y**2 - (1 + t / 2) ** 2, "m^2")},
        reference={"a.x": 1.0},
    )
    time = 0.6
    r = 1 + time / 2
    state = dynamics.assemble({"a.y": r * np.sin(0.4)}, {"a.y": 1.5}, t=time)
    e, n = np.array([np.cos(0.4), np.sin(0.4)]), np.array([-np.sin(0.4), np.cos(0.4)])
    v = np.array([state["a.x'"], state["a.y'"]])
    assert v @ e == pytest.approx(0.5, rel=1e-11)
    found = dynamics.forward(state)
    a = np.array([found["a.x"], found["a.y"]])
    assert a @ n == pytest.approx(0.0, abs=1e-12)  # the shell pushes along the normal only
    assert a @ e == pytest.approx(-((v @ n) ** 2) / r, rel=1e-11)


def test_a_disc_on_an_accelerated_cart():
    """A disc rolls on a cart that is pushed: a_disc = a_cart I / (I + m r^2), F = M a_cart + m a_disc."""
    M, m, I, r, F = 3.0, 1.2, 0.03, 0.25, 7.0
    parts = {"cart": Body(M, 1.0, points={"bed": (0.0, 0.1)}), "disc": Body(m, I)}
    connections = {
        "rail": Prismatic("ground", "cart"),
        "contact": RollingOnLine("cart.bed", "disc", radius=r),
        "push": Force("rail.slide"),
    }
    dynamics = compiled("cart", parts, connections, gravity=(0.0, -G), reference={"disc.y": 0.35})
    state = dynamics.assemble({"rail.slide": 0.3, "contact.slide": 0.2}, {"rail.slide": 0.5, "contact.slide": -0.8})
    assert state["disc.theta'"] == pytest.approx(0.8 / r, rel=TIGHT)
    share = I / (I + m * r**2)
    cart = F / (M + m * share)
    found = dynamics.forward(state, {"push.force": F})
    assert found["rail.slide"] == pytest.approx(cart, rel=TIGHT)
    assert found["disc.x"] == pytest.approx(share * cart, rel=TIGHT)
    assert found["contact.slide"] == pytest.approx((share - 1) * cart, rel=TIGHT)
    reaction = dynamics.reactions(state, {"push.force": F})
    assert reaction["contact"]["slip"] == pytest.approx(m * share * cart, rel=1e-11)
    assert reaction["contact"]["contact"] == pytest.approx(m * G, rel=1e-11)
    assert reaction["rail"]["across_y"] == pytest.approx((m + M) * G, rel=1e-11)
    # about the cart's centre: the disc presses at its contact, 0.2 m ahead and 0.1 m up, and drags the bed back
    assert reaction["rail"]["turn"] == pytest.approx(0.2 * m * G - 0.1 * m * share * cart, rel=1e-10)


def test_turned_frames_on_both_sides_of_a_pin_mean_the_same_in_both_choices_of_coordinates():
    place = Place((0.3, -0.2), angle=0.8)
    found = []
    for home in ({}, {"home": "pin"}):
        bar = Body(1.3, 0.2, centre=(0.25, 0.1), points={"eye": Place((-0.1, 0.05), angle=-0.5)}, **home)
        dynamics = compiled(
            "pendulum",
            {"ground": Ground(points={"pin": place}), "bar": bar},
            {"pin": Revolute("ground.pin", "bar.eye"), "spring": JointSpring("pin.angle", 3.0, rest=0.2)},
            gravity=(0.0, -G),
        )
        state = dynamics.assemble({"pin.angle": 0.4}, {"pin.angle": 1.1})
        assert state["bar.theta"] == pytest.approx(0.4 + 0.8 + 0.5, abs=1e-12)  # frames differ by the angles of places
        R = np.array([[np.cos(1.7), -np.sin(1.7)], [np.sin(1.7), np.cos(1.7)]])
        assert [state["bar.x"], state["bar.y"]] == pytest.approx([0.3, -0.2] - R @ [-0.1, 0.05], abs=1e-12)
        arm = R @ [0.35, 0.05]
        wanted = (-1.3 * G * arm[0] - 3.0 * (0.4 - 0.2)) / (0.2 + 1.3 * arm @ arm)
        a = dynamics.forward(state)
        assert a["pin.angle"] == pytest.approx(wanted, rel=1e-11)
        reaction = dynamics.reactions(state)["pin"]
        found.append([a["bar.x"], a["bar.y"], reaction["x"], reaction["y"], dynamics.energy(state).total])
    assert found[0] == pytest.approx(found[1], rel=1e-11)


def test_a_pair_of_gears():
    """Two wheels with ratio -2: theta_1'' = tau / (I_1 + I_2 / 4)."""
    parts = {"one": Body(1.0, 0.2), "two": Body(1.0, 0.6)}
    connections = {
        "a": Revolute("ground", "one"),
        "b": Revolute("ground", "two"),
        "gear": Reducer("a.angle", "b.angle", ratio=-2.0),
        "tau": Torque("a.angle", value=1.4),
    }
    dynamics = compiled("gears", parts, connections)
    found = dynamics.forward(dynamics.assemble(speeds={"a.angle": 3.0}))
    assert found["a.angle"] == pytest.approx(1.4 / (0.2 + 0.6 / 4), rel=TIGHT)
    assert found["b.angle"] == pytest.approx(-found["a.angle"] / 2, rel=TIGHT)
