"""Links of a spanning tree: the types of `equations.links` and their uses, from a flat mechanism."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import casadi as ca
import numpy as np

from linkwright.equations.links import Links, LinkType, LinkUses
from linkwright.formalisms.derive.derivations import EMPTY, mass_properties, place_of
from linkwright.formalisms.tree.flat import Flat
from linkwright.formalisms.tree.spanning_tree import Branch, Step
from linkwright.model import Arguments, Body, Values
from linkwright.model.connection import with_values
from linkwright.symbolic import Frame, cross, directional, jacobian, rotation_about

_Pose = tuple[ca.SX, ca.SX]


@dataclass
class _Rows:
    """Uses of one type while they are collected."""

    make: Callable[[], LinkType]
    number: list[int] = field(default_factory=list)
    holder: list[int] = field(default_factory=list)
    q: list[range] = field(default_factory=list)
    v: list[range] = field(default_factory=list)
    p: list[tuple[int, ...]] = field(default_factory=list)

    def finish(self) -> LinkUses:
        count = len(self.number)
        table = [np.array([list(x) for x in rows], dtype=np.int64).reshape(count, -1) for rows in (self.q, self.v)]
        p = np.array(self.p, dtype=np.int64).reshape(count, -1)
        return LinkUses(self.make, np.array(self.number), np.array(self.holder), table[0], table[1], p)


def place(points: Any, arguments: Arguments, point: str) -> _Pose:
    """Pose of a named point on a body or ground; its own frame where no point is named."""
    if not point:
        return ca.SX.eye(3), ca.SX(3, 1)
    position, angle, axis = place_of(points, Values(arguments), point)
    R = ca.SX.eye(3) if ca.SX(angle).is_zero() else rotation_about(axis, angle)
    return ca.sparsify(R), ca.sparsify(position)


def links_of(flat: Flat, branches: Sequence[Branch], starts: Sequence[tuple[int, int]]) -> Links:
    """Links of all branches; `starts` are where each branch's coordinates and speeds begin in the record."""
    groups: dict[Any, _Rows] = {}
    numbers: dict[str, int] = {}
    own_points: dict[str, str] = {}
    for branch, (q_start, v_start) in zip(branches, starts, strict=True):
        q, v = q_start, v_start
        for step in branch.steps:
            part = flat.bodies[step.body]
            holder, holder_item, holder_point, holder_own = "", None, "", ""
            own_point = ""
            if step.joint:
                source = flat.connections[step.joint].item
                holder, holder_point = flat.owner(step.parent)
                holder_item = (flat.grounds.get(holder) or flat.bodies[holder]).item
                holder_own = own_points.get(holder, "")
                frame = source.frames[0] if step.backwards else source.frames[1]
                own_point = flat.owner(flat.connections[step.joint].path + frame)[1]
            else:
                source = part.item.kind
            own_points[step.body] = own_point
            about = flat.grounds.get(holder) or flat.bodies.get(holder)
            key = (
                type(source),
                getattr(source, "structure", source),
                flat.connections[step.joint].arguments.key if step.joint else None,
                step.backwards,
                (part.arguments.key, tuple(part.item.points), len(part.item.centre), own_point),
                None if about is None else (about.arguments.key, tuple(about.item.points), holder_point, holder_own),
            )
            rows = groups.get(key)
            if rows is None:
                points = (holder_point, holder_own)
                make = partial(_link_type, flat, step, source, own_point, holder, holder_item, points)
                rows = groups[key] = _Rows(make)
            numbers[step.body] = len(numbers)
            counts = len(source.coordinates), len(source.speeds)
            rows.number.append(numbers[step.body])
            rows.holder.append(numbers.get(holder, -1))
            rows.q.append(range(q, q + counts[0]))
            rows.v.append(range(v, v + counts[1]))
            own = flat.connections[step.joint].p if step.joint else ()
            rows.p.append((*(() if about is None else about.p), *own, *part.p))
            q, v = q + counts[0], v + counts[1]
    weights = np.full((len(numbers), 3), -1, dtype=np.int64)
    axes = ["xyz".index(axis) for axis in flat.axes]
    for body, number in numbers.items():
        weights[number, axes] = flat.weights.get(body, ())
    # the gravity of most bodies acts through the ground; what others have more is their load
    gravity = Counter(flat.gravity.values()).most_common(1)[0][0] if flat.gravity else (-1, -1, -1)
    apart = [number for body, number in numbers.items() if flat.gravity.get(body, gravity) != gravity]
    return Links(
        tuple(rows.finish() for rows in groups.values()),
        tuple(numbers),
        np.array(gravity, dtype=np.int64),
        weights,
        np.array(apart, dtype=np.int64),
    )


def _link_type(
    flat: Flat,
    step: Step,
    source: Any,
    own_point: str,
    holder: str,
    holder_item: Any,
    holder_points: tuple[str, str],
) -> LinkType:
    part = flat.bodies[step.body]
    body: Body = part.item
    arguments = part.arguments.with_own_symbols()
    q, v = ca.SX.sym("q", len(source.coordinates)), ca.SX.sym("v", len(source.speeds))
    R_fixed, r_fixed, p, p_joint = ca.SX.eye(3), ca.SX(3, 1), arguments.p, EMPTY
    if step.joint:
        about = flat.grounds.get(holder) or flat.bodies[holder]
        outer = about.arguments.with_own_symbols()
        joined = flat.connections[step.joint].arguments.with_own_symbols()
        p_joint = joined.p
        p = ca.vertcat(outer.p, p_joint, arguments.p)
        at = place(holder_item.points, outer, holder_points[0])
        if holder in flat.grounds:
            R_fixed, r_fixed = at
        elif holder_points[0] != holder_points[1]:
            own = place(holder_item.points, outer, holder_points[1])
            R_fixed, r_fixed = own[0].T @ at[0], own[0].T @ (at[1] - own[1])
        R, r, twist = _motion(with_values(source, Values(joined)).motion(q, v), backwards=step.backwards)
    else:
        frame: Frame = source.frame(q, v)
        R, r, twist = frame.R, frame.p, ca.vertcat(frame.R.T @ frame.w, frame.R.T @ frame.v)
    S = _constant(ca.sparsify(jacobian(ca.densify(twist), v)), q, source.units)
    N = source.N(q)
    drift = directional(ca.densify(S @ v), q, ca.densify(N @ v)) if v.numel() else ca.SX.zeros(6)
    values = Values(arguments)
    mass, _ = mass_properties(values)
    R_own, r_own = place(body.points, arguments, own_point)
    c = R_own.T @ (values.vector("centre") - r_own)
    inertia = R_own.T @ mass.inertia @ R_own + mass.mass * (ca.dot(c, c) * ca.SX.eye(3) - c @ c.T)
    planar = not body.spatial and (holder in flat.grounds or not holder or not holder_item.spatial)
    return LinkType(
        name=type(source).__name__,
        q=q,
        v=v,
        p=p,
        p_joint=p_joint,
        R_fixed=ca.sparsify(R_fixed),
        r_fixed=ca.sparsify(r_fixed),
        R=ca.sparsify(R),
        r=ca.sparsify(r),
        S=S,
        drift=ca.sparsify(drift),
        N=N,
        mass=mass.mass,
        moment=ca.sparsify(mass.mass * c),
        inertia=ca.sparsify(inertia),
        R_body=R_own.T,
        r_body=ca.sparsify(-(R_own.T @ r_own)),
        planar=planar and _in_the_plane(ca.SX(R), S, R_fixed, R_own),
    )


def _motion(relative: Frame, *, backwards: bool) -> tuple[ca.SX, ca.SX, ca.SX]:
    """Pose of the link in the frame it is held at, and its twist relative to that, in the link's axes."""
    if not backwards:
        return relative.R, relative.p, ca.vertcat(relative.R.T @ relative.w, relative.R.T @ relative.v)
    R = relative.R.T
    return R, -(R @ relative.p), ca.vertcat(-relative.w, cross(relative.w, relative.p) - relative.v)


def _constant(S: ca.SX, q: ca.SX, units: Sequence[Sequence[int]]) -> ca.SX:
    """S with entries that do not change with q (to rounding, at random q) as the numbers they are.

    A joint about a point has S = (1, 0) because its Euler parameters have length 1: seen by values, not in symbols.
    """
    symbols = {symbol.element_hash() for symbol in ca.symvar(S)}
    if not symbols or not symbols <= {symbol.element_hash() for symbol in ca.vertsplit(q)}:
        return S  # numbers already, or of a joint with parameters
    function = ca.Function("S", [q], [ca.densify(S)])
    random = np.random.default_rng(0)
    samples = []
    for _ in range(4):
        at = random.normal(size=q.numel())
        for group in units:
            at[list(group)] /= np.linalg.norm(at[list(group)])
        samples.append(np.asarray(function(at)))
    spread = np.max(np.ptp(samples, axis=0), initial=0.0)
    if spread > 1e-13:
        return S
    mean = np.round(np.mean(samples, axis=0), 12)
    whole = np.round(mean)
    return ca.sparsify(ca.SX(whole)) if np.max(np.abs(mean - whole)) == 0 else S


def _in_the_plane(R: ca.SX, S: ca.SX, *turns: ca.SX) -> bool:
    """Whether nothing leaves the x-y plane: all rotations are about z, no twist out of the plane."""

    def about_z(matrix: ca.SX) -> bool:
        rest = [matrix[0, 2], matrix[1, 2], matrix[2, 0], matrix[2, 1], matrix[2, 2] - 1]
        return all(ca.SX(x).is_zero() for x in rest)

    return all(about_z(ca.densify(m)) for m in (R, *turns)) and S[[0, 1, 5], :].nnz() == 0
