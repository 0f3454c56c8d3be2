"""Derivations: from the frames of a body to its inertia matrix M and the inertia forces h at v' = 0.

Each is a function (chart, body) -> (M, h) with M v' + h the generalised inertia force of the body.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

import casadi as ca

from linkwright.symbolic import cross, directional, jacobian, settle

if TYPE_CHECKING:
    from linkwright.formalisms.charts import Chart, ChartedBody


@dataclass(frozen=True, eq=False)
class MassProperties:
    """Mass (kg) and inertia matrix about the mass centre in the body's frame (kg m^2)."""

    mass: ca.SX
    inertia: ca.SX


Derivation: TypeAlias = "Callable[[Chart, ChartedBody], tuple[ca.SX, ca.SX]]"


def newton_euler(chart: Chart, body: ChartedBody) -> tuple[ca.SX, ca.SX]:
    """Newton and Euler, projected on the speeds: M = m Jv^T Jv + Jw^T I Jw, h = m Jv^T av + Jw^T (I aw + w x I w).

    Jv, Jw are the partial velocities of the mass centre's velocity and of the angular velocity (both in world axes); av,
    aw what their time derivatives are at v' = 0.
    """
    local, centre, mass = chart.local, body.centre, body.mass
    Jv, Jw = jacobian(centre.v, local.v), jacobian(centre.w, local.v)
    av, aw = directional(centre.v, local.q, chart.qdot), directional(centre.w, local.q, chart.qdot)
    world = centre.R @ mass.inertia @ centre.R.T
    M = mass.mass * (Jv.T @ Jv) + Jw.T @ world @ Jw
    h = mass.mass * (Jv.T @ av) + Jw.T @ (world @ aw + cross(centre.w, world @ centre.w))
    return settle(M, local.q), ca.densify(settle(h, ca.vertcat(local.q, local.v)))
