"""Kane: partial velocities of a spanning tree."""

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
def kane(mechanism: Mechanism, *, tree: Sequence[str] | None = None) -> Equations:
    """Kane's equations: generalised inertia forces by partial velocities, in the speeds of a spanning tree's joints.

    Each joint of the tree has its own coordinates and (quasi-)velocities; joints that close loops are constraints.
    `tree` names joints to be taken into the tree first.
    """
    flat = Flattener(mechanism).flat
    record = FlatRecord(flat, spanning_tree(flat, tree), derivations.kane, rates=False)
    return record.finish({"formalism": "kane", "mechanism": mechanism.name}, mechanism)
