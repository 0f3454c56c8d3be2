"""Runs that go to disk, from the command line: checkpoints as asked for, and Ctrl-C."""

import os
import signal
import subprocess
import sys
import time

import numpy as np
import pytest

import linkwright as lw
from cli.calling import call, refused
from linkwright.cli import control as own_control
from linkwright.cli.machine import AUTO, Method, choose
from linkwright.simulation.storage import checkpoint as checkpoints
from linkwright.simulation.storage import read_unfinished
from linkwright.simulation.workspace import Progress
from linkwright.trajectory import Trajectory

LINKWRIGHT = [sys.executable, "-m", "linkwright"]
RUN = ["simulate", "double_pendulum", "--duration", "100000", "--samples", "2001"]


def test_checkpoints_without_a_stream_are_refused():
    assert "--checkpoint 3: only a run that goes to disk has checkpoints; add --stream FILE" in refused(
        "simulate", "four_bar", "--checkpoint", "3"
    )


@pytest.mark.skipif(os.name == "nt", reason="signals are a matter of Unix")
def test_checkpoints_are_written_as_asked_and_by_control_c(tmp_path):
    """The first one is at the start; the next, after the first slice, is waited for."""
    path = tmp_path / "run.parquet"
    file = tmp_path / "run.parquet.part" / "checkpoint"
    process = subprocess.Popen(
        [*LINKWRIGHT, *RUN, "--stream", str(path), "--checkpoint", "0"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    reached = 0.0
    while process.poll() is None and not reached:
        time.sleep(0.002)
        try:
            reached = float(checkpoints.read(file)[1]["progress"][Progress.fields["t"].place])
        except FileNotFoundError:
            continue
    process.send_signal(signal.SIGINT)
    out, err = process.communicate()
    assert 0.0 < reached < 1e5
    assert process.returncode == 1, err
    assert "interrupted from the keyboard" in out
    part = Trajectory.load(path)
    assert part.time[-1] == float(checkpoints.read(file)[1]["progress"][Progress.fields["t"].place]) >= reached
    assert f"linkwright resume {path}" in part.outcome.remedy


class KilledError(Exception):
    """Ends a run as a kill would: its folder is left as it is."""


def test_what_is_written_down_of_a_run_that_was_killed_is_shown(tmp_path):
    """Its samples are those that the whole run has; its machine, of one's own, has its picture before and after."""
    swing = lw.Mechanism(
        "swing",
        parts={"rod": lw.Body.cylinder(0.01, 0.5, density=7800.0, at=(0.0, 0.0, -0.25))},
        connections={"pin": lw.Revolute("ground", "rod", axis="y")},
        gravity=(0.0, 0.0, -9.81),
    )
    dynamics, path = lw.compile(lw.formalisms.modular(swing)), tmp_path / "long.csv"

    def stop(share):
        if share > 0.6:
            raise KilledError

    def run(**options):
        return lw.simulate(dynamics, dynamics.assemble({"pin.angle": 1.0}), duration=20.0, samples=401, **options)

    with pytest.raises(KilledError):
        run(stream=path, checkpoint=0.0, progress=stop)
    with (tmp_path / "long.csv.part" / "states.bin").open("ab") as rows:
        rows.write(bytes(100))  # a power cut
    part, whole = read_unfinished(path), run()
    assert 200 < len(part.time) < 401
    assert np.array_equal(part.time, whole.time[: len(part.time)])
    for name in ("pin.angle", "rod.x", "energy.error"):
        assert np.array_equal(part[name], whole[name][: len(part.time)])
    shown = call("report", str(path), "--out", str(tmp_path / "part.html"))
    assert f"this run is not complete: {len(part.time)} samples up to t = {part.time[-1]:.6g} s of 20 s" in shown.stderr
    assert "marked by cubes" not in shown.stderr
    call("picture", str(path), "--out", str(tmp_path / "part.svg"))
    lw.simulation.resume(path)
    assert Trajectory.load(path).picture == part.picture != ""


PROGRAM = """
import linkwright as lw
from linkwright import control
LIMIT = 3.0

def step(x, t, u, p, T):
    return [min(p[0] * (u[0] - u[1]), LIMIT)], []

def machine(J=2e-5):
    motor = lw.DCMotor(J=J, L=0.082e-3, R=0.299, Kt=0.0302, Ke=0.0302, b=1e-6)
    block = control.Python(step, inputs=("reference", "found"), outputs=("command",), parameters={"k": 0.05})
    wires = {"speed.found": "motor.omega", "motor.v": "speed.command"}
    return lw.Mechanism("drive", {"motor": motor}, {}), control.Diagram({"speed": block.every(1e-3)}, wires)
"""


def left_in_the_middle(name, settings, numbers, path, inputs, duration):
    """A run as `linkwright simulate NAME --stream` begins it, left as a kill leaves it."""
    machine = choose(name, settings, no_motors=False, method=Method(AUTO), faults=[])
    machine = own_control.remember_typed(machine, settings, Method(AUTO), AUTO, numbers, no_motors=False)
    dynamics = machine.dynamics()
    loop = own_control.close_loop(machine, dynamics, numbers)

    def stop(share):
        if share > 0.4:
            raise KilledError

    with pytest.raises(KilledError):
        lw.simulate(
            loop, dynamics.assemble(), duration=duration, samples=101, inputs=inputs, stream=path, checkpoint=0.0,
            progress=stop,
        )  # fmt: skip


def test_a_run_of_ones_own_program_with_controllers_goes_on(tmp_path):
    """With its options and gains, as if nothing had happened; with another limit in the program it is refused."""
    program, path = tmp_path / "own.py", tmp_path / "run.csv"
    program.write_text(PROGRAM)
    typed = [f"{program}:machine", "--set", "J=3e-5", "--control", "speed.k=0.04", "--input", "speed.reference=50"]
    whole = tmp_path / "whole.csv"
    call("simulate", *typed, "--duration", "0.5", "--samples", "101", "--stream", str(whole))
    inputs = {"speed.reference": lw.laws.Constant(50.0)}
    left_in_the_middle(f"{program}:machine", ["J=3e-5"], {"speed.k": 0.04}, path, inputs, 0.5)
    program.write_text(PROGRAM.replace("LIMIT", "MOST").replace("3.0", "2.0"))
    assert "MOST is 2.0, in the run it was 3.0" in refused("resume", str(path))
    program.write_text(PROGRAM.replace("LIMIT", "MOST"))
    call("resume", str(path))
    one, other = Trajectory.load(path), Trajectory.load(whole)
    assert all(np.array_equal(one[name], other[name]) for name in other.names)


def test_a_run_of_a_ready_machine_under_its_controllers_goes_on(tmp_path):
    path, whole = tmp_path / "run.csv", tmp_path / "whole.csv"
    references = {"pose.z": 0.0, "pose.psi": 0.01, "pose.theta": 0.0}
    left_in_the_middle("mast_3prs", [], {"speed.kp": 0.05}, path, references, 0.3)
    typed = [part for name, value in references.items() for part in ("--input", f"{name}={value}")]
    call("resume", str(path))
    call(
        "simulate", "mast_3prs", "--control", "speed.kp=0.05", *typed, "--duration", "0.3", "--samples", "101",
        "--stream", str(whole),
    )  # fmt: skip
    one, other = Trajectory.load(path), Trajectory.load(whole)
    assert all(np.array_equal(one[name], other[name]) for name in other.names)
