"""The quadratic program of redundant drives, against all active sets tried one by one and against linear programs."""

import itertools

import numpy as np
import pytest
from scipy.optimize import linprog

from linkwright.dynamics.inverse.actuation import Shares
from linkwright.dynamics.inverse.sharing import within_limits, without_limits


def problem(random):
    """A random program: G (k, n), r, and weights, limits (some infinite) and preload."""
    k = int(random.integers(1, 4))
    n = k + int(random.integers(0, 4))
    G, r = random.normal(size=(k, n)), 1.2 * random.normal(size=k)
    lower, upper = -random.uniform(0.1, 1.5, n), random.uniform(0.1, 1.5, n)
    lower[random.random(n) < 0.2] = -np.inf
    upper[random.random(n) < 0.2] = np.inf
    return G, r, Shares(random.uniform(0.2, 5.0, n), lower, upper, 0.5 * random.normal(size=n))


def by_enumeration(G, r, shares):
    """Least cost over all active sets: each input free, at its lower or at its upper limit; None if none will do."""
    n = len(shares.weights)
    best, answer = np.inf, None
    for sides in itertools.product((0, -1, 1), repeat=n):
        free = np.array(sides) == 0
        u = np.where(np.array(sides) < 0, shares.lower, shares.upper)
        if not np.isfinite(u[~free]).all():
            continue
        # stationarity and balance in the free ones: [W G^T; G 0] (u, mu) = (W u_0, r - G u_held)
        W, Gf = np.diag(shares.weights[free]), G[:, free]
        K = np.block([[W, Gf.T], [Gf, np.zeros((len(G), len(G)))]])
        right = np.concatenate([(shares.weights * shares.preload)[free], r - G[:, ~free] @ u[~free]])
        u[free] = np.linalg.lstsq(K, right, rcond=None)[0][: int(free.sum())]
        feasible = np.all(u >= shares.lower - 1e-9) and np.all(u <= shares.upper + 1e-9)
        cost = shares.weights @ (u - shares.preload) ** 2
        if feasible and np.allclose(G @ u, r, atol=1e-9) and cost < best:
            best, answer = cost, u
    return answer


def feasible(G, r, bounds):
    return linprog(np.zeros(G.shape[1]), A_eq=G, b_eq=r, bounds=bounds).status == 0


def test_answers_are_those_of_the_best_active_set_and_conflicts_are_real():
    random = np.random.default_rng(17)
    solved = refused = 0
    for _ in range(120):
        G, r, shares = problem(random)
        found, exact = within_limits(G, r, shares), by_enumeration(G, r, shares)
        if exact is None:
            refused += 1
            # the limits named, and no others, contradict the balance
            named = [[-np.inf, np.inf] for _ in shares.lower]
            for number in found.conflict:
                at = abs(number) - 1
                named[at][number > 0] = (shares.lower, shares.upper)[number > 0][at]
            assert found.conflict
            assert not feasible(G, r, named)
            continue
        solved += 1
        assert not found.conflict
        assert np.max(np.abs(found.u - exact)) < 1e-9
        assert np.all(found.u >= shares.lower)
        assert np.all(found.u <= shares.upper)
        assert np.max(np.abs(G @ found.u - r)) < 1e-12
    assert solved > 30
    assert refused > 30


def test_the_conditions_of_karush_kuhn_and_tucker_hold():
    random = np.random.default_rng(18)
    checked = 0
    while checked < 60:
        G, r, shares = problem(random)
        found = within_limits(G, r, shares)
        low, high = np.isclose(found.u, shares.lower), np.isclose(found.u, shares.upper)
        free = ~(low | high)
        if found.conflict or free.all() or int(free.sum()) < len(G):
            continue
        slope = shares.weights * (found.u - shares.preload)
        mu = np.linalg.lstsq(G[:, free].T, slope[free], rcond=None)[0]
        left = slope - G.T @ mu
        assert np.max(np.abs(left[free])) < 1e-10
        assert np.all(left[low] > -1e-10)  # cost would fall below the lower limit
        assert np.all(left[high] < 1e-10)
        checked += 1


def test_without_limits_it_is_the_weighted_generalised_inverse():
    random = np.random.default_rng(19)
    G, r = random.normal(size=(5, 3, 6)), random.normal(size=(5, 3))
    w, preload = random.uniform(0.5, 2.0, 6), random.normal(size=6)
    none = np.full(6, np.inf)
    found = without_limits(G, r, Shares(w, -none, none, preload))
    for k in range(5):
        W = np.diag(1 / w)
        exact = preload + W @ G[k].T @ np.linalg.solve(G[k] @ W @ G[k].T, r[k] - G[k] @ preload)
        assert found[k] == pytest.approx(exact, rel=1e-11)


def test_an_input_that_the_motion_fixes_beyond_its_limit_is_named_alone():
    G = np.array([[1.0, 0.0, 0.0], [0.0, 1.0, 1.0]])
    shares = Shares(np.ones(3), np.full(3, -1.0), np.full(3, 1.0), np.zeros(3))
    found = within_limits(G, np.array([2.0, 0.5]), shares)
    assert found.fixed
    assert found.conflict == (1,)
    assert found.u[0] == pytest.approx(2.0)
    pushed = within_limits(G, np.array([0.5, -3.0]), shares)
    assert not pushed.fixed
    assert pushed.conflict == (-2, -3)


def test_limits_that_just_meet_the_load_are_kept():
    G, r = np.array([[1.0, 1.0]]), np.array([2.0])
    shares = Shares(np.ones(2), np.full(2, -1.0), np.array([1.0, 1.0]), np.array([3.0, 0.0]))
    assert within_limits(G, r, shares).u == pytest.approx([1.0, 1.0], abs=1e-12)
