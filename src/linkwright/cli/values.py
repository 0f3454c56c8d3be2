"""Values as a user types them: numbers, names with values, and all that is wrong with them at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

import typer

from linkwright.faults import close_matches
from linkwright.simulation.inputs import measured, number


class InputFaults(ValueError):  # noqa: N818  it is a list of faults, told as one
    """Everything that is wrong with what was typed."""

    def __init__(self, faults: Sequence[str]) -> None:
        self.faults = tuple(faults)
        super().__init__(faults[0] if len(faults) == 1 else "\n  - ".join([f"{len(faults)} faults:", *faults]))


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
    *,
    option: str = "",
) -> dict[str, float]:
    """Numbers by name, names checked against those known; with units where these are known by name.

    Faults begin with the `option`, where what is named is not the option itself.
    """
    before = f"{option} " if option else ""
    result: dict[str, float] = {}
    for name, text in given.items():
        wrong = one_of(name, known, what)
        faults += [f"{before}{fault}" for fault in wrong]
        try:
            value = measured(text)[0] if wrong else number(text, units.get(name, ""))
        except ValueError as error:
            faults.append(f"{before or f'{what} '}{name}: {error}")
            continue
        if not wrong:
            result[name] = value
    return result


def seconds(text: str) -> float:
    """A time, in s or with a unit of time."""
    try:
        return number(text, "s")
    except ValueError as error:
        raise typer.BadParameter(str(error)) from None


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


__all__ = ["InputFaults", "interval", "named_numbers", "number", "one_of", "pairs", "seconds"]
