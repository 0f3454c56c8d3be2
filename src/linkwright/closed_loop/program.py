"""What runs at instants: blocks in groups, each a function that is compiled, and the memory that they share.

Blocks that are always due together, and need nothing in between, form a group and are one function. At an instant the
groups that are due run one after the other, producers before consumers; a group that is not due costs nothing. The
memory of a group is, one after another, the states of its blocks, its results that wait for their delay (the latest
first), and the outputs that are held. Groups read held outputs of others there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import isfinite

import casadi as ca
import numpy as np

from linkwright import codegen
from linkwright.arrays import Array
from linkwright.closed_loop.measurements import ACCELERATION, Measurement, Reading
from linkwright.closed_loop.wiring import Reference, Source, Wiring, feeds_at_once
from linkwright.control import Clock, Port, Schedule
from linkwright.dynamics.system import System, call_function
from linkwright.symbolic import Label


@dataclass(frozen=True)
class OutputSignal:
    """An output of a block: its label, clock, group, column in the group's outputs, place where it is held."""

    label: Label
    clock: Clock
    group: int
    column: int
    held_place: int


@dataclass(frozen=True)
class Group:
    """Blocks that are due together, in order, and where their numbers are in the memory."""

    number: int
    level: int
    clock: Clock
    blocks: tuple[str, ...]
    compiled: bool
    quantizes: bool
    reads_accelerations: bool
    reads_references: bool
    base: int
    states: int
    outputs: int

    @property
    def held_place(self) -> int:
        """First place of the held outputs."""
        return self.base + self.states + self.clock.pending * self.outputs

    @property
    def size(self) -> int:
        """Numbers in the memory."""
        return self.states + (self.clock.pending + 1) * self.outputs

    @property
    def name(self) -> str:
        """Name of its function."""
        return f"control_{self.number}"


class StepError(ValueError):
    """A user's function of a block failed, or did not give numbers; the message says which and when."""


class Program:
    """Groups, memory and functions of a wiring; nothing in it depends on values of gains."""

    def __init__(self, wiring: Wiring, system: System) -> None:
        self.wiring, self.system = wiring, system
        self.groups = _groups(wiring)
        self.schedule = Schedule.of([group.clock for group in self.groups])
        self.size = sum(group.size for group in self.groups)
        self.signals = self._signals()
        self.gains = tuple(
            (Label(f"{name}.{gain.name}", wiring.units[f"{name}.{gain.name}"], gain.meaning), gain.value)
            for name in wiring.blocks
            for gain in wiring.blocks[name].block.parameters
        )

    def _signals(self) -> dict[str, OutputSignal]:
        found = {}
        for group in self.groups:
            column = 0
            for name in group.blocks:
                for signal in self.wiring.blocks[name].block.outputs:
                    full = f"{name}.{signal.name}"
                    label = Label(full, self.wiring.units[full], signal.meaning)
                    found[full] = OutputSignal(label, group.clock, group.number, column, group.held_place + column)
                    column += 1
        return {full: found[full] for full in (str(port) for port in self._output_ports())}

    def _output_ports(self) -> list[Port]:
        blocks = self.wiring.blocks
        return [Port(name, signal.name) for name in blocks for signal in blocks[name].block.outputs]

    @property
    def interpreted(self) -> bool:
        """Whether some block is a Python function."""
        return any(not group.compiled for group in self.groups)

    @property
    def has_own_signals(self) -> bool:
        """Whether a block may make signals of its own: it has no inputs, reads the time, or is a Python function."""
        return (
            self.interpreted
            or any(not each.block.inputs for each in self.wiring.blocks.values())
            or any(function.jac_sparsity(0, 0).nnz() for function in self.functions.values())
        )

    def start(self) -> Array:
        """Memory at the start of a run."""
        memory = np.zeros(self.size)
        for group in self.groups:
            blocks = [self.wiring.blocks[name] for name in group.blocks]
            states = [signal.initial for each in blocks for signal in each.block.state]
            held = [value for each in blocks for value in each.initial]
            memory[group.base : group.base + group.size] = [*states, *(held * (group.clock.pending + 1))]
        return memory

    # -- functions -------------------------------------------------------------------------------------------------

    @cached_property
    def _symbols(self) -> _Symbols:
        return _Symbols(self)

    @property
    def reading(self) -> Reading:
        """Expressions of the machine that blocks read."""
        return self._symbols.reading

    def counters(self, group: Group) -> set[int]:
        """States of a group, by number, that count instants."""
        found, first = set(), 0
        for name in group.blocks:
            block = self.wiring.blocks[name].block
            found |= {first + k for k, signal in enumerate(block.state) if signal.name in block.counters}
            first += len(block.state)
        return found

    def function(self, group: Group, *, linear: bool = False) -> ca.Function:
        """(t, y, dy, u, r, p, g, memory) -> states after the instant and outputs, of a group that is compiled.

        With `linear` of its blocks that quantize what they do on average.

        y = (q, v, integrals) and its slope dy, inputs u of the machine that were held until now, references r, values p
        of the machine's parameters and g of the gains.
        """
        symbols = self._symbols
        fresh: dict[Port, ca.SX] = {}
        states, outputs = [], []
        at = group.base
        for name in group.blocks:
            block = self.wiring.blocks[name].block
            x = [symbols.memory[at + k] for k in range(len(block.state))]
            at += len(block.state)
            u = [symbols.value(self, source, fresh) for source in self._sources(name)]
            T = float(group.clock.period)
            step = block.linear_step if linear else block.step
            found, after = step(x, self.system.t, u, symbols.gains_of(name), T)
            fresh |= {Port(name, each.name): ca.SX(value) for each, value in zip(block.outputs, found, strict=True)}
            outputs += [ca.SX(value) for value in found]
            states += [ca.SX(value) for value in after]
        return symbols.function(group.name, [*states, *outputs])

    def inputs_function(self, name: str) -> ca.Function:
        """The inputs of a block, from the same arguments, as they are before its group has run."""
        symbols = self._symbols
        return symbols.function("inputs", [symbols.value(self, source, {}) for source in self._sources(name)])

    def _sources(self, name: str) -> list[Source]:
        block = self.wiring.blocks[name].block
        return [self.wiring.sources[Port(name, label.name)] for label in block.inputs]

    @cached_property
    def functions(self) -> dict[str, ca.Function]:
        """Functions of the groups by name; of those that are Python functions, what reads their inputs."""
        return {
            group.name: self.function(group) if group.compiled else self.inputs_function(group.blocks[0])
            for group in self.groups
        }

    @cached_property
    def library(self) -> codegen.Library:
        """The same as compiled code."""
        return codegen.build(self.functions)

    def callables(self, *, compiled: bool) -> dict[str, Callable[..., object]]:
        """Groups as Python functions that write into their last argument; those of Python blocks only, or all."""
        found: dict[str, Callable[..., object]] = {}
        for group in self.groups:
            if not group.compiled:
                found[group.name] = self._python(group)
            elif compiled:
                found[group.name] = _evaluator(self.functions[group.name])
        return found

    def _python(self, group: Group) -> Callable[..., object]:
        """A group of one Python block: its inputs are read, its function is called."""
        (name,) = group.blocks
        block, read = self.wiring.blocks[name].block, self.library.kernel(group.name, check=False)
        u, count, period = np.zeros(len(block.inputs)), len(block.state), float(group.clock.period)
        first = self._symbols.first_gain[name]
        gains = slice(first, first + len(block.parameters))

        def control(moment: Array, *others: Array) -> None:
            g, memory, results = others[-3:]
            read(moment, *others[:-1], u)
            x = memory[group.base : group.base + count]
            try:
                outputs, after = block.step(x.tolist(), float(moment[0]), u.tolist(), g[gains].tolist(), period)
            except Exception as error:  # a user's function may raise anything; the run says so and keeps what it has
                shown = ", ".join(f"{label.name} = {value:.9g}" for label, value in zip(block.inputs, u, strict=True))
                msg = f"{name} failed at t = {float(moment[0]):.9g} s with {shown}: {type(error).__name__}: {error}"
                raise StepError(msg) from error
            results[:count], results[count : count + len(outputs)] = after, outputs

        return control

    def not_finite(self, group: Group, arguments: Sequence[Array], results: Array) -> tuple[str, str]:
        """Which output of a group is not a finite number, with the inputs of its block, and what to do, in words."""
        at = group.states
        for name in group.blocks:
            block = self.wiring.blocks[name].block
            values = results[at : at + len(block.outputs)]
            at += len(block.outputs)
            wrong = [
                f"{name}.{signal.name} = {value:g}"
                for signal, value in zip(block.outputs, values, strict=True)
                if not isfinite(value)
            ]
            if wrong:
                u = np.zeros(len(block.inputs))
                _evaluator(self.inputs_function(name))(*arguments, u)
                units = (self.wiring.units[f"{name}.{label.name}"] for label in block.inputs)
                read = [
                    f"{label.name} = {value:.9g} {own}".rstrip()
                    for label, value, own in zip(block.inputs, u, units, strict=True)
                ]
                return f"{', '.join(wrong)} is not a finite number, from {', '.join(read) or 'no inputs'}", block.remedy
        return "a state of a block is not a finite number", "look at the states of its blocks"


class _Symbols:
    """Symbols of all functions of a program."""

    def __init__(self, program: Program) -> None:
        system = program.system
        self.reading = Reading(system)
        self.numbers = {label.name: k for k, label in enumerate(program.wiring.references)}
        self.references = ca.SX.sym("r", len(self.numbers))
        self.gains = ca.SX.sym("g", len(program.gains))
        self.memory = ca.SX.sym("memory", program.size)
        self.arguments = [
            system.t, self.reading.y, self.reading.dy, system.u, self.references, system.p, self.gains, self.memory,
        ]  # fmt: skip
        self.first_gain: dict[str, int] = {}
        count = 0
        for name, each in program.wiring.blocks.items():
            self.first_gain[name] = count
            count += len(each.block.parameters)
        self._counts = {name: len(each.block.parameters) for name, each in program.wiring.blocks.items()}

    def gains_of(self, name: str) -> list[ca.SX]:
        """Gains of a block."""
        first = self.first_gain[name]
        return [self.gains[k] for k in range(first, first + self._counts[name])]

    def value(self, program: Program, source: Source, fresh: Mapping[Port, ca.SX]) -> ca.SX:
        """What an input is: computed in the same group just now, held, measured, or given from outside."""
        if isinstance(source, Reference):
            return self.references[self.numbers[source.name]]
        if isinstance(source, Measurement):
            return self.reading.expression(source)
        sampled = program.wiring.blocks[source.block]
        if source in fresh and not sampled.clock.delay:
            return fresh[source]
        return self.memory[program.signals[str(source)].held_place]

    def function(self, name: str, results: Sequence[ca.SX]) -> ca.Function:
        """A function of all arguments with one column of results."""
        return ca.Function(name, self.arguments, [ca.densify(ca.vertcat(ca.SX(0, 1), *results))])


def _groups(wiring: Wiring) -> tuple[Group, ...]:
    """Blocks of one clock whose inputs, as far as they come at once, come from each other or from lower levels."""
    blocks, level, alone = wiring.blocks, dict[str, int](), dict[str, bool]()
    for name in wiring.order:
        block = blocks[name].block
        alone[name] = not block.compiled or block.quantizes
        level[name] = 0
        for label in block.inputs:
            source = wiring.sources[Port(name, label.name)]
            if isinstance(source, Port) and feeds_at_once(blocks[source.block], blocks[name]):
                other = source.block
                apart = alone[name] or alone[other] or blocks[other].clock != blocks[name].clock
                level[name] = max(level[name], level[other] + (1 if apart else 0))
    members: dict[tuple[int, Clock, str], list[str]] = {}
    for name in wiring.order:
        members.setdefault((level[name], blocks[name].clock, name if alone[name] else ""), []).append(name)
    found: list[Group] = []
    base = 0
    for (height, clock, _), names in sorted(members.items(), key=lambda item: item[0][0]):
        own = [blocks[name].block for name in names]
        sources = [wiring.sources[Port(name, label.name)] for name in names for label in blocks[name].block.inputs]
        made = Group(
            len(found), height, clock, tuple(names), all(block.compiled for block in own),
            any(block.quantizes for block in own),
            any(isinstance(source, Measurement) and source.kind == ACCELERATION for source in sources),
            any(isinstance(source, Reference) for source in sources), base,
            sum(len(block.state) for block in own), sum(len(block.outputs) for block in own),
        )  # fmt: skip
        found.append(made)
        base += made.size
    return tuple(found)


def _evaluator(function: ca.Function) -> Callable[..., object]:
    """A function as one that writes into its last argument; arrays may be longer than it needs."""
    sizes = [function.numel_in(k) for k in range(function.n_in())]

    def call(*arrays: Array) -> None:
        given = [array[:size] for array, size in zip(arrays, sizes, strict=False)]
        found = call_function(function, *given)[0].ravel()
        arrays[-1][: found.size] = found

    return call
