"""How singular configurations are passed: when, by which calculus, and what is not mistaken for one."""

import re

import numpy as np
import pytest
from scipy.integrate import quad, solve_ivp
from scipy.optimize import brentq

import linkwright as lw
from linkwright.simulation.accuracy import Accuracy
from linkwright.simulation.inputs.inputs import check_inputs
from linkwright.simulation.integrators import DormandPrince8
from linkwright.simulation.loop.run import Run
from linkwright.simulation.recipe import watch_of
from linkwright.simulation.singularities import collocation as lapack
from linkwright.simulation.singularities import crossing as passing
from linkwright.simulation.singularities import crossing_compiled as leaping
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
    trajectory = lw.simulate(dynamics, dynamics.assemble(speeds={"x0": 1.0}), duration=10.0, rtol=rtol, samples=11)
    note = next(note for note in trajectory.certificate.notes if "passed" in note)
    found = [float(t) for t in re.findall(r"\d+\.\d+", note.partition("at t = ")[2].partition(" and ")[0])][:8]
    # six digits are printed, and a long step's middle is found to a hundred-thousandth of its length; a loose run comes
    # late
    assert found == pytest.approx(flat_times(n)[:8], abs=max(2e-5, 3 * rtol))


def near_the_flat_place() -> tuple[Run, float, float]:
    """A run of the parallelogram up to a little before its cranks lie flat, and when they do."""
    dynamics = lw.compile(lw.formalisms.modular(lw.mechanisms.n_four_bar(1)))
    flat = flat_times(1)[0]
    start = dynamics.assemble(speeds={"x0": 1.0})
    inputs = check_inputs(dynamics.system.equations, None, 0.0, flat - 0.03)
    run = Run(
        dynamics, start, inputs, end=flat - 0.03, tolerances=Accuracy(1e-10, 1e-12), samples=2,
        integrator=DormandPrince8(), keep_energy=False, watch=watch_of(dynamics.plant),
    )  # fmt: skip
    assert run.go().finished
    return run, flat, run.now


def test_both_calculi_give_the_closed_form() -> None:
    """A collocation over the flat place, compiled and over LAPACK, against the motion of the one degree of freedom."""
    run, flat, t0 = near_the_flat_place()
    y0, end = run.state.y.copy(), 2 * flat - t0
    k = oracle.constant(1)
    psi = brentq(lambda x: np.sin(x) - oracle.tip(1, 1.0, end).values[0], np.pi / 2, np.pi)
    rate = np.sqrt(1 + 2 * k * (1 - np.cos(psi)))
    for calculus in (leaping.Compiled(run), lapack.LapackSteps(run)):
        path = calculus.collocate((t0, y0), end, 8, calculus.drawn_out(t0, y0, 1.5 * (flat - t0)))
        assert path is not None
        turned = path(end)[run.dynamics.coordinates.index("phi0")] - np.pi / 2
        assert abs(turned) == pytest.approx(psi, abs=1e-9)
        assert np.max(np.abs(path(end)[run.nq : run.nq + run.nv])) == pytest.approx(rate, abs=1e-8)
        assert np.max(path.off) < 1e-8


def test_where_nothing_vanishes_nothing_is_passed() -> None:
    """Far from the flat place no pivot goes to zero: the run stays where it is, and there is nothing to say of it."""
    dynamics = lw.compile(lw.formalisms.modular(lw.mechanisms.n_four_bar(1)))
    end = 0.2 * flat_times(1)[0]
    inputs = check_inputs(dynamics.system.equations, None, 0.0, end)
    run = Run(
        dynamics, dynamics.assemble(speeds={"x0": 1.0}), inputs, end=end, tolerances=Accuracy(1e-10, 1e-12), samples=2,
        integrator=DormandPrince8(), keep_energy=False, watch=watch_of(dynamics.plant),
    )  # fmt: skip
    assert run.go().finished
    here = run.now, run.state.y.copy()
    found = passing.cross(run, before=here, end=here)
    assert (found.passed, found.event, found.undetermined, found.reason) == (False, False, False, "")
    assert found.time == run.now == end
    np.testing.assert_array_equal(run.state.y, here[1])


def test_a_change_of_pivots_is_no_singular_configuration() -> None:
    """Pivots of the 3RRR change sign several times in its free motion, and the constraints never lose rank."""
    dynamics = lw.compile(lw.formalisms.modular(lw.mechanisms.three_rrr(motors=False)))
    speeds = {"platform.x": 0.3, "platform.y": 0.2, "platform.theta": 1.0}
    rest = {"A.tau": 0.0, "B.tau": 0.0, "C.tau": 0.0}
    for rtol in (1e-3, 1e-6):
        trajectory = lw.simulate(dynamics, dynamics.assemble(speeds=speeds), duration=10.0, inputs=rest, rtol=rtol)
        assert trajectory.outcome.finished
        assert trajectory.certificate.pivotings is not None
        assert trajectory.certificate.pivotings > 2
        assert trajectory.certificate.rank_margin is not None
        assert trajectory.certificate.rank_margin > 0.01
        assert not any("passed" in note for note in trajectory.certificate.notes)


def check_swing(n: int, formalism: str, rtol: float, heights: tuple[float, ...]) -> None:
    """Cranks that swing through the flat place, turn when sin(phi) = height above it, and come back, against one angle.

    Parallel cranks are a pendulum: M phi'' = -G cos(phi) with M = (n + 1) / 3 + n, G = ((n + 1) / 2 + n) g.
    """
    dynamics = lw.compile(getattr(lw.formalisms, formalism)(lw.mechanisms.n_four_bar(n)))
    M, G = (n + 1) / 3 + n, ((n + 1) / 2 + n) * 9.81
    for height in heights:
        speed = np.sqrt(2 * G * (1 + height) / M)
        start = dynamics.assemble({"phi0": -np.pi / 2}, {"phi0": speed})
        trajectory = lw.simulate(dynamics, start, duration=3.0, rtol=rtol, atol=rtol / 100, samples=61)
        assert trajectory.outcome.finished, (height, trajectory.outcome.in_words())
        wanted = solve_ivp(
            lambda _, y: [y[1], -G * np.cos(y[0]) / M], (0, 3), [-np.pi / 2, speed], method="DOP853",
            rtol=1e-12, atol=1e-13, t_eval=trajectory.time,
        ).y  # fmt: skip
        assert np.abs(trajectory["phi0"] - wanted[0]).max() < 1000 * rtol


@pytest.mark.one_in(2)
@pytest.mark.parametrize(("n", "formalism"), [(1, "modular"), (2, "kane")])
@pytest.mark.parametrize("rtol", [1e-6, 1e-8, 1e-10])
def test_places_are_passed_again_on_the_way_back(n: int, formalism: str, rtol: float) -> None:
    check_swing(n, formalism, rtol, (0.03, 0.1, 0.15, 0.2, 0.3))


@pytest.mark.long
@pytest.mark.parametrize("n", [1, 2])
@pytest.mark.parametrize("formalism", ["modular", "kane", "denoc"])
@pytest.mark.parametrize("rtol", [1e-6, 1e-8, 1e-10])
def test_places_are_passed_again_from_any_height(n: int, formalism: str, rtol: float) -> None:
    check_swing(n, formalism, rtol, tuple(np.geomspace(0.07, 0.95, 40)))
