"""Timing that can be compared: cases take turns, round after round, with the garbage collector off.

Other work on the machine then slows all cases of a comparison alike; the median and the minimum over the rounds are
kept, and ratios are made of figures of one and the same comparison only.
"""

import gc
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from statistics import median
from time import perf_counter


@dataclass(frozen=True)
class Case:
    """Something to time: `call` is made `number` times in a row, and each of them does `units` of work."""

    call: Callable[[], object]
    units: int = 1
    number: int = 0  # 0: as many as fill LENGTH
    before: Callable[[], object] | None = None  # not timed


@dataclass(frozen=True)
class Timing:
    """Seconds for one unit of work."""

    median: float
    minimum: float
    first: float
    rounds: int


LENGTH = 0.02  # s, of one measurement of a short case
MOST = 100_000  # calls in one measurement


def once(case: Case, number: int, clock: Callable[[], float] = perf_counter) -> float:
    """Seconds for one unit of work, over `number` calls in a row."""
    if case.before is not None:
        case.before()
    call = case.call
    start = clock()
    for _ in range(number):
        call()
    return (clock() - start) / (number * case.units)


def interleaved(
    cases: Mapping[str, Case], rounds: int, *, warm: bool = True, clock: Callable[[], float] = perf_counter
) -> dict[str, Timing]:
    """Time cases in turns. With `warm` every case runs once before; without, the first round counts.

    `clock` may be `time.process_time`, for cases that run on one thread: other work then disturbs them less.
    """
    firsts, numbers = {}, {}
    if warm:
        for name, case in cases.items():
            firsts[name] = once(case, 1, clock)
            again = once(case, 1, clock) * case.units
            numbers[name] = case.number or min(MOST, max(1, round(LENGTH / max(again, 1e-8))))
    found: dict[str, list[float]] = {name: [] for name in cases}
    gc.collect()
    gc.disable()
    try:
        for _ in range(rounds):
            for name, case in cases.items():
                found[name].append(once(case, numbers.get(name, case.number or 1), clock))
                gc.collect(0)
    finally:
        gc.enable()
    return {
        name: Timing(median(values), min(values), firsts.get(name, values[0]), rounds) for name, values in found.items()
    }
