"""Small machines in space for the comparisons of this folder: every joint kind, loops, drives and loads."""

from linkwright.components import (
    Cylindrical,
    Damper,
    DCMotor,
    Fixed,
    Force,
    FreeJoint,
    Gear,
    JointDamper,
    JointSpring,
    PlanarJoint,
    PointForce,
    Prismatic,
    Revolute,
    Screw,
    Spherical,
    Spring,
    Torque,
    Universal,
    Wrench,
)
from linkwright.model import Body, FreeEulerAngles, Ground, Mechanism, PointMass
from linkwright.symbolic import Pose

DOWN = (0.0, 0.0, -9.81)
SKEW = (1.3, -2.1, -9.0)
"""Gravity along no axis: nothing is left out by symmetry."""


def body(mass, size, *, centre=(0.0, 0.0, 0.0), points=None, home=None):
    """A body with three different moments and all products of inertia, none of its axes a principal one."""
    moments = (1.0, 1.3, 0.8, 0.1, -0.15, 0.2)
    inertia = tuple(mass * size**2 * value for value in moments)
    return Body(mass, inertia, centre, points=points or {}, home=home)


def spatial_four_bar():
    """RSSR: crank about z, coupler on two balls (it may spin about its own line), rocker about y."""
    return Mechanism(
        "spatial_four_bar",
        {
            "ground": Ground(points={"O": (0.0, 0.0, 0.0), "B": (0.8, 0.2, 0.0)}),
            "crank": body(0.7, 0.1, centre=(0.1, 0.02, 0.01), points={"tip": (0.2, 0.0, 0.05)}),
            "coupler": body(0.9, 0.3, centre=(0.03, 0.01, -0.02), points={"a": (-0.4, 0, 0), "b": (0.4, 0.0, 0.0)}),
            "rocker": body(1.1, 0.2, centre=(0.01, 0.0, 0.25), points={"tip": (0.0, 0.0, 0.5)}),
        },
        {
            "drive": Revolute("ground.O", "crank", axis="z"),
            "ball_a": Spherical("crank.tip", "coupler.a"),
            "ball_b": Spherical("coupler.b", "rocker.tip"),
            "swing": Revolute("ground.B", "rocker", axis="y"),
            "torque": Torque("drive.angle"),
        },
        reference={"coupler.x": 0.5, "coupler.y": 0.1, "coupler.z": 0.25},
        gravity=SKEW,
    )


def cardan_shaft():
    """Two shafts at an angle with a universal joint between them: one of its constraints is redundant."""
    return Mechanism(
        "cardan_shaft",
        {
            "ground": Ground(points={"in": (0.1, 0.2, 0.0), "out": Pose((0.1, 0.2, 0.3), 0.4, "x")}),
            "input": body(1.2, 0.1, centre=(0.01, 0.0, 0.1), points={"fork": (0.0, 0.0, 0.3)}),
            "output": body(0.8, 0.12, centre=(0.0, -0.02, 0.2)),
        },
        {
            "bearing": Revolute("ground.in", "input", axis="z"),
            "cross": Universal("input.fork", "output"),
            "outlet": Cylindrical("ground.out", "output", axis="z"),
            "torque": Torque("bearing.angle"),
            "brake": JointDamper("outlet.angle", 0.05),
        },
        gravity=SKEW,
    )


def sliding_arm():
    """A cylindrical joint, then hinges about y and x, the last one described from the outer body inwards."""
    return Mechanism(
        "sliding_arm",
        {
            "ground": Ground(points={"rail": Pose((0.2, -0.1, 0.3), 0.7, "z")}),
            "sleeve": body(1.5, 0.2, centre=(0.1, 0.05, 0.0), points={"eye": Pose((0.3, 0.1, 0.0), -0.5, "x")}),
            "arm": body(0.8, 0.3, centre=(0.2, 0.0, 0.1), points={"root": (-0.1, 0.0, 0.0), "tip": (0.4, 0.1, 0.0)}),
            "hand": body(0.3, 0.1, centre=(0.05, 0.02, 0.01), points={"wrist": Pose((0.0, 0.1, 0.0), 0.3, "y")}),
        },
        {
            "rail": Cylindrical("ground.rail", "sleeve", axis="x"),
            "hinge": Revolute("sleeve.eye", "arm.root", axis="y"),
            "wrist": Revolute("hand.wrist", "arm.tip", axis="x"),
            "push": Force("rail.slide"),
            "twist": Torque("rail.angle"),
            "spring": JointSpring("hinge.angle", 3.0, rest=0.2),
            "bend": Torque("wrist.angle"),
        },
        gravity=SKEW,
    )


def screw_press():
    """A spindle on a thread, carrying an arm that swings."""
    return Mechanism(
        "screw_press",
        {
            "spindle": body(2.0, 0.1, centre=(0.03, -0.02, 0.1), points={"eye": (0.2, 0.0, 0.1)}),
            "arm": body(0.5, 0.2, centre=(0.1, 0.0, 0.05)),
        },
        {
            "thread": Screw("ground", "spindle", axis="z", pitch=0.4),
            "hinge": Revolute("spindle.eye", "arm", axis="y"),
            "torque": Torque("thread.angle"),
            "drag": JointDamper("thread.slide", 0.7),
        },
        gravity=SKEW,
    )


def ball_pendulum():
    """Two bodies on ball joints."""
    return Mechanism(
        "ball_pendulum",
        {
            "upper": body(1.1, 0.2, centre=(0.05, 0.02, -0.2), points={"tip": (0.1, 0.0, -0.5)}),
            "lower": body(0.6, 0.15, centre=(0.0, 0.03, -0.15), points={"eye": (0.0, 0.0, 0.05)}),
        },
        {"ball": Spherical("ground", "upper"), "link": Spherical("upper.tip", "lower.eye")},
        gravity=DOWN,
    )


def spatial_slider_crank():
    """RSSP: a loop closed through a prismatic joint on an inclined rail."""
    return Mechanism(
        "spatial_slider_crank",
        {
            "ground": Ground(points={"rail": Pose((0.5, 0.1, 0.2), 0.3, "y")}),
            "crank": body(0.6, 0.1, centre=(0.1, 0.0, 0.02), points={"tip": (0.2, 0.05, 0.0)}),
            "rod": body(0.9, 0.25, centre=(0.02, 0.01, 0.0), points={"a": (-0.3, 0.0, 0.0), "b": (0.4, 0.0, 0.0)}),
            "slider": body(1.4, 0.1, centre=(0.02, 0.03, 0.01), points={"pin": (0.0, 0.0, 0.1)}),
        },
        {
            "drive": Revolute("ground", "crank", axis="z"),
            "ball_a": Spherical("crank.tip", "rod.a"),
            "ball_b": Spherical("rod.b", "slider.pin"),
            "rail": Prismatic("ground.rail", "slider", axis="x"),
            "torque": Torque("drive.angle"),
            "load": JointSpring("rail.slide", 20.0, rest=0.3),
            "oil": JointDamper("rail.slide", 1.5),
        },
        reference={"rod.x": 0.4, "rod.y": 0.1, "rod.z": 0.15, "slider.x": 0.8, "slider.y": 0.1, "slider.z": 0.1},
        gravity=SKEW,
    )


def planar_and_spatial():
    """A planar crank and a planar slider, joined by a rod in space on two balls; a ball also carries a planar body."""
    return Mechanism(
        "planar_and_spatial",
        {
            "ground": Ground(points={"rail": Pose((0.1, -0.2), 0.2)}),
            "crank": Body(0.6, 0.01, centre=(0.1, 0.02), points={"tip": (0.2, 0.0, 0.1)}),
            "rod": body(0.9, 0.25, centre=(0.02, 0.01, 0.0), points={"a": (-0.3, 0.0, 0.0), "b": (0.4, 0.0, 0.0)}),
            "slider": Body(1.4, 0.02, centre=(0.02, 0.03), points={"pin": (0.0, 0.1, -0.05)}),
        },
        {
            "drive": Revolute("ground", "crank"),
            "ball_a": Spherical("crank.tip", "rod.a"),
            "ball_b": Spherical("rod.b", "slider.pin"),
            "rail": Prismatic("ground.rail", "slider"),
            "torque": Torque("drive.angle"),
        },
        reference={"rod.x": 0.5, "slider.x": 0.8},
        gravity=(0.4, -9.0, 1.1),
    )


def planar_body_on_a_ball():
    """A planar body hung on a body in space by a ball: it stays in its plane, whatever coordinates it has."""
    return Mechanism(
        "planar_body_on_a_ball",
        {
            "arm": body(0.9, 0.25, centre=(0.1, 0.01, 0.0), points={"tip": (0.4, 0.1, 0.0)}),
            "plate": Body(1.4, 0.02, centre=(0.02, 0.03), points={"eye": (0.1, 0.1)}),
        },
        {
            "hinge": Spherical("ground", "arm"),
            "ball": Spherical("arm.tip", "plate.eye"),
            "torque": Torque("plate.theta"),
        },
        gravity=(0.4, -9.0, 1.1),
    )


def geared_elbow():
    """A motor with a reducer between two bodies that both move, and another on the ground."""
    motor = {"J": 2e-4, "L": 2e-3, "R": 1.5, "Kt": 0.05, "Ke": 0.05, "b": 1e-4}
    return Mechanism(
        "geared_elbow",
        {
            "motor": DCMotor(**motor),
            "second": DCMotor(**motor),
            "arm": body(1.2, 0.3, centre=(0.2, 0.02, 0.03), points={"tip": (0.5, 0.1, 0.0)}),
            "forearm": body(0.7, 0.2, centre=(0.1, 0.0, 0.1), points={"root": Pose((0.0, 0.0, 0.0), 0.6, "z")}),
        },
        {
            "shoulder": Universal("ground", "arm"),
            "elbow": Revolute("arm.tip", "forearm.root", axis="x"),
            "gear": Gear("motor.omega", "elbow.angle", ratio=12.0),
            "gear2": Gear("second.omega", "shoulder.angle1", ratio=-8.0),
        },
        gravity=SKEW,
    )


def moored_satellite():
    """A free body and a particle on springs and dampers, with wrenches and forces on points."""
    return Mechanism(
        "moored_satellite",
        {
            "ground": Ground(points={"mast": (1.0, 0.5, -0.3)}),
            "hull": body(2.0, 0.4, centre=(0.05, -0.1, 0.02), points={"nose": (0.6, 0.1, 0.2), "tail": (-0.5, 0, 0.1)}),
            "panel": body(0.5, 0.3, centre=(0.0, 0.2, 0.0)),
            "float": PointMass(0.4, spatial=True),
        },
        {
            "mount": Fixed("hull.tail", "panel"),
            "rope": Spring("ground.mast", "hull.nose", stiffness=12.0, length=0.4),
            "dash": Damper("ground.mast", "hull.tail", damping=0.8),
            "tether": Spring("hull.tail", "float", stiffness=5.0, length=0.2),
            "thrust": Wrench("hull.nose", spatial=True),
            "wind": PointForce("panel.centre", direction=(0.3, -0.5, 0.7)),
        },
        reference={"float.x": -1.0, "float.y": 0.4},
        gravity=SKEW,
    )


def table_and_particle():
    """A body on a plane joint, one on a free joint tied by a spring, and a particle pinned to a ball."""
    return Mechanism(
        "table_and_particle",
        {
            "ground": Ground(points={"table": Pose((0.1, 0.0, 0.2), 0.5, "x")}),
            "puck": body(1.0, 0.2, centre=(0.1, 0.05, 0.02), points={"ear": (0.2, 0.1, 0.1)}),
            "kite": body(0.4, 0.3, centre=(0.0, 0.1, 0.05), points={"knot": (0.1, 0.0, 0.0)}),
            "bob": PointMass(0.7, spatial=True),
        },
        {
            "table": PlanarJoint("ground.table", "puck"),
            "air": FreeJoint("puck.ear", "kite"),
            "line": Spring("puck.ear", "kite.knot", stiffness=8.0, length=0.3),
            "pin": Spherical("kite.knot", "bob"),
            "turn": Torque("table.angle"),
            "lift": Force("air.z"),
        },
        reference={"air.x": 0.4, "air.y": 0.2, "air.z": 0.5},
        gravity=SKEW,
    )


def particle_on_a_rod():
    """A planar pendulum whose bob is a particle held by a pin: a particle does not turn."""
    return Mechanism(
        "particle_on_a_rod",
        {"rod": Body(0.5, 0.02, centre=(0.2, 0.0), points={"tip": (0.5, 0.1)}), "bob": PointMass(0.9)},
        {"pivot": Revolute("ground", "rod"), "pin": Revolute("rod.tip", "bob"), "torque": Torque("pivot.angle")},
        gravity=(0.5, -9.81),
    )


def angled_rotor():
    """Two bodies whose homes are Euler angles, joined by a hinge and moored by springs."""
    reference = {"frame.theta": 0.6, "frame.phi": 0.2, "rotor.theta": 0.5, "rotor.psi": 0.3}
    return Mechanism(
        "angled_rotor",
        {
            "frame": body(
                1.2, 0.3, centre=(0.1, 0.05, 0.0), points={"eye": (0.3, 0.1, 0.0)}, home=FreeEulerAngles("zxz")
            ),
            "rotor": body(0.7, 0.2, centre=(0.0, 0.1, 0.1), home=FreeEulerAngles("zyx")),
        },
        {
            "hinge": Revolute("frame.eye", "rotor", axis="y"),
            "mooring": Spring("ground", "frame.eye", stiffness=6.0, length=0.1),
            "torque": Torque("hinge.angle"),
        },
        reference=reference,
        gravity=SKEW,
    )


SPATIAL = {
    make.__name__: make
    for make in (
        spatial_four_bar, cardan_shaft, sliding_arm, screw_press, ball_pendulum, spatial_slider_crank,
        planar_and_spatial, planar_body_on_a_ball, geared_elbow, moored_satellite, table_and_particle,
        particle_on_a_rod, angled_rotor,
    )
}  # fmt: skip
