"""What keeps a machine from configurations that its joints could close: ranges, end stops, clearance between bars."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from linkwright.analysis.kinematics.model import KinematicModel
from linkwright.analysis.kinematics.workspace.bars import Bars
from linkwright.analysis.kinematics.workspace.request import Range, limit_numbers
from linkwright.arrays import Array
from linkwright.dynamics import Refused
from linkwright.dynamics.answers import read_contacts

Mask = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Limits:
    """Ranges of quantities by name and by number, and the least distance (m) between bars, if one is asked for.

    End stops are those of the machine itself.
    """

    kinematics: KinematicModel
    ranges: Mapping[str, Range]
    numbers: Mapping[int, Range]
    clearance: float | None
    bars: Bars | None

    @staticmethod
    def of(kinematics: KinematicModel, ranges: Mapping[str, Range], clearance: float | None) -> Limits:
        """Limits of a question, checked."""
        bars = Bars.of(kinematics.dynamics) if clearance is not None else None
        if bars is not None and not bars.pairs:
            msg = (
                f"clearance = {clearance:.4g} m: {kinematics.dynamics.name} has no two bodies that are apart in the "
                "reference configuration, so there is nothing to compare; leave clearance out"
            )
            raise Refused(msg, list(kinematics.positions.bodies))
        return Limits(kinematics, dict(ranges), limit_numbers(kinematics, ranges), clearance, bars)

    def broken(self, Q: Array, t: float) -> dict[str, Mask]:
        """Where each limit is broken (k,) at configurations Q: names of ranges and stops, and "clearance"."""
        z = self.kinematics.positions.readings(Q, t).z
        found = {
            name: (z[:, number] < low) | (z[:, number] > high)
            for name, (number, (low, high)) in zip(self.ranges, self.numbers.items(), strict=True)
        }
        dynamics = self.kinematics.dynamics
        stops = read_contacts(dynamics, np.full(len(Q), t), Q, np.zeros((len(Q), dynamics.system.n)))
        found |= {
            contact.name: beyond
            for contact, beyond in zip(stops.contacts, stops.beyond.T, strict=True)
            if not contact.friction
        }
        if self.bars is not None and self.clearance is not None:
            found["clearance"] = self.bars.clearance(Q, t)[0] < self.clearance
        return found

    def within(self, Q: Array, t: float) -> Mask:
        """Where all of them are kept (k,)."""
        return np.asarray(~np.any([np.zeros(len(Q), dtype=bool), *self.broken(Q, t).values()], axis=0))
