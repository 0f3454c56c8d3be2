"""A planar 3RRR that moves along a prescribed path, by closed forms: something to draw, with no dynamics behind it."""

import numpy as np

from linkwright.drawing import Bar, Disc, DrawnBody, Pin, Pivot, Plate, Point, Scene
from linkwright.trajectory import Certificate, Channel, Outcome, Trajectory

L_U, L_B, L_L, BASE = 0.18, 0.20, 0.10, 0.32  # m
ANGLES = np.radians([90.0, 210.0, 330.0])


def scene(title="Planar 3RRR with motors"):
    bodies = []
    for leg in "ABC":
        bodies.append(DrawnBody(f"{leg}.upper", (Bar((0, 0), (L_U, 0), 0.009), Disc((0, 0), 0.022), Pin((L_U, 0)))))
        bodies.append(DrawnBody(f"{leg}.bar", (Bar((-L_B / 2, 0), (L_B / 2, 0), 0.007),)))
    corners = [(L_L * np.cos(a), L_L * np.sin(a)) for a in ANGLES]
    bodies.append(DrawnBody("platform", (Plate(corners, 0.008), *(Pin(c) for c in corners), Point("P", (0, 0)))))
    ground = tuple(Pivot((BASE * np.cos(a), BASE * np.sin(a))) for a in ANGLES)
    return Scene(title, planar=True, bodies=tuple(bodies), ground=ground)


def motion(samples=801, duration=4.0, *, outcome=None, certificate=None, **more):
    """Solve each leg's two circles at every instant; the channels follow from the positions by exact formulas."""
    t = np.linspace(0.0, duration, samples)
    w = 2 * np.pi / duration
    pose = np.stack([0.05 * np.sin(w * t), 0.04 * np.sin(2 * w * t), 0.25 * np.sin(w * t) ** 2], axis=-1)
    rate = np.stack([0.05 * w * np.cos(w * t), 0.08 * w * np.cos(2 * w * t), 0.25 * w * np.sin(2 * w * t)], axis=-1)
    names = ("platform.x", "platform.y", "platform.theta")
    units = ("m", "m", "rad")
    channels = {n: Channel(pose[:, k], units[k], f"{n} of the platform's centre") for k, n in enumerate(names)}
    channels |= {f"{n}'": Channel(rate[:, k], units[k] + "/s", f"rate of {n}") for k, n in enumerate(names)}
    poses = {"platform": _pose(pose[:, 0], pose[:, 1], pose[:, 2])}
    for leg, angle in zip("ABC", ANGLES, strict=True):
        foot = np.array([BASE * np.cos(angle), BASE * np.sin(angle)])
        turned = angle + pose[:, 2]
        corner = pose[:, :2] + L_L * np.stack([np.cos(turned), np.sin(turned)], axis=-1)
        reach = corner - foot
        r = np.hypot(*reach.T)
        phi = np.arctan2(reach[:, 1], reach[:, 0]) + np.arccos((L_U**2 + r**2 - L_B**2) / (2 * L_U * r))
        elbow = foot + L_U * np.stack([np.cos(phi), np.sin(phi)], axis=-1)
        psi = np.arctan2(*(corner - elbow).T[::-1])
        poses[f"{leg}.upper"] = _pose(np.full_like(t, foot[0]), np.full_like(t, foot[1]), phi)
        poses[f"{leg}.bar"] = _pose(*(0.5 * (elbow + corner)).T, psi)
        channels[f"{leg}.phi"] = Channel(np.unwrap(phi), "rad", f"angle of the upper bar of leg {leg}")
        channels[f"{leg}.i"] = Channel(0.4 * np.sin(w * t + angle), "A", f"current of motor {leg}")
        channels[f"{leg}.v"] = Channel(6 * np.cos(w * t + angle), "V", f"voltage at motor {leg}")
    channels["residual"] = Channel(3e-12 * (1 + np.sin(40 * t)), "m", "largest gap of a joint")
    channels |= {name: Channel(values, unit, "") for name, (values, unit) in more.items()}
    return Trajectory(
        time=t,
        channels=channels,
        poses=poses,
        outcome=outcome or Outcome("finished", "", "", float(t[-1])),
        certificate=certificate
        or Certificate(
            rtol=1e-8,
            atol=1e-10,
            integrator="DormandPrince",
            position_residual=3.1e-12,
            velocity_residual=8e-13,
            energy_error=4.2e-9,
            rank_margin=0.31,
            steps=1234,
            rejected=5,
            evaluations=8673,
            pivotings=1,
            backend="llvm",
            notes=("The voltages are prescribed.",),
        ),
        provenance={
            "machine": "three_rrr",
            "formalism": "modular",
            "join": "Complement(Partition())",
            "integrator": "DormandPrince",
            "duration": duration,
            "versions": {"linkwright": "0.1.0", "casadi": "3.8.0"},
        },
    )


PARAMETERS = {
    "l_U": (L_U, "m", "length of an upper bar"),
    "l_B": (L_B, "m", "length of a bar"),
    "lambda_": (2e-3, "H", "inductance"),
}


def _pose(x, y, angle):
    zero = np.zeros_like(angle)
    return np.stack([x, y, zero, np.cos(angle / 2), zero, zero, np.sin(angle / 2)], axis=-1)
