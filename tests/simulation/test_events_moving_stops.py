"""Impacts on parts that are driven: v+ = v_table + e (v_table - v-), and what the drive gives counts in the balance."""

import casadi as ca
import numpy as np
import pytest
from scipy.optimize import brentq

import linkwright as lw

G, E, BALL, A, W = 9.81, 0.4, 1.5, 0.05, 20.0


def table(t):
    return A * np.sin(W * t), A * W * np.cos(W * t)


def machine(height, **more):
    """A ball over a table that shakes as A sin(w t), gravity along -x; the stop is on the way between them."""
    return lw.Mechanism(
        "shaker",
        {"ground": lw.Ground(), "table": lw.Body(3.0, 1.0), "ball": lw.Body(BALL, 1.0)},
        {
            "rt": lw.Prismatic("ground", "table"),
            "rb": lw.Prismatic("ground", "ball"),
            "rel": lw.Prismatic("table", "ball"),
            "shake": lw.Prescribed("rt.slide", A * ca.sin(W * lw.t)),
            **more,
        },
        gravity=(-G, 0.0),
        reference={"rel.slide": height},
    )


def flights(height, count):
    """Times of the first impacts, speeds of the ball before and after each, by parabolas that meet the table."""
    t, x, v, found = 0.0, height, 0.0, []
    while len(found) < count:

        def gap(s, t=t, x=x, v=v):
            return x + v * (s - t) - G / 2 * (s - t) ** 2 - table(s)[0]

        grid = t + np.arange(1, 40000) * 2e-5
        strike = brentq(gap, *grid[[i := int(np.argmax(gap(grid) < 0)) - 1, i + 1]], xtol=1e-15)
        before, (place, speed) = v - G * (strike - t), table(strike)
        after = speed + E * (speed - before)
        found.append((strike, before, after))
        t, x, v = strike, place, after
    return found


@pytest.mark.parametrize("formalism", ["modular", "lagrange", "kane"])
@pytest.mark.parametrize("by", ["stop", "event"])
def test_a_ball_on_a_shaking_table_follows_its_parabolas(formalism, by):
    """Losses are m (1 - e^2) (v_table - v-)^2 / 2 each; the rest of the change is the work of the table's drive."""
    count, events = 5, []
    stop = {"floor": lw.EndStop("rel.slide", lower=0.0, restitution=E)} if by == "stop" else {}
    if by == "event":
        action = lw.events.impact("rel.slide", restitution=E)
        events = [lw.events.Event(lw.events.crosses("rel.slide"), -1, then=action, name="floor")]
    dynamics = lw.compile(getattr(lw.formalisms, formalism)(machine(0.3, **stop)))
    expected = flights(0.3, count)
    end = expected[-1][0] + 1e-3
    start = dynamics.assemble({"rel.slide": 0.3}, {"rb.slide": 0.0})
    trajectory = lw.simulate(dynamics, start, duration=end, events=events, samples=201, rtol=1e-10, atol=1e-12)
    assert trajectory.outcome.finished
    strikes = [event.time for event in trajectory.events if event.what == "impact"]
    np.testing.assert_allclose(strikes, [time for time, _, _ in expected], atol=1e-9)
    speed = expected[-1][2] - G * (end - expected[-1][0])
    assert trajectory["rb.slide'"][-1] == pytest.approx(speed, abs=1e-8)
    lost = sum(BALL * (1 - E**2) * (table(time)[1] - before) ** 2 / 2 for time, before, _ in expected)
    assert trajectory["energy.loss"][-1] == pytest.approx(-lost, rel=1e-8)
    assert trajectory.certificate.energy_error < 1e-8
    gains = [BALL / 2 * (after**2 - before**2) for _, before, after in expected]
    assert max(gains) > 0.1  # the table gives some of them energy
