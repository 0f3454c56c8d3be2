"""Events of a run: found in either direction, located, acted upon, saved; against a harmonic oscillator."""

import math

import casadi as ca
import numpy as np
import pytest
from tests.simulation.machines import LENGTH, pendulum, stiff_mass

import linkwright as lw

Event, crosses = lw.events.Event, lw.events.crosses
OMEGA = 2.0
OFF = {"push.force": 0.0}
METHODS = {
    "8": lw.integrators.DormandPrince8(),
    "5": lw.integrators.DormandPrince(),
    "rosenbrock": lw.integrators.Rosenbrock(),
    "radau": lw.integrators.Radau(),
    "rk4": lw.integrators.RungeKutta4(step=0.02),
}


@pytest.fixture(scope="module")
def mass():
    return lw.compile(lw.formalisms.modular(stiff_mass(OMEGA**2, 0.0)))


def run(mass, events, duration=6.0, *, x=1.0, inputs=OFF, **options):
    """The mass let go at x: x(t) = x cos(2 t)."""
    return lw.simulate(
        mass, mass.assemble({"slide.slide": x}), duration=duration, inputs=inputs, events=events, **options
    )


def times(motion, name):
    return np.array([event.time for event in motion.events if event.name == name])


@pytest.mark.parametrize("method", METHODS)
def test_crossings_in_both_directions_and_in_one_are_counted_and_located(mass, method):
    events = [
        Event(crosses("slide.slide"), then="record", name="both"),
        Event(crosses("slide.slide", 0.5), +1, then="record", name="up"),
        Event(lambda at: at["slide.slide'"] * ca.cos(at["t"] * 0), -1, then="record", name="turns"),
    ]
    motion = run(mass, events, integrator=METHODS[method])
    within = 1e-6 if method == "rk4" else 3e-9
    zeros = (np.arange(4) + 0.5) * np.pi / OMEGA
    np.testing.assert_allclose(times(motion, "both"), zeros, atol=within)
    np.testing.assert_allclose(times(motion, "up"), [np.pi * 5 / 6, np.pi * 11 / 6], atol=within)
    np.testing.assert_allclose(times(motion, "turns"), [np.pi], atol=within)
    assert motion.outcome.finished


def test_a_stop_ends_the_run_there_and_names_the_event(mass):
    motion = run(mass, [Event(crosses("slide.slide", -0.5))])
    assert motion.outcome.kind == "stopped"
    assert "slide.slide = -0.5" in motion.outcome.reason
    assert motion.certificate.verdict == "trusted"  # it ended as it was asked to
    end = np.arccos(-0.5) / OMEGA
    assert motion.time[-1] == motion.outcome.time == pytest.approx(end, abs=1e-9)
    assert motion["slide.slide"][-1] == pytest.approx(-0.5, abs=1e-12)
    assert motion.events == ((motion.time[-1], "slide.slide = -0.5", "stop"),)


def test_two_crossings_inside_one_step_are_seen(mass):
    """x is below -0.99 for 0.14 s in each turn; steps at draft accuracy are three times as long."""
    motion = run(mass, [Event(crosses("slide.slide", -0.99), then="record", name="low")], 30.0, accuracy="draft")
    half = np.arccos(0.99) / OMEGA
    assert 30.0 / motion.certificate.steps > 4 * half
    turns = np.pi * (np.arange(10) + 0.5)
    np.testing.assert_allclose(times(motion, "low"), np.ravel(np.stack([turns - half, turns + half], 1)), atol=1e-3)


def test_a_drive_is_switched_off_at_an_angle():
    """A pendulum driven by a constant torque up to an angle swings on with the energy it has got."""
    arm = lw.Body(1.0, 0.1, points={"pin": (0.0, 0.5)})
    rotor = lw.Mechanism(
        "rotor",
        {"ground": lw.Ground(), "arm": arm},
        {"pin": lw.Revolute("ground", "arm.pin"), "drive": lw.Torque("pin.angle")},
        reference={"arm.theta": 0.0, "arm.x": 0.0, "arm.y": -0.5},
        gravity=(0.0, -9.81),
    )
    dynamics = lw.compile(lw.formalisms.modular(rotor))
    off = Event(crosses("arm.theta", 0.4), +1, then=lw.events.switch({"drive.tau": 0.0}), name="off")
    start = dynamics.assemble({"arm.theta": 0.0})
    motion = lw.simulate(dynamics, start, duration=1.5, inputs={"drive.tau": 3.0}, events=[off])
    assert [event.what for event in motion.events] == ["switch"]
    inertia, weight, tau = 0.1 + 1.0 * 0.5**2, 1.0 * 9.81 * 0.5, 3.0
    top = np.arccos(1 - tau * 0.4 / weight)  # the work tau 0.4 lifts it to there
    angle = motion["arm.theta"]
    energy = inertia * motion["arm.theta'"] ** 2 / 2 + weight * (1 - np.cos(angle))
    after = motion.time > motion.events[0].time
    np.testing.assert_allclose(energy[after], tau * 0.4, rtol=1e-8)
    assert angle.max() == pytest.approx(top, abs=1e-4)
    assert set(motion["drive.tau"][after]) == {0.0}
    assert set(motion["drive.tau"][~after]) == {3.0}
    assert motion.certificate.verdict == "trusted"


def test_switching_to_a_law_and_back_follows_the_closed_form(mass):
    """A force of 4 N shifts the centre of the oscillation by 1 m while it is on."""
    on = Event(crosses("slide.slide"), -1, then=lw.events.switch({"push.force": 2.0 + 2.0 * lw.t * 0}), name="on")
    more = Event(lambda at: at["t"] - 1.0, then=lw.events.switch({"push.force": 4.0}), name="more")
    motion = run(mass, [on, more], 2.0)
    t_on = np.pi / 4
    v, shift = -OMEGA, 0.5
    tau = 1.0 - t_on
    x = shift - shift * np.cos(OMEGA * tau) + v / OMEGA * np.sin(OMEGA * tau)
    v = shift * OMEGA * np.sin(OMEGA * tau) + v * np.cos(OMEGA * tau)
    tau = 1.0
    end = 1.0 + (x - 1.0) * np.cos(OMEGA * tau) + v / OMEGA * np.sin(OMEGA * tau)
    assert motion["slide.slide"][-1] == pytest.approx(end, abs=1e-7)
    assert [event.name for event in motion.events] == ["on", "more"]
    assert motion.certificate.energy_error < 1e-7


def test_an_impact_on_a_quantity_reverses_it_with_its_loss(mass):
    wall = Event(crosses("slide.slide"), then=lw.events.impact("slide.slide", restitution=0.5), name="wall")
    motion = run(mass, [wall])
    np.testing.assert_allclose(times(motion, "wall"), (np.arange(4) + 0.5) * np.pi / OMEGA, atol=1e-8)
    assert motion["slide.slide"].min() > -1e-9
    kept = motion["energy.kinetic"][-1] + motion["energy.potential"][-1]
    assert kept == pytest.approx(2.0 / 4**4, rel=1e-7)
    assert motion["energy.loss"][-1] == pytest.approx(2.0 / 4**4 - 2.0, rel=1e-7)
    assert motion.certificate.energy_error < 1e-7


def test_events_are_saved_with_the_file_and_come_back(mass, tmp_path):
    motion = run(mass, [Event(crosses("slide.slide"), then="record")])
    assert len(motion.events) == 4
    for suffix in ("csv", "parquet"):
        assert lw.Trajectory.load(motion.save(tmp_path / f"run.{suffix}")).events == motion.events


def test_angles_read_within_a_turn_cross_their_level_once_a_turn():
    """A free spin of 3 rad/s passes 1 rad every 2 pi / 3 s, and nothing is counted half a turn away."""
    hub, arm = (lw.Body(1.0, (0.1, 0.1, 0.1)) for _ in range(2))  # in space: in the plane turns are counted
    machine = lw.Mechanism(
        "spin",
        {"ground": lw.Ground(), "hub": hub, "arm": arm},
        {"pin": lw.Revolute("ground", "hub"), "second": lw.Revolute("hub", "arm")},
    )
    dynamics = lw.compile(lw.formalisms.modular(machine))
    start = dynamics.assemble({"pin.angle": 0.0, "second.angle": 0.0}, {"pin.angle": 0.0, "second.angle": 3.0})
    motion = lw.simulate(
        dynamics, start, duration=7.0, events=[Event(crosses("second.angle", 1.0), then="record", name="x")]
    )
    np.testing.assert_allclose(times(motion, "x"), (1.0 + 2 * np.pi * np.arange(4)) / 3.0, atol=1e-8)


def test_events_on_a_join_on_lapack_and_through_a_python_function(mass):
    equations = lw.formalisms.modular(pendulum())
    dynamics = lw.compile(equations, join=lw.joins.UdwadiaKalaba())
    start = dynamics.assemble({"arm.theta": 0.0})
    other = lw.compile(equations)
    stop = [Event(lambda at: at["arm.y"] + LENGTH / 2)]
    ends = [lw.simulate(each, start, duration=1.0, events=stop).outcome.time for each in (dynamics, other)]
    assert ends[0] == pytest.approx(ends[1], abs=1e-9)
    called = run(mass, [Event(crosses("slide.slide"))], inputs={"push.force": lambda t: 0.0 * t})
    assert called.outcome.time == pytest.approx(np.pi / 4, abs=1e-9)


BAD = {
    "did you mean slide.slide": [Event(lambda at: at["slid.slide"])],
    "no quantity, input or parameter 'nothing'": [Event(crosses("nothing"))],
    "not defined at the start": [Event(lambda at: at["t"] * float("nan"), name="never")],
    "its function failed: ZeroDivisionError": [Event(lambda _: 1 / 0)],
    "a function of one mapping of names": [Event(lambda t, y: y[0] - 1.0 + t)],
    "has no attribute 'slide'.*write lw.events.Event": [Event(lambda at: at.slide)],
    "it gives nan, which is no number; functions of math": [Event(lambda at: math.sin(at["t"]))],
    "comparison .*, which is 0 or 1 and crosses nothing": [Event(lambda at: at["t"] > 1.0)],
    "which is no input; there are push.force": [Event(crosses("slide.slide"), then=lw.events.switch({"pull": 1.0}))],
    "expected one expression": [Event(lambda at: ca.vertcat(at["t"], at["t"]))],
    "mentions y, which the machine does not have": [Event(lambda _: ca.SX.sym("y"))],
    "impact on 'slide'": [Event(crosses("slide.slide"), then=lw.events.impact("slide"))],
}


@pytest.mark.parametrize("words", BAD)
def test_events_that_make_no_sense_are_refused_in_words(mass, words):
    with pytest.raises(ValueError, match=words):
        run(mass, BAD[words])


def test_wrong_descriptions_of_events_are_refused_all_at_once(mass):
    with pytest.raises(ValueError, match=r"direction = 2.*then = 'halt'"):
        Event(crosses("x"), direction=2, then="halt")
    with pytest.raises(TypeError, match=r"is no lw\.events\.Event"):
        run(mass, [crosses("slide.slide")])

    def falls(t, y):
        return y[0] + t

    with pytest.raises(
        TypeError, match=r"the function falls is no lw\.events\.Event; write lw\.events\.Event\(lambda at"
    ):
        run(mass, [falls])
    with pytest.raises(ValueError, match="from 0 to 1"):
        lw.events.impact("x", restitution=2.0)


def test_an_event_that_ceases_to_be_defined_ends_the_run_with_its_name_and_what_was_computed(mass):
    motion = run(mass, [Event(lambda at: 1 + ca.sqrt(at["slide.slide"]), name="root")])
    assert motion.outcome.kind == "failed"
    assert "'root' is not a finite number" in motion.outcome.reason
    assert 0.5 < motion.time[-1] < np.pi / 4


def test_an_event_at_its_zero_at_the_start_is_said_and_counts_from_the_next_on(mass):
    motion = run(mass, [Event(crosses("slide.slide'"), then="record", name="rest")], 4.0)
    np.testing.assert_allclose(times(motion, "rest"), [np.pi / 2, np.pi], atol=1e-7)
    assert any("at its zero at the start" in note for note in motion.certificate.notes)


@pytest.mark.parametrize(("direction", "turns"), [(0, 0.5), (-1, 0.5), (1, 1.0)])
@pytest.mark.parametrize("off", [0.0, 1e-15, -1e-15])
def test_a_start_on_the_section_of_a_stop_runs_to_the_next_crossing(mass, direction, turns, off):
    """x = sin(2 t): a return map starts where it ends; rounding of the start is no crossing."""
    start = mass.assemble({"slide.slide": off}, {"slide.slide": OMEGA})
    events = [Event(crosses("slide.slide"), direction, then="stop", name="back")]
    motion = lw.simulate(mass, start, duration=6.0, inputs=OFF, events=events)
    assert motion.outcome.kind == "stopped"
    assert motion.outcome.time == pytest.approx(2 * np.pi / OMEGA * turns, abs=1e-8)
    assert any("'back' is at its zero at the start" in note for note in motion.certificate.notes)


def test_events_that_undo_each_other_are_called_chattering_with_the_time(mass):
    """A force that is switched to push back from both sides of a speed: time does not go on."""
    events = [
        Event(crosses("slide.slide'", -1.0), -1, then=lw.events.switch({"push.force": 1e3})),
        Event(crosses("slide.slide'", -1.0), +1, then=lw.events.switch({"push.force": -1e3})),
    ]
    motion = run(mass, events)
    assert motion.outcome.kind == "stopped"
    assert "chattering" in motion.outcome.reason
    assert motion.outcome.time == pytest.approx(np.arcsin(0.5) / OMEGA, abs=1e-6)
