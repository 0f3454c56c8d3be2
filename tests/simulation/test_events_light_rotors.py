"""Dry friction on rotors from heavy to very light, driven by held voltages: against an integration of each drive alone.

J w' = K i - b w - friction,  L i' = v - R i - K w, stick or slip by hand.
"""

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import linkwright as lw

LAMBDA, RHO, KAPPA, BETA, KINETIC = 2e-3, 1.5, 0.0385, 1e-5, 1e-2
PERIOD = 0.002
VOLTAGES = np.random.default_rng(1).uniform(-1, 1, (3, 12))
"""Each held for a period (s); the three drives differ in inertia and voltage."""


def drive(J, static, voltages):
    """Speed and current at the end, and the times of breaking away and of coming to rest."""
    w, i, happened = 0.0, 0.0, []
    direction = 0.0
    for k, v in enumerate(voltages):
        t, end = k * PERIOD, (k + 1) * PERIOD
        while t < end:
            if direction == 0.0:  # L i' = v - R i, until K |i| = static
                final = v / RHO
                t0, i0, level = t, i, np.copysign(static / KAPPA, v)
                share = (level - final) / (i0 - final)
                slips = t0 - LAMBDA / RHO * np.log(share) if 0 < share <= 1 else np.inf
                t = min(end, slips)
                i = final + (i0 - final) * np.exp(-RHO / LAMBDA * (t - t0))
                if slips <= end:
                    direction = np.sign(v)
                    happened.append(("slip", t))
                continue

            def rate(_, y, sign=direction, v=v):
                torque = KAPPA * y[1] - BETA * y[0] - sign * KINETIC
                return [torque / J, (v - RHO * y[1] - KAPPA * y[0]) / LAMBDA]

            def stops(_, y, sign=direction):
                return sign * y[0]

            stops.terminal, stops.direction = True, -1
            found = solve_ivp(rate, (t, end), [w, i], "DOP853", rtol=1e-11, atol=1e-13, events=stops)
            t, (w, i) = found.t[-1], found.y[:, -1]
            if found.status == 1:
                w = 0.0
                if KAPPA * abs(i) > static:
                    direction = np.sign(i)
                    happened.append(("slip", t))
                else:
                    direction = 0.0
                    happened.append(("stick", t))
    return w, i, happened


def drives(J, static):
    parts = {f"m{k}": lw.DCMotor(J=J * (1 + k), L=LAMBDA, R=RHO, Kt=KAPPA, Ke=KAPPA, b=BETA) for k in range(3)}
    rubs = {f"dry{k}": lw.CoulombFriction(f"m{k}.omega", KINETIC, static) for k in range(3)}
    return lw.compile(lw.formalisms.modular(lw.Mechanism("drives", parts, rubs)))


@pytest.mark.parametrize("static", [KINETIC, 1.3 * KINETIC])
@pytest.mark.parametrize("J", [1e-5, 1e-9, 1e-11])
def test_three_drives_with_held_voltages_stick_and_slip_as_each_alone_does(J, static):
    dynamics = drives(J, static)
    knots = (PERIOD * np.arange(VOLTAGES.shape[1] + 1)).tolist()
    volts = {f"m{k}.v": lw.laws.PiecewisePolynomial(knots, VOLTAGES[k][:, None].tolist()) for k in range(3)}
    trajectory = lw.simulate(dynamics, dynamics.assemble(), duration=knots[-1], inputs=volts)
    assert trajectory.outcome.finished
    for k in range(3):
        w, i, happened = drive(J * (1 + k), static, VOLTAGES[k])
        own = [event for event in trajectory.events if event.name == f"dry{k}"]
        assert [event.what for event in own] == [what for what, _ in happened]
        assert [event.time for event in own] == pytest.approx([time for _, time in happened], abs=1e-8)
        assert trajectory[f"m{k}.omega"][-1] == pytest.approx(w, rel=1e-4, abs=1e-5)
        assert trajectory[f"m{k}.i"][-1] == pytest.approx(i, rel=1e-6)
