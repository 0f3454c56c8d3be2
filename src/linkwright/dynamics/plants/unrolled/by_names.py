"""Accelerations of all quantities by name in one call, for those who ask again and again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from linkwright import codegen
from linkwright.dynamics.closure.consistency import OFF
from linkwright.dynamics.plants.full_matrices import FullMatrices
from linkwright.dynamics.plants.unrolled.pivoting import COMFORTABLE, DROPPED, Pivoting
from linkwright.dynamics.rank import Scales
from linkwright.dynamics.state import State
from linkwright.dynamics.system.system import all_finite


class OneQuestion:
    """Accelerations of all quantities by name, by the first pivoting and with all checks of the state: for one thread.

    All is one function, from and into arrays of its own, but for the parameters, which are those of the plant.
    """

    def __init__(self, plant: FullMatrices, pivoting: Pivoting) -> None:
        system, scales = plant.system, Scales.of(plant.system, plant.p)
        # Numbers given and found stand one after another, so that one look says whether all of them are finite.
        sizes = [1, system.q.numel(), system.n, system.m_u, 1, system.n, 2]
        self.numbers = np.zeros(sum(sizes))
        parts = np.split(self.numbers, np.cumsum(sizes)[:-1])
        self.t, self.q, self.v, self.u, self.residual, _, self.quality = parts
        constants = [plant.p, scales.gaps, scales.rows, scales.speeds, pivoting.scales]
        self.evaluate = codegen.Evaluation(
            pivoting.structure.forward_by_names, dict(enumerate([*parts[:4], *constants, *parts[4:]]))
        )
        self.rates = self.evaluate.outputs[-1].reshape(-1, order="F")
        self.shapes = (self.q.shape, self.v.shape)
        self.inputs, self.quantities, self.names = plant.inputs, plant.quantities, plant.names

    def __call__(self, state: State, inputs: Mapping[str, Any] | None) -> dict[str, float] | None:
        """Rates of the speeds by name; None where something must be looked at closer, or be put in words."""
        # Only what is usual is taken here: all inputs as floats, a state of the right shapes.
        if type(state) is not State or (state.q.shape, state.v.shape) != self.shapes:
            return None
        if state.names and state.names != self.names:
            return None
        if type(inputs) is dict and len(inputs) == len(self.inputs):
            values = [inputs.get(name) for name in self.inputs]
            for value in values:
                if not isinstance(value, float):
                    return None
            self.u[:] = values
        elif inputs is not None or self.inputs:
            return None
        self.t[0] = state.t
        self.q[:], self.v[:] = state.q, state.v
        self.evaluate()
        weakest, dropped = self.quality.tolist()
        # NaN is in no order.
        usual = self.residual[0] <= OFF and weakest > COMFORTABLE and dropped <= DROPPED
        if usual and all_finite(self.numbers):
            return dict(zip(self.quantities, self.rates.tolist(), strict=False))  # quicker; there is a rate for each
        return None
