"""What blocks read of a machine: quantities, their rates and accelerations, inputs, as expressions with units."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import pi

import casadi as ca

from linkwright.control.units import unit
from linkwright.dynamics.state import system_layout
from linkwright.dynamics.system import NamedQuantity, System, angles_to_count

POSITION, SPEED, ACCELERATION, INPUT = "position", "speed", "acceleration", "input"


@dataclass(frozen=True)
class Measurement:
    """Something of a machine that can be read: its name, unit, meaning, and which number of which kind it is."""

    name: str
    unit: str
    meaning: str
    kind: str
    number: int


class Measurements(Mapping[str, Measurement]):
    """All that can be read of a machine, by every name that it has.

    Positions `x`, rates `x'`, accelerations `x''`, speeds without a position `i` and their rates `i'`, inputs.
    """

    @staticmethod
    def of(system: System) -> Measurements:
        """Those of a machine, made once."""
        found: Measurements = system.cached("measurements", lambda: Measurements(system))
        return found

    def __init__(self, system: System) -> None:
        self._found: dict[str, Measurement] = {}
        for k, quantity in enumerate(system.quantities):
            for name in dict.fromkeys((quantity.name, quantity.full)):
                for own in _of_quantity(quantity, k):
                    primes = own.name[len(quantity.name) :]
                    self._found[f"{name}{primes}"] = own
        equations = system.equations
        for k, label in enumerate(equations.inputs):
            self._found[label.name] = Measurement(label.name, label.unit, label.meaning, INPUT, k)
        for short, full in equations.aliases.items():
            shown = equations.show(full)
            if shown in self._found:
                self._found.setdefault(short, self._found[shown])

    def __getitem__(self, name: str) -> Measurement:
        return self._found[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._found)

    def __len__(self) -> int:
        return len(self._found)


def _of_quantity(quantity: NamedQuantity, k: int) -> list[Measurement]:
    name, rate = quantity.name, quantity.rate_unit
    change = str(unit(rate) / unit("s")) if rate else ""
    if quantity.z is None:
        return [
            Measurement(name, rate, quantity.meaning, SPEED, k),
            Measurement(f"{name}'", change, f"rate of {name}", ACCELERATION, k),
        ]
    return [
        Measurement(name, quantity.unit, quantity.meaning, POSITION, k),
        Measurement(f"{name}'", rate, f"rate of {name}", SPEED, k),
        Measurement(f"{name}''", change, f"acceleration of {name}", ACCELERATION, k),
    ]


class Reading:
    """Symbols that functions of blocks take of a machine, and expressions of its measurements in them.

    y = (q, v, integrals) is the state of a run, `dy` its slope under the inputs u that are held.
    """

    def __init__(self, system: System) -> None:
        layout = system_layout(system)
        self.system = system
        self.integrals = ca.SX.sym("integrals", layout.integrals)
        self.y = ca.vertcat(system.q, system.v, self.integrals)
        self.dy = ca.SX.sym("dy", layout.size)
        self._counted = {
            k: layout.integrals - len(angles_to_count(system)) + j for j, k in enumerate(angles_to_count(system))
        }
        self._rates = select(self.dy, layout.speeds)

    def counted_angles(self) -> ca.SX:
        """Angles whose turns a run counts, as frames give them."""
        return ca.vertcat(ca.SX(0, 1), *[position_of(self.system, k) for k in self._counted])

    def expression(self, measurement: Measurement) -> ca.SX:
        """A measurement in (t, y, dy, u, p)."""
        system = self.system
        if measurement.kind == INPUT:
            return system.u[measurement.number]
        quantity = system.quantities[measurement.number]
        if measurement.kind == SPEED:
            return quantity.s
        if measurement.kind == ACCELERATION:
            s = quantity.s
            found = ca.jtimes(s, system.v, self._rates) + ca.jtimes(s, system.t, ca.SX(1))
            return found + (ca.jtimes(s, system.q, system.qdot) if system.q.numel() else 0)
        z = position_of(system, measurement.number)
        if measurement.number not in self._counted:
            return z
        # Frames give this angle within half a turn; the run counts its turns.
        return z + 2 * pi * ca.floor((self.integrals[self._counted[measurement.number]] - z) / (2 * pi) + 0.5)


def position_of(system: System, number: int) -> ca.SX:
    """The position of a quantity that has one."""
    z = system.quantities[number].z
    assert z is not None
    return z


def select(column: ca.SX, part: slice) -> ca.SX:
    """Part of a column, always as a column."""
    return column[list(range(part.start, part.stop)), :]
