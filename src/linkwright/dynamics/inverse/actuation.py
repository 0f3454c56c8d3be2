"""How redundant drives share a load: minimum norm, weighted, with limits and preload.

With more drives than degrees of freedom the balance G u = r leaves drive torques open that load the machine from
within. Of all u that meet it, the one is taken that lies nearest to the preload u_0:

    minimise  sum_i w_i (u_i - u_0i)^2   subject to  G u = r,  lower <= u <= upper
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linkwright.arrays import Array
from linkwright.equations import Equations
from linkwright.faults import close_matches
from linkwright.kinds import checked_arguments


@dataclass(frozen=True)
class Actuation:
    """Contract of the ways to share: weights, limits and preload by the names of inputs."""

    def shares(self, equations: Equations) -> Shares:
        """Weights, limits and preload in the order of the inputs; wrong names and numbers are told all at once."""
        raise NotImplementedError


@dataclass(frozen=True)
class MinimumNorm(Actuation):
    """The inputs with the least sum of squares, as their units stand (N beside N m: take `Weighted`)."""

    @checked_arguments
    def shares(self, equations: Equations) -> Shares:
        """Equal weights."""
        return _shares("MinimumNorm", equations, {}, {}, {})


@dataclass(frozen=True)
class Weighted(Actuation):
    """The inputs with the least sum of weights times squares; an input that is not named has weight 1.

    Weights are positive. With 1 / (largest torque)^2 as weights the strongest drives carry most.
    """

    weights: Mapping[str, float]

    def __post_init__(self) -> None:
        _freeze(self, "weights")

    def __reduce__(self) -> tuple[Any, ...]:
        return Weighted, (dict(self.weights),)

    def shares(self, equations: Equations) -> Shares:
        """Given weights."""
        return _shares("Weighted", equations, self.weights, {}, {})


@dataclass(frozen=True)
class Limited(Actuation):
    """Inputs within limits, as near to the preload as the motion allows (a quadratic program, solved exactly).

    `limits`: by name a pair (lower, upper) or one number for (-x, x); `preload`: values that the inputs are to have
    where the motion leaves them free, zero if not named; `weights` as in `Weighted`. All in the inputs' units.

    >>> Limited({"A.tau": 2.0, "B.tau": (-1.0, 3.0)}).limits["A.tau"]
    2.0
    """

    limits: Mapping[str, Any] = field(default_factory=dict)
    preload: Mapping[str, float] = field(default_factory=dict)
    weights: Mapping[str, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        _freeze(self, "limits", "preload", "weights")

    def __reduce__(self) -> tuple[Any, ...]:
        return Limited, (dict(self.limits), dict(self.preload), dict(self.weights))

    def shares(self, equations: Equations) -> Shares:
        """Limits, preload and weights."""
        return _shares("Limited", equations, self.weights, self.limits, self.preload)


@dataclass(frozen=True, eq=False)
class Shares:
    """Weights w > 0, lower and upper limits (infinite where there are none) and preload u_0, in the inputs' order."""

    weights: Array
    lower: Array
    upper: Array
    preload: Array

    def of(self, which: NDArray[Any]) -> Shares:
        """Those of some inputs."""
        return Shares(self.weights[which], self.lower[which], self.upper[which], self.preload[which])


def _freeze(owner: object, *names: str) -> None:
    for name in names:
        value = getattr(owner, name)
        if not isinstance(value, Mapping):
            msg = f"{type(owner).__name__}: {name} is {value!r:.60}, expected a mapping from names of inputs"
            raise TypeError(msg)
        object.__setattr__(owner, name, MappingProxyType(dict(value)))


def _shares(
    title: str,
    equations: Equations,
    weights: Mapping[str, Any],
    limits: Mapping[str, Any],
    preload: Mapping[str, Any],
) -> Shares:
    places = equations.input_places
    count = len(places)
    found = Shares(np.ones(count), np.full(count, -np.inf), np.full(count, np.inf), np.zeros(count))
    faults: list[str] = []
    for what, given in (("weight", weights), ("limit", limits), ("preload", preload)):
        for key, value in given.items():
            name = equations.show(equations.aliases.get(key, key))
            if name not in places:
                faults.append(f"{what} of {key!r}: no such input; {close_matches(str(key), places)}")
                continue
            at = places[name]
            try:
                pair = (-float(value), float(value)) if what == "limit" and np.ndim(value) == 0 else value
                if what == "limit":
                    found.lower[at], found.upper[at] = (float(x) for x in pair)
                else:
                    (found.weights if what == "weight" else found.preload)[at] = float(value)
            except (TypeError, ValueError):
                expected = "a pair (lower, upper) or a number" if what == "limit" else "a number"
                faults.append(f"{what} of {key} = {value!r:.60}: expected {expected}")
                continue
            if what == "limit" and not found.lower[at] <= found.upper[at]:
                why = "the lower limit is above the upper one"
                if np.isnan(found.lower[at]) or np.isnan(found.upper[at]):
                    why = "expected numbers, not NaN; leave it out where there is no limit"
                elif np.ndim(value) == 0:
                    why = "one number holds both ways and must not be negative; give a pair (lower, upper)"
                faults.append(f"limit of {key} = {value!r}: {why}")
            elif what == "weight" and not 0 < found.weights[at] < np.inf:
                faults.append(f"weight of {key} = {value!r}: expected a positive number")
            elif what == "preload" and not np.isfinite(found.preload[at]):
                faults.append(f"preload of {key} = {value!r} is not finite")
    if faults:
        raise ValueError(f"{title}: " + "; ".join(faults))
    return found


__all__ = ["Actuation", "Limited", "MinimumNorm", "Weighted"]
