"""Composition: parts and ties become one record, at a cost that does not depend on what the parts contain.

Uses of one and the same record (a module template) are moved together as arrays; nothing is derived again.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, TypeVar

import numpy as np

from linkwright.arrays import Integers
from linkwright.equations.record import BlockRef, Child, Equations, FrameRef, QuantityRef
from linkwright.equations.scope import Scope
from linkwright.equations.types import BlockType, LoadType, QuantityType, TieType, Uses, merged
from linkwright.symbolic import Label, Parameter

T = TypeVar("T")
SIZES = ("q", "v", "u", "p", "d", "blocks", "module", "order")


@dataclass
class _Rows:
    """Uses of one type over blocks of the same shape, while they are being collected.

    Of each use only starts are kept (of each block: number, q, v, d and shift of p); index rows are made all at once.
    """

    type: Any
    blocks: tuple[BlockRef, ...]
    starts: list[list[int]] = field(default_factory=list)
    own: list[Sequence[int]] = field(default_factory=list)
    inputs: list[Sequence[int]] = field(default_factory=list)
    order: list[int] = field(default_factory=list)
    names: list[str] = field(default_factory=list)

    def finish(self, known: dict[Hashable, _Indices]) -> Uses[Any]:
        """The uses; those of a single part often stand on the same variables, whose indices are then `known`."""
        count = len(self.names)
        key = (tuple(self.starts[0]), tuple(self.own[0]), *[id(block.p) for block in self.blocks])
        indices = known.get(key) if count == 1 else None
        if indices is None:
            indices = self._indices()
            if count == 1:
                known[key] = indices
        q, v, d, p, blocks = indices
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

    def _indices(self) -> _Indices:
        """Indices q, v, d, p and numbers of blocks of all uses."""
        count = len(self.names)
        starts = np.array(self.starts, dtype=np.int64).reshape(count, len(self.blocks), 5)
        q, v, d = (
            _joined(
                [starts[:, k, 1 + at, None] + np.arange(block.type.counts[at]) for k, block in enumerate(self.blocks)],
                count,
            )
            for at in range(3)
        )
        p = [starts[:, k, 4, None] + np.array(block.p, dtype=np.int64) for k, block in enumerate(self.blocks)]
        own = np.array(self.own, dtype=np.int64).reshape(count, -1)
        return q, v, d, _joined([*p, own], count), starts[:, :, 0]


_Indices = tuple[Integers, Integers, Integers, Integers, Integers]


@cache
def _span(count: int) -> tuple[int, ...]:
    return tuple(range(count))


def _joined(parts: list[Integers], count: int) -> Integers:
    return np.concatenate(parts, axis=1) if parts else np.zeros((count, 0), dtype=np.int64)


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
            kind: {} for kind in ("blocks", "ties", "supports", "switched", "loads", "quantities")
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

    def tie(self, tie: TieType, name: str, blocks: Sequence[BlockRef], p: Sequence[int], u: Sequence[int] = ()) -> None:
        """Add a constraint over blocks; its local symbols are those of the blocks one after another, then its own p."""
        table = "supports" if tie.support else "ties" if tie.switch is None else "switched"
        self._over(table, tie, name, blocks, p, u)

    def load(
        self, load: LoadType, name: str, blocks: Sequence[BlockRef], p: Sequence[int], u: Sequence[int] = ()
    ) -> None:
        """Add a load over blocks."""
        self._over("loads", load, name, blocks, p, u)

    def quantity(self, quantity: QuantityType, name: str, blocks: Sequence[BlockRef], p: Sequence[int]) -> None:
        """Add a named quantity over blocks."""
        self.quantities[name] = QuantityRef(quantity, tuple(blocks), tuple(p))
        self._over("quantities", quantity, name, blocks, p, ())

    def _over(
        self, table: str, use_type: Any, name: str, blocks: Sequence[BlockRef], p: Sequence[int], u: Sequence[int]
    ) -> None:
        key = (id(use_type), *[id(block.p) for block in blocks])
        rows = self._rows[table].get(key)
        if rows is None:
            rows = self._rows[table][key] = _Rows(use_type, tuple(blocks))
        starts: list[int] = []
        for block in blocks:
            starts += (block.number, block.q, block.v, block.d, block.shift)
        rows.starts.append(starts)
        rows.own.append(p)
        rows.inputs.append(u)
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
    ) -> Equations:
        """The record of everything added; `scope` if parameters were laid out beforehand."""
        known: dict[Hashable, _Indices] = {}
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
                table.extend(use.shifted(offsets) for use in getattr(equations, kind))
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
            blocks=merged(tables["blocks"]),
            ties=merged(tables["ties"]),
            supports=merged(tables["supports"]),
            loads=merged(tables["loads"]),
            quantities=merged(tables["quantities"]),
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
            switched=merged(tables["switched"]),
        )
