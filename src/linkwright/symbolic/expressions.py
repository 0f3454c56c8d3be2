"""Expressions: symbols that know their unit and meaning, derivatives, formulas, selections, values at many points."""

from __future__ import annotations

import keyword
import math
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache, wraps
from numbers import Real
from typing import Any, TypeAlias

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from linkwright.arrays import scattered
from linkwright.kinds import checked_arguments, checked_but
from linkwright.symbolic.serialization import Picklable, shared_symbol


@checked_arguments
def dense(expression: ca.SX) -> ca.SX:
    """Expression with its zeros written out; one that is dense is given back as it is, which costs a tenth."""
    return expression if expression.is_dense() else ca.densify(expression)


@checked_arguments
def sparse(expression: ca.SX) -> ca.SX:
    """Expression with its zeros left out of the sparsity; one that has none is given back as it is."""
    return ca.sparsify(expression) if expression.has_zeros() else expression


@checked_arguments
def jacobian(expression: ca.SX, variables: ca.SX) -> ca.SX:
    """Jacobian d expression / d variables (m, n), exact zeros left out of its sparsity."""
    if expression.numel() == 0 or variables.numel() == 0:
        return ca.SX(expression.numel(), variables.numel())
    column = dense(expression) if expression.is_column() else ca.densify(ca.vec(expression))
    return sparse(ca.jacobian(column, variables))


@checked_arguments
def directional(expression: ca.SX, variables: ca.SX, direction: ca.SX) -> ca.SX:
    """Directional derivative (d expression / d variables) direction, same shape as the expression.

    With direction = dq/dt this is the part of the time derivative that comes from q.
    """
    if expression.numel() == 0 or variables.numel() == 0:
        return ca.SX.zeros(*expression.shape)
    return ca.jtimes(dense(expression), variables, dense(direction))


@checked_arguments
def plus(a: ca.SX, b: ca.SX) -> ca.SX:
    """Sum of two scalar expressions; a quarter of the time of +, which tries other kinds of operand first."""
    return ca.SX.binary(ca.OP_ADD, a, b)


@checked_arguments
def times(a: ca.SX, b: ca.SX) -> ca.SX:
    """Product of two scalar expressions, as cheaply."""
    return ca.SX.binary(ca.OP_MUL, a, b)


@checked_arguments
def scalars(vector: ca.SX) -> list[ca.SX]:
    """Entries of a vector as scalars, zeros included.

    >>> len(scalars(ca.SX.zeros(3)))
    3
    """
    entries: list[ca.SX] = dense(vector).nonzeros()  # type: ignore[assignment]  # they are scalar expressions
    return entries


@checked_arguments
def together(columns: Sequence[ca.SX]) -> ca.SX:
    """Columns one under another; nothing gives an empty column, and one that stands alone is given back as it is."""
    some = [column for column in columns if column.numel()]
    if len(some) == 1 and some[0].is_column():
        return some[0]
    return ca.veccat(*some) if some else ca.SX(0, 1)


@checked_arguments
def leaves(expressions: Sequence[ca.SX]) -> list[ca.SX]:
    """Distinct symbols that occur in the expressions."""
    return list(ca.symvar(ca.veccat(*expressions))) if expressions else []


Shape = tuple[int, int]


def formula(*shapes: Shape) -> Callable[[Callable[..., ca.SX]], Callable[..., ca.SX]]:
    """Decorate a function of matrices of these shapes: it is written once, in symbols of its own.

    Putting expressions into it gives what writing it anew would, zeros and ones simplified away, in the time of one
    call instead of one for each operation in it.

    >>> @formula((1, 1))
    ... def square(x):
    ...     return x * x
    >>> square(ca.SX.sym("a")), square(ca.SX(3))
    (SX(sq(a)), SX(9))
    """

    def decorate(write: Callable[..., ca.SX]) -> Callable[..., ca.SX]:
        several = formulas(*shapes)(lambda *symbols: (write(*symbols),))

        @wraps(write)
        def put(*arguments: Any) -> ca.SX:
            return several(*arguments)[0]

        return put

    return decorate


def formulas(*shapes: Shape) -> Callable[[Callable[..., Sequence[ca.SX]]], Callable[..., list[ca.SX]]]:
    """The same for a function that gives several matrices.

    >>> @formulas((1, 1), (1, 1))
    ... def sum_and_product(x, y):
    ...     return x + y, x * y
    >>> sum_and_product(ca.SX.sym("a"), 2)
    [SX((a+2)), SX((2.*a))]
    """

    def decorate(write: Callable[..., Sequence[ca.SX]]) -> Callable[..., list[ca.SX]]:
        @cache
        def make() -> ca.Function:
            symbols = [ca.SX.sym(f"x{k}", *shape) for k, shape in enumerate(shapes)]
            return ca.Function("formula", symbols, [ca.densify(result) for result in write(*symbols)])

        @wraps(write)
        def put(*arguments: Any) -> list[ca.SX]:
            given = [x if isinstance(x, ca.SX) else ca.SX(x) for x in arguments]
            results: list[ca.SX] = make().call(given)
            return results

        return put

    return decorate


def at_points(function: ca.Function, *points: NDArray[np.float64]) -> NDArray[np.float64]:
    """Values (entries, n) of a function with one dense column as result; each argument is given as n columns.

    Calling it with a matrix takes some ten times as long: a function of n columns is then made each time.

    >>> x = ca.SX.sym("x", 2)
    >>> at_points(ca.Function("f", [x], [x[0] * x[1]]), np.array([[1.0, 2.0], [3.0, 4.0]]))
    array([[3., 8.]])
    """
    assert function.n_in() == len(points)
    count = points[0].shape[1]
    given = [np.ascontiguousarray(columns.T) for columns in points]
    values = np.zeros((count, function.nnz_out(0)))
    made: Any = function.buffer()  # its methods take memory without a size too
    buffer, evaluate = made
    for k in range(count):
        for place, rows in enumerate(given):
            buffer.set_arg(place, memoryview(rows[k]))
        buffer.set_res(0, memoryview(values[k]))
        evaluate()
    return values.T


@checked_arguments
def select_rows(matrix: ca.SX, places: Iterable[int]) -> ca.SX:
    """Rows of a matrix (or entries of a column) by number, in order, always as rows: none of them gives (0, columns).

    >>> select_rows(ca.SX.sym("x"), []).shape, ca.SX.sym("x")[[]].shape
    ((0, 1), (1, 0))
    """
    return matrix[list(places), :]


TOLERANCE = 1e-12
"""Arguments are of order 1, so terms that cancel leave a few hundred eps at the most."""


@checked_arguments
def settle(expression: ca.SX, variables: ca.SX) -> ca.SX:
    """Expression with entries freed of variables on which they do not really depend.

    An entry that does not change with a variable at three random points does not depend on it (an analytic function
    that vanishes there vanishes identically), and is taken at variable = 0; one that itself vanishes there is zero.

    >>> x, y = ca.SX.sym("x"), ca.SX.sym("y")
    >>> settle(y * (ca.sin(x) ** 2 + ca.cos(x) ** 2), x)
    SX(y)
    """
    known = {symbol.element_hash() for symbol in ca.symvar(variables)}
    others = [symbol for symbol in ca.symvar(expression) if symbol.element_hash() not in known]
    return settle_all([expression], variables, ca.vertcat(ca.SX(0, 1), *others))[0]


@checked_arguments
def settle_all(expressions: Sequence[ca.SX], variables: ca.SX, others: ca.SX) -> list[ca.SX]:
    """The same for several expressions at once, which costs little more than for one.

    `others` are all other symbols that occur in them.
    """
    every = [sparse(expression) for expression in expressions]
    if variables.numel() == 0 or not any(expression.nnz() for expression in every):
        return every
    # an empty one would bring a row of its own: the entries of a 1 x 1 zero have the shape 1 x 0
    flat = ca.vertcat(*[expression.nz[:] for expression in every if expression.nnz()])
    function = ca.Function("settle", [variables, others], [flat])
    depends = function.jac_sparsity(0, 0)
    if not depends.nnz():
        return every
    size, change = _samples(function)
    row, column = (np.array(places) for places in depends.get_triplet())
    idle = (change[row, column] <= TOLERANCE) & (size[row] > TOLERANCE)
    vanishing = np.flatnonzero(size <= TOLERANCE).tolist()
    if not idle.any() and not vanishing:
        return every
    result = ca.SX(flat)
    for variable in sorted(set(column[idle].tolist())):  # np.unique would load masked arrays first
        entries = row[idle & (column == variable)].tolist()
        result[entries] = ca.substitute(select_rows(result, entries), variables[variable], ca.SX(0))
    result[vanishing] = 0
    result = ca.simplify(result)
    ends = np.cumsum([0, *[expression.nnz() for expression in every]]).tolist()
    return [
        sparse(ca.SX(expression.sparsity(), select_rows(result, range(start, end))))
        for expression, start, end in zip(every, ends, ends[1:], strict=False)
    ]


def _samples(function: ca.Function) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Largest size of each entry at three random points, and its largest change when one variable alone is changed."""
    count, columns = function.numel_in(0), function.numel_in(0) + 1
    points = np.repeat(scattered(0, (count + function.numel_in(1), 3), 0.5, 1.5), columns, axis=1)
    for k in range(3):
        points[np.arange(count), k * columns + np.arange(count)] = scattered(k + 1, count, 0.5, 1.5)
    values = at_points(function, points[:count], points[count:]).reshape(-1, 3, columns)
    base, changed = values[:, :, -1], values[:, :, :-1]
    return np.abs(base).max(axis=1), np.abs(changed - base[:, :, None]).max(axis=1)


NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*\Z")

t = shared_symbol("t")
"""Time in seconds, the same symbol everywhere: inputs and prescribed motions are expressions of it."""


def check_name(name: object, what: str) -> list[str]:
    """Return the faults of a name (none if it is fine): letters, digits and underscores, a letter first.

    >>> check_name("l_U", "parameter"), len(check_name("2nd bar", "part"))
    ([], 1)
    """
    if isinstance(name, str) and NAME.match(name):
        return []
    return [f"{what} name {name!r}: expected a letter followed by letters, digits or underscores"]


@dataclass(frozen=True)
class Label:
    """A name with its unit and meaning, for coordinates, speeds, inputs and rows of constraints."""

    name: str
    unit: str
    meaning: str


@checked_but("value")
@dataclass(frozen=True, eq=False)
class Parameter(Picklable):
    """A constant of a machine: a number that may be changed at run time, or a formula of other parameters.

    `value` is a number (SI units) or an expression of other parameters; a formula is followed unless a value is given.
    Arithmetic with a parameter gives a CasADi expression.

    >>> l = Parameter("l", 0.2, "m", "length of the bar")
    >>> m = Parameter("m", 0.5, "kg", "mass of the bar")
    >>> Parameter("J", m * l**2 / 12, "kg m^2", "inertia about the centre").name
    'J'
    """

    name: str
    value: Scalar
    unit: str = ""
    meaning: str = ""
    sx: ca.SX = field(init=False, repr=False)

    def __post_init__(self) -> None:
        faults = check_name(
            self.name.removesuffix("_") if keyword.iskeyword(self.name.removesuffix("_")) else self.name, "parameter"
        )
        if isinstance(self.value, Real) and not isinstance(self.value, (bool, int, float)):
            object.__setattr__(self, "value", float(self.value))  # a number of NumPy
        if isinstance(self.value, bool) or not isinstance(self.value, (int, float, ca.SX, Parameter)):
            faults.append(
                f"parameter {self.name!r}: value {self.value!r} is neither a number nor an expression of parameters"
            )
        elif isinstance(self.value, (int, float)) and not math.isfinite(self.value):
            shown = "NaN" if math.isnan(self.value) else self.value
            faults.append(f"parameter {self.name!r}: value {shown} is not finite; give a number")
        if faults:
            raise ValueError("; ".join(faults))
        object.__setattr__(self, "sx", ca.SX.sym(self.name))

    def __SX__(self) -> ca.SX:
        return self.sx

    def __add__(self, other: Scalar) -> ca.SX:
        return ca.plus(self.sx, _expression(other))

    def __radd__(self, other: Scalar) -> ca.SX:
        return ca.plus(_expression(other), self.sx)

    def __sub__(self, other: Scalar) -> ca.SX:
        return ca.minus(self.sx, _expression(other))

    def __rsub__(self, other: Scalar) -> ca.SX:
        return ca.minus(_expression(other), self.sx)

    def __mul__(self, other: Scalar) -> ca.SX:
        return ca.times(self.sx, _expression(other))

    def __rmul__(self, other: Scalar) -> ca.SX:
        return ca.times(_expression(other), self.sx)

    def __truediv__(self, other: Scalar) -> ca.SX:
        return ca.rdivide(self.sx, _expression(other))

    def __rtruediv__(self, other: Scalar) -> ca.SX:
        return ca.rdivide(_expression(other), self.sx)

    def __pow__(self, other: Scalar) -> ca.SX:
        return ca.power(self.sx, _expression(other))

    def __neg__(self) -> ca.SX:
        return -self.sx


def _expression(value: Scalar) -> float | ca.SX:
    return value.sx if isinstance(value, Parameter) else value


Scalar: TypeAlias = float | ca.SX | Parameter
