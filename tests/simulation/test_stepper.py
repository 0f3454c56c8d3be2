"""A machine one step after another: the states of a run with the same steps, closed forms, and what is refused."""

import pickle

import numpy as np
import pytest

import linkwright as lw
from linkwright.simulation.accuracy import engineering
from linkwright.simulation.inputs.inputs import check_inputs
from linkwright.simulation.recipe import Recipe

STEP = 2.0**-10
"""A power of two: times are exact, and the step up to the end of a run is as long as the others."""
RANDOM = np.random.default_rng(7)


@pytest.fixture(scope="module")
def dynamics():
    return lw.compile(lw.formalisms.modular(lw.mechanisms.three_rrr(motors=False)))


@pytest.fixture(scope="module")
def turning(dynamics):
    """Fast enough to change its pivots several times in a few seconds."""
    platform = ("platform.x", "platform.y", "platform.theta")
    speeds = dict(zip(platform, (0.3, 0.2, 2.0), strict=True))
    return dynamics.assemble(dict.fromkeys(platform, 0.0), speeds)


def end_of_run(dynamics, state, count, u):
    """State y that a run with constant inputs, all steps projected, has after so many, and its pivotings."""
    inputs, end = dict(zip(dynamics.inputs, u, strict=True)), state.t + count * STEP
    checked = check_inputs(dynamics.equations, inputs, state.t, end)
    run = Recipe(dynamics, state, checked, inputs, end).run(engineering, lw.integrators.RungeKutta4(step=STEP))
    run.workspace.settings.closed_gap = 0.0
    assert run.go().finished
    return run.state.y[: run.nq + run.nv], len(run.used)


@pytest.mark.parametrize("join", ["Complement", "UdwadiaKalaba", "Multipliers"])
def test_constant_inputs_give_the_states_of_a_run_to_the_last_bit(dynamics, turning, join):
    """The arithmetic is that of the time loop, also where it changes its pivots, and on LAPACK."""
    chosen = dynamics if join == "Complement" else lw.compile(dynamics.equations, join=getattr(lw.joins, join)())
    count = 32 if join == "UdwadiaKalaba" else 2600  # LAPACK is slow
    u = np.array([0.01, -0.02, 0.015])
    expected, pivotings = end_of_run(chosen, turning, count, u.tolist())
    stepper = chosen.stepper(step=STEP)
    q, v = stepper.reset(turning)
    assert np.array_equal(q, turning.q)
    assert np.array_equal(v, turning.v)
    for _ in range(count):
        q, v = stepper.step(u)
    assert stepper.outcome is None
    assert stepper.t == count * STEP
    assert np.array_equal(np.concatenate([q, v]), expected)
    if join == "Complement":
        assert pivotings > 2  # or nothing was shown


def test_inputs_are_held_over_each_step():
    """A mass on a line under forces that change at every step: v += F h / m, x += v h + F h^2 / (2 m), exactly."""
    parts = {"ground": lw.Ground(), "cart": lw.Body(2.0, 0.1)}
    connections = {"guide": lw.Prismatic("ground", "cart"), "push": lw.Force("guide.slide")}
    machine = lw.Mechanism("cart", parts=parts, connections=connections)
    dynamics = lw.compile(lw.formalisms.lagrange(machine))
    stepper = dynamics.stepper(step=0.01)
    stepper.reset()
    x = v = 0.0
    for force in RANDOM.uniform(-10, 10, 50):
        x, v = x + v * 0.01 + force * 0.01**2 / 4.0, v + force * 0.01 / 2.0
        stepper.step([force])
        # Sums of 50 terms of order 1 and less.
        assert abs(stepper.state["guide.slide"] - x) < 1e-14
        assert abs(stepper.state["guide.slide'"] - v) < 1e-14


@pytest.fixture(scope="module")
def driven(dynamics, turning):
    """Torques over each of 20 steps, and the state at their end by runs of one step each at small tolerances."""
    torques, state = RANDOM.uniform(-0.1, 0.1, (20, 3)), turning
    for u in torques:
        inputs = dict(zip(dynamics.inputs, u.tolist(), strict=True))
        run = lw.simulate(dynamics, state, duration=4 * STEP, inputs=inputs, rtol=1e-11, samples=2)
        state = dynamics.state_at(run, run.time[-1])
    return torques, np.concatenate([state.q, state.v])


@pytest.mark.parametrize(
    "integrator",
    [
        lw.integrators.DormandPrince8(), lw.integrators.DormandPrince(), lw.integrators.Radau(),
        lw.integrators.Rosenbrock(), lw.integrators.RungeKutta4(step=STEP / 4),
    ],
    ids=lambda integrator: integrator.name,
)  # fmt: skip
def test_every_integrator_follows_inputs_that_change(dynamics, turning, driven, integrator):
    stepper, (torques, expected) = dynamics.stepper(step=4 * STEP, integrator=integrator), driven
    stepper.reset(turning)
    for k, u in enumerate(torques):
        q, v = stepper.step(u)
        assert stepper.t == 4 * STEP * (k + 1)
    # A step is allowed an error of 5e-8 of the state; there are some hundred at the most.
    assert np.abs(np.concatenate([q, v]) - expected).max() < 5e-6


def test_friction_sticks_and_slides_between_steps():
    """The stick-slip oscillator has the period 2 (pi - atan(a w / v)) / w + 2 a / v, a = (F_s - F_k) / k.

    Released from the belt at x = F_s / k; a tenth of a second before, and a period later, it is v / 10 from there.
    """
    dynamics = lw.compile(lw.formalisms.modular(lw.mechanisms.stick_slip()))
    m, k, v, F_s, F_k = 1.0, 20.0, 0.2, 2.0, 1.2
    w, a = np.sqrt(k / m), (F_s - F_k) / k
    period = 2 * (np.pi - np.arctan(a * w / v)) / w + 2 * a / v
    until = F_s / k / v - 0.1 + period
    stepper = dynamics.stepper(step=until / 100, integrator=lw.integrators.DormandPrince8())
    stepper.reset(dynamics.assemble(speeds={"x": v}))
    for _ in range(100):
        stepper.step()
    assert stepper.outcome is None
    assert abs(stepper.t - until) < 1e-14
    # Two events, each located to the tolerance of a step, 5e-8.
    assert abs(stepper.state["x"] - (F_s / k - v / 10)) < 1e-7
    assert abs(stepper.state["x'"] - v) < 1e-12


def test_a_singular_configuration_is_an_outcome_and_reset_begins_again():
    dynamics = lw.compile(lw.formalisms.modular(lw.mechanisms.n_four_bar(1)))
    start = dynamics.assemble(speeds={"x0": 1.0})
    stepper = dynamics.stepper(step=2e-3)
    stepper.reset(start)
    while stepper.outcome is None:
        q, _ = stepper.step()
    assert stepper.outcome.kind == "failed"
    assert "singular configuration" in stepper.outcome.reason
    assert stepper.outcome.time == stepper.t < 0.72  # all cranks lie flat at 0.708 s
    assert np.array_equal(stepper.state.q, q)
    with pytest.raises(RuntimeError, match=r"has ended at .* begin again"):
        stepper.step()
    stepper.reset(start)
    assert (stepper.outcome, stepper.t) == (None, 0.0)


def test_a_motion_ends_after_its_duration(dynamics, turning):
    stepper = dynamics.stepper(step=STEP, duration=3 * STEP)
    stepper.reset(turning)
    for k in range(3):
        assert stepper.outcome is None, k
        stepper.step({"A.tau": 0.1, "B.tau": 0.0, "C.tau": 0.0})
    assert stepper.t == 3 * STEP
    stepper.step([0.0, 0.0, 0.0])
    assert stepper.outcome.kind == "finished"
    assert stepper.t == 3 * STEP


def test_what_a_stepper_is_given_wrongly_is_said(dynamics, turning):
    with pytest.raises(ValueError, match=r"step = -1: expected a positive .* integrator = 'RK4': expected"):
        dynamics.stepper(step=-1, integrator="RK4")
    with pytest.raises(ValueError, match=r"no whole number of steps of 0\.0003 s"):
        dynamics.stepper(step=1e-3, integrator=lw.integrators.RungeKutta4(step=3e-4))
    stepper = dynamics.stepper(step=STEP)
    with pytest.raises(RuntimeError, match=r"begin with stepper.reset"):
        stepper.step([0.0, 0.0, 0.0])
    with pytest.raises(lw.dynamics.AssemblyError, match="off its constraints"):
        stepper.reset(dynamics.state(turning.q + 0.1, turning.v))
    stepper.reset(turning)
    for u, words in (
        ([1.0, 2.0], r"expected 3 numbers in the order of the inputs \(A.tau, B.tau, C.tau\)"),
        ("abc", "expected 3 numbers"),
        (np.array([1.0j, 0.0, 0.0]), "expected 3 numbers"),
        (np.array([0.0, np.nan, np.inf]), "not finite in B.tau, C.tau"),
        ({"A.tau": 1.0, "B.tau": 0.0, "D.tau": 0.0}, r"no input 'D.tau'.*missing inputs: C.tau"),
    ):
        with pytest.raises(ValueError, match=words):
            stepper.step(u)
    assert stepper.t == 0.0  # no step was made
    with pytest.raises(TypeError, match="send the Dynamics"):
        pickle.dumps(stepper)
    assert np.isfinite(stepper.step(np.array([1e200, 0.0, 0.0]) * 1e-200)[0]).all()


def test_a_stop_is_struck_as_in_the_closed_form():
    """A cart in a module at 1 m/s rebounds at 0.5 m with half of its speed: 0.25 m after one second."""
    joints = {"rail": lw.Prismatic("ground", "cart"), "end": lw.EndStop("rail.slide", upper=0.5, restitution=0.5)}
    inner = lw.Mechanism("inner", {"cart": lw.Body(2.0, 0.1)}, joints)
    dynamics = lw.compile(lw.Mechanism("outer", {"a": inner}, exports={"x": "a.rail.slide"}))
    stepper = dynamics.stepper(step=0.01)
    stepper.reset(dynamics.assemble({"x": 0.0}, {"x": 1.0}))
    for _ in range(100):
        stepper.step()
    # The event is located to rounding of the time, some 1e-15 s.
    assert stepper.state["x"] == pytest.approx(0.25, abs=1e-12)
    assert stepper.state["x'"] == pytest.approx(-0.5, abs=1e-12)


def test_settings_are_refused_without_faults_that_are_none():
    dynamics = lw.compile(lw.mechanisms.simple_pendulum())
    with pytest.raises(ValueError, match=r"^step = 0: expected a positive number of seconds$"):
        dynamics.stepper(step=0)


def test_an_input_that_is_no_number_changes_nothing(dynamics, turning):
    """The next steps are those of a stepper that never saw it."""
    u = np.array([0.01, -0.02, 0.015])
    ours, theirs = dynamics.stepper(step=STEP), dynamics.stepper(step=STEP)
    ours.reset(turning), theirs.reset(turning)
    for wrong in (np.nan, np.inf, -np.inf):
        theirs.step(u)
        ours.step(u)
        before = ours.t
        for place, name in enumerate(dynamics.inputs):
            bad = u.copy()
            bad[place] = wrong
            with pytest.raises(ValueError, match=f"not finite in {name}"):
                ours.step(bad)
        assert ours.t == before
    for found, expected in zip(ours.step(u), theirs.step(u), strict=True):
        assert np.array_equal(found, expected)


@pytest.mark.parametrize("integrator", [None, lw.integrators.DormandPrince(), lw.integrators.Radau()])
def test_a_step_that_cannot_be_made_is_refused_with_its_inputs(dynamics, turning, integrator):
    stepper = dynamics.stepper(step=STEP, integrator=integrator)
    stepper.reset(turning)
    with pytest.raises(ValueError, match=r"u \(A.tau = 1.7e\+308, .*\): no step can be made .* begin again"):
        stepper.step(np.full(3, 1.7e308))
    assert stepper.outcome.kind == "failed"
    stepper.reset(turning)
    stepper.step(np.full(3, 1e3))
    assert stepper.t > 0.0


def test_arrays_given_out_are_the_callers(dynamics, turning):
    stepper = dynamics.stepper(step=STEP)
    first = [each.copy() for each in stepper.reset(turning)]
    q, v = stepper.step(np.zeros(3))
    kept = q.copy(), v.copy()
    q[:], v[:] = np.nan, np.nan
    following = stepper.step(np.zeros(3))
    again = dynamics.stepper(step=STEP)
    for found, expected in zip(again.reset(turning), first, strict=True):
        assert np.array_equal(found, expected)
    for found, expected in zip(again.step(np.zeros(3)), kept, strict=True):
        assert np.array_equal(found, expected)
    for found, expected in zip(again.step(np.zeros(3)), following, strict=True):
        assert np.array_equal(found, expected)
