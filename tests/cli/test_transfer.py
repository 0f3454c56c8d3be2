"""The command transfer: what it prints and writes, and what it refuses."""

import json
import math

import pytest

from cli.calling import call, refused

DRIVE = ("transfer", "mast_3prs", "drive1", "--set", "parameters=manufacturer")


def test_the_functions_are_printed_with_their_resonances():
    words = call(*DRIVE).stdout
    assert "drive1: 2 freedoms, motor drive1.angle, load drive1.pulley" in words
    assert "TF2 = drive1.pulley / drive1.angle\n  numerator    3e-08 s + 67.702" in words
    assert "resonance    1086.29 Hz" in words
    assert "friction off: drive1.friction" in words


def test_numbers_and_figure(tmp_path):
    done = json.loads(call(*DRIVE, "--set", "K1=50", "--json", "--out", str(tmp_path)).stdout)
    functions = {each["name"]: each for each in done["functions"]}
    found = functions["TF2d"]["resonances"][0]["frequency"]
    assert found == pytest.approx((50.0 / (1.42e-5 + 1.4e-6 + 4.68e-6)) ** 0.5 / (2 * math.pi), rel=1e-10)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["transfer.json", "transfer.svg"]


def test_a_drive_that_is_not_there():
    assert "no drive 'wheel'; there are drive1, drive2, drive3" in refused("transfer", "mast_3prs", "wheel")
    assert "name a drive of this machine: drive1, drive2, drive3" in refused("transfer", "mast_3prs")
