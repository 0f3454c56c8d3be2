"""A user's own computations: in arithmetic that is compiled, or any Python."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import casadi as ca
import numpy as np

from linkwright.control.contract import Block, Gain, Numbers, Signal, Value
from linkwright.faults import Faults
from linkwright.symbolic import Label, check_name
from linkwright.symbolic.tracing import call_traced, first_line, is_nan, line_at_fault, line_of_nan

Function = Callable[..., tuple[Numbers, Numbers]]
REMEDY = "use control.Python, which runs any function, slower"


@dataclass(frozen=True, eq=False)
class Own(Block):
    """A block around a user's function; `Step` and `Python` are its kinds.

    `inputs` and `outputs` are names (or `Label` and `Signal`, with units), `state` values at the start by name (or
    `Signal`), `parameters` values by name (or `Gain`).
    """

    function: Function
    input_labels: tuple[Label, ...]
    output_signals: tuple[Signal, ...]
    state_signals: tuple[Signal, ...]
    gains: tuple[Gain, ...]

    def __init__(
        self,
        function: Function,
        *,
        inputs: Sequence[str | Label],
        outputs: Sequence[str | Signal],
        state: Mapping[str, float] | Sequence[Signal] = (),
        parameters: Mapping[str, float] | Sequence[Gain] = (),
    ) -> None:
        faults = Faults(f"{type(self).__name__}({getattr(function, '__name__', function)!s:.60})")
        if not callable(function):
            faults.add(f"got {function!r:.80}, expected a function step(x, t, u, p, T) -> (outputs, x_next)")
        for name, value in (("inputs", inputs), ("outputs", outputs)):
            if isinstance(value, str):
                faults.add(f"{name} = {value!r}: expected a tuple of names, such as ({value!r},)")
        faults.stop()
        fields: dict[str, tuple[Label | Signal | Gain, ...]] = {
            "input_labels": tuple(
                Label(each, f"{{{each}}}", "input") if isinstance(each, str) else each for each in inputs
            ),
            "output_signals": tuple(
                Signal(each, f"{{{each}}}", "output") if isinstance(each, str) else each for each in outputs
            ),
            "state_signals": _make_records(state, Signal, "state", faults),
            "gains": _make_records(parameters, Gain, "parameter", faults),
        }
        for what, labels in fields.items():
            names = [label.name for label in labels]
            for name in names:
                faults.found += check_name(name, what)
            if len(set(names)) < len(names):
                faults.add(f"{what} = {names!r}: expected different names")
        faults.stop()
        object.__setattr__(self, "function", function)
        for what, labels in fields.items():
            object.__setattr__(self, what, labels)
        self._check()

    @property
    def inputs(self) -> tuple[Label, ...]:
        """As given."""
        return self.input_labels

    @property
    def outputs(self) -> tuple[Signal, ...]:
        """As given."""
        return self.output_signals

    @property
    def state(self) -> tuple[Signal, ...]:
        """As given."""
        return self.state_signals

    @property
    def parameters(self) -> tuple[Gain, ...]:
        """As given."""
        return self.gains

    def _check(self) -> None:
        """Refuse what cannot run."""

    def split_answer(self, found: Value) -> tuple[list[Value], list[Value]]:
        """Outputs and states of an answer; another shape than was said is refused."""
        wanted = len(self.outputs), len(self.state)
        try:
            outputs, after = (list(part) for part in found)
        except (TypeError, ValueError):
            msg = f"{self.title}: gives {found!r:.80}, expected (outputs, x_next), two lists"
            raise ValueError(msg) from None
        if (len(outputs), len(after)) != wanted:
            msg = (
                f"{self.title}: gives {len(outputs)} outputs and {len(after)} states, expected {wanted[0]} "
                f"({', '.join(signal.name for signal in self.outputs)}) and {wanted[1]}"
            )
            raise ValueError(msg)
        return outputs, after

    @property
    def title(self) -> str:
        """Kind and name of the function."""
        return f"{type(self).__name__}({getattr(self.function, '__name__', self.function)!s:.60})"


@dataclass(frozen=True, eq=False, init=False)
class Step(Own):
    """A user's own step (outputs, x_next) = function(x, t, u, p, T), traced once with symbols and compiled.

    The function is written in arithmetic and functions of CasADi (`casadi.if_else`, `casadi.fmin`, `casadi.sin`). What
    does not take symbols, an `if` on a signal or a function of `math`, is refused with its line.

    >>> def step(x, t, u, p, T):
    ...     total = x[0] + T * (u[0] - u[1])
    ...     return [p[0] * total], [total]
    >>> block = Step(
    ...     step, inputs=("wanted", "found"), outputs=("command",), state={"total": 0.0}, parameters={"ki": 3.0}
    ... )
    >>> block.step([1.0], 0.0, [2.0, 1.0], [3.0], 0.5)
    ([4.5], [1.5])
    """

    def step(self, x: Numbers, t: Value, u: Numbers, p: Numbers, T: Value) -> tuple[Numbers, Numbers]:
        """The user's function."""
        return self.split_answer(call_traced(self.function, x, t, u, p, T))

    def _check(self) -> None:
        arguments = self._symbols()
        try:
            found = call_traced(self.function, *arguments)
        except Exception as error:  # noqa: BLE001  a user's function may raise anything
            line = line_at_fault(error, self.function)
            msg = f"{self.title} cannot be traced: {line}{type(error).__name__}: {first_line(error)}; {REMEDY}"
            raise ValueError(msg) from None
        outputs, after = self.split_answer(found)
        labels = [signal.name for signal in (*self.outputs, *self.state)]
        for name, value in zip(labels, [*outputs, *after], strict=True):
            if isinstance(value, (ca.SX, ca.DM, int, float, np.number)) and not is_nan(value):
                continue
            if is_nan(value):
                line = line_of_nan(self.function, *self._symbols())
                why = "a signal was turned into a plain number, as functions of math and float() do"
            else:
                line, why = "", f"it is a {type(value).__name__}, expected a number or an expression"
            msg = f"{self.title} cannot be traced: {line}{name}: {why}; {REMEDY}"
            raise ValueError(msg)

    def _symbols(self) -> tuple[Value, ...]:
        x, u, p = ([ca.SX.sym(each.name) for each in part] for part in (self.state, self.inputs, self.parameters))
        return x, ca.SX.sym("t"), u, p, ca.SX.sym("T")


@dataclass(frozen=True, eq=False, init=False)
class Python(Own):
    """Value Python function (outputs, x_next) = function(x, t, u, p, T), called with arrays of floats.

    Its state must be an array of floats, so that it can be saved with the run; a function that remembers anything else
    would answer otherwise when the run is repeated. Leaving the compiled loop costs some microseconds an instant.
    """

    compiled = False

    def step(self, x: Numbers, t: Value, u: Numbers, p: Numbers, T: Value) -> tuple[Numbers, Numbers]:
        """The user's function, with numbers."""
        given = [np.array(part, dtype=float) for part in (x, u, p)]
        outputs, after = self.split_answer(self.function(given[0], float(t), given[1], given[2], float(T)))
        try:
            return [float(value) for value in outputs], [float(value) for value in after]
        except (TypeError, ValueError):
            msg = f"{self.title}: gives {outputs!r:.60} and {after!r:.60}, expected numbers"
            raise ValueError(msg) from None


def _make_records(given: Value, kind: type[Signal | Gain], what: str, faults: Faults) -> tuple[Value, ...]:
    if not isinstance(given, Mapping):
        return tuple(given)
    found = []
    for name, value in given.items():
        number = faults.number(f"{what} {name}", value)
        found.append(Signal(name, "", what, number) if kind is Signal else Gain(name, number, "", what))
    return tuple(found)
