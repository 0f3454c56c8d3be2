"""Composition: parts and ties become one record, at a cost that does not depend on what the parts contain.

Uses of one and the same record (a module template) are moved together as arrays; nothing is derived again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

import numpy as np

from linkwright.equations.record import BlockRef, Child, Equations, FrameRef, QuantityRef
from linkwright.equations.scope import Scope
from linkwright.equations.types import BlockType, LoadType, QuantityType, TieType
from linkwright.equations.uses import Uses, merged
from linkwright.symbolic import Label, Parameter

T = TypeVar("T")
SIZES = ("q", "v", "u", "p", "d", "blocks", "module", "order")


@dataclass
class _Rows:
    """Index rows of the uses of one type, while they are being collected."""

    type: Any
    rows: list[tuple[list[int], list[int], list[int], Sequence[int], list[int], list[int], int, str]] = field(
        default_factory=list
    )

    def finish(self) -> Uses[Any]:
        columns = list(zip(*self.rows, strict=True))
        q, v, u, p, d, blocks = (np.array(column, dtype=np.int64).reshape(len(self.rows), -1) for column in columns[:6])
        return Uses(
            self.type,
            q,
            v,
            u,
            p,
            d,
            blocks,
            module=np.zeros(len(self.rows), dtype=np.int64),
            order=np.array(columns[6], dtype=np.int64),
            names=list(columns[7]),
        )


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
        self._rows: dict[str, dict[int, _Rows]] = {
            kind: {} for kind in ("blocks", "ties", "supports", "loads", "quantities")
        }
        self._inputs: dict[int, Label] = {}

    def parameters(self, name: str, scope: Scope, bindings: Mapping[str, Any]) -> list[int]:
        """Add a scope of parameters under a name; the indices of its parameters."""
        start = self.sizes["p"]
        self._scopes.append((name, scope, bindings))
        self.sizes["p"] += scope.size
        return list(range(start, start + scope.size))

    def child(self, name: str, equations: Equations, bindings: Mapping[str, Any]) -> None:
        """Use a record as a part."""
        child = Child(name, equations, bindings, dict(self.sizes))
        self._scopes.append((name, equations.scope, bindings))
        for key in SIZES:
            self.sizes[key] += equations.sizes[key]
        self.children[name] = child
        self._groups.setdefault(id(equations), (equations, []))[1].append(child)

    def inputs(self, labels: Sequence[Label]) -> list[int]:
        """Declare inputs; their indices."""
        start = self.sizes["u"]
        self._inputs.update(enumerate(labels, start))
        self.sizes["u"] += len(labels)
        return list(range(start, start + len(labels)))

    def block(self, block_type: BlockType, name: str, p: Sequence[int], u: Sequence[int] = ()) -> BlockRef:
        """Add a block with new coordinates, speeds and virtual speeds."""
        sizes, local = self.sizes, block_type.local
        ref = BlockRef(block_type, sizes["blocks"], sizes["q"], sizes["v"], u[0] if u else 0, sizes["d"], p)
        counts = {"q": local.q.numel(), "v": local.v.numel(), "d": local.d.numel()}
        self._add(
            "blocks",
            block_type,
            name,
            q=_span(ref.q, counts["q"]),
            v=_span(ref.v, counts["v"]),
            u=list(u),
            p=p,
            d=_span(ref.d, counts["d"]),
            blocks=[ref.number],
        )
        for kind, count in counts.items():
            sizes[kind] += count
        sizes["blocks"] += 1
        return ref

    def tie(self, tie: TieType, name: str, blocks: Sequence[BlockRef], p: Sequence[int], u: Sequence[int] = ()) -> None:
        """Add a constraint over blocks; its local symbols are those of the blocks one after another, then its own p."""
        self._over("supports" if tie.support else "ties", tie, name, blocks, p, u)

    def load(
        self, load: LoadType, name: str, blocks: Sequence[BlockRef], p: Sequence[int], u: Sequence[int] = ()
    ) -> None:
        """Add a load over blocks."""
        self._over("loads", load, name, blocks, p, u)

    def quantity(self, quantity: QuantityType, name: str, blocks: Sequence[BlockRef], p: Sequence[int]) -> None:
        """Add a named quantity over blocks."""
        self.quantities[name] = QuantityRef(quantity, tuple(blocks), p)
        self._over("quantities", quantity, name, blocks, p, ())

    def _over(
        self, table: str, use_type: Any, name: str, blocks: Sequence[BlockRef], p: Sequence[int], u: Sequence[int]
    ) -> None:
        q: list[int] = []
        v: list[int] = []
        d: list[int] = []
        parameters: list[int] = []
        for block in blocks:
            local = block.type.local
            q += range(block.q, block.q + local.q.numel())
            v += range(block.v, block.v + local.v.numel())
            d += range(block.d, block.d + local.d.numel())
            parameters += block.p
        parameters += p
        self._add(table, use_type, name, q=q, v=v, u=list(u), p=parameters, d=d, blocks=[b.number for b in blocks])

    def _add(
        self,
        table: str,
        use_type: Any,
        name: str,
        *,
        q: list[int],
        v: list[int],
        u: list[int],
        p: Sequence[int],
        d: list[int],
        blocks: list[int],
    ) -> None:
        rows = self._rows[table].get(id(use_type))
        if rows is None:
            rows = self._rows[table][id(use_type)] = _Rows(use_type)
        rows.rows.append((q, v, u, p, d, blocks, self.sizes["order"], name))
        self.sizes["order"] += 1

    def finish(
        self,
        *,
        exports: Mapping[str, str] | None = None,
        reference: Mapping[str, Any] | None = None,
        provenance: Mapping[str, str] | None = None,
    ) -> Equations:
        """The record of everything added."""
        tables: dict[str, list[Uses[Any]]] = {
            kind: [rows.finish() for rows in self._rows[kind].values()] for kind in self._rows
        }
        parents = np.zeros(self.sizes["module"], dtype=np.int64)
        module_names = [""] * self.sizes["module"]
        labels = dict(self._inputs)
        input_module = np.zeros(self.sizes["u"], dtype=np.int64)
        for equations, uses in self._groups.values():
            offsets = {key: np.array([child.offsets[key] for child in uses], dtype=np.int64) for key in SIZES}
            for kind, table in tables.items():
                table.extend(use.shifted(offsets) for use in getattr(equations, kind))
            inner = equations.module_parent
            for child in uses:
                m, w = child.offsets["module"], child.offsets["u"]
                parents[m : m + len(inner)] = inner + m
                parents[m] = 0
                module_names[m : m + len(inner)] = equations.module_names
                module_names[m] = child.name
                labels.update(enumerate(equations.input_labels, w))
                input_module[w : w + len(equations.input_labels)] = equations.input_module + m
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
            scope=Scope(self.entries, tuple(self._scopes)),
            frames=self.frames,
            own_quantities=self.quantities,
            exports=dict(exports or {}),
            children=self.children,
            reference=dict(reference or {}),
            bodies=self.bodies,
            provenance=dict(provenance or {}),
        )


def _span(start: int, count: int) -> list[int]:
    return list(range(start, start + count))
