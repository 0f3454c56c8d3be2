"""Units as products of powers, with places left open, so that they can be found along the wires of a diagram.

A unit is text such as "rad/s", "N m" or "kg m^2": factors side by side, one behind a stroke divides. A factor in braces
is open: "{b}/{a}" is the unit of a gain from signals of a unit a to signals of a unit b.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

FACTOR = re.compile(r"(?P<name>\{\w+\}|[^\s/*^·{}]+)(?:\^(?P<power>[-+]?\d+(?:/\d+)?))?")
BASE: Mapping[str, str] = {
    "N": "kg m/s^2",
    "J": "kg m^2/s^2",
    "W": "kg m^2/s^3",
    "V": "kg m^2/s^3/A",
    "ohm": "kg m^2/s^3/A^2",
    "Ω": "kg m^2/s^3/A^2",
    "H": "kg m^2/s^2/A^2",
    "F": "A^2 s^4/kg/m^2",
    "Wb": "kg m^2/s^2/A",
    "T": "kg/s^2/A",
    "Hz": "1/s",
    "Pa": "kg/m/s^2",
}
"""Derived units in base units; the radian stays a unit of its own, since gains are read with it."""


@dataclass(frozen=True)
class Unit:
    """A product of powers: factors in the order in which they are written."""

    factors: tuple[tuple[str, Fraction], ...] = ()

    def __mul__(self, other: Unit) -> Unit:
        return _product([*self.factors, *other.factors])

    def __truediv__(self, other: Unit) -> Unit:
        return self * other**-1

    def __pow__(self, power: Fraction | int) -> Unit:
        return Unit(tuple((name, own * power) for name, own in self.factors))

    def __str__(self) -> str:
        above = [_format_power(name, power) for name, power in self.factors if power > 0]
        below = [_format_power(name, -power) for name, power in self.factors if power < 0]
        if not above and not below:
            return "1"
        return "/".join([" ".join(above) or "1", *below])

    @property
    def open(self) -> tuple[str, ...]:
        """Factors that are not known."""
        return tuple(name for name, _ in self.factors if name.startswith("{"))

    def put(self, known: Mapping[str, Unit]) -> Unit:
        """The unit with known ones in open places."""
        found = Unit()
        for name, power in self.factors:
            found *= known[name] ** power if name in known else Unit(((name, power),))
        return found

    @property
    def base(self) -> frozenset[tuple[str, Fraction]]:
        """Powers of base units, by which two units are compared.

        >>> unit("N m").base == unit("J").base, unit("V s/rad").base == unit("N m/A").base
        (True, False)
        """
        found = Unit()
        for name, power in self.factors:
            found *= (unit(BASE[name]) if name in BASE else Unit(((name, Fraction(1)),))) ** power
        return frozenset((name, power) for name, power in found.factors if name != "1")


def unit(text: str) -> Unit:
    """The unit of a text.

    >>> str(unit("kg m^2/s^2") / unit("kg m")), str(unit("{b}/{a}").put({"{b}": unit("V"), "{a}": unit("rad/s")}))
    ('m/s^2', 'V s/rad')
    """
    factors = []
    sign = 1
    for piece in re.split(r"(/)", text.replace("(", " ").replace(")", " ")):
        if piece == "/":
            sign = -1
            continue
        found = [(match["name"], Fraction(match["power"] or 1)) for match in FACTOR.finditer(piece)]
        # Only the factor right behind the stroke divides: in "N m/s m" the last m multiplies.
        factors += [(name, power * (sign if k == 0 else 1)) for k, (name, power) in enumerate(found)]
        sign = 1
    return _product([(name, power) for name, power in factors if name != "1"])


def _product(factors: list[tuple[str, Fraction]]) -> Unit:
    powers: dict[str, Fraction] = {}
    for name, power in factors:
        powers[name] = powers.get(name, Fraction(0)) + power
    return Unit(tuple((name, power) for name, power in powers.items() if power))


def _format_power(name: str, power: Fraction) -> str:
    return name if power == 1 else f"{name}^{power}"
