"""Streamed runs that are disturbed: by another process, by a full disk from the start, by Ctrl-C; nothing gets lost."""

import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest

import linkwright as lw
from linkwright.simulation.storage import checkpoint as checkpoints
from linkwright.simulation.storage import stream as streaming
from linkwright.simulation.workspace import Progress

SELDOM = 1e9
"""Seconds between checkpoints: there is none but the first, and those that a disturbance asks for."""
CHILD = """
import sys
import linkwright as lw
dynamics = lw.compile(lw.formalisms.modular(lw.mechanisms.four_bar()))
start = dynamics.assemble(speeds={"phi": 12.0})
lw.simulate(dynamics, start, duration=1e5, samples=10**7, inputs={"tau": 0.0}, stream=sys.argv[1], checkpoint=0.0)
"""


@pytest.fixture(scope="module")
def four_bar() -> lw.Dynamics:
    return lw.compile(lw.formalisms.modular(lw.mechanisms.four_bar()))


def run(
    dynamics: lw.Dynamics, path: Path, *, every: float = SELDOM, progress: Callable[[float], None] | None = None
) -> lw.Trajectory:
    start = dynamics.assemble(speeds={"phi": 12.0})
    return lw.simulate(
        dynamics, start, duration=100.0, inputs={"tau": 0.0}, samples=20_001, stream=path, checkpoint=every,
        progress=progress,
    )  # fmt: skip


@pytest.fixture(scope="module")
def whole(four_bar: lw.Dynamics, tmp_path_factory: pytest.TempPathFactory) -> lw.Trajectory:
    """The run that nothing disturbed."""
    path = tmp_path_factory.mktemp("whole") / "run.parquet"
    run(four_bar, path)
    return lw.Trajectory.load(path)


def kept_at(path: Path) -> float:
    """Time of the checkpoint of a run."""
    progress = Progress()
    progress.restore(checkpoints.read(streaming.part_folder(path) / streaming.CHECKPOINT)[1]["progress"])
    return progress.t


# -- two at one run --------------------------------------------------------------------------------------------------


def test_a_run_that_another_process_writes_is_left_alone(four_bar: lw.Dynamics, tmp_path: Path) -> None:
    path = tmp_path / "run.parquet"
    other = subprocess.Popen([sys.executable, "-c", CHILD, str(path)])
    try:
        while other.poll() is None and not (streaming.part_folder(path) / streaming.CHECKPOINT).exists():
            time.sleep(0.01)
        words = rf"is being written by process {other.pid}; wait until it ends, or stop it first: .*run\.parquet\.part"
        with pytest.raises(BlockingIOError, match=words):
            lw.simulation.resume(path, four_bar)
        with pytest.raises(BlockingIOError, match=words):
            run(four_bar, path)
        assert other.poll() is None
    finally:
        other.kill()
        other.wait()
    before = kept_at(path)
    stopped = lw.simulation.resume(path, four_bar, progress=pressed_at(0.0))  # the lock has died with its process
    assert stopped.outcome.kind == "stopped"
    assert stopped.time[-1] > before


def test_a_run_of_this_process_is_left_alone_too(four_bar: lw.Dynamics, whole: lw.Trajectory, tmp_path: Path) -> None:
    path = tmp_path / "run.parquet"
    refused: list[str] = []

    def meddle(share: float) -> None:
        if not refused:
            with pytest.raises(BlockingIOError, match="is being written by this process") as found:
                lw.simulation.resume(path, four_bar)
            refused.append(str(found.value))

    run(four_bar, path, progress=meddle)
    assert refused
    assert lw.Trajectory.load(path) == whole
    assert [file.name for file in tmp_path.iterdir()] == ["run.parquet"]


# -- a full disk -----------------------------------------------------------------------------------------------------


@contextmanager
def room(size: int) -> Iterator[None]:
    """Files may have so many bytes for a while."""
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    before = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, limits[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        signal.signal(signal.SIGXFSZ, before)


@pytest.mark.parametrize("every", [0.0, SELDOM])
def test_a_disk_that_fills_with_the_first_samples_leaves_a_run_to_resume(
    four_bar: lw.Dynamics, whole: lw.Trajectory, tmp_path: Path, every: float
) -> None:
    path = tmp_path / "run.parquet"
    with room(150_000):  # a checkpoint fits, the samples do not
        stopped = run(four_bar, path, every=every)
    assert stopped.outcome.kind == "failed"
    assert "the disk is full" in stopped.outcome.reason
    assert f"with a checkpoint at t = {kept_at(path):.9g} s, from which the run can go on" in stopped.outcome.reason
    assert "free some space, then resume" in stopped.outcome.remedy
    assert lw.simulation.resume(path, four_bar).outcome.finished
    assert lw.Trajectory.load(path) == whole


def test_a_disk_that_is_full_from_the_start_leaves_nothing_behind(
    four_bar: lw.Dynamics, whole: lw.Trajectory, tmp_path: Path
) -> None:
    path = tmp_path / "run.parquet"
    with room(1000):
        stopped = run(four_bar, path)
    assert "the disk is full; nothing was computed yet, and nothing is left there" in stopped.outcome.reason
    assert stopped.outcome.remedy == "free some space, then start the run again"
    assert not list(tmp_path.iterdir())
    run(four_bar, path)
    assert lw.Trajectory.load(path) == whole


def test_a_run_killed_before_its_first_checkpoint_is_started_again(
    four_bar: lw.Dynamics, whole: lw.Trajectory, tmp_path: Path
) -> None:
    path = tmp_path / "run.parquet"
    folder = streaming.part_folder(path)
    folder.mkdir()
    for name in (streaming.STATES, streaming.EVENTS, "checkpoint.part"):
        (folder / name).write_bytes(b"half a row")
    with pytest.raises(FileNotFoundError, match="before its first checkpoint, at its start; start it again"):
        lw.simulation.resume(path, four_bar)
    run(four_bar, path)
    assert lw.Trajectory.load(path) == whole
    folder.mkdir()
    (folder / "mine.txt").touch()  # a folder of somebody else is not used, and not removed
    with pytest.raises(FileExistsError):
        run(four_bar, path)
    assert (folder / "mine.txt").exists()


# -- Ctrl-C ----------------------------------------------------------------------------------------------------------


def pressed_at(share: float) -> Callable[[float], None]:
    """Presses Ctrl-C once, when so much is done."""
    pressed: list[float] = []

    def press(done: float) -> None:
        if done >= share and not pressed:
            pressed.append(done)
            signal.raise_signal(signal.SIGINT)

    return press


def broken_at(share: float) -> Callable[[float], None]:
    """Interrupts at once, as a second Ctrl-C does."""

    def press(done: float) -> None:
        if done >= share:
            raise KeyboardInterrupt

    return press


def test_control_c_writes_a_checkpoint_of_its_own(four_bar: lw.Dynamics, whole: lw.Trajectory, tmp_path: Path) -> None:
    path, ends = tmp_path / "run.parquet", [0.0]
    for number in range(2):
        if number:
            stopped = lw.simulation.resume(path, four_bar, checkpoint=SELDOM, progress=pressed_at(0.0))
        else:
            stopped = run(four_bar, path, progress=pressed_at(0.1))
        part = lw.Trajectory.load(path)
        assert stopped.outcome.kind == part.outcome.kind == "stopped"
        assert ends[-1] < part.time[-1] == kept_at(path) < 100.0  # nothing that was computed is computed again
        count = len(part.time) - 1
        assert np.array_equal(part["coupler.x"][:count], whole["coupler.x"][:count])
        ends.append(float(part.time[-1]))
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    assert lw.simulation.resume(path, four_bar).outcome.finished
    assert lw.Trajectory.load(path) == whole


def test_a_resumed_run_that_is_interrupted_sooner_does_not_shorten_the_file(
    four_bar: lw.Dynamics, whole: lw.Trajectory, tmp_path: Path
) -> None:
    path = tmp_path / "run.parquet"
    run(four_bar, path, progress=broken_at(0.5))
    longer = lw.Trajectory.load(path)
    assert kept_at(path) == 0.0
    assert longer.time[-1] > 50.0
    sooner = lw.simulation.resume(path, four_bar, checkpoint=SELDOM, progress=broken_at(0.0))
    assert sooner.time[-1] < 50.0
    assert f"has it up to t = {longer.time[-1]:.9g} s already" in sooner.outcome.remedy
    assert lw.Trajectory.load(path) == longer
    later = lw.simulation.resume(path, four_bar, checkpoint=SELDOM, progress=broken_at(0.8))
    assert lw.Trajectory.load(path).time[-1] == later.time[-1] > longer.time[-1]
    assert lw.simulation.resume(path, four_bar).outcome.finished
    assert lw.Trajectory.load(path) == whole


def test_an_earlier_run_stays_until_a_new_one_of_its_name_is_complete(
    four_bar: lw.Dynamics, whole: lw.Trajectory, tmp_path: Path
) -> None:
    path = tmp_path / "run.parquet"
    other = lw.compile(lw.formalisms.modular(lw.mechanisms.double_pendulum()))
    still = dict.fromkeys(other.inputs, 0.0)
    lw.simulate(other, other.assemble(), duration=200.0, samples=11, inputs=still, accuracy="draft").save(path)
    earlier = lw.Trajectory.load(path)
    broken = run(four_bar, path, progress=broken_at(0.3))
    assert f"{path} has an earlier run until this one is complete; resume it" in broken.outcome.remedy
    lw.simulation.resume(path, four_bar, progress=broken_at(0.6))
    assert lw.Trajectory.load(path) == earlier
    lw.simulation.resume(path, four_bar)
    assert lw.Trajectory.load(path) == whole  # though it reaches less far


# -- bad input -------------------------------------------------------------------------------------------------------


def test_resuming_what_is_no_machine_is_refused_in_words(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"machine is a Mechanism .*, expected a Dynamics, a ClosedLoop or None"):
        lw.simulation.resume(tmp_path / "run.parquet", lw.mechanisms.four_bar())  # type: ignore[arg-type]
    assert not list(tmp_path.iterdir())
