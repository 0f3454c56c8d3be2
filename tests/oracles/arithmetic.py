"""Two number systems for one hand-derived formula: machine doubles, and mpmath with as many digits as asked.

A formula written over an `Arithmetic` is evaluated with either, so that the rounding error of the first is known from
the second.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import mpmath  # type: ignore[import-untyped]
import numpy as np
from numpy.typing import NDArray

Number = Any  # float, or an mpmath number of some context
Point = tuple[Number, Number]
Vector = Sequence[Number] | NDArray[Any]


@dataclass(frozen=True)
class Arithmetic:
    """Elementary functions of one number system, and its solution of a square linear system."""

    number: Callable[[str], Number]
    sin: Callable[[Number], Number]
    cos: Callable[[Number], Number]
    acos: Callable[[Number], Number]
    atan2: Callable[[Number, Number], Number]
    sqrt: Callable[[Number], Number]
    pi: Number
    solve: Callable[[Sequence[Sequence[Number]], Sequence[Number]], list[Number]]


def _solve_double(matrix: Sequence[Sequence[float]], right: Sequence[float]) -> list[float]:
    """Solve after scaling rows and columns to unit size, with one refinement of the residual."""
    full = np.array(matrix, dtype=float)
    row = 1.0 / np.abs(full).max(axis=1)
    column = 1.0 / np.abs(full * row[:, None]).max(axis=0)
    scaled = full * row[:, None] * column
    wanted = np.array(right, dtype=float) * row
    found = np.linalg.solve(scaled, wanted)
    found += np.linalg.solve(scaled, wanted - scaled @ found)
    return [float(value) for value in found * column]


DOUBLE = Arithmetic(float, math.sin, math.cos, math.acos, math.atan2, math.sqrt, math.pi, _solve_double)


def digits(count: int) -> Arithmetic:
    """Arithmetic with `count` decimal digits, in an mpmath context of its own."""
    context = mpmath.mp.clone()
    context.dps = count

    def solve(matrix: Sequence[Sequence[Number]], right: Sequence[Number]) -> list[Number]:
        return list(context.lu_solve(context.matrix(matrix), context.matrix(right)))

    return Arithmetic(
        context.mpf, context.sin, context.cos, context.acos, context.atan2, context.sqrt, +context.pi, solve
    )


def cross(arm: Point, force: Point) -> Number:
    """Moment of a planar force about the origin of its arm: d_x F_y - d_y F_x."""
    return arm[0] * force[1] - arm[1] * force[0]
