"""Functions of a type with only the symbols that they need, and where each use has these among all values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import casadi as ca
import numpy as np

from linkwright.arrays import Integers
from linkwright.equations import Local, Uses
from linkwright.symbolic import t


@dataclass(frozen=True, eq=False)
class Gathered:
    """A function of a type's symbols with only what it needs: kernel, indices of its inputs (uses, k), its outputs."""

    kernel: ca.Function
    index: Integers
    count: int


def gather_kernel(
    name: str, uses: Uses[Any], outputs: Sequence[ca.SX], starts: Mapping[str, int], extra: ca.SX | None = None
) -> Gathered:
    """Kernel of (the symbols needed[, extra]) -> outputs; `starts` say where q, v, u, p and t are among all values."""
    local: Local = uses.type.local
    flat = ca.veccat(*[ca.densify(local.at_rest(ca.SX(output))) for output in outputs])
    # Symbols that the outputs depend on, and where each use has them.
    needed = {int(leaf.element_hash()) for leaf in ca.symvar(flat)}
    symbols: list[ca.SX] = []
    columns: list[Integers] = []
    for kind in ("q", "v", "u", "p"):
        own: ca.SX = getattr(local, kind)
        for k in range(own.numel()):
            if int(own[k].element_hash()) in needed:
                symbols.append(own[k])
                columns.append(starts[kind] + getattr(uses, kind)[:, k])
    if int(t.element_hash()) in needed:
        symbols.append(t)
        columns.append(np.full(len(uses), starts["t"], dtype=np.int64))
    inputs = [ca.vertcat(*symbols) if symbols else ca.SX(0, 1)]
    index = np.stack(columns, axis=1) if columns else np.zeros((len(uses), 0), dtype=np.int64)
    function = ca.Function(name, [*inputs, *([] if extra is None else [extra])], [ca.densify(flat)])
    return Gathered(function, index, len(symbols))
