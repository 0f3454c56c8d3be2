"""Analogue filters of what a machine measures."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

import casadi as ca

from linkwright.components.joints.branch_cuts import remedy
from linkwright.equations import Requirement
from linkwright.model import Argument, Connection, Port, Ports, StateRate, Values
from linkwright.symbolic import Label, Scalar


@dataclass(frozen=True)
class LowPass(Connection):
    """First-order low-pass filter of a quantity: time_constant y' = s - y.

    The signal s is the quantity's value; with a prime behind its name (`pivot.angle'`) its rate. The filtered value is
    the quantity `y` of this connection, in the unit of the signal, and a state of the machine: it starts at 0 unless
    `assemble` is given a speed of that name. Other connections read it as they read any quantity, so filters in a row
    make one of higher order. `time_constant` in s.
    """

    quantity: str
    time_constant: Scalar

    @property
    def quantities(self) -> tuple[str, ...]:
        """The quantity it reads."""
        return (self.quantity.removesuffix("'"),)

    @property
    def structure(self) -> Hashable:
        """Whether it reads the value or its rate."""
        return self.quantity.endswith("'")

    @property
    def arguments(self) -> tuple[Argument, ...]:
        """The time constant."""
        return (Argument("time_constant", self.time_constant, "s", "time constant of the filter", keep=True),)

    @property
    def state_names(self) -> tuple[str, ...]:
        """The filtered value."""
        return ("y",)

    def requirements(self, values: Values) -> tuple[Requirement, ...]:
        """The time constant is positive."""
        return (Requirement(values["time_constant"], relation=">", words="time_constant"),)

    def states(self, ports: Ports) -> tuple[StateRate, ...]:
        """y' = (s - y) / T."""
        port, T = ports.quantities[0], ports.values["time_constant"]
        signal = self._position(port)
        unit = port.rate_unit if signal is None else port.unit
        label = Label("y", unit, f"{self.quantity} behind the filter")
        return (StateRate(label, ((port.s if signal is None else signal) - ports.states[0]) / T),)

    def _position(self, port: Port) -> ca.SX | None:
        """The position that is filtered; None where it is the speed."""
        if port.z is None and self.quantity.endswith("'"):
            name = self.quantity.removesuffix("'")
            msg = f"LowPass of {self.quantity}: {name} is a speed without a position; write {name} for the speed itself"
            raise ValueError(msg)
        return None if self.quantity.endswith("'") else port.z

    def branch_cuts(self, ports: Ports) -> tuple[tuple[ca.SX, str], ...]:
        """An angle that is read from frames jumps at half a turn."""
        port = ports.quantities[0]
        z = self._position(port)
        if z is None or not port.wraps:
            return ()
        return ((z, f"the filtered angle jumps by a turn, and {remedy(self.quantity)}"),)
