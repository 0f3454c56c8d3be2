"""The complement S: A S = 0, its rank, and its smoothness along a path."""

import numpy as np
import pytest
from scipy.linalg import subspace_angles

import linkwright as lw
from dynamics import machines
from linkwright.components import Holonomic
from linkwright.dynamics.system.system import matrices
from linkwright.model import Mechanism, PointMass

EQUATIONS = machines.equations(motors=True)
P = machines.parameters(motors=True)


def constraint(dynamics, state):
    return np.asarray(matrices(dynamics.system)(state.t, state.q, state.v, np.zeros(3), dynamics.p)[2])


def path(t):
    """Pose and velocity along a closed path well inside the workspace."""
    pose = np.array([0.03 * np.cos(2 * t), 0.025 * np.sin(3 * t), 0.3 * np.sin(t)])
    return pose, np.array([-0.06 * np.sin(2 * t), 0.075 * np.cos(3 * t), 0.3 * np.cos(t)])


def states(dynamics, times):
    for t in times:
        yield machines.consistent_state(dynamics, P, *path(t))


@pytest.mark.parametrize("join", machines.JOINS)
def test_it_spans_the_kernel(join):
    dynamics = lw.compile(EQUATIONS, join=machines.JOINS[join])
    for pose, velocity, _, _ in machines.random_cases(P, 5, 81):
        state = machines.consistent_state(dynamics, P, pose, velocity)
        S, A = dynamics.complement(state), constraint(dynamics, state)
        assert S.shape == (21, 21 if join == "projector" else 6)
        # rounding of A (rows up to 1) times the largest column, a gear ratio of 20 over lengths of 0.1 m
        assert np.max(np.abs(A @ S)) < 1e-12 * np.max(np.abs(S))
        assert np.linalg.matrix_rank(S, tol=1e-9 * np.linalg.norm(S, 2)) == 6
        if join in ("qr", "svd"):
            assert np.allclose(S.T @ S, np.eye(6), atol=1e-13)
        # consistent speeds lie in it
        x, *_ = np.linalg.lstsq(S, state.v, rcond=1e-10)
        assert np.max(np.abs(S @ x - state.v)) < 1e-10 * np.max(np.abs(state.v))


def largest_jump(dynamics, times, *, follow):
    previous, jump = None, 0.0
    for state in states(dynamics, times):
        S = dynamics.complement(state, previous) if follow else dynamics.complement(state)
        if previous is not None:
            jump = max(jump, float(np.linalg.norm(S - previous, 2)))
        previous = S
    return jump


def largest_turn(dynamics, times):
    """Largest angle between the kernels of neighbouring states: what no choice of S can avoid."""
    found, previous = 0.0, None
    for state in states(dynamics, times):
        S = dynamics.complement(state)
        if previous is not None:
            found = max(found, float(np.max(subspace_angles(S, previous))))
        previous = S
    return found


STEPS = np.arange(0.0, 0.3, 1e-3)
LONG = np.arange(0.0, 6.0, 1e-3)


def check_smooth(kernel, times):
    dynamics = lw.compile(EQUATIONS, join=lw.joins.Complement(kernel))
    least = largest_turn(dynamics, times)
    # Procrustes turns S by no more than the kernel itself turns: at most 2 sin(angle / 2) in norm
    assert largest_jump(dynamics, times, follow=True) < 1.01 * least + 1e-12


@pytest.mark.parametrize("kernel", [lw.kernels.QR(), lw.kernels.SVD()], ids=["QR", "SVD"])
def test_with_previous_it_is_as_smooth_as_the_kernel_itself(kernel):
    check_smooth(kernel, STEPS)


@pytest.mark.long
@pytest.mark.parametrize("kernel", [lw.kernels.QR(), lw.kernels.SVD()], ids=["QR", "SVD"])
def test_with_previous_it_is_smooth_over_six_seconds(kernel):
    check_smooth(kernel, LONG)


@pytest.mark.long
def test_without_previous_the_svd_jumps_and_the_partition_and_the_projector_do_not():
    """What is known of this path's strategies: SVD jumps about a hundred times, the other two never."""
    jumps = {
        name: largest_jump(lw.compile(EQUATIONS, join=machines.JOINS[name]), LONG, follow=False)
        for name in ("svd", "partition", "projector")
    }
    assert jumps["svd"] > 0.5  # a jump is of order 1 for orthonormal columns
    assert jumps["projector"] < 0.05
    assert jumps["partition"] < 2.0  # columns of size 200: the gear ratio over 0.1 m; 1 % a step is smooth


def test_the_partition_keeps_its_variables():
    dynamics = lw.compile(EQUATIONS)
    places = None
    for state in states(dynamics, STEPS[::10]):
        S = dynamics.complement(state)
        # the rows of the free variables are those of the unit matrix
        free = [int(np.flatnonzero((unit == S).all(axis=1))[0]) for unit in np.eye(6)]
        assert places in (None, free)
        places = free
    assert not dynamics.plant.pivotings.taken  # the first pivots were good everywhere


def test_the_partition_chooses_anew_where_its_dependent_block_is_singular():
    """A particle on a circle: with x dependent, S = (-y/x, 1) fails at (0, 1); asked there before anything else."""
    machine = Mechanism(
        "ring",
        {"bead": PointMass(1.0)},
        {"ring": Holonomic(("bead.x", "bead.y"), lambda _t, x, y: x**2 + y**2 - 1.0, "m^2")},
        reference={"bead.x": 1.0, "bead.y": 0.0},
    )
    for x, y in ((0.0, 1.0), (1e-9, 1.0), (1.0, 0.0), (0.6, 0.8)):
        dynamics = lw.compile(lw.formalisms.modular(machine))
        S = dynamics.complement(dynamics.state(np.array([x, y]), np.zeros(2)))
        assert np.max(np.abs(S)) < 50.0  # where the choice is watched at all, it is renewed before that
        assert abs(x * S[0, 0] + y * S[1, 0]) < 1e-14


def test_the_partition_near_a_stretched_leg():
    dynamics, p = lw.compile(machines.equations(motors=False)), machines.parameters(motors=False)
    for distance in (1e-3, 1e-6, 1e-9):
        state = machines.consistent_state(dynamics, p, (-2.0 + distance, 0.0, 0.0), (0.0, 0.0, 0.0))
        S, A = dynamics.complement(state), constraint(dynamics, state)
        assert np.max(np.abs(A @ S)) < 1e-12 * np.max(np.abs(S))
        assert np.max(np.abs(S)) < 100.0  # lengths are 1 to 2 m: a well chosen block gives entries of order 1


def test_a_previous_of_another_shape_is_refused():
    dynamics = lw.compile(EQUATIONS, join=lw.joins.Complement(lw.kernels.SVD()))
    with pytest.raises(ValueError, match=r"shape \(21, 5\).*\(21, 6\)"):
        dynamics.complement(dynamics.reference, np.zeros((21, 5)))
