"""Events at edges: expressions that jump or cease to be defined, several at once, wrong switches, impacts."""

import casadi as ca
import numpy as np
import pytest
from tests.simulation.machines import stiff_mass

import linkwright as lw

Event, crosses = lw.events.Event, lw.events.crosses
OMEGA = 2.0
G = 9.81


@pytest.fixture(scope="module")
def mass():
    return lw.compile(lw.formalisms.modular(stiff_mass(OMEGA**2, 0.0)))


def run(mass, events, **options):
    """The mass let go at 1 m: x(t) = cos(2 t)."""
    start = mass.assemble({"slide.slide": 1.0})
    return lw.simulate(mass, start, inputs={"push.force": 0.0}, events=events, **{"duration": 3.0, **options})


def times(motion, name):
    return [event.time for event in motion.events if event.name == name]


JUMPS = {
    "sign": lambda at: ca.sign(at["slide.slide"]),
    "uneven": lambda at: ca.if_else(at["slide.slide"] > 0, -100.0, 1.0),
    "integer part": lambda at: ca.floor(at["slide.slide"]) + 0.5,
}


@pytest.mark.parametrize("what", JUMPS)
def test_an_expression_that_jumps_is_located_as_well_as_one_that_does_not(mass, what):
    motion = run(mass, [Event(JUMPS[what], then="record", name="x")], duration=30.0)
    np.testing.assert_allclose(times(motion, "x"), (np.arange(19) + 0.5) * np.pi / OMEGA, atol=5e-9)


def test_what_happens_before_an_expression_ceases_to_be_defined_counts(mass):
    """log(x) ends at t = pi/4, within one step of where x = 0.02 stops the run and of its own crossing of -4."""
    root = Event(lambda at: ca.log(at["slide.slide"]) + 4.0, then="record", name="log")
    stopped = run(mass, [Event(crosses("slide.slide", 0.01), name="low"), root], accuracy="draft")
    assert stopped.outcome.kind == "stopped"
    assert stopped.outcome.time == pytest.approx(np.arccos(0.01) / OMEGA, abs=1e-5)
    assert times(stopped, "log") == pytest.approx([np.arccos(np.exp(-4.0)) / OMEGA], abs=1e-5)
    failed = run(mass, [root], accuracy="draft")
    assert failed.outcome.kind == "failed"
    assert "'log' is not a finite number" in failed.outcome.reason


def test_an_expression_that_is_defined_above_a_floor_survives_the_bounces():
    """sqrt(x) - 0.3 of a ball over x = 0: crossed down, up after the first bounce (to 0.25 m), and down again."""
    ball = lw.Mechanism(
        "ball",
        {"ground": lw.Ground(), "ball": lw.Body(1.0, 1.0)},
        {"fall": lw.Prismatic("ground", "ball"), "floor": lw.EndStop("fall.slide", lower=0.0, restitution=0.5)},
        gravity=(-G, 0.0),
    )
    dynamics = lw.compile(lw.formalisms.modular(ball))
    event = Event(lambda at: ca.sqrt(at["fall.slide"]) - 0.3, then="record", name="level")
    motion = lw.simulate(dynamics, dynamics.assemble({"fall.slide": 1.0}), duration=1.2, events=[event])
    assert motion.outcome.finished
    top, span = np.sqrt(2 / G) * 2, np.sqrt(2 * (0.25 - 0.09) / G)  # time of the second height, and to 0.09 m from it
    expected = [np.sqrt(2 * 0.91 / G), top - span - np.sqrt(2 / G) * 0.5, top + span - np.sqrt(2 / G) * 0.5]
    assert times(motion, "level") == pytest.approx(expected, abs=1e-9)


def test_a_stop_leaves_nothing_unsaid_that_happens_at_once(mass):
    events = [
        Event(lambda at: at["t"] - 1.0, name="end"),
        Event(lambda at: 2 * at["t"] - 2.0, then="record", name="too"),
    ]
    assert [(event.name, event.what) for event in run(mass, events).events] == [("too", "record"), ("end", "stop")]


BAD = {
    "push.force = nan is not finite": float("nan"),
    "push.force = 'a': expected a number": "a",
    "it also mentions z": ca.SX.sym("z"),
}


@pytest.mark.parametrize("words", BAD)
def test_a_switch_to_what_is_no_input_is_refused_before_the_run(mass, words):
    event = Event(crosses("slide.slide"), then=lw.events.switch({"push.force": BAD[words]}), name="off")
    with pytest.raises(ValueError, match=f"event 'off' switches inputs: .*{words}"):
        run(mass, [event])


def test_a_function_that_fails_where_it_is_switched_on_keeps_what_was_computed(mass):
    event = Event(crosses("slide.slide"), then=lw.events.switch({"push.force": lambda t: 1 / (t - t)}), name="off")
    motion = run(mass, [event])
    assert motion.outcome.kind == "failed"
    assert "event 'off' switches inputs: push.force: the function of t failed" in motion.outcome.reason
    assert motion.time[-1] == pytest.approx(np.pi / 4, abs=1e-9)


@pytest.mark.parametrize("value", [None, "x"])
def test_a_function_that_gives_no_expression_is_told_what_it_gave(mass, value):
    with pytest.raises(ValueError, match=f"it gives {value!r}, expected one expression") as found:
        run(mass, [Event(lambda _: value)])
    assert "prototypes" not in str(found.value)


def carried(**more):
    """A block on a cart on a rail; the cart strikes a wall at x = 0 without loss."""
    machine = lw.Mechanism(
        "carried",
        {"ground": lw.Ground(), "cart": lw.Body(2.0, 1.0), "block": lw.Body(1.0, 1.0)},
        {"rail": lw.Prismatic("ground", "cart"), "top": lw.Prismatic("cart", "block"), **more},
    )
    dynamics = lw.compile(lw.formalisms.modular(machine))

    def strike(speed):
        start = dynamics.assemble({"rail.slide": -speed, "top.slide": 0.0}, {"rail.slide": speed, "top.slide": 0.0})
        wall = Event(crosses("rail.slide"), then=lw.events.impact("rail.slide", restitution=1.0), name="wall")
        return lw.simulate(dynamics, start, duration=2.5, events=[wall])

    return strike


def test_friction_that_sticks_passes_on_no_impulse_of_an_event():
    """The cart goes back at 1 m/s, the block goes on at 1 m/s; 3 N on 2 kg and 1 kg brake the 2 m/s between them."""
    motion = carried(grip=lw.CoulombFriction("top.slide", 3.0))(1.0)
    assert [(event.name, event.what) for event in motion.events] == [
        ("wall", "impact"), ("grip", "slip"), ("grip", "stick"),
    ]  # fmt: skip
    time = 2.0 / (3.0 / 2.0 + 3.0)
    assert motion.events[-1].time == pytest.approx(1.0 + time, rel=1e-9)
    assert motion["top.slide"][-1] == pytest.approx(2.0 * time / 2, rel=1e-9)
    assert motion["rail.slide'"][-1] == pytest.approx(-1 / 3, rel=1e-9)  # momentum after the wall: -2 + 1
    assert motion.certificate.verdict == "trusted"


def test_a_stop_at_which_a_body_rests_holds_against_an_impulse_of_an_event_and_lets_go():
    press = lw.Force("top.slide", input=None, value=-1e-6)
    strike = carried(edge=lw.EndStop("top.slide", lower=0.0), press=press)
    thrown = strike(1.0)
    assert [(event.name, event.what) for event in thrown.events] == [("wall", "impact"), ("edge.lower", "leave")]
    assert thrown["top.slide'"][-1] == pytest.approx(2.0, abs=1e-5)
    pressed = strike(-1.0)
    assert [(event.name, event.what) for event in pressed.events] == [("wall", "impact")]
    assert pressed["block.x'"][-1] == pytest.approx(1.0, abs=1e-9)
    assert pressed["top.slide"][-1] == pytest.approx(0.0, abs=1e-12)
