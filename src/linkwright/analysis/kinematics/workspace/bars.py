"""Bars of a machine as segments between the points of its bodies, and the least distance between them."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

import casadi as ca
import numpy as np

from linkwright.analysis.kinematics.evaluated import Evaluated
from linkwright.arrays import Array
from linkwright.dynamics import Dynamics
from linkwright.symbolic import select_rows

TOUCH = 1e-9
"""Distance (of the machine's size) in the reference configuration below which bars touch: rounding of assembly."""


@dataclass(frozen=True, eq=False)
class Bars:
    """Segments between the points of each body, and pairs of segments of bodies that do not touch at home."""

    dynamics: Dynamics
    evaluated: Evaluated
    points: tuple[str, ...]
    segments: tuple[tuple[int, int], ...]
    pairs: tuple[tuple[int, int], ...]

    @staticmethod
    def of(dynamics: Dynamics) -> Bars:
        """All bars: a body's points joined one after the other, in a ring where there are three or more.

        A body with one point beside its origin is a bar from the origin to it, and one without points a bar from the
        origin (where it is joined) to the mass centre; the links of a leg that slides in itself are its two ends' bars.
        """
        system = dynamics.system
        names: list[str] = []
        places: list[ca.SX] = []
        owners: list[str] = []
        segments: list[tuple[int, int]] = []
        for body, ref in dynamics.equations.all_bodies.items():
            block = ref.block
            local = block.type.local
            prefix = f"{ref.key}." if ref.key else ""
            keys = [
                key
                for key in block.type.frames
                if key.startswith(prefix) and key not in (ref.key, f"{prefix}centre") and "." not in key[len(prefix) :]
            ]
            if len(keys) < 2:
                keys = [ref.key, *(keys or [f"{prefix}centre"])]
            expressions = [block.type.frames[key].p for key in keys]
            function = ca.Function("points", local.arguments, [ca.densify(ca.vertcat(*expressions))])
            q = select_rows(system.q, range(block.q, block.q + local.q.numel()))
            v = ca.SX.zeros(local.v.numel())
            found = function(
                q, v, ca.SX.zeros(local.u.numel()), system.p[block.parameters], ca.SX.zeros(local.d.numel())
            )
            first = len(names)
            names += [f"{body}.{key.removeprefix(prefix)}" for key in keys]
            owners += [body] * len(keys)
            places.append(found)
            ring = [(first + k, first + k + 1) for k in range(len(keys) - 1)]
            segments += [*ring, (first + len(keys) - 1, first)] if len(keys) > 2 else ring
        expression = ca.vertcat(*places) if places else ca.SX(0, 1)
        bars = Bars(dynamics, Evaluated.of(dynamics, "points", [expression]), tuple(names), tuple(segments), ())
        return Bars(dynamics, bars.evaluated, bars.points, bars.segments, bars._apart(owners))

    def _apart(self, owners: list[str]) -> tuple[tuple[int, int], ...]:
        """Pairs of segments of different bodies that do not touch in the reference configuration.

        Those that do are joined there, slide in each other, or (in the drawing of a planar machine) lie one above the
        other.
        """
        at = self.places(self.dynamics.reference.q[None])
        size = float(np.ptp(at[0], axis=0).max()) if at.shape[1] else 1.0
        ends = [(at[:, i], at[:, j]) for i, j in self.segments]
        bodies = [owners[i] for i, _ in self.segments]
        touching = {
            frozenset((bodies[k], bodies[l]))
            for k, l in combinations(range(len(ends)), 2)
            if bodies[k] != bodies[l] and segment_distance(*ends[k], *ends[l])[0] < TOUCH * size
        }
        return tuple(
            (k, l)
            for k, l in combinations(range(len(ends)), 2)
            if bodies[k] != bodies[l] and frozenset((bodies[k], bodies[l])) not in touching
        )

    def places(self, Q: Array, t: float = 0.0) -> Array:
        """Points in the world (k, points, 3) at configurations Q."""
        return self.evaluated(Q, t, self.dynamics.p)[0].reshape(len(Q), len(self.points), 3)

    def clearance(self, Q: Array, t: float = 0.0) -> tuple[Array, list[str]]:
        """Least distance (m) between bars at each configuration, and the pair of points' names it is found between."""
        at = self.places(Q, t)
        best = np.full(len(Q), np.inf)
        who = np.full(len(Q), -1)
        for number, (k, l) in enumerate(self.pairs):
            (a, b), (c, d) = self.segments[k], self.segments[l]
            distance = segment_distance(at[:, a], at[:, b], at[:, c], at[:, d])
            nearer = distance < best
            best, who = np.where(nearer, distance, best), np.where(nearer, number, who)
        return best, [self._pair(int(k)) for k in who]

    def _pair(self, number: int) -> str:
        if number < 0:
            return ""
        k, l = self.pairs[number]
        return " and ".join("-".join(self.points[end] for end in self.segments[each]) for each in (k, l))


def segment_distance(a: Array, b: Array, c: Array, d: Array) -> Array:
    """Least distance of segments a-b and c-d (k, 3): the least of four ends to segments, and of the lines' feet.

    Within both segments the lines' feet are nearest; otherwise an end of one is.
    """
    u, v, w = b - a, d - c, a - c
    A, B, C = (np.sum(x * y, axis=1) for x, y in ((u, u), (u, v), (v, v)))
    D, E = np.sum(u * w, axis=1), np.sum(v * w, axis=1)
    det = A * C - B * B
    safe = np.where(det > 1e-14 * np.maximum(A * C, 1e-300), det, 1.0)
    s, r = (B * E - C * D) / safe, (A * E - B * D) / safe
    inside = (det > 1e-14 * np.maximum(A * C, 1e-300)) & (s >= 0) & (s <= 1) & (r >= 0) & (r <= 1)
    lines = np.linalg.norm(w + s[:, None] * u - r[:, None] * v, axis=1)
    ends = np.min([_to_segment(a, c, d), _to_segment(b, c, d), _to_segment(c, a, b), _to_segment(d, a, b)], axis=0)
    return np.asarray(np.where(inside, np.minimum(lines, ends), ends))


def _to_segment(p: Array, a: Array, b: Array) -> Array:
    u = b - a
    share = np.sum((p - a) * u, axis=1) / np.maximum(np.sum(u * u, axis=1), 1e-300)
    foot = a + np.clip(share, 0.0, 1.0)[:, None] * u
    return np.asarray(np.linalg.norm(p - foot, axis=1))
