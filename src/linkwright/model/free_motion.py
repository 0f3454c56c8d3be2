"""Motion in space without a constraint, for bodies and joints alike: x, y, z and Euler parameters e0..e3.

q = (p, e), v = (p', w) with w in the turned frame: p' = v[:3], e' = G(e) w, w = 4 G(e)^T e'; G is `rate_matrix`.
"""

from __future__ import annotations

from collections.abc import Sequence

import casadi as ca

from linkwright.model.connection import Measure
from linkwright.symbolic import Frame, Label, euler_parameters_of, formulas, rate_matrix, rotation_of, scalars

UNITS = ((3, 4, 5, 6),)
"""Coordinates whose squares sum to one."""


def rates(q: ca.SX) -> ca.SX:
    """N (7, 6) with q' = N v."""
    return ca.diagcat(ca.SX.eye(3), rate_matrix(q[3:7]))


def speeds(q: ca.SX) -> ca.SX:
    """W (6, 7) with v = W q'; W N = 1 on unit Euler parameters."""
    return ca.diagcat(ca.SX.eye(3), spin(q[3:7]))


def spin(e: ca.SX) -> ca.SX:
    """4 G(e)^T (3, 4): w of the rates of the Euler parameters."""
    return 4 * rate_matrix(e).T


def frame(q: ca.SX, v: ca.SX) -> Frame:
    """R = R(e), p = (x, y, z), w = R (wx, wy, wz), v = (x', y', z')."""
    R = rotation_of(q[3:7])
    return Frame(R, q[:3], R @ v[3:6], v[:3])


def turning(
    R: ca.SX, axes: ca.SX, w: ca.SX, parameters: Sequence[Label], spins: Sequence[Label]
) -> tuple[Measure, ...]:
    """Readings of a rotation R: Euler parameters, then the angular velocity w in the turned axes, `axes`^T w."""
    e, rates, spin = map(scalars, _readings(R, axes, w))
    return (
        *[Measure(label, e[k], rates[k], wraps=False, rate_unit="1/s") for k, label in enumerate(parameters)],
        *[Measure(label, None, spin[k], wraps=False, rate_unit="rad/s") for k, label in enumerate(spins)],
    )


@formulas((3, 3), (3, 3), (3, 1))
def _readings(R: ca.SX, axes: ca.SX, w: ca.SX) -> tuple[ca.SX, ca.SX, ca.SX]:
    e, spin = euler_parameters_of(R), axes.T @ w
    return e, rate_matrix(e) @ spin, spin


__all__ = ["UNITS", "frame", "rates", "speeds", "spin", "turning"]
