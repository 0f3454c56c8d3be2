"""Derivatives of a run, in CPU time of the same run without them: forward for one and four parameters, the adjoint.

The 3PRS motion table under its cascade (RK4, 100 us) and the free 3RRR (Dormand-Prince 8). What a sensitivity costs is
the time that it adds; a gradient by the adjoint is the way back over a run that was kept. Beside them a fit of two
parameters of the table to noisy currents and angles of 2 s at 10 kHz.
"""

from time import process_time

import motion_table
import numpy as np
from machine import Settings
from measure import Case, interleaved
from results import Figure, Section

import linkwright as lw

MOST_RUNS = 1.5
"""What one sensitivity may cost, in runs."""
LONGEST_FIT = 30.0
"""What the fit may cost (s)."""


def table(settings: Settings) -> Section:
    """Costs in runs on both machines."""
    section = Section("Sensitivities, in runs without them (CPU time)")
    closed_loop, home = motion_table.loop(parameters="identified")
    sine = home["z"] + lw.motions.Sine(motion_table.AMPLITUDE, motion_table.FREQUENCY)
    under_control = {
        "duration": 0.5, "integrator": lw.integrators.RungeKutta4(step=100e-6),
        "inputs": {"pose.z": sine, "pose.psi": 0.0, "pose.theta": 0.0},
    }  # fmt: skip
    free = lw.compile(lw.formalisms.modular(lw.mechanisms.three_rrr()))
    voltages = {"duration": 1.0, "inputs": {"A.v": 0.4, "B.v": -0.3, "C.v": 0.2}}
    for name, machine, state, channel, options in (
        ("motion table", closed_loop, home, "z", under_control),
        ("3RRR", free, free.assemble(), free.coordinates[0], voltages),
    ):
        dynamics = closed_loop.dynamics if machine is closed_loop else machine
        _measure(section, settings, name, (machine, state, channel, list(dynamics.parameters)[:4]), options)
    section.figures.append(Figure("motion table: fit of two parameters, 2 s at 10 kHz", _fit(), "s", LONGEST_FIT))
    return section


def _fit() -> float:
    """CPU time of a fit of J1 and tau_f, which begins at the data sheets, with all that is compiled in it."""
    model, home = motion_table.loop(parameters="manufacturer")
    truth = {"J1": model.parameters["J1"] / 1.56, "tau_f": 0.0718}
    laboratory = model.with_parameters(truth)
    chirp = lw.motions.Chirp(0.010, 1.0, 13.0, duration=2.0)
    options = {
        "inputs": {"pose.z": home["z"] + chirp, "pose.psi": 0.0, "pose.theta": 0.0},
        "integrator": lw.integrators.RungeKutta4(step=100e-6),
    }  # fmt: skip
    seen = lw.simulate(laboratory, home, duration=2.0, samples=20_001, **options)
    noise, random, channels = {"drive1.i": 0.1, "drive1.angle": 0.005}, np.random.default_rng(3), {}
    for name, deviation in noise.items():
        values = seen[name] + deviation * random.normal(size=len(seen.time))
        channels[name] = lw.trajectory.Channel(values, seen.channels[name].unit, "measured")
    data = lw.Measurements(seen.time, channels)
    start = process_time()
    bounds = {"J1": (2e-6, 1e-4), "tau_f": (0.0, 0.5)}
    fit = lw.analysis.identify(model, data, parameters=bounds, noise=noise, **options)
    spent = process_time() - start
    for name, value in truth.items():
        assert abs(fit[name].value - value) < 4 * fit[name].standard_error, fit
    return spent


def _measure(section: Section, settings: Settings, name: str, what, options) -> None:
    machine, state, channel, names = what

    def run(**more):
        found = lw.simulate(machine, state, **options, **more)
        assert found.outcome.finished, found.outcome
        return found

    kept = run(adjoint=True)
    weights = {channel: np.ones(len(kept.time))}
    cases = {
        "plain": Case(lambda: run()[channel], number=1),
        "one": Case(lambda: run(sensitivities=names[:1]).sensitivity(channel, names[0]), number=1),
        "four": Case(lambda: run(sensitivities=names).sensitivity(channel, names[0]), number=1),
        "kept": Case(lambda: run(adjoint=True)[channel], number=1),
        "back": Case(lambda: kept.gradient(weights, by=names), number=1),
        "all": Case(lambda: kept.gradient(weights), number=1),
    }
    least = {
        case: timing.minimum for case, timing in interleaved(cases, settings.rounds(15), clock=process_time).items()
    }
    plain = least["plain"]
    section.figures += [
        Figure(f"{name}: a run", plain, "s"),
        Figure(f"{name}: one sensitivity", least["one"] / plain - 1, "runs", MOST_RUNS),
        Figure(f"{name}: each of four", (least["four"] / plain - 1) / 4, "runs", MOST_RUNS),
        Figure(f"{name}: a run that is kept for the adjoint", least["kept"] / plain, "runs"),
        Figure(f"{name}: gradient by four parameters, adjoint", least["back"] / plain, "runs"),
        Figure(f"{name}: gradient by all {len(kept.adjoint.names)}, adjoint", least["all"] / plain, "runs"),
    ]
