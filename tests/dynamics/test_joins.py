"""Joins agree with each other and with answers from outside, over random states and random module trees."""

import itertools
from dataclasses import dataclass

import numpy as np
import pytest

import linkwright as lw
from dynamics import machines, random_trees
from linkwright.dynamics import Refused
from linkwright.dynamics.system.system import matrices
from oracles import complement, three_rrr, udwadia_kalaba
from oracles.random_systems import random_system

AGREEMENT = 1e-10
"""Relative to the largest acceleration. Conditions of M and A are below 1e4 here, and rounding is 1e-16."""


def compare_over_states(*, motors, count, seed):
    equations = machines.equations(motors=motors)
    p = machines.parameters(motors=motors)
    dynamics = {name: lw.compile(equations, join=join) for name, join in machines.JOINS.items()}
    any_of_them = dynamics["partition"]
    for pose, velocity, currents, inputs in machines.random_cases(p, count, seed):
        state = machines.consistent_state(any_of_them, p, pose, velocity, currents)
        found = {name: each.forward(state, machines.inputs_of(each, inputs)) for name, each in dynamics.items()}
        values = {name: np.array(list(each.values())) for name, each in found.items()}
        for one, other in itertools.combinations(values, 2):
            assert machines.relative(values[one], values[other]) < AGREEMENT, (one, other, pose)
        solution = three_rrr.forward(p, pose, velocity, inputs, currents=currents)
        wanted = machines.accelerations_of(solution, motors=motors)
        for name, each in found.items():
            assert machines.relative([each[key] for key in wanted], list(wanted.values())) < AGREEMENT, (name, pose)


@pytest.mark.parametrize("motors", [True, False], ids=["motors", "torques"])
def test_joins_agree_with_each_other_and_with_free_body_diagrams(motors):
    compare_over_states(motors=motors, count=20, seed=11)


@pytest.mark.long
@pytest.mark.parametrize("motors", [True, False], ids=["motors", "torques"])
def test_joins_agree_over_two_hundred_states(motors):
    compare_over_states(motors=motors, count=200, seed=12)


def seeds(depth, count, largest, *, massless=False):
    """The first seeds whose systems have at most so many variables: straight-line code of a dense one grows as n^3."""
    sizes = ((seed, len(random_system(seed, depth, massless=massless).f)) for seed in itertools.count())
    return list(itertools.islice((seed for seed, size in sizes if size <= largest), count))


def compare_on_tree(seed, depth, joins=tuple(machines.JOINS)):
    system = random_system(seed, depth)
    equations = random_trees.equations(system.root)
    assert max(equations.module_heights) == depth
    wanted = udwadia_kalaba.accelerations(system.M, system.f, system.A, system.b)
    assert machines.relative(complement.accelerations(system.M, system.f, system.A, system.b), wanted) < AGREEMENT
    for name in joins:
        dynamics = lw.compile(equations, join=machines.JOINS[name])
        numbers = matrices(dynamics.system)(0.0, [], np.zeros(len(wanted)), [], [])
        assert np.array_equal(np.asarray(numbers[0]), system.M)
        assert np.allclose(np.asarray(numbers[1]).ravel(), system.f, rtol=0, atol=0)
        assert np.asarray(numbers[2]).shape == system.A.shape
        found = random_trees.accelerations(dynamics)
        assert machines.relative(found, wanted) < AGREEMENT, (name, seed, depth)
        levels = dynamics.apply_join(dynamics.state(np.zeros(0), np.zeros(len(wanted))), np.zeros(0)).levels
        assert sum(level.found.rank for level in levels) == system.rank, (name, seed, depth)


@pytest.mark.parametrize("depth", [1, 2, 3, 4, 5])
def test_joins_agree_on_random_trees(depth):
    for seed in seeds(depth, 3, 35):
        compare_on_tree(seed, depth)


def test_a_large_tree_on_lapack():
    """182 variables in five levels, rows repeated again and again: a projector carried along drifts here."""
    compare_on_tree(1, 5, joins=("projector", "udwadia_kalaba"))


@pytest.mark.long
@pytest.mark.parametrize("depth", [1, 2, 3, 4, 5])
def test_joins_agree_on_many_random_trees(depth):
    for seed in seeds(depth, 25, 70):
        compare_on_tree(seed, depth)


def compare_massless(seed, depth):
    system = random_system(seed, depth, massless=True)
    equations = random_trees.equations(system.root)
    wanted = complement.accelerations(system.M, system.f, system.A, system.b)
    for name, join in machines.JOINS.items():
        if name == "udwadia_kalaba":
            with pytest.raises(Refused, match=r"regular mass matrix.*use Complement\(\) or Multipliers\(\)"):
                random_trees.accelerations(lw.compile(equations, join=join))
            continue
        found = random_trees.accelerations(lw.compile(equations, join=join))
        # one digit for the massless directions, whose accelerations come through the constraints alone
        assert machines.relative(found, wanted) < 1e-9, (name, seed, depth)


@pytest.mark.parametrize("depth", [1, 2, 3, 4, 5])
def test_singular_mass_matrices_on_random_trees(depth):
    for seed in seeds(depth, 2, 35, massless=True):
        compare_massless(seed, depth)


@pytest.mark.long
@pytest.mark.parametrize("depth", [1, 2, 3, 4, 5])
def test_singular_mass_matrices_on_many_random_trees(depth):
    for seed in seeds(depth, 25, 70, massless=True):
        compare_massless(seed, depth)


@dataclass(frozen=True)
class SmallMultipliers(lw.joins.Multipliers):
    """Multipliers with limits that a quick test can pass."""

    @property
    def largest(self) -> int:
        """Up to here straight-line code."""
        return 3

    @property
    def longest(self) -> int:
        """Up to here also straight-line code where loops do not take the machine."""
        return 6


def test_dry_friction_is_taken_between_both_limits_of_a_join_and_refused_above():
    """Loops do not take dry friction: straight-line code does up to `longest`; m a = F - R for a body that slides."""

    def rows(count):
        parts = {f"body{k}": lw.Body(2.0, 0.1) for k in range(count)}
        connections = {f"rail{k}": lw.Prismatic("ground", f"body{k}") for k in range(count)}
        connections |= {"dry": lw.CoulombFriction("rail0.slide", 1.0), "push": lw.Force("rail0.slide")}
        return lw.formalisms.modular(lw.Mechanism("rows", parts, connections))

    dynamics = lw.compile(rows(2), join=SmallMultipliers())
    state = dynamics.assemble({}, {"rail0.slide": 0.5, "rail1.slide": 0.0})
    assert dynamics.forward(state, {"push.force": 4.0})["rail0.slide"] == pytest.approx(1.5, rel=1e-12)
    with pytest.raises(Refused, match="rows has dry friction or stops, which machines of this size do not take"):
        lw.compile(rows(3), join=SmallMultipliers())
