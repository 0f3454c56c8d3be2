"""Joints inside small machines, against closed forms."""

import numpy as np
import pytest

from components.compiled import TIGHT, G, compiled
from linkwright.components import (
    Force,
    JointDamper,
    JointSpring,
    PinInSlot,
    Prismatic,
    Revolute,
    RollingOnLine,
    Torque,
)
from linkwright.model import Body, Ground
from linkwright.symbolic import Pose
from oracles import links, rolling_disc, scotch_yoke, slider_crank


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
    block = Body(m, 0.1, points={"shoe": Pose((0.1, 0.05), angle=0.3)}, **({"home": "guide"} if home else {}))
    ground = Ground(points={"rail": Pose((0.7, -0.2), angle=-slope)})
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
        "yoke": Body(yoke.mass, 0.5, points={"slot": Pose((0.0, 0.0), angle=np.pi / 2)}),
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
    ground = Ground(points={"line": Pose((0.2, 0.1), angle=-slope)})
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
    place = Pose((0.3, -0.2), angle=0.8)
    found = []
    for home in ({}, {"home": "pin"}):
        bar = Body(1.3, 0.2, centre=(0.25, 0.1), points={"eye": Pose((-0.1, 0.05), angle=-0.5)}, **home)
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
