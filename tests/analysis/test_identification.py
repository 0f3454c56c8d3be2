"""Identification on noisy data of our own: intervals, what cannot be told apart, noise, and data that are wrong."""

from pathlib import Path

import numpy as np
import pytest

import linkwright as lw
from linkwright.analysis.identification import search
from linkwright.analysis.identification.experiment import Experiment
from linkwright.analysis.identification.statistics import precision, whiteness
from linkwright.trajectory import Channel

REFERENCE = {"speed.reference": lw.motions.Chirp(100.0, 2.0, 60.0, duration=0.2)}
BOUNDS = {"motor.J": (1e-6, 1e-4), "motor.R": (0.05, 1.0)}
STEP = lw.integrators.RungeKutta4(step=1e-4)


def motor_loop(friction=0.0):
    """A motor with a speed loop at 1 kHz; friction is smooth."""
    connections = {"friction": lw.SmoothFriction("motor.omega", friction, width=1.0)} if friction else {}
    machine = lw.Mechanism(
        "drive", {"motor": lw.DCMotor(J=2e-5, L=0.4e-3, R=0.299, Kt=0.0302, Ke=0.0302, b=1e-6)}, connections
    )
    blocks = {"speed": lw.control.PI(kp=0.02, ki=1.5).every(1e-3)}
    wires = {"speed.measurement": "motor.omega", "motor.v": "speed.command"}
    return lw.ClosedLoop(lw.compile(lw.formalisms.modular(machine)), lw.control.Diagram(blocks, wires))


LOOP = motor_loop()
NOISE = {"motor.i": (0.05, "A"), "motor.omega": (0.5, "rad/s")}


def computed(loop, values=None, duration=0.2, inputs=None, samples=401):
    machine = loop.with_parameters(values or {})
    return lw.simulate(
        machine, machine.assemble(), duration=duration, samples=samples, inputs=inputs or REFERENCE, integrator=STEP
    )


def noisy(run, seed, noise=NOISE):
    random = np.random.default_rng(seed)
    return lw.Measurements(
        run.time,
        {
            name: Channel(run[name] + sigma * random.normal(size=len(run.time)), unit, "")
            for name, (sigma, unit) in noise.items()
        },
    )


TRUE = {"motor.J": 1.5e-5, "motor.R": 0.35}


def fitted(data, parameters=BOUNDS, loop=LOOP, **options):
    return lw.analysis.identify(loop, data, inputs=REFERENCE, parameters=parameters, integrator=STEP, **options)


def test_parameters_noise_and_intervals():
    fit = fitted(noisy(computed(LOOP, TRUE), 1))
    assert fit.converged
    for name, value in TRUE.items():
        estimate = fit[name]
        assert abs(estimate.value - value) < 4 * estimate.standard_error
        assert 0 < estimate.standard_error < 0.01 * value
        low, high = estimate.interval
        assert (high - low) / 2 == pytest.approx(1.963 * estimate.standard_error, rel=1e-3)
    for each in fit.residuals:
        assert each.noise == pytest.approx(NOISE[each.name][0], rel=0.1)
        assert each.white
    assert fit.values == {each.name: each.value for each in fit.estimates}
    assert "95 %" in str(fit)
    assert fit.as_data()["parameters"]["motor.J"]["unit"] == "kg m^2"


def test_values_at_the_start_and_gains_are_sought_too():
    loop = LOOP.with_parameters({"speed.kp": 0.025})
    state = LOOP.dynamics.assemble({}, {"motor.omega": 3.0, "motor.i": 0.4})
    run = lw.simulate(loop, state, duration=0.2, samples=401, inputs=REFERENCE, integrator=STEP)
    data = noisy(run, 5, {"motor.i": (1e-4, "A"), "motor.omega": (1e-3, "rad/s")})
    bounds = {"speed.kp": (0.001, 0.1), "motor.omega(0)": (-10.0, 10.0), "motor.i(0)": (-2.0, 2.0)}
    fit = fitted(data, bounds)
    for name, value in {"speed.kp": 0.025, "motor.omega(0)": 3.0, "motor.i(0)": 0.4}.items():
        assert abs(fit[name].value - value) < 5 * fit[name].standard_error, name


def test_a_pair_that_static_data_cannot_tell_apart_is_named():
    # A motor that stands still under a constant voltage and load: i = v / R, and the torque Kt i holds a spring of
    # stiffness k, so the angle has the ratio Kt / k only.
    k, Kt = lw.Parameter("k", 2.0, "N m/rad", "stiffness"), lw.Parameter("Kt", 0.03, "N m/A", "torque constant")
    machine = lw.Mechanism(
        "held",
        {"motor": lw.DCMotor(J=2e-3, L=0.4e-3, R=0.299, Kt=Kt, Ke=0.0302, b=0.1)},
        {"spring": lw.JointSpring("motor.angle", k)},
        parameters=[k, Kt],
    )
    dynamics = lw.compile(lw.formalisms.modular(machine))
    i = 1.0 / 0.299
    state = dynamics.assemble({"motor.angle": 0.03 * i / 2.0}, {"motor.angle": 0.0, "motor.i": i})
    run = lw.simulate(dynamics, state, duration=0.1, samples=201, inputs={"motor.v": 1.0})
    data = noisy(run, 2, {"motor.angle": (1e-5, "rad")})
    fit = lw.analysis.identify(
        dynamics, data, inputs={"motor.v": 1.0}, parameters={"k": (0.5, 5.0), "Kt": (0.005, 0.2)}, state=state
    )
    # The state at the start is given, so only what moves the motor away from it shows: Kt / k.
    (words,) = fit.combinations
    assert "k and Kt only as their ratio" in words
    assert abs(fit.correlations[0, 1]) > 0.99


def test_residuals_of_a_model_without_friction_are_not_white():
    data = noisy(computed(motor_loop(0.01)), 3)
    fit = fitted(data)
    assert not all(each.white for each in fit.residuals)
    assert any("not white" in note for note in fit.notes)


def test_a_fit_that_ends_at_a_bound_says_so():
    fit = fitted(noisy(computed(LOOP, TRUE), 1), {"motor.J": (2e-5, 1e-4), "motor.R": (0.05, 1.0)})
    assert fit["motor.J"].at_bound == "lower"
    assert "at its lower bound" in fit.in_words()
    assert np.isfinite(fit["motor.R"].standard_error)


def test_data_that_do_not_fit_are_refused_all_at_once():
    run = computed(LOOP, duration=0.01, samples=5)
    data = lw.Measurements(
        run.time,
        {"motor.i": Channel(run["motor.i"], "mV", ""), "motor.speed": Channel(run["motor.omega"], "rad/s", "")},
    )
    with pytest.raises(
        ValueError,
        match=r"(?s)no parameter 'motor.JJ'.*lower one first.*measured in V, which does not fit.*mA.*'motor.speed'",
    ):
        fitted(data, {"motor.JJ": (0, 1), "motor.R": (1.0, 0.1)})
    few = lw.Measurements(run.time[:3], {"motor.i": Channel(run["motor.i"][:3], "A", "")})
    bounds = dict.fromkeys(("motor.J", "motor.R", "motor.L"), (1e-09, 1.0))
    with pytest.raises(ValueError, match="3 samples of 1 channels for 3 parameters"):
        fitted(few, bounds)
    # At rest under no reference nothing depends on the friction of the bearing.
    still = {"speed.reference": 0.0}
    run = computed(LOOP, inputs=still, duration=0.01, samples=51)
    quiet = noisy(run, 4)
    with pytest.raises(ValueError, match=r"motor\.b, motor\.J do not move the data"):
        lw.analysis.identify(
            LOOP, quiet, inputs=still, parameters={"motor.b": (0.0, 1.0), "motor.J": (1e-6, 1e-3)}, integrator=STEP
        )
    with pytest.raises(ValueError, match=r"(?s)data is a list.*Measurements"):
        lw.analysis.identify(LOOP, [1.0], parameters=BOUNDS)


def written(path: Path, text: str) -> Path:
    path.write_text(text)
    return path


def test_files_are_read_with_their_units(tmp_path):
    file = written(tmp_path / "run.csv", "time [s],i1 [A],speed [rad/s]\n0,1,2\n0.1,1.5,3\n0.2,2,4\n")
    data = lw.Measurements.read(file, columns={"motor.i": "i1"})
    assert list(data.channels) == ["motor.i"]
    assert data["motor.i"].tolist() == [1.0, 1.5, 2.0]
    assert data.channels["motor.i"].unit == "A"
    assert data.step == pytest.approx(0.1)
    assert list(lw.Measurements.read(file).channels) == ["i1", "speed"]


def test_other_units_are_converted(tmp_path):
    text = "time [ms],i [mA],speed [rpm],angle [deg],way [µm],a [mm/s^2],torque [mNm]\n"
    file = written(tmp_path / "run.csv", text + "".join(f"{t},250,30,90,4,2000,5\n" for t in (0, 5, 10)))
    data = lw.Measurements.read(file)
    assert data.time.tolist() == [0.0, 0.005, 0.01]
    found = {name: (channel.values[1], channel.unit) for name, channel in data.channels.items()}
    expected = {
        "i": (0.25, "A"), "speed": (np.pi, "rad/s"), "angle": (np.pi / 2, "rad"), "way": (4e-6, "m"),
        "a": (2.0, "m/s^2"), "torque": (5e-3, "N m"),
    }  # fmt: skip
    assert {name: unit for name, (_, unit) in found.items()} == {name: unit for name, (_, unit) in expected.items()}
    for name, (value, _) in expected.items():
        assert found[name][0] == pytest.approx(value, rel=1e-15), name


FAULTY = {
    "gaps": ("time [s],i [A]\n0,1\n0.1,\n0.2,2\n0.3,nan\n", r"column i has gaps at lines 3, 5"),
    "unequal lengths": ("time [s],i [A]\n0,1\n0.1\n0.2,2\n", r"line 3 has another number of entries"),
    "backwards": ("time [s],i [A]\n0,1\n0.2,1\n0.1,2\n", r"times run backwards.*line 4"),
    "missing samples": (
        "time [s],i [A]\n0,1\n0.1,1\n0.2,2\n0.5,2\n0.6,2\n",
        r"samples are missing: 2 between 0.2 s and 0.5 s",
    ),
    "no unit": ("time [s],i\n0,1\n0.1,1\n0.2,2\n", r"column i has no unit"),
    "times in metres": ("time [mm],i [A]\n0,1\n0.1,1\n0.2,2\n", r"column time is in mm, expected times: min, h, s, ms"),
    "unknown unit": ("time [s],i [mAA]\n0,1\n0.1,1\n0.2,2\n", r"column i is in mAA: no unit 'mAA'; did you mean mA"),
    "a name twice": ("time [s],i [A],i [A]\n0,1,1\n0.1,1,1\n0.2,2,1\n", r"several columns are named i"),
    "all": (
        "time [ms],i [A],w [rpn]\n0,1,1\n2,,1\n1,2,one\n",
        r"(?s)4 faults.*no unit 'rpn'.*gaps at line 3.*'one' at line 4.*backwards.*line 4: 0.001 s after 0.002 s",
    ),
    "words": ("time [s],i [A]\n0,1\n0.1,one\n0.2,2\n", r"'one' at line 3"),
    "two": ("time [s],i\n0,1\n0.1,one\n0.2,2\n", r"(?s)2 faults.*no unit.*'one'"),
}


@pytest.mark.parametrize("name", FAULTY)
def test_faulty_files_are_refused_in_words(tmp_path, name):
    text, words = FAULTY[name]
    with pytest.raises(ValueError, match=words):
        lw.Measurements.read(written(tmp_path / "run.csv", text))


def test_other_faults_of_files(tmp_path):
    with pytest.raises(ValueError, match="no such file"):
        lw.Measurements.read(tmp_path / "none.csv")
    file = written(tmp_path / "run.csv", "time [s],i [A]\n0,1\n0.1,1\n0.2,2\n")
    with pytest.raises(ValueError, match=r"(?s)no column 'j'.*no column 'clock'|no column 'clock'.*no column 'j'"):
        lw.Measurements.read(file, time="clock", columns={"motor.i": "j"})


def responses(motion):
    """Current and speed under a motion of the reference, and their derivatives by inertia and resistance."""
    trial = Experiment(LOOP, LOOP.assemble(), 0.1, 201, {"speed.reference": motion}, tuple(NOISE), STEP)
    return trial.run({}, tuple(BOUNDS))


def information(motion):
    """Logarithm of the determinant of J^T J."""
    J = responses(motion)[1] / np.array([sigma for sigma, _ in NOISE.values()])[:, None]
    whole = J.reshape(-1, len(BOUNDS))
    return np.linalg.slogdet(whole.T @ whole)[1]


def test_a_better_excitation_keeps_the_limits_and_gives_smaller_errors():
    found = lw.analysis.suggest_excitation(
        LOOP, "speed.reference", parameters=["motor.J", "motor.R"], frequencies=(5.0, 80.0), amplitude=150.0,
        noise={name: sigma for name, (sigma, _) in NOISE.items()}, limits={"motor.i": 8.0}, duration=0.1, samples=201,
        integrator=STEP,
    )  # fmt: skip
    assert found.peaks["motor.i"] <= 8.0
    assert found.motion.amplitude <= 150.0
    assert found.gain > 1.0
    # It tells more than a plain chirp over the whole range, as large as the limit of the current allows.
    plain = lw.motions.Chirp(1.0, 5.0, 80.0, duration=0.1)
    peak = np.max(np.abs(responses(plain)[0][:, 0]))
    plain = lw.motions.Chirp(min(150.0, 8.0 / peak), 5.0, 80.0, duration=0.1)
    assert np.max(np.abs(responses(plain)[0][:, 0])) == pytest.approx(8.0, rel=1e-6)
    assert information(found.motion) >= information(plain)
    assert np.max(np.abs(responses(found.motion)[0][:, 0])) <= 8.0
    # Its promise is what a fit of such data has.
    inputs = {"speed.reference": found.motion}
    data = noisy(computed(LOOP, duration=0.1, inputs=inputs, samples=201), 8)
    fit = lw.analysis.identify(LOOP, data, inputs=inputs, parameters=BOUNDS, integrator=STEP)
    for name, error in found.errors.items():
        assert fit[name].standard_error == pytest.approx(error, rel=0.15)
    with pytest.raises(ValueError, match=r"(?s)no input 'reference'.*|frequencies"):
        lw.analysis.suggest_excitation(
            LOOP, "reference", parameters=["motor.J"], frequencies=(5.0, 1.0), amplitude=1.0, noise={"motor.i": 1.0},
            duration=0.1,
        )  # fmt: skip


def test_the_search_finds_the_minimum_of_rosenbrock_and_stays_at_a_bound():
    def evaluate(x):
        r = np.array([10 * (x[1] - x[0] ** 2), 1 - x[0]])
        return r, np.array([[-20 * x[0], 10.0], [-1.0, 0.0]])

    found = search.minimise(evaluate, np.array([-1.2, 1.0]), np.array([-2.0, -2.0]), np.array([2.0, 2.0]))
    assert found.converged
    assert np.allclose(found.x, 1.0, atol=1e-6)
    found = search.minimise(evaluate, np.array([-1.2, 1.0]), np.array([-2.0, -2.0]), np.array([0.5, 2.0]))
    assert found.x[0] == 0.5
    assert found.x[1] == pytest.approx(0.25, abs=1e-6)


def test_combinations_in_words():
    t = np.linspace(0, 1, 50)
    one, other = 1e3 * np.sin(9 * t), 1e3 * t
    names, scales = ("a", "b"), np.array([2.0, 3.0])

    def words(first, second, values=scales):
        return precision(np.column_stack([first, second]), values, np.abs(values), names).combinations

    assert words(one, other) == ()
    assert words(one, one) == ("a and b only as their sum, a + b = 5",)
    assert words(one, -one) == ("a and b only as their difference, a - b = -1",)
    assert words(one / 2, one / 3) == ("a and b only as their product, a b = 6",)
    assert words(one / 2, -one / 3) == ("a and b only as their ratio, a / b = 0.666667",)
    assert words(one, 0 * one) == ("b is not determined: the data hardly change with it",)


def test_whiteness_tells_noise_from_a_trend():
    random = np.random.default_rng(9)
    noise = random.normal(size=2000)
    assert whiteness(noise) > 0.01
    assert whiteness(noise + 0.5 * np.sin(np.arange(2000) / 30)) < 1e-6


@pytest.mark.long
def test_a_hundred_repetitions_lie_inside_their_intervals():
    run = computed(LOOP, TRUE)
    inside, joint = dict.fromkeys(TRUE, 0), 0
    for seed in range(100):
        fit = fitted(noisy(run, 1000 + seed))
        off = np.array([fit[name].value - value for name, value in TRUE.items()])
        for name, value in TRUE.items():
            low, high = fit[name].interval
            inside[name] += low <= value <= high
        joint += off @ np.linalg.solve(fit.covariance, off) <= 5.991  # 95 % of chi-squared with two freedoms
    assert min(inside.values()) >= 88
    assert joint >= 88
