"""Crossings that are shallow: an event comes to its zero, passes it by little, and goes away again within one step."""

from dataclasses import replace
from functools import cache, reduce
from math import acos, atan2, cos, hypot, pi, sin, sqrt

import numpy as np
import pytest
from tests.simulation.machines import pendulum, stiff_mass

import linkwright as lw

Event, crosses = lw.events.Event, lw.events.crosses
OMEGA = 2.0
INTEGRATORS = {
    "default": None,
    "order 5": lw.integrators.DormandPrince(),
    "Radau": lw.integrators.Radau(),
    "Rosenbrock": lw.integrators.Rosenbrock(),
    "fixed": lw.integrators.RungeKutta4(step=0.01),
}
DEPTHS = [10.0**-k for k in range(2, 10)]


@cache
def against_a_stop(depth, restitution):
    machine = stiff_mass(OMEGA**2, 0.0)
    stop = lw.EndStop("slide.slide", upper=1.0 - depth, restitution=restitution)
    return lw.compile(lw.formalisms.modular(replace(machine, connections={**machine.connections, "stop": stop})))


def impacts(depth, restitution, phase, end):
    """Times of impacts of x = cos(w t + phase) on a stop at 1 - depth, and by how much it would pass it each time.

    Between impacts x = A cos(w t + a). It comes to the level L at the angle -b with tan b = c / L, c^2 = A^2 - L^2, and
    leaves with the speed -e w c: then A^2 = L^2 + e^2 c^2 and tan a = e c / L.
    """
    level, amplitude, angle, time, found = 1.0 - depth, 1.0, phase % (2 * pi), 0.0, []
    while True:
        c = sqrt((amplitude - level) * (amplitude + level))
        time += ((2 * pi - atan2(c, level)) - angle) % (2 * pi) / OMEGA
        if time > end:
            return found
        found.append((time, amplitude - level))
        if restitution == 0.0:
            return found  # from now on it touches the stop only
        amplitude, angle = hypot(level, restitution * c), atan2(restitution * c, level)


def strike(depth, restitution, phase, accuracy, method, duration=4.0):
    """A run against the stop: all impacts that are no matter of the tolerance, each in time, and no penetration."""
    dynamics, asked = against_a_stop(depth, restitution), getattr(lw.accuracy, accuracy)
    start = dynamics.assemble({"slide.slide": cos(phase)}, {"slide.slide": -OMEGA * sin(phase)})
    trajectory = lw.simulate(
        dynamics, start, duration=duration, inputs={"push.force": 0.0}, accuracy=accuracy,
        integrator=INTEGRATORS[method], samples=100_001,
    )  # fmt: skip
    case = (depth, restitution, phase, accuracy, method)
    assert trajectory.outcome.finished, case
    assert np.max(trajectory["slide.slide"]) <= 1.0 - depth + 10 * asked.atol, case
    expected = impacts(depth, restitution, phase, duration)
    found = [event.time for event in trajectory.events if event.what == "impact"]
    allowed = 100 * (asked.rtol + asked.atol)
    seen = [(time, high) for time, high in expected if high > 10 * allowed]
    assert len(seen) <= len(found) <= duration * OMEGA / (2 * pi) + 1, case  # it comes there once in a period
    for time, (exact, high) in zip(found, seen, strict=False):  # an error of position is one of time, over the speed
        assert abs(time - exact) <= allowed / sqrt(2 * high) + allowed, case


@pytest.mark.one_in(5)
@pytest.mark.parametrize("method", INTEGRATORS)
@pytest.mark.parametrize(("depth", "phase"), [(1e-3, 0.9), (1e-5, 3.6), (1e-6, 2.2), (1e-8, 4.7)])
def test_a_stop_is_not_passed_however_shallow_the_strike(depth, phase, method):
    strike(depth, 0.3, phase, "engineering", method)


@pytest.mark.parametrize("accuracy", ["draft", "reference"])
def test_nor_is_it_at_other_tolerances(accuracy):
    for k, depth in enumerate(DEPTHS):
        strike(depth, 1.0, 0.7 + 0.6 * k, accuracy, "default")


def test_a_strike_as_shallow_as_the_error_is_no_chattering():
    """Where a step begins, the slope of the dense output of an implicit method is off by more than such a strike."""
    for phase in np.linspace(0.6, 5.4, 7):
        strike(1e-8, 0.3, phase, "draft", "Radau")
        strike(1e-8, 0.0, phase, "draft", "Radau")


@pytest.mark.long
@pytest.mark.parametrize("method", INTEGRATORS)
@pytest.mark.parametrize("restitution", [0.0, 0.3, 1.0])
def test_stops_are_not_passed_in_many_runs(restitution, method):
    random = np.random.default_rng(5)
    for depth in DEPTHS:
        for accuracy in ("draft", "engineering", "reference") if method != "fixed" else ("engineering",):
            for phase in random.uniform(0.5, 5.5, 4):
                strike(depth, restitution, float(phase), accuracy, method, 10.0)


@pytest.fixture(scope="module")
def mass():
    return lw.compile(lw.formalisms.modular(stiff_mass(OMEGA**2, 0.0)))


def recorded(dynamics, when, direction=0, *, x=1.0, duration=6.0, **options):
    """Times at which a value crosses zero while the mass swings, x(t) = cos(2 t), or rests."""
    start = dynamics.assemble({"slide.slide": x})
    event = Event(when, direction, then="record", name="e")
    options = {"inputs": {"push.force": 0.0}, "duration": duration, "events": [event], "samples": 3, **options}
    return [event.time for event in lw.simulate(dynamics, start, **options).events]


@pytest.mark.parametrize("method", INTEGRATORS)
def test_a_level_just_below_the_turning_point_is_crossed_twice_each_time(mass, method):
    for depth in [1e-2, 1e-4, 1e-6] if method == "fixed" else DEPTHS[:-1]:
        half = acos(1 - depth) / OMEGA
        expected = np.sort([k * pi / OMEGA * 2 + s * half for k in range(3) for s in (-1, 1)])
        expected = expected[(expected > 0) & (expected < 6)]
        found = recorded(mass, crosses("slide.slide", 1 - depth), integrator=INTEGRATORS[method])
        assert found == pytest.approx(expected, abs=1e-7 / sqrt(depth)), depth


@pytest.mark.parametrize("width", [3e-2, 3e-3, 1e-3, 1e-4, 1e-5, 1e-6])
def test_a_narrow_slot_is_entered_and_left(mass, width):
    """(x - 1/2)^2 - w^2 is w^2 deep only, of values up to 2."""
    levels = [acos(0.5 + s * width) / OMEGA for s in (-1, 1)]
    expected = np.sort([k * pi + s * level for k in range(3) for s in (-1, 1) for level in levels])
    expected = expected[(expected > 0) & (expected < 6)]
    found = recorded(mass, lambda at: (at["slide.slide"] - 0.5) ** 2 - width**2)
    assert found == pytest.approx(expected, abs=1e-8)


def product(roots):
    return lambda at: reduce(lambda value, root: value * (at["t"] - root), roots, 1.0)


ROOTS = {
    "one dip": [2.0, 2.0001],
    "two dips in one step": [1.3, 1.3002, 1.7, 1.7005],
    "a dip before a crossing": [2.7176, 2.7197, 2.7624],
    "a dip after a crossing": [2.7, 2.7424, 2.7445],
    "dips on both sides of a crossing": [1.3, 1.301, 1.5, 1.8, 1.8001],
    "a dip in a dip": [3.0, 3.2, 3.2003, 3.5],
}


@pytest.mark.one_in(4)
@pytest.mark.parametrize("direction", [-1, 0, 1])
@pytest.mark.parametrize("case", ROOTS)
def test_dips_in_one_step_are_all_found_in_each_direction(mass, case, direction):
    """The mass rests, so that steps are as long as they may be, or swings."""
    roots = ROOTS[case]
    signs = [
        1 if (len(roots) - k) % 2 else -1 for k in range(len(roots))
    ]  # of the slope at each root; after all it is +
    expected = [root for root, sign in zip(roots, signs, strict=True) if direction in (0, sign)]
    for x in (0.0, 1.0):
        for method in INTEGRATORS.values():
            found = recorded(mass, product(roots), direction, x=x, integrator=method)
            assert found == pytest.approx(expected, abs=1e-8), (x, method)


@pytest.mark.parametrize("width", [1e-3, 1e-5])
@pytest.mark.parametrize("offset", [-1.001, -0.999, -0.5, 0.0, 0.5, 0.999, 1.001])
def test_a_dip_at_the_boundary_of_two_steps_is_found(mass, width, offset):
    middle = 0.3 + offset * width  # steps end at 0.1, 0.2, ...
    method = lw.integrators.RungeKutta4(step=0.1)
    found = recorded(mass, lambda at: (at["t"] - middle) ** 2 - width**2, duration=1.0, integrator=method)
    assert found == pytest.approx([middle - width, middle + width], abs=1e-10)


@pytest.mark.parametrize("method", INTEGRATORS)
def test_what_comes_near_its_zero_and_does_not_reach_it_is_no_event(mass, method):
    for beyond in (1e-2, 1e-4, 1e-6):
        assert recorded(mass, crosses("slide.slide", 1 + beyond), integrator=INTEGRATORS[method]) == []
    assert recorded(mass, lambda at: (at["t"] - 2.0) ** 2 + 1e-13, integrator=INTEGRATORS[method]) == []
    assert recorded(mass, lambda at: (at["t"] - 2.0) ** 2, x=0.0, integrator=INTEGRATORS[method]) == []


def test_an_exact_graze_ends_nothing(mass):
    """x = cos(2 t) touches 1: it may be said to cross it or not, there and back."""
    found = recorded(mass, crosses("slide.slide", 1.0), duration=20.0)
    nearest = np.round(np.array(found) / pi) * pi
    assert np.max(np.abs(found - nearest), initial=0.0) < 1e-4
    assert len(found) <= 13


def test_a_dip_is_found_while_another_event_acts_in_the_same_step(mass):
    """A force of 1 N is switched on between the two crossings of a dip, and another event stops the run soon after."""
    events = [
        Event(lambda at: (at["t"] - 1.0) ** 2 - 1e-8, then="record", name="dip"),
        Event(lambda at: at["t"] - 1.00003, then=lw.events.switch({"push.force": 1.0}), name="on"),
        Event(lambda at: at["t"] - 1.01, name="end"),
    ]
    start = mass.assemble({"slide.slide": 0.0})
    trajectory = lw.simulate(mass, start, duration=3.0, inputs={"push.force": 0.0}, events=events)
    assert [event.name for event in trajectory.events] == ["dip", "on", "dip", "end"]
    assert [event.time for event in trajectory.events] == pytest.approx([0.9999, 1.00003, 1.0001, 1.01], abs=1e-10)


def test_streamed_and_dense_runs_and_loops_in_python_find_the_same(mass, tmp_path):
    depth = 1e-6
    plain = strike_times(depth)
    assert len(plain) == len(impacts(depth, 0.3, 0.7, 10.0)) == 3
    assert strike_times(depth, dense=True) == plain
    assert strike_times(depth, stream=tmp_path / "stop.parquet") == plain
    assert strike_times(depth, inputs={"push.force": lambda t: 0.0 * t}) == pytest.approx(plain, abs=1e-9)
    swing = lw.compile(lw.formalisms.modular(pendulum()), join=lw.joins.UdwadiaKalaba())
    start = swing.assemble({"arm.theta": 0.0})
    event = Event(lambda at: (at["t"] - 0.25) ** 2 - 1e-8, then="record")
    trajectory = lw.simulate(swing, start, duration=0.5, events=[event])
    assert [event.time for event in trajectory.events] == pytest.approx([0.2499, 0.2501], abs=1e-10)


def strike_times(depth, **options):
    dynamics = against_a_stop(depth, 0.3)
    start = dynamics.assemble({"slide.slide": cos(0.7)}, {"slide.slide": -OMEGA * sin(0.7)})
    options = {"inputs": {"push.force": 0.0}, "duration": 10.0, **options}
    return [event.time for event in lw.simulate(dynamics, start, **options).events]


@pytest.mark.parametrize("short", [1e-4, 1e-6, 1e-8])
def test_a_stop_just_short_of_a_dead_centre_turns_a_crank_back(short):
    """Without loss: the crank of a slider-crank swings between both sides of its stop and never passes the centre.

    With crank r and rod l the slider is at x = r cos(phi) + sqrt(l^2 - r^2 sin^2(phi)), which is r + l at the centre.
    """
    ready = lw.mechanisms.slider_crank(g=0.0)
    stop = lw.EndStop("x", upper=0.05 + 0.16 - short, restitution=1.0)
    machine = replace(ready, connections={**ready.connections, "stop": stop})
    dynamics = lw.compile(lw.formalisms.modular(machine))
    start = dynamics.assemble({"phi": 1.0}, {"phi": 5.0})
    trajectory = lw.simulate(dynamics, start, duration=10.0, inputs={"tau": 0.0, "force": 0.0}, samples=20_001)
    assert trajectory.outcome.finished
    assert np.max(trajectory["x"]) <= 0.21 - short + 1e-9
    angles = np.unwrap(trajectory["phi"])
    assert np.min(angles) > 0
    assert np.max(angles) < 2 * pi
    assert len(trajectory.events) == np.sum(np.diff(np.sign(trajectory["phi'"])) != 0) > 5
