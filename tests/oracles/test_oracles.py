"""The oracles are checked against themselves: energy, limits, two derivations of one number, published values."""

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from oracles import (
    arithmetic,
    complement,
    dc_motor,
    double_pendulum,
    four_bar,
    nonholonomic,
    random_systems,
    rolling_disc,
    scotch_yoke,
    slider_crank,
    udwadia_kalaba,
)
from oracles.links import Link, moment, turned, uniform

STEP = 1e-5  # of central differences: error about STEP^2 of the third derivative, and eps / STEP
SLOPE = 1e-8  # so this is what they reach for quantities near one


def slope(function, at):
    return (function(at + STEP) - function(at - STEP)) / (2 * STEP)


FOUR_BAR = four_bar.FourBar(
    ground=0.4,
    crank=Link(0.1, 0.3, 4e-4, 0.04, 0.01),
    coupler=Link(0.35, 0.8, 9e-3, 0.15, -0.03),
    rocker=uniform(0.3, 0.6),
)
SLIDER = slider_crank.SliderCrank(
    Link(0.1, 0.5, 6e-4, 0.03, 0.005), Link(0.3, 0.7, 6e-3, 0.1, 0.02), slider=1.2, offset=0.02
)
PENDULUM = double_pendulum.DoublePendulum(Link(0.5, 1.3, 0.03, 0.2, 0.04), Link(0.4, 0.9, 0.015, 0.25, -0.03))


@pytest.mark.parametrize("theta", [0.3, 1.9, 4.4])
def test_four_bar_closes_and_its_ratios_are_derivatives(theta):
    t, beta, gamma = four_bar.angles(FOUR_BAR, theta)
    gap = turned(t, 0.1) + turned(beta, 0.35) - turned(gamma, 0.3) - [0.4, 0.0]
    np.testing.assert_allclose(gap, 0.0, atol=1e-15)
    # Freudenstein's equation, K1 cos(gamma) - K2 cos(theta) + K3 = cos(theta - gamma)
    k1, k2 = 0.4 / 0.1, 0.4 / 0.3
    k3 = (0.1**2 - 0.35**2 + 0.3**2 + 0.4**2) / (2 * 0.1 * 0.3)
    assert k1 * np.cos(gamma) - k2 * np.cos(t) + k3 == pytest.approx(np.cos(t - gamma), abs=1e-13)
    first, second = four_bar.ratios(FOUR_BAR, theta)
    np.testing.assert_allclose(slope(lambda x: four_bar.angles(FOUR_BAR, x), theta), first, atol=SLOPE)
    np.testing.assert_allclose(slope(lambda x: four_bar.ratios(FOUR_BAR, x)[0], theta), second, atol=SLOPE)
    inertia_slope = slope(lambda x: four_bar.effective_inertia(FOUR_BAR, x)[0], theta)
    assert four_bar.effective_inertia(FOUR_BAR, theta)[1] == pytest.approx(inertia_slope, abs=SLOPE)


def test_four_bar_balance_returns_the_torque_and_energy_its_power():
    theta, rate, torque = 1.1, 3.0, 0.7
    second = four_bar.acceleration(FOUR_BAR, theta, rate, torque)
    forces = four_bar.reactions(FOUR_BAR, theta, rate, second)
    assert forces.torque == pytest.approx(torque, rel=1e-12)
    power = slope(lambda dt: four_bar.energy(FOUR_BAR, theta + rate * dt + second * dt**2 / 2, rate + second * dt), 0.0)
    assert power == pytest.approx(torque * rate, abs=1e-7)


def test_four_bar_at_rest_carries_its_weight_at_the_ground_pins():
    forces = four_bar.reactions(FOUR_BAR, 1.1, 0.0, 0.0)
    np.testing.assert_allclose(forces.O + forces.C, [0.0, 1.7 * 9.80665], atol=1e-13)


def test_parallelogram_moves_its_coupler_without_turning_it():
    machine = four_bar.FourBar(
        0.3, uniform(0.1, 1.0), uniform(0.3, 1.0), uniform(0.1, 1.0), branch=-1, gravity=(0.0, 0.0)
    )
    first, second = four_bar.ratios(machine, 1.0)
    np.testing.assert_allclose(first, [1.0, 0.0, 1.0], atol=1e-14)
    np.testing.assert_allclose(second, 0.0, atol=1e-14)
    assert four_bar.effective_inertia(machine, 1.0)[0] == pytest.approx(2 * 0.01 / 3 + 0.01, rel=1e-13)


@pytest.mark.parametrize("theta", [0.2, 2.0, 5.0])
def test_slider_crank_derivatives_power_and_balance(theta):
    rate, torque, force = 4.0, 0.6, -2.0
    _, dx, ddx = slider_crank.slider_position(SLIDER, theta)
    assert slope(lambda x: slider_crank.slider_position(SLIDER, x)[0], theta) == pytest.approx(dx, abs=SLOPE)
    assert slope(lambda x: slider_crank.slider_position(SLIDER, x)[1], theta) == pytest.approx(ddx, abs=SLOPE)
    second = slider_crank.acceleration(SLIDER, theta, rate, torque, force)
    forces = slider_crank.reactions(SLIDER, theta, rate, second, force)
    assert forces.torque == pytest.approx(torque, rel=1e-11)
    power = slope(
        lambda dt: slider_crank.energy(SLIDER, theta + rate * dt + second * dt**2 / 2, rate + second * dt), 0.0
    )
    assert power == pytest.approx(torque * rate + force * dx * rate, abs=1e-7)


def test_slider_crank_at_rest_is_carried_by_pivot_and_guide():
    forces = slider_crank.reactions(SLIDER, 0.7, 0.0, 0.0)
    np.testing.assert_allclose(forces.O + np.array([0.0, forces.guide]), [0.0, 2.4 * 9.80665], atol=1e-13)


def test_double_pendulum_keeps_energy_and_small_swings_have_the_known_frequencies():
    q, v = np.array([0.3, -0.8]), np.array([2.0, -1.0])
    a = double_pendulum.accelerations(PENDULUM, q, v, (0.4, -0.3))
    power = slope(lambda dt: double_pendulum.energy(PENDULUM, q + v * dt + a * dt**2 / 2, v + a * dt), 0.0)
    assert power == pytest.approx(0.4 * v[0] - 0.3 * (v[1] - v[0]), abs=1e-7)
    # two equal point pendulums: frequencies squared (2 -+ sqrt 2) g / l
    point = Link(1.0, 1.0, 0.0, 1.0)
    second_run, down = double_pendulum.DoublePendulum(point, point), np.full(2, -np.pi / 2)
    stiffness = -np.column_stack([slope(lambda x, k=k: twin_at(second_run, down, x, k), 0.0) for k in range(2)])
    np.testing.assert_allclose(
        np.sort(np.linalg.eigvals(stiffness)), 9.80665 * (2 + np.sqrt(2) * np.array([-1, 1])), rtol=1e-8
    )


def twin_at(machine, down, angle, index):
    return double_pendulum.accelerations(machine, down + angle * np.eye(2)[index], np.zeros(2))


def test_double_pendulum_pin_forces_turn_the_links():
    q, v = np.array([0.3, -0.8]), np.array([2.0, -1.0])
    a = double_pendulum.accelerations(PENDULUM, q, v)
    pin_O, pin_A = double_pendulum.reactions(PENDULUM, q, v, a)
    centre, tip, second = double_pendulum._arms(PENDULUM, q)
    assert moment(-second, pin_A) == pytest.approx(PENDULUM.second.inertia * a[1], rel=1e-12)
    assert moment(-centre, pin_O) - moment(tip - centre, pin_A) == pytest.approx(
        PENDULUM.first.inertia * a[0], rel=1e-11
    )


def test_rolling_disc_balances_and_has_its_limits():
    found = rolling_disc.rolling(2.0, 0.03, 0.2, 0.4)
    assert 2.0 * found.acceleration == pytest.approx(2.0 * 9.80665 * np.sin(0.4) - found.friction, rel=1e-14)
    assert 0.03 * found.angular == pytest.approx(found.friction * 0.2, rel=1e-14)
    assert rolling_disc.rolling(2.0, 0.0, 0.2, 0.4).acceleration == pytest.approx(9.80665 * np.sin(0.4), rel=1e-14)
    uniform_disc = rolling_disc.rolling(2.0, 2.0 * 0.2**2 / 2, 0.2, 0.4)
    assert uniform_disc.acceleration == pytest.approx(2 / 3 * 9.80665 * np.sin(0.4), rel=1e-14)
    energy = [
        0.5 * (2.0 + 0.03 / 0.04) * (found.acceleration * t) ** 2
        - 2.0 * 9.80665 * np.sin(0.4) * rolling_disc.position(t, found.acceleration)
        for t in (0.0, 1.3)
    ]
    assert energy[1] == pytest.approx(energy[0], abs=1e-13)


def test_scotch_yoke_power_and_kinematics():
    machine, theta, rate = scotch_yoke.ScotchYoke(0.1, 0.02, 3.0), 0.8, 5.0
    found = scotch_yoke.forward(machine, theta, rate, torque=0.5, force=-4.0)
    speed = scotch_yoke.kinematics(machine, theta, rate)[1]

    def later(dt):
        return theta + rate * dt + found.angular * dt**2 / 2, rate + found.angular * dt

    assert slope(lambda dt: scotch_yoke.energy(machine, *later(dt)), 0.0) == pytest.approx(
        0.5 * rate - 4.0 * speed, abs=1e-7
    )
    assert slope(lambda dt: scotch_yoke.kinematics(machine, *later(dt))[1], 0.0) == pytest.approx(
        found.linear, abs=1e-7
    )
    assert 0.02 * found.angular == pytest.approx(0.5 + 0.1 * np.sin(theta) * found.pin, rel=1e-12)


@pytest.mark.parametrize("direction", [0.4, 2.5, -1.2])
def test_constant_speed_obeys_newton_and_its_constraint(direction):
    def at(t):
        return nonholonomic.constant_speed(t, 2.0, 3.0, direction)

    now = at(0.25)
    assert np.hypot(now.vx, now.vy) == pytest.approx(3.0, rel=1e-14)
    assert slope(lambda t: at(t).x, 0.25) == pytest.approx(now.vx, abs=SLOPE)
    assert slope(lambda t: at(t).y, 0.25) == pytest.approx(now.vy, abs=SLOPE)
    assert 2.0 * slope(lambda t: at(t).vx, 0.25) == pytest.approx(now.fx, abs=1e-7)
    assert 2.0 * slope(lambda t: at(t).vy, 0.25) == pytest.approx(now.fy - 2.0 * 9.80665, abs=1e-7)
    start = at(0.0)
    np.testing.assert_allclose(
        [start.x, start.y, start.vx, start.vy], [0, 0, 3 * np.cos(direction), 3 * np.sin(direction)], atol=1e-14
    )


def test_skate_obeys_newton_and_does_not_slip_sideways():
    def at(t):
        return nonholonomic.skate(t, 2.0, 1.5, slope=0.3, speed=0.7)

    now, phi = at(0.9), 1.5 * 0.9
    assert -np.sin(phi) * now.vx + np.cos(phi) * now.vy == pytest.approx(0.0, abs=1e-15)
    assert slope(lambda t: at(t).x, 0.9) == pytest.approx(now.vx, abs=SLOPE)
    assert slope(lambda t: at(t).y, 0.9) == pytest.approx(now.vy, abs=SLOPE)
    assert 2.0 * slope(lambda t: at(t).vx, 0.9) == pytest.approx(now.fx + 2.0 * 9.80665 * np.sin(0.3), abs=1e-7)
    assert 2.0 * slope(lambda t: at(t).vy, 0.9) == pytest.approx(now.fy, abs=1e-7)


def test_bead_in_the_fixed_frame_obeys_newton():
    mass, spin, t = 0.4, 2.0, 0.6

    def place(time):
        r = nonholonomic.bead_on_rotating_wire(time, mass, spin, 0.3, 0.1)[0]
        return r * np.array([np.cos(spin * time), np.sin(spin * time)])

    h = 1e-4  # second difference: eps / h^2 is 2e-8
    acceleration = (place(t + h) - 2 * place(t) + place(t - h)) / h**2
    force = nonholonomic.bead_on_rotating_wire(t, mass, spin, 0.3, 0.1)[2]
    np.testing.assert_allclose(mass * acceleration, force * np.array([-np.sin(spin * t), np.cos(spin * t)]), atol=1e-6)


def test_dc_motor_has_the_published_eigenvalues_and_its_step_solves_the_equations():
    motor = dc_motor.DCMotor()
    np.testing.assert_allclose(dc_motor.eigenvalues(motor), [-79.7, -671.0], atol=0.05)
    np.testing.assert_allclose(dc_motor.eigenvalues(motor, printed_sign=True), [64.3, -815.0], atol=0.05)
    matrix = np.array([[-1e-5 / 1.4e-5, 0.0385 / 1.4e-5], [-0.0385 / 2e-3, -1.5 / 2e-3]])
    solved = solve_ivp(
        lambda _t, y: matrix @ y + [-0.01 / 1.4e-5, 12 / 2e-3],
        (0, 0.05),
        [0, 0],
        method="DOP853",
        rtol=1e-12,
        atol=1e-12,
    )
    speed, current = dc_motor.step(motor, solved.t, 12.0, 0.01)
    np.testing.assert_allclose(speed, solved.y[0], atol=1e-8)
    np.testing.assert_allclose(current, solved.y[1], atol=1e-9)
    np.testing.assert_allclose(
        [x[-1] for x in dc_motor.step(motor, np.array([0.0, 1.0]), 12.0, 0.01)],
        dc_motor.steady(motor, 12.0, 0.01),
        rtol=1e-12,
    )


@pytest.mark.parametrize("depth", [1, 2, 3, 4, 5])
def test_textbook_joins_agree_on_random_trees(depth):
    for seed in range(20):
        s = random_systems.random_system(seed, depth)
        assert max(len(m.path) for m in s.root.below()) == depth - 1
        assert complement.freedom(s.A) == len(s.f) - s.rank > 0
        a = complement.accelerations(s.M, s.f, s.A, s.b)
        scale = np.abs(a).max()
        np.testing.assert_allclose(a, udwadia_kalaba.accelerations(s.M, s.f, s.A, s.b), atol=1e-10 * scale)
        np.testing.assert_allclose(s.A @ a, s.b, atol=1e-11 * scale * np.abs(s.A).sum(axis=1).max())


def test_random_trees_have_redundant_rows_wholly_redundant_modules_and_zeros_outside_the_subtree():
    modules = [m for seed in range(40) for m in random_systems.random_system(seed, 3).root.below()]
    assert any(0 < m.redundant < len(m.A) for m in modules)
    assert any(0 < m.redundant == len(m.A) for m in modules)
    for m in modules:
        inside = [c for module in m.below() for block in module.blocks for c in block.columns]
        assert not np.delete(m.A, inside, axis=1).any()


@pytest.mark.parametrize("depth", [1, 3, 5])
def test_massless_directions_leave_the_accelerations_unique(depth):
    for seed in range(10):
        s = random_systems.random_system(seed, depth, massless=True)
        n = len(s.f)
        assert np.linalg.matrix_rank(s.M) < n == np.linalg.matrix_rank(np.vstack([s.M, s.A]))
        a = complement.accelerations(s.M, s.f, s.A, s.b)
        lagrange = np.linalg.lstsq(
            np.block([[s.M, s.A.T], [s.A, np.zeros((len(s.A),) * 2)]]), np.concatenate([s.f, s.b]), rcond=1e-13
        )[0][:n]
        np.testing.assert_allclose(a, lagrange, atol=1e-8 * np.abs(a).max())


def test_high_precision_solves_to_its_digits():
    exact = arithmetic.digits(40)
    x = exact.solve(
        [[exact.number("3"), exact.number("1")], [exact.number("1"), exact.number("7")]], [exact.number("1")] * 2
    )
    assert abs(20 * x[0] - 6) < 1e-38
    assert abs(10 * x[1] - 1) < 1e-38
