"""Numbers that a search found before for the same description, kept on disk beside compiled code.

Searches for configurations that close the joints take longer than a short run. What they find follows from the
description of the machine, its formalism, the parameter values and the code of this package: all of that is in the key,
so that a number that is found again is the same to the last bit. A description that has classes or functions of
another package is searched anew, since their code may have changed. Of values given later nothing is stored.
"""

from __future__ import annotations

import hashlib
import io
import os
import pickle
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from linkwright import codegen
from linkwright.arrays import Array
from linkwright.dynamics.system.system import System

OWN = ("linkwright.", "numpy", "casadi", "builtins", "copyreg", "collections", "types", "functools", "math")
"""Packages whose code is known by their versions, or by the files of this one."""
ABOVE = frozenset({
    "cli", "report", "viewer", "drawing", "interchange", "analysis", "simulation", "mechanisms", "closed_loop",
    "control",
})  # fmt: skip
"""Folders that neither derive equations nor look for configurations."""


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
        memory = io.BytesIO()
        try:
            _OwnPickler(memory, protocol=5).dump(equations.mechanism)
        except (pickle.PicklingError, TypeError, AttributeError):
            return None
        more = f"{_sources()} {sorted(equations.provenance.items())} {equations.chosen} {equations.sizes}"
        return hashlib.sha256(memory.getvalue() + more.encode()).hexdigest()

    found: str | None = system.cached("description", make)
    return found


class _OwnPickler(pickle.Pickler):
    """Pickles what is made of classes and functions of this package and those it is built on; all else is refused."""

    def reducer_override(self, thing: Any) -> Any:
        """The usual way, if the code is known."""
        code = thing if isinstance(thing, type) or callable(thing) else type(thing)
        if not str(getattr(code, "__module__", "")).startswith(OWN):
            raise pickle.PicklingError(f"{code!r} is of another package")
        return NotImplemented


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
