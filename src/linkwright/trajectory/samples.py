"""What is recorded of a motion: what tables, texts, files and other times are made from."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import KW_ONLY, dataclass
from fractions import Fraction
from math import lcm
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

import numpy as np
import numpy.typing as npt

from linkwright.arrays import Array, PlainMapping, read_only
from linkwright.faults import Faults
from linkwright.trajectory.certificate import Certificate, Outcome


class UnknownChannelError(KeyError):
    """A name that no channel of the trajectory has; the message names the nearest ones."""

    def __str__(self) -> str:
        """Return the message as it is (KeyError would show it quoted and escaped)."""
        return str(self.args[0])


@dataclass(frozen=True, eq=False)
class Channel:
    """The values (n,) of one quantity, read-only, with its unit ("m", "rad/s", "" for none) and its meaning in words.

    Values may be NaN where the quantity was not determined.
    """

    values: Array
    unit: str
    meaning: str

    def __post_init__(self) -> None:
        """Check the shape and the texts, and make the values read-only."""
        faults = Faults("Channel")
        try:
            values = read_only(self.values)
        except (TypeError, ValueError):
            faults.add(f"values is {self.values!r:.80}, expected numbers; give an array of floats.")
        else:
            if values.ndim != 1:
                faults.add(f"values has the shape {values.shape}, expected (n,); give one number per time.")
            object.__setattr__(self, "values", values)
        for name in ("unit", "meaning"):
            faults.found += text_faults(name, getattr(self, name))
        faults.stop()

    def __eq__(self, other: object) -> bool:
        """Whether both hold the same numbers (NaN equals NaN), unit and meaning."""
        if not isinstance(other, Channel):
            return NotImplemented
        return (
            self.unit == other.unit
            and self.meaning == other.meaning
            and np.array_equal(self.values, other.values, equal_nan=True)
        )

    __hash__ = None  # type: ignore[assignment]  # equal by contents, which arrays cannot hash

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle by the constructor's arguments, so that the values stay read-only."""
        return Channel, (self.values, self.unit, self.meaning)

    def __array__(self, dtype: npt.DTypeLike | None = None, copy: bool | None = None) -> npt.NDArray[Any]:  # noqa: FBT001  # NumPy's signature
        """Return the values, so that a channel can be used as an array."""
        return np.array(self.values, dtype=dtype, copy=copy)


@dataclass(frozen=True, eq=False)
class SampledSignal:
    """An output of a block at every instant of its clock: values (k,), read-only, with unit and meaning.

    Instants are at phase + (first + j) period [s], j = 0, 1, ...; each value acts `delay` [s] later. Times are rational
    numbers, so that the ten-millionth instant is where it should be; `time` rounds each once.
    """

    values: Array
    unit: str
    meaning: str
    _: KW_ONLY
    rational_period: Fraction
    rational_phase: Fraction = Fraction(0)
    rational_delay: Fraction = Fraction(0)
    first: int = 0

    def __post_init__(self) -> None:
        """Make the values read-only."""
        object.__setattr__(self, "values", read_only(self.values))

    def __len__(self) -> int:
        """Return the number of instants."""
        return int(self.values.size)

    def __eq__(self, other: object) -> bool:
        """Whether both hold the same numbers at the same instants, with unit and meaning."""
        if not isinstance(other, SampledSignal):
            return NotImplemented
        return (self.unit, self.meaning, self.clock) == (other.unit, other.meaning, other.clock) and np.array_equal(
            self.values, other.values, equal_nan=True
        )

    __hash__ = None  # type: ignore[assignment]  # equal by contents, which arrays cannot hash

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle by the constructor's arguments, so that the values stay read-only."""
        return SampledSignal.from_clock, (self.values, self.unit, self.meaning, self.clock)

    @property
    def clock(self) -> dict[str, str | int]:
        """Its clock as plain values."""
        return {
            "period": str(self.rational_period),
            "phase": str(self.rational_phase),
            "delay": str(self.rational_delay),
            "first": self.first,
        }

    @classmethod
    def from_clock(cls, values: Array, unit: str, meaning: str, clock: Mapping[str, Any]) -> SampledSignal:
        """Return the signal whose `clock` is given."""
        period, phase, delay = (Fraction(clock[name]) for name in ("period", "phase", "delay"))
        return cls(
            values, unit, meaning, rational_period=period, rational_phase=phase, rational_delay=delay,
            first=int(clock["first"]),
        )  # fmt: skip

    @property
    def period(self) -> float:
        """Time between instants [s]."""
        return float(self.rational_period)

    @property
    def phase(self) -> float:
        """Time of instant 0 [s]."""
        return float(self.rational_phase)

    @property
    def delay(self) -> float:
        """Time after which a value acts [s]."""
        return float(self.rational_delay)

    @property
    def time(self) -> Array:
        """Times of the instants [s], each rounded once."""
        period, phase = self.rational_period, self.rational_phase
        whole = lcm(period.denominator, phase.denominator)
        step, start = int(period * whole), int(phase * whole)
        last = start + (self.first + len(self)) * step
        if max(abs(last), abs(start + self.first * step), whole) < EXACT:
            return np.asarray((start + (self.first + np.arange(len(self))) * step) / whole, dtype=float)
        return np.array([float(phase + (self.first + j) * period) for j in range(len(self))])

    def between(self, start: float, end: float) -> SampledSignal:
        """The part with start <= time <= end [s]."""
        time = self.time
        begin, stop = int(np.searchsorted(time, start)), int(np.searchsorted(time, end, side="right"))
        return SampledSignal.from_clock(
            self.values[begin:stop], self.unit, self.meaning, {**self.clock, "first": self.first + begin}
        )


EXACT = 2**53
"""Whole numbers below this are doubles, so that one division gives the nearest one to a rational number."""


def text_faults(name: str, text: object) -> list[str]:
    """Return the fault of a text that is none, or that no file could hold."""
    if not isinstance(text, str):
        return [f"{name} is {text!r:.80}, expected a text; give one in quotes."]
    try:
        text.encode()
    except UnicodeEncodeError:
        return [f"{name} {text!r} holds a half character (surrogate) that no file can hold; remove it."]
    return []


class Samples(Protocol):
    """The contract of a record of motion, met by `Trajectory`, which says what each entry is."""

    @property
    def time(self) -> Array:
        """Times (n,) [s], strictly increasing."""
        ...

    @property
    def channels(self) -> Mapping[str, Channel]:
        """Quantities by name: values (n,), unit and meaning."""
        ...

    @property
    def poses(self) -> Mapping[str, Array]:
        """Poses of the bodies by name, (n, 7): position [m] and unit quaternion, scalar first."""
        ...

    @property
    def outcome(self) -> Outcome:
        """How it ended."""
        ...

    @property
    def certificate(self) -> Certificate:
        """How accurate it is."""
        ...

    @property
    def provenance(self) -> PlainMapping:
        """Where it came from, as plain values."""
        ...

    @property
    def description(self) -> str:
        """The machine as text; empty where it is not known."""
        ...

    @property
    def picture(self) -> str:
        """What the machine looks like, as text; empty where that is not known."""
        ...

    @property
    def signals(self) -> Mapping[str, SampledSignal]:
        """Outputs of blocks at every instant, by name."""
        ...


class Resampled(NamedTuple):
    """A motion at other times: what differs from the one that it was read from."""

    time: Array
    channels: Mapping[str, Channel]
    poses: Mapping[str, Array]
    certificate: Certificate
    provenance: PlainMapping


Value = TypeVar("Value")


class Lazy(Mapping[str, Value]):
    """Known names, in order; `make(name)` gives the value of one, once; it never changes.

    What `make` needs must be numbers, not a model, and the values must be right: they are not checked again.

    >>> squares = Lazy(("2", "3"), lambda name: int(name) ** 2)
    >>> list(squares), squares["3"]
    (['2', '3'], 9)
    """

    __slots__ = ("_made", "_make", "_names")

    def __init__(self, names: Iterable[str], make: Callable[[str], Value]) -> None:
        """Keep the names, of a mapping itself, which must not change, and how values are made."""
        self._names = names if isinstance(names, (dict, Mapping)) else dict.fromkeys(names)
        self._make = make
        self._made: dict[str, Value] = {}

    def __getitem__(self, name: str) -> Value:
        """Return the value, made now if it was never asked for."""
        found = self._made.get(name)
        if found is None:
            if name not in self._names:
                raise KeyError(name)
            found = self._made[name] = self._make(name)
        return found

    def __contains__(self, name: object) -> bool:
        """Whether the name is known; nothing is made."""
        return name in self._names

    def __iter__(self) -> Iterator[str]:
        """Iterate over the names."""
        return iter(self._names)

    def __len__(self) -> int:
        """Return the number of names."""
        return len(self._names)


class Deferred(Generic[Value]):
    """A value to be made later, once; whoever makes one answers for what it will be.

    >>> answer = Deferred(lambda: 42)
    >>> answer.value
    42
    """

    __slots__ = ("_make", "_value")

    def __init__(self, make: Callable[[], Value]) -> None:
        """Keep how the value is made."""
        self._make: Callable[[], Value] | None = make

    @property
    def value(self) -> Value:
        """The value, made now if it was never asked for."""
        if self._make is not None:
            self._value = self._make()
            self._make = None
        return self._value
