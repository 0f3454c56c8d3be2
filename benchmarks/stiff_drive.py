"""A stiff drive with a closed form: a DC motor with a reducer turns an inertia, and over a stiff damped shaft another.

The winding (750/s), the damped shaft (about 1.5e5/s and 1000/s) and the load (about 1/s) live in times that are five
powers of ten apart. All is linear, so the state under a sinusoidal voltage is an exponential of a matrix.
"""

import mpmath
import numpy as np

import linkwright as lw

MOTOR = {"J": 1.4e-5, "L": 2e-3, "R": 1.5, "Kt": 0.0385, "Ke": 0.0385, "b": 1e-5}
RATIO, HUB, LOAD = 20.0, 4.0e-3, 2.0e-2  # -, kg m^2, kg m^2
STIFFNESS, DAMPING = 1.0e6, 1.0e3  # N m/rad, N m s/rad
VOLTAGE, FREQUENCY, DURATION = 12.0, 1.0, 2.25  # V, Hz, s


def machine():
    """The drive in parts: the hub turns in a bearing, the load on the hub, both about one axis."""
    disc = {"points": {"centre": (0.0, 0.0)}}
    return lw.Mechanism(
        "stiff_drive",
        {
            "ground": lw.Ground(), "motor": lw.DCMotor(**MOTOR),
            "hub": lw.Body(1.0, HUB, **disc), "load": lw.Body(1.0, LOAD, **disc),
        },
        {
            "bearing": lw.Revolute("ground", "hub.centre"),
            "reducer": lw.Gear("motor.omega", "bearing.angle", RATIO),
            "shaft": lw.Revolute("hub.centre", "load.centre"),
            "twist": lw.JointSpring("shaft.angle", STIFFNESS),
            "loss": lw.JointDamper("shaft.angle", DAMPING),
        },
    )  # fmt: skip


def voltage():
    """The input."""
    return {"motor.v": lw.laws.Sine(VOLTAGE, FREQUENCY)}


def angles(motion):
    """Angles (rad) of hub and load at the end of a run."""
    hub, twist = motion["bearing.angle"][-1], motion["shaft.angle"][-1]
    return np.array([hub, hub + twist])


def exact(t=DURATION):
    """Angles (rad) of hub and load at a time, from rest, by the matrix exponential."""
    w = 2 * np.pi * FREQUENCY
    k, c = STIFFNESS, DAMPING
    inertia = HUB + RATIO**2 * MOTOR["J"]
    # phi, psi, phi', psi', i, sin, cos; psi is the load's own angle
    A = np.zeros((7, 7))
    A[0, 2] = A[1, 3] = 1.0
    A[2, :5] = np.array([-k, k, -c - RATIO**2 * MOTOR["b"], c, RATIO * MOTOR["Kt"]]) / inertia
    A[3, :4] = np.array([k, -k, c, -c]) / LOAD
    A[4, [2, 4, 5]] = -RATIO * MOTOR["Ke"], -MOTOR["R"], VOLTAGE
    A[4] /= MOTOR["L"]
    A[5, 6], A[6, 5] = w, -w
    start = np.zeros(7)
    start[6] = 1.0
    with mpmath.workdps(60):  # rates of 1e5/s over seconds: doubles would leave nine digits
        state = mpmath.expm(mpmath.matrix(A.tolist()) * t) * mpmath.matrix(start.tolist())
        return np.array([float(state[0]), float(state[1])])
