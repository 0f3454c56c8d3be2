"""Derivatives of channels, from those of states, inputs and memory at the samples of a run."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import casadi as ca
import numpy as np

from linkwright import codegen
from linkwright.arrays import Array
from linkwright.dynamics import Dynamics
from linkwright.dynamics.system import System, euler_parameters
from linkwright.simulation.sensitivities.directions import Directions
from linkwright.simulation.sensitivities.kernels import Pattern, derivative

WORKS = {"energy.source": 0, "energy.loss": 1}
"""Works since the start that are channels, by their place among the works."""


def expressions(system: System) -> dict[str, ca.SX]:
    """Channels that are functions of (t, q, v, u, p), by name."""
    found: dict[str, ca.SX] = {}
    for quantity in system.quantities:
        if quantity.z is None:
            found[quantity.name] = quantity.s
        else:
            found[quantity.name], found[f"{quantity.name}'"] = quantity.z, quantity.s
    for k, label in enumerate(system.equations.inputs):
        found[label.name] = system.u[k]
    found["energy.kinetic"], found["energy.potential"] = system.kinetic, system.potential
    return found


@dataclass(frozen=True, eq=False)
class Readout:
    """Compiled functions of some channels and their derivatives, for rows of extended states and inputs."""

    names: tuple[str, ...]
    copies: int
    call: Callable[..., None]

    @staticmethod
    def of(dynamics: Dynamics, names: Sequence[str], pattern: Pattern) -> Readout:
        """For channels that `expressions` has."""
        system = dynamics.system

        def make() -> codegen.Library:
            known = expressions(system)
            column = ca.vertcat(*[known[name] for name in names])
            plain = system.function("channels", [column])
            t, y = ca.SX.sym("t"), pattern.state(system, "y")
            u, p = pattern.inputs(system), pattern.values(system)
            nq, n = int(system.q.numel()), system.n
            q, v = y.value[list(range(nq))], y.value[list(range(nq, nq + n))]
            values = plain(t, q, v, u.value, p.value)
            found = ca.veccat(values, ca.densify(derivative(values, y, u, p)))
            return codegen.build({"channels": ca.Function("channels", [t, y.symbols, u.symbols, p.symbols], [found])})

        library: codegen.Library = system.cached(("sensitivities of channels", tuple(names), pattern), make)
        return Readout(tuple(names), 1 + pattern.count, library.batch("channels", shared=(3,)))

    def read(self, time: Array, Y: Array, U: Array, parameters: Array) -> Array:
        """Values and derivatives (samples, copies, channels)."""
        found = np.zeros((len(time), self.copies * len(self.names)))
        rows = [np.ascontiguousarray(part) for part in (time.reshape(-1, 1), Y, U)]
        self.call(len(time), *rows, parameters, found)
        return found.reshape(len(time), self.copies, len(self.names))


@dataclass(frozen=True, eq=False)
class SampledDerivatives:
    """Samples of a run with derivatives: extended states and inputs, held signals by name (samples, copies)."""

    dynamics: Dynamics
    directions: Directions
    time: Array
    Y: Array
    U: Array
    held: dict[str, Array]
    references: tuple[str, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """Channels that have derivatives."""
        return (*expressions(self.dynamics.system), *WORKS, *self.held, *self.references)

    def read(self, names: Sequence[str]) -> dict[str, Array]:
        """Derivatives (samples, k) of channels by the parameters named."""
        directions, system = self.directions, self.dynamics.system
        known = expressions(system)
        own = [name for name in names if name in known]
        found: dict[str, Array] = {}
        if own:
            p = np.concatenate([self.dynamics.p, directions.parameters.ravel()])
            values = Readout.of(self.dynamics, own, directions.pattern).read(self.time, self.Y, self.U, p)
            found = {name: values[:, 1:, k] for k, name in enumerate(own)}
        layout = self.dynamics.plant.layout
        for name in names:
            if name in WORKS:
                place = layout.works.start + WORKS[name]
                found[name] = self.Y.reshape(len(self.time), -1, layout.size)[:, 1:, place]
            elif name in self.held:
                found[name] = self.held[name][:, 1:]
            elif name in self.references:
                found[name] = np.zeros((len(self.time), directions.count))
        for group in euler_parameters(system):
            rotation = [system.quantities[k].name for k in group]
            if any(name in found or f"{name}'" in found for name in rotation):
                U = self.U.reshape(len(self.time), -1, system.m_u)[:, 0]
                signs = shown_signs(self.dynamics, rotation, self.time, self.Y[:, : layout.size], U)
                found |= {name: values * signs for name, values in found.items() if name.removesuffix("'") in rotation}
        return {name: values / directions.scales for name, values in found.items()}


def shown_signs(dynamics: Dynamics, rotation: Sequence[str], time: Array, Y: Array, U: Array) -> Array:
    """Signs (samples, 1) with which a trajectory shows Euler parameters, so that they do not jump."""
    e = Readout.of(dynamics, rotation, Pattern((), (), ())).read(time, Y, U, dynamics.p)[:, 0]
    flips = np.sum(e[1:] * e[:-1], axis=1) < 0
    return np.concatenate([[1.0], np.where(np.cumsum(flips) % 2, -1.0, 1.0)])[:, None]
