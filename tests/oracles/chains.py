"""Balance of a chain of links that turn about z and y in turn, in NumPy and world axes; independent of the package.

Link k lies along its own x axis: uniform round rods of length, mass 1 and radius 1/20; gravity along -z.
"""

import numpy as np

THIN, ROUND = 1 / 12, 1 / 1600


def drive_torques(q, v, a, g=9.81):
    """Torques at the joints from the rates of momentum: each is the moment about its axis of all that hangs on it."""
    n = len(q)
    R, p = np.eye(3), np.zeros(3)
    w, dw, u, du = (np.zeros(3) for _ in range(4))
    axes, joints = np.zeros((n, 3)), np.zeros((n, 3))
    forces, moments = np.zeros((n, 3)), np.zeros((n, 3))
    for k in range(n):
        if k:
            arm = R[:, 0]  # to the tip of the link before
            u, du = u + np.cross(w, arm), du + np.cross(dw, arm) + np.cross(w, np.cross(w, arm))
            p = p + arm
        axis = R[:, 2] if k % 2 == 0 else R[:, 1]
        dw = dw + a[k] * axis + np.cross(w, v[k] * axis)
        w = w + v[k] * axis
        c, s = np.cos(q[k]), np.sin(q[k])
        turn = (
            np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]]) if k % 2 == 0 else np.array([[c, 0, s], [0, 1, 0], [-s, 0, c]])
        )
        R = R @ turn
        middle = R[:, 0] / 2
        centre = du + np.cross(dw, middle) + np.cross(w, np.cross(w, middle))
        I = R @ np.diag([2 * ROUND, THIN + ROUND, THIN + ROUND]) @ R.T
        forces[k] = centre - np.array([0, 0, -g])
        moments[k] = I @ dw + np.cross(w, I @ w) + np.cross(p + middle, forces[k])  # about the origin of the world
        axes[k], joints[k] = axis, p
    whole_f = np.cumsum(forces[::-1], axis=0)[::-1]
    whole_m = np.cumsum(moments[::-1], axis=0)[::-1]
    return np.einsum("ki,ki->k", axes, whole_m - np.cross(joints, whole_f))


def parallel_cranks(n, phi, g=9.81):
    """phi'' of n + 1 parallel cranks joined by n couplers, all rods of length and mass 1, from Lagrange's equation.

    T = ((n + 1) / 6 + n / 2) phi'^2, V = g sin(phi) ((n + 1) / 2 + n).
    """
    return -g * np.cos(phi) * ((n + 1) / 2 + n) / ((n + 1) / 3 + n)
