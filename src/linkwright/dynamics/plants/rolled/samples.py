"""Samples of a machine with many parts: energies and gaps by a loop, channels and poses when they are looked up."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property, partial
from typing import Any

import casadi as ca
import numpy as np

from linkwright import codegen
from linkwright.arrays import Array, Integers, read_only
from linkwright.dynamics.answers.record import Origin, SampleReadings, description_of, origin, picture_of
from linkwright.dynamics.machine import Values
from linkwright.dynamics.plants.rolled.bound import BoundLoops
from linkwright.dynamics.plants.rolled.loops.time_kernels import TimeKernels
from linkwright.dynamics.plants.rolled.readings import Named, Quantities
from linkwright.dynamics.system.readings import UNSURE, unwrap_angles
from linkwright.dynamics.system.system import Recent
from linkwright.equations import Equations
from linkwright.symbolic import quaternion_of
from linkwright.trajectory import Certificate, Channel, Outcome, Trajectory
from linkwright.trajectory.samples import Deferred, Lazy

CELLS, MOST_BLOCKS, MOST_FRAMES = 4_000_000, 6, 64
"""Numbers of a block of readings (32 MB), blocks kept, and functions of poses kept."""


def running(loops: BoundLoops) -> TimeKernels:
    """The loops that a run needs beside forward dynamics, made once for all parameter values."""
    rolled = loops.rolled
    found = rolled.engines.get("run")
    if found is None:
        found = rolled.engines["run"] = TimeKernels(rolled)
    assert isinstance(found, TimeKernels)
    return found


def run_library(loops: BoundLoops) -> codegen.Library:
    """Forward dynamics and what a run needs beside (see `TimeKernels`), compiled; without a time loop around it."""
    found = loops.rolled.engines.get("library")
    if found is None:
        run = running(loops)
        rolled = loops.rolled
        functions = {**rolled.functions, **run.functions}
        found = codegen.build(functions, [*rolled.loops, *run.loops], fours=rolled.fours)
        loops.rolled.engines["library"] = found
    assert isinstance(found, codegen.Library)
    return found


class Columns(Mapping[str, tuple[int, int, bool]]):
    """Channels of quantities by name: type, row, and whether it is the rate (a prime marks that of a position)."""

    def __init__(self, quantities: Quantities) -> None:
        self._quantities = quantities

    def __getitem__(self, name: str) -> tuple[int, int, bool]:
        """Return where the values of a channel are found."""
        place = self._quantities.place(name)
        if place is not None:
            return *place, self._quantities[place[0]].uses.type.z is None
        place = self._quantities.place(name[:-1]) if name.endswith("'") else None
        if place is None or self._quantities[place[0]].uses.type.z is None:
            raise KeyError(name)
        return *place, True

    def __iter__(self) -> Iterator[str]:
        """Iterate over the names, the rate after each position."""
        for group in self._quantities:
            if group.uses.type.z is None:
                yield from group.names
            else:
                for name in group.names:
                    yield name
                    yield name + "'"

    def __len__(self) -> int:
        """Return the number of channels."""
        return sum(len(group.names) * (1 if group.uses.type.z is None else 2) for group in self._quantities)


class Held(Mapping[str, Channel]):
    """Values of the inputs at samples (samples, inputs) by name; a channel is made when it is looked up."""

    def __init__(self, equations: Equations, U: Array) -> None:
        self._labels, self._places, self._values = equations.inputs, equations.input_places, U

    def __getitem__(self, name: str) -> Channel:
        """Return the channel of an input."""
        k = self._places[name]
        return Channel(self._values[:, k], self._labels[k].unit, self._labels[k].meaning)

    def __contains__(self, name: object) -> bool:
        """Whether an input has this name; no channel is made."""
        return name in self._places

    def __iter__(self) -> Iterator[str]:
        """Iterate over the names."""
        return iter(self._places)

    def __len__(self) -> int:
        """Return the number of inputs."""
        return len(self._places)


class Joined(Mapping[str, None]):
    """Names of several mappings one after another, each once; none of the mappings is walked through to look one up."""

    def __init__(self, *parts: Mapping[str, Any]) -> None:
        self._parts = parts

    def __getitem__(self, name: str) -> None:
        """Return nothing for a name that is known."""
        if name not in self:
            raise KeyError(name)

    def __contains__(self, name: object) -> bool:
        """Whether one of the mappings has the name."""
        return any(name in part for part in self._parts)

    def __iter__(self) -> Iterator[str]:
        """Iterate over the names."""
        for k, part in enumerate(self._parts):
            yield from (name for name in part if not any(name in before for before in self._parts[:k]))

    def __len__(self) -> int:
        """Return the number of names."""
        return sum(1 for _ in self)


class RolledReadings(SampleReadings):
    """Quantities, energies, gaps and poses at samples; channels and poses are read when they are looked up."""

    def __init__(self, values: Values, loops: BoundLoops, time: Array, Q: Array, V: Array, U: Array) -> None:
        self.values, self.loops, self.time, self.Q, self.V, self.U = values, loops, time, Q, V, U
        self.columns = Columns(loops.readings)
        self._blocks, self._frames = Recent(MOST_BLOCKS), Recent(MOST_FRAMES)

    @cached_property
    def _samples(self) -> Array:
        """Kinetic and potential energy, and the largest gaps of positions and speeds: (samples, 4)."""
        call, result = run_library(self.loops).loop("sample"), np.zeros((len(self.time), 4))
        I, R = running(self.loops).arrays(self.loops.bound)
        u = np.zeros(max(self.U.shape[1], 1))
        for k in range(len(self.time)):
            u[: self.U.shape[1]] = self.U[k]
            call(I, R, self.time[k : k + 1].copy(), self.Q[k].copy(), self.V[k].copy(), u, result[k])
        return result

    @property
    def energies(self) -> Array:
        """Kinetic and potential energy (J), (samples, 2)."""
        return self._samples[:, :2]

    @property
    def g(self) -> Array:
        """Largest gap of the positions at each sample."""
        return self._samples[:, 2]

    @property
    def phi(self) -> Array:
        """Largest residual of the speeds at each sample."""
        return self._samples[:, 3]

    @property
    def poses(self) -> Lazy[Array]:
        """Positions and quaternions of all bodies by name."""
        return Lazy(self.loops.rolled.record.all_bodies, self.pose)

    def trajectory(
        self,
        *,
        outcome: Outcome,
        certificate: Certificate | Deferred[Certificate],
        extra: Mapping[str, Channel],
        provenance: Deferred[dict[str, Any]],
        link: Callable[[], Callable[[], SampleReadings]],
        picture: str = "",
    ) -> Trajectory:
        """The samples as a trajectory."""
        readings = link()
        values = Origin(self.values.equations, self.values.join, self.values.given, self.values.p)
        given = dict(extra)
        given["energy.kinetic"] = Channel(self.energies[:, 0], "J", "kinetic energy, with that of currents")
        given["energy.potential"] = Channel(self.energies[:, 1], "J", "potential energy")
        inputs = Held(self.values.equations, self.U)
        poses = Lazy(self.loops.rolled.record.all_bodies, partial(_pose, readings))
        return Trajectory(
            self.time,
            Lazy(Joined(self.columns, given, inputs), partial(_channel, given, inputs, readings)),
            poses,
            outcome=outcome,
            certificate=certificate,  # type: ignore[arg-type]  # a deferred one is made when it is first read
            provenance=Deferred(lambda: origin(values) | provenance.value),  # type: ignore[arg-type]
            description=description_of(self.values.equations),  # type: ignore[arg-type]
            picture=picture_of(values, poses) or picture,  # type: ignore[arg-type]
        )

    def _values(self, index: Array) -> Array:
        """Some of Z at every sample, (samples, entries); neighbours are read with them and kept for the next question.

        One pass over the samples costs the same for one entry and for all of them: a file of all channels would take a
        pass for each, and so the square of the number of parts.
        """
        result, width = np.zeros((len(self.time), len(index))), max(256, CELLS // len(self.time))
        still = index < self.loops.rolled.starts["t"]
        result[:, still] = self.loops.p[index[still]]
        for number in np.unique(index[~still] // width).tolist():
            block = self._blocks.get(number)
            if block is None:
                block = self._blocks[number] = self._read(slice(number * width, (number + 1) * width))
            here = ~still & (index // width == number)
            result[:, here] = block[:, index[here] - number * width]
        return result

    def _read(self, columns: slice) -> Array:
        """Neighbouring entries of Z at every sample."""
        rolled = self.loops.rolled
        loop, work = rolled.library.loop("readings"), rolled.copy(self.loops.bound)
        Z, idle = work[rolled.places["Z"]], np.zeros(rolled.record.sizes["u"])
        result = np.zeros((len(self.time), len(Z[columns])))
        for k in range(len(self.time)):
            loop(rolled.I, work, self.time[k : k + 1].copy(), self.Q[k].copy(), self.V[k].copy(), idle)
            result[k] = Z[columns]
        return result

    def channel(self, name: str) -> Channel:
        """One quantity, or its rate."""
        kind, row, rate = self.columns[name]
        group = self.loops.readings[kind]
        quantity = group.uses.type
        values = self._directly(group, row, rate=rate)
        if values is None:
            count, function = len(self.time), group.function
            inside = self._values(function.index[row]).T if function.count else np.zeros((0, count))
            values = np.asarray(function.kernel.map(count)(inside))[int(rate)]
        named = f"rate of {name.removesuffix(chr(39))}" if rate and quantity.z is not None else quantity.label.meaning
        if not rate and quantity.wraps:
            rates = self.channel(name + "'").values
            whole, sure = unwrap_angles(self.time, values[:, None], rates[:, None])
            values, named = whole[:, 0], named if sure[0] else f"{named}; {UNSURE['samples']}"
        return Channel(values.copy(), quantity.rate_unit if rate else quantity.label.unit, named)

    def _directly(self, group: Named, row: int, *, rate: bool) -> Array | None:
        """Values of a coordinate or speed of its own; None for what must be computed."""
        place = group.uses.type.place
        if place is None or place[rate] < 0:
            return None
        index = (group.uses.v if rate else group.uses.q)[row, place[rate]]
        column = self._own[int(rate)][index]
        return None if column < 0 else (self.V if rate else self.Q)[:, column]

    @cached_property
    def _own(self) -> list[Integers]:
        """Places of the record's coordinates and speeds among those of the machine, -1 for what is none of its own."""
        rolled, found = self.loops.rolled, []
        for kind, own in (("q", rolled.q_dst), ("v", rolled.v_dst)):
            found.append(np.full(rolled.record.sizes[kind], -1, dtype=np.int64))
            found[-1][own] = np.arange(len(own))
        return found

    def pose(self, name: str) -> Array:
        """Position and quaternion of a body."""
        rolled = self.loops.rolled
        ref = rolled.record.all_bodies[name]
        block, frame = ref.block, ref.block.type.frames[ref.key]
        local, key = block.type.local, (id(block.type), ref.key)
        function = self._frames.get(key)
        if function is None:
            R, p = (local.at_rest(ca.SX(part)) for part in (frame.R, frame.p))
            function = ca.Function("pose", [local.q, local.p], [ca.densify(ca.vertcat(ca.vec(ca.densify(R)), p))])
            self._frames[key] = function
        start = rolled.starts["q"] + block.q
        inside = self._values(np.arange(start, start + local.q.numel()))
        p_own = np.repeat(self.loops.p[block.parameters][:, None], len(self.time), axis=1)
        part = np.asarray(function.map(len(self.time))(inside.T, p_own)).T
        quaternion = quaternion_of(part[:, :9].reshape(-1, 3, 3).swapaxes(-1, -2))
        flips = np.sum(quaternion[1:] * quaternion[:-1], axis=-1) < 0
        quaternion[1:] *= np.where(np.cumsum(flips) % 2, -1.0, 1.0)[:, None]
        return read_only(np.concatenate([part[:, 9:], quaternion], axis=-1))


def _channel(
    given: Mapping[str, Channel], inputs: Mapping[str, Channel], readings: Callable[[], SampleReadings], name: str
) -> Channel:
    return given[name] if name in given else inputs[name] if name in inputs else readings().channel(name)


def _pose(readings: Callable[[], SampleReadings], name: str) -> Array:
    return readings().poses[name]
