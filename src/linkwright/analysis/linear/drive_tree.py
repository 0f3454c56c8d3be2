"""A drive as a tree of inertias and elastic shafts, read from a machine at rest.

Parts that gears, rigid shafts and joints tie to each other have one freedom x together, with an inertia, a damping and
a stiffness against the ground. A load between two freedoms, such as an elastic shaft, is a spring and a damper on the
twist x_a - ratio x_b. What acts on the drive from outside, by constraints or loads of no part of it, is left out, and
so are windings (their currents are held) and dry friction.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import casadi as ca
import numpy as np

from linkwright import linear_algebra
from linkwright.arrays import Array
from linkwright.dynamics import Dynamics, Refused, State
from linkwright.dynamics.rank import RANK_TOLERANCE, Scales
from linkwright.dynamics.system import NamedQuantity, call_function
from linkwright.symbolic import dense, jacobian

LOAD_ROUNDING = 1e-9
"""Share of a number by which rounding may change it: entries are sums of few products."""
WANTED = "a drive is a tree of inertias and elastic shafts; linearize(dynamics, state) answers for any machine"


class Shaft(NamedTuple):
    """A spring K and a damper C on the twist x_a - ratio x_b, at a."""

    a: int
    b: int
    K: float
    C: float
    ratio: float

    def seen_from(self, node: int) -> Shaft:
        """The same shaft with this end first."""
        if node == self.a:
            return self
        return Shaft(self.b, self.a, self.K * self.ratio**2, self.C * self.ratio**2, 1 / self.ratio)


@dataclass(frozen=True, eq=False)
class DriveTree:
    """Freedoms with their inertias J, dampings C and stiffnesses K against the ground, and the shafts between them."""

    J: Array
    C: Array
    K: Array
    shafts: tuple[Shaft, ...]

    def children(self, node: int, parent: int | None = None) -> Iterator[Shaft]:
        """Shafts from a freedom to others than its parent, seen from it."""
        for shaft in self.shafts:
            if node in (shaft.a, shaft.b):
                seen = shaft.seen_from(node)
                if seen.b != parent:
                    yield seen

    def nodes(self, start: int, parent: int | None = None) -> list[int]:
        """Freedoms that shafts join to one, itself first, without what is behind its parent."""
        found = [start]
        for shaft in self.children(start, parent):
            found += self.nodes(shaft.b, start)
        return found

    def path(self, start: int, end: int, parent: int | None = None) -> list[Shaft]:
        """Shafts from one freedom to another, each seen from the side of the start."""
        for shaft in self.children(start, parent):
            if shaft.b == end:
                return [shaft]
            if further := self.path(shaft.b, end, start):
                return [shaft, *further]
        return []


class End(NamedTuple):
    """A quantity of the drive, the number of its freedom, and how far it goes with that."""

    quantity: NamedQuantity
    node: int
    weight: float


class _Load(NamedTuple):
    """Stiffness and damping of one load by all speeds of the drive: effort = -K x - C x'."""

    name: str
    K: Array
    C: Array


class DriveParts:
    """Parts of a drive at rest at a state: groups of speeds that are tied to each other, and loads on them.

    `drive` is the beginning of their names with a dot; empty: all parts.
    """

    def __init__(self, dynamics: Dynamics, drive: str, state: State) -> None:
        self.system, self.drive, self.state, self.p = dynamics.system, drive, state, dynamics.p
        names, units = self.system.block_of_speed, dynamics.equations.speed_units
        own = [k for k, name in enumerate(names) if f"{name}.".startswith(drive)]
        self.speeds = [k for k in own if units[k] != "A" and k not in dynamics.equations.states]
        self.windings = tuple(dict.fromkeys(names[k] for k in own if units[k] == "A"))
        full = {each.full: each for each in self.system.quantities}
        self.motor_angles = tuple(f"{name}.{'angle' if f'{name}.angle' in full else 'omega'}" for name in self.windings)
        self.scales = Scales.of(self.system, self.p).speeds[self.speeds]
        self.M, self.A, N = self._values([self.system.M, self._rows(), self.system.N])
        self.M, self.N = self.M[np.ix_(self.speeds, self.speeds)], N[:, self.speeds]
        self.groups = self._groups()
        self.directions = [self._direction(group) for group in self.groups]
        self.loads = self._loads()

    def _values(self, expressions: list[ca.SX]) -> list[Array]:
        """Values of expressions at the state, at rest, without inputs."""
        function = self.system.function("drive", expressions)
        system = self.system
        return call_function(function, self.state.t, self.state.q, np.zeros(system.n), np.zeros(system.m_u), self.p)

    def _rows(self) -> ca.SX:
        """Rows of the constraints inside the drive, by its speeds."""
        rows = [k for each in self.system.constraints if each.name.startswith(self.drive) for k in each.rows]
        return self.system.A[rows, self.speeds]

    def _groups(self) -> list[list[int]]:
        """Places of speeds that constraints or inertia tie to each other, group by group."""
        group = np.arange(len(self.speeds))
        for row in (*self.A, *self.M):
            tied = np.flatnonzero(row)
            for k in tied[1:]:
                group[group == group[k]] = group[tied[0]]
        return [np.flatnonzero(group == number).tolist() for number in dict.fromkeys(group.tolist())]

    def _direction(self, group: list[int]) -> Array:
        """Columns of the speeds that the constraints leave to a group; the largest entry of each is 1, in its unit."""
        scales = self.scales[group]
        rows = self.A[np.any(self.A[:, group] != 0, axis=1)][:, group] * scales
        if not len(rows):
            return np.eye(len(group))
        sizes = np.linalg.norm(rows, axis=1)
        S = linear_algebra.null_space(rows / sizes[:, None], RANK_TOLERANCE) * scales[:, None]
        S[np.abs(S) < LOAD_ROUNDING * np.max(np.abs(S / scales[:, None]), axis=0, initial=0.0) * scales[:, None]] = 0.0
        S /= S[np.argmax(np.abs(S / scales[:, None]), axis=0), np.arange(S.shape[1])]
        return S

    def _loads(self) -> list[_Load]:
        """Stiffness and damping of each load of the drive, without dry friction."""
        names, columns = [], []
        for uses in self.system.equations.loads:
            kind = uses.type
            effort = kind.effort - kind.dry if kind.dry.numel() else kind.effort
            share = dense(jacobian(kind.speed, kind.local.v).T @ effort)
            for row in range(len(uses)):
                name = self.system.equations.full_name(int(uses.module[row]), uses.names[row])
                if name.startswith(self.drive):
                    column = ca.SX.zeros(self.system.n)
                    for place, entry in zip(
                        uses.v[row].tolist(), ca.vertsplit(self.system.at_use(uses, row, [share])[0]), strict=True
                    ):
                        column[place] += entry
                    names.append(name)
                    columns.append(column[self.speeds])
        slopes = [
            ca.densify(ca.jacobian(column, symbols))
            for column in columns
            for symbols in (self.system.q, self.system.v[self.speeds])
        ]
        found = self._values(slopes) if slopes else []
        return [_Load(name, -found[2 * k] @ self.N, -found[2 * k + 1]) for k, name in enumerate(names)]

    # -- questions ------------------------------------------------------------------------------------------------

    def ends(self) -> list[End]:
        """Quantities that move with one freedom alone."""
        system = self.system
        own = [each for each in system.quantities if each.full.startswith(self.drive)]
        rows = self._values([ca.jacobian(ca.vertcat(*[each.s for each in own]), system.v)])[0]
        outside = np.any(np.delete(rows, self.speeds, axis=1), axis=1)
        found = []
        for quantity, row, depends in zip(own, rows[:, self.speeds], outside, strict=True):
            moved = [k for k, group in enumerate(self.groups) if _differs(row[group], self.directions[k])]
            if not depends and len(moved) == 1:
                S = self.directions[moved[0]]
                if S.shape[1] == 1:
                    found.append(End(quantity, moved[0], float(row[self.groups[moved[0]]] @ S[:, 0])))
        return found

    def in_words(self, group: int) -> str:
        """The parts of a group."""
        names = [self.system.block_of_speed[self.speeds[k]] for k in self.groups[group]]
        return ", ".join(dict.fromkeys(self.system.equations.show(name) for name in names))

    def tree(self, start: int) -> DriveTree:
        """The tree that holds a freedom; refused where it is none, with what does not fit."""
        count = len(self.groups)
        K, C, J = np.zeros(count), np.zeros(count), np.zeros(count)
        shafts: dict[tuple[int, int], Shaft] = {}
        found = [start]
        acting = [(load, [k for k in range(count) if self._acts_on(load, k)]) for load in self.loads]
        for node in found:  # which grows
            J[node] = self._inertia(node)
            for load, ends in acting:
                if node not in ends or any(k in found[: found.index(node)] for k in ends):
                    continue
                if len(ends) == 1:
                    entries = self._between(load, ends)
                    K[node], C[node] = K[node] + entries[0][0, 0], C[node] + entries[1][0, 0]
                    continue
                shaft = self._shaft(load, [node, *(k for k in ends if k != node)])
                if (node, shaft.b) in shafts:
                    shaft = self._side_by_side(load, shafts[node, shaft.b], shaft)
                elif shaft.b in found:
                    raise Refused(f"the loads on {self.in_words(shaft.b)} form a loop; {WANTED}", [load.name])
                else:
                    found.append(shaft.b)
                shafts[node, shaft.b] = shaft
        return DriveTree(J, C, K, tuple(shafts.values()))

    def _acts_on(self, load: _Load, group: int) -> bool:
        """Whether a load depends on a group that can move, or acts on it."""
        places, S = self.groups[group], self.directions[group]
        return any(_differs(each[:, places], S) or _differs(each[places].T, S) for each in (load.K, load.C))

    def _between(self, load: _Load, groups: list[int]) -> tuple[Array, Array]:
        """Stiffness and damping of a load by the freedoms of groups."""
        S = np.zeros((len(self.speeds), len(groups)))
        for column, group in enumerate(groups):
            S[self.groups[group], column] = self.directions[group][:, 0]
        return S.T @ load.K @ S, S.T @ load.C @ S

    def _inertia(self, group: int) -> float:
        """s . M s of a group; refused where it is no freedom of one number, or changes with the pose."""
        S, places = self.directions[group], self.groups[group]
        parts = self.in_words(group)
        if S.shape[1] != 1:
            raise Refused(f"{parts} move with {S.shape[1]} freedoms, expected one; {WANTED}", [parts])
        s = S[:, 0]
        J = float(s @ self.M[np.ix_(places, places)] @ s)
        if not J > 0:
            raise Refused(f"{parts} have the inertia {J:g}; {WANTED}", [parts])
        v = np.zeros(len(self.speeds))
        v[places] = s
        M, q = self.system.M[self.speeds, self.speeds], self.system.q
        held = [ca.mtimes([ca.DM(v).T, M, ca.DM(v)]), ca.mtimes(self._rows(), ca.DM(v))]
        slope, turned = self._values([ca.densify(ca.jtimes(each, q, ca.DM(self.N @ v))) for each in held])
        largest = np.max(np.abs(self.A), initial=0.0)
        if np.any(np.abs(slope) > LOAD_ROUNDING * J) or np.any(np.abs(turned) > LOAD_ROUNDING * largest):
            raise Refused(f"{parts} move with an inertia or a ratio that changes with the pose; {WANTED}", [parts])
        return J

    def _shaft(self, load: _Load, ends: list[int]) -> Shaft:
        """A load as a spring and a damper on a twist; refused where it is none."""
        if len(ends) == 2 and all(self.directions[k].shape[1] == 1 for k in ends):
            K, C = self._between(load, ends)
            found = []
            for each in (K, C):
                size = abs(each[0, 0] * each[1, 1])
                square = abs(each[0, 1] - each[1, 0]) <= LOAD_ROUNDING * abs(each[0, 1])
                if square and abs(each[0, 0] * each[1, 1] - each[0, 1] ** 2) <= LOAD_ROUNDING * size:
                    found.append(each)
            ratios = [-each[0, 1] / each[0, 0] for each in found if each[0, 0]]
            if len(found) == 2 and ratios and max(ratios) - min(ratios) <= LOAD_ROUNDING * abs(ratios[0]):
                return Shaft(ends[0], ends[1], float(K[0, 0]), float(C[0, 0]), float(ratios[0]))
        between = "; ".join(self.in_words(k) for k in ends)
        raise Refused(f"{load.name} is no spring and no damper on one twist (between {between}); {WANTED}", [load.name])

    def _side_by_side(self, load: _Load, first: Shaft, second: Shaft) -> Shaft:
        """Two shafts between the same freedoms as one."""
        if abs(first.ratio - second.ratio) > LOAD_ROUNDING * abs(first.ratio):
            words = f"with the ratio {second.ratio:.6g} beside another with {first.ratio:.6g}"
            raise Refused(f"{load.name} stands {words}; {WANTED}", [load.name])
        return first._replace(K=first.K + second.K, C=first.C + second.C)


def _differs(rows: Array, S: Array) -> bool:
    """Whether rows S is more than rounding: the twist of a shaft that is held rigid is none."""
    return bool(np.any(np.abs(rows @ S) > LOAD_ROUNDING * (np.abs(rows) @ np.abs(S))))
