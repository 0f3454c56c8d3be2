"""Pivots chosen from numbers: the same as symbols have, constants among them, and weak where those are weak."""

import casadi as ca
import numpy as np
import pytest

import linkwright as lw
from linkwright import formalisms, mechanisms
from linkwright.dynamics.joins.elimination import (
    Elimination,
    constraint_pivots,
    modules_with_speeds,
    pivot_sequence,
    rows_of,
)
from linkwright.dynamics.system.system import call_function, constraint_matrix

MACHINES = [
    ("three_rrr", "modular"), ("four_bar", "modular"), ("three_rps", "kane"), ("whipple_bicycle", "kane"),
    ("bennett", "modular"),
]  # fmt: skip


def places(dynamics, count):
    """Constraint matrices at some states, far apart."""
    system, found = dynamics.system, []
    for k in range(count):
        random = np.random.default_rng(k)
        q = system.normalise(dynamics.reference.q + random.uniform(-0.5, 0.5, system.q.numel()))
        v = random.uniform(-1, 1, system.n)
        found.append((q, v, call_function(constraint_matrix(system), 0.0, q, v, dynamics.p)[0]))
    return found


@pytest.mark.parametrize(("name", "formalism"), MACHINES)
def test_pivots_in_numbers_are_those_of_symbols(name, formalism):
    dynamics = lw.compile(getattr(formalisms, formalism)(getattr(mechanisms, name)()), join=lw.joins.Complement())
    system = dynamics.system
    for q, v, A in places(dynamics, 3):
        sequence = pivot_sequence(system, A)
        written = Elimination.begin(system, sequence)
        for module, speeds in modules_with_speeds(system):
            written.module(module, speeds, rows_of(system), system.b)
        function = system.function("pivots", [ca.veccat(*written.pivots)])
        wanted = call_function(function, 0.0, q, v, np.zeros(system.m_u), dynamics.p)[0].ravel()
        assert len(sequence.pivots) == np.linalg.matrix_rank(A, tol=1e-9)
        assert constraint_pivots(sequence, A[None])[0] == pytest.approx(wanted, rel=1e-9)
        # Free accelerations are those without a pivot.
        free = {column for affine in written.accelerations for column in affine.terms}
        assert not free & {column for _, column in sequence.pivots}
        assert set(sequence.kept) | set(sequence.dropped) == set(range(system.m))


@pytest.mark.parametrize(("name", "formalism"), MACHINES[:3])
def test_a_pivoting_that_numbers_show_to_be_weak_is_weak_in_its_code(name, formalism):
    dynamics = lw.compile(getattr(formalisms, formalism)(getattr(mechanisms, name)()), join=lw.joins.Complement())
    pivoting, u = dynamics.first_pivoting, np.zeros(len(dynamics.inputs))
    for q, v, A in places(dynamics, 8):
        ratios = np.abs(pivoting.ratios((0.0, q, v, u, dynamics.p)))
        some = np.abs(pivoting.constraint_ratios(A[None])[0])
        assert ratios.min() <= some.min() * (1 + 1e-9)
        assert pivoting.is_weak(A[None], some.min() * 1.01)
        assert not pivoting.is_weak(A[None], some.min() * 0.99)


def test_choosing_pivots_writes_no_code():
    """Of the list of a machine no elimination is in symbols but of those that its configurations were tried with."""
    dynamics = lw.compile(formalisms.kane(mechanisms.three_rps()), join=lw.joins.Complement())
    listed = list(dynamics.listed_pivotings())
    assert listed
    assert any("code" not in each.structure.__dict__ for each in listed)
