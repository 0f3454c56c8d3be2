"""Expressions of a machine by name, as functions that users write for events are given them."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping

import casadi as ca

from linkwright.dynamics.system import System
from linkwright.faults import close_matches


class UnknownInEventError(KeyError):
    """An event asks for a name that the machine does not have; prints as the sentence it holds."""

    def __str__(self) -> str:
        return str(self.args[0])


class Names(Mapping[str, ca.SX]):
    """Expressions of a machine by name: positions "x", rates "x'", inputs, parameters and the time "t"."""

    @abstractmethod
    def find(self, name: str) -> ca.SX | None:
        """The expression of a name; None for one that the machine does not have."""

    @abstractmethod
    def wraps(self, name: str) -> bool:
        """Whether a name is that of an angle that is known modulo 2 pi only."""

    @abstractmethod
    def moves(self, name: str) -> bool:
        """Whether a name is that of a quantity, which has a speed."""

    @property
    @abstractmethod
    def quantities(self) -> tuple[str, ...]:
        """Names of all quantities."""

    def __getitem__(self, name: str) -> ca.SX:
        found = self.find(name) if isinstance(name, str) else None
        if found is None:
            msg = f"no quantity, input or parameter {name!r}; {close_matches(str(name), list(self))}"
            raise UnknownInEventError(msg)
        return found

    def __len__(self) -> int:
        return sum(1 for _ in self)


class SystemNames(Names):
    """Names of a machine in full matrices."""

    def __init__(self, system: System) -> None:
        equations = system.equations
        self._found: dict[str, ca.SX] = {"t": system.t}
        parameters = equations.parameters.labels
        self._found |= {label.name: system.p[k] for k, label in enumerate(parameters)}
        self._found |= {label.name: system.u[k] for k, label in enumerate(equations.inputs)}
        self._wraps: set[str] = set()
        self._quantities = tuple(dict.fromkeys(name for x in system.quantities for name in (x.name, x.full)))
        for quantity in system.quantities:
            for name in {quantity.name, quantity.full}:
                if quantity.z is None:
                    self._found[name] = quantity.s
                    continue
                self._found[name], self._found[f"{name}'"] = quantity.z, quantity.s
                if quantity.wraps:
                    self._wraps.add(name)

    def find(self, name: str) -> ca.SX | None:
        """The expression of a name; None for one that the machine does not have."""
        return self._found.get(name)

    def wraps(self, name: str) -> bool:
        """Whether a name is that of an angle that is known modulo 2 pi only."""
        return name in self._wraps

    def moves(self, name: str) -> bool:
        """Whether a name is that of a quantity, which has a speed."""
        return name in self._quantities

    @property
    def quantities(self) -> tuple[str, ...]:
        """Names of all quantities, short and full."""
        return self._quantities

    def __iter__(self) -> Iterator[str]:
        return iter(self._found)


class NamesRead(Names):
    """Names of a machine that keep which of them were looked up; expressions `instead` replace some."""

    def __init__(self, names: Names, instead: Mapping[str, ca.SX] | None = None) -> None:
        self._names, self._instead = names, dict(instead or {})
        self.read: set[str] = set()

    def find(self, name: str) -> ca.SX | None:
        """The expression of a name, or what replaces it."""
        self.read.add(name)
        return self._instead[name] if name in self._instead else self._names.find(name)

    def wraps(self, name: str) -> bool:
        """Whether a name is that of an angle that is known modulo 2 pi only."""
        return self._names.wraps(name)

    def moves(self, name: str) -> bool:
        """Whether a name is that of a quantity, which has a speed."""
        return self._names.moves(name)

    @property
    def quantities(self) -> tuple[str, ...]:
        """Names of all quantities."""
        return self._names.quantities

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)
