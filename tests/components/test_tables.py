"""Tables of CasADi in force laws, constraints, own parts, laws and controllers, against what they were made of."""

from dataclasses import dataclass

import casadi as ca
import numpy as np
import pytest
from scipy.interpolate import RegularGridInterpolator

import linkwright as lw
from linkwright.control import Diagram, Step
from linkwright.model import Connection, Load, Row
from linkwright.symbolic import Label
from linkwright.symbolic.tables import write_out_tables

GRID = np.array([-2.0, -1.1, -0.4, 0.0, 0.3, 0.9, 1.0, 2.5, 4.0])
OTHER = np.array([0.0, 0.5, 0.7, 1.5, 2.0, 2.2, 3.0, 4.0])


@pytest.mark.parametrize("kind", ["linear", "bspline"])
@pytest.mark.parametrize("grid", [[GRID], [GRID, OTHER]], ids=["one argument", "two arguments"])
def test_a_table_is_the_one_that_casadi_evaluates(kind, grid):
    """Values and slopes inside the grid, at its points and beyond."""
    x = ca.SX.sym("x", len(grid))
    count = np.prod([len(row) for row in grid])
    flat = write_out_tables(ca.interpolant("zero", kind, grid, np.zeros(count))(x))
    assert float(ca.substitute(flat, x, ca.DM.ones(len(grid)))) == 0.0
    values = np.sin(GRID)[:, None] * (OTHER if len(grid) == 2 else np.ones(1)) ** 2 + GRID[:, None]
    table = ca.interpolant("table", kind, grid, values.ravel(order="F"))
    ours = write_out_tables(ca.exp(-table(x)) + x[0])
    ends = np.array([[row[0], row[-1]] for row in grid])
    random = np.random.default_rng(3).uniform(-0.2, 1.2, (len(grid), 200))
    points = np.hstack([ends[:, :1] + (ends[:, 1:] - ends[:, :1]) * random, ends])
    found = ca.Function("ours", [x], [ours, ca.jacobian(ours, x)])
    wanted = ca.Function("casadis", [x], [ca.exp(-table(x)) + x[0], ca.jacobian(ca.exp(-table(x)) + x[0], x)])
    assert np.allclose(np.array(found(points)[0]), np.array(wanted(points)[0]), rtol=1e-12, atol=1e-12)
    between = points[:, :200]
    assert np.allclose(np.array(found(between)[1]), np.array(wanted(between)[1]), rtol=1e-11, atol=1e-11)


def test_splines_of_a_cubic_are_the_cubic_with_its_derivatives():
    x = ca.SX.sym("x")
    table = write_out_tables(ca.interpolant("table", "bspline", [GRID], GRID**3 - 2 * GRID)(x))
    derivatives = [table, ca.jacobian(table, x), ca.hessian(table, x)[0]]
    at = np.linspace(-1.99, 3.99, 57)
    found = [np.array(ca.Function("f", [x], [each])(at)).ravel() for each in derivatives]
    assert np.allclose(found, [at**3 - 2 * at, 3 * at**2 - 2, 6 * at], rtol=1e-12, atol=1e-11)


def test_a_linear_table_in_two_arguments_is_bilinear():
    x = ca.SX.sym("x", 2)
    values = np.cos(GRID)[:, None] + OTHER**2
    table = write_out_tables(ca.interpolant("table", "linear", [GRID, OTHER], values.ravel(order="F"))(x))
    points = np.random.default_rng(1).uniform([-2, 0], [4, 4], (50, 2))
    found = np.array(ca.Function("f", [x], [table])(points.T)).ravel()
    assert found == pytest.approx(RegularGridInterpolator((GRID, OTHER), values)(points), rel=1e-12)


def slider(law, **more):
    parts = {"guide": lw.Prismatic("ground", "block"), "spring": lw.ForceLaw("guide.slide", law), **more}
    return lw.Mechanism("slider", {"block": lw.Body(2.0, 0.1)}, parts)


@pytest.mark.parametrize("formalism", [None, "modular", "kane"])
def test_a_spring_by_a_table_runs_as_the_cubic_it_was_made_of(formalism):
    table = ca.interpolant("spring", "bspline", [np.linspace(-2, 2, 21)], 5.0 * np.linspace(-2, 2, 21) ** 3)
    runs = []
    for law in (lambda q, _v, _t: -table(q), lambda q, _v, _t: -5.0 * q**3):
        machine = slider(law)
        dynamics = lw.compile(getattr(lw.formalisms, formalism)(machine) if formalism else machine)
        for integrator in (None, lw.integrators.Radau()):
            start = dynamics.assemble({"guide.slide": 0.8})
            runs.append(lw.simulate(dynamics, start, duration=3.0, samples=31, integrator=integrator))
        states = ["guide.slide", "guide.slide'"]
        start = dynamics.assemble({"guide.slide": 0.5})
        slope = lw.analysis.linearize(dynamics, start, {}, states=states, tolerance=10.0)
        assert slope.entry(states[1], states[0]) == pytest.approx(-15.0 * 0.25 / 2.0, rel=1e-10)
    for run in runs[:3]:
        assert np.max(np.abs(run["guide.slide"] - runs[2]["guide.slide"])) < 1e-6


def test_a_table_of_position_and_speed():
    """A linear table in two arguments of a force that is linear in both: a damped oscillator."""
    q, v = np.linspace(-2, 2, 5), np.linspace(-3, 3, 4)
    table = ca.interpolant("force", "linear", [q, v], (-8.0 * q[:, None] - 1.2 * v).ravel(order="F"))
    dynamics = lw.compile(slider(lambda q, v, _t: table(ca.vertcat(q, v))))
    run = lw.simulate(dynamics, dynamics.assemble({"guide.slide": 1.0}), duration=4.0, samples=41)
    rate = np.sqrt(4.0 - 0.3**2)
    wanted = np.exp(-0.3 * run.time) * (np.cos(rate * run.time) + 0.3 / rate * np.sin(rate * run.time))
    assert np.max(np.abs(run["guide.slide"] - wanted)) < 1e-6


def test_tables_stand_wherever_users_write_expressions():
    """The cubic from its table: in the energy of a part, a prescribed motion, a constraint, and a block."""
    grid = np.linspace(-3, 3, 25)
    cube = ca.interpolant("cube", "bspline", [grid], grid**3)
    part = lw.EnergyPart(
        {"x": ("m", "place")}, kinetic=lambda _t, _q, v, _u, _p: v.x**2, potential=lambda _t, q, _v, _u, _p: cube(q.x)
    )
    dynamics = lw.compile(lw.Mechanism("part", {"part": part}))
    assert dynamics.forward(dynamics.assemble({"part.x": 0.7}))["part.x"] == pytest.approx(-3 * 0.49 / 2, rel=1e-10)
    moved = lw.compile(slider(lambda _q, _v, _t: 0.0, lead=lw.Prescribed("guide.slide", cube(lw.t))))
    assert moved.forward(moved.assemble(t=0.5))["guide.slide"] == pytest.approx(3.0, rel=1e-10)
    step = Step(lambda _x, _t, u, _p, _T: ([cube(u[0])], []), inputs=["a"], outputs=["y"])
    loop = lw.ClosedLoop(
        lw.compile(slider(lambda _q, _v, _t: 0.0, push=lw.Force("guide.slide"))),
        Diagram({"cube": step.every(0.1)}, {"cube.a": "guide.slide", "push.force": "cube.y"}),
    )
    run = lw.simulate(loop, loop.assemble({"guide.slide": 0.5}), duration=0.05)
    assert run["cube.y"][-1] == pytest.approx(0.125, rel=1e-10)


@dataclass(frozen=True, eq=False)
class Cam(Connection):
    """A component of a user's own: the second slide follows a cam on the first, and a force pulls it back."""

    table: object
    quantities = ("guide.slide", "follower.slide")

    def residual(self, ports):
        first, second = (port.z for port in ports.quantities)
        return (Row(Label("cam", "m", "cam"), second - self.table(first)),)

    def loads(self, ports):
        second = ports.quantities[1]
        return (Load(second.s, -self.table(second.z), "source"),)


@pytest.mark.parametrize("formalism", ["modular", "kane"])
def test_a_component_of_ones_own_may_be_a_cam(formalism):
    """y = x^2 under the force -y^2 on y: (m + m y'^2) x'' + m y' y'' x'^2 = -y^2 y', derivatives by x."""
    grid = np.linspace(-2, 2, 17)
    parts = {name: lw.Body(2.0, 0.1) for name in ("block", "rod")}
    joints = {
        "guide": lw.Prismatic("ground", "block"),
        "follower": lw.Prismatic("ground", "rod", axis="y"),
        "cam": Cam(ca.interpolant("square", "bspline", [grid], grid**2)),
    }
    dynamics = lw.compile(getattr(lw.formalisms, formalism)(lw.Mechanism("cam", parts, joints)))
    x, v = 0.6, 1.3
    found = dynamics.forward(dynamics.assemble({"guide.slide": x}, {"guide.slide": v}))["guide.slide"]
    m, slope = 2.0, 2 * x
    assert found == pytest.approx((-(x**4) * slope - m * slope * 2.0 * v**2) / (m + m * slope**2), rel=1e-9)


def test_what_cannot_be_compiled_is_refused_when_the_machine_is_compiled():
    grid = np.linspace(-3, 3, 25)
    derivative = ca.interpolant("cube", "bspline", [grid], grid**3).forward(1)
    many = ca.interpolant("many", "linear", [np.arange(200.0)] * 2, np.ones(40_000))
    for law, words in (
        (lambda q, v, _t: derivative(q, 0, v), r"ForceLaw.*the CasADi function .* cannot be compiled"),
        (
            lambda q, v, _t: many(ca.vertcat(q, v)),
            r"the table 'many' has 40000 coefficients, and 10000",
        ),
    ):
        with pytest.raises(ValueError, match=words):
            lw.compile(slider(law))
