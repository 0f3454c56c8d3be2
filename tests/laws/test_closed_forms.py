"""Laws against their closed forms: end values, limits, durations, frequencies."""

import casadi
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.interpolate import CubicSpline

from linkwright.laws import (
    Chirp,
    Constant,
    Cycloid,
    Expression,
    Polynomial,
    SCurve,
    Sequence,
    Sine,
    Spline,
    Table,
    Trapezoid,
)

few = settings(derandomize=True, max_examples=60, deadline=None)
moderate = st.floats(-10.0, 10.0)
limit = st.floats(0.05, 20.0)


def test_the_cycloid_reaches_its_known_peaks():
    law = Cycloid(0.3, 1.1, 1.6, begin=0.5)
    D, T = 0.8, 1.6
    np.testing.assert_allclose(law([0.5, 1.3, 2.1]), [0.3, 0.7, 1.1], rtol=1e-15)
    assert law(1.3, 1) == pytest.approx(2.0 * D / T, rel=1e-15)
    assert law(0.5 + T / 4.0, 2) == pytest.approx(2.0 * np.pi * D / T**2, rel=1e-14)
    assert law(0.5, 3) == pytest.approx(4.0 * np.pi**2 * D / T**3, rel=1e-14)
    assert law.breaks == (0.5, 2.1)


def test_a_septic_arrives_without_any_jump_up_to_the_jerk():
    law = Polynomial.between((0.0, 0.0, 0.0, 0.0), (1.0, 0.0, 0.0, 0.0), 1.0)
    np.testing.assert_allclose(law.coefficients, [0, 0, 0, 0, 35, -84, 70, -20], atol=1e-11)
    assert law.breaks == ()


@few
@given(
    start=st.lists(moderate, min_size=1, max_size=4),
    end=st.lists(moderate, min_size=1, max_size=4),
    duration=st.floats(0.1, 10.0),
    begin=moderate,
)
def test_a_polynomial_meets_its_conditions(start, end, duration, begin):
    law = Polynomial.between(start, end, duration, begin=begin)
    assert len(law.coefficients) == len(start) + len(end)
    size = max(abs(x) * duration**i for ends in (start, end) for i, x in enumerate(ends)) + 1e-300
    for time, conditions in ((begin, start), (begin + duration, end)):
        for order, value in enumerate(conditions):
            # Rounding of the end time moves the value by its slope, hence the room for a begin far from zero.
            assert law.pieces.evaluate(np.array(time), order) == pytest.approx(
                value, abs=1e-10 * size / duration**order
            )


@few
@given(start=moderate, end=moderate, v=limit, a=limit, begin=moderate)
def test_a_trapezoid_keeps_its_limits_and_arrives(start, end, v, a, begin):
    law = Trapezoid(start, end, max_speed=v, max_acceleration=a, begin=begin)
    D = abs(end - start)
    expected = D / v + v / a if D * a >= v * v else 2.0 * np.sqrt(D / a)
    assert law.duration == pytest.approx(expected, rel=1e-14)
    t = np.linspace(law.begin, law.end_time, 2001)
    assert law(law.end_time) == pytest.approx(end, abs=1e-12 * (abs(start) + abs(end) + 1.0))
    assert np.abs(law(t, 1)).max() <= v * (1.0 + 1e-12)
    assert np.abs(law(t, 2)).max() <= a * (1.0 + 1e-12)


@pytest.mark.parametrize(
    "given", [{"max_speed": 0.75}, {"max_acceleration": 2.0}, {"max_speed": 1.0, "max_acceleration": 2.0}]
)
def test_a_trapezoid_takes_the_duration_it_is_given(given):
    law = Trapezoid(0.0, -1.0, duration=2.0, **given)
    assert law.duration == 2.0
    assert law(2.0) == pytest.approx(-1.0, rel=1e-14)
    v = law.peak_speed
    assert pytest.approx(1.0, rel=1e-14) == v * (2.0 - v / law.max_acceleration)
    assert np.abs(law(np.linspace(0.0, 2.0, 501), 1)).max() == pytest.approx(v, rel=1e-14)


@few
@given(start=moderate, end=moderate, v=limit, a=limit, j=limit)
def test_an_s_curve_keeps_all_limits_and_reaches_one_of_them(start, end, v, a, j):
    law = SCurve(start, end, max_speed=v, max_acceleration=a, max_jerk=j)
    t = np.unique(np.concatenate([np.linspace(0.0, law.end_time, 2001), law.polynomials().knots]))
    assert law(law.end_time) == pytest.approx(end, abs=1e-11 * (abs(start) + abs(end) + 1.0))
    for order, most in ((1, v), (2, a), (3, j)):
        assert np.abs(law(t, order)).max() <= most * (1.0 + 1e-12)
    if start != end:
        assert np.abs(law(t, 3)).max() == pytest.approx(j, rel=1e-12)
        speeds = law(t, 1) * np.sign(end - start)
        assert speeds.min() >= -1e-12 * v


def test_an_s_curve_has_the_known_duration_in_each_of_its_four_shapes():
    seven = SCurve(0.0, 10.0, max_speed=2.0, max_acceleration=1.0, max_jerk=2.0)
    assert seven.duration == pytest.approx(10.0 / 2.0 + 2.0 / 1.0 + 1.0 / 2.0, rel=1e-15)
    assert len(seven.breaks) == 8
    no_level = SCurve(0.0, 10.0, max_speed=2.0, max_acceleration=9.0, max_jerk=2.0)
    assert no_level.duration == pytest.approx(10.0 / 2.0 + 2.0 * np.sqrt(2.0 / 2.0), rel=1e-15)
    no_cruise = SCurve(0.0, 3.0, max_speed=9.0, max_acceleration=1.0, max_jerk=2.0)
    Ta = 0.25 + np.sqrt(0.25**2 + 3.0)
    assert no_cruise.duration == pytest.approx(2.0 * Ta, rel=1e-15)
    neither = SCurve(0.0, 3.0, max_speed=9.0, max_acceleration=9.0, max_jerk=2.0)
    assert neither.duration == pytest.approx(4.0 * np.cbrt(3.0 / 4.0), rel=1e-15)
    assert len(neither.breaks) == 4  # the jerk does not change in the middle


def test_a_move_to_where_it_is_takes_no_time():
    for law in (
        Trapezoid(0.4, 0.4, max_speed=1.0, max_acceleration=1.0),
        SCurve(0.4, 0.4, max_speed=1.0, max_acceleration=1.0, max_jerk=1.0),
    ):
        assert law.duration == 0.0
        assert law.breaks == ()
        np.testing.assert_array_equal(law([-1.0, 0.0, 5.0]), 0.4)


def test_splines_pass_through_their_points_with_the_ends_asked_for():
    times, values = np.array([0.0, 0.4, 1.0, 1.7, 2.0, 3.0, 3.5]), np.array([0.0, 1.0, -0.5, 0.3, 0.2, 0.9, 0.0])
    vanishing = {
        ("quintic", "clamped"): (1, 2),
        ("quintic", "natural"): (3,),
        ("cubic", "clamped"): (1,),
        ("cubic", "natural"): (2,),
    }
    for (degree, ends), orders in vanishing.items():
        law = Spline(times, values, degree, ends=ends)
        np.testing.assert_allclose(law(times), values, atol=1e-12)
        for order in orders:
            np.testing.assert_allclose(law([0.0, 3.5], order), 0.0, atol=1e-9)
    natural = CubicSpline(times, values, bc_type="natural")
    t = np.linspace(0.0, 3.4, 57)
    np.testing.assert_allclose(Spline(times, values, "cubic", ends="natural")(t, 2), natural(t, 2), atol=1e-10)


def test_a_free_quintic_spline_reproduces_a_quintic_and_a_cubic_table_a_cubic():
    times = np.array([0.0, 0.3, 0.5, 1.1, 1.2, 1.9, 2.0, 2.4])
    t = np.linspace(0.0, 2.4, 101)
    quintic = np.polynomial.Polynomial([1.0, -2.0, 0.5, 3.0, -1.0, 0.25])
    for order in range(4):
        expected = quintic.deriv(order)(t) if order else quintic(t)
        np.testing.assert_allclose(Spline(times, quintic(times), ends="free")(t, order), expected, atol=1e-9)
    cubic = np.polynomial.Polynomial([1.0, -2.0, 0.5, 3.0])
    np.testing.assert_allclose(Table(times, cubic(times), "cubic")(t, 3), 18.0, rtol=1e-9)


@pytest.mark.parametrize("spacing", ["linear", "logarithmic"])
def test_a_chirp_runs_from_one_frequency_to_the_other(spacing):
    law = Chirp(1.0, 2.0, 8.0, duration=3.0, spacing=spacing, phase=0.4)
    # x = sin(p) and x' = p' cos(p), so p'^2 = x'^2 / (1 - x^2): the frequency from value and slope alone.
    for time, frequency in ((0.0, 2.0), (3.0, 8.0), (1.5, 5.0 if spacing == "linear" else 4.0)):
        x, slope = float(law(time)), float(law(time, 1))
        assert slope**2 / (1.0 - x**2) == pytest.approx((2.0 * np.pi * frequency) ** 2, rel=1e-9)


def test_sine_table_expression_and_sums_by_hand():
    t = np.linspace(0.0, 2.0, 41)
    sine = Sine(2.0, 1.5, 0.3, offset=1.0)
    w = 3.0 * np.pi
    np.testing.assert_allclose(sine(t, 3), -2.0 * w**3 * np.cos(w * t + 0.3), rtol=1e-12, atol=1e-9)
    symbol = casadi.SX.sym("s")
    np.testing.assert_allclose(Expression(symbol**2, symbol)(t, 1), 2.0 * t, rtol=1e-15)
    ramp = Table((0.0, 1.0, 2.0), (0.0, 1.0, 1.0), "linear")
    np.testing.assert_allclose(ramp(t), np.minimum(t, 1.0), atol=1e-15)
    np.testing.assert_allclose((3.0 - 2.0 * ramp + Constant(1.0))(t), 4.0 - 2.0 * np.minimum(t, 1.0), atol=1e-15)
    assert Table((0.0, 1.0, 2.0, 3.0), (5.0, 5.0, 6.0, 6.0), "held").breaks == (2.0,)
    assert Table((1.0,), (5.0,), "held")(-7.0) == 5.0


def test_a_sequence_puts_one_law_after_another():
    law = Sequence((Cycloid(0.0, 1.0, 2.0, begin=1.0), Constant(1.0, 0.5), Cycloid(1.0, 0.0, 1.0)))
    assert (law.begin, law.duration) == (1.0, 3.5)
    np.testing.assert_allclose(law([0.0, 2.0, 3.2, 4.0, 9.0]), [0.0, 0.5, 1.0, 0.5, 0.0], atol=1e-15)
    straight = Sequence((Polynomial((0.0, 1.0), 0.1), Polynomial((0.1, 1.0), 0.2), Polynomial((0.3, 1.0), 0.4)))
    assert straight.breaks == pytest.approx((0.0, 0.7))  # one straight line: nothing jumps at its joints
    assert straight(0.1, 1) == 1.0
