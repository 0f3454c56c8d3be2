"""Dry friction with true sticking: the stick-slip oscillator against its closed form, and what else a run decides."""

import numpy as np
import pytest

import linkwright as lw
from linkwright.dynamics import Refused

M, K, V, STATIC, KINETIC = 1.3, 20.0, 0.3, 2.0, 1.2
OMEGA, A = np.sqrt(K / M), (STATIC - KINETIC) / K
SLIP, STICK = 2 * (np.pi - np.arctan(A * OMEGA / V)) / OMEGA, 2 * A / V
"""Closed form: times of sliding and sticking; friction F_k / k +- sqrt(a^2 + (v / w)^2) are the extremes."""
FORMALISMS = ("modular", "lagrange", "kane", "newton_euler", "maggi", "boltzmann_hamel")
METHODS = (lw.integrators.DormandPrince(), lw.integrators.Radau(), lw.integrators.Rosenbrock())


def oscillator(formalism="modular"):
    machine = lw.mechanisms.stick_slip(m=M, k=K, v=V, F_s=STATIC, F_k=KINETIC)
    return lw.compile(getattr(lw.formalisms, formalism)(machine))


def check_cycle(trajectory, periods):
    """Switches counted and timed, extremes, energy."""
    assert trajectory.outcome.finished
    slips = np.array([event.time for event in trajectory.events if event.what == "slip"])
    sticks = np.array([event.time for event in trajectory.events if event.what == "stick"])
    assert (len(slips), len(sticks)) == (periods + 1, periods)
    first = STATIC / K / V
    np.testing.assert_allclose(slips, first + (SLIP + STICK) * np.arange(periods + 1), rtol=1e-8)
    np.testing.assert_allclose(sticks - slips[:-1], SLIP, rtol=1e-7)
    turns = [event.time for event in trajectory.events if event.what == "record"]
    extremes = trajectory.at(turns, ["x"])["x"]
    size = np.hypot(A, V / OMEGA)
    np.testing.assert_allclose(extremes, np.where(np.arange(len(turns)) % 2, -size, size) + KINETIC / K, rtol=1e-6)
    again = trajectory.at(sticks, ["x"])["x"]
    np.testing.assert_allclose(again, (2 * KINETIC - STATIC) / K, atol=1e-6)
    assert trajectory.certificate.energy_error < 1e-8
    assert trajectory.certificate.verdict == "trusted"


def cycle(dynamics, periods, **options):
    start = dynamics.assemble({"x": 0.0}, {"x": V})
    turn = lw.events.Event(lambda at: at["x'"], then="record", name="turn")
    duration = STATIC / K / V + periods * (SLIP + STICK) + 0.05
    return lw.simulate(dynamics, start, duration=duration, events=[turn], samples=4001, **options)


@pytest.mark.parametrize("formalism", FORMALISMS)
def test_the_stick_slip_oscillator_has_its_closed_form_in_every_formalism(formalism):
    check_cycle(cycle(oscillator(formalism), 6), 6)


@pytest.mark.parametrize("method", METHODS, ids=lambda method: method.title)
def test_the_stick_slip_oscillator_with_other_integrators(method):
    check_cycle(cycle(oscillator(), 3, integrator=method), 3)


def test_it_holds_with_energy_kept_and_with_other_parameter_values():
    check_cycle(cycle(oscillator(), 3, keep_energy=True), 3)
    other = lw.compile(lw.formalisms.modular(lw.mechanisms.stick_slip()))
    check_cycle(cycle(other.with_parameters(m=M, k=K, v=V, F_s=STATIC, F_k=KINETIC), 3), 3)


@pytest.mark.long
def test_a_thousand_periods_lose_no_switch():
    dynamics = oscillator()
    start = dynamics.assemble({"x": 0.0}, {"x": V})
    trajectory = lw.simulate(dynamics, start, duration=STATIC / K / V + 1000 * (SLIP + STICK) + 0.05)
    assert len(trajectory.events) == 2001
    assert trajectory.events[-1].time == pytest.approx(STATIC / K / V + 1000 * (SLIP + STICK), rel=1e-7)


def block(**friction):
    """A block of 2 kg on a slide with a force."""
    return lw.compile(
        lw.formalisms.modular(
            lw.Mechanism(
                "block",
                {"ground": lw.Ground(), "mass": lw.Body(2.0, 1.0)},
                {
                    "slide": lw.Prismatic("ground", "mass"),
                    "push": lw.Force("slide.slide"),
                    "dry": lw.CoulombFriction("slide.slide", **friction),
                },
            )
        )
    )


def test_a_block_slides_to_rest_and_stays_there_exactly():
    """From 3 m/s friction of 4 N stops 2 kg after 1.5 s and 2.25 m; a force below the static limit does not move it."""
    dynamics = block(force=4.0)
    trajectory = lw.simulate(
        dynamics, dynamics.assemble({}, {"slide.slide": 3.0}), duration=5.0, inputs={"push.force": 0.0}
    )
    assert [(event.what, event.name) for event in trajectory.events] == [("stick", "dry")]
    assert trajectory.events[0].time == pytest.approx(1.5, rel=1e-12)
    rest = trajectory.time > 1.5
    assert np.ptp(trajectory["slide.slide"][rest]) < 1e-15
    assert trajectory["slide.slide"][-1] == pytest.approx(2.25, rel=1e-11)
    assert trajectory["energy.loss"][-1] == pytest.approx(-9.0, rel=1e-11)


def test_a_growing_force_moves_a_block_when_it_passes_the_static_limit():
    """F = 2 t: it moves at t = 2.5 with 5 N static, then 2 x'' = 2 t - 3."""
    dynamics = block(force=3.0, static=5.0)
    trajectory = lw.simulate(dynamics, dynamics.assemble(), duration=4.0, inputs={"push.force": 2 * lw.t})
    assert [event.what for event in trajectory.events] == ["slip"]
    assert trajectory.events[0].time == pytest.approx(2.5, rel=1e-10)
    x = (4.0**3 / 3 - 2.5**3 / 3 - 2.5**2 * 1.5) / 2 - 1.5 * 1.5**2 / 2
    assert trajectory["slide.slide"][-1] == pytest.approx(x, rel=1e-9)


def test_sliding_is_reversed_without_sticking_where_the_push_is_stronger():
    dynamics = block(force=1.0, static=1.5)
    trajectory = lw.simulate(
        dynamics, dynamics.assemble({}, {"slide.slide": 1.0}), duration=1.0, inputs={"push.force": -5.0}
    )
    assert [event.what for event in trajectory.events] == ["slip"]
    assert trajectory.events[0].time == pytest.approx(1 / 3.0, rel=1e-9)  # 2 x'' = -6, then -4
    assert trajectory["slide.slide'"][-1] == pytest.approx(-2.0 * (1 - 1 / 3.0), rel=1e-9)


@pytest.mark.parametrize("first", ["dry", "wall"])
def test_a_block_pressed_against_its_stop_needs_no_friction_until_the_stop_lets_go(first):
    """Pushed with 5 N it strikes the stop; the push falls by 5 N/s. At 0 the stop lets go, at -2 N friction does."""
    more = {"dry": lw.CoulombFriction("slide.slide", 1.5, 2.0), "wall": lw.EndStop("slide.slide", upper=0.1)}
    machine = lw.Mechanism(
        "pressed",
        {"ground": lw.Ground(), "mass": lw.Body(2.0, 1.0)},
        {
            "slide": lw.Prismatic("ground", "mass"),
            "push": lw.Force("slide.slide"),
            **{name: more[name] for name in sorted(more, key=lambda name: name != first)},
        },
    )
    dynamics = lw.compile(lw.formalisms.modular(machine))
    trajectory = lw.simulate(dynamics, dynamics.assemble(), duration=2.0, inputs={"push.force": 5.0 - 5.0 * lw.t})
    assert trajectory.outcome.finished
    whats = [(event.name, event.what) for event in trajectory.events]
    assert whats[:1] == [("wall.upper", "impact")]
    assert set(whats[1:3]) == {("wall.upper", "rest"), ("dry", "stick")}
    assert whats[3:] == [("wall.upper", "leave"), ("dry", "slip")]
    assert trajectory.events[3].time == pytest.approx(1.0, rel=1e-9)
    assert trajectory.events[4].time == pytest.approx(1.4, rel=1e-9)
    tau = 0.6  # 2 x'' = -2 - 5 tau + 1.5
    assert trajectory["slide.slide"][-1] == pytest.approx(0.1 - 0.5 * tau**2 / 4 - 5 * tau**3 / 12, rel=1e-8)


def test_equal_limits_let_a_block_go_gently():
    """With static = force the acceleration begins at zero: 2 x'' = 2 (t - 1.5)."""
    dynamics = block(force=3.0)
    trajectory = lw.simulate(dynamics, dynamics.assemble(), duration=2.5, inputs={"push.force": 2 * lw.t})
    assert [event.what for event in trajectory.events] == ["slip"]
    assert trajectory["slide.slide"][-1] == pytest.approx(1.0 / 6, rel=1e-7)


def test_a_force_that_jumps_over_the_limit_moves_a_block_at_once():
    dynamics = block(force=3.0, static=4.0)
    steps = lw.laws.PiecewisePolynomial([0.0, 1.0, 2.0], [[1.0], [9.0]])
    trajectory = lw.simulate(dynamics, dynamics.assemble(), duration=2.0, inputs={"push.force": steps})
    assert [(event.what, event.time) for event in trajectory.events] == [("slip", 1.0)]
    assert trajectory["slide.slide"][-1] == pytest.approx(1.5, rel=1e-9)
    jump = lw.events.Event(lambda at: at["t"] - 1.0, then=lw.events.switch({"push.force": 9.0}))
    trajectory = lw.simulate(dynamics, dynamics.assemble(), duration=2.0, inputs={"push.force": 1.0}, events=[jump])
    assert [(event.what, event.time) for event in trajectory.events] == [("switch", 1.0), ("slip", 1.0)]
    assert trajectory["slide.slide"][-1] == pytest.approx(1.5, rel=1e-9)


WAVES = [(0.5, 7.0, 1.52), (1.0, 50.0, 6.0), (3.7, 300.0, 2.0), (10.0, 300.0, 1.52)]
"""Frequency (Hz), duration (s) and amplitude (N) of forces on a block that rests: steps could be as long as the run."""


@pytest.mark.parametrize("method", [lw.integrators.DormandPrince8(), *METHODS], ids=lambda method: method.title)
def test_a_force_that_swings_moves_a_resting_block_the_first_time_it_passes_the_limit(method):
    dynamics = block(force=1.0, static=1.5)
    moved = lw.events.Event(lw.events.crosses("slide.slide'", 1e-6), +1)
    for frequency, duration, size in WAVES:
        wave = {"push.force": lw.laws.Sine(size, frequency)}
        trajectory = lw.simulate(
            dynamics, dynamics.assemble(), duration=duration, inputs=wave, events=[moved], integrator=method
        )
        first = np.arcsin(1.5 / size) / (2 * np.pi * frequency)
        assert (trajectory.events[0].name, trajectory.events[0].what) == ("dry", "slip")
        assert trajectory.events[0].time == pytest.approx(first, rel=1e-9)


def test_a_wave_below_the_limit_moves_nothing_and_one_switched_on_later_does():
    dynamics = block(force=1.0, static=1.5)
    quiet = {"push.force": lw.laws.Sine(1.49, 5.0)}
    trajectory = lw.simulate(dynamics, dynamics.assemble(), duration=100.0, inputs=quiet)
    assert trajectory.events == ()
    louder = lw.events.switch({"push.force": lw.laws.Sine(1.51, 50.0)})
    later = lw.events.Event(lw.events.crosses("t", 60.0), then=louder, name="louder")
    trajectory = lw.simulate(dynamics, dynamics.assemble(), duration=60.02, inputs=quiet, events=[later])
    first = 60.0 + np.arcsin(1.5 / 1.51) / (2 * np.pi * 50.0)
    assert trajectory.events[0] == (60.0, "louder", "switch")
    assert trajectory.events[1].what == "slip"
    assert trajectory.events[1].time == pytest.approx(first, rel=1e-11)


def two_blocks():
    """Two blocks of 1 kg joined by a stiff bar, each with its own friction: the bar couples what sticks."""
    return lw.compile(
        lw.formalisms.modular(
            lw.Mechanism(
                "blocks",
                {"ground": lw.Ground(), "first": lw.Body(1.0, 1.0), "second": lw.Body(1.0, 1.0)},
                {
                    "one": lw.Prismatic("ground", "first"),
                    "two": lw.Prismatic("ground", "second"),
                    "spring": lw.Spring("first", "second", 50.0, 0.5),
                    "push": lw.Force("one.slide"),
                    "dry": lw.CoulombFriction("one.slide", 1.0),
                    "rough": lw.CoulombFriction("two.slide", 2.0, 2.5),
                },
                reference={"one.slide": 0.0, "two.slide": 0.5},
            )
        )
    )


def test_two_frictions_stick_and_slide_one_after_the_other():
    """A force of 0.4 t moves the first block at 1 N, the spring the second when it presses with 2.5 N, x = 0.05 m."""
    dynamics = two_blocks()
    start = dynamics.assemble({"one.slide": 0.0, "two.slide": 0.5})
    stop = lw.events.Event(lambda at: at["two.slide"] - 0.5001)
    trajectory = lw.simulate(dynamics, start, duration=20.0, inputs={"push.force": 0.4 * lw.t}, events=[stop])
    first, *_ = trajectory.events
    assert (first.name, first.what) == ("dry", "slip")
    assert first.time == pytest.approx(2.5, rel=1e-9)
    rough = next(event for event in trajectory.events if event.name == "rough")
    assert trajectory.at(rough.time, ["one.slide"])["one.slide"] == pytest.approx(0.05, rel=1e-6)
    assert trajectory.outcome.kind == "stopped"


def test_single_questions_refuse_friction_at_rest_and_answer_by_the_sign_of_the_speed():
    dynamics = block(force=4.0)
    with pytest.raises(Refused, match="friction dry is at rest here"):
        dynamics.forward(dynamics.assemble(), {"push.force": 10.0})
    with pytest.raises(Refused, match="friction dry is at rest here"):
        dynamics.reactions(dynamics.assemble(), {"push.force": 10.0})
    with pytest.raises(Refused, match="friction dry is at rest here"):
        dynamics.inverse(dynamics.assemble(), {"slide.slide": 0.0})
    with pytest.raises(Refused, match="friction dry is at rest here"):
        lw.analysis.linearize(dynamics, dynamics.assemble(), inputs={"push.force": 0.0})
    for speed in (0.5, -0.5):
        moving = dynamics.assemble({}, {"slide.slide": speed})
        assert dynamics.forward(moving, {"push.force": 0.0})["slide.slide"] == pytest.approx(
            -4.0 / 2.0 * np.sign(speed)
        )


def test_bad_friction_is_refused_in_words():
    with pytest.raises(ValueError, match=r"static is .*; it must be at least force = "):
        block(force=2.0, static=1.0)
    with pytest.raises(ValueError, match="force is -1"):
        block(force=-1.0)
    dynamics = lw.compile(lw.formalisms.modular(lw.mechanisms.stick_slip()), join=lw.joins.UdwadiaKalaba())
    with pytest.raises(
        ValueError, match=r"dry friction and stops in a run of .*not offered by .*LAPACK.*joins\.Complement"
    ):
        lw.simulate(dynamics, dynamics.assemble(), duration=1.0)


def test_friction_beside_a_stiff_spring_lets_go_where_forces_are_known_to_its_errors_only():
    """A coupling of 1e9 N/m at draft accuracy: forces jump by a little when friction lets go; two methods agree."""
    machine = lw.Mechanism(
        "coupled",
        {"ground": lw.Ground(), "a": lw.Body(1.0, 1.0), "b": lw.Body(0.5, 1.0)},
        {
            "ra": lw.Prismatic("ground", "a"),
            "ab": lw.Prismatic("a", "b"),
            "rb": lw.Prismatic("ground", "b"),
            "stiff": lw.JointSpring("ab.slide", 1e9),
            "damper": lw.JointDamper("ab.slide", 1e5),
            "soft": lw.JointSpring("ra.slide", 20.0),
            "dry": lw.CoulombFriction("ra.slide", 0.3),
            "stop": lw.EndStop("rb.slide", lower=-0.05, restitution=0.5),
        },
    )
    dynamics = lw.compile(lw.formalisms.modular(machine))
    start, ends = dynamics.assemble({"ra.slide": 0.1, "rb.slide": 0.1}), []
    for method in (lw.integrators.Rosenbrock(), lw.integrators.Radau()):
        trajectory = lw.simulate(dynamics, start, duration=4.0, integrator=method, accuracy="draft")
        assert trajectory.outcome.finished
        ends.append(trajectory["ra.slide"][-1])
    assert ends[0] == pytest.approx(ends[1], abs=1e-7)


def test_a_driven_four_bar_with_friction_in_a_joint_comes_to_rest_the_same_in_every_formalism():
    """Closed loop: sliding friction at the crank takes the energy out, then holds it against its weight."""
    ready = lw.mechanisms.four_bar()
    machine = lw.Mechanism(
        "rough",
        ready.parts,
        {**ready.connections, "dry": lw.CoulombFriction("phi", 6.0, 8.0)},
        parameters=ready.parameters,
        exports=ready.exports,
        reference=ready.reference,
        gravity=ready.gravity,
    )
    ends = []
    for formalism in (lw.formalisms.modular, lw.formalisms.lagrange):
        dynamics = lw.compile(formalism(machine))
        start = dynamics.assemble({}, {"phi": 12.0})
        rest = lw.events.Event(lambda at: at["phi'"], then="record", name="rest")
        trajectory = lw.simulate(
            dynamics, start, duration=3.0, inputs=dict.fromkeys(dynamics.inputs, 0.0), events=[rest]
        )
        assert trajectory.outcome.finished
        assert trajectory.events[-1].what == "stick"  # rounding of a speed that is zero is no event
        assert abs(trajectory["phi'"][-1]) < 1e-12
        assert trajectory.certificate.energy_error < 1e-8
        ends.append((trajectory.events[-1].time, trajectory["phi"][-1]))
        travelled = np.abs(np.diff(trajectory["phi"])).sum()
        assert trajectory["energy.loss"][-1] == pytest.approx(-6.0 * travelled, rel=1e-4)
    np.testing.assert_allclose(ends[0], ends[1], rtol=1e-7)


def test_changes_between_sticking_and_sliding_are_no_pivotings():
    dynamics = lw.compile(lw.formalisms.modular(lw.mechanisms.stick_slip()))
    run = lw.simulate(dynamics, dynamics.assemble(), duration=10.0, inputs=dict.fromkeys(dynamics.inputs, 0.0))
    assert len(run.events) > 5
    assert run.certificate.pivotings == 1
