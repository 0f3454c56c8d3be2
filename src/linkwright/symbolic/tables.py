"""Tables of CasADi (`casadi.interpolant`) written out in the operations that are compiled and differentiated.

A table is a sum of products of B-splines, one for each argument,

    f(x, y) = sum_ij c_ij B_i(x) B_j(y),

of degree 1 where it is linear between grid points (B_i are hats). On each interval between knots every B_i is a
polynomial; indicators of the intervals, 1 on one and 0 on the others, pick the one that counts. Beyond the grid a
linear table goes on with the slope of its last interval, and one of B-splines is 0, as CasADi has it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise
from math import factorial

import casadi as ca
import numpy as np

from linkwright.arrays import Array

KINDS = ("LinearInterpolant", "BSplineInterpolant")
"""CasADi's classes of tables."""
MOST_COEFFICIENTS = 10_000
"""Coefficients of a table that is written out: as many products."""
AGREE = 1e-9
"""Share of the largest value to which a table that was read gives CasADi's values; rounding leaves 1e-13."""


@dataclass(frozen=True, eq=False)
class Table:
    """Knots and degree for each argument, coefficients with an axis for each; `extends`: not 0 beyond the grid."""

    knots: tuple[Array, ...]
    degrees: tuple[int, ...]
    coefficients: Array
    extends: bool

    def at(self, point: list[ca.SX]) -> ca.SX:
        """The table as an expression."""
        value = ca.SX(1)
        rest = self.coefficients.reshape(-1, 1, order="F")
        for k in reversed(range(len(point))):
            basis = basis_splines(self.knots[k], self.degrees[k], point[k], extends=self.extends)
            size = basis.numel()
            if k == len(point) - 1:  # numbers by the last argument, expressions from there on
                value = ca.mtimes(ca.DM(rest.reshape(-1, size, order="F")), basis)
            else:
                value = ca.mtimes(ca.reshape(value, -1, size), basis)
        return value


def basis_splines(knots: Array, degree: int, x: ca.SX, *, extends: bool) -> ca.SX:
    """All B-splines at x; `extends`: beyond the knots the polynomials of the first and last interval go on."""
    from scipy.interpolate import BSpline

    count = len(knots) - degree - 1
    inside = [k for k in range(degree, count) if knots[k] < knots[k + 1]]
    splines = BSpline(knots, np.eye(count), degree)
    # Coefficients (power, interval, spline) of Taylor's polynomials at the beginning of each interval.
    pieces = [splines.derivative(power)(knots[inside]) / factorial(power) for power in range(degree + 1)]
    # 1 behind each knot between two intervals; the indicator of an interval is the difference of two of them.
    ends = (ca.SX(1), ca.SX(0)) if extends else (x >= knots[0], x > knots[-1])
    behind = [ends[0], *[x >= knots[k] for k in inside[1:]], ends[1]]
    indicators = [behind[j] - behind[j + 1] for j in range(len(inside))]
    basis = [ca.SX(0)] * count
    way = x - sum(indicator * knots[k] for indicator, k in zip(indicators, inside, strict=True))
    for j, k in enumerate(inside):
        for i in range(k - degree, k + 1):
            value = ca.SX(pieces[-1][j, i])
            for row in reversed(pieces[:-1]):
                value = value * way + row[j, i]
            basis[i] += indicators[j] * value
    return ca.vertcat(*basis)


def write_out_tables(expression: ca.SX) -> ca.SX:
    """The expression with its tables written out; a call of another function of CasADi is refused in words.

    >>> x = ca.SX.sym("x")
    >>> table = ca.interpolant("table", "linear", [[0.0, 1.0, 3.0]], [0.0, 2.0, 0.0])
    >>> f = write_out_tables(table(x) ** 2)
    >>> float(ca.substitute(f, x, 2.0)), float(ca.substitute(ca.jacobian(f, x), x, 2.0))
    (1.0, -2.0)
    """
    symbols = ca.symvar(expression)
    if not symbols or not ca.Function("f", [ca.vertcat(*symbols)], [expression]).find_functions():
        return expression
    known: dict[int, ca.SX] = {}
    entries = [_rebuild(entry, known) for entry in ca.vertsplit(ca.vec(ca.densify(expression)))]
    return ca.reshape(ca.vertcat(*entries), *expression.shape)


def _rebuild(root: ca.SX, known: dict[int, ca.SX]) -> ca.SX:
    """A scalar expression, node by node, with tables written out; `known` are nodes by their number."""
    waiting = [root]
    while waiting:
        node = waiting[-1]
        called = node.n_dep() == 1 and node.dep(0).is_call()
        source = node.dep(0) if called else node
        parts = [source.dep(k) for k in range(source.n_dep())]
        missing = [part for part in parts if part.element_hash() not in known]
        if missing:
            waiting += missing
            continue
        operands = [known[part.element_hash()] for part in parts]
        if called:
            known[node.element_hash()] = read_table(source.which_function()).at(operands)
        elif len(operands) == 2:
            known[node.element_hash()] = ca.SX.binary(node.op(), *operands)
        elif operands:
            known[node.element_hash()] = ca.SX.unary(node.op(), *operands)
        else:
            known[node.element_hash()] = node
        waiting.pop()
    return known[root.element_hash()]


def read_table(function: ca.Function) -> Table:
    """A table of CasADi with its numbers, from the C code that CasADi writes of it."""
    kind = function.class_name()
    if kind not in KINDS or function.n_in() != 1 or function.numel_out(0) != 1:
        msg = (
            f"the CasADi function {function.name()!r} ({kind}) is called, which cannot be compiled; tables that can "
            "are casadi.interpolant(name, 'linear' or 'bspline', grid, values) with one value at each point"
        )
        raise ValueError(msg)
    generator = ca.CodeGenerator("table")
    generator.add(function)
    found = _table_of(generator.dump())
    if found is not None and found.coefficients.size > MOST_COEFFICIENTS:
        msg = (
            f"the table {function.name()!r} has {found.coefficients.size} coefficients, and {MOST_COEFFICIENTS} are "
            "written out at most; take a coarser grid"
        )
        raise ValueError(msg)
    if found is None or not _agrees(found, function):
        msg = f"the table {function.name()!r} ({kind}) cannot be read; give values and grid as numbers"
        raise ValueError(msg)
    return found


def _table_of(code: str) -> Table | None:
    """The table in C code; None where that looks otherwise."""
    arrays = {}
    for name, size, text in re.findall(r"(casadi_[cs]\d+)\[(\d+)\]\s*=\s*\{([^}]*)\}", code):
        numbers = [float(number) for number in text.split(",")]
        arrays[name] = numbers + [0.0] * (int(size) - len(numbers))  # C fills up with zeros
    spline = re.search(r"nd_boor_eval\)?\([^;]*?,\s*\d+,\s*(\w+),\s*(\w+),\s*(\w+),\s*\w+,\s*(\w+),\s*1,", code)
    linear = re.search(r"interpn\)?\(res\[0\],\s*\d+,\s*(\w+),\s*(\w+),\s*(\w+),\s*arg\[0\]", code)
    if spline:
        knots, offsets, degrees, values = (arrays.get(name, []) for name in spline.groups())
    elif linear:
        knots, offsets, values = (arrays.get(name, []) for name in linear.groups())
        degrees = [1.0] * (len(offsets) - 1)
    else:
        return None
    bounds = [int(offset) for offset in offsets]
    rows = [np.array(knots[a:b]) for a, b in pairwise(bounds)]
    if linear:
        rows = [np.concatenate([row[:1], row, row[-1:]]) for row in rows]
    shape = [len(row) - int(degree) - 1 for row, degree in zip(rows, degrees, strict=False)]
    if not shape or len(rows) != len(degrees) or min(degrees) < 1 or len(values) != np.prod(shape):
        return None
    coefficients = np.array(values).reshape(shape, order="F")
    return Table(tuple(rows), tuple(int(degree) for degree in degrees), coefficients, linear is not None)


def _agrees(table: Table, function: ca.Function) -> bool:
    """Whether a table gives the function's values, inside its grid and a little beyond."""
    random = np.random.default_rng(0)
    low, high = (np.array([row[k] for row in table.knots]) for k in (0, -1))
    points = low + (high - low) * random.uniform(-0.1, 1.1, (20, len(low)))
    x = ca.SX.sym("x", len(low))
    own = ca.Function("table", [x], [table.at(ca.vertsplit(x))])
    wanted, found = (np.array(each(points.T)).ravel() for each in (function, own))
    return bool(np.max(np.abs(found - wanted)) <= AGREE * max(float(np.max(np.abs(wanted))), 1e-300))
