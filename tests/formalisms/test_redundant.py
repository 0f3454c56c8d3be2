"""Maggi's equations in a machine's own redundant set: the paper's for the serial manipulator, and sets of our own."""

from dataclasses import asdict, replace

import numpy as np
import pytest

import linkwright as lw
from linkwright.dynamics import Refused
from linkwright.dynamics.system.system import call_function, matrices
from oracles import serial_manipulator as oracle

PAPER = ["gamma1", "alpha2", "alpha3", "chi3", *[f"{axis}{j}" for j in (2, 3, 4) for axis in "xyz"]]
ANGLES = ("gamma1", "alpha2", "alpha3")


def mass_and_forces(dynamics, state):
    M, f, _, _ = call_function(
        matrices(dynamics.system), state.t, state.q, state.v, np.zeros(len(dynamics.inputs)), dynamics.p
    )
    return M, f.ravel()


# -- the paper's set ---------------------------------------------------------------------------------------------------


def test_the_manipulators_own_set_is_the_papers():
    equations = lw.formalisms.maggi(lw.mechanisms.serial_manipulator())
    assert equations.coordinate_names == PAPER
    absolute = lw.formalisms.maggi(lw.mechanisms.serial_manipulator(), absolute=True)
    assert "limb2.e0" in absolute.coordinate_names
    assert "chi3" not in absolute.coordinate_names


def test_equations_19_and_22_corrected_in_the_papers_set():
    """(22) of Malvezzi, Orsino and Hess Coelho with Jy - Jz, Jz2 + Jz3 and z'' + g, entry by entry; (19) closes."""
    arm = oracle.UNEQUAL
    dynamics = lw.compile(lw.formalisms.maggi(lw.mechanisms.serial_manipulator(**asdict(arm))))
    random = np.random.default_rng(3)
    for _ in range(5):
        q, u = random.uniform(-3, 3, 3), random.uniform(-2, 2, 3)
        state = dynamics.assemble(dict(zip(ANGLES, q, strict=True)), dict(zip(ANGLES, u, strict=True)))
        M, f = mass_and_forces(dynamics, state)
        chi, rate = q[1] + q[2], u[1] + u[2]
        J2, J3 = arm.Jy2 - arm.Jz2, arm.Jy3 - arm.Jz3
        first = J2 * np.sin(q[1]) ** 2 + J3 * np.sin(chi) ** 2 + arm.Jz1 + arm.Jz2 + arm.Jz3
        masses = np.repeat([arm.m2, arm.m3, arm.m4], 3)
        np.testing.assert_allclose(M, np.diag([first, arm.Jx2, 0.0, arm.Jx3, *masses]), rtol=0, atol=1e-13)
        expected = [
            -J2 * np.sin(2 * q[1]) * u[0] * u[1] - J3 * np.sin(2 * chi) * u[0] * rate,
            J2 * np.sin(q[1]) * np.cos(q[1]) * u[0] ** 2,
            0.0,
            J3 * u[0] ** 2 * np.sin(chi) * np.cos(chi),
            *(masses * np.tile([0.0, 0.0, -arm.g], 3)),
        ]
        np.testing.assert_allclose(f, expected, rtol=0, atol=1e-12)
        for j, (e, g) in zip((2, 3, 4), ((0.5, 0.0), (1.0, 0.5), (1.0, 1.0)), strict=True):
            reach = e * arm.l2 * np.cos(q[1]) + g * arm.l3 * np.cos(chi)
            height = e * arm.l2 * np.sin(q[1]) + g * arm.l3 * np.sin(chi)
            place = [state.positions[f"{axis}{j}"] for axis in "xyz"]
            np.testing.assert_allclose(place, [-np.sin(q[0]) * reach, np.cos(q[0]) * reach, height], rtol=0, atol=1e-12)


def test_the_mass_matrix_of_the_set_has_rank_12_of_13_and_udwadia_kalaba_says_so():
    equations = lw.formalisms.maggi(lw.mechanisms.serial_manipulator())
    dynamics = lw.compile(equations)
    M, _ = mass_and_forces(dynamics, dynamics.assemble({"alpha2": 0.3, "alpha3": 0.4}))
    assert np.linalg.matrix_rank(M) == 12
    assert M.shape == (13, 13)
    with pytest.raises(Refused, match=r"needs a regular mass matrix.*alpha3"):
        lw.compile(equations, join=lw.joins.UdwadiaKalaba())


@pytest.mark.long
def test_the_printed_equations_show_the_variables():
    printing = pytest.importorskip("linkwright.equations.printing.stages", reason="SymPy is an optional library")
    text = printing.stages(lw.formalisms.maggi(lw.mechanisms.serial_manipulator())).as_text()
    for sentence in ("[alpha3'] = T3", "-alpha2 - alpha3 + chi3", "[z4', z4'] = m4", "[alpha2', alpha2'] = Jx2"):
        assert sentence in text


# -- sets of other machines --------------------------------------------------------------------------------------------


def pendulum_with(redundant):
    return replace(lw.mechanisms.double_pendulum(), redundant=redundant)


def same_motion(first, second, inputs, names, positions, speeds):
    found = []
    for dynamics in (first, second):
        state = dynamics.assemble(positions, speeds)
        acceleration = dynamics.forward(state, inputs)
        reactions = dynamics.reactions(state, inputs)
        forces = [reactions[joint][axis] for joint in sorted(reactions) if joint.endswith("elbow") for axis in "xy"]
        assert reactions.residual < 1e-10
        found.append(np.array([*[acceleration[name] for name in names], *forces]))
    np.testing.assert_allclose(found[0], found[1], rtol=0, atol=1e-11 * np.max(np.abs(found[0])))


@pytest.mark.parametrize(
    "redundant",
    [
        lw.RedundantSet(
            ("theta1", "theta2", "x1", "y1", "x2", "y2"),
            {
                "first": lw.Located((("z", "theta1"),), ("x1", "y1")),
                "second": lw.Located((("z", "theta2"),), ("x2", "y2")),
            },
        ),
        # turned by the joint's angle after the first bar's; the elbow's own angle is a variable, the absolute one a
        # constraint
        lw.RedundantSet(
            ("theta1", "elbow.angle", "theta2"),
            {
                "first": lw.Located((("z", "theta1"),), at="frame.O"),
                "second": lw.Located((("z", "theta1"), ("z", "elbow.angle")), at="first.A"),
            },
        ),
        # only the second bar; the first keeps its absolute coordinates
        lw.RedundantSet(("theta2", "x2", "y2"), {"second": lw.Located((("z", "theta2"),), ("x2", "y2"))}),
    ],
    ids=["mass centres", "angles alone", "one body"],
)
def test_a_planar_machine_in_sets_of_its_own(redundant):
    machine = pendulum_with(redundant)
    own = lw.compile(lw.formalisms.maggi(machine))
    assert set(redundant.variables) <= {*own.coordinates, "elbow.angle"}
    tree = lw.compile(lw.formalisms.kane(machine))
    same_motion(
        own,
        tree,
        {"tau1": 0.7, "tau2": -0.4},
        ("theta1", "theta2", "elbow.angle"),
        {"theta1": 0.4, "theta2": -1.1},
        {"theta1": 1.5, "theta2": 0.6},
    )


def test_a_module_used_twice_brings_its_set_along():
    bar = pendulum_with(
        lw.RedundantSet(
            ("theta1", "theta2", "x2", "y2"),
            {
                "first": lw.Located((("z", "theta1"),), at="frame.O"),
                "second": lw.Located((("z", "theta2"),), ("x2", "y2")),
            },
        )
    )
    pair = lw.Mechanism(
        "pair",
        {"left": bar, "right": bar},
        {"link": lw.JointSpring("left.theta1", stiffness=2.0)},
        gravity=(0.0, -9.81),
    )
    own, tree = lw.compile(lw.formalisms.maggi(pair)), lw.compile(lw.formalisms.kane(pair))
    assert {"left.x2", "right.theta2"} <= set(own.coordinates)
    places = {"left.theta1": 0.4, "left.theta2": -1.1, "right.theta1": 0.2, "right.theta2": 0.3}
    speeds = {"left.theta1": 1.4, "left.theta2": -0.1, "right.theta1": 0.5, "right.theta2": 0.3}
    same_motion(own, tree, dict.fromkeys(own.inputs, 0.3), tuple(places), places, speeds)


# -- bad sets ----------------------------------------------------------------------------------------------------------

TURN = (("z", "theta1"),)


@pytest.mark.parametrize(
    ("variables", "bodies", "words"),
    [
        (("theta1", "theta1"), {"first": lw.Located(TURN)}, "theta1 is named twice"),
        (("theta1", "what"), {"first": lw.Located(TURN)}, "what: no body is located by it and no quantity"),
        (("theta1",), {"frist": lw.Located(TURN)}, "no body 'frist' here; did you mean first"),
        (("theta1",), {"first": lw.Located((("z", "theta"),))}, "turns by 'theta'; did you mean theta1"),
        (("theta1",), {"first": lw.Located((("w", "theta1"),))}, "turns about 'w'; expected 'x', 'y' or 'z'"),
        (("theta1",), {"first": lw.Located((("x", "theta1"),))}, "planar body and cannot turn about x"),
        (("theta1", "x"), {"first": lw.Located(TURN, ("x",))}, "expected 2 different variables"),
        (("theta1", "x"), {"first": lw.Located(TURN, ("x", "y"))}, "placed by 'y'"),
        (("theta1",), {"first": lw.Located(TURN, ("theta1", "theta1"))}, "both an angle and a distance"),
        (("theta1",), {"first": lw.Located(TURN, at="second.A")}, "no point of the ground or of a body located before"),
        (("theta1", "tau1"), {"first": lw.Located(TURN)}, "tau1: a part, connection or input has the same name"),
    ],
)
def test_a_bad_set_is_told_in_words(variables, bodies, words):
    with pytest.raises(lw.model.ModelError, match=words):
        pendulum_with(lw.RedundantSet(variables, bodies))


def test_a_set_must_be_one():
    with pytest.raises(lw.model.ModelError, match="expected a RedundantSet"):
        replace(lw.mechanisms.double_pendulum(), redundant=("theta1",))


def test_a_variable_under_the_name_of_another_quantity_is_told():
    turned_otherwise = lw.RedundantSet(
        ("theta1", "elbow.angle"),
        {"first": lw.Located(TURN), "second": lw.Located((("z", "elbow.angle"),), at="first.A")},
    )
    with pytest.raises(lw.model.ModelError, match=r"located by elbow\.angle, which is not the quantity of that name"):
        lw.formalisms.maggi(pendulum_with(turned_otherwise))


def test_a_variable_that_the_bodies_of_the_set_do_not_give_is_told():
    half = lw.RedundantSet(("theta2", "elbow.angle"), {"second": lw.Located((("z", "theta2"),))})
    with pytest.raises(lw.model.ModelError, match=r"variable elbow\.angle stands for a quantity that is no position"):
        lw.formalisms.maggi(pendulum_with(half))
