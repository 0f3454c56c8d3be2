"""Numbers and laws of time as a user types them: a number, or a name with numbers, such as `sine:2,0.5`."""

from __future__ import annotations

import csv
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from linkwright.laws import Chirp, Constant, Cycloid, Law, Polynomial, SCurve, Sine, Table, Trapezoid

INTERPOLATIONS = ("held", "linear", "cubic")


def number(text: str) -> float:
    """A finite number; anything else raises ValueError in words."""
    try:
        value = float(text)
    except ValueError:
        raise ValueError(f"{text!r} is not a number") from None
    if not math.isfinite(value):
        raise ValueError(f"{text!r} is not finite")
    return value


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


def law(text: str) -> Law:
    """The law that a text names; a wrong one raises ValueError with the forms there are.

    >>> float(law("sine:2,0.25")(1.0)), float(law("0.4")(7.0))
    (2.0, 0.4)
    """
    kind, colon, rest = text.partition(":")
    if not colon:
        try:
            return Constant(number(text))
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
    return form.make(*[number(part) for part in given])


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
