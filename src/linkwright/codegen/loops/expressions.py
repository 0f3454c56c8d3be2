"""Expressions of the loops' subset of Python, as LLVM."""

from __future__ import annotations

import ast
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from linkwright.codegen.kernels.kernel import INTRINSICS, LIBM, hexadecimal, symbol
from linkwright.codegen.loops.records import Kind
from linkwright.faults import close_matches

# Kinds of values and how LLVM calls them. `bool` exists only inside expressions; a local
# variable holds it as an int. A `table` is an array of constants, which is only read; a `number` and a `whole number`
# are addresses of numbers in records.
KINDS = {"int": "i64", "float": "double", "bool": "i1", "array": "ptr", "table": "ptr"} | {
    "number": "ptr",
    "whole number": "ptr",
    "integers": "ptr",
    "none": "void",
}


def llvm_type(kind: Kind) -> str:
    """How LLVM calls a kind; a record is handed over by its address."""
    return KINDS[kind] if isinstance(kind, str) else "ptr"


class LoopError(ValueError):
    """A loop uses Python that cannot be turned into machine code; the text names the construct, file and line."""


class FaultError(Exception):
    """One fault at one place, collected into a `LoopError`. One with an empty text follows from an earlier fault."""

    def __init__(self, node: ast.AST, text: str) -> None:
        """Put a text to the line of a node."""
        super().__init__(text)
        self.node, self.text = node, text


@dataclass(frozen=True)
class Value:
    """A kind and the name or literal that stands for it in LLVM."""

    kind: Kind
    text: str

    @property
    def operand(self) -> str:
        """The value as an argument: type and name."""
        return f"{llvm_type(self.kind)} {self.text}"


@dataclass
class Writer:
    """Instructions of one function. After a jump nothing is written until the next label: it could not be reached."""

    name: str
    lines: list[str] = field(default_factory=list)
    stack: list[str] = field(default_factory=list)
    constants: dict[str, str] = field(default_factory=dict)
    reachable: bool = True
    count: int = 0
    entries: dict[tuple[str, int], Value] = field(default_factory=dict)

    def fresh(self, stem: str = "t") -> str:
        """Make a new name."""
        self.count += 1
        return f"{stem}{self.count}"

    def emit(self, line: str) -> None:
        """Write one instruction."""
        if self.reachable:
            self.lines.append(f"  {line}")

    def value(self, kind: Kind, instruction: str) -> Value:
        """Write an instruction that has a result."""
        name = f"%{self.fresh()}"
        self.emit(f"{name} = {instruction}")
        return Value(kind, name)

    def jump(self, label: str) -> None:
        """Go on at a label."""
        self.emit(f"br label %{label}")
        self.reachable = False

    def branch(self, condition: Value, yes: str, no: str) -> None:
        """Go on at one of two labels."""
        self.emit(f"br i1 {condition.text}, label %{yes}, label %{no}")
        self.reachable = False

    def label(self, name: str) -> None:
        """Begin a block."""
        self.lines.append(f"{name}:")
        self.reachable = True

    def slot(self, kind: Kind) -> str:
        """Make room for a variable; zero until it is written."""
        name = f"%{self.fresh('slot')}"
        self.stack.append(f"  {name} = alloca {llvm_type(kind)}, align 8")
        zero = {"int": "0", "bool": "0", "float": "0.0"}.get(str(kind), "null")
        self.stack.append(f"  store {llvm_type(kind)} {zero}, ptr {name}")
        return name

    def load(self, kind: Kind, slot: str) -> Value:
        """Read a variable."""
        return self.value(kind, f"load {llvm_type(kind)}, ptr {slot}")

    def address_in(self, record: Value, place: int, kind: Kind) -> Value:
        """Address that a record holds in one of its words: it stays the same while a loop runs.

        Of a record that is known where the function begins it is read there, once; so a loop over elements of an array
        in a record costs what it costs over an argument.
        """
        if not self.at_entry(record):
            here = self.value("array", f"getelementptr double, ptr {record.text}, i64 {place}")
            return self.value(kind, f"load ptr, ptr {here.text}, align 8, !invariant.load !{{}}")
        found = self.entries.get((record.text, place))
        if found is None:
            word, name = f"%{self.fresh('word')}", f"%{self.fresh('entry')}"
            self.stack.append(f"  {word} = getelementptr double, ptr {record.text}, i64 {place}")
            self.stack.append(f"  {name} = load ptr, ptr {word}, align 8, !invariant.load !{{}}")
            found = self.entries[record.text, place] = Value(kind, name)
        return found

    def at_entry(self, value: Value) -> bool:
        """Whether a value is an argument, or was read where the function begins."""
        return value.text.startswith(("%a", "%entry"))

    def store(self, value: Value, slot: str) -> None:
        """Write a variable."""
        self.emit(f"store {value.operand}, ptr {slot}")

    def as_float(self, value: Value, node: ast.AST) -> Value:
        """Convert a number to a double."""
        if value.kind == "float":
            return value
        if value.kind == "int":
            if value.text.lstrip("-").isdigit():
                return Value("float", hexadecimal(float(int(value.text))))
            return self.value("float", f"sitofp i64 {value.text} to double")
        if value.kind == "bool":
            return self.value("float", f"uitofp i1 {value.text} to double")
        raise FaultError(node, f"got {article(value.kind)}, expected a number")

    def as_int(self, value: Value, node: ast.AST) -> Value:
        """Take an int, or a condition as 0 or 1; never a double."""
        if value.kind == "int":
            return value
        if value.kind == "bool":
            return self.value("int", f"zext i1 {value.text} to i64")
        raise FaultError(node, f"got {article(value.kind)}, expected an int; write int(...) to cut off the fraction")

    def as_condition(self, value: Value, node: ast.AST) -> Value:
        """Take the truth of a number: anything but zero, NaN too."""
        if value.kind == "bool":
            return value
        if value.kind == "int":
            return self.value("bool", f"icmp ne i64 {value.text}, 0")
        if value.kind == "float":
            return self.value("bool", f"fcmp une double {value.text}, 0.0")
        raise FaultError(node, f"got {article(value.kind)}, expected a condition")


def article(kind: Kind) -> str:
    """Name a kind in a sentence."""
    if isinstance(kind, type):
        return f"a record {kind.__name__}"
    return {
        "int": "an int",
        "float": "a float",
        "bool": "a condition",
        "array": "an array",
        "integers": "an array of integers",
        "table": "a constant array",
    }.get(kind, "nothing")


# Division of Python: the quotient is rounded down and the remainder has the sign of the divisor. The machine's integer
# division traps on zero and on the smallest int over -1, so both are kept away from it: an int over zero gives 0.
DIVISION = """
define internal i64 @lwi.idiv(i64 %a, i64 %b) alwaysinline nounwind {
  %zero = icmp eq i64 %b, 0
  %minus = icmp eq i64 %b, -1
  %odd = or i1 %zero, %minus
  %d = select i1 %odd, i64 1, i64 %b
  %q = sdiv i64 %a, %d
  %r = srem i64 %a, %d
  %inexact = icmp ne i64 %r, 0
  %signs = xor i64 %r, %d
  %differ = icmp slt i64 %signs, 0
  %down = and i1 %inexact, %differ
  %one = zext i1 %down to i64
  %floor = sub i64 %q, %one
  %negated = sub i64 0, %a
  %some = select i1 %minus, i64 %negated, i64 %floor
  %all = select i1 %zero, i64 0, i64 %some
  ret i64 %all
}
define internal i64 @lwi.imod(i64 %a, i64 %b) alwaysinline nounwind {
  %zero = icmp eq i64 %b, 0
  %minus = icmp eq i64 %b, -1
  %odd = or i1 %zero, %minus
  %d = select i1 %odd, i64 1, i64 %b
  %r = srem i64 %a, %d
  %inexact = icmp ne i64 %r, 0
  %signs = xor i64 %r, %d
  %differ = icmp slt i64 %signs, 0
  %down = and i1 %inexact, %differ
  %more = select i1 %down, i64 %d, i64 0
  %mod = add i64 %r, %more
  ret i64 %mod
}
define internal double @lwi.mod(double %a, double %b) alwaysinline nounwind {
  %r = call double @fmod(double %a, double %b)
  %exact = fcmp oeq double %r, 0.0
  %rn = fcmp olt double %r, 0.0
  %bn = fcmp olt double %b, 0.0
  %differ = xor i1 %rn, %bn
  %sum = fadd double %r, %b
  %some = select i1 %differ, double %sum, double %r
  %signed = call double @llvm.copysign.f64(double 0.0, double %b)
  %all = select i1 %exact, double %signed, double %some
  ret double %all
}
define internal double @lwi.div(double %a, double %b) alwaysinline nounwind {
  %whole = call double @fmod(double %a, double %b)
  %exact = fcmp oeq double %whole, 0.0
  %difference = fsub double %a, %whole
  %q = fdiv double %difference, %b
  %rn = fcmp olt double %whole, 0.0
  %bn = fcmp olt double %b, 0.0
  %signs = xor i1 %rn, %bn
  %inexact = xor i1 %exact, true
  %differ = and i1 %signs, %inexact
  %less = fsub double %q, 1.0
  %some = select i1 %differ, double %less, double %q
  %floor = call double @llvm.floor.f64(double %some)
  %gap = fsub double %some, %floor
  %up = fcmp ogt double %gap, 0.5
  %above = fadd double %floor, 1.0
  %near = select i1 %up, double %above, double %floor
  %naught = fcmp oeq double %some, 0.0
  %ratio = fdiv double %a, %b
  %signed = call double @llvm.copysign.f64(double 0.0, double %ratio)
  %all = select i1 %naught, double %signed, double %near
  ret double %all
}
declare i64 @llvm.fptosi.sat.i64.f64(double)
declare i64 @llvm.abs.i64(i64, i1)
"""


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
            return write.value("bool", f"fcmp uno {numbers[0].operand}, 0.0")
        # Neither infinite nor NaN: both comparisons with infinity fail then.
        size = write.value("float", f"call double @llvm.fabs.f64({numbers[0].operand})")
        return write.value("bool", f"fcmp olt double {size.text}, {hexadecimal(math.inf)}")
    if name in CEILINGS:
        numbers = [write.value("float", f"call double @llvm.{name}.f64({numbers[0].operand})")]
    if name in (*CEILINGS, "int"):
        return write.value("int", f"call i64 @llvm.fptosi.sat.i64.f64({numbers[0].operand})")
    target = f"llvm.{INTRINSICS[name][0]}.f64" if name in INTRINSICS else "llvm.fabs.f64" if name == "abs" else name
    return write.value("float", f"call double @{target}({', '.join(number.operand for number in numbers)})")


def extreme(write: Writer, node: ast.Call, name: str, arguments: list[Value]) -> Value:
    """Take min or max as Python does: the first, unless a later one is strictly smaller (larger)."""
    kind = "float" if any(value.kind == "float" for value in arguments) else "int"
    convert = write.as_float if kind == "float" else write.as_int
    numbers = [convert(value, node) for value in arguments]
    # Not LLVM's own minimum: with NaN and signed zeros Python's depends on the order.
    test = {"intmin": "icmp slt", "intmax": "icmp sgt", "floatmin": "fcmp olt", "floatmax": "fcmp ogt"}[kind + name]
    result = numbers[0]
    for number in numbers[1:]:
        better = write.value("bool", f"{test} {number.operand}, {result.text}")
        result = write.value(kind, f"select i1 {better.text}, {number.operand}, {result.operand}")
    return result


__all__ = ["extreme", "function"]


_COMPARE: dict[type[ast.cmpop], tuple[str, str]] = {
    ast.Lt: ("slt", "olt"), ast.LtE: ("sle", "ole"), ast.Gt: ("sgt", "ogt"), ast.GtE: ("sge", "oge"),
    ast.Eq: ("eq", "oeq"), ast.NotEq: ("ne", "une"),
}  # fmt: skip
_ARITHMETIC: dict[type[ast.operator], tuple[str, str]] = {
    ast.Add: ("add", "fadd"), ast.Sub: ("sub", "fsub"), ast.Mult: ("mul", "fmul"),
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
        self.products: dict[str, tuple[str, str]] = {}
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
        return self.load(field) if field.kind in ("number", "whole number") else field

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
            return self.write.value("float", f"fdiv double {a.text}, {b.text}")
        if a.kind == "float" and isinstance(op, (ast.Add, ast.Sub)) and {a.text, b.text} & self.products.keys():
            return self.fused(op, a, b)
        if a.kind == "float" and isinstance(op, ast.Mult):
            product = self.write.value("float", f"fmul {a.operand}, {b.text}")
            self.products[product.text] = (a.text, b.text)
            return product
        if type(op) in _ARITHMETIC:
            return self.write.value(a.kind, f"{_ARITHMETIC[type(op)][a.kind == 'float']} {a.operand}, {b.text}")
        if type(op) in _HELPERS:
            return self.write.value(
                a.kind, f"call {llvm_type(a.kind)} @{_HELPERS[type(op)][a.kind == 'float']}({a.operand}, {b.operand})"
            )
        raise FaultError(node, f"the operator {type(op).__name__} is not part of the subset for loops")

    def fused(self, op: ast.operator, left: Value, right: Value) -> Value:
        """A sum or difference with a product that stands in it: rounded once, where the processor can do so.

        It is decided here and not by LLVM, so that loops have the same results however much they are optimised.
        """
        first = left.text in self.products
        (a, b), c = (self.products[left.text], right.text) if first else (self.products[right.text], left.text)
        if isinstance(op, ast.Sub):
            negative = self.write.value("float", f"fneg double {c if first else a}").text
            a, c = (a, negative) if first else (negative, c)
        return self.write.value("float", f"call double @llvm.fmuladd.f64(double {a}, double {b}, double {c})")

    def power(self, node: ast.AST, left: Value, right: Value) -> Value:
        """Raise an int to a literal int >= 0, and a float to 2, by multiplication; everything else as a float."""
        if left.kind != "float" and right.kind != "float":
            if not right.text.isdigit() or int(right.text) > LONGEST_POWER:
                text = f"int ** int needs a literal exponent from 0 to {LONGEST_POWER}; make one side a float"
                raise FaultError(node, text)
            base, result = self.write.as_int(left, node), Value("int", "1")
            for _ in range(int(right.text)):
                result = self.write.value("int", f"mul i64 {result.text}, {base.text}")
            return result
        a, b = self.write.as_float(left, node), self.write.as_float(right, node)
        # A square is a product in optimised code, which the C library's power rounds otherwise now and then.
        if right.text == "2":
            return self.write.value("float", f"fmul {a.operand}, {a.text}")
        return self.write.value("float", f"call double @pow({a.operand}, {b.operand})")

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
        return self.load(address)

    def load(self, address: Value) -> Value:
        """Number at the address of an element."""
        if address.kind in ("integers", "whole number"):
            return self.write.value("int", f"load i64, ptr {address.text}, align 8")
        return self.write.value("float", f"load double, ptr {address.text}, align 8")

    def call(self, node: ast.Call) -> Value:
        """Functions of numbers, and loops that return something."""
        name = self.callee(node)
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

    def callee(self, node: ast.Call) -> str:
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
            parts.append(value.operand)
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
        self.write.emit(f'call void @"{symbol(name)}"({", ".join(value.operand for value in values)})')
