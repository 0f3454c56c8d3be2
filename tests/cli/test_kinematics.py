"""The commands workspace and singularities: what they answer, what they write, how they answer wrong input."""

import json
import xml.etree.ElementTree as ET

import numpy as np
import pytest

from cli.calling import call, refused

AREA = ("--across", "platform.x=-1:1", "--across", "platform.y=-1:1", "--resolution", "9")


def test_workspace_says_and_writes_what_it_found(tmp_path):
    printed = call(
        "workspace", "three_rrr", "--no-motors", *AREA, "--limit", "A.phi=1.5:3", "--out", str(tmp_path)
    ).stdout
    data = json.loads((tmp_path / "workspace.json").read_text(encoding="utf-8"))
    allowed = np.array(data["allowed"])
    assert allowed.shape == (9, 9)
    assert f"allowed: {allowed.sum()} of 81 points" in printed
    assert f"{data['refused']['A.phi']} points break A.phi from 1.5 to 3" in printed
    assert "inputs A.phi, B.phi, C.phi" in printed
    assert "characteristic length" in printed
    ET.parse(tmp_path / "workspace.svg")  # noqa: S314  our own picture
    assert f"wrote {tmp_path / 'workspace.svg'}" in printed.replace("\n", "")


def test_json_is_all_that_is_printed():
    for command in ("workspace", "singularities"):
        data = json.loads(
            call(command, "three_rrr", "--no-motors", *AREA, "--at", "platform.theta=0.9", "--json").stdout
        )
        assert data["inputs"] == ["A.phi", "B.phi", "C.phi"]
        assert data["across"] == ["platform.x", "platform.y"]
        assert data["at"] == {"platform.theta": 0.9}
        assert data["characteristic_length"] > 0


def test_singularities_names_kinds_and_distances(tmp_path):
    printed = call(
        "singularities", "three_rrr", "--no-motors", "--across", "platform.x=-1.6:1", "--across", "platform.y=-1:1",
        "--at", "platform.theta=0.9", "--resolution", "15", "--out", str(tmp_path),
    ).stdout  # fmt: skip
    assert "parallel singularities (the platform can move while the inputs stand)" in printed
    assert "reference configuration: serial margin" in printed
    assert "smallest parallel margin on the grid" in printed
    assert "parallel singular" in (tmp_path / "singularities.svg").read_text(encoding="utf-8")


def test_other_machines_by_names():
    printed = call(
        "workspace", "serial_manipulator", "--platform", "end", "--across", "end.x=-0.5:0.5",
        "--across", "end.z=-0.5:0.5",
        "--resolution", "5", "--inputs", "gamma1,alpha2,alpha3",
    ).stdout  # fmt: skip
    assert "inputs gamma1, alpha2, alpha3; platform end.x" in printed


def test_wrong_input_is_answered_in_words():
    said = refused("workspace", "three_rrr", "--across", "platform.x=1:0", "--at", "platform.theta=z", "--limit", "q=1")
    for words in (
        "4 faults",
        "give it twice",
        "must be below the upper one",
        "'z' is not a number",
        "expected LOW:HIGH",
    ):
        assert words in said
    assert "did you mean three_rrr" in refused("workspace", "three_rr")
    said = refused("workspace", "double_pendulum")
    assert "no body 'platform'" in said
    assert "--platform NAMES" in said
    assert "platform=" not in said
    assert "is no coordinate of the platform" in refused("workspace", "three_rrr", "--across", "x", "--across", "y")
    assert "expected LOW:HIGH:COUNT" in refused("singularities", "three_rrr", "--over", "platform.theta=1:2")
    assert "choose a resolution of" in refused("workspace", "three_rrr", "--resolution", "100000")
    assert "does not close" in refused(
        "workspace", "three_rrr", "--across", "platform.x=8:9", "--across", "platform.y=8:9", "--resolution", "3"
    )


def test_a_slice_that_is_too_small_is_told(tmp_path):
    """The 3RRR's platform goes on beyond 0.5 m to both sides and down, and not beyond 4 m anywhere."""
    small = ("--across", "platform.x=-0.5:0.5", "--across", "platform.y=-0.5:4", "--resolution", "9")
    done = call("workspace", "three_rrr", "--no-motors", *small, "--out", str(tmp_path / "small.svg"))
    sides = "platform.x < -0.5, platform.x > 0.5, platform.y < -0.5"
    assert f"goes on beyond the slice, at {sides};" in done.stdout
    assert "goes on beyond platform.x &lt; -0.5" in (tmp_path / "small.svg").read_text(encoding="utf-8")
    data = json.loads(call("singularities", "three_rrr", "--no-motors", *small, "--json").stdout)
    assert data["goes_on"] == sides.split(", ")
    wide = ("--across", "platform.x=-4:4", "--across", "platform.y=-4:4", "--resolution", "9")
    assert "goes on" not in call("workspace", "three_rrr", "--no-motors", *wide).stdout


def test_out_is_a_figure_or_a_folder_and_nothing_is_left_of_a_refusal(tmp_path):
    for command, options in (("workspace", AREA), ("diagnose", ())):
        folder, file = tmp_path / command / "all", tmp_path / command / "one" / "figure.svg"
        written = json.loads(call(command, "three_rrr", *options, "--out", str(folder), "--json").stdout)["files"]
        stem = "diagnosis" if command == "diagnose" else command
        assert written == [str(folder / f"{stem}.svg"), str(folder / f"{stem}.json")]
        json.loads((folder / f"{stem}.json").read_text(encoding="utf-8"))
        assert json.loads(call(command, "three_rrr", *options, "--out", str(file), "--json").stdout)["files"] == [
            str(file)
        ]
        assert "expected FILE.svg" in refused(command, "three_rrr", "--out", str(tmp_path / "new" / "a.png"))
        wrong = ("--position", "platform.y=9") if command == "diagnose" else ("--across", "x", "--across", "y")
        refused(command, "three_rrr", *wrong, "--out", str(tmp_path / "new" / "folder"))
        assert not (tmp_path / "new").exists()


@pytest.mark.long
@pytest.mark.parametrize("command", ["workspace", "singularities"])
def test_commands_of_the_help_run(command):
    text = call(command, "--help").stdout
    examples = [line.split()[1:] for line in text.splitlines() if line.strip().startswith("linkwright ")]
    assert len(examples) >= 2
    for example in examples:
        call(*example)


@pytest.mark.long
@pytest.mark.parametrize("machine", ["three_rrr", "three_rps", "three_prs", "stewart", "delta", "planar_3prr"])
def test_defaults_of_every_parallel_machine_reach_something(machine):
    data = json.loads(call("workspace", machine, "--resolution", "15", "--json").stdout)
    assert np.sum(data["allowed"]) > 10


def test_elastic_shafts_are_taken_as_it_is_said():
    slice_ = ("mast_3prs", "--across", "psi=-0.4:0.4", "--across", "theta=-0.4:0.4", "--resolution", "5")
    for command in ("workspace", "singularities"):
        assert "elastic shafts and belts unloaded" in call(command, *slice_, "--elastic", "unloaded").stdout
        assert "drive3.shaft are elastic: say how that is taken, --elastic unloaded" in refused(command, *slice_)
    assert "--elastic static: expected unloaded or rigid" in refused("workspace", *slice_, "--elastic", "static")
    assert json.loads(call("workspace", *slice_, "--elastic", "rigid", "--json").stdout)["elastic"] == "rigid"
    motion = ("--motion", "z=cycloid:0.255,0.29,0.3", "--motion", "psi=0", "--motion", "theta=0", "--samples", "11")
    found = json.loads(call("inverse", "mast_3prs", *motion, "--elastic", "static", "--json").stdout)
    assert any('elastic="static"' in note for note in found["certificate"]["notes"])
    assert "are elastic: say how" in refused("inverse", "mast_3prs", *motion)
    assert "--elastic soft: expected rigid, unloaded, static" in refused("inverse", "mast_3prs", "--elastic", "soft")
