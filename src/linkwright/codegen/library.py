"""Functions and loops to a library of kernels and loops to call.

They are machine code where llvmlite is there, else they run on CasADi's virtual machine; the way to call them is the
same.
"""

from __future__ import annotations

import atexit
import difflib
import importlib
import operator
import os
import threading
from abc import ABC, abstractmethod
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from copy import copy
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Generic, Self, TypeVar

import casadi
import numpy as np

from linkwright.codegen.inputs import InputsOf, call_with_inputs
from linkwright.codegen.kernels.alike import AlikeColumns
from linkwright.codegen.kernels.batch import FOUR_USES
from linkwright.codegen.kernels.graph import LANES, Columns, UnsupportedOperationError, dense
from linkwright.codegen.loops.expressions import Signature
from linkwright.codegen.loops.records import Kind, Slot, check, fit, with_check
from linkwright.codegen.loops.translation import signature, translate
from linkwright.codegen.vm import VirtualKernel, outer, rebuild_loops

Rows = Callable[[int, int, Sequence[np.ndarray]], None]  # first, last, arrays
BACKENDS = ("llvm", "vm")
ROWS_A_PIECE = 64  # fewer rows than this are not worth handing to another thread


@dataclass(frozen=True)
class Interface:
    """Arguments of a kernel: names and sizes of inputs and outputs."""

    name: str
    inputs: tuple[tuple[str, tuple[int, int]], ...]
    outputs: tuple[tuple[str, tuple[int, int]], ...]

    @property
    def slots(self) -> tuple[Slot, ...]:
        """Array arguments of one evaluation."""
        parts = [(*argument, False) for argument in self.inputs] + [(*argument, True) for argument in self.outputs]
        return tuple(
            Slot(name, f"({rows * columns},)", rows * columns, written) for name, (rows, columns), written in parts
        )

    def with_size(self, argument: int, size: int) -> Interface:
        """The same with another number of numbers in an input."""
        inputs = [(name, (size, 1) if k == argument else shape) for k, (name, shape) in enumerate(self.inputs)]
        return replace(self, inputs=tuple(inputs))

    def shared_inputs(self, shared: Iterable[int | str]) -> frozenset[int]:
        """Find inputs by number or name."""
        names = [name for name, _ in self.inputs]
        found = set()
        for entry in shared:
            index = names.index(entry) if isinstance(entry, str) and entry in names else entry
            if not isinstance(index, int) or not 0 <= index < len(names):
                message = f"batch of {self.name}: {entry!r} is not an input; the inputs are {', '.join(names)}"
                raise ValueError(message)
            found.add(index)
        return frozenset(found)


def interface(name: str, function: casadi.Function) -> Interface:
    """Names and sizes of the inputs and outputs of a function."""
    return Interface(
        name,
        tuple((function.name_in(i), function.size_in(i)) for i in range(function.n_in())),
        tuple((function.name_out(i), function.size_out(i)) for i in range(function.n_out())),
    )


def _loop_interface(loop: Signature, outputs: int) -> Interface:
    """Arguments of a loop that takes arrays of any length, the last ones outputs."""
    assert all(kind == "array" for _, kind in loop.arguments)
    arguments = tuple((name, (0, 1)) for name, _ in loop.arguments)
    return Interface(loop.name, arguments[: len(arguments) - outputs], arguments[len(arguments) - outputs :])


Lanes = Callable[[Sequence[Sequence[object]]], None]
"""A loop that runs four times side by side, each time with arguments (numbers and records) of its own."""


@dataclass(frozen=True)
class Bound:
    """Loops over kernels of libraries, by name; `quick_lines` as many as could be optimised further."""

    get: Callable[[str], Callable[..., object]]
    quick_lines: int = 0
    make_lanes: Callable[..., Lanes | None] | None = None

    def __call__(self, name: str) -> Callable[..., object]:
        """The loop of a name."""
        return self.get(name)

    def lanes(self, name: str, wide: Sequence[str], *, compile: bool) -> Lanes | None:
        """The loop of a name for four callers at once, which share evaluations of the kernels `wide`.

        Each does what the loop does, with the same results to the last bit. None where there is no such code: on the
        virtual machine, on processors without the registers, with several kernels of one name; and without `compile`
        where it was not compiled before, on this computer.
        """
        return None if self.make_lanes is None else self.make_lanes(name, wide, compile=compile)


class Library(ABC):
    """Kernels and loops, ready to be called.

    What is taken from a library keeps the code alive, and may be called from any thread. `quick_operations` is the
    number of operations in kernels that could be optimised further.
    """

    backend: str

    def __init__(
        self, interfaces: Mapping[str, Interface], signatures: Mapping[str, Signature], quick_operations: int = 0
    ) -> None:
        """Hold the interfaces of the kernels and the signatures of the loops by name."""
        self.interfaces, self.signatures, self.quick_operations = interfaces, signatures, quick_operations

    def kernel(self, name: str, *, check: bool = True) -> Callable[..., None]:
        """Kernel as a function ``kernel(in0, in1, ..., out0, ...)`` of C-contiguous float64 arrays; writes the outputs.

        Matrices are given column by column. Outputs may share memory with inputs. With ``check=False`` nothing is
        checked: a wrong array then ends the process.
        """
        face = self._face(name)
        call = self._kernel(name)
        return with_check(name, face.slots, call) if check else call  # type: ignore[return-value]

    def as_kernels(self, loops: Mapping[str, int]) -> Self:
        """The library with some of its loops for kernels, that take arrays only: by name, how many of them are outputs.

        So loops over several libraries (`linkwright.codegen.alternatives`) call them.
        """
        found = copy(self)
        found.interfaces = {name: _loop_interface(self.signatures[name], outputs) for name, outputs in loops.items()}
        return found

    def settle(self, values: np.ndarray) -> np.ndarray:
        """Values of parameters as the kernels take them: what depends on these alone comes behind."""
        return np.array(values, dtype=float)

    def settle_rows(self, values: np.ndarray) -> np.ndarray:
        """The same for many sets of values (n, size), one in a row."""
        return np.array(values, dtype=float)

    def loop(self, name: str, *, check: bool = True) -> Callable[..., object]:
        """Loop as a function with the arguments it was written with; the lengths of arrays are never checked."""
        if name not in self.signatures:
            raise KeyError(_unknown("loop", name, self.signatures))
        found = self.signatures[name]
        call = self._loop(name)
        if not check:
            return call

        def loop(*arguments: object) -> object:
            _check_loop(found, arguments)
            return call(*arguments)

        loop.__name__ = name
        return loop

    def batch(self, name: str, *, shared: Iterable[int | str] = (), threads: int = 1) -> Callable[..., None]:
        """Kernel over many rows: ``batch(n, in0, ..., out0, ...)`` with arrays (n, size), shared inputs (size,).

        ``shared``: inputs by number or name. The loop runs in machine code, four rows at a time where the processor has
        the registers (their results then differ from the kernel's in the last bits); ``threads`` share the rows.
        An output may be the same array as an input that is not shared.
        """
        face = self._face(name)
        common = face.shared_inputs(shared)
        rows = self._rows(name, common)
        pool = ThreadPoolExecutor(threads) if threads > 1 else None

        once = [k in common for k in range(len(face.slots))]

        def batch(n: int, *arrays: np.ndarray) -> None:
            n = operator.index(n)
            if pool is None and fit(arrays, face.slots, [1 if alone else n for alone in once]):
                rows(0, n, arrays)  # as nearly always: nothing is put in words unless something is wrong
                return
            # Rows of inputs that are not shared, and of outputs, are counted in the sizes.
            slots = [
                slot if k in common else Slot(slot.name, f"({n}, {slot.size})", n * (slot.size or 0), slot.written)
                for k, slot in enumerate(face.slots)
            ]
            check(f"batch of {name}", slots, arrays)
            if pool is None or n < 2 * ROWS_A_PIECE:
                rows(0, n, arrays)
                return
            # Pieces are several for each thread, so that a slow one does not hold up the rest, and a multiple of four
            # rows.
            piece = max(ROWS_A_PIECE, -(-n // (4 * threads)) * 4)
            tasks = [pool.submit(rows, first, min(first + piece, n), arrays) for first in range(0, n, piece)]
            for task in tasks:
                task.result()

        batch.__name__ = name
        return batch

    def bound(self, name: str, *arguments: object) -> Callable[[], object]:
        """Kernel or loop with its arguments fixed: a function without arguments, the cheapest call from Python.

        Arrays are kept alive; what is in them is read anew at every call.
        """
        if name in self.signatures:
            found = self.signatures[name]
            _check_loop(found, arguments)
            return self._bound(name, [kind for _, kind in found.arguments], found.result, arguments)
        slots = self._face(name).slots
        check(name, slots, arguments)
        return self._bound(name, ["array"] * len(slots), "none", arguments)

    def _face(self, name: str) -> Interface:
        if name not in self.interfaces:
            raise KeyError(_unknown("kernel", name, self.interfaces))
        return self.interfaces[name]

    @abstractmethod
    def instructions(self, name: str) -> int:
        """Instructions of a kernel, equal ones counted as often as they are."""

    @abstractmethod
    def _kernel(self, name: str) -> Callable[..., object]: ...

    @abstractmethod
    def _loop(self, name: str) -> Callable[..., object]: ...

    @abstractmethod
    def over(
        self,
        owners: Mapping[str, Sequence[Library]],
        loops: Sequence[Callable[..., object]],
        place: int,
        *,
        quick: bool = False,
    ) -> Bound:
        """Loops by name over kernels of libraries of this kind (`linkwright.codegen.alternatives`)."""

    @abstractmethod
    def _rows(self, name: str, shared: frozenset[int]) -> Rows: ...

    @abstractmethod
    def _bound(
        self, name: str, kinds: Sequence[Kind], result: str, arguments: Sequence[object]
    ) -> Callable[[], object]: ...


def _check_loop(loop: Signature, arguments: Sequence[object]) -> None:
    """Raise unless the arguments have the kinds a loop wants; no read-only arrays, since any may be written."""
    if len(arguments) != len(loop.arguments):
        names = ", ".join(
            f"{argument}: {kind if isinstance(kind, str) else kind.__name__}" for argument, kind in loop.arguments
        )
        message = f"{loop.name} takes {len(loop.arguments)} arguments ({names}), got {len(arguments)}"
        raise TypeError(message)
    # Arrays are checked together at the end, in the words that kernels use too.
    slots, arrays, faults = [], [], []
    for (name, kind), argument in zip(loop.arguments, arguments, strict=True):
        if kind == "integers":
            faults += _integer_faults(name, argument)
        elif not isinstance(kind, str):
            if not isinstance(argument, kind):
                faults.append(f"{name}: got {type(argument).__name__}, expected a record {kind.__name__}")
        elif kind == "array":
            slots.append(Slot(name, "", None, written=True))
            arrays.append(argument)
        elif isinstance(argument, np.ndarray) or not hasattr(argument, "__index__" if kind == "int" else "__float__"):
            faults.append(f"{name}: got {type(argument).__name__}, expected {kind}")
    if faults:
        message = f"{loop.name}: " + "; ".join(faults)
        raise TypeError(message)
    check(loop.name, slots, arrays)


def _integer_faults(name: str, argument: object) -> list[str]:
    if not isinstance(argument, np.ndarray) or argument.dtype != np.int64 or not argument.flags.c_contiguous:
        got = f"an array of {argument.dtype}" if isinstance(argument, np.ndarray) else type(argument).__name__
        return [f"{name}: got {got}, expected a NumPy array of int64 without gaps; use .astype(numpy.int64)"]
    return []


def _unknown(title: str, name: str, known: Iterable[str]) -> str:
    known = list(known)
    close = difflib.get_close_matches(name, known, n=3)
    hint = f"; did you mean {' or '.join(close)}?" if close else ""
    return f"there is no {title} {name!r}; there are: {', '.join(known) or 'none'}{hint}"


class VirtualLibrary(Library):
    """Kernels on CasADi's virtual machine, loops as Python."""

    backend = "vm"

    def __init__(
        self,
        functions: Mapping[str, casadi.Function],
        signatures: Mapping[str, Signature],
        sources: Mapping[str, Callable[..., object]],
        fours: Iterable[str] = (),
    ) -> None:
        """Take functions with dense inputs and outputs; loops call `fours` of them for four uses at once, too."""
        super().__init__({name: interface(name, function) for name, function in functions.items()}, signatures)
        self._functions = functions
        self._kernels = {name: VirtualKernel(function) for name, function in functions.items()}
        many = {f"{name}{FOUR_USES}": partial(_one_by_one, self._kernels[name]) for name in fours}
        self._loops = rebuild_loops(sources, {**self._kernels, **many})

    def instructions(self, name: str) -> int:
        """Instructions of a function."""
        return int(self._functions[name].n_instructions())

    def _kernel(self, name: str) -> Callable[..., object]:
        return self._kernels[name] if name in self._kernels else self._loops[name]

    def _loop(self, name: str) -> Callable[..., object]:
        return outer(self._loops[name], self.signatures[name])

    def over(
        self,
        owners: Mapping[str, Sequence[Library]],
        loops: Sequence[Callable[..., object]],
        place: int,
        *,
        quick: bool = False,
    ) -> Bound:
        """Loops in Python; of several kernels the number at `place` of the first array says which is called."""
        del quick
        return interpret_over(owners, loops, place, {})

    def _rows(self, name: str, shared: frozenset[int]) -> Rows:
        kernel = self._kernels[name]

        sizes = [0 if k in shared else slot.size or 0 for k, slot in enumerate(self.interfaces[name].slots)]

        def rows(first: int, last: int, arrays: Sequence[np.ndarray]) -> None:
            flat = [array.reshape(-1) for array in arrays]
            for row in range(first, last):
                kernel(*(array[row * size :] for array, size in zip(flat, sizes, strict=True)))

        return rows

    def _bound(
        self, name: str, kinds: Sequence[Kind], result: str, arguments: Sequence[object]
    ) -> Callable[[], object]:
        call = self._loop(name) if name in self.signatures else self._kernel(name)
        return lambda: call(*arguments)


def _one_by_one(kernel: Callable[..., None], *arrays: np.ndarray) -> None:
    """A kernel for four uses: each argument stands there four times."""
    for lane in range(LANES):
        kernel(*arrays[lane::LANES])


def interpret(
    loops: Sequence[Callable[..., object]], kernels: Mapping[str, Callable[..., object]]
) -> dict[str, Callable[..., object]]:
    """Loops as ordinary Python over kernels given as Python callables ``kernel(in0, ..., out0, ...)``, by name.

    For kernels that cannot be compiled (a user's function of time, LAPACK); slow, but the same loops.
    """
    # Signatures are checked here: nothing else looks at the annotations of an interpreted loop.
    built = rebuild_loops({loop.__name__: loop for loop in loops}, kernels)
    return {loop.__name__: outer(built[loop.__name__], signature(loop)) for loop in loops}


def interpret_over(
    owners: Mapping[str, Sequence[Library]],
    loops: Sequence[Callable[..., object]],
    place: int,
    calls: Mapping[str, Callable[..., object]],
) -> Bound:
    """Loops as ordinary Python, by name, over kernels of libraries and over Python functions."""
    kernels = {
        name: _one_of([owner.kernel(name, check=False) for owner in found], place) for name, found in owners.items()
    }
    return Bound(interpret(loops, {**kernels, **calls}).__getitem__)


def _one_of(kernels: Sequence[Callable[..., None]], place: int) -> Callable[..., object]:
    if len(kernels) == 1:
        return kernels[0]

    def call(first: np.ndarray, *others: np.ndarray) -> None:
        kernels[int(first[place])](first, *others)

    return call


def repeated(loop: Callable[..., object], *arguments: object) -> Callable[[], object]:
    """A loop of a library with numbers and records as arguments, to be called many times; the caller keeps those."""
    made: Callable[..., Callable[[], object]] = getattr(loop, "repeated", partial(partial, loop))
    return made(*arguments)


def repeated_with(loop: Callable[..., object], inputs: InputsOf, *arguments: object) -> Callable[[], int]:
    """The same for a loop that answers with a number, with inputs that are written before each call."""
    made: Callable[..., Callable[[], int]] | None = getattr(loop, "repeated_with", None)
    return partial(call_with_inputs, partial(loop, *arguments), inputs) if made is None else made(inputs, *arguments)


def alternatives(
    libraries: Sequence[Library],
    loops: Sequence[Callable[..., object]],
    *,
    place: int,
    calls: Mapping[str, Callable[..., object]] | None = None,
    quick: bool = False,
) -> Bound:
    """Bind loops to libraries whose kernels have the same names; `place` of the first array holds the number of one.

    What is returned gives a loop by name; arguments are not checked. A library has every kernel, or it is the only one
    that has it (then it is always called). With `calls`, kernels as Python functions, the loops run in Python; on the
    virtual machine they do so anyway. With `quick`, loops that are not compiled yet are not optimised.
    """
    # Each kernel's owners, in the order of the libraries: the number in the first argument counts them.
    names = list(dict.fromkeys(name for library in libraries for name in library.interfaces))
    owners = {name: [library for library in libraries if name in library.interfaces] for name in names}
    assert len({library.backend for library in libraries}) == 1
    if calls:
        return interpret_over(owners, loops, place, calls)
    return libraries[0].over(owners, loops, place, quick=quick)


def build(
    kernels: Mapping[str, casadi.Function],
    loops: Sequence[Callable[..., object]] = (),
    *,
    backend: str | None = None,
    parameters: Mapping[str, int] | None = None,
    fours: Sequence[str] = (),
    quick: bool = False,
) -> Library:
    """Compile SX functions, and loops in Python that call them by name.

    backend: "llvm" for machine code (optimised, level O1, in time proportional to the number of operations), "vm" for
    CasADi's virtual machine with the loops as ordinary Python (they must be in the subset of `linkwright.codegen.loops`
    all the same). None takes the environment variable LINKWRIGHT_BACKEND and, where that is not set, "llvm" if llvmlite
    is installed, else "vm".

    parameters: numbers of the inputs, by kernel, that change rarely, the same array for all of them. What
    depends on them alone is found once, by `Library.settle`, whose result the kernels take in their place.

    fours: kernels that loops call for four uses at once, too: as ``name_four``, with each argument four times, one for
    each use. They are evaluated in vector registers, with the results of ``name`` to the last bit. No use may read what
    another one writes.

    quick: kernels that are not in the cache are interpreted by code that all kernels share: nothing is compiled, and
    they run two to four times as long. Results are the same to the last bit.

    >>> import casadi, numpy as np
    >>> x = casadi.SX.sym("x", 2)
    >>> library = build({"twice": casadi.Function("twice", [x], [2 * x])})
    >>> result = np.zeros(2)
    >>> library.kernel("twice")(np.array([1.0, 2.0]), result)
    >>> result
    array([2., 4.])
    """
    chosen = _backend(backend)
    _check_names([*kernels, *[f"{name}{FOUR_USES}" for name in fours], *(["settle"] if parameters else [])], loops)
    functions = {name: dense(name, function) for name, function in kernels.items()}
    if chosen == "vm":
        numbers = {name: (f.n_in(), f.n_out()) for name, f in functions.items()}
        signatures, _ = translate(loops, {name: (n_in, n_out) for name, n_in, n_out in kernel_counts(numbers, fours)})
        return VirtualLibrary(functions, signatures, {loop.__name__: loop for loop in loops}, fours)
    found: Library = _compiled_library().compile(functions, loops, parameters or {}, fours, quick=quick)
    return found


def build_known(
    text: str,
    derive: Callable[[], tuple[Mapping[str, casadi.Function], Mapping[str, int]]],
    *,
    quick: bool = False,
) -> Library:
    """Kernels that follow from a text, as `build` compiles them: they are not even derived where they were before.

    `derive` gives the functions and the numbers of those inputs that change rarely. The text says all that they follow
    from: two machines with the same text have the same functions.
    """

    def checked() -> tuple[Mapping[str, casadi.Function], Mapping[str, int]]:
        kernels, parameters = derive()
        _check_names([*kernels, *(["settle"] if parameters else [])], ())
        return {name: dense(name, function) for name, function in kernels.items()}, parameters

    if _backend(None) == "vm":
        return VirtualLibrary(checked()[0], {}, {})
    found: Library = _compiled_library().find(text, checked, quick=quick)
    return found


def _compiled_library() -> Any:
    """The class of libraries in machine code."""
    from linkwright.codegen.machine import CompiledLibrary  # it needs llvmlite, which may be absent

    return CompiledLibrary


def kernel_counts(numbers: Mapping[str, tuple[int, int]], fours: Sequence[str]) -> tuple[tuple[str, int, int], ...]:
    """Names of the kernels that loops may call, with their numbers of inputs and outputs, four times for four uses."""
    counts = {**numbers}
    counts |= {f"{name}{FOUR_USES}": (LANES * numbers[name][0], LANES * numbers[name][1]) for name in fours}
    return tuple((name, *both) for name, both in counts.items())


def columns(
    function: casadi.Function, *, shared: Iterable[int] = (), backend: str | None = None, alike: bool = False
) -> Columns:
    """A function at many points (see `Columns`), in machine code from the second call on if the backend is "llvm".

    With `alike` the code is that of all functions that differ from it in constants only (see `AlikeColumns`).
    """
    if _backend(backend) == "vm":
        return Columns(function, shared=shared)
    from linkwright.codegen.machine import ColumnsCompiler  # it needs llvmlite, which may be absent

    compiler = ColumnsCompiler()
    if alike:
        assert not shared
        return AlikeColumns(function, compiler.of_program)
    return Columns(function, shared=shared, compiler=compiler)


def _backend(backend: str | None) -> str:
    source = "the argument backend"
    if backend is None:
        source, backend = "the environment variable LINKWRIGHT_BACKEND", os.environ.get("LINKWRIGHT_BACKEND") or None
    available = backend != "vm" and _llvmlite()
    if backend is None:
        return "llvm" if available else "vm"
    if backend not in BACKENDS:
        message = f"{source} is {backend!r}, expected one of {', '.join(BACKENDS)}"
        raise ValueError(message)
    if backend == "llvm" and not available:
        message = f"{source} asks for machine code but llvmlite is not installed or does not load: install it or use vm"
        raise ModuleNotFoundError(message)
    return backend


def machine_code_wanted() -> bool:
    """Whether there is machine code, and nobody asked for the virtual machine."""
    return _backend(None) == "llvm"


def _llvmlite() -> bool:
    """Whether llvmlite is there and its library loads."""
    try:
        importlib.import_module("llvmlite.binding")
    except (ImportError, OSError):
        return False
    return True


def _check_names(kernels: Iterable[str], loops: Sequence[Callable[..., object]]) -> None:
    names = [*kernels, *(getattr(loop, "__name__", repr(loop)) for loop in loops)]
    faults = [f"{name!r} is not a name" for name in names if not name.isidentifier()]
    faults += [f"{name!r} is used {names.count(name)} times" for name in sorted(set(names)) if names.count(name) > 1]
    if faults:
        message = "names of kernels and loops must be different Python names: " + "; ".join(faults)
        raise ValueError(message)


def c_source(kernels: Mapping[str, casadi.Function]) -> str:
    """C source of kernels as CasADi's code generator writes it; inputs and outputs dense, no compiler needed."""
    _check_names(kernels, ())
    refused = [name for name in kernels if not casadi.Function.check_name(name)]
    if refused:
        message = f"CasADi writes no C functions called {', '.join(refused)}; choose names such as f_{refused[0]}"
        raise ValueError(message)
    generator = casadi.CodeGenerator("kernels.c")
    for name, function in kernels.items():
        generator.add(dense(name, function, rename=True))
    return str(generator.dump())


# -- functions at one point -------------------------------------------------------------------------------------------

LOOK, COMPILE = 400, 4000
"""Calls after which code is looked for in the cache, and after which it is compiled. Loading takes as long as some
hundred calls on the virtual machine and compiling as long as some thousand, whatever the size of the function: then
calls have cost about as much as the code does."""
NEVER = -1
"""No number of calls."""
MOST_CODES = 64
"""Functions whose code is kept in memory; the one made first goes first."""

Stub = Callable[[list[np.ndarray[Any, np.dtype[np.float64]]]], Callable[[], object]]
"""What binds code to arrays of inputs and outputs."""


class _Codes:
    """Codes by function, for all threads."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.known: OrderedDict[int, tuple[casadi.Function, Stub]] = OrderedDict()

    def of(self, function: casadi.Function, *, compile: bool) -> Stub | None:
        """The code of a function, from memory, from the cache or compiled now; None where there is none."""
        from linkwright.codegen.machine import point_code  # it needs llvmlite, which may be absent

        key = id(function)  # its object is kept here, so that no other has this number
        with self.lock:
            if key not in self.known:
                try:
                    code = point_code(function, compile=compile)
                except UnsupportedOperationError:
                    return None
                if code is None:
                    return None
                self.known[key] = (function, code)
                if len(self.known) > MOST_CODES:
                    self.known.popitem(last=False)
            return self.known[key][1]


_CODES = _Codes()


class Evaluation:
    """A function at one point, from and into arrays of its own: write `inputs`, call, read `outputs`. For one thread.

    It runs on CasADi's virtual machine first, and in machine code where it is called often. Both give the same numbers
    to the last bit: every operation is rounded by itself, and functions are those of the C library. So it does not show
    in a result how often a function was called before.

    Inputs and outputs of the function are dense; `arrays` are those to be taken for some of them, by number, outputs
    after inputs. What is in them is read anew at every call.

    >>> x = casadi.SX.sym("x", 2)
    >>> evaluation = Evaluation(casadi.Function("f", [x], [2 * x]))
    >>> evaluation.inputs[0][:] = 1.0, 2.0
    >>> evaluation()
    >>> evaluation.outputs[0].ravel()
    array([2., 4.])
    """

    def __init__(
        self,
        function: casadi.Function,
        arrays: Mapping[int, np.ndarray[Any, np.dtype[np.float64]]] | None = None,
    ) -> None:
        """Bind a function to its arrays."""
        given, count = arrays or {}, function.n_in()
        self.function = function
        self.inputs = [given[k] if k in given else np.zeros(function.nnz_in(k)) for k in range(count)]
        self.outputs = [
            given[count + k] if count + k in given else np.zeros(function.size_out(k), order="F")
            for k in range(function.n_out())
        ]
        self._memory, self._run = function.buffer()
        for k, array in enumerate(self.inputs):
            assert array.size == function.numel_in(k) == function.nnz_in(k), (function.name(), k)
            self._memory.set_arg(k, memoryview(array))  # type: ignore[call-arg, arg-type]
        for k, result in enumerate(self.outputs):
            assert result.size == function.nnz_out(k), (function.name(), k)
            self._memory.set_res(k, memoryview(result.reshape(-1, order="F")))  # type: ignore[call-arg, arg-type]
        self._calls, self._next = 0, LOOK if function.is_a("SXFunction") else NEVER

    def __call__(self) -> None:
        """Evaluate."""
        self._run()
        self._calls += 1
        if self._calls == self._next:
            self._improve()

    def _improve(self) -> None:
        """Take machine code, if there is some or it is worth compiling by now."""
        late = self._calls >= COMPILE
        code = _CODES.of(self.function, compile=late) if machine_code_wanted() else None
        if code is not None:
            self._run = code([*self.inputs, *self.outputs])
        self._next = NEVER if late or code is not None else COMPILE


# -- work of a thread --------------------------------------------------------------------------------------------------

# LLVM compiles without Python's lock, so that better code is made while a run goes on. One piece of work is done at a
# time. When the process ends, what is being compiled is finished, since LLVM cannot be left in the middle, and all else
# is given up.

Result = TypeVar("Result")


class _GivenUpError(Exception):
    """Ends work whose result nobody will see."""


class _Workers:
    """Threads that work; `turn` is had by one of them at a time."""

    def __init__(self) -> None:
        self.turn, self.ending = threading.Lock(), False
        self.threads: set[threading.Thread] = set()
        atexit.register(self.end)
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=self.begin_anew)

    def begin_anew(self) -> None:
        """In a process that was forked: the threads are those of the other one."""
        self.turn, self.threads = threading.Lock(), set()

    def end(self) -> None:
        """Let no work begin or go on, and wait for the rest."""
        self.ending = True
        for thread in list(self.threads):
            thread.join()


_WORKERS = _Workers()


def look() -> None:
    """Called by work between its parts: it goes no further when the process ends."""
    if _WORKERS.ending and threading.current_thread() in _WORKERS.threads:
        raise _GivenUpError


class Work(Generic[Result]):
    """Work that a thread of its own does.

    >>> work = Work(lambda: 6 * 7)
    >>> work.result(), work.done
    (42, True)
    """

    def __init__(self, do: Callable[[], Result]) -> None:
        """Begin."""
        self._do = do
        self._error: Exception | None = None
        self._found: list[Result] = []
        self._thread = threading.Thread(target=self._run, name="linkwright compiler", daemon=True)
        _WORKERS.threads.add(self._thread)
        self._thread.start()

    def _run(self) -> None:
        try:
            with _WORKERS.turn:
                look()
                self._found.append(self._do())
        except _GivenUpError:
            pass
        except Exception as error:  # noqa: BLE001  raised again where the result is asked for
            self._error = error
        finally:
            _WORKERS.threads.discard(self._thread)

    @property
    def done(self) -> bool:
        """Whether there is a result, or an error."""
        return bool(self._found) or self._error is not None

    def result(self) -> Result:
        """The result, which is waited for; in a process that was forked meanwhile, it is found now."""
        self._thread.join()
        if self._error is not None:
            raise self._error
        if not self._found:
            self._found.append(self._do())
        return self._found[0]
