"""Shapes of bodies: checked when they are made, carried with the description, and of no effect but on the picture."""

import copy
import pickle
import struct

import numpy as np
import pytest

import linkwright as lw
from linkwright.drawing import Surface, reference_poses, scene
from linkwright.equations.plain import to_text
from linkwright.model.shapes import model_folder

TETRAHEDRON = np.array([(0, 0, 0), (100, 0, 0), (0, 100, 0), (0, 0, 100)], dtype=float)
FACES = ((0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3))


def text_stl(corners=TETRAHEDRON):
    loops = ["".join(f"vertex {x} {y} {z}\n" for x, y, z in corners[list(face)]) for face in FACES]
    return "solid s\n" + "".join(f"facet\nouter loop\n{loop}endloop\nendfacet\n" for loop in loops) + "endsolid\n"


def binary_stl(count=None, corners=TETRAHEDRON):
    records = [
        np.concatenate([np.zeros(3), corners[list(face)].ravel()]).astype("<f4").tobytes() + b"\0\0" for face in FACES
    ]
    whole = records * ((count or 4) // 4)
    return b"\0" * 80 + struct.pack("<I", len(whole)) + b"".join(whole)


def obj():
    lines = [f"v {x} {y} {z}" for x, y, z in TETRAHEDRON] + [f"f {a + 1} {b + 1} {c + 1}" for a, b, c in FACES]
    return "\n".join(lines)


def pendulum(*shapes, **more):
    bar = lw.Body(1.0, (0.1, 0.1, 0.01), (0.0, 0.0, -0.3), points={"tip": (0.0, 0.0, -0.5)}, shapes=shapes)
    return lw.Mechanism("pendulum", {"bar": bar}, {"pin": lw.Revolute("ground", "bar", axis="y")}, **more)


def drawn(machine, **values):
    (body,) = scene(machine, values or None).bodies
    return body.shapes


@pytest.mark.parametrize("kind", ["text.stl", "binary.stl", "corners.obj"])
def test_a_mesh_is_drawn_with_its_scale_at_its_pose(tmp_path, kind):
    data = {"text.stl": text_stl().encode(), "binary.stl": binary_stl(), "corners.obj": obj().encode()}[kind]
    (tmp_path / kind).write_bytes(data)
    pose = lw.Pose((0.0, 0.0, 1.0), np.pi / 2, "z")
    with model_folder(tmp_path):
        mesh = lw.shapes.Mesh(kind, scale=0.001, at=pose)
    (surface,) = (shape for shape in drawn(pendulum(mesh)) if isinstance(shape, Surface))
    expected = np.array([(0, 0, 1), (0, 0.1, 1), (-0.1, 0, 1), (0, 0, 1.1)])
    found = surface.corners[np.lexsort(surface.corners.round(9).T)]
    np.testing.assert_allclose(found, expected[np.lexsort(expected.T)], atol=1e-8)  # binary files hold 24 bits
    assert surface.triangles.shape == (4, 3)


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        ("none.stl", None, "cannot be read"),
        ("nan.stl", text_stl(TETRAHEDRON * np.nan).encode(), "not finite"),
        ("empty.stl", b"solid s\nendsolid\n", "no triangles"),
        ("many.stl", binary_stl(200_004), "200004 triangles, at most 200000 are drawn"),
        ("cut.stl", binary_stl()[:-7], "cut short"),
        ("wrong.obj", b"v 0 0 0\nf 1 2 3", "line 2"),
    ],
)
def test_a_mesh_that_cannot_be_read_is_told_and_the_body_is_drawn(tmp_path, name, data, said):
    if data is not None:
        (tmp_path / name).write_bytes(data)
    machine = pendulum(lw.shapes.Mesh(name, folder=str(tmp_path)))
    picture = scene(machine)
    (note,) = picture.notes
    assert "bar is drawn without its shape Mesh" in note
    assert said in note
    assert picture.bodies[0].shapes == drawn(pendulum())  # the automatic shape


def test_wrong_shapes_are_refused_with_all_faults_at_once(tmp_path):
    with pytest.raises(ValueError, match="3 faults") as caught:
        lw.shapes.Bar((0, 0), (np.nan, 0), -1.0, colour="red")
    assert all(word in str(caught.value) for word in ("x of end is nan", "radius is -1.0", "colour is 'red'"))
    with pytest.raises(ValueError, match="3 faults") as caught, model_folder(tmp_path):
        lw.shapes.Mesh("../../etc/link.png", scale=0.0)
    assert all(
        word in str(caught.value) for word in ("scale is 0.0", "ends in .stl or .obj", "outside the model's folder")
    )
    with pytest.raises(ValueError, match="outside"):
        lw.shapes.Mesh("/link.stl", folder=str(tmp_path))
    for wrong in (
        lambda: lw.shapes.Block((1.0, 0.0, 1.0)),
        lambda: lw.shapes.Sphere(np.inf),
        lambda: lw.shapes.Cylinder(0.1, 0.2, inner=0.1),
        lambda: lw.shapes.Disc((0, 0), 0.1, axis=(0, 0, 0)),
        lambda: lw.shapes.Plate([(0, 0), (1, 0)], 0.1),
    ):
        with pytest.raises(ValueError, match="expected"):
            wrong()
    with pytest.raises(ValueError, match=r"shapes are .*expected a tuple of shapes"):
        pendulum("bar")


def test_shapes_follow_parameters_through_modules():
    length = lw.Parameter("l", 0.4, "m", "length")
    bar = lw.Body(1.0, 0.1, points={"tip": (length, 0.0)}, shapes=[lw.shapes.Bar((0, 0), (length, 0), length / 40)])
    limb = lw.Mechanism("limb", {"bar": bar}, {"pin": lw.Revolute("ground", "bar")}, parameters=[length])
    machine = lw.Mechanism("two", {"A": limb, "B": limb.use({"l": 0.7})})
    ends = {body.name: next(iter(body.shapes)) for body in scene(machine, {"A.l": 0.5}).bodies}
    assert ends["A.bar"].end == (0.5, 0.0, 0.0)
    assert ends["B.bar"].end == (0.7, 0.0, 0.0)
    assert ends["B.bar"].radius == pytest.approx(0.7 / 40, rel=1e-15)


def test_solids_look_as_they_are(tmp_path):
    (tmp_path / "s.stl").write_bytes(text_stl().encode())
    shapes = lw.shapes
    made = {
        shapes.Block((0.3, 0.2, 0.1), (0, 0, 1)): lw.Body.box((0.3, 0.2, 0.1), density=1.0, at=(0, 0, 1)),
        shapes.Cylinder(0.1, 0.5): lw.Body.cylinder(0.1, 0.5, mass=1.0),
        shapes.Cylinder(0.1, 0.5, inner=0.05): lw.Body.tube(0.1, 0.05, 0.5, mass=1.0),
        shapes.Sphere(0.2): lw.Body.sphere(0.2, mass=1.0),
        shapes.Plate([(0, 0), (1, 0), (0, 1)], 0.1): lw.Body.plate([(0, 0), (1, 0), (0, 1)], 0.1, mass=1.0),
        shapes.Mesh("s.stl", 0.001, folder=str(tmp_path)): lw.Body.from_mesh(tmp_path / "s.stl", 0.001, mass=1.0),
    }
    for shape, body in made.items():
        assert body.shapes == (shape,)


def test_shapes_are_carried_and_change_no_equation(tmp_path):
    plain, dressed = (
        pendulum(),
        pendulum(lw.shapes.Block((0.1, 0.1, 1.0)), lw.shapes.Mesh("a.stl", folder=str(tmp_path))),
    )
    for carried in (copy.deepcopy, lambda thing: pickle.loads(pickle.dumps(thing))):  # noqa: S301  our own bytes
        assert carried(dressed).parts["bar"].shapes == dressed.parts["bar"].shapes
    # The text of the equations is what files and the cache of compiled code know a machine by.
    assert to_text(lw.formalisms.modular(dressed)) == to_text(lw.formalisms.modular(plain))
    np.testing.assert_array_equal(reference_poses(dressed)["bar"], reference_poses(plain)["bar"])
