"""Long straight-line functions cut into pieces, so that LLVM's time is proportional to their length.

Registers of a function are given out, and its instructions ordered, in more than proportional time. A function of more
than `PIECE` instructions becomes a sequence of calls of pieces; numbers that a later piece needs are handed over in
memory on the stack, in places that are used again. The operations and their order stay, and so do all results.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

PIECE = 1000
"""Instructions of a piece. From 7,000 to 54,000 instructions LLVM takes the same time for each with pieces of 1,000,
one and a half times that with 4,000, and three times that without."""
LONG = 10_000
"""Instructions up to which a function stays whole: pieces hand numbers over in memory, which takes time in runs."""
_NAME = re.compile(r"%[A-Za-z][\w.]*")
_NODE = re.compile(r"  %v\d+ = ")
_TYPE = re.compile(r"(\{[^{}]*\}|<[^<>]*>|[\w.]+)")
_BYTES = {"double": 8, "ptr": 8, "i64": 8, "<4 x double>": 32, "{<4 x double>, <4 x double>}": 64}
_LINE = 32  # bytes of the widest register: where a place begins


def in_pieces(kernel: str) -> str:
    """A function of straight-line code (`define`, instructions, `ret void`, `}`), in pieces where it is long."""
    head, *body, _, _ = kernel.rstrip("\n").split("\n")
    if len(body) <= LONG:
        return kernel
    cuts = list(_cuts(body))
    pieces = [body[a:b] for a, b in zip([0, *cuts], [*cuts, len(body)], strict=True)]
    name = re.search(r'@("[^"]*"|[\w.]+)\(', head)
    assert name is not None
    begun = head.index("(", name.start())
    ended = head.index(")", begun)
    arguments = head[begun + 1 : ended]
    places, size = _places(pieces)
    functions = []
    for number, piece in enumerate(pieces):
        own = name[1].strip('"') + f".{number}"
        lines = [f'define internal void @"{own}"({arguments}, ptr %shared) noinline{head[ended + 1 :]}']
        lines += places.loads(number)
        functions.append("\n".join([*lines, *piece, *places.stores(number), "  ret void\n}\n"]))
    calls = [f'  call void @"{name[1].strip(chr(34))}.{k}"({arguments}, ptr %shared)' for k in range(len(pieces))]
    whole = [head, f"  %shared = alloca [{size} x i8], align {_LINE}", *calls, "  ret void\n}\n"]
    return "\n".join([*functions, *whole])


def _cuts(body: Sequence[str]) -> Iterator[int]:
    """Where pieces begin: after the result of an operation, which may be several instructions."""
    last = 0
    for number in range(1, len(body)):
        if number - last >= PIECE and _NODE.match(body[number - 1]):
            last = number
            yield number


class _Places:
    """What pieces hand over: each number's type and its place in the shared memory."""

    def __init__(self) -> None:
        self.made: list[list[tuple[str, str, int]]] = []
        self.read: list[list[tuple[str, str, int]]] = []

    def stores(self, piece: int) -> Iterator[str]:
        """Lines that store what later pieces read."""
        for name, kind, place in self.made[piece]:
            yield f"  {name}.to = getelementptr i8, ptr %shared, i64 {place}"
            yield f"  store {kind} {name}, ptr {name}.to, align 8"

    def loads(self, piece: int) -> Iterator[str]:
        """Lines that load what earlier pieces made."""
        for name, kind, place in self.read[piece]:
            yield f"  {name}.from = getelementptr i8, ptr %shared, i64 {place}"
            yield f"  {name} = load {kind}, ptr {name}.from, align 8"


def _places(pieces: Sequence[Sequence[str]]) -> tuple[_Places, int]:
    """Places of all numbers that cross a cut, and the size of the memory; a place is free after the last reading."""
    kinds: dict[str, str] = {}
    home: dict[str, int] = {}
    readers: dict[str, list[int]] = {}
    for number, piece in enumerate(pieces):
        for line in piece:
            target, _, text = line.strip().partition(" = ") if line.startswith("  %") else ("", "", line)
            for name in dict.fromkeys(_NAME.findall(text)):
                if home.get(name, number) < number and readers.setdefault(name, [-1])[-1] != number:
                    readers[name].append(number)
            if target:
                kinds[target], home[target] = _kind(text), number
    found, size = _Places(), 0
    free: dict[int, list[int]] = {}
    ending: list[list[tuple[int, int]]] = [[] for _ in pieces]
    found.made, found.read = [[] for _ in pieces], [[] for _ in pieces]
    crossing: list[list[str]] = [[] for _ in pieces]
    for name in readers:
        crossing[home[name]].append(name)
    for number in range(len(pieces)):
        for name in crossing[number]:
            length = _BYTES[kinds[name]]
            if free.get(length):
                place = free[length].pop()
            else:
                place, size = size, size + length
            where = (name, kinds[name], place)
            found.made[number].append(where)
            reading = readers[name][1:]
            for reader in reading:
                found.read[reader].append(where)
            ending[reading[-1]].append((length, place))
        for length, place in ending[number]:  # read for the last time here: free from the next piece on
            free.setdefault(length, []).append(place)
    return found, max(size, 8)


def _kind(text: str) -> str:
    """Type of the result of an instruction."""
    operation, _, rest = text.partition(" ")
    if operation == "getelementptr":
        return "ptr"
    if operation == "extractelement":
        return "double"
    if operation == "extractvalue":
        return "<4 x double>"
    if operation == "select":
        rest = rest[rest.index(", ") + 2 :] if not rest.startswith("<") else rest.split(", ", 1)[1]
    if operation == "fcmp":
        return "mask"  # used up within its operation
    found = _TYPE.match(rest)
    assert found is not None, text
    return found[1]
