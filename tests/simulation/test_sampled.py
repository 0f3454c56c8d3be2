"""Sampled control: commands held between exact instants, against matrix exponentials and the rational schedule."""

from fractions import Fraction

import casadi as ca
import numpy as np
import pytest
from scipy.linalg import expm

import linkwright as lw
from linkwright import formalisms, joins
from linkwright.control import Clock, Schedule
from linkwright.simulation import Sampled

MASS, DAMPING = 2.0, 0.6
KP, KD, GOAL = 30.0, 8.0, 0.1
WAYS = {
    "compiled": (formalisms.kane, joins.Complement()),
    "multipliers": (formalisms.modular, joins.Multipliers()),
    "recursion": (formalisms.denoc, joins.Recursion()),
    "lapack": (formalisms.modular, joins.UdwadiaKalaba()),
}


def slide(**more):
    """A damped block on a straight way, pushed by two forces."""
    connections = {"way": lw.Prismatic("ground", "block"), "rub": lw.JointDamper("way.slide", DAMPING)}
    pushes = {"push": lw.Force("way.slide"), "second": lw.Force("way.slide")}
    return lw.Mechanism("slide", {"block": lw.Body(MASS, 0.1)}, {**connections, **pushes, **more})


def position_loop(at, memory):
    """A PD controller on the position."""
    del memory
    return [-KP * (at["way.slide"] - GOAL) - KD * at["way.slide'"]], []


def integral_loop(at, memory):
    """An integral controller: its memory is the sum of the errors."""
    total = memory[0] + (GOAL - at["way.slide"])
    return [0.4 * total], [total]


def by_matrix_exponentials(tasks, duration, start=0.0):
    """Position, speed and memories at the end, by the exact motion between instants, and all instants' times.

    `tasks` are (clock, step of numbers, memory): step((position, speed), memory) -> command, memory.
    """
    x, memory = np.zeros(2), [list(task[2]) for task in tasks]
    held, waiting = np.zeros(len(tasks)), [[0.0] * task[0].pending for task in tasks]
    times, t = [], start
    A = np.array([[0.0, 1.0, 0.0], [0.0, -DAMPING / MASS, 1 / MASS], [0.0, 0.0, 0.0]])

    def moved(x, force, h):
        return (expm(A * h) @ np.array([*x, force]))[:2]

    for time, instant in Schedule.of([task[0] for task in tasks]).between(start, start + duration):
        x, t = moved(x, held.sum(), time - t), time
        times.append(time)
        for k in instant.released:
            held[k] = waiting[k][-1]
        for k in instant.computed:
            command, memory[k] = tasks[k][1](x, memory[k])
            if waiting[k]:
                waiting[k] = [command, *waiting[k][:-1]]
            else:
                held[k] = command
    return moved(x, held.sum(), start + duration - t), memory, times


def numbers(step):
    """A step on numbers from one on expressions."""

    def stepped(x, memory):
        commands, after = step({"way.slide": x[0], "way.slide'": x[1]}, memory)
        return float(commands[0]), [float(value) for value in after]

    return stepped


def both(first, second):
    """Two controllers with clocks of their own, as a run takes them and for the calculation by hand."""
    tasks = [Sampled(position_loop, first, ("push.force",)), Sampled(integral_loop, second, ("second.force",), (0.0,))]
    return tasks, [(first, numbers(position_loop), ()), (second, numbers(integral_loop), (0.0,))]


CLOCKS = {
    "no multiples": (Clock.of(10e-3), Clock.of(7e-3)),
    "thirds": (Clock.of(Fraction(1, 90)), Clock.of(Fraction(1, 70), phase=Fraction(1, 210))),
    "delays": (Clock.of(10e-3, delay=3e-3), Clock.of(7e-3, phase=1e-3, delay=16e-3)),
}


@pytest.mark.parametrize("clocks", CLOCKS.values(), ids=CLOCKS)
@pytest.mark.parametrize("way", WAYS)
def test_two_rates_agree_with_matrix_exponentials(way, clocks):
    formalism, join = WAYS[way]
    dynamics = lw.compile(formalism(slide()), join=join)
    sampled, tasks = both(*clocks)
    duration = 0.1 if way == "lapack" else 0.5
    trajectory = lw.simulate(
        dynamics, dynamics.assemble(), duration=duration, sampled=sampled, samples=3, rtol=1e-12, atol=1e-15
    )
    x, _, times = by_matrix_exponentials(tasks, duration)
    assert trajectory.outcome.finished
    assert trajectory.certificate.steps >= len(times)
    assert abs(trajectory["way.slide"][-1] - x[0]) < 1e-12
    assert abs(trajectory["way.slide'"][-1] - x[1]) < 1e-12


@pytest.mark.parametrize(
    "integrator",
    [
        lw.integrators.RungeKutta4(step=2e-4),
        lw.integrators.DormandPrince(),
        lw.integrators.DormandPrince8(),
        lw.integrators.Rosenbrock(),
        lw.integrators.Radau(),
    ],
    ids=lambda integrator: integrator.name,
)
def test_every_integrator_holds_commands(integrator):
    dynamics = lw.compile(formalisms.kane(slide()))
    sampled, tasks = both(*CLOCKS["no multiples"])
    trajectory = lw.simulate(
        dynamics, dynamics.assemble(), duration=0.2, sampled=sampled, samples=3, rtol=1e-12, atol=1e-15,
        integrator=integrator,
    )  # fmt: skip
    x, *_ = by_matrix_exponentials(tasks, 0.2)
    assert abs(trajectory["way.slide"][-1] - x[0]) < 1e-12


def test_the_virtual_machine_gives_the_same(monkeypatch):
    monkeypatch.setenv("LINKWRIGHT_BACKEND", "vm")
    dynamics = lw.compile(formalisms.kane(slide()))
    sampled, tasks = both(*CLOCKS["delays"])
    trajectory = lw.simulate(
        dynamics, dynamics.assemble(), duration=0.1, sampled=sampled, samples=3, rtol=1e-12, atol=1e-15
    )
    x, *_ = by_matrix_exponentials(tasks, 0.1)
    assert trajectory.certificate.backend == "vm"
    assert abs(trajectory["way.slide"][-1] - x[0]) < 1e-12


def counting(at, memory):
    """Count instants, and add up by how much each is off the time that its number says (s)."""
    number = memory[0] + 1.0
    return [1e-3 * number], [number, memory[1] + ca.fabs(at["t"] - memory[0] / 1000)]


@pytest.mark.parametrize("first", [0, 10**7 - 50])
def test_a_held_input_is_updated_every_millisecond_at_the_exact_time(first):
    """From the start on, and around the ten-millionth instant, at 10,000 s."""
    dynamics = lw.compile(formalisms.kane(slide()))
    start = dynamics.state(np.zeros(1), np.zeros(1), first / 1000)
    task = Sampled(counting, Clock.of(1e-3), ("push.force",), (float(first), 0.0))
    duration = float(Fraction(first + 100, 1000)) - start.t  # exact, so that the run ends at an instant
    trajectory = lw.simulate(
        dynamics, start, duration=duration, inputs={"second.force": 0.0}, sampled=[task], samples=201,
        integrator=lw.integrators.RungeKutta4(step=1e-3),
    )  # fmt: skip
    assert trajectory.outcome.finished
    # the times of instants are the doubles nearest to k / 1000: memory[0] / 1000 is that division
    held = trajectory["push.force"]
    between = trajectory.time[1::2] * 1000  # in the middle between instants
    assert held[1::2] == pytest.approx(1e-3 * (np.floor(between) + 1), abs=1e-12)
    last = run_of(dynamics, start, task, duration)
    assert last.control_state.memory[0] == first + 100
    assert last.control_state.memory[1] == 0.0, "every instant is the rational number, rounded once"
    assert last.control_state.next_time == float(Fraction(first + 100, 1000))


def run_of(dynamics, start, task, duration):
    """A run that has ended, to look into its records."""
    from linkwright.simulation.accuracy import Accuracy
    from linkwright.simulation.inputs.inputs import checked
    from linkwright.simulation.recipe import Recipe
    from linkwright.simulation.sampling.sampled import sampled_control

    control = sampled_control(dynamics.equations, [task], {})
    inputs = {"second.force": 0.0, **control.commands}
    given = checked(dynamics.equations, inputs, start.t, start.t + duration)
    recipe = Recipe(dynamics, start, given, inputs, start.t + duration, control=control)
    run = recipe.run(Accuracy(1e-8, 1e-10), lw.integrators.RungeKutta4(step=1e-3))
    assert run.go().finished
    return run


@pytest.mark.long
def test_ten_million_instants():
    dynamics = lw.compile(formalisms.kane(slide()))
    task = Sampled(counting, Clock.of(1e-3), ("push.force",), (0.0, 0.0))
    run = run_of(dynamics, dynamics.assemble(), task, 1e4)
    assert run.control_state.instants == 10**7
    assert run.control_state.next_time == 1e4
    assert run.control_state.memory[1] == 0.0


def test_a_step_never_spans_an_instant_and_readings_are_those_of_the_instant():
    """The input of this instant is the position at it: the recorded commands are positions of the trajectory."""
    dynamics = lw.compile(formalisms.kane(slide()))
    task = Sampled(lambda at, _: ([at["way.slide"]], []), Clock.of(0.05), ("push.force",))
    state = dynamics.assemble({}, {"way.slide": 1.0})
    trajectory = lw.simulate(
        dynamics, state, duration=1.0, inputs={"second.force": 0.0}, sampled=[task], samples=41, rtol=1e-12, atol=1e-15
    )
    # samples 2 k are at instants, 2 k + 1 in the middle after instant k
    assert trajectory["push.force"][1::2] == pytest.approx(trajectory["way.slide"][:-1:2], abs=1e-13)


def test_a_stuck_block_breaks_away_at_the_instant_and_events_at_the_same_time_come_first():
    machine = slide(dry=lw.CoulombFriction("way.slide", force=2.0, static=3.0))
    dynamics = lw.compile(formalisms.kane(machine))

    def step(at, memory):
        # 1 N until the fourth instant, then 5 N, which breaks the block away
        number = memory[0] + 1.0
        return [ca.if_else(number > 4.5, 5.0, 1.0)], [number]

    seen = []
    passes = lw.events.Event(lambda at: at["t"] - 0.4, +1, then="record", name="clock")
    trajectory = lw.simulate(
        dynamics, dynamics.assemble(), duration=0.8, inputs={"second.force": 0.0}, events=[passes],
        sampled=[Sampled(step, Clock.of(0.1), ("push.force",), (0.0,))], samples=9, rtol=1e-10, atol=1e-12,
    )  # fmt: skip
    seen = [(event.name, round(event.time, 12)) for event in trajectory.events]
    assert ("clock", 0.4) in seen
    slips = [event for event in trajectory.events if event.name == "dry"]
    assert [event.time for event in slips][-1] == pytest.approx(0.4, abs=1e-12)
    names = [event.name for event in trajectory.events if event.time >= 0.4 - 1e-9]
    assert names.index("clock") < names.index("dry"), "the event at 0.4 s came before the command that breaks it away"
    assert trajectory["way.slide"][4] == 0.0
    # 2 x'' = 5 - 2 - 0.6 x', from rest
    tau = MASS / DAMPING
    t = 0.4
    exact = 3.0 / DAMPING * (t - tau * (1 - np.exp(-t / tau)))
    assert trajectory["way.slide"][-1] == pytest.approx(exact, abs=1e-9)


def test_a_block_at_its_stop_leaves_at_the_instant_that_pulls_it_away():
    dynamics = lw.compile(formalisms.kane(slide(stop=lw.EndStop("way.slide", lower=0.0))))

    def step(at, memory):
        del at
        number = memory[0] + 1.0
        return [ca.if_else(number > 4.5, 3.0, -1.0)], [number]

    trajectory = lw.simulate(
        dynamics, dynamics.assemble(), duration=0.8, inputs={"second.force": 0.0},
        sampled=[Sampled(step, Clock.of(0.1), ("push.force",), (0.0,))], samples=9, rtol=1e-10, atol=1e-12,
    )  # fmt: skip
    assert np.max(np.abs(trajectory["way.slide"][:5])) < 1e-12
    tau, t = MASS / DAMPING, 0.4
    exact = 3.0 / DAMPING * (t - tau * (1 - np.exp(-t / tau)))
    assert trajectory["way.slide"][-1] == pytest.approx(exact, abs=1e-9)


def test_a_run_that_is_killed_goes_on_to_the_same_bits(tmp_path):
    dynamics = lw.compile(formalisms.kane(slide()))
    sampled, _ = both(*CLOCKS["delays"])
    options = {"duration": 2.0, "sampled": sampled, "samples": 101}
    whole = lw.simulate(dynamics, dynamics.assemble(), stream=tmp_path / "whole.parquet", **options)

    def stop(share):
        if share > 0.4:
            raise KeyboardInterrupt

    path = tmp_path / "part.parquet"
    cut = lw.simulate(
        dynamics, dynamics.assemble(), stream=path, checkpoint=0.0, progress=stop,
        **options | {"integrator": lw.integrators.DormandPrince()},
    )  # fmt: skip
    assert cut.outcome.kind == "stopped"
    with pytest.raises(ValueError, match=r"push\.force, second\.force .* commanded by what is sampled"):
        lw.simulation.resume(path, dynamics)
    other, _ = both(*CLOCKS["no multiples"])
    with pytest.raises(ValueError, match="not what the run had"):
        lw.simulation.resume(path, dynamics, sampled=other)
    rest = lw.simulation.resume(path, dynamics, sampled=sampled)
    assert rest.outcome.finished
    for name in ("way.slide", "way.slide'", "push.force", "second.force"):
        assert np.array_equal(rest[name], whole[name]), name


def test_a_run_is_verified_with_what_was_sampled():
    dynamics = lw.compile(formalisms.kane(slide()))
    sampled, _ = both(*CLOCKS["no multiples"])
    trajectory = lw.simulate(dynamics, dynamics.assemble(), duration=0.2, sampled=sampled, samples=21)
    assert lw.simulation.verify(trajectory, dynamics, sampled=sampled).agrees
    with pytest.raises(ValueError, match="which files do not keep"):
        lw.simulation.verify(trajectory, dynamics)
    assert trajectory.certificate.global_error < 1e-8


def test_commands_that_are_no_numbers_end_the_run():
    dynamics = lw.compile(formalisms.kane(slide()))
    task = Sampled(lambda at, _: ([1.0 / (0.3 - at["t"])], []), Clock.of(0.1), ("push.force",))
    trajectory = lw.simulate(
        dynamics, dynamics.assemble(), duration=1.0, inputs={"second.force": 0.0}, sampled=[task], samples=11
    )
    assert trajectory.outcome.kind == "failed"
    assert "push.force = inf at the instant t = 0.3" in trajectory.outcome.reason
    assert trajectory.time[-1] == pytest.approx(0.3)


@pytest.mark.parametrize(
    ("sampled", "inputs", "words"),
    [
        ([("pushed.force",)], {"second.force": 0.0}, "command 'pushed.force' is no input of slide; did you mean"),
        ([("push.force",), ("push.force",)], {"second.force": 0.0}, "commanded twice"),
        ([("push.force",)], {"push.force": 1.0, "second.force": 0.0}, "given as input and commanded"),
        ([("push.force", "second.force")], {}, "gives 1 commands"),
    ],
)
def test_wrong_control_is_refused(sampled, inputs, words):
    dynamics = lw.compile(formalisms.kane(slide()))
    tasks = [Sampled(position_loop, Clock.of(0.1), commands) for commands in sampled]
    with pytest.raises(ValueError, match=words):
        lw.simulate(dynamics, dynamics.assemble(), duration=1.0, inputs=inputs, sampled=tasks)


@pytest.mark.parametrize("wrong", [3, [3], "task"])
def test_what_is_no_sampled_computation_is_refused_in_words(wrong) -> None:
    machine = lw.Mechanism("m", {"b": lw.Body(1.0, home="way")}, {"way": lw.Prismatic("ground", "b")})
    dynamics = lw.compile(lw.formalisms.kane(machine))
    with pytest.raises(TypeError, match=r"sampled: got .*; expected a list of lw.simulation.Sampled"):
        lw.simulate(dynamics, dynamics.assemble(), duration=0.1, sampled=wrong)
