"""The record of many runs: channels (runs, samples) by name, and how each run ended."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from typing import Any

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from linkwright.arrays import Array, PlainData, read_only
from linkwright.closed_loop import ClosedLoop
from linkwright.codegen import Columns
from linkwright.dynamics import Dynamics
from linkwright.dynamics.plant import Question
from linkwright.dynamics.system import Recent, System, angles_to_count, euler_parameters
from linkwright.faults import close_matches
from linkwright.trajectory import Outcome

MOST_CHANNELS = 64
"""Channels of one machine whose functions are kept."""
POINTS_AT_A_TIME = 65536
"""Samples that are read at once."""


@dataclass(frozen=True, eq=False)
class Rollout:
    """Many runs of a machine: `rollout["platform.x"]` is (runs, samples), NaN from where a run could not go on.

    `time` (samples,) is the same for all [s]. `outcomes` say how each run ended, `finished` (runs,) which came to their
    end, `reasons` why the others did not, as texts (empty for those that did). `parameters` are the values that tell
    the runs apart, by name (runs,); `steps` (runs,) is how many steps each took. `lanes` (runs,) is how many runs were
    made at once: 4 in vector registers, 1 in scalar code, with the same results to the last bit; 0 by the loop of
    `simulate`. `states` (runs, samples, n) has coordinates, speeds and integrals as the run computes them; channels are
    read from them when they are looked up.
    """

    machine: Dynamics | ClosedLoop
    time: Array
    outcomes: tuple[Outcome, ...]
    parameters: Mapping[str, Array]
    steps: NDArray[np.int64]
    lanes: NDArray[np.int64]
    states: Array = field(repr=False)
    inputs: Array = field(repr=False)
    values: Array = field(repr=False)
    _read: dict[str, Array] = field(default_factory=dict, init=False, repr=False)

    def __repr__(self) -> str:
        done = int(np.count_nonzero(self.finished))
        return f"<Rollout of {self.dynamics.name}: {done} of {len(self)} runs finished, {len(self.time)} samples each>"

    def __len__(self) -> int:
        """Number of runs."""
        return len(self.outcomes)

    @property
    def dynamics(self) -> Dynamics:
        """The machine without its control."""
        return self.machine.dynamics if isinstance(self.machine, ClosedLoop) else self.machine

    @cached_property
    def finished(self) -> NDArray[np.bool_]:
        """Which runs came to their end (runs,)."""
        return np.array([outcome.finished for outcome in self.outcomes])

    @cached_property
    def reasons(self) -> tuple[str, ...]:
        """Why each run could not go on; empty for those that came to their end."""
        return tuple(outcome.reason for outcome in self.outcomes)

    @cached_property
    def units(self) -> Mapping[str, str]:
        """Units of all channels by name."""
        found: dict[str, str] = {}
        if Question.MATRICES in self.dynamics.plant.offers:
            for quantity in self.dynamics.system.quantities:
                found[quantity.name] = quantity.rate_unit if quantity.z is None else quantity.unit
                if quantity.z is not None:
                    found[f"{quantity.name}'"] = quantity.rate_unit
        else:
            layout = self.dynamics.plant.layout
            found |= {label.name: label.unit for label in (*layout.coordinate_labels, *layout.speed_labels)}
        found |= {label.name: label.unit for label in self.dynamics.equations.inputs}
        if isinstance(self.machine, ClosedLoop):
            found |= {name: signal.label.unit for name, signal in self.machine.program.signals.items()}
        return found

    @property
    def names(self) -> tuple[str, ...]:
        """Names of all channels."""
        return tuple(self.units)

    def __getitem__(self, name: str) -> Array:
        """Values of a channel (runs, samples)."""
        if name not in self.units:
            raise KeyError(f"no channel {name!r}; {close_matches(str(name), self.names)}")
        if name not in self._read:
            self._read[name] = read_only(self._channel(name))
        return self._read[name]

    def _channel(self, name: str) -> Array:
        dynamics = self.dynamics
        count = len(dynamics.inputs)
        if name in dynamics.inputs:
            return self.inputs[:, :, dynamics.inputs.index(name)]
        if isinstance(self.machine, ClosedLoop) and name in self.machine.program.signals:
            return self.inputs[:, :, count + list(self.machine.program.signals).index(name)]
        if Question.MATRICES not in dynamics.plant.offers:
            labels = (*dynamics.plant.layout.coordinate_labels, *dynamics.plant.layout.speed_labels)
            return self.states[:, :, [label.name for label in labels].index(name)]
        return self._quantity(dynamics.system, name)

    def _quantity(self, system: System, name: str) -> Array:
        """Position or speed of a quantity, from the states."""
        rate = name.endswith("'") and name[:-1] in {x.name for x in system.quantities}
        number = next(k for k, x in enumerate(system.quantities) if x.name == (name[:-1] if rate else name))
        quantity = system.quantities[number]
        layout = self.dynamics.plant.layout
        speed = rate or quantity.z is None
        place = layout.nq + quantity.v_index if speed else quantity.q_index
        direct = quantity.v_index >= 0 and quantity.s.is_symbolic() if speed else quantity.q_index >= 0
        groups = [group for group in euler_parameters(system) if number in group]
        if groups:
            e = np.stack([self._evaluated(system, k, speed=False) for k in groups[0]], axis=-1)
            signs = np.where(np.cumsum(np.sum(e[:, 1:] * e[:, :-1], axis=-1) < 0, axis=1) % 2, -1.0, 1.0)
            signs = np.concatenate([np.ones((len(self), 1)), signs], axis=1)
            return signs * self._evaluated(system, number, speed=speed)
        if direct and not quantity.wraps:
            return self.states[:, :, place]
        values = self._evaluated(system, number, speed=speed)
        counted = angles_to_count(system)
        if not speed and number in counted:
            whole = self.states[:, :, layout.angles][:, :, counted.index(number)]
            values = values + 2 * np.pi * np.rint((whole - values) / (2 * np.pi))
        return values

    def _evaluated(self, system: System, number: int, *, speed: bool) -> Array:
        """A quantity at all samples by its expression, of the parameters that it has."""
        known: Recent = system.cached("channels of rows", lambda: Recent(MOST_CHANNELS))
        found: tuple[Columns, list[int]] | None = known.get((number, speed))
        quantity = system.quantities[number]
        if found is None:
            expression = quantity.s if speed or quantity.z is None else quantity.z
            used = {symbol.element_hash() for symbol in ca.symvar(expression)}
            places = [k for k, symbol in enumerate(ca.vertsplit(system.p)) if symbol.element_hash() in used]
            some_p = ca.vertcat(*[system.p[k] for k in places]) if places else ca.SX.sym("none", 1)
            arguments = [system.t, system.q, system.v, system.u, some_p]
            function = ca.Function("channel", arguments, [ca.densify(expression)])
            found = known[number, speed] = Columns(function), places
        columns, places = found
        layout, shape = self.dynamics.plant.layout, self.states.shape[:2]
        values = np.empty(shape)
        some = max(1, POINTS_AT_A_TIME // shape[1])
        for first in range(0, shape[0], some):
            rows = slice(first, first + some)
            count = len(self.states[rows])
            Y = self.states[rows].reshape(count * shape[1], -1).T
            U = self.inputs[rows].reshape(count * shape[1], -1)[:, : system.m_u].T
            own = self.values[rows][:, places] if places else np.zeros((count, 1))
            p = np.repeat(own, shape[1], axis=0).T
            time = np.tile(self.time, count)[None]
            values[rows] = columns(time, Y[layout.coordinates], Y[layout.speeds], U, p)[0].reshape(count, shape[1])
        return values

    def to_xarray(self, names: tuple[str, ...] | list[str] | None = None) -> Any:  # xarray is optional: no types here
        """Channels (run, time) as a Dataset, with the parameters of the runs as coordinates; all, or those named.

        It needs xarray (`pip install linkwright[files]`).
        """
        try:
            xarray = import_module("xarray")
        except ImportError as error:
            raise ImportError(
                "to_xarray() needs xarray, which is not installed. Install it with `pip install linkwright[files]`, or "
                "use the arrays directly: rollout.time, rollout[name]."
            ) from error
        chosen = self.names if names is None else tuple(names)
        unknown = [name for name in chosen if name not in self.units]
        if unknown:
            raise KeyError(
                "; ".join(f"no channel {name!r}; {close_matches(str(name), self.names)}" for name in unknown)
            )
        variables: PlainData = {
            name: (("run", "time"), np.array(self[name]), {"units": self.units[name]}) for name in chosen
        }
        variables |= {"finished": ("run", self.finished), "reason": ("run", np.array(self.reasons, dtype=object))}
        coordinates: PlainData = {
            "run": np.arange(len(self)), "time": ("time", np.array(self.time), {"units": "s", "long_name": "Time"})
        }  # fmt: skip
        labels = {label.name: label.unit for label in self.dynamics.equations.parameters.labels}
        for name, values in self.parameters.items():
            coordinates[f"parameter:{name}"] = ("run", np.array(values), {"units": labels.get(name, "")})
        return xarray.Dataset(variables, coordinates, {"machine": self.dynamics.name})
