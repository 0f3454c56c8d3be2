"""Forces and torques by a law of one's own, in plain arithmetic."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from typing import Any

import casadi as ca

from linkwright.components.constraints.constraints import identity
from linkwright.components.joints.branch_cuts import jumps, remedy
from linkwright.components.own_parts.calls import evaluate_function
from linkwright.components.own_parts.written import effort_unit
from linkwright.model import Argument, Connection, Load, Ports
from linkwright.symbolic import Scalar, check_name


@dataclass(frozen=True, eq=False)
class ForceLaw(Connection):
    """A force (or torque) on a joint's slide (or angle) by a user's function: effort = law(q, v, t, **parameters).

    q is the position of the quantity (m, rad), v its speed, t the time (s); the effort (N, N m) acts in the direction
    of v. `parameters` are numbers or parameters of the machine by name: the function takes them as keywords, and they
    can be changed without compiling. The function is called once, with symbols, and compiled: sums, products, powers
    and functions of CasADi or NumPy (`np.sin`); for a choice `casadi.if_else`, for a table `casadi.interpolant`. What
    takes no symbols, an `if` on q or a function of `math`, is refused with its line. In the balance of energy its
    work is that of a source.

    >>> hardening = ForceLaw("pin.angle", lambda q, v, t, k: -k * q**3 - 0.1 * v, parameters={"k": 5.0})
    """

    quantity: str
    law: Callable[..., Any]
    parameters: Mapping[str, Scalar] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if isinstance(self.parameters, Mapping):
            object.__setattr__(self, "parameters", dict(self.parameters))

    @property
    def quantities(self) -> tuple[str, ...]:
        """The quantity it acts on."""
        return (self.quantity,)

    @property
    def structure(self) -> Hashable:
        """The function itself, and the names of its parameters."""
        return (identity(self.law), tuple(self.parameters))

    @property
    def arguments(self) -> tuple[Argument, ...]:
        """Its parameters."""
        return tuple(
            Argument(name, value, "", f"parameter {name} of the law", keep=True)
            for name, value in self.parameters.items()
        )

    def faults(self) -> list[str]:
        """The law is a function, its parameters have names."""
        faults = []
        if not callable(self.law):
            faults.append(f"law of {self.quantity}: {self.law!r:.80}; expected a function law(q, v, t) of symbols")
        if not isinstance(self.parameters, Mapping):
            return [*faults, f"parameters of {self.quantity}: {self.parameters!r:.80}; expected numbers by name"]
        for name in self.parameters:
            faults += check_name(name, "parameter") or (
                [f"parameter {name} of {self.quantity}: the law is called with q, v and t; choose another name"]
                if name in ("q", "v", "t")
                else []
            )
        return faults

    def loads(self, ports: Ports) -> tuple[Load, ...]:
        """The effort that the law gives."""
        port = ports.quantities[0]
        return (Load(port.s, self._effort(ports), "source", unit=effort_unit(port.rate_unit)),)

    def branch_cuts(self, ports: Ports) -> tuple[tuple[ca.SX, str], ...]:
        """An angle read back from frames, where the law is another one a turn further."""

        def effort(at: Ports) -> list[ca.SX]:
            return [self._effort(at)]

        return tuple(
            (z, f"the law of the force jumps, since {remedy(name)}")
            for z, name in jumps(effort, ports, self.quantities)
        )

    def _effort(self, ports: Ports) -> ca.SX:
        port, what = ports.quantities[0], f"ForceLaw on {self.quantity}"
        values = {name: ports.values[name] for name in self.parameters}
        place = ca.SX.sym("no_position") if port.z is None else port.z
        takes = "q, v, t" + "".join(f", {name}" for name in values)
        value = evaluate_function(self.law, what, takes, place, port.s, ports.t, **values)
        effort = None if isinstance(value, (list, tuple)) else ca.SX(getattr(value, "sx", value))
        if effort is None or not effort.is_scalar():
            msg = f"{what}: its function gives {value!r:.80}, expected one number or expression"
            raise ValueError(msg)
        if port.z is None and ca.depends_on(effort, place):
            msg = f"{what}: {self.quantity} is a speed without a position; write the law with v and t only"
            raise ValueError(msg)
        return effort


__all__ = ["ForceLaw"]
