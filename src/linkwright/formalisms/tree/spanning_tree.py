"""Spanning trees: which joint holds which body, and the charts of the branches.

Branches are trees of bodies that share no moving body: each hangs on the ground, or on a body that floats.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from itertools import permutations
from typing import Any

import casadi as ca

from linkwright.equations import Local
from linkwright.faults import close_matches
from linkwright.formalisms.derive.derivations import (
    EMPTY,
    Chart,
    ChartedBody,
    body_frames,
    can_hold,
    ground_block,
    move_frame,
    moved_back,
    origin_from,
    point_of,
)
from linkwright.formalisms.tree.flat import Flat
from linkwright.model import Arguments, Body, FreeEulerAngles, Joint, ModelError, Values
from linkwright.model.connection import with_values
from linkwright.symbolic import Frame, Label, together


@dataclass(frozen=True)
class Step:
    """How a body is held: by a joint to a frame of a body or ground already placed, or by itself (no joint)."""

    body: str
    joint: str = ""
    parent: str = ""
    backwards: bool = False


@dataclass(frozen=True)
class Branch:
    """Bodies in an order in which each comes after the one that holds it."""

    steps: tuple[Step, ...]


def each_alone(flat: Flat) -> list[Branch]:
    """Every body by itself, relative to the ground: absolute coordinates."""
    return [Branch((Step(name),)) for name in flat.bodies]


FEWEST_LEGS = 3
"""Joints of a platform that has its own coordinates; one of fewer has fewer coordinates in the tree."""


def spanning_tree(
    flat: Flat, chosen: Sequence[str] | None = None, *, last: Sequence[str] | None = None
) -> list[Branch]:
    """Branches of a spanning tree: joints in the order chosen by the user, then home joints, then as described.

    A body that no joint connects to the ground floats, with the coordinates of its home, and so do `platforms`. Those
    in `last` are taken only where nothing else holds a body; where they are given, they alone close loops.
    """
    joints = {n: p.item for n, p in flat.connections.items() if isinstance(p.item, Joint) and p.item.explicit}
    chosen = [] if chosen is None else [flat.full(name) for name in chosen]
    wrong = [name for name in chosen if name not in joints]
    if wrong:
        raise ModelError(
            flat.name, [f"tree: no joint {name!r} with coordinates; {close_matches(name, joints)}" for name in wrong]
        )
    homes = [part.path + part.item.home for part in flat.bodies.values() if isinstance(part.item.home, str)]
    order = list(dict.fromkeys([*chosen, *homes, *joints]))
    if last is None:
        apart = platforms(flat, joints, chosen)
        order = [name for name in order if not apart.intersection(_bodies(flat, joints, name))] if apart else order
    else:
        order = [*[name for name in order if name not in last], *last]
    branches = _grown(flat, joints, order)
    used = {step.joint for steps in branches for step in steps}
    left = [name for name in chosen if name not in used]
    if left:
        words = "closes a loop with joints already taken, or cannot hold a body"
        raise ModelError(flat.name, [f"tree: joint {name!r} {words}; leave it out" for name in left])
    return [Branch(tuple(steps)) for steps in branches]


def platforms(flat: Flat, joints: Mapping[str, Joint], chosen: Sequence[str]) -> set[str]:
    """Bodies with Euler angles as their home, on three legs or more that stand on the ground without them.

    Held by one of its legs such a body would have the coordinates of that leg, and all others would reach through it.
    No joint that is chosen holds one.
    """
    found = {name for name, part in flat.bodies.items() if isinstance(part.item.home, FreeEulerAngles)}
    if not found:
        return found
    neighbours: dict[str, list[str]] = {}
    for name in joints:
        for one, other in permutations(_bodies(flat, joints, name)):
            neighbours.setdefault(one, []).append(other)
    reached, waiting = set(flat.grounds), list(flat.grounds)
    while waiting:
        new = set(neighbours.get(waiting.pop(), ())) - reached - found
        reached |= new
        waiting += new
    held = {body for name in chosen for body in _bodies(flat, joints, name)}
    return {
        name
        for name in found - held
        if len(neighbours.get(name, ())) >= FEWEST_LEGS and reached.issuperset(neighbours[name])
    }


def _bodies(flat: Flat, joints: Mapping[str, Joint], name: str) -> tuple[str, ...]:
    """Bodies or grounds that a joint connects; none if one of them is a ready-made part."""
    frames = [flat.connections[name].path + frame for frame in joints[name].frames]
    return tuple(flat.owner(frame)[0] for frame in frames) if all(map(flat.is_own_frame, frames)) else ()


def _grown(flat: Flat, joints: Mapping[str, Joint], order: Sequence[str]) -> list[list[Step]]:
    """Grow the branches: always by the first joint in order that has one side reached, in time linear in the joints."""
    frames: dict[str, tuple[str, str]] = {}
    owners: dict[str, tuple[str, str]] = {}
    touching: dict[str, list[int]] = {}
    waiting: list[int] = []
    for place, name in enumerate(order):
        first, second = (flat.connections[name].path + frame for frame in joints[name].frames)
        if not (flat.is_own_frame(first) and flat.is_own_frame(second)):
            continue  # a joint to a ready-made part closes a loop
        frames[name], owners[name] = (first, second), (flat.owner(first)[0], flat.owner(second)[0])
        for owner in dict.fromkeys(owners[name]):
            touching.setdefault(owner, []).append(place)
            if owner in flat.grounds:
                waiting.append(place)
    heapify(waiting)
    placed: dict[str, int] = {}
    branches: list[list[Step]] = []
    bodies = iter(flat.bodies)
    while len(placed) < len(flat.bodies):
        step = None
        while waiting and step is None:
            name = order[heappop(waiting)]
            first, second = frames[name]
            reached = [owner in flat.grounds or owner in placed for owner in owners[name]]
            if reached[0] == reached[1]:
                continue
            known, new = (first, second) if reached[0] else (second, first)
            holder, held = owners[name] if reached[0] else owners[name][::-1]
            body = flat.bodies[held].item
            flat_holder = holder in flat.grounds or not flat.bodies[holder].item.spatial
            if can_hold(joints[name], body) and (body.spatial or flat_holder):
                step = Step(held, name, known, backwards=new == first)
        if step is None:
            step = Step(next(name for name in bodies if name not in placed))
        holder = flat.owner(step.parent)[0] if step.parent else ""
        if holder in placed:
            placed[step.body] = placed[holder]
            branches[placed[holder]].append(step)
        else:
            placed[step.body] = len(branches)
            branches.append([step])
        for place in touching.get(step.body, ()):
            heappush(waiting, place)
    return branches


@dataclass(frozen=True, eq=False)
class JointMotion:
    """How a body of a branch moves relative to the one that holds it, in world axes and without virtual speeds.

    `base` is the frame it is held at (none: it floats), `relative` the joint's motion, `held` the joint's frame on the
    body and `offset` from there to the body's origin, in its axes; `holder` is the number of the body that holds it in
    the branch (-1: the ground).
    """

    base: Frame | None
    relative: Frame
    held: Frame
    offset: ca.SX
    holder: int
    backwards: bool


@dataclass(frozen=True, eq=False)
class BranchChart:
    """Chart of a branch, the parameters it takes in order, where each step's coordinates begin, and its motions."""

    chart: Chart
    p: tuple[int, ...]
    offsets: dict[str, tuple[int, int]]
    motions: tuple[JointMotion, ...] = ()


def branch_chart(flat: Flat, branch: Branch, *, rates: bool) -> BranchChart:  # noqa: PLR0915  one pass along the branch
    """Chart of a branch: frames from the ground outwards, body = parent X P^-1 (X^-1 if a joint is taken backwards).

    With `rates` the speeds are the rates of the coordinates, v = q', and a joint's own speeds are W q'.
    """
    q: list[ca.SX] = []
    v: list[ca.SX] = []
    N: list[ca.SX] = []
    W: list[ca.SX] = []
    d: list[ca.SX] = []
    p: list[ca.SX] = []
    indices: list[int] = []
    labels: tuple[list[Label], list[Label]] = ([], [])
    units: list[tuple[int, ...]] = []
    frames: dict[str, Frame] = {}
    placed: dict[str, tuple[Body, Arguments, ChartedBody]] = {}
    bodies = []
    coordinate_singularities: list[tuple[ca.SX, str]] = []
    offsets: dict[str, tuple[int, int]] = {}
    motions: list[JointMotion] = []
    numbers = {step.body: number for number, step in enumerate(branch.steps)}
    for number, step in enumerate(branch.steps):
        part = flat.bodies[step.body]
        body: Body = part.item
        arguments = part.arguments.with_own_symbols()
        source: Any = flat.connections[step.joint].item if step.joint else body.kind
        at = (sum(x.numel() for x in q), sum(x.numel() for x in v))
        offsets[step.joint or step.body] = at
        q_own = ca.SX.sym("q", len(source.coordinates))
        v_own = ca.SX.sym("v", len(source.coordinates if rates else source.speeds))
        spin = source.W(q_own) @ v_own if rates else v_own
        if step.joint:
            joined = flat.connections[step.joint].arguments.with_own_symbols()
            relative = with_values(source, Values(joined)).motion(q_own, spin)
            p.append(joined.p)
            indices += flat.connections[step.joint].p
            owner, point = flat.owner(step.parent)
            if owner in flat.grounds:
                ground = flat.grounds[owner]
                fresh = ground.arguments.with_own_symbols()
                base = ground_block(ground.item, fresh).frames[point]
                p.append(fresh.p)
                indices += ground.p
            else:
                base = point_of(*placed[owner], point)
            own = source.frames[0] if step.backwards else source.frames[1]
            _, own_point = flat.owner(flat.connections[step.joint].path + own)
            held = moved_back(base, relative) if step.backwards else move_frame(base, relative)
            place = origin_from(arguments, body.points, own_point)
            origin = held if place is None else held.at(*place)
            offset = ca.SX.zeros(3) if place is None else place[0]
            motions.append(JointMotion(base, relative, held, offset, numbers.get(owner, -1), step.backwards))
        else:
            origin = source.frame(q_own, spin)
            motions.append(JointMotion(None, origin, origin, ca.SX.zeros(3), -1, backwards=False))
        virtual = ca.SX.sym("d", 6)
        key = str(number)
        own_frames, charted = body_frames(key, body, arguments, origin, virtual)
        frames |= own_frames
        placed[step.body] = (body, arguments, charted)
        bodies.append(charted)
        q.append(q_own)
        v.append(v_own)
        N.append(ca.SX.eye(q_own.numel()) if rates else source.N(q_own))
        W.append(ca.SX.eye(q_own.numel()) if rates else source.W(q_own))
        d.append(virtual)
        p.append(arguments.p)
        indices += part.p
        labels[0].extend(source.coordinates)
        labels[1].extend(source.coordinates if rates else source.speeds)
        units += [tuple(at[0] + k for k in group) for group in source.units]
        coordinate_singularity = (
            source.coordinate_singularity(q_own) if hasattr(source, "coordinate_singularity") else None
        )
        coordinate_singularities += (
            []
            if coordinate_singularity is None
            else [
                (
                    coordinate_singularity[0],
                    f"at joint {step.joint} {coordinate_singularity[1]}" if step.joint else coordinate_singularity[1],
                )
            ]
        )
    local = Local(together(q), together(v), EMPTY, together(p), together(d))
    chart = Chart(
        local,
        tuple(labels[0]),
        tuple(labels[1]),
        ca.diagcat(*N),
        ca.diagcat(*W),
        ca.SX.zeros(local.q.numel()),
        tuple(units),
        frames,
        tuple(bodies),
        tuple(coordinate_singularities),
    )
    return BranchChart(chart, tuple(indices), offsets, tuple(motions))
