"""Angles that count whole turns, and those that are known within half a turn only."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from linkwright.arrays import Array
from linkwright.dynamics.errors import AssemblyError
from linkwright.dynamics.system.system import System, call_function
from linkwright.symbolic import jacobian

TURN = 2 * np.pi
SAME_GAP = 1e-9
"""Change of a gap (rad, or machine sizes) that whole turns leave by rounding."""


@dataclass(frozen=True, eq=False)
class WholeTurns:
    """Angles that count turns, by number of the quantity: their whole coefficients in the coordinates (k, nq).

    `telling` are those of which whole turns make a difference to a load or a constraint, `bodies` those that are angles
    of bodies, not of joints.
    """

    numbers: tuple[int, ...]
    C: NDArray[np.float64]
    telling: frozenset[int] = frozenset()
    bodies: frozenset[int] = frozenset()

    @staticmethod
    def of(system: System) -> WholeTurns:
        """Those of a system; coordinates that are angles themselves are among them."""
        turning = np.array([unit == "rad" for unit in system.equations.coordinate_units], dtype=bool)
        turning[[x.q_index for x in system.quantities if x.advances and x.q_index >= 0]] = False
        chosen = [k for k, x in enumerate(system.quantities) if x.periodic and not x.wraps]
        if not chosen or not turning.any():
            return WholeTurns((), np.zeros((0, turning.size)))
        angles = [z for k in chosen if (z := system.quantities[k].z) is not None]
        C, whole = _whole(angles, system.q, turning)
        kept = np.flatnonzero(whole)
        read, _ = _whole(system.counted_angles, system.q, turning)
        rows = {tuple(row) for row in read}
        telling = [chosen[k] for k in kept if tuple(C[k]) in rows]
        own = {f"{body}.theta" for body in system.equations.all_bodies}
        bodies = [k for k in chosen if system.quantities[k].full in own]
        return WholeTurns(tuple(chosen[k] for k in kept), C[kept], frozenset(telling), frozenset(bodies))

    def nearest(
        self,
        q: Array,
        off: Array,
        gaps: Callable[[Array], Array],
        *,
        kept: Collection[int],
        given: Collection[int] = (),
    ) -> Array:
        """Coordinates with angles of joints less than half a turn from where they should be, where that can be.

        `off` says by how much each quantity is away. Angles in `kept` stay as they are; angles of bodies in `given` do
        so too, unless a load or constraint depends on the whole turns of a joint; those of other bodies follow.
        """
        joints = {k: -round(off[k] / TURN) for k in self.numbers if k not in kept and k not in self.bodies}
        if not any(joints.values()):
            return q
        wished = dict.fromkeys(kept, 0) | {k: m for k, m in joints.items() if k in self.telling}
        wished |= {k: 0 for k in given if k in self.bodies} | {k: m for k, m in joints.items() if k not in wished}
        return self.add_turns(q, wished | {k: 0 for k in self.bodies if k not in wished}, gaps)[0]

    def add_turns(
        self, q: Array, more: Mapping[int, int], gaps: Callable[[Array], Array]
    ) -> tuple[Array, frozenset[int]]:
        """Coordinates with `more` whole turns (0: as it is) in angles by number, and those for which it cannot be.

        Earlier angles go before later ones. Nothing changes where gaps of constraints (lengths in machine sizes) would.
        """
        place = {number: k for k, number in enumerate(self.numbers)}
        solver = _Whole(self.C.shape[1])
        left = {k for k, m in more.items() if k in place and not solver.add(self.C[place[k]], m)}
        moved = q + TURN * solver.solution()
        if np.max(np.abs(gaps(moved) - gaps(q)), initial=0.0) > SAME_GAP:
            return q, frozenset(more)
        return moved, frozenset(left)


def refuse_wound(system: System, wanted: Mapping[int, float]) -> None:
    """Refuse more than half a turn of an angle that is known within half a turn only, where that makes a difference."""
    for k, value in wanted.items():
        quantity = system.quantities[k]
        if quantity.z is None or not quantity.wraps or abs(value) <= np.pi:
            continue
        for branch_cut, words in system.branch_cuts:
            apart = system.function("apart", [jacobian(branch_cut - quantity.z, system.q)])
            at = [np.random.default_rng(5).uniform(0.5, 1.5, x.numel()) for x in system.arguments]
            if np.max(np.abs(call_function(apart, *at)[0]), initial=0.0) < SAME_GAP:
                raise AssemblyError(
                    f"{quantity.name} = {value:g} is not between -pi and pi: {words}", [quantity.name], {}
                )


def modulo_a_turn(system: System, turns: WholeTurns) -> frozenset[int]:
    """Numbers of the angles that tell a pose up to whole turns: all that are no coordinates themselves."""

    def make() -> frozenset[int]:
        counted = set(turns.numbers)
        return frozenset(k for k, x in enumerate(system.quantities) if x.wraps or (k in counted and x.q_index < 0))

    found: frozenset[int] = system.cached("modulo a turn", make)
    return found


def _whole(angles: Sequence[ca.SX], q: ca.SX, turning: NDArray[np.bool_]) -> tuple[Array, NDArray[np.bool_]]:
    """Coefficients of angles in coordinates, and which angles are sums of coordinates that turn, with whole ones."""
    C, whole = np.zeros((len(angles), q.numel())), np.ones(len(angles), dtype=bool)
    if not angles:
        return C, whole
    slope = jacobian(ca.vertcat(*angles), q)
    entries: list[Any] = slope.nonzeros()
    for row, column, entry in zip(*slope.sparsity().get_triplet(), entries, strict=True):
        fits = entry.is_constant() and float(entry) == round(float(entry)) and turning[column]
        whole[row] &= fits
        C[row, column] = float(entry) if fits else 0.0
    return C, whole & C.any(axis=1)


class _Whole:
    """Equations c . k = m in whole numbers, taken one after another as long as they can be met."""

    def __init__(self, size: int) -> None:
        self.rows: list[tuple[int, NDArray[np.float64], float]] = []
        self.size = size

    def add(self, c: NDArray[np.float64], m: float) -> bool:
        """Take an equation; False if it contradicts those before, or has no pivot of size 1."""
        c, m = np.array(c), float(m)
        for pivot, row, right in self.rows:
            if c[pivot]:
                c, m = c - c[pivot] * row, m - c[pivot] * right
        if not c.any():
            return m == 0
        units = np.flatnonzero(np.abs(c) == 1)
        if not units.size:
            return False
        pivot = int(units[-1])
        sign = c[pivot]
        new, right = c / sign, m / sign
        self.rows = [(p, row - row[pivot] * new, r - row[pivot] * right) for p, row, r in self.rows]
        self.rows.append((pivot, new, right))
        return True

    def solution(self) -> NDArray[np.float64]:
        """Whole numbers that meet what was taken; what is left open is zero."""
        k = np.zeros(self.size)
        for pivot, _, right in self.rows:
            k[pivot] = right
        return k
