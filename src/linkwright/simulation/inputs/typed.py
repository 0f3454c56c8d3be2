"""Numbers and laws of time as a user types them: a number, or a name with numbers, such as `sine:2,0.5`."""

from __future__ import annotations

import csv
import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from linkwright.control.units import to_si, unit
from linkwright.laws import Chirp, Constant, Cycloid, Law, Polynomial, SCurve, Sine, Table, Trapezoid

INTERPOLATIONS = ("held", "linear", "cubic")


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


def without_units(text: str) -> str:
    """A number or a law as it is typed, its numbers in SI units and without them.

    >>> without_units("20cm"), without_units("sine:5mm,2Hz"), without_units("table:a.csv")
    ('0.2', 'sine:0.005,2.0', 'table:a.csv')
    """
    kind, colon, rest = text.rpartition(":")
    if kind == "table":
        return text
    return (
        kind
        + colon
        + ",".join(str(measured(part)[0]) if NUMBER.fullmatch(part.strip()) else part for part in rest.split(","))
    )


@dataclass(frozen=True)
class Form:
    """One form of a law: its arguments in words, how many are needed at least, and what makes it from numbers."""

    arguments: tuple[str, ...]
    needed: int
    make: Callable[..., Law]

    @property
    def usage(self) -> str:
        """Its arguments; those in brackets may be left out."""
        optional = "".join(f"[,{name}]" for name in self.arguments[self.needed :])
        return ",".join(self.arguments[: self.needed]) + optional


def _step(time: float, before: float, after: float) -> Law:
    return Table((time - 1.0, time), (before, after), "held")


FORMS: Mapping[str, Form] = {
    "cycloid": Form(("start", "end", "duration"), 3, Cycloid),
    "polynomial": Form(
        ("start", "end", "duration"), 3, lambda a, b, T: Polynomial.between((a, 0.0, 0.0), (b, 0.0, 0.0), T)
    ),
    "trapezoid": Form(
        ("start", "end", "max_speed", "max_acceleration"),
        4,
        lambda a, b, v, w: Trapezoid(a, b, max_speed=v, max_acceleration=w),
    ),
    "scurve": Form(
        ("start", "end", "max_speed", "max_acceleration", "max_jerk"),
        5,
        lambda a, b, v, w, j: SCurve(a, b, max_speed=v, max_acceleration=w, max_jerk=j),
    ),
    "sine": Form(
        ("amplitude", "frequency", "phase", "offset"),
        2,
        lambda a, f, phase=0.0, offset=0.0: Sine(a, f, phase, offset=offset),
    ),
    "chirp": Form(
        ("amplitude", "start_frequency", "end_frequency", "duration"), 4, lambda a, f, g, T: Chirp(a, f, g, duration=T)
    ),
    "step": Form(("time", "before", "after"), 3, _step),
}
USAGE = ", ".join(f"{name}:{form.usage}" for name, form in FORMS.items()) + ", table:FILE.csv[,held|linear|cubic]"


UNITS = {"time": "s", "duration": "s", "phase": "rad"} | dict.fromkeys(
    ("frequency", "start_frequency", "end_frequency"), "Hz"
)
"""Units of arguments that are no values of the law."""
RATES = {"max_speed": 1, "max_acceleration": 2, "max_jerk": 3}
"""Arguments in the unit of the law over a power of the second."""


def _argument_unit(name: str, of: str) -> str:
    """Unit of an argument of a law whose values are in a unit."""
    if of and name in RATES:
        return str(unit(of) / unit("s") ** RATES[name])
    return UNITS.get(name, of)


def law(text: str, of: str = "") -> Law:
    """The law that a text names; a wrong one raises ValueError with the forms there are.

    `of` is the unit of its values, in which numbers may have others: 20mV, sine:5mm,2Hz.

    >>> float(law("sine:2,0.25")(1.0)), float(law("0.4")(7.0))
    (2.0, 0.4)
    """
    kind, colon, rest = text.partition(":")
    if not colon:
        try:
            return Constant(number(text, of))
        except ValueError as error:
            raise ValueError(f"{error}; give a number, or one of {USAGE}") from None
    if kind == "table":
        return _table(rest)
    form = FORMS.get(kind)
    if form is None:
        raise ValueError(f"there is no law {kind!r}; there are {USAGE}")
    given = [part.strip() for part in rest.split(",")] if rest else []
    if not form.needed <= len(given) <= len(form.arguments):
        raise ValueError(f"{kind} has {len(given)} numbers; expected {kind}:{form.usage}")
    return form.make(
        *[number(part, _argument_unit(name, of)) for name, part in zip(form.arguments, given, strict=False)]
    )


def _table(rest: str) -> Law:
    """Table from a CSV file of two columns, time (s) and value; a first line of words is passed over."""
    name, comma, word = rest.rpartition(",")
    if not comma or word not in INTERPOLATIONS:
        name, word = rest, "linear"
    path = Path(name)
    try:
        with path.open(encoding="utf-8", newline="") as stream:
            lines = [line for line in csv.reader(stream) if any(cell.strip() for cell in line)]
    except OSError as error:
        raise ValueError(f"table {name}: it cannot be read ({error.strerror or error}); check the path") from None
    except (UnicodeDecodeError, csv.Error):
        raise ValueError(
            f"table {name}: it is not a text file; give a CSV file of two columns, time and value"
        ) from None
    rows: list[tuple[float, float]] = []
    for at, line in enumerate(lines, start=1):
        try:
            time, value = line
            rows.append((number(time), number(value)))
        except ValueError:
            if at == 1:
                continue
            raise ValueError(f"table {name}, line {at}: {','.join(line)!r} is not a time and a value") from None
    interpolation = next(each for each in ("held", "cubic", "linear") if each == word)
    return Table(tuple(t for t, _ in rows), tuple(x for _, x in rows), interpolation)
