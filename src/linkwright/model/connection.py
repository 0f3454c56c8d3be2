"""What joins parts: the contract of joints, loads and constraints, written on frames and quantities.

A connection never sees coordinates. It is given ports (frames with their twists, quantities with their speeds) and
answers with expressions; the formalism substitutes whatever coordinates it has chosen.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal

import casadi as ca

from linkwright.equations.types import Category, Requirement, Role
from linkwright.model.arguments import Argument, CheckedKeywords, Values
from linkwright.symbolic import Frame, Label, Picklable


@dataclass(frozen=True, eq=False)
class Port:
    """A quantity that a connection stands on: position z (None if it has none) and speed s.

    `integral` is the position whose rate s is where that is another quantity (the angle of a motor beside its speed).
    """

    z: ca.SX | None
    s: ca.SX
    wraps: bool
    unit: str
    rate_unit: str
    integral: ca.SX | None = None


@dataclass(frozen=True, eq=False)
class Ports:
    """Everything a connection may speak of: frames, quantities, its own parameters, inputs and states, and time."""

    frames: tuple[Frame, ...]
    quantities: tuple[Port, ...]
    values: Values
    inputs: ca.SX
    t: ca.SX
    states: ca.SX = field(default_factory=lambda: ca.SX(0, 1))


@dataclass(frozen=True, eq=False)
class Row:
    """One scalar constraint expression that must be zero, with its name and unit, and what it holds."""

    label: Label
    expression: ca.SX
    role: Role = Role.OTHER


@dataclass(frozen=True, eq=False)
class Switched:
    """A constraint that holds only while a run says so: phi = 0, and g = 0 where it has a position level.

    `kind`, `limit` and `direction` are those of `equations.Switch`; `name` distinguishes those of one connection;
    `requirements` are conditions on its parameters besides those of the connection.
    """

    name: str
    label: Label
    g: ca.SX | None
    phi: ca.SX
    kind: Literal["friction", "stop"]
    limit: ca.SX
    direction: ca.SX | None = None
    requirements: tuple[Requirement, ...] = ()


@dataclass(frozen=True, eq=False)
class Load:
    """An effort on a speed (both columns of equal length): power = speed . effort.

    `dry` is the share of the effort that is dry friction without a switched constraint: smoothed, or of bristles. Its
    slope at rest is no property of small motions, and linear models may leave it out.
    """

    speed: ca.SX
    effort: ca.SX
    category: Category
    potential: ca.SX | None = None
    unit: str = "N"
    dry: ca.SX | None = None


@dataclass(frozen=True, eq=False)
class Tie:
    """Two positions that advance together over any number of turns: second = offset + factor first.

    Both go by the names in `quantities` and `offers` of the connection.
    """

    first: str
    second: str
    factor: ca.SX
    offset: ca.SX


@dataclass(frozen=True, eq=False)
class StateRate:
    """A further continuous state of a connection: x' = rate, with the name, unit and meaning of x."""

    label: Label
    rate: ca.SX


@dataclass(frozen=True, eq=False)
class Measure:
    """A quantity that a connection offers to be named.

    `wraps`: an angle known within half a turn only; `advances`: one of which a whole turn is another pose (of a screw).
    """

    label: Label
    z: ca.SX | None
    s: ca.SX
    wraps: bool
    rate_unit: str
    advances: bool = False


@dataclass(frozen=True)
class Connection(Picklable, metaclass=CheckedKeywords):
    """Base of everything that joins parts. Concrete kinds are final; each overrides what it has."""

    summary: ClassVar[str] = ""

    @property
    def kind(self) -> str:
        """Name by which its rows and loads are known in the equations; joints of the package hand theirs down.

        So a user's subclass of a joint is that joint wherever joints of a kind are looked for.
        """
        return type(self).__name__

    @property
    def frames(self) -> tuple[str, ...]:
        """Names of the frames it stands on."""
        return ()

    @property
    def quantities(self) -> tuple[str, ...]:
        """Names of the quantities it stands on."""
        return ()

    @property
    def structure(self) -> Hashable:
        """What besides the class and the arguments decides its equations (options)."""
        return ()

    @property
    def arguments(self) -> tuple[Argument, ...]:
        """Its numbers."""
        return ()

    @property
    def offers(self) -> tuple[str, ...]:
        """Names of the quantities it offers, the same as those of `measures`."""
        return ()

    @property
    def input_labels(self) -> tuple[Label, ...]:
        """Inputs it brings."""
        return ()

    @property
    def state_names(self) -> tuple[str, ...]:
        """Names of the further states it brings, the same as those of `states`; they are quantities too."""
        return ()

    @property
    def breaks(self) -> tuple[float, ...]:
        """Times (s) at which a derivative of a moving constraint jumps."""
        return ()

    @property
    def user_written(self) -> bool:
        """Whether its constraint rows were written by a user (then a row that vanishes is a fault)."""
        return False

    def residual(self, ports: Ports) -> tuple[Row, ...]:
        """Rows g(t, q) = 0 at position level, from positions of the ports only."""
        del ports
        return ()

    def rate(self, ports: Ports) -> tuple[Row, ...]:
        """Rows phi(t, q, v) = 0 that exist at velocity level only."""
        del ports
        return ()

    def switched(self, ports: Ports) -> tuple[Switched, ...]:
        """Constraints that hold only in some modes of the machine."""
        del ports
        return ()

    def loads(self, ports: Ports) -> tuple[Load, ...]:
        """Efforts on speeds."""
        del ports
        return ()

    def states(self, ports: Ports) -> tuple[StateRate, ...]:
        """Further states x' = h(t, q, v, x, u, p), whose values x are `ports.states`."""
        del ports
        return ()

    def measures(self, ports: Ports) -> tuple[Measure, ...]:
        """Quantities it offers."""
        del ports
        return ()

    @property
    def rigid(self) -> Connection | None:
        """The connection with what is elastic in it taken as rigid; None if nothing is.

        Its rows hold where a question takes elastic couplings as rigid; they are written on the ports of this one.
        """
        return None

    def tie(self, values: Values) -> Tie | None:
        """Positions that it ties rigidly, as a gear or a thread does: where one is given, so is the other."""
        del values
        return None

    def requirements(self, values: Values) -> tuple[Requirement, ...]:
        """Conditions on its parameters."""
        del values
        return ()

    def coordinate_singularities(self, ports: Ports) -> tuple[tuple[ca.SX, str], ...]:
        """Expressions of order 1 that vanish where its constraint has no meaning, each with the words for that."""
        del ports
        return ()

    def branch_cuts(self, ports: Ports) -> tuple[tuple[ca.SX, str], ...]:
        """Angles known within half a turn only that it reads, from their middle, each with what is to be said of it.

        What it says jumps where one is half a turn; a run that comes there ends.
        """
        del ports
        return ()

    def kinks(self, ports: Ports) -> tuple[ca.SX, ...]:
        """Expressions at whose zeros an effort of it has a kink or jumps (edges of a play): a run ends a step there."""
        del ports
        return ()

    def facing(self, ports: Ports) -> tuple[ca.SX, ...]:
        """Products of two unit directions that are 1 where it is closed, and -1 where it is closed the wrong way round.

        Rows that hold directions parallel vanish in both cases.
        """
        del ports
        return ()

    def outline(self, values: Mapping[str, float]) -> Sequence[Mapping[str, object]]:
        """Shapes it is drawn with, for the values of its arguments; without any it is drawn by its kind.

        Each is a mapping with a `kind` ("bar", "plate", "disc", "block", "cylinder", "sphere", "wire", "pin", "track",
        "point", "pivot") and the fields of that shape in `linkwright.drawing`, in metres, in the frame of its last
        part. Instead of `at` it may have a `position` and a `quaternion`.
        """
        del values
        return ()

    def faults(self) -> list[str]:
        """Faults of its options (arguments are checked elsewhere)."""
        return []


@dataclass(frozen=True)
class Joint(Connection):
    """A connection between two frames that leaves some relative motion free, with two faces.

    Implicit: `residual` (and `rate`). Explicit: `motion` gives the second frame's pose and twist relative to the first,
    in components of the first, from its own coordinates and speeds, with q' = N v.
    """

    first: str
    second: str

    @property
    def frames(self) -> tuple[str, ...]:
        """The two frames."""
        return (self.first, self.second)

    @property
    def explicit(self) -> bool:
        """Whether it can locate a body by coordinates of its own."""
        return False

    @property
    def residual_turns(self) -> bool:
        """Whether it constrains relative rotation although it has no coordinates of its own."""
        return False

    def leaves_free(self, which: str, *, planar: bool) -> bool:
        """Whether it leaves the orientation of its "first" or "second" frame free, as a particle needs."""
        del which, planar
        return False

    def motion(self, q: ca.SX, v: ca.SX) -> Frame:
        """Relative frame R(q), p(q), w(q, v), v(q, v) in components of the first frame.

        Where it is derived, attributes that bear the names of `arguments` are the symbols of these (`with_values`).
        """
        raise NotImplementedError  # a joint without an explicit face says so in `explicit`

    @property
    def coordinates(self) -> tuple[Label, ...]:
        """Labels of the coordinates of the explicit face; the measures of the same name are their values."""
        return ()

    @property
    def speeds(self) -> tuple[Label, ...]:
        """Labels of the speeds of the explicit face; where q' = v those of the coordinates."""
        return self.coordinates

    def N(self, q: ca.SX) -> ca.SX:
        """Matrix of q' = N v."""
        return ca.SX.eye(q.numel())

    def W(self, q: ca.SX) -> ca.SX:
        """Matrix of v = W q', with W N = 1."""
        return ca.SX.eye(q.numel())

    @property
    def units(self) -> tuple[tuple[int, ...], ...]:
        """Groups of coordinates whose squares add up to 1."""
        return ()


def port_frames(ports: Ports) -> tuple[Frame, Frame]:
    """The two frames of a joint."""
    first, second = ports.frames
    return first, second


def nameless(joint: Joint) -> Joint:
    """The joint without the names of its frames: what it says of any two; equal for joints of one kind."""
    bare = object.__new__(type(joint))
    vars(bare).update(vars(joint), first="", second="")
    return bare


def with_values(joint: Joint, values: Values) -> Joint:
    """The joint with the symbols of its arguments as attributes of these names, as its motion takes them."""
    if not joint.arguments:
        return joint
    bound = object.__new__(type(joint))
    vars(bound).update(vars(joint), **{item.name: values[item.name] for item in joint.arguments})
    return bound


def any_number(value: Any) -> ca.SX:
    """A number, parameter or expression as an expression."""
    return ca.SX(value.sx if hasattr(value, "sx") else value)
