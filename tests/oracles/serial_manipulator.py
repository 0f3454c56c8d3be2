"""The serial manipulator in closed form: M(q) q'' + V(q, q') = T, and the same by Maggi's redundant variables.

F. Malvezzi, R. M. M. Orsino, T. A. Hess Coelho, Lagrange's, Maggi's and Kane's equations applied to the dynamic
modelling of serial manipulator: equations (6), (7) and (19) to (22), corrected. `misprints` puts what the print has
wrong back in, by name. Arrays q, u = q', a = q'' are (gamma1, alpha2, alpha3).
"""

from dataclasses import dataclass

import numpy as np
from scipy.integrate import solve_ivp

MISPRINTS_7 = {
    "V1 m3": "the last term has the factor a2' + a3' once more",
    "V1 m4": "the second term has l2^2 for l3^2",
    "V2 m3": "l2 l3 sin(2 a2 + a3) without its half",
    "V2 m4": "the sign inside the braces",
    "V3 m3": "l2 l3 s3 (a2' + a3') a2' without its half",
    "V3 m4": "the bracket closes before the last term, which loses m4 and changes its sign",
}
MISPRINTS_MAGGI = {
    "20 x": "row x, columns 2 and 3: minus",
    "20 z": "row z, column 2: f l2 for f l3",
    "22 sum": "Jy + Jz for Jy - Jz",
    "22 Jz": "Jz2 + Jz3 left out",
    "22 g": "z'' - g for z'' + g",
}
HIDDEN = {"V1 m4", "20 z"}  # those that make no difference where l2 = l3


@dataclass(frozen=True)
class Arm:
    """Numbers of the paper's Table 2; g is ours."""

    l2: float = 1.0
    l3: float = 1.0
    m2: float = 3.0
    m3: float = 3.0
    m4: float = 1.0
    Jz1: float = 3.0
    Jx2: float = 0.36
    Jy2: float = 0.07
    Jz2: float = 0.36
    Jx3: float = 0.36
    Jy3: float = 0.07
    Jz3: float = 0.36
    g: float = 9.81


TABLE_2 = Arm()
UNEQUAL = Arm(
    l2=0.8, l3=1.3, m2=3.2, m3=2.1, m4=1.7, Jz1=2.5, Jx2=0.31, Jy2=0.09, Jz2=0.28, Jx3=0.42, Jy3=0.06, Jz3=0.4
)


def inertia_entries(arm, q, functions=np):
    """M11, M22, M23, M33 of (6); M12 = M13 = 0. `functions` has sin and cos: NumPy's, or SymPy's with symbols."""
    _, a2, a3 = q
    c2, s2, c3 = functions.cos(a2), functions.sin(a2), functions.cos(a3)
    c23, s23 = functions.cos(a2 + a3), functions.sin(a2 + a3)
    l2, l3, m2, m3, m4 = arm.l2, arm.l3, arm.m2, arm.m3, arm.m4
    M11 = (
        arm.Jz1
        + arm.Jy2 * s2**2
        + arm.Jz2 * c2**2
        + m2 * l2**2 / 4 * c2**2
        + arm.Jy3 * s23**2
        + arm.Jz3 * c23**2
        + m3 * (l2 * c2 + l3 / 2 * c23) ** 2
        + m4 * (l2 * c2 + l3 * c23) ** 2
    )
    M22 = (
        m2 * l2**2 / 4
        + arm.Jx2
        + arm.Jx3
        + m3 * (l2**2 + l3**2 / 4 + l2 * l3 * c3)
        + m4 * (l2**2 + l3**2 + 2 * l2 * l3 * c3)
    )
    M23 = arm.Jx3 + m3 * (l3**2 / 4 + l2 * l3 / 2 * c3) + m4 * (l3**2 + l2 * l3 * c3)
    return M11, M22, M23, arm.Jx3 + m3 * l3**2 / 4 + m4 * l3**2


def mass_matrix(arm, q):
    """M (3, 3), equation (6)."""
    M11, M22, M23, M33 = inertia_entries(arm, q)
    return np.array([[M11, 0.0, 0.0], [0.0, M22, M23], [0.0, M23, M33]])


def bias_entries(arm, q, u, misprints=frozenset(), functions=np):
    """V1, V2, V3 of (7): velocity terms and gravity."""
    _, a2, a3 = q
    w1, w2, w3 = u
    D = w2 + w3
    c2, s2, s3 = functions.cos(a2), functions.sin(a2), functions.sin(a3)
    c23, s23, double = functions.cos(a2 + a3), functions.sin(a2 + a3), functions.sin(2 * a2 + a3)
    l2, l3, m2, m3, m4, g = arm.l2, arm.l3, arm.m2, arm.m3, arm.m4, arm.g
    J2, J3 = arm.Jy2 - arm.Jz2, arm.Jy3 - arm.Jz3
    again = D if "V1 m3" in misprints else 1
    square = l2**2 if "V1 m4" in misprints else l3**2
    V1 = w1 * (
        (-m2 * l2**2 / 2 + 2 * J2) * s2 * c2 * w2
        + 2 * J3 * s23 * c23 * D
        + m3
        * (
            -2 * l2**2 * s2 * c2 * w2
            - l3**2 / 2 * s23 * c23 * D
            - l2 * l3 * s23 * c2 * D
            - l2 * l3 * c23 * s2 * w2 * again
        )
        + m4
        * (
            -2 * l2**2 * s2 * c2 * w2
            - 2 * square * s23 * c23 * D
            - 2 * l2 * l3 * s23 * c2 * D
            - 2 * l2 * l3 * c23 * s2 * w2
        )
    )
    share = 1 if "V2 m3" in misprints else 2
    sign = -1 if "V2 m4" in misprints else 1
    V2 = (
        -m3 * l2 * l3 * s3 * (w2 + w3 / 2) * w3
        - m4 * l2 * l3 * s3 * (2 * w2 + w3) * w3
        - w1**2
        * (
            -m2 * l2**2 / 4 * s2 * c2
            + J2 * s2 * c2
            - m3 * (l2**2 * s2 * c2 + l3**2 / 4 * s23 * c23 + l2 * l3 * double / share)
            + J3 * s23 * c23
            - sign * m4 * (l2**2 * s2 * c2 + l2 * l3 * double + l3**2 * s23 * c23)
        )
        + g * (m2 * l2 / 2 * c2 + m3 * (l2 * c2 + l3 / 2 * c23) + m4 * (l2 * c2 + l3 * c23))
    )
    # The print has -(m3/2 + m4) a2' a3' + (m3/2 + m4) (a2' + a3') a2' for the first term, once its halves are right.
    V3 = (
        (m3 / 2 + m4) * l2 * l3 * s3 * w2**2
        + w1**2
        * (
            m3 * (l3**2 / 4 * s23 * c23 + l2 * l3 / 2 * s23 * c2)
            - J3 * s23 * c23
            + m4 * (l2 * l3 * s23 * c2 + l3**2 * s23 * c23)
        )
        + (m3 / 2 + m4) * g * l3 * c23
    )
    if "V3 m3" in misprints:
        V3 += m3 / 2 * l2 * l3 * s3 * D * w2
    if "V3 m4" in misprints:
        V3 -= (m4 + 1) * l2 * l3 * s3 * D * w2
    return V1, V2, V3


def bias(arm, q, u, misprints=frozenset()):
    """V (3,), equation (7)."""
    return np.array(bias_entries(arm, q, u, misprints))


def torques(arm, q, u, a, misprints=frozenset()):
    """T = M q'' + V, (3,)."""
    return mass_matrix(arm, q) @ a + bias(arm, q, u, misprints)


def accelerations(arm, q, u, T):
    """q'' = M^-1 (T - V), (3,)."""
    return np.linalg.solve(mass_matrix(arm, q), T - bias(arm, q, u))


def _points(arm):
    """e_j, f_j and the masses of the mass centres j = 2, 3, 4 of (19)."""
    return ((0.5, 0.0, arm.m2), (1.0, 0.5, arm.m3), (1.0, 1.0, arm.m4))


def maggi_torques(arm, q, u, a, misprints=frozenset()):
    """T = C^T Phi with T = 0 in Phi: equations (19), (20) and (22) in gamma1, alpha2, alpha3, chi3, x_j, y_j, z_j."""
    g1, a2, _ = q
    w1, w2, _ = u
    chi, chi1, chi2 = a2 + q[2], w2 + u[2], a[1] + a[2]
    s, c = np.sin, np.cos
    sign = 1.0 if "22 sum" in misprints else -1.0
    J2, J3 = arm.Jy2 + sign * arm.Jz2, arm.Jy3 + sign * arm.Jz3
    rest = 0.0 if "22 Jz" in misprints else arm.Jz2 + arm.Jz3
    Phi = [
        (J2 * s(a2) ** 2 + J3 * s(chi) ** 2 + arm.Jz1 + rest) * a[0]
        + J2 * s(2 * a2) * w1 * w2
        + J3 * s(2 * chi) * w1 * chi1,
        arm.Jx2 * a[1] - J2 * s(a2) * c(a2) * w1**2,
        0.0,
        arm.Jx3 * chi2 - J3 * s(chi) * c(chi) * w1**2,
    ]
    C = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [0.0, 1.0, 1.0]]
    gravity = -arm.g if "22 g" in misprints else arm.g
    side = -1.0 if "20 x" in misprints else 1.0
    for e, f, m in _points(arm):
        k2, k3 = e * arm.l2, f * arm.l3
        wrong = f * arm.l2 if "20 z" in misprints else k3
        reach, height = k2 * c(a2) + k3 * c(chi), k2 * s(a2) + k3 * s(chi)
        rate = -k2 * s(a2) * w2 - k3 * s(chi) * chi1
        second = -k2 * (s(a2) * a[1] + c(a2) * w2**2) - k3 * (s(chi) * chi2 + c(chi) * chi1**2)
        Phi += [
            m * (-s(g1) * second - 2 * c(g1) * w1 * rate - (c(g1) * a[0] - s(g1) * w1**2) * reach),
            m * (c(g1) * second - 2 * s(g1) * w1 * rate - (s(g1) * a[0] + c(g1) * w1**2) * reach),
            m * (k2 * (c(a2) * a[1] - s(a2) * w2**2) + k3 * (c(chi) * chi2 - s(chi) * chi1**2) + gravity),
        ]
        C += [
            [-c(g1) * reach, side * s(g1) * height, side * k3 * s(g1) * s(chi)],
            [-s(g1) * reach, -c(g1) * height, -k3 * c(g1) * s(chi)],
            [0.0, k2 * c(a2) + wrong * c(chi), k3 * c(chi)],
        ]
    return np.array(C).T @ np.array(Phi)


def energies(arm, q, u):
    """Kinetic energy and potential (J) of (21), from the mass centres of (19) and the angular velocities."""
    _, a2, a3 = q
    w1, w2, w3 = u
    chi, D = a2 + a3, w2 + w3
    turning = arm.Jz1 * w1**2 + arm.Jx2 * w2**2 + (arm.Jy2 * np.sin(a2) ** 2 + arm.Jz2 * np.cos(a2) ** 2) * w1**2
    turning += arm.Jx3 * D**2 + (arm.Jy3 * np.sin(chi) ** 2 + arm.Jz3 * np.cos(chi) ** 2) * w1**2
    kinetic, potential = turning / 2, 0.0
    for e, f, m in _points(arm):
        k2, k3 = e * arm.l2, f * arm.l3
        reach = k2 * np.cos(a2) + k3 * np.cos(chi)
        along = -k2 * np.sin(a2) * w2 - k3 * np.sin(chi) * D
        up = k2 * np.cos(a2) * w2 + k3 * np.cos(chi) * D
        kinetic += m / 2 * (along**2 + up**2 + (reach * w1) ** 2)
        potential += m * arm.g * (k2 * np.sin(a2) + k3 * np.sin(chi))
    return kinetic, potential


def cycloid(x):
    """s(x) = x - sin(2 pi x) / (2 pi) and its first two derivatives: its second derivative is sinusoidal."""
    turn = 2 * np.pi * x
    return x - np.sin(turn) / (2 * np.pi), 1 - np.cos(turn), 2 * np.pi * np.sin(turn)


def variation(t):
    """b(t): rises on [0, 1] s, falls on [1, 2] s by the cycloid, then 0."""
    if t >= 2:
        return 0.0
    return cycloid(t)[0] if t < 1 else 1 - cycloid(t - 1)[0]


def forward_run(arm, amplitudes, times):
    """Angles (n, 3) from rest at zero under the static torques + amplitudes b(t), by DOP853 in pieces.

    `times` (s) are increasing, the first is 0, the last at most 3.
    """
    static = bias(arm, np.zeros(3), np.zeros(3))
    amplitudes = np.asarray(amplitudes)

    def rate(t, y):
        return np.concatenate([y[3:], accelerations(arm, y[:3], y[3:], static + amplitudes * variation(t))])

    y, found = np.zeros(6), [np.zeros((1, 3))]
    for start, end in ((0.0, 1.0), (1.0, 2.0), (2.0, 3.0)):
        inside = times[(times > start) & (times <= end)]
        stops = np.union1d(inside, [end])
        part = solve_ivp(rate, (start, end), y, method="DOP853", rtol=1e-12, atol=1e-13, t_eval=stops)
        found.append(part.y[:3, : len(inside)].T)
        y = part.y[:, -1]
    return np.concatenate(found)
