"""Pictures of all ready machines: bodies reach their joints, and the whole machine is inside the frame."""

import io
import re

import numpy as np
import pytest
from PIL import Image

import linkwright as lw
from drawing.distances import distance
from linkwright.drawing import film, picture, reference_poses, save_film, save_image, scene_at
from linkwright.drawing.images.files import MISSING
from linkwright.drawing.images.triangles import Style, ears, triangles_of
from linkwright.drawing.machine import walk
from linkwright.drawing.machine.outlines import Pen
from linkwright.drawing.machine.plan import Plan
from linkwright.drawing.machine.projection import Placement, view_matrix
from linkwright.drawing.machine.shapes import Surface

QUICK = ("delta", "mast_3prs", "snakeboard", "slider_crank", "three_rps", "whipple_bicycle", "stick_slip")


def drawn(name):
    machine = getattr(lw.mechanisms, name)()
    equations = lw.formalisms.modular(machine)
    labels = [label.name for label in equations.parameters.labels]
    values = dict(zip(labels, equations.parameters.values({}).tolist(), strict=True))
    poses = reference_poses(machine)
    return machine, values, poses, scene_at(machine, values, poses)


def check(name):
    machine, values, poses, found = drawn(name)
    shapes = {body.name: body.shapes for body in found.bodies}
    plan = Plan.of(machine, values, poses)
    count = 0
    for link in plan.links.values():
        item = link.connection
        if not isinstance(item, lw.Revolute | lw.Universal | lw.Spherical | lw.Prismatic | lw.Fixed):
            continue
        for spot in link.spots:
            if not spot.owner:
                continue
            places = [spot.place.p]
            if isinstance(item, lw.Revolute) and not found.planar:  # anywhere on the axis is at the joint
                axis = spot.turned(item.direction)
                places = [spot.place.p + s * axis for s in np.linspace(-1.0, 1.0, 81)]
            gap = min(distance(shape, place) for shape in shapes[spot.owner] for place in places)
            # Bars merge points nearer than a tenth of their radius, and the symbol is 1.6 radii.
            assert gap < 0.1 * found.symbol, (link.name, spot.owner, gap)
            count += 1
    assert (
        count or len(plan.links) == 0 or name in ("ball_on_turntable", "chaplygin_sleigh", "knife_edge", "rolling_disc")
    )
    image = picture(found, poses, size=(160, 120))
    border = np.concatenate([image[0], image[-1], image[:, 0], image[:, -1]])
    assert (border == 255).all()  # nothing is cut off
    assert (image != 255).any(axis=(0, 2)).mean() > 0.5 or (image != 255).any(axis=(1, 2)).mean() > 0.5  # nor small


@pytest.mark.parametrize("name", QUICK)
def test_bodies_reach_their_joints_and_the_picture_holds_all(name):
    check(name)


@pytest.mark.long
@pytest.mark.parametrize("name", sorted(set(lw.mechanisms.__all__) - set(QUICK)))
def test_the_same_of_every_other_ready_machine(name):
    check(name)


def crate(**body):
    machine = lw.Mechanism("crate", {"box": lw.Body(1.0, (0.1, 0.2, 0.3), **body)}, title="</script>../crate")
    poses = {"box": np.array([[0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0]])}
    equations = lw.formalisms.modular(machine)
    values = {label.name: 0.0 for label in equations.parameters.labels}
    return scene_at(machine, values, poses), poses


def test_a_block_covers_as_many_pixels_as_its_edges_say():
    """From above 0.4 m x 0.2 m fill 88 % of a frame of 200 x 100 px in both directions; a ball of 0.1 m a circle."""
    found, poses = crate(shapes=(lw.shapes.Block((0.4, 0.2, 0.1), colour="#ff0000"),))
    covered = (picture(found, poses, view="top", size=(200, 100)) != 255).any(axis=2)
    assert covered.sum() == pytest.approx(0.88**2 * 200 * 100, rel=0.03)  # half a pixel along the edges
    front = (picture(found, poses, view="front", size=(200, 100)) != 255).any(axis=2)
    assert front.sum() == pytest.approx(176 * 44, rel=0.03)
    ball, poses = crate(shapes=(lw.shapes.Sphere(0.1),))
    round_ = (picture(ball, poses, size=(100, 100)) != 255).any(axis=2)
    assert round_.sum() == pytest.approx(np.pi / 4 * 88**2, rel=0.03)


def test_the_nearer_shape_hides_the_farther_one():
    near = lw.shapes.Block((0.2, 0.2, 0.02), (0.0, 0.0, 0.1), "#ff0000")
    far = lw.shapes.Block((0.4, 0.4, 0.02), (0.0, 0.0, -0.1), "#0000ff")
    for shapes in ((near, far), (far, near)):
        found, poses = crate(shapes=shapes)
        middle = picture(found, poses, view="top", size=(99, 99))[49, 49].astype(int)
        assert middle[0] > 200
        assert middle[2] < 100


def test_ears_of_a_concave_polygon_cover_its_area_once():
    outline = np.array([(0, 0), (4, 0), (4, 3), (2, 1), (0, 3)], dtype=float)
    a, b, c = np.moveaxis(outline[ears(outline)], 1, 0)
    areas = ((b - a)[:, 0] * (c - a)[:, 1] - (b - a)[:, 1] * (c - a)[:, 0]) / 2
    assert (areas >= 0).all()
    assert areas.sum() == pytest.approx(8.0, rel=1e-14)  # 12 less the triangle of 4 x 2 / 2


def test_images_and_films_are_files_with_what_was_asked(tmp_path):
    found, poses = crate(shapes=(lw.shapes.Block((0.4, 0.2, 0.1)),))
    target = save_image(tmp_path / "new" / "a.png", picture(found, poses, size=(64, 48)))
    with Image.open(io.BytesIO(target.read_bytes())) as image:
        assert (image.format, image.size) == ("PNG", (64, 48))
    moving = {"box": np.repeat(poses["box"], 6, axis=0)}
    moving["box"][:, 0] = np.linspace(0.0, 0.4, 6)  # further than itself, so that all images differ
    images = list(film(found, moving, range(6), size=(64, 48)))
    with Image.open(save_film(tmp_path / "a.gif", images, fps=10)) as made:
        assert (made.n_frames, made.info["duration"], made.size) == (6, 100, (64, 48))
    try:
        import imageio_ffmpeg
    except ImportError:
        with pytest.raises(ImportError, match=r"linkwright\[pictures\]"):
            save_film(tmp_path / "a.mp4", images, fps=10)
    else:
        count, seconds = imageio_ffmpeg.count_frames_and_secs(str(save_film(tmp_path / "a.mp4", images, fps=10)))
        assert (count, seconds) == (6, pytest.approx(0.6))
    with pytest.raises(ValueError, match=r"expected a name that ends in \.gif or \.mp4"):
        save_film(tmp_path / "a.avi", images, fps=10)
    with pytest.raises(ValueError, match="no images"):
        save_film(tmp_path / "b.gif", [], fps=10)
    assert not [file for file in tmp_path.rglob("*") if file.name.startswith(".") or file.name == "b.gif"]
    assert "pip install" in MISSING


def test_the_camera_follows_a_machine_that_travels():
    found, poses = crate(shapes=(lw.shapes.Block((0.4, 0.2, 0.1)),))
    moving = {"box": np.repeat(poses["box"], 3, axis=0)}
    moving["box"][:, 0] = [0.0, 5.0, 10.0]
    first, _, last = film(found, moving, range(3), size=(64, 48))
    np.testing.assert_array_equal(first, last)
    assert (first != 255).any(axis=2).mean() > 0.2


def test_pictures_refuse_what_cannot_be_drawn():
    found, poses = crate()
    with pytest.raises(ValueError, match="size"):
        picture(found, poses, size=(5, 100_000))
    with pytest.raises(ValueError, match="no poses of box"):
        picture(found, {})
    with pytest.raises(ValueError, match="not finite"):
        picture(found, {"box": poses["box"] * np.nan})


def test_quantities_lead_to_the_joints_that_offer_them():
    """Through exports and modules, so that motors stand where they drive."""
    names = {name: on for name, _, _, on in walk.connections(lw.mechanisms.mast_3prs())}
    assert names["belt2"] == ("", "table.leg2.guide")


L = np.array([(0.0, 0.0), (3.0, 0.0), (3.0, 1.0), (1.0, 1.0), (1.0, 2.0), (0.0, 2.0)])


@pytest.mark.parametrize("mesh", [False, True])
def test_outlines_of_hollow_shapes_are_no_hulls(mesh):
    """Seen from above an L has the area 4 of the L, not 5 of its hull; from anywhere its notch is empty."""
    shape = lw.shapes.Plate(L.tolist(), 0.2)
    if mesh:
        (found,) = triangles_of(shape, Style(planar=False, symbol=0.1))
        corners, numbers = np.unique(found.corners.reshape(-1, 3).round(12), axis=0, return_inverse=True)
        shape = Surface(corners, numbers.reshape(-1, 3))
    for view, area in (("top", 4.0), ("iso", None)):
        pen = Pen(view_matrix(view), 1e3, np.zeros(2), 1.0)
        svg = pen.draw([(shape, Placement.world())], "#123456")
        faces = [
            np.array([point.split() for point in re.split("[ML]", part)[1:]], dtype=float)
            for path in re.findall(r'fill="#123456"[^>]* d="([^"]*)"', svg)
            for part in path.split("Z")[:-1]
        ]
        if area:
            x, y = zip(*[face.T for face in faces], strict=True)
            sizes = [0.5 * abs(a @ np.roll(b, -1) - b @ np.roll(a, -1)) for a, b in zip(x, y, strict=True)]
            assert sum(sizes) == pytest.approx(area * 1e6, rel=1e-3)  # coordinates have tenths of pixels
        notch = pen.project(np.array([[2.0, 1.6, 0.0]]))[0]
        assert not any(_inside(notch, face) for face in faces)


def _inside(point, face):
    """Whether a ray to the right crosses the polygon an odd number of times."""
    a, b = face - point, np.roll(face, -1, axis=0) - point
    crosses = (a[:, 1] > 0) != (b[:, 1] > 0)
    right = a[crosses, 0] - a[crosses, 1] * (b - a)[crosses, 0] / (b - a)[crosses, 1] > 0
    return np.count_nonzero(right) % 2 == 1


def test_dampers_on_angles_and_drives_on_slides_are_seen():
    parts = {"cart": lw.Body(1.0, 0.01), "arm": lw.Body(1.0, 0.01, (0.1, 0.0), points={"tip": (0.2, 0.0)})}
    joints = {"slide": lw.Prismatic("ground", "cart"), "pin": lw.Revolute("cart", "arm")}
    acting = {"push": lw.Force("slide.slide"), "drag": lw.JointDamper("pin.angle", 0.1)}

    def count(connections):
        machine = lw.Mechanism("cart", parts, connections)
        equations = lw.formalisms.modular(machine)
        values = dict(
            zip([each.name for each in equations.parameters.labels], equations.parameters.values({}), strict=True)
        )
        found = scene_at(machine, values, reference_poses(machine))
        cart = next(body for body in found.bodies if body.name == "cart")
        return [sum(isinstance(each, kind) for each in where) for kind, where in
                ((lw.shapes.Block, found.ground), (lw.shapes.Cylinder, cart.shapes))]  # fmt: skip

    assert count(joints) == [0, 0]
    assert count(joints | acting) == [1, 1]
