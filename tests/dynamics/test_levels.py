"""Elimination level by level as numbers: against the paper's matrices, and the algebra that defines them."""

import json

import numpy as np
import pytest
from scipy.linalg import null_space

import linkwright as lw
from dynamics import machines, random_machines, random_trees
from dynamics.test_redundant import least_squares, third_level, two_levels
from linkwright.dynamics import Refused, SingularConfigurationError
from oracles import complement, three_rrr_levels

EQUATIONS = machines.equations(motors=True)
P = machines.parameters(motors=True)
COMPLEMENTS = ("partition", "qr", "svd", "projector")
SPEEDS = tuple(f"{leg}.{x}" for leg in "ABC" for x in ("omega", "i", "phi'", "x'", "y'", "psi'"))
SPEEDS += ("platform.x'", "platform.y'", "platform.theta'")


def close(found, wanted, tolerance=1e-12):
    return np.max(np.abs(found - wanted), initial=0.0) <= tolerance * max(1.0, np.max(np.abs(wanted), initial=0.0))


def cases(join, count=3):
    """Levels of the 3RRR at random states, with the paper's matrices there."""
    dynamics = lw.compile(EQUATIONS, join=machines.JOINS[join])
    for pose, velocity, currents, voltages in machines.random_cases(P, count, 290):
        state = machines.consistent_state(dynamics, P, pose, velocity, currents)
        found = dynamics.levels(state, machines.inputs_of(dynamics, voltages))
        yield dynamics, state, found, three_rrr_levels.matrices(P, pose, velocity, currents, voltages)


@pytest.mark.parametrize("join", [*COMPLEMENTS, "udwadia_kalaba"])
def test_constraints_inertia_and_forces_are_the_paper_s(join):
    for _, _, found, (M, f, *levels) in cases(join):
        assert close(found["M"], M)
        assert close(found["f"], f)
        for k, (A, b) in enumerate(levels, start=1):
            assert close(found[f"A_{k}"], A)
            assert close(found[f"b_{k}"], b)
        assert found.matrices["A_2"].columns.names == SPEEDS
        rows = found.matrices["A_1"].rows
        assert rows.names[3:6] == ("B.gear", "B.elbow.x", "B.elbow.y")
        assert rows.units[3:6] == ("rad/s^2", "m/s^2", "m/s^2")
        assert [(level.number, level.modules, level.rank) for level in found.levels] == [
            (1, ("A", "B", "C"), 9),
            (2, ("three_rrr",), 6),
        ]


@pytest.mark.parametrize("join", COMPLEMENTS)
def test_kernels_and_complements_of_the_three_rrr(join):
    for dynamics, state, found, (M, f, *levels) in cases(join):
        S = np.eye(21)
        for k, (A, _) in enumerate(levels, start=1):
            B, C = found[f"B_{k}"], found[f"C_{k}"]
            assert close(B, A @ S)
            assert close(B @ C, 0)
            free = 21 - (9, 15)[k - 1]
            if join == "projector":
                assert close(C, np.eye(21) - np.linalg.pinv(B, rcond=1e-10) @ B, 1e-11)
            else:
                assert C.shape[1] == free
                assert np.linalg.matrix_rank(C, tol=1e-9) == free
            if join in ("qr", "svd"):
                assert close(C.T @ C, np.eye(free), 1e-13)
            S = S @ C
            assert close(found[f"S_{k}"], S)
            assert np.linalg.matrix_rank(S, tol=1e-9) == free
            for before, _ in levels[:k]:
                assert close(before @ found[f"S_{k}"], 0)
            assert found.matrices[f"C_{k}"].columns.names == found.matrices[f"S_{k}"].columns.names
            if join == "partition":
                columns = found.matrices[f"S_{k}"].columns.names
                assert np.array_equal(S[[SPEEDS.index(name) for name in columns]], np.eye(free))
        # what `complement` gives spans the same directions
        other = dynamics.complement(state)
        assert np.linalg.matrix_rank(np.hstack([S, other]), tol=1e-9 * np.linalg.norm(other, 2)) == 6
        if join != "projector":
            assert close(found["vdot"], three_rrr_levels.complement(M, f, levels, S), 1e-10)


def test_the_state_solved_with_forty_digits():
    dynamics = lw.compile(EQUATIONS)
    state = dynamics.assemble(machines.CHECK_POSITIONS, machines.CHECK_SPEEDS)
    found = dynamics.levels(state, machines.CHECK_INPUTS)
    assert found.matrices["vdot"].rows.names == SPEEDS
    for name, wanted in machines.CHECK.items():
        k = SPEEDS.index(name if name in SPEEDS else f"{name}'")
        assert found["vdot"][k] == pytest.approx(wanted, rel=1e-10)


def test_recursive_udwadia_kalaba_of_the_three_rrr():
    for _, _, found, (M, f, *levels) in cases("udwadia_kalaba"):
        half, a, after = three_rrr_levels.udwadia_kalaba(M, f, levels)
        A, b = np.vstack([A for A, _ in levels]), np.concatenate([b for _, b in levels])
        assert close(found["vdot_0"], half @ a)
        assert close(found["residual_0"], A @ half @ a - b, 1e-11)
        for k, (H, K, P_k, a) in enumerate(after, start=1):
            assert close(found[f"H_{k}"], H)
            assert close(found[f"K_{k}"], K, 1e-10)
            assert close(found[f"P_{k}"], P_k, 1e-11)
            assert close(found[f"vdot_{k}"], half @ a, 1e-10)
            residual = found[f"residual_{k}"]
            scale = np.max(np.abs(half @ a))
            assert np.max(np.abs(residual[: (9, 15)[k - 1]])) < 1e-12 * scale
            assert close(residual, A @ half @ a - b, 1e-10)
        assert np.max(np.abs(found["residual_1"][9:])) > 1e-3  # what level 2 has still to do
        assert found.matrices["residual_1"].rows.names[-1] == "vertex_C.y"
        assert close(found["vdot_2"], found["vdot"], 1e-11)


@pytest.mark.parametrize("join", [*COMPLEMENTS, "udwadia_kalaba"])
def test_modules_nested_three_deep(join):
    """Random machines with loops in modules of modules, some redundant, against their own dense equations."""
    deepest = 0
    for seed in range(4):
        machine = random_machines.random_machine(seed, 3)
        kernel = null_space(random_machines.constraints(machine)[0], rcond=1e-11)
        dynamics = lw.compile(lw.formalisms.modular(random_machines.mechanism(machine)), join=machines.JOINS[join])
        v = kernel @ np.random.default_rng(seed).normal(size=kernel.shape[1])
        names = [
            random_machines.full_name(machine, body, f"b{body}.{name}")
            for body in range(len(machine.masses))
            for name in ("x", "y", "theta")
        ]
        place = [dynamics.coordinates.index(name) for name in names]
        q, speeds = np.zeros(len(names)), np.zeros(len(names))
        q[place], speeds[place] = machine.poses.ravel(), v
        found = dynamics.levels(dynamics.state(q, speeds))
        A = np.vstack([found[f"A_{level.number}"] for level in found.levels])
        b = np.concatenate([found[f"b_{level.number}"] for level in found.levels])
        deepest = max(deepest, len(found.levels))
        last = found.levels[-1].number
        assert [level.number for level in found.levels] == list(range(1, last + 1))
        assert sum(level.rank for level in found.levels) == len(names) - kernel.shape[1]
        wanted = complement.accelerations(found["M"], found["f"], A, b)
        assert close(found["vdot"], wanted, 1e-8)
        if join == "udwadia_kalaba":
            assert close(found[f"vdot_{last}"], wanted, 1e-8)
            P_k = found[f"P_{last}"]
            assert close(P_k @ P_k, P_k)
            assert np.trace(P_k) == pytest.approx(kernel.shape[1])
            continue
        S = np.eye(len(names))
        for level in found.levels:
            S = S @ found[f"C_{level.number}"]
            assert close(S, found[f"S_{level.number}"])
            size = max(1.0, np.max(np.abs(S), initial=0.0))
            for other in range(1, level.number + 1):
                assert np.max(np.abs(found[f"A_{other}"] @ S), initial=0.0) < 1e-11 * size
        assert np.linalg.matrix_rank(S, tol=1e-9) == kernel.shape[1]
    assert deepest >= 3


def test_an_elimination_at_another_size_has_the_same_ranks():
    """A 3RRR of some micrometres: ranks are decided without units, matrices are in SI units."""
    dynamics = lw.compile(EQUATIONS, join=machines.JOINS["svd"])
    lengths = [label.name for label in EQUATIONS.parameters.labels if label.unit == "m"]
    dynamics = dynamics.with_parameters({name: 1e-5 * dynamics.parameters[name] for name in lengths})
    found = dynamics.levels(dynamics.assemble(), machines.CHECK_INPUTS)
    assert [level.rank for level in found.levels] == [9, 6]
    for k in (1, 2):
        assert np.max(np.abs(found[f"A_{k}"] @ found["S_2"])) < 1e-14


@pytest.mark.parametrize("agree", [True, False], ids=["consistent", "inconsistent"])
def test_a_level_that_repeats_rows_or_contradicts_them_keeps_earlier_levels_exact(agree):
    root, numbers = two_levels(agree=agree)
    wanted, residual = least_squares(*numbers)
    join = lw.joins.UdwadiaKalaba(inconsistent="least squares")
    dynamics = lw.compile(random_trees.equations(root), join=join)
    found = dynamics.levels(dynamics.state(np.zeros(0), np.zeros(6)))
    assert [level.rank for level in found.levels] == [3, 1]
    assert close(found["vdot_2"], wanted, 1e-10)
    assert close(found["residual_1"][:3], 0, 1e-10)
    assert close(found["residual_2"], np.concatenate([np.zeros(3), -residual]), 1e-10)


@pytest.mark.parametrize("join", [*COMPLEMENTS, "udwadia_kalaba"])
def test_a_level_that_says_nothing_new_has_rank_zero(join):
    p = machines.parameters(motors=False)
    machine = third_level(lw.mechanisms.three_rrr(motors=False), p, "closures again")
    dynamics = lw.compile(lw.formalisms.modular(machine), join=machines.JOINS[join])
    found = dynamics.levels(dynamics.assemble(), dict.fromkeys(dynamics.inputs, 1.0))
    assert [level.rank for level in found.levels] == [6, 6, 0]
    assert found["A_3"].shape[0] == 6
    if join == "udwadia_kalaba":
        assert not found["K_3"].any()
        assert close(found["P_3"], found["P_2"], 1e-13)
        assert close(found["residual_2"], 0, 1e-10)
    else:
        assert close(found["B_3"], 0)
        assert np.linalg.matrix_rank(found["S_3"], tol=1e-9) == 3
        assert np.max(np.abs(found["A_3"] @ found["S_3"])) < 1e-12


def test_a_singular_configuration_is_refused_as_by_forward():
    dynamics = lw.compile(lw.formalisms.modular(lw.mechanisms.parallelogram()), join=machines.JOINS["svd"])
    flat = dynamics.assemble({"phi": 0.0})
    inputs = dict.fromkeys(dynamics.inputs, 0.0)
    with pytest.raises(SingularConfigurationError) as wanted:
        dynamics.forward(flat, inputs)
    with pytest.raises(SingularConfigurationError) as found:
        dynamics.levels(flat, inputs)
    assert str(found.value) == str(wanted.value)


def test_readable_text_and_plain_data():
    dynamics = lw.compile(EQUATIONS, join=machines.JOINS["partition"])
    found = dynamics.levels(dynamics.assemble(), machines.CHECK_INPUTS)
    text = found.as_text(80)
    assert max(map(len, text.splitlines())) <= 80
    assert "level 1: A, B, C: 9 constraints, 9 independent" in text
    assert "B_1 = A_1" in text
    assert "vertex_C.y (m/s^2)" in text
    assert "A_1" in repr(found)
    data = json.loads(json.dumps(found.as_dict()))
    assert np.array_equal(np.array(data["matrices"]["S_2"]["values"]), found["S_2"])
    assert data["matrices"]["S_2"]["rows"] == list(SPEEDS)
    with pytest.raises(ValueError, match="read-only"):
        found["S_2"][0, 0] = 1.0
    with pytest.raises(KeyError, match="no matrix 'S_3'; did you mean S_2"):
        found["S_3"]


def test_what_has_no_levels_is_refused_in_words():
    free = lw.compile(lw.formalisms.kane(lw.mechanisms.double_pendulum()))
    with pytest.raises(Refused, match=r"no constraints to eliminate.*formalisms\.modular"):
        free.levels(free.assemble(), {"tau1": 0.0, "tau2": 0.0})
    dynamics = lw.compile(EQUATIONS, join=lw.joins.Multipliers())
    state = dynamics.assemble()
    with pytest.raises(Refused, match=r"Multipliers takes all constraints at once.*joins\.UdwadiaKalaba"):
        dynamics.levels(state, machines.CHECK_INPUTS)
    large = lw.compile(lw.formalisms.denoc(lw.mechanisms.serial_chain(40)))
    with pytest.raises(Refused, match=r"Recursion takes all constraints at once.*no constraints to eliminate"):
        large.levels(large.assemble(), dict.fromkeys(large.inputs, 0.0))
    dynamics = lw.compile(EQUATIONS)
    with pytest.raises(ValueError, match=r"missing inputs: C\.v \(V\)"):
        dynamics.levels(state, {"A.v": 0.0, "B.v": 0.0})
    with pytest.raises(TypeError, match="expected a State"):
        dynamics.levels({"platform.x": 0.0}, machines.CHECK_INPUTS)
    with pytest.raises(ValueError, match="of another machine"):
        dynamics.levels(free.assemble(), machines.CHECK_INPUTS)
    with pytest.raises(Refused, match="off"):
        dynamics.levels(dynamics.state(state.q + 0.01, state.v), machines.CHECK_INPUTS)


def test_formalisms_that_merge_modules_have_one_level():
    dynamics = lw.compile(lw.formalisms.kane(lw.mechanisms.three_rrr()))
    found = dynamics.levels(dynamics.assemble(), machines.CHECK_INPUTS)
    assert len(found.levels) == 1
    assert "all constraints are in one level (kane merges modules: formalisms.modular keeps them)" in found.notes
    assert close(found["A_1"] @ found["S_1"], 0)
