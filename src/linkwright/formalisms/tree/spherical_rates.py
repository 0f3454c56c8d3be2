"""Spherical joints with three rates of their Euler parameters as speeds, as in the paper on DeNOC matrices.

w = G* (e1', e2', e3') with det G* = 8 / e0: where the joint has turned by 180 degrees (e0 = 0) these speeds are no
longer independent. The coordinate singularity says so; the angular velocity as speeds has no such place.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

import casadi as ca

from linkwright.formalisms.tree.flat import Flat, FlatPart
from linkwright.model import Joint
from linkwright.symbolic import Frame, Label

WORDS = (
    "Euler parameter e0 is zero (turned by 180 degrees): the rates of e1, e2, e3 are not independent there; "
    'spherical="angular_velocity" has no such limit'
)


class _Rates:
    """What replaces the angular velocity of a joint whose coordinates are Euler parameters alone."""

    coordinates: tuple[Label, ...]

    @property
    def speeds(self) -> tuple[Label, ...]:
        """The rates of e1, e2, e3."""
        return self.coordinates[1:]

    def N(self, q: ca.SX) -> ca.SX:
        """e0' = -(e . e') / e0, from the length 1; the others are the speeds themselves."""
        return ca.vertcat(-q[1:].T / q[0], ca.SX.eye(3))

    def W(self, q: ca.SX) -> ca.SX:
        """The last three rates."""
        del q
        return ca.horzcat(ca.SX(3, 1), ca.SX.eye(3))

    def motion(self, q: ca.SX, v: ca.SX) -> Frame:
        """The joint's own motion with the angular velocity that belongs to the rates, w = W N v."""
        return super().motion(q, super().W(q) @ self.N(q) @ v)  # type: ignore[misc, no-any-return]

    def coordinate_singularity(self, q: ca.SX) -> tuple[ca.SX, str]:
        """e0 = 0."""
        return q[0], WORDS


@cache
def _kind(joint: Any) -> Any:
    return type(joint.__name__, (_Rates, joint), {})


def by_rates(joint: Joint) -> Joint:
    """The same joint with three rates of its Euler parameters as speeds."""
    kind: Any = type(joint)
    rated: Any = object.__new__(_kind(kind))
    rated.__dict__.update(joint.__dict__)
    assert isinstance(rated, Joint)
    return rated


def is_spherical(item: Any) -> bool:
    """Whether a connection is a joint with Euler parameters as its only coordinates."""
    return isinstance(item, Joint) and len(item.coordinates) == 4 and item.units == ((0, 1, 2, 3),)


def with_rates(flat: Flat) -> None:
    """Give every spherical joint of a flat mechanism rates of Euler parameters as speeds."""
    for name, part in flat.connections.items():
        if is_spherical(part.item):
            rated: FlatPart = replace(part, item=by_rates(part.item))
            flat.connections[name] = rated
