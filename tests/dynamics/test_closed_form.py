"""M and V in closed form: the serial manipulator's beside the paper's (6) and (7), and what has no closed form."""

from dataclasses import fields
from types import SimpleNamespace

import numpy as np
import pytest

import linkwright as lw
from linkwright.dynamics import Refused
from oracles import serial_manipulator as oracle

sympy = pytest.importorskip("sympy", reason="SymPy is an optional library")

from linkwright.dynamics.printed.closed_form import closed_form  # noqa: E402  needs SymPy
from linkwright.symbolic.shorten import shorten  # noqa: E402

ANGLES = ("gamma1", "alpha2", "alpha3")
ENTRIES = ("M11", "M22", "M23", "M33", "V1", "V2", "V3")


def symbol(name):
    return sympy.Symbol(name, real=True)


def by_hand(misprints=frozenset()):
    """The corrected (6) and (7) in SymPy's symbols."""
    arm = SimpleNamespace(**{field.name: symbol(field.name) for field in fields(oracle.Arm)})
    q, u = [symbol(name) for name in ANGLES], [symbol(f"{name}'") for name in ANGLES]
    entries = (*oracle.inertia_entries(arm, q, sympy), *oracle.bias_entries(arm, q, u, misprints, sympy))
    return dict(zip(ENTRIES, entries, strict=True))


def is_zero(expression):
    """Whether an expression vanishes identically, by exponentials: no rule of ours takes part."""
    return sympy.expand(expression.rewrite(sympy.exp)) == 0


def parsed(text):
    """An entry read back from its print; a prime is no letter of Python."""
    names = [field.name for field in fields(oracle.Arm)]
    table = {name: symbol(name) for name in (*names, *ANGLES)} | {f"{name}_rate": symbol(f"{name}'") for name in ANGLES}
    return sympy.parse_expr(text.replace("'", "_rate"), local_dict=table)


@pytest.fixture(scope="module", params=["shortest", pytest.param("by body", marks=pytest.mark.long)])
def of_kane(request):
    equations = lw.formalisms.kane(lw.mechanisms.serial_manipulator())
    return closed_form(equations, by_body=request.param == "by body")


@pytest.mark.parametrize("entry", ENTRIES)
def test_printed_entries_are_those_of_the_paper_and_as_short(of_kane, entry):
    printed, expected = parsed(str(of_kane.entries[entry])), by_hand()[entry]
    assert is_zero(printed - expected)
    assert printed.count_ops() <= 1.5 * expected.count_ops()


def test_what_is_zero_in_the_paper_is_zero(of_kane):
    assert of_kane.entries["M12"] == 0
    assert of_kane.entries["M13"] == 0
    assert sympy.eye(3) == of_kane.B
    assert of_kane.speeds == tuple(f"{name}'" for name in ANGLES)
    assert of_kane.inputs == ("T1", "T2", "T3")


@pytest.mark.parametrize("misprint", sorted(oracle.MISPRINTS_7))
def test_entries_differ_from_the_print_where_it_is_wrong(of_kane, misprint):
    entry = misprint.split()[0]
    assert not is_zero(of_kane.entries[entry] - by_hand({misprint})[entry])


@pytest.mark.parametrize("formalism", ["lagrange", "boltzmann_hamel"])
def test_other_tree_formalisms_give_the_same_matrices(formalism):
    found = closed_form(getattr(lw.formalisms, formalism)(lw.mechanisms.serial_manipulator()), simplify=False)
    for entry, expected in by_hand().items():
        assert is_zero(found.entries[entry] - expected)


@pytest.mark.long
def test_gravity_alone_and_another_order_of_rows():
    equations = lw.formalisms.kane(lw.mechanisms.double_pendulum())
    found = closed_form(equations)
    turned = closed_form(equations, ["elbow.angle", "theta1"])
    assert turned.speeds == ("elbow.angle'", "theta1'")
    assert turned.M[0, 0] == found.M[1, 1]
    assert turned.V[1] == found.V[0]
    rest = {symbol(name): 0 for name in found.speeds}
    assert is_zero(found.G[0] - found.V[0].subs(rest))


def test_numbers_of_five_axes_are_those_of_the_compiled_terms():
    names = (*ANGLES, "beta4", "gamma4")
    machine = lw.mechanisms.serial_manipulator(5, J4=(0.02, 0.03, 0.025), c4=(0.02, 0.1, 0.05), l3=1.3)
    equations = lw.formalisms.kane(machine)
    dynamics = lw.compile(equations)
    found = closed_form(equations, simplify=False)
    q, u = np.random.default_rng(0).uniform(-1, 1, (2, 5)).tolist()
    terms = dynamics.terms(dynamics.assemble(dict(zip(names, q, strict=True)), dict(zip(names, u, strict=True))), names)
    values = {symbol(name): value for name, value in dynamics.parameters.items()}
    values |= {symbol(name): value for name, value in zip(names, q, strict=True)}
    values |= {symbol(f"{name}'"): value for name, value in zip(names, u, strict=True)}
    M, V = (np.array(matrix.xreplace(values).evalf(), dtype=float) for matrix in (found.M, found.V))
    np.testing.assert_allclose(M, terms.inertia, rtol=0, atol=1e-13)
    np.testing.assert_allclose(V.ravel(), terms.velocity - terms.gravity, rtol=0, atol=1e-12)


@pytest.mark.long
def test_five_axes_made_short_are_the_same():
    machine = lw.mechanisms.serial_manipulator(5, J4=(0.02, 0.03, 0.025), c4=(0.02, 0.1, 0.05))
    equations = lw.formalisms.kane(machine)
    long, short = closed_form(equations, simplify=False), closed_form(equations)
    random = np.random.default_rng(1)
    names = sorted(long.M.free_symbols | long.V.free_symbols, key=str)
    for _ in range(3):
        values = dict(zip(names, random.uniform(0.1, 1, len(names)).tolist(), strict=True))
        for entry, expression in long.entries.items():
            number = float(expression.xreplace(values).evalf())
            # terms of order 1 that may cancel: an absolute tolerance of some hundred roundings
            assert float(short.entries[entry].xreplace(values).evalf()) == pytest.approx(number, rel=1e-12, abs=1e-12)
            assert short.entries[entry].count_ops() <= expression.count_ops()


def test_a_point_mass_at_the_wrist_gives_its_axes_no_inertia_and_no_torque():
    """The hypothesis of the paper: rank 3 of 5, T4 = T5 = 0 for every motion."""
    found = closed_form(lw.formalisms.kane(lw.mechanisms.serial_manipulator(5)), simplify=False)
    for row in (3, 4):
        assert all(is_zero(sympy.sympify(entry)) for entry in (*found.M[row, :], found.V[row]))
    for entry, expected in by_hand().items():
        assert is_zero(found.entries[entry] - expected)


def test_equations_with_ties_are_refused_with_their_names():
    with pytest.raises(Refused, match=r"four_bar has constraints beside its coordinates \(.*\).*without loops"):
        closed_form(lw.formalisms.kane(lw.mechanisms.four_bar()))
    with pytest.raises(Refused, match="tree formalism"):
        closed_form(lw.formalisms.maggi(lw.mechanisms.serial_manipulator()))


def test_wrong_coordinates_are_told():
    equations = lw.formalisms.kane(lw.mechanisms.serial_manipulator())
    with pytest.raises(ValueError, match="no speed of 'gama1'; did you mean gamma1"):
        closed_form(equations, ["gama1", "alpha2", "alpha3"])
    with pytest.raises(ValueError, match="name each of gamma1, alpha2, alpha3 once"):
        closed_form(equations, ["gamma1", "alpha2"])
    with pytest.raises(TypeError, match="takes Equations"):
        closed_form(lw.mechanisms.serial_manipulator())


def test_what_is_no_polynomial_is_kept_whole():
    a, b, m = (symbol(name) for name in "abm")
    for expression in (
        m / (a + b) + m * sympy.sin(a) ** 2 / (a + b) + m * sympy.cos(a) ** 2 / (a + b),
        sympy.sqrt(a**2 + b**2) * sympy.cos(2 * a) - sympy.cos(a / 2),
        sympy.Float(0.123456789123) * sympy.sin(a - b) + sympy.pi,
        sympy.Integer(0),
        a - a * sympy.sin(b) ** 2 - a * sympy.cos(b) ** 2,
    ):
        short = shorten(expression, linear=[m])
        values = {a: 0.7, b: 0.4, m: 1.9}
        assert float(short.xreplace(values)) == pytest.approx(float(expression.xreplace(values)), abs=1e-14)
        assert short.count_ops() <= expression.count_ops()
