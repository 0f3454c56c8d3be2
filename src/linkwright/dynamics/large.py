"""Compiled dynamics of machines with many parts: the same questions, answered by loops over the uses of types.

What needs a matrix of the whole machine (terms, reactions, energy by body, complements) is refused in words.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, NoReturn

import casadi as ca
import numpy as np
from scipy import sparse
from scipy.sparse.linalg import splu

from linkwright.codegen import Array
from linkwright.dynamics.dynamics import NEAR_HAZARD, Choices, Dynamics, reference_values
from linkwright.dynamics.errors import AssemblyError, Refused, SingularConfigurationError
from linkwright.dynamics.joins import Join
from linkwright.dynamics.large_functions import LargeFunctions
from linkwright.dynamics.large_hazards import LargeHazards
from linkwright.dynamics.large_readings import Named, held, named, rates_of
from linkwright.dynamics.parameters import checked_inputs, checked_parameters, requirement_faults
from linkwright.dynamics.rolled import Rolled
from linkwright.dynamics.state import State
from linkwright.equations import Equations, close_matches
from linkwright.symbolic import jacobian

CLOSED = 1e-11
"""Gap (m or rad) below which joints count as closed; one more step then brings it to rounding."""
SMALLEST = 1e-10
"""Pivot of A M^-1 A^T over its diagonal below which rows count as dependent: they are then refused, not decided on."""
VANISHING = 1e-14
"""The same over the largest entry of the diagonal: a row that vanishes in all speeds; units and sizes of parts are far
less apart."""
LARGEST_STEP = 0.3
"""Largest change of a wanted quantity in one step along the path of assembly."""


@dataclass(frozen=True, eq=False)
class LargeSystem:
    """What the names of a machine need of its system."""

    equations: Equations
    quantities: tuple[Any, ...] = ()
    hazards: tuple[Any, ...] = ()

    @property
    def n(self) -> int:
        """Number of speeds."""
        return int(self.equations.sizes["v"])

    @property
    def q(self) -> ca.SX:
        """Coordinates (their number is what counts)."""
        return ca.SX(self.equations.sizes["q"], 1)


@dataclass(frozen=True, eq=False)
class LargeDynamics(Dynamics):
    """Equations of motion of a machine with many parts; see `Dynamics` for the questions."""

    rolled: Rolled = field(kw_only=True)
    work: Array = field(kw_only=True)

    # -- values ---------------------------------------------------------------------------------------------------

    @staticmethod
    def compiled(equations: Equations, join: Join, near: State | None) -> LargeDynamics:
        """Compile a record."""
        system: Any = LargeSystem(equations)
        p = equations.parameters.values({})
        rolled = Rolled(equations)
        twists: Any = LargeSystem(rolled.record)
        requirement_faults(twists, p)
        nothing: Any = None
        start = State(0.0, np.zeros(equations.sizes["q"]), np.zeros(equations.sizes["v"]))
        made = LargeDynamics(system, join, {}, p, start, nothing, Choices([], 0), rolled=rolled, work=_bound(rolled, p))
        made = replace(made, reference=near or made.settled())
        made.watch()
        return made

    def with_parameters(self, values: Mapping[str, float] | None = None, /, **named: float) -> Dynamics:
        """The same dynamics with other parameter values; nothing is compiled."""
        given = {**self.given, **checked_parameters(self.system, {**(values or {}), **named})}
        p = self.system.equations.parameters.values(given)
        twists: Any = LargeSystem(self.rolled.record)
        requirement_faults(twists, p)
        made = replace(self, given=given, p=p, work=_bound(self.rolled, p))
        made = replace(made, reference=made.settled())
        made.watch()
        return made

    @property
    def quantities(self) -> tuple[str, ...]:
        """Names of all quantities."""
        return tuple(name for group in self.readings for name in group.names)

    @cached_property
    def readings(self) -> list[Named]:
        """Quantities by type."""
        return named(self.rolled.record, self.rolled.starts)

    @cached_property
    def _places(self) -> dict[str, tuple[int, int]]:
        record = self.rolled.record
        found = {name: (kind, row) for kind, group in enumerate(self.readings) for row, name in enumerate(group.names)}
        for kind, group in enumerate(self.readings):
            for row, (module, name) in enumerate(zip(group.uses.module.tolist(), group.uses.names, strict=True)):
                found.setdefault(record.full_name(module, name), (kind, row))
        return found

    # -- states ---------------------------------------------------------------------------------------------------

    def settled(self) -> State:
        """The reference configuration at rest: its values where they are coordinates, and the joints closed."""
        equations = self.system.equations
        q = np.zeros(equations.sizes["q"])
        for group in self._units:
            q[group[0]] = 1.0
        own = {name: k for k, name in enumerate(equations.coordinate_names)}
        for name, value in reference_values(equations.start, equations.parameters, self.p).items():
            index = own.get(equations.show(name), own.get(name))
            if index is not None and np.isfinite(value):
                q[index] = value
        return self._assembled(q, {}, {}, 0.0)

    @cached_property
    def _units(self) -> list[list[int]]:
        return [
            [int(uses.q[row, k]) for k in group]
            for uses in self.system.equations.blocks
            for group in uses.type.units
            for row in range(len(uses))
        ]

    def assemble(
        self,
        positions: Mapping[str, float] | None = None,
        speeds: Mapping[str, float] | None = None,
        *,
        near: State | None = None,
        t: float = 0.0,
    ) -> State:
        """A state that meets the positions and speeds given and all constraints, near the reference configuration."""
        start = (self.reference if near is None else self.check(near)).q
        return self._assembled(np.array(start), positions or {}, speeds or {}, t)

    def state(self, q: Array, v: Array, t: float = 0.0) -> State:
        """A state from arrays, with all quantities read."""
        self.check(State(t, q, v))
        work = self.work
        self.rolled.library.loop("readings")(self.rolled.I, work, np.array([t]), *_copies(q, v), self._zero_inputs)
        Z = work[self.rolled.places["Z"]]
        positions: dict[str, float] = {}
        rates: dict[str, float] = {}
        for group in self.readings:
            z, s = group.read(Z)
            if group.uses.type.z is not None:
                positions |= dict(zip(group.names, z.tolist(), strict=True))
            rates |= dict(zip(group.names, s.tolist(), strict=True))
        return State(t, q, v, positions, rates)

    @property
    def _zero_inputs(self) -> Array:
        return np.zeros(self.system.equations.sizes["u"])

    def _wanted(self, given: Mapping[str, float], *, positions: bool) -> dict[tuple[int, int], float]:
        """Targets by (type, row)."""
        faults, result = [], {}
        aliases = self.system.equations.aliases
        for name, value in given.items():
            place = self._places.get(aliases.get(name, name), self._places.get(name))
            if place is None or (positions and self.readings[place[0]].uses.type.z is None):
                faults.append(
                    f"no {'position' if positions else 'speed'} {name!r}; {close_matches(name, self._places)}"
                )
            elif not np.isfinite(float(value)):
                faults.append(f"{name} = {value!r} is not finite")
            else:
                result[place] = float(value)
        if faults:
            raise ValueError("; ".join(faults))
        return result

    def _assembled(self, q: Array, positions: Mapping[str, float], speeds: Mapping[str, float], t: float) -> State:
        wanted = self._wanted(positions, positions=True)
        moving = self._wanted(speeds, positions=False)
        ties = self.rolled.ties
        if ties is None:
            rest = self._set_own(q, wanted, level=0)
            q = self._closed(q, rest, t)
            v = np.zeros(self.system.n)
            other = self._set_own(v, moving, level=1)
        else:
            q = self._closed(q, wanted, t)
            v, other = np.zeros(self.system.n), moving
        v = self._moved(q, v, other, moving, t)
        return self.state(q, v, t)

    def _set_own(
        self, values: Array, wanted: Mapping[tuple[int, int], float], *, level: int
    ) -> dict[tuple[int, int], float]:
        """Set what is a coordinate (or speed) of its own; what is not is left."""
        left = {}
        dst = self.rolled.q_dst if level == 0 else self.rolled.v_dst
        back = {int(k): n for n, k in enumerate(dst)}
        for (kind, row), value in wanted.items():
            uses = self.readings[kind].uses
            at = -1 if uses.type.place is None else uses.type.place[level]
            if at < 0:
                left[kind, row] = value
            else:
                values[back[int((uses.q if level == 0 else uses.v)[row, at])]] = value
        return left

    def _engine(self, wanted: Sequence[tuple[int, int]]) -> tuple[Rolled, Array]:
        """Loops with ties that hold quantities too."""
        if not wanted:
            return self.rolled, self.work
        made = Rolled(self.system.equations, held(self.readings, wanted, self.rolled.record))
        return made, _bound(made, self.p)

    def _closed(self, q: Array, wanted: Mapping[tuple[int, int], float], t: float) -> Array:
        """Newton steps (of least size in the metric of the inertia) towards closed joints and wanted positions."""
        order = _grouped(wanted)
        rolled, work = self._engine(order)
        if rolled.ties is None:
            return self._normal(q)
        goal = np.array([wanted[key] for key in order])
        first = self._gaps(rolled, work, q, t)[rolled.ties.m - len(goal) :] if len(goal) else np.zeros(0)
        distance = goal - first
        for k, (kind, _) in enumerate(order):
            if self.readings[kind].uses.type.wraps:
                distance[k] = np.arctan2(np.sin(distance[k]), np.cos(distance[k]))
        steps = max(1, int(np.ceil(np.max(np.abs(distance), initial=0.0) / LARGEST_STEP)))
        for step in range(1, steps + 1):
            q = self._newton(rolled, work, q, first + distance * step / steps, t)
        return q

    def _gaps(self, rolled: Rolled, work: Array, q: Array, t: float) -> Array:
        still = np.zeros(self.system.n)
        rolled.library.loop("readings")(rolled.I, work, np.array([t]), q.copy(), still, self._zero_inputs)
        return work[rolled.places["Tg"]].copy()

    def _newton(self, rolled: Rolled, work: Array, q: Array, goal: Array, t: float) -> Array:
        assert rolled.ties is not None
        q, still, size = self._normal(q), np.zeros(self.system.n), np.inf
        step = np.zeros(self.system.n)
        for _ in range(25):
            gap = self._gaps(rolled, work, q, t)
            gap[len(gap) - len(goal) :] -= goal
            size, last = float(np.max(np.abs(gap), initial=0.0)), size
            if not np.isfinite(size) or size > 10 * max(last, 1.0):
                break
            if size < CLOSED * 1e-3:
                return q
            rolled.library.loop("factorise")(rolled.I, work, np.array([t]), q.copy(), still, self._zero_inputs)
            work[rolled.places["rhs"]] = -gap
            rolled.library.loop("correct")(rolled.I, work, step)
            q = self._normal(q + self._rates(q, step, t))
            if size < CLOSED:
                return q
        worst = self._tie_names(rolled, np.abs(gap))
        reason = f"the joints cannot be closed at these positions: {', '.join(worst)} gape most, by {size:.3g}"
        raise AssemblyError(reason, worst, {})

    def _rates(self, q: Array, v: Array, t: float) -> Array:
        """q' = N v of the machine's own coordinates."""
        rolled = self.rolled
        Z = self.work[rolled.places["Z"]].copy()
        Z[rolled.starts["t"]] = t
        Z[rolled.starts["q"] + rolled.q_dst] = q
        Z[rolled.starts["v"] + rolled.v_dst] = v
        result = np.zeros(rolled.record.sizes["q"])
        blocks = [uses for uses in rolled.record.blocks if uses.type.local.q.numel()]
        for made, uses in zip(self._rate_functions, blocks, strict=True):
            values = np.asarray(made.kernel.map(len(uses))(Z[made.index].T)) if made.count else 0.0
            result[uses.q] = np.asarray(values).T
        return result[rolled.q_dst]

    @cached_property
    def _rate_functions(self) -> list[Any]:
        return rates_of(self.rolled.record, self.rolled.starts)

    def _normal(self, q: Array) -> Array:
        result = np.array(q, dtype=float)
        for group in self._units:
            result[group] /= np.linalg.norm(result[group])
        return result

    def _moved(
        self,
        q: Array,
        v: Array,
        wanted: Mapping[tuple[int, int], float],
        every: Mapping[tuple[int, int], float],
        t: float,
    ) -> Array:
        """Speeds that meet the constraints and the wanted ones; none wanted means rest."""
        freedoms = self.system.n - (self.rolled.ties.m if self.rolled.ties else 0)
        if every and len(every) != freedoms:
            reason = (
                f"{len(every)} speeds are given and there are {freedoms} freedoms; give as many independent speeds as "
                "there are freedoms, or none for rest"
            )
            raise AssemblyError(reason, [], {})
        order = _grouped(wanted)
        rolled, work = self._engine(order)
        if rolled.ties is None:
            return v
        goal = np.array([wanted[key] for key in order])
        step = np.zeros(self.system.n)
        for _ in range(20):
            rolled.library.loop("factorise")(rolled.I, work, np.array([t]), q.copy(), v.copy(), self._zero_inputs)
            rolled.library.loop("readings")(rolled.I, work, np.array([t]), q.copy(), v.copy(), self._zero_inputs)
            error = work[rolled.places["Tphi"]].copy()
            error[len(error) - len(goal) :] -= goal
            size = float(np.max(np.abs(error), initial=0.0))
            if size < 1e-13 * max(1.0, float(np.max(np.abs(v), initial=0.0))):
                return v
            work[rolled.places["rhs"]] = -error
            rolled.library.loop("correct")(rolled.I, work, step)
            v = v + step
        if not size < 1e-9 * max(1.0, float(np.max(np.abs(v), initial=0.0))):
            worst = self._tie_names(rolled, np.abs(error))
            reason = f"the speeds given contradict the constraints or each other, most at {', '.join(worst)}"
            raise AssemblyError(reason, worst, {})
        return v

    def _tie_names(self, rolled: Rolled, sizes: Array) -> list[str]:
        assert rolled.ties is not None
        names = [
            rolled.record.full_name(module, name)
            for uses in rolled.ties.uses
            for module, name in zip(uses.module.tolist(), uses.names, strict=True)
            for _ in uses.type.rows
        ]
        order = np.argsort(-np.nan_to_num(sizes, nan=np.inf))[:5]
        return list(dict.fromkeys(names[k] for k in order.tolist()))

    # -- forward and inverse --------------------------------------------------------------------------------------

    def watch(self) -> None:
        """Keep the pivots at the reference configuration; refuse dependent constraints and parts without inertia."""
        rolled, state = self.rolled, self.reference
        near = np.abs(self.hazards.values(self.p, state.t, state.q, state.v)) < NEAR_HAZARD
        if near.any():
            raise Refused(f"{self.hazards.words(near)}: refused at or near this state", [])
        values = np.concatenate([self.functions.run(state.q, state.v, self._zero_inputs, state.t), self.functions.fit])
        if rolled.ties is not None:
            D = self.work[rolled.places["D"]].copy()
            starts, rows = rolled.I[rolled.I[rolled.layout.table["L_starts"]] :], rolled.ties.m
            last = starts[1 : rows + 1] - 1  # the diagonal is the last entry of a column of the upper triangle
            diagonal = self.work[rolled.places["Lam"]][last]
            least = np.maximum(SMALLEST * diagonal, VANISHING * np.max(diagonal, initial=0.0))
            weak = ~(least < D)
            if weak.any():
                position = rolled.I[rolled.I[rolled.layout.table["position"]] :][:rows]
                names = self._tie_names(rolled, weak[position].astype(float))
                reason = (
                    f"{int(weak.sum())} constraint row(s) depend on others at the reference configuration, among them "
                    f"of {', '.join(names)}; machines of this size are taken with independent constraints only: "
                    "release what is redundant, or give `near` a configuration that is not singular"
                )
                raise SingularConfigurationError(reason, names)
            self.work[rolled.places["D_at"]] = D
        if not np.isfinite(values).all():
            bad = np.flatnonzero(~np.isfinite(values[: self.system.n]))[:5]
            names = [self.speeds[k] for k in bad]
            reason = (
                f"accelerations are not finite at the reference configuration, in {', '.join(names)}: a part without "
                "inertia, or a load without a direction; machines of this size need inertia in every speed"
            )
            raise Refused(reason, names)

    def accelerations(self, state: State, u: Array) -> Array:
        """v' as an array, for inputs as an array."""
        return np.asarray(self.functions.forward(state.q, state.v, u, t=state.t))

    def forward(self, state: State, inputs: Mapping[str, float] | None = None) -> dict[str, float]:
        """Accelerations: the derivative of every speed of its own, under the quantity's name."""
        vdot = self.accelerations(self.check(state), checked_inputs(self.system, inputs))
        return {name.removesuffix("'"): float(x) for name, x in zip(self.speeds, vdot, strict=True)}

    def inverse(  # type: ignore[override]  # a motion, wrenches and a payload are refused by what they are
        self,
        what: Any,
        accelerations: Mapping[str, float] | None = None,
        *,
        inputs: Mapping[str, float] | None = None,
    ) -> dict[str, float]:
        """Inputs for the accelerations of all speeds at a state: B u + A^T l = M v' - f, solved as a sparse system."""
        if not isinstance(what, State) or accelerations is None:
            self._refuse("inverse dynamics along a motion")
        self.check(what)
        fixed = checked_inputs(self.system, inputs, partial=True)
        own = {name.removesuffix("'"): k for k, name in enumerate(self.speeds)}
        aliases, show = self.system.equations.aliases, self.system.equations.show
        given = {own.get(show(aliases.get(name, name)), -1): float(x) for name, x in accelerations.items()}
        if -1 in given or len(given) != self.system.n:
            reason = (
                f"inverse dynamics of a machine of this size takes the accelerations of all its {self.system.n} speeds "
                f"(dynamics.speeds), got {len(accelerations)}"
            )
            raise Refused(reason, [])
        vdot = np.array([given[k] for k in range(self.system.n)])
        need = self.functions.inverse(what.q, what.v, vdot, t=what.t)
        found = np.nan_to_num(fixed)
        slope = self._slope(what, need, found)
        free = np.isnan(fixed)
        if slope.shape[0] != slope.shape[1] - int((~free).sum()):
            reason = (
                f"the inputs are not determined: {int(free.sum())} inputs and {slope.shape[1] - len(fixed)} "
                f"multipliers for {slope.shape[0]} speeds; give known values to some, inverse(..., inputs={{...}})"
            )
            raise Refused(reason, list(self.inputs[:5]))
        columns = np.concatenate([np.flatnonzero(free), np.arange(len(fixed), slope.shape[1])])
        solved = splu(slope[:, columns].tocsc()).solve(need - slope[:, np.flatnonzero(~free)] @ found[~free])
        found[free] = solved[: int(free.sum())]
        return dict(zip(self.inputs, found.tolist(), strict=True))

    def _slope(self, state: State, need: Array, u: Array) -> Any:
        """[B, A^T] as a sparse matrix, B = df/du by differentiation of the loads."""
        del need
        rolled = self.rolled
        loop = rolled.library.loop("factorise")
        loop(rolled.I, self.work, np.array([state.t]), *_copies(state.q, state.v), u.copy())
        Z = self.work[rolled.places["Z"]]
        back = np.full(rolled.record.sizes["v"], -1, dtype=np.int64)
        back[rolled.v_dst] = np.arange(self.system.n)
        rows, columns, values = [], [], []
        for uses in rolled.record.loads:
            kind = uses.type
            if not kind.local.u.numel():
                continue
            J = kind.local.at_rest(jacobian(kind.speed, kind.local.v))
            B = ca.sparsify(jacobian(ca.densify(J.T @ kind.local.at_rest(kind.effort)), kind.local.u))
            if not B.nnz():
                continue
            r, c = B.sparsity().get_triplet()
            made = _sparse_function(uses, B, rolled.starts)
            count = len(uses)
            found = np.asarray(made.kernel.map(count)(Z[made.index].T)) if made.count else np.repeat(
                np.asarray(made.kernel(np.zeros(0))), count, axis=1
            )  # fmt: skip
            rows.append(back[uses.v[:, r]].ravel())
            columns.append(uses.u[:, c].ravel())
            values.append(found.T.ravel())
        if any((x < 0).any() for x in rows):
            self._refuse("inverse dynamics with inputs that act on bodies, not on joints,")
        matrix = sparse.coo_matrix(
            (_all(values), (_all(rows).astype(int), _all(columns).astype(int))), shape=(self.system.n, len(u))
        )
        if rolled.ties is None:
            return matrix.tocsr()
        if rolled.tree is not None:
            self._refuse("inverse dynamics of closed loops by links (take formalisms.modular with joins.Multipliers)")
        return sparse.hstack([matrix, _constraint_matrix(rolled, self.work).T]).tocsr()

    @property
    def hazards(self) -> LargeHazards:
        """Places where coordinates or constraints have no meaning."""
        found = self.rolled.engines.get("hazards")
        if found is None:
            found = self.rolled.engines["hazards"] = LargeHazards.of(self.rolled)
        assert isinstance(found, LargeHazards)
        return found

    @cached_property
    def functions(self) -> Any:
        """Arrays in, arrays out: forward and inverse dynamics without names."""
        return LargeFunctions(self.rolled, self.work, self)

    # -- what is not offered --------------------------------------------------------------------------------------

    def _refuse(self, what: str) -> NoReturn:
        reason = (
            f"{what} is not offered for a machine with {self.system.n} speeds; forward, inverse, assemble, state and "
            "the arrays of `functions` are"
        )
        raise Refused(reason, [])

    def choice_at(self, state: State, u: Array) -> Any:
        """Refuse: there is no straight-line code."""
        del state, u
        self._refuse("a run of lw.simulate (integrate functions.forward instead)")

    def terms(self, state: State, coordinates: Sequence[str] | None = None) -> Any:
        """Refuse."""
        del state, coordinates
        self._refuse("the matrix of inertia and the terms of each body")

    def reactions(self, state: State, inputs: Mapping[str, float] | None = None) -> Any:
        """Refuse."""
        del state, inputs
        self._refuse("the balance of all reactions")

    def energy(self, state: State, inputs: Mapping[str, float] | None = None) -> Any:
        """Refuse."""
        del state, inputs
        self._refuse("the energy by part")

    def complement(self, state: State, previous: Array | None = None) -> Any:
        """Refuse."""
        del state, previous
        self._refuse("a complement of the whole machine, which is a full matrix,")

    def describe(self) -> Any:
        """Refuse: the table would have a line for every parameter of every part."""
        self._refuse("a table of all names (see coordinates, speeds, inputs, parameters)")

    def c_source(self) -> str:
        """Refuse."""
        self._refuse("C source of straight-line code")


def _bound(rolled: Rolled, p: Array) -> Array:
    """Working array for parameter values; weights that are not gravity's are refused: they act through the ground."""
    links = rolled.links
    if links is not None:
        given = links.weights[:, links.gravity >= 0]
        wrong = np.flatnonzero(np.any(p[given] != p[links.gravity[links.gravity >= 0]], axis=1))
        if len(wrong):
            msg = (
                f"the weight of {links.names[wrong[0]]} has a gravity of its own, but Recursion lets gravity act "
                "through the ground, on all bodies alike; change gravity itself, or take joins.Multipliers()"
            )
            raise ValueError(msg)
    return rolled.bind(p)


def _copies(q: Array, v: Array) -> tuple[Array, Array]:
    return np.array(q, dtype=float), np.array(v, dtype=float)


def _grouped(wanted: Mapping[tuple[int, int], float]) -> list[tuple[int, int]]:
    """Targets in the order in which ties that hold them are numbered: type by type."""
    kinds = list(dict.fromkeys(kind for kind, _ in wanted))
    return [key for kind in kinds for key in wanted if key[0] == kind]


def _all(parts: Sequence[Any]) -> Any:
    return np.concatenate(parts) if parts else np.zeros(0)


def _sparse_function(uses: Any, matrix: ca.SX, starts: dict[str, int]) -> Any:
    from linkwright.dynamics.rolled_layout import gathered

    return gathered("slope", uses, [ca.SX(matrix.nz[:])], starts)


def _constraint_matrix(rolled: Rolled, work: Array) -> Any:
    """A of all ties, sparse, from the values last computed."""
    assert rolled.ties is not None
    TA = work[rolled.places["TA"]]
    rows, columns, values, row, at = [], [], [], 0, 0
    for k, uses in enumerate(rolled.ties.uses):
        A = ca.sparsify(uses.type.local.at_rest(uses.type.A))
        r = np.array(A.sparsity().get_triplet()[0], dtype=np.int64)
        count, height = len(uses), len(uses.type.rows)
        columns.append(rolled.layout.integers[f"tie{k}_col"])
        rows.append((row + height * np.arange(count)[:, None] + r).ravel())
        values.append(TA[at : at + count * len(r)])
        row, at = row + height * count, at + len(r) * count
    shape = (row, rolled.record.sizes["v"])
    return sparse.coo_matrix((_all(values), (np.concatenate(rows), np.concatenate(columns))), shape=shape)
