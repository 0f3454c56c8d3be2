"""Inverse dynamics of the 3PRS motion table in absolute coordinates: Newton-Euler of four free bodies with multipliers.

Bodies: three bars and the platform, each with the acceleration of its centre and its angular acceleration (world axes).
Unknown are these (24), the accelerations of the massless carriages (3), the multipliers of hinges and ball joints (24)
and the forces on the carriages (3), in one linear system. Speeds come from the constraints themselves; of the
kinematics only the positions are written in closed form.
"""

import numpy as np

X, Y, Z = np.eye(3)
BODIES, LEGS = 4, 3
PLATFORM = 3


def skew(a):
    return np.array([[0, -a[2], a[1]], [a[2], 0, -a[0]], [-a[1], a[0], 0]])


def turn(axis, angle):
    """Rotation matrix about a unit axis (Rodrigues)."""
    K = skew(axis)
    return np.eye(3) + np.sin(angle) * K + (1 - np.cos(angle)) * K @ K


class Pose:
    """Places and directions of all bodies at (z, psi, theta)."""

    def __init__(self, table, x):
        z, psi, th = x
        self.table = table
        self.R = turn(Y, th) @ turn(X, psi)
        self.centre = np.array([-table.r * np.sin(th) * np.sin(psi), 0.0, z])
        self.out = [turn(Z, angle)[:, 0] for angle in (0.0, np.pi / 2, np.pi)]
        self.across = [np.cross(Z, out) for out in self.out]
        self.arms = [self.R @ (table.r * out) for out in self.out]
        self.feet, self.bars = [], []
        for out, across, arm in zip(self.out, self.across, self.arms, strict=True):
            joint = self.centre + arm
            assert abs(joint @ across) < 1e-12, "the joint lies in the plane of its leg"
            inward = table.H - joint @ out
            rise = np.sqrt(table.L**2 - inward**2)
            self.feet.append(table.H * out + (joint[2] - rise) * Z)
            self.bars.append(joint - self.feet[-1])
        self.tilt = turn(Y, th) @ X  # axis of psi

    def rows(self):
        """G (24, 27) of all joints on (accelerations and angular accelerations of the bodies, of the carriages)."""
        G = np.zeros((24, 6 * BODIES + LEGS))
        for k in range(LEGS):
            half, c, w = self.bars[k] / 2, slice(6 * k, 6 * k + 3), slice(6 * k + 3, 6 * k + 6)
            foot, ball = slice(8 * k, 8 * k + 3), slice(8 * k + 3, 8 * k + 6)
            # Foot of the bar on the carriage, which moves along z.
            G[foot, c], G[foot, w] = np.eye(3), skew(half)
            G[foot, 6 * BODIES + k] = -Z
            # Upper end of the bar on the platform.
            p, q = slice(6 * PLATFORM, 6 * PLATFORM + 3), slice(6 * PLATFORM + 3, 6 * PLATFORM + 6)
            G[ball, c], G[ball, w] = np.eye(3), -skew(half)
            G[ball, p], G[ball, q] = -np.eye(3), skew(self.arms[k])
            # The hinge keeps its tangential axis: no turn about the radius and about z.
            G[8 * k + 6, w], G[8 * k + 7, w] = self.out[k], Z
        return G

    def driven(self):
        """Rows of z'', psi'', theta''."""
        D = np.zeros((3, 6 * BODIES + LEGS))
        p = 6 * PLATFORM
        D[0, p + 2] = 1.0
        D[1, p + 3 : p + 6] = self.tilt
        D[2, p + 3 : p + 6] = Y
        return D


def forces(table, x, dx, ddx):
    """Forces on the carriages that give a motion."""
    pose = Pose(table, x)
    G, D = pose.rows(), pose.driven()
    speeds = np.linalg.solve(np.vstack([G, D]), np.concatenate([np.zeros(24), dx]))
    spins = [speeds[6 * k + 3 : 6 * k + 6] for k in range(BODIES)]
    # Right sides of the joints at acceleration level: centripetal terms of both ends.
    right = np.zeros(24)
    for k in range(LEGS):
        half, w, W = pose.bars[k] / 2, spins[k], spins[PLATFORM]
        right[8 * k : 8 * k + 3] = np.cross(w, np.cross(w, half))
        right[8 * k + 3 : 8 * k + 6] = np.cross(W, np.cross(W, pose.arms[k])) - np.cross(w, np.cross(w, half))
    M, bias = np.zeros((24, 24)), np.zeros(24)
    for k in range(BODIES):
        if k == PLATFORM:
            mass, inertia = table.m_p, pose.R @ table.inertia @ pose.R.T
        else:
            along = pose.bars[k] / table.L
            mass, inertia = table.m_b, table.m_b * table.L**2 / 12 * (np.eye(3) - np.outer(along, along))
        c, w = slice(6 * k, 6 * k + 3), slice(6 * k + 3, 6 * k + 6)
        M[c, c], M[w, w] = mass * np.eye(3), inertia
        bias[c], bias[w] = mass * table.g * Z, np.cross(spins[k], inertia @ spins[k])
    # Unknown: accelerations (27), multipliers (24), forces (3).
    n = 6 * BODIES + LEGS
    whole, rest = np.zeros((54, 54)), np.zeros(54)
    whole[:24, :24], whole[:n, n : n + 24] = M, -G.T
    whole[24:n, n + 24 :] = -np.eye(LEGS)
    rest[:24] = -bias
    whole[n : n + 24, :n], rest[n : n + 24] = G, right
    whole[n + 24 :, :n], rest[n + 24 :] = D, ddx
    return np.linalg.solve(whole, rest)[n + 24 :]
