"""Broken on purpose: what the comparisons with outside answers are worth.

Each test damages one thing in the equations and shows that the comparison sees it; the sound equations pass it.
"""

from dataclasses import replace

import casadi as ca
import numpy as np
import pytest

import linkwright as lw
from agreement import table
from agreement import test_agreement as agreement
from components import test_joint_law as law
from dynamics import machines
from linkwright.components import Revolute, Spherical
from linkwright.components.joints import one_axis as joints
from linkwright.formalisms.connect import connect
from linkwright.formalisms.connect import constraints as said
from linkwright.formalisms.derive import derivations
from linkwright.formalisms.tree import record as flat_record
from linkwright.model import Body, Free, Mechanism
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
def test_a_halved_right_hand_side_of_the_constraints_is_seen_by_the_oracle_not_by_other_joins(join):
    halved = changed(machines.equations(motors=False), "constraints", lambda kind: replace(kind, b=kind.b / 2))
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


def test_a_missing_w_cross_r_in_the_constraints_is_seen():
    """Angular columns of A halved: the points of a joint move too little when their bodies turn."""

    def without(kind):
        A = kind.A * 1
        for column in range(A.shape[1]):
            if column % 3 == 2:
                A[:, column] = 0.5 * A[:, column]
        return replace(kind, A=A)

    assert pendulum_error(lambda e: changed(e, "constraints", without)) > SEEN


def test_the_printed_sign_of_equation_9_is_seen():
    dynamics = lw.compile(machines.equations(motors=True, kappa_m=-0.0385))
    state = dynamics.assemble(machines.CHECK_POSITIONS, machines.CHECK_SPEEDS)
    found = dynamics.forward(state, machines.CHECK_INPUTS)
    assert machines.relative([found[name] for name in machines.CHECK], list(machines.CHECK.values())) > SEEN


# -- mutants of the package itself, in space -----------------------------------------------------------------------
# Each changes one function while a comparison of tests/agreement or tests/components runs; the comparison must fail,
# and say so with the words of a difference, not of an accident.

DIFFERS = r"differs"


@pytest.fixture
def fresh():
    """Nothing that was derived with sound functions is used, and nothing derived with broken ones is kept."""

    def clear():
        table.derived.cache_clear()
        table.machine.cache_clear()
        said._derive_kind.cache_clear()
        agreement._CASES.clear()

    clear()
    yield
    clear()


@pytest.mark.usefixtures("fresh")
def test_the_comparisons_pass_without_mutants():
    agreement.compare_with_free_bodies("spatial_four_bar", 2)
    agreement.compare("spatial_four_bar", "kane", (), 2)
    agreement.compare("ball_pendulum", "boltzmann_hamel", (), 2)
    agreement.compare("angled_rotor", "lagrange", (), 2)
    law.test_residual_measures_and_speeds_on_a_moving_base("Revolute y")


@pytest.mark.usefixtures("fresh")
def test_the_sign_of_gravity_is_seen_by_free_body_diagrams(monkeypatch):
    sound = flat_record.weight_type

    def flipped(*arguments):
        load = sound(*arguments)
        return replace(load, effort=-load.effort)

    monkeypatch.setattr(flat_record, "weight_type", flipped)
    agreement.compare("spatial_four_bar", "kane", (), 2)  # formalisms share their loads: they still agree
    with pytest.raises(AssertionError, match=DIFFERS):
        agreement.compare_with_free_bodies("spatial_four_bar", 2)


@pytest.mark.usefixtures("fresh")
def test_a_missing_w_cross_r_is_seen_by_free_body_diagrams(monkeypatch):
    """Points of a body move as its origin does: v' = v without w x r."""

    def at(self, position, rotation=None):
        R = self.R if rotation is None else self.R @ rotation
        return type(self)(R, self.p + self.R @ position, self.w, self.v)

    monkeypatch.setattr("linkwright.symbolic.frames.Frame.at", at)
    with pytest.raises(AssertionError, match=DIFFERS):
        agreement.compare_with_free_bodies("moored_satellite", 2)


@pytest.mark.usefixtures("fresh")
def test_a_twist_in_the_wrong_frame_is_seen(monkeypatch):
    """Body components of the angular velocity taken as world ones, in a home and in a joint."""
    sound = Free.frame
    monkeypatch.setattr(Free, "frame", lambda self, q, v: replace(sound(self, q, v), w=v[3:6]))
    with pytest.raises(AssertionError, match=r"differs|contradict|fit|assert"):
        agreement.compare_with_free_bodies("moored_satellite", 2)
    with pytest.raises(AssertionError):
        law.test_motion_and_its_twist("Free")
    monkeypatch.setattr(Free, "frame", sound)
    moved = Spherical.motion
    monkeypatch.setattr(Spherical, "motion", lambda self, q, v: replace(moved(self, q, v), w=v))
    with pytest.raises(AssertionError):
        law.test_motion_and_its_twist("Spherical")
    table.derived.cache_clear()
    agreement._CASES.clear()
    with pytest.raises(AssertionError, match=DIFFERS):
        agreement.compare("ball_pendulum", "kane", (), 2)


@pytest.fixture
def halved(monkeypatch):
    """Every constraint with half its right-hand side."""
    sound = connect.make_constraint

    def half(*arguments, **options):
        constraint = sound(*arguments, **options)
        return replace(constraint, b=constraint.b / 2)

    monkeypatch.setattr(connect, "make_constraint", half)


@pytest.mark.usefixtures("fresh", "halved")
@pytest.mark.parametrize("name", ["spatial_four_bar", "ball_pendulum", "rolling_disc"])
def test_a_halved_right_hand_side_in_space_is_seen_by_free_body_diagrams(name):
    with pytest.raises(AssertionError, match=DIFFERS):
        agreement.compare_with_free_bodies(name, 2)


@pytest.mark.usefixtures("fresh", "halved")
def test_a_halved_right_hand_side_is_seen_where_a_formalism_has_no_constraints():
    """Absolute coordinates with constraints against joint coordinates without: the one comparison that sees it."""
    with pytest.raises(AssertionError, match=DIFFERS):
        agreement.compare("ball_pendulum", "kane", (), 2)


@pytest.mark.usefixtures("fresh")
@pytest.mark.parametrize("what", ["z", "s"])
def test_a_sign_in_reading_back_an_angle_is_seen_by_the_joint_law_and_by_the_agreement(monkeypatch, what):
    sound = joints.angle_measure

    def flipped(*arguments):
        measure = sound(*arguments)
        return replace(measure, **{what: -getattr(measure, what)})

    monkeypatch.setattr(joints, "angle_measure", flipped)
    with pytest.raises(AssertionError):
        law.test_residual_measures_and_speeds_on_a_moving_base("Revolute y")
    # the other formalism's coordinates are read back in the first one: its joints gape, or its speeds do not fit
    with pytest.raises(AssertionError, match=r"not close|do not fit|differs"):
        agreement.compare("spatial_four_bar", "kane", (), 2)


@pytest.mark.usefixtures("fresh")
def test_w_equal_to_one_is_seen_by_the_joint_law_and_by_the_agreement(monkeypatch):
    """Quasi-velocities taken for rates: the last three Euler parameters' rates as the angular velocity."""
    padded = ca.SX(ca.horzcat(ca.DM.zeros(3, 1), ca.DM.eye(3)))
    monkeypatch.setattr(Spherical, "W", lambda *_: padded)
    with pytest.raises(AssertionError):
        law.test_speeds_and_rates_of_coordinates_are_inverse_to_each_other("Spherical")
    with pytest.raises(AssertionError, match=DIFFERS):
        agreement.compare("ball_pendulum", "boltzmann_hamel", (), 2)


@pytest.mark.usefixtures("fresh")
def test_w_equal_to_one_where_the_lengths_are_equal_is_seen(monkeypatch):
    """Boltzmann and Hamel's operator with W = N = 1: Lagrange's operator on quasi-velocities."""
    sound = derivations.boltzmann_hamel

    def naive(chart):
        return sound(replace(chart, W=ca.SX.zeros(*chart.W.shape)))  # no dW/dt: Hamel's coefficients vanish

    monkeypatch.setattr(derivations, "boltzmann_hamel", naive)
    with pytest.raises(AssertionError, match=DIFFERS):
        agreement.compare("ball_pendulum", "boltzmann_hamel", (), 2)
