"""A four-bar linkage from components, beside the oracle's."""

import numpy as np

from linkwright.components import Revolute, Torque
from linkwright.model import Body, Ground, Mechanism
from oracles import four_bar, links

OPEN = four_bar.FourBar(
    ground=0.5,
    crank=links.Link(0.15, 0.4, 0.002, 0.07, 0.01),
    coupler=links.Link(0.45, 0.9, 0.015, 0.2, 0.05),
    rocker=links.Link(0.35, 0.6, 0.008, 0.16, -0.02),
    branch=1,
)

PARALLELOGRAM = four_bar.FourBar(
    ground=0.6, crank=links.uniform(0.2, 0.5), coupler=links.uniform(0.6, 1.0), rocker=links.uniform(0.2, 0.5)
)


def mechanism(machine, reference):
    """Links between pins a and b, their frames at the first pin; all angles from the x axis."""
    parts = {"ground": Ground(points={"O": (0.0, 0.0), "C": (machine.ground, 0.0)})}
    for name, link in zip(("crank", "coupler", "rocker"), machine.links, strict=True):
        parts[name] = Body(
            link.mass,
            link.inertia,
            centre=(link.along, link.across),
            points={"a": (0.0, 0.0), "b": (link.length, 0.0)},
        )
    return Mechanism(
        "four_bar",
        parts,
        {
            "O": Revolute("ground.O", "crank.a"),
            "A": Revolute("crank.b", "coupler.a"),
            "B": Revolute("coupler.b", "rocker.b"),
            "C": Revolute("ground.C", "rocker.a"),
            "drive": Torque("O.angle"),
        },
        gravity=machine.gravity,
        reference=reference,
    )


def coordinates(machine, angles):
    """Positions of all quantities at given angles (theta, beta, gamma)."""
    tip = links.turned(angles[0], machine.crank.length)
    values = {"crank.x": 0.0, "crank.y": 0.0, "coupler.x": tip[0], "coupler.y": tip[1]}
    values |= {"rocker.x": machine.ground, "rocker.y": 0.0}
    return values | dict(zip(("crank.theta", "coupler.theta", "rocker.theta"), map(float, angles), strict=True))


def reference(machine, theta):
    """Reference configuration in the machine's own assembly mode."""
    return coordinates(machine, four_bar.angles(machine, theta))


def flat(machine):
    """The flat configuration of a parallelogram, where it may leave its mode."""
    return coordinates(machine, np.zeros(3))
