"""Checking names that a user gives against those that exist."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence

SHOWN = 12


def known_names(
    what: str, asked: Iterable[str], names: Sequence[str], *, error: type[Exception] = ValueError
) -> tuple[str, ...]:
    """Return the names asked for; raise with all unknown ones at once, each with its close matches."""
    wanted = tuple(asked)
    existing = set(names)
    said = []
    for name in wanted:
        if name not in existing:
            close = difflib.get_close_matches(name, names, n=3)
            said.append(f"{name!r}" + (f" (did you mean {', '.join(close)}?)" if close else ""))
    if said:
        listed = ", ".join(names[:SHOWN]) + (", …" if len(names) > SHOWN else "")
        raise error(f"There is no {what} {'; '.join(said)}. There are {len(names)}: {listed}.")
    return wanted
