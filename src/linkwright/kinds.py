"""Kinds of arguments, read from the annotations of public functions: what is of another kind is refused at the call.

A check costs a microsecond. So it is for what is called once for an answer; functions that are called for each sample
or step check for themselves where something is unusual.
"""

from __future__ import annotations

import inspect
import os
import sys
import types
from collections.abc import Callable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import cache, wraps
from numbers import Complex, Integral, Real
from typing import ForwardRef, Literal, NamedTuple, NoReturn, TypeVar, Union, cast, get_args, get_origin, get_type_hints

import numpy as np
from numpy.typing import ArrayLike

BY_POSITION = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
Door = TypeVar("Door", bound=Callable[..., object])


class ArgumentError(TypeError, ValueError):
    """Arguments of kinds that a function does not take, all of them at once."""


class Kind(NamedTuple):
    """What an annotation stands for: whether it takes a value, words for what it takes, whether the type decides.

    `types` are those of values that were taken for their type.
    """

    takes: Callable[[object], bool]
    words: str
    by_type: bool = False
    types: set[type] = set()  # noqa: RUF012  each argument of a function is given a set of its own


def checked_arguments(door: Door, own: tuple[str, ...] = ()) -> Door:
    """A function that refuses arguments of other kinds than it is annotated with; of a class, its constructor.

    >>> import linkwright as lw
    >>> lw.analysis.diagnose(lw.mechanisms.four_bar())
    Traceback (most recent call last):
    ...
    linkwright.kinds.ArgumentError: diagnose: dynamics is a Mechanism (<Mechanism four_bar: 4 parts, 2 connections>), \
expected a Dynamics
    """
    if inspect.isclass(door):
        type.__setattr__(door, "__init__", _checked(vars(door)["__init__"], door.__name__, own))
        return door
    return cast("Door", _checked(door, door.__name__, own))


def checked_but(*own: str) -> Callable[[Door], Door]:
    """The same for a function that checks some arguments itself, in words that say more: those it names are its own."""

    def decorate(door: Door) -> Door:
        return checked_arguments(door, own)

    return decorate


def _checked(function: Callable[..., object], name: str, own: tuple[str, ...]) -> Callable[..., object]:
    @cache
    def read_annotations() -> tuple[dict[str, Kind], list[Kind]]:
        """Kinds by the name of the argument, and of those that can be given by position."""
        names, parameters = vars(sys.modules[function.__module__]), inspect.signature(function).parameters.values()
        several = {each.name for each in parameters if each.kind in (each.VAR_POSITIONAL, each.VAR_KEYWORD)}
        kinds = {
            each.name: (ANYTHING if each.name in own else _kind_of(each.annotation, names))._replace(types=set())
            for each in parameters
            if each.name not in several
        }
        return kinds, [kinds[each.name] for each in parameters if each.kind in BY_POSITION]

    @wraps(function)
    def wrapper(*values: object, **named: object) -> object:
        kinds, in_order = read_annotations()
        for value, kind in zip(values, in_order, strict=False):
            if type(value) not in kind.types and not _look_closer(value, kind):
                refuse(values, named)
        for each, value in named.items():
            if each in kinds and not kinds[each].takes(value):
                refuse(values, named)
        return function(*values, **named)

    def refuse(values: tuple[object, ...], named: Mapping[str, object]) -> NoReturn:
        kinds, _ = read_annotations()
        given = {**dict(zip(kinds, values, strict=False)), **named}
        faults = [
            f"{each} is {_described(value)}, expected {kinds[each].words}{_remedy(value, kinds[each])}"
            for each, value in given.items()
            if each in kinds and not kinds[each].takes(value)
        ]
        raise ArgumentError(f"{name}: {'; '.join(faults)}")

    return wrapper


def _look_closer(value: object, kind: Kind) -> bool:
    """Whether a kind takes a value; where its type decides, it is remembered."""
    taken = kind.takes(value)
    if taken and kind.by_type and not isinstance(value, (np.ndarray, Integral)):
        kind.types.add(type(value))
    return taken


def _described(value: object) -> str:
    """What a value is, in words: its kind and how it prints."""
    if value is None or isinstance(value, bool):
        return repr(value)
    if inspect.ismodule(value) or inspect.isclass(value):
        return f"the {'module' if inspect.ismodule(value) else 'class'} {value.__name__}"
    return f"{_with_article(type(value).__name__)} ({' '.join(repr(value).split()):.60})"


def _remedy(value: object, kind: Kind) -> str:
    """A text where several go belongs in a list."""
    return f", such as [{value!r}]" if isinstance(value, str) and "sequence of texts" in kind.words else ""


def _with_article(noun: str) -> str:
    return f"{'an' if noun[:1].lower() in 'aeiou' and noun[:4] != 'Uses' else 'a'} {noun}"


ANYTHING = Kind(lambda _: True, "anything", by_type=True)
LARGEST_INTEGER = 2**63


def _is_number(value: object) -> bool:
    if isinstance(value, np.ndarray):
        return value.ndim == 0 and value.dtype.kind in "iuf"
    if isinstance(value, Integral):
        return _is_whole(value)
    return isinstance(value, Real)


def _is_whole(value: object) -> bool:
    return isinstance(value, Integral) and not isinstance(value, bool) and abs(int(value)) < LARGEST_INTEGER


def _is_expression(value: object) -> bool:
    """Whether it is of CasADi, whose kinds of matrices become each other."""
    return type(value).__module__.startswith("casadi")


def _in_order(value: object) -> bool:
    if isinstance(value, np.ndarray):
        return not np.ma.is_masked(value)
    # a column of pandas is no Sequence
    several = isinstance(value, Sequence) or (hasattr(value, "__len__") and hasattr(value, "__getitem__"))
    return several and not isinstance(value, (str, bytes, AbstractSet, Mapping)) and not inspect.isclass(value)


def _has_numbers(value: object, kinds: str = "biufO") -> bool:
    """Whether it is a number or an array of numbers, or would be made one; `kinds` are those of NumPy."""
    if not isinstance(value, np.ndarray):
        if not (_in_order(value) or isinstance(value, Complex)) or isinstance(value, bool):
            return False
        try:
            value = np.asanyarray(value)
        except (TypeError, ValueError):
            return False
    return value.dtype.kind in kinds and not np.ma.is_masked(value)


PLAIN: Mapping[object, Kind] = {
    float: Kind(_is_number, "a number", by_type=True),
    int: Kind(_is_whole, "a whole number"),
    complex: Kind(lambda value: isinstance(value, Complex) and not isinstance(value, bool), "a number", by_type=True),
    bool: Kind(lambda value: isinstance(value, (bool, np.bool_)), "True or False", by_type=True),
    str: Kind(lambda value: isinstance(value, str), "a text", by_type=True),
    type(None): Kind(lambda value: value is None, "None", by_type=True),
    np.ndarray: Kind(lambda value: _in_order(value) and _has_numbers(value, "biufcO"), "an array of numbers"),
    ArrayLike: Kind(_has_numbers, "an array of numbers"),
    os.PathLike: Kind(lambda value: isinstance(value, os.PathLike), "a path", by_type=True),
}
SEVERAL = {"number": "numbers", "text": "texts", "whole number": "whole numbers", "path": "paths"}


def _kind_of(annotation: object, names: Mapping[str, object]) -> Kind:
    """The kind that an annotation stands for; what it does not say, or says of other libraries, takes anything."""
    if isinstance(annotation, ForwardRef):
        annotation = annotation.__forward_arg__
    if isinstance(annotation, str):
        try:
            read = get_type_hints(types.SimpleNamespace(__annotations__={"of": annotation}), dict(names))
            return _kind_of(read["of"], names)
        except (NameError, TypeError):  # imported for those who read types, or written for them alone
            return ANYTHING
    try:
        plain = PLAIN.get(annotation) or PLAIN.get(get_origin(annotation))
    except TypeError:  # what a Literal names may have no hash
        plain = None
    if plain is not None:
        return plain
    origin, inner = get_origin(annotation), get_args(annotation)
    if origin in (Union, types.UnionType):
        return _any_of([_kind_of(each, names) for each in inner])
    if origin is Literal:
        return Kind(lambda value: _equals_one(value, inner), f"one of {', '.join(map(repr, inner))}")
    if inspect.isclass(origin or annotation):
        return _of_class(cast("type", origin or annotation), inner, names)
    return ANYTHING


def _equals_one(value: object, choices: tuple[object, ...]) -> bool:
    return any(type(value) is type(choice) and value == choice for choice in choices)


def _any_of(kinds: Sequence[Kind]) -> Kind:
    if any(kind.takes is ANYTHING.takes for kind in kinds):
        return ANYTHING
    tests = [kind.takes for kind in kinds]
    words = list(dict.fromkeys(kind.words for kind in kinds))
    by_type = all(kind.by_type for kind in kinds)
    listed = " or ".join(words) if len(words) < 3 else f"{', '.join(words[:-1])} or {words[-1]}"
    return Kind(lambda value: any(takes(value) for takes in tests), listed, by_type)


def _of_class(kind: type, inner: tuple[object, ...], names: Mapping[str, object]) -> Kind:
    if kind is object or (getattr(kind, "_is_protocol", False) and kind.__module__.startswith("linkwright")):
        return ANYTHING
    if kind in (Callable, types.FunctionType):
        return _of_functions(inner)
    if issubclass(kind, Mapping) and inner:
        key, value = (_kind_of(each, names) for each in inner)
        # Of values those who take them say which one is wrong, by its name.
        takes: Callable[[object], bool] = lambda given: isinstance(given, Mapping) and _all(key, given)  # noqa: E731
        return Kind(takes, f"a mapping of {_plural(key)} to {_plural(value)}")
    if kind is tuple and inner and inner[-1] is not Ellipsis:
        entries = [_kind_of(each, names) for each in inner]
        return Kind(
            lambda given: (
                _in_order(given)
                and len(cast("Sequence[object]", given)) == len(entries)
                and all(each.takes(x) for each, x in zip(entries, cast("Sequence[object]", given), strict=True))
            ),
            f"({', '.join(each.words for each in entries)})",
        )
    if (issubclass(kind, (list, tuple)) and inner) or kind in (Sequence, Iterable):
        entry = _kind_of(inner[0], names) if inner else ANYTHING
        several = _in_order if kind is not Iterable else _can_be_walked
        return Kind(lambda given: several(given) and _all(entry, cast("Iterable[object]", given)), _sequence_of(entry))
    if kind.__module__.partition(".")[0] not in ("linkwright", "casadi", "builtins", "fractions", "pathlib"):
        return ANYTHING
    if kind.__module__.startswith("casadi"):
        return Kind(_is_expression, "an expression", by_type=True)
    return Kind(lambda given: isinstance(given, kind), _with_article(kind.__name__), by_type=True)


def _of_functions(inner: tuple[object, ...]) -> Kind:
    """Functions with as many arguments as the annotation says."""
    if not inner or inner[0] is Ellipsis:
        return Kind(callable, "a function", by_type=True)
    count = len(cast("list[object]", inner[0]))
    words = "without arguments" if not count else f"of {count} argument{'s' if count > 1 else ''}"
    return Kind(lambda value: callable(value) and _takes_arguments(value, count), f"a function {words}")


def _takes_arguments(function: Callable[..., object], count: int) -> bool:
    """Whether a function can be called with so many arguments, as far as its signature can be read."""
    try:
        inspect.signature(function).bind(*range(count))
    except TypeError:
        return False
    except ValueError:  # of a function written in C; of such a class nothing is known
        return not inspect.isclass(function)
    return True


def _can_be_walked(value: object) -> bool:
    return isinstance(value, Iterable) and not isinstance(value, (str, bytes))


def _all(entry: Kind, values: Iterable[object]) -> bool:
    """Whether a kind takes each of several values; an iterator, which can be walked once, is not looked into."""
    return entry.takes is ANYTHING.takes or not hasattr(values, "__len__") or all(map(entry.takes, values))


def _sequence_of(entry: Kind) -> str:
    return "a sequence" if entry.takes is ANYTHING.takes else f"a sequence of {_plural(entry)}"


def _plural(kind: Kind) -> str:
    noun = kind.words.removeprefix("a ").removeprefix("an ")
    return SEVERAL.get(noun, noun if kind.takes is not ANYTHING.takes else "values")


__all__ = ["ArgumentError", "checked_arguments", "checked_but"]
