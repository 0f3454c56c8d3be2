"""Equations printed stage by stage, as the paper prints them: M, f of each part, A_k, b_k of each module (Orsino 2017).

A type that is used many times is printed once, with the list of its uses; its variables are named as seen from inside.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import casadi as ca

from linkwright.equations.printing.abbreviations import MUCH, Where, abbreviate, operations
from linkwright.equations.printing.angles import Expansion, as_expression, join_terms, least_length
from linkwright.equations.printing.factoring import common_factors_in_front
from linkwright.equations.printing.latex import as_latex
from linkwright.equations.printing.lengths import Lengths
from linkwright.equations.printing.names import Names, View
from linkwright.equations.printing.stage import Stage
from linkwright.equations.printing.text import as_text
from linkwright.equations.record import Equations
from linkwright.equations.types import BlockType, ConstraintType, LoadType, Uses
from linkwright.symbolic import jacobian, t
from linkwright.symbolic.readable import Sympy, Written, sympy_module, to_sympy

WIDE = 8
"""Constraints over more speeds than this are printed constraint by constraint, each over the speeds that it touches."""
SLOW = 250
"""Operations of an expression above which it is not rearranged: SymPy's time grows fast with size."""
PHASES = 40
"""Operations of an expression with roots of numbers up to which SymPy seeks sqrt(3) sin x + cos x = 2 sin(x + pi/6)."""


@dataclass(frozen=True, eq=False)
class Stages:
    """Equations of a machine as stages, parts first, then modules from the leaves up."""

    title: str
    stages: tuple[Stage, ...]

    def __iter__(self) -> Iterator[Stage]:
        return iter(self.stages)

    def __len__(self) -> int:
        return len(self.stages)

    def find(self, use: str, level: int | None = None) -> Stage:
        """The stage that a part or module (by full name) is printed in."""
        for stage in self.stages:
            if use in stage.uses and level in {None, stage.level}:
                return stage
        known = sorted({name for stage in self.stages for name in stage.uses})
        raise ValueError(f"no stage prints {use!r}; there are {', '.join(known)}")

    def as_text(self, *, width: int = 110) -> str:
        """For a terminal of so many columns."""
        return as_text(self.title, self.stages, width=width)

    def as_latex(self, *, standalone: bool = True) -> str:
        """LaTeX: a whole document, or only its body."""
        return as_latex(self.title, self.stages, standalone=standalone)


def tidy(matrix: Sympy, *, thorough: bool = False, light: bool = False) -> Sympy:
    """Matrix with entries rearranged where that makes them shorter.

    `thorough` lets SymPy simplify, which is slow; `light` seeks no sums of angles, which is fast.
    """
    return matrix.applyfunc(Tidying(thorough=thorough, light=light).entry)


@dataclass(frozen=True, eq=False)
class Tidying:
    """Entries rearranged one after another; what they have in common is done once."""

    thorough: bool = False
    light: bool = False
    expansion: Expansion = field(default_factory=Expansion)
    lengths: Lengths = field(default_factory=Lengths)
    sizes: dict[Sympy, int] = field(default_factory=dict)

    def entry(self, expression: Sympy) -> Sympy:
        """An expression rearranged where that makes it shorter."""
        sympy, expansion, length_of = sympy_module(), self.expansion, self.lengths.of
        if expression.is_Atom:
            return expression
        if self.thorough:
            return sympy.simplify(expression)
        if operations([expression], self.sizes) > SLOW:
            return expression
        length = length_of(expression)
        table = expansion.multiply_out(expression)
        # Of equals the first, as equations are usually written.
        candidates = [] if table is None or least_length(table) > length else [as_expression(table)]
        if not self.light and expression.has(sympy.sin, sympy.cos):
            joined = expansion.join_angles(expression)
            table = expansion.multiply_out(joined)
            table = table and (join_terms(table) or table)
            if table is not None and len(table) <= length + 1:  # n terms have n - 1 sums, whatever common factors save
                shorter = as_expression(table)
                candidates += [shorter, common_factors_in_front(table, shorter)]
                if least_length(table) <= PHASES and any(power.base.is_Number for power in shorter.atoms(sympy.Pow)):
                    candidates.append(sympy.trigsimp(shorter))
            candidates.append(joined)
        return min([*candidates, expression], key=length_of)


def stages(equations: Equations, *, thorough: bool = False, light: bool = False) -> Stages:
    """Parts with M v' = f and modules with A_k v' = b_k; `dynamics.stages` adds the kernels C_k.

    f are the loads that act on the part alone minus its inertia forces at v' = 0; loads between parts are printed with
    the module that has them.
    """
    printer = Printer(equations, thorough=thorough, light=light)
    return Stages(equations.title, (*printer.parts(), *printer.modules()))


class Printer:
    """Collects uses by what they print."""

    def __init__(self, equations: Equations, *, thorough: bool = False, light: bool = False) -> None:
        self.equations = equations
        self.tidying, self.written = Tidying(thorough, light), Written()
        self.names = Names(equations)
        self.moving = {
            int(uses.blocks[row, 0]): (uses, row)
            for uses in equations.blocks
            if uses.type.speeds
            for row in range(len(uses))
        }
        self.records = dict(_records(equations, 0))
        self.levels = equations.module_levels
        self._loads: dict[int, list[tuple[Uses[LoadType], int]]] = {}
        self._shared: dict[int, list[tuple[Uses[LoadType], int]]] = {}
        for uses in equations.loads:
            for row in range(len(uses)):
                on = [int(number) for number in uses.blocks[row] if int(number) in self.moving]
                if len(on) == 1:
                    self._loads.setdefault(on[0], []).append((uses, row))
                elif on:
                    self._shared.setdefault(int(uses.module[row]), []).append((uses, row))
        self._constraint_uses: dict[int, list[tuple[Uses[ConstraintType], int]]] = {}
        for constraint in sorted(
            ((int(order), uses, row) for uses in equations.constraints for row, order in enumerate(uses.order)),
            key=lambda entry: entry[0],
        ):
            self._constraint_uses.setdefault(int(constraint[1].module[constraint[2]]), []).append(constraint[1:])

    # -- parts ---------------------------------------------------------------------------------------------------

    def parts(self) -> list[Stage]:
        """One stage for each kind of part: type, loads on it alone, and names."""
        groups: dict[Any, tuple[int, View, list[str]]] = {}
        for number, (uses, row) in sorted(self.moving.items()):
            full = self._block_name(uses, row)
            loads = self._loads.get(number, [])
            view = self._view(full, [(uses, row), *loads])
            key = (id(uses.type), tuple(id(load.type) for load, _ in loads), _looks(view))
            groups.setdefault(key, (number, view, []))[2].append(full)
        return [self._part(number, view, tuple(names)) for number, view, names in groups.values()]

    def _part(self, number: int, view: View, names: tuple[str, ...]) -> Stage:
        uses, row = self.moving[number]
        kind: BlockType = uses.type
        indices = uses.indices(row)
        M, h, rate = self._to_sympy(kind.local, view, indices, [kind.M, kind.h, kind.N @ kind.local.v + kind.n])
        f = -h
        for load, at in self._loads.get(number, []):
            f += self._force(load, at, view, indices[1])
        speeds = tuple(view.v[k].name for k in indices[1])
        entries = {"M": M, "f": f}
        rows = dict.fromkeys(entries, speeds)
        if list(rate) != [view.v[k] for k in indices[1]]:
            entries["q'"] = rate
            rows["q'"] = tuple(view.q[k].name for k in indices[0])  # not those of the speeds: four Euler parameters
        title = self._part_title(uses, row)
        entries, where = self._tidy_entries(entries)
        return Stage(title, 0, names, entries, rows, {"M": speeds}, where=where)

    def _part_title(self, uses: Uses[BlockType], row: int) -> str:
        record = self.records[int(uses.module[row])]
        if len(record.blocks) == 1 and not record.bodies and record.title:
            return record.title  # a ready-made part is a module of its own
        return uses.names[row]

    # -- modules -------------------------------------------------------------------------------------------------

    def modules(self) -> list[Stage]:
        """One stage for each kind of module that has constraints or loads between its parts, leaves first."""
        groups: dict[Any, tuple[int, View, list[str]]] = {}
        for module in sorted(self.records, key=lambda k: (self.levels[k], k)):
            constraints, loads = self._constraint_uses.get(module, []), self._shared.get(module, [])
            if not constraints and not loads:
                continue
            view = self._view(self.path(module), [*constraints, *loads])
            key = (
                tuple(id(uses.type) for uses, _ in constraints),
                tuple(id(uses.type) for uses, _ in loads),
                _looks(view),
            )
            groups.setdefault(key, (module, view, []))[2].append(self.path(module) or self.equations.name)
        return [self._module(module, view, tuple(names)) for module, view, names in groups.values()]

    def path(self, module: int) -> str:
        """Path of a module without its trailing dot; the root's is empty."""
        return self.equations.module_paths[module].rstrip(".")

    def _module(self, module: int, view: View, names: tuple[str, ...]) -> Stage:
        level, record = self.levels[module], self.records[module]
        constraints = self._constraint_uses.get(module, [])
        columns = sorted({int(k) for uses, row in constraints for k in uses.v[row]})
        entries: dict[str, Sympy] = {}
        rows: dict[str, tuple[str, ...]] = {}
        heads: dict[str, tuple[str, ...]] = {}
        notes: list[str] = []
        groups = [("", constraints)] if len(columns) <= WIDE else self._by_constraint(constraints, notes)
        for mark, group in groups:
            self._constraints(group, view, f"_{level}{mark}", (entries, rows, heads))
        shared = self._shared.get(module, [])
        if shared:
            touched = sorted({int(k) for uses, row in shared for k in uses.v[row]})
            total = sum(
                (self._force(uses, row, view, touched) for uses, row in shared), sympy_module().zeros(len(touched), 1)
            )
            entries[f"f_{level}"], rows[f"f_{level}"] = total, tuple(view.v[k].name for k in touched)
        entries, where = self._tidy_entries(entries)
        return Stage(record.title or record.name, level, names, entries, rows, heads, where=where, notes=tuple(notes))

    def _by_constraint(
        self, constraints: Sequence[tuple[Uses[ConstraintType], int]], notes: list[str]
    ) -> list[tuple[str, list[tuple[Uses[ConstraintType], int]]]]:
        """Each kind of constraint once; others of the same kind are listed."""
        first: dict[int, tuple[str, list[tuple[Uses[ConstraintType], int]], list[str]]] = {}
        for uses, row in constraints:
            name = uses.names[row]
            first.setdefault(id(uses.type), (name, [(uses, row)], []))[2].append(name)
        for name, _, names in first.values():
            if len(names) > 1:
                notes.append(f"like {name}, each with its own variables: {', '.join(names[1:])}")
        return [(f"[{name}]", group) for name, group, _ in first.values()]

    def _constraints(
        self,
        constraints: Sequence[tuple[Uses[ConstraintType], int]],
        view: View,
        mark: str,
        into: tuple[dict[str, Sympy], dict[str, tuple[str, ...]], dict[str, tuple[str, ...]]],
    ) -> None:
        """A v' = b of some constraints over the speeds they touch, with g = 0 (positions) and n = 0 (speeds only)."""
        sympy = sympy_module()
        entries, rows, heads = into
        columns = sorted({int(k) for uses, row in constraints for k in uses.v[row]})
        place = {k: j for j, k in enumerate(columns)}
        parts: dict[str, list[Sympy]] = {"A": [], "b": [], "g": [], "n": []}
        labels: dict[str, list[str]] = {key: [] for key in parts}
        for uses, row in constraints:
            kind, indices = uses.type, uses.indices(row)
            A, b, g, phi = self._to_sympy(kind.local, view, indices, [kind.A, kind.b, kind.g, kind.phi])
            wide = sympy.zeros(A.rows, len(columns))
            for j, k in enumerate(indices[1]):
                wide[:, place[k]] += A[:, j]
            named = [
                f"{uses.names[row]}.{label.name}" if len(kind.rows) > 1 else uses.names[row] for label in kind.rows
            ]
            for key, part, own in (
                ("A", wide, named),
                ("b", b, named),
                ("g", g, named[: g.rows]),
                ("n", phi[g.rows :, :], named[g.rows :]),
            ):
                parts[key].append(part)
                labels[key] += own
        for key, stack in parts.items():
            if labels[key]:
                entries[key + mark] = sympy.Matrix.vstack(*[part for part in stack if part.rows])
                rows[key + mark] = tuple(labels[key])
        heads["A" + mark] = tuple(view.v[k].name for k in columns)

    # -- conversion ----------------------------------------------------------------------------------------------

    def view_of(self, module: int, columns: Sequence[int], p: Sequence[int], q: Sequence[int]) -> View:
        """Symbols of global variables as seen from a module."""
        return self.names.seen_from(self.path(module), q, columns, [], p)

    def _view(self, path: str, uses: Sequence[tuple[Uses[Any], int]]) -> View:
        indices = [each.indices(row) for each, row in uses]
        return self.names.seen_from(
            path, *(list(dict.fromkeys(k for one in indices for k in one[j])) for j in range(4))
        )

    def _force(self, uses: Uses[LoadType], row: int, view: View, speeds: Sequence[int]) -> Sympy:
        """Share of a load in the generalised forces of some speeds: (d speed / d v)^T effort."""
        kind, indices = uses.type, uses.indices(row)
        J = jacobian(kind.local.at_rest(kind.speed), kind.local.v)
        (share,) = self._to_sympy(kind.local, view, indices, [ca.densify(J.T @ kind.effort)])
        result = sympy_module().zeros(len(speeds), 1)
        for j, k in enumerate(indices[1]):
            result[speeds.index(k)] += share[j]
        return result

    def _to_sympy(
        self, local: Any, view: View, indices: Sequence[Sequence[int]], outputs: Sequence[ca.SX]
    ) -> list[Sympy]:
        return to_sympy([*local.arguments, t], view.values(indices), outputs, self.written)

    def _tidy_entries(self, entries: dict[str, Sympy]) -> tuple[dict[str, Sympy], Where]:
        """Entries made readable, each on its own; where they are too long for that, with abbreviations."""
        if operations(entry for matrix in entries.values() for entry in matrix) > MUCH:
            return abbreviate(entries)
        return {name: matrix.applyfunc(self.tidying.entry) for name, matrix in entries.items()}, ()

    def _block_name(self, uses: Uses[BlockType], row: int) -> str:
        """Full name of a block; a ready-made part's only block is named after the part."""
        module = int(uses.module[row])
        record = self.records[module]
        own = uses.names[row]
        if module and not record.bodies and sum(len(each) for each in record.blocks) == 1:
            return self.path(module)
        return self.equations.full_name(module, own)


def _looks(view: View) -> tuple[Sympy, ...]:
    return tuple(tuple(kind.values()) for kind in (view.q, view.v, view.u, view.p))


def _records(equations: Equations, offset: int) -> Iterator[tuple[int, Equations]]:
    """Every module's number with its record."""
    waiting = [(offset, equations)]
    while waiting:
        number, record = waiting.pop()
        yield number, record
        inside = [(number + int(child.offsets["module"]), child.equations) for child in record.children.values()]
        waiting += reversed(inside)


__all__ = ["Printer", "Stage", "Stages", "Tidying", "stages", "tidy"]
