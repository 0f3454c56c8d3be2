"""Every block against its formula: recurrences written out again, python-control, SciPy, closed forms."""

from fractions import Fraction

import casadi as ca
import numpy as np
import pytest
from scipy import signal as scipy_signal
from tests.control.stepping import stepped, traced

import control as python_control
from linkwright import control

T = 1e-3
RANDOM = np.random.default_rng(3)
ERRORS = RANDOM.normal(size=(60, 2))


def pi_by_hand(rows, kp, ki, rule):
    """Commands of a PI controller, each sum written out."""
    e = rows[:, 0] - rows[:, 1]
    before = np.concatenate([[0.0], e[:-1]])
    sums = {
        "backward": np.cumsum(e),
        "forward": np.concatenate([[0.0], np.cumsum(e)[:-1]]),
        "tustin": np.cumsum((e + before) / 2),
    }
    return kp * e + ki * T * sums[rule]


def test_p():
    assert stepped(control.P(7.5), ERRORS, T)[:, 0] == pytest.approx(7.5 * (ERRORS[:, 0] - ERRORS[:, 1]))
    limited = stepped(control.P(7.5, low=-1.0, high=2.0), ERRORS, T)[:, 0]
    assert limited == pytest.approx(np.clip(7.5 * (ERRORS[:, 0] - ERRORS[:, 1]), -1.0, 2.0))


@pytest.mark.parametrize("rule", ["backward", "forward", "tustin"])
def test_pi_without_limits(rule):
    found = stepped(control.PI(0.4, 55.0, integration=rule), ERRORS, T)[:, 0]
    assert found == pytest.approx(pi_by_hand(ERRORS, 0.4, 55.0, rule), rel=1e-12)


@pytest.mark.parametrize("rule", ["backward", "forward", "tustin"])
def test_pi_is_its_transfer_function(rule):
    """kp + ki T z/(z-1), T/(z-1) or T/2 (z+1)/(z-1), by SciPy's filter."""
    above = {"backward": [T, 0.0], "forward": [0.0, T], "tustin": [T / 2, T / 2]}[rule]
    numerator = 0.4 * np.array([1.0, -1.0]) + 55.0 * np.array(above)
    expected = scipy_signal.lfilter(numerator, [1.0, -1.0], ERRORS[:, 0] - ERRORS[:, 1])
    assert stepped(control.PI(0.4, 55.0, integration=rule), ERRORS, T)[:, 0] == pytest.approx(expected, rel=1e-12)


def test_conditional_anti_windup_keeps_the_integral_while_it_would_grow_beyond_the_limit():
    rows = np.array([[1.0, 0.0]] * 50 + [[-1.0, 0.0]] * 50)
    block = control.PI(0.5, 100.0, low=-1.0, high=1.0)
    found = stepped(block, rows, 0.01)[:, 0]
    # 0.5 + 1.0 (0.01 100) would be 1.5: the integral never grows, the command is kp e at once; and so below
    assert found == pytest.approx([0.5] * 50 + [-0.5] * 50)
    slow = stepped(control.PI(0.5, 10.0, low=-1.0, high=1.0), rows, 0.01)[:, 0]
    integral, expected = 0.0, []
    for e in rows[:, 0]:
        more = integral + 0.1 * e
        v = 0.5 * e + more
        c = min(max(v, -1.0), 1.0)
        if (v - c) * e > 0:
            more = integral
        integral = more
        expected.append(min(max(0.5 * e + integral, -1.0), 1.0))
    assert slow == pytest.approx(expected)
    assert max(slow[:50]) <= 1.0
    assert slow[50] == pytest.approx(-0.1), "the integral is where it was when the limit was met, 0.5, less 0.1"


def test_an_integral_beyond_a_limit_of_one_sign_still_comes_back():
    """Limits 1 <= command <= 5: at the lower one the command is positive and the error negative."""
    block = control.PI(0.0, 10.0, low=1.0, high=5.0)
    found = stepped(block, [[-1.0, 0.0]] * 100 + [[1.0, 0.0]] * 30, 0.1)[:, 0]
    assert found[99] == 1.0
    assert found[102] == pytest.approx(3.0), "no windup: 1, 2, 3 behind the turn"


def test_back_calculation():
    rows = np.array([[1.0, 0.0]] * 40 + [[-1.0, 0.0]] * 40)
    block = control.PI(0.5, 20.0, low=-0.8, high=0.8, anti_windup=control.BackCalculation(30.0))
    integral, expected = 0.0, []
    for e in rows[:, 0]:
        v = 0.5 * e + integral + 20.0 * 0.01 * e
        c = min(max(v, -0.8), 0.8)
        integral += 20.0 * 0.01 * e + 30.0 * 0.01 * (c - v)
        expected.append(c)
    assert stepped(block, rows, 0.01)[:, 0] == pytest.approx(expected)


@pytest.mark.parametrize("lag", [0.0, 4e-3])
@pytest.mark.parametrize("of", ["error", "measurement"])
def test_pid(lag, of):
    block = control.PID(0.4, 55.0, 2e-3, filter=lag, derivative=of)
    e = ERRORS[:, 0] - ERRORS[:, 1]
    d = e if of == "error" else -ERRORS[:, 1]
    slopes = [0.0]
    for k in range(1, len(d)):
        slopes.append((lag * slopes[-1] + 2e-3 * (d[k] - d[k - 1])) / (lag + T))
    expected = pi_by_hand(ERRORS, 0.4, 55.0, "backward") + np.array(slopes)
    assert stepped(block, ERRORS, T)[:, 0] == pytest.approx(expected, rel=1e-11)


SIGNAL = RANDOM.normal(size=(80, 1))


def by_python_control(numerator, denominator, prewarp=None):
    discrete = python_control.sample_system(
        python_control.tf(numerator, denominator), T, "tustin", prewarp_frequency=prewarp
    )
    return scipy_signal.lfilter(discrete.num[0][0], discrete.den[0][0], SIGNAL[:, 0])


def test_low_pass_is_tustin():
    assert stepped(control.LowPass(5e-3), SIGNAL, T)[:, 0] == pytest.approx(by_python_control([1.0], [5e-3, 1.0]))
    assert stepped(control.LowPass(5e-3, initial=3.0), [[3.0]] * 5, T)[:, 0] == pytest.approx([3.0] * 5)


def test_lead_lag_is_tustin():
    found = stepped(control.LeadLag(lead=8e-3, lag=2e-3, k=3.0), SIGNAL, T)[:, 0]
    assert found == pytest.approx(by_python_control([3 * 8e-3, 3.0], [2e-3, 1.0]))


def test_notch_is_tustin_warped_to_its_frequency():
    w = 2 * np.pi * 120.0
    expected = by_python_control([1.0, 2 * 0.05 * w, w**2], [1.0, 2 * 0.6 * w, w**2], prewarp=w)
    found = stepped(control.Notch(120.0, poles=0.6, zeros=0.05), SIGNAL, T)[:, 0]
    assert found == pytest.approx(expected, rel=1e-9, abs=1e-12)


def test_a_notch_without_damped_zeros_removes_its_frequency():
    times = np.arange(4000) * T
    found = stepped(control.Notch(120.0, poles=0.5), np.sin(2 * np.pi * 120.0 * times)[:, None], T)[:, 0]
    assert np.max(np.abs(found[-100:])) < 1e-9


def test_state_space_and_from_control():
    system = python_control.drss(3, 2, 2)
    system = python_control.ss(system.A * 0.5, system.B, system.C, system.D, T, inputs=["a", "b"], outputs=["c", "d"])
    rows = RANDOM.normal(size=(40, 2))
    expected = python_control.forced_response(system, np.arange(40) * T, rows.T).outputs.T
    block = control.from_control(system)
    assert stepped(block, rows, T) == pytest.approx(expected, rel=1e-10, abs=1e-12)
    assert [label.name for label in block.inputs] == ["a", "b"]
    assert block.every(T).faults == ()
    assert "made for 0.001 s" in block.every(2e-3).faults[0]
    transfer = python_control.tf([1.0, 0.5], [1.0, -0.3], True)
    found = stepped(control.from_control(transfer), SIGNAL, T)[:, 0]
    assert found == pytest.approx(scipy_signal.lfilter([1.0, 0.5], [1.0, -0.3], SIGNAL[:, 0]))


def test_from_control_refuses_what_is_continuous_or_no_system():
    with pytest.raises(ValueError, match=r"continuous \(dt = 0\).*sample_system"):
        control.from_control(python_control.tf([1.0], [1.0, 1.0]))
    with pytest.raises(TypeError, match="got list, expected a StateSpace"):
        control.from_control([1.0])


def test_an_observer_follows_the_model_and_forgets_its_start():
    model = python_control.ss([[0.0, 1.0], [-400.0, -3.0]], [[0.0], [2.0]], [[1.0, 0.0]], [[0.0]])
    discrete = python_control.sample_system(model, T, "zoh")
    gain = python_control.place(discrete.A.T, discrete.C.T, [0.4, 0.45]).T
    u = RANDOM.normal(size=60)
    truth = python_control.forced_response(discrete, np.arange(60) * T, u, [0.3, -2.0])
    block = control.observer(model, gain, T)
    found = stepped(block, np.column_stack([u, truth.outputs]), T)
    errors = np.abs(found - truth.states.T).max(axis=1)
    assert errors[0] > 1.0
    assert errors[50] < 1e-12
    # error of an observer: x - x_hat = (A - L C)^k (x_0 - 0)
    closed = discrete.A - gain @ discrete.C
    expected = np.array([np.linalg.matrix_power(closed, k) @ [0.3, -2.0] for k in range(10)])
    assert truth.states.T[:10] - found[:10] == pytest.approx(expected, abs=1e-11)


def test_observed_state_feedback_has_the_poles_of_both():
    """Separation: the closed loop has the poles of feedback and of the observer."""
    model = python_control.ss([[0.0, 1.0], [30.0, -1.0]], [[0.0], [5.0]], [[1.0, 0.0]], [[0.0]])
    discrete = python_control.sample_system(model, 0.01, "zoh")
    K = python_control.place(discrete.A, discrete.B, [0.8, 0.85])
    L = python_control.place(discrete.A.T, discrete.C.T, [0.4, 0.45]).T
    block = control.observer_feedback(model, K, L, 0.01)
    A, B, C = (np.array(each) for each in (block.A, block.B, block.C))
    loop = np.block([[discrete.A, discrete.B @ C], [B @ discrete.C, A]])
    assert np.sort(np.linalg.eigvals(loop).real) == pytest.approx([0.4, 0.45, 0.8, 0.85], abs=1e-8)
    feedback = control.state_feedback(K)
    assert stepped(feedback, [[1.0, 2.0]], 0.01)[0, 0] == pytest.approx(-(K @ [1.0, 2.0])[0])


def test_feed_forward_takes_the_reference_and_its_differences():
    r = np.cumsum(RANDOM.normal(size=30))
    v = np.concatenate([[0.0], np.diff(r) / T])
    a = np.concatenate([[0.0], np.diff(v) / T])
    found = stepped(control.FeedForward(kv=0.3, ka=0.01, k=2.0), r[:, None], T)[:, 0]
    assert found == pytest.approx(2.0 * r + 0.3 * v + 0.01 * a)


@pytest.mark.parametrize("shape", ["hold", "ramp", "cubic"])
def test_interpolation_between_slow_values(shape):
    slow = RANDOM.normal(size=8)
    fast = np.repeat(slow, 5)[:, None]
    found = stepped(control.Interpolate(5e-3, shape), fast, T)[:, 0]
    padded = np.concatenate([np.full(3, slow[0]), slow])
    for k in range(8):
        for j in range(5):
            s, values = j / 5, padded[k : k + 4]
            if shape == "hold":
                expected = values[3]
            elif shape == "ramp":
                expected = values[2] + s * (values[3] - values[2])
            else:  # the polynomial through the last four, by solving for its coefficients
                expected = np.polyval(np.polyfit([-2.0, -1.0, 0.0, 1.0], values, 3), s)
            assert found[5 * k + j] == pytest.approx(expected, abs=1e-12), (k, j)


def test_interpolation_of_a_cubic_is_that_cubic_one_period_late():
    """In absolute time, from anywhere, with a phase."""
    start, period, phase = 7.0 + 2e-3, Fraction(1, 200), Fraction(1, 500)
    times = start + np.arange(60) * T
    law = np.polynomial.Polynomial([0.3, -2.0, 7.0, 40.0])
    held = law(float(phase) + np.floor((times - float(phase)) * 200 + 1e-6) / 200 - 7.0)
    block = control.Interpolate(period, "cubic", phase=phase)
    found = stepped(block, held[:, None], T, start)[:, 0]
    assert found[20:] == pytest.approx(law(times[20:] - 7.0 - 5e-3), abs=1e-11)


def test_limits_and_rate_limits():
    assert stepped(control.Limit(-0.5, 0.2), SIGNAL, T)[:, 0] == pytest.approx(np.clip(SIGNAL[:, 0], -0.5, 0.2))
    assert stepped(control.Limit(high=0.2), SIGNAL, T)[:, 0] == pytest.approx(np.minimum(SIGNAL[:, 0], 0.2))
    assert stepped(control.Limit(), SIGNAL, T)[:, 0] == pytest.approx(SIGNAL[:, 0])
    found = stepped(control.RateLimit(up=100.0, down=50.0), SIGNAL, T)[:, 0]
    y, expected = SIGNAL[0, 0], []
    for u in SIGNAL[:, 0]:
        y += min(max(u - y, -0.05), 0.1)
        expected.append(y)
    assert found == pytest.approx(expected)


def test_tables():
    points, values = np.sort(RANDOM.normal(size=9)), RANDOM.normal(size=9)
    found = stepped(control.Table(points, values), 3 * SIGNAL, T)[:, 0]
    assert found == pytest.approx(np.interp(3 * SIGNAL[:, 0], points, values))


def test_sums():
    rows = RANDOM.normal(size=(10, 3))
    found = stepped(control.Sum({"a": 1.0, "b": -2.0, "c": 0.5}), rows, T)[:, 0]
    assert found == pytest.approx(rows @ [1.0, -2.0, 0.5])


def test_encoder_counts():
    angles = np.linspace(-7.0, 7.0, 3001)[:, None]
    found = stepped(control.Encoder(1024), angles, T)
    assert np.array_equal(found[:, 1], np.floor(angles[:, 0] * 1024 / (2 * np.pi)))
    assert found[:, 0] == pytest.approx(found[:, 1] * 2 * np.pi / 1024)
    scale = stepped(control.Encoder(200, per=1e-3), [[0.0123456]], T)
    assert scale[0] == pytest.approx([2469 * 5e-6, 2469.0])


def test_differences():
    expected = np.concatenate([[0.0], np.diff(SIGNAL[:, 0]) / T])
    assert stepped(control.Differentiate(), SIGNAL, T)[:, 0] == pytest.approx(expected)


def noise(count, **options):
    return stepped(control.Noise(**options), np.zeros((count, 1)), T)[:, 0]


def test_noise_is_white_normal_and_pure():
    n = 20_000
    found = noise(n, deviation=1.0, seed=5)
    # standard errors of mean, deviation, correlations: 1 / sqrt(n) = 0.007; of kurtosis sqrt(24 / n) = 0.035
    assert abs(found.mean()) < 0.03
    assert found.std() == pytest.approx(1.0, abs=0.03)
    assert np.mean(found**4) == pytest.approx(3.0, abs=0.15)
    for lag in (1, 2, 3, 7, 64, 1024):
        assert abs(np.mean(found[lag:] * found[:-lag])) < 0.03, lag
    for other in (4, 6, 5 + 2**20):
        assert abs(np.mean(found * noise(n, deviation=1.0, seed=other))) < 0.03, other
    assert np.array_equal(found[:50], noise(50, deviation=1.0, seed=5))


def test_uniform_noise_fills_its_interval_evenly():
    found = noise(20_000, deviation=2.0, seed=9, distribution="uniform")
    counts, _ = np.histogram(found, bins=20, range=(-2 * 3**0.5, 2 * 3**0.5))
    assert counts.sum() == 20_000
    # chi squared with 19 degrees of freedom: mean 19, standard deviation 6.2
    assert 3 < np.sum((counts - 1000.0) ** 2 / 1000.0) < 45
    assert found.std() == pytest.approx(2.0, abs=0.03)


BLOCKS = {
    "P": control.P(2.0, low=-1.0, high=1.0),
    "PI": control.PI(0.4, 55.0, low=-1.0, high=1.0),
    "PI forward": control.PI(0.4, 55.0, integration="forward", high=1.0),
    "PI tustin": control.PI(
        0.4, 55.0, integration="tustin", low=-1.0, high=1.0, anti_windup=control.BackCalculation(3.0)
    ),
    "PID": control.PID(0.4, 55.0, 2e-3, filter=1e-3, low=-1.0, high=1.0),
    "LowPass": control.LowPass(5e-3),
    "LeadLag": control.LeadLag(8e-3, 2e-3),
    "Notch": control.Notch(120.0, 0.6, 0.05),
    "StateSpace": control.StateSpace([[0.5, 0.1], [0.0, 0.2]], [[1.0], [2.0]], [[1.0, 0.0]], [[0.3]]),
    "FeedForward": control.FeedForward(0.3, 0.01, 2.0),
    "Interpolate": control.Interpolate(5e-3, "cubic"),
    "Limit": control.Limit(-0.3, 0.3),
    "RateLimit": control.RateLimit(30.0),
    "Table": control.Table([-1.0, 0.0, 2.0], [3.0, 1.0, 2.0]),
    "Sum": control.Sum({"a": 1.0, "b": -1.0}),
    "Encoder": control.Encoder(64),
    "Differentiate": control.Differentiate(),
    "Noise": control.Noise(0.1, seed=3),
}


@pytest.mark.parametrize("name", BLOCKS)
def test_symbols_pass_through_as_numbers_do(name):
    block = BLOCKS[name]
    rows = RANDOM.normal(size=(40, len(block.inputs)))
    assert traced(block, rows, T) == pytest.approx(stepped(block, rows, T), rel=1e-12, abs=1e-12)


@pytest.mark.parametrize("name", BLOCKS)
def test_every_port_and_parameter_has_a_meaning(name):
    block = BLOCKS[name]
    for label in (*block.inputs, *block.outputs, *block.state, *block.parameters):
        assert label.meaning, (name, label)


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: control.PI(float("nan"), "x"), r"2 faults\s+- kp is nan.*\s+- ki is 'x'"),
        (lambda: control.PI(1.0, 1.0, low=2.0, high=1.0), "low = 2.0 is not below high = 1.0"),
        (lambda: control.PI(1.0, 1.0, integration="backwards"), "integration is 'backwards'.*Did you mean 'backward'"),
        (lambda: control.PI(1.0, 1.0, anti_windup="clamp"), "anti_windup = 'clamp': expected control.Conditional"),
        (lambda: control.PID(1.0, 1.0, 1.0, filter=-1.0), "filter = -1.0: expected a time constant of 0 s or more"),
        (lambda: control.LowPass(0.0), "time_constant is 0.0, expected a number above zero"),
        (lambda: control.Notch(0.0, 0.5), "frequency is 0.0, expected a number above zero"),
        (lambda: control.Table([0.0, 0.0], [1.0, 2.0]), "strictly increasing"),
        (lambda: control.Table([0.0, 1.0], [1.0]), "values has the length 1, expected at least 2"),
        (lambda: control.Encoder(0), "counts is 0, expected a number above zero"),
        (lambda: control.Noise(1.0, seed=1.5), "seed = 1.5: expected a whole number"),
        (lambda: control.Interpolate(0.0), r"period = 0.0: expected more than 0 s"),
        (lambda: control.Interpolate(1e-3, "linear"), "shape is 'linear', expected one of 'hold', 'ramp', 'cubic'"),
        (lambda: control.StateSpace([[1.0]], [[1.0, 2.0]], [[1.0]], [[0.0]]), r"B has the shape \(1, 2\), expected"),
        (lambda: control.Sum({}), "expected a gain for each input"),
        (lambda: control.RateLimit(-1.0), "up is -1.0, expected a number above zero"),
    ],
)
def test_wrong_numbers_are_refused_in_words(make, words):
    with pytest.raises(ValueError, match=words):
        make()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"period": 0.0}, "period = 0: expected more than 0 s"),
        ({"period": float("nan")}, "period = nan: expected a finite number"),
        ({"period": 1e-3, "phase": 1e-3}, "phase = 0.001: expected from 0 s to less than the period of 0.001 s"),
        ({"period": 1e-3, "delay": -1e-3}, "delay = -0.001: expected 0 s or more"),
        ({"period": 1e-3, "hz": 1000}, "expected either a period"),
        ({}, "expected either a period"),
        ({"hz": 0}, "hz = 0: expected more than 0 Hz"),
        ({"period": "fast"}, "period = 'fast': expected a number of seconds"),
        ({"period": 1e-3, "initial": {"comand": 1.0}}, "initial: no output 'comand'; did you mean command"),
        ({"period": 1e-3, "initial": float("inf")}, "initial of command is inf"),
    ],
)
def test_wrong_times_are_kept_for_the_closed_loop(arguments, words):
    assert any(words in fault for fault in control.P(1.0).every(**arguments).faults)


def test_a_notch_above_half_the_rate_is_refused():
    assert "expected less than half the rate, 500 Hz" in control.Notch(600.0, 0.5).every(1e-3).faults[0]


def test_rates_are_exact():
    assert control.P(1.0).every(hz=3000).clock.period == Fraction(1, 3000)
    assert control.P(1.0).every(1e-3, phase=3e-4, delay=Fraction(1, 3)).clock.delay == Fraction(1, 3)
    assert control.P(1.0).every(1e-3, initial=2.0).initial == (2.0,)


# -- a user's own --------------------------------------------------------------------------------------------------


def own_pi(x, t, u, p, T):
    error = u[0] - u[1]
    integral = x[0] + p[1] * T * error
    return [p[0] * error + integral], [integral]


PORTS = {
    "inputs": ("reference", "measurement"),
    "outputs": ("command",),
    "state": {"integral": 0.0},
    "parameters": {"kp": 0.4, "ki": 55.0},
}


@pytest.mark.parametrize("kind", [control.Step, control.Python])
def test_an_own_step_is_the_library_block(kind):
    assert stepped(kind(own_pi, **PORTS), ERRORS, T) == pytest.approx(stepped(control.PI(0.4, 55.0), ERRORS, T))


def test_what_cannot_be_traced_is_refused_with_its_line():
    import math

    def branches(x, t, u, p, T):
        error = u[0] - u[1]
        if error > 0:
            error = 2 * error
        return [error], [x[0]]

    def turns_to_float(x, t, u, p, T):
        error = u[0] - u[1]
        bent = math.sin(2 * error)
        return [bent], [x[0]]

    def at_the_end(x, t, u, p, T):
        return [float(u[0])], [x[0]]

    for function, line in ((branches, "if error > 0:"), (turns_to_float, "bent = math.sin"), (at_the_end, "float(u")):
        with pytest.raises(ValueError, match=r"cannot be traced: .*test_blocks.py, line \d+, `") as caught:
            control.Step(function, **PORTS)
        assert line in str(caught.value)
        assert "use control.Python" in str(caught.value)
        block = control.Python(function, **PORTS)
        assert stepped(block, [[1.0, 0.25]], T).shape == (1, 1)


def without_state(x, t, u, p, T):
    return [u[0]], []


def bare(x, t, u, p, T):
    return u[0]


def test_own_steps_of_the_wrong_shape_are_refused():
    with pytest.raises(ValueError, match=r"gives 1 outputs and 0 states, expected 1 \(command\) and 1"):
        control.Step(without_state, **PORTS)
    with pytest.raises(ValueError, match=r"expected \(outputs, x_next\), two lists"):
        control.Step(bare, **PORTS)
    with pytest.raises(ValueError, match=r"inputs = 'a': expected a tuple of names, such as \('a',\)"):
        control.Python(own_pi, inputs="a", outputs=("b",))
    with pytest.raises(ValueError, match="expected a function step"):
        control.Python(3, inputs=("a",), outputs=("b",))


def test_a_step_may_use_functions_of_casadi():
    def step(x, t, u, p, T):
        return [ca.if_else(u[0] > 0, ca.sin(u[0]), -u[0])], []

    block = control.Step(step, inputs=("input",), outputs=("output",))
    expected = np.where(SIGNAL[:, 0] > 0, np.sin(SIGNAL[:, 0]), -SIGNAL[:, 0])
    assert traced(block, SIGNAL, T)[:, 0] == pytest.approx(expected)
