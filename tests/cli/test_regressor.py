"""`linkwright regressor`: base parameters in words and as JSON, and names that are wrong."""

import json

import pytest

from cli.calling import runner
from linkwright.cli import app


def test_words_and_json():
    done = runner.invoke(app, ["regressor", "double_pendulum", "--set", "l_1=0.3"])
    assert done.exit_code == 0, done.stderr
    assert "first.Izz + 0.09 m^2 second.m" in done.stdout
    assert "not identifiable (1): first.m" in done.stdout
    data = json.loads(runner.invoke(app, ["regressor", "double_pendulum", "--json"]).stdout)
    assert data["count"] == 6
    assert data["combinations"][0]["coefficients"] == pytest.approx({"first.Izz": 1.0, "second.m": 0.25})
    assert data["not_identifiable"] == ["first.m"]


def test_motors_and_their_parameters():
    options = [text for name in ("A.motor.J", "A.motor.b") for text in ("--other", name)]
    data = json.loads(runner.invoke(app, ["regressor", "three_rrr", *options, "--json"]).stdout)
    assert data["count"] == 14  # the rotor turns with the bar: its inertia is grouped with the bar's
    rotor = next(each for each in data["combinations"] if each["name"] == "A.motor.J")
    assert abs(rotor["coefficients"]["A.upper.Izz"] - 1 / 20**2) < 1e-10
    assert "A.motor.b" in data["alone"]


def test_a_wrong_name_is_told_with_close_ones():
    done = runner.invoke(app, ["regressor", "three_rrr", "--other", "A.motor.JJ"])
    assert done.exit_code == 2
    assert "A.motor.J" in done.stderr
