"""Programs written again so that they take less time: inverses that divisions share, what an input settles for long."""

from __future__ import annotations

import struct
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace

from linkwright.codegen.kernels.graph import Node, Program

ONE: Node = ("const", struct.pack("<d", 1.0))
LEAVES = ("const", "in")


class _Nodes:
    """Nodes of a new program; equal ones are one."""

    def __init__(self) -> None:
        self.numbers: dict[Node, int] = {}

    def add(self, node: Node) -> int:
        return self.numbers.setdefault(node, len(self.numbers))


def operands(node: Node) -> list[int]:
    """Numbers of the nodes that a node is made of."""
    return [] if node[0] in LEAVES else [k for k in node[1:] if isinstance(k, int)]


def _rewritten(program: Program, change: Callable[[_Nodes, int, Node], int | None]) -> Program:
    """The program with each node as `change` adds it, or as it is where that gives None.

    A node that is changed has its operands' new numbers already; those that nothing needs any more are left out.
    """
    new, place = _Nodes(), list[int]()
    for number, node in enumerate(program.nodes):
        own = node if node[0] in LEAVES else (node[0], *[place[k] for k in operands(node)])
        found = change(new, number, own)
        place.append(new.add(own) if found is None else found)
    return _needed(replace(program, nodes=tuple(new.numbers), results=_moved(program.results, place)))


def _moved(results: tuple[tuple[int, ...], ...], place: list[int]) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(place[k] for k in row) for row in results)


def _needed(program: Program) -> Program:
    """The program without nodes that no result needs."""
    needed = [False] * len(program.nodes)
    for row in program.results:
        for k in row:
            needed[k] = True
    for number in range(len(program.nodes) - 1, -1, -1):
        if needed[number]:
            for k in operands(program.nodes[number]):
                needed[k] = True
    place, nodes = list[int](), list[Node]()
    for number, node in enumerate(program.nodes):
        place.append(len(nodes))
        if needed[number]:
            nodes.append(node if node[0] in LEAVES else (node[0], *[place[k] for k in operands(node)]))
    return replace(program, nodes=tuple(nodes), results=_moved(program.results, place))


def share_inverses(program: Program) -> Program:
    """Divisions by the same number as products with its inverse, which is found once: a / c, b / c become a i, b i.

    A division takes as long as four to eight products; the result is off by one rounding more.
    """
    divisors = Counter(node[2] for node in program.nodes if node[0] == "div")
    shared = {number for number, count in divisors.items() if count > 1}
    if not shared:
        return program
    of = [node[2] if node[0] == "div" else None for node in program.nodes]

    def change(new: _Nodes, number: int, own: Node) -> int | None:
        if of[number] not in shared:
            return None
        one = new.add(ONE)
        inverse = new.add(("div", one, own[2]))
        return inverse if own[1] == one else new.add(("mul", *sorted((own[1], inverse))))  # type: ignore[type-var]

    return _rewritten(program, change)


def settle(programs: Mapping[str, Program], arguments: Mapping[str, int]) -> tuple[dict[str, Program], Program | None]:
    """Take out of programs what depends on one argument of each alone, the same array for all of them.

    The programs read these numbers behind those of the argument; the second result writes them there, if there are any.
    """
    found, nodes, taken = dict(programs), _Nodes(), list[int]()
    size = max((programs[name].inputs[argument] for name, argument in arguments.items()), default=0)
    for name, argument in arguments.items():
        program = programs[name]
        assert program.inputs[argument] == size, (name, argument)
        alone = _alone(program, argument)
        # Operations whose results are read by others than such, or are results of the program.
        read = {k for number, node in enumerate(program.nodes) if not alone[number] for k in operands(node)}
        read |= {k for row in program.results for k in row}
        wanted = [k for k in sorted(read) if alone[k] and program.nodes[k][0] not in LEAVES]
        place = dict[int, int]()
        for number, node in enumerate(program.nodes):
            if alone[number]:
                own = ("in", 0, node[2]) if node[0] == "in" else node
                place[number] = nodes.add(own if own[0] in LEAVES else (own[0], *[place[k] for k in operands(own)]))
        # Where the same number is taken by several programs it stands once.
        places = dict[int, int]()
        for k in wanted:
            if place[k] not in taken:
                taken.append(place[k])
            places[k] = size + taken.index(place[k])
        found[name] = _reading(program, argument, places)
    if not taken:
        return found, None
    for name, argument in arguments.items():
        sizes = list(found[name].inputs)
        sizes[argument] = size + len(taken)
        found[name] = replace(found[name], inputs=tuple(sizes))
    return found, _needed(Program("settle", (size,), ("values",), ("settled",), tuple(nodes.numbers), (tuple(taken),)))


def _alone(program: Program, argument: int) -> list[bool]:
    """Whether each node depends on this argument alone."""
    found: list[bool] = []
    for node in program.nodes:
        found.append(node[1] == argument if node[0] == "in" else all(found[k] for k in operands(node)))
    return found


def _reading(program: Program, argument: int, places: Mapping[int, int]) -> Program:
    """The program with some nodes read from places of an argument."""

    def change(new: _Nodes, number: int, own: Node) -> int | None:
        del own
        return new.add(("in", argument, places[number])) if number in places else None

    return _rewritten(program, change)
