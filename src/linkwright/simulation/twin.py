"""The error of a whole run, measured by a twin: the same run at a looser tolerance, or with a step twice as long.

Errors of steps are estimated one by one; what becomes of them, only the motion knows: a damped one forgets them, an
oscillation turns them into a shift of phase, a chaotic motion multiplies them. A run whose tolerance is k times looser
has errors about k times as large, and they grow alike. So where both end apart by D, the better one is off by about
D / k (E. Hairer, S. P. Norsett, G. Wanner, Solving Ordinary Differential Equations I, section II.4). Where D is as
large as the motion itself, it is taken as it is: the end of such a run cannot be trusted.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

import numpy as np

from linkwright.motions import Outcome
from linkwright.simulation import places as at
from linkwright.simulation.accuracy import Accuracy
from linkwright.simulation.integrators import Integrator, RungeKutta4
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
"""Longer runs have no twin: it would take too long for a certificate; `verify` is for them."""

Again: TypeAlias = Callable[[Accuracy, Integrator], tuple[Run, Outcome]]
"""Makes the same run once more."""


def global_error(run: Run, outcome: Outcome, again: Again) -> float | None:
    """Error of the state at the end of a run, over 1 + |state|; infinite if its twin ends otherwise, None without one.

    There is none where a run takes long in Python, failed, or was interrupted.
    """
    ended = outcome.finished or (outcome.kind == "stopped" and not outcome.remedy)
    if not ended or run.backend != "llvm" or run.state.clock[at.STEPS] > MOST_STEPS or not run.state.clock[at.STEPS]:
        return None
    made = list(run.base.choices.made)
    asked, integrator, factor = _looser(run)
    twin, found = again(asked, integrator)
    run.base.choices.made[:] = made  # whoever reads a certificate must not change what comes after
    if found.kind != outcome.kind:
        return np.inf
    (t, y), (other_t, other_y) = run.place, twin.place
    kept = run.nq + run.nv
    apart = np.max(np.abs(y - other_y)[:kept] / (1 + np.abs(y[:kept])))
    apart = float(max(apart, abs(t - other_t) / (1 + abs(t))))
    return apart if apart > FAR else apart / factor


def _looser(run: Run) -> tuple[Accuracy, Integrator, float]:
    """Accuracy and integrator of the twin, and how many times as large its error is (less ours)."""
    asked, integrator = run.asked, run.integrator
    if isinstance(integrator, RungeKutta4):
        return asked, replace(integrator, step=2 * integrator.step), 2.0**integrator.order - 1
    factor = min(LOOSER, max(LOOSEST / asked.rtol, 2.0))
    rtol, atol = min(factor * asked.rtol, 0.5), min(factor * asked.atol, 0.5)
    return Accuracy(rtol, atol), integrator, factor**POWER - 1
