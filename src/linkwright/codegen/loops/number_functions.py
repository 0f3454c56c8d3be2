"""Functions of numbers in the loops' subset of Python, as LLVM."""

from __future__ import annotations

import ast
import math

from linkwright.codegen.kernels.sx import INTRINSICS, LIBM, hexadecimal
from linkwright.codegen.loops.writing import FaultError, Value, Writer

CEILINGS = ("floor", "ceil")
FUNCTIONS = frozenset(LIBM) - {"pow"} | {"sqrt", "fabs", "copysign"}


def function(write: Writer, node: ast.Call, name: str, arguments: list[Value]) -> Value:
    """The functions of numbers that the subset has."""
    # How many numbers each function takes; None: two or more.
    counts = {
        "abs": 1,
        "int": 1,
        "float": 1,
        "isfinite": 1,
        "isnan": 1,
        "floor": 1,
        "ceil": 1,
        "min": None,
        "max": None,
    }
    expected = counts[name] if name in counts else LIBM.get(name) or INTRINSICS.get(name, ("", 0))[1]
    if name not in counts and name not in FUNCTIONS:
        text = f"{name} is not a kernel, not a loop given to build, and not a function of the subset for loops"
        raise FaultError(node, text)
    if expected is None and len(arguments) < 2:
        raise FaultError(node, f"{name} takes two or more numbers")
    if expected is not None and len(arguments) != expected:
        raise FaultError(node, f"{name} takes {expected} argument(s), got {len(arguments)}")
    if name in ("min", "max"):
        return extreme(write, node, name, arguments)
    if name == "float":
        return write.as_float(arguments[0], node)
    if name == "int" and arguments[0].kind != "float":
        return write.as_int(arguments[0], node)
    if name == "abs" and arguments[0].kind != "float":
        return write.value("int", f"call i64 @llvm.abs.i64(i64 {write.as_int(arguments[0], node).text}, i1 false)")
    numbers = [write.as_float(value, node) for value in arguments]
    if name in ("isfinite", "isnan"):
        if name == "isnan":
            return write.value("bool", f"fcmp uno {numbers[0].typed}, 0.0")
        # Neither infinite nor NaN: both comparisons with infinity fail then.
        size = write.value("float", f"call double @llvm.fabs.f64({numbers[0].typed})")
        return write.value("bool", f"fcmp olt double {size.text}, {hexadecimal(math.inf)}")
    if name in CEILINGS:
        numbers = [write.value("float", f"call double @llvm.{name}.f64({numbers[0].typed})")]
    if name in (*CEILINGS, "int"):
        return write.value("int", f"call i64 @llvm.fptosi.sat.i64.f64({numbers[0].typed})")
    target = f"llvm.{INTRINSICS[name][0]}.f64" if name in INTRINSICS else "llvm.fabs.f64" if name == "abs" else name
    return write.value("float", f"call double @{target}({', '.join(number.typed for number in numbers)})")


def extreme(write: Writer, node: ast.Call, name: str, arguments: list[Value]) -> Value:
    """Take min or max as Python does: the first, unless a later one is strictly smaller (larger)."""
    kind = "float" if any(value.kind == "float" for value in arguments) else "int"
    convert = write.as_float if kind == "float" else write.as_int
    numbers = [convert(value, node) for value in arguments]
    # Not LLVM's own minimum: with NaN and signed zeros Python's depends on the order.
    test = {"intmin": "icmp slt", "intmax": "icmp sgt", "floatmin": "fcmp olt", "floatmax": "fcmp ogt"}[kind + name]
    result = numbers[0]
    for number in numbers[1:]:
        better = write.value("bool", f"{test} {number.typed}, {result.text}")
        result = write.value(kind, f"select i1 {better.text}, {number.typed}, {result.typed}")
    return result


__all__ = ["extreme", "function"]
