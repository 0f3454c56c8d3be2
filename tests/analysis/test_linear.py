"""Linearizations against closed forms and against differences of forward dynamics over assembled states."""

import numpy as np
import pytest

import linkwright as lw
from linkwright.analysis import equilibrium, linearize
from linkwright.dynamics import Refused

EXACT = {"rtol": 1e-11, "atol": 1e-11}  # derivatives are exact: rounding through a solve or two
FORMALISMS = ["modular", "newton_euler", "kane", "boltzmann_hamel", "lagrange", "maggi"]


@pytest.fixture(scope="module")
def ready():
    made = {}

    def dynamics(name, formalism="modular"):
        if (name, formalism) not in made:
            machine = getattr(lw.mechanisms, name)()
            made[name, formalism] = lw.compile(getattr(lw.formalisms, formalism)(machine))
        return made[name, formalism]

    return dynamics


# -- closed forms --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("formalism", FORMALISMS)
@pytest.mark.parametrize(("angle", "sign"), [(-np.pi / 2, -1), (np.pi / 2, 1)], ids=["hanging", "inverted"])
def test_simple_pendulum(ready, formalism, angle, sign):
    dynamics = ready("simple_pendulum", formalism)
    linear = linearize(dynamics, dynamics.assemble({"phi": angle}), states=["phi", "phi'"])
    assert np.allclose(linear.A, [[0, 1], [sign * 9.81, 0]], **EXACT)
    assert linear.stable == (sign < 0)
    if sign < 0:
        assert linear.modes[0].frequency == pytest.approx(np.sqrt(9.81) / (2 * np.pi), rel=1e-11)
        assert linear.modes[0].damping == pytest.approx(0.0, abs=1e-11)


def double_pendulum_matrices(p, first, second):
    """M and K of two bars about a hanging (+1) or standing (-1) first and second bar; torques on each bar's angle."""
    M = np.array(
        [
            [p["J_1"] + p["m_1"] * p["c_1"] ** 2 + p["m_2"] * p["l_1"] ** 2, p["m_2"] * p["l_1"] * p["c_2"]],
            [0.0, p["J_2"] + p["m_2"] * p["c_2"] ** 2],
        ]
    )
    M[0, 1] *= first * second
    M[1, 0] = M[0, 1]
    weights = p["g"] * np.array([p["m_1"] * p["c_1"] + p["m_2"] * p["l_1"], p["m_2"] * p["c_2"]])
    return M, np.diag(weights * [first, second])


@pytest.mark.parametrize("formalism", FORMALISMS)
@pytest.mark.parametrize(("first", "second"), [(1, 1), (1, -1), (-1, 1), (-1, -1)])
def test_double_pendulum(ready, formalism, first, second):
    dynamics = ready("double_pendulum", formalism)
    M, K = double_pendulum_matrices(dynamics.parameters, first, second)
    state = dynamics.assemble({"theta1": 0.0 if first > 0 else np.pi, "theta2": 0.0 if second > 0 else np.pi})
    linear = linearize(dynamics, state, {"tau1": 0.0, "tau2": 0.0})
    assert linear.states == ("theta1", "theta2", "theta1'", "theta2'")
    zero, one = np.zeros((2, 2)), np.eye(2)
    # the torque tau2 acts on the second bar and back on the first
    wanted = np.linalg.solve(M, [[1.0, -1.0], [0.0, 1.0]])
    assert np.allclose(linear.A, np.block([[zero, one], [-np.linalg.solve(M, K), zero]]), rtol=1e-11, atol=1e-9)
    assert np.allclose(linear.B, np.vstack([zero, wanted]), rtol=1e-11, atol=1e-9)
    assert np.array_equal(linear.C, np.eye(4))
    assert not linear.D.any()


MOTOR = {"J": 1.4e-5, "L": 2e-3, "R": 1.5, "Kt": 0.0385, "Ke": 0.041, "b": 1e-5}


def motor(*, angle=False):
    return lw.compile(lw.formalisms.modular(lw.Mechanism("drive", {"motor": lw.DCMotor(**MOTOR, angle=angle)})))


def test_motor():
    p, dynamics = MOTOR, motor()
    slope = np.array([[-p["b"] / p["J"], p["Kt"] / p["J"]], [-p["Ke"] / p["L"], -p["R"] / p["L"]]])
    held = equilibrium(dynamics, inputs={"motor.v": 6.0})
    # steady speed under a voltage: Kt i = b omega, v = R i + Ke omega
    omega = 6.0 * p["Kt"] / (p["R"] * p["b"] + p["Kt"] * p["Ke"])
    assert held.state["motor.omega"] == pytest.approx(omega, rel=1e-10)
    assert set(linearize(dynamics, held.state, held.inputs).states) == {"motor.omega", "motor.i"}
    states = ["motor.omega", "motor.i"]
    linear = linearize(dynamics, held.state, held.inputs, states=states, outputs=["motor.i", "motor.omega'"])
    assert np.allclose(linear.A, slope, **EXACT)
    assert np.allclose(linear.B, [[0], [1 / p["L"]]], **EXACT)
    assert np.allclose(linear.C, [[0, 1], slope[0]], **EXACT)
    assert np.allclose(linear.eigenvalues, np.sort(np.linalg.eigvals(slope)), rtol=1e-11)
    assert linear.units["motor.omega'"] == "rad/s^2"


def test_a_motor_with_an_angle_turns_steadily_if_its_speed_may_be_found():
    p, dynamics = MOTOR, motor(angle=True)
    omega = 6.0 * p["Kt"] / (p["R"] * p["b"] + p["Kt"] * p["Ke"])
    held = equilibrium(dynamics, speeds={"motor.omega": None}, inputs={"motor.v": 6.0})
    assert held.state["motor.omega"] == pytest.approx(omega, rel=1e-10)
    linear = linearize(dynamics, held.state, held.inputs, states=["motor.angle", "motor.omega", "motor.i"])
    slope = [[0, 1, 0], [0, -p["b"] / p["J"], p["Kt"] / p["J"]], [0, -p["Ke"] / p["L"], -p["R"] / p["L"]]]
    assert np.allclose(linear.A, slope, **EXACT)


def test_damped_oscillator():
    """m x'' + c x' + k x = F: frequency, damping ratio and the acceleration as an output with a direct part."""
    m, c, k = 1.7, 3.1, 240.0
    mechanism = lw.Mechanism(
        "oscillator",
        {"cart": lw.Body(m, 0.1)},
        {
            "rail": lw.Prismatic("ground", "cart"),
            "spring": lw.JointSpring("rail.slide", k, rest=0.2),
            "damper": lw.JointDamper("rail.slide", c),
            "push": lw.Force("rail.slide"),
        },
    )
    dynamics = lw.compile(lw.formalisms.modular(mechanism))
    held = equilibrium(dynamics, inputs={"push.force": 12.0})
    assert held.state["rail.slide"] == pytest.approx(0.2 + 12.0 / k, rel=1e-12)
    linear = linearize(
        dynamics, held.state, held.inputs, states=["rail.slide", "rail.slide'"], outputs=["rail.slide''"]
    )
    assert np.allclose(linear.C, [[-k / m, -c / m]], **EXACT)
    assert np.allclose(linear.D, [[1 / m]], **EXACT)
    (mode,) = linear.modes
    assert mode.frequency == pytest.approx(np.sqrt(k / m) / (2 * np.pi), rel=1e-12)
    assert mode.damping == pytest.approx(c / (2 * np.sqrt(k * m)), rel=1e-12)
    assert mode.time_constant == pytest.approx(2 * m / c, rel=1e-12)
    # the speed of a mode is its eigenvalue times its position
    assert mode.shape["rail.slide'"] / mode.shape["rail.slide"] == pytest.approx(mode.eigenvalue, rel=1e-12)


# -- nonholonomic --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("formalism", FORMALISMS)
@pytest.mark.parametrize("u", [0.8, -0.8], ids=["ahead", "backwards"])
def test_sleigh_going_straight(ready, formalism, u):
    """w' = -m a u w / (J + m a^2): backwards it is unstable; three coordinates, two speeds."""
    dynamics = ready("chaplygin_sleigh", formalism)
    p = dynamics.parameters
    rate = -p["m"] * p["a"] * u / (p["J"] + p["m"] * p["a"] ** 2)
    state = dynamics.assemble(speeds={"u": u, "theta": 0.0})
    linear = linearize(dynamics, state, states=["x", "y", "theta", "u", "theta'"])
    wanted = np.zeros((5, 5))
    wanted[0, 3], wanted[1, 2], wanted[2, 4], wanted[4, 4] = 1.0, u, 1.0, rate
    assert np.allclose(linear.A, wanted, **EXACT)
    assert linear.stable == (u > 0)
    assert linear.rates == pytest.approx({"x": u})
    reduced = linearize(dynamics, state, ignorable=False)
    assert not {"x", "y", "theta"} & set(reduced.states)
    assert np.allclose(np.sort(reduced.eigenvalues.real), sorted([0.0, rate]), **EXACT)


@pytest.mark.parametrize("formalism", FORMALISMS)
@pytest.mark.parametrize("share", [0.3, 0.9, 1.1, 2.5])
def test_rolling_disc_upright(ready, formalism, share):
    """A (A + m r^2) s^2 = A m g r - C (C + m r^2) w^2: stable above the critical spin (O'Reilly 1996)."""
    dynamics = ready("rolling_disc", formalism)
    p = dynamics.parameters
    A, C, m, r, g = (p[name] for name in ("A", "C", "m", "r", "g"))
    critical = np.sqrt(A * m * g * r / (C * (C + m * r**2)))
    w = share * critical
    linear = linearize(dynamics, dynamics.assemble(speeds={"spin": w, "lean": 0.0, "heading": 0.0}), ignorable=False)
    square = (A * m * g * r - C * (C + m * r**2) * w**2) / (A * (A + m * r**2))
    found = linear.eigenvalues[np.argsort(np.abs(linear.eigenvalues))][-2:]
    assert np.allclose(found**2, square, rtol=1e-9)
    assert linear.stable == (share > 1)


# -- differences of forward dynamics -------------------------------------------------------------------------------


def differences(dynamics, linear, inputs):
    """A and B by central differences of `forward` over assembled states, extrapolated (error about 1e-9)."""
    state = linear.state
    at = {name: state[name] for name in linear.states}
    positions = [name for name in linear.states if name in state.positions]

    def rates(changed, u):
        given = {**at, **changed}
        near = dynamics.assemble(
            {name: given[name] for name in positions},
            {name.removesuffix("'"): given[name] for name in linear.states if name not in positions},
            near=state,
        )
        accelerations = dynamics.forward(near, u)
        return np.array(
            [
                near.speeds[name] if name in positions else accelerations[name.removesuffix("'")]
                for name in linear.states
            ]
        )

    def slope(f, h=1e-3):
        return (8 * (f(h / 2) - f(-h / 2)) - (f(h) - f(-h))) / (6 * h)

    A = [slope(lambda h, name=name: rates({name: at[name] + h}, inputs)) for name in linear.states]
    B = [slope(lambda h, name=name: rates({}, {**inputs, name: inputs[name] + h})) for name in linear.inputs]
    return np.array(A).T, np.array(B).T.reshape(len(linear.states), -1)


CASES = {
    "slider-crank held": ("slider_crank", {"phi": 0.8}, {}, {"force": 3.0}, ["phi", "phi'"]),
    "four-bar held": ("four_bar", {"phi": 0.7}, {}, {}, ["theta", "theta'"]),
    "bicycle in a turn": (
        "whipple_bicycle",
        {"lean": 0.2},
        {"rear.spin": 15.0},
        {"T_lean": 0.0},
        ["x", "y", "heading", "lean", "steer", "rear_angle", "front_angle", "rear.spin", "lean'", "steer'"],
    ),
}


@pytest.mark.parametrize("formalism", ["modular", "kane"])
@pytest.mark.parametrize("case", CASES)
def test_against_differences(ready, case, formalism):
    name, positions, speeds, inputs, states = CASES[case]
    dynamics = ready(name, formalism)
    held = equilibrium(dynamics, positions, speeds, inputs=inputs)
    moving = "turn" in case
    chosen = [name for name in states if not moving or name not in ("x", "y", "heading", "rear_angle", "front_angle")]
    linear = linearize(dynamics, held.state, held.inputs, states=chosen)
    # the differences need all coordinates; what is ignorable does not show in the rows of the others
    every = lw.analysis.Linear(**{**vars(linear), "states": tuple(states)})
    A, B = differences(dynamics, every, held.inputs)
    rows = [states.index(name) for name in chosen]
    assert np.allclose(linear.A, A[np.ix_(rows, rows)], rtol=1e-6, atol=1e-6 * np.max(np.abs(A)))
    assert np.allclose(linear.B, B[rows], rtol=1e-6, atol=1e-6 * np.max(np.abs(B)))
    others = [k for k in range(len(states)) if k not in rows]
    assert np.max(np.abs(A[np.ix_(rows, others)]), initial=0.0) < 1e-6 * np.max(np.abs(A))


def test_redundant_constraints_do_no_harm():
    """A four-bar chain of three bays has one DOF and more constraints than it needs; so has its closed form."""
    dynamics = lw.compile(lw.formalisms.modular(lw.mechanisms.n_four_bar(2)))
    linear = linearize(dynamics, dynamics.assemble(), states=["phi0", "phi0'"])
    # three cranks (1/3 each) and two couplers (1 each) about upright: (3/3 + 2) psi'' = (3/2 + 2) g psi
    assert np.allclose(linear.A, [[0, 1], [3.5 * 9.81 / 3, 0]], **EXACT)


@pytest.mark.parametrize(
    "join",
    [lw.joins.Multipliers(), lw.joins.Complement(lw.kernels.SVD()), lw.joins.UdwadiaKalaba()],
    ids=["multipliers", "svd", "udwadia_kalaba"],
)
def test_every_join_gives_the_same(ready, join):
    usual = ready("four_bar")
    other = lw.compile(lw.formalisms.modular(lw.mechanisms.four_bar()), join=join)
    held = equilibrium(usual, {"phi": 0.7})
    wanted = linearize(usual, held.state, held.inputs)
    found = linearize(other, held.state, held.inputs)
    assert found.states == wanted.states
    assert np.allclose(found.A, wanted.A, rtol=1e-10, atol=1e-9)
    assert np.allclose(found.B, wanted.B, rtol=1e-10)


def test_the_states_do_not_depend_on_the_formalism(ready):
    for name in ("three_rrr", "whipple_bicycle", "double_pendulum"):
        inputs = dict.fromkeys(ready(name).inputs, 0.0)
        found = [
            linearize(dynamics, dynamics.assemble(), inputs).states
            for dynamics in (ready(name, formalism) for formalism in ("modular", "kane", "lagrange"))
        ]
        assert found[0] == found[1] == found[2]


# -- refusals ------------------------------------------------------------------------------------------------------


def test_what_is_not_steady_is_refused(ready):
    dynamics = ready("double_pendulum")
    with pytest.raises(Refused, match=r"not steady.*largest acceleration is theta\d'' = .* rad/s\^2.*equilibrium"):
        linearize(dynamics, dynamics.assemble({"theta1": 0.3}), {"tau1": 0.0, "tau2": 0.0})
    with pytest.raises(ValueError, match="missing inputs: tau1"):
        linearize(dynamics, dynamics.assemble())
    with pytest.raises(Refused, match=r"no steady state of double_pendulum.*theta\d''"):
        equilibrium(dynamics, {"theta1": 0.3}, inputs={"tau1": 0.0, "tau2": 0.0})


def test_wrong_names_are_refused(ready):
    dynamics = ready("double_pendulum")
    state, inputs = dynamics.assemble(), {"tau1": 0.0, "tau2": 0.0}
    with pytest.raises(ValueError, match="outputs: no quantity 'theta3'; did you mean"):
        linearize(dynamics, state, inputs, outputs=["theta3"])
    with pytest.raises(ValueError, match="states: no quantity \"theta1''\""):
        linearize(dynamics, state, inputs, states=["theta1''"])
    with pytest.raises(TypeError, match=r"outputs is a str .* a sequence of texts .*, such as \['theta1'\]"):
        linearize(dynamics, state, inputs, outputs="theta1")
    with pytest.raises(Refused, match="do not determine the rate of theta1'"):
        linearize(dynamics, state, inputs, states=["theta1", "theta1'"])


def test_wrong_objects_are_refused_all_at_once(ready):
    dynamics, machine = ready("double_pendulum"), lw.mechanisms.double_pendulum()
    with pytest.raises(ValueError, match=r"dynamics is a Mechanism; compile.*state is a NoneType.*tolerance = -1"):
        linearize(machine, None, tolerance=-1)
    with pytest.raises(ValueError, match="state is a Equilibrium"):
        linearize(dynamics, equilibrium(dynamics), {"tau1": 0.0, "tau2": 0.0})
    with pytest.raises(TypeError, match="dynamics is a Mechanism; compile equations first"):
        equilibrium(machine)


def test_a_linearization_that_changes_on_the_way_is_refused(ready):
    dynamics = ready("rolling_disc", "kane")
    held = equilibrium(dynamics, speeds={"heading": 1.0, "spin": 6.0})
    with pytest.raises(Refused, match=r"changes along this motion.*ignorable=False"):
        linearize(dynamics, held.state)
    assert linearize(dynamics, held.state, ignorable=False).stable


def test_a_prescribed_motion_is_not_steady():
    mechanism = lw.Mechanism(
        "shaken",
        {"cart": lw.Body(1.0, 0.1), "bob": lw.Body(0.5, 0.01, (0.0, -0.3))},
        {
            "rail": lw.Prismatic("ground", "cart"),
            "pin": lw.Revolute("cart", "bob"),
            "shake": lw.Prescribed("rail.slide", lambda t: 0.1 * t**3),
        },
        gravity=(0.0, -9.81),
    )
    dynamics = lw.compile(lw.formalisms.modular(mechanism))
    with pytest.raises(Refused, match=r"not steady|changes along this motion"):
        linearize(dynamics, dynamics.assemble())


def geared(exports):
    """Two arms, one of them behind a gear of 1 : 200 of its motor."""
    parts = {name: lw.Body(mass=1.0, inertia=0.1) for name in ("left", "right")}
    joints = {
        "a": lw.Revolute("ground", "left"),
        "b": lw.Revolute("ground", "right"),
        "gear": lw.Shaft("wheel.angle", "b.angle", 200.0),
        "hold_a": lw.JointSpring("a.angle", stiffness=4.0),
        "hold_b": lw.JointSpring("b.angle", stiffness=9.0),
    }
    return lw.compile(lw.Mechanism("geared", {**parts, "wheel": lw.Rotor(J=1e-5)}, joints, exports=exports))


@pytest.mark.parametrize(
    "exports", [{"x": "a.angle", "y": "b.angle"}, {"y": "b.angle", "x": "a.angle"}, {"x": "left.theta"}]
)
def test_exported_names_are_states_however_little_they_move(exports):
    """A wheel that turns 200 times as fast is no better state than the arm that the machine names."""
    dynamics = geared(exports)
    linear = linearize(dynamics, dynamics.assemble())
    other = () if "y" in exports else ("wheel.angle",)
    assert linear.states == (*exports, *other, *[f"{name}'" for name in (*exports, *other)])
    assert linear.entry("x'", "x") == pytest.approx(-4.0 / 0.1, rel=1e-12)
    second = next(name for name in linear.states if name not in ("x", "x'"))
    assert linear.entry(f"{second}'", second) == pytest.approx(-9.0 / (0.1 + 1e-5 * 200**2), rel=1e-12)


def test_an_exported_name_that_is_longer_than_that_of_a_module_is_preferred_too():
    inner = lw.Mechanism(
        "inner",
        {"one": lw.Body(mass=1.0, inertia=0.1), "two": lw.Body(mass=1.0, inertia=0.1)},
        {"a": lw.Revolute("ground", "one"), "b": lw.Revolute("one", "two"), "turn": lw.JointSpring("b.angle", 2.0)},
        exports={"q": "b.angle"},
    )
    outer = lw.Mechanism("outer", {"m": inner}, {}, exports={"whole_angle": "m.two.theta", "between": "m.q"})
    dynamics = lw.compile(outer)
    linear = linearize(dynamics, dynamics.assemble())
    assert set(linear.states[:2]) == {"whole_angle", dynamics.equations.show("m.b.angle")}
