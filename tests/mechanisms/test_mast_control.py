"""The cascade of the motion table: its options, and what it refuses."""

import pytest

import linkwright as lw
from linkwright.mechanisms import mast_control
from linkwright.mechanisms.mast_control import FEED_FORWARD


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


def test_feed_forward_is_added_to_the_current(dynamics):
    """While the pulleys' references move at constant speed it is kv times that speed."""
    loop = lw.ClosedLoop(dynamics, mast_control(dynamics, feed_forward=FEED_FORWARD))
    home = loop.assemble()
    inputs = {"pose.z": home["z"] + 0.05 * lw.t, "pose.psi": 0.0, "pose.theta": 0.0}
    run = lw.simulate(
        loop, home, duration=0.05, inputs=inputs, integrator=lw.integrators.RungeKutta4(step=100e-6), samples=3
    )
    ahead, total = run.signal("axis1.ahead.command"), run.signal("axis1.sum.output")
    n = 0.070 / (2 * 3.141592653589793 * 15)
    assert ahead.values[3:] == pytest.approx([4.8e-3 * 0.05 / n] * 7, rel=1e-6)
    assert ahead.unit == total.unit == "A"
    assert total.values == pytest.approx(run.signal("axis1.speed.command").values + ahead.values.repeat(5))


def test_wrong_options_are_refused_all_at_once(dynamics):
    with pytest.raises(ValueError, match="3 faults") as caught:
        mast_control(dynamics, {"speed.kq": 1.0, "current.ki": float("nan"), "position.k": "x"})
    assert "no option 'speed.kq'; did you mean speed.kp" in str(caught.value)
    options = {"speed.period": 0.0, "position.phase": 0.01, "load.period": 1e-3, "current.period": float("nan")}
    with pytest.raises(ValueError, match="4 faults") as caught:
        mast_control(dynamics, options)
    assert "no option 'load.period'" in str(caught.value)
    assert "current.period is nan, expected one finite number" in str(caught.value)
    assert "speed.period = 0: expected more than 0 s" in str(caught.value)
    assert "position.phase = 0.01: expected from 0 s to less than the period" in str(caught.value)
    with pytest.raises(ValueError, match="expected gains of velocity and acceleration"):
        mast_control(dynamics, feed_forward=(1.0,))
    with pytest.raises(ValueError, match="three_prs has no inputs drive1"):
        mast_control(lw.compile(lw.formalisms.kane(lw.mechanisms.three_prs())))
    with pytest.raises(ValueError, match="dynamics is a Mechanism"):
        mast_control(lw.mechanisms.mast_3prs())
