"""Whether a set of quantities is of the right size to fix a configuration, said before anything is solved."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from linkwright.analysis.kinematics.positions import Positions
from linkwright.arrays import Array
from linkwright.dynamics import Refused, State
from linkwright.dynamics.system.system import System

RANK = 1e-9
"""Singular value over the largest one below which rows depend on each other; a general state is far from 1e-9."""


def check_size(positions: Positions, which: Sequence[int], general: State) -> None:
    """Refuse a set that leaves freedoms open in general, or has more quantities than there are freedoms."""
    system = positions.dynamics.system
    moving = [k for k in range(system.n) if system.moves(k)]
    slopes = positions.problem(which, general.t).at(general.q[None], np.zeros((1, len(which)))).J[0]
    gaps, asked = np.split(slopes[:, moving], [system.g.numel()])
    held = _rank(gaps)
    freedoms = len(moving) - held
    own, together = _rank(asked), _rank(np.vstack([gaps, asked])) - held
    names = [system.quantities[k].name for k in which]
    said = ", ".join(names) or "(none)"
    if own > freedoms:
        reason = (
            f"{len(names)} quantities were given for {freedoms} degrees of freedom: {said}; leave out {own - freedoms} "
            "(a whole set of Euler parameters counts as three)"
        )
        raise Refused(reason, names)
    if together < freedoms:
        more = freedoms - together
        if own == freedoms:
            reason = (
                f"{said} depend on each other in every configuration and fix {together} of {freedoms} degrees of "
                "freedom"
            )
        else:
            reason = f"{own} independent quantities were given for {freedoms} degrees of freedom: {said}"
        motion = _open(gaps, asked) * positions.scales.speeds[moving]
        still = motion_words(positions.dynamics.system, motion, moving, "still open")
        reason += f"; {still}; name {more} more, or others"
        raise Refused(reason, names)


def _rank(rows: Array) -> int:
    if not rows.size:
        return 0
    values = np.linalg.svd(rows, compute_uv=False)
    return int(np.sum(values > RANK * max(float(values[0]), 1e-300)))


def _open(gaps: Array, asked: Array) -> Array:
    """One motion that rows leave open."""
    return np.asarray(np.linalg.svd(np.vstack([gaps, asked]))[2][-1])


def motion_words(system: System, motion: Array, columns: Sequence[int], what: str) -> str:
    """A motion in words: its largest speeds, over the largest."""
    names = system.equations.speed_names
    largest = float(np.max(np.abs(motion), initial=0.0))
    if largest == 0.0:
        return what
    order = np.argsort(-np.abs(motion), kind="stable")[:4]
    lead = motion[order[0]]
    parts = [f"{names[columns[k]]} = {motion[k] / lead:.3g}" for k in order if abs(motion[k]) > 1e-3 * largest]
    return f"{what} is the motion {', '.join(parts)}"
