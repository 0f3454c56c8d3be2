"""Linear models of closed loops against closed forms, loops by hand, python-control and what their parts must obey."""

import dataclasses
from functools import cache
from itertools import pairwise
from math import exp, inf, pi, sqrt

import numpy as np
import pytest
from scipy.linalg import expm

import linkwright as lw
from closed_loop import machines
from linkwright import control
from linkwright.dynamics import Refused


@cache
def slide():
    return machines.slide()


def damped_slide(**more):
    """A block of 2 kg with a damper of 0.6 N s/m under two forces: v' = (push + second - 0.6 v) / 2."""
    return machines.slide(**more) if more else slide()


def lifted(dynamics, blocks, wires, *, state=None, **options):
    loop = lw.ClosedLoop(dynamics, control.Diagram(blocks, wires))
    start = loop.assemble() if state is None else state
    return lw.analysis.linearize(loop, loop.steady_state(start, dict.fromkeys(loop.inputs, 0.0)), **options)


SPEEDS = {
    "fast.measurement": "way.slide'", "push.force": "fast.command",
    "slow.measurement": "way.slide'", "second.force": "slow.command",
}  # fmt: skip


@cache
def two_rates(delay=0.7e-3):
    return lifted(
        damped_slide(),
        {"fast": control.P(30.0).every(1e-3), "slow": control.PI(900.0, 5000.0).every(2e-3, delay=delay)},
        SPEEDS,
    )


def two_rates_by_hand(factor_fast=1.0, factor_slow=1.0, k1=30.0, kp=900.0, ki=5000.0):
    """(v, integral, force that acts) over 2 ms: the fast force changes at 0 and 1 ms, the slow one at 0.7 ms."""
    m, d, T = 2.0, 0.6, 2e-3

    def alpha(h):
        return exp(-d * h / m)

    def beta(h):
        return (1 - alpha(h)) / d

    v, integral, acting = np.eye(3, dtype=complex)
    integral = integral - ki * T * v
    new = factor_slow * (-kp * v + integral)
    first = (
        alpha(1e-3) * v - beta(1e-3) * factor_fast * k1 * v + alpha(0.3e-3) * beta(0.7e-3) * acting + beta(0.3e-3) * new
    )
    second = alpha(1e-3) * first + beta(1e-3) * (new - factor_fast * k1 * first)
    return np.array([second, integral, new])


def by_size(values):
    return sorted(np.asarray(values).tolist(), key=lambda z: (-round(abs(z), 9), -z.imag))


def test_poles_of_two_rates_with_a_late_release_are_those_of_the_closed_form():
    linear = two_rates()
    expected = by_size(np.linalg.eigvals(two_rates_by_hand()))
    assert by_size(linear.poles)[:3] == pytest.approx(expected, abs=1e-12)
    assert by_size(linear.poles)[3:] == [0.0] * (len(linear.poles) - 3)
    assert linear.period == 2e-3
    assert linear.neutral == ("block.x",)
    assert linear.stable == (abs(expected[0]) < 1)


def nonzero(linear):
    return by_size([pole for pole in linear.poles if abs(pole) > 1e-9])


def test_delays_longer_than_a_period_wait_in_a_queue():
    """P of the speed every 1 ms, acting 2.5 ms later: of the last three forces one acts before, one behind the half."""
    wires = {"fast.measurement": "way.slide'", "push.force": "fast.command"}
    linear = lifted(damped_slide(), {"fast": control.P(150.0).every(1e-3, delay=2.5e-3)}, wires)
    half = exp(-0.15e-3)
    gain = (1 - half) / 0.6
    map_by_hand = np.array(
        [[half**2, 0.0, gain, half * gain], [-150.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0]]
    )
    assert nonzero(linear) == pytest.approx(by_size(np.linalg.eigvals(map_by_hand)), abs=1e-12)
    assert "fast.command waiting 3" in linear.states


def test_accelerations_and_inputs_are_read_with_the_commands_before_the_update():
    """P of the acceleration: a = (p - 0.6 v) / 2 with the force p before; and P of that force itself."""
    a = exp(-0.3e-3)
    b = (1 - a) / 0.6
    K = 0.7
    linear = lifted(
        damped_slide(), {"fast": control.P(K).every(1e-3)},
        {"fast.measurement": "way.slide''", "push.force": "fast.command"},
    )  # fmt: skip
    force = np.array([0.3 * K, -0.5 * K])  # of (v, p)
    by_hand = np.array([[a, 0.0] + b * force, force])
    assert nonzero(linear) == pytest.approx(by_size(np.linalg.eigvals(by_hand)), abs=1e-12)
    wires = {"fast.measurement": "push.force", "push.force": "fast.command"}
    linear = lifted(damped_slide(), {"fast": control.P(K).every(1e-3)}, wires)
    assert nonzero(linear) == pytest.approx(by_size([a, -K]), abs=1e-12)


def first_on_circle(spectral_radius, places):
    """The first crossing of 1 by bisection between places of a grid."""
    sign = spectral_radius(places[0]) < 1
    for before, place in pairwise(places):
        if (spectral_radius(place) < 1) != sign:
            low, high = before, place
            for _ in range(80):
                middle = 0.5 * (low + high)
                low, high = (middle, high) if (spectral_radius(middle) < 1) == sign else (low, middle)
            return low
    return None


@pytest.mark.parametrize("signal", ["fast", "slow"])
def test_margins_of_two_rates_are_factors_and_turns_at_which_the_closed_form_has_a_pole_on_the_circle(signal):
    margins = two_rates().margins(at=f"{signal}.command")

    def radius(factor):
        return max(abs(np.linalg.eigvals(two_rates_by_hand(**{f"factor_{signal}": factor}))))

    up = first_on_circle(radius, np.geomspace(1, 1e3, 2_000))
    assert margins.gain_up == pytest.approx(up, rel=1e-10)
    turn = first_on_circle(lambda phi: radius(np.exp(-1j * phi)), np.linspace(0, pi, 1_000))
    assert margins.phase_deg == (inf if turn is None else pytest.approx(np.degrees(turn), rel=1e-9))
    assert margins.largest_pole == pytest.approx(radius(1.0), rel=1e-12)


def test_the_loop_at_the_slow_signal_is_bodes_for_python_control():
    """One change in a hyperperiod, few states: its polynomials are good enough for python-control's own method."""
    toolbox = pytest.importorskip("control")
    linear = two_rates()
    transfer = linear.loop_transfer("slow.command")
    assert transfer.samples == 1
    system = transfer.to_control()
    assert system.dt == 2e-3
    gain, phase, distance, *_ = toolbox.stability_margins(-system)
    margins = linear.margins(at="slow.command")
    assert margins.gain_up == pytest.approx(gain, rel=1e-9)
    assert margins.phase_deg == pytest.approx(phase, rel=1e-9)
    peak, at = linear.peak_sensitivity("slow.command")
    assert peak == pytest.approx(1 / distance, rel=1e-9)
    L = transfer.loci([at])[0, 0]
    assert 1 / abs(1 + L) == pytest.approx(peak, rel=1e-12)


def test_eigenvalues_of_the_lifted_loop_pass_minus_one_at_the_margin_of_a_faster_signal():
    linear = two_rates()
    transfer = linear.loop_transfer("fast.command")
    assert transfer.samples == 2
    margins = linear.margins(at="fast.command")
    loci = transfer.loci([margins.gain_up_frequency])
    assert min(abs(margins.gain_up * loci[0] + 1)) < 1e-8


# -- responses -----------------------------------------------------------------------------------------------------


def test_the_response_to_a_sampled_reference_is_that_of_the_z_transform():
    """A P controller of the speed: v_(k+1) = a v_k + b K (r_k - v_k), read at its own instants."""
    linear = lifted(
        damped_slide(), {"fast": control.P(30.0).every(1e-3)},
        {"fast.measurement": "way.slide'", "push.force": "fast.command"},
    )  # fmt: skip
    a = exp(-0.3e-3)
    b = (1 - a) / 0.6
    f = np.array([0.3, 5.0, 120.0, 480.0])
    z = np.exp(2j * pi * f * 1e-3)
    slow = f < 10  # faster ones are read more often than once in a sample
    found = linear.frequency_response("fast.reference", "way.slide'", f)
    expected = b * 30.0 / (z - a + b * 30.0)
    assert found.values[slow] == pytest.approx(expected[slow], rel=1e-12)
    command = linear.frequency_response("fast.reference", "fast.command", f[slow]).values
    assert command == pytest.approx(30.0 * (1 - expected[slow]), rel=1e-12)
    # Between instants v goes on exactly; with many readings the mean is the integral.
    assert abs(found.values[2] - expected[2]) < 0.05 * abs(expected[2])


def line(A, B, C, f, *, period, step, feedback, settle, cycles):
    """The line at f of C x under x' = A x + B (u, sin(2 pi f t)) with u = feedback(x) at instants, by fine steps."""
    n, w = len(A), 2 * pi * f
    whole = np.zeros((n + 3, n + 3))
    whole[:n, :n], whole[:n, n], whole[:n, n + 1] = A, B[:, 0], B[:, 1]
    whole[n + 1, n + 2], whole[n + 2, n + 1] = w, -w
    fine = expm(whole * step)
    x = np.zeros(n + 3)
    x[n + 2] = 1.0
    every = round(period / step)
    first, last = round(settle / step), round((settle + cycles / f) / step)
    total = 0j
    for k in range(last):
        if k % every == 0:
            x[n] = feedback(x[:n])
        if k >= first:
            total += (C @ x[:n]) * np.exp(-1j * w * k * step)
        x = fine @ x
    return 2j * total / (last - first)  # of sin = Im exp


def test_forces_act_at_all_times():
    """Position control of the slide under a continuous force: against steps of a tenth of the period."""
    dynamics = damped_slide()
    wires = {"place.measurement": "way.slide", "push.force": "place.command"}
    linear = lifted(dynamics, {"place": control.PID(400.0, 0.0, 60.0).every(4e-3)}, wires)
    A, B = np.array([[0.0, 1.0], [0.0, -0.3]]), np.array([[0.0, 0.0], [0.5, 0.5]])
    before = [0.0]

    def feedback(x):
        e, last = -x[0], before[0]
        before[0] = e
        return 400.0 * e + 60.0 * (e - last) / 4e-3

    f = 5.0
    expected = line(A, B, np.array([1.0, 0.0]), f, period=4e-3, step=4e-4, feedback=feedback, settle=2.0, cycles=10)
    by_input = linear.frequency_response("second.force", "way.slide", [f]).values[0]
    by_force = linear.frequency_response("force on way.slide", "way.slide", [f]).values[0]
    assert by_force == pytest.approx(by_input, rel=1e-13)
    assert by_input == pytest.approx(expected, rel=2e-3)  # readings every 4 ms and every 0.4 ms differ by aliases
    static = linear.frequency_response("force on way.slide", "way.slide", [1e-4]).values[0]
    assert static == pytest.approx(1 / 400.0, rel=1e-4)
    assert linear.frequency_response("torque on way.slide", "way.slide", [f]).values[0] == by_force


def test_a_reference_a_signal_and_its_aliases():
    """What is added to a command is answered by -L/(1 - L) there; lines of all aliases make up the first reading."""
    linear = two_rates()
    f = 7.0
    S = linear.frequency_response("slow.command", "slow.command", [f]).values
    transfer = linear.loop_transfer("slow.command").values([f])[0, 0]
    # The command acts from 0.7 ms on and is read at 0 and 1 ms: both readings show the sample of one instant.
    turn = np.exp(-2j * pi * f * 0.7e-3)
    wave = np.array([np.exp(-2j * pi * f * 2e-3) / turn, 1 / turn])
    shown = np.mean(wave * np.exp(-2j * pi * f * np.array([0.0, 1e-3])))
    assert S[0] == pytest.approx(shown / (1 - transfer), rel=1e-9)
    lines = [linear.frequency_response("slow.reference", "way.slide'", [f], aliases=k).values[0] for k in (0, 1)]
    assert abs(lines[1]) < 0.2 * abs(lines[0])


def test_bandwidth_is_where_the_magnitude_has_fallen_by_three_decibels():
    linear = two_rates()
    found = linear.bandwidth("slow.reference", "way.slide'", lowest=0.5)
    sizes = linear.frequency_response("slow.reference", "way.slide'", [0.5, found]).magnitude
    assert sizes[1] == pytest.approx(sizes[0] / sqrt(2), rel=1e-10)


# -- python-control ------------------------------------------------------------------------------------------------


def test_state_spaces_step_as_runs_do():
    toolbox = pytest.importorskip("control")
    dynamics = damped_slide()
    blocks = {"fast": control.P(30.0).every(1e-3), "slow": control.PI(300.0, 5000.0).every(2e-3, delay=0.7e-3)}
    loop = lw.ClosedLoop(dynamics, control.Diagram(blocks, SPEEDS))
    linear = lw.analysis.linearize(loop, loop.steady_state(loop.assemble(), dict.fromkeys(loop.inputs, 0.0)))
    system = linear.to_control(["slow.reference"], ["way.slide'"])
    assert system.input_labels == ["slow_reference"]
    steps = toolbox.forced_response(system, np.arange(20) * 2e-3, np.ones(20)).outputs
    run = lw.simulate(
        loop, loop.assemble(), duration=0.038, inputs={"fast.reference": 0.0, "slow.reference": 1.0}, samples=20
    )
    assert steps == pytest.approx(run["way.slide'"], abs=1e-9)
    stacked = linear.to_control(["fast.reference"], ["fast.command"], lifted=True)
    assert stacked.input_labels == ["fast_reference_0", "fast_reference_1"]
    assert stacked.output_labels == ["fast_command_0", "fast_command_1"]
    assert stacked.D[0, 0] == pytest.approx(30.0)
    assert stacked.D[0, 1] == 0.0


def test_a_response_is_frequency_data_for_python_control():
    toolbox = pytest.importorskip("control")
    found = two_rates().frequency_response("slow.reference", "way.slide'", [1.0, 2.0, 5.0])
    data = found.to_control()
    assert isinstance(data, toolbox.FrequencyResponseData)
    assert data(2j * pi * 2.0) == pytest.approx(found.values[1])
    assert found.as_data()["points"][2]["frequency"] == 5.0


# -- friction, encoders, limits ------------------------------------------------------------------------------------


PLACE = {"place.measurement": "way.slide", "push.force": "place.command"}


def poles_of_pd(damping):
    """Position control of the slide by P 400 every 1 ms with a damper."""
    A = np.array([[0.0, 1.0, 0.0], [0.0, -damping / 2.0, 0.5], [0.0, 0.0, 0.0]])
    H = expm(A * 1e-3)
    return by_size(np.linalg.eigvals(H[:2, :2] - np.outer(H[:2, 2], [400.0, 0.0])))


@pytest.mark.parametrize(
    ("part", "kind", "damping"),
    [
        (lw.SmoothFriction("way.slide", 3.0, 0.05), "off", 0.6),
        (lw.SmoothFriction("way.slide", 3.0, 0.05), "sliding", 0.6),
        (lw.SmoothFriction("way.slide", 3.0, 0.05), "sticking", 0.6 + 3.0 / 0.05),
        (lw.CoulombFriction("way.slide", 3.0), "off", 0.6),
        (lw.CoulombFriction("way.slide", 3.0), "sliding", 0.6),
        (lw.Stribeck("way.slide", 3.0, 4.0, 0.01, viscous=1.5), "off", 2.1),
        (lw.LuGre("way.slide", 1e4, 50.0, 1.5, 3.0, 4.0, 0.01), "off", 2.1),
    ],
)
def test_friction_counts_as_it_is_told(part, kind, damping):
    linear = lifted(damped_slide(rubs=part), {"place": control.P(400.0).every(1e-3)}, PLACE, friction=kind)
    poles = by_size([pole for pole in linear.poles if abs(pole) > 1e-9])
    assert poles == pytest.approx(poles_of_pd(damping), abs=1e-12)
    assert linear.friction == kind
    assert "rubs" in linear.notes[0]


def test_friction_that_sticks_holds_what_it_acts_on():
    rubs = lw.CoulombFriction("way.slide", 3.0)
    linear = lifted(damped_slide(rubs=rubs), {"place": control.P(400.0).every(1e-3)}, PLACE, friction="sticking")
    assert linear.states == ("place.command",)
    assert linear.largest_pole == 0.0
    assert linear.notes == ("friction sticking: rubs",)
    answer = linear.frequency_response("place.reference", "place.command", [3.0]).values[0]
    assert answer == pytest.approx(400.0, rel=1e-12)


def test_bristles_that_stick_are_springs():
    rubs = lw.LuGre("way.slide", 1e4, 50.0, 1.5, 3.0, 4.0, 0.01)
    linear = lifted(damped_slide(rubs=rubs), {"place": control.P(400.0).every(1e-3)}, PLACE, friction="sticking")
    # Where they have crept to they stay, with the slide: a neutral direction, which no force excites.
    assert np.min(np.abs(np.linalg.eigvals(linear.matrix) - 1)) < 1e-12
    assert linear.stable
    static = linear.frequency_response("force on way.slide", "way.slide", [1e-3]).values[0]
    assert abs(static) == pytest.approx(1 / 10_400.0, rel=1e-6)


def test_encoders_count_as_one():
    wires = {"encoder.input": "way.slide", "place.measurement": "encoder.output", "push.force": "place.command"}
    blocks = {"encoder": control.Encoder(1000, per=1e-2).every(1e-3), "place": control.P(400.0).every(1e-3)}
    linear = lifted(damped_slide(), blocks, wires)
    poles = by_size([pole for pole in linear.poles if abs(pole) > 1e-9])
    assert poles == pytest.approx(poles_of_pd(0.6), abs=1e-12)
    assert linear.notes == ("encoders count as 1, without their counts: encoder",)
    counts = linear.frequency_response("place.reference", "encoder.counts", [0.01]).values[0]
    assert counts == pytest.approx(1e5, rel=1e-3)


def test_limits_count_only_where_they_are_reached():
    linear = lifted(damped_slide(), {"place": control.P(400.0, low=-5.0, high=5.0).every(1e-3)}, PLACE)
    assert linear.notes == ("limits are not reached: place",)
    dynamics = damped_slide()
    loop = lw.ClosedLoop(dynamics, control.Diagram({"place": control.P(400.0, high=5.0).every(1e-3)}, PLACE))
    state = loop.steady_state(loop.assemble(), {"second.force": -5.0})
    with pytest.raises(ValueError, match=r"place.command = 5 is at its limit high = 5, where it has no slope"):
        lw.analysis.linearize(loop, state)


@pytest.mark.parametrize("shape", ["hold", "ramp", "cubic"])
def test_interpolation_repeats_with_the_block_that_feeds_it(shape):
    """A slow P before a fast one: against the response of a run."""
    blocks = {
        "slow": control.P(1.0).every(4e-3),
        "between": control.Interpolate(4e-3, shape).every(1e-3),
        "place": control.P(400.0).every(1e-3),
    }
    zero = control.Diagram(blocks, {
        "between.input": "slow.command", "place.reference": "between.output", "place.measurement": "way.slide",
        "push.force": "place.command",
    })  # fmt: skip
    dynamics = damped_slide(hold=lw.JointDamper("way.slide", 40.0))
    loop = lw.ClosedLoop(dynamics, zero)
    given = {"slow.measurement": 0.0, "second.force": 0.0}
    linear = lw.analysis.linearize(loop, loop.steady_state(loop.assemble(), {**given, "slow.reference": 0.0}))
    (found,) = linear.frequency_response("slow.reference", "way.slide", [5.0]).values
    sines = lw.analysis.frequency_response(
        loop, input="slow.reference", output="way.slide", frequencies=[5.0], amplitudes=1e-3, settle=2.0,
        inputs={**given, "slow.reference": 0.0}, processes=1,
    ).points[0]  # fmt: skip
    assert abs(found) == pytest.approx(sines.magnitude, rel=1e-5)
    assert np.degrees(np.angle(found)) == pytest.approx(sines.phase_deg, abs=1e-3)


# -- refusals --------------------------------------------------------------------------------------------------------


def test_what_is_no_steady_state_is_refused_in_words():
    dynamics = damped_slide()
    loop = lw.ClosedLoop(dynamics, control.Diagram({"place": control.P(400.0).every(1e-3)}, PLACE))
    with pytest.raises(ValueError, match=r"state is a State; .*closed_loop\.steady_state\(state\)") as error:
        lw.analysis.linearize(loop, loop.assemble(), friction="rough")
    assert "friction = 'rough': expected one of 'off', 'sliding', 'sticking'" in str(error.value)
    steady = loop.steady_state(loop.assemble(), {"second.force": 0.0})
    moved = lw.closed_loop.LoopState(
        steady.state, steady.memory, {**steady.inputs, "place.reference": 0.1}, {"push.force": 0.0}
    )
    with pytest.raises(ValueError, match=r"not steady: place.command goes from 0 to 40 at its next instant"):
        lw.analysis.linearize(loop, moved)
    pushed = lw.closed_loop.LoopState(
        steady.state, steady.memory, {**steady.inputs, "second.force": 1.0}, {"push.force": 0.0}
    )
    with pytest.raises(
        Refused, match=r"slide is not steady at this state: the largest acceleration is block.x'' = 0.5"
    ):
        lw.analysis.linearize(loop, pushed)
    with pytest.raises(ValueError, match="outputs: these belong to a machine alone"):
        lw.analysis.linearize(loop, steady, outputs=["way.slide"])


def test_wrong_names_are_told_all_at_once():
    linear = two_rates()
    with pytest.raises(ValueError, match=r"no input 'slow.referenc'; did you mean slow.reference") as error:
        linear.frequency_response("slow.referenc", "way.slid", [0.0])
    assert "no quantity or output of a block 'way.slid'" in str(error.value)
    assert "frequencies: 0: expected numbers above zero" in str(error.value)
    with pytest.raises(ValueError, match=r"300 Hz: slow.reference is read at 500 Hz"):
        linear.frequency_response("slow.reference", "way.slide", [300.0])
    with pytest.raises(ValueError, match=r"no output of a block 'slow.comand'; did you mean slow.command"):
        linear.margins(at="slow.comand")


def test_an_unstable_loop_says_which_pole_and_where_it_comes_from():
    linear = lifted(damped_slide(), {"fast": control.P(5000.0).every(1e-3)}, {
        "fast.measurement": "way.slide'", "push.force": "fast.command",
    })  # fmt: skip
    a = exp(-0.3e-3)
    pole = a - 5000.0 * (1 - a) / 0.6
    assert not linear.stable
    assert linear.poles[0] == pytest.approx(pole, rel=1e-12)
    words = f"its pole {pole:.6g} over 0.001 s has magnitude {-pole:.6g}, growing by e in .* s, from block 100 %"
    with pytest.raises(Refused, match=words):
        linear.frequency_response("fast.reference", "way.slide'", [1.0])
    margins = linear.margins(at="fast.command")
    assert margins.gain_down == pytest.approx((1 + a) * 0.6 / (1 - a) / 5000.0, rel=1e-10)
    assert "unstable" in margins.in_words()


def test_hyperperiods_that_are_too_long_name_their_periods():
    blocks = {"fast": control.P(1.0).every(1e-4), "slow": control.P(1.0).every(1.00037e-3)}
    with pytest.raises(ValueError, match=r"the periods 0\.0001 s, 0\.00100037 s repeat after .* more than 100000"):
        lw.ClosedLoop(damped_slide(), control.Diagram(blocks, SPEEDS))


def test_python_functions_have_no_derivative():
    block = control.Python(lambda *_: ([0.0], []), inputs=["a"], outputs=["b"]).every(1e-3)
    loop = lw.ClosedLoop(damped_slide(), control.Diagram({"own": block}, {"own.a": "way.slide", "push.force": "own.b"}))
    state = lw.closed_loop.LoopState(loop.assemble(), loop.program.start(), {"second.force": 0.0}, {"push.force": 0.0})
    with pytest.raises(ValueError, match=r"own: a Python function has no derivative; use control.Step"):
        lw.analysis.linearize(loop, state)


def test_rotors_that_turn_together_are_neutral_and_no_instability():
    """Two rotors on an elastic shaft under a speed controller: nothing holds their common angle.

    The oracle has the twist only: x = (twist, w_1, w_2, i), held voltage v = -kp w_1 + I, I = I - ki T w_1 at instants.
    """
    J1, J2, k, c, ratio, L, R, Kt = 2e-5, 5e-5, 5.0, 1e-3, 2.0, 1e-3, 1.0, 0.03
    kp, ki, T = 0.02, 1.5, 1e-3
    machine = lw.Mechanism(
        "drive",
        {"motor": lw.DCMotor(J=J1, L=L, R=R, Kt=Kt, Ke=Kt), "load": lw.Rotor(J=J2)},
        {"shaft": lw.Shaft("motor.angle", "load.angle", ratio, stiffness=k, damping=c)},
    )
    wires = {"speed.measurement": "motor.omega", "motor.v": "speed.command"}
    diagram = control.Diagram({"speed": control.PI(kp, ki).every(T)}, wires)
    loop = lw.ClosedLoop(lw.compile(lw.formalisms.kane(machine)), diagram)
    linear = lw.analysis.linearize(loop, loop.steady_state(loop.assemble()))
    A = np.array(
        [
            [0.0, 1.0, -ratio, 0.0],
            [-k / J1, -c / J1, c * ratio / J1, Kt / J1],
            [ratio * k / J2, ratio * c / J2, -(ratio**2) * c / J2, 0.0],
            [0.0, -Kt / L, 0.0, -R / L],
        ]
    )
    whole = expm(T * np.block([[A, np.array([[0.0], [0.0], [0.0], [1 / L]])], [np.zeros((1, 5))]]))
    speed = np.array([0.0, 1.0, 0.0, 0.0])
    rows = np.vstack([np.eye(4, 5), np.append(-(kp + ki * T) * speed, 1.0)])  # x, and the voltage from (x, I)
    exact = np.linalg.eigvals(np.vstack([whole[:4] @ rows, np.append(-ki * T * speed, 1.0)]))
    found = linear.poles[np.abs(linear.poles) > 1e-9]
    assert np.sort_complex(np.round(found, 10)) == pytest.approx(np.sort_complex(np.round(exact, 10)), abs=1e-9)
    assert linear.stable
    assert linear.margins(at="speed.command").stable


def stiff_axis(stiffness):
    """A motor with a gear of 1 : 50 and a shaft that holds an arm under gravity, its angle controlled."""
    machine = lw.Mechanism(
        "axis",
        {
            "motor": lw.DCMotor(J=2e-5, L=1e-3, R=1.0, Kt=0.05, Ke=0.05),
            "arm": lw.Body(mass=1.0, inertia=0.02, centre=(0.2, 0.0)),
        },
        {
            "pin": lw.Revolute("ground", "arm"),
            "shaft": lw.Shaft("motor.angle", "pin.angle", 50.0, stiffness=stiffness, damping=1e-3),
        },
        gravity=(0, -9.81),
    )
    wires = {"place.measurement": "pin.angle", "motor.v": "place.command"}
    return lw.ClosedLoop(
        lw.compile(machine), control.Diagram({"place": control.PID(20.0, 5.0, 0.5).every(1e-3)}, wires)
    )


@pytest.mark.parametrize("stiffness", [2.0, 500.0, 1e5, 1e7])
def test_a_steady_state_behind_a_stiff_shaft_is_steady(stiffness):
    """What its last digits make of the light rotor is no motion; in closed form v = R i, 50 Kt i = m g c cos(a)."""
    loop = stiff_axis(stiffness)
    held = loop.steady_state(loop.assemble({"pin.angle": 0.3}))
    torque = 9.81 * 0.2 * np.cos(0.3) / 50
    assert held.commands["motor.v"] == pytest.approx(torque / 0.05, rel=1e-9)
    assert held["motor.angle"] == pytest.approx(50 * 0.3 + torque / stiffness, rel=1e-12)
    assert lw.analysis.linearize(loop, held).stable
    alone = lw.analysis.equilibrium(loop.dynamics, {"pin.angle": 0.3})
    assert alone.inputs["motor.v"] == pytest.approx(torque / 0.05, rel=1e-9)
    states = ["motor.angle", "pin.angle", "motor.angle'", "pin.angle'", "motor.i"]
    linear = lw.analysis.linearize(loop.dynamics, alone.state, alone.inputs, states=states)
    assert linear.entry("motor.angle'", "pin.angle") == pytest.approx(50 * stiffness / 2e-5, rel=1e-9)


def test_tolerance_says_what_counts_as_steady_for_loops_too():
    loop = stiff_axis(500.0)
    held = loop.steady_state(loop.assemble({"pin.angle": 0.3}))
    weaker = dataclasses.replace(held, commands={"motor.v": 0.99 * held.commands["motor.v"]})
    with pytest.raises(lw.dynamics.Refused, match=r"not steady at this state: the largest acceleration is motor.i'"):
        lw.analysis.linearize(loop, weaker)
    near = lw.analysis.linearize(loop, weaker, tolerance=1.0)
    assert near.poles == pytest.approx(lw.analysis.linearize(loop, held).poles, rel=1e-9)
    with pytest.raises(lw.dynamics.Refused, match="not steady"):
        lw.analysis.linearize(loop, held, tolerance=1e-30)
    with pytest.raises(ValueError, match="tolerance = 0: expected a positive number"):
        lw.analysis.linearize(loop, held, tolerance=0)
    with pytest.raises(ValueError, match="ignorable: these belong to a machine alone"):
        lw.analysis.linearize(loop, held, ignorable=False)
