"""Inverse dynamics at one state, on LAPACK."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import casadi as ca
import numpy as np

from linkwright import linear_algebra
from linkwright.arrays import Array
from linkwright.dynamics.answers.shared_drives import INPUT_ROUNDING, even_columns, unit_scales, usual_rank
from linkwright.dynamics.errors import Refused
from linkwright.dynamics.inverse.actuation import Shares
from linkwright.dynamics.inverse.balance import MOST_NEWTON_FOR_INPUTS, NOT_MET
from linkwright.dynamics.inverse.forces import VERIFIED
from linkwright.dynamics.inverse.refusals import (
    beyond_limits,
    check_independent,
    not_unique,
    pose,
    refuse_states,
    undriven,
    unmet,
)
from linkwright.dynamics.inverse.sharing import within_limits
from linkwright.dynamics.machine import Machine
from linkwright.dynamics.rank import RANK_TOLERANCE, Scales, regular_inverse
from linkwright.dynamics.state import State
from linkwright.dynamics.system.readings import read_state, targets_of
from linkwright.dynamics.system.system import Recent, System, call_function
from linkwright.symbolic import jacobian
from linkwright.trajectory import Certificate

MOST_QUESTIONS = 16
"""Sets of quantities whose functions are kept."""
NEWTON_ENDS = 1e-12
"""Relative step at which they end: the next one would be rounding."""


class InputsFound(dict[str, float]):
    """Inputs by name, with the certificate of how well forward dynamics gives the accelerations back."""

    certificate: Certificate


def at_state(
    dynamics: Machine, state: State, accelerations: Mapping[str, float], fixed: Array, shares: Shares | None
) -> InputsFound:
    """Inputs that give the accelerations at the state; `fixed` has NaN for those that are to be found."""
    system = dynamics.system
    targets = targets_of(system, accelerations, positions=False)
    sought = np.isnan(fixed)
    known = np.where(sought, 0.0, fixed)
    at = (state.t, state.q, state.v)
    which = list(targets)
    refuse_states(system, which)
    M, f, A, b, J, drift, B = call_function(_everything(system, tuple(which)), *at, known, dynamics.p)
    names = [system.quantities[k].name for k in which]
    wanted = np.array(list(targets.values()))
    when = _When(dynamics, state, tuple(which))
    right = np.concatenate([b[:, 0], wanted - drift[:, 0]])
    # Accelerations by all constraints and the quantities named, x = P right: v', and for right = (0, 1) the free
    # directions S^T, by the quantities named, so that what is missing can be said in them.
    P = _inverse_rows(dynamics, A, J, which, right, when)
    vdot, S = P @ right, P[:, len(A) :].T
    inputs = [name for name, free in zip(dynamics.inputs, sought, strict=True) if free]
    part = None if shares is None else shares.of(sought)
    linear = system.cached("linear in the inputs", lambda: _linear_in_inputs(system))
    B = B if sought.all() else B[:, sought]
    needed, f, result, before = M @ vdot, f[:, 0], known.copy(), B
    # Newton; where inputs enter linearly the first step is the answer, and what is missing then says so
    for turn in range(MOST_NEWTON_FOR_INPUTS):
        if turn and not linear:
            f = call_function(_force(system), *at, result, dynamics.p)[0].ravel()
            B = call_function(_input_slopes(system), *at, result, dynamics.p)[0][:, sought]
        missing = S @ (needed - f)
        if turn and (linear or np.array_equal(B, before)):
            terms = np.abs(S) @ (np.abs(M) @ np.abs(vdot) + np.abs(f))
            if (np.abs(missing) <= NEWTON_ENDS * terms).all():
                break
        G, before = S @ B, B
        need = missing + G @ result[sought]
        u = _solve_inputs(dynamics, state, when, (G, need, unit_scales(M, S, B)), (names, inputs), part)
        change = u - result[sought]
        result[sought] = u
        if linear:
            f = f + B @ change
        step = float(np.abs(change).max(initial=0.0))
        if step <= NEWTON_ENDS * max(1.0, float(np.abs(u).max(initial=0.0))):
            break
    found = dynamics.accelerations(state, result)
    scale = max(1.0, float(np.abs(vdot).max(initial=0.0)))
    missed = np.abs(found - vdot)
    if system.states:
        missed = np.delete(missed, system.states)  # rates of states follow from the state and inputs
    off = float(missed.max(initial=0.0)) / scale
    if not off <= VERIFIED:
        reason = (
            f"{when}: the inputs found do not give the accelerations back: forward dynamics differs by {off:.3g} "
            f"(relative), more than {VERIFIED:g}; the state is near a singular configuration, or masses differ too much"
        )
        raise Refused(reason, names)
    answer = InputsFound(zip(dynamics.inputs, result.tolist(), strict=True))
    answer.certificate = Certificate(forward_residual=off)
    return answer


def _everything(system: System, which: tuple[int, ...]) -> ca.Function:
    """(t, q, v, u, p) -> M, f, A, b, slopes J of some speeds s by v, s' at v' = 0, slopes B of f by the inputs."""
    known: Recent = system.cached("inverse at a state", lambda: Recent(MOST_QUESTIONS))
    found: ca.Function | None = known.get(which)
    if found is None:
        s = ca.vertcat(ca.SX(0, 1), *[system.quantities[k].s for k in which])
        drift, B = system.rate(s, ca.SX.zeros(system.n)), jacobian(system.f, system.u)
        every = [system.M, system.f, system.A, system.b, jacobian(s, system.v), drift, B]
        found = known[which] = system.function("inverse", every)
    return found


def _force(system: System) -> ca.Function:
    """(t, q, v, u, p) -> f."""
    found: ca.Function = system.cached("f", lambda: system.function("f", [system.f]))
    return found


def _input_slopes(system: System) -> ca.Function:
    """(t, q, v, u, p) -> df/du."""
    found: ca.Function = system.cached("B", lambda: system.function("B", [jacobian(system.f, system.u)]))
    return found


def _linear_in_inputs(system: System) -> bool:
    return not system.m_u or not any(ca.which_depends(system.f, system.u, 2, True))


def _inverse_rows(dynamics: Machine, A: Array, J: Array, which: Sequence[int], right: Array, when: _When) -> Array:
    """P (n, m + k) with accelerations v' = P right that meet A v' and J v', the rows of quantities; refused if none do.

    Constraints may be redundant, and speeds without a coordinate may be left open.
    """
    system = dynamics.system
    scales = Scales.of(system, dynamics.p)
    rows = np.concatenate([scales.rows, scales.rates[which]])
    stacked = np.concatenate([A, J])
    slopes = scales.slopes(stacked, rows)
    inverse = regular_inverse(slopes)
    if inverse is not None:  # as many independent rows as speeds: nothing depends on others, and nothing is open
        return np.asarray(scales.speeds[:, None] * inverse / rows)
    _refuse_currents(dynamics, system.holding_states(slopes))
    U, values, Vt = factors = linear_algebra.svd(slopes)
    kind = "set of accelerations"
    check_independent(system, A, J, which, scales=scales, when=when, kind=kind, factors=factors)
    count = int(np.sum(values > RANK_TOLERANCE * values[0]))
    P = scales.speeds[:, None] * ((Vt[:count].T / values[:count]) @ U[:, :count].T) / rows
    missed = np.abs(stacked @ (P @ right) - right) / rows
    if np.max(missed, initial=0.0) > NOT_MET * max(1.0, float(np.max(np.abs(right / rows), initial=0.0))):
        names = [system.quantities[k].name for k in which]
        reason = f"{when}: the accelerations of {', '.join(names)} contradict the constraints; give independent ones"
        raise Refused(reason, names)
    return np.asarray(P)


def _solve_inputs(
    dynamics: Machine,
    state: State,
    when: _When,
    balance: tuple[Array, Array, tuple[Array, Array]],
    names: tuple[list[str], list[str]],
    shares: Shares | None,
) -> Array:
    """Inputs u with G u = need, for G with the scales of its rows and columns."""
    G, need, units = balance
    quantities, inputs = names
    even, scales = even_columns(G, units)
    inverse, rank = regular_inverse(even), len(inputs)
    if inverse is not None:
        u = (inverse @ (need / scales[0])) / scales[1]
    else:
        U, values, Vt = linear_algebra.svd(even, full_matrices=False)
        least = max(RANK_TOLERANCE * float(np.max(values, initial=0.0)), INPUT_ROUNDING)
        rank = int(np.sum(values > least))
        u = Vt[:rank].T @ ((U[:, :rank].T @ (need / scales[0])) / values[:rank]) / scales[1]
    missing = need - G @ u
    off, scale = float(np.abs(missing).max(initial=0.0)), 1.0
    if off > NOT_MET:
        scale = max(1.0, float(np.abs(G * u).max(initial=0.0)), float(np.abs(need).max(initial=0.0)))
    if off > NOT_MET * scale:
        numbers = [dynamics.equations.input_places[name] for name in inputs]
        if rank < len(quantities) and rank < usual_rank(dynamics, state, numbers):
            raise undriven(str(when), even, rank, names, scales)
        raise unmet(dynamics, str(when), missing, quantities)
    if shares is not None:
        found = within_limits(G, need, shares)
        if found.conflict:
            raise beyond_limits(str(when), found, inputs, shares)
        return found.u
    if rank < len(inputs):
        raise not_unique(dynamics, state, str(when), (even, rank), names, scales)
    return u


@dataclass(frozen=True, eq=False)
class _When:
    """The state in words, as refusals begin with it; it is read only for them."""

    dynamics: Machine
    state: State
    which: tuple[int, ...]

    def __str__(self) -> str:
        dynamics, state = self.dynamics, self.state
        placed = [k for k in self.which if dynamics.system.quantities[k].z is not None]
        own = dynamics.assembler.system  # without what is carried and its parameters
        z = read_state(own, state.t, state.q, state.v, dynamics.p[: own.p.numel()]).z
        pose_words = pose(dynamics, placed, [float(z[k]) for k in placed])
        return f"at this state ({pose_words})" if pose_words else "at this state"


def _refuse_currents(dynamics: Machine, stacked: Array) -> None:
    """Where only currents are open, say how to ask instead."""
    system = dynamics.system
    if all(system.moves(k) for k in range(system.n)):
        return  # there are none
    _, values, Vt = linear_algebra.svd(stacked)
    count = int(np.sum(values > RANK_TOLERANCE * values[0])) if values.size else 0
    weights = np.max(np.abs(Vt[count:]), axis=0, initial=0.0)
    names = [dynamics.speeds[k] for k in np.flatnonzero(weights > 1e-6)]
    bare = [dynamics.speeds[k] for k in np.flatnonzero(weights > 1e-6) if not system.moves(int(k))]
    if bare and len(bare) == len(names):
        reason = (
            f"at one state the inputs are not determined: they set the rates of {', '.join(bare)}, which the "
            "accelerations of the mechanism do not fix. Voltages need the currents' rates, hence how the accelerations "
            "change in time: give a prescribed motion, dynamics.inverse(lw.Motion({...}))"
        )
        raise Refused(reason, names)
