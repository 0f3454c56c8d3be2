"""A run beside the same run computed again: differences by channel and body, and which its own estimate explains.

Errors of steps add up, and they shift the phase of a motion: speeds that are off by a share E lead positions astray by
E/2 of the way made, if E grows evenly. So a difference is explained by drift where it is at most

    E tau (s + r t / 2),    tau = t / T,

with E the certificate's `estimated_error`, s the largest value of the channel, r its largest rate, t the time since the
start and T that of the whole run; and never more than `LARGEST_DRIFT` of s. Motions that multiply errors go beyond.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from linkwright.arrays import Array
from linkwright.trajectory import Trajectory

ALLOWED = 100.0
"""Differences may be this many tolerances, since errors of steps add up over a run."""
LARGEST_DRIFT = 1e-4
"""Share of a channel's largest value above which a difference is no drift to be put up with, whatever explains it."""


@dataclass(frozen=True)
class Difference:
    """The largest difference of one channel, also over its largest value, when it is (s), and what is allowed.

    In a `small` channel, where the absolute tolerance counts more than the relative one, `relative` is over the value
    at which both count the same. `beyond` is the first time (s) at which the difference is more than allowed, None if
    there is none; `drift` says that it is, but nowhere more than the errors that the run itself estimated lead to. A
    value that is missing (NaN) in one of both is an infinite difference. One of events, not of a channel, has
    `is_event`.
    """

    name: str
    unit: str
    largest: float
    relative: float
    time: float
    allowed: float
    beyond: float | None
    drift: bool = False
    small: bool = False
    is_event: bool = False

    @property
    def agrees(self) -> bool:
        """Whether the difference is within what is allowed, or drift."""
        return bool(self.largest <= self.allowed) or self.drift

    def in_words(self) -> str:
        """A line for people."""
        unit = f" {self.unit}" if self.unit else ""
        share = "" if self.small or self.is_event else f" ({self.relative:.2g} of its largest value)"
        sign = "within" if self.largest <= self.allowed else "drift above" if self.drift else "ABOVE"
        return (
            f"{self.name}: largest difference {self.largest:.3g}{unit}{share} at t = {self.time:.6g} s, {sign} "
            f"{self.allowed:.3g}{unit}"
        )


@dataclass(frozen=True)
class Limits:
    """What was asked of a run (`rtol`, `atol`), `within` instead of these; its `estimated` error over `span` (s)."""

    rtol: float
    atol: float
    within: float | None
    estimated: float | None
    span: tuple[float, float]

    @property
    def share(self) -> float:
        """Difference allowed over a channel's largest value."""
        return ALLOWED * self.rtol if self.within is None else self.within

    @property
    def floor(self) -> float:
        """The largest value of a channel at which relative and absolute tolerance count the same."""
        return ALLOWED * self.atol / self.share

    def drift(self, time: Array, scale: float, rate: float) -> Array:
        """Difference at some times (s) that the estimated error explains."""
        if self.estimated is None or self.within is not None:
            return np.zeros_like(time)
        elapsed, whole = time - self.span[0], self.span[1] - self.span[0]
        error = self.estimated * elapsed / whole
        return np.asarray(np.minimum(error * (scale + 0.5 * rate * elapsed), LARGEST_DRIFT * scale))


def differences(
    motion: Trajectory,
    common: npt.NDArray[np.bool_],
    values: Mapping[str, Array],
    poses: Mapping[str, Array],
    limits: Limits,
) -> tuple[Difference, ...]:
    """Largest differences of channels and poses of a run from those of its check, the worst first.

    `common` chooses the samples (n,) of the run at which `values` (k,) and `poses` (k, 7) of the check are given.
    """
    time = motion.time[common]
    names = [name for name in motion.names if name in values and name != "energy.error"]
    energy = max((_largest(motion[name][common]) for name in names if name.startswith("energy.")), default=0.0)
    found = [
        _difference(
            name,
            motion.unit(name),
            time,
            (motion[name][common], values[name]),
            limits,
            energy if name.startswith("energy.") else None,
        )
        for name in names
    ]
    found += [_of_pose(body, time, motion.poses[body][common], pose, limits) for body, pose in poses.items()]
    return order_differences(found)


def order_differences(found: Sequence[Difference]) -> tuple[Difference, ...]:
    """The worst first."""
    return tuple(sorted(found, key=lambda each: (each.agrees, -each.largest / each.allowed)))


def _difference(
    name: str, unit: str, time: Array, values: tuple[Array, Array], limits: Limits, scale: float | None = None
) -> Difference:
    one, other = values
    off = np.abs(one - other)
    off = np.where(np.isnan(one) & np.isnan(other), 0.0, np.where(np.isnan(off), np.inf, off))
    size = _largest(one) if scale is None else scale
    rate = _largest(np.diff(other) / np.diff(time))
    allowed = limits.share * (size + limits.floor)
    above = np.flatnonzero(off > allowed)
    drift = bool(above.size and np.all(off <= allowed + limits.drift(time, size, rate)))
    worst = int(np.argmax(off))
    largest = float(off[worst])
    beyond = float(time[above[0]]) if above.size else None
    share, small = largest / max(size, limits.floor), size < limits.floor
    return Difference(name, unit, largest, share, float(time[worst]), allowed, beyond, drift, small)


def _of_pose(body: str, time: Array, one: Array, other: Array, limits: Limits) -> Difference:
    """Of position and quaternion the one that differs more; a quaternion and its opposite are the same."""
    turned = one[:, 3:] * np.where(np.sum(one[:, 3:] * other[:, 3:], axis=1) < 0, -1.0, 1.0)[:, None]
    pairs: Sequence[tuple[str, Array, Array, str]] = (
        ("position", one[:, :3], other[:, :3], "m"),
        ("attitude", turned, other[:, 3:], ""),
    )
    found = [
        _difference(f"pose of {body} ({words})", unit, time, (a[:, k], b[:, k]), limits, _largest(a))
        for words, a, b, unit in pairs
        for k in range(a.shape[1])
    ]
    return max(found, key=lambda each: (not each.agrees, each.largest / each.allowed))


def _largest(values: Array) -> float:
    """Largest size of the values that are finite."""
    return float(np.max(np.abs(values[np.isfinite(values)]), initial=0.0))


def explain(found: Sequence[Difference], estimated: float | None, fixed_step: float | None = None) -> str:
    """What differences above what is allowed mean for a user, in a sentence; nothing where there are none."""
    above = [each for each in found if each.beyond is not None]
    if not above:
        return ""
    lost = [each.name for each in above if not np.isfinite(each.largest)]
    if lost:
        return f"values are missing (NaN) in {', '.join(lost[:5])}"
    above = [each for each in above if not each.is_event]
    if not above:
        return "other things happened, or at other times: the run was changed, or something only just comes about"
    worst = max(above, key=lambda each: each.relative)
    error = f"the run is off by up to {worst.relative:.2g} of a channel's largest value ({worst.name})"
    if all(each.drift for each in above):
        return (
            f"{error}. Its own estimate of the errors of steps, {estimated:.2g}, explains that: they shift the phase "
            "of a motion more and more. Ask for more accuracy if this is too much"
        )
    if fixed_step:
        return (
            f"{error}. It was computed with a fixed step of {fixed_step:.6g} s, whose error nothing controls: take a "
            "shorter one (half of it leaves about a 16th of the error), or an integrator that chooses its steps. Else "
            "the run was changed, or this motion multiplies errors"
        )
    more = f", {worst.relative / estimated:.2g} times what the errors of its steps add up to" if estimated else ""
    return (
        f"{error}{more}. Either it was changed, or this motion multiplies errors (it is unstable or chaotic, or comes "
        "near a singular configuration): ask for more accuracy, and verify again"
    )
