"""What a run watches, as expressions of the machine: the user's events, then those of its switched constraints."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import casadi as ca
import numpy as np

from linkwright.arrays import Array, Integers
from linkwright.dynamics.plants.rolled import BoundLoops
from linkwright.dynamics.plants.unrolled import Structure
from linkwright.dynamics.system import System
from linkwright.equations import Equations
from linkwright.faults import close_matches
from linkwright.simulation.contacts.transitions import Contacts
from linkwright.simulation.events import detection, roots
from linkwright.simulation.events.event import INSTEAD, Crosses, Event, HalfTurn, Impact, Kink, Switch
from linkwright.simulation.events.names import Names, UnknownInEventError
from linkwright.simulation.events.symbols import LoopSymbols, Source, Symbols, Values, symbols_of
from linkwright.simulation.inputs.inputs import check_inputs
from linkwright.symbolic import select_rows
from linkwright.symbolic.tracing import call_traced, is_nan, line_at_fault, line_of_nan

COMPARISONS = frozenset({ca.OP_LT, ca.OP_LE, ca.OP_EQ, ca.OP_NE, ca.OP_NOT, ca.OP_AND, ca.OP_OR})
"""Operations whose value is 0 or 1."""


@dataclass(frozen=True, eq=False)
class Watched:
    """Expressions of the user's events in the symbols of a machine.

    `values` are zero at events; a crossing counts where the `guards` are positive.
    """

    source: Source
    symbols: Symbols
    values: ca.SX
    guards: ca.SX

    @cached_property
    def function(self) -> Values:
        """(t, q, v, u, p) -> values."""
        return self.symbols.values(self.values)

    @cached_property
    def text(self) -> str:
        """The same as a text, by which code is known again."""
        assert isinstance(self.source, System)
        found: str = self.source.function("events", [self.values]).serialize()
        return found


class Watch:
    """Values whose signs are watched in a run: those of `events`, then those of the machine's `contacts`."""

    def __init__(self, events: Sequence[Event], contacts: Contacts | None = None) -> None:
        self.events, self.contacts = tuple(events), contacts
        self.titles = [event.title(k) for k, event in enumerate(self.events)]
        self._made: dict[int, Watched] = {}

    @property
    def loops(self) -> Sequence[Callable[..., object]]:
        """Loops that find zeros of the values within a step."""
        return (*detection.LOOPS, roots.values_at)

    @property
    def count(self) -> int:
        """How many values there are."""
        return len(self.events) + (0 if self.contacts is None else len(self.contacts.all))

    @cached_property
    def directions(self) -> Array:
        """The direction that counts for each value (0: both)."""
        own = [float(event.direction) for event in self.events]
        return np.array(own + [-1.0] * (self.count - len(own)))

    def at(self, source: Source) -> Watched:
        """Expressions of the user's events in the symbols of a machine."""
        if id(source) not in self._made:
            symbols = symbols_of(source)
            self._made[id(source)] = Watched(source, symbols, *self._expressions(symbols))
        return self._made[id(source)]

    def _expressions(self, symbols: Symbols) -> tuple[ca.SX, ca.SX]:
        """Expressions of the user's events, and for each one that must be positive for it to count."""
        if not self.events:
            return ca.SX(0, 1), ca.SX(0, 1)
        names, faults = symbols.names, []
        values, guards = [], []
        for title, event in zip(self.titles, self.events, strict=True):
            value, guard = ca.SX(0), ca.SX(1)
            try:
                if isinstance(event, HalfTurn | Kink):
                    value, guard = event.expressions(symbols)
                elif isinstance(event.when, Crosses):
                    value = names[event.when.name] - event.when.level
                    if names.wraps(event.when.name) and abs(event.when.level) > np.pi:
                        faults.append(
                            f"event {title!r}: {event.when.name} is read from frames and known modulo 2 pi "
                            f"only, so it has no level {event.when.level:g}; give one from -pi to pi, or the body "
                            f'home="{event.when.name.rpartition(".")[0]}"'
                        )
                    if names.wraps(event.when.name):  # sin also vanishes half a turn away, where cos is negative
                        value, guard = ca.sin(value), ca.cos(value)
                else:
                    value = _scalar(event.when, names)
            except UnknownInEventError as error:
                faults.append(f"event {title!r}: {error}")
            except Exception as error:  # noqa: BLE001  a user's function may raise anything; all faults are said at once
                hint = "; write casadi.if_else, casadi.fmin, ... for a choice" if "truth value" in str(error) else ""
                if "positional argument" in str(error) or isinstance(error, AttributeError):
                    hint = f"; {INSTEAD}"
                line = line_at_fault(error, event.when)
                faults.append(f"event {title!r}: its function failed: {line}{type(error).__name__}: {error}{hint}")
            others = [s.name() for s in ca.symvar(value) if not symbols.belongs(s)]
            if others:
                faults.append(
                    f"event {title!r} mentions {', '.join(others)}, which the machine does not have; take "
                    "expressions from the mapping that the function is given"
                )
            faults += _action_faults(title, event, symbols)
            values.append(value)
            guards.append(guard)
        if faults:
            raise ValueError("; ".join(faults))
        return ca.densify(ca.veccat(*values)), ca.densify(ca.veccat(*guards))

    def key(self, system: System) -> tuple[str, tuple[int, ...]]:
        """What of the events is written into code."""
        text = self.at(system).text if self.events else ""
        return text, () if self.contacts is None else self.contacts.idle(system)

    def kernel(self, structure: Structure, y: ca.SX) -> ca.Function:
        """(t, y, u, p) -> values."""
        system = structure.system
        values = self.at(system).values
        if self.contacts is not None:
            values = ca.vertcat(values, self.contacts.values(structure))
        works = select_rows(y, range(system.q.numel() + system.n, y.numel()))
        state = ca.vertcat(system.q, system.v, works)
        return ca.Function("events", [system.t, state, system.u, system.p], [ca.densify(values)])

    def gathered(self, loops: BoundLoops) -> tuple[ca.Function, Integers]:
        """The kernel of the user's events, and the places of what it takes among all values Z of loops over types."""
        watched = self.at(loops)
        assert isinstance(watched.symbols, LoopSymbols)
        symbols, places = watched.symbols.places(watched.values)
        return ca.Function("events", [symbols], [watched.values]), places

    def python_function(self, system: System) -> Callable[..., None]:
        """The same as a Python function, for a loop that is not compiled; the user's events only."""
        function = self.at(system).function
        nq, n, nu = system.q.numel(), system.n, system.m_u

        def events(moment: Array, y: Array, u: Array, p: Array, out: Array) -> None:
            out[: self.count] = function(float(moment[0]), y[:nq], y[nq : nq + n], u[:nu], p)

        return events

    def counts(self, source: Source, arguments: Sequence[Any], which: int) -> bool:
        """Whether a crossing of one of the user's events is one: not half a turn away from the angle meant."""
        watched = self.at(source)
        guard = watched.guards[which]
        return guard.is_constant() or bool(watched.symbols.values(guard)(*arguments).item() > 0)


def _scalar(function: Callable[[Names], Any], names: Names) -> ca.SX:
    """The expression that a user's function gives, unless it is none."""
    value = call_traced(function, names)
    try:
        expression = ca.SX(value)
    except NotImplementedError:
        msg = f"it gives {value!r}, expected one expression"
        raise TypeError(msg) from None
    if is_nan(expression):
        msg = (
            f"{line_of_nan(function, names)}it gives nan, which is no number; functions of math take no expressions: "
            "write casadi.sin(x), ... instead"
        )
        raise ValueError(msg)
    if expression.is_scalar() and not expression.is_leaf() and expression.op() in COMPARISONS:
        msg = (
            f"it gives the comparison {expression}, which is 0 or 1 and crosses nothing; write the difference that is "
            'zero at the event, such as at["x"] - 2.0, and a direction'
        )
        raise ValueError(msg)
    if not expression.is_scalar():
        msg = f"it gives {expression.shape[0]} x {expression.shape[1]} numbers, expected one expression"
        raise ValueError(msg)
    return expression


def _value_faults(title: str, action: Switch, equations: Equations) -> list[str]:
    """What is wrong with values that inputs are switched to; functions of t are looked at when it happens."""
    others = dict.fromkeys(equations.input_places, 0.0)
    values = {name: 0.0 if callable(value) else value for name, value in action.inputs.items()}
    try:
        check_inputs(equations, others | values, 0.0, 1.0)
    except ValueError as error:
        return [f"event {title!r} switches inputs: {error}"]
    return []


def _action_faults(title: str, event: Event, symbols: Symbols) -> list[str]:
    names, equations = symbols.names, symbols.equations
    if isinstance(event.then, Switch):
        known = equations.input_places
        shown = {name: equations.show(equations.aliases.get(name, name)) for name in event.then.inputs}
        unknown = [
            f"event {title!r} switches {name!r}, which is no input; {close_matches(name, known)}"
            for name, full in shown.items()
            if full not in known
        ]
        return unknown or _value_faults(title, event.then, equations)
    if isinstance(event.then, Impact) and not names.moves(event.then.quantity):
        near = close_matches(event.then.quantity, names.quantities)
        return [f"event {title!r}: impact on {event.then.quantity!r}; {near}"]
    return []
