"""The picture of a machine follows from its bodies and joints, and meets where the joints do."""

from math import pi

import numpy as np
import pytest

import linkwright as lw
from linkwright import report
from linkwright.components import PinInSlot, Prismatic, Revolute, RollingOnLine, Spring, Wrench
from linkwright.drawing import (
    Bar,
    Block,
    Disc,
    Pin,
    Pivot,
    Plate,
    Point,
    Track,
    reference_poses,
    scene,
    scene_of,
    still,
)
from linkwright.drawing.machine.projection import Placement
from linkwright.drawing.machine.spans import wind
from linkwright.model import Body, Ground, Mechanism, PointMass
from linkwright.symbolic import Parameter, Pose
from linkwright.trajectory import Certificate, Channel, Outcome, Trajectory

MACHINES = {
    "three_rrr": lw.mechanisms.three_rrr(),
    "three_rrr without motors": lw.mechanisms.three_rrr(motors=False),
    "four_bar": lw.mechanisms.four_bar(),
    "slider_crank": lw.mechanisms.slider_crank(e=0.02),
    "double_pendulum": lw.mechanisms.double_pendulum(),
}


def shapes(picture, name, kind):
    body = next(body for body in picture.bodies if body.name == name)
    return [shape for shape in body.shapes if isinstance(shape, kind)]


def on_ground(picture, kind):
    return [shape for shape in picture.ground if isinstance(shape, kind)]


def ends(shape):
    return (shape.start, shape.end) if isinstance(shape, Bar) else shape.points


@pytest.mark.parametrize("name", MACHINES)
def test_pins_and_pivots_lie_on_the_ends_of_two_bodies(name):
    """In the reference configuration every pin is at an end of its own body and of another, a pivot at one's."""
    machine = MACHINES[name]
    picture, poses = scene(machine), reference_poses(machine)
    assert set(picture.names) == set(poses) == set(lw.formalisms.modular(machine).all_bodies)
    tips = {
        body.name: Placement.of(poses[body.name][0])(
            [
                point
                for shape in body.shapes
                for point in (
                    ends(shape)
                    if isinstance(shape, Bar | Plate)
                    else [shape.at.position]
                    if isinstance(shape, Block)
                    else []
                )
            ]
        )
        for body in picture.bodies
    }

    def met(point):
        return sum(np.min(np.linalg.norm(corners - point, axis=1)) < 1e-9 for corners in tips.values())

    for body in picture.bodies:
        for pin in shapes(picture, body.name, Pin):
            assert met(Placement.of(poses[body.name][0])([pin.position])[0]) == 2
    for pivot in on_ground(picture, Pivot):
        assert met(np.array(pivot.position)) == 1
    assert still(picture, poses).startswith("<svg")


def test_bars_plates_and_blocks_follow_the_bodies():
    picture = scene(lw.mechanisms.three_rrr())
    assert picture.names == ("A.upper", "A.lower", "B.upper", "B.lower", "C.upper", "C.lower", "platform")
    (bar,) = shapes(picture, "A.upper", Bar)
    assert (bar.start, bar.end) == ((-0.09, 0.0, 0.0), (0.09, 0.0, 0.0))
    (plate,) = shapes(picture, "platform", Plate)
    assert np.linalg.norm(plate.points, axis=1) == pytest.approx(0.1, rel=1e-15)
    assert len(shapes(picture, "platform", Pin)) == len(on_ground(picture, Pivot)) == 3
    assert [point.label for point in shapes(picture, "platform", Point)] == ["platform"]
    slider = scene(lw.mechanisms.slider_crank())
    assert len(shapes(slider, "slider", Block)) == len(on_ground(slider, Track)) == 1
    assert [point.label for point in shapes(scene(lw.mechanisms.double_pendulum()), "second", Point)] == ["tip"]


def test_parameter_values_are_followed_through_formulas_and_modules():
    machine = lw.mechanisms.three_rrr()
    picture = scene(machine, {"l_U": 0.21, "C.x_bar": 0.3})
    (bar,) = shapes(picture, "B.upper", Bar)
    assert bar.end[0] - bar.start[0] == pytest.approx(0.21, rel=1e-15)
    assert on_ground(picture, Pivot)[2].position[0] == 0.3
    assert shapes(scene(machine), "B.upper", Bar)[0].end[0] == 0.09


def test_wrong_parameters_are_refused_all_at_once():
    with pytest.raises(ValueError, match=r"no parameter 'l_u'; did you mean l_U.*l_B = nan: expected a finite"):
        scene(lw.mechanisms.three_rrr(), {"l_u": 0.2, "l_B": float("nan")})


def everything():
    slot = Pose((0.0, 0.0), angle=pi / 2)
    r = Parameter("r", 0.08, "m", "radius of the wheel")
    points = {"O": (0.0, 0.0), "line": Pose((-0.3, -0.35), angle=-0.1), "rail": Pose((0.3, 0.3), angle=0.5)}
    return Mechanism(
        "everything",
        parts={
            "base": Ground(points=points),
            "crank": Body(1.0, 0.01, points={"O": (0.0, 0.0), "P": (0.1, 0.0)}, home="O"),
            "yoke": Body(1.0, 0.01, points={"slot": slot, "end": (0.3, 0.0)}, home="guide"),
            "wheel": Body(1.0, 0.01),
            "bob": PointMass(0.5),
            "hanging": Body(1.0, 0.01, points={"hook": (0.0, 0.2)}),
            "cart": Body(1.0, 0.01, points={"foot": Pose((0.0, 0.0), angle=0.3), "nose": (0.1, 0.0)}),
        },
        connections={
            "O": Revolute("base.O", "crank.O"),
            "guide": Prismatic("base", "yoke"),
            "pin": PinInSlot("yoke.slot", "crank.P"),
            "roll": RollingOnLine("base.line", "wheel", radius=r),
            "hang": Revolute("yoke.end", "hanging.hook"),
            "cord": Spring("base.rail", "bob", 100.0, 0.1),
            "rail": Prismatic("base.rail", "cart.foot"),
            "push": Wrench("cart.nose"),
        },
        parameters=[r],
        reference={"O.angle": 1.0, "guide.slide": 0.05, "roll.slide": 0.3, "rail.slide": 0.1, "bob.y": -0.1},
    )


def test_wheels_slots_rails_springs_and_particles():
    machine = everything()
    picture, poses = scene(machine, {"r": 0.09}), reference_poses(machine, {"r": 0.09})
    assert [disc.radius for disc in shapes(picture, "wheel", Disc)] == [0.09]
    touching = Placement.of(poses["wheel"][0]).p - 0.09 * np.array([np.sin(0.1), np.cos(0.1), 0.0])
    lines = [(np.array(track.start), np.array(track.end)) for track in on_ground(picture, Track)]
    assert min(np.linalg.norm(np.cross(b - a, touching - a)) for a, b in lines) < 1e-9
    assert len(lines) == 3  # under the yoke, the wheel and the cart
    assert len(shapes(picture, "yoke", Track)) == 2  # both sides of its slot
    assert shapes(picture, "yoke", Track)[0].start[0] == pytest.approx(shapes(picture, "yoke", Track)[0].end[0])
    assert [disc.centre for disc in shapes(picture, "crank", Disc)] == [(0.1, 0.0, 0.0)]  # the roller in it
    assert len(shapes(picture, "bob", Disc)) == len(shapes(picture, "bob", Pin)) == 1
    (cord,) = picture.spans
    assert (cord.kind, cord.first, cord.second, cord.start[:2]) == ("spring", "", "bob", (0.3, 0.3))
    assert [bar.end for bar in shapes(picture, "hanging", Bar)] == [(0.0, 0.0, 0.0)]  # from its hook to its mass centre
    assert [point.label for point in shapes(picture, "cart", Point)] == ["nose"]
    assert [pivot.position[:2] for pivot in on_ground(picture, Pivot)] == [(0.0, 0.0), (0.3, 0.3)]
    # The cart's block lies along the rail: the frame at its foot is turned by 0.3 in the body.
    (block,) = shapes(picture, "cart", Block)
    assert block.at.angle == pytest.approx(0.3, abs=1e-12)
    assert still(picture, poses).startswith("<svg")


def test_a_track_is_as_long_as_the_travel():
    machine = lw.mechanisms.slider_crank()
    still_pose = reference_poses(machine)
    poses = {name: np.repeat(pose, 3, axis=0) for name, pose in still_pose.items()}
    poses["slider"][:, 0] = [0.1, np.nan, 7.0]
    (track,) = on_ground(scene(machine, poses=poses), Track)
    (block,) = shapes(scene(machine, poses=poses), "slider", Block)
    assert track.start[0] < 0.1 - block.size[0] / 2 < 7.0 + block.size[0] / 2 < track.end[0]
    assert track.end[0] - track.start[0] < 6.9 + 2 * block.size[0]


def test_points_on_one_line_are_a_bar_and_a_lonely_body_is_seen():
    points = {"a": (0.0, 0.0), "b": (0.2, 0.1), "c": (0.1, 0.05), "far": (0.4, 0.2)}
    machine = Mechanism(
        "lever", {"lever": Body(1.0, 0.1, points=points)}, {"pin": Revolute("ground", "lever.c")}, gravity=(0.0, -9.81)
    )
    (bar,) = shapes(scene(machine), "lever", Bar)
    assert sorted((bar.start[0], bar.end[0])) == [0.0, 0.4]
    (disc,) = shapes(scene(Mechanism("free", {"body": Body(1.0, 0.1)}, gravity=(0.0, -9.81))), "body", Disc)
    assert disc.radius > 0


def test_a_report_takes_a_mechanism_and_draws_it_as_it_was_run(tmp_path):
    machine = lw.mechanisms.slider_crank()
    poses = reference_poses(machine, {"l_2": 0.2})
    time = np.zeros(1)
    motion = Trajectory(
        time=time,
        channels={"phi": Channel(np.full(1, pi / 3), "rad", "crank angle")},
        poses=poses,
        outcome=Outcome("finished", "", "", 0.0),
        certificate=Certificate(),
        provenance={"machine": "slider_crank", "parameters": {"l_2": (0.2, "m", "length of the rod")}},
    )
    text = report.save(tmp_path / "run.html", machine, motion).read_text(encoding="utf-8")
    assert text == report.render(scene(machine, {"l_2": 0.2}, poses=poses), motion)
    assert text != report.render(scene(machine, poses=poses), motion)
    assert scene_of(machine) == scene(machine)


def test_a_torsion_spring_winds_with_its_joint():
    """It reaches from the second part to the first, with a turn less for each turn of the joint in its own sense."""
    bar = lw.Body(1.0, (0.1, 0.1, 0.1), (0.2, 0.0, 0.0))
    joints = {"pin": lw.Revolute("ground", "bar", axis=(1, 2, 2)), "spring": lw.JointSpring("pin.angle", 3.0)}
    machine = lw.Mechanism("sprung", {"bar": bar}, joints)
    axis = np.array([1.0, 2.0, 2.0]) / 3
    angles = np.array([0.4, 1.6, -0.9])  # rad; the first is that of the pose in which it is drawn with whole turns
    half = angles[:, None] / 2
    poses = {"bar": np.hstack([np.zeros((3, 3)), np.cos(half), np.sin(half) * axis])}
    (span,) = lw.drawing.scene(machine, poses=poses).spans
    turns = []
    for pose in poses["bar"]:
        places = {"": Placement.world(), "bar": Placement.of(pose)}
        points = wind(places[""], places["bar"], span)
        np.testing.assert_allclose(points[[-1, 0]], span.ends(places), atol=1e-15)
        np.testing.assert_allclose(points @ axis, 0.0, atol=1e-15)
        steps = np.cross(points[:-1], points[1:]) @ axis, np.sum(points[:-1] * points[1:], axis=1)
        turns.append(np.sum(np.arctan2(*steps)))
    np.testing.assert_allclose(np.array(turns) - turns[0], angles[0] - angles, atol=1e-12)
    assert turns[0] / (2 * np.pi) == pytest.approx(3.0)
