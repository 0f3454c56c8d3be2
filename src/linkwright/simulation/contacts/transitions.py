"""The modes of a machine along a run: impacts, and which mode follows when one has ended."""

from __future__ import annotations

from typing import Protocol

import casadi as ca
import numpy as np

from linkwright.arrays import Array
from linkwright.dynamics import Dynamics, Refused, State
from linkwright.dynamics.system import call_function
from linkwright.equations import STICKS
from linkwright.simulation.contacts.impact import book, held_back, jump, mobility
from linkwright.simulation.contacts.modes import ALIKE_MOTIONS, RATE_STILL, WEAK_MOBILITY, Instant, Modes, Readings
from linkwright.simulation.contacts.shared_friction import accelerations, directions
from linkwright.simulation.loop.run import Run
from linkwright.trajectory import Outcome
from linkwright.trajectory.events import MODES

TOUCHES = 1e-9
"""Gap (rad, or machine sizes) below which a stop counts as touched: what locating an impact and projecting leave."""
SLIDING_NONE = 1e-9
"""Sliding speed, over the largest in the state (lengths in machine sizes), that counts as none after an impact."""
LOW, LOWEST = 1e-3, 1e-14
"""Height of a bounce, over the absolute tolerance, and over 1 + |position| (rad, or machine sizes), below which bounces
have died out: smaller ones cannot be told from the errors of the motion, nor, near the latter, from rounding."""
HELPLESS = 1e-3
"""Share of the rate of a speed that friction must be able to change for it to be tried whether it sticks."""
PUSH = 1e-6
"""Share by which forces are taken larger to see what slides when friction lets go."""
FORCE = 1e-9
"""Share of its limit by which the force of sticking may pass it, and forces of stops pull, by rounding."""
MOMENT = 1e-9
"""Time, over the length of the run, within which friction that was let go has not moved yet: others that let go in this
moment (drives of one machine, all alike) leave it free."""
MOST_PILES = 4
"""Accumulations of bounces at one stop that are reported individually; more are counted."""


class EventNotes(Protocol):
    """What transitions of contacts tell the events of their run."""

    @property
    def jumped(self) -> bool:
        """Whether speeds jumped."""

    def note(self, run: Run, name: str, what: str) -> None:
        """Write down what happened to a contact."""

    def look_again(self, run: Run) -> None:
        """Look at all values anew, after speeds jumped."""


class Contacts(Modes):
    """What sticks, slides, rests and bounces in one run.

    `bounces` counts those of each stop since it last came to rest, `piled` how often they piled up; `started` says what
    each contact did at the start, `let_go` when friction was last let go (s).
    """

    def __init__(self, base: Dynamics) -> None:
        super().__init__(base)
        self.held: set[int] = set()
        self.directions = [0.0] * len(self.all)
        self.bounces = [0] * len(self.all)
        self.piled = [0] * len(self.all)
        self.started: list[str] = []
        self.let_go: dict[int, float] = {}

    # -- the start -----------------------------------------------------------------------------------------------

    def begin(self, run: Run, event_handler: EventNotes) -> None:
        """The mode at the start, decided by the state and the forces there; a state beyond a stop is refused."""
        at = self._now(run)
        here = self._read(at)
        beyond = [
            f"{self.all[k].name} is passed by {-here.g[k]:.6g} at the start (rad or m)"
            for k in range(len(self.all))
            if here.g[k] < -TOUCHES * self.sizes[k]
        ]
        if beyond:
            msg = f"{'; '.join(beyond)}: start between the stops"
            raise ValueError(msg)
        for k, contact in enumerate(self.all):
            if contact.friction and abs(here.phi[k]) <= self._slow(at)[k]:
                self._come_to_rest(at, k)
            elif contact.friction:
                self.directions[k] = float(np.sign(here.phi[k]))
        hit = [
            k
            for k, c in enumerate(self.all)
            if not c.friction and here.g[k] <= TOUCHES * self.sizes[k] and here.phi[k] < 0
        ]
        if hit:
            at = self._strike(run, at, event_handler, hit)
        self._decide(run, at)
        self.started = [word for word, _ in self._states()]

    # -- an event ------------------------------------------------------------------------------------------------

    def handle(self, run: Run, event_handler: EventNotes, fired: list[int]) -> Outcome | None:
        """Act on what fired, then find the mode that follows."""
        if not fired and not event_handler.jumped:
            return None
        was, stuck, at = self._states(), set(self.held), self._now(run)
        here = self._read(at)
        self.kept.clear()  # which of the contacts that hold are idle may have changed along the motion
        released: set[int] = set()
        hit = []
        for k in fired:
            contact = self.all[k]
            if contact.friction and k in stuck and here.force[k]:
                released |= self._let_go(at, k, here, PUSH)
            elif contact.friction and k in stuck:
                self._release(k, float(np.sign(here.phi[k])))  # what is idle is moved by others
                released.add(k)
            elif contact.friction:
                self._come_to_rest(at, k)
            elif k in self.held:
                self.held.discard(k)
                released.add(k)
            else:
                hit.append(k)
        if hit:
            at = self._strike(run, at, event_handler, hit)
        if hit or event_handler.jumped:
            self._let_slide(at)
        self._decide(run, at, released | self._just_let_go(run, released))
        for contact, before, after in zip(self.all, was, self._states(), strict=True):
            if before != after:
                event_handler.note(run, contact.name, after[0])
        return None

    def _just_let_go(self, run: Run, released: set[int]) -> set[int]:
        """Friction that was let go a moment ago and slides: its rate is still what rounding leaves of it."""
        self.let_go |= {k: run.now for k in released if self.all[k].friction}
        since = run.now - MOMENT * (run.end - run.start)
        return {k for k, time in self.let_go.items() if time >= since and k not in self.held}

    def _states(self) -> list[tuple[str, float]]:
        """What each contact does, in a word, and the direction of friction."""
        words = (("leave", "rest"), ("slip", "stick"))
        return [(words[c.friction][k in self.held], self.directions[k]) for k, c in enumerate(self.all)]

    def _come_to_rest(self, at: Instant, k: int) -> None:
        """Let friction stick, unless the other constraints move it on and leave it nothing to hold with.

        At the dead centre of a crank the speed of a slider is zero for an instant, whatever force acts on it: with the
        mobility c of that speed and its rate a without friction, it may stick where |a| <= c limit. While it slides in
        the direction d its rate is a - d c limit.
        """
        if abs(self.directions[k]) != 1.0:
            self._release(k, 1.0)
        here, mode = self._read(at), self._mode(at)
        limit, moved = float(here.limit[k]), float(self.mobility(mode, at)[k, k])
        rate = float(here.rate[k]) + self.directions[k] * moved * limit
        if abs(rate) > self.negligible(mode, at, here)[k] and moved * limit < HELPLESS * abs(rate):
            self._release(k, float(np.sign(rate)))
        else:
            self._hold(k)

    def _hold(self, k: int) -> None:
        self.held.add(k)
        self.directions[k] = STICKS

    def _release(self, k: int, direction: float) -> None:
        self.held.discard(k)
        self.directions[k] = direction

    def _let_go(self, at: Instant, k: int, here: Readings, push: float = 0.0) -> set[int]:
        """Let friction slide that is pushed too hard, and with it all that moves with it; which these are.

        Forces count as larger by the share `push`: an event finds them just at their limit.
        """
        if here.together:
            ways = self._ways(at, here, push)
        else:
            group = np.flatnonzero(np.abs(here.shares[:, k]) > ALIKE_MOTIONS)
            ways = {k: 1.0} | {int(m): float(np.sign(here.shares[m, k])) for m in group}
            ways = {m: -way * float(np.sign(here.force[k])) for m, way in ways.items()}
        for m, way in ways.items():
            self._release(m, way)
        return set(ways)

    def _ways(self, at: Instant, here: Readings, push: float = 0.0) -> dict[int, float]:
        """What of all the friction that sticks must slide, and in which direction; empty if it holds."""
        kept = list(here.keeps)
        W = self.mobility(self.base, at)
        for k in self._held_rows(self._mode(at).system):
            if not self.all[k].friction:
                W = held_back(W, k)
        G, all_ = np.vstack([np.eye(len(kept)), here.shares[np.ix_(here.idle, kept)]]), [*kept, *here.idle]
        own = W[np.ix_(kept, kept)]
        a = accelerations((1 + push) * here.force[kept], G, here.limit[all_], own, rounding=FORCE)
        return {k: float(way) for k, way in zip(all_, directions(G, a), strict=True) if way}

    def _hold_with_others(self, at: Instant) -> None:
        """Let friction stick that is at rest and cannot move while other friction sticks or a body rests at a stop.

        At a dead centre it cannot move either, for an instant, but its speed has a rate.
        """
        at_rest = [k for k, c in enumerate(self.all) if c.friction and k not in self.held]
        if not at_rest or not self.held:
            return
        here, slow = self._read(at), self._slow(at)
        slowly = [k for k in at_rest if abs(here.phi[k]) <= slow[k]]
        if not slowly:
            return
        least = WEAK_MOBILITY * self.free_mobility(at)
        free, now = (self.mobility(d, at).diagonal() for d in (self.base, self._mode(at)))
        most = RATE_STILL * max(*map(abs, here.rate.tolist()), *(free * here.limit)[at_rest].tolist())
        for k in slowly:
            still = abs(here.rate[k]) <= most
            if still and free[k] > least[k] and now[k] <= ALIKE_MOTIONS * free[k]:
                self._hold(k)

    def _say_shared(self, run: Run, at: Instant) -> None:
        """Note once that several frictions hold one motion."""
        if sum(self.all[k].friction for k in self.held) < 2:
            return
        here = self._read(at)
        shared = [(k, j) for k in here.idle for j in here.keeps if abs(here.shares[k, j]) > ALIKE_MOTIONS]
        if shared:
            names = ", ".join(self.all[k].name for k in sorted({k for pair in shared for k in pair}))
            note = f"{names} hold together, up to the sum of what they can; how they share the force is not determined"
            run.notes += [note] if note not in run.notes else []

    def _let_slide(self, at: Instant) -> None:
        """Friction has no impulse: what stuck may slide after an impact, what slid the other way, what rested leave."""
        here = self._read(at)
        for k, contact in enumerate(self.all):
            if contact.friction and abs(here.phi[k]) > self._slow(at)[k]:
                self._release(k, float(np.sign(here.phi[k])))
            elif not contact.friction and here.phi[k] > self._slow(at)[k]:
                self.held.discard(k)

    # -- impacts -------------------------------------------------------------------------------------------------

    def _strike(self, run: Run, at: Instant, event_handler: EventNotes, hit: list[int]) -> Instant:
        """An impact on the stops hit, and on those that are touched as well; bounces that have died out end.

        The instant with the speeds after it.
        """
        here = self._read(at)
        near = here.g <= TOUCHES * self.sizes
        touched = [
            k
            for k, contact in enumerate(self.all)
            if not contact.friction and (k in hit or k in self.held or (near[k] and here.phi[k] <= 0))
        ]
        rows = self.rows(at)[touched]
        Y = mobility(self.base, at.where)
        before, e = here.phi[touched], here.limit[touched].copy()
        resting = np.array([k in self.held for k in touched])
        before, e = np.where(resting, np.minimum(before, 0.0), before), np.where(resting, 0.0, e)
        L = self._impulses(run, Y, rows, before, e, touched)
        self.held -= set(touched)
        probe, u, p = at.state, *at.where[3:]
        there = self.read(self._mode(at), Instant(State(probe.t, probe.q, probe.v + Y @ (rows.T @ L)), u, p))
        farthest = float(np.max(np.abs(probe.q) / self.scales.coordinates, initial=0.0))
        for i, k in enumerate(touched):
            low = max(LOW * run.tolerances.atol, LOWEST * self.sizes[k] * (1 + farthest))
            speed, rate = float(there.phi[k]), float(there.rate[k])
            if e[i] > 0 and rate < 0 and 0 <= speed**2 < 2 * low * -rate:
                self._say(run, k, float(e[i]), run.now + 2 * speed / (-rate * (1 - e[i])))
                e[i] = 0.0
        book(run, Y, rows, before, self._impulses(run, Y, rows, before, e, touched))
        for k in hit:
            self.bounces[k] += 1
            event_handler.note(run, self.all[k].name, "impact")
        event_handler.look_again(run)
        return self._now(run)

    def _impulses(self, run: Run, Y: Array, rows: Array, before: Array, e: Array, touched: list[int]) -> Array:
        L = jump(Y, rows, before, e)
        if L is None:
            names = [self.all[k].name for k in touched]
            reason = (
                f"{', '.join(names)} strike at once at t = {run.now:.9g} s, and no impulses of theirs let the machine "
                "go on: the constraints hold it between them"
            )
            raise Refused(reason, names)
        return L

    def _say(self, run: Run, k: int, e: float, end: float) -> None:
        """Note that bounces pile up (Zeno) and turn into rest; the first few times one by one."""
        if self.piled[k] < MOST_PILES:
            run.notes.append(
                f"bounces of {self.all[k].name} (restitution {e:g}) pile up at t = {end:.9g} s: after "
                f"{self.bounces[k] + 1} impacts they are too low to follow and are taken for rest, from t = "
                f"{run.now:.9g} s on"
            )
        self.piled[k] += 1
        self.bounces[k] = -1

    def summary(self) -> list[str]:
        """How often bounces piled up, where that is more often than was told."""
        return [
            f"bounces of {contact.name} piled up {count} times in all; the first {MOST_PILES} are told"
            for contact, count in zip(self.all, self.piled, strict=True)
            if count > MOST_PILES
        ]

    def data(self) -> dict[str, dict[str, str]]:
        """What each contact is, and its mode at the start and now, as plain values."""
        now = [word for word, _ in self._states()]
        return {
            contact.name: {"kind": contact.kind, "start": MODES[first], "end": MODES[last]}
            for contact, first, last in zip(self.all, self.started or now, now, strict=True)
        }

    def apart(self, run: Run, where: tuple[float, Array, Array, Array, Array]) -> Array:
        """Gaps of stops that are not touched and speeds of friction that slides, in its direction; 1 for what holds."""
        system = run.dynamics.system

        def make() -> ca.Function:
            g, phi, _, direction = self._expressions(system)
            return system.function("apart", [g, phi, direction])

        g, phi, direction = (value.ravel() for value in call_function(system.cached("apart", make), *where))
        sliding = np.array([contact.friction for contact in self.all])
        free = np.array([k not in self.held for k in range(len(self.all))])
        return np.where(free, np.where(sliding, direction * phi, g), 1.0)

    def resting(self, run: Run) -> Array:
        """d phi / d v of the stops at which the machine rests."""
        held = [k for k in sorted(self.held) if not self.all[k].friction]
        return self.rows(self._now(run))[held]

    # -- which mode ----------------------------------------------------------------------------------------------

    def _decide(self, run: Run, at: Instant, released: set[int] | None = None) -> None:
        """Change what contradicts itself until nothing does, then run on in that mode."""
        free, again = set(released or ()), set(released or ())
        for _ in range(4 * (len(self.all) + 1)):
            self._hold_with_others(at)
            wrong = self._contradiction(at, self._read(at), free, again)
            if wrong is None:
                break
        else:
            names = [contact.name for contact in self.all]
            reason = (
                f"no consistent mode of {', '.join(names)} was found at t = {run.now:.9g} s: whatever sticks or slides "
                "contradicts the forces that follow"
            )
            raise Refused(reason, names)
        self._say_shared(run, at)
        run.change_mode(self._mode(at), self._read(at).pivoting)
        events, own = run.workspace.events, slice(-len(self.all), None)
        events.side[own] = 1.0
        idle = self.held - set(self.independent(self.held, at))
        events.direction[own] = [
            np.nan if k in idle and not self.all[k].friction else -1.0 for k in range(len(self.all))
        ]

    def _contradiction(self, at: Instant, here: Readings, free: set[int], again: set[int]) -> int | None:
        """The first contact whose mode is not possible, changed; None if all are.

        What is `free` has been let go here and is not taken up, but for what an event let go a little too early: that
        sticks `again`, once.
        """
        # Numbers one by one: plain ones, not those of arrays.
        slow, phi, rate = self._slow(at).tolist(), here.phi.tolist(), here.rate.tolist()
        near = (here.g <= TOUCHES * self.sizes).tolist()
        for k, contact in enumerate(self.all):
            if contact.friction and k in self.held:
                first = here.together and k == here.keeps[0]
                if (first and self._ways(at, here)) or (
                    not here.together and abs(here.force[k]) > here.capacity[k] * (1 + FORCE)
                ):
                    free |= self._let_go(at, k, here)
                    return k
            elif contact.friction:
                if abs(phi[k]) > slow[k]:
                    continue
                none = self.negligible(self._mode(at), at, here)
                if self.directions[k] * rate[k] <= (-none[k] if k in free else none[k]):
                    if k in free and k not in again:
                        reason = (
                            f"{contact.name} can neither stick nor slide at t = {at.state.t:.9g} s: sliding, its own "
                            "friction turns it back"
                        )
                        raise Refused(reason, [contact.name])
                    free.discard(k)
                    again.discard(k)
                    self._hold(k)
                    return k
            elif k in self.held:
                if here.force[k] < -FORCE * float(np.max(np.abs(here.force), initial=0.0)) and k not in free:
                    self.held.discard(k)
                    free.add(k)
                    return k
            elif near[k] and abs(phi[k]) <= slow[k] and rate[k] < 0 and k not in free:
                self.held.add(k)
                return k
        return None

    # -- small things --------------------------------------------------------------------------------------------

    def _now(self, run: Run) -> Instant:
        """Where the run is."""
        return Instant(run.state_now(), run.input_now(), run.dynamics.p)

    def _mode(self, at: Instant) -> Dynamics:
        what = ("mode", self.independent(self.held, at), *self.directions)
        return at.once(what, lambda: self.dynamics(self.held, self.directions, at))

    def _read(self, at: Instant) -> Readings:
        what = ("read", self.independent(self.held, at), *self.directions)
        return at.once(what, lambda: self.read(self._mode(at), at))

    def _slow(self, at: Instant) -> Array:
        """Sliding speeds (contacts) that count as none."""
        v = at.state.v
        return at.once(
            "slow", lambda: SLIDING_NONE * self.sizes * float(np.max(np.abs(v) / self.scales.speeds, initial=1e-3))
        )
