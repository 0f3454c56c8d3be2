"""Many runs at once: each row is the run of `simulate`, whatever else runs; closed forms; rows that cannot go on."""

import re
import sys

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import linkwright as lw
from linkwright import control
from linkwright.codegen import cache
from linkwright.codegen.machine import features
from linkwright.dynamics.errors import AssemblyError
from linkwright.dynamics.plant import Question
from linkwright.simulation.ensembles import batch

RANDOM = np.random.default_rng(11)
COUNT = 6
DURATION = 0.4  # s
TOLERANCE = 1e-6
"""Of the larger of 1 and the largest value: engineering accuracy is 1e-8, and errors grow over some hundred steps."""


def as_simulated(machine, runs, rows, names, *, inputs, start=None, speeds=None, **options):
    """Compare channels of rows with runs of `simulate`, each with the values of its row."""
    for row in rows:
        own = machine.with_parameters({name: float(values[row]) for name, values in runs.parameters.items()})
        positions, rates = (
            {name: float(np.broadcast_to(values, len(runs))[row]) for name, values in (given or {}).items()}
            for given in (start, speeds)
        )
        one = lw.simulate(
            own, own.assemble(positions, rates), duration=runs.time[-1], inputs=inputs(row), samples=len(runs.time),
            **options,
        )  # fmt: skip
        assert runs.outcomes[row].kind == one.outcome.kind
        count = min(len(one.time), len(runs.time))
        for name in names:
            error = np.abs(runs[name][row, :count] - one[name][:count])
            size = max(1.0, float(np.abs(one[name]).max()))
            assert np.nanmax(error) < TOLERANCE * size, (row, name)


@pytest.fixture(scope="module")
def manipulator():
    return lw.compile(lw.formalisms.modular(lw.mechanisms.three_rrr(motors=False)))


@pytest.fixture(scope="module")
def given():
    """Lengths and masses, a start, speeds, torques: a number, numbers by run, values that are held."""
    platform = ("platform.x", "platform.y", "platform.theta")
    return {
        "parameters": {
            "l_U": RANDOM.uniform(1.9, 2.1, COUNT),
            "m_L": RANDOM.uniform(0.5, 1.5, COUNT),
            "A.x_bar": np.where(np.arange(COUNT) < 3, 0.0, 0.1),  # described as zero: other code with another value
        },
        "start": {"platform.x": RANDOM.uniform(-0.2, 0.2, COUNT), "platform.theta": 0.1},
        "speeds": dict(zip(platform, RANDOM.uniform(-1, 1, (3, COUNT)), strict=True)),
        "inputs": {"A.tau": 0.3, "B.tau": RANDOM.uniform(-1, 1, COUNT), "C.tau": RANDOM.uniform(-1, 1, (COUNT, 3))},
    }


def of_row(inputs, row):
    """Torques of one run for `simulate`."""
    held = lw.laws.Table(tuple(DURATION * k / 3 for k in range(3)), tuple(inputs["C.tau"][row]), "held")
    return {"A.tau": 0.3, "B.tau": float(inputs["B.tau"][row]), "C.tau": held}


def test_rows_are_the_runs_of_simulate(manipulator, given):
    """Parameters that move the reference configuration, a start that is completed from it, inputs of all kinds."""
    runs = lw.rollout(manipulator, duration=DURATION, samples=9, **given)
    assert runs.finished.all()
    assert runs.reasons == ("",) * COUNT
    assert runs["platform.x"].shape == (COUNT, 9)
    names = ("platform.x", "platform.theta'", "A.psi", "B.elbow.angle", "C.tau")
    as_simulated(
        manipulator, runs, range(0, COUNT, 2), names, inputs=lambda row: of_row(given["inputs"], row),
        start=given["start"], speeds=given["speeds"],
    )  # fmt: skip


@pytest.mark.parametrize(
    ("name", "lengths", "start"),
    [("four_bar", ("l_2", "l_3"), {}), ("four_bar", ("l_2",), {"phi": 0.3}), ("three_rps", ("a",), {})],
)
def test_rows_begin_where_assemble_puts_them(name, lengths, start):
    """Other lengths have another reference configuration, from which what is not given is taken."""
    dynamics = lw.compile(lw.formalisms.modular(getattr(lw.mechanisms, name)()))
    parameters = {each: dynamics.parameters[each] * np.array([0.97, 1.0, 1.04]) for each in lengths}
    inputs = dict.fromkeys(dynamics.inputs, 0.0)
    runs = lw.rollout(dynamics, duration=1e-3, samples=2, parameters=parameters, start=start, inputs=inputs)
    for row in range(3):
        own = dynamics.with_parameters({each: float(values[row]) for each, values in parameters.items()})
        q = own.assemble(start).q
        # Newton leaves rounding, times the condition of the joints.
        assert np.abs(runs.states[row, 0, : q.size] - q).max() < 1e-12


def test_a_row_is_the_same_whatever_else_runs(manipulator, given, monkeypatch):
    """To the last bit: with other threads, alone, and in another order among others."""
    runs = lw.rollout(manipulator, duration=DURATION, samples=9, **given)
    monkeypatch.setattr(batch, "ROWS_AT_ONCE", 2)  # so that a few rows are many pieces
    threads = lw.rollout(manipulator, duration=DURATION, samples=9, threads=3, **repeated(given, 2))
    order = np.arange(COUNT)[::-1]
    turned = lw.rollout(manipulator, duration=DURATION, samples=9, **chosen(given, order))
    alone = lw.rollout(manipulator, duration=DURATION, samples=9, **chosen(given, np.array([2])))
    assert np.array_equal(threads.states, np.tile(runs.states, (2, 1, 1)))
    assert np.array_equal(turned.states[::-1], runs.states)
    assert np.array_equal(alone.states[0], runs.states[2])


@pytest.fixture
def at_once(monkeypatch):
    """Rows run four at once from the second piece on, where there are registers for it, however few they are."""
    monkeypatch.setenv("LINKWRIGHT_QUICK", "off")
    monkeypatch.setattr(batch, "ROWS_AT_ONCE", 5)
    for name in ("FEWEST_INSTRUCTIONS", "SECONDS_A_LOOP", "SECONDS_AN_INSTRUCTION"):
        monkeypatch.setattr(batch, name, 0.0)


def one_by_one(machine, monkeypatch, **arguments):
    """The same rows in scalar code."""
    with monkeypatch.context() as patch:
        patch.setattr(batch, "FEWEST_INSTRUCTIONS", np.inf)
        runs = lw.rollout(machine, **arguments)
    assert set(runs.lanes.tolist()) <= {0, 1}
    return runs


METHODS = [
    lw.integrators.DormandPrince(),
    *[pytest.param(method, marks=pytest.mark.long)
      for method in (lw.integrators.DormandPrince8(), lw.integrators.RungeKutta4(step=0.01), lw.integrators.Radau())],
]  # fmt: skip


@pytest.mark.parametrize("method", METHODS, ids=lambda method: type(method).__name__)
def test_four_rows_at_once(method, given, at_once, monkeypatch):
    """To the last bit what they are one by one, with any number of threads; one does not close, one is heavy."""
    masses = {**given["parameters"], "m_L": np.array([1.0, 0.5, 40.0, 1.2, 0.9, 0.7])}
    arguments = repeated({**given, "parameters": masses}, 3)
    arguments["parameters"]["l_B"] = np.where(np.arange(3 * COUNT) == 7, 0.2, 2.0)
    arguments |= {"duration": DURATION, "samples": 9, "integrator": method}
    make = lw.formalisms.modular(lw.mechanisms.three_rrr(motors=False))
    expected = one_by_one(lw.compile(make), monkeypatch, **arguments)
    machine = lw.compile(make)
    lw.rollout(machine, **arguments)  # its second piece has the code
    runs = lw.rollout(machine, threads=2, **arguments)
    assert expected.finished.tolist() == runs.finished.tolist() == [row != 7 for row in range(3 * COUNT)]
    if {"avx2", "neon"} & features():
        assert runs.lanes.tolist() == [4 * (row != 7) for row in range(3 * COUNT)]
    assert np.array_equal(runs.states, expected.states, equal_nan=True)
    assert np.array_equal(runs.inputs, expected.inputs, equal_nan=True)
    assert np.array_equal(runs.steps, expected.steps)


@pytest.mark.long
def test_closed_loops_four_at_once(at_once, monkeypatch):
    """Each with its own gains and instants, of which some make it unstable."""
    gains, wanted = np.tile([0.02, 1.0, 0.793, 0.01, 0.03], 4), np.linspace(5.0, 30.0, 20)
    arguments = {
        "duration": 0.1,
        "samples": 11,
        "parameters": {"speed.kp": gains},
        "inputs": {"speed.reference": wanted},
    }
    expected = one_by_one(speed_loop(), monkeypatch, **arguments)
    runs = lw.rollout(speed_loop(), **arguments)
    if {"avx2", "neon"} & features():
        assert np.count_nonzero(runs.lanes == 4) >= 5
    assert [outcome.kind for outcome in runs.outcomes] == [outcome.kind for outcome in expected.outcomes]
    assert np.array_equal(runs.states, expected.states, equal_nan=True)


def chosen(given, rows):
    """The same arguments for some rows."""
    return {
        title: {name: np.asarray(each)[rows] if np.ndim(each) else each for name, each in values.items()}
        for title, values in given.items()
    }


def repeated(given, times):
    return chosen(given, np.tile(np.arange(COUNT), times))


def test_double_pendulums_as_their_equations_say():
    """Lagrange's equations of two bars, typed, by DOP853; lengths, masses, angles and torques differ by row."""
    dynamics = lw.compile(lw.formalisms.kane(lw.mechanisms.double_pendulum()))
    l_1, m_2, theta, tau = (RANDOM.uniform(low, high, 3) for low, high in ((0.4, 0.6), (0.5, 1), (-1, 1), (-1, 1)))
    runs = lw.rollout(
        dynamics, parameters={"l_1": l_1, "m_2": m_2}, start={"theta1": theta, "theta2": 0.3}, speeds={"theta1": 0.2,
        "theta2": -0.1}, duration=1.0, samples=11, inputs={"tau1": tau, "tau2": lw.laws.Sine(0.3, 1.0)},
    )  # fmt: skip
    for row in range(3):
        args = (float(l_1[row]), float(m_2[row]), float(tau[row]))
        start = [theta[row], 0.3, 0.2, -0.1]
        found = solve_ivp(bars, (0.0, 1.0), start, "DOP853", runs.time, args=args, rtol=1e-12, atol=1e-12)
        for name, expected in zip(("theta1", "theta2", "theta1'", "theta2'"), found.y, strict=True):
            assert np.abs(runs[name][row] - expected).max() < TOLERANCE


def bars(t, y, l_1, m_2, torque):
    """Accelerations of the two bars: uniform, hanging, torques on the first and between both."""
    m_1, l_2, gravity = 1.0, 0.4, 9.81
    c_1, c_2, between = l_1 / 2, l_2 / 2, 0.3 * np.sin(2 * np.pi * t)
    a, b, da, db = y
    M = np.array([[m_1 * l_1**2 / 3 + m_2 * l_1**2, m_2 * l_1 * c_2 * np.cos(a - b)],
                  [m_2 * l_1 * c_2 * np.cos(a - b), m_2 * l_2**2 / 3]])  # fmt: skip
    coupling = m_2 * l_1 * c_2 * np.sin(a - b)
    first = -coupling * db**2 - (m_1 * c_1 + m_2 * l_1) * gravity * np.sin(a) + torque - between
    second = coupling * da**2 - m_2 * c_2 * gravity * np.sin(b) + between
    return [da, db, *np.linalg.solve(M, [first, second])]


def test_laws_of_each_row(manipulator):
    """An array times a law is an array of laws; laws of other kinds, and numbers, may stand among them."""
    laws = np.array([1.0, -0.5, 2.0, 0.0]) * lw.laws.Sine(0.3, 2.0)
    mixed = [lw.laws.Sine(0.1, 3.0), lw.laws.Cycloid(0.0, 0.2, 0.3), 0.1, lw.laws.Sine(0.1, 3.0, offset=0.2)]
    inputs = {"A.tau": laws, "B.tau": mixed, "C.tau": 0.0}
    runs = lw.rollout(manipulator, duration=DURATION, samples=5, inputs=inputs)
    as_simulated(
        manipulator, runs, range(4), ("platform.x", "platform.theta", "A.tau", "B.tau"),
        inputs=lambda row: {name: each if name == "C.tau" else each[row] for name, each in inputs.items()},
    )  # fmt: skip


def test_rows_that_cannot_begin_or_go_on(manipulator):
    """A row that does not close, one with a negative mass, one that tears: each has its reason, and the rest runs."""
    short, masses = [2.0, 0.2, 2.0, 2.0], [1.0, 1.0, -1.0, 1.0]
    runs = lw.rollout(
        manipulator, duration=3.0, samples=7, parameters={"l_B": short, "l_U": short, "m_L": masses},
        start={"platform.x": [0.0, 0.0, 0.0, 3.0]}, inputs=dict.fromkeys(manipulator.inputs, 0.1),
    )  # fmt: skip
    assert runs.finished.tolist() == [True, False, False, False]
    assert "does not close" in runs.reasons[1]
    assert "mass is -1; it must be" in runs.reasons[2]
    assert "platform.x = 3" in runs.reasons[3]
    assert np.isfinite(runs["platform.x"][0]).all()
    assert np.isnan(runs["platform.x"][1:]).all()
    assert "1 of 4 runs finished" in repr(runs)


def test_all_rows_are_out_of_reach(manipulator):
    """Each says by how much, as `assemble` does after its own search: gaps are smallest at the same place."""
    places = [3.0, 3.2, 3.5]
    torques = dict.fromkeys(manipulator.inputs, 0.1)
    runs = lw.rollout(manipulator, duration=1.0, samples=3, start={"platform.x": places}, inputs=torques)
    assert not runs.finished.any()
    with pytest.raises(AssemblyError) as caught:
        manipulator.assemble({"platform.x": places[1]})
    gap = float(re.search(r"does not close, by ([\d.]+) m", runs.reasons[1])[1])
    # Joints alike share the gap; a search ends where squares fall by 1e-8 of themselves, gaps by some 1e-4.
    assert gap == pytest.approx(max(caught.value.gaps.values()), rel=1e-3)
    assert all(f"platform.x = {place:g}" in reason for place, reason in zip(places, runs.reasons, strict=True))


def test_a_row_ends_where_its_run_does():
    """Gains make two of four loops unstable: one ends in the middle, one grows up to its end, as `simulate` says."""
    loop = speed_loop()
    gains, wanted = np.array([0.02, 1.0, 0.793, 0.01]), np.array([10.0, 10.0, 10.0, 30.0])
    inertias = 2e-5 * np.array([1.0, 1.0, 1.0, 1.5])
    runs = lw.rollout(
        loop, duration=0.2, samples=21, parameters={"speed.kp": gains, "motor.J": inertias},
        inputs={"speed.reference": wanted},
    )  # fmt: skip
    assert [outcome.kind for outcome in runs.outcomes] == ["finished", "diverged", "diverged", "finished"]
    assert all("unstable" in reason for reason in runs.reasons[1:3])
    ended = np.isnan(runs["motor.omega"])
    assert 0 < np.count_nonzero(ended[1]) < 21
    assert ended[1, np.argmax(ended[1]) :].all()
    assert not ended[[0, 2, 3]].any()
    as_simulated(
        loop, runs, range(4), ("motor.omega", "motor.i", "speed.command", "motor.v"),
        inputs=lambda row: {"speed.reference": float(wanted[row])},
    )  # fmt: skip


def speed_loop():
    """A PI controller of a motor's speed."""
    motor = lw.DCMotor(J=2e-5, L=0.082e-3, R=0.299, Kt=0.0302, Ke=0.0302, b=1e-6)
    dynamics = lw.compile(lw.formalisms.modular(lw.Mechanism("drive", parts={"motor": motor}, connections={})))
    wires = {"speed.measurement": "motor.omega", "motor.v": "speed.command"}
    return lw.ClosedLoop(dynamics, control.Diagram({"speed": control.PI(kp=0.02, ki=1.5).every(1e-3)}, wires))


def test_what_the_compiled_loop_cannot_do():
    """Dry friction that sticks, and a Python function of time, run in the loop of `simulate`, with its answers."""
    belt = lw.compile(lw.formalisms.kane(lw.mechanisms.stick_slip()))
    start = {"x": [0.0, 0.05]}
    runs = lw.rollout(belt, duration=1.0, samples=11, parameters={"F_s": [2.0, 2.5]}, start=start)
    as_simulated(belt, runs, range(2), ("x", "x'"), inputs=lambda _: {}, start=start)
    bars = lw.compile(lw.formalisms.kane(lw.mechanisms.double_pendulum()))
    inputs = {"tau1": lambda t: 0.1 * t, "tau2": [0.0, 0.1]}
    runs = lw.rollout(bars, duration=0.1, samples=3, inputs=inputs)
    as_simulated(
        bars, runs, range(2), ("theta1",), inputs=lambda row: {"tau1": inputs["tau1"], "tau2": inputs["tau2"][row]}
    )


def test_machines_as_loops_over_types():
    """A chain whose links are written as one loop: rows by its own time loop."""
    chain = lw.compile(lw.formalisms.denoc(lw.mechanisms.serial_chain(26)), join=lw.joins.Recursion())
    assert Question.MATRICES not in chain.plant.offers
    name = chain.coordinates[0]
    runs = lw.rollout(
        chain, duration=0.05, samples=3, start={name: [0.1, 0.2]}, inputs=dict.fromkeys(chain.inputs, 0.0)
    )
    assert runs.finished.all()
    state = chain.assemble({name: 0.2})
    one = lw.simulate(chain, state, duration=0.05, samples=3, inputs=dict.fromkeys(chain.inputs, 0.0))
    assert np.abs(runs[chain.coordinates[-1]][1] - one[chain.coordinates[-1]]).max() < TOLERANCE


@pytest.mark.parametrize("name", ["heavy_top", "bennett"])
def test_channels_of_rotations(name):
    """Euler parameters without jumps, angles with their turns, rates and inputs: those of the trajectory."""
    dynamics = lw.compile(lw.formalisms.modular(getattr(lw.mechanisms, name)()))
    first = "O.e0" if name == "heavy_top" else "theta"
    masses = [label for label in dynamics.parameters if label.endswith(".mass")]
    speeds = {"wx": 3.0, "wy": 0.0, "wz": [20.0, 30.0]} if name == "heavy_top" else {"theta": [20.0, 30.0]}
    inputs = dict.fromkeys(dynamics.inputs, 0.0)
    given = {masses[0]: dynamics.parameters[masses[0]] * np.array([1.0, 1.1])}
    runs = lw.rollout(dynamics, duration=0.5, samples=6, parameters=given, speeds=speeds, inputs=inputs)
    as_simulated(dynamics, runs, range(2), runs.names, inputs=lambda _: inputs, speeds=speeds)
    assert np.ptp(runs[first]) > 1.0  # it turns


def test_all_faults_at_once(manipulator):
    with pytest.raises(ValueError, match=r"no parameter 'm_LL'; did you mean m_L") as caught:
        lw.rollout(
            manipulator, duration=-1.0, samples=1, threads=0,
            parameters={"m_LL": [1.0, 2.0], "m_B": [1.0, np.nan], "l_U": "two"},
            start={"platfrom.x": [0.0, 0.0, 0.0]}, speeds={"platform.w": 0.0},
            inputs={"A.taw": 0.0, "B.tau": [[[0.0]]], "C.tau": [lw.laws.Sine(1.0, 1.0), "no law"]},
        )  # fmt: skip
    for words in (
        "duration = -1.0", "samples = 1", "threads = 0", "'m_B'] is not finite in row 1", "parameters['l_U'] = 'two'",
        "no position 'platfrom.x'; did you mean platform.x", "no speed 'platform.w'", "lengths differ",
        "inputs['B.tau'] has the shape (1, 1, 1)", "entry 1 is a str", "no input 'A.taw'; did you mean A.tau",
    ):  # fmt: skip
        assert words in str(caught.value), words
    with pytest.raises(ValueError, match="nothing says how many runs there are"):
        lw.rollout(manipulator, duration=1.0, inputs=dict.fromkeys(manipulator.inputs, 0.0))
    with pytest.raises(ValueError, match=r"no input 'speed\.referense'; did you mean speed\.reference"):
        lw.rollout(speed_loop(), duration=1.0, inputs={"speed.referense": [1.0, 2.0]})
    with pytest.raises(ValueError, match="arrays are empty"):
        lw.rollout(manipulator, duration=1.0, parameters={"m_L": []}, inputs=dict.fromkeys(manipulator.inputs, 0.0))
    torques = {"A.tau": [lw.laws.Sine(1.0, 1.0), np.inf], "B.tau": 0.0, "C.tau": 0.0}
    with pytest.raises(ValueError, match=r"inputs\['A\.tau'\]: entry 1 is not finite"):
        lw.rollout(manipulator, duration=1.0, inputs=torques)
    masked = np.ma.array([1.0, 2.0], mask=[False, True])
    with pytest.raises(ValueError, match=r"inputs\['A\.tau'\]: entry 0 is a complex") as caught:
        lw.rollout(
            manipulator, duration=1.0, parameters={"m_L": np.array([1.0, 1.0j]), "m_B": masked},
            start={"platform.x": ["0.1", "0.2"]}, inputs={"A.tau": np.array([1.0, 1.0j]), "B.tau": 0.0, "C.tau": 0.0},
        )  # fmt: skip
    assert all(name in str(caught.value) for name in ("'m_L'", "'m_B'", "'platform.x'"))
    with pytest.raises(TypeError, match="expected a Dynamics or a ClosedLoop"):
        lw.rollout(manipulator.equations, duration=1.0)


def test_as_a_dataset(manipulator, monkeypatch):
    runs = lw.rollout(manipulator, duration=0.1, samples=3, parameters={"m_L": [0.5, 1.0]},
                      inputs=dict.fromkeys(manipulator.inputs, 0.0))  # fmt: skip
    found = runs.to_xarray(["platform.x", "A.phi'"])
    assert found["platform.x"].dims == ("run", "time")
    assert found["A.phi'"].attrs["units"] == "rad/s"
    assert found["parameter:m_L"].values.tolist() == [0.5, 1.0]
    assert found["finished"].values.all()
    with pytest.raises(KeyError, match=r"did you mean platform\.x"):
        runs["platfrom.x"]
    monkeypatch.setitem(sys.modules, "xarray", None)
    with pytest.raises(ImportError, match=re.escape("pip install linkwright[files]")):
        runs.to_xarray()


def compiled_objects():
    """Objects in the cache, where all that is compiled goes."""
    folder = cache.folder()
    assert folder is not None
    return {path.name for path in folder.iterdir()}


@pytest.mark.parametrize("count", [20, pytest.param(980, marks=pytest.mark.long)])
def test_nothing_is_compiled_after_the_first_runs(count, tmp_path, monkeypatch):
    """Runs with random lengths and masses, fast enough that nearly all change their pivots, after 20 such runs."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setenv("LINKWRIGHT_QUICK", "off")  # what is quick is compiled again when it was used for long
    dynamics = lw.compile(lw.formalisms.modular(lw.mechanisms.three_rrr(motors=False)))
    random = np.random.default_rng(3)
    few = lw.rollout(dynamics, **fast_runs(dynamics, random, 20))
    assert few.finished.all()
    before = compiled_objects()
    many = lw.rollout(dynamics, **fast_runs(dynamics, random, count))
    assert many.finished.all()
    assert compiled_objects() == before


def fast_runs(dynamics, random, count):
    platform = ("platform.x", "platform.y", "platform.theta")
    names = ("l_U", "l_B", "l_L", "m_L")
    return {
        "parameters": {name: dynamics.parameters[name] * random.uniform(0.95, 1.05, count) for name in names},
        "start": dict.fromkeys(platform, 0.0),
        "speeds": dict(zip(platform, (random.uniform(0.2, 0.4, count), 0.2, 2.0), strict=True)),
        "inputs": dict(zip(dynamics.inputs, (0.01, -0.02, 0.015), strict=True)),
        "duration": 1.5,
        "samples": 3,
    }


def test_simulate_compiles_nothing_for_other_parameters(tmp_path, monkeypatch):
    """The same by `with_parameters` and `simulate`, of which each knows nothing of the others."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setenv("LINKWRIGHT_QUICK", "off")
    dynamics = lw.compile(lw.formalisms.modular(lw.mechanisms.three_rrr(motors=False)))
    given = fast_runs(dynamics, np.random.default_rng(4), 16)
    pivotings = []
    for row in range(16):
        if row == 6:
            before = compiled_objects()
        own = dynamics.with_parameters({name: float(each[row]) for name, each in given["parameters"].items()})
        speeds = {name: float(np.broadcast_to(each, 16)[row]) for name, each in given["speeds"].items()}
        state = own.assemble(given["start"], speeds)
        run = lw.simulate(own, state, duration=given["duration"], inputs=given["inputs"], samples=3)
        assert run.outcome.finished
        pivotings.append(run.certificate.pivotings)
    assert compiled_objects() == before
    assert max(pivotings[6:]) > 1  # or nothing was shown
