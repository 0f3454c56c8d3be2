"""The pipeline runs where there is no compiler, and where llvmlite is missing."""

import json
import os
import subprocess
import sys

import pytest


def simulate(folder, *, path=None, hidden=None):
    """Run the command line on the 3RRR in a process of its own; gives what it printed as JSON."""
    environment = {name: value for name, value in os.environ.items() if name not in {"CC", "CXX", "LINKWRIGHT_BACKEND"}}
    if path is not None:
        environment["PATH"] = path
    if hidden is not None:
        environment["PYTHONPATH"] = hidden
    command = [
        sys.executable,
        "-m",
        "linkwright",
        "simulate",
        "three_rrr",
        "--out",
        str(folder),
        "--duration",
        "0.2",
        "--json",
    ]
    done = subprocess.run(
        command, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"
    return json.loads(done.stdout)


def values_of(data, name):
    """Every value that stands under a name, however deep."""
    if isinstance(data, dict):
        return [value for key, value in data.items() if key == name] + [
            found for value in data.values() for found in values_of(value, name)
        ]
    return [found for value in data for found in values_of(value, name)] if isinstance(data, list) else []


def assert_written(folder):
    assert list(folder.rglob("*.html")), f"no report in {sorted(folder.rglob('*'))}"
    assert list(folder.rglob("*.parquet")) + list(folder.rglob("*.csv")), f"no data in {sorted(folder.rglob('*'))}"


def test_runs_without_a_compiler(tmp_path):
    empty = tmp_path / "no_programs"
    empty.mkdir()
    printed = simulate(tmp_path / "out", path=str(empty))
    assert_written(tmp_path / "out")
    pytest.importorskip("llvmlite", reason="machine code is made by llvmlite, which has no wheel for this machine")
    assert set(values_of(printed, "backend")) == {"llvm"}


def test_runs_without_llvmlite(tmp_path):
    hidden = tmp_path / "hidden"
    (hidden / "llvmlite").mkdir(parents=True)
    fault = 'raise ModuleNotFoundError("No module named \'llvmlite\' (hidden by a test)", name="llvmlite")\n'
    (hidden / "llvmlite" / "__init__.py").write_text(fault, encoding="utf-8")
    printed = simulate(tmp_path / "out", hidden=str(hidden))
    assert_written(tmp_path / "out")
    assert set(values_of(printed, "backend")) == {"vm"}
