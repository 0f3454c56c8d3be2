"""Whether the joints of a configuration are mounted the right way round.

Constraints of a joint in space are products of axes: z_2 . x_1 = z_2 . y_1 = 0 keeps z_2 parallel to z_1, and is met by
z_2 = -z_1 too, a joint that is put together the other way round. The reference configuration says which way is right.

The moments m of such constraints on either body (columns of the free-body balance) tell: with x and y of the first
frame, m_x x m_y lies along z_1 whichever way z_2 points, so in the frame of either body it keeps its sense as long as
the joint is not turned round; and the moment against turning, along x_2 x y_1, keeps its sense along it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from linkwright.analysis.kinematics.positions import Positions
from linkwright.arrays import Array
from linkwright.dynamics.answers import Balance, balance
from linkwright.dynamics.system import numeric
from linkwright.equations import Role


@dataclass(frozen=True, eq=False)
class Mounting:
    """Joints that could be mounted the other way round: columns of the balance, rows of moments by body number."""

    positions: Positions
    balance: Balance | None
    joints: tuple[tuple[tuple[int, int], int | None], ...]
    moments: Mapping[int, tuple[int, int, int]]
    signs: tuple[Array, ...]

    @staticmethod
    def of(positions: Positions) -> Mounting:
        """The joints of a machine, as they are in its reference configuration."""
        system = positions.dynamics.system
        moments = _moments(positions)
        if not moments:
            return Mounting(positions, None, (), {}, ())
        found: Balance = system.cached("balance", lambda: balance(system))
        tilts: dict[str, list[int]] = {}
        turns: dict[str, int] = {}
        for k, ((name, _), role) in enumerate(zip(found.columns, found.roles, strict=True)):
            if role is Role.TILT:  # an axis is kept parallel by two of them
                tilts.setdefault(name, []).append(k)
            elif role is Role.TURN:
                turns[name] = k
        joints = tuple(((pair[0], pair[1]), turns.get(name)) for name, pair in tilts.items() if len(pair) == 2)
        bare = Mounting(positions, found, joints, moments, ())
        reference = positions.dynamics.reference
        return Mounting(positions, found, joints, moments, tuple(bare.senses(reference.q, reference.t)))

    def right(self, q: Array, t: float = 0.0) -> bool:
        """Whether every joint is mounted as in the reference configuration."""
        if not self.joints:
            return True
        return all(
            bool(here[:3] @ there[:3] > 0 and here[3] * there[3] > 0)
            for here, there in zip(self.senses(q, t), self.signs, strict=True)
        )

    def senses(self, q: Array, t: float) -> list[Array]:
        """For each joint and body the axis of the joint in the body's frame, where only its sign can change.

        The fourth number is the sense of the moment against turning along that axis (1 where there is none).
        """
        assert self.balance is not None
        dynamics = self.positions.dynamics
        still, u = np.zeros(dynamics.system.n), np.zeros(len(dynamics.inputs))
        G = numeric(self.balance.function(t, q, still, u, dynamics.p, still)[0])
        poses = self.positions.poses(q[None, :], t)[0]
        return [value for joint in self.joints for value in self._of_joint(joint, G, poses)]

    def _of_joint(self, joint: tuple[tuple[int, int], int | None], G: Array, poses: Array) -> list[Array]:
        (a, b), turn = joint
        found = []
        for body, rows in self.moments.items():
            first, second = G[list(rows), a], G[list(rows), b]
            if not (np.any(first) and np.any(second)):
                continue
            axis = np.cross(first, second)
            R = poses[body, :9].reshape(3, 3).T
            found.append(np.append(R.T @ axis, 1.0 if turn is None else axis @ G[list(rows), turn]))
        return found


def _moments(positions: Positions) -> dict[int, tuple[int, int, int]]:
    """Rows of the balance with the moments on each body in space, by the body's number."""
    equations = positions.dynamics.equations
    number = {name: k for k, name in enumerate(positions.bodies)}
    found = {}
    for uses in equations.blocks:
        keys = list(uses.type.centres)
        for row in range(len(uses)):
            indices = uses.indices(row)[4]
            for k, key in enumerate(keys):
                name = equations.body_name(int(uses.blocks[row, 0]), key)
                if name in number:
                    found[number[name]] = (indices[6 * k], indices[6 * k + 1], indices[6 * k + 2])
    return found
