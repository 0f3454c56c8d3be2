"""Sampled control: computations at exact instants that hold inputs of the machine in between."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import casadi as ca
import numpy as np

from linkwright.arrays import Array
from linkwright.control import Clock, Schedule
from linkwright.dynamics import Dynamics, State
from linkwright.dynamics.state import system_layout
from linkwright.dynamics.system.system import System, called
from linkwright.equations import Equations
from linkwright.faults import close_matches
from linkwright.simulation.events.names import Names
from linkwright.simulation.sampling import instants
from linkwright.simulation.workspace import Control, ControlState
from linkwright.symbolic import scalars, select_rows
from linkwright.trajectory import Outcome


@dataclass(frozen=True, eq=False)
class Sampled:
    """A computation at the instants of a clock: (commands, memory) = step(at, memory).

    `step` is given a mapping of names to CasADi expressions (quantities "x", rates "x'", inputs, parameters, the time
    "t") and a list of its memory, and answers with the values of its `commands` (names of inputs) and the memory after
    the instant; it is called once, and what it writes is compiled. A command is held until the next one, and acts
    `clock.delay` after the instant. Before the first, `initial` acts (default 0).
    """

    step: Callable[[Mapping[str, ca.SX], list[ca.SX]], tuple[Sequence[Any], Sequence[Any]]]
    clock: Clock
    commands: tuple[str, ...]
    memory: tuple[float, ...] = ()
    initial: tuple[float, ...] | None = None

    @property
    def start(self) -> list[float]:
        """Memory, waiting results and held commands at the start."""
        held = list(self.initial or [0.0] * len(self.commands))
        return [*self.memory, *(held * self.clock.pending), *held]

    @property
    def size(self) -> int:
        """Numbers that it keeps: memory, waiting results (the latest first), held commands."""
        return len(self.memory) + (self.clock.pending + 1) * len(self.commands)


@dataclass(frozen=True, eq=False)
class SampledControl:
    """All computations of a run at instants.

    At an instant results that are due are released first; then everything is read once, at this state and with the
    commands held until then; then what is due is computed; commands without a delay act at once. An instant at the
    start of a run counts, one at its end does not.
    """

    tasks: tuple[Sampled, ...]

    @staticmethod
    def of(equations: Equations, tasks: Sequence[Sampled]) -> SampledControl:
        """Control of a machine; all faults at once."""
        known = [label.name for label in equations.inputs]
        faults, seen = [], set[str]()
        for task in tasks:
            for name in task.commands:
                if name not in known:
                    faults.append(f"command {name!r} is no input of {equations.name}; {close_matches(name, known)}")
                elif name in seen:
                    faults.append(f"input {name} is commanded twice; let one computation command it")
                seen.add(name)
            if not task.commands:
                faults.append("a computation commands nothing; name the inputs that it holds")
            if task.initial is not None and len(task.initial) != len(task.commands):
                faults.append(f"initial has {len(task.initial)} values for {len(task.commands)} commands")
        if faults:
            raise ValueError("; ".join(faults))
        return SampledControl(tuple(tasks))

    @property
    def loops(self) -> Sequence[Callable[..., object]]:
        """Loops that end steps at instants and call the function there."""
        return instants.LOOPS

    @property
    def rate(self) -> float:
        """Instants in a second."""
        return len(self.schedule.instants) / float(self.schedule.length * self.schedule.unit)

    def data(self, system: System) -> list[dict[str, Any]]:
        """What is sampled as plain data, enough to know it again: clocks, commands, a digest of what is computed."""
        digest = hashlib.sha256(self.kernel(system).serialize().encode()).hexdigest()
        return [
            {
                "period": str(task.clock.period),
                "phase": str(task.clock.phase),
                "delay": str(task.clock.delay),
                "commands": list(task.commands),
                "start": task.start,
                "digest": digest,
            }
            for task in self.tasks
        ]

    def not_finite(self, t: float, memory: Array, state: State) -> Outcome:
        """The end of a run by a command that is not a finite number."""
        first, wrong = 0, []
        for task in self.tasks:
            first += task.size
            held = memory[first - len(task.commands) : first]
            wrong += [f"{name} = {value:g}" for name, value in zip(task.commands, held, strict=True)]
        wrong = [each for each in wrong if "nan" in each or "inf" in each]
        at = ", ".join(f"{value:.6g}" for value in (*state.q, *state.v))
        reason = f"the command {', '.join(wrong)} at the instant t = {t:.9g} s is not a finite number; q, v = {at}"
        return Outcome("failed", reason, "look at what the step computes there: a division by zero, a root below it", t)

    @cached_property
    def schedule(self) -> Schedule:
        """Instants of all clocks."""
        return Schedule.of([task.clock for task in self.tasks])

    @property
    def commands(self) -> dict[str, float]:
        """Commanded inputs, with the values that act before the first command."""
        return {
            name: value
            for task in self.tasks
            for name, value in zip(task.commands, task.start[task.size - len(task.commands) :], strict=True)
        }

    def kernel(self, system: System) -> ca.Function:
        """(t, y, u, p, due, memory) -> memory after an instant, with y = (q, v, integrals).

        `due` has 1 for each task whose result is released, then for each that computes. All are written into one
        function that takes what is due and leaves the rest: the sets of what is due at once may be many.
        """
        names, count = Names(system), len(self.tasks)
        due = ca.SX.sym("due", 2 * count)
        memory, after, faults = ca.SX.sym("memory", sum(task.size for task in self.tasks)), [], []
        first = 0
        for k, task in enumerate(self.tasks):
            own = scalars(select_rows(memory, range(first, first + task.size)))
            first += task.size
            commands, states, width = len(task.commands), len(task.memory), len(task.commands)
            waiting = [own[states + j * width : states + (j + 1) * width] for j in range(task.clock.pending)]
            held = own[task.size - commands :]
            found, kept = (list(part) for part in task.step(names, own[:states]))
            if (len(found), len(kept)) != (commands, states):
                faults.append(
                    f"the step for {', '.join(task.commands)} gives {len(found)} commands and {len(kept)} numbers of "
                    f"memory, expected {commands} and {states}"
                )
                continue
            # The oldest waiting result is released before the new one is put in front.
            released = waiting[-1] if waiting else found
            queue = [found, *waiting[:-1]] if waiting else []
            flag = due[k] if waiting else due[count + k]
            computed = [*kept, *[value for row in queue for value in row]]
            before = own[: task.size - commands]
            after += [ca.if_else(due[count + k], new, old) for new, old in zip(computed, before, strict=True)]
            after += [ca.if_else(flag, new, old) for new, old in zip(released, held, strict=True)]
        if faults:
            raise ValueError("; ".join(faults))
        integrals = ca.SX.sym("integrals", system_layout(system).integrals)
        arguments = [system.t, ca.vertcat(system.q, system.v, integrals), system.u, system.p, due, memory]
        return ca.Function("control", arguments, [ca.densify(ca.vertcat(ca.SX(0, 1), *after))])

    def evaluated(self, system: System) -> Callable[..., None]:
        """The same as a Python function, for a loop that is not compiled."""
        function = self.kernel(system)
        n, nu, width = system_layout(system).size, system.m_u, 2 * len(self.tasks)

        def control(moment: Array, y: Array, u: Array, p: Array, due: Array, memory: Array, after: Array) -> None:
            found = called(function, float(moment[0]), y[:n], u[:nu], p, due[:width], memory[: function.numel_in(5)])
            after[: function.numel_in(5)] = found[0].ravel()

        return control

    def records(self, equations: Equations, start: float, end: float) -> tuple[Control, ControlState]:
        """What the time loop works on, for a run from `start` to `end` (s)."""
        schedule, count = self.schedule, len(self.tasks)
        schedule.refuse_long(max(abs(start), abs(end)))
        due = np.zeros((len(schedule.instants), 2 * count))
        for row, instant in zip(due, schedule.instants, strict=True):
            row[list(instant.released)] = 1.0
            row[[count + k for k in instant.computed]] = 1.0
        known = [label.name for label in equations.inputs]
        inputs: list[int] = []
        held: list[int] = []
        first = 0
        for task in self.tasks:
            first += task.size
            inputs += [known.index(name) for name in task.commands]
            held += range(first - len(task.commands), first)
        memory = np.array([value for task in self.tasks for value in task.start], dtype=float)
        hyperperiod, place = schedule.first(start)
        control = Control(
            count=len(schedule.instants),
            length=schedule.length,
            numerator=float(schedule.unit.numerator),
            denominator=float(schedule.unit.denominator),
            at=np.array([instant.at for instant in schedule.instants], dtype=np.int64),
            width=2 * count,
            due=due.ravel(),
            commands=len(inputs),
            inputs=np.array(inputs, dtype=np.int64),
            held=np.array(held, dtype=np.int64),
            size=memory.size,
            next_memory=np.zeros(memory.size),
        )
        return control, ControlState(
            next_time=schedule.time(hyperperiod, place), hyperperiod=hyperperiod, place=place, memory=memory
        )


def sampled_control(
    equations: Equations, sampled: Sequence[Sampled], inputs: Mapping[str, Any] | None
) -> SampledControl | None:
    """Control of a run, if something is sampled; inputs that are given and commanded are refused."""
    tasks = list(sampled) if isinstance(sampled, Sequence) and not isinstance(sampled, str) else [sampled]
    faults = [
        f"sampled: got {task!r:.80}; expected a list of lw.simulation.Sampled(step, clock, commands), also of one"
        for task in tasks
        if not isinstance(task, Sampled)
    ]
    if faults or not isinstance(sampled, Sequence):
        raise TypeError("; ".join(faults) or "sampled: got one Sampled; expected a list, also of one")
    if not sampled:
        return None
    made = SampledControl.of(equations, sampled)
    given = {equations.show(equations.aliases.get(name, name)) for name in inputs or {}}
    both = [name for name in made.commands if name in given]
    if both:
        msg = f"{', '.join(both)}: given as input and commanded by what is sampled; leave it out of inputs"
        raise ValueError(msg)
    return made


def same_control(
    told: Sequence[Mapping[str, Any]], control: SampledControl | None, dynamics: Dynamics, how: str
) -> None:
    """Refuse control that is not that of a run, as its data tell it."""
    if told and control is None:
        names = ", ".join(name for task in told for name in task["commands"])
        msg = f"the inputs {names} of this run were commanded by what is sampled, which files do not keep; {how}"
        raise ValueError(msg)
    found = [] if control is None else control.data(dynamics.system)
    if [_compared(task) for task in told] != [_compared(task) for task in found]:
        msg = f"what is sampled is not what the run had: other clocks, commands or computations; {how}"
        raise ValueError(msg)


def _compared(task: Mapping[str, Any]) -> dict[str, Any]:
    """The data of a task with tuples for lists, as records of runs have them."""
    return {name: tuple(value) if isinstance(value, (list, tuple)) else value for name, value in task.items()}
