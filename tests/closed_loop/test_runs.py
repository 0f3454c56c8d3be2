"""Runs of closed loops against matrix exponentials between exact instants: the six rules of a sample."""

import math
from fractions import Fraction

import casadi as ca
import numpy as np
import pytest
from tests.closed_loop import by_hand
from tests.closed_loop.machines import MOTOR, drive, slide, speed_loop

import linkwright as lw
from linkwright import control, formalisms, joins
from linkwright.control import Clock, Schedule

MASS, DAMPING = 2.0, 0.6
A = np.array([[0.0, 1.0], [0.0, -DAMPING / MASS]])
B = np.array([[0.0], [1 / MASS]])
TIGHT = {"rtol": 1e-12, "atol": 1e-15}
WAYS = {
    "compiled": (formalisms.kane, joins.Complement()),
    "multipliers": (formalisms.modular, joins.Multipliers()),
    "recursion": (formalisms.denoc, joins.Recursion()),
    "lapack": (formalisms.modular, joins.UdwadiaKalaba()),
}
CLOCKS = {
    "no multiples": ({"period": "0.01"}, {"period": "0.007"}),
    "thirds": ({"period": "1/90"}, {"period": "1/70", "phase": "1/210"}),
    "delays": ({"period": "0.01", "delay": "0.003"}, {"period": "0.007", "phase": "0.001", "delay": "0.016"}),
}


def exact(times):
    return {name: Fraction(value) for name, value in times.items()}


def two_rates(dynamics, first, second):
    """A position loop on one force, an integral loop on the other."""
    diagram = control.Diagram(
        {
            "position": control.PID(30.0, 0.0, 0.0).every(**exact(first)),
            "trim": control.PI(0.0, 40.0).every(**exact(second)),
        },
        {
            "position.measurement": "way.slide",
            "trim.measurement": "way.slide",
            "push.force": "position.command",
            "second.force": "trim.command",
        },
        exports={"goal": ("position.reference", "trim.reference")},
    )
    return lw.ClosedLoop(dynamics, diagram)


def two_rates_by_hand(first, second, duration):
    T = float(Fraction(second["period"]))

    def position(x, outputs, state):
        return 30.0 * (0.1 - x[0]), state

    def trim(x, outputs, state):
        total = state[0] + 40.0 * T * (0.1 - x[0])
        return total, [total]

    tasks = [by_hand.Task(position, **first), by_hand.Task(trim, **second, state=[0.0])]
    return by_hand.run(A, B, [0.0, 0.0], tasks, duration, lambda outputs: [sum(outputs)])


@pytest.mark.one_in(3)
@pytest.mark.parametrize("clocks", CLOCKS.values(), ids=CLOCKS)
@pytest.mark.parametrize("way", WAYS)
def test_two_rates_agree_with_matrix_exponentials(way, clocks):
    formalism, join = WAYS[way]
    loop = two_rates(slide(formalism, join), *clocks)
    duration = 0.1 if way == "lapack" else 0.5
    trajectory = lw.simulate(loop, loop.assemble(), duration=duration, inputs={"goal": 0.1}, samples=3, **TIGHT)
    x, (position, trim) = two_rates_by_hand(*clocks, duration)
    assert trajectory.outcome.finished
    assert abs(trajectory["way.slide"][-1] - x[0]) < 1e-12
    assert abs(trajectory["way.slide'"][-1] - x[1]) < 1e-12
    for name, expected in (("position.command", position), ("trim.command", trim)):
        signal = trajectory.signal(name)
        assert signal.values == pytest.approx(expected, abs=1e-11)
        assert signal.unit == "N"


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
    clocks = CLOCKS["no multiples"]
    loop = two_rates(slide(), *clocks)
    trajectory = lw.simulate(
        loop, loop.assemble(), duration=0.2, inputs={"goal": 0.1}, samples=3, integrator=integrator, **TIGHT
    )
    x, _ = two_rates_by_hand(*clocks, 0.2)
    assert abs(trajectory["way.slide"][-1] - x[0]) < 1e-12


def test_the_virtual_machine_gives_the_same(monkeypatch):
    monkeypatch.setenv("LINKWRIGHT_BACKEND", "vm")
    loop = two_rates(slide(), *CLOCKS["delays"])
    trajectory = lw.simulate(loop, loop.assemble(), duration=0.1, inputs={"goal": 0.1}, samples=3, **TIGHT)
    x, _ = two_rates_by_hand(*CLOCKS["delays"], 0.1)
    assert trajectory.certificate.backend == "vm"
    assert abs(trajectory["way.slide"][-1] - x[0]) < 1e-12


def motor_matrices():
    J, L, R, Kt, Ke, b = (MOTOR[name] for name in ("J", "L", "R", "Kt", "Ke", "b"))
    return np.array([[-b / J, Kt / J], [-Ke / L, -R / L]]), np.array([[0.0], [1 / L]])


def motor_by_hand(count, delay):
    def speed(x, outputs, state):
        error = 100.0 - x[0]
        total = state[0] + 1.5 * 1e-3 * error
        return 0.02 * error + total, [total]

    task = by_hand.Task(speed, "0.001", delay=delay, state=[0.0])
    return by_hand.run(*motor_matrices(), [0.0, 0.0], [task], Fraction(count, 1000), lambda outputs: outputs)


def test_a_motor_with_a_late_pi_controller_agrees_with_matrix_exponentials():
    """1 kHz, released 0.3 ms late, 60 samples: 1e-11, relative."""
    loop = speed_loop(drive(), delay=0.3e-3)
    trajectory = lw.simulate(
        loop, loop.assemble(), duration=0.06, inputs={"speed.reference": 100.0}, rtol=1e-13, atol=1e-15
    )
    x, (commands,) = motor_by_hand(60, "0.0003")
    assert trajectory["motor.omega"][-1] == pytest.approx(x[0], rel=1e-11)
    assert trajectory["motor.i"][-1] == pytest.approx(x[1], rel=1e-11)
    assert trajectory.signal("speed.command").values == pytest.approx(commands, rel=1e-11)


def test_a_fast_part_released_late_agrees_with_its_closed_form():
    """A mass without friction: under held forces its motion is a polynomial, here in rational numbers."""
    machine = lw.Mechanism(
        "cart",
        {"block": lw.Body(2.0, 0.1)},
        {"way": lw.Prismatic("ground", "block"), "push": lw.Force("way.slide")},
    )
    dynamics = lw.compile(formalisms.kane(machine))
    diagram = control.Diagram(
        {"outer": control.P(4.0).every(5e-3), "inner": control.P(50.0).every(1e-3, delay=0.35e-3)},
        {
            "outer.measurement": "way.slide",
            "inner.reference": "outer.command",
            "inner.measurement": "way.slide'",
            "push.force": "inner.command",
        },
    )
    loop = lw.ClosedLoop(dynamics, diagram)
    trajectory = lw.simulate(loop, loop.assemble(), duration=0.1, inputs={"outer.reference": 0.2}, samples=3, **TIGHT)
    position, speed, force, wanted, time = Fraction(0), Fraction(0), Fraction(0), Fraction(0), Fraction(0)
    waiting = Fraction(0)
    for k in range(100):
        for at in (Fraction(k, 1000), Fraction(k, 1000) + Fraction(35, 100000)):
            h = at - time
            position += speed * h + force * h * h / 4
            speed += force * h / 2
            time = at
            if at.denominator > 1000 or at == Fraction(k, 1000) + Fraction(35, 100000):
                force = waiting
            else:
                if k % 5 == 0:
                    wanted = 4 * (Fraction(1, 5) - position)
                waiting = 50 * (wanted - speed)
    h = Fraction(1, 10) - time
    position += speed * h + force * h * h / 4
    speed += force * h / 2
    assert abs(trajectory["way.slide"][-1] - float(position)) < 1e-12
    assert abs(trajectory["way.slide'"][-1] - float(speed)) < 1e-12


def own_pi(x, t, u, p, T):
    error = u[0] - u[1]
    integral = x[0] + p[1] * T * error
    return [p[0] * error + integral], [integral]


def test_library_block_step_and_python_function_agree():
    dynamics = drive()
    ports = {
        "inputs": ("reference", "measurement"),
        "outputs": ("command",),
        "state": {"integral": 0.0},
        "parameters": {"kp": 0.02, "ki": 1.5},
    }
    found = []
    for block in (control.PI(0.02, 1.5), control.Step(own_pi, **ports), control.Python(own_pi, **ports)):
        diagram = control.Diagram(
            {"speed": block.every(1e-3, delay=0.3e-3)},
            {"speed.measurement": "motor.omega", "motor.v": "speed.command"},
        )
        loop = lw.ClosedLoop(dynamics, diagram)
        found.append(lw.simulate(loop, loop.assemble(), duration=0.03, inputs={"speed.reference": 100.0}, samples=31))
    for other in found[1:]:
        assert other["motor.omega"] == pytest.approx(found[0]["motor.omega"], rel=1e-12)
        assert other.signal("speed.command").values == pytest.approx(found[0].signal("speed.command").values, rel=1e-12)
    assert "Python callback" in found[2].certificate.backend


def test_python_blocks_run_beside_compiled_ones_and_on_lapack():
    """A Python function that a slow block needs, around fast compiled ones, in one diagram."""

    def outer(x, t, u, p, T):
        return [min(p[0] * (u[0] - u[1]), 5.0)], []

    for join in (None, joins.UdwadiaKalaba()):
        dynamics = slide(lw.formalisms.modular, join)
        blocks = {
            "outer": control.Python(
                outer, inputs=("reference", "measurement"), outputs=("command",), parameters={"k": 4.0}
            ).every(20e-3),
            "inner": control.P(50.0).every(5e-3),
        }
        wires = {
            "outer.measurement": "way.slide",
            "inner.reference": "outer.command",
            "inner.measurement": "way.slide'",
            "push.force": "inner.command",
        }
        loop = lw.ClosedLoop(dynamics, control.Diagram(blocks, wires))
        trajectory = lw.simulate(
            loop,
            loop.assemble(),
            duration=0.1,
            inputs={"outer.reference": 0.2, "second.force": 0.0},
            samples=3,
            **TIGHT,
        )
        tasks = [
            by_hand.Task(lambda x, _, state: (min(4.0 * (0.2 - x[0]), 5.0), state), "0.02"),
            by_hand.Task(lambda x, outputs, state: (50.0 * (outputs[0] - x[1]), state), "0.005"),
        ]
        x, _ = by_hand.run(A, B, [0.0, 0.0], tasks, 0.1, lambda outputs: [outputs[1]])
        assert abs(trajectory["way.slide"][-1] - x[0]) < 1e-12


# -- rule 1: instants ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("first", [0, 10**7 - 50])
def test_every_instant_is_its_rational_number_rounded_once(first):
    """3 kHz and 10 kHz with a phase and delays, at the start and around the ten-millionth sample."""
    dynamics = slide()

    def watch(x, t, u, p, T):
        return [t], []

    clocks = {
        "a": {"hz": 3000, "delay": Fraction(1, 7000)},
        "b": {"hz": 10_000, "phase": Fraction(1, 30_000), "delay": 3e-4},
    }
    block = control.Step(watch, inputs=(), outputs=("time",))
    diagram = control.Diagram({name: block.every(**clock) for name, clock in clocks.items()})
    loop = lw.ClosedLoop(dynamics, diagram)
    start = dynamics.state(np.zeros(1), np.zeros(1), first / 3000)
    trajectory = lw.simulate(
        loop, start, duration=0.02, inputs={"push.force": 0.0, "second.force": 0.0}, samples=3,
        integrator=lw.integrators.RungeKutta4(step=1e-3),
    )  # fmt: skip
    for name in clocks:
        signal = trajectory.signal(f"{name}.time")
        clock = loop.diagram.blocks[name].clock
        expected = [float(clock.phase + (signal.first + k) * clock.period) for k in range(len(signal))]
        assert signal.values.tolist() == expected
        assert signal.time.tolist() == expected
        assert len(signal) == pytest.approx(0.02 / float(clock.period), abs=1.01)


@pytest.mark.long
def test_ten_million_samples():
    """In the compiled loop: the errors of all instants are added up, and there are none."""
    dynamics = slide()

    def watch(x, t, u, p, T):
        return [ca.fabs(t - (x[0] + p[0] * 10_000) / (10_000 * p[1]))], [x[0] + p[1]]

    # instants of b are 1/30000 + k/10000 = (1 + 3 k)/30000: counted in 30000ths, an exact division each
    block = control.Step(watch, inputs=(), outputs=("off",), state={"n": 1.0}, parameters={"a": 0.0, "b": 3.0})

    def thirds(x, t, u, p, T):
        return [ca.fabs(t - x[0] / 3000)], [x[0] + 1]

    other = control.Step(thirds, inputs=(), outputs=("off",), state={"n": 0.0})
    diagram = control.Diagram(
        {"fast": block.every(hz=10_000, phase=Fraction(1, 30_000), delay=3e-4), "thirds": other.every(hz=3000)}
    )
    loop = lw.ClosedLoop(dynamics, diagram)
    trajectory = lw.simulate(
        loop, dynamics.assemble(), duration=1000.0, inputs={"push.force": 0.0, "second.force": 0.0}, samples=3,
        integrator=lw.integrators.RungeKutta4(step=1e-3), signals=["fast.off", "thirds.off"],
    )  # fmt: skip
    assert len(trajectory.signal("fast.off")) == 10**7
    assert not trajectory.signal("fast.off").values.any()
    assert not trajectory.signal("thirds.off").values.any()


@pytest.mark.parametrize("count", [20_000, pytest.param(10**7, marks=pytest.mark.long)])
def test_the_schedule_never_drifts(count):
    clocks = [
        Clock.of(Fraction(1, 3000), delay=Fraction(1, 7000)),
        Clock.of(1e-4, phase=Fraction(1, 30_000), delay=3e-4),
    ]
    schedule = Schedule.of(clocks)
    found = [[], []]
    hyperperiod, place = 0, 0
    sampled = 0
    while sampled < count:
        instant = schedule.instants[place]
        for number in instant.computed:
            clock = clocks[number]
            k = len(found[number])
            expected = clock.phase + k * clock.period
            time = schedule.time(hyperperiod, place)
            if time != expected.numerator / expected.denominator:
                pytest.fail(f"instant {k} of clock {number} is at {time!r}")
            found[number].append(None)
            sampled += 1
        hyperperiod, place = schedule.after(hyperperiod, place)


# -- rule 2: what happens at an instant --------------------------------------------------------------------------------


def same(x, t, u, p, T):
    return [u[0]], []


def test_producers_come_before_consumers_and_what_is_not_due_shows_its_last_output():
    """A counter every 2 ms feeds a block every 1 ms, which sees it at once; one that runs late sees it later."""
    dynamics = slide()

    def count(x, t, u, p, T):
        return [x[0] + 1], [x[0] + 1]

    counter = control.Step(count, inputs=(), outputs=("n",), state={"n": 0.0})
    reader = control.Step(same, inputs=("n",), outputs=("n",))
    diagram = control.Diagram(
        # readers come first in the diagram: the wires decide the order
        {
            "late": reader.every(1e-3, phase=5e-4),
            "reader": reader.every(1e-3),
            "slow": reader.every(4e-3),
            "counter": counter.every(2e-3),
            "behind": counter.every(2e-3, delay=2e-3, initial=-7.0),
            "waiting": reader.every(1e-3),
        },
        {
            "reader.n": "counter.n",
            "late.n": "counter.n",
            "slow.n": "reader.n",
            "waiting.n": "behind.n",
        },
    )
    loop = lw.ClosedLoop(dynamics, diagram)
    forces = {"push.force": 0.0, "second.force": 0.0}
    trajectory = lw.simulate(loop, loop.assemble(), duration=8e-3, inputs=forces, samples=9)
    values = {name.partition(".")[0]: trajectory.signal(name).values.tolist() for name in loop.signals}
    assert values["counter"] == [1, 2, 3, 4]
    assert values["reader"] == [1, 1, 2, 2, 3, 3, 4, 4]
    assert values["late"] == [1, 1, 2, 2, 3, 3, 4, 4]
    assert values["slow"] == [1, 3]
    # released at 2 ms, before the reader of that instant reads
    assert values["waiting"] == [-7, -7, 1, 1, 2, 2, 3, 3]
    # samples of a trajectory have what acted up to them
    assert trajectory["counter.n"].tolist() == [0, 1, 1, 2, 2, 3, 3, 4, 4]
    assert trajectory["behind.n"].tolist() == [-7, -7, -7, 1, 1, 2, 2, 3, 3]


def test_a_chain_of_blocks_of_one_clock_acts_at_once():
    """Three blocks due together, written consumers first: each sees what the one before computed at this instant."""

    def count(x, t, u, p, T):
        return [x[0] + 1], [x[0] + 1]

    def next_one(x, t, u, p, T):
        return [u[0] + 10.0], []

    later = control.Step(next_one, inputs=("n",), outputs=("n",))
    blocks = {
        "third": later.every(1e-3),
        "middle": later.every(1e-3),
        "first": control.Step(count, inputs=(), outputs=("n",), state={"n": 0.0}).every(1e-3),
    }
    loop = lw.ClosedLoop(slide(), control.Diagram(blocks, {"middle.n": "first.n", "third.n": "middle.n"}))
    assert len(loop.program.groups) == 1
    forces = {"push.force": 0.0, "second.force": 0.0}
    trajectory = lw.simulate(loop, loop.assemble(), duration=4e-3, inputs=forces, samples=3)
    assert trajectory.signal("third.n").values.tolist() == [21.0, 22.0, 23.0, 24.0]


def test_an_acceleration_is_read_with_the_commands_before_the_update():
    dynamics = slide()

    def read(x, t, u, p, T):
        return [u[0], x[0] + 1.0], [x[0] + 1.0]

    block = control.Step(
        read, inputs=("a",), outputs=(control.Signal("a", "m/s^2", "seen"), control.Signal("f", "N", "force")),
        state={"n": 0.0},
    )  # fmt: skip
    diagram = control.Diagram({"b": block.every(0.1)}, {"b.a": "way.slide''", "push.force": "b.f"})
    loop = lw.ClosedLoop(dynamics, diagram)
    trajectory = lw.simulate(loop, loop.assemble(), duration=0.5, inputs={"second.force": 0.0}, samples=6, **TIGHT)
    speeds = trajectory["way.slide'"][:-1]
    # at instant k the force is still k (0 at the start), the speed that of the sample there
    expected = (np.arange(5) - DAMPING * speeds) / MASS
    assert trajectory.signal("b.a").values == pytest.approx(expected, abs=1e-12)


def test_readings_are_those_of_the_instant():
    dynamics = slide()
    reader = control.Step(same, inputs=("x",), outputs=("x",))
    loop = lw.ClosedLoop(dynamics, control.Diagram({"b": reader.every(0.05)}, {"b.x": "way.slide"}))
    forces = {"push.force": 0.0, "second.force": 0.0}
    trajectory = lw.simulate(
        loop, loop.assemble({}, {"way.slide": 1.0}), duration=1.0, inputs=forces, samples=41, **TIGHT
    )
    assert trajectory.signal("b.x").values == pytest.approx(trajectory["way.slide"][:-1:2], abs=1e-13)


# -- rule 3 is among the clocks above (a delay longer than a period); rule 4 is in test_wiring -------------------------
# -- rule 5: events, friction, stops -----------------------------------------------------------------------------------


def stepping(levels):
    """A block that gives one level after another."""

    def step(x, t, u, p, T):
        value = p[0]
        for k in range(1, len(levels)):
            value = ca.if_else(x[0] > k - 0.5, p[k], value)
        return [value], [x[0] + 1.0]

    gains = [control.Gain(f"level{k}", value, "N", "force") for k, value in enumerate(levels)]
    return control.Step(
        step, inputs=(), outputs=(control.Signal("f", "N", "force"),), state={"n": 0.0}, parameters=gains
    )


def pushed(dynamics, levels, **options):
    loop = lw.ClosedLoop(
        dynamics, control.Diagram({"push_control": stepping(levels).every(0.1)}, {"push.force": "push_control.f"})
    )
    return lw.simulate(
        loop, loop.assemble(), duration=0.8, inputs={"second.force": 0.0}, samples=9, rtol=1e-10, atol=1e-12, **options
    )


def test_a_stuck_block_breaks_away_at_the_instant_and_events_at_the_same_time_come_first():
    dynamics = slide(dry=lw.CoulombFriction("way.slide", force=2.0, static=3.0))
    passes = lw.events.Event(lambda at: at["t"] - 0.4, +1, then="record", name="clock")
    trajectory = pushed(dynamics, [1.0, 1.0, 1.0, 1.0, 5.0], events=[passes])
    seen = [(event.name, round(event.time, 12)) for event in trajectory.events]
    assert ("clock", 0.4) in seen
    slips = [event for event in trajectory.events if event.name == "dry"]
    assert [event.time for event in slips][-1] == pytest.approx(0.4, abs=1e-12)
    names = [event.name for event in trajectory.events if event.time >= 0.4 - 1e-9]
    assert names.index("clock") < names.index("dry"), "the event at 0.4 s came before the command that breaks it away"
    assert trajectory["way.slide"][4] == 0.0
    # 2 x'' = 5 - 2 - 0.6 x', from rest
    tau, t = MASS / DAMPING, 0.4
    assert trajectory["way.slide"][-1] == pytest.approx(3.0 / DAMPING * (t - tau * (1 - np.exp(-t / tau))), abs=1e-9)


def test_a_block_at_its_stop_leaves_at_the_instant_that_pulls_it_away():
    dynamics = slide(stop=lw.EndStop("way.slide", lower=0.0))
    trajectory = pushed(dynamics, [-1.0, -1.0, -1.0, -1.0, 3.0])
    assert np.max(np.abs(trajectory["way.slide"][:5])) < 1e-12
    tau, t = MASS / DAMPING, 0.4
    assert trajectory["way.slide"][-1] == pytest.approx(3.0 / DAMPING * (t - tau * (1 - np.exp(-t / tau))), abs=1e-9)


def test_a_fixed_step_divides_the_interval_between_instants_evenly():
    """1 ms between instants in steps of at most 0.3 ms: four of 0.25 ms, not three and a rest."""
    loop = two_rates(slide(), {"period": "0.001"}, {"period": "0.001"})
    trajectory = lw.simulate(
        loop, loop.assemble(), duration=0.01, inputs={"goal": 0.1}, integrator=lw.integrators.RungeKutta4(step=3e-4),
        dense=True,
    )  # fmt: skip
    assert trajectory.certificate.steps == 40
    nodes = len(trajectory.time) // 40  # samples of each step, at the same shares of it
    starts = trajectory.time[1 : 1 + 40 * nodes].reshape(40, nodes)[:, 0]
    assert np.diff(starts) == pytest.approx([2.5e-4] * 39, abs=1e-12), "all steps are a quarter of a millisecond"


# -- rule 6 and other ends ---------------------------------------------------------------------------------------------


def test_an_output_that_is_no_number_ends_the_run_with_block_time_and_inputs():
    def step(x, t, u, p, T):
        return [u[0] / (0.3 - t)], []

    block = control.Step(step, inputs=("x",), outputs=("f",))
    diagram = control.Diagram({"bad": block.every(0.1)}, {"bad.x": "way.slide", "push.force": "bad.f"})
    loop = lw.ClosedLoop(slide(), diagram)
    state = loop.assemble({"way.slide": 0.5})
    trajectory = lw.simulate(loop, state, duration=1.0, inputs={"second.force": 0.0}, samples=11)
    assert trajectory.outcome.kind == "failed"
    assert trajectory.time[-1] == pytest.approx(0.3)
    words = trajectory.outcome.reason
    assert "at the instant t = 0.3 s bad.f = inf is not a finite number, from x = 0.5" in words
    assert trajectory.certificate.verdict == "failed"


def test_a_python_function_that_raises_ends_the_run_in_words():
    def step(x, t, u, p, T):
        return [math.sqrt(0.4 - u[0] if t > 0.15 else 1.0)], []

    block = control.Python(step, inputs=("x",), outputs=("f",))
    diagram = control.Diagram({"bad": block.every(0.1)}, {"bad.x": "way.slide"})
    loop = lw.ClosedLoop(slide(), diagram)
    forces = {"push.force": 0.0, "second.force": 0.0}
    trajectory = lw.simulate(loop, loop.assemble({"way.slide": 0.5}), duration=1.0, inputs=forces, samples=11)
    assert trajectory.outcome.kind == "failed"
    assert "bad failed at t = 0.2 s with x = 0.5: ValueError" in trajectory.outcome.reason


def test_an_unstable_loop_diverges():
    """A mass under a late controller: the poles of the sampled loop are outside the unit circle."""
    loop = speed_loop(drive()).with_parameters({"speed.kp": 5.0})
    trajectory = lw.simulate(loop, loop.assemble(), duration=10.0, inputs={"speed.reference": 100.0})
    assert trajectory.outcome.kind == "diverged"
    assert "speed.command" in trajectory.outcome.reason
    assert "unstable" in trajectory.outcome.reason
    assert trajectory.outcome.time < 1.0
    assert trajectory.certificate.verdict == "failed"


# -- inputs ------------------------------------------------------------------------------------------------------------


def test_references_may_be_any_law_and_jump_at_the_instant():
    """A step at an instant is seen at that instant, whatever it is given by."""
    dynamics = slide()
    reader = control.Step(same, inputs=("r",), outputs=("r",))
    loop = lw.ClosedLoop(dynamics, control.Diagram({"b": reader.every(0.01)}))
    forces = {"push.force": 0.0, "second.force": 0.0}
    ramp = lw.laws.Table([0.0, 0.05, 0.1], [0.0, 1.0, 3.0])
    jump = lw.laws.PiecewisePolynomial([0.0, 0.05, 0.1], [[1.0], [2.0]])
    expected = {
        "table": (ramp, np.interp(np.arange(10) * 0.01, [0.0, 0.05, 0.1], [0.0, 1.0, 3.0])),
        "jump": (jump, [1.0] * 5 + [2.0] * 5),
        "expression": (ca.sin(30 * lw.t), np.sin(0.3 * np.arange(10))),
        "function": (lambda t: 1.0 if t < 0.05 else 2.0, [1.0] * 5 + [2.0] * 5),
        "number": (3.0, [3.0] * 10),
    }
    for name, (law, values) in expected.items():
        trajectory = lw.simulate(loop, loop.assemble(), duration=0.1, inputs={"b.r": law, **forces}, samples=11)
        assert trajectory.signal("b.r").values == pytest.approx(values, abs=1e-14), name
        assert trajectory.certificate.steps < 40, "references end no steps"


def test_wrong_inputs_are_refused_all_at_once():
    loop = two_rates(slide(), *CLOCKS["delays"])
    with pytest.raises(ValueError, match=r"missing inputs: goal \(m\)") as caught:
        lw.simulate(loop, loop.assemble(), duration=1.0, inputs={"gaol": 1.0, "push.force": 0.0})
    assert "no input 'gaol'; did you mean goal" in str(caught.value)
    assert "push.force is commanded by position.command" in str(caught.value)
    with pytest.raises(ValueError, match=r"goal = nan is not finite"):
        lw.simulate(loop, loop.assemble(), duration=1.0, inputs={"goal": float("nan")})
    with pytest.raises(TypeError, match="inputs: got int, expected a mapping of names to values: goal"):
        lw.simulate(loop, loop.assemble(), duration=1.0, inputs=3)
    with pytest.raises(ValueError, match=r"no signal 'position.comand'; did you mean position.command"):
        lw.simulate(loop, loop.assemble(), duration=1.0, inputs={"goal": 0.1}, signals=["position.comand"])
    with pytest.raises(TypeError, match="expected names in a list"):
        lw.simulate(loop, loop.assemble(), duration=1.0, inputs={"goal": 0.1}, signals="position.command")
    with pytest.raises(ValueError, match="a Dynamics has no blocks"):
        lw.simulate(loop.dynamics, loop.assemble(), duration=1.0, inputs={}, signals=[])
