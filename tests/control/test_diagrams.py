"""Diagrams to any depth, their names and faults; units along wires."""

import pickle

import pytest

from linkwright import control
from linkwright.control.units import unit

AXIS = control.Diagram(
    {"position": control.P(20.0).every(5e-3), "speed": control.PI(0.07, 3.0).every(1e-3)},
    wires={"speed.reference": "position.command"},
    exports={"reference": "position.reference", "omega": "speed.measurement", "v": "speed.command"},
)


def test_a_diagram_in_a_diagram_is_flat_with_full_names():
    two = control.Diagram(
        {"x": AXIS, "y": AXIS},
        {
            "x.omega": "mx.omega",
            "y.omega": "my.omega",
            "x.position.measurement": "mx.angle",
            "mx.v": "x.v",
            "my.v": "y.v",
        },
    )
    whole = control.Diagram({"machine": two}, exports={"goal": ("machine.x.reference", "machine.y.reference")})
    flat = whole.flat
    assert list(flat.blocks) == ["machine.x.position", "machine.x.speed", "machine.y.position", "machine.y.speed"]
    assert flat.faults == ()
    assert {str(target): str(source) for target, source in flat.wires.items()} == {
        "machine.x.speed.reference": "machine.x.position.command",
        "machine.y.speed.reference": "machine.y.position.command",
        "machine.x.speed.measurement": "mx.omega",
        "machine.y.speed.measurement": "my.omega",
        "machine.x.position.measurement": "mx.angle",
    }
    assert {name: str(port) for name, port in flat.commands.items()} == {
        "mx.v": "machine.x.speed.command",
        "my.v": "machine.y.speed.command",
    }
    assert {name: len(ports) for name, ports in flat.references.items()} == {
        "goal": 2,
        "machine.y.position.measurement": 1,
    }
    assert pickle.loads(pickle.dumps(whole)).flat == flat  # noqa: S301  our own bytes


def test_a_cascade_writes_the_usual_wires():
    made = control.cascade({"position": control.P(20.0).every(5e-3), "speed": control.PI(0.07, 3.0).every(1e-3)})
    assert {str(a): str(b) for a, b in made.flat.wires.items()} == {"speed.reference": "position.command"}
    assert list(made.flat.references) == ["reference", "position.measurement", "speed.measurement"]
    with pytest.raises(ValueError, match="expected a controller with reference and measurement"):
        control.cascade({"a": control.LowPass(1.0).every(1.0)})


def test_all_faults_of_wires_are_found():
    wrong = control.Diagram(
        {
            "position": control.P(20.0).every(0.0),
            "speed": control.PI(0.07, 3.0).every(1e-3, phase=2e-3),
        },
        wires={
            "speed.refrence": "position.command",
            "speed.measurement": "position.comand",
            "position.measurement": "speed.reference",
            "position.command": "x",
            "motor.v": "omega",
        },
        exports={"goal": "positon.reference"},
    )
    words = "\n".join(wrong.flat.faults)
    for part in (
        "no input speed.refrence; did you mean speed.reference",
        "no output position.comand; did you mean position.command",
        "speed.reference is an input; a source must be an output",
        "position.command is an output; a target must be an input",
        "wire motor.v: omega: neither of them is a block inside",
        "export goal: positon.reference is not inside; did you mean position.reference",
        "position: period = 0: expected more than 0 s",
        "speed: phase = 0.002: expected from 0 s to less than the period of 0.001 s",
    ):
        assert part in words, part


def test_two_sources_are_found_also_across_levels():
    outer = control.Diagram({"axis": AXIS}, {"axis.speed.reference": "omega_wanted"})
    assert "axis.speed.reference has two sources, omega_wanted and axis.position.command" in outer.flat.faults[0]
    twice = control.Diagram(
        {"a": AXIS, "b": AXIS, "c": control.Diagram({"b": AXIS}, {"motor.v": "b.v"})},
        {"motor.v": "a.v"},
    )
    assert "motor.v has two sources, a.speed.command and c.b.speed.command" in twice.flat.faults[0]


def test_what_is_no_block_is_refused():
    with pytest.raises(ValueError, match=r"p is a P without a clock; write ...every\(period\)"):
        control.Diagram({"p": control.P(1.0), "q": 3})
    with pytest.raises(ValueError, match="blocks = 3: expected a mapping"):
        control.Diagram(3)
    with pytest.raises(ValueError, match="block name 'a b'"):
        control.Diagram({"a b": control.P(1.0).every(1.0)})


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [("N m", "J", True), ("V s", "Wb", True), ("N m/A", "V s", True), ("rad/s", "Hz", False), ("m", "rad", False),
     ("kg m^2/s^2", "N m", True), ("1/s", "Hz", True), ("m/s^2", "m/s/s", True)],
)  # fmt: skip
def test_units_are_compared_in_base_units(one, other, same):
    assert (unit(one).base == unit(other).base) == same


def test_open_units_are_filled():
    gain = unit("{b}/{a}/s")
    assert gain.open == ("{b}", "{a}")
    assert str(gain.put({"{b}": unit("V"), "{a}": unit("rad/s")})) == "V/rad"
    assert str(unit("kg m^2") / unit("kg m^2")) == "1"
