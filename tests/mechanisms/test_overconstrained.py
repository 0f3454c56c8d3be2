"""Linkages with more constraints than their motion needs: they move, stay closed, and say which forces are unique."""

import numpy as np
import pytest

import linkwright as lw

JOINS = {
    "partition": lw.joins.Complement(),
    "qr": lw.joins.Complement(lw.kernels.QR()),
    "udwadia_kalaba": lw.joins.UdwadiaKalaba(),
    "multipliers": lw.joins.Multipliers(),
}
COMPILED = ("partition", "multipliers")


def ratio(alpha, beta):
    return np.sin((beta + alpha) / 2) / np.sin((beta - alpha) / 2)


@pytest.mark.parametrize(("alpha", "beta"), [(np.pi / 6, np.pi / 2), (0.4, 2.2), (1.2, 0.5)])
def test_bennett_angles_are_the_closed_form(alpha, beta):
    dynamics = lw.compile(lw.formalisms.kane(lw.mechanisms.bennett(alpha=alpha, beta=beta)))
    K = ratio(alpha, beta)
    for phi in (0.3, 1.0, 2.0, 3.0, -1.0):
        state = dynamics.assemble({"phi": phi}, {"phi": 1.5})
        theta = 2 * np.arctan(K / np.tan(phi / 2))
        found = [np.exp(1j * state.positions[n]) for n in ("theta", "psi", "chi")]
        np.testing.assert_allclose(found, np.exp(1j * np.array([theta, -phi, theta])), rtol=0, atol=1e-11)
        # derivative of the closed form
        rate = -1.5 * K / (np.sin(phi / 2) ** 2 + K**2 * np.cos(phi / 2) ** 2)
        assert state.speeds["theta"] == pytest.approx(rate, rel=1e-10)


def test_bennett_condition_is_checked_in_words():
    with pytest.raises(
        ValueError, match=r"it cannot move: a / sin\(alpha\) = 0\.4 m, but b / sin\(beta\) = 0\.3 m.*b = 0\.4"
    ):
        lw.mechanisms.bennett(b=0.3)
    with pytest.raises(ValueError, match="axes are parallel"):
        lw.mechanisms.bennett(alpha=0.0)
    with pytest.raises(ValueError, match="take two different twists"):
        lw.mechanisms.bennett(alpha=0.7, beta=0.7)
    with pytest.raises(ValueError, match="is not positive; take twists between 0 and pi"):
        lw.mechanisms.bennett(beta=-0.7)
    assert lw.mechanisms.bennett(b=0.4).name == "bennett"


def test_bennett_has_one_freedom_where_a_count_says_less():
    dynamics = lw.compile(lw.formalisms.newton_euler(lw.mechanisms.bennett()))
    assert dynamics.system.m == 20  # constraints on 18 speeds
    state = dynamics.assemble()
    assert dynamics.complement(state).shape == (18, 1)


def test_a_parallelogram_moves_as_a_pendulum():
    """All cranks turn alike, the coupler only shifts: (3 m / 3 + m_c) l^2 phi'' = tau - (3 m / 2 + m_c) g l cos phi."""
    dynamics = lw.compile(lw.formalisms.modular(lw.mechanisms.parallelogram()))
    l, m, m_c, g = 0.20, 0.5, 1.5, 9.81
    for phi, tau in ((-1.0, 0.0), (-2.0, 0.3), (-0.4, -1.0)):
        state = dynamics.assemble({"phi": phi}, {"phi": 2.0})
        wanted = (tau - (1.5 * m + m_c) * g * l * np.cos(phi)) / (m * l**2 + m_c * l**2)
        assert dynamics.forward(state, {"tau": tau})["phi"] == pytest.approx(wanted, rel=1e-11)


@pytest.mark.one_in(4)
@pytest.mark.parametrize("join", JOINS)
@pytest.mark.parametrize("make", [lw.mechanisms.bennett, lw.mechanisms.parallelogram], ids=lambda make: make.__name__)
@pytest.mark.parametrize("formalism", ["modular", "kane"])
def test_runs_stay_closed_and_keep_their_energy(make, formalism, join):
    dynamics = lw.compile(getattr(lw.formalisms, formalism)(make()), join=JOINS[join])
    duration = 0.5 if join in COMPILED else 0.005  # the others run in Python
    run = lw.simulate(dynamics, dynamics.assemble(), duration=duration, inputs={"tau": 0.0}, samples=11)
    assert run.outcome.finished, run.outcome.reason
    assert run.certificate.position_residual < 1e-9
    assert run.certificate.velocity_residual < 1e-9
    assert run.certificate.energy_error < 1e-6  # some hundred steps of 1e-8 each
    assert run.certificate.rank_margin > 0.05  # nothing is singular on the way


@pytest.mark.one_in(2)
@pytest.mark.parametrize("formalism", ["modular", "kane"])
@pytest.mark.parametrize("join", COMPILED)
def test_bennett_passes_the_places_where_all_bars_lie_in_one_line(formalism, join):
    """At phi = pi all bars are folded into one line; the linkage is as regular there as elsewhere."""
    dynamics = lw.compile(getattr(lw.formalisms, formalism)(lw.mechanisms.bennett(g=0.0)), join=JOINS[join])
    start = dynamics.assemble({"phi": 2.0}, {"phi": 6.0})
    run = lw.simulate(dynamics, start, duration=2.0, inputs={"tau": 0.0}, samples=201)
    assert run.outcome.finished, run.outcome.reason
    assert run["phi"][-1] > 3 * np.pi
    K = ratio(np.pi / 6, np.pi / 2)
    closed = np.sin(run["phi"] / 2) * np.sin(run["theta"] / 2) - K * np.cos(run["phi"] / 2) * np.cos(run["theta"] / 2)
    np.testing.assert_allclose(closed, 0, rtol=0, atol=1e-9)
    assert run.certificate.position_residual < 1e-9


@pytest.mark.parametrize("make", [lw.mechanisms.bennett, lw.mechanisms.parallelogram], ids=lambda make: make.__name__)
def test_reactions_that_are_not_unique_have_no_value(make):
    seen = []
    for join in JOINS.values():
        dynamics = lw.compile(lw.formalisms.kane(make()), join=join)
        found = dynamics.reactions(dynamics.assemble(speeds={"phi": 1.0}), inputs={"tau": 0.1})
        for reaction in found.values():
            for key, value in reaction.components.items():
                assert np.isfinite(value) == reaction.unique[key]
        seen.append({(name, key): v for name, r in found.items() for key, v in r.components.items() if r.unique[key]})
        assert any(not all(reaction.unique.values()) for reaction in found.values())
    for other in seen[1:]:
        assert other.keys() == seen[0].keys()
        np.testing.assert_allclose(list(other.values()), list(seen[0].values()), rtol=0, atol=1e-9)
