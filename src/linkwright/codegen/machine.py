"""LLVM through llvmlite: IR to an object, objects to addresses in this process. Imported only if llvmlite is there."""

from __future__ import annotations

import contextlib
import ctypes
import ctypes.util
import functools
import hashlib
import os
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import llvmlite
import llvmlite.binding as llvm

from linkwright.codegen import cache
from linkwright.codegen.kernels.sx import LIBM

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


def compile_ir(ir: str, level: int, *, cached: bool = True, optimise: bool = True) -> bytes:
    """Compile a module to an object at optimisation level 0 or 1, or take it from the cache.

    Without `optimise` the passes over the intermediate code are left out: straight-line code without equal operations
    gains nothing from them.
    """
    cpu, flags = _host()
    versions = (
        _FORMAT,
        llvmlite.__version__,
        llvm.llvm_version_info,
        llvm.get_default_triple(),
        cpu,
        flags,
        level,
        optimise,
    )
    # Everything that the object depends on is in the key: code, versions, processor, level.
    key = hashlib.sha256(f"{versions}\n{ir}".encode()).hexdigest()
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
        builder = llvm.create_pass_builder(machine, tuning)
        builder.getModulePassManager().run(module, builder)
    compiled = bytes(machine.emit_object(module))
    if cached:
        cache.store(key, compiled)
    return compiled


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
    for name, address in {**_mathematics(), **(imports or {})}.items():
        builder.import_symbol(name, address)
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
            return ctypes.CDLL("libm.so.6")  # find_library would start another program to find it
    return ctypes.CDLL(ctypes.util.find_library("m"))
