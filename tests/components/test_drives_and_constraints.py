"""Motors, gears, prescribed motions and constraints written by hand, against closed forms."""

import casadi as ca
import numpy as np
import pytest
from scipy.integrate import solve_ivp

import linkwright as lw
from components.compiled import TIGHT, G, compiled
from linkwright.components import (
    DCMotor,
    Gear,
    Holonomic,
    Nonholonomic,
    PinInSlot,
    Prescribed,
    Revolute,
    Torque,
)
from linkwright.model import Body, Mechanism, PointMass
from oracles import dc_motor, nonholonomic


def test_the_step_response_of_a_motor():
    constants = dc_motor.DCMotor()
    motor = DCMotor(J=1.4e-5, L=2e-3, R=1.5, Kt=0.0385, Ke=0.0385, b=1e-5)
    dynamics = compiled("drive", {"motor": motor})

    def rate(_t, y):
        return [y[1], *dynamics.functions.forward(y[:1], y[1:], np.array([6.0]))]

    times = np.linspace(0.0, 0.05, 20)
    solved = solve_ivp(rate, (0.0, 0.05), [0.0, 0.0, 0.0], t_eval=times, rtol=1e-10, atol=1e-12)
    speed, current = dc_motor.step(constants, times, 6.0)
    # the integrator's tolerance, a hundredfold
    assert np.allclose(solved.y[1], speed, rtol=1e-8, atol=1e-7)
    assert np.allclose(solved.y[2], current, rtol=1e-8, atol=1e-8)


def test_a_reducer_reflects_inertia_by_the_square_of_its_ratio():
    motor = DCMotor(J=2e-5, L=1e-3, R=1.0, Kt=0.05, Ke=0.05)
    wheel = Body(1.0, 0.04, points={"hub": (0.0, 0.0)})
    connections = {
        "shaft": Revolute("ground", "wheel.hub"),
        "gear": Gear("motor.omega", "shaft.angle", ratio=-30.0),
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


def test_a_pair_of_gears():
    """Two wheels with ratio -2: theta_1'' = tau / (I_1 + I_2 / 4)."""
    parts = {"one": Body(1.0, 0.2), "two": Body(1.0, 0.6)}
    connections = {
        "a": Revolute("ground", "one"),
        "b": Revolute("ground", "two"),
        "gear": Gear("a.angle", "b.angle", ratio=-2.0),
        "tau": Torque("a.angle", value=1.4),
    }
    dynamics = compiled("gears", parts, connections)
    found = dynamics.forward(dynamics.assemble(speeds={"a.angle": 3.0}))
    assert found["a.angle"] == pytest.approx(1.4 / (0.2 + 0.6 / 4), rel=TIGHT)
    assert found["b.angle"] == pytest.approx(-found["a.angle"] / 2, rel=TIGHT)


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


@pytest.mark.parametrize(
    "law",
    [lambda t: 0.1 * ca.sin(5.0 * t), 0.1 * ca.sin(5.0 * lw.t), lw.laws.Sine(0.1, 5.0 / (2.0 * np.pi))],
    ids=["function", "expression", "law"],
)
def test_a_prescribed_acceleration_is_followed(law):
    """With x = a sin(w t) the reaction of the motion is the force that drives it."""
    follow = {"follow": Prescribed("mass.x", law)}
    dynamics = compiled("shaker", {"mass": PointMass(2.0)}, follow, gravity=(0.0, -G))
    state = dynamics.assemble({"mass.y": 0.0}, {"mass.y": 0.0}, t=0.7)
    found = dynamics.forward(state)
    assert state["mass.x"] == pytest.approx(0.1 * np.sin(3.5), abs=1e-12)
    assert state["mass.x'"] == pytest.approx(0.5 * np.cos(3.5), abs=1e-12)
    assert found["mass.x"] == pytest.approx(-2.5 * np.sin(3.5), rel=TIGHT)
    assert found["mass.y"] == pytest.approx(-G, rel=TIGHT)
    assert dynamics.reactions(state)["follow"]["follow"] == pytest.approx(-5.0 * np.sin(3.5), rel=TIGHT)


def test_an_expression_of_time_moves_a_run_and_a_number_holds_still():
    """x = 0.1 sin(5 t), y = 0.3 while z falls freely."""
    fall = {"x": Prescribed("mass.x", 0.1 * ca.sin(5.0 * lw.t)), "y": Prescribed("mass.y", 0.3)}
    dynamics = compiled("shaker", {"mass": PointMass(2.0, spatial=True)}, fall, gravity=(0.0, 0.0, -G))
    trajectory = lw.simulate(dynamics, dynamics.assemble(), duration=1.0, rtol=1e-9, samples=11)
    np.testing.assert_allclose(trajectory["mass.x"], 0.1 * np.sin(5.0 * trajectory.time), atol=1e-10)
    np.testing.assert_allclose(trajectory["mass.y"], 0.3, atol=1e-12)
    np.testing.assert_allclose(trajectory["mass.z"], -G * trajectory.time**2 / 2, atol=1e-9)


@pytest.mark.parametrize(
    ("law", "words"),
    [
        (ca.SX.sym("s") * lw.t, "law of mass.x: .*depend.* s"),
        ("fast", "law of mass.x: .*'fast', expected a law of motion, an expression of lw.t or a number"),
        (float("nan"), "law of mass.x"),
    ],
    ids=["other symbol", "text", "nan"],
)
def test_what_is_no_law_is_named(law, words):
    with pytest.raises(lw.model.ModelError, match=words):
        compiled("shaker", {"mass": PointMass(2.0)}, {"follow": Prescribed("mass.x", law)})


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
