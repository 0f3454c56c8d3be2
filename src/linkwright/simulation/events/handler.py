"""What a run does when an event has fired: it notes it, acts, and goes on or ends."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from linkwright.arrays import Array
from linkwright.dynamics import Dynamics
from linkwright.dynamics.plant import Question, refusal
from linkwright.dynamics.system import System
from linkwright.equations import Equations
from linkwright.simulation import workspace as at
from linkwright.simulation.contacts.impact import strike
from linkwright.simulation.contacts.transitions import Contacts
from linkwright.simulation.events.event import (
    AT_ZERO,
    Crosses,
    Event,
    HalfTurn,
    Impact,
    Kink,
    Switch,
    check_events,
    half_turns,
    kinks_of,
)
from linkwright.simulation.events.expressions import Watch, Watched
from linkwright.simulation.events.log import Log
from linkwright.simulation.events.symbols import source_of, symbols_of
from linkwright.simulation.inputs.inputs import InputError, check_inputs
from linkwright.simulation.loop.run import Run
from linkwright.simulation.loop.watch import EventHandler
from linkwright.trajectory import Outcome
from linkwright.trajectory.events import to_plain

MOST_IN_A_MOMENT = 200
"""Events in a row within `MOMENT_LENGTH` of each other that are taken for chattering: no machine switches so often."""
ROOT_ROUNDING = 1e-12
"""Error of coordinates and speeds, over 1 and their size, in a state that is meant to be at the zero of an event."""
MOMENT_LENGTH = 1e-9
"""Length of that moment, over the length of the run."""


class RunEvents(EventHandler):
    """The events of one run: what is watched, what has happened, and the inputs as they are now.

    `switched` says for inputs which event gave them last, `switched_at` when the last of these happened (s); `moments`
    are the times of the last events, which show chattering.
    """

    def __init__(self, watch: Watch, inputs: Mapping[str, Any]) -> None:
        self._watch, self.inputs = watch, dict(inputs)
        self.log = Log()
        self.switched: dict[str, int] = {}
        self.switched_at: float | None = None
        self.jumped = False
        self.moments: list[float] = []

    @property
    def watch(self) -> Watch:
        """Expressions of the user's events, then those of friction and stops."""
        return self._watch

    def begin(self, run: Run) -> None:
        """Sides at the start, 0 for one at its zero: it has still to be crossed. One that is not defined is refused."""
        values, faults = self._values(run), []
        if values.size:
            values[np.abs(values) <= self._rounding(run)] = 0.0
        for event, title, value in zip(self.watch.events, self.watch.titles, values, strict=False):
            if not np.isfinite(value):
                faults.append(
                    f"event {title!r} is not defined at the start: its expression gives {value}; write one that is a "
                    "finite number wherever the machine can be"
                )
            elif isinstance(event, Kink):
                continue
            elif value == 0:
                run.notes.append(f"event {title!r} is at its zero at the start; it counts from the next crossing on")
            elif event.direction * value > 0 and isinstance(event.when, Crosses):
                run.notes.append(
                    f"event {title!r} is beyond its level at the start; it counts when the level is crossed again"
                )
        if faults:
            raise ValueError("; ".join(faults))
        self._sides(run)[: len(values)] = np.sign(values)
        run.workspace.events.tolerance[:] = run.tolerances.atol
        if self.watch.contacts is not None:
            self.watch.contacts.begin(run, self)

    def handle(self, run: Run, status: int) -> Outcome | None:
        """Act on what fired; an outcome if the run ends here."""
        count = len(self.watch.events)
        fired = run.workspace.events.fired.copy()
        if status == at.EVENT_UNDEFINED:
            names = ", ".join(repr(self._title(int(k))) for k in np.flatnonzero(fired < 0))
            reason = f"the expression of event {names} is not a finite number any more"
            return Outcome("failed", reason, "write one that is defined wherever the machine can be", run.now)
        self.jumped = False
        run.workspace.events.reach = 0.0  # what is watched may change otherwise from here on
        outcome = self._half_turn(run)  # there expressions jump that no event means
        if outcome is not None:
            return outcome
        indices = [int(k) for k in np.flatnonzero(fired[:count] > 0)]
        for k in sorted(indices, key=lambda k: self.watch.events[k].then != "record"):  # a stop leaves none unsaid
            outcome = self._act(run, k)
            if outcome is not None:
                return outcome
        if self.watch.contacts is not None:
            outcome = self.watch.contacts.handle(run, self, [int(k) for k in np.flatnonzero(fired[count:] > 0)])
            if outcome is not None:
                return outcome
        if self.jumped or (fired[count:] > 0).any():  # the motion before it is another one: no way leads back there
            run.progress.safe_time, run.state.safe[:] = run.now, run.state.y
            run.progress.safe_quality = 0.0
        return self._chattering(run)

    def _half_turn(self, run: Run) -> Outcome | None:
        """The end of a run where an angle is at half a turn that is known within half a turn only."""
        ends = [k for k, event in enumerate(self.watch.events) if isinstance(event, HalfTurn)]
        values = self._values(run) if ends else np.zeros(0)
        at_zero = [k for k in ends if abs(values[k]) < AT_ZERO]
        found = [self._act(run, k) for k in at_zero]
        return next((outcome for outcome in found if outcome is not None), None)

    def summary(self) -> list[str]:
        """How often what happened, in sentences."""
        contacts = self.watch.contacts
        return self.log.summary() + ([] if contacts is None else contacts.summary())

    def data(self) -> dict[str, Any]:
        """What happened and the modes of friction and stops, as plain values for the record of the run."""
        contacts = self.watch.contacts
        modes = {} if contacts is None else {"modes": contacts.data()}
        return {"events": to_plain(self.log.pack()), **modes}

    def record(self, run: Run, k: int, time: float, y: Array) -> None:
        """Write down that a recorded event happened on a long step."""
        if isinstance(self.watch.events[k], Kink):
            return
        if self.watch.counts(source_of(run.dynamics), run.arguments(time, y), k):
            self.log.add(time, self.watch.titles[k], "record")

    def note(self, run: Run, name: str, what: str) -> None:
        """Write down that something happened now."""
        self.log.add(run.now, name, what)

    def _act(self, run: Run, k: int) -> Outcome | None:
        event, title = self.watch.events[k], self.watch.titles[k]
        if not self.watch.counts(source_of(run.dynamics), run.arguments(run.now, run.state.y), k):
            return None
        if isinstance(event, HalfTurn):
            return event.outcome(run.now)
        if isinstance(event, Kink):
            run.forget_history()
            return None
        if event.then == "stop":
            self.note(run, title, "stop")
            return Outcome("stopped", f"event {title!r} at t = {run.now:.9g} s", "", run.now)
        if isinstance(event.then, Switch):
            self.note(run, title, "switch")
            self._switch(run, k)
            self.jumped = True
        elif isinstance(event.then, Impact):
            self.note(run, title, "impact")
            contacts = self.watch.contacts
            stops = None if contacts is None else contacts.resting(run)
            before = self._rate(run, k)
            strike(run, event.then.quantity, event.then.restitution, stops)
            self.jumped = True
            if not before * self._rate(run, k) > 0:
                self._sides(run)[k] *= -1.0  # struck, it goes back to the side it came from
            self.look_again(run)
        else:
            self.note(run, title, "record")
        return None

    def _switch(self, run: Run, k: int) -> None:
        """Give inputs anew from now on; the loop is bound to them."""
        equations, action = run.dynamics.equations, self.watch.events[k].then
        assert isinstance(action, Switch)
        self.switched |= {_display_name(equations, name): k for name in action.inputs}
        self.switched_at = run.now
        try:
            given = check_inputs(equations, self.inputs_now(equations), run.now, run.end)
        except ValueError as error:
            msg = f"event {self.watch.titles[k]!r} switches inputs: {error}"
            raise InputError(msg) from error
        run.renew_inputs(given)

    def inputs_now(self, equations: Equations) -> dict[str, Any]:
        """The inputs by the names that users see, each as it was given or as an event has switched it last."""
        result = {_display_name(equations, name): value for name, value in self.inputs.items()}
        for k in set(self.switched.values()):
            action = self.watch.events[k].then
            assert isinstance(action, Switch)
            own = {_display_name(equations, name): value for name, value in action.inputs.items()}
            result |= {name: value for name, value in own.items() if self.switched[name] == k}
        return result

    def look_again(self, run: Run) -> None:
        """Sides of the user's events after the state has jumped; one at its zero or not defined keeps its side."""
        count = len(self.watch.events)
        values, sides = np.sign(self._values(run)[:count]), self._sides(run)[:count]
        fired = run.workspace.events.fired[:count] > 0
        sides[:] = np.where((values == 0) | fired | np.isnan(values), sides, values)

    def _sides(self, run: Run) -> Array:
        return run.workspace.events.side

    def _values(self, run: Run) -> Array:
        """Values of the user's events here."""
        count = len(self.watch.events)
        if not count:
            return np.zeros(0)
        return self._watched(run).function(*run.arguments(run.now, run.state.y)).copy()

    def _watched(self, run: Run) -> Watched:
        return self.watch.at(source_of(run.dynamics))

    def _rate(self, run: Run, k: int) -> float:
        """Rate of the value of an event that depends on time and coordinates: dg/dt + dg/dq q'; 0 of others."""
        watched = self._watched(run)
        rate = watched.symbols.rates(watched.values[k])
        return float(watched.symbols.values(rate)(*run.arguments(run.now, run.state.y)).item())

    def _rounding(self, run: Run) -> Array:
        """How much of the values here may be rounding of a state that was meant to be at their zeros."""
        watched = self._watched(run)
        spread = watched.symbols.values(watched.symbols.spread(watched.values))
        return ROOT_ROUNDING * spread(*run.arguments(run.now, run.state.y))

    def _title(self, k: int) -> str:
        count = len(self.watch.events)
        if k < count:
            return self.watch.titles[k]
        assert self.watch.contacts is not None
        return self.watch.contacts.all[k - count].name

    def _chattering(self, run: Run) -> Outcome | None:
        """End a run whose events pile up without time going on."""
        self.moments = [*self.moments, run.now][-MOST_IN_A_MOMENT:]
        length = MOMENT_LENGTH * (run.end - run.start)
        if len(self.moments) < MOST_IN_A_MOMENT or run.now - self.moments[0] > length:
            return None
        names = sorted({f"{name} ({what})" for name, what in self.log.recent})
        reason = (
            f"chattering: {MOST_IN_A_MOMENT} events within {run.now - self.moments[0]:.3g} s, and no end of them: "
            f"{', '.join(names)}"
        )
        remedy = "the events accumulate (Zeno) or undo each other; change what they do, or stop at the first of them"
        return Outcome("stopped", reason, remedy, run.now)


def event_handler_of(run: Run) -> RunEvents | None:
    """The events of a run with all that is kept of them; None where it has none."""
    found = run.event_handler
    assert found is None or isinstance(found, RunEvents)  # runs are given no others
    return found


def _display_name(equations: Equations, name: str) -> str:
    """The name of an input that users see."""
    return str(equations.show(equations.aliases.get(name, name)))


def event_handler(dynamics: Dynamics, events: Sequence[Event], inputs: Mapping[str, Any]) -> RunEvents | None:
    """The events of a run; None where there are none."""
    if events:
        check_events(events)
    offers = dynamics.plant.offers
    if events and Question.EVENTS not in offers:
        raise refusal(dynamics.plant, Question.EVENTS)
    if dynamics.equations.switched and Question.CONTACTS not in offers:
        raise refusal(dynamics.plant, Question.CONTACTS)
    contacts = Contacts(dynamics) if dynamics.equations.switched else None
    own: list[Event] = []
    source = source_of(dynamics) if Question.EVENTS in offers else None
    if source is not None and (events or (isinstance(source, System) and (source.branch_cuts or source.kinks))):
        symbols = symbols_of(source)
        own = [*half_turns(symbols, events), *kinks_of(symbols)]
    if not events and not own and contacts is None:
        return None
    watch = Watch((*events, *own), contacts)
    if source is not None:
        watch.at(source)  # all faults are said before the run begins
    return RunEvents(watch, inputs)
