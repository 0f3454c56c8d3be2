"""Names and expressions that a user writes for a part of their own: functions, CasADi or SymPy expressions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import isfinite
from typing import Any

import casadi as ca

from linkwright.components.own_parts.calls import advice, fault_of
from linkwright.faults import close_matches
from linkwright.model.arguments import in_order, is_number
from linkwright.symbolic import Label, Parameter, check_name, leaves, t
from linkwright.symbolic.from_sympy import ConversionError, from_sympy, is_sympy, name_of, named_variable
from linkwright.symbolic.tables import write_out_tables
from linkwright.symbolic.tracing import call_traced

RATES = {"": "1/s", "C": "A"}
"""Units of rates that are not just the unit over s."""
EFFORTS = {"m/s": "N", "rad/s": "N m", "A": "V", "V": "A"}
"""Units of efforts by those of speeds; their product is W."""


def rate_unit(unit: str) -> str:
    """Unit of the rate of a quantity.

    >>> rate_unit("rad"), rate_unit("C")
    ('rad/s', 'A')
    """
    return RATES.get(unit, f"{unit}/s")


def effort_unit(unit: str) -> str:
    """Unit of the effort on a speed, by the unit of the speed: their product is a power.

    >>> effort_unit("rad/s"), effort_unit("A"), effort_unit("mol/s")
    ('N m', 'V', 'W/(mol/s)')
    """
    return EFFORTS.get(unit, f"W/({unit})" if unit else "W")


class Namespace:
    """Symbols by name, read as attributes or as items: q.x, q["x"]."""

    def __init__(self, kind: str, symbols: Mapping[str, ca.SX]) -> None:
        self._kind = kind
        self._symbols = dict(symbols)

    def __getattr__(self, name: str) -> ca.SX:
        if name.startswith("_") or name not in self._symbols:
            msg = f"{self._kind} has no {name!r}; {close_matches(name, self._symbols)}"
            raise AttributeError(msg)
        return self._symbols[name]

    def __getitem__(self, name: str) -> ca.SX:
        return self.__getattr__(name)

    def __dir__(self) -> list[str]:
        return list(self._symbols)


@dataclass(frozen=True, eq=False)
class Names:
    """What a part declares, and the symbols of it: v holds the rates of the coordinates, then the speeds."""

    coordinates: tuple[Label, ...]
    speeds: tuple[Label, ...]
    inputs: tuple[Label, ...]
    parameters: tuple[Parameter, ...]

    @cached_property
    def q(self) -> ca.SX:
        """Coordinates."""
        return _column([label.name for label in self.coordinates])

    @cached_property
    def v(self) -> ca.SX:
        """Speeds."""
        return _column([label.name for label in self.speed_labels])

    @cached_property
    def d(self) -> ca.SX:
        """Virtual speeds, one a speed."""
        return ca.SX.sym("d", self.v.numel())

    @cached_property
    def u(self) -> ca.SX:
        """Inputs."""
        return _column([label.name for label in self.inputs])

    @cached_property
    def p(self) -> ca.SX:
        """Parameters."""
        return ca.vertcat(*[entry.sx for entry in self.parameters]) if self.parameters else ca.SX(0, 1)

    @cached_property
    def speed_labels(self) -> tuple[Label, ...]:
        """Labels of all of v."""
        rates = [Label(f"{x.name}'", rate_unit(x.unit), f"rate of {x.name}") for x in self.coordinates]
        return (*rates, *self.speeds)

    @cached_property
    def table(self) -> dict[str, ca.SX]:
        """Symbol by name; the rate of x is x' or x_dot."""
        rows = list(zip(self.coordinates, ca.vertsplit(self.q) if self.coordinates else [], strict=True))
        rates = ca.vertsplit(self.v)[: len(rows)] if rows else []
        found = {f"{label.name}_dot": rate for (label, _), rate in zip(rows, rates, strict=True)}
        found |= {f"{label.name}'": rate for (label, _), rate in zip(rows, rates, strict=True)}
        found |= {label.name: symbol for label, symbol in rows}
        if self.speeds:
            others = ca.vertsplit(self.v)[len(rows) :]
            found |= {label.name: symbol for label, symbol in zip(self.speeds, others, strict=True)}
        if self.inputs:
            found |= {label.name: symbol for label, symbol in zip(self.inputs, ca.vertsplit(self.u), strict=True)}
        return found | {entry.name: entry.sx for entry in self.parameters} | {"t": t}

    @cached_property
    def arguments(self) -> tuple[ca.SX, Namespace, Namespace, Namespace, Namespace]:
        """What a user's function is called with: t, q, v, u, p."""
        table = self.table
        q = {label.name: table[label.name] for label in self.coordinates}
        v = {label.name: table[f"{label.name}'"] for label in self.coordinates}
        v |= {label.name: table[label.name] for label in self.speeds}
        u = {label.name: table[label.name] for label in self.inputs}
        p = {entry.name: entry.sx for entry in self.parameters}
        return t, Namespace("q", q), Namespace("v", v), Namespace("u", u), Namespace("p", p)


def declare_names(
    coordinates: Mapping[str, tuple[str, str]],
    speeds: Mapping[str, tuple[str, str]],
    inputs: Mapping[str, tuple[str, str]],
    parameters: Sequence[Parameter] | Mapping[Any, Any],
    faults: list[str],
) -> Names:
    """The names of a part; what is wrong with them is added to the faults, and left out."""
    known: dict[str, str] = {"t": "the time"}
    q = _labels(coordinates, "coordinate", known, faults)
    v = _labels(speeds, "speed", known, faults)
    u = _labels(inputs, "input", known, faults)
    return Names(q, v, u, _parameters(parameters, known, faults))


def _labels(group: Any, what: str, known: dict[str, str], faults: list[str]) -> tuple[Label, ...]:
    if not isinstance(group, Mapping):
        faults.append(f"{what}s: got {type(group).__name__}, expected a mapping {{name: (unit, meaning)}}")
        return ()
    labels = []
    for name, given in group.items():
        wrong = check_name(name, what) or _reserve_name(name, what, known)
        if not isinstance(given, tuple) or len(given) != 2 or not all(isinstance(x, str) for x in given):
            wrong.append(f"{what} {name}: got {given!r}, expected (unit, meaning), both text")
        faults += wrong
        if not wrong:
            labels.append(Label(name, *given))
    return tuple(labels)


def _reserve_name(name: str, what: str, known: dict[str, str]) -> list[str]:
    if name in known:
        return [f"{what} {name}: the name is that of {known[name]} already; choose another one"]
    known[name] = f"a {what}" if what != "input" else "an input"
    return []


def _parameters(given: Any, known: dict[str, str], faults: list[str]) -> tuple[Parameter, ...]:
    """Parameters as they are, or made from {name: value} and {name: (value, unit, meaning)}."""
    made: list[Parameter] = []
    if not in_order(given) and not isinstance(given, Mapping):
        faults.append(f"parameters: got {given!r:.80}, expected a sequence of Parameters, or a mapping {{name: value}}")
        return ()
    entries = list(given.items()) if isinstance(given, Mapping) else [(None, entry) for entry in given]
    for key, value in entries:
        if isinstance(value, Parameter) and key is None:
            entry = value
        elif key is None:
            faults.append(f"parameters: got {value!r}, expected a Parameter, or a mapping {{name: value}}")
            continue
        else:
            values = value if isinstance(value, tuple) else (value, "", "")
            name = key if isinstance(key, str) else getattr(key, "name", repr(key))
            name = f"{name}_" if name == "lambda" else name
            if len(values) != 3:
                faults.append(f"parameter {name}: got {value!r}, expected a value or (value, unit, meaning)")
                continue
            number = values[0]
            if is_sympy(number) and getattr(number, "is_number", False) and number.is_real:
                number = float(number)
            try:
                entry = Parameter(name, number, *values[1:])
            except ValueError as error:
                faults.append(str(error))
                continue
        wrong = _reserve_name(entry.name, "parameter", known)
        faults += wrong
        if not wrong:
            made.append(entry)
    return tuple(made)


class Reader:
    """Reads expressions in the symbols of names; faults are collected, `unknown` says whether any was of reading."""

    def __init__(self, names: Names, faults: list[str]) -> None:
        self.names, self.faults = names, faults
        self.unknown = bool(faults)
        self.read: list[ca.SX] = []

    def scalar(self, value: Any, what: str) -> ca.SX:
        """One expression, from a function, a number, CasADi or SymPy."""
        found: ca.SX | None = None
        try:
            found = self._expression(value, what)
        except ConversionError as error:
            self._fault(*[f"{what}: {fault}" for fault in error.faults])
        if found is not None and found.is_constant() and not isfinite(float(found)):
            self._fault(f"{what}: is {float(found)}, which is not finite; give a number or an expression")
            found = None
        if found is None:
            return ca.SX(0)
        self.read.append(found)
        return found

    def forces(self, given: Any) -> ca.SX:
        """Forces by the name of a coordinate or speed, as a column with one entry a speed."""
        result = ca.SX.zeros(self.names.v.numel())
        if not isinstance(given, Mapping):
            self._fault(f"forces: got {type(given).__name__}, expected a mapping {{coordinate or speed: force}}")
            return result
        known = [label.name for label in (*self.names.coordinates, *self.names.speeds)]
        for name, value in given.items():
            key = name if isinstance(name, str) else name_of(name)
            force = self.scalar(value, f"force on {key}")
            if key in known:
                result[known.index(key)] += force
            else:
                self._fault(f"force on {key}: no such coordinate or speed; {close_matches(str(key), known)}")
        return result

    def idle_inputs(self) -> list[str]:
        """Inputs that nothing mentions."""
        used = {leaf.element_hash() for leaf in leaves(self.read)}
        symbols = ca.vertsplit(self.names.u) if self.names.inputs else []
        return [
            f"input {label.name}: no force and no dissipation mentions it; use it or take it out"
            for label, symbol in zip(self.names.inputs, symbols, strict=True)
            if symbol.element_hash() not in used
        ]

    def _fault(self, *faults: str) -> None:
        self.unknown = True
        self.faults.extend(faults)

    def _expression(self, value: Any, what: str) -> ca.SX | None:
        if is_sympy(value):
            return from_sympy([value], named_variable(self.names.table))[0]
        if callable(value) and not isinstance(value, (ca.SX, Parameter)):
            return self._evaluate(value, what)
        if isinstance(value, Parameter):
            value = value.sx
        if is_number(value):
            value = ca.SX(float(value))
        if not isinstance(value, ca.SX):
            self._fault(
                f"{what}: got {type(value).__name__}, expected a function of (t, q, v, u, p), a CasADi (SX) or SymPy "
                "expression, or a number; text is never read"
            )
            return None
        if not value.is_scalar():
            self._fault(f"{what}: has shape {value.shape}, expected a scalar")
            return None
        try:
            value = write_out_tables(ca.densify(value))
        except ValueError as error:
            self._fault(f"{what}: {error}")
            return None
        return self._substitute_names(value, what)

    def _evaluate(self, function: Callable[..., Any], what: str) -> ca.SX | None:
        try:
            value = call_traced(function, *self.names.arguments)
        except AttributeError as error:
            self._fault(f"{what}: {advice(error)}")
            return None
        except (TypeError, ValueError, NotImplementedError, RuntimeError) as error:
            self._fault(f"{what}: calling it with (t, q, v, u, p) failed: {advice(error)}")
            return None
        fault = fault_of(value) if value is None or is_number(value) or isinstance(value, ca.SX) else ""
        if fault:
            self._fault(f"{what}: {fault}")
            return None
        if callable(value) and not isinstance(value, (ca.SX, Parameter)):
            self._fault(f"{what}: its function gives another function, expected an expression")
            return None
        return self._expression(value, what)

    def _substitute_names(self, expression: ca.SX, what: str) -> ca.SX | None:
        """Expression with symbols of a declared name replaced by those of the part."""
        table = self.names.table
        own = {symbol.element_hash() for symbol in table.values()}
        foreign = [leaf for leaf in leaves([expression]) if leaf.element_hash() not in own]
        missing = sorted({str(leaf) for leaf in foreign} - set(table))
        if missing:
            faults = [
                f"{what}: mentions {name}, which is not declared; {close_matches(name, table)}" for name in missing
            ]
            self._fault(*faults)
            return None
        if not foreign:
            return expression
        new = [table[str(leaf)] for leaf in foreign]
        return ca.SX(ca.substitute(expression, ca.vertcat(*foreign), ca.vertcat(*new)))


def is_zero(expression: ca.SX) -> bool:
    """Whether an expression is the number zero."""
    return ca.sparsify(expression).nnz() == 0


def _column(names: Sequence[str]) -> ca.SX:
    return ca.vertcat(*[ca.SX.sym(name) for name in names]) if names else ca.SX(0, 1)
