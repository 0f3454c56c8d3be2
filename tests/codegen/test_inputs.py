"""A loop that is called with inputs of its own each time: compiled and in Python."""

import numpy as np
import pytest

from linkwright import codegen
from linkwright.arrays import Array
from linkwright.codegen import Record


class Total(Record):
    """Numbers that are added up."""

    size: int
    changes: int
    every: Array
    total: Array


def add_up(numbers: Total, limit: int) -> int:
    """Add twice the numbers, if there are not too many; 7 if so."""
    if numbers.size > limit:
        return 7
    for i in range(numbers.size):
        numbers.total[0] += numbers.every[2 * i + 1]
    return 0


@pytest.mark.parametrize("backend", ["llvm", "vm"])
def test_inputs_are_looked_at_and_written_before_the_loop(backend):
    loop = codegen.build({}, [add_up], backend=backend).loop("add_up", check=False)
    numbers = Total(size=3, changes=0, every=np.full(6, -1.0), total=np.zeros(1))
    given, at = np.array([1.0, 2.0, 4.0]), Total.fields["changes"].place
    inputs = codegen.InputsOf(given, numbers.every[1::2], 0, numbers.integers[at : at + 1])
    call = codegen.repeated_with(loop, inputs, numbers, 3)
    assert call() == codegen.AS_USUAL
    assert numbers.every.tolist() == [-1.0, 1.0, -1.0, 2.0, -1.0, 4.0]
    given[:] = 3.0, 3.0, 3.0
    assert call() == codegen.AS_USUAL
    assert numbers.total[0] == 16.0
    # What is no finite number is not written, and the loop is not called.
    for wrong in (np.nan, np.inf, -np.inf):
        given[1] = wrong
        assert call() == codegen.NOT_FINITE
        assert numbers.every[1::2].tolist() == [3.0, 3.0, 3.0]
        assert numbers.total[0] == 16.0
    # Numbers whose sum is infinite are finite; what the loop says besides the usual is its answer.
    given[:] = 1.7e308
    numbers.changes = 2
    assert call() == 0
    assert codegen.repeated_with(loop, inputs, numbers, 2)() == 7


def test_inputs_of_other_kinds_are_not_bound():
    with pytest.raises(AssertionError):
        codegen.InputsOf(np.zeros(3), np.zeros(2), 0, np.zeros(1, dtype=np.int64))
