"""Operations of SX functions as LLVM.

The only licence given to LLVM is `contract` (a product and a sum may become one fused operation, rounded once): NaN and
infinity behave as in IEEE 754.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator

from linkwright.codegen.kernels.graph import Node, UnsupportedOperationError, dense, operations, read

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
    "fmin": ("minnum", 2), "fmax": ("maxnum", 2),
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
    """How operations are spelt: on one double, or on several side by side."""

    def __init__(self, lanes: int) -> None:
        """Spell for a number of lanes; one lane is a plain double."""
        self.lanes = lanes
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
            yield f"  {target} = call double @{function}({', '.join(f'double {operand}' for operand in operands)})"
            return
        # The library has no functions of vectors: lanes are taken out, computed and put together again.
        value = "poison"
        for lane in range(self.lanes):
            parts = []
            for k, operand in enumerate(operands):
                yield f"  {target}.x{lane}.{k} = extractelement {self.double} {operand}, i32 {lane}"
                parts.append(f"double {target}.x{lane}.{k}")
            yield f"  {target}.y{lane} = call double @{function}({', '.join(parts)})"
            last = target if lane == self.lanes - 1 else f"{target}.z{lane}"
            yield f"  {last} = insertelement {self.double} {value}, double {target}.y{lane}, i32 {lane}"
            value = last


SCALAR = Shape(1)


def operation_ir(node: Node, target: str, names: list[str], shape: Shape) -> Iterator[str]:
    """Spell one operation; ``names`` are the LLVM names of the nodes so far."""
    operation = node[0]
    assert isinstance(operation, str)
    # Operands by their names.
    a = [names[k] for k in node[1:] if isinstance(k, int)]
    double, zero, one = shape.double, shape.zero, shape.one
    if operation in ARITHMETIC:
        yield f"  {target} = {ARITHMETIC[operation]} contract {double} {a[0]}, {a[1]}"
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
