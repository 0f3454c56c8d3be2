"""Each command: what it answers, and how it answers wrong input."""

import json
import re

import numpy as np
import pytest

from cli.calling import call, refused, runner
from linkwright import mechanisms
from linkwright.cli import app
from linkwright.simulation.inputs import FORMS, law

# -- help ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", [(), ("show",), ("equations",), ("simulate",), ("inverse",), ("compare",)])
def test_help_has_examples(command):
    printed = call(*command, "--help").stdout
    assert f"linkwright {' '.join(command)}".strip() in printed


@pytest.mark.long
@pytest.mark.parametrize("comparing", [False, True])
def test_commands_of_the_help_run(tmp_path, monkeypatch, comparing):
    """Every example of every help text, as it is written; comparisons of all formalisms take longest."""
    monkeypatch.chdir(tmp_path)
    seen = set()
    for command in ((), ("show",), ("equations",), ("simulate",), ("inverse",), ("compare",)):
        text = call(*command, "--help").stdout.replace("\\\n", " ")
        for line in re.findall(r"^    +linkwright (.*?)(?:  +[a-z].*)?$", text, flags=re.MULTILINE):
            seen.add(tuple(line.split()))
    assert len(seen) >= 9
    for example in sorted(seen):
        if (example[0] == "compare") == comparing:
            call(*example)


def test_no_command_shows_the_help():
    assert "linkwright list" in runner.invoke(app, []).output


# -- list and show -------------------------------------------------------------------------------------------------


def test_list_names_every_ready_mechanism():
    printed = call("list").stdout
    data = json.loads(call("list", "--json").stdout)
    assert [entry["name"] for entry in data] == list(mechanisms.__all__)
    for entry in data:
        assert entry["name"] in printed
        assert entry["title"] in printed


def test_show_draws_the_tree(tmp_path):
    file = tmp_path / "tree.svg"
    printed = call("show", "three_rrr", "--out", str(file)).stdout
    for piece in (
        "21 speeds, 15 constraints, 6 degrees of freedom",
        "├── A  (active RR chain)",
        "A.omega, A.i",
        "elbow (Revolute)",
    ):
        assert piece in printed
    assert f"wrote {file}" in printed.replace("\n", "")
    assert file.read_text(encoding="utf-8").startswith("<svg")


def test_show_as_json():
    data = json.loads(call("show", "three_rrr", "--no-motors", "--json").stdout)
    assert data["degrees_of_freedom"] == 3
    assert [child["name"] for child in data["tree"]["children"]] == ["A", "B", "C", "platform"]
    assert [entry["name"] for entry in data["inputs"]] == ["A.tau", "B.tau", "C.tau"]


def test_settings_reach_the_machine():
    data = json.loads(call("show", "three_rrr", "--set", "l_B=0.25", "--set", "A.x_bar=0.01", "--json").stdout)
    values = {entry["name"]: entry["value"] for entry in data["parameters"]}
    assert values["l_B"] == 0.25
    assert values["A.x_bar"] == 0.01
    assert values["I_B"] == pytest.approx(0.25 * 0.25**2 / 12, rel=1e-15)
    data = json.loads(call("show", "three_rrr", "--set", "motors=no", "--json").stdout)
    assert data["degrees_of_freedom"] == 3


def test_show_refuses(tmp_path):
    told = refused(
        "show", "four_bar", "--no-motors", "--set", "l_9=1", "--set", "l_1", "--out", str(tmp_path / "a.png")
    )
    assert "expected NAME=VALUE" in told
    told = refused("show", "four_bar", "--no-motors", "--set", "l_9=1", "--out", str(tmp_path / "a.png"))
    for piece in ("no motors", "l_9", "did you mean", ".svg"):
        assert piece in told
    (tmp_path / "file").write_text("", encoding="utf-8")
    told = refused("show", "four_bar", "--out", str(tmp_path / "file" / "in" / "a.svg"))
    assert f"{tmp_path / 'file'} is a file, not a folder" in told.replace("\n", "")
    assert "neither true nor false" in refused("show", "three_rrr", "--set", "motors=perhaps")
    assert "does not close" in refused("show", "four_bar", "--set", "l_0=5")


# -- equations -----------------------------------------------------------------------------------------------------


def test_equations_as_text_latex_and_json(tmp_path):
    pytest.importorskip("sympy", reason="SymPy is an optional library")
    assert "l_U*sin(phi)" in call("equations", "three_rrr").stdout
    file = tmp_path / "e.tex"
    assert "wrote" in call("equations", "slider_crank", "--format", "latex", "--out", str(file)).stdout
    assert file.read_text(encoding="utf-8").rstrip().endswith("\\end{document}")
    data = json.loads(call("equations", "double_pendulum", "--json").stdout)
    module = data["stages"][-1]
    assert module["entries"]["C_1"]["columns"] == ["theta1'", "theta2'"]
    assert module["entries"]["A_1"]["matrix"][0][0] == "-l_1*cos(theta1)"


def test_equations_simplified():
    sympy = pytest.importorskip("sympy", reason="SymPy is an optional library")
    data = json.loads(call("equations", "slider_crank", "--simplify", "--json").stdout)
    printed = data["stages"][-1]["entries"]["C_1"]["matrix"][-1][0]
    names = dict(zip(("phi", "theta", "l_1"), sympy.symbols("phi theta l_1"), strict=True))
    expected = -names["l_1"] * sympy.sin(names["phi"] - names["theta"]) / sympy.cos(names["theta"])
    assert printed == str(expected)


def test_equations_refuse(tmp_path):
    assert "did you mean kane?" in refused("equations", "three_rrr", "--formalism", "cane")
    assert "it is a folder" in refused("equations", "three_rrr", "--out", str(tmp_path))
    assert call("equations", "three_rrr", "--format", "word", code=2).stdout == ""
    data = json.loads(call("equations", "nothing", "--json", code=2).stdout)
    assert "no ready mechanism 'nothing'" in data["error"]


# -- simulate ------------------------------------------------------------------------------------------------------


@pytest.mark.one_in(7)
@pytest.mark.parametrize("name", mechanisms.__all__)
def test_every_ready_mechanism_has_a_demonstration_that_runs(name):
    printed = call("simulate", name, "--duration", "0.1", "--samples", "11").stdout
    assert "demonstration" in printed
    assert "finished at t = 0.1 s" in printed
    assert "energy balance" in printed
    assert "add --out FOLDER" in printed


def test_simulate_takes_start_inputs_and_accuracy(tmp_path):
    file = tmp_path / "voltage.csv"
    file.write_text("time,volts\n0,0\n0.05,1\n0.1,0\n", encoding="utf-8")
    arguments = (
        "--position", "platform.x=0.01", "--speed", "platform.x=0.1", "--speed", "platform.y=0",
        "--speed", "platform.theta=0", "--input", "A.v=sine:2,1.5", "--input", f"B.v=table:{file},cubic",
        "--input", "C.v=step:0.05,0,1", "--duration", "0.1", "--accuracy", "draft", "--join", "multipliers", "--json",
    )  # fmt: skip
    data = json.loads(call("simulate", "three_rrr", *arguments).stdout)
    assert data["demonstration"] is None
    assert data["certificate"]["rtol"] == 1e-5
    assert data["join"] == "multipliers"
    assert (
        json.loads(call("simulate", "three_rrr", "--rtol", "1e-6", "--duration", "0.01", "--json").stdout)[
            "certificate"
        ]["rtol"]
        == 1e-6
    )


def test_simulate_reports_all_faults_at_once(tmp_path):
    (tmp_path / "file").write_text("", encoding="utf-8")
    told = refused(
        "simulate", "three_rrr", "--set", "l_Q=3", "--set", "eta=abc", "--position", "platfrom.x=1", "--speed", "A.j=2",
        "--input", "A.v=sin:2", "--input", "A.w=1", "--input", "A.v=2", "--duration", "-1", "--rtol", "3",
        "--out", str(tmp_path / "file" / "out"),
    )  # fmt: skip
    for piece in (
        "l_Q", "'abc' is not a number", "platform.x", "no speed 'A.j'", "no law 'sin'", "did you mean A.v",
        "given twice", "--duration -1.0", "--rtol 3.0", "is a file, not a folder",
        "missing inputs; add --input B.v=VALUE (V)",
    ):  # fmt: skip
        assert piece in told, piece


@pytest.mark.parametrize(
    ("arguments", "piece"),
    [
        (("--position", "platform.x=5"), "does not close"),
        (("--position", "platform.x=nan"), "not finite"),
        (("--position", "platform.x"), "expected NAME=VALUE"),
        (("--set", "m_B=-1"), "mass is -1"),
        (("--set", "eta=0"), "ratio"),
        (("--set", "rho=inf"), "not finite"),
        (("--input", "A.v=1"), "missing inputs"),
        (("--input", "A.v=sine:1", "--input", "B.v=0", "--input", "C.v=0"), "sine:amplitude,frequency"),
        (("--input", "A.v=sine:1,-2", "--input", "B.v=0", "--input", "C.v=0"), "frequency"),
        (("--input", "A.v=table:none.csv", "--input", "B.v=0", "--input", "C.v=0"), "cannot be read"),
        (("--atol", "0"), "--atol"),
        (("--duration", "0"), "--duration"),
    ],
)
def test_simulate_refuses(arguments, piece):
    assert piece in refused("simulate", "three_rrr", *arguments)


def test_run_that_fails_says_where_and_keeps_what_was_computed(tmp_path):
    """Turning on the spot, all legs are stretched through the centre at theta = pi (3 m + 1 m = 2 m + 2 m)."""
    speeds = ("--speed", "platform.x=0", "--speed", "platform.y=0", "--speed", "platform.theta=1")
    arguments = ("simulate", "three_rrr", "--no-motors", *speeds, "--duration", "10", "--accuracy", "reference")
    data = json.loads(call(*arguments, "--out", str(tmp_path), "--json", code=1).stdout)
    assert data["outcome"]["kind"] == "failed"
    assert "singular configuration" in data["outcome"]["reason"]
    assert data["outcome"]["remedy"]
    # It stops where the constraints can no longer be told apart, a little before they are dependent.
    assert data["final_state"]["positions"]["platform.theta"] == pytest.approx(np.pi, abs=1e-3)
    assert data["final_state"]["time"] == data["outcome"]["time"]
    assert (tmp_path / "report.html").exists()
    printed = call(*arguments, code=1).stdout
    assert "failed at t = 3.1" in printed
    assert "What to do:" in printed


# -- inverse -------------------------------------------------------------------------------------------------------


def test_inverse_prints_what_is_needed(tmp_path):
    laws = ("--motion", "platform.x=cycloid:0,0.03,1", "--motion", "platform.y=0", "--motion", "platform.theta=0")
    printed = call("inverse", "three_rrr", *laws, "--samples", "21", "--out", str(tmp_path)).stdout
    assert "A.v" in printed
    assert "report.html" in printed
    assert (tmp_path / "report.html").exists()
    data = json.loads(call("inverse", "three_rrr", *laws, "--samples", "21", "--json").stdout)
    voltages = np.array(data["values"]["inputs"]["A.v"])
    assert voltages.shape == (21,)
    assert data["needed"]["A.v"]["greatest"] == voltages.max()
    assert data["needed"]["A.v"]["unit"] == "V"
    assert data["outcome"]["kind"] == "finished"


def test_inverse_demonstration_without_motors():
    assert "A.tau" in call("inverse", "three_rrr", "--no-motors", "--samples", "11").stdout


@pytest.mark.parametrize(
    ("arguments", "piece"),
    [
        (("three_rrr", "--motion", "platform.x=cycloid:0,1"), "cycloid:start,end,duration"),
        (("three_rrr", "--motion", "A.i=cycloid:0,1,1"), "no quantity with a position 'A.i'"),
        (("three_rrr", "--motion", "platform.x=cycloid:0,0.01,1"), "open"),
        (("four_bar", "--motion", "phi=sine:0.01,1"), "duration"),
        (("slider_crank",), "no --motion is given"),
        (("nothing", "--duration", "-2"), "no ready mechanism"),
    ],
)  # fmt: skip
def test_inverse_refuses(arguments, piece):
    assert piece in refused("inverse", *arguments)


# -- laws ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "time", "value"),
    [
        ("0.4", 3.0, 0.4),
        ("cycloid:0,2,4", 2.0, 1.0),
        ("polynomial:1,3,2", 1.0, 2.0),
        ("trapezoid:0,1,0.5,1", 2.5, 1.0),
        ("scurve:0,1,0.5,1,4", 2.75, 1.0),
        ("sine:2,0.25,0,1", 1.0, 3.0),
        ("chirp:1,1,2,1", 0.0, 0.0),
        ("step:0.5,-1,4", 0.49, -1.0),
        ("step:0.5,-1,4", 0.5, 4.0),
        ("step:0,-1,4", 0.0, 4.0),
    ],
)
def test_laws_as_typed(text, time, value):
    assert float(law(text)(time)) == pytest.approx(value, rel=1e-12, abs=1e-12)  # closed forms, a few roundings


def test_every_form_has_a_case_above():
    cases = {mark.args[1][k][0] for mark in test_laws_as_typed.pytestmark for k in range(len(mark.args[1]))}
    assert set(FORMS) <= {case.partition(":")[0] for case in cases}


@pytest.mark.parametrize(
    ("content", "piece"),
    [("", "entries"), ("t,x\n0,1\nhello,2\n", "line 3"), ("0,1,2\n0,1,2\n", "line 2"), ("0,1\n0,2\n", "increas")],
)
def test_tables_refuse(tmp_path, content, piece):
    file = tmp_path / "t.csv"
    file.write_text(content, encoding="utf-8")
    with pytest.raises(ValueError) as refusal:
        law(f"table:{file}")
    assert piece in str(refusal.value), refusal.value


def test_table_that_is_no_text_is_refused(tmp_path):
    file = tmp_path / "t.csv"
    file.write_bytes(bytes(range(256)))
    with pytest.raises(ValueError, match="not a text file"):
        law(f"table:{file}")
