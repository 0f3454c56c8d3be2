"""What is not in the subset is refused with the construct, the file and the line; all faults at once."""
# ruff: noqa: B018, F821, F823, F841, PLR0124, RET503, RET504, T201 - the functions are wrong on purpose

from __future__ import annotations

import inspect
import re

import casadi
import pytest

from linkwright import codegen
from linkwright.arrays import Array
from linkwright.codegen import LoopError

TABLE = (1.0, 2.0)
WORD = "word"
pytest.importorskip("llvmlite")


def many(a: Array, n: int) -> int:
    b = [1, 2]  # List .* is not part of the subset
    c = a[n, 1]  # one index
    d = a[1:2]  # start only
    e = a[-1]  # cannot be < 0
    f = a[0.5]  # the index is a float
    g = len(a)  # got an array where len
    h = print(n)  # print is not a kernel
    k = 0
    k = 0.5  # begin with 0.0 instead of 0
    n = a  # cannot become an array
    m = unknown_name  # not known
    o = late + 1  # before anything is assigned
    late = 1
    p = n & 1  # BitAnd
    q = n is n  # Is
    r = a * 2.0  # whole arrays
    TABLE[0] = 1.0  # cannot be written
    s = WORD  # is str
    t = TABLE  # a constant array cannot be assigned
    u = n**n  # literal exponent
    v = max(n)  # two or more
    w = sin(n, n)  # takes 1 argument
    x = half(a, a)  # as a statement
    half(a)  # 1 input and 1 output
    half(a, n)  # takes arrays only, got an int: n
    half(a, TABLE)  # write into the constant
    a[0:] = 1.0  # only to a name, to a\[i\] or to a number of a record
    a, n = n, a  # Tuple
    y = a.size  # attributes
    for _ in a:  # over range
        pass
    with a:  # With is not
        pass
    assert n > 0  # Assert is not
    n  # does nothing
    half = 1  # is the name of a kernel
    other(a)  # other takes 2 arguments
    other(n, n)  # expected an array
    z = f"{n}"  # JoinedStr
    z = sin(n, key=1)  # by position only
    try:  # Try
        pass
    finally:
        pass
    lambda: 0  # does nothing
    return 0.5  # expected an int


def other(a: Array, n: int) -> None:
    pass


def after(n: int) -> int:
    k = [n]
    m = k + 1
    return m


def missing_end(n: int) -> int:
    if n > 0:
        return 1


def signature_faults(a, b: str, c: int = 0):
    pass


def half() -> casadi.Function:
    x = casadi.SX.sym("x")
    return casadi.Function("half", [x], [x / 2])


def test_each_fault_is_reported_at_its_line() -> None:
    with pytest.raises(LoopError) as caught:
        codegen.build({"half": half()}, [many, other], backend="llvm")
    report = str(caught.value).splitlines()
    lines, first = inspect.getsourcelines(many)
    for number, line in enumerate(lines, first):
        if "  # " in line:
            wanted = line.split("  # ")[1].strip()
            found = [text for text in report if re.match(rf".*test_loop_faults\.py:{number}: .*{wanted}", text)]
            assert found, (number, line, report)
    assert len(report) == 1 + sum("  # " in line for line in lines)


def test_a_fault_is_not_repeated_by_what_follows_from_it() -> None:
    with pytest.raises(LoopError) as caught:
        codegen.build({}, [after], backend="llvm")
    assert len(str(caught.value).splitlines()) == 2


def test_an_end_without_return() -> None:
    with pytest.raises(LoopError, match=r"missing_end.*\n.*without a return of an int"):
        codegen.build({}, [missing_end], backend="llvm")


@pytest.mark.parametrize("backend", ["llvm", "vm"])
def test_signatures(backend: str) -> None:
    with pytest.raises(LoopError) as caught:
        codegen.build({}, [signature_faults], backend=backend)
    for text in ("argument a needs", "argument b needs", "the result needs", "without defaults"):
        assert text in str(caught.value)


def test_what_is_no_function() -> None:
    with pytest.raises(LoopError, match="written with def"):
        codegen.build({}, [_named(lambda n: n)], backend="llvm")
    with pytest.raises(ValueError, match=r"'other' is used 2 times"):
        codegen.build({"other": half()}, [other], backend="llvm")
    with pytest.raises(ValueError, match=r"'a b' is not a name"):
        codegen.build({"a b": half()}, backend="llvm")
    scope: dict = {}
    exec("def unseen(n: int) -> int:\n    return n", scope)  # noqa: S102 - a function without a source
    with pytest.raises(LoopError, match="cannot be read"):
        codegen.build({}, [scope["unseen"]], backend="llvm")


def _named(function):
    function.__name__ = "named"
    return function
