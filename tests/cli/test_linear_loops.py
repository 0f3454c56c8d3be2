"""Commands about linear models of closed loops: bode --linear, margins, bandwidth."""

import json

import pytest

from cli.calling import call, refused

BODE = ("bode", "mast_3prs", "--linear", "--reference", "z", "--frequency", "5,10")


def test_bode_by_the_linear_model(tmp_path):
    done = call(*BODE, "--json", "--out", str(tmp_path))
    rows = json.loads(done.stdout)
    assert [row["frequency"] for row in rows] == [5.0, 10.0]
    assert 100 * rows[1]["magnitude"] == pytest.approx(42.993, abs=5e-4)
    assert rows[1]["phase_deg"] == pytest.approx(-96.714, abs=5e-4)
    assert (tmp_path / "bode.svg").read_text(encoding="utf-8").startswith("<svg")


def test_sines_need_amplitudes():
    words = refused("bode", "mast_3prs", "--reference", "z", "--frequency", "5")
    assert "--amplitude: sines need amplitudes; give them, or --linear for the linear model" in words


def test_margins_of_a_signal(tmp_path):
    picture = tmp_path / "loop.svg"
    done = call(
        "margins", "mast_3prs", "--at", "axis1.speed.command", "--parameters", "identified", "--json",
        "--out", str(picture),
    )  # fmt: skip
    found = json.loads(done.stdout)
    assert list(found) == ["gain_up", "gain_down", "phase_deg", "largest_pole"]
    assert found["gain_up"] > 1 > found["gain_down"] > 0
    assert 0 < found["phase_deg"] < 180
    assert found["largest_pole"] < 1
    assert "−1" in picture.read_text(encoding="utf-8")


@pytest.mark.long
def test_margins_of_an_unstable_loop_say_where_it_comes_from():
    words = call("margins", "mast_3prs", "--at", "axis1.current.command", "--control", "current.delay=0.0001").stdout
    assert "the loop is not stable" in words
    assert "axis1.current" in words
    assert "friction off" in words


def test_wrong_signals_and_machines_are_refused():
    words = refused("margins", "mast_3prs", "--at", "axis1.speed.comand", "--control", "speed.kq=1")
    assert "--at: there is no output of a block 'axis1.speed.comand'" in words
    assert "no option 'speed.kq'" in words
    assert "three_rrr is not published with controllers" in refused("margins", "three_rrr", "--at", "x")


@pytest.mark.long
def test_a_map_of_bandwidths_is_drawn(tmp_path):
    done = call(
        "bandwidth", "mast_3prs", "--map", "z,psi", "--count", "3", "--range", "psi=-1.4:1.4", "--json",
        "--out", str(tmp_path / "map.svg"),
    )  # fmt: skip
    found = json.loads(done.stdout)
    assert found["names"] == ["z", "psi"]
    middle = found["bandwidth"][1][1]
    assert json.loads(call("bandwidth", "mast_3prs", "--json").stdout)["bandwidth"] == pytest.approx(middle, rel=1e-6)
    assert found["bandwidth"][0] == [None] * 3
    assert len(found["reasons"]) == 6
    assert (tmp_path / "map.svg").read_text(encoding="utf-8").startswith("<svg")


def test_wrong_maps_are_refused():
    words = refused("bandwidth", "mast_3prs", "--map", "z,y", "--lowest", "0", "--range", "z=1")
    assert "--lowest 0: expected more than 0 Hz" in words
    assert "there is no coordinate of the pose 'y'" in words
