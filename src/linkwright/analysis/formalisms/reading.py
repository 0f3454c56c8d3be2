"""How readable equations are, measured on the additive terms of the entries as they are printed.

Each body's inertia M_b, its velocity terms h_b and each load's force is a share with an owner: one body (or load) and
one effect. The sum of all shares is tidied as for printing. A printed term belongs to every owner whose share has one
of the term's products; products are compared without their numbers, after sums of angles are expanded and squares of
sines replaced, which makes them the same however the term is written. Entries so long that they are printed as derived
belong to all owners: nobody can tell there whose a term is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import casadi as ca

from linkwright.analysis.formalisms.records import Reading
from linkwright.dynamics import Dynamics
from linkwright.equations import BlockType, ConstraintType, Equations, LoadType, Local, Uses
from linkwright.equations.printing import SLOW, Names, Tidying, operations
from linkwright.symbolic import jacobian, t
from linkwright.symbolic.readable import Written, sympy_module, to_sympy

Load = tuple[Uses[LoadType], int]


@dataclass(frozen=True, eq=False)
class Rewritten:
    """Expressions that were written before: from instructions, tidied as for printing, and as sets of products.

    Formalisms of one machine have many entries in common, and parts of entries; SymPy takes most of the time of a
    reading.
    """

    written: Written = field(default_factory=Written)
    tidying: Tidying = field(default_factory=Tidying)
    tidied: dict[Any, Any] = field(default_factory=dict)
    products: dict[Any, set[Any]] = field(default_factory=dict)


def reading(dynamics: Dynamics, known: Rewritten | None = None) -> Reading:
    """Terms, rows, named share and depth of a machine's equations; needs SymPy. `known` is filled and used again."""
    counter = _Counter(dynamics.equations, known or Rewritten())
    parts = [(len(rows), *counter.part(uses, rows[0], loads)) for uses, rows, loads in counter.kinds_of_parts()]
    constraints = [(len(uses), counter.constraint(uses)) for uses in dynamics.equations.constraints]
    terms = sum(count * each for count, each, _ in parts)
    named = sum(count * each for count, _, each in parts)
    return Reading(
        terms + sum(count * each for count, each in constraints),
        dynamics.system.n + dynamics.system.m,
        sum(each for _, each, _ in parts) + sum(each for _, each in constraints),
        named / terms if terms else 1.0,
        1 + _levels(dynamics),
    )


def _levels(dynamics: Dynamics) -> int:
    """Longest chain of modules inside modules that have constraints."""
    level: dict[int, int] = {}
    for module in dynamics.system.modules:
        below = max((level[child] for child in module.children), default=0)
        level[module.index] = below + (1 if module.rows else 0)
    return max(level.values(), default=0)


class _Counter:
    """Counts terms of one record; types that are used many times are read once."""

    def __init__(self, equations: Equations, known: Rewritten) -> None:
        self.equations, self.names, self.sympy = equations, Names(equations), sympy_module()
        self.known = known
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

    def part(self, uses: Uses[BlockType], row: int, loads: Sequence[Load]) -> tuple[int, int]:
        """Terms of M and f of a block with its loads, and how many of them belong to one body and one effect."""
        kind, speeds = uses.type, uses.v[row].tolist()
        shares = self._read(kind.local, uses, row, [e for part in kind.inertias for e in (part.M, part.h)])
        M, f = shares[::2], [-h for h in shares[1::2]]
        outside: list[Any] = []
        for load, at in loads:
            inside, others = self._force(load, at, speeds)
            f.append(inside)
            outside += others
        entries = [*self._entries(M), *self._entries(f), *([one] for one in outside)]
        found = [self._terms(owned) for owned in entries]
        return sum(len(one) for one in found), sum(sum(len(owners) == 1 for owners in one.values()) for one in found)

    def constraint(self, uses: Uses[ConstraintType]) -> int:
        """Terms of A and b of one use of a constraint."""
        both = self._read(uses.type.local, uses, 0, [uses.type.A, uses.type.b])
        return sum(len(self._terms([entry])) for matrix in both for entry in matrix)

    @staticmethod
    def _entries(shares: Sequence[Any]) -> list[list[Any]]:
        """Entry by entry the shares of all owners."""
        return [list(owned) for owned in zip(*[list(share) for share in shares], strict=True)]

    def _terms(self, shares: Sequence[Any]) -> dict[Any, set[int]]:
        """Additive terms of an entry as printed, without their numbers, with the owners of each."""
        shares = [share for share in shares if share != 0]
        entry = self._tidy(self.sympy.Add(*shares))
        everyone = set(range(len(shares)))
        told_apart = len(shares) > 1 and operations([entry], self.known.tidying.sizes) <= SLOW
        owned = [self._products(share) for share in shares] if told_apart else []
        terms: dict[Any, set[int]] = {}
        for term in self.sympy.Add.make_args(entry) if entry != 0 else ():
            products = self._products(term) if told_apart else set()
            owners = {k for k, share in enumerate(owned) if share & products} if told_apart else everyone
            terms.setdefault(term.as_coeff_Mul()[1], set()).update(owners)
        return terms

    def _products(self, expression: Any) -> set[Any]:
        """Products that an expression is the sum of, without their numbers: a polynomial in sines and cosines."""
        if expression not in self.known.products:
            sympy = self.sympy
            wide = sympy.expand(expression, trig=True)
            wide = sympy.expand(
                wide.replace(
                    lambda e: e.is_Pow and e.base.func == sympy.sin and e.exp.is_Integer and e.exp >= 2,
                    lambda e: (1 - sympy.cos(e.base.args[0]) ** 2) ** (e.exp // 2) * e.base ** (e.exp % 2),
                )
            )
            self.known.products[expression] = {
                each.as_coeff_Mul()[1] for each in sympy.Add.make_args(wide) if each != 0
            }
        return self.known.products[expression]

    def _tidy(self, expression: Any) -> Any:
        """As printed; entries that occur twice (M is symmetric) are tidied once."""
        if expression not in self.known.tidied:
            self.known.tidied[expression] = self.known.tidying.entry(expression)
        return self.known.tidied[expression]

    def _read(self, local: Local, uses: Uses[Any], row: int, outputs: Sequence[ca.SX]) -> list[Any]:
        indices = uses.indices(row)
        view = self.names.seen_from("", *indices[:4])
        return to_sympy([*local.arguments, t], view.values(indices), outputs, self.known.written)

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
