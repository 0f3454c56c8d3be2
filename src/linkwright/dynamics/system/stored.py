"""What follows from the expressions of a machine, kept on disk beside compiled code.

Searches for configurations that close the joints take longer than a short run, and so does deriving the functions that
a run calls. What they give follows from the expressions of the machine, the names and units of what it has, numbers
that are given, and the code of this package: all of that is in the key, so that what is found again is the same to the
last bit. It does not matter where expressions come from. Numbers that were found for values given later are not stored.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path

import casadi as ca
import numpy as np

from linkwright import codegen
from linkwright.arrays import Array
from linkwright.dynamics.system.readings import angles_to_count
from linkwright.dynamics.system.system import System

ABOVE = frozenset({
    "cli", "report", "viewer", "drawing", "interchange", "analysis", "mechanisms", "closed_loop", "control",
})  # fmt: skip
"""Folders that neither derive functions of systems for runs, nor look for configurations."""


def stored_numbers(system: System, question: str, p: Array, given: bytes, find: Callable[[], Array]) -> Array:
    """What `find` gives, a flat array, from the disk if it was found there for the same machine and `given`."""
    described = system.equations.parameters.values({})
    if described.tobytes() != p.tobytes():
        return find()
    inputs = hashlib.sha256(b"\n".join([question.encode(), p.tobytes(), given])).hexdigest()
    text = f"{system_text(system)} {inputs}"
    return np.frombuffer(codegen.stored(text, lambda: np.ascontiguousarray(find()).tobytes())).copy()


def system_text(system: System) -> str:
    """Text that says all that a system is: what is derived of the same text, by the same code, is the same.

    It is the checksum of the system's expressions as CasADi writes them down, and of what else decides: names, units,
    modules. Parameters are symbols in the expressions; their values are no part of it.
    """

    def make() -> str:
        record, quantities = system.equations, system.quantities
        every = [system.M, system.f, system.A, system.b, system.phi, system.g, system.N, system.qdot]
        every += [system.kinetic, system.potential, *system.power.values()]
        every += [expression for expression, _ in (*system.coordinate_singularities, *system.branch_cuts)]
        every += [system.facing_products, *system.counted_angles]
        every += [ca.vertcat(*[x.z for x in quantities if x.z is not None]), ca.vertcat(*[x.s for x in quantities])]
        function = ca.Function("system", system.arguments, every)
        others = (
            [(x.name, x.full, x.unit, x.rate_unit, x.wraps, x.z is None, x.v_index, x.q_index) for x in quantities],
            [(x.name, x.module, x.rows, x.labels, x.holonomic) for x in system.constraints],
            [(uses.module.tolist(), uses.names) for uses in (*record.constraints, *record.supports)],
            [record.parameters.in_unit(unit).tolist() for unit in ("m", "kg", "kg m^2")],
            record.coordinate_units, record.speed_units, list(record.all_bodies), record.module_paths, record.chosen,
            system.modules, system.units, system.g_rows, system.states, angles_to_count(system), list(system.power),
            len(system.coordinate_singularities), len(system.branch_cuts),
        )  # fmt: skip
        total = hashlib.sha256(f"{sys.version} {ca.CasadiMeta.version()} {np.__version__} {_sources()}".encode())
        total.update(function.serialize().encode())
        total.update(repr(others).encode())
        return total.hexdigest()

    found: str = system.cached("as text", make)
    return found


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
