"""The module tree of equations as boxes: variables and constraints of each level (Orsino 2017, Fig. 3)."""

from __future__ import annotations

from collections.abc import Iterator

from linkwright.drawing.trees.modules import ModuleBox
from linkwright.equations import ConstraintType, Equations, Uses


def module_tree(equations: Equations) -> ModuleBox:
    """Boxes of the machine, its modules and its parts: a part's own variables, a module's constraints.

    >>> from linkwright.formalisms import modular
    >>> from linkwright.mechanisms import three_rrr
    >>> tree = module_tree(modular(three_rrr()))
    >>> [child.name for child in tree.children], tree.children[0].children[0].variables
    (['A', 'B', 'C', 'platform'], ('A.omega', 'A.i'))
    """
    tree = _Tree(equations)
    made: dict[int, list[ModuleBox]] = {}
    for number, parent, record, name in reversed(list(_records(equations))):  # those inside first
        inside = tuple(reversed(made.pop(number, [])))
        made.setdefault(parent, []).append(tree.module(record, number, name, inside))
    return made[-1][0]


def _records(equations: Equations) -> Iterator[tuple[int, int, Equations, str]]:
    """Every module's number, that of the module around it, its record and name; not by recursion, for any depth."""
    waiting = [(0, -1, equations, "")]
    while waiting:
        number, parent, record, name = waiting.pop()
        yield number, parent, record, name
        inside = [
            (number + int(child.offsets["module"]), number, child.equations, own)
            for own, child in record.children.items()
        ]
        waiting += reversed(inside)


class _Tree:
    """What each module has, collected once."""

    def __init__(self, equations: Equations) -> None:
        self.equations = equations
        self.blocks: dict[int, list[tuple[int, str, tuple[str, ...]]]] = {}
        names = equations.speed_names
        for uses in equations.blocks:
            for row in range(len(uses)):
                variables = tuple(names[k] for k in uses.v[row].tolist())
                if variables:
                    entry = (int(uses.order[row]), uses.names[row], variables)
                    self.blocks.setdefault(int(uses.module[row]), []).append(entry)
        self.constraints: dict[int, list[tuple[int, str]]] = {}
        for constraint in equations.constraints:
            for row in range(len(constraint)):
                row_words = (int(constraint.order[row]), _words(constraint, row))
                self.constraints.setdefault(int(constraint.module[row]), []).append(row_words)

    def module(self, record: Equations, number: int, name: str, inside: tuple[ModuleBox, ...]) -> ModuleBox:
        """Box of a module around those of the modules inside it."""
        blocks = sorted(self.blocks.get(number, ()))
        constraints = tuple(words for _, words in sorted(self.constraints.get(number, ())))
        kind = record.title or record.name
        if number and not record.children and len(blocks) == 1 and not constraints:
            return ModuleBox(name, kind, blocks[0][2])  # a ready-made part is one box
        return ModuleBox(name or record.name, kind, (), constraints, (*inside, *map(_part, blocks)))


def _part(block: tuple[int, str, tuple[str, ...]]) -> ModuleBox:
    return ModuleBox(block[1], "part", block[2])


def _words(uses: Uses[ConstraintType], row: int) -> str:
    labels = uses.type.rows
    return f"{uses.names[row]} ({uses.type.name}): {', '.join(label.meaning for label in labels)}"
