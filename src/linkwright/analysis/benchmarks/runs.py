"""Benchmarks that are simulated: Andrews' squeezer, simple pendulum, heavy top, N-four-bar.

Accuracy asked is what each needs for its tolerance; that of n_four_bar is part of the problem.
"""

from __future__ import annotations

import numpy as np

from linkwright import mechanisms
from linkwright.analysis.benchmarks import references as reference
from linkwright.analysis.benchmarks.record import Row, at_times, largest_error, run
from linkwright.simulation import Accuracy
from linkwright.trajectory import Trajectory

TIGHT = Accuracy(1e-12, 1e-14)
"""For problems that ask for 1e-8 to 1e-9 after a thousand steps and more."""


def andrews_squeezer(formalism: str) -> list[Row]:
    """The seven angles at 0.03 s."""

    def error(motion: Trajectory) -> float:
        wanted = reference.ANDREWS_ANGLES
        return largest_error([[motion[name][-1] for name in wanted]], [list(wanted.values())])

    # The crank turns at 1140 rad/s: samples must be near enough to count its turns.
    return [
        run(
            "andrews_squeezer",
            formalism,
            mechanisms.andrews_squeezer(),
            duration=reference.ANDREWS_TIME,
            tolerance=1e-9,
            samples=1001,
            error=error,
            tolerances=TIGHT,
        )
    ]


def simple_pendulum(formalism: str) -> list[Row]:
    """Position and velocity of the mass over 10 s."""

    def error(motion: Trajectory) -> float:
        places = at_times(motion, reference.PENDULUM_TIMES)
        found = [[motion[name][k] for name in ("x", "y", "x'", "y'")] for k in places]
        return largest_error(found, reference.PENDULUM_VALUES, speeds=(2, 3))

    return [
        run(
            "simple_pendulum",
            formalism,
            mechanisms.simple_pendulum(),
            duration=10.0,
            tolerance=1e-9,
            samples=101,
            error=error,
            tolerances=TIGHT,
        )
    ]


def heavy_top(formalism: str) -> list[Row]:
    """Mass centre and angular velocity over 2 s."""

    def error(motion: Trajectory) -> float:
        places = at_times(motion, reference.TOP_TIMES)
        centres = [_turned_y(motion.poses["top"][k]) for k in places]
        spins = [[motion[name][k] for name in ("wx", "wy", "wz")] for k in places]
        return max(
            largest_error(centres, reference.TOP_CENTRE), largest_error(spins, reference.TOP_SPIN, speeds=(0, 1, 2))
        )

    return [
        run(
            "heavy_top",
            formalism,
            mechanisms.heavy_top(),
            duration=2.0,
            tolerance=1e-8,
            samples=101,
            error=error,
            tolerances=TIGHT,
            speeds=reference.TOP_SPEEDS,
        )
    ]


def _turned_y(pose: np.ndarray[tuple[int], np.dtype[np.float64]]) -> list[float]:
    """Position of the point (0, 1, 0) of a body: pose (7) = position and unit quaternion (scalar first)."""
    x, y, z, a, b, c, d = (float(value) for value in pose)
    return [x + 2 * (b * c - a * d), y + a * a - b * b + c * c - d * d, z + 2 * (c * d + a * b)]


def n_four_bar(formalism: str) -> list[Row]:
    """First tip and crank angle over 10 s for 1, 2 and 10 four-bars, at rtol 1e-8, on the parallelogram branch.

    The cranks lie along the ground pins about ten times: singular configurations that the motion passes through.
    """

    def error(motion: Trajectory, n: int) -> float:
        places = at_times(motion, reference.BARS_TIMES)
        turned = np.pi / 2 - motion["phi0"]
        found = [[motion[name][k] for name in ("x0", "y0", "x0'", "y0'")] + [turned[k]] for k in places]
        return largest_error(found, reference.BARS_VALUES[n], speeds=(2, 3))

    return [
        run(
            f"n_four_bar:{n}",
            formalism,
            mechanisms.n_four_bar(n),
            duration=10.0,
            tolerance=1e-7,
            samples=1001,
            error=lambda motion, n=n: error(motion, n),  # type: ignore[misc]  # n is bound now, not when called
            tolerances=Accuracy(1e-8, 1e-10),
            speeds={"x0": 1.0},
            keep_energy=True,  # no losses; upright cranks amplify every error, to a few 1e-7 without it
        )
        for n in reference.BARS_VALUES
    ]
