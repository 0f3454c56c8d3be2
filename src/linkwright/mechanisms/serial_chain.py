"""A chain of n equal links on revolute joints: the family by which the cost of open chains is measured."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from linkwright.components import Revolute, Torque
from linkwright.mechanisms.counts import checked_count
from linkwright.mechanisms.ready import Demonstration, Ready
from linkwright.model import Body, Connection, Mechanism
from linkwright.model.arguments import checked_keywords
from linkwright.symbolic import Parameter, Scalar

AXES = ("z", "y")


@checked_keywords
def serial_chain(n: int = 8, *, spatial: bool = False, l: Scalar = 1.0, m: Scalar = 1.0, g: Scalar = 9.81) -> Mechanism:
    """n uniform links along their own x axes, `link1` on the ground, each on the tip of the one before.

    Plane (default): thin rods, m l^2 / 12 about their centres; all joints turn about z, gravity g along -y. Space:
    round rods of radius l / 20; joints turn about z and y in turn, gravity along -z. SI units.

    Quantities `q1`, ..., `qn`: angles of the joints (rad); inputs `tau1`, ..., `taun` (N m), each of a link's
    predecessor on it. Reference: all angles zero, stretched along x.

    >>> machine = serial_chain(3, spatial=True)
    >>> [joint.axis for joint in machine.connections.values() if isinstance(joint, Revolute)]
    ['z', 'y', 'z']
    """
    checked_count("serial_chain", n)
    length = Parameter("l", l, "m", "length of the links")
    mass = Parameter("m", m, "kg", "mass of the links")
    weight = Parameter("g", g, "m/s^2", f"acceleration of gravity, along {'-z' if spatial else '-y'}")
    thin = mass * length**2 / 12
    round_ = mass * length**2 / 1600  # m r^2 / 4 with r = l / 20
    zero = (0.0,) * (2 if spatial else 1)
    link: dict[str, Any] = {
        "mass": mass,
        "inertia": (2 * round_, thin + round_, thin + round_) if spatial else thin,
        "centre": (length / 2, *zero),
        "points": {"root": (0.0, *zero), "tip": (length, *zero)},
        "meaning": "link",
    }
    names = [f"link{k}" for k in range(1, n + 1)]
    joints: dict[str, Connection] = {}
    for k, name in enumerate(names):
        held_by = f"{names[k - 1]}.tip" if k else "ground"
        joints[f"joint{k + 1}"] = Revolute(held_by, f"{name}.root", axis=AXES[k % 2] if spatial else "z")
    first, other = Body(**link, home="joint1"), Body(**link)
    drives = {f"drive{k}": Torque(f"joint{k}.angle", input="tau") for k in range(1, n + 1)}
    return Mechanism(
        "serial_chain",
        parts={name: other if k else first for k, name in enumerate(names)},
        connections={**joints, **drives},
        parameters=[length, mass, weight],
        exports={f"q{k}": f"joint{k}.angle" for k in range(1, n + 1)}
        | {f"tau{k}": f"drive{k}.tau" for k in range(1, n + 1)},
        reference={f"q{k}": 0.0 for k in range(1, n + 1)}
        | {f"{name}.x": k * length for k, name in enumerate(names) if k},
        gravity=(0.0, 0.0, -weight) if spatial else (0.0, -weight),
        title=f"Chain of {n} links{' in space' if spatial else ''}",
        description="Equal links hanging one on the other by revolute joints, with a torque at each.",
        sources=("numbers chosen by us: links of 1 m and 1 kg",),
    )


def _fall(inputs: Sequence[str]) -> Demonstration:
    """A chain of any length falls from where it is stretched out; for inverse dynamics all joints turn a little."""
    motions = {f"q{k}": "cycloid:0,0.2,2" for k in range(1, len(inputs) + 1)}
    return Demonstration(dict.fromkeys(inputs, "0"), duration=1.0, motions=motions)


SERIAL_CHAIN = Ready(serial_chain, _fall)
