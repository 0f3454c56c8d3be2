"""CasADi SX functions to machine code, with time loops written in a small subset of Python compiled beside them.

`build` makes a `Library` of kernels and loops; without llvmlite the same library runs on CasADi's virtual machine.
"""

from linkwright.codegen.alternatives import alternatives
from linkwright.codegen.graph import UnsupportedOperationError, operations
from linkwright.codegen.library import Library, build, c_source, interpret
from linkwright.codegen.loops import Array, Integers
from linkwright.codegen.writing import LoopError
from linkwright.codegen.written import LoopText

__all__ = [
    "Array",
    "Integers",
    "Library",
    "LoopError",
    "LoopText",
    "UnsupportedOperationError",
    "alternatives",
    "build",
    "c_source",
    "interpret",
    "operations",
]
