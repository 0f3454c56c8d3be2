"""Angles that are known within half a turn, made continuous by their rates: how many turns lie between two samples."""

from __future__ import annotations

import numpy as np

from linkwright.dynamics.rank import Array

SURE = 0.5
"""Angle (rad) by which the integral of the rate may miss the way between two samples. Between samples that are too far
apart it misses by anything up to half a turn."""
FEW = 4
"""Number of samples below which their rates alone tell nothing of what is between: then only short ways are sure."""
UNSURE = "its whole turns are not certain, since the samples are too far apart to follow its rate; take more samples"


def unwrapped(time: Array, z: Array, s: Array) -> tuple[Array, Array]:
    """Angles z (n, k), rates s (n, k) at times (n): the angles without jumps, and for each whether that is sure (k).

    The way between two samples is what z says up to whole turns; their number is that which comes nearest to the
    integral of the rate, h (s_0 + s_1) / 2 - h^2 (s_1' - s_0') / 12 with slopes s' from neighbouring samples.
    """
    if len(time) <= 1:
        return z, np.ones(z.shape[1], dtype=bool)
    h = np.diff(time)[:, None]
    way = h * (s[1:] + s[:-1]) / 2
    short = np.max(np.abs(h * s[1:]), axis=0) < np.pi if len(time) < FEW else np.ones(z.shape[1], dtype=bool)
    if len(time) >= FEW and np.all(h > 0):
        slopes = np.gradient(s, time, axis=0)
        way -= h**2 * (slopes[1:] - slopes[:-1]) / 12
    steps = np.diff(z, axis=0)
    turns = np.round((way - steps) / (2 * np.pi))
    missed = np.max(np.abs(way - steps - 2 * np.pi * turns), axis=0)
    if turns.any():
        z = np.concatenate([z[:1], z[1:] + 2 * np.pi * np.cumsum(turns, axis=0)])
    return z, short & (missed < SURE)
