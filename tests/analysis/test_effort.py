"""What a motion costs by effect, against the closed form of the serial manipulator and of a pendulum."""

from functools import cache

import numpy as np
import pytest

import linkwright as lw
from linkwright import analysis
from linkwright.dynamics import Refused
from linkwright.report.sections import effort_section as section
from oracles import serial_manipulator as oracle

ANGLES = ("gamma1", "alpha2", "alpha3")
AMPLITUDES = np.array([np.pi / 2, np.pi / 3, -np.pi / 4])
ARM = oracle.TABLE_2


@cache
def arm_by(formalism):
    """The manipulator's dynamics, compiled once."""
    return lw.compile(getattr(lw.formalisms, formalism)(lw.mechanisms.serial_manipulator()))


def prescribed(dynamics, duration, samples=11):
    laws = {name: lw.laws.Cycloid(0.0, float(end), duration) for name, end in zip(ANGLES, AMPLITUDES, strict=True)}
    return dynamics.inverse(lw.Motion(laws, samples=samples))


@pytest.mark.parametrize("formalism", ["kane", "maggi", "newton_euler"])
@pytest.mark.parametrize("duration", [5.0, 2.0])
def test_shares_of_the_manipulators_torques_are_the_closed_form_in_every_formalism(formalism, duration):
    dynamics = arm_by(formalism)
    run = prescribed(dynamics, duration)
    found = analysis.effort(dynamics, run)
    assert found.inputs == ("T1", "T2", "T3")
    for k, x in enumerate(run.time / duration):
        position, speed, acceleration = oracle.cycloid(x)
        q, u = AMPLITUDES * position, AMPLITUDES * speed / duration
        inertia = oracle.mass_matrix(ARM, q) @ (AMPLITUDES * acceleration / duration**2)
        gravity = oracle.bias(ARM, q, np.zeros(3))
        velocity = oracle.bias(ARM, q, u) - gravity
        for effect, wanted in (("inertia", inertia), ("velocity", velocity), ("gravity", gravity)):
            np.testing.assert_allclose(found.shares[effect][k], wanted, rtol=0, atol=1e-10)
    assert not np.any(found.shares["other"])


def test_a_motion_2_5_times_faster_costs_6_25_times_the_inertia_and_the_same_gravity():
    dynamics = arm_by("kane")
    slow, fast = (analysis.effort(dynamics, prescribed(dynamics, duration)) for duration in (5.0, 2.0))
    for effect, factor in (("inertia", 6.25), ("velocity", 6.25), ("gravity", 1.0)):
        np.testing.assert_allclose(fast.shares[effect], factor * slow.shares[effect], rtol=0, atol=1e-10)
    # the nearer to the base the more of a torque is inertia, as the paper says
    whole = np.sqrt(np.mean(fast.total**2, axis=0))
    part = fast.rms("inertia") / whole
    assert part[0] > part[1]


def test_a_simulated_run_is_split_too():
    dynamics = arm_by("maggi")
    torques = {"T1": lw.laws.Sine(2.0, 0.5), "T2": 80.0, "T3": 24.0}
    run = lw.simulate(dynamics, dynamics.assemble(), duration=0.5, inputs=torques, rtol=1e-9, samples=5)
    found = analysis.effort(dynamics, run)
    np.testing.assert_allclose(sum(found.shares.values()), found.total, rtol=0, atol=1e-10)
    for k in range(len(run.time)):
        q = np.array([run[name][k] for name in ANGLES])
        np.testing.assert_allclose(found.shares["gravity"][k], oracle.bias(ARM, q, np.zeros(3)), rtol=0, atol=1e-10)
    wider = found.added_to(run)
    np.testing.assert_array_equal(wider["T2.gravity"], found.shares["gravity"][:, 1])
    assert wider.unit("T2.inertia") == "N m"
    assert "T1.gravity" not in wider


def test_a_known_load_counts_as_another():
    """Slider-crank at rest: the torque that a force on the slider asks for is -force dx/dphi, by virtual work."""
    dynamics = lw.compile(lw.formalisms.kane(lw.mechanisms.slider_crank()))
    run = dynamics.inverse(lw.Motion({"phi": 0.7}, 1.0, samples=2), inputs={"force": -50.0})
    found = analysis.effort(dynamics, run, ["tau"])
    state = dynamics.assemble({"phi": 0.7}, {"phi": 1.0})
    assert found.shares["other"][0, 0] == pytest.approx(50.0 * state.speeds["x"], rel=1e-10)
    assert found.total[0, 0] == pytest.approx(run["tau"][0])


def test_what_cannot_be_split_is_refused_in_words():
    motors = lw.compile(lw.formalisms.modular(lw.mechanisms.three_rrr()))
    laws = {"platform.x": lw.laws.Cycloid(0.0, 0.01, 1.0), "platform.y": 0.0, "platform.theta": 0.0}
    run = motors.inverse(lw.Motion(laws, samples=3))
    with pytest.raises(Refused, match=r"3 inputs and 6 degrees of freedom.*leave out the motors"):
        analysis.effort(motors, run)
    arm = arm_by("kane")
    with pytest.raises(ValueError, match=r"no channel gamma1.*expected one of serial_manipulator"):
        analysis.effort(arm, run)
    with pytest.raises(ValueError, match=r"no input 'T'; did you mean T"):
        analysis.effort(arm, prescribed(arm, 2.0, 3), ["T"])


def test_the_section_of_a_report_has_a_figure_and_a_row_for_each_axis():
    dynamics = arm_by("kane")
    made = section(analysis.effort(dynamics, prescribed(dynamics, 2.0)))
    assert made.html.count("<svg") == 3
    assert made.html.count('<th scope="row">') == 3
    for word in ("T2 gravity", "T1 inertia", "Root mean squares"):
        assert word in made.html
    assert "T1 gravity" not in made.html  # the first axis is vertical
