"""A program as one LLVM function ``void name(double* in0, ..., double* out0, ...)``.

All stores come last, after every load, so outputs may share memory with inputs.
"""

from __future__ import annotations

from linkwright.codegen.kernels.graph import Node, Program
from linkwright.codegen.kernels.sx import SCALAR, hexadecimal, operation_ir, symbol
from linkwright.codegen.kernels.trigonometry import FOUR, LANES, NAME, PAIR

TURNED = ("sin", "cos")
"""Operations that are found for four angles at a time."""


def kernel_ir(program: Program, *, wide: bool, attributes: str = "nounwind") -> str:
    """Write a program as one LLVM function of doubles; `wide`: with sines and cosines of four angles at a time."""
    arguments = [f"ptr %i{k}" for k in range(len(program.inputs))] + [f"ptr %o{k}" for k in range(len(program.outputs))]
    lines = [f'define void @"{symbol(program.name)}"({", ".join(arguments)}) {attributes} {{']
    # Constants stand in the operations as literals; every other node has a name.
    names = [
        hexadecimal(node[1]) if node[0] == "const" and isinstance(node[1], bytes) else f"%v{number}"
        for number, node in enumerate(program.nodes)
    ]
    # Sines and cosines come first, four at a time, with what their angles are made of.
    angles = Angles(program if wide else None)
    for number in angles.early:
        lines += _node_ir(program.nodes[number], f"%v{number}", names)
    lines += angles.calls(names)
    # All other operations, in order.
    for number, node in enumerate(program.nodes):
        if number not in angles.early:
            lines += angles.taken(node, f"%v{number}") or _node_ir(node, f"%v{number}", names)
    # Stores come last: an output may be the same memory as an input that is still to be read.
    for output, row in enumerate(program.results):
        for position, number in enumerate(row):
            lines.append(f"  %s{output}.{position} = getelementptr double, ptr %o{output}, i64 {position}")
            lines.append(f"  store double {names[number]}, ptr %s{output}.{position}, align 8")
    lines.append("  ret void\n}\n")
    return "\n".join(lines)


def _node_ir(node: Node, target: str, names: list[str]) -> list[str]:
    if node[0] == "const":
        return []
    if node[0] == "in":
        place = f"%p{target[2:]}"
        return [
            f"  {place} = getelementptr double, ptr %i{node[1]}, i64 {node[2]}",
            f"  {target} = load double, ptr {place}, align 8",
        ]
    return list(operation_ir(node, target, names, SCALAR))


class Angles:
    """The angles of a kernel whose sines and cosines are found four at a time, before all else.

    They are those that depend on no other sine or cosine; `early` are the nodes that they are made of, in order. A
    single one gains nothing and is left to the C library, as are those that depend on others.
    """

    def __init__(self, program: Program | None) -> None:
        """Look through a program; without one there are none."""
        nodes = () if program is None else program.nodes
        found = {
            node[1]: parts
            for node in nodes
            if node[0] in TURNED and isinstance(node[1], int) and (parts := _parts(nodes, node[1])) is not None
        }
        # One angle alone costs as much as four: the C library is quicker.
        if len(found) == 1:
            found = {}
        self.angles = list(found)
        self.places = {angle: divmod(k, LANES) for k, angle in enumerate(self.angles)}
        self.early = dict.fromkeys(sorted(set().union(*found.values())))

    def calls(self, names: list[str]) -> list[str]:
        """Lines that find them; ``names`` are the LLVM names of the nodes."""
        lines = []
        for group in range(-(-len(self.angles) // LANES)):
            # Lanes that are left over hold zeros.
            vector = FOUR.zero
            for lane, angle in enumerate(self.angles[group * LANES : (group + 1) * LANES]):
                new = f"%x{group}.{lane}"
                lines.append(f"  {new} = insertelement {FOUR.double} {vector}, double {names[angle]}, i32 {lane}")
                vector = new
            lines.append(f"  %both{group} = call {PAIR} @{NAME}({FOUR.double} {vector})")
            lines.append(f"  %sin{group} = extractvalue {PAIR} %both{group}, 0")
            lines.append(f"  %cos{group} = extractvalue {PAIR} %both{group}, 1")
        return lines

    def taken(self, node: Node, target: str) -> list[str]:
        """The line that takes a sine or cosine out; none if it is not one of these."""
        if node[0] not in TURNED or node[1] not in self.places:
            return []
        assert isinstance(node[1], int)
        group, lane = self.places[node[1]]
        return [f"  {target} = extractelement {FOUR.double} %{node[0]}{group}, i32 {lane}"]


def _parts(nodes: tuple[Node, ...], number: int) -> set[int] | None:
    """A node and all that it is made of; None if a sine or cosine is among them."""
    found, waiting = {number}, [number]
    while waiting:
        node = nodes[waiting.pop()]
        if node[0] in TURNED:
            return None
        if node[0] not in ("const", "in"):
            new = {k for k in node[1:] if isinstance(k, int)} - found
            found |= new
            waiting += new
    return found
