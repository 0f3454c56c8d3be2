"""Random machines and every question about them, against free-body diagrams, from seeds.

A failure names its seed: `ask(draw_asked(seed), lw.formalisms.__all__)` in a shell shows all of it, and what it reduces
to belongs into `test_reduced_seeds.py`.
"""

import pytest

from agreement.question_comparison import ask
from agreement.question_drawing import draw_asked

FORMALISMS = ("kane", "lagrange", "boltzmann_hamel", "denoc", "maggi", "energy_equivalence", "modular")
QUICK = [seed for seed in range(50) if seed % 5 != 2]
BLOCK = 10
"""Machines in one test of the long ones, so that a run that was interrupted goes on with those that are left."""


def check(seed, others=1):
    chosen = [FORMALISMS[(seed + 3 * k) % len(FORMALISMS)] for k in range(others)]
    findings = ask(draw_asked(seed), ("newton_euler", *chosen))
    assert not findings.faults, f"seed {seed}: {len(findings.faults)} differences:\n" + "\n".join(findings.faults[:12])
    assert findings.compared > 20, f"seed {seed}: only {findings.compared} numbers were compared"


@pytest.mark.parametrize("seed", QUICK)
def test_every_question_about_a_random_machine(seed) -> None:
    check(seed)


@pytest.mark.long
@pytest.mark.parametrize("first", range(5000, 6000, BLOCK))
def test_every_question_about_more_random_machines(first) -> None:
    for seed in range(first, first + BLOCK):
        check(seed, others=2)
