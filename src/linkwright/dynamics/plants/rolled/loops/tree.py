"""The recursion over links as loops: twists outwards, inertia inwards, accelerations outwards."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import casadi as ca
import numpy as np

from linkwright.arrays import Integers
from linkwright.dynamics.joins.link_kernels import LinkKernels
from linkwright.dynamics.plants.rolled.loops.layout import Layout, loop_of
from linkwright.equations.links import Links

STRIDE = 12
"""Integers of a link in `link`: kind, holder, where its q, v, c, x, g, own speeds and pivots begin, whether it is the
first (from the end) that comes to its holder, and where in `art` what comes to it and to its holder is added up."""


@dataclass(eq=False)
class RolledTree:
    """Kernels, index arrays and loops of the links.

    `shown` says whether poses of bodies are needed, `pushed` whether loads act on bodies.
    """

    links: Links
    layout: Layout
    starts: dict[str, int]
    shown: bool
    pushed: bool

    def __post_init__(self) -> None:
        self.planar = all(uses.type.planar for uses in self.links.uses)
        self.kernels = [LinkKernels(uses.type, self.planar) for uses in self.links.uses]
        self.b, self.pose = (3, 4) if self.planar else (6, 12)
        self.s = self.b * (self.b + 1) // 2
        n = len(self.links)
        info = np.zeros((n, STRIDE), dtype=np.int64)
        self.c_starts = np.zeros(n, dtype=np.int64)
        lengths = np.zeros((n, 4), dtype=np.int64)  # c, x, g, pivots
        for kind, (uses, kernels) in enumerate(zip(self.links.uses, self.kernels, strict=True)):
            at = uses.number
            info[at, 0], info[at, 1] = kind, uses.holder + 1
            lengths[at] = (*kernels.sizes, kernels.speeds)
        begin = np.cumsum(np.vstack([np.zeros(4, dtype=np.int64), lengths]), axis=0)
        info[:, 2] = self.starts["q"] + self.links.pose + self.pose
        info[:, 3] = self.starts["v"] + self.links.speed + self.b
        info[:, 4:7], info[:, 8] = begin[:-1, :3], begin[:-1, 3]
        info[:, 7] = self.links.speed + self.b
        _, last = np.unique(info[::-1, 1], return_index=True)
        info[n - 1 - last, 9] = 1
        info[info[:, 1] == 0, 9] = 1  # what comes to the ground is not used
        rooms = n + 1
        if self.pushed:
            info[:, 10], info[:, 11] = np.arange(1, n + 1), info[:, 1]
        else:
            rooms = self._share_rooms(info)
        info[:, 10:] *= self.s + self.b
        self.info, self.speeds = info, lengths[:, 3]
        layout, sizes = self.layout, begin[-1]
        layout.number("n", n)
        layout.index("link", info)
        layout.index("body_q", self.starts["q"] + self.links.pose)
        layout.index("body_v", self.starts["v"] + self.links.speed)
        for name, size in zip(("c", "x", "g", "pivots"), sizes.tolist(), strict=True):
            layout.real(name, size)
        layout.real("V", self.b * (n + 1))
        layout.real("art", (self.s + self.b) * rooms)
        layout.real("wb", self.b * (n + 1))
        layout.real("acc", self.b * (n + 1))
        layout.real("P", self.pose * (n + 1))
        layout.real("wrench", 2 * self.b)
        layout.real("du", int(sizes[3]))
        layout.real("pos", 0)

    @staticmethod
    def _share_rooms(info: Integers) -> int:
        """Where inertias are added up: a room is free again when its link is eliminated, so a chain needs two.

        Room 0 stays zero, for links that hold none; room 1 is that of the ground, which nobody reads. The number of
        rooms.
        """
        holders = (info[:, 1] - 1).tolist()
        room, free, count = [0] * len(holders), list[int](), 2
        for i in range(len(holders) - 1, -1, -1):
            h = holders[i]
            if h < 0:
                info[i, 10:] = room[i], 1
            else:
                if not room[h]:
                    room[h] = free.pop() if free else count
                    count = max(count, room[h] + 1)
                info[i, 10:] = room[i], room[h]
            if room[i]:
                free.append(room[i])
        return count

    def functions(self) -> dict[str, ca.Function]:
        """All kernels by name."""
        names = ["outward", "inward", "forward", "bias", "gather", "column", "spread", "pose"]
        names += [] if self.pushed else ["inward_first"]
        names += ["seat", "lift"] if self.shown else []
        return {f"{name}{k}": getattr(kernels, name) for k, kernels in enumerate(self.kernels) for name in names}

    def each(self, call: str, *, indent: int = 8) -> str:
        """A call for each kind of link; {k} in it is the number of the kind."""
        space = " " * indent
        if len(self.kernels) == 1:
            return f"{space}{call.replace('{k}', '0')}\n"
        lines = ""
        for k in range(len(self.kernels)):
            head = f"if kind == {k}:" if k == 0 else f"elif kind == {k}:" if k < len(self.kernels) - 1 else "else:"
            lines += f"{space}{head}\n{space}    {call.replace('{k}', str(k))}\n"
        return lines

    def loops(self, junctions: Mapping[str, tuple[str, str]]) -> list[Callable[..., object]]:
        """The loops; `junctions` are sources before and inside of some of them: what is done where loops close."""
        b, sb, s, pose = self.b, self.s + self.b, self.s, self.pose
        # Each pass goes over the links, outward or inward; a link's row of `link` says its kind, its holder and where
        # its parts are.
        head = f"        at = {STRIDE} * i\n        kind = link[at]\n        h = link[at + 1]\n"
        backwards = "    for m in range(n):\n        i = n - 1 - m\n" + head
        none = ("", "")
        forwards = "    for i in range(n):\n" + head
        state = "Z[link[at + 2] :], Z[link[at + 3] :]"
        mine = f"V[{b} * (i + 1) :]"
        c, x, g, own = (f"{name}[link[at + {k}] :]" for name, k in (("c", 4), ("x", 5), ("g", 6), ("F", 7)))
        # Outward: velocities, and where loads or constraints need them poses.
        outward = forwards + self.each(f"outward{{k}}({state}, V[{b} * h :], {c}, {x}, {mine})")
        read = outward + self.each(
            f"pose{{k}}(P[{pose} * h :], {x}, {c}, {mine}, P[{pose} * (i + 1) :], Z[body_q[i] :], Z[body_v[i] :])"
        )
        outward = read if self.shown else outward
        # Inward: inertias and forces as the holder feels them. Loads that act on bodies come first.
        inward = ""
        if self.pushed:
            inward = f"    for m in range({sb} * (n + 1)):\n        art[m] = 0.0\n"
            inward += forwards + self.each(f"seat{{k}}(P[{pose} * (i + 1) :], {c}, F[link[at + 7] - {b} :], wrench)")
            inward += f"        for m in range({b}):\n            art[link[at + 10] + {s} + m] = -wrench[m]\n"
        given = f"({x}, {state}, {mine}, {c}, {own}, art[link[at + 10] :], "
        result = f"{g}, art[link[at + 11] :], pivots[link[at + 8] :])"
        # The first link that comes to a holder writes, the others add: nothing has to be set to zero.
        before, inside = junctions.get("tree_inward", none)
        inward += before + backwards + inside
        if self.pushed:
            inward += self.each(f"inward{{k}}{given}art[link[at + 11] :], {result}")
        else:
            inward += "        if link[at + 9] == 1:\n" + self.each(f"inward_first{{k}}{given}{result}", indent=12)
            inward += "        else:\n" + self.each(f"inward{{k}}{given}art[link[at + 11] :], {result}", indent=12)
        # Forward: accelerations of bodies and joints.
        before, inside = junctions.get("tree_forward", none)
        forward = before + forwards
        forward += self.each(
            f"forward{{k}}({x}, {state}, {mine}, {c}, {g}, acc[{b} * h :], acc[{b} * (i + 1) :], a[link[at + 7] :])"
        )
        forward += inside
        # Inverse dynamics: forces of given accelerations, then gathered inward.
        bias = (
            f"    for m in range({b}):\n        wb[m] = 0.0\n"
            + forwards
            + self.each(
                f"bias{{k}}({state}, a[link[at + 7] :], V[{b} * h :], acc[{b} * h :], {c}, {x}, {mine}, "
                f"acc[{b} * (i + 1) :], wb[{b} * (i + 1) :])"
            )
        )
        if self.pushed:
            bias += forwards + self.each(f"seat{{k}}(P[{pose} * (i + 1) :], {c}, F[link[at + 7] - {b} :], wrench)")
            bias += f"        for m in range({b}):\n            wb[{b} * (i + 1) + m] -= wrench[m]\n"
        bias += backwards + self.each(
            f"gather{{k}}({x}, {c}, wb[{b} * (i + 1) :], wb[{b} * h :], tau[link[at + 7] :], wb[{b} * h :])"
        )
        # What multipliers change, with the factors of the last inward pass; accelerations of the ground are put
        # aside, since they stand for the weights.
        before, inside = junctions.get("tree_spread", none)
        spread = (
            before
            + f"    for m in range({b}):\n        wrench[{b} + m] = acc[m]\n        acc[m] = 0.0\n"
            + forwards
            + self.each(f"spread{{k}}({x}, {c}, {g}, du[link[at + 8] :], acc[{b} * h :], acc[{b} * (i + 1) :], wrench)")
            + self._adding()
            + inside
            + f"    for m in range({b}):\n        acc[m] = wrench[{b} + m]\n"
        )
        made = []
        for name, body in (
            ("tree_outward", outward),
            ("tree_read", read),
            ("tree_inward", inward),
            ("tree_forward", forward),
            ("tree_bias", bias),
            ("tree_spread", spread),
        ):
            made.append(loop_of(self.layout, name, body))
        return made

    def _adding(self) -> str:
        """Add what one link's spread gave to its accelerations."""
        lines = ""
        for k, kernels in enumerate(self.kernels):
            many = len(self.kernels) > 1
            space = " " * (12 if many else 8)
            body = "".join(f"{space}a[link[at + 7] + {m}] += wrench[{m}]\n" for m in range(kernels.speeds))
            lines += (f"        if kind == {k}:\n" if many else "") + (body or f"{space}pass\n")
        return lines

    def constants(self, p: np.ndarray) -> np.ndarray:
        """Constants of all links for parameter values."""
        result = np.zeros(self.layout.sizes["c"])
        for uses, kernels in zip(self.links.uses, self.kernels, strict=True):
            count = kernels.sizes[0]
            if count:
                values = np.asarray(kernels.algebra.constants.map(len(uses.number))(p[uses.p].T))
                result[self.info[uses.number, 4][:, None] + np.arange(count)] = values.T
        return result

    def energies(self, work: np.ndarray, places: Mapping[str, slice]) -> tuple[float, float]:
        """Kinetic energy and potential energy of the weights of all links, from poses and twists last read."""
        c, P, V = (work[places[name]] for name in ("c", "P", "V"))
        ground = work[places["acc"]][: self.b]
        kinetic = potential = 0.0
        for uses, kernels in zip(self.links.uses, self.kernels, strict=True):
            at = uses.number + 1
            poses = P[self.pose * at[:, None] + np.arange(self.pose)]
            twists = V[self.b * at[:, None] + np.arange(self.b)]
            constants = c[self.info[uses.number, 4][:, None] + np.arange(kernels.sizes[0])]
            grounds = np.repeat(ground[:, None], len(at), axis=1)
            found = kernels.energy.map(len(at))(poses.T, constants.T, twists.T, grounds)
            kinetic += float(np.asarray(found[0]).sum())
            potential += float(np.asarray(found[1]).sum())
        return kinetic, potential

    def ground(self, p: np.ndarray) -> np.ndarray:
        """Acceleration of the ground that stands for the weights."""
        g = np.array([p[k] if k >= 0 else 0.0 for k in self.links.gravity])
        return np.array([0.0, -g[0], -g[1]]) if self.planar else np.concatenate([np.zeros(3), -g])

    @property
    def holders(self) -> Integers:
        """Number of the holder of each link, -1 for the ground."""
        return np.asarray(self.info[:, 1] - 1, dtype=np.int64)
