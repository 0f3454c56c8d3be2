"""Modes of a machine: which of its switched constraints hold (friction that sticks, stops at which a body rests).

All modes share coordinates, speeds, inputs and parameters; each has its own Dynamics, made when it is first entered.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import casadi as ca
import numpy as np

from linkwright.dynamics import Dynamics, Refused, State
from linkwright.dynamics.choice import Choice
from linkwright.dynamics.compiler import compiled_at
from linkwright.dynamics.rank import Array
from linkwright.dynamics.straight import solve_ldl
from linkwright.dynamics.system import System, called
from linkwright.equations import STICKS, Equations, TieType, Uses

CREEP = 1e-9
"""Speed (m/s or rad/s) from which friction counts as moved that other constraints held at rest."""


@dataclass(frozen=True, eq=False)
class Contact:
    """One switched constraint: its name, its kind, its use of a type, and where its direction is among the parameters.

    `place` is -1 for a stop.
    """

    name: str
    kind: str
    uses: Uses[TieType]
    row: int
    place: int

    @property
    def friction(self) -> bool:
        """Whether it is friction; else it is a stop."""
        return self.kind == "friction"


@dataclass(frozen=True, eq=False)
class Readings:
    """All contacts at a state in a mode, each an array: gap g, its rate phi, the rate of that, multiplier, limit.

    The gap of friction is 0; phi is the sliding speed. The multiplier of a constraint that is not held is 0. The limit
    is the greatest force of sticking, or the restitution.
    """

    g: Array
    phi: Array
    rate: Array
    force: Array
    limit: Array


def contacts_of(equations: Equations) -> tuple[Contact, ...]:
    """All switched constraints of a machine."""
    found = []
    for uses in equations.switched:
        switch = uses.type.switch
        assert switch is not None
        at = -1
        if switch.direction is not None:
            symbols: list[Any] = uses.type.local.p.nonzeros()
            wanted = switch.direction.element_hash()
            at = next(k for k, symbol in enumerate(symbols) if symbol.element_hash() == wanted)
        for row, name in enumerate(uses.names):
            place = int(uses.p[row, at]) if at >= 0 else -1
            full = equations.full_name(int(uses.module[row]), name)
            found.append((int(uses.order[row]), Contact(full, switch.kind, uses, row, place)))
    return tuple(contact for _, contact in sorted(found, key=lambda pair: pair[0]))


def _only(uses: Uses[TieType], rows: Sequence[int]) -> Uses[TieType]:
    arrays = {kind: getattr(uses, kind)[list(rows)] for kind in ("q", "v", "u", "p", "d", "blocks", "module", "order")}
    return replace(uses, names=[uses.names[row] for row in rows], **arrays)


class Modes:
    """The modes of one machine, from its Dynamics without any switched constraint.

    `own` are those that this run has entered or tried, by the contacts that hold; `kept` says for each set of contacts
    which of them constrain something. Runs of one machine share what they compile, unless they are `alone`: the bits of
    a run that may have to be taken up elsewhere must not depend on runs before it.
    """

    def __init__(self, base: Dynamics, *, alone: bool = False) -> None:
        self.base, self.alone = base, alone
        self.all = contacts_of(base.system.equations)
        self.own: dict[tuple[int, ...], Dynamics] = {}
        self.kept: dict[tuple[int, ...], tuple[int, ...]] = {}

    def dynamics(self, active: Iterable[int], directions: Sequence[float], state: State) -> Dynamics:
        """Dynamics in the mode where the contacts `active` hold, with the directions of friction as parameters."""
        held = self.independent(active, state)
        p = self.base.p.copy()
        for contact, direction in zip(self.all, directions, strict=True):
            if contact.friction:
                p[contact.place] = direction
        if not held:
            return replace(self.base, p=p)
        made = self._made(held, state)
        return replace(made, p=p, given=self.base.given)

    def independent(self, active: Iterable[int], state: State) -> tuple[int, ...]:
        """Those of the active contacts that constrain something beyond the others.

        At its stop a slide needs no friction: what is left out is at rest by the others, and idle; stops are kept
        before friction.
        """
        held = tuple(sorted(active))
        if held not in self.kept:
            shared: dict[tuple[int, ...], tuple[int, ...]] = self.base.system.cached("independent contacts", dict)
            if self.alone or held not in shared:
                shared[held] = self._independent(held, state)
            self.kept[held] = shared[held]
        return self.kept[held]

    def _independent(self, held: tuple[int, ...], state: State) -> tuple[int, ...]:
        kept: tuple[int, ...] = ()
        for k in sorted(held, key=lambda k: (self.all[k].friction, k)):
            more = tuple(sorted((*kept, k)))
            made = self._made(more, state)
            if len(made.current_choice.code.dropped_rows) <= self._dropped_alone:
                kept = more
            elif self.all[k].friction and any(self.all[other].friction for other in kept):
                self._refuse_shared(k, kept, state)
        return kept

    @property
    def _dropped_alone(self) -> int:
        return len(self.base.current_choice.code.dropped_rows)

    def _refuse_shared(self, k: int, kept: tuple[int, ...], state: State) -> None:
        """Refuse friction whose motion other friction holds: how they share the force is not determined."""
        stops = tuple(other for other in kept if not self.all[other].friction)
        alone = self._made(tuple(sorted((*stops, k))), state)
        if len(alone.current_choice.code.dropped_rows) > self._dropped_alone:
            return  # stops hold it
        name = self.all[k].name
        reason = (
            f"{name} cannot stick here: other friction holds the same motion already, so the force of each is not "
            "determined; two frictions on one motion are one friction"
        )
        raise Refused(reason, [name])

    def _made(self, held: tuple[int, ...], state: State) -> Dynamics:
        """Dynamics with the contacts `held`, made once."""
        if held not in self.own:
            self.own[held] = self._compiled(held, state) if self.alone else self._shared(held, state)
        return self.own[held]

    def _shared(self, held: tuple[int, ...], state: State) -> Dynamics:
        made: Dynamics = self.base.system.cached(("mode", held), lambda: self._compiled(held, state))
        return made

    def made_near(self, held: tuple[int, ...], near: State) -> Dynamics:
        """Dynamics with the contacts `held` as they are when they are made at this state; found again or made again."""
        found = self._shared(held, near)
        place = found.reference
        if place.t == near.t and np.array_equal(place.q, near.q) and np.array_equal(place.v, near.v):
            return found
        return self._compiled(held, near)

    def _compiled(self, held: tuple[int, ...], state: State) -> Dynamics:
        equations = self.base.system.equations
        added = [_only(self.all[k].uses, [self.all[k].row]) for k in held]
        with_ties = replace(equations, ties=(*equations.ties, *added))
        return compiled_at(with_ties, self.base.join, state, self.base.given)

    def read(self, dynamics: Dynamics, state: State, u: Array) -> Readings:
        """All contacts at a state in a mode."""
        choice = dynamics.choice_at(state, u)
        if "contacts" not in choice.engines:
            choice.engines["contacts"] = self._reading(choice)
        function = choice.engines["contacts"]
        values = called(function, state.t, state.q, state.v, u, dynamics.p)
        return Readings(*[value.ravel() for value in values])

    def _reading(self, choice: Choice) -> ca.Function:
        system = choice.system
        g, phi, limit, _ = self._expressions(system)
        rate = system.rate(phi, choice.code.vdot)
        return system.function("contacts", [g, phi, rate, self._forces(choice), limit])

    def _expressions(self, system: System) -> tuple[ca.SX, ca.SX, ca.SX, ca.SX]:
        """Gap, rate, limit and direction of all contacts (each a column), in the symbols of a mode."""
        columns: list[list[ca.SX]] = [[], [], [], []]
        for contact in self.all:
            kind = contact.uses.type
            assert kind.switch is not None
            direction = ca.SX(0) if kind.switch.direction is None else kind.switch.direction
            gap = kind.g if kind.g.numel() else ca.SX(0)
            found = system.at_use(contact.uses, contact.row, [gap, kind.phi, kind.switch.limit, direction])
            for column, expression in zip(columns, found, strict=True):
                column.append(ca.densify(expression))
        g, phi, limit, direction = (ca.vertcat(*column) for column in columns)
        return g, phi, limit, direction

    def expressions(self, system: System) -> ca.SX:
        """Gap, rate and limit of all contacts (a row each)."""
        return ca.horzcat(*self._expressions(system)[:3])

    def _held(self, system: System) -> dict[int, int]:
        """Row of each contact that holds in a mode, by its number."""
        rows = {tie.name: tie.rows[0] for tie in system.ties}
        base = {tie.name for tie in self.base.system.ties}
        return {k: rows[c.name] for k, c in enumerate(self.all) if c.name in rows and c.name not in base}

    def _forces(self, choice: Choice) -> ca.SX:
        """Multipliers of the contacts that hold: A^T l = M v' - f over the kept rows, by weighted least squares."""
        system, held = choice.system, self._held(choice.system)
        result = [ca.SX(0)] * len(self.all)
        if held:
            kept = list(choice.code.kept_rows)
            A = system.A[kept, :]
            spread = ca.sparsify(ca.DM(np.diag(1 / choice.weights)) @ A.T)
            rest = ca.densify(system.M @ choice.code.vdot - system.f)
            l, _ = solve_ldl(ca.sparsify(A @ spread), ca.densify(spread.T @ rest))
            for k, row in held.items():
                result[k] = l[kept.index(row)]
        return ca.densify(ca.vertcat(*result))

    def values(self, choice: Choice) -> ca.SX:
        """What a run watches, positive while the mode lasts.

        Of friction that sticks its limit less its force, of friction that slides the speed in its direction; of a body
        at its stop the force of that, of one away from it the gap. Stops that are idle are not watched, of friction
        that is idle it is seen whether others begin to move it.
        """
        system = choice.system
        held, force = self._held(system), self._forces(choice)
        g, phi, limit, direction = self._expressions(system)
        found = []
        for k, contact in enumerate(self.all):
            if contact.friction:
                idle = direction[k] == STICKS
                speed = ca.if_else(idle, CREEP - ca.fabs(phi[k]), direction[k] * phi[k])
                found.append(limit[k] - ca.fabs(force[k]) if k in held else speed)
            else:
                found.append(force[k] if k in held else g[k])
        return ca.vertcat(*found)
