"""CasADi SX functions to machine code, with time loops written in a small subset of Python compiled beside them.

`build` makes a `Library` of kernels and loops; without llvmlite the same library runs on CasADi's virtual machine.
"""

from linkwright.arrays import Array, Integers
from linkwright.codegen.cache import stored
from linkwright.codegen.inputs import AS_USUAL, NOT_FINITE, InputsOf
from linkwright.codegen.kernels.batch import FOUR_USES
from linkwright.codegen.kernels.graph import LANES, Columns, UnsupportedOperationError, operations
from linkwright.codegen.kernels.rewriting import QUARTER_TURNS
from linkwright.codegen.library import (
    Bound,
    Evaluation,
    Lanes,
    Library,
    Work,
    alternatives,
    build,
    build_known,
    c_source,
    columns,
    interpret,
    repeated,
    repeated_with,
)
from linkwright.codegen.loops.expressions import LoopError
from linkwright.codegen.loops.records import Prototype, Record
from linkwright.codegen.loops.text import LoopText

__all__ = [
    "AS_USUAL",
    "FOUR_USES",
    "LANES",
    "NOT_FINITE",
    "QUARTER_TURNS",
    "Array",
    "Bound",
    "Columns",
    "Evaluation",
    "InputsOf",
    "Integers",
    "Lanes",
    "Library",
    "LoopError",
    "LoopText",
    "Prototype",
    "Record",
    "UnsupportedOperationError",
    "Work",
    "alternatives",
    "build",
    "build_known",
    "c_source",
    "columns",
    "interpret",
    "operations",
    "repeated",
    "repeated_with",
    "stored",
]
