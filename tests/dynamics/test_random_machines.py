"""Random planar machines with loops inside modules and between them, against dense equations written in NumPy."""

import numpy as np
import pytest
from scipy.linalg import null_space

import linkwright as lw
from dynamics import machines, random_machines
from linkwright.dynamics.system.readings import read_state
from oracles import complement

TOLERANCE = 1e-10
"""Relative to the largest acceleration. Times the conditioning of the constraints, which random loops may spoil."""


def check(seed, depth):
    machine = random_machines.random_machine(seed, depth)
    A, _ = random_machines.constraints(machine)
    kernel = null_space(A, rcond=1e-11)
    values = np.linalg.svd(A, compute_uv=False)
    kept = values[values > 1e-11 * values[0]]
    condition = kept[0] / kept[-1]
    if condition > 1e3:
        return False
    v = kernel @ np.random.default_rng([seed, depth, 1]).normal(size=kernel.shape[1])
    A, b = random_machines.constraints(machine, v)
    M, f = random_machines.inertia(machine, v)
    wanted = complement.accelerations(M, f, A, b) if kernel.shape[1] else np.linalg.pinv(A, rcond=1e-11) @ b
    equations = lw.formalisms.modular(random_machines.mechanism(machine))
    names = [
        random_machines.full_name(machine, body, f"b{body}.{name}")
        for body in range(len(machine.masses))
        for name in ("x", "y", "theta")
    ]
    scale = max(float(np.max(np.abs(wanted))), 1.0)
    for key, join in machines.JOINS.items():
        dynamics = lw.compile(equations, join=join)
        place = [dynamics.coordinates.index(name) for name in names]
        q, speeds = np.zeros(len(names)), np.zeros(len(names))
        q[place], speeds[place] = machine.poses.ravel(), v
        state = dynamics.state(q, speeds)
        _, _, gap, slip, *_ = read_state(dynamics.system, 0.0, q, speeds, dynamics.p)
        assert np.max(np.abs(gap)) < 1e-13
        assert np.max(np.abs(slip)) < 1e-12 * max(1.0, np.max(np.abs(v), initial=0.0))
        found = dynamics.accelerations(state, np.zeros(0))[place]
        assert np.max(np.abs(found - wanted)) < TOLERANCE * scale * max(1.0, condition / 10), (key, seed, depth)
    return True


@pytest.mark.parametrize("depth", [1, 2, 3, 4, 5])
def test_random_machines(depth):
    assert sum(check(seed, depth) for seed in range(4)) >= 2


@pytest.mark.long
@pytest.mark.parametrize("depth", [1, 2, 3, 4, 5])
def test_many_random_machines(depth):
    assert sum(check(seed, depth) for seed in range(4, 64)) >= 30
