"""The linearized Whipple bicycle in closed form: the appendix of Meijaard, Papadopoulos, Ruina and Schwab (2007).

Their axes: x forward, y right, z down; q = (lean, steer).
"""

import numpy as np

BENCHMARK = {
    "w": 1.02, "c": 0.08, "lam": np.pi / 10, "g": 9.81,
    "rR": 0.3, "mR": 2.0, "IRxx": 0.0603, "IRyy": 0.12,
    "xB": 0.3, "zB": -0.9, "mB": 85.0, "IBxx": 9.2, "IByy": 11.0, "IBzz": 2.8, "IBxz": 2.4,
    "xH": 0.9, "zH": -0.7, "mH": 4.0, "IHxx": 0.05892, "IHyy": 0.06, "IHzz": 0.00708, "IHxz": -0.00756,
    "rF": 0.35, "mF": 3.0, "IFxx": 0.1405, "IFyy": 0.28,
}  # fmt: skip
"""Table 1 of the paper."""


def canonical(p):
    """M, C1, K0, K2 of M q'' + v C1 q' + (g K0 + v^2 K2) q = f."""
    v = type("Values", (), p)
    sin, cos = np.sin(v.lam), np.cos(v.lam)
    m_T = v.mR + v.mB + v.mH + v.mF
    x_T = (v.xB * v.mB + v.xH * v.mH + v.w * v.mF) / m_T
    z_T = (-v.rR * v.mR + v.zB * v.mB + v.zH * v.mH - v.rF * v.mF) / m_T
    I_Txx = v.IRxx + v.IBxx + v.IHxx + v.IFxx + v.mR * v.rR**2 + v.mB * v.zB**2 + v.mH * v.zH**2 + v.mF * v.rF**2
    I_Txz = v.IBxz + v.IHxz - v.mB * v.xB * v.zB - v.mH * v.xH * v.zH + v.mF * v.w * v.rF
    I_Tzz = v.IRxx + v.IBzz + v.IHzz + v.IFxx + v.mB * v.xB**2 + v.mH * v.xH**2 + v.mF * v.w**2
    m_A = v.mH + v.mF
    x_A = (v.xH * v.mH + v.w * v.mF) / m_A
    z_A = (v.zH * v.mH - v.rF * v.mF) / m_A
    I_Axx = v.IHxx + v.IFxx + v.mH * (v.zH - z_A) ** 2 + v.mF * (v.rF + z_A) ** 2
    I_Axz = v.IHxz - v.mH * (v.xH - x_A) * (v.zH - z_A) + v.mF * (v.w - x_A) * (v.rF + z_A)
    I_Azz = v.IHzz + v.IFxx + v.mH * (v.xH - x_A) ** 2 + v.mF * (v.w - x_A) ** 2
    u_A = (x_A - v.w - v.c) * cos - z_A * sin
    I_Aee = m_A * u_A**2 + I_Axx * sin**2 + 2 * I_Axz * sin * cos + I_Azz * cos**2
    I_Aex = -m_A * u_A * z_A + I_Axx * sin + I_Axz * cos
    I_Aez = m_A * u_A * x_A + I_Axz * sin + I_Azz * cos
    mu = v.c / v.w * cos
    S_R, S_F = v.IRyy / v.rR, v.IFyy / v.rF
    S_T, S_A = S_R + S_F, m_A * u_A + mu * m_T * x_T
    M_12 = I_Aex + mu * I_Txz
    return {
        "M": np.array([[I_Txx, M_12], [M_12, I_Aee + 2 * mu * I_Aez + mu**2 * I_Tzz]]),
        "C1": np.array(
            [
                [0.0, mu * S_T + S_F * cos + I_Txz / v.w * cos - mu * m_T * z_T],
                [-(mu * S_T + S_F * cos), I_Aez / v.w * cos + mu * (S_A + I_Tzz / v.w * cos)],
            ]
        ),
        "K0": np.array([[m_T * z_T, -S_A], [-S_A, -S_A * sin]]),
        "K2": np.array([[0.0, (S_T - m_T * z_T) / v.w * cos], [0.0, (S_A + S_F * sin) / v.w * cos]]),
    }


def eigenvalues(p, speed):
    """Eigenvalues at a speed, sorted by real, then imaginary part."""
    found = canonical(p)
    inverse = np.linalg.inv(found["M"])
    stiffness = p["g"] * found["K0"] + speed**2 * found["K2"]
    values = np.linalg.eigvals(
        np.block([[np.zeros((2, 2)), np.eye(2)], [-inverse @ stiffness, -inverse @ found["C1"] * speed]])
    )
    return np.sort_complex(values)
