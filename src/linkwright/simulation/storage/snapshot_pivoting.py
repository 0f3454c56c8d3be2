"""Choices of pivots written down by where they were made, and found or made again there.

Which choices there are, in which order, and for which of them the time loop is compiled decides which one a run takes
next, and so the last bits of what follows.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from linkwright.arrays import Array
from linkwright.dynamics import Dynamics
from linkwright.dynamics.plant import Question
from linkwright.dynamics.plants.unrolled.pivoting import MOST_KERNELS, Choice
from linkwright.dynamics.plants.unrolled.pivotings import Choices
from linkwright.dynamics.plants.unrolled.recent import Recent
from linkwright.simulation.loop.engine import kernels, kernels_key
from linkwright.simulation.loop.event_expressions import EventExpressions
from linkwright.simulation.loop.run import Run


def alone(dynamics: Dynamics) -> Dynamics:
    """The same dynamics with a list of choices of its own, which no other run changes."""
    if Question.PIVOTING not in dynamics.plant.offers:
        return dynamics
    return dynamics.with_choices(Choices(list(dynamics.choices.made), dynamics.generic_rank))


def fresh(dynamics: Dynamics) -> Dynamics:
    """The same dynamics with no choice made yet: what it does follows from where it is used alone."""
    if Question.PIVOTING not in dynamics.plant.offers:
        return dynamics
    return dynamics.with_choices(Choices([], dynamics.generic_rank))


def rows_of(choices: list[Choice]) -> Array:
    """Where each choice was made: rows (t, q, v, u, p)."""
    rows = [np.concatenate([[t], q, v, u, p]) for t, q, v, u, p in (choice.at_making for choice in choices)]
    return np.array(rows) if rows else np.zeros((0, 0))


def made_rows(run: Run, dynamics: Dynamics) -> Array:
    """All choices of the machine in one mode: rows (whether the loop is compiled for it, t, q, v, u, p)."""
    made = _made(dynamics)
    ready = [_key(run, dynamics, choice) in choice.engines for choice in made]
    return np.column_stack([np.array(ready, dtype=float), rows_of(made)]) if made else np.zeros((0, 0))


def choice_at(dynamics: Dynamics, row: Array) -> Choice:
    """The choice that was made at a place (t, q, v, u, p), found again or made again."""
    sizes = (len(dynamics.coordinates), len(dynamics.speeds), len(dynamics.inputs))
    q, v, u, p = np.split(row[1:], np.cumsum(sizes))
    for choice in dynamics.choices.made:
        t, *others = choice.at_making
        if t == row[0] and all(np.array_equal(a, b) for a, b in zip(others, (q, v, u, p), strict=True)):
            return choice
    return Choice.make(dynamics.system, dynamics.join, (float(row[0]), q, v, u, p))


def put_back_made(run: Run, dynamics: Dynamics, rows: Array) -> None:
    """Let the choices of the machine in one mode be those of `made_rows`, compiled or not as they were."""
    found = []
    for ready, *place in rows:
        choice = choice_at(dynamics, np.array(place))
        key = _key(run, dynamics, choice)
        if bool(ready) != (key in choice.engines):
            choice = replace(choice, engines=Recent(MOST_KERNELS))
        if ready:
            kernels(choice, run.integrator, keep_energy=_kept(run, dynamics), watch=_watch(run))
        found.append(choice)
    _made(dynamics)[:] = found


def _made(dynamics: Dynamics) -> list[Choice]:
    """The choices made so far; none for plants that make none."""
    return dynamics.choices.made if Question.PIVOTING in dynamics.plant.offers else []


def _key(run: Run, dynamics: Dynamics, choice: Choice) -> object:
    return kernels_key(choice, run.integrator, keep_energy=_kept(run, dynamics), watch=_watch(run))


def _kept(run: Run, dynamics: Dynamics) -> bool:
    """Whether energy is kept in this mode, as the run does."""
    return run.keep_energy and dynamics.system is run.base.system


def _watch(run: Run) -> EventExpressions | None:
    return run.event_expressions
