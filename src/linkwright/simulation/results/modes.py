"""Which mode each sample of a trajectory is in: what of friction sticks, in which direction it slides, what rests.

A run writes down how friction and stops began and every change of theirs; between two changes nothing switches. At the
time of a change it is the mode that follows, unless the state there is still the one before an impact.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import Any, Literal

import casadi as ca
import numpy as np

from linkwright.arrays import Array
from linkwright.dynamics import Dynamics, State
from linkwright.dynamics.answers import Balance, balance, read_contacts
from linkwright.dynamics.system import System
from linkwright.equations import STICKS
from linkwright.simulation.contacts.modes import Instant, Modes
from linkwright.trajectory import Trajectory
from linkwright.trajectory.events import MODES, Packed, from_plain

HOLDS = ("sticks", "rests")
"""Modes in which a constraint holds."""
SLIDING_UNSURE = 1e-6
"""Sliding speed, over the largest of the motion (lengths in machine sizes), that says nothing about a direction:
resampling leaves so much."""
Flags = np.ndarray[Any, np.dtype[np.bool_]]
Mapped = Callable[[ca.Function], list[Array]]
FEW_IN_A_MODE = 64
"""Up to so many samples of a mode are evaluated one by one; for more a loop is compiled."""


@dataclass(frozen=True, eq=False)
class Group:
    """Samples that share a mode: their numbers, the Dynamics of the mode, and the numbers of contacts that hold."""

    rows: np.ndarray[Any, np.dtype[np.int64]]
    dynamics: Dynamics
    held: tuple[int, ...]
    modes: Modes | None

    @cached_property
    def balance(self) -> Balance:
        """Free-body balance with the forces of all that holds, also of what others hold as well."""
        base = self.dynamics if self.modes is None else self.modes.base
        if self.modes is None or not self.held:
            found: Balance = base.system.cached("balance", lambda: balance(base.system))
        else:
            modes, held = self.modes, self.held
            found = base.system.cached(("balance", held), lambda: balance(System(modes.equations(held))))
        return found

    def accelerations(self, time: Array, Q: Array, V: Array, U: Array) -> Array:
        """v' of its samples."""
        dynamics, system = self.dynamics, self.dynamics.system
        whole = ca.vertcat(ca.vec(system.M), system.f, ca.vec(system.A), system.b)
        if not ca.depends_on(whole, system.t) and (len(time) > FEW_IN_A_MODE or self.modes is None):
            return dynamics.functions.forward(Q, V, U)
        rows = zip(time, Q, V, U, strict=True)
        return np.array([dynamics.accelerations(dynamics.state(q, v, float(t)), u) for t, q, v, u in rows])


def groups_of(
    dynamics: Dynamics, motion: Trajectory, states: tuple[Array, Array, Array], mapped: Mapped
) -> list[Group]:
    """The samples of a motion, of states (Q, V, U), by the mode they are in; refuses those whose mode is not known."""
    if not dynamics.equations.switched:
        return [Group(np.arange(len(motion.time)), dynamics, (), None)]
    modes = Modes(dynamics)
    look = _Look(modes, motion.time, states, mapped)
    modes_before = motion.provenance.get("modes")
    if modes_before is None:
        look.refuse_undecided()
        held, directions = np.zeros(look.phi.shape, dtype=bool), np.where(look.sliding, np.sign(look.phi), 0.0)
    else:
        held, directions = look.modes_at_samples(modes_before, from_plain(motion.provenance.get("events", ())))
    found, count = [], len(modes.all)
    kinds, which = np.unique(np.column_stack([held, directions]), axis=0, return_inverse=True)
    for number, kind in enumerate(kinds):
        rows = np.flatnonzero(which.ravel() == number)
        some = tuple(np.flatnonzero(kind[:count]).tolist())
        first = State(float(motion.time[rows[0]]), states[0][rows[0]], states[1][rows[0]])
        found.append(Group(rows, modes.dynamics(some, kind[count:].tolist(), modes.at(first)), some, modes))
    return found


class _Look:
    """Gaps g and sliding speeds phi (samples, contacts) of all contacts along a motion."""

    def __init__(self, modes: Modes, time: Array, states: tuple[Array, Array, Array], mapped: Mapped) -> None:
        self.modes, self.time, self.states = modes, time, states
        system = modes.base.system
        function = system.cached("contact values", lambda: system.function("values", [modes.expressions(system)]))
        values = mapped(function)[0].reshape(len(time), len(modes.all), 3)
        self.g, self.phi = values[:, :, 0], values[:, :, 1]
        self.sliding = np.array([contact.friction for contact in modes.all])
        fastest = float(np.max(np.abs(states[1]) / modes.scales.speeds, initial=1e-3))
        self.slow = SLIDING_UNSURE * fastest * modes.sizes

    def refuse_undecided(self) -> None:
        """Refuse a motion that no run has decided where it is at rest or at a stop."""
        Q, V, _ = self.states
        open_ = read_contacts(self.modes.base, self.time, Q, V).undecided
        if open_.any():
            row, k = np.argwhere(open_)[0]
            name = self.modes.all[k].name
            raise ValueError(
                f"the trajectory does not say what {name} does, and at t = {self.time[row]:.9g} s its state does not "
                "decide whether it holds; give the trajectory of a run (lw.simulate)"
            )

    def modes_at_samples(self, modes_before: Mapping[str, Mapping[str, str]], found: Packed) -> tuple[Flags, Array]:
        """What holds, and the direction of all friction, at each sample."""
        names = [contact.name for contact in self.modes.all]
        if sorted(names) != sorted(modes_before):
            raise ValueError(
                f"the trajectory is of a machine with {', '.join(sorted(modes_before)) or 'no friction or stops'}, "
                f"this one has {', '.join(sorted(names))}; give the dynamics that it was computed with"
            )
        held, directions = self._modes(modes_before, found, "right")
        free = self.sliding & ~held
        turned = free & ((directions * self.phi < -self.slow) | (directions == 0) & (np.abs(self.phi) > self.slow))
        against = turned | held & (np.abs(self.phi) > self.slow)
        struck = np.isin(self.time, found.times) & against.any(axis=1)
        if struck.any():  # the state is the one before an impact at this time
            before = self._modes(modes_before, found, "left")
            held[struck], directions[struck] = before[0][struck], before[1][struck]
        return self._decide_directions(held, directions)

    def _modes(
        self, modes_before: Mapping[str, Mapping[str, str]], found: Packed, side: Literal["left", "right"]
    ) -> tuple[Flags, Array]:
        """What holds, and directions by the largest speed between two changes; 0 where that is none."""
        held, directions = np.zeros(self.phi.shape, dtype=bool), np.zeros(self.phi.shape)
        for k, contact in enumerate(self.modes.all):
            own, count = self._changes(contact.name, found, side)
            words = [MODES.get(what, "") for _, what in found.kinds]
            holds = np.array([modes_before[contact.name]["start"] in HOLDS, *[word in HOLDS for word in words]])
            held[:, k] = holds[np.append(-1, found.codes[own])[count] + 1]
            if contact.friction:
                phi = self.phi[:, k]
                if side == "right":  # the state there may still be that before an impact
                    phi = np.where(np.isin(self.time, found.times[own]), 0.0, phi)
                _, starts, which = np.unique(count, return_index=True, return_inverse=True)
                most, least = np.maximum.reduceat(phi, starts), np.minimum.reduceat(phi, starts)
                moves = np.maximum(most, -least) > self.slow[k]
                directions[:, k] = np.where(moves, np.where(most > -least, 1.0, -1.0), 0.0)[which.reshape(-1)]
        return held, np.where(held & self.sliding, STICKS, directions)

    def _changes(self, name: str, found: Packed, side: Literal["left", "right"]) -> tuple[Any, Any]:
        """Numbers of the changes of a contact among all events, and how many of them each sample has had."""
        codes = [code for code, kind in enumerate(found.kinds) if kind[0] == name and kind[1] in MODES]
        own = np.flatnonzero(np.isin(found.codes, codes))
        count = np.searchsorted(found.times[own], self.time, side=side)
        if found.missing:
            lost = (self.time >= found.times[found.first - 1]) & (np.append(-1, own)[count] < found.first)
            if lost.any():
                raise ValueError(
                    f"of this run, {found.missing} events are not kept, so what {name} does at t = "
                    f"{self.time[lost][0]:.9g} s is not known; slice the part that is known, or simulate it alone"
                )
        return own, count

    def _decide_directions(self, held: Flags, directions: Array) -> tuple[Flags, Array]:
        """Directions of friction that has just begun to slide: those in which it is accelerated."""
        for row in np.flatnonzero(((directions == 0) & self.sliding).any(axis=1)).tolist():
            unknown = np.flatnonzero((directions[row] == 0) & self.sliding)
            best, worst = directions[row], -np.inf
            for signs in product((1.0, -1.0), repeat=len(unknown)):
                tried = directions[row].copy()
                tried[unknown] = signs
                least = float(np.min(np.array(signs) * self._rates(row, held[row], tried)[unknown]))
                if least > worst:
                    best, worst = tried, least
            if worst < -1.0:
                names = ", ".join(self.modes.all[k].name for k in unknown)
                raise ValueError(
                    f"in which direction {names} slides at t = {self.time[row]:.9g} s is not known from the samples; "
                    "give a trajectory with more of them"
                )
            directions[row] = best
        return held, directions

    def _rates(self, row: int, held: Flags, directions: Array) -> Array:
        """Rates of all sliding speeds, over those that count as none."""
        q, v, u = (values[row] for values in self.states)
        at = Instant(State(float(self.time[row]), q, v), u, self.modes.base.p)
        mode = self.modes.dynamics(np.flatnonzero(held).tolist(), directions.tolist(), at)
        here = self.modes.read(mode, at)
        none = self.modes.negligible(mode, at, here)
        return np.asarray(here.rate / np.maximum(none, np.finfo(float).tiny))
