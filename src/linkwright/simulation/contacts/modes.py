"""Modes of a machine: which of its switched constraints hold (friction that sticks, stops at which a body rests).

All modes share coordinates, speeds, inputs and parameters; each has its own Dynamics, made when it is first entered.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import casadi as ca
import numpy as np

from linkwright.arrays import Array
from linkwright.dynamics import Dynamics, Refused, State
from linkwright.dynamics.answers.contacts import contact_expressions, contacts_of
from linkwright.dynamics.compiling import compiled_at
from linkwright.dynamics.joins.symbolic import solve_ldl
from linkwright.dynamics.plants.unrolled.pivoting import Choice
from linkwright.dynamics.plants.unrolled.pivotings import Choices
from linkwright.dynamics.plants.unrolled.recent import Recent
from linkwright.dynamics.scales import Scales, size_expression
from linkwright.dynamics.system.system import System, called
from linkwright.equations import STICKS, Equations, TieType, Uses
from linkwright.simulation.contacts.impact import free_mobility, held_back, mobility
from linkwright.simulation.contacts.shared_friction import FLAT, MOST_FACETS, facets, slack
from linkwright.symbolic import select_rows

WEAK_MOBILITY, EASILY = 1e-12, 1e-6
"""Mobility of a contact, over that with all parts free, below which others hold it, and above which friction is good to
hold for others; both are squares of the shares of speeds."""
ALIKE_MOTIONS = 1e-9
"""How far the square of the cosine between two motions may be from 1 for them to be one."""
CREEP = 1e-9
"""Speed (rad/s, or machine sizes/s) from which friction counts as moved that other constraints held at rest."""

RATE_STILL, RATE_ROUNDING = 1e-9, 1e-14
"""Shares of the rates that friction at its limit gives to a speed as it is held now, and to one of free parts, below
which the rate of that speed counts as none: forces at their limits are located to the first, and accelerations are
computed to the second."""

MOST_VALUES = 32
"""Sets of parameter values whose choices of pivots are kept for a mode."""


@dataclass(frozen=True, eq=False)
class Readings:
    """All contacts at a state in a mode, each an array: gap g, its rate phi, the rate of that, multiplier, limit.

    The gap of friction is 0; phi is the sliding speed. The multiplier of a constraint that is not held is 0. The limit
    is the greatest force of sticking, or the restitution. `shares[k, j]` is how much friction k, which is idle, moves
    with the motion that j holds (0 where it does not); `keeps` are the frictions that hold, without those that are
    idle.
    """

    g: Array
    phi: Array
    rate: Array
    force: Array
    limit: Array
    shares: Array
    keeps: tuple[int, ...]

    @property
    def capacity(self) -> Array:
        """Greatest force of sticking with what idle friction adds to it: limit_j + sum_k |shares_kj| limit_k."""
        return np.asarray(self.limit + np.abs(self.shares).T @ self.limit)

    @property
    def idle(self) -> list[int]:
        """Friction that is idle and moves with other friction."""
        return [int(k) for k in np.flatnonzero((np.abs(self.shares) > ALIKE_MOTIONS).any(axis=1))]

    @property
    def together(self) -> bool:
        """Whether several frictions are kept and others idle: what holds is known for all together only."""
        return len(self.keeps) > 1 and bool(self.idle)


def _only(uses: Uses[TieType], rows: Sequence[int]) -> Uses[TieType]:
    arrays = {kind: getattr(uses, kind)[list(rows)] for kind in ("q", "v", "u", "p", "d", "blocks", "module", "order")}
    return replace(uses, names=[uses.names[row] for row in rows], **arrays)


class Modes:
    """The modes of one machine, from its Dynamics without any switched constraint.

    `own` are those that this run has entered or tried, by the contacts that hold; `kept` says for each set of contacts
    which of them constrain something, as long as the mode lasts. Runs of one machine share what they compile, unless
    they are `alone`: the bits of a run that may have to be taken up elsewhere must not depend on runs before it.
    """

    def __init__(self, base: Dynamics, *, alone: bool = False) -> None:
        self.base, self.alone = base, alone
        self.all = contacts_of(base.system.equations)
        self.scales = Scales.of(base.system, base.p)
        self.sizes = np.array([self.scales.size if contact.sliding else 1.0 for contact in self.all])
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
            return self.base.at_values(p)
        made = self._made(held, state)
        return Dynamics(replace(made.plant, p=p, given=self.base.given))

    def independent(self, active: Iterable[int], state: State) -> tuple[int, ...]:
        """Those of the active contacts that constrain something beyond the others; `kept` remembers them.

        At its stop a slide needs no friction: what is left out is at rest by the others, and idle; stops are kept
        before friction. Of friction at several places of one freedom one is kept, and holds for all.
        """
        held = tuple(sorted(active))
        if held not in self.kept:
            self.kept[held] = self._independent(held, state) if held else ()
        return self.kept[held]

    def _independent(self, held: tuple[int, ...], state: State) -> tuple[int, ...]:
        """A contact of row r counts if r Y r > 0, with the mobility Y that those kept before it leave."""
        where = (state.t, state.q, state.v, np.zeros(len(self.base.inputs)), self.base.p)
        Y, rows = mobility(self.base, where), self.rows(where)
        least = WEAK_MOBILITY * (rows**2 @ free_mobility(self.base, where))
        kept: list[int] = []
        for easily, friction in ((1.0, False), (EASILY / WEAK_MOBILITY, True), (1.0, True)):
            for k in held:
                moved = float(rows[k] @ Y @ rows[k])
                if self.all[k].friction == friction and k not in kept and moved > easily * least[k]:
                    kept.append(k)
                    Y = held_back(Y, rows[k])
        several = sum(self.all[k].friction for k in kept)
        if facets(sum(self.all[k].friction for k in held), several) > MOST_FACETS:
            names = [self.all[k].name for k in held if self.all[k].friction]
            reason = (
                f"{', '.join(names)} would stick at once and hold {several} degrees of freedom, in too many "
                "combinations to tell which slides first; leave out friction that does not matter"
            )
            raise Refused(reason, names)
        return tuple(sorted(kept))

    def rows(self, where: tuple[float, Array, Array, Array, Array]) -> Array:
        """d phi / d v of all contacts."""
        system = self.base.system

        def make() -> ca.Function:
            return system.function("contact_rows", [ca.jacobian(self._expressions(system)[1], system.v)])

        return called(system.cached("contact rows", make), *where)[0]

    def _made(self, held: tuple[int, ...], state: State) -> Dynamics:
        """Dynamics with the contacts `held`, made once."""
        if held not in self.own:
            self.own[held] = self._compiled(held, state) if self.alone else self._shared(held, state)
        return self.own[held]

    def _shared(self, held: tuple[int, ...], state: State) -> Dynamics:
        """The mode as runs of this machine share it; choices of pivots only those with the same parameter values do."""
        made: Dynamics = self.base.system.cached(("mode", held), lambda: self._compiled(held, state))
        choices: Recent = made.system.cached("choices", lambda: Recent(MOST_VALUES))
        if not choices:
            choices[self._values(made.p)] = made.choices
        own = choices.get(self._values(self.base.p))
        if own is None:
            own = choices[self._values(self.base.p)] = Choices([], made.generic_rank)
        assert isinstance(own, Choices)
        return made.with_choices(own)

    def _values(self, p: Array) -> bytes:
        """Parameter values without the directions of friction, which change along a run."""
        places = [contact.place for contact in self.all if contact.friction]
        return np.delete(p, places).tobytes()

    def made_near(self, held: tuple[int, ...], near: State) -> Dynamics:
        """Dynamics with the contacts `held` as they are when they are made at this state; found again or made again."""
        found = self._shared(held, near)
        place = found.reference
        if place.t == near.t and np.array_equal(place.q, near.q) and np.array_equal(place.v, near.v):
            return found
        return self._compiled(held, near)

    def equations(self, held: Iterable[int]) -> Equations:
        """Equations of the machine with the constraints of contacts that hold."""
        equations = self.base.system.equations
        added = [_only(self.all[k].uses, [self.all[k].row]) for k in held]
        return replace(equations, ties=(*equations.ties, *added))

    def _compiled(self, held: tuple[int, ...], state: State) -> Dynamics:
        made = compiled_at(self.equations(held), self.base.join, state, self.base.given)
        made.system.cached("idle friction", lambda: self._idle(made, held, state))
        return made

    def _idle(self, made: Dynamics, held: tuple[int, ...], state: State) -> tuple[list[int], Array]:
        """Friction that cannot move while some contacts hold, and the sizes of all sliding speeds."""
        where = (state.t, state.q, state.v, np.zeros(len(self.base.inputs)), self.base.p)
        rows, alone = self.rows(where), free_mobility(self.base, where)
        free, now = (np.sum(rows * (rows @ mobility(d, where)), axis=1) for d in (self.base, made))
        sizes = np.sqrt(rows**2 @ alone)
        fixed = (now <= ALIKE_MOTIONS * free) | (free <= WEAK_MOBILITY * sizes**2)
        idle = [k for k, contact in enumerate(self.all) if contact.friction and k not in held and fixed[k]]
        return idle, np.maximum(sizes, FLAT * np.max(sizes))

    def read(self, dynamics: Dynamics, state: State, u: Array) -> Readings:
        """All contacts at a state in a mode."""
        choice = dynamics.choice_at(state, u)
        if "contacts" not in choice.engines:
            choice.engines["contacts"] = self._reading(choice)
        function = choice.engines["contacts"]
        g, phi, rate, force, limit, shares = called(function, state.t, state.q, state.v, u, dynamics.p)
        keeps = tuple(k for k in self._held(dynamics.system) if self.all[k].friction)
        return Readings(g.ravel(), phi.ravel(), rate.ravel(), force.ravel(), limit.ravel(), shares, keeps)

    def negligible(self, dynamics: Dynamics, where: tuple[float, Array, Array, Array, Array], here: Readings) -> Array:
        """Rates of all sliding speeds (m/s^2 or rad/s^2) that count as none in a mode, from limits and mobilities."""
        rows = self.rows(where)
        limit = np.where([contact.friction for contact in self.all], here.limit, 0.0)
        moved = np.sum(rows * (rows @ mobility(dynamics, where)), axis=1)
        alone = rows**2 @ free_mobility(self.base, where)
        rounding = RATE_ROUNDING * max(float(np.max(np.abs(here.rate))), float(np.max(alone * limit)))
        return np.asarray(RATE_STILL * moved * limit + rounding)

    def _reading(self, choice: Choice) -> ca.Function:
        system = choice.system
        g, phi, limit, _ = self._expressions(system)
        rate = system.rate(phi, choice.code.vdot)
        force, shares = self._forces(choice)
        return system.function("contacts", [g, phi, rate, force, limit, shares])

    def _expressions(self, system: System) -> tuple[ca.SX, ca.SX, ca.SX, ca.SX]:
        """Gap, rate, limit and direction of all contacts (each a column), in the symbols of a mode."""
        return contact_expressions(self.all, system)

    def expressions(self, system: System) -> ca.SX:
        """Gap, rate and limit of all contacts (a row each)."""
        return ca.horzcat(*self._expressions(system)[:3])

    def _held(self, system: System) -> dict[int, int]:
        """Row of each contact that holds in a mode, by its number."""
        rows = {tie.name: tie.rows[0] for tie in system.ties}
        base = {tie.name for tie in self.base.system.ties}
        return {k: rows[c.name] for k, c in enumerate(self.all) if c.name in rows and c.name not in base}

    def _forces(self, choice: Choice) -> tuple[ca.SX, ca.SX]:
        """Multipliers of the contacts that hold, and shares of idle friction in them.

        A^T l = M v' - f over the kept rows, and A^T s = the row of idle friction, both by weighted least squares.
        """
        system, held, count = choice.system, self._held(choice.system), len(self.all)
        result, shares = [ca.SX(0)] * count, ca.SX.zeros(count, count)
        if held:
            kept = list(choice.code.kept_rows)
            A = system.A[kept, :]
            spread = ca.sparsify(ca.DM(np.diag(1 / choice.weights)) @ A.T)
            idle, _ = self._idle_of(system)
            _, phi, _, direction = self._expressions(system)
            right = [system.M @ choice.code.vdot - system.f, *[ca.jacobian(phi[k], system.v).T for k in idle]]
            l, _ = solve_ldl(ca.sparsify(A @ spread), ca.densify(spread.T @ ca.horzcat(*right)))
            for j, row in held.items():
                result[j] = l[kept.index(row), 0]
                for column, k in enumerate(idle, 1):
                    if self.all[j].friction:
                        shares[k, j] = ca.if_else(direction[k] == STICKS, l[kept.index(row), column], 0)
        return ca.densify(ca.vertcat(*result)), ca.densify(shares)

    @staticmethod
    def _idle_of(system: System) -> tuple[list[int], Array]:
        """What `_idle` found when this mode was made."""
        found: tuple[list[int], Array] = system.cached("idle friction", lambda: ([], np.zeros(0)))
        return found

    def _slack(self, system: System, force: ca.SX, shares: ca.SX, limit: ca.SX) -> dict[int, ca.SX]:
        """What friction that sticks can hold beyond its force; where several hold with idle ones, of all in the first.

        Speeds are measured by their sizes, so that normals of facets are.
        """
        idle, sizes = self._idle_of(system)
        kept = [k for k in self._held(system) if self.all[k].friction]
        capacity = limit + ca.fabs(shares).T @ limit
        if len(kept) < 2 or not idle:
            return {k: capacity[k] - ca.fabs(force[k]) for k in kept}
        G = ca.vertcat(ca.SX.eye(len(kept)), shares[idle, kept] * ca.DM(sizes[kept] / sizes[idle][:, None]))
        room = slack(
            select_rows(force, kept) * sizes[kept], G, select_rows(limit, [*kept, *idle]) * sizes[[*kept, *idle]]
        )
        return {k: room if k == kept[0] else ca.SX(1) for k in kept}

    def values(self, choice: Choice) -> ca.SX:
        """What a run watches, positive while the mode lasts.

        Of friction that sticks what it can hold less its force, of friction that slides the speed in its direction; of
        a body at its stop the force of that, of one away from it the gap. Stops that are idle are not watched, of
        friction that is idle it is seen whether others begin to move it.
        """
        system = choice.system
        held, (force, shares) = self._held(system), self._forces(choice)
        g, phi, limit, direction = self._expressions(system)
        room = self._slack(system, force, shares, limit)
        found = []
        for k, contact in enumerate(self.all):
            if contact.friction:
                idle = direction[k] == STICKS
                creep = CREEP * (size_expression(system) if contact.sliding else 1.0)
                speed = ca.if_else(idle, creep - ca.fabs(phi[k]), direction[k] * phi[k])
                found.append(room[k] if k in held else speed)
            else:
                found.append(force[k] if k in held else g[k])
        return ca.vertcat(*found)
