"""Loops: functions in a small subset of Python, turned into LLVM beside the kernels they call.

The subset. Arguments are annotated `Array` (doubles), `Integers` (an array of 64-bit ints), `int`, `float` or a record
(see `records`: fields are read and numbers written by name), the result `int`, `float` or `None`. A local variable has
the kind of its first assignment (int of 64 bits, double, an array `b = a[k:]`, a record); a condition is kept as an
int. There are while, for over range, if, break, continue, return, pass;
+ - * / // % **, comparisons, and, or, not (giving conditions), ``a if c else b``; min, max, abs, int, float, isfinite,
isnan, floor and ceil (giving ints, as in `math`), sqrt, sin, cos, exp, log and the other functions of the C library,
bare or as ``math.sqrt``; ``a[i]`` read and written, also by ``+=``; ``a[k:]`` as an argument; ``integers(a)``, the
ints whose bits an array of doubles holds. Numbers and flat tuples of numbers from around the function are constants. A
kernel is called by its name as a statement, another loop (given to the same build) also in expressions.

Where it differs from Python: arrays have no length, so an index out of range is not noticed; ints have 64 bits; a
sum with a product in it is rounded once where the processor can do so; nothing is raised: the square root of -1 is NaN,
1.0 / 0.0 is infinite, ``//`` and ``%`` of ints by zero give 0, a range with step 0 is empty.
"""

from __future__ import annotations

import ast
import contextlib
import functools
import hashlib
import inspect
import json
import textwrap
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import FunctionType
from typing import Any, TypeVar

import numpy as np

from linkwright.codegen.kernels.kernel import symbol
from linkwright.codegen.loops.expressions import (
    KINDS,
    Expressions,
    FaultError,
    LoopError,
    Scope,
    Signature,
    Value,
    Writer,
    article,
    llvm_type,
)
from linkwright.codegen.loops.records import Kind, Record
from linkwright.codegen.loops.text import PARSING, LoopText

Result = TypeVar("Result")
_ANNOTATIONS = {"Array": "array", "int": "int", "bool": "int", "float": "float", "None": "none"} | {
    "Integers": "integers"
}


@functools.lru_cache(maxsize=128)
def source(function: Callable[..., object]) -> tuple[ast.FunctionDef, str, int]:
    """Syntax tree of a function, its file and the number of lines before it.

    It is kept for as many functions as a time loop has, several times over: each is read for its arguments, and again
    to be translated, and finding the end of a function in its file takes longer than parsing it.
    """
    if isinstance(function, LoopText):
        return function.tree, f"<loop {function.name}>", 0
    if not isinstance(function, FunctionType):
        message = f"a loop must be a Python function, got {type(function).__name__}"
        raise LoopError(message)
    file, first = function.__code__.co_filename, function.__code__.co_firstlineno
    try:
        text = textwrap.dedent(inspect.getsource(function))
    except OSError:
        message = f"{file}:{first}: the source of the loop {function.__name__} cannot be read; define it in a file"
        raise LoopError(message) from None
    with PARSING:
        tree = ast.parse(text).body[0]
    if not isinstance(tree, ast.FunctionDef):
        message = f"{file}:{first}: a loop must be written with def, got {type(tree).__name__}"
        raise LoopError(message)
    return tree, file, first - 1


def signature(function: Callable[..., object]) -> Signature:
    """Read the kinds of the arguments and of the result of a loop from its annotations."""
    tree, file, before = source(function)
    known = around(function)
    faults = []
    given = tree.args
    if given.vararg or given.kwarg or given.kwonlyargs or given.defaults:
        faults.append((tree.lineno, "arguments are positional, without defaults, * and **"))
    arguments = []
    for argument in (*given.posonlyargs, *given.args):
        kind = _kind(argument.annotation, known)
        if kind in (None, "none"):
            text = f"argument {argument.arg} needs one of the annotations Array, Integers, int, float, or a record"
            faults.append((argument.lineno, text))
        arguments.append((argument.arg, kind or "int"))
    result = _kind(tree.returns) if tree.returns is not None else None
    if result is None or result in ("array", "integers") or not isinstance(result, str):
        faults.append((tree.lineno, "the result needs one of the annotations int, float, None"))
    _raise(tree.name, file, before, faults)
    return Signature(tree.name, tuple(arguments), result if isinstance(result, str) else "none")


def translate(
    functions: Sequence[Callable[..., object]], kernels: Mapping[str, tuple[int, int]]
) -> tuple[dict[str, Signature], list[str]]:
    """Translate loops that may call each other and kernels; ``kernels`` are the numbers of inputs and outputs by name.

    Gives the signatures by name and LLVM of each loop. The faults of all loops are raised at once as a `LoopError`.
    """
    signatures = dict(_all([functools.partial(_named_signature, function) for function in functions]))
    return signatures, _all([functools.partial(loop_ir, function, kernels, signatures) for function in functions])


def _named_signature(function: Callable[..., object]) -> tuple[str, Signature]:
    found = signature(function)
    return found.name, found


def _all(tasks: Sequence[Callable[[], Result]]) -> list[Result]:
    """Do all tasks; raise what went wrong in any of them at the end."""
    results, faults = [], []
    for task in tasks:
        try:
            results.append(task())
        except LoopError as fault:
            faults.append(str(fault))
    if faults:
        raise LoopError("\n".join(faults))
    return results


def loop_ir(
    function: Callable[..., object], kernels: Mapping[str, tuple[int, int]], loops: Mapping[str, Signature]
) -> str:
    """Translate a loop; ``kernels`` are the numbers of inputs and outputs. All its faults are raised at once."""
    tree, file, before = source(function)
    own = loops[tree.name]
    writer = Writer(tree.name)
    # How often each name is assigned: one that is assigned once may stand for a record in the whole function.
    stores = Counter(
        node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    )
    scope = Scope({}, kernels, loops, around(function), set(), frozenset(stores), {})
    translator = _Statements(writer, scope, own, stores)
    translator.run(tree)
    _raise(tree.name, file, before, [(getattr(fault.node, "lineno", 1), fault.text) for fault in translator.faults])
    arguments = ", ".join(f"{llvm_type(kind)} %a{k}" for k, (_, kind) in enumerate(own.arguments))
    return "\n".join([
        *writer.constants.values(),
        f'define {KINDS[own.result]} @"{symbol(own.name)}"({arguments}) nounwind {{',
        *writer.stack,
        *writer.lines,
        "}\n",
    ])  # fmt: skip


def around(function: Callable[..., object]) -> dict[str, object]:
    """What names around a loop mean."""
    if isinstance(function, LoopText):
        return {record.__name__: record for record in function.records}
    return {**function.__globals__, **_enclosing(function)} if isinstance(function, FunctionType) else {}


def _enclosing(function: FunctionType) -> dict[str, object]:
    """Values of the variables of enclosing functions, as far as they have any."""
    found = {}
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        with contextlib.suppress(ValueError):
            found[name] = cell.cell_contents
    return found


def _kind(annotation: ast.expr | None, around: Mapping[str, object] | None = None) -> Kind | None:
    """Kind that an annotation means: a name of the subset, or a record from around the function."""
    if isinstance(annotation, ast.Constant):
        name = str(annotation.value)
    elif isinstance(annotation, ast.Attribute):
        name = annotation.attr
    elif isinstance(annotation, ast.Name):
        name = annotation.id
    else:
        return None
    record = (around or {}).get(name)
    if isinstance(record, type) and issubclass(record, Record):
        return record
    return _ANNOTATIONS.get(name)


def _raise(name: str, file: str, before: int, faults: Sequence[tuple[int, str]]) -> None:
    texts = [f"{file}:{before + line}: {text}" for line, text in faults if text]
    if texts:
        message = f"the loop {name} cannot be turned into machine code:\n" + "\n".join(texts)
        raise LoopError(message)


class _Statements:
    """Translates the statements of one function."""

    def __init__(self, writer: Writer, scope: Scope, own: Signature, stores: Mapping[str, int]) -> None:
        self.write, self.scope, self.own, self.stores = writer, scope, own, stores
        self.expression = Expressions(writer, scope)
        self.faults: list[FaultError] = []
        self.targets: list[list[str]] = []  # of continue and break, innermost last
        self.broken_out: list[bool] = []

    def run(self, tree: ast.FunctionDef) -> None:
        for k, (name, kind) in enumerate(self.own.arguments):
            # A record stays where it is: its address needs no variable.
            if not isinstance(kind, str) and name not in self.stores:
                self.scope.records[name] = Value(kind, f"%a{k}")
                continue
            # Arguments are variables like others; LLVM turns them into registers again.
            slot = self.write.slot(kind)
            self.scope.variables[name] = (kind, slot)
            self.write.stack.append(f"  store {llvm_type(kind)} %a{k}, ptr {slot}")
        self.block(tree.body)
        if self.own.result == "none":
            self.write.emit("ret void")
        elif self.write.reachable and not self.faults:
            self.faults.append(
                FaultError(tree, f"the end can be reached without a return of {article(self.own.result)}")
            )

    def block(self, statements: Sequence[ast.stmt]) -> None:
        for statement in statements:
            if not self.write.reachable:
                return
            try:
                self.statement(statement)
            except FaultError as fault:
                self.faults.append(fault)
                # What this statement would have assigned is unknown from here on; uses of it are no faults of their
                # own.
                names = {
                    node.id
                    for node in ast.walk(statement)
                    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
                }
                self.scope.broken.update(names - set(self.scope.variables))

    def statement(self, node: ast.stmt) -> None:
        method = getattr(self, f"_{type(node).__name__}", None)
        if method is None:
            raise FaultError(node, f"{type(node).__name__} is not part of the subset for loops")
        method(node)

    def _Pass(self, node: ast.Pass) -> None:
        pass

    def _Expr(self, node: ast.Expr) -> None:
        if isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            return
        if not isinstance(node.value, ast.Call):
            raise FaultError(node, f"{ast.unparse(node)} does nothing; only calls can stand alone")
        name = self.expression.callee(node.value)
        if name in self.scope.kernels:
            self.expression.call_kernel(node.value, name)
        else:
            self.expression(node.value)

    def _Assign(self, node: ast.Assign) -> None:
        value = self.expression(node.value)
        for target in node.targets:
            self.assign(target, value)

    def _AnnAssign(self, node: ast.AnnAssign) -> None:
        kind = _kind(node.annotation)
        if kind not in ("int", "float") or node.value is None:
            raise FaultError(node, f"{ast.unparse(node)}: expected name: int = value or name: float = value")
        value = self.expression(node.value)
        self.assign(
            node.target, self.write.as_float(value, node) if kind == "float" else self.write.as_int(value, node)
        )

    def _AugAssign(self, node: ast.AugAssign) -> None:
        if isinstance(node.target, ast.Name):
            old = self.expression(ast.copy_location(ast.Name(node.target.id, ast.Load()), node.target))
            self.assign(node.target, self.expression.operator(node, node.op, old, self.expression(node.value)))
            return
        # The place is found once: its index must not be evaluated twice.
        address = self.element(node.target)
        old = self.expression.load(address)
        new = self.expression.operator(node, node.op, old, self.expression(node.value))
        self.put(new, address, node)

    def element(self, target: ast.expr) -> Value:
        if isinstance(target, ast.Attribute):
            field = self.expression.field(target)
            if field.kind not in ("number", "whole number"):
                text = f"{ast.unparse(target)} is {article(field.kind)}; a loop writes its elements or numbers only"
                raise FaultError(target, text)
            return field
        if not isinstance(target, ast.Subscript) or isinstance(target.slice, ast.Slice):
            raise FaultError(
                target,
                f"assigning to {ast.unparse(target)} is not part of the subset for loops, only to a name, to a[i] or "
                "to a number of a record",
            )
        address = self.expression.pointer(target)
        if address.kind == "table":
            raise FaultError(
                target, f"{ast.unparse(target.value)} is a constant from around the function and cannot be written"
            )
        return address

    def put(self, value: Value, address: Value, node: ast.AST) -> None:
        whole = address.kind in ("integers", "whole number")
        number = (self.write.as_int if whole else self.write.as_float)(value, node)
        self.write.emit(f"store {number.operand}, ptr {address.text}, align 8")

    def assign(self, target: ast.expr, value: Value) -> None:
        if value.kind in ("none", "table"):
            raise FaultError(target, f"{article(value.kind)} cannot be assigned to {ast.unparse(target)}")
        if not isinstance(target, ast.Name):
            self.put(value, self.element(target), target)
            return
        if target.id in self.scope.kernels or target.id in self.scope.loops:
            raise FaultError(target, f"{target.id} is the name of a kernel or loop and cannot be a variable")
        if value.kind == "bool":
            value = self.write.as_int(value, target)
        if not isinstance(value.kind, str) and self.stores[target.id] == 1 and self.write.at_entry(value):
            self.scope.records[target.id] = value  # another name of a record
            return
        # The first assignment decides the kind.
        kind, slot = self.scope.variables.get(target.id) or (value.kind, self.write.slot(value.kind))
        self.scope.variables[target.id] = (kind, slot)
        if kind == "float" and value.kind == "int":
            value = self.write.as_float(value, target)
        if value.kind != kind:
            text = f"{target.id} was {article(kind)} when it was first assigned and cannot become {article(value.kind)}"
            hint = "; begin with 0.0 instead of 0" if (kind, value.kind) == ("int", "float") else ""
            raise FaultError(target, text + hint)
        self.write.store(value, slot)

    def _If(self, node: ast.If) -> None:
        condition = self.write.as_condition(self.expression(node.test), node.test)
        yes, no, done = (self.write.fresh("if") for _ in range(3))
        self.write.branch(condition, yes, no)
        self.write.label(yes)
        self.block(node.body)
        # What follows is reached if either side ends.
        ends = self.write.reachable
        self.write.jump(done)
        self.write.label(no)
        self.block(node.orelse)
        ends = ends or self.write.reachable
        self.write.jump(done)
        if ends:
            self.write.label(done)

    def _While(self, node: ast.While) -> None:
        head, body, done = (self.write.fresh("while") for _ in range(3))
        self.write.jump(head)
        self.write.label(head)
        # `while True` without a break never ends: nothing behind it is written.
        forever = isinstance(node.test, ast.Constant) and bool(node.test.value)
        if forever:
            self.write.jump(body)
        else:
            self.write.branch(self.write.as_condition(self.expression(node.test), node.test), body, done)
        self.repeat(node, body, head, done)
        self.write.jump(head)
        if not forever or self.broken_out[-1]:
            self.write.label(done)
        self.broken_out.pop()

    def _For(self, node: ast.For) -> None:
        call = node.iter
        if not (
            isinstance(call, ast.Call)
            and isinstance(call.func, ast.Name)
            and call.func.id == "range"
            and not call.keywords
        ):
            raise FaultError(node, f"for ... in {ast.unparse(call)}: a for loop runs over range(...) only")
        if not isinstance(node.target, ast.Name):
            raise FaultError(node, f"for {ast.unparse(node.target)}: expected one variable")
        if not 1 <= len(call.args) <= 3:
            raise FaultError(node, f"range takes 1 to 3 arguments, got {len(call.args)}")
        bounds = [self.write.as_int(self.expression(argument), argument) for argument in call.args]
        # range(stop), range(start, stop), range(start, stop, step).
        if len(bounds) == 1:
            bounds.insert(0, Value("int", "0"))
        start, stop, step = (*bounds, Value("int", "1"))[:3]
        # The counter is not the loop's variable: Python lets the body change that without an effect on the loop.
        counter = self.write.slot("int")
        self.write.store(start, counter)
        head, body, following, done = (self.write.fresh("for") for _ in range(4))
        self.write.jump(head)
        self.write.label(head)
        now = self.write.load("int", counter)
        self.write.branch(self.ahead(now, stop, step), body, done)
        self.write.label(body)
        self.assign(node.target, now)
        self.repeat(node, "", following, done)
        self.write.jump(following)
        self.write.label(following)
        now = self.write.load("int", counter)
        self.write.store(self.write.value("int", f"add i64 {now.text}, {step.text}"), counter)
        self.write.jump(head)
        self.write.label(done)
        self.broken_out.pop()

    def ahead(self, now: Value, stop: Value, step: Value) -> Value:
        """Whether a range goes on."""
        upwards = self.write.value("bool", f"icmp slt i64 {now.text}, {stop.text}")
        downwards = self.write.value("bool", f"icmp sgt i64 {now.text}, {stop.text}")
        positive = self.write.value("bool", f"icmp sgt i64 {step.text}, 0")
        negative = self.write.value("bool", f"icmp slt i64 {step.text}, 0")
        up = self.write.value("bool", f"and i1 {positive.text}, {upwards.text}")
        down = self.write.value("bool", f"and i1 {negative.text}, {downwards.text}")
        return self.write.value("bool", f"or i1 {up.text}, {down.text}")

    def repeat(self, node: ast.For | ast.While, body: str, following: str, done: str) -> None:
        """Translate the body of a loop; leaves on `broken_out` whether a break was met."""
        if node.orelse:
            raise FaultError(node, f"else after {type(node).__name__.lower()} is not part of the subset for loops")
        if body:
            self.write.label(body)
        # Where continue and break of the body go.
        self.targets.append([following, done])
        self.broken_out.append(False)
        self.block(node.body)
        self.targets.pop()

    def _Break(self, node: ast.Break) -> None:
        self.broken_out[-1] = True
        self.write.jump(self.targets[-1][1])

    def _Continue(self, node: ast.Continue) -> None:
        self.write.jump(self.targets[-1][0])

    def _Return(self, node: ast.Return) -> None:
        wanted = self.own.result
        if node.value is None or (isinstance(node.value, ast.Constant) and node.value.value is None):
            if wanted != "none":
                raise FaultError(node, f"return without a value; the annotation says {wanted}")
            self.write.emit("ret void")
        else:
            if wanted == "none":
                raise FaultError(node, "return of a value; the annotation says None")
            value = self.expression(node.value)
            value = self.write.as_float(value, node) if wanted == "float" else self.write.as_int(value, node)
            self.write.emit(f"ret {value.operand}")
        self.write.reachable = False


# -- what is kept on disk ---------------------------------------------------------------------------------------------
#
# Reading the source of a function with `inspect`, parsing and translating it takes some ten milliseconds; all of that
# is left out where a process before has done it. What a translation depends on is found without parsing: the file of
# each function, and what names around it stand for.

_NUMBER = (bool, int, float, np.bool_, np.integer, np.floating)


def dependencies(loops: Sequence[Callable[..., object]]) -> str | None:
    """All that the translation of loops depends on, but for the kernels; None where a source is in no file."""
    parts, files = [], dict[str, str]()
    for loop in loops:
        known = around(loop)
        if isinstance(loop, LoopText):
            parts.append(loop.text)
            names = set[str]()
        elif isinstance(loop, FunctionType):
            code = loop.__code__
            digest = files.get(code.co_filename) or _checksum(code.co_filename)
            if digest is None:
                return None
            files[code.co_filename] = digest
            parts.append(f"{digest} {code.co_firstlineno} {code.co_name}")
            names = {*code.co_names, *code.co_freevars}
        else:
            return None
        # Names that are read, and records, which annotations name.
        parts += [
            f"{name} {_meaning(value)}"
            for name, value in sorted(known.items())
            if name in names or (isinstance(value, type) and issubclass(value, Record))
        ]
    return "\n".join(parts)


def _checksum(file: str) -> str | None:
    """Checksum of a file, None where there is none to be read."""
    try:
        return hashlib.sha256(Path(file).read_bytes()).hexdigest()
    except OSError:
        return None


def _meaning(value: object) -> str:
    """What a translation can take from a value around a loop: a number, a table of numbers, the layout of a record."""
    if isinstance(value, type) and issubclass(value, Record):
        return value.layout()
    if isinstance(value, np.ndarray):
        value = value.tolist()
    if isinstance(value, _NUMBER):
        return repr(value)
    if isinstance(value, (tuple, list)) and all(isinstance(x, _NUMBER) for x in value):
        return f"table {[float(x) for x in value]}"
    return type(value).__name__


def signature_data(loops: Sequence[Callable[..., object]], signatures: Mapping[str, Signature]) -> bytes:
    """Signatures of loops as JSON; records by the names that they have around the loops."""
    found = []
    for loop in loops:
        names = {id(value): name for name, value in around(loop).items() if isinstance(value, type)}
        own = signatures[loop.__name__]
        arguments = [
            (name, kind, "") if isinstance(kind, str) else (name, "", names[id(kind)]) for name, kind in own.arguments
        ]
        found.append((own.name, arguments, own.result))
    return json.dumps(found).encode()


def signatures_from(loops: Sequence[Callable[..., object]], data: bytes) -> dict[str, Signature]:
    """Signatures of loops from what `signature_data` gave for the same loops."""
    found = {}
    for loop, (own, arguments, result) in zip(loops, json.loads(data), strict=True):
        known: dict[str, Any] = around(loop)
        kinds = [(name, kind or known[record]) for name, kind, record in arguments]
        found[own] = Signature(own, tuple(kinds), result)
    return found
