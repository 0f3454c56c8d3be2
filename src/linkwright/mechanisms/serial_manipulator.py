"""The serial manipulator of Malvezzi, Orsino and Hess Coelho, with three driven axes or five.

F. Malvezzi, R. M. M. Orsino, T. A. Hess Coelho, Lagrange's, Maggi's and Kane's equations applied to the dynamic
modelling of serial manipulator. What its print has wrong is listed in docs/errata.md.
"""

from __future__ import annotations

from collections.abc import Sequence

from linkwright.components import Fixed, Revolute, Torque
from linkwright.kinds import checked_arguments
from linkwright.mechanisms.ready import Demonstration, Ready
from linkwright.model import Body, Connection, Located, Mechanism, ModelError, RedundantSet
from linkwright.model.arguments import checked_keywords
from linkwright.symbolic import Parameter, Scalar

ANGLES = ("gamma1", "alpha2", "alpha3", "beta4", "gamma4")
JOINTS = ("base", "shoulder", "elbow", "wrist_y", "wrist_z")


@checked_keywords
@checked_arguments
def serial_manipulator(
    axes: int = 3,
    *,
    l2: Scalar = 1.0,
    l3: Scalar = 1.0,
    m2: Scalar = 3.0,
    m3: Scalar = 3.0,
    m4: Scalar = 1.0,
    Jz1: Scalar = 3.0,
    Jx2: Scalar = 0.36,
    Jy2: Scalar = 0.07,
    Jz2: Scalar = 0.36,
    Jx3: Scalar = 0.36,
    Jy3: Scalar = 0.07,
    Jz3: Scalar = 0.36,
    g: Scalar = 9.81,
    J4: Sequence[Scalar] | None = None,
    c4: Sequence[Scalar] | None = None,
) -> Mechanism:
    """A turning base, two limbs and an end-effector, z up: R3 = Rz(gamma1) Rx(alpha2) Rx(alpha3), limbs along local y.

    Arguments are the paper's symbols with the values of its Table 2 (SI): limb k has the length lk, the mass mk at its
    middle and the central moments Jxk, Jyk, Jzk; the end-effector and what it carries have the mass m4. Coordinates
    `gamma1`, `alpha2`, `alpha3`; inputs `T1`, `T2`, `T3` are torques of each body on the next.

    With axes=5 a wrist follows: R4 = R3 Ry(beta4) Rz(gamma4), inputs `T4`, `T5`; its centre O4 is the tip of limb 3.
    `J4` are the end-effector's moments about its mass centre (3 numbers, or 6 with xy, xz, yz), `c4` is its mass centre
    from O4, both in frame 4. Without them it is a point mass at O4, as in the paper, and no motion of beta4 and gamma4
    has inertia: forward dynamics does not exist and is refused.

    Of body 1 only Jz1 has an effect. Moments (0, 0, Jz1) are those of no body (each moment is at most the sum of the
    other two), so it has (Jz1/2, Jz1/2, Jz1), those of a thin disc; as it turns about z only, they act alike.

    >>> sorted(serial_manipulator().exports)
    ['T1', 'T2', 'T3', 'alpha2', 'alpha3', 'gamma1']
    >>> serial_manipulator(5, J4=(0.01, 0.02, 0.01), c4=(0.0, 0.1, 0.0)).name
    'serial_manipulator'
    """
    _check(axes, J4, c4)
    length2 = Parameter("l2", l2, "m", "length of limb 2")
    length3 = Parameter("l3", l3, "m", "length of limb 3")
    mass2 = Parameter("m2", m2, "kg", "mass of limb 2")
    mass3 = Parameter("m3", m3, "kg", "mass of limb 3")
    mass4 = Parameter("m4", m4, "kg", "mass of the end-effector and the object it carries")
    turn1 = Parameter("Jz1", Jz1, "kg m^2", "moment of inertia of body 1 about z1")
    inertia2 = _moments("2", "limb 2", (Jx2, Jy2, Jz2))
    inertia3 = _moments("3", "limb 3", (Jx3, Jy3, Jz3))
    inertia4 = _moments("4", "the end-effector", () if J4 is None else tuple(J4))
    centre4 = [
        Parameter(f"c{axis}4", value, "m", f"mass centre of the end-effector from O4, along {axis}4")
        for axis, value in zip("xyz", c4 or (), strict=False)
    ]
    weight = Parameter("g", g, "m/s^2", "acceleration of gravity, along -z")
    lengths, masses = (length2, length3), (mass2, mass3, mass4)
    zero = (0.0, 0.0, 0.0)
    body1 = Body(0.0, (turn1 / 2, turn1 / 2, turn1), zero, home="base", meaning="limb 1, which turns about z")
    limb2 = _limb(length2, mass2, inertia2, "limb 2")
    limb3 = _limb(length3, mass3, inertia3, "limb 3")
    end = Body(mass4, tuple(inertia4) or zero, tuple(centre4) or zero, meaning="end-effector with its load")
    parts = {"body1": body1, "limb2": limb2, "limb3": limb3}
    joints: dict[str, Connection] = {
        "base": Revolute("ground", "body1", axis="z"),
        "shoulder": Revolute("body1", "limb2", axis="x"),
        "elbow": Revolute("limb2.tip", "limb3", axis="x"),
    }
    if axes == 5:
        parts["wrist"] = Body(0.0, zero, zero, meaning="what carries the two axes of the wrist, without mass")
        joints["wrist_y"] = Revolute("limb3.tip", "wrist", axis="y")
        joints["wrist_z"] = Revolute("wrist", "end", axis="z")
    else:
        joints["grip"] = Fixed("limb3.tip", "end")
    drives = {f"drive{k}": Torque(f"{joint}.angle", input="T") for k, joint in enumerate(JOINTS[:axes], start=1)}
    reach = {"limb3.y": length2} | dict.fromkeys(("wrist.y", "end.y") if axes == 5 else ("end.y",), length2 + length3)
    return Mechanism(
        "serial_manipulator",
        parts={**parts, "end": end},
        connections={**joints, **drives},
        parameters=[*lengths, *masses, turn1, *inertia2, *inertia3, *inertia4, *centre4, weight],
        exports={angle: f"{joint}.angle" for angle, joint in zip(ANGLES[:axes], JOINTS, strict=False)}
        | {f"T{k}": f"drive{k}.T" for k in range(1, axes + 1)},
        reference=dict.fromkeys(ANGLES[:axes], 0.0) | reach,
        gravity=(0.0, 0.0, -weight),
        redundant=_redundant(axes),
        title=f"Serial manipulator with {'three' if axes == 3 else 'five'} axes",
        description="Base that turns about the vertical, two limbs in a vertical plane, end-effector with its load.",
        sources=(
            "F. Malvezzi et al., Lagrange's, Maggi's and Kane's equations applied to ... serial manipulator, Table 2",
            "g = 9.81 m/s^2 is ours; the paper gives none",
        ),
    )


def _redundant(axes: int) -> RedundantSet:
    """The paper's redundant set: gamma1, alpha2, alpha3, chi3 = alpha2 + alpha3 and the mass centres (19).

    With the wrist beta4 and gamma4 are joined to it.
    """
    base, limb2, limb3 = ("z", "gamma1"), ("x", "alpha2"), ("x", "chi3")
    centres = {j: tuple(f"{axis}{j}" for axis in "xyz") for j in (2, 3, 4)}
    bodies = {
        "body1": Located((base,)),
        "limb2": Located((base, limb2), centres[2]),
        "limb3": Located((base, limb3), centres[3]),
    }
    if axes == 5:
        bodies["wrist"] = Located((base, limb3, ("y", "beta4")), at="limb3.tip")
        bodies["end"] = Located((base, limb3, ("y", "beta4"), ("z", "gamma4")), centres[4])
    else:
        bodies["end"] = Located((base, limb3), centres[4])
    places = [name for j in (2, 3, 4) for name in centres[j]]
    return RedundantSet((*ANGLES[:3], "chi3", *ANGLES[3:axes], *places), bodies)


def _limb(length: Parameter, mass: Parameter, inertia: Sequence[Parameter], meaning: str) -> Body:
    """A limb along y from its joint to its tip, its mass centre in the middle."""
    return Body(
        mass,
        tuple(inertia),
        (0.0, length / 2, 0.0),
        points={"tip": (0.0, length, 0.0)},
        meaning=meaning,
    )


def _moments(number: str, body: str, values: tuple[Scalar, ...]) -> list[Parameter]:
    axes = ("x", "y", "z", "xy", "xz", "yz")
    return [
        Parameter(
            f"J{axis}{number}",
            value,
            "kg m^2",
            f"{'moment' if len(axis) == 1 else 'product'} of inertia {axis} of {body} about its mass centre",
        )
        for axis, value in zip(axes, values, strict=False)
    ]


def _check(axes: int, J4: Sequence[Scalar] | None, c4: Sequence[Scalar] | None) -> None:
    faults = []
    if axes not in (3, 5):
        faults.append(f"axes = {axes!r}; expected 3 (driven limbs) or 5 (with the wrist)")
    if axes == 3 and (J4 is not None or c4 is not None):
        faults.append("J4 and c4 describe the end-effector on the wrist; give axes=5, or leave them out")
    if J4 is not None and len(J4) not in (3, 6):
        faults.append(f"J4 has {len(J4)} numbers; expected 3 (x, y, z) or 6 (x, y, z, xy, xz, yz)")
    if c4 is not None and len(c4) != 3:
        faults.append(f"c4 has {len(c4)} numbers; expected 3 (x, y, z)")
    if faults:
        raise ModelError("serial_manipulator", faults)


# Torques that hold the arm stretched out (78.48 and 24.525 N m), with slight variations.
_HOLD = {"T1": "sine:2,0.5", "T2": "sine:1,0.5,0,78.48", "T3": "24.525"}
_REACH = {"gamma1": "cycloid:0,1,2", "alpha2": "cycloid:0,0.5,2", "alpha3": "cycloid:0,-0.8,2"}

SERIAL_MANIPULATOR = Ready(
    serial_manipulator,
    (
        Demonstration(_HOLD, motions=_REACH),
        Demonstration(
            _HOLD | {"T4": "0", "T5": "0"}, motions=_REACH | {"beta4": "cycloid:0,0.5,2", "gamma4": "cycloid:0,1,2"}
        ),
    ),
)
