"""A measured frequency response beside that of the linear model of a machine."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from linkwright.analysis.identification.experiment import Experiment
from linkwright.analysis.identification.measurements import MeasuredResponse
from linkwright.analysis.linear.linearization import linearize
from linkwright.arrays import Array
from linkwright.dynamics import Dynamics, Refused, State

DIFFERENCE_STEP = 1e-4
"""Relative step of the differences of fourth order by which the linear model is differentiated; they leave 1e-12."""


@dataclass(frozen=True, eq=False)
class LinearResponse:
    """G(i w) = C (i w - A)^-1 B + D of a machine at a state, compared as relative errors of what was measured."""

    machine: Dynamics
    data: MeasuredResponse
    state: State
    held: Mapping[str, float] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """Name of the machine."""
        return self.machine.name

    @property
    def channels(self) -> dict[str, str]:
        """One channel, without unit."""
        return {f"{self.data.output} / {self.data.input}": ""}

    @property
    def measured(self) -> Array:
        """G / |G| as real and imaginary parts (2 n, 1)."""
        return _columns(self.data.values / np.abs(self.data.values))

    def first_noise(self) -> Array:
        """A percent."""
        return np.array([0.01])

    def response(self, values: Mapping[str, float]) -> npt.NDArray[np.complex128]:
        """G at the measured frequencies."""
        machine, state = Experiment(self.machine, self.state, 1.0, 2, {}, ()).at(values)
        assert isinstance(machine, Dynamics)
        held = {name: float(self.held.get(name, 0.0)) for name in machine.inputs}
        linear = linearize(machine, state, held, outputs=[self.data.output])
        if self.data.input not in linear.inputs:
            raise ValueError(f"no input {self.data.input!r}; there are {', '.join(linear.inputs)}")
        column = linear.inputs.index(self.data.input)
        w = 2j * np.pi * self.data.frequencies
        inside = w[:, None, None] * np.eye(len(linear.A)) - linear.A
        x = np.linalg.solve(inside, np.broadcast_to(linear.B[:, [column]], (len(w), len(linear.A), 1)))
        return np.asarray((linear.C @ x)[:, 0, 0] + linear.D[0, column])

    def evaluate(self, values: Mapping[str, float], names: Sequence[str]) -> tuple[Array, Array] | str:
        """Computed (2 n, 1) and its derivatives (2 n, 1, k)."""
        sizes = np.abs(self.data.values)
        try:
            now = self.response(values)
            slopes = []
            for name in names:
                h = DIFFERENCE_STEP * (abs(values[name]) or 1.0)
                steps = [self.response({**values, name: values[name] + factor * h}) for factor in (-2, -1, 1, 2)]
                slopes.append((8 * (steps[2] - steps[1]) - (steps[3] - steps[0])) / (12 * h))
        except (Refused, ValueError) as error:
            return str(error)
        return _columns(now / sizes), np.stack([_columns(each / sizes) for each in slopes], axis=2)


def _columns(values: npt.NDArray[np.complex128]) -> Array:
    return np.concatenate([values.real, values.imag])[:, None]
