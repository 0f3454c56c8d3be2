"""Numbers that a search found before for the same description, kept on disk beside compiled code.

Searches for configurations that close the joints take longer than a short run. What they find follows from the
description of the machine, its formalism, the parameter values and the code of this package: all of that is in the key,
so that a number that is found again is the same to the last bit. A description that has classes or functions of
another package is searched anew, since their code may have changed. Of values given later nothing is stored.
"""

from __future__ import annotations

import copyreg
import hashlib
import os
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import casadi as ca
import numpy as np

from linkwright import codegen
from linkwright.arrays import Array
from linkwright.dynamics.system.readings import angles_to_count
from linkwright.dynamics.system.system import System

OWN = ("linkwright.", "numpy", "casadi", "builtins", "copyreg", "collections", "types", "functools", "math")
"""Packages whose code is known by their versions, or by the files of this one."""
ABOVE = frozenset({
    "cli", "report", "viewer", "drawing", "interchange", "analysis", "mechanisms", "closed_loop", "control",
})  # fmt: skip
"""Folders that neither derive equations, nor functions of them for runs, nor look for configurations."""


def stored_numbers(system: System, question: str, p: Array, given: bytes, find: Callable[[], Array]) -> Array:
    """What `find` gives, a flat array, from the disk if it was found there for the same description and `given`."""
    described = system.equations.parameters.values({})
    key = _description(system) if described.tobytes() == p.tobytes() else None
    if key is None:
        return find()
    inputs = hashlib.sha256(b"\n".join([question.encode(), p.tobytes(), given])).hexdigest()
    return np.frombuffer(codegen.stored(f"{key} {inputs}", lambda: np.ascontiguousarray(find()).tobytes())).copy()


def _description(system: System) -> str | None:
    """Checksum of all that the equations of a system follow from; None where it cannot be known."""

    def make() -> str | None:
        equations = system.equations
        if equations.mechanism is None:
            return None
        sum_ = _Sum()
        try:
            sum_.add(equations.mechanism)
        except TypeError:
            return None
        sum_.add((_sources(), sorted(equations.provenance.items()), equations.chosen, dict(equations.sizes)))
        return sum_.total.hexdigest()

    found: str | None = system.cached("description", make)
    return found


def matrices_text(system: System) -> str:
    """Text that says all that code of the time loop follows from: what is derived of the same text is the same.

    It has the checksum of the expressions of a system as CasADi writes them down, so that it does not matter where
    these come from; parameters are symbols in them, whose values are not part of it. Expressions are those of the
    matrices, gaps, energies and powers: of quantities and bodies there are none but the rates of counted angles.
    """

    def make() -> str:
        record, every = system.equations, [system.M, system.f, system.A, system.b, system.phi, system.g, system.N]
        every += [system.qdot, system.kinetic, system.potential, *system.power.values()]
        every += [expression for expression, _ in system.coordinate_singularities]
        counted = angles_to_count(system)
        every += [system.quantities[k].s for k in counted]
        function = ca.Function("matrices", system.arguments, every)
        # What decides beside expressions: which are lengths (scales are written in symbols), modules, Euler parameters.
        units = [record.parameters.in_unit(unit).tolist() for unit in ("m", "kg", "kg m^2")]
        rows = [[label.unit for label in constraint.labels] for constraint in system.constraints]
        others = (
            units, rows, record.coordinate_units, record.speed_units, system.units, system.g_rows, system.modules,
            system.states, len(counted), list(system.power), len(system.coordinate_singularities),
            [each.rows for each in system.constraints],
        )  # fmt: skip
        total = hashlib.sha256(f"{sys.version} {ca.CasadiMeta.version()} {np.__version__} {_sources()}".encode())
        total.update(function.serialize().encode())
        total.update(repr(others).encode())
        return total.hexdigest()

    found: str = system.cached("matrices as text", make)
    return found


class _Sum:
    """Checksum of things as copies of them would be made; TypeError where code of another package takes part."""

    def __init__(self) -> None:
        self.total = hashlib.sha256()
        self._known: dict[int, tuple[int, object]] = {}  # things are kept, so that no other has their number

    def add(self, thing: Any) -> None:
        """Add a thing and all that it is made of; of one that comes again, its number."""
        if thing is None or isinstance(thing, bool | int | float | str | bytes):
            self._say(type(thing).__name__, repr(thing))
            return
        if id(thing) in self._known:
            self._say("again", str(self._known[id(thing)][0]))
            return
        self._known[id(thing)] = len(self._known), thing
        if isinstance(thing, type) or callable(getattr(thing, "__code__", None)) or hasattr(thing, "__qualname__"):
            self._say("code", self._own(thing))
            return
        if isinstance(thing, np.ndarray):
            self._say("array", f"{thing.dtype.str} {thing.shape}")
            self.total.update(thing.tobytes())
            return
        kind = self._own(type(thing))
        if type(thing) in (list, tuple):
            parts: list[Any] = list(thing)
        elif type(thing) is dict:
            parts = [part for item in thing.items() for part in item]
        else:
            reduce: Any = copyreg.dispatch_table.get(type(thing))
            reduced = thing.__reduce_ex__(4) if reduce is None else reduce(thing)
            parts = [reduced] if isinstance(reduced, str) else [*reduced[:3], *[list(x) for x in reduced[3:5] if x]]
        self._say(kind, str(len(parts)))
        for part in parts:
            self.add(part)

    def _say(self, kind: str, text: str) -> None:
        self.total.update(f"{kind} {len(text)} {text}\n".encode())

    def _own(self, code: Any) -> str:
        if not str(getattr(code, "__module__", "")).startswith(OWN):
            raise TypeError(f"{code!r} is of another package")
        return f"{code.__module__}.{code.__qualname__}"


@cache
def _sources() -> str:
    """Checksum of sizes and times of the files that equations and searches follow from, as Python looks at them too."""
    root = Path(__file__).parents[2]
    waiting, found = [entry for entry in os.scandir(root) if entry.name not in ABOVE], []
    while waiting:
        entry = waiting.pop()
        if entry.is_dir():
            waiting += os.scandir(entry.path)
        elif entry.name.endswith(".py"):
            state = entry.stat()
            found.append((os.path.relpath(entry.path, root), state.st_size, state.st_mtime_ns))
    return hashlib.sha256(repr(sorted(found)).encode()).hexdigest()
