"""Maggi: redundant coordinates and the orthogonal complement."""

from __future__ import annotations

from linkwright.equations import Equations
from linkwright.formalisms import derivations
from linkwright.formalisms.flat import Flattener
from linkwright.formalisms.flat_record import FlatRecord
from linkwright.formalisms.gravity import gravity_parameters
from linkwright.formalisms.tree import each_alone
from linkwright.model import Mechanism


def maggi(mechanism: Mechanism) -> Equations:
    """Maggi's equations: energies in redundant (absolute) coordinates and their rates, projected on the complement.

    All joints are ties; the projection is the join, `Complement` by default.
    """
    flat = Flattener(mechanism, gravity_parameters(mechanism)).flat
    record = FlatRecord(flat, each_alone(flat), derivations.lagrange, rates=True)
    return record.finish({"formalism": "maggi", "mechanism": mechanism.name})
