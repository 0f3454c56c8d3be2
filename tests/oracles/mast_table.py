"""The 3PRS motion table with its drives under a cascade of three rates, in plain Python: no code of the package.

Minimal coordinates x = (z, psi, theta) of the table, angles and currents of three motors; pulleys follow the guides,
pulley = rho(x) / n. Smooth friction tau_f tanh(w), elastic shafts, classical Runge-Kutta steps. The cascade: position P
at 5 ms, speed PI at 1 ms, current PI at 100 us, each run without delay, in this order; a PI adds ki T e to its integral
and then gives kp e + integral; commands are held between samples.
"""

from dataclasses import dataclass, replace
from math import atan2, cos, degrees, hypot, pi, sin, sqrt, tanh

POSITION, SPEED, CURRENT = 20.07, (0.069, 2.93), (1.17, 2.46e3)
STEP = 50e-6
EVERY = (100, 20, 2)
"""Steps between samples of position, speed and current."""


@dataclass(frozen=True)
class Plant:
    """Constants (SI) of table and drives."""

    r: float = 0.35
    L: float = 0.26
    H: float = 0.40
    m_b: float = 0.07
    m_p: float = 2.06
    g: float = 9.81
    J1: float = (1.42e-5 + 1.4e-6 + 4.68e-6) / 1.56
    tau_f: float = 7.18e-2
    K1: float = 67.702
    C1: float = 3.0e-8
    n: float = 0.070 / (2 * pi * 15)
    J_guide: float = 4.524e-5 / 15**2
    M_load: float = 2.27
    kT: float = 0.0302
    kE: float = 0.0302
    R: float = 0.299
    inductance: float = 0.082e-3

    @property
    def J2(self):
        return self.J_guide + self.M_load * self.n**2


IDENTIFIED = Plant()
MANUFACTURER = Plant(J1=1.42e-5 + 1.4e-6 + 4.68e-6, tau_f=(0.2 + 4.07e-2 * 2.27) / 15)


def alone(plant):
    """The drives without the table: no mass moves on the guides."""
    return replace(plant, m_b=0.0, m_p=0.0, g=0.0)


def guides(plant, x):
    """Heights rho of the carriages at a pose, in closed form."""
    z, psi, th = x
    r, H, L = plant.r, plant.H, plant.L
    xp = -r * sin(th) * sin(psi)
    places = (
        (xp + r * cos(th), z - r * sin(th)),
        (r * cos(psi), z + r * cos(th) * sin(psi)),
        (-xp + r * cos(th), z + r * sin(th)),
    )
    return [v - sqrt(L**2 - (H - u) ** 2) for u, v in places]


def home(plant):
    """Height of the platform with rho = 0."""
    return sqrt(plant.L**2 - (plant.H - plant.r) ** 2)


def slopes(plant, y, volts):  # noqa: PLR0915  one formula after another, as they are on paper
    """y' for y = (z, psi, theta, their rates, motor angles (3), speeds (3), currents (3))."""
    z, psi, th, dz, dpsi, dth, a1, a2, a3, w1, w2, w3, i1, i2, i3 = y
    r, H, L, mb, mp, g, n = plant.r, plant.H, plant.L, plant.m_b, plant.m_p, plant.g, plant.n
    sp, cp, st, ct = sin(psi), cos(psi), sin(th), cos(th)
    # Shift of the platform: first derivatives, and what remains of the second without accelerations.
    x_psi, x_th = -r * st * cp, -r * ct * sp
    x_drift = r * st * sp * (dpsi * dpsi + dth * dth) - 2 * r * ct * cp * dpsi * dth
    # Platform: mass and thin disc, T = (Ix psi'^2 + (Iy cos^2 + Iz sin^2) theta'^2) / 2.
    Ix = Iy = mp * r * r / 4
    Iz = mp * r * r / 2
    m00, m01, m02 = mp, 0.0, 0.0
    m11 = mp * x_psi * x_psi + Ix
    m12 = mp * x_psi * x_th
    m22 = mp * x_th * x_th + Iy * cp * cp + Iz * sp * sp
    turn = (Iz - Iy) * sp * cp
    f0 = -mp * g
    f1 = -mp * x_psi * x_drift + turn * dth * dth
    f2 = -mp * x_th * x_drift - 2 * turn * dpsi * dth
    # Radial place u of each upper joint and its height v: derivatives by psi and theta, drifts.
    legs = (
        (
            -r * st * sp + r * ct, z - r * st,
            x_psi, x_th - r * st, 0.0, -r * ct,
            x_drift - r * ct * dth * dth, r * st * dth * dth,
            a1, w1,
        ),
        (
            r * cp, z + r * ct * sp,
            -r * sp, 0.0, r * ct * cp, -r * st * sp,
            -r * cp * dpsi * dpsi, -r * ct * sp * (dpsi * dpsi + dth * dth) - 2 * r * st * cp * dpsi * dth,
            a2, w2,
        ),
        (
            r * st * sp + r * ct, z + r * st,
            -x_psi, -x_th - r * st, 0.0, r * ct,
            -x_drift - r * ct * dth * dth, -r * st * dth * dth,
            a3, w3,
        ),
    )  # fmt: skip
    inertia, moment, heavy = plant.J2 / (n * n), mb * L * L / 12, mb > 0
    torques = []
    for u, v, u1, u2, v1, v2, u_drift, v_drift, angle, speed in legs:
        c = (H - u) / L
        s = sqrt(1 - c * c)
        cot = c / s
        du = u1 * dpsi + u2 * dth
        gamma = du / (L * s)
        # Carriage: rho' = v' - cot u'.
        r1, r2 = v1 - cot * u1, v2 - cot * u2
        rate = dz + r1 * dpsi + r2 * dth
        drift = v_drift - cot * u_drift + gamma * du / (s * s)
        # Shaft: torque on the motor, and as a force on the carriage.
        twist = angle - (v - L * s) / n
        torque = plant.K1 * twist + plant.C1 * (speed - rate / n)
        torques.append(torque)
        push = torque / n - inertia * drift
        m00 += inertia
        m01 += inertia * r1
        m02 += inertia * r2
        m11 += inertia * r1 * r1
        m12 += inertia * r1 * r2
        m22 += inertia * r2 * r2
        f0 += push
        f1 += push * r1
        f2 += push * r2
        if heavy:
            # Bar: its centre is half-way, its angle gamma.
            h1, h2 = u1 / 2, u2 / 2
            k1, k2 = (v1 + r1) / 2, (v2 + r2) / 2
            g1, g2 = u1 / (L * s), u2 / (L * s)
            h_drift, k_drift = u_drift / 2, (v_drift + drift) / 2
            g_drift = u_drift / (L * s) - du * c * gamma / (L * s * s)
            m00 += mb
            m01 += mb * k1
            m02 += mb * k2
            m11 += mb * (h1 * h1 + k1 * k1) + moment * g1 * g1
            m12 += mb * (h1 * h2 + k1 * k2) + moment * g1 * g2
            m22 += mb * (h2 * h2 + k2 * k2) + moment * g2 * g2
            f0 -= mb * (k_drift + g)
            f1 -= mb * (h1 * h_drift + k1 * (k_drift + g)) + moment * g1 * g_drift
            f2 -= mb * (h2 * h_drift + k2 * (k_drift + g)) + moment * g2 * g_drift
    # Three equations by elimination; the matrix is positive definite.
    q1, q2 = m01 / m00, m02 / m00
    b11, b12, b22 = m11 - q1 * m01, m12 - q1 * m02, m22 - q2 * m02
    e1, e2 = f1 - q1 * f0, f2 - q2 * f0
    ddth = (e2 - b12 / b11 * e1) / (b22 - b12 * b12 / b11)
    ddpsi = (e1 - b12 * ddth) / b11
    ddz = (f0 - m01 * ddpsi - m02 * ddth) / m00
    J1, tau, kT, kE, R, La = plant.J1, plant.tau_f, plant.kT, plant.kE, plant.R, plant.inductance
    t1, t2, t3 = torques
    return (
        dz, dpsi, dth, ddz, ddpsi, ddth, w1, w2, w3,
        (kT * i1 - tau * tanh(w1) - t1) / J1,
        (kT * i2 - tau * tanh(w2) - t2) / J1,
        (kT * i3 - tau * tanh(w3) - t3) / J1,
        (volts[0] - R * i1 - kE * w1) / La,
        (volts[1] - R * i2 - kE * w2) / La,
        (volts[2] - R * i3 - kE * w3) / La,
    )  # fmt: skip


def stepped(plant, y, volts, h):
    """One classical Runge-Kutta step."""
    k1 = slopes(plant, y, volts)
    k2 = slopes(plant, [a + h / 2 * b for a, b in zip(y, k1, strict=True)], volts)
    k3 = slopes(plant, [a + h / 2 * b for a, b in zip(y, k2, strict=True)], volts)
    k4 = slopes(plant, [a + h * b for a, b in zip(y, k3, strict=True)], volts)
    return [a + h / 6 * (p + 2 * q + 2 * s + t) for a, p, q, s, t in zip(y, k1, k2, k3, k4, strict=True)]


def controlled(plant, command, steps):
    """States before each step and after the last: the cascade follows `command(t)`, a pose (z, psi, theta)."""
    y = [home(plant)] + [0.0] * 14
    currents, volts = [0.0] * 3, [0.0] * 3
    sums = {"speed": [0.0] * 3, "current": [0.0] * 3}
    references = [0.0] * 3
    for k in range(steps):
        yield y
        if k % EVERY[0] == 0:
            t = k * STEP
            angles = [rho / plant.n for rho in guides(plant, command(t))]
            references = [POSITION * (angle - now) for angle, now in zip(angles, y[6:9], strict=True)]
        if k % EVERY[1] == 0:
            for a in range(3):
                error = references[a] - y[9 + a]
                sums["speed"][a] += SPEED[1] * EVERY[1] * STEP * error
                currents[a] = SPEED[0] * error + sums["speed"][a]
        if k % EVERY[2] == 0:
            for a in range(3):
                error = currents[a] - y[12 + a]
                sums["current"][a] += CURRENT[1] * EVERY[2] * STEP * error
                volts[a] = CURRENT[0] * error + sums["current"][a]
        y = stepped(plant, y, volts, STEP)
    yield y


@dataclass(frozen=True)
class Answer:
    """Magnitude (percent) and phase (degrees) of a coordinate; of axis 1 the largest current (A), and torques (N m)."""

    magnitude: float
    phase: float
    current: float
    torque: tuple


def response(plant, frequency, amplitude, *, coordinate=0, settle=None, periods=None):
    """Fundamental of a coordinate against amplitude sin(2 pi f t): 1 s and two periods discarded, then `periods`."""
    period = round(1 / frequency / STEP)
    first = (round(1 / STEP) + 2 * period) if settle is None else settle
    count = (3 if frequency < 0.5 else 10) if periods is None else periods
    middle = (home(plant), 0.0, 0.0)
    w = 2 * pi * frequency

    def command(t):
        pose = list(middle)
        pose[coordinate] += amplitude * sin(w * t)
        return pose

    real = imaginary = 0.0
    torque, largest = [], 0.0
    last = first + count * period
    for k, y in enumerate(controlled(plant, command, last)):
        if first <= k < last:
            t, value = k * STEP, y[coordinate] - middle[coordinate]
            real += value * sin(w * t)
            imaginary += value * cos(w * t)
            torque.append(plant.kT * y[12])
            largest = max(largest, abs(y[12]))
    scale = 2 / (last - first) / amplitude
    real, imaginary = real * scale, imaginary * scale
    return Answer(100 * hypot(real, imaginary), degrees(atan2(imaginary, real)), largest, tuple(torque))
