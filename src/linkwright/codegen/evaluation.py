"""A function at one point, on CasADi's virtual machine first and in machine code where it is called often.

Both give the same numbers to the last bit: every operation is rounded by itself, and functions are those of the C
library. So it does not show in a result how often a function was called before.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping
from typing import Any

import casadi
import numpy as np

from linkwright.codegen.kernels.graph import UnsupportedOperationError
from linkwright.codegen.library import machine_code_wanted

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
