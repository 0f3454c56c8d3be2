"""Slopes of the blocks of a closed loop at a steady state: exact Jacobians of their steps, instant by instant."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from weakref import WeakKeyDictionary

import casadi as ca
import numpy as np

from linkwright.arrays import Array
from linkwright.closed_loop import ClosedLoop, Group, LoopState, Program
from linkwright.closed_loop.measurements import ACCELERATION, Measurement
from linkwright.closed_loop.wiring import Reference, Source
from linkwright.control import Block, Port
from linkwright.control.schedule import Instant
from linkwright.dynamics.system import call_function
from linkwright.faults import Faults

STAYS = 1e-7
"""Change of a block's memory at an instant, over 1 and its size, that is none: what solving for a steady state leaves,
times what integrals make of it."""
AT_LIMIT = 1e-9
"""Distance of an output from a limit, over 1 and the limit, that is none."""
CONVERGED = 1e-25
"""Slope that is none: Newton steps of a block that have converged leave a power of rounding."""
SAME_SLOPES = 1e-12
"""Share by which slopes may differ from one hyperperiod to the next."""


@dataclass(frozen=True, eq=False)
class Slopes:
    """Outputs and next state of a block by its state and inputs: y = C x + D u, x+ = A x + B u."""

    A: Array
    B: Array
    C: Array
    D: Array

    def near(self, other: Slopes) -> bool:
        """Whether they are the same but for rounding."""
        pairs = zip((self.A, self.B, self.C, self.D), (other.A, other.B, other.C, other.D), strict=True)
        return all(np.allclose(one, two, rtol=SAME_SLOPES, atol=SAME_SLOPES) for one, two in pairs)


@dataclass(frozen=True, eq=False)
class BlockPlace:
    """A block in the memory of a program: places of its states, of waiting outputs (the latest first), of held ones."""

    name: str
    block: Block
    period: float
    sources: tuple[Source, ...]
    states: tuple[int, ...]
    waiting: tuple[tuple[int, ...], ...]
    held: tuple[int, ...]


def block_places(program: Program, group: Group) -> tuple[BlockPlace, ...]:
    """Blocks of a group, in their order."""
    found, state, column = [], group.base, 0
    first = group.base + group.states
    for name in group.blocks:
        block = program.wiring.blocks[name].block
        count = len(block.outputs)
        rows = [
            tuple(range(first + j * group.outputs + column, first + j * group.outputs + column + count))
            for j in range(group.clock.pending + 1)
        ]
        states = tuple(range(state, state + len(block.state)))
        sources = tuple(program.wiring.sources[Port(name, label.name)] for label in block.inputs)
        found.append(BlockPlace(name, block, float(group.clock.period), sources, states, tuple(rows[:-1]), rows[-1]))
        state += len(block.state)
        column += count
    return tuple(found)


_FUNCTIONS: WeakKeyDictionary[Program, dict[tuple[int, float], tuple[ca.Function, bool]]] = WeakKeyDictionary()
"""Functions of blocks of programs, by the block (which the program keeps) and its period."""


class BlockLinearizer:
    """Slopes of blocks along the steady run of a loop, each different place of which is evaluated once."""

    def __init__(self, loop: ClosedLoop, state: LoopState) -> None:
        self.loop, self.state, self.program = loop, state, loop.program
        self.groups = [block_places(self.program, group) for group in self.program.groups]
        self.order = sorted(range(len(self.groups)), key=lambda k: (self.program.groups[k].level, k))
        self._functions = _FUNCTIONS.setdefault(self.program, {})
        self._known: dict[tuple[object, ...], tuple[Slopes, Array, Array]] = {}
        self._gains = loop.gains
        self._limits: dict[str, str] = {}
        self._moves: dict[str, str] = {}

    def hyperperiod(self) -> list[dict[str, Slopes]]:
        """Slopes of the blocks that are due at each instant of a hyperperiod."""
        memory = np.array(self.state.memory)
        schedule = self.program.schedule
        found: list[list[dict[str, Slopes]]] = []
        # Values that are new every so often have come once before the hyperperiod that counts; the next must be alike.
        for number in range(3):
            rounds = []
            for place, instant in enumerate(schedule.instants):
                rounds.append(self._instant(memory, schedule.time(number, place), instant))
            found.append(rounds)
            if not self._timed:
                break
        faults = Faults("linearize")
        for words in (*self._limits.values(), *self._moves.values()):
            faults.add(words)
        if len(found) == 3:
            others = {
                name
                for one, two in zip(found[1], found[2], strict=True)
                for name in one
                if not one[name].near(two[name])
            }
            span = float(schedule.length * schedule.unit)
            for name in sorted(others):
                faults.add(
                    f"{name} changes with time and does not repeat after the hyperperiod of {span:g} s; give its "
                    "period to a clock of the loop, or leave it out"
                )
        faults.stop()
        return found[1] if len(found) == 3 else found[0]

    @property
    def _timed(self) -> bool:
        return any(self._function(place)[1] for group in self.groups for place in group)

    def resting(self, moments: Sequence[Mapping[str, Slopes]]) -> set[int]:
        """Places of the memory that never change, whatever is read: counters, and what a block leaves as it is."""
        found = set()
        slopes: dict[str, dict[int, Slopes]] = {}
        for moment in moments:
            for name, each in moment.items():
                slopes.setdefault(name, {})[id(each)] = each
        for place in (place for group in self.groups for place in group):
            for k, at in enumerate(place.states):
                own = slopes[place.name].values()
                unit = np.eye(len(place.states))[k]
                if all(np.allclose(e.A[k], unit, rtol=0, atol=SAME_SLOPES) and not np.any(e.B[k]) for e in own):
                    found.add(at)
        return found

    def _instant(self, memory: Array, t: float, instant: Instant) -> dict[str, Slopes]:
        """Slopes of what is due; counters and what depends on time move on in the memory, all else rests."""
        found = {}
        due = set(instant.computed)
        for number in self.order:
            if number not in due:
                continue
            for place in self.groups[number]:
                found[place.name] = self._slopes(place, memory, t)
        return found

    def _slopes(self, place: BlockPlace, memory: Array, t: float) -> Slopes:
        function, timed = self._function(place)
        x, u = memory[list(place.states)], self._inputs(place, memory)
        key = (id(place.block), place.name, x.tobytes(), u.tobytes(), t if timed else 0.0)
        if key not in self._known:
            p = np.array([self._gains[f"{place.name}.{gain.name}"] for gain in place.block.parameters])
            values = call_function(function, x, t, u, p)
            cleaned = [np.where(np.abs(each) <= CONVERGED, 0.0, each) for each in values[2:]]
            self._known[key] = (Slopes(*cleaned), values[0].ravel(), values[1].ravel())
            self._check(place, memory, self._known[key][1:], timed=timed)
        slopes, _, after = self._known[key]
        counting = [k for k, signal in enumerate(place.block.state) if timed or signal.name in place.block.counters]
        for k in counting:
            memory[place.states[k]] = after[k]
        return slopes

    def _function(self, place: BlockPlace) -> tuple[ca.Function, bool]:
        """(x, t, u, p) -> outputs, next state, and the slopes of what is taken for linear; whether time matters."""
        key = (id(place.block), place.period)
        if key not in self._functions:
            block = place.block
            sizes = len(block.state), 1, len(block.inputs), len(block.parameters)
            x, t, u, p = (ca.SX.sym(name, size) for name, size in zip("xtup", sizes, strict=True))
            arguments = ca.vertsplit(x), t, ca.vertsplit(u), ca.vertsplit(p), place.period
            values = [_column(each) for each in block.step(*arguments)]
            own = type(block).linear_step is not Block.linear_step
            outputs, after = [_column(each) for each in block.linear_step(*arguments)] if own else values
            n, m = sizes[0], sizes[0] + sizes[2]
            whole = ca.jacobian(ca.vertcat(after, outputs), ca.vertcat(x, u))
            slopes = [whole[:n, :n], whole[:n, n:m], whole[n:, :n], whole[n:, n:m]]
            timed = bool(ca.depends_on(ca.veccat(*values, *([outputs, after] if own else [])), t))
            dense = [ca.densify(each) for each in (*values, *slopes)]
            self._functions[key] = ca.Function("slopes", [x, t, u, p], dense), timed
        return self._functions[key]

    def _inputs(self, place: BlockPlace, memory: Array) -> Array:
        """What a block reads at the steady state."""
        values = []
        for source in place.sources:
            if isinstance(source, Reference):
                values.append(self.state.inputs[source.name])
            elif isinstance(source, Measurement):
                values.append(self._measured(source))
            else:
                values.append(memory[self.program.signals[str(source)].held_place])
        return np.array(values, dtype=float)

    def _measured(self, source: Measurement) -> float:
        if source.kind == ACCELERATION:
            return 0.0
        values: Mapping[str, float] = {**self.state.inputs, **self.state.commands}
        return float(values[source.name]) if source.kind == "input" else float(self.state.state[source.name])

    def _check(self, place: BlockPlace, memory: Array, values: tuple[Array, Array], *, timed: bool) -> None:
        """Note outputs at their limits, and memory that does not rest."""
        outputs, after = values
        block, name = place.block, place.name
        for gain in block.parameters:
            limit = self._gains[f"{name}.{gain.name}"]
            if gain.name not in {"low", "high"}:
                continue
            for signal, value in zip(block.outputs, outputs, strict=True):
                if abs(value - limit) <= AT_LIMIT * (1 + abs(limit)):
                    self._limits[name] = (
                        f"{name}.{signal.name} = {value:.6g} is at its limit {gain.name} = {limit:.6g}, where it has "
                        "no slope; linearize at a state that needs less, or widen the limit"
                    )
        if block.counters or timed:
            return
        held = memory[list(place.held)] if not block.quantizes else outputs
        for signal, new, old in (
            *zip(block.outputs, outputs, held, strict=True),
            *zip(block.state, after, memory[list(place.states)], strict=True),
        ):
            if not abs(new - old) <= STAYS * (1 + abs(old)):
                self._moves[name] = (
                    f"the state is not steady: {name}.{signal.name} goes from {old:.6g} to {new:.6g} at its next "
                    "instant; closed_loop.steady_state(state) finds a start that rests"
                )


def _column(values: object) -> ca.SX:
    return ca.vertcat(ca.SX(0, 1), *values)  # type: ignore[misc]
