"""Arrays of integers in loops: read, written, taken from a place on, and checked at the border."""

import numpy as np
import pytest

from linkwright import codegen
from linkwright.arrays import Array, Integers


def scattered(count: int, index: Integers, x: Array, y: Array, seen: Integers) -> int:
    rest = index[1:]
    for k in range(count):
        y[rest[k]] += x[k]
        seen[k] = rest[k] + index[0]
        seen[k] += 1
    return rest[count - 1]


@pytest.mark.parametrize("backend", ["vm", "llvm"])
def test_integers_are_read_and_written(backend):
    if backend == "llvm":
        pytest.importorskip("llvmlite")
    loop = codegen.build({}, [scattered], backend=backend).loop("scattered")
    index, seen = np.array([7, 2, 0, 2]), np.zeros(3, dtype=np.int64)
    x, y = np.array([1.0, 2.0, 4.0]), np.zeros(3)
    assert loop(3, index, x, y, seen) == 2
    assert y.tolist() == [2.0, 0.0, 5.0]
    assert seen.tolist() == [10, 8, 10]


@pytest.mark.parametrize("wrong", [np.zeros(4), [1, 2, 3], np.zeros(8, dtype=np.int64)[::2]])
def test_what_is_no_array_of_integers_is_refused(wrong):
    loop = codegen.build({}, [scattered], backend="vm").loop("scattered")
    with pytest.raises(TypeError, match=r"index: got .*, expected a NumPy array of int64 without gaps"):
        loop(3, wrong, np.zeros(3), np.zeros(3), np.zeros(3, dtype=np.int64))


def halves(index: Integers) -> None:
    index[0] = 0.5


def test_a_float_cannot_be_put_among_integers():
    with pytest.raises(codegen.LoopError, match="expected an int"):
        codegen.build({}, [halves], backend="vm")
