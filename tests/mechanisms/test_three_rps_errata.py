"""Errors in the print of the DeNOC paper on the 3-RPS, put back and shown to fail (docs/errata.md)."""

import numpy as np
import pytest

import linkwright as lw
from oracles import three_rps as free_bodies
from oracles import three_rps_denoc as denoc

START, SPEED, FORCE, GRAVITY, TIME = (0.12, 0.13, 0.11), (0.1, -0.1, 0.05), (7.0, 7.5, 7.2), 9.81, 0.5


@pytest.fixture(scope="module")
def ends():
    """The same run by the corrected form, as printed, and without the rate of G*."""
    forms = {"right": denoc.RIGHT, "printed": denoc.PRINTED, "no rate": denoc.NO_RATE}
    at = np.array(START), np.array(SPEED), np.array(FORCE)
    return {name: denoc.run(*at, TIME, form, GRAVITY) for name, form in forms.items()}


def test_the_corrected_form_closes_and_ends_where_linkwright_does(ends):
    q, gap = ends["right"]
    assert gap < 1e-8
    dynamics = lw.compile(lw.formalisms.kane(lw.mechanisms.three_rps(gravity=GRAVITY)))
    named = [dict(zip((f"{x}1", f"{x}2", f"{x}3"), values, strict=True)) for x, values in (("d", START), ("d", SPEED))]
    forces = dict(zip(("f1", "f2", "f3"), FORCE, strict=True))
    run = lw.simulate(dynamics, dynamics.assemble(*named), duration=TIME, inputs=forces, rtol=1e-11)
    names = ("theta2", "d2", "theta3", "d3", "theta1", "d1")
    np.testing.assert_allclose([run[name][-1] for name in names], q[:6], rtol=0, atol=1e-8)


def test_equation_29_as_printed_opens_the_loops_in_a_forward_run(ends):
    assert ends["printed"][1] > 1e-3  # m: the cut joints gape
    assert np.max(np.abs(ends["printed"][0] - ends["right"][0])) > 1e-2


def test_without_the_rate_of_G_the_loops_open_in_a_forward_run(ends):
    assert ends["no rate"][1] > 1e-4


def test_forces_cannot_see_the_error_of_equation_29():
    """R21 G* and R31 G* span the same space, so inverse dynamics with rates from the closure gives the same forces."""
    d, dd, ddd = np.array(START), np.array(SPEED), np.array([1.0, -2.0, 0.5])
    wanted, _ = free_bodies.forces(d, dd, ddd, GRAVITY)
    q = denoc.coordinates(d)
    for form in (denoc.RIGHT, denoc.PRINTED, denoc.NO_RATE):
        dq = denoc.speeds(q, dd, form)
        tree = denoc.Tree(q, dq, form, GRAVITY)
        found = tree.forces(denoc.rates_of_speeds(q, dq, ddd, form))
        np.testing.assert_allclose(found, wanted, rtol=0, atol=1e-11)


def test_G_of_equation_5_has_the_determinant_8_over_e0_and_no_value_at_half_a_turn():
    axis = np.array([2.0, -1.0, 2.0]) / 3
    for angle in (0.5, 2.0, 3.0, np.pi - 1e-6):
        e0, e = np.cos(angle / 2), np.sin(angle / 2) * axis
        assert np.linalg.det(denoc.G_star(e0, e)) == pytest.approx(8 / e0, rel=1e-6)
    assert np.linalg.cond(denoc.G_star(np.cos(np.pi / 2 - 1e-6), np.sin(np.pi / 2 - 1e-6) * axis)) > 9e5
    with np.errstate(divide="ignore", invalid="ignore"):
        assert not np.all(np.isfinite(denoc.G_star(0.0, axis)))


def test_moments_taken_about_mass_centres_change_the_forces():
    """The printed I_i are about O_i (kg mm^2); read as central ones they give other forces."""
    d, dd, ddd = free_bodies.paper_motion(1.0)
    wanted, _ = free_bodies.forces(d, dd, ddd)
    read = lw.mechanisms.three_rps(
        I2=(1.53e-6, 1.63e-3 + 0.123 * 0.1**2, 1.63e-3 + 0.123 * 0.1**2),
        I3=(3.36e-3 + 0.392 * 0.08**2, 3.36e-3 + 0.392 * 0.08**2, 1.961e-5),
        I8=(1.28e-3, 1.141e-2 + 1.013 * 0.1**2, 1.267e-2 + 1.013 * 0.1**2),
    )
    dynamics = lw.compile(lw.formalisms.kane(read))
    names = ("d1", "d2", "d3")
    state = dynamics.assemble(dict(zip(names, d, strict=True)), dict(zip(names, dd, strict=True)))
    found = list(dynamics.inverse(state, dict(zip(names, ddd, strict=True))).values())
    assert np.max(np.abs(found - wanted)) > 0.1 * np.max(np.abs(wanted))


def test_ten_pi_thirds_times_time_cannot_be_the_stroke():
    """Read as it stands, in mm, d1 grows by 63 mm in 6 s and d2, d3 shrink by as much, at constant speed.

    The forces would then be those of centripetal terms alone, and would not come back to where they began.
    """
    rate = 0.010 * np.pi / 3
    signs = np.array([1.0, -1, -1])
    ends = [free_bodies.forces(0.12 + signs * rate * t, signs * rate, np.zeros(3))[0] for t in (0.0, 6.0)]
    assert np.max(np.abs(ends[0] - ends[1])) > 1e-4
    period = [free_bodies.forces(*free_bodies.paper_motion(t))[0] for t in (0.0, 6.0)]
    np.testing.assert_allclose(period[0], period[1], rtol=0, atol=1e-14)
