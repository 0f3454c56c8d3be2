"""Runs carry the picture of their machine: files are drawn without the program that made them."""

import json
import pickle
import subprocess
import sys

import pytest

import linkwright as lw
from linkwright.drawing import playback, scene, scene_at
from linkwright.trajectory import Outcome, Trajectory

# Runs in a process that has the file and nothing else.
READ = """
import json, sys
import linkwright as lw
from linkwright.drawing import playback
found = [playback.looks_of(lw.Trajectory.load(path)) for path in sys.argv[1:]]
print(json.dumps([[picture.to_dict(), note] for picture, note in found]))
"""


def write_mesh(path, count):
    """A flat sheet of 2 count^2 triangles with (count + 1)^2 corners."""
    corners = [f"v {i / count} {j / count} 0" for i in range(count + 1) for j in range(count + 1)]
    first = [1 + i * (count + 1) + j for i in range(count) for j in range(count)]
    faces = [f"f {k} {k + 1} {k + count + 1}\nf {k + 1} {k + count + 2} {k + count + 1}" for k in first]
    path.write_text("\n".join([*corners, *faces]), encoding="ascii")


def linkage(folder):
    """A four-bar linkage with a spring and a mesh, as a user describes it; lengths 0.4, 0.1, 0.35, 0.3 m."""

    def bar(length, *shapes):
        points = {"a": (0.0, 0.0), "b": (length, 0.0)}
        return lw.Body(1.0, length**2 / 12, (length / 2, 0.0), points=points, shapes=shapes)

    mesh = lw.shapes.Mesh("sheet.obj", scale=0.1, folder=str(folder))
    base = lw.Ground(points={"o": (0.0, 0.0), "c": (0.4, 0.0), "s": (0.0, 0.3)})
    return lw.Mechanism(
        "my_linkage",
        parts={"base": base, "crank": bar(0.1), "coupler": bar(0.35, mesh), "rocker": bar(0.3)},
        connections={
            "O": lw.Revolute("base.o", "crank.a"),
            "A": lw.Revolute("crank.b", "coupler.a"),
            "B": lw.Revolute("coupler.b", "rocker.b"),
            "C": lw.Revolute("base.c", "rocker.a"),
            "spring": lw.Spring("base.s", "crank.b", stiffness=5.0, length=0.2),
            "twist": lw.JointSpring("C.angle", stiffness=0.1),
        },
        exports={"phi": "O.angle"},
        reference={"phi": 1.0, "C.angle": 1.5},
        title="My <linkage> </script>",
    )


@pytest.fixture(scope="module")
def machine(tmp_path_factory):
    folder = tmp_path_factory.mktemp("machine")
    write_mesh(folder / "sheet.obj", 3)
    return linkage(folder)


@pytest.fixture(scope="module")
def dynamics(machine):
    return lw.compile(lw.formalisms.kane(machine)).with_parameters({"spring.stiffness": 6.0})


@pytest.fixture(scope="module")
def run(dynamics):
    return lw.simulate(dynamics, dynamics.reference, duration=0.1, samples=5)


def test_a_file_is_drawn_without_the_program(machine, dynamics, run, tmp_path):
    """The scene in .parquet and .csv files, of a run in memory and of a streamed one, is that of the mechanism."""
    paths = [str(run.save(tmp_path / name)) for name in ("run.parquet", "run.csv")]
    paths.append(str(tmp_path / "streamed.csv"))
    lw.simulate(dynamics, dynamics.reference, duration=0.1, samples=5, stream=paths[-1])
    done = subprocess.run([sys.executable, "-c", READ, *paths], capture_output=True, text=True, check=True)
    expected = scene(machine, poses=run.poses).to_dict()
    assert json.loads(done.stdout) == [[expected, ""]] * 3
    assert {shape["kind"] for body in expected["bodies"] for shape in body["shapes"]} >= {"bar", "surface"}


def test_runs_keep_it_and_equations_let_it_go(machine, run):
    """Slices, other times and pickles have the picture; equality and pickles of equations do not depend on it."""
    copied = pickle.loads(pickle.dumps(run))  # noqa: S301  our own
    for other in (run.slice(0.0, 0.05), run.resample([0.0, 0.1]), copied):
        assert other.picture == run.picture
    without = Trajectory(
        run.time, run.channels, run.poses, outcome=run.outcome, certificate=run.certificate, provenance=run.provenance
    )
    assert without == run
    assert without.picture == ""
    assert "cubes" in playback.looks_of(without)[1]
    assert "cubes" not in lw.show(run).page
    equations = lw.formalisms.modular(machine)
    assert equations.mechanism is machine
    assert pickle.loads(pickle.dumps(equations)).mechanism is None  # noqa: S301  our own


def test_a_large_mesh_gives_way_to_the_automatic_shape(run, tmp_path):
    """6561 corners and 12800 triangles take 16 characters each: 310 kB, of 200 kB that files keep."""
    write_mesh(tmp_path / "sheet.obj", 80)
    machine = linkage(tmp_path)
    values = {name: float(entry[0]) for name, entry in run.provenance["parameters"].items()}
    assert len(scene_at(machine, values, run.poses).to_json()) > 310_000
    text = playback.picture_text(machine, values, run.poses)
    picture = playback.read_picture(text, run.poses)
    assert len(text) < 10_000
    assert "coupler is drawn without its shape Mesh: it takes 310 kB" in " ".join(picture.notes)
    assert isinstance(picture.bodies[1].shapes[0], lw.shapes.Bar)


def shape(**changes):
    """A scene of one body whose only shape is a bar with changes."""
    bar = {"kind": "bar", "start": [0, 0, 0], "end": [1, 0, 0], "radius": 0.1}
    return {"title": "", "planar": True, "bodies": [{"name": "rod", "shapes": [bar | changes]}], "ground": []}


CORNERS, TRIANGLES = "AAAAAAAAAAAAAAAA", "AAAAAAEAAAACAAAA"  # one corner; a triangle of the corners 0, 1, 2
SPAN = {"kind": "spring", "first": "", "start": [0, 0, 0], "second": "rod", "end": [0, 0, 0], "radius": 1, "length": 1}


@pytest.mark.one_in(4)
@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{", "Expecting property name"),
        ("[" * 10_000, "RecursionError"),
        ("[]", "not that of a machine"),
        ("{}", "bodies"),
        ('{"title": NaN}', "NaN where a finite number"),
        (json.dumps({"fault": "no room"}), "no room"),
        (json.dumps(shape(kind="script")), "'script'"),
        (json.dumps(shape(radius="wide")), "radius"),
        (json.dumps(shape(start=[1e999, 0, 0])).replace("Infinity", "1e999"), "start"),
        (json.dumps(shape(onload="x")), "onload"),
        (json.dumps(shape(colour="red;}")), "colour"),
        (json.dumps(shape() | {"symbol": -1}), "symbols"),
        (json.dumps(shape() | {"spans": [SPAN | {"second": "other"}]}), "spring or damper"),
        (json.dumps(shape() | {"spans": [SPAN | {"length": "long"}]}), "not that of a machine"),
        (json.dumps(shape()).replace("rod", "other"), "does not have: other"),
        (
            json.dumps(shape()).replace(
                json.dumps(shape()["bodies"][0]["shapes"][0]),
                json.dumps({"kind": "surface", "corners": CORNERS, "triangles": TRIANGLES}),
            ),
            "corners that are not there",
        ),
        (" " * 4_000_001, "at most 4 MB"),
    ],
)
def test_a_damaged_picture_is_told(text, words):
    """What is no scene is said in words, and bodies are marked by cubes."""
    motion = Trajectory(
        [0.0], {}, {"rod": [[0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0]]}, outcome=Outcome("finished", "", "", 0.0),
        picture=text,
    )  # fmt: skip
    found, note = playback.looks_of(motion)
    assert found is None
    assert words in note
    assert "cubes" in note
    assert playback.read_picture(json.dumps(shape() | {"spans": [SPAN]}), motion.poses).names == ("rod",)
