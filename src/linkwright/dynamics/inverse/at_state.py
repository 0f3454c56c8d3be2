"""Inverse dynamics at one state, on LAPACK."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from linkwright.arrays import Array
from linkwright.dynamics.answers.shared_drives import INPUT_ROUNDING, even_columns, unit_scales, usual_rank
from linkwright.dynamics.answers.terms import speed_functions
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
from linkwright.dynamics.rank import RANK_TOLERANCE, Scales
from linkwright.dynamics.state import State
from linkwright.dynamics.system.readings import read_state, targets_of
from linkwright.dynamics.system.system import call_function, matrices
from linkwright.symbolic import jacobian
from linkwright.trajectory import Certificate

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
    known = np.nan_to_num(fixed)
    M, _, A, b = call_function(matrices(system), state.t, state.q, state.v, known, dynamics.p)
    _, J, drift = call_function(speed_functions(system), state.t, state.q, state.v, dynamics.p)
    which = list(targets)
    refuse_states(system, which)
    names = [system.quantities[k].name for k in which]
    wanted = np.array(list(targets.values()))
    when = _When(dynamics, state, tuple(which))
    scales = Scales.of(system, dynamics.p)
    rows = np.concatenate([scales.rows, scales.rates[which]])
    stacked = np.vstack([A, J[which]])
    slopes = scales.slopes(stacked, rows)
    _refuse_currents(dynamics, system.holding_states(slopes))
    U, values, Vt = factors = np.linalg.svd(slopes)
    kind = "set of accelerations"
    check_independent(system, A, J[which], which, scales=scales, when=when, kind=kind, factors=factors)
    right = np.concatenate([b.ravel(), wanted - drift.ravel()[which]])
    # Accelerations by all constraints and the quantities named, x = P right: v', and for right = (0, 1) the free
    # directions T, by the quantities named, so that what is missing can be said in them.
    count = int(np.sum(values > RANK_TOLERANCE * values[0]))
    P = scales.speeds[:, None] * ((Vt[:count].T / values[:count]) @ U[:, :count].T) / rows
    vdot, T = P @ right, P[:, len(A) :]
    missed = np.abs(stacked @ vdot - right) / rows
    if np.max(missed, initial=0.0) > NOT_MET * max(1.0, float(np.max(np.abs(right / rows), initial=0.0))):
        reason = f"{when}: the accelerations of {', '.join(names)} contradict the constraints; give independent ones"
        raise Refused(reason, names)
    sought = np.isnan(fixed)
    inputs = [name for name, free in zip(dynamics.inputs, sought, strict=True) if free]
    part = None if shares is None else shares.of(sought)
    slope = system.cached("B", lambda: system.function("B", [jacobian(system.f, system.u)]))
    result, before = known.copy(), None
    # Newton; where inputs enter linearly the first step is the answer, and what is missing then says so
    for _ in range(MOST_NEWTON_FOR_INPUTS):
        B = call_function(slope, state.t, state.q, state.v, result, dynamics.p)[0][:, sought]
        f = call_function(matrices(system), state.t, state.q, state.v, result, dynamics.p)[1].ravel()
        G, missing = T.T @ B, T.T @ (M @ vdot - f)
        terms = np.abs(T.T) @ (np.abs(M) @ np.abs(vdot) + np.abs(f))
        if before is not None and np.array_equal(B, before) and np.all(np.abs(missing) <= NEWTON_ENDS * terms):
            break
        need, before = missing + G @ result[sought], B
        u = _solve_inputs(dynamics, state, when, (G, need, unit_scales(M, T.T, B)), (names, inputs), part)
        step = float(np.max(np.abs(u - result[sought]), initial=0.0))
        result[sought] = u
        if step <= NEWTON_ENDS * max(1.0, float(np.max(np.abs(u), initial=0.0))):
            break
    found = dynamics.accelerations(state, result)
    scale = max(1.0, float(np.max(np.abs(vdot), initial=0.0)))
    mechanical = np.delete(np.abs(found - vdot), system.states)  # rates of states follow from the state and inputs
    off = float(np.max(mechanical, initial=0.0)) / scale
    if not off <= VERIFIED:
        reason = (
            f"{when}: the inputs found do not give the accelerations back: forward dynamics differs by {off:.3g} "
            f"(relative), more than {VERIFIED:g}; the state is near a singular configuration, or masses differ too much"
        )
        raise Refused(reason, names)
    answer = InputsFound(zip(dynamics.inputs, result.tolist(), strict=True))
    answer.certificate = Certificate(forward_residual=off)
    return answer


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
    U, values, Vt = np.linalg.svd(even, full_matrices=False)
    least = max(RANK_TOLERANCE * float(np.max(values, initial=0.0)), INPUT_ROUNDING)
    rank = int(np.sum(values > least))
    u = Vt[:rank].T @ ((U[:, :rank].T @ (need / scales[0])) / values[:rank]) / scales[1]
    missing = need - G @ u
    terms = float(np.max(np.abs(G) * np.abs(u), initial=0.0))
    scale = max(1.0, terms, float(np.max(np.abs(need), initial=0.0)))
    if np.max(np.abs(missing), initial=0.0) > NOT_MET * scale:
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
    return np.asarray(u)


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
    _, values, Vt = np.linalg.svd(stacked)
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
