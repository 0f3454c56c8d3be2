"""Joint reactions of a machine with many parts from the free-body balance of all its bodies, as one sparse system."""

from __future__ import annotations

from typing import Any

import casadi as ca
import numpy as np

from linkwright import linear_algebra
from linkwright.arrays import Array
from linkwright.dynamics.answers.cut_multipliers import rotate_components
from linkwright.dynamics.answers.reactions import FORCE_UNITS, Reaction, Reactions
from linkwright.dynamics.joins.recursion import links_or_refuse
from linkwright.dynamics.plants.rolled.bound import BoundLoops
from linkwright.dynamics.state import State
from linkwright.dynamics.system.gathering import gather_kernel
from linkwright.equations import Uses
from linkwright.symbolic import Label, jacobian


def reactions(loops: BoundLoops, state: State, u: Array) -> Reactions:
    """Reactions at a state under inputs: G l = inertia - loads, with the residual r in [[1, G], [G^T, 0]] (r, l)."""
    from scipy import sparse

    rolled, equations = loops.rolled, loops.equations
    vdot = loops.accelerations(state, u)
    Z = loops.work[rolled.places["Z"]]

    def values(uses: Uses[Any], expression: ca.SX, extra: tuple[ca.SX, Array] | None = None) -> Array:
        made = gather_kernel("wrench", uses, [expression], rolled.starts, None if extra is None else extra[0])
        inside = Z[made.index].T if made.count else np.zeros((0, len(uses)))
        return np.asarray(made.kernel.map(len(uses))(inside, *(() if extra is None else (extra[1],)))).T

    # Wrenches that the joints must give to each body: inertia less loads.
    right = np.zeros(equations.sizes["d"])
    for uses in equations.blocks:
        if len(uses) and uses.type.local.d.numel():
            inertia = values(uses, ca.densify(uses.type.balance()), (uses.type.a, vdot[uses.v].T))
            np.add.at(right, uses.d, inertia)
    for load in equations.loads:
        kind = load.type
        if len(load) and load.d.shape[1]:
            W = kind.local.at_rest(jacobian(kind.speed, kind.local.d))
            np.add.at(right, load.d, -values(load, ca.densify(W.T @ kind.effort)))
    # Directions in which each joint can give forces and moments.
    rows, columns, entries = [], [], []
    names: list[tuple[int, str, Label]] = []
    every: tuple[Uses[Any], ...] = (*equations.constraints, *equations.supports)
    for constraint in every:
        W = ca.sparsify(constraint.type.W())
        if not len(constraint) or not W.nnz():
            continue
        r, c = (np.array(x, dtype=np.int64) for x in W.sparsity().get_triplet())
        labels = constraint.type.rows
        entries.append(values(constraint, ca.SX(W.nz[:])).ravel())
        rows.append(constraint.d[:, c].ravel())
        columns.append((len(names) + len(labels) * np.arange(len(constraint))[:, None] + r).ravel())
        for order, module, name in zip(
            constraint.order.tolist(), constraint.module.tolist(), constraint.names, strict=True
        ):
            full = equations.show(equations.full_name(module, name))
            names += [(order, full, label) for label in labels]
    places = (np.concatenate(rows), np.concatenate(columns)) if rows else (np.zeros(0, int), np.zeros(0, int))
    data = np.concatenate(entries) if entries else np.zeros(0)
    G = sparse.coo_matrix((data, places), shape=(len(right), len(names))).tocsc()
    # Least squares with multipliers: what no joint can give is what is left.
    whole = sparse.bmat([[sparse.eye(len(right)), G], [G.T, None]], format="csc")
    solved = linear_algebra.splu(whole).solve(np.concatenate([right, np.zeros(len(names))]))
    left, found = solved[: len(right)], solved[len(right) :]
    scale = max(float(np.abs(right).max(initial=0.0)), float(np.abs(found).max(initial=0.0)), 1e-300)
    return Reactions(_by_joint(names, found), float(np.abs(left).max(initial=0.0)) / scale)


def _by_joint(names: list[tuple[int, str, Label]], found: Array) -> dict[str, Reaction]:
    parts: dict[str, dict[str, tuple[float, str]]] = {}
    for k in sorted(range(len(names)), key=lambda k: names[k][0]):
        _, joint, label = names[k]
        unit = FORCE_UNITS.get(label.unit, f"J/({label.unit})" if label.unit else "")
        parts.setdefault(joint, {})[label.name] = (float(found[k]), unit)
    return {
        name: Reaction(
            name,
            {component: value for component, (value, _) in own.items()},
            dict.fromkeys(own, True),
            {component: unit for component, (_, unit) in own.items()},
        )
        for name, own in parts.items()
    }


def cut_multipliers(loops: BoundLoops, state: State, u: Array) -> dict[str, dict[str, float]]:
    """Multipliers at the joints where loops are cut, in the axes of each joint's frame on its first part."""
    rolled = loops.rolled
    links = links_or_refuse(loops.name, rolled.links)
    loops.accelerations(state, u)
    if rolled.constraints is None:
        return {}
    record, work = rolled.record, loops.work
    lam, Z, row = work[rolled.places["lam"]], work[rolled.places["Z"]], 0
    by_constraint: dict[str, dict[str, float]] = {}
    for uses in rolled.constraints.uses:
        labels = [label.name for label in uses.type.rows]
        for module, name in zip(uses.module.tolist(), uses.names, strict=True):
            values = lam[row : row + len(labels)].tolist()
            by_constraint[record.full_name(module, name)] = dict(zip(labels, values, strict=True))
            row += len(labels)
    result = {}
    for name, path in links.cuts.items():
        frame = record.find_frame(path)
        assert frame is not None
        block = frame.block
        local = block.type.local
        R = ca.Function("R", [local.q, local.p], [ca.densify(local.at_rest(block.type.frames[frame.key].R))])
        start = rolled.starts["q"] + block.q
        turn = np.asarray(R(Z[start : start + local.q.numel()], loops.p[block.parameters]))
        result[name] = rotate_components(by_constraint[name], turn)
    return result
