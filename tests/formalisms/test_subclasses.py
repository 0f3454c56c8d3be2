"""A user's subclass of a joint, load or constraint is what it is a subclass of, whatever its name."""

import inspect

import numpy as np
import pytest

import linkwright as lw
from linkwright import components as c
from linkwright.model import Connection

BAR = {"points": {"a": (-0.3, 0.1), "b": (0.4, -0.05)}}
R = 0.35


def planar(**connections):
    """A bar in the plane; the first of two bars hangs on a pin unless another joint is given."""
    parts = {"one": lw.Body(1.3, 0.2, **BAR), "two": lw.Body(0.8, 0.1, **BAR)}
    joints = {"pin": c.Revolute("ground", "one.a"), "elbow": c.Revolute("one.b", "two.a"), **connections}
    return lw.Mechanism("planar", parts, joints, gravity=(0.4, -9.81))


def spatial(**connections):
    """A body in space on a joint, and one on it by a hinge."""
    points = {"a": (-0.3, 0.1, 0.2), "b": (0.4, -0.05, 0.1)}
    parts = {"one": lw.Body(1.3, (0.2, 0.3, 0.4), points=points), "two": lw.Body(0.8, (0.1, 0.15, 0.2), points=points)}
    return lw.Mechanism(
        "spatial", parts, {**connections, "elbow": c.Revolute("one.b", "two.a")}, gravity=(0.4, -0.5, -9.81)
    )


def rolling(kind, **numbers):
    """One body that rolls, on a plane or (in the plane) on a line."""
    body = lw.Body(1.3, 0.2) if kind is None else lw.Body(1.3, (0.2, 0.3, 0.2))
    height = R + numbers.get("tube", 0.0)
    reference = {"wheel.y": R} if kind is None else {"wheel.z": height}
    return lambda k: lw.Mechanism(
        "rolling", {"wheel": body}, {"rolls": k("ground", "wheel", radius=R, **numbers)}, reference=reference
    )


MACHINES = {
    "Revolute": [lambda k: planar(elbow=k("one.b", "two.a")), lambda k: spatial(hold=k("ground", "one.a", axis="y"))],
    "Prismatic": [lambda k: planar(elbow=k("one.b", "two.a")), lambda k: spatial(hold=k("ground", "one.a", axis="z"))],
    "Cylindrical": [lambda k: spatial(hold=k("ground", "one.a", axis="y"))],
    "Screw": [lambda k: spatial(hold=k("ground", "one", pitch=0.2))],
    "PinInSlot": [lambda k: planar(elbow=k("one.b", "two.a"))],
    "Fixed": [lambda k: planar(elbow=k("one.b", "two.a")), lambda k: spatial(hold=k("ground", "one.a"))],
    "PlanarJoint": [
        lambda k: planar(elbow=k("one.b", "two.a"), pull=c.JointSpring("elbow.angle", 3.0)),
        lambda k: spatial(hold=k("ground", "one.a")),
    ],
    "Universal": [lambda k: spatial(hold=k("ground", "one.a"))],
    "Spherical": [lambda k: spatial(hold=k("ground", "one.a"))],
    "FreeJoint": [lambda k: spatial(hold=k("ground", "one.a"))],
    "KnifeEdge": [lambda k: lw.Mechanism("sleigh", {"one": lw.Body(1.3, 0.2, **BAR)}, {"edge": k("ground", "one.a")})],
    "RollingOnLine": [rolling(None)],
    "RollingDisc": [rolling("disc")],
    "RollingTorus": [rolling("torus", tube=0.1)],
    "RollingBall": [rolling("ball")],
    "Spring": [lambda k: planar(pull=k("ground", "two.b", stiffness=30.0, length=0.2))],
    "Damper": [lambda k: planar(rub=k("ground", "two.b", damping=3.0))],
    "ForceLaw": [lambda k: planar(pull=k("elbow.angle", lambda q, v, t: -3.0 * q**3 - 0.2 * v + 0.1 * t))],
    "JointSpring": [lambda k: planar(pull=k("elbow.angle", stiffness=3.0, rest=0.4))],
    "JointDamper": [lambda k: planar(rub=k("elbow.angle", damping=0.3))],
    "CoulombFriction": [lambda k: planar(rub=k("elbow.angle", force=0.3))],
    "Stribeck": [lambda k: planar(rub=k("elbow.angle", 0.2, 0.3, 0.1, viscous=0.02))],
    "SmoothFriction": [lambda k: planar(rub=k("elbow.angle", force=0.3, width=0.1))],
    "Relative": [
        lambda k: planar(between=k("pin.angle", "elbow.angle"), pull=c.JointSpring("between.difference", 3.0)),
    ],
    "Shaft": [
        lambda k: planar(shaft=k("pin.angle", "elbow.angle")),
        lambda k: planar(shaft=k("pin.angle", "elbow.angle", stiffness=3.0, damping=0.1)),
    ],
    "Belt": [lambda k: planar(elbow=c.Prismatic("one.b", "two.a"), belt=k("pin.angle", "elbow.slide", pitch=0.3))],
    "Backlash": [lambda k: planar(play=k("pin.angle", "elbow.angle", 0.1, stiffness=3.0))],
    "LowPass": [lambda k: planar(measured=k("elbow.angle'", time_constant=0.2))],
    "LuGre": [lambda k: planar(rub=k("elbow.angle", 30.0, 0.3, 0.02, 0.2, 0.3, 0.1))],
    "EndStop": [lambda k: planar(stop=k("elbow.angle", lower=-2.0, upper=2.0))],
    "Force": [lambda k: planar(elbow=c.Prismatic("one.b", "two.a"), push=k("elbow.slide"))],
    "Torque": [lambda k: planar(push=k("elbow.angle"))],
    "PointForce": [lambda k: planar(push=k("two.b"))],
    "Wrench": [lambda k: planar(push=k("two.b"))],
    "Gear": [lambda k: planar(gear=k("pin.angle", "elbow.angle", ratio=3.0))],
    "ConstantSpeed": [lambda k: planar(drive=k("pin.angle", speed=1.5))],
    "Prescribed": [lambda k: planar(drive=k("pin.angle", law=lw.laws.Sine(0.3, 1.0)))],
    "Holonomic": [lambda k: planar(constraint=k(("pin.angle", "elbow.angle"), lambda _, a, b: a + 2 * b))],
    "Nonholonomic": [lambda k: planar(constraint=k(("pin.angle", "elbow.angle"), lambda _, __, s: s[0] + 2 * s[1]))],
}
CASES = [(name, number) for name, made in MACHINES.items() for number in range(len(made))]


def test_every_connection_of_the_package_is_here():
    kinds = {
        name for name in c.__all__ if inspect.isclass(getattr(c, name)) and issubclass(getattr(c, name), Connection)
    }
    assert kinds == MACHINES.keys()


def answer(machine, formalism):
    """Sizes, and accelerations at a state with inputs, by name."""
    dynamics = lw.compile(getattr(lw.formalisms, formalism)(machine))
    sizes = (len(dynamics.speeds), dynamics.system.m, dynamics.coordinates, dynamics.inputs)
    state = dynamics.assemble()
    inputs = dict(zip(dynamics.inputs, (1.5, -0.7, 0.4, 0.3, 0.2, -0.1), strict=False))
    state = dynamics.state(state.q, moving(dynamics, state), state.t)
    return sizes, dynamics.forward(state, inputs)


def moving(dynamics, state):
    """Speeds along the degrees of freedom: not at rest, where friction would not be decided."""
    S = dynamics.apply_join(state, np.zeros(len(dynamics.inputs))).S
    return state.v + S @ np.linspace(0.5, 1.0, S.shape[1])


def compare(name, number, formalism):
    """The subclass, also one that has the name of another joint, has the sizes and accelerations of the class."""
    kind, make = getattr(c, name), MACHINES[name][number]
    sizes, wanted = answer(make(kind), formalism)
    for own in (type("Own", (kind,), {}), type("Fixed" if name != "Fixed" else "Revolute", (kind,), {})):
        found_sizes, found = answer(make(own), formalism)
        assert found_sizes == sizes, own
        assert found == wanted, own  # the same code: not even rounding differs


OTHERS = [name for name in lw.formalisms.__all__ if name != "kane"]


@pytest.mark.one_in(11)
@pytest.mark.parametrize(("name", "number"), CASES)
def test_a_subclass_is_what_it_is_a_subclass_of(name, number):
    """By a formalism with a tree, and by one of the others in turn."""
    compare(name, number, "kane")
    compare(name, number, OTHERS[CASES.index((name, number)) % len(OTHERS)])


@pytest.mark.long
@pytest.mark.parametrize("formalism", lw.formalisms.__all__)
@pytest.mark.parametrize(("name", "number"), CASES)
def test_a_subclass_is_what_it_is_a_subclass_of_in_every_formalism(name, number, formalism):
    compare(name, number, formalism)


@pytest.mark.parametrize("kind", [lw.Revolute, type("Hinge", (lw.Revolute,), {})])
def test_diagnosis_knows_what_a_subclass_turns_into(kind):
    """A four-bar in space has three redundant constraints; what its hinges may turn into is said alike."""
    points = {"a": (0.0, 0.0, 0.0), "b": (1.0, 0.0, 0.0)}
    bars = {name: lw.Body(1.0, (0.1, 0.1, 0.1), points=points) for name in ("left", "top", "right")}
    ground = lw.Ground(points={"a": (0.0, 0.0, 0.0), "b": (1.0, 0.0, 0.0)})
    joints = {
        "A": kind("ground.a", "left.a"),
        "B": kind("left.b", "top.a"),
        "C": kind("top.b", "right.b"),
        "D": kind("ground.b", "right.a"),
    }
    reference = {"A.angle": 1.2, "D.angle": 1.2, "B.angle": -1.2, "C.angle": 1.2}
    machine = lw.Mechanism("four_bar", {"ground": ground, **bars}, joints, reference=reference)
    dynamics = lw.compile(lw.formalisms.kane(machine))
    text = str(lw.analysis.diagnose(dynamics, dynamics.assemble({"A.angle": 1.2})))
    assert "spherical joint" in text or "universal joint" in text


def test_a_hinge_with_arguments_of_its_own_has_the_two_speeds_of_a_double_pendulum():
    class Hinge(lw.Revolute):
        """Takes its frames by other names."""

        def __init__(self, on, at):
            super().__init__(on, at)

    parts = {"one": lw.Body(1.3, 0.2, **BAR), "two": lw.Body(0.8, 0.1, **BAR)}
    joints = {"pin": Hinge(on="ground", at="one.a"), "elbow": Hinge(on="one.b", at="two.a")}
    for formalism in ("kane", "lagrange", "boltzmann_hamel", "denoc"):
        dynamics = lw.compile(getattr(lw.formalisms, formalism)(lw.Mechanism("double", parts, joints)))
        assert (len(dynamics.speeds), dynamics.system.m) == (2, 0)
