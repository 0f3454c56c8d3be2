"""Plants that have the matrices of the whole machine in symbols: everything but how accelerations are found."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Self
from weakref import WeakKeyDictionary

import numpy as np

from linkwright import linear_algebra
from linkwright.arrays import Array, scattered
from linkwright.dynamics.answers import cut_multipliers as cut_multipliers_module
from linkwright.dynamics.answers import energy as energy_module
from linkwright.dynamics.answers import levels as levels_module
from linkwright.dynamics.answers import reactions as reactions_module
from linkwright.dynamics.answers.description import Description, describe
from linkwright.dynamics.answers.location import singular
from linkwright.dynamics.answers.record import MatrixReadings
from linkwright.dynamics.closure import consistency
from linkwright.dynamics.closure.assembler import Assembler
from linkwright.dynamics.closure.reference_configuration import (
    opposite_joints,
    placed_by_joints,
    reference_state,
    wrong_way,
)
from linkwright.dynamics.closure.reference_notes import singular_notes
from linkwright.dynamics.closure.whole_turns import TURN, refuse_wound
from linkwright.dynamics.errors import AssemblyError, Refused
from linkwright.dynamics.inverse.request import Question as InverseQuestion
from linkwright.dynamics.inverse.request import inverse
from linkwright.dynamics.joins.contract import Complement
from linkwright.dynamics.joins.kernels import SVD, Kernel
from linkwright.dynamics.joins.numeric import Joined, check_levels, eliminate
from linkwright.dynamics.plant import ALWAYS, Plant, Question
from linkwright.dynamics.rank import Scales
from linkwright.dynamics.state import (
    NEAR_COORDINATE_SINGULARITY,
    State,
    StateLayout,
    coordinate_singularities_near,
    not_finite,
    system_layout,
)
from linkwright.dynamics.system.readings import rates_function, read_state, requirement_faults, targets_of
from linkwright.dynamics.system.system import System, call_function, matrices, numeric
from linkwright.equations import Equations

WITH_MATRICES = ALWAYS | {
    Question.INVERSE_WITH_LOADS, Question.INVERSE_ALONG, Question.REACTIONS, Question.TERMS, Question.COMPLEMENT,
    Question.MATRICES, Question.C_SOURCE, Question.EVENTS, Question.STREAM,
    Question.SAMPLED,
}  # fmt: skip
"""What every plant with full matrices offers."""
LARGEST_FORCE = float(np.sqrt(np.finfo(float).max))
"""Forces whose squares overflow have no accelerations that numbers can hold."""
BESIDE = (1e-2, 1e-3, 1e-4)
"""Distances, in scales of the coordinates, at which a state beside another one is tried, one after another."""


@dataclass(frozen=True, eq=False)
class FullMatrices(Plant):
    """A machine with M, f, A, b in symbols; `assembler` finds its configurations."""

    system: System
    assembler: Assembler

    @property
    def layout(self) -> StateLayout:
        """Layout of the state of a run."""
        return system_layout(self.system)

    @property
    @abstractmethod
    def pivoting_place(self) -> tuple[float, Array]:
        """Time and coordinates where the first rows and pivots are taken; the reference configuration if none are."""

    @property
    @abstractmethod
    def usual_rows(self) -> frozenset[int]:
        """Constraint rows that are independent where the machine was compiled; none where they were not chosen."""

    @abstractmethod
    def at_values(self, p: Array) -> Self:
        """The same plant with parameter values as an array; its reference configuration stays."""

    @abstractmethod
    def with_system(self, system: System, p: Array) -> Self:
        """The same plant with loads added to its matrices, and with the values of their parameters behind p."""

    @abstractmethod
    def accelerations_along(self, time: Array, Q: Array, V: Array, U: Array, p: Array) -> Array:
        """v' (T, n) at many states; p for all of them (np,), or a row for each (T, np)."""

    @abstractmethod
    def c_source(self) -> str:
        """C source of the forward dynamics (t, q, v, u, p) -> v', pivots, residual of dropped rows."""

    @abstractmethod
    def complement(self, state: State, previous: Array | None = None) -> Array:
        """Complement S (n, k) with A S = 0, by the join's kernel (SVD where it has none)."""

    @property
    def constraint_count(self) -> int:
        """Number of constraint rows."""
        return self.system.m

    def in_full_matrices(self, question: str, *, code: bool = False) -> Self:
        """The plant itself: it has them."""
        del question, code
        return self

    @cached_property
    def reference_notes(self) -> tuple[str, ...]:
        """Values that are missed, and singular configurations at or next to the reference."""
        return (*self.missed_values, *singular_notes(self.assembler, self.p, self.reference))

    @cached_property
    def quantities(self) -> tuple[str, ...]:
        """Names of all quantities."""
        return tuple(quantity.name for quantity in self.system.quantities)

    @cached_property
    def _positions_known(self) -> tuple[bool, ...]:
        """Which quantities have a position."""
        return tuple(quantity.z is not None for quantity in self.system.quantities)

    # -- states --------------------------------------------------------------------------------------------------

    def assemble(self, q: Array, positions: Mapping[str, float], speeds: Mapping[str, float], t: float) -> State:
        """A state that meets positions, speeds and all constraints; what is not given stays as it is at q."""
        wanted = targets_of(self.system, positions, positions=True)
        if any(abs(value) > TURN / 2 for value in wanted.values()):
            refuse_wound(self.system, wanted)
        moving = targets_of(self.system, speeds, positions=False)
        # Positions first, with what stays as it is; speeds then fit them.
        kept = self.assembler.completion(t, q, self.p, wanted)
        try:
            closed = self.assembler.place_completed(t, q, self.p, wanted, kept)
        except AssemblyError:
            # No path leads there, but where all joints are given there is no other assembly mode.
            placed = placed_by_joints(self.system, self.assembler, q, self.p, wanted) if t == 0.0 else None
            if placed is None:
                raise
            closed = placed
        opposite = opposite_joints(self.system, closed, self.p, t)
        if opposite:
            raise wrong_way(opposite)
        v = self.assembler.move(t, closed, self.p, moving)
        named = self.system.quantities
        chosen = [named[k].name for k in kept] + ([] if moving else [f"{named[k].name}'" for k in (*wanted, *kept)])
        return self._read_state(closed, v, t, tuple(chosen))

    def state(self, q: Array, v: Array, t: float = 0.0) -> State:
        """A state from arrays, with all quantities read."""
        self.check(State(t, q, v))
        return self._read_state(q, v, t)

    def _read_state(self, q: Array, v: Array, t: float, chosen: tuple[str, ...] = ()) -> State:
        z, s, *_ = read_state(self.system, t, q, v, self.p)
        with_position = zip(self.quantities, z.tolist(), self._positions_known, strict=True)
        positions = {name: value for name, value, known in with_position if known}
        return State(t, q, v, positions, dict(zip(self.quantities, s.tolist(), strict=True)), chosen, self.names)

    def refuse_off_constraints(self, state: State) -> None:
        """Refuse a state that is off its constraints."""
        consistency.refuse_off_constraints(self.system, self.p, state)

    # -- numbers at a state --------------------------------------------------------------------------------------

    def apply_join(self, state: State, u: Array) -> Joined:
        """Accelerations on LAPACK, with complement, ranks and residuals of every level."""
        M, f, A, b = self.numbers(state, u)
        large = np.flatnonzero(np.abs(f) > LARGEST_FORCE)
        if large.size:
            names = [self.system.equations.speed_names[k] for k in large]
            raise Refused(f"forces along {', '.join(names[:5])} are too large, {np.abs(f).max():.3g} (SI units)", names)
        join = self.join if not self.join.compiled else Complement(SVD())
        scales = Scales.of(self.system, self.p)
        (M, f), (A, b) = scales.inertia(M, f), scales.constraints(A, b)
        result = join.evaluate(self.system, M, f, A, b)
        if sum(level.found.rank for level in result.levels) < self.generic_rank:
            raise singular(self, state)
        if join.inconsistent == "raise":
            check_levels(result.levels, self.system, A, b, result.vdot)
        return Joined(result.vdot * scales.speeds, result.S * scales.speeds[:, None], result.levels)

    def avoid_coordinate_singularities(self, state: State, u: Array) -> None:
        """Refuse a state near which coordinates or constraints have no meaning (Euler angles, a flat disc)."""
        near = self.coordinate_singularities_near(state, u, NEAR_COORDINATE_SINGULARITY)
        if near:
            raise Refused(f"{'; '.join(near)}: refused at or near this state", near)

    def coordinate_singularities_near(self, state: State, u: Array, within: float) -> list[str]:
        """Words of the coordinate singularities whose expressions are not above `within` at a state."""
        return coordinate_singularities_near(self.system, self.p, state, u, within)

    def numbers(self, state: State, u: Array, *, loads: bool = True) -> tuple[Array, Array, Array, Array]:
        """M, f, A, b at a state; what is not finite is refused, with the loads (if they matter) or constraints."""
        self.avoid_coordinate_singularities(state, u)
        M, f, A, b = call_function(matrices(self.system), state.t, state.q, state.v, u, self.p)
        if all(np.isfinite(e).all() for e in ((M, f, A, b) if loads else (M, A, b))):
            return M, f.ravel(), A, b.ravel()
        raise not_finite(self.system, self.p, state, u, np.hstack([A, b]))

    def rank_at(self, state: State) -> int:
        """Rank of the constraints at a state."""
        _, _, A, b = call_function(matrices(self.system), state.t, state.q, state.v, self.zero_inputs, self.p)
        scaled = Scales.of(self.system, self.p).constraints(A, b)
        _, _, levels = eliminate(self.system.modules, *scaled, SVD())
        return sum(level.found.rank for level in levels)

    def beside(self, state: State) -> State | None:
        """A state a little beside another one, on the constraints: where the rank is that of a general position."""
        # The same steps every time: what is compiled must not depend on chance.
        system, scales = self.system, Scales.of(self.system, self.p)
        for number, size in enumerate(BESIDE):
            step: Array = size * scales.coordinates * scattered(number, system.q.numel(), -1.0, 1.0)
            try:
                q = self.assembler.close(state.t, state.q + step, self.p)
            except AssemblyError:
                continue
            return self.state(q, np.zeros(system.n), state.t)
        return None

    def found_rank(self) -> int:
        """Rank in general position: the greater of those at the reference configuration and beside it."""
        beside = self.beside(self.reference)
        return max(self.rank_at(state) for state in (self.reference, beside) if state is not None)

    # -- answers -------------------------------------------------------------------------------------------------

    def forward(self, state: State, u: Array) -> dict[str, float]:
        """The derivative of every quantity's speed, under the quantity's name."""
        vdot = self.accelerations(state, u)
        rates = call_function(rates_function(self.system), state.t, state.q, state.v, self.p, vdot)[0].ravel()
        return dict(zip(self.quantities, rates.tolist(), strict=True))

    def inverse(
        self, state: State, accelerations: Mapping[str, float], inputs: Mapping[str, Any] | None
    ) -> dict[str, float]:
        """Inputs for accelerations; `inputs` are known ones."""
        found: dict[str, float] = inverse(self, state, InverseQuestion(accelerations, inputs))
        return found

    def energy(self, state: State, u: Array | None) -> energy_module.Energy:
        """Energies, and powers if inputs are given."""
        return energy_module.energy(self, state, u)

    def reactions(self, state: State, u: Array) -> reactions_module.Reactions:
        """Joint reactions by name, from the free-body balance."""
        return reactions_module.reactions(self, state, self.accelerations(state, u), u)

    def cut_multipliers(self, state: State, u: Array) -> dict[str, dict[str, float]]:
        """Multipliers at each joint where a loop was cut, by component."""
        return cut_multipliers_module.cut_multipliers(self, state, u)

    def levels(self, state: State, u: Array) -> levels_module.Levels:
        """Elimination of the constraints level by level."""
        return levels_module.levels(self, state, u, self.numbers(state, u), self.pivots_at(state))

    def pivots_at(self, state: State) -> Mapping[int, int]:
        """Columns that a partition solves for, by row; none where they are chosen anew at every state."""
        del state
        return {}

    def describe(self) -> Description:
        """Names, units and meanings of everything."""
        return describe(self)

    def read(self, time: Array, Q: Array, V: Array, U: Array, counted: Array | None = None) -> MatrixReadings:
        """Readings at samples."""
        return MatrixReadings(self, time, Q, V, U, counted)

    @property
    def shelf(self) -> WeakKeyDictionary[Any, Any]:
        """What trajectories keep here as long as the machine lives."""
        found: WeakKeyDictionary[Any, Any] = self.system.cached("kept for trajectories", WeakKeyDictionary)
        return found

    @property
    def moving_constraints(self) -> bool:
        """Whether constraints move by themselves, and do work."""
        return self.system.moving_constraints

    def complement_by(self, kernel: Kernel, state: State, previous: Array | None) -> Array:
        """Complement by a kernel on LAPACK; turned to be as near to a previous one as it can, if that is given."""
        _, _, A, b = (numeric(e) for e in matrices(self.system)(state.t, state.q, state.v, self.zero_inputs, self.p))
        scales = Scales.of(self.system, self.p)
        S, _, levels = eliminate(self.system.modules, *scales.constraints(A, b), kernel)
        S = S * scales.speeds[:, None]
        # Scales have spoilt what the kernel promises of S; it is restored.
        if kernel.orthonormal:
            S = np.linalg.qr(S)[0]
        elif not kernel.independent:
            basis = linear_algebra.svd(S)[0][:, : S.shape[0] - sum(level.found.rank for level in levels)]
            S = basis @ basis.T
        if previous is None:
            return S
        if previous.shape != S.shape:
            msg = f"previous has shape {previous.shape}, this complement {S.shape}: the number of DOF changed"
            raise ValueError(msg)
        if not kernel.independent:
            return S
        U, _, Vt = linear_algebra.svd(S.T @ previous)
        return np.asarray(S @ (U @ Vt))


def prepare_plant(
    equations: Equations, near: State | None, given: Mapping[str, float]
) -> tuple[System, Assembler, Array, State]:
    """System, assembler, parameter values and reference configuration (default of `near`) of equations."""
    system = System(equations)
    if system.n == 0:
        msg = f"{equations.name} has no moving part; give it a body or a motor"
        raise ValueError(msg)
    p = equations.parameters.values(given)
    requirement_faults(equations, p)
    assembler = Assembler.of(system)
    return system, assembler, p, near or reference_state(system, assembler, p)
