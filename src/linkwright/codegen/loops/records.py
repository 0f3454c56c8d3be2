"""Named records: numbers and arrays that travel together, read by the same names in Python and in machine code.

A record is declared as a class with annotated fields:

    class Progress(Record):
        t: float                       # a double
        steps: int                     # an int of 64 bits
        gaps: Annotated[Array, 3]      # three doubles inside the record
        y: Array                       # an array elsewhere; the record holds its address
        table: Integers                # the same, of 64-bit ints
        settings: Settings             # another record

In memory it is a row of words of 8 bytes: numbers and inner arrays first, in the order of declaration, then addresses.
A loop that takes a record gets the address of its first word, so `progress.t` is one load at a fixed distance. Loops
write numbers and elements of arrays; only Python binds arrays and records, before the call: a loop may rely on
addresses staying as they are while it runs, and reads each of them once.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    ClassVar,
    Generic,
    NamedTuple,
    Self,
    TypeVar,
    get_args,
    get_origin,
    get_type_hints,
)

import numpy as np

from linkwright.arrays import Array, Integers
from linkwright.faults import close_matches

FLOAT, INTEGER = np.dtype(np.float64), np.dtype(np.int64)
# An object that ctypes passes as a pointer, made far quicker than array.ctypes.data. Fails on a read-only array.
view: Callable[[np.ndarray], object] = (ctypes.c_char * 0).from_buffer  # type: ignore[assignment]
addressof: Callable[[object], int] = ctypes.addressof  # type: ignore[assignment]


@dataclass(frozen=True)
class Slot:
    """One array argument: its name, the shape wanted as words, its size (None: any) and whether it is written."""

    name: str
    shape: str
    size: int | None
    written: bool


def pointer(array: np.ndarray) -> object:
    """What ctypes passes as the address of an array; keeps a writable array alive."""
    try:
        return view(array)
    except (TypeError, ValueError):
        return ctypes.c_void_p(array.__array_interface__["data"][0])


def address(array: np.ndarray) -> int:
    """Address of the first number."""
    try:
        return addressof(view(array))  # a third of the time of what follows
    except (TypeError, ValueError):
        return int(array.__array_interface__["data"][0])


def check(title: str, slots: Sequence[Slot], arrays: Sequence[object]) -> None:
    """Raise with all faults of the arguments in one sentence each."""
    if len(arrays) != len(slots):
        names = ", ".join(slot.name for slot in slots)
        message = f"{title} takes {len(slots)} arrays ({names}), got {len(arrays)}"
        raise TypeError(message)
    # All faults at once: wrong types first, since sizes of those say nothing.
    kinds: list[str] = []
    sizes: list[str] = []
    for slot, array in zip(slots, arrays, strict=True):
        if not isinstance(array, np.ndarray):
            got = type(array).__name__
            kinds.append(
                f"{slot.name}: got {got}, expected a NumPy array of float64; use numpy.asarray(..., dtype=float)"
            )
        elif array.dtype != FLOAT:
            kinds.append(f"{slot.name}: got an array of {array.dtype}, expected float64; use .astype(float)")
        elif not array.flags.c_contiguous:
            kinds.append(f"{slot.name}: the array has gaps or is in Fortran order; use numpy.ascontiguousarray(...)")
        elif slot.written and not array.flags.writeable:
            kinds.append(f"{slot.name}: the array is read-only, but the result is written into it")
        elif slot.size is not None and array.size != slot.size:
            got = f"{array.size} numbers in shape {array.shape}"
            sizes.append(f"{slot.name}: got {got}, expected {slot.size} in shape {slot.shape}")
    if kinds or sizes:
        message = f"{title}: " + "; ".join(kinds + sizes)
        raise TypeError(message) if kinds else ValueError(message)


def fit(arrays: Sequence[object], slots: Sequence[Slot], times: Sequence[int]) -> bool:
    """Whether arrays are at a glance what slots take, so many times; `check` says what is wrong with others."""
    if len(arrays) != len(slots):
        return False
    for array, slot, many in zip(arrays, slots, times, strict=True):
        if type(array) is not np.ndarray or array.dtype is not FLOAT or array.size != many * (slot.size or 0):
            return False
        flags = array.flags
        if not flags.c_contiguous or (slot.written and not flags.writeable):
            return False
    return True


def with_check(title: str, slots: tuple[Slot, ...], function: Callable[..., object]) -> Callable[..., object]:
    """Put the check before a function of arrays; arguments that pass at a glance are not looked at again."""
    sizes = tuple(slot.size for slot in slots)
    written = tuple(slot.written for slot in slots)
    count = len(slots)

    def call(*arrays: np.ndarray) -> object:
        # The usual case costs little: nothing is put in words unless something is wrong.
        good = len(arrays) == count
        if good:
            for array, size, write in zip(arrays, sizes, written, strict=True):
                if type(array) is not np.ndarray or array.dtype is not FLOAT or array.size != size:
                    good = False
                    break
                flags = array.flags
                if not flags.c_contiguous or (write and not flags.writeable):
                    good = False
                    break
        if not good:
            check(title, slots, arrays)
        return function(*arrays)

    call.__name__ = title
    return call


Kind = str | type["Record"]
"""Kind of a value in a loop: a name (see `writing.KINDS`), or the class of a record."""


@dataclass(frozen=True)
class Field:
    """A field of a record: its kind ("inner" is an array inside the record), its first word and how many it has."""

    name: str
    kind: Kind
    place: int
    size: int = 1

    @property
    def is_address(self) -> bool:
        """Whether the word holds an address."""
        return self.kind not in _NUMBERS


_FLOAT, _INT, _INNER, _ARRAY, _INTEGERS, _RECORD, _OTHER = range(7)
_CODES: Mapping[Kind, int] = {"float": _FLOAT, "int": _INT, "inner": _INNER, "array": _ARRAY, "integers": _INTEGERS}
"""Kinds of fields as numbers, which are compared more quickly."""
_UNKNOWN = (_OTHER, 0)


class Record:
    """Base of records; see the module. All arrays and records must be given; numbers are 0 where they are not.

    >>> class Point(Record):
    ...     x: float
    ...     count: int
    >>> point = Point(x=2.0)
    >>> point.x, point.count
    (np.float64(2.0), 0)
    """

    fields: ClassVar[Mapping[str, Field]] = {}
    numbers: ClassVar[int] = 0
    """Words before the addresses."""

    def __init_subclass__(cls) -> None:
        """Lay out the fields and make them attributes."""
        kinds = [(name, *_kind_of(cls, name, hint)) for name, hint in _field_types(cls).items()]
        taken = [name for name, _, _ in kinds if name in _TAKEN]
        if taken:
            raise TypeError(
                f"{cls.__name__}: every record has {', '.join(taken)} already; choose other names of fields"
            )
        place, fields = 0, {}
        for name, kind, size in [
            *(entry for entry in kinds if entry[1] in _NUMBERS),
            *(entry for entry in kinds if entry[1] not in _NUMBERS),
        ]:
            fields[name] = Field(name, kind, place, size)
            place += size
            setattr(cls, name, _ATTRIBUTES.get(kind, _Bound)(fields[name]))
        cls.fields = fields
        cls.numbers = sum(field.size for field in fields.values() if not field.is_address)
        cls._count = max(1, place)
        cls._required = sum(field.is_address for field in fields.values())
        cls._inner = tuple(field for field in fields.values() if field.kind == "inner")
        cls._bound = tuple((name, _CODES[field.kind]) for name, field in fields.items() if field.kind in _ELSEWHERE)
        cls._plan = {name: (_CODES.get(field.kind, _RECORD), field.place) for name, field in fields.items()}

    # A short run is mostly the making of its records, so what follows from the class alone is kept there.
    _count: ClassVar[int] = 1
    _required: ClassVar[int] = 0
    _inner: ClassVar[tuple[Field, ...]] = ()
    _bound: ClassVar[tuple[tuple[str, int], ...]] = ()
    _plan: ClassVar[Mapping[str, tuple[int, int]]] = {}

    def __init__(self, **values: Any) -> None:
        """Take values by name; an array may be given by its length: then it is zeros, in memory of the record."""
        own, plan = self.__dict__, self._plan
        words: Array = np.zeros(self._count)
        integers: Integers = words.view(INTEGER)
        own["words"], own["integers"], own["address"] = words, integers, addressof(view(words))
        for field in self._inner:
            own[field.name] = words[field.place : field.place + field.size]
        bound, lengths = 0, []
        for name, value in values.items():
            code, place = plan.get(name, _UNKNOWN)
            if code == _FLOAT:
                words[place] = value
            elif code == _INT:
                integers[place] = value
            elif code == _INNER:
                own[name][:] = value
            elif code == _OTHER:
                self._refuse(values)
            else:
                bound += 1
                if type(value) is int and code != _RECORD:
                    lengths.append((name, code, place, value))
                else:
                    self._bind(name, code, place, value)
        if bound < self._required:
            self._refuse(values)
        if lengths:
            # They lie one after another in one piece of memory.
            room: Array = np.zeros(sum([length for *_, length in lengths]))
            first, start = address(room), 0
            for name, code, place, length in lengths:
                array = room[start : start + length]
                own[name] = array if code == _ARRAY else array.view(INTEGER)
                integers[place] = first + 8 * start
                start += length

    def _refuse(self, values: Mapping[str, object]) -> None:
        """Raise with all fields that are unknown or missing."""
        title = type(self).__name__
        unknown = [name for name in values if name not in self.fields]
        missing = [name for name, field in self.fields.items() if field.is_address and name not in values]
        faults = [f"{title} has no field {name!r}; {close_matches(name, self.fields)}" for name in unknown]
        faults += [f"the array or record {name!r} of {title} is missing" for name in missing]
        raise TypeError("; ".join(faults))

    _layout: ClassVar[str] = ""

    @classmethod
    def layout(cls) -> str:
        """Names, kinds and places of all fields, those of records inside included: what compiled code relies on."""
        if "_layout" not in cls.__dict__:
            kinds = [each.kind if isinstance(each.kind, str) else each.kind.layout() for each in cls.fields.values()]
            fields = zip(cls.fields.values(), kinds, strict=True)
            parts = [f"{field.name} {kind} {field.place} {field.size}" for field, kind in fields]
            cls._layout = f"{cls.__name__}({', '.join(parts)})"
        return cls._layout

    if TYPE_CHECKING:
        words: Array
        integers: Integers
        address: int

    _as_parameter_ = property(attrgetter("address"))
    """What ctypes passes where a function takes a record."""

    def _bind(self, name: str, code: int, place: int, value: object) -> None:
        """Hold another array or record by its address."""
        if code == _RECORD:
            kind = self.fields[name].kind
            assert isinstance(kind, type)
            if isinstance(value, kind):
                self.__dict__[name] = value
                self.integers[place] = value.address
                return
            got, expected = type(value).__name__, f"a record {kind.__name__}"
        else:
            wanted = FLOAT if code == _ARRAY else INTEGER
            # The usual case takes little time: an array that has no gaps, in one row, and may be written.
            if type(value) is np.ndarray and value.dtype is wanted and value.ndim == 1:
                try:
                    self.integers[place] = addressof(view(value))
                except (TypeError, ValueError):
                    pass
                else:
                    self.__dict__[name] = value
                    return
            if isinstance(value, np.ndarray) and value.dtype == wanted and value.flags.c_contiguous:
                self.__dict__[name] = value if value.ndim == 1 else value.reshape(-1)
                self.integers[place] = address(value)
                return
            got, expected = type(value).__name__, f"an array of {wanted.name} without gaps"
            if isinstance(value, np.ndarray):
                got = f"an array of {value.dtype}"
        raise TypeError(f"{type(self).__name__}.{name}: got {got}, expected {expected}")

    def contents(self) -> Array:
        """All numbers and arrays one after another, as a copy that `restore` takes; other records do not count."""
        return np.concatenate([self.words[: self.numbers], *self._arrays()])

    def restore(self, contents: Array) -> None:
        """Take numbers and arrays from what `contents` gave."""
        parts = [self.words[: self.numbers], *self._arrays()]
        size = sum(part.size for part in parts)
        if contents.size != size:
            raise ValueError(f"{type(self).__name__} has {size} numbers, got {contents.size}")
        at = 0
        for part in parts:
            part[:] = contents[at : at + part.size]
            at += part.size

    def _arrays(self) -> list[Array]:
        """Arrays of the record, as rows of doubles."""
        own = self.__dict__
        return [own[name].view(FLOAT) if code == _INTEGERS else own[name] for name, code in self._bound]

    def replace(self, **values: Any) -> Self:
        """The record with other values of some fields: numbers in memory of its own, other arrays and records shared.

        >>> class Table(Record):
        ...     count: int
        ...     rows: Array
        >>> table = Table(count=1, rows=2)
        >>> other = table.replace(count=2)
        >>> table.count, other.count, other.rows is table.rows
        (1, 2, True)
        """
        other = object.__new__(type(self))
        own = other.__dict__
        own.update(self.__dict__)
        words = self.words.copy()
        own["words"], own["integers"], own["address"] = words, words.view(INTEGER), addressof(view(words))
        for field in self._inner:
            own[field.name] = words[field.place : field.place + field.size]
        if not values.keys() <= self.fields.keys():
            self._refuse({**self.fields, **values})
        for name, value in values.items():
            setattr(other, name, value)
        return other

    def __reduce__(self) -> tuple[object, ...]:
        """Copies and pickles have memory of their own."""
        return _make_record, (type(self), {name: getattr(self, name) for name in self.fields})

    def __repr__(self) -> str:
        """Names and numbers."""
        shown = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.fields)
        return f"{type(self).__name__}({shown})"


class _Double:
    """A double of a record."""

    def __init__(self, field: Field) -> None:
        self.place = field.place

    def __get__(self, record: Record | None, owner: type[Record]) -> object:
        return self if record is None else record.words[self.place]

    def __set__(self, record: Record, value: float) -> None:
        record.words[self.place] = value


class _Int:
    """An int of a record."""

    def __init__(self, field: Field) -> None:
        self.place = field.place

    def __get__(self, record: Record | None, owner: type[Record]) -> object:
        return self if record is None else record.integers.item(self.place)

    def __set__(self, record: Record, value: int) -> None:
        record.integers[self.place] = value


class _Inner:
    """An array inside a record: it is written, never bound. Reading it is reading a plain attribute."""

    def __init__(self, field: Field) -> None:
        self.name = field.name

    def __set__(self, record: Record, value: object) -> None:
        record.__dict__[self.name][:] = value


class _Bound:
    """An array or record elsewhere, held by its address; likewise, since loops that run as Python read it often."""

    def __init__(self, field: Field) -> None:
        self.name, self.place, self.code = field.name, field.place, _CODES.get(field.kind, _RECORD)

    def __set__(self, record: Record, value: object) -> None:
        record._bind(self.name, self.code, self.place, value)  # noqa: SLF001  # a part of it


_ATTRIBUTES: Mapping[Kind, Callable[[Field], object]] = {"float": _Double, "int": _Int, "inner": _Inner}
"""How fields of each kind are set; all others are bound."""
_TAKEN = ("fields", "numbers", "words", "integers", "address", "contents", "restore", "replace")
_NUMBERS = ("float", "int", "inner")
_ELSEWHERE = ("array", "integers")


def _field_types(cls: type[Record]) -> dict[str, object]:
    """Annotations of the fields, those of bases first."""
    hints = get_type_hints(cls, include_extras=True)
    return {name: hint for name, hint in hints.items() if get_origin(hint) is not ClassVar}


def _kind_of(cls: type[Record], name: str, hint: object) -> tuple[Kind, int]:
    if hint is float:
        return "float", 1
    if hint is int:
        return "int", 1
    if hint == Array:
        return "array", 1
    if hint == Integers:
        return "integers", 1
    if isinstance(hint, type) and issubclass(hint, Record):
        return hint, 1
    if get_origin(hint) is Annotated and get_args(hint)[0] == Array:
        size = get_args(hint)[1]
        if isinstance(size, int) and size > 0:
            return "inner", size
    raise TypeError(
        f"{cls.__name__}.{name}: got the annotation {hint!r}, expected float, int, Array, Integers, a record, or "
        "Annotated[Array, k] with a number k of doubles"
    )


def _make_record(cls: type[Record], values: dict[str, object]) -> Record:
    return cls(**values)


Kept = TypeVar("Kept", bound=Record)


class Prototype(Generic[Kept]):
    """A record of which copies are made quickly, with all that it holds, by copying one block of memory.

    Each copy has numbers, arrays and records of its own; only records of the `shared` kinds, and arrays without
    elements, are the same ones in all copies.

    >>> class Point(Record):
    ...     x: float
    ...     path: Array
    >>> prototype = Prototype(Point(x=2.0, path=3))
    >>> one, other = prototype.copy(), prototype.copy()
    >>> one.path[0] = 5.0
    >>> other.x, other.path
    (np.float64(2.0), array([0., 0., 0.]))
    """

    def __init__(self, record: Kept, shared: tuple[type[Record], ...] = ()) -> None:
        self._plans: list[_CopyPlan] = []
        numbers: list[Array] = []
        self._lay_out(record, shared, numbers, {})
        self._block: Array = np.concatenate(numbers)
        own = [place for plan in self._plans for place in plan.addresses]
        self._addresses: Integers = np.array(own, dtype=INTEGER)

    def _lay_out(
        self, record: Record, shared: tuple[type[Record], ...], numbers: list[Array], known: dict[int, int]
    ) -> int:
        """Add a record to the block, those that it holds before it; its number among them."""
        held = {name: value for name, value in vars(record).items() if isinstance(value, Record)}
        inner = {
            name: known[id(value)] if id(value) in known else self._lay_out(value, shared, numbers, known)
            for name, value in held.items()
            if not isinstance(value, shared)
        }
        first = sum(part.size for part in numbers)
        words = np.array(record.words)
        numbers.append(words)
        fields = record.fields.values()
        pieces = [
            (field.name, False, slice(first + field.place, first + field.place + field.size))
            for field in fields
            if field.kind == "inner"
        ]
        same: dict[str, object] = {name: value for name, value in held.items() if name not in inner}
        addresses, distances = [], words.view(INTEGER)
        # Addresses inside the block are kept as distances from its first word.
        for name, place in [(field.name, field.place) for field in fields if field.kind in ("array", "integers")]:
            array = getattr(record, name)
            if not array.size:
                same[name] = array
                continue
            start = sum(part.size for part in numbers)
            numbers.append(array.view(FLOAT))
            pieces.append((name, array.dtype == INTEGER, slice(start, start + array.size)))
            addresses.append(first + place)
            distances[place] = 8 * start
        for name, number in inner.items():
            place = record.fields[name].place
            addresses.append(first + place)
            distances[place] = 8 * self._plans[number].words.start
        plan = _CopyPlan(
            type(record), slice(first, first + words.size), tuple(pieces), tuple(inner.items()), same, tuple(addresses)
        )
        self._plans.append(plan)
        known[id(record)] = len(self._plans) - 1
        return known[id(record)]

    def copy(self) -> Kept:
        """A copy with memory of its own."""
        block = self._block.copy()
        integers: Integers = block.view(INTEGER)
        first = addressof(view(block))
        integers[self._addresses] += first
        copies: list[Record] = []
        for plan in self._plans:
            record = object.__new__(plan.kind)
            own = record.__dict__
            own.update(plan.same)
            own["words"], own["integers"] = block[plan.words], integers[plan.words]
            own["address"] = first + 8 * plan.words.start
            for name, whole, piece in plan.pieces:
                own[name] = integers[piece] if whole else block[piece]
            for name, number in plan.records:
                own[name] = copies[number]
            copies.append(record)
        return copies[-1]  # type: ignore[return-value]  # the record itself comes last


class _CopyPlan(NamedTuple):
    """How a record is made in a block: its words, its arrays (name, of ints, place) and records (name, number)."""

    kind: type[Record]
    words: slice
    pieces: tuple[tuple[str, bool, slice], ...]
    records: tuple[tuple[str, int], ...]
    same: Mapping[str, object]
    """What all copies share."""
    addresses: tuple[int, ...]
    """Words that hold addresses in the block."""
