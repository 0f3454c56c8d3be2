"""The 3-RPS by the DeNOC matrices of Rahmani Hanzaki and Yoosefi (2011), corrected, or with errors put back.

Speeds (theta2', d2', theta3', d3', theta1', d1', e'), e the vector part of the Euler parameters of frame 8 in frame 3.
Twists are (angular velocity, velocity of O_i) in world axes. Closures at B2 and B3 by multipliers.
"""

from dataclasses import dataclass

import numpy as np
from scipy.integrate import solve_ivp

from oracles import three_rps as r

ORDER = (1, 2, 0)  # legs of the subsystems I, II, III


@dataclass(frozen=True)
class Form:
    """(29) with R31 = R21 R32, or R21 alone as printed; the rate of G* in place, or forgotten."""

    whole_rotation: bool = True
    rate_of_G: bool = True


RIGHT, PRINTED, NO_RATE = Form(), Form(whole_rotation=False), Form(rate_of_G=False)


def cross(a):
    return np.array([[0, -a[2], a[1]], [a[2], 0, -a[0]], [-a[1], a[0], 0.0]])


def rotation(e0, e):
    return (e0**2 - e @ e) * np.eye(3) + 2 * np.outer(e, e) + 2 * e0 * cross(e)


def G_star(e0, e):
    """(5): (R + 1) / e0, with which the angular velocity in the frame before is G* e'."""
    return (rotation(e0, e) + np.eye(3)) / e0


def G_star_rate(e0, e, de):
    de0 = -e @ de / e0
    outer = (np.outer(de, e) + np.outer(e, de)) / e0 - np.outer(e, e) * de0 / e0**2
    return 2 * (de0 * np.eye(3) + outer + cross(de))


class Tree:
    """N, N' q', M, W M E t, and the closures at a state of the opened machine."""

    def __init__(self, q, dq, form, gravity=0.0):
        self.N, self.bias = np.zeros((42, 9)), np.zeros(42)
        self.M, self.C, self.w = np.zeros((42, 42)), np.zeros(42), np.zeros(42)
        links, tips = [], []
        for n, k in enumerate(ORDER):
            theta, d = q[2 * n : 2 * n + 2]
            rate, speed = dq[2 * n : 2 * n + 2]
            t, s = r.TANGENTIAL[k], -np.cos(theta) * r.RADIAL[k] + np.sin(theta) * r.UP
            w = rate * t
            R2 = np.stack([s, np.cross(t, s), t], axis=1)
            R3 = R2 @ r.R32
            row2, row3 = 12 * n, 12 * n + 6
            arm = d * s
            v3 = np.cross(w, arm) + speed * s
            self.N[row2 : row2 + 3, 2 * n] = t
            self.N[row3 : row3 + 3, 2 * n] = t
            self.N[row3 + 3 : row3 + 6, 2 * n] = np.cross(t, arm)
            self.N[row3 + 3 : row3 + 6, 2 * n + 1] = s
            self.bias[row3 + 3 : row3 + 6] = np.cross(w, v3) + np.cross(w, s) * speed
            links += [(row2, r.M2, r.I2, np.array([r.C2, 0, 0]), R2, w), (row3, r.M3, r.I3, [0, 0, r.C3], R3, w)]
            O3 = r.A * r.RADIAL[k] + arm
            tips.append((row3, O3 + r.L * s, O3, w))
        # the loop ended with leg 1: R2, R3, w, v3, s, ... are its own
        row8 = 36
        e, de = q[6:9], dq[6:9]
        e0 = np.sqrt(1 - e @ e)
        R8 = R3 @ rotation(e0, e)
        O8 = tips[2][1]
        turned = (R3 if form.whole_rotation else R2) @ G_star(e0, e)
        to8 = O8 - r.A * r.RADIAL[0]
        v8 = np.cross(w, to8) + dq[5] * s
        self.N[row8 : row8 + 3, 4] = r.TANGENTIAL[0]
        self.N[row8 : row8 + 3, 6:9] = turned
        self.N[row8 + 3 : row8 + 6, 4] = np.cross(r.TANGENTIAL[0], to8)
        self.N[row8 + 3 : row8 + 6, 5] = s
        self.bias[row8 : row8 + 3] = np.cross(w, turned @ de)
        if form.rate_of_G:
            self.bias[row8 : row8 + 3] += (R3 if form.whole_rotation else R2) @ G_star_rate(e0, e, de) @ de
        self.bias[row8 + 3 : row8 + 6] = np.cross(w, v8) + np.cross(w, s) * dq[5]
        w8 = self.N[row8 : row8 + 3] @ dq
        links.append((row8, r.M8, r.I8, np.array([r.B, 0, 0]), R8, w8))
        for row, m, I, centre, R, spin in links:
            c = R @ np.asarray(centre, dtype=float)
            block = np.block([[R @ I @ R.T, m * cross(c)], [-m * cross(c), m * np.eye(3)]])
            self.M[row : row + 6, row : row + 6] = block
            still = block @ np.concatenate([spin, np.zeros(3)])  # M E t
            self.C[row : row + 6] = np.concatenate([np.cross(spin, still[:3]), np.cross(spin, still[3:])])
            weight = -m * gravity * r.UP
            self.w[row : row + 6] = np.concatenate([np.cross(c, weight), weight])
        corners = [r.B * np.array([1 - np.cos(x), -np.sin(x), 0]) for x in r.AZIMUTHS[1:]]
        self.Bc, self.swing, self.gap = np.zeros((6, 42)), np.zeros(6), np.zeros(6)
        for n, corner in enumerate(corners):
            row, tip, origin, spin = tips[n]
            on_platform = R8 @ corner
            at = slice(3 * n, 3 * n + 3)
            self.Bc[at, row : row + 6] = np.hstack([-cross(tip - origin), np.eye(3)])
            self.Bc[at, row8 : row8 + 6] = -np.hstack([-cross(on_platform), np.eye(3)])
            self.swing[at] = np.cross(spin, np.cross(spin, tip - origin)) - np.cross(w8, np.cross(w8, on_platform))
            self.gap[at] = tip - (O8 + on_platform)
        self.Jc = self.Bc @ self.N

    def accelerations(self, dq, f):
        """[[N^T M N, -Jc^T], [Jc, 0]] (q'', l) = (U f - N^T (M N' q' + W M E t - w), -(Bc N' q' + centripetal))."""
        U = np.zeros((9, 3))
        U[5, 0] = U[1, 1] = U[3, 2] = 1.0
        mass = self.N.T @ self.M @ self.N
        left = np.block([[mass, -self.Jc.T], [self.Jc, np.zeros((6, 6))]])
        top = U @ f - self.N.T @ (self.M @ self.bias + self.C - self.w)
        del dq
        return np.linalg.solve(left, np.concatenate([top, -(self.Bc @ self.bias + self.swing)]))[:9]

    def forces(self, ddq):
        """[U, Jc^T] (f, l) = N^T (M t' + W M E t - w): driving forces of legs 1, 2, 3."""
        U = np.zeros((9, 3))
        U[5, 0] = U[1, 1] = U[3, 2] = 1.0
        need = self.N.T @ (self.M @ (self.N @ ddq + self.bias) + self.C - self.w)
        return np.linalg.solve(np.hstack([U, self.Jc.T]), need)[:3]


def coordinates(d):
    """q of a closed position: angles from the other oracle, e of R3^T R8."""
    m = r.kinematics(d, np.zeros(3), np.zeros(3))
    s, _ = r.directions(m.theta)
    R3 = np.stack([s[0], np.cross(r.TANGENTIAL[0], s[0]), r.TANGENTIAL[0]], axis=1) @ r.R32
    R = R3.T @ m.R8
    e0 = np.sqrt(1 + np.trace(R)) / 2
    e = np.array([R[2, 1] - R[1, 2], R[0, 2] - R[2, 0], R[1, 0] - R[0, 1]]) / (4 * e0)
    return np.concatenate([*[(m.theta[k], d[k]) for k in ORDER], e])


def speeds(q, dd, form):
    """q' with the legs' d' given and the others from the closures of the form itself."""
    Jc = Tree(q, np.zeros(9), form).Jc
    dq = np.zeros(9)
    dq[[5, 1, 3]] = dd
    others = [0, 2, 4, 6, 7, 8]
    dq[others] = np.linalg.solve(Jc[:, others], -Jc @ dq)
    return dq


def rates_of_speeds(q, dq, ddd, form):
    """q'' with the legs' d'' given, likewise."""
    tree = Tree(q, dq, form)
    ddq = np.zeros(9)
    ddq[[5, 1, 3]] = ddd
    others = [0, 2, 4, 6, 7, 8]
    right = -(tree.Bc @ tree.bias + tree.swing) - tree.Jc @ ddq
    ddq[others] = np.linalg.solve(tree.Jc[:, others], right)
    return ddq


def run(d, dd, f, duration, form, gravity=0.0):
    """Forward integration; q at the end and the largest gap of the closures there."""
    q = coordinates(d)

    def slope(_, y):
        return np.concatenate([y[9:], Tree(y[:9], y[9:], form, gravity).accelerations(y[9:], f)])

    y = np.concatenate([q, speeds(q, dd, form)])
    end = solve_ivp(slope, (0, duration), y, method="DOP853", rtol=1e-11, atol=1e-12).y[:, -1]
    return end[:9], float(np.max(np.abs(Tree(end[:9], end[9:], form, gravity).gap)))
