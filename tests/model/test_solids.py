"""Bodies by shape and density: closed forms, surfaces against shapes, and files that hold no solid."""

import math
import struct

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

import linkwright as lw
from linkwright.model.surface import MOST

RHO = 7850.0
CORNERS = np.array([[x, y, z] for x in (0, 1) for y in (0, 1) for z in (0, 1)], dtype=float)
QUADS = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]  # looking outwards
FACES = [(a, b, c) for a, b, c, _ in QUADS] + [(a, c, d) for a, _, c, d in QUADS]
SIZE = np.array([0.3, 0.2, 0.05])


def tensor(body):
    """Inertia (3, 3) of a body."""
    xx, yy, zz, xy, xz, yz = (*body.inertia, 0.0, 0.0, 0.0)[:6]
    return np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]], dtype=float)


def same(body, mass, centre, J):
    assert body.mass == pytest.approx(mass, rel=1e-14)
    assert np.allclose(body.centre, centre, rtol=0, atol=1e-14)
    assert np.allclose(tensor(body), J, rtol=0, atol=1e-13 * np.abs(J).max())


# -- shapes --------------------------------------------------------------------------------------------------------


def test_box():
    a, b, c = SIZE
    m = RHO * a * b * c
    J = m / 12 * np.diag([b**2 + c**2, a**2 + c**2, a**2 + b**2])
    same(lw.Body.box(SIZE, density=RHO), m, (0, 0, 0), J)
    same(lw.Body.box(SIZE, mass=2.0, at=(1.0, 2.0, 3.0)), 2.0, (1, 2, 3), 2 / m * J)


def test_cylinder_tube_and_sphere():
    R, r, l = 0.05, 0.03, 0.4
    m = RHO * math.pi * R**2 * l
    same(lw.Body.cylinder(R, l, density=RHO), m, (0, 0, 0), m / 12 * np.diag([3 * R**2 + l**2] * 2 + [6 * R**2]))
    hole = lw.Body.cylinder(r, l, density=RHO)
    J = tensor(lw.Body.cylinder(R, l, density=RHO)) - tensor(hole)
    same(lw.Body.tube(R, r, l, density=RHO), m - hole.mass, (0, 0, 0), J)
    m = RHO * 4 / 3 * math.pi * R**3
    same(lw.Body.sphere(R, density=RHO), m, (0, 0, 0), 2 / 5 * m * R**2 * np.eye(3))


def test_a_plate_is_a_box_and_an_angle_is_two_boxes():
    same_box = lw.Body.box((0.3, 0.2, 0.01), density=RHO, at=(0.15, 0.1, 0.0))
    corners = [(0, 0), (0.3, 0), (0.3, 0.2), (0, 0.2)]
    for outline in (corners, corners[::-1], [*corners, corners[0]]):
        same(lw.Body.plate(outline, 0.01, density=RHO), same_box.mass, same_box.centre, tensor(same_box))
    angle = [(0, 0), (0.3, 0), (0.3, 0.1), (0.1, 0.1), (0.1, 0.4), (0, 0.4)]
    parts = [
        lw.Body.box((0.3, 0.1, 0.01), density=RHO, at=(0.15, 0.05, 0.0)),
        lw.Body.box((0.1, 0.3, 0.01), density=RHO, at=(0.05, 0.25, 0.0)),
    ]
    m = sum(part.mass for part in parts)
    centre = sum(part.mass * np.array(part.centre) for part in parts) / m
    J = np.zeros((3, 3))
    for part in parts:
        d = np.array(part.centre) - centre
        J += tensor(part) + part.mass * (d @ d * np.eye(3) - np.outer(d, d))
    same(lw.Body.plate(angle, 0.01, density=RHO), m, centre, J)


def test_a_turned_shape_has_a_turned_tensor():
    pose = lw.Pose.from_euler_angles((0.1, -0.2, 0.3), "zxz", (0.4, -1.1, 2.0))
    R = Rotation.from_euler("ZXZ", (0.4, -1.1, 2.0)).as_matrix()
    straight = lw.Body.box(SIZE, density=RHO)
    same(lw.Body.box(SIZE, density=RHO, at=pose), straight.mass, (0.1, -0.2, 0.3), R @ tensor(straight) @ R.T)
    plate = lw.Body.plate([(0, 0), (0.3, 0), (0, 0.2)], 0.01, density=RHO)
    turned = lw.Body.plate([(0, 0), (0.3, 0), (0, 0.2)], 0.01, density=RHO, at=pose)
    centre = np.array([0.1, -0.2, 0.3]) + R @ np.array(plate.centre)
    same(turned, plate.mass, centre, R @ tensor(plate) @ R.T)


def test_a_body_in_the_plane():
    body = lw.Body.box((0.3, 0.02, 0.01), density=RHO, at=(0.15, 0.0), planar=True, points={"tip": (0.3, 0.0)})
    assert not body.spatial
    assert body.centre == (0.15, 0.0)
    assert body.inertia == pytest.approx(body.mass * (0.3**2 + 0.02**2) / 12, rel=1e-14)


def test_sizes_may_be_parameters():
    """A rod of steel on a pin: its small swings have the frequency sqrt(3 g / (2 l)) whatever its density."""
    l, rho = lw.Parameter("l", 0.6, "m", "length"), lw.Parameter("rho", RHO, "kg/m^3", "density")
    rod = lw.Body.box(
        (l, 0.01, 0.01), density=rho, at=(l / 2, 0.0), planar=True, points={"root": (0.0, 0.0)}, home="pin"
    )
    machine = lw.Mechanism(
        "rod", {"rod": rod}, {"pin": lw.Revolute("ground", "rod.root")}, parameters=[l, rho], gravity=(0.0, -9.81)
    )
    dynamics = lw.compile(lw.formalisms.modular(machine))
    for values in ({}, {"l": 1.2}, {"rho": 2700.0}):
        other = dynamics.with_parameters(values) if values else dynamics
        length, m = other.parameters["l"], other.parameters["rod.mass"]
        assert m == pytest.approx(other.parameters["rho"] * length * 1e-4, rel=1e-14)
        J = m * (length**2 + 1e-4) / 12 + m * length**2 / 4
        found = other.forward(other.assemble({"pin.angle": 0.0}))["pin.angle"]
        assert found == pytest.approx(-m * 9.81 * length / 2 / J, rel=1e-13)


# -- surfaces ------------------------------------------------------------------------------------------------------


def binary(triangles):
    head = b"surface".ljust(80, b" ") + struct.pack("<I", len(triangles))
    return head + b"".join(struct.pack("<12fH", 0, 0, 0, *np.ravel(t), 0) for t in triangles)


def text(triangles):
    facets = "".join(
        "facet normal 0 0 0\nouter loop\n"
        + "".join(f"vertex {x!r} {y!r} {z!r}\n" for x, y, z in np.asarray(t).tolist())
        + "endloop\nendfacet\n"
        for t in triangles
    )
    return f"solid box\n{facets}endsolid box\n".encode()


def wavefront(corners, faces):
    rows = [f"v {x!r} {y!r} {z!r}" for x, y, z in np.asarray(corners).tolist()]
    return "\n".join(["# box", *rows, *["f " + " ".join(f"{i + 1}/1/1" for i in face) for face in faces]]).encode()


def surfaces(size=SIZE, offset=(0.0, 0.0, 0.0)):
    """The same box as three files, lengths exact in single precision."""
    corners = CORNERS * size + np.array(offset)
    triangles = [corners[list(face)] for face in FACES]
    return {"binary.stl": binary(triangles), "text.stl": text(triangles), "box.obj": wavefront(corners, QUADS)}


@pytest.mark.parametrize("name", ["binary.stl", "text.stl", "box.obj"])
def test_the_surface_of_a_box_is_the_box(tmp_path, name):
    size, offset = np.array([300.0, 200.0, 50.0]), np.array([1000.0, -500.0, 250.0])
    file = tmp_path / name
    file.write_bytes(surfaces(size, offset)[name])
    middle = (offset + size / 2) / 1000
    box = lw.Body.box(size / 1000, density=RHO, at=middle)
    found = lw.Body.from_mesh(file, 0.001, density=RHO)
    assert found.mass == pytest.approx(box.mass, rel=1e-13)
    assert np.allclose(found.centre, middle, rtol=0, atol=1e-13)
    assert np.allclose(tensor(found), tensor(box), rtol=0, atol=1e-12 * np.abs(tensor(box)).max())


def test_a_surface_that_looks_inwards_and_one_with_a_cavity(tmp_path):
    corners = CORNERS * SIZE
    inward = [corners[list(face[::-1])] for face in FACES]
    (tmp_path / "in.stl").write_bytes(text(inward))
    box = lw.Body.box(SIZE, density=RHO, at=SIZE / 2)
    same(lw.Body.from_mesh(tmp_path / "in.stl", density=RHO), box.mass, SIZE / 2, tensor(box))
    hollow = [corners[list(face)] for face in FACES] + [(t - SIZE / 2) / 2 + SIZE / 2 for t in inward]
    (tmp_path / "hollow.stl").write_bytes(text(hollow))
    J = tensor(box) - tensor(lw.Body.box(SIZE / 2, density=RHO))
    same(lw.Body.from_mesh(tmp_path / "hollow.stl", density=RHO), box.mass * 7 / 8, SIZE / 2, J)


def test_the_surface_of_a_tetrahedron(tmp_path):
    """Corners at the origin and at 1 on each axis: V = 1/6, centre 1/4, Ixx = 3/80 about the centre at the mass 1."""
    corners = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], dtype=float)
    (tmp_path / "t.obj").write_bytes(wavefront(corners, [(0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3)]))
    J = np.full((3, 3), 1 / 80) + np.diag([3 / 40 - 1 / 80] * 3)
    same(lw.Body.from_mesh(tmp_path / "t.obj", mass=1.0), 1.0, [0.25] * 3, J)


BOX = surfaces()


@pytest.mark.parametrize(
    ("name", "data", "words"),
    [
        ("cut.stl", BOX["binary.stl"][:-10], "neither a text file that begins with `solid`, nor a binary one"),
        ("open.stl", text([(CORNERS * SIZE)[list(face)] for face in FACES[:-1]]), "not closed: 3 edge"),
        ("empty.stl", b"solid nothing\nendsolid nothing\n", "there are no triangles in it"),
        ("zero.stl", binary([]), "there are no triangles in it"),
        ("nan.stl", BOX["text.stl"].replace(b"0.3", b"nan"), "corners that are not finite"),
        ("word.stl", BOX["text.stl"].replace(b"0.3", b"abc"), "line 11, `vertex abc 0.0 0.0`: expected three numbers"),
        ("flat.obj", wavefront(CORNERS * [1, 1, 0], QUADS), "encloses no volume"),
        ("index.obj", b"v 0 0 0\nv 1 0 0\nf 1 2 3\n", "line 3, `f 1 2 3`: expected three or more corners among the 2"),
        ("many.stl", b"x" * 80 + struct.pack("<I", MOST + 1) + bytes(50 * (MOST + 1)), "at most 500000 are taken"),
        ("box.step", b"ISO-10303-21;", "ends in .stl or .obj"),
        ("image.stl", bytes(range(256)), "neither a text file"),
    ],
)
def test_files_that_hold_no_solid(tmp_path, name, data, words):
    (tmp_path / name).write_bytes(data)
    with pytest.raises(ValueError, match=r"(?s).*") as error:
        lw.Body.from_mesh(tmp_path / name, density=RHO)
    assert words in str(error.value)
    assert name in str(error.value)


def test_a_missing_or_huge_file(tmp_path):
    with pytest.raises(ValueError, match=r"nowhere.stl: it cannot be read \(No such file"):
        lw.Body.from_mesh(tmp_path / "nowhere.stl", density=RHO)
    with (tmp_path / "huge.stl").open("wb") as stream:
        stream.truncate(65 * 1024**2)
    with pytest.raises(ValueError, match="it has 65 MB, at most 64 MB are read"):
        lw.Body.from_mesh(tmp_path / "huge.stl", density=RHO)


# -- what is wrong -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: lw.Body.box(SIZE), "got neither of density and mass"),
        (lambda: lw.Body.box(SIZE, density=1.0, mass=1.0), "got both of density and mass"),
        (lambda: lw.Body.box((1.0, 2.0), mass=1.0), "expected three lengths"),
        (lambda: lw.Body.box((1.0, 0.0, math.nan), mass=1.0), "2 faults"),
        (lambda: lw.Body.cylinder(-1.0, 1.0, mass=1.0), "radius is -1.0"),
        (lambda: lw.Body.tube(1.0, 2.0, 1.0, mass=1.0), "expected the inner one to be smaller"),
        (lambda: lw.Body.sphere("big", mass=1.0), "radius is 'big'"),
        (lambda: lw.Body.sphere(1.0, density=-3.0), "density is -3.0"),
        (lambda: lw.Body.plate([(0, 0), (1, 0)], 0.1, mass=1.0), "at least three corners"),
        (lambda: lw.Body.plate([(0, 0), (1, 0), (2, 0)], 0.1, mass=1.0), "cross or touch"),
        (lambda: lw.Body.plate([(0, 0), (1, 1), (1, 0), (0, 1)], 0.1, mass=1.0), "cross or touch"),
        (lambda: lw.Body.plate([(0, 0), (1, 0), (1, 1), (0, 1)], 0.0, mass=1.0), "thickness is 0.0"),
        (lambda: lw.Body.from_mesh("x.stl", 0.0, mass=1.0), "scale is 0.0"),
        (lambda: lw.Body.box(SIZE, densty=1.0), "did you mean density"),
    ],
)
def test_sizes_that_make_no_solid(make, words):
    with pytest.raises((ValueError, TypeError), match=r"(?s).*") as error:
        make()
    assert words in str(error.value)
