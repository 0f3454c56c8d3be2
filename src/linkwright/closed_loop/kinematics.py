"""Kinematics of a machine as a block: from some quantities to others, by Newton steps from the instant before."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import nan, pi

import casadi as ca
import numpy as np

from linkwright.closed_loop.measurements import Measurement
from linkwright.closed_loop.model import Model, parts, quantity_labels
from linkwright.control import Block, Signal
from linkwright.control.contract import Numbers, Value
from linkwright.dynamics import Dynamics, State
from linkwright.faults import Faults
from linkwright.symbolic import Label

NEWTON_STEPS = 4
"""Newton steps at an instant. Each squares the error: from a tenth of the machine's size four leave rounding."""
LARGEST_LAST = 1e-5
"""Size (m, rad) of the last Newton step up to which it has converged: what is left is of the order of its square."""


@dataclass(frozen=True, eq=False)
class Kinematics(Block):
    """Positions of the quantities `found` at given positions of others, which determine them.

    The joints are closed by Newton steps on (g(q), z(q) - given) = 0, from the configuration of the instant before, at
    first from that of `near` (the reference configuration unless given), so the assembly mode is kept. It is the direct
    kinematics from joints to platform, or the inverse, as one gives and finds. What neither is given nor follows, such
    as a motor behind an elastic shaft, stays as in `near`. Where the steps do not converge the output is not a number,
    which ends the run: the pose is out of reach, or too far from the one before.

    With `order` 1 the rates `x'` of the given quantities are inputs too, and those of the quantities found are outputs
    behind their positions; with 2 accelerations `x''` as well.
    """

    dynamics: Dynamics
    given: tuple[str, ...]
    found: tuple[str, ...]
    near: State | None = None
    order: int = 0

    def __post_init__(self) -> None:
        faults = Faults("Kinematics")
        for name in ("given", "found"):
            value = getattr(self, name)
            if not isinstance(value, (tuple, list)) or not value:
                faults.add(f"{name} = {value!r}: expected names in a tuple, such as ('z', 'psi', 'theta')")
        if not isinstance(self.order, int) or not 0 <= self.order <= 2:
            faults.add(f"order = {self.order!r}: expected 0 (positions), 1 (and rates) or 2 (and accelerations)")
        faults.stop()
        _ = self.model

    def __reduce__(self) -> tuple[object, ...]:
        return Kinematics, (self.dynamics, self.given, self.found, self.near, self.order)

    @cached_property
    def model(self) -> Model:
        """The machine seen from the given quantities."""
        return Model.of("Kinematics", self.dynamics, self.given, self.near, self.found)

    @property
    def sought(self) -> tuple[Measurement, ...]:
        """The quantities to find."""
        return self.model.sought

    @property
    def remedy(self) -> str:
        """What to do where it fails."""
        return (
            "keep the pose within reach and away from singular configurations, move it less from instant to instant, "
            "or begin near it: Kinematics(..., near=state)"
        )

    @property
    def inputs(self) -> tuple[Label, ...]:
        """Given positions; rates and accelerations by `order`."""
        return quantity_labels(self.model.chosen, "", self.order + 1)

    @property
    def outputs(self) -> tuple[Signal, ...]:
        """Positions found, at first those of the configuration that it starts from; rates and accelerations."""
        return self._outputs

    @cached_property
    def _outputs(self) -> tuple[Signal, ...]:
        values = np.asarray(self.model.positions_at(self.sought)(self.model.near.t, self.model.near.q)).ravel()
        initial = [*map(float, values), *[0.0] * (self.order * len(values))]
        labels = quantity_labels(self.sought, "", self.order + 1)
        return tuple(
            Signal(label.name, label.unit, label.meaning, value) for label, value in zip(labels, initial, strict=True)
        )

    @cached_property
    def _turning(self) -> list[int]:
        """Outputs that frames give within half a turn: their turns are counted."""
        return [k for k, each in enumerate(self.sought) if self.dynamics.system.quantities[each.number].wraps]

    @property
    def state(self) -> tuple[Signal, ...]:
        """Coordinates of the instant before, and angles whose turns are counted."""
        names = zip(self.dynamics.coordinates, self.model.start(), strict=True)
        outputs = self.outputs
        angles = [Signal(f"turns_{k}", "rad", "angle before", outputs[k].initial) for k in self._turning]
        return (*[Signal(name, "", "coordinate before", float(value)) for name, value in names], *angles)

    def step(self, x: Numbers, t: Value, u: Numbers, p: Numbers, T: Value) -> tuple[Numbers, Numbers]:
        """The formula of the class."""
        count = len(self.dynamics.coordinates)
        places, *motion = parts(u, len(self.given))
        q, size = self.model.close(ca.SX(t), ca.SX(ca.vertcat(*x[:count])), places, NEWTON_STEPS)
        found = self.model.positions_at(self.sought)(ca.SX(t), q)
        values = [found[k] for k in range(len(self.sought))]
        for k, before in zip(self._turning, x[count:], strict=True):
            values[k] = values[k] + 2 * pi * ca.floor((before - values[k]) / (2 * pi) + 0.5)
        changes = self.model.changes(ca.SX(t), q, motion)
        closed = size <= LARGEST_LAST  # false where it is not a number
        outputs = [ca.if_else(closed, value, nan) for value in [*values, *changes]]
        kept = [ca.if_else(closed, q[k], x[k]) for k in range(count)]
        angles = [ca.if_else(closed, values[k], before) for k, before in zip(self._turning, x[count:], strict=True)]
        return outputs, [*kept, *angles]
