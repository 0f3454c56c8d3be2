"""The command `benchmark`: rows, exit codes, wrong names."""

import json

import pytest
from typer.testing import CliRunner

from linkwright.analysis import benchmarks
from linkwright.cli import app

runner = CliRunner()


def test_json_is_a_list_of_rows():
    done = runner.invoke(
        app, ["benchmark", "simple_pendulum", "whipple_bicycle_linear", "--formalism", "kane", "--json"]
    )
    assert done.exit_code == 0, done.stderr
    rows = json.loads(done.stdout)
    assert [row["problem"] for row in rows] == [
        "simple_pendulum",
        "whipple_bicycle_linear:matrices",
        "whipple_bicycle_linear:eigenvalues",
    ]
    for row in rows:
        assert set(row) == {"problem", "formalism", "error", "tolerance", "outcome", "seconds"}
        assert row["error"] <= row["tolerance"]
        assert row["outcome"] == "finished"
        assert row["seconds"] > 0


def test_a_table_for_people():
    done = runner.invoke(app, ["benchmark", "simple_pendulum"])
    assert done.exit_code == 0, done.stderr
    assert "all 3 hold" in done.stdout
    for word in ("modular", "kane", "lagrange", "steps", "calls"):
        assert word in done.stdout


def test_an_error_above_its_tolerance_does_not_hold(monkeypatch):
    """A reference moved by 1e-6 is missed, and the exit code says so."""
    moved = tuple((x, y, u, v + 1e-5) for x, y, u, v in benchmarks.runs.reference.PENDULUM_VALUES)
    monkeypatch.setattr(benchmarks.runs.reference, "PENDULUM_VALUES", moved)
    done = runner.invoke(app, ["benchmark", "simple_pendulum", "--json"])
    assert done.exit_code == 1
    assert all(row["error"] > row["tolerance"] for row in json.loads(done.stdout))


def test_wrong_names_are_all_told():
    with pytest.raises(ValueError, match=r"no benchmark 'andrews'; did you mean andrews_squeezer.*no formalism 'cane'"):
        benchmarks.benchmark(["andrews"], ["cane"])
    assert runner.invoke(app, ["benchmark", "andrews"]).exit_code == 2


def test_a_row_is_named_as_it_is_printed():
    done = runner.invoke(app, ["benchmark", "whipple_bicycle_linear:eigenvalues", "--formalism", "kane", "--json"])
    assert done.exit_code == 0, done.stderr
    assert [row["problem"] for row in json.loads(done.stdout)] == ["whipple_bicycle_linear:eigenvalues"]
    done = runner.invoke(app, ["benchmark", "whipple_bicycle_linear:matrixes", "--formalism", "kane"])
    assert done.exit_code == 2
    assert "there are whipple_bicycle_linear:matrices, whipple_bicycle_linear:eigenvalues" in done.stderr
