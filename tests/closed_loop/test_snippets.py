"""The first pages of control, as printed."""

from math import pi, sin

import numpy as np
import pytest

import linkwright as lw
from oracles import mast_table


def test_a_motor_with_a_speed_loop():
    machine = lw.Mechanism(
        "drive",
        parts={"motor": lw.DCMotor(J=2e-5, L=0.082e-3, R=0.299, Kt=0.0302, Ke=0.0302, b=1e-6)},
        connections={},
    )
    dynamics = lw.compile(lw.formalisms.modular(machine))
    loop = lw.control.Diagram(
        {"speed": lw.control.PI(kp=0.02, ki=1.5).every(1e-3, delay=0.3e-3)},
        wires={"speed.measurement": "motor.omega", "motor.v": "speed.command"},
    )
    closed_loop = lw.ClosedLoop(dynamics, loop)
    trajectory = lw.simulate(closed_loop, closed_loop.assemble(), duration=0.06, inputs={"speed.reference": 100.0})
    assert abs(trajectory["motor.omega"][-1] - 100.0) < 10.0
    assert trajectory.signal("speed.command").period == 1e-3


def test_the_cascade_of_the_motion_table():
    machine = lw.mechanisms.mast_3prs(parameters="identified")
    dynamics = lw.compile(lw.formalisms.boltzmann_hamel(machine))
    axis = lw.control.Diagram(
        {
            "position": lw.control.P(20.07).every(5e-3),
            "speed": lw.control.PI(0.069, 2.93).every(1e-3),
            "current": lw.control.PI(1.17, 2.46e3).every(100e-6),
        },
        wires={"speed.reference": "position.command", "current.reference": "speed.command"},
        exports={
            "reference": "position.reference",
            "angle": "position.measurement",
            "omega": "speed.measurement",
            "i": "current.measurement",
            "v": "current.command",
        },
    )
    pose = lw.closed_loop.Kinematics(
        dynamics, given=("z", "psi", "theta"), found=("drive1.pulley", "drive2.pulley", "drive3.pulley")
    )
    wires = {}
    for k in "123":
        wires |= {
            f"axis{k}.reference": f"pose.drive{k}.pulley",
            f"axis{k}.angle": f"drive{k}.angle",
            f"axis{k}.omega": f"drive{k}.angle'",
            f"axis{k}.i": f"drive{k}.i",
            f"drive{k}.v": f"axis{k}.v",
        }
    cascade = lw.control.Diagram({"pose": pose.every(5e-3), "axis1": axis, "axis2": axis, "axis3": axis}, wires)
    closed_loop = lw.ClosedLoop(dynamics, cascade)
    home = closed_loop.assemble()
    trajectory = lw.simulate(
        closed_loop,
        home,
        duration=3.0,
        integrator=lw.integrators.RungeKutta4(step=100e-6),
        inputs={"pose.z": home["z"] + lw.motions.Sine(0.010, 10.0), "pose.psi": 0.0, "pose.theta": 0.0},
    )
    assert trajectory.outcome.kind == "finished"
    # The ready cascade is the same one.
    ready = lw.ClosedLoop(dynamics, lw.mechanisms.mast_control(dynamics))
    assert str(ready.describe()) == str(closed_loop.describe())
    _linear_model_for_python_control(closed_loop, home)
    # The first 50 ms against an integration of its own.
    inputs = {"pose.z": home["z"] + lw.motions.Sine(0.010, 10.0), "pose.psi": 0.0, "pose.theta": 0.0}
    run = lw.simulate(
        ready, home, duration=0.05, inputs=inputs, integrator=lw.integrators.RungeKutta4(step=50e-6), samples=11
    )
    plant = mast_table.IDENTIFIED
    states = list(mast_table.controlled(plant, lambda t: (home["z"] + 0.010 * sin(20 * pi * t), 0.0, 0.0), 1000))
    expected = np.array(states[::100])
    assert run["z"] == pytest.approx(expected[:, 0], abs=1e-10)
    assert run["drive2.angle"] == pytest.approx(expected[:, 7], abs=1e-8)
    assert run["drive3.i"] == pytest.approx(expected[:, 14], abs=1e-6)


def _linear_model_for_python_control(closed_loop, home):
    control = pytest.importorskip("control")
    pyplot = pytest.importorskip("matplotlib.pyplot")
    pyplot.switch_backend("agg")
    quiet = closed_loop.with_parameters(tau_f=0.0)
    linear = lw.analysis.linearize(quiet, quiet.steady_state(home))
    assert "gain_up" in str((linear.stable, abs(linear.poles[0]), linear.margins(at="axis1.speed.command")))
    control.bode_plot(linear.frequency_response("pose.z", "z", frequencies=np.geomspace(0.4, 50, 200)), Hz=True)
    loop = linear.loop_transfer("axis1.position.command").to_control()
    assert len(control.stability_margins(-loop)[:2]) == 2
    pyplot.close("all")
    assert linear.stable
    assert loop.dt == 5e-3


def test_computed_torque_on_any_mechanism():
    bare = lw.compile(lw.formalisms.kane(lw.mechanisms.three_prs()))
    for law in (
        lw.closed_loop.ComputedTorque(bare, ("rho1", "rho2", "rho3"), kp=900.0, kd=60.0).every(1e-3),
        lw.closed_loop.JointPD(bare, ("rho1", "rho2", "rho3"), kp=4e4, kd=400.0).every(1e-3),
    ):
        closed_loop = lw.ClosedLoop(bare, lw.closed_loop.feedback(bare, law))
        motion = lw.Motion(
            {
                "z": lw.motions.Sine(0.015, 5.0, offset=bare.assemble()["z"]),
                "psi": lw.motions.Sine(0.05, 3.0),
                "theta": 0.0,
            }
        )
        trajectory = lw.simulate(closed_loop, bare.assemble(), duration=1.0, inputs=closed_loop.references(motion))
        assert trajectory.outcome.finished
        late = trajectory.time > 0.5
        wanted = motion.laws["z"](trajectory.time)
        assert abs(trajectory["z"] - wanted)[late].max() < 1e-3
