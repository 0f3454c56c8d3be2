"""Uses of a type, as integer arrays: which global variables stand for its local symbols."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

import numpy as np

from linkwright.arrays import Integers

T = TypeVar("T")

KINDS = ("q", "v", "u", "p", "d")


@dataclass(frozen=True, eq=False)
class Uses(Generic[T]):
    """`n` uses of one type: rows of indices (n, k) for each kind of symbol, the module and name of each use.

    `order` is the place of each use in the description (ties keep the order in which they were written); `blocks` are
    the numbers of the blocks it stands on (for a block: its own number).
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

    def shifted(self, offsets: dict[str, Integers]) -> Uses[T]:
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


def merged(uses: Sequence[Uses[T]]) -> tuple[Uses[T], ...]:
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
