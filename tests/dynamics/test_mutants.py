"""Broken on purpose: what the comparisons with outside answers are worth.

Each test damages one thing in the equations and shows that the comparison sees it; the sound equations pass it.
"""

from dataclasses import replace

import numpy as np
import pytest

import linkwright as lw
from dynamics import machines
from linkwright.components import Revolute
from linkwright.model import Body, Mechanism
from oracles import double_pendulum, links, three_rrr

SEEN = 1e-6
"""An error a thousand times the tolerance of the comparisons (1e-10 and below) is beyond doubt."""


def error_of_3rrr(equations, join=None):
    p = machines.parameters(motors=False)
    dynamics = lw.compile(equations, join=join)
    worst = 0.0
    for pose, velocity, _, inputs in machines.random_cases(p, 3, 101):
        state = machines.consistent_state(dynamics, p, pose, velocity)
        wanted = machines.accelerations_of(three_rrr.forward(p, pose, velocity, inputs), motors=False)
        found = dynamics.forward(state, machines.inputs_of(dynamics, inputs))
        worst = max(worst, machines.relative([found[n] for n in wanted], list(wanted.values())))
    return worst


def changed(equations, table, change):
    """The record with every type of one table replaced."""
    return replace(equations, **{table: tuple(replace(u, type=change(u.type)) for u in getattr(equations, table))})


def test_the_sound_equations_pass():
    assert error_of_3rrr(machines.equations(motors=False)) < 1e-10


@pytest.mark.parametrize("join", machines.JOINS)
def test_a_halved_right_hand_side_of_the_ties_is_seen_by_the_oracle_not_by_other_joins(join):
    halved = changed(machines.equations(motors=False), "ties", lambda kind: replace(kind, b=kind.b / 2))
    assert error_of_3rrr(halved, machines.JOINS[join]) > SEEN


def test_a_flipped_load_is_seen():
    flipped = changed(machines.equations(motors=False), "loads", lambda kind: replace(kind, effort=-kind.effort))
    assert error_of_3rrr(flipped) > SEEN


def test_a_missing_inertia_is_seen():
    def without(kind):
        parts = tuple(replace(part, M=part.M * 0.999) for part in kind.inertias)
        return replace(kind, inertias=parts)

    assert error_of_3rrr(changed(machines.equations(motors=False), "blocks", without)) > SEEN / 10


def pendulum_error(change):
    machine = double_pendulum.DoublePendulum(
        links.Link(0.7, 1.3, 0.11, 0.31, 0.12), links.Link(0.5, 0.9, 0.05, 0.22, -0.08)
    )
    parts = {
        name: Body(k.mass, k.inertia, centre=(k.along, k.across), points={"a": (0.0, 0.0), "b": (k.length, 0.0)})
        for name, k in (("one", machine.first), ("two", machine.second))
    }
    joints = {"O": Revolute("ground", "one.a"), "A": Revolute("one.b", "two.a")}
    dynamics = lw.compile(change(lw.formalisms.modular(Mechanism("d", parts, joints, gravity=machine.gravity))))
    q, v = np.array([0.4, -1.0]), np.array([1.5, -2.0])
    state = dynamics.assemble({"one.theta": q[0], "two.theta": q[1]}, {"one.theta": v[0], "two.theta": v[1]})
    found = dynamics.forward(state)
    wanted = double_pendulum.accelerations(machine, q, v)
    return machines.relative([found["one.theta"], found["two.theta"]], wanted)


def test_the_sound_pendulum_passes():
    assert pendulum_error(lambda equations: equations) < 1e-11


def test_the_sign_of_gravity_is_seen():
    assert pendulum_error(lambda e: changed(e, "loads", lambda kind: replace(kind, effort=-kind.effort))) > SEEN


def test_a_missing_centripetal_term_is_seen():
    """Without h: the inertia force m w x (w x r) of a centre off the body's origin is left out."""

    def without(kind):
        return replace(kind, inertias=tuple(replace(part, h=0 * part.h) for part in kind.inertias))

    assert pendulum_error(lambda e: changed(e, "blocks", without)) > SEEN


def test_a_missing_w_cross_r_in_the_ties_is_seen():
    """Angular columns of A halved: the points of a joint move too little when their bodies turn."""

    def without(kind):
        A = kind.A * 1
        for column in range(A.shape[1]):
            if column % 3 == 2:
                A[:, column] = 0.5 * A[:, column]
        return replace(kind, A=A)

    assert pendulum_error(lambda e: changed(e, "ties", without)) > SEEN


def test_the_printed_sign_of_equation_9_is_seen():
    dynamics = lw.compile(machines.equations(motors=True, kappa_m=-0.0385))
    state = dynamics.assemble(machines.CHECK_POSITIONS, machines.CHECK_SPEEDS)
    found = dynamics.forward(state, machines.CHECK_INPUTS)
    assert machines.relative([found[name] for name in machines.CHECK], list(machines.CHECK.values())) > SEEN
