"""Torque-free rotation in closed form, and rotation matrices of unit quaternions."""

from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import expm
from scipy.special import ellipj

Array = NDArray[Any]


def skew(a: Array) -> Array:
    """Matrix of the cross product."""
    return np.array([[0.0, -a[2], a[1]], [a[2], 0.0, -a[0]], [-a[1], a[0], 0.0]])


def matrices(e: Array) -> Array:
    """Rotation matrices (n, 3, 3) of unit quaternions (n, 4), e0 first: R = 1 + 2 e0 E + 2 E E."""
    E = np.array([skew(x[1:]) for x in e])
    return np.eye(3) + 2 * e[:, :1, None] * E + 2 * E @ E


def symmetric(time: float, A: float, C: float, w: Array) -> tuple[Array, Array]:
    """Rotation matrix and angular velocity (body axes) of a body with inertias (A, C, A), at rest frame 1 at time 0.

    With H the momentum: R = exp(t H / A) exp(t (1 - C / A) w_y y), the first factor in the world, the second in the
    body; the angular velocity turns about y at the rate -(1 - C / A) w_y as seen from the body.
    """
    H = np.array([A, C, A]) * w
    own = np.array([0.0, (1 - C / A) * w[1], 0.0])
    return expm(time * skew(H / A)) @ expm(time * skew(own)), expm(-time * skew(own)) @ w


def asymmetric(time: Array, I: Array, w: Array) -> Array:
    """Angular velocity (n, 3) with I1 < I2 < I3 from (w1, 0, w3), both positive, where H^2 > 2 E I2.

    Landau and Lifshitz, section 37: cn, sn and dn of tau = t sqrt((I3 - I2) (H^2 - 2 E I1) / (I1 I2 I3)).
    """
    one, two, three = I
    E2, H2 = float(I @ w**2), float(I**2 @ w**2)
    assert two * E2 < H2
    rate = np.sqrt((three - two) * (H2 - E2 * one) / (one * two * three))
    modulus = (two - one) * (E2 * three - H2) / ((three - two) * (H2 - E2 * one))
    sn, cn, dn, _ = ellipj(rate * np.asarray(time), modulus)
    return np.stack(
        [
            np.sqrt((E2 * three - H2) / (one * (three - one))) * cn,
            np.sqrt((E2 * three - H2) / (two * (three - two))) * sn,
            np.sqrt((H2 - E2 * one) / (three * (three - one))) * dn,
        ],
        axis=-1,
    )
