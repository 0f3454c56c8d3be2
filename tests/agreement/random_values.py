"""Random numbers for random machines, some of them written as formulas of parameters, and the numbers they stand for.

A value is kept twice: as the package gets it (a number or an expression of parameters), and as a function of the
parameters' numbers for the reference, which therefore reads nothing back from the package.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from linkwright.symbolic import Parameter


@dataclass(frozen=True, eq=False)
class Known:
    """A parameter and its number, as a function of the numbers of the parameters around it."""

    parameter: Parameter
    at: Callable[[dict], float]


@dataclass(eq=False)
class Scope:
    """Parameters of a module and of those around it; `number` makes values of them."""

    random: np.random.Generator
    known: list[Known] = field(default_factory=list)
    own: list[Known] = field(default_factory=list)
    share: float = 0.25

    def declare(self, name, value):
        """A parameter with a number, or with a formula of one that is known already."""
        if self.known and self.random.random() < 0.3:
            before = self._pick()
            factor = value / before.at({})
            entry = Known(
                Parameter(name, factor * before.parameter, "", "a formula"),
                lambda env: env.get(name, factor * before.at(env)),
            )
        else:
            entry = Known(Parameter(name, value, "", "a number"), lambda env: env.get(name, value))
        self.known.append(entry)
        self.own.append(entry)
        return entry

    def inside(self):
        """The scope of a module inside."""
        return Scope(self.random, list(self.known), [], self.share)

    def number(self, value, *, positive=False) -> tuple[Any, Callable[[dict], float]]:
        """What the package gets, and the number as a function of parameters; `positive` values are only scaled."""
        if not self.known or self.random.random() > self.share:
            return float(value), lambda _: float(value)
        entry = self._pick()
        usual = entry.at({})
        if positive or self.random.random() < 0.5:
            factor = value / usual**2 if positive else value / usual
            power = 2 if positive else 1
            return factor * entry.parameter**power, lambda env: factor * entry.at(env) ** power
        rest = value - 0.3 * usual
        return rest + 0.3 * entry.parameter, lambda env: rest + 0.3 * entry.at(env)

    def scale(self):
        """A positive factor near 1 for several values at once."""
        return self.number(1.0, positive=True)

    def _pick(self):
        return self.known[self.random.integers(len(self.known))]
