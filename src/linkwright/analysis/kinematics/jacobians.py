"""Jacobians between any named sets of speeds, and their derivatives in time, from the constraints themselves.

With rows E = [A; J_by] of v and the sets' slopes: E v = [., by'], of' = J_of v, so J = J_of E^+ [0; 1]. Differentiated:
of'' = J by'' + c with c = J_of E^+ [b; -c_by] + c_of, where A v' = b and s' = J_s v' + c_s.
"""

from __future__ import annotations

from collections.abc import Sequence

import casadi as ca
import numpy as np

from linkwright import linear_algebra
from linkwright.analysis.kinematics.model import KinematicModel
from linkwright.analysis.kinematics.names import numbers
from linkwright.analysis.kinematics.rates import second_order
from linkwright.arrays import Array
from linkwright.dynamics import Refused, SingularConfigurationError, State
from linkwright.dynamics.rank import RANK_TOLERANCE, Scales
from linkwright.dynamics.system import call_function
from linkwright.symbolic import jacobian as slope_of


def jacobian(kinematics: KinematicModel, state: State, of: Sequence[str], by: Sequence[str]) -> Array:
    """J in of' = J by'."""
    A, _, J, _ = second_order(kinematics.dynamics, state)
    top, bottom = J[_numbers(kinematics, of)], J[_numbers(kinematics, by)]
    right = np.vstack([np.zeros((len(A), len(bottom))), np.eye(len(bottom))])
    return top @ _least_solution(kinematics, state, A, top, bottom, right, of, by)


def acceleration_term(kinematics: KinematicModel, state: State, of: Sequence[str], by: Sequence[str]) -> Array:
    """c in of'' = J by'' + c."""
    A, b, J, c = second_order(kinematics.dynamics, state)
    i, j = _numbers(kinematics, of), _numbers(kinematics, by)
    right = np.concatenate([b, -c[j]])[:, None]
    return np.asarray((J[i] @ _least_solution(kinematics, state, A, J[i], J[j], right, of, by)).ravel() + c[i])


def jacobian_rate(kinematics: KinematicModel, state: State, of: Sequence[str], by: Sequence[str]) -> Array:
    """J' along the motion of the state: J' = (J_of' - J E_by') X with X = E^+ [0; 1], and E' X taken on all rows.

    From J_of X = J and E X = [0; 1]: X' = -E^+ E' X, so J' = J_of' X - J_of E^+ E' X.
    """
    dynamics = kinematics.dynamics
    system = dynamics.system
    i, j = _numbers(kinematics, of), _numbers(kinematics, by)

    def make() -> ca.Function:
        s = ca.vertcat(*[quantity.s for quantity in system.quantities])
        both = ca.densify(ca.vertcat(system.A, slope_of(s, system.v)))
        if any(ca.which_depends(ca.vec(both), system.v, 1, True)):
            reason = (
                f"{system.equations.name} has constraints that are not linear in speeds: J' depends on accelerations"
            )
            raise Refused(reason)
        rate = ca.jtimes(ca.vec(both), system.q, system.qdot) + ca.jtimes(ca.vec(both), system.t, ca.SX(1))
        return ca.Function(
            "slope_rate",
            [system.t, system.q, system.v, system.p],
            [both, ca.densify(ca.reshape(rate, both.shape[0], both.shape[1]))],
        )

    both, rate = call_function(system.cached("slope_rate", make), state.t, state.q, state.v, dynamics.p)
    m = system.m
    A, J, dA, dJ = both[:m], both[m:], rate[:m], rate[m:]
    right = np.vstack([np.zeros((m, len(j))), np.eye(len(j))])
    X = _least_solution(kinematics, state, A, J[i], J[j], right, of, by)
    change = np.vstack([dA, dJ[j]]) @ X
    return dJ[i] @ X - J[i] @ _least_solution(kinematics, state, A, J[i], J[j], change, of, by)


def _numbers(kinematics: KinematicModel, names: Sequence[str]) -> list[int]:
    return numbers(kinematics.dynamics, names)


def _least_solution(
    kinematics: KinematicModel,
    state: State,
    A: Array,
    top: Array,
    bottom: Array,
    right: Array,
    of: Sequence[str],
    by: Sequence[str],
) -> Array:
    """Least solution X of [A; J_by] X = right; refused where `by` does not fix `of`, or contradicts the constraints."""
    scales = Scales.of(kinematics.dynamics.system, kinematics.dynamics.p)
    rows, top = np.vstack([A, bottom]) * scales.speeds, top * scales.speeds
    scale = 1.0 / np.maximum(np.linalg.norm(rows, axis=1), 1e-300)
    U, values, Vt = linear_algebra.svd(rows * scale[:, None], full_matrices=True)
    count = int(np.sum(values > RANK_TOLERANCE * values[0])) if values.size else 0
    free = Vt[count:]
    loose = np.linalg.norm(top @ free.T, axis=1) > 1e-8 * np.maximum(np.linalg.norm(top, axis=1), 1e-300)
    if np.any(loose):
        names = [name for name, is_loose in zip(of, loose, strict=True) if is_loose]
        motion = free[int(np.argmax(np.linalg.norm(top @ free.T, axis=0)))]
        reason = (
            f"{', '.join(by)} do not fix {', '.join(names)} at {_where(state, by)}: with them at rest the motion "
            f"{_words(of, top @ motion)} stays open; give as many independent quantities as there are degrees of "
            "freedom, or move away from this singular configuration"
        )
        raise SingularConfigurationError(reason, names)
    X = Vt[:count].T @ ((U[:, :count].T @ (right * scale[:, None])) / values[:count, None])
    # Each column of the right side is measured by its largest entry, lengths in machine sizes.
    units = np.append(scales.rows, scales.rates[_numbers(kinematics, by)])[:, None]
    largest = np.max(np.abs(right / units), axis=0, initial=0.0)
    off = (np.abs(rows @ X - right) / units)[len(A) :] / np.where(largest > 0.0, largest, 1.0)
    if np.max(off, initial=0.0) > 1e-8:
        bad = [name for name, row in zip(by, off, strict=True) if np.max(row) > 1e-8]
        reason = (
            f"{', '.join(by)} cannot be chosen freely at {_where(state, by)}: the constraints make {', '.join(bad)} "
            "depend on the others; leave out dependent ones, or move away from this singular configuration"
        )
        raise SingularConfigurationError(reason, bad)
    return np.asarray(scales.speeds[:, None] * X)


def _where(state: State, names: Sequence[str]) -> str:
    return ", ".join(f"{name} = {state[name]:.6g}" for name in names)


def _words(names: Sequence[str], speeds: Array) -> str:
    lead = speeds[int(np.argmax(np.abs(speeds)))]
    return ", ".join(
        f"{name}' = {value / lead:.3g}"
        for name, value in zip(names, speeds, strict=True)
        if abs(value) > 1e-6 * abs(lead)
    )
