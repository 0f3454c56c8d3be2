"""Modes as motions to be looked at: the machine moved along a mode's shape, joints closed, at a pace one can follow."""

from __future__ import annotations

from math import exp, pi
from typing import Any

import numpy as np

from linkwright import linear_algebra
from linkwright.analysis.linear.modes import Mode
from linkwright.analysis.linear.point import Point, known_names, point_at, rows
from linkwright.analysis.linear.record import Linear
from linkwright.arrays import Array
from linkwright.dynamics import AssemblyError, Dynamics, Refused
from linkwright.dynamics.answers import record
from linkwright.kinds import checked_arguments
from linkwright.trajectory import Certificate, Outcome, Trajectory

CYCLE = 2.0
"""Duration of a cycle in the animation (s), whatever the mode's frequency."""
GROWTH_TIME = 1.0
"""Time in the animation (s) in which a mode that does not oscillate grows or decays by the factor e."""
SWING = 0.2
"""Largest deviation of a coordinate in the animation: rad, or share of the machine's size for lengths."""


@checked_arguments
def mode_motion(
    dynamics: Dynamics,
    linear: Linear,
    mode: Mode,
    *,
    swing: float = SWING,
    cycles: int = 2,
    samples: int = 121,
) -> Trajectory:
    """The shape of a mode as a Trajectory, to be drawn, reported and saved like a simulated one.

    x(t) = Re(shape exp(eigenvalue t)) times a size at which the largest amplitude is `swing`, in a time of its own: two
    seconds a cycle, or, where nothing oscillates, one second for growth or decay by the factor e; `cycles` times two
    seconds in all. A neutral mode, which stays where it is put, is put there steadily. The joints are closed at every
    sample. It is a picture of a small motion, enlarged, slowed or quickened, as the notes of its certificate say.
    """
    if not 0 < swing <= 1:
        raise ValueError(f"swing = {swing!r}: expected a number above 0 and not above 1 (rad, or share of the size)")
    if set(mode.shape) != set(linear.states):
        raise ValueError("this mode has other states than the linearization; take one of linear.modes")
    dynamics = dynamics.in_full_matrices("the motion of a mode")
    u = np.array([linear.held_by[name] for name in dynamics.inputs])
    point = point_at(dynamics, linear.state, u)
    known = known_names(dynamics)
    wanted = np.array([mode.shape[name] for name in linear.states])
    slopes = rows(point, [known[name] for name in linear.states])
    along = linear_algebra.lstsq(slopes, wanted, rcond=1e-12)[0]
    along /= _largest(dynamics, point, along)
    time = np.linspace(0.0, cycles * CYCLE, samples)
    cycle = np.real(_course(mode, time)[:, None] * along)
    swing, q = _close_along_shape(dynamics, point, cycle, swing)
    v = point.state.v + swing * cycle @ point.dv.T
    words = (
        f"a mode's shape, {mode.kind}, eigenvalue {mode.eigenvalue:.6g} 1/s, enlarged to a swing of {swing:g} and "
        f"shown {_pace(mode)}; not a simulated motion"
    )
    return record(
        dynamics,
        time,
        q,
        v,
        np.tile(u, (samples, 1)),
        outcome=Outcome("finished", "", "", float(time[-1])),
        certificate=Certificate(notes=(words,)),
        provenance={
            "question": "mode",
            "duration": float(time[-1]),
            "eigenvalue": [mode.eigenvalue.real, mode.eigenvalue.imag],
            "frequency": mode.frequency,
            "damping": mode.damping,
        },
    )


def _course(mode: Mode, time: Array) -> Any:
    """Factor of the shape in the animation's time, its size at most 1."""
    if mode.kind == "neutral":
        return time / time[-1]
    value = mode.eigenvalue
    stretch = 2 * pi / (CYCLE * value.imag) if mode.oscillates else 1.0 / (GROWTH_TIME * abs(value.real))
    # what grows is largest at the end
    return np.exp(value * stretch * time - max(0.0, value.real) * stretch * time[-1])


def _pace(mode: Mode) -> str:
    """In words: how fast it is shown and how fast it is."""
    if mode.kind == "neutral":
        return "as a steady displacement"
    value = mode.eigenvalue
    if not mode.oscillates:
        return f"with {GROWTH_TIME:g} s for each factor e, which takes {abs(mode.time_constant):.4g} s"
    factor = exp(min(700.0, 2 * pi * value.real / value.imag))
    return f"at {CYCLE:g} s a cycle, which takes {1 / mode.damped_frequency:.4g} s and changes its size by {factor:.4g}"


def _largest(dynamics: Dynamics, point: Point, along: Array) -> float:
    """Largest deviation of any position, lengths over the size of the machine."""
    quantities = dynamics.system.quantities
    lengths = [abs(z) for z, x in zip(point.z, quantities, strict=True) if x.unit == "m" and np.isfinite(z)]
    size = max([*lengths, 1e-3 * point.scales.size]) if max(lengths, default=0.0) > 0 else 1.0
    moved = [
        abs(slope @ along) / (size if quantity.unit == "m" else 1.0)
        for slope, quantity in zip(point.z_slope, quantities, strict=True)
        if quantity.z is not None and np.isfinite(slope).all()
    ]
    found = float(max(moved, default=0.0))
    return found if found > 1e-9 * float(np.max(np.abs(along), initial=0.0)) else float(np.max(np.abs(along)))


def _close_along_shape(dynamics: Dynamics, point: Point, cycle: Array, swing: float) -> tuple[float, Array]:
    """The swing, halved until the joints can be closed all along the shape, and the coordinates there."""
    start = point.state
    for _ in range(8):
        try:
            q = [
                dynamics.assembler.close(
                    start.t, dynamics.system.normalise(start.q + swing * point.dq @ move), dynamics.p
                )
                for move in cycle
            ]
        except AssemblyError:
            swing /= 2
            continue
        return swing, np.array(q)
    raise Refused("mode: the joints cannot be closed along this shape, however small; the state is a singular one")
