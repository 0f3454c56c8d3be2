"""Families of machines at test size: chains against their own equations, the N-four-bar against its one DOF."""

import importlib.util
from pathlib import Path

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import linkwright as lw

FORMALISMS = ("kane", "lagrange", "boltzmann_hamel", "modular", "newton_euler", "maggi")
CLOSE = 1e-11  # small systems of well-conditioned numbers of order 1 to 100


def derived(formalism, machine):
    return lw.compile(getattr(lw.formalisms, formalism)(machine))


# -- chains ------------------------------------------------------------------------------------------------------------


def planar_chain(q, u, torques, *, l=1.0, m=1.0, g=9.81):
    """Joint accelerations of n thin rods in the plane, by Newton's laws in the rods' own directions.

    Rod k has the absolute angle t_k = q_1 + ... + q_k and its centre at sum_i w_ki (cos t_i, sin t_i), with w_ki = l
    for i < k and l/2 for i = k. With W = m w^T w, in absolute angles: sum_j W_ij (cos(t_i - t_j) t_j'' + sin(t_i - t_j)
    t_j'^2) + J t_i'' = moments - gravity.
    """
    n = len(q)
    w = l * (np.tri(n, k=-1) + np.eye(n) / 2)
    t, rate = np.cumsum(q), np.cumsum(u)
    across = t[:, None] - t[None, :]
    weight = m * w.T @ w
    M = weight * np.cos(across) + np.eye(n) * m * l**2 / 12
    moments = torques - np.append(torques[1:], 0.0)  # each torque acts on its rod and back on the one before
    force = moments - (weight * np.sin(across)) @ rate**2 - m * g * w.sum(axis=0) * np.cos(t)
    absolute = np.linalg.solve(M, force)
    return np.diff(absolute, prepend=0.0)


def answered(dynamics, q, u, torques):
    names = [f"q{k}" for k in range(1, len(q) + 1)]
    state = dynamics.assemble(dict(zip(names, q, strict=True)), dict(zip(names, u, strict=True)))
    found = dynamics.forward(state, {f"tau{k}": value for k, value in enumerate(torques, start=1)})
    return state, np.array([found[name] for name in names])


@pytest.mark.parametrize("n", [1, 2, 8])
@pytest.mark.parametrize("formalism", FORMALISMS)
def test_a_chain_in_the_plane_is_its_closed_form(formalism, n):
    dynamics = derived(formalism, lw.mechanisms.serial_chain(n, l=0.7, m=1.3))
    random = np.random.default_rng(n)
    for _ in range(3):
        q, u, torques = random.uniform(-1, 1, (3, n))
        expected = planar_chain(q, u, torques, l=0.7, m=1.3)
        _, found = answered(dynamics, q, u, torques)
        np.testing.assert_allclose(found, expected, rtol=0, atol=CLOSE * np.max(np.abs(expected)))


def test_a_chain_in_space_keeps_its_energy_balance_and_all_formalisms_agree():
    n, random = 4, np.random.default_rng(3)
    machine = lw.mechanisms.serial_chain(n, spatial=True)
    every = {formalism: derived(formalism, machine) for formalism in FORMALISMS}
    for _ in range(3):
        q, u, torques = random.uniform(-1, 1, (3, n))
        _, expected = answered(every["kane"], q, u, torques)
        for dynamics in every.values():
            state, found = answered(dynamics, q, u, torques)
            np.testing.assert_allclose(found, expected, rtol=0, atol=CLOSE * np.max(np.abs(expected)))
            energy = dynamics.energy(state, {f"tau{k}": value for k, value in enumerate(torques, start=1)})
            assert energy.source == pytest.approx(float(u @ torques), rel=1e-11)


def test_a_chain_in_space_agrees_with_pinocchio():
    pytest.importorskip("pinocchio", reason="Pinocchio has no wheel for this machine: the comparison was left out")
    file = Path(__file__).parents[2] / "benchmarks" / "peers" / "pinocchio_serial.py"
    spec = importlib.util.spec_from_file_location("pinocchio_serial", file)
    peer = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(peer)
    n = 8
    dynamics = derived("kane", lw.mechanisms.serial_chain(n, spatial=True))
    moments = (2 / 1600, 1 / 12 + 1 / 1600, 1 / 12 + 1 / 1600)
    other = peer.chain(n, "zy", moments=moments, gravity=(0.0, 0.0, -9.81))
    random = np.random.default_rng(4)
    for _ in range(5):
        q, u, torques = random.uniform(-1, 1, (3, n))
        expected = peer.forward(other, q, u, torques)
        _, found = answered(dynamics, q, u, torques)
        np.testing.assert_allclose(found, expected, rtol=0, atol=CLOSE * np.max(np.abs(expected)))


def test_a_chain_in_space_whose_pitch_joints_rest_turns_as_one_body():
    """About the vertical, stretched: the sum of the rods' moments about z through the base; their radius is l/20."""
    n, l, m = 3, 0.7, 1.3
    dynamics = derived("kane", lw.mechanisms.serial_chain(n, spatial=True, l=l, m=m, g=0.0))
    J = sum(m * l**2 * (1 / 12 + 1 / 1600) + m * ((k + 0.5) * l) ** 2 for k in range(n))
    terms = dynamics.terms(dynamics.assemble(), [f"q{k}" for k in range(1, n + 1)])
    assert terms.inertia[0, 0] == pytest.approx(J, rel=1e-14)
    assert terms.inertia[0, 1] == pytest.approx(0.0, abs=1e-14)


# -- the N-four-bar ----------------------------------------------------------------------------------------------------


def crank_acceleration(n, phi, *, l=1.0, g=9.81):
    """phi'' of n + 1 parallel cranks (m l^2 / 3 each) and n couplers that do not turn (m l^2 each)."""
    return -g / l * np.cos(phi) * ((n + 1) / 2 + n) / ((n + 1) / 3 + n)


@pytest.mark.parametrize("n", [1, 2, 3])
@pytest.mark.parametrize("formalism", FORMALISMS)
def test_n_four_bar_away_from_the_singular_position_is_its_closed_form(formalism, n):
    l = 1.2
    dynamics = derived(formalism, lw.mechanisms.n_four_bar(n, l=l, m=0.8))
    state = dynamics.reference
    for phi, rate in ((1.2, -1.5), (0.7, 2.0), (2.4, 0.5)):
        state = dynamics.assemble({"phi0": phi}, {"phi0": rate}, near=state)
        found = dynamics.forward(state)
        second = crank_acceleration(n, phi, l=l)
        assert found["phi0"] == pytest.approx(second, rel=CLOSE)
        radial, turning = -l * rate**2, l * second
        expected = radial * np.array([np.cos(phi), np.sin(phi)]) + turning * np.array([-np.sin(phi), np.cos(phi)])
        np.testing.assert_allclose([found["x0"], found["y0"]], expected, rtol=0, atol=1e-10)
        np.testing.assert_allclose([state["x0"], state["y0"]], [l * np.cos(phi), l * np.sin(phi)], rtol=0, atol=1e-11)


def test_the_benchmark_starts_upright_and_falls_as_one_freedom():
    n = 3
    dynamics = derived("modular", lw.mechanisms.n_four_bar(n))
    start = dynamics.assemble(speeds={"x0": 1.0})
    assert [start["x0"], start["y0"]] == pytest.approx([0.0, 1.0], abs=1e-12)
    assert [start["x0'"], start["y0'"]] == pytest.approx([1.0, 0.0], abs=1e-12)
    trajectory = lw.simulate(dynamics, start, duration=0.4, rtol=1e-10, atol=1e-12, samples=5)
    assert trajectory.outcome.finished
    expected = solve_ivp(
        lambda _t, y: [y[1], crank_acceleration(n, y[0])], (0.0, 0.4), [np.pi / 2, -1.0], method="DOP853",
        rtol=1e-12, atol=1e-13, t_eval=trajectory.time,
    ).y[0]  # fmt: skip
    np.testing.assert_allclose(trajectory["x0"], np.cos(expected), rtol=0, atol=1e-8)  # 100 times the run's tolerance
    np.testing.assert_allclose(trajectory["y0"], np.sin(expected), rtol=0, atol=1e-8)


def test_modules_are_templates_used_n_times():
    machine = lw.mechanisms.n_four_bar(5)
    bays = [machine.parts[f"bay{k}"] for k in range(1, 6)]
    assert all(bay.template is bays[0].template for bay in bays)
    few, many = (lw.formalisms.modular(lw.mechanisms.n_four_bar(n)) for n in (2, 6))
    assert len(few.constraints) == len(many.constraints)  # types of constraints, however many use them


@pytest.mark.parametrize("make", [lw.mechanisms.serial_chain, lw.mechanisms.n_four_bar])
@pytest.mark.parametrize("n", [0, -1, 2.0, True, "3"])
def test_a_count_that_is_none_is_told(make, n):
    with pytest.raises(lw.model.ModelError, match=r"n = .*; expected a whole number of at least 1"):
        make(n)
