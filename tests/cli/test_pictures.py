"""The commands `picture` and `film`: machines, own programs with meshes, saved runs; refusals in words."""

import json
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from PIL import Image

from cli.calling import call, refused

PROGRAM = """
import linkwright as lw


def swing(missing=False):
    mesh = lw.shapes.Mesh("none.stl" if missing else "parts/link.obj", scale=0.001)
    rod = lw.Body(1.0, 0.1, (0.3, 0.0), points={"tip": (0.6, 0.0)}, shapes=(mesh,))
    return lw.Mechanism(
        "swing", {"rod": rod}, {"pin": lw.Revolute("ground", "rod")}, gravity=(0.0, -9.81), title="</script>../swing"
    )


outside = lambda: lw.shapes.Mesh("../link.obj")
"""


@pytest.fixture
def program(tmp_path):
    (tmp_path / "model" / "parts").mkdir(parents=True)
    (tmp_path / "model" / "parts" / "link.obj").write_text("v 0 -40 0\nv 600 0 0\nv 0 40 0\nf 1 2 3\n")
    path = tmp_path / "model" / "mine.py"
    path.write_text(PROGRAM)
    return path


def inked(path):
    with Image.open(path) as image:
        pixels = np.asarray(image.convert("RGB"))
    border = np.concatenate([pixels[0], pixels[-1], pixels[:, 0], pixels[:, -1]])
    assert (border == 255).all()
    return (pixels != 255).any(axis=2)


def test_a_machine_of_ones_own_is_drawn_with_the_mesh_beside_its_program(program, tmp_path):
    out = tmp_path / "new" / "swing.png"
    assert json.loads(call("picture", f"{program}:swing", "--out", str(out), "--size", "200x160", "--json").stdout) == {
        "machine": "</script>../swing",
        "files": [str(out)],
        "notes": [],
    }
    flat = inked(out)
    assert flat.shape == (160, 200)
    call("picture", f"{program}:swing", "--out", str(out), "--size", "200x160", "--at", "pin.angle=90deg")
    turned = inked(out)
    assert np.ptp(np.flatnonzero(flat.any(axis=0))) > np.ptp(np.flatnonzero(flat.any(axis=1)))
    assert np.ptp(np.flatnonzero(turned.any(axis=0))) < np.ptp(np.flatnonzero(turned.any(axis=1)))
    told = call("picture", f"{program}:swing", "--set", "missing=true", "--out", str(out))
    assert "rod is drawn without its shape Mesh" in told.stderr


def test_films_and_pictures_of_runs(program, tmp_path):
    film, run = tmp_path / "swing.gif", tmp_path / "run"
    words = call("film", f"{program}:swing", "--out", str(film), "--duration", "0.4", "--fps", "10", "--size", "64x48")
    assert "5 images" in words.stdout
    with Image.open(film) as made:
        assert (made.n_frames, made.size, made.info["duration"]) == (5, (64, 48), 100)
    call("simulate", "four_bar", "--duration", "0.2", "--samples", "5", "--out", str(run))
    svg = tmp_path / "run.svg"
    call("picture", str(run), "--at", "time=0.1", "--view", "iso", "--out", str(svg))
    assert ET.fromstring(svg.read_text(encoding="utf-8")).tag.endswith("svg")  # noqa: S314  our own text
    assert "an instant of the run, 0 to 0.2 s" in refused("picture", str(run), "--at", "time=3", "--out", str(svg))
    assert "a saved run, which has its values" in refused("film", str(run), "--set", "l=2", "--out", str(film))


def test_wrong_words_are_refused_all_at_once(program, tmp_path):
    words = refused("picture", "four_bor", "--out", str(tmp_path / "a.jpg"), "--size", "9x9", "--view", "tpo")
    assert all(
        each in words for each in ("4 faults", "ends in .png or .svg", "--size 9x9", "did you mean top", "four_bar")
    )
    assert "no quantity 'phy'" in refused("picture", "four_bar", "--at", "phy=1", "--out", str(tmp_path / "a.png"))
    words = refused("film", "four_bar", "--out", str(tmp_path / "a.mp4"), "--size", "65x48", "--duration", "-1")
    assert all(each in words for each in ("even number", "--duration -1"))
    assert "outside the model's folder" in refused("picture", f"{program}:outside", "--out", str(tmp_path / "a.png"))
    assert not list(tmp_path.glob("a.*"))


def test_a_name_of_neither_a_machine_nor_a_run_is_told_once(tmp_path):
    out = str(tmp_path / "a.png")
    assert "a machine of your own is FILE.py:NAME; and no saved run is at r1" in refused("picture", "r1", "--out", out)
    assert refused("report", "r1", "--out", str(tmp_path / "a.html")).count("r1") == 1


def test_of_an_input_that_there_is_not_the_unit_is_not_told():
    said = refused("simulate", "four_bar", "--input", "push=1N", "--input", "pull=sine:1N,2Hz", "--input", "turn=much")
    assert "there is no input 'push'" in said
    assert "without a unit" not in said
    assert "turn=much: 'much' is not a number" in said
