"""The 3RRR level by level as printed by Orsino (2017), eqs. (2), (5) to (28), with the errata of (9), (22) and (24).

Speeds are those of eq. (2): (omega, i, phi', x', y', psi') of the limbs A, B, C, then (x', y', theta').
"""

import numpy as np
from scipy.linalg import block_diag, sqrtm

from oracles import three_rrr

ZERO = np.zeros((3, 6))


def matrices(p, pose, velocity, currents, voltages):
    """M, f, (A_1, b_1), (A_2, b_2) at a pose and velocity of the platform."""
    m, alpha = p.motor, p.alpha
    legs = [three_rrr.leg_state(p, k, pose, velocity) for k in range(3)]
    M_H = np.diag([m.J_A, m.lambda_, p.J_U, p.m_B, p.m_B, p.I_B])  # (6)
    M = block_diag(M_H, M_H, M_H, np.diag([p.m_L, p.m_L, p.I_L]))  # (5), (7)
    f, first, second = [], [], []
    for K, leg in enumerate(legs):
        phi, psi, dphi, dpsi = leg.phi, leg.psi, leg.phi_rate, leg.psi_rate
        w, i = m.eta * dphi, currents[K]
        f += [-m.beta * w + m.kappa_m * i, -m.kappa_e * w - m.rho * i + voltages[K], 0, 0, 0, 0]  # (9), sign corrected
        A_1 = np.array(
            [
                [-1 / m.eta, 0, 1, 0, 0, 0],
                [0, 0, p.l_U * np.sin(phi), 1, 0, p.l_B / 2 * np.sin(psi)],
                [0, 0, -p.l_U * np.cos(phi), 0, 1, -p.l_B / 2 * np.cos(psi)],
            ]
        )  # (15)
        b_1 = np.array(
            [
                0,
                -p.l_U * dphi**2 * np.cos(phi) - p.l_B / 2 * dpsi**2 * np.cos(psi),
                -p.l_U * dphi**2 * np.sin(phi) - p.l_B / 2 * dpsi**2 * np.sin(psi),
            ]
        )  # (17)
        first.append((A_1, b_1))
        angle, turning = pose[2] + alpha[K], velocity[2] ** 2
        A_2H = np.array(
            [[0, 0, 0, -1, 0, p.l_B / 2 * np.sin(psi)], [0, 0, 0, 0, -1, -p.l_B / 2 * np.cos(psi)]]
        )  # (22), second row with six entries
        A_2K = np.array([[1, 0, -p.l_L * np.sin(angle)], [0, 1, p.l_L * np.cos(angle)]])  # (23)
        b_2 = np.array(
            [
                p.l_L * turning * np.cos(angle) - p.l_B / 2 * dpsi**2 * np.cos(psi),
                p.l_L * turning * np.sin(angle) - p.l_B / 2 * dpsi**2 * np.sin(psi),
            ]
        )  # (24) without its first row
        second.append((A_2H, A_2K, b_2))
    A_1 = np.hstack([block_diag(*[A for A, _ in first]), np.zeros((9, 3))])  # (14)
    A_2 = np.hstack([block_diag(*[A for A, _, _ in second]), np.vstack([A for _, A, _ in second])])  # (21)
    b_1, b_2 = np.concatenate([b for _, b in first]), np.concatenate([b for _, _, b in second])
    return M, np.array([*f, 0, 0, 0]), (A_1, b_1), (A_2, b_2)


def complement(M, f, levels, S):
    """Accelerations by eq. (25), its rows over their lengths: [S^T M; A] a = [S^T f; b]."""
    A, b = np.vstack([A for A, _ in levels]), np.concatenate([b for _, b in levels])
    left, right = np.vstack([S.T @ M, A]), np.concatenate([S.T @ f, b])
    sizes = np.linalg.norm(left, axis=1)
    return np.linalg.solve(left / sizes[:, None], right / sizes)


def udwadia_kalaba(M, f, levels):
    """Eqs. (26) to (28): a_0 and (H, K, P, a) after each level, with M^(-1/2) and pseudoinverses of SciPy and NumPy."""
    half = np.linalg.inv(sqrtm(M).real)
    a, P, found = half @ f, np.eye(len(f)), []
    start = a
    for A, b in levels:
        H = A @ half
        K = np.linalg.pinv(H @ P, rcond=1e-10)
        a = a + K @ (b - H @ a)
        P = P - K @ H @ P
        found.append((H, K, P, a))
    return half, start, found
