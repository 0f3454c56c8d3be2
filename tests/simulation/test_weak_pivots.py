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
START, SPEEDS, END = (0.0, 0.0, 0.0), (-0.21, 0.19, 1.41), 5.0


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


@pytest.fixture(scope="module")
def pose() -> np.ndarray:
    """Pose at the end by an integration that shares no code with ours."""
    return np.asarray(three_rrr_motion.motion(oracle.without_motors(), START, SPEEDS, np.array([0.0, END])).pose[-1])


def error(dynamics: lw.Dynamics, pose: np.ndarray, integrator: lw.integrators.Integrator, rtol: float) -> float:
    state = dynamics.assemble(dict(zip(NAMES, START, strict=True)), dict(zip(NAMES, SPEEDS, strict=True)))
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
        (type(kind).__name__, rtol): error(dynamics, pose, kind, rtol) / rtol
        for kind in KINDS
        for rtol in np.geomspace(1e-6, 1e-10, 9)
    }
    assert max(found.values()) < 0.2, {key: value for key, value in found.items() if value >= 0.2}


def test_without_making_them_again_some_are_far_off(
    dynamics: lw.Dynamics, pose: np.ndarray, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the other test would see: with steps over vanishing pivots as they are, eight times what it allows."""
    begin = Run.start_motor

    def never(self: Run) -> None:
        begin(self)
        self.settings.repivoting = 0

    monkeypatch.setattr(Run, "start_motor", never)
    found = [error(dynamics, pose, kind, rtol) / rtol for kind in KINDS for rtol in np.geomspace(1e-6, 1e-10, 9)]
    assert max(found) > 1
