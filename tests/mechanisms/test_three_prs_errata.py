"""Errors in the print of the paper on the 3PRS motion table, put back and shown to fail (docs/errata.md)."""

import math

import numpy as np
import pytest

from oracles import three_prs as oracle

TABLE = oracle.Table()
POSE = np.array([0.27, 0.2, -0.15])
r, L = TABLE.r, TABLE.L


def angles():
    _, psi, th = POSE
    return math.sin(psi), math.cos(psi), math.sin(th), math.cos(th), oracle.inverse_kinematics(TABLE, POSE)[1]


def right_bar(leg):
    """d(x or y, z, gamma of a bar) / d(z, psi, theta) with rho fixed in the z row, as the paper splits it."""
    J = oracle.jacobian(oracle.bar_centre(TABLE, leg), POSE)
    B = oracle.jacobian(lambda position: oracle.readings(TABLE, position)[0], POSE)
    J[1] -= 0.5 * B[leg]  # the paper adds half of the carriage's speed in a second matrix
    if leg == 2:
        J[0] = -J[0]  # outward is -x there
    return J


def test_the_linear_system_A2_to_A11_with_A7_corrected():
    sp, cp, st, ct, g = angles()
    th = POSE[2]
    J = np.array(
        [
            [
                L * math.sin(g[0]),
                L * r * st * cp * math.cos(g[0]),
                L * r * (ct * sp * math.cos(g[0]) + math.sin(th - g[0])),
            ],
            [
                L * math.sin(g[1]),
                L * r * (sp * math.cos(g[1]) + ct * cp * math.sin(g[1])),
                -L * r * st * sp * math.sin(g[1]),
            ],
            [
                L * math.sin(g[2]),
                -L * r * st * cp * math.cos(g[2]),
                L * r * (-ct * sp * math.cos(g[2]) + math.sin(th + g[2])),
            ],
        ]
    )
    B = oracle.jacobian(lambda position: oracle.readings(TABLE, position)[0], POSE)
    right = np.diag(L * np.sin(g)) @ B
    np.testing.assert_allclose(J, right, rtol=0, atol=1e-14)
    printed = L * r * st * sp * math.sin(g[0])  # A.7
    assert abs(printed - right[1, 2]) > 1e-3


def test_bar_1_A24_with_its_sign():
    sp, cp, st, ct, g = angles()
    J = right_bar(0)
    np.testing.assert_allclose(J[0], [0, -r * st * cp / 2, -(r * st + r * ct * sp) / 2], rtol=0, atol=1e-15)
    np.testing.assert_allclose(J[1], [0.5, 0, -r * ct / 2], rtol=0, atol=1e-15)
    gamma = np.array([0, -r * st * cp, -(r * st + r * ct * sp)]) / (L * math.sin(g[0]))
    np.testing.assert_allclose(J[2], gamma, rtol=0, atol=1e-14)
    assert abs(+r * ct / 2 - J[1, 2]) > 0.1  # printed with a plus


def test_bar_2_A28_with_its_sign():
    sp, _, _, _, g = angles()
    J = right_bar(1)
    np.testing.assert_allclose(J[0], [0, -r * sp / 2, 0], rtol=0, atol=1e-15)
    np.testing.assert_allclose(J[2], [0, -r * sp / (L * math.sin(g[1])), 0], rtol=0, atol=1e-14)
    assert abs(+r * sp / (L * math.sin(g[1])) - J[2, 1]) > 0.1  # printed with a plus


def test_bar_3_A29_with_its_signs():
    sp, cp, st, ct, g = angles()
    J = right_bar(2)
    np.testing.assert_allclose(J[0], [0, -r * st * cp / 2, (r * st - r * ct * sp) / 2], rtol=0, atol=1e-15)
    np.testing.assert_allclose(J[1], [0.5, 0, r * ct / 2], rtol=0, atol=1e-15)
    gamma = np.array([0, r * st * cp, -(r * st - r * ct * sp)]) / (L * math.sin(g[2]))
    np.testing.assert_allclose(J[2], gamma, rtol=0, atol=1e-14)
    assert abs(-(r * st - r * ct * sp) / 2 - J[0, 2]) > 0.05
    assert abs(-(r * st + r * ct * sp) / (L * math.sin(g[2])) - J[2, 2]) > 0.1


def test_the_angles_of_equation_12_are_singular_at_home():
    def zxz(phi, theta):
        s, c = math.sin(phi), math.cos(phi)
        return np.array([[c, math.sin(theta) * s, 0], [-s, math.sin(theta) * c, 0], [0, math.cos(theta), 1]])

    for theta in (0.3, 0.1, 1e-3):
        assert np.linalg.det(zxz(0.7, theta)) == pytest.approx(math.sin(theta), rel=1e-12)
    assert np.linalg.matrix_rank(zxz(0.7, 0.0)) == 2  # the platform is level at home
    W, _ = oracle.spin(POSE * [1, 0, 0], np.zeros(3))
    assert np.linalg.matrix_rank(W) == 2  # (A.30) keeps both turns


def test_equations_14_and_19_take_the_rate_of_D_once():
    """D (I w' + w x I w) = D I w' + k D' I w - A^T I w with A = dw/dq: k is 1, not 2."""
    psi, dpsi, dth = 0.3, 1.2, -0.7
    s, c = math.sin(psi), math.cos(psi)
    I = np.diag([0.05, 0.07, 0.11])
    DT = np.array([[1, 0], [0, c], [0, -s]])  # w = DT (psi', theta'), (A.30)
    w = DT @ [dpsi, dth]
    rate = np.array([[0, 0], [0, -s], [0, -c]]) * dpsi
    A = np.array([[0, 0], [-s * dth, 0], [-c * dth, 0]])  # dw/d(psi, theta)
    wanted = DT.T @ np.cross(w, I @ w)
    np.testing.assert_allclose(rate.T @ I @ w - A.T @ I @ w, wanted, rtol=0, atol=1e-15)
    assert np.max(np.abs(2 * rate.T @ I @ w - A.T @ I @ w - wanted)) > 1e-3


def drive():
    """J1, J2, K1, C1 of the drive train with Table 1 and the load it carries."""
    n = 0.070 / (2 * math.pi * 15)
    return 1.42e-5 + 1.4e-6 + 4.68e-6, 4.524e-5 / 15**2 + 2.27 * n**2, 67.702, 3.0e-8


def test_the_four_transfer_functions_add_up_to_the_two_inertias():
    J1, J2, K, C = drive()
    for s in (3j, 50 + 20j, 7e3j, 1e3 - 4e3j):
        k = C * s + K
        both = np.array([[J1 * s**2 + k, -k], [-k, J2 * s**2 + k]])
        D = s**2 * (J1 * J2 * s**2 + (J1 + J2) * k)
        TF1, TF2 = (J2 * s**2 + k) / D, k / (J2 * s**2 + k)
        TF1d, TF2d = (J1 * s**2 + k) / D, k / (J1 * s**2 + k)
        tau_m, tau_d = 0.3, -0.2
        motor = TF1 * tau_m - TF2d * TF1d * tau_d
        pulley = TF2 * TF1 * tau_m - TF1d * tau_d
        np.testing.assert_allclose([motor, pulley], np.linalg.solve(both, [tau_m, -tau_d]), rtol=1e-9)


def test_resonances_of_table_1_are_not_those_of_the_text():
    """The text says 986.5 Hz and about 900 Hz."""
    J1, J2, K, _ = drive()
    assert math.sqrt(K / J2) / (2 * math.pi) == pytest.approx(1086.3, abs=0.05)
    assert math.sqrt(K * (J1 + J2) / (J1 * J2)) / (2 * math.pi) == pytest.approx(1124.5, abs=0.05)
