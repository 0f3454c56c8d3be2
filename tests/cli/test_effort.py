"""`inverse` splits torques by effect and takes known inputs; `equations --by-body`; folders that cannot be made."""

import json

import pytest

from cli.calling import runner
from linkwright.cli import app


def test_inverse_tells_what_each_axis_costs_and_writes_it(tmp_path):
    done = runner.invoke(app, ["inverse", "serial_manipulator", "--samples", "11", "--out", str(tmp_path)])
    assert done.exit_code == 0, done.stderr
    assert "rms share" in done.stdout
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert "What the motion costs at each axis" in page
    assert "T2 gravity" in page


def test_a_known_input_is_not_asked_for():
    laws = ["--motion", "phi=0.7", "--duration", "1", "--samples", "3"]
    done = runner.invoke(app, ["inverse", "slider_crank", *laws, "--input", "force=-50", "--json"])
    assert done.exit_code == 0, done.stderr
    found = json.loads(done.stdout)
    assert list(found["needed"]) == ["tau"]
    shares = found["needed"]["tau"]["rms_by_effect"]
    assert shares["inertia"] == pytest.approx(0.0, abs=1e-12)
    assert shares["other"] > 0.1
    wrong = runner.invoke(app, ["inverse", "slider_crank", *laws, "--input", "forc=-50"])
    assert wrong.exit_code == 2
    assert "did you mean force" in wrong.stderr


def test_by_body_needs_simplify():
    done = runner.invoke(app, ["equations", "double_pendulum", "--formalism", "kane", "--by-body"])
    assert done.exit_code == 2
    assert "add --simplify" in done.stderr


def test_a_folder_that_cannot_be_made_is_told_so():
    done = runner.invoke(app, ["inverse", "four_bar", "--out", "/proc/nowhere/here"])
    assert done.exit_code == 2
    assert "nothing can be made in the folder /proc" in done.stderr or "may not write in" in done.stderr
