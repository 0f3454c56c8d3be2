"""What is typed: units in values, ranges, completion by shells, tables that fit, words within a second."""

import json
import os
import pty
import select
import shutil
import subprocess
import sys
import time

import pytest

from cli.calling import call, refused
from linkwright.cli.app import commands, load_command
from linkwright.cli.candidates import candidates
from linkwright.cli.values import number
from linkwright.simulation.inputs import law

# -- units ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected", "value"),
    [
        ("0.2", "m", 0.2),
        ("20cm", "m", 0.2),
        ("35 cm", "m", 0.35),
        ("-1e3mm", "m", -1.0),
        ("180deg", "rad", 3.141592653589793),
        ("60rpm", "rad/s", 6.283185307179586),
        ("5N/mm", "N m/rad or N/m", 5000.0),
        ("500g", "kg", 0.5),
        ("2kNm", "N m", 2000.0),
        ("50%", "1", 0.5),
    ],
)
def test_numbers_with_units(text, expected, value):
    assert number(text, expected) == pytest.approx(value, rel=1e-15)


@pytest.mark.parametrize(
    ("text", "expected", "words"),
    [
        ("20cm", "rad", "'20cm' is in m, expected rad"),
        ("20cm", "", "a number without a unit is expected here"),
        ("20cx", "m", "no unit 'cx'"),
        ("cm", "m", "'cm' is not a number"),
        ("1e999m", "m", "is not finite"),
        ("nan", "m", "is not finite"),
        ("5Hz", "rad/s", "expected rad/s"),
        ("2,1", "m", "'2,1' is not a number"),
        ("5m^", "m", "is not a number with a unit"),
        ("5m/", "m", "is not a number with a unit"),
        ("5m/(s", "m/s", "is not a number with a unit"),
    ],
)
def test_units_that_do_not_fit(text, expected, words):
    with pytest.raises(ValueError, match=r".*") as error:
        number(text, expected)
    assert words in str(error.value)


def test_units_reach_the_machine():
    """An option of the ready machine, a parameter of a part, start, speed and a law of an input."""
    data = json.loads(call("show", "three_rrr", "--set", "l_B=25cm", "--set", "A.x_bar=10mm", "--json").stdout)
    values = {entry["name"]: entry["value"] for entry in data["parameters"]}
    assert (values["l_B"], values["A.x_bar"]) == (0.25, 0.01)
    start = (
        "--position",
        "theta1=90deg",
        "--speed",
        "theta1=60rpm",
        "--speed",
        "theta2=0",
        "--input",
        "tau1=step:10ms,0,5mNm",
        "--input",
        "tau2=0",
    )
    options = ("--duration", "20ms", "--samples", "2", "--json")
    found = json.loads(call("simulate", "double_pendulum", *start, *options).stdout)
    plain = ("--position", "theta1=1.5707963267948966", "--speed", "theta1=6.283185307179586", "--speed", "theta2=0")
    plain += ("--input", "tau1=step:0.01,0,0.005", "--input", "tau2=0")
    options = ("--duration", "0.02", "--samples", "2", "--json")
    assert (
        found["final_state"] == json.loads(call("simulate", "double_pendulum", *plain, *options).stdout)["final_state"]
    )
    assert "'5kg' is in kg, expected s" in refused("simulate", "double_pendulum", "--duration", "5kg")
    assert "--duration -1.0: expected a positive number" in refused("simulate", "double_pendulum", "--duration", "-1s")
    assert "--checkpoint -1: expected 0 s or more" in refused("resume", "none.parquet", "--checkpoint", "-1")
    words = refused("simulate", "double_pendulum", "--position", "theta1=3mm", "--input", "tau1=2V", "--set", "l_1=3kg")
    assert "--set l_1: '3kg' is in kg, expected m" in words
    words = refused(
        "simulate", "double_pendulum", "--position", "theta1=3mm", "--input", "tau1=2V", "--input", "tau2=0"
    )
    assert "position theta1: '3mm' is in m, expected rad" in words
    assert "'2V' is in V, expected N m" in words
    assert "--set n: '3m'" in refused("show", "n_four_bar", "--set", "n=3m")


@pytest.mark.parametrize("value", ["1e308", "-1e308", "1e400", "nan", "inf"])
def test_numbers_without_bounds_are_refused_in_words(value):
    words = refused("simulate", "double_pendulum", "--position", f"theta1={value}")
    assert "theta1" in words
    assert "too large for a position" in words if value.endswith("308") else f"'{value}' is not finite" in words


def test_forces_that_overflow_end_the_run_with_a_word(tmp_path):
    """The numbers are finite, products of two of them are not."""
    inputs = ("--input", "tau1=1e308", "--input", "tau2=0")
    done = call("simulate", "double_pendulum", *inputs, "--out", str(tmp_path / "run"), code=1)
    assert "are too large, 1e+308 (SI units)" in done.stdout + done.stderr
    assert "Traceback" not in done.stdout + done.stderr


def test_loads_have_units():
    """Payload, wrench and preload of `inverse`."""
    loads = ("--payload", "platform=500g,2cm,0", "--wrench", "platform.A=10N,0,200mNm", "--preload", "A.tau=3Nm")
    plain = ("--payload", "platform=0.5,0.02,0", "--wrench", "platform.A=10,0,0.2", "--preload", "A.tau=3")
    found, same = (
        json.loads(call("inverse", "three_rrr", "--no-motors", *given, "--json").stdout) for given in (loads, plain)
    )
    assert found["values"] == same["values"]
    words = refused("inverse", "three_rrr", "--no-motors", "--wrench", "platform.A=10,0,20N", "--preload", "A.tau=3V")
    assert "--wrench platform.A=10,0,20N: '20N' is in N, expected N m" in words
    assert "--preload A.tau: '3V' is in V, expected N m" in words


def test_units_of_frequencies_and_times_of_blocks():
    table = ("bode", "mast_3prs", "--linear", "--reference", "z")
    typed = (("5000mHz", "speed.period=500us"), ("5", "speed.period=5e-4"))
    found, same = (json.loads(call(*table, "--frequency", f, "--control", c, "--json").stdout) for f, c in typed)
    assert found == same
    words = refused(*table, "--frequency", "4mm", "--control", "speed.period=500mm")
    assert "'4mm' is in m, expected Hz" in words
    assert "--control speed.period: '500mm' is in m, expected s" in words


def test_arguments_of_laws_have_their_own_units():
    trapezoid = law("trapezoid:0,20cm,0.5m/s,200cm/s^2", "m")
    plain = law("trapezoid:0,0.2,0.5,2", "m")
    assert float(trapezoid(0.3)) == pytest.approx(float(plain(0.3)), rel=1e-14)
    assert float(law("sine:5mm,2Hz,90deg", "m")(0.0)) == pytest.approx(0.005, rel=1e-14)
    with pytest.raises(ValueError, match="'2rad' is in rad, expected Hz"):
        law("sine:5mm,2rad", "m")


def test_ranges_are_written_with_a_colon():
    arguments = ("three_rrr", "--no-motors", "--limit")
    found = json.loads(call("inverse", *arguments, "A.tau=-40:50", "--json").stdout)
    same = json.loads(call("inverse", *arguments, "A.tau=-40000mNm:50Nm", "--json").stdout)
    assert found["values"] == same["values"]
    assert "LOW:HIGH" in refused("inverse", *arguments, "A.tau=-40,50")
    assert "lower end must be below" in refused("inverse", *arguments, "A.tau=5:1")
    for command in commands():
        printed = call(command, "--help").stdout
        assert "LOW,HIGH" not in printed
        assert "--json" in printed, command


# -- completion ----------------------------------------------------------------------------------------------------


def complete(*words):
    return candidates(words, commands(), load_command)


def test_commands_options_and_machines(tmp_path, monkeypatch):
    assert complete("si") == ["simulate", "singularities"]
    assert complete("simulate", "three_") == ["three_prs", "three_rps", "three_rrr"]
    assert "--position" in complete("simulate", "three_rrr", "--p")
    assert complete("simulate", "three_rrr", "--accuracy", "d") == ["draft"]
    assert complete("simulate", "--join", "u") == ["udwadia-kalaba"]
    assert complete("show", "--no-motors", "four") == ["four_bar"]
    assert complete("show", "four_bar", "x") == []
    assert complete("nothing", "") == []
    assert complete("verify", "ru") == []  # a file is meant
    monkeypatch.chdir(tmp_path)
    text = f"open({str(tmp_path / 'ran')!r}, 'w')\nmachine = 1\n_hidden = 2\n\ndef make():\n    pass\n"
    (tmp_path / "mine.py").write_text(text, encoding="utf-8")
    assert complete("show", "mi") == ["mine.py:"]
    assert complete("show", f"{tmp_path}/mi") == [f"{tmp_path}/mine.py:"]
    assert complete("show", "mine.py:ma") == ["mine.py:make", "mine.py:machine"]
    assert complete("simulate", "mine.py:make", "--set", "") == []
    assert not (tmp_path / "ran").exists()


def test_names_of_a_machine():
    assert complete("simulate", "four_bar", "--set", "l_") == ["l_0=", "l_1=", "l_2=", "l_3="]
    assert complete("simulate", "four_bar", "--position", "ph") == ["phi="]
    assert complete("simulate", "four_bar", "--input", "t") == ["tau="]
    assert complete("simulate", "four_bar", "--input", "tau=s") == ["tau=scurve:", "tau=sine:", "tau=step:"]
    assert "theta" in complete("linearize", "four_bar", "--output", "the")
    assert "coupler.P=" in complete("inverse", "four_bar", "--wrench", "coupler.")


LINES = (
    ("linkwright simulate four_bar --set l_1", "l_1="),
    ("linkwright simulate four_bar --input tau=ta", "tau=table:"),
    ("linkwright diag", "diagnose"),
    ("linkwright verify comp", "completion"),  # a file
)
"""Lines, and what stands for their last word."""


def shell_with_linkwright(name, folder, monkeypatch):
    """The shell, where it is installed; `linkwright` is this one, and the script of completion is in the folder."""
    shell = shutil.which(name)
    if shell is None:
        pytest.skip(f"there is no {name}")
    program = folder / "linkwright"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m linkwright "$@"\n', encoding="utf-8")
    program.chmod(0o755)
    (folder / "completion").write_text(call("completion", name).stdout, encoding="utf-8")
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.chdir(folder)
    return shell


@pytest.mark.long
def test_bash_completes(tmp_path, monkeypatch):
    """The script itself, in bash, with the words split as bash splits them: only what follows = is completed."""
    bash = shell_with_linkwright("bash", tmp_path, monkeypatch)
    ask = 'source completion; COMP_LINE=$1; COMP_POINT=${#COMP_LINE}; _linkwright; printf "%s\\n" "${COMPREPLY[@]}"'
    for line, wanted in LINES[:3]:
        done = subprocess.run([bash, "-c", ask, "bash", line], capture_output=True, text=True, check=True)
        assert done.stdout.split() == [wanted.rpartition("tau=")[2]]


@pytest.mark.long
def test_fish_completes(tmp_path, monkeypatch):
    fish = shell_with_linkwright("fish", tmp_path, monkeypatch)
    for line, wanted in LINES:
        command = [fish, "--no-config", "-c", "source completion; complete -C $argv[1]", "--", line]
        assert subprocess.run(command, capture_output=True, text=True, check=True).stdout.split() == [wanted]


@pytest.mark.long
@pytest.mark.parametrize("installed", [True, False])
def test_zsh_completes(tmp_path, monkeypatch, installed):
    """With the tab key, the script as a file of fpath and as one that is sourced."""
    zsh = shell_with_linkwright("zsh", tmp_path, monkeypatch)
    (tmp_path / "functions").mkdir()
    (tmp_path / "functions" / "_linkwright").write_bytes((tmp_path / "completion").read_bytes())
    begin = "autoload -U compinit; compinit -u -D"
    start = f"fpath=({tmp_path}/functions $fpath); {begin}" if installed else f"{begin}; source completion"
    leader, follower = pty.openpty()
    with subprocess.Popen(
        [zsh, "-f", "-i"], stdin=follower, stdout=follower, stderr=follower, start_new_session=True,
        env={**os.environ, "TERM": "dumb", "COLUMNS": "200"},
    ) as process:  # fmt: skip
        os.close(follower)
        try:
            os.write(leader, f"PS1='> '; unsetopt PROMPT_SP; {start}; print READY\n".encode())
            read_until(leader, "\nREADY")
            for line, wanted in LINES:
                os.write(leader, f"{line}\t".encode())
                read_until(leader, line[: line.rindex(" ") + 1] + wanted)
                os.write(leader, b"\x15")  # the line is given up
        finally:
            process.kill()
            os.close(leader)


def read_until(terminal, text):
    """Read from a terminal until a text is there, without what moves the cursor; for a minute at most."""
    said, end = "", time.monotonic() + 60
    while text not in said:
        assert time.monotonic() < end, (text, said)
        if select.select([terminal], [], [], 0.1)[0]:
            said += os.read(terminal, 4096).decode(errors="replace").replace("\x07", "").replace("\r", "")


def test_scripts_of_shells():
    for shell, words in (("bash", "complete -o default"), ("zsh", "#compdef"), ("fish", "complete -c linkwright")):
        assert words in call("completion", shell).stdout
    assert "there is no shell 'tcsh'" in refused("completion", "tcsh")


# -- what is printed -----------------------------------------------------------------------------------------------


def test_matrices_fit_the_terminal(monkeypatch):
    """A machine with 12 states: columns in blocks, each with the names of the rows."""
    for width in (70, 100):
        monkeypatch.setenv("COLUMNS", str(width))
        printed = call("linearize", "serial_chain", "--set", "n=6").stdout
        table = printed.partition("rate of state")[2].partition("mode ")[0]
        assert max(len(line) for line in table.splitlines()) <= width
        assert table.count("q6''") >= 2


@pytest.mark.long
def test_words_within_a_second_on_a_terminal_and_no_colour():
    """What takes long says so; with NO_COLOR nothing is coloured."""
    leader, follower = pty.openpty()
    environment = {**os.environ, "NO_COLOR": "1", "TERM": "xterm-256color"}
    with subprocess.Popen(
        [sys.executable, "-m", "linkwright", "compare", "double_pendulum", "--quick", "--states", "1"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=follower,
        env=environment,
    ) as process:
        os.close(follower)
        said = b""
        while True:
            try:
                piece = os.read(leader, 4096)
            except OSError:
                break
            if not piece:
                break
            said += piece
        assert process.wait() == 0
    os.close(leader)
    assert b"comparing formalisms" in said
    assert b"\x1b[3" not in said  # colours of text are 30 to 39
