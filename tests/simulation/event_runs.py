"""Runs with events, friction and stops that go to disk, each in a process of its own that a test may kill."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import linkwright as lw

Event, crosses, switch, impact = lw.events.Event, lw.events.crosses, lw.events.switch, lw.events.impact
Case = tuple[lw.Dynamics, lw.State, dict[str, Any]]


def oscillator(duration: float) -> Case:
    """The stick-slip oscillator, with a record of each turn."""
    dynamics = lw.compile(lw.formalisms.modular(lw.mechanisms.stick_slip(m=1.3, k=20.0, v=0.3, F_s=2.0, F_k=1.2)))
    turn = Event(crosses("x'"), then="record", name="turn")
    return dynamics, dynamics.assemble({"x": 0.0}, {"x": 0.3}), {"duration": duration, "events": [turn]}


def blocks(duration: float) -> Case:
    """Two blocks with friction, a spring between, stops for one of them, a drive that is switched: many modes."""
    machine = lw.Mechanism(
        "blocks",
        {"ground": lw.Ground(), "first": lw.Body(1.0, 1.0), "second": lw.Body(1.0, 1.0)},
        {
            "one": lw.Prismatic("ground", "first"),
            "two": lw.Prismatic("ground", "second"),
            "spring": lw.Spring("first", "second", 50.0, 0.5),
            "push": lw.Force("one.slide"),
            "dry": lw.CoulombFriction("one.slide", 1.0),
            "rough": lw.CoulombFriction("two.slide", 2.0, 2.5),
            "wall": lw.EndStop("two.slide", lower=0.3, upper=0.7, restitution=0.6),
        },
        reference={"one.slide": 0.0, "two.slide": 0.5},
    )
    dynamics = lw.compile(lw.formalisms.modular(machine))
    start = dynamics.assemble({"one.slide": 0.0, "two.slide": 0.5}, {"one.slide": 1.0, "two.slide": 0.0})
    events = [
        Event(crosses("one.slide", 0.12), +1, then=switch({"push.force": -5.0}), name="back"),
        Event(crosses("one.slide", -0.12), -1, then=switch({"push.force": lw.laws.Sine(9.0, 0.7)}), name="forth"),
        Event(crosses("one.slide", 0.14), +1, then=impact("one.slide", restitution=0.7), name="buffer"),
    ]
    return dynamics, start, {"duration": duration, "inputs": {"push.force": 4.0}, "events": events}


def robot(duration: float) -> Case:
    """The 3RRR with friction on its platform: closed loops, whose pivots are chosen anew on the way, in each mode."""
    ready = lw.mechanisms.three_rrr(motors=False)
    friction = {
        "dry": lw.CoulombFriction("platform.theta", 0.02, 0.05),
        "dx": lw.CoulombFriction("platform.x", 0.2, 0.4),
        "dy": lw.CoulombFriction("platform.y", 0.2, 0.4),
    }
    dynamics = lw.compile(
        lw.formalisms.modular(replace(ready, name="rough", connections={**ready.connections, **friction}))
    )
    start = dynamics.assemble(speeds={"platform.x": 0.3, "platform.y": 0.2, "platform.theta": 1.0})
    wave = lw.laws.Sine
    torques = {"A.tau": wave(0.25, 0.31), "B.tau": wave(0.2, 0.43), "C.tau": wave(-0.2, 0.57)}
    return dynamics, start, {"duration": duration, "inputs": torques}


CASES: dict[str, Callable[[float], Case]] = {"oscillator": oscillator, "blocks": blocks, "robot": robot}


def main(case: str, path: str, duration: str, samples: str, how: str) -> None:
    """Run or resume one of the cases."""
    dynamics, start, options = CASES[case](float(duration))
    if how == "resume":
        trajectory = lw.simulation.resume(path, dynamics, checkpoint=0.02)
    else:
        trajectory = lw.simulate(dynamics, start, samples=int(samples), stream=path, checkpoint=0.02, **options)
    print(trajectory.outcome.in_words())  # noqa: T201  the test reads it


if __name__ == "__main__":
    main(*sys.argv[1:])
