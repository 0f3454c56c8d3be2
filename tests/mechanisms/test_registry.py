"""The registry: one record of each ready machine, which fits the machine."""

import pytest

import linkwright as lw
from linkwright.cli import run
from linkwright.mechanisms.ready import Demonstration
from linkwright.mechanisms.registry import READY


def test_every_ready_machine_has_a_record_under_its_name():
    assert list(READY) == lw.mechanisms.__all__
    for name, ready in READY.items():
        assert ready.make is getattr(lw.mechanisms, name)
        assert ready.name == name


@pytest.mark.one_in(7)
@pytest.mark.parametrize("ready", READY.values(), ids=READY)
def test_demonstration_and_slice_name_quantities_of_the_machine(ready):
    variants = [{}, *[{name: not default} for name, default in ready.options.items() if isinstance(default, bool)]]
    for options in variants:
        equations = lw.formalisms.modular(ready.make(**options))
        inputs = tuple(label.name for label in equations.inputs)
        demonstration = ready.demonstration(inputs)
        assert isinstance(demonstration, Demonstration)
        assert set(demonstration.inputs) == set(inputs)
        positions = set(run.positions(equations))
        assert {*demonstration.positions, *demonstration.motions} <= positions
        assert set(demonstration.speeds) <= set(run.quantities(equations))
        found = ready.slice(dict.fromkeys(equations.parameters.index, 1.0))
        assert {*(found.across or ()), *found.limits} <= positions
        assert all(low < high for low, high in found.limits.values())


def test_of_several_demonstrations_that_with_the_inputs_of_the_machine_is_taken():
    three_rrr = READY["three_rrr"]
    assert three_rrr.demonstration(("C.tau", "B.tau", "A.tau")) is three_rrr.demonstrations[1]
    assert three_rrr.demonstration(("A.tau",)) is None
    assert set(READY["serial_chain"].demonstration(("a", "b")).motions) == {"q1", "q2"}


def test_a_slice_follows_the_parameters():
    assert READY["stewart"].slice({"s": 2.0}).limits["d6"] == (2.0, 4.0)
    assert READY["four_bar"].slice({}).across is None
