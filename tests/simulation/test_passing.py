"""How singular configurations are passed: when, by which calculus, and what is not mistaken for one."""

import re

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.optimize import brentq

import linkwright as lw
from linkwright.simulation import careful, leaping
from linkwright.simulation.accuracy import Accuracy
from linkwright.simulation.inputs import checked
from linkwright.simulation.integrators import DormandPrince8
from linkwright.simulation.run import Run
from oracles import n_four_bar as oracle


def flat_times(n: int) -> list[float]:
    """When all cranks lie flat within 10 s: psi = pi/2, 3 pi/2, ... by the integral of energy conservation."""
    k = oracle.constant(n)

    def when(psi: float) -> float:
        return float(quad(lambda x: 1 / np.sqrt(1 + 2 * k * (1 - np.cos(x))), 0.0, psi, epsabs=1e-13, limit=200)[0])

    times = [when((0.5 + j) * np.pi) for j in range(20)]
    return [t for t in times if t < 10.0]


@pytest.mark.parametrize("n", [1, 2])
@pytest.mark.parametrize("rtol", [1e-3, 1e-5, 1e-8])
def test_the_times_of_passing(n: int, rtol: float) -> None:
    dynamics = lw.compile(lw.formalisms.modular(lw.mechanisms.n_four_bar(n)))
    motion = lw.simulate(dynamics, dynamics.assemble(speeds={"x0": 1.0}), duration=10.0, rtol=rtol, samples=11)
    note = next(note for note in motion.certificate.notes if "passed" in note)
    found = [float(t) for t in re.findall(r"\d+\.\d+", note.partition("at t = ")[2].partition(" and ")[0])][:8]
    # six digits are printed, and a leap's middle is found to a hundred-thousandth of its length; a loose run comes late
    assert found == pytest.approx(flat_times(n)[:8], abs=max(2e-5, 3 * rtol))


def near_the_flat_place() -> tuple[Run, float, float]:
    """A run of the parallelogram up to a little before its cranks lie flat, and when they do."""
    dynamics = lw.compile(lw.formalisms.modular(lw.mechanisms.n_four_bar(1)))
    flat = flat_times(1)[0]
    start = dynamics.assemble(speeds={"x0": 1.0})
    inputs = checked(dynamics.system.equations, None, 0.0, flat - 0.03)
    run = Run(
        dynamics, start, inputs, end=flat - 0.03, asked=Accuracy(1e-10, 1e-12), samples=2, integrator=DormandPrince8(),
        keep_energy=False,
    )  # fmt: skip
    assert run.go().finished
    return run, flat, run.now


def test_both_calculi_give_the_closed_form() -> None:
    """A collocation over the flat place, compiled and over LAPACK, against the motion of the one freedom."""
    run, flat, t0 = near_the_flat_place()
    y0, end = run.state.y.copy(), 2 * flat - t0
    k = oracle.constant(1)
    psi = brentq(lambda x: np.sin(x) - oracle.tip(1, 1.0, end).values[0], np.pi / 2, np.pi)
    rate = np.sqrt(1 + 2 * k * (1 - np.cos(psi)))
    for calculus in (leaping.Compiled(run), careful.Careful(run)):
        path = calculus.collocate((t0, y0), end, 8, calculus.drawn_out(t0, y0, 1.5 * (flat - t0)))
        assert path is not None
        turned = path(end)[run.dynamics.coordinates.index("phi0")] - np.pi / 2
        assert abs(turned) == pytest.approx(psi, abs=1e-9)
        assert np.max(np.abs(path(end)[run.nq : run.nq + run.nv])) == pytest.approx(rate, abs=1e-8)
        assert np.max(path.off) < 1e-8


def test_a_change_of_pivots_is_no_singular_configuration() -> None:
    """Pivots of the 3RRR change sign several times in its free motion, and the constraints never lose rank."""
    dynamics = lw.compile(lw.formalisms.modular(lw.mechanisms.three_rrr(motors=False)))
    speeds = {"platform.x": 0.3, "platform.y": 0.2, "platform.theta": 1.0}
    rest = {"A.tau": 0.0, "B.tau": 0.0, "C.tau": 0.0}
    for rtol in (1e-3, 1e-6):
        motion = lw.simulate(dynamics, dynamics.assemble(speeds=speeds), duration=10.0, inputs=rest, rtol=rtol)
        assert motion.outcome.finished
        assert motion.certificate.choices is not None
        assert motion.certificate.choices > 2
        assert motion.certificate.rank_margin is not None
        assert motion.certificate.rank_margin > 0.01
        assert not any("passed" in note for note in motion.certificate.notes)
