"""Where a machine is, and that it is singular there, in words."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from linkwright.dynamics.errors import SingularConfigurationError
from linkwright.dynamics.joins.kernels import SVD
from linkwright.dynamics.joins.numeric import eliminate
from linkwright.dynamics.machine import Machine
from linkwright.dynamics.rank import Scales
from linkwright.dynamics.state import State
from linkwright.dynamics.system.system import matrices, numeric


def singular(machine: Machine, state: State) -> SingularConfigurationError:
    """The error of a state where the constraints lose rank, with the constraints at fault and where it is."""
    system = machine.system
    _, _, A, b = (
        numeric(e) for e in matrices(system)(state.t, state.q, state.v, np.zeros(len(machine.inputs)), machine.p)
    )
    _, _, levels = eliminate(system.modules, *Scales.of(system, machine.p).constraints(A, b), SVD())
    kept = machine.usual_rows
    dependent = [level.module.rows[k] for level in levels for k in level.found.dependent]
    constraints = sorted(
        {system.constraint_of_row(row).name for row in dependent if not kept or row in kept}
    ) or sorted({system.constraint_of_row(row).name for row in dependent})
    place = where(machine.coordinates, state)
    reason = (
        f"singular configuration at {place}: the constraints of {', '.join(constraints) or 'the machine'} "
        "depend on others here, though not nearby, so accelerations and reactions are not determined; move the "
        "state a little, or choose another path"
    )
    return SingularConfigurationError(reason, constraints)


def where(coordinates: Sequence[str], state: State) -> str:
    """A state in words: its last coordinates, which are those of a machine's outermost part."""
    names = coordinates[-3:]
    return ", ".join(f"{name} = {value:.6g}" for name, value in zip(names, state.q[-3:], strict=True))
