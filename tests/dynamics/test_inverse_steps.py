"""Whole steps along a motion in straight code: the eliminations of LAPACK, and the paths of the general loop."""

import casadi as ca
import numpy as np
import pytest

import linkwright as lw
from linkwright.dynamics.inverse.following import follower as paths
from linkwright.dynamics.inverse.following.follower import Follower
from linkwright.dynamics.inverse.following.kernels import Orders, Prescribed, chosen_orders
from linkwright.dynamics.inverse.following.straight import Straight, entries, parity, pivot_order
from linkwright.dynamics.inverse.refinement import dips

PLATFORM = ("platform.x", "platform.y", "platform.theta")
RANDOM = np.random.default_rng(5)


def random_equations(rows, columns):
    """A matrix with a third of its entries, symbols for these, and a right side that it meets."""
    pattern = RANDOM.random((rows, columns)) < 1 / 3
    pattern[RANDOM.permutation(rows)[:columns], np.arange(columns)] = True
    K = np.where(pattern, RANDOM.uniform(-2, 2, pattern.shape), 0.0)
    sparsity = ca.sparsify(ca.DM(pattern.astype(float))).sparsity()
    return K, ca.SX.sym("K", sparsity)


@pytest.mark.parametrize("seed", range(8))
def test_straight_elimination_solves_as_lapack_does(seed):
    """Also with rows that depend on others, which are left out, and with a right side of few entries."""
    del seed
    size = int(RANDOM.integers(2, 9))
    K, symbols = random_equations(size, size)
    order = pivot_order(symbols, K)
    if order is None:  # nothing is promised for a matrix that is nearly singular
        assert np.linalg.cond(K) > 10
        return
    e = np.where(RANDOM.random(size) < 0.5, RANDOM.normal(size=size), 0.0)
    straight, right = Straight(symbols, order), ca.SX.sym("e", size)
    few = {k: right[k] for k in np.flatnonzero(e).tolist()}
    found = ca.Function("f", [symbols, right], [ca.vertcat(*straight.solve(few)), straight.pivots, straight.growth])
    x, pivots, growth = (np.asarray(each).ravel() for each in found(ca.sparsify(ca.DM(K)), e))
    assert np.max(np.abs(K @ x - e)) < 1e-10
    assert np.sign(np.prod(pivots)) * parity(order) == np.sign(np.linalg.det(K))
    assert abs(np.prod(pivots)) == pytest.approx(abs(np.linalg.det(K)), rel=1e-9)
    assert 0.0 <= growth[0] <= (size * 1.0) ** 2 * 4.0  # no multiplier was above two where pivots were chosen


def test_the_growth_is_the_sum_of_squares_of_the_multipliers():
    """Of a matrix whose factors are known: K = L U with L = [1; 3, 1; -2, 4, 1]."""
    L = np.array([[1.0, 0, 0], [3, 1, 0], [-2, 4, 1]])
    U = np.array([[2.0, 1, -1], [0, 5, 2], [0, 0, 3]])
    straight = Straight(ca.SX(L @ U), ((0, 0), (1, 1), (2, 2)))
    assert float(straight.growth) == pytest.approx(3**2 + 2**2 + 4**2, rel=1e-14)
    assert np.asarray(ca.DM(straight.pivots)).ravel() == pytest.approx(np.diag(U), rel=1e-14)


def test_rows_that_depend_on_others_are_left_out():
    K = np.array([[1.0, 2.0], [2.0, 4.0], [0.0, 1.0]])
    order = pivot_order(ca.sparsify(ca.SX(K)), K)
    assert order is not None
    x = np.array([3.0, -1.0])
    found = Straight(ca.sparsify(ca.SX(K)), order).solve(entries(ca.SX(K @ x)))
    assert [float(each) for each in found] == pytest.approx(x.tolist(), rel=1e-14)


@pytest.mark.parametrize("K", [[[1.0, 2.0], [2.0, 4.0]], [[1.0, 0.0], [0.0, 1e-6]], [[1.0, 2.0]], [[np.nan]]])
def test_no_order_is_written_down_for_what_is_singular(K):
    assert pivot_order(ca.SX(np.array(K)), np.array(K)) is None


# -- paths ---------------------------------------------------------------------------------------------------------


def platform_motion(x, y, theta, samples=61):
    ends = zip(PLATFORM, (x, y, theta), strict=True)
    return lw.Motion({name: lw.laws.Cycloid(0.0, end, 2.0) for name, end in ends}, samples=samples)


def turns(samples=181):
    """A turn of the crank of a four-bar linkage."""
    return lw.Motion({"phi": 3.0 * lw.t + 1.0}, 2 * np.pi, samples)


MACHINES = {
    "three_rrr": (lambda: lw.mechanisms.three_rrr(motors=False), "modular", lambda: platform_motion(0.2, -0.15, 0.25)),
    "with motors": (lw.mechanisms.three_rrr, "modular", lambda: platform_motion(0.1, 0.05, 0.1)),
    "by kane": (lambda: lw.mechanisms.three_rrr(motors=False), "kane", lambda: platform_motion(0.2, -0.15, 0.25)),
    "four_bar": (lw.mechanisms.four_bar, "kane", turns),
}


def path_of(name):
    """The path of a machine along its motion."""
    mechanism, formalism, motion = MACHINES[name]
    dynamics, given = lw.compile(getattr(lw.formalisms, formalism)(mechanism())), motion()
    follower = Follower.of(dynamics, given, dynamics.reference.q)
    return follower.path(given.time, follower.start)


@pytest.mark.parametrize("name", MACHINES)
def test_whole_steps_are_those_of_the_general_loop(name, monkeypatch):
    steps = path_of(name)
    monkeypatch.setattr(paths, "chosen_orders", lambda *_: None)
    general = path_of(name)
    assert general.own_pivots.all()
    assert not steps.own_pivots.any()
    check_same(steps, general)


def test_where_pivots_do_not_serve_they_are_chosen_on_the_way(monkeypatch):
    """With pivots of a four-bar linkage that vanish on the way, samples near there are done by others."""
    good = path_of("four_bar")
    order = ((0, 0), (1, 1), (2, 2))
    assert order != chosen_orders_of_the_four_bar().positions
    monkeypatch.setattr(paths, "chosen_orders", lambda *_: Orders(order, order))
    mixed = path_of("four_bar")
    assert set(mixed.own_pivots) == {0.0, 1.0}
    check_same(mixed, good)


def test_margins_and_torques_survive_a_change_of_pivots(monkeypatch):
    """No minimum is looked for where margins of other pivots meet, and the answer is the same."""
    motion = turns()
    mechanism = lw.formalisms.kane(lw.mechanisms.four_bar())
    good = lw.compile(mechanism).inverse(motion)
    order = ((0, 0), (1, 1), (2, 2))
    monkeypatch.setattr(paths, "chosen_orders", lambda *_: Orders(order, order))
    mixed = lw.compile(mechanism).inverse(motion)
    assert np.max(np.abs(mixed["tau"] - good["tau"])) < 1e-10 * np.max(np.abs(good["tau"]))
    assert mixed.certificate.verdict == good.certificate.verdict


def chosen_orders_of_the_four_bar():
    dynamics = lw.compile(lw.formalisms.kane(lw.mechanisms.four_bar()))
    moved = paths.moving_speeds(dynamics.system)
    numbers = Follower.of(dynamics, turns(), dynamics.reference.q).numbers
    return chosen_orders(
        Prescribed(dynamics.system, numbers, moved, moved, jerks=False), 0.0, dynamics.reference.q, dynamics.p
    )


def check_same(steps, general):
    """Two paths are the same to rounding, and the determinants have the same signs."""
    for each in ("Q", "V", "A", "B", "S", "L"):
        ours, wanted = getattr(steps, each), getattr(general, each)
        size = max(1.0, float(np.max(np.abs(wanted), initial=0.0)))
        assert np.max(np.abs(ours - wanted), initial=0.0) <= 1e-11 * size, each
    assert np.array_equal(np.sign(steps.margins), np.sign(general.margins))


def test_a_path_does_not_depend_on_those_before():
    """The order of pivots follows from the machine, not from where motions were or began."""
    mechanism, formalism, motion = MACHINES["four_bar"]
    fresh, used = (lw.compile(getattr(lw.formalisms, formalism)(mechanism())) for _ in range(2))
    used.inverse(lw.Motion({"phi": lw.laws.Cycloid(2.5, 3.5, 1.0)}, samples=20))
    expected, found = fresh.inverse(motion()), used.inverse(motion())
    for name in ("tau", "psi", "psi'"):
        assert np.array_equal(expected[name], found[name])


def test_other_parameters_share_the_code_whoever_asks_first(monkeypatch):
    """The order of pivots is that of the machine as it is described; nothing is compiled for other values."""
    dynamics, later = (lw.compile(lw.formalisms.modular(lw.mechanisms.four_bar())) for _ in range(2))
    labels = dynamics.equations.parameters.labels
    name, value = next((each.name, x) for each, x in zip(labels, dynamics.p.tolist(), strict=True) if each.unit == "m")
    other = {name: 1.02 * value}
    expected = dynamics.inverse(turns(61))["tau"], dynamics.with_parameters(other).inverse(turns(61))["tau"]
    assert np.array_equal(later.with_parameters(other).inverse(turns(61))["tau"], expected[1])
    monkeypatch.setattr(paths.codegen, "build", None)  # not asked again
    assert np.array_equal(later.inverse(turns(61))["tau"], expected[0])
    assert not np.array_equal(*expected)


def test_whole_steps_are_not_written_for_rates_that_are_not_affine(monkeypatch):
    dynamics = lw.compile(lw.formalisms.modular(lw.mechanisms.four_bar()))
    system = dynamics.system
    number = next(k for k, quantity in enumerate(system.quantities) if quantity.name == "phi")
    moved = paths.moving_speeds(system)
    question = Prescribed(system, (number,), moved, moved, jerks=False)
    assert chosen_orders(question, 0.0, dynamics.reference.q, dynamics.p) is not None
    monkeypatch.setattr(system, "phi", system.phi + system.v[0] ** 2)
    assert chosen_orders(question, 0.0, dynamics.reference.q, dynamics.p) is None


def test_margins_of_other_pivots_are_no_dips():
    """A margin that is half as large from some sample on has no minimum there; one that falls to zero has."""
    time = np.linspace(0.0, 1.0, 11)
    margins, apart = np.where(time < 0.45, 1.0, 0.3), np.diff(time < 0.45).astype(bool)
    assert dips(time, margins)
    assert not dips(time, margins, apart)
    falling = np.where(time < 0.45, np.abs(0.44 - time), 0.3)
    assert [near for _, near in dips(time, falling, apart)] == [4]
