"""A scissor lift of any number of cells: two crossed bars a cell, hinged in the middle and at their ends."""

import numpy as np

import linkwright as lw

HALF = 0.5
"""Half the length of a bar (m)."""
MASS = 2.0
"""Mass of a bar (kg)."""


FOOT, GRAVITY = 0.5, 9.81
"""Mass of the sliding foot (kg); acceleration of gravity (m/s^2)."""


def scissor_lift(cells, *, angle=0.6, by_angles=False):
    """Bars `a` rise to the right and `b` to the left; a1 stands on a pin, b1 slides on the floor.

    The reference gives the pose of every bar, or (`by_angles`) the angles of the pin and of the middle hinges alone.
    """
    half = lw.Parameter("half", HALF, "m", "half the length of a bar")
    bar = lw.Body(MASS, MASS * HALF**2 / 3, (0.0, 0.0), points={"low": (-half, 0.0), "high": (half, 0.0)})
    parts = {"floor": lw.Ground(points={"pin": (0.0, 0.0), "rail": (0.0, 0.0)})}
    parts["foot"] = lw.Body(FOOT, 0.01)
    joints = {"pin": lw.Revolute("floor.pin", "a1.low"), "rail": lw.Prismatic("floor.rail", "foot")}
    joints["heel"] = lw.Revolute("foot", "b1.low")
    reference = {"rail.slide": 2 * HALF * np.cos(angle)}
    for k in range(1, cells + 1):
        parts |= {f"a{k}": bar, f"b{k}": bar}
        joints[f"middle{k}"] = lw.Revolute(f"a{k}", f"b{k}")
        height = (2 * k - 1) * HALF * np.sin(angle)
        if by_angles:
            reference |= {f"middle{k}.angle": np.pi - 2 * angle}
        else:
            reference |= {f"a{k}.theta": angle, f"b{k}.theta": np.pi - angle}
            reference |= {
                f"{x}{k}.{axis}": value for x in "ab" for axis, value in (("x", HALF * np.cos(angle)), ("y", height))
            }
        if k > 1:
            joints |= {f"left{k}": lw.Revolute(f"b{k - 1}.high", f"a{k}.low")}
            joints |= {f"right{k}": lw.Revolute(f"a{k - 1}.high", f"b{k}.low")}
    reference["pin.angle"] = angle
    return lw.Mechanism(
        "scissor_lift",
        parts=parts,
        connections=joints,
        parameters=[half],
        reference=reference,
        gravity=(0.0, -GRAVITY),
        exports={"angle": "pin.angle", "slide": "rail.slide"},
    )
