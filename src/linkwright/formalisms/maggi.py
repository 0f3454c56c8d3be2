"""Maggi: redundant coordinates and the orthogonal complement."""

from __future__ import annotations

from linkwright.equations import Equations
from linkwright.formalisms.derive import derivations
from linkwright.formalisms.tree.flat import Flattener
from linkwright.formalisms.tree.record import FlatRecord
from linkwright.formalisms.tree.spanning_tree import each_alone
from linkwright.kinds import checked_but
from linkwright.model import Mechanism


@checked_but("mechanism")
def maggi(mechanism: Mechanism, *, absolute: bool = False) -> Equations:
    """Maggi's equations: energies in redundant coordinates and their rates, projected on the complement.

    The coordinates are the machine's own redundant set where it has one (`Mechanism.redundant`), else absolute ones, as
    they are for all machines with `absolute`. All joints are constraints; the projection is the join, `Complement` by
    default.
    """
    flat = Flattener(mechanism).flat
    sets = {} if absolute else flat.sets
    shared = {path + body for path, chosen in sets.items() for body in chosen.bodies}
    alone = [branch for branch in each_alone(flat) if branch.steps[0].body not in shared]
    record = FlatRecord(flat, alone, derivations.lagrange, rates=True, sets=sets)
    return record.finish({"formalism": "maggi", "mechanism": mechanism.name}, mechanism)
