"""The walk along a spanning tree: poses of bodies from values of joints, without a search.

From the ground outwards, and from bodies whose own position is given: body = parent X(c) P^-1 with the joint's values
c, zero where none is given. Joints whose values are given are taken first, then joints in the order of the description;
a body that no joint holds is at the values of its own position.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from typing import Any
from weakref import WeakKeyDictionary

import casadi as ca
import numpy as np

from linkwright.arrays import Array, Integers
from linkwright.dynamics.closure.position_level import PositionLevel
from linkwright.dynamics.system.system import call_function
from linkwright.equations import Equations, HoldType


@dataclass(frozen=True)
class _Joint:
    """A joint that can hold a body: its place among the holds, its blocks, and full names of its values."""

    uses: int
    row: int
    blocks: tuple[int, ...]
    names: tuple[str, ...]
    order: int


class Walk:
    """Joints of a record that can hold bodies, with what places the bodies."""

    def __init__(self, record: Equations, level: PositionLevel) -> None:
        self.level, self.holds = level, record.holds
        self.joints: list[_Joint] = []
        self.bodies: list[_Joint] = []
        self.touching: dict[int, list[int]] = {}
        for k, uses in enumerate(record.holds):
            for row in range(len(uses)):
                full = record.full_name(int(uses.module[row]), uses.names[row])
                blocks = tuple(uses.blocks[row].tolist())
                names = tuple(f"{full}.{name}" for name in uses.type.names)
                holds = self.joints if len(blocks) > 1 else self.bodies
                holds.append(_Joint(k, row, blocks, names, int(uses.order[row])))
        for number, joint in enumerate(self.joints):
            for block in joint.blocks:
                self.touching.setdefault(block, []).append(number)
        self.own: dict[int, Integers] = {
            int(block): uses.q[row] for uses in record.blocks for row, block in enumerate(uses.blocks[:, 0].tolist())
        }
        self.start = np.zeros(level.nq)
        for groups in level.units:
            self.start[groups[:, 0]] = 1.0
        self.coordinate_names = {x.coordinate: name for name, x in level.places.items() if x.coordinate >= 0}
        self._functions: dict[tuple[int, int], ca.Function] = {}

    @staticmethod
    def of(record: Equations) -> Walk:
        """That of a record, made once."""
        found = _MADE.get(record)
        if found is None:
            found = _MADE.setdefault(record, Walk(record, PositionLevel.of(record)))
        return found

    def __call__(self, given: Mapping[str, float], p: Array, others: Mapping[str, float]) -> Array:
        """Coordinates with quantities (by full name) at the values given, at those of `others` elsewhere, else zero."""
        q = self.start.copy()
        for place, name in self.coordinate_names.items():
            if name in given or name in others:
                q[place] = given[name] if name in given else others[name]
        q = self.level.normalise(q)
        reached = {block for block, own in self.own.items() if self._is_placed(own, given)}
        for body in self.bodies:
            if any(name in given or name in others for name in body.names):
                q[self.own[body.blocks[0]]] = self._place(body, 0, q, p, given, others)
            if all(name in given for name in body.names):
                reached.add(body.blocks[0])
        rank = [(not all(name in given for name in joint.names), joint.order) for joint in self.joints]
        waiting = [(*rank[k], k) for block in reached for k in self.touching.get(block, ())]
        heapify(waiting)
        while waiting:
            number = heappop(waiting)[2]
            joint = self.joints[number]
            first, second = (block in reached for block in joint.blocks)
            if first == second:
                continue
            place = int(first)  # which of its blocks it holds
            if (self.holds[joint.uses].type.first, self.holds[joint.uses].type.second)[place] is None:
                continue
            held = joint.blocks[place]
            q[self.own[held]] = self._place(joint, place, q, p, given, others)
            reached.add(held)
            for k in self.touching[held]:
                heappush(waiting, (*rank[k], k))
        return q

    def places_all(self, given: Mapping[str, float]) -> bool:
        """Whether joints all of whose values are given reach every body."""
        reached = {block for block, own in self.own.items() if self._is_placed(own, given)}
        waiting = list(reached)
        while waiting:
            for number in self.touching.get(waiting.pop(), ()):
                joint = self.joints[number]
                new = set(joint.blocks) - reached
                if new and all(name in given for name in joint.names):
                    reached |= new
                    waiting += new
        return len(reached) == len(self.own)

    def _is_placed(self, own: Integers, given: Mapping[str, float]) -> bool:
        """Whether a block does not move (the ground), or all of its coordinates are given."""
        return all(self.coordinate_names.get(k) in given for k in own.tolist())

    def _place(
        self, joint: _Joint, place: int, q: Array, p: Array, given: Mapping[str, float], others: Mapping[str, float]
    ) -> Array:
        """Coordinates of the block that a joint holds."""
        uses = self.holds[joint.uses]
        c = np.array([given.get(name, others.get(name, np.nan)) for name in joint.names])
        for group in uses.type.units:
            if np.isnan(c[list(group)]).all():
                c[group[0]] = 1.0
        c = np.nan_to_num(c, nan=0.0)
        for group in uses.type.units:
            c[list(group)] /= np.linalg.norm(c[list(group)]) or 1.0
        key = (joint.uses, place)
        function = self._functions.get(key)
        if function is None:
            function = self._functions[key] = _function(uses.type, place)
        return call_function(function, q[uses.q[joint.row]], p[uses.p[joint.row]], c)[0].ravel()


_MADE: WeakKeyDictionary[Equations, Walk] = WeakKeyDictionary()


def _function(hold: HoldType, place: int) -> ca.Function:
    """(q, p, values of the joint) -> coordinates of the block at a place."""
    write: Any = (hold.first, hold.second)[place]
    return ca.Function("held", [hold.local.q, hold.local.p, hold.values], [ca.densify(write())])
