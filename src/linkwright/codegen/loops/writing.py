"""What the translation of loops writes on: values with a kind, blocks of instructions, faults with file and line."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field

from linkwright.codegen.kernels.sx import hexadecimal
from linkwright.codegen.loops.records import Kind

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
    def typed(self) -> str:
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
        self.emit(f"store {value.typed}, ptr {slot}")

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
