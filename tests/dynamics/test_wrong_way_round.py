"""A joint that would be mounted the wrong way round is refused by name after compiling too, at any size.

A crank moves a block on a line: a frame of the block along another of the ground. The row of this joint, the sine of
the angle between, is zero for the block upside down as well. The load on the block are links in a chain.
"""

from types import SimpleNamespace

import numpy as np
import pytest

import linkwright as lw
from linkwright.dynamics import AssemblyError
from linkwright.symbolic import Parameter, Pose

FORMALISMS = (*lw.formalisms.__all__, "lw.compile")
MANY = 50
"""Links with which the machine is compiled as loops over types."""
LOOPS_OVER_TYPES = ("modular", "newton_euler", "maggi", "energy_equivalence", "denoc", "lw.compile")
CASES = [(name, 0) for name in FORMALISMS] + [(name, MANY) for name in LOOPS_OVER_TYPES]
WORDS = r"cannot be assembled: .*\bline\b.* the wrong way round"


def compiled(formalism, links, height):
    """The block carries its pin 0.5 m below the line, and above it upside down; the crank reaches 1 m high."""
    tilt = Parameter("tilt", 0.0, "rad", "angle of the line")
    chain = {f"link{k}": lw.Body(0.1, 0.01, (0.1, 0.0), points={"end": (0.2, 0.0)}) for k in range(links)}
    hinges = {f"hinge{k}": lw.Revolute(f"link{k - 1}.end" if k else "block", f"link{k}") for k in range(links)}
    machine = lw.Mechanism(
        "block",
        {
            "crank": lw.Body(1.0, 0.1, (0.5, 0.0), points={"end": (1.0, 0.0)}),
            "block": lw.Body(1.0, 0.1, points={"pin": (0.0, -0.5)}),
            "ground": lw.Ground(points={"line": Pose((0.0, height), tilt)}),
            **chain,
        },
        {
            "motor": lw.Revolute("ground", "crank"),
            "pin": lw.Revolute("crank.end", "block.pin"),
            "line": lw.Prismatic("ground.line", "block"),
            **hinges,
        },
        parameters=[tilt],
        reference={"motor.angle": float(np.arcsin(height - 0.5)), "block.theta": 0.0},
        gravity=(0.0, -9.81),
    )
    dynamics = lw.compile(machine if formalism == "lw.compile" else getattr(lw.formalisms, formalism)(machine))
    return SimpleNamespace(dynamics=dynamics, rolled=type(dynamics.plant).__name__ == "RolledPlant")


@pytest.mark.parametrize(("formalism", "links"), CASES)
def test_values_that_turn_a_joint_over_are_refused_by_name(formalism, links):
    """At height 0.4 m the crank reaches the pin of the block upside down, 0.9 m high."""
    case = compiled(formalism, links, 0.4)
    assert case.rolled == bool(links)
    with pytest.raises(AssemblyError, match=WORDS if not links else "line") as refused:
        case.dynamics.assemble({"block.theta": np.pi, "motor.angle": np.arcsin(0.9)})
    assert "line" in refused.value.parts


@pytest.mark.parametrize("formalism", FORMALISMS)
def test_the_crank_on_the_other_side_is_found_with_the_block_upright(formalism):
    """No motion leads there; loops over types refuse it in words."""
    case = compiled(formalism, 0, 0.4)
    state = case.dynamics.assemble({"motor.angle": np.arcsin(0.1) - np.pi})
    assert np.sin(state["block.theta"] / 2) == pytest.approx(0.0, abs=1e-9)
    assert state["block.x"] == pytest.approx(-np.sqrt(0.99), abs=1e-9)


@pytest.mark.parametrize(("formalism", "links"), CASES)
def test_parameters_that_turn_a_joint_over_are_refused_by_name(formalism, links):
    """With its line turned around the pin is 1.7 m high, which is out of reach, or 0.7 m the wrong way round."""
    case = compiled(formalism, links, 1.2)
    assert case.rolled == bool(links)
    assert case.dynamics.with_parameters(tilt=0.1).reference["block.theta"] == pytest.approx(0.1, abs=1e-9)
    with pytest.raises(AssemblyError, match=WORDS) as refused:
        case.dynamics.with_parameters(tilt=np.pi)
    assert refused.value.parts == ("line",)
