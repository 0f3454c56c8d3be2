"""The walk along a spanning tree: poses of bodies from values of joints, without a search.

From the ground outwards, and from bodies whose own position is given: body = parent X(c) P^-1 with the joint's values
c, zero where none is given; of positions that a gear or a thread ties, one gives the other. Joints whose values are
given are taken first, then joints in the order of the description; a body that no joint holds is at the values of its
own position.
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


@dataclass(frozen=True, eq=False)
class Tie:
    """Full names of a connection and of the two positions it ties; factor and offset as a function of parameters."""

    name: str
    first: str
    second: str
    law: ca.Function
    own: Integers

    def numbers(self, p: Array) -> tuple[float, float]:
        """Factor and offset of second = offset + factor first."""
        factor, offset = call_function(self.law, p[self.own])[0].ravel()
        return float(factor), float(offset)


class Walk:
    """Joints of a record that can hold bodies, with what places the bodies."""

    def __init__(self, record: Equations, level: PositionLevel) -> None:
        self.level, self.record, self.holds = level, record, record.holds
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
        beside = self._positions_of_speeds()
        self.ties: list[Tie] = []
        for tied in record.ties:
            kind = tied.type
            law = ca.Function("tie", [kind.local.p], [ca.vertcat(ca.SX(kind.factor), ca.SX(kind.offset))])
            for row, module in enumerate(tied.module.tolist()):
                ends = (record.full_name(module, end) for end in (kind.first, kind.second))
                first, second = (beside.get(end, end) for end in (record.aliases.get(end, end) for end in ends))
                if all(end in level.places and level.places[end].row >= 0 for end in (first, second)):
                    name = record.full_name(module, tied.names[row])
                    self.ties.append(Tie(name, first, second, law, tied.p[row]))

    @staticmethod
    def of(record: Equations) -> Walk:
        """That of a record, made once."""
        found = _MADE.get(record)
        if found is None:
            found = _MADE.setdefault(record, Walk(record, PositionLevel.of(record)))
        return found

    def _positions_of_speeds(self) -> dict[str, str]:
        """Coordinates whose rates are quantities of their own, by the names of these: the angle of `motor.omega`."""
        found = {}
        for uses in self.record.quantities:
            if uses.type.integral is not None:
                own = [symbol.element_hash() for symbol in ca.vertsplit(uses.type.local.q)]
                column = uses.q[:, own.index(ca.SX(uses.type.integral).element_hash())]
                for coordinate, module, name in zip(column.tolist(), uses.module.tolist(), uses.names, strict=True):
                    found[self.record.full_name(module, name)] = self.coordinate_names[coordinate]
        return found

    def tied(self, given: Mapping[str, float], p: Array) -> dict[str, float]:
        """Values with those that follow from them by gears and threads."""
        result = dict(given)
        left = [tie for tie in self.ties if tie.first not in result or tie.second not in result]
        while True:
            ready = [tie for tie in left if tie.first in result or tie.second in result]
            if not ready:
                return result
            for tie in ready:
                factor, offset = tie.numbers(p)
                if tie.first in result:
                    result.setdefault(tie.second, offset + factor * result[tie.first])
                else:
                    result[tie.first] = (result[tie.second] - offset) / factor
            left = [tie for tie in left if tie not in ready]

    def completed(self, given: Mapping[str, float], p: Array) -> dict[str, float]:
        """Values of all positions that gears and threads tie: from those given, or with the first of each at zero."""
        result = self.tied(given, p)
        for tie in self.ties:
            if tie.first not in result:
                result = self.tied(result | {tie.first: 0.0}, p)
        return result

    def __call__(self, given: Mapping[str, float], p: Array, others: Mapping[str, float]) -> Array:
        """Coordinates with quantities (by full name) at the values given, at those of `others` elsewhere, else zero."""
        given = self.tied(given, p)
        others = self.completed({**others, **given}, p)
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
