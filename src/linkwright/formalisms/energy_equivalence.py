"""Energy equivalence: parts by their energies, joined by their Jacobians to chosen inputs."""

from __future__ import annotations

from linkwright.equations import Equations
from linkwright.formalisms import derivations
from linkwright.formalisms.flat import Flattener
from linkwright.formalisms.flat_record import FlatRecord
from linkwright.formalisms.gravity import gravity_parameters
from linkwright.formalisms.tree import each_alone
from linkwright.model import Mechanism


def energy_equivalence(mechanism: Mechanism) -> Equations:
    """Every part by its energy alone; the work of the assembled machine is the sum of the parts' works.

    Parts that move in a plane are derived by Euler's operator, rotations in space by Boltzmann-Hamel (which is Euler's
    operator where speeds are rates). Joining them by their Jacobians J to chosen inputs, f = sum J^T f_part, is the
    complement with these inputs as free speeds: `dynamics.terms(state, coordinates=inputs)` gives it in any
    independent set, accelerations come out the same whichever set is chosen.
    """
    flat = Flattener(mechanism, gravity_parameters(mechanism)).flat
    record = FlatRecord(flat, each_alone(flat), derivations.boltzmann_hamel, rates=False)
    return record.finish({"formalism": "energy_equivalence", "mechanism": mechanism.name})
