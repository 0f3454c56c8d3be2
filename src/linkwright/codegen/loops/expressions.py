"""Expressions of the loops' subset of Python, as LLVM."""

from __future__ import annotations

import ast
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from linkwright.codegen.kernels.sx import hexadecimal, symbol
from linkwright.codegen.loops.number_functions import function
from linkwright.codegen.loops.records import Kind
from linkwright.codegen.loops.writing import KINDS, FaultError, Value, Writer, article, llvm_type
from linkwright.faults import close_matches

_COMPARE: dict[type[ast.cmpop], tuple[str, str]] = {
    ast.Lt: ("slt", "olt"), ast.LtE: ("sle", "ole"), ast.Gt: ("sgt", "ogt"), ast.GtE: ("sge", "oge"),
    ast.Eq: ("eq", "oeq"), ast.NotEq: ("ne", "une"),
}  # fmt: skip
_ARITHMETIC: dict[type[ast.operator], tuple[str, str]] = {
    ast.Add: ("add", "fadd contract"), ast.Sub: ("sub", "fsub contract"), ast.Mult: ("mul", "fmul contract"),
}  # fmt: skip
_HELPERS: dict[type[ast.operator], tuple[str, str]] = {
    ast.FloorDiv: ("lwi.idiv", "lwi.div"),
    ast.Mod: ("lwi.imod", "lwi.mod"),
}
LONGEST_POWER = 64


@dataclass(frozen=True)
class Signature:
    """Name, arguments as (name, kind), and kind of the result of a loop."""

    name: str
    arguments: tuple[tuple[str, Kind], ...]
    result: str


@dataclass
class Scope:
    """What names mean: variables (kind, slot), kernels (numbers of inputs and outputs), loops, values from around.

    `records` are names that stand for one record in the whole function: arguments, and variables assigned once.
    """

    variables: dict[str, tuple[Kind, str]]
    kernels: Mapping[str, tuple[int, int]]
    loops: Mapping[str, Signature]
    around: Mapping[str, object]
    broken: set[str]
    assigned: frozenset[str]
    records: dict[str, Value]


class Expressions:
    """Translates expressions; every method writes instructions and returns the value."""

    def __init__(self, writer: Writer, scope: Scope) -> None:
        """Write on a writer, look names up in a scope."""
        self.write, self.scope = writer, scope
        self._kinds: dict[type[ast.expr], Callable[..., Value]] = {
            ast.Constant: self.constant, ast.Name: self.name, ast.UnaryOp: self.unary, ast.BinOp: self.binary,
            ast.Compare: self.compare, ast.BoolOp: self.boolean, ast.IfExp: self.choice, ast.Subscript: self.subscript,
            ast.Call: self.call, ast.Attribute: self.attribute,
        }  # fmt: skip

    def __call__(self, node: ast.expr) -> Value:
        """Translate any expression."""
        method = self._kinds.get(type(node))
        if method is None:
            raise FaultError(node, f"{type(node).__name__} ({ast.unparse(node)}) is not part of the subset for loops")
        return method(node)

    def constant(self, node: ast.Constant) -> Value:
        """Numbers, True and False."""
        return self.literal(node, node.value)

    def literal(self, node: ast.expr, value: object) -> Value:
        """Write a Python number as a constant."""
        if isinstance(value, (bool, np.bool_)):
            return Value("bool", "true" if value else "false")
        if isinstance(value, (int, np.integer)):
            return Value("int", str(int(value)))
        if isinstance(value, (float, np.floating)):
            return Value("float", hexadecimal(float(value)))
        raise FaultError(
            node, f"{ast.unparse(node)} is {type(value).__name__}; only int, float and arrays of float can be used"
        )

    def name(self, node: ast.Name) -> Value:
        """Read local variables first, then constants from around the function."""
        if node.id in self.scope.records:
            return self.scope.records[node.id]
        if node.id in self.scope.variables:
            kind, slot = self.scope.variables[node.id]
            return self.write.load(kind, slot)
        if node.id in self.scope.broken:
            raise FaultError(node, "")
        if node.id in self.scope.assigned:
            raise FaultError(node, f"the variable {node.id} is used before anything is assigned to it")
        if node.id not in self.scope.around:
            raise FaultError(
                node, f"the name {node.id} is not known; it is no argument, no variable and no constant of the module"
            )
        value = self.scope.around[node.id]
        if isinstance(value, (tuple, list, np.ndarray)):
            return self.table(node, value)
        return self.literal(node, value)

    def table(self, node: ast.expr, value: Sequence[object] | np.ndarray) -> Value:
        """Write a tuple, list or vector of numbers from around the function as a constant array."""
        numbers = list(value)
        if not numbers or not all(isinstance(x, (int, float, np.floating, np.integer)) for x in numbers):
            raise FaultError(node, f"{ast.unparse(node)} is not a flat, non-empty sequence of numbers")
        name = f'@"lwi.table.{self.write.name}.{ast.unparse(node)}"'
        body = ", ".join(f"double {hexadecimal(float(x))}" for x in numbers)
        self.write.constants[name] = f"{name} = private constant [{len(numbers)} x double] [{body}]"
        return Value("table", name)

    def attribute(self, node: ast.Attribute) -> Value:
        """Fields of records; constants of the module math: math.pi, math.inf, ..."""
        value = getattr(math, node.attr, None)
        if isinstance(node.value, ast.Name) and node.value.id in ("math", "np", "numpy") and isinstance(value, float):
            return self.literal(node, value)
        field = self.field(node)
        return self.loaded(field) if field.kind in ("number", "whole number") else field

    def field(self, node: ast.Attribute) -> Value:
        """A field of a record: an array or record, or the address of a number."""
        record = self(node.value)
        if isinstance(record.kind, str):
            raise FaultError(
                node,
                f"{ast.unparse(node)}: attributes are fields of records, and {ast.unparse(node.value)} is "
                f"{article(record.kind)}",
            )
        field = record.kind.fields.get(node.attr)
        if field is None:
            title, names = record.kind.__name__, close_matches(node.attr, record.kind.fields)
            raise FaultError(node, f"{ast.unparse(node)}: the record {title} has no field {node.attr}; {names}")
        if field.is_address:
            return self.write.address_in(record, field.place, field.kind)
        kind = {"float": "number", "int": "whole number"}.get(str(field.kind), "array")
        return self.write.value(kind, f"getelementptr double, ptr {record.text}, i64 {field.place}")

    def unary(self, node: ast.UnaryOp) -> Value:
        """Unary -, + and not."""
        value = self(node.operand)
        if isinstance(node.op, ast.Not):
            return self.write.value("bool", f"xor i1 {self.write.as_condition(value, node).text}, true")
        if isinstance(node.op, (ast.USub, ast.UAdd)) and value.kind not in ("array", "integers", "table"):
            if value.kind == "bool":
                value = self.write.as_int(value, node)
            if isinstance(node.op, ast.UAdd):
                return value
            if value.kind == "float":
                return self.write.value("float", f"fneg double {value.text}")
            if value.text.isdigit():
                return Value("int", f"-{value.text}")
            return self.write.value("int", f"sub i64 0, {value.text}")
        raise FaultError(node, f"the operator of {ast.unparse(node)} is not part of the subset for loops")

    def binary(self, node: ast.BinOp) -> Value:
        """Translate a binary operator with two expressions."""
        return self.operator(node, node.op, self(node.left), self(node.right))

    def operator(self, node: ast.AST, op: ast.operator, left: Value, right: Value) -> Value:
        """Arithmetic: ints stay ints but for /, mixed operands become floats."""
        if {"array", "integers", "table"} & {left.kind, right.kind}:
            raise FaultError(
                node, "arithmetic on whole arrays is not part of the subset for loops; write a for loop over elements"
            )
        if isinstance(op, ast.Pow):
            return self.power(node, left, right)
        both = left.kind != "float" and right.kind != "float"
        # As in Python: whole numbers stay whole numbers, but for a quotient.
        if both and not isinstance(op, ast.Div):
            a, b = self.write.as_int(left, node), self.write.as_int(right, node)
        else:
            a, b = self.write.as_float(left, node), self.write.as_float(right, node)
        if isinstance(op, ast.Div):
            return self.write.value("float", f"fdiv contract double {a.text}, {b.text}")
        if type(op) in _ARITHMETIC:
            return self.write.value(a.kind, f"{_ARITHMETIC[type(op)][a.kind == 'float']} {a.typed}, {b.text}")
        if type(op) in _HELPERS:
            return self.write.value(
                a.kind, f"call {llvm_type(a.kind)} @{_HELPERS[type(op)][a.kind == 'float']}({a.typed}, {b.typed})"
            )
        raise FaultError(node, f"the operator {type(op).__name__} is not part of the subset for loops")

    def power(self, node: ast.AST, left: Value, right: Value) -> Value:
        """Raise an int to a literal int >= 0 by multiplication; everything else as a float."""
        if left.kind != "float" and right.kind != "float":
            if not right.text.isdigit() or int(right.text) > LONGEST_POWER:
                text = f"int ** int needs a literal exponent from 0 to {LONGEST_POWER}; make one side a float"
                raise FaultError(node, text)
            base, result = self.write.as_int(left, node), Value("int", "1")
            for _ in range(int(right.text)):
                result = self.write.value("int", f"mul i64 {result.text}, {base.text}")
            return result
        a, b = self.write.as_float(left, node), self.write.as_float(right, node)
        return self.write.value("float", f"call double @pow({a.typed}, {b.typed})")

    def compare(self, node: ast.Compare) -> Value:
        """Compare numbers, also chained; in a chain the later operands are read only while it holds."""
        left = self(node.left)
        if len(node.ops) == 1:
            return self.relation(node, node.ops[0], left, self(node.comparators[0]))
        slot, done = self.write.slot("bool"), self.write.fresh("chain")
        for position, (op, comparator) in enumerate(zip(node.ops, node.comparators, strict=True)):
            right = self(comparator)
            holds = self.relation(node, op, left, right)
            self.write.store(holds, slot)
            if position < len(node.ops) - 1:
                following = self.write.fresh("chain")
                self.write.branch(holds, following, done)
                self.write.label(following)
            left = right
        self.write.jump(done)
        self.write.label(done)
        return self.write.load("bool", slot)

    def relation(self, node: ast.Compare, op: ast.cmpop, left: Value, right: Value) -> Value:
        """Compare two numbers; every comparison with NaN is false but !=."""
        if type(op) not in _COMPARE:
            raise FaultError(
                node, f"the comparison {type(op).__name__} ({ast.unparse(node)}) is not part of the subset for loops"
            )
        if left.kind != "float" and right.kind != "float":
            a, b = self.write.as_int(left, node), self.write.as_int(right, node)
            return self.write.value("bool", f"icmp {_COMPARE[type(op)][0]} i64 {a.text}, {b.text}")
        a, b = self.write.as_float(left, node), self.write.as_float(right, node)
        return self.write.value("bool", f"fcmp {_COMPARE[type(op)][1]} double {a.text}, {b.text}")

    def boolean(self, node: ast.BoolOp) -> Value:
        """Join conditions by and/or; the right side is evaluated only when it decides."""
        slot, done = self.write.slot("bool"), self.write.fresh("logic")
        for position, part in enumerate(node.values):
            value = self.write.as_condition(self(part), part)
            self.write.store(value, slot)
            if position < len(node.values) - 1:
                following = self.write.fresh("logic")
                yes, no = (following, done) if isinstance(node.op, ast.And) else (done, following)
                self.write.branch(value, yes, no)
                self.write.label(following)
        self.write.jump(done)
        self.write.label(done)
        return self.write.load("bool", slot)

    def choice(self, node: ast.IfExp) -> Value:
        """``a if c else b``, only the chosen side evaluated."""
        condition = self.write.as_condition(self(node.test), node.test)
        yes, no, done = (self.write.fresh("choice") for _ in range(3))
        self.write.branch(condition, yes, no)
        self.write.label(yes)
        first = self(node.body)
        # The kinds of both sides decide the kind of the result, so the first side is completed after the second is
        # known.
        end, self.write.lines = self.write.lines, []
        self.write.label(no)
        second = self(node.orelse)
        tail, self.write.lines = self.write.lines, end
        # A whole number on one side becomes a double if the other is one.
        kind = "float" if "float" in (first.kind, second.kind) else "int"
        convert = self.write.as_float if kind == "float" else self.write.as_int
        slot = self.write.slot(kind)
        self.write.store(convert(first, node.body), slot)
        self.write.jump(done)
        self.write.lines += tail
        self.write.reachable = True
        self.write.store(convert(second, node.orelse), slot)
        self.write.jump(done)
        self.write.label(done)
        return self.write.load(kind, slot)

    def pointer(self, node: ast.Subscript) -> Value:
        """Address of ``a[i]``, or of the beginning of ``a[k:]``."""
        array = self(node.value)
        if array.kind not in ("array", "integers", "table"):
            raise FaultError(node, f"{ast.unparse(node.value)} is {article(array.kind)}; only an array can have [...]")
        index: ast.expr | None = node.slice
        if isinstance(node.slice, ast.Slice):
            if node.slice.upper is not None or node.slice.step is not None:
                raise FaultError(node, f"{ast.unparse(node)}: a slice may have a start only, a[k:]")
            index = node.slice.lower
            if index is None:
                return array
        if isinstance(index, ast.Tuple):
            raise FaultError(node, f"{ast.unparse(node)}: arrays have one index; write a[i * columns + j]")
        assert index is not None
        offset = self(index)
        if offset.kind != "int":
            raise FaultError(node, f"{ast.unparse(node)}: the index is {article(offset.kind)}, expected an int")
        if offset.text.startswith("-"):
            raise FaultError(
                node,
                f"{ast.unparse(node)}: an index counts from the beginning; lengths are not known, so it cannot be < 0",
            )
        # Distances are counted in numbers of 8 bytes.
        element = "i64" if array.kind == "integers" else "double"
        return self.write.value(array.kind, f"getelementptr {element}, ptr {array.text}, i64 {offset.text}")

    def subscript(self, node: ast.Subscript) -> Value:
        """Read an element; a slice is the array from there on."""
        address = self.pointer(node)
        if isinstance(node.slice, ast.Slice):
            return address
        return self.loaded(address)

    def loaded(self, address: Value) -> Value:
        """Number at the address of an element."""
        if address.kind in ("integers", "whole number"):
            return self.write.value("int", f"load i64, ptr {address.text}, align 8")
        return self.write.value("float", f"load double, ptr {address.text}, align 8")

    def call(self, node: ast.Call) -> Value:
        """Functions of numbers, and loops that return something."""
        name = self.called(node)
        if name in self.scope.loops:
            return self.call_loop(node, self.scope.loops[name])
        if name in self.scope.kernels:
            raise FaultError(
                node, f"the kernel {name} writes into its last arrays and returns nothing; call it as a statement"
            )
        arguments = [self(argument) for argument in node.args]
        if name == "integers":
            if [value.kind for value in arguments] != ["array"]:
                raise FaultError(node, f"{ast.unparse(node)}: integers takes one array of doubles whose bits are ints")
            return Value("integers", arguments[0].text)
        if any(value.kind in ("array", "integers", "table") for value in arguments):
            raise FaultError(node, f"{ast.unparse(node)}: got an array where {name} takes numbers")
        return function(self.write, node, name, arguments)

    def called(self, node: ast.Call) -> str:
        """Name of what is called; ``math.sqrt`` and ``sqrt`` are the same."""
        if node.keywords or any(isinstance(argument, ast.Starred) for argument in node.args):
            raise FaultError(node, f"{ast.unparse(node)}: arguments are given by position only")
        if (
            isinstance(node.func, ast.Attribute)
            and isinstance(node.func.value, ast.Name)
            and node.func.value.id == "math"
        ):
            return node.func.attr
        if isinstance(node.func, ast.Name):
            return node.func.id
        raise FaultError(node, f"calls of {ast.unparse(node.func)} are not part of the subset for loops")

    def call_loop(self, node: ast.Call, signature: Signature) -> Value:
        """Call another loop."""
        if len(node.args) != len(signature.arguments):
            text = f"the loop {signature.name} takes {len(signature.arguments)} arguments, got {len(node.args)}"
            raise FaultError(node, text)
        parts = []
        for argument, (name, kind) in zip(node.args, signature.arguments, strict=True):
            value = self(argument)
            # Arrays and records must be what the loop wants; numbers are converted.
            passed = kind in ("array", "integers") or not isinstance(kind, str)
            if passed and value.kind != kind:
                raise FaultError(
                    node, f"argument {name} of {signature.name} is {article(value.kind)}, expected {article(kind)}"
                )
            if not passed:
                value = self.write.as_float(value, node) if kind == "float" else self.write.as_int(value, node)
            parts.append(value.typed)
        text = f'call {KINDS[signature.result]} @"{symbol(signature.name)}"({", ".join(parts)})'
        if signature.result == "none":
            self.write.emit(text)
            return Value("none", "")
        return self.write.value(signature.result, text)

    def call_kernel(self, node: ast.Call, name: str) -> None:
        """Call a kernel: arrays in, arrays out."""
        inputs, outputs = self.scope.kernels[name]
        if len(node.args) != inputs + outputs:
            text = f"the kernel {name} takes {inputs} input and {outputs} output arrays, got {len(node.args)} arguments"
            raise FaultError(node, text)
        values = [self(argument) for argument in node.args]
        for position, (argument, value) in enumerate(zip(node.args, values, strict=True)):
            if value.kind == "table" and position >= inputs:
                raise FaultError(node, f"the kernel {name} would write into the constant {ast.unparse(argument)}")
            if value.kind not in ("array", "table"):
                raise FaultError(
                    node, f"the kernel {name} takes arrays only, got {article(value.kind)}: {ast.unparse(argument)}"
                )
        self.write.emit(f'call void @"{symbol(name)}"({", ".join(value.typed for value in values)})')
