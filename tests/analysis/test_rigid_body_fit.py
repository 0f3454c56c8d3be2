"""Base parameters fitted to forces: recovered without noise, honest intervals with it, and what is refused in words."""

from functools import cache

import numpy as np
import pytest

import linkwright as lw
from linkwright import analysis
from linkwright.analysis import MeasuredMotion
from linkwright.dynamics import Refused

SAMPLES = 61


@cache
def pendulum(formalism="kane"):
    return lw.compile(getattr(lw.formalisms, formalism)(lw.mechanisms.double_pendulum()))


@cache
def excitation(samples=SAMPLES):
    laws = {"theta1": lw.laws.Sine(1.0, 0.7), "theta2": lw.laws.Sine(1.3, 1.1, phase=0.4)}
    return lw.Motion(laws, duration=4.0, samples=samples)


@cache
def drag_link():
    """A slide on a hinge, with friction, a damper, a spring, a rotor behind a gear, and two drives on the hinge."""
    parts = {
        "arm": lw.Body(2.0, 0.3, (0.2, 0.1)),
        "load": lw.Body(1.5, 0.1, (0.05, 0.0)),
        "rotor": lw.Rotor(J=2e-3),
    }
    connections = {
        "hinge": lw.Revolute("ground", "arm"),
        "slide": lw.Prismatic("arm", "load", axis="x"),
        "gear": lw.Gear("rotor.angle", "hinge.angle", ratio=10.0),
        "damper": lw.JointDamper("hinge.angle", 0.7),
        "friction": lw.CoulombFriction("slide.slide", 0.4),
        "spring": lw.JointSpring("slide.slide", 30.0),
        "motor": lw.Torque("hinge.angle", input="u"),
        "force": lw.Force("slide.slide", input="u"),
        "brake": lw.Torque("hinge.angle", input="u"),
    }
    machine = lw.Mechanism("drag_link", parts, connections, gravity=(0.0, -9.81))
    return lw.compile(lw.formalisms.modular(machine))


def drag_motion(samples=31):
    laws = {"hinge.angle": lw.laws.Sine(1.0, 0.6), "slide.slide": lw.laws.Sine(0.2, 0.9, phase=0.3, offset=0.3)}
    return lw.Motion(laws, duration=5.0, samples=samples)


def torques(dynamics, motion):
    found = dynamics.inverse(motion)
    return {name: np.array(found[name]) for name in dynamics.inputs}


def torques_at_states(dynamics, motion, **known):
    """Inputs state by state: a gear that binds speeds only leaves the rotor's angle to the way there."""
    samples, state, found = MeasuredMotion.of(motion), dynamics.reference, []
    for k in range(len(samples.time)):
        at = [
            {name: float(values[k]) for name, values in given.items()}
            for given in (samples.positions, samples.speeds, samples.accelerations)
        ]
        state = dynamics.assemble(at[0], at[1], near=state)
        found.append(dynamics.inverse(state, at[2], **known))
    return {name: np.array([inputs[name] for inputs in found]) for name in dynamics.inputs}


def test_values_are_recovered_from_forces_without_noise():
    # forces of a machine whose masses differ from those of the model that the fit starts from
    other = pendulum().with_parameters({"m_2": 1.3, "J_1": 0.05, "c_2": 0.33, "J_2": 0.02})
    measured = torques(other, excitation())
    fit = analysis.regressor(pendulum(), excitation()).fit(measured)
    np.testing.assert_allclose(fit.values, analysis.regressor(other).base.values, rtol=0, atol=1e-9)
    assert np.max(fit.standard_errors) < 1e-9
    assert fit.inconsistent == ()
    np.testing.assert_allclose(fit.rms, 0.0, atol=1e-9)
    nearest = {each.name: each.value for each in fit.nearest}
    assert nearest["second.Izz"] == pytest.approx(0.02 + 1.3 * 0.33**2)
    assert nearest["first.m"] == 1.0  # no force says anything about it: the model's


def test_standard_errors_are_those_of_weighted_least_squares():
    regressor = analysis.regressor(pendulum(), excitation())
    random = np.random.default_rng(2)
    noise = {"tau1": 0.2, "tau2": 0.02}
    clean = torques(pendulum(), excitation())
    measured = {name: clean[name] + noise[name] * random.standard_normal(SAMPLES) for name in clean}
    fit = regressor.fit(measured)
    W = regressor.W[:, :, list(regressor.base.leading)]
    weighted = (W / np.array([noise[name] for name in regressor.rows])[None, :, None]).reshape(-1, 6)
    wanted = np.sqrt(np.diag(np.linalg.inv(weighted.T @ weighted)))
    np.testing.assert_allclose(fit.standard_errors, wanted, rtol=0.25)  # the noise is estimated from 61 samples
    np.testing.assert_allclose(fit.rms, [0.2, 0.02], rtol=0.25)
    assert np.all(np.abs(fit.values - regressor.base.values) < 4 * wanted)
    np.testing.assert_allclose(np.diag(fit.correlations), 1.0)
    half = fit.intervals(0.95)[:, 1] - fit.values
    np.testing.assert_allclose(half / fit.standard_errors, 1.96, rtol=0.02)
    assert "first.Izz + 0.25 m^2 second.m = " in fit.in_words()
    assert fit.as_dict()["base_parameters"][0]["name"] == "first.Izz"


@pytest.mark.long
def test_intervals_hold_the_truth_as_often_as_they_say():
    regressor = analysis.regressor(pendulum(), excitation())
    clean = torques(pendulum(), excitation())
    truth, random, inside = regressor.base.values, np.random.default_rng(3), np.zeros(6)
    for _ in range(1000):
        measured = {name: values + 0.1 * random.standard_normal(SAMPLES) for name, values in clean.items()}
        low, high = regressor.fit(measured).intervals(0.95).T
        inside += (low < truth) & (truth < high)
    assert np.all(np.abs(inside - 950) < 4 * np.sqrt(1000 * 0.95 * 0.05))


def test_a_fit_that_no_body_has_is_reported_and_not_changed():
    other = torques(pendulum(), excitation())
    regressor = analysis.regressor(pendulum(), excitation())
    # forces of a second bar with a negative moment of inertia about its joint
    wrong = regressor.forces({"second.Izz": -0.02})
    fit = regressor.fit({name: wrong[:, k] for k, name in enumerate(regressor.rows)})
    assert fit.values[regressor.base.names.index("second.Izz")] == pytest.approx(-0.02)
    assert fit.inconsistent == ("second",)
    assert "not those of bodies (a negative mass or pseudo-inertia): second" in fit.in_words()
    assert regressor.fit(other).inconsistent == ()


def test_friction_springs_and_rotors_are_regressed_with_the_bodies():
    others = ["rotor.J", "damper.damping", "friction.force", "spring.stiffness"]
    dynamics = drag_link()
    measured = torques_at_states(dynamics, drag_motion(), inputs={"brake.u": 0.3})
    regressor = analysis.regressor(dynamics, drag_motion(), inputs={"brake.u": 0.3}, others=others)
    assert regressor.driven
    assert regressor.drives == ("motor.u", "force.u")
    wanted = np.column_stack([measured[name] for name in regressor.drives])
    np.testing.assert_allclose(regressor.forces(), wanted, rtol=0, atol=1e-11 * np.max(np.abs(wanted)))
    fit = regressor.fit(measured)
    base = regressor.base
    assert {"damper.damping", "friction.force", "spring.stiffness"} <= set(base.alone)
    found = dict(zip(base.names, fit.values, strict=True))
    assert found["damper.damping"] == pytest.approx(0.7, abs=1e-8)
    assert found["friction.force"] == pytest.approx(0.4, abs=1e-8)
    assert found["spring.stiffness"] == pytest.approx(30.0, abs=1e-8)
    # the rotor turns ten times as fast as the arm: J + Izz / 100
    assert base.combination("rotor.J")["arm.Izz"] == pytest.approx(0.01)
    # without them they are known loads
    known = analysis.regressor(dynamics, drag_motion(), inputs={"brake.u": 0.3})
    np.testing.assert_allclose(known.forces(), wanted, rtol=0, atol=1e-11 * np.max(np.abs(wanted)))
    assert np.any(known.r)


def test_redundant_drives_leave_rows_of_degrees_of_freedom():
    dynamics = drag_link()
    measured = torques_at_states(dynamics, drag_motion(), actuation=lw.actuation.MinimumNorm())
    regressor = analysis.regressor(dynamics, drag_motion())
    assert not regressor.driven
    assert regressor.rows == ("hinge.angle", "slide.slide")
    assert regressor.units == ("N m", "N")
    np.testing.assert_allclose(regressor.G[0], [[1.0, 0.0, 1.0], [0.0, 1.0, 0.0]], atol=1e-12)
    u = np.column_stack([measured[name] for name in regressor.drives])
    forces = np.einsum("tij,tj->ti", regressor.G, u)
    np.testing.assert_allclose(regressor.forces(), forces, rtol=0, atol=1e-11 * np.max(np.abs(forces)))
    np.testing.assert_allclose(regressor.fit(measured).values, regressor.base.values, rtol=0, atol=1e-8)
    assert "degrees of freedom" in regressor.in_words()


def test_fewer_drives_leave_rows_without_force():
    # a pendulum whose second joint is free: the equation of that joint counts, with nothing on its left side
    dynamics = pendulum("modular")
    motion = excitation()
    torque = torques(dynamics, motion)
    regressor = analysis.regressor(dynamics, motion, inputs={"tau2": torque["tau2"]})
    assert regressor.rows == ("theta1", "theta2")
    forces = regressor.G[:, :, 0] * torque["tau1"][:, None]
    np.testing.assert_allclose(regressor.forces(), forces, rtol=0, atol=1e-11 * np.max(np.abs(torque["tau1"])))


# -- what is refused ---------------------------------------------------------------------------------------------


def test_a_motion_that_excites_too_little_is_refused_with_the_combinations():
    still = lw.Motion({"theta1": lw.laws.Sine(1.0, 0.7), "theta2": 0.3}, duration=4.0, samples=SAMPLES)
    regressor = analysis.regressor(pendulum(), still)
    with pytest.raises(Refused, match=r"depend on \d of 6 base parameters.*second\.Izz.*Excite"):
        regressor.fit(torques(pendulum(), still))


def test_wrong_data_are_refused_all_faults_at_once():
    with pytest.raises(ValueError, match="3 faults") as raised:
        MeasuredMotion(
            [0.0, 0.2, 0.1],
            {"theta1": [0.0, 1.0, 2.0]},
            {"theta1": [0.0, np.nan, 1.0], "theta2": [0.0, 0.0]},
            {"theta1": [0.0, 0.0, 0.0], "theta2": [0.0, 0.0, 0.0]},
        )
    for words in ("from 0.2 s to 0.1 s", "not finite", "have 2 values, expected 3", "theta2"):
        assert words in str(raised.value)
    regressor = analysis.regressor(pendulum(), excitation())
    with pytest.raises(ValueError, match="2 faults") as raised:
        regressor.fit({"tau1": np.zeros(5), "tau_2": np.zeros(SAMPLES)})
    assert f"5 values, expected {SAMPLES}" in str(raised.value)
    assert "did you mean tau_2" in str(raised.value)
    with pytest.raises(ValueError, match="no samples"):
        analysis.regressor(pendulum()).fit({"tau1": [], "tau2": []})
    with pytest.raises(ValueError, match="no input 'tau3'"):
        analysis.regressor(pendulum(), inputs={"tau3": 1.0})
    with pytest.raises(TypeError, match="from_samples"):
        analysis.regressor(pendulum(), pendulum().inverse(excitation()))
    with pytest.raises(ValueError, match=r"no parameter 'second\.Iz'"):
        regressor.forces({"second.Iz": 1.0})


def test_too_few_forces_and_dependent_quantities_are_refused():
    short = MeasuredMotion([0.0], {"theta1": [0.1]} | {"theta2": [0.2]}, {"theta1": [1.0], "theta2": [0.5]},
                           {"theta1": [1.0], "theta2": [2.0]})  # fmt: skip
    regressor = analysis.regressor(pendulum(), short)
    with pytest.raises(Refused, match="2 forces were given for 6 base parameters"):
        regressor.fit({"tau1": [1.0], "tau2": [0.0]})
    one = MeasuredMotion([0.0], {"theta1": [0.1]}, {"theta1": [0.0]}, {"theta1": [1.0]})
    with pytest.raises(Refused, match=r"degree.*of freedom open"):
        analysis.regressor(pendulum(), one)


def test_parameters_that_forces_are_not_linear_in_are_refused():
    with pytest.raises(ValueError, match="belongs to the body first"):
        analysis.regressor(pendulum(), others=["first.mass"])
    with pytest.raises(ValueError, match="did you mean"):
        analysis.regressor(drag_link(), others=["rotor.JJ"])
    with pytest.raises(TypeError, match=r"others is a str .*, such as \['rotor.J'\]"):
        analysis.regressor(drag_link(), others="rotor.J")
    with pytest.raises(Refused, match=r"gear\.ratio changes the motion"):
        analysis.regressor(drag_link(), others=["gear.ratio"])
    with pytest.raises(Refused, match=r"gravity_y is in no force itself; name .*weight\.g_y"):
        analysis.regressor(drag_link(), others=["gravity_y"])
    with pytest.raises(Refused, match=r"arm\.weight\.g_y changes the motion or the weights"):
        analysis.regressor(drag_link(), others=["arm.weight.g_y"])
