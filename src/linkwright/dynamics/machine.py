"""What an answer needs of a compiled machine in full matrices: the type that functions of this package take."""

from __future__ import annotations

import keyword
from collections.abc import Callable, Mapping
from typing import Any, Protocol, Self

import casadi as ca
import numpy as np

from linkwright.arrays import Array
from linkwright.dynamics.closure.assembler import Assembler
from linkwright.dynamics.closure.problem import CLOSED
from linkwright.dynamics.joins.contract import Join
from linkwright.dynamics.state import State
from linkwright.dynamics.system.system import System, numeric
from linkwright.equations import Equations, Uses
from linkwright.faults import close_matches


class Values(Protocol):
    """Equations with values: where a result comes from."""

    @property
    def equations(self) -> Equations:
        """The equations that were compiled."""

    @property
    def join(self) -> Join:
        """How constraint forces are eliminated."""

    @property
    def given(self) -> Mapping[str, float]:
        """Parameters that were given other values than their defaults."""

    @property
    def p(self) -> Array:
        """Values of all parameters, in order."""


class Machine(Values, Protocol):
    """A machine with its matrices in symbols, for one set of parameter values; `Dynamics` is one, and so are plants."""

    @property
    def system(self) -> System:
        """The equations as matrices of the whole machine."""

    @property
    def assembler(self) -> Assembler:
        """What finds configurations that close the joints."""

    @property
    def reference(self) -> State:
        """The reference configuration at rest."""

    @property
    def generic_rank(self) -> int:
        """Rank of the constraints in general position."""

    @property
    def usual_rows(self) -> frozenset[int]:
        """Constraint rows that are independent where the machine was compiled; none where they were not chosen."""

    @property
    def name(self) -> str:
        """Name of the machine."""

    @property
    def inputs(self) -> tuple[str, ...]:
        """Names of the inputs, in order."""

    @property
    def coordinates(self) -> tuple[str, ...]:
        """Names of the coordinates q, in order."""

    @property
    def speeds(self) -> tuple[str, ...]:
        """Names of the speeds v, in order."""

    def check(self, state: State) -> State:
        """The state itself; one that is not of this machine is refused."""

    def accelerations(self, state: State, u: Array) -> Array:
        """v' at a state under inputs."""

    def accelerations_along(self, time: Array, Q: Array, V: Array, U: Array, p: Array) -> Array:
        """v' (T, n) at many states; p for all of them (np,), or a row for each (T, np)."""

    def at_values(self, p: Array) -> Self:
        """The same machine with parameter values as an array; its reference configuration stays."""

    def with_system(self, system: System, p: Array) -> Self:
        """The same machine with loads added to its matrices, and with the values of their parameters behind p."""


CONDITIONS: dict[str, tuple[Callable[[float], bool], str]] = {
    ">": (lambda value: value > 0, "positive"),
    ">=": (lambda value: value >= 0, "zero or positive"),
    "=": (lambda value: abs(value) < CLOSED, "zero"),
}
"""What each relation of a requirement asks of a value; zero is meant as for a closed joint."""


def checked_parameters(equations: Equations, values: Mapping[str, float]) -> dict[str, float]:
    """Parameter values by their full names; all wrong names and values at once."""
    index = equations.parameters.index
    faults, result = [], {}
    for given, value in values.items():
        name = given
        if name not in index and keyword.iskeyword(name) and f"{name}_" in index:
            name = f"{name}_"
        if name not in index:
            faults.append(f"no parameter {given!r}; {close_matches(str(given), index)}")
            continue
        fault = _number_fault(given, value)
        if fault:
            faults.append(fault)
        else:
            result[name] = float(value)
    if faults:
        raise ValueError("; ".join(faults))
    return result


def checked_inputs(equations: Equations, inputs: Mapping[str, float] | None, *, partial: bool = False) -> Array:
    """Inputs in order; missing (NaN if `partial`), unknown and wrong ones are all reported at once."""
    labels = equations.inputs
    names = [label.name for label in labels]
    if inputs is not None and not isinstance(inputs, Mapping):
        msg = f"inputs: got {type(inputs).__name__}, expected a mapping of names to numbers: {', '.join(names)}"
        raise TypeError(msg)
    given = {equations.show(equations.aliases.get(name, name)): value for name, value in (inputs or {}).items()}
    faults = [f"no input {name!r}; {close_matches(str(name), names)}" for name in given if name not in names]
    missing = [f"{label.name} ({label.unit})" for label in labels if label.name not in given]
    if missing and not partial:
        faults.append(f"missing inputs: {', '.join(missing)}; give a number for each")
    faults += [fault for name in names if name in given and (fault := _number_fault(name, given[name]))]
    if faults:
        raise ValueError("; ".join(faults))
    return np.array([float(given[name]) if name in given else np.nan for name in names])


def _number_fault(name: str, value: object) -> str:
    if isinstance(value, (str, bytes)):
        return f"{name} = {value!r} is not a number"
    try:
        number = float(value)  # type: ignore[arg-type]  # anything may come in; that is what is checked
    except (TypeError, ValueError):
        return f"{name} = {value!r} is not a number"
    return "" if np.isfinite(number) else f"{name} = {value!r} is not finite"


def requirement_faults(equations: Equations, p: Array) -> None:
    """Raise with every parameter that violates the condition of its component (a negative mass, a zero ratio)."""
    faults = []
    every: tuple[Uses[Any], ...] = (*equations.blocks, *equations.ties, *equations.switched, *equations.loads)
    for uses in every:
        requirements = uses.type.requirements
        if not requirements:
            continue
        function = ca.Function(
            "requirements", [uses.type.local.p], [ca.vertcat(*[ca.SX(r.expression) for r in requirements])]
        )
        for row, name in enumerate(uses.names):
            values = numeric(function(p[uses.p[row]])).ravel()
            full = equations.full_name(int(uses.module[row]), name)
            for requirement, value in zip(requirements, values, strict=True):
                holds, must = CONDITIONS[requirement.relation]
                if not holds(value):
                    faults.append(f"{full}: {requirement.words} is {value:.6g}; it must be {must}")
    if faults:
        raise ValueError("; ".join(dict.fromkeys(faults)))
