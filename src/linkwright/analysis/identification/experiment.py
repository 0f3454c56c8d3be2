"""A measured run repeated by the model: what it computes for some parameter values, and the derivatives."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from linkwright.arrays import Array
from linkwright.closed_loop import ClosedLoop, LoopState
from linkwright.dynamics import Dynamics, Refused, State
from linkwright.simulation import simulate
from linkwright.simulation.integrators import Integrator
from linkwright.simulation.sensitivities import AT_START, moved_start


def machine_units(machine: Dynamics | ClosedLoop) -> dict[str, str]:
    """Units of all that can be compared with measurements: quantities, their rates, inputs, outputs of blocks."""
    dynamics = machine.dynamics if isinstance(machine, ClosedLoop) else machine
    found = {}
    for quantity in dynamics.system.quantities:
        if quantity.z is None:
            found[quantity.name] = quantity.rate_unit
        else:
            found[quantity.name], found[f"{quantity.name}'"] = quantity.unit, quantity.rate_unit
    found |= {label.name: label.unit for label in dynamics.equations.inputs}
    if isinstance(machine, ClosedLoop):
        found |= {name: signal.label.unit for name, signal in machine.program.signals.items()}
    return found


def reference_units(loop: ClosedLoop) -> dict[str, str]:
    """Units of references, as far as they are known."""
    return {label.name: label.unit for label in loop.reference_labels if label.unit}


def parameter_units(machine: Dynamics | ClosedLoop) -> dict[str, str]:
    """Units of parameters and gains, as far as they are known."""
    dynamics = machine.dynamics if isinstance(machine, ClosedLoop) else machine
    found = {label.name: label.unit for label in dynamics.equations.parameters.labels}
    if isinstance(machine, ClosedLoop):
        found |= {label.name: label.unit for label, _ in machine.program.gains}
    units = machine_units(machine)
    return found | {name + AT_START: unit for name, unit in units.items()}


@dataclass(frozen=True, eq=False)
class Experiment:
    """A run with inputs over the times of the data, of which channels are compared.

    With `blocks` a closed loop begins with the memory of its blocks there, else with their initial states.
    """

    machine: Dynamics | ClosedLoop
    state: State
    duration: float
    samples: int
    inputs: Mapping[str, Any]
    compare: tuple[str, ...]
    integrator: Integrator | None = None
    blocks: LoopState | None = None

    def at(self, values: Mapping[str, float]) -> tuple[Dynamics | ClosedLoop, State]:
        """Machine and start with these values of parameters, gains and quantities at the start."""
        own = {name: value for name, value in values.items() if name in self.machine.parameters}
        machine = self.machine.with_parameters(own) if own else self.machine
        starts = {name: value for name, value in values.items() if name not in own}
        dynamics = machine.dynamics if isinstance(machine, ClosedLoop) else machine
        return machine, moved_start(dynamics, self.state, starts)

    def run(self, values: Mapping[str, float], names: Sequence[str]) -> tuple[Array, Array] | str:
        """Compared channels (n, c) and derivatives (n, c, k) by the parameters named; or why there are none."""
        try:
            machine, state = self.at(values)
        except (Refused, ValueError) as error:
            return str(error)
        start = state if self.blocks is None else replace(self.blocks, state=state)
        found = simulate(
            machine, start, duration=self.duration, samples=self.samples, inputs=self.inputs,
            integrator=self.integrator, signals=[] if isinstance(machine, ClosedLoop) else None, sensitivities=names,
        )  # fmt: skip
        if not found.outcome.finished:
            return f"{found.outcome.kind}: {found.outcome.reason}"
        Y = np.column_stack([found[name] for name in self.compare])
        if not names:
            return Y, np.zeros((*Y.shape, 0))
        assert found.sensitivities is not None
        read = found.sensitivities.read(self.compare)
        return Y, np.stack([read[name] for name in self.compare], axis=1)
