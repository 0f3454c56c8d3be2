"""Following one assembly mode along a path, noticing singularities that are crossed and where the mode ends."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from linkwright.analysis.kinematics.continuation import follow_segments
from linkwright.analysis.kinematics.margins import Kind, Margins
from linkwright.analysis.kinematics.model import KinematicModel
from linkwright.analysis.kinematics.singular import singularity, solve
from linkwright.arrays import Array
from linkwright.dynamics import State
from linkwright.dynamics.closure import modulo_a_turn
from linkwright.dynamics.system import targets_of

NEAR_SINGULARITY = 1e-2
"""Margin below which a singularity is named as the likely reason for the end of a mode."""


@dataclass(frozen=True, eq=False)
class Event:
    """A place on the path, counted in samples from 0: a singularity crossed, or the end of the mode.

    For an end, `kinds` says which singularities are near, and `words` what it looks like.
    """

    what: Literal["crossing", "end"]
    at: float
    kinds: tuple[Kind, ...]
    state: State
    words: str


@dataclass(frozen=True, eq=False)
class Followed:
    """States at the samples of a path that were reached, margins there, and what happened on the way.

    `finished` says whether the last sample was reached; `left` whether the assembly mode of the set followed changed:
    its own determinant changed sign, so that the solution found is not the one that began.
    """

    names: tuple[str, ...]
    states: tuple[State, ...]
    margins: Margins
    events: tuple[Event, ...]
    finished: bool
    left: bool

    @property
    def words(self) -> str:
        """What happened, in words."""
        notes = [event.words for event in self.events]
        end = "the path was followed to its end" if self.finished else "the path was not followed to its end"
        kept = "the assembly mode was left on the way" if self.left else "in one assembly mode"
        return "; ".join([f"{end}, {kept}", *notes])

    def as_dict(self) -> dict[str, object]:
        """Plain data for JSON."""
        return {
            "names": list(self.names),
            "finished": self.finished,
            "left": self.left,
            "serial": self.margins.serial.tolist(),
            "parallel": self.margins.parallel.tolist(),
            "condition": self.margins.condition.tolist(),
            "events": [
                {
                    "what": event.what,
                    "at": event.at,
                    "kinds": list(event.kinds),
                    "positions": dict(event.state.positions),
                    "words": event.words,
                }
                for event in self.events
            ],
        }


def follow(
    kinematics: KinematicModel, path: Sequence[Mapping[str, float]], *, near: State | None, t: float
) -> Followed:
    """Predict along the tangent, correct by Newton steps, halve steps that stray; watch the signs of determinants."""
    wanted, which = _samples(kinematics, path)
    walker = Walker(kinematics, which, t)
    start = solve(kinematics, path[0], near=near, t=t)
    Q, q = [start.q], start.q
    events: list[Event] = []
    finished = True
    for k in range(1, len(wanted)):
        reached, done = walker.walk(q, wanted[k - 1], wanted[k])
        events += walker.crossings(q, reached, wanted[k - 1], wanted[k], done, k - 1)
        if done < 1.0:
            events.append(walker.end(reached, k - 1 + done))
            finished = False
            break
        q = reached
        Q.append(q)
    states = tuple(kinematics.state_at(each, t) for each in Q)
    left = not finished or any(walker.own in event.kinds for event in events if event.what == "crossing")
    names = tuple(kinematics.dynamics.system.quantities[k].name for k in which)
    return Followed(names, states, kinematics.measure.margins(np.array(Q), t), tuple(events), finished, left)


def _samples(kinematics: KinematicModel, path: Sequence[Mapping[str, float]]) -> tuple[Array, list[int]]:
    """Values (samples, targets), angles without jumps of whole turns, and the numbers of the quantities."""
    if len(path) < 2:
        msg = f"a path needs at least two samples, got {len(path)}"
        raise ValueError(msg)
    system = kinematics.dynamics.system
    first = targets_of(system, path[0], positions=True)
    which = list(first)
    rows = []
    for k, sample in enumerate(path):
        here = targets_of(system, sample, positions=True)
        if set(here) != set(which):
            msg = (
                f"sample {k} of the path gives {', '.join(sample)}; sample 0 gives {', '.join(path[0])}: give the same "
                "names in all samples"
            )
            raise ValueError(msg)
        rows.append([here[number] for number in which])
    values = np.array(rows)
    modulo = modulo_a_turn(system, kinematics.dynamics.assembler.turns)
    wraps = [j for j, number in enumerate(which) if number in modulo]
    values[:, wraps] = np.unwrap(values[:, wraps], axis=0)
    return values, which


class Walker:
    """Steps along segments for one set of quantities."""

    def __init__(self, kinematics: KinematicModel, which: Sequence[int], t: float) -> None:
        self.kinematics, self.which, self.t = kinematics, list(which), t
        measure = kinematics.measure
        same = [set(which) == set(part) for part in (measure.inputs, measure.pose)]
        self.own: Kind | None = "parallel" if same[0] else "serial" if same[1] else None

    def walk(self, q: Array, start: Array, stop: Array) -> tuple[Array, float]:
        """Configuration reached on a segment, and the share of it that was covered."""
        way = start[None], stop[None]
        reached, done = follow_segments(self.kinematics.positions, self.which, q[None], way, t=self.t)
        return np.asarray(reached[0]), float(done[0])

    def crossings(self, q: Array, reached: Array, start: Array, stop: Array, done: float, index: int) -> list[Event]:
        """Singularities crossed between two configurations of a segment, found by halving."""
        measure = self.kinematics.measure
        ends = measure.margins(np.array([q, reached]), self.t)
        found = []
        sides: tuple[tuple[Kind, Array], ...] = (("parallel", ends.parallel_side), ("serial", ends.serial_side))
        for kind, side in sides:
            if side[0] * side[1] < 0:
                found.append(self._locate_crossing(kind, q, start, stop, done, index))
        found.sort(key=lambda event: event.at)
        return found

    def _locate_crossing(self, kind: Kind, q: Array, start: Array, stop: Array, done: float, index: int) -> Event:
        measure = self.kinematics.measure
        low, high, here = 0.0, done, q
        first = self._side(kind, q)
        for _ in range(48):
            middle = 0.5 * (low + high)
            trial, share = self.walk(here, start + low * (stop - start), start + middle * (stop - start))
            if share < 1.0:
                break
            if self._side(kind, trial) * first > 0:
                low, here = middle, trial
            else:
                high = middle
            if high - low < 1e-12:
                break
        state = self.kinematics.state_at(here, self.t)
        margins = measure.margins(here[None], self.t)
        kinds: tuple[Kind, ...] = (kind,)
        if margins.constraint[0] < 1e-6:
            kinds = ("constraint",)
        elif (margins.parallel if kind == "parallel" else margins.serial)[0] > 1e-4:
            kinds = ()
        what = f"a {kinds[0]} singularity is" if kinds else "a singular configuration of the coordinates chosen is"
        words = f"at sample {index + low:.6g} {what} crossed ({self._where(state)})"
        return Event("crossing", index + low, kinds, state, words)

    def _side(self, kind: Kind, q: Array) -> float:
        margins = self.kinematics.measure.margins(q[None], self.t)
        return float((margins.parallel_side if kind == "parallel" else margins.serial_side)[0])

    def end(self, q: Array, at: float) -> Event:
        """Why a mode could not be followed further."""
        state = self.kinematics.state_at(q, self.t)
        found = singularity(self.kinematics, self.kinematics.dynamics.on_constraints(state))
        margins: dict[Kind, float] = {
            "serial": found.serial,
            "parallel": found.parallel,
            "constraint": found.constraint,
        }
        near = tuple(kind for kind, value in margins.items() if value < NEAR_SINGULARITY)
        why = f"near a {' and '.join(near)} singularity" if near else "where no step could be continued"
        words = (
            f"at sample {at:.6g} the mode ends, {why} ({self._where(state)}; margins: serial {found.serial:.2g}, "
            f"parallel {found.parallel:.2g})"
        )
        return Event("end", at, near, state, words)

    def _where(self, state: State) -> str:
        names = [self.kinematics.dynamics.system.quantities[k].name for k in self.which]
        return ", ".join(f"{name} = {state.positions[name]:.5g}" for name in names)
