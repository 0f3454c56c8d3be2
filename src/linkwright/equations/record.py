"""The record of a machine's equations: blocks, constraints, loads and quantities in a tree of modules."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cache, cached_property
from typing import Any, NamedTuple, TypeVar

import casadi as ca
import numpy as np

from linkwright.arrays import Integers
from linkwright.display import Displayed
from linkwright.equations.links import Links
from linkwright.equations.types import (
    BlockType,
    ConstraintType,
    FlatParameters,
    HoldType,
    LoadType,
    QuantityType,
    Scope,
    TieType,
    Uses,
    flatten,
    merge_uses,
)
from linkwright.kinds import checked_arguments
from linkwright.symbolic import Label, Parameter, Picklable, t


class BlockRef(NamedTuple):
    """One block: its type, its number, where its symbols start, and its parameters (`p`, each moved by `shift`)."""

    type: BlockType
    number: int
    q: int
    v: int
    d: int
    p: tuple[int, ...]
    shift: int = 0

    def offset_by(self, offsets: Mapping[str, int]) -> BlockRef:
        """The same block inside a larger record."""
        kind, number, q, v, d, p, shift = self
        o = offsets
        return BlockRef(kind, number + o["blocks"], q + o["q"], v + o["v"], d + o["d"], p, shift + o["p"])

    @property
    def parameters(self) -> list[int]:
        """Indices of its parameters."""
        return [k + self.shift for k in self.p]


class FrameRef(NamedTuple):
    """A frame of a block by its key."""

    block: BlockRef
    key: str


class QuantityRef(NamedTuple):
    """A quantity: its type and the blocks it is written on; `p` are its connection's own parameters."""

    type: QuantityType
    blocks: tuple[BlockRef, ...]
    p: tuple[int, ...]


@dataclass(frozen=True, eq=False)
class Child:
    """A record used inside another one: its name, bindings of its parameters, and where its variables start."""

    name: str
    equations: Equations
    bindings: Mapping[str, Any]
    offsets: Mapping[str, int]


NOT_KEPT = {"kept": False}
"""Metadata of a field that neither pickles nor files have."""


@dataclass(frozen=True, eq=False)
class Known:
    """What was derived before, in place of the function that derives it."""

    value: Any

    def __call__(self) -> Any:
        """What was derived."""
        return self.value


@dataclass(frozen=True, eq=False, repr=False)
class Equations(Displayed, Picklable):
    """Equations of motion before they are joined: q' = N v + n, M v' + h = loads + A^T lambda, A v' = b.

    Everything is uses of types (see `types` and `uses`); the tree of modules says in which order constraints are
    eliminated. Names are relative to the record and made when they are asked for. `chosen` are quantities (full names,
    own speeds) that the elimination keeps as the independent ones wherever it can. `switched` are constraints that hold
    only in some modes of the machine (sticking friction, a body at its stop); `constraints` has none of them.
    `couplings` are the constraints of elastic couplings (shafts, belts) if they were rigid, which hold in the record
    `with_rigid_couplings` only; `coupling_ties` belong to them as `ties` to constraints.
    `mechanism` is what they were derived from, for pictures; pickles and files do not keep it. `poses` derives the
    record on which the configuration is looked for: constraints at position level and quantities in coordinates that
    every body has of its own, with the joints that hold bodies (`holds`) and positions that advance together (`ties`);
    without one it is this record itself.
    """

    name: str
    title: str
    sizes: Mapping[str, int]
    module_parent: Integers
    module_names: list[str]
    blocks: tuple[Uses[BlockType], ...]
    constraints: tuple[Uses[ConstraintType], ...]
    supports: tuple[Uses[ConstraintType], ...]
    loads: tuple[Uses[LoadType], ...]
    quantities: tuple[Uses[QuantityType], ...]
    input_labels: list[Label]
    input_module: Integers
    scope: Scope
    frames: Mapping[str, FrameRef]
    own_quantities: Mapping[str, QuantityRef]
    exports: Mapping[str, str]
    children: Mapping[str, Child]
    reference: Mapping[str, tuple[str, Any]]
    bodies: Mapping[str, FrameRef]
    provenance: Mapping[str, str] = field(default_factory=dict)
    warnings: tuple[str, ...] = ()
    chosen: tuple[str, ...] = ()
    links: Links | None = None
    switched: tuple[Uses[ConstraintType], ...] = ()
    mechanism: object = field(default=None, metadata=NOT_KEPT)
    holds: tuple[Uses[HoldType], ...] = ()
    ties: tuple[Uses[TieType], ...] = ()
    poses: Callable[[], Equations] | None = None
    couplings: tuple[Uses[ConstraintType], ...] = ()
    coupling_ties: tuple[Uses[TieType], ...] = ()

    def __getstate__(self) -> dict[str, object]:
        """The fields that pickles and files keep; poses are derived by then."""
        kept = {each.name: getattr(self, each.name) for each in fields(self) if each.metadata != NOT_KEPT}
        return kept if self.poses is None else kept | {"poses": Known(self.in_poses)}

    def __repr__(self) -> str:
        rows = sum(len(uses.type.rows) * len(uses) for uses in self.constraints)
        by = f" by {self.provenance['formalism']}" if "formalism" in self.provenance else ""
        return f"<Equations of {self.name}{by}: {self.sizes['v']} speeds, {rows} constraints, {self.sizes['u']} inputs>"

    @cached_property
    def in_poses(self) -> Equations:
        """The record on which the configuration is looked for."""
        return self if self.poses is None else self.poses()

    def with_rigid_couplings(self) -> Equations:
        """The record in which elastic couplings are rigid; variables, parameters and quantities stay what they are."""
        poses = self.poses
        return replace(
            self,
            constraints=merge_uses([*self.constraints, *self.couplings]),
            ties=merge_uses([*self.ties, *self.coupling_ties]),
            couplings=(),
            coupling_ties=(),
            poses=None if poses is None else self._rigid_poses,
        )

    @cached_property
    def coupling_names(self) -> tuple[str, ...]:
        """Full names of the elastic couplings, in the order of the description."""
        named = [
            (order, self.full_name(module, name))
            for uses in self.couplings
            for order, module, name in zip(uses.order.tolist(), uses.module.tolist(), uses.names, strict=True)
        ]
        return tuple(name for _, name in sorted(named))

    def _rigid_poses(self) -> Equations:
        return self.in_poses.with_rigid_couplings()

    # -- looking things up by name -------------------------------------------------------------------------------

    @checked_arguments
    def find_frame(self, path: str) -> FrameRef | None:
        """Frame `part.point`, to any depth; a body's own name is its origin."""
        record = self
        ways: list[Mapping[str, int]] = []
        while path not in record.frames:
            child, path = record.child_of(path)
            if child is None:
                return None
            record = child.equations
            ways.append(child.offsets)
        block, key = record.frames[path]
        for offsets in reversed(ways):
            block = block.offset_by(offsets)
        return FrameRef(block, key)

    @checked_arguments
    def find_quantity(self, path: str) -> QuantityRef | None:
        """Quantity `part.quantity`, by its short (exported) or its full name."""
        record = self
        ways: list[Mapping[str, int]] = []
        path = record.exports.get(path, path)
        while path not in record.own_quantities:
            child, path = record.child_of(path)
            if child is None:
                return None
            record = child.equations
            ways.append(child.offsets)
            path = record.exports.get(path, path)
        kind, blocks, p = record.own_quantities[path]
        for offsets in reversed(ways):
            blocks = tuple(block.offset_by(offsets) for block in blocks)
            p = tuple(k + offsets["p"] for k in p)
        return QuantityRef(kind, blocks, p)

    @checked_arguments
    def child_of(self, path: str) -> tuple[Child | None, str]:
        """Part inside which a path leads, and the rest of the path; parts of a flat record have dots in their names."""
        first, _, rest = path.partition(".")
        while rest and first not in self.children:
            more, _, rest = rest.partition(".")
            first = f"{first}.{more}"
        return self.children.get(first), rest

    def frame_names(self) -> list[str]:
        """Every frame's full name."""
        found: list[str] = []
        waiting: list[tuple[str, Equations]] = [("", self)]
        while waiting:
            path, record = waiting.pop()
            found += [path + frame for frame in record.frames]
            inside = [(f"{path}{name}.", child.equations) for name, child in record.children.items()]
            waiting += reversed(inside)
        return found

    def _first_inside(self, name: str) -> None:
        """Find a property of the records inside before one's own, one by one: they nest to any depth."""
        waiting = [self]
        while waiting:
            record = waiting[-1]
            children = (child.equations for child in record.children.values())
            missing = {id(inner): inner for inner in children if name not in inner.__dict__}
            if missing:
                waiting += missing.values()
                continue
            waiting.pop()
            if record is not self:
                getattr(record, name)

    @cached_property
    def of_time(self) -> tuple[ca.SX, ...]:
        """What depends on time itself in constraints and loads, as expressions of t: all else in them is set to 1."""
        parts = [part for uses in self.constraints for part in (uses.type.g, uses.type.phi)]
        parts += [uses.type.effort for uses in self.loads]
        moving = [entry for part in parts if ca.depends_on(part, t) for entry in ca.vertsplit(part)]
        found = []
        for entry in (entry for entry in moving if ca.depends_on(entry, t)):
            others = [symbol for symbol in ca.symvar(entry) if str(symbol) != "t"]
            found.append(ca.substitute(entry, ca.vertcat(*others), ca.SX.ones(len(others))) if others else entry)
        return tuple(found)

    # -- names ---------------------------------------------------------------------------------------------------

    @cached_property
    def module_paths(self) -> list[str]:
        """Path of each module with a trailing dot; the root's is empty."""
        paths = [""]
        for name, parent in zip(self.module_names[1:], self.module_parent[1:].tolist(), strict=True):
            paths.append(f"{paths[parent]}{name}.")
        return paths

    @checked_arguments
    def full_name(self, module: int, name: str) -> str:
        """Name of something in a module, relative to the record."""
        if module not in range(len(self.module_paths)):
            msg = f"module is {module}; expected the number of one, 0 to {len(self.module_paths) - 1}"
            raise ValueError(msg)
        return (self.module_paths[module] + name).removesuffix(".")

    @cached_property
    def aliases(self) -> dict[str, str]:
        """Short names to full names: what each part exports, to any depth (exports of exports are followed)."""
        self._first_inside("aliases")
        result: dict[str, str] = {}
        for name, child in self.children.items():
            result |= {f"{name}.{short}": f"{name}.{full}" for short, full in child.equations.aliases.items()}
        for short, full in self.exports.items():
            result[short] = result.get(full, full)
        return result

    @cached_property
    def display_names(self) -> dict[str, str]:
        """Full names to the names that users see: the shortest export, else the full name itself."""
        result: dict[str, str] = {}
        for short, full in self.aliases.items():
            if full not in result or len(short) < len(result[full]):
                result[full] = short
        return result

    @checked_arguments
    def show(self, full: str) -> str:
        """Name that users see for a full name."""
        return self.display_names.get(full, full)

    @cached_property
    def inputs(self) -> tuple[Label, ...]:
        """Labels of the inputs u, in order."""
        return tuple(
            Label(self.show(self.full_name(module, label.name)), label.unit, label.meaning)
            for label, module in zip(self.input_labels, self.input_module.tolist(), strict=True)
        )

    @cached_property
    def input_places(self) -> dict[str, int]:
        """Places of the inputs in u by name."""
        return {label.name: k for k, label in enumerate(self.inputs)}

    @cached_property
    def _own_names(self) -> dict[str, list[str]]:
        names = {"q": [""] * self.sizes["q"], "v": [""] * self.sizes["v"]}
        units = {"q": [""] * self.sizes["q"], "v": [""] * self.sizes["v"]}
        for uses in self.quantities:
            if uses.type.place is None:
                continue
            at_q, at_v = uses.type.place
            for row, (module, name) in enumerate(zip(uses.module.tolist(), uses.names, strict=True)):
                shown = self.show(self.full_name(module, name))
                if at_q >= 0:
                    names["q"][uses.q[row, at_q]], units["q"][uses.q[row, at_q]] = shown, uses.type.label.unit
                if at_v >= 0:
                    names["v"][uses.v[row, at_v]] = shown + ("'" if uses.type.z is not None else "")
                    units["v"][uses.v[row, at_v]] = uses.type.rate_unit
        return names | {"q unit": units["q"], "v unit": units["v"]}

    @property
    def coordinate_names(self) -> list[str]:
        """Names of the coordinates q, in order."""
        return self._own_names["q"]

    @property
    def speed_names(self) -> list[str]:
        """Names of the speeds v, in order; a prime marks the rate of a coordinate."""
        return self._own_names["v"]

    @property
    def coordinate_units(self) -> list[str]:
        """Units of the coordinates q, in order."""
        return self._own_names["q unit"]

    @property
    def speed_units(self) -> list[str]:
        """Units of the speeds v, in order."""
        return self._own_names["v unit"]

    @cached_property
    def states(self) -> tuple[int, ...]:
        """Which speeds are further states x, in order: values of filters and bristles, no degrees of freedom."""
        signals = [uses.v.ravel() for uses in self.blocks if uses.type.signal]
        return tuple(np.sort(np.concatenate(signals)).tolist()) if signals else ()

    @cached_property
    def parameters(self) -> FlatParameters:
        """All parameters in one vector."""
        return flatten(self.scope)

    @cached_property
    def start(self) -> dict[str, tuple[str, Any]]:
        """Reference configuration: by full name of a quantity, the path of the part that gives it, and the value.

        A part's word counts over that of the parts inside it; a formula is read in the parameters of who gives it.
        """
        self._first_inside("start")
        result: dict[str, tuple[str, Any]] = {}
        for name, child in self.children.items():
            for key, (path, value) in child.equations.start.items():
                result[f"{name}.{key}"] = (f"{name}.{path}", value)
        return result | {self.aliases.get(key, key): given for key, given in self.reference.items()}

    @cached_property
    def all_bodies(self) -> dict[str, FrameRef]:
        """Every body's frame (its origin) by full name."""
        self._first_inside("all_bodies")
        result = dict(self.bodies)
        for name, child in self.children.items():
            for inner, ref in child.equations.all_bodies.items():
                result[f"{name}.{inner}"] = FrameRef(ref.block.offset_by(child.offsets), ref.key)
        return result

    @cached_property
    def _body_names(self) -> dict[tuple[int, str], str]:
        return {(ref.block.number, ref.key): name for name, ref in self.all_bodies.items()}

    @checked_arguments
    def body_name(self, block: int, key: str) -> str:
        """Full name of a body by its block and its key there."""
        if (block, key) not in self._body_names:
            msg = f"no body with the block {block} and the key {key!r} there; there are {list(self._body_names)}"
            raise ValueError(msg)
        return self._body_names[block, key]

    def modules_from_leaves(self) -> list[int]:
        """Modules in an order in which every module comes after all inside it."""
        depth = np.zeros(len(self.module_names), dtype=np.int64)
        for k in range(1, len(depth)):
            depth[k] = depth[self.module_parent[k]] + 1
        return list(np.lexsort((np.arange(len(depth)), -depth)))

    @cached_property
    def module_heights(self) -> list[int]:
        """Height of each module above the leaves: 1 for a module of parts, as the paper counts its levels."""
        height = [1] * len(self.module_names)
        for k in self.modules_from_leaves():
            parent = int(self.module_parent[k])
            if k:
                height[parent] = max(height[parent], height[k] + 1)
        return height

    @cached_property
    def module_levels(self) -> list[int]:
        """Step in which each module's constraints are eliminated; modules without constraints do not count."""
        coupled = {int(module) for uses in self.constraints for module in uses.module}
        level = [0] * len(self.module_names)
        for k in self.modules_from_leaves():
            level[k] += 1 if k in coupled else 0
            parent = int(self.module_parent[k])
            if k:
                level[parent] = max(level[parent], level[k])
        return level


class UnknownNameError(KeyError):
    """A name that is not there; prints as the sentence it holds."""

    def __str__(self) -> str:
        return str(self.args[0])


T = TypeVar("T")
SIZES = ("q", "v", "u", "p", "d", "blocks", "module", "order")


@dataclass
class _Rows:
    """Uses of one type over blocks of the same shape, while they are being collected.

    Of each use only starts are kept (of each block: number, q, v, d and shift of p), its own parameters and inputs, one
    after another in flat lists; index rows are made all at once.
    """

    type: Any
    blocks: tuple[BlockRef, ...]
    starts: list[int] = field(default_factory=list)
    own: list[int] = field(default_factory=list)
    inputs: list[int] = field(default_factory=list)
    order: list[int] = field(default_factory=list)
    names: list[str] = field(default_factory=list)

    def finish(self, known: dict[Hashable, list[_Known]]) -> Uses[Any]:
        """The uses; those of other types often stand on the same variables, whose indices are then `known`.

        So do all quantities of a body, and the loads and quantities of a joint.
        """
        count = len(self.names)
        starts = np.array(self.starts, dtype=np.int64).reshape(count, len(self.blocks), 5)
        own = np.array(self.own, dtype=np.int64).reshape(count, -1)
        first = (*self.starts[: 5 * len(self.blocks)], *self.own[: own.shape[1]])
        key = (count, first, *[id(block.p) for block in self.blocks])
        alike = known.setdefault(key, [])
        found = next((x for x in alike if np.array_equal(x.starts, starts) and np.array_equal(x.own, own)), None)
        if found is None:
            found = _Known(starts, own, self._indices(starts, own))
            alike.append(found)
        q, v, d, p, blocks = found.indices
        return Uses(
            self.type,
            q,
            v,
            np.array(self.inputs, dtype=np.int64).reshape(count, -1),
            p,
            d,
            blocks,
            module=np.zeros(count, dtype=np.int64),
            order=np.array(self.order, dtype=np.int64),
            names=self.names,
        )

    def _indices(self, starts: Integers, own: Integers) -> _Indices:
        """Indices q, v, d, p and numbers of blocks of all uses."""
        count = len(starts)
        q, v, d = (
            _concatenate(
                [starts[:, k, 1 + at, None] + np.arange(block.type.counts[at]) for k, block in enumerate(self.blocks)],
                count,
            )
            for at in range(3)
        )
        p = [starts[:, k, 4, None] + np.array(block.p, dtype=np.int64) for k, block in enumerate(self.blocks)]
        return q, v, d, _concatenate([*p, own], count), starts[:, :, 0].copy()


_Indices = tuple[Integers, Integers, Integers, Integers, Integers]


@dataclass(frozen=True)
class _Known:
    """Where uses of a type begin, their own parameters, and the indices that follow from both."""

    starts: Integers
    own: Integers
    indices: _Indices


@cache
def _span(count: int) -> tuple[int, ...]:
    return tuple(range(count))


def _concatenate(parts: list[Integers], count: int) -> Integers:
    return np.concatenate(parts, axis=1) if parts else np.zeros((count, 0), dtype=np.int64)


@checked_arguments
class Composer:
    """Collects the parts of one module and gives its Equations.

    The order of calls is the order of the variables. Blocks, children and connections each bring a scope of parameters
    that is numbered when they are added.
    """

    def __init__(self, name: str, *, title: str = "", parameters: Sequence[Parameter] = ()) -> None:
        self.name = name
        self.title = title
        self.entries = tuple(parameters)
        self.sizes = dict.fromkeys(SIZES, 0) | {"p": len(self.entries), "module": 1}
        self.children: dict[str, Child] = {}
        self.frames: dict[str, FrameRef] = {}
        self.bodies: dict[str, FrameRef] = {}
        self.quantities: dict[str, QuantityRef] = {}
        self._scopes: list[tuple[str, Scope, Mapping[str, Any]]] = []
        self._groups: dict[int, tuple[Equations, list[Child]]] = {}
        self._rows: dict[str, dict[Hashable, _Rows]] = {
            kind: {}
            for kind in (
                *("blocks", "constraints", "supports", "switched", "loads", "quantities", "holds", "ties"),
                *("couplings", "coupling_ties"),
            )
        }
        self._inputs: dict[int, Label] = {}

    def parameters(self, name: str, scope: Scope, bindings: Mapping[str, Any]) -> tuple[int, ...]:
        """Add a scope of parameters under a name; the indices of its parameters."""
        if not scope.size:
            return ()
        start = self.sizes["p"]
        self._scopes.append((name, scope, bindings))
        self.sizes["p"] += scope.size
        return tuple(range(start, start + scope.size))

    def child(
        self, name: str, equations: Equations, bindings: Mapping[str, Any], *, p_offset: int | None = None
    ) -> None:
        """Use a record as a part; `p_offset` is where its parameters are if they are laid out already."""
        offsets = dict(self.sizes)
        if p_offset is None:
            self._scopes.append((name, equations.scope, bindings))
        else:
            offsets["p"] = p_offset
            self.sizes["p"] -= equations.sizes["p"]
        child = Child(name, equations, bindings, offsets)
        for key in SIZES:
            self.sizes[key] += equations.sizes[key]
        self.children[name] = child
        self._groups.setdefault(id(equations), (equations, []))[1].append(child)

    def inputs(self, labels: Sequence[Label]) -> list[int]:
        """Declare inputs; their indices."""
        if not labels:
            return []
        start = self.sizes["u"]
        self._inputs.update(enumerate(labels, start))
        self.sizes["u"] += len(labels)
        return list(range(start, start + len(labels)))

    def block(self, block_type: BlockType, name: str, p: tuple[int, ...], u: Sequence[int] = ()) -> BlockRef:
        """Add a block with new coordinates, speeds and virtual speeds."""
        sizes = self.sizes
        shift = 0
        if p and p[-1] - p[0] == len(p) - 1 and p == tuple(range(p[0], p[0] + len(p))):
            p, shift = _span(len(p)), p[0]  # blocks with equal spans share the tuple, hence their arrays
        ref = BlockRef(block_type, sizes["blocks"], sizes["q"], sizes["v"], sizes["d"], p, shift)
        self._over("blocks", block_type, name, (ref,), (), u)
        for kind, count in zip("qvd", block_type.counts, strict=True):
            sizes[kind] += count
        sizes["blocks"] += 1
        return ref

    def constraint(
        self, constraint: ConstraintType, name: str, blocks: Sequence[BlockRef], p: Sequence[int], u: Sequence[int] = ()
    ) -> None:
        """Add a constraint over blocks; its local symbols are those of the blocks one after another, then its own p."""
        table = "supports" if constraint.support else "constraints" if constraint.switch is None else "switched"
        self._over(table, constraint, name, blocks, p, u)

    def load(
        self, load: LoadType, name: str, blocks: Sequence[BlockRef], p: Sequence[int], u: Sequence[int] = ()
    ) -> None:
        """Add a load over blocks."""
        self._over("loads", load, name, blocks, p, u)

    def quantity(self, quantity: QuantityType, name: str, blocks: Sequence[BlockRef], p: Sequence[int]) -> None:
        """Add a named quantity over blocks."""
        self.quantities[name] = QuantityRef(quantity, tuple(blocks), tuple(p))
        self._over("quantities", quantity, name, blocks, p, ())

    def hold(self, hold: HoldType, name: str, blocks: Sequence[BlockRef], p: Sequence[int]) -> None:
        """Add a joint that holds one of two blocks to the other."""
        self._over("holds", hold, name, blocks, p, ())

    def coupling(self, constraint: ConstraintType, name: str, blocks: Sequence[BlockRef], p: Sequence[int]) -> None:
        """Add the constraint of an elastic coupling if it were rigid."""
        self._over("couplings", constraint, name, blocks, p, ())

    def tie(
        self, tie: TieType, name: str, blocks: Sequence[BlockRef], p: Sequence[int], *, elastic: bool = False
    ) -> None:
        """Add two positions that advance together; those of an `elastic` coupling do if it is rigid."""
        self._over("coupling_ties" if elastic else "ties", tie, name, blocks, p, ())

    def _over(
        self, table: str, use_type: Any, name: str, blocks: Sequence[BlockRef], p: Sequence[int], u: Sequence[int]
    ) -> None:
        key = (id(use_type), *[id(block.p) for block in blocks])
        rows = self._rows[table].get(key)
        if rows is None:
            rows = self._rows[table][key] = _Rows(use_type, tuple(blocks))
        for block in blocks:
            rows.starts += (block.number, block.q, block.v, block.d, block.shift)
        rows.own += p
        rows.inputs += u
        rows.order.append(self.sizes["order"])
        rows.names.append(name)
        self.sizes["order"] += 1

    def finish(
        self,
        *,
        exports: Mapping[str, str] | None = None,
        reference: Mapping[str, tuple[str, Any]] | None = None,
        provenance: Mapping[str, str] | None = None,
        scope: Scope | None = None,
        mechanism: object = None,
    ) -> Equations:
        """The record of everything added, of a mechanism; `scope` if parameters were laid out beforehand."""
        known: dict[Hashable, list[_Known]] = {}
        tables: dict[str, list[Uses[Any]]] = {
            kind: [rows.finish(known) for rows in self._rows[kind].values()] for kind in self._rows
        }
        parents = np.zeros(self.sizes["module"], dtype=np.int64)
        module_names = [""] * self.sizes["module"]
        labels = dict(self._inputs)
        input_module = np.zeros(self.sizes["u"], dtype=np.int64)
        for equations, uses in self._groups.values():
            offsets = {key: np.array([child.offsets[key] for child in uses], dtype=np.int64) for key in SIZES}
            for kind, table in tables.items():
                table.extend(use.repeat_at(offsets) for use in getattr(equations, kind))
            inner, named, given = equations.module_parent, equations.module_names, equations.input_labels
            starts = offsets["module"][:, None]
            parents[starts + np.arange(len(inner))] = inner + starts
            parents[offsets["module"]] = 0
            if given:
                input_module[offsets["u"][:, None] + np.arange(len(given))] = equations.input_module + starts
            for child in uses:
                m = child.offsets["module"]
                module_names[m] = child.name
                if len(named) > 1:
                    module_names[m + 1 : m + len(named)] = named[1:]
                if given:
                    labels.update(enumerate(given, child.offsets["u"]))
        return Equations(
            name=self.name,
            title=self.title or self.name,
            sizes=dict(self.sizes),
            module_parent=parents,
            module_names=module_names,
            blocks=merge_uses(tables["blocks"]),
            constraints=merge_uses(tables["constraints"]),
            supports=merge_uses(tables["supports"]),
            loads=merge_uses(tables["loads"]),
            quantities=merge_uses(tables["quantities"]),
            input_labels=[labels[k] for k in range(self.sizes["u"])],
            input_module=input_module,
            scope=Scope(self.entries, tuple(self._scopes)) if scope is None else scope,
            frames=self.frames,
            own_quantities=self.quantities,
            exports=dict(exports or {}),
            children=self.children,
            reference=dict(reference or {}),
            bodies=self.bodies,
            provenance=dict(provenance or {}),
            switched=merge_uses(tables["switched"]),
            mechanism=mechanism,
            holds=merge_uses(tables["holds"]),
            ties=merge_uses(tables["ties"]),
            couplings=merge_uses(tables["couplings"]),
            coupling_ties=merge_uses(tables["coupling_ties"]),
        )
