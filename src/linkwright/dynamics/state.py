"""A state of a machine: coordinates and speeds at a time, with every named quantity."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import casadi as ca
import numpy as np
from numpy.typing import ArrayLike

from linkwright.arrays import Array, Integers, real_array
from linkwright.display import Displayed
from linkwright.dynamics.errors import Refused
from linkwright.dynamics.system.readings import angles_to_count
from linkwright.dynamics.system.system import System, call_function, numeric
from linkwright.equations import Equations, UnknownNameError
from linkwright.faults import close_matches, finite_number
from linkwright.symbolic import Label

DOUBLE = np.dtype(float)


def numbers_in(name: str, values: ArrayLike) -> Array:
    """Return a new array of doubles; what has no order or is no array of real numbers is refused."""
    if type(values) is np.ndarray and values.dtype == DOUBLE:
        return values.copy()
    try:
        if isinstance(values, (AbstractSet, Mapping)):
            raise TypeError(f"{type(values).__name__}: expected numbers in order")  # noqa: TRY301  one refusal for all
        return real_array(values)
    except (TypeError, ValueError) as fault:
        raise ValueError(f"{name} = {values!r:.80}: expected an array of real numbers ({fault})") from None


def contiguous(name: str, values: ArrayLike) -> Array:
    """Return numbers as an array of doubles without gaps, not copied if they are one."""
    plain = type(values) is np.ndarray and values.dtype == DOUBLE
    return np.ascontiguousarray(values if plain else numbers_in(name, values))


@dataclass(frozen=True, eq=False)
class State(Displayed):
    """Coordinates q and speeds v at time t (s), and all quantities by name: positions and speeds.

    In `speeds` a quantity with a position has its rate, one without (a current) its value. `state["platform.x"]` is a
    position, `state["platform.x'"]` its rate, `state["A.i"]` a speed without a position. `chosen` names what `assemble`
    was not given and determined itself: positions kept as they were, and speeds (`x'`) of least kinetic energy. `names`
    are those of the numbers in q and v, if a machine made the state: another machine then refuses it.
    """

    t: float
    q: Array
    v: Array
    positions: Mapping[str, float] = field(default_factory=dict)
    speeds: Mapping[str, float] = field(default_factory=dict)
    chosen: tuple[str, ...] = ()
    names: tuple[str, ...] = field(default=(), repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "t", finite_number("t", self.t, "s"))
        for name in ("q", "v"):
            values = numbers_in(name, getattr(self, name))
            values.flags.writeable = False
            object.__setattr__(self, name, values)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle by the constructor's arguments: arrays that were pickled would no longer be read-only."""
        return State, (self.t, self.q, self.v, dict(self.positions), dict(self.speeds), self.chosen, self.names)

    def __getitem__(self, name: str) -> float:
        if name.endswith("'") and name[:-1] in self.positions:
            return self.speeds[name[:-1]]
        if name in self.positions:
            return self.positions[name]
        if name in self.speeds:
            return self.speeds[name]
        msg = f"no quantity {name!r}; {close_matches(name, list(self))}"
        raise UnknownNameError(msg)

    def __iter__(self) -> Iterator[str]:
        """Names of positions, of their rates and of the other speeds."""
        yield from self.positions
        yield from (f"{name}'" for name in self.positions)
        yield from (name for name in self.speeds if name not in self.positions)


WORKS = (
    Label("energy.source", "J", "work of the inputs since the start"),
    Label("energy.loss", "J", "work of dampers, resistances and of the conversion in motors since the start"),
    Label("energy.constraints", "J", "work of moving constraints since the start"),
)
"""Works integrated along with a run."""


@dataclass(frozen=True)
class StateLayout:
    """y = (q, v, x, works, counted angles), each with its names and units.

    q are coordinates, v speeds of the mechanism and currents, x further states (see `equations.states`); works and
    angles are integrals, which follow from the others. In y the states x stand among the speeds, each with the part
    that brings it, since joins and integrators treat both alike: `speeds` is the slice of (v, x), `x` has the places of
    the states in y, and `v` those of the other speeds.
    """

    coordinate_labels: tuple[Label, ...]
    speed_labels: tuple[Label, ...]
    state_numbers: tuple[int, ...]
    angle_labels: tuple[Label, ...] = ()

    @cached_property
    def nq(self) -> int:
        """Number of coordinates."""
        return len(self.coordinate_labels)

    @cached_property
    def nv(self) -> int:
        """Number of speeds, further states among them."""
        return len(self.speed_labels)

    @cached_property
    def size(self) -> int:
        """Numbers in y."""
        return self.nq + self.nv + self.integrals

    @cached_property
    def integrals(self) -> int:
        """Numbers at the end of y that follow from the others: works and counted angles."""
        return len(WORKS) + len(self.angle_labels)

    @cached_property
    def coordinates(self) -> slice:
        """Places of q."""
        return slice(0, self.nq)

    @cached_property
    def speeds(self) -> slice:
        """Places of the speeds, further states among them."""
        return slice(self.nq, self.nq + self.nv)

    @cached_property
    def x(self) -> Integers:
        """Places of the further states."""
        return self.nq + np.array(self.state_numbers, dtype=np.int64)

    @cached_property
    def v(self) -> Integers:
        """Places of the speeds that are no further states."""
        return np.setdiff1d(np.arange(self.nq, self.nq + self.nv), self.x)

    @cached_property
    def works(self) -> slice:
        """Places of the works."""
        return slice(self.nq + self.nv, self.nq + self.nv + len(WORKS))

    @cached_property
    def angles(self) -> slice:
        """Places of the counted angles."""
        return slice(self.nq + self.nv + len(WORKS), self.size)

    @property
    def labels(self) -> tuple[Label, ...]:
        """Names, units and meanings of all numbers in y, in order."""
        return (*self.coordinate_labels, *self.speed_labels, *WORKS, *self.angle_labels)

    def split(self, Y: Array) -> tuple[Array, Array, Array, Array]:
        """Coordinates, speeds with further states, works and counted angles of one state or of rows of them."""
        return Y[..., self.coordinates], Y[..., self.speeds], Y[..., self.works], Y[..., self.angles]


def layout_of(equations: Equations, angles: tuple[Label, ...] = ()) -> StateLayout:
    """Layout of the state of a machine whose `angles` are counted along."""
    names = zip(equations.coordinate_names, equations.coordinate_units, strict=True)
    coordinates = tuple(Label(name, unit, "coordinate") for name, unit in names)
    states = frozenset(equations.states)
    speeds = tuple(
        Label(name, unit, "state" if k in states else "speed")
        for k, (name, unit) in enumerate(zip(equations.speed_names, equations.speed_units, strict=True))
    )
    return StateLayout(coordinates, speeds, equations.states, angles)


def system_layout(system: System) -> StateLayout:
    """Layout of the state of a machine in full matrices, which counts the turns of angles that frames give."""

    def make() -> StateLayout:
        counted = [system.quantities[k] for k in angles_to_count(system)]
        return layout_of(system.equations, tuple(Label(each.name, each.unit, each.meaning) for each in counted))

    found: StateLayout = system.cached("state layout", make)
    return found


NEAR_COORDINATE_SINGULARITY = 1e-3
"""Volume of the axes of Euler angles (1 where they are perpendicular) below which they count as singular: three digits
of the sixteen are lost there."""


def coordinate_singularities_near(system: System, p: Array, state: State, u: Array, within: float) -> list[str]:
    """Words of the coordinate singularities whose expressions are not above `within` at a state."""
    if not system.coordinate_singularities:
        return []
    values = system.cached(
        "coordinate_singularities",
        lambda: system.function(
            "coordinate_singularities", [ca.vertcat(*[x for x, _ in system.coordinate_singularities])]
        ),
    )
    sizes = np.abs(call_function(values, state.t, state.q, state.v, u, p)[0].ravel())
    return [words for (_, words), size in zip(system.coordinate_singularities, sizes, strict=True) if not size > within]


def not_finite(system: System, p: Array, state: State, u: Array, constraints: Array) -> Refused:
    """What is said of a state at which M, f or the constraints (A, b) (m, n + 1) are not finite."""
    efforts = system.function("efforts", [effort for _, _, effort in system.efforts])
    values: Any = efforts(state.t, state.q, state.v, u, p)
    values = values if isinstance(values, (list, tuple)) else [values]
    parts = [name for (name, _, _), e in zip(system.efforts, values, strict=True) if not np.isfinite(numeric(e)).all()]
    parts += [system.row_name(row) for row in np.flatnonzero(~np.isfinite(constraints).all(axis=1)).tolist()]
    reason = (
        f"{', '.join(dict.fromkeys(parts)) or 'the inertia'} is not finite at this state: a load without a "
        "direction (points that coincide), or a formula outside its domain; move the state away from there"
    )
    return Refused(reason, parts)
