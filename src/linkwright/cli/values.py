"""Values as a user types them: numbers, names with values, and all that is wrong with them at once."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from linkwright.control.units import to_si, unit
from linkwright.faults import close_matches


class InputFaults(ValueError):  # noqa: N818  it is a list of faults, told as one
    """Everything that is wrong with what was typed."""

    def __init__(self, faults: Sequence[str]) -> None:
        self.faults = tuple(faults)
        super().__init__(faults[0] if len(faults) == 1 else "\n  - ".join([f"{len(faults)} faults:", *faults]))


NUMBER = re.compile(r"(?P<number>[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)\s*(?P<unit>[^\s,][^,]*)")


DANGLING = re.compile(r"(\^|/)\s*($|[)/^*])|\^(?![-+]?\d)")
"""A power or a stroke with nothing behind it."""


def number(text: str, expected: str = "") -> float:
    """A finite number, or one with a unit of the kind that is expected, in SI units; else ValueError in words.

    `expected` is an SI unit, or several with "or" between them; where it is empty no unit is taken.

    >>> number("0.2"), number("35cm", "m"), number("90deg", "rad")
    (0.2, 0.35, 1.5707963267948966)
    """
    value, given = measured(text)
    if given is None or any(unit(given).base == unit(each).base for each in expected.split(" or ") if each):
        return value
    if not expected:
        raise ValueError(f"{text!r}: a number without a unit is expected here")
    raise ValueError(f"{text!r} is in {given or '1'}, expected {expected}")


def measured(text: str) -> tuple[float, str | None]:
    """A finite number in SI units and its unit, None where it has none; anything else raises ValueError in words."""
    try:
        value, given = float(text), None
    except ValueError:
        found = NUMBER.fullmatch(text.strip())
        if found is None:
            raise ValueError(f"{text!r} is not a number") from None
        text_of_unit = found["unit"]
        if DANGLING.search(text_of_unit) or text_of_unit.count("(") != text_of_unit.count(")"):
            raise ValueError(f"{text!r} is not a number with a unit: expected one such as cm, N/mm or kg m^2") from None
        try:
            size, given = to_si(text_of_unit)
        except ValueError as error:
            raise ValueError(f"{text!r} is not a number with a unit: {error}") from None
        # 35 cm are 35 / 100 m; 35 times 0.01 would be rounded twice
        parts = round(1 / size)
        value = float(found["number"]) * size if size >= 1 or parts * size != 1 else float(found["number"]) / parts
    if not math.isfinite(value):
        raise ValueError(f"{text!r} is not finite")
    return value, given


def pairs(given: Sequence[str], option: str, faults: list[str]) -> dict[str, str]:
    """`name=value` texts as a mapping; faults are noted."""
    result: dict[str, str] = {}
    for text in given:
        name, equals, value = text.partition("=")
        name, value = name.strip(), value.strip()
        if not equals or not name or not value:
            faults.append(f"{option} {text!r}: expected NAME=VALUE, without spaces around the equals sign")
        elif name in result:
            faults.append(f"{option} {name} is given twice; give it once")
        else:
            result[name] = value
    return result


def one_of(name: str, known: Sequence[str], what: str) -> list[str]:
    """Fault of a name that is not among those known."""
    return [] if name in known else [f"there is no {what} {name!r}; {close_matches(name, known)}"]


def named_numbers(
    given: Mapping[str, str],
    known: Sequence[str],
    what: str,
    faults: list[str],
    units: Mapping[str, str] = MappingProxyType({}),
) -> dict[str, float]:
    """Numbers by name, names checked against those known; with units where these are known by name."""
    result: dict[str, float] = {}
    for name, text in given.items():
        wrong = one_of(name, known, what)
        faults += wrong
        try:
            value = number(text, units.get(name, ""))
        except ValueError as error:
            faults.append(f"{what} {name}: {error}")
            continue
        if not wrong:
            result[name] = value
    return result


def interval(text: str, option: str, faults: list[str], expected: str = "") -> tuple[float, float]:
    """Two numbers, LOW:HIGH, with units of the kind expected; faults are noted."""
    parts = text.split(":")
    try:
        low, high = (number(part, expected) for part in parts)
    except ValueError as error:
        why = str(error) if len(parts) == 2 else f"{text!r}"
        faults.append(f"{option}: {why}; expected LOW:HIGH, such as -0.1:0.1")
        return (0.0, 1.0)
    if not low < high:
        faults.append(f"{option}: {text!r}; the lower end must be below the upper one")
    return (low, high)
