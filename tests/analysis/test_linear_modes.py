"""Modes, their motions, what leaves for python-control, and equilibria against closed forms and energy."""

import json
import re

import numpy as np
import pytest

import control
import linkwright as lw
from cli.calling import call
from linkwright.analysis import equilibrium, linearize, mode_motion
from linkwright.analysis.linear.modes import modes_of
from linkwright.dynamics import AssemblyError


@pytest.fixture(scope="module")
def pendulum():
    return lw.compile(lw.formalisms.modular(lw.mechanisms.double_pendulum()))


@pytest.fixture(scope="module")
def bicycle():
    return lw.compile(lw.formalisms.kane(lw.mechanisms.whipple_bicycle()))


def hanging(dynamics, **options):
    return linearize(dynamics, dynamics.assemble(), {"tau1": 0.0, "tau2": 0.0}, **options)


# -- modes ---------------------------------------------------------------------------------------------------------


def test_modes_solve_the_linear_system(pendulum):
    linear = hanging(pendulum)
    assert [mode.kind for mode in linear.modes] == ["oscillation", "oscillation"]
    for mode in linear.modes:
        shape = np.array([mode.shape[name] for name in linear.states])
        assert np.allclose(linear.A @ shape, mode.eigenvalue * shape, rtol=0, atol=1e-12 * np.max(np.abs(linear.A)))
        assert np.max(np.abs(shape)) == pytest.approx(1.0)
    slow, fast = linear.modes
    assert slow.frequency < fast.frequency
    # bars swing together in the slow mode and against each other in the fast one
    assert (slow.shape["theta1"] / slow.shape["theta2"]).real > 0 > (fast.shape["theta1"] / fast.shape["theta2"]).real


def test_repeated_zeros_come_out_as_zeros():
    """A chain of integrators (a Jordan block of size 4) beside an oscillator that drives it, and a constant."""
    A = np.diag([1.0, 1.0, 1.0, 0.0, 0.0, 0.0], 1)
    A[3, 4], A[4, 5], A[5, 4], A[0, 6] = 2.0, 1.0, -9.0, 1.0
    names = list("abcdefg")
    modes = modes_of(A, names)
    assert [mode.kind for mode in modes] == ["oscillation", *["neutral"] * 5]
    assert modes[0].eigenvalue == pytest.approx(3j, abs=1e-14)
    shape = np.array([modes[0].shape[name] for name in names])
    assert np.allclose(A @ shape, 3j * shape, atol=1e-14)
    assert all(mode.eigenvalue == 0 for mode in modes[1:])


def test_kinds_of_modes():
    found = modes_of(np.diag([-2.0, 3.0, 0.0]), ["a", "b", "c"])
    assert {mode.kind: (mode.eigenvalue.real, mode.time_constant) for mode in found} == {
        "decay": (-2.0, 0.5),
        "growth": (3.0, pytest.approx(-1 / 3)),
        "neutral": (0.0, np.inf),
    }
    (growing,) = modes_of(np.array([[0.5, -2.0], [2.0, 0.5]]), ["a", "b"])
    assert growing.kind == "growing oscillation"
    assert growing.damping == pytest.approx(-0.5 / np.hypot(0.5, 2.0))


# -- motions of modes ----------------------------------------------------------------------------------------------


def test_a_mode_as_a_motion_keeps_its_shape_and_the_joints_closed(pendulum):
    linear = hanging(pendulum)
    for mode in linear.modes:
        motion = mode_motion(pendulum, linear, mode, swing=1e-4)
        ratio = (mode.shape["theta1"] / mode.shape["theta2"]).real
        assert np.allclose(motion["theta1"], ratio * motion["theta2"], atol=1e-9)  # quadratic in the swing
        largest = np.max(np.abs([motion[name] for name in ("theta1", "theta2", "elbow.angle")]))
        assert largest == pytest.approx(1e-4, rel=1e-3)
        # the second bar hangs on the tip of the first: world position of its origin
        wanted = [0.5 * np.sin(motion["theta1"]), -0.5 * np.cos(motion["theta1"])]
        assert np.allclose([motion["second.x"], motion["second.y"]], wanted, atol=1e-12)
        assert "not a simulated motion" in motion.certificate.in_words()


def test_a_mode_grows_or_decays_as_its_eigenvalue_says(bicycle):
    """Closed forms: theta'' = (-k theta - c theta' + m g l sin theta) / J of a bar on a pin with spring and damper."""
    g, length, mass = 9.81, 0.8, 1.5
    moment = mass * length**2 / 3

    def modes(k, c):
        machine = lw.Mechanism(
            "bar",
            parts={
                "ground": lw.Ground(),
                "bar": lw.Body(mass, mass * length**2 / 12, (0.0, length / 2), points={"pin": (0.0, 0.0)}),
            },
            connections={
                "pin": lw.Revolute("ground", "bar.pin"),
                "spring": lw.JointSpring("pin.angle", stiffness=k),
                "damper": lw.JointDamper("pin.angle", damping=c),
            },
            gravity=(0.0, -g),
        )
        dynamics = lw.compile(lw.formalisms.kane(machine))
        linear = linearize(dynamics, dynamics.assemble())
        stiff = (k - mass * g * length / 2) / moment
        values = np.roots([1.0, c / moment, stiff])
        return dynamics, linear, values

    # a damped oscillation: cosine at two seconds a cycle, smaller by exp(2 pi Re / Im) after each
    dynamics, linear, values = modes(40.0, 1.0)
    (mode,) = linear.modes
    motion = mode_motion(dynamics, linear, mode)
    ratio = values[0].real / abs(values[0].imag)
    assert ratio < -0.1
    phase = np.exp(1j * np.pi * motion.time) * np.exp(np.pi * ratio * motion.time)
    fit = np.linalg.lstsq(np.stack([phase.real, phase.imag], axis=1), motion["pin.angle"], rcond=None)[0]
    np.testing.assert_allclose(np.stack([phase.real, phase.imag], axis=1) @ fit, motion["pin.angle"], atol=1e-12)
    assert np.hypot(*fit) == pytest.approx(0.2)  # the envelope begins at the swing
    # upright without a spring: one mode grows, one decays, each by e in a second
    dynamics, linear, values = modes(0.0, 0.4)
    for mode in linear.modes:
        assert np.min(np.abs(values - mode.eigenvalue)) < 1e-9
        motion = mode_motion(dynamics, linear, mode)
        sign = 1.0 if mode.kind == "growth" else -1.0
        wanted = 0.2 * np.exp(sign * motion.time - (4.0 if sign > 0 else 0.0))
        np.testing.assert_allclose(np.abs(motion["pin.angle"]), wanted, rtol=1e-12)
        assert len(set(np.sign(motion["pin.angle"]))) == 1  # no oscillation
        assert f"which takes {1 / abs(mode.eigenvalue.real):.4g} s" in motion.certificate.in_words()
    # slow bicycle: the weave grows
    state = bicycle.assemble(speeds={"x": 3.0, "lean": 0.0, "steer": 0.0})
    linear = linearize(bicycle, state, {"T_lean": 0.0, "T_steer": 0.0})
    weave = next(mode for mode in linear.modes if mode.kind == "growing oscillation")
    motion = mode_motion(bicycle, linear, weave, swing=1e-5)
    first, last = (np.max(np.abs(motion["steer"][part])) for part in (slice(0, 61), slice(60, 121)))
    assert last / first == pytest.approx(np.exp(2 * np.pi * weave.eigenvalue.real / weave.eigenvalue.imag), rel=1e-3)


def test_modes_of_a_rolling_machine_touch_the_ground(bicycle):
    state = bicycle.assemble(speeds={"x": 5.0, "lean": 0.0, "steer": 0.0})
    linear = linearize(bicycle, state, {"T_lean": 0.0, "T_steer": 0.0})
    weave = linear.modes[0]
    motion = mode_motion(bicycle, linear, weave)
    # the height of a disc's centre is r cos(lean)
    assert np.allclose(motion["rear_wheel.z"], 0.3 * np.cos(motion["lean"]), atol=1e-12)
    assert np.allclose(motion["front_wheel.z"], 0.35 * np.cos(motion["front.lean"]), atol=1e-12)
    assert 0.02 < np.max(np.abs(motion["steer"])) < 0.25
    with pytest.raises(ValueError, match="swing = 0"):
        mode_motion(bicycle, linear, weave, swing=0)
    with pytest.raises(ValueError, match="other states"):
        mode_motion(bicycle, linearize(bicycle, state, linear.held_by, ignorable=False), weave)


# -- python-control ------------------------------------------------------------------------------------------------


def test_names_have_no_dots_in_control():
    dynamics = lw.compile(lw.formalisms.modular(lw.mechanisms.three_rrr()))
    linear = linearize(dynamics, dynamics.assemble(), {"A.v": 0.0, "B.v": 0.0, "C.v": 0.0})
    system = linear.to_control()
    assert system.input_labels == ["A_v", "B_v", "C_v"]
    assert len(set(system.state_labels)) == len(linear.states) == 9


def test_to_control(pendulum):
    linear = hanging(pendulum, outputs=["theta2", "theta1''"])
    system = linear.to_control()
    assert isinstance(system, control.StateSpace)
    assert (system.state_labels, system.input_labels, system.output_labels) == (
        list(linear.states),
        ["tau1", "tau2"],
        ["theta2", "theta1''"],
    )
    # Undamped: real parts are rounding, so poles are ordered by their imaginary parts.
    poles, eigenvalues = (np.array(sorted(x, key=lambda s: s.imag)) for x in (system.poles(), linear.eigenvalues))
    assert np.allclose(poles, eigenvalues)
    # static deflection under a torque on both bars: weights times angles balance it
    p = pendulum.parameters
    gain = system.dcgain()
    assert gain[0, 1] == pytest.approx(1 / (p["g"] * p["m_2"] * p["c_2"]), rel=1e-10)
    assert gain[0, 0] == pytest.approx(0.0, abs=1e-12)


# -- equilibria ----------------------------------------------------------------------------------------------------


def test_torques_that_hold_a_pose(pendulum):
    p = pendulum.parameters
    held = equilibrium(pendulum, {"theta1": 0.4, "theta2": 1.1})
    second = p["g"] * p["m_2"] * p["c_2"] * np.sin(1.1)
    first = p["g"] * (p["m_1"] * p["c_1"] + p["m_2"] * p["l_1"]) * np.sin(0.4)
    assert held.inputs["tau2"] == pytest.approx(second, rel=1e-11)
    assert held.inputs["tau1"] == pytest.approx(first + second, rel=1e-11)
    found = equilibrium(pendulum, inputs=held.inputs)
    assert found.state["theta1"] == pytest.approx(0.4, abs=1e-11)
    assert found.state["theta2"] == pytest.approx(1.1, abs=1e-11)


def test_a_linkage_rests_where_its_energy_is_stationary():
    dynamics = lw.compile(lw.formalisms.modular(lw.mechanisms.four_bar()))
    held = equilibrium(dynamics, inputs={"tau": 0.0})
    phi = held.state["phi"]
    energy = [dynamics.energy(dynamics.assemble({"phi": phi + h}, near=held.state)).potential for h in (-1e-3, 0, 1e-3)]
    bend = (energy[0] - 2 * energy[1] + energy[2]) / 1e-6
    assert (energy[2] - energy[0]) / 2e-3 == pytest.approx(0.0, abs=1e-5 * abs(bend))
    # stiffness over inertia: the linearization has the bend of the energy
    linear = linearize(dynamics, held.state, held.inputs)
    inertia = dynamics.terms(held.state, ["phi"]).inertia[0, 0]
    assert linear.entry("phi'", "phi") == pytest.approx(-bend / inertia, rel=1e-5)


def test_a_disc_in_a_circle():
    """Steady rolling at a lean: the moment balance of a coin in a circle (O'Reilly 1996, eq. of steady motions)."""
    dynamics = lw.compile(lw.formalisms.modular(lw.mechanisms.rolling_disc()))
    p = dynamics.parameters
    turn, spin = 1.0, 6.0
    held = equilibrium(dynamics, speeds={"heading": turn, "spin": spin})
    lean = held.state["lean"]
    # about the contact: (C + m r^2) spin turn cos - A turn^2 sin cos + m g r sin = 0, spin along the axis
    left = (p["C"] + p["m"] * p["r"] ** 2) * spin * turn * np.cos(lean)
    right = p["A"] * turn**2 * np.sin(lean) * np.cos(lean) - p["m"] * p["g"] * p["r"] * np.sin(lean)
    assert left == pytest.approx(right, rel=1e-9)
    assert held.state["x"] == pytest.approx(0.0, abs=1e-9)


def test_a_bicycle_in_a_turn_goes_on_in_it(bicycle):
    held = equilibrium(bicycle, {"lean": 0.2}, {"rear.spin": 15.0}, inputs={"T_lean": 0.0})
    assert 0 < held.state["steer"] < 0.2  # it leans and steers to the same side
    motion = lw.simulate(bicycle, held.state, duration=0.5, inputs=held.inputs, accuracy="reference")
    for name in ("lean", "steer", "heading'"):
        assert np.allclose(motion[name], motion[name][0], atol=1e-7)


def test_impossible_equilibria_are_refused(pendulum, bicycle):
    with pytest.raises(ValueError, match="no speed 'x_dot'"):
        equilibrium(bicycle, speeds={"x_dot": 1.0})
    with pytest.raises(ValueError, match="no input 'tau3'"):
        equilibrium(pendulum, inputs={"tau3": 1.0})
    with pytest.raises(AssemblyError, match="cannot be assembled"):
        equilibrium(pendulum, {"second.x": 3.0})


# -- the command ---------------------------------------------------------------------------------------------------


def test_command_linearize(tmp_path):
    out = tmp_path / "modes"
    printed = call("linearize", "double_pendulum", "--input", "tau1=0", "--input", "tau2=0", "--out", str(out)).stdout
    assert "equilibrium" in printed
    assert "stable" in printed
    assert sorted(file.name for file in out.iterdir()) == ["linear.json", "mode-1.html", "mode-2.html"]
    data = json.loads((out / "linear.json").read_text(encoding="utf-8"))
    assert data["states"] == ["theta1", "theta2", "theta1'", "theta2'"]
    assert re.search(r"mode 1, oscillation at 0\.63\d* Hz", (out / "mode-1.html").read_text(encoding="utf-8"))


def test_command_linearize_json():
    data = json.loads(
        call("linearize", "whipple_bicycle", "--speed", "x=5", "--input", "T_lean=0", "--no-ignorable", "--json").stdout
    )
    assert data["rates"]["x"] == pytest.approx(5.0)
    assert data["held_by"]["T_steer"] == pytest.approx(0.0, abs=1e-12)
    assert data["stable"]
    weave = next(mode for mode in data["modes"] if mode["kind"] == "oscillation")
    assert weave["eigenvalue"] == pytest.approx([-0.7753418821958419, 4.464867713788225], abs=1e-10)


def test_command_linearize_refuses_in_words():
    wrong = call("linearize", "four_bar", "--position", "fi=1", "--speed", "phi=x", "--input", "tua=0", code=2).stderr
    for part in ("no position 'fi'", "'x'", "'tua'; did you mean tau"):
        assert part in wrong
    wrong = call("linearize", "four_bar", "--position", "phi=0.7", "--input", "tau=0", code=2).stderr
    assert "no steady state" in wrong
    assert "phi'' = " in wrong


def test_stiff_drives_behind_a_belt_keep_their_frequencies():
    """Entries of A from 4e-4 to 5e10: slow rows of positions are no rounding beside fast accelerations."""
    J1, J2, K, C, pitch, mass = 1.3e-5, 1.4e-6, 67.7, 3e-8, 0.07 / 15, 0.02
    machine = lw.Mechanism(
        "axis",
        {"motor": lw.Rotor(J=J1), "pulley": lw.Rotor(J=J2), "table": lw.Body(mass, 0.1)},
        {
            "way": lw.Prismatic("ground", "table"),
            "shaft": lw.Shaft("motor.angle", "pulley.angle", stiffness=K, damping=C),
            "belt": lw.Belt("pulley.angle", "way.slide", pitch),
            "drive": lw.Torque("motor.angle"),
        },
    )
    dynamics = lw.compile(lw.formalisms.kane(machine))
    linear = linearize(
        dynamics,
        dynamics.assemble(),
        {"drive.tau": 0.0},
        states=["way.slide", "motor.angle", "pulley.angle'", "motor.angle'"],
    )
    load = J2 + mass * (pitch / (2 * np.pi)) ** 2
    fast = np.roots([1.0, C * (1 / J1 + 1 / load), K * (1 / J1 + 1 / load)])
    found = linear.eigenvalues
    assert sorted(found[np.abs(found) > 1.0].imag) == pytest.approx(sorted(fast.imag), rel=1e-9)
    assert np.sum(np.abs(found) < 1e-3) == 2


@pytest.mark.parametrize("length", [0.02, 0.5, 30.0])
def test_a_mode_of_a_slide_swings_by_a_share_of_the_machine(length):
    """A mass on a spring of natural length a, without gravity: it rests at a and swings by 0.2 a."""
    machine = lw.Mechanism(
        "slide",
        {"mass": lw.Body(mass=2.0, home="guide")},
        {"guide": lw.Prismatic("ground", "mass"), "spring": lw.JointSpring("guide.slide", 50.0, rest=length)},
        reference={"guide.slide": length},
    )
    dynamics = lw.compile(lw.formalisms.kane(machine))
    linear = linearize(dynamics, dynamics.assemble(), {})
    motion = mode_motion(dynamics, linear, linear.modes[0])
    assert np.max(np.abs(motion["guide.slide"] - length)) == pytest.approx(0.2 * length, rel=1e-9)


def test_names_that_would_be_the_same_without_dots_stay_apart():
    pytest.importorskip("control")
    masses = {f"{name}_mass": lw.Body(1.0, home=name) for name in ("left", "right")}
    joints = {name: lw.Prismatic("ground", f"{name}_mass") for name in ("left", "right")}
    joints |= {f"{name}_spring": lw.JointSpring(f"{name}.slide", 4.0) for name in ("left", "right")}
    machine = lw.Mechanism("pair", masses, joints, exports={"left_slide": "right.slide"})
    dynamics = lw.compile(lw.formalisms.kane(machine))
    labels = linearize(dynamics, dynamics.assemble(), {}).to_control().state_labels
    assert len(set(labels)) == 4
    assert {"left_slide", "left_slide_"} <= set(labels)


def test_places_come_before_euler_parameters_among_the_states():
    """A bar of 2 kg that hangs 0.5 m below a ball joint: twice w^2 = m g l / (I + m l^2), and a neutral turn."""
    bar = lw.Body(2.0, (0.1, 0.1, 0.01), points={"top": (0.0, 0.0, 0.5)})
    machine = lw.Mechanism("bar", {"bar": bar}, {"ball": lw.Spherical("ground", "bar.top")}, gravity=(0.0, 0.0, -9.81))
    for formalism in (lw.formalisms.kane, lw.formalisms.newton_euler):
        dynamics = lw.compile(formalism(machine))
        linear = linearize(dynamics, dynamics.assemble(), {})
        assert linear.states == ("bar.x", "bar.y", "ball.e3", "bar.x'", "bar.y'", "ball.e3'")
        found = sorted(abs(linear.eigenvalues.imag))
        assert found == pytest.approx([0.0, 0.0, *[np.sqrt(2 * 9.81 * 0.5 / 0.6)] * 4], abs=1e-9)
