"""The 3-RPS by free-body diagrams in absolute coordinates: kinematics in closed steps, then 42 equations, 42 unknowns.

Kinematics: three leg angles from the distances between the spherical joints (a Newton of three unknowns), their rates
and accelerations from the derivatives of those distances. Dynamics: Newton's and Euler's equations of seven bodies with
every joint force and moment as an unknown. Nothing is eliminated, no Jacobian is formed.
"""

from dataclasses import dataclass

import numpy as np

A, B, L, D0 = 0.150, 0.100, 0.160, 0.120
M2, M3, M8 = 0.123, 0.392, 1.013
C2, C3 = 0.100, 0.080
# about the links' own origins, in the links' own frames
I2 = np.diag([1.53e-6, 1.63e-3, 1.63e-3])
I3 = np.diag([3.36e-3, 3.36e-3, 1.961e-5])
I8 = np.diag([1.28e-3, 1.141e-2, 1.267e-2])
R32 = np.array([[0.0, 0, 1], [-1, 0, 0], [0, -1, 0]])
AZIMUTHS = 2 * np.pi / 3 * np.arange(3)
RADIAL = np.stack([np.cos(AZIMUTHS), np.sin(AZIMUTHS), 0 * AZIMUTHS], axis=1)
TANGENTIAL = np.stack([-np.sin(AZIMUTHS), np.cos(AZIMUTHS), 0 * AZIMUTHS], axis=1)
UP = np.array([0.0, 0, 1])


@dataclass(frozen=True, eq=False)
class Body:
    """Mass, mass centre (world), inertia about it (world axes), angular velocity and acceleration, a of the centre."""

    m: float
    c: np.ndarray
    I: np.ndarray
    w: np.ndarray
    alpha: np.ndarray
    a: np.ndarray


@dataclass(frozen=True, eq=False)
class Motion:
    """Angles of the legs with rates and accelerations, joints B with theirs, frame of the platform (origin B1)."""

    theta: np.ndarray
    dtheta: np.ndarray
    ddtheta: np.ndarray
    B: np.ndarray
    dB: np.ndarray
    ddB: np.ndarray
    R8: np.ndarray
    w8: np.ndarray
    alpha8: np.ndarray


def directions(theta):
    """Direction s of each leg, and its derivative with respect to the angle."""
    s = -np.cos(theta)[:, None] * RADIAL + np.sin(theta)[:, None] * UP
    return s, np.sin(theta)[:, None] * RADIAL + np.cos(theta)[:, None] * UP


def kinematics(d, dd, ddd):
    """Everything that moves, from the legs' d with rates and accelerations."""
    length = np.asarray(d) + L
    dd, ddd = np.asarray(dd, dtype=float), np.asarray(ddd, dtype=float)
    theta = np.full(3, np.arccos((A - B) / (D0 + L)))
    pairs = ((0, 1), (1, 2), (2, 0))
    for _ in range(50):
        s, n = directions(theta)
        P = A * RADIAL + length[:, None] * s
        gap = np.array([(P[i] - P[j]) @ (P[i] - P[j]) - 3 * B**2 for i, j in pairs])
        slope = np.zeros((3, 3))
        for row, (i, j) in enumerate(pairs):
            slope[row, i] = 2 * (P[i] - P[j]) @ (length[i] * n[i])
            slope[row, j] = -2 * (P[i] - P[j]) @ (length[j] * n[j])
        step = np.linalg.solve(slope, -gap)
        theta = theta + step
        if np.max(np.abs(step)) < 1e-15:
            break
    s, n = directions(theta)
    P = A * RADIAL + length[:, None] * s
    J = np.zeros((3, 3))
    for row, (i, j) in enumerate(pairs):
        J[row, i], J[row, j] = (P[i] - P[j]) @ (length[i] * n[i]), -(P[i] - P[j]) @ (length[j] * n[j])
    along = dd[:, None] * s
    dtheta = np.linalg.solve(J, [-(P[i] - P[j]) @ (along[i] - along[j]) for i, j in pairs])
    dP = along + (length * dtheta)[:, None] * n
    known = ddd[:, None] * s + (2 * dd * dtheta)[:, None] * n - (length * dtheta**2)[:, None] * s
    right = [-(P[i] - P[j]) @ (known[i] - known[j]) - (dP[i] - dP[j]) @ (dP[i] - dP[j]) for i, j in pairs]
    ddtheta = np.linalg.solve(J, right)
    ddP = known + (length * ddtheta)[:, None] * n
    middle = P.mean(axis=0)
    x = (middle - P[0]) / np.linalg.norm(middle - P[0])
    z = np.cross(P[1] - P[0], P[2] - P[0])
    z /= np.linalg.norm(z)
    R8 = np.stack([x, np.cross(z, x), z], axis=1)
    w8 = _turning(P, dP)
    alpha8 = _turning(P, ddP - np.cross(w8, np.cross(w8, P - P[0])))
    return Motion(theta, dtheta, ddtheta, P, dP, ddP, R8, w8, alpha8)


def _turning(P, V):
    """The vector w with V_k - V_0 = w x (P_k - P_0)."""
    rows = [-_cross(P[k] - P[0]) for k in (1, 2)]
    return np.linalg.lstsq(np.vstack(rows), np.concatenate([V[k] - V[0] for k in (1, 2)]), rcond=None)[0]


def _cross(r):
    return np.array([[0, -r[2], r[1]], [r[2], 0, -r[0]], [-r[1], r[0], 0.0]])


def _body(m, origin, R, about_origin, centre, w, alpha, a_origin):
    """From inertia about the origin (body axes) to the mass centre (world axes)."""
    r = R @ centre
    I = R @ (about_origin - m * (centre @ centre * np.eye(3) - np.outer(centre, centre))) @ R.T
    return Body(m, origin + r, I, w, alpha, a_origin + np.cross(alpha, r) + np.cross(w, np.cross(w, r)))


def bodies(d, dd, ddd):
    """Links 2 and 3 of each leg, then the platform, moving."""
    motion = kinematics(d, dd, ddd)
    s, n = directions(motion.theta)
    result = []
    for k in range(3):
        w, alpha = motion.dtheta[k] * TANGENTIAL[k], motion.ddtheta[k] * TANGENTIAL[k]
        R2 = np.stack([s[k], np.cross(TANGENTIAL[k], s[k]), TANGENTIAL[k]], axis=1)
        O2 = A * RADIAL[k]
        result.append(_body(M2, O2, R2, I2, np.array([C2, 0, 0]), w, alpha, np.zeros(3)))
        a3 = ddd[k] * s[k] + 2 * dd[k] * motion.dtheta[k] * n[k]
        a3 = a3 + d[k] * (motion.ddtheta[k] * n[k] - motion.dtheta[k] ** 2 * s[k])
        result.append(_body(M3, O2 + d[k] * s[k], R2 @ R32, I3, np.array([0, 0, C3]), w, alpha, a3))
    centre = np.array([B, 0.0, 0.0])
    platform = _body(M8, motion.B[0], motion.R8, I8, centre, motion.w8, motion.alpha8, motion.ddB[0])
    return motion, [*result, platform]


def forces(d, dd, ddd, gravity=0.0):
    """Driving forces (3) and the forces of the legs on the platform at B1, B2, B3 (3, 3; world axes).

    Unknowns of leg k: base force (3) and moment (2, across the revolute axis), guide force (2, across the leg) and
    moment (3) at O3, driving force along the leg, force at B (3).
    """
    motion, moving = bodies(d, dd, ddd)
    s, _ = directions(motion.theta)
    G, right = np.zeros((42, 42)), np.zeros(42)

    def push(body, column, at, force=None, moment=None):
        row = 6 * body
        if force is not None:
            G[row : row + 3, column] += force
            G[row + 3 : row + 6, column] += np.cross(at - moving[body].c, force)
        if moment is not None:
            G[row + 3 : row + 6, column] += moment

    for k in range(3):
        first = 14 * k
        lower, upper, platform = 2 * k, 2 * k + 1, 6
        across = np.cross(TANGENTIAL[k], s[k])
        O2, O3 = A * RADIAL[k], A * RADIAL[k] + d[k] * s[k]
        for axis in range(3):
            push(lower, first + axis, O2, force=np.eye(3)[axis])
        push(lower, first + 3, O2, moment=s[k])
        push(lower, first + 4, O2, moment=across)
        for column, force in ((5, TANGENTIAL[k]), (6, across), (10, s[k])):
            push(lower, first + column, O3, force=-force)
            push(upper, first + column, O3, force=force)
        for axis in range(3):
            push(lower, first + 7 + axis, O3, moment=-np.eye(3)[axis])
            push(upper, first + 7 + axis, O3, moment=np.eye(3)[axis])
            push(upper, first + 11 + axis, motion.B[k], force=-np.eye(3)[axis])
            push(platform, first + 11 + axis, motion.B[k], force=np.eye(3)[axis])
    for k, body in enumerate(moving):
        right[6 * k : 6 * k + 3] = body.m * (body.a + gravity * UP)
        right[6 * k + 3 : 6 * k + 6] = body.I @ body.alpha + np.cross(body.w, body.I @ body.w)
    found = np.linalg.solve(G, right).reshape(3, 14)
    return found[:, 10], found[:, 11:14]


def paper_motion(t):
    """d1 = 0.120 + 0.010 sin(pi t / 3), d2 = d3 = 0.120 - 0.010 sin(pi t / 3), with rates and accelerations."""
    rate, signs = np.pi / 3, np.array([1.0, -1, -1])
    wave = 0.010 * np.array([np.sin(rate * t), rate * np.cos(rate * t), -(rate**2) * np.sin(rate * t)])
    return D0 + signs * wave[0], signs * wave[1], signs * wave[2]
