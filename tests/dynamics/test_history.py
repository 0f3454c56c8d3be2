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
ORDERS, QUICK = 20, 3
THREADS = 8
Asked = tuple[str, str]


@cache
def machine(name: str) -> Machine:
    return machines()[name]()


@cache
def alone() -> dict[Asked, bytes]:
    """The answer to each question, put first to a machine that was compiled for it."""
    return {
        (name, title): question(machine(name).compiled())
        for name in NAMES
        for title, question in machine(name).questions().items()
    }


def different(order: list[Asked], compiled: dict[str, lw.Dynamics]) -> list[Asked]:
    """Questions of an order whose answers are others than alone."""
    return [
        (name, title)
        for name, title in order
        if machine(name).questions()[title](compiled[name]) != alone()[name, title]
    ]


def shuffled(seed: int) -> list[Asked]:
    order = list(alone())
    random.Random(seed).shuffle(order)
    return order


@pytest.mark.parametrize(
    "seed", [*range(QUICK), *[pytest.param(seed, marks=pytest.mark.long) for seed in range(QUICK, ORDERS)]]
)
def test_any_order_of_questions_gives_the_same_bits(seed: int) -> None:
    order = shuffled(seed)
    compiled = {name: machine(name).compiled() for name in NAMES}
    again = random.Random(seed + ORDERS).sample(order, 10)
    assert different([*order, *again], compiled) == []


def test_eight_threads_at_once_get_the_same_bits() -> None:
    compiled = {name: machine(name).compiled() for name in NAMES}
    orders = [shuffled(100 + thread) for thread in range(THREADS)]
    assert alone()  # one thread answers first
    with ThreadPoolExecutor(THREADS) as pool:
        found = list(pool.map(lambda order: different(order, compiled), orders))
    assert found == [[]] * THREADS


@pytest.mark.parametrize("name", NAMES)
def test_another_process_gives_the_same_bits(name: str) -> None:
    title = "certificate"
    code = (
        "from dynamics.histories import machines\n"
        f"machine = machines()[{name!r}]()\n"
        f"print(machine.questions()[{title!r}](machine.compiled()).hex())"
    )
    folders = [str(Path(__file__).parents[1]), *sys.path]
    answer = subprocess.run(
        [sys.executable, "-c", f"import sys; sys.path[:0] = {folders!r}\n{code}"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert bytes.fromhex(answer.stdout.strip()) == alone()[name, title]


def test_pivots_change_on_the_way() -> None:
    """Else the orders would say nothing about them."""
    run = machine("three_rrr").run(machine("three_rrr").compiled(), 0)
    assert (run.certificate.choices or 0) > 2
