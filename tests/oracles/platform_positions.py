"""Position problems of parallel machines in closed form, with numpy alone.

Planar 3RRR: inverse by the cosine law, direct by the sextic that is left when two of three circle equations are
subtracted from the first (C. Gosselin, J. Sefrioui 1991). Stewart platform and Delta robot: inverse in closed form.
"""

import numpy as np


def turned(theta):
    """Rotation in the plane."""
    return np.array([[np.cos(theta), -np.sin(theta)], [np.sin(theta), np.cos(theta)]])


def rotation(e):
    """Rotation matrix of Euler parameters."""
    e0, v = e[0], np.asarray(e[1:])
    cross = np.array([[0, -v[2], v[1]], [v[2], 0, -v[0]], [-v[1], v[0], 0]])
    return (e0**2 - v @ v) * np.eye(3) + 2 * np.outer(v, v) + 2 * e0 * cross


# -- planar 3RRR -----------------------------------------------------------------------------------------------------


def crank_angles(bases, corners, lengths, pose):
    """Both angles of each crank (3, 2) for a pose (x, y, theta); NaN where a corner is out of reach."""
    active, passive = lengths
    points = np.array(pose[:2]) + np.asarray(corners) @ turned(pose[2]).T
    reach = points - np.asarray(bases)
    distance = np.linalg.norm(reach, axis=1)
    with np.errstate(invalid="ignore"):
        half = np.arccos((distance**2 + active**2 - passive**2) / (2 * distance * active))
    heading = np.arctan2(reach[:, 1], reach[:, 0])
    return np.stack([heading + half, heading - half], axis=1)


def platform_poses(elbows, corners, passive):
    """All real poses (x, y, theta) with the corners at the distance `passive` from the elbows, and the degree in theta.

    With w_i = R c_i - e_i: |X|^2 + 2 X.w_i + |w_i|^2 = l^2. Two differences are linear in X; put into the first they
    leave a trigonometric polynomial of degree 3 in theta, whose roots are those of a polynomial of degree 6.
    """
    c = np.asarray(corners) @ [1, 1j]
    e = np.asarray(elbows) @ [1, 1j]

    def parts(theta):
        w = np.exp(1j * theta) * c - e
        right = passive**2 - np.abs(w) ** 2
        rows = 2 * np.array([[(w[k] - w[0]).real, (w[k] - w[0]).imag] for k in (1, 2)])
        b = right[1:] - right[0]
        D = rows[0, 0] * rows[1, 1] - rows[0, 1] * rows[1, 0]
        N = np.array([rows[1, 1] * b[0] - rows[0, 1] * b[1], rows[0, 0] * b[1] - rows[1, 0] * b[0]])
        return N @ N + 2 * D * (N @ [w[0].real, w[0].imag]) - D**2 * right[0], N, D

    count = 32
    samples = [parts(2 * np.pi * k / count)[0] for k in range(count)]
    harmonics = np.fft.fft(samples) / count
    sizes = [max(abs(harmonics[k]), abs(harmonics[-k])) for k in range(10)]
    degree = max(k for k, size in enumerate(sizes) if size > 1e-10 * max(sizes))
    roots = np.roots([harmonics[k] for k in range(degree, -degree - 1, -1)])
    found = []
    for root in roots:
        if abs(abs(root) - 1) < 1e-6:
            theta = float(np.angle(root))
            _, N, D = parts(theta)
            found.append((*(N / D), theta))
    return np.array(sorted(found)).reshape(-1, 3), 2 * degree


def crank_jacobian(bases, corners, lengths, pose, cranks):
    """K (3, 3) in cranks' = K (x', y', theta'): along each passive bar both ends have the same speed."""
    elbows = np.asarray(bases) + lengths[0] * np.stack([np.cos(cranks), np.sin(cranks)], axis=1)
    arms = np.asarray(corners) @ turned(pose[2]).T
    bars = np.array(pose[:2]) + arms - elbows
    across = np.stack([-np.sin(cranks), np.cos(cranks)], axis=1)
    turning = bars[:, 1] * arms[:, 0] - bars[:, 0] * arms[:, 1]
    rows = np.column_stack([bars, turning])
    return rows / (lengths[0] * np.sum(bars * across, axis=1))[:, None]


# -- machines in space -------------------------------------------------------------------------------------------------


def leg_lengths(base, platform, position, e):
    """Lengths of straight legs between points of the base and of the platform."""
    return np.linalg.norm(np.asarray(position) + np.asarray(platform) @ rotation(e).T - np.asarray(base), axis=1)


def leg_jacobian(base, platform, position, e):
    """K (legs, 6) in lengths' = K (velocity, angular velocity in the platform's axes)."""
    R = rotation(e)
    arms = np.asarray(platform) @ R.T
    legs = np.asarray(position) + arms - np.asarray(base)
    n = legs / np.linalg.norm(legs, axis=1)[:, None]
    return np.hstack([n, np.cross(arms, n) @ R])


def delta_cranks(base, platform, crank, forearm, azimuths, position):
    """Both angles (3, 2) of each crank of a Delta robot, from the horizontal down; NaN where out of reach.

    In the plane of a crank: |(d - r cos t, h + r sin t)|^2 = l^2 - aside^2, with d the forearm's outward distance.
    """
    x, y, z = position
    found = []
    for psi in azimuths:
        outward, aside = x * np.cos(psi) + y * np.sin(psi), -x * np.sin(psi) + y * np.cos(psi)
        d = outward + platform - base  # of the forearm's lower end from the axis of the crank
        # (d - L cos t)^2 + (z + L sin t)^2 + aside^2 = l^2
        E, F = -2 * crank * d, 2 * crank * z
        G = d**2 + z**2 + aside**2 + crank**2 - forearm**2
        with np.errstate(invalid="ignore"):
            half = np.arccos(-G / np.hypot(E, F))
        middle = np.arctan2(F, E)
        found.append([middle + half, middle - half])
    return np.array(found)


def delta_parallelograms(base, platform, crank, azimuths, position, cranks):
    """Determinant that keeps the platform of a Delta robot from turning; 0 at its constraint singularities.

    Two rods n side by side along e (tangential) forbid turning w with w . (e x n) = 0; three of these hold all turning.
    """
    x, y, z = position
    rows = []
    for psi, t in zip(azimuths, cranks, strict=True):
        outward, e = np.array([np.cos(psi), np.sin(psi), 0.0]), np.array([-np.sin(psi), np.cos(psi), 0.0])
        knee = (base + crank * np.cos(t)) * outward - crank * np.sin(t) * np.array([0.0, 0.0, 1.0])
        rod = np.array([x, y, z]) + platform * outward - knee
        rows.append(np.cross(e, rod / np.linalg.norm(rod)))
    return float(np.linalg.det(rows))


def three_prs_radii(radius, psi, theta):
    """Outward distances of the corners of a 3PRS platform from the middle, R = Ry(theta) Rx(psi), guides +x, +y, -x."""
    shift = -radius * np.sin(theta) * np.sin(psi)
    return np.array([radius * np.cos(theta) + shift, radius * np.cos(psi), radius * np.cos(theta) - shift])


def three_rps_middle(radius, e1, e2):
    """Horizontal place (x, y) of the middle of a 3-RPS platform that is turned by (e1, e2) and not about the vertical.

    Each corner stays in the vertical plane of its leg (azimuths 0, 120, -120 degrees).
    """
    R = rotation([np.sqrt(1 - e1**2 - e2**2), e1, e2, 0.0])
    return radius / 2 * (R[0, 0] - R[1, 1]), -radius * R[1, 0]
