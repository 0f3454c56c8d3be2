"""Every public function, class and method with right arguments, and with one of them of a wrong kind."""

import importlib
import inspect
import pkgutil
from dataclasses import dataclass
from enum import Enum
from typing import Any

import numpy as np

import linkwright as lw
from linkwright import control, equations, model

FOR_OTHER_PROGRAMS = {"cli", "codegen"}
"""The command line reads text, and code is made of kernels: neither is called with what a user describes."""
CALLED_BY_THE_LIBRARY = (model.Connection, model.Home, lw.joins.Join, lw.kernels.Kernel, control.Block, equations.Uses)
"""Contracts, of which a user makes objects; their methods are called by the library, with what it made itself."""
PACKAGES = [name for _, name, folder in pkgutil.iter_modules(lw.__path__) if folder and name not in FOR_OTHER_PROGRAMS]


@dataclass(frozen=True)
class Call:
    """Something public that can be called: its name, how it is reached, and names of its arguments."""

    name: str
    owner: type | None
    function: Any
    parameters: tuple[inspect.Parameter, ...]


def public_calls():
    """All that is in an `__all__` of a public package, or in a module that is, and takes arguments."""
    found = {}
    packages = [lw, *(importlib.import_module(f"linkwright.{name}") for name in PACKAGES)]
    for package in packages:
        for name in package.__all__:
            thing = getattr(package, name)
            if inspect.ismodule(thing) and thing not in packages:
                inner = getattr(thing, "__all__", [each for each in vars(thing) if not each.startswith("_")])
                found |= {id(x): (f"{name}.{each}", x) for each in inner if _ours(x := getattr(thing, each))}
            elif _ours(thing):
                found.setdefault(id(thing), (name, thing))
    for name, thing in found.values():
        yield from _calls_of(name, thing)


def _ours(thing):
    callable_ = inspect.isclass(thing) or inspect.isfunction(thing)
    return callable_ and thing.__module__.startswith("linkwright") and not _is_error(thing)


def _is_error(thing):
    return inspect.isclass(thing) and issubclass(thing, BaseException)


def _calls_of(name, thing):
    if not inspect.isclass(thing):
        yield from _call(name, None, thing)
        return
    if issubclass(thing, CALLED_BY_THE_LIBRARY):
        yield from _call(name, None, thing)
        return
    if not inspect.isabstract(thing) and not issubclass(thing, (dict, Enum)):
        yield from _call(name, None, thing)
    for each, member in vars(thing).items():
        if each.startswith("_"):
            continue
        if isinstance(member, (classmethod, staticmethod)):
            yield from _call(f"{name}.{each}", None, getattr(thing, each))
        elif inspect.isfunction(member):
            yield from _call(f"{name}.{each}", thing, member)


def _call(name, owner, function):
    parameters = list(inspect.signature(function).parameters.values())[owner is not None :]
    named = [each for each in parameters if each.kind not in (each.VAR_POSITIONAL, each.VAR_KEYWORD)]
    if named:
        yield Call(name, owner, function, tuple(named))


WRONG = {
    "None": None,
    "a truth value": True,
    "a number": -1.5,
    "not a number": np.nan,
    "a large number": 10**40,
    "a complex number": 2.0 + 1.0j,
    "a text": "nonsense",
    "bytes": b"nonsense",
    "a list of texts": ["a", "b"],
    "a list of lists": [[1.0, 2.0], [3.0]],
    "nothing in a list": [],
    "a set": {1.0, 2.0},
    "a mapping": {"nonsense": "a"},
    "a mapping of numbers": {1: None},
    "an object": object(),
    "a function": lambda: None,
    "a class": int,
    "a module": np,
    "an array of texts": np.array(["a", "b"]),
    "a table": np.zeros((2, 3)),
    "masked numbers": np.ma.masked_array([1.0, 2.0], mask=[True, False]),
    "a machine": lw.mechanisms.simple_pendulum(),
    "equations": lw.formalisms.modular(lw.mechanisms.simple_pendulum()),
    "an error": ValueError("nonsense"),
}
