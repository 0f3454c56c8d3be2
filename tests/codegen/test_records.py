"""Records in loops: the same names and numbers in Python, in machine code and on the virtual machine."""

from __future__ import annotations

import copy
import pickle
from typing import Annotated

import casadi
import numpy as np
import pytest

from linkwright import codegen
from linkwright.arrays import Array, Integers
from linkwright.codegen import LoopError, LoopText, Prototype, Record


class Settings(Record):
    gain: float
    order: int
    nodes: Annotated[Array, 3]


class Work(Record):
    y: Array
    t: float
    steps: int
    rows: Integers
    pair: Annotated[Array, 2]
    settings: Settings


class Wrong(Record):
    t: float


def settings(**values: object) -> Settings:
    return Settings(**{"gain": 2.0, "order": 3, "nodes": np.array([0.0, 0.5, 1.0])} | values)


def work(n: int = 4) -> Work:
    return Work(y=np.arange(float(n)), rows=np.arange(n, dtype=np.int64)[::-1].copy(), settings=settings(), t=0.25)


def test_numbers_come_first_and_every_field_has_its_words():
    places = {name: (field.place, field.size) for name, field in Work.fields.items()}
    assert places == {"t": (0, 1), "steps": (1, 1), "pair": (2, 2), "y": (4, 1), "rows": (5, 1), "settings": (6, 1)}
    record = work()
    record.t, record.steps, record.pair = 1.5, 7, np.array([2.0, 3.0])
    assert record.words[[0, 2, 3]].tolist() == [1.5, 2.0, 3.0]
    assert record.integers[1] == 7
    assert record.integers[4] == record.y.__array_interface__["data"][0]
    assert record.integers[6] == record.settings.address


def test_copies_of_a_prototype_have_numbers_arrays_and_records_of_their_own():
    first = work()
    first.pair = np.array([2.0, 3.0])
    prototype = Prototype(first)
    one, other = prototype.copy(), prototype.copy()
    for each in (one, other):
        assert repr(each) == repr(first)
        assert each.rows.dtype == np.int64
        places = [array.__array_interface__["data"][0] for array in (each.words, each.y, each.rows)]
        assert [each.address, *each.integers[4:6].tolist()] == places
        assert each.integers[6] == each.settings.address != first.settings.address
        assert each.settings.address == each.settings.words.__array_interface__["data"][0]
    one.t, one.pair, one.y[0], one.rows[0], one.settings.order, one.settings.nodes = 5.0, 6.0, 7.0, 8, 9, 10.0
    assert repr(other) == repr(first)
    other.y = np.ones(2)
    assert (one.y[0], len(other.y), other.integers[4]) == (7.0, 2, other.y.__array_interface__["data"][0])


def test_records_of_shared_kinds_are_the_same_in_all_copies():
    first = work()
    copied = Prototype(first, shared=(Settings,)).copy()
    assert copied.settings is first.settings
    assert copied.integers[6] == first.settings.address


def test_arrays_given_by_their_length_are_zeros_of_the_record_itself(backend: str):
    record = Work(y=4, rows=3, settings=settings(), t=0.25)
    assert (record.y.tolist(), record.rows.tolist(), record.rows.dtype) == ([0.0] * 4, [0] * 3, np.int64)
    places = [array.__array_interface__["data"][0] for array in (record.y, record.rows)]
    assert record.integers[4:6].tolist() == places
    assert not np.shares_memory(record.y, record.rows)
    given = work(3)
    record = Work(y=3, rows=3, settings=settings(), t=0.25)
    record.y[:], record.rows[:] = given.y, given.rows
    library = codegen.build({}, [polynomial], backend=backend)
    assert library.loop("polynomial")(record, 3) == library.loop("polynomial")(given, 3)
    assert record.contents().tobytes() == given.contents().tobytes()
    assert copy.deepcopy(record).contents().tobytes() == record.contents().tobytes()


def polynomial(work: Work, n: int) -> float:
    """Every kind of field read and written, by paths and by other names."""
    settings = work.settings
    y = work.y
    total = 0.0
    for i in range(n):
        y[i] = settings.gain * y[work.rows[i]] + work.t
        total += work.y[i]
    for k in range(settings.order):
        total += settings.nodes[k] * work.settings.gain**k
    work.t += total
    work.steps = work.steps + n
    work.steps += 1
    settings.gain = 0.5
    work.pair[0] = total
    work.pair[1] += work.t
    return total


def test_loops_read_and_write_fields_by_name(backend: str):
    library = codegen.build({}, [polynomial], backend=backend)
    found, wanted = work(), work()
    result = library.loop("polynomial")(found, 4)
    assert result == polynomial(wanted, 4) == 6.25 + 4.25 + 8.75 + 12.75 + 5.0
    assert found.contents().tobytes() == wanted.contents().tobytes()
    assert found.settings.contents().tobytes() == wanted.settings.contents().tobytes()
    assert (found.steps, found.settings.gain) == (5, 0.5)
    bound = library.bound("polynomial", found, 2)
    assert bound() == polynomial(wanted, 2)


def turn(work: Work, other: Work, n: int) -> float:
    """Records given to loops and kernels, chosen at run time, arrays inside a record handed to a kernel."""
    chosen = work
    if n > 2:
        chosen = other
    rotate(work.pair, chosen.settings.nodes)  # noqa: F821  a kernel
    return shifted(chosen, chosen.settings.nodes[1:])


def shifted(work: Work, by: Array) -> float:
    work.t = work.t + by[0]
    return work.t


def test_records_are_handed_on_and_chosen(backend: str):
    x = casadi.SX.sym("x", 2)
    rotate = casadi.Function("rotate", [x], [casadi.vertcat(-x[1], x[0])])
    library = codegen.build({"rotate": rotate}, [shifted, turn], backend=backend)
    one, two = work(), work()
    one.pair = np.array([3.0, 4.0])
    for n, chosen in ((1, one), (3, two)):
        assert library.loop("turn")(one, two, n) == 0.25 + 3.0
        assert chosen.settings.nodes.tolist() == [-4.0, 3.0, 1.0]


def test_another_array_is_bound_between_calls(backend: str):
    library = codegen.build({}, [polynomial], backend=backend)
    record = work()
    record.y = np.ones((2, 2))
    library.loop("polynomial")(record, 4)
    assert record.y.shape == (4,)
    assert record.y.tolist() == [2.25, 2.25, 4.75, 4.75]


def test_loops_given_as_text_take_records(backend: str):
    text = (
        "def climb(work: Work, n: int) -> float:\n    for i in range(n):\n        work.t += work.settings.gain * i\n"
        "        work.steps += 1\n    return work.t\n"
    )
    library = codegen.build({}, [LoopText("climb", text, (Work,))], backend=backend)
    record = work()
    assert library.loop("climb")(record, 4) == 0.25 + 2.0 * 6
    assert record.steps == 4


def test_contents_are_the_bytes_of_a_record():
    record, other = work(), work()
    record.t, record.steps, record.pair = -0.0, 2**60 + 1, np.array([np.nan, np.inf])
    record.y[:] = [5e-324, -1.0, 0.1, 1e300]
    other.restore(record.contents())
    assert other.contents().tobytes() == record.contents().tobytes()
    assert (other.steps, other.rows.tolist()) == (2**60 + 1, [3, 2, 1, 0])
    with pytest.raises(ValueError, match="Work has 12 numbers, got 11"):
        other.restore(record.contents()[1:])


@pytest.mark.parametrize("again", [copy.deepcopy, lambda record: pickle.loads(pickle.dumps(record))])  # noqa: S301
def test_copies_have_memory_of_their_own(again):
    record = work()
    other = again(record)
    other.y[0], other.settings.gain, other.t = 9.0, 8.0, 7.0
    assert (record.y[0], record.settings.gain, record.t) == (0.0, 2.0, 0.25)
    assert (other.rows.tolist(), other.settings.order) == ([3, 2, 1, 0], 3)
    library = codegen.build({}, [polynomial])
    before = record.contents()
    library.loop("polynomial")(other, 4)
    assert record.contents().tobytes() == before.tobytes()


def no_field(work: Work) -> float:
    return work.time


def array_assigned(work: Work, y: Array) -> None:
    work.y = y


def no_record(work: Array) -> float:
    return work.t


def wrong_record(work: Wrong) -> float:
    return shifted(work, work)


@pytest.mark.parametrize(
    ("loops", "words"),
    [
        ([no_field], r"test_records.py:\d+: work.time: the record Work has no field time; there are t, "),
        ([array_assigned], r"work.y is an array; a loop writes its elements or numbers only"),
        ([no_record], r"work.t: attributes are fields of records, and work is an array"),
        ([shifted, wrong_record], r"argument work of shifted is a record Wrong, expected a record Work"),
    ],
)
def test_faults_of_loops_are_said_in_words(loops, words: str, backend: str):
    with pytest.raises(LoopError, match=words):
        codegen.build({}, loops, backend=backend)


def test_faults_of_records_are_said_in_words(backend: str):
    with pytest.raises(TypeError, match=r"Settings has no field 'gian'; did you mean gain\?"):
        settings(gian=1.0)
    with pytest.raises(TypeError, match="the array or record 'y' of Work is missing"):
        Work(rows=np.zeros(1, dtype=np.int64), settings=settings())
    record = work()
    with pytest.raises(TypeError, match=r"Work.y: got an array of int64, expected an array of float64 without gaps"):
        record.y = np.arange(3)
    with pytest.raises(TypeError, match=r"Work.settings: got Wrong, expected a record Settings"):
        record.settings = Wrong()
    with pytest.raises(TypeError, match=r"Bad\.x: got the annotation <class 'str'>, expected float, int"):
        type("Bad", (Record,), {"__annotations__": {"x": str}})
    with pytest.raises(TypeError, match="Bad: every record has words already"):
        type("Bad", (Record,), {"__annotations__": {"words": float}})
    library = codegen.build({}, [polynomial], backend=backend)
    with pytest.raises(TypeError, match="work: got Wrong, expected a record Work"):
        library.loop("polynomial")(Wrong(), 4)
    with pytest.raises(TypeError, match=r"takes 2 arguments \(work: Work, n: int\), got 1"):
        library.loop("polynomial")(record)
