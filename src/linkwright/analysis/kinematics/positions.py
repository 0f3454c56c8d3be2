"""Position problems in batches: coordinates that close all joints and meet given values, from many starts at once.

Levenberg-Marquardt steps d of (J^T J + mu 1) d = -J^T e with mu proportional to |e|^2: quadratic convergence near a
solution (also where constraints are redundant), steady progress far from one. Lengths are in units of the machine's
size, so that metres and radians weigh alike.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from linkwright.analysis.kinematics.evaluated import Evaluated
from linkwright.arrays import Array
from linkwright.dynamics import Dynamics
from linkwright.dynamics.closure.whole_turns import modulo_a_turn
from linkwright.dynamics.system.readings import body_poses
from linkwright.symbolic import jacobian

SOLVED = 1e-12
"""Largest residual (machine sizes or rad) of a solution: a thousand times the rounding of sines and lengths."""
ITERATIONS = 80
"""Steps after which a start is given up; those that reach a solution take 5 to 40."""
CHUNK = 256
"""Starts carried together."""

Mask = NDArray[np.bool_]


@dataclass(frozen=True)
class Tell:
    """What tells assembly modes apart: poses of these bodies, and values of these quantities (by number)."""

    bodies: tuple[str, ...]
    quantities: tuple[int, ...]


@dataclass(frozen=True, eq=False)
class Positions:
    """Residuals of joints and positions of quantities, with slopes by v, and poses of all bodies, compiled when needed.

    `size` (m) is the machine's size; `angles` and `lengths` are numbers of coordinates; scales make rows and columns
    dimensionless.
    """

    dynamics: Dynamics
    size: float
    row_scale: Array
    column_scale: Array
    angles: tuple[int, ...]
    lengths: tuple[int, ...]
    bodies: tuple[str, ...]
    _made: dict[object, Evaluated] = field(default_factory=dict)

    @staticmethod
    def of(dynamics: Dynamics) -> Positions:
        """Positions of all quantities of a machine."""
        system = dynamics.system
        angles, lengths = _coordinate_kinds(dynamics)
        size = machine_size(dynamics)
        units = [label.unit for tie in system.ties for label in tie.labels[: tie.holonomic]]
        units += [quantity.unit for quantity in system.quantities]
        rows = np.array([1.0 / size if unit == "m" else 1.0 for unit in units])
        moved = {q.v_index for q in system.quantities if q.v_index >= 0 and q.rate_unit == "m/s"}
        columns = np.array([size if k in moved else 1.0 for k in range(system.n)])
        return Positions(dynamics, size, rows, columns, angles, lengths, tuple(system.equations.all_bodies))

    # -- evaluating ----------------------------------------------------------------------------------------------

    def readings(self, Q: Array, t: float = 0.0) -> tuple[Array, Array]:
        """Gaps g (k, rows) and positions z (k, quantities) at configurations Q (k, nq)."""
        system = self.dynamics.system

        def make() -> Evaluated:
            return Evaluated.of(self.dynamics, "readings", [system.g, self._z(range(len(system.quantities)))])

        g, z = self._evaluated("readings", make)(Q, t, self.dynamics.p)
        return g[:, :, 0], z[:, :, 0]

    def _z(self, which: Iterable[int]) -> ca.SX:
        quantities = self.dynamics.system.quantities
        z = [quantities[k].z for k in which]
        return ca.vertcat(*[ca.SX(0) if e is None else e for e in z]) if z else ca.SX(0, 1)

    def tangents(self, Q: Array, which: Sequence[int], t: float = 0.0) -> tuple[Array, Array, Array, Array]:
        """Gaps, positions of the quantities, slopes of both by v (k, rows, n) and N (k, nq, n)."""
        system = self.dynamics.system

        def make() -> Evaluated:
            z = self._z(which)
            slope = jacobian(ca.vertcat(system.g, z), system.q) @ system.N
            return Evaluated.of(self.dynamics, "tangents", [system.g, z, slope, system.N])

        g, z, slope, N = self._evaluated(tuple(which), make)(Q, t, self.dynamics.p)
        return g[:, :, 0], z[:, :, 0], slope, N

    def poses(self, Q: Array, t: float = 0.0) -> Array:
        """Rotation matrix by columns and position of every body, (k, bodies, 12)."""

        def make() -> Evaluated:
            poses = body_poses(self.dynamics.system)
            return Evaluated.of(self.dynamics, "poses", [ca.vertcat(*poses.values()) if poses else ca.SX(0, 1)])

        found = self._evaluated("poses", make)(Q, t, self.dynamics.p)[0]
        return found.reshape(len(Q), len(self.bodies), 12)

    def _evaluated(self, key: object, make: Callable[[], Evaluated]) -> Evaluated:
        if key not in self._made:
            self._made[key] = make()
        return self._made[key]

    def signatures(self, Q: Array, tell: Tell) -> Array:
        """What tells configurations apart: poses of bodies, and quantities, lengths in machine sizes.

        Angles that differ by whole turns and Euler parameters of opposite sign give the same.
        """
        poses = self.poses(Q)[:, [self.bodies.index(body) for body in tell.bodies]]
        poses[:, :, 9:] /= self.size
        z = self.readings(Q)[1] if tell.quantities else np.zeros((len(Q), 0))
        quantities = self.dynamics.system.quantities
        turns = [k for k in tell.quantities if quantities[k].unit == "rad"]
        rest = [k for k in tell.quantities if k not in turns]
        scale = self.row_scale[self.dynamics.system.g.numel() :]
        return np.concatenate(
            [
                poses.reshape(len(Q), 12 * len(tell.bodies)),
                np.cos(z[:, turns]),
                np.sin(z[:, turns]),
                z[:, rest] * scale[rest],
            ],
            axis=1,
        )

    def normalise(self, Q: Array) -> Array:
        """Euler parameters brought back to length 1, in place."""
        for group in self.dynamics.system.units:
            Q[:, group] /= np.linalg.norm(Q[:, group], axis=1, keepdims=True)
        return Q

    def change(self, difference: Array) -> Array:
        """Largest change (k,) of a coordinate between configurations (k, nq), lengths in machine sizes."""
        scaled = difference.copy()
        scaled[:, list(self.lengths)] /= self.size
        return np.asarray(np.max(np.abs(scaled), axis=1, initial=0.0))

    # -- solving -------------------------------------------------------------------------------------------------

    def error(self, g: Array, z: Array, which: Sequence[int], wanted: Array) -> Array:
        """Scaled residuals (k, rows + targets) for positions z (k, targets); angles read count modulo a turn."""
        off = z - wanted
        modulo = modulo_a_turn(self.dynamics.system, self.dynamics.assembler.turns)
        wraps = [j for j, k in enumerate(which) if k in modulo]
        off[:, wraps] = np.arctan2(np.sin(off[:, wraps]), np.cos(off[:, wraps]))
        count = g.shape[1]
        return np.concatenate([g * self.row_scale[:count], off * self.row_scale[count:][list(which)]], axis=1)

    def rows(self, which: Sequence[int]) -> Array:
        """Factors that make gaps and positions of these quantities dimensionless."""
        count = self.dynamics.system.g.numel()
        return np.concatenate([self.row_scale[:count], self.row_scale[count:][list(which)]])

    def solve(self, Q: Array, which: Sequence[int], wanted: Array, t: float = 0.0) -> tuple[Array, Mask]:
        """Solutions from starts Q (k, nq) for values (targets,) or (k, targets), and which starts led to one."""
        wanted = np.broadcast_to(wanted, (len(Q), len(which)))
        result, good = np.array(Q, dtype=float), np.zeros(len(Q), dtype=bool)
        for first in range(0, len(Q), CHUNK):
            part = slice(first, first + CHUNK)
            result[part], good[part] = self._solve(result[part], which, wanted[part], t)
        return result, good

    def _solve(self, Q: Array, which: Sequence[int], wanted: Array, t: float) -> tuple[Array, Mask]:
        scale = self.rows(which)[:, None] * self.column_scale
        q = self.normalise(np.array(Q))
        result, done = q.copy(), np.zeros(len(q), dtype=bool)
        damping, active = np.full(len(q), 1e-2), np.arange(len(q))
        g, z, slope, N = self.tangents(q, which, t)
        e = self.error(g, z, which, wanted)
        for _ in range(ITERATIONS):
            size = np.sum(e * e, axis=1)
            d = damped_step(slope * scale, e, damping[active] * size)
            trial = self.normalise(q + np.einsum("kij,kj->ki", N, d * self.column_scale))
            g, z, slope_new, N_new = self.tangents(trial, which, t)
            after = self.error(g, z, which, wanted[active])
            new = np.sum(after * after, axis=1)
            small = np.max(np.abs(e), axis=1, initial=0.0) < SOLVED
            take = np.isfinite(new) & ((new <= size) | small)
            damping[active] *= np.where(take, np.where(new < 0.25 * size, 0.2, 1.0), 8.0)
            q[take], e[take], slope[take], N[take] = trial[take], after[take], slope_new[take], N_new[take]
            done[active[small]] = True
            # No progress although steps are tiny: a place where the joints come nearest to closing, but do not.
            stuck = ~np.isfinite(size) | (damping[active] * size > 1e6)
            stuck |= (size > 1e-12) & (np.linalg.norm(d, axis=1) < 1e-9)
            result[active] = q
            go = ~(small | stuck)
            active, q, e, slope, N = active[go], q[go], e[go], slope[go], N[go]
            if not active.size:
                break
        return result, done

    def gaps(self, q: Array, t: float = 0.0) -> dict[str, float]:
        """Gap of every joint at a configuration (m or rad), largest first."""
        g = self.readings(q[None], t)[0][0]
        found, first = {}, 0
        for tie in self.dynamics.system.ties:
            if tie.holonomic:
                found[tie.name] = float(np.linalg.norm(g[first : first + tie.holonomic]))
            first += tie.holonomic
        return dict(sorted(found.items(), key=lambda item: -item[1]))


def damped_step(J: Array, e: Array, mu: Array) -> Array:
    """(J^T J + mu 1) d = -J^T e for many J at once; a floor on mu holds directions in which nothing depends on d."""
    Jt = J.swapaxes(1, 2)
    H = Jt @ J
    n = H.shape[1]
    floor = 1e-13 * np.maximum(np.trace(H, axis1=1, axis2=2), 1e-300)
    H[:, np.arange(n), np.arange(n)] += np.where(np.isfinite(mu), mu, 1.0)[:, None] + floor[:, None]
    right = -(Jt @ e[:, :, None])
    bad = ~np.isfinite(H).all(axis=(1, 2)) | ~np.isfinite(right).all(axis=(1, 2))
    H[bad], right[bad] = np.eye(n), 0.0
    return np.asarray(np.linalg.solve(H, right)[:, :, 0])


def _coordinate_kinds(dynamics: Dynamics) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Coordinates that are angles, and all others that are not Euler parameters."""
    system = dynamics.system
    euler = {k for group in system.units for k in group}
    kinds = {quantity.q_index: quantity.unit for quantity in system.quantities if quantity.q_index >= 0}
    angles = [k for k in range(system.q.numel()) if kinds.get(k) == "rad"]
    rest = [k for k in range(system.q.numel()) if k not in euler and kinds.get(k) != "rad"]
    return tuple(angles), tuple(rest)


def machine_size(dynamics: Dynamics) -> float:
    """Largest length (m) among positions of the reference configuration and parameters in m; 1 where there is none."""
    lengths = [
        abs(dynamics.reference.positions[q.name])
        for q in dynamics.system.quantities
        if q.z is not None and q.unit == "m"
    ]
    labels = dynamics.equations.parameters.labels
    lengths += [abs(float(value)) for label, value in zip(labels, dynamics.p, strict=True) if label.unit == "m"]
    finite = [value for value in lengths if np.isfinite(value)]
    return max(finite, default=0.0) or 1.0
