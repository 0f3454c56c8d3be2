"""Inverse dynamics along motions with dry friction and end stops, against F = m a + friction on one slide."""

from dataclasses import replace

import numpy as np
import pytest

import linkwright as lw
from linkwright.dynamics import Refused

MASS, DRY = 2.0, 4.0
LOWER, UPPER = 0.0, 0.3


def slide(**parts):
    """A block of 2 kg on a slide, pushed."""
    connections = {"way": lw.Prismatic("ground", "block"), "push": lw.Force("way.slide"), **parts}
    return lw.compile(lw.formalisms.kane(lw.Mechanism("press", {"block": lw.Body(MASS, 0.01)}, connections)))


def rough(static=None):
    return slide(dry=lw.CoulombFriction("way.slide", force=DRY, static=static))


def stopped():
    return slide(stop=lw.EndStop("way.slide", lower=LOWER, upper=UPPER))


def move(law, duration=None, samples=101):
    return lw.Motion({"way.slide": law}, duration, samples)


# -- dry friction --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("sense", [1.0, -1.0])
@pytest.mark.parametrize(
    "law",
    [
        lw.laws.Cycloid(0.0, 0.3, 1.0),
        lw.laws.Polynomial.between((0.0, 0.0, 0.0, 0.0), (0.3, 0.0, 0.0, 0.0), 1.0),
        lw.laws.Trapezoid(0.0, 0.3, max_speed=0.6, max_acceleration=3.0),
    ],
    ids=["cycloid", "degree seven", "trapezoid"],
)
def test_from_rest_to_rest_friction_acts_against_the_motion_at_both_ends_too(law, sense):
    found = rough().inverse(move(sense * law))
    wanted = MASS * sense * law(found.time, 2) + DRY * sense
    assert np.max(np.abs(found["push.force"] - wanted)) < 1e-10
    assert found.certificate.verdict == "trusted", found.certificate.reasons
    assert any("dry" in note and "2 of 101 samples" in note for note in found.certificate.notes)


def test_the_force_from_rest_played_back_gives_the_motion():
    """x = a t^2 / 2 needs m a + friction from the first instant on."""
    dynamics = rough()
    law = lw.laws.Polynomial((0.0, 0.0, 0.25), 1.0)
    found = dynamics.inverse(move(law))
    assert found["push.force"] == pytest.approx(np.full(101, MASS * 0.5 + DRY))
    push = lw.laws.Table(tuple(found.time), tuple(found["push.force"]), "linear")
    run = lw.simulate(dynamics, dynamics.assemble(), duration=1.0, inputs={"push.force": push}, samples=11)
    assert run["way.slide"][-1] == pytest.approx(0.25, abs=1e-9)


def test_at_a_reversal_the_friction_is_that_after_it():
    """0.1 sin(2 pi t) turns back at the samples 0.25 s and 0.75 s."""
    law = lw.laws.Sine(0.1, 1.0)
    found = rough().inverse(move(law, 1.0, samples=5))
    turning = np.array([1.0, -1.0, -1.0, 1.0, 1.0])
    assert found["push.force"] == pytest.approx(MASS * law(found.time, 2) + DRY * turning, abs=1e-9)
    assert found.certificate.verdict == "trusted"


def test_while_the_machine_dwells_the_answer_says_what_friction_may_hold():
    """There in 1 s, rest for 1 s, back: between 1 s and 2 s any force within 5 N holds the block."""
    there, back = lw.laws.Cycloid(0.0, 0.3, 1.0), lw.laws.Cycloid(0.3, 0.0, 1.0)
    law = lw.laws.Sequence((there, lw.laws.Constant(0.3, 1.0), back))
    found = rough(static=5.0).inverse(move(law, samples=31))
    dwells = (found.time > 0.95) & (found.time < 1.95)
    turning = np.where(dwells, 0.0, np.where(found.time < 1.5, 1.0, -1.0))
    assert found["push.force"] == pytest.approx(MASS * law(found.time, 2) + DRY * turning, abs=1e-9)
    assert found.certificate.verdict == "check"
    (reason,) = [text for text in found.certificate.reasons if "stays at rest" in text]
    assert "friction dry" in reason
    assert "t = 1 s to 1.9 s" in reason
    assert "within +-5" in reason


def test_friction_that_sticks_harder_than_it_slides_is_said():
    """From rest the block stays where it is until 6 N, but the law asks for little more than 4 N there."""
    found = rough(static=6.0).inverse(move(lw.laws.Cycloid(0.0, 0.3, 1.0)))
    assert found.certificate.verdict == "check"
    assert any("dry" in reason and "up to 6" in reason for reason in found.certificate.reasons)


def test_friction_in_a_closed_loop_costs_its_power():
    """Slider-crank, one turn of the crank from rest to rest: (tau - tau_smooth) phi' = F |x'|, by virtual work."""
    smooth = lw.mechanisms.slider_crank()
    rub = lw.CoulombFriction("guide.slide", force=DRY)
    rubbing = replace(smooth, connections=dict(smooth.connections) | {"rub": rub})
    turn = lw.Motion({"phi": lw.laws.Cycloid(0.3, 0.3 + 2 * np.pi, 2.0)}, samples=41)
    first, second = (
        lw.compile(lw.formalisms.modular(each)).inverse(turn, inputs={"force": 0.0}) for each in (smooth, rubbing)
    )
    more = second["tau"] - first["tau"]
    assert np.max(np.abs(more * first["phi'"] - DRY * np.abs(first["x'"]))) < 1e-9
    # at the ends both speeds vanish, and the torque keeps its limit F |dx / dphi|
    assert more[0] == pytest.approx(more[-1], abs=1e-9)
    assert abs(more[0]) > 0.05
    assert second.certificate.verdict == "trusted", second.certificate.reasons


# -- stops ---------------------------------------------------------------------------------------------------------


def test_a_motion_beyond_a_stop_is_refused_with_its_name_the_times_and_the_penetration():
    """0.1 + 0.25 sin(pi t) leaves [0, 0.3] where sin(pi t) > 0.8, at most by 0.05 m at 0.5 s."""
    law = lw.laws.Sine(0.25, 0.5, offset=0.1)
    enters = np.arcsin(0.8) / np.pi
    with pytest.raises(Refused, match=r"beyond the stop stop\.upper") as refused:
        stopped().inverse(move(law, 1.0))
    words = str(refused.value)
    assert f"t = {enters:.6g} s to {1 - enters:.6g} s" in words
    assert "by 0.05 (m or rad) at t = 0.5 s" in words
    assert refused.value.parts == ("stop.upper",)


def test_a_stop_that_is_passed_between_two_samples_is_found():
    """Samples at 1/3 and 2/3 s lie below 0.3; 0.31 sin(pi t) passes it by 0.01 m at 0.5 s."""
    law = lw.laws.Sine(0.31, 0.5)
    assert np.max(law(np.linspace(0.0, 1.0, 4))) < UPPER - 0.03
    with pytest.raises(Refused, match=r"stop\.upper.* by 0\.01 \(m or rad\) at t = 0\.5 s"):
        stopped().inverse(move(law, 1.0, samples=4))


def test_all_stops_that_are_passed_are_named():
    with pytest.raises(Refused) as refused:
        stopped().inverse(move(lw.laws.Sine(0.4, 1.0), 1.0))
    assert refused.value.parts == ("stop.lower", "stop.upper")


def test_from_one_stop_to_the_other_with_speed_zero_at_both():
    law = lw.laws.Cycloid(LOWER, UPPER, 1.0)
    found = stopped().inverse(move(law, samples=5001))
    assert np.max(np.abs(found["push.force"] - MASS * law(found.time, 2))) < 1e-10
    assert found.certificate.verdict == "trusted", found.certificate.reasons
    assert any("stop.lower" in note for note in found.certificate.notes)


def test_an_impact_at_the_very_end_is_refused():
    with pytest.raises(Refused, match=r"strikes the stop stop\.upper at t = 1 s with 0\.3"):
        stopped().inverse(move(lw.laws.Polynomial((0.0, 0.3), 1.0)))


def test_a_rest_at_a_stop_is_said():
    """Pressed against the stop by any force the block stays there."""
    law = lw.laws.Sequence((lw.laws.Cycloid(0.1, UPPER, 1.0), lw.laws.Constant(UPPER, 1.0)))
    found = stopped().inverse(move(law, 2.0))
    assert found.certificate.verdict == "check"
    assert any("stop stop.upper" in reason and "t = 1 s to 2 s" in reason for reason in found.certificate.reasons)
