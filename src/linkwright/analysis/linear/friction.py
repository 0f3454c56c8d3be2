"""What dry friction counts as in a linear model about a state of rest, where its law has no slope, or a huge one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import casadi as ca
import numpy as np

from linkwright import linear_algebra
from linkwright.arrays import Array
from linkwright.dynamics import Dynamics, State
from linkwright.dynamics.answers import contact_expressions, contacts_of, read_contacts
from linkwright.dynamics.system import System, call_function
from linkwright.equations import STICKS

Friction = Literal["off", "sliding", "sticking"]
FRICTIONS: tuple[Friction, ...] = ("off", "sliding", "sticking")


@dataclass(frozen=True, eq=False)
class CountedFriction:
    """Dry friction at rest, by name, and what it counts as.

    `switched` are numbers of contacts at rest (Coulomb's, Stribeck's), `smooth` names of loads with a dry share
    (smoothed, bristles). Off: no force. Sliding: a constant force, which has no slope either. Sticking: what it acts on
    does not move; a smoothed law has its slope at rest, force / width, and bristles are springs. Viscous shares count
    always.
    """

    kind: Friction
    switched: tuple[int, ...]
    names: tuple[str, ...]
    smooth: tuple[str, ...]

    @property
    def leaves_out_dry(self) -> bool:
        """Whether smoothed friction and bristles have no slope."""
        return self.kind != "sticking"

    @property
    def sticks(self) -> bool:
        """Whether constraints hold what friction acts on."""
        return self.kind == "sticking" and bool(self.switched)

    def without_sliding(self, dynamics: Dynamics) -> Dynamics:
        """The same machine without the sliding force of friction at rest."""
        if not self.switched:
            return dynamics
        p = np.array(dynamics.p)
        contacts = contacts_of(dynamics.equations)
        p[[contacts[k].place for k in self.switched]] = STICKS
        return dynamics.at_values(p)

    def held(self, dynamics: Dynamics, state: State) -> tuple[Array, Array, Array]:
        """Rows of what sticks, by speeds and by coordinates (x with x N = rows by speeds), and their scales."""
        system = dynamics.system

        def make() -> ca.Function:
            phi = contact_expressions(contacts_of(system.equations), system)[1]
            return system.function("friction_rows", [ca.jacobian(phi, system.v), system.N])

        function = system.cached("friction rows", make)
        found, N = call_function(function, state.t, state.q, state.v, np.zeros(system.m_u), dynamics.p)
        rows = found[list(self.switched)]
        sizes = read_contacts(dynamics, np.array([state.t]), state.q[None], state.v[None]).sizes
        return rows, rows @ linear_algebra.pinv(N), sizes[list(self.switched)]

    def in_words(self) -> str:
        """What was done with friction, in a sentence; empty where there is none."""
        names = ", ".join((*self.names, *self.smooth))
        if not names:
            return ""
        if self.kind == "off":
            return f"friction off: {names}"
        if self.kind == "sliding":
            return f"friction sliding, a constant force without a slope: {names}"
        parts = [f"friction sticking: {', '.join(self.names)}"] if self.names else []
        if self.smooth:
            parts.append(f"friction at rest by the slope of its law: {', '.join(self.smooth)}")
        return "; ".join(parts)


def counted_friction(dynamics: Dynamics, state: State, kind: Friction) -> CountedFriction:
    """Dry friction of a machine that is at rest at a state; what slides there keeps its law."""
    found = read_contacts(dynamics, np.array([state.t]), state.q[None], state.v[None])
    resting = tuple(int(k) for k in np.flatnonzero(found.friction & found.undecided[0])) if found.contacts else ()
    names = tuple(found.contacts[k].name for k in resting)
    equations = dynamics.equations
    smooth = tuple(
        equations.full_name(int(uses.module[row]), uses.names[row])
        for uses in equations.loads
        if uses.type.dry.numel()
        for row in range(len(uses))
    )
    return CountedFriction(kind, resting, names, smooth)


def dry_friction(system: System) -> ca.SX:
    """Share (n) of smoothed friction and bristles in the forces of a machine."""
    total = ca.SX.zeros(system.n)
    for uses in system.equations.loads:
        kind = uses.type
        if not kind.dry.numel():
            continue
        share = ca.densify(ca.jacobian(kind.speed, kind.local.v).T @ kind.dry)
        for row in range(len(uses)):
            (column,) = system.at_use(uses, row, [share])
            for k, place in enumerate(uses.v[row].tolist()):
                total[place] += column[k]
    return total
