"""Verification of runs with events, friction and stops: from the file alone, and what happened is compared too."""

import numpy as np
import pytest
from tests.simulation.event_runs import blocks, oscillator

import linkwright as lw
from linkwright.simulation.verification.compare_events import away_from, compare_packed
from linkwright.trajectory.events import Packed

Event, crosses = lw.events.Event, lw.events.crosses


def saved(motion, path):
    return lw.Trajectory.load(motion.save(path))


def test_a_run_with_many_modes_is_verified_from_its_file(tmp_path):
    dynamics, start, options = blocks(4.0)
    motion = saved(lw.simulate(dynamics, start, **options), tmp_path / "run.parquet")
    assert len(motion.events) > 20
    found = lw.simulation.verify(motion, dynamics)
    assert found.agrees
    assert any(each.name == f"times of {len(motion.events)} events" for each in found.differences)


def test_a_run_that_an_event_ended_is_verified(tmp_path):
    dynamics, start, _ = oscillator(1.0)
    stop = Event(crosses("x", 0.02), -1, name="low")
    motion = saved(lw.simulate(dynamics, start, duration=5.0, events=[stop]), tmp_path / "run.csv")
    assert lw.simulation.verify(motion, dynamics).agrees


def test_bounces_that_pile_up_may_be_more_at_tighter_tolerances(tmp_path):
    machine = lw.Mechanism(
        "ball",
        {"ground": lw.Ground(), "ball": lw.Body(1.0, 1.0)},
        {"fall": lw.Prismatic("ground", "ball"), "floor": lw.EndStop("fall.slide", lower=0.0, restitution=0.8)},
        gravity=(-9.81, 0.0),
    )
    dynamics = lw.compile(lw.formalisms.modular(machine))
    motion = lw.simulate(dynamics, dynamics.assemble({"fall.slide": 1.0}), duration=6.0)
    tight = lw.simulate(dynamics, dynamics.assemble({"fall.slide": 1.0}), duration=6.0, rtol=1e-10, atol=1e-12)
    assert len(tight.events) > len(motion.events)
    assert lw.simulation.verify(saved(motion, tmp_path / "run.csv"), dynamics).agrees


def test_functions_must_be_given_and_be_the_same(tmp_path):
    dynamics, start, _ = oscillator(1.0)
    made = [Event(lambda at: at["x"] - 0.02, -1, then="record", name="low")]
    motion = saved(lw.simulate(dynamics, start, duration=5.0, events=made), tmp_path / "run.csv")
    with pytest.raises(ValueError, match="the events 'low' of this run were given as Python functions"):
        lw.simulation.verify(motion, dynamics)
    other = [Event(lambda at: at["x"] - 0.03, -1, then="record", name="low")]
    with pytest.raises(ValueError, match="this is not what the run was: event 1, 'low', is another one"):
        lw.simulation.verify(motion, dynamics, events=other)
    assert lw.simulation.verify(motion, dynamics, events=made).agrees


def packed(*entries):
    kinds = tuple(dict.fromkeys(kind for _, kind in entries))
    codes = np.array([kinds.index(kind) for _, kind in entries], dtype=np.int64)
    return Packed(kinds, np.array([time for time, _ in entries]), codes, len(entries), 0)


SLIP, STICK, IMPACT, REST = ("belt", "slip"), ("belt", "stick"), ("wall", "impact"), ("wall", "rest")


def test_what_happened_otherwise_is_said_with_its_time():
    run = packed((1.0, SLIP), (2.0, STICK), (3.0, SLIP))
    assert compare_packed(run, run, 4.0, 1e-6).largest == 0.0
    late = compare_packed(run, packed((1.0, SLIP), (2.001, STICK), (3.0, SLIP)), 4.0, 1e-6)
    assert late.largest == pytest.approx(1e-3)
    assert late.time == 2.0
    other = compare_packed(run, packed((1.0, SLIP), (2.5, SLIP), (3.0, SLIP)), 4.0, 1e-6)
    assert "number 2 is belt stick at t = 2 s, in the check belt slip at t = 2.5 s" in other.words
    assert other.largest == 2.0  # from the first that is another one to the end
    fewer = compare_packed(run, packed((1.0, SLIP), (2.0, STICK)), 4.0, 1e-6)
    assert fewer.words == "events: only the run has belt slip at t = 3 s"
    assert fewer.largest == 1.0  # from the event that is missing to the end
    assert fewer.time == 3.0
    assert (
        compare_packed(run, packed((1.0, SLIP), (2.0, STICK)), 3.0, 1e-6).largest == 0.0
    )  # where both end, one may miss it
    assert compare_packed(packed(), packed(), 4.0, 1e-6) is None


def test_impacts_count_unless_they_pile_up():
    run = packed((0.0, SLIP), (1.0, IMPACT), (2.0, IMPACT), (2.0001, IMPACT), (2.00011, REST))
    more = packed((0.0, SLIP), (1.0, IMPACT), (2.0, IMPACT), (2.0001, IMPACT), (2.00011, IMPACT), (2.000112, REST))
    found = compare_packed(run, more, 4.0, 1e-6)
    assert found.largest <= found.allowed
    without = packed((0.0, SLIP), (2.0, IMPACT), (2.0001, IMPACT), (2.00011, REST))
    found = compare_packed(run, without, 4.0, 1e-6)
    assert found.largest > found.allowed


def test_samples_near_an_event_are_left_out():
    chosen = away_from(np.array([0.0, 0.9999, 1.0, 1.0001, 2.0]), packed((1.0, SLIP)), 1e-3)
    assert chosen.tolist() == [True, False, False, False, True]
    assert away_from(np.array([0.0, 1.0]), packed(), 1e-3).all()
