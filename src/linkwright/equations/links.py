"""Links of trees of bodies, kept in a record so that equations can be solved link by link, without N^T M N.

A link's frame lies at the joint that holds its body, with the axes of the joint's frame on the body; twists are
(w, velocity of the frame's origin) in the link's own axes. With the link h that holds it,

    t_i = X_i^-1 t_h + S_i v_i,    pose of link i in link h:  (R_fixed, r_fixed) then (R, r).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeVar

import casadi as ca
import numpy as np

from linkwright.arrays import Integers

T = TypeVar("T")


@dataclass(frozen=True, eq=False)
class LinkType:
    """One kind of link, in its own symbols q, v (of its joint) and p (of the holder, the joint, then its own body).

    `R_fixed`, `r_fixed` place the joint on the holder (expressions of p), `R`, `r` are the joint's motion (of q and
    of its own parameters `p_joint`, a part of p), S (6, k) its twist in the link's axes, `drift` = S' v (6), N that
    of q' = N v. `mass`, `moment` (mass times the place of the mass centre) and `inertia` are those of the body about
    the link's origin; `R_body`, `r_body` place the body's own frame in the link. A planar link moves in the x-y plane
    of its own frame and of its holder's.
    """

    name: str
    q: ca.SX
    v: ca.SX
    p: ca.SX
    p_joint: ca.SX
    R_fixed: ca.SX
    r_fixed: ca.SX
    R: ca.SX
    r: ca.SX
    S: ca.SX
    drift: ca.SX
    N: ca.SX
    mass: ca.SX
    moment: ca.SX
    inertia: ca.SX
    R_body: ca.SX
    r_body: ca.SX
    planar: bool


@dataclass(frozen=True, eq=False)
class LinkUses:
    """Uses of one type of link: numbers of the links, of their holders (-1: ground), and their q, v, p as indices.

    The type is derived when it is first asked for: only solutions link by link need it.
    """

    make: Callable[[], LinkType]
    number: Integers
    holder: Integers
    q: Integers
    v: Integers
    p: Integers

    @cached_property
    def type(self) -> LinkType:
        """The type of these links."""
        return self.make()


@dataclass(frozen=True, eq=False)
class TwistMatrices:
    """N_l, N_d, N = N_l N_d and the inertia M of the twists of one branch, in the symbols q, p of its block.

    Rows are the twists (w, velocity of the origin; world axes) of `bodies` one after another, columns the block's
    speeds. `joints` hold the bodies (empty: by coordinates of the body's own), with the columns of `joint_columns`.
    `qdot` are the rates of q in the speeds v, with which the matrices change.
    """

    block: int
    bodies: tuple[str, ...]
    joints: tuple[str, ...]
    joint_columns: tuple[tuple[int, ...], ...]
    q: ca.SX
    v: ca.SX
    p: ca.SX
    qdot: ca.SX
    N_l: ca.SX
    N_d: ca.SX
    N: ca.SX
    M: ca.SX


@dataclass(frozen=True, eq=False)
class Links:
    """All links of a machine: numbered so that holders come first.

    `gravity` are the parameters, along x, y and z (-1: zero), of the gravity that acts on most bodies: it is taken as
    an acceleration of the ground, and what bodies of other modules have more or less as a load of theirs.
    `branches` make the matrices of each branch when they are asked for, `cuts` are the joints at which loops are open,
    with the frame on their first part. `weights` are the parameters of each body's own weight along the same axes,
    (links, 3); `apart` numbers the links whose gravity is another than the common one. `twists` is the record of loads,
    constraints and quantities on the twists of bodies, where the machine is large: `pose` and `speed` say where each
    link's pose and twist begin in its coordinates and speeds, `q_of` and `v_of` which variable of the machine each of
    its variables is (-1 for poses and twists). `projected` then makes the record of the usual kind, N^T M N in symbols,
    with the same coordinates and speeds.
    """

    uses: tuple[LinkUses, ...]
    names: tuple[str, ...]
    gravity: Integers
    weights: Integers
    apart: Integers
    branches: tuple[Callable[[], TwistMatrices], ...] = ()
    cuts: Mapping[str, str] = field(default_factory=dict)
    twists: object = None
    pose: Integers = field(default_factory=lambda: np.zeros(0, dtype=np.int64))
    speed: Integers = field(default_factory=lambda: np.zeros(0, dtype=np.int64))
    q_of: Integers = field(default_factory=lambda: np.zeros(0, dtype=np.int64))
    v_of: Integers = field(default_factory=lambda: np.zeros(0, dtype=np.int64))
    projected: Callable[[], object] | None = None

    def matrices(self) -> tuple[TwistMatrices, ...]:
        """N_l, N_d, N and M of every branch; nothing where the machine is large."""
        return tuple(make() for make in self.branches)

    def __len__(self) -> int:
        return len(self.names)

    @property
    def axes(self) -> list[int]:
        """Axes along which bodies have weights, as numbers; all of them have the same."""
        return np.flatnonzero(np.any(self.weights >= 0, axis=0)).tolist()

    @property
    def own_gravity(self) -> Integers:
        """Parameters of each body's own weight along these axes: (links, axes)."""
        return self.weights[:, self.axes]

    def common_gravity(self, p: Sequence[T], zero: T) -> list[T]:
        """Gravity along these axes that acts through the ground, of parameter values or symbols."""
        return [p[k] if k >= 0 else zero for k in self.gravity[self.axes].tolist()]

    def alike(self, p: np.ndarray) -> frozenset[str]:
        """Bodies whose own weight is by the common gravity, for parameter values."""
        same = np.all(p[self.own_gravity] == np.array(self.common_gravity(p.tolist(), 0.0)), axis=1)
        return frozenset(name for name, equal in zip(self.names, same.tolist(), strict=True) if equal)

    @property
    def holders(self) -> Integers:
        """Number of the link that holds each link, -1 for the ground."""
        found = np.full(len(self), -1, dtype=np.int64)
        for uses in self.uses:
            found[uses.number] = uses.holder
        return found

    @property
    def depths(self) -> Integers:
        """Links from each link to the ground, itself counted."""
        found = np.ones(len(self), dtype=np.int64)
        for number, holder in enumerate(self.holders.tolist()):  # holders come first
            found[number] += found[holder] if holder >= 0 else 0
        return found

    @property
    def places(self) -> Mapping[int, tuple[int, int]]:
        """Of each link: which entry of `uses`, and which row there."""
        return {
            int(number): (kind, row)
            for kind, uses in enumerate(self.uses)
            for row, number in enumerate(uses.number.tolist())
        }
