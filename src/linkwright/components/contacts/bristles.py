"""Friction of elastic bristles."""

from __future__ import annotations

from dataclasses import dataclass

import casadi as ca

from linkwright.components.own_parts.written import effort_unit
from linkwright.equations import Requirement
from linkwright.model import Argument, Connection, Load, Ports, StateRate, Values
from linkwright.symbolic import Label, Scalar

DEFLECTIONS = {"m/s": "m", "rad/s": "rad"}
"""Units of what bristles are bent by, by those of the speed."""


@dataclass(frozen=True)
class LuGre(Connection):
    """LuGre friction on any speed s: bristles with the mean deflection z, a state of the machine.

        z' = s - sigma0 |s| z / g(s),    g(s) = coulomb + (static - coulomb) exp(-(s / stribeck_speed)^2)
        effort = -(sigma0 z + sigma1 z' + sigma2 s)

    (Canudas de Wit, Olsson, Astrom, Lischinsky 1995, eqs. (1)-(4).) `sigma0` is the stiffness of the bristles (N/m, on
    an angle N m/rad), `sigma1` their damping, `sigma2` viscous friction, `coulomb` and `static` the friction of sliding
    fast and of breaking away (N or N m). Sliding steadily it is g(s) sign(s) + sigma2 s; at rest it is a stiff spring,
    so that it creeps where `CoulombFriction` sticks. Bristles are stiff: take `integrators.Radau()` or `Rosenbrock()`.

    Its work counts as a loss, with what bent bristles store for a while.
    """

    quantity: str
    sigma0: Scalar
    sigma1: Scalar
    sigma2: Scalar
    coulomb: Scalar
    static: Scalar
    stribeck_speed: Scalar

    @property
    def quantities(self) -> tuple[str, ...]:
        """The quantity it acts on."""
        return (self.quantity,)

    @property
    def arguments(self) -> tuple[Argument, ...]:
        """The six numbers."""
        return (
            Argument("sigma0", self.sigma0, "N/m or N m/rad", "stiffness of the bristles", keep=True),
            Argument("sigma1", self.sigma1, "N s/m or N m s/rad", "damping of the bristles", keep=True),
            Argument("sigma2", self.sigma2, "N s/m or N m s/rad", "viscous friction", keep=True),
            Argument("coulomb", self.coulomb, "N or N m", "friction while sliding fast", keep=True),
            Argument("static", self.static, "N or N m", "friction while breaking away", keep=True),
            Argument("stribeck_speed", self.stribeck_speed, "m/s or rad/s", "speed by which friction falls", keep=True),
        )

    @property
    def state_names(self) -> tuple[str, ...]:
        """The deflection."""
        return ("z",)

    def requirements(self, values: Values) -> tuple[Requirement, ...]:
        """Bristles have stiffness, friction is positive, and breaking away not weaker than sliding."""
        return (
            Requirement(values["sigma0"], relation=">", words="sigma0"),
            Requirement(values["sigma1"], relation=">=", words="sigma1"),
            Requirement(values["sigma2"], relation=">=", words="sigma2"),
            Requirement(values["coulomb"], relation=">", words="coulomb"),
            Requirement(values["static"], ">=", "static", values["coulomb"], "coulomb"),
            Requirement(values["stribeck_speed"], relation=">", words="stribeck_speed"),
        )

    def _bending(self, ports: Ports) -> ca.SX:
        """z' = s - sigma0 |s| z / g(s)."""
        s, z, values = ports.quantities[0].s, ports.states[0], ports.values
        coulomb, static = values["coulomb"], values["static"]
        g = coulomb + (static - coulomb) * ca.exp(-((s / values["stribeck_speed"]) ** 2))
        return s - values["sigma0"] * ca.fabs(s) * z / g

    def states(self, ports: Ports) -> tuple[StateRate, ...]:
        """The deflection of the bristles."""
        rate = ports.quantities[0].rate_unit
        unit = DEFLECTIONS.get(rate, f"({rate}) s" if rate else "")
        return (StateRate(Label("z", unit, f"deflection of the bristles on {self.quantity}"), self._bending(ports)),)

    def loads(self, ports: Ports) -> tuple[Load, ...]:
        """Friction: -(sigma0 z + sigma1 z' + sigma2 s)."""
        port, values = ports.quantities[0], ports.values
        dry = -(values["sigma0"] * ports.states[0] + values["sigma1"] * self._bending(ports))
        effort = dry - values["sigma2"] * port.s
        return (Load(port.s, effort, "loss", unit=effort_unit(port.rate_unit), dry=dry),)
