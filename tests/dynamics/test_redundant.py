"""Levels that repeat earlier constraints, and levels that contradict them."""

import casadi as ca
import numpy as np
import pytest

import linkwright as lw
from dynamics import machines, random_trees
from linkwright.components import Holonomic, Nonholonomic, Revolute
from linkwright.dynamics import InconsistentConstraintsError
from linkwright.model import Mechanism, PointMass
from oracles import three_rrr
from oracles.random_systems import Block, Module

UNCHANGED = 1e-10
"""A redundant level may move accelerations by rounding only."""


def closure(p, k):
    """Loop closure of leg k: base + l_U e(phi) + l_B e(psi) - (x, y) - l_L e(theta + alpha), as casadi expressions."""

    def residual(_t, phi, psi, x, y, theta):
        angle = theta + p.alpha[k]
        return [
            p.base[k][0] + p.l_U * ca.cos(phi) + p.l_B * ca.cos(psi) - x - p.l_L * ca.cos(angle),
            p.base[k][1] + p.l_U * ca.sin(phi) + p.l_B * ca.sin(psi) - y - p.l_L * ca.sin(angle),
        ]

    return residual


def combined(p):
    """Two random combinations of all six closures."""
    weights = np.random.default_rng(5).normal(size=(2, 6))

    def residual(t, *z):
        rows = [row for k in range(3) for row in closure(p, k)(t, z[2 * k], z[2 * k + 1], *z[6:])]
        return [sum(w * row for w, row in zip(line, rows, strict=True)) for line in weights]

    return residual


PLATFORM = tuple(f"machine.platform.{name}" for name in ("x", "y", "theta"))


def third_level(machine, p, kind):
    """The machine inside an outer module whose constraints say nothing new."""
    if kind == "closures again":
        connections = {
            f"loop_{leg}": Holonomic((f"machine.{leg}.phi", f"machine.{leg}.psi", *PLATFORM), closure(p, k), "m")
            for k, leg in enumerate(machines.LEGS)
        }
    elif kind == "combinations":
        on = tuple(f"machine.{leg}.{angle}" for leg in machines.LEGS for angle in ("phi", "psi"))
        connections = {"mixture": Holonomic((*on, *PLATFORM), combined(p), "m")}
    else:
        connections = {"again": Revolute("machine.A.lower.tip", "machine.platform.A")}
    return Mechanism("outer", {"machine": machine}, connections)


@pytest.mark.parametrize("motors", [True, False], ids=["motors", "torques"])
@pytest.mark.parametrize("kind", ["closures again", "combinations", "second joint"])
def test_a_third_level_that_repeats_earlier_ones_changes_nothing(kind, motors):
    p = machines.parameters(motors=motors)
    machine = lw.mechanisms.three_rrr(motors=motors)
    plain = lw.compile(lw.formalisms.modular(machine))
    outer = lw.formalisms.modular(third_level(machine, p, kind))
    dynamics = {name: lw.compile(outer, join=join) for name, join in machines.JOINS.items()}
    for pose, velocity, currents, inputs in machines.random_cases(p, 4, 21):
        state = machines.consistent_state(plain, p, pose, velocity, currents)
        solution = three_rrr.forward(p, pose, velocity, inputs, currents=currents)
        wanted = machines.accelerations_of(solution, motors=motors)
        for name, each in dynamics.items():
            assert [c.removeprefix("machine.") for c in each.coordinates] == list(plain.coordinates)
            found = each.forward(each.state(state.q, state.v), machines.inputs_of(each, inputs))
            values = [found[f"machine.{key}"] for key in wanted]
            assert machines.relative(values, list(wanted.values())) < UNCHANGED, (name, pose)


def test_redundant_joints_are_named_and_their_reactions_said_not_to_be_unique():
    p = machines.parameters(motors=False)
    machine = lw.mechanisms.three_rrr(motors=False)
    dynamics = lw.compile(lw.formalisms.modular(third_level(machine, p, "second joint")))
    plain = lw.compile(lw.formalisms.modular(machine))
    pose, velocity, _, inputs = machines.random_cases(p, 1, 22)[0]
    state = machines.consistent_state(plain, p, pose, velocity)
    doubled = dynamics.reactions(dynamics.state(state.q, state.v), machines.inputs_of(dynamics, inputs))
    alone = plain.reactions(state, machines.inputs_of(plain, inputs))
    shared = {"again.x", "again.y", "machine.vertex_A.x", "machine.vertex_A.y"}
    assert set(doubled.not_unique) == shared
    assert np.isnan(doubled["again"]["x"])
    assert "not unique" in doubled.in_words()
    # All others are what they were: those are unique.
    for joint in ("A.elbow", "A.base", "B.base", "vertex_B", "vertex_C"):
        for axis in "xy":
            assert doubled[f"machine.{joint}"][axis] == pytest.approx(alone[joint][axis], abs=1e-10)


# -- inconsistent levels ---------------------------------------------------------------------------------------------


def two_levels(*, agree):
    """Random M, f; the inner level constraints three of six variables, the outer one repeats two rows and adds one.

    Unless they agree, the outer right-hand side of the repeated rows contradicts the inner one.
    """
    random = np.random.default_rng(7)
    n = 6
    basis = np.linalg.qr(random.normal(size=(n, n)))[0]
    M = basis * random.uniform(0.5, 3.0, n) @ basis.T
    f, A1 = random.normal(size=n), random.normal(size=(3, n))
    b1 = random.normal(size=3)
    A2 = np.vstack([random.normal(size=(2, 3)) @ A1, random.normal(size=(1, n))])
    b2 = A2 @ np.linalg.pinv(A1) @ b1 + (0.0 if agree else 1.0) * np.array([0.3, -0.2, 0.7])
    inner = Module((0,), (), (Block(tuple(range(n)), M, f),), A1, b1, 0)
    return Module((), (inner,), (), A2, b2, 2), (M, f, A1, b1, A2, b2)


def least_squares(M, f, A1, b1, A2, b2):
    """Level 1 exactly; level 2 in the sense of least squares within it; the rest by Gauss's principle, dense NumPy."""
    s1 = np.linalg.pinv(A1) @ b1
    _, values, Vt = np.linalg.svd(A1)
    S1 = Vt[np.sum(values > 1e-10) :].T
    B = A2 @ S1
    x, *_ = np.linalg.lstsq(B, b2 - A2 @ s1, rcond=1e-10)
    s = s1 + S1 @ x
    _, values, Vt = np.linalg.svd(B)
    S = S1 @ Vt[np.sum(values > 1e-10 * np.linalg.norm(A2, 2)) :].T
    a = s + S @ np.linalg.solve(S.T @ M @ S, S.T @ (f - M @ s))
    return a, b2 - A2 @ s


@pytest.mark.parametrize("join", machines.JOINS)
def test_a_contradicting_level_raises_and_names_module_and_ties(join):
    root, _ = two_levels(agree=False)
    with pytest.raises(
        InconsistentConstraintsError, match=r"contradict each other in module root .*constraints"
    ) as caught:
        random_trees.accelerations(lw.compile(random_trees.equations(root), join=machines.JOINS[join]))
    assert set(caught.value.residuals) == {"root"}
    assert any(part.startswith("constraints") for part in caught.value.parts)


@pytest.mark.parametrize("join", machines.JOINS)
def test_contradicting_ties_of_a_described_machine_are_named(join):
    machine = Mechanism(
        "pair",
        {"a": PointMass(2.0)},
        {
            "equal": Nonholonomic(("a.x", "a.y"), lambda _t, _z, s: s[0] - s[1], "m/s"),
            "drift": Nonholonomic(("a.x", "a.y"), lambda t, _z, s: s[0] - s[1] - 3.0 * t, "m/s"),
        },
    )

    def ask():
        dynamics = lw.compile(lw.formalisms.modular(machine), join=machines.JOINS[join])
        return dynamics.forward(dynamics.assemble())

    with pytest.raises(InconsistentConstraintsError, match="pair") as caught:
        ask()
    assert {"equal", "drift"} & set(caught.value.parts)


BY_LEAST_SQUARES = {
    "partition": lw.joins.Complement(lw.kernels.Partition(), inconsistent="least squares"),
    "qr": lw.joins.Complement(lw.kernels.QR(), inconsistent="least squares"),
    "svd": lw.joins.Complement(lw.kernels.SVD(), inconsistent="least squares"),
    "projector": lw.joins.Complement(lw.kernels.Projector(), inconsistent="least squares"),
    "udwadia_kalaba": lw.joins.UdwadiaKalaba(inconsistent="least squares"),
}


@pytest.mark.parametrize("join", BY_LEAST_SQUARES)
@pytest.mark.parametrize("agree", [True, False], ids=["consistent", "inconsistent"])
def test_least_squares_keeps_earlier_levels_exact(join, agree):
    root, numbers = two_levels(agree=agree)
    dynamics = lw.compile(random_trees.equations(root), join=BY_LEAST_SQUARES[join])
    wanted, residual = least_squares(*numbers)
    joined = dynamics.apply_join(dynamics.state(np.zeros(0), np.zeros(6)), np.zeros(0))
    assert machines.relative(joined.vdot, wanted) < 1e-10
    _, _, A1, b1, A2, b2 = numbers
    assert np.max(np.abs(A1 @ joined.vdot - b1)) < 1e-10 * np.max(np.abs(b1))
    levels = {level.module.path: level.residual for level in joined.levels}
    assert levels["m0"] < 1e-10
    assert levels["root"] == pytest.approx(np.max(np.abs(residual)), rel=1e-9, abs=1e-12)
    assert np.max(np.abs(b2 - A2 @ joined.vdot)) == pytest.approx(levels["root"], rel=1e-9, abs=1e-12)


def test_multipliers_refuse_least_squares_in_words():
    with pytest.raises(ValueError, match="use Complement or UdwadiaKalaba"):
        lw.joins.Multipliers(inconsistent="least squares")
    with pytest.raises(ValueError, match='expected "raise" or "least squares"'):
        lw.joins.UdwadiaKalaba(inconsistent="ignore")
