"""Regressors by Lagrange's equations in minimal coordinates, and base parameters by a pivoted QR of random ones.

Energies are written by hand for each machine, in closed kinematics; nothing of the package takes part. Of a body with
the pose (R, p) of its origin, parameters pi = (m, m c, I about the origin):

    T = m v.v/2 + v.(w x mc) + w.I w/2,    V = -g.(m p + R mc)

(v, w in world axes, mc and I turned into them). Torques of the drives u follow from virtual power, J^T u = Q with J the
derivative of their angles.
"""

import casadi as ca
import numpy as np
from scipy.linalg import qr


def energies(R, p, w, v, gravity):
    """T and V of a body by its ten parameters m, mc, Ixx, Iyy, Izz, Ixy, Ixz, Iyz, as rows (1, 10)."""
    spin = R.T @ w
    x, y, z = ca.vertsplit(spin)
    moments = ca.horzcat(x**2 / 2, y**2 / 2, z**2 / 2, x * y, x * z, y * z)
    T = ca.horzcat(ca.dot(v, v) / 2, ca.cross(v, w).T @ R, moments)  # v.(w x c) = (v x w).c
    V = ca.horzcat(-ca.dot(gravity, p), -(gravity.T @ R), ca.SX.zeros(1, 6))
    return T, V


def _rates(expression, q, speed):
    return ca.jtimes(expression, q, speed)


def _spin(R, q, speed):
    """World angular velocity from R' R^T."""
    rate = ca.reshape(_rates(ca.vec(R), q, speed), 3, 3) @ R.T
    return ca.vertcat(rate[2, 1], rate[0, 2], rate[1, 0])


def _regressor(q, poses, drives, gravity):
    """(q, q', q'') -> torques of the drives by all parameters, ten for each pose; `drives` are angles of q."""
    speed, rate = ca.SX.sym("s", q.numel()), ca.SX.sym("a", q.numel())
    rows = []
    for R, p in poses:
        T, V = energies(R, p, _spin(R, q, speed), _rates(p, q, speed), gravity)
        for k in range(10):
            momentum = ca.jacobian(T[k], speed)
            Q = _rates(momentum.T, q, speed) + _rates(momentum.T, speed, rate) - ca.jacobian(T[k] - V[k], q).T
            rows.append(Q)
    J = ca.jacobian(drives, q)
    return ca.Function("regressor", [q, speed, rate], [ca.densify(ca.solve(J.T, ca.horzcat(*rows)))])


def _about(axis, angle):
    c, s = ca.cos(angle), ca.sin(angle)
    if axis == "x":
        return ca.blockcat([[1, 0, 0], [0, c, -s], [0, s, c]])
    return ca.blockcat([[c, -s, 0], [s, c, 0], [0, 0, 1]])


def serial_manipulator(l2, l3, g=9.81):
    """Body 1, limbs 2 and 3 (frames at their joints, y along them) and the end-effector at the tip of limb 3."""
    q = ca.SX.sym("q", 3)
    R1 = _about("z", q[0])
    R2 = R1 @ _about("x", q[1])
    R3 = R2 @ _about("x", q[2])
    along = ca.SX([0, 1, 0])
    elbow = l2 * R2 @ along
    tip = elbow + l3 * R3 @ along
    poses = [(R1, ca.SX.zeros(3)), (R2, ca.SX.zeros(3)), (R3, elbow), (R3, tip)]
    return _regressor(q, poses, q, ca.SX([0, 0, -g]))


def three_rrr(l_U, l_B, corners, bases, elbow):
    """Bars U and B of the legs in turn (frames at their middles, x along them), then the platform; q = x, y, theta."""
    q = ca.SX.sym("q", 3)
    platform, centre = _about("z", q[2]), ca.vertcat(q[0], q[1], 0)
    poses, angles = [], []
    for corner, base in zip(corners, bases, strict=True):
        reach = centre + platform @ ca.SX([*corner, 0]) - ca.SX([*base, 0])
        distance = ca.sqrt(ca.dot(reach, reach))
        phi = ca.atan2(reach[1], reach[0]) + elbow * ca.acos((distance**2 + l_U**2 - l_B**2) / (2 * distance * l_U))
        upper = l_U * ca.vertcat(ca.cos(phi), ca.sin(phi), 0)
        psi = ca.atan2(reach[1] - upper[1], reach[0] - upper[0])
        foot = ca.SX([*base, 0])
        poses.append((_about("z", phi), foot + upper / 2))
        poses.append((_about("z", psi), foot + (upper + reach) / 2))
        angles.append(phi)
    poses.append((platform, centre))
    return _regressor(q, poses, ca.vertcat(*angles), ca.SX.zeros(3))


def four_bar(crank, coupler, rocker, ground, gravity):
    """Bars with frames at their first joints, x along them: crank, coupler (on the crank) and rocker; q is the crank's.

    The rocker stands on (ground, 0); the coupler is above.
    """
    q = ca.SX.sym("q", 1)
    elbow = crank * ca.vertcat(ca.cos(q), ca.sin(q), 0)
    reach = elbow - ca.SX([ground, 0, 0])
    distance = ca.sqrt(ca.dot(reach, reach))
    # triangle of the diagonal, the rocker and the coupler
    angle = ca.atan2(reach[1], reach[0]) - ca.acos((distance**2 + rocker**2 - coupler**2) / (2 * distance * rocker))
    end = ca.SX([ground, 0, 0]) + rocker * ca.vertcat(ca.cos(angle), ca.sin(angle), 0)
    turn = ca.atan2(end[1] - elbow[1], end[0] - elbow[0])
    poses = [
        (_about("z", q), ca.SX.zeros(3)),
        (_about("z", turn), elbow),
        (_about("z", angle), ca.SX([ground, 0, 0])),
    ]
    return _regressor(q, poses, q, ca.SX([0, -gravity, 0]))


def stacked(regressor, centre, reach, count, seed):
    """Random regressors on top of each other: q around a centre, speeds and accelerations of size 3."""
    random = np.random.default_rng(seed)
    size = len(centre)
    rows = []
    for _ in range(count):
        q = np.asarray(centre) + reach * random.uniform(-1, 1, size)
        rows.append(np.array(regressor(q, random.uniform(-3, 3, size), random.uniform(-3, 3, size))))
    return np.vstack(rows)


def rank_by_qr(W):
    """Rank by the diagonal of R of a QR with column pivoting, and the gap in it: smallest kept, largest not."""
    diagonal = np.abs(np.diag(qr(W, mode="r", pivoting=True)[0]))
    diagonal = diagonal / diagonal[0]
    rank = int(np.sum(diagonal > 1e-9))
    return rank, diagonal[rank - 1], diagonal[rank] if rank < len(diagonal) else 0.0
