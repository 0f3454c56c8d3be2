"""Symbols that know their unit and meaning, and the one symbol of time."""

from __future__ import annotations

import keyword
import math
import re
from dataclasses import dataclass, field
from numbers import Real
from typing import TypeAlias

import casadi as ca

from linkwright.symbolic.serialization import Picklable, shared_symbol

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
        return ca.SX(self.sx + _expression(other))

    def __radd__(self, other: Scalar) -> ca.SX:
        return ca.SX(_expression(other) + self.sx)

    def __sub__(self, other: Scalar) -> ca.SX:
        return ca.SX(self.sx - _expression(other))

    def __rsub__(self, other: Scalar) -> ca.SX:
        return ca.SX(_expression(other) - self.sx)

    def __mul__(self, other: Scalar) -> ca.SX:
        return ca.SX(self.sx * _expression(other))

    def __rmul__(self, other: Scalar) -> ca.SX:
        return ca.SX(_expression(other) * self.sx)

    def __truediv__(self, other: Scalar) -> ca.SX:
        return ca.SX(self.sx / _expression(other))

    def __rtruediv__(self, other: Scalar) -> ca.SX:
        return ca.SX(_expression(other) / self.sx)

    def __pow__(self, other: Scalar) -> ca.SX:
        return ca.SX(self.sx ** _expression(other))

    def __neg__(self) -> ca.SX:
        return -self.sx


def _expression(value: Scalar) -> float | ca.SX:
    return value.sx if isinstance(value, Parameter) else value


Scalar: TypeAlias = "float | ca.SX | Parameter"
