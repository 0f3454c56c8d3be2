"""What random machines found, each reduced to the smallest machine that shows it, against closed forms."""

import numpy as np
import pytest

import linkwright as lw
from agreement.states import random_states
from linkwright.symbolic import Pose

FORMALISMS = lw.formalisms.__all__
ANGLES = (1.4, -2.8, np.pi)


def derived(formalism, *machine, **options):
    return lw.compile(getattr(lw.formalisms, formalism)(lw.Mechanism("reduced", *machine, **options)))


@pytest.mark.parametrize("formalism", FORMALISMS)
def test_a_body_held_fast_before_a_hinge_leaves_the_hinge_as_it_is(formalism) -> None:
    """The inertia of what cannot move is a 1 x 1 zero in the coordinate of the hinge: it once broke the derivation.

    The hinge is along z of a frame turned by 0.5 about x, so the arm's mass centre sees gravity along -y as cos 0.5 g:
    (I + m l^2) a = -m g l cos 0.5 cos(angle).
    """
    dynamics = derived(
        formalism,
        {
            "ground": lw.Ground(points={"P": Pose((0.1, 0.2, 0.0), 0.5, "x")}),
            "base": lw.Body(1.0, (0.1, 0.2, 0.15), centre=(0.1, 0.2, 0.0)),
            "arm": lw.Body(2.0, (0.1, 0.2, 0.15), centre=(0.3, 0.0, 0.0)),
        },
        {"mount": lw.Fixed("ground.P", "base"), "hinge": lw.Revolute("base", "arm")},
        gravity=(0.0, -9.81, 0.0),
    )
    found = dynamics.forward(dynamics.assemble({"hinge.angle": 0.3}, {"hinge.angle": 2.0}))
    wanted = -2.0 * 9.81 * 0.3 * np.cos(0.5) * np.cos(0.3) / (0.15 + 2.0 * 0.3**2)
    assert found["hinge.angle"] == pytest.approx(wanted, rel=1e-10)


@pytest.mark.parametrize("formalism", FORMALISMS)
@pytest.mark.parametrize("joint", [lw.Fixed, lw.Prismatic])
@pytest.mark.parametrize("angle", ANGLES)
def test_frames_on_planar_bodies_are_parallel_and_not_opposite(formalism, joint, angle) -> None:
    """The row x_j . y_i = 0 holds for opposite frames too; a body's angle is that of its frame, whatever it is."""
    dynamics = derived(
        formalism,
        {
            "ground": lw.Ground(points={"P": Pose((0.1, 0.2), angle)}),
            "base": lw.Body(1.0, 0.1, centre=(0.1, 0.2), points={"Q": Pose((0.2, 0.1), 0.3)}),
            "arm": lw.Body(1.0, 0.1),
        },
        {"mount": joint("ground.P", "base.Q"), "hinge": lw.Revolute("base", "arm")},
    )
    away = dynamics.assemble()["base.theta"] - (angle - 0.3)
    assert np.cos(away) == pytest.approx(1.0, abs=1e-9)


@pytest.mark.one_in(16)
@pytest.mark.parametrize("formalism", FORMALISMS)
@pytest.mark.parametrize("joint", [lw.Fixed, lw.Revolute, lw.Cylindrical, lw.PlanarJoint])
@pytest.mark.parametrize("angle", [2.0, np.pi])
def test_axes_of_bodies_in_space_are_parallel_and_not_opposite(formalism, joint, angle) -> None:
    """On a frame turned by an angle about x, z of the body has the height cos(angle): 1 - 2 (e1^2 + e2^2)."""
    dynamics = derived(
        formalism,
        {
            "ground": lw.Ground(points={"P": Pose((0.1, 0.2, 0.0), angle, "x")}),
            "base": lw.Body(1.0, (0.1, 0.2, 0.15), centre=(0.1, 0.2, 0.0)),
            "arm": lw.Body(1.0, (0.1, 0.2, 0.15)),
        },
        {"mount": joint("ground.P", "base"), "hinge": lw.Revolute("base", "arm")},
    )
    state = dynamics.assemble()
    assert 1 - 2 * (state["base.e1"] ** 2 + state["base.e2"] ** 2) == pytest.approx(np.cos(angle), abs=1e-9)


@pytest.mark.parametrize("formalism", FORMALISMS)
def test_a_coordinate_on_which_nothing_depends_stays_where_it_is(formalism) -> None:
    """How far the plane has slid changes no gap of the wheel on it; rounding once sent it 5e7 m away."""
    dynamics = derived(
        formalism,
        {
            "ground": lw.Ground(points={"P": Pose((0.2, -0.1, -0.4), 0.5, "y")}),
            "wheel": lw.Body(1.0, (0.1, 0.1, 0.1), centre=(0.1, -0.2, 0.15)),
            "plane": lw.Body(1.0, (0.1, 0.1, 0.1)),
        },
        {
            "rail": lw.Prismatic("ground.P", "plane"),
            "roll": lw.RollingTorus("plane", "wheel.centre", radius=0.56, tube=0.1),
        },
    )
    assert abs(dynamics.assemble()["rail.slide"]) < 2.0


@pytest.mark.parametrize("formalism", FORMALISMS)
@pytest.mark.parametrize("floating", [False, True])
def test_a_slot_beside_a_rail_is_redundant_and_not_impossible(formalism, floating) -> None:
    """The pin's distance from the slot is a number of the description; in joint coordinates sines of these cancel.

    A force F along the rail: with the base held, m a = F; with it floating, the relative acceleration is F (1/m + 1/M).
    """
    inertia = (0.1, 0.2, 0.15)
    base = {} if floating else {"mount": lw.Fixed("ground.P", "base")}
    dynamics = derived(
        formalism,
        {
            "ground": lw.Ground(points={"P": Pose((0.1, 0.2, 0.0), 0.7)}),
            "base": lw.Body(3.0, inertia),
            "slider": lw.Body(2.0, inertia, points={"pin": Pose((0.3, 0.0, 0.0), 0.4)}),
        },
        {
            **base,
            "rail": lw.Prismatic("base", "slider"),
            "slot": lw.PinInSlot("base", "slider.pin"),
            "push": lw.Force("rail.slide"),
        },
    )
    found = dynamics.forward(dynamics.assemble({"rail.slide": 0.2}), {"push.force": 6.0})
    assert found["rail.slide"] == pytest.approx(6.0 / 2.0 + (6.0 / 3.0 if floating else 0.0), rel=1e-9)


@pytest.mark.parametrize("formalism", FORMALISMS)
def test_a_speed_of_what_cannot_turn_is_refused(formalism) -> None:
    """A particle has no angle; a speed of it was once left out without a word."""
    with pytest.raises(ValueError, match=r"keep: row follow .* cannot be met by any motion of the parts"):
        derived(
            formalism,
            {"bob": lw.PointMass(1.0), "arm": lw.Body(1.0, 0.1, centre=(0.3, 0.0))},
            {
                "pin": lw.Revolute("ground", "bob"),
                "hinge": lw.Revolute("ground", "arm"),
                "keep": lw.ConstantSpeed("pin.angle", 0.4),
            },
        )


@pytest.mark.parametrize("formalism", FORMALISMS)
@pytest.mark.parametrize("home", [None, "left"])
def test_rows_that_coordinates_meet_still_carry(formalism, home) -> None:
    """A base on two parallel hinges is held across their plane twice: by which of them is not unique.

    15 constraints on 12 directions that leave one degree of freedom: 4 are redundant, all those across the plane and
    along the line between the hinges. With the coordinates of one hinge the other met the rows across the plane by
    itself; they once counted no more, and the first seemed to carry everything.
    """
    inertia = (0.1, 0.2, 0.15)
    dynamics = derived(
        formalism,
        {
            "ground": lw.Ground(points={"P": (0.0, 0.0, 0.0), "Q": (0.5, 0.0, 0.0)}),
            "base": lw.Body(1.0, inertia, points={"P": (0.0, 0.0, 0.0), "Q": (0.5, 0.0, 0.0)}, home=home),
            "arm": lw.Body(1.0, inertia, centre=(0.3, 0.0, 0.1)),
        },
        {
            "left": lw.Revolute("ground.P", "base.P"),
            "right": lw.Revolute("ground.Q", "base.Q"),
            "hinge": lw.Revolute("base.P", "arm"),
        },
        gravity=(0.0, -9.81, -3.0),
    )
    found = lw.analysis.diagnose(dynamics)
    assert (found.constraints, found.degrees_of_freedom, found.redundant) == (15, 1, 4)
    reactions = dynamics.reactions(dynamics.assemble())
    for joint in ("left", "right"):
        assert not any(reactions[joint].unique[key] for key in ("x", "z", "tilt_x", "tilt_y")), joint
        assert reactions[joint].unique["y"], joint


@pytest.mark.parametrize("formalism", ["newton_euler", "maggi", "energy_equivalence"])
@pytest.mark.parametrize("wheels", [1, 2])
def test_joints_that_say_a_height_twice_close(formalism, wheels) -> None:
    """A carrier on a planar joint as high as its wheels: z = R by the joint, z = R cos(lean) by each wheel.

    At lean = 0 the second says nothing new, beside it a little: Newton's steps once followed that and only halved the
    gap each time, until the machine was called one that cannot be assembled.
    """
    inertia, radius = (0.3, 0.4, 0.35), 0.49
    parts = {
        "ground": lw.Ground(points={"H": (0.2, 0.1, radius)}),
        "carrier": lw.Body(1.0, inertia, (0.1, 0.0, 0.2), points={"W0": (0.12, 0.35, 0), "W1": (0.12, -0.35, 0)}),
    }
    joints = {"level": lw.PlanarJoint("ground.H", "carrier")}
    for k in range(wheels):
        parts[f"wheel{k}"] = lw.Body(0.5, inertia, (0.0, 0.02, 0.0))
        joints[f"axle{k}"] = lw.Revolute(f"carrier.W{k}", f"wheel{k}", axis="y")
        joints[f"roll{k}"] = lw.RollingDisc("ground", f"wheel{k}", radius=radius)
    dynamics = derived(formalism, parts, joints)
    for state in random_states(dynamics, 2, 5):
        assert state["carrier.z"] == pytest.approx(radius, abs=1e-10)
        assert state["roll0.lean"] == pytest.approx(0.0, abs=1e-10)


@pytest.mark.parametrize("formalism", FORMALISMS)
def test_rows_in_the_plane_that_coordinates_meet_still_carry(formalism) -> None:
    """A planar base on a rail along y and on a pin: both hold it along x, so that neither force is unique.

    With the slide of the rail as coordinate the pin meets its row x by itself; the rail once seemed to carry all of it.
    """
    dynamics = derived(
        formalism,
        {
            "ground": lw.Ground(points={"N": (0.3, 0.0)}),
            "base": lw.Body(1.0, 0.1, points={"N": (0.3, 0.0)}),
            "arm": lw.Body(1.0, 0.1, (0.3, 0.1)),
        },
        {
            "rail": lw.Prismatic("ground", "base", axis="y"),
            "pin": lw.Revolute("ground.N", "base.N"),
            "hinge": lw.Revolute("base", "arm"),
        },
        gravity=(3.0, -9.81),
    )
    found = dynamics.reactions(dynamics.assemble())
    assert not found["rail"].unique["across_x"]
    assert not found["pin"].unique["x"]
    assert found["pin"].unique["y"]
    assert lw.analysis.diagnose(dynamics).redundant == 1
