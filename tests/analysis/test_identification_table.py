"""Inertia and friction of the drives of the motion table from a run of our own with noise, as the page prints it."""

import numpy as np
import pytest

import linkwright as lw

TRUE = {"J1": 1.3e-5 / 1.56, "tau_f": 0.09}


def measured(path, closed_loop, home, inputs):
    """A run of 2 s at 10 kHz with other parameters and noise, as a CSV file."""
    run = lw.simulate(
        closed_loop.with_parameters(TRUE), home, duration=2.0, samples=20001, inputs=inputs, signals=[],
        integrator=lw.integrators.RungeKutta4(step=50e-6),
    )  # fmt: skip
    random = np.random.default_rng(14)
    current = run["drive1.i"] + 0.05 * random.normal(size=len(run.time))
    angle = run["drive1.angle"] + 1e-3 * random.normal(size=len(run.time))
    rows = zip(run.time, current, angle, strict=True)
    lines = ["time [s],i1 [A],theta_m1 [rad]", *[f"{t:.6f},{i:.9g},{a:.12g}" for t, i, a in rows]]
    path.write_text("\n".join(lines) + "\n")


@pytest.mark.long
def test_inertia_and_friction_from_a_measured_run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    machine = lw.mechanisms.mast_3prs(parameters="identified")
    dynamics = lw.compile(lw.formalisms.boltzmann_hamel(machine))
    closed_loop = lw.ClosedLoop(dynamics, lw.mechanisms.mast_control(dynamics))
    home = closed_loop.assemble()
    swing = home["z"] + lw.motions.Chirp(0.010, 1.0, 13.0, duration=2.0)
    inputs = {"pose.z": swing, "pose.psi": 0.0, "pose.theta": 0.0}
    measured(tmp_path / "run.csv", closed_loop, home, inputs)

    data = lw.Measurements.read("run.csv", time="time", columns={"drive1.i": "i1", "drive1.angle": "theta_m1"})
    fit = lw.analysis.identify(
        closed_loop, data,
        inputs={
            "pose.z": home["z"] + lw.motions.Chirp(0.010, 1.0, 13.0, duration=2.0), "pose.psi": 0.0, "pose.theta": 0.0,
        },
        parameters={"J1": (1e-6, 1e-4), "tau_f": (0.0, 0.2)},
    )  # fmt: skip
    print(fit)  # noqa: T201  as printed
    lw.report.save("fit.html", fit)

    assert fit.converged
    for name, value in TRUE.items():
        assert abs(fit[name].value - value) < 4 * fit[name].standard_error, name
        assert fit[name].standard_error < 0.01 * value
    assert [each.white for each in fit.residuals] == [True, True]
    page = (tmp_path / "fit.html").read_text(encoding="utf-8")
    assert "tau_f" in page
    assert "not white" not in page
