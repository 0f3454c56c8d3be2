"""Machines described at a configuration that is known: bodies are placed first, then joints where the bodies are.

The motion of each joint is written here in NumPy; a joint of given values is mounted anywhere on its first body, and
on its second where these values put it. So every joint closes at the poses, whatever loops they form.
"""

from dataclasses import dataclass, field

import numpy as np
from scipy.spatial.transform import Rotation

from agreement.flat_description import rotation, turn
from linkwright import components as c
from linkwright.model import Body, Ground, Mechanism
from linkwright.symbolic import Pose

CUBE = sorted((np.round(matrix) for matrix in Rotation.create_group("O").as_matrix()), key=lambda R: -np.trace(R))
"""The 24 rotations of the cube, none first."""
EULER = ("e0", "e1", "e2", "e3")
COORDINATES = {
    c.Revolute: ("angle",),
    c.Prismatic: ("slide",),
    c.Cylindrical: ("slide", "angle"),
    c.Screw: ("angle",),
    c.Universal: ("angle1", "angle2"),
    c.Spherical: EULER,
    c.PlanarJoint: ("x", "y", "angle"),
    c.FreeJoint: ("x", "y", "z", *EULER),
    c.PinInSlot: ("slide", "angle"),
    c.Fixed: (),
}
"""Positions by which a joint is placed; a screw has one freedom."""
SPEEDS = {c.Spherical: ("wx", "wy", "wz"), c.FreeJoint: ("x", "y", "z", "wx", "wy", "wz")}
"""Speeds of joints that have others than the rates of their coordinates."""


def speed_names(make):
    """Independent speeds of a joint."""
    return SPEEDS.get(make, COORDINATES[make])


def motion(joint, z):
    """R and p of the second frame of a joint in its first, at values z by name."""
    about = getattr(joint, "axis", "z")
    if isinstance(joint, c.Universal):
        return turn("x", z["angle1"]) @ turn("y", z["angle2"]), np.zeros(3)
    R = rotation([z[key] for key in EULER]) if "e0" in z else turn(about, z.get("angle", 0.0))
    slide = joint.pitch * z["angle"] / (2 * np.pi) if isinstance(joint, c.Screw) else z.get("slide", 0.0)
    along = np.eye(3)["xyz".index("x" if isinstance(joint, c.PinInSlot) else about)]
    return R, slide * along + np.array([z.get("x", 0.0), z.get("y", 0.0), z.get("z", 0.0)])


@dataclass(eq=False)
class KnownPoses:
    """Bodies by name with R and p, places on them and on the ground, joints, and values of joints by full name.

    All is turned in the world by `turned`, and bodies are described in frames turned by `described`: the same machine.
    """

    planar: bool = False
    turned: np.ndarray = field(default_factory=lambda: np.eye(3))
    described: np.ndarray = field(default_factory=lambda: np.eye(3))
    poses: dict = field(default_factory=lambda: {"ground": (np.eye(3), np.zeros(3))})
    points: dict = field(default_factory=lambda: {"ground": {}})
    connections: dict = field(default_factory=dict)
    values: dict = field(default_factory=dict)

    def body(self, name, R=None, p=(0.0, 0.0, 0.0)):
        """A body at a pose."""
        self.poses[name] = (np.eye(3) if R is None else R, np.asarray(p, dtype=float))
        self.points[name] = {}

    def hang(self, body, name, joint, values, on):
        """A body where a joint puts it, whose second frame is the body's own."""
        R, p = self.poses[joint.first]
        X, x = motion(joint, dict(zip(COORDINATES[type(joint)], values, strict=True)))
        self.body(body, R @ on[0] @ X, p + R @ (on[1] + on[0] @ x))
        self.join(name, joint, values, on)

    def join(self, name, joint, values, on):
        """A joint of two bodies at values, its first frame at `on` (R and p in the first body)."""
        z = dict(zip(COORDINATES[type(joint)], values, strict=True))
        X, x = motion(joint, z)
        (R1, p1), (R2, p2), (R, p) = self.poses[joint.first], self.poses[joint.second], on
        ends = [(R, p), (R2.T @ R1 @ R @ X, R2.T @ (p1 + R1 @ (p + R @ x) - p2))]
        first, second = (self._place(owner, *end) for owner, end in zip((joint.first, joint.second), ends, strict=True))
        options = {key: getattr(joint, key) for key in ("axis", "pitch") if hasattr(joint, key)}
        self.connections[name] = type(joint)(first, second, **options)
        self.values |= {f"{name}.{key}": float(value) for key, value in z.items()}

    def _place(self, owner, R, p):
        """The name of a new place on a body or the ground."""
        H = self.turned if owner == "ground" else self.described
        R, p = H @ R, H @ p
        key = f"P{len(self.points[owner])}"
        if self.planar:
            self.points[owner][key] = Pose(tuple(p[:2].tolist()), float(np.arctan2(R[1, 0], R[0, 0])))
        else:
            self.points[owner][key] = Pose.from_matrix(tuple(p.tolist()), R)
        return f"{owner}.{key}"

    # -- what it gives ---------------------------------------------------------------------------------------------

    def mechanism(self, name="known", reference=None, gravity=(1.0, -2.0, 9.0)):
        """The description; its reference are all values of joints, or those given."""
        parts = {key: self._part(k, key) for k, key in enumerate(self.poses) if key != "ground"}
        parts["ground"] = Ground(points=self.points["ground"])
        g = self.turned @ np.array(gravity)
        return Mechanism(
            name,
            parts,
            self.connections,
            reference=self.values if reference is None else reference,
            gravity=tuple(g[:2].tolist() if self.planar else g.tolist()),
        )

    def _part(self, number, name):
        """A body with a general inertia."""
        random = np.random.default_rng(number)
        mass, centre, spread = random.uniform(0.5, 2.0), random.uniform(-0.2, 0.2, 3), random.normal(size=(3, 3)) * 0.2
        H, cloud = self.described, spread @ spread.T + 0.02 * np.eye(3)
        J = H @ (np.trace(cloud) * np.eye(3) - cloud) @ H.T
        centre = tuple((H @ centre).tolist())
        if self.planar:
            return Body(mass, float(J[2, 2]), centre[:2], points=self.points[name])
        moments = (J[0, 0], J[1, 1], J[2, 2], J[0, 1], J[0, 2], J[1, 2])
        return Body(mass, tuple(map(float, moments)), centre, points=self.points[name])

    def misplaced(self, positions, prefix="", poses=None):
        """Differences of the poses of bodies read from positions by full name to those known, larger than 1e-9."""
        faults = {}
        for name, (R, p) in (poses or self.poses).items():
            if name == "ground":
                continue
            found, place = pose_of(positions, prefix + name)
            off = max(
                np.max(np.abs(found - self.turned @ R @ self.described.T)), np.max(np.abs(place - self.turned @ p))
            )
            if not off < NEAR:
                faults[name] = float(off)
        return faults


NEAR = 1e-9


def pose_of(positions, name):
    """R and p of a body as read from positions by full name."""
    if f"{name}.theta" in positions:
        return turn("z", positions[f"{name}.theta"]), np.array([positions[f"{name}.x"], positions[f"{name}.y"], 0.0])
    R = rotation([positions[f"{name}.{key}"] for key in EULER])
    return R, np.array([positions[f"{name}.{axis}"] for axis in "xyz"])
