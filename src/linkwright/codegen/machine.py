"""LLVM through llvmlite: IR to an object, objects to addresses in this process. Imported only if llvmlite is there."""

from __future__ import annotations

import contextlib
import ctypes
import functools
import hashlib
import json
import operator
import os
import sys
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

import casadi
import llvmlite
import llvmlite.binding as llvm
import numpy as np

from linkwright.arrays import collection_paused
from linkwright.codegen import cache
from linkwright.codegen.inputs import AS_USUAL, NOT_FINITE, InputsOf
from linkwright.codegen.kernels.batch import COLUMNS, FOUR_CALLERS, columns_ir, four_ir, four_uses_ir, rows_ir
from linkwright.codegen.kernels.graph import LANES, Code, Compiler, Program, dense, read
from linkwright.codegen.kernels.instructions import WORTH_SEARCHING, instructions
from linkwright.codegen.kernels.interpreter import INTERPRET, callers_ir, data_symbol, encode, interpreter_ir
from linkwright.codegen.kernels.kernel import (
    EXACT,
    LIBM,
    NAME,
    hexadecimal,
    kernel_ir,
    prelude,
    sincos_ir,
    symbol,
    wide_prelude,
)
from linkwright.codegen.kernels.pieces import LONG, in_pieces
from linkwright.codegen.kernels.rewriting import fold, fuse, settle, share_inverses
from linkwright.codegen.library import Bound, Interface, Lanes, Library, Rows, interface, kernel_counts, look
from linkwright.codegen.loops.expressions import DIVISION, KINDS, Signature
from linkwright.codegen.loops.lanes import LANE_BYTES, LANES_NAME, WideKernel, coroutine_ir, lanes_ir
from linkwright.codegen.loops.records import Kind, Record, address, pointer, view
from linkwright.codegen.loops.translation import dependencies, signature, signature_data, signatures_from, translate

_FORMAT = 2  # raise when the meaning of cached objects changes
# What LLVM may call though nobody wrote it: sine and cosine of one angle, powers of 2 and 10, rounding in software.
_INTRODUCED = (
    "sincos",
    "exp2",
    "exp10",
    "ldexp",
    "cbrt",
    "sqrt",
    "floor",
    "ceil",
    "trunc",
    "rint",
    "fmin",
    "fmax",
    "fabs",
)


@dataclass(frozen=True)
class Loaded:
    """Machine code in memory, there as long as this object is; ``addresses`` by symbol."""

    tracker: object
    engine: object
    addresses: Mapping[str, int]
    needs: tuple[object, ...] = ()


@functools.cache
def _host() -> tuple[str, str]:
    """Processor and its features; initialises LLVM."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    return llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten()


def features() -> frozenset[str]:
    """Names of the features this processor has, such as avx2."""
    return frozenset(feature[1:] for feature in _host()[1].split(",") if feature.startswith("+"))


INLINED_OPERATIONS = 25
"""Size (LLVM's cost of instructions) up to which functions of a time loop are written out where they are called, a
tenth of what LLVM takes: the loop waits for kernels, not for calls, and is compiled in two thirds of the time."""


def _key(code: str, level: int, *, optimise: bool = True, inlined: int | None = None) -> str:
    """Key of an object: everything that it depends on is in it, code, versions, processor, level."""
    target = (_FORMAT, llvmlite.__version__, llvm.llvm_version_info, llvm.get_default_triple(), *_host())
    return hashlib.sha256(f"{(*target, level, optimise, inlined)}\n{code}".encode()).hexdigest()


def compile_ir(ir: str, level: int, *, cached: bool = True, optimise: bool = True, inlined: int | None = None) -> bytes:
    """Compile a module to an object at optimisation level 0 or 1, or take it from the cache.

    Without `optimise` the passes over the intermediate code are left out: straight-line code without equal operations
    gains nothing from them. Functions up to the size `inlined` (default: LLVM's) are written out where they are called.
    """
    look()
    cpu, flags = _host()
    key = _key(ir, level, optimise=optimise, inlined=inlined)
    if cached and (known := cache.load(key)) is not None:
        return known
    windows = os.name == "nt"
    machine = llvm.Target.from_default_triple().create_target_machine(
        cpu=cpu,
        features=flags,
        opt=level,
        reloc="default" if windows else "pic",
        codemodel="jitdefault" if windows else "small",
    )
    # A context of its own: threads compile at the same time.
    module = llvm.parse_assembly(ir, llvm.create_context())
    module.verify()
    if level and optimise:
        tuning = llvm.create_pipeline_tuning_options(speed_level=level)
        tuning.loop_interleaving = False  # states are short: most of one would be left over after blocks of 16
        if inlined is not None:
            tuning.inlining_threshold = inlined
        builder = llvm.create_pass_builder(machine, tuning)
        builder.getModulePassManager().run(module, builder)
    compiled = bytes(machine.emit_object(module))
    if cached:
        cache.store(key, compiled)
    return compiled


def _compile_own(name: str, write: Callable[[], str], *, optimise: bool = True) -> bytes:
    """Compile a module that follows from the sources of this folder alone; it is not even written if it is there."""
    key = _key(f"{_translation()}\n{name} of our own", 1, optimise=optimise)
    found = cache.load(key)
    if found is None:
        found = compile_ir(write(), 1, cached=False, optimise=optimise)
        cache.store(key, found)
    return found


def load(
    objects: Iterable[bytes],
    symbols: Iterable[str],
    *,
    imports: Mapping[str, int] | None = None,
    needs: tuple[object, ...] = (),
) -> Loaded:
    """Link objects and give the addresses of symbols; a symbol that is missing anywhere raises RuntimeError.

    ``imports`` are addresses that the objects refer to by name; ``needs`` is whatever must live as long as the result.
    """
    _host()
    engine = llvm.create_lljit_compiler(use_jit_link=os.name != "nt", suppress_errors=True)
    builder = llvm.JITLibraryBuilder().add_current_process()
    for compiled in objects:
        builder.add_object_img(compiled)
    for name, where in {**_mathematics(), **(imports or {})}.items():
        builder.import_symbol(name, where)
    names = list(symbols)
    for name in names:
        builder.export_symbol(name)
    tracker = builder.link(engine, "linkwright")
    return Loaded(tracker, engine, {name: tracker[name] for name in names}, needs)


@functools.cache
def _mathematics() -> Mapping[str, int]:
    """Addresses of the C library's mathematical functions."""
    library = _libm()
    found = {name: getattr(library, name, None) for name in (*LIBM, *_INTRODUCED)}
    return {name: ctypes.cast(f, ctypes.c_void_p).value or 0 for name, f in found.items() if f is not None}


def _libm() -> ctypes.CDLL:
    """Open the C library's part with the mathematical functions."""
    if sys.platform == "win32":
        return ctypes.CDLL("ucrtbase")
    if sys.platform.startswith("linux"):
        with contextlib.suppress(OSError):
            return ctypes.CDLL("libm.so.6")
    return ctypes.CDLL(None)  # they belong to what every process has: to the system library of macOS, to musl


_TYPES: Mapping[str, type[ctypes.c_void_p | ctypes.c_int64 | ctypes.c_double]] = {
    "array": ctypes.c_void_p,
    "integers": ctypes.c_void_p,
    "int": ctypes.c_int64,
    "float": ctypes.c_double,
}


FINDER = "settle"
"""Name of the function that finds the numbers behind those of parameters."""


@dataclass(frozen=True)
class _Kernels:
    """Objects of kernels, sizes of their arguments that parameters are, and how many numbers are read behind those.

    `operations` is the number of operations of all that could be optimised further, 0 where nothing could; `data` is
    what is interpreted in their place, by name.
    """

    objects: Sequence[bytes]
    sizes: Mapping[str, int]
    constants: int
    operations: int = 0
    data: Mapping[str, bytes] = field(default_factory=dict)


WORTH_STORING = 200
"""Operations of all functions together from which on it is stored what they were translated to; fewer take some
thousandths of a second."""


MOST_PROGRAMS = 8
"""Functions whose programs are kept: the next set of kernels of a machine shares projections with the one before, and
what is interpreted now is compiled soon after."""


class _Source:
    """Functions with dense inputs and outputs, by name, and which of their arguments the parameters are.

    `functions` gives them; where `digests` (checksums of the functions as they are serialized) and whether they are
    `small` are known from before, it is called by whoever looks into them. Loops call `fours` of them for four uses at
    once, too.
    """

    def __init__(
        self,
        functions: Callable[[], Mapping[str, casadi.Function]],
        parameters: Mapping[str, int],
        fours: Sequence[str] = (),
        known: tuple[Mapping[str, str], bool] | None = None,
    ) -> None:
        self._derive, self.parameters, self.fours = functions, parameters, tuple(fours)
        if known is not None:
            self.digests, self.small = known

    @functools.cached_property
    def functions(self) -> Mapping[str, casadi.Function]:
        """The functions."""
        return self._derive()

    @functools.cached_property
    def small(self) -> bool:
        """Whether they are as soon translated as found."""
        return sum(function.n_instructions() for function in self.functions.values()) < WORTH_STORING

    @functools.cached_property
    def digests(self) -> Mapping[str, str]:
        """Checksums of the functions as they are serialized."""
        return {name: hashlib.sha256(text.encode()).hexdigest() for name, text in self._texts.items()}

    @property
    def text(self) -> str:
        """All that their code depends on."""
        fours = f"\n{self.fours}" if self.fours else ""
        return f"{_translation()}\n{sorted(self.parameters.items())}\n{self.digests}{fours}"

    @functools.cached_property
    def _texts(self) -> Mapping[str, str]:
        return {name: function.serialize() for name, function in self.functions.items()}

    @functools.cached_property
    def programs(self) -> tuple[Mapping[str, Program], Program | None]:
        """Functions as programs, and the one that finds what follows from parameters alone, if there is any of that."""
        every = {name: replace(self._program(name), name=name) for name in self.functions}
        self.forget_texts()
        found, finder = settle(every, self.parameters)
        return {name: fuse(program) for name, program in found.items()}, None if finder is None else fuse(finder)

    def _program(self, name: str) -> Program:
        function = self.functions[name]
        if self.small:
            return share_inverses(fold(read(name, function)))
        with _PROGRAMS:
            found = _recent_programs.pop(self.digests[name], None)
        if found is None:
            # Few instructions are as soon asked for one by one.
            few = function.n_instructions() < WORTH_SEARCHING
            found = share_inverses(fold(read(name, function if few else instructions(function, self._texts[name]))))
        with _PROGRAMS:
            _recent_programs[self.digests[name]] = found
            while len(_recent_programs) > MOST_PROGRAMS:
                del _recent_programs[next(iter(_recent_programs))]
        return found

    def forget_texts(self) -> None:
        """Keep no texts, which are long, when they are of no more use."""
        self.__dict__.pop("_texts", None)


_PROGRAMS = threading.Lock()
_recent_programs: dict[str, Program] = {}


@collection_paused()
def _compile_kernels(key: str | None, source: _Source) -> _Kernels:
    """One object a kernel: kernels that several libraries share (projections) come from the cache."""
    wide, parameters = _wide(), source.parameters
    programs, finder = source.programs
    head = wide_prelude() if wide else prelude()
    every = (*programs.values(), *([] if finder is None else [finder]))
    # Long code is in pieces.
    bodies = [kernel_ir(program, wide=wide) for program in every]
    codes = [head + (in_pieces(body) if body.count("\n") > LONG else body) for body in bodies]
    codes += [four_uses_ir(programs[name], wide=wide) for name in source.fours]
    objects = [compile_ir(code, 1, optimise=False) for code in codes]
    sizes = {name: programs[name].inputs[argument] for name, argument in parameters.items()}
    constants = 0 if finder is None else finder.outputs[0]
    if key is not None:
        keys = [_key(code, 1, optimise=False) for code in codes]
        cache.store(key, json.dumps({"keys": keys, "sizes": sizes, "constants": constants}).encode())
    return _Kernels(objects, sizes, constants)


def _stored_kernels(key: str) -> _Kernels | None:
    """The same from the cache, without translating anything; None where something is missing."""
    stored = cache.load(key)
    if stored is None:
        return None
    plan = json.loads(stored)
    objects = [cache.load(key) for key in plan["keys"]]
    found = [each for each in objects if each is not None]
    return _Kernels(found, plan["sizes"], plan["constants"]) if len(found) == len(objects) else None


@collection_paused()
def _interpreted_kernels(key: str | None, source: _Source) -> _Kernels:
    """Kernels as data of the interpreter."""
    parameters = source.parameters
    programs, finder = source.programs
    assert not source.fours
    every = {**programs, **({} if finder is None else {FINDER: finder})}
    data = {name: encode(program, wide=_wide()) for name, program in every.items()}
    plan = {
        "bytes": {name: len(each) for name, each in data.items()},
        "arguments": {name: len(program.inputs) + len(program.results) for name, program in every.items()},
        "sizes": {name: programs[name].inputs[argument] for name, argument in parameters.items()},
        "constants": 0 if finder is None else finder.outputs[0],
        "operations": sum(program.operations for program in every.values()),
    }
    if key is not None:
        cache.store(key, b"\n".join([json.dumps(plan).encode(), b"".join(data.values())]))
    return _with_callers(plan, data)


def _stored_data(key: str) -> _Kernels | None:
    """The same from the cache."""
    stored = cache.load(key)
    if stored is None:
        return None
    head, _, every = stored.partition(b"\n")
    # Behind one line that says how long they are, the data of all kernels stand one after another.
    plan, data, first = json.loads(head), dict[str, bytes](), 0
    for name, size in plan["bytes"].items():
        data[name], first = every[first : first + size], first + size
    return _with_callers(plan, data)


def _with_callers(plan: Mapping[str, Any], data: Mapping[str, bytes]) -> _Kernels:
    """Data with the functions that give it to the interpreter; these are the same for all machines."""
    callers = compile_ir(callers_ir(plan["arguments"]), 0)
    return _Kernels([callers], plan["sizes"], plan["constants"], plan["operations"], data)


def _kernels(source: _Source, *, quick: bool) -> _Kernels:
    """Kernels as they are in the cache, optimised ones first; or compiled, with `quick` as data of the interpreter.

    They are looked for before they are translated: by the functions, and the code that translates them.
    """
    if source.small:
        return (_interpreted_kernels if quick else _compile_kernels)(None, source)
    text = source.text
    optimised = _key(text, 1)
    key = _key(text, 0)
    found = _stored_kernels(optimised) or (_stored_data(key) if quick else None)
    if found is not None:
        source.forget_texts()
        return found
    if quick:
        return _interpreted_kernels(key, source)
    return _compile_kernels(optimised, source)


MUL_ADD = "lwi.mul_add"
"""Name of the function that quick code calls for a b + c: selecting that instruction takes LLVM longer than a call."""
BLOCK = 150
"""Instructions of a block of quick code: registers of a block are given out in more than proportional time."""


def _quick(ir: str) -> str:
    """Code that is to be compiled quickly; its results are the same to the last bit."""
    return ir.replace("@llvm.fmuladd.f64", f"@{MUL_ADD}")


def _in_blocks(kernel: str) -> str:
    """A kernel, which is straight-line code, in blocks."""
    lines, count = [], 0
    for line in kernel.split("\n"):
        lines.append(line)
        if line.startswith("  %"):
            count += 1
            if count % BLOCK == 0:
                lines.append(f"  br label %block{count}\nblock{count}:")
    return "\n".join(lines)


@functools.cache
def _translation() -> str:
    """Checksum of the code that translates, so that another version does not take what this one stored."""
    here = Path(__file__).parent
    files = [Path(__file__), *sorted(here.glob("kernels/*.py")), *sorted(here.glob("loops/*.py"))]
    return hashlib.sha256(b"\n".join(path.read_bytes() for path in files)).hexdigest()


class ColumnsCompiler(Compiler):
    """Machine code of functions at many points, kept in the cache.

    It is not optimised (O0): that takes a third of the time, and most of a call is loads and stores either way.
    """

    def stored(self, function: casadi.Function, shared: frozenset[int]) -> Code | None:
        """Code from the cache."""
        stored = cache.load(self._key(function, shared))
        return None if stored is None else self._load(stored, function.n_in() + function.n_out())

    def compile(self, function: casadi.Function, shared: frozenset[int], program: Program) -> Code:
        """Code made now, and stored."""
        compiled = compile_ir(columns_ir(program, shared), 0, cached=False)
        cache.store(self._key(function, shared), compiled)
        return self._load(compiled, function.n_in() + function.n_out())

    def of_program(self, program: Program, shared: frozenset[int], compile: bool) -> Code | None:  # noqa: FBT001
        """Code of a program, from the cache or compiled; None if neither."""
        key = _key(f"{_translation()}\n{COLUMNS} {sorted(shared)}\n{program}", 0)
        compiled = cache.load(key)
        if compiled is None:
            if not compile:
                return None
            compiled = compile_ir(columns_ir(program, shared), 0, cached=False)
            cache.store(key, compiled)
        return self._load(compiled, len(program.inputs) + len(program.results))

    @staticmethod
    def _key(function: casadi.Function, shared: frozenset[int]) -> str:
        return _key(f"{_translation()}\n{COLUMNS} {sorted(shared)}\n{function.serialize()}", 0)

    @staticmethod
    def _load(compiled: bytes, count: int) -> Code:
        imports, needs = _own_functions()
        loaded = load([compiled], [COLUMNS], imports=imports, needs=needs)
        call = ctypes.CFUNCTYPE(None, ctypes.c_int64, *[ctypes.c_void_p] * count)(loaded.addresses[COLUMNS])
        call.loaded = loaded  # type: ignore[attr-defined]

        def code(points: int, arrays: Sequence[np.ndarray]) -> None:
            call(points, *map(pointer, arrays))

        return code


FEWEST_ALTERNATIVES = 8
"""Kernels of one name, at least, that there is room for where there are several."""


POINT = "point"
"""Name of a function at one point."""


def point_code(
    function: casadi.Function,
    *,
    compile: bool,
) -> Callable[[Sequence[np.ndarray]], Callable[[], object]] | None:
    """Code of a function, rounded operation by operation, from the cache; None if it is not there and not compiled.

    It is not optimised: that takes three times as long to compile, and a tenth less to run.
    """
    dense_function = dense(POINT, function)
    key = _key(f"{_translation()}\n{POINT}\n{dense_function.serialize()}", 0)
    compiled = cache.load(key)
    if compiled is None:
        if not compile:
            return None
        ir = prelude() + _in_blocks(kernel_ir(read(POINT, dense_function), wide=False, shape=EXACT))
        compiled = compile_ir(ir, 0, cached=False)
        cache.store(key, compiled)
    loaded = load([compiled], [symbol(POINT)])
    return partial(_bind, loaded.addresses[symbol(POINT)], loaded)


def _bind(code: int, loaded: Loaded, arrays: Sequence[np.ndarray]) -> Callable[[], object]:
    """A function at an address with arrays as its arguments, which are constants of the code: a call passes nothing."""
    parts = ", ".join(f"ptr inttoptr (i64 {address(array)} to ptr)" for array in arrays)
    return _bound_call(f"call void inttoptr (i64 {code} to ptr)({parts})", "none", (loaded, *arrays))


def _bound_call(call: str, result: str, needs: tuple[object, ...]) -> Callable[[], object]:
    """A call, written for LLVM, as a function without arguments; `needs` lives as long."""
    body = f"{call}\n  ret void" if result == "none" else f"%r = {call}\n  ret {KINDS[result]} %r"
    ir = f'define {KINDS[result]} @"lwi.bound"() nounwind {{\n  {body}\n}}\n'
    # Addresses of this process are in it: never to be kept on disk.
    loaded = load([compile_ir(ir, 0, cached=False)], ["lwi.bound"], needs=needs)
    function = ctypes.CFUNCTYPE(_TYPES.get(result))(loaded.addresses["lwi.bound"])
    function.loaded = loaded  # type: ignore[attr-defined]
    return function


class CompiledLibrary(Library):
    """Kernels and loops as machine code."""

    backend = "llvm"

    def __init__(
        self,
        source: _Source,
        interfaces: Mapping[str, Interface],
        signatures: Mapping[str, Signature],
        loaded: Loaded,
        constants: int = 0,
        quick_operations: int = 0,
    ) -> None:
        """Take what `compile` makes, from functions and parameters; kernels read `constants` numbers behind these."""
        super().__init__(interfaces, signatures, quick_operations)
        self._source, self._loaded, self._constants = source, loaded, constants
        self._fours: dict[str, Loaded] = {}

    @classmethod
    def compile(
        cls,
        functions: Mapping[str, casadi.Function],
        loops: Sequence[Callable[..., object]],
        parameters: Mapping[str, int],
        fours: Sequence[str] = (),
        *,
        quick: bool = False,
    ) -> CompiledLibrary:
        """Compile functions with dense inputs and outputs, and loops that call them; kernels may be `quick`."""
        # Read once, if at all; batches of rows are made from the same programs, when they are asked for.
        source = _Source(lambda: functions, parameters, fours)
        faces = {name: interface(name, function) for name, function in functions.items()}
        return cls._link(source, faces, loops, quick=quick)

    @classmethod
    def find(
        cls, text: str, derive: Callable[[], tuple[Mapping[str, casadi.Function], Mapping[str, int]]], *, quick: bool
    ) -> CompiledLibrary:
        """The same of functions and parameters that follow from a text, which are derived if they were not before.

        What is kept on disk under the text are the checksums of the functions, under which their code is kept, and how
        they are called.
        """
        key = _key(f"{_translation()}\nfunctions of\n{text}", 0)
        stored = cache.load(key)
        if stored is not None:
            # Nothing is derived unless somebody looks into the functions, as batches do.
            plan = json.loads(stored)
            source = _Source(lambda: derive()[0], plan["parameters"], known=(plan["digests"], False))
            faces = {name: Interface(name, *map(_arguments, each)) for name, each in plan["faces"].items()}
            return cls._link(source, faces, (), quick=quick)
        functions, parameters = derive()
        source = _Source(lambda: functions, parameters)
        faces = {name: interface(name, function) for name, function in functions.items()}
        if not source.small:
            known = {"parameters": parameters, "digests": source.digests}
            known["faces"] = {name: [face.inputs, face.outputs] for name, face in faces.items()}
            cache.store(key, json.dumps(known).encode())
        return cls._link(source, faces, (), quick=quick)

    @classmethod
    def _link(
        cls,
        source: _Source,
        faces: dict[str, Interface],
        loops: Sequence[Callable[..., object]],
        *,
        quick: bool,
    ) -> CompiledLibrary:
        """Functions and loops put together in memory."""
        # Faults of loops are told before anything is compiled.
        numbers = {name: (len(face.inputs), len(face.outputs)) for name, face in faces.items()}
        counts = kernel_counts(numbers, source.fours)
        signatures, code, _ = _compile_loops(tuple(loops), counts) if loops else ({}, b"", 0)
        kernels = _kernels(source, quick=quick and not source.fours and _may_be_quick())
        parameters = source.parameters
        for name, size in kernels.sizes.items():
            faces[name] = faces[name].with_size(parameters[name], size)
        # Loops call kernels by name; the linker finds them among the other objects.
        objects = [*kernels.objects, *([code] if loops else [])]
        imports, needs = _own_functions()
        # Callers find the data of their kernel by a name, which the linker is given the address of.
        if kernels.data:
            interpreter, kept = _interpreter()
            data = {data_symbol(name): np.frombuffer(each, np.uint8) for name, each in kernels.data.items()}
            imports = {**imports, **interpreter, **{name: address(each) for name, each in data.items()}}
            needs = (*needs, *kept, data)
        names = [*faces, *signatures, *([FINDER] if kernels.constants else [])]
        loaded = load(objects, [symbol(name) for name in names], imports=imports, needs=needs)
        return cls(source, faces, signatures, loaded, kernels.constants, kernels.operations)

    def settle(self, values: np.ndarray) -> np.ndarray:
        """Values of parameters, and behind them what kernels read there."""
        found: np.ndarray = self.settle_rows(values[None])[0]
        return found

    def settle_rows(self, values: np.ndarray) -> np.ndarray:
        """The same for many sets of values, one in a row."""
        count, size = values.shape
        found = np.zeros((count, size + self._constants))
        found[:, :size] = values
        if self._constants:
            settle, start = self._settle, address(found)
            for row in range(start, start + found.nbytes, found.strides[0]):
                settle(row, row + found.itemsize * size)
        return found

    @functools.cached_property
    def _settle(self) -> Callable[[int, int], None]:
        """What finds the numbers behind those of parameters, by addresses."""
        return ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p)(self.address(FINDER))

    def over(
        self,
        owners: Mapping[str, Sequence[Library]],
        loops: Sequence[Callable[..., object]],
        place: int,
        *,
        quick: bool = False,
    ) -> Bound:
        """Loops in machine code; of several kernels the number at `place` of the first array says which is called."""
        faces = {name: found[0].interfaces[name] for name, found in owners.items()}
        counts = tuple((name, len(face.inputs), len(face.outputs)) for name, face in faces.items())
        signatures, code, lines = _time_loops(tuple(loops), counts, quick=quick and _may_be_quick())
        # Kernels of other libraries are called by their addresses. Where there are several of one name a small
        # function stands before them, which looks up the number.
        imports, chosen = {}, []
        for name, libraries in owners.items():
            face = libraries[0].interfaces[name]
            count = len(face.inputs) + len(face.outputs)
            # There is room for more of them than there are, so that one more needs no other code.
            room = 1 if len(libraries) == 1 else max(FEWEST_ALTERNATIVES, 1 << (len(libraries) - 1).bit_length())
            if room > 1:
                chosen.append(one_of_ir(symbol(name), count, room, place))
            for k, library in enumerate([*libraries, *[libraries[0]] * (room - len(libraries))]):
                assert isinstance(library, CompiledLibrary)
                own = symbol(name) if room == 1 else f"{symbol(name)}.{k}"
                imports[own] = library.address(name)
        objects = [code]
        if chosen:
            objects.append(compile_ir("\n".join(chosen), 1))
        # Their code must stay in memory as long as these loops.
        needs = tuple(library for libraries in owners.values() for library in libraries)
        functions, kept = _own_functions()
        symbols = [symbol(name) for name in signatures]
        loaded = load(objects, symbols, imports={**functions, **imports}, needs=(*needs, *kept))
        bound = CompiledLibrary(_Source(dict, {}), {}, signatures, loaded)
        return Bound(partial(bound.loop, check=False), lines, partial(_lanes, owners, tuple(loops), counts))

    def address(self, name: str) -> int:
        """Where a kernel or loop is in memory."""
        return self._loaded.addresses[symbol(name)]

    def instructions(self, name: str) -> int:
        """Instructions of a kernel as CasADi has it."""
        return int(self._source.functions[name].n_instructions())

    def four(self, name: str, *, compile: bool) -> Loaded | None:
        """A kernel for four callers (`four_ir`); None if it is not in the cache and not compiled."""
        if name not in self._fours:
            key = _key(f"{FOUR_CALLERS} {name}\n{self._source.text}", 1)
            code = cache.load(key)
            if code is None:
                if not compile:
                    return None
                # Straight-line code without equal operations gains nothing from passes.
                code = compile_ir(four_ir(self._source.programs[0][name]), 1, cached=False, optimise=False)
                cache.store(key, code)
            imports, needs = _own_functions()
            self._fours[name] = load([code], [FOUR_CALLERS], imports=imports, needs=needs)
        return self._fours[name]

    def _kernel(self, name: str) -> Callable[..., object]:
        count = len(self.interfaces[name].slots)
        function = ctypes.CFUNCTYPE(None, *[ctypes.c_void_p] * count)(self.address(name))
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
        function = ctypes.CFUNCTYPE(_TYPES.get(found.result), *[_type_of(kind) for kind in kinds])(self.address(name))
        convert = [_CONVERT[kind] if isinstance(kind, str) else _same for kind in kinds]
        arrays = [place for place, kind in enumerate(kinds) if kind in ("array", "integers")]
        function.loaded = self._loaded  # type: ignore[attr-defined]

        def loop(*arguments: Any) -> object:
            try:
                if not arrays:
                    return function(*arguments)
                given = list(arguments)
                for place in arrays:
                    given[place] = view(given[place])
                return function(*given)
            except (TypeError, ctypes.ArgumentError):  # a read-only array, or a number of NumPy's
                return function(*[change(argument) for change, argument in zip(convert, arguments, strict=True)])

        if not arrays:
            types = [_type_of(kind) for kind in kinds]
            # Arguments are turned into those of C once.
            loop.repeated = lambda *given: partial(function, *map(_as_c, types, given))  # type: ignore[attr-defined]
        if found.result == "int" and len(kinds) == 2 and not isinstance(kinds[0], str) and kinds[1] == "int":
            loop.repeated_with = partial(_repeated_with, self.address(name), self._loaded)  # type: ignore[attr-defined]
        return loop

    def _rows(self, name: str, shared: frozenset[int]) -> Rows:
        program = self._source.programs[0][name]
        ir = rows_ir(program, shared, wide=_wide())
        target = symbol(name)
        imports, needs = _own_functions()
        loaded = load(
            [compile_ir(ir, 1, optimise=program.operations <= LONG)],
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
        call = f"call {KINDS[result]} inttoptr (i64 {self.address(name)} to ptr)({', '.join(parts)})"
        return _bound_call(call, result, (self._loaded, arguments))


def _arguments(stored: list[Any]) -> tuple[tuple[str, tuple[int, int]], ...]:
    """Names and sizes of arguments as they were stored."""
    return tuple((name, (rows, columns)) for name, (rows, columns) in stored)


Loops = tuple[Callable[..., object], ...]
Counts = tuple[tuple[str, int, int], ...]
"""Names of kernels with their numbers of inputs and outputs."""
CompiledLoops = tuple[dict[str, Signature], bytes, int]
"""Signatures of loops, their object, and the lines of it that could be optimised further."""


def _compile_loops(loops: Loops, counts: Counts, inlined: int | None = None, *, quick: bool = False) -> CompiledLoops:
    """Loops as they are in the cache, optimised ones first; or translated and compiled, with `quick` at once.

    They are looked for by their sources, before these are read closer.
    """
    text = dependencies(loops)
    keys = ["", ""] if text is None else [
        _key(f"{_translation()}\n{counts}\n{text}", level, inlined=inlined) for level in (0, 1)
    ]  # fmt: skip
    for key in (keys[1:] if not quick else keys[::-1]) if text is not None else ():
        stored = cache.load(key)
        if stored is not None:
            size, lines = (int.from_bytes(stored[k : k + 8], "little") for k in (0, 8))
            return signatures_from(loops, stored[16 : 16 + size]), stored[16 + size :], lines
    signatures, translated = translate(loops, {name: (inputs, outputs) for name, inputs, outputs in counts})
    ir = "\n".join([prelude(), DIVISION, *_declared(counts), *translated])
    code = compile_ir(_quick(ir) if quick else ir, int(not quick), cached=text is None, inlined=inlined)
    lines = ir.count("\n") if quick else 0
    if text is not None:
        head = signature_data(loops, signatures)
        sizes = len(head).to_bytes(8, "little") + lines.to_bytes(8, "little")
        cache.store(keys[not quick], sizes + head + code)
    return signatures, code, lines


def _declared(counts: Counts) -> list[str]:
    """Kernels that loops call."""
    return [
        f'declare void @"{symbol(name)}"({", ".join(["ptr"] * (inputs + outputs))}) nounwind'
        for name, inputs, outputs in counts
    ]


def _loops_apart(ir: str) -> str:
    """A module in which each loop inside of a function is a function of its own."""
    _host()
    module = llvm.parse_assembly(ir, llvm.create_context())
    passes = llvm.create_new_module_pass_manager()
    # Variables in registers first, or a loop would hand all of them over in memory.
    passes.add_sroa_pass()
    passes.add_loop_simplify_pass()
    passes.add_loop_extract_pass()
    target = llvm.Target.from_default_triple().create_target_machine()
    passes.run(module, llvm.create_pass_builder(target, llvm.create_pipeline_tuning_options()))
    return str(module)


_compiled_loops: dict[tuple[Loops, Counts], CompiledLoops] = {}
"""Time loops by all that they depend on: one object for every machine with kernels of these names."""


def _time_loops(loops: Loops, counts: Counts, *, quick: bool) -> CompiledLoops:
    """Time loops, kept; with `quick` they need not be optimised."""
    found = _compiled_loops.get((loops, counts))
    if found is None or (found[2] and not quick):
        found = _compiled_loops[loops, counts] = _compile_loops(loops, counts, INLINED_OPERATIONS, quick=quick)
    return found


def _lanes(
    owners: Mapping[str, Sequence[Library]],
    loops: Loops,
    counts: Counts,
    name: str,
    wide: Sequence[str],
    *,
    compile: bool,
) -> Lanes | None:
    """A loop for four callers (`Bound.lanes`), with the kernels that `over` has bound to it."""
    if not _wide() or any(len(libraries) > 1 for libraries in owners.values()):
        return None
    codes = _compile_lanes(loops, counts, name, tuple(wide), compile=compile)
    if codes is None:
        return None
    # Kernels that lanes stop for are bound twice, for one caller and for four; all others as in scalar code.
    imports, kept = _own_functions()
    needs: list[object] = [*kept]
    addresses = dict(imports)
    for kernel, (library,) in owners.items():
        assert isinstance(library, CompiledLibrary)
        needs.append(library)
        if kernel not in wide:
            addresses[symbol(kernel)] = library.address(kernel)
            continue
        four = library.four(kernel, compile=compile)
        if four is None:
            return None
        needs.append(four)
        both = WideKernel(kernel, 0)
        addresses |= {both.one: library.address(kernel), both.four: four.addresses[FOUR_CALLERS]}
    loaded = load(codes, [LANES_NAME], imports=addresses, needs=tuple(needs))
    function = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(loaded.addresses[LANES_NAME])
    function.loaded = loaded  # type: ignore[attr-defined]

    def lanes(arguments: Sequence[Sequence[object]]) -> None:
        # A row of words for each lane: where it keeps its variables, and its arguments.
        table = [[each.address if isinstance(each, Record) else each for each in own] for own in arguments]
        words = np.array([[0, *own] for own in table], dtype=np.int64)
        room = np.empty(LANES * LANE_BYTES // 8 + 2)
        words[:, 0] = -(-address(room) // 16) * 16 + LANE_BYTES * np.arange(LANES)
        function(address(words))

    return lanes


def _compile_lanes(
    loops: Loops, counts: Counts, name: str, wide: tuple[str, ...], *, compile: bool
) -> tuple[bytes, bytes] | None:
    """A loop as a coroutine, and what runs four of it, from the cache or compiled; None if neither."""
    text = dependencies(loops)
    key = _key(f"{_translation()}\n{LANES_NAME} {name} {wide}\n{counts}\n{text}", 1)
    stored = None if text is None else cache.load(key)
    if stored is None and not compile:
        return None
    kernels = [WideKernel(each, inputs + outputs) for each, inputs, outputs in counts if each in wide]
    own = signature(next(loop for loop in loops if loop.__name__ == name))
    if stored is None:
        _, translated = translate(loops, {each: (inputs, outputs) for each, inputs, outputs in counts})
        module = _loops_apart("\n".join([prelude(), DIVISION, *_declared(counts), *translated]))
        stored = compile_ir(coroutine_ir(module, own, kernels), 1, cached=False, inlined=INLINED_OPERATIONS)
        if text is not None:
            cache.store(key, stored)
    return stored, compile_ir(lanes_ir(own, kernels), 1)


def _may_be_quick() -> bool:
    """Whether code may be used before it is optimised: always, unless LINKWRIGHT_QUICK=off.

    Not on Windows, where a function has to touch the pages of a long stack one by one.
    """
    return os.name != "nt" and os.environ.get("LINKWRIGHT_QUICK", "").lower() != "off"


def _wide() -> bool:
    """Whether this processor adds four doubles at a time."""
    return bool(features() & {"avx2", "neon"})


@functools.cache
def _own_functions() -> tuple[dict[str, int], tuple[object, ...]]:
    """Addresses of functions of our own that code calls, by name, and what must be kept for them.

    They are sine and cosine of four angles, if there is any use for them, and a b + c.
    """
    codes: dict[str, Callable[[], str]] = {MUL_ADD: mul_add_ir} | ({NAME: sincos_ir} if _wide() else {})
    loaded = load([_compile_own(name, write) for name, write in codes.items()], codes)
    return dict(loaded.addresses), (loaded,)


def mul_add_ir() -> str:
    """Write the function of a b + c."""
    triple = "double %a, double %b, double %c"
    return f"""declare double @llvm.fmuladd.f64(double, double, double)
define double @{MUL_ADD}({triple}) nounwind {{
  %r = call double @llvm.fmuladd.f64({triple})
  ret double %r
}}
"""


@functools.cache
def _interpreter() -> tuple[dict[str, int], tuple[object, ...]]:
    """The same of the interpreter of kernels."""
    imports, needs = _own_functions()
    code = _compile_own(INTERPRET, partial(interpreter_ir, wide=_wide()), optimise=False)
    loaded = load([code], [INTERPRET], imports=imports, needs=needs)
    return dict(loaded.addresses), (loaded,)


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


WITH_INPUTS = "lwi.with_inputs"
"""Name of the function that writes inputs and calls a loop."""


@functools.cache
def _with_inputs() -> Callable[[object], int]:
    """A function of the address of words: a loop with its two arguments, and those of `InputsOf`."""
    names = ("loop", "record", "limit", "count", "given", "taken", "apart", "usual", "changes")
    words = "".join(
        f"  %p{k} = getelementptr i64, ptr %w, i64 {k}\n  %{name} = load i64, ptr %p{k}\n"
        for k, name in enumerate(names)
    )
    pointers = "".join(f"  %{name}.p = inttoptr i64 %{name} to ptr\n" for name in ("loop", "record", *names[4:6]))
    ir = f"""define i64 @{WITH_INPUTS}(ptr %w) nounwind {{
entry:
{words}{pointers}  %changes.p = inttoptr i64 %changes to ptr
  br label %look
look:
  %k = phi i64 [ 0, %entry ], [ %k.next, %look.on ]
  %k.more = icmp slt i64 %k, %count
  br i1 %k.more, label %look.at, label %write
look.at:
  %k.p = getelementptr double, ptr %given.p, i64 %k
  %k.x = load double, ptr %k.p
  %k.less = fsub double %k.x, %k.x
  %k.good = fcmp oeq double %k.less, 0.0
  br i1 %k.good, label %look.on, label %wrong
look.on:
  %k.next = add i64 %k, 1
  br label %look
wrong:
  ret i64 {NOT_FINITE}
write:
  %i = phi i64 [ 0, %look ], [ %i.next, %write.at ]
  %i.more = icmp slt i64 %i, %count
  br i1 %i.more, label %write.at, label %call
write.at:
  %i.p = getelementptr double, ptr %given.p, i64 %i
  %i.x = load double, ptr %i.p
  %i.far = mul i64 %i, %apart
  %i.to = getelementptr double, ptr %taken.p, i64 %i.far
  store double %i.x, ptr %i.to
  %i.next = add i64 %i, 1
  br label %write
call:
  %status = call i64 %loop.p(ptr %record.p, i64 %limit)
  %changed = load i64, ptr %changes.p
  %same = icmp eq i64 %status, %usual
  %none = icmp eq i64 %changed, 0
  %fine = and i1 %same, %none
  %answer = select i1 %fine, i64 {AS_USUAL}, i64 %status
  ret i64 %answer
}}
"""
    loaded = load([compile_ir(ir, 1)], [WITH_INPUTS])
    function = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_void_p)(loaded.addresses[WITH_INPUTS])
    function.loaded = loaded  # type: ignore[attr-defined]
    return function


def _repeated_with(loop: int, loaded: Loaded, inputs: InputsOf, record: Record, limit: int) -> Callable[[], int]:
    """A loop at an address with its arguments and inputs."""
    apart, (given, taken, changes) = inputs.taken.strides[0] // 8, map(address, _arrays_of(inputs))
    words = np.array([
        loop, record.address, limit, inputs.given.size, given, taken, apart, inputs.usual, changes,
    ], dtype=np.int64)  # fmt: skip
    call = partial(_with_inputs(), ctypes.c_void_p(address(words)))
    call.needs = (words, loaded, inputs, record)  # type: ignore[attr-defined]
    return call


def _arrays_of(inputs: InputsOf) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    return inputs.given, inputs.taken, inputs.count


def _as_c(kind: Callable[..., object], argument: object) -> object:
    """An argument of a loop as an object of ctypes."""
    return kind(argument.address if isinstance(argument, Record) else argument)


def _same(value: object) -> object:
    return value


def _type_of(kind: Kind) -> type[ctypes.c_void_p | ctypes.c_int64 | ctypes.c_double]:
    return _TYPES[kind] if isinstance(kind, str) else ctypes.c_void_p


_CONVERT: Mapping[str, Callable[..., object]] = {
    "array": pointer,
    "integers": pointer,
    "int": operator.index,
    "float": float,
}
