"""Dry friction at more places than DOF: it holds together, with one DOF while |Q| <= sum |J_i| F_i."""

import casadi as ca
import numpy as np
import pytest
from scipy.optimize import linprog

import linkwright as lw

FORMALISMS = ("modular", "lagrange", "maggi")
RATIO, M1, M2, K = 3.0, 1.0, 0.5, 40.0
MASS = M1 + RATIO**2 * M2
OMEGA = np.sqrt(K / MASS)


def geared(formalism="modular", *, first=0.5, second=0.25, static=(None, None), **more):
    """Two sliders that go against each other, 1 to 3, with a spring and a force on the first and friction on both."""
    machine = lw.Mechanism(
        "geared",
        {"ground": lw.Ground(), "a": lw.Body(M1, 1.0), "b": lw.Body(M2, 1.0)},
        {
            "sa": lw.Prismatic("ground", "a"),
            "sb": lw.Prismatic("ground", "b"),
            "gear": lw.Holonomic(("sa.slide", "sb.slide"), lambda _, a, b: b + RATIO * a, "m"),
            "spring": lw.JointSpring("sa.slide", K),
            "push": lw.Force("sa.slide"),
            "fa": lw.CoulombFriction("sa.slide", first, static[0]),
            "fb": lw.CoulombFriction("sb.slide", second, static[1]),
            **more,
        },
    )
    return lw.compile(getattr(lw.formalisms, formalism)(machine))


def at(trajectory, what):
    """Times of what happened to both at once."""
    each = [[e.time for e in trajectory.events if (e.name, e.what) == (name, what)] for name in ("fa", "fb")]
    np.testing.assert_array_equal(each[0], each[1])
    return np.array(each[0])


@pytest.mark.parametrize("formalism", FORMALISMS)
def test_an_oscillator_loses_the_sum_of_both_each_half_swing_and_sticks_at_last(formalism):
    """Each half swing takes pi / w and 2 F / k of the amplitude, F = F_a + 3 F_b; it stops where k |x| <= F."""
    dynamics, F = geared(formalism), 0.5 + RATIO * 0.25
    trajectory = lw.simulate(dynamics, dynamics.assemble({"sa.slide": 0.31}), duration=10.0, inputs={"push.force": 0.0})
    swings, x = 0, 0.31
    while K * abs(x) > F:
        swings, x = swings + 1, -np.sign(x) * (abs(x) - 2 * F / K)
    assert trajectory.outcome.finished
    np.testing.assert_allclose(at(trajectory, "slip"), np.arange(1, swings) * np.pi / OMEGA, rtol=1e-8)
    np.testing.assert_allclose(at(trajectory, "stick"), [swings * np.pi / OMEGA], rtol=1e-8)
    assert trajectory["sa.slide"][-1] == pytest.approx(x, abs=1e-9)
    assert trajectory.certificate.verdict == "trusted"
    assert any("fa, fb hold together" in note and "not determined" in note for note in trajectory.certificate.notes)


@pytest.mark.parametrize("sign", [1.0, -1.0])
def test_a_growing_push_moves_it_when_it_passes_what_both_hold(sign):
    """Held up to 0.8 + 3 * 0.3, it slides against 0.5 + 3 * 0.25 from there on, from x = 0."""
    holds, slides = 0.8 + RATIO * 0.3, 0.5 + RATIO * 0.25
    dynamics = geared(static=(0.8, 0.3))
    trajectory = lw.simulate(dynamics, dynamics.assemble(), duration=2.2, inputs={"push.force": sign * lw.t})
    np.testing.assert_allclose(at(trajectory, "slip"), [holds], rtol=1e-9)
    since = trajectory.time[-1] - holds  # m x'' + k x = (holds - slides) + s
    x = (holds - slides) / K * (1 - np.cos(OMEGA * since)) + (since - np.sin(OMEGA * since) / OMEGA) / K
    assert trajectory["sa.slide"][-1] == pytest.approx(sign * x, rel=1e-7)
    assert trajectory["sb.slide"][-1] == pytest.approx(-RATIO * sign * x, rel=1e-7)


def test_two_frictions_on_one_slide_are_their_sum():
    """2 kg at 1 m/s against 1 N and 2 N: at rest after 2/3 s, 1/3 m further."""
    machine = lw.Mechanism(
        "twice",
        {"ground": lw.Ground(), "mass": lw.Body(2.0, 1.0)},
        {
            "slide": lw.Prismatic("ground", "mass"),
            "one": lw.CoulombFriction("slide.slide", 1.0),
            "two": lw.CoulombFriction("slide.slide", 2.0),
        },
    )
    dynamics = lw.compile(lw.formalisms.modular(machine))
    trajectory = lw.simulate(dynamics, dynamics.assemble({}, {"slide.slide": 1.0}), duration=2.0)
    assert [(e.name, e.what) for e in trajectory.events] == [("one", "stick"), ("two", "stick")]
    assert trajectory.events[0].time == pytest.approx(2 / 3, rel=1e-9)
    assert trajectory["slide.slide"][-1] == pytest.approx(1 / 3, rel=1e-9)


def test_an_impact_moves_what_both_hold():
    """Struck on a stop, it goes back with half its speed, and both slide the other way at once."""
    stop = lw.EndStop("sb.slide", upper=0.3, restitution=0.5)
    dynamics = geared(stop=stop)
    start = dynamics.assemble({}, {"sa.slide": -1.0})
    trajectory = lw.simulate(dynamics, start, duration=0.5, inputs={"push.force": 0.0}, samples=5001)
    strike = next(e.time for e in trajectory.events if e.what == "impact")
    assert at(trajectory, "slip")[0] == strike
    k = int(np.searchsorted(trajectory.time, strike))
    before, after = trajectory["sa.slide'"][k - 1], trajectory["sa.slide'"][k]
    assert after == pytest.approx(-0.5 * before, abs=0.02)
    assert trajectory.certificate.energy_error < 1e-8


def test_what_is_pressed_against_its_stop_slides_no_more():
    """After its bounces it rests with both frictions idle: nothing says how stop and friction share the push."""
    dynamics = geared(stop=lw.EndStop("sb.slide", upper=0.1, restitution=0.5))
    trajectory = lw.simulate(dynamics, dynamics.assemble(), duration=2.0, inputs={"push.force": -9.0})
    assert trajectory.mode_at(2.0) == {"fa": "sticks", "fb": "sticks", "stop.upper": "rests"}
    found = lw.simulation.derive(dynamics, trajectory, accelerations=True, efforts=["fa", "fb", "spring"])
    assert found["sa.slide''"][-1] == 0.0
    assert np.isnan([found["effort.fa"][-1], found["effort.fb"][-1]]).all()
    assert found["effort.spring"][-1] == pytest.approx(K * 0.1 / RATIO, rel=1e-9)


def stack(between):
    """Two blocks of 1 kg on one rail, with 1 N of friction each, and friction between them: three on two DOF."""
    machine = lw.Mechanism(
        "stack",
        {"ground": lw.Ground(), "a": lw.Body(1.0, 1.0), "b": lw.Body(1.0, 1.0)},
        {
            "ra": lw.Prismatic("ground", "a"),
            "rb": lw.Prismatic("ground", "b"),
            "ab": lw.Prismatic("a", "b"),
            "push": lw.Force("ra.slide"),
            "fa": lw.CoulombFriction("ra.slide", 1.0),
            "fb": lw.CoulombFriction("rb.slide", 1.0),
            "fab": lw.CoulombFriction("ab.slide", between),
        },
    )
    return lw.compile(lw.formalisms.modular(machine))


@pytest.mark.parametrize("sign", [1.0, -1.0])
def test_three_frictions_on_two_freedoms_move_both_blocks_and_then_one(sign):
    """2 N between them: both go when the push t passes 1 + 1, as one until t = 4, where b needs more than 2 N."""
    dynamics = stack(2.0)
    trajectory = lw.simulate(dynamics, dynamics.assemble(), duration=6.0, inputs={"push.force": sign * lw.t})
    assert [(e.name, e.what) for e in trajectory.events] == [("fa", "slip"), ("fb", "slip"), ("fab", "slip")]
    np.testing.assert_allclose([e.time for e in trajectory.events], [2.0, 2.0, 4.0], rtol=1e-9)
    speed, place = 1.0, 2.0 / 3.0  # both at t = 4: (t - 2)^2 / 4 and (t - 2)^3 / 12
    assert trajectory["ra.slide"][-1] == pytest.approx(sign * (place + 2 * speed + 2.0 + 4 / 3), rel=1e-8)
    assert trajectory["rb.slide"][-1] == pytest.approx(sign * (place + 2 * speed + 2.0), rel=1e-8)
    assert any("fa, fb, fab hold together" in note for note in trajectory.certificate.notes)


def test_three_frictions_on_two_freedoms_move_one_block_and_bring_it_to_rest_again():
    """0.5 N between them: a goes alone at 1.5 N, is let go at 2.5 s with 0.5 m/s, rests after 1/3 s, and goes again."""
    dynamics = stack(0.5)
    events = [
        lw.events.Event(lambda at: at["t"] - 2.5, then=lw.events.switch({"push.force": 0.0}), name="off"),
        lw.events.Event(lambda at: at["t"] - 4.0, then=lw.events.switch({"push.force": -2.5}), name="back"),
    ]
    trajectory = lw.simulate(dynamics, dynamics.assemble(), duration=5.0, inputs={"push.force": lw.t}, events=events)
    told = [(e.name, e.what) for e in trajectory.events if e.name.startswith("f")]
    assert told == [("fa", "slip"), ("fab", "slip"), ("fa", "stick"), ("fab", "stick"), ("fa", "slip"), ("fab", "slip")]
    times = [e.time for e in trajectory.events if e.name == "fa"]
    np.testing.assert_allclose(times, [1.5, 2.5 + 1 / 3, 4.0], rtol=1e-8)
    rests = 1 / 6 + 0.5 / 6
    assert trajectory.at([3.5], ["ra.slide"])["ra.slide"][0] == pytest.approx(rests, rel=1e-8)
    assert trajectory["ra.slide"][-1] == pytest.approx(rests - 0.5, rel=1e-8)
    assert np.max(np.abs(trajectory["rb.slide"])) < 1e-12


@pytest.mark.parametrize("push", [0.4, 0.6])
def test_a_start_at_rest_on_the_dead_centre_of_one_of_them(push):
    """b = -a^2 / 2: at a = 0 friction on b has no hold. Energy: (m1 + m2 a^2) a'^2 / 2 = (P - F_a) a - F_b a^2 / 2."""
    first, second = 0.5, 0.25
    machine = lw.Mechanism(
        "cam",
        {"ground": lw.Ground(), "a": lw.Body(M1, 1.0), "b": lw.Body(M2, 1.0)},
        {
            "sa": lw.Prismatic("ground", "a"),
            "sb": lw.Prismatic("ground", "b"),
            "cam": lw.Holonomic(("sa.slide", "sb.slide"), lambda _, a, b: b + a**2 / 2, "m"),
            "push": lw.Force("sa.slide"),
            "fb": lw.CoulombFriction("sb.slide", second),
            "fa": lw.CoulombFriction("sa.slide", first),
        },
    )
    dynamics = lw.compile(lw.formalisms.modular(machine))
    start = dynamics.assemble({"sa.slide": 0.0, "sb.slide": 0.0})
    trajectory = lw.simulate(dynamics, start, duration=2.0, inputs={"push.force": push})
    assert trajectory.outcome.finished
    if push < first:
        assert np.max(np.abs(trajectory["sa.slide"])) < 1e-15
        return
    a = trajectory["sa.slide"]
    assert a[-1] > 0.1
    squares = 2 * ((push - first) * a - second * a**2 / 2) / (M1 + M2 * a**2)
    np.testing.assert_allclose(trajectory["sa.slide'"], np.sqrt(squares), atol=1e-8)


GROUND, SHORT, LONG, G = 0.4, 0.3, 0.5, 9.81
JOINTS = {"A": 3.0, "B": 0.5, "C": 0.7, "D": 0.5, "E": 4.0}


def tip(a, e):
    """Where the long links of the five-bar meet, and the angles of all four links, from those of the short ones."""
    first = SHORT * np.array([np.cos(a), np.sin(a)])
    other = np.array([GROUND, 0.0]) + SHORT * np.array([np.cos(e), np.sin(e)])
    way = other - first
    up = np.array([-way[1], way[0]]) * np.sqrt(LONG**2 / (way @ way) - 0.25)
    c = (first + other) / 2 + up
    return first, other, c, np.arctan2(*(c - first)[::-1]), np.arctan2(*(c - other)[::-1])


def five_bar():
    """Short links of 1 kg on the ground, long ones of 1.5 kg between them; torques on the short, friction in all."""
    a, e = 2.0, 1.1
    first, other, c, second, third = tip(a, e)

    def link(mass, length):
        return lw.Body(mass, mass * length**2 / 12, points={"a": (-length / 2, 0.0), "b": (length / 2, 0.0)})

    def at(name, place, angle):
        return {f"{name}.x": place[0], f"{name}.y": place[1], f"{name}.theta": angle}

    machine = lw.Mechanism(
        "five",
        {
            "ground": lw.Ground(points={"A": (0.0, 0.0), "E": (GROUND, 0.0)}),
            "one": link(1.0, SHORT),
            "two": link(1.5, LONG),
            "three": link(1.5, LONG),
            "four": link(1.0, SHORT),
        },
        {
            "A": lw.Revolute("ground.A", "one.a"),
            "B": lw.Revolute("one.b", "two.a"),
            "C": lw.Revolute("two.b", "three.b"),
            "D": lw.Revolute("four.b", "three.a"),
            "E": lw.Revolute("ground.E", "four.a"),
            "ta": lw.Torque("A.angle"),
            "te": lw.Torque("E.angle"),
            **{f"f{joint}": lw.CoulombFriction(f"{joint}.angle", force) for joint, force in JOINTS.items()},
        },
        reference=at("one", first / 2, a)
        | at("two", (first + c) / 2, second)
        | at("three", (other + c) / 2, third)
        | at("four", (np.array([GROUND, 0.0]) + other) / 2, e),
        gravity=(0.0, -G),
    )
    return lw.compile(lw.formalisms.modular(machine))


def excess(a, e, torques):
    """Factor by which the limits of all joints must grow for friction to hold a five-bar: virtual work, linear program.

    Its potential and joint angles as functions of (a, e), differences of them, no equations of motion.
    """

    def angles(x):
        _, _, _, second, third = tip(*x)
        return np.array([x[0], second - x[0], third - second, third - x[1], x[1]])

    def potential(x):
        first, other, c, _, _ = tip(*x)
        return G * (first[1] / 2 + 1.5 * (first + c)[1] / 2 + 1.5 * (other + c)[1] / 2 + other[1] / 2)

    steps, x = 1e-6 * np.eye(2), np.array([a, e])
    J = np.column_stack([(angles(x + d) - angles(x - d)) / 2e-6 for d in steps])
    load = np.array(torques) - np.array([(potential(x + d) - potential(x - d)) / 2e-6 for d in steps])
    limits = np.array(list(JOINTS.values()))
    found = linprog(
        [0.0] * 5 + [1.0],
        A_ub=np.vstack([np.column_stack([sign * np.eye(5), -limits]) for sign in (1, -1)]),
        b_ub=np.zeros(10),
        A_eq=np.column_stack([J.T, np.zeros(2)]),
        b_eq=-load,
        bounds=[(None, None)] * 6,
    )
    return found.fun


def test_a_five_bar_with_friction_in_all_joints_lets_go_where_no_forces_hold_it():
    """Torques grow until the linear program of statics has no answer; swinging and fading, they let it rest."""
    dynamics = five_bar()
    start = dynamics.assemble()
    slow = lw.simulate(dynamics, start, duration=1.0, inputs={"ta.tau": 8.0 * lw.t, "te.tau": -5.0 * lw.t})
    let_go = slow.events[0].time
    assert slow.mode_at(0.0) == {f"f{joint}": "sticks" for joint in JOINTS}
    assert excess(2.0, 1.1, (8.0 * let_go, -5.0 * let_go)) == pytest.approx(1.0, abs=1e-7)
    fades = ca.exp(-lw.t)
    swings = {"ta.tau": 8.0 * ca.sin(3.0 * lw.t) * fades, "te.tau": 5.0 * ca.cos(2.0 * lw.t) * fades}
    trajectory = lw.simulate(dynamics, start, duration=6.0, inputs=swings)
    assert trajectory.outcome.finished
    assert trajectory.certificate.energy_error < 1e-8
    assert {"slides", "sticks"} <= {mode for t in trajectory.time for mode in trajectory.mode_at(t).values()}
    assert trajectory.mode_at(6.0) == {f"f{joint}": "sticks" for joint in JOINTS}
    at_rest = trajectory["one.theta"][-1], trajectory["four.theta"][-1]
    assert excess(*at_rest, (trajectory["ta.tau"][-1], trajectory["te.tau"][-1])) < 1.0
