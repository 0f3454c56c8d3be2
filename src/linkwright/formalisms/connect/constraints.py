"""Constraints of connections: differentiated, and freed of rows that constrain nothing."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import casadi as ca
import numpy as np

from linkwright.arrays import Array
from linkwright.equations import Local, Requirement, Role, TieType
from linkwright.symbolic import Label, at_points, dense, directional, jacobian, select_rows, sparse, t

EMPTY = ca.SX(0, 1)


def make_tie(
    kind: str,
    name: str,
    local: Local,
    qdot: ca.SX,
    g: ca.SX,
    phi: ca.SX,
    rows: Sequence[Label],
    *,
    user_written: bool = False,
    moving: bool = True,
    requirements: tuple[Any, ...] = (),
    breaks: tuple[float, ...] = (),
    hazards: tuple[tuple[ca.SX, str], ...] = (),
    facing: tuple[ca.SX, ...] = (),
    units: Sequence[Sequence[int]] = (),
    roles: Sequence[Role] = (),
) -> TieType:
    """Differentiate constraints: A = d phi / d v, b = -(d phi/d q q' + d phi/d t), W = d phi / d d at d = 0.

    Without `moving`, phi does not depend on time; `units` are groups of coordinates whose squares add up to 1;
    `roles` say what each row holds.
    """
    at_rest = local.at_rest(phi)
    A = jacobian(at_rest, local.v)
    drift = directional(at_rest, local.q, qdot)
    if moving:
        drift = drift + ca.jtimes(at_rest, t, ca.SX(1))
    keep, constant = _kept_rows(name, local, (g, at_rest), A, rows, units, user_written=user_written)
    b, whole = -drift, phi
    if len(keep) < len(rows):
        g = select_rows(g, [k for k in keep if k < g.numel()])
        at_rest, A, b, whole = (
            select_rows(at_rest, keep),
            sparse(A[keep, :]),
            select_rows(b, keep),
            select_rows(phi, keep),
        )
    return TieType(
        kind,
        local,
        g,
        at_rest,
        A,
        dense(b),
        partial(wrenches, local, whole),
        tuple(rows[k] for k in keep),
        requirements=(*requirements, *constant),
        breaks=breaks,
        hazards=hazards,
        facing=facing,
        roles=tuple(roles[k] for k in keep) if roles else (),
    )


def make_support(kind: str, local: Local, phi: ca.SX, rows: Sequence[Label], roles: Sequence[Role] = ()) -> TieType:
    """Rows that are met by the choice of coordinates: they count in reactions only, so only W is kept."""
    empty = ca.SX(len(rows), local.v.numel()), ca.SX.zeros(len(rows))
    W = partial(wrenches, local, phi)
    return TieType(kind, local, EMPTY, EMPTY, *empty, W, tuple(rows), support=True, roles=tuple(roles))


def wrenches(local: Local, phi: ca.SX) -> ca.SX:
    """W = d phi / d d at d = 0."""
    return local.at_rest(jacobian(phi, local.d)) if local.d.numel() else ca.SX(phi.numel(), 0)


def _kept_rows(
    name: str,
    local: Local,
    levels: tuple[ca.SX, ca.SX],
    A: ca.SX,
    rows: Sequence[Label],
    units: Sequence[Sequence[int]],
    *,
    user_written: bool,
) -> tuple[list[int], list[Requirement]]:
    """Rows that constrain something; a row that vanishes identically is dropped from a joint and refused elsewhere.

    `levels` are g and phi. A joint's row whose g depends on parameters alone (heights of the points of planar bodies)
    is a condition on these; a row at velocity level that asks for a speed of what cannot move is refused. Judged at
    three random states: an analytic expression that vanishes there vanishes everywhere.
    """
    vanishing = _vanishing_rows(local, A, units)
    keep = [k for k in range(len(rows)) if k not in vanishing]
    g, phi = levels
    left = ca.vertcat(g, select_rows(phi, range(g.numel(), phi.numel())))
    gaps = (
        _sizes(local, select_rows(left, vanishing), units)
        if vanishing and not user_written
        else np.zeros(len(vanishing))
    )
    faults, constant = [], []
    for k in vanishing if user_written else ():
        what = "mentions no variable" if A[k, :].nnz() == 0 else "vanishes identically"
        which = f"row {rows[k].name} of the constraint" if len(rows) > 1 else "the constraint"
        faults.append(f"{name}: {which} {what}; it constrains no speed, so remove or correct it")
    for k, gap in zip(vanishing, gaps, strict=True):
        label = rows[k]
        if gap > ARGUMENT_ROUNDING:
            still = _still(left[k], local, units)
            if k >= g.numel() or still is None:
                faults.append(f"{name}: row {label.name} ({label.meaning}) cannot be met by any motion of the parts")
            else:
                constant.append(Requirement(still, "=", f"{label.meaning}, which no motion changes,"))
    if faults:
        raise ValueError("; ".join(faults))
    return keep, constant


def _still(expression: ca.SX, local: Local, units: Sequence[Sequence[int]]) -> ca.SX | None:
    """An expression of parameters alone, if it is one: at q = 0 (Euler parameters of no turn) and t = 0; else None.

    Sines and cosines of a coordinate may occur in it and cancel.
    """
    home = np.zeros(local.q.numel())
    home[[group[0] for group in units]] = 1.0
    still = ca.substitute(expression, ca.veccat(local.q, t), ca.SX(ca.DM([*home, 0.0])))
    return still if _sizes(local, expression - still, units)[0] <= ARGUMENT_ROUNDING else None


ARGUMENT_ROUNDING = 1e-12
"""Arguments are of order 1: rounding alone leaves less."""


def _vanishing_rows(local: Local, A: ca.SX, units: Sequence[Sequence[int]]) -> list[int]:
    """Rows of A whose entries are all zero, or zero at random states; where one is a constant no state is needed."""
    entries: list[Any] = A.nonzeros()
    places: list[int] = A.sparsity().get_triplet()[0]
    kept = {k for k, entry in zip(places, entries, strict=True) if entry.is_constant() and _counts(float(entry))}
    unsure = [place for place, k in enumerate(places) if k not in kept]
    if unsure:
        sizes = _sizes(local, A.nz[unsure], units)
        kept |= {places[place] for place, size in zip(unsure, sizes.tolist(), strict=True) if _counts(size)}
    return [k for k in range(A.shape[0]) if k not in kept]


def _counts(size: float) -> bool:
    return not abs(size) <= ARGUMENT_ROUNDING  # NaN is no zero


def _sizes(local: Local, entries: ca.SX, units: Sequence[Sequence[int]]) -> Array:
    """Largest size of each entry at three random states, Euler parameters of unit length."""
    symbols = [local.q, local.v, local.p, local.u, t]
    counts = [symbol.numel() for symbol in symbols]
    low = np.array([0.5, -1.5, 3.0])
    states = np.random.default_rng(1).uniform(low, low + 1, (sum(counts), 3))
    for group in units:
        states[list(group)] /= np.linalg.norm(states[list(group)], axis=0)
    evaluate = ca.Function("entries", symbols, [dense(ca.vec(entries))])
    values = at_points(evaluate, *np.split(states, np.cumsum(counts[:-1])))
    largest: Array = np.max(np.abs(values), axis=1)
    return largest
