"""Energy equivalence: parts by their energies, joined by their Jacobians to chosen inputs."""

from __future__ import annotations

from collections.abc import Sequence

from linkwright.equations import Equations
from linkwright.faults import close_matches
from linkwright.formalisms.derive import derivations
from linkwright.formalisms.tree.flat import Flattener
from linkwright.formalisms.tree.record import FlatRecord
from linkwright.formalisms.tree.spanning_tree import each_alone
from linkwright.kinds import checked_but
from linkwright.model import Mechanism, ModelError


@checked_but("mechanism")
def energy_equivalence(mechanism: Mechanism, *, inputs: Sequence[str] | None = None) -> Equations:
    """Every part by its energy alone; the work of the assembled machine is the sum of the parts' works.

    Parts that move in a plane are derived by Euler's operator, rotations in space by Boltzmann-Hamel (which is Euler's
    operator where speeds are rates). `inputs` names the generalised coordinates a of the assembled machine, as many
    independent quantities as it has degrees of freedom (angles of joints, positions of a platform). The parts' speeds
    are v = J a', and f = sum J^T f_part is what remains of the equations when `compile` joins them by the complement:
    its columns are J. Without `inputs` the complement chooses its own.

    A choice that is singular or incomplete is refused when the equations are compiled, where numbers are known. Speeds
    that have no position and that no choice determines (currents) are left as they are.

    >>> import linkwright as lw
    >>> energy_equivalence(lw.mechanisms.four_bar(), inputs=["psi"]).chosen
    ('rocker.pivot.angle',)
    """
    flat = Flattener(mechanism).flat
    full = _full_names(mechanism, inputs, flat.full)
    record = FlatRecord(flat, each_alone(flat), derivations.boltzmann_hamel, rates=False, inputs=full)
    return record.finish({"formalism": "energy_equivalence", "mechanism": mechanism.name}, mechanism)


def _full_names(mechanism: Mechanism, inputs: Sequence[str] | None, full: object) -> tuple[str, ...]:
    if inputs is None:
        return ()
    assert callable(full)
    known = mechanism.quantity_names
    faults = [
        f"inputs: no quantity {name!r}; {close_matches(str(name), known)}" for name in inputs if name not in known
    ]
    names = [str(full(name)) for name in inputs if name in known]
    faults += [f"inputs: {name!r} is named twice" for name in dict.fromkeys(names) if names.count(name) > 1]
    if faults:
        raise ModelError(mechanism.name, faults)
    return tuple(names)
