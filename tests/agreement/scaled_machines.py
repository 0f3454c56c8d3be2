"""Machines in other units of length and mass: every answer is the same but for its unit.

Times stay, currents stay; volts follow energies. A number in a unit m^a kg^b ... is multiplied by L^a M^b.
"""

from dataclasses import replace

import numpy as np

from linkwright.dynamics import Dynamics, State
from linkwright.dynamics.dynamics import compiled_at

POWERS = {"m": (1, 0), "kg": (0, 1), "N": (1, 1), "J": (2, 1), "V": (2, 1), "ohm": (2, 1), "H": (2, 1)}
"""Powers of length and mass in a unit; those not named have none."""
SLIDING = {"N or N m": "N", "m/s or rad/s": "m/s", "N m/rad or N/m": "N/m"}
TURNING = {"N or N m": "N m", "m/s or rad/s": "rad/s", "N m/rad or N/m": "N m/rad"}
"""Units that depend on the joint: the ready machines have these on slides, but for friction in motors."""
FRICTION_IN_MOTORS = {"mast_3prs"}
EXTREMES = [(1e-6, 1e-6), (1e-6, 1e6), (1e3, 1e-6), (1e3, 1e6)]
TOLERANCE = 1e-8
"""Of the largest number of its kind: the rank margin of the states is 1e-4, so twelve digits may lose four."""


def factor(unit, length, mass, joints=SLIDING):
    """What a number in a unit is multiplied by."""
    above, _, below = joints.get(unit, unit).partition("/")
    result = 1.0
    for words, sign in ((above, 1), (below.strip("()"), -1)):
        for word in words.split():
            base, _, power = word.partition("^")
            a, b = POWERS.get(base, (0, 0))
            result *= (length**a * mass**b) ** (sign * int(power or 1))
    return result


class Scaled:
    """A machine with other units of length and mass, and how its names are scaled."""

    def __init__(self, base, length, mass):
        record = base.equations
        joints = TURNING if record.provenance["mechanism"] in FRICTION_IN_MOTORS else SLIDING

        def of(unit):
            return factor(unit, length, mass, joints)

        self.of = of
        self.coordinates = np.array([of(unit) for unit in record.coordinate_units])
        self.speeds = np.array([of(unit) for unit in record.speed_units])
        self.positions = {x.name: of(x.unit) for x in base.system.quantities}
        self.rates = {x.name: of(x.rate_unit) for x in base.system.quantities}
        self.inputs = {label.name: of(label.unit) for label in record.inputs}
        given = {label.name: of(label.unit) * base.parameters[label.name] for label in record.parameters.labels}
        near = State(0.0, base.reference.q * self.coordinates, np.zeros(base.system.n))
        made = compiled_at(record, base.join, near, given)
        self.dynamics = Dynamics(replace(made.plant, reference=made.state(near.q, near.v)))


def assert_same(found, wanted, factors, what):
    size = max((abs(value) for value in wanted.values()), default=0.0)
    for name, value in wanted.items():
        assert abs(found[name] / factors[name] - value) <= TOLERANCE * max(1.0, size), (what, name, value, found[name])
