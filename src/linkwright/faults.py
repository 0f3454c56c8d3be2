"""Collecting what is wrong with an input, so that a user hears of all faults at once."""

import difflib
import inspect
from collections.abc import Iterable, Mapping, Sequence
from math import isfinite
from numbers import Real
from typing import NoReturn, TypeVar

import numpy as np

from linkwright.arrays import Array, read_only, real_array
from linkwright.kinds import checked_arguments

T = TypeVar("T")


@checked_arguments
def close_matches(name: str, names: Iterable[str]) -> str:
    """Sentence that offers names close to a wrong one, or lists some of those there are.

    >>> close_matches("platfrom.x", ["platform.x", "platform.y"])
    'did you mean platform.x or platform.y?'
    """
    known = sorted(names) if isinstance(names, (set, frozenset)) else list(names)
    close = difflib.get_close_matches(name, known, n=3, cutoff=0.6)
    if close:
        return f"did you mean {' or '.join(close)}?"
    if not known:
        return "there are none"
    more = f" and {len(known) - 12} more" if len(known) > 12 else ""
    return f"there are {', '.join(known[:12])}{more}"


def suggestion(name: str, known: Iterable[str]) -> str:
    """Return the words that point from a wrong name to the nearest known ones, or to all of them when few."""
    names = list(known)
    close = difflib.get_close_matches(name, names, n=3)
    if close:
        return "Did you mean " + " or ".join(repr(other) for other in close) + "?"
    few = 12
    if not names:
        return "There is none to choose from."
    listed = ", ".join(repr(other) for other in names[:few])
    return f"Known are {listed}" + ("." if len(names) <= few else f" and {len(names) - few} more.")


def finite_number(name: str, value: object, unit: str = "") -> float:
    """Return the value as a float; raise unless it is one finite number.

    >>> finite_number("t", "1", "s")
    Traceback (most recent call last):
    ValueError: t = '1': expected a finite number (s)
    """
    if type(value) is float and isfinite(value):
        return value
    number = isinstance(value, (Real, np.ndarray)) and not isinstance(value, bool)
    try:
        found = float(value) if number else float("nan")  # type: ignore[arg-type]  # an array of one number is one
    except (TypeError, ValueError, OverflowError):
        found = float("nan")
    if not isfinite(found):
        raise ValueError(f"{name} = {value!r:.80}: expected a finite number" + (f" ({unit})" if unit else ""))
    return found


class Faults:
    """The faults found so far in the input of one object; `stop()` raises them together as one ValueError."""

    def __init__(self, subject: str) -> None:
        """Begin with no fault; `subject` is what the user was making, such as "Cycloid"."""
        self.subject = subject
        self.found: list[str] = []

    def add(self, fault: str) -> None:
        """Note one fault, a sentence with what was got, what was expected and what to do."""
        self.found.append(fault)

    def stop(self) -> None:
        """Raise a ValueError with every fault noted so far; do nothing when there is none."""
        if self.found:
            self._raise()

    def _raise(self) -> NoReturn:
        if len(self.found) == 1:
            raise ValueError(f"{self.subject}: {self.found[0]}")
        lines = "".join(f"\n  - {fault}" for fault in self.found)
        raise ValueError(f"{self.subject}: {len(self.found)} faults{lines}")

    def number(self, name: str, value: object, remedy: str = "give a finite number") -> float:
        """Return the value as a float; a fault is noted (and NaN returned) when it is not one finite number."""
        try:
            number = finite_number(name, value)
        except ValueError:
            number = float("nan")
            self.add(f"{name} is {value!r}, expected one finite number; {remedy}.")
        return number

    def positive(self, name: str, value: object, remedy: str = "give a number above zero") -> float:
        """Return the value as a float; a fault is noted when it is not a finite number above zero."""
        number = self.number(name, value, remedy)
        if number <= 0.0:
            self.add(f"{name} is {value!r}, expected a number above zero; {remedy}.")
        return number

    def choice(self, name: str, value: object, choices: Sequence[str]) -> None:
        """Note a fault when the value is none of the choices."""
        if not isinstance(value, str) or value not in choices:
            listed = ", ".join(repr(choice) for choice in choices)
            self.add(f"{name} is {value!r}, expected one of {listed}. {suggestion(str(value), choices)}")

    def sequence(self, name: str, values: object, at_least: int = 1) -> Array | None:
        """Return the values as a read-only (n,) array; None, with a fault noted, when they are not finite numbers."""
        try:
            array = real_array(values)
        except (TypeError, ValueError, RuntimeError, NotImplementedError):
            self.add(f"{name} is {values!r:.80}, expected a sequence of numbers; give a list or an array of floats.")
            return None
        if array.ndim != 1:
            self.add(f"{name} has the shape {array.shape}, expected (n,); give one number per entry.")
            return None
        if array.size < at_least:
            self.add(f"{name} has the length {array.size}, expected at least {at_least}; give more entries.")
            return None
        if not np.isfinite(array).all():
            bad = np.flatnonzero(~np.isfinite(array))
            self.add(
                f"{name}[{bad[0]}] is {array[bad[0]]} ({bad.size} of {array.size} entries are not finite), "
                "expected finite numbers; remove or repair these entries."
            )
            return None
        return read_only(array)

    def times(self, name: str, values: object, at_least: int = 1) -> Array | None:
        """Return strictly increasing times as a read-only (n,) array [s]; None, with a fault noted, otherwise."""
        array = self.sequence(name, values, at_least)
        if array is None:
            return None
        later = array[1:] > array[:-1]
        if not later.all():
            at = int(np.argmin(later))
            self.add(
                f"{name}[{at + 1}] = {float(array[at + 1])!r} does not come after {name}[{at}] = {float(array[at])!r}, "
                "expected strictly increasing times; sort the entries and keep one per time."
            )
            return None
        return array


def set_fields(record: object, faults: Faults, **fields: object) -> None:
    """Raise what is wrong, all at once; when nothing is, set the checked fields of the frozen object."""
    faults.stop()
    for name, value in fields.items():
        object.__setattr__(record, name, value)


def known_fields(record: type, values: Mapping[str, T]) -> dict[str, T]:
    """Values by the names of a record's fields; other names, and those that are missing, are refused."""
    known = inspect.signature(record).parameters
    faults = [f"no field {name!r}; {close_matches(str(name), known)}" for name in values if name not in known]
    faults += [
        f"{name} is missing" for name, field in known.items() if field.default is field.empty and name not in values
    ]
    if faults:
        raise ValueError(f"{record.__name__}: {'; '.join(faults)}")
    return dict(values)
