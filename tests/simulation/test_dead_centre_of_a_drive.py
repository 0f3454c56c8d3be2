"""A lift with a geared motor that falls flat and on to where its bars stand is answered, not by an error of LAPACK."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import linkwright as lw

RATIO, J, L, R, K, B, G = 100.0, 1e-4, 2e-3, 1.5, 0.04, 1e-5, 9.81


def lift(*, angle: bool) -> lw.Mechanism:
    """Two bars of 1 m, pinned in their middles: one end on the ground, one on a foot that slides, one under a table."""

    def bar() -> lw.Body:
        return lw.Body(2.0, 2.0 / 12, points={"a": (-0.5, 0.0), "b": (0.5, 0.0), "m": (0.0, 0.0)})

    motor = lw.components.DCMotor(J=J, L=L, R=R, Kt=K, Ke=K, b=B, angle=angle)
    return lw.Mechanism(
        "lift",
        {
            "ground": lw.Ground(),
            "one": bar(),
            "two": bar(),
            "foot": lw.Body(1.0, 0.01),
            "table": lw.Body(10.0, 1.0),
            "motor": motor,
        },
        {
            "pin": lw.Revolute("ground", "one.a"),
            "middle": lw.Revolute("one.m", "two.m"),
            "slide": lw.Prismatic("ground", "foot"),
            "heel": lw.Revolute("foot", "two.b"),
            "top": lw.Revolute("two.a", "table"),
            "gear": lw.Gear("motor.omega", "pin.angle", RATIO),
        },
        reference={"pin.angle": 0.8, "one.theta": 0.8, "two.theta": -0.8, "heel.angle": -0.8},
        gravity=(0.0, -G),
    )


def one_freedom(start: float, times: np.ndarray) -> np.ndarray:
    """Angle of a bar by Lagrange's equation of one freedom, the winding open to its own voltage."""

    def rates(_: float, y: np.ndarray) -> list[float]:
        angle, rate, current = y
        inertia = 1.0 + 4.0 / 12 + np.sin(angle) ** 2 + 10 * np.cos(angle) ** 2 + J * RATIO**2
        torque = -12 * G * np.cos(angle) + 9 * np.sin(angle) * np.cos(angle) * rate**2
        torque += RATIO * K * current - RATIO**2 * B * rate
        return [rate, torque / inertia, (-R * current - K * RATIO * rate) / L]

    found = solve_ivp(rates, (0.0, times[-1]), [start, 0.0, 0.0], t_eval=times, method="Radau", rtol=1e-10, atol=1e-12)
    return np.asarray(found.y[0])


@pytest.mark.parametrize(("angle", "formalism", "start"), [(False, "modular", 0.8), (True, "newton_euler", 0.5)])
def test_a_lift_that_falls_through_its_dead_centre(angle: bool, formalism: str, start: float) -> None:
    """The motor's winding, followed backwards, overflows before the place where the bars stand: the run says so.

    Rounding, another one with other versions of NumPy, decides whether it gets across.
    """
    dynamics = lw.compile(getattr(lw.formalisms, formalism)(lift(angle=angle)))
    state = dynamics.assemble({"pin.angle": start})
    run = lw.simulate(dynamics, state, duration=3.0, inputs={"motor.v": 0.0}, samples=301)
    assert run.outcome.finished or "singular configuration" in run.outcome.reason
    assert min(run["pin.angle"]) < -1.5
    before = run.time < 0.95 * run.time[np.argmax(run["pin.angle"] < -1.5)]
    np.testing.assert_allclose(run["pin.angle"][before], one_freedom(start, run.time[before]), atol=1e-7)
