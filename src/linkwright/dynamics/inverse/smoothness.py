"""Whether a prescribed motion is smooth enough for the drives that are to follow it.

A force or torque gives accelerations at once, so the speeds must not jump. A voltage gives the rate of a current
through its inductance, and the current gives the force: there the accelerations must not jump either, nor any load.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from linkwright.dynamics.errors import Refused
from linkwright.dynamics.inverse.following import Follower, Path
from linkwright.dynamics.system.system import call_function, matrices
from linkwright.laws import Law, Motion
from linkwright.laws.continuity import jumps

MOST_TIMES = 6
"""Times that are listed in words."""


def refuse_jumps(motion: Motion) -> None:
    """Refuse laws whose position or speed jumps on the way: no forces follow them."""
    parts, words = [], []
    for name, law in motion.laws.items():
        found = jumps(law, 1, motion.duration)
        if found:
            what = "position" if jumps(law, 0, motion.duration) else "speed"
            parts.append(name)
            words.append(f"the {what} of {name} jumps at {_times(found)}")
    if parts:
        reason = (
            "; ".join(words) + ": no finite forces follow such a motion; use laws with continuous speed (trapezoid, "
            "cycloid, spline), or lw.Motion.from_samples for samples"
        )
        raise Refused(reason, parts)


def doubts_of_voltages(
    follower: Follower, path: Path, loads: Mapping[str, Law], reversals: Sequence[float]
) -> tuple[str, ...]:
    """Where currents would have to jump, which no finite voltage brings about; empty if inputs act at once.

    `loads` are known inputs and wrenches, `reversals` times at which a friction force jumps.
    """
    dynamics, open_speeds = follower.dynamics, list(follower.open_speeds)
    at = (path.time[0], path.Q[0], path.V[0], np.zeros(len(dynamics.inputs)), dynamics.p)
    inductive = [k for k in open_speeds if call_function(matrices(dynamics.system), *at)[0][k, k] > 0]
    if not inductive:
        return ()
    end = follower.motion.duration
    words = [
        f"the acceleration of {name} jumps at {_times(found)}"
        for name, law in follower.motion.laws.items()
        if (found := jumps(law, 2, end))
    ]
    words += [
        f"the load {name} jumps at {_times(found)}" for name, law in loads.items() if (found := jumps(law, 0, end))
    ]
    if reversals:
        words.append(f"dry friction jumps at {_times(reversals)}")
    if not words:
        return ()
    currents = ", ".join(dynamics.speeds[k] for k in inductive)
    reason = (
        f"{'; '.join(words)}: {currents} would have to jump too, which no finite voltage brings about, so a machine "
        "under the voltages given misses the motion from there on; use laws with continuous acceleration (cycloid, "
        "S-curve, quintic)"
    )
    return (reason,)


def _times(found: Iterable[float]) -> str:
    times = [f"{time:.6g} s" for time in found]
    more = f" and {len(times) - MOST_TIMES} more times" if len(times) > MOST_TIMES else ""
    return f"t = {', '.join(times[:MOST_TIMES])}{more}"
