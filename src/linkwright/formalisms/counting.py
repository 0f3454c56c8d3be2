"""Which joints count whole turns: those along a forest of the bodies in the plane.

In the plane the angle of a joint is theta_j - theta_i and a constant, which counts turns. Along a forest the angles of
bodies can be chosen so that every joint has the whole turns that are wanted. A joint that closes a loop of such joints
has no choice left: its angle is read from the frames instead, within half a turn.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import replace

import casadi as ca

from linkwright.equations import BlockType, Child, Equations, FrameRef
from linkwright.model import Connection, Joint
from linkwright.symbolic import Frame

GROUND = -1


class Forest:
    """Blocks that joints with counted angles connect, those of the records inside among them."""

    def __init__(self, children: Mapping[str, Child], inside: Mapping[int, Forest]) -> None:
        """`inside` are the forests of records by their identity; blocks of others count as tied to the ground."""
        self._parent: dict[int, int] = {}
        self._turning: dict[tuple[int, str], bool] = {}
        self._children: list[tuple[int, int, Equations]] = sorted(
            (
                (child.offsets["blocks"], child.equations.sizes["blocks"], child.equations)
                for child in children.values()
            ),
            key=lambda entry: entry[0],
        )
        self._starts = [start for start, _, _ in self._children]
        self._inside = inside

    def root(self, number: int) -> int:
        """What stands for all blocks connected to that of a number."""
        k = bisect_right(self._starts, number) - 1
        if k >= 0 and number < self._starts[k] + self._children[k][1]:
            start, _, equations = self._children[k]
            inner = self._inside.get(id(equations))
            found = GROUND if inner is None else inner.root(number - start)
            number = GROUND if found == GROUND else start + found
        while number in self._parent:
            number = self._parent[number]
        return number

    def connect(self, first: FrameRef, second: FrameRef) -> bool:
        """Connect two blocks; whether they were not connected before."""
        one, other = (self.root(x.block.number) if self._turns(x) else GROUND for x in (first, second))
        if GROUND in (one, other):
            one, other = max(one, other), GROUND
        if one == other:
            return False
        self._parent[one] = other
        return True

    def counted(self, joints: Mapping[str, Sequence[FrameRef]], first: frozenset[str]) -> frozenset[str]:
        """Names of the joints whose angles count turns; those in `first`, whose angles others use, are taken first."""
        order = sorted(joints, key=lambda name: name not in first)
        return frozenset(
            name for name in order if all(_known(frame) for frame in joints[name]) and self.connect(*joints[name])
        )

    def _turns(self, frame: FrameRef) -> bool:
        """Whether a frame's angle changes with coordinates: not on the ground, on a slide, or at a particle."""
        block = frame.block.type
        key = (id(block), frame.key)
        if key not in self._turning:
            turn = block.frames[frame.key].turn
            self._turning[key] = turn is None or bool(ca.depends_on(turn, block.local.q))
        return self._turning[key]


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


def has_angle(connection: Connection) -> bool:
    """Whether a connection is a joint that offers an angle."""
    return isinstance(connection, Joint) and "angle" in connection.offers


def _known(frame: FrameRef) -> bool:
    return frame.block.type.frames[frame.key].turn is not None
