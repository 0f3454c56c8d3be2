"""The command line in processes of its own: what a shell sees."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import linkwright
from linkwright.trajectory import Trajectory


def run(*arguments, cwd=None, path=None):
    environment = {**os.environ, "PYTHONWARNINGS": "error::ResourceWarning"}
    if path is not None:
        environment["PYTHONPATH"] = str(path)
    return subprocess.run(
        [sys.executable, "-m", "linkwright", *arguments],
        cwd=cwd,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )


def test_simulate_writes_report_and_data_and_prints_json_alone(tmp_path):
    done = run(
        "simulate", "three_rrr", "--duration", "0.2", "--samples", "51", "--out", "first", "--json", cwd=tmp_path
    )
    assert done.returncode == 0, done.stderr
    printed = json.loads(done.stdout)
    assert printed["outcome"]["kind"] == "finished"
    assert printed["backend"] in {"llvm", "vm"}
    assert printed["certificate"]["rtol"] == 1e-8
    assert "A.v=0.4" in printed["demonstration"]
    assert len(printed["files"]) == 2
    for file in printed["files"]:
        assert (tmp_path / file).stat().st_size > 0
    motion = Trajectory.load(tmp_path / printed["files"][1])
    assert motion.time[-1] == 0.2
    assert motion["platform.x"][-1] == printed["final_state"]["positions"]["platform.x"]
    assert motion["platform.x'"][-1] == printed["final_state"]["speeds"]["platform.x"]
    assert motion["A.i"][-1] == printed["final_state"]["speeds"]["A.i"]
    assert set(motion["A.v"]) == {0.4}


def test_wrong_input_is_one_message_without_a_traceback():
    done = run("simulate", "snakebord")
    assert done.returncode == 2
    assert done.stdout == ""
    assert (
        done.stderr == "linkwright: there is no ready mechanism 'snakebord'; did you mean snakeboard?; "
        "a machine of your own is FILE.py:NAME\n"
    )


def test_missing_sympy_is_said_in_words(tmp_path):
    (tmp_path / "sympy.py").write_text('raise ModuleNotFoundError("No module named sympy (hidden by a test)")\n')
    done = run("equations", "three_rrr", path=tmp_path)
    assert done.returncode == 2
    assert 'pip install "linkwright[equations]"' in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout == ""


def test_data_goes_to_csv_where_pyarrow_is_missing(tmp_path):
    hidden = tmp_path / "hidden"
    (hidden / "pyarrow").mkdir(parents=True)
    (hidden / "sitecustomize.py").write_text(
        "import importlib.util as u\nfound = u.find_spec\n"
        "u.find_spec = lambda name, package=None: None if name == 'pyarrow' else found(name, package)\n"
    )
    done = run("simulate", "four_bar", "--duration", "0.05", "--out", str(tmp_path / "out"), "--json", path=hidden)
    assert done.returncode == 0, done.stderr
    assert {file.rpartition(".")[2] for file in json.loads(done.stdout)["files"]} == {"html", "csv"}


@pytest.mark.skipif(os.name == "nt", reason="signals of this kind are not sent on Windows")
def test_interrupt_keeps_what_was_computed(tmp_path):
    """Thirty years of a pendulum, interrupted once the run says that it has begun."""
    command = [sys.executable, "-m", "linkwright", "simulate", "double_pendulum", "--duration", "1e9", "--json",
               "--out", str(tmp_path)]  # fmt: skip
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr.readline() == "simulating 1e+09 s ...\n"
        process.send_signal(signal.SIGINT)
        printed, told = process.communicate()
    assert process.returncode == 1, told
    assert told == ""
    data = json.loads(printed)
    assert data["outcome"]["kind"] == "stopped"
    assert "interrupted" in data["outcome"]["reason"]
    assert 0 < data["outcome"]["time"] < 1e9
    kept = Trajectory.load(data["files"][1])
    assert kept.time[-1] == data["outcome"]["time"]
    assert (tmp_path / "report.html").exists()


@pytest.mark.skipif(os.name == "nt", reason="limits of file size are a matter of Unix")
def test_without_room_for_the_report_the_data_are_kept_and_all_of_it_is_said(tmp_path):
    """A run may have taken hours: its data come first, and how it went is said in any case."""
    resource = pytest.importorskip("resource")
    command = ["simulate", "double_pendulum", "--duration", "0.1", "--samples", "5", "--out", str(tmp_path), "--json"]
    done = subprocess.run(
        [sys.executable, "-m", "linkwright", *command], capture_output=True, text=True, check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, 200_000)),
    )  # fmt: skip
    assert done.returncode == 1  # the command was right
    assert "report.html: the report could not be written (the disk is full; free some space" in done.stderr
    told = json.loads(done.stdout)
    assert told["outcome"]["kind"] == "finished"
    assert "report.html: the report could not be written" in told["error"]
    assert [Path(file).stem for file in told["files"]] == ["run"]
    assert len(Trajectory.load(told["files"][0]).time) == 5
    assert [file.name for file in tmp_path.iterdir()] == [Path(told["files"][0]).name]


@pytest.mark.skipif(os.name == "nt", reason="signals of this kind are not sent on Windows")
def test_an_interrupt_while_the_command_is_loaded_is_said_in_words(tmp_path):
    """What it imports sends the signal itself, so that it comes just then."""
    (tmp_path / "casadi.py").write_text("import os, signal\nos.kill(os.getpid(), signal.SIGINT)\n")
    source = str(Path(linkwright.__file__).parents[1])
    done = run("list", path=os.pathsep.join([str(tmp_path), source]))
    assert done.returncode not in (0, 1, 2)
    assert "Traceback" not in done.stderr
    assert "interrupted from the keyboard" in done.stderr


def test_more_samples_than_memory_are_refused_in_words():
    for command in (
        ["simulate", "four_bar", "--samples", "100000000000"],
        ["inverse", "four_bar", "--samples", "100000000000"],
    ):
        done = run(*command)
        assert done.returncode == 2
        assert "Traceback" not in done.stderr
        assert "samples = 100000000000 would take" in done.stderr
