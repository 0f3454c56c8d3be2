"""Gravity in modules: a module's own acts on its bodies and on modules inside that have none; the same everywhere."""

import casadi as ca
import numpy as np
import pytest

import linkwright as lw
from linkwright import Body, Mechanism, Prismatic, Revolute, joins
from linkwright.dynamics.plants.rolled.plant import RolledPlant
from oracles import delta as oracle

G, MOON, LENGTH = 9.81, 1.62, 0.7
FORMALISMS = tuple(lw.formalisms.__all__)


def pendulum(gravity=None, name="pendulum"):
    """A uniform bar on a hinge at its end; at angle 0 it hangs along -y: angle'' = -(3 g / 2 l) sin(angle)."""
    bar = Body(2.0, 2.0 * LENGTH**2 / 12, points={"top": (0.0, LENGTH / 2)})
    return Mechanism(name, {"bar": bar}, {"pivot": Revolute("ground", "bar.top")}, gravity=gravity)


def closed_form(g, angle):
    return -3 * g / (2 * LENGTH) * np.sin(angle)


def joins_of(formalism):
    """The default join, and for links also the recursion."""
    return (None, joins.Recursion()) if formalism == "denoc" else (None,)


def compiled(machine, formalism):
    """Dynamics by each join that a formalism has of its own."""
    equations = getattr(lw.formalisms, formalism)(machine)
    return [lw.compile(equations, **({} if join is None else {"join": join})) for join in joins_of(formalism)]


@pytest.mark.parametrize("formalism", FORMALISMS)
def test_a_pendulum_inside_another_mechanism_falls_as_it_does_alone(formalism):
    for dynamics in compiled(Mechanism("room", {"clock": pendulum((0.0, -G))}), formalism):
        state = dynamics.assemble({"clock.pivot.angle": 0.6})
        assert dynamics.forward(state, {})["clock.pivot.angle"] == pytest.approx(closed_form(G, 0.6), rel=1e-11)
        turned = dynamics.with_parameters({"clock.gravity_y": -MOON})
        assert turned.forward(state, {})["clock.pivot.angle"] == pytest.approx(closed_form(MOON, 0.6), rel=1e-11)


@pytest.mark.parametrize("formalism", FORMALISMS)
def test_gravity_in_units_of_its_own_counts(formalism):
    """A component of exactly 1 is no component that is zero."""
    for dynamics in compiled(Mechanism("room", {"clock": pendulum((0.0, -1.0))}, gravity=(1.0, 0.0)), formalism):
        state = dynamics.assemble({"clock.pivot.angle": 0.6})
        assert dynamics.forward(state, {})["clock.pivot.angle"] == pytest.approx(closed_form(1.0, 0.6), rel=1e-11)
    for dynamics in compiled(pendulum((0.0, 1.0)), formalism):
        state = dynamics.assemble({"pivot.angle": 0.6})
        assert dynamics.forward(state, {})["pivot.angle"] == pytest.approx(-closed_form(1.0, 0.6), rel=1e-11)


@pytest.mark.parametrize("formalism", FORMALISMS)
def test_the_nearest_gravity_acts_at_every_depth(formalism):
    """Earth around all; a module on the moon, which passes on its own; one without weight; one turned by 90 degrees.

    The turned one has gravity along +x: its bar is at rest along +x, at the angle pi/2, so the angle from there counts.
    """
    lunar = Mechanism("lunar", {"inner": Mechanism("inner", {"clock": pendulum()})}, gravity=(0.0, -MOON))
    world = Mechanism(
        "world",
        {
            "own": pendulum(name="own"),
            "deep": Mechanism("deep", {"deeper": Mechanism("deeper", {"clock": pendulum()})}),
            "moon": lunar,
            "orbit": pendulum((0.0, 0.0), "orbit"),
            "turned": pendulum((G, 0.0, 0.0), "turned"),
        },
        gravity=(0.0, -G),
    )
    wanted = {
        "own.pivot.angle": closed_form(G, 0.4),
        "deep.deeper.clock.pivot.angle": closed_form(G, 0.5),
        "moon.inner.clock.pivot.angle": closed_form(MOON, 0.6),
        "orbit.pivot.angle": 0.0,
        "turned.pivot.angle": closed_form(G, 0.8 - np.pi / 2),
    }
    angles = dict(zip(wanted, (0.4, 0.5, 0.6, 0.7, 0.8), strict=True))
    heights = {"own": G, "deep": G, "moon": MOON, "orbit": 0.0}
    for dynamics in compiled(world, formalism):
        state = dynamics.assemble(angles)
        found = dynamics.forward(state, {})
        for name, value in wanted.items():
            assert found[name] == pytest.approx(value, rel=1e-11, abs=1e-12), name
        # the same weights in the energy: V = -m g . p_c with the mass centre half a length from the pivot
        known = sum(
            -2.0 * heights[name.split(".")[0]] * LENGTH / 2 * np.cos(angle)
            for name, angle in angles.items()
            if name.split(".")[0] in heights
        )
        known -= 2.0 * G * LENGTH / 2 * np.sin(angles["turned.pivot.angle"])
        assert dynamics.energy(state).potential == pytest.approx(known, rel=1e-12)
        terms = dynamics.terms(state, coordinates=list(wanted))
        inertia = 2.0 * LENGTH**2 / 3
        np.testing.assert_allclose(terms.gravity, inertia * np.array(list(wanted.values())), rtol=1e-11, atol=1e-12)
        assert dynamics.reactions(state, {})["orbit.pivot"].components["y"] == pytest.approx(0.0, abs=1e-11)


@pytest.mark.parametrize("formalism", FORMALISMS)
def test_a_module_in_two_places_takes_the_gravity_of_each(formalism):
    """One and the same template, without gravity of its own, on the earth and on the moon."""
    clock = pendulum()
    world = Mechanism(
        "world",
        {
            "earth": Mechanism("earth", {"clock": clock}, gravity=(0.0, -G)),
            "moon": Mechanism("moon", {"clock": clock}, gravity=(0.0, -MOON)),
            "nowhere": Mechanism("nowhere", {"clock": clock}),
        },
    )
    for dynamics in compiled(world, formalism):
        at = {f"{place}.clock.pivot.angle": 0.3 for place in ("earth", "moon", "nowhere")}
        found = dynamics.forward(dynamics.assemble(at), {})
        for place, g in (("earth", G), ("moon", MOON), ("nowhere", 0.0)):
            assert found[f"{place}.clock.pivot.angle"] == pytest.approx(closed_form(g, 0.3), rel=1e-11, abs=1e-12)


@pytest.mark.parametrize("formalism", FORMALISMS)
def test_gravity_of_a_module_may_be_a_formula_of_the_parameters_around_it(formalism):
    g = lw.Parameter("g", G, "m/s^2", "gravity")
    tilt = lw.Parameter("tilt", 0.0, "rad", "slope of the table")
    table = Mechanism(
        "table",
        {"cart": Body(3.0, 1.0)},
        {"rail": Prismatic("ground", "cart")},
        parameters=[tilt],
        gravity=(-g * ca.sin(tilt.sx), 0.0),
    )
    hall = Mechanism("hall", {"table": table.use({"tilt": 0.25})}, parameters=[g])
    for dynamics in compiled(hall, formalism):
        found = dynamics.forward(dynamics.assemble(), {})
        assert found["table.rail.slide"] == pytest.approx(-G * np.sin(0.25), rel=1e-12)


@pytest.mark.parametrize("formalism", FORMALISMS)
def test_a_payload_has_the_gravity_of_the_body_that_holds_it(formalism):
    """A torque holds bar and payload: (M g l/2 + m g l) sin(angle), with the g of the module; none in orbit."""
    bar = Body(2.0, 2.0 * LENGTH**2 / 12, points={"top": (0.0, LENGTH / 2), "tip": (0.0, -LENGTH / 2)})

    def arm(name, gravity):
        connections = {"pivot": Revolute("ground", "bar.top"), "drive": lw.Torque("pivot.angle")}
        return Mechanism(name, {"bar": bar}, connections, gravity=gravity)

    world = Mechanism(
        "world", {"moon": arm("moon", (0.0, -MOON)), "orbit": arm("orbit", (0.0, 0.0))}, gravity=(0.0, -G)
    )
    dynamics = compiled(world, formalism)[0]
    angles = {"moon.pivot.angle": 0.5, "orbit.pivot.angle": 0.9}
    for module, g in (("moon", MOON), ("orbit", 0.0)):
        found = dynamics.inverse(
            dynamics.assemble(angles), dict.fromkeys(angles, 0.0), payload=lw.Payload(1.5, at=f"{module}.bar.tip")
        )
        wanted = (2.0 / 2 + 1.5) * g * LENGTH * np.sin(angles[f"{module}.pivot.angle"])
        assert found[f"{module}.drive.tau"] == pytest.approx(wanted, rel=1e-11, abs=1e-12)


@pytest.mark.parametrize("formalism", FORMALISMS)
def test_a_robot_in_a_cell_needs_the_torques_it_needs_alone(formalism):
    """The Delta with rods without thickness, by its reduced model in closed form."""
    robot = oracle.Robot()
    x = np.array([0.1, -0.05, -1.0])
    wanted = oracle.torques(robot, x, np.zeros(3), np.zeros(3))
    cell = Mechanism("cell", {"robot": lw.mechanisms.delta(s=0.0)})
    dynamics = lw.compile(getattr(lw.formalisms, formalism)(cell))
    names = [f"robot.platform.{axis}" for axis in "xyz"]
    state = dynamics.assemble(dict(zip(names, x, strict=True)))
    found = dynamics.inverse(state, dict.fromkeys(names, 0.0))
    np.testing.assert_allclose([found[f"robot.T{k}"] for k in (1, 2, 3)], wanted, rtol=1e-9)


@pytest.mark.parametrize("gravity", [(0.0, -MOON), (MOON, 0.0), (0.0, 0.0)])
def test_rolled_machines_have_the_gravity_of_each_module(gravity):
    """Forty pendulums on the earth and a few in another module, as loops over links: each by its closed form."""
    clock = pendulum()
    parts = {f"clock{k}": clock for k in range(40)}
    other = Mechanism("other", {f"clock{k}": clock for k in range(5)}, gravity=gravity)
    world = Mechanism("world", {"hall": Mechanism("hall", parts, gravity=(0.0, -G)), "other": other})
    dynamics = lw.compile(lw.formalisms.denoc(world))
    assert isinstance(dynamics.plant, RolledPlant)
    state = dynamics.assemble({"hall.clock3.pivot.angle": 0.6, "other.clock2.pivot.angle": 0.9})
    found = dynamics.forward(state, {})
    assert found["hall.clock3.pivot.angle"] == pytest.approx(closed_form(G, 0.6), rel=1e-11)
    size, direction = np.hypot(*gravity), np.arctan2(gravity[0], -gravity[1])
    assert found["other.clock2.pivot.angle"] == pytest.approx(closed_form(size, 0.9 - direction), rel=1e-11)
    angles = [0.6, *[0.0] * 39], [0.9, *[0.0] * 4]
    wanted = -LENGTH * (G * np.cos(angles[0]).sum() + size * np.cos(np.array(angles[1]) - direction).sum())
    assert dynamics.energy(state).potential == pytest.approx(wanted, rel=1e-12)
