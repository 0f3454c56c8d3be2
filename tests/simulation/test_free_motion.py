"""The second geometry of the 3RRR in free motion, against an integration that shares no code with ours."""

import numpy as np
import pytest

import linkwright as lw
from oracles import three_rrr as oracle
from oracles import three_rrr_motion

START = {"platform.x": 0.0, "platform.y": 0.0, "platform.theta": 0.0}
SPEEDS = {"platform.x": 0.3, "platform.y": 0.2, "platform.theta": 1.0}
REST = {"A.tau": 0.0, "B.tau": 0.0, "C.tau": 0.0}
PUBLISHED = (0.82034355660, 0.20366932462, -1.39574120259)
NAMES = ("platform.x", "platform.y", "platform.theta")


@pytest.fixture(scope="module")
def dynamics() -> lw.Dynamics:
    return lw.compile(lw.formalisms.modular(lw.mechanisms.three_rrr(motors=False)))


@pytest.mark.parametrize("join", [None, lw.joins.Multipliers()], ids=["complement", "multipliers"])
def test_ten_seconds_reach_the_known_state(join: lw.joins.Join | None) -> None:
    dynamics = lw.compile(lw.formalisms.modular(lw.mechanisms.three_rrr(motors=False)), join=join)
    state = dynamics.assemble(START, SPEEDS)
    trajectory = lw.simulate(dynamics, state, duration=10.0, inputs=REST, rtol=1e-10)
    assert trajectory.outcome.finished
    assert trajectory.time[-1] == 10.0
    # The tolerance for the state; the published digits end at 1e-11.
    assert [trajectory[name][-1] for name in NAMES] == pytest.approx(PUBLISHED, abs=1e-7)
    assert trajectory.certificate.position_residual < 1e-9
    assert trajectory.certificate.velocity_residual < 1e-9
    assert trajectory.certificate.energy_error < 1e-8
    assert trajectory.certificate.rtol == 1e-10


def test_every_sample_against_the_oracle(dynamics: lw.Dynamics) -> None:
    times = np.linspace(0.0, 4.0, 41)
    reference = three_rrr_motion.motion(oracle.without_motors(), (0.0, 0.0, 0.0), (0.3, 0.2, 1.0), times)
    trajectory = lw.simulate(
        dynamics, dynamics.assemble(START, SPEEDS), duration=4.0, inputs=REST, rtol=1e-10, samples=41
    )
    found = np.array([trajectory[name] for name in NAMES]).T
    # Samples come from a dense output of order 4 between steps of order 5: a hundred times the step's tolerance.
    assert np.max(np.abs(found - reference.pose)) < 1e-8


def test_lapack_joins_run_too() -> None:
    equations = lw.formalisms.modular(lw.mechanisms.three_rrr(motors=False))
    ends = []
    for join in (lw.joins.UdwadiaKalaba(), lw.joins.Complement(lw.kernels.QR()), lw.joins.Complement()):
        dynamics = lw.compile(equations, join=join)
        trajectory = lw.simulate(
            dynamics, dynamics.assemble(START, SPEEDS), duration=0.2, inputs=REST, rtol=1e-6, samples=3
        )
        assert trajectory.outcome.finished
        ends.append([trajectory[name][-1] for name in NAMES])
    # Steps of rtol 1e-6 over 0.2 s.
    assert np.ptp(ends, axis=0).max() < 1e-6
