"""Parts that compose: derived once, used under many names and parameters, to any depth."""

import numpy as np
import pytest

import linkwright as lw
from linkwright.components import DCMotor, Gear, Revolute, Torque
from linkwright.model import Body, Ground, Mechanism
from linkwright.symbolic import Parameter
from oracles import double_pendulum, links

G = 9.80665


def bar(length, mass):
    """A uniform bar with pins at its ends, its frame at the first one."""
    return Body(mass, mass * length**2 / 12, centre=(length / 2, 0.0), points={"a": (0.0, 0.0), "b": (length, 0.0)})


def pendulum():
    """A module: one bar on a pin of its own ground, with a torque; its parameters are l, m and the pin's place."""
    l, m, x0 = (Parameter(n, v, u, n) for n, v, u in (("l", 1.0, "m"), ("m", 2.0, "kg"), ("x0", 0.0, "m")))
    return Mechanism(
        "pendulum",
        {"wall": Ground(points={"pin": (x0, 0.0)}), "bar": bar(l, m)},
        {"pin": Revolute("wall.pin", "bar.a"), "drive": Torque("pin.angle")},
        parameters=[l, m, x0],
        exports={"angle": "pin.angle", "tau": "drive.tau"},
    )


def types_of(equations):
    return {
        kind: [id(uses.type) for uses in getattr(equations, kind)]
        for kind in ("blocks", "constraints", "supports", "loads", "quantities")
    }


def row_of(template, count):
    return Mechanism("row", {f"p{k}": template.use({"l": 1.0 + 0.1 * k, "x0": 2.0 * k}) for k in range(count)})


def test_the_number_of_types_does_not_grow_with_uses():
    counts = []
    for uses in (1, 2, 7, 60):
        equations = lw.formalisms.modular(row_of(pendulum(), uses))
        counts.append({kind: len(found) for kind, found in types_of(equations).items()})
        assert len(equations.speed_names) == 3 * uses
        assert sum(len(u) for u in equations.constraints) == uses
    assert counts[0] == counts[1] == counts[2] == counts[3]


def test_parts_of_the_same_shape_share_their_types_even_in_different_modules():
    """Two modules written separately: bars of other numbers, joints at other places, one type each."""
    one = Mechanism("one", {"bar": bar(1.0, 2.0)}, {"pin": Revolute("ground", "bar.a")})
    two = Mechanism("two", {"rod": bar(0.3, 5.0)}, {"hinge": Revolute("ground", "rod.a")})
    equations = lw.formalisms.modular(Mechanism("both", {"one": one, "two": two}))
    assert [len(uses) for uses in equations.constraints] == [2]
    assert [len(uses) for uses in equations.blocks if uses.type.speeds] == [2]


def test_each_use_has_its_own_parameters():
    dynamics = lw.compile(lw.formalisms.modular(row_of(pendulum(), 5)))
    for k in range(5):
        assert dynamics.parameters[f"p{k}.l"] == pytest.approx(1.0 + 0.1 * k)
    positions = {f"p{k}.angle": 0.1 * (k + 1) for k in range(5)}
    state = dynamics.assemble(positions, dict.fromkeys(positions, 0.0))
    found = dynamics.forward(state, {f"p{k}.tau": float(k + 1) for k in range(5)})
    for k in range(5):
        l = 1.0 + 0.1 * k
        assert found[f"p{k}.angle"] == pytest.approx((k + 1) / (2.0 * l**2 / 3), rel=1e-11)
        assert state[f"p{k}.bar.x"] == pytest.approx(2.0 * k, abs=1e-12)


def nested(depth, template):
    """The template inside `depth` modules, each passing its own length on, with an extra use at every level."""
    inner, path = template, ""
    for level in range(depth):
        l = Parameter("l", 1.0 + level, "m", "length passed on")
        inner = Mechanism(
            f"level{level}",
            {"inner": inner.use({"l": l}), "twin": template.use({"l": 2 * l})},
            parameters=[l],
            exports={"angle": "inner.angle", "other": "twin.angle", "tau": "inner.tau"},
        )
        path = f"inner.{path}"
    return inner, path


def test_depth_four_with_parameters_and_exports_handed_through():
    machine, path = nested(4, pendulum())
    equations = lw.formalisms.modular(machine)
    assert max(equations.module_heights) == 5
    dynamics = lw.compile(equations)
    # the outermost length reaches the innermost bar; twins have twice the length of their level
    assert dynamics.parameters["l"] == 4.0
    assert dynamics.parameters[f"{path}l"] == 4.0
    assert {dynamics.parameters[f"{'inner.' * k}twin.l"] for k in range(4)} == {8.0}
    longer = dynamics.with_parameters(l=0.5)
    assert longer.parameters[f"{path}l"] == 0.5
    assert longer.parameters["inner.inner.twin.l"] == 1.0
    # exports of exports: the innermost pin's angle has the short name, and its full name works too
    assert "angle" in dynamics.quantities
    inputs = dict.fromkeys(longer.inputs, 0.0)
    assert set(inputs) == {"tau", *(f"{'inner.' * k}twin.tau" for k in range(4))}
    speeds = {name: 0.0 for name in longer.quantities if name.endswith(("angle", "other"))}
    for name in ("angle", f"{path}pin.angle"):
        state = longer.assemble({name: 0.3}, speeds)
        assert state["angle"] == pytest.approx(0.3, abs=1e-13)
        found = longer.forward(state, inputs | {"tau": 1.2})
        assert found["angle"] == pytest.approx(1.2 / (2.0 * 0.5**2 / 3), rel=1e-11)
    assert len(equations.constraints) == 1
    assert sum(len(uses) for uses in equations.constraints) == 5


def test_a_value_given_inside_counts_over_one_handed_down():
    machine, path = nested(2, pendulum())
    dynamics = lw.compile(lw.formalisms.modular(machine)).with_parameters({f"{path}l": 3.0})
    assert dynamics.parameters["l"] == 2.0
    assert dynamics.parameters[f"{path}l"] == 3.0
    assert dynamics.parameters["inner.l"] == 2.0


def test_formulas_follow_unless_given():
    dynamics = lw.compile(lw.formalisms.modular(lw.mechanisms.three_rrr()))
    longer = dynamics.with_parameters(l_B=0.3)
    assert longer.parameters["I_B"] == pytest.approx(0.25 * 0.3**2 / 12)
    assert dynamics.parameters["I_B"] == pytest.approx(0.25 * 0.2**2 / 12)  # the old one stays as it was
    fixed = dynamics.with_parameters(l_B=0.3, I_B=0.01)
    assert fixed.parameters["I_B"] == 0.01
    assert fixed.with_parameters(m_B=1.0).parameters["I_B"] == 0.01  # given once, it stays given
    made = lw.compile(lw.formalisms.modular(lw.mechanisms.three_rrr(J_U=0.5)))
    assert made.with_parameters(l_U=0.19).parameters["J_U"] == 0.5


def test_other_parameter_values_compile_nothing_and_mean_what_a_new_description_means():
    template = lw.mechanisms.three_rrr
    dynamics = lw.compile(lw.formalisms.modular(template()))
    library = dynamics.pivoting_at(dynamics.reference, np.zeros(3)).structure.library
    changes = {"l_U": 0.19, "m_L": 1.1, "eta": 25.0, "lambda_": 3e-3, "rho": 1.2}
    other = dynamics.with_parameters(changes)
    described = lw.compile(lw.formalisms.modular(template(**changes)))
    structures = dynamics.system.cached("structures", dict)
    assert len(structures) == 1
    state = other.assemble({"platform.x": 0.01}, {"platform.x": 0.1, "platform.y": 0.0, "platform.theta": 0.3})
    inputs = {"A.v": 1.0, "B.v": -2.0, "C.v": 0.5}
    found, wanted = other.forward(state, inputs), described.forward(state, inputs)
    assert list(found.values()) == pytest.approx(list(wanted.values()), rel=1e-10, abs=1e-10)
    other.functions.forward(state.q, state.v, np.ones(3))
    assert len(structures) == 1
    assert other.pivoting_at(state, np.ones(3)).structure.library is library


def test_the_keyword_lambda_has_an_underscore_or_is_given_in_a_mapping():
    dynamics = lw.compile(lw.formalisms.modular(lw.mechanisms.three_rrr()))
    for changed in (dynamics.with_parameters(lambda_=0.01), dynamics.with_parameters({"lambda": 0.01})):
        assert changed.parameters["lambda_"] == 0.01
        state = changed.assemble(speeds={"A.i": 1.0, "platform.x": 0.0, "platform.y": 0.0, "platform.theta": 0.0})
        found = changed.forward(state, {"A.v": 2.0, "B.v": 0.0, "C.v": 0.0})
        assert found["A.i"] == pytest.approx((2.0 - 1.5) / 0.01, rel=1e-12)


def test_ties_between_modules_close_loops_at_the_outer_level():
    """Two pendulums as modules, the second hung on the first by the outer module: a double pendulum."""
    machine = double_pendulum.DoublePendulum(links.uniform(0.7, 1.1), links.uniform(0.4, 0.6))
    first = Mechanism("first", {"bar": bar(0.7, 1.1)}, {"O": Revolute("ground", "bar.a")})
    second = Mechanism("second", {"bar": bar(0.4, 0.6)})
    whole = Mechanism(
        "double", {"first": first, "second": second}, {"A": Revolute("first.bar.b", "second.bar.a")}, gravity=(0.0, -G)
    )
    equations = lw.formalisms.modular(whole)
    dynamics = lw.compile(equations)
    assert [constraint.name for constraint in dynamics.system.constraints] == ["first.O", "A"]  # leaves first
    q, v = np.array([0.4, -1.0]), np.array([1.5, -2.0])
    state = dynamics.assemble(
        {"first.bar.theta": q[0], "second.bar.theta": q[1]}, {"first.bar.theta": v[0], "second.bar.theta": v[1]}
    )
    found = dynamics.forward(state)
    wanted = double_pendulum.accelerations(machine, q, v)
    assert [found["first.bar.theta"], found["second.bar.theta"]] == pytest.approx(wanted, rel=1e-11)


def test_gravity_of_an_inner_module_counts_there():
    still = Mechanism("still", {"a": Body(1.0, 1.0)}, {"t": Torque("a.theta")}, gravity=(0.0, 0.0))
    falls = Mechanism("falls", {"a": Body(1.0, 1.0)}, {"t": Torque("a.theta")})
    dynamics = lw.compile(lw.formalisms.modular(Mechanism("both", {"s": still, "f": falls}, gravity=(0.0, -G))))
    found = dynamics.forward(dynamics.assemble(), dict.fromkeys(dynamics.inputs, 0.0))
    assert found["f.a.y"] == pytest.approx(-G)
    assert found["s.a.y"] == 0.0


def test_a_reference_given_by_an_outer_parameter_is_that_parameter():
    """Inner and outer parameters of one name: a formula means the parameter it was written with."""
    outer, inner = Parameter("l", 0.5, "rad", "an angle here"), Parameter("l", 7.0, "m", "a length there")
    module = Mechanism("module", {"bar": bar(inner, 1.0)}, {"pin": Revolute("ground", "bar.a")}, parameters=[inner])
    machine = Mechanism("machine", {"A": module}, parameters=[outer], reference={"A.pin.angle": 1.0 * outer})
    dynamics = lw.compile(lw.formalisms.modular(machine))
    assert dynamics.reference["A.pin.angle"] == pytest.approx(0.5)


def test_a_ready_made_part_is_shared_and_bound_like_a_module():
    eta = Parameter("eta", 10.0, "", "ratio")
    motor = DCMotor(J=1e-5, L=1e-3, R=1.0, Kt=0.02, Ke=0.02)
    drive = Mechanism(
        "drive",
        {"motor": motor, "wheel": Body(1.0, 0.01)},
        {"shaft": Revolute("ground", "wheel"), "gear": Gear("motor.omega", "shaft.angle", ratio=eta)},
        parameters=[eta],
        exports={"v": "motor.v", "i": "motor.i", "angle": "shaft.angle"},
    )
    equations = lw.formalisms.modular(Mechanism("car", {"left": drive, "right": drive.use({"eta": 20.0})}))
    dynamics = lw.compile(equations)
    assert dynamics.inputs == ("left.v", "right.v")
    state = dynamics.assemble(speeds={"left.i": 1.0, "right.i": 1.0, "left.angle": 0.0, "right.angle": 0.0})
    found = dynamics.forward(state, {"left.v": 1.0, "right.v": 1.0})
    for side, ratio in (("left", 10.0), ("right", 20.0)):
        assert found[f"{side}.angle"] == pytest.approx(ratio * 0.02 / (0.01 + ratio**2 * 1e-5), rel=1e-12)
    assert sum(1 for uses in equations.blocks if uses.type.name == "dc_motor") == 1


def test_a_formula_of_a_stranger_is_refused():
    stranger = Parameter("stranger", 1.0, "m", "declared nowhere")
    machine = Mechanism("m", {"bar": bar(stranger, 1.0)}, {"pin": Revolute("ground", "bar.a")})
    with pytest.raises(ValueError, match=r"no enclosing part declares.*stranger"):
        lw.compile(lw.formalisms.modular(machine))


def test_formulas_in_a_circle_are_refused():
    a = Parameter("a", 1.0, "m", "first")
    b = Parameter("b", 2.0 * a, "m", "second")
    later = Parameter("c", 1.0 * b, "m", "third")
    object.__setattr__(a, "value", 1.0 * later)  # a = c = b = 2 a
    machine = Mechanism("m", {"bar": bar(a, 1.0)}, {"pin": Revolute("ground", "bar.a")}, parameters=[a, b, later])
    with pytest.raises(ValueError, match=r"without a value: a, b, c.*circle"):
        lw.compile(lw.formalisms.modular(machine))
