"""Answers do not depend on what was asked before, nor on what other threads ask meanwhile: the same bits each time."""

from __future__ import annotations

import random
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path

import pytest

import linkwright as lw
from dynamics.histories import Machine, machines

NAMES = tuple(machines())
OTHERS = [name for name in NAMES if name != "three_rrr"]
ORDERS, QUICK = 20, 1
LENGTH = 12
THREADS = 8
Asked = tuple[str, str]


@cache
def machine(name: str) -> Machine:
    return machines()[name]()


@cache
def alone(name: str, title: str) -> bytes:
    """The answer to a question that is put first to a machine compiled for it."""
    return machine(name).questions[title](machine(name).compiled())


def different(order: list[Asked], compiled: dict[str, lw.Dynamics]) -> list[Asked]:
    """Questions of an order whose answers are others than alone."""
    answers = [(name, title, machine(name).questions[title](compiled[name])) for name, title in order]
    return [(name, title) for name, title, answer in answers if answer != alone(name, title)]


def ordered(seed: int, length: int | None = None) -> list[Asked]:
    """Questions to all machines in a random order, the first `length` of them; some are put twice."""
    draw = random.Random(seed)
    order = [(name, title) for name in NAMES for title in machine(name).questions]
    draw.shuffle(order)
    order = order[:length]
    return [*order, *draw.sample(order, len(order) // 4)]


@pytest.mark.parametrize(
    "seed", [*range(QUICK), *[pytest.param(seed, marks=pytest.mark.long) for seed in range(QUICK, ORDERS)]]
)
def test_any_order_of_questions_gives_the_same_bits(seed: int) -> None:
    compiled = {name: machine(name).compiled() for name in NAMES}
    assert different(ordered(seed, LENGTH if seed < QUICK else None), compiled) == []


@pytest.mark.parametrize("length", [3, pytest.param(None, marks=pytest.mark.long)])
def test_eight_threads_at_once_get_the_same_bits(length: int | None) -> None:
    compiled = {name: machine(name).compiled() for name in NAMES}
    orders = [ordered(100 + thread, length) for thread in range(THREADS)]
    for name, title in {asked for order in orders for asked in order}:
        alone(name, title)
    with ThreadPoolExecutor(THREADS) as pool:
        found = list(pool.map(lambda order: different(order, compiled), orders))
    assert found == [[]] * THREADS


@pytest.mark.parametrize("name", ["three_rrr", *[pytest.param(name, marks=pytest.mark.long) for name in OTHERS]])
def test_another_process_gives_the_same_bits(name: str) -> None:
    title = "certificate"
    code = (
        "from dynamics.histories import machines\n"
        f"machine = machines()[{name!r}]()\n"
        f"print(machine.questions[{title!r}](machine.compiled()).hex())"
    )
    folders = [str(Path(__file__).parents[1]), *sys.path]
    answer = subprocess.run(
        [sys.executable, "-c", f"import sys; sys.path[:0] = {folders!r}\n{code}"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert bytes.fromhex(answer.stdout.strip()) == alone(name, title)


def test_pivots_change_on_the_way() -> None:
    """Else the orders would say nothing about them."""
    run = machine("three_rrr").run(machine("three_rrr").compiled(), 0)
    assert (run.certificate.pivotings or 0) > 2
