"""The command identify: what it finds in a file, and what it refuses."""

import json

import numpy as np

import linkwright as lw
from cli.calling import call, refused


def measured(path):
    """A pendulum of other length, released at rest along -x, its angle with noise."""
    dynamics = lw.compile(lw.formalisms.boltzmann_hamel(lw.mechanisms.simple_pendulum())).with_parameters(g=9.7)
    run = lw.simulate(dynamics, dynamics.assemble(), duration=1.0, samples=201)
    angle = run["phi"] + 1e-3 * np.random.default_rng(3).normal(size=201)
    rows = [f"{t:.6f},{a:.9g}" for t, a in zip(run.time, angle, strict=True)]
    path.write_text("\n".join(["clock [s],angle [rad]", *rows]) + "\n")


def test_a_pendulum_tells_gravity(tmp_path):
    file, page = tmp_path / "run.csv", tmp_path / "fit.html"
    measured(file)
    arguments = ("identify", "simple_pendulum", "--data", str(file), "--time", "clock", "--column", "phi=angle")
    told = json.loads(call(*arguments, "--fit", "g=5:15", "--out", str(page), "--json").stdout)
    found = told["parameters"]["g"]
    assert abs(found["value"] - 9.7) < 4 * found["standard_error"]
    assert found["standard_error"] < 0.01
    assert told["channels"]["phi"]["white"]
    assert "Parameters of simple_pendulum" in page.read_text(encoding="utf-8")
    # Length and gravity move the angle as g / l; the mass does not move it at all.
    words = call(*arguments, "--fit", "g=5:15", "--fit", "l=0.5:2").stdout
    assert "l and g only as their ratio" in words or "g and l only as their ratio" in words
    assert "m does not move the data" in refused(*arguments, "--fit", "m=0.5:2")


def test_wrong_options_are_told_all_at_once(tmp_path):
    file = tmp_path / "run.csv"
    file.write_text("time [s],angle\n0,1\n0.1,2\n0.1,3\n")
    words = refused(
        "identify", "simple_pendulum", "--data", str(file), "--column", "phi=angle", "--fit", "g=5", "--fit", "x",
        "--fit", "G=1:2",
        "--start", "g=one", "--integrator", "euler", "--out", str(tmp_path / "fit.svg"),
    )  # fmt: skip
    for part in ("no parameter 'G'", "--fit g: '5'", "--fit 'x'", "--start g", "--integrator", ".html", "no unit"):
        assert part in words, part
