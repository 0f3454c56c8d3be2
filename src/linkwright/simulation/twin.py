"""The error of a whole run, measured by a twin: the same run at a looser tolerance, or with a step twice as long.

Errors of steps are estimated one by one; what becomes of them, only the motion knows: a damped one forgets them, an
oscillation turns them into a shift of phase, a chaotic motion multiplies them. A run whose tolerance is k times looser
has errors about k times as large, and they grow alike. So where both end apart by D, the better one is off by about
D / k (E. Hairer, S. P. Norsett, G. Wanner, Solving Ordinary Differential Equations I, section II.4). Where D is as
large as the motion itself, it is taken as it is: the end of such a run cannot be trusted.

A long run has a twin for its beginning: from how D grew over it, as a power of time or, where that is a high one, as an
exponential, follows what it is at the end.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import exp, log, log2

import numpy as np

from linkwright.dynamics.rank import Array
from linkwright.motions import Outcome
from linkwright.simulation import places as at
from linkwright.simulation.accuracy import Accuracy
from linkwright.simulation.integrators import Integrator, RungeKutta4
from linkwright.simulation.making import Making
from linkwright.simulation.run import Run

LOOSER = 1000.0
"""Factor of the tolerance: far enough for a run of half the work or less, whose errors say something of the other's."""
LOOSEST = 1e-3
"""Tolerance that a twin has at most."""
POWER = 0.9
"""The error of a run goes with its tolerance to about this power: of order p, to p / (p + 1)."""
FAR = 0.1
"""Distance of both ends (over 1 + |state|) from which errors have stopped growing alike: the distance itself counts."""
MOST_STEPS = 20_000
"""Steps of a run that a twin is made for; the rest of a longer one follows from how errors grow."""
STEEP = 3.0
"""Power of time above which errors are taken to grow exponentially."""
LEAST = 1e-12
"""Errors are not told apart below this: rounding."""


@dataclass(frozen=True)
class Samples:
    """Evenly spaced samples of a run: how many, and the state at each."""

    count: int
    state: Callable[[int], Array]


def global_error(run: Run, outcome: Outcome, making: Making, samples: Samples | None = None) -> float | None:
    """Error of the state at the end of a run, over 1 + |state|, to two digits; infinite if its twin ends otherwise.

    None where a run failed or was interrupted, and of a long one without samples in its beginning.
    """
    ended = outcome.finished or (outcome.kind == "stopped" and not outcome.remedy)
    steps = run.state.clock[at.STEPS]
    if not ended or not steps:
        return None
    if steps <= MOST_STEPS:
        (twin, found), factor = _twin(run, making, run.end, 2)
        if found.kind != outcome.kind:
            return np.inf
        (t, y), (other_t, other_y) = run.place, twin.place
        apart = max(_apart(run, y, other_y), abs(t - other_t) / (1 + abs(t)))
        return _told(apart if apart > FAR else apart / factor)
    if samples is None or run.happenings is not None:
        return None
    half = int((samples.count - 1) * MOST_STEPS / steps / 2)
    while half:
        share = 2 * half / (samples.count - 1)
        (twin, found), factor = _twin(run, making, run.start + share * (run.end - run.start), 3)
        if not found.finished:
            return np.inf
        early, late = (_apart(run, samples.state(k * half), twin.state.saved[k]) for k in (1, 2))
        if late <= FAR:
            return _told(_grown(early, late, 1 / share) / factor)
        half //= 4  # so far the twin has lost the way
    return None


def _twin(run: Run, making: Making, end: float, samples: int) -> tuple[tuple[Run, Outcome], float]:
    """A run like this one up to a time, and how many times as large its error is (less ours)."""
    asked, integrator, factor = _looser(run)
    choices = making.dynamics.choices
    made = list(choices.made)
    twin = making.run(asked, integrator, samples, end=end)
    outcome = twin.go()
    choices.made[:] = made  # whoever reads a certificate must not change what comes after
    return (twin, outcome), factor


def _apart(run: Run, y: Array, other: Array) -> float:
    kept = run.nq + run.nv
    return float(np.max(np.abs(y - other)[:kept] / (1 + np.abs(y[:kept])), initial=0.0))


def _told(error: float) -> float:
    """An error to two digits."""
    return float(f"{max(LEAST, error):.1e}")


def _grown(early: float, late: float, times: float) -> float:
    """A distance at so many times the time at which it was `late`; at half that time it was `early`."""
    power = log2(max(late, LEAST) / max(early, LEAST))
    if power <= STEEP:
        return float(late * times ** max(power, 1.0))
    return late * exp(min(2 * log(late / max(early, LEAST)) * (times - 1), 100.0))


def _looser(run: Run) -> tuple[Accuracy, Integrator, float]:
    """Accuracy and integrator of the twin, and how many times as large its error is (less ours)."""
    asked, integrator = run.asked, run.integrator
    if isinstance(integrator, RungeKutta4):
        return asked, replace(integrator, step=2 * integrator.step), 2.0**integrator.order - 1
    factor = min(LOOSER, max(LOOSEST / asked.rtol, 2.0))
    rtol, atol = min(factor * asked.rtol, 0.5), min(factor * asked.atol, 0.5)
    return Accuracy(rtol, atol), integrator, factor**POWER - 1
