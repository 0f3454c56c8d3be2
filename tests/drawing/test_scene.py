import json
import math

import pytest

from linkwright.drawing import (
    Bar,
    Block,
    Cylinder,
    Disc,
    DrawnBody,
    Pin,
    Pivot,
    Plate,
    Point,
    Scene,
    Span,
    Sphere,
    Track,
    Wire,
    scene_of,
)


def everything():
    shapes = (
        Bar((0, 0), (1, 0), 0.1),
        Plate([(0, 0), (1, 0), (0, 1)], 0.02),
        Disc((0, 0, 1), 0.3, (0, 2, 0)),
        Pin((1, 2)),
        Block((1, 2), (3, 4)),
        Cylinder(0.2, 1.0, inner=0.1, colour="#102030"),
        Sphere(0.3, (0, 0, 1)),
        Wire([(0, 0), (1, 0), (1, 1)], 0.01),
        Pin((0, 0, 0), (0, 1, 0)),
        Point('"</script>', (1, 1)),
    )
    return Scene(
        "All <shapes> & more",
        planar=True,
        bodies=(DrawnBody("a.b1", shapes),),
        ground=(Track((0, 0), (1, 0)), Pivot((0, 0))),
        spans=(Span("spring", "", (0.0, 0.0, 0.0), "a.b1", (1.0, 0.0, 0.0), 0.05, 1.0),),
        symbol=0.02,
    )


def test_a_scene_survives_json():
    scene = everything()
    assert Scene.from_json(scene.to_json()) == scene
    assert json.loads(json.dumps(scene.to_dict())) == scene.to_dict()


def test_two_numbers_make_a_point_of_the_plane_and_axes_become_unit():
    shapes = everything().bodies[0].shapes
    assert shapes[0].start == (0.0, 0.0, 0.0)
    assert shapes[2].axis == (0.0, 1.0, 0.0)
    assert shapes[4].size == (1.0, 2.0, 0.5)


@pytest.mark.one_in(2)
@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: Bar((0, 0), (1, math.nan), 0.1), "Bar: y of end is nan"),
        (lambda: Bar((0, 0), (1, 0), 0), "radius is 0, expected a number above zero"),
        (lambda: Pin((1,)), "two or three"),
        (lambda: Plate([(0, 0), (1, 0)], 0.1), "at least three"),
        (lambda: Disc((0, 0), 1.0, (0, 0, 0)), "axis is .0, 0, 0., expected a direction"),
        (lambda: Block((1, -1, 1)), "size along y is -1"),
        (lambda: Scene("s", planar=True, bodies=(DrawnBody("a", ()), DrawnBody("a", ()))), "several bodies called a"),
        (lambda: Scene.from_dict({"title": "", "planar": 1, "bodies": [], "ground": [{"kind": "cone"}]}), "cone"),
    ],
)
def test_what_is_no_shape_is_refused_in_words(make, said):
    with pytest.raises(ValueError, match=said):
        make()


def test_bodies_of_one_sort_share_a_family():
    names = ("A.upper", "B.upper", "link1", "link2", "7")
    scene = Scene("s", planar=True, bodies=tuple(DrawnBody(name, ()) for name in names))
    assert scene.families == ("upper", "link", "7")


def test_a_machine_gives_its_scene():
    scene = everything()

    class Machine:
        def scene(self):
            return scene

    class Wrong:
        def scene(self):
            return 3

    assert scene_of(Machine()) is scene
    assert scene_of(scene) is scene
    with pytest.raises(TypeError, match="expected a Scene"):
        scene_of(Wrong())
    with pytest.raises(TypeError, match="got a int"):
        scene_of(3)
