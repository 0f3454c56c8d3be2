"""Wrong keywords of bodies, components and ready mechanisms, told in words."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

from linkwright.faults import close_matches
from linkwright.model.faults import ModelError

P = ParamSpec("P")
R = TypeVar("R")


class KeywordError(ModelError, TypeError):
    """Keywords that a function or class does not take, all of them at once; a TypeError, as Python's own would be."""


def checked_keywords(make: Callable[P, R]) -> Callable[P, R]:
    """A function that refuses unknown keywords with what was meant and what it takes.

    >>> import linkwright as lw
    >>> lw.mechanisms.simple_pendulum(mass=2.0, L=0.7)
    Traceback (most recent call last):
    ...
    linkwright.model.keywords.KeywordError: simple_pendulum: 2 faults in the description
      - no keyword 'mass'; it takes m, l, g
      - no keyword 'L'; did you mean l? It takes m, l, g
    """
    return described_keywords({}, {})(make)


def described_keywords(
    meanings: Mapping[str, str], usual: Mapping[str, str]
) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """The same for a function whose keywords need words: what each is, and `usual` symbols of others for them."""

    def decorate(make: Callable[P, R]) -> Callable[P, R]:
        known = tuple(inspect.signature(make).parameters)

        @wraps(make)
        def checked(*args: P.args, **keywords: P.kwargs) -> R:
            refuse_unknown(make.__name__, keywords, known, meanings=meanings, usual=usual)
            return make(*args, **keywords)

        return checked

    return decorate


class CheckedKeywords(type):
    """Type of classes that refuse unknown keywords in the same words, those of users derived from them too."""

    @property
    def __signature__(cls) -> inspect.Signature:
        """What its objects are made of, for those who ask the class: help, documentation."""
        whole = inspect.signature(type.__getattribute__(cls, "__init__"))
        return whole.replace(parameters=list(whole.parameters.values())[1:])

    if not TYPE_CHECKING:  # type checkers know the arguments from the class itself

        def __call__(cls, *args, **keywords):  # noqa: D102, ANN002, ANN003, ANN204
            if keywords:
                # only a call that is known to fail costs a look at the signature
                try:
                    return super().__call__(*args, **keywords)
                except TypeError:
                    refuse_unknown(cls.__name__, keywords, tuple(inspect.signature(cls).parameters))
                    raise
            return super().__call__(*args)


def refuse_unknown(
    name: str,
    keywords: Mapping[str, Any],
    known: Sequence[str],
    *,
    meanings: Mapping[str, str] | None = None,
    usual: Mapping[str, str] | None = None,
) -> None:
    """Raise if there are keywords that are not known."""
    unknown = [each for each in keywords if each not in known]
    if unknown:
        raise KeywordError(name, [_told(each, known, meanings or {}, usual or {}) for each in unknown]) from None


def _told(name: str, known: Sequence[str], meanings: Mapping[str, str], usual: Mapping[str, str]) -> str:
    def shown(each: str) -> str:
        return f"{each} ({meanings[each]})" if each in meanings else each

    takes = f"t takes {', '.join(map(shown, known))}" if known else "t takes none"
    meant = [usual[name]] if name in usual else []
    meant = meant or [each for each in known if each.lower().rstrip("_") == name.lower().rstrip("_")]
    words = f"did you mean {' or '.join(map(shown, meant))}?" if meant else close_matches(name, known)
    return f"no keyword {name!r}; {f'{words} I' if words.startswith('did you mean') else 'i'}{takes}"


__all__ = ["CheckedKeywords", "KeywordError", "checked_keywords", "described_keywords", "refuse_unknown"]
