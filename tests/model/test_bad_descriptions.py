"""Bad descriptions: each is refused with the part, the value and what was expected; all faults at once."""

import math

import casadi as ca
import numpy as np
import pytest

import linkwright as lw
from linkwright.components import (
    Damper,
    DCMotor,
    Force,
    Gear,
    Holonomic,
    JointSpring,
    Nonholonomic,
    PointForce,
    Prescribed,
    Prismatic,
    Revolute,
    RollingOnLine,
    Spring,
    Torque,
)
from linkwright.model import Body, Ground, Mechanism, ModelError, PointMass
from linkwright.symbolic import Parameter

BAR = Body(1.0, 0.1, points={"tip": (0.5, 0.0), "root": (-0.5, 0.0)})
MOTOR = {"J": 1e-5, "L": 1e-3, "R": 1.0, "Kt": 0.01, "Ke": 0.01}


def pendulum(bar=BAR, **more):
    return Mechanism("pendulum", {"bar": bar}, {"pin": Revolute("ground", "bar.root"), **more})


def build(machine):
    return lw.compile(lw.formalisms.modular(machine))


WRONG_NAMES = {
    "point": (
        lambda: pendulum(second=Revolute("ground", "bar.tpi")),
        r"second: no point 'bar\.tpi'; did you mean bar\.tip",
    ),
    "part": (lambda: pendulum(second=Revolute("ground", "bra.tip")), r"no point 'bra\.tip'; did you mean bar\.tip"),
    "quantity": (lambda: pendulum(tau=Torque("pin.angel")), r"tau: no quantity 'pin\.angel'; did you mean pin\.angle"),
    "reference": (
        lambda: Mechanism("m", {"bar": BAR}, {"pin": Revolute("ground", "bar.root")}, reference={"bar.tetha": 1.0}),
        r"reference bar\.tetha: no such quantity; did you mean bar\.theta",
    ),
    "export": (
        lambda: Mechanism("m", {"bar": BAR}, {"pin": Revolute("ground", "bar.root")}, exports={"phi": "pin.angl"}),
        r"export phi: no quantity or input 'pin\.angl'; did you mean pin\.angle",
    ),
    "parameter of a use": (
        lambda: Mechanism(
            "m",
            {"p": Mechanism("p", {"bar": BAR}, parameters=[Parameter("length", 1.0, "m", "l")]).use({"lenght": 2.0})},
        ),
        r"part p: p has no parameter 'lenght'; did you mean length",
    ),
    "home joint": (
        lambda: Mechanism("m", {"bar": Body(1.0, 0.1, home="pni")}, {"pin": Revolute("ground", "bar")}),
        r"bar: home joint 'pni' is not a connection here; did you mean pin",
    ),
}


@pytest.mark.parametrize(
    ("gravity", "words"),
    [
        (9.81, r"gravity 9\.81: expected 2 or 3 finite numbers.*such as \(0\.0, -9\.81\)"),
        (np.float64(9.81), r"gravity .*9\.81.*: expected 2 or 3 finite numbers"),
        (np.array(9.81), r"gravity array\(9\.81\): expected 2 or 3 finite numbers"),
        (Parameter("g", 9.81, "m/s^2", "gravity"), r"gravity Parameter.*: expected 2 or 3"),
        ("down", r"gravity 'down': expected 2 or 3"),
        ({"y": -9.81}, r"gravity \{'y': -9\.81\}: expected 2 or 3"),
        ({0.0, -9.81}, r"gravity \{.*\}: expected 2 or 3"),  # which of them is along x?
        (ca.SX([0.0, -9.81]), r"gravity SX.*: expected 2 or 3"),
        ((), r"gravity \(\) has 0 components"),
        ((0.0, 0.0, 0.0, -9.81), r"has 4 components: expected 2 or 3 finite numbers"),
        ((0.0, "9.81"), r"gravity along y = '9\.81': expected"),
        ((None, math.nan), r"gravity along x = None: expected[\s\S]*gravity along y = nan: expected"),
        ((0.0, -math.inf, 0.0), r"gravity along y = -inf: expected"),
        ((0.0, True), r"gravity along y = True: expected"),
        ((0.0, 9.81j), r"gravity along y = 9\.81j: expected"),
        ((0.0, ca.SX.sym("g", 2)), r"gravity along y = SX.*: expected"),
        (np.zeros((2, 1)), r"gravity along x = array\(\[0\.\]\): expected"),
    ],
    ids=lambda value: repr(value)[:40] if not isinstance(value, str) else "",
)
def test_gravity_that_is_no_vector_is_refused_in_words(gravity, words):
    with pytest.raises(ModelError, match=words):
        Mechanism("m", {"bar": BAR}, gravity=gravity)


@pytest.mark.parametrize("case", WRONG_NAMES)
def test_wrong_names_get_close_matches(case):
    make, message = WRONG_NAMES[case]
    with pytest.raises(ModelError, match=message):
        make()


BAD_PARTS = {
    "name of a part": (lambda: Mechanism("m", {"2nd bar": BAR}), r"part name '2nd bar': expected a letter"),
    "name of a machine": (lambda: Mechanism("<script>", {"bar": BAR}), r"mechanism name '<script>'"),
    "name of a connection": (
        lambda: Mechanism("m", {"bar": BAR}, {"a b": Revolute("ground", "bar.tip")}),
        r"connection name 'a b'",
    ),
    "part and connection": (
        lambda: Mechanism("m", {"pin": BAR}, {"pin": Revolute("ground", "pin.root")}),
        r"connection pin: a part has the same name; rename one",
    ),
    "export and part": (
        lambda: Mechanism("m", {"bar": BAR}, {"pin": Revolute("ground", "bar")}, exports={"bar": "pin.angle"}),
        r"export bar: a part or connection has the same name",
    ),
    "parameter twice": (
        lambda: Mechanism("m", {"bar": BAR}, parameters=[Parameter("l", 1.0), Parameter("l", 2.0)]),
        r"parameter l: declared twice",
    ),
    "NaN mass": (lambda: pendulum(Body(math.nan, 0.1, points={"root": (0, 0)})), r"bar: mass = nan is not finite.*kg"),
    "infinite inertia": (
        lambda: pendulum(Body(1.0, math.inf, points={"root": (0, 0)})),
        r"bar: inertia = inf is not finite",
    ),
    "text for a mass": (
        lambda: pendulum(Body("heavy", points={"root": (0, 0)})),
        r"bar: mass = 'heavy' is not a number",
    ),
    "point with one coordinate": (
        lambda: pendulum(Body(1.0, points={"root": (0.0,)})),
        r"bar: point root = \(0\.0,\): expected 2 or 3 coordinates",
    ),
    "point that is a number": (
        lambda: pendulum(Body(1.0, points={"root": 3.0})),
        r"bar: point root = 3\.0: expected 2",
    ),
    "centre of four": (
        lambda: pendulum(Body(1.0, centre=(0, 0, 0, 0), points={"root": (0, 0)})),
        r"bar: point centre = .*expected 2 or 3",
    ),
    "joint of a body with itself": (
        lambda: pendulum(loop=Revolute("bar.tip", "bar.root")),
        r"loop: joins 'bar\.tip' and 'bar\.root', which are on one and the same body",
    ),
    "gravity of one number": (
        lambda: Mechanism("m", {"bar": BAR}, gravity=(9.81,)),
        r"gravity .*2 or 3 finite numbers",
    ),
    "gravity that is NaN": (lambda: Mechanism("m", {"bar": BAR}, gravity=(0.0, math.nan)), r"gravity .*finite"),
    "direction of nothing": (
        lambda: pendulum(push=PointForce("bar.tip", direction=(0.0, 0.0))),
        r"push: direction \(0\.0, 0\.0\): expected 2 or 3 numbers, not all zero",
    ),
    "not a part": (lambda: Mechanism("m", {"bar": 3.0}), r"part bar: got float; expected a body"),
    "not a connection": (
        lambda: Mechanism("m", {"bar": BAR}, {"pin": "glue"}),
        r"connection pin: got str; expected a joint",
    ),
    "not a parameter": (
        lambda: Mechanism("m", {"bar": BAR}, parameters=["l"]),
        r"parameters: got 'l'; expected a Parameter",
    ),
    "reference NaN": (
        lambda: Mechanism("m", {"bar": BAR}, reference={"bar.theta": math.nan}),
        r"reference bar\.theta = nan: expected a finite number",
    ),
}


@pytest.mark.parametrize("case", BAD_PARTS)
def test_bad_parts_are_refused_in_words(case):
    make, message = BAD_PARTS[case]
    with pytest.raises(ModelError, match=message):
        make()


BAD_VALUES = {
    "negative mass": (
        lambda: build(pendulum(Body(-1.0, 0.1, points={"root": (0, 0)}))), r"bar: mass is -1; it must be zero or",
    ),
    "negative inertia": (lambda: build(pendulum(Body(1.0, -0.1, points={"root": (0, 0)}))), r"bar: inertia is -0\.1"),
    "negative stiffness": (lambda: build(pendulum(s=JointSpring("pin.angle", -2.0))), r"s: stiffness is -2"),
    "negative spring": (
        lambda: build(pendulum(s=Spring("ground", "bar.tip", stiffness=-1.0))), r"s: stiffness is -1",
    ),
    "negative damping": (lambda: build(pendulum(d=Damper("ground", "bar.tip", damping=-1.0))), r"d: damping is -1"),
    "zero ratio": (
        lambda: build(
            Mechanism(
                "m",
                {"motor": DCMotor(**MOTOR), "bar": BAR},
                {"pin": Revolute("ground", "bar"), "gear": Gear("motor.omega", "pin.angle", ratio=0.0)},
            )
        ),
        r"gear: ratio.*must",
    ),
    "zero radius": (
        lambda: build(Mechanism("m", {"bar": BAR}, {"roll": RollingOnLine("ground", "bar", radius=0.0)})),
        r"roll: radius is 0; it must be positive",
    ),
    "negative resistance": (
        lambda: build(Mechanism("m", {"motor": DCMotor(**MOTOR | {"R": -1.0})})), r"motor.*resistance R.* is -1",
    ),
    "no moving part": (lambda: build(Mechanism("m", {"wall": Ground()})), r"m has no moving part"),
    "no mass where it matters": (
        lambda: build(pendulum(Body(0.0, 0.0, points={"root": (0, 0)}))).forward(
            build(pendulum(Body(0.0, 0.0, points={"root": (0, 0)}))).reference
        ),
        r"not determined.*bar",
    ),
    "particle without mass": (
        lambda: build(Mechanism("m", {"a": PointMass(0.0)})), r"a\.x', a\.y' are not determined.*give a a mass",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", BAD_VALUES)
def test_bad_values_are_refused_with_part_and_value(case):
    make, message = BAD_VALUES[case]
    with pytest.raises(ValueError, match=message):
        make()


BAD_CONSTRAINTS = {
    "mentions no variable": (
        pendulum(c=Holonomic(("bar.x",), lambda _t, _x: 3.0)), r"c: the constraint mentions no variable",
    ),
    "vanishes at every state though not by its form": (
        pendulum(c=Holonomic(("bar.theta",), lambda _t, th: ca.sin(2 * th) - 2 * ca.sin(th) * ca.cos(th))),
        r"c: the constraint vanishes identically",
    ),
    "only time": (
        pendulum(c=Nonholonomic(("bar.x",), lambda t, _z, _s: t - 1.0)), r"c: the constraint mentions no variable",
    ),
    "vanishes identically": (
        pendulum(c=Holonomic(("bar.x", "bar.theta"), lambda _t, x, th: (x + th) ** 2 - x**2 - 2 * x * th - th**2)),
        r"c: the constraint (vanishes identically|mentions no variable)",
    ),
    "vanishes by trigonometry": (
        pendulum(c=Holonomic(("bar.theta",), lambda _t, th: ca.sin(th) ** 2 + ca.cos(th) ** 2 - 1)),
        r"c: the constraint (vanishes identically|mentions no variable)",
    ),
    "position of a speed that has none": (
        Mechanism("m", {"motor": DCMotor(**MOTOR)}, {"c": Holonomic(("motor.omega",), lambda _t, w: w)}),
        r"motor\.omega: a speed without a position; use Nonholonomic",
    ),
    "spring on a speed that has no position": (
        Mechanism("m", {"motor": DCMotor(**MOTOR)}, {"s": JointSpring("motor.omega", 3.0)}),
        r"motor\.omega.*without a position",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", BAD_CONSTRAINTS)
def test_constraints_that_constrain_nothing_are_refused(case):
    machine, message = BAD_CONSTRAINTS[case]
    with pytest.raises(ValueError, match=message):
        build(machine)


def test_a_part_tied_to_nothing():
    machine = Mechanism("m", {"bar": BAR, "loose": BAR, "motor": DCMotor(**MOTOR)}, {"pin": Revolute("ground", "bar")})
    with pytest.raises(ModelError) as caught:
        build(machine)
    assert any("part loose is not connected" in fault for fault in caught.value.faults)
    assert any("part motor" in fault and "not connected" in fault for fault in caught.value.faults)
    assert not any("part bar" in fault for fault in caught.value.faults)


def test_joints_at_equal_heights_above_the_plane_are_fine_and_at_others_are_not():
    """Layers of a planar machine, for drawing: heights are numbers, so they can be compared."""

    def machine(height):
        ground = Ground(points={"pin": (0.1, 0.2, 0.05)})
        return Mechanism(
            "m",
            {"ground": ground, "bar": Body(1.0, 0.1, points={"eye": (0.3, 0.0, height)})},
            {"pin": Revolute("ground.pin", "bar.eye")},
        )

    dynamics = build(machine(0.05))
    assert dynamics.assemble({"bar.theta": 0.0})["bar.x"] == pytest.approx(-0.2)
    with pytest.raises(ValueError, match=r"pin"):
        build(machine(0.07))


def test_all_faults_are_reported_at_once():
    with pytest.raises(ModelError) as caught:
        Mechanism(
            "m",
            {"bar": Body(math.nan, points={"p": (1.0,)}), "2": BAR, "what": object()},
            {"pin": Revolute("ground", "bar.q"), "bar": Torque("pin.angel")},
            gravity=(1.0,),
            parameters=[Parameter("l", 1.0), Parameter("l", 1.0)],
        )
    text = "\n".join(caught.value.faults)
    for words in ("point p", "'2'", "part what", "connection bar", "gravity", "declared twice"):
        assert words in text, words
    assert f"{len(caught.value.faults)} faults" in str(caught.value)
    with pytest.raises(ModelError) as caught:  # with sound parts, all wrong references too
        Mechanism(
            "m",
            {"bar": BAR},
            {"pin": Revolute("ground", "bar.q"), "drive": Torque("pin.angel"), "self": Revolute("bar.tip", "bar.root")},
            exports={"phi": "nothing"},
            reference={"bar.z": 0.0},
        )
    assert len(caught.value.faults) == 5


def test_parameters_must_be_numbers_or_formulas():
    for value, words in (
        (math.nan, "finite"),
        ("1 m", "neither a number"),
        (True, "neither a number"),
        (None, "neither"),
    ):
        with pytest.raises(ValueError, match=words):
            Parameter("l", value)
    with pytest.raises(ValueError, match="expected a letter"):
        Parameter("l-1", 1.0)


def test_an_infinite_parameter_is_refused_too():
    with pytest.raises(ValueError, match=r"finite"):
        Parameter("l", math.inf)


def test_what_is_not_a_mechanism_is_refused():
    with pytest.raises(TypeError, match="modular takes a Mechanism, got dict"):
        lw.formalisms.modular({})
    with pytest.raises(TypeError, match=r"compile takes a Mechanism.*got dict"):
        lw.compile({})
    with pytest.raises(TypeError, match=r"near=3: expected a State"):
        lw.compile(pendulum(), near=3)
    with pytest.raises(TypeError, match=r"join='svd': expected one of"):
        lw.compile(lw.formalisms.modular(pendulum()), join="svd")


def test_a_connection_on_a_quantity_written_later_says_so():
    machine = Mechanism("m", {"bar": BAR}, {"drive": Torque("pin.angle"), "pin": Revolute("ground", "bar")})
    try:
        dynamics = build(machine)
    except ModelError as error:
        assert "write that connection first" in str(error)  # noqa: PT017  either answer is fine, but in words
    else:
        assert dynamics.inputs == ("drive.tau",)


def test_prescribed_motion_of_a_wrong_kind():
    with pytest.raises((TypeError, ValueError), match=r"law|drive|number"):
        build(pendulum(drive=Prescribed("pin.angle", "fast")))


def test_force_on_the_slide_of_a_guide_has_its_unit():
    machine = Mechanism("m", {"bar": BAR}, {"guide": Prismatic("ground", "bar"), "push": Force("guide.slide")})
    (label,) = lw.formalisms.modular(machine).inputs
    assert (label.name, label.unit) == ("push.force", "N")


def test_numbers_of_numpy_are_numbers():

    assert float(Parameter("l", np.float32(1.5)).value) == 1.5
    assert float(Parameter("n", np.int64(3)).value) == 3
    machine = Mechanism("m", {"a": PointMass(np.int64(2))}, gravity=np.array([0.0, -9.81]))
    dynamics = build(machine)
    assert dynamics.forward(dynamics.assemble())["a.y"] == pytest.approx(-9.81)


def test_names_of_inputs_are_checked():
    with pytest.raises(ModelError, match=r"drive.*'two words'"):
        pendulum(drive=Torque("pin.angle", input="two words"))


def test_a_formula_that_is_not_finite_names_its_parameter():
    l = Parameter("l", 0.0, "m", "length")
    machine = Mechanism("m", {"bar": Body(1.0 / l, 1.0)}, parameters=[l])
    with pytest.raises(ValueError, match=r"bar\.mass"):
        build(machine)


def test_a_constraint_is_not_said_to_vanish_where_its_formula_is_only_undefined():
    """sqrt(x - 2) is no number at the small values tried first, and a sound constraint at the reference."""
    machine = Mechanism(
        "m",
        {"a": PointMass(1.0)},
        {"c": Holonomic(("a.x", "a.y"), lambda _t, x, y: ca.sqrt(x - 2.0) - y)},
        reference={"a.x": 3.0, "a.y": 1.0},
        gravity=(0.0, -9.81),
    )
    dynamics = build(machine)
    state = dynamics.assemble({"a.x": 3.0})
    # at rest on the curve of slope 1/2: the component of gravity along it
    assert dynamics.forward(state)["a.x"] == pytest.approx(-9.81 * 0.5 / 1.25, rel=1e-10)


def test_a_joint_that_leaves_a_plane_free_connects_its_body():
    """A puck on a table beside a pendulum falls with g."""
    puck = lw.Body(2.0, 0.1)
    joints = {"table": lw.PlanarJoint("ground", "puck"), "pin": lw.Revolute("ground", "bar.end")}
    bar = lw.Body(1.0, 0.1, points={"end": (0.0, 0.5)})
    machine = lw.Mechanism("two", {"puck": puck, "bar": bar}, joints, gravity=(0.0, -9.81))
    for formalism in lw.formalisms.__all__:
        dynamics = lw.compile(getattr(lw.formalisms, formalism)(machine))
        assert dynamics.forward(dynamics.reference)["table.y"] == pytest.approx(-9.81)
