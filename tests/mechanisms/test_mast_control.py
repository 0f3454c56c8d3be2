"""The cascade of the motion table: its options, and what it refuses."""

import numpy as np
import pytest

import linkwright as lw
from linkwright.mechanisms import mast_control
from linkwright.mechanisms.mast_control import FEED_FORWARD
from oracles import mast_drive, mast_table


@pytest.fixture(scope="module")
def dynamics():
    return lw.compile(lw.formalisms.kane(lw.mechanisms.mast_3prs()))


def test_numbers_and_units_are_those_of_the_paper(dynamics):
    loop = lw.ClosedLoop(dynamics, mast_control(dynamics))
    assert loop.inputs == ("pose.z", "pose.psi", "pose.theta")
    assert set(loop.commands) == {"drive1.v", "drive2.v", "drive3.v"}
    shown = {entry.name: (entry.unit, entry.value) for entry in loop.describe().entries if entry.kind == "gains"}
    for k in (1, 2, 3):
        assert shown[f"axis{k}.position.k"] == ("1/s", 20.07)
        assert shown[f"axis{k}.speed.kp"] == ("A s/rad", 0.069)
        assert shown[f"axis{k}.speed.ki"] == ("A/rad", 2.93)
        assert shown[f"axis{k}.current.kp"] == ("V/A", 1.17)
        assert shown[f"axis{k}.current.ki"] == ("V/A/s", 2.46e3)


def test_options_are_those_of_the_blocks_of_all_axes(dynamics):
    options = {"speed.kp": 0.05, "speed.period": 5e-4, "speed.phase": 3e-4, "position.delay": 1e-3, "current.ki": 2e3}
    blocks = mast_control(dynamics, options).flat.blocks
    for k in (1, 2, 3):
        speed, position = blocks[f"axis{k}.speed"], blocks[f"axis{k}.position"]
        assert (speed.block.kp, speed.block.ki) == (0.05, 2.93)
        assert (float(speed.clock.period), float(speed.clock.phase)) == (5e-4, 3e-4)
        assert (float(position.clock.period), float(position.clock.delay)) == (5e-3, 1e-3)
        assert blocks[f"axis{k}.current"].block.ki == 2e3
    assert float(mast_control(dynamics, {"position.period": 0.01}).flat.blocks["pose"].clock.period) == 0.01


def response_of_drives_alone(frequencies, options):
    """Percent and degrees of z, small motions of the drives without table and friction."""
    drives = lw.compile(lw.formalisms.boltzmann_hamel(lw.mechanisms.mast_3prs(drives_alone=True, friction="none")))
    loop = lw.ClosedLoop(drives, mast_control(drives, options))
    found = lw.analysis.linearize(loop, loop.steady_state(loop.assemble())).frequency_response(
        "pose.z", "z", frequencies
    )
    return list(zip(100 * found.magnitude, found.phase_deg, strict=True))


@pytest.mark.parametrize(
    ("options", "gains", "known"),
    [
        ({}, (0.0, 0.0), [(62.55, -60.36), (42.49, -95.78)]),
        (FEED_FORWARD, (4.8e-3, 4.7e-4), [(56.04, -57.65), (34.27, -77.05)]),
    ],
)
def test_feed_forward_inside_the_speed_controller_answers_as_one_drive_alone(options, gains, known):
    found = response_of_drives_alone([5.0, 10.0], options)
    for frequency, pair, own in zip((5.0, 10.0), found, known, strict=True):
        expected = mast_drive.response(mast_table.IDENTIFIED, frequency, gains)
        assert expected == pytest.approx(own, abs=0.006)
        assert pair == pytest.approx(expected, abs=0.002)


def test_feed_forward_is_added_to_the_current(dynamics):
    """Of each speed command, and of its change at the one instant in five at which there is a new one; both delayed."""
    options = {**FEED_FORWARD, "speed.delay": 3e-4}
    loop = lw.ClosedLoop(dynamics, mast_control(dynamics, options))
    home = loop.assemble()
    inputs = {"pose.z": home["z"] + 0.05 * lw.t, "pose.psi": 0.0, "pose.theta": 0.0}
    run = lw.simulate(
        loop, home, duration=0.05, inputs=inputs, integrator=lw.integrators.RungeKutta4(step=100e-6), samples=3
    )
    ahead, total = run.signal("axis1.ahead.command"), run.signal("axis1.sum.output")
    speed = run.signal("axis1.position.command").values.repeat(5)
    changes = np.diff(speed, prepend=speed[0]) / 1e-3
    assert ahead.values == pytest.approx(4.8e-3 * speed + 4.7e-4 * changes)
    assert ahead.unit == total.unit == "A"
    assert total.values == pytest.approx(run.signal("axis1.speed.command").values + ahead.values)
    assert [float(signal.delay) for signal in (ahead, total)] == [0.0, 3e-4]
    shown = {entry.name: (entry.unit, entry.value) for entry in loop.describe().entries if entry.kind == "gains"}
    assert shown["axis2.ahead.k"] == ("A s/rad", 4.8e-3)
    assert shown["axis2.ahead.kv"] == ("A s^2/rad", 4.7e-4)


def test_wrong_options_are_refused_all_at_once(dynamics):
    with pytest.raises(ValueError, match="4 faults") as caught:
        mast_control(
            dynamics, {"speed.kq": 1.0, "speed.affw": float("inf"), "current.ki": float("nan"), "position.k": "x"}
        )
    assert "no option 'speed.kq'; did you mean speed.kp" in str(caught.value)
    options = {"speed.period": 0.0, "position.phase": 0.01, "load.period": 1e-3, "current.period": float("nan")}
    with pytest.raises(ValueError, match="4 faults") as caught:
        mast_control(dynamics, options)
    assert "no option 'load.period'" in str(caught.value)
    assert "current.period is nan, expected one finite number" in str(caught.value)
    assert "speed.period = 0: expected more than 0 s" in str(caught.value)
    assert "position.phase = 0.01: expected from 0 s to less than the period" in str(caught.value)
    with pytest.raises(ValueError, match="three_prs has no inputs drive1"):
        mast_control(lw.compile(lw.formalisms.kane(lw.mechanisms.three_prs())))
    with pytest.raises(ValueError, match="dynamics is a Mechanism"):
        mast_control(lw.mechanisms.mast_3prs())
