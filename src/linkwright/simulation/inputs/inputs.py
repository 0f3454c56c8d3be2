"""Inputs of a run: numbers, expressions of t, laws and tables run compiled; a Python function through a callback."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import cache, cached_property
from itertools import pairwise
from math import isfinite, nan
from typing import Any
from weakref import WeakKeyDictionary

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from linkwright import linear_algebra
from linkwright.arrays import Array
from linkwright.dynamics.system import Recent, call_function
from linkwright.equations import Equations
from linkwright.faults import close_matches
from linkwright.laws import Expression, Law
from linkwright.laws.breaks import breaks as chosen_breaks
from linkwright.laws.breaks import resolved
from linkwright.simulation.inputs.jumps import NoiseError
from linkwright.simulation.inputs.jumps import jumps as function_jumps
from linkwright.symbolic import Label, select_rows, t

DEPTH = 12
"""Halvings down to the spacing of looks: there are 4,096 in a run; what is shorter than a few may not be seen."""
CALLED = 10
"""The same for functions of Python: 1,024 looks."""
HALVINGS_LEFT = 4
"""Halvings that a part has left when it is drawn or not; one that is not counts as a quarter as long."""
DRAWN = 1e-3
"""Share of its largest change by which a quantity may differ from its polynomial."""
MOST_PARTS = 64
"""Parts of different length between two jumps; with more, all is taken as fine as the finest one."""


def step_limits(
    watched: Sequence[ca.SX], times: Sequence[float], calls: Sequence[Callable[[float], float]] = ()
) -> list[tuple[float, float]]:
    """Ends of parts of a run (s) and how long steps may be there, in order.

    `watched` are expressions of t, `calls` functions of t, which are looked at less often; `times` the start, the jumps
    and the end: between two of them they are smooth.

    >>> pulse = ca.exp(-(((t - 5.0) / 0.03) ** 2))
    >>> parts = step_limits([pulse], [0.0, 10.0])
    >>> min(limit for _, limit in parts), parts[-1]
    (0.0390625, (10.0, 2.5))
    """
    if not watched and not calls:
        return [(end, np.inf) for end in times[1:]]
    function = ca.Function("watched", [t], [ca.densify(ca.vertcat(*watched))])
    depth = max(HALVINGS_LEFT, (CALLED if calls else DEPTH) - (len(times) - 2).bit_length())
    starts, ends = np.array(times[:-1])[:, None], np.array(times[1:])[:, None]
    looks = starts + (np.nextafter(ends, starts) - starts) * np.linspace(0, 1, 2**depth + 1)
    rows = list(call_function(function.map(looks.size), looks.ravel())[0]) if watched else []
    rows += [np.array([_request(call, time) for time in looks.ravel().tolist()]) for call in calls]
    values = np.array(rows).reshape(-1, *looks.shape)
    values = values[np.isfinite(values).all(axis=(1, 2))]
    change = np.ptp(values, axis=(1, 2), keepdims=True)
    moving = change[:, 0, 0] > 0
    pieces = (values[moving] / change[moving]).swapaxes(0, 1)  # (pieces, quantities, looks)
    drawn = np.all(np.abs(pieces[:, :, :: 2**depth // 8] @ _drawing(depth) - pieces) <= DRAWN, axis=(1, 2))
    found: list[tuple[float, float]] = []
    for start, end, own, smooth in zip(times[:-1], times[1:], pieces, drawn, strict=True):
        found += [(end, np.inf)] if smooth else _limits_between(own, start, end, depth)
    return found


def _request(call: Callable[[float], float], time: float) -> float:
    """What a function gives, NaN if it fails: the run will say so, if it comes there."""
    try:
        return float(call(time))
    except Exception:  # noqa: BLE001  a user's function may raise anything
        return float("nan")


def _limits_between(values: Array, start: float, end: float, depth: int) -> list[tuple[float, float]]:
    """Parts between two jumps."""
    length, parts = end - start, _parts(values, 0, depth)
    found = [(start + length * last / 2**depth, length * size / 2**depth) for last, size in parts]
    merged = [part for part, after in pairwise([*found, (end, 0.0)]) if part[1] != after[1]]
    return merged if len(merged) <= MOST_PARTS else [(end, min(limit for _, limit in merged))]


def _parts(values: Array, first: int, depth: int) -> list[tuple[int, float]]:
    """Last looks of parts and their lengths, in looks."""
    size = 2**depth
    rows = values[:, first : first + size + 1]
    if np.all(np.abs(rows[:, :: size // 8] @ _drawing(depth) - rows) <= DRAWN):
        return [(first + size, size)]
    if depth == HALVINGS_LEFT:
        return [(first + size, size / 4)]
    return [*_parts(values, first, depth - 1), *_parts(values, first + size // 2, depth - 1)]


@cache
def _drawing(depth: int) -> Array:
    """(9, 2^depth + 1): the polynomial through nine evenly spaced values, at all places."""
    nodes, places, powers = np.linspace(-1, 1, 9), np.linspace(-1, 1, 2**depth + 1), np.arange(9)
    return np.asarray(linear_algebra.solve((nodes[:, None] ** powers).T, (places[:, None] ** powers).T))


NOTHING = ca.SX(0)
"""The expression of an input that has none."""


@dataclass(frozen=True, eq=False)
class Inputs:
    """Inputs between break times: u_i(t) = expression_i(t) + polynomial of its table row.

    Segment s ends at ends[s], is evaluated up to lasts[s] (just before what jumps next), and its steps are no longer
    than step_limits[s]; tables[s] has for each input its origin and coefficients, ascending, and then the values of
    `numbers`, symbols in the expressions. `jumps` are the ends at which something jumps or bends. `calls` are Python
    functions by input number (then nothing is compiled).
    """

    labels: tuple[Label, ...]
    expressions: tuple[ca.SX, ...]
    degree: int
    ends: Array
    lasts: Array
    tables: Array
    step_limits: Array
    jumps: Array
    calls: Mapping[int, Callable[[float], float]]
    numbers: tuple[ca.SX, ...] = ()

    @cached_property
    def with_numbers_in_tables(self) -> Inputs:
        """The same with the numbers of expressions in the tables: inputs that differ by numbers alone share code."""
        if all(e is NOTHING for e in self.expressions):
            return self
        numbers: list[ca.SX] = []
        values: list[float] = []
        expressions = tuple(e if e is NOTHING else numbers_as_symbols(e, numbers, values) for e in self.expressions)
        tables = np.hstack([self.tables, np.tile(values, (len(self.tables), 1))])
        return replace(self, expressions=expressions, tables=tables, numbers=tuple(numbers))

    @cached_property
    def key(self) -> tuple[object, ...]:
        """What of the inputs is written into code."""
        return (self.degree, tuple("" if e is NOTHING else str(e) for e in self.expressions))

    @cached_property
    def without_step_limits(self) -> Inputs:
        """The same without limits of steps: segments end at jumps only."""
        kept = np.append(np.isin(self.ends[:-1], self.jumps), np.True_)
        ends, lasts, tables = self.ends[kept], self.lasts[kept], self.tables[kept]
        return replace(self, ends=ends, lasts=lasts, tables=tables, step_limits=np.full(len(ends), np.inf))

    def with_short_steps(self, spans: Sequence[tuple[float, float]], length: float, start: float) -> Inputs:
        """The same with steps of at most a length (s) within spans of time."""
        cuts = [time for span in spans for time in span if start < time < self.ends[-1]]
        ends = np.union1d(self.ends, cuts)
        segments = np.searchsorted(self.ends, ends)
        middles = (np.append(start, ends[:-1]) + ends) / 2
        inside = np.zeros(len(ends), dtype=bool)
        for first, last in spans:
            inside |= (first <= middles) & (middles <= last)
        limits = self.step_limits[segments]
        limits = np.where(inside, np.minimum(limits, length), limits)
        return replace(self, ends=ends, lasts=self.lasts[segments], tables=self.tables[segments], step_limits=limits)

    def kernel(self) -> ca.Function:
        """(t, table row) -> u."""
        count, width = len(self.labels), self.degree + 2
        row = ca.SX.sym("row", count * width + len(self.numbers))
        values = []
        for i, expression in enumerate(self.expressions):
            origin, *coefficients = ca.vertsplit(select_rows(row, range(i * width, (i + 1) * width)))
            value = coefficients[-1]
            for coefficient in reversed(coefficients[:-1]):
                value = value * (t - origin) + coefficient
            values.append(expression + value)
        u = ca.vertcat(*values) if values else ca.SX(0, 1)
        if self.numbers:
            u = ca.substitute(u, ca.vertcat(*self.numbers), select_rows(row, range(count * width, row.numel())))
        return ca.Function("inputs", [t, row], [u])

    def rate_kernel(self) -> ca.Function:
        """(t, table row) -> du/dt, exact."""
        kernel = self.kernel()
        row = ca.SX.sym("row", *kernel.size_in(1))
        u = kernel(t, row)
        return ca.Function("input_rates", [t, row], [ca.densify(ca.jtimes(u, t, ca.SX(1))) if self.labels else u])

    def rate_callback(self, moment: Array, table: Array, du: Array) -> None:
        """The same in Python, by a difference over a millionth of a second (a function has no other)."""
        count, width = len(self.labels), 1e-6
        ahead, now = np.zeros(max(count, 1)), np.zeros(max(count, 1))
        self.callback(moment, table, now)
        self.callback(np.array([float(moment[0]) + width]), table, ahead)
        du[:count] = (ahead - now)[:count] / width

    @cached_property
    def _expressions(self) -> ca.Function | None:
        if all(e is NOTHING for e in self.expressions):
            return None
        return ca.Function("expressions", [t, *self.numbers], [ca.densify(ca.vertcat(*self.expressions))])

    @cached_property
    def constant(self) -> bool:
        """Whether all inputs are constant in each segment."""
        return self.degree == 0 and not self.calls and all(e is NOTHING for e in self.expressions)

    def at(self, times: Array, segments: NDArray[np.intp]) -> Array:
        """Inputs (times, inputs) at times (s), each in the segment of that number."""
        return self._values(np.asarray(times, dtype=float), self.tables[segments])

    def callback(self, moment: Array, table: Array, u: Array) -> None:
        """The same in Python, where the loop is not compiled: inputs that are Python functions, and single values."""
        count, width = len(self.labels), self.degree + 2
        size = count * width + len(self.numbers)
        u[:count] = self._values(np.array([moment[0]]), np.asarray(table)[None, :size])[0]

    def _values(self, times: Array, tables: Array) -> Array:
        """Inputs (times, inputs) at times, each with a row of the table."""
        count, width = len(self.labels), self.degree + 2
        rows = tables[:, : count * width].reshape(len(times), count, width)
        values = rows[:, :, -1]
        for k in range(width - 2, 0, -1):
            values = values * (times[:, None] - rows[:, :, 0]) + rows[:, :, k]
        if self._expressions is not None:
            numbers = (column[None] for column in tables[:, count * width :].T)
            values = values + np.asarray(self._expressions(times[None], *numbers)).reshape(count, len(times)).T
        if self.calls:
            values = np.array(values)
            for i, call in self.calls.items():
                values[:, i] = [_evaluate(self.labels[i].name, call, time) for time in times.tolist()]
        return np.asarray(values)


def numbers_as_symbols(expression: ca.SX, symbols: list[ca.SX], values: list[float]) -> ca.SX:
    """An expression of t with symbols in place of its numbers; both are added to the lists.

    >>> symbols, values = [], []
    >>> numbers_as_symbols(3.0 * ca.sin(5.0 * t), symbols, values), values
    (SX((number_0*sin((number_1*t)))), [3.0, 5.0])
    """
    function = ca.Function("expression", [t], [expression])
    work: dict[int, ca.SX] = {}
    result = ca.SX(0)
    for k in range(function.n_instructions()):
        operation, given = function.instruction_id(k), function.instruction_input(k)
        if operation == ca.OP_CONST:
            made = ca.SX.sym(f"number_{len(symbols)}")
            symbols.append(made)
            values.append(float(function.instruction_constant(k)))
        elif operation == ca.OP_INPUT:
            made = t
        elif operation == ca.OP_OUTPUT:
            result = work[given[0]]
            continue
        elif len(given) == 1:
            made = ca.SX.unary(operation, work[given[0]])
        else:
            made = ca.SX.binary(operation, work[given[0]], work[given[1]])
        work[function.instruction_output(k)[0]] = made
    return result


class InputError(ValueError):
    """A Python function given as an input failed, or gave something that is not a finite number."""


def _evaluate(name: str, call: Callable[[float], float], time: float) -> float:
    try:
        value = float(call(time))
    except Exception as error:  # a user's function may raise anything; the run says so and keeps what it has
        msg = f"{name}: the function of t failed at t = {time:.6g}: {type(error).__name__}: {error}"
        raise InputError(msg) from error
    if not isfinite(value):
        msg = f"{name}: the function of t gives {value} at t = {time:.6g}"
        raise InputError(msg)
    return value


def _function(
    name: str, call: Callable[[float], float], start: float, end: float, *, jumps: bool
) -> tuple[list[str], set[float]]:
    """Faults of a Python function, and the times at which it jumps."""
    try:
        _evaluate(name, call, start)
        return [], set(function_jumps(_or_nan(call), start, end)) if jumps else set()
    except InputError as error:
        return [str(error)], set()
    except NoiseError as error:
        return [f"{name}: the function of t {error}"], set()


def _or_nan(call: Callable[[float], float]) -> Callable[[float], float]:
    """The same, NaN where it fails: the run will say so, if it comes there."""

    def value_or_nan(time: float) -> float:
        try:
            return float(call(time))
        except Exception:  # noqa: BLE001  a user's function may raise anything
            return nan

    return value_or_nan


def check_inputs(equations: Equations, inputs: Mapping[str, Any] | None, start: float, end: float) -> Inputs:
    """Inputs of a run from `start` to `end` (s); missing, unknown and wrong ones are reported all at once.

    Breaks are those of the inputs and of prescribed motions in the machine; of expressions they are searched for.
    Numbers and laws for all inputs are checked once: runs of a machine with the same ones are many.
    """
    key = inputs_key(inputs, start, end) if inputs else None
    if key is None:
        return _sort_out(equations, inputs, start, end)
    known = _CHECKED_INPUTS.get(equations)
    if known is None:
        known = _CHECKED_INPUTS[equations] = Recent(MOST_CHECKED_INPUTS)
    found: Inputs | None = known.get(key)
    if found is None:
        found = known[key] = _sort_out(equations, inputs, start, end)
    return found


MOST_CHECKED_INPUTS = 16
"""Sets of numbers and laws, of one machine, for which inputs are kept."""
_CHECKED_INPUTS: WeakKeyDictionary[Equations, Recent] = WeakKeyDictionary()


def inputs_key(inputs: Mapping[str, Any], start: float, end: float) -> Hashable | None:
    """What inputs are known again by, to the last bit; None where one of them is neither a number nor a law of such."""
    values = inputs.values()
    if set(map(type, values)) == {float}:  # by far the most
        return *inputs, np.array([start, end, *values]).tobytes()
    keys = [_value_key(value) for value in values]
    return None if None in keys else (*inputs, *keys, start, end)


def _value_key(value: object) -> Hashable | None:
    """A number by its bits, a law by its class and fields, as long as these are numbers, laws and lists of them.

    A law that is a frozen dataclass is said by its fields; of others nothing is known.
    """
    if isinstance(value, float):
        return value.hex()
    if isinstance(value, (int, str)):
        return value
    if isinstance(value, tuple):
        parts = [_value_key(part) for part in value]
        return None if None in parts else tuple(parts)
    if not isinstance(value, Law) or not is_dataclass(value) or not value.__dataclass_params__.frozen:
        return None
    parts = [_value_key(getattr(value, each.name)) for each in fields(value)]
    return None if None in parts else (type(value), *parts)


def _sort_out(equations: Equations, inputs: Mapping[str, Any] | None, start: float, end: float) -> Inputs:
    """The same, without looking whether it is known."""
    labels, places = equations.inputs, equations.input_places
    given = {equations.show(equations.aliases.get(name, name)): value for name, value in (inputs or {}).items()}
    faults = [f"no input {name!r}; {close_matches(str(name), places)}" for name in given if name not in places]
    faults += missing_words([label for label in labels if label.name not in given])
    breaks = {time for uses in equations.constraints for time in uses.type.breaks}
    laws = Laws(labels, given, (start, end), faults)
    if faults:
        raise ValueError("; ".join(faults))
    return laws.inputs(breaks, equations.of_time)


def missing_words(labels: Sequence[Label]) -> list[str]:
    """A sentence about inputs that were not given, if there are any."""
    if not labels:
        return []
    shown = ", ".join(f"{label.name} ({label.unit})" if label.unit else label.name for label in labels)
    return [f"missing inputs: {shown}; give a number, an expression of lw.t, a law or a function for each"]


class Laws:
    """Numbers, laws, expressions and functions by name, as they are given for labels over a time (s)."""

    def __init__(
        self,
        labels: tuple[Label, ...],
        given: Mapping[str, Any],
        span: tuple[float, float],
        faults: list[str],
        *,
        at_instants: bool = False,
    ) -> None:
        """Sort out what is given; what is wrong is added to the faults, what is missing is left out.

        What is only read at instants may jump anywhere; of other functions jumps are searched for.
        """
        self.labels, self.span, self.at_instants = labels, span, at_instants
        self.expressions: list[ca.SX] = [NOTHING] * len(labels)
        self.polynomials: dict[int, tuple[Array, Array]] = {}
        self.numbers: dict[int, float] = {}
        self.calls: dict[int, Callable[[float], float]] = {}
        self.written: list[ca.SX] = []
        self.breaks: set[float] = set()
        for i, label in enumerate(labels):
            if label.name in given:
                self._take(i, label.name, given[label.name], faults)

    def _take(self, i: int, name: str, value: Any, faults: list[str]) -> None:
        if type(value) is float:  # by far the most
            fault, self.numbers[i] = _number(name, value)
            faults += fault
        elif isinstance(value, Law):
            self.breaks |= set(value.breaks)
            table = value.polynomials()
            if table is None:
                self.expressions[i] = ca.SX(value.expression(t))
                self.written += [self.expressions[i]] if isinstance(value, Expression) else []
            else:
                self.polynomials[i] = (table.knots, table.coefficients)
                self.breaks |= set(table.knots.tolist())
        elif isinstance(value, ca.SX):
            others = [str(symbol) for symbol in ca.symvar(value) if str(symbol) != "t"] if value.is_scalar() else []
            if not value.is_scalar() or others:
                faults.append(
                    f"{name} = {value}: expected one expression of lw.t alone"
                    + (f", it also mentions {', '.join(others)}" if others else "")
                )
            self.expressions[i] = value
            self.written.append(value)
        elif callable(value):
            self.calls[i] = value
            fault, own = _function(name, value, *self.span, jumps=not self.at_instants)
            faults += fault
            self.breaks |= own
        else:
            fault, self.numbers[i] = _number(name, value)
            faults += fault

    def inputs(self, breaks: set[float], of_time: Sequence[ca.SX]) -> Inputs:
        """Inputs that act on a machine, whose steps end at `breaks` too and are held by expressions `of_time`."""
        start, end = self.span
        known = self.breaks | breaks
        known |= {time for expression in self.written for time in chosen_breaks(expression, start, end)}
        inner = resolved(known, start, end)
        watched = [*[e for e in self.expressions if e is not NOTHING], *of_time]
        return self._tabulate(inner, step_limits(watched, [start, *inner, end], list(self.calls.values())))

    def read(self) -> Inputs:
        """The same for what is only read at instants: nothing holds steps, and pieces of polynomials alone matter."""
        start, end = self.span
        knots = {time for own, _ in self.polynomials.values() for time in own.tolist()}
        inner = sorted(b for b in knots if start < b < end)
        return self._tabulate(inner, [(time, np.inf) for time in (*inner, end)])

    def _tabulate(self, inner: list[float], parts: Sequence[tuple[float, float]]) -> Inputs:
        """Segments that end where the parts say, with the polynomials of each."""
        start, end = self.span
        ends, limits = np.array([time for time, _ in parts]), np.array([limit for _, limit in parts])
        jumps = np.array(inner)
        lasts = np.full(len(ends), end)
        if inner:
            lasts = np.append(np.nextafter(jumps, -np.inf), end)[np.searchsorted(jumps, ends)]
        degree = max([c.shape[1] - 1 for _, c in self.polynomials.values()], default=0)
        tables = np.zeros((len(ends), len(self.labels), degree + 2))
        for i, number in self.numbers.items():
            tables[:, i, 1] = number
        for i, (knots, coefficients) in self.polynomials.items():
            middle = (np.append(start, ends[:-1]) + ends) / 2
            piece = np.searchsorted(knots, middle, side="right") - 1
            tables[:, i] = _rows(knots, coefficients, piece, degree)
        flat = tables.reshape(len(ends), -1)
        expressions = tuple(self.expressions)
        return Inputs(self.labels, expressions, degree, ends, lasts, flat, limits, jumps, self.calls)


def _rows(knots: Array, coefficients: Array, pieces: NDArray[np.intp], degree: int) -> Array:
    """Origin and coefficients of some pieces, one in a row; before the first and after the last the value is held."""
    rows = np.zeros((len(pieces), degree + 2))
    inside = (pieces >= 0) & (pieces < len(coefficients))
    rows[inside, 0] = knots[pieces[inside]]
    rows[inside, 1 : 1 + coefficients.shape[1]] = coefficients[pieces[inside]]
    length = knots[-1] - knots[-2]
    rows[pieces < 0, 1] = coefficients[0, 0]
    rows[pieces >= len(coefficients), 1] = sum(c * length**j for j, c in enumerate(coefficients[-1]))
    return rows


def _number(name: str, value: Any) -> tuple[list[str], float]:
    try:
        number = np.nan if np.iscomplexobj(value) else float(value)  # of a complex number it would be the real part
    except (TypeError, ValueError):
        return [f"{name} = {value!r}: expected a number, an expression of lw.t, a law, a table or a function of t"], 0.0
    return ([] if isfinite(number) else [f"{name} = {value!r} is not finite"]), number
