"""`linkwright diagnose`: words, JSON, figure, and names that are wrong."""

import json
import xml.etree.ElementTree as ET

from cli.calling import runner
from linkwright.cli import app


def test_words_json_and_figure(tmp_path):
    file = tmp_path / "bar.svg"
    done = runner.invoke(app, ["diagnose", "four_bar", "--position", "phi=0.4", "--out", str(file)])
    assert done.exit_code == 0, done.stderr
    assert "Gruebler 1, at this pose 1, at a general pose 1" in done.stdout
    assert "every reaction is unique" in done.stdout
    words = " ".join(ET.fromstring(file.read_text(encoding="utf-8")).itertext())  # noqa: S314  our own file
    assert "crank.pivot" in words
    data = json.loads(runner.invoke(app, ["diagnose", "four_bar", "--json"]).stdout)
    assert (data["gruebler"], data["degrees_of_freedom"], data["degrees_of_freedom_general"], data["redundant"]) == (
        1,
        1,
        1,
        0,
    )
    assert data["reactions"]["B"] == {"x": True, "y": True}


def test_wrong_names_are_told_with_close_ones():
    done = runner.invoke(app, ["diagnose", "four_bar", "--position", "phii=1", "--position", "psi=now"])
    assert done.exit_code == 2
    assert "phi" in done.stderr
    assert "psi" in done.stderr


def test_a_pose_out_of_reach_names_the_joint():
    done = runner.invoke(app, ["diagnose", "four_bar", "--set", "l_0=0.9"])
    assert done.exit_code == 2
    assert "close" in done.stderr
