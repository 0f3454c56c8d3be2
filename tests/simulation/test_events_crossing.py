"""Events on the way over singular configurations: none lost, none counted twice, located, acted upon where they are."""

from dataclasses import replace

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import linkwright as lw

Event, crosses = lw.events.Event, lw.events.crosses
MACHINE = lw.mechanisms.n_four_bar(1)
INERTIA, WEIGHT = 2 / 3 + 1, (1 + 1) * 9.81
"""One DOF: two cranks (m l^2 / 3 each) and a coupler (m l^2); m = l = 1. Flat, and singular, where y = 0."""


def fall(angle, speed, begin, end, level, torque=0.0):
    """Angle and speed from the upright at the next time at which the tip comes down to a level, or at the end."""

    def low(_, y):
        return np.cos(y[0]) - level

    low.terminal, low.direction = True, -1.0
    rate = lambda _, y: [y[1], (WEIGHT * np.sin(y[0]) + torque) / INERTIA]  # noqa: E731
    found = solve_ivp(rate, (begin, end), [angle, speed], "DOP853", rtol=1e-13, atol=1e-14, events=low, max_step=0.01)
    return found.t[-1], found.y[:, -1], found.status == 1


@pytest.fixture(scope="module")
def bars():
    return lw.compile(lw.formalisms.modular(MACHINE))


@pytest.mark.parametrize("level", [0.0, 1e-6, 1e-4, 0.02, 0.15, -0.03])
def test_records_near_and_on_the_singular_place(bars, level):
    """The tip passes each level twice in a turn of 1.92371 s: down after t, up as long before the turn ends."""
    start = bars.assemble(speeds={"x0": 1.0})
    trajectory = lw.simulate(bars, start, duration=6.0, events=[Event(crosses("y0", level), then="record", name="low")])
    down = fall(0.0, 1.0, 0.0, 3.0, level)[0]
    turn = 2 * solve_ivp(
        lambda _, y: [y[1], WEIGHT * np.sin(y[0]) / INERTIA], (0, 3), [0.0, 1.0], "DOP853", rtol=1e-13, atol=1e-14,
        events=lambda _, y: y[0] - np.pi,
    ).t_events[0][0]  # fmt: skip
    expected = np.sort([k * turn + t for k in range(4) for t in (down, turn - down) if k * turn + t < 6.0])
    np.testing.assert_allclose([event.time for event in trajectory.events], expected, atol=2e-8)


@pytest.mark.parametrize("level", [0.0, 0.02])
@pytest.mark.parametrize("width", [1e-3, 1e-5])
def test_a_narrow_slot_near_and_on_the_singular_place_is_entered_and_left(bars, level, width):
    """(y - c)^2 - w^2 is 1e-10 deep, and both crossings are within one long step, or where it begins or ends."""
    slot = Event(lambda at: (at["y0"] - level) ** 2 - width**2, then="record", name="slot")
    trajectory = lw.simulate(bars, bars.assemble(speeds={"x0": 1.0}), duration=1.0, events=[slot])
    expected = [fall(0.0, 1.0, 0.0, 3.0, level + side * width)[0] for side in (1, -1)]
    assert [event.time for event in trajectory.events] == pytest.approx(expected, abs=1e-8)


def test_a_stop_on_the_singular_place_ends_the_run_there(bars):
    start = bars.assemble(speeds={"x0": 1.0})
    trajectory = lw.simulate(bars, start, duration=3.0, events=[Event(crosses("y0"), name="flat")])
    assert trajectory.outcome.kind == "stopped"
    assert trajectory.time[-1] == pytest.approx(fall(0.0, 1.0, 0.0, 3.0, 0.0)[0], abs=1e-8)
    assert trajectory["y0"][-1] == pytest.approx(0.0, abs=1e-9)


@pytest.mark.parametrize("level", [0.05, -0.05])
def test_a_switch_before_and_beyond_the_singular_place(level):
    """A torque against the crank is switched on where the tip comes to a level."""
    machine = replace(MACHINE, connections={**MACHINE.connections, "drive": lw.Torque("phi0")})
    dynamics = lw.compile(lw.formalisms.modular(machine))
    on = Event(crosses("y0", level), -1, then=lw.events.switch({"drive.tau": 3.0}), name="on")
    start = dynamics.assemble(speeds={"x0": 1.0})
    trajectory = lw.simulate(dynamics, start, duration=1.1, inputs={"drive.tau": 0.0}, events=[on])
    time, state, _ = fall(0.0, 1.0, 0.0, 3.0, level)
    assert [event.time for event in trajectory.events] == pytest.approx([time], abs=1e-9)
    end = fall(*state, time, 1.1, -2.0, torque=-3.0)[1]  # phi0 counts against the angle from the upright
    assert trajectory["x0"][-1] == pytest.approx(np.sin(end[0]), abs=1e-8)
    assert any("passed 1 singular" in note for note in trajectory.certificate.notes)


@pytest.mark.parametrize(("level", "e"), [(0.05, 0.7), (-0.5, 1.0)])
def test_stops_before_and_beyond_the_singular_place(level, e):
    machine = replace(MACHINE, connections={**MACHINE.connections, "rest": lw.EndStop("y0", level, restitution=e)})
    dynamics = lw.compile(lw.formalisms.modular(machine))
    trajectory = lw.simulate(dynamics, dynamics.assemble(speeds={"x0": 1.0}), duration=2.0)
    time, state, more, expected = 0.0, (0.0, 1.0), True, []
    while more:
        time, (angle, speed), more = fall(*state, time, 2.0, level)
        state = (angle, -e * speed)
        expected += [time] if more else []
    assert [event.time for event in trajectory.events] == pytest.approx(expected, abs=1e-8)
    assert trajectory["x0"][-1] == pytest.approx(np.sin(angle), abs=1e-8)
