"""The model that all kinematic questions are put to: a compiled machine, its inputs and platform by name, its rates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np

from linkwright import linear_algebra
from linkwright.analysis.kinematics.margins import Measure
from linkwright.analysis.kinematics.names import Sets, numbers
from linkwright.analysis.kinematics.positions import Positions
from linkwright.analysis.kinematics.rates import Rates
from linkwright.arrays import Array
from linkwright.dynamics import Dynamics, Refused, State
from linkwright.dynamics.answers import about_couplings
from linkwright.dynamics.errors import AssemblyError
from linkwright.dynamics.rank import Scales, row_rank
from linkwright.dynamics.system import System, targets_of

KINEMATICS = 'Kinematics.of(..., elastic="unloaded")'
UnloadedCouplings = Literal["unloaded", "rigid"]
"""How elastic couplings may be taken where there are no loads: not twisted, both ways."""


def coupling_words(elastic: str | None) -> list[str]:
    """How elastic couplings were taken, as a part of a sentence; nothing where there are none."""
    return [] if elastic is None else [f"elastic shafts and belts {elastic}, without twist"]


@dataclass(frozen=True, eq=False)
class KinematicModel:
    """A machine with names for its inputs and its platform (`Kinematics` says what each entry is)."""

    dynamics: Dynamics
    sets: Sets
    length: float
    positions: Positions
    rates: Rates
    elastic: UnloadedCouplings | None = None

    # -- names -----------------------------------------------------------------------------------------------------

    @property
    def inputs(self) -> tuple[str, ...]:
        """Names of the driven quantities."""
        return self.sets.inputs

    @property
    def pose(self) -> tuple[str, ...]:
        """Names of independent positions of the platform."""
        return self.sets.pose

    @property
    def twist(self) -> tuple[str, ...]:
        """Names of all speeds of the platform."""
        return self.sets.twist

    @property
    def degrees_of_freedom(self) -> int:
        """Degrees of freedom at a general configuration; currents are not counted."""
        return self.rates.degrees_of_freedom

    @cached_property
    def measure(self) -> Measure:
        """What margins are measured with."""
        which = [tuple(numbers(self.dynamics, names)) for names in (self.sets.inputs, self.sets.twist, self.sets.pose)]
        return Measure(self.rates, which[0], which[1], which[2], self.length)

    def state_at(self, q: Array, t: float) -> State:
        """The configuration q at rest."""
        return self.dynamics.state(q, np.zeros(self.dynamics.system.n), t)

    def check(self, names: Sequence[str]) -> list[int]:
        """Numbers of quantities that fix a configuration in general; a set of the wrong size is refused in words."""
        which = list(targets_of(self.dynamics.system, dict.fromkeys(names, 0.0), positions=True))
        check_size(self.positions, which, general_state(self.dynamics))
        return which

    def check_values(self, values: Mapping[str, float]) -> list[int]:
        """The same for values by name, which must be numbers."""
        targets_of(self.dynamics.system, values, positions=True)  # names and numbers, all faults at once
        return self.check(list(values))


def general_state(dynamics: Dynamics) -> State:
    """A state at which ranks are those of a general position: a random step beside the reference, joints closed again.

    The reference itself is often special: arms stretched, platforms level.
    """
    random = np.random.default_rng(0)
    reference = dynamics.reference
    direction = random.uniform(-1.0, 1.0, len(reference.q))
    lengths = Scales.of(dynamics.system, dynamics.p).coordinates
    for size in (0.05, 0.01, 1e-3):
        try:
            step = size * direction * lengths
            q = dynamics.assembler.close(reference.t, dynamics.system.normalise(reference.q + step), dynamics.p)
        except AssemblyError:
            continue
        return dynamics.state(q, np.zeros(dynamics.system.n), reference.t)
    return reference


def check_size(positions: Positions, which: Sequence[int], general: State) -> None:
    """Refuse a set that leaves DOF open in general, or has more quantities than there are DOF."""
    system = positions.dynamics.system
    moving = [k for k in range(system.n) if system.moves(k)]
    slopes = positions.problem(which, general.t).at(general.q[None], np.zeros((1, len(which)))).J[0]
    gaps, slopes_of_request = np.split(slopes[:, moving], [system.g.numel()])
    held = row_rank(gaps)
    dof = len(moving) - held
    own, together = row_rank(slopes_of_request), row_rank(np.vstack([gaps, slopes_of_request])) - held
    names = [system.quantities[k].name for k in which]
    listed = ", ".join(names) or "(none)"
    if own > dof:
        reason = (
            f"{len(names)} quantities were given for {dof} degrees of freedom: {listed}; leave out {own - dof} "
            "(a whole set of Euler parameters counts as three)"
        )
        raise Refused(reason, names)
    if together < dof:
        more = dof - together
        if own == dof:
            reason = (
                f"{listed} depend on each other in every configuration and fix {together} of {dof} degrees of freedom"
            )
        else:
            reason = f"{own} independent quantities were given for {dof} degrees of freedom: {listed}"
        motion = _open(gaps, slopes_of_request) * positions.scales.speeds[moving]
        still = motion_words(positions.dynamics.system, motion, moving, "still open")
        reason += f"; {still}; name {more} more, or others{about_couplings(system.equations, KINEMATICS)}"
        raise Refused(reason, names)


def _open(gaps: Array, slopes_of_request: Array) -> Array:
    """One motion that rows leave open."""
    return np.asarray(linear_algebra.svd(np.vstack([gaps, slopes_of_request]))[2][-1])


def motion_words(system: System, motion: Array, columns: Sequence[int], what: str) -> str:
    """A motion in words: its largest speeds, over the largest."""
    names = system.equations.speed_names
    largest = float(np.max(np.abs(motion), initial=0.0))
    if largest == 0.0:
        return what
    order = np.argsort(-np.abs(motion), kind="stable")[:4]
    lead = motion[order[0]]
    parts = [f"{names[columns[k]]} = {motion[k] / lead:.3g}" for k in order if abs(motion[k]) > 1e-3 * largest]
    return f"{what} is the motion {', '.join(parts)}"
