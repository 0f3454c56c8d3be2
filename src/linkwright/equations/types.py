"""What is derived once: types of blocks, constraints, loads and quantities, written in local symbols.

A type is a bundle of expressions over its own symbols; its uses say, as integer arrays, which global variables these
symbols stand for (see `uses`). The symbols of a type:

    q   coordinates          v   speeds (quasi-velocities)      q' = N v + n
    u   inputs               p   parameters                     t   time (one symbol for all)
    d   virtual speeds: six of each body (angular, then linear, at its mass centre, world axes) and one of each speed
        that belongs to no body. They are zero in motion; derivatives with respect to them give wrenches.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cached_property
from typing import Any, Generic, Literal, NamedTuple, TypeVar

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from linkwright.arrays import Integers
from linkwright.kinds import checked_arguments
from linkwright.symbolic import Frame, Label, Parameter, leaves, select_rows, together

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
    """A condition on parameters: expression >, >=, <, <=, = or != limit, with the words that name what both are."""

    expression: ca.SX
    relation: Literal[">", ">=", "<", "<=", "=", "!="]
    words: str
    limit: ca.SX | float = 0.0
    limit_words: str = ""


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
    parameters); `masses` are those of its bodies by key; `coordinate singularities` are expressions that vanish where
    its coordinates are singular, with the words for that. The speeds of a block with `signal` are further states x (see
    `states`).
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
    coordinate_singularities: tuple[tuple[ca.SX, str], ...] = ()
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
    MESH = "two quantities advance together, from where an `offset` has them mesh: a thread, a gear, a belt"
    OTHER = "anything else"


@dataclass(frozen=True, eq=False)
class ConstraintType:
    """A constraint over one or more blocks: A v' = b, from phi(t, q, v) = 0 and, where holonomic, g(t, q) = 0.

    The first rows are the holonomic ones; `breaks` are times (s) at which a derivative of a moving one jumps. W() = d
    phi / d d gives the wrench of each row on each body, derived when reactions are asked for. A support is the
    constraint of a joint that is met by the choice of coordinates: it has W but no A, and counts in reactions only.
    `coordinate singularities` are expressions that vanish where the constraint itself has no meaning (a wheel that lies
    flat), with the words for that. `facing` are products of directions that are 1 where the joint is closed and -1
    where it is closed the wrong way round (two axes that should be parallel are opposite). A constraint with a `switch`
    holds only while a run says so (sticking friction, a body at its stop). `branch_cuts` and `angles` are those of
    `LoadType`. `roles` say what each row holds; without them all rows are `Role.OTHER`.
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
    coordinate_singularities: tuple[tuple[ca.SX, str], ...] = ()
    switch: Switch | None = None
    facing: tuple[ca.SX, ...] = ()
    branch_cuts: tuple[tuple[ca.SX, str], ...] = ()
    angles: tuple[ca.SX, ...] = ()
    roles: tuple[Role, ...] = ()

    def role(self, row: int) -> Role:
        """What a row holds."""
        return self.roles[row] if self.roles else Role.OTHER


@dataclass(frozen=True, eq=False)
class LoadType:
    """An effort on a speed: f += (d speed / d v)^T effort; its power is speed . effort.

    `branch_cuts` are angles known within half a turn only that it reads, each with the words for a run that takes one
    through half a turn: the effort would jump there. `angles` are those that count turns and on which it depends:
    whole turns make a difference to it. An `inner` load is a matter of one part (its weight, losses inside a motor) and
    joins it to no other; a `weight` is linear in the gravity that its last parameters are. `kinks` are expressions at
    whose zeros the effort has a kink or jumps: a run ends a step there. `dry` is the share of the effort that is dry
    friction, smoothed or of bristles (none: an empty column).
    """

    name: str
    local: Local
    speed: ca.SX
    effort: ca.SX
    category: Category
    potential: ca.SX
    unit: str = "N"
    requirements: tuple[Requirement, ...] = ()
    branch_cuts: tuple[tuple[ca.SX, str], ...] = ()
    angles: tuple[ca.SX, ...] = ()
    inner: bool = False
    weight: bool = False
    kinks: tuple[ca.SX, ...] = ()
    dry: ca.SX = field(default_factory=lambda: ca.SX(0, 1))


@dataclass(frozen=True, eq=False)
class QuantityType:
    """What users name: a position z (or none) with its speed s, both written on frames.

    `integral` is the position whose rate s is where that goes by a name of its own (the angle of a motor beside its
    speed); z is none then. `advances`: an angle of which a whole turn is another pose, as of a screw.
    """

    label: Label
    local: Local
    z: ca.SX | None
    s: ca.SX
    wraps: bool
    rate_unit: str
    place: tuple[int, int] | None = None
    integral: ca.SX | None = None
    advances: bool = False

    @property
    def own(self) -> bool:
        """Whether it is one of its block's own variables; `place` then says which q (-1: none) and which v."""
        return self.place is not None


@dataclass(frozen=True, eq=False)
class TieType:
    """Two positions, by their names in the module, that advance together at all turns: second = offset + factor first.

    Factor and offset are expressions of the parameters.
    """

    local: Local
    first: str
    second: str
    factor: ca.SX
    offset: ca.SX


@dataclass(frozen=True, eq=False)
class HoldType:
    """How a joint between two blocks holds them: where either is, from where the other is and the joint's own values.

    `values` are symbols of the joint's coordinates, `names` what they are called. `second()` are the coordinates of the
    second block from those of the first (None where the joint cannot hold it), `first()` the other way round. A body
    that is described by other coordinates than its block has, as Euler angles, is a hold of one block, `first()`.
    """

    local: Local
    values: ca.SX
    names: tuple[str, ...]
    units: tuple[tuple[int, ...], ...]
    first: Callable[[], ca.SX] | None
    second: Callable[[], ca.SX] | None


T = TypeVar("T")

KINDS = ("q", "v", "u", "p", "d")


@dataclass(frozen=True, eq=False)
class Uses(Generic[T]):
    """`n` uses of one type: rows of indices (n, k) for each kind of symbol, the module and name of each use.

    `order` is the place of each use in the description (constraints keep the order in which they were written);
    `blocks` are the numbers of the blocks it stands on (for a block: its own number).
    """

    type: T
    q: Integers
    v: Integers
    u: Integers
    p: Integers
    d: Integers
    blocks: Integers
    module: Integers
    order: Integers
    names: list[str]

    def __len__(self) -> int:
        return len(self.names)

    def indices(self, row: int) -> list[list[int]]:
        """Indices of the q, v, u, p, d symbols of one use."""
        return [getattr(self, kind)[row].tolist() for kind in KINDS]

    def repeat_at(self, offsets: dict[str, Integers]) -> Uses[T]:
        """The same uses repeated once for each entry of the offsets, moved by them."""
        count = len(offsets["q"])
        moved: dict[str, Any] = {
            kind: (getattr(self, kind)[None, :, :] + offsets[kind][:, None, None]).reshape(count * len(self), -1)
            for kind in (*KINDS, "blocks")
        }
        moved |= {
            kind: (getattr(self, kind)[None, :] + offsets[kind][:, None]).reshape(-1) for kind in ("module", "order")
        }
        return replace(self, names=self.names * count, **moved)


def merge_uses(uses: Sequence[Uses[T]]) -> tuple[Uses[T], ...]:
    """Uses of the same type joined into one, in the order in which the types appear."""
    groups: dict[int, list[Uses[T]]] = {}
    for use in uses:
        groups.setdefault(id(use.type), []).append(use)
    result = []
    for group in groups.values():
        if len(group) == 1:
            result.append(group[0])
            continue
        joined: dict[str, Any] = {
            kind: np.concatenate([getattr(use, kind) for use in group])
            for kind in (*KINDS, "blocks", "module", "order")
        }
        result.append(replace(group[0], names=[name for use in group for name in use.names], **joined))
    return tuple(result)


@checked_arguments
@dataclass(frozen=True, eq=False)
class Scope:
    """Parameters declared by a part, and the scopes inside it: (name, scope, bindings by parameter name)."""

    entries: tuple[Parameter, ...]
    children: Sequence[tuple[str, Scope, Mapping[str, Any]]] = ()
    size: int = field(init=False)
    """Number of parameters in this scope and all inside it."""

    def __post_init__(self) -> None:
        # at once, while scopes are made from the inside out: they nest to any depth
        object.__setattr__(self, "size", len(self.entries) + sum(child.size for _, child, _ in self.children))


@dataclass(frozen=True, eq=False)
class FlatParameters:
    """All parameters of a machine in one vector, each with a name and a formula over the vector.

    `followed` are the places, scope by scope from the outermost, of those that read as their formula.
    """

    labels: tuple[Label, ...]
    symbols: ca.SX
    formulas: ca.SX
    fixed: NDArray[np.bool_]
    followed: tuple[tuple[int, ...], ...]

    @cached_property
    def index(self) -> dict[str, int]:
        """Place of each parameter in the vector by name; a trailing underscore of a Python keyword may be left in."""
        return {label.name: k for k, label in enumerate(self.labels)}

    def in_unit(self, unit: str) -> NDArray[np.bool_]:
        """Which parameters have a unit."""
        return np.array([label.unit == unit for label in self.labels], dtype=bool)

    @cached_property
    def readable(self) -> ca.SX:
        """How each parameter reads.

        One of an inner part that is bound by a formula, or is another name for an outer one, as that; others as
        themselves.
        """
        result = ca.SX(self.symbols)
        for places in self.followed:
            result[list(places)] = ca.substitute(select_rows(self.formulas, places), self.symbols, result)
        return result

    @cached_property
    def function(self) -> ca.Function:
        """All formulas, as a function of the vector."""
        return ca.Function("parameters", [self.symbols], [ca.densify(self.formulas)])

    @checked_arguments
    def values(self, given: Mapping[str, float]) -> NDArray[np.float64]:
        """Values of all parameters: the given ones, and formulas followed elsewhere.

        Formulas are iterated to their fixed point, whose depth is at most the number of parameters; a circle of
        formulas has none and is refused.
        """
        vector = np.full(len(self.labels), np.nan)
        set_here = np.zeros(len(self.labels), dtype=bool)
        unknown = [name for name in given if name not in self.index]
        if unknown:
            msg = f"no parameter {', '.join(map(repr, unknown))}; there are {', '.join(self.index)}"
            raise ValueError(msg)
        for name, value in given.items():
            vector[self.index[name]] = value
            set_here[self.index[name]] = True
        for _ in range(len(self.labels) + 1):
            following = np.where(set_here, vector, np.asarray(self.function(vector)).ravel())
            if np.array_equal(following, vector, equal_nan=True):
                break
            vector = following
        self.check(vector)
        return vector

    @checked_arguments
    def check(self, vector: NDArray[np.float64]) -> None:
        """Raise unless all values are finite."""
        if not np.isfinite(vector).all():
            bad = [self.labels[k].name for k in np.flatnonzero(~np.isfinite(vector))]
            msg = f"parameters without a value: {', '.join(bad)}; their formulas are not finite, or go in a circle"
            raise ValueError(msg)


def flatten(scope: Scope) -> FlatParameters:
    """Lay all parameters of a scope out in one vector, formulas written over that vector."""
    flat = _Flat()
    waiting: list[tuple[Scope, str, _Around, Mapping[str, Any]]] = [(scope, "", _Around({}), {})]
    while waiting:  # each scope before those inside it, in order; not by recursion: scopes nest to any depth
        at, prefix, around, bindings = waiting.pop()
        inside = flat.visit(at, prefix, around, bindings)
        waiting += [(child, f"{prefix}{name}.", inside, given) for name, child, given in reversed(at.children)]
    if flat.unknown:
        msg = "formulas mention symbols that no enclosing part declares as a parameter: " + "; ".join(flat.unknown)
        raise ValueError(msg)
    return FlatParameters(
        tuple(flat.labels),
        _column(flat.symbols),
        _column(flat.formulas),
        np.array(flat.fixed, dtype=bool),
        tuple(flat.followed),
    )


class _Around:
    """What stands for each declared symbol in a scope, and formulas written over the vector there before.

    Parts that are alike bring the same formulas; both are found by the number of the expression's node, which lives as
    long as the scope does.
    """

    def __init__(self, symbols: dict[int, ca.SX]) -> None:
        self.symbols = symbols
        self.written: dict[int, ca.SX] = {}


class _Formula(NamedTuple):
    """A value of a parameter as an expression, the number of its node, and whether it is a constant or one symbol."""

    sx: ca.SX
    key: int
    constant: bool
    symbolic: bool


class _Flat:
    """The vector while it is being laid out."""

    def __init__(self) -> None:
        self.labels: list[Label] = []
        self.symbols: list[ca.SX] = []
        self.formulas: list[ca.SX] = []
        self.fixed: list[bool] = []
        self.followed: list[tuple[int, ...]] = []
        self.unknown: list[str] = []
        self._known: dict[object, _Formula] = {}

    def _formula(self, value: Any) -> _Formula:
        """A value as an expression: parts that are alike have the same objects, which are looked at once."""
        at: object = float(value).hex() if isinstance(value, (int, float)) else id(value)  # all live as long as scopes
        found = self._known.get(at)
        if found is None:
            sx = _sx(value)
            found = self._known[at] = _Formula(sx, _key(sx), bool(sx.is_constant()), bool(sx.is_symbolic()))
        return found

    def visit(self, scope: Scope, prefix: str, around: _Around, bindings: Mapping[str, Any]) -> _Around:
        """Lay out the parameters of one scope; what stands for symbols inside it."""
        if not scope.entries:
            return around
        start, inside, formulas = len(self.labels), around, []
        for entry in scope.entries:
            name = prefix + entry.name
            self.labels.append(Label(name, entry.unit, entry.meaning))
            self.symbols.append(ca.SX.sym(name))
            formulas.append(self._formula(bindings.get(entry.name, entry.value)))
        # Its own symbols count where something is written over them: formulas of its own, or scopes inside it.
        if scope.children or not all(
            formula.constant or entry.name in bindings for entry, formula in zip(scope.entries, formulas, strict=True)
        ):
            inside = _Around(dict(around.symbols))
            keys = [self._formula(entry.sx).key for entry in scope.entries]
            inside.symbols |= dict(zip(keys, self.symbols[start:], strict=True))
        self.fixed += [formula.constant for formula in formulas]
        written = [formula.sx for formula in formulas]
        followed: list[int] = []
        # What is given from outside is written over the parameters there, the rest over those inside.
        for given, known in ((True, around), (False, inside)):
            which = [
                k
                for k, (entry, formula) in enumerate(zip(scope.entries, formulas, strict=True))
                if not formula.constant and (entry.name in bindings) is given
            ]
            if not which:
                continue
            followed += [start + k for k in which if given or (prefix and formulas[k].symbolic)]
            names = [prefix + scope.entries[k].name for k in which]
            for k, value in zip(which, self._rewritten([formulas[k] for k in which], known, names), strict=True):
                written[k] = value
        self.formulas += written
        if followed:
            self.followed.append(tuple(followed))
        return inside

    def _rewritten(self, values: list[_Formula], around: _Around, names: list[str]) -> list[ca.SX]:
        """Formulas over the vector; symbols that nobody declares are noted."""
        new = [
            k for k, value in enumerate(values) if value.key not in around.symbols and value.key not in around.written
        ]
        if new:
            faults = len(self.unknown)
            written = self._substitute([values[k].sx for k in new], around.symbols, [names[k] for k in new])
            if len(self.unknown) > faults:  # each part that mentions them is noted
                return [value.sx for value in values]
            around.written |= {values[k].key: value for k, value in zip(new, written, strict=True)}
        return [
            around.symbols[value.key] if value.key in around.symbols else around.written[value.key] for value in values
        ]

    def _substitute(self, values: list[ca.SX], around: Mapping[int, ca.SX], names: list[str]) -> list[ca.SX]:
        found = leaves(values)
        if not found:
            return values
        if all(_key(leaf) in around for leaf in found):
            new = ca.vertcat(*[around[_key(leaf)] for leaf in found])
            return list(ca.substitute(values, [ca.vertcat(*found)], [new]))
        for name, value in zip(names, values, strict=True):
            missing = [str(leaf) for leaf in leaves([value]) if _key(leaf) not in around]
            if missing:
                self.unknown.append(f"{name} = {value} mentions {', '.join(missing)}")
        return values


def _column(entries: list[ca.SX]) -> ca.SX:
    return ca.vertcat(*entries) if entries else ca.SX(0, 1)


def _key(leaf: ca.SX) -> int:
    return int(leaf.element_hash())


def _sx(value: Any) -> ca.SX:
    if isinstance(value, Parameter):
        return value.sx
    return value if isinstance(value, ca.SX) else ca.SX(value)
