"""Machines with many parts from the command line: one command, whatever the size."""

import json

import pytest

from cli.calling import call, refused
from linkwright.dynamics import joins

FALL = ("--duration", "0.01", "--samples", "3", "--json")


@pytest.mark.parametrize(
    ("n", "formalism", "join"),
    [
        (30, "denoc", "recursion"),
        (30, "auto", "multipliers"),
        (20, "modular", "partition"),
        pytest.param(60, "modular", "multipliers", marks=pytest.mark.long),
        pytest.param(10_000, "modular", "multipliers", marks=pytest.mark.long),
        pytest.param(10_000, "denoc", "recursion", marks=pytest.mark.long),
    ],
)
def test_a_chain_of_any_length_runs_with_one_command(n, formalism, join):
    """The command says which join was taken, and tells of ten thousand inputs in one line."""
    done = call("simulate", "serial_chain", "--set", f"n={n}", "--formalism", formalism, *FALL)
    data = json.loads(done.stdout)
    assert data["join"] == join
    assert data["certificate"]["verdict"] == "trusted"
    assert f"tau{n - 1}" not in (data["demonstration"] or "")


def test_every_join_is_offered_and_answers_or_refuses_in_words():
    for name in joins.NAMED:
        arguments = ("simulate", "four_bar", "--formalism", "denoc", "--join", name, *FALL)
        assert json.loads(call(*arguments).stdout)["join"] == name
    words = refused("simulate", "four_bar", "--join", "recursion", "--duration", "0.01")
    assert "needs the links of four_bar" in words


@pytest.mark.long
def test_a_saved_run_of_many_parts_is_verified(tmp_path):
    call("simulate", "n_four_bar", "--set", "n=15", "--formalism", "denoc", *FALL, "--out", str(tmp_path))
    (run,) = [file for file in tmp_path.iterdir() if file.name.startswith("run.")]
    data = json.loads(call("verify", str(run), "--json").stdout)
    assert data["agrees"]


@pytest.mark.parametrize("command", [pytest.param("diagnose", marks=pytest.mark.long), "linearize", "show"])
def test_other_commands_take_many_parts(command):
    data = json.loads(call(command, "n_four_bar", "--set", "n=60", "--json").stdout)
    assert data.get("degrees_of_freedom", 1) == 1
