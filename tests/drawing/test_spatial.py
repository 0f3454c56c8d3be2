"""Pictures of machines in space: bars where the joints are, plates, wheels, guides; stills and reports take them."""

import numpy as np
import pytest

import linkwright as lw
from linkwright.drawing import reference_poses, scene, still
from linkwright.drawing.machine.projection import Placement
from linkwright.drawing.machine.shapes import Bar, Block, Disc, Pin, Pivot, Plate, Point, Track

PARALLEL = ["three_rps", "three_prs", "stewart", "delta", "bennett"]


def shapes_of(picture, body, kind):
    return [s for b in picture.bodies if b.name == body for s in b.shapes if isinstance(s, kind)]


@pytest.mark.parametrize("name", PARALLEL)
def test_solids_end_where_the_joints_are(name):
    """Every ball on a body lies on one of its solids' corners; in the world both bodies of a joint meet there."""
    machine = getattr(lw.mechanisms, name)()
    picture, poses = scene(machine), reference_poses(machine)
    assert not picture.planar
    ends = []
    for body in picture.bodies:
        place = Placement.of(poses[body.name][0])
        solids = [s for s in body.shapes if isinstance(s, Bar | Plate | Block)]
        assert solids, f"{body.name} is not seen"
        for shape in solids:
            corners = {Bar: lambda s: (s.start, s.end), Plate: lambda s: s.points, Block: lambda s: (s.position,)}
            ends += [place(np.array(corner)[None])[0] for corner in corners[type(shape)](shape)]
    ends = np.array(ends)
    for body in picture.bodies:
        for pin in [s for s in body.shapes if isinstance(s, Pin)]:
            at = Placement.of(poses[body.name][0])(np.array(pin.position)[None])[0]
            assert np.sum(np.linalg.norm(ends - at, axis=1) < 1e-9) >= 2, (body.name, pin)


def test_a_leg_of_the_3_rps_is_a_tube_on_a_block_and_a_thinner_rod():
    picture = scene(lw.mechanisms.three_rps())
    (tube,), (rod,) = (shapes_of(picture, f"leg1.{body}", Bar) for body in ("cylinder", "rod"))
    assert np.linalg.norm(np.subtract(tube.end, tube.start)) == pytest.approx(0.2)
    assert rod.radius < tube.radius
    assert len([s for s in picture.ground if isinstance(s, Pivot)]) == 3
    assert len(shapes_of(picture, "platform", Plate)[0].points) == 3
    assert [s.label for s in shapes_of(picture, "platform", Point)] == ["platform"]


def test_carriages_run_on_tracks_as_long_as_their_travel():
    machine = lw.mechanisms.three_prs()
    dynamics = lw.compile(lw.formalisms.modular(machine))
    move = lw.Motion({n: lw.laws.Cycloid(0.0, 0.1, 1.0) for n in ("rho1", "rho2", "rho3")}, samples=3)
    picture = scene(machine, poses=dynamics.inverse(move).poses)
    tracks = [s for s in picture.ground if isinstance(s, Track)]
    assert len(tracks) == 3
    for track in tracks:
        assert track.start[2] < 0.0
        assert track.end[2] > 0.1
        assert track.start[:2] == pytest.approx(track.end[:2])


def test_wheels_are_discs_about_their_axles():
    (disc,) = shapes_of(scene(lw.mechanisms.rolling_disc()), "disc", Disc)
    assert disc.axis == (0.0, 1.0, 0.0)
    balls = shapes_of(scene(lw.mechanisms.ball_on_turntable()), "ball", Disc)
    assert len({ball.axis for ball in balls}) == 3


@pytest.mark.parametrize("name", ["stewart", "serial_manipulator", "heavy_top", "free_body", "rolling_disc"])
def test_a_still_can_be_drawn(name):
    machine = getattr(lw.mechanisms, name)()
    assert "<svg" in still(scene(machine), reference_poses(machine))


def test_a_machine_in_the_plane_stays_there():
    assert scene(lw.mechanisms.planar_3prr()).planar
    assert scene(lw.mechanisms.parallelogram()).planar
