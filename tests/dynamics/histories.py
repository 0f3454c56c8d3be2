"""Machines with questions put to them, each answered by bytes: what is compared after other questions or in threads."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import replace
from functools import cached_property

import numpy as np

import linkwright as lw

Question = Callable[[lw.Dynamics], bytes]


def digest(*values: object) -> bytes:
    """All numbers and words, to the last bit."""
    found = hashlib.sha256()
    for value in values:
        if isinstance(value, dict):
            found.update(digest(*value, *value.values()))
        elif isinstance(value, np.ndarray):
            found.update(np.ascontiguousarray(value).tobytes())
        else:
            found.update(repr(value).encode())
    return found.digest()


def recorded(motion: lw.Trajectory) -> bytes:
    """A motion: its outcome, events, and all of its channels."""
    return digest(motion.outcome, motion.time, motion.events, *[motion[name] for name in motion.names])


def certified(motion: lw.Trajectory) -> bytes:
    """A motion and its certificate, which is read first."""
    return digest(motion.certificate, recorded(motion))


class Machine:
    """A machine, two states by positions and speeds, and the parameter whose value is changed there and back."""

    def __init__(
        self,
        mechanism: lw.Mechanism,
        states: tuple[tuple[dict[str, float], dict[str, float]], ...],
        changed: str,
        duration: float,
        *,
        formalism: Callable[[lw.Mechanism], object] = lw.formalisms.modular,
        join: object = None,
        inputs: float = 0.0,
        batch: bool = True,
    ) -> None:
        self.mechanism, self.states, self.changed, self.duration = mechanism, states, changed, duration
        self.formalism, self.join, self.value, self.batch = formalism, join, inputs, batch

    def compiled(self) -> lw.Dynamics:
        """Compiled anew."""
        return lw.compile(self.formalism(self.mechanism), join=self.join)  # type: ignore[arg-type]

    def run(self, dynamics: lw.Dynamics, which: int) -> lw.Trajectory:
        """A run from one of the states."""
        inputs = dict.fromkeys(dynamics.inputs, self.value)
        start = dynamics.assemble(*self.states[which])
        return lw.simulate(dynamics, start, duration=self.duration, inputs=inputs, samples=41)

    def other(self, dynamics: lw.Dynamics) -> lw.Dynamics:
        """The same machine with another value of a parameter."""
        return dynamics.with_parameters({self.changed: 1.25 * dynamics.parameters[self.changed]})

    def back(self, dynamics: lw.Dynamics) -> lw.Dynamics:
        """There and back."""
        return self.other(dynamics).with_parameters({self.changed: dynamics.parameters[self.changed]})

    def along(self, dynamics: lw.Dynamics) -> list[lw.State]:
        """Some states of a motion."""
        motion = self.run(dynamics, 0)
        rows = range(0, len(motion.time), 5)
        Q, V = (
            [[motion[name][k] for name in names] for k in rows] for names in (dynamics.coordinates, dynamics.speeds)
        )
        return [dynamics.state(np.array(q), np.array(v)) for q, v in zip(Q, V, strict=True)]

    @cached_property
    def questions(self) -> dict[str, Question]:
        """Questions by name."""
        inputs = dict.fromkeys(self.compiled().inputs, self.value)
        found: dict[str, Question] = {
            "run": lambda d: recorded(self.run(d, 0)),
            "run elsewhere": lambda d: recorded(self.run(d, 1)),
            "certificate": lambda d: certified(self.run(d, 0)),
            "certificate elsewhere": lambda d: certified(self.run(d, 1)),
            "other values": lambda d: certified(self.run(self.other(d), 1)),
            "there and back": lambda d: recorded(self.run(self.back(d), 0)),
            "forward there and back": lambda d: digest(self.back(d).forward(d.assemble(*self.states[1]), inputs)),
            "forward": lambda d: digest(d.forward(d.assemble(*self.states[0]), inputs)),
            "forward elsewhere": lambda d: digest(d.forward(d.assemble(*self.states[1]), inputs)),
            "reactions": lambda d: digest(d.reactions(d.assemble(*self.states[1]), inputs).in_words()),
            "degrees of freedom": lambda d: digest(str(d.describe())),
        }
        if self.batch:
            found["arrays"] = self._arrays
            found["one by one"] = self._one_by_one
        return found

    def _arrays(self, dynamics: lw.Dynamics) -> bytes:
        states = self.along(dynamics)
        Q, V = np.array([s.q for s in states]), np.array([s.v for s in states])
        return digest(dynamics.functions.forward(Q, V, np.full((len(Q), len(dynamics.inputs)), self.value)))

    def _one_by_one(self, dynamics: lw.Dynamics) -> bytes:
        u = np.full(len(dynamics.inputs), self.value)
        return digest(*[dynamics.accelerations(state, u) for state in self.along(dynamics)])


def _rough() -> lw.Mechanism:
    """The 3RRR with dry friction and a stop on its platform."""
    ready = lw.mechanisms.three_rrr(motors=False)
    contacts = {
        "dry": lw.CoulombFriction("platform.theta", 0.02, 0.05),
        "dx": lw.CoulombFriction("platform.x", 0.2, 0.4),
        "stop": lw.EndStop("platform.y", lower=-0.04, upper=0.05, restitution=0.5),
    }
    return replace(ready, name="rough", connections={**ready.connections, **contacts})


PLATFORM = ("platform.x", "platform.y", "platform.theta")


def _pose(*values: float) -> dict[str, float]:
    return dict(zip(PLATFORM, values, strict=True))


def _swing(speed: float) -> dict[str, float]:
    return {f"q{k}": speed * (-1) ** k for k in range(1, 31)}


def machines() -> dict[str, Callable[[], Machine]]:
    """Machines by name; those with closed loops change their pivots on the way."""
    m = lw.mechanisms
    return {
        "slider_crank": lambda: Machine(
            m.slider_crank(), (({"phi": 0.3}, {"phi": 20.0}), ({"phi": 2.0}, {"phi": -15.0})), "m_3", 1.0
        ),
        "n_four_bar": lambda: Machine(m.n_four_bar(2), (({}, {"x0": 1.0}), ({}, {"x0": -1.4})), "m", 3.0),
        "three_rrr": lambda: Machine(
            m.three_rrr(motors=False),
            ((_pose(0, 0, 0), _pose(-0.21, 0.19, 1.41)), (_pose(0.05, 0.02, 0.4), _pose(0.3, 0.2, 1.0))),
            "m_B",
            4.0,
        ),
        "friction and stops": lambda: Machine(
            _rough(),
            ((_pose(0, 0, 0), _pose(0.3, 0.2, 1.0)), (_pose(0.01, 0.01, 0.2), _pose(-0.2, -0.25, -1.0))),
            "m_B",
            1.5,
            batch=False,
        ),
        "rolled": lambda: Machine(
            m.serial_chain(30),
            (({}, _swing(0.3)), ({"q1": 0.4, "q3": -0.5}, _swing(-0.2))),
            "m",
            0.2,
            formalism=lw.formalisms.denoc,
        ),
        "lapack": lambda: Machine(
            m.slider_crank(),
            (({"phi": 0.3}, {"phi": 20.0}), ({"phi": 2.0}, {"phi": -15.0})),
            "m_3",
            0.01,
            join=lw.joins.Complement(lw.kernels.SVD()),
        ),
    }
