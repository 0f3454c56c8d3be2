"""Expressions of a machine by name, as functions that users write for events and sampled control are given them."""

from __future__ import annotations

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

    def __init__(self, system: System) -> None:
        equations = system.equations
        self._found: dict[str, ca.SX] = {"t": system.t}
        parameters = equations.parameters.labels
        self._found |= {label.name: system.p[k] for k, label in enumerate(parameters)}
        self._found |= {label.name: system.u[k] for k, label in enumerate(equations.inputs)}
        self.wraps: set[str] = set()
        for quantity in system.quantities:
            for name in {quantity.name, quantity.full}:
                if quantity.z is None:
                    self._found[name] = quantity.s
                    continue
                self._found[name], self._found[f"{name}'"] = quantity.z, quantity.s
                if quantity.wraps:
                    self.wraps.add(name)

    def __getitem__(self, name: str) -> ca.SX:
        try:
            return self._found[name]
        except (KeyError, TypeError):
            msg = f"no quantity, input or parameter {name!r}; {close_matches(str(name), self._found)}"
            raise UnknownInEventError(msg) from None

    def __iter__(self) -> Iterator[str]:
        return iter(self._found)

    def __len__(self) -> int:
        return len(self._found)
