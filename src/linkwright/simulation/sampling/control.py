"""The control of a run: what the time loop is compiled with, and the records that it works on."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any
from weakref import WeakKeyDictionary

import casadi as ca
import numpy as np

from linkwright import codegen
from linkwright.arrays import Array, Integers
from linkwright.closed_loop import ClosedLoop, MotionReference, Program
from linkwright.control import Clock, Port, Schedule
from linkwright.dynamics import Dynamics
from linkwright.dynamics.system import Recent
from linkwright.faults import close_matches
from linkwright.laws import Law
from linkwright.simulation.inputs.inputs import Inputs, Laws, check_inputs, inputs_key, missing_words
from linkwright.simulation.sampling import growth, instants
from linkwright.simulation.sampling.signals import Signals, chosen_signals, quantized_groups
from linkwright.simulation.workspace import BEFORE, READING, Control, ControlState, SignalLog, Workspace
from linkwright.symbolic import Label, select_rows
from linkwright.symbolic.identity import digest_expressions
from linkwright.trajectory import Outcome

LOG_ROWS = 4096
"""Instants of a group that the time loop has room for, before what it logged is taken away."""
UNSTABLE_REMEDY = (
    "lower the gains, sample faster, or shorten the delays; of lw.analysis.linearize(closed_loop, "
    "closed_loop.steady_state(state)), instability_in_words() says which parts make it unstable, margins(at=signal) "
    "by how much"
)
SAME_ANSWERS = 1e-12
"""How near values of the same Python function are (relative)."""


@dataclass(frozen=True, eq=False)
class ControlTangents:
    """Functions of groups with their derivatives, what they were made from, and derivatives of gains (k, ng)."""

    library: codegen.Library
    key: Hashable
    gains: Array


@dataclass(frozen=True, eq=False)
class RunControl:
    """A closed loop in a run: references over its time, signals that are kept, what is said about others, its start.

    Blocks begin with `memory`, or with their initial states. A run with sensitivities gives `tangents`; then each list
    of numbers in the memory, and the gains, are followed by their derivatives.
    """

    loop: ClosedLoop
    references: Inputs
    signals: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    memory: Array | None = None
    tangents: ControlTangents | None = None

    @property
    def copies(self) -> int:
        """1 and the number of directions in which the run is differentiated."""
        return 1 if self.tangents is None else 1 + len(self.tangents.gains)

    @property
    def program(self) -> Program:
        """What runs at instants."""
        return self.loop.program

    @property
    def kept_groups(self) -> tuple[int, ...]:
        """Groups whose outputs are kept: of signals that are, and of encoders."""
        signals = self.program.signals
        wanted = {signals[name].group for name in self.signals} | {g.number for g in quantized_groups(self.program)}
        return tuple(sorted(wanted))

    @property
    def repeated_rows(self) -> dict[int, Array]:
        """Rows of outputs by group that take the place of computed ones: counts of another run."""
        counts, signals = self.loop.counts, self.program.signals
        found: dict[int, Array] = {}
        for group in quantized_groups(self.program):
            names = [name for name, signal in signals.items() if signal.group == group.number]
            if names and names[0] in counts:
                found[group.number] = np.column_stack([counts[name] for name in names])
        return found

    def repeating(self, rows: Signals) -> RunControl:
        """The same with the counts of another run, and without signals of its own.

        A run that measures the error of another takes the counts of its encoders, since one count more or less is no
        error of integration.
        """
        own = {group.number: rows.rows(group.number) for group in quantized_groups(self.program)}
        signals = self.program.signals.items()
        counts = {name: own[signal.group][:, signal.column] for name, signal in signals if signal.group in own}
        return replace(self, signals=(), loop=self.loop.with_counts(counts))

    def store(self) -> Signals:
        """Room for the signals of one run."""
        return Signals(self.program, self.kept_groups)

    # -- code --------------------------------------------------------------------------------------------------------

    @property
    def key(self) -> tuple[object, ...]:
        """What of it is written into code."""
        return (self.program, self.references.key, None if self.tangents is None else self.tangents.key)

    @property
    def in_python(self) -> bool:
        """Whether some instants are not compiled: a block, or a reference that is read, is a Python function."""
        return self.program.interpreted or bool(self.references.calls)

    def loops(self, *, compiled: bool) -> tuple[Callable[..., object], ...]:
        """Loops that do what is due at instants; compiled ones call no Python function."""
        return (*instants.LOOPS, _dispatch(self.program, compiled=compiled))

    @property
    def dispatch(self) -> codegen.LoopText:
        """The loop `compute_group`, which calls the function of a group by its number; compiled."""
        return _dispatch(self.program, compiled=True)

    @cached_property
    def library(self) -> codegen.Library:
        """References as compiled code."""
        return codegen.build({"references": self.references.kernel()})

    @property
    def libraries(self) -> tuple[codegen.Library, ...]:
        """Compiled functions that the loops call."""
        if self.tangents is None:
            return (self.program.library, self.library)
        return (self.tangents.library, self.library)

    def callables(self, *, compiled: bool) -> dict[str, Callable[..., object]]:
        """The same as Python functions: all, or those that cannot be compiled."""
        found = self.program.callables(compiled=compiled)
        if compiled or self.references.calls:
            found["references"] = self.references.callback
        return found

    # -- records -----------------------------------------------------------------------------------------------------

    def records(self, size: int, start: float, end: float) -> tuple[Control, ControlState]:
        """What the time loop works on, for a run from `start` to `end` (s) with states of this size."""
        program, schedule = self.program, self.program.schedule
        schedule.refuse_long(start, end)
        references, copies = self.references, self.copies
        plan = _plan(program, copies, called=bool(references.calls))
        hyperperiod, place = schedule.first(start)
        control = Control(
            **plan.fields,
            leave=1,
            gains=np.array(self.loop.g) if self.tangents is None else np.append(self.loop.g, self.tangents.gains),
            references=np.zeros(len(references.labels)),
            reference_ends=np.append(references.ends[:-1], np.inf),  # a run may begin an instant behind its last break
            reference_tables=np.array(references.tables).ravel(),
            reference_size=references.tables.shape[1],
            slope=np.zeros(size),
            results=np.zeros(copies * max(group.states + group.outputs for group in program.groups)),
            log=self._log(),
        )
        memory = np.zeros(plan.places.size)
        memory[plan.places[0]] = program.start() if self.memory is None else self.memory
        state = ControlState(
            next_time=schedule.time(hyperperiod, place), hyperperiod=hyperperiod, place=place,
            step=BEFORE, memory=memory,
            counts=np.zeros(len(program.groups), dtype=np.int64), peaks=growth.room(len(program.wiring.commands)),
        )  # fmt: skip
        return control, state

    def _log(self) -> SignalLog:
        groups = self.program.groups
        kept, repeated = self.kept_groups, self.repeated_rows
        room = [LOG_ROWS if group.number in kept else 0 for group in groups]
        sizes = [rows * self.copies * group.outputs for rows, group in zip(room, groups, strict=True)]
        given = [repeated.get(group.number, np.zeros((0, group.outputs))) for group in groups]
        given = [np.pad(rows, ((0, 0), (0, (self.copies - 1) * rows.shape[1]))) for rows in given]
        return SignalLog(
            values=np.zeros(sum(sizes)),
            first=_whole(np.cumsum([0, *sizes[:-1]])),
            room=_whole(room),
            rows=np.zeros(len(groups), dtype=np.int64),
            repeated=np.concatenate([rows.ravel() for rows in given]),
            repeated_first=_whole(np.cumsum([0, *[rows.size for rows in given[:-1]]])),
            repeated_room=_whole(len(rows) for rows in given),
            repeated_rows=np.zeros(len(groups), dtype=np.int64),
        )

    def call_python(self, workspace: Workspace) -> None:
        """Do what a compiled loop was left for: a block, or references, that are Python functions."""
        control, state = workspace.control, workspace.control_state
        if state.step == READING:
            references = self.references
            t = float(workspace.progress.t)
            segment = min(int(np.searchsorted(references.ends, t, side="right")), len(references.ends) - 1)
            references.callback(np.array([t]), references.tables[segment], control.references)
        else:
            group = int(control.groups[state.step])
            self._python[group](
                workspace.scratch.moment, workspace.states.y, control.slope, workspace.scratch.inputs,
                control.references, workspace.machine.parameters, control.gains, state.memory, control.results,
            )  # fmt: skip
        control.ready = 1

    @cached_property
    def _python(self) -> dict[int, Callable[..., object]]:
        """Groups of Python functions by number."""
        found = self.program.callables(compiled=False)
        return {group.number: found[group.name] for group in self.program.groups if not group.compiled}

    # -- ends ----------------------------------------------------------------------------------------------------------

    def not_finite(self, workspace: Workspace) -> Outcome:
        """The end of a run by an output that is not a finite number."""
        control, state, t = workspace.control, workspace.control_state, float(workspace.progress.t)
        arguments = (
            np.array([t]), workspace.states.y, control.slope, workspace.scratch.inputs, control.references,
            workspace.machine.parameters, control.gains, state.memory,
        )  # fmt: skip
        words, remedy = self.program.not_finite(self.program.groups[state.group], arguments, control.results)
        return Outcome("failed", f"at the instant t = {t:.9g} s {words}", remedy, t)

    def divergence(self, workspace: Workspace) -> Outcome:
        """The end of a run whose signals grow without bound."""
        control, state, t = workspace.control, workspace.control_state, float(workspace.progress.t)
        group = self.program.groups[state.group]
        values = control.results[group.states : group.states + group.outputs]
        worst = int(np.argmax(np.abs(values)))
        names = [name for name, signal in self.program.signals.items() if signal.group == group.number]
        reason = (
            f"{names[worst]} = {values[worst]:.3g} at the instant t = {t:.9g} s is beyond "
            f"{instants.LARGEST_SIGNAL:g}: the loop is unstable"
        )
        return Outcome("diverged", reason, UNSTABLE_REMEDY, t)

    def explained(self, outcome: Outcome, workspace: Workspace, inputs: Inputs, start: float) -> Outcome:
        """The end of a run: as diverged, if its commands grew without bound until then.

        In a run that came to its end they must have done so steadily, by themselves: no input of the machine, no
        reference like them, and no block that makes signals of its own.
        """
        finished = outcome.kind == "finished"
        if not finished and outcome.kind != "failed":
            return outcome
        state = workspace.control_state
        peaks = growth.in_order(state.peaks, state.instants)
        found = growth.steadily_growing(peaks, state.instants) if finished else growth.growing(peaks)
        if not found or (
            finished
            and (
                self.program.has_own_signals
                or any(growth.input_grows(given, start, outcome.time) for given in (self.references, inputs))
            )
        ):
            return outcome
        ports = list(self.program.wiring.commands.values())
        signals = self.program.signals
        words = []
        for number, (first, last) in found.items():
            label = signals[str(ports[number])].label
            words.append(f"{label.name} (from {first:.3g} to {last:.3g} {label.unit}".rstrip() + ")")
        grow = (
            f"{', '.join(words)} {'grows' if len(words) == 1 else 'grow'} without bound until t = {outcome.time:.9g} s"
        )
        then = "" if finished else f"; then {outcome.reason}"
        return Outcome("diverged", f"{grow}: the loop is unstable{then}", UNSTABLE_REMEDY, outcome.time)

    # -- to know it again ---

    def data(self) -> dict[str, Any]:
        """The control as plain data, enough to know it again: clocks, wires, gains, digests of what is computed."""
        program = self.program
        wiring = program.wiring
        blocks = {
            name: {
                "kind": type(each.block).__name__,
                "period": str(each.clock.period),
                "phase": str(each.clock.phase),
                "delay": str(each.clock.delay),
                "initial": list(each.initial),
            }
            for name, each in wiring.blocks.items()
        }
        return {
            "blocks": blocks,
            "wires": {
                str(target): str(source) if isinstance(source, Port) else source.name
                for target, source in wiring.sources.items()
            },
            "commands": {name: str(port) for name, port in wiring.commands.items()},
            "gains": self.loop.gains,
            "expressions": _block_digests(program),
            "values": _values(program),
            "signals": list(self.signals),
            "notes": list(self.notes),
            "memory": None if self.memory is None else self.memory.tolist(),
        }


@dataclass(frozen=True, eq=False)
class _Plan:
    """What is due at the instants of a program, as the fields of `Control` that are the same in every run.

    Nobody writes into its arrays; `places` are those of `memory_places`.
    """

    fields: Mapping[str, Any]
    places: Integers


_PLANS: WeakKeyDictionary[Program, dict[tuple[int, bool], _Plan]] = WeakKeyDictionary()


def _plan(program: Program, copies: int, *, called: bool) -> _Plan:
    """The plan of a program, made once; `called` says whether references are Python functions."""
    plans = _PLANS.setdefault(program, {})
    found = plans.get((copies, called))
    if found is None:
        found = plans[copies, called] = _make_plan(program, copies, called=called)
    return found


def _make_plan(program: Program, copies: int, *, called: bool) -> _Plan:
    schedule, groups, commands = program.schedule, program.groups, program.wiring.commands
    order = sorted(range(len(groups)), key=lambda k: (groups[k].level, k))
    rank = {k: j for j, k in enumerate(order)}
    computed = [sorted(instant.computed, key=rank.__getitem__) for instant in schedule.instants]
    inputs = [label.name for label in program.system.equations.inputs]
    held = memory_places(program, copies)
    first, members = _lists(computed)
    release_first, releases = _lists([instant.released for instant in schedule.instants])
    reads_references = _whole(any(groups[k].reads_references for k in due) for due in computed)
    fields = {
        "count": len(schedule.instants),
        "length": schedule.length,
        "numerator": float(schedule.unit.numerator),
        "denominator": float(schedule.unit.denominator),
        "at": _whole(instant.at for instant in schedule.instants),
        "first": first,
        "groups": members,
        "release_first": release_first,
        "releases": releases,
        "accelerations": _whole(any(groups[k].reads_accelerations for k in due) for due in computed),
        "python": _whole(not group.compiled for group in groups),
        "called_references": reads_references if called else np.zeros_like(reads_references),
        "reads_references": reads_references,
        "base": copies * _whole(group.base for group in groups),
        "states": copies * _whole(group.states for group in groups),
        "outputs": copies * _whole(group.outputs for group in groups),
        "pending": _whole(group.clock.pending for group in groups),
        "commands": copies * len(commands),
        "inputs": _whole(k * len(inputs) + inputs.index(name) for k in range(copies) for name in commands),
        "held": held[:, [program.signals[str(port)].held_place for port in commands.values()]].ravel(),
        "signals": copies * len(program.signals),
        "places": held[:, [signal.held_place for signal in program.signals.values()]].ravel(),
    }
    return _Plan(fields, held)


def memory_places(program: Program, copies: int) -> Integers:
    """Where each number of the memory (size) is, and its derivatives (copies, size), in the memory of a run.

    Each list of numbers (the states of a group, a row of its outputs) is followed by its derivatives. So what moves
    lists along, where they wait for a delay, moves these too.
    """
    found = np.zeros((copies, program.size), dtype=np.int64)
    for group in program.groups:
        lists = [(group.base, group.states)]
        lists += [
            (group.base + group.states + row * group.outputs, group.outputs) for row in range(group.clock.pending + 1)
        ]
        for first, count in lists:
            for k in range(copies):
                found[k, first : first + count] = copies * first + k * count + np.arange(count)
    return found


def control_of(
    loop: ClosedLoop,
    inputs: Mapping[str, Any] | None,
    span: tuple[float, float],
    signals: Sequence[str] | None,
) -> tuple[RunControl, Inputs, dict[str, Any]]:
    """Control of a run over a time (s), inputs of its machine, and all that was given by name.

    Missing, unknown and wrong inputs are reported all at once. A reference may be given by its name in the diagram too.
    """
    equations = loop.dynamics.equations
    flat = loop.diagram.flat
    labels = {label.name: label for label in loop.reference_labels}
    inner = {str(port): name for name, ports in flat.references.items() for port in ports}
    machine = {label.name: label for label in equations.inputs if label.name not in loop.commands}
    if inputs is not None and not isinstance(inputs, Mapping):
        msg = f"inputs: got {type(inputs).__name__}, expected a mapping of names to values: {', '.join(loop.inputs)}"
        raise TypeError(msg)
    given: dict[str, Any] = {}
    faults = []
    for name, value in (inputs or {}).items():
        shown = inner.get(name, name) if name not in labels else name
        if shown not in labels:
            shown = equations.show(equations.aliases.get(name, name))
        if shown in loop.commands:
            port = loop.program.wiring.commands[shown]
            faults.append(f"{shown} is commanded by {port}; leave it out of the inputs, or do not wire it")
        elif shown not in labels and shown not in machine:
            faults.append(f"no input {name!r}; {close_matches(str(name), loop.inputs)}")
        elif shown in given:
            faults.append(f"{shown} is given twice, also as {name}; give it once")
        else:
            given[shown] = _at_instants(loop, shown, value, span) if isinstance(value, MotionReference) else value
    faults += missing_words([label for name, label in {**labels, **machine}.items() if name not in given])
    references = _references(loop, given, span, faults)
    own = dict.fromkeys(machine, 0.0) | {name: value for name, value in given.items() if name in machine}
    try:
        of_machine = check_inputs(equations, own | initial_commands(loop), *span)
    except ValueError as error:
        faults.append(str(error))
    if faults:
        raise ValueError("; ".join(faults))
    kept, notes = chosen_signals(loop.program, signals, span[1] - span[0])
    return RunControl(loop, references, kept, tuple(notes)), of_machine, given


MOST_REFERENCES = 16
"""Sets of references, of one closed loop, that are kept."""
_REFERENCES: WeakKeyDictionary[Program, Recent] = WeakKeyDictionary()


def _references(loop: ClosedLoop, given: Mapping[str, Any], span: tuple[float, float], faults: list[str]) -> Inputs:
    """References of a run; what is wrong with them is added to the faults. Numbers and laws are checked once."""
    labels = loop.reference_labels
    own = {label.name: given[label.name] for label in labels if label.name in given}
    key = inputs_key(own, *span)
    known = _REFERENCES.get(loop.program)
    if known is None:
        known = _REFERENCES[loop.program] = Recent(MOST_REFERENCES)
    found: Inputs | None = None if key is None else known.get(key)
    if found is None:
        count = len(faults)
        found = Laws(labels, own, span, faults, at_instants=True).read()
        if key is not None and len(faults) == count:
            known[key] = found
    return found


def _at_instants(loop: ClosedLoop, name: str, value: MotionReference, span: tuple[float, float]) -> Law:
    """A reference that follows a motion, at the instants at which it is read."""
    blocks = dict.fromkeys(port.block for port in loop.diagram.flat.references[name])
    clocks = dict.fromkeys(loop.program.wiring.blocks[block].clock for block in blocks)
    schedule = Schedule.of([Clock(clock.period, clock.phase) for clock in clocks])
    return value.table([time for time, _ in schedule.between(*span)] or [span[0]])


def initial_commands(loop: ClosedLoop) -> dict[str, float]:
    """Commanded inputs of the machine, with the values that act before the first command."""
    start, signals = loop.program.start(), loop.program.signals
    return {name: float(start[signals[str(port)].held_place]) for name, port in loop.program.wiring.commands.items()}


def split_machine(machine: Dynamics | ClosedLoop) -> tuple[Dynamics, ClosedLoop | None]:
    """The dynamics of a machine, and the closed loop that it is in, if it is."""
    return (machine.dynamics, machine) if isinstance(machine, ClosedLoop) else (machine, None)


def same_control(
    told: Mapping[str, Any] | None, control: RunControl | None, how: str, *, exact: bool = True
) -> list[str]:
    """In what a control differs from that of a run, as its data tell it; expressions only if they are `exact`."""
    if not told and control is None:
        return []
    if told and control is None:
        names = ", ".join(told["commands"])
        return [f"the inputs {names} of this run were commanded by blocks of a closed loop; {how}"]
    assert control is not None
    if not told:
        return ["this run had no control; give the dynamics alone"]
    found = control.data()
    faults = []
    for what, words in (
        ("blocks", "blocks or clocks"),
        ("wires", "wires"),
        ("commands", "commands"),
        ("gains", "gains"),
    ):
        if _plain(told[what]) != _plain(found[what]):
            faults.append(f"its {words} are others")
    before, now = told.get("expressions", {}), found["expressions"]
    changed = [name for name, digest in before.items() if now.get(name) != digest]
    if not faults and exact and changed:
        blocks = "block computes" if len(changed) == 1 else "blocks compute"
        faults.append(f"its {blocks} something else: {', '.join(changed)}")
    one, other = np.asarray(told["values"], dtype=float), np.asarray(found["values"], dtype=float)
    if not faults and (one.shape != other.shape or not np.allclose(one, other, rtol=SAME_ANSWERS, equal_nan=True)):
        faults.append("its Python functions give other values")
    return [f"the closed loop is not that of the run: {', '.join(faults)}; {how}"] if faults else []


def reference_labels(control: RunControl | None) -> tuple[Label, ...]:
    """Labels of the references of a run."""
    return () if control is None else control.references.labels


def _block_digests(program: Program) -> dict[str, str]:
    """Digests of what blocks compute, by name; of those that are Python functions, of what reads their inputs."""
    found = {}
    for group in program.groups:
        function = program.functions[group.name]
        arguments = [ca.SX.sym("argument", function.size_in(k)) for k in range(function.n_in())]
        entries = function(*arguments)
        if not group.compiled:
            found[group.blocks[0]] = digest_expressions(arguments, [entries])[0]
            continue
        blocks = [program.wiring.blocks[name].block for name in group.blocks]
        states = np.cumsum([0, *[len(block.state) for block in blocks]])
        outputs = states[-1] + np.cumsum([0, *[len(block.outputs) for block in blocks]])
        places = [[*range(*states[k : k + 2]), *range(*outputs[k : k + 2])] for k in range(len(blocks))]
        parts = digest_expressions(arguments, [select_rows(entries, rows) for rows in places])
        found |= dict(zip(group.blocks, parts, strict=True))
    return found


def _values(program: Program) -> list[float]:
    """Values of Python functions at some states and inputs, by which they are known again; NaN where they fail."""
    random, found = np.random.default_rng(11), list[float]()
    for group in program.groups:
        if group.compiled:
            continue
        block = program.wiring.blocks[group.blocks[0]].block
        for _ in range(4):
            x = np.array([signal.initial for signal in block.state]) + random.normal(size=len(block.state))
            u, p = random.normal(size=len(block.inputs)), [gain.value for gain in block.parameters]
            try:
                outputs, after = block.step(x.tolist(), 1.0, u.tolist(), p, float(group.clock.period))
                found += [float(value) for value in (*outputs, *after)]
            except Exception:  # noqa: BLE001  a user's function may raise anything where it is not meant to be called
                found += [np.nan] * (len(block.outputs) + len(block.state))
    return found


def _plain(value: Any) -> Any:
    """Plain data with lists for tuples and dicts for mappings, as they are compared."""
    if isinstance(value, Mapping):
        return {name: _plain(each) for name, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(each) for each in value]
    return value


def _whole(values: Any) -> Integers:
    return np.array([int(value) for value in values], dtype=np.int64)


def _lists(rows: Sequence[Sequence[int]]) -> tuple[Integers, Integers]:
    """Lists one after another, and where each begins; one more for the end of the last."""
    return _whole(np.cumsum([0, *[len(row) for row in rows]])), _whole(number for row in rows for number in row)


def _dispatch(program: Program, *, compiled: bool) -> codegen.LoopText:
    """The function that calls that of a group by its number."""
    arguments = (
        "run.scratch.moment, run.states.y, run.control.slope, run.scratch.inputs, run.control.references, "
        "run.machine.parameters, run.control.gains, run.control_state.memory, run.control.results"
    )
    lines = ["def compute_group(group: int, run: Workspace) -> None:"]
    for group in program.groups:
        if group.compiled or not compiled:
            lines += [f"    if group == {group.number}:", f"        {group.name}({arguments})"]
    if len(lines) == 1:
        lines.append("    pass")
    return codegen.LoopText("compute_group", "\n".join(lines) + "\n", (Workspace,))
