"""Angles that frames give within half a turn, made continuous by their rates: how many whole turns lie behind.

A run integrates the rates along with the motion, step by step. Of a motion that is known at samples alone the rates are
integrated from sample to sample.
"""

from __future__ import annotations

import numpy as np

from linkwright.arrays import Array

SURE = 0.5
"""Angle (rad) by which the integral of the rate may miss the way between two samples. Between samples that are too far
apart it misses by anything up to half a turn."""
FEW_SAMPLES = 4
"""Number of samples below which their rates alone tell nothing of what is between: then only short ways are sure."""
UNSURE = {
    "samples": "whole turns are not certain, since the samples are too far apart to follow the rate; take more samples",
    "rate": "whole turns are not certain, since the rate, integrated along the run, does not lead to the angle: its "
    "frames pass where they have no such angle, or steps are too long; ask for more accuracy",
}
"""Why turns that are counted from samples, or by the integral of the rate, are not certain, and what to do."""


def nearest_turns(z: Array, counted: Array) -> tuple[Array, Array]:
    """Angles z (n, k) with the whole turns that come nearest to the integrals of their rates, and whether that is sure.

    An integral that misses the angle by more than `SURE` at any sample has lost its way.
    """
    turns = np.round((counted - z) / (2 * np.pi))
    whole = z + 2 * np.pi * turns
    return whole, np.max(np.abs(counted - whole), axis=0) < SURE


def unwrapped(time: Array, z: Array, s: Array) -> tuple[Array, Array]:
    """Angles z (n, k), rates s (n, k) at times (n): the angles without jumps, and for each whether that is sure (k).

    The way between two samples is what z says up to whole turns; their number is that which comes nearest to the
    integral of the rate, h (s_0 + s_1) / 2 - h^2 (s_1' - s_0') / 12 with slopes s' from neighbouring samples. It is
    sure if the integral comes near enough, and the second part of it, which shows its error, is small enough.
    """
    if len(time) <= 1:
        return z, np.ones(z.shape[1], dtype=bool)
    h = np.diff(time)[:, None]
    way = h * (s[1:] + s[:-1]) / 2
    short = np.max(np.abs(h * s[1:]), axis=0) < np.pi if len(time) < FEW_SAMPLES else np.ones(z.shape[1], dtype=bool)
    if len(time) >= FEW_SAMPLES and np.all(h > 0):
        slopes = np.gradient(s, time, axis=0)
        more = h**2 * (slopes[1:] - slopes[:-1]) / 12
        way -= more
        short &= np.max(np.abs(more), axis=0) < SURE
    steps = np.diff(z, axis=0)
    turns = np.round((way - steps) / (2 * np.pi))
    missed = np.max(np.abs(way - steps - 2 * np.pi * turns), axis=0)
    if turns.any():
        z = np.concatenate([z[:1], z[1:] + 2 * np.pi * np.cumsum(turns, axis=0)])
    return z, short & (missed < SURE)
