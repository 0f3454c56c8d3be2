"""The 3PRS motion table: kinematics in closed form, dynamics against the reduced model B^-T (M x'' + h + g)."""

import numpy as np
import pytest

import linkwright as lw
from oracles import three_prs as oracle

TABLE = oracle.Table()
X, RHO, GAMMA, F = ("z", "psi", "theta"), *[tuple(f"{x}{k}" for k in (1, 2, 3)) for x in ("rho", "gamma", "F")]
HOME = (TABLE.L * np.sin(np.arccos((TABLE.H - TABLE.r) / TABLE.L)), 0.0, 0.0)
FORMALISMS = ("modular", "kane", "boltzmann_hamel", "energy_equivalence")


@pytest.fixture(scope="module")
def compiled():
    machine = lw.mechanisms.three_prs()
    return {name: lw.compile(getattr(lw.formalisms, name)(machine)) for name in FORMALISMS}


def named(names, values):
    return dict(zip(names, map(float, values), strict=True))


def random_states(count, seed):
    """Poses within 0.33 rad, with speeds and accelerations that make all terms matter."""
    random = np.random.default_rng(seed)
    for _ in range(count):
        pose = np.array([HOME[0], 0, 0]) + random.uniform(-1, 1, 3) * [0.1, 0.33, 0.33]
        yield pose, random.uniform(-1, 1, 3) * [0.5, 2, 2], random.uniform(-1, 1, 3) * [5, 20, 20]


def test_home_as_in_the_paper(compiled):
    dynamics = compiled["modular"]
    state = dynamics.assemble()
    assert np.degrees(state.positions["gamma1"]) == pytest.approx(78.91, abs=5e-3)
    held = np.array(list(dynamics.inverse(state, named(RHO, (0, 0, 0))).values()))
    assert held.sum() == pytest.approx(22.2687, abs=1e-10)
    columns = [np.array(list(dynamics.inverse(state, named(RHO, unit)).values())) - held for unit in np.eye(3)]
    wanted = [[0.8425, -0.2575, 0.515], [-0.2575, 0.585, -0.2575], [0.515, -0.2575, 0.8425]]
    np.testing.assert_allclose(np.array(columns).T, wanted, rtol=0, atol=1e-12)


def test_inverse_kinematics_is_the_closed_form(compiled):
    dynamics = compiled["modular"]
    for x, dx, ddx in random_states(20, 1):
        state = dynamics.assemble(named(X, x), named(X, dx))
        rho, gamma = oracle.inverse_kinematics(TABLE, x)
        np.testing.assert_allclose([state.positions[n] for n in (*RHO, *GAMMA)], [*rho, *gamma], rtol=0, atol=1e-11)
        shift = -TABLE.r * np.sin(x[2]) * np.sin(x[1])
        found = [state.positions[f"platform.{n}"] for n in ("x", "y", "phi")]
        np.testing.assert_allclose(found, [shift, 0, 0], rtol=0, atol=1e-11)
        moving = oracle.readings(TABLE, oracle.along(x, dx, ddx))[0]
        np.testing.assert_allclose([state.speeds[n] for n in RHO], [one.b for one in moving], rtol=0, atol=1e-11)


@pytest.mark.parametrize("formalism", FORMALISMS)
def test_inverse_dynamics_is_the_reduced_model(compiled, formalism):
    dynamics = compiled[formalism]
    for x, dx, ddx in random_states(10, 2):
        wanted = oracle.forces(TABLE, x, dx, ddx)
        state = dynamics.assemble(named(X, x), named(X, dx))
        found = list(dynamics.inverse(state, named(X, ddx)).values())
        np.testing.assert_allclose(found, wanted, rtol=0, atol=1e-10 * np.max(np.abs(wanted)))
        rates = dynamics.forward(state, named(F, wanted))
        np.testing.assert_allclose([rates[n] for n in X], ddx, rtol=0, atol=1e-9 * np.max(np.abs(ddx)))


@pytest.mark.long
def test_inverse_dynamics_is_the_reduced_model_over_500_states(compiled):
    dynamics = compiled["kane"]
    for x, dx, ddx in random_states(500, 3):
        wanted = oracle.forces(TABLE, x, dx, ddx)
        state = dynamics.assemble(named(X, x), named(X, dx))
        found = list(dynamics.inverse(state, named(X, ddx)).values())
        np.testing.assert_allclose(found, wanted, rtol=0, atol=1e-10 * np.max(np.abs(wanted)))


def test_other_dimensions_follow():
    other = oracle.Table(r=0.3, L=0.3, H=0.42, m_b=0.2, m_p=1.5)
    machine = lw.mechanisms.three_prs(r=0.3, L=0.3, H=0.42, m_b=0.2, m_p=1.5)
    dynamics = lw.compile(lw.formalisms.kane(machine))
    x, dx, ddx = (0.3, 0.1, -0.2), (0.2, 1.0, -0.5), (1.0, -5.0, 3.0)
    state = dynamics.assemble(named(X, x), named(X, dx))
    wanted = oracle.forces(other, x, dx, ddx)
    found = list(dynamics.inverse(state, named(X, ddx)).values())
    np.testing.assert_allclose(found, wanted, rtol=0, atol=1e-10 * np.max(np.abs(wanted)))
