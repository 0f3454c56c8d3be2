"""The motion table under workspace control and computed torque, in plain NumPy: no code of the package.

The machine is that of `mast_table`, by classical Runge-Kutta steps; kinematics and inverse dynamics of the controllers
are the closed forms of `three_prs` in (z, psi, theta), direct kinematics by Newton steps on them. Drives are rigid for
the controllers: the inertia J1 + J2 on each axis.
"""

from math import tanh

import numpy as np

from oracles import three_prs
from oracles.mast_table import CURRENT, POSITION, SPEED, STEP, Plant, guides, home, stepped


def table_of(plant: Plant):
    """Dimensions and masses of the table."""
    return three_prs.Table(plant.r, plant.L, plant.H, plant.m_b, plant.m_p, plant.g)


def axes(plant, x, dx, ddx=(0.0, 0.0, 0.0)):
    """Angles, speeds and accelerations of the axes along a motion of the pose."""
    rho = three_prs.readings(table_of(plant), three_prs.along(x, dx, ddx))[0]
    return [np.array([getattr(one, part) for one in rho]) / plant.n for part in "abc"]


def jacobian(plant, x):
    """B / n: speeds of the axes by rates of the pose."""
    return three_prs.reduced(table_of(plant), x, np.zeros(3))[3] / plant.n


def pose_of(plant, angles, near):
    """Direct kinematics from angles of the axes."""
    x = np.array(near)
    for _ in range(8):
        x = x + np.linalg.solve(jacobian(plant, x), angles - np.array(guides(plant, x)) / plant.n)
    return x


def run(plant, controller, steps):
    """The last state of a run from rest at home under a controller of currents, `controller(k, t, y)`.

    It is called before each step, with the number of steps; it says what currents are asked for. The PI of the current
    runs every second step.
    """
    y = [home(plant)] + [0.0] * 14
    sums, volts = np.zeros(3), np.zeros(3)
    for k in range(steps):
        currents = controller(k, k * STEP, np.array(y))
        if k % 2 == 0:
            error = currents - np.array(y[12:])
            sums += CURRENT[1] * 2 * STEP * error
            volts = CURRENT[0] * error + sums
        y = stepped(plant, y, volts.tolist(), STEP)
    return np.array(y)


def workspace(plant, motion, measured):
    """P of the pose every 5 ms to speeds of the axes, PI of these every 1 ms."""
    held = {"x": np.array([home(plant), 0.0, 0.0]), "speeds": np.zeros(3), "sums": np.zeros(3), "currents": np.zeros(3)}

    def controller(k, t, y):
        if k % 100 == 0:
            held["x"] = y[:3] if measured == "platform" else pose_of(plant, y[6:9], held["x"])
            held["speeds"] = jacobian(plant, held["x"]) @ (POSITION * (motion(t)[0] - held["x"]))
        if k % 20 == 0:
            error = held["speeds"] - y[9:12]
            held["sums"] = held["sums"] + SPEED[1] * 20 * STEP * error
            held["currents"] = SPEED[0] * error + held["sums"]
        return held["currents"]

    return controller


def computed_torque(plant, motion, *, kp, kd, friction=0.0, encoder="motor"):
    """Inverse dynamics of table and rigid drives every 1 ms, at the measured state, plus friction at the reference."""
    held = {"x": np.array([home(plant), 0.0, 0.0]), "currents": np.zeros(3)}

    def controller(k, t, y):
        if k % 20 == 0:
            wanted, speeds, accelerations = axes(plant, *motion(t))
            angles = y[6:9] if encoder == "motor" else np.array(guides(plant, y[:3])) / plant.n
            x = held["x"] = pose_of(plant, angles, held["x"])
            a = accelerations + kd * (speeds - y[9:12]) + kp * (wanted - angles)
            B = jacobian(plant, x)
            dx = np.linalg.solve(B, y[9:12])
            ddx = np.linalg.solve(B, a - axes(plant, x, dx)[2])
            forces = three_prs.forces(table_of(plant), x, dx, ddx)
            torques = plant.n * forces + (plant.J1 + plant.J2) * a
            held["currents"] = (torques + friction * np.array([tanh(speed) for speed in speeds])) / plant.kT
        return held["currents"]

    return controller
