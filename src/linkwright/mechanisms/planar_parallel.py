"""A family of planar parallel machines: one platform, three limbs, each exchanged for another in one word.

J.-P. Merlet, Parallel Robots, 2nd edition, Springer, 2006, chapter 2: planar robots with three degrees of freedom are
named by the joints of their limbs from the base on, the driven one of them among the first two.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import cos, pi, sin
from typing import Any

from linkwright.components import Revolute
from linkwright.faults import close_matches
from linkwright.mechanisms.planar_limbs import LIMBS, Limb, Motor
from linkwright.mechanisms.platforms import PLANAR_STROKE
from linkwright.mechanisms.ready import Demonstration, Ready
from linkwright.model import Body, Mechanism, ModelError
from linkwright.model.arguments import checked_keywords, is_number
from linkwright.symbolic import Parameter, Scalar

AZIMUTHS = (pi / 2, -5 * pi / 6, -pi / 6)
"""Directions of the limbs' feet from the middle, rad."""


@checked_keywords
def planar_parallel(
    limbs: Sequence[str | Limb] = ("PRR", "PRR", "RPR"),
    *,
    motors: bool = False,
    a: Scalar = 0.30,
    b: Scalar = 0.10,
    e: Scalar = 0.15,
    m_p: Scalar = 0.8,
    I_p: Scalar | None = None,
) -> Mechanism:
    """A triangular platform on three limbs in a horizontal plane: "PRR", "RPR", "RRR", or one with its own dimensions.

    Limb k stands on a foot at the distance a from the middle and e along the edge of the base, and holds the corner of
    the platform at the radius b by the pin `B<k>`. Dimensions of a limb: `planar_limbs.PRR(l=0.3)` instead of "PRR", or
    the parameters `limb1.l`, ... Platform: mass m_p, moment I_p about its middle (m_p b^2 / 4 unless given). SI units.

    Quantities `platform.x`, `platform.y`, `platform.theta`; of limb k the driven one and its input: `s<k>`, `f<k>`
    (PRR, carriage along the edge, from the foot), `d<k>`, `f<k>` (RPR, length), `phi<k>`, `tau<k>` (RRR, crank). A
    limb that does not reach the platform at home is refused with its pin and the gap.

    With `motors` every limb has a DC motor and a gear, slides a belt or spindle behind it; the inputs are voltages
    `v<k>`, quantities also the speed of the rotor `omega<k>` and the current `i<k>`. A limb with a motor of its own,
    `RRR(motor=Motor(R=0.8), ratio=50.0)`, has it in any case.

    >>> sorted(planar_parallel(("PRR", "RRR", "RPR")).exports)
    ['d3', 'f1', 'f3', 'phi2', 's1', 'tau2']
    >>> sorted(planar_parallel(("RRR", "RRR", "RRR"), motors=True).input_names)[:3]
    ['limb1.motor.v', 'limb1.v', 'limb2.motor.v']
    """
    chosen = _limbs(limbs, motors=motors)
    base = Parameter("a", a, "m", "distance of the feet from the middle, outward")
    plate = Parameter("b", b, "m", "radius of the pins on the platform")
    edge = Parameter("e", e, "m", "distance of the feet from the limbs' middle lines, along the edges")
    mass = Parameter("m_p", m_p, "kg", "mass of the platform")
    inertia = Parameter(
        "I_p",
        mass * plate**2 / 4 if I_p is None else I_p,
        "kg m^2",
        "moment of inertia of the platform about its middle",
    )
    if is_number(a) and is_number(b) and is_number(e):
        _check_reach(chosen, b - a, -e)
    modules = {limb: limb.module() for limb in dict.fromkeys(chosen)}  # limbs that are alike are one module
    parts, points = {}, {}
    exports: dict[str, str] = {}
    reference: dict[str, Any] = {"platform.x": 0.0, "platform.y": 0.0, "platform.theta": 0.0}
    for k, (limb, angle) in enumerate(zip(chosen, AZIMUTHS, strict=True), start=1):
        name, c, s = f"limb{k}", cos(angle), sin(angle)
        foot_x, foot_y = base * c - edge * s, base * s + edge * c
        parts[name] = modules[limb].use({"foot_x": foot_x, "foot_y": foot_y, "azimuth": angle})
        points[f"B{k}"] = (plate * c, plate * s)
        exports |= {f"{short}{k}": f"{name}.{short}" for short in modules[limb].exports}
        reference |= _transform_home(limb.home(name, plate - base, -edge.sx), (foot_x, foot_y), angle)
    return Mechanism(
        "planar_parallel",
        parts={**parts, "platform": Body(mass, inertia, points=points, meaning="triangular platform")},
        connections={f"B{k}": Revolute(f"limb{k}.{limb.tip}", f"platform.B{k}") for k, limb in enumerate(chosen, 1)},
        parameters=[base, plate, edge, mass, inertia],
        exports=exports,
        reference=reference,
        title=f"Planar parallel machine {_name(chosen)}",
        description="Platform held by three limbs in a horizontal plane; a limb is exchanged for another by its name.",
        sources=(
            "J.-P. Merlet 2006, Parallel Robots, 2nd edition, chapter 2: the family and its names",
            "numbers chosen by us for a machine of desk size",
        ),
    )


@checked_keywords
def planar_3prr(
    *, a: Scalar = 0.30, b: Scalar = 0.10, e: Scalar = 0.15, m_p: Scalar = 0.8, I_p: Scalar | None = None
) -> Mechanism:
    """The 3PRR machine: `planar_parallel` with three carriages on rails.

    >>> sorted(planar_3prr().exports)
    ['f1', 'f2', 'f3', 's1', 's2', 's3']
    """
    return replace(planar_parallel(("PRR", "PRR", "PRR"), a=a, b=b, e=e, m_p=m_p, I_p=I_p), name="planar_3prr")


@checked_keywords
def planar_2prr_rpr(
    *, a: Scalar = 0.30, b: Scalar = 0.10, e: Scalar = 0.15, m_p: Scalar = 0.8, I_p: Scalar | None = None
) -> Mechanism:
    """The 2PRR+RPR machine: `planar_parallel` with two carriages on rails and one limb of variable length.

    >>> sorted(planar_2prr_rpr().exports)
    ['d3', 'f1', 'f2', 'f3', 's1', 's2']
    """
    return replace(planar_parallel(("PRR", "PRR", "RPR"), a=a, b=b, e=e, m_p=m_p, I_p=I_p), name="planar_2prr_rpr")


def _limbs(limbs: Sequence[str | Limb], *, motors: bool) -> list[Limb]:
    """Limbs from names, each with a motor where `motors` asks for them; all faults at once."""
    faults: list[str] = []
    if not isinstance(motors, bool):
        faults.append(f"motors = {motors!r}: expected True (each limb has a DC motor) or False (a force or torque)")
    given = [limbs] if isinstance(limbs, str) or not isinstance(limbs, Sequence) else list(limbs)
    if len(given) != 3:
        faults.append(f"limbs = {limbs!r}: expected three limbs, such as ('PRR', 'PRR', 'RPR')")
    chosen: list[Limb] = []
    for k, limb in enumerate(given, start=1):
        if isinstance(limb, str) and limb in LIMBS:
            chosen.append(LIMBS[limb]())
        elif isinstance(limb, Limb):
            chosen.append(limb)
        else:
            faults.append(f"limb {k}: {limb!r} is not a limb; {close_matches(str(limb), LIMBS)}")
    if faults:
        raise ModelError("planar_parallel", faults)
    if motors:
        return [limb if limb.motor is not None else replace(limb, motor=Motor()) for limb in chosen]
    return chosen


def _check_reach(limbs: Sequence[Limb], x: float, y: float) -> None:
    """Refuse limbs that do not reach their corner of the platform at home, (x, y) in the foot's frame."""
    faults = []
    for k, limb in enumerate(limbs, start=1):
        gap, why = limb.gap(x, y)
        if gap > 0:
            faults.append(
                f"limb {k} ({type(limb).__name__}) does not fit: joint B{k} does not close, by {gap:g} m; {why}; take "
                "another limb, other lengths of it, or another base"
            )
    if faults:
        raise ModelError("planar_parallel", faults)


def _transform_home(home: Mapping[str, Any], foot: tuple[Any, Any], azimuth: float) -> dict[str, Any]:
    """Poses in the foot's frame carried into the world; other quantities as they are."""
    result = dict(home)
    for key in [key for key in home if key.endswith(".theta")]:
        body = key.removesuffix(".theta")
        c, s = cos(azimuth), sin(azimuth)
        x, y = home[f"{body}.x"], home[f"{body}.y"]
        result[f"{body}.x"] = foot[0] + c * x - s * y
        result[f"{body}.y"] = foot[1] + s * x + c * y
        result[key] = home[key] + azimuth
    return result


def _name(limbs: Sequence[Limb]) -> str:
    """The name of a machine of the family: 3PRR, 2PRR+RPR, ..."""
    kinds = [type(limb).__name__ for limb in limbs]
    counted = {kind: kinds.count(kind) for kind in kinds}
    return "+".join(f"{count if count > 1 else ''}{kind}" for kind, count in counted.items())


def _drift(inputs: Sequence[str]) -> Demonstration:
    """A machine with any limbs drifts freely."""
    speeds = {"platform.x": "0.02", "platform.y": "0.01", "platform.theta": "0.1"}
    return Demonstration(dict.fromkeys(inputs, "0"), speeds=speeds, motions=PLANAR_STROKE)


PLANAR_PARALLEL = Ready(planar_parallel, _drift)
PLANAR_3PRR = Ready(planar_3prr, _drift)
PLANAR_2PRR_RPR = Ready(planar_2prr_rpr, _drift)
