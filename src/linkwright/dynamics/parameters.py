"""Checks of what a user gives by name: parameters, inputs, and the conditions on parameter values."""

from __future__ import annotations

import keyword
from collections.abc import Callable, Mapping
from typing import Any

import casadi as ca
import numpy as np

from linkwright.arrays import Array
from linkwright.dynamics.closure.newton import CLOSED
from linkwright.dynamics.system.system import numeric
from linkwright.equations import Equations, Uses
from linkwright.faults import close_matches

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
