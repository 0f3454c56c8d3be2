"""Long straight code: time to compile and to evaluate for each operation, on both sides of 20,000 operations."""

from time import process_time

import numpy as np
from machine import Settings
from results import Figure, Section

import linkwright as lw
from linkwright import codegen

LINKS = (4, 7, 12)
"""Links of chains in space whose absolute equations have 13,000, 24,000 and 42,000 operations."""
ROWS = 400
LIMIT = 1.5
"""How many times longer for each operation the longest may take."""


def run(settings: Settings) -> Section:
    """The same question at three sizes, over the smallest: what is flat has no cliff."""
    section = Section("Long straight code, for each operation over that of 13,000 (CPU time)")
    found = [_times(count, settings.rounds(15)) for count in LINKS]
    for operations, *seconds in found[1:]:
        for what, one, first in zip(("to compile", "in a batch"), seconds, found[0][1:], strict=True):
            note = f"{one * 1e9:.3g} ns an operation"
            section.figures.append(Figure(f"{operations} operations, {what}", one / first, "times", LIMIT, note))
    return section


def _times(count, rounds):
    """Operations, and seconds for each of them: to compile for one row and for many, and in a batch."""
    machine = lw.mechanisms.serial_chain(count, spatial=True)
    dynamics = lw.compile(lw.formalisms.maggi(machine), join=lw.joins.Multipliers())
    forward = dynamics.first_pivoting.forward
    operations = codegen.operations(forward)
    compiling = evaluating = np.inf
    n = dynamics.system.n
    for attempt in range(3):
        name = f"forward_{attempt}_{np.random.default_rng().integers(2**60)}"  # in no cache
        begun = process_time()
        batch = codegen.build({name: forward}).batch(name, shared=(0, 3, 4))
        compiling = min(compiling, process_time() - begun)
    q, v = np.tile(dynamics.reference.q, (ROWS, 1)), np.random.default_rng(0).uniform(-1, 1, (ROWS, n))
    u = np.zeros(len(dynamics.inputs))
    arrays = (np.zeros(1), q, v, u, dynamics.p, np.empty((ROWS, n)), np.empty((ROWS, 2)))
    for _ in range(rounds):
        begun = process_time()
        batch(ROWS, *arrays)
        evaluating = min(evaluating, process_time() - begun)
    return operations, compiling / operations, evaluating / ROWS / operations
