"""Every public question of every ready machine, and of machines with many parts, is answered or refused in words."""

import pytest

import linkwright as lw
from agreement.questions import QUESTIONS, SLOW, WITH_FOLDER, Case, fault_of
from dynamics.scissor_lift import scissor_lift
from linkwright.model import ModelError

FORMALISMS = lw.formalisms.__all__
IN_TURN = ("modular", "kane", "newton_euler", "denoc", "lagrange")
"""Formalisms of the quick table, a machine each: the others derive and print for minutes."""
IN_SPACE = ("bennett", "delta", "stewart", "three_prs", "three_rps", "whipple_bicycle")
"""Machines that are quick by bodies apart only."""
LATER = ("delta", "planar_2prr_rpr", "planar_3prr", "stewart", "three_prs")
"""Machines of the long table only: platforms on legs, as three_rps in space and three_rrr and planar_parallel in the
plane, which are asked in the quick one."""
ONE_EACH = [
    (name, "modular" if name in IN_SPACE else IN_TURN[k % len(IN_TURN)])
    for k, name in enumerate(each for each in lw.mechanisms.__all__ if each != "mast_3prs")  # half a minute: long
    if name not in LATER
]
SMALL = ("chaplygin_sleigh", "double_pendulum", "four_bar", "simple_pendulum", "stick_slip")
"""Machines that are asked everything in the quick table too."""
LARGE = {
    "chain of 30": (lambda: lw.mechanisms.serial_chain(30), "denoc"),
    "chain of 30 in space": (lambda: lw.mechanisms.serial_chain(30, spatial=True), "denoc"),
    "chain of 100": (lambda: lw.mechanisms.serial_chain(100), "denoc"),
    "chain of 60 bodies": (lambda: lw.mechanisms.serial_chain(60), "modular"),
    "40 four-bars": (lambda: lw.mechanisms.n_four_bar(40), "denoc"),
    "chain of 700": (lambda: lw.mechanisms.serial_chain(700), "modular"),
    "scissor lift": (lambda: scissor_lift(12), "denoc"),
}
QUICK = ("chain of 100",)
"""Those of the quick table; the others take half a minute and more."""


def faults(mechanism, formalism, questions, folder):
    """Questions that are neither answered nor refused in words, with what came instead; none for no such equations."""
    try:
        equations = getattr(lw.formalisms, formalism)(mechanism)
    except ModelError:
        return {}
    case = Case(mechanism, equations, lw.compile(equations))
    found = {name: fault_of(QUESTIONS[name], case) for name in questions}
    found |= {name: fault_of(question, case, folder) for name, question in WITH_FOLDER.items()}
    return {name: fault for name, fault in found.items() if fault}


@pytest.mark.one_in(12)
@pytest.mark.parametrize(("name", "formalism"), ONE_EACH, ids=[name for name, _ in ONE_EACH])
def test_ready_machines_answer_or_refuse_in_words(name, formalism, tmp_path):
    asked = [question for question in QUESTIONS if name in SMALL or question not in SLOW]
    assert faults(getattr(lw.mechanisms, name)(), formalism, asked, tmp_path) == {}


@pytest.mark.parametrize("name", QUICK)
def test_machines_with_many_parts_answer_or_refuse_in_words(name, tmp_path):
    make, formalism = LARGE[name]
    assert faults(make(), formalism, [question for question in QUESTIONS if question not in SLOW], tmp_path) == {}


@pytest.mark.long
@pytest.mark.parametrize("name", LARGE)
def test_machines_with_many_parts_answer_or_refuse_everything(name, tmp_path):
    make, formalism = LARGE[name]
    assert faults(make(), formalism, QUESTIONS, tmp_path) == {}


@pytest.mark.long
@pytest.mark.parametrize("formalism", FORMALISMS)
@pytest.mark.parametrize("name", lw.mechanisms.__all__)
def test_ready_machines_answer_or_refuse_by_every_formalism(name, formalism, tmp_path):
    assert faults(getattr(lw.mechanisms, name)(), formalism, QUESTIONS, tmp_path) == {}


def test_no_public_question_is_left_out():
    """A new method of Dynamics, or a new function of analysis or simulation, must be asked here too."""
    methods = {name for name in vars(lw.Dynamics) if not name.startswith("_") and callable(getattr(lw.Dynamics, name))}
    inside = {"accelerations", "accelerations_along", "at_values", "avoid_coordinate_singularities", "check",
              "apply_join", "coordinate_singularities_near", "in_full_matrices", "listed_pivotings", "new_pivoting",
              "numbers", "offering", "on_constraints", "pivoting_at", "state", "with_system"}  # fmt: skip
    asked = {"assemble", "c_source", "complement", "cut_multipliers", "describe", "energy", "forward", "inverse",
             "levels", "reactions", "state_at", "stepper", "terms", "twists", "with_parameters"}  # fmt: skip
    assert methods - inside == asked
    of_closed_loops = {"bandwidth_map", "frequency_response", "identify", "suggest_excitation"}
    functions = {name for name in lw.analysis.__all__ if name.islower()} - of_closed_loops
    assert functions == {
        "benchmarks",
        "compare",
        "diagnose",
        "effort",
        "equilibrium",
        "kinematics",
        "linearize",
        "mode_motion",
        "regressor",
        "sizing",
        "transfer_functions",
    }
    runs = {name for name in lw.simulation.__all__ if name.islower()}
    assert runs == {
        "accuracy",
        "derive",
        "events",
        "integrators",
        "rank_margin",
        "resume",
        "rollout",
        "simulate",
        "verify",
    }
