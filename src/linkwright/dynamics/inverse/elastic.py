"""Elastic shafts and belts along a prescribed motion: without twist, or twisted by the load that they carry.

A motion of the pose leaves the twists d of elastic couplings open. Taken as rigid, or as unloaded, d = 0 all along. In
statics they are wound up by the torque T that they transmit, while rates of d are neglected:

    K d = T,    that is    S_d^T (M v' - f) = 0    with d' = d'' = 0 in v and v'

where S_d are the speeds of the machine for d' = 1 with the prescribed quantities at rest, and f has the spring's -K d.
So d is found where the spring carries all of the load: by Newton steps, one number for each coupling and sample.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

import casadi as ca
import numpy as np

from linkwright.arrays import Array
from linkwright.dynamics.errors import Refused
from linkwright.dynamics.inverse.actuation import Shares
from linkwright.dynamics.inverse.following import Follower, Path
from linkwright.dynamics.inverse.forces import Forces, find
from linkwright.dynamics.inverse.loads import Loaded
from linkwright.dynamics.machine import Machine
from linkwright.dynamics.system.readings import Readings, read_states
from linkwright.dynamics.system.system import System, call_function, constraint_matrix
from linkwright.laws import Motion

Elastic = Literal["rigid", "unloaded", "static"]
"""How elastic couplings are taken where a question leaves their twists open."""

TRIAL = 1e-4
"""Twist (rad, m) at which the stiffness is read from the balance, which is linear in it: any size above rounding."""
STEPS_OF_TWISTS = 20
"""Newton steps to the static twist; each leaves of the error the share of the load that itself depends on the twist."""
TWIST_ROUNDING = 1e-12
"""Share of the size of twists and loads below which steps and stiffnesses are rounding, which leaves 1e-14."""
LAST_DIGITS = 64 * float(np.finfo(float).eps)
"""Share of the coordinates that rounding leaves: a twist is the difference of two angles that may be large."""


@dataclass(frozen=True, eq=False)
class Couplings:
    """How the elastic couplings of a machine are taken; `machine` is the one in which they are elastic."""

    taken: Elastic
    machine: Machine

    @property
    def twists(self) -> tuple[str, ...]:
        """Names of their twists."""
        equations = self.machine.equations
        return tuple(equations.show(f"{name}.twist") for name in equations.coupling_names)

    def refuse_at_state(self) -> None:
        """Refuse statics at a state, whose coordinates say how far couplings are twisted."""
        if self.taken == "static":
            reason = (
                'elastic="static" is a question along a motion: a state has twists of its own. Take elastic="rigid" '
                "at a state without twist, or give a Motion"
            )
            raise Refused(reason, list(self.twists))

    def trajectory(self) -> Refused:
        """The refusal of a run, which has twists of its own: which of its quantities are to be followed is open."""
        reason = (
            f"elastic={self.taken!r} and a trajectory, which has twists of its own: leave elastic out, or name the "
            "quantities to follow, lw.Motion.from_samples(run.time, {name: run[name]})"
        )
        return Refused(reason, list(self.twists))

    def in_words(self) -> str:
        """What was taken, for the certificate."""
        names = ", ".join(self.machine.equations.coupling_names)
        if self.taken == "rigid":
            return f'elastic="rigid": {names} taken as rigid'
        how = (
            "taken as unloaded, without twist; the loads are those of the machine with rigid couplings"
            if self.taken == "unloaded"
            else "twisted by the torque they carry over their stiffness; the rates of the twists are neglected"
        )
        return f'elastic="{self.taken}": {names} {how}'


@dataclass(frozen=True, eq=False)
class Wound:
    """A motion with twisted couplings: its path, forces and readings, and the follower of pose and twists."""

    path: Path
    forces: Forces
    read: Readings
    follower: Follower
    twists: Array

    def in_words(self) -> str:
        """The largest twist."""
        row, column = np.unravel_index(int(np.argmax(np.abs(self.twists))), self.twists.shape)
        name = self.follower.names[column - self.twists.shape[1]]
        unit = self.follower.dynamics.system.quantities[self.follower.numbers[column - self.twists.shape[1]]].unit
        return f"largest {name} {self.twists[row, column]:.4g} {unit} at t = {self.path.time[row]:.6g} s"


def wind(loaded: Loaded, follower: Follower, couplings: Couplings, known: Array, shares: Shares | None) -> Wound:
    """Twists under the static load along a motion that `follower` follows with rigid couplings."""
    motion, names = follower.motion, couplings.twists
    both = Motion({**motion.laws, **dict.fromkeys(names, 0.0)}, motion.duration, motion.samples)
    elastic = Follower.of(couplings.machine, both, follower.start)
    count = len(motion.names)
    balance = loaded.dynamics.system.cached("force of inertia and loads", lambda: _balance(loaded.dynamics.system))

    def at(twists: Array) -> tuple[Path, Forces, Array]:
        """Path, forces, and S_d^T (M v' - f): what the springs do not carry."""
        goals = elastic.goals.copy()
        goals[:, 0, count:] = twists
        path = replace(elastic, goals=goals).path(both.time, elastic.start)
        held = _held(path, follower, couplings.machine, count)
        forces, _ = find(loaded, follower, held, known, shares)
        P = np.broadcast_to(loaded.fixed, (len(path.time), len(loaded.fixed)))
        P = P if loaded.constant else loaded.values(path.time)
        rows = zip(path.time.tolist(), path.Q, forces.V, forces.U, P, forces.A, strict=True)
        force = np.array([call_function(balance, *row)[0].ravel() for row in rows])
        return path, forces, np.einsum("tkn,tn->tk", path.S[:, count:], force)

    twists = np.zeros((len(both.time), len(names)))
    missing = at(twists)[2]
    slopes = (at(twists + TRIAL)[2] - missing) / TRIAL
    _refuse_slack(couplings, slopes, missing)
    for _ in range(STEPS_OF_TWISTS):
        step = -missing / slopes
        twists = twists + step
        path, forces, missing = at(twists)
        if np.max(np.abs(step)) <= max(TWIST_ROUNDING * np.max(np.abs(twists)), LAST_DIGITS * np.max(np.abs(path.Q))):
            break
    else:
        worst = int(np.argmax(np.max(np.abs(step), axis=1)))
        reason = (
            f'{follower.when(float(both.time[worst]))}: elastic="static": the twists of {", ".join(names)} were not '
            "found: the load depends on them more than their springs do; take stiffer couplings, prescribe the pose "
            'instead of the drives, or take elastic="rigid"'
        )
        raise Refused(reason, list(names))
    system = couplings.machine.system
    read = read_states(system, path.time, path.Q, forces.V, forces.U, couplings.machine.p)
    return Wound(path, forces, read, elastic, twists)


def _balance(system: System) -> ca.Function:
    """(t, q, v, u, p, v') -> M v' - f."""
    a = ca.SX.sym("a", system.n)
    return system.function("balance", [system.M @ a - system.f], [a])


def _held(path: Path, follower: Follower, machine: Machine, count: int) -> Path:
    """A path of pose and twists as one of the pose alone, in the machine whose couplings hold the twists.

    Both have the same stacked rows of constraints and prescribed quantities; those of the twists are constraints here.
    """
    S = np.ascontiguousarray(path.S[:, :count])
    if not follower.open_speeds:
        return replace(path, S=S)
    system, names = follower.dynamics.system, set(machine.equations.coupling_names)
    at = (float(path.time[0]), path.Q[0], np.zeros(system.n), follower.dynamics.p)
    A = call_function(constraint_matrix(system), *at)[0]
    owners = [system.constraint_of_row(row).name for row in range(system.m)]
    order = list(machine.equations.coupling_names)
    L = np.empty((len(path.time), system.m, system.n))
    others = iter(range(path.L.shape[1]))
    for row, owner in enumerate(owners):
        if owner in names:
            twisted = path.S[:, count + order.index(owner)]
            L[:, row] = twisted / (A[row] @ twisted[0])  # the row is the twist by the ratio
        else:
            L[:, row] = path.L[:, next(others)]
    return replace(path, S=S, L=L)


def _refuse_slack(couplings: Couplings, slopes: Array, missing: Array) -> None:
    """Refuse couplings that no load winds up to a definite twist: those without stiffness."""
    stiff = np.min(slopes, axis=0) * TRIAL > TWIST_ROUNDING * np.max(np.abs(missing), axis=0)
    slack = [name for name, holds in zip(couplings.twists, stiff.tolist(), strict=True) if not holds]
    if slack:
        reason = (
            f'elastic="static": {", ".join(slack)} has no definite value under load: its coupling has no stiffness; '
            'give one, or take elastic="rigid"'
        )
        raise Refused(reason, slack)
