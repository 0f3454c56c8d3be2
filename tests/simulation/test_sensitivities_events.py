"""Sensitivities over events against closed forms and differences: impacts, friction that sticks, switched inputs."""

import numpy as np
import pytest

import linkwright as lw


def ball(e=0.8):
    """A mass that falls on a stop."""
    m, restitution = lw.Parameter("m", 1.5, "kg", "mass"), lw.Parameter("e", e, "", "restitution")
    return lw.Mechanism(
        "ball",
        {"ground": lw.Ground(), "ball": lw.Body(m, 1.0)},
        {
            "fall": lw.Prismatic("ground", "ball"),
            "floor": lw.EndStop("fall.slide", lower=0.0, restitution=restitution),
            "weight": lw.Force("fall.slide"),
        },
        parameters=[m, restitution],
    )


def test_a_bouncing_ball_against_its_closed_form():
    dynamics = lw.compile(lw.formalisms.modular(ball()))
    state = dynamics.assemble({"fall.slide": 1.0})
    names = ["m", "e", "fall.slide(0)", "fall.slide'(0)"]
    run = lw.simulate(
        dynamics,
        state,
        duration=0.8,
        inputs={"weight.force": -1.5 * 9.81},
        rtol=1e-10,
        samples=161,
        sensitivities=names,
    )
    assert run.outcome.finished

    def height(t, m, e, x0, v0):
        # With a = 1.5 * 9.81 / m: it lands at t1 with the speed w, and rises with e w.
        a = 1.5 * 9.81 / m
        t1 = (v0 + np.sqrt(v0**2 + 2 * a * x0)) / a
        w = a * t1 - v0
        return np.where(t.real < t1.real, x0 + v0 * t - a * t**2 / 2, e * w * (t - t1) - a * (t - t1) ** 2 / 2)

    values = [1.5, 0.8, 1.0, 0.0]
    t = run.time
    for k, name in enumerate(names):
        stepped = [value + (1e-30j if j == k else 0j) for j, value in enumerate(values)]
        expected = height(t.astype(complex), *stepped).imag / 1e-30
        found = run.sensitivity("fall.slide", name)
        assert np.allclose(found, expected, rtol=0, atol=1e-7 * np.abs(expected).max()), name
    # What is lost in the impact is (1 - e^2) of the energy there.
    lost = run.sensitivity("energy.loss", "e")[-1]
    assert lost == pytest.approx(2 * 0.8 * 1.5 * 9.81, rel=1e-7)


def slider(force=3.0):
    m, F = lw.Parameter("m", 2.0, "kg", "mass"), lw.Parameter("F", force, "N", "friction")
    return lw.Mechanism(
        "slider",
        {"ground": lw.Ground(), "block": lw.Body(m, 1.0)},
        {
            "slide": lw.Prismatic("ground", "block"),
            "friction": lw.CoulombFriction("slide.slide", F),
            "push": lw.Force("slide.slide"),
        },
        parameters=[m, F],
    )


def test_a_block_that_comes_to_rest_and_is_pushed_again():
    dynamics = lw.compile(lw.formalisms.modular(slider()))
    state = dynamics.assemble({"slide.slide": 0.0}, {"slide.slide": 1.5})
    push = lw.motions.Table((0.0, 2.0, 4.0), (0.0, 0.0, 12.0), "linear")
    names = ["m", "F", "slide.slide'(0)"]
    run = lw.simulate(
        dynamics, state, duration=4.0, inputs={"push.force": push}, rtol=1e-11, samples=401, sensitivities=names
    )
    # It stops at v0^2 m / (2 F); the push 6 (t - 2) moves it from t1 = 2 + F / 6 on: x'' = 6 (t - t1) / m.
    m, F, v0, t = 2.0, 3.0, 1.5, run.time
    t0, t1 = m * v0 / F, 2 + F / 6
    ways = {"m": v0**2 / (2 * F), "F": -m * v0**2 / (2 * F**2), "slide.slide'(0)": v0 * m / F}
    late = np.where(t > t1, t - t1, 0.0)
    more = {"m": -(late**3) / m**2, "F": -(late**2) / (2 * m), "slide.slide'(0)": 0 * t}
    early = {"m": F * t**2 / (2 * m**2), "F": -(t**2) / (2 * m), "slide.slide'(0)": t}
    for name in names:
        expected = np.where(t < t0, early[name], ways[name] + more[name])
        found = run.sensitivity("slide.slide", name)
        assert np.allclose(found, expected, rtol=0, atol=1e-7), name


def test_an_input_that_an_event_switches():
    m = lw.Parameter("m", 2.0, "kg", "mass")
    machine = lw.Mechanism(
        "cart",
        {"ground": lw.Ground(), "cart": lw.Body(m, 1.0)},
        {"slide": lw.Prismatic("ground", "cart"), "push": lw.Force("slide.slide")},
        parameters=[m],
    )
    dynamics = lw.compile(lw.formalisms.modular(machine))
    brake = lw.events.Event(lw.events.Crosses("slide.slide", 0.5), then=lw.events.Switch({"push.force": -4.0}))
    run = lw.simulate(
        dynamics, dynamics.assemble(), duration=1.2, inputs={"push.force": 6.0}, events=[brake], rtol=1e-11,
        samples=121, sensitivities=["m"],
    )  # fmt: skip
    # Pushed with 6 N up to x = 0.5 at t1 = sqrt(m / 6), then with -4 N.
    t, t1 = run.time.astype(complex), np.sqrt((2.0 + 1e-30j) / 6.0)
    m_ = 2.0 + 1e-30j
    expected = (
        np.where(t.real < t1.real, 3.0 / m_ * t**2, 0.5 + 6.0 / m_ * t1 * (t - t1) - 2.0 / m_ * (t - t1) ** 2).imag
        / 1e-30
    )
    assert np.allclose(run.sensitivity("slide.slide", "m"), expected, rtol=0, atol=1e-7)


@pytest.mark.long
def test_stick_slip_against_differences_of_runs():
    dynamics = lw.compile(lw.formalisms.modular(lw.mechanisms.stick_slip()))
    options = {"duration": 3.0, "rtol": 1e-11, "samples": 61}
    inputs = dict.fromkeys(dynamics.inputs, 0.0)
    names = ["m", "k", "v", "F_s", "F_k"]
    run = lw.simulate(dynamics, dynamics.assemble(), inputs=inputs, sensitivities=names, **options)
    assert len(run.events) > 2
    channel = dynamics.coordinates[0]
    for name in names:
        value, step = dynamics.parameters[name], 1e-5 * dynamics.parameters[name]
        ends = []
        for change in (-step, step):
            other = dynamics.with_parameters({name: value + change})
            ends.append(lw.simulate(other, other.assemble(), inputs=inputs, **options)[channel])
        expected = (ends[1] - ends[0]) / (2 * step)
        found = run.sensitivity(channel, name)
        assert np.allclose(found, expected, rtol=0, atol=1e-4 * np.abs(expected).max()), name


# -- starts at rest ----------------------------------------------------------------------------------------------------


def test_a_speed_at_the_start_that_friction_holds_goes_nowhere():
    """A little beside rest friction F stops the block after v0^2 m / (2 F), whose derivative is 0; forward and back."""
    dynamics = lw.compile(lw.formalisms.modular(slider()))
    push = lw.motions.Table((0.0, 2.0, 4.0), (0.0, 0.0, 12.0), "linear")
    options = {"duration": 4.0, "inputs": {"push.force": push}, "rtol": 1e-10, "samples": 41}
    names = ["m", "F", "slide.slide'(0)", "slide.slide(0)"]
    run = lw.simulate(dynamics, dynamics.assemble(), sensitivities=names, **options)
    late = np.where(run.time > 2.5, run.time - 2.5, 0.0)  # x'' = 6 (t - 2.5) / m
    expected = {"m": -(late**3) / 4, "F": -(late**2) / 4, "slide.slide'(0)": 0 * late, "slide.slide(0)": 1 + 0 * late}
    for name in names:
        np.testing.assert_allclose(run.sensitivity("slide.slide", name), expected[name], atol=1e-8)
    assert run.sensitivity("slide.slide'", "slide.slide'(0)")[0] == 1.0  # the start itself is what it is named
    back = lw.simulate(dynamics, dynamics.assemble(), adjoint=True, **options)
    gradient = back.gradient({"slide.slide": np.eye(41)[-1]}, by=names)
    for name in names:
        assert gradient[name] == pytest.approx(expected[name][-1], abs=1e-8), name


def test_friction_that_holds_shares_a_speed_by_masses():
    """A crate at rest on a cart: pushed against it with dv, both go on with m2 dv / (m1 + m2), and the rest is lost."""
    m1, m2, dv = 3.0, 2.0, 0.7
    machine = lw.Mechanism(
        "crate_on_a_cart",
        {"ground": lw.Ground(), "cart": lw.Body(m1, 1.0), "crate": lw.Body(m2, 1.0)},
        {
            "rail": lw.Prismatic("ground", "cart"),
            "bed": lw.Prismatic("cart", "crate"),
            "friction": lw.CoulombFriction("bed.slide", 5.0),
        },
    )
    names = ["rail.slide'(0)", "bed.slide'(0)"]
    for formalism in (lw.formalisms.modular, lw.formalisms.kane):
        dynamics = lw.compile(formalism(machine))
        state = dynamics.assemble(speeds={"rail.slide": dv, "bed.slide": 0.0})
        run = lw.simulate(dynamics, state, duration=2.0, samples=21, sensitivities=names)
        share = m2 / (m1 + m2)
        np.testing.assert_allclose(run.sensitivity("rail.slide", names[1]), share * run.time, atol=1e-12)
        np.testing.assert_allclose(run.sensitivity("rail.slide", names[0]), run.time, atol=1e-12)
        for name in names:
            np.testing.assert_allclose(run.sensitivity("bed.slide", name), 0.0, atol=1e-12)
        # m2 dv v before and after: what both have together is kept, nothing is lost to first order.
        np.testing.assert_allclose(run.sensitivity("energy.loss", names[1])[1:], 0.0, atol=1e-12)


def test_a_body_at_rest_on_its_stop_follows_the_stop():
    """It falls back onto it from a little above; where the stop is lower, so is the body."""
    lower = lw.Parameter("lower", 0.25, "m", "stop")
    machine = lw.Mechanism(
        "resting",
        {"ground": lw.Ground(), "ball": lw.Body(1.5, 1.0)},
        {
            "fall": lw.Prismatic("ground", "ball"),
            "floor": lw.EndStop("fall.slide", lower=lower, restitution=0.5),
            "weight": lw.Force("fall.slide"),
        },
        parameters=[lower],
    )
    dynamics = lw.compile(lw.formalisms.modular(machine))
    names = ["lower", "fall.slide(0)", "fall.slide'(0)"]
    run = lw.simulate(
        dynamics, dynamics.assemble({"fall.slide": 0.25}), duration=1.0, inputs={"weight.force": -15.0}, samples=11,
        sensitivities=names,
    )  # fmt: skip
    for name, expected in zip(names, (1.0, 0.0, 0.0), strict=True):
        np.testing.assert_allclose(run.sensitivity("fall.slide", name)[1:], expected, atol=1e-12, err_msg=name)


def test_an_impact_at_the_start_is_refused():
    dynamics = lw.compile(lw.formalisms.modular(ball()))
    state = dynamics.assemble({"fall.slide": 0.0}, {"fall.slide": -1.0})
    run = lw.simulate(dynamics, state, duration=0.1, inputs={"weight.force": 0.0}, sensitivities=["e"])
    assert run.outcome.kind == "failed"
    assert "strikes at the start" in run.outcome.reason
