"""Boltzmann-Hamel: energies in quasi-velocities."""

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
def boltzmann_hamel(mechanism: Mechanism, *, tree: Sequence[str] | None = None) -> Equations:
    """Boltzmann-Hamel equations: energies in the quasi-velocities of a spanning tree, Hamel's coefficients computed.

    `tree` names joints to be taken into the tree first.
    """
    flat = Flattener(mechanism).flat
    record = FlatRecord(flat, spanning_tree(flat, tree), derivations.boltzmann_hamel, rates=False)
    return record.finish({"formalism": "boltzmann_hamel", "mechanism": mechanism.name}, mechanism)
