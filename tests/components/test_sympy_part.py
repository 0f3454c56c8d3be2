"""Parts from SymPy's KanesMethod and LagrangesMethod, against SymPy itself, closed forms and machines of bodies."""

import casadi as ca
import numpy as np
import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy.physics.mechanics import (
    KanesMethod,
    LagrangesMethod,
    Particle,
    Point,
    ReferenceFrame,
    RigidBody,
    dynamicsymbols,
    inertia,
)

import linkwright as lw
from components.compiled import TIGHT, G, compiled
from linkwright.components import Gear, Nonholonomic, Revolute
from linkwright.components.own_parts.sympy_part import from_kane, from_lagrange
from linkwright.model import Body, Mechanism, ModelError
from linkwright.symbolic.from_sympy import ConversionError, from_sympy

FORMALISMS = ("modular", "newton_euler", "kane", "boltzmann_hamel", "lagrange", "maggi")
AGREE = 1e-10  # relative, as for all formalisms
q1, q2, u1, u2, tau = dynamicsymbols("q1 q2 u1 u2 tau")
l, m, g = sp.symbols("l m g", positive=True)
VALUES = {l: (0.7, "m", "length of a rod"), m: 1.3, g: G}
TORQUE = {tau: ("N m", "torque on the first rod")}


def double_pendulum_by_kane(**options):
    """Two particles on massless rods, both angles from the vertical (x points down)."""
    N = ReferenceFrame("N")
    A, B = (N.orientnew(name, "Axis", [q, N.z]) for name, q in (("A", q1), ("B", q2)))
    A.set_ang_vel(N, u1 * N.z)
    B.set_ang_vel(N, u2 * N.z)
    O = Point("O")
    P = O.locatenew("P", l * A.x)
    R = P.locatenew("R", l * B.x)
    O.set_vel(N, 0)
    P.v2pt_theory(O, N, A)
    R.v2pt_theory(P, N, B)
    method = KanesMethod(N, q_ind=[q1, q2], u_ind=[u1, u2], kd_eqs=[q1.diff() - u1, q2.diff() - u2])
    loads = [(P, m * g * N.x), (R, m * g * N.x), (A, tau * N.z)]
    method.kanes_equations([Particle("one", P, m), Particle("two", R, m)], loads)
    labels = {q1: ("rad", "first"), q2: ("rad", "second"), u1: ("rad/s", "first"), u2: ("rad/s", "second")}
    return from_kane(method, parameters=VALUES, inputs=TORQUE, labels=labels, **options)


def double_pendulum_by_lagrange():
    N = ReferenceFrame("N")
    A = N.orientnew("A", "Axis", [q1, N.z])
    v, w = q1.diff(), q2.diff()
    T = m * l**2 * (2 * v**2 + w**2 + 2 * v * w * sp.cos(q1 - q2)) / 2
    method = LagrangesMethod(
        T + m * g * l * (2 * sp.cos(q1) + sp.cos(q2)), [q1, q2], forcelist=[(A, tau * N.z)], frame=N
    )
    return from_lagrange(method, parameters=VALUES, inputs=TORQUE, labels={q1: ("rad", "first"), q2: ("rad", "second")})


def double_pendulum_of_bodies():
    rods = {name: Body(1.3, 0.0, points={"top": (0.0, 0.7)}) for name in ("one", "two")}
    connections = {"a": Revolute("ground", "one.top"), "b": Revolute("one", "two.top"), "tau": lw.Torque("a.angle")}
    return compiled("bodies", rods, connections, gravity=(0.0, -G))


@pytest.mark.parametrize("formalism", FORMALISMS)
@pytest.mark.parametrize("make", [double_pendulum_by_kane, double_pendulum_by_lagrange])
def test_a_double_pendulum_is_that_of_bodies(make, formalism):
    machine = Mechanism("pendulum", {"k": make()})
    dynamics, bodies = lw.compile(getattr(lw.formalisms, formalism)(machine)), double_pendulum_of_bodies()
    speeds = ("k.u1", "k.u2") if "k.u1" in dynamics.quantities else ("k.q1", "k.q2")
    for a, b, v, w, torque in np.random.default_rng(2).uniform(-2.0, 2.0, (5, 5)):
        state = dynamics.assemble({"k.q1": a, "k.q2": b}, dict(zip(speeds, (v, w), strict=True)))
        other = bodies.assemble({"a.angle": a, "b.angle": b - a}, {"a.angle": v, "b.angle": w - v})
        found, wanted = dynamics.forward(state, {"k.tau": torque}), bodies.forward(other, {"tau.tau": torque})
        assert found["k.q1"] == pytest.approx(wanted["a.angle"], rel=AGREE)
        assert found["k.q2"] == pytest.approx(wanted["a.angle"] + wanted["b.angle"], rel=AGREE)
        assert dynamics.energy(state).kinetic == pytest.approx(bodies.energy(other).kinetic, rel=1e-11)


def test_the_energy_balance_says_what_it_knows():
    height = -m * g * l * (2 * sp.cos(q1) + sp.cos(q2))
    potential, forward = [], []
    for part in (double_pendulum_by_kane(), double_pendulum_by_kane(potential=height), double_pendulum_by_lagrange()):
        dynamics = compiled("pendulum", {"k": part})
        speeds = {"k.u1": 1.0, "k.u2": 2.0} if "k.u1" in dynamics.quantities else {"k.q1": 1.0, "k.q2": 2.0}
        state = dynamics.assemble({"k.q1": 0.3, "k.q2": -0.8}, speeds)
        trajectory = lw.simulate(dynamics, state, duration=1.0, inputs={"k.tau": 0.4}, rtol=1e-10, samples=11)
        assert trajectory.outcome.finished, trajectory.outcome
        assert trajectory.certificate.energy_error < 1e-8  # a hundred times the tolerance
        potential.append(dynamics.energy(state).potential)
        forward.append([dynamics.forward(state, {"k.tau": 0.4})[name] for name in ("k.q1", "k.q2")])
    assert forward[1] == pytest.approx(forward[0], rel=AGREE)
    assert forward[2] == pytest.approx(forward[0], rel=AGREE)
    assert potential[0] == 0.0
    assert potential[1] == pytest.approx(potential[2], rel=TIGHT)


# -- constraints ---------------------------------------------------------------------------------------------------

x, y, theta, ux, uy, w = dynamicsymbols("x y theta ux uy w")
J, alpha = sp.symbols("J alpha")
EDGE = {m: 1.7, J: 0.2, g: G, alpha: 0.3}


def knife_edge_by_kane(offset=0):
    """A blade on a slope down x; `offset` is its mass centre's distance from the edge, along the blade."""
    N = ReferenceFrame("N")
    F = N.orientnew("F", "Axis", [theta, N.z])
    F.set_ang_vel(N, w * N.z)
    O = Point("O")
    O.set_vel(N, 0)
    C = O.locatenew("C", x * N.x + y * N.y)
    C.set_vel(N, ux * N.x + uy * N.y)
    S = C.locatenew("S", offset * F.x)
    S.v2pt_theory(C, N, F)
    method = KanesMethod(
        N,
        q_ind=[x, y, theta],
        u_ind=[ux, w],
        kd_eqs=[x.diff() - ux, y.diff() - uy, theta.diff() - w],
        u_dependent=[uy],
        velocity_constraints=[-sp.sin(theta) * ux + sp.cos(theta) * uy],
    )
    method.kanes_equations([RigidBody("blade", S, F, m, (inertia(F, 0, 0, J), S))], [(S, m * g * sp.sin(alpha) * N.x)])
    return method


def knife_edge_by_lagrange():
    T = m * (x.diff() ** 2 + y.diff() ** 2) / 2 + J * theta.diff() ** 2 / 2
    row = -sp.sin(theta) * x.diff() + sp.cos(theta) * y.diff()
    return LagrangesMethod(T + m * g * sp.sin(alpha) * x, [x, y, theta], nonhol_coneqs=[row])


def knife_edge_of_bodies(offset=0.0):
    blade = Body(1.7, 0.2, centre=(offset, 0.0))
    row = Nonholonomic(
        ("blade.x", "blade.y", "blade.theta"), lambda _t, z, s: -ca.sin(z[2]) * s[0] + ca.cos(z[2]) * s[1], "m/s"
    )
    return compiled("edge", {"blade": blade}, {"edge": row}, gravity=(G * np.sin(0.3), 0.0))


@pytest.mark.parametrize("formalism", FORMALISMS)
@pytest.mark.parametrize("offset", [0.0, 0.25])
def test_a_knife_edge_by_kane(formalism, offset):
    part = from_kane(knife_edge_by_kane(offset), parameters=EDGE)
    dynamics = lw.compile(getattr(lw.formalisms, formalism)(Mechanism("edge", {"k": part})))
    assert len(dynamics.speeds) == 2
    bodies = knife_edge_of_bodies(offset)
    for angle, along, turn in ((0.4, 1.2, 0.9), (-0.7, -0.5, 2.0)):
        state = dynamics.assemble({"k.theta": angle}, {"k.ux": along, "k.w": turn})
        other = bodies.assemble({"blade.theta": angle}, {"blade.x": along, "blade.theta": turn})
        assert state["k.uy"] == pytest.approx(along * np.tan(angle), rel=TIGHT)
        found, wanted = dynamics.forward(state), bodies.forward(other)
        for mine, theirs in (("k.x", "blade.x"), ("k.y", "blade.y"), ("k.theta", "blade.theta"), ("k.uy", "blade.y")):
            assert found[mine] == pytest.approx(wanted[theirs], rel=AGREE, abs=1e-11)
        assert dynamics.energy(state).kinetic == pytest.approx(bodies.energy(other).kinetic, rel=1e-11)
    trajectory = lw.simulate(dynamics, state, duration=0.4, rtol=1e-10, samples=5) if formalism == "modular" else None
    assert trajectory is None or trajectory.certificate.energy_error < 1e-8


@pytest.mark.parametrize("formalism", FORMALISMS)
def test_a_knife_edge_by_lagrange(formalism):
    """With spin w from rest on a slope: x = a sin(w t)^2 / (2 w^2), y = a (w t - sin(w t) cos(w t)) / (2 w^2)."""
    part = from_lagrange(knife_edge_by_lagrange(), parameters=EDGE)
    dynamics = lw.compile(getattr(lw.formalisms, formalism)(Mechanism("edge", {"k": part})))
    state = dynamics.assemble(speeds={"k.x": 0.0, "k.theta": 1.3})
    a, spin = G * np.sin(0.3), 1.3
    assert dynamics.forward(state)["k.x"] == pytest.approx(a, rel=AGREE)
    turned = dynamics.assemble({"k.theta": 0.4}, {"k.x": 1.2, "k.theta": 0.9})
    along = a * np.cos(0.4) * np.array([np.cos(0.4), np.sin(0.4)])
    across = 0.9 * 1.2 / np.cos(0.4) * np.array([-np.sin(0.4), np.cos(0.4)])  # w times the speed along the blade
    found = dynamics.forward(turned)
    assert [found["k.x"], found["k.y"]] == pytest.approx(along + across, rel=AGREE)
    if formalism != "modular":
        return
    trajectory = lw.simulate(dynamics, state, duration=3.0, rtol=1e-10, samples=31)
    angle = spin * trajectory.time
    assert np.allclose(trajectory["k.x"], a * np.sin(angle) ** 2 / (2 * spin**2), rtol=0, atol=1e-8)
    assert np.allclose(
        trajectory["k.y"], a * (angle - np.sin(angle) * np.cos(angle)) / (2 * spin**2), rtol=0, atol=1e-8
    )
    assert trajectory.certificate.energy_error < 1e-8


@pytest.mark.parametrize("formalism", FORMALISMS)
def test_a_holonomic_constraint_of_lagrange(formalism):
    """A pendulum in x and y: the constraint holds its length, its reaction is the force along it over 2 l."""
    method = LagrangesMethod(
        m * (x.diff() ** 2 + y.diff() ** 2) / 2 - m * g * y, [x, y], hol_coneqs=[x**2 + y**2 - l**2]
    )
    part = from_lagrange(method, parameters=VALUES, labels={x: ("m", "along"), y: ("m", "up")}, reference={y: -0.7})
    dynamics = lw.compile(getattr(lw.formalisms, formalism)(Mechanism("pendulum", {"k": part})))
    angle, rate = 0.6, 1.5
    place = {"k.x": 0.7 * np.sin(angle)}
    state = dynamics.assemble({**place, "k.y": -0.7 * np.cos(angle)}, {"k.x": 0.7 * rate * np.cos(angle)})
    turn = -G / 0.7 * np.sin(angle)
    wanted = 0.7 * (turn * np.cos(angle) - rate**2 * np.sin(angle))
    assert dynamics.forward(state)["k.x"] == pytest.approx(wanted, rel=AGREE)
    pull = 1.3 * (G * np.cos(angle) + 0.7 * rate**2)
    assert dynamics.reactions(state)["k.holonomic"]["row"] == pytest.approx(-pull / (2 * 0.7), rel=1e-9)


def test_a_rolling_disc_in_its_own_speeds():
    """SymPy's disc (yaw, lean, roll; speeds in the lean frame, q' = N u with tan and sec) against its own equations."""
    names = dynamicsymbols("q1 q2 q3 u1 u2 u3")
    q, u = names[:3], names[3:]
    r = sp.Symbol("r")
    N = ReferenceFrame("N")
    Y = N.orientnew("Y", "Axis", [q[0], N.z])
    L = Y.orientnew("L", "Axis", [q[1], Y.x])
    R = L.orientnew("R", "Axis", [q[2], L.y])
    spin = R.ang_vel_in(N)
    R.set_ang_vel(N, u[0] * L.x + u[1] * L.y + u[2] * L.z)
    R.set_ang_acc(N, R.ang_vel_in(N).dt(R) + R.ang_vel_in(N).cross(R.ang_vel_in(N)))
    L.set_ang_vel(N, u[0] * L.x + u[2] * sp.tan(q[1]) * L.y + u[2] * L.z)
    C = Point("C")
    C.set_vel(N, 0)
    centre = C.locatenew("D", r * L.z)
    centre.v2pt_theory(C, N, R)
    centre.a2pt_theory(C, N, R)
    I = inertia(L, m * r**2 / 4, m * r**2 / 2, m * r**2 / 4)
    kd = [(spin - R.ang_vel_in(N)).dot(axis) for axis in L]
    method = KanesMethod(N, q_ind=q, u_ind=u, kd_eqs=kd)
    method.kanes_equations([RigidBody("disc", centre, R, m, (I, centre))], [(centre, -m * g * Y.z)])
    dynamics = compiled("disc", {"k": from_kane(method, parameters={m: 1.3, g: G, r: 0.3})})
    values = dict(zip(names, (0.3, 0.4, -1.0, 0.6, -2.5, 1.1), strict=True)) | {m: 1.3, g: G, r: 0.3}
    wanted = [float(e) for e in method.rhs().subs(values).evalf()]
    state = dynamics.assemble({"k.q1": 0.3, "k.q2": 0.4, "k.q3": -1.0}, {"k.u1": 0.6, "k.u2": -2.5, "k.u3": 1.1})
    found = dynamics.forward(state)
    assert [state[f"k.q{k}'"] for k in (1, 2, 3)] == pytest.approx(wanted[:3], rel=1e-11)
    assert [found[f"k.u{k}"] for k in (1, 2, 3)] == pytest.approx(wanted[3:], rel=1e-11)
    trajectory = lw.simulate(dynamics, state, duration=0.5, rtol=1e-10, samples=6)
    assert trajectory.certificate.energy_error < 1e-8


def test_a_frame_that_turns_by_itself_is_booked_as_source():
    """A bead on a wire that turns at the rate w: r'' = w^2 r."""
    r, v = dynamicsymbols("r v")
    rate = sp.Symbol("rate")
    N = ReferenceFrame("N")
    A = N.orientnew("A", "Axis", [rate * dynamicsymbols._t, N.z])
    O = Point("O")
    O.set_vel(N, 0)
    P = O.locatenew("P", r * A.x)
    P.set_vel(A, v * A.x)
    P.v1pt_theory(O, N, A)
    method = KanesMethod(N, q_ind=[r], u_ind=[v], kd_eqs=[r.diff() - v])
    method.kanes_equations([Particle("bead", P, m)], None)
    dynamics = compiled("wire", {"k": from_kane(method, parameters={m: 0.4, rate: 3.0})})
    state = dynamics.assemble({"k.r": 0.2}, {"k.v": 0.1})
    assert dynamics.forward(state)["k.v"] == pytest.approx(9.0 * 0.2, rel=TIGHT)
    trajectory = lw.simulate(dynamics, state, duration=0.5, rtol=1e-10, samples=6)
    assert trajectory.certificate.energy_error < 1e-8
    assert trajectory["energy.source"][-1] > 0


@pytest.mark.parametrize("formalism", FORMALISMS)
def test_a_part_from_sympy_drives_a_body(formalism):
    """A flywheel by Kane's method, geared to a wheel of bodies: phi'' = tau / (J + I / 4)."""
    phi, omega = dynamicsymbols("phi omega")
    N = ReferenceFrame("N")
    A = N.orientnew("A", "Axis", [phi, N.z])
    A.set_ang_vel(N, omega * N.z)
    O = Point("O")
    O.set_vel(N, 0)
    method = KanesMethod(N, q_ind=[phi], u_ind=[omega], kd_eqs=[phi.diff() - omega])
    method.kanes_equations([RigidBody("wheel", O, A, m, (inertia(A, 0, 0, J), O))], [(A, tau * N.z)])
    part = from_kane(method, parameters={J: 0.3}, inputs=TORQUE)
    connections = {"hub": Revolute("ground", "wheel"), "gear": Gear("fly.phi", "hub.angle", ratio=2.0)}
    machine = Mechanism("geared", {"fly": part, "wheel": Body(1.0, 0.8)}, connections)
    dynamics = lw.compile(getattr(lw.formalisms, formalism)(machine))
    found = dynamics.forward(dynamics.assemble(speeds={"fly.omega": 2.0}), {"fly.tau": 1.1})
    assert found["fly.phi"] == pytest.approx(1.1 / (0.3 + 0.8 / 4), rel=AGREE)
    assert found["hub.angle"] == pytest.approx(found["fly.omega"] / 2, rel=AGREE)


# -- refusals ------------------------------------------------------------------------------------------------------


def test_what_is_missing_is_named_all_at_once():
    with pytest.raises(ModelError) as caught:
        from_kane(knife_edge_by_kane(), parameters={m: 1.0})
    for name in ("symbol J", "symbol g", "symbol alpha"):
        assert any(name in fault for fault in caught.value.faults)


def test_objects_that_are_not_meant_are_refused():
    with pytest.raises(TypeError, match="takes a sympy KanesMethod, got str"):
        from_kane("__import__('os').abort()")
    with pytest.raises(TypeError, match="takes a sympy LagrangesMethod, got KanesMethod"):
        from_lagrange(knife_edge_by_kane())
    N = ReferenceFrame("N")
    bare = KanesMethod(N, q_ind=[q1], u_ind=[u1], kd_eqs=[q1.diff() - u1])
    with pytest.raises(ModelError, match="call kanes_equations"):
        from_kane(bare)
    strange = LagrangesMethod(m * x.diff() ** 2 / 2 - sp.Function("V")(x), [x])
    with pytest.raises(ModelError, match="function V is not known"):
        from_lagrange(strange, parameters={m: 1.0})
    relativistic = LagrangesMethod(-m * sp.sqrt(1 - x.diff() ** 2), [x])
    with pytest.raises(ModelError, match="not a polynomial of degree 2"):
        from_lagrange(relativistic, parameters={m: 1.0})
    loaded = LagrangesMethod(m * x.diff() ** 2 / 2, [x], forcelist=[(N, tau * N.z)])
    with pytest.raises(ModelError, match="no inertial frame"):
        from_lagrange(loaded, parameters={m: 1.0})


class _Trap(sp.Expr):
    """A node that must not be asked anything but its class."""

    def __float__(self):
        raise AssertionError("a strange node was evaluated")

    def _sympystr(self, _printer):
        raise AssertionError("a strange node was printed")

    _eval_evalf = _sympystr


a, b = sp.symbols("a b")


@pytest.mark.parametrize(
    ("expression", "words"),
    [
        (_Trap(a), "_Trap has no counterpart"),
        ("__import__('os').abort()", "got str"),
        (b"1", "got bytes"),
        (None, "got NoneType"),
        (True, "got bool"),
        (sp.Matrix([a]), "expected a SymPy expression"),
        (sp.I * a, "ImaginaryUnit"),
        (a + sp.oo, "Infinity"),
        (sp.nan, "NaN"),
        (sp.Integer(10) ** 400 + a, "too large"),
        (sp.Integral(a, (a, 0, b)), "Integral"),
        (sp.gamma(a), "gamma"),
        (sp.Function("sin")(a), "function sin is not known"),
        (sp.Symbol("__class__"), "symbol __class__ is not known"),
        (q1.diff().diff(), "derivative of order 2 of q1"),
        (sp.Subs(a, a, b), "Subs|symbol"),
    ],
)
def test_strange_nodes_are_refused_by_name(expression, words):
    with pytest.raises(ConversionError, match=words):
        from_sympy([expression], {a: ca.SX.sym("a")}.get)


def test_a_very_deep_tree_is_read():
    deep = a
    for _ in range(5000):
        deep = sp.sin(deep, evaluate=False)
    value = 1.0
    for _ in range(5000):
        value = np.sin(value)
    A = ca.SX.sym("a")
    assert float(ca.Function("f", [A], from_sympy([deep], {a: A}.get))(1.0)) == pytest.approx(value, rel=1e-10)


UNARY = (sp.sin, sp.cos, sp.tanh, sp.Abs, sp.atan, lambda e: sp.sqrt(1 + e**2), lambda e: sp.exp(-(e**2)), sp.sign)
BINARY = (
    lambda e, f: e + f, lambda e, f: e * f, lambda e, f: e - 2 * f, lambda e, f: e / (2 + f**2), sp.Max, sp.Min,
    lambda e, f: sp.Piecewise((e, e < f), (f**3, True)), lambda e, f: sp.atan2(e, 1 + f**2),
)  # fmt: skip
LEAF = st.sampled_from([a, b, sp.Rational(1, 3), sp.pi, sp.Float(0.25), sp.Integer(2)])
TREE = st.recursive(
    LEAF,
    lambda inner: st.one_of(
        st.builds(lambda f, e: f(e), st.sampled_from(UNARY), inner),
        st.builds(lambda f, e, h: f(e, h), st.sampled_from(BINARY), inner, inner),
    ),
    max_leaves=8,
)


@settings(max_examples=60, deadline=None)
@given(TREE)
def test_any_tree_of_known_nodes_has_the_same_value(expression):
    A, B = ca.SX.sym("a"), ca.SX.sym("b")
    function = ca.Function("f", [A, B], from_sympy([expression], {a: A, b: B}.get))
    wanted = complex(expression.subs({a: sp.Rational(3, 7), b: sp.Rational(-5, 9)}).evalf(30))
    assert float(function(3 / 7, -5 / 9)) == pytest.approx(wanted.real, rel=1e-9, abs=1e-9)
