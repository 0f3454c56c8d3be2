"""Kernels and loops as machine code."""

from __future__ import annotations

import ctypes
import operator
from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from typing import Any

import casadi
import numpy as np

from linkwright.codegen import machine
from linkwright.codegen.arrays import address, pointer, view
from linkwright.codegen.kernels.batch import rows_ir
from linkwright.codegen.kernels.graph import Program, read
from linkwright.codegen.kernels.kernel import kernel_ir
from linkwright.codegen.kernels.sx import hexadecimal, prelude, symbol
from linkwright.codegen.kernels.trigonometry import NAME, sincos_ir, wide_prelude
from linkwright.codegen.library import Interface, Library, Rows, interface
from linkwright.codegen.loops.expressions import Signature
from linkwright.codegen.loops.records import Kind, Record
from linkwright.codegen.loops.translation import translate
from linkwright.codegen.loops.writing import DIVISION, KINDS

LARGE = 20_000  # operations of one kernel from which it is not optimised: that would take seconds
_TYPES: Mapping[str, type[ctypes.c_void_p | ctypes.c_int64 | ctypes.c_double]] = {
    "array": ctypes.c_void_p,
    "integers": ctypes.c_void_p,
    "int": ctypes.c_int64,
    "float": ctypes.c_double,
}


class CompiledLibrary(Library):
    """Kernels and loops as machine code."""

    backend = "llvm"

    def __init__(
        self,
        programs: Mapping[str, Program],
        interfaces: Mapping[str, Interface],
        signatures: Mapping[str, Signature],
        loaded: machine.Loaded,
    ) -> None:
        """Take what `compile` makes."""
        super().__init__(interfaces, signatures)
        self._programs, self._loaded = programs, loaded

    @classmethod
    def compile(
        cls,
        functions: Mapping[str, casadi.Function],
        signatures: Mapping[str, Signature],
        loops: Sequence[str],
    ) -> CompiledLibrary:
        """Compile functions with dense inputs and outputs, and loops that are LLVM already."""
        # Read once; batches of rows are made from the same programs, when they are asked for.
        programs = {name: read(name, function) for name, function in functions.items()}
        # One object a kernel: kernels that several libraries share (projections) come from the cache, and the loops,
        # which are the same for every machine, are optimised once.
        wide = _wide()
        head = wide_prelude() if wide else prelude()
        objects = [
            machine.compile_ir(head + kernel_ir(program, wide=wide), int(program.operations <= LARGE), optimise=False)
            for program in programs.values()
        ]
        if loops:
            # Loops call kernels by name; the linker finds them among the other objects.
            counts = {name: len(program.inputs) + len(program.outputs) for name, program in programs.items()}
            known = [
                f'declare void @"{symbol(name)}"({", ".join(["ptr"] * count)}) nounwind'
                for name, count in counts.items()
            ]
            objects.append(machine.compile_ir("\n".join([prelude(), DIVISION, *known, *loops]), 1))
        imports, needs = _trigonometry()
        loaded = machine.load(
            objects, [symbol(name) for name in (*programs, *signatures)], imports=imports, needs=needs
        )
        return cls(
            programs, {name: interface(name, function) for name, function in functions.items()}, signatures, loaded
        )

    def over(
        self, owners: Mapping[str, Sequence[Library]], loops: Sequence[Callable[..., object]], place: int
    ) -> Callable[[str], Callable[..., object]]:
        """Loops in machine code; of several kernels the number at `place` of the first array says which is called."""
        faces = {name: found[0].interfaces[name] for name, found in owners.items()}
        counts = tuple((name, len(face.inputs), len(face.outputs)) for name, face in faces.items())
        signatures, translated = _translated(tuple(loops), counts)
        # Kernels of other libraries are called by their addresses. Where there are several of one name a small
        # function stands before them, which looks up the number.
        imports, known, chosen = {}, [], []
        for name, libraries in owners.items():
            face = libraries[0].interfaces[name]
            count = len(face.inputs) + len(face.outputs)
            known.append(f'declare void @"{symbol(name)}"({", ".join(["ptr"] * count)}) nounwind')
            if len(libraries) > 1:
                chosen.append(one_of_ir(symbol(name), count, len(libraries), place))
            for k, library in enumerate(libraries):
                assert isinstance(library, CompiledLibrary)
                own = symbol(name) if len(libraries) == 1 else f"{symbol(name)}.{k}"
                imports[own] = library._address(name)  # noqa: SLF001  of its own kind
        objects = [machine.compile_ir("\n".join([prelude(), DIVISION, *known, *translated]), 1)]
        if chosen:
            objects.append(machine.compile_ir("\n".join(chosen), 1))
        # Their code must stay in memory as long as these loops.
        needs = tuple(library for libraries in owners.values() for library in libraries)
        loaded = machine.load(objects, [symbol(name) for name in signatures], imports=imports, needs=needs)
        return partial(CompiledLibrary({}, {}, signatures, loaded).loop, check=False)

    def _address(self, name: str) -> int:
        return self._loaded.addresses[symbol(name)]

    def _kernel(self, name: str) -> Callable[..., object]:
        count = len(self.interfaces[name].slots)
        function = ctypes.CFUNCTYPE(None, *[ctypes.c_void_p] * count)(self._address(name))
        function.loaded = self._loaded  # type: ignore[attr-defined]

        def kernel(*arrays: np.ndarray) -> None:
            try:
                function(*map(view, arrays))
            except TypeError:  # a read-only array has no such view
                function(*map(pointer, arrays))

        kernel.__name__ = name
        return kernel

    def _loop(self, name: str) -> Callable[..., object]:
        found = self.signatures[name]
        kinds = [kind for _, kind in found.arguments]
        function = ctypes.CFUNCTYPE(_TYPES.get(found.result), *[_type_of(kind) for kind in kinds])(self._address(name))
        convert = [_CONVERT[kind] if isinstance(kind, str) else _record_address for kind in kinds]
        quick = [_QUICK.get(kind, _same) if isinstance(kind, str) else _record_address for kind in kinds]
        function.loaded = self._loaded  # type: ignore[attr-defined]

        def loop(*arguments: Any) -> object:
            try:
                return function(*[change(argument) for change, argument in zip(quick, arguments, strict=True)])
            except (TypeError, ctypes.ArgumentError):  # a read-only array, or a number of NumPy's
                return function(*[change(argument) for change, argument in zip(convert, arguments, strict=True)])

        return loop

    def _rows(self, name: str, shared: frozenset[int]) -> Rows:
        ir = rows_ir(self._programs[name], shared, wide=_wide())
        target = symbol(name)
        imports, needs = _trigonometry()
        loaded = machine.load(
            [machine.compile_ir(ir, 1)],
            ["lwi.rows"],
            imports={target: self._loaded.addresses[target], **imports},
            needs=(self._loaded, *needs),
        )
        count = len(self.interfaces[name].slots)
        function = ctypes.CFUNCTYPE(None, ctypes.c_int64, ctypes.c_int64, *[ctypes.c_void_p] * count)(
            loaded.addresses["lwi.rows"]
        )
        function.loaded = loaded  # type: ignore[attr-defined]

        def rows(first: int, last: int, arrays: Sequence[np.ndarray]) -> None:
            function(first, last, *map(pointer, arrays))

        return rows

    def _bound(
        self, name: str, kinds: Sequence[Kind], result: str, arguments: Sequence[object]
    ) -> Callable[[], object]:
        parts = []
        for kind, argument in zip(kinds, arguments, strict=True):
            if isinstance(argument, Record):
                parts.append(f"ptr inttoptr (i64 {argument.address} to ptr)")
            elif kind in ("array", "integers"):
                assert isinstance(argument, np.ndarray)
                parts.append(f"ptr inttoptr (i64 {address(argument)} to ptr)")
            elif kind == "float":
                parts.append(f"double {hexadecimal(float(argument))}")  # type: ignore[arg-type]
            else:
                parts.append(f"i64 {operator.index(argument)}")  # type: ignore[arg-type]
        # The arguments are constants of the code: a call from Python then passes nothing.
        call = f"call {KINDS[result]} inttoptr (i64 {self._address(name)} to ptr)({', '.join(parts)})"
        body = f"{call}\n  ret void" if result == "none" else f"%r = {call}\n  ret {KINDS[result]} %r"
        ir = f'define {KINDS[result]} @"lwi.bound"() nounwind {{\n  {body}\n}}\n'
        # Addresses of this process are in it: never to be kept on disk.
        loaded = machine.load([machine.compile_ir(ir, 0, cached=False)], ["lwi.bound"], needs=(self._loaded, arguments))
        function = ctypes.CFUNCTYPE(_TYPES.get(result))(loaded.addresses["lwi.bound"])
        function.loaded = loaded  # type: ignore[attr-defined]
        return function


@cache
def _translated(
    loops: tuple[Callable[..., object], ...], counts: tuple[tuple[str, int, int], ...]
) -> tuple[dict[str, Signature], list[str]]:
    """Loops as LLVM: the same for every machine with kernels of these names, so translated once."""
    return translate(loops, {name: (inputs, outputs) for name, inputs, outputs in counts})


def _wide() -> bool:
    """Whether this processor adds four doubles at a time."""
    return bool(machine.features() & {"avx2", "neon"})


@cache
def _trigonometry() -> tuple[dict[str, int], tuple[object, ...]]:
    """Address of sine and cosine of four angles by name, if there is any use for them, and what must be kept."""
    if not _wide():
        return {}, ()
    loaded = machine.load([machine.compile_ir(sincos_ir(), 1)], [NAME])
    return {NAME: loaded.addresses[NAME]}, (loaded,)


def one_of_ir(name: str, count: int, number: int, place: int) -> str:
    """A function that calls one of `number` others, `name.k`: k is the number at `place` of its first argument."""
    arguments = ", ".join(f"ptr %a{k}" for k in range(count))
    cases = [f'c{k}:\n  tail call void @"{name}.{k}"({arguments})\n  ret void' for k in range(number)]
    return "\n".join([
        *[f'declare void @"{name}.{k}"({", ".join(["ptr"] * count)}) nounwind' for k in range(number)],
        f'define void @"{name}"({arguments}) nounwind {{',
        f"  %p = getelementptr double, ptr %a0, i64 {place}",
        "  %d = load double, ptr %p",
        "  %k = fptosi double %d to i64",
        f"  switch i64 %k, label %c0 [{' '.join(f'i64 {k}, label %c{k}' for k in range(1, number))}]",
        *cases,
        "}",
    ])  # fmt: skip


def _same(value: object) -> object:
    return value


def _record_address(record: Record) -> int:
    return record.address


def _type_of(kind: Kind) -> type[ctypes.c_void_p | ctypes.c_int64 | ctypes.c_double]:
    return _TYPES[kind] if isinstance(kind, str) else ctypes.c_void_p


_QUICK: Mapping[str, Callable[..., object]] = {"array": view, "integers": view}
_CONVERT: Mapping[str, Callable[..., object]] = {
    "array": pointer,
    "integers": pointer,
    "int": operator.index,
    "float": float,
}
