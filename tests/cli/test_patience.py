"""Commands that take long say so on a terminal, again and again, and erase that line before they say anything else."""

import os
import subprocess
import sys

import pytest

from linkwright.cli import output, patience
from linkwright.cli.app import COMMANDS, load_command

pty = pytest.importorskip("pty", reason="a pseudo-terminal is a thing of Unix")


@pytest.fixture
def ends():
    """The two ends of a pseudo-terminal."""
    mine, theirs = pty.openpty()
    with os.fdopen(theirs, "w", encoding="utf-8") as stream:
        yield mine, stream
        patience.end()
    os.close(mine)


def read_until(terminal, wanted, count=1):
    """Wait for a text to come `count` times; what came before it, too."""
    text = ""
    while text.count(wanted) < count:
        text += os.read(terminal, 4096).decode()
    return text


def test_the_line_comes_again_until_something_else_is_said(ends, monkeypatch):
    terminal, stream = ends
    monkeypatch.setattr(sys, "stderr", stream)
    monkeypatch.setenv("TERM", "xterm")  # one that can move bars
    patience.begin("bode", soon=0.01)
    assert "bode: computing, 0 s" in read_until(terminal, "computing", 3)
    output.remark("one frequency is left out")
    text = read_until(terminal, "left out")
    assert text[: text.index("one frequency")].endswith(patience.ERASE)  # no remark stands behind the line
    read_until(terminal, "computing", 2)  # and it comes again
    with output.progress("frequencies"):
        read_until(terminal, "frequencies")  # a bar, in its place
    read_until(terminal, "computing", 2)
    patience.end()
    os.write(sys.stderr.fileno(), b"over")
    assert read_until(terminal, "over").removesuffix("over").endswith(patience.ERASE)


def test_the_line_begins_to_wait_before_what_commands_need_is_loaded():
    """Of the package only descriptions are there; what a command needs comes with its file, behind `begin`."""
    later = ["scipy", "rich", "llvmlite", "sympy", *(f"linkwright.{folder}" for folder in ("dynamics", "simulation"))]
    program = f"import sys, linkwright.cli.app; print([name for name in {later} if name in sys.modules])"
    found = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)
    assert found.stdout.strip() == "[]"


def test_the_line_comes_within_a_second():
    """Half a second is left for Python itself, and for what is loaded before."""
    assert patience.SOON <= 0.5


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_every_command_waits_with_the_line(name, ends, monkeypatch):
    monkeypatch.setattr(sys, "stderr", ends[1])
    load_command(name)
    assert [each.what for each in patience._current] == [name]


def test_nothing_is_written_where_there_is_no_terminal(capsys):
    patience.begin("bode")
    patience.end()
    assert capsys.readouterr() == ("", "")
    assert not patience._current
