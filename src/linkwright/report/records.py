"""What a report can be given besides the scene and the motion."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from linkwright.kinds import checked_but


@checked_but("value")
@dataclass(frozen=True)
class Parameter:
    """A row of the parameter table: a number (or a text) with its unit and meaning."""

    name: str
    value: float | str
    unit: str = ""
    meaning: str = ""


@dataclass(frozen=True)
class Section:
    """A further part of the report. The title is escaped; `html` is taken as it is, so make it from escaped pieces.

    Scripts inside do not run: the page allows only its own.
    """

    title: str
    html: str


def as_parameters(given: object) -> tuple[Parameter, ...]:
    """Return parameter rows, from rows or from a mapping of names to numbers or to (value, unit, meaning)."""
    if given is None:
        return ()
    if isinstance(given, Mapping):
        return tuple(_row(str(name), value) for name, value in given.items())
    if isinstance(given, Sequence) and all(isinstance(row, Parameter) for row in given):
        return tuple(given)
    raise TypeError(
        f"parameters are a {type(given).__name__}; expected Parameter rows, or a mapping of names to numbers or to "
        "(value, unit, meaning)."
    )


def _row(name: str, value: object) -> Parameter:
    if isinstance(value, Parameter):
        return value
    if isinstance(value, tuple | list):
        parts = [*value, "", ""]
        return Parameter(name, _plain(parts[0]), str(parts[1]), str(parts[2]))
    return Parameter(name, _plain(value))


def _plain(value: object) -> float | str:
    if isinstance(value, bool | str):
        return str(value)
    try:
        return float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return str(value)
