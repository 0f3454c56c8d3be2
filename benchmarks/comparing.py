"""How long `linkwright compare` takes: fresh processes of the command, with eight formalisms and all joins each."""

import os
import subprocess
import sys

from machine import Settings
from processes import environment
from results import Figure, Section

LONGEST = 15.0  # s
MACHINES = ("three_rps", "stewart", "delta")
THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
"""The command says itself how many threads linear algebra takes: what this program says of them is taken out."""


def compare(settings: Settings) -> Section:
    """Processor time of each machine, the least of some runs; after the first one searches are in the cache."""
    section = Section("linkwright compare (processor time)")
    around = {name: value for name, value in environment().items() if name not in THREADS}
    for name in MACHINES:
        seconds = min(_seconds(name, around) for _ in range(settings.rounds(2)))
        section.figures.append(Figure(f"compare {name}", seconds, "s", LONGEST))
    section.remarks.append(
        "Loading included; each formalism is derived, compiled, timed, read, and given one body more."
    )
    return section


def _seconds(name: str, around: dict[str, str]) -> float:
    before = os.times()
    command = [sys.executable, "-m", "linkwright", "compare", name]
    subprocess.run(command, capture_output=True, check=True, env=around)
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system
