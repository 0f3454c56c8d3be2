"""Twists of the bodies of a tree as numbers: t = N v, N = N_l N_d, and their rates (`formalisms.denoc`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import casadi as ca
import numpy as np

from linkwright.arrays import Array
from linkwright.dynamics.answers.named_matrices import Axis, NamedMatrices, NamedMatrix, per_second
from linkwright.dynamics.errors import Refused
from linkwright.dynamics.machine import Machine
from linkwright.dynamics.state import State
from linkwright.dynamics.system.system import call_function
from linkwright.equations import Equations, UnknownNameError
from linkwright.equations.links import Links, TwistMatrices
from linkwright.faults import close_matches
from linkwright.symbolic import directional, t

COMPONENTS = {"wx": "rad/s", "wy": "rad/s", "wz": "rad/s", "vx": "m/s", "vy": "m/s", "vz": "m/s"}
"""A twist: angular velocity, and velocity of the body's origin, in world axes."""
NAMES = ("N_l", "N_d", "N")


@dataclass(frozen=True, eq=False, repr=False)
class Twists(NamedMatrices):
    """The decoupled natural orthogonal complement of a machine: `twists[name]` is an array.

    "N_l" (6 for each body, likewise) holds the way from body to body, "N_d" (6 for each body, speeds) the axes of the
    joints, "N" = N_l N_d; "N_l'", "N_d'", "N'" are their rates at this state; "t" = N v is (6 for each body). Branches
    stand one after another, blocks on the diagonal. Body `bodies[k]` is held by joint `joints[k]` (a body with
    coordinates of its own by itself, under its own name).
    """

    title: str
    bodies: tuple[str, ...]
    joints: tuple[str, ...]
    joint_columns: tuple[tuple[int, ...], ...]
    matrices: Mapping[str, NamedMatrix]
    notes: tuple[str, ...]

    def as_dict(self, names: Sequence[str] | None = None) -> dict[str, object]:
        """Plain data: bodies and joints, and each matrix (default: all) with names and units of rows and columns."""
        return NamedMatrices.as_dict(self, names) | {"bodies": list(self.bodies), "joints": list(self.joints)}

    def block(self, name: str, body: str, other: str) -> Array:
        """Six rows of a body: in N_l and its rate the columns of another body, in N_d, N and rates those of a joint."""
        values = self[name]
        rows = 6 * _place(self.bodies, body, "body")
        if name.startswith("N_l"):
            column = 6 * _place(self.bodies, other, "body")
            return values[rows : rows + 6, column : column + 6]
        if not name.startswith("N"):
            msg = f"{name!r} has no blocks; {close_matches(name, [each for each in self if each.startswith('N')])}"
            raise UnknownNameError(msg)
        return values[rows : rows + 6, list(self.joint_columns[_place(self.joints, other, "joint")])]


def _place(names: Sequence[str], name: str, what: str) -> int:
    if name not in names:
        msg = f"no {what} {name!r}; {close_matches(name, names)}"
        raise UnknownNameError(msg)
    return names.index(name)


def check_links_exist(equations: Equations) -> None:
    """Refuse equations without twists."""
    if not isinstance(equations.links, Links):
        formalism = equations.provenance.get("formalism", "this formalism")
        reason = (
            f"twists of {equations.name}: {formalism} does not take them along a tree; derive the equations with "
            "lw.formalisms.denoc(machine)"
        )
        raise Refused(reason, [])


def twists(dynamics: Machine, state: State) -> Twists:
    """Matrices of all branches of a machine derived by `formalisms.denoc`."""
    equations = dynamics.equations
    links = equations.links
    assert isinstance(links, Links)
    where = {int(b): (uses, row) for uses in equations.blocks for row, b in enumerate(uses.blocks[:, 0].tolist())}
    bodies, joints, own, speeds = list[str](), list[str](), list[tuple[int, ...]](), list[int]()
    parts: dict[str, list[Array]] = {}
    for branch in links.matrices():
        uses, row = where[branch.block]
        q, v, _, p, _ = uses.indices(row)
        values = call_function(_numbers(branch), state.q[q], state.v[v], dynamics.p[p], state.t)
        for name, matrix in zip((*NAMES, *(f"{name}'" for name in NAMES)), values, strict=True):
            parts.setdefault(name, []).append(matrix)
        bodies += [equations.show(body) for body in branch.bodies]
        joints += [equations.show(joint or body) for joint, body in zip(branch.joints, branch.bodies, strict=True)]
        own += [tuple(column + len(speeds) for column in columns) for columns in branch.joint_columns]
        speeds += v
    rows = Axis(
        tuple(f"{body}.{component}" for body in bodies for component in COMPONENTS),
        tuple(COMPONENTS.values()) * len(bodies),
    )
    columns = Axis(tuple(equations.speed_names[k] for k in speeds), tuple(equations.speed_units[k] for k in speeds))
    rates = Axis(rows.names, tuple(per_second(unit) for unit in rows.units))
    matrices = {
        name: NamedMatrix(_diagonal(blocks), rates if "'" in name else rows, rows if "l" in name else columns)
        for name, blocks in parts.items()
    }
    matrices["t"] = NamedMatrix(matrices["N"].values @ state.v[speeds], rows)
    notes = [f"{body} is held by {joint}" for body, joint in zip(bodies, joints, strict=True) if body != joint]
    title = f"{equations.title or equations.name}: twists t = N v, N = N_l N_d"
    return Twists(title, tuple(bodies), tuple(joints), tuple(own), matrices, ("; ".join(notes),))


def _diagonal(blocks: Sequence[Array]) -> Array:
    """Matrices one after another on the diagonal."""
    found = np.zeros(np.sum([block.shape for block in blocks], axis=0))
    row = column = 0
    for block in blocks:
        found[row : row + block.shape[0], column : column + block.shape[1]] = block
        row, column = row + block.shape[0], column + block.shape[1]
    return found


def _numbers(branch: TwistMatrices) -> ca.Function:
    """(q, v, p, t) -> N_l, N_d, N and their rates."""
    matrices = [branch.N_l, branch.N_d, branch.N]
    rates = [
        ca.reshape(directional(ca.vec(ca.densify(matrix)), branch.q, branch.qdot), *matrix.shape) for matrix in matrices
    ]
    return ca.Function("twists", [branch.q, branch.v, branch.p, t], [ca.densify(each) for each in (*matrices, *rates)])
