"""Rotors, shafts, belts and differences of quantities: every formalism and join against matrix exponentials."""

import numpy as np
import pytest
from scipy.linalg import expm

import linkwright as lw
from linkwright import analysis, formalisms, joins
from linkwright.model import ModelError

MOTOR = {"J": 2e-5, "L": 0.5e-3, "R": 0.8, "Kt": 0.03, "Ke": 0.03, "b": 2e-5}
K, C, J2, RATIO, PITCH, MASS = 0.9, 4e-4, 1.3e-5, 3.0, 0.04, 0.6
N = PITCH / (2 * np.pi)  # m/rad behind the gear
WAYS = [
    (formalisms.modular, joins.Complement()),
    (formalisms.modular, joins.Multipliers()),
    (formalisms.newton_euler, joins.UdwadiaKalaba()),
    (formalisms.lagrange, joins.Complement()),
    (formalisms.kane, joins.Multipliers()),
    (formalisms.boltzmann_hamel, joins.Complement(kernel=lw.kernels.QR())),
    (formalisms.maggi, joins.Complement(kernel=lw.kernels.SVD())),
    (formalisms.energy_equivalence, joins.UdwadiaKalaba()),
    (formalisms.denoc, joins.Recursion()),
]
CURRENTS = {"one.motor.i": 1.0, "two.motor.i": 1.0}
NAMES = [f"{formalism.__name__}-{type(join).__name__}-{k}" for k, (formalism, join) in enumerate(WAYS)]


def axis(*, made_of=False):
    """A motor, an elastic shaft with a gear, a wheel, a rigid belt, a slide; the shaft may be made of its parts."""
    shaft = {"shaft": lw.Shaft("motor.angle", "wheel.angle", RATIO, stiffness=K, damping=C)}
    if made_of:
        shaft = {
            "shaft": lw.Relative("motor.angle", "wheel.angle", RATIO),
            "spring": lw.JointSpring("shaft.difference", K),
            "damper": lw.JointDamper("shaft.difference", C),
        }
    return lw.Mechanism(
        "axis",
        {"motor": lw.DCMotor(**MOTOR), "wheel": lw.Rotor(J=J2), "table": lw.Body(MASS, 0.1)},
        {
            "way": lw.Prismatic("ground", "table"),
            **shaft,
            "belt": lw.Belt("wheel.angle", "way.slide", PITCH),
        },
    )


def slopes():
    """A of x' = A x + B v for x = (motor angle, wheel angle, their rates, i)."""
    m, J = MOTOR, J2 + MASS * N**2
    torque = np.array([K, -RATIO * K, C, -RATIO * C, 0.0])  # of the shaft, at the motor
    A = np.zeros((5, 5))
    A[0, 2] = A[1, 3] = 1.0
    A[2] = (-torque + [0, 0, -m["b"], 0, m["Kt"]]) / m["J"]
    A[3] = RATIO * torque / J
    A[4] = np.array([0, 0, -m["Ke"], 0, -m["R"]]) / m["L"]
    return A, np.array([0, 0, 0, 0, 1 / m["L"]])


def exactly(t, v):
    """x after a voltage v from rest."""
    A, B = slopes()
    whole = np.zeros((6, 6))
    whole[:5, :5], whole[:5, 5] = A, B * v
    return expm(whole * t)[:5, 5]


@pytest.mark.one_in(2)
@pytest.mark.parametrize(
    ("formalism", "join", "made_of"),
    [(*way, False) for way in WAYS] + [(*way, True) for way in WAYS[3:6]],
    ids=[*NAMES, *[f"{name}-relative" for name in NAMES[3:6]]],
)
def test_a_drive_of_two_inertias_is_its_matrix_exponential(formalism, join, made_of):
    dynamics = lw.compile(formalism(axis(made_of=made_of)), join=join)
    span = 0.02 if join.compiled else 0.002
    trajectory = lw.simulate(
        dynamics, dynamics.assemble(), duration=span, inputs={"motor.v": 5.0}, samples=3, rtol=1e-11, atol=1e-13
    )
    angle, wheel, omega, rate, i = exactly(span, 5.0)
    last = {name: trajectory[name][-1] for name in ("motor.angle", "wheel.angle", "motor.omega", "motor.i")}
    assert last == pytest.approx(
        {"motor.angle": angle, "wheel.angle": wheel, "motor.omega": omega, "motor.i": i}, rel=1e-9
    )
    assert trajectory["wheel.angle'"][-1] == pytest.approx(rate, rel=1e-9)
    assert trajectory["way.slide"][-1] == pytest.approx(N * wheel, rel=1e-9)
    twist = trajectory["shaft.difference" if made_of else "shaft.twist"][-1]
    assert twist == pytest.approx(angle - RATIO * wheel, rel=1e-7)  # a small difference
    assert not join.compiled or trajectory.certificate.energy_error < 1e-9


def test_the_linear_model_is_that_of_the_two_inertias():
    dynamics = lw.compile(formalisms.kane(axis()))
    states = ["motor.angle", "wheel.angle", "motor.omega", "wheel.angle'", "motor.i"]
    linear = analysis.linearize(dynamics, dynamics.assemble(), {"motor.v": 0.0}, states=states)
    A, B = slopes()
    np.testing.assert_allclose(linear.A, A, rtol=1e-12, atol=1e-9)
    np.testing.assert_allclose(linear.B[:, 0], B, rtol=1e-12)


@pytest.mark.parametrize("count", [1, 2, 3, 8])
def test_a_chain_of_n_inertias_has_the_frequencies_of_its_matrices(count):
    """J x'' + K x = 0 of a chain of rotors that are free at both ends, by generalized eigenvalues."""
    inertias, springs = 1e-5 * np.arange(1, count + 1), 50.0 / np.arange(1, count)
    parts = {f"r{k}": lw.Rotor(J=J) for k, J in enumerate(inertias)}
    shafts = {f"s{k}": lw.Shaft(f"r{k}.angle", f"r{k + 1}.angle", stiffness=c) for k, c in enumerate(springs)}
    machine = lw.Mechanism("chain", parts, {"tau": lw.Torque("r0.angle"), **shafts})
    dynamics = lw.compile(formalisms.modular(machine))
    linear = analysis.linearize(dynamics, dynamics.assemble(), {"tau.tau": 0.0})
    stiffness = np.zeros((count, count))
    for k, c in enumerate(springs):
        stiffness[k : k + 2, k : k + 2] += c * np.array([[1, -1], [-1, 1]])
    wanted = np.sqrt(np.abs(np.linalg.eigvalsh(stiffness / np.sqrt(np.outer(inertias, inertias)))))
    found = np.sort(np.abs(linear.eigenvalues.imag))[::2]
    np.testing.assert_allclose(found, np.sort(wanted), rtol=1e-9, atol=1e-4 * np.max(wanted, initial=1.0))


def test_a_rigid_shaft_ties_positions_and_reflects_inertia():
    machine = lw.Mechanism(
        "geared",
        {"a": lw.Rotor(J=2e-5), "b": lw.Rotor(J=3e-3)},
        {"shaft": lw.Shaft("a.angle", "b.angle", -7.0), "tau": lw.Torque("a.angle")},
    )
    dynamics = lw.compile(formalisms.kane(machine))
    state = dynamics.assemble({"b.angle": 2.0})
    assert state["a.angle"] == pytest.approx(-14.0, rel=1e-14)
    found = dynamics.forward(state, {"tau.tau": 0.1})
    assert found["a.angle"] == pytest.approx(0.1 / (2e-5 + 3e-3 / 49), rel=1e-12)


def test_a_gear_on_the_speed_of_a_motor_holds_its_angle():
    machine = lw.Mechanism(
        "geared",
        {"motor": lw.DCMotor(**MOTOR), "bar": lw.Body(1.0, 0.1)},
        {"pin": lw.Revolute("ground", "bar"), "gear": lw.Gear("motor.omega", "pin.angle", ratio=20.0)},
    )
    for formalism in (formalisms.modular, formalisms.kane):
        dynamics = lw.compile(formalism(machine))
        state = dynamics.assemble({"pin.angle": 0.3}, {"pin.angle": 0.5})
        assert state["motor.angle"] == pytest.approx(6.0, rel=1e-13)
        assert state["motor.omega"] == pytest.approx(10.0, rel=1e-13)
        motion = lw.Motion({"pin.angle": lw.laws.Sine(0.3, 1.0)}, duration=1.0)
        inverse = dynamics.inverse(motion)  # the angle of the motor is no freedom of its own
        assert inverse["motor.angle"] == pytest.approx(20.0 * inverse["pin.angle"], abs=1e-11)
    turns = lw.simulate(dynamics, dynamics.assemble(), duration=2.0, inputs={"motor.v": 24.0}, rtol=1e-9)
    assert turns["pin.angle"][-1] > 4 * np.pi
    assert turns["motor.angle"][-1] == pytest.approx(20.0 * turns["pin.angle"][-1], rel=1e-9)


def test_a_difference_is_a_quantity_of_its_own():
    """Two slides with friction on their relative speed: the momentum of both stays."""
    machine = lw.Mechanism(
        "slides",
        {"a": lw.Body(1.0, 0.1), "b": lw.Body(2.0, 0.1)},
        {
            "one": lw.Prismatic("ground", "a"),
            "two": lw.Prismatic("ground", "b"),
            "between": lw.Relative("one.slide", "two.slide"),
            "rub": lw.CoulombFriction("between.difference", 3.0),
        },
    )
    for formalism in (formalisms.modular, formalisms.kane, formalisms.denoc):
        dynamics = lw.compile(formalism(machine))
        state = dynamics.assemble({}, {"one.slide": 1.5, "two.slide": 0.0})
        trajectory = lw.simulate(dynamics, state, duration=1.0, rtol=1e-10)
        # 1.5 - 3 t = 1.5 t: together from 1/3 s on, at 0.5 m/s
        (event,) = [event for event in trajectory.events if event.what == "stick"]
        assert event.time == pytest.approx(1 / 3, rel=1e-9)
        assert trajectory["two.slide'"][-1] == pytest.approx(0.5, rel=1e-10)
        assert trajectory["between.difference'"][-1] == pytest.approx(0.0, abs=1e-12)


def test_shared_parameters_of_drives_are_changed_once():
    J = lw.Parameter("J1", 2e-5, "kg m^2", "inertia of the motors")
    drive = lw.Mechanism(
        "drive",
        {"motor": lw.DCMotor(**{**MOTOR, "J": J}), "load": lw.Rotor(J=J2)},
        {"shaft": lw.Shaft("motor.angle", "load.angle", stiffness=K)},
        exports={"angle": "motor.angle", "v": "motor.v"},
    )
    machine = lw.Mechanism("pair", {"one": drive, "two": drive}, {}, parameters=[J])
    dynamics = lw.compile(formalisms.kane(machine)).with_parameters(J1=4e-5)
    state = dynamics.assemble({}, {f"{k}.{x}": 0.0 for k in ("one", "two") for x in ("angle", "load.angle")} | CURRENTS)
    rates = dynamics.forward(state, {"one.v": 0.0, "two.v": 0.0})
    assert [rates[name] for name in ("one.angle", "two.angle")] == pytest.approx([0.03 / 4e-5] * 2, rel=1e-12)


@pytest.mark.parametrize(
    ("connections", "words"),
    [
        ({"s": lw.Shaft("motor.angle", "load.angle", damping=1.0)}, "damping without stiffness"),
        ({"s": lw.Backlash("motor.angle", "load.angle", 0.1, damping=1.0)}, "damping without stiffness"),
        ({"s": lw.Backlash("motor.angle", "load.angle", 0.1, stiffness=1.0, restitution=0.5)}, "leave one out"),
        ({"s": lw.Shaft("motor.angel", "load.angle")}, "no quantity 'motor.angel'; did you mean motor.angle"),
    ],
)
def test_what_is_wrong_with_a_transmission_is_told(connections, words):
    parts = {"motor": lw.DCMotor(**MOTOR), "load": lw.Rotor(J=J2)}
    with pytest.raises(ModelError, match=words):
        lw.Mechanism("drive", parts, connections)


@pytest.mark.parametrize(
    ("connection", "words"),
    [
        (lw.Shaft("motor.angle", "way.slide", stiffness=1.0), r"rad/s.*m/s.*different units.*give ratio"),
        (lw.Belt("way.slide", "motor.angle", 0.1), "the speed of way.slide is in m/s, expected rad/s, that of motor"),
        (lw.Shaft("motor.omega", "way.slide", 3.0, stiffness=1.0), "of a motor take `angle`, not `omega`"),
        (lw.Backlash("motor.omega", "way.slide", 0.1, 3.0), "of a motor take `angle`, not `omega`"),
    ],
)
def test_units_and_positions_are_checked(connection, words):
    parts = {"motor": lw.DCMotor(**MOTOR), "block": lw.Body(1.0, 0.1)}
    machine = lw.Mechanism("drive", parts, {"way": lw.Prismatic("ground", "block"), "s": connection})
    for formalism in (formalisms.modular, formalisms.kane):
        with pytest.raises(ValueError, match=words):
            formalism(machine)


@pytest.mark.parametrize(
    ("connection", "words"),
    [
        (lw.Shaft("motor.angle", "load.angle", stiffness=-1.0), "stiffness"),
        (lw.Shaft("motor.angle", "load.angle", 0.0, stiffness=1.0), "ratio"),
        (lw.Backlash("motor.angle", "load.angle", 0.0), "gap"),
        (lw.Backlash("motor.angle", "load.angle", 0.1, restitution=1.5), "restitution"),
        (lw.SmoothFriction("motor.angle", 0.1, 0.0), "width"),
        (lw.Stribeck("motor.angle", 0.2, 0.1, 1.0), "static is .* at least coulomb"),
    ],
)
def test_numbers_are_checked(connection, words):
    parts = {"motor": lw.DCMotor(**MOTOR), "load": lw.Rotor(J=J2)}
    machine = lw.Mechanism("drive", parts, {"tau": lw.Torque("load.angle"), "s": connection})
    with pytest.raises(ValueError, match=words):
        lw.compile(formalisms.modular(machine))


def test_a_drive_without_inertia_is_refused_with_its_name():
    machine = lw.Mechanism("drive", {"load": lw.Rotor(J=0.0)}, {"tau": lw.Torque("load.angle")})
    with pytest.raises(lw.dynamics.Refused, match="load"):
        lw.compile(formalisms.modular(machine))


def test_a_soft_shaft_is_wound_by_many_turns():
    """Two rotors J on a shaft k, one under a torque: the twist is torque / (2 k) (1 - cos w t) with w^2 = 2 k / J."""
    J, k, torque = 0.02, 0.01, 0.3
    machine = lw.Mechanism(
        "shaft",
        {"first": lw.Rotor(J=J), "second": lw.Rotor(J=J)},
        {
            "shaft": lw.Shaft("first.angle", "second.angle", 1.0, stiffness=k),
            "between": lw.Relative("first.angle", "second.angle"),
            "turn": lw.Torque("first.angle"),
        },
    )
    dynamics = lw.compile(lw.formalisms.modular(machine))
    (name,) = dynamics.inputs
    run = lw.simulate(dynamics, dynamics.assemble(), duration=4.0, inputs={name: torque}, rtol=1e-10)
    assert run.outcome.kind == "finished"
    w = np.sqrt(2 * k / J)
    twist = torque / (2 * k) * (1 - np.cos(w * run.time))
    assert np.max(twist) > 4 * np.pi
    assert np.max(np.abs(run["between.difference"] - twist)) < 1e-7


def test_a_gear_between_a_motor_with_an_angle_and_one_without():
    """w_a = 3 w_b: (J_a + J_b / 9) w_a' = Kt (i_a + i_b / 3)."""
    J, Kt = (2e-5, 7e-5), 0.03
    motors = {
        "a": lw.DCMotor(J=J[0], L=1e-3, R=1.0, Kt=Kt, Ke=Kt),
        "b": lw.DCMotor(J=J[1], L=1e-3, R=1.0, Kt=Kt, Ke=Kt, angle=False),
    }
    machine = lw.Mechanism("pair", motors, {"gear": lw.Gear("a.omega", "b.omega", ratio=3.0)})
    dynamics = lw.compile(lw.formalisms.modular(machine))
    state = dynamics.assemble({}, {"a.i": 2.0, "b.i": -0.5, "a.omega": 6.0})
    assert state.speeds["b.omega"] == pytest.approx(2.0, rel=1e-12)
    found = dynamics.forward(state, dict.fromkeys(dynamics.inputs, 0.0))
    exact = Kt * (2.0 - 0.5 / 3) / (J[0] + J[1] / 9)
    assert found["a.omega"] == pytest.approx(exact, rel=1e-12)
    assert found["b.omega"] == pytest.approx(exact / 3, rel=1e-12)
