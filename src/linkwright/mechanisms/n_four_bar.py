"""The N-four-bar mechanism: problem A02 of the IFToMM library of computational benchmarks for multibody dynamics.

M. Gonzalez, D. Dopico, U. Lugris, J. Cuadrado, A benchmarking system for MBS simulation software: problem
standardization and performance measurement, Multibody System Dynamics 16, 2006.
"""

from __future__ import annotations

from math import pi

from linkwright.components import Revolute
from linkwright.mechanisms.counts import checked_count
from linkwright.mechanisms.ready import Demonstration, Ready
from linkwright.model import Body, Connection, Ground, Mechanism, Part
from linkwright.model.arguments import checked_keywords
from linkwright.symbolic import Parameter, Scalar


@checked_keywords
def n_four_bar(n: int = 3, *, l: Scalar = 1.0, m: Scalar = 1.0, g: Scalar = 9.81) -> Mechanism:
    """n + 1 cranks on ground pins l apart, their tips B0, ..., Bn joined by n couplers; one degree of freedom.

    All 2 n + 1 links are uniform rods of the length l and the mass m; gravity g along -y; SI units. A crank and the
    coupler before it are one module, used n times.

    Quantities `x0`, `y0`: position of B0; `phi0`: angle of its crank from the x axis. Reference: all cranks upright.
    The problem starts there with the velocity (1, 0) m/s of B0: `dynamics.assemble(speeds={"x0": 1.0})`. Where the
    cranks lie along the x axis the configuration is singular: cranks may then go on together or fold one by one.

    >>> sorted(n_four_bar(2).exports)
    ['phi0', 'x0', 'y0']
    """
    checked_count("n_four_bar", n)
    length = Parameter("l", l, "m", "length of all rods, and distance of the ground pins")
    mass = Parameter("m", m, "kg", "mass of each rod")
    weight = Parameter("g", g, "m/s^2", "acceleration of gravity, along -y")
    crank, bay = _bay(length, mass, coupled=False), _bay(length, mass, coupled=True)
    names = [f"bay{k}" for k in range(1, n + 1)]
    parts: dict[str, Part] = {"first": crank.use({"pin_x": 0.0})}
    parts |= {name: bay.use({"pin_x": k * length}) for k, name in enumerate(names, start=1)}
    joints: dict[str, Connection] = {}
    reference: dict[str, Scalar] = {"first.pin.angle": pi / 2}
    for k, (before, name) in enumerate(zip(["first", *names], names, strict=False), start=1):
        joints[f"B{k - 1}"] = Revolute(f"{before}.crank.B", f"{name}.coupler.A")
        reference |= {f"{name}.pin.angle": pi / 2, f"{name}.coupler.theta": 0.0}
        reference |= {f"{name}.B.angle": pi / 2, f"B{k - 1}.angle": -pi / 2}
        reference |= {f"{name}.coupler.x": (k - 1) * length, f"{name}.coupler.y": length}
    return Mechanism(
        "n_four_bar",
        parts=parts,
        connections=joints,
        parameters=[length, mass, weight],
        exports={"x0": "first.crank.x", "y0": "first.crank.y", "phi0": "first.pin.angle"},
        reference=reference,
        gravity=(0.0, -weight),
        title=f"{n}-four-bar mechanism",
        description="Parallel cranks joined by couplers, released upright.",
        sources=(
            "IFToMM library of computational benchmark problems for multibody dynamics, problem A02",
            "M. Gonzalez et al. 2006, A benchmarking system for MBS simulation software, Multibody System Dynamics 16",
        ),
    )


def _bay(length: Parameter, mass: Parameter, *, coupled: bool) -> Mechanism:
    """A crank on its ground pin, with the coupler that ends at its tip; the crank's own frame is at the tip B."""
    pin_x = Parameter("pin_x", 0.0, "m", "ground pin, x")
    crank = Body(
        mass,
        mass * length**2 / 12,
        (-length / 2, 0.0),
        points={"pin": (-length, 0.0), "B": (0.0, 0.0)},
        home="pin",
        meaning="crank",
    )
    parts: dict[str, Part] = {"frame": Ground(points={"pin": (pin_x, 0.0)}), "crank": crank}
    joints: dict[str, Connection] = {"pin": Revolute("frame.pin", "crank.pin")}
    if coupled:
        parts["coupler"] = Body(
            mass,
            mass * length**2 / 12,
            (length / 2, 0.0),
            points={"A": (0.0, 0.0), "B": (length, 0.0)},
            meaning="coupler",
        )
        joints["B"] = Revolute("coupler.B", "crank.B")
    return Mechanism(
        "bay" if coupled else "crank",
        parts=parts,
        connections=joints,
        parameters=[pin_x],
        title="crank with its coupler" if coupled else "crank",
    )


N_FOUR_BAR = Ready(n_four_bar, (Demonstration(speeds={"x0": "1"}, duration=0.6),))
