"""Connect: the one place where joints become constraints, efforts loads, and what can be measured quantities.

Everything is derived once for each kind of connection on each combination of block types and frames.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import casadi as ca

from linkwright.equations import (
    BlockRef,
    BlockType,
    Child,
    Composer,
    ConstraintType,
    Equations,
    FrameRef,
    LoadType,
    Local,
    QuantityRef,
    QuantityType,
    Switch,
    state_block,
    state_quantities,
    state_rates,
)
from linkwright.formalisms.connect.constraints import (
    ConnectionRows,
    Setting,
    connection_rows,
    counted_angles,
    make_constraint,
    make_support,
    setting_of,
    turning,
    wrenches,
)
from linkwright.model import Arguments, Connection, Home, Joint, Measure, ModelError, Switched
from linkwright.model.connection import Load, nameless
from linkwright.symbolic import Frame, Label, dense, jacobian, plus, scalars, select_rows, together
from linkwright.symbolic.tables import write_out_tables

EMPTY = ca.SX(0, 1)


@dataclass(frozen=True, eq=False)
class Connected:
    """Types of one connection on given blocks; `coupling` is its constraint if what is elastic in it were rigid."""

    constraint: ConstraintType | None
    support: ConstraintType | None
    loads: tuple[LoadType, ...]
    quantities: tuple[QuantityType, ...]
    switched: tuple[tuple[str, ConstraintType], ...] = ()
    states: BlockType | None = None
    coupling: ConstraintType | None = None

    def constraints(self, name: str) -> list[tuple[str, ConstraintType]]:
        """All its constraints with their names: that of the connection, with a name of their own for switched ones."""
        found = [
            (name, constraint)
            for constraint in (self.constraint, self.support)
            if constraint is not None and constraint.rows
        ]
        return found + [(f"{name}.{own}" if own else name, constraint) for own, constraint in self.switched]

    def with_states(self, composer: Composer, name: str, blocks: tuple[BlockRef, ...]) -> tuple[BlockRef, ...]:
        """The blocks it stands on, with that of its own states, which is added to the record; these are quantities."""
        if self.states is None:
            return blocks
        block = composer.block(self.states, name, ())
        for quantity in state_quantities(self.states):
            composer.quantity(quantity, f"{name}.{quantity.label.name}", (block,), ())
        return (*blocks, block)


@dataclass(frozen=True)
class Explicit:
    """Coordinates and speeds of a joint or home that a block has as its own, and where they begin in its q and v."""

    coordinates: tuple[Label, ...]
    speeds: tuple[Label, ...]
    offsets: tuple[int, int] = (0, 0)


@dataclass
class Types:
    """Types derived so far, by what decides them; shared by all modules of one derivation."""

    connected: dict[Hashable, Connected] = field(default_factory=dict)
    other: dict[Hashable, Any] = field(default_factory=dict)
    keep: list[Any] = field(default_factory=list)

    def once(self, key: Hashable, make: Callable[[], Any]) -> Any:
        """What `make` gives, made once for a key."""
        if key not in self.other:
            self.other[key] = make()
        return self.other[key]


def connect(
    types: Types,
    connection: Connection,
    name: str,
    arguments: Arguments,
    frames: Sequence[FrameRef],
    quantities: Sequence[QuantityRef],
    *,
    explicit: Explicit | None = None,
    spatial: bool = False,
    counts: bool = False,
) -> tuple[Connected, tuple[BlockRef, ...], tuple[int, ...]]:
    """Types of a connection, the blocks it stands on in order, and indices of parameters its ports bring along.

    `explicit` says where a block has taken the joint's coordinates as its own; its constraint is then a support. With
    `spatial`, rows that the choice of coordinates meets by itself still count in reactions (between planar bodies they
    are those out of the plane, which nobody asks for). With `counts` a joint in the plane counts whole turns.
    """
    blocks, place, borrowed = blocks_under(frames, quantities)
    key: tuple[Any, ...] = (
        type(connection),
        connection.structure,
        arguments.key,
        explicit,
        spatial,
        counts,
        *[(id(f.block.type), place[f.block.number], f.key) for f in frames],
        *[(id(q.type), *[(id(b.type), place[b.number]) for b in q.blocks]) for q in quantities],
    )
    if key not in types.connected:
        types.connected[key] = _derive(
            connection, name, arguments, frames, quantities, blocks, explicit, spatial=spatial, counts=counts
        )
        types.keep.append((connection, [b.type for b in blocks], [q.type for q in quantities]))
    return types.connected[key], blocks, borrowed


def blocks_under(
    frames: Sequence[FrameRef], quantities: Sequence[QuantityRef]
) -> tuple[tuple[BlockRef, ...], dict[int, int], tuple[int, ...]]:
    """Blocks that frames and quantities stand on, their places by number, and parameters that quantities bring."""
    numbered: dict[int, BlockRef] = {f.block.number: f.block for f in frames}
    borrowed: tuple[int, ...] = ()
    for quantity in quantities:
        numbered |= {block.number: block for block in quantity.blocks if block.number not in numbered}
        borrowed += quantity.p
    return tuple(numbered.values()), dict(zip(numbered, range(len(numbered)), strict=True)), borrowed


def _derive(
    connection: Connection,
    name: str,
    arguments: Arguments,
    frames: Sequence[FrameRef],
    quantities: Sequence[QuantityRef],
    blocks: Sequence[BlockRef],
    explicit: Explicit | None,
    *,
    spatial: bool,
    counts: bool,
) -> Connected:
    states = _own_states(connection)
    setting = setting_of(connection, name, arguments, frames, quantities, blocks, states=states, counts=counts)
    local, ports = setting.local, setting.ports
    word = connection_rows(connection, ports)
    constraint, support = _constraint(setting, word, held=explicit is not None, spatial=spatial)
    loads = tuple(
        LoadType(
            setting.kind,
            local,
            dense(load.speed),
            dense(local.at_rest(load.effort)),
            load.category,
            ca.SX(0) if load.potential is None else load.potential,
            load.unit,
            connection.requirements(ports.values),
            connection.branch_cuts(ports),
            _angles(setting, ca.vertcat(dense(load.effort), 0 if load.potential is None else load.potential)),
            dry=ca.SX(0, 1) if load.dry is None else dense(local.at_rest(load.dry)),
        )
        for load in map(_written_out, connection.loads(ports))
    )
    kinks = connection.kinks(ports)
    if kinks and loads:
        loads = (replace(loads[0], kinks=kinks), *loads[1:])
    offered = own_quantities(word.measures, local, lambda: setting.qdot, explicit)
    switched = tuple((each.name, _switched_constraint(setting, each)) for each in connection.switched(ports))
    _refuse_on_states(
        setting,
        blocks,
        loads,
        [constraint for constraint in (constraint, *[each for _, each in switched]) if constraint is not None],
    )
    if states is not None:
        rates = connection.states(ports)
        labels = tuple(each.label for each in rates)
        if tuple(label.name for label in labels) != connection.state_names:
            got = ", ".join(label.name for label in labels) or "none"
            msg = (
                f"{setting.kind}.states gives {got}; expected those of state_names: {', '.join(connection.state_names)}"
            )
            raise ModelError(name, [msg])
        h = dense(local.at_rest(ca.vertcat(*[each.rate for each in rates])))
        states = replace(states, speeds=labels)
        own = state_rates(setting.kind, local, ports.states, h, labels)
        needs, branch_cuts = connection.requirements(ports.values), connection.branch_cuts(ports)
        loads = (*loads, replace(own, requirements=needs, branch_cuts=branch_cuts, angles=_angles(setting, h)))
    return Connected(constraint, support, loads, offered, switched, states, _coupling(setting, spatial=spatial))


def _coupling(setting: Setting, *, spatial: bool) -> ConstraintType | None:
    """Constraint of an elastic connection if it were rigid."""
    rigid = setting.connection.rigid
    if rigid is None:
        return None
    return _constraint(
        replace(setting, connection=rigid), connection_rows(rigid, setting.ports), held=False, spatial=spatial
    )[0]


def _written_out(load: Load) -> Load:
    """A load with tables written out."""
    potential = None if load.potential is None else write_out_tables(ca.SX(load.potential))
    return replace(load, effort=write_out_tables(dense(load.effort)), potential=potential)


def _own_states(connection: Connection) -> BlockType | None:
    """Block of the states that a connection brings; units are known when it stands on its ports."""
    names = connection.state_names
    return state_block([Label(name, "", "") for name in names]) if names else None


def _refuse_on_states(
    setting: Setting, blocks: Sequence[BlockRef], loads: Sequence[LoadType], constraints: Sequence[ConstraintType]
) -> None:
    """Refuse forces and constraints on states, which have no inertia: only their own rates change them."""
    counts = [(block.type.local.v.numel(), block.type.signal) for block in blocks]
    signal = [flag for count, flag in counts for _ in range(count)]
    signal += [True] * setting.ports.states.numel()
    x = select_rows(setting.local.v, [k for k, flag in enumerate(signal) if flag])
    if not x.numel():
        return
    on = " or ".join(setting.connection.quantities)
    forced = any(jacobian(load.speed, x).nnz() for load in loads)
    if forced or any(jacobian(constraint.phi, x).nnz() for constraint in constraints):
        what = "a force" if forced else "a constraint"
        msg = (
            f"{setting.name}: a {setting.kind} is {what} on {on}, and that is a state (of a filter, a bristle), which "
            "has no inertia and feels no force; write its value into the effort of a load on a moving part instead"
        )
        raise ModelError(setting.name, [msg])


def _switched_constraint(setting: Setting, each: Switched) -> ConstraintType:
    """Constraint of a constraint that holds only in some modes."""
    g = EMPTY if each.g is None else dense(each.g)
    constraint = make_constraint(
        setting.kind,
        setting.name,
        setting.local,
        setting.qdot,
        g,
        each.phi,
        [each.label],
        user_written=True,
        requirements=(*setting.connection.requirements(setting.ports.values), *each.requirements),
    )
    return replace(constraint, switch=Switch(each.kind, ca.SX(each.limit), each.direction), angles=_angles(setting, g))


def _angles(setting: Setting, expression: ca.SX) -> tuple[ca.SX, ...]:
    """Angles that count turns among the quantities of a connection, where an expression depends on them."""
    read = [port.z for port in setting.ports.quantities if port.z is not None and port.unit == "rad" and not port.wraps]
    return tuple(z for z in read if ca.depends_on(expression, ca.vertcat(*ca.symvar(z))))


def own_quantities(
    measures: Sequence[Measure], local: Local, qdot: Callable[[], ca.SX], explicit: Explicit | None
) -> tuple[QuantityType, ...]:
    """Quantities of a joint or body; where a block has its coordinates and speeds as its own, these are their values.

    The rate of a coordinate that is no speed itself (an Euler parameter) follows from q' = N v, virtual speeds too.
    """
    if explicit is None:
        return tuple(
            QuantityType(x.label, local, x.z, x.s, x.wraps, x.rate_unit, advances=x.advances) for x in measures
        )
    q_names = [label.name for label in explicit.coordinates]
    v_names = [label.name for label in explicit.speeds]
    moving = [measure for measure in measures if measure.label.name in v_names]
    speeds = together([measure.s for measure in moving])
    virtual = speeds - local.at_rest(speeds) if moving else EMPTY
    shifts = dict(zip([measure.label.name for measure in moving], scalars(virtual), strict=True))
    rates: list[ca.SX] = []
    if any(name not in v_names for name in q_names):
        moved = ca.SX.zeros(local.v.numel())
        moved[[explicit.offsets[1] + v_names.index(name) for name in shifts]] = virtual
        rates = scalars(qdot() + jacobian(qdot(), local.v) @ moved)
    q, v = scalars(local.q), scalars(local.v)
    result = []
    for measure in measures:
        z, s, wraps, place = measure.z, measure.s, measure.wraps, None
        name = measure.label.name
        if name in q_names or name in v_names:
            at_q = explicit.offsets[0] + q_names.index(name) if name in q_names else -1
            at_v = explicit.offsets[1] + v_names.index(name) if name in v_names else -1
            place = (at_q, at_v)
            if at_q >= 0:
                z, wraps = q[at_q], False
            s = plus(v[at_v], shifts[name]) if at_v >= 0 else rates[at_q]
        result.append(
            QuantityType(measure.label, local, z, s, wraps, measure.rate_unit, place, advances=measure.advances)
        )
    return tuple(result)


def home_support(home: Home, block: BlockType, key: str) -> ConstraintType:
    """Rows that a home satisfies by itself, as a support: from R' = w x R and p' = v with the virtual speeds."""
    frame = block.frames[key]
    R, p = ca.SX.sym("R", 3, 3), ca.SX.sym("p", 3)
    rows = home.residual(Frame(R, p, frame.w, frame.v))
    g = ca.vertcat(*[row.expression for row in rows])
    phi = ca.jtimes(g, ca.veccat(R, p), ca.veccat(turning(frame.w, frame.R), frame.v))
    phi = ca.substitute(phi, ca.veccat(R, p), dense(ca.veccat(frame.R, frame.p)))
    return make_support("Home", block.local, phi, [row.label for row in rows], [row.role for row in rows])


# -- constraints ---------------------------------------------------------------------------------------------------


def _constraint(
    setting: Setting, word: ConnectionRows, *, held: bool, spatial: bool
) -> tuple[ConstraintType | None, ConstraintType | None]:
    """Constraint of a connection (none if its joint holds a body), and what counts in reactions only."""
    if not word.rows:
        return None, None
    connection, local = setting.connection, setting.local
    if held:
        support = make_support(setting.kind, local, word.phi, word.rows, word.roles)
        return None, replace(support, requirements=connection.requirements(setting.ports.values))
    constraint = make_constraint(
        setting.kind,
        setting.name,
        local,
        setting.qdot,
        word.g,
        word.phi,
        word.rows,
        user_written=connection.user_written,
        moving=word.moving,
        requirements=connection.requirements(setting.ports.values),
        breaks=connection.breaks,
        coordinate_singularities=connection.coordinate_singularities(setting.ports),
        facing=connection.facing(setting.ports),
        units=setting.units,
        roles=word.roles,
    )
    branch_cuts, angles = connection.branch_cuts(setting.ports), _angles(setting, word.g)
    constraint = replace(constraint, branch_cuts=branch_cuts, angles=angles) if branch_cuts or angles else constraint
    met = [k for k, row in enumerate(word.rows) if row not in constraint.rows]
    if not spatial and not connection.quantities:
        met = [k for k in met if _in_plane(local, word.phi[k])]
    if not met or (not spatial and connection.quantities):
        return constraint, None
    rows, roles = [word.rows[k] for k in met], [word.roles[k] for k in met]
    return constraint, make_support(setting.kind, local, select_rows(word.phi, met), rows, roles)


def _in_plane(local: Local, phi: ca.SX) -> bool:
    """Whether a row between bodies stands on virtual speeds in the x-y plane: a turn about z, a move along x or y."""
    columns = wrenches(local, phi).sparsity().get_triplet()[1]
    return any(k % 6 in (2, 3, 4) for k in columns)  # of each body: turns about x, y, z, then moves along them


GROUND = -1


class Forest:
    """Blocks that joints with counted angles connect, those of the records inside among them."""

    def __init__(self, children: Mapping[str, Child], inside: Mapping[int, Forest]) -> None:
        """`inside` are the forests of records by their identity; blocks of others count as tied to the ground."""
        self._parent: dict[int, int] = {}
        self._turning: dict[tuple[BlockType, str], bool | None] = {}
        self._angles: dict[tuple[type, Hashable], frozenset[str]] = {}
        known: dict[int, list[tuple[int, int]]] = {}
        for child in children.values():
            key = id(child.equations)
            pairs = known.get(key)
            if pairs is None:
                pairs = known[key] = _connected_blocks(child.equations, inside.get(key))
            if pairs:
                start = child.offsets["blocks"]
                self._parent |= {start + one: GROUND if other == GROUND else start + other for one, other in pairs}

    def root(self, number: int) -> int:
        """What stands for all blocks connected to that of a number."""
        parent = self._parent
        while number in parent:
            number = parent[number]
        return number

    def angles(self, connection: Connection) -> frozenset[str]:
        """Names of the angles of a connection that can count whole turns: those of a joint."""
        if not isinstance(connection, Joint):
            return frozenset()
        key = (type(connection), connection.structure)
        found = self._angles.get(key)
        if found is None:
            found = self._angles[key] = counted_angles(nameless(connection)) if connection.offers else frozenset()
        return found

    def connect(self, first: FrameRef, second: FrameRef) -> bool:
        """Connect two blocks; whether they were not connected before."""
        one = GROUND if self._turns(first) is False else self.root(first.block.number)
        other = GROUND if self._turns(second) is False else self.root(second.block.number)
        return self._constraint(one, other)

    def _constraint(self, one: int, other: int) -> bool:
        if one == other:
            return False
        if one == GROUND:
            one, other = other, one
        self._parent[one] = other
        return True

    def counts(self, one: FrameRef, other: FrameRef) -> bool:
        """Whether a joint counts turns, if it is the next one to be taken: its frames do, and it closes no loop."""
        turns, others = self._turns(one), self._turns(other)
        if turns is None or others is None:
            return False
        return self._constraint(
            self.root(one.block.number) if turns else GROUND, self.root(other.block.number) if others else GROUND
        )

    def _turns(self, frame: FrameRef) -> bool | None:
        """Whether a frame's angle changes with coordinates (not on the ground or a slide); None if it has none."""
        block = frame.block.type
        key = (block, frame.key)
        try:
            return self._turning[key]
        except KeyError:
            turn = block.frames[frame.key].turn
            found = self._turning[key] = None if turn is None else bool(ca.depends_on(turn, block.local.q))
            return found


def _connected_blocks(equations: Equations, forest: Forest | None) -> list[tuple[int, int]]:
    """Blocks of a record that others stand for, with these."""
    numbers = range(equations.sizes["blocks"])
    pairs = [(number, GROUND if forest is None else forest.root(number)) for number in numbers]
    return [(one, other) for one, other in pairs if one != other]


def home_frame(block: BlockType, key: str) -> Frame:
    """Frame of a body from which its home's quantities are read.

    Its angle counts turns where it is a sum of coordinates alone. An angle of a place on the way may carry it beyond
    half a turn where every joint is within: then it is read from the axes, as that of a joint that closes a loop.
    """
    frame = block.frames[key]
    if frame.turn is None:
        return frame
    q, p = block.local.q, block.local.p
    start = ca.substitute(frame.turn, q, ca.SX.zeros(q.numel()))
    return frame if start.is_zero() and not ca.depends_on(frame.turn, p) else replace(frame, turn=None)
