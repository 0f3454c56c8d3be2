"""Parameters in which the equations of motion are linear: those of rigid bodies, and others such as friction.

A rigid body has ten, all about the origin O of its frame and in its axes (Atkeson, An and Hollerbach 1986):

    m, m c (3), I_O = I_C + m (c . c 1 - c c^T)  (xx, yy, zz, xy, xz, yz),

in the plane four, m, m cx, m cy, Izz, as a particle one, m.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from linkwright.arrays import Array
from linkwright.dynamics import Dynamics

KINDS = ("m", "mcx", "mcy", "mcz", "Ixx", "Iyy", "Izz", "Ixy", "Ixz", "Iyz")
"""Parameters of a body in space, in order; Ixy is an entry of the tensor, -integral of x y dm."""
UNITS = ("kg", *["kg m"] * 3, *["kg m^2"] * 6)
OF_SPACE, OF_PLANE, OF_PARTICLE = tuple(range(10)), (0, 1, 2, 6), (0,)


@dataclass(frozen=True)
class LinearParameter:
    """A parameter in which the forces are linear: `limb2.mcx`; its value in the model, and its body if it has one."""

    name: str
    unit: str
    value: float
    body: str = ""

    @property
    def kind(self) -> str:
        """What it is of its body: one of `m`, `mcx`, ..., `Iyz`; empty where it belongs to none."""
        return self.name.rpartition(".")[2] if self.body else ""


@dataclass(frozen=True, eq=False)
class InertialBody:
    """A body, which of the ten parameters it has, and their values in the model."""

    name: str
    kinds: tuple[int, ...]
    values: Array

    @property
    def parameters(self) -> tuple[LinearParameter, ...]:
        """Its parameters, in order."""
        pairs = zip(self.kinds, self.values, strict=True)
        return tuple(LinearParameter(f"{self.name}.{KINDS[k]}", UNITS[k], float(x), self.name) for k, x in pairs)


def inertial_bodies(dynamics: Dynamics) -> tuple[InertialBody, ...]:
    """Bodies in the order of the description, which is that of their parameters in every formalism."""
    index, p = dynamics.equations.parameters.index, dynamics.p
    found = [name for name in dynamics.equations.all_bodies if f"{name}.mass" in index]

    def value(name: str) -> float:
        return float(p[index[name]]) if name in index else 0.0

    bodies = []
    for name in sorted(found, key=lambda name: index[f"{name}.mass"]):
        mass = value(f"{name}.mass")
        centre = np.array([value(f"{name}.centre_{axis}") for axis in "xyz"])
        planar = f"{name}.inertia" in index
        central = [value(f"{name}.inertia_{axes}") for axes in ("xx", "yy", "zz", "xy", "xz", "yz")]
        if planar:
            central[2] = value(f"{name}.inertia")
        moved = mass * (centre @ centre * np.eye(3) - np.outer(centre, centre))
        about_origin = np.array(central) + moved[[0, 1, 2, 0, 0, 1], [0, 1, 2, 1, 2, 2]]
        ten = np.concatenate([[mass], mass * centre, about_origin])
        kinds = OF_PLANE if planar else OF_SPACE if f"{name}.inertia_xx" in index else OF_PARTICLE
        bodies.append(InertialBody(name, kinds, ten[list(kinds)]))
    return tuple(bodies)


def pseudo_inertia(kinds: Sequence[str], values: Sequence[float], size: float) -> Array:
    """Second moments of the mass distribution, lengths over `size`: no body has a negative eigenvalue.

    In space (4, 4), [[tr(I)/2 - I, m c], [m c^T, m]] (Wensing, Kim and Slotine 2018); in the plane [[Izz, mcx, mcy],
    [mcx, m, 0], [mcy, 0, m]], whose condition is m Izz >= |m c|^2; of a particle [[m]].
    """
    given = dict(zip(kinds, values, strict=True))
    m = given["m"]
    if "Ixx" in given:
        xx, yy, zz, xy, xz, yz = (given[kind] / size**2 for kind in KINDS[4:])
        inertia = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
        first = np.array([given[kind] / size for kind in KINDS[1:4]])
        second = np.trace(inertia) / 2 * np.eye(3) - inertia
        return np.block([[second, first[:, None]], [first[None], np.array([[m]])]])
    if "Izz" in given:
        x, y = given["mcx"] / size, given["mcy"] / size
        return np.array([[given["Izz"] / size**2, x, y], [x, m, 0.0], [y, 0.0, m]])
    return np.array([[m]])
