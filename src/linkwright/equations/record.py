"""The record of a machine's equations: blocks, ties, loads and quantities in a tree of modules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

import casadi as ca
import numpy as np

from linkwright.arrays import Integers
from linkwright.equations.links import Links
from linkwright.equations.scope import FlatParameters, Scope, flatten
from linkwright.equations.types import BlockType, LoadType, QuantityType, TieType, Uses
from linkwright.symbolic import Label, Picklable, t


class BlockRef(NamedTuple):
    """One block: its type, its number, where its symbols start, and its parameters (`p`, each moved by `shift`)."""

    type: BlockType
    number: int
    q: int
    v: int
    d: int
    p: tuple[int, ...]
    shift: int = 0

    def moved(self, offsets: Mapping[str, int]) -> BlockRef:
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


@dataclass(frozen=True, eq=False, repr=False)
class Equations(Picklable):
    """Equations of motion before they are joined: q' = N v + n, M v' + h = loads + A^T lambda, A v' = b.

    Everything is uses of types (see `types` and `uses`); the tree of modules says in which order ties are eliminated.
    Names are relative to the record and made when they are asked for. `chosen` are quantities (full names, own speeds)
    that the elimination keeps as the independent ones wherever it can. `switched` are ties that hold only in some modes
    of the machine (sticking friction, a body at its stop); `ties` has none of them.
    """

    name: str
    title: str
    sizes: Mapping[str, int]
    module_parent: Integers
    module_names: list[str]
    blocks: tuple[Uses[BlockType], ...]
    ties: tuple[Uses[TieType], ...]
    supports: tuple[Uses[TieType], ...]
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
    switched: tuple[Uses[TieType], ...] = ()

    def __repr__(self) -> str:
        rows = sum(len(uses.type.rows) * len(uses) for uses in self.ties)
        by = f" by {self.provenance['formalism']}" if "formalism" in self.provenance else ""
        return f"<Equations of {self.name}{by}: {self.sizes['v']} speeds, {rows} constraints, {self.sizes['u']} inputs>"

    # -- looking things up by name -------------------------------------------------------------------------------

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
            block = block.moved(offsets)
        return FrameRef(block, key)

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
            blocks = tuple(block.moved(offsets) for block in blocks)
            p = tuple(k + offsets["p"] for k in p)
        return QuantityRef(kind, blocks, p)

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
        parts = [part for uses in self.ties for part in (uses.type.g, uses.type.phi)]
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

    def full_name(self, module: int, name: str) -> str:
        """Name of something in a module, relative to the record."""
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
    def shown(self) -> dict[str, str]:
        """Full names to the names that users see: the shortest export, else the full name itself."""
        result: dict[str, str] = {}
        for short, full in self.aliases.items():
            if full not in result or len(short) < len(result[full]):
                result[full] = short
        return result

    def show(self, full: str) -> str:
        """Name that users see for a full name."""
        return self.shown.get(full, full)

    @cached_property
    def inputs(self) -> tuple[Label, ...]:
        """Labels of the inputs u, in order."""
        return tuple(
            Label(self.show(self.full_name(module, label.name)), label.unit, label.meaning)
            for label, module in zip(self.input_labels, self.input_module.tolist(), strict=True)
        )

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
                result[f"{name}.{inner}"] = FrameRef(ref.block.moved(child.offsets), ref.key)
        return result

    @cached_property
    def _body_names(self) -> dict[tuple[int, str], str]:
        return {(ref.block.number, ref.key): name for name, ref in self.all_bodies.items()}

    def body_name(self, block: int, key: str) -> str:
        """Full name of a body by its block and its key there."""
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


class UnknownNameError(KeyError):
    """A name that is not there; prints as the sentence it holds."""

    def __str__(self) -> str:
        return str(self.args[0])
