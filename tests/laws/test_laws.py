"""What every law promises, shown on every law: exact derivatives, expressions that agree, breaks that are jumps."""

import pickle
from functools import cache
from itertools import pairwise
from math import isfinite

import casadi
import numpy as np
import pytest
from scipy.integrate import quad

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

RANDOM = np.random.default_rng(7)
TIMES = np.array([0.0, 0.3, 0.9, 1.0, 1.6, 2.5, 3.1])
POINTS = np.array([0.2, 0.5, -0.4, 0.1, 0.9, 0.3, 0.3])

LAWS = {
    "constant": Constant(1.5),
    "cycloid": Cycloid(0.2, -0.7, 2.0, begin=0.3),
    "polynomial": Polynomial((1.0, -2.0, 0.5, 0.25, -0.125), 1.5, begin=0.25),
    "quintic": Polynomial.between((0.1, 0.2, -0.3), (1.0, 0.0, 0.0), 1.7),
    "septic": Polynomial.between((0.0, 0.0, 0.0, 0.0), (1.0, 0.0, 0.0, 0.0), 2.0),
    "trapezoid": Trapezoid(0.1, 1.3, max_speed=0.6, max_acceleration=1.5, begin=-0.2),
    "triangle": Trapezoid(0.1, -0.1, max_speed=6.0, max_acceleration=1.5),
    "S-curve": SCurve(0.0, 2.0, max_speed=0.8, max_acceleration=1.1, max_jerk=4.0, begin=0.1),
    "S-curve without cruise": SCurve(0.0, -0.6, max_speed=2.0, max_acceleration=1.1, max_jerk=4.0),
    "S-curve of jerks only": SCurve(0.5, 0.51, max_speed=2.0, max_acceleration=1.1, max_jerk=4.0),
    "quintic spline": Spline(TIMES, POINTS),
    "free quintic spline": Spline(TIMES, POINTS, ends="free"),
    "natural quintic spline": Spline(TIMES, POINTS, ends="natural"),
    "clamped cubic spline": Spline(TIMES, POINTS, "cubic"),
    "natural cubic spline": Spline(TIMES, POINTS, "cubic", ends="natural"),
    "sine": Sine(0.4, 1.2, 0.3, offset=2.0),
    "linear chirp": Chirp(0.4, 0.5, 3.0, duration=2.5, phase=0.2, begin=0.1),
    "logarithmic chirp": Chirp(0.4, 0.5, 3.0, duration=2.5, spacing="logarithmic", offset=-1.0),
    "held table": Table(TIMES, POINTS, "held"),
    "linear table": Table(TIMES, POINTS, "linear"),
    "cubic table": Table(TIMES, POINTS, "cubic"),
    "expression": Expression(lambda t: casadi.exp(-t) * casadi.sin(3.0 * t)),
    "expression that ends": Expression(lambda t: casadi.log(1.0 + t), duration=2.0),
    "expression that jumps": Expression(lambda t: casadi.if_else(t < 1.0, t, 2.0 - t), jumps=(1.0,)),
    "sum": Cycloid(0.0, 1.0, 1.5) + Sine(0.1, 2.0) - 3.0,
    "sum of pieces": 2.0 * Trapezoid(0.0, 1.0, max_speed=0.7, max_acceleration=2.0) - Table(TIMES, POINTS, "held") + 1,
    "sequence": Sequence((Cycloid(0.0, 1.0, 0.7, begin=0.2), Constant(1.0, 0.4), Cycloid(1.0, 0.3, 0.9))),
    "sequence of pieces": Sequence(
        (
            Polynomial((0.0, 1.0), 0.5),
            Table(TIMES[:3], POINTS[:3], "held"),
            SCurve(POINTS[2], 1.0, max_speed=2.0, max_acceleration=8.0, max_jerk=50.0),
            Constant(1.0),
        )
    ),
    "sequence into a sine": Sequence((Polynomial((-0.5, 1.0), 0.5), Sine(0.5, 1.0))),
}
every_law = pytest.mark.parametrize("law", LAWS.values(), ids=LAWS.keys())


def span(law):
    """Times from before the law begins to after it has ended."""
    end = law.end_time if isfinite(law.duration) else law.begin + 3.0
    return law.begin - 0.4, end + 0.4


@cache
def scale(law, order):
    return np.abs(law(np.linspace(*span(law), 2001), order)).max() + 1e-300


@every_law
@pytest.mark.parametrize("order", [0, 1, 2])
def test_each_derivative_is_the_slope_of_the_one_before(law, order):
    start, end = span(law)
    h = 2e-3
    t = RANDOM.uniform(start, end, 300)
    far = np.abs(t[:, None] - np.array([*law.breaks, np.inf])).min(axis=1) > 4.0 * h
    # Inner knots of splines are smooth up to the jerk only, so the stencil must not reach across them either.
    table = law.polynomials()
    if table is not None:
        far &= np.abs(t[:, None] - table.knots).min(axis=1) > 4.0 * h
    t = t[far]
    weights = np.array([1 / 280, -4 / 105, 1 / 5, -4 / 5, 0.0, 4 / 5, -1 / 5, 4 / 105, -1 / 280])
    slope = law(t[:, None] + h * np.arange(-4, 5), order) @ weights / h
    # Eighth-order differences: what is left is rounding, some eps / h of the derivative below.
    tolerance = 1e-9 * scale(law, order + 1) + 1e-12 * scale(law, order) / h
    np.testing.assert_allclose(law(t, order + 1), slope, rtol=0.0, atol=tolerance)


@every_law
@pytest.mark.parametrize("order", [1, 2, 3])
def test_the_integral_of_a_derivative_is_the_difference(law, order):
    table = law.polynomials()
    edges = sorted({*span(law), *law.breaks, *([] if table is None else table.knots.tolist())})
    for start, end in pairwise([edge for edge in edges if edge <= span(law)[1]]):
        size = scale(law, order - 1)
        total, _ = quad(lambda t: float(law(t, order)), start, end, epsabs=1e-11 * size, limit=200)
        inside = np.nextafter([start, end], [np.inf, -np.inf])
        difference = np.diff(law(inside, order - 1))[0]
        assert total == pytest.approx(difference, abs=1e-9 * size)


@every_law
def test_the_expression_and_its_derivatives_agree_with_the_numbers_even_at_the_breaks(law):
    t = casadi.SX.sym("t")
    x = law.expression(t)
    start, end = span(law)
    times = np.concatenate([np.linspace(start, end, 401), law.breaks, [law.begin, min(law.end_time, end)]])
    for order in range(4):
        values = np.asarray(casadi.Function("x", [t], [x])(times.reshape(1, -1))).ravel()
        assert np.isfinite(values).all()
        np.testing.assert_allclose(values, law(times, order), rtol=0.0, atol=1e-12 * scale(law, order))
        x = casadi.jacobian(x, t)


@every_law
def test_breaks_are_where_a_derivative_jumps_and_nowhere_else(law):
    start, end = span(law)
    table = law.polynomials()
    candidates = {*law.breaks, *np.linspace(start, end, 97), law.begin}
    candidates |= {law.end_time} if isfinite(law.duration) else set()
    candidates |= set() if table is None else {knot for knot in table.knots.tolist() if knot <= end}
    step = 1e-9
    jumping = set()
    for time in candidates:
        for order in range(4):
            before, after = law([time - step, time + step], order)
            slope = scale(law, order + 1) if order < 3 else 1e3 * scale(law, order)
            # A smooth derivative moves by no more than its slope (or, for the jerk, a thousand times itself a second).
            if abs(after - before) > 4.0 * step * slope + 1e-12 * scale(law, order):
                jumping.add(time)
    breaks = np.array(law.breaks)
    assert np.all(np.diff(breaks) > 0.0)
    assert all(np.abs(breaks - time).min(initial=np.inf) < 2.0 * step for time in jumping)
    assert set(law.breaks) <= jumping


@every_law
def test_outside_the_end_values_are_held(law):
    if not isfinite(law.duration):
        return
    outside = np.array([law.begin - 3.0, law.end_time + 3.0])
    np.testing.assert_allclose(law(outside), law([law.begin, law.end_time]), rtol=1e-13)
    for order in (1, 2, 3):
        assert not law(outside, order).any()


@every_law
def test_the_table_of_polynomials_gives_the_value_at_every_time(law):
    table = law.polynomials()
    if table is None:
        return
    knots, coefficients = table
    assert coefficients.shape[0] == knots.size - 1
    assert coefficients.shape[1] >= 4
    for t in np.concatenate([RANDOM.uniform(*span(law), 100), law.breaks]):
        clamped = min(max(t, knots[0]), knots[-1])
        at = min(np.searchsorted(knots, clamped, side="right") - 1, knots.size - 2)
        value = np.polynomial.polynomial.polyval(clamped - knots[at], coefficients[at])
        assert value == pytest.approx(float(law(t)), abs=1e-12 * scale(law, 0))


@every_law
def test_shapes_follow_the_times(law):
    for shape in ((), (1,), (5,), (2, 3), (0,)):
        assert law(np.full(shape, 0.7)).shape == shape


def test_laws_are_values_that_compare_hash_and_pickle():
    for name, law in LAWS.items():
        if "expression" in name:
            continue
        law(0.5, 2)  # fills the caches
        second_run = pickle.loads(pickle.dumps(law))  # noqa: S301  # our own bytes
        assert second_run == law
        assert hash(second_run) == hash(law)
        assert second_run(0.9, 1) == law(0.9, 1)


def test_many_pieces_still_make_an_expression():
    times = np.linspace(0.0, 1.0, 1001)
    law = Table(times, np.sin(9.0 * times), "linear")
    t = casadi.SX.sym("t")
    values = casadi.Function("x", [t], [law.expression(t)])(times.reshape(1, -1))
    np.testing.assert_allclose(np.asarray(values).ravel(), np.sin(9.0 * times), atol=1e-14)
