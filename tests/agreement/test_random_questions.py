"""Random machines and every question about them, against free-body diagrams, from seeds.

A failure names its seed: `ask(draw_asked(seed), lw.formalisms.__all__)` in a shell shows all of it, and what it reduces
to belongs into `test_reduced_seeds.py`.
"""

from functools import cache

import pytest

from agreement.flat_description import Description
from agreement.question_comparison import DEFAULT, ask
from agreement.question_drawing import draw_asked

FORMALISMS = ("kane", "lagrange", "boltzmann_hamel", "denoc", "maggi", "energy_equivalence", "modular")
QUICK = (1, 2, 4, 6, 9, 11, 12, 14, 15, 16, 18, 23, 28, 35, 37)
"""Machines that have between them every kind of part, loop and nesting of the first forty."""
BLOCK = 10
"""Machines in one test of the long ones, so that a run that was interrupted goes on with those that are left."""


drawn = cache(draw_asked)


def check(seed, others=1):
    chosen = [FORMALISMS[(seed + 3 * k) % len(FORMALISMS)] for k in range(others)]
    findings = ask(drawn(seed), ("newton_euler", DEFAULT, *chosen))
    assert not findings.faults, f"seed {seed}: {len(findings.faults)} differences:\n" + "\n".join(findings.faults[:12])
    assert findings.compared > 10, f"seed {seed}: only {findings.compared} numbers were compared"


@pytest.mark.one_in(7)
@pytest.mark.parametrize(
    "seed", [pytest.param(seed, marks=() if seed in QUICK else pytest.mark.long) for seed in range(40)]
)
def test_every_question_about_a_random_machine(seed) -> None:
    check(seed)


@pytest.mark.long
def test_the_random_machines_have_between_them_what_is_to_be_asked() -> None:
    found = set()
    for seed in QUICK:
        asked = drawn(seed)
        description = Description().add(asked.mechanism)
        closing = [type(description.connections[name][0]).__mro__ for name in asked.loops]
        found |= {f"closed by {each.__name__}" for classes in closing for each in classes}
        found |= {f"modules {max(name.count('.') for name in description.bodies)} deep"}
        found |= {"gravities in one machine"} if len(set(description.weights.values())) > 1 else set()
        found |= {"several loops"} if len(asked.loops) > 1 else set()
        found |= {"massless"} if any(asked.numbers[f"{name}.mass"] == 0 for name in description.bodies) else set()
        found |= {"rolling beside a planar joint"} if {"_Rolling", "PlanarJoint"} <= set(asked.contents) else set()
        found |= set(asked.contents)
    wanted = {
        "closed by Screw", "closed by Universal", "closed by Revolute", "modules 3 deep", "gravities in one machine",
        "several loops", "massless", "rolling beside a planar joint", "EndStop", "Prescribed", "OwnRevolute",
    }  # fmt: skip
    assert wanted <= found, wanted - found


@pytest.mark.long
@pytest.mark.parametrize("first", range(5000, 6000, BLOCK))
def test_every_question_about_more_random_machines(first) -> None:
    for seed in range(first, first + BLOCK):
        check(seed, others=2)
