"""Wires by name between blocks and a machine: names, units, order, and all faults at once."""

import pickle

import pytest
from tests.closed_loop.machines import drive, slide, speed_loop

import linkwright as lw
from linkwright import control


@pytest.fixture(scope="module")
def motor():
    return drive()


@pytest.fixture(scope="module")
def block():
    return slide()


def test_what_a_closed_loop_has(motor):
    loop = speed_loop(motor, delay=0.3e-3)
    assert loop.inputs == ("speed.reference",)
    assert loop.commands == ("motor.v",)
    assert loop.measurements == ("motor.omega",)
    assert loop.signals == ("speed.command",)
    assert loop.parameters["speed.kp"] == 0.02
    assert loop.assemble()["motor.omega"] == 0.0
    words = str(loop.describe())
    assert "speed              " in words
    assert "PI every 0.001 s, delay 0.0003 s" in words
    assert "V s/rad    proportional gain = 0.02" in words


def test_units_are_found_along_the_wires(motor):
    blocks = {
        "position": control.P(20.0).every(5e-3),
        "speed": control.PI(0.07, 3.0).every(1e-3),
        "current": control.PI(1.2, 2e3).every(1e-4),
        "slope": control.Differentiate().every(1e-3),
    }
    wires = {
        "speed.reference": "position.command",
        "current.reference": "speed.command",
        "speed.measurement": "motor.omega",
        "current.measurement": "motor.i",
        "motor.v": "current.command",
        "slope.input": "speed.command",
    }
    units = lw.ClosedLoop(motor, control.Diagram(blocks, wires)).program.wiring.units
    assert units["current.kp"] == "V/A"
    assert units["current.ki"] == "V/A/s"
    assert units["speed.kp"] == "A s/rad"
    assert units["position.command"] == "rad/s"
    assert units["slope.output"] == "A/s"
    assert units["position.measurement"] == "", "nothing is wired to it"


def test_all_faults_are_raised_at_once(motor):
    diagram = control.Diagram(
        {
            "speed": control.PI(0.07, 3.0).every(1e-3, phase=2e-3),
            "current": control.PI(1.2, 2e3).every(0.0),
            "angle": control.P(1.0).every(float("nan")),
        },
        {
            "speed.measurement": "motor.omga",
            "current.reference": "speed.comand",
            "motor.u": "current.command",
            "motor.omega": "speed.command",
        },
    )
    with pytest.raises(ValueError, match="7 faults") as caught:
        lw.ClosedLoop(motor, diagram)
    for words in (
        "speed: phase = 0.002: expected from 0 s to less than the period",
        "current: period = 0: expected more than 0 s",
        "angle: period = nan: expected a finite number of seconds",
        "speed.measurement: no quantity, input or block output 'motor.omga'; did you mean motor.omega",
        "no output speed.comand; did you mean speed.command",
        "motor.u is no input of the machine; did you mean motor.v",
        "motor.omega is a quantity, which is measured, not commanded",
    ):
        assert words in str(caught.value), words


def test_contradicting_units_are_refused(motor):
    diagram = control.Diagram(
        {"speed": control.PI(0.07, 3.0).every(1e-3), "current": control.PI(1.2, 2e3).every(1e-4)},
        {
            "speed.measurement": "motor.omega",
            "speed.reference": "motor.i",
            "current.measurement": "motor.i",
            "current.reference": "speed.command",
            "motor.v": "speed.command",
        },
    )
    with pytest.raises(ValueError, match="2 faults") as caught:
        lw.ClosedLoop(motor, diagram)
    assert "speed.reference is in rad/s, but is wired to motor.i in A" in str(caught.value)
    assert "is in A, but is wired to" in str(caught.value)
    assert "in V" in str(caught.value)


def test_a_reference_for_two_blocks_has_one_unit(block):
    diagram = control.Diagram(
        {"a": control.P(1.0).every(1.0), "b": control.P(1.0).every(1.0)},
        {
            "a.measurement": "way.slide",
            "b.measurement": "way.slide'",
            "push.force": "a.command",
            "second.force": "b.command",
        },
        exports={"goal": ("a.reference", "b.reference")},
    )
    with pytest.raises(ValueError, match=r"b.reference is in m/s, but is wired to a.reference in m;"):
        lw.ClosedLoop(block, diagram)


def ring(**options):
    return control.Diagram(
        {
            "a": control.P(1.0).every(1e-3),
            "b": control.P(1.0).every(1e-3),
            "c": control.P(1.0).every(**{"period": 1e-3, **options}),
        },
        {
            "b.reference": "a.command",
            "c.reference": "b.command",
            "a.reference": "c.command",
            "a.measurement": "way.slide",
        },
    )


def test_a_ring_is_refused_with_the_ring(block):
    with pytest.raises(ValueError, match=r"the blocks (a -> b -> c -> a|b -> c -> a -> b|c -> a -> b -> c) feed each"):
        lw.ClosedLoop(block, ring())


def test_a_ring_with_a_delay_or_without_a_common_instant_is_none(block):
    assert lw.ClosedLoop(block, ring(delay=1e-4)).signals == ("a.command", "b.command", "c.command")
    assert lw.ClosedLoop(block, ring(phase=5e-4)).signals
    with pytest.raises(ValueError, match="in a ring"):
        lw.ClosedLoop(block, ring(period=5e-3))


def test_a_block_may_not_have_the_name_of_a_part(motor):
    diagram = control.Diagram({"motor": control.P(1.0).every(1e-3)}, {"motor.measurement": "x"})
    with pytest.raises(ValueError, match="the block motor has the name of a part of the machine"):
        lw.ClosedLoop(motor, diagram)


def test_blocks_that_are_due_together_are_one_function(motor):
    axis = control.Diagram(
        {
            "position": control.P(20.0).every(5e-3),
            "speed": control.PI(0.07, 3.0).every(1e-3),
            "current": control.PI(1.2, 2e3).every(1e-4),
        },
        {"speed.reference": "position.command", "current.reference": "speed.command"},
    )
    wires = {f"a{k}.speed.measurement": "motor.omega" for k in "123"}
    wires |= {f"a{k}.current.measurement": "motor.i" for k in "123"}
    program = lw.ClosedLoop(motor, control.Diagram({f"a{k}": axis for k in "123"}, wires)).program
    assert [(group.level, len(group.blocks), float(group.clock.period)) for group in program.groups] == [
        (0, 3, 5e-3),
        (1, 3, 1e-3),
        (2, 3, 1e-4),
    ]


def test_a_slow_block_between_two_fast_ones_splits_these(motor):
    blocks = {
        "before": control.P(1.0).every(1e-3),
        "slow": control.P(1.0).every(1e-2),
        "after": control.P(1.0).every(1e-3),
    }
    wires = {"slow.reference": "before.command", "after.reference": "slow.command", "motor.v": "after.command"}
    program = lw.ClosedLoop(motor, control.Diagram(blocks, wires)).program
    assert [group.blocks for group in program.groups] == [("before",), ("slow",), ("after",)]


def test_parameters_are_gains_and_nothing_is_compiled_for_others(motor):
    loop = speed_loop(motor)
    other = loop.with_parameters({"speed.kp": 0.5, "motor.J": 3e-5})
    assert other.program is loop.program
    assert other.parameters["speed.kp"] == 0.5
    assert other.parameters["motor.J"] == 3e-5
    assert loop.parameters["speed.kp"] == 0.02
    assert other.with_parameters({"speed.ki": 2.0}).parameters["speed.kp"] == 0.5
    with pytest.raises(ValueError, match="2 faults") as caught:
        loop.with_parameters({"speed.kq": 0.5, "speed.ki": float("nan")})
    assert "no parameter 'speed.kq'; did you mean speed.kp" in str(caught.value)
    assert "speed.ki is nan" in str(caught.value)


def test_a_closed_loop_pickles(motor):
    loop = speed_loop(motor).with_parameters({"speed.kp": 0.5})
    copy = pickle.loads(pickle.dumps(loop))  # noqa: S301  our own bytes
    assert copy.parameters == loop.parameters
    assert copy.inputs == loop.inputs


def test_what_is_no_machine_or_diagram_is_refused(motor):
    with pytest.raises(ValueError, match=r"2 faults\s+- dynamics is a int.*\s+- diagram is a PI"):
        lw.ClosedLoop(3, control.PI(1.0, 1.0))
    with pytest.raises(ValueError, match="the diagram has no blocks"):
        lw.ClosedLoop(motor, control.Diagram({}))


def test_a_ring_is_told_beside_clocks_that_are_wrong(motor):
    blocks = {
        "a": control.P(1.0).every(1e-3),
        "b": control.P(1.0).every(1e-3),
        "c": control.P(1.0).every(0.0),
        "d": control.P(1.0).every(float("nan")),
    }
    wires = {"a.reference": "b.command", "b.reference": "a.command", "c.reference": "b.command"}
    with pytest.raises(ValueError, match="3 faults") as raised:
        lw.ClosedLoop(motor, control.Diagram(blocks, wires))
    told = str(raised.value)
    assert "c: period = 0: expected more than 0 s" in told
    assert "d: period = nan: expected a finite number of seconds" in told
    assert "the blocks a -> b -> a feed each other at once in a ring" in told
