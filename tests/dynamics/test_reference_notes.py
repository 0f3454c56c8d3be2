"""What is said of a reference configuration: values that are missed, dead centres, joints the wrong way round."""

import inspect
from dataclasses import replace

import numpy as np
import pytest

import linkwright as lw
from agreement import table
from cli.calling import call
from linkwright.dynamics import AssemblyError
from linkwright.symbolic import Pose

FORMALISMS = (*lw.formalisms.__all__, "lw.compile")
NOTE = "the reference asks for two.x = 3 m, and 1 m is found"


def arm():
    """The second link begins 1 m from the ground at most, and 3 m are asked for."""
    link = lw.Body(1.0, 0.1, (0.5, 0.0), points={"end": (1.0, 0.0)})
    joints = {"a": lw.Revolute("ground", "one"), "b": lw.Revolute("one.end", "two")}
    return lw.Mechanism("arm", {"one": link, "two": link}, joints, reference={"two.x": 3.0, "b.angle": 0.5})


def compiled(whole, formalism):
    return lw.compile(whole if formalism == "lw.compile" else getattr(lw.formalisms, formalism)(whole))


def missed(dynamics):
    return [note for note in dynamics.reference_notes if "asks for" in note]


@pytest.mark.parametrize("formalism", FORMALISMS)
def test_a_value_that_cannot_be_met_is_said_with_what_is_found(formalism):
    dynamics = compiled(arm(), formalism)
    assert missed(dynamics) == [NOTE]
    assert f"note: {NOTE}" in str(dynamics.describe())


def test_a_missed_value_is_said_in_certificate_and_report():
    dynamics = lw.compile(arm())
    run = lw.simulate(dynamics, dynamics.reference, duration=0.01)
    assert NOTE in run.certificate.notes
    assert NOTE in lw.report.render(arm(), run)


def test_a_missed_value_is_said_by_show(tmp_path):
    (tmp_path / "machine.py").write_text(f"import linkwright as lw\n\n{inspect.getsource(arm)}")
    assert NOTE in " ".join(call("show", f"{tmp_path / 'machine.py'}:arm").stdout.split())


def test_values_that_are_met_are_not_mentioned():
    """Whole turns and Euler parameters of the other sign are the same configuration."""
    machine = replace(arm(), reference={"a.angle": 0.3, "b.angle": 0.5 + 2 * np.pi})
    assert missed(lw.compile(machine)) == []


@pytest.mark.one_in(3)
@pytest.mark.parametrize("name", table.LIBRARY)
def test_no_ready_machine_misses_a_value(name):
    assert missed(lw.compile(table.machine(name))) == []


def test_a_slider_crank_without_a_reference_is_at_its_dead_centre():
    """Crank and rod in line: the slider has no speed, whatever the crank does."""
    machine = replace(lw.mechanisms.slider_crank(), reference={})
    dynamics = lw.compile(machine)
    assert np.sin(dynamics.reference["phi"]) == pytest.approx(0.0, abs=0.02)
    (note,) = [note for note in dynamics.reference_notes if "dead centre" in note]
    assert "x" in note.partition("dead centre of ")[2].partition(":")[0].split(", ")
    assert note in str(dynamics.describe())
    usual = lw.compile(lw.mechanisms.slider_crank())
    assert not [note for note in usual.reference_notes if "dead centre" in note or "singular" in note]


@pytest.mark.parametrize("formalism", FORMALISMS)
def test_a_joint_that_closes_the_wrong_way_round_only_is_refused_by_name(formalism):
    """Two slides along z, side by side, the second with its frame upside down: z cannot point both ways."""
    machine = lw.Mechanism(
        "upside_down",
        {
            "b": lw.Body(1.0, (0.1, 0.1, 0.1), points={"P": (0.2, 0.0, 0.0)}),
            "ground": lw.Ground(points={"P": Pose((0.2, 0.0, 0.0), np.pi, "x")}),
        },
        {"left": lw.Prismatic("ground", "b", axis="z"), "right": lw.Prismatic("ground.P", "b.P", axis="z")},
    )
    with pytest.raises(AssemblyError, match=r"(left|right).* the wrong way round") as refused:
        compiled(machine, formalism)
    assert {"left", "right"} & set(refused.value.parts)
