"""Constraints of connections: differentiated, and freed of rows that constrain nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from linkwright.equations import Local, Requirement, TieType
from linkwright.model import Connection, Port, Ports, Row
from linkwright.symbolic import Frame, Label, directional, formula, jacobian, t

EMPTY = ca.SX(0, 1)
Array = NDArray[np.float64]


def make_tie(
    kind: str,
    name: str,
    local: Local,
    qdot: ca.SX,
    g: ca.SX,
    phi: ca.SX,
    rows: Sequence[Label],
    *,
    support: bool = False,
    user_written: bool = False,
    requirements: tuple[Any, ...] = (),
    breaks: tuple[float, ...] = (),
    hazards: tuple[tuple[ca.SX, str], ...] = (),
) -> TieType:
    """Differentiate constraints: A = d phi / d v, b = -(d phi/d q q' + d phi/d t), W = d phi / d d at d = 0."""
    at_rest = local.at_rest(phi)

    def W(which: Sequence[int]) -> ca.SX:
        return local.at_rest(jacobian(phi[which], local.d)) if local.d.numel() else ca.SX(len(which), 0)

    if support:
        return TieType(
            kind,
            local,
            g,
            at_rest,
            ca.SX(phi.numel(), local.v.numel()),
            ca.SX.zeros(phi.numel()),
            lambda: W(range(phi.numel())),
            tuple(rows),
            support=True,
        )
    A = jacobian(at_rest, local.v)
    b = -(directional(at_rest, local.q, qdot) + ca.jtimes(at_rest, t, ca.SX(1)))
    keep, constant = _kept_rows(name, local, g, A, rows, user_written=user_written)
    return TieType(
        kind,
        local,
        g[[k for k in keep if k < g.numel()]] if g.numel() else g,
        at_rest[keep],
        ca.sparsify(A[keep, :]),
        ca.densify(b[keep]),
        lambda: W(keep),
        tuple(rows[k] for k in keep),
        requirements=(*requirements, *constant),
        breaks=breaks,
        hazards=hazards,
    )


def position_rate(connection: Connection, ports: Ports, holonomic: Sequence[Row]) -> ca.SX:
    """Time derivative of the position rows, from R' = w x R, p' = v of the ports, z' = s, and time."""
    if not holonomic:
        return EMPTY
    old: list[ca.SX] = []
    new: list[ca.SX] = []
    rate: list[ca.SX] = []
    frames = []
    for frame in ports.frames:
        R, p = ca.SX.sym("R", 3, 3), ca.SX.sym("p", 3)
        old += [R, p]
        new += [frame.R, frame.p]
        rate += [turning(frame.w, frame.R), frame.v]
        frames.append(Frame(R, p, frame.w, frame.v))
    quantities = []
    for port in ports.quantities:
        if port.z is None:
            quantities.append(port)
            continue
        z = ca.SX.sym("z")
        old.append(z)
        new.append(port.z)
        rate.append(port.s)
        quantities.append(Port(z, port.s, port.wraps, port.unit, port.rate_unit))
    generic = Ports(tuple(frames), tuple(quantities), ports.values, ports.inputs, ports.t)
    g = ca.densify(ca.vertcat(*[row.expression for row in connection.residual(generic)]))
    symbols = ca.veccat(*old)
    phi = directional(g, symbols, ca.veccat(*rate)) + ca.jtimes(g, t, ca.SX(1))
    return ca.densify(ca.substitute(phi, symbols, ca.densify(ca.veccat(*new))))


@formula((3, 1), (3, 3))
def turning(w: ca.SX, R: ca.SX) -> ca.SX:
    """R' = w x R."""
    return ca.skew(w) @ R


def _kept_rows(
    name: str, local: Local, g: ca.SX, A: ca.SX, rows: Sequence[Label], *, user_written: bool
) -> tuple[list[int], list[Requirement]]:
    """Rows that constrain something; a row that vanishes identically is dropped from a joint and refused elsewhere.

    A joint's row that depends on parameters alone (heights of the points of planar bodies) is a condition on these.
    Judged at three random states: an analytic expression that vanishes there vanishes everywhere.
    """
    slope, gap = _sizes_of_rows(local, g, A)
    keep, faults, constant = [], [], []
    motion = ca.veccat(local.q, t)
    for k, label in enumerate(rows):
        if not slope[k] <= 1e-12:  # arguments are of order 1: rounding alone leaves less; NaN is no zero
            keep.append(k)
        elif user_written:
            what = "mentions no variable" if A[k, :].nnz() == 0 else "vanishes identically"
            which = f"row {label.name} of the constraint" if len(rows) > 1 else "the constraint"
            faults.append(f"{name}: {which} {what}; it constrains no speed, so remove or correct it")
        elif gap[k] > 1e-12:
            if ca.depends_on(g[k], motion):
                faults.append(f"{name}: row {label.name} ({label.meaning}) cannot be met by any motion of the parts")
            constant.append(Requirement(g[k], "=", f"{label.meaning}, which no motion changes,"))
    if faults:
        raise ValueError("; ".join(faults))
    return keep, constant


def _sizes_of_rows(local: Local, g: ca.SX, A: ca.SX) -> tuple[Array, Array]:
    """Largest entry of each row of A and g at three random states; known at once where rows are constant or empty."""
    count = A.shape[0]
    slope, gap = np.zeros(count), np.zeros(count)
    rows, _ = A.sparsity().get_triplet()
    values: list[Any] = A.nonzeros()
    for row, value in zip(rows, values, strict=True):
        if value.is_constant():
            slope[row] = max(slope[row], abs(float(value)))
    unknown = [k for k in range(count) if slope[k] == 0 and (k in rows or (k < g.numel() and not g[k].is_zero()))]
    if unknown:
        symbols = [local.q, local.v, local.p, local.u, t]
        evaluate = ca.Function("rows", symbols, [ca.densify(A), ca.densify(g)])
        random = np.random.default_rng(1)
        samples = [evaluate(*[random.uniform(low, low + 1, s.numel()) for s in symbols]) for low in (0.5, -1.5, 3.0)]
        found = [np.abs(np.asarray(a)).reshape(count, -1).max(axis=1, initial=0.0) for a, _ in samples]
        slope[unknown] = np.max(found, axis=0)[unknown]
        gap[: g.numel()] = np.max([np.abs(np.asarray(value)).ravel() for _, value in samples], axis=0)
    return slope, gap
