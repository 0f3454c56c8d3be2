"""Random machines with dry friction and end stops, placed so that they come into play in a motion known before."""

from dataclasses import replace

import numpy as np

from agreement.motion_comparison import case, gravity_of
from agreement.motion_contacts import ManyEventsError, integrate
from agreement.motion_drawing import described, drawn_until, finished
from agreement.motion_reference import Machine, SingularError, start
from agreement.random_drawing import _quantities
from linkwright import components as c


def touching(seed):
    """A case whose machine has friction on one quantity, a stop on one, or both; and what happens in it."""
    return drawn_until(seed, lambda attempt: _touching(seed, attempt))


def _touching(seed, attempt):
    machine = described(seed, attempt, "contacts")
    free = finished(machine, seed, "contacts")
    if free is None:
        return None
    before = case(free)
    random = np.random.default_rng([seed, attempt, 71])
    names = [name for name in _quantities(machine.top) if not name.startswith("loop")]
    moves = {name: _travel(before, name) for name in names}
    rubbed = [name for name in names if abs(before.read.speeds[name]) > 0.1]
    limited = [name for name in names if abs(moves[name][1] - moves[name][0]) > 0.05 and abs(moves[name][0]) < 1.0]
    which = int(random.integers(3))
    added = {}
    if rubbed and which != 1:
        force = float(random.uniform(0.3, 4.0))
        added["rub"] = c.CoulombFriction(
            str(random.choice(rubbed)), force, static=force * float(random.uniform(1.0, 1.5)),
            speed=float(random.choice([0.0, 0.0, 0.2])),
        )  # fmt: skip
    if limited and which != 0:
        name = str(random.choice(limited))
        first, last = moves[name]
        at = first + float(random.uniform(0.2, 0.6)) * (last - first)
        ends = (at, first + 1.5) if last < first else (first - 1.5, at)
        added["stop"] = c.EndStop(name, *ends, restitution=float(random.choice([0.0, 0.4, 0.8])))
    if not added:
        return None
    machine.top.connections = {**machine.top.connections, **added}
    for key, item in added.items():
        for argument in item.arguments:
            machine.top.numbers[f"{key}.{argument.name}"] = lambda _, value=float(argument.value): value
    drawn = finished(machine, seed, "contacts")
    with_contacts = Machine.of(drawn.mechanism, drawn.numbers, gravity_of(drawn), before.inputs, before.read)
    y = start(before.free_bodies(before.read))
    try:
        motion, log = integrate(with_contacts, y, before.motion.times)
    except (SingularError, ManyEventsError):
        return None
    if not log:
        return None
    return replace(before, drawn=drawn, plain=before.drawn, motion=motion), log


def _travel(before, name):
    """Values of a quantity at the start and at the end of a motion without contacts."""
    return tuple(float(state.positions[name]) for state in (before.motion.states[0], before.motion.end))
