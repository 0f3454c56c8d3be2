"""Machines, formalisms and answers that the tests of this folder share."""

from functools import cache

from agreement import table
from metamorphic.questions import Answers

FORMALISMS = ("kane", "newton_euler", "denoc", "modular", "lagrange", "maggi", "boltzmann_hamel", "energy_equivalence")


def formalism_of(name, shift=0):
    """One for each machine, in turn."""
    return FORMALISMS[(list(table.LIBRARY).index(name) + shift) % len(FORMALISMS)]


@cache
def answers(name):
    """Of a machine as it is, in absolute coordinates."""
    return Answers.of(table.derived(name, table.BASE), table.machine(name))
