"""Energy and power of a machine."""

from __future__ import annotations

from dataclasses import dataclass

import casadi as ca

from linkwright.arrays import Array
from linkwright.dynamics.machine import Machine
from linkwright.dynamics.state import State
from linkwright.dynamics.system.system import System, numeric


@dataclass(frozen=True)
class Energy:
    """Kinetic (with that of currents) and potential energy in J; powers in W where inputs were given.

    `source` is what inputs put in, `loss` what dampers and resistances take out (negative), `conversion` what a motor
    with Kt != Ke creates or destroys; d(total)/dt is their sum, plus the power of moving constraints.
    """

    kinetic: float
    potential: float
    source: float | None = None
    loss: float | None = None
    conversion: float | None = None

    @property
    def total(self) -> float:
        """Kinetic plus potential."""
        return self.kinetic + self.potential


def energy_function(system: System) -> ca.Function:
    """(t, q, v, u, p) -> kinetic, potential, power of sources, of losses, of conversion."""
    power = system.power
    return system.function(
        "energy", [system.kinetic, system.potential, power["source"], power["loss"], power["coupling"]]
    )


def energy(dynamics: Machine, state: State, u: Array | None) -> Energy:
    """Energy at a state."""
    system = dynamics.system
    inputs = u if u is not None else ca.DM.zeros(len(dynamics.inputs))
    values = [
        float(numeric(e).ravel()[0]) for e in energy_function(system)(state.t, state.q, state.v, inputs, dynamics.p)
    ]
    return Energy(*values) if u is not None else Energy(values[0], values[1])
