"""Events of machines with many parts: closed forms, and the same machines as straight-line code."""

import casadi as ca
import numpy as np
import pytest
from scipy.special import ellipk

import linkwright as lw
from dynamics.scissor_lift import scissor_lift
from linkwright.dynamics import Refused
from linkwright.dynamics.plants.rolled.plant import RolledPlant

Event, crosses, impact, switch = lw.events.Event, lw.events.crosses, lw.events.impact, lw.events.switch
TIGHT = {"rtol": 1e-10, "atol": 1e-12}
WITHIN = 1e-9
"""Difference of times (s) of the same events by two codes: ten times the relative tolerance, for runs of a second."""
G, BOUNCE = 9.81, 0.8


def rolled(equations, join=None):
    """Equations as loops over types, whatever their size."""
    return lw.Dynamics(RolledPlant.compile(equations, join or lw.joins.Multipliers(), None))


def times(trajectory, name):
    return np.array([event.time for event in trajectory.events if event.name == name])


# -- closed forms ----------------------------------------------------------------------------------------------------


def strikes(height, until):
    """Times at which a weight let go at a height strikes the floor: s = sqrt(2 h / g), then after 2 e s, 2 e^2 s."""
    found = np.sqrt(2 * height / G) * (1 + 2 * np.cumsum([0.0, *BOUNCE ** np.arange(1, 9)]))
    return found[found < until]


def test_weights_bounce_at_the_times_of_their_closed_form():
    """Weights beside each other, each by itself; also verified by another integrator."""
    heights = {f"fall{k}.slide": 0.3 + 0.1 * k for k in range(30)}
    machine = lw.Mechanism(
        "weights",
        {"ground": lw.Ground()} | {f"w{k}": lw.Body(1.0 + k, 1.0) for k in range(30)},
        {f"fall{k}": lw.Prismatic("ground", f"w{k}") for k in range(30)},
        gravity=(-G, 0.0),
    )
    dynamics = lw.compile(lw.formalisms.denoc(machine))
    assert isinstance(dynamics.plant, RolledPlant)
    events = [
        Event(crosses("fall3.slide"), -1, then=impact("fall3.slide", restitution=BOUNCE), name="three"),
        Event(crosses("w8.x"), -1, then=impact("w8.x", restitution=BOUNCE), name="eight"),
        Event(crosses("fall29.slide", 1.2), then="record", name="level"),
        Event(crosses("fall8.slide'"), -1, then="record", name="top"),
    ]
    run = lw.simulate(dynamics, dynamics.assemble(heights), duration=1.1, samples=11, events=events)
    np.testing.assert_allclose(times(run, "three"), strikes(0.6, 1.1), rtol=1e-9)
    np.testing.assert_allclose(times(run, "eight"), strikes(1.1, 1.1), rtol=1e-9)
    np.testing.assert_allclose(times(run, "level"), np.sqrt(2 * (3.2 - 1.2) / G), rtol=1e-9)
    np.testing.assert_allclose(times(run, "top"), np.sqrt(2 * 1.1 / G) * (1 + BOUNCE), rtol=1e-9)
    assert run.certificate.verdict == "trusted"
    assert run.certificate.energy_error < 1e-9
    assert lw.simulation.verify(run, dynamics).agrees


def test_a_time_loop_in_python_finds_the_same_events():
    """A force that is zero, as a function of time: what calls it is not compiled."""
    machine = lw.Mechanism(
        "weight",
        {"w": lw.Body(1.0, 1.0)},
        {"fall": lw.Prismatic("ground", "w"), "push": lw.Force("fall.slide")},
        gravity=(-G, 0.0),
    )
    dynamics = rolled(lw.formalisms.modular(machine))
    bounce = Event(crosses("fall.slide"), -1, then=impact("fall.slide", restitution=BOUNCE), name="floor")
    start, force = dynamics.assemble({"fall.slide": 0.5}), {"push.force": lambda _: 0.0}
    run = lw.simulate(dynamics, start, duration=0.9, samples=3, inputs=force, events=[bounce])
    np.testing.assert_allclose(times(run, "floor"), strikes(0.5, 0.9), rtol=1e-9)


def test_pendulums_in_modules_of_modules_pass_the_lowest_point_at_odd_quarters_of_their_periods():
    """T = 4 K(sin(a / 2)) sqrt(L / g) at the amplitude a; the last one ends the run."""
    length = lw.Parameter("length", 0.4, "m", "length")
    bob = lw.Body(1.3, 0.0, points={"pin": (-length, 0.0)}, home="pin")
    pendulum = lw.Mechanism("pendulum", {"bob": bob}, {"pin": lw.Revolute("ground", "bob.pin")}, parameters=[length])
    pair = lw.Mechanism("pair", {"a": pendulum.use({"length": 0.5}), "b": pendulum.use({"length": 0.3})}, {})
    machine = lw.Mechanism("row", {"one": pair, "two": pair}, {}, gravity=(G, 0.0))
    dynamics = rolled(lw.formalisms.modular(machine))
    angles = {"one.a": 0.7, "one.b": 0.2, "two.a": 2.0, "two.b": 1.3}
    start = dynamics.assemble({f"{name}.pin.angle": angle for name, angle in angles.items()})
    events = [Event(crosses(f"{name}.pin.angle"), -1, then="record", name=name) for name in angles]
    events.append(Event(lambda at: ca.sin(at["two.a.pin.angle"]), +1, name="end"))
    run = lw.simulate(dynamics, start, duration=9.0, samples=3, events=events, **TIGHT)

    def quarter(name):
        return ellipk(np.sin(angles[name] / 2) ** 2) * np.sqrt((0.5 if name.endswith("a") else 0.3) / G)

    assert run.outcome.kind == "stopped"
    assert times(run, "end") == pytest.approx([3 * quarter("two.a")], abs=WITHIN)
    for name in angles:
        wanted = quarter(name) * np.array([1, 5])
        np.testing.assert_allclose(times(run, name), wanted[wanted < run.time[-1]], atol=WITHIN)


# -- the same machine as straight-line code ----------------------------------------------------------------------------


def compare(equations, join, start, duration, events, **options):
    """The run of a machine as loops over types, after its events and its end were those of straight-line code."""
    codes = lw.compile(equations, join=join), rolled(equations, join)
    found = []
    for dynamics in codes:
        state = dynamics.assemble(*start)
        found.append(lw.simulate(dynamics, state, duration=duration, samples=5, events=events, **TIGHT, **options))
    straight, loops = found
    assert [(event.name, event.what) for event in loops.events] == [
        (event.name, event.what) for event in straight.events
    ]
    np.testing.assert_allclose(
        [event.time for event in loops.events], [event.time for event in straight.events], rtol=0, atol=WITHIN
    )
    assert loops.outcome.kind == straight.outcome.kind
    for name in straight.channels:
        if not name.startswith("reaction"):
            np.testing.assert_allclose(loops[name], straight[name], rtol=1e-7, atol=1e-7, err_msg=name)
    assert loops.certificate.energy_error < 1e-9
    return loops


@pytest.mark.parametrize(("formalism", "join"), [("denoc", lw.joins.Recursion()), ("modular", lw.joins.Multipliers())])
def test_a_lift_that_bounces_has_the_log_of_straight_line_code(formalism, join):
    """Closed loops; poses of bodies, which by links are no coordinates, rates, functions and parameters."""
    events = [
        Event(crosses("angle", 0.5), then=impact("b2.y", restitution=0.9), name="bounce"),
        Event(crosses("b2.y", 0.75), +1, then="record", name="height"),
        Event(
            lambda at: at["slide"] - 2 * at["half"] * ca.cos(at["angle"]) + at["t"] - 0.1, then="record", name="tenth"
        ),
        Event(crosses("foot.x'"), then="record", name="still"),
        Event(crosses("middle2.angle'", 0.2), -1, then="record", name="rate"),
    ]
    run = compare(getattr(lw.formalisms, formalism)(scissor_lift(2)), join, (), 0.6, events)
    assert len(times(run, "bounce")) >= 2
    assert times(run, "tenth") == pytest.approx([0.1], abs=1e-12)  # the foot is where the angle says
    assert len(times(run, "still")) >= 1


@pytest.fixture(scope="module")
def table():
    """Equations of a ball above a table that is shaken."""
    machine = lw.Mechanism(
        "table",
        {"table": lw.Body(2.0, 1.0), "ball": lw.Body(0.5, 1.0)},
        {
            "rail": lw.Prismatic("ground", "table"),
            "fall": lw.Prismatic("table", "ball"),
            "shake": lw.Prescribed("rail.slide", 0.02 * ca.sin(30 * lw.t)),
            "push": lw.Force("fall.slide"),
        },
        gravity=(-G, 0.0),
        reference={"fall.slide": 0.1},
    )
    return lw.formalisms.modular(machine)


def test_inputs_are_switched_and_moving_constraints_take_their_share_of_an_impact(table):
    """The impulse on the ball works on what shakes the table."""
    events = [
        Event(crosses("fall.slide"), -1, then=impact("fall.slide", restitution=BOUNCE), name="strike"),
        Event(crosses("fall.slide'"), -1, then=switch({"push.force": lw.laws.Sine(2.0, 3.0)}), name="push"),
    ]
    start = ({"fall.slide": 0.1}, {"fall.slide": 0.0})
    run = compare(table, lw.joins.Multipliers(), start, 0.5, events, inputs={"push.force": 0.0})
    assert {event.what for event in run.events} == {"impact", "switch"}


# -- what cannot be ----------------------------------------------------------------------------------------------------


def test_wrong_events_and_what_sticks_are_refused_in_words(table):
    dynamics = rolled(table)
    start, off = dynamics.assemble(), {"push.force": 0.0}
    wrong = [
        Event(crosses("fell.slide"), name="name"),
        Event(lambda at: at["fall.slide"] - ca.SX.sym("y"), name="symbol"),
        Event(crosses("fall.slide"), then=impact("push.force"), name="struck"),
        Event(crosses("fall.slide"), then=switch({"rail.slide": 0.0}), name="switched"),
    ]
    words = r"'fell.slide'; .*fall.slide.*'symbol' mentions y.*impact on 'push.force'.*switches 'rail.slide'"
    with pytest.raises(ValueError, match=words):
        lw.simulate(dynamics, start, duration=1.0, inputs=off, events=wrong)
    strike = Event(crosses("fall.slide", 0.05), then=impact("rail.slide"))
    run = lw.simulate(dynamics, start, duration=1.0, inputs=off, events=[strike], samples=3)
    assert run.outcome.kind == "failed"
    assert "impact on rail.slide: the constraints do not let it move" in run.outcome.reason
    dynamics = rolled(lw.formalisms.modular(lw.mechanisms.stick_slip()))
    with pytest.raises(Refused, match=r"loops over types are made for one; events with impact"):
        lw.simulate(dynamics, dynamics.assemble(), duration=1.0)


def test_a_run_ends_between_its_last_event_and_a_singular_configuration():
    """Parallel cranks come to lie along the line of their pins, after an event that is in the log."""
    dynamics = rolled(lw.formalisms.denoc(lw.mechanisms.n_four_bar(5)), lw.joins.Recursion())
    start = dynamics.assemble({"phi0": 0.5}, {"phi0": -1.0})
    low = Event(crosses("phi0", 0.05), then="record", name="low")
    run = lw.simulate(dynamics, start, duration=1.0, samples=11, events=[low])
    assert run.outcome.kind == "failed"
    assert "singular configuration" in run.outcome.reason
    assert [event.name for event in run.events] == ["low"]
    assert run.events[0].time <= run.time[-1]
    assert 0 < run["phi0"][-1] <= 0.05 + 1e-9
