"""Base parameters: the combinations of parameters that forces depend on, and that alone can be identified.

Of stacked regressors W of random motions, columns are taken in a fixed order as long as each is independent of those
before. With W = [W_1 W_2], W_2 = W_1 C for the others (Gautier 1991),

    W pi = W_1 beta,     beta = pi_1 + C pi_2 = K pi.

A parameter is identifiable alone if its row of C is zero, in combination only if C has entries for it, and not at all
if its column of W is zero; that does not depend on the order.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from linkwright import linear_algebra
from linkwright.analysis.rigid_bodies.parameters import KINDS, UNITS, LinearParameter
from linkwright.arrays import Array
from linkwright.dynamics import Refused
from linkwright.faults import close_matches

ORDER = ("", "Izz", "Ixx", "Ixy", "Ixz", "Iyz", "mcx", "mcy", "mcz", "Iyy", "m")
"""Kinds in the order in which columns are taken: parameters beside the bodies' first, masses last, so that a mass is
grouped with moments of the body that carries it, as Khalil and Dombre do for axes along z."""
DEPENDENT = 1e-11
"""Remainder of a column, over the largest column (all in consistent units), below which it depends on those before:
exact dependencies leave 1e-16 to 1e-13."""
CLEAR = 1e3
"""Ratio of the smallest remainder that counts to the largest that does not, below which the rank is not clear."""
NO_TERM = 1e-9
"""Coefficient, in consistent units, below which a parameter is no part of a combination."""
CANCELLED_TERMS = 1e-12
"""Part of the terms of a sum that is rounding."""
ROUNDING_OF_CONDITION = 1e3 * float(np.finfo(float).eps)
"""The same where columns are nearly dependent, over the smallest remainder: rounding times the condition."""


@dataclass(frozen=True, eq=False)
class BaseParameters:
    """Combinations beta = K pi of the parameters pi, K (base parameters, parameters); the unit of each is its first's.

    `leading` are the numbers of the first parameters, one for each combination, whose coefficient is 1. `margin` is the
    smallest remainder of a column that was taken as independent, `rounding` the largest of one that was not.
    """

    parameters: tuple[LinearParameter, ...]
    leading: tuple[int, ...]
    K: Array
    margin: float
    rounding: float

    def __len__(self) -> int:
        return len(self.leading)

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the leading parameters."""
        return tuple(self.parameters[k].name for k in self.leading)

    @property
    def units(self) -> tuple[str, ...]:
        """Units of the combinations."""
        return tuple(self.parameters[k].unit for k in self.leading)

    @property
    def values(self) -> Array:
        """Values in the model; what is left of terms that cancel is zero."""
        model = np.array([each.value for each in self.parameters])
        values, sums = self.K @ model, np.abs(self.K) @ np.abs(model)
        return np.where(np.abs(values) > CANCELLED_TERMS * sums, values, 0.0)

    @property
    def alone(self) -> tuple[str, ...]:
        """Parameters that can be identified by themselves."""
        single = np.count_nonzero(self.K, axis=1) == 1
        return tuple(name for name, one in zip(self.names, single, strict=True) if one)

    @property
    def combined(self) -> tuple[str, ...]:
        """Parameters that can be identified in combination with others only."""
        missing = {*self.alone, *self.absent}
        return tuple(each.name for each in self.parameters if each.name not in missing)

    @property
    def absent(self) -> tuple[str, ...]:
        """Parameters that no force depends on."""
        used = np.any(self.K != 0.0, axis=0)
        return tuple(each.name for each, one in zip(self.parameters, used, strict=True) if not one)

    def combination(self, name: str) -> Mapping[str, float]:
        """Coefficients of the combination with this leading parameter, by name."""
        if name not in self.names:
            msg = f"no combination begins with {name!r}; {close_matches(name, self.names)}"
            raise KeyError(msg)
        row = self.K[self.names.index(name)]
        return {self.parameters[k].name: float(row[k]) for k in np.flatnonzero(row).tolist()}

    def formula(self, number: int) -> str:
        """A combination as text, its leading parameter first: `crank.Izz + 0.25 m^2 coupler.m`."""
        lead = self.leading[number]
        text = self.parameters[lead].name
        for k in np.flatnonzero(self.K[number]).tolist():
            if k == lead:
                continue
            value = float(self.K[number, k])
            unit = _unit_of_ratio(self.parameters[lead], self.parameters[k])
            size = "" if not unit and abs(abs(value) - 1.0) < NO_TERM else f"{abs(value):.6g} "
            text += f" {'-' if value < 0 else '+'} {size}{unit}{self.parameters[k].name}"
        return text

    def in_words(self) -> str:
        """How many there are, which parameters count alone, the combinations, and which do not count at all."""
        lines = [f"{len(self)} base parameters of {len(self.parameters)} parameters"]
        alone, absent = self.alone, self.absent
        lines.append(f"identifiable alone ({len(alone)}): {', '.join(alone) or 'none'}")
        several = [k for k in range(len(self)) if self.names[k] not in alone]
        lines.append(f"identifiable in combination only ({len(several)} combinations):")
        values = self.values
        lines += [f"  {self.formula(k)} = {values[k]:.6g} {self.units[k]}" for k in several]
        lines.append(f"not identifiable ({len(absent)}): {', '.join(absent) or 'none'}")
        return "\n".join(lines)

    def as_dict(self) -> dict[str, Any]:
        """Everything as plain data, for JSON."""
        values = self.values.tolist()
        return {
            "count": len(self),
            "parameters": [{"name": p.name, "unit": p.unit, "value": p.value} for p in self.parameters],
            "combinations": [
                {
                    "name": name,
                    "unit": self.units[k],
                    "value": values[k],
                    "formula": self.formula(k),
                    "coefficients": dict(self.combination(name)),
                }
                for k, name in enumerate(self.names)
            ],
            "alone": list(self.alone),
            "combined": list(self.combined),
            "not_identifiable": list(self.absent),
            "margin": self.margin,
            "rounding": self.rounding,
        }


def base_parameters(name: str, parameters: Sequence[LinearParameter], W: Array, scales: Array) -> BaseParameters:
    """Base parameters from stacked regressors W (rows, parameters), whose columns count over `scales`."""
    even = W / scales
    position = {kind: k for k, kind in enumerate(ORDER)}
    order = sorted(range(len(parameters)), key=lambda k: (position[parameters[k].kind], k))
    size = float(np.max(np.linalg.norm(even, axis=0), initial=0.0))
    leading: list[int] = []
    basis = np.zeros((len(even), 0))
    margin, rounding = np.inf, 0.0
    for k in order:
        column = even[:, k]
        for _ in range(2):  # a second time for what rounding left (Kahan and Parlett: twice is enough)
            column = column - basis @ (basis.T @ column)
        left = float(np.linalg.norm(column)) / (size or 1.0)
        if left <= DEPENDENT:
            rounding = max(rounding, left)
            continue
        margin = min(margin, left)
        leading.append(k)
        basis = np.column_stack([basis, column / np.linalg.norm(column)])
    if margin < CLEAR * rounding:
        reason = (
            f"{name}: it is not clear which parameters are independent: what counts as such adds {margin:.3g} of the "
            f"largest column, what does not {rounding:.3g}. Its geometry is nearly special: give lengths and angles "
            "that are equal, parallel or perpendicular with all their digits"
        )
        raise Refused(reason, [parameters[k].name for k in leading])
    K = np.zeros((len(leading), len(parameters)))
    if leading:
        K[:] = linear_algebra.lstsq(even[:, leading], even, rcond=None)[0]
        K[np.abs(K) < max(NO_TERM, ROUNDING_OF_CONDITION / margin)] = 0.0
        K *= scales / scales[leading][:, None]
        K[:, leading] = np.eye(len(leading))
    return BaseParameters(tuple(parameters), tuple(leading), K, float(margin), rounding)


_POWERS = {kind: ("kg", "kg m", "kg m^2").index(unit) for kind, unit in zip(KINDS, UNITS, strict=True)}
"""Power of a length in each kind."""


def _unit_of_ratio(first: LinearParameter, other: LinearParameter) -> str:
    """Unit of the coefficient of a parameter in a combination, with a blank behind."""
    if first.kind and other.kind:
        power = _POWERS[first.kind] - _POWERS[other.kind]
        return {0: "", 1: "m ", 2: "m^2 ", -1: "1/m ", -2: "1/m^2 "}[power]
    return "" if first.unit == other.unit else f"({first.unit})/({other.unit}) "
