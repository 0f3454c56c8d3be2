"""Instants of sampled control are rational numbers, rounded once."""

from fractions import Fraction

import numpy as np
import pytest

from linkwright.control import Clock, Schedule, exact

CLOCKS = {
    "one": [Clock.of(1e-3)],
    "thirds": [Clock.of(Fraction(1, 3000))],
    "three rates": [Clock.of(5e-3), Clock.of(1e-3, delay=0.3e-3), Clock.of(100e-6)],
    "no multiples": [Clock.of(1e-3), Clock.of(0.7e-3, phase=0.1e-3)],
    "long delay": [Clock.of(0.01, phase=0.003, delay=0.0255), Clock.of(Fraction(1, 70))],
}


def by_hand(clocks, start, end):
    """Instants from the definition, one by one in rational numbers: time, released, computed."""
    found = {}
    for number, clock in enumerate(clocks):
        for kind, offset in enumerate((clock.phase + clock.delay, clock.phase)):
            if kind == 0 and not clock.delay:
                continue
            k = (Fraction(start) - offset) // clock.period - 1
            while float(offset + k * clock.period) < end:
                time = offset + k * clock.period
                if float(time) >= start:
                    found.setdefault(time, ([], []))[kind].append(number)
                k += 1
    return [(float(time), tuple(found[time][0]), tuple(found[time][1])) for time in sorted(found)]


@pytest.mark.parametrize("clocks", CLOCKS.values(), ids=CLOCKS)
@pytest.mark.parametrize(("start", "end"), [(0.0, 0.2), (0.0123, 0.08), (-0.05, 0.05)])
def test_instants_are_those_of_the_definition(clocks, start, end):
    schedule = Schedule.of(clocks)
    found = [(time, each.released, each.computed) for time, each in schedule.between(start, end)]
    assert found == by_hand(clocks, start, end)
    kinds = [schedule.kinds[k] for k in schedule.kind_of]
    assert [(k.released, k.computed) for k in kinds] == [(i.released, i.computed) for i in schedule.instants]


@pytest.mark.parametrize("period", [1e-3, 0.7e-3, Fraction(1, 3000), Fraction(1, 7), 1e-4])
def test_the_ten_millionth_instant_is_the_rational_number_rounded_once(period):
    schedule, number = Schedule.of([Clock.of(period)]), 10**7
    assert schedule.time(number, 0) == float(exact(period, "period") * number)
    assert schedule.first(schedule.time(number, 0)) == (number, 0)
    assert schedule.first(np.nextafter(schedule.time(number, 0), np.inf)) == (number + 1, 0)
    # the same in doubles, as compiled code does it
    assert float(number * schedule.unit.numerator) / float(schedule.unit.denominator) == schedule.time(number, 0)


def test_steps_added_up_would_not_be_there():
    assert float(np.cumsum(np.full(10**6, 1e-3))[-1]) != 1000.0
    assert Schedule.of([Clock.of(1e-3)]).time(10**6, 0) == 1000.0


def test_a_float_is_the_decimal_it_prints_as():
    assert exact(0.1, "period") == Fraction(1, 10)
    assert exact(3e-4, "period") == Fraction(3, 10000)
    assert exact(2, "period") == 2
    assert exact(Fraction(1, 3), "period") == Fraction(1, 3)


def test_an_instant_at_the_start_counts_and_one_at_the_end_does_not():
    times = [time for time, _ in Schedule.of([Clock.of(0.25)]).between(0.5, 1.0)]
    assert times == [0.5, 0.75]


@pytest.mark.parametrize(
    ("delay", "pending"), [(0, 0), (0.3e-3, 1), (1e-3, 1), (1.2e-3, 2), (2e-3, 2), (2.5e-3, 3)], ids=str
)
def test_results_that_wait(delay, pending):
    clock = Clock.of(1e-3, delay=delay)
    assert clock.pending == pending
    if pending:  # a queue of results, released before the next is computed: each comes out after its delay
        queue, out = [None] * pending, []
        for time, instant in Schedule.of([clock]).between(0.0, 0.02):
            if instant.released:
                out.append((time, queue[pending - 1]))
            if instant.computed:
                queue = [time, *queue[:-1]]
        for time, value in out:
            if value is not None:
                assert time - value == pytest.approx(delay, abs=1e-15)
        assert sum(value is not None for _, value in out) >= 17


@pytest.mark.parametrize(
    ("clock", "words"),
    [
        ({"period": 0.0}, "more than 0 s"),
        ({"period": 1.0, "phase": 1.0}, "less than the period"),
        ({"period": 1.0, "delay": -0.1}, "0 s or more"),
        ({"period": float("nan")}, "finite"),
    ],
)
def test_wrong_clocks_are_refused(clock, words):
    with pytest.raises(ValueError, match=words):
        Clock.of(**clock)


def test_what_would_not_be_exact_is_refused():
    with pytest.raises(ValueError, match="choose periods whose ratios are simpler"):
        Schedule.of([Clock.of(0.001), Clock.of(0.00100001)])
    with pytest.raises(TypeError, match="expected a number of seconds"):
        Clock.of("1 ms")
    with pytest.raises(ValueError, match="fewer digits"):
        Schedule.of([Clock.of(0.001000000001)]).refuse_long(0.0, 1e5)
    with pytest.raises(ValueError, match=r"1e\+12 instants.*shortest period is 1e-12 s"):
        Schedule.of([Clock.of(1e-12)]).refuse_long(5.0, 6.0)
    Schedule.of([Clock.of(1e-4), Clock.of(Fraction(1, 3000))]).refuse_long(0.0, 1e6)


def test_whether_two_clocks_ever_meet():
    """Against their instants, listed."""
    pairs = [
        (Clock.of(2e-3, phase=1e-3), Clock.of(3e-3), True),
        (Clock.of(2e-3, phase=1e-3), Clock.of(4e-3), False),
        (Clock.of(1e-3), Clock.of(1e-3, phase=5e-4), False),
        (Clock.of(Fraction(1, 3000)), Clock.of(1e-4, phase=Fraction(1, 30_000)), True),
    ]
    for one, other, meet in pairs:
        listed = [{clock.phase + k * clock.period for k in range(200)} for clock in (one, other)]
        assert bool(listed[0] & listed[1]) == meet
        assert one.meets(other) == other.meets(one) == meet
