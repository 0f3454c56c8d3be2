"""A run between two slices as named arrays of doubles, and taken up again from them, to the last bit.

Beside the bytes of its records: `ref` the reference pivots; `known` where each pivoting known to the run was taken
(t, q, v, u, p), those that the loop has ready first; `used` (time, number in `known`) and `used_before`, how many were
before; `crossings` (time, error, hazard, margin, count) of places passed, and the last one `refused` (time, hazard,
where it was seen from, the letters of its reason). Events and modes are plain values (see `events_snapshot`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from linkwright.arrays import Array
from linkwright.simulation.loop.crossings import Crossing
from linkwright.simulation.loop.run import Run
from linkwright.simulation.storage.snapshot_events import put_back, put_back_inputs
from linkwright.simulation.storage.snapshot_pivoting import rows_of, taken_again
from linkwright.trajectory.samples import Deferred


def snapshot(run: Run) -> dict[str, Array]:
    """All that the run is, as copies."""
    number = {id(pivoting): k for k, pivoting in enumerate(run.known)}
    used = [(time, number[id(pivoting)]) for time, pivoting in run.used]
    crossings = [(one.time, one.error, one.hazard, one.margin, one.count) for one in run.crossings]
    refused, place = run.refused, run.refused_at
    place_refused = [] if refused is None else [refused.time, refused.hazard, place, *refused.reason.encode()]
    return run.contents() | {
        "refused": np.array(place_refused, dtype=float),
        "ref": run.reference.copy(),
        "known": rows_of(run.known),
        "used": np.array(used, dtype=float).reshape(-1, 2),
        "used_before": np.array([run.used_before], dtype=float),
        "crossings": np.array(crossings, dtype=float).reshape(-1, 5),
    }


def restore(run: Run, arrays: Mapping[str, Array], happened: Mapping[str, Any] | None = None) -> None:
    """Put a run that was made with the same arguments where another was when its snapshot was taken.

    `happened` is what `happened_so_far` told of its events and modes.
    """
    if happened is not None:
        put_back(run, happened)
    run.restore(arrays)
    if run.dynamics.join.compiled:
        run.known = [taken_again(run.dynamics, row) for row in arrays["known"]]
        run.used = [(float(time), run.known[int(k)]) for time, k in arrays["used"]]
        run.pivoting = run.known[run.progress.pivoting]
    run.used_before = int(arrays["used_before"][0])
    run.crossings = [
        Crossing(True, float(t), error=float(error), hazard=int(hazard), sought=_known(margin), count=int(count))
        for t, error, hazard, margin, count in arrays["crossings"]
    ]
    if arrays["refused"].size:
        time, hazard, run.refused_at, *letters = arrays["refused"].tolist()
        words = bytes(int(letter) for letter in letters).decode()
        run.refused = Crossing(passed=False, time=time, reason=words, undetermined=True, hazard=int(hazard))
    run.workspace.machine.reference = np.array(arrays["ref"])
    put_back_inputs(run)
    run.progress.restore(arrays["progress"])  # other inputs begin with their first segment
    run.start_motor()


def _known(margin: float) -> Deferred[float]:
    return Deferred(lambda: float(margin))
