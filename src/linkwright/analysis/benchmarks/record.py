"""The record of one benchmark, and what all of them share."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from linkwright import formalisms
from linkwright.dynamics import Dynamics, Refused, compile
from linkwright.model import Mechanism
from linkwright.simulation import Accuracy, simulate
from linkwright.trajectory import Trajectory

Rows = Sequence[Sequence[float]]


@dataclass(frozen=True)
class Row:
    """One problem by one formalism: largest error against its reference, the tolerance it must keep, outcome, cost.

    `error` is the largest absolute error over the listed components, speeds divided by the largest speed (matrices:
    relative to the largest entry of each); infinite where a run did not come to its end. `seconds` is wall time of
    derivation, compilation and run; `work` says the same in steps and calls of the dynamics.
    """

    problem: str
    formalism: str
    error: float
    tolerance: float
    outcome: str
    seconds: float
    work: str = ""
    reason: str = ""

    @property
    def holds(self) -> bool:
        """Whether the run finished within the tolerance."""
        return self.outcome == "finished" and self.error <= self.tolerance

    def as_dict(self) -> dict[str, object]:
        """Plain data: problem, formalism, error, tolerance, outcome, seconds."""
        return {
            "problem": self.problem,
            "formalism": self.formalism,
            "error": self.error,
            "tolerance": self.tolerance,
            "outcome": self.outcome,
            "seconds": self.seconds,
        }


def compile_mechanism(mechanism: Mechanism, formalism: str) -> Dynamics:
    """Dynamics of a mechanism by a formalism's name."""
    return compile(getattr(formalisms, formalism)(mechanism))


def run(
    problem: str,
    formalism: str,
    mechanism: Mechanism,
    *,
    duration: float,
    tolerance: float,
    samples: int,
    error: Callable[[Trajectory], float],
    tolerances: Accuracy,
    speeds: dict[str, float] | None = None,
    keep_energy: bool = False,
) -> Row:
    """Simulate a problem from its reference configuration and compare."""
    begin = time.perf_counter()
    try:
        dynamics = compile_mechanism(mechanism, formalism)
        start = dynamics.assemble(speeds=speeds)
        motion = simulate(
            dynamics, start, duration=duration, accuracy=tolerances, samples=samples, keep_energy=keep_energy
        )
    except Refused as refusal:
        return Row(
            problem, formalism, math.inf, tolerance, "failed", time.perf_counter() - begin, reason=refusal.reason
        )
    seconds = time.perf_counter() - begin
    certificate = motion.certificate
    finished = motion.outcome.finished
    return Row(
        problem,
        formalism,
        error(motion) if finished else math.inf,
        tolerance,
        motion.outcome.kind,
        seconds,
        f"{certificate.steps} steps, {certificate.evaluations} calls",
        "" if finished else motion.outcome.reason,
    )


def at_times(motion: Trajectory, times: Sequence[float]) -> list[int]:
    """Numbers of the samples at these times; they are among them by choice of their number."""
    places = [int(np.argmin(np.abs(motion.time - t))) for t in times]
    assert np.allclose(motion.time[places], times, rtol=0.0, atol=1e-9), "samples miss the listed times"
    return places


def largest_error(found: npt.ArrayLike, wanted: npt.ArrayLike, speeds: Sequence[int] = ()) -> float:
    """Largest absolute error of rows of components; those in the columns `speeds` over the largest speed wanted."""
    values, truth = np.asarray(found, dtype=float), np.asarray(wanted, dtype=float)
    scale = np.ones(truth.shape[1])
    if speeds:
        scale[list(speeds)] = float(np.max(np.abs(truth[:, list(speeds)])))
    return float(np.max(np.abs(values - truth) / scale))
