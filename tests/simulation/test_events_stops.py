"""End stops: bounces as a geometric series, Zeno said, rest and release, impacts against formulations by hand."""

from dataclasses import replace

import numpy as np
import pytest
from tests.oracles.impacts import double_pendulum_inertia, elbow_impact, slider_crank_inertia

import linkwright as lw
from linkwright.dynamics import Refused

G, FLOOR, HEIGHT = 9.81, 0.25, 1.0
FALL = np.sqrt(2 * HEIGHT / G)


def ball(e, formalism=lw.formalisms.modular):
    """A ball of 2 kg over a floor, at x = 0.25; gravity along -x."""
    machine = lw.Mechanism(
        "ball",
        {"ground": lw.Ground(), "mass": lw.Body(2.0, 1.0)},
        {
            "slide": lw.Prismatic("ground", "mass"),
            "floor": lw.EndStop("slide.slide", lower=FLOOR, restitution=e),
            "push": lw.Force("slide.slide"),
        },
        gravity=(-G, 0.0),
    )
    return lw.compile(formalism(machine))


def drop(dynamics, duration, force=0.0, **options):
    start = dynamics.assemble({"slide.slide": FLOOR + HEIGHT})
    return lw.simulate(dynamics, start, duration=duration, inputs={"push.force": force}, **options)


def with_stop(machine, **stops):
    return replace(machine, connections={**machine.connections, **stops})


@pytest.mark.parametrize("e", [0.5, 0.8])
def test_bounces_are_a_geometric_series_that_ends_in_rest_and_says_so(e):
    motion = drop(ball(e), 6.0)
    assert motion.outcome.finished
    hits = np.array([event.time for event in motion.events if event.what == "impact"])
    assert len(hits) > 20
    series = FALL + 2 * FALL * np.cumsum(np.r_[0.0, e ** np.arange(1, len(hits))])
    np.testing.assert_allclose(hits, series, rtol=1e-9)
    zeno = FALL * (1 + e) / (1 - e)
    assert [event.what for event in motion.events[len(hits) :]] == ["rest"]
    assert motion.events[-1].time == pytest.approx(zeno, rel=1e-6)
    note = next(note for note in motion.certificate.notes if "pile up" in note)
    assert f"t = {zeno:.8g}"[:12] in note
    rest = motion.time > zeno
    assert np.max(np.abs(motion["slide.slide"][rest] - FLOOR)) < 1e-12
    assert motion["slide.slide"].min() > FLOOR - 1e-9
    assert motion["energy.loss"][-1] == pytest.approx(-2.0 * G * HEIGHT, rel=1e-10)
    assert motion.certificate.energy_error < 1e-8
    assert motion.certificate.verdict == "trusted"


def test_without_loss_it_bounces_for_ever_and_without_bounce_it_rests_at_once():
    motion = drop(ball(1.0), 20.0)
    hits = [event.time for event in motion.events]
    np.testing.assert_allclose(hits, FALL * (1 + 2 * np.arange(22)), rtol=1e-9)
    assert motion.certificate.energy_error < 1e-8
    assert [(event.what, round(event.time, 9)) for event in drop(ball(0.0), 1.0).events] == [
        ("impact", round(FALL, 9)),
        ("rest", round(FALL, 9)),
    ]


def test_it_rests_until_it_is_pulled_away():
    """The force 4 t on 2 kg lifts it when it passes the weight: t = g / 2; then x'' = 2 t - g."""
    motion = drop(ball(0.0, lw.formalisms.lagrange), 6.0, force=4.0 * lw.t, samples=301)
    assert [event.what for event in motion.events] == ["impact", "rest", "leave"]
    leave = G / 2
    assert motion.events[-1].time == pytest.approx(leave, rel=1e-9)
    tau = 6.0 - leave
    assert motion["slide.slide"][-1] == pytest.approx(FLOOR + tau**3 / 3, rel=1e-8)


def test_a_start_on_the_stop_is_decided_by_forces_and_speed():
    dynamics, at = ball(0.5), {"slide.slide": FLOOR}
    still = lw.simulate(dynamics, dynamics.assemble(at), duration=0.5, inputs={"push.force": 0.0})
    assert still.events == ()
    assert np.ptp(still["slide.slide"]) < 1e-12
    lifted = lw.simulate(dynamics, dynamics.assemble(at), duration=0.5, inputs={"push.force": 2 * 2.0 * G})
    assert lifted["slide.slide"][-1] == pytest.approx(FLOOR + G * 0.5**2 / 2, rel=1e-9)
    falling = dynamics.assemble(at, {"slide.slide": -1.0})
    struck = lw.simulate(dynamics, falling, duration=0.2, inputs={"push.force": 0.0})
    assert struck.events[0] == (0.0, "floor.lower", "impact")
    assert struck.events[1].time == pytest.approx(2 * 0.5 / G, rel=1e-8)


@pytest.mark.parametrize("formalism", ["modular", "lagrange", "kane", "newton_euler"])
def test_an_impact_at_the_elbow_of_a_double_pendulum_keeps_its_momentum(formalism):
    """Against the two-angle formulation by hand; the chart of the machine has up to six coordinates."""
    e, bars = 0.3, lw.mechanisms.double_pendulum()
    machine = with_stop(bars, stop=lw.EndStop("elbow.angle", lower=-0.4, upper=0.4, restitution=e))
    dynamics = lw.compile(getattr(lw.formalisms, formalism)(machine))
    start = dynamics.assemble({"theta1": 1.0, "theta2": 1.2}, {"theta1": 0.0, "theta2": -1.0})
    free = lw.compile(getattr(lw.formalisms, formalism)(bars))
    inputs = {"tau1": 0.0, "tau2": 0.0}
    motion = lw.simulate(dynamics, start, duration=1.0, inputs=inputs)
    hit = motion.events[0]
    assert (hit.name, hit.what) == ("stop.lower", "impact")
    before = lw.simulate(free, start, duration=hit.time, inputs=inputs)
    after = lw.simulate(dynamics, start, duration=hit.time + 1e-7, inputs=inputs)
    theta = [before[name][-1] for name in ("theta1", "theta2")]
    assert theta[1] - theta[0] == pytest.approx(-0.4, abs=1e-9)
    masses, lengths = (1.0, 0.8), (0.5, 0.4)
    inertia = tuple(m * l**2 / 12 for m, l in zip(masses, lengths, strict=True))
    M = double_pendulum_inertia((theta[0], theta[1]), lengths[0], masses, inertia, (0.25, 0.2))
    rates = np.array([before[f"{name}'"][-1] for name in ("theta1", "theta2")])
    wanted = elbow_impact(M, rates, e)
    found = np.array([after[f"{name}'"][-1] for name in ("theta1", "theta2")])
    np.testing.assert_allclose(found, wanted, atol=2e-5)  # 1e-7 s later, at accelerations of up to 100 rad/s^2
    assert (found[1] - found[0]) / (rates[1] - rates[0]) == pytest.approx(-e, abs=1e-5)
    lost = (wanted @ M @ wanted - rates @ M @ rates) / 2
    assert after["energy.loss"][-1] == pytest.approx(lost, rel=1e-7)
    assert motion.certificate.energy_error < 1e-8


@pytest.mark.parametrize("formalism", ["modular", "newton_euler"])
def test_an_impact_passes_through_a_closed_loop(formalism):
    """The slider of a slider-crank strikes: all of the loop's inertia, reduced to the crank by hand, turns back."""
    e, phi_1 = 0.6, 0.5
    x_1 = 0.05 * np.cos(phi_1) + np.sqrt(0.16**2 - (0.05 * np.sin(phi_1)) ** 2)
    bars = lw.mechanisms.slider_crank(g=0.0)
    machine = with_stop(bars, stop=lw.EndStop("guide.slide", upper=x_1, restitution=e))
    dynamics = lw.compile(getattr(lw.formalisms, formalism)(machine))
    start = dynamics.assemble({"phi": 1.2}, {"phi": -8.0})
    motion = lw.simulate(dynamics, start, duration=0.3, inputs={"tau": 0.0, "force": 0.0})
    inertia, slope = slider_crank_inertia(phi_1, (0.05, 0.16), (0.40, 0.50, 0.60))
    begin, _ = slider_crank_inertia(1.2, (0.05, 0.16), (0.40, 0.50, 0.60))
    speed = -8.0 * np.sqrt(begin / inertia)  # no forces: the kinetic energy is kept up to the impact
    hit = motion.events[0]
    assert (hit.name, hit.what) == ("stop.upper", "impact")
    assert motion["energy.loss"][-1] == pytest.approx(-(1 - e**2) * inertia * speed**2 / 2, rel=1e-7)
    after = motion.time > hit.time
    back = np.array([slider_crank_inertia(phi, (0.05, 0.16), (0.40, 0.50, 0.60))[0] for phi in motion["phi"][after]])
    np.testing.assert_allclose(motion["phi'"][after], -e * speed * np.sqrt(inertia / back), rtol=1e-7)
    assert slope * speed > 0
    assert motion.certificate.position_residual < 1e-9


def test_two_stops_that_are_struck_at_once_are_handled_together():
    """Two blocks held at one distance by a rigid bar strike two stops at once: the livelier one decides."""
    machine = lw.Mechanism(
        "pair",
        {"ground": lw.Ground(), "first": lw.Body(1.0, 1.0), "second": lw.Body(3.0, 1.0)},
        {
            "one": lw.Prismatic("ground", "first"),
            "two": lw.Prismatic("ground", "second"),
            "bar": lw.Holonomic(("one.slide", "two.slide"), lambda _, a, b: b - a - 0.5, "m"),
            "left": lw.EndStop("one.slide", upper=1.0, restitution=0.25),
            "right": lw.EndStop("two.slide", upper=1.5, restitution=0.75),
        },
        reference={"one.slide": 0.0, "two.slide": 0.5},
    )
    dynamics = lw.compile(lw.formalisms.modular(machine))
    motion = lw.simulate(dynamics, dynamics.assemble({"one.slide": 0.0}, {"one.slide": 2.0}), duration=1.0)
    assert motion.outcome.finished
    assert {event.name for event in motion.events} <= {"left.upper", "right.upper"}
    np.testing.assert_allclose([event.time for event in motion.events], 0.5, rtol=1e-9)
    assert motion["one.slide'"][-1] == pytest.approx(-0.75 * 2.0, rel=1e-9)


def test_two_blocks_strike_their_own_stops_at_once():
    """Independent blocks with the same motion: both turn back at the same time, each with its own restitution."""
    machine = lw.Mechanism(
        "both",
        {"ground": lw.Ground(), "first": lw.Body(1.0, 1.0), "second": lw.Body(3.0, 1.0)},
        {
            "one": lw.Prismatic("ground", "first"),
            "two": lw.Prismatic("ground", "second"),
            "left": lw.EndStop("one.slide", upper=1.0, restitution=0.25),
            "right": lw.EndStop("two.slide", upper=1.0, restitution=0.75),
        },
    )
    dynamics = lw.compile(lw.formalisms.modular(machine))
    speeds = {"one.slide": 2.0, "two.slide": 2.0}
    motion = lw.simulate(dynamics, dynamics.assemble({}, speeds), duration=1.0)
    assert sorted(event.name for event in motion.events) == ["left.upper", "right.upper"]
    assert motion["one.slide'"][-1] == pytest.approx(-0.5, rel=1e-12)
    assert motion["two.slide'"][-1] == pytest.approx(-1.5, rel=1e-12)


def test_friction_that_sticks_gives_way_to_an_impact():
    """A block that sticks is struck through a hard contact: friction is limited and cannot pass on an impulse."""
    machine = lw.Mechanism(
        "struck",
        {"ground": lw.Ground(), "hammer": lw.Body(1.0, 1.0), "block": lw.Body(1.0, 1.0)},
        {
            "one": lw.Prismatic("ground", "hammer"),
            "two": lw.Prismatic("hammer", "block"),
            "gap": lw.EndStop("two.slide", lower=0.2, restitution=0.0),
            "way": lw.CoulombFriction("block.x", 3.0, 4.0),
        },
        reference={"one.slide": 0.0, "two.slide": 0.6, "hammer.x": 0.0, "block.x": 0.6},
    )
    dynamics = lw.compile(lw.formalisms.modular(machine))
    start = dynamics.assemble({"one.slide": 0.0, "two.slide": 0.6}, {"one.slide": 2.0, "block.x": 0.0})
    motion = lw.simulate(dynamics, start, duration=1.0)
    assert motion.events[0].time == pytest.approx(0.2, rel=1e-9)
    whats = [(event.name, event.what) for event in motion.events]
    assert whats == [("gap.lower", "impact"), ("gap.lower", "rest"), ("way", "slip"), ("way", "stick")]
    # Together they go on with half the speed, 2 kg against 3 N.
    assert motion.at(0.5, ["block.x'"])["block.x'"] == pytest.approx(1.0 - 1.5 * 0.3, rel=1e-9)
    assert motion.at(0.5, ["two.slide"])["two.slide"] == pytest.approx(0.2, abs=1e-12)
    assert motion.events[-1].time == pytest.approx(0.2 + 1 / 1.5, rel=1e-9)
    assert motion["energy.loss"][-1] == pytest.approx(-2.0, rel=1e-9)
    assert motion.certificate.energy_error < 1e-8


def test_bad_stops_are_refused_in_words():
    with pytest.raises(ValueError, match=r"restitution is 1\.5; it must be at most 1"):
        ball(1.5)
    with pytest.raises(ValueError, match="give lower, upper or both"):
        with_stop(lw.mechanisms.slider_crank(), stop=lw.EndStop("guide.slide"))
    dynamics = ball(0.5)
    with pytest.raises(ValueError, match=r"floor\.lower is passed by 0\.25 at the start"):
        lw.simulate(dynamics, dynamics.assemble({"slide.slide": 0.0}), duration=1.0, inputs={"push.force": 0.0})
    with pytest.raises(Refused, match=r"stop floor\.lower is touched here"):
        dynamics.forward(dynamics.assemble({"slide.slide": FLOOR}), {"push.force": 0.0})
    body = lw.Body(1.0, (0.1, 0.1, 0.1))  # in space, where the angle is known within a turn only
    single = lw.Mechanism(
        "wheel", {"b": body}, {"p": lw.Revolute("ground", "b"), "stop": lw.EndStop("p.angle", upper=0.4)}
    )
    with pytest.raises(ValueError, match="give lower and upper"):
        lw.formalisms.modular(single)


def test_stops_work_on_the_virtual_machine(monkeypatch):
    monkeypatch.setenv("LINKWRIGHT_BACKEND", "vm")
    motion = drop(ball(0.5), 1.3, accuracy="draft", samples=11)
    assert "vm" in motion.certificate.backend
    hits = np.array([event.time for event in motion.events])
    np.testing.assert_allclose(hits[:4], FALL + 2 * FALL * np.array([0.0, 0.5, 0.75, 0.875]), rtol=1e-6)


def test_an_impact_on_what_is_at_rest_changes_nothing():
    """m x'' = F from rest: struck at rest at t = 0 and on the way with e = 1, x' is turned round once."""
    machine = lw.Mechanism(
        "cart",
        {"mass": lw.Body(2.0, home="way")},
        {"way": lw.Prismatic("ground", "mass"), "push": lw.Force("way.slide")},
    )
    dynamics = lw.compile(lw.formalisms.kane(machine))
    rest = lw.events.Event(lambda at: at["t"] - 0.25, then=lw.events.impact("way.slide"), name="at rest")
    on = lw.events.Event(lambda at: at["t"] - 0.5, then=lw.events.switch({"push.force": 4.0}), name="on")
    moving = lw.events.Event(lambda at: at["t"] - 1.0, then=lw.events.impact("way.slide"), name="moving")
    run = lw.simulate(
        dynamics, dynamics.assemble(), duration=1.25, inputs={"push.force": 0.0}, events=(rest, on, moving)
    )
    assert run.outcome.kind == "finished"
    assert [event.name for event in run.events] == ["at rest", "on", "moving"]
    # From rest at 0.5 s with 2 m/s^2: 1 m/s at 1 s, then -1 m/s and again 2 m/s^2 for a quarter of a second.
    assert run["way.slide'"][-1] == pytest.approx(-0.5, rel=1e-9)
    assert run["way.slide"][-1] == pytest.approx(0.25 - 0.25 + 0.0625, rel=1e-8)
