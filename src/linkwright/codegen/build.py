"""Functions and loops to a library: as machine code where llvmlite is there, else on CasADi's virtual machine."""

from __future__ import annotations

import importlib
import os
from collections.abc import Callable, Iterable, Mapping, Sequence

import casadi

from linkwright.codegen.kernels.graph import Columns, dense
from linkwright.codegen.library import Library, VirtualLibrary
from linkwright.codegen.loops.translation import translate

BACKENDS = ("llvm", "vm")


def build(
    kernels: Mapping[str, casadi.Function],
    loops: Sequence[Callable[..., object]] = (),
    *,
    backend: str | None = None,
    parameters: Mapping[str, int] | None = None,
    quick: bool = False,
) -> Library:
    """Compile SX functions, and loops in Python that call them by name.

    backend: "llvm" for machine code (optimised, level O1, up to 20,000 operations a kernel; plain, O0, above, where
    optimising takes seconds), "vm" for CasADi's virtual machine with the loops as ordinary Python (they must be in the
    subset of `linkwright.codegen.loops` all the same). None takes the environment variable LINKWRIGHT_BACKEND and,
    where that is not set, "llvm" if llvmlite is installed, else "vm".

    parameters: numbers of the inputs, by kernel, that change rarely, the same array for all of them. What
    depends on them alone is found once, by `Library.settle`, whose result the kernels take in their place.

    quick: kernels that are not in the cache need not be optimised: they are compiled in a fifth of the time and run
    one to four times as long. Results are the same to the last bit.

    >>> import casadi, numpy as np
    >>> x = casadi.SX.sym("x", 2)
    >>> library = build({"twice": casadi.Function("twice", [x], [2 * x])})
    >>> result = np.zeros(2)
    >>> library.kernel("twice")(np.array([1.0, 2.0]), result)
    >>> result
    array([2., 4.])
    """
    chosen = _backend(backend)
    _check_names([*kernels, *(["settle"] if parameters else [])], loops)
    functions = {name: dense(name, function) for name, function in kernels.items()}
    if chosen == "vm":
        signatures, _ = translate(loops, {name: (f.n_in(), f.n_out()) for name, f in functions.items()})
        return VirtualLibrary(functions, signatures, {loop.__name__: loop for loop in loops})
    from linkwright.codegen.machine import CompiledLibrary  # it needs llvmlite, which may be absent

    return CompiledLibrary.compile(functions, loops, parameters or {}, quick=quick)


def columns(function: casadi.Function, *, shared: Iterable[int] = (), backend: str | None = None) -> Columns:
    """A function at many points (see `Columns`), in machine code from the second call on if the backend is "llvm"."""
    if _backend(backend) == "vm":
        return Columns(function, shared=shared)
    from linkwright.codegen.machine import ColumnsCompiler  # it needs llvmlite, which may be absent

    return Columns(function, shared=shared, compiler=ColumnsCompiler())


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
