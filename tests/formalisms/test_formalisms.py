"""One description, every formalism: the same accelerations, reactions and energies."""

import numpy as np
import pytest

import linkwright as lw

FORMALISMS = [getattr(lw.formalisms, name) for name in lw.formalisms.__all__]
TIGHT = 1e-11  # states are assembled to 1e-13, conditions here are below 100


def heavy_top() -> lw.Mechanism:
    body = lw.Body(15.0, (0.5, 0.47, 0.3, 0.01, 0.02, -0.03), centre=(0.1, 1.0, 0.2), points={"tip": (0.05, 0.0, 0.0)})
    joint = lw.components.Spherical("ground", "top.tip")
    return lw.Mechanism("top", {"top": body}, {"pivot": joint}, gravity=(0.0, 0.0, -9.81))


CASES = {
    "three_rrr": (
        lambda: lw.mechanisms.three_rrr(motors=False),
        {"platform.x": 0.1, "platform.y": -0.2, "platform.theta": 0.1},
        {"platform.x": 0.3, "platform.y": 0.2, "platform.theta": 1.0},
        {"A.tau": 1.0, "B.tau": -2.0, "C.tau": 0.5},
        ("platform.x", "platform.theta", "B.phi", "C.elbow.angle"),
    ),
    "motors": (
        lw.mechanisms.three_rrr,
        {"platform.x": 0.012, "platform.y": -0.008, "platform.theta": 0.07},
        {"platform.x": 0.15, "platform.y": -0.1, "platform.theta": 0.8, "A.i": 0.4, "B.i": -0.3, "C.i": 0.25},
        {"A.v": 2.0, "B.v": -1.5, "C.v": 1.0},
        ("platform.x", "A.omega", "C.i"),
    ),
    "four_bar": (lw.mechanisms.four_bar, {}, {"phi": 2.0}, {"tau": 0.3}, ("phi", "psi", "theta")),
    "slider_crank": (lw.mechanisms.slider_crank, {}, {"phi": 2.0}, {"tau": 0.3, "force": -2.0}, ("phi", "x")),
    "heavy_top": (
        heavy_top,
        {"top.e1": 0.1, "top.e2": 0.2, "top.e3": -0.1},
        {"top.wx": 1.0, "top.wy": 20.0, "top.wz": -3.0},
        {},
        ("top.wx", "top.wy", "top.wz"),
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_formalisms_agree(case: str) -> None:
    factory, positions, speeds, inputs, names = CASES[case]
    machine = factory()
    found = {}
    for formalism in FORMALISMS:
        dynamics = lw.compile(formalism(machine))
        state = dynamics.assemble(positions, speeds)
        acceleration = dynamics.forward(state, inputs)
        energy = dynamics.energy(state)
        reactions = dynamics.reactions(state, inputs)
        assert reactions.residual < 1e-10
        joint = next(name for name in reactions if not name.endswith(".plane"))
        components = [reactions[joint][axis] for axis in "xy"]
        found[formalism.__name__] = np.array([*[acceleration[n] for n in names], energy.total, *components])
    reference = found["modular"]
    for name, values in found.items():
        assert np.max(np.abs(values - reference)) < TIGHT * np.max(np.abs(reference)), name


def test_parts_derived_by_different_formalisms_stand_in_one_machine() -> None:
    """Two legs as records of their own, one by Kane and one by Lagrange, and a plate with its own coordinates."""
    length = 1.0
    rod = lw.Body(1.0, 1 / 12, points={"a": (-length / 2, 0.0), "b": (length / 2, 0.0)})

    def leg(x: float) -> lw.Mechanism:
        return lw.Mechanism(
            "leg",
            {"ground": lw.Ground({"p": (x, 0.0)}), "one": rod, "two": rod},
            {"A": lw.Revolute("ground.p", "one.a"), "B": lw.Revolute("one.b", "two.a")},
            gravity=(0.0, -9.81),
        )

    def machine(left: object, right: object) -> lw.Mechanism:
        plate = lw.Body(2.0, 0.3, points={"l": (-0.5, 0.0), "r": (0.5, 0.0)})
        return lw.Mechanism(
            "mixed",
            {"left": left, "right": right, "plate": plate},
            {
                "L": lw.Revolute("left.two.b", "plate.l"),
                "R": lw.Revolute("right.two.b", "plate.r"),
                "push": lw.Torque("left.A.angle"),
            },
            gravity=(0.0, -9.81),
            reference={"plate.x": 0.5, "plate.y": 1.2, "left.A.angle": 2.2, "right.A.angle": 0.9},
        )

    whole = machine(leg(0.0), leg(1.0))
    mixed = machine(lw.formalisms.kane(leg(0.0)), lw.formalisms.lagrange(leg(1.0)))
    found = []
    for description, formalism in (
        (whole, lw.formalisms.modular),
        (mixed, lw.formalisms.modular),
        (mixed, lw.formalisms.kane),
        (mixed, lw.formalisms.newton_euler),
    ):
        dynamics = lw.compile(formalism(description))
        start = dynamics.assemble(
            {"plate.x": 0.45, "plate.y": 1.2, "plate.theta": 0.1}, {"plate.x": 0.3, "plate.y": -0.2, "plate.theta": 0.5}
        )
        assert start["left.A.angle"] == pytest.approx(2.2, abs=0.6)
        acceleration = dynamics.forward(start, {"push.tau": 3.0})
        found.append([acceleration["plate.x"], acceleration["plate.y"], acceleration["plate.theta"]])
    for values in found[1:]:
        assert values == pytest.approx(found[0], rel=1e-10)


HINGED = [(formalism, None) for formalism in FORMALISMS] + [(lw.formalisms.denoc, lw.joins.Recursion())]


@pytest.mark.one_in(4)
@pytest.mark.parametrize(("formalism", "join"), HINGED)
@pytest.mark.parametrize("home", [None, "pivot"])
def test_bodies_hinged_at_their_mass_centres_turn_as_their_springs_say(formalism, join, home) -> None:
    """Both mass centres stay where the pivot is: I1 a = -k1 z1 + k2 z2, I2 (a + a2) = -k2 z2, whatever gravity is."""
    (I1, I2), (k1, k2), (z1, z2) = (0.2, 0.3), (5.0, 3.0), (0.3, -0.4)
    machine = lw.Mechanism(
        "hinged",
        {"one": lw.Body(1.0, I1, centre=(0.3, 0.1), home=home), "two": lw.Body(2.0, I2, centre=(-0.2, 0.4))},
        {
            "pivot": lw.Revolute("ground", "one.centre"),
            "pin": lw.Revolute("one.centre", "two.centre"),
            "spring1": lw.components.JointSpring("pivot.angle", k1),
            "spring2": lw.components.JointSpring("pin.angle", k2),
        },
        gravity=(0.0, -9.81),
    )
    dynamics = lw.compile(formalism(machine), join=join)
    state = dynamics.assemble({"pivot.angle": z1, "pin.angle": z2}, {"pivot.angle": 1.0, "pin.angle": -2.0})
    found = dynamics.forward(state)
    first = (k2 * z2 - k1 * z1) / I1
    assert found["pivot.angle"] == pytest.approx(first, abs=1e-10)
    assert found["pin.angle"] == pytest.approx(-k2 * z2 / I2 - first, abs=1e-10)


@pytest.mark.parametrize("name", ["kane", "lagrange", "boltzmann_hamel", "denoc"])
def test_pins_of_a_tree_in_the_plane_carry_what_acts_across_it(name: str) -> None:
    """Nothing does; the pins alone hold the bars in their plane, so this zero is determined. m a = F in the plane."""
    mass, half = 2.0, 0.5
    bar = lw.Body(mass, 0.1, (half, 0.0), points={"end": (2 * half, 0.0)})
    parts = {"one": bar, "two": bar}
    joints = {"pin": lw.Revolute("ground", "one"), "elbow": lw.Revolute("one.end", "two")}
    dynamics = lw.compile(getattr(lw.formalisms, name)(lw.Mechanism("arm", parts, joints, gravity=(0.0, -9.81))))
    state = dynamics.assemble({"pin.angle": 0.3, "elbow.angle": 0.4}, {"pin.angle": 1.0, "elbow.angle": -2.0})
    found = dynamics.reactions(state)
    assert set(found) == {"pin", "elbow"}
    for joint in found:
        assert [found[joint][axis] for axis in ("z", "tilt_x", "tilt_y")] == pytest.approx(np.zeros(3), abs=1e-12)
    a = dynamics.forward(state)
    turn, rate, angular = 0.7, -1.0, a["pin.angle"] + a["elbow.angle"]
    along, across = np.array([np.cos(turn), np.sin(turn)]), np.array([-np.sin(turn), np.cos(turn)])
    centre = np.array([a["two.x"], a["two.y"]]) + half * (angular * across - rate**2 * along)
    force = mass * (centre + np.array([0.0, 9.81]))
    assert [found["elbow"]["x"], found["elbow"]["y"]] == pytest.approx(force, rel=1e-11)


def table(legs: int, home: lw.model.FreeEulerAngles | None) -> lw.Mechanism:
    """A plate 0.5 m above the ground on upright bars, by universal joints below and spherical ones above."""
    places = [(0.4 * np.cos(a), 0.4 * np.sin(a), 0.0) for a in (0.0, 2.0, 4.1, 5.2)[:legs]]
    bar = lw.Body(0.3, (0.006, 0.006, 0.001), (0, 0, 0.25), points={"foot": (0, 0, 0), "head": (0, 0, 0.5)})
    parts = {f"bar{k}": bar for k in range(legs)}
    plate = lw.Body(
        2.0, (0.1, 0.12, 0.2), (0.02, 0.01, 0), points={f"head{k}": at for k, at in enumerate(places)}, home=home
    )
    ground = lw.Ground(points={f"foot{k}": at for k, at in enumerate(places)})
    joints = {f"foot{k}": lw.components.Universal(f"ground.foot{k}", f"bar{k}.foot") for k in range(legs)}
    joints |= {f"head{k}": lw.components.Spherical(f"bar{k}.head", f"plate.head{k}") for k in range(legs)}
    return lw.Mechanism(
        "table", {"ground": ground, **parts, "plate": plate}, joints, reference={"plate.z": 0.5}, gravity=(0, 0, -9.81)
    )


@pytest.mark.parametrize("formalism", ["kane", "lagrange", "boltzmann_hamel", "denoc"])
def test_a_platform_with_euler_angles_has_them_in_a_spanning_tree(formalism: str) -> None:
    """It moves as when its first leg holds it, which is another chart."""
    machine, by = table(3, lw.model.FreeEulerAngles("zyx")), getattr(lw.formalisms, formalism)
    floating, held = lw.compile(by(machine)), lw.compile(by(machine, tree=["head0"]))
    assert {"plate.x", "plate.phi"} <= set(floating.coordinates)
    assert not {"plate.x", "plate.phi"} & set(held.coordinates)
    place, speed = (
        {"plate.x": 0.1, "plate.y": -0.05, "plate.phi": 0.2},
        {"plate.x": 0.3, "plate.y": 0.2, "plate.phi": -1.0},
    )
    names = ("plate.x", "plate.y", "plate.z", "plate.phi", "plate.theta", "plate.psi")
    found = [
        [dynamics.forward(dynamics.assemble(place, speed))[name] for name in names] for dynamics in (floating, held)
    ]
    np.testing.assert_allclose(found[0], found[1], rtol=TIGHT, atol=TIGHT)


def test_other_bodies_are_held_by_their_joints() -> None:
    """Those on fewer legs or with the usual home; and all of them where the user names the cuts."""
    euler = lw.model.FreeEulerAngles("zyx")
    for machine in (table(2, euler), table(3, None)):
        assert "plate.x" not in lw.formalisms.kane(machine).coordinate_names
    assert "plate.x" not in lw.formalisms.denoc(table(3, euler), cut=["head1", "head2"]).coordinate_names
