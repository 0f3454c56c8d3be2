"""First runs: processor time of fresh processes from a description to a run of 1 s.

Nothing is cached (the first run on a computer), what all machines share is (that of a new machine; `make` fills the
cache with it), or all is (the same machine once more).
"""

import subprocess
import sys
import tempfile

from machine import Settings
from processes import environment
from results import Figure, Section

COLD = {"double_pendulum": 0.15, "three_rrr": 0.4, "stewart": 0.6, "whipple_bicycle": 0.8}  # s
WARM = 0.06  # s
PROGRAM = """
from time import process_time
import linkwright as lw, linkwright.choice, linkwright.mechanisms, linkwright.simulation
begun = process_time()
dynamics = lw.compile(lw.mechanisms.{name}())
inputs = dict.fromkeys(dynamics.inputs, 0.0)
motion = lw.simulate(dynamics, dynamics.assemble(), duration=1.0, inputs=inputs, samples=101)
print(process_time() - begun)
"""


def run(settings: Settings) -> Section:
    """Each machine in each state of the cache; the least of some rounds. Imports are not counted."""
    section = Section("First runs, 1 s and 101 samples (processor time after the import)")
    least: dict[tuple[str, str], float] = {}
    for _ in range(settings.rounds(5)):
        for name in COLD:
            with tempfile.TemporaryDirectory() as empty, tempfile.TemporaryDirectory() as shared:
                _seconds("four_bar", shared)
                for state, folder in (("nothing cached", empty), ("a new machine", shared), ("cached", shared)):
                    seconds = _seconds(name, folder)
                    least[name, state] = min(seconds, least.get((name, state), seconds))
    for (name, state), seconds in least.items():
        limit = WARM if state == "cached" else COLD[name]
        section.figures.append(Figure(f"{name}, {state}", seconds, "s", limit))
    return section


def _seconds(name: str, cache: str) -> float:
    around = environment(XDG_CACHE_HOME=cache)
    program = PROGRAM.format(name=name)
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, env=around)
    return float(done.stdout)
