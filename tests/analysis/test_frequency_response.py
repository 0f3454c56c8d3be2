"""Frequency response by sines: against the closed form of a sampled loop, and the oracle of the motion table."""

from math import pi

import numpy as np
import pytest
from scipy.signal import cont2discrete
from tests.closed_loop.machines import slide

import linkwright as lw
from linkwright import analysis, control
from linkwright.analysis import FrequencyResponse, ResponsePoint
from oracles import mast_table

MASS, DAMPING, GAIN, PERIOD = 2.0, 8.0, 150.0, 0.01
RK4 = lw.integrators.RungeKutta4(step=50e-6)
POSE = ("z", "psi", "theta")


@pytest.fixture(scope="module")
def loop():
    """A mass on a slide with a damper, under a P controller at 100 Hz."""
    dynamics = slide(more=lw.JointDamper("way.slide", DAMPING - 0.6))
    diagram = control.Diagram(
        {"position": control.P(GAIN).every(PERIOD)},
        {"position.measurement": "way.slide", "push.force": "position.command"},
    )
    return lw.ClosedLoop(dynamics, diagram)


def closed_form(f, k=GAIN):
    """G = P(jw) (1 - e^(-jwT)) / (jwT) k / (1 + k P_d(e^(jwT))): the line at the frequency of a sampled sine."""
    s = 2j * pi * f
    z = np.exp(s * PERIOD)
    A, B, C, D, _ = cont2discrete(
        (np.array([[0, 1], [0, -DAMPING / MASS]]), np.array([[0], [1 / MASS]]), np.array([[1.0, 0]]), np.zeros((1, 1))),
        PERIOD,
    )
    discrete = (C @ np.linalg.solve(z * np.eye(2) - A, B) + D)[0, 0]
    return (1 - 1 / z) / (s * PERIOD) / (MASS * s * s + DAMPING * s) * k / (1 + k * discrete)


def test_a_sampled_loop_has_its_closed_form(loop):
    options = {"input": "position.reference", "output": "way.slide", "frequencies": [0.7, 3.0, 4.3, 20.0]}
    options |= {"amplitudes": 0.01, "settle": 8.0, "state": loop.assemble({"way.slide": 0.2})}
    rest = {"second.force": 0.0, "position.reference": 0.2}
    found = analysis.frequency_response(loop, **options, inputs=rest, waveforms=["position.command"], processes=1)
    for point in found.points:
        gain = point.magnitude * np.exp(1j * np.radians(point.phase_deg))
        assert gain == pytest.approx(closed_form(point.frequency), abs=2e-5)
        assert point.settled
        assert point.harmonics[:2] == pytest.approx([0.0, 0.0], abs=1e-5)
        # The force that drives it: |force| = |x| |m s^2 + b s|, held over a period, so a little more at its peak.
        s = 2j * pi * point.frequency
        force = 0.01 * abs(closed_form(point.frequency) * (MASS * s * s + DAMPING * s))
        assert point.waveforms["position.command"].peak == pytest.approx(force, rel=0.15)
    # At 20 Hz the samples at 100 Hz have a line at 80 Hz too, the fourth harmonic.
    lines = [abs((1 - np.exp(-s * PERIOD)) / s / (MASS * s * s + DAMPING * s)) for s in (40j * pi, 160j * pi)]
    assert found.points[-1].harmonics[2] == pytest.approx(lines[1] / lines[0], rel=1e-4)
    assert found.unit == "m"
    softer = {**options, "frequencies": [3.0], "parameters": {"position.k": 90.0}}
    stiff = analysis.frequency_response(loop, **softer, inputs=rest, periods=4)
    point = stiff.points[0]
    assert point.magnitude * np.exp(1j * np.radians(point.phase_deg)) == pytest.approx(closed_form(3.0, 90.0), abs=2e-5)


def test_what_has_not_settled_is_said_and_waited_for(loop):
    options = {"input": "position.reference", "output": "way.slide", "frequencies": [3.0], "amplitudes": 0.01}
    rest = {"second.force": 0.0, "position.reference": 0.0}
    early = analysis.frequency_response(loop, **options, settle=0.0, periods=2, inputs=rest)
    assert not early.points[0].settled
    assert "not settled" in early.in_words()
    late = analysis.frequency_response(loop, **options, settle="auto", periods=2, inputs=rest)
    assert late.points[0].settled


def test_an_unstable_loop_is_told(loop):
    """With k T^2 / m far above 4 the sampled mass swings up."""
    found = analysis.frequency_response(
        loop, input="position.reference", output="way.slide", frequencies=[3.0], amplitudes=0.01, settle=30.0,
        inputs={"second.force": 0.0, "position.reference": 0.0}, parameters={"position.k": 3e5},
    )  # fmt: skip
    (point,) = found.points
    assert (point.outcome, found.finished, found.bandwidth) == ("diverged", False, None)
    assert "diverged" in found.in_words()


def test_limits_that_cannot_be_checked_are_refused(loop):
    options = {"input": "position.reference", "output": "way.slide", "frequencies": [3.0], "amplitudes": 0.01}
    rest = {"second.force": 0.0, "position.reference": 0.0}
    wrong = {"way.slide": (1.0, -1.0), "way.slid": (0.0, 1.0), "block.x": 3.0}
    with pytest.raises(ValueError, match="3 faults") as caught:
        analysis.frequency_response(loop, **options, inputs=rest, limits=wrong)
    assert "limits: way.slide = (1.0, -1.0): expected two numbers (low, high), low below high" in str(caught.value)
    assert "limits: no quantity 'way.slid'" in str(caught.value)
    with pytest.raises(
        ValueError, match=r"limits: position\.reference is not a position that a Kinematics block follows"
    ):
        analysis.frequency_response(loop, **options, inputs=rest, limits={"way.slide": (-1.0, 1.0)})


def test_the_bandwidth_lies_where_the_magnitude_falls():
    """On a line of slope -1 in logarithms, 2 / f: half as large at twice the frequency."""
    points = tuple(ResponsePoint(f, 1.0, 2.0 / f, 0.0, change=0.0) for f in (1.0, 1.2, 3.0))
    found = FrequencyResponse("machine", "r", "y", "m", points)
    assert found.bandwidth == pytest.approx(np.sqrt(2.0))
    assert FrequencyResponse("machine", "r", "y", "m", points[:2]).bandwidth is None


def test_wrong_requests_are_refused_all_at_once(loop):
    with pytest.raises(ValueError, match="9 faults") as caught:
        analysis.frequency_response(
            loop, input="position.refrence", output="way.slde", frequencies=[1.0, -2.0], amplitudes=[0.0, 1.0, 2.0],
            settle="never", periods=1,
        )  # fmt: skip
    words = str(caught.value)
    assert "no input 'position.refrence'; did you mean position.reference" in words
    assert "got 3 for 2 frequencies" in words
    with pytest.raises(ValueError, match=r"input position\.reference is not given; give its value in inputs="):
        analysis.frequency_response(
            loop, input="position.reference", output="way.slide", frequencies=[1.0], amplitudes=1.0,
            inputs={"second.force": 0.0},
        )  # fmt: skip
    with pytest.raises(ValueError, match="read at 100 Hz, so that sines of 50 Hz and more look like slower ones"):
        analysis.frequency_response(
            loop, input="position.reference", output="way.slide", frequencies=[1.0, 60.0], amplitudes=1.0,
            inputs={"second.force": 0.0, "position.reference": 0.0},
        )  # fmt: skip
    with pytest.raises(ValueError, match=r"1e-06 Hz: a run of .* s with readings every .* s has more than 20000000"):
        analysis.frequency_response(
            loop, input="position.reference", output="way.slide", frequencies=[1e-6, 1.0], amplitudes=1.0,
            inputs={"second.force": 0.0, "position.reference": 0.0},
        )  # fmt: skip


@pytest.fixture(scope="module")
def table():
    dynamics = lw.compile(lw.formalisms.boltzmann_hamel(lw.mechanisms.mast_3prs()))
    return lw.ClosedLoop(dynamics, lw.mechanisms.mast_control(dynamics))


def test_one_frequency_of_the_motion_table(table):
    """Two periods at 20 Hz after 50 ms: not settled, but the same as by the oracle."""
    found = analysis.frequency_response(
        table, input="pose.z", output="z", frequencies=[20.0], amplitudes=0.003, settle=0.05, periods=2,
        waveforms=["drive1.i"], integrator=RK4,
    ).points[0]  # fmt: skip
    expected = mast_table.response(mast_table.IDENTIFIED, 20.0, 0.003, settle=1000, periods=2)
    assert 100 * found.magnitude == pytest.approx(expected.magnitude, abs=0.02)
    assert found.phase_deg == pytest.approx(expected.phase, abs=0.05)
    assert found.waveforms["drive1.i"].peak == pytest.approx(expected.current, abs=0.1)


def test_amplitudes_beyond_the_stroke_are_refused_with_the_largest(table):
    """psi is limited by H - r cos(psi) <= L: |psi| <= acos((H - L) / r) = acos(0.4)."""
    options = {"output": "psi", "frequencies": [5.0, 10.0], "amplitudes": [0.1, 1.3]}
    with pytest.raises(ValueError, match=r"amplitudes: 1\.3: beyond the reach of psi about 0; the largest") as caught:
        analysis.frequency_response(table, input="pose.psi", **options)
    assert float(str(caught.value).rpartition(" ")[2]) == pytest.approx(np.arccos(0.4), abs=2e-3)
    with pytest.raises(ValueError, match=r"beyond the reach of z about 0\.255.* within rho1; the largest .* is 0\.1$"):
        analysis.frequency_response(
            table, input="pose.z", output="z", frequencies=[5.0], amplitudes=0.2, limits={"rho1": (-0.1, 0.15)}
        )


def test_frequencies_run_in_several_processes(loop):
    """The same numbers, to the bit, as one after another; progress ends at 1."""
    options = {"input": "position.reference", "output": "way.slide", "frequencies": [8.0, 3.0], "amplitudes": 0.01}
    options |= {"settle": 0.5, "periods": 2, "inputs": {"second.force": 0.0, "position.reference": 0.0}}
    shares = []
    several = analysis.frequency_response(loop, **options, processes=2, progress=shares.append)
    assert several.points == analysis.frequency_response(loop, **options, processes=1).points
    assert shares[-1] == pytest.approx(1.0)


def test_a_bode_plot_has_both_curves():
    points = tuple(ResponsePoint(f, 1.0, 2.0 / f, phase, change=0.0) for f, phase in ((1.0, -170.0), (4.0, 175.0)))
    found = FrequencyResponse("machine", "r", "y", "m", points)
    picture = lw.drawing.bode_plot({"first <loop>": found, "second": found}, title="two")
    assert picture.startswith("<svg")
    assert "first &lt;loop&gt;" in picture
    assert picture.count("<circle") == 8
    assert "−185" in picture or "−184" in picture or "−190" in picture  # the phase goes on beyond half a turn
    with pytest.raises(ValueError, match="nothing to draw"):
        lw.drawing.bode_plot(FrequencyResponse("machine", "r", "y", "m", (ResponsePoint(1.0, 1.0, outcome="failed"),)))


# -- the table of the motion table -------------------------------------------------------------------------------------

AMPLITUDES = {0.4: 0.075, 1.0: 0.040, 5.0: 0.015, 10.0: 0.010}
TABLE = {
    "identified": (
        {},
        "z",
        {0.4: (99.412, -7.152), 1.0: (96.362, -17.500), 5.0: (62.734, -64.043), 10.0: (38.442, -101.603)},
    ),
    "manufacturer": (
        {"parameters": "manufacturer"},
        "z",
        {0.4: (99.324, -7.135), 1.0: (96.038, -17.330), 5.0: (67.108, -61.563), 10.0: (47.258, -110.412)},
    ),
    "drives alone": ({"drives_alone": True}, "z", {5.0: (62.400, -64.027), 10.0: (38.056, -100.785)}),
    "psi": ({}, "psi", {5.0: (62.571, -64.038), 10.0: (38.271, -101.231)}),
    "sticking": (
        {"friction": "sticks"},
        "z",
        {0.4: (99.412, -7.152), 5.0: (62.751, -64.044), 10.0: (38.446, -101.609)},
    ),
}
"""Options, reference, and magnitude (percent) and phase (degrees) by two programs that share no mechanics."""


def run_table(dynamics, frequencies, reference="z"):
    closed_loop = lw.ClosedLoop(dynamics, lw.mechanisms.mast_control(dynamics))
    arm = 0.35 if reference == "psi" else 1.0
    return analysis.frequency_response(
        closed_loop,
        input=f"pose.{reference}",
        output=reference,
        frequencies=list(frequencies),
        amplitudes=[AMPLITUDES[f] / arm for f in frequencies],
        waveforms=["drive1.i"],
        integrator=RK4,
    )


@pytest.mark.long
@pytest.mark.parametrize("row", TABLE)
def test_rows_of_the_motion_table(row):
    options, reference, expected = TABLE[row]
    dynamics = lw.compile(lw.formalisms.boltzmann_hamel(lw.mechanisms.mast_3prs(**options)))
    found = run_table(dynamics, expected, reference)
    for point in found.points:
        assert (100 * point.magnitude, point.phase_deg) == pytest.approx(expected[point.frequency], abs=0.02)
        assert point.settled
    current = {point.frequency: point.waveforms["drive1.i"] for point in found.points}
    known = {"identified": (0.0709, 0.333, 15.77), "manufacturer": (0.0190, 0.292, 23.72)}
    if row in known:
        median, third, peak = known[row]
        assert 0.0302 * current[0.4].median == pytest.approx(median, rel=0.01)
        assert current[0.4].harmonics[1] == pytest.approx(third, rel=0.01)
        assert current[10.0].peak == pytest.approx(peak, abs=0.1)


@pytest.mark.long
def test_formalisms_and_joins_agree():
    """5 and 10 Hz by each formalism, and by two joins, to 1e-4 points."""
    machine = lw.mechanisms.mast_3prs()
    ways = [(name, None) for name in lw.formalisms.__all__] + [("kane", lw.joins.Multipliers())]
    answers = {}
    for name, join in ways:
        dynamics = lw.compile(getattr(lw.formalisms, name)(machine), join=join)
        found = run_table(dynamics, [5.0, 10.0])
        answers[name, str(join)] = [(100 * p.magnitude, p.phase_deg) for p in found.points]
    first = next(iter(answers.values()))
    for way, answer in answers.items():
        assert np.array(answer) == pytest.approx(np.array(first), abs=1e-4), way
