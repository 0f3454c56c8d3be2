"""What many runs are given: numbers, arrays and laws by name, checked, and what each row of them is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from numbers import Integral, Real
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np

from linkwright.arrays import Array, Integers, real_array, room_faults
from linkwright.closed_loop import ClosedLoop
from linkwright.codegen import Columns
from linkwright.dynamics import Dynamics
from linkwright.dynamics.plant import Question
from linkwright.dynamics.system import targets_of
from linkwright.equations import Equations
from linkwright.faults import close_matches
from linkwright.laws import Law, Table
from linkwright.simulation.inputs.inputs import Inputs, check_inputs
from linkwright.simulation.integrators import Integrator
from linkwright.simulation.sampling.control import control_of
from linkwright.simulation.simulate import check

MOST_NAMED = 3
"""Rows whose numbers are named in a fault."""


@dataclass(frozen=True)
class RowInputs:
    """Inputs of runs by name: the same for all, a number a row (n,), values that are held (n, k), laws of each row."""

    same: Mapping[str, Any]
    numbers: Mapping[str, Array]
    held: Mapping[str, Array]
    laws: Mapping[str, Sequence[Any]]

    def of(self, row: int, span: tuple[float, float]) -> dict[str, Any]:
        """Inputs of one row, over a time (s), as `simulate` takes them."""
        given = dict(self.same) | {name: float(values[row]) for name, values in self.numbers.items()}
        for name, values in self.held.items():
            times = held_times(values.shape[1], span)
            given[name] = Table(tuple(times.tolist()), tuple(values[row].tolist()), "held")
        return given | {name: laws[row] for name, laws in self.laws.items()}

    def tables(self, inputs: Inputs, rows: Integers, names: Mapping[str, str], span: tuple[float, float]) -> Array:
        """Tables (rows, numbers) of rows that differ from `inputs` by numbers and held values alone.

        `names` are those under which inputs were given, by their labels.
        """
        width = inputs.degree + 2
        tables = np.repeat(inputs.tables[None], len(rows), axis=0)
        middle = (np.append(span[0], inputs.ends[:-1]) + inputs.ends) / 2
        for k, label in enumerate(inputs.labels):
            name = names.get(label.name, label.name)
            if name in self.numbers:
                tables[:, :, k * width + 1] = self.numbers[name][rows, None]
            elif name in self.held:
                values = self.held[name]
                acting = np.searchsorted(held_times(values.shape[1], span), middle, side="right") - 1
                tables[:, :, k * width + 1] = values[rows][:, acting]
        return tables.reshape(len(rows), -1)


def held_times(count: int, span: tuple[float, float]) -> Array:
    """Times (s) from which so many values are held, each over an equal part of a time.

    >>> held_times(4, (0.0, 1.0))
    array([0.  , 0.25, 0.5 , 0.75])
    """
    start, end = span
    return np.asarray(start + (end - start) * np.arange(count) / count)


@dataclass(frozen=True)
class Arguments:
    """Checked arguments of `count` runs: arrays (count,) by name, inputs, and the time (s) that all run over."""

    machine: Dynamics | ClosedLoop
    count: int
    parameters: Mapping[str, Array]
    gains: Mapping[str, Array]
    start: Mapping[str, Array]
    speeds: Mapping[str, Array]
    inputs: RowInputs
    names: Mapping[str, str]
    span: tuple[float, float]

    @property
    def dynamics(self) -> Dynamics:
        """The machine without its control."""
        return dynamics_of(self.machine)

    @property
    def loop(self) -> ClosedLoop | None:
        """The machine under control, if it is."""
        return self.machine if isinstance(self.machine, ClosedLoop) else None


def dynamics_of(machine: Dynamics | ClosedLoop) -> Dynamics:
    """The machine without its control."""
    return machine.dynamics if isinstance(machine, ClosedLoop) else machine


def check_arguments(
    machine: Dynamics | ClosedLoop,
    given: Mapping[str, Mapping[str, Any] | None],
    duration: float,
    samples: int,
    integrator: Integrator,
    threads: int,
) -> Arguments:
    """Arguments of runs by title (parameters, start, speeds, inputs); all that is wrong with them is raised at once."""
    if not isinstance(machine, (Dynamics, ClosedLoop)):
        raise TypeError(
            f"machine is a {type(machine).__name__}, expected a Dynamics or ClosedLoop; compile equations first"
        )
    dynamics = dynamics_of(machine)
    faults: list[str] = []
    try:
        check(dynamics, dynamics.reference, duration, samples, integrator, in_memory=False)
    except ValueError as error:
        faults.append(str(error))
    if not isinstance(threads, Integral) or isinstance(threads, bool) or threads < 1:
        faults.append(f"threads = {threads!r}: expected a whole number of at least 1")
    wrong = [title for title, values in given.items() if values is not None and not isinstance(values, Mapping)]
    faults += [f"{title}: got {type(given[title]).__name__}, expected a mapping of names to values" for title in wrong]
    named = {title: {} if title in wrong else dict(values or {}) for title, values in given.items()}
    numbers = {title: _numbers(title, values, faults) for title, values in named.items() if title != "inputs"}
    inputs = _inputs(named["inputs"], faults)
    every = [(f"{title}[{name!r}]", len(values)) for title, found in numbers.items() for name, values in found.items()
             if values.ndim]  # fmt: skip
    every += [(f"inputs[{name!r}]", len(values)) for group in (inputs.numbers, inputs.held, inputs.laws)
              for name, values in group.items()]  # fmt: skip
    count = _count(every, faults)
    known = machine.parameters
    parameters = {_parameter(name, known): values for name, values in numbers["parameters"].items()}
    faults += [f"no parameter {name!r}; {close_matches(str(name), known)}" for name in parameters if name not in known]
    faults += _quantity_faults(dynamics, numbers["start"], positions=True)
    faults += _quantity_faults(dynamics, numbers["speeds"], positions=False)
    if count and not faults:
        size = dynamics.plant.layout.size + len(dynamics.inputs)
        faults += room_faults(int(samples) * count, size, f"take fewer samples than {samples}, or fewer runs at once")
    # Of inputs the names, and what all rows have in common, are seen at the first row.
    start = dynamics.reference.t
    usable = isinstance(duration, Real) and 0 < duration < np.inf
    length = float(duration) if usable else 1.0  # inputs are looked at all the same
    span = (start, start + length)
    names: dict[str, str] = {}
    try:
        # Without a first row the names alone are looked at.
        by_row = dict.fromkeys([*inputs.numbers, *inputs.held, *inputs.laws], 0.0)
        names = _check_first(machine, inputs.of(0, span) if count else {**inputs.same, **by_row}, span)
    except (ValueError, TypeError) as error:
        faults.append(str(error))
    if faults:
        raise ValueError("; ".join(dict.fromkeys(faults)))
    full = {title: {name: np.broadcast_to(values, (count,)) for name, values in found.items()}
            for title, found in numbers.items()}  # fmt: skip
    gains = set(machine.gains) if isinstance(machine, ClosedLoop) else set()
    shared = {_parameter(name, known): values for name, values in full["parameters"].items()}
    return Arguments(
        machine, count,
        {name: values for name, values in shared.items() if name not in gains},
        {name: values for name, values in shared.items() if name in gains},
        full["start"], full["speeds"], inputs, names, span,
    )  # fmt: skip


_FORMULAS: WeakKeyDictionary[Equations, Columns] = WeakKeyDictionary()
"""Formulas of the parameters of machines."""


def parameter_rows(dynamics: Dynamics, given: Mapping[str, Array], count: int) -> Array:
    """Values of all parameters (count, np), as `FlatParameters.values` finds them; not finite where there are none."""
    if not given:
        return np.repeat(dynamics.p[None], count, axis=0)
    equations = dynamics.equations
    flat = equations.parameters
    evaluate = _FORMULAS.get(equations)
    if evaluate is None:
        evaluate = _FORMULAS[equations] = Columns(flat.function)
    table = np.full((len(flat.labels), count), np.nan)
    set_here = np.zeros((len(flat.labels), 1), dtype=bool)
    for name, value in {**dynamics.given, **given}.items():
        table[flat.index[name]] = value
        set_here[flat.index[name]] = True
    for _ in range(len(flat.labels) + 1):
        following = np.where(set_here, table, evaluate(table)[0])
        if np.array_equal(following, table, equal_nan=True):
            break
        table = following
    return np.ascontiguousarray(table.T)


def _parameter(name: str, known: Iterable[str]) -> str:
    """The name of a parameter; a trailing underscore of a Python keyword may be left out."""
    return f"{name}_" if name not in known and f"{name}_" in known else name


def _numbers(title: str, values: Mapping[str, Any], faults: list[str]) -> dict[str, Array]:
    """Numbers () and arrays (n,) by name; what is wrong is added to the faults."""
    found: dict[str, Array] = {}
    for name, value in values.items():
        try:
            array = real_array(value)
        except (TypeError, ValueError):
            faults.append(f"{title}[{name!r}] = {value!r:.60}: expected a number, or an array with one for each run")
            continue
        if array.ndim > 1:
            faults.append(f"{title}[{name!r}] has the shape {array.shape}: expected (n,), a number for each run")
            continue
        fault = _not_finite(array)
        if fault:
            faults.append(f"{title}[{name!r}] is not finite{fault}")
            continue
        found[str(name)] = array
    return found


def _not_finite(array: Array) -> str:
    """Which rows of an array are not finite, in words; nothing where all are."""
    finite = np.isfinite(array)
    bad = np.flatnonzero(~finite.all(axis=tuple(range(1, array.ndim))))
    if not bad.size:
        return ""
    if not array.ndim:
        return f": {array}"
    more = f" and {bad.size - MOST_NAMED} more" if bad.size > MOST_NAMED else ""
    return f" in row{'s' if bad.size > 1 else ''} {', '.join(map(str, bad[:MOST_NAMED].tolist()))}{more}"


def _inputs(values: Mapping[str, Any], faults: list[str]) -> RowInputs:
    """Inputs sorted by what they are."""
    found = RowInputs({}, {}, {}, {})
    for name, value in values.items():
        if isinstance(value, (list, tuple, np.ndarray)) and np.ndim(np.asarray(value, dtype=object)) > 0:
            try:
                array = real_array(value)
            except (TypeError, ValueError):
                laws = list(value)
                wrong = [k for k, law in enumerate(laws) if not isinstance(law, (Law, Real))]
                if wrong:
                    faults.append(
                        f"inputs[{name!r}]: entry {wrong[0]} is a {type(laws[wrong[0]]).__name__}, expected a law or a "
                        "number for each run"
                    )
                faults += [
                    f"inputs[{name!r}]: entry {k} is not finite"
                    for k, law in enumerate(laws)
                    if isinstance(law, Real) and not np.isfinite(float(law))
                ]
                found.laws[name] = laws  # type: ignore[index]
                continue
            fault = _not_finite(array)
            if array.ndim > 2 or not array.size:
                faults.append(
                    f"inputs[{name!r}] has the shape {array.shape}: expected (n,), a number for each run, or (n, k), "
                    "values that are held over k equal parts of the duration"
                )
            elif fault:
                faults.append(f"inputs[{name!r}] is not finite{fault}")
            (found.numbers if array.ndim == 1 else found.held)[name] = array  # type: ignore[index]
        else:
            found.same[name] = value  # type: ignore[index]
    return found


def _count(lengths: Sequence[tuple[str, int]], faults: list[str]) -> int:
    """Number of runs, which all arrays agree on."""
    sizes = {size for _, size in lengths}
    if len(sizes) > 1:
        faults.append(
            f"lengths differ: {', '.join(f'{name} {size}' for name, size in lengths)}; expected one number for each run"
        )
        return 0
    if not sizes:
        if not faults:  # arrays that are refused would have said it
            faults.append(
                "nothing says how many runs there are; give an array for one of parameters, start, speeds, inputs"
            )
        return 0
    count = sizes.pop()
    if not count:
        faults.append("arrays are empty; give a number for each run")
    return count


def _quantity_faults(dynamics: Dynamics, values: Mapping[str, Array], *, positions: bool) -> list[str]:
    """Names that are no quantities of the machine."""
    if Question.MATRICES in dynamics.plant.offers:
        try:
            targets_of(dynamics.system, dict.fromkeys(values, 0.0), positions=positions)
        except ValueError as error:
            return [str(error)]
        return []
    known, aliases = set(dynamics.quantities), dynamics.equations.aliases
    kind = "position" if positions else "speed"
    return [
        f"no {kind} {name!r}; {close_matches(name, known)}"
        for name in values
        if name not in known and aliases.get(name, name) not in known
    ]


def _check_first(machine: Dynamics | ClosedLoop, given: dict[str, Any], span: tuple[float, float]) -> dict[str, str]:
    """Check inputs of a row; the names under which they were given by those of their labels."""
    dynamics = dynamics_of(machine)
    equations = dynamics.equations
    if isinstance(machine, ClosedLoop):
        control_of(machine, given, span, ())
        inner = {str(port): name for name, ports in machine.diagram.flat.references.items() for port in ports}
        shown = {label.name for label in machine.reference_labels}
        return {
            name if name in shown else inner[name] if inner.get(name) in shown
            else equations.show(equations.aliases.get(name, name)): name
            for name in given
        }  # fmt: skip
    check_inputs(equations, given, *span)
    return {equations.show(equations.aliases.get(name, name)): name for name in given}
