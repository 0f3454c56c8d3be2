"""Equations printed stage by stage, with the kernels C_k of the elimination: S_k = S_{k-1} C_k (Orsino 2017).

A kernel by partition depends on which speeds are taken as independent. The choice printed is the one that `compile`
makes at the reference configuration.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import casadi as ca
import numpy as np

from linkwright.arrays import collection_paused
from linkwright.dynamics.dynamics import Dynamics, compile
from linkwright.dynamics.errors import Refused
from linkwright.dynamics.joins.contract import Complement
from linkwright.dynamics.joins.elimination import Elimination, modules_with_speeds, pivot_sequence, rows_of
from linkwright.dynamics.system.system import System, matrices, numeric
from linkwright.equations import Equations
from linkwright.equations.printing import MUCH, Printer, Stage, Stages, abbreviate, operations
from linkwright.symbolic import select_rows
from linkwright.symbolic.readable import to_sympy

LONG_KERNEL = 150
"""Operations of a kernel above which it is printed with abbreviations for what occurs several times."""


@collection_paused()
def stages(equations: Equations, *, thorough: bool = False) -> Stages:
    """Parts with M v' = f, modules with A_k v' = b_k and C_k: v' = C_k a + c_k with A_k S_{k-1} C_k = 0.

    Each type is printed once; a module type whose uses take different speeds as independent has one stage with C_k for
    each choice. Where the machine cannot be assembled the kernels are left out, and a note says why.

    >>> import linkwright as lw
    >>> printed = stages(lw.formalisms.modular(lw.mechanisms.three_rrr()))
    >>> printed.find("A", level=1).columns["C_1"]
    ('omega', 'i', "psi'")
    """
    printer = Printer(equations, thorough=thorough)
    parts, modules = [*printer.parts(), *_twists(printer)], printer.modules()
    if not any(stage.entries for stage in modules):
        return Stages(equations.title, tuple(parts))
    try:
        kernels = _Kernels(printer, compile(equations, join=Complement()))
    except Refused as error:
        note = f"C_k is not printed, because no configuration was found to choose independent speeds at: {error}"
        return Stages(equations.title, (*parts, *[replace(stage, notes=(*stage.notes, note)) for stage in modules]))
    return Stages(equations.title, (*parts, *[each for stage in modules for each in kernels.add(stage)]))


MOST_BODIES = 3
"""Bodies of a branch up to which the matrices of twists are printed; they have six rows for each."""


def _twists(printer: Printer) -> list[Stage]:
    """N_l, N_d, N and M of the twists of each branch, where the equations keep them (denoc)."""
    equations = printer.equations
    if equations.links is None:
        return []
    found = []
    where = {int(b): (uses, row) for uses in equations.blocks for row, b in enumerate(uses.blocks[:, 0].tolist())}
    for number, make in enumerate(equations.links.branches):
        matrices = make()
        names = {"N_l": matrices.N_l, "N_d": matrices.N_d, "N": matrices.N, "M_t": matrices.M}
        title = f"Twists (w, v) of branch {number + 1}"
        if len(matrices.bodies) > MOST_BODIES:
            sizes = ", ".join(f"{name} {x.shape[0]} x {x.shape[1]}" for name, x in names.items())
            note = f"{sizes}: too large to be printed; equations.links.matrices()[{number}] has them"
            found.append(Stage(title, 0, matrices.bodies, {}, notes=(note,)))
            continue
        uses, row = where[matrices.block]
        q, v, _, p, _ = uses.indices(row)
        view = printer.view_of(0, v, p, q)
        values = [[view.q[k] for k in q], [view.p[k] for k in p]]
        written = to_sympy([matrices.q, matrices.p], values, list(names.values()))
        tidied = [matrix.applyfunc(printer.tidying.entry) for matrix in written]
        twists = tuple(f"{body}.{x}" for body in matrices.bodies for x in ("wx", "wy", "wz", "vx", "vy", "vz"))
        speeds = tuple(view.v[k].name for k in v)
        found.append(
            Stage(
                title,
                0,
                matrices.bodies,
                dict(zip(names, tidied, strict=True)),
                rows=dict.fromkeys(names, twists),
                columns={"N_l": twists, "N_d": speeds, "N": speeds, "M_t": twists},
            )
        )
    return found


class _Kernels:
    """C_k of every module as rows (speed, {free speed: coefficient}), from the elimination of a compiled machine."""

    def __init__(self, printer: Printer, dynamics: Dynamics) -> None:
        self.printer, self.system = printer, dynamics.system
        self.found: dict[int, tuple[list[int], list[int], ca.SX]] = {}
        t, q = dynamics.pivoting_place
        zero = np.zeros(len(dynamics.inputs))
        A = numeric(matrices(self.system)(t, q, np.zeros(self.system.n), zero, dynamics.p)[2])
        self._eliminate(A)

    def _eliminate(self, A: Any) -> None:
        system: System = self.system
        result, rows = Elimination.begin(system, pivot_sequence(system, A)), rows_of(system)
        for module, speeds in modules_with_speeds(system):
            before = sorted({column for i in speeds for column in result.accelerations[i].terms})
            result.module(module, speeds, rows, system.b)
            after = sorted({column for i in speeds for column in result.accelerations[i].terms})
            place = {column: k for k, column in enumerate(after)}
            C = ca.SX.zeros(len(before), len(after))
            for row, i in enumerate(before):
                for column, term in result.accelerations[i].terms.items():
                    C[row, place[column]] = term
            self.found[module.index] = before, after, C

    def add(self, stage: Stage) -> list[Stage]:
        """A stage with its kernel, split where uses of the same type chose differently."""
        paths = {self.printer.path(k) or self.printer.equations.name: k for k in self.found}
        groups: dict[Any, list[str]] = {}
        for use in stage.uses:
            if use not in paths:
                continue
            before, after, _ = self.found[paths[use]]
            start = min(before, default=0)
            groups.setdefault((tuple(k - start for k in before), tuple(k - start for k in after)), []).append(use)
        if not groups:
            return [stage]
        return [self._with_kernel(stage, paths[uses[0]], tuple(uses)) for uses in groups.values()]

    def _with_kernel(self, stage: Stage, module: int, uses: tuple[str, ...]) -> Stage:
        before, after, C = self.found[module]
        system = self.system
        symbols = {leaf.element_hash() for leaf in ca.symvar(ca.veccat(C))}
        used = {
            kind: [k for k in range(column.numel()) if column[k].element_hash() in symbols]
            for kind, column in (("q", system.q), ("v", system.v), ("p", system.p))
        }
        columns = sorted({*before, *used["v"]})
        view = self.printer.view_of(module, columns, used["p"], used["q"])
        arguments = [
            select_rows(system.q, used["q"]),
            select_rows(system.v, columns),
            select_rows(system.p, used["p"]),
            system.t,
        ]
        values = [
            [view.q[k] for k in used["q"]],
            [view.v[k] for k in columns],
            [view.p[k] for k in used["p"]],
            [self.printer.names.symbol("t")],
        ]
        (matrix,) = to_sympy(arguments, values, [C])
        where = stage.where
        if operations(matrix) <= (MUCH if self.printer.tidying.thorough else LONG_KERNEL):
            matrix = matrix.applyfunc(self.printer.tidying.entry)
        else:
            short, more = abbreviate({"C": matrix}, taken=(symbol.name for symbol, _ in where))
            matrix, where = short["C"], (*where, *more)
        name = f"C_{stage.level}"
        return replace(
            stage,
            uses=uses,
            entries={**stage.entries, name: matrix},
            rows={**stage.rows, name: tuple(view.v[k].name for k in before)},
            columns={**stage.columns, name: tuple(view.v[k].name for k in after)},
            where=where,
        )
