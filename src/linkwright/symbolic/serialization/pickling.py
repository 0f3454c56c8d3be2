"""Pickling of objects that hold expressions: everything inside one object shares its symbols again on arrival."""

from __future__ import annotations

import copy
import copyreg
from collections.abc import Callable, Mapping
from dataclasses import dataclass, is_dataclass
from enum import Enum
from functools import cache, cached_property, partial
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any, Self

import casadi as ca
import numpy as np

from linkwright.symbolic.serialization.expressions import Instructions, read, write

ATOMS = frozenset({str, int, float, bool, complex, bytes, type(None), type(Ellipsis)})
WHOLE = (type, FunctionType, BuiltinFunctionType, ModuleType, np.ndarray, np.generic, Enum, ca.Function, ca.DM)
"""Kinds of values that hold no expressions and go to pickle as they are."""


class Picklable:
    """Base of descriptions that hold CasADi expressions, which by themselves do not pickle.

    All expressions inside the object that is pickled, to any depth, are written as one list of instructions, so a
    symbol that two parts share is shared by their copies too. Cached properties are left behind. Functions and classes
    are pickled by name, as everywhere in Python: those of the user must be defined at the top of a module.
    """

    def __reduce__(self) -> tuple[object, ...]:
        apart = taken_apart(self)
        nameless = [f for node in apart.nodes if isinstance(f := node.value, FunctionType) and "<" in f.__qualname__]
        if nameless:
            names = ", ".join(f"{function.__module__}.{function.__qualname__}" for function in nameless)
            msg = (
                f"{self!r:.80} cannot be pickled, because it holds functions without a name of their own: {names}; "
                "define them by def at the top of a module"
            )
            raise TypeError(msg)
        return put_together, (apart,)

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        """A copy with symbols of its own."""
        made: Self = put_together(copy.deepcopy(taken_apart(self), memo))
        return made

    def __copy__(self) -> Self:
        """A shallow copy: the same expressions."""
        made = object.__new__(type(self))
        made.__dict__.update(self.__dict__)
        return made


@dataclass(frozen=True, slots=True)
class Node:
    """One object of a description: how it is made of a value, or of objects before it (by their numbers).

    kind "value": the value itself; "expression": the matrix of number `value`; "list", "tuple", "set", "frozenset":
    of `parts`; "dict": of keys and values by turns; "call": the function `parts[0]` of the rest, which then gets
    `value` (the number of its state, or None).
    """

    kind: str
    value: Any
    parts: tuple[int, ...] = ()


@dataclass(frozen=True, eq=False)
class Apart:
    """A description as a list of nodes, the last of which is the description itself, and its expressions."""

    nodes: tuple[Node, ...]
    expressions: Instructions


CONTAINERS = {"list": list, "tuple": tuple, "set": set, "frozenset": frozenset}


def taken_apart(description: object, look_at: Callable[[Any], Look] | None = None) -> Apart:
    """A description as a flat list, however deep it is; `look_at` may see some objects otherwise than `look` does."""
    numbers: dict[int, int] = {}  # by identity: what was one object will be one object
    looked_at: dict[int, Look] = {}
    look_at = look if look_at is None else look_at
    nodes: list[Node] = []
    expressions: list[ca.SX] = []
    waiting: list[Any] = [description]
    while waiting:
        thing = waiting[-1]
        if id(thing) in numbers:
            waiting.pop()
            continue
        seen = looked_at.get(id(thing))
        if seen is None:
            seen = looked_at[id(thing)] = look_at(thing)
            missing = [part for part in seen.parts if id(part) not in numbers]
            if missing:
                waiting += reversed(missing)
                continue
        assert all(id(part) in numbers for part in seen.parts), "a description that contains itself"
        places = tuple(numbers[id(part)] for part in seen.parts)
        if seen.kind == "expression":
            node = Node("expression", len(expressions))
            expressions.append(thing)
        elif seen.kind == "call" and seen.has_state:
            node = Node("call", places[-1], places[:-1])
        else:
            node = Node(seen.kind, thing if seen.kind == "value" else None, places)
        numbers[id(thing)] = len(nodes)
        nodes.append(node)
        waiting.pop()
    return Apart(tuple(nodes), write(expressions))


@dataclass(frozen=True, slots=True)
class Look:
    """What an object is and what it is made of; it keeps these parts, so that no other object takes their identity."""

    thing: object
    kind: str
    parts: tuple[Any, ...] = ()
    has_state: bool = False


def look(thing: Any) -> Look:
    """Expressions, plain values and containers; all else is a call of a function."""
    kind = type(thing)
    if kind is ca.SX:
        return Look(thing, "expression")
    if kind in (list, tuple, set, frozenset, dict):
        parts = tuple(part for pair in thing.items() for part in pair) if kind is dict else tuple(thing)
        return Look(thing, "value") if all(type(part) in ATOMS for part in parts) else Look(thing, kind.__name__, parts)
    if kind in ATOMS or isinstance(thing, WHOLE) or kind in copyreg.dispatch_table:
        return Look(thing, "value")
    return _call(thing, kind)


def _call(thing: Any, kind: Any) -> Look:
    """How an object is made again: by a function of its parts, and the state that it then gets."""
    if kind is partial:
        return Look(thing, "call", (_bound, thing.func, thing.args, thing.keywords))
    if issubclass(kind, tuple):  # a named tuple
        return Look(thing, "call", (make_named_tuple, kind, tuple(thing)))
    own = is_dataclass(kind) and kind.__reduce__ is object.__reduce__ and not _own_state(kind)
    if (own or issubclass(kind, Picklable)) and hasattr(thing, "__dict__"):
        return Look(thing, "call", (blank, kind, _fields(thing)), has_state=True)
    reduced = thing.__reduce_ex__(4)  # any other object: what it says to pickle
    if isinstance(reduced, str) or any(part is not None for part in reduced[3:]):
        return Look(thing, "value")
    function, arguments, *state = reduced
    if state and state[0] is not None:
        return Look(thing, "call", (function, *arguments, state[0]), has_state=True)
    return Look(thing, "call", (function, *arguments))


@cache
def _own_state(kind: Any) -> bool:
    """Whether a class says itself what its state is."""
    return "__getstate__" in {name for base in kind.__mro__[:-1] for name in vars(base)}


def _fields(thing: Any) -> dict[str, Any]:
    """State of an object without its cached properties."""
    kind: Any = type(thing)
    if _own_state(kind):
        return dict(thing.__getstate__())
    return {k: value for k, value in vars(thing).items() if not isinstance(getattr(kind, k, None), cached_property)}


def blank(kind: type) -> Any:
    """An object whose state comes later."""
    return object.__new__(kind)


def make_named_tuple(kind: Any, values: tuple[Any, ...]) -> Any:
    """A named tuple of values."""
    return kind(*values)


def _bound(function: Any, arguments: tuple[Any, ...], keywords: Mapping[str, Any]) -> Any:
    return partial(function, *arguments, **keywords)


def put_together(apart: Apart) -> Any:
    """The description of a flat list."""
    expressions = read(apart.expressions)
    made: list[Any] = []
    for node in apart.nodes:
        parts = [made[k] for k in node.parts]
        if node.kind == "value":
            made.append(node.value)
        elif node.kind == "expression":
            made.append(expressions[node.value])
        elif node.kind == "dict":
            made.append(dict(zip(parts[::2], parts[1::2], strict=True)))
        elif node.kind == "call":
            found = parts[0](*parts[1:])
            if node.value is not None:
                _restore(found, made[node.value])
            made.append(found)
        else:
            made.append(CONTAINERS[node.kind](parts))
    return made[-1]


def _restore(thing: Any, state: Any) -> None:
    """Give an object its state, as pickle does."""
    if hasattr(thing, "__setstate__"):
        thing.__setstate__(state)
    else:
        own, slots = state if isinstance(state, tuple) else (state, None)
        thing.__dict__.update(own or {})
        for name, value in (slots or {}).items():
            object.__setattr__(thing, name, value)
