"""Channels on demand in every mode: accelerations, friction and reactions where something sticks or rests."""

from dataclasses import replace

import numpy as np
import pytest

import linkwright as lw

MODULAR = lw.formalisms.modular
G = 9.81


def block(formalism=MODULAR, *, restitution=0.0, **more):
    """2 kg on a slide with friction of 1 N (1.5 N at rest), a stop at 1 m and a force."""
    machine = lw.Mechanism(
        "block",
        {"ground": lw.Ground(), "mass": lw.Body(2.0, 1.0, home="slide")},
        {
            "slide": lw.Prismatic("ground", "mass"),
            "push": lw.Force("slide.slide"),
            "dry": lw.CoulombFriction("slide.slide", 1.0, 1.5),
            "end": lw.EndStop("slide.slide", upper=1.0, restitution=restitution),
            **more,
        },
    )
    return lw.compile(formalism(machine))


def told(run, times, given):
    """The run at some times, with some channels given."""
    values = {name: run.at(times, [name])[name] for name in run.names} | given
    channels = {name: replace(run.channels[name], values=values[name]) for name in run.names}
    return lw.Trajectory(times, channels, outcome=run.outcome, provenance=run.provenance)


@pytest.mark.parametrize("formalism", ["modular", "lagrange", "newton_euler"])
def test_a_block_sticks_slides_and_rests(formalism, tmp_path):
    """Push 2 t: it sticks until 0.75 s with -2 t, then a = t - 1/2, until it rests on its stop."""
    dynamics = block(getattr(lw.formalisms, formalism))
    run = lw.simulate(dynamics, dynamics.assemble(), duration=6.0, inputs={"push.force": 2.0 * lw.t}, samples=121)
    t, free = run.time, run["slide.slide"] < 1.0 - 1e-9
    sticks, slides = t < 0.75, (t >= 0.75) & free
    assert min(sticks.sum(), slides.sum(), (~free).sum()) > 10
    for motion in (run, lw.Trajectory.load(run.save(tmp_path / "run.parquet") or tmp_path / "run.parquet")):
        more = lw.simulation.derive(dynamics, motion, accelerations=True, efforts=["dry"], powers=True)
        np.testing.assert_allclose(more["slide.slide''"], np.where(slides, t - 0.5, 0.0), atol=1e-12)
        np.testing.assert_allclose(more["effort.dry"][sticks], -2.0 * t[sticks], atol=1e-12)
        np.testing.assert_allclose(more["effort.dry"][slides], -1.0, atol=0)
        assert np.isnan(more["effort.dry"][~free]).all()  # stop and friction share what holds it
        np.testing.assert_allclose(more["power.loss"], -run["slide.slide'"] * slides, atol=1e-12)
    part = lw.simulation.derive(dynamics, run.slice(0.5, 1.5), accelerations=True)
    np.testing.assert_allclose(part["slide.slide''"], np.where(part.time < 0.75, 0.0, part.time - 0.5), atol=1e-12)


def test_at_the_switch_it_is_the_mode_that_follows():
    """Push of 2 N from 1 s on: at 1 s itself it slides with 1/2 m/s^2, though its speed is still zero."""
    dynamics = block()
    push = lw.events.Event(lambda at: at["t"] - 1.0, then=lw.events.switch({"push.force": 2.0}), name="on")
    run = lw.simulate(dynamics, dynamics.assemble(), duration=2.0, inputs={"push.force": 0.5}, events=[push])
    when = next(event.time for event in run.events if event.what == "slip")
    inputs = {"push.force": np.array([2.0])}
    alone = told(run, np.array([when]), inputs)
    found = lw.simulation.derive(dynamics, alone, accelerations=True, efforts=["dry"])
    assert found["slide.slide''"][0] == pytest.approx(0.5, abs=1e-12)
    assert found["effort.dry"][0] == -1.0


def test_a_sample_at_an_impact_is_in_the_mode_of_its_speed():
    """It strikes a dead stop at 1 s with 1.125 m/s: saved before the impact, friction and push slow it."""
    dynamics = block()
    start = dynamics.assemble({"slide.slide": -0.25}, {"slide.slide": 1.375})
    run = lw.simulate(dynamics, start, duration=2.0, inputs={"push.force": 0.5})
    strike = next(event.time for event in run.events if event.what == "stick")
    assert strike == pytest.approx(1.0, abs=1e-9)
    for speed, slows in ((1.125, -0.25), (0.0, 0.0)):
        speeds = np.array([1.25, speed, 0.0])
        samples = told(run, np.array([0.5, strike, 2.0]), {"slide.slide'": speeds, "mass.x'": speeds})
        found = lw.simulation.derive(dynamics, samples, accelerations=True)
        np.testing.assert_allclose(found["slide.slide''"], [-0.25, slows, 0.0], atol=1e-12)


def test_a_belt_carries_what_sticks_to_it():
    """Stick-slip: while it sticks friction balances the spring, k x, and the belt gives k x v."""
    k, v = 20.0, 0.2
    dynamics = lw.compile(MODULAR(lw.mechanisms.stick_slip(k=k, v=v)))
    run = lw.simulate(dynamics, dynamics.assemble({"x": 0.0}, {"x": v}), duration=8.0, samples=801)
    more = lw.simulation.derive(dynamics, run, accelerations=True, efforts=["belt", "spring"], powers=True)
    sticks = np.array([run.mode_at(t)["belt"] == "sticks" for t in run.time])
    assert 100 < sticks.sum() < 700
    friction = np.where(sticks, k * run["x"], 1.2)  # it slides back only, slower than the belt
    np.testing.assert_allclose(more["effort.belt"], friction, atol=1e-9)
    np.testing.assert_allclose(more["x''"], (friction - k * run["x"]) * ~sticks, atol=1e-9)
    np.testing.assert_allclose(more["power.source"], friction * v, atol=1e-9)


ROD, M1, M2, MR, K, X0 = 0.8, 0.7, 1.1, 0.5, 6.0, 0.3


def trammel(**more):
    """A rod between two sliders on crossed guides, a spring on the level one; inertia of the rod mr l^2 / 12."""
    inertia, at = MR * ROD**2 / 12, 0.6
    return lw.Mechanism(
        "trammel",
        {
            "frame": lw.Ground(points={"v": lw.Pose((0.0, 0.0), angle=np.pi / 2)}),
            "sx": lw.Body(M1, 0.01),
            "sy": lw.Body(M2, 0.01),
            "rod": lw.Body(MR, inertia, points={"a": (ROD / 2, 0.0), "b": (-ROD / 2, 0.0)}),
        },
        {
            "gx": lw.Prismatic("frame", "sx"),
            "gy": lw.Prismatic("frame.v", "sy"),
            "A": lw.Revolute("sx", "rod.a"),
            "B": lw.Revolute("sy", "rod.b"),
            "k": lw.JointSpring("gx.slide", K, X0),
            **more,
        },
        reference={
            "gx.slide": ROD * np.cos(at),
            "gy.slide": ROD * np.sin(at),
            "sx.x": ROD * np.cos(at),
            "sy.y": ROD * np.sin(at),
            "sy.theta": np.pi / 2,
            "rod.x": ROD / 2 * np.cos(at),
            "rod.y": ROD / 2 * np.sin(at),
            "rod.theta": -at,
        },
        gravity=(0.0, -G),
    )


def test_reactions_of_a_linkage_that_sticks_are_those_of_statics():
    """By hand: B carries the upright slider, A what moments about B leave, friction the rest along the level guide."""
    dynamics = lw.compile(MODULAR(trammel(fx=lw.CoulombFriction("gx.slide", 1.5, 40.0))))
    x, y = ROD * np.cos(-0.4), ROD * np.sin(-0.4)
    run = lw.simulate(dynamics, dynamics.assemble({"gx.slide": x, "gy.slide": y}), duration=0.5, samples=6)
    more = lw.simulation.derive(dynamics, run, reactions=["A", "B"], accelerations=True, efforts=["fx", "k"])
    B_x = (x * M2 * G + x / 2 * MR * G) / y
    expected = {
        "gx.slide''": 0.0,
        "gy.slide''": 0.0,
        "reaction.B.y": -M2 * G,
        "reaction.B.x": B_x,
        "reaction.A.x": -B_x,
        "reaction.A.y": (M2 + MR) * G,
        "effort.k": -K * (x - X0),
        "effort.fx": K * (x - X0) - B_x,
    }
    for name, value in expected.items():
        np.testing.assert_allclose(more[name], value, rtol=1e-9, atol=1e-9, err_msg=name)


def test_shares_of_friction_that_holds_one_motion_twice_are_open():
    two = {"fx": lw.CoulombFriction("gx.slide", 30.0), "fy": lw.CoulombFriction("gy.slide", 30.0)}
    dynamics = lw.compile(MODULAR(trammel(**two)))
    x, y = ROD * np.cos(-0.4), ROD * np.sin(-0.4)
    run = lw.simulate(dynamics, dynamics.assemble({"gx.slide": x, "gy.slide": y}), duration=0.5, samples=6)
    assert run.mode_at(0.3) == {"fx": "sticks", "fy": "sticks"}
    more = lw.simulation.derive(dynamics, run, reactions=["A", "B", "gx"], accelerations=True, efforts=["fx", "fy"])
    np.testing.assert_allclose(more["gx.slide''"], 0.0, atol=1e-12)
    for name in ("effort.fx", "effort.fy", "reaction.B.y", "reaction.A.x"):
        assert np.isnan(more[name]).all(), name


def test_a_motion_that_says_nothing_of_modes_is_refused_where_it_is_at_rest():
    dynamics = block()
    run = lw.simulate(dynamics, dynamics.assemble(), duration=1.0, inputs={"push.force": 2.0 * lw.t}, samples=11)
    bare = lw.Trajectory(run.time, dict(run.channels), outcome=run.outcome)
    with pytest.raises(ValueError, match=r"does not say what dry does, and at t = 0 s .* give the trajectory of a run"):
        lw.simulation.derive(dynamics, bare, accelerations=True)
    assert "mass.x" in lw.simulation.derive(dynamics, bare, points=["mass"]).names  # needs no mode
    moves = bare.slice(0.85, 1.0)
    found = lw.simulation.derive(dynamics, moves, accelerations=True)
    np.testing.assert_allclose(found["slide.slide''"], moves.time - 0.5, atol=1e-12)
    other = lw.simulate(dynamics, dynamics.assemble(), duration=1.0, inputs={"push.force": 0.0}, samples=3)
    wet = {"modes": {"wet": {"start": "sticks"}}}
    less = lw.Trajectory(other.time, dict(other.channels), outcome=other.outcome, provenance=wet)
    with pytest.raises(ValueError, match=r"is of a machine with wet, this one has dry, end\.upper"):
        lw.simulation.derive(dynamics, less, accelerations=True)
