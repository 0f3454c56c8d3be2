"""Joints that turn by more than half a turn: springs, stops, events, gears and channels count whole turns.

Against closed forms, and SciPy on one angle. In the plane every choice of coordinates is right. In space an angle that
is read from frames is right within half a turn, and what would need more ends or is refused in words.
"""

from math import cos, pi, sqrt

import casadi as ca
import numpy as np
import pytest
from scipy.integrate import simpson, solve_ivp

import linkwright as lw
from agreement.spatial_machines import spatial_slider_crank
from linkwright.dynamics.system.readings import nearest_turns, unwrap_angles
from linkwright.symbolic import Pose
from oracles.rolling_in_space import Disc, disc_rates

FORMALISMS = ("modular", "newton_euler", "kane", "lagrange", "denoc")
WAYS = [*[(name, "") for name in FORMALISMS], ("modular", "p")]
IN_SPACE = [("kane", ""), ("lagrange", ""), ("denoc", ""), ("modular", "p")]
"""Formalism, and the home of the body."""


def wheel(way, *, inertia=0.5, axis="z", **connections):
    """A body on a pin, about its mass centre."""
    formalism, home = way
    body = lw.Body(1.0, inertia, **({"home": home} if home else {}))
    joints = {"p": lw.Revolute("ground", "b", axis=axis)}
    return lw.compile(getattr(lw.formalisms, formalism)(lw.Mechanism("wheel", {"b": body}, joints | connections)))


def spun(dynamics, speed, duration, **options):
    return lw.simulate(dynamics, dynamics.assemble({}, {"p.angle": speed}), duration=duration, **options)


# -- in the plane --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("way", WAYS)
def test_a_torsion_spring_is_wound_by_more_than_a_turn(way):
    """z'' = -k z / I: an amplitude of 8 rad."""
    motion = spun(wheel(way, s=lw.JointSpring("p.angle", 2.0)), 16.0, 5.0)
    np.testing.assert_allclose(motion["p.angle"], 8 * np.sin(2 * motion.time), atol=1e-7)
    assert motion["energy.potential"].max() == pytest.approx(2.0 * 8**2 / 2, rel=1e-4)
    assert motion.certificate.verdict == "trusted"


@pytest.mark.parametrize("way", WAYS)
def test_a_pendulum_with_a_torsion_spring_against_one_angle(way):
    """I z'' = -m g l cos(z + c) - k (z - rest), with angles of places c on the ground and the body."""
    formalism, home = way
    m, I, arm, k, rest, c = 1.2, 0.1, 0.4, 0.9, 2.5, 2.9 - 0.7
    machine = lw.Mechanism(
        "pendulum",
        {
            "ground": lw.Ground(points={"o": Pose((0.3, -0.2), angle=2.9)}),
            "b": lw.Body(
                m, I, centre=(arm, 0.0), points={"eye": Pose((0, 0), angle=0.7)}, **({"home": home} if home else {})
            ),
        },
        {"p": lw.Revolute("ground.o", "b.eye"), "s": lw.JointSpring("p.angle", k, rest=rest)},
        gravity=(0.0, -9.81),
    )
    dynamics = lw.compile(getattr(lw.formalisms, formalism)(machine))
    state = dynamics.assemble({"p.angle": 11.0})
    assert state["p.angle"] == pytest.approx(11.0)
    motion = lw.simulate(dynamics, state, duration=6.0, samples=61)
    whole = I + m * arm**2
    fun = lambda _, y: [y[1], (-m * 9.81 * arm * cos(y[0] + c) - k * (y[0] - rest)) / whole]  # noqa: E731
    wanted = solve_ivp(fun, (0, 6), [11.0, 0.0], "DOP853", motion.time, rtol=1e-12, atol=1e-12).y[0]
    assert np.ptp(wanted) > 2 * pi
    np.testing.assert_allclose(motion["p.angle"], wanted, atol=2e-6)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("lower", [None, -1.0])
def test_an_end_stop_beyond_a_turn(way, lower):
    """At 1 rad/s the stop at 7 rad is struck after 7 s, and at half the speed the other one after 16 s more."""
    motion = spun(wheel(way, e=lw.EndStop("p.angle", lower=lower, upper=7.0, restitution=0.5)), 1.0, 24.0)
    hits = [7.0] if lower is None else [7.0, 23.0]
    assert [event.time for event in motion.events] == pytest.approx(hits)
    assert motion["p.angle"][-1] == pytest.approx(-1.5 if lower is None else -0.75)
    assert motion["p.angle"].max() == pytest.approx(7.0, abs=0.03)


@pytest.mark.parametrize("way", WAYS)
def test_events_at_an_angle_happen_once(way):
    written = [lambda at: at["p.angle"] - 2.0, lambda at: at["b.theta"] - 2.5, lambda at: ca.sin(at["p.angle"])]
    events = [lw.events.Event(when, then="record", name=name) for when, name in zip(written, "abc", strict=True)]
    events += [lw.events.Event(lw.events.crosses("p.angle", level), then="record", name="d") for level in (7.0, 10.0)]
    motion = lw.simulate(
        (d := wheel(way)), d.assemble({"p.angle": 1.0}, {"p.angle": 1.0}), duration=19.0, events=events
    )
    at = {name: [event.time + 1.0 for event in motion.events if event.name == name] for name in "abcd"}
    assert at["a"] == pytest.approx([2.0])
    assert at["b"] == pytest.approx([2.5])
    assert at["c"] == pytest.approx(pi * np.arange(1, 7))
    assert at["d"] == pytest.approx([7.0, 10.0])


@pytest.mark.parametrize("way", WAYS)
def test_a_channel_counts_turns_between_samples_far_apart(way):
    motion = spun(wheel(way), 1.0, 100.0, samples=21)
    np.testing.assert_allclose(motion["p.angle"], motion.time, atol=1e-8)
    np.testing.assert_allclose(motion["b.theta"], motion.time, atol=1e-8)
    assert motion.certificate.notes == ()


@pytest.mark.parametrize("way", [WAYS[0], WAYS[2]])
def test_a_swinging_pendulum_in_few_samples(way):
    formalism, home = way
    body = lw.Body(1.0, 0.0, centre=(1.0, 0.0), **({"home": home} if home else {}))
    machine = lw.Mechanism("pendulum", {"b": body}, {"p": lw.Revolute("ground", "b")}, gravity=(9.81, 0.0))
    dynamics = lw.compile(getattr(lw.formalisms, formalism)(machine))
    motion = lw.simulate(dynamics, dynamics.assemble({"p.angle": 2.0}), duration=50.0, samples=11)
    fun = lambda _, y: [y[1], -9.81 * np.sin(y[0])]  # noqa: E731
    wanted = solve_ivp(fun, (0, 50), [2.0, 0.0], "DOP853", motion.time, rtol=1e-12, atol=1e-12).y[0]
    np.testing.assert_allclose(motion["p.angle"], wanted, atol=1e-4)


@pytest.mark.parametrize("way", ["modular", "newton_euler", "kane", "lagrange", "denoc", "homes"])
def test_a_gear_over_several_turns(way):
    """x = 2 y as a constraint on positions, from 4 rad on; and a cam that lifts a slide by 20 mm a radian."""
    homes = [{"home": joint} if way == "homes" else {} for joint in ("pa", "pb", "g")]
    machine = lw.Mechanism(
        "gear",
        {
            "a": lw.Body(1.0, 0.5, **homes[0]),
            "b": lw.Body(1.0, 0.2, **homes[1]),
            "s": lw.Body(0.3, 0.1, **homes[2]),
        },
        {
            "pa": lw.Revolute("ground", "a"),
            "pb": lw.Revolute("ground", "b"),
            "g": lw.Prismatic("ground", "s"),
            "gear": lw.Holonomic(("pa.angle", "pb.angle"), lambda _, x, y: x - 2 * y, "rad"),
            "cam": lw.Holonomic(("pa.angle", "g.slide"), lambda _, x, y: y - 0.02 * x, "m"),
        },
    )
    dynamics = lw.compile(getattr(lw.formalisms, "modular" if way == "homes" else way)(machine))
    motion = lw.simulate(dynamics, dynamics.assemble({"pa.angle": 4.0}, {"pa.angle": 2.0}), duration=10.0)
    assert motion.outcome.finished
    np.testing.assert_allclose(motion["pa.angle"], 4.0 + 2 * motion.time, atol=1e-8)
    np.testing.assert_allclose(motion["pb.angle"], 2.0 + motion.time, atol=1e-8)
    np.testing.assert_allclose(motion["g.slide"], 0.08 + 0.04 * motion.time, atol=1e-8)


@pytest.mark.parametrize("formalism", FORMALISMS)
def test_a_joint_between_two_bodies_turns_many_times(formalism):
    """Two bodies that float, with a spring between: the angle between them is k (1 / I_1 + 1 / I_2) of an oscillator.

    Meanwhile the pair turns about its common centre with the speed that it has in the mean.
    """
    k, I = 0.3, (0.5, 0.25)
    machine = lw.Mechanism(
        "pair",
        {"a": lw.Body(1.0, I[0]), "b": lw.Body(2.0, I[1])},
        {"pin": lw.Revolute("a", "b"), "spring": lw.JointSpring("pin.angle", k, rest=1.0)},
    )
    dynamics = lw.compile(getattr(lw.formalisms, formalism)(machine))
    speeds = {"a.theta": -1.0, "b.theta": 20.0, "a.x": 0.0, "a.y": 0.0}
    motion = lw.simulate(dynamics, dynamics.assemble({}, speeds), duration=10.0, samples=31)
    w = sqrt(k * (1 / I[0] + 1 / I[1]))
    wanted = 1.0 + 21.0 / w * np.sin(w * motion.time) - np.cos(w * motion.time)
    assert np.ptp(wanted) > 4 * pi
    np.testing.assert_allclose(motion["pin.angle"], wanted, atol=2e-6)
    mean = (I[0] * motion["a.theta"] + I[1] * motion["b.theta"]) / sum(I)
    np.testing.assert_allclose(mean, 6.0 * motion.time, atol=2e-6)


@pytest.mark.parametrize("formalism", FORMALISMS)
def test_a_joint_inside_a_module_turns_many_times(formalism):
    """Two bodies on one pin, in a module that is used twice, with a spring between them that a module outside knows."""
    k, I = 0.5, (0.5, 0.25)
    arm = lw.Mechanism(
        "arm",
        {"up": lw.Body(1.0, I[0]), "low": lw.Body(1.0, I[1])},
        {"elbow": lw.Revolute("up", "low")},
        exports={"phi": "elbow.angle"},
    )
    joints = {"a": lw.Revolute("ground", "A.up"), "b": lw.Revolute("ground", "B.up")}
    machine = lw.Mechanism("arms", {"A": arm, "B": arm}, {**joints, "s": lw.JointSpring("A.phi", k)})
    dynamics = lw.compile(getattr(lw.formalisms, formalism)(machine))
    start = dynamics.assemble({"A.phi": 9.0, "a.angle": -8.0, "b.angle": 20.0})
    assert [start[name] for name in ("A.phi", "a.angle", "b.angle")] == pytest.approx([9.0, -8.0, 20.0])
    assert abs(start["B.phi"]) < pi  # nothing was asked of it
    motion = lw.simulate(dynamics, start, duration=6.0, samples=61)
    wanted = 9.0 * np.cos(sqrt(k * (1 / I[0] + 1 / I[1])) * motion.time)
    np.testing.assert_allclose(motion["A.phi"], wanted, atol=1e-6)
    np.testing.assert_allclose(motion["a.angle"], -8.0 + I[1] / sum(I) * (9.0 - wanted), atol=1e-6)


@pytest.mark.parametrize("formalism", ["modular", "kane"])
def test_a_rolling_disc_counts_its_turns(formalism):
    machine = lw.Mechanism(
        "disc",
        {"disc": lw.Body(1.0, 0.1)},
        {"roll": lw.RollingOnLine("ground", "disc", radius=0.5)},
        reference={"disc.y": 0.5},
    )
    dynamics = lw.compile(getattr(lw.formalisms, formalism)(machine))
    events = [lw.events.Event(lw.events.crosses("roll.angle", -7.0), then="record")]
    start = dynamics.assemble({}, {"roll.slide": 2.0})
    motion = lw.simulate(dynamics, start, duration=50.0, samples=9, events=events)
    np.testing.assert_allclose(motion["roll.angle"], -4.0 * motion.time, atol=1e-7)
    assert [event.time for event in motion.events] == pytest.approx([1.75])


@pytest.mark.parametrize("formalism", FORMALISMS)
def test_springs_at_all_joints_of_a_loop(formalism):
    """A parallelogram oscillates about 1.5 rad, its bars with springs at both ends: 4 k in all on 2 I + m l^2.

    Angles of places make the angles of the joints pass half a turn around the loop, where one of them is read from
    frames: each joint is nearest to zero at the reference configuration all the same.
    """
    k, I, m, l = 2.0, 0.3, 1.1, 0.7
    bar = {"points": {"end": (l, 0.0)}}
    machine = lw.Mechanism(
        "parallelogram",
        {
            "ground": lw.Ground(points={"o": (0.0, 0.0), "q": Pose((1.0, 0.0), angle=3.0)}),
            "crank": lw.Body(0.0, I, **bar),
            "coupler": lw.Body(m, 0.2, points={"end": Pose((1.0, 0.0), angle=-3.0)}),
            "rocker": lw.Body(0.0, I, **bar),
        },
        {
            "O": lw.Revolute("ground.o", "crank"),
            "A": lw.Revolute("crank.end", "coupler"),
            "B": lw.Revolute("coupler.end", "rocker.end"),
            "Q": lw.Revolute("ground.q", "rocker"),
            **{
                f"s{joint}": lw.JointSpring(f"{joint}.angle", k, rest=rest)
                for joint, rest in (("O", 1.5), ("A", -1.5), ("B", 4.5 - 2 * pi), ("Q", -1.5))
            },
        },
        reference={"O.angle": 1.5, "A.angle": -1.5},
    )
    dynamics = lw.compile(getattr(lw.formalisms, formalism)(machine))
    motion = lw.simulate(dynamics, dynamics.assemble({"O.angle": 2.5}), duration=3.0)
    assert motion.outcome.finished, motion.outcome.in_words()
    wanted = 1.5 + np.cos(sqrt(4 * k / (2 * I + m * l**2)) * motion.time)
    for joint, sign, offset in (("O", 1, 0.0), ("A", -1, 0.0), ("B", 1, 3.0 - 2 * pi), ("Q", 1, -3.0)):
        np.testing.assert_allclose(motion[f"{joint}.angle"], sign * wanted + offset, atol=1e-7)


# -- assembly ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("way", WAYS)
def test_a_state_has_the_turns_that_were_asked_for(way):
    dynamics = wheel(way)
    for angle in (7.0, -20.0, 3.5, 0.3):
        assert dynamics.assemble({"p.angle": angle})["p.angle"] == pytest.approx(angle, abs=1e-12)
        assert dynamics.assemble({"b.theta": angle})["p.angle"] == pytest.approx(angle, abs=1e-12)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(
    ("reference", "wanted"),
    [({}, None), ({"b.theta": 2.0}, 2.0 - 2.9 + 0.7), ({"b.theta": -2.0}, -4.2 + 2 * pi), ({"p.angle": 9.0}, 9.0)],
)
def test_the_reference_configuration_is_within_half_a_turn_unless_it_says_otherwise(way, reference, wanted):
    formalism, home = way
    parts = {
        "ground": lw.Ground(points={"o": Pose((0.0, 0.0), angle=2.9)}),
        "b": lw.Body(1.0, 0.5, points={"eye": Pose((0, 0), angle=0.7)}, **({"home": home} if home else {})),
    }
    joints = {"p": lw.Revolute("ground.o", "b.eye"), "s": lw.JointSpring("p.angle", 2.0)}
    machine = lw.Mechanism("turned", parts, joints, reference=reference)
    state = lw.compile(getattr(lw.formalisms, formalism)(machine)).assemble()
    assert abs(state["p.angle"]) < pi or reference == {"p.angle": 9.0}
    if wanted is not None:
        assert state["p.angle"] == pytest.approx(wanted)
    assert cos(state["b.theta"] - state["p.angle"] - 2.9 + 0.7) == pytest.approx(1.0)


@pytest.mark.parametrize("way", WAYS)
def test_reference_values_that_differ_by_a_turn_do_not_pull_apart(way):
    formalism, home = way
    bodies = {"b": lw.Body(1.0, 0.5, **({"home": home} if home else {})), "c": lw.Body(1.0, 0.5)}
    joints = {"p": lw.Revolute("ground", "b"), "r": lw.Revolute("b", "c")}
    reference = {"p.angle": 3.0, "b.theta": 3.0 - 2 * pi, "c.theta": 1.0, "r.angle": -2.0}
    machine = lw.Mechanism("two", bodies, joints, reference=reference)
    state = lw.compile(getattr(lw.formalisms, formalism)(machine)).assemble()
    for name, value in reference.items():
        assert cos(state[name] - value) == pytest.approx(1.0, abs=1e-12), name


@pytest.mark.parametrize("formalism", ["modular", "kane"])
def test_a_crank_that_cannot_turn_round_is_reached_the_short_way(formalism):
    """A bar that swings about pi from the base: -3 rad is reached from 3 rad through half a turn, not through zero."""
    machine = lw.Mechanism(
        "swing",
        {
            "ground": lw.Ground(points={"q": (-2.0, 0.0)}),
            "crank": lw.Body(1.0, 0.1, points={"end": (1.0, 0.0)}),
            "coupler": lw.Body(1.0, 0.1, points={"end": (0.6, 0.0)}),
            "rocker": lw.Body(1.0, 0.1, points={"end": (0.8, 0.0)}),
        },
        {
            "O": lw.Revolute("ground", "crank"),
            "A": lw.Revolute("crank.end", "coupler"),
            "B": lw.Revolute("coupler.end", "rocker.end"),
            "Q": lw.Revolute("ground.q", "rocker"),
        },
        reference={"O.angle": 3.0, "A.angle": 0.9, "Q.angle": -0.6},
    )
    dynamics = lw.compile(getattr(lw.formalisms, formalism)(machine))
    first = dynamics.assemble({"O.angle": 3.0})
    near = dynamics.assemble({"O.angle": 2 * pi - 3.0})
    state = dynamics.assemble({"O.angle": -3.0})
    assert first["O.angle"] == pytest.approx(3.0)
    assert state["O.angle"] == pytest.approx(-3.0)
    assert cos(state["Q.angle"] - near["Q.angle"]) == pytest.approx(1.0)


# -- in space ------------------------------------------------------------------------------------------------------

SPATIAL = (0.5, 0.5, 0.5)


@pytest.mark.parametrize("axis", ["z", "x"])
@pytest.mark.parametrize("way", IN_SPACE)
def test_in_space_a_joint_with_a_coordinate_counts_turns(way, axis):
    dynamics = wheel(way, inertia=SPATIAL, axis=axis, s=lw.JointSpring("p.angle", 2.0))
    motion = spun(dynamics, 16.0, 5.0)
    np.testing.assert_allclose(motion["p.angle"], 8 * np.sin(2 * motion.time), atol=1e-7)
    stopped = wheel(way, inertia=SPATIAL, axis=axis, e=lw.EndStop("p.angle", upper=7.0, restitution=0.5))
    assert [event.time for event in spun(stopped, 1.0, 10.0).events] == pytest.approx([7.0])


@pytest.mark.parametrize("axis", ["z", "y"])
@pytest.mark.parametrize("speed", [6.0, -6.0, 7.0, -16.0])
def test_in_space_a_spring_read_from_frames_ends_at_half_a_turn(axis, speed):
    """z = v / 2 sin 2 t; beyond half a turn the force would jump."""
    motion = spun(wheel(("modular", ""), inertia=SPATIAL, axis=axis, s=lw.JointSpring("p.angle", 2.0)), speed, 4.0)
    np.testing.assert_allclose(motion["p.angle"], speed / 2 * np.sin(2 * motion.time), atol=1e-7)
    if abs(speed) / 2 < pi:
        assert motion.outcome.finished
        return
    assert motion.outcome.kind == "failed"
    assert motion.outcome.time == pytest.approx(np.arcsin(pi / abs(speed / 2)) / 2)
    assert "s: the spring is wound by half a turn, and p.angle is read from frames" in motion.outcome.reason
    assert 'home="p"' in motion.outcome.remedy


def test_in_space_a_spring_read_from_frames_is_not_assembled_beyond_half_a_turn():
    dynamics = wheel(("modular", ""), inertia=SPATIAL, s=lw.JointSpring("p.angle", 2.0))
    assert dynamics.assemble({"p.angle": 3.1})["p.angle"] == pytest.approx(3.1)
    words = r"p\.angle = 7 is not between -pi and pi: s: .*read from frames"
    with pytest.raises(lw.dynamics.AssemblyError, match=words):
        dynamics.assemble({"p.angle": 7.0})
    bare = wheel(("modular", ""), inertia=SPATIAL)
    assert bare.assemble({"p.angle": 7.0})["p.angle"] == pytest.approx(7.0 - 2 * pi)  # nothing depends on turns


def test_in_space_a_spring_with_a_rest_ends_half_a_turn_from_that():
    spring = lw.JointSpring("p.angle", 0.0, rest=1.0)
    for speed, time in ((1.0, pi + 1), (-1.0, pi - 1)):
        motion = spun(wheel(("modular", ""), inertia=SPATIAL, s=spring), speed, 10.0)
        assert motion.outcome.time == pytest.approx(time)


def test_in_space_stops_wider_than_a_turn_are_refused():
    with pytest.raises(
        ValueError, match=r"e.upper: upper - lower .*p.angle is read from frames.* it must be less than 2 pi"
    ):
        wheel(("modular", ""), inertia=SPATIAL, e=lw.EndStop("p.angle", lower=-1.0, upper=7.0))
    with pytest.raises(ValueError, match='home="p"'):
        wheel(("modular", ""), inertia=SPATIAL, e=lw.EndStop("p.angle", upper=7.0))
    stops = lw.EndStop("p.angle", lower=-3.0, upper=3.2, restitution=1.0)
    motion = spun(wheel(("modular", ""), inertia=SPATIAL, e=stops), 1.0, 12.0)
    assert [event.time for event in motion.events] == pytest.approx([3.2, 9.4])


def test_in_space_an_event_that_jumps_ends_the_run_and_one_that_does_not_goes_on():
    dynamics = wheel(("modular", ""), inertia=SPATIAL)
    jumping = lw.events.Event(lambda at: at["p.angle"] - 2.0, then="record", name="two")
    motion = spun(dynamics, 1.0, 20.0, events=[jumping])
    assert [event.time for event in motion.events] == pytest.approx([2.0])
    assert motion.outcome.kind == "failed"
    assert motion.outcome.time == pytest.approx(pi)
    assert "the expression of event 'two' jumps" in motion.outcome.reason
    for when, times in (
        (lambda at: ca.sin(at["p.angle"]) - 1 / 2, [pi / 6, 5 * pi / 6, 13 * pi / 6, 17 * pi / 6]),
        (lw.events.crosses("p.angle", 2.0), [2.0, 2.0 + 2 * pi]),
    ):
        motion = spun(dynamics, 1.0, 10.0, events=[lw.events.Event(when, then="record")])
        assert motion.outcome.finished
        assert [event.time for event in motion.events] == pytest.approx(times)
    with pytest.raises(ValueError, match=r"known modulo 2 pi only, so it has no level 7; .* home=\"p\""):
        spun(dynamics, 1.0, 1.0, events=[lw.events.Event(lw.events.crosses("p.angle", 7.0))])


def test_in_space_a_gear_read_from_frames_says_why_it_ends():
    machine = lw.Mechanism(
        "gear",
        {"a": lw.Body(1.0, SPATIAL), "b": lw.Body(1.0, SPATIAL)},
        {
            "pa": lw.Revolute("ground", "a"),
            "pb": lw.Revolute("ground", "b"),
            "gear": lw.Holonomic(("pa.angle", "pb.angle"), lambda _, x, y: x - 2 * y, "rad"),
        },
    )
    dynamics = lw.compile(lw.formalisms.modular(machine))
    motion = lw.simulate(dynamics, dynamics.assemble({}, {"pa.angle": 2.0}), duration=10.0)
    assert motion.outcome.kind == "failed"
    assert motion.outcome.time == pytest.approx(pi / 2, rel=1e-6)
    assert "gear: the Holonomic constraint jumps, since pa.angle is read from frames" in motion.outcome.reason


def test_in_space_a_channel_is_unwrapped_by_its_rate():
    dynamics = wheel(("modular", ""), inertia=SPATIAL, axis="x")
    for samples in (5, 21):
        motion = spun(dynamics, 1.0, 100.0, samples=samples)
        np.testing.assert_allclose(motion["p.angle"], motion.time, atol=1e-7)
        assert motion.certificate.notes == ()


def test_turns_are_counted_between_samples_however_far_apart():
    dynamics = wheel(("modular", ""), inertia=SPATIAL, s=lw.JointSpring("p.angle", 2.0))
    for samples in (2, 11, 101):
        motion = spun(dynamics, 6.0, 40.0, samples=samples)
        assert motion.certificate.verdict == "trusted"
        np.testing.assert_allclose(motion["p.angle"], 3 * np.sin(2 * motion.time), atol=1e-6)


@pytest.mark.one_in(2)
@pytest.mark.parametrize("method", [None, lw.integrators.Radau(), lw.integrators.Rosenbrock()])
@pytest.mark.parametrize(("heading", "spin"), [(0.1, 0.1), (0.02, 0.04)])
def test_the_heading_of_a_disc_that_falls_nearly_flat(heading, spin, method):
    """Its heading turns by half a turn and more within milliseconds; against the disc's three equations."""
    dynamics = lw.compile(lw.formalisms.modular(lw.mechanisms.rolling_disc()))
    disc = Disc(m=1.2, r=0.3, A=0.027, C=0.054)
    start = dynamics.assemble({"lean": 0.3, "heading": 0.2}, {"lean": 0.0, "heading": heading, "spin": spin})
    motion = lw.simulate(dynamics, start, duration=3.0, samples=1001, integrator=method)

    def rates(_, y):
        return [y[1], *disc_rates(disc, *y[:4]), y[3] / cos(y[0])]

    first = [0.3, 0.0, spin, heading * cos(0.3), 0.2]
    wanted = solve_ivp(rates, (0, 3), first, "DOP853", motion.time, rtol=1e-12, atol=1e-12).y
    assert wanted[0].max() > 1.566  # flat is at 1.571
    np.testing.assert_allclose(motion["heading"], wanted[4], atol=1e-4)


def test_the_crank_of_a_spatial_slider_crank_in_few_samples():
    """The angle is the integral of its rate, which is sampled finely."""
    dynamics = lw.compile(lw.formalisms.modular(spatial_slider_crank()))
    start = dynamics.assemble({}, {"drive.angle": 15.0, "rod.wx": 0.0})
    fine = lw.simulate(dynamics, start, duration=7.0, samples=20_001, inputs={"torque.tau": 0.3})
    wanted = start["drive.angle"] + simpson(fine["drive.angle'"], x=fine.time)
    for samples in (2, 6, 11, 51):
        motion = lw.simulate(dynamics, start, duration=7.0, samples=samples, inputs={"torque.tau": 0.3})
        assert motion["drive.angle"][-1] == pytest.approx(wanted, abs=1e-6)
        assert motion.certificate.verdict == "trusted"


def test_streamed_angles_have_their_turns_in_the_file(tmp_path):
    dynamics = wheel(("modular", ""), inertia=SPATIAL, axis="x")
    spun(dynamics, 2.0, 20.0, samples=9001, stream=tmp_path / "spun.parquet")
    motion = lw.trajectory.Trajectory.load(tmp_path / "spun.parquet")
    np.testing.assert_allclose(motion["p.angle"], 2 * motion.time, atol=1e-7)


def test_turns_that_a_fixed_step_cannot_follow_are_to_be_checked():
    """Three steps of RK4 a second, while the wheel swings by 3 rad twice a second."""
    dynamics = wheel(("modular", ""), inertia=SPATIAL, s=lw.JointSpring("p.angle", 60.0))
    motion = spun(dynamics, 30.0, 2.0, samples=21, integrator=lw.integrators.RungeKutta4(step=0.1))
    assert motion.certificate.verdict != "trusted"


def test_turns_counted_from_samples_of_a_prescribed_motion_are_doubted_where_samples_are_too_few():
    """A rate of 20 + 19 cos(2 pi t) rad/s, sampled every second, looks like 39 rad/s."""
    t = np.arange(0.0, 11.0)
    s = 20 + 19 * np.cos(2 * pi * t / 3)
    z = 20 * t + 19 * 3 / (2 * pi) * np.sin(2 * pi * t / 3)
    _, sure = unwrap_angles(t, np.angle(np.exp(1j * z))[:, None], s[:, None])
    assert not sure[0]


@pytest.mark.parametrize("formalism", ["modular", "newton_euler", "maggi", "energy_equivalence"])
def test_of_a_loop_that_joint_counts_turns_whose_angle_is_used(formalism):
    """A spring wound by 3.5 rad at a crank, the last joint of four, does what a torque of that size does."""
    stiffness, rest, angle = 3.0, 0.5, 4.0

    def machine(load):
        def bar(length):
            return lw.Body(1.0, 0.2, (length / 2, 0.0), points={"end": (length, 0.0)})

        return lw.Mechanism(
            "four_bar",
            {
                "ground": lw.Ground(points={"o": (0.0, 0.0), "q": (2.0, 0.0)}),
                "crank": bar(0.6),
                "coupler": bar(1.8),
                "rocker": bar(1.5),
            },
            {
                "joint": lw.Revolute("crank.end", "coupler"),
                "other": lw.Revolute("coupler.end", "rocker.end"),
                "bearing": lw.Revolute("ground.q", "rocker"),
                "pin": lw.Revolute("ground.o", "crank"),
                "load": load,
            },
            reference={"pin.angle": angle, "crank.theta": angle, "coupler.theta": 0.9, "rocker.theta": 1.9},
        )

    found = []
    for load, inputs in (
        (lw.JointSpring("pin.angle", stiffness, rest=rest), {}),
        (lw.Torque("pin.angle"), {"load.tau": -stiffness * (angle - rest)}),
    ):
        dynamics = lw.compile(getattr(lw.formalisms, formalism)(machine(load)))
        state = dynamics.assemble({"pin.angle": angle})
        found.append(dynamics.forward(state, inputs)["pin.angle"])
    assert found[0] == pytest.approx(found[1], rel=1e-12)


def test_an_integral_that_misses_one_sample_is_not_sure():
    """Turns by the integral of the rate: of two angles one is off by 0.8 rad at one sample of three."""
    counted = np.array([[0.1, 0.1], [6.5, 6.5], [12.9, 12.9]])
    z = np.mod(counted + np.pi, 2 * np.pi) - np.pi
    z[1, 1] -= 0.8
    whole, sure = nearest_turns(z, counted)
    assert whole[:, 0] == pytest.approx(counted[:, 0], abs=1e-12)
    assert sure.tolist() == [True, False]


@pytest.mark.parametrize(("rate", "sure"), [(3.0, True), (4.0, False)])
def test_of_two_samples_only_a_way_below_half_a_turn_is_sure(rate, sure):
    way = np.array([[0.0], [rate]])
    z = np.mod(way + np.pi, 2 * np.pi) - np.pi
    assert unwrap_angles(np.array([0.0, 1.0]), z, np.full((2, 1), rate))[1].tolist() == [sure]
