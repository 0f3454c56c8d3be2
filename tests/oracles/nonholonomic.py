"""Closed forms for constraints on speeds: one nonlinear, one linear, and one that depends on time.

All constraint forces are ideal in Chetaev's and Gauss's sense: along the gradient of the constraint by the speeds.
"""

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Planar:
    """Position (m), velocity (m/s) and constraint force (N) of a particle, or of a blade's contact, in the plane."""

    x: float
    y: float
    vx: float
    vy: float
    fx: float
    fy: float


def constant_speed(time: float, mass: float, speed: float, direction: float, gravity: float = 9.80665) -> Planar:
    """A particle with x'^2 + y'^2 = c^2 under gravity along -y, from the origin at the angle `direction`.

    The direction is not straight up or down. The force along v takes gravity's tangential part, leaving c chi' = -g
    cos(chi) for the angle chi of v. With k = artanh(sin(chi_0)) - g t / c: sin(chi) = tanh(k), cos(chi) = +-1 /
    cosh(k), x = +-(c^2 / g) (gd(k_0) - gd(k)), y = (c^2 / g) (ln cosh k_0 - ln cosh k), gd(k) = atan(sinh(k)).
    """
    side = np.sign(np.cos(direction))
    k0 = np.arctanh(np.sin(direction))
    k = k0 - gravity * time / speed
    sine, cosine = np.tanh(k), side / np.cosh(k)
    scale = speed**2 / gravity
    x = side * scale * (np.arctan(np.sinh(k0)) - np.arctan(np.sinh(k)))
    y = scale * (np.log(np.cosh(k0)) - np.log(np.cosh(k)))
    push = mass * gravity * sine
    return Planar(
        float(x), float(y), float(speed * cosine), float(speed * sine), float(push * cosine), float(push * sine)
    )


def skate(
    time: float, mass: float, spin: float, *, slope: float, speed: float = 0.0, gravity: float = 9.80665
) -> Planar:
    """A blade on an inclined plane, x down the slope, turning at the constant rate `spin` from heading 0 at the origin.

    No sideways speed: -sin(phi) x' + cos(phi) y' = 0, phi = spin t. Along the blade u' = g sin(slope) cos(phi), so
    u = u_0 + (G / w) sin(w t) with G = g sin(slope); x = (u_0 / w) sin(w t) + G sin(w t)^2 / (2 w^2),
    y = (u_0 / w) (1 - cos(w t)) + G (2 w t - sin(2 w t)) / (4 w^2). The centre of mass is on the blade's contact.
    """
    w, pull, phi = spin, gravity * np.sin(slope), spin * time
    s, c = np.sin(phi), np.cos(phi)
    along = speed + pull / w * s
    x = speed / w * s + pull * s**2 / (2 * w**2)
    y = speed / w * (1 - c) + pull * (2 * phi - np.sin(2 * phi)) / (4 * w**2)
    side = mass * (along * w + pull * s)
    return Planar(float(x), float(y), float(along * c), float(along * s), float(-side * s), float(side * c))


def bead_on_rotating_wire(
    time: float, mass: float, spin: float, start: float, radial: float = 0.0
) -> tuple[float, float, float]:
    """Bead on a straight horizontal wire that turns about the origin at the rate `spin`: r, r' and the wire's force.

    The force is 2 m w r' and r'' = w^2 r, so r = r_0 cosh(w t) + (r_0' / w) sinh(w t); m, m/s, N. The wire lies along x
    at t = 0.
    """
    c, s = np.cosh(spin * time), np.sinh(spin * time)
    r, rate = start * c + radial / spin * s, start * spin * s + radial * c
    return float(r), float(rate), float(2 * mass * spin * rate)
