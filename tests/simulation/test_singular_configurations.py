"""Singular configurations that a motion passes, and those at which it ends."""

import numpy as np
import pytest

import linkwright as lw
from oracles import n_four_bar as oracle

TIP = ("x0", "y0", "x0'", "y0'")
TOLERANCES = (1e-6, 1e-8, 1e-10, 1e-12)
SPEEDS = np.linspace(0.9, 1.1, 20)


@pytest.fixture(scope="module", params=[1, 2])
def small(request: pytest.FixtureRequest) -> tuple[int, lw.Dynamics]:
    return request.param, lw.compile(lw.formalisms.modular(lw.mechanisms.n_four_bar(request.param)))


@pytest.mark.parametrize("n", [1, 2, 10])
def test_the_oracle_agrees_with_the_published_numbers(n: int) -> None:
    for t in (0.5, 2.0, 5.0, 10.0):
        assert oracle.tip(n, 1.0, t).error(*oracle.published(n, t).values) < 1e-11


@pytest.mark.one_in(2)
@pytest.mark.parametrize("integrator", [None, lw.integrators.DormandPrince8()], ids=["DormandPrince", "DormandPrince8"])
@pytest.mark.parametrize("n", [1, 2, 10])
def test_n_four_bar_stays_on_its_branch(n: int, integrator: lw.integrators.Integrator | None) -> None:
    """Problem A02 of the IFToMM library: ten times in ten seconds all cranks lie flat and n ranks are lost."""
    dynamics = lw.compile(lw.formalisms.modular(lw.mechanisms.n_four_bar(n)))
    state = dynamics.assemble(speeds={"x0": 1.0})
    trajectory = lw.simulate(dynamics, state, duration=10.0, rtol=1e-8, samples=101, integrator=integrator)
    assert trajectory.outcome.finished
    for t in (0.5, 2.0, 5.0, 10.0):
        k = round(10 * t)
        assert trajectory.time[k] == pytest.approx(t, abs=1e-12)
        assert oracle.published(n, t).error(*(trajectory[name][k] for name in TIP)) < 1e-7
    assert trajectory.certificate.position_residual is not None
    assert trajectory.certificate.velocity_residual is not None
    assert trajectory.certificate.position_residual < 1e-9  # 10 atol
    assert trajectory.certificate.velocity_residual < 1e-9
    assert trajectory.certificate.rank_margin == 0.0
    assert any("passed 10 singular configuration" in note for note in trajectory.certificate.notes)


def error(n: int, dynamics: lw.Dynamics, speed: float, rtol: float) -> float:
    trajectory = lw.simulate(dynamics, dynamics.assemble(speeds={"x0": speed}), duration=10.0, rtol=rtol, samples=11)
    assert trajectory.outcome.finished, trajectory.outcome
    return oracle.tip(n, speed, 10.0).error(*(trajectory[name][-1] for name in TIP))


@pytest.mark.parametrize("rtol", TOLERANCES)
def test_a_few_start_speeds(small: tuple[int, lw.Dynamics], rtol: float) -> None:
    n, dynamics = small
    assert error(n, dynamics, float(SPEEDS[19]), rtol) < 1e-5


@pytest.mark.long
@pytest.mark.parametrize("rtol", TOLERANCES)
@pytest.mark.parametrize("speed", SPEEDS)
def test_every_start_speed(small: tuple[int, lw.Dynamics], speed: float, rtol: float) -> None:
    n, dynamics = small
    assert error(n, dynamics, float(speed), rtol) < 1e-5


@pytest.mark.parametrize("offset", [0.0, 1e-9, 1e-7, 1e-5, 1e-3])
def test_a_sample_on_the_singular_configuration(offset: float) -> None:
    """The second sample lies on the flat configuration, or within nano- to milliseconds of it."""
    dynamics = lw.compile(lw.formalisms.modular(lw.mechanisms.n_four_bar(1)))
    flat = 0.7084499  # cranks flat for the first time, to seven digits: from the closed form below
    k = oracle.constant(1)
    psi = np.linspace(0.0, np.pi / 2, 200001)
    flat = float(np.trapezoid(1 / np.sqrt(1 + 2 * k * (1 - np.cos(psi))), psi))
    trajectory = lw.simulate(dynamics, dynamics.assemble(speeds={"x0": 1.0}), duration=2 * (flat + offset), samples=3)
    assert trajectory.outcome.finished
    values = [trajectory[name][1] for name in TIP]
    assert oracle.tip(1, 1.0, flat + offset).error(*values) < 1e-7
    assert trajectory.certificate.position_residual is not None
    assert trajectory.certificate.position_residual < 1e-9


def test_a_run_that_ends_on_a_singular_configuration() -> None:
    dynamics = lw.compile(lw.formalisms.modular(lw.mechanisms.n_four_bar(1)))
    for end in (0.7084, 0.70845, 0.7085, 0.72):
        trajectory = lw.simulate(dynamics, dynamics.assemble(speeds={"x0": 1.0}), duration=end, samples=5)
        assert trajectory.outcome.finished
        assert trajectory.time[-1] == end
        assert oracle.tip(1, 1.0, end).error(*(trajectory[name][-1] for name in TIP)) < 1e-7


def test_where_the_motion_is_not_determined_the_run_ends_in_words() -> None:
    """Pure rotation of the 3RRR: at theta = pi all legs are stretched. The set of poses is the tip of a cone there.

    The symmetric motion could go through the tip, but every motion beside it turns back.
    """
    dynamics = lw.compile(lw.formalisms.modular(lw.mechanisms.three_rrr(motors=False)))
    state = dynamics.assemble(speeds={"platform.x": 0.0, "platform.y": 0.0, "platform.theta": 1.0})
    rest = {"A.tau": 0.0, "B.tau": 0.0, "C.tau": 0.0}
    trajectory = lw.simulate(dynamics, state, duration=10.0, inputs=rest, samples=201)
    assert trajectory.outcome.kind == "failed"
    assert "singular configuration at t = 3.13" in trajectory.outcome.reason
    assert "not determined" in trajectory.outcome.reason
    assert trajectory["platform.theta"][-1] == pytest.approx(np.pi, abs=0.1)


@pytest.mark.parametrize("join", [lw.joins.Complement(), lw.joins.Multipliers()], ids=["complement", "multipliers"])
def test_a_parallelogram_carried_by_a_cart_passes_too(join: lw.joins.Join) -> None:
    """Two degrees of freedom, and two more rows than needed: a coupler beside the first is redundant on this branch.

    The cart moves freely, so the momentum along it stays and gives an oracle for the motion beyond the flat place.
    """
    rod = lw.Body(1.0, 1 / 12, points={"a": (-0.5, 0.0), "b": (0.5, 0.0)})
    cart = lw.Body(3.0, 1.0, points={"p": (0.0, 0.0), "q": (1.0, 0.0)})
    machine = lw.Mechanism(
        "cart",
        {"ground": lw.Ground(), "cart": cart, "left": rod, "coupler": rod, "right": rod},
        {
            "rail": lw.Prismatic("ground", "cart"),
            "A": lw.Revolute("cart.p", "left.a"), "B": lw.Revolute("left.b", "coupler.a"),
            "C": lw.Revolute("coupler.b", "right.b"), "D": lw.Revolute("cart.q", "right.a"),
        },
        reference={
            "left.theta": 1.2, "left.x": 0.5 * np.cos(1.2), "left.y": 0.5 * np.sin(1.2),
            "right.theta": 1.2, "right.x": 1 + 0.5 * np.cos(1.2), "right.y": 0.5 * np.sin(1.2),
            "coupler.theta": 0.0, "coupler.x": np.cos(1.2) + 0.5, "coupler.y": np.sin(1.2),
        },
    )  # fmt: skip
    dynamics = lw.compile(lw.formalisms.modular(machine), join=join)
    state = dynamics.assemble(speeds={"left.theta": -2.0, "rail.slide": 0.3})
    trajectory = lw.simulate(dynamics, state, duration=3.0, samples=301)
    assert trajectory.outcome.finished, trajectory.outcome
    assert any("passed" in note for note in trajectory.certificate.notes)
    momentum = 3 * trajectory["rail.slide'"] + sum(trajectory[f"{part}.x'"] for part in ("left", "coupler", "right"))
    assert np.ptp(momentum) < 1e-8
    assert np.max(np.abs(trajectory["coupler.theta"])) < 1e-8  # the parallelogram stays one
    assert np.max(np.abs(trajectory["left.theta"] - trajectory["right.theta"])) < 1e-8
    assert np.min(trajectory["left.theta"]) < -1.0  # well beyond the flat place
    assert trajectory.certificate.energy_error is not None
    assert trajectory.certificate.energy_error < 1e-8
