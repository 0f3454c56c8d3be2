"""Machines that tests of closed loops share."""

import linkwright as lw
from linkwright import control

MOTOR = {"J": 2e-5, "L": 0.082e-3, "R": 0.299, "Kt": 0.0302, "Ke": 0.0302, "b": 1e-6}


def drive(join=None):
    """A DC motor alone."""
    machine = lw.Mechanism("drive", parts={"motor": lw.DCMotor(**MOTOR)}, connections={})
    return lw.compile(lw.formalisms.modular(machine), join=join)


def slide(formalism=lw.formalisms.kane, join=None, **more):
    """A damped block on a straight way, pushed by two forces."""
    connections = {"way": lw.Prismatic("ground", "block"), "rub": lw.JointDamper("way.slide", 0.6)}
    pushes = {"push": lw.Force("way.slide"), "second": lw.Force("way.slide")}
    machine = lw.Mechanism("slide", {"block": lw.Body(2.0, 0.1)}, {**connections, **pushes, **more})
    return lw.compile(formalism(machine), join=join)


def speed_loop(dynamics, **options):
    """A PI controller of the motor's speed."""
    block = control.PI(kp=0.02, ki=1.5).every(1e-3, **options)
    wires = {"speed.measurement": "motor.omega", "motor.v": "speed.command"}
    return lw.ClosedLoop(dynamics, control.Diagram({"speed": block}, wires))
