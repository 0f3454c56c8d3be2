"""Formalisms compared: sizes known in closed form, agreement, what a component adds, and the rules of the advice."""

import json
import math
from dataclasses import replace

import numpy as np
import pytest

import linkwright as lw
from linkwright import formalisms, mechanisms
from linkwright.analysis import GRADES, Addition, Comparison, Reading, Row, compare
from linkwright.analysis.formalisms.enlarged import with_extra_body
from linkwright.analysis.formalisms.recommendation import against_grades, recommendation
from linkwright.analysis.formalisms.states import common_names, differences, random_states, transfer_state
from linkwright.dynamics.system.readings import read_state
from linkwright.report.comparison import HEADS, cells

TREE = ("boltzmann_hamel", "denoc", "kane", "lagrange")
ABSOLUTE = ("energy_equivalence", "maggi", "newton_euler")


@pytest.fixture(scope="module")
def pendulum():
    return compare(mechanisms.double_pendulum(), states=5, read=False)


@pytest.fixture(scope="module")
def parallel():
    return compare(mechanisms.three_rrr(motors=False), states=5, read=False)


# -- sizes ---------------------------------------------------------------------------------------------------------


@pytest.mark.long
def test_every_formalism_has_a_row(pendulum):
    assert [row.formalism for row in pendulum.rows] == list(formalisms.__all__)
    assert pendulum.refused == {}
    assert {*TREE, *ABSOLUTE, "modular"} <= set(formalisms.__all__)


@pytest.mark.parametrize(
    ("names", "speeds", "constraints"),
    # Two bars: an angle each on the tree; x, y, theta each and two rows a pin in absolute coordinates; the first bar's
    # home is its pin in the modular description.
    [(TREE, 2, 0), (ABSOLUTE, 6, 4), (("modular",), 4, 2)],
)
def test_sizes_of_the_double_pendulum(pendulum, names, speeds, constraints):
    for name in names:
        row = pendulum[name]
        assert (row.coordinates, row.speeds, row.constraints, row.degrees_of_freedom) == (
            speeds,
            speeds,
            constraints,
            2,
        )


@pytest.mark.long
@pytest.mark.parametrize(
    ("names", "speeds", "constraints"),
    # Seven bodies and nine pins: 7 pins hold the tree's bodies, 2 close loops (two rows each).
    [(TREE, 7, 2 * 2), (ABSOLUTE, 7 * 3, 9 * 2), (("modular",), 3 * 1 + 4 * 3, 6 * 2)],
)
def test_sizes_of_the_parallel_machine(parallel, names, speeds, constraints):
    for name in names:
        row = parallel[name]
        assert (row.speeds, row.constraints, row.degrees_of_freedom) == (speeds, constraints, 3)


def test_all_agree(pendulum, parallel):
    for found in (pendulum, parallel):
        assert found.states == 5
        for row in found.rows:
            assert row.compared == 5
            assert row.disagreement < 1e-9  # rounding times the condition of a machine far from singular ones
        assert found.rows[0].disagreement == 0.0


def test_measures_are_numbers(pendulum):
    for row in pendulum.rows:
        for value in (row.derive_seconds, row.compile_seconds, row.evaluation_seconds, row.operations):
            assert value > 0
            assert math.isfinite(value)


# -- one more component --------------------------------------------------------------------------------------------


def test_one_more_body_costs_its_own_variables(pendulum, parallel):
    """On a tree the angle of its pin; elsewhere x, y, theta and two rows. Only trees rewrite what was there."""
    for found, rewritten in ((pendulum, 2), (parallel, 3)):
        for row in found.rows:
            added = row.addition
            sizes = (added.speeds, added.constraints, added.rewritten)
            assert sizes == ((1, 0, rewritten) if row.formalism in TREE else (3, 2, 0)), row.formalism
            assert added.operations > 0


def test_component_is_hung_from_the_last_body():
    bigger, frame = with_extra_body(mechanisms.three_rrr())
    assert frame.startswith("platform.")
    assert "added" in bigger.parts
    again, _ = with_extra_body(bigger)
    assert {"added", "added_more"} <= set(again.parts)
    assert with_extra_body(lw.Mechanism("motor", {"motor": lw.DCMotor(J=1, L=1, R=1, Kt=1, Ke=1, b=1)}))[0] is None


# -- agreement -----------------------------------------------------------------------------------------------------


def test_random_states_close_all_joints_and_come_again():
    dynamics = lw.compile(formalisms.newton_euler(mechanisms.four_bar()))
    states = random_states(dynamics, 4, np.random.default_rng(3))
    again = random_states(dynamics, 4, np.random.default_rng(3))
    assert len(states) == 4
    for state, same in zip(states, again, strict=True):
        _, _, gaps, residuals, *_ = read_state(dynamics.system, 0.0, state.q, state.v, dynamics.p)
        assert np.max(np.abs(gaps)) < 1e-11  # what assembly calls closed
        assert np.max(np.abs(residuals)) < 1e-11
        assert np.max(np.abs(state.v)) == pytest.approx(1.0)
        np.testing.assert_array_equal(state.q, same.q)


def test_a_wrong_weight_is_seen_as_disagreement():
    machine = mechanisms.double_pendulum()
    right = lw.compile(formalisms.kane(machine))
    wrong = lw.compile(formalisms.maggi(machine)).with_parameters(g=9.7)
    names = common_names([right, wrong])
    (state,) = random_states(right, 1, np.random.default_rng(0))
    there = transfer_state(wrong, state, names)
    inputs = {"tau1": 0.0, "tau2": 0.0}
    assert differences(right, right.forward(state, inputs), wrong.forward(there, inputs), names[1]) > 1e-4


def test_values_reach_every_formalism():
    found = compare(mechanisms.double_pendulum(), names=["kane", "modular"], values={"l_1": 0.7}, states=2, read=False)
    assert found["modular"].disagreement < 1e-9


# -- refusals ------------------------------------------------------------------------------------------------------


def test_a_formalism_that_refuses_is_listed_with_its_reason():
    body = lw.Body(1.0, 0.1, points={"pin": (0.0, 0.1)})
    loose = lw.Mechanism("loose", {"a": body, "b": body}, {"pin": lw.Revolute("ground", "a.pin")})
    found = compare(loose, names=["modular", "kane"], states=1, read=False)
    assert "not connected" in found.refused["modular"]
    assert [row.formalism for row in found.rows] == ["kane"]
    with pytest.raises(ValueError, match="no formalism takes this machine"):
        compare(loose, names=["modular"], states=1)


def test_wrong_questions_are_refused_at_once():
    with pytest.raises(ValueError) as refusal:
        compare(mechanisms.double_pendulum(), names=["cane"], states=0)
    assert "did you mean kane?" in str(refusal.value)
    assert "states=0" in str(refusal.value)
    with pytest.raises(ValueError, match="names is empty"):
        compare(mechanisms.double_pendulum(), names=[])
    with pytest.raises(TypeError, match="takes a Mechanism"):
        compare("double_pendulum")


# -- advice --------------------------------------------------------------------------------------------------------


def row(name, operations, seconds=1e-7, **more):
    return Row(name, 1, 1, 0, 1, 0.1, 0.1, seconds, operations, more.pop("disagreement", 0.0), 5, **more)


def test_advice_follows_the_rules():
    rows = [
        row("kane", 100, 1.0e-7, reading=Reading(20, 2, 20, 1.0, 1), addition=Addition(50, 0.0, 1, 0, 2)),
        row("maggi", 90, 1.5e-7, reading=Reading(20, 10, 20, 0.5, 2), addition=Addition(70, 0.0, 3, 2, 0)),
        row("modular", 130, 1.2e-7, reading=Reading(60, 9, 30, 1.0, 3), addition=Addition(69, 0.0, 3, 2, 0)),
    ]
    speed, reading, growth, overall = recommendation(rows)
    # 120 ns are within 25 %; maggi has the fewest operations, but takes longer
    assert speed == ("For speed take kane or modular: 100 ns for one evaluation of the accelerations, 150 ns at most.")
    assert reading.startswith("For reading take kane: 20 terms")  # 20 / 1 against 20 / 0.5 and 30 / 1
    assert growth.startswith("For a machine that will grow take modular or maggi: one more body rewrites 0")
    # kane and modular are both named twice: within 25 % of the least time both stay.
    assert overall == "All in all take kane or modular: best in 2 of 3."


@pytest.mark.parametrize("machine", ["pendulum", "parallel"])
def test_the_formalism_for_speed_is_the_least_of_the_printed_column(machine, request):
    found = request.getfixturevalue(machine)
    column = HEADS.index("evaluate [ns]")
    printed = {each.formalism: int(cells(each)[column]) for each in found.rows if each.disagreement <= 1e-9}
    speed = next(words for words in found.recommendation if words.startswith("For speed take "))
    first = speed.removeprefix("For speed take ").split(":")[0].replace(" or ", ", ").split(", ")[0]
    assert printed[first] == min(printed.values())
    assert f": {min(printed.values())} ns for one evaluation" in speed
    assert f", {max(printed.values())} ns at most" in speed


def test_advice_leaves_out_who_disagrees():
    told = recommendation([row("kane", 100), row("maggi", 50, disagreement=1e-6)])
    assert told[0] == "maggi is left out: it differs from kane by 1.0e-06."
    assert told[1].startswith("For speed take kane")
    unknown = replace(row("maggi", 50, disagreement=float("nan")), compared=0)
    assert recommendation([row("kane", 100), unknown])[0] == "maggi is left out: it could not be compared."
    assert recommendation([unknown])[-1] == "No formalism can be recommended."


def test_grades_are_those_of_the_table_and_set_beside_the_numbers():
    """Malvezzi, Orsino and Hess Coelho, Table 3: derivation, interpretability, modularity, elimination."""
    printed = {"kane": (2, 5, 2, 5), "lagrange": (4, 3, 2, 5), "maggi": (5, 2, 5, 5)}
    assert {
        name: (g.derivation, g.interpretability, g.modularity, g.elimination) for name, g in GRADES.items()
    } == printed
    rows = [
        row("kane", 1, addition=Addition(1, 0.0, 1, 0, 2)),
        row("maggi", 1, addition=Addition(1, 0.0, 3, 2, 0)),
        row("modular", 1),
    ]
    told = against_grades(rows)
    assert told[0].startswith("derivation: graded best maggi")
    assert told[1] == "modularity: graded best maggi; least equations rewritten here: maggi (as graded)."
    assert against_grades(rows[2:]) == ()


# -- the record ----------------------------------------------------------------------------------------------------


def test_record_is_plain_data(pendulum):
    data = json.loads(json.dumps(pendulum.as_dict(), allow_nan=False))
    assert data["name"] == "double_pendulum"
    assert "Table 3" in data["grades_source"]
    by_name = {entry["formalism"]: entry for entry in data["rows"]}
    assert by_name["kane"]["grades"]["interpretability"] == 5
    assert by_name["modular"]["grades"] is None
    assert by_name["kane"]["addition"]["rewritten"] == 2
    assert data["recommendation"]


def test_rows_are_found_by_name(pendulum):
    assert isinstance(pendulum, Comparison)
    assert pendulum["kane"].formalism == "kane"
    with pytest.raises(KeyError):
        pendulum["cane"]


def test_joins_are_tried_and_agree(parallel):
    """Two loops: constraints in all formalisms, links in one. All pairs have the same accelerations."""
    tried = {(pair.formalism, pair.join): pair for pair in parallel.pairs}
    assert {join for _, join in tried} == {"Complement", "Multipliers", "Recursion"}
    assert [name for name, join in tried if join == "Recursion"] == ["denoc"]
    for row in parallel.rows:
        assert tried[row.formalism, "Complement"].operations == row.operations
    assert all(pair.disagreement < 1e-9 for pair in parallel.pairs)  # as formalisms among each other
    assert [key for key, pair in tried.items() if pair.default] == [("modular", "Complement")]
    fewest = min(pair.operations for pair in parallel.pairs)
    timed = [pair for pair in parallel.pairs if math.isfinite(pair.evaluation_seconds)]
    assert {p for p in parallel.pairs if p.operations <= 1.5 * fewest} <= set(timed)
    assert "by default modular with Complement is taken" in parallel.recommendation[-1]


def test_trees_have_no_other_join_than_the_recursion(pendulum):
    """Without constraints Multipliers have nothing to do; absolute coordinates have the pins as constraints."""
    tried = {(pair.formalism, pair.join) for pair in pendulum.pairs if pair.join != "Complement"}
    assert tried == {("denoc", "Recursion"), *[(name, "Multipliers") for name in (*ABSOLUTE, "modular")]}
    assert [p.formalism for p in pendulum.pairs if p.default] == ["denoc"]


@pytest.mark.parametrize("read", [False, True])
def test_progress_is_told_formalism_by_formalism(read):
    if read:
        pytest.importorskip("sympy", reason="SymPy is an optional library")
    told = []
    names = ["kane", "maggi"]
    compare(mechanisms.double_pendulum(), names=names, states=1, read=read, progress=lambda *each: told.append(each))
    shares, doing = zip(*told, strict=True)
    assert list(shares) == sorted(shares)
    assert shares[-1] == 1.0
    for name in names:
        assert sum(text.endswith(f"by {name}") for text in doing) == 1  # derived
        assert sum(text.endswith(f"of {name}") for text in doing) == 1  # read, or enlarged


def test_the_time_of_compiling_is_that_of_code_made_anew(tmp_path, monkeypatch):
    """Of a comparison made again nothing comes from the cache of compiled code but what is not measured."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    made = []
    for _ in range(2):
        rows = compare(mechanisms.double_pendulum(), names=["modular", "kane"], states=1, read=False).rows
        made.append(len(list((tmp_path / "linkwright").iterdir())))
    assert made[1] - made[0] == 2 * len(rows)  # for one state, and for many
