"""Which joints count whole turns: those along a forest of the bodies in the plane.

In the plane the angle of a joint is theta_j - theta_i and a constant, which counts turns. Along a forest the angles of
bodies can be chosen so that every joint has the whole turns that are wanted. A joint that closes a loop of such joints
has no choice left: its angle is read from the frames instead, within half a turn.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import replace

import casadi as ca

from linkwright.equations import BlockType, Child, Equations, FrameRef
from linkwright.formalisms.connect.rows import counted_angles
from linkwright.model import Connection, Joint
from linkwright.model.connection import nameless
from linkwright.symbolic import Frame

GROUND = -1


class Forest:
    """Blocks that joints with counted angles connect, those of the records inside among them."""

    def __init__(self, children: Mapping[str, Child], inside: Mapping[int, Forest]) -> None:
        """`inside` are the forests of records by their identity; blocks of others count as tied to the ground."""
        self._parent: dict[int, int] = {}
        self._turning: dict[tuple[BlockType, str], bool | None] = {}
        self._angles: dict[tuple[type, Hashable], frozenset[str]] = {}
        known: dict[int, list[tuple[int, int]]] = {}
        for child in children.values():
            key = id(child.equations)
            pairs = known.get(key)
            if pairs is None:
                pairs = known[key] = _connected(child.equations, inside.get(key))
            if pairs:
                start = child.offsets["blocks"]
                self._parent |= {start + one: GROUND if other == GROUND else start + other for one, other in pairs}

    def root(self, number: int) -> int:
        """What stands for all blocks connected to that of a number."""
        parent = self._parent
        while number in parent:
            number = parent[number]
        return number

    def angles(self, connection: Connection) -> frozenset[str]:
        """Names of the angles of a connection that can count whole turns: those of a joint."""
        if not isinstance(connection, Joint):
            return frozenset()
        key = (type(connection), connection.structure)
        found = self._angles.get(key)
        if found is None:
            found = self._angles[key] = counted_angles(nameless(connection)) if connection.offers else frozenset()
        return found

    def connect(self, first: FrameRef, second: FrameRef) -> bool:
        """Connect two blocks; whether they were not connected before."""
        one = GROUND if self._turns(first) is False else self.root(first.block.number)
        other = GROUND if self._turns(second) is False else self.root(second.block.number)
        return self._tie(one, other)

    def _tie(self, one: int, other: int) -> bool:
        if one == other:
            return False
        if one == GROUND:
            one, other = other, one
        self._parent[one] = other
        return True

    def counts(self, one: FrameRef, other: FrameRef) -> bool:
        """Whether a joint counts turns, if it is the next one to be taken: its frames do, and it closes no loop."""
        turns, others = self._turns(one), self._turns(other)
        if turns is None or others is None:
            return False
        return self._tie(
            self.root(one.block.number) if turns else GROUND, self.root(other.block.number) if others else GROUND
        )

    def _turns(self, frame: FrameRef) -> bool | None:
        """Whether a frame's angle changes with coordinates (not on the ground or a slide); None if it has none."""
        block = frame.block.type
        key = (block, frame.key)
        try:
            return self._turning[key]
        except KeyError:
            turn = block.frames[frame.key].turn
            found = self._turning[key] = None if turn is None else bool(ca.depends_on(turn, block.local.q))
            return found


def _connected(equations: Equations, forest: Forest | None) -> list[tuple[int, int]]:
    """Blocks of a record that others stand for, with these."""
    numbers = range(equations.sizes["blocks"])
    pairs = [(number, GROUND if forest is None else forest.root(number)) for number in numbers]
    return [(one, other) for one, other in pairs if one != other]


def home_frame(block: BlockType, key: str) -> Frame:
    """Frame of a body from which its home's quantities are read.

    Its angle counts turns where it is a sum of coordinates alone. An angle of a place on the way may carry it beyond
    half a turn where every joint is within: then it is read from the axes, as that of a joint that closes a loop.
    """
    frame = block.frames[key]
    if frame.turn is None:
        return frame
    q, p = block.local.q, block.local.p
    start = ca.substitute(frame.turn, q, ca.SX.zeros(q.numel()))
    return frame if start.is_zero() and not ca.depends_on(frame.turn, p) else replace(frame, turn=None)
