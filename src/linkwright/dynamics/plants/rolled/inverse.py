"""Inverse dynamics of a machine with many parts at one state.

With the accelerations of all speeds, B u + A^T l = M v' - f is one sparse system. With those of an independent set of
quantities, constraints that hold these quantities at the wanted accelerations are added to the machine; their
multipliers are linear in the inputs, m(u) = m(0) + G u, and inputs with m = 0 do without them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from weakref import WeakKeyDictionary

import casadi as ca
import numpy as np

from linkwright import linear_algebra
from linkwright.arrays import Array, Integers
from linkwright.dynamics.errors import Refused
from linkwright.dynamics.inverse.refusals import rate_of_state
from linkwright.dynamics.plants.rolled.accelerations import quantity_rates
from linkwright.dynamics.plants.rolled.bound import BoundLoops
from linkwright.dynamics.plants.rolled.closure import RolledAssembler, group_by_type
from linkwright.dynamics.plants.rolled.loops.machine import Rolled
from linkwright.dynamics.state import State
from linkwright.dynamics.system.gathering import gather_kernel
from linkwright.dynamics.system.readings import checked_inputs
from linkwright.dynamics.system.system import call_function
from linkwright.faults import close_matches
from linkwright.symbolic import jacobian

MOST_HELD = 300
"""Quantities of an independent set: each asks for an evaluation of its own, and they are solved as a full matrix."""
FOLLOWS = 1e-8
"""Share by which the acceleration of a quantity may differ from what those of the speeds give."""
UNDETERMINED = 1e-12
"""Share of the largest singular value of G below which inputs do not determine the accelerations."""


def inverse_at(
    assembler: RolledAssembler,
    state: State,
    accelerations: Mapping[str, float],
    inputs: Mapping[str, float] | None,
) -> dict[str, float]:
    """Inputs for accelerations at a state; `inputs` are known ones."""
    loops = assembler.loops
    fixed = checked_inputs(loops.equations, inputs, partial=True)
    own = {name.removesuffix("'"): k for k, name in enumerate(loops.speeds)}
    aliases, show = loops.equations.aliases, loops.equations.show
    given = {own.get(show(aliases.get(name, name)), -1): float(x) for name, x in accelerations.items()}
    states = loops.equations.states
    prescribed = [loops.speeds[k] for k in states if k in given]
    if prescribed:
        raise rate_of_state(prescribed)
    n, rolled = loops.n - len(states), loops.rolled
    rows = 0 if rolled.constraints is None else rolled.constraints.m
    others = given.pop(-1, None) is not None
    if len(given) == n and not (rows and rolled.tree is not None) and not (others and rolled.links is not None):
        vdot = np.array([given.get(k, 0.0) for k in range(loops.n)])
        if others:
            _check_others(loops, state, vdot, accelerations)
        found = _from_all(loops, state, vdot, fixed)
    elif len(accelerations) == n - rows and len(accelerations) <= MOST_HELD:
        found = _from_some(assembler, state, accelerations, fixed)
    else:
        every = "" if rows and rolled.tree is not None else f"of all its {n} speeds (loops.speeds), or "
        reason = (
            f"inverse dynamics of a machine of this size takes the accelerations {every}of {n - rows} independent "
            f"quantities, as many as it has degrees of freedom (up to {MOST_HELD}); got {len(accelerations)}"
        )
        raise Refused(reason, [])
    return dict(zip(loops.inputs, found.tolist(), strict=True))


def _check_others(loops: BoundLoops, state: State, vdot: Array, accelerations: Mapping[str, float]) -> None:
    """Refuse accelerations of further quantities that do not follow from those of all speeds."""
    loops.read(state)  # the values that rates are read from
    aliases, show, rates = loops.equations.aliases, loops.equations.show, quantity_rates(loops, vdot)
    faults = []
    for name, value in accelerations.items():
        known = rates.get(show(aliases.get(name, name)))
        if known is None:
            faults.append(f"no quantity {name!r}; {close_matches(name, rates)}")
        elif abs(known - value) > FOLLOWS * (1.0 + abs(known)):
            faults.append(f"{name}'' = {value:.6g}, but {known:.6g} follows from the accelerations of the speeds")
    if faults:
        raise Refused(f"inverse dynamics of {loops.name}: {'; '.join(faults[:5])}", [])


def _from_all(loops: BoundLoops, state: State, vdot: Array, fixed: Array) -> Array:

    # Forces that the accelerations need must come from free inputs and multipliers: [B, A^T] (u, lambda) = need.
    moving = np.setdiff1d(np.arange(loops.n), loops.equations.states)  # rates of states follow from the state
    need = loops.forces(state.q, state.v, vdot, state.t)[moving]
    found, free = np.nan_to_num(fixed), np.isnan(fixed)
    slope = _slope(loops, state, found)[moving]
    if slope.shape[0] != slope.shape[1] - int((~free).sum()):
        reason = (
            f"the inputs are not determined: {int(free.sum())} inputs and {slope.shape[1] - len(fixed)} "
            f"multipliers for {slope.shape[0]} speeds; give known values to some, inverse(..., inputs={{...}})"
        )
        raise Refused(reason, list(loops.inputs[:5]))
    columns = np.concatenate([np.flatnonzero(free), np.arange(len(fixed), slope.shape[1])])
    solved = linear_algebra.splu(slope[:, columns].tocsc()).solve(need - slope[:, np.flatnonzero(~free)] @ found[~free])
    found[free] = solved[: int(free.sum())]
    return found


def _from_some(assembler: RolledAssembler, state: State, accelerations: Mapping[str, float], fixed: Array) -> Array:
    loops = assembler.loops
    # The quantities are held by constraints of their own; inputs are right where their multipliers vanish.
    wanted = assembler.targets(accelerations, positions=False)
    order = group_by_type(wanted)
    rolled, work = assembler.engine(order)
    goal = np.array([wanted[key] for key in order])
    free = np.flatnonzero(np.isnan(fixed))
    if len(free) != len(goal):
        few = "these accelerations need as many free inputs; give fewer known values, or the machine more drives"
        many = "give known values to some, inverse(..., inputs={...})"
        reason = (
            f"the inputs are not determined: {len(free)} inputs for {len(goal)} accelerations; "
            f"{few if len(free) < len(goal) else many}"
        )
        raise Refused(reason, list(loops.inputs[:5]))

    def multipliers(u: Array) -> Array:
        """Multipliers that hold the quantities at their accelerations under inputs u."""
        loop = rolled.library.loop
        loop("factorise")(rolled.I, work, np.array([state.t]), state.q.copy(), state.v.copy(), u.copy())
        work[rolled.places["Tb"]][-len(goal) :] += goal
        loop("constraint_residual")(rolled.I, work)
        loop("constraint_solve")(rolled.I, work)
        return np.array(work[rolled.places["lam"]][-len(goal) :])

    found = np.nan_to_num(fixed)
    base = multipliers(found)
    # The multipliers are linear in the inputs: one column for each free input.
    G = np.empty((len(goal), len(free)))
    for column, k in enumerate(free.tolist()):
        more = found.copy()
        more[k] += 1.0
        G[:, column] = multipliers(more) - base
    if not np.isfinite(G).all() or not np.isfinite(base).all():
        reason = f"{', '.join(accelerations)} are not independent at this state, or constraints lose rank there"
        raise Refused(reason, list(accelerations))
    # Inputs that together do nothing are named.
    U, sizes, V = linear_algebra.svd(G)
    if not sizes[-1] > UNDETERMINED * sizes[0]:
        weak = [loops.inputs[k] for k in free[np.abs(V[-1]) > 0.1 * np.abs(V[-1]).max()].tolist()]
        reason = f"the inputs {', '.join(weak)} cannot give these accelerations at this state: together they do nothing"
        raise Refused(reason, weak)
    found[free] -= V.T @ ((U.T @ base) / sizes)
    return found


def _slope(loops: BoundLoops, state: State, u: Array) -> Any:
    """[B, A^T] as a sparse matrix, B = df/du by differentiation of the loads."""
    from scipy import sparse

    rolled, work = loops.rolled, loops.work
    loop = rolled.library.loop("factorise")
    loop(rolled.I, work, np.array([state.t]), state.q.copy(), state.v.copy(), u.copy())
    Z = work[rolled.places["Z"]]
    found = _SLOPES.get(rolled)
    if found is None:
        found = _SLOPES[rolled] = _load_slopes(rolled, loops.n), _constraints(rolled)
    B, A = found
    matrix = sparse.coo_matrix((B.values(Z), B.places), shape=(loops.n, len(u)))
    if rolled.constraints is None:
        return matrix.tocsr()
    rows = sparse.coo_matrix((A.values(Z), A.places), shape=(rolled.constraints.m, rolled.record.sizes["v"]))
    return sparse.hstack([matrix, rows.T]).tocsr()


@dataclass(frozen=True, eq=False)
class _Entries:
    """Entries of a sparse matrix: functions of the numbers at an index (uses, numbers), and rows and columns."""

    functions: tuple[tuple[ca.Function, Integers, int], ...]
    places: tuple[Integers, Integers]

    def values(self, Z: Array) -> Array:
        """Their numbers, from all values of the machine."""
        parts = [
            call_function(function, Z[index].T if index.size else np.zeros((0, count)))[0].ravel(order="F")
            for function, index, count in self.functions
        ]
        return np.asarray(_all(parts))


_SLOPES: WeakKeyDictionary[Rolled, tuple[_Entries, _Entries]] = WeakKeyDictionary()
"""df/du and A of machines that were asked: they follow from their equations alone."""


def _load_slopes(rolled: Rolled, n: int) -> _Entries:
    """Differentiate the loads by their inputs."""
    # Rows of the machine's own speeds among those of the record.
    back = np.full(rolled.record.sizes["v"], -1, dtype=np.int64)
    back[rolled.v_dst] = np.arange(n)
    rows, columns, functions = [], [], []
    for uses in rolled.record.loads:
        kind = uses.type
        if not kind.local.u.numel():
            continue
        J = kind.local.at_rest(jacobian(kind.speed, kind.local.v))
        B = ca.sparsify(jacobian(ca.densify(J.T @ kind.local.at_rest(kind.effort)), kind.local.u))
        if not B.nnz():
            continue
        # Entries of B of all uses of a load at once.
        r, c = B.sparsity().get_triplet()
        made = gather_kernel("slope", uses, [ca.SX(B.nz[:])], rolled.starts)
        rows.append(back[uses.v[:, r]].ravel())
        columns.append(uses.u[:, c].ravel())
        index = made.index if made.count else np.zeros((0, 0), dtype=np.int64)
        functions.append((made.kernel.map(len(uses)), index, len(uses)))
    if any((x < 0).any() for x in rows):
        reason = (
            "inputs act on bodies, not on joints; give the accelerations of an independent set of quantities, as many "
            "as there are degrees of freedom and inputs"
        )
        raise Refused(reason, [])
    return _Entries(tuple(functions), (_all(rows).astype(np.int64), _all(columns).astype(np.int64)))


def _all(parts: Sequence[Any]) -> Any:
    return np.concatenate(parts) if parts else np.zeros(0)


def _constraints(rolled: Rolled) -> _Entries:
    """A of all constraints."""
    rows, columns, functions, row = [], [], [], 0
    for uses in () if rolled.constraints is None else rolled.constraints.uses:
        A = ca.sparsify(uses.type.local.at_rest(uses.type.A))
        r, c = A.sparsity().get_triplet()
        height, count = len(uses.type.rows), len(uses)
        if A.nnz():
            made = gather_kernel("row", uses, [ca.SX(A.nz[:])], rolled.starts)
            index = made.index if made.count else np.zeros((0, 0), dtype=np.int64)
            functions.append((made.kernel.map(count), index, count))
            rows.append((row + height * np.arange(count)[:, None] + np.array(r)).ravel())
            columns.append(uses.v[:, c].ravel())
        row += height * count
    return _Entries(tuple(functions), (_all(rows).astype(np.int64), _all(columns).astype(np.int64)))
