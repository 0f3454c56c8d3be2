"""Programs with fewer or cheaper operations: zeros folded, divisions shared, products fused, constants taken out."""

from __future__ import annotations

import struct
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from math import cos, pi, sin

from linkwright.codegen.kernels.graph import LEAVES, Node, Program, operands


def _constant(value: float) -> Node:
    return ("const", struct.pack("<d", value))


ZERO, ONE, MINUS_ONE = _constant(0.0), _constant(1.0), _constant(-1.0)
QUARTER_TURNS = [k * pi / 2 for k in range(-4, 5)]
"""Angles (rad) whose sines and cosines are 0, 1 and -1 but for rounding."""
ZEROS = frozenset(_constant(f(angle)) for f in (cos, sin) for angle in QUARTER_TURNS if abs(f(angle)) < 0.5)
"""Constants that count as zero: sines and cosines of quarter turns are found as 6.1e-17 and the like."""


class _Nodes:
    """Nodes of a new program; equal ones are one."""

    def __init__(self) -> None:
        self.numbers: dict[Node, int] = {}

    def add(self, node: Node) -> int:
        return self.numbers.setdefault(node, len(self.numbers))


def _placed(node: Node, place: list[int]) -> Node:
    """An operation with the new numbers of its operands; of most there are two, and programs are long."""
    if len(node) == 3:
        return (node[0], place[node[1]], place[node[2]])  # type: ignore[call-overload]  # no leaf: numbers of nodes
    return (node[0], *[place[k] for k in operands(node)])


def _rewrite(program: Program, change: Callable[[_Nodes, int, Node], int | None]) -> Program:
    """The program with each node as `change` adds it, or as it is where that gives None.

    A node that is changed has its operands' new numbers already; those that nothing needs any more are left out.
    """
    new, place = _Nodes(), list[int]()
    numbers = new.numbers
    for number, node in enumerate(program.nodes):
        own = node if node[0] in LEAVES else _placed(node, place)
        found = change(new, number, own)
        place.append(numbers.setdefault(own, len(numbers)) if found is None else found)
    return _prune(replace(program, nodes=tuple(numbers), results=_renumber(program.results, place)))


def _renumber(results: tuple[tuple[int, ...], ...], place: list[int]) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(place[k] for k in row) for row in results)


def _prune(program: Program) -> Program:
    """The program without nodes that no result needs."""
    needed = [False] * len(program.nodes)
    for row in program.results:
        for k in row:
            needed[k] = True
    for number in range(len(program.nodes) - 1, -1, -1):
        node = program.nodes[number]
        if needed[number] and node[0] not in LEAVES:
            for operand in node[1:]:
                needed[operand] = True  # type: ignore[call-overload]  # no leaf: numbers of nodes
    if all(needed):
        return program
    place, nodes = list[int](), list[Node]()
    for node, wanted in zip(program.nodes, needed, strict=True):
        place.append(len(nodes))
        if wanted:
            nodes.append(node if node[0] in LEAVES else _placed(node, place))
    return replace(program, nodes=tuple(nodes), results=_renumber(program.results, place))


class _Folding(_Nodes):
    """Nodes of a new program, each as simple as its operands allow; methods give the number of a result."""

    def __init__(self) -> None:
        super().__init__()
        self.nodes: list[Node] = []

    def add(self, node: Node) -> int:
        """A node as it is."""
        number = self.numbers.setdefault(node, len(self.nodes))
        if number == len(self.nodes):
            self.nodes.append(node)
        return number

    def leaf(self, node: Node) -> int:
        """A constant or an input; what counts as zero is zero."""
        return self.add(ZERO if node in ZEROS else node)

    def neg(self, a: int) -> int:
        """Give -a."""
        operation, *given = self.nodes[a]
        if operation == "neg":
            return given[0]  # type: ignore[return-value]  # no leaf: numbers of nodes
        if operation == "sub":
            return self.add(("sub", given[1], given[0]))
        return self.add(("neg", a))

    def mul(self, a: int, b: int) -> int:
        """Give a b."""
        for factor, other in ((a, b), (b, a)):
            match self.nodes[factor]:
                case node if node == ZERO:
                    return factor
                case node if node == ONE:
                    return other
                case node if node == MINUS_ONE:
                    return self.neg(other)
        if self.nodes[a][0] == self.nodes[b][0] == "neg":
            a, b = self._inner(a), self._inner(b)
        return self.add(("mul", *sorted((a, b))))

    def add_up(self, a: int, b: int) -> int:
        """Give a + b."""
        for term, other in ((a, b), (b, a)):
            if self.nodes[term] == ZERO:
                return other
            if self.nodes[term][0] == "neg":
                return self.sub(other, self._inner(term))
        return self.add(("add", *sorted((a, b))))

    def sub(self, a: int, b: int) -> int:
        """Give a - b."""
        if self.nodes[b] == ZERO:
            return a
        if self.nodes[a] == ZERO:
            return self.neg(b)
        if self.nodes[b][0] == "neg":
            return self.add_up(a, self._inner(b))
        return self.add(ZERO) if a == b else self.add(("sub", a, b))

    def div(self, a: int, b: int) -> int:
        """Give a / b."""
        return a if self.nodes[a] == ZERO else self.add(("div", a, b))

    def _inner(self, number: int) -> int:
        return self.nodes[number][1]  # type: ignore[return-value]  # of a negation: the number of a node


def fold(program: Program) -> Program:
    """The program without products by 0, 1 and -1, sums with 0 and signs that cancel.

    Rotations by quarter turns, by which frames of joints are placed, leave such factors. What is not finite does not
    spread through a product by 0, as in CasADi's own expressions.
    """
    new, place = _Folding(), list[int]()
    simpler = {"neg": new.neg, "mul": new.mul, "add": new.add_up, "sub": new.sub, "div": new.div}
    for node in program.nodes:
        if node[0] in LEAVES:
            place.append(new.leaf(node))
            continue
        given = [place[k] for k in operands(node)]
        make = simpler.get(node[0])  # type: ignore[call-overload]  # the name of an operation
        place.append(new.add((node[0], *given)) if make is None else make(*given))
    return _prune(replace(program, nodes=tuple(new.nodes), results=_renumber(program.results, place)))


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

    return _rewrite(program, change)


def fuse(program: Program) -> Program:
    """Sums with a product as ``mul_add``, a b + c, which processors that can do so round once.

    A product that is read elsewhere too stays one. Which sums are fused is decided here and not by LLVM, so that code
    has the same results however much it is optimised.
    """
    nodes = program.nodes
    uses = [0] * len(nodes)
    for node in nodes:
        if node[0] not in LEAVES:
            for operand in node[1:]:
                uses[operand] += 1  # type: ignore[call-overload]  # no leaf: numbers of nodes
    for row in program.results:
        for k in row:
            uses[k] += 1
    # Of each sum or difference the first operand that is such a product.
    alone = {k for k, node in enumerate(nodes) if node[0] == "mul" and uses[k] == 1}
    fused = {
        number: 1 if node[1] in alone else 2
        for number, node in enumerate(nodes)
        if node[0] in ("add", "sub") and (node[1] in alone or node[2] in alone)
    }
    gone = {nodes[number][which] for number, which in fused.items()}
    numbers, place = dict[Node, int](), list[int]()

    def add(node: Node) -> int:
        return numbers.setdefault(node, len(numbers))

    for number, node in enumerate(nodes):
        if number in gone:
            place.append(-1)
        elif number in fused:
            which = fused[number]
            _, *factors = nodes[node[which]]  # type: ignore[call-overload]
            (a, b), c = (place[k] for k in factors), place[node[3 - which]]  # type: ignore[call-overload]
            if node[0] == "sub":  # a b - c or c - a b
                a, c = (a, add(("neg", c))) if which == 1 else (add(("neg", a)), c)
            place.append(add(("mul_add", a, b, c)))
        else:
            place.append(add(node if node[0] in LEAVES else _placed(node, place)))
    return replace(program, nodes=tuple(numbers), results=_renumber(program.results, place))


def settle(programs: Mapping[str, Program], arguments: Mapping[str, int]) -> tuple[dict[str, Program], Program | None]:
    """Take out of programs what depends on one argument of each alone, the same array for all of them.

    The programs read these numbers behind those of the argument; the second result writes them there, if there are any.
    """
    found, nodes, taken = dict(programs), _Nodes(), dict[int, int]()
    size = max((programs[name].inputs[argument] for name, argument in arguments.items()), default=0)
    for name, argument in arguments.items():
        program = programs[name]
        assert program.inputs[argument] <= size, (name, argument)  # one may read the first of them only
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
        places = {k: size + taken.setdefault(place[k], len(taken)) for k in wanted}
        found[name] = _reading(program, argument, places)
    if not taken:
        return found, None
    for name, argument in arguments.items():
        sizes = list(found[name].inputs)
        sizes[argument] = size + len(taken)
        found[name] = replace(found[name], inputs=tuple(sizes))
    return found, _prune(Program("settle", (size,), ("values",), ("settled",), tuple(nodes.numbers), (tuple(taken),)))


def _alone(program: Program, argument: int) -> list[bool]:
    """Whether each node depends on this argument alone."""
    found: list[bool] = []
    for node in program.nodes:
        if node[0] == "in":
            found.append(node[1] == argument)
        elif len(node) == 3:
            found.append(found[node[1]] and found[node[2]])  # type: ignore[call-overload]
        else:
            found.append(all(found[k] for k in operands(node)))
    return found


def _reading(program: Program, argument: int, places: Mapping[int, int]) -> Program:
    """The program with some nodes read from places of an argument."""

    def change(new: _Nodes, number: int, own: Node) -> int | None:
        del own
        return new.add(("in", argument, places[number])) if number in places else None

    return _rewrite(program, change)
