"""Sensitivities at a start where contacts hold: friction that sticks, a body that rests at its stop.

A start that is a little beside does not stay there: what slides slowly is brought to rest by friction, what is a little
off its stop falls on it, both within a time that vanishes with the change. So the change at the start loses what the
first mode holds, by impulses L of its constraints:

    M dq+ = M dq + G^T L, G dq+ + g_p dp = 0        M dv+ = M dv + A^T L, A dv+ + phi_q dq+ + phi_p dp = 0

where dq stands for the motion N dq of coordinates. The energy of what is lost is a loss.
"""

from __future__ import annotations

import casadi as ca
import numpy as np

from linkwright import linear_algebra
from linkwright.arrays import Array
from linkwright.dynamics import Refused
from linkwright.dynamics.system import System, call_function
from linkwright.simulation.loop.run import Run
from linkwright.simulation.sensitivities.jumps import NULL_SHARE


def held_changes(run: Run, S: Array, dp: Array) -> Array | None:
    """S+ (k, n) of changes S of the state at the start and dp of the parameters; None where no contact holds."""
    system, layout = run.dynamics.system, run.layout
    if not np.array_equal(run.saved_states[0], run.state.y):
        raise Refused(
            "a contact strikes at the start, and sensitivities do not go through that: begin a little before or after"
        )
    if system is run.base.system:
        return None
    function: ca.Function = system.cached("change of a held start", lambda: _function(system))
    where = run.arguments(run.now, run.state.y)
    changed = S.copy()
    for row, p in zip(changed, dp, strict=True):
        dq, dv = row[layout.coordinates].copy(), row[layout.speeds].copy()
        M, N, G, A, off, _, before = call_function(function, *where, dq, dv, p)
        dq += N @ _least(M, G, off.ravel())
        drift = call_function(function, *where, dq, dv, p)[5]
        dv += _least(M, A, drift.ravel())
        after = call_function(function, *where, dq, dv, p)[6]
        row[layout.coordinates], row[layout.speeds] = dq, dv
        row[layout.works.start + 1] += float((after - before).item())
    return changed


def _least(M: Array, A: Array, off: Array) -> Array:
    """The least d, by inertia, with A d = -off."""
    if not np.any(off):
        return np.zeros(len(M))
    K = np.block([[M, A.T], [A, np.zeros((len(A), len(A)))]])
    return np.asarray(linear_algebra.lstsq(K, np.append(np.zeros(len(M)), -off), rcond=NULL_SHARE)[0][: len(M)])


def _function(system: System) -> ca.Function:
    """(t, q, v, u, p, dq, dv, dp) -> M, N, G, A, changes of gaps, of speeds of constraints and of the energy."""
    parts = {"dq": system.q, "dv": system.v, "dp": system.p}
    dq, dv, dp = (ca.SX.sym(name, part.numel()) for name, part in parts.items())
    symbols, changes = ca.vertcat(*parts.values()), ca.vertcat(dq, dv, dp)
    energy = system.kinetic + system.potential
    outputs = [system.M, system.N, system.A[list(system.g_rows), :], system.A]
    outputs += [ca.jtimes(values, symbols, changes) for values in (system.g, system.phi, energy)]
    return system.function("held_start", [ca.densify(each) for each in outputs], [dq, dv, dp])
