"""Units as products of powers, with places left open, so that they can be found along the wires of a diagram.

A unit is text such as "rad/s", "N m" or "kg m^2": factors side by side, one behind a stroke divides, or several in
parentheses, "m/(N s)". A factor in braces is open: "{b}/{a}" is the unit of a gain from signals of a unit a to signals
of a unit b. Everything is computed in SI units; `to_si` reads others, "mm", "deg/s" or "rpm".
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import pi

from linkwright.faults import close_matches

POWER = r"(?:\^(?P<power>[-+]?\d+(?:/\d+)?))?"
FACTOR = re.compile(r"(?P<name>\{\w+\}|[^\s/*^·{}()]+)" + POWER)
STROKE = re.compile(r"/")
OPENING, CLOSING = re.compile(r"\("), re.compile(r"\)" + POWER)
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
PREFIXES: Mapping[str, float] = {
    "G": 1e9, "M": 1e6, "k": 1e3, "d": 1e-1, "c": 1e-2, "m": 1e-3, "u": 1e-6, "µ": 1e-6, "μ": 1e-6, "n": 1e-9,
    "p": 1e-12,
}  # fmt: skip
WITH_PREFIX = ("m", "g", "s", "A", "rad", "N", "J", "W", "V", "ohm", "Ω", "H", "F", "Wb", "T", "Hz", "Pa", "Nm", "bar")
"""Units that stand behind a prefix."""
UNIT_SCALES: Mapping[str, tuple[float, str]] = {
    "kg": (1.0, "kg"),
    "K": (1.0, "K"),
    "g": (1e-3, "kg"),
    "deg": (pi / 180, "rad"),
    "°": (pi / 180, "rad"),
    "rev": (2 * pi, "rad"),
    "rpm": (pi / 30, "rad/s"),
    "min": (60.0, "s"),
    "h": (3600.0, "s"),
    "in": (0.0254, "m"),
    "Nm": (1.0, "N m"),
    "Ncm": (1e-2, "N m"),
    "Nmm": (1e-3, "N m"),
    "bar": (1e5, "Pa"),
    "%": (1e-2, "1"),
    "1": (1.0, "1"),
    "-": (1.0, "1"),
}
"""Units that are no SI units without a prefix, and how many of which SI unit each is."""
RAISED = str.maketrans("⁻⁰¹²³⁴", "-01234")


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
    return _read_factors(text, 0)[0]


def _read_factors(text: str, at: int) -> tuple[Unit, int]:
    """The product from a place of the text up to a closing parenthesis or its end, and that place."""
    found, sign = Unit(), 1
    while at < len(text) and text[at] != ")":
        if STROKE.match(text, at):
            # Only the factor right behind the stroke divides: in "N m/s m" the last m multiplies.
            sign, at = -1, at + 1
            continue
        if OPENING.match(text, at):
            inner, at = _read_factors(text, at + 1)
            closed = CLOSING.match(text, at)
            found *= inner ** (sign * Fraction((closed and closed["power"]) or 1))
            at, sign = (closed.end() if closed else at), 1
            continue
        match = FACTOR.match(text, at)
        if match is None:
            at += 1
            continue
        if match["name"] != "1":
            found *= Unit(((match["name"], sign * Fraction(match["power"] or 1)),))
        at, sign = match.end(), 1
    return found, at


@cache
def known_units() -> Mapping[str, tuple[float, str]]:
    """Every single unit that `to_si` knows, with its size in an SI unit."""
    found = {name: (1.0, name) for name in WITH_PREFIX if name not in UNIT_SCALES} | dict(UNIT_SCALES)
    for prefix, size in PREFIXES.items():
        for name in WITH_PREFIX:
            factor, si = found[name]
            found.setdefault(prefix + name, (size * factor, si))
    return found


def to_si(text: str) -> tuple[float, str]:
    """How many SI units a unit is, and which; a unit that is not known raises ValueError in words.

    >>> to_si("mm"), to_si("N/mm")[1], to_si("kN mm^2/ms^2")
    ((0.001, 'm'), 'N/m', (1000.0, 'N m^2/s^2'))
    >>> to_si("rpm")[1], to_si("m/s2"), to_si("m s⁻²"), to_si("")
    ('rad/s', (1.0, 'm/s^2'), (1.0, 'm/s^2'), (1.0, ''))
    """
    # "s2" and "s⁻²" are powers as "s^2" and "s^-2" are.
    plain = re.sub(r"(?<=[A-Za-zµμΩ°])(-?\d)", r"^\1", text.strip().translate(RAISED))
    known, size, found, wrong = known_units(), 1.0, Unit(), []
    for name, power in unit(plain).factors:
        if name not in known:
            wrong.append(f"no unit {name!r}; {close_matches(name, known)}")
            continue
        factor, si = known[name]
        size *= factor ** float(power)
        found *= unit(si) ** power
    if wrong:
        raise ValueError("; ".join(wrong))
    return size, str(found) if found.factors else ""


def units_like(text: str) -> list[str]:
    """Single units in which the same kind of quantity is measured, the usual ones.

    >>> units_like("rad"), units_like("rad/s"), units_like("V s")
    (['deg', '°', 'rev', 'rad', 'mrad'], ['rpm'], ['Wb', 'mWb'])
    """
    own, known = unit(text).base, known_units()
    usual = (*UNIT_SCALES, *WITH_PREFIX, *[f"m{name}" for name in WITH_PREFIX])
    return [name for name in dict.fromkeys(usual) if known[name][1] != "1" and unit(known[name][1]).base == own]


def _product(factors: list[tuple[str, Fraction]]) -> Unit:
    powers: dict[str, Fraction] = {}
    for name, power in factors:
        powers[name] = powers.get(name, Fraction(0)) + power
    return Unit(tuple((name, power) for name, power in powers.items() if power))


def _format_power(name: str, power: Fraction) -> str:
    return name if power == 1 else f"{name}^{power}"
