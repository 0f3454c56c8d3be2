"""Lagrange: energies in the rates of a spanning tree's coordinates."""

from __future__ import annotations

from collections.abc import Sequence

from linkwright.equations import Equations
from linkwright.formalisms.derive import derivations
from linkwright.formalisms.tree.flat import Flattener
from linkwright.formalisms.tree.record import FlatRecord
from linkwright.formalisms.tree.spanning_tree import spanning_tree
from linkwright.kinds import checked_but
from linkwright.model import Mechanism


@checked_but("mechanism")
def lagrange(mechanism: Mechanism, *, tree: Sequence[str] | None = None) -> Equations:
    """Lagrange's equations in the coordinates of a spanning tree's joints and their rates; constraints close loops.

    Euler parameters of ball joints and free bodies are taken with their rates and the constraint e . e = 1. `tree`
    names joints to be taken into the tree first.
    """
    flat = Flattener(mechanism).flat
    record = FlatRecord(flat, spanning_tree(flat, tree), derivations.lagrange, rates=True)
    return record.finish({"formalism": "lagrange", "mechanism": mechanism.name}, mechanism)
