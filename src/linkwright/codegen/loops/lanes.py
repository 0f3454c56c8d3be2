"""A loop run four times side by side, so that its kernels are evaluated for four callers at once.

The loop becomes a coroutine of LLVM: where it calls one of some kernels, it stops and hands out the addresses of the
arguments, and it goes on from there later. `lwi.lanes` begins four of them, the lanes. When all have stopped, it
evaluates the kernel that most of them wait for, for all of these in vector registers, and lets them go on. Each lane
does what the loop does alone, on memory of its own, with the same results: a lane decides nothing for another one.

Functions on the way from the loop to these kernels are written out where they are called, since a coroutine stops only
in its own body; all others stay functions. Imported only if llvmlite is there.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import llvmlite.binding as llvm

from linkwright.codegen.kernels.graph import LANES
from linkwright.codegen.kernels.kernel import symbol
from linkwright.codegen.loops.expressions import Signature, llvm_type

LANES_NAME = "lwi.lanes"
"""Name of the function that `lanes_ir` writes, ``void lwi.lanes(table)``, with a row of words for each lane: the
address of memory where it keeps its variables while it stands, then the arguments of the loop."""
LANE_BYTES = 16_384
"""Bytes of that memory; the time loops need one or two thousand."""
_DEFINED = re.compile(r"^define (?:internal )?([^@\n]*@([\w.]+)\([^\n]*\)) #\d+ \{$(.*?)^\}$", re.MULTILINE | re.DOTALL)
_CALLED = re.compile(r"call [^@\n]*@([\w.]+)\(")
_ANSWER = "{ptr, i64, ptr}"
"""What a lane gives when it stops: where it goes on (null: it has ended), the number of a kernel, its arguments."""
_ENDED = "i1" if llvm.llvm_version_info < (22,) else "void"
"""What `llvm.coro.end` returns: before LLVM 22 a truth value, which a coroutine of this kind does not read."""
_INTRINSICS = f"""
declare token @llvm.coro.id.retcon(i32, i32, ptr, ptr, ptr, ptr)
declare ptr @llvm.coro.begin(token, ptr)
declare i1 @llvm.coro.suspend.retcon.i1(...)
declare {_ENDED} @llvm.coro.end(ptr, i1, token)
declare void @llvm.trap() noreturn nounwind
declare {_ANSWER} @lwi.go_on(ptr, i1)
define internal noalias ptr @lwi.more_room(i64 %size) noinline nounwind {{
  call void @llvm.trap()
  unreachable
}}
define internal void @lwi.give_back(ptr %room) noinline nounwind {{
  ret void
}}
"""


@dataclass(frozen=True)
class WideKernel:
    """A kernel that lanes stop for: its name and its number of arguments."""

    name: str
    arguments: int

    @property
    def one(self) -> str:
        """Symbol of the kernel for one caller, ``void (a0, a1, ...)``."""
        return f"{symbol(self.name)}.one"

    @property
    def four(self) -> str:
        """Symbol of the kernel for four callers, ``void (c0, c1, c2, c3)``, each an address of addresses."""
        return f"{symbol(self.name)}.four"


def coroutine_ir(module: str, loop: Signature, kernels: Sequence[WideKernel]) -> str:
    """Write a loop as a coroutine, from a module of LLVM with all loops, and the kernels that it stops for.

    In the module, as LLVM writes it, loops inside of functions are functions of their own: of what a coroutine keeps
    while it stands, LLVM does not know that it is not changed by what a loop writes, and would read it at every turn.
    """
    called = {found[2]: set(_CALLED.findall(found[3])) for found in _DEFINED.finditer(module)}
    # All that leads to one of the kernels must stand in the body of the coroutine.
    inside = {symbol(kernel.name) for kernel in kernels}
    while more := {name for name, names in called.items() if names & inside} - inside:
        inside |= more

    def inner(found: re.Match[str]) -> str:
        how = "alwaysinline" if found[2] in inside or not found[2].startswith(symbol("")) else "noinline"
        return f"define internal {found[1]} {how} nounwind {{{found[3]}}}"

    text = _DEFINED.sub(inner, module)
    # In the place of these kernels stands what stops.
    for kernel in kernels:
        text = re.sub(rf"^declare void @{re.escape(symbol(kernel.name))}\(.*$", "", text, flags=re.MULTILINE)
    return "\n".join([text, _INTRINSICS, *[_stop(k, kernel) for k, kernel in enumerate(kernels)], _begin(loop)])


def _stop(number: int, kernel: WideKernel) -> str:
    """What stands in a lane for a kernel: hand out the addresses, and stop."""
    arguments = range(kernel.arguments)
    given = ", ".join(f"ptr %a{k}" for k in arguments)
    lines = [
        f"define internal void @{symbol(kernel.name)}({given}) alwaysinline nounwind {{",
        f"  %given = alloca [{kernel.arguments} x ptr], align 16",
    ]
    for k in arguments:
        lines += [f"  %p{k} = getelementptr ptr, ptr %given, i64 {k}", f"  store ptr %a{k}, ptr %p{k}"]
    # What is not read again after a stop is not kept over it.
    lines += [
        f"  call i1 (...) @llvm.coro.suspend.retcon.i1(i64 {number}, ptr %given)",
        "  %kept = load volatile ptr, ptr %given",
        "  ret void",
        "}",
    ]
    return "\n".join(lines)


def _begin(loop: Signature) -> str:
    """The coroutine: the loop, written out in it."""
    given = [f"{llvm_type(kind)} %a{k}" for k, (_, kind) in enumerate(loop.arguments)]
    assert loop.result == "none"
    memory = f"i32 {LANE_BYTES}, i32 16, ptr %room, ptr @lwi.go_on, ptr @lwi.more_room, ptr @lwi.give_back"
    return "\n".join([
        f"define {_ANSWER} @lwi.begin({', '.join(['ptr %room', *given])}) presplitcoroutine nounwind {{",
        f"  %id = call token @llvm.coro.id.retcon({memory})",
        "  %lane = call ptr @llvm.coro.begin(token %id, ptr null)",
        f'  call void @"{symbol(loop.name)}"({", ".join(given)})',
        f"  call {_ENDED} @llvm.coro.end(ptr %lane, i1 false, token none)",
        "  unreachable",
        "}",
    ])  # fmt: skip


def lanes_ir(loop: Signature, kernels: Sequence[WideKernel]) -> str:
    """Write what begins the lanes and evaluates kernels for them.

    It is a module of its own: before LLVM has cut a coroutine where it stops, its answers are not seen in it.
    """
    none = len(kernels)  # the number of no kernel: the lane has ended
    width = 1 + len(loop.arguments)
    given = ", ".join(["ptr", *[llvm_type(kind) for _, kind in loop.arguments]])
    lines = [f"declare {_ANSWER} @lwi.begin({given}) nounwind"]
    for kernel in kernels:
        lines.append(f'declare void @"{kernel.one}"({", ".join(["ptr"] * kernel.arguments)}) nounwind')
        lines.append(f'declare void @"{kernel.four}"({", ".join(["ptr"] * LANES)}) nounwind')
    lines += [f"define void @{LANES_NAME}(ptr %table) nounwind {{", "entry:"]
    for lane in range(LANES):
        lines += [f"  %next{lane} = alloca ptr", f"  %kind{lane} = alloca i64", f"  %box{lane} = alloca ptr"]
    # Each lane runs up to where it stops first.
    for lane in range(LANES):
        words = []
        for k, kind in enumerate(["ptr", *[llvm_type(kind) for _, kind in loop.arguments]]):
            name = f"%room{lane}" if k == 0 else f"%w{lane}.{k}"
            lines.append(f"  {name}.at = getelementptr i64, ptr %table, i64 {lane * width + k}")
            lines.append(f"  {name} = load {kind}, ptr {name}.at, align 8")
            words.append(f"{kind} {name}")
        lines.append(f"  %begin{lane} = call {_ANSWER} @lwi.begin({', '.join(words)})")
        lines += _keep(f"%begin{lane}", lane, none)
    # Which kernel do most lanes wait for? The first, of those that as many wait for.
    lines += ["  br label %choose", "choose:"]
    lines += [f"  %k{lane} = load i64, ptr %kind{lane}" for lane in range(LANES)]
    most, chosen = "0", str(none)
    for j in range(len(kernels)):
        total = "0"
        for lane in range(LANES):
            lines += [
                f"  %waits{j}.{lane} = icmp eq i64 %k{lane}, {j}",
                f"  %one{j}.{lane} = zext i1 %waits{j}.{lane} to i64",
                f"  %sum{j}.{lane} = add i64 {total}, %one{j}.{lane}",
            ]
            total = f"%sum{j}.{lane}"
        lines += [
            f"  %more{j} = icmp sgt i64 {total}, {most}",
            f"  %most{j} = select i1 %more{j}, i64 {total}, i64 {most}",
            f"  %chosen{j} = select i1 %more{j}, i64 {j}, i64 {chosen}",
        ]
        most, chosen = f"%most{j}", f"%chosen{j}"
    cases = " ".join(f"i64 {j}, label %kernel{j}" for j in range(len(kernels)))
    lines += [f"  switch i64 {chosen}, label %done [{cases}]"]
    for j, kernel in enumerate(kernels):
        lines += _evaluate(j, kernel, most)
    # Lanes that waited for it go on, up to where they stop next.
    lines.append("resume:")
    for lane in range(LANES):
        lines += [
            f"  %goes{lane} = icmp eq i64 %k{lane}, {chosen}",
            f"  br i1 %goes{lane}, label %go{lane}, label %after{lane}",
            f"go{lane}:",
            f"  %to{lane} = load ptr, ptr %next{lane}",
            f"  %answer{lane} = call {_ANSWER} %to{lane}(ptr %room{lane}, i1 false)",
            *_keep(f"%answer{lane}", lane, none),
            f"  br label %after{lane}",
            f"after{lane}:",
        ]
    return "\n".join([*lines, "  br label %choose", "done:", "  ret void", "}\n"])


def _keep(answer: str, lane: int, none: int) -> list[str]:
    """Keep what a lane answered."""
    name = f"{answer}.x"
    return [
        f"  {name}.next = extractvalue {_ANSWER} {answer}, 0",
        f"  {name}.kind = extractvalue {_ANSWER} {answer}, 1",
        f"  {name}.box = extractvalue {_ANSWER} {answer}, 2",
        f"  {name}.ended = icmp eq ptr {name}.next, null",
        f"  {name}.waits = select i1 {name}.ended, i64 {none}, i64 {name}.kind",
        f"  store ptr {name}.next, ptr %next{lane}",
        f"  store i64 {name}.waits, ptr %kind{lane}",
        f"  store ptr {name}.box, ptr %box{lane}",
    ]


def _evaluate(j: int, kernel: WideKernel, waiting: str) -> list[str]:
    """Evaluate kernel j for the lanes that wait for it; a single one is served by the kernel for one caller."""
    lines = [f"kernel{j}:"]
    # In the place of lanes that do not wait stands one that does: it gets its results several times.
    lines += [f"  %b{j}.{lane} = load ptr, ptr %box{lane}" for lane in range(LANES)]
    any_box = f"%b{j}.{LANES - 1}"
    for lane in reversed(range(LANES - 1)):
        lines.append(f"  %any{j}.{lane} = select i1 %waits{j}.{lane}, ptr %b{j}.{lane}, ptr {any_box}")
        any_box = f"%any{j}.{lane}"
    lines += [
        f"  %single{j} = icmp eq i64 {waiting}, 1",
        f"  br i1 %single{j}, label %one{j}, label %four{j}",
        f"one{j}:",
    ]
    for k in range(kernel.arguments):
        lines.append(f"  %at{j}.{k} = getelementptr ptr, ptr {any_box}, i64 {k}")
        lines.append(f"  %to{j}.{k} = load ptr, ptr %at{j}.{k}")
    given = ", ".join(f"ptr %to{j}.{k}" for k in range(kernel.arguments))
    lines += [f'  call void @"{kernel.one}"({given})', "  br label %resume", f"four{j}:"]
    for lane in range(LANES):
        lines.append(f"  %for{j}.{lane} = select i1 %waits{j}.{lane}, ptr %b{j}.{lane}, ptr {any_box}")
    given = ", ".join(f"ptr %for{j}.{lane}" for lane in range(LANES))
    return [*lines, f'  call void @"{kernel.four}"({given})', "  br label %resume"]
