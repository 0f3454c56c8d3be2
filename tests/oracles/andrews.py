"""Andrews' squeezing mechanism from its seven angles and typed geometry, integrated without projection by SciPy.

Energies of the seven bodies as functions of the angles, loops by multipliers: nothing of the package is used but CasADi
for derivatives.
"""

import casadi as ca
import numpy as np
from scipy.integrate import solve_ivp

NAMES = ("beta", "Theta", "gamma", "Phi", "delta", "Omega", "epsilon")


def _direction(angle):
    return ca.vertcat(ca.cos(angle), ca.sin(angle))


def _across(angle):
    """(sin, -cos): the direction turned back by a right angle."""
    return ca.vertcat(ca.sin(angle), -ca.cos(angle))


def accelerations(p):
    """Function (q, v) -> v', multipliers."""
    q, v = ca.SX.sym("q", 7), ca.SX.sym("v", 7)
    b, th, g, ph, de, om, ep = ca.vertsplit(q)
    A, B, C = (ca.DM([p[f"x_{k}"], p[f"y_{k}"]]) for k in "ABC")
    F, G, H = p["rr"] * _direction(b), A + p["zt"] * _direction(de), A + p["u"] * _across(ep)
    E = F - p["d"] * _direction(b + th)
    D = B + p["sc"] * _across(g) + p["sd"] * _direction(g)
    centres = [
        p["ra"] * _direction(b),
        F - p["da"] * _direction(b + th),
        B + p["sa"] * _across(g) + p["sb"] * _direction(g),
        G + (p["e"] - p["ea"]) * _across(ph + de),
        A + p["ta"] * _direction(de) - p["tb"] * _across(de),
        H + (p["zf"] - p["fa"]) * _direction(om + ep),
        A + p["ua"] * _across(ep) - p["ub"] * _direction(ep),
    ]
    angles = [b, b + th, g, ph + de, de, om + ep, ep]
    energy = ca.SX(0)
    for k, (centre, angle) in enumerate(zip(centres, angles, strict=True), start=1):
        speed = ca.jtimes(centre, q, v)
        energy += p[f"m_{k}"] / 2 * ca.dot(speed, speed) + p[f"I_{k}"] / 2 * ca.jtimes(angle, q, v) ** 2
    stretch = ca.sqrt(ca.dot(D - C, D - C)) - p["l_0"]
    momentum = ca.gradient(energy, v)
    M = ca.jacobian(momentum, v)
    f = ca.gradient(energy - p["c_0"] / 2 * stretch**2, q) - ca.jtimes(momentum, q, v)
    f[0] += p["mom"]
    loops = ca.vertcat(
        E - B - p["ss"] * _across(g), E - G - p["e"] * _across(ph + de), E - H - p["zf"] * _direction(om + ep)
    )
    J = ca.jacobian(loops, q)
    whole = ca.blockcat([[M, J.T], [J, ca.SX(6, 6)]])
    return ca.Function("andrews", [q, v], [whole, ca.vertcat(f, -ca.jtimes(J @ v, q, v))])


def at(p, start, t):
    """Angles and speeds at a time, from rest at the angles `start`; error about 1e-11."""
    function = accelerations(p)

    def slope(_, y):
        matrix, right = (np.asarray(x, dtype=float) for x in function(y[:7], y[7:]))
        return np.concatenate([y[7:], np.linalg.solve(matrix, right.ravel())[:7]])

    run = solve_ivp(slope, (0.0, t), [*start, *[0.0] * 7], method="DOP853", rtol=1e-13, atol=1e-13)
    return run.y[:7, -1], run.y[7:, -1]
