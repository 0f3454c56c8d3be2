"""Random consistent states of any machine, and the same state in the coordinates of another formalism."""

from dataclasses import dataclass

import numpy as np

from linkwright.dynamics import Dynamics, Refused, State
from linkwright.dynamics.joins.kernels import SVD
from linkwright.dynamics.joins.numeric import eliminate
from linkwright.dynamics.system.readings import read_state
from linkwright.dynamics.system.system import call_function, matrices

MARGIN = 1e-4
"""Smallest rank margin of the states: nearer to a singular configuration every method loses digits."""


@dataclass(frozen=True, eq=False)
class Readings:
    """A state by the full names of quantities: positions, speeds, and time."""

    t: float
    positions: dict
    speeds: dict


def numbers(dynamics, state, u):
    """M, f, A, b as arrays."""
    M, f, A, b = call_function(matrices(dynamics.system), state.t, state.q, state.v, u, dynamics.p)
    return M, f.ravel(), A, b.ravel()


def margin(dynamics, state):
    """Smallest rank margin of all levels at a state."""
    _, _, A, b = numbers(dynamics, state, np.zeros(len(dynamics.inputs)))
    _, _, levels = eliminate(dynamics.system.modules, A, b, SVD())
    return min((level.found.margin for level in levels), default=np.inf)


def random_states(dynamics: Dynamics, count, seed, *, t=0.0, steps=6):
    """Walks along the degrees of freedom from the reference configuration, joints closed after each; random speeds.

    Euler parameters are given the sign with e0 >= 0, as they are read from a rotation matrix.
    """
    random = np.random.default_rng(seed)
    system = dynamics.system
    found, tries = [], 0
    while len(found) < count:
        tries += 1
        assert tries < 30 * count + 30, f"{dynamics.name}: no consistent states with rank margin above {MARGIN}"
        try:
            q = _walk(dynamics, random, t, steps)
            for group in system.units:
                q[group] *= np.where(q[group][0] < 0, -1.0, 1.0)
            v = _speeds(dynamics, random, t, q)
        except Refused:
            continue
        state = dynamics.state(q, v, t)
        if margin(dynamics, state) > MARGIN:
            found.append(state)
    return found


def _dof(dynamics, t, q, v):
    state = State(t, q, v)
    _, _, A, b = numbers(dynamics, state, np.zeros(len(dynamics.inputs)))
    S, _, _ = eliminate(dynamics.system.modules, A, b, SVD())
    N = dynamics.assembler.problem(t, dynamics.p).evaluate(q[None])[2][0]
    return S, N


def _walk(dynamics, random, t, steps):
    """Steps along the degrees of freedom; one whose joints close only far from where it leads is halved."""
    q = np.array(dynamics.assembler.close(t, dynamics.reference.q, dynamics.p))
    for _ in range(steps):
        S, N = _dof(dynamics, t, q, np.zeros(dynamics.system.n))
        step = N @ (S @ random.normal(size=S.shape[1]))
        step *= min(1.0, 0.2 / np.max(np.abs(step), initial=1e-12))
        for share in 0.5 ** np.arange(6):
            ahead = q + share * step
            closed = np.array(dynamics.assembler.close(t, ahead, dynamics.p))
            if np.max(np.abs(closed - ahead), initial=0.0) < 0.5:
                q = closed
                break
    return q


def _speeds(dynamics, random, t, q):
    """Random speeds along the DOF, then Newton on the velocity constraints (which may be moving ones)."""
    S, _ = _dof(dynamics, t, q, np.zeros(dynamics.system.n))
    v = S @ (1.5 * random.normal(size=S.shape[1]))
    for _ in range(30):
        step, size = dynamics.assembler.speed_step(t, q, v, dynamics.p)
        v = v + step
        if size < 1e-12 * max(1.0, float(np.max(np.abs(v), initial=0.0))):
            return v
    raise Refused("no speeds found")


def readings(dynamics, state):
    """All quantities of a state by full name."""
    positions, speeds = {}, {}
    for quantity in dynamics.system.quantities:
        speeds[quantity.full] = state.speeds[quantity.name]
        if quantity.z is not None:
            positions[quantity.full] = state.positions[quantity.name]
    return Readings(state.t, positions, speeds)


def same_state(dynamics, read, length=1.0):
    """The state with these readings in the coordinates of another formalism: each is a named quantity.

    Variables that only a machine's own redundant set has (`chi3`, mass centres) are not among the readings; they follow
    from the others by closing the joints.
    """
    system = dynamics.system
    q, v = np.full(system.q.numel(), np.nan), np.full(system.n, np.nan)
    new = [quantity.full for quantity in system.quantities if quantity.full not in read.speeds]
    if new:
        own = [quantity for quantity in system.quantities if quantity.q_index >= 0 and quantity.full not in new]
        return dynamics.assemble(
            {quantity.full: read.positions[quantity.full] for quantity in own},
            {quantity.full: read.speeds[quantity.full] for quantity in own},
        )
    for quantity in system.quantities:
        if quantity.q_index >= 0:
            q[quantity.q_index] = read.positions[quantity.full]
        if quantity.v_index >= 0:
            v[quantity.v_index] = read.speeds[quantity.full]
    nameless = [n for n, x in zip((*dynamics.coordinates, *dynamics.speeds), (*q, *v), strict=True) if np.isnan(x)]
    assert not nameless, f"{dynamics.name}: coordinates or speeds without a quantity: {nameless}"
    state = dynamics.state(q, v, read.t)
    _, _, gap, slip, *_ = read_state(system, read.t, q, v, dynamics.p)
    # positions were closed to rounding in other coordinates; `length` (a metre) or a radian is the scale of machines
    assert np.max(np.abs(gap), initial=0.0) < 1e-11 * length, (dynamics.equations.provenance, "the joints do not close")
    assert np.max(np.abs(slip), initial=0.0) < 1e-10 * length, (dynamics.equations.provenance, "the speeds do not fit")
    return state
