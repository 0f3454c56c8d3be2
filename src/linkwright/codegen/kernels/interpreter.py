"""Programs as data for an interpreter in machine code, which is compiled once for all of them.

Code of a program that is run for the first time takes LLVM longer than the run takes. Its operations are written down
as numbers instead, and a function with a loop for every kind of operation carries them out: the same ones, with the
same results to the last bit, sines and cosines of four angles at a time included.

Data of a program are numbers of 8 bytes: how many constants, results and numbers of instructions there are, and the
constants; then whole numbers of 4 bytes. An instruction is the kind of an operation, how often it is carried out, and
the operands of each time. Results take one place after another, behind the constants.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np

from linkwright.codegen.kernels.graph import LANES, Program
from linkwright.codegen.kernels.kernel import (
    ARITHMETIC,
    COMPARISONS,
    FOUR,
    INTRINSICS,
    LIBM,
    NAME,
    PAIR,
    SCALAR,
    Angles,
    operation_ir,
    prelude,
    symbol,
    wide_prelude,
)

INTERPRET = "lwi.interpret"
"""Name of the interpreter, ``void lwi.interpret(data, arguments)``."""
OTHERS = "lwi.other"
"""Name of its function of rare operations."""
_OPERANDS = {
    **dict.fromkeys([*ARITHMETIC, *COMPARISONS, "and", "or", "if_else_zero"], 2),
    **dict.fromkeys(["neg", "not", "sign"], 1),
    **LIBM,
    **{name: count for name, (_, count) in INTRINSICS.items()},
}
_FREQUENT = [*ARITHMETIC, "neg", "sqrt", "fabs", "mul_add"]
_OTHERS = {name: number for number, name in enumerate(name for name in _OPERANDS if name not in _FREQUENT)}
"""All other operations, by number: they are found by a function, so that the interpreter itself is short."""
_MOVES = {"load": 2, "store": 3, "copy": 1, "turn": 0, "other": 4}
"""An input (argument, position), an output (argument, position, place), a copy, sines and cosines of the last four,
an operation of the others (number, operands)."""
_SIZES = {**_MOVES, **{name: _OPERANDS[name] for name in _FREQUENT}}
_CODES = {name: number for number, name in enumerate(_SIZES)}
_HEAD = 3


def encode(program: Program, *, wide: bool) -> bytes:
    """Data of a program; `wide`: with sines and cosines of four angles at a time, as machine code finds them."""
    data = _Data(program)
    angles = Angles(program if wide else None)
    data.carry_out(angles.early)
    data.turn(angles.angles)
    data.carry_out(range(len(program.nodes)))
    data.store()
    return data.bytes()


class _Data:
    """Data of a program as they are written."""

    def __init__(self, program: Program) -> None:
        self.program, self.code = program, list[int]()
        constants = [number for number, node in enumerate(program.nodes) if node[0] == "const"]
        self.values = [*[program.nodes[number][1] for number in constants], bytes(8)]
        # Where the result of each node is, once it is there; behind the constants is a zero.
        self.place: list[int | None] = [None] * len(program.nodes)
        for k, number in enumerate(constants):
            self.place[number] = k
        self.zero, self.following = len(constants), len(self.values)

    def carry_out(self, numbers: Iterable[int]) -> None:
        """Carry out operations that are not yet, many of one kind after another: of the most frequent one first."""
        nodes, place = self.program.nodes, self.place
        # Operands that each operation waits for, operations that read each result, and those that wait for nothing.
        missing, readers, ready = dict[int, int](), dict[int, list[int]](), dict[str, list[int]]()
        for number in numbers:
            if place[number] is not None:
                continue
            node = nodes[number]
            before = () if node[0] == "in" else {k for k in node[1:] if place[k] is None}  # type: ignore[call-overload]
            for operand in before:
                readers.setdefault(operand, []).append(number)  # type: ignore[arg-type]
            if before:
                missing[number] = len(before)
            else:
                ready.setdefault(str(node[0]), []).append(number)
        while ready:
            kind = max(ready, key=lambda kind: len(ready[kind]))
            some = ready.pop(kind)
            operands: list[Any] = []  # whole numbers, as nodes of this kind hold them
            for number in some:
                given = nodes[number][1:]
                if kind == "in":
                    operands += given
                elif kind in _OTHERS:
                    filled = [*[place[k] for k in given], *[self.zero] * (3 - len(given))]  # type: ignore[call-overload]
                    operands += [_OTHERS[kind], *filled]
                else:
                    operands += [place[k] for k in given]  # type: ignore[call-overload]
                place[number] = self.following
                self.following += 1
            name = "load" if kind == "in" else "other" if kind in _OTHERS else kind
            self.code += (_CODES[name], len(some), *operands)
            # Their results are there now: operations that waited for them alone can be carried out.
            for number in some:
                for reader in readers.get(number, ()):
                    missing[reader] -= 1
                    if not missing[reader]:
                        ready.setdefault(str(nodes[reader][0]), []).append(reader)

    def turn(self, angles: Sequence[int]) -> None:
        """Sines and cosines of angles, four at a time; lanes that are left over hold zeros."""
        found: dict[tuple[object, ...], int] = {}
        for first in range(0, len(angles), LANES):
            group = angles[first : first + LANES]
            filled = [*[self.place[angle] for angle in group], *[self.zero] * (LANES - len(group))]
            self.code += (_CODES["copy"], LANES, *filled, _CODES["turn"], 1)  # type: ignore[arg-type]
            self.following += LANES
            for lane, angle in enumerate(group):
                found["sin", angle], found["cos", angle] = self.following + lane, self.following + LANES + lane
            self.following += 2 * LANES
        if found:
            for number, node in enumerate(self.program.nodes):
                if node in found:
                    self.place[number] = found[node]

    def store(self) -> None:
        """Store results, last of all: an output may be the same memory as an input."""
        count = len(self.program.inputs)
        # An output is found among the arguments behind the inputs.
        every = [
            (count + output, position, self.place[number])
            for output, row in enumerate(self.program.results)
            for position, number in enumerate(row)
        ]
        if every:
            self.code += (_CODES["store"], len(every), *[number for each in every for number in each])  # type: ignore[arg-type]

    def bytes(self) -> bytes:
        """All of it."""
        head = np.array([len(self.values), self.following, len(self.code)], dtype=np.int64)
        return head.tobytes() + b"".join(self.values) + np.array(self.code, dtype=np.int32).tobytes()  # type: ignore[arg-type]


def callers_ir(counts: dict[str, int]) -> str:
    """Functions with the names and numbers of arguments of kernels, which give their data to the interpreter."""
    lines = [f"declare void @{INTERPRET}(ptr, ptr) nounwind"]
    for name, count in counts.items():
        arguments = ", ".join(f"ptr %a{k}" for k in range(count))
        lines += [
            f'@"{data_symbol(name)}" = external global i8',
            f'define void @"{symbol(name)}"({arguments}) nounwind {{',
            f"  %all = alloca [{count} x ptr], align 8",
        ]
        for k in range(count):
            lines.append(f"  %p{k} = getelementptr ptr, ptr %all, i64 {k}")
            lines.append(f"  store ptr %a{k}, ptr %p{k}, align 8")
        lines += [f'  call void @{INTERPRET}(ptr @"{data_symbol(name)}", ptr %all)', "  ret void", "}"]
    return "\n".join(lines) + "\n"


def data_symbol(name: str) -> str:
    """Name of the data of a kernel inside LLVM."""
    return f"{symbol(name)}.data"


def interpreter_ir(*, wide: bool) -> str:
    """Write the interpreter; `wide`: it knows sines and cosines of four angles at a time."""
    kinds = [name for name in _CODES if wide or name != "turn"]
    head = [
        wide_prelude() if wide else prelude(),
        "declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)",
        f"define void @{INTERPRET}(ptr %data, ptr %arguments) nounwind {{",
        "entry:",
        *[f"  %h{k} = getelementptr i64, ptr %data, i64 {k}" for k in range(_HEAD)],
        *[f"  %n{k} = load i64, ptr %h{k}, align 8" for k in range(_HEAD)],
        # Every call has memory of its own, so that threads may share a kernel.
        "  %w = alloca double, i64 %n1, align 32",
        f"  %constants = getelementptr i64, ptr %data, i64 {_HEAD}",
        "  %bytes = mul i64 %n0, 8",
        "  call void @llvm.memcpy.p0.p0.i64(ptr %w, ptr %constants, i64 %bytes, i1 false)",
        "  %code = getelementptr double, ptr %constants, i64 %n0",
        "  %start = getelementptr double, ptr %w, i64 %n0",
        "  %end = getelementptr i32, ptr %code, i64 %n2",
        "  br label %next",
        # The next instruction: what is done, and how often.
        "next:",
        "  %at = phi ptr [ %code, %entry ], " + ", ".join(f"[ %{name}.on, %{name} ]" for name in kinds),
        "  %to = phi ptr [ %start, %entry ], " + ", ".join(f"[ %{name}.behind, %{name} ]" for name in kinds),
        "  %over = icmp eq ptr %at, %end",
        "  br i1 %over, label %leave, label %some",
        "leave:",
        "  ret void",
        "some:",
        "  %kind = load i32, ptr %at, align 4",
        "  %at.count = getelementptr i32, ptr %at, i64 1",
        "  %count = load i32, ptr %at.count, align 4",
        "  %first = getelementptr i32, ptr %at, i64 2",
        "  switch i32 %kind, label %unknown [",
        *[f"    i32 {_CODES[name]}, label %{name}" for name in kinds],
        "  ]",
        "unknown:",
        "  unreachable",
    ]
    return "\n".join([*head, *[line for name in kinds for line in _loop(name)], "}", *_others()]) + "\n"


def _others() -> Iterator[str]:
    """The function of all operations that are not frequent."""
    yield f"define internal double @{OTHERS}(i32 %kind, double %x0, double %x1, double %x2) noinline nounwind {{"
    yield "  switch i32 %kind, label %unknown ["
    yield from (f"    i32 {number}, label %{name}" for name, number in _OTHERS.items())
    yield "  ]\nunknown:\n  unreachable"
    for name in _OTHERS:
        count = _OPERANDS[name]
        yield f"{name}:"
        yield from operation_ir((name, *range(count)), f"%{name}.r", [f"%x{k}" for k in range(count)], SCALAR)
        yield f"  ret double %{name}.r"
    yield "}"


def _loop(name: str) -> Iterator[str]:
    """The loop that carries out one kind of operation as often as it is wanted."""
    yield f"{name}:"
    yield f"  %{name}.at = phi ptr [ %first, %some ], [ %{name}.on, %{name} ]"
    yield f"  %{name}.to = phi ptr [ %to, %some ], [ %{name}.behind, %{name} ]"
    yield f"  %{name}.left = phi i32 [ %count, %some ], [ %{name}.rest, %{name} ]"
    for k in range(_SIZES[name]):
        yield f"  %{name}.f{k} = getelementptr i32, ptr %{name}.at, i64 {k}"
        yield f"  %{name}.g{k} = load i32, ptr %{name}.f{k}, align 4"
        yield f"  %{name}.n{k} = zext i32 %{name}.g{k} to i64"
    yield from _operation(name)
    size = {"store": 0, "turn": 2 * LANES}.get(name, 1)
    yield f"  %{name}.behind = getelementptr double, ptr %{name}.to, i64 {size}"
    yield f"  %{name}.on = getelementptr i32, ptr %{name}.at, i64 {_SIZES[name]}"
    yield f"  %{name}.rest = sub i32 %{name}.left, 1"
    yield f"  %{name}.more = icmp ne i32 %{name}.rest, 0"
    yield f"  br i1 %{name}.more, label %{name}, label %next"


def _operation(name: str) -> Iterator[str]:
    """Lines that carry out one operation."""
    to = f"%{name}.to"
    if name in ("load", "store"):
        yield f"  %{name}.array = getelementptr ptr, ptr %arguments, i64 %{name}.n0"
        yield f"  %{name}.base = load ptr, ptr %{name}.array, align 8"
        yield f"  %{name}.place = getelementptr double, ptr %{name}.base, i64 %{name}.n1"
        source, target = ("%load.place", to) if name == "load" else ("%store.from", "%store.place")
        if name == "store":
            yield "  %store.from = getelementptr double, ptr %w, i64 %store.n2"
        yield f"  %{name}.x = load double, ptr {source}, align 8"
        yield f"  store double %{name}.x, ptr {target}, align 8"
    elif name == "copy":
        yield "  %copy.from = getelementptr double, ptr %w, i64 %copy.n0"
        yield "  %copy.x = load double, ptr %copy.from, align 8"
        yield f"  store double %copy.x, ptr {to}, align 8"
    elif name == "turn":
        yield f"  %angles = getelementptr double, ptr {to}, i64 {-LANES}"
        yield f"  %turn.x = load {FOUR.double}, ptr %angles, align 8"
        yield f"  %both = call {PAIR} @{NAME}({FOUR.double} %turn.x)"
        yield f"  %sines = extractvalue {PAIR} %both, 0"
        yield f"  %cosines = extractvalue {PAIR} %both, 1"
        yield f"  %halfway = getelementptr double, ptr {to}, i64 {LANES}"
        yield f"  store {FOUR.double} %sines, ptr {to}, align 8"
        yield f"  store {FOUR.double} %cosines, ptr %halfway, align 8"
    else:
        first = int(name == "other")
        names = [f"%{name}.x{k}" for k in range(first, _SIZES[name])]
        for k, own in enumerate(names, first):
            yield f"  {own}.place = getelementptr double, ptr %w, i64 %{name}.n{k}"
            yield f"  {own} = load double, ptr {own}.place, align 8"
        if name == "other":
            given = ", ".join(f"double {own}" for own in names)
            yield f"  %other.r = call double @{OTHERS}(i32 %other.g0, {given})"
        else:
            yield from operation_ir((name, *range(len(names))), f"%{name}.r", names, SCALAR)
        yield f"  store double %{name}.r, ptr {to}, align 8"
