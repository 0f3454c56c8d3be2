"""How long the package and its command take to load, beside the libraries that they stand on."""

import subprocess
import sys
from statistics import median

from machine import Settings
from processes import environment
from results import Figure, Section

LIBRARIES = "import casadi, llvmlite.binding, numpy"
CASES = {
    "import linkwright": "import linkwright",
    "all that is public": "import linkwright\nfor name in linkwright.__all__: getattr(linkwright, name)",
    "linkwright --help": "import sys\nsys.argv = ['linkwright', '--help']\nfrom linkwright.cli import main\nmain()",
}
LIMITS = {"import linkwright": 2.0, "linkwright --help": 3.0}
SHOWN = """
finally:
  used = resource.getrusage(resource.RUSAGE_SELF)
  print(used.ru_utime + used.ru_stime, file=sys.stderr)"""


def _seconds(program: str) -> float:
    """Processor time of a fresh process that runs a program."""
    inside = "\n".join(f"  {line}" for line in program.splitlines())
    whole = f"import resource, sys\ntry:\n{inside}{SHOWN}"
    done = subprocess.run([sys.executable, "-c", whole], capture_output=True, text=True, check=True, env=environment())
    return float(done.stderr.split()[-1])


def load(settings: Settings) -> Section:
    """Processor time of fresh processes, in turns, over that of importing CasADi, llvmlite and NumPy."""
    section = Section("Loading")
    programs = {"libraries": LIBRARIES, **CASES}
    found = {name: [] for name in programs}
    for _ in range(settings.rounds(15)):
        for name, program in programs.items():
            found[name].append(_seconds(program))
    base = median(found["libraries"])
    section.figures.append(Figure("importing casadi, llvmlite and numpy", base, "s", note="processor time"))
    for name in CASES:
        section.figures.append(Figure(f"{name}, over that", median(found[name]) / base, "times", LIMITS.get(name)))
    return section
