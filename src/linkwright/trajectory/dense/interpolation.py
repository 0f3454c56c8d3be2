"""Values between the samples of a computed motion."""

import numpy as np

from linkwright.arrays import Array


def _locate(time: Array, t: Array) -> tuple[np.ndarray, Array, Array]:
    """Return for each t the interval it is in, the interval's length, and how far along it t is, 0 to 1."""
    if time.size == 1:
        return np.zeros(t.shape, dtype=np.intp), np.ones(t.shape), np.zeros(t.shape)
    at = np.clip(np.searchsorted(time, t, side="right") - 1, 0, time.size - 2)
    length = np.diff(time)[at]
    return at, length, (t - time[at]) / length


def between_samples(time: Array, values: Array, t: Array, *, rates: Array | None = None) -> Array:
    """Return the values at the times t: linear between samples, cubic Hermite when the rates at the samples are given.

    With s from 0 to 1 along an interval of length h, from x0 (rate v0) to x1 (rate v1), the cubic is
    x0 + s h v0 + s^2 (3 (x1 - x0) - h (2 v0 + v1)) + s^3 (h (v0 + v1) - 2 (x1 - x0)). At a sample it is the sample.
    """
    at, h, s = _locate(time, t)
    after = np.minimum(at + 1, time.size - 1)
    x0, rise = values[at], values[after] - values[at]
    if rates is None:
        between = x0 + s * rise
    else:
        v0, v1 = h * rates[at], h * rates[after]
        between = x0 + s * (v0 + s * (3.0 * rise - 2.0 * v0 - v1 + s * (v0 + v1 - 2.0 * rise)))
    result = np.where(s == 0.0, x0, np.where(s == 1.0, values[after], between))
    return np.asarray(result, dtype=np.float64)


def between_poses(time: Array, poses: Array, t: Array) -> Array:
    """Return the poses (..., 7) at the times t: positions linear, quaternions along the shorter chord, made unit."""
    at, _, s = _locate(time, t)
    after = np.minimum(at + 1, time.size - 1)
    first, second = poses[at], poses[after].copy()
    turn = np.sum(first[..., 3:] * second[..., 3:], axis=-1, keepdims=True)
    second[..., 3:] *= np.where(turn < 0.0, -1.0, 1.0)  # q and -q are the same attitude
    result = first + s[..., np.newaxis] * (second - first)
    result[..., 3:] /= np.linalg.norm(result[..., 3:], axis=-1, keepdims=True)
    return np.asarray(result, dtype=np.float64)
