"""A kernel over many rows as machine code: four rows at a time in vector registers, the rest one by one.

The four rows are computed by the same operations as one row, on vectors. Rows are loaded in blocks of four by four
numbers, turned so that a vector holds one number of each row; results go the other way.

`columns_ir` writes a kernel at many points that are given in columns: the numbers of four points stand side by side
there, and every operation is rounded by itself, as on CasADi's virtual machine.

`four_ir` writes a kernel for four callers, each with arrays of its own, and `four_uses_ir` the same for loops that have
all these arrays at hand; results are those of the kernel for one caller to the last bit.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from linkwright.codegen.kernels.graph import LANES, Program, operands
from linkwright.codegen.kernels.kernel import (
    EXACT,
    FOUR,
    NAME,
    PAIR,
    TURNED,
    Angles,
    Shape,
    hexadecimal,
    operation_ir,
    symbol,
    wide_prelude,
)
from linkwright.codegen.kernels.pieces import LONG, in_pieces

_SELECTIONS = {
    # Turning four rows a, b, c, d of four numbers: first pairs within halves, then the halves.
    "low": "<4 x i32> <i32 0, i32 4, i32 2, i32 6>",
    "high": "<4 x i32> <i32 1, i32 5, i32 3, i32 7>",
    "front": "<4 x i32> <i32 0, i32 1, i32 4, i32 5>",
    "back": "<4 x i32> <i32 2, i32 3, i32 6, i32 7>",
}


def rows_ir(program: Program, shared: frozenset[int], *, wide: bool) -> str:
    """Write ``void lwi.rows(first, last, in0, ..., out0, ...)``: the kernel for every row from first to last."""
    sizes = [*program.inputs, *program.outputs]
    arguments = "".join(f", ptr %a{k}" for k in range(len(sizes)))
    lines = [f'declare void @"{symbol(program.name)}"({", ".join(["ptr"] * len(sizes))}) nounwind']
    # Four rows at a time, as long as four are left.
    four = ", ".join(["i64 %row4", *[f"ptr %a{k}" for k in range(len(sizes))]])
    if wide:
        body = [f"define internal void @lwi.four({four}) nounwind {{", *_four_rows(program, shared), "  ret void", "}"]
        text = "\n".join(body) + "\n"
        lines += [wide_prelude(), in_pieces(text) if len(body) > LONG else text]
    lines += [f"define void @lwi.rows(i64 %first, i64 %last{arguments}) nounwind {{", "entry:"]
    if wide:
        lines += [
            "  br label %head4",
            "head4:",
            "  %row4 = phi i64 [ %first, %entry ], [ %next4, %body4 ]",
            f"  %next4 = add i64 %row4, {LANES}",
            "  %more4 = icmp sle i64 %next4, %last",
            "  br i1 %more4, label %body4, label %head",
            "body4:",
            f"  call void @lwi.four({four})",
            "  br label %head4",
        ]
    else:
        lines.append("  br label %head")
    lines += [
        "head:",
        f"  %row = phi i64 [ {'%row4, %head4' if wide else '%first, %entry'} ], [ %next, %body ]",
        "  %more = icmp slt i64 %row, %last",
        "  br i1 %more, label %body, label %done",
        "body:",
    ]
    # Each array begins at its row; one that is shared by all rows stays where it is.
    parts = []
    for k, size in enumerate(sizes):
        lines.append(f"  %n{k} = mul i64 %row, {0 if k in shared else size}")
        lines.append(f"  %p{k} = getelementptr double, ptr %a{k}, i64 %n{k}")
        parts.append(f"ptr %p{k}")
    lines += [
        f'  call void @"{symbol(program.name)}"({", ".join(parts)})',
        "  %next = add i64 %row, 1",
        "  br label %head",
        "done:",
        "  ret void",
        "}",
    ]
    return "\n".join(lines) + "\n"


def _four_rows(program: Program, shared: frozenset[int]) -> list[str]:
    """Body for rows row4 to row4 + 3: loads, operations, stores."""
    rows = _Rows()
    for k, size in enumerate((*program.inputs, *program.outputs)):
        if k not in shared:
            rows.base(k, size)
    every = {int(node[1]) for node in program.nodes if node[0] in TURNED}  # type: ignore[call-overload]
    _four_evaluations(program, rows, shared, every)
    return rows.lines


def four_ir(program: Program) -> str:
    """Write ``void lwi.four(a0, a1, a2, a3)``: a kernel for four callers, each with addresses of its arguments.

    Two callers may be the same one. Sines and cosines come from where the kernel for one caller has them from: the C
    library, or the function of four angles. So results do not show who computed them.
    """
    rows = _Rows()
    for k in range(len(program.inputs) + len(program.outputs)):
        rows.addresses(k)
    _four_evaluations(program, rows, frozenset(), Angles(program).places)
    callers = ", ".join(f"ptr %c{lane}" for lane in range(LANES))
    body = [f"define void @{FOUR_CALLERS}({callers}) nounwind {{", *rows.lines, "  ret void", "}"]
    text = "\n".join(body) + "\n"
    return wide_prelude() + (in_pieces(text) if len(body) > LONGEST_WHOLE else text)


def four_uses_ir(program: Program, *, wide: bool) -> str:
    """Write ``void name_four(a0.0, a0.1, a0.2, a0.3, a1.0, ...)``: a kernel for four uses of a type in a loop.

    Each argument of the kernel stands there four times, once for each use. No use reads what another one writes.
    Without wide registers, the kernel is called four times.
    """
    count = len(program.inputs) + len(program.outputs)
    arguments = ", ".join(f"ptr %r{k}.{lane}" for k in range(count) for lane in range(LANES))
    head = f'define void @"{symbol(program.name + FOUR_USES)}"({arguments}) nounwind {{'
    if not wide:
        calls = [
            f'  call void @"{symbol(program.name)}"({", ".join(f"ptr %r{k}.{lane}" for k in range(count))})'
            for lane in range(LANES)
        ]
        declared = f'declare void @"{symbol(program.name)}"({", ".join(["ptr"] * count)}) nounwind'
        return "\n".join([declared, head, *calls, "  ret void", "}"]) + "\n"
    # The same text as for four rows of a batch; only the addresses are given one by one.
    rows = _Rows()
    _four_evaluations(program, rows, frozenset(), Angles(program).places)
    text = "\n".join([head, *rows.lines, "  ret void", "}"]) + "\n"
    return wide_prelude() + in_pieces(text)


FOUR_USES = "_four"
"""What a loop writes behind the name of a kernel to call it for four uses."""


def _four_evaluations(program: Program, rows: _Rows, shared: frozenset[int], turned: Collection[int]) -> None:
    """Loads, operations and stores of four evaluations; sines and cosines of `turned` are found for four angles."""
    count = len(program.inputs)
    # Which numbers of each input are read at all, so that others are not loaded.
    wanted: dict[int, dict[int, str]] = {}
    names: list[str] = []
    for number, node in enumerate(program.nodes):
        if node[0] == "in":
            argument, position = node[1:]
            assert isinstance(argument, int)
            assert isinstance(position, int)
            wanted.setdefault(argument, {})[position] = f"%v{number}"
    for argument, positions in wanted.items():
        if argument in shared:
            rows.load_shared(argument, positions)
        else:
            rows.load(argument, program.inputs[argument], positions)
    # Sine and cosine of an angle come from one call.
    angles: dict[int, str] = {}
    for number, node in enumerate(program.nodes):
        names.append(f"%v{number}")
        if node[0] == "const":
            assert isinstance(node[1], bytes)
            names[-1] = FOUR.constant(node[1])
        elif node[0] in TURNED and node[1] in turned:
            operand = node[1]
            assert isinstance(operand, int)
            if operand not in angles:
                angles[operand] = f"%sc{number}"
                rows.lines.append(f"  %sc{number} = call {PAIR} @{NAME}({FOUR.double} {names[operand]})")
            rows.lines.append(f"  %v{number} = extractvalue {PAIR} {angles[operand]}, {0 if node[0] == 'sin' else 1}")
        elif node[0] != "in":
            rows.lines.extend(operation_ir(node, f"%v{number}", names, FOUR))
    for output, results in enumerate(program.results):
        rows.store(count + output, [names[number] for number in results])


FOUR_CALLERS = "lwi.four"
"""Name of the function that `four_ir` writes."""
LONGEST_WHOLE = 40_000
"""Instructions up to which it stays whole: it is compiled for runs that take longer than compiling, and of the Stewart
platform (15,000) pieces take twice as long."""


class _Rows:
    """Loads and stores of four rows."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.count = 0

    def value(self, text: str, name: str = "") -> str:
        self.count += 1
        name = name or f"%u{self.count}"
        self.lines.append(f"  {name} = {text}")
        return name

    def base(self, argument: int, size: int) -> None:
        """Addresses of the four rows."""
        offset = self.value(f"mul i64 %row4, {size}")
        for lane in range(LANES):
            start = offset if lane == 0 else self.value(f"add i64 {offset}, {lane * size}")
            self.value(f"getelementptr double, ptr %a{argument}, i64 {start}", f"%r{argument}.{lane}")

    def addresses(self, argument: int) -> None:
        """Addresses that four callers give."""
        for lane in range(LANES):
            where = self.value(f"getelementptr ptr, ptr %c{lane}, i64 {argument}")
            self.value(f"load ptr, ptr {where}, align 8", f"%r{argument}.{lane}")

    def place(self, argument: int, lane: int, position: int) -> str:
        return self.value(f"getelementptr double, ptr %r{argument}.{lane}, i64 {position}")

    def load_shared(self, argument: int, positions: dict[int, str]) -> None:
        """The same number in all lanes."""
        for position, name in positions.items():
            place = self.value(f"getelementptr double, ptr %a{argument}, i64 {position}")
            number = self.value(f"load double, ptr {place}, align 8")
            one = self.value(f"insertelement {FOUR.double} poison, double {number}, i32 0")
            self.value(f"shufflevector {FOUR.double} {one}, {FOUR.double} poison, <4 x i32> zeroinitializer", name)

    def load(self, argument: int, size: int, positions: dict[int, str]) -> None:
        """Numbers of four rows, by blocks; a block that sticks out of the row or is hardly used, number by number."""
        for start in range(0, size, LANES):
            # Sixteen numbers are loaded as four vectors and turned, which is quicker than one by one from the second
            # on.
            block = {position: positions[position] for position in range(start, start + LANES) if position in positions}
            if start + LANES <= size and len(block) > 1:
                # A vector of each row; turned, they hold one number of all four rows each.
                rows = []
                for lane in range(LANES):
                    place = self.place(argument, lane, start)
                    rows.append(self.value(f"load {FOUR.double}, ptr {place}, align 8"))
                turned = self.turn(rows)
                for position, name in block.items():
                    self.value(f"freeze {FOUR.double} {turned[position - start]}", name)
                continue
            for position, name in block.items():
                vector = "poison"
                for lane in range(LANES):
                    place = self.place(argument, lane, position)
                    number = self.value(f"load double, ptr {place}, align 8")
                    last = name if lane == LANES - 1 else ""
                    vector = self.value(f"insertelement {FOUR.double} {vector}, double {number}, i32 {lane}", last)

    def turn(self, rows: list[str]) -> list[str]:
        """Transpose four vectors."""

        def pick(a: str, b: str, selection: str) -> str:
            return self.value(f"shufflevector {FOUR.double} {a}, {FOUR.double} {b}, {_SELECTIONS[selection]}")

        a, b, c, d = rows
        low, high = (pick(a, b, "low"), pick(c, d, "low")), (pick(a, b, "high"), pick(c, d, "high"))
        return [pick(*low, "front"), pick(*high, "front"), pick(*low, "back"), pick(*high, "back")]

    def store(self, argument: int, names: list[str]) -> None:
        """Results of four rows, block by block."""
        for start in range(0, len(names), LANES):
            # Results are turned back, so that a row is written as vectors; a block that is not full goes number by
            # number.
            block = names[start : start + LANES]
            if len(block) == LANES:
                for lane, row in enumerate(self.turn(block)):
                    self.lines.append(f"  store {FOUR.double} {row}, ptr {self.place(argument, lane, start)}, align 8")
                continue
            for position, name in enumerate(block, start):
                for lane in range(LANES):
                    number = self.value(f"extractelement {FOUR.double} {name}, i32 {lane}")
                    self.lines.append(f"  store double {number}, ptr {self.place(argument, lane, position)}, align 8")


EXACT_FOUR = Shape(LANES, exact=True)
COLUMNS = "lwi.columns"
"""Name of the function that `columns_ir` writes."""


_SPREAD = f"shufflevector {EXACT_FOUR.double} %e?, {EXACT_FOUR.double} poison, <{LANES} x i32> zeroinitializer"
"""The first number of a vector in all lanes."""


def columns_ir(program: Program, shared: frozenset[int]) -> str:
    """Write ``void lwi.columns(points, in0, ..., out0, ...)``: a program at all points, four at a time.

    Arrays are (size, points), or (size) for inputs that are the same at all points; `points` is a multiple of four.
    """
    arrays = range(len(program.inputs) + len(program.outputs))
    alone: list[bool] = []
    for node in program.nodes:
        alone.append(node[1] in shared if node[0] == "in" else all(alone[k] for k in operands(node)))
    # What depends on shared inputs alone is computed once, before the loop, and stands in all lanes.
    read_in_loop = {k for number, node in enumerate(program.nodes) if not alone[number] for k in operands(node)}
    read_in_loop |= {k for row in program.results for k in row}
    once, lines = list[str](), list[str]()
    numbers, vectors = list[str](), list[str]()
    pointers = _Pointers()
    for number, node in enumerate(program.nodes):
        if node[0] == "const":
            assert isinstance(node[1], bytes)
            numbers.append(hexadecimal(node[1]))
            vectors.append(EXACT_FOUR.constant(node[1]))
            continue
        numbers.append(f"%s{number}")
        vectors.append(f"%v{number}")
        if not alone[number] and node[0] == "in":
            place = f"%a{node[1]}.{node[2]}"
            lines.append(f"  %v{number} = load {EXACT_FOUR.double}, ptr {place}, align 8")
            pointers.wanted.setdefault(int(node[1]), []).append(int(node[2]))  # type: ignore[call-overload]
        elif not alone[number]:
            lines += operation_ir(node, f"%v{number}", vectors, EXACT_FOUR)
        elif node[0] == "in":
            once.append(f"  %p{number} = getelementptr double, ptr %a{node[1]}, i64 {node[2]}")
            once.append(f"  %s{number} = load double, ptr %p{number}, align 8")
        else:
            once += operation_ir(node, f"%s{number}", numbers, EXACT)
        if alone[number] and number in read_in_loop:
            once.append(f"  %e{number} = insertelement {EXACT_FOUR.double} poison, double %s{number}, i32 0")
            once.append(f"  %v{number} = {_SPREAD.replace('?', str(number))}")
    for output, row in enumerate(program.results, len(program.inputs)):
        pointers.wanted[output] = list(range(len(row)))
        lines += [
            f"  store {EXACT_FOUR.double} {vectors[number]}, ptr %a{output}.{place}, align 8"
            for place, number in enumerate(row)
        ]
    return "\n".join([
        wide_prelude(),
        f"define void @{COLUMNS}(i64 %points{''.join(f', ptr %a{k}' for k in arrays)}) nounwind {{",
        "entry:",
        "  %stride = mul i64 %points, 8",
        *once,
        "  br label %head",
        "head:",
        "  %point = phi i64 [ 0, %entry ], [ %next, %body ]",
        "  %more = icmp slt i64 %point, %points",
        "  br i1 %more, label %body, label %done",
        "body:",
        *pointers.lines(),
        *lines,
        f"  %next = add i64 %point, {LANES}",
        "  br label %head",
        "done:",
        "  ret void",
        "}\n",
    ])  # fmt: skip


class _Pointers:
    """Where the points in hand are in each row of the arrays; each row is found from the one before."""

    def __init__(self) -> None:
        self.wanted: dict[int, list[int]] = {}

    def lines(self) -> Iterator[str]:
        for array, rows in self.wanted.items():
            before, at = f"%a{array}.start", 0
            yield f"  {before} = getelementptr double, ptr %a{array}, i64 %point"
            for row in sorted(rows):
                by = "%stride" if row == at + 1 else f"%a{array}.{row}.by"
                if row != at + 1:
                    yield f"  {by} = mul i64 %stride, {row - at}"
                yield f"  %a{array}.{row} = getelementptr i8, ptr {before}, i64 {by}"
                before, at = f"%a{array}.{row}", row
