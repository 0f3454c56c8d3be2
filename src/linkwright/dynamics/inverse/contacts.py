"""Dry friction and end stops along a prescribed motion.

A motion that goes beyond a stop is refused. Where friction is at rest or a stop is touched the state alone does not say
which force acts, but the motion does: it is the force of the motion just after (at the last sample: just before).
Where the motion stays there, a range of forces holds the machine; the inputs are those without such a force, and the
range is said.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from linkwright.arrays import Array
from linkwright.dynamics.answers.contacts import AT_REST, ContactReadings, contact_expressions, read_contacts
from linkwright.dynamics.errors import Refused
from linkwright.dynamics.inverse.following import Follower, Path
from linkwright.dynamics.inverse.refinement import Least, least_between
from linkwright.dynamics.system.system import call_function, matrices
from linkwright.equations import STICKS
from linkwright.symbolic import jacobian

Flags = NDArray[np.bool_]
ASIDE = 1 / 8
"""Share of the distance between samples at which the motion just after a sample, or just before the last, is looked at:
far enough for laws of degree seven to have left their rest, near enough to stay on one side of a reversal."""
FORCE_ROUNDING = 1e-9
"""Share by which the force of sticking must be above that of sliding to differ from it."""
MOST_SPANS = 3
"""Spans of time that are listed in words."""


@dataclass(frozen=True, eq=False)
class ContactsAlong:
    """What contacts mean for the inputs along a motion.

    `directions`: by time of a sample, the direction of friction by its place among the parameters. `notes` and
    `doubts` are sentences for the certificate; `reversals` the times inside (s) at which a friction force jumps;
    `recorded` are the directions once more, by the name of friction, as pairs of a time and a direction (0: it rests).
    """

    directions: Mapping[float, Mapping[int, float]] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    doubts: tuple[str, ...] = ()
    reversals: tuple[float, ...] = ()
    recorded: Mapping[str, list[tuple[float, float]]] = field(default_factory=dict)


def contacts_along(follower: Follower, path: Path) -> ContactsAlong:
    """Stops and friction along a path; refused where a stop is passed or struck."""
    if not follower.dynamics.equations.switched:
        return ContactsAlong()
    look = _Look(follower, path)
    look.refuse_beyond()
    directions: dict[float, dict[int, float]] = {}
    recorded: dict[str, list[tuple[float, float]]] = {}
    notes, doubts, reversals = [], [], []
    for k, contact in enumerate(look.found.contacts):
        turning, stays = (look.sliding if contact.friction else look.at_stop)(k)
        count = int(np.sum(turning != 0))
        if contact.friction:
            for row in np.flatnonzero(turning).tolist():
                directions.setdefault(float(path.time[row]), {})[contact.place] = float(turning[row])
            rests = np.flatnonzero((turning != 0) | stays)
            recorded[contact.name] = [(float(path.time[row]), float(turning[row])) for row in rests.tolist()]
            reversals += look.reversals(k, turning)
            doubts += look.sticking(k, turning, stays)
            if count:
                notes.append(
                    f"friction {contact.name} is at rest at {count} of {len(path.time)} samples; there it acts as just "
                    "after them (at the last sample: just before)"
                )
        else:
            if count:
                notes.append(
                    f"stop {contact.name} is touched without pressure at {count} of {len(path.time)} samples, where "
                    "the motion leaves it or arrives"
                )
            if stays.any():
                doubts.append(
                    f"stop {contact.name} is rested on from {look.spans(stays)}: any push towards it holds the "
                    "machine; the inputs given there are those without a force of the stop"
                )
    return ContactsAlong(directions, tuple(notes), tuple(doubts), tuple(sorted(reversals)), recorded)


class _Look:
    """Contacts at the samples of a path, and between them."""

    def __init__(self, follower: Follower, path: Path) -> None:
        self.follower, self.path = follower, path
        self.time = path.time
        self.found = self._read(path)
        self.step = float(np.min(np.diff(self.time)))
        # rounding of speeds goes with the largest of them
        self.rest = AT_REST * np.maximum(self.found.sizes, np.max(np.abs(self.found.rates), axis=0, initial=0.0))
        self.close = self.found.close

    def _read(self, path: Path) -> ContactReadings:
        return read_contacts(self.follower.dynamics, path.time, path.Q, path.V)

    # -- stops -----------------------------------------------------------------------------------------------------

    def refuse_beyond(self) -> None:
        """Refuse a motion that passes stops, at samples or between them, or strikes one at its end."""
        parts, words = [], []
        for k, contact in enumerate(self.found.contacts):
            if contact.friction:
                continue
            beyond, deepest = self.found.beyond[:, k], self._deepest(k)
            if deepest is not None:
                when = f"from {self.spans(beyond, self._gap(k))}, most " if beyond.any() else ""
                parts.append(contact.name)
                words.append(
                    f"the motion lies beyond the stop {contact.name} {when}by {-deepest.value:.6g} (m or rad) at "
                    f"t = {deepest.time:.6g} s"
                )
            elif abs(self.found.gaps[-1, k]) <= self.close[k] and self.found.rates[-1, k] * self.step < -self.close[k]:
                parts.append(contact.name)
                words.append(
                    f"the motion strikes the stop {contact.name} at t = {self.time[-1]:.6g} s with "
                    f"{-self.found.rates[-1, k]:.6g} (m/s or rad/s)"
                )
        if parts:
            reason = "; ".join(words) + "; no inputs follow such a motion: choose another path, or move the stop"
            raise Refused(reason, parts)

    def _gap(self, k: int) -> Callable[[Path], float]:
        return lambda path: float(self._read(path).gaps[0, k])

    def _deepest(self, k: int) -> Least | None:
        """Where the gap is least, if that lies beyond the stop."""
        g, slopes, h = self.found.gaps[:, k], self.found.rates[:, k], np.diff(self.time)
        # The cubic through gaps and rates of two samples says between which of them the gap may be least.
        s = np.linspace(0.0, 1.0, 9)[None, :]
        x0, rise, v0, v1 = (x[:, None] for x in (g[:-1], np.diff(g), h * slopes[:-1], h * slopes[1:]))
        cubic = np.min(x0 + s * (v0 + s * (3 * rise - 2 * v0 - v1 + s * (v0 + v1 - 2 * rise))), axis=1)
        lower = np.minimum(g[:-1], g[1:])
        near = cubic <= 0.5 * (lower - cubic)  # the cubic may be wrong by a share of its dip below the samples
        near |= lower < -self.close[k]
        deepest: Least | None = None
        for after in np.flatnonzero(near & (cubic <= np.min(cubic) + np.max(lower - cubic))).tolist():
            span = (float(self.time[after]), float(self.time[after + 1]))
            ends = [Least(float(g[j]), float(self.time[j]), self.path.Q[j]) for j in (after, after + 1)]
            inner = least_between(self.follower, span, self.path.Q[after], self._gap(k))
            best = min(*ends, inner, key=lambda each: each.value)
            if best.value < -self.close[k] and (deepest is None or best.value < deepest.value):
                deepest = best
        return deepest

    def at_stop(self, k: int) -> tuple[Array, Flags]:
        """Samples at which a stop is touched and left (1, else 0), and those at which the machine rests there."""
        touches = np.abs(self.found.gaps[:, k]) <= self.close[k]
        still = touches & (np.abs(self.found.rates[:, k]) <= self.rest[k])
        aside = self._aside(still)
        stays = still & (np.abs(aside.gaps[:, k]) <= self.close[k]) & (np.abs(aside.rates[:, k]) <= self.rest[k])
        return np.where(touches & ~stays, 1.0, 0.0), stays

    # -- friction --------------------------------------------------------------------------------------------------

    def sliding(self, k: int) -> tuple[Array, Flags]:
        """Directions of friction at the samples where it is at rest (else 0), and where it stays at rest."""
        still = (self.found.directions[:, k] == 0) & (np.abs(self.found.rates[:, k]) <= self.rest[k])
        rates = self._aside(still).rates[:, k]
        moves = still & (np.abs(rates) > self.rest[k])
        return np.where(moves, np.sign(rates), 0.0), still & ~moves

    def reversals(self, k: int, turning: Array) -> list[float]:
        """Times inside the motion at which a friction force jumps: a reversal, a start or an end of rest."""
        still = self._still_rows(k)
        sign = np.where(still, turning, np.sign(self.found.rates[:, k]))
        found: list[float] = []
        for after in np.flatnonzero(sign[1:] != sign[:-1]).tolist():
            if still[after] or still[after + 1]:
                found.append(float(self.time[after if still[after] else after + 1]))
            else:
                found.append(self._crossing(after, lambda path: float(self._read(path).rates[0, k])))
        return [t for t in dict.fromkeys(found) if self.time[0] < t < self.time[-1]]

    def _still_rows(self, k: int) -> Flags:
        return np.asarray(np.abs(self.found.rates[:, k]) <= self.rest[k])

    def sticking(self, k: int, turning: Array, stays: Flags) -> list[str]:
        """What is to be said of friction that may stick."""
        contact, doubts = self.found.contacts[k], []
        static = float(np.max(self.found.limits[:, k]))
        rates = self.found.rates[:, k]
        if stays.any():
            doubts.append(
                f"friction {contact.name} stays at rest from {self.spans(stays)}: it holds the machine with any force "
                f"within +-{static:.6g} (N or N m), so a range of inputs does; those given there are without friction"
            )
        turns = bool(np.any(turning != 0)) or bool(np.any(rates[1:] * rates[:-1] < 0))
        force = self._force(k) if turns else static
        if static > force * (1 + FORCE_ROUNDING):
            doubts.append(
                f"friction {contact.name} holds with up to {static:.6g} (N or N m) at rest, but slides with {force:.6g}"
                ": where the motion starts or turns back the machine may stick under the inputs given"
            )
        return doubts

    def _force(self, k: int) -> float:
        """Force while it slides: what its direction adds to the forces of the machine, along its own row."""
        dynamics, place = self.follower.dynamics, self.found.contacts[k].place
        row = int(np.argmax(self._still_rows(k)))
        system, p = dynamics.system, dynamics.p.copy()
        forces = []
        for direction in (1.0, STICKS):
            p[place] = direction
            at = (self.time[row], self.path.Q[row], self.path.V[row], np.zeros(len(dynamics.inputs)), p)
            forces.append(call_function(matrices(system), *at)[1].ravel())
        slip = contact_expressions((self.found.contacts[k],), system)[1]
        r = call_function(system.function("slip_row", [jacobian(slip, system.v)]), *at)[0].ravel()
        return float((forces[1] - forces[0]) @ r / (r @ r))

    # -- both ------------------------------------------------------------------------------------------------------

    def _aside(self, rows: Flags) -> ContactReadings:
        """Contacts just after the samples `rows`, just before the last one; other rows are as at the samples."""
        found = self.found
        gaps, rates = found.gaps.copy(), found.rates.copy()
        for block in _blocks(rows):
            inner = [row for row in block if row < len(self.time) - 1]
            if inner:
                times = self.time[inner] + ASIDE * (self.time[np.array(inner) + 1] - self.time[inner])
                after = self._read(self.follower.path(times, self.path.Q[inner[0]]))
                gaps[inner], rates[inner] = after.gaps, after.rates
            if block[-1] == len(self.time) - 1:
                t = self.time[-1] - ASIDE * (self.time[-1] - self.time[-2])
                before = self._read(self.follower.at(float(t), self.path.Q[-1]))
                gaps[-1], rates[-1] = before.gaps[0], before.rates[0]
        return replace(found, gaps=gaps, rates=rates)

    def spans(self, rows: Flags, value: Callable[[Path], float] | None = None) -> str:
        """Spans of time of samples in words; with a value, their ends are where its sign changes."""
        words = []
        for block in _blocks(rows):
            first, last = float(self.time[block[0]]), float(self.time[block[-1]])
            if value is not None and block[0] > 0:
                first = self._crossing(block[0] - 1, value)
            if value is not None and block[-1] < len(self.time) - 1:
                last = self._crossing(block[-1], value)
            words.append(f"t = {first:.6g} s to {last:.6g} s")
        more = f" and {len(words) - MOST_SPANS} more times" if len(words) > MOST_SPANS else ""
        return ", ".join(words[:MOST_SPANS]) + more

    def _crossing(self, after: int, value: Callable[[Path], float]) -> float:
        return self.follower.crossing(self.path, lambda path: float(np.sign(value(path))), after)[0]


def _blocks(rows: Flags) -> list[list[int]]:
    """Numbers of the rows that are set, in groups of neighbours."""
    numbers = np.flatnonzero(rows)
    return [group.tolist() for group in np.split(numbers, np.flatnonzero(np.diff(numbers) > 1) + 1) if group.size]
