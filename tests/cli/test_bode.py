"""The command bode: what it prints, and what it refuses."""

import json

import pytest

from cli.calling import call, refused
from oracles import mast_table

SHORT = ("bode", "mast_3prs", "--reference", "z", "--frequency", "20", "--amplitude", "0.003", "--processes", "1")


def test_wrong_input_is_told_all_at_once():
    words = refused(
        "bode", "mast_3prs", "--reference", "zz", "--frequency", "1,x,-3", "--amplitude", "0.01,0.02,0.03,0.04",
        "--control", "speed.kq=1", "--control", "speed.period=0", "--pose", "y=1", "--friction", "glue",
    )  # fmt: skip
    assert "'x' is not a number" in words
    assert "--frequency -3: expected more than 0" in words
    assert "friction = 'glue': expected one of 'smooth', 'sticks', 'none'" in words


def test_wrong_names_of_reference_control_and_pose_are_told_all_at_once():
    words = refused(*SHORT[:3], "zz", *SHORT[4:], "--control", "speed.kq=1", "--pose", "y=1")
    assert "no option 'speed.kq'; did you mean speed.kp" in words
    assert "there is no --pose 'y'" in words
    assert "--reference: there is no position 'zz'" in words


def test_wrong_names_and_times_of_blocks_are_told_all_at_once():
    words = refused(*SHORT, "--control", "speed.period=0", "--control", "speed.kq=3", "--control", "position.phase=1")
    assert "no option 'speed.kq'; did you mean speed.kp" in words
    assert "speed.period = 0: expected more than 0 s" in words
    assert "position.phase = 1: expected from 0 s to less than the period of 0.005 s" in words


def test_the_decoupled_form_is_refused_for_light_drives_and_other_machines():
    words = refused(*SHORT, "--decoupled", "--set", "J2=8e-7", "--control", "load.period=5e-5")
    assert "the spectral radius of its inertia over theirs is 1.0358, expected less than 1" in words
    words = refused("bode", "three_rrr", "--reference", "x", "--frequency", "1", "--amplitude", "1", "--decoupled")
    assert "--decoupled: three_rrr has no such option" in words


@pytest.mark.long
def test_the_decoupled_table_answers_as_the_whole_one():
    """Known at 10 Hz: 38.442 % and -101.603 degrees."""
    done = call(*SHORT[:5], "10", "--amplitude", "0.01", "--processes", "1", "--decoupled", "--json")
    (row,) = json.loads(done.stdout)
    assert (100 * row["magnitude"], row["phase_deg"]) == pytest.approx((38.442, -101.603), abs=0.02)


def test_a_machine_without_controllers_is_refused():
    words = refused("bode", "three_rrr", "--reference", "x", "--frequency", "1", "--amplitude", "0.01")
    assert "three_rrr is not published with controllers" in words
    assert "With controllers: mast_3prs" in words


@pytest.mark.long
def test_a_pose_out_of_reach_is_refused():
    assert "--pose psi = 1.5 from home is out of reach" in refused(*SHORT, "--pose", "psi=1.5")


def test_amplitudes_out_of_reach_are_refused():
    words = refused("bode", "mast_3prs", "--reference", "psi", "--frequency", "5", "--amplitude", "1.3")
    assert "amplitudes: 1.3: beyond the reach of psi about 0; the largest that fits is 1.158" in words


def test_the_stroke_of_the_guides_is_given_as_limits():
    """In z the guides have no ends of their own: rho = z - home. The largest amplitude is the distance to a limit."""
    own = ("bode", "mast_3prs", "--reference", "z", "--frequency", "5", "--amplitude", "0.2")
    words = refused(*own, "--limit", "rho1=-0.1:0.15", "--limit", "rho2=-0.12:0.2", "--pose", "z=0.01")
    assert "beyond the reach of z about 0.265147 within rho1, rho2; the largest that fits is 0.11" in words
    words = refused(*own, "--limit", "rho1=0.1:-0.1", "--limit", "rh2=-1:1", "--limit", "rho3=x", "--control", "a.b=1")
    assert "--limit rho1: '0.1:-0.1'; the lower end must be below the upper one" in words
    assert "there is no quantity 'rh2'" in words
    assert "expected LOW:HIGH" in words
    assert "no option 'a.b'" in words


def test_an_unstable_loop_ends_as_diverged():
    done = call(*SHORT, "--control", "current.kp=20", "--json", code=1)
    (row,) = json.loads(done.stdout)
    assert row["outcome"] == "diverged"
    assert row["magnitude"] is None
    assert "axis1.current.command" in row["reason"]


@pytest.mark.long
def test_the_command_prints_the_rows_and_writes_a_figure(tmp_path):
    """About a pose, with other gains, against the oracle at home with the same frequency."""
    done = call(*SHORT, "--json", "--out", str(tmp_path))
    (row,) = json.loads(done.stdout)
    assert set(row) == {
        "frequency", "amplitude", "magnitude", "phase_deg", "harmonics", "settled", "peak_current",
    }  # fmt: skip
    expected = mast_table.response(mast_table.IDENTIFIED, 20.0, 0.003)
    assert 100 * row["magnitude"] == pytest.approx(expected.magnitude, abs=0.02)
    assert row["phase_deg"] == pytest.approx(expected.phase, abs=0.02)
    assert (tmp_path / "bode.svg").read_text(encoding="utf-8").startswith("<svg")
    words = call(*SHORT, "--pose", "z=0.03", "--pose", "psi=0.2", "--control", "speed.kp=0.05").stdout
    assert "bandwidth" in words
