"""Printed equations against the paper's, written here by hand, and against the numbers that are compiled."""

import re
import shutil
import subprocess

import casadi as ca
import numpy as np
import pytest

sympy = pytest.importorskip("sympy", reason="SymPy is an optional library")

from linkwright import mechanisms  # noqa: E402  after the check that SymPy is there
from linkwright.components import Holonomic, Revolute, Torque  # noqa: E402
from linkwright.dynamics import compile as compile_dynamics  # noqa: E402
from linkwright.dynamics.printed.stages import stages  # noqa: E402
from linkwright.dynamics.system.system import matrices  # noqa: E402
from linkwright.equations.printing import abbreviate, operations  # noqa: E402
from linkwright.equations.printing import stages as printing  # noqa: E402
from linkwright.equations.printing.names import escape_latex, plain, relative, typeset  # noqa: E402
from linkwright.formalisms import modular  # noqa: E402
from linkwright.model import Body, Mechanism  # noqa: E402
from linkwright.symbolic import Parameter  # noqa: E402
from linkwright.symbolic.readable import number, to_sympy  # noqa: E402

HOSTILE = "50% & \\input{x} $y$ #1 a_b ^ ~ {\x1b[31m}\n\\end{document}"


def symbols(names):
    return [sympy.Symbol(name, real=True) for name in names.split()]


def same(printed, expected):
    """Whether two matrices are equal, by simplification of their difference."""
    difference = printed - sympy.Matrix(expected)
    return difference.applyfunc(sympy.simplify) == sympy.zeros(*difference.shape)


@pytest.fixture(scope="module")
def driven():
    return stages(modular(mechanisms.three_rrr()))


# -- Orsino 2017 ---------------------------------------------------------------------------------------------------


def test_inertia_of_a_leg_is_equation_6(driven):
    J_A, inductance, J_U, m_B, I_B = symbols("J_A lambda J_U m_B I_B")
    assert same(driven.find("A.motor").entries["M"], sympy.diag(J_A, inductance))
    assert same(driven.find("B.upper").entries["M"], sympy.diag(J_U))
    assert same(driven.find("C.lower").entries["M"], sympy.diag(m_B, m_B, I_B))


def test_forces_of_a_leg_are_equation_9_with_its_sign_corrected(driven):
    beta, omega, kappa_m, kappa_e, i, rho, v = symbols("beta omega kappa_m kappa_e i rho v")
    f = driven.find("A.motor").entries["f"]
    assert same(f, [-beta * omega + kappa_m * i, -kappa_e * omega - rho * i + v])
    assert not same(f, [-beta * omega - kappa_m * i, -kappa_e * omega - rho * i + v]), "the sign as it was printed"
    assert same(driven.find("A.upper").entries["f"], [0])
    assert same(driven.find("A.lower").entries["f"], [0, 0, 0])


def test_platform_is_equations_7_and_10(driven):
    m_L, I_L = symbols("m_L I_L")
    platform = driven.find("platform")
    assert same(platform.entries["M"], sympy.diag(m_L, m_L, I_L))
    assert same(platform.entries["f"], [0, 0, 0])


def test_first_level_is_equations_11_to_17(driven):
    eta, l_U, l_B, phi, psi, x, y, x_bar, y_bar, omega = symbols("eta l_U l_B phi psi x y x_bar y_bar omega")
    dphi, dpsi = symbols("phi' psi'")
    leg = driven.find("B", level=1)
    assert leg.uses == ("A", "B", "C")
    assert leg.columns["A_1"] == ("omega", "i", "phi'", "x'", "y'", "psi'")
    sin, cos, half = sympy.sin, sympy.cos, l_B / 2
    assert same(
        leg.entries["A_1"],
        [
            [-1 / eta, 0, 1, 0, 0, 0],
            [0, 0, l_U * sin(phi), 1, 0, half * sin(psi)],
            [0, 0, -l_U * cos(phi), 0, 1, -half * cos(psi)],
        ],
    )
    assert same(
        leg.entries["b_1"],
        [
            0,
            -l_U * dphi**2 * cos(phi) - half * dpsi**2 * cos(psi),
            -l_U * dphi**2 * sin(phi) - half * dpsi**2 * sin(psi),
        ],
    )
    assert same(
        leg.entries["g_1"],
        [x - x_bar - l_U * cos(phi) - half * cos(psi), y - y_bar - l_U * sin(phi) - half * sin(psi)],
    )
    assert same(leg.entries["n_1"], [dphi - omega / eta])


@pytest.mark.parametrize(("leg", "alpha"), [("A", sympy.pi / 2), ("B", 7 * sympy.pi / 6), ("C", -sympy.pi / 6)])
def test_second_level_is_equations_18_to_24(driven, leg, alpha):
    l_B, l_L, psi, dpsi = symbols(f"l_B l_L {leg}.psi {leg}.psi'")
    theta, dtheta, x, y, x_K, y_K = symbols(f"platform.theta platform.theta' platform.x platform.y {leg}.x {leg}.y")
    top = driven.find("three_rrr", level=2)
    sin, cos, half, turned = sympy.sin, sympy.cos, l_B / 2, theta + alpha
    name = f"[vertex_{leg}]"
    assert top.columns[f"A_2{name}"] == (
        f"{leg}.x'", f"{leg}.y'", f"{leg}.psi'", "platform.x'", "platform.y'", "platform.theta'",
    )  # fmt: skip
    assert same(
        top.entries[f"A_2{name}"],
        [
            [-1, 0, half * sin(psi), 1, 0, -l_L * sin(turned)],
            [0, -1, -half * cos(psi), 0, 1, l_L * cos(turned)],
        ],
    )
    assert same(
        top.entries[f"b_2{name}"],
        [
            l_L * dtheta**2 * cos(turned) - half * dpsi**2 * cos(psi),
            l_L * dtheta**2 * sin(turned) - half * dpsi**2 * sin(psi),
        ],
    )
    assert same(
        top.entries[f"g_2{name}"],
        [x + l_L * cos(turned) - x_K - half * cos(psi), y + l_L * sin(turned) - y_K - half * sin(psi)],
    )


def test_kernel_of_the_first_level_annihilates_its_constraints(driven):
    leg = driven.find("A", level=1)
    assert leg.rows["C_1"] == leg.columns["A_1"]
    assert len(leg.columns["C_1"]) == 3
    assert same(leg.entries["A_1"] * leg.entries["C_1"], sympy.zeros(3, 3))


def test_kernel_of_the_second_level_annihilates_what_is_left(driven):
    """A_2 S_1 C_2 = 0 at random values of everything, S_1 from the kernels of the legs."""
    leg, top = driven.find("A", level=1), driven.find("three_rrr", level=2)
    random = np.random.default_rng(3)
    values = {}

    def at(expression, path=""):
        numbers = {}
        for symbol in expression.free_symbols:
            moving = symbol.name in {"phi", "psi", "x", "y", "phi'", "psi'", "omega", "i"}
            name = f"{path}{symbol.name}" if moving else symbol.name
            numbers[symbol] = values.setdefault(name, float(random.uniform(0.5, 1.5)))
        return float(expression.subs(numbers))

    abbreviations = {}
    for symbol, value in top.where:
        abbreviations[symbol] = sympy.Float(at(value.subs(abbreviations)), 17)
    C_2 = np.array([[at(sympy.sympify(e).subs(abbreviations)) for e in top.entries["C_2"].row(k)]
                    for k in range(top.entries["C_2"].rows)])  # fmt: skip
    assert C_2.shape == (12, 6)
    free = dict(zip(top.rows["C_2"], C_2, strict=True))
    for K in "ABC":
        C_1 = np.array([[at(e, f"{K}.") for e in leg.entries["C_1"].row(k)] for k in range(6)])
        inner = np.array([free[f"{K}.{name}"] for name in leg.columns["C_1"]])
        speeds = {f"{K}.{name}": row for name, row in zip(leg.rows["C_1"], C_1 @ inner, strict=True)}
        A = top.entries[f"A_2[vertex_{K}]"]
        numeric = np.array([[at(e) for e in A.row(k)] for k in range(A.rows)])
        columns = np.array([(speeds | free)[name] for name in top.columns[f"A_2[vertex_{K}]"]])
        # Sums of a dozen terms of order 1 to 100 (pivots are chosen elsewhere): a few thousand eps.
        assert np.abs(numeric @ columns).max() < 1e-11


def test_what_is_too_long_to_be_written_out_is_abbreviated():
    """e_{k+1} = sin(e_k) (e_k + c): 60 steps have 3 2^60 - 3 operations written out, 59 abbreviations, and no c1."""
    x, c = symbols("x c")
    expression = x
    for _ in range(60):
        expression = sympy.sin(expression) * (expression + c)
    assert operations([expression]) == 3 * 2**60 - 3
    short, where = abbreviate({"A": sympy.Matrix([[expression]])})
    assert len(where) == 59
    assert {symbol.name[0] for symbol, _ in where} == {"s"}  # c is taken
    # Written out again step by step, each abbreviation is the one before put into sin(e) (e + c).
    before = x
    for symbol, value in (*where, (None, short["A"][0, 0])):
        assert value == sympy.sin(before) * (before + c)
        before = symbol


def test_types_are_printed_once(driven):
    assert [stage.uses for stage in driven] == [
        ("A.motor", "B.motor", "C.motor"),
        ("A.upper", "B.upper", "C.upper"),
        ("A.lower", "B.lower", "C.lower"),
        ("platform",),
        ("A", "B", "C"),
        ("three_rrr",),
    ]


# -- other machines: the printed equations are the compiled ones -----------------------------------------------------


@pytest.mark.parametrize("name", ["four_bar", "slider_crank", "double_pendulum", "three_rrr", "bennett"])
def test_printed_matrices_have_the_compiled_values(name):
    """Bodies in space are printed with abbreviations, which are put in."""
    machine = getattr(mechanisms, name)(motors=False) if name == "three_rrr" else getattr(mechanisms, name)()
    equations = modular(machine)
    dynamics = compile_dynamics(equations)
    random = np.random.default_rng(5)
    q, v = random.uniform(0.5, 1.5, len(dynamics.coordinates)), random.uniform(0.5, 1.5, len(dynamics.speeds))
    u = random.uniform(0.5, 1.5, len(dynamics.inputs))
    M, f, A, b = (np.asarray(e) for e in matrices(dynamics.system)(0.0, q, v, u, dynamics.p))
    known = dict(zip((*dynamics.coordinates, *dynamics.speeds, *dynamics.inputs), (*q, *v, *u), strict=True))
    known |= {plain(key): value for key, value in dynamics.parameters.items()}
    place = {key: k for k, key in enumerate(dynamics.speeds)}
    found = {kind: np.zeros_like(whole) for kind, whole in (("M", M), ("f", f))}
    rows = {}

    def whole_name(short, path):
        return next(key for key in known if key == short or relative(key, path) == short)

    def value(expression, path):
        numbers = {
            symbol: short[symbol] if symbol in short else known[whole_name(symbol.name, path)]
            for symbol in expression.free_symbols
        }
        return float(expression.xreplace({symbol: sympy.Float(x, 17) for symbol, x in numbers.items()}))

    printed = printing.stages(equations)
    assert any(stage.where for stage in printed) == (name == "bennett")
    for stage in printed:
        for use in stage.uses:
            path = "" if use == equations.name else use
            short = {}
            for symbol, meaning in stage.where:
                short[symbol] = value(meaning, path)
            for key, matrix in stage.entries.items():
                numeric = np.array([[value(e, path) for e in matrix.row(k)] for k in range(matrix.rows)])
                if key[0] in "Mf":
                    at = [place[whole_name(row, path)] for row in stage.rows[key]]
                    across = at if key == "M" else [0]
                    found[key[0]][np.ix_(at, across)] += numeric
                elif key[0] in "Ab":
                    for label, row in zip(stage.rows[key], numeric, strict=True):
                        full = f"{path}.{label}" if path else label
                        columns = [place[whole_name(c, path)] for c in stage.columns.get(key, ())]
                        rows.setdefault(full, {})[key[0]] = (columns, row)
    # Sums of few products of numbers of order 1.
    np.testing.assert_allclose(found["M"], M, rtol=1e-12, atol=1e-13)
    np.testing.assert_allclose(found["f"], f, rtol=1e-12, atol=1e-13)
    assert len(rows) == len(A)
    for k in range(len(A)):
        columns, row = rows[dynamics.system.row_name(k)]["A"]
        whole = np.zeros(A.shape[1])
        whole[columns] = row
        np.testing.assert_allclose(whole, A[k], rtol=1e-12, atol=1e-13)
        np.testing.assert_allclose(rows[dynamics.system.row_name(k)]["b"][1], b[k], rtol=1e-12, atol=1e-13)


def test_torque_between_two_bodies_is_printed_with_the_module():
    top = stages(modular(mechanisms.double_pendulum())).find("double_pendulum")
    (tau2,) = symbols("tau2")
    assert dict(zip(top.rows["f_1"], top.entries["f_1"], strict=True)) == {
        "theta1'": -tau2, "second.x'": 0, "second.y'": 0, "theta2'": tau2,
    }  # fmt: skip


def test_names_that_would_coincide_stay_whole():
    """Seen from module A, the machine's parameter x and the coordinate that A exports as x would both be `x`."""
    x = Parameter("x", 2.0, "m", "an unlucky name")
    bar = Body(1.0, 0.1, points={"end": (x, 0.0)})
    joints = {"pin": Revolute("ground", "bar.end"), "drive": Torque("pin.angle")}
    inner = Mechanism("inner", {"bar": bar}, joints, exports={"x": "bar.x", "y": "bar.y", "angle": "bar.theta"})
    module = stages(modular(Mechanism("outer", {"A": inner}, parameters=[x]))).find("A")
    length, at_x, y, angle = symbols("x A.x y angle")
    assert same(module.entries["g_1"], [at_x + length * sympy.cos(angle), y + length * sympy.sin(angle)])


def test_machine_that_cannot_be_assembled_is_printed_without_kernels():
    machine = mechanisms.four_bar(l_0=5.0)
    printed = stages(modular(machine))
    module = printed.find("four_bar")
    assert "A_1" in module.entries
    assert "C_1" not in module.entries
    assert any("does not close" in note for note in module.notes)


# -- conversion ----------------------------------------------------------------------------------------------------

ONE = [
    ca.sin, ca.cos, ca.tan, ca.asin, ca.acos, ca.atan, ca.sinh, ca.cosh, ca.tanh, ca.asinh, ca.atanh, ca.exp, ca.log,
    ca.log1p, ca.expm1, ca.sqrt, ca.fabs, ca.sign, ca.floor, ca.ceil, ca.erf, ca.logic_not,
    lambda x: x**2, lambda x: x**3, lambda x: 2 * x, lambda x: 1 / x, lambda x: -x, lambda x: ca.acosh(1 + x),
]  # fmt: skip
TWO = [
    ca.plus, ca.minus, ca.times, ca.rdivide, ca.power, ca.atan2, ca.hypot, ca.fmin, ca.fmax, ca.fmod, ca.copysign,
    ca.lt, ca.le, ca.eq, ca.ne, ca.logic_and, ca.logic_or, lambda x, y: ca.if_else(x < y, x, y),
]  # fmt: skip


@pytest.mark.parametrize("index", range(len(ONE) + len(TWO)))
def test_operation_converts_with_its_value(index):
    x, y = ca.SX.sym("x"), ca.SX.sym("y")
    made = ONE[index](x) if index < len(ONE) else TWO[index - len(ONE)](x, y)
    a, b = symbols("a b")
    (matrix,) = to_sympy([ca.vertcat(x, y)], [[a, b]], [ca.vertcat(made, made * x)])
    evaluate = ca.Function("f", [x, y], [made])
    for at in ((0.3, 0.7), (0.7, 0.3), (0.4, 0.4), (0.9, 0.2)):
        value = float(matrix[0].subs({a: sympy.Float(at[0], 30), b: sympy.Float(at[1], 30)}))
        # Both round once or twice; the C library and SymPy differ by an ulp or two.
        assert value == pytest.approx(float(evaluate(*at)), rel=1e-14, abs=1e-15)


def test_matrices_are_read_column_by_column():
    x = ca.SX.sym("x", 2, 3)
    names = sympy.symbols("a:6")
    (matrix,) = to_sympy([x], [names], [x])
    assert matrix == sympy.Matrix(3, 2, names).T


@pytest.mark.parametrize(
    ("value", "text"),
    [(0.5, "1/2"), (1 / 3, "1/3"), (-np.sqrt(3) / 2, "-sqrt(3)/2"), (np.pi / 6, "pi/6"), (0.0385, "77/2000"),
     (1.4e-5, "1.4e-5"), (0.1234567890123, "0.1234567890123"), (0.0, "0"), (-4.0, "-4")],
)  # fmt: skip
def test_numbers_print_as_what_they_round(value, text):
    printed = number(value)
    assert float(printed) == pytest.approx(value, rel=1e-15)
    if "e" not in text:
        assert sympy.sstr(printed).rstrip("0") in {text, text.rstrip("0")}


# -- text and LaTeX ------------------------------------------------------------------------------------------------


def hostile():
    bar = Body(1.0, 0.1, points={"end": (1.0, 0.0)})
    joints = {
        "pin": Revolute("ground", "bar.end"),
        "hold": Holonomic(("pin.angle",), lambda t, angle: ca.sin(angle - t)),
    }
    return Mechanism("bar_machine", {"bar": bar}, joints, title=HOSTILE)


def balanced(latex):
    """Braces pair up outside escapes, and environments close in order."""
    bare = re.sub(r"\\[\\{}]", "", latex)
    depth = 0
    for letter in bare:
        depth += (letter == "{") - (letter == "}")
        assert depth >= 0
    open_ = []
    for kind, name in re.findall(r"\\(begin|end)\{(\w+)\}", latex):
        if kind == "begin":
            open_.append(name)
        else:
            assert open_.pop() == name
    return depth == 0 and not open_


def test_hostile_titles_are_escaped():
    printed = stages(modular(hostile()))
    latex = printed.as_latex()
    assert balanced(latex)
    assert latex.count("\\end{document}") == 1
    assert "\\input{" not in latex
    assert "50\\% \\& \\textbackslash{}input\\{x\\} \\$y\\$ \\#1 a\\_b" in latex
    assert "\x1b" not in latex
    text = printed.as_text()
    assert "\x1b" not in text
    assert "t" in {symbol.name for symbol in printed.find("bar_machine").entries["g_1"].free_symbols}


@pytest.mark.parametrize("text", ["\\", "{", "}", "$", "&", "#", "_", "%", "^", "~", "\\\\input", "é", "字"])
def test_escaped_text_has_no_command_of_its_own(text):
    assert balanced(escape_latex(text))
    assert not re.search(r"(?<!\\)[$&#_%^~]", escape_latex(text))


def test_names_are_typeset():
    assert typeset("phi'") == r"\dot{\phi}"
    assert typeset("lambda_") == r"\lambda"
    assert typeset("l_U") == "l_{U}"
    assert typeset("theta1") == r"\theta_{1}"
    assert typeset("B.upper.mass") == r"\mathrm{mass}_{B,\mathrm{upper}}"


def test_latex_of_the_seed_machine_shows_rates_and_greek_letters(driven):
    latex = driven.as_latex()
    assert balanced(latex)
    for piece in (r"\dot{\phi}", r"\kappa_{m}", r"\lambda", r"\bar{x}", r"\dot{\psi}_{A}", r"A_{2,\mathrm{vertex\_A}}"):
        assert piece in latex
    assert driven.as_latex(standalone=False) in latex


def test_latex_compiles(driven, tmp_path):
    program = shutil.which("pdflatex")
    if program is None:
        pytest.skip("pdflatex is not installed: that the LaTeX compiles was not tried, only that it is well formed")
    for name, printed in (("seed", driven), ("hostile", stages(modular(hostile())))):
        (tmp_path / f"{name}.tex").write_text(printed.as_latex(), encoding="utf-8")
        command = [program, "-interaction=nonstopmode", "-halt-on-error", f"{name}.tex"]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout[-3000:]


def test_text_lists_wide_matrices_entry_by_entry(driven):
    text = driven.as_text(width=100)
    assert "[A.omega, A.omega] = 1" in text
    assert max(map(len, text.splitlines())) <= 100
    assert "elbow.x [ 0       0  l_U*sin(phi)   1   0   l_B*sin(psi)/2  ]" in text


def test_unknown_stage_is_answered_with_those_there_are(driven):
    with pytest.raises(ValueError, match=r"no stage prints 'D'.*platform"):
        driven.find("D")


def test_common_factors_are_taken_out_and_identities_found():
    """A common factor of many terms; Pythagoras; an angle with a phase; what sums of three angles multiply out to."""
    b, beta, x, y, z, w = symbols("b beta x y z w")
    long = sympy.expand(b * sympy.sin(beta - 5.25) * ((x + 2 * y - 3 * z) ** 2 * (w + x) + w * x))
    squares = sympy.expand((sympy.sin(beta) ** 2 + sympy.cos(beta) ** 2) * (x + 2 * y - 3 * z) ** 2 * (w + b))
    short = b * (sympy.sqrt(3) * sympy.sin(beta) + sympy.cos(beta)) / 2
    angles = [w * sympy.sin(x + y - z) + b, b * sympy.cos(beta - x + y) * w]
    written = [sympy.expand(each, trig=True) for each in angles]
    found, one, turned, *joined = printing.tidy(sympy.Matrix([long, squares, short, *written]))
    assert sympy.expand(found - long) == 0
    assert found.count(sympy.sin) == 1
    assert not one.has(sympy.sin, sympy.cos)
    assert joined == angles
    assert turned == b * sympy.sin(beta + sympy.pi / 6)


@pytest.mark.parametrize("count", [8, pytest.param(40, marks=pytest.mark.long)])
def test_rearranged_expressions_have_the_same_value(count):
    """Random sums of products of sines, cosines, powers and numbers, nested, at random places."""
    random = np.random.default_rng(5)
    x = symbols("x0 x1 x2 x3")

    def draw(depth):
        if not depth:
            kind = [sympy.sin, sympy.cos, lambda one: one, lambda one: one**2][random.integers(4)]
            return sympy.Rational(random.integers(-3, 4), random.integers(1, 3)) * kind(x[random.integers(4)])
        join = sympy.Add if depth % 2 else sympy.Mul
        return join(*[draw(depth - 1) for _ in range(random.integers(2, 4))]) ** random.integers(1, 3)

    entries = [draw(3) for _ in range(count)]
    tidied = printing.tidy(sympy.Matrix(entries))
    where = dict(zip(x, random.uniform(-2.0, 2.0, 4), strict=True))
    for entry, found in zip(entries, tidied, strict=True):
        expected = entry.subs(where)
        # Rounding of some hundred terms, whose sizes are far below 1e4.
        assert abs(found.subs(where) - expected) < 1e-10 * max(1.0, abs(expected))
        assert found.count_ops() <= entry.count_ops()
