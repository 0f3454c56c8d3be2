"""A run between two slices as named arrays of doubles, and taken up again from them, to the last bit.

Beside the arrays of `RunState`: `ref` the reference pivots; `chosen` where each known choice of pivots was made (t, q,
v, u, p), the one in use last; `used` (time, number in `chosen`); `seen` (time, state) of weak pivots and the
`weakest`; `crossings` (time, error, hazard, margin) of places passed, and the last one `refused` (time, hazard, where
it was seen from, the letters of its reason).
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from linkwright.dynamics.choice import Choice
from linkwright.dynamics.rank import Array
from linkwright.simulation.passing import Crossing
from linkwright.simulation.run import NARROW, Run


def snapshot(run: Run) -> dict[str, Array]:
    """All that the run is, as copies."""
    chosen = [np.concatenate([[t], q, v, u, p]) for t, q, v, u, p in (choice.at_making for choice in run.known)]
    number = {id(choice): k for k, choice in enumerate(run.known)}
    used = [(time, number[id(choice)]) for time, choice in run.used]
    seen = [np.concatenate([[t], y]) for t, y in run.seen]
    crossings = [(crossing.time, crossing.error, crossing.hazard, crossing.margin) for crossing in run.crossings]
    refused, place = run.refused, run.refused_at
    place_refused = [] if refused is None else [refused.time, refused.hazard, place, *refused.reason.encode()]
    return run.state.arrays() | {
        "weakest": np.array([run.weakest]),
        "refused": np.array(place_refused, dtype=float),
        "ref": run.ref.copy(),
        "chosen": np.array(chosen) if chosen else np.zeros((0, 0)),
        "used": np.array(used, dtype=float).reshape(-1, 2),
        "seen": np.array(seen).reshape(-1, 1 + run.size),
        "crossings": np.array(crossings, dtype=float).reshape(-1, 4),
    }


def restore(run: Run, arrays: Mapping[str, Array]) -> None:
    """Put a run that was made with the same arguments where another was when its snapshot was taken."""
    for name in run.state.arrays():
        getattr(run.state, name)[:] = arrays[name]
    if run.dynamics.join.compiled:
        run.known = [_made_at(run, row) for row in arrays["chosen"]]
        run.used = [(float(time), run.known[int(k)]) for time, k in arrays["used"]]
        run.choice = run.known[-1]
    run.seen = [(float(row[0]), row[1:].copy()) for row in arrays["seen"]]
    run.crossings = [
        Crossing(passed=True, time=float(t), error=float(error), hazard=int(hazard), margin=float(margin))
        for t, error, hazard, margin in arrays["crossings"]
    ]
    run.weakest = float(arrays["weakest"][0])
    if arrays["refused"].size:
        time, hazard, run.refused_at, *letters = arrays["refused"].tolist()
        words = bytes(int(letter) for letter in letters).decode()
        run.refused = Crossing(passed=False, time=time, reason=words, undetermined=True, hazard=int(hazard))
    run.ref = np.array(arrays["ref"])
    run.start_motor()


def _made_at(run: Run, row: Array) -> Choice:
    """The choice that was made at a place, found again or made again."""
    dynamics, made = run.dynamics, run.dynamics.choices.made
    q, v, u, p = np.split(row[1:], np.cumsum([run.nq, run.nv, run.nu]))
    for choice in made:
        t, *others = choice.at_making
        if t == row[0] and all(np.array_equal(a, b) for a, b in zip(others, (q, v, u, p), strict=True)):
            return choice
    choice = Choice.make(dynamics.system, dynamics.join, (float(row[0]), q, v, u, p))
    if choice.code.margin >= NARROW * min(1.0, max(other.code.margin for other in [*made, choice])):
        made.insert(0, choice)
    return choice
