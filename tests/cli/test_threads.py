"""Threads of linear algebra: one for the command, whatever a program says for programs."""

import os
import subprocess
import sys

import pytest

NAMES = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
SHOW = f"import os, sys\nsys.stderr.write(repr([os.environ.get(name) for name in {NAMES}]))\n"


def around(**more):
    return {name: value for name, value in os.environ.items() if name not in NAMES} | more


@pytest.mark.parametrize(
    ("given", "shown"),
    [({}, ["1", "1", "1"]), ({"OPENBLAS_NUM_THREADS": "2"}, ["1", "2", "1"])],
    ids=["not said", "said"],
)
def test_the_command_takes_one_thread_unless_told_otherwise(given, shown, tmp_path):
    """A machine of one's own is a program that the command runs: it sees what the libraries saw."""
    program = tmp_path / "own.py"
    program.write_text(SHOW + "import linkwright as lw\nmachine = lw.mechanisms.double_pendulum()\n", encoding="utf-8")
    command = [sys.executable, "-m", "linkwright", "show", f"{program}:machine"]
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=around(**given))
    assert repr(shown) in done.stderr


def test_a_program_keeps_its_own():
    program = "import linkwright\n" + SHOW
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, env=around())
    assert done.stderr == repr([None, None, None])
