"""The 3RRR with its motors: energy balance, prescribed motion followed by its own voltages, inputs of every kind."""

import casadi as ca
import numpy as np
import pytest

import linkwright as lw

NAMES = ("platform.x", "platform.y", "platform.theta")
STEP = {"A.v": 0.4, "B.v": -0.3, "C.v": 0.2}


@pytest.fixture(scope="module")
def dynamics() -> lw.Dynamics:
    return lw.compile(lw.formalisms.modular(lw.mechanisms.three_rrr()))


def test_energy_balance_under_step_voltages(dynamics: lw.Dynamics) -> None:
    trajectory = lw.simulate(dynamics, dynamics.assemble(), duration=2.0, inputs=STEP)
    assert trajectory.outcome.finished
    assert trajectory.certificate.energy_error < 1e-7
    # The balance again, from the channels alone: trapezoidal work of v i and of the losses over 2 ms samples.
    supplied = sum(trajectory[f"{leg}.v"] * trajectory[f"{leg}.i"] for leg in "ABC")
    lost = sum(1e-5 * trajectory[f"{leg}.omega"] ** 2 + 1.5 * trajectory[f"{leg}.i"] ** 2 for leg in "ABC")
    work = np.trapezoid(supplied - lost, trajectory.time)
    stored = trajectory["energy.kinetic"][-1] - trajectory["energy.kinetic"][0]
    scale = np.trapezoid(np.abs(supplied), trajectory.time)
    assert abs(work - stored) / scale < 1e-3  # the first milliseconds of the current are coarse for a trapezoid


def test_a_prescribed_motion_is_followed_by_its_own_voltages(dynamics: lw.Dynamics) -> None:
    wanted = lw.Motion(
        {
            "platform.x": lw.laws.Cycloid(0.0, 0.03, 4.0),
            "platform.y": lw.laws.Polynomial.between((0.0, 0.0, 0.0, 0.0), (-0.02, 0.0, 0.0, 0.0), 4.0),
            "platform.theta": lw.laws.Cycloid(0.0, 0.2, 4.0),
        },
        samples=801,
    )
    needed = dynamics.inverse(wanted)
    start = dynamics.assemble(
        dict.fromkeys(NAMES, 0.0), {**dict.fromkeys(NAMES, 0.0), **{f"{leg}.i": needed[f"{leg}.i"][0] for leg in "ABC"}}
    )
    voltages = {f"{leg}.v": lw.laws.Spline(needed.time, needed[f"{leg}.v"]) for leg in "ABC"}
    trajectory = lw.simulate(dynamics, start, duration=4.0, inputs=voltages, rtol=1e-10, samples=401)
    assert trajectory.outcome.finished
    positions = wanted.at(trajectory.time).positions
    for name in NAMES:
        # The tolerance; what is left is the spline through 5 ms samples of the voltages.
        assert np.max(np.abs(trajectory[name] - positions[name])) < 1e-6


def test_inputs_of_every_kind_agree(dynamics: lw.Dynamics) -> None:
    """A number, an expression, a law, a table and a function that mean the same give the same motion."""
    start = dynamics.assemble()
    amplitude, frequency = 0.3, 2.0
    grid = np.linspace(0.0, 0.3, 3001)
    wave = amplitude * np.sin(2 * np.pi * frequency * grid)
    kinds = {
        "expression": amplitude * ca.sin(2 * np.pi * frequency * lw.t),
        "law": lw.laws.Sine(amplitude, frequency),
        "table": lw.laws.Table(grid, wave, "cubic"),
        "function": lambda t: amplitude * np.sin(2 * np.pi * frequency * t),
    }
    ends = {}
    for name, kind in kinds.items():
        trajectory = lw.simulate(
            dynamics, start, duration=0.3, inputs={"A.v": kind, "B.v": 0.1, "C.v": lambda _t: 0.0} if name == "function"
            else {"A.v": kind, "B.v": 0.1, "C.v": 0.0}, rtol=1e-8, samples=4,
        )  # fmt: skip
        assert trajectory.outcome.finished
        ends[name] = np.array([trajectory[x][-1] for x in NAMES])
        if name == "function":
            assert any("callback" in note for note in trajectory.certificate.notes)
    for name, end in ends.items():
        assert np.max(np.abs(end - ends["expression"])) < 1e-9, name  # a few steps' tolerances


def test_jumps_of_a_table_are_hit_exactly(dynamics: lw.Dynamics) -> None:
    """A held table that switches at 0.1 s equals two runs glued at 0.1 s."""
    start = dynamics.assemble()
    table = lw.laws.Table([0.0, 0.1], [0.5, -0.5], "held")
    whole = lw.simulate(
        dynamics, start, duration=0.2, inputs={"A.v": table, "B.v": 0.0, "C.v": 0.0}, rtol=1e-10, samples=21
    )
    first = lw.simulate(
        dynamics, start, duration=0.1, inputs={"A.v": 0.5, "B.v": 0.0, "C.v": 0.0}, rtol=1e-10, samples=11
    )
    middle = dynamics.assemble(
        {name: first[name][-1] for name in NAMES},
        {**{name: first[name + "'"][-1] for name in NAMES}, **{f"{leg}.i": first[f"{leg}.i"][-1] for leg in "ABC"}},
    )
    second = lw.simulate(
        dynamics, middle, duration=0.1, inputs={"A.v": -0.5, "B.v": 0.0, "C.v": 0.0}, rtol=1e-10, samples=11
    )
    assert whole["A.v"][9] == 0.5
    assert whole["A.v"][11] == -0.5
    for name in NAMES:
        assert whole[name][-1] == pytest.approx(second[name][-1], abs=1e-10)
        assert whole[name][10] == pytest.approx(first[name][-1], abs=1e-11)
    # The switch is a break, not a place where steps are refused one after another.
    assert whole.certificate.rejected <= first.certificate.rejected + second.certificate.rejected + 3


def test_sliding_start_time(dynamics: lw.Dynamics) -> None:
    """Laws are functions of absolute time: a run that starts later sees the later part of a law."""
    late = dynamics.assemble(t=0.1)
    table = lw.laws.Table([0.0, 0.1], [5.0, 0.2], "held")
    a = lw.simulate(dynamics, late, duration=0.05, inputs={"A.v": table, "B.v": 0.0, "C.v": 0.0}, samples=3)
    b = lw.simulate(
        dynamics, dynamics.assemble(), duration=0.05, inputs={"A.v": 0.2, "B.v": 0.0, "C.v": 0.0}, samples=3
    )
    assert a.time[0] == 0.1
    assert a["A.phi"][-1] == pytest.approx(b["A.phi"][-1], abs=1e-10)


def test_steps_end_where_an_expression_chooses() -> None:
    """A mass of 2 kg under if_else(t < 0.3, 0, 5) N: parabolas on both sides, met to rounding at a loose tolerance."""
    machine = lw.Mechanism(
        "cart",
        {"mass": lw.Body(2.0, home="way")},
        {"way": lw.Prismatic("ground", "mass"), "push": lw.Force("way.slide")},
    )
    cart = lw.compile(lw.formalisms.kane(machine))
    force = ca.if_else(lw.t < 0.3, 0.0, 5.0)
    run = lw.simulate(cart, cart.assemble(), duration=1.0, inputs={"push.force": force}, rtol=1e-3, samples=11)
    assert run.certificate.rejected == 0
    assert run["way.slide'"][-1] == pytest.approx(2.5 * 0.7, rel=1e-13)
    assert run["way.slide"][-1] == pytest.approx(2.5 * 0.7**2 / 2, rel=1e-13)
