"""Inverse dynamics: inputs for given accelerations at a state, and inputs and currents along a prescribed motion.

At a state, with S spanning the free directions and f = f_0 + B u:

    S^T B u = S^T (M v' - f_0)

Along a motion speeds without a coordinate (currents) are unknowns too. Rows of M v' = f + A^T l that hold no rate of a
current give the reactions l and the currents; differentiated in time they give the rates of the currents; the other
rows then give the voltages. Nothing is differenced: the motion's jerk comes from its law, all else by differentiation.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import casadi as ca
import numpy as np

from linkwright.dynamics.assembly import targets_of
from linkwright.dynamics.choice import matrices
from linkwright.dynamics.errors import AssemblyError, Refused
from linkwright.dynamics.kernels import SVD
from linkwright.dynamics.parameters import checked_inputs
from linkwright.dynamics.rank import RANK_TOLERANCE, Array
from linkwright.dynamics.recording import evaluate, record
from linkwright.dynamics.reference import eliminate
from linkwright.dynamics.state import State
from linkwright.dynamics.system import System, called, numeric
from linkwright.dynamics.terms import speed_functions
from linkwright.motions import Certificate, Motion, Outcome, Trajectory
from linkwright.symbolic import directional, jacobian

if TYPE_CHECKING:
    from linkwright.dynamics.dynamics import Dynamics

NOT_MET = 1e-8
"""Relative residual of the equations above which no inputs give the accelerations asked for."""


def inverse(
    dynamics: Dynamics,
    what: State | Motion,
    accelerations: Mapping[str, float] | None,
    inputs: Mapping[str, float] | None,
) -> Any:
    """Inputs at a state or along a motion; those given as `inputs` are known."""
    fixed = checked_inputs(dynamics.system, inputs, partial=True)
    if isinstance(what, State):
        if accelerations is None:
            msg = "inverse of a State needs accelerations={name: value} of independent quantities"
            raise TypeError(msg)
        return at_state(dynamics, dynamics.check(what), accelerations, fixed)
    if isinstance(what, Motion):
        if accelerations is not None:
            msg = "inverse of a Motion takes its accelerations from the motion; leave accelerations out"
            raise TypeError(msg)
        return along(dynamics, what, fixed)
    msg = f"inverse takes a State or a Motion, got {type(what).__name__}"
    raise TypeError(msg)


# -- at one state --------------------------------------------------------------------------------------------------


def at_state(dynamics: Dynamics, state: State, accelerations: Mapping[str, float], fixed: Array) -> dict[str, float]:
    """Inputs that give the accelerations at the state; `fixed` has NaN for those that are to be found."""
    system = dynamics.system
    targets = targets_of(system, accelerations, positions=False)
    known = np.nan_to_num(fixed)
    M, f, A, b = called(matrices(system), state.t, state.q, state.v, known, dynamics.p)
    _, J, drift = called(speed_functions(system), state.t, state.q, state.v, dynamics.p)
    which = list(targets)
    wanted = np.array(list(targets.values()))
    stacked = np.vstack([A, J[which]])
    right = np.concatenate([b.ravel(), wanted - drift.ravel()[which]])
    vdot, *_ = np.linalg.lstsq(stacked, right, rcond=RANK_TOLERANCE)
    _refuse_open(system, stacked)
    missed = np.abs(stacked @ vdot - right)
    if np.max(missed, initial=0.0) > NOT_MET * max(1.0, float(np.max(np.abs(right), initial=0.0))):
        names = [system.quantities[k].name for k, off in zip(which, missed[len(A) :], strict=True) if off > 0]
        asked = ", ".join(names or [system.quantities[k].name for k in which])
        reason = f"the accelerations of {asked} contradict the constraints or each other; give independent ones"
        raise Refused(reason, names)
    slope = system.function("B", [jacobian(system.f, system.u)])
    B = numeric(slope(state.t, state.q, state.v, known, dynamics.p))[:, np.isnan(fixed)]
    S, _, _ = eliminate(system.modules, A, b.ravel(), SVD())
    left, need = S.T @ B, S.T @ (M @ vdot - f.ravel())
    u, _, found, _ = np.linalg.lstsq(left, need, rcond=RANK_TOLERANCE)
    scale = max(1.0, float(np.max(np.abs(need), initial=0.0)))
    if np.max(np.abs(left @ u - need), initial=0.0) > NOT_MET * scale:
        reason = (
            f"no values of the inputs {', '.join(dynamics.inputs) or '(there are none)'} give these accelerations at "
            "this state: some freedom is not driven, or a current at this state does not fit the torque that is needed"
        )
        raise Refused(reason, list(dynamics.inputs))
    if found < left.shape[1]:
        raise _ambiguous("at this state", dynamics)
    result = known.copy()
    result[np.isnan(fixed)] = u
    return dict(zip(dynamics.inputs, result.tolist(), strict=True))


def _ambiguous(when: str, dynamics: Dynamics) -> Refused:
    reason = (
        f"{when} the inputs are not unique: {', '.join(dynamics.inputs)} are more drives than there are freedoms; give "
        "known values to some, inverse(..., inputs={name: value})"
    )
    return Refused(reason, list(dynamics.inputs))


def _refuse_open(system: System, stacked: Array) -> None:
    """Refuse accelerations that leave something open; where that is a current, say how to ask instead."""
    _, values, Vt = np.linalg.svd(stacked)
    count = int(np.sum(values > RANK_TOLERANCE * values[0])) if values.size else 0
    if count == system.n:
        return
    weights = np.max(np.abs(Vt[count:]), axis=0)
    names = [system.equations.speed_names[k] for k in np.flatnonzero(weights > 1e-6)]
    bare = [system.equations.speed_names[k] for k in np.flatnonzero(weights > 1e-6) if not system.moves(int(k))]
    if bare and len(bare) == len(names):
        reason = (
            f"at one state the inputs are not determined: they set the rates of {', '.join(bare)}, which the "
            "accelerations of the mechanism do not fix. Voltages need the currents' rates, hence how the accelerations "
            "change in time: give a prescribed motion, dynamics.inverse(lw.Motion({...}))"
        )
    else:
        reason = (
            f"the accelerations given leave {', '.join(names)} open; give as many independent accelerations as "
            "there are freedoms"
        )
    raise Refused(reason, names)


# -- along a motion ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class _Path:
    """Functions along a motion: motion level (E), force level (R), each with what time adds to it."""

    kinematic: ca.Function
    force: ca.Function
    open_speeds: tuple[int, ...]
    algebraic: tuple[int, ...]
    rated: tuple[int, ...]


def along(dynamics: Dynamics, motion: Motion, fixed: Array) -> Trajectory:
    """Inputs, currents and all else along a prescribed motion of independent quantities."""
    system = dynamics.system
    numbers = list(targets_of(system, dict.fromkeys(motion.names, 0.0), positions=True))
    time = motion.time
    wanted = motion.at(time)
    levels = [np.array([table[name] for name in motion.names]).T for table in wanted]
    state = dynamics.reference
    n, count = system.n, len(time)
    Q, V = np.zeros((count, system.q.numel())), np.zeros((count, n))
    U = np.zeros((count, len(dynamics.inputs)))
    path: _Path | None = None
    q = state.q
    for k, t in enumerate(time):
        positions = dict(zip(numbers, levels[0][k], strict=True))
        try:
            q = dynamics.assembler.place(t, q, dynamics.p, positions)
        except AssemblyError as error:
            reason = f"at t = {t:.6g} s the motion leaves what the machine can reach: {error.reason}"
            raise AssemblyError(reason, error.parts, error.gaps) from error
        if path is None:
            path = _path(dynamics, t, q, numbers)
        Q[k], V[k], U[k] = q, *_inputs_at(dynamics, path, (t, q), [level[k] for level in levels[1:]], fixed)
    read = evaluate(system, time, Q, V, U, dynamics.p)
    certificate = Certificate(
        integrator="none (prescribed motion)",
        position_residual=float(np.max(np.abs(read[2]), initial=0.0)),
        velocity_residual=float(np.max(np.abs(read[3]), initial=0.0)),
    )
    return record(
        dynamics,
        time,
        Q,
        V,
        U,
        outcome=Outcome("finished", "the prescribed motion was followed to its end", "", float(time[-1])),
        certificate=certificate,
        provenance={"question": "inverse dynamics along a prescribed motion"},
        read=read,
    )


def _path(dynamics: Dynamics, t: float, q: Array, numbers: list[int]) -> _Path:
    """Which speeds are open (currents), which rows hold their rates, and the functions of both levels."""
    system = dynamics.system
    a, l = ca.SX.sym("a", system.n), ca.SX.sym("l", system.m)
    s = ca.vertcat(*[system.quantities[k].s for k in numbers])
    E = ca.vertcat(system.A @ a - system.b, system.rate(s, a))
    drift = directional(E, system.q, system.qdot) + directional(E, system.v, a) + ca.jtimes(E, system.t, ca.SX(1))
    slope = jacobian(ca.vertcat(system.phi, s), system.v)
    kinematic = ca.Function(
        "kinematic",
        [system.t, system.q, system.v, system.p, a],
        [ca.densify(e) for e in (ca.vertcat(system.phi, s), slope, E, drift)],
    )
    J = numeric(kinematic(t, q, np.zeros(system.n), dynamics.p, np.zeros(system.n))[1])
    _, values, Vt = np.linalg.svd(J)
    rank = int(np.sum(values > RANK_TOLERANCE * values[0])) if values.size else 0
    weights = np.max(np.abs(Vt[rank:]), axis=0, initial=0.0)
    open_speeds = [int(k) for k in np.flatnonzero(weights > 1e-6)]
    bare = {k for k in range(system.n) if not system.moves(k)}
    if len(open_speeds) != system.n - rank or not set(open_speeds) <= bare:
        names = [system.equations.speed_names[k] for k in open_speeds]
        reason = (
            f"the motion leaves {', '.join(names)} open; prescribe as many independent quantities as there are freedoms"
        )
        raise Refused(reason, names)
    R = ca.densify(system.M @ a - system.f - system.A.T @ l)
    M = system.M
    pattern = M[:, open_speeds] if open_speeds else ca.SX(system.n, 0)
    rated = sorted(set(pattern.sparsity().get_triplet()[0]))
    algebraic = [k for k in range(system.n) if k not in rated]
    z = ca.vertcat(*[system.v[k] for k in open_speeds]) if open_speeds else ca.SX(0, 1)
    unknown = ca.vertcat(l, z, system.u)
    later = ca.SX.sym("later", system.n)  # rates of v: those of the motion, of the currents once known
    jerk = ca.SX.sym("jerk", system.n)
    R_drift = (
        directional(R, system.q, system.qdot)
        + directional(R, system.v, later)
        + directional(R, a, jerk)
        + ca.jtimes(R, system.t, ca.SX(1))
    )
    force = ca.Function(
        "force",
        [system.t, system.q, system.v, system.u, system.p, a, l, later, jerk],
        [ca.densify(e) for e in (R, jacobian(R, unknown), R_drift, jacobian(R, system.u))],
    )
    return _Path(kinematic, force, tuple(open_speeds), tuple(algebraic), tuple(rated))


def _inputs_at(
    dynamics: Dynamics, path: _Path, at: tuple[float, Array], levels: list[Array], fixed: Array
) -> tuple[Array, Array]:
    """Speeds (with currents) and inputs at one time of a motion."""
    system, p = dynamics.system, dynamics.p
    t, q = at
    m, n = system.m, system.n
    speed, acceleration, jerk = levels
    v, a, zero = np.zeros(n), np.zeros(n), np.zeros(n)
    for _ in range(20):
        values, J = called(path.kinematic, t, q, v, p, zero)[:2]
        error = values.ravel() - np.concatenate([np.zeros(m), speed])
        v = v - np.linalg.lstsq(J, error, rcond=RANK_TOLERANCE)[0]
        if np.max(np.abs(error), initial=0.0) < 1e-13 * max(1.0, float(np.max(np.abs(v)))):
            break
    J, E = called(path.kinematic, t, q, v, p, zero)[1:3]
    a = np.linalg.lstsq(J, np.concatenate([np.zeros(m), acceleration]) - E.ravel(), rcond=RANK_TOLERANCE)[0]
    drift = called(path.kinematic, t, q, v, p, a)[3].ravel()
    b = np.linalg.lstsq(J, np.concatenate([np.zeros(m), jerk]) - drift, rcond=RANK_TOLERANCE)[0]
    rows, open_speeds = list(path.algebraic), list(path.open_speeds)
    l, u = np.zeros(m), np.nan_to_num(fixed)
    held = np.concatenate([np.zeros(m + len(open_speeds), dtype=bool), ~np.isnan(fixed)])
    R, K, _, _ = called(path.force, t, q, v, u, p, a, l, zero, zero)
    K = np.where(held, 0.0, K[rows])
    known = np.linalg.norm(K, axis=0) > 0
    scale = np.where(known, np.linalg.norm(K, axis=0), 1.0)
    # Newton in reactions, currents and those inputs that act here; one step where all enter linearly.
    for _ in range(10):
        step = np.linalg.lstsq(K / scale, -R.ravel()[rows], rcond=RANK_TOLERANCE)[0] / scale
        l, u = l + step[:m], u + step[m + len(open_speeds) :]
        v[open_speeds] += step[m : m + len(open_speeds)]
        R, K_new, _, _ = called(path.force, t, q, v, u, p, a, l, zero, zero)
        K = np.where(held, 0.0, K_new[rows])
        if np.max(np.abs(R.ravel()[rows]), initial=0.0) <= 1e-13 * max(
            1.0, float(np.max(np.abs(K) * np.abs(np.concatenate([l, v[open_speeds], u])), initial=0.0))
        ):
            break
    _refuse_unmet(dynamics, t, R.ravel()[rows], K, np.concatenate([l, v[open_speeds], u]))
    _refuse_ambiguous(dynamics, t, K / scale, m, known)
    if not open_speeds:
        return v, u
    drift = called(path.force, t, q, v, u, p, a, l, a, b)[2].ravel()[rows]
    rate = np.linalg.lstsq(K / scale, -drift, rcond=RANK_TOLERANCE)[0] / scale
    a = a.copy()
    a[open_speeds] = rate[m : m + len(open_speeds)]
    R, _, _, B = called(path.force, t, q, v, u, p, a, l, zero, zero)
    B = np.where(np.isnan(fixed), B, 0.0)
    rated = list(path.rated)
    u = u + np.linalg.lstsq(B[rated], -R.ravel()[rated], rcond=RANK_TOLERANCE)[0]
    R = called(path.force, t, q, v, u, p, a, l, zero, zero)[0].ravel()
    _refuse_unmet(dynamics, t, R[rated], B[rated], u)
    return v, u


def _refuse_unmet(dynamics: Dynamics, t: float, residual: Array, slope: Array, values: Array) -> None:
    scale = max(1e-12, float(np.max(np.abs(slope) * np.abs(values), initial=0.0)))
    if np.max(np.abs(residual), initial=0.0) > NOT_MET * max(1.0, scale):
        reason = (
            f"at t = {t:.6g} s no values of the inputs {', '.join(dynamics.inputs) or '(there are none)'} give this "
            "motion: some freedom that moves is not driven"
        )
        raise Refused(reason, list(dynamics.inputs))


def _refuse_ambiguous(dynamics: Dynamics, t: float, K: Array, m: int, known: Array) -> None:
    """Refuse inputs or currents that are not unique (several drives on one freedom)."""
    _, values, Vt = np.linalg.svd(K)
    count = int(np.sum(values > RANK_TOLERANCE * values[0])) if values.size else 0
    loose = (np.max(np.abs(Vt[count:]), axis=0, initial=0.0) > 1e-6)[m:] & known[m:]
    if np.any(loose):
        raise _ambiguous(f"at t = {t:.6g} s", dynamics)
