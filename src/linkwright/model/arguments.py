"""Numbers of a component become parameters; components of the same shape share their symbols, hence their type."""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from functools import cache, cached_property, wraps
from typing import TYPE_CHECKING, Any, ParamSpec, TypeGuard, TypeVar

import casadi as ca

from linkwright.equations import Scope
from linkwright.faults import close_matches
from linkwright.kinds import checked_arguments
from linkwright.model.faults import ModelError
from linkwright.symbolic import Parameter, scalars

ZERO = ca.SX(0)


@dataclass(frozen=True)
class Argument:
    """One number of a component: its name, value (number or expression), unit and meaning.

    A zero is left out of the equations for good (a coordinate of a point on an axis) unless `keep` is set (a mass).
    """

    name: str
    value: Any
    unit: str
    meaning: str
    keep: bool = False


@dataclass(frozen=True, eq=False)
class Arguments:
    """A component's numbers: the shape they share with others (key, scope), and this one's values (bindings).

    Its symbols are those of the scope, or its own (`fresh`).
    """

    key: Hashable
    scope: Scope
    bindings: Mapping[str, Any]
    fresh: ca.SX | None = None

    @cached_property
    def p(self) -> ca.SX:
        """The parameters as a column."""
        if self.fresh is not None:
            return self.fresh
        return ca.vertcat(*[entry.sx for entry in self.scope.entries]) if self.scope.entries else ca.SX(0, 1)

    @cached_property
    def values(self) -> dict[str, ca.SX]:
        """Symbol of each parameter by name."""
        symbols = [entry.sx for entry in self.scope.entries] if self.fresh is None else scalars(self.fresh)
        return {entry.name: symbol for entry, symbol in zip(self.scope.entries, symbols, strict=True)}

    def with_own_symbols(self) -> Arguments:
        """The same with symbols of its own, for a component that stands beside others of the same shape in one type."""
        return replace(self, fresh=ca.SX.sym("p", len(self.scope.entries)))


class Values:
    """Symbols of arguments by name; one that was left out as zero reads as zero."""

    def __init__(self, arguments: Arguments) -> None:
        self._values = arguments.values

    def __getitem__(self, name: str) -> ca.SX:
        return self._values.get(name, ZERO)

    def __contains__(self, name: str) -> bool:
        return name in self._values

    def vector(self, name: str) -> ca.SX:
        """The position `name_x`, `name_y`, `name_z` (3, 1)."""
        column = ca.SX.zeros(3)
        for k, axis in enumerate("xyz"):
            if f"{name}_{axis}" in self:
                column[k] = self[f"{name}_{axis}"]
        return column


@checked_arguments
def collect(items: Sequence[Argument]) -> Arguments:
    """Turn arguments into parameters of a shared scope and bindings of this component."""
    if not items:
        return _NONE
    kept = [item for item in items if item.keep or not is_number(item.value) or item.value != 0]
    shape = tuple((item.name, item.unit, item.meaning) for item in kept)
    return Arguments(shape, _shared_scope(shape), {item.name: item.value for item in kept})


def faults_of(items: Sequence[Argument], owner: str) -> list[str]:
    """Faults of the values: not a number, NaN, infinite."""
    faults = []
    for item in items:
        value = item.value
        if isinstance(value, Parameter) or (isinstance(value, ca.SX) and value.is_scalar()):
            continue
        if not is_number(value):
            faults.append(
                f"{owner}: {item.name} = {value!r} is not a number or an expression of parameters ({item.meaning})"
            )
        elif not math.isfinite(value):
            faults.append(
                f"{owner}: {item.name} = {value} is not finite ({item.meaning}); give a number, {item.unit or 'SI'}"
            )
    return faults


def is_number(value: object) -> TypeGuard[float]:
    """Whether a value is a plain real number."""
    if isinstance(value, (bool, str, ca.SX, Parameter)) or value is None:
        return False
    try:
        float(value)  # type: ignore[arg-type]  # what is no number is refused here
    except (TypeError, ValueError):
        return False
    return True


def in_order(values: Any) -> bool:
    """Whether it is several values one after another: no text, no set, no mapping, no matrix of symbols."""
    several = isinstance(values, Iterable) and getattr(values, "ndim", 1) > 0
    return several and not isinstance(values, (str, bytes, AbstractSet, Mapping, ca.SX, ca.DM))


@cache
def _shared_scope(shape: tuple[tuple[str, str, str], ...]) -> Scope:
    return Scope(tuple(Parameter(name, 0.0, unit, meaning) for name, unit, meaning in shape))


_NONE = Arguments((), Scope(()), {})


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
    linkwright.model.arguments.KeywordError: simple_pendulum: 2 faults in the description
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
        def wrapper(*args: P.args, **keywords: P.kwargs) -> R:
            refuse_unknown(make.__name__, keywords, known, meanings=meanings, usual=usual)
            return make(*args, **keywords)

        return wrapper

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
        raise KeywordError(
            name, [_describe_fault(each, known, meanings or {}, usual or {}) for each in unknown]
        ) from None


def _describe_fault(name: str, known: Sequence[str], meanings: Mapping[str, str], usual: Mapping[str, str]) -> str:
    def describe(each: str) -> str:
        return f"{each} ({meanings[each]})" if each in meanings else each

    takes = f"t takes {', '.join(map(describe, known))}" if known else "t takes none"
    meant = [usual[name]] if name in usual else []
    meant = meant or [each for each in known if each.lower().rstrip("_") == name.lower().rstrip("_")]
    words = f"did you mean {' or '.join(map(describe, meant))}?" if meant else close_matches(name, known)
    return f"no keyword {name!r}; {f'{words} I' if words.startswith('did you mean') else 'i'}{takes}"


__all__ = ["CheckedKeywords", "KeywordError", "checked_keywords", "described_keywords", "refuse_unknown"]
