"""Where a machine is, and that it is singular there, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from linkwright.dynamics.errors import SingularConfigurationError
from linkwright.dynamics.joins.kernels import SVD
from linkwright.dynamics.joins.numeric import eliminate
from linkwright.dynamics.plants.unrolled.pivoting import matrices
from linkwright.dynamics.scales import Scales
from linkwright.dynamics.state import State
from linkwright.dynamics.system.system import numeric

if TYPE_CHECKING:
    from linkwright.dynamics.dynamics import Dynamics


def singular(dynamics: Dynamics, state: State) -> SingularConfigurationError:
    """The error of a state where the constraints lose rank, with the ties at fault and where it is."""
    system = dynamics.system
    _, _, A, b = (
        numeric(e) for e in matrices(system)(state.t, state.q, state.v, np.zeros(len(dynamics.inputs)), dynamics.p)
    )
    _, _, levels = eliminate(system.modules, *Scales.of(system, dynamics.p).constraints(A, b), SVD())
    first = dynamics.pivotings.first(dynamics).pivoting
    kept = set[int]() if first is None else set(first.code.kept_rows)
    dependent = [level.module.rows[k] for level in levels for k in level.found.dependent]
    ties = sorted({system.tie_of_row(row).name for row in dependent if not kept or row in kept}) or sorted(
        {system.tie_of_row(row).name for row in dependent}
    )
    reason = (
        f"singular configuration at {where(dynamics, state)}: the constraints of {', '.join(ties) or 'the machine'} "
        "depend on others here, though not nearby, so accelerations and reactions are not determined; move the "
        "state a little, or choose another path"
    )
    return SingularConfigurationError(reason, ties)


def where(dynamics: Dynamics, state: State) -> str:
    """A state in words: its last coordinates, which are those of a machine's outermost part."""
    names = dynamics.coordinates[-3:]
    return ", ".join(f"{name} = {value:.6g}" for name, value in zip(names, state.q[-3:], strict=True))
