"""Parts by their energy, against closed forms and against the same machines built from bodies."""

import casadi as ca
import numpy as np
import pytest
import sympy
from sympy.physics.mechanics import dynamicsymbols

import linkwright as lw
from components.compiled import TIGHT, G, compiled
from linkwright.components import DCMotor, Gear, Holonomic, JointSpring, Nonholonomic, Prismatic, Revolute, Torque
from linkwright.components.own_parts.energy import EnergyPart
from linkwright.model import Body, Mechanism, ModelError, Use

FORMALISMS = ("modular", "newton_euler", "kane", "boltzmann_hamel", "lagrange", "maggi")
AGREE = 1e-10  # relative, as for all formalisms
CART = {"M": (2.0, "kg", "cart"), "m": (0.5, "kg", "bar"), "l": (0.4, "m", "to the centre"), "J": 0.013, "g": G}


def cart_energy(_t, q, v, _u, p):
    across = p.m * p.l * v.x * v.phi * ca.cos(q.phi)
    return (p.M + p.m) * v.x**2 / 2 + across + (p.m * p.l**2 + p.J) * v.phi**2 / 2


def cart_part(**changed):
    options = {
        "kinetic": cart_energy,
        "potential": lambda _t, q, _v, _u, p: -p.m * p.g * p.l * ca.cos(q.phi),
        "dissipation": lambda _t, _q, v, _u, p: p.c * v.x**2 / 2,
        "forces": {"x": lambda _t, _q, _v, u, _p: u.F},
        "inputs": {"F": ("N", "push on the cart")},
        "parameters": CART | {"c": (0.3, "N s/m", "damping of the rail")},
    }
    return EnergyPart({"x": ("m", "cart"), "phi": ("rad", "pendulum")}, **(options | changed))


def cart_of_bodies():
    parts = {"cart": Body(2.0, 0.1), "bar": Body(0.5, 0.013, points={"top": (0.0, 0.4)})}
    connections = {
        "rail": Prismatic("ground", "cart"),
        "pin": Revolute("cart", "bar.top"),
        "friction": lw.JointDamper("rail.slide", damping=0.3),
        "push": lw.Force("rail.slide", input="F"),
    }
    return compiled("cart", parts, connections, gravity=(0.0, -G))


def dynamics_of(machine, formalism="modular"):
    return lw.compile(getattr(lw.formalisms, formalism)(machine))


def test_a_pendulum_on_a_cart_is_that_of_bodies():
    part, bodies = compiled("part", {"a": cart_part()}), cart_of_bodies()
    random = np.random.default_rng(5)
    for x, phi, vx, w, force in random.uniform(-2.0, 2.0, (20, 5)):
        mine = part.assemble({"a.x": x, "a.phi": phi}, {"a.x": vx, "a.phi": w})
        theirs = bodies.assemble({"rail.slide": x, "pin.angle": phi}, {"rail.slide": vx, "pin.angle": w})
        found, wanted = part.forward(mine, {"a.F": force}), bodies.forward(theirs, {"push.F": force})
        assert found["a.x"] == pytest.approx(wanted["rail.slide"], rel=AGREE)
        assert found["a.phi"] == pytest.approx(wanted["pin.angle"], rel=AGREE)
        ours, other = part.energy(mine, {"a.F": force}), bodies.energy(theirs, {"push.F": force})
        assert ours.kinetic == pytest.approx(other.kinetic, rel=TIGHT)
        assert ours.loss == pytest.approx(other.loss, rel=TIGHT)
        assert ours.source == pytest.approx(other.source, rel=TIGHT)
        rest = [d.energy(d.assemble()).potential for d in (part, bodies)]
        assert ours.potential - rest[0] == pytest.approx(other.potential - rest[1], rel=1e-11)


def test_the_energy_balance_of_a_driven_cart_closes():
    part = compiled("part", {"a": cart_part()})
    start = part.assemble({"a.phi": 2.0}, {"a.x": 0.5, "a.phi": 0.0})
    trajectory = lw.simulate(part, start, duration=2.0, inputs={"a.F": 3 * ca.sin(4 * lw.t)}, rtol=1e-10, samples=21)
    assert trajectory.outcome.finished, trajectory.outcome
    assert trajectory.certificate.energy_error < 1e-8  # a hundred times the tolerance
    assert trajectory["energy.loss"][-1] < 0
    assert trajectory.unit("a.phi'") == "rad/s"


def written_in_casadi():
    phi, vx, w = (ca.SX.sym(name) for name in ("phi", "x'", "phi_dot"))
    M, m, l, J, g = (lw.Parameter(k, v[0] if isinstance(v, tuple) else v, "", k) for k, v in CART.items())
    T = (M + m) * vx**2 / 2 + m * l * vx * w * ca.cos(phi) + (m * l**2 + J) * w**2 / 2
    return {
        "kinetic": T,
        "potential": -m * g * l * ca.cos(phi),
        "dissipation": 0.15 * vx**2,
        "forces": {"x": ca.SX.sym("F")},
        "parameters": [M, m, l, J, g],
    }


def written_in_sympy():
    x, phi, F = dynamicsymbols("x phi F")
    M, m, l, J, g = sympy.symbols("M m l J g", positive=True)
    vx, w = x.diff(), phi.diff()
    T = (M + m) * vx**2 / 2 + m * l * vx * w * sympy.cos(phi) + (m * l**2 + J) * w**2 / 2
    return {
        "kinetic": T,
        "potential": -m * g * l * sympy.cos(phi),
        "dissipation": sympy.Rational(3, 20) * vx**2,
        "forces": {x: F},
        "parameters": {M: CART["M"], m: CART["m"], l: CART["l"], J: CART["J"], g: CART["g"]},
    }


@pytest.mark.parametrize("written", [written_in_casadi, written_in_sympy])
def test_all_ways_to_write_an_energy_mean_the_same(written):
    one, two = compiled("one", {"a": cart_part()}), compiled("two", {"a": cart_part(**written())})
    state = one.assemble({"a.x": 0.3, "a.phi": -1.2}, {"a.x": 0.7, "a.phi": 2.5})
    assert two.forward(state, {"a.F": 1.5}) == pytest.approx(one.forward(state, {"a.F": 1.5}), rel=TIGHT)


def elastic_machine():
    """A cart on a rail, with a mass that it carries on a spring: the mode knows only its base and its deflection."""
    mode = EnergyPart(
        {"base": ("m", "where it is fixed"), "eta": ("m", "deflection")},
        kinetic=lambda _t, _q, v, _u, p: p.m * (v.base + v.eta) ** 2 / 2,
        potential=lambda _t, q, _v, _u, p: p.k * q.eta**2 / 2,
        dissipation=lambda _t, _q, v, _u, p: p.c * v.eta**2 / 2,
        parameters={"m": (0.7, "kg", "modal mass"), "k": (90.0, "N/m", "stiffness"), "c": 0.4},
    )
    connections = {
        "rail": Prismatic("ground", "cart"),
        "glue": Holonomic(("rail.slide", "mode.base"), lambda _t, slide, base: slide - base, "m"),
        "wall": JointSpring("mode.base", stiffness=20.0, rest=0.1),
    }
    return Mechanism("elastic", {"cart": Body(2.0, 0.1), "mode": mode}, connections)


@pytest.mark.parametrize("formalism", FORMALISMS)
def test_an_elastic_mode_glued_to_a_body(formalism):
    """2 s'' = c e' + k e - 20 (s - 0.1), 0.7 (s'' + e'') = -c e' - k e: the two-mass oscillator."""
    dynamics = dynamics_of(elastic_machine(), formalism)
    state = dynamics.assemble({"rail.slide": 0.25, "mode.eta": 0.04}, {"rail.slide": -0.3, "mode.eta": 1.1})
    assert state["mode.base"] == pytest.approx(0.25)
    inside = 90.0 * 0.04 + 0.4 * 1.1
    cart = (inside - 20.0 * 0.15) / 2.0
    found = dynamics.forward(state)
    assert found["rail.slide"] == pytest.approx(cart, rel=AGREE)
    assert found["mode.base"] == pytest.approx(cart, rel=AGREE)
    assert found["mode.eta"] == pytest.approx(-inside / 0.7 - cart, rel=AGREE)
    reactions = dynamics.reactions(state)
    assert reactions.residual < 1e-9
    assert abs(reactions["glue"]["row"]) == pytest.approx(abs(2.0 * cart), rel=1e-9)


def test_the_energy_of_an_elastic_machine_is_accounted_for():
    dynamics = dynamics_of(elastic_machine())
    state = dynamics.assemble({"rail.slide": 0.25, "mode.eta": 0.04})
    trajectory = lw.simulate(dynamics, state, duration=1.0, rtol=1e-10, samples=11)
    assert trajectory.outcome.finished, trajectory.outcome
    assert trajectory.certificate.energy_error < 1e-8


def motor_by_energy():
    return EnergyPart(
        speeds={"omega": ("rad/s", "rotor"), "i": ("A", "current")},
        kinetic=lambda _t, _q, v, _u, p: (p.J * v.omega**2 + p.lambda_ * v.i**2) / 2,
        dissipation=lambda _t, _q, v, _u, p: (p.beta * v.omega**2 + p.rho * v.i**2) / 2,
        forces={
            "omega": lambda _t, _q, v, _u, p: p.kappa * v.i,
            "i": lambda _t, _q, v, u, p: u.v - p.kappa * v.omega,
        },
        inputs={"v": ("V", "voltage")},
        parameters={"J": 2e-5, "lambda_": 1e-3, "rho": 1.1, "kappa": 0.05, "beta": 2e-5},
    )


def drive(motor):
    wheel = Body(1.0, 0.04, centre=(0.02, 0.0), points={"hub": (0.0, 0.0)})
    gear = Gear("motor.omega", "shaft.angle", ratio=-30.0)
    connections = {"shaft": Revolute("ground", "wheel.hub"), "gear": gear}
    return Mechanism("drive", {"motor": motor, "wheel": wheel}, connections, gravity=(0.0, -G))


@pytest.mark.parametrize("formalism", FORMALISMS)
def test_a_motor_by_energy_is_the_ready_made_one(formalism):
    ready = DCMotor(J=2e-5, L=1e-3, R=1.1, Kt=0.05, Ke=0.05, b=2e-5)
    found = []
    for motor, form in ((motor_by_energy(), formalism), (ready, "modular")):
        dynamics = dynamics_of(drive(motor), form)
        state = dynamics.assemble({"shaft.angle": 0.4}, {"shaft.angle": 1.3, "motor.i": 2.0})
        forward = dynamics.forward(state, {"motor.v": 3.0})
        found.append([forward[name] for name in ("shaft.angle", "motor.omega", "motor.i")])
        energy = dynamics.energy(state, {"motor.v": 3.0})
        found[-1] += [energy.kinetic, energy.loss, dynamics.reactions(state, {"motor.v": 3.0})["gear"]["gear"]]
    assert found[0] == pytest.approx(found[1], rel=AGREE)


def test_an_oscillating_circuit():
    """L q'' + R q' + q / C = 0: q = exp(-d t) (cos w t + d/w sin w t) q0."""
    L, C, R = 0.02, 5e-3, 0.6
    circuit = EnergyPart(
        {"charge": ("C", "charge of the capacitor")},
        kinetic=lambda _t, _q, v, _u, p: p.L * v.charge**2 / 2,
        potential=lambda _t, q, _v, _u, p: q.charge**2 / (2 * p.C),
        dissipation=lambda _t, _q, v, _u, p: p.R * v.charge**2 / 2,
        parameters={"L": (L, "H", "inductance"), "C": (C, "F", "capacity"), "R": (R, "ohm", "resistance")},
    )
    dynamics = compiled("circuit", {"a": circuit})
    trajectory = lw.simulate(dynamics, dynamics.assemble({"a.charge": 0.1}), duration=0.2, rtol=1e-10, samples=41)
    d, t = R / (2 * L), trajectory.time
    w = np.sqrt(1 / (L * C) - d**2)
    wanted = 0.1 * np.exp(-d * t) * (np.cos(w * t) + d / w * np.sin(w * t))
    assert np.allclose(trajectory["a.charge"], wanted, rtol=0, atol=1e-9)  # a hundred times the tolerance
    assert trajectory.unit("a.charge'") == "A"
    assert trajectory.certificate.energy_error < 1e-8
    stiffer = dynamics.with_parameters({"a.C": C / 4})
    assert stiffer.forward(stiffer.assemble({"a.charge": 0.1}))["a.charge"] == pytest.approx(-0.4 / (L * C), rel=TIGHT)


def test_terms_linear_in_the_speeds_and_free_of_them():
    """A bead in a rotating frame: T = m |v + w x r|^2 / 2 gives the forces of Coriolis and the centrifugal ones."""
    bead = EnergyPart(
        {"x": ("m", "along"), "y": ("m", "across")},
        kinetic=lambda _t, q, v, _u, p: p.m * ((v.x - p.w * q.y) ** 2 + (v.y + p.w * q.x) ** 2) / 2,
        potential=lambda _t, q, _v, _u, p: p.k * (q.x**2 + q.y**2) / 2,
        parameters={"m": 0.4, "w": 3.0, "k": 7.0},
    )
    dynamics = compiled("rotating", {"a": bead})
    state = dynamics.assemble({"a.x": 0.3, "a.y": -0.2}, {"a.x": 1.1, "a.y": 0.6})
    found = dynamics.forward(state)
    assert found["a.x"] == pytest.approx(2 * 3.0 * 0.6 + (9.0 - 7.0 / 0.4) * 0.3, rel=TIGHT)
    assert found["a.y"] == pytest.approx(-2 * 3.0 * 1.1 - (9.0 - 7.0 / 0.4) * 0.2, rel=TIGHT)
    trajectory = lw.simulate(dynamics, state, duration=2.0, rtol=1e-10, samples=11)
    assert trajectory.certificate.energy_error < 1e-8  # Jacobi's energy is kept


def test_energies_that_depend_on_time():
    """A pendulum whose length is shortened, and a spring that stiffens: what drives them is booked as work."""
    length, stiffness = lambda t: 1.0 - 0.2 * t, lambda t: 3.0 + t**2
    part = EnergyPart(
        {"phi": ("rad", "angle")},
        kinetic=lambda t, _q, v, _u, p: p.m * (length(t) * v.phi) ** 2 / 2,
        potential=lambda t, q, _v, _u, _p: stiffness(t) * q.phi**2 / 2,
        parameters={"m": 0.8},
    )
    dynamics = compiled("shortened", {"a": part})
    state = dynamics.assemble({"a.phi": 0.5}, {"a.phi": 1.2}, t=0.5)
    l, k = length(0.5), stiffness(0.5)
    wanted = (-k * 0.5 + 2 * 0.8 * l * 0.2 * 1.2) / (0.8 * l**2)
    assert dynamics.forward(state)["a.phi"] == pytest.approx(wanted, rel=TIGHT)
    trajectory = lw.simulate(dynamics, state, duration=1.5, rtol=1e-10, samples=11)
    assert trajectory.outcome.finished, trajectory.outcome
    assert trajectory.certificate.energy_error < 1e-8
    assert abs(trajectory["energy.source"][-1]) > 0.01


@pytest.mark.parametrize("formalism", FORMALISMS)
def test_a_part_used_twice_with_other_values_and_tied_at_its_speeds(formalism):
    """Two flywheels, the second with a bound inertia, geared by a nonholonomic row w2 = 2 w1."""
    wheel = EnergyPart(
        {"phi": ("rad", "angle")},
        kinetic=lambda _t, _q, v, _u, p: p.J * v.phi**2 / 2,
        parameters={"J": (0.3, "kg m^2", "inertia")},
    )
    J = lw.Parameter("J_2", 0.5, "kg m^2", "inertia of the second wheel")
    connections = {
        "gear": Nonholonomic(("one.phi", "two.phi"), lambda _t, _z, s: s[1] - 2 * s[0], "rad/s"),
        "drive": Torque("one.phi", input="tau"),
    }
    machine = Mechanism("wheels", {"one": wheel, "two": Use(wheel, {"J": J})}, connections, parameters=[J])
    dynamics = dynamics_of(machine, formalism)
    for values, wanted in (({}, 1.4 / (0.3 + 4 * 0.5)), ({"J_2": 0.1, "one.J": 0.2}, 1.4 / (0.2 + 4 * 0.1))):
        other = dynamics.with_parameters(values)
        found = other.forward(other.assemble(speeds={"one.phi": 1.0}), {"drive.tau": 1.4})
        assert found["one.phi"] == pytest.approx(wanted, rel=AGREE)
        assert found["two.phi"] == pytest.approx(2 * wanted, rel=AGREE)
    with pytest.raises(ValueError, match="inertia of phi' is -1"):
        dynamics.with_parameters({"J_2": -1.0})


def test_a_square_of_a_length_is_seen_to_be_quadratic():
    part = EnergyPart(
        {"x": ("m", "along"), "y": ("m", "across")},
        kinetic=lambda _t, _q, v, _u, _p: 2 * (v.x**4 + v.x**2) / (v.x**2 + 1) + v.y**2,
    )
    dynamics = compiled("part", {"a": part}, {"force": lw.Force("a.x", value=8.0)})
    state = dynamics.assemble(speeds={"a.x": 3.0, "a.y": 0.5})
    assert dynamics.forward(state)["a.x"] == pytest.approx(2.0, rel=TIGHT)


def by(expression):
    return lambda _t, q, v, u, p: expression(q, v, u, p)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"kinetic": by(lambda _q, v, _u, _p: v.x**4)}, "not a polynomial of degree 2"),
        ({"kinetic": by(lambda _q, v, _u, _p: v.x * ca.fabs(v.x))}, "not a polynomial of degree 2"),
        ({"kinetic": by(lambda _q, v, _u, _p: ca.sqrt(1 + v.x**2))}, "not a polynomial of degree 2"),
        ({"kinetic": by(lambda _q, v, _u, _p: v.x**2 * ca.log(-1 - v.x**2))}, "not finite at any"),
        ({"kinetic": 0.0}, "kinetic: is zero"),
        ({"kinetic": "x**2"}, "text is never read"),
        ({"kinetic": by(lambda _q, v, _u, _p: v.z**2)}, "v has no 'z'"),
        ({"kinetic": lambda q: q}, "failed"),
        ({"kinetic": ca.SX.sym("w") ** 2}, "mentions w, which is not declared"),
        ({"kinetic": ca.SX.sym("x", 2)}, "expected a scalar"),
        ({"kinetic": by(lambda _q, v, u, _p: u.F * v.x**2)}, "kinetic: mentions inputs"),
        ({"potential": by(lambda _q, v, _u, _p: v.x)}, "potential: mentions speeds"),
        ({"potential": float("nan")}, "not finite"),
        ({"dissipation": by(lambda q, _v, _u, _p: q.x)}, "mentions no speed"),
        ({"forces": {"xx": 1.0}}, "no such coordinate or speed"),
        ({"forces": {"x": 1.0}}, "input F: no force"),
        ({"forces": [1.0]}, "expected a mapping"),
        ({"inputs": {"x": ("N", "push")}}, "the name is that of a coordinate"),
        ({"inputs": {"t": ("N", "push")}}, "the name is that of the time"),
        ({"inputs": {"F": "N"}}, "expected \\(unit, meaning\\)"),
        ({"inputs": ["F"]}, "expected a mapping"),
        ({"speeds": {"2x": ("A", "")}}, "expected a letter"),
        ({"parameters": {"k": float("inf")}}, "not finite"),
        ({"parameters": {"k": "1"}}, "neither a number"),
        ({"parameters": {"k": (1.0, "m")}}, "expected a value or"),
        ({"parameters": [3.0]}, "expected a Parameter"),
        ({"reference": {"y": 0.0}}, "no such coordinate"),
    ],
)
def test_what_is_wrong_is_said(options, words):
    sound = {
        "kinetic": by(lambda _q, v, _u, _p: v.x**2),
        "forces": {"x": by(lambda _q, _v, u, _p: u.F)},
        "inputs": {"F": ("N", "push")},
    }
    with pytest.raises(ModelError, match=words):
        EnergyPart({"x": ("m", "place")}, **(sound | options))


def test_all_faults_come_at_once():
    with pytest.raises(ModelError) as caught:
        EnergyPart(
            {"x": ("m", "place"), "t": ("s", "time")},
            kinetic=by(lambda _q, v, _u, _p: v.y**2),
            potential=sympy.Integral(sympy.Symbol("x")),
            forces={"z": "F"},
            parameters={"k": float("nan")},
        )
    assert len(caught.value.faults) == 6


@pytest.mark.parametrize("formalism", lw.formalisms.__all__)
@pytest.mark.parametrize(
    ("tie", "wanted"),
    [
        (lw.ConstantSpeed("part.x", 0.5), (0.0, 0.0)),
        (Nonholonomic(("part.x", "part.y"), lambda _t, _q, s: s[0] - 2 * s[1]), (2.0, 1.0)),
        (Holonomic(("part.x", "part.y"), lambda _t, x, y: x - 2 * y), (2.0, 1.0)),
        (Gear("part.x", "part.y", 2.0), (2.0, 1.0)),
    ],
    ids=lambda tie: type(tie).__name__,
)
def test_a_part_without_parameters_takes_constraints(formalism, tie, wanted):
    """T = (x'^2 + 2 y'^2) / 2 under a force of 3 on x: with x' = 2 y' it is 3 = x'' + y'', so x'' = 2, y'' = 1."""
    part = EnergyPart(
        {"x": ("m", "first"), "y": ("m", "second")},
        kinetic=lambda _t, _q, v, _u, _p: (v.x**2 + 2 * v.y**2) / 2,
        forces={"x": lambda _t, _q, _v, _u, _p: 3.0},
    )
    dynamics = lw.compile(getattr(lw.formalisms, formalism)(Mechanism("machine", {"part": part}, {"tie": tie})))
    found = dynamics.forward(dynamics.assemble())
    assert (found["part.x"], found["part.y"]) == pytest.approx(wanted, abs=1e-12)
