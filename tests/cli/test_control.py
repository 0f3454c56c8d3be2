"""Machines under their own controllers in the command line."""

import json

import pytest

from cli.calling import call, refused


def test_show_draws_the_signal_diagram(tmp_path):
    file = tmp_path / "signals.svg"
    told = call("show", "mast_3prs", "--control", "--out", str(file)).stdout
    assert "  speed  (PI, every 1 ms)" in told
    assert "    drive1.v <- axis1.current.command [V]" in told
    assert "axis3.current" in file.read_text(encoding="utf-8")


def test_show_tells_programs_the_blocks():
    told = json.loads(call("show", "mast_3prs", "--control", "--json").stdout)
    current = next(block for block in told["blocks"] if block["name"] == "axis2.current")
    assert (current["kind"], current["period"], current["delay"]) == ("PI", 1e-4, 0.0)
    assert current["inputs"]["measurement"] == {"from": "drive2.i", "kind": "measurement"}
    assert told["commands"]["drive2.v"] == "axis2.current.command"


@pytest.mark.long
def test_simulate_runs_the_table_under_its_cascade(tmp_path):
    """Peaks of the sheet are those of the file, and torque is kT i."""
    pytest.importorskip("pyarrow")
    from linkwright import Trajectory

    arguments = ("simulate", "mast_3prs", "--duration", "0.05", "--integrator", "runge-kutta-4:1e-4")
    done = call(*arguments, "--out", str(tmp_path), "--json")
    told = json.loads(done.stdout)
    sheets = {sheet["drive"]: {row["name"]: row for row in sheet["rows"]} for sheet in told["sizing"]}
    run = Trajectory.load(tmp_path / "run.parquet")
    assert list(sheets) == ["drive1", "drive2", "drive3"]
    assert run.provenance["formalism"] == "kane"
    other = json.loads(call(*arguments, "--formalism", "modular", "--json").stdout)
    assert told["final_state"]["positions"]["z"] == pytest.approx(other["final_state"]["positions"]["z"], abs=1e-12)
    assert sheets["drive1"]["current"]["peak"] == pytest.approx(abs(run["drive1.i"]).max(), rel=1e-12)
    assert sheets["drive1"]["torque"]["peak"] == pytest.approx(0.0302 * abs(run["drive1.i"]).max(), rel=1e-12)
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    for words in ("Signal diagram", "Signals of the controllers", "Sizing of the drives", "axis1.speed.command"):
        assert words in page


def test_faults_of_control_are_told_together():
    told = refused("simulate", "mast_3prs", "--input", "drive1.v=1", "--input", "pose.zz=3")
    assert "drive1.v is commanded by the controllers; add --no-control" in told
    assert "there is no input 'pose.zz'; did you mean pose.z" in told
    assert "no input 'drive1.v'" not in told
    told = refused("simulate", "mast_3prs", "--control", "speed.kpp=1", "--control", "position.k=nan")
    assert "--control position.k: 'nan' is not finite" in told
    assert "no option 'speed.kpp'; did you mean speed.kp" in told
    assert "four_bar has no controllers of its own" in refused("show", "four_bar", "--control")
    assert "contradict" in refused("simulate", "mast_3prs", "--no-control", "--control", "speed.kp=1")
