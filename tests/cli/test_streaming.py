"""Runs that go to disk, from the command line: checkpoints as asked for, and Ctrl-C."""

import os
import signal
import subprocess
import sys
import time

import pytest

from cli.calling import refused
from linkwright.simulation.storage import checkpoint as checkpoints
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
