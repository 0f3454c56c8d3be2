"""Joint reactions from the free-body balance of every body, the same for every formalism.

For each body (world axes, about its mass centre) and each speed without a body:

    sum over joints W^T l = inertia - loads

with l the reaction in each constrained direction of each joint. Joints whose constraint is met by the choice of
coordinates take part like all others.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import casadi as ca
import numpy as np

from linkwright import linear_algebra
from linkwright.arrays import Array
from linkwright.display import Displayed
from linkwright.dynamics.machine import Machine
from linkwright.dynamics.rank import LENGTHS, RANK_TOLERANCE, Scales
from linkwright.dynamics.state import State
from linkwright.dynamics.system.system import System, call_function, matrices, numeric
from linkwright.equations import Role, UnknownNameError, Uses
from linkwright.faults import close_matches
from linkwright.symbolic import Label, jacobian, t

FORCE_UNITS = {"m": "N", "rad": "N m", "m/s": "N", "rad/s": "N m"}


@dataclass(frozen=True, eq=False)
class Reaction:
    """Reaction of one joint on its second part: components by name (N, N m); one that is not unique is NaN."""

    name: str
    components: Mapping[str, float]
    unique: Mapping[str, bool]
    units: Mapping[str, str]

    def __getitem__(self, component: str) -> float:
        if component not in self.components:
            msg = f"{self.name} has no component {component!r}; {close_matches(component, self.components)}"
            raise UnknownNameError(msg)
        return self.components[component]


@dataclass(frozen=True, eq=False)
class Reactions(Displayed, Mapping[str, Reaction]):
    """Reactions by joint name, and the balance that they close."""

    by_joint: Mapping[str, Reaction]
    residual: float

    def __getitem__(self, name: str) -> Reaction:
        if name not in self.by_joint:
            msg = f"no joint {name!r}; {close_matches(name, self.by_joint)}"
            raise UnknownNameError(msg)
        return self.by_joint[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.by_joint)

    def __len__(self) -> int:
        return len(self.by_joint)

    @property
    def not_unique(self) -> tuple[str, ...]:
        """Components that redundant constraints leave undetermined, as `joint.component`."""
        return tuple(
            f"{name}.{component}"
            for name, reaction in self.by_joint.items()
            for component, unique in reaction.unique.items()
            if not unique
        )

    def in_words(self) -> str:
        """A line for each joint; components that are not unique are said to be so."""
        lines = []
        known = [abs(x) for reaction in self.by_joint.values() for x in reaction.components.values() if not np.isnan(x)]
        noise = 1e-13 * max(known, default=0.0)  # what rounding leaves of a zero
        for name, reaction in self.by_joint.items():
            parts = [
                f"{component} {value if abs(value) > noise else 0:.6g} {reaction.units[component]}"
                if reaction.unique[component]
                else f"{component} not unique (redundant constraints)"
                for component, value in reaction.components.items()
            ]
            lines.append(f"{name}: {', '.join(parts)}")
        return "\n".join(lines)


@dataclass(frozen=True, eq=False)
class Balance:
    """The balance of a whole machine: G (directions, reactions), right side, and what columns and rows are."""

    function: ca.Function
    columns: tuple[tuple[str, Label], ...]
    roles: tuple[Role, ...]
    forces: tuple[bool, ...]


def balance(system: System) -> Balance:
    """Assemble the free-body balance of all blocks."""
    equations = system.equations
    count = equations.sizes["d"]
    a = ca.SX.sym("a", system.n)
    right, forces = [ca.SX(0)] * count, [False] * count
    uses: Uses[Any]
    for uses in equations.blocks:
        kind = uses.type
        if not kind.local.d.numel():
            continue
        inertia = ca.Function("inertia", [*kind.local.arguments, kind.a, t], [ca.densify(kind.balance())])
        for row in range(len(uses)):
            q, v, u, p, d = uses.indices(row)
            values = inertia(system.q[q], system.v[v], system.u[u], system.p[p], ca.SX.zeros(len(d)), a[v], t)
            for k, value in enumerate(ca.vertsplit(values)):
                right[d[k]] += value
            for k, direction in zip(d, kind.directions, strict=False):
                forces[k] = direction.unit == "N"
    for uses in equations.loads:
        load = uses.type
        W = load.local.at_rest(jacobian(load.speed, load.local.d))
        wrench = ca.Function("load", [*load.local.arguments, t], [ca.densify(W.T @ load.effort)])
        for row in range(len(uses)):
            q, v, u, p, d = uses.indices(row)
            values = wrench(system.q[q], system.v[v], system.u[u], system.p[p], ca.SX.zeros(len(d)), t)
            for k, value in enumerate(ca.vertsplit(values) if d else ()):
                right[d[k]] -= value
    columns: list[tuple[int, str, Label, list[int], ca.SX, Role]] = []
    for uses in (*equations.constraints, *equations.supports):
        constraint = uses.type
        wrenches = constraint.W()
        if not wrenches.nnz():
            continue  # a constraint between coordinates only (the length of Euler parameters) loads no body
        function = ca.Function("constraint", [*constraint.local.arguments, t], [ca.densify(wrenches)])
        for row, name in enumerate(uses.names):
            q, v, u, p, d = uses.indices(row)
            W = function(system.q[q], system.v[v], system.u[u], system.p[p], ca.SX.zeros(len(d)), t)
            full = equations.full_name(int(uses.module[row]), name)
            columns += [
                (int(uses.order[row]), full, label, d, W[k, :].T, constraint.role(k))
                for k, label in enumerate(constraint.rows)
            ]
    columns.sort(key=lambda column: column[0])
    G = ca.SX(count, len(columns))
    for j, (_, _, _, d, entries, _) in enumerate(columns):
        for k, index in enumerate(d):
            G[index, j] = entries[k]
    function = system.function("balance", [G, ca.vertcat(*right) if right else ca.SX(0, 1)], [a])
    return Balance(
        function,
        tuple((name, label) for _, name, label, _, _, _ in columns),
        tuple(column[-1] for column in columns),
        tuple(forces),
    )


def reactions(dynamics: Machine, state: State, vdot: Array, u: Array) -> Reactions:
    """Reactions at a state with known accelerations and inputs."""
    system = dynamics.system
    found: Balance = system.cached("balance", lambda: balance(system))
    G, right = (numeric(e) for e in found.function(state.t, state.q, state.v, u, dynamics.p, vdot))
    M, f, _, _ = call_function(matrices(system), state.t, state.q, state.v, u, dynamics.p)
    # Forces and moments are made alike by the machine's size: moments are counted as forces at that distance.
    scales = Scales.of(system, dynamics.p)
    rows = np.where(found.forces, 1.0, scales.size)
    columns = np.array([1.0 if label.unit in LENGTHS else scales.size for _, label in found.columns])
    loads = scales.speeds * np.array([M @ vdot, f.ravel()]) / scales.size
    values, unique, residual = solve(G * columns / rows[:, None], right.ravel() / rows, float(np.max(np.abs(loads))))
    values = values * columns
    by_joint: dict[str, dict[str, tuple[float, bool, str]]] = {}
    for (name, label), value, sure in zip(found.columns, values, unique, strict=True):
        unit = FORCE_UNITS.get(label.unit, f"J/({label.unit})" if label.unit else "")
        shown = system.equations.show(name)
        by_joint.setdefault(shown, {})[label.name] = (float(value) if sure else np.nan, bool(sure), unit)
    return Reactions(
        {
            name: Reaction(
                name,
                {k: x[0] for k, x in parts.items()},
                {k: x[1] for k, x in parts.items()},
                {k: x[2] for k, x in parts.items()},
            )
            for name, parts in by_joint.items()
        },
        residual,
    )


def solve(G: Array, right: Array, size: float = 0.0) -> tuple[Array, Array, float]:
    """Least-squares reactions, which components are unique, and the residual of the balance (relative).

    `size` is that of the loads and inertia forces: where they balance without joints, `right` is their rounding.
    """
    if G.shape[1] == 0:
        return np.zeros(0), np.zeros(0, dtype=bool), float(np.max(np.abs(right), initial=0.0)) / max(size, 1e-300)
    U, values, Vt = linear_algebra.svd(G, full_matrices=True)
    count = int(np.sum(values > RANK_TOLERANCE * values[0]))
    solution = Vt[:count].T @ ((U[:, :count].T @ right) / values[:count])
    null = Vt[count:]
    unique = np.linalg.norm(null, axis=0) < 1e-8 if len(null) else np.ones(G.shape[1], dtype=bool)
    scale = max(size, float(np.max(np.abs(right), initial=0.0)), float(np.max(np.abs(solution), initial=0.0)), 1e-300)
    return solution, unique, float(np.max(np.abs(G @ solution - right), initial=0.0)) / scale
