"""The 3RRR oracles against each other, against the published check state, and against conservation laws."""

import dataclasses

import numpy as np
import pytest

from oracles import arithmetic, three_rrr, three_rrr_forces, three_rrr_minimal, three_rrr_motion

POSE, VELOCITY = ("0.012", "-0.008", "0.07"), ("0.15", "-0.1", "0.8")
CURRENTS, VOLTAGES = ("0.4", "-0.3", "0.25"), ("2", "-1.5", "1")
PLATFORM = ("1.5872661604772849", "-0.2690276796799543", "-10.45016081165019")
ROTORS = ("197.91244911014655", "-81.3871595772154", "141.5999577887374")
# The second is -1050 + 1074: what is given of it carries the rounding of double precision, 4e-15 of it.
CURRENT_RATES = ("741.6991162516349", "24.09355246630418", "203.55004218585148")
CURRENT_TOLERANCE = (1e-15, 5e-15, 1e-15)


def check_state(numbers, *, printed_sign=False):
    def given(texts):
        return [numbers.number(text) for text in texts]

    return three_rrr.forward(
        three_rrr.with_motors(numbers), given(POSE), given(VELOCITY), given(VOLTAGES),
        currents=given(CURRENTS), arithmetic=numbers, printed_sign=printed_sign,
    )  # fmt: skip


def test_check_state_to_the_last_digit():
    exact = arithmetic.digits(40)
    found = check_state(exact)
    wanted = [*PLATFORM, *ROTORS, *CURRENT_RATES]
    for value, text, tolerance in zip(
        [*found.platform, *found.rotor, *found.current], wanted, [1e-15] * 6 + [*CURRENT_TOLERANCE], strict=True
    ):
        assert abs(value / exact.number(text) - 1) < tolerance


def test_double_precision_loses_little():
    found, exact = check_state(arithmetic.DOUBLE), check_state(arithmetic.digits(40))
    for name in ("platform", "rotor", "current", "shaft_torque", "base_force", "vertex_force"):
        wanted = np.array(getattr(exact, name), dtype=float)
        np.testing.assert_allclose(getattr(found, name), wanted, rtol=1e-13, atol=1e-13 * np.abs(wanted).max())


def test_the_printed_sign_gives_other_accelerations():
    found = check_state(arithmetic.DOUBLE, printed_sign=True)
    assert abs(found.platform[0] / float(PLATFORM[0]) - 1) > 0.1


def random_states(count, parameters, spread):
    random = np.random.default_rng(3)
    for _ in range(count):
        pose = random.uniform(-1, 1, 3) * spread * [parameters.l_L, parameters.l_L, 1.0]
        yield (
            pose,
            random.normal(size=3) * [parameters.l_L, parameters.l_L, 1.0],
            random.normal(size=3),
            random.normal(size=3),
        )


@pytest.mark.parametrize("parameters", [three_rrr.with_motors(), three_rrr.without_motors()])
def test_three_derivations_agree(parameters):
    for pose, velocity, inputs, currents in random_states(20, parameters, 0.3):
        found = three_rrr.forward(parameters, pose, velocity, inputs, currents=currents)
        minimal, rates = three_rrr_minimal.accelerations(parameters, pose, velocity, inputs, currents)
        scale = np.abs(minimal).max()
        np.testing.assert_allclose(found.platform, minimal, atol=1e-12 * scale)
        legs = [three_rrr.leg_state(parameters, k, pose, velocity) for k in three_rrr.LEGS]
        q = np.array([leg.phi for leg in legs] + [leg.psi for leg in legs] + list(pose))
        v = np.array([leg.phi_rate for leg in legs] + [leg.psi_rate for leg in legs] + list(velocity))
        np.testing.assert_allclose(three_rrr_motion.closure(parameters, q), 0.0, atol=1e-14)
        motor = parameters.motor
        torques = inputs if motor is None else motor.eta * (motor.kappa_m * currents - motor.beta * motor.eta * v[:3])
        redundant = three_rrr_motion.accelerations(parameters, q, v, torques)
        np.testing.assert_allclose(redundant, [*found.phi, *found.psi, *found.platform], atol=1e-11 * scale * 10)
        if motor is not None:
            np.testing.assert_allclose(found.current, rates, rtol=1e-11, atol=1e-9)


@pytest.mark.parametrize("parameters", [three_rrr.with_motors(), three_rrr.without_motors()])
def test_reactions_by_balance_are_those_of_the_simultaneous_equations(parameters):
    for pose, velocity, inputs, currents in random_states(10, parameters, 0.3):
        found = three_rrr.forward(parameters, pose, velocity, inputs, currents=currents)
        torques = inputs
        if parameters.motor is not None:
            torques = three_rrr_forces.shaft_torques(parameters, pose, velocity, found.platform, currents)
        forces = three_rrr_forces.reactions(parameters, pose, velocity, found.platform, torques)
        scale = np.abs(forces.elbow).max()
        np.testing.assert_allclose(forces.shaft, found.shaft_torque, atol=1e-11 * scale)
        np.testing.assert_allclose(forces.base, found.base_force, atol=1e-11 * scale)
        np.testing.assert_allclose(forces.elbow, found.elbow_force, atol=1e-11 * scale)
        np.testing.assert_allclose(forces.vertex, found.vertex_force, atol=1e-11 * scale)
        np.testing.assert_allclose(forces.residual, 0.0, atol=1e-11 * scale)


def test_inverse_then_forward_returns_the_acceleration():
    parameters = three_rrr.without_motors()
    for t in np.linspace(0.0, 16.0, 33):
        pose, velocity, acceleration = three_rrr_minimal.prescribed(t)
        torques = three_rrr_forces.inverse(parameters, pose, velocity, acceleration)
        found = three_rrr.forward(parameters, pose, velocity, torques)
        np.testing.assert_allclose(found.platform, acceleration, atol=1e-12)


def test_prescribed_motion_is_differentiated_rightly():
    h = 1e-5
    for t in (0.3, 5.1):
        before, _, _ = three_rrr_minimal.prescribed(t - h)
        after, _, _ = three_rrr_minimal.prescribed(t + h)
        _, velocity, acceleration = three_rrr_minimal.prescribed(t)
        np.testing.assert_allclose((after - before) / (2 * h), velocity, atol=1e-8)
        rates = (three_rrr_minimal.prescribed(t + h)[1] - three_rrr_minimal.prescribed(t - h)[1]) / (2 * h)
        np.testing.assert_allclose(rates, acceleration, atol=1e-8)


def test_second_geometry_has_the_published_elbows():
    parameters, root = three_rrr.without_motors(), np.sqrt(3)
    wanted = [(2, root), (-5 / 2, root / 2), (1 / 2, -3 * root / 2)]
    found = [three_rrr.leg_state(parameters, k, (0, 0, 0), (0, 0, 0)).elbow for k in three_rrr.LEGS]
    np.testing.assert_allclose(found, wanted, atol=1e-14)


def test_rates_of_the_legs_are_derivatives():
    parameters, h = three_rrr.with_motors(), 1e-6
    pose, velocity, acceleration = (
        np.array([0.012, -0.008, 0.07]),
        np.array([0.15, -0.1, 0.8]),
        np.array([1.0, 2.0, -3.0]),
    )

    def at(dt, k):
        leg = three_rrr.leg_state(
            parameters, k, pose + velocity * dt + acceleration * dt**2 / 2, velocity + acceleration * dt
        )
        return np.array([leg.phi, leg.psi, leg.phi_rate, leg.psi_rate])

    for k in three_rrr.LEGS:
        now = three_rrr.leg_state(parameters, k, pose, velocity)
        second = three_rrr.leg_accelerations(parameters, now, velocity, acceleration)
        np.testing.assert_allclose((at(h, k) - at(-h, k)) / (2 * h), [now.phi_rate, now.psi_rate, *second], atol=1e-7)


def test_free_motion_passes_stretched_legs_and_ends_where_it_was_published():
    parameters = three_rrr.without_motors()
    times = np.linspace(0.0, 10.0, 201)
    motion = three_rrr_motion.motion(parameters, (0, 0, 0), three_rrr_motion.FREE_VELOCITY, times)
    np.testing.assert_allclose(motion.pose[-1], three_rrr_motion.FREE_POSE_10_S, rtol=0, atol=2e-11)
    q = np.hstack([motion.phi, motion.psi, motion.pose])
    assert max(np.abs(three_rrr_motion.closure(parameters, row)).max() for row in q) < 1e-11
    turns = [int(np.count_nonzero(np.diff(np.sign(np.sin(motion.psi - motion.phi)[:, k])))) for k in three_rrr.LEGS]
    assert turns == [0, 2, 2]
    assert np.ptp(energies(parameters, motion)) < 1e-12


def energies(p, motion):
    """Kinetic energy from the samples themselves: the closed form of the legs would pick one elbow side."""
    coupling = p.m_B * p.l_U * p.l_B / 2 * np.cos(motion.psi - motion.phi)
    bars = (p.J_U + p.m_B * p.l_U**2) * motion.phi_rate**2 + (p.I_B + p.m_B * p.l_B**2 / 4) * motion.psi_rate**2
    bars += 2 * coupling * motion.phi_rate * motion.psi_rate
    return (bars.sum(axis=1) + (motion.velocity**2 @ [p.m_L, p.m_L, p.I_L])) / 2


def test_driven_motion_closes_its_energy_balance():
    parameters = three_rrr.with_motors()
    voltages = (0.4, -0.3, 0.2)
    times = np.linspace(0.0, 0.2, 401)
    motion = three_rrr_motion.motion(
        parameters,
        (0.012, -0.008, 0.07),
        (0.15, -0.1, 0.8),
        times,
        inputs=lambda _t: voltages,
        currents=(0.4, -0.3, 0.25),
    )
    samples = list(zip(motion.pose, motion.velocity, motion.currents, strict=True))
    energy = [three_rrr_forces.energy(parameters, z, v, i) for z, v, i in samples]
    power = [np.subtract(*three_rrr_forces.powers(parameters, z, v, voltages, i)) for z, v, i in samples]
    h = times[1]
    work = (
        h / 3 * (power[0] + power[-1] + 4 * sum(power[1:-1:2]) + 2 * sum(power[2:-1:2]))
    )  # Simpson, error (671 h)^4 / 180
    assert energy[-1] - energy[0] == pytest.approx(work, abs=2e-4 * abs(work))


def test_massless_bars_are_solved():
    parameters = dataclasses.replace(three_rrr.with_motors(), J_U=0.0, m_B=0.0, I_B=0.0)
    state = ((0.012, -0.008, 0.07), (0.15, -0.1, 0.8), (2.0, -1.5, 1.0))
    found = three_rrr.forward(parameters, *state, currents=(0.4, -0.3, 0.25))
    minimal, _ = three_rrr_minimal.accelerations(parameters, *state, (0.4, -0.3, 0.25))
    np.testing.assert_allclose(found.platform, minimal, rtol=1e-12)
