"""Small machines with closed-form motions, shared by the tests of this folder."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.special import ellipj, ellipk

import linkwright as lw

GRAVITY, LENGTH = 9.81, 0.7
Array = NDArray[np.float64]


def pendulum() -> lw.Mechanism:
    """A point-like bob on a massless arm, in three absolute coordinates held by a pin: two constraints."""
    arm = lw.Body(1.3, 1e-3, points={"pin": (-LENGTH, 0.0)})
    return lw.Mechanism(
        "pendulum",
        {"ground": lw.Ground(), "arm": arm},
        {"pin": lw.Revolute("ground", "arm.pin")},
        reference={"arm.theta": 0.0, "arm.x": LENGTH, "arm.y": 0.0},
        gravity=(0.0, -GRAVITY),
    )


def pendulum_angle(t: Array, start: float) -> Array:
    """Angle from the downward vertical of that pendulum, let go at rest, in Jacobi's functions."""
    frequency = np.sqrt(1.3 * GRAVITY * LENGTH / (1.3 * LENGTH**2 + 1e-3))
    modulus = np.sin(start / 2)
    sn = ellipj(ellipk(modulus**2) - frequency * t, modulus**2)[0]
    return np.asarray(2 * np.arcsin(modulus * sn))


def stiff_mass(stiffness: float, damping: float) -> lw.Mechanism:
    """A mass of 1 kg on a slide, with a spring and a damper to the ground and a force."""
    return lw.Mechanism(
        "stiff",
        {"ground": lw.Ground(), "mass": lw.Body(1.0, 1.0)},
        {
            "slide": lw.Prismatic("ground", "mass"),
            "spring": lw.JointSpring("slide.slide", stiffness),
            "damper": lw.JointDamper("slide.slide", damping),
            "push": lw.Force("slide.slide"),
        },
    )
