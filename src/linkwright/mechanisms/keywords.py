"""Wrong keywords of ready mechanisms, told in words."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec

from linkwright.equations import close_matches
from linkwright.model import Mechanism, ModelError

P = ParamSpec("P")


class KeywordError(ModelError, TypeError):
    """Keywords that a ready mechanism does not take, all of them at once; a TypeError, as Python's own would be."""


def checked_keywords(make: Callable[P, Mechanism]) -> Callable[P, Mechanism]:
    """A ready mechanism that refuses unknown keywords with what was meant and what it takes.

    >>> import linkwright as lw
    >>> lw.mechanisms.simple_pendulum(mass=2.0, L=0.7)
    Traceback (most recent call last):
    ...
    linkwright.mechanisms.keywords.KeywordError: simple_pendulum: 2 faults in the description
      - no keyword 'mass'; it takes m, l, g
      - no keyword 'L'; did you mean l? It takes m, l, g
    """
    known = tuple(inspect.signature(make).parameters)

    @wraps(make)
    def checked(*args: P.args, **keywords: P.kwargs) -> Mechanism:
        unknown = [name for name in keywords if name not in known]
        if unknown:
            raise KeywordError(make.__name__, [_told(name, known) for name in unknown])
        return make(*args, **keywords)

    return checked


def _told(name: str, known: tuple[str, ...]) -> str:
    takes = f"t takes {', '.join(known)}"
    other_case = [each for each in known if each.lower().rstrip("_") == name.lower().rstrip("_")]
    meant = f"did you mean {' or '.join(other_case)}?" if other_case else close_matches(name, known)
    return f"no keyword {name!r}; {f'{meant} I' if meant.startswith('did you mean') else 'i'}{takes}"


__all__ = ["KeywordError", "checked_keywords"]
