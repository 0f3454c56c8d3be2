"""Coefficients of an explicit Runge-Kutta method, read off the loops that make its steps.

A step is made in which slope i is the unit vector i, from y = 0 with h = 1: then the state of a stage is its row of
coefficients, and so are the result and dense output. So nothing of a method is written down twice.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from types import SimpleNamespace

import numpy as np

from linkwright import codegen, linear_algebra
from linkwright.arrays import Array
from linkwright.simulation.integrators import Integrator

DEGREE = 9
"""Degree of the polynomials that dense output is read as: at least that of each method."""


@dataclass(frozen=True, eq=False)
class Tableau:
    """Y_i = y + h sum a_ij k_j at t + c_i h, y_new = y + h sum b_j k_j, inside y + h sum b_j(theta) k_j.

    A step has `stages` slopes, dense output `all_stages`. `dense` (all_stages, DEGREE + 1) are coefficients of
    b_j(theta) in Chebyshev polynomials of 2 theta - 1.
    """

    stages: int
    all_stages: int
    a: Array
    b: Array
    c: Array
    dense: Array


@cache
def tableau_of(kind: type[Integrator]) -> Tableau:
    """The coefficients of an explicit method; all instances of a class have the same."""
    n = kind.slopes
    run = SimpleNamespace(
        machine=SimpleNamespace(n=n, nq=0, nv=0),
        states=SimpleNamespace(y=np.zeros(n), slopes=np.zeros(n * n)),
        scratch=SimpleNamespace(trial=np.zeros(n), new=np.zeros(n), inside=np.zeros(n), own=np.zeros(2 * n)),
        settings=SimpleNamespace(rtol=1.0, atol=1.0, directions=0),
        progress=SimpleNamespace(evaluations=0),
    )
    run.states.slopes[0] = 1.0
    rows, nodes = [np.zeros(n)], [0.0]

    def slope_at(t: float, y: Array, run: object, slope: Array) -> None:
        del run
        slope[:n] = 0.0
        slope[len(rows)] = 1.0
        rows.append(np.array(y[:n]))
        nodes.append(float(t))

    def error_norm(*_: object) -> float:
        return 0.0

    loops: dict[str, Callable[..., object]] = codegen.interpret(
        kind.loops, {"slope_at": slope_at, "error_norm": error_norm}
    )
    loops["step"](0.0, 1.0, run)
    stages = len(rows)
    loops["prepare_interpolation"](0.0, 1.0, run)
    count = len(rows)
    points = (1 - np.cos(np.pi * (np.arange(DEGREE + 1) + 0.5) / (DEGREE + 1))) / 2
    inside = np.zeros((DEGREE + 1, n))
    for row, theta in zip(inside, points, strict=True):
        loops["interpolate"](theta, 1.0, run, row)
    chebyshev = np.polynomial.chebyshev.chebvander(2 * points - 1, DEGREE)
    dense: Array = np.array(linear_algebra.solve(chebyshev, inside[:, :count]).T, dtype=float)
    a = np.array(rows)[:, :count]
    return Tableau(stages, count, np.ascontiguousarray(a), run.scratch.new[:count].copy(), np.array(nodes), dense)
