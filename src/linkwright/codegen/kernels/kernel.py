"""A program as one LLVM function ``void name(double* in0, ..., double* out0, ...)``.

All stores come last, after every load, so outputs may share memory with inputs.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator

from linkwright.codegen.kernels.graph import LANES, Node, Program, UnsupportedOperationError, dense, operations, read

__all__ = ["UnsupportedOperationError", "dense", "operations", "prelude", "read", "symbol"]

# Operations that are calls of the C library: name -> number of arguments.
LIBM = {
    "sin": 1, "cos": 1, "tan": 1, "asin": 1, "acos": 1, "atan": 1, "sinh": 1, "cosh": 1, "tanh": 1, "asinh": 1,
    "acosh": 1, "atanh": 1, "exp": 1, "log": 1, "log1p": 1, "expm1": 1, "erf": 1, "atan2": 2, "pow": 2, "hypot": 2,
    "fmod": 2, "remainder": 2,
}  # fmt: skip
# Operations that LLVM knows: name -> intrinsic and number of arguments.
INTRINSICS = {
    "sqrt": ("sqrt", 1), "fabs": ("fabs", 1), "floor": ("floor", 1), "ceil": ("ceil", 1), "copysign": ("copysign", 2),
    "fmin": ("minnum", 2), "fmax": ("maxnum", 2), "mul_add": ("fmuladd", 3),
}  # fmt: skip
ARITHMETIC = {"add": "fadd", "sub": "fsub", "mul": "fmul", "div": "fdiv"}
COMPARISONS = {"lt": "olt", "le": "ole", "eq": "oeq", "ne": "une"}


def symbol(name: str) -> str:
    """Name of a kernel or a loop inside LLVM; the prefix keeps a kernel called `sin` apart from the library's."""
    return f"lw.{name}"


def hexadecimal(value: float | bytes) -> str:
    """Write a double as LLVM wants it: its 64 bits."""
    bits = value if isinstance(value, bytes) else struct.pack("<d", value)
    return "0x" + bits[::-1].hex().upper()


def prelude() -> str:
    """Declare what kernels and loops call: the C library's functions and LLVM's own."""
    lines = []
    for name, count in LIBM.items():
        lines.append(f"declare double @{name}({', '.join(['double'] * count)}) nounwind willreturn memory(none)")
    for name, count in INTRINSICS.values():
        lines.append(f"declare double @llvm.{name}.f64({', '.join(['double'] * count)})")
    return "\n".join(lines) + "\n"


class Shape:
    """How operations are spelt: on one double, or on several side by side.

    If `exact`, every operation is rounded by itself and functions are those of the C library, as on CasADi's virtual
    machine.
    """

    def __init__(self, lanes: int, *, exact: bool = False) -> None:
        """Spell for a number of lanes; one lane is a plain double."""
        self.lanes = lanes
        self.called_as = " nobuiltin" if exact else ""
        self.double = "double" if lanes == 1 else f"<{lanes} x double>"
        self.mask = "i1" if lanes == 1 else f"<{lanes} x i1>"
        self.suffix = "f64" if lanes == 1 else f"v{lanes}f64"
        self.zero, self.one = self.constant(0.0), self.constant(1.0)

    def constant(self, value: float | bytes) -> str:
        """The same constant in every lane."""
        one = hexadecimal(value)
        return one if self.lanes == 1 else f"<{', '.join([f'double {one}'] * self.lanes)}>"

    def call(self, target: str, function: str, operands: list[str]) -> Iterator[str]:
        """Call a function of the C library, lane by lane."""
        if self.lanes == 1:
            given = ", ".join(f"double {operand}" for operand in operands)
            yield f"  {target} = call double @{function}({given}){self.called_as}"
            return
        # The library has no functions of vectors: lanes are taken out, computed and put together again.
        value = "poison"
        for lane in range(self.lanes):
            parts = []
            for k, operand in enumerate(operands):
                yield f"  {target}.x{lane}.{k} = extractelement {self.double} {operand}, i32 {lane}"
                parts.append(f"double {target}.x{lane}.{k}")
            yield f"  {target}.y{lane} = call double @{function}({', '.join(parts)}){self.called_as}"
            last = target if lane == self.lanes - 1 else f"{target}.z{lane}"
            yield f"  {last} = insertelement {self.double} {value}, double {target}.y{lane}, i32 {lane}"
            value = last


SCALAR, EXACT = Shape(1), Shape(1, exact=True)


def operation_ir(node: Node, target: str, names: list[str], shape: Shape) -> Iterator[str]:
    """Spell one operation; ``names`` are the LLVM names of the nodes so far."""
    operation = node[0]
    assert isinstance(operation, str)
    # Operands by their names.
    a = [names[k] for k in node[1:] if isinstance(k, int)]
    double, zero, one = shape.double, shape.zero, shape.one
    if operation in ARITHMETIC:
        yield f"  {target} = {ARITHMETIC[operation]} {double} {a[0]}, {a[1]}"
    elif operation == "neg":
        yield f"  {target} = fneg {double} {a[0]}"
    elif operation in LIBM:
        yield from shape.call(target, operation, a)
    elif operation in INTRINSICS:
        arguments = ", ".join(f"{double} {operand}" for operand in a)
        yield f"  {target} = call {double} @llvm.{INTRINSICS[operation][0]}.{shape.suffix}({arguments})"
    elif operation in COMPARISONS:
        yield f"  {target}.c = fcmp {COMPARISONS[operation]} {double} {a[0]}, {a[1]}"
        yield _choose(shape, target, f"{target}.c", one, zero)
    elif operation == "not":
        yield f"  {target}.c = fcmp oeq {double} {a[0]}, {zero}"
        yield _choose(shape, target, f"{target}.c", one, zero)
    elif operation in ("and", "or"):
        yield f"  {target}.a = fcmp une {double} {a[0]}, {zero}"
        yield f"  {target}.b = fcmp une {double} {a[1]}, {zero}"
        yield f"  {target}.c = {operation} {shape.mask} {target}.a, {target}.b"
        yield _choose(shape, target, f"{target}.c", one, zero)
    elif operation == "if_else_zero":
        yield f"  {target}.c = fcmp une {double} {a[0]}, {zero}"
        yield _choose(shape, target, f"{target}.c", a[1], zero)
    elif operation == "sign":
        yield f"  {target}.p = fcmp ogt {double} {a[0]}, {zero}"
        yield f"  {target}.n = fcmp olt {double} {a[0]}, {zero}"
        yield _choose(shape, f"{target}.t", f"{target}.p", one, a[0])
        yield _choose(shape, target, f"{target}.n", shape.constant(-1.0), f"{target}.t")
    else:
        raise AssertionError(operation)


def _choose(shape: Shape, target: str, condition: str, yes: str, no: str) -> str:
    return f"  {target} = select {shape.mask} {condition}, {shape.double} {yes}, {shape.double} {no}"


FOUR = Shape(LANES)
PAIR = f"{{{FOUR.double}, {FOUR.double}}}"
NAME = "lwi.sincos"
LIMIT = 1e5
# Leading bits of pi/2, 33 at a time, and what is left.
_PIECES = [
    float.fromhex(x) for x in ("0x1.921fb544p+0", "0x1.0b4611a6p-34", "0x1.3198a2ep-69", "0x1.b839a252049c1p-104")
]
_TWO_OVER_PI = float.fromhex("0x1.45f306dc9c883p-1")
_ROUND = 1.5 * 2.0**52  # added to a number, leaves the nearest whole number in the last bits
_P = [
    float.fromhex(x)
    for x in (
        "-0x1.5555555555555p-3", "0x1.1111111110bb1p-7", "-0x1.a01a019e8357dp-13",
        "0x1.71de37961e4c6p-19", "-0x1.ae600a926c89ap-26", "0x1.5e0af186af739p-33",
    )
]  # fmt: skip
_Q = [
    float.fromhex(x)
    for x in (
        "0x1.5555555555555p-5", "-0x1.6c16c16c16966p-10", "0x1.a01a019f4e867p-16",
        "-0x1.27e4fa17a41b4p-22", "0x1.1eeb68b109173p-29", "-0x1.907d7aebd5e3dp-37",
    )
]  # fmt: skip


class _Lines:
    """Writes arithmetic on vectors; products and sums fuse only in `multiply_add`."""

    def __init__(self, shape: Shape) -> None:
        self.shape, self.count = shape, 0
        self.lines: list[str] = []

    def value(self, text: str) -> str:
        self.count += 1
        self.lines.append(f"  %t{self.count} = {text}")
        return f"%t{self.count}"

    def sub(self, a: str, b: str) -> str:
        return self.value(f"fsub {self.shape.double} {a}, {b}")

    def add(self, a: str, b: str) -> str:
        return self.value(f"fadd {self.shape.double} {a}, {b}")

    def mul(self, a: str, b: str) -> str:
        return self.value(f"fmul {self.shape.double} {a}, {b}")

    def multiply_add(self, a: str, b: str, c: str) -> str:
        """Give a b + c, in one rounding where the processor can."""
        double = self.shape.double
        return self.value(f"call {double} @llvm.fmuladd.{self.shape.suffix}({double} {a}, {double} {b}, {double} {c})")

    def difference(self, a: str, b: str) -> tuple[str, str]:
        """Give a - b and its rounding error, exactly."""
        d = self.sub(a, b)
        back = self.sub(a, d)
        return d, self.add(self.sub(a, self.add(d, back)), self.sub(back, b))

    def polynomial(self, coefficients: list[float], z: str) -> str:
        result = self.shape.constant(coefficients[-1])
        for coefficient in reversed(coefficients[:-1]):
            result = self.multiply_add(result, z, self.shape.constant(coefficient))
        return result

    def choose(self, condition: str, a: str, b: str) -> str:
        return self.value(f"select {self.shape.mask} {condition}, {self.shape.double} {a}, {self.shape.double} {b}")


def wide_prelude(*, own: bool = False) -> str:
    """Declare what operations on vectors call; `own` leaves out the function of this file."""
    lines = [
        f"declare {FOUR.double} @llvm.{name}.{FOUR.suffix}({', '.join([FOUR.double] * count)})"
        for name, count in INTRINSICS.values()
    ]
    declared = "" if own else f"declare {PAIR} @{NAME}({FOUR.double}) nounwind willreturn memory(none)\n"
    return prelude() + "\n".join(lines) + "\n" + declared


def sincos_ir() -> str:
    """Write ``{sine, cosine} lwi.sincos(x)`` on vectors, a module of its own."""
    shape = FOUR
    w, double, lanes = _Lines(shape), shape.double, shape.lanes
    whole = f"<{lanes} x i64>"
    constant = shape.constant
    # The nearest whole number n of quarter turns; its last two bits say which quarter x is in.
    shifted = w.multiply_add("%x", constant(_TWO_OVER_PI), constant(_ROUND))
    n = w.sub(shifted, constant(_ROUND))
    bits = w.value(f"bitcast {double} {shifted} to {whole}")
    # x - n pi/2 piece by piece. The first difference is exact, of the others the roundings are kept.
    first = w.sub("%x", w.mul(n, constant(_PIECES[0])))
    second, error2 = w.difference(first, w.mul(n, constant(_PIECES[1])))
    third, error3 = w.difference(second, w.mul(n, constant(_PIECES[2])))
    rest = w.sub(w.sub(w.mul(n, constant(_PIECES[3])), error2), error3)
    r = w.sub(third, rest)
    tail = w.sub(w.sub(third, r), rest)  # x - n pi/2 = r + tail
    z = w.mul(r, r)
    # sin(r + tail) = r + (r^3 P + tail (1 - z/2))
    half = w.mul(z, constant(0.5))
    near = w.sub(constant(1.0), half)
    sine = w.add(r, w.multiply_add(w.mul(r, z), w.polynomial(_P, z), w.mul(tail, near)))
    # cos(r + tail) = (1 - z/2) + (what 1 - z/2 lost + z^2 Q - r tail)
    lost = w.sub(w.sub(constant(1.0), near), half)
    correction = w.multiply_add(w.mul(z, z), w.polynomial(_Q, z), w.sub(lost, w.mul(r, tail)))
    cosine = w.add(near, correction)

    def bit(mask: int) -> str:
        splat = f"<{', '.join([f'i64 {mask}'] * lanes)}>"
        return w.value(f"icmp ne {whole} {w.value(f'and {whole} {bits}, {splat}')}, zeroinitializer")

    # In odd quarters sine and cosine change places; signs follow from the quarter.
    odd = bit(1)
    s, c = w.choose(odd, cosine, sine), w.choose(odd, sine, cosine)
    s = w.choose(bit(2), w.value(f"fneg {double} {s}"), s)
    flip = w.value(f"xor {shape.mask} {odd}, {bit(2)}")
    c = w.choose(flip, w.value(f"fneg {double} {c}"), c)
    s = w.choose(w.value(f"fcmp oeq {double} %x, {constant(0.0)}"), "%x", s)  # keeps the sign of zero
    # Large, infinite and undefined arguments go to the C library, whole vectors at once: they are rare.
    size = w.value(f"call {double} @llvm.fabs.{shape.suffix}({double} %x)")
    small = w.value(f"fcmp olt {double} {size}, {constant(LIMIT)}")
    every = w.value(f"call i1 @llvm.vector.reduce.and.v{lanes}i1({shape.mask} {small})")
    w.lines += [f"  br i1 {every}, label %done, label %library", "library:"]
    w.lines += shape.call("%ls", "sin", ["%x"])
    w.lines += shape.call("%lc", "cos", ["%x"])
    ls, lc = w.choose(small, s, "%ls"), w.choose(small, c, "%lc")
    w.lines += [
        "  br label %done",
        "done:",
        f"  %s = phi {double} [ {s}, %entry ], [ {ls}, %library ]",
        f"  %c = phi {double} [ {c}, %entry ], [ {lc}, %library ]",
        f"  %pair = insertvalue {PAIR} poison, {double} %s, 0",
        f"  %both = insertvalue {PAIR} %pair, {double} %c, 1",
        f"  ret {PAIR} %both",
    ]
    head = [
        f"declare i1 @llvm.vector.reduce.and.v{lanes}i1({shape.mask})",
        f"define {PAIR} @{NAME}({double} %x) nounwind memory(none) {{",
        "entry:",
    ]
    return "\n".join([wide_prelude(own=True), *head, *w.lines, "}\n"])


TURNED = ("sin", "cos")
"""Operations that are found for four angles at a time."""


def kernel_ir(program: Program, *, wide: bool, attributes: str = "nounwind", shape: Shape = SCALAR) -> str:
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
        lines += _node_ir(program.nodes[number], f"%v{number}", names, shape)
    lines += angles.calls(names)
    # All other operations, in order.
    for number, node in enumerate(program.nodes):
        if number not in angles.early:
            lines += angles.extract(node, f"%v{number}") or _node_ir(node, f"%v{number}", names, shape)
    # Stores come last: an output may be the same memory as an input that is still to be read.
    for output, row in enumerate(program.results):
        for position, number in enumerate(row):
            lines.append(f"  %s{output}.{position} = getelementptr double, ptr %o{output}, i64 {position}")
            lines.append(f"  store double {names[number]}, ptr %s{output}.{position}, align 8")
    lines.append("  ret void\n}\n")
    return "\n".join(lines)


def _node_ir(node: Node, target: str, names: list[str], shape: Shape) -> list[str]:
    if node[0] == "const":
        return []
    if node[0] == "in":
        place = f"%p{target[2:]}"
        return [
            f"  {place} = getelementptr double, ptr %i{node[1]}, i64 {node[2]}",
            f"  {target} = load double, ptr {place}, align 8",
        ]
    return list(operation_ir(node, target, names, shape))


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

    def extract(self, node: Node, target: str) -> list[str]:
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
