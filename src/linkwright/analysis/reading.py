"""How readable equations are, measured on the entries as they are printed, with the share of each body marked.

Each body's inertia M_b, its velocity terms h_b and each load's force are multiplied with a mark of their own before the
entries are tidied as for printing. A term with one mark belongs to one body (or load) and one effect; equal terms of
different marks print as one term, which then belongs to several.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import casadi as ca

from linkwright.analysis.records import Reading
from linkwright.dynamics import Dynamics
from linkwright.equations import BlockType, Equations, LoadType, Local, TieType, Uses
from linkwright.equations.printing import tidy
from linkwright.equations.printing_names import Names
from linkwright.symbolic import jacobian, t
from linkwright.symbolic.readable import sympy_module, to_sympy

Load = tuple[Uses[LoadType], int]


def reading(dynamics: Dynamics) -> Reading:
    """Terms, rows, named share and depth of a machine's equations; needs SymPy."""
    counter = _Counter(dynamics.equations)
    parts = [counter.part(uses, rows, loads) for uses, rows, loads in counter.kinds_of_parts()]
    ties = [counter.tie(uses) for uses in dynamics.equations.ties]
    terms, named = sum(part[0] for part in parts), sum(part[1] for part in parts)
    rows = dynamics.system.n + dynamics.system.m
    return Reading(terms + sum(ties), rows, named / terms if terms else 1.0, 1 + _levels(dynamics))


def _levels(dynamics: Dynamics) -> int:
    """Longest chain of modules inside modules that have constraints."""
    level: dict[int, int] = {}
    for module in dynamics.system.modules:
        below = max((level[child] for child in module.children), default=0)
        level[module.index] = below + (1 if module.rows else 0)
    return max(level.values(), default=0)


class _Counter:
    """Counts terms of one record; types that are used many times are read once."""

    def __init__(self, equations: Equations) -> None:
        self.equations, self.names, self.sympy = equations, Names(equations), sympy_module()
        self.loads: dict[int, list[Load]] = {}
        moving = {int(k) for uses in equations.blocks if uses.type.speeds for k in uses.blocks[:, 0]}
        for uses in equations.loads:
            for row in range(len(uses)):
                # A load between parts is counted with the first of them, as it is printed once.
                on = [int(number) for number in uses.blocks[row] if int(number) in moving]
                if on:
                    self.loads.setdefault(on[0], []).append((uses, row))

    def kinds_of_parts(self) -> list[tuple[Uses[BlockType], list[int], list[Load]]]:
        """Blocks with the same type and the same types of loads together: uses, rows, loads of the first row."""
        kinds: dict[Any, tuple[Uses[BlockType], list[int], list[Load]]] = {}
        for uses in self.equations.blocks:
            for row in range(len(uses)) if uses.type.speeds else ():
                loads = self.loads.get(int(uses.blocks[row, 0]), [])
                key = (id(uses.type), tuple(id(load.type) for load, _ in loads))
                kinds.setdefault(key, (uses, [], loads))[1].append(row)
        return list(kinds.values())

    def part(self, uses: Uses[BlockType], rows: Sequence[int], loads: Sequence[Load]) -> tuple[int, int]:
        """Terms of M and f of all these rows, and how many of them belong to one body and one effect."""
        kind = uses.type
        shares = self._read(kind.local, uses, rows[0], [e for part in kind.inertias for e in (part.M, part.h)])
        M, f = self.sympy.zeros(len(kind.speeds)), self.sympy.zeros(len(kind.speeds), 1)
        marks: set[Any] = set()

        def mark() -> Any:
            symbol = self.sympy.Symbol(f"mark{len(marks)}", real=True)
            marks.add(symbol)
            return symbol

        for k in range(0, len(shares), 2):
            M += mark() * shares[k]
            f -= mark() * shares[k + 1]
        forces = [self._force(load, row, uses.v[rows[0]].tolist()) for load, row in loads]
        between = []
        for inside, outside in forces:
            sign = mark()
            f += sign * inside
            between += [sign * entry for entry in outside]
        entries = [*tidy(M), *tidy(f), *between]
        found = [self._terms(entry, marks) for entry in entries]
        return len(rows) * sum(len(one) for one in found), len(rows) * sum(
            sum(1 for owners in one.values() if len(owners) == 1) for one in found
        )

    def tie(self, uses: Uses[TieType]) -> int:
        """Terms of A and b of all uses of a tie."""
        A, b = self._read(uses.type.local, uses, 0, [uses.type.A, uses.type.b])
        return len(uses) * sum(len(self._terms(entry, set())) for entry in (*tidy(A), *tidy(b)))

    def _terms(self, entry: Any, marks: set[Any]) -> dict[Any, set[Any]]:
        """Additive terms of a printed entry without their numbers, with the marks that stand in each."""
        terms: dict[Any, set[Any]] = {}
        for term in self.sympy.Add.make_args(entry) if entry != 0 else ():
            owners = term.free_symbols & marks
            bare = term.xreplace(dict.fromkeys(owners, self.sympy.Integer(1)))
            terms.setdefault(bare.as_coeff_Mul()[1], set()).update(owners)
        return terms

    def _read(self, local: Local, uses: Uses[Any], row: int, outputs: Sequence[ca.SX]) -> list[Any]:
        indices = uses.indices(row)
        view = self.names.seen_from("", *indices[:4])
        return to_sympy([*local.arguments, t], view.values(indices), outputs)

    def _force(self, uses: Uses[LoadType], row: int, speeds: Sequence[int]) -> tuple[Any, list[Any]]:
        """Generalised forces of a load on these speeds, and its entries on other ones."""
        kind = uses.type
        J = jacobian(kind.local.at_rest(kind.speed), kind.local.v)
        (share,) = self._read(kind.local, uses, row, [ca.densify(J.T @ kind.effort)])
        inside, outside = self.sympy.zeros(len(speeds), 1), []
        for j, k in enumerate(uses.v[row].tolist()):
            if k in speeds:
                inside[speeds.index(k)] += share[j]
            elif share[j] != 0:
                outside.append(share[j])
        return inside, outside
