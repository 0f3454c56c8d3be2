"""Euler parameters e = (e0, e1, e2, e3), e0 the scalar: rotation matrix, rates, and reading back."""

from __future__ import annotations

import casadi as ca

from linkwright.symbolic.formula import formula


@formula((4, 1))
def rotation_of(e: ca.SX) -> ca.SX:
    """Rotation matrix (body to world) of unit Euler parameters.

    >>> float(rotation_of(ca.SX([0, 0, 0, 1]))[0, 0])
    -1.0
    """
    e0, e1, e2, e3 = e[0], e[1], e[2], e[3]
    return ca.vertcat(
        ca.horzcat(1 - 2 * (e2**2 + e3**2), 2 * (e1 * e2 - e0 * e3), 2 * (e1 * e3 + e0 * e2)),
        ca.horzcat(2 * (e1 * e2 + e0 * e3), 1 - 2 * (e1**2 + e3**2), 2 * (e2 * e3 - e0 * e1)),
        ca.horzcat(2 * (e1 * e3 - e0 * e2), 2 * (e2 * e3 + e0 * e1), 1 - 2 * (e1**2 + e2**2)),
    )


@formula((4, 1))
def rate_matrix(e: ca.SX) -> ca.SX:
    """Matrix G (4, 3) with e' = G w for the angular velocity w in the body's frame; 4 G^T G = 1."""
    e0, e1, e2, e3 = e[0], e[1], e[2], e[3]
    return 0.5 * ca.vertcat(
        ca.horzcat(-e1, -e2, -e3), ca.horzcat(e0, -e3, e2), ca.horzcat(e3, e0, -e1), ca.horzcat(-e2, e1, e0)
    )


@formula((3, 3))
def euler_parameters_of(R: ca.SX) -> ca.SX:
    """Euler parameters of a rotation matrix, e0 not negative; the largest of the four decides, so none is singular."""
    trace = R[0, 0] + R[1, 1] + R[2, 2]
    squares = [1 + trace, *[1 + 2 * R[k, k] - trace for k in range(3)]]
    pairs = {
        (0, 1): R[2, 1] - R[1, 2],
        (0, 2): R[0, 2] - R[2, 0],
        (0, 3): R[1, 0] - R[0, 1],
        (1, 2): R[1, 0] + R[0, 1],
        (1, 3): R[0, 2] + R[2, 0],
        (2, 3): R[2, 1] + R[1, 2],
    }
    candidates = []
    for k in range(4):
        root = ca.sqrt(ca.fmax(squares[k], 1e-3)) / 2
        candidates.append(ca.vertcat(*[root if j == k else pairs[min(j, k), max(j, k)] / (4 * root) for j in range(4)]))
    largest = ca.fmax(ca.fmax(squares[0], squares[1]), ca.fmax(squares[2], squares[3]))
    result = candidates[3]
    for k in (2, 1, 0):
        result = ca.if_else(squares[k] >= largest, candidates[k], result)
    return ca.if_else(result[0] < 0, -result, result)
