"""One hyperperiod of a closed loop as a product of linear maps: at instants, and between them.

States are those of the machine and the memory of the blocks, as deviations from a steady state. At an instant outputs
whose delay is over are released, the machine is read, and the due blocks run, each by its slopes; between instants the
machine moves under inputs that are held, exactly.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np

from linkwright.analysis.linear.lifted.blocks import BlockPlace, Slopes, block_places
from linkwright.analysis.linear.lifted.plant import LinearPlant
from linkwright.arrays import Array
from linkwright.closed_loop import Program
from linkwright.closed_loop.measurements import ACCELERATION, POSITION, SPEED, Measurement
from linkwright.closed_loop.wiring import Reference, Source
from linkwright.control import Port

ORDERS = {POSITION: 0, SPEED: 1, ACCELERATION: 2}


@dataclass(frozen=True, eq=False)
class Excitation:
    """An input of the linear model: a reference, an input of the machine, an effort, or what is added to an output.

    `reference` and `signal` are names; `input` (inputs of the machine) and `effort` (quantities) are columns.
    """

    reference: str = ""
    signal: str = ""
    input: Array | None = None
    effort: Array | None = None


@dataclass(frozen=True, eq=False)
class Moment:
    """What is due at a time of the hyperperiod: slopes of the blocks that run, groups that are released."""

    at: Fraction
    released: tuple[int, ...]
    computed: tuple[int, ...]
    slopes: Mapping[str, Slopes]

    @cached_property
    def key(self) -> tuple[object, ...]:
        """Equal for moments at which the same happens."""
        return self.released, self.computed, tuple(id(each) for each in self.slopes.values())


@dataclass(frozen=True, eq=False)
class InstantMap:
    """x+ = J x + E e at an instant, what is read of it, y = R x + S e, and of cut signals z = Y x + Z e.

    The first columns of e are excitations, the others what takes the place of cut signals that change here; `cuts` are
    their numbers.
    """

    J: Array
    E: Array
    R: Array
    S: Array
    Y: Array
    Z: Array
    cuts: tuple[int, ...]


class Cycle:
    """The maps of one hyperperiod of a loop."""

    def __init__(self, program: Program, plant: LinearPlant, moments: Sequence[dict[str, Slopes]]) -> None:
        self.program, self.plant = program, plant
        schedule = program.schedule
        self.period = schedule.length * schedule.unit
        self.moments = tuple(
            Moment(instant.at * schedule.unit, instant.released, instant.computed, slopes)
            for instant, slopes in zip(schedule.instants, moments, strict=True)
        )
        self.machine = len(plant.states)
        self.size = self.machine + program.size
        self.groups = [block_places(program, group) for group in program.groups]
        self.order = sorted(range(len(self.groups)), key=lambda k: (program.groups[k].level, k))
        self._holds: dict[Fraction, tuple[Array, Array]] = {}
        commands = program.wiring.commands
        self.commanded = [plant.inputs.index(name) for name in commands]
        self.held = [self.machine + program.signals[str(port)].held_place for port in commands.values()]

    @property
    def fastest(self) -> tuple[Fraction, Fraction]:
        """Period and phase of the clock that ticks most often, at whose instants signals are read."""
        clock = min((each.clock for each in self.program.wiring.blocks.values()), key=lambda each: each.period)
        return clock.period, clock.phase

    def read_at(self, share: int = 1) -> list[Fraction]:
        """Times in the hyperperiod at which signals are read, `share` times as often as the fastest clock ticks."""
        period, phase = self.fastest
        step = period / share
        first = phase % step
        return [first + k * step for k in range(int(self.period / step))]

    def hold(self, span: Fraction) -> tuple[Array, Array]:
        """Exact map of the machine over a time in which inputs are held, one for each different time."""
        if span not in self._holds:
            self._holds[span] = self.plant.hold(float(span))
        return self._holds[span]

    def gap(self, span: Fraction) -> Array:
        """The same as a map (n, n) of all states."""
        found = np.eye(self.size)
        first, second = self.hold(span)
        found[: self.machine, : self.machine] = first
        for column, place in zip(self.commanded, self.held, strict=True):
            found[: self.machine, place] += second[:, column]
        return found

    # -- an instant --------------------------------------------------------------------------------------------------

    def instant(
        self,
        moment: Moment,
        excitations: Sequence[Excitation] = (),
        outputs: Sequence[str] = (),
        cuts: Sequence[str] = (),
    ) -> InstantMap:
        """The map of what is due at a moment, with what is read of it, and signals cut."""
        return _InstantBuilder(self, moment, excitations, cuts).build(outputs)


class _InstantBuilder:
    """Rows of all states over the columns (states before, excitations, cut signals), changed block by block."""

    def __init__(self, cycle: Cycle, moment: Moment, excitations: Sequence[Excitation], cuts: Sequence[str]) -> None:
        self.cycle, self.moment = cycle, moment
        program, plant = cycle.program, cycle.plant
        self.n, count = cycle.size, len(excitations)
        held = {program.signals[name].held_place: number for number, name in enumerate(cuts)}
        acting = self._acting()
        self.cuts = {place: held[place] for place in acting if place in held}
        self.columns = self.n + count + len(self.cuts)
        self.X = np.zeros((self.n, self.columns))
        self.X[:, : self.n] = np.eye(self.n)
        self.cut_rows: dict[int, Array] = {}
        self.cut_columns = {place: self.n + count + k for k, place in enumerate(self.cuts)}
        self.references: dict[str, Array] = {}
        self.added: dict[int, Array] = {}
        # Inputs of the machine that nobody commands, and efforts.
        self.free = np.zeros((len(plant.inputs), self.columns))
        self.efforts = np.zeros((plant.E.shape[1], self.columns))
        for k, each in enumerate(excitations):
            unit = np.zeros(self.columns)
            unit[self.n + k] = 1.0
            if each.reference:
                self.references[each.reference] = unit
            if each.signal:
                self.added[program.signals[each.signal].held_place] = unit
            if each.input is not None:
                self.free += np.outer(each.input, unit)
            if each.effort is not None:
                self.efforts += np.outer(each.effort, unit)

    def _acting(self) -> list[int]:
        """Places of held outputs that change at this moment."""
        groups, found = self.cycle.groups, []
        for number in self.moment.released:
            found += [place for block in groups[number] for place in block.held]
        for number in self.moment.computed:
            found += [place for block in groups[number] if not block.waiting for place in block.held]
        return found

    def build(self, outputs: Sequence[str]) -> InstantMap:
        cycle, moment = self.cycle, self.moment
        machine = cycle.machine
        for number in moment.released:
            for block in cycle.groups[number]:
                for held, oldest in zip(block.held, block.waiting[-1], strict=True):
                    self._let_act(held, self.X[machine + oldest].copy())
        # Readings of the machine are those with the commands that act now; what is computed below changes none.
        self.u = self.free.copy()
        for column, place in zip(cycle.commanded, cycle.held, strict=True):
            self.u[column] += self.X[place]
        due = set(moment.computed)
        for number in cycle.order:
            if number in due:
                for block in cycle.groups[number]:
                    self._run(block, moment.slopes[block.name])
        rows = np.array([self._read(name) for name in outputs]).reshape(len(outputs), self.columns)
        cut = np.array([self.cut_rows[place] for place in self.cuts]).reshape(len(self.cuts), self.columns)
        n = self.n
        X = self.X
        return InstantMap(
            X[:, :n], X[:, n:], rows[:, :n], rows[:, n:], cut[:, :n], cut[:, n:], tuple(self.cuts.values())
        )

    def _run(self, block: BlockPlace, slopes: Slopes) -> None:
        machine, X = self.cycle.machine, self.X
        states = [machine + k for k in block.states]
        u = np.array([self._source(source) for source in block.sources]).reshape(len(block.sources), self.columns)
        x = X[states]
        X[states] = slopes.A @ x + slopes.B @ u
        y = slopes.C @ x + slopes.D @ u
        if not block.waiting:
            for place, row in zip(block.held, y, strict=True):
                self._let_act(place, row)
            return
        # Outputs that wait move on by one; the new ones are in front.
        for k in range(len(block.waiting) - 1, 0, -1):
            X[[machine + place for place in block.waiting[k]]] = X[[machine + place for place in block.waiting[k - 1]]]
        X[[machine + place for place in block.waiting[0]]] = y

    def _let_act(self, held: int, row: Array) -> None:
        """Put an output where others read it; what takes the place of a cut one, and what is added to it."""
        if held in self.added:
            row = row + self.added[held]
        if held in self.cuts:
            self.cut_rows[held] = row
            row = np.zeros(self.columns)
            row[self.cut_columns[held]] = 1.0
        self.X[self.cycle.machine + held] = row

    def _source(self, source: Source) -> Array:
        if isinstance(source, Reference):
            return self.references.get(source.name, np.zeros(self.columns))
        if isinstance(source, Measurement):
            if source.kind in ORDERS:
                return self._quantity(source.number, ORDERS[source.kind])
            return np.asarray(self.u[source.number])
        assert isinstance(source, Port)
        return np.asarray(self.X[self.cycle.machine + self.cycle.program.signals[str(source)].held_place])

    def _quantity(self, number: int, order: int) -> Array:
        plant = self.cycle.plant
        row = plant.C[number, order] @ self.X[: self.cycle.machine]
        return np.asarray(row + plant.D[number, order] @ self.u + plant.F[number, order] @ self.efforts)

    def _read(self, name: str) -> Array:
        """A signal as it is read here: outputs of blocks after all have run."""
        program, plant = self.cycle.program, self.cycle.plant
        if name in program.signals:
            return np.asarray(self.X[self.cycle.machine + program.signals[name].held_place])
        if name in plant.names:
            return self._quantity(*plant.names[name])
        return np.asarray(self.u[plant.inputs.index(name)])
