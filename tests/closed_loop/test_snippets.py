"""The first pages of control, as printed."""

import linkwright as lw


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
