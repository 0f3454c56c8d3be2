"""Checking names that a user gives against those that exist."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence

SHOWN = 12


def known_names(
    what: str, requested: Iterable[str], names: Sequence[str], *, error: type[Exception] = ValueError
) -> tuple[str, ...]:
    """Return the names asked for; raise with all unknown ones at once, each with its close matches."""
    wanted = tuple(requested)
    existing = set(names)
    unknown = []
    for name in wanted:
        if name not in existing:
            close = difflib.get_close_matches(name, names, n=3)
            unknown.append(f"{name!r}" + (f" (did you mean {', '.join(close)}?)" if close else ""))
    if unknown:
        listed = ", ".join(names[:SHOWN]) + (", …" if len(names) > SHOWN else "")
        raise error(f"There is no {what} {'; '.join(unknown)}. There are {len(names)}: {listed}.")
    return wanted
