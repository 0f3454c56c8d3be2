"""Commands that grow without bound are told from all others by their peaks, and the run that they end is `diverged`."""

from types import SimpleNamespace

import numpy as np
import pytest
from tests.closed_loop.machines import slide

import linkwright as lw
from linkwright import control
from linkwright.mechanisms import mast_3prs, mast_control
from linkwright.simulation.sampling import growth

K = np.arange(1, 601)


def ends(values, every=7, *, steady=False):
    """Numbers of samples (some) after which the values count as growing without bound."""
    state = SimpleNamespace(memory=np.zeros(1), peaks=growth.room(1), instants=0)
    run = SimpleNamespace(
        control=SimpleNamespace(commands=1, held=[0]), control_state=state, settings=SimpleNamespace(directions=0)
    )
    found = []
    for value in values:
        state.memory[0] = value
        state.instants += 1
        growth.keep_peaks(run)
        if state.instants % every:
            continue
        peaks = growth.in_order(state.peaks, state.instants)
        if growth.steadily_growing(peaks, state.instants) if steady else growth.growing(peaks):
            found.append(state.instants)
    return found


@pytest.mark.parametrize("rate", [1.03, 1.2, 5.0])
@pytest.mark.parametrize("turn", [0.0, 0.1, np.pi])
def test_what_grows_by_a_factor_is_found_before_it_is_a_hundred_thousand_times_larger(rate, turn):
    """From then on at more than half of all ends."""
    count = np.arange(int(np.log(1e12) / np.log(rate)))
    found = ends(rate**count * (1.1 + np.cos(turn * count)), every=1 if rate > 1.1 else 7)
    late = [k for k in found if rate**k > 1e5]
    assert min(found) < np.log(1e5) / np.log(rate) + 7
    assert len(late) > 0.5 * np.sum(rate**count > 1e5) / (1 if rate > 1.1 else 7)


@pytest.mark.parametrize(
    "values",
    [
        K, K**2, K**3, (K - 100.0).clip(0) ** 2, np.sin(K / 7), np.sin(K**2 / 3000.0), np.ones(600),
        1e4 * (K > 300) + 1.0, np.exp(-K / 100), np.cos(0.01 * K),
        np.random.default_rng(1).normal(size=600), np.zeros(600), 50 * (1 - np.exp(-K / 60)) + 1e-9,
    ],
    ids=[
        "t", "t^2", "t^3", "t^2 later", "sine", "chirp", "constant", "jump", "decay", "slow", "noise", "zero",
        "settling",
    ],
)  # fmt: skip
def test_what_does_not_is_not(values):
    assert ends(values) == []


@pytest.mark.parametrize("rate", [1.02, 1.05, 1.2])
@pytest.mark.parametrize("turn", [0.0, 1.0, np.pi])
def test_steady_growth_is_found_wherever_a_run_ends(rate, turn):
    """From ten thousandfold on at more than half of all ends: where windows cut oscillations, peaks are uneven."""
    count = np.arange(int(np.log(1e10) / np.log(rate)))
    found = ends(rate**count * (1.1 + np.cos(turn * count)), every=3, steady=True)
    assert len([k for k in found if rate**k > 1e4]) > 0.5 * np.sum(rate**count > 1e4) / 3


DRAW = np.random.default_rng(5)
TIME = K / 600


@pytest.mark.one_in(9)
@pytest.mark.parametrize(
    "values",
    [
        *[TIME**power for power in (1, 2, 4, 7, 10)], *[(TIME - 0.3).clip(0) ** power for power in (3, 6)],
        TIME * np.sin(0.3 * K), TIME**2 * np.sin(0.05 * K), np.sin(0.02 * K), np.sin(K**2 / 3000.0),
        1.0 + 1e4 * (K > 300), 1e-9 + 1e4 * (K > 590), np.where(K % 100 == 0, 1.0, 1e-6) * K,
        *[DRAW.normal(size=600) for _ in range(5)], *[np.cumsum(DRAW.normal(size=600)) for _ in range(5)],
        *[np.cumsum(np.cumsum(DRAW.normal(size=600))) for _ in range(5)],
        1 - np.exp(-K / 200) * np.cos(K / 9), 10 ** np.floor(4 * TIME), 10 * TIME**3 - 15 * TIME**4 + 6 * TIME**5,
        np.sin(0.3 * K) * (1 - np.exp(-K / 300)), np.exp(0.1 * ((K + 50) % 97)),
        np.exp(-K / 200) - np.exp(-K / 190), 1 - np.exp(-K / 400), np.tanh(TIME) ** 3,
        np.exp(-K / 20) + 1e-6 * np.exp(K / 50),
    ],
)  # fmt: skip
def test_what_grows_otherwise_is_not_steady(values):
    """Powers of time, sines, chirps, jumps and stairs, noise and its sums, resonance with and without damping.

    Limit cycles that leave their rest by equal factors in every turn, slow zeros, limits, and what grows by equal
    factors without being as large as at the start.
    """
    assert ends(values, every=1, steady=True) == []


@pytest.fixture(scope="module")
def table():
    return lw.compile(lw.formalisms.boltzmann_hamel(mast_3prs()))


@pytest.mark.parametrize("options", [{"current.delay": 1e-4}, {"speed.kp": 2.0}])
@pytest.mark.parametrize(
    "integrator",
    [pytest.param(None, marks=pytest.mark.long, id="adaptive"), lw.integrators.RungeKutta4(step=50e-6)],
)
def test_an_unstable_loop_of_the_table_diverges(table, options, integrator):
    """A fixed step cannot follow it to the largest signal; with a delay of 100 us the current loop is unstable."""
    loop = lw.ClosedLoop(table, mast_control(table, options))
    home = loop.assemble()
    inputs = {"pose.z": home["z"] + lw.laws.Sine(0.003, 20.0), "pose.psi": 0.0, "pose.theta": 0.0}
    run = lw.simulate(loop, home, duration=0.1, inputs=inputs, integrator=integrator, signals=[], samples=3)
    assert run.outcome.kind == "diverged", run.outcome
    assert run.outcome.time < 0.05
    assert ".current.command" in run.outcome.reason
    assert "t = " in run.outcome.reason
    assert "the loop is unstable" in run.outcome.reason
    assert run.outcome.remedy.startswith(
        "lower the gains, sample faster, or shorten the delays; of lw.analysis.linearize"
    )
    assert run.certificate.verdict == "failed"


def test_an_unstable_loop_diverges_though_its_run_comes_to_the_end(table):
    """With a position gain of 500 1/s, where 20 is right, the table would leave its hall within half a second."""
    for gain, kind in ((500.0, "diverged"), (20.07, "finished")):
        loop = lw.ClosedLoop(table, mast_control(table, {"position.k": gain}))
        home = loop.assemble()
        inputs = {"pose.z": home["z"] + lw.laws.Sine(0.003, 20.0), "pose.psi": 0.0, "pose.theta": 0.0}
        run = lw.simulate(loop, home, duration=0.4, inputs=inputs, signals=[], samples=3)
        assert run.outcome.kind == kind, run.outcome
        assert run.outcome.time == 0.4
        assert ("without bound until t = 0.4 s: the loop is unstable" in run.outcome.reason) == (kind == "diverged")


@pytest.mark.parametrize(
    "law",
    [
        1e-6 * (2.718281828459045 ** (14 * lw.t) - 1), lw.laws.Sine(1.0, 3.0), 5.0 * lw.t**4,
        2.718281828459045 ** (-(((lw.t - 1.2) / 0.1) ** 2)), 2.718281828459045 ** (-1 / (lw.t + 0.01)),
        2.718281828459045 ** (2000 * (lw.t - 1)), 1 / (1 + 2.718281828459045 ** (30 * (0.9 - lw.t))),
        2.718281828459045 ** (50 * (lw.t - 1)) + 1 - 2.718281828459045 ** (-40 * lw.t),
    ],
    ids=["exponential", "sine", "t^4", "Gaussian", "bump", "at the end", "logistic", "after a step"],
)  # fmt: skip
def test_a_stable_loop_follows_what_it_is_given_and_finishes(law):
    """An exponential too, as reference and as disturbance: the commands grow by what is given."""
    speed = control.PI(3.0, 1.0).every(1e-3)
    wires = {"speed.measurement": "way.slide'", "push.force": "speed.command"}
    loop = lw.ClosedLoop(slide(), control.Diagram({"speed": speed}, wires))
    start = loop.assemble({"way.slide": 0.5})
    for reference, force in ((law, 0.0), (0.0, law)):
        inputs = {"speed.reference": reference, "second.force": force}
        run = lw.simulate(loop, start, duration=1.0, inputs=inputs, samples=3)
        assert run.outcome.finished, run.outcome


def test_a_stable_loop_follows_a_block_of_its_own_and_finishes():
    """The block makes an exponential: from the time, or from its own state."""

    def of_time(x, t, u, p, T):
        return [1e-6 * 2.718281828459045 ** (14 * t)], []

    def of_state(x, t, u, p, T):
        return [x[0]], [x[0] * 1.014]

    for source in (
        control.Step(of_time, inputs=(), outputs=("y",)),
        control.Step(of_state, inputs=(), outputs=("y",), state={"x": 1e-6}),
        control.Python(of_time, inputs=(), outputs=("y",)),
    ):
        blocks = {"source": source.every(1e-3), "speed": control.PI(3.0, 1.0).every(1e-3)}
        wires = {
            "speed.reference": "source.y", "speed.measurement": "way.slide'", "push.force": "speed.command",
        }  # fmt: skip
        loop = lw.ClosedLoop(slide(), control.Diagram(blocks, wires))
        start = loop.assemble({"way.slide": 0.5})
        run = lw.simulate(loop, start, duration=1.0, inputs={"second.force": 0.0}, samples=3)
        assert run.outcome.finished, run.outcome


def test_a_stable_loop_that_breaks_off_has_failed():
    """A block that divides by zero, beside a command that follows its reference."""

    def step(x, t, u, p, T):
        return [u[0] / (0.3 - t)], []

    bad = control.Step(step, inputs=("x",), outputs=("y",)).every(0.1)
    speed = control.PI(3.0, 1.0).every(1e-3)
    wires = {"bad.x": "way.slide", "speed.measurement": "way.slide'", "push.force": "speed.command"}
    loop = lw.ClosedLoop(slide(), control.Diagram({"bad": bad, "speed": speed}, wires))
    inputs = {"speed.reference": 3.0 * lw.t**2, "second.force": 0.0}
    run = lw.simulate(loop, loop.assemble({"way.slide": 0.5}), duration=1.0, inputs=inputs, samples=3)
    assert run.outcome.kind == "failed"
    assert "bad.y" in run.outcome.reason
