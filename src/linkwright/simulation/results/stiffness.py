"""Whether the steps of an explicit integrator were held by stability and not by accuracy, which is said of a run.

Explicit steps h must keep h |lambda| below about 3 (order 5) or 6 (order 8) for every eigenvalue lambda of the slopes,
also of those that have long died out. Where the fastest one is a decay and h |lambda| is of that size over thousands of
steps, an implicit integrator is likely to take far fewer.
"""

from __future__ import annotations

import numpy as np

from linkwright.dynamics.system.system import called
from linkwright.simulation.loop.engine import slope_slopes
from linkwright.simulation.loop.run import Run

MANY_STEPS = 2000
"""Steps below which it does not matter."""
HELD = 1.5
"""h |lambda| from which the steps are held by it: a decay that is resolved for its own sake has less."""
LARGEST_JACOBIAN = 80
"""Coordinates and speeds above which nothing is looked at: the Jacobian would take longer than it is worth."""


def stiff_words(run: Run) -> list[str]:
    """A sentence for the certificate of a run on a stiff machine; nothing otherwise."""
    steps, pivoting, n = float(run.progress.steps), run.pivoting, run.nq + run.nv
    if (
        steps < MANY_STEPS
        or pivoting is None
        or run.integrator.exact_slopes
        or run.integrator.fixed_step
        or n > LARGEST_JACOBIAN
    ):
        return []
    structure = pivoting.structure
    function = structure.compiled.get("slope slopes")
    if function is None:
        function = structure.compiled["slope slopes"] = slope_slopes(structure)
    u = run.input_now()
    jacobian = called(function, run.now, run.state.y, u, np.zeros_like(u), run.dynamics.p)[0]
    if not np.isfinite(jacobian).all():
        return []
    values = np.linalg.eigvals(jacobian[:n])
    fastest = values[np.argmax(np.abs(values))]
    mean = (run.now - run.start) / steps
    if not (fastest.real < -0.7 * abs(fastest) and mean * abs(fastest) > HELD):
        return []
    words = (
        f"stiff: steps of {mean:.2g} s were held by stability, since something decays within {1 / abs(fastest):.2g} s; "
        "integrator=lw.integrators.Radau() is not held so"
    )
    return [words]
