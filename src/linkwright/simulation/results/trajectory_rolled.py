"""From a run of a machine with many parts to its trajectory: channels and poses are read when they are asked for."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

import casadi as ca
import numpy as np

from linkwright.arrays import Array, read_only
from linkwright.dynamics.answers.record import description_of, origin
from linkwright.dynamics.plants.rolled.bound import BoundLoops
from linkwright.dynamics.plants.rolled.plant import RolledPlant
from linkwright.dynamics.plants.rolled.readings import Named
from linkwright.dynamics.plants.unrolled.recent import Recent
from linkwright.dynamics.system import readings as of_states
from linkwright.dynamics.system.unwrapping import UNSURE, unwrapped
from linkwright.equations import Uses
from linkwright.simulation.loop.engine_rolled import running
from linkwright.simulation.loop.run import SHARE
from linkwright.simulation.loop.run_rolled import RolledRun
from linkwright.simulation.recipe import Making
from linkwright.simulation.results.distance import Samples
from linkwright.simulation.results.energy_audit import GAP, SLIP, Tally
from linkwright.simulation.results.link import Description, Link, shelf
from linkwright.simulation.results.trajectory import energy_channels, judged_outcome, provenance, with_error
from linkwright.symbolic import quaternion_of
from linkwright.trajectory import Certificate, Channel, Outcome, Trajectory
from linkwright.trajectory.lazy import Deferred, Lazy
from linkwright.trajectory.verdict import judged


def trajectory_rolled(run: RolledRun, outcome: Outcome, asked: Mapping[str, Any], making: Making) -> Trajectory:
    """Everything computed so far as a trajectory with its certificate; `asked` are the settings of the run."""
    count = max(1, run.progress.sample)
    time, Y, U = run.times[:count], run.saved[:count], run.saved_inputs[:count, : run.nu]
    if count == 1 and not run.saved[0].any():
        Y = run.state.y[None]
    if (not outcome.finished or run.settings.nodes) and run.now > time[-1]:
        time, Y = np.append(time, run.now), np.vstack([Y, run.state.y])
        U = np.vstack([U, run.input_now()])
    Q, V, works, _ = (np.ascontiguousarray(x) for x in run.layout.split(Y))
    found = run.read(time, Q, V, U)
    energies, none, tally = found[:, :2], np.zeros((len(time), 0)), Tally()
    error = tally.add(time, of_states.Readings(none, none, found[:, 2], found[:, 3], energies, none), works)
    ended = judged_outcome(run, outcome, tally)
    given = dict(energy_channels(works, error))
    given["energy.kinetic"] = Channel(energies[:, 0], "J", "kinetic energy, with that of currents")
    given["energy.potential"] = Channel(energies[:, 1], "J", "potential energy")
    for k, label in enumerate(run.base.equations.inputs):
        given[label.name] = Channel(U[:, k], label.unit, label.meaning)
    readings = Readings(run.loops, time, Q, V)
    link = Link(shelf(run.base), readings, partial(_readings, Description.of(run.base), time, Q, V))
    samples = Samples(len(Y), lambda first, end: np.column_stack([time[first:end], Y[first:end]]))
    return Trajectory(
        time,
        Lazy((*readings.columns, *given), partial(_channel, given, link)),
        Lazy(tuple(run.loops.rolled.record.all_bodies), partial(_pose, link)),
        outcome=ended,
        certificate=Deferred(lambda: _certified(run, ended, tally, making, samples)),  # type: ignore[arg-type]
        provenance={**origin(run.base), **provenance(run, asked)},
        description=description_of(run.base.equations),  # type: ignore[arg-type]
    )


def _readings(machine: Description, time: Array, Q: Array, V: Array) -> Readings:
    plant = machine.compiled().plant
    assert isinstance(plant, RolledPlant)
    return Readings(plant.loops, time, Q, V)


def _channel(given: Mapping[str, Channel], link: Link[Readings], name: str) -> Channel:
    return given[name] if name in given else link.value.channel(name)


def _pose(link: Link[Readings], name: str) -> Array:
    return link.value.pose(name)


CELLS, MOST_BLOCKS, MOST_FRAMES = 4_000_000, 6, 64
"""Numbers of a block of readings (32 MB), blocks kept, and functions of poses kept."""


class Readings:
    """Quantities and poses at the samples of a run."""

    def __init__(self, loops: BoundLoops, time: Array, Q: Array, V: Array) -> None:
        self.loops, self.time, self.Q, self.V = loops, time, Q, V
        self.columns: dict[str, tuple[int, int, bool]] = {}
        for kind, group in enumerate(loops.readings):
            for row, name in enumerate(group.names):
                if group.uses.type.z is not None:
                    self.columns[name] = (kind, row, False)
                    self.columns[name + "'"] = (kind, row, True)
                else:
                    self.columns[name] = (kind, row, True)
        rolled = loops.rolled
        self._blocks, self._frames = Recent(MOST_BLOCKS), Recent(MOST_FRAMES)
        self._own = [{int(k): n for n, k in enumerate(dst)} for dst in (rolled.q_dst, rolled.v_dst)]

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
        loop, work = rolled.library.loop("readings"), self.loops.work.copy()
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
            whole, sure = unwrapped(self.time, values[:, None], rates[:, None])
            values, named = whole[:, 0], named if sure[0] else f"{named}; {UNSURE['samples']}"
        return Channel(values.copy(), quantity.rate_unit if rate else quantity.label.unit, named)

    def _directly(self, group: Named, row: int, *, rate: bool) -> Array | None:
        """Values of a coordinate or speed of its own; None for what must be computed."""
        place = group.uses.type.place
        if place is None or place[rate] < 0:
            return None
        index = (group.uses.v if rate else group.uses.q)[row, place[rate]]
        column = self._own[int(rate)].get(int(index))
        return None if column is None else (self.V if rate else self.Q)[:, column]

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


def _certified(run: RolledRun, outcome: Outcome, tally: Tally, making: Making, samples: Samples) -> Certificate:
    progress, fixed = run.progress, run.integrator.fixed_step
    tally.include(float(progress.largest_work))
    drift = tally.drift(progress.steps)
    tied = run.loops.rolled.ties is not None
    notes = list(run.notes)
    if tied:
        notes.append(
            "the rank margin of a machine of this size is not computed; the smallest pivot of its multipliers was "
            f"{run.smallest:.3g} of that at the reference configuration (0 at a singular configuration)"
        )
    if run.inputs.calls:
        notes.append("inputs given as Python functions run through a callback, slower than laws or expressions of lw.t")
    record = run.base.equations
    every: tuple[Uses[Any], ...] = (*record.loads, *record.ties)
    for uses in every:
        words = [words.partition("; ")[0] for _, words in uses.type.folds]
        notes += [f"{', '.join(uses.names)}: not watched in a machine of this size: {word}" for word in words]
    if tied and running(run.loops).moving:
        notes.append("moving constraints do work; it is part of the energy balance")
    certificate = Certificate(
        rtol=run.asked.rtol,
        atol=run.asked.atol,
        integrator=run.integrator.name,
        position_residual=float(tally.numbers[GAP]),
        velocity_residual=float(tally.numbers[SLIP]),
        energy_error=tally.energy_error,
        rank_margin=None if tied else 1.0,
        steps=progress.steps,
        rejected=progress.rejected,
        evaluations=progress.evaluations,
        choices=1,
        backend=run.backend,
        notes=tuple(notes),
        estimated_error=None if fixed else float(SHARE * run.asked.rtol * progress.errors),
        energy_drift=None if drift is None else drift[0],
        energy_growth=None if drift is None else drift[1],
        fixed_step=fixed or None,
    )
    return judged(outcome, with_error(certificate, run, outcome, making, samples))
