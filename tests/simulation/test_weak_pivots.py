"""Steps in which pivots of the choice in use vanish are made again with others, and lose nothing."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest

import linkwright as lw
from linkwright.simulation.loop.run import Run
from oracles import three_rrr as oracle
from oracles import three_rrr_motion

NAMES = ("platform.x", "platform.y", "platform.theta")
START, SPEEDS, END = (0.0, 0.0, 0.0), (0.25, -0.2, 1.6), 5.0
THROUGH = (-0.2, 0.25, 1.6)
"""Speeds with which steps of two kinds pass places where pivots vanish."""
TOLERANCES = np.geomspace(1e-6, 1e-10, 9)


@dataclass(frozen=True)
class Cautious(lw.integrators.DormandPrince8):
    """The same steps, growing at most threefold: other steps, so other places where pivots vanish."""

    memory = 0.02
    limits = (0.2, 3.0)


@dataclass(frozen=True)
class Slow(lw.integrators.DormandPrince8):
    """The same steps, growing at most twofold."""

    memory = 0.0
    limits = (0.333, 2.0)


def pose_at_the_end(speeds: tuple[float, ...]) -> np.ndarray:
    """Pose by an integration that shares no code with ours."""
    return np.asarray(three_rrr_motion.motion(oracle.without_motors(), START, speeds, np.array([0.0, END])).pose[-1])


@pytest.fixture(scope="module")
def pose() -> np.ndarray:
    return pose_at_the_end(SPEEDS)


def error(
    dynamics: lw.Dynamics,
    pose: np.ndarray,
    integrator: lw.integrators.Integrator,
    rtol: float,
    speeds: tuple[float, ...] = SPEEDS,
) -> float:
    state = dynamics.assemble(dict(zip(NAMES, START, strict=True)), dict(zip(NAMES, speeds, strict=True)))
    trajectory = lw.simulate(
        dynamics, state, duration=END, inputs=dict.fromkeys(dynamics.inputs, 0.0), samples=2, rtol=rtol,
        integrator=integrator,
    )  # fmt: skip
    assert trajectory.certificate.pivotings is not None
    assert trajectory.certificate.pivotings > 1
    return max(abs(trajectory[name][-1] - value) for name, value in zip(NAMES, pose, strict=True))


@pytest.fixture
def dynamics() -> lw.Dynamics:
    """Compiled anew, without choices of earlier runs."""
    return lw.compile(lw.formalisms.modular(lw.mechanisms.three_rrr(motors=False)))


KINDS = (lw.integrators.DormandPrince8(), Cautious(), Slow(), lw.integrators.DormandPrince())


def test_errors_stay_near_the_tolerance_whatever_the_steps(dynamics: lw.Dynamics, pose: np.ndarray) -> None:
    found = {
        (type(kind).__name__, rtol): error(dynamics, pose, kind, rtol) / rtol for kind in KINDS for rtol in TOLERANCES
    }
    assert max(found.values()) < 0.2, {key: value for key, value in found.items() if value >= 0.2}


def test_without_making_them_again_some_are_far_off(dynamics: lw.Dynamics, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the other test would see: with steps over vanishing pivots as they are, an error is tens of tolerances."""
    begin = Run.start_engine

    def never(self: Run) -> None:
        begin(self)
        self.settings.repivoting = 0

    monkeypatch.setattr(Run, "start_engine", never)
    pose = pose_at_the_end(THROUGH)
    found = [error(dynamics, pose, KINDS[0], rtol, THROUGH) / rtol for rtol in TOLERANCES]
    assert max(found) > 5


def test_runs_from_many_states_share_a_few_structures(dynamics: lw.Dynamics) -> None:
    """Each finds other pivots where its own way makes them weak; with those of that place there would be one a run."""
    random, inputs = np.random.default_rng(5), dict.fromkeys(dynamics.inputs, 0.3)
    changed = 0
    for _ in range(20):
        pose, speeds = random.uniform((-0.2, -0.2, -0.8), (0.2, 0.2, 0.8)), random.uniform(-1.0, 1.0, 3)
        state = dynamics.assemble(dict(zip(NAMES, pose, strict=True)), dict(zip(NAMES, speeds, strict=True)))
        motion = lw.simulate(dynamics, state, duration=2.0, inputs=inputs, samples=2)
        changed += motion.certificate.pivotings != 1
    assert changed > 8
    assert len(dynamics.system.cached("structures", dict)) <= 6
