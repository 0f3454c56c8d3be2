"""Runs that go on from another one: two halves are the whole, and a sample knows no machine."""

import gc
import weakref

import numpy as np
import pytest

import linkwright as lw
from linkwright import control, formalisms

INPUTS = {"tau1": lw.laws.Sine(0.5, 1.0), "tau2": 0.1}


def pendulum():
    return lw.compile(formalisms.kane(lw.mechanisms.double_pendulum()))


@pytest.fixture(scope="module")
def dynamics():
    return pendulum()


def test_two_halves_are_the_whole(dynamics, tmp_path):
    """Laws of time go on too: the second run begins at the time of the sample."""
    start = dynamics.assemble({"theta1": 0.3})
    whole = lw.simulate(dynamics, start, duration=1.0, inputs=INPUTS, samples=11, accuracy="reference")
    half = lw.simulate(dynamics, start, duration=0.5, inputs=INPUTS, samples=6, accuracy="reference")
    half.save(tmp_path / "half.csv")
    for first in (half, lw.Trajectory.load(tmp_path / "half.csv")):
        rest = lw.simulate(dynamics, first.state(-1), duration=0.5, inputs=INPUTS, samples=6, accuracy="reference")
        assert np.allclose(rest.time, whole.time[5:], rtol=0, atol=1e-15)
        # 1e-11 a step, some tens of steps
        assert np.allclose(rest["theta1"], whole["theta1"][5:], rtol=0, atol=1e-9)
        assert np.allclose(rest["theta2'"], whole["theta2'"][5:], rtol=0, atol=1e-9)


def test_a_sample_in_the_middle_is_the_state_there(dynamics):
    first = lw.simulate(dynamics, dynamics.assemble({"theta1": 0.3}), duration=0.5, inputs=INPUTS, samples=6)
    sample = first.state(2)
    state = dynamics.state_at(first, sample.time)
    assert sample.time == first.time[2]
    rest = lw.simulate(dynamics, sample, duration=0.1, inputs=INPUTS, samples=2)
    again = lw.simulate(dynamics, state, duration=0.1, inputs=INPUTS, samples=2)
    assert np.array_equal(rest["theta1"], again["theta1"])
    assert rest["theta1"][0] == first["theta1"][2]


def test_a_trajectory_and_its_samples_keep_no_machine_alive():
    machine = pendulum()
    trajectory = lw.simulate(machine, machine.assemble(), duration=0.1, inputs=INPUTS, samples=2)
    sample = trajectory.state(-1)
    gone = weakref.ref(machine)
    del machine
    gc.collect()
    assert gone() is None
    other = pendulum()
    assert lw.simulate(other, sample, duration=0.1, inputs=INPUTS, samples=2).outcome.finished


def test_what_cannot_go_on(dynamics):
    trajectory = lw.simulate(dynamics, dynamics.assemble(), duration=0.1, inputs=INPUTS, samples=3)
    for index in (3, -4):
        with pytest.raises(IndexError, match="expected the number of a sample, 0 to 2"):
            trajectory.state(index)
    for index in (0.5, True):
        with pytest.raises(TypeError, match=r"index is .*, expected a whole number"):
            trajectory.state(index)
    other = lw.compile(formalisms.modular(lw.mechanisms.four_bar()))
    with pytest.raises(ValueError, match="the trajectory is not of this machine, 'four_bar'"):
        lw.simulate(other, trajectory.state(-1), duration=0.1, inputs={"tau": 0.0})
    blocks = {"axis": control.P(1.0).every(0.01)}
    loop = lw.ClosedLoop(dynamics, control.Diagram(blocks, {"axis.measurement": "theta1", "tau1": "axis.command"}))
    with pytest.raises(ValueError, match="a trajectory has no states of blocks"):
        lw.simulate(loop, trajectory.state(-1), duration=0.1, inputs={"axis.reference": 0.0, "tau2": 0.0})
