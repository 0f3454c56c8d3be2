"""Newton-Euler: every body by itself."""

from __future__ import annotations

from linkwright.equations import Equations
from linkwright.formalisms.derive import derivations
from linkwright.formalisms.tree.flat import Flattener
from linkwright.formalisms.tree.record import FlatRecord
from linkwright.formalisms.tree.spanning_tree import each_alone
from linkwright.kinds import checked_but
from linkwright.model import Mechanism


@checked_but("mechanism")
def newton_euler(mechanism: Mechanism) -> Equations:
    """Newton-Euler equations of every body by itself, in absolute coordinates and twists; joints are constraints."""
    flat = Flattener(mechanism).flat
    record = FlatRecord(flat, each_alone(flat), derivations.kane, rates=False)
    return record.finish({"formalism": "newton_euler", "mechanism": mechanism.name}, mechanism)
