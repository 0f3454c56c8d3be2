"""Loops over several kernels of one name: the number in the first argument says which is called."""

from __future__ import annotations

from collections.abc import Callable

import casadi
import numpy as np
import pytest

from linkwright import codegen
from linkwright.arrays import Array

PLACE = 1

times: Callable[..., None]
plus: Callable[..., None]


def go(a: Array, b: Array, n: int) -> None:
    for k in range(n):
        a[PLACE] = float(k % 3)
        times(a, b[2 * k :])  # noqa: F821  bound by name
        plus(b[2 * k :], b[2 * k :])  # noqa: F821


def kernel(name: str, factor: float, offset: float) -> casadi.Function:
    x = casadi.SX.sym("x")
    return casadi.Function(name, [x], [factor * x + offset])


def bound(backend: str, number: int, **calls: Callable[..., object]) -> Callable[..., object]:
    libraries = [codegen.build({"times": kernel("times", 10.0**k, 0.0)}, backend=backend) for k in range(number)]
    shared = [] if calls else [codegen.build({"plus": kernel("plus", 1.0, 0.5)}, backend=backend)]
    return codegen.alternatives([*libraries, *shared], (go,), place=PLACE, calls=calls or None)("go")


def test_the_number_says_which(backend: str) -> None:
    """Three kernels called in turn, and one that all share."""
    a, b = np.array([2.0, 0.0]), np.zeros(10)
    bound(backend, 3)(a, b, 5)
    assert b[::2].tolist() == [2.5, 20.5, 200.5, 2.5, 20.5]


def test_one_alone_is_always_called(backend: str) -> None:
    """Without alternatives the number does not matter."""
    a, b = np.array([2.0, 0.0]), np.zeros(6)
    bound(backend, 1)(a, b, 3)
    assert b[::2].tolist() == [2.5, 2.5, 2.5]


@pytest.mark.filterwarnings("error")
def test_python_functions_beside_kernels(backend: str) -> None:
    """With a Python function the loop runs in Python, over the same kernels."""

    def plus(x: np.ndarray, out: np.ndarray) -> None:
        out[0] = x[0] + 0.25

    a, b = np.array([2.0, 0.0]), np.zeros(6)
    bound(backend, 3, plus=plus)(a, b, 3)
    assert b[::2].tolist() == [2.25, 20.25, 200.25]
