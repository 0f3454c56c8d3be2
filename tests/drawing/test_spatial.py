"""Pictures of machines in space: bars where the joints are, plates, wheels, guides; stills and reports take them."""

import numpy as np
import pytest

import linkwright as lw
from linkwright.drawing import Bar, Disc, Pivot, Plate, Point, Sphere, Track, reference_poses, scene, still
from linkwright.drawing.machine.projection import Placement


def shapes_of(picture, body, kind):
    return [s for b in picture.bodies if b.name == body for s in b.shapes if isinstance(s, kind)]


def test_a_leg_of_the_3_rps_is_a_cylinder_and_a_thinner_rod_that_meet():
    machine = lw.mechanisms.three_rps()
    poses = reference_poses(machine)
    picture = scene(machine)
    collar, tube, *_ = sorted(shapes_of(picture, "leg1.cylinder", Bar), key=lambda bar: -bar.radius)
    rod = min(shapes_of(picture, "leg1.rod", Bar), key=lambda bar: bar.radius)
    assert rod.radius < tube.radius
    assert np.linalg.norm(np.cross(np.subtract(collar.end, collar.start), np.subtract(tube.end, tube.start))) < 1e-9
    low, high = (Placement.of(poses["leg1.cylinder"][0])([x])[0] for x in (tube.start, tube.end))
    inner, _ = (Placement.of(poses["leg1.rod"][0])([x])[0] for x in (rod.start, rod.end))
    along = (high - low) / np.linalg.norm(high - low)
    assert np.linalg.norm(np.cross(along, inner - low)) < 1e-9  # on one line
    assert 0.0 < (inner - low) @ along < (high - low) @ along  # the rod ends inside the cylinder
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
    picture = scene(lw.mechanisms.ball_on_turntable())
    assert len(shapes_of(picture, "ball", Sphere)) == 1
    balls = shapes_of(picture, "ball", Disc)
    assert len({ball.axis for ball in balls}) == 3


@pytest.mark.parametrize("name", ["stewart", "serial_manipulator", "heavy_top", "free_body", "rolling_disc"])
def test_a_still_can_be_drawn(name):
    machine = getattr(lw.mechanisms, name)()
    assert "<svg" in still(scene(machine), reference_poses(machine))


def test_a_machine_in_the_plane_stays_there():
    assert scene(lw.mechanisms.planar_3prr()).planar
    assert scene(lw.mechanisms.parallelogram()).planar
