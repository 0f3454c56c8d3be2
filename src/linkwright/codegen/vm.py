"""Kernels on CasADi's virtual machine, and loops as the Python they are written in: everything works without LLVM."""

from __future__ import annotations

import math
import threading
from collections.abc import Callable, Mapping
from types import CellType, FunctionType, SimpleNamespace

import casadi
import numpy as np

from linkwright.codegen.loops.expressions import Signature
from linkwright.codegen.loops.text import Followed, LoopText

LARGEST_INT = 2**63 - 1


class VirtualKernel:
    """A kernel on CasADi's virtual machine: ``kernel(in0, ..., out0, ...)``.

    Arguments are copied to and from arrays of its own, because the virtual machine writes outputs before it has read
    all inputs. Arrays may be longer than needed, as slices ``a[k:]`` in loops are. Each thread has its own arrays.
    """

    def __init__(self, function: casadi.Function) -> None:
        """Take a function with dense inputs and outputs."""
        self._function = function
        self._local = threading.local()

    def __call__(self, *arrays: np.ndarray) -> None:
        """Evaluate; the last arrays are written."""
        try:
            _, evaluate, inputs, outputs = self._local.state
        except AttributeError:
            _, evaluate, inputs, outputs = self._local.state = self._bind()
        count = len(inputs)
        for own, array in zip(inputs, arrays[:count], strict=True):
            own[:] = np.asarray(array).reshape(-1)[: own.size]  # a loop may pass a tuple of constants
        evaluate()
        for own, array in zip(outputs, arrays[count:], strict=True):
            array.reshape(-1)[: own.size] = own

    def _bind(self) -> tuple[object, Callable[[], object], list[np.ndarray], list[np.ndarray]]:
        buffer, evaluate = self._function.buffer()
        inputs = [np.zeros(self._function.numel_in(i)) for i in range(self._function.n_in())]
        outputs = [np.zeros(self._function.numel_out(i)) for i in range(self._function.n_out())]
        for index, own in enumerate(inputs):
            buffer.set_arg(index, own.data)  # type: ignore[call-arg]
        for index, own in enumerate(outputs):
            buffer.set_res(index, own.data)  # type: ignore[call-arg]
        return buffer, evaluate, inputs, outputs


def rebuild_loops(
    functions: Mapping[str, Callable[..., object]], kernels: Mapping[str, Callable[..., object]]
) -> dict[str, Callable[..., object]]:
    """Rebuild loops as Python functions in which the names of kernels, loops and mathematical functions are bound.

    The functions keep their code, so a debugger stops in them as they are written.
    """
    # Names of the C library are NumPy's functions, which give NaN where those of Python raise.
    names: dict[str, object] = {**_FUNCTIONS, **kernels}
    built: dict[str, Callable[..., object]] = {}
    followed: dict[str, object] = {"float": np.float64, "abs": abs, "min": min, "max": max, **names}
    for name, function in functions.items():
        # Text is followed statement by statement: nothing of it is run by Python.
        if isinstance(function, LoopText):
            built[name] = Followed(function, followed)
            continue
        assert isinstance(function, FunctionType)
        # The same code with other globals: the function itself stays as it is.
        scope = {**function.__globals__, **names}
        if scope.get("math") is math:
            scope["math"] = _MATH
        # A loop defined in a function finds kernels and loops in its closure, which is made anew too.
        cells = dict(zip(function.__code__.co_freevars, function.__closure__ or (), strict=True))
        closure = tuple(
            CellType(names.get(free)) if free in names or free in functions else cell for free, cell in cells.items()
        )
        rebuilt = FunctionType(function.__code__, scope, name, function.__defaults__, closure)
        rebuilt.__kwdefaults__, rebuilt.__doc__, rebuilt.__module__ = (
            function.__kwdefaults__,
            function.__doc__,
            function.__module__,
        )
        built[name] = rebuilt
    # Only now all loops are known: each may call every other one.
    followed |= built
    for function in built.values():
        if isinstance(function, Followed):
            continue
        assert isinstance(function, FunctionType)
        function.__globals__.update(built)
        for free, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
            if free in built:
                cell.cell_contents = built[free]
    return built


def outer(function: Callable[..., object], signature: Signature) -> Callable[..., object]:
    """Call an interpreted loop from outside: numbers take their kinds, arrays are flat, faults give inf or NaN."""
    kinds = [_CONVERT[kind] if isinstance(kind, str) else _nothing for _, kind in signature.arguments]
    result = _RESULT[signature.result]

    def call(*arguments: object) -> object:
        with np.errstate(all="ignore"):
            return result(function(*[kind(argument) for kind, argument in zip(kinds, arguments, strict=True)]))

    call.__name__ = signature.name
    return call


def _nothing(value: object) -> object:
    return value


def _flat(array: np.ndarray) -> np.ndarray:
    return array.reshape(-1)


_CONVERT: Mapping[str, Callable[..., object]] = {"int": int, "float": np.float64, "array": _flat, "integers": _flat}
_RESULT: Mapping[str, Callable[..., object]] = {"int": int, "float": float, "none": _nothing}


def _whole(rounding: Callable[[float], int]) -> Callable[[float], int]:
    """Round to an int as machine code does: NaN gives 0, what is too large the largest int."""

    def call(x: float) -> int:
        if math.isfinite(x):
            return min(max(rounding(x), -LARGEST_INT - 1), LARGEST_INT)
        return 0 if math.isnan(x) else LARGEST_INT if x > 0 else -LARGEST_INT - 1

    return call


def _bits(array: np.ndarray) -> np.ndarray:
    return array.view(np.int64)


def _remainder(x: float, y: float) -> float:
    return math.remainder(x, y) if math.isfinite(x) and y else math.nan


# NumPy's functions behave as the C library's: NaN where `math` raises.
_FUNCTIONS: Mapping[str, object] = {
    "sqrt": np.sqrt, "sin": np.sin, "cos": np.cos, "tan": np.tan, "asin": np.arcsin, "acos": np.arccos,
    "atan": np.arctan, "sinh": np.sinh, "cosh": np.cosh, "tanh": np.tanh, "asinh": np.arcsinh, "acosh": np.arccosh,
    "atanh": np.arctanh,
    "exp": np.exp, "log": np.log, "log1p": np.log1p, "expm1": np.expm1, "erf": math.erf, "atan2": np.arctan2,
    "hypot": np.hypot, "fmod": np.fmod, "remainder": _remainder, "fabs": np.fabs, "copysign": np.copysign,
    "isfinite": math.isfinite, "isnan": math.isnan, "floor": _whole(math.floor), "ceil": _whole(math.ceil),
    "int": _whole(math.trunc), "integers": _bits,
}  # fmt: skip
_MATH = SimpleNamespace(**{**vars(math), **_FUNCTIONS})
