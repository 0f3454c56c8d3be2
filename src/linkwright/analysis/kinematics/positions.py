"""Positions of a machine at many configurations at once: gaps, quantities, poses, and the position problems of sets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import casadi as ca
import numpy as np

from linkwright.analysis.kinematics.evaluated import Evaluated
from linkwright.arrays import Array
from linkwright.dynamics import Dynamics
from linkwright.dynamics.closure import DenseProblem, many_steps, modulo_a_turn
from linkwright.dynamics.rank import LENGTHS, Scales
from linkwright.dynamics.system import Readings, read_at_rest
from linkwright.symbolic import jacobian


@dataclass(frozen=True)
class Tell:
    """What tells assembly modes apart: poses of these bodies, and values of these quantities (by number)."""

    bodies: tuple[str, ...]
    quantities: tuple[int, ...]


@dataclass(frozen=True, eq=False)
class Positions:
    """Readings of a machine at configurations, and position problems of its quantities, compiled when needed.

    `angles` and `lengths` are numbers of coordinates; Euler parameters are neither.
    """

    dynamics: Dynamics
    scales: Scales
    angles: tuple[int, ...]
    lengths: tuple[int, ...]
    bodies: tuple[str, ...]
    _compiled: dict[tuple[int, ...], Evaluated] = field(default_factory=dict)

    @staticmethod
    def of(dynamics: Dynamics) -> Positions:
        """Positions of all quantities of a machine."""
        system = dynamics.system
        units = system.equations.coordinate_units
        euler = {k for group in system.units for k in group}
        return Positions(
            dynamics,
            Scales.of(system, dynamics.p),
            tuple(k for k, unit in enumerate(units) if unit == "rad"),
            tuple(k for k, unit in enumerate(units) if unit != "rad" and k not in euler),
            tuple(system.equations.all_bodies),
        )

    @property
    def size(self) -> float:
        """The machine's size (m)."""
        return self.scales.size

    def readings(self, Q: Array, t: float = 0.0) -> Readings:
        """Everything that is read of a machine at rest, at configurations Q (k, nq)."""
        return read_at_rest(self.dynamics.system, t, Q, self.dynamics.p)

    def poses(self, Q: Array, t: float = 0.0) -> Array:
        """Rotation matrix by columns and position of every body, (k, bodies, 12)."""
        return self.readings(Q, t).poses.reshape(len(Q), len(self.bodies), 12)

    def problem(self, which: Sequence[int], t: float = 0.0) -> DenseProblem:
        """The position problem of some quantities (by number); angles that are read are met modulo a turn."""
        system, p = self.dynamics.system, self.dynamics.p
        key = tuple(which)
        if key not in self._compiled:
            expressions = [system.quantities[k].z for k in which]
            both = ca.vertcat(system.g, *[ca.SX(0) if z is None else z for z in expressions])
            slope = jacobian(both, system.q) @ system.N
            self._compiled[key] = Evaluated.of(self.dynamics, "positions", [both, slope, system.N])
        compiled = self._compiled[key]

        def evaluate(Q: Array) -> tuple[Array, Array, Array]:
            values, slopes, N = compiled(Q, t, p)
            return values[:, :, 0], slopes, N

        modulo = modulo_a_turn(system, self.dynamics.assembler.turns)
        return DenseProblem(system, self.scales, key, modulo, evaluate, many_steps)

    def signatures(self, Q: Array, tell: Tell) -> Array:
        """What tells configurations apart: poses of bodies, and quantities, lengths in machine sizes.

        Angles that differ by whole turns and Euler parameters of opposite sign give the same.
        """
        read = self.readings(Q)
        poses = read.poses.reshape(len(Q), len(self.bodies), 12)[:, [self.bodies.index(body) for body in tell.bodies]]
        poses[:, :, 9:] /= self.size
        quantities = self.dynamics.system.quantities
        turns = [k for k in tell.quantities if quantities[k].unit == "rad"]
        rest = [k for k in tell.quantities if k not in turns]
        return np.concatenate(
            [
                poses.reshape(len(Q), 12 * len(tell.bodies)),
                np.cos(read.z[:, turns]),
                np.sin(read.z[:, turns]),
                read.z[:, rest] / self.scales.positions[rest],
            ],
            axis=1,
        )


def turning_speeds(dynamics: Dynamics) -> Array:
    """1 for speeds (n,) that are no lengths per second, 0 for the others."""
    return np.array([float(unit not in LENGTHS) for unit in dynamics.equations.speed_units])
