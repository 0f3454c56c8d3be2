"""`linkwright levels` and `linkwright twists`: printed, as JSON, into a file, and wrong words."""

import json

import numpy as np
import pytest

import linkwright as lw
from cli.calling import call, refused

STATE = ["--position", "platform.x=12mm", "--input", "A.v=2"]


def array(data, name):
    return np.array(data["matrices"][name]["values"])


@pytest.mark.parametrize("join", ["partition", "svd", "udwadia-kalaba"])
def test_levels_as_data_are_those_of_the_library(join, tmp_path):
    file = tmp_path / "levels.json"
    done = call("levels", "three_rrr", *STATE, "--join", join, "--out", str(file), "--json")
    assert f"wrote {file}" in done.stderr
    data = json.loads(done.stdout)
    dynamics = lw.compile(lw.formalisms.modular(lw.mechanisms.three_rrr()), join=lw.joins.NAMED[join])
    state = dynamics.assemble({"platform.x": 0.012})
    wanted = dynamics.levels(state, {"A.v": 2.0, "B.v": 0.0, "C.v": 0.0})
    assert list(data["matrices"]) == list(wanted)
    for name in wanted:
        assert np.max(np.abs(array(data, name) - wanted[name])) < 1e-12 * max(1.0, np.max(np.abs(wanted[name])))
    assert data["levels"][0]["modules"] == ["A", "B", "C"]
    written = json.loads(file.read_text(encoding="utf-8"))
    assert written["matrices"] == data["matrices"]
    assert data["files"] == [str(file)]


def test_levels_in_words():
    done = call("levels", "three_rrr", "--matrix", "C_2", "--matrix", "b_2").stdout
    assert "level 2: three_rrr: 6 constraints, 6 independent" in done
    assert "C_2 (12 x 6)" in done
    assert "b_2 (6) = 0" in done
    assert "A_1" not in done


def test_twists_in_words_and_as_data():
    done = call("twists", "double_pendulum", "--position", "theta1=0.3", "--speed", "theta1=2", "--speed", "theta2=2")
    assert "second is held by elbow" in done.stdout
    data = json.loads(
        call("twists", "three_rps", "--speed", "d1=0.02", "--speed", "d2=0", "--speed", "d3=0", "--json").stdout
    )
    assert np.max(np.abs(array(data, "N_l") @ array(data, "N_d") - array(data, "N"))) < 1e-14
    assert data["joints"][:2] == ["leg1.base", "leg1.slide"]


def test_wrong_words():
    told = refused("levels", "three_rrr", "--position", "platform.xx=1", "--input", "A.w=2", "--out", "levels.txt")
    for part in ("3 faults", "did you mean platform.x", "did you mean A.v", ".json"):
        assert part in told
    assert "takes all constraints at once" in refused("levels", "three_rrr", "--join", "multipliers")
    assert "no constraints to eliminate" in refused("levels", "double_pendulum", "--formalism", "kane")
    assert "there is no matrix 'S_9'; did you mean S_2" in refused("levels", "three_rrr", "--matrix", "S_9")
    assert "no position 'theta9'" in refused("twists", "double_pendulum", "--position", "theta9=1")
