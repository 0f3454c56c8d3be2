"""References of random loops that are drawn at a known pose are met in every formalism, at any size.

Bodies are placed at random, joints are mounted where they are, and the values of joints are the reference: the
configuration is known before anything of the package computes. Where values leave it open, formalisms agree.
"""

import re
from functools import cache

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

import linkwright as lw
from agreement.flat_description import turn
from agreement.known_poses import COORDINATES, CUBE, NEAR, KnownPoses
from linkwright import components as c
from linkwright.model import Body, Ground, Mechanism
from linkwright.symbolic import Pose

FORMALISMS = (*lw.formalisms.__all__, "lw.compile")
IN_SPACE = (c.Revolute, c.Prismatic, c.Cylindrical, c.Screw, c.Universal, c.Spherical, c.PlanarJoint, c.Fixed)
IN_PLANE = (c.Revolute, c.Revolute, c.Prismatic, c.PinInSlot, c.Fixed)
ORIGIN = (np.eye(3), np.zeros(3))
GIVEN = ("all", "tree", "around")
"""Values of all joints, of those of a tree, or of all but one joint in a loop."""


def compiled(whole, formalism):
    return lw.compile(whole if formalism == "lw.compile" else getattr(lw.formalisms, formalism)(whole))


class Loops:
    """Bodies and joints of a seed; half of the machines are built at right angles."""

    def __init__(self, seed, bodies, loops, planar):
        self.random = random = np.random.default_rng([seed, bodies, loops])
        self.planar, self.right = planar, random.random() < 0.5
        self.known = KnownPoses(planar)
        parents, tree = {}, {}
        for k in range(bodies):
            self.known.body(f"b{k}", self.rotation(), self.position())
            parents[k] = int(random.integers(max(k - 3, -1), k))
            tree[k] = self.join(f"j{k}", parents[k], k, make=None if k else c.Revolute)
        self.closing, self.around = [], []
        for k in range(loops):
            first, second = random.choice(bodies, 2, replace=False).tolist()
            self.closing.append(
                self.join(f"loop{k}", first, second, make=c.Fixed if k == 0 and random.random() < 0.5 else None)
            )
            ways = [self.way(parents, end) for end in (first, second)]
            loop = sorted(set(ways[0]) ^ set(ways[1]))
            self.around = self.around or [tree[loop[random.integers(len(loop))]]]

    def way(self, parents, body):
        """Bodies from one to the ground."""
        found = []
        while body >= 0:
            found.append(body)
            body = parents[body]
        return found

    def join(self, name, first, second, *, make=None):
        """A joint of a random type, or of one that is named; of every other machine a Fixed closes the first loop."""
        make = make or self.random.choice(IN_PLANE if self.planar else IN_SPACE)
        options = {}
        if make in (c.Revolute, c.Prismatic, c.Cylindrical, c.Screw):
            flat = "xy" if make is c.Prismatic else "z"
            options["axis"] = str(self.random.choice(list(flat if self.planar else "xyz")))
        if make is c.Screw:
            options["pitch"] = 0.7
        joint = make("ground" if first < 0 else f"b{first}", f"b{second}", **options)
        values = dict(zip(COORDINATES[make], self.random.uniform(-1.2, 1.2, 7).tolist(), strict=False))
        if self.right:
            values = {
                key: np.pi / 2 * round(value) if key.startswith("angle") else value for key, value in values.items()
            }
        if "e0" in values:
            values |= dict(zip(("e0", "e1", "e2", "e3"), _euler(self.rotation()), strict=True))
        self.known.join(name, joint, values.values(), (self.rotation(), self.position()))
        return name

    def rotation(self):
        if self.planar:
            angle = self.random.uniform(-np.pi, np.pi)
            return turn("z", np.pi / 2 * round(angle) if self.right else angle)
        if self.right:
            return CUBE[self.random.integers(24)]
        return Rotation.random(random_state=self.random).as_matrix()

    def position(self):
        return self.random.uniform(-0.6, 0.6, 3) * [1, 1, 0 if self.planar else 1]

    def reference(self, given):
        """The values of joints that are given."""
        left = {"all": [], "tree": self.closing, "around": self.around}[given]
        return {name: value for name, value in self.known.values.items() if name.rpartition(".")[0] not in left}


def _euler(R):
    e = np.roll(Rotation.from_matrix(R).as_quat(), 1)
    return (e if e[0] >= 0 else -e).tolist()


@cache
def drawn(seed, bodies=None):
    """A machine of three to six bodies with one or two loops, or of many bodies."""
    if bodies is None:
        return Loops(seed, 3 + seed % 4, 1 + seed % 2, seed % 3 == 2)
    return Loops(seed, bodies, 4, seed % 3 == 2)


def check(loops, given, formalism, seed):
    reference = loops.reference(given)
    dynamics = compiled(loops.known.mechanism(f"loops_{seed}", reference), formalism)
    found = dynamics.reference.positions
    misplaced = loops.known.misplaced(found)
    assert not misplaced, f"seed {seed}, {given} values, {formalism}: bodies away from where they are: {misplaced}"
    for name, value in reference.items():
        if re.search(r"\.e[0-3]$", name):  # up to a sign: bodies are where they are
            continue
        off = found[name] - value
        turns = 2 * np.pi * round(off / (2 * np.pi)) if name.rpartition(".")[2].startswith("angle") else 0.0
        assert abs(off - turns) < NEAR, (
            f"seed {seed}, {given} values, {formalism}: {name} is {found[name]}, not {value}"
        )


@pytest.mark.parametrize("formalism", FORMALISMS)
@pytest.mark.parametrize("given", GIVEN)
@pytest.mark.parametrize("seed", range(4))
def test_a_random_loop_stands_where_it_was_drawn(seed, given, formalism) -> None:
    check(drawn(seed), given, formalism, seed)


@pytest.mark.long
@pytest.mark.parametrize("formalism", FORMALISMS)
@pytest.mark.parametrize("seed", range(100, 200))
def test_more_random_loops_stand_where_they_were_drawn(seed, formalism) -> None:
    check(drawn(seed), GIVEN[(seed + FORMALISMS.index(formalism)) % len(GIVEN)], formalism, seed)


def test_a_machine_of_many_bodies_stands_where_it_was_drawn() -> None:
    check(drawn(2, 55), "around", "lw.compile", 2)


@pytest.mark.long
@pytest.mark.parametrize("given", GIVEN)
@pytest.mark.parametrize("seed", range(12))
def test_machines_of_many_bodies_stand_where_they_were_drawn(seed, given) -> None:
    check(drawn(seed, 30 if seed % 3 != 2 else 55), given, "lw.compile", seed)


# -- machines by hand ----------------------------------------------------------------------------------------------


def three_upu():
    """A platform on three legs, each of two universal joints with a slide between; twelve of its fifteen values."""
    known = KnownPoses()
    known.body("platform", turn("z", 0.3) @ turn("x", 0.1), (0.05, -0.02, 0.8))
    for k in range(3):
        out = turn("z", 2 * np.pi * k / 3)
        foot, head = (out, out @ [0.5, 0.0, 0.0]), (out, out @ [0.3, 0.0, 0.0])
        R, p = known.poses["platform"]
        along = R @ head[1] + p - foot[1]
        # U1: R = out Rx(a) Ry(b), the leg along z
        x, y, z = out.T @ along
        a = np.arctan2(-y, z)
        b = np.arctan2(x, np.hypot(y, z))
        leg = out @ turn("x", a) @ turn("y", b)
        known.body(f"lower{k}", leg, foot[1])
        known.body(f"upper{k}", leg, foot[1] + along)
        known.join(f"u{k}", c.Universal("ground", f"lower{k}"), [a, b], foot)
        known.join(f"p{k}", c.Prismatic(f"lower{k}", f"upper{k}", axis="z"), [np.linalg.norm(along)], ORIGIN)
        known.join(f"v{k}", c.Universal(f"upper{k}", "platform"), [-a, -b], ORIGIN)
    reference = {name: value for name, value in known.values.items() if not name.startswith("v") or "angle1" in name}
    return known, known.mechanism("three_upu", reference)


@pytest.mark.parametrize("formalism", FORMALISMS)
def test_twelve_values_of_a_3_upu_are_met(formalism) -> None:
    known, machine = three_upu()
    assert len(machine.reference) == 12
    assert known.misplaced(compiled(machine, formalism).reference.positions) == {}


def pin_pin():
    """Two links in the plane, each 1 m from pin to pin: x and angle of the second leave an elbow up or down."""
    link = Body(1.0, 0.1, (0.5, 0.0), points={"end": (1.0, 0.0)})
    return Mechanism(
        "pin_pin",
        {"one": link, "two": link},
        {"a": c.Revolute("ground", "one"), "b": c.Revolute("one.end", "two")},
        reference={"two.x": 0.1, "two.theta": 1.0},
        gravity=(0.0, -9.81),
    )


def half_turn(make):
    """A body on a frame of the ground that is turned by exactly half a turn."""
    return Mechanism(
        "half_turn",
        {"b": Body(1.0, (0.1, 0.2, 0.3), (0.1, 0.0, 0.0)), "ground": Ground(points={"P": Pose((0, 0, 1), np.pi, "x")})},
        {"joint": make("ground.P", "b")},
        gravity=(0.0, 0.0, -9.81),
    )


OPEN = {
    "pin_pin": pin_pin,
    "spherical": lambda: half_turn(c.Spherical),
    "free": lambda: half_turn(c.FreeJoint),
}


@pytest.mark.parametrize("formalism", FORMALISMS)
@pytest.mark.parametrize("name", OPEN)
def test_what_a_reference_leaves_open_is_the_same_in_every_formalism(name, formalism) -> None:
    wanted = compiled(OPEN[name](), "newton_euler").reference.positions
    found = compiled(OPEN[name](), formalism).reference.positions
    for key in wanted.keys() & found.keys():
        assert abs(np.exp(1j * found[key]) - np.exp(1j * wanted[key])) < NEAR, (key, found[key], wanted[key])


def test_a_reference_that_leaves_an_elbow_open_is_met() -> None:
    """x of the second link is cos(a) = 0.1: its elbow is up or down, and its angle is given."""
    found = compiled(pin_pin(), "kane").reference
    assert found["two.x"] == pytest.approx(0.1, abs=1e-12)
    assert found["two.theta"] == pytest.approx(1.0, abs=1e-12)
    assert abs(found["a.angle"]) == pytest.approx(np.arccos(0.1), abs=1e-9)
