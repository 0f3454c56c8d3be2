"""Formalisms on the command line: every command takes every one, trees are chosen by name, and all are compared."""

import json

import pytest

from cli.calling import call, refused
from linkwright import formalisms
from linkwright.cli.machine import TREES

# -- one formalism -------------------------------------------------------------------------------------------------


@pytest.mark.one_in(2)
@pytest.mark.parametrize("name", formalisms.__all__)
def test_show_and_inverse_take_every_formalism(name):
    data = json.loads(call("show", "four_bar", "--formalism", name, "--json").stdout)
    assert data["degrees_of_freedom"] == 1
    assert data["speeds"] - len(data["constraints"]) == 1
    laws = ("--motion", "phi=cycloid:1.0471975512,1.2,1", "--samples", "3", "--json")
    found = json.loads(call("inverse", "four_bar", "--formalism", name, *laws).stdout)
    other = json.loads(call("inverse", "four_bar", *laws).stdout)
    # The same torque; both are accurate to rounding times the condition of a four-bar (below 1e4).
    assert found["values"]["inputs"]["tau"] == pytest.approx(other["values"]["inputs"]["tau"], rel=1e-10)


@pytest.mark.one_in(2)
@pytest.mark.parametrize("name", formalisms.__all__)
def test_simulations_by_all_formalisms_end_in_the_same_state(name):
    arguments = ("--duration", "0.2", "--samples", "3", "--accuracy", "reference", "--json")
    found = json.loads(call("simulate", "double_pendulum", "--formalism", name, *arguments).stdout)
    other = json.loads(call("simulate", "double_pendulum", *arguments).stdout)
    for quantity in ("theta1", "theta2"):
        # Tolerance of a step 1e-11; 0.2 s are few steps of a motion that is not yet chaotic.
        assert found["final_state"]["positions"][quantity] == pytest.approx(
            other["final_state"]["positions"][quantity], abs=1e-8
        )


def test_equations_take_a_formalism():
    pytest.importorskip("sympy", reason="SymPy is an optional library")
    data = json.loads(call("equations", "double_pendulum", "--formalism", "maggi", "--json").stdout)
    assert data["stages"][-1]["level"] == 1
    assert len(data["stages"][-1]["entries"]["A_1"]["matrix"]) == 4


def test_trees_are_chosen_by_name():
    """Three pins meet at the platform; one holds it, the others close loops. The tree takes the one that is named."""
    assert set(TREES) == {"boltzmann_hamel", "denoc", "kane", "lagrange"}
    arguments = ("show", "three_rrr", "--no-motors", "--formalism", "kane", "--json")
    for pin in ("vertex_A", "vertex_C"):
        data = json.loads(call(*arguments, "--tree", f"A.elbow,C.elbow,{pin}").stdout)
        closing = {entry["name"].partition(".")[0] for entry in data["constraints"]}
        assert closing == {"vertex_A", "vertex_B", "vertex_C"} - {pin}


def test_wrong_trees_are_refused():
    told = refused("show", "three_rrr", "--formalism", "maggi", "--tree", "A.elbow", "--set", "l_Q=1")
    assert "maggi has no spanning tree" in told
    assert "l_Q" in told
    assert "did you mean" in refused("simulate", "three_rrr", "--formalism", "kane", "--tree", "A.elbo")
    assert "--tree is empty" in refused("inverse", "three_rrr", "--formalism", "kane", "--tree", " , ")
    assert "did you mean lagrange?" in refused("simulate", "four_bar", "--formalism", "lagrang", "--tree", "x")


# -- closed form ---------------------------------------------------------------------------------------------------


@pytest.mark.long
def test_simplified_equations_of_a_tree_are_in_closed_form(tmp_path):
    """Angles of the shoulder (absolute) and the elbow (relative), uniform bars: M22 = J_2 + m_2 c_2^2."""
    sympy = pytest.importorskip("sympy", reason="SymPy is an optional library")
    data = json.loads(call("equations", "double_pendulum", "--formalism", "kane", "--simplify", "--json").stdout)
    entries = data["closed_form"]["entries"]
    assert {"M11", "M12", "M22", "V1", "V2", "B11", "B22"} <= set(entries)
    J, m, c = sympy.symbols("J_2 m_2 c_2")
    assert sympy.simplify(sympy.sympify(entries["M22"]) - (J + m * c**2)) == 0
    printed = call("equations", "double_pendulum", "--formalism", "kane", "--simplify").stdout
    assert "M22 = " in printed
    assert "M v' + V = B u" in printed
    file = tmp_path / "closed.tex"
    call("equations", "double_pendulum", "--formalism", "kane", "--simplify", "--format", "latex", "--out", str(file))
    text = file.read_text(encoding="utf-8")
    assert text.rstrip().endswith("\\end{document}")
    assert "M_{22} = " in text


# -- options of mechanisms -----------------------------------------------------------------------------------------


def test_options_take_whole_numbers_and_lists():
    data = json.loads(
        call(
            "show", "serial_manipulator", "--formalism", "kane", "--set", "axes=5", "--set", "J4=0.01,0.02,0.01",
            "--set", "c4=0,0.1,0", "--json",
        ).stdout
    )  # fmt: skip
    assert data["degrees_of_freedom"] == 5
    assert "not a whole number" in refused("show", "serial_manipulator", "--set", "axes=3.5")
    assert "'x' is not a number" in refused("show", "serial_manipulator", "--set", "J4=1,x,1")


# -- compare -------------------------------------------------------------------------------------------------------


@pytest.mark.long
def test_compare_as_json_and_page(tmp_path):
    file = tmp_path / "page.html"
    arguments = ("compare", "double_pendulum", "--quick", "--states", "3", "--set", "l_1=0.6")
    done = call(*arguments, "--out", str(file), "--json")
    data = json.loads(done.stdout)
    assert [row["formalism"] for row in data["rows"]] == list(formalisms.__all__)
    assert all(row["disagreement"] < 1e-9 for row in data["rows"])  # as in tests/analysis
    assert data["machine"] == "double_pendulum"
    assert data["files"] == [str(file)]
    assert data["recommendation"][-2].startswith("All in all take")
    assert data["recommendation"][-1].startswith("Of all joins the fastest is")
    assert "<svg" in file.read_text(encoding="utf-8")


def test_compare_as_a_table(monkeypatch):
    monkeypatch.setenv("COLUMNS", "120")  # a narrow terminal folds long words
    printed = call("compare", "knife_edge", "--quick", "--states", "2").stdout
    for piece in (*formalisms.__all__, "operations", "constraints", "rewritten", "Table 3", "All in all take"):
        assert piece in printed


def test_compare_refuses(tmp_path):
    told = refused("compare", "four_bar", "--set", "l_9=1", "--out", str(tmp_path / "a.pdf"))
    assert "l_9" in told
    assert ".html" in told
    assert "does not close" in refused("compare", "four_bar", "--set", "l_0=5", "--quick")
    assert call("compare", "four_bar", "--states", "0", code=2).stdout == ""
    data = json.loads(call("compare", "for_bar", "--json", code=2).stdout)
    assert "did you mean four_bar" in data["error"]
