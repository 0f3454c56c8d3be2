"""Derivations: from the frames of a body to its inertia matrix M and the inertia forces h at v' = 0.

Each is a function (local, N, n, centre, mass) -> (M, h) with M v' + h the generalised inertia force.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

import casadi as ca

from linkwright.equations import Local
from linkwright.symbolic import Frame, cross, directional, jacobian, settle


@dataclass(frozen=True, eq=False)
class MassProperties:
    """Mass (kg) and inertia matrix about the mass centre in the body's frame (kg m^2)."""

    mass: ca.SX
    inertia: ca.SX


Derivation: TypeAlias = Callable[[Local, ca.SX, ca.SX, Frame, MassProperties], tuple[ca.SX, ca.SX]]


def newton_euler(local: Local, N: ca.SX, n: ca.SX, centre: Frame, mass: MassProperties) -> tuple[ca.SX, ca.SX]:
    """Newton and Euler, projected on the speeds: M = m Jv^T Jv + Jw^T I Jw, h = m Jv^T av + Jw^T (I aw + w x I w).

    Jv, Jw are the partial velocities of the mass centre's velocity and of the angular velocity; av, aw what their time
    derivatives are at v' = 0.
    """
    qdot = N @ local.v + n
    Jv, Jw = jacobian(centre.v, local.v), jacobian(centre.w, local.v)
    av, aw = directional(centre.v, local.q, qdot), directional(centre.w, local.q, qdot)
    world = centre.R @ mass.inertia @ centre.R.T
    M = mass.mass * (Jv.T @ Jv) + Jw.T @ world @ Jw
    h = mass.mass * (Jv.T @ av) + Jw.T @ (world @ aw + cross(centre.w, world @ centre.w))
    return settle(M, local.q), ca.densify(settle(h, ca.vertcat(local.q, local.v)))
