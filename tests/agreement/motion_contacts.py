"""Reference motions with dry friction and end stops: pieces between events, integrated by SciPy.

    friction slides     effort -force d, d the direction; ends where the sliding speed passes zero
    friction sticks     one constraint more; ends where its multiplier reaches the static limit
    a stop is struck    v+ = v - W J^T (1 + e) J v / (J W J^T),  W = S (S^T M S)^-1 S^T of the joints
    a body rests        one constraint more; ends where its multiplier would pull

At every event the rule of Coulomb decides: it sticks if that takes no more than the static limit, else it slides to
where it is pushed. Impulses are infinite forces: friction, which is bounded, takes no part in them.
"""

from dataclasses import dataclass

import numpy as np
from scipy.integrate import solve_ivp

from agreement.motion_reference import ATOL, RTOL, SIZE, Motion, Moving
from linkwright import components as c

STICKS, FREE = 0, "free"
MOST = 20
"""Events in one motion."""


class ManyEventsError(ArithmeticError):
    """More events than a motion is compared with."""


class Touching(Moving):
    """The machine at a time, with its contacts in given modes: friction -1, 1 or STICKS; stops FREE, lower, upper."""

    def __init__(self, machine, t, y, modes):
        self.modes, self.held, self.sliding, self.room = modes, {}, {}, {}
        super().__init__(machine, t, y)

    def _connection(self, name, item, path):
        if not isinstance(item, c.CoulombFriction | c.EndStop):
            super()._connection(name, item, path)
            return
        full, value = self.d.full(path + item.quantity), lambda key: self.value(f"{name}.{key}")
        row, bias = self.speed(full)
        if isinstance(item, c.EndStop):
            z = self.positions[full]
            self.room[name] = {
                "lower": (z - value("lower"), row),
                "upper": (value("upper") - z, -row),
            }
            if self.modes[name] != FREE:
                self.held[name] = len(self.rows)
                side = 1.0 if self.modes[name] == "lower" else -1.0
                self._constraint(name, side * row, side * bias)
            return
        self.sliding[name] = float(row @ self.v) - value("speed")
        if self.modes[name] == STICKS:
            self.held[name], self.drift[len(self.rows)] = len(self.rows), value("speed")
            self._constraint(name, row, bias)
        else:
            effort = -value("force") * self.modes[name]
            self.f += row * effort
            self.powers["loss"] += effort * self.sliding[name]
            self.powers["source"] += effort * value("speed")

    def multipliers(self):
        """Forces of the constraints of contacts, by name."""
        need = self.M @ self.solve() - self.f
        A, _ = self.constraints()
        rows = list(self.machine.rows)
        found, *_ = np.linalg.lstsq(A[rows].T, need, rcond=None)
        return {name: float(found[rows.index(k)]) for name, k in self.held.items()}

    def struck(self, name, side):
        """Speeds after the impact at a stop."""
        A, _ = self.constraints()
        A = A[[k for k in self.independent() if k not in self.held.values()]]
        Q = np.linalg.qr(A.T, mode="complete")[0] if len(A) else np.eye(self.n)
        S = Q[:, len(A) :]
        J, v = self.room[name][side][1], self.v
        push = S @ np.linalg.solve(S.T @ self.M @ S, S.T @ J)
        return v - push * (1 + self.value(f"{name}.restitution")) * (J @ v) / (J @ push)


@dataclass(frozen=True)
class LoggedEvent:
    """What happened when: "stick" and "slip" of friction, "impact", "rest" and "leave" of a stop's side."""

    time: float
    name: str
    what: str


def integrate(machine, y, times, *, rtol=RTOL, atol=ATOL):
    """The motion from y at the first of the times, and what happened in it."""
    found, log, t = [], [], times[0]
    modes = {name: FREE for name, (item, _) in machine.description.connections.items() if isinstance(item, c.EndStop)}
    frictions = [n for n, (e, _) in machine.description.connections.items() if isinstance(e, c.CoulombFriction)]
    modes |= dict.fromkeys(frictions, 1)
    machine.rows[:] = Touching(machine, t, y, modes).independent()
    modes |= {name: _sign(s) for name, s in Touching(machine, t, y, modes).sliding.items()}
    evaluations, far, rest = 0, 0.0, np.asarray(times)
    while len(rest):
        machine.rows[:] = Touching(machine, t, y, modes).independent()
        watched = _watched(machine, modes)
        piece = solve_ivp(
            lambda t, y: Touching(machine, t, y, modes).rates(),
            (t, times[-1]), y, method="DOP853", t_eval=rest, rtol=rtol, atol=atol, events=list(watched.values()),
        )  # fmt: skip
        if not piece.success:  # chattering: switches without end, which only the package's rules for it overcome
            raise ManyEventsError(piece.message)
        evaluations += piece.nfev
        columns = np.reshape(piece.y, (len(y), len(piece.t))).T
        found += [Touching(machine, at, column, dict(modes)) for at, column in zip(piece.t, columns, strict=True)]
        far = max([far, *(each.far for each in found)])
        rest = rest[len(piece.t) :]
        if piece.status == 0:
            break
        at, key = min((e[0], key) for e, key in zip(piece.t_events, watched, strict=True) if len(e))
        t, y = at, piece.y_events[list(watched).index(key)][0].copy()
        if len(log) > MOST:
            raise ManyEventsError
        y = _decided(machine, t, y, modes, key, log)
    return Motion(np.asarray(times), tuple(found), far, evaluations), log


def _sign(number):
    return 1 if number > 0 else -1


def _watched(machine, modes):
    """Functions whose passage through zero from above ends a piece, by contact and side."""

    def made(reading):
        def event(t, y):
            return reading(Touching(machine, t, y, modes))

        event.terminal, event.direction = True, -1
        return event

    found = {}
    for name, mode in modes.items():
        if mode in (1, -1):
            found[name, "stop"] = made(lambda here, name=name, mode=mode: mode * here.sliding[name])
        elif mode == STICKS:
            static = machine.numbers[f"{name}.static"]
            found[name, "go"] = made(lambda here, name=name, static=static: static - abs(here.multipliers()[name]))
        elif mode == FREE:
            for side in ("lower", "upper"):
                found[name, side] = made(lambda here, name=name, side=side: here.room[name][side][0])
        else:
            found[name, "leave"] = made(lambda here, name=name: here.multipliers()[name])
    return found


def _decided(machine, t, y, modes, key, log):
    """Change the modes at an event; y after it."""
    name, what = key
    here = Touching(machine, t, y, modes)
    if what in ("lower", "upper"):
        v = here.struck(name, what)
        y = _with_speeds(here, y, v)
        log.append(LoggedEvent(t, f"{name}.{what}", "impact"))
        after = Touching(machine, t, y, modes)
        for other, speed in after.sliding.items():
            if abs(speed) > 1e-9 and modes[other] != _sign(speed):
                modes[other] = _sign(speed)
                log.append(LoggedEvent(t, other, "slip"))
        if machine.numbers[f"{name}.restitution"] == 0.0 and _forces(machine, t, y, modes | {name: what})[name] > 0:
            modes[name] = what
            log.append(LoggedEvent(t, f"{name}.{what}", "rest"))
    elif what == "leave":
        log.append(LoggedEvent(t, f"{name}.{modes[name]}", "leave"))
        modes[name] = FREE
    elif what == "stop":
        held = _forces(machine, t, y, modes | {name: STICKS})[name]
        sticks = abs(held) <= machine.numbers[f"{name}.static"]
        modes[name] = STICKS if sticks else -_sign(held)
        log.append(LoggedEvent(t, name, "stick" if sticks else "slip"))
    else:
        modes[name] = -_sign(here.multipliers()[name])
        log.append(LoggedEvent(t, name, "slip"))
    for other, mode in modes.items():  # what sticks or rests may be asked too much by what has changed
        if mode == STICKS and abs(force := _forces(machine, t, y, modes)[other]) > machine.numbers[f"{other}.static"]:
            modes[other] = -_sign(force)
            log.append(LoggedEvent(t, other, "slip"))
    return y


def _forces(machine, t, y, modes):
    here = Touching(machine, t, y, modes)
    machine.rows[:] = here.independent()
    return here.multipliers()


def _with_speeds(here, y, v):
    y = y.copy()
    count = len(here.number)
    for k in range(count):
        y[SIZE * k + 7 : SIZE * k + 13] = v[6 * k : 6 * k + 6]
    y[SIZE * count : SIZE * count + here.n - 6 * count] = v[6 * count :]
    return y
