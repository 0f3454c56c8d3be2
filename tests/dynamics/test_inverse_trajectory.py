"""Inverse dynamics along a run: the inputs of the forward run come back; what cannot be followed is refused."""

import numpy as np
import pytest

import linkwright as lw
from linkwright.dynamics import Refused


def run_of(name, start, inputs, samples=801, duration=1.0, **options):
    dynamics = lw.compile(lw.formalisms.modular(getattr(lw.mechanisms, name)(**options)))
    state = dynamics.assemble(**start)
    return dynamics, lw.simulate(dynamics, state, duration=duration, inputs=inputs, samples=samples, rtol=1e-11)


CRANK = {"tau": lw.laws.Sine(0.2, 1.0), "force": 0.0}
ARMS = {"tau1": lw.laws.Sine(2.0, 1.5), "tau2": 0.7}


@pytest.mark.parametrize(
    ("name", "start", "inputs", "duration"),
    [
        ("double_pendulum", {"positions": {"theta1": 0.4, "theta2": -0.3}}, ARMS, 1.0),
        ("slider_crank", {"positions": {"phi": 0.6}, "speeds": {"phi": 5.0}}, CRANK, 1.0),
        pytest.param("stewart", {}, {f"f{k}": 0.2 * k for k in range(1, 7)}, 0.2, marks=pytest.mark.long),
    ],
    ids=["double_pendulum", "slider_crank", "stewart"],
)
def test_inputs_of_a_run_come_back(name, start, inputs, duration):
    dynamics, run = run_of(name, start, inputs, duration=duration, samples=401 if name == "stewart" else 1601)
    found = dynamics.inverse(run, inputs={"force": 0.0} if "force" in inputs else None)
    assert np.array_equal(found.time, run.time)
    middle = slice(10, -10)  # near its free ends a spline is less accurate
    for each in dynamics.inputs:
        size = max(1.0, np.max(np.abs(run[each])))
        assert np.max(np.abs(found[each] - run[each])[middle]) < 1e-4 * size
        assert np.max(np.abs(found[each] - run[each])) < 1e-2 * size


def test_voltages_and_currents_of_a_run_come_back():
    """Voltages follow from jerks, the third derivative of the splines; a current starts where the run had it."""
    voltages = {"A.v": lw.laws.Sine(0.4, 1.0), "B.v": -0.3, "C.v": 0.2}
    dynamics, run = run_of("three_rrr", {}, voltages, samples=2001, duration=0.5)
    found = dynamics.inverse(run)
    middle = slice(10, -10)
    for leg in "ABC":
        assert np.max(np.abs(found[f"{leg}.i"] - run[f"{leg}.i"])[middle]) < 1e-4 * np.max(np.abs(run[f"{leg}.i"]))
        assert np.max(np.abs(found[f"{leg}.v"] - run[f"{leg}.v"])[middle]) < 1e-2 * np.max(np.abs(run[f"{leg}.v"]))


def test_the_assembly_mode_of_the_run_is_kept():
    """A four-bar assembled in the other mode is followed in that mode, without near=."""
    dynamics = lw.compile(lw.formalisms.modular(lw.mechanisms.four_bar()))
    modes = lw.analysis.kinematics.Kinematics.of(dynamics, inputs=["phi"], platform=["psi"]).modes({"phi": 1.0})
    usual = dynamics.assemble({"phi": 1.0}).positions["psi"]
    other = max((mode.state for mode in modes), key=lambda state: abs(state.positions["psi"] - usual))
    start = dynamics.assemble({"phi": 1.0}, {"phi": 1.0}, near=other)
    run = lw.simulate(dynamics, start, duration=0.3, inputs={"tau": 0.0}, samples=401, rtol=1e-11)
    found = dynamics.inverse(run)
    assert np.max(np.abs(found["psi"] - run["psi"])) < 1e-8
    assert np.max(np.abs(found["tau"][5:-5])) < 1e-4


def test_samples_too_far_apart_are_refused():
    dynamics, run = run_of("double_pendulum", {"positions": {"theta1": 2.0}}, {"tau1": 0.0, "tau2": 0.0}, samples=9)
    with pytest.raises(Refused, match=r"does not have the recorded speeds: .*' at t = .*more samples"):
        dynamics.inverse(run)


def test_an_impact_is_refused():
    ball = lw.Mechanism(
        "ball",
        {"ground": lw.Ground(), "ball": lw.Body(1.0, 0.1)},
        {
            "fall": lw.Prismatic("ground", "ball"),
            "push": lw.Force("fall.slide", input="force"),
            "floor": lw.EndStop("fall.slide", lower=0.0, restitution=0.8),
        },
        gravity=(-9.81, 0.0),
    )
    dynamics = lw.compile(lw.formalisms.modular(ball))
    run = lw.simulate(dynamics, dynamics.assemble({"fall.slide": 0.5}), duration=0.6, inputs={"push.force": 0.0})
    assert run.events
    with pytest.raises(Refused, match=r"' at t = 0\.3\d+ s by 2\.\d+\. .*impact"):
        dynamics.inverse(run)


def test_another_machine_and_a_later_start_are_refused():
    dynamics, run = run_of("double_pendulum", {"positions": {"theta1": 2.0}}, {"tau1": 0.0, "tau2": 0.0})
    crank = lw.compile(lw.formalisms.modular(lw.mechanisms.slider_crank()))
    with pytest.raises(Refused, match=r"has no channel .*same\s+formalism"):
        crank.inverse(run)
    with pytest.raises(Refused, match=r"from t = 0\.5 s on.*shift its time"):
        dynamics.inverse(run.slice(0.5, 1.0))
    with pytest.raises(TypeError, match="leave accelerations out"):
        dynamics.inverse(run, {"theta1": 1.0})
