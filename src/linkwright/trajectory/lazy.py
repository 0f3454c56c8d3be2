"""What is made when it is first asked for, so that a record of many channels and its certificate cost little."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Generic, TypeVar

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
        self._names = names if isinstance(names, Mapping) else dict.fromkeys(names)
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
