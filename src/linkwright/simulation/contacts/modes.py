"""Modes of a machine: which of its switched constraints hold (friction that sticks, stops at which a body rests).

All modes share coordinates, speeds, inputs and parameters. What is derived and compiled of a mode belongs to the
machine; its Dynamics, whose first pivots are taken where it is first entered, belongs to a run.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, TypeAlias, TypeVar

import casadi as ca
import numpy as np

from linkwright.arrays import Array
from linkwright.dynamics import Dynamics, Refused, State
from linkwright.dynamics.answers import contact_expressions, contacts_of
from linkwright.dynamics.closure import Assembler
from linkwright.dynamics.joins import solve_ldl
from linkwright.dynamics.plant import Question
from linkwright.dynamics.plants.unrolled import Pivoting, Pivotings, Structure, UnrolledPlant, bytes_of, good
from linkwright.dynamics.rank import Scales, size_expression
from linkwright.dynamics.system import Recent, System, call_function
from linkwright.equations import STICKS, ConstraintType, Equations, Uses
from linkwright.simulation.contacts.impact import held_back, mobilities
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

Where: TypeAlias = tuple[float, Array, Array, Array, Array]
"""(t, q, v, u, p), as functions of a machine take them."""
Value = TypeVar("Value")

MOST_ENTERED = 32
"""Modes, with the states where they were entered, that are kept for the same run made again."""


class Instant:
    """A state of a machine with inputs u and parameters p, where modes are tried one after another.

    What is found there is kept, by name, as long as it is looked at: it depends on nothing else.
    """

    def __init__(self, state: State, u: Array, p: Array) -> None:
        self.state = state
        self.where: Where = (state.t, state.q, state.v, u, p)
        self._found: dict[Hashable, Any] = {}

    def once(self, what: Hashable, make: Callable[[], Value]) -> Value:
        """What `make` gives, made when it is first asked for."""
        if what not in self._found:
            self._found[what] = make()
        found: Value = self._found[what]
        return found


@dataclass(frozen=True, eq=False)
class Readings:
    """All contacts at a state in a mode, each an array: gap g, its rate phi, the rate of that, multiplier, limit.

    The gap of friction is 0; phi is the sliding speed. The multiplier of a constraint that is not held is 0. The limit
    is the greatest force of sticking, or the restitution. `shares[k, j]` is how much friction k, which is idle, moves
    with the motion that j holds (0 where it does not); `keeps` are the frictions that hold, without those that are
    idle. All are computed with `pivoting`.
    """

    g: Array
    phi: Array
    rate: Array
    force: Array
    limit: Array
    shares: Array
    keeps: tuple[int, ...]
    pivoting: Pivoting

    @cached_property
    def capacity(self) -> Array:
        """Greatest force of sticking with what idle friction adds to it: limit_j + sum_k |shares_kj| limit_k."""
        return np.asarray(self.limit + np.abs(self.shares).T @ self.limit)

    @cached_property
    def idle(self) -> list[int]:
        """Friction that is idle and moves with other friction."""
        if not self.shares.any():  # by far the most
            return []
        return [int(k) for k in np.flatnonzero((np.abs(self.shares) > ALIKE_MOTIONS).any(axis=1))]

    @cached_property
    def together(self) -> bool:
        """Whether several frictions are kept and others idle: what holds is known for all together only."""
        return len(self.keeps) > 1 and bool(self.idle)


@dataclass(frozen=True, eq=False)
class Mode:
    """Dynamics with the constraints of contacts that hold, entered at its reference; friction that is idle there."""

    dynamics: Dynamics
    system: System
    idle: tuple[int, ...]


def _free_speeds(system: System) -> ca.SX:
    """The speeds that unit impulses give to each speed alone (n); one without inertia counts as the heaviest."""
    masses = ca.densify(ca.diag(system.M))
    return 1 / ca.if_else(masses > 0, masses, ca.mmax(masses))


def _only(uses: Uses[ConstraintType], rows: Sequence[int]) -> Uses[ConstraintType]:
    arrays = {kind: getattr(uses, kind)[list(rows)] for kind in ("q", "v", "u", "p", "d", "blocks", "module", "order")}
    return replace(uses, names=[uses.names[row] for row in rows], **arrays)


class Modes:
    """The modes of one machine, from its Dynamics without any switched constraint.

    `own` are those that this run has entered or tried, by the contacts that hold; `kept` says for each set of contacts
    which of them constrain something, as long as the mode lasts.
    """

    def __init__(self, base: Dynamics) -> None:
        self.base = base
        self.all = contacts_of(base.system.equations)
        self.scales = Scales.of(base.system, base.p)
        self.sizes = np.array([self.scales.size if contact.sliding else 1.0 for contact in self.all])
        self.is_friction = np.array([contact.friction for contact in self.all])
        self.own: dict[tuple[int, ...], Mode] = {}
        self.kept: dict[tuple[int, ...], tuple[int, ...]] = {}
        self._with_directions: dict[tuple[Dynamics, tuple[float, ...]], Dynamics] = {}

    def at(self, state: State) -> Instant:
        """A state as it is looked at without inputs, on which modes do not depend."""
        return Instant(state, np.zeros(len(self.base.inputs)), self.base.p)

    def dynamics(self, active: Iterable[int], directions: Sequence[float], at: Instant) -> Dynamics:
        """Dynamics in the mode where the contacts `active` hold, with the directions of friction as parameters."""
        held = self.independent(active, at)
        if held and held not in self.own:
            self.own[held] = self.mode(held, at)
        mode = self.own[held].dynamics if held else self.base
        key = mode, tuple(directions)
        found = self._with_directions.get(key)
        if found is None:
            p = self.base.p.copy()
            for contact, direction in zip(self.all, directions, strict=True):
                if contact.friction:
                    p[contact.place] = direction
            found = self._with_directions[key] = mode.at_values(p)
        return found

    def independent(self, active: Iterable[int], at: Instant) -> tuple[int, ...]:
        """Those of the active contacts that constrain something beyond the others; `kept` remembers them.

        At its stop a slide needs no friction: what is left out is at rest by the others, and idle; stops are kept
        before friction. Of friction at several places of one degree of freedom one is kept, and holds for all.
        """
        held = tuple(sorted(active))
        if held not in self.kept:
            self.kept[held] = self._independent(held, at) if held else ()
        return self.kept[held]

    def _independent(self, held: tuple[int, ...], at: Instant) -> tuple[int, ...]:
        """A contact counts if its mobility is above zero with those kept before it held."""
        W = self.mobility(self.base, at)
        least = WEAK_MOBILITY * self.free_mobility(at)
        kept: list[int] = []
        for easily, friction in ((1.0, False), (EASILY / WEAK_MOBILITY, True), (1.0, True)):
            for k in held:
                if self.all[k].friction == friction and k not in kept and W[k, k] > easily * least[k]:
                    kept.append(k)
                    W = held_back(W, k)
        several = sum(self.all[k].friction for k in kept)
        if facets(sum(self.all[k].friction for k in held), several) > MOST_FACETS:
            names = [self.all[k].name for k in held if self.all[k].friction]
            reason = (
                f"{', '.join(names)} would stick at once and hold {several} degrees of freedom, in too many "
                "combinations to tell which slides first; leave out friction that does not matter"
            )
            raise Refused(reason, names)
        return tuple(sorted(kept))

    def mobility(self, dynamics: Dynamics, at: Instant) -> Array:
        """Rates of all contacts that unit impulses on each give (contacts, contacts) in a mode.

        R Y R^T with the rows R = d phi / d v and Y = S (S^T M S)^-1 S^T: of the machine, held back by its contacts.
        """
        if dynamics.system is self.base.system:
            return self._mobilities(at)[0]

        def make() -> Array:
            W = self.mobility(self.base, at)
            for k in self._held_rows(dynamics.system):
                W = held_back(W, k)
            return W

        return at.once(("mobility", id(dynamics.system)), make)

    def free_mobility(self, at: Instant) -> Array:
        """The same (contacts,) if each speed were alone and free."""
        return self._mobilities(at)[1]

    def _mobilities(self, at: Instant) -> tuple[Array, Array]:
        def make() -> tuple[Array, Array]:
            where = at.where
            # By the first pivots of the machine where they are good, else from the numbers of M and A.
            function, scales = self._mobility_function
            if function is not None:
                W, alone, quality = call_function(function, *where, scales)
                if good(W, quality.ravel()):
                    return W, alone.ravel()
            rows = self.rows(at)
            Y, free = mobilities(self.base, where)
            return np.asarray(rows @ Y @ rows.T), rows**2 @ free

        return at.once("mobilities", make)

    @cached_property
    def _mobility_function(self) -> tuple[ca.Function | None, Array]:
        """(t, q, v, u, p, 1 over reference pivots) -> the two, pivot quality; none without a first S of the machine."""
        offered = Question.PIVOTING in self.base.plant.offers
        pivoting, system = self.base.usual_pivoting if offered else None, self.base.system
        if pivoting is None or pivoting.code.S is None:
            return None, np.zeros(0)

        def make() -> ca.Function:
            structure = pivoting.structure
            S, scales = structure.code.S, ca.SX.sym("scales", max(1, structure.size))
            assert S is not None
            rows = ca.jacobian(self._expressions(system)[1], system.v)
            moved = ca.densify(rows @ S)
            found, _ = solve_ldl(ca.sparsify(S.T @ system.M @ S), moved.T)
            alone = (rows * rows) @ _free_speeds(system)
            quality = structure.quality(scales, signed=False)
            return system.function("mobility", [ca.densify(moved @ found), ca.densify(alone), quality], [scales])

        found = pivoting.structure.compiled.get("mobility of contacts")
        if found is None:
            found = pivoting.structure.compiled["mobility of contacts"] = make()
        return found, pivoting.scales

    def rows(self, at: Instant) -> Array:
        """d phi / d v of all contacts."""
        return at.once("rows", lambda: self._rows(at.where))

    def _rows(self, where: Where) -> Array:
        system = self.base.system

        def make() -> ca.Function:
            return system.function("contact_rows", [ca.jacobian(self._expressions(system)[1], system.v)])

        return call_function(system.cached("contact rows", make), *where)[0]

    def mode(self, held: tuple[int, ...], at: Instant) -> Mode:
        """The mode with the contacts `held`, entered at a state: a function of that and of the machine alone."""
        base, state = self.base, at.state
        entered: Recent = base.system.cached("modes", lambda: Recent(MOST_ENTERED))
        key = held, bytes_of((state.t, state.q, state.v, self._values(base.p)))
        found: Mode | None = entered.get(key)
        if found is None:
            system, assembler = base.system.cached(("mode", held), lambda: self._system(held))
            place = State(state.t, state.q, state.v)
            own = (system.equations, base.join, base.given, base.p, place, system, assembler)
            plant = UnrolledPlant(*own, Pivotings())
            if plant.first.refusal is not None:
                raise plant.first.refusal
            dynamics = Dynamics(plant)
            found = entered[key] = Mode(dynamics, system, self._idle(dynamics, held, at))
        return found

    def _system(self, held: tuple[int, ...]) -> tuple[System, Assembler]:
        system = System(self.equations(held))
        return system, Assembler.of(system)

    def _values(self, p: Array) -> Array:
        """Parameter values without the directions of friction, which change along a run."""
        return np.delete(p, [contact.place for contact in self.all if contact.friction])

    def equations(self, held: Iterable[int]) -> Equations:
        """Equations of the machine with the constraints of contacts that hold."""
        equations = self.base.system.equations
        added = [_only(self.all[k].uses, [self.all[k].row]) for k in held]
        return replace(equations, constraints=(*equations.constraints, *added))

    def _idle(self, made: Dynamics, held: tuple[int, ...], at: Instant) -> tuple[int, ...]:
        """Friction that cannot move while some contacts hold."""
        free, now = (np.diag(self.mobility(d, at)) for d in (self.base, made))
        fixed = (now <= ALIKE_MOTIONS * free) | (free <= WEAK_MOBILITY * self.free_mobility(at))
        return tuple(k for k, contact in enumerate(self.all) if contact.friction and k not in held and fixed[k])

    def read(self, dynamics: Dynamics, at: Instant) -> Readings:
        """All contacts at a state in a mode."""
        system, u = dynamics.system, at.where[3]
        where, idle = (*at.where[:4], dynamics.p), self.idle(system)
        # The first pivoting if it is good here, as `pivoting_at` would say.
        pivoting = dynamics.usual_pivoting
        found = None if pivoting is None else self._readings(pivoting, idle, where)
        if pivoting is None or found is None or not good(found[2], found[-1].ravel()):
            # Directions of friction, which are parameters, decide no pivots.
            pivoting = at.once(("pivoting", id(system)), lambda: dynamics.pivoting_at(at.state, u))
            found = self._readings(pivoting, idle, where)
        g, phi, rate, force, limit = (column.ravel() for column in found[:5])
        keeps = tuple(k for k in self._held_rows(system) if self.all[k].friction)
        return Readings(g, phi, rate, force, limit, found[5], keeps, pivoting)

    def _readings(self, pivoting: Pivoting, idle: tuple[int, ...], where: Where) -> list[Array]:
        """All contacts and the pivot quality, with the code of a pivoting."""
        structure = pivoting.structure
        function = structure.compiled.get(("contacts", idle))
        if function is None:
            function = structure.compiled["contacts", idle] = self._reading(structure)
        return call_function(function, *where, pivoting.scales)

    def negligible(self, dynamics: Dynamics, at: Instant, here: Readings) -> Array:
        """Rates of all sliding speeds (m/s^2 or rad/s^2) that count as none in a mode, from limits and mobilities."""

        def make() -> Array:
            limit = here.limit * self.is_friction
            moved, alone = self.mobility(dynamics, at).diagonal(), self.free_mobility(at)
            rounding = RATE_ROUNDING * max(*map(abs, here.rate.tolist()), *(alone * limit).tolist())
            return np.asarray(RATE_STILL * moved * limit + rounding)

        return at.once(("negligible", here), make)

    def _reading(self, structure: Structure) -> ca.Function:
        system = structure.system
        g, phi, limit, _ = self._expressions(system)
        rate = system.rate(phi, structure.code.vdot)
        force, shares = self._forces(structure)
        scales = ca.SX.sym("scales", max(1, structure.size))
        quality = structure.quality(scales, signed=False)
        return system.function("contacts", [g, phi, rate, force, limit, shares, quality], [scales])

    def _expressions(self, system: System) -> tuple[ca.SX, ca.SX, ca.SX, ca.SX]:
        """Gap, rate, limit and direction of all contacts (each a column), in the symbols of a mode."""
        return contact_expressions(self.all, system)

    def expressions(self, system: System) -> ca.SX:
        """Gap, rate and limit of all contacts (a row each)."""
        return ca.horzcat(*self._expressions(system)[:3])

    def _held_rows(self, system: System) -> dict[int, int]:
        """Row of each contact that holds in a mode, by its number."""
        base = self.base.system

        def make() -> dict[int, int]:
            rows = {constraint.name: constraint.rows[0] for constraint in system.constraints}
            own = {constraint.name for constraint in base.constraints}
            return {k: rows[c.name] for k, c in enumerate(self.all) if c.name in rows and c.name not in own}

        found: dict[int, int] = system.cached("rows of contacts", make) if system is not base else {}
        return found

    def _forces(self, structure: Structure) -> tuple[ca.SX, ca.SX]:
        """Multipliers of the contacts that hold, and shares of idle friction in them.

        A^T l = M v' - f over the kept rows, and A^T s = the row of idle friction, both by least squares with the
        inertias of the speeds as weights.
        """
        system, held, count = structure.system, self._held_rows(structure.system), len(self.all)
        result, shares = [ca.SX(0)] * count, ca.SX.zeros(count, count)
        if held:
            kept = list(structure.kept_rows)
            A = system.A[kept, :]
            spread = ca.sparsify(ca.diag(_free_speeds(system)) @ A.T)
            idle = self.idle(system)
            _, phi, _, direction = self._expressions(system)
            right = [system.M @ structure.code.vdot - system.f, *[ca.jacobian(phi[k], system.v).T for k in idle]]
            l, _ = solve_ldl(ca.sparsify(A @ spread), ca.densify(spread.T @ ca.horzcat(*right)))
            for j, row in held.items():
                result[j] = l[kept.index(row), 0]
                for column, k in enumerate(idle, 1):
                    if self.all[j].friction:
                        shares[k, j] = ca.if_else(direction[k] == STICKS, l[kept.index(row), column], 0)
        return ca.densify(ca.vertcat(*result)), ca.densify(shares)

    def idle(self, system: System) -> tuple[int, ...]:
        """Friction that was idle where this run entered the mode of a system."""
        return next((mode.idle for mode in self.own.values() if mode.system is system), ())

    def _slack(self, system: System, force: ca.SX, shares: ca.SX, limit: ca.SX) -> dict[int, ca.SX]:
        """What friction that sticks can hold beyond its force; where several hold with idle ones, of all in the first.

        Speeds are measured by their sizes, so that normals of facets are.
        """
        idle = self.idle(system)
        kept = [k for k in self._held_rows(system) if self.all[k].friction]
        capacity = limit + ca.fabs(shares).T @ limit
        if len(kept) < 2 or not idle:
            return {k: capacity[k] - ca.fabs(force[k]) for k in kept}
        rows = ca.jacobian(self._expressions(system)[1], system.v)
        sizes = ca.sqrt((rows * rows) @ _free_speeds(system))
        sizes = ca.fmax(sizes, FLAT * ca.mmax(sizes))
        some, others = select_rows(sizes, kept), select_rows(sizes, idle)
        G = ca.vertcat(ca.SX.eye(len(kept)), shares[list(idle), kept] * ((1 / others) @ some.T))
        limits = select_rows(limit, [*kept, *idle]) * ca.vertcat(some, others)
        room = slack(select_rows(force, kept) * some, G, limits)
        return {k: room if k == kept[0] else ca.SX(1) for k in kept}

    def values(self, structure: Structure) -> ca.SX:
        """What a run watches, positive while the mode lasts.

        Of friction that sticks what it can hold less its force, of friction that slides the speed in its direction; of
        a body at its stop the force of that, of one away from it the gap. Stops that are idle are not watched, of
        friction that is idle it is seen whether others begin to move it.
        """
        system = structure.system
        held, (force, shares) = self._held_rows(system), self._forces(structure)
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
