"""Contacts of a machine: dry friction and end stops, with their gaps and sliding speeds at states and along motions.

Whether a contact holds is not part of the equations of motion. The rule of when a state alone does not decide it
stands here, for every question.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from linkwright.arrays import Array
from linkwright.dynamics.machine import Machine
from linkwright.dynamics.rank import LENGTHS, Scales
from linkwright.dynamics.system.system import System
from linkwright.equations import ConstraintType, Equations, Uses

AT_REST = 1e-12
"""Sliding speed, over the largest speed of the state (rad/s or machine sizes/s, at least 1), below which friction is at
rest: rounding of a state that was meant to be so."""
AT_STOP = 1e-9
"""Distance (rad, or machine sizes) from a stop that counts as none: what assembling leaves."""


@dataclass(frozen=True, eq=False)
class Contact:
    """One switched constraint: its name, its kind, its use of a type, and where its direction is among the parameters.

    `place` is -1 for a stop.
    """

    name: str
    kind: str
    uses: Uses[ConstraintType]
    row: int
    place: int

    @property
    def friction(self) -> bool:
        """Whether it is friction; else it is a stop."""
        return self.kind == "friction"

    @property
    def sliding(self) -> bool:
        """Whether gap and speed are lengths; else they are angles."""
        return self.uses.type.rows[0].unit in LENGTHS


def contacts_of(equations: Equations) -> tuple[Contact, ...]:
    """All switched constraints of a machine."""
    found = []
    for uses in equations.switched:
        switch = uses.type.switch
        assert switch is not None
        at = -1
        if switch.direction is not None:
            symbols: list[Any] = uses.type.local.p.nonzeros()
            wanted = switch.direction.element_hash()
            at = next(k for k, symbol in enumerate(symbols) if symbol.element_hash() == wanted)
        for row, name in enumerate(uses.names):
            place = int(uses.p[row, at]) if at >= 0 else -1
            full = equations.full_name(int(uses.module[row]), name)
            found.append((int(uses.order[row]), Contact(full, switch.kind, uses, row, place)))
    return tuple(contact for _, contact in sorted(found, key=lambda pair: pair[0]))


def contact_expressions(contacts: tuple[Contact, ...], system: System) -> tuple[ca.SX, ca.SX, ca.SX, ca.SX]:
    """Gap, rate, limit and direction of contacts (each a column), in the symbols of a system."""
    columns: list[list[ca.SX]] = [[], [], [], []]
    for contact in contacts:
        kind = contact.uses.type
        assert kind.switch is not None
        direction = ca.SX(0) if kind.switch.direction is None else kind.switch.direction
        gap = kind.g if kind.g.numel() else ca.SX(0)
        found = system.at_use(contact.uses, contact.row, [gap, kind.phi, kind.switch.limit, direction])
        for column, expression in zip(columns, found, strict=True):
            column.append(ca.densify(expression))
    g, phi, limit, direction = (ca.vertcat(*column) for column in columns)
    return g, phi, limit, direction


@dataclass(frozen=True, eq=False)
class ContactReadings:
    """Contacts at T samples, each an array (T, contacts).

    `gaps` (m or rad, negative beyond a stop; 0 for friction), `rates` of the gaps or sliding speeds (m/s or rad/s),
    `limits` (greatest force of sticking, or the restitution), and `directions` of friction that a run has set.
    `sizes` (contacts) are the machine's size for gaps that are lengths, 1 for angles; `fastest` (T) the largest speeds
    of the machine (rad/s or machine sizes/s), at least 1.
    """

    contacts: tuple[Contact, ...]
    gaps: Array
    rates: Array
    limits: Array
    directions: Array
    sizes: Array
    fastest: Array

    @property
    def friction(self) -> NDArray[np.bool_]:
        """Which contacts are friction, (contacts)."""
        return np.array([contact.friction for contact in self.contacts], dtype=bool)

    @property
    def slow(self) -> Array:
        """Sliding speeds (T, contacts) that count as none."""
        return np.asarray(AT_REST * self.fastest[:, None] * self.sizes)

    @property
    def close(self) -> Array:
        """Gaps (contacts) that count as none."""
        return np.asarray(AT_STOP * self.sizes)

    @property
    def at_rest(self) -> NDArray[np.bool_]:
        """Friction that does not slide and whose direction no run has set."""
        return np.asarray(self.friction & (self.directions == 0) & (np.abs(self.rates) <= self.slow))

    @property
    def beyond(self) -> NDArray[np.bool_]:
        """Stops that are penetrated."""
        return ~self.friction & (self.gaps < -self.close)

    @property
    def touching(self) -> NDArray[np.bool_]:
        """Stops that are met and not being left."""
        return ~self.friction & (np.abs(self.gaps) <= self.close) & (self.rates <= self.slow)

    @property
    def undecided(self) -> NDArray[np.bool_]:
        """Contacts of which a state alone does not say whether they hold."""
        return self.at_rest | self.beyond | self.touching


def read_contacts(dynamics: Machine, time: Array, Q: Array, V: Array) -> ContactReadings:
    """All contacts at states: times (T,), coordinates Q (T, nq), speeds V (T, n)."""
    system = dynamics.system
    contacts: tuple[Contact, ...] = system.cached("contacts", lambda: contacts_of(system.equations))
    shape = (len(time), len(contacts))
    if not contacts:
        none = np.zeros(shape)
        return ContactReadings((), none, none, none, none, np.zeros(0), np.ones(len(time)))

    def make() -> ca.Function:
        columns = [ca.densify(column) for column in contact_expressions(contacts, system)]
        return ca.Function("contact_readings", [system.t, system.q, system.v, system.p], columns)

    function = system.cached("contact readings", make)
    p = np.repeat(dynamics.p[: system.p.numel(), None], len(time), axis=1)
    found = function(np.asarray(time, dtype=float)[None, :], np.asarray(Q).T, np.asarray(V).T, p)
    scales = Scales.of(system, dynamics.p)
    gaps, rates, limits, directions = (np.array(column, dtype=float).T.reshape(shape) for column in found)
    sizes = np.array([scales.size if contact.sliding else 1.0 for contact in contacts])
    fastest = np.max(np.abs(V) / scales.speeds, axis=1, initial=1.0)
    return ContactReadings(contacts, gaps, rates, limits, directions, sizes, fastest)


def violated_stops(dynamics: Machine, t: float, q: Array) -> dict[str, float]:
    """End stops that a configuration lies beyond, by name, and by how much (m or rad); empty if there are none."""
    readings = read_contacts(dynamics, np.array([t]), np.asarray(q)[None], np.zeros((1, dynamics.system.n)))
    return {readings.contacts[k].name: float(-readings.gaps[0, k]) for k in np.flatnonzero(readings.beyond[0]).tolist()}
