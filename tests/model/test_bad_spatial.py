"""Bad descriptions of machines in space: each is refused with the part, what was got and what to do."""

import re

import numpy as np
import pytest

import linkwright as lw
from linkwright.components import (
    DCMotor,
    Gear,
    Prismatic,
    Revolute,
    Spherical,
    Torque,
    Universal,
    Wrench,
)
from linkwright.dynamics import Refused
from linkwright.dynamics.errors import AssemblyError
from linkwright.model import Body, Ground, Mechanism, ModelError
from linkwright.symbolic import Pose

ROUND = (0.1, 0.1, 0.1)
FORMALISMS = tuple(lw.formalisms.__all__)
TREES = ("kane", "lagrange", "boltzmann_hamel")
BAR = {"tip": (0.5, 0.0, 0.0)}


def build(machine, formalism="modular", **options):
    return lw.compile(getattr(lw.formalisms, formalism)(machine, **options))


def arm(inertia=ROUND, mass=1.0, **more):
    return Mechanism(
        "arm", {"bar": Body(mass, inertia, (0.1, 0.0, 0.0), points=BAR)}, {"pin": Spherical("ground", "bar"), **more}
    )


# -- loops ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("formalism", FORMALISMS)
def test_a_loop_that_cannot_close_names_the_joint_and_the_gap(formalism):
    """Two bars of 0.5 m between balls 2 m apart: a gap of 1 m."""
    machine = Mechanism(
        "loop",
        {
            "ground": Ground(points={"far": (2.0, 0.0, 0.0)}),
            "one": Body(1.0, ROUND, points=BAR),
            "two": Body(1.0, ROUND, points=BAR),
        },
        {
            "a": Spherical("ground", "one"),
            "b": Spherical("one.tip", "two.tip"),
            "c": Spherical("ground.far", "two"),
        },
    )
    with pytest.raises(
        AssemblyError, match=r"cannot be assembled: joint [abc] does not close, by 0?\.?\d.* m; .*lengths"
    ):
        build(machine, formalism)


@pytest.mark.parametrize("formalism", FORMALISMS)
def test_a_loop_whose_axes_do_not_fit_says_so(formalism):
    """A bar hinged about z on the ground at one end and about x at the other cannot be closed."""
    machine = Mechanism(
        "twisted",
        {
            "ground": Ground(points={"far": Pose((0.5, 0.0, 0.0), 0.5, "x")}),
            "one": Body(1.0, ROUND, points=BAR),
        },
        {"a": Revolute("ground", "one"), "b": Revolute("ground.far", "one.tip")},
    )
    with pytest.raises((AssemblyError, ValueError), match=r"joint [ab] does not close|b: .*(cannot be met|must)"):
        build(machine, formalism)


# -- joints and parts ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("joint", [Spherical, Universal, Prismatic, Revolute])
def test_a_joint_between_a_body_and_itself(joint):
    with pytest.raises(ModelError, match=r"loop: joins 'bar\.tip' and 'bar', which are on one and the same body"):
        arm(loop=joint("bar.tip", "bar"))


@pytest.mark.parametrize("formalism", FORMALISMS)
def test_a_body_with_no_neighbour(formalism):
    machine = Mechanism(
        "m", {"bar": Body(1.0, ROUND), "loose": Body(0.0, (0.0, 0.0, 0.0))}, {"pin": Spherical("ground", "bar")}
    )
    with pytest.raises((ModelError, Refused), match=r"loose.*(not connected|a mass or inertia)"):
        build(machine, formalism)


@pytest.mark.parametrize("formalism", FORMALISMS)
def test_a_body_with_no_mass_by_itself(formalism):
    with pytest.raises(Refused, match=r"(?s)loose.* not determined.*give loose a mass or inertia"):
        build(Mechanism("m", {"loose": Body(0.0, (0.0, 0.0, 0.0))}), formalism)


@pytest.mark.parametrize("axis", ["w", "", None, (0.0, 0.0, 0.0)])
def test_an_axis_that_is_none(axis):
    with pytest.raises(ModelError, match=r"hinge: axis .*: expected 'x', 'y', 'z' or three numbers"):
        arm(hinge=Revolute("ground", "bar.tip", axis=axis))
    with pytest.raises(ModelError, match=r"bar: point eye: axis .*expected 'x', 'y', 'z' or three numbers"):
        Mechanism("m", {"bar": Body(1.0, ROUND, points={"eye": Pose((0.0, 0.0, 0.0), 0.1, axis)})})


# -- inertia -------------------------------------------------------------------------------------------------------

BAD_INERTIA = {
    "triangle inequality": (0.1, 0.1, 0.25),
    "triangle inequality of principal moments only": (0.2, 0.2, 0.2, 0.15, 0.0, 0.0),
    "a negative moment": (-0.1, 0.1, 0.1),
    "all negative": (-0.1, -0.1, -0.1),
    "not positive definite": (0.1, 0.1, 0.1, 0.2, 0.0, 0.0),
    "products without moments": (0.0, 0.0, 0.0, 0.1, 0.0, 0.0),
}


@pytest.mark.parametrize("formalism", FORMALISMS)
@pytest.mark.parametrize("case", BAD_INERTIA)
def test_an_inertia_that_no_body_has(case, formalism):
    with pytest.raises(ValueError, match=r"bar: moments of inertia.*triangle inequality"):
        build(arm(BAD_INERTIA[case]), formalism)


def turned(moments):
    """Moments and products of a body in axes that are not its principal ones."""
    R = np.linalg.qr(np.random.default_rng(1).normal(size=(3, 3)))[0]
    matrix = R @ np.diag(moments) @ R.T
    return tuple(float(matrix[i, j]) for i, j in ((0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2)))


GOOD_INERTIA = {
    "a thin plate": (0.1, 0.15, 0.25),
    "a turned plate": turned((0.1, 0.15, 0.25)),
    "a thin rod": (0.0, 0.1, 0.1),
    "a turned rod": turned((0.0, 0.1, 0.1)),
    "a mass at a point": (0.0, 0.0, 0.0),
}


@pytest.mark.parametrize("case", GOOD_INERTIA)
def test_an_inertia_at_the_limit_is_fine(case):
    """Equality is met by plates and rods; rounding must not refuse them (about z each has inertia here)."""
    bar = Body(1.0, GOOD_INERTIA[case], (0.1, 0.0, 0.0))
    dynamics = build(Mechanism("m", {"bar": bar}, {"pin": Revolute("ground", "bar")}))
    assert np.isfinite(list(dynamics.forward(dynamics.reference).values())).all()


def test_the_number_of_moments():
    with pytest.raises(ModelError, match=r"bar: inertia has 4 numbers; expected 1 .*3 .*or 6"):
        arm((0.1, 0.1, 0.1, 0.0))
    with pytest.raises(ModelError, match=r"bar: inertia_yy = nan is not finite"):
        arm((0.1, float("nan"), 0.1))
    with pytest.raises(ModelError, match=r"bar: inertia_xy = 'none' is not a number"):
        arm((0.1, 0.1, 0.1, "none", 0.0, 0.0))
    with pytest.raises(ModelError, match=r"bar: inertia is a 3 x 3 matrix; give its 6 numbers"):
        arm(np.eye(3))


def test_an_array_of_moments_is_as_good_as_a_tuple():
    assert Body(1.0, np.array([0.1, 0.2, 0.25])).inertia == (0.1, 0.2, 0.25)
    assert Body(1.0, np.array([0.1, 0.2, 0.25])).spatial


# -- drives --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("formalism", FORMALISMS)
def test_two_torques_on_one_freedom_are_not_unique(formalism):
    machine = Mechanism(
        "m",
        {"bar": Body(1.0, ROUND, (0.2, 0.0, 0.0))},
        {"pin": Revolute("ground", "bar", axis="y"), "one": Torque("pin.angle"), "two": Torque("pin.angle")},
        gravity=(0.0, 0.0, -9.81),
    )
    dynamics = build(machine, formalism)
    state = dynamics.assemble({"pin.angle": 0.3}, {"pin.angle": 1.0})
    with pytest.raises(
        Refused, match=r"inputs are not unique: one\.tau, two\.tau are more drives than .*degrees of freedom"
    ):
        dynamics.inverse(state, {"pin.angle": 2.0})
    found = dynamics.inverse(state, {"pin.angle": 2.0}, inputs={"two.tau": 0.5})
    # I theta'' = tau + m g c cos(theta), about y with z up
    wanted = (0.1 + 0.2**2) * 2.0 - 9.81 * 0.2 * np.cos(0.3)
    assert found["one.tau"] + found["two.tau"] == pytest.approx(wanted, rel=1e-11)


@pytest.mark.parametrize("formalism", FORMALISMS)
def test_two_motors_on_one_freedom_are_not_unique(formalism):
    motor = DCMotor(J=1e-4, L=1e-3, R=1.0, Kt=0.05, Ke=0.05)
    machine = Mechanism(
        "m",
        {"a": motor, "b": motor, "bar": Body(1.0, ROUND)},
        {
            "pin": Revolute("ground", "bar", axis="x"),
            "gear_a": Gear("a.omega", "pin.angle", ratio=10.0),
            "gear_b": Gear("b.omega", "pin.angle", ratio=5.0),
        },
    )
    dynamics = build(machine, formalism)
    motion = lw.Motion({"pin.angle": lw.laws.Sine(0.3, 1.0)}, duration=1.0)
    named = r"a\.v and b\.v both drive (a|pin)\.angle"
    more = rf"inputs are not unique: a\.v, b\.v are more drives than there are degrees of freedom \({named}\)"
    with pytest.raises(Refused, match=more):
        dynamics.inverse(motion)
    with pytest.raises(Refused, match=rf"here the inputs are voltages \(a\.v, b\.v\).*\({named}\)"):
        dynamics.inverse(motion, actuation=lw.actuation.MinimumNorm())
    found = lw.analysis.diagnose(dynamics)
    assert [(group.inputs, group.count) for group in found.shared] == [(("a.v", "b.v"), 1)]
    assert re.search(named, found.in_words())


@pytest.mark.parametrize("formalism", FORMALISMS)
def test_a_wrench_has_more_components_than_a_hinge_has_freedoms(formalism):
    machine = Mechanism(
        "m",
        {"bar": Body(1.0, ROUND, points=BAR)},
        {"pin": Revolute("ground", "bar", axis="y"), "push": Wrench("bar.tip", spatial=True)},
    )
    dynamics = build(machine, formalism)
    with pytest.raises(Refused, match=r"inputs are not unique"):
        dynamics.inverse(dynamics.reference, {"pin.angle": 1.0})


# -- spanning trees ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("formalism", TREES)
def test_a_tree_of_joints_that_do_not_exist(formalism):
    with pytest.raises(ModelError, match=r"tree: no joint 'pni' with coordinates; did you mean pin") as caught:
        build(arm(), formalism, tree=["pni", "elbow"])
    assert len(caught.value.faults) == 2  # both at once


@pytest.mark.parametrize("formalism", TREES)
def test_a_tree_of_what_is_not_a_joint(formalism):
    with pytest.raises(ModelError, match=r"tree: no joint 'push' with coordinates"):
        build(arm(push=Wrench("bar.tip", spatial=True)), formalism, tree=["push"])


@pytest.mark.parametrize("formalism", TREES)
def test_a_tree_that_is_one_name(formalism):
    """A bare string is not a list of its letters."""
    with pytest.raises((ModelError, TypeError), match=r"tree.*(list|sequence|\['pin'\]|'pin')"):
        build(arm(), formalism, tree="pin")


@pytest.mark.parametrize("formalism", TREES)
def test_a_tree_that_is_a_loop(formalism):
    """Joints chosen for the tree that close a loop cannot all hold a body: the one left over is named."""
    machine = Mechanism(
        "loop",
        {"ground": Ground(points={"far": (0.5, 0.0, 0.0)}), "bar": Body(1.0, ROUND, points=BAR)},
        {"a": Spherical("ground", "bar"), "b": Spherical("ground.far", "bar.tip")},
    )
    with pytest.raises(ModelError, match=r"tree: .*'b'.*(loop|already)"):
        build(machine, formalism, tree=["a", "b"])


@pytest.mark.parametrize("formalism", FORMALISMS)
def test_a_formalism_of_what_is_not_a_mechanism(formalism):
    with pytest.raises(TypeError, match=r"takes a Mechanism, got dict"):
        getattr(lw.formalisms, formalism)({})
