"""What a Python function computes, as plain data: its code and all values that it takes from elsewhere.

Code is read from its bytecode, in which lines, comments and types do not occur; names of variables count by their
order, names of attributes as they are. Values are those of defaults, of variables around the function and of globals,
to any depth: functions among them by their code, objects by what they hold. What belongs to the standard library or to
an installed package counts by its name. What cannot be read is said to be unknown.
"""

from __future__ import annotations

import dis
import sys
import sysconfig
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from types import BuiltinFunctionType, CodeType, FunctionType, MappingProxyType, MethodType, ModuleType
from typing import Any

import casadi as ca
import numpy as np

from linkwright.symbolic.identity.expressions import digest_expressions, digest_of

LAYOUT = frozenset(("RESUME", "MAKE_CELL", "COPY_FREE_VARS", "NOP", "CACHE", "EXTENDED_ARG", "PRECALL", "PUSH_NULL"))
"""Instructions that follow from the others, or from the names of variables."""
SHOWN = 60
"""Characters of a value that are kept, to say it."""
INSTALLED = tuple(Path(sysconfig.get_path(name)).resolve() for name in ("stdlib", "platstdlib", "purelib", "platlib"))
"""Folders whose modules count by their names."""
OWN = __name__.partition(".")[0]
"""This package, whose code is that of its version."""


def code_record(thing: Any) -> dict[str, Any]:
    """Digest of the code of a function, object or expression, its values (name, digest, text), and what is unknown.

    >>> def law(limit):
    ...     return lambda x: min(x, limit)
    >>> code_record(law(2.0)) == code_record(law(2.0)), code_record(law(2.0)) == code_record(law(3.0))
    (True, False)
    """
    reader = _Reader()
    code = reader.digest(thing, "")
    return {"code": code, "values": reader.values, "unknown": reader.unknown}


def describe_difference(then: Mapping[str, Any], now: Mapping[str, Any]) -> str:
    """In what two records of `code_record` differ, in words; empty where they are the same, as far as is known."""
    if then["code"] != now["code"] or len(then["values"]) != len(now["values"]):
        return "its code is another"
    faults = [
        f"{mine[0]} is {mine[2]}, in the run it was {old[2]}"
        if mine[2] != old[2]
        else f"{mine[0]} is another than in the run ({mine[2]})"
        for old, mine in zip(then["values"], now["values"], strict=True)
        if old[1] != mine[1]
    ]
    return ", ".join(faults[:5])


class _Reader:
    """Reads one function and what it takes from elsewhere; an object that comes again counts by its number."""

    def __init__(self) -> None:
        self.values: list[list[str]] = []
        self.unknown: list[str] = []
        self._known: dict[int, int] = {}
        self._kept: list[Any] = []  # so that no other object has its number

    def digest(self, value: Any, name: str) -> str:
        """The digest of a value; the values that a function takes are noted one by one."""
        plain = _plain(value)
        if plain is not None:
            return digest_of(*plain)
        if id(value) in self._known:
            return f"number {self._known[id(value)]}"
        self._known[id(value)] = len(self._known)
        self._kept.append(value)
        return digest_of(*self._parts(value, name))

    def _parts(self, value: Any, name: str) -> list[str | bytes]:
        """What a value is made of, as texts."""
        for read in (self._numbers, self._container, self._code):
            parts = read(value, name)
            if parts:
                return parts
        return self._object(value, name)

    def _numbers(self, value: Any, name: str) -> list[str | bytes]:
        """An array or an expression; nothing for anything else."""
        del name
        if isinstance(value, np.ndarray) and value.dtype != object:
            return ["array", value.dtype.str, str(value.shape), np.ascontiguousarray(value).tobytes()]
        if isinstance(value, (ca.SX, ca.DM)):
            return ["expression", *digest_expressions([], [ca.SX(value)])]
        return ["function of CasADi", value.serialize()] if isinstance(value, ca.Function) else []

    def _container(self, value: Any, name: str) -> list[str | bytes]:
        """What a list, set or dict holds; nothing for anything else."""
        kind = type(value).__name__
        if isinstance(value, (list, tuple)):
            return [kind, *[self.digest(each, f"{name}[{k}]") for k, each in enumerate(value)]]
        if isinstance(value, (set, frozenset)):
            return [kind, *sorted(_Reader().digest(each, name) for each in value)]
        if not isinstance(value, (dict, MappingProxyType)):
            return []
        pairs = [(self.digest(key, name), self.digest(each, f"{name}[{key!r:.30}]")) for key, each in value.items()]
        return ["dict", *[part for pair in pairs for part in pair]]

    def _code(self, value: Any, name: str) -> list[str | bytes]:
        """A function, method, class or module; nothing for anything else."""
        if isinstance(value, ModuleType) or _is_installed(value):
            cells = getattr(value, "__closure__", None) or ()
            return ["installed", _full_name(value), *[self.digest(each.cell_contents, name) for each in cells]]
        if isinstance(value, FunctionType):
            return ["function", *self._function(value, name)]
        if isinstance(value, type):
            return ["class", *self._class(value, name)]
        parts: tuple[Any, ...] = ()
        if isinstance(value, MethodType):
            parts = (value.__func__, value.__self__)
        elif isinstance(value, partial):
            parts = (value.func, value.args, value.keywords)
        elif isinstance(value, (staticmethod, classmethod)):
            parts = (value.__func__,)
        elif isinstance(value, property):
            parts = (value.fget, value.fset)
        return [type(value).__name__, *[self.digest(each, name) for each in parts]] if parts else []

    def _class(self, value: type, name: str) -> Iterator[str]:
        """A class of the user's own: those before it, and what it defines."""
        yield from (self.digest(each, name) for each in value.__bases__)
        for key, each in vars(value).items():
            if not key.startswith("__") or isinstance(each, FunctionType):
                yield from (key, self.digest(each, _inner(name, key)))

    def _object(self, value: Any, name: str) -> list[str | bytes]:
        """An object: its class, and what it holds; one of compiled code tells nothing."""
        slots = [key for kind in type(value).__mro__ for key in _slots(kind)]
        held = {key: getattr(value, key) for key in slots if hasattr(value, key)} | getattr(value, "__dict__", {})
        if not held and (not hasattr(value, "__dict__") or _is_installed(type(value))):
            self.unknown.append(f"{name or 'it'} ({type(value).__name__})")
            return ["unknown", type(value).__name__]
        parts = [(key, self.digest(each, _inner(name, key))) for key, each in held.items()]
        return ["object", self.digest(type(value), name), *[text for part in parts for text in part]]

    # -- functions -----------------------------------------------------------------------------------------------------

    def _function(self, function: FunctionType, name: str) -> Iterator[str]:
        """Code of a function; its defaults and what it takes from around it are noted as values."""
        code = function.__code__
        given = function.__defaults__ or ()
        defaults = dict(zip(code.co_varnames[code.co_argcount - len(given) : code.co_argcount], given, strict=True))
        for key, value in (defaults | (function.__kwdefaults__ or {})).items():
            self._note(value, _inner(name, key))
        cells = dict(zip(code.co_freevars, function.__closure__ or (), strict=True))
        for path, value in _taken(code, function.__globals__, cells):
            self._note(value, _inner(name, path))
        yield from _code(code, {}, _module_names(function))

    def _note(self, value: Any, name: str) -> None:
        place = len(self.values)
        self.values.append([name, "", _show(value)])
        self.values[place][1] = self.digest(value, name)


class _Missing:
    """Stands for a name that has no value."""


def _taken(code: CodeType, around: Mapping[str, Any], cells: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Names and values that code takes from around it, in the order of their use; of modules their entries."""
    seen: set[str] = set()
    builtins = vars(sys.modules["builtins"])
    instructions = list(dis.get_instructions(code))
    for k, each in enumerate(instructions):
        value: Any = _Missing
        if each.opname in ("LOAD_GLOBAL", "LOAD_NAME"):
            value = around.get(each.argval, builtins.get(each.argval, _Missing))
        elif each.opname in ("LOAD_DEREF", "LOAD_CLASSDEREF", "LOAD_CLOSURE", "LOAD_FAST") and each.argval in cells:
            try:
                value = cells[each.argval].cell_contents
            except ValueError:
                value = _Missing
        elif isinstance(each.argval, CodeType):
            for path, inner in _taken(each.argval, around, cells):
                if path not in seen:
                    seen.add(path)
                    yield path, inner
            continue
        else:
            continue
        path = str(each.argval)
        # An entry of a module of the user's own is what counts, not the module.
        for after in instructions[k + 1 :]:
            if not isinstance(value, ModuleType) or _is_installed(value) or after.opname not in _ATTRIBUTES:
                break
            path, value = f"{path}.{after.argval}", getattr(value, after.argval, _Missing)
        if path not in seen:
            seen.add(path)
            yield path, value


_ATTRIBUTES = ("LOAD_ATTR", "LOAD_METHOD")


def _code(code: CodeType, outer: dict[str, str], modules: frozenset[str]) -> Iterator[str]:
    """Texts of the instructions of code, without names of variables, lines and places."""
    names = dict(outer)
    for k, name in enumerate(code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]):
        names[name] = f"argument {k}"
    yield f"{code.co_argcount} {code.co_posonlyargcount} {code.co_kwonlyargcount} {code.co_flags & 0x2C}"
    kept = [each for each in dis.get_instructions(code) if each.opname not in LAYOUT]
    places = [each.offset for each in kept]
    jumps = (*dis.hasjrel, *dis.hasjabs)
    local = {*code.co_varnames, *code.co_cellvars, *code.co_freevars}
    owners: list[str] = ["", *[str(each.argval) for each in kept[:-1]]]
    for each, owner in zip(kept, owners, strict=True):
        yield each.opname
        if each.opcode in jumps:
            yield str(sum(place < each.argval for place in places))
        elif isinstance(each.argval, CodeType):
            yield from _code(each.argval, names, modules)
        elif each.opcode in dis.hasconst:
            yield from _constant(each.argval)
        elif each.opcode in dis.hasname and "GLOBAL" not in each.opname and each.opname != "LOAD_NAME":
            # Attributes count by name, but for entries of modules of the user's own, which count by value.
            yield "entry" if owner in modules else str(each.argval)
        elif each.opcode in dis.hasname or each.argval in local or isinstance(each.argval, tuple):
            for name in each.argval if isinstance(each.argval, tuple) else (each.argval,):
                yield names.setdefault(str(name), f"variable {len(names)}")
        elif each.argval is not None:
            yield str(each.argval)


def _constant(value: Any) -> Iterator[str]:
    """Texts of a constant."""
    if isinstance(value, (tuple, frozenset)):
        yield type(value).__name__
        inner = [digest_of(*_constant(each)) for each in value]
        yield from inner if isinstance(value, tuple) else sorted(inner)
    else:
        plain = _plain(value)
        yield from (str(part) for part in plain or (repr(value),))


def _module_names(function: FunctionType) -> frozenset[str]:
    """Globals of a function that are modules of the user's own."""
    return frozenset(
        name
        for name in function.__code__.co_names
        if isinstance(function.__globals__.get(name), ModuleType) and not _is_installed(function.__globals__[name])
    )


# -- values ------------------------------------------------------------------------------------------------------------


def _plain(value: Any) -> tuple[str, ...] | None:
    """Kind and text of a number, text or nothing; None for anything else."""
    if value is None or value is Ellipsis or value is _Missing:
        return (str(value),)
    if isinstance(value, np.generic) and not isinstance(value, np.void):
        value = value.item()
    if isinstance(value, float) and not isinstance(value, bool):
        return ("float", value.hex())
    if type(value) in (bool, int, complex, str, bytes, range, slice):
        return (type(value).__name__, repr(value))
    return None


def _show(value: Any) -> str:
    """A value in a few letters."""
    if isinstance(value, (FunctionType, type, ModuleType, BuiltinFunctionType)):
        return str(value.__name__)
    if _plain(value) is not None or isinstance(value, (np.ndarray, list, tuple, dict, set, frozenset, ca.SX)):
        text = " ".join(repr(value).split())
        return text if len(text) <= SHOWN else f"{text[: SHOWN - 3]}..."
    return f"a {type(value).__name__}"


def _inner(name: str, part: str) -> str:
    return f"{name}.{part}" if name else part


def _slots(kind: type) -> Sequence[str]:
    slots = kind.__dict__.get("__slots__", ())
    return [slots] if isinstance(slots, str) else [name for name in slots if name not in ("__dict__", "__weakref__")]


def _full_name(value: Any) -> str:
    owner = getattr(value, "__module__", "") or ""
    name = getattr(value, "__qualname__", "") or getattr(value, "__name__", "")
    holder = getattr(value, "__self__", None)
    if isinstance(holder, type):
        name = f"{holder.__qualname__}.{name}"
    return f"{owner}.{name}"


def _is_installed(value: Any) -> bool:
    """Whether something belongs to the standard library, an installed package or this one."""
    if isinstance(value, ModuleType):
        module, name = value, value.__name__
    elif isinstance(value, (FunctionType, type)):
        name = value.__module__ or ""
        found = sys.modules.get(name)
        if found is None:
            return False
        module = found
    elif isinstance(value, (BuiltinFunctionType, np.ufunc)):
        holder = getattr(value, "__self__", None)
        return holder is None or isinstance(holder, (ModuleType, type))
    else:
        return False
    first = name.partition(".")[0]
    if first in sys.builtin_module_names or first == OWN:
        return True
    file = getattr(module, "__file__", None)
    if file is None:
        return first in sys.stdlib_module_names and first != "__main__"
    path = Path(file).resolve()
    return first != "__main__" and any(path.is_relative_to(folder) for folder in INSTALLED)
