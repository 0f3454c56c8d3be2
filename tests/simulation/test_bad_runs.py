"""Runs that cannot be done or cannot go on: words, and what was computed is kept."""

import _thread
import re
import threading
from typing import Any

import casadi as ca
import numpy as np
import pytest

import linkwright as lw
from linkwright.dynamics.system.readings import read_state
from linkwright.laws import Sine

REST = {"A.tau": 0.0, "B.tau": 0.0, "C.tau": 0.0}


@pytest.fixture(scope="module")
def bare() -> lw.Dynamics:
    return lw.compile(lw.formalisms.modular(lw.mechanisms.three_rrr(motors=False)))


def parallelogram() -> lw.Mechanism:
    """A four-bar with equal opposite sides: flat, it is singular."""
    rod = lw.Body(1.0, 1 / 12, points={"a": (-0.5, 0.0), "b": (0.5, 0.0)})
    return lw.Mechanism(
        "parallelogram",
        {"ground": lw.Ground({"p": (0.0, 0.0), "q": (1.0, 0.0)}), "left": rod, "coupler": rod, "right": rod},
        {
            "A": lw.Revolute("ground.p", "left.a"),
            "B": lw.Revolute("left.b", "coupler.a"),
            "C": lw.Revolute("coupler.b", "right.b"),
            "D": lw.Revolute("ground.q", "right.a"),
            "drive": lw.Torque("A.angle"),
        },
        reference={
            "left.theta": 1.2, "left.x": 0.5 * np.cos(1.2), "left.y": 0.5 * np.sin(1.2),
            "right.theta": 1.2, "right.x": 1 + 0.5 * np.cos(1.2), "right.y": 0.5 * np.sin(1.2),
            "coupler.theta": 0.0, "coupler.x": np.cos(1.2) + 0.5, "coupler.y": np.sin(1.2),
        },
    )  # fmt: skip


def test_a_start_on_a_singular_configuration_is_an_outcome() -> None:
    dynamics = lw.compile(lw.formalisms.modular(parallelogram()))
    flat = np.zeros(9)
    flat[[0, 3, 6]] = 0.5, 1.5, 1.5
    state = dynamics.state(flat, np.zeros(9))
    assert np.max(np.abs(read_state(dynamics.system, 0.0, flat, np.zeros(9), dynamics.p).g)) < 1e-15
    with pytest.raises(lw.dynamics.SingularConfigurationError, match="singular configuration"):
        dynamics.forward(state, {"drive.tau": 1.0})
    trajectory = lw.simulate(dynamics, state, duration=1.0, inputs={"drive.tau": 1.0})
    assert trajectory.outcome.kind == "failed"
    assert "singular" in trajectory.outcome.reason
    assert trajectory.outcome.remedy
    assert trajectory.time[0] == 0.0


def test_a_run_that_hits_a_singular_configuration_keeps_what_it_has() -> None:
    """A crank is driven beyond the dead position of a four-bar whose coupler and rocker are too short to follow."""
    crank = lw.Body(1.0, 0.1, points={"a": (0.0, 0.0), "b": (1.0, 0.0)})
    coupler = lw.Body(1.0, 0.1, points={"a": (0.0, 0.0), "b": (0.7, 0.0)})
    rocker = lw.Body(1.0, 0.1, points={"a": (0.0, 0.0), "b": (0.7, 0.0)})
    machine = lw.Mechanism(
        "stuck",
        {"ground": lw.Ground({"q": (1.0, 0.0)}), "crank": crank, "coupler": coupler, "rocker": rocker},
        {
            "A": lw.Revolute("ground", "crank.a"),
            "B": lw.Revolute("crank.b", "coupler.a"),
            "C": lw.Revolute("coupler.b", "rocker.b"),
            "D": lw.Revolute("ground.q", "rocker.a"),
            "motion": lw.Prescribed("A.angle", lambda t: 0.8 + 0.5 * t),
        },
        reference={"crank.theta": 0.8, "coupler.theta": -1.0, "rocker.theta": 1.5, "rocker.x": 1.0,
                   "coupler.x": np.cos(0.8), "coupler.y": np.sin(0.8)},
    )  # fmt: skip
    dynamics = lw.compile(lw.formalisms.modular(machine))
    trajectory = lw.simulate(dynamics, dynamics.assemble(), duration=3.0, samples=301)
    # Dead when the distance from crank tip to the rocker's pivot, 2 sin(angle/2), reaches 1.4: known in closed form.
    dead = (2 * np.arcsin(0.7) - 0.8) / 0.5
    assert trajectory.outcome.kind == "failed"
    assert "singular" in trajectory.outcome.reason
    assert trajectory.outcome.remedy
    assert trajectory.outcome.time == pytest.approx(dead, abs=1e-3)
    assert trajectory.time[-1] == pytest.approx(trajectory.outcome.time)
    assert len(trajectory.time) > 100
    assert trajectory.certificate.position_residual < 1e-8


@pytest.mark.one_in(2)
@pytest.mark.parametrize("accuracy", ["draft", "engineering", "reference"])
@pytest.mark.parametrize("join", [lw.joins.Complement(), lw.joins.Multipliers()], ids=["complement", "multipliers"])
def test_a_singular_configuration_is_not_stepped_over(join: lw.joins.Join, accuracy: str) -> None:
    """Pure rotation: at theta = pi the legs lie stretched through the centre (3 + 1 = 2 + 2 m) and the rank is lost."""
    dynamics = lw.compile(lw.formalisms.modular(lw.mechanisms.three_rrr(motors=False)), join=join)
    state = dynamics.assemble(speeds={"platform.x": 0.0, "platform.y": 0.0, "platform.theta": 1.0})
    trajectory = lw.simulate(dynamics, state, duration=10.0, inputs=REST, samples=201, accuracy=accuracy)
    assert trajectory.outcome.kind == "failed"
    assert "singular configuration" in trajectory.outcome.reason
    assert "platform.theta" in trajectory.outcome.reason
    assert trajectory["platform.theta"][-1] == pytest.approx(np.pi, abs=0.1)
    assert trajectory.time[-1] == trajectory.outcome.time
    assert len(trajectory.time) > 50
    assert np.max(np.abs(trajectory["platform.x"])) < 1e-3  # by symmetry the centre stays
    assert trajectory.certificate.energy_error < 1e-3


def test_a_function_that_fails_on_the_way_keeps_what_was_computed(bare: lw.Dynamics) -> None:
    def late(t: float) -> float:
        if t > 0.05:
            raise RuntimeError("no more data")
        return 0.1

    trajectory = lw.simulate(bare, bare.assemble(), duration=0.1, inputs={**REST, "A.tau": late}, samples=21)
    assert trajectory.outcome.kind == "failed"
    assert "A.tau" in trajectory.outcome.reason
    assert "no more data" in trajectory.outcome.reason
    assert 0.0 < trajectory.time[-1] <= 0.06


def test_ctrl_c_keeps_what_was_computed(bare: lw.Dynamics) -> None:
    state = bare.assemble(speeds={"platform.x": 0.3, "platform.y": 0.2, "platform.theta": 1.0})
    done: list[float] = []

    def progress(fraction: float) -> None:
        done.append(fraction)
        if len(done) == 3:
            threading.Thread(target=_thread.interrupt_main).start()

    trajectory = lw.simulate(bare, state, duration=1e6, inputs=REST, samples=1001, progress=progress)
    assert trajectory.outcome.kind == "stopped"
    assert "interrupted" in trajectory.outcome.reason
    assert 0.0 < trajectory.time[-1] < 1e6
    assert done == sorted(done)


def test_bad_arguments_are_named_all_at_once(bare: lw.Dynamics) -> None:
    state = bare.assemble()
    with pytest.raises(ValueError, match=r"(?s)duration = -1.*samples = 1"):
        lw.simulate(bare, state, duration=-1, samples=1, inputs=REST)
    with pytest.raises(ValueError, match=r"(?s)no input 'A.tua'; did you mean A.tau.*missing inputs: A.tau \(N m\)"):
        lw.simulate(bare, state, duration=1.0, inputs={"A.tua": 0.0, "B.tau": 0.0, "C.tau": 0.0})
    with pytest.raises(ValueError, match=r"A\.tau = nan is not finite"):
        lw.simulate(bare, state, duration=1.0, inputs={**REST, "A.tau": float("nan")})
    with pytest.raises(ValueError, match="expected a number, an expression"):
        lw.simulate(bare, state, duration=1.0, inputs={**REST, "A.tau": "much"})
    with pytest.raises(ValueError, match="also mentions x"):
        lw.simulate(bare, state, duration=1.0, inputs={**REST, "A.tau": lw.t * ca.SX.sym("x")})
    with pytest.raises(ValueError, match="failed at t = 0: ZeroDivisionError"):
        lw.simulate(bare, state, duration=1.0, inputs={**REST, "A.tau": lambda _t: 1 / 0})
    with pytest.raises(ValueError, match="accuracy 'perfect'"):
        lw.simulate(bare, state, duration=1.0, inputs=REST, accuracy="perfect")
    with pytest.raises(ValueError, match="rtol"):
        lw.simulate(bare, state, duration=1.0, inputs=REST, rtol=0.0)
    other = lw.compile(lw.formalisms.modular(lw.mechanisms.three_rrr()))
    with pytest.raises(ValueError, match="another machine"):
        lw.simulate(bare, other.assemble(), duration=1.0, inputs=REST)


def test_accuracy_is_written_in_the_certificate(bare: lw.Dynamics) -> None:
    state = bare.assemble()
    inputs = {**REST, "A.tau": Sine(0.1, 1.0)}
    default = lw.simulate(bare, state, duration=0.1, inputs=inputs, samples=2)
    assert (default.certificate.rtol, default.certificate.atol) == (1e-8, 1e-10)
    draft = lw.simulate(bare, state, duration=0.1, inputs=inputs, samples=2, accuracy="draft")
    assert (draft.certificate.rtol, draft.certificate.atol) == (1e-5, 1e-7)
    assert draft.certificate.steps <= default.certificate.steps


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"rtol": "x"}, "rtol = 'x': expected a positive number below 1"),
        ({"events": 3}, "events = 3: expected a list of lw.events.Event, also of one"),
        ({"events": lw.events.Event(lw.events.crosses("platform.x"))}, "expected a list of lw.events.Event"),
        ({"progress": 5}, r"progress is an int \(5\), expected a function of 1 argument or None"),
        ({"samples": True}, "samples = True: expected a whole number of at least 2"),
        ({"checkpoint": "often"}, "checkpoint = 'often': expected seconds between checkpoints"),
        (
            {"integrator": lw.integrators.RungeKutta4(step=1e-20)},
            r"step = 1e-20 s over 0.1 s would be 1e\+19 steps; take one of at least 1e-13 s",
        ),
    ],
    ids=lambda value: str(value)[:30],
)
def test_arguments_of_a_wrong_kind(bare: lw.Dynamics, wrong: dict[str, Any], words: str) -> None:
    given: dict[str, Any] = {"duration": 0.1, "inputs": REST} | wrong
    with pytest.raises(ValueError, match=words):
        lw.simulate(bare, bare.assemble(), **given)


def test_numbers_of_numpy_are_numbers(bare: lw.Dynamics) -> None:
    given: dict[str, Any] = {"duration": np.float32(0.5), "samples": np.int64(3), "rtol": np.float32(1e-6)}
    trajectory = lw.simulate(bare, bare.assemble(), inputs=REST, **given)
    assert trajectory.time.tolist() == [0.0, 0.25, 0.5]


def test_a_start_beside_the_constraints_is_said() -> None:
    """Not as trouble with steps or stiff parts."""
    dynamics = lw.compile(lw.formalisms.modular(lw.mechanisms.four_bar()))
    state = dynamics.assemble()
    q = state.q.copy()
    q[0] += 0.05
    trajectory = lw.simulate(dynamics, lw.State(0.0, q, state.v), duration=0.1, inputs={"tau": 0.0})
    assert trajectory.outcome.kind == "failed"
    assert re.search(r"does not meet the constraints: .*\bA does not close, by 0\.00\d+ m", trajectory.outcome.reason)
    assert "dynamics.assemble" in trajectory.outcome.remedy


def test_an_input_that_is_not_a_number_is_named() -> None:
    parts = {"r": lw.Prismatic("ground", "b"), "F": lw.Force("r.slide")}
    machine = lw.Mechanism("slider", {"b": lw.Body(1.0, 1.0, home="r")}, parts)
    dynamics = lw.compile(lw.formalisms.modular(machine))
    trajectory = lw.simulate(dynamics, dynamics.assemble(), duration=2.0, inputs={"F.force": ca.sqrt(1 - lw.t)})
    assert trajectory.outcome.kind == "failed"
    assert "the input F.force is nan at t = 1" in trajectory.outcome.reason
    assert trajectory.time[-1] == pytest.approx(1.0, abs=1e-6)
