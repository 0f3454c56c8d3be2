"""Joints on frames turned by right angles: the turned machine has the turned configuration and the same accelerations.

Random frames are never at right angles, and machines that are built are: rows such as sin(angle) have no slope there.
Every joint stands on ground frames in the 24 rotations of the cube (at quarter turns in the plane), and on bodies that
are described in other ones: alone, in a module, closing a loop, and in a machine of 40 bodies.
"""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

import linkwright as lw
from agreement.flat_description import turn
from agreement.known_poses import COORDINATES, CUBE, KnownPoses, pose_of, speed_names
from linkwright import components as c
from linkwright.model import Mechanism

TOLERANCE = 1e-10
FORMALISMS = (*lw.formalisms.__all__, "lw.compile")
UPRIGHT = (np.eye(3), np.array([0.3, -0.2, 0.1]))
AXES = {c.Revolute: "xyz", c.Prismatic: "xyz", c.Cylindrical: "xyz", c.Screw: "xyz"}
IN_SPACE = {
    f"{make.__name__} {axis}".strip(): make("ground", "b", **({"axis": axis} if axis else {}))
    for make in (
        c.Revolute, c.Prismatic, c.Cylindrical, c.Screw, c.Universal, c.Spherical, c.PlanarJoint, c.FreeJoint,
        c.PinInSlot, c.Fixed,
    )
    for axis in AXES.get(make, ("",))
}  # fmt: skip
IN_PLANE = {
    "Revolute": c.Revolute("ground", "b"),
    "Prismatic x": c.Prismatic("ground", "b", axis="x"),
    "Prismatic y": c.Prismatic("ground", "b", axis="y"),
    "PinInSlot": c.PinInSlot("ground", "b"),
    "PlanarJoint": c.PlanarJoint("ground", "b"),
    "Fixed": c.Fixed("ground", "b"),
}
JOINTS = {**IN_SPACE, **{f"{name}, planar": joint for name, joint in IN_PLANE.items()}}
QUARTERS = [np.round(turn("z", k * np.pi / 2)) for k in range(4)]


def turns(planar, number):
    """Rotations of the world and of the frames of bodies; number 0: none, which is the machine to compare with."""
    every = QUARTERS if planar else CUBE
    return every[number % len(every)], every[(5 * number) % len(every)]


ORIGIN = (np.eye(3), np.zeros(3))
EULER = np.array([0.9, 0.2, -0.3, 0.1]) / np.sqrt(0.95)
WHERE = ("alone", "module", "closing")


def values_of(joint):
    """Values of a joint's coordinates by name, away from zero."""
    z = {key: 0.3 + 0.1 * k for k, key in enumerate(COORDINATES[type(joint)])}
    return z | {f"e{k}": part for k, part in enumerate(EULER.tolist()) if f"e{k}" in z}


def machine(where, key, number):
    """A machine with one joint, what is known of it, and the path of its module."""
    planar = key.endswith("planar")
    known, joint = KnownPoses(planar, *turns(planar, number)), JOINTS[key]
    on = (UPRIGHT[0], UPRIGHT[1] * [1, 1, 0]) if planar else UPRIGHT
    if where == "module":
        known.hang("foot", "mount", c.Fixed("ground", "foot"), [], on)
        joint = replace(joint, first="foot")
    known.hang("b", "joint", joint, values_of(joint).values(), on)
    known.hang("bob", "pin", c.Revolute("b", "bob"), [0.2], on)
    if where == "closing":
        R, p = known.poses["b"]
        known.body("c", R, p)
        e = np.roll(Rotation.from_matrix(R).as_quat(), 1)
        at = [*p[:2], np.arctan2(R[1, 0], R[0, 0])] if planar else [*p, *e]
        known.join("carrier", (c.PlanarJoint if planar else c.FreeJoint)("ground", "c"), at, ORIGIN)
        known.join("weld", c.Fixed("c", "b"), [], ORIGIN)
        known.connections["joint"] = known.connections.pop("joint")  # the last one: it closes the loop
    whole = known.mechanism(reference={})
    if where != "module":
        return whole, known, ""
    ground = whole.parts.pop("ground")
    mount = whole.connections.pop("mount")
    cell = Mechanism("cell", whole.parts, whole.connections)
    hall = Mechanism(
        "hall",
        {"ground": ground, "cell": cell},
        {"mount": c.Fixed(mount.first, f"cell.{mount.second}")},
        gravity=whole.gravity,
    )
    return hall, known, "cell."


def many(planar, number):
    """Forty bodies, one hung on the other by each kind of joint in turn, the first on the ground."""
    known = KnownPoses(planar, *turns(planar, number))
    free = c.PlanarJoint if planar else c.FreeJoint  # it joins nothing, and modular refuses it here
    joints = [joint for joint in (IN_PLANE if planar else IN_SPACE).values() if not isinstance(joint, free)]
    for k in range(40):
        name, parent = f"b{k}", f"b{k - 1 - k % 3 // 2}" if k > 2 else "ground"
        on = (turns(planar, 5 * (k % len(joints)) + 1)[0], np.array([0.2, 0.1 * (k % 4), 0.0 if planar else 0.1]))
        joint = replace(joints[k % len(joints)], first=parent, second=name)
        known.hang(name, f"j{k}", joint, values_of(joint).values(), on)
    return known.mechanism("many"), known, ""


def compiled(whole, formalism):
    return lw.compile(whole if formalism == "lw.compile" else getattr(lw.formalisms, formalism)(whole))


def found(where, key, number, formalism, cheap=False):
    """Poses of the reference, and positions and accelerations of joints where the joint has values and speeds.

    The `cheap` accelerations are those of the machine's own speeds: others are found in full matrices.
    """
    whole, known, path = many(key, number) if where == "many" else machine(where, key, number)
    dynamics = compiled(whole, formalism)
    moving = [name for name in known.connections if name not in ("carrier", "weld")]
    z = {path + name: value for name, value in known.values.items() if name.rpartition(".")[0] in moving}
    speeds = {
        f"{path}{name}.{key}": 0.5 - 0.3 * k
        for name in moving
        for k, key in enumerate(speed_names(type(known.connections[name])))
    }
    state = dynamics.assemble({} if where == "many" else z, speeds)
    poses = {name: pose_of(dynamics.reference.positions, path + name) for name in known.points if name != "ground"}
    joints = {path + name for name in moving}
    own = {name.removesuffix("'") for name in dynamics.speeds} if cheap else state.speeds.keys()
    names = [name for name in state.speeds if name in own and name.rpartition(".")[0] in joints]
    forward = dynamics.forward(state)
    accelerations = {name: forward[name] for name in names}
    return known, poses, known.misplaced(state.positions, path), accelerations


@cache
def wanted(where, key, cheap=False):
    """The machine that is not turned, in absolute coordinates; of many bodies as loops over links."""
    return found(where, key, 0, "denoc" if where == "many" else "newton_euler", cheap)


def check(where, key, number, formalism, cheap=False):
    _, upright, _, accelerations = wanted(where, key, cheap)
    known, poses, misplaced, turned = found(where, key, number, formalism, cheap)
    case = (where, key, number, formalism)
    assert not misplaced, case
    for name, (R, p) in upright.items():
        assert poses[name][0] == pytest.approx(known.turned @ R @ known.described.T, abs=TOLERANCE), (*case, name)
        assert poses[name][1] == pytest.approx(known.turned @ p, abs=TOLERANCE), (*case, name)
    largest = max([1.0, *(abs(value) for value in accelerations.values())])
    for name in turned.keys() & accelerations.keys():
        assert abs(turned[name] - accelerations[name]) < TOLERANCE * largest, (*case, name)
    assert len(turned.keys() & accelerations.keys()) >= 1


@pytest.mark.one_in(24)
@pytest.mark.parametrize("formalism", FORMALISMS)
@pytest.mark.parametrize("key", JOINTS)
@pytest.mark.parametrize("where", WHERE)
def test_a_joint_at_right_angles(where, key, formalism) -> None:
    number = 1 + (list(JOINTS).index(key) + 7 * FORMALISMS.index(formalism)) % 23
    check(where, key, number, formalism)


@pytest.mark.long
@pytest.mark.parametrize("formalism", FORMALISMS)
@pytest.mark.parametrize("key", JOINTS)
@pytest.mark.parametrize("where", WHERE)
def test_a_joint_at_every_right_angle(where, key, formalism) -> None:
    for number in range(4 if key.endswith("planar") else 24):
        check(where, key, number, formalism)


@pytest.mark.parametrize("planar", [False, True], ids=["space", "plane"])
def test_forty_bodies_at_right_angles(planar) -> None:
    check("many", planar, 3 if planar else 17, "lw.compile", cheap=not planar)


@pytest.mark.long
@pytest.mark.parametrize("formalism", FORMALISMS)
@pytest.mark.parametrize("planar", [False, True], ids=["space", "plane"])
def test_forty_bodies_at_every_right_angle(planar, formalism) -> None:
    for number in range(1, 4 if planar else 24):
        check("many", planar, number, formalism)


def check_values(planar, number, formalism):
    """The tree without a reference is assembled with the values of all its joints: it stands where it was drawn."""
    whole, known, _ = many(planar, number)
    state = compiled(replace(whole, reference={}), formalism).assemble(known.values)
    assert known.misplaced(state.positions) == {}, (planar, number, formalism)


@pytest.mark.parametrize(("planar", "formalism"), [(False, "denoc"), (True, "lw.compile"), (True, "newton_euler")])
def test_forty_bodies_are_assembled_with_the_values_of_all_joints(planar, formalism) -> None:
    check_values(planar, 3 if planar else 17, formalism)


@pytest.mark.long
@pytest.mark.parametrize("formalism", FORMALISMS)
@pytest.mark.parametrize("planar", [False, True], ids=["space", "plane"])
def test_forty_bodies_are_assembled_in_every_formalism(planar, formalism) -> None:
    check_values(planar, 3 if planar else 17, formalism)
