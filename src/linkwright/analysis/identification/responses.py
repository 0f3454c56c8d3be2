"""A measured frequency response beside that of the linear model of a machine, or of a closed loop."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from linkwright.analysis.identification.measured_response import MeasuredResponse
from linkwright.analysis.linear.lifted import linearize_loop
from linkwright.analysis.linear.parametric import Neutral, ParametricResponse
from linkwright.arrays import Array, ComplexArray
from linkwright.closed_loop import ClosedLoop
from linkwright.dynamics import Dynamics, Refused, State
from linkwright.simulation.sensitivities import parameter_change

DIFFERENCE_STEP = 1e-3
"""Relative step of the differences of fourth order by which a lifted model is differentiated: it is known to 1e-12, so
that they leave some 1e-9."""


@dataclass(frozen=True, eq=False)
class ModelResponse(ABC):
    """G(i w) of a model at rest near a state, compared as relative errors of what was measured."""

    data: MeasuredResponse
    state: State
    held: Mapping[str, float] = field(default_factory=dict)

    @property
    @abstractmethod
    def machine(self) -> Dynamics | ClosedLoop:
        """What the parameters are of."""

    @abstractmethod
    def response(self, values: Mapping[str, float], names: Sequence[str]) -> tuple[ComplexArray, ComplexArray]:
        """G (n) at the measured frequencies with these values, and its derivatives (n, k) by some of them."""

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

    def evaluate(self, values: Mapping[str, float], names: Sequence[str]) -> tuple[Array, Array] | str:
        """Computed (2 n, 1) and its derivatives (2 n, 1, k); or why there are none."""
        sizes = np.abs(self.data.values)
        try:
            G, slopes = self.response(values, names)
        except (Refused, ValueError) as error:
            return str(error)
        return _columns(G / sizes), _columns(slopes / sizes[:, None])


@dataclass(frozen=True, eq=False)
class MachineResponse(ModelResponse):
    """A machine without its control: G = C (i w - A)^-1 B + D, with exact derivatives."""

    dynamics: Dynamics = field(kw_only=True)
    begin: Mapping[str, float] = field(kw_only=True)

    @property
    def machine(self) -> Dynamics:
        """The machine."""
        return self.dynamics

    def _model(self, values: Mapping[str, float], neutral: Neutral | None) -> ParametricResponse:
        machine = self.dynamics.with_parameters(values)
        u = np.array([float(self.held.get(name, 0.0)) for name in machine.inputs])
        return ParametricResponse(machine, self.data.input, self.data.output, u, neutral)

    @cached_property
    def _neutral(self) -> Neutral:
        """Where it rests, of many places: the one nearest to the state with the values to begin with."""
        model = self._model(self.begin, None)
        return model.neutral_at(model.rest_near(self.state))

    def response(self, values: Mapping[str, float], names: Sequence[str]) -> tuple[ComplexArray, ComplexArray]:
        """G and its derivatives; where the machine rests moves with the parameters."""
        model = self._model(values, self._neutral)
        changes = [parameter_change(model.dynamics, name)[0] for name in names]
        return model.evaluate(model.rest_near(self.state), self.data.frequencies, changes)


@dataclass(frozen=True, eq=False)
class LoopResponse(ModelResponse):
    """A closed loop: the response of its lifted model, differentiated by differences of fourth order."""

    loop: ClosedLoop = field(kw_only=True)

    @property
    def machine(self) -> ClosedLoop:
        """The closed loop."""
        return self.loop

    def _values(self, values: Mapping[str, float]) -> ComplexArray:
        loop = self.loop.with_parameters(values)
        model = linearize_loop(loop, loop.steady_state(self.state, dict(self.held)))
        return model.frequency_response(self.data.input, self.data.output, self.data.frequencies).values

    def response(self, values: Mapping[str, float], names: Sequence[str]) -> tuple[ComplexArray, ComplexArray]:
        """G and its derivatives."""
        slopes = np.zeros((len(self.data.frequencies), len(names)), dtype=complex)
        for k, name in enumerate(names):
            h = DIFFERENCE_STEP * (abs(values[name]) or 1.0)
            far, near, next_one, last = (self._values({**values, name: values[name] + j * h}) for j in (-2, -1, 1, 2))
            slopes[:, k] = (8 * (next_one - near) - (last - far)) / (12 * h)
        return self._values(values), slopes


def _columns(values: ComplexArray) -> Array:
    """Real parts, then imaginary parts, of a column."""
    return np.concatenate([values.real, values.imag])[:, None]
