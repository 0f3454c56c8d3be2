"""What is derived once: types of blocks, ties, loads and quantities, written in local symbols.

A type is a bundle of expressions over its own symbols; its uses say, as integer arrays, which global variables these
symbols stand for (see `uses`). The symbols of a type:

    q   coordinates          v   speeds (quasi-velocities)      q' = N v + n
    u   inputs               p   parameters                     t   time (one symbol for all)
    d   virtual speeds: six of each body (angular, then linear, at its mass centre, world axes) and one of each speed
        that belongs to no body. They are zero in motion; derivatives with respect to them give wrenches.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from typing import Any, Literal

import casadi as ca

from linkwright.symbolic import Frame, Label, together

Category = Literal["potential", "loss", "source", "coupling", "signal"]
"""What the power of a load is booked as. A `signal` is the rate of a further state (see `states`): it has no power."""


@dataclass(frozen=True, eq=False)
class Local:
    """Symbols that the expressions of a type are written in, each a column of distinct leaves."""

    q: ca.SX
    v: ca.SX
    u: ca.SX
    p: ca.SX
    d: ca.SX

    @property
    def arguments(self) -> list[ca.SX]:
        """The symbols in the order of every function made from a type: q, v, u, p, d."""
        return [self.q, self.v, self.u, self.p, self.d]

    @cached_property
    def column(self) -> ca.SX:
        """The same as one column."""
        return ca.vertcat(*self.arguments)

    @cached_property
    def leaves(self) -> tuple[int, ...]:
        """A number for each symbol of q, v, p, d, in order: equal numbers are the same symbol."""
        symbols: list[Any] = together([self.q, self.v, self.p, self.d]).nonzeros()
        return tuple(int(symbol.element_hash()) for symbol in symbols)

    def at_rest(self, expression: ca.SX) -> ca.SX:
        """Expression with the virtual speeds set to zero."""
        return ca.substitute(expression, self.d, ca.SX.zeros(self.d.numel())) if self.d.numel() else expression


@dataclass(frozen=True)
class Requirement:
    """A condition on parameters: expression >, >= or = 0, with the words that name what it is."""

    expression: ca.SX
    relation: Literal[">", ">=", "="]
    words: str


@dataclass(frozen=True, eq=False)
class Inertia:
    """Share of one body (or ready-made part) in a block: M v' + h, and kinetic energy."""

    body: str
    M: ca.SX
    h: ca.SX
    energy: ca.SX


@dataclass(frozen=True, eq=False)
class BlockType:
    """Variables with their inertia: q' = N v + n, M v' + h = applied and constraint forces.

    `balance()` gives the inertia wrenches of its bodies (and the inertia forces of speeds without a body) in the
    directions of the virtual speeds d, as an expression of q, v, a = v' and p: the left side of the free-body balance,
    derived when reactions are asked for. `units` are groups of coordinates whose squares add up to 1 (Euler
    parameters); `masses` are those of its bodies by key; `hazards` are expressions that vanish where its coordinates
    are singular, with the words for that. The speeds of a block with `signal` are further states x (see `states`).
    """

    name: str
    local: Local
    coordinates: tuple[Label, ...]
    speeds: tuple[Label, ...]
    N: ca.SX
    n: ca.SX
    inertias: tuple[Inertia, ...]
    frames: Mapping[str, Frame]
    centres: Mapping[str, Frame]
    a: ca.SX
    balance: Callable[[], ca.SX]
    directions: tuple[Label, ...]
    requirements: tuple[Requirement, ...] = ()
    units: tuple[tuple[int, ...], ...] = ()
    masses: Mapping[str, ca.SX] = field(default_factory=dict)
    hazards: tuple[tuple[ca.SX, str], ...] = ()
    signal: bool = False

    @cached_property
    def counts(self) -> tuple[int, int, int]:
        """Numbers of coordinates q, speeds v and virtual speeds d."""
        return self.local.q.numel(), self.local.v.numel(), self.local.d.numel()

    @cached_property
    def qdot(self) -> ca.SX:
        """q' = N v + n."""
        return ca.densify(self.N @ self.local.v + self.n) if self.local.q.numel() else ca.SX(0, 1)

    @property
    def M(self) -> ca.SX:
        """Inertia matrix of the block (nv, nv)."""
        return sum((part.M for part in self.inertias), ca.SX(len(self.speeds), len(self.speeds)))

    @property
    def h(self) -> ca.SX:
        """Inertia forces that remain at v' = 0 (nv)."""
        return sum((part.h for part in self.inertias), ca.SX(len(self.speeds), 1))


def no_balance() -> ca.SX:
    """The balance of a block without bodies."""
    return ca.SX(0, 1)


STICKS = 2.0
"""Value of the parameter `direction` of friction that sticks: its force is that of the constraint, not of a load."""


@dataclass(frozen=True, eq=False)
class Switch:
    """When a constraint that holds only at times is taken up and let go, in the type's local symbols.

    Friction (velocity level): while phi = 0 holds its multiplier stays within `limit`, the greatest force of sticking;
    otherwise a load acts whose sign is the parameter `direction` (+1, -1; 0: that of phi; 2: no load, it sticks). Stop
    (position level): g >= 0 always; while g = 0 holds its multiplier is positive; `limit` is its restitution.
    """

    kind: Literal["friction", "stop"]
    limit: ca.SX
    direction: ca.SX | None = None


class Role(Enum):
    """What a row of a constraint holds, whatever the joint is called: analyses go by it."""

    COINCIDE = "two points coincide along an axis"
    ALONG = "a distance along an axis stays what it is"
    TILT = "an axis does not tilt against another one"
    TURN = "no turn about the common axis"
    PLANE = "a planar body stays in its plane, by its coordinates"
    OTHER = "anything else"


@dataclass(frozen=True, eq=False)
class TieType:
    """A constraint over one or more blocks: A v' = b, from phi(t, q, v) = 0 and, where holonomic, g(t, q) = 0.

    The first rows are the holonomic ones; `breaks` are times (s) at which a derivative of a moving one jumps. W() = d
    phi / d d gives the wrench of each row on each body, derived when reactions are asked for. A support is the
    constraint of a joint that is met by the choice of coordinates: it has W but no A, and counts in reactions only.
    `hazards` are expressions that vanish where the constraint itself has no meaning (a wheel that lies flat), with the
    words for that. `facing` are products of directions that are 1 where the joint is closed and -1 where it is closed
    the wrong way round (two axes that should be parallel are opposite). A tie with a `switch` holds only while a run
    says so (sticking friction, a body at its stop). `folds` and `angles` are those of `LoadType`. `roles` say what each
    row holds; without them all rows are `Role.OTHER`.
    """

    name: str
    local: Local
    g: ca.SX
    phi: ca.SX
    A: ca.SX
    b: ca.SX
    W: Callable[[], ca.SX]
    rows: tuple[Label, ...]
    support: bool = False
    requirements: tuple[Requirement, ...] = ()
    breaks: tuple[float, ...] = ()
    hazards: tuple[tuple[ca.SX, str], ...] = ()
    switch: Switch | None = None
    facing: tuple[ca.SX, ...] = ()
    folds: tuple[tuple[ca.SX, str], ...] = ()
    angles: tuple[ca.SX, ...] = ()
    roles: tuple[Role, ...] = ()

    def role(self, row: int) -> Role:
        """What a row holds."""
        return self.roles[row] if self.roles else Role.OTHER


@dataclass(frozen=True, eq=False)
class LoadType:
    """An effort on a speed: f += (d speed / d v)^T effort; its power is speed . effort.

    `folds` are angles known within half a turn only that it reads, each with the words for what a run says that takes
    one through half a turn: the effort would jump there. `angles` are those that count turns and on which it depends:
    whole turns make a difference to it. An `inner` load is a matter of one part (its weight, losses inside a motor) and
    joins it to no other; a `weight` is linear in the gravity that its last parameters are. `kinks` are expressions at
    whose zeros the effort has a kink or jumps: a run ends a step there.
    """

    name: str
    local: Local
    speed: ca.SX
    effort: ca.SX
    category: Category
    potential: ca.SX
    unit: str = "N"
    requirements: tuple[Requirement, ...] = ()
    folds: tuple[tuple[ca.SX, str], ...] = ()
    angles: tuple[ca.SX, ...] = ()
    inner: bool = False
    weight: bool = False
    kinks: tuple[ca.SX, ...] = ()


@dataclass(frozen=True, eq=False)
class QuantityType:
    """What users name: a position z (or none) with its speed s, both written on frames.

    `integral` is the position whose rate s is where that goes by a name of its own (the angle of a motor beside its
    speed); z is none then.
    """

    label: Label
    local: Local
    z: ca.SX | None
    s: ca.SX
    wraps: bool
    rate_unit: str
    place: tuple[int, int] | None = None
    integral: ca.SX | None = None

    @property
    def own(self) -> bool:
        """Whether it is one of its block's own variables; `place` then says which q (-1: none) and which v."""
        return self.place is not None
