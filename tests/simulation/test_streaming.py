"""Runs that go to disk: the same numbers as in memory, nothing lost by a kill, everything that is wrong in words."""

import random
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import casadi
import numpy as np
import pytest

import linkwright as lw
from linkwright.dynamics.plants.rolled import RolledPlant
from linkwright.simulation.results.window import LENGTH
from linkwright.simulation.storage import checkpoint as checkpoints
from linkwright.simulation.storage import stream as streaming

DURATION = 1000.0
"""Seconds of motion whose run takes so long that it can be stopped on the way, with time to spare."""
CHILD = """
import sys
import linkwright as lw
path, duration, samples, resumed = sys.argv[1], float(sys.argv[2]), int(sys.argv[3]), sys.argv[4] == "resume"
dynamics = lw.compile(lw.formalisms.modular(lw.mechanisms.four_bar()))
if resumed:
    motion = lw.simulation.resume(path, dynamics, checkpoint=0.02)
else:
    motion = lw.simulate(
        dynamics, dynamics.assemble(speeds={"phi": 12.0}), duration=duration, samples=samples, stream=path,
        inputs={"tau": lw.laws.Sine(1e-4, 1.3)}, checkpoint=0.02, integrator=lw.integrators.DormandPrince(),
    )
print(motion.outcome.in_words())
"""


def child(path: Path, duration: float, samples: int, *, resume: bool = False) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", CHILD, str(path), str(duration), str(samples), "resume" if resume else "run"]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def killed(process: subprocess.Popen[str], path: Path, wait: float, how: signal.Signals = signal.SIGKILL) -> bool:
    """Send a signal some time after the first checkpoint was there; whether the run was still under way."""
    checkpoint = streaming.part_folder(path) / streaming.CHECKPOINT
    before = checkpoint.stat().st_mtime_ns if checkpoint.exists() else 0
    while process.poll() is None and not (checkpoint.exists() and checkpoint.stat().st_mtime_ns > before):
        time.sleep(0.005)
    time.sleep(wait)
    process.send_signal(how)
    out, err = process.communicate()
    assert not err.strip(), err
    return process.returncode != 0 or "interrupted" in out


def finished(process: subprocess.Popen[str]) -> None:
    out, err = process.communicate()
    assert process.returncode == 0, err
    assert "finished" in out


@pytest.fixture(scope="module")
def four_bar() -> lw.Dynamics:
    return lw.compile(lw.formalisms.modular(lw.mechanisms.four_bar()))


def run(dynamics: lw.Dynamics, stream: Path | None = None, *, duration: float = 5.0, samples: int = 501,
        integrator: lw.integrators.Integrator | None = None, dense: bool = False,
        progress: Callable[[float], None] | None = None) -> lw.Trajectory:  # fmt: skip
    return lw.simulate(
        dynamics, dynamics.assemble(speeds={"phi": 12.0}), duration=duration, inputs={"tau": 0.0}, samples=samples,
        stream=stream, checkpoint=0.0, integrator=integrator, dense=dense, progress=progress,
    )  # fmt: skip


def alike(one: lw.Trajectory, other: lw.Trajectory, turns: float = 0.0) -> None:
    assert np.array_equal(one.time, other.time)
    assert one.names == other.names
    for name in one.names:
        assert np.max(np.abs(one[name] - other[name])) <= turns, name
    for body, pose in one.poses.items():
        assert np.array_equal(pose, other.poses[body])
    # A run that goes to disk has no second run to measure its error by.
    assert replace(one.certificate, global_error=None) == replace(other.certificate, global_error=None)
    assert one.outcome == other.outcome


@pytest.mark.parametrize("suffix", ["parquet", "csv"])
def test_a_streamed_run_is_the_run_in_memory(four_bar: lw.Dynamics, tmp_path: Path, suffix: str) -> None:
    """Over three windows and two blocks; angles add up turns in another order, so the last bit of 2 pi k may differ."""
    samples = 2 * LENGTH + 77
    streamed = run(four_bar, tmp_path / f"run.{suffix}", samples=samples)
    loaded = lw.Trajectory.load(tmp_path / f"run.{suffix}")
    alike(run(four_bar, samples=samples), loaded, turns=1e-12)
    assert streamed.certificate == loaded.certificate
    assert [file.name for file in tmp_path.iterdir()] == [f"run.{suffix}"]


def test_what_is_returned_is_thinned_and_the_file_is_whole(four_bar: lw.Dynamics, tmp_path: Path) -> None:
    streamed = run(four_bar, tmp_path / "run.parquet", samples=25_001)
    loaded = lw.Trajectory.load(tmp_path / "run.parquet")
    assert len(loaded.time) == 25_001
    assert len(streamed.time) <= 10_001
    chosen = np.searchsorted(loaded.time, streamed.time)
    assert np.array_equal(loaded["coupler.x"][chosen], streamed["coupler.x"])
    assert streamed.time[-1] == loaded.time[-1] == 5.0


def test_singular_places_are_passed_in_a_streamed_run_too(tmp_path: Path) -> None:
    """The run goes back to a safe state there; samples after it must not have been written yet."""
    dynamics = lw.compile(lw.formalisms.modular(lw.mechanisms.n_four_bar(1)))
    start = dynamics.assemble(speeds={"x0": 1.0})
    plain = lw.simulate(dynamics, start, duration=4.0, samples=3 * LENGTH)
    lw.simulate(dynamics, start, duration=4.0, samples=3 * LENGTH, stream=tmp_path / "run.parquet", checkpoint=0.0)
    loaded = lw.Trajectory.load(tmp_path / "run.parquet")
    assert plain.certificate.rank_margin == 0.0
    alike(plain, loaded, turns=1e-12)


def test_dense_output_is_streamed(four_bar: lw.Dynamics, tmp_path: Path) -> None:
    integrator = lw.integrators.DormandPrince()  # many steps: more samples than a window has
    plain = run(four_bar, integrator=integrator, dense=True)
    run(four_bar, tmp_path / "run.parquet", integrator=integrator, dense=True)
    loaded = lw.Trajectory.load(tmp_path / "run.parquet")
    assert len(loaded.time) > LENGTH
    alike(plain, loaded, turns=1e-12)
    times = np.linspace(0.1, 4.9, 50)
    alike(plain.resample(times), loaded.resample(times), turns=1e-12)


@pytest.fixture(scope="module")
def uncut(tmp_path_factory: pytest.TempPathFactory) -> lw.Trajectory:
    """A run of a process that nobody disturbed."""
    path = tmp_path_factory.mktemp("uncut") / "run.parquet"
    finished(child(path, DURATION, 9001))
    return lw.Trajectory.load(path)


def test_a_killed_run_goes_on_to_the_same_bits(uncut: lw.Trajectory, tmp_path: Path) -> None:
    cut = tmp_path / "cut.parquet"
    assert killed(child(cut, DURATION, 9001), cut, 0.05)
    assert not cut.exists()
    finished(child(cut, DURATION, 9001, resume=True))
    assert lw.Trajectory.load(cut) == uncut
    assert not streaming.part_folder(cut).exists()


@pytest.mark.long
def test_runs_killed_many_times_go_on_to_the_same_bits(tmp_path: Path) -> None:
    chance = random.Random(20)
    whole = tmp_path / "whole.parquet"
    finished(child(whole, 2 * DURATION, 20_001))
    expected = lw.Trajectory.load(whole)
    kills = 0
    for number in range(3):
        cut = tmp_path / f"cut{number}.parquet"
        process = child(cut, 2 * DURATION, 20_001)
        for _ in range(5):  # then it may end: its certificate takes longer than the time between kills
            if not killed(process, cut, chance.uniform(0.0, 0.4)) or not streaming.part_folder(cut).exists():
                break
            kills += 1
            process = child(cut, 2 * DURATION, 20_001, resume=True)
        else:
            finished(process)
        assert lw.Trajectory.load(cut) == expected
    assert not [file for file in tmp_path.iterdir() if file.suffix == ".part"]  # nothing half-written stays behind
    assert kills >= 3


def test_control_c_keeps_what_was_computed_and_the_run_can_go_on(uncut: lw.Trajectory, tmp_path: Path) -> None:
    cut = tmp_path / "cut.parquet"
    assert killed(child(cut, DURATION, 9001), cut, 0.05, signal.SIGINT)
    part = lw.Trajectory.load(cut)
    assert part.outcome.kind == "stopped"
    assert "linkwright resume" in part.outcome.remedy
    assert part.certificate.verdict == "check"
    count = len(part.time) - 1  # the last one is where it was stopped
    assert 0 < count < 9001
    assert np.array_equal(part["coupler.x"][:count], uncut["coupler.x"][:count])
    finished(child(cut, DURATION, 9001, resume=True))
    assert lw.Trajectory.load(cut) == uncut


@pytest.mark.long
def test_memory_does_not_grow_with_the_samples(tmp_path: Path) -> None:
    """Ten times the samples, 40 MB more if they were held; the peak grows by less than a tenth of that."""
    peaks = []
    for samples in (40_000, 400_000):
        path = tmp_path / f"{samples}.parquet"
        script = CHILD + "import resource\nprint('peak', resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)\n"
        command = [sys.executable, "-c", script, str(path), "40", str(samples), "run"]
        out = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        peaks.append(int(out.split()[-1]) / 1024)
    held = 360_000 * 8 * 13 / 2**20
    assert peaks[1] - peaks[0] < max(0.25 * held, 12.0), peaks


# -- bad input -----------------------------------------------------------------------------------------------------


class StopError(Exception):
    """Ends a run in the middle, as a kill would."""


@pytest.fixture
def cut(four_bar: lw.Dynamics, tmp_path: Path) -> Path:
    """A run that was left in the middle."""

    def stop(share: float) -> None:
        if share > 0.4:
            raise StopError

    path = tmp_path / "run.parquet"
    with pytest.raises(StopError):
        run(four_bar, path, duration=100.0, samples=20_001, progress=stop)
    return path


def test_an_unfinished_run_is_not_overwritten(four_bar: lw.Dynamics, cut: Path) -> None:
    with pytest.raises(FileExistsError, match="unfinished run; resume it"):
        run(four_bar, cut)


def test_resuming_in_the_same_process_gives_the_same_run(four_bar: lw.Dynamics, cut: Path, tmp_path: Path) -> None:
    run(four_bar, tmp_path / "whole.parquet", duration=100.0, samples=20_001)
    lw.simulation.resume(streaming.part_folder(cut), four_bar)
    assert lw.Trajectory.load(cut) == lw.Trajectory.load(tmp_path / "whole.parquet")


def test_a_checkpoint_of_another_machine_is_refused(four_bar: lw.Dynamics, cut: Path) -> None:
    other = lw.compile(lw.formalisms.modular(lw.mechanisms.slider_crank()))
    with pytest.raises(lw.simulation.CheckpointError, match="its machine is 'four_bar'"):
        lw.simulation.resume(cut, other)
    name = next(iter(four_bar.parameters))
    changed = four_bar.with_parameters({name: 1.01 * four_bar.parameters[name]})
    with pytest.raises(lw.simulation.CheckpointError, match=f"parameters differ: .*{name} = "):
        lw.simulation.resume(cut, changed)
    by_kane = lw.compile(lw.formalisms.kane(lw.mechanisms.four_bar()))
    with pytest.raises(lw.simulation.CheckpointError, match="equations are by 'modular', those given by 'kane'"):
        lw.simulation.resume(cut, by_kane)
    with pytest.raises(lw.simulation.CheckpointError, match="inputs are not those of the run"):
        lw.simulation.resume(cut, four_bar, inputs={"tau": 0.1})


def test_damaged_and_foreign_checkpoints_are_refused(four_bar: lw.Dynamics, cut: Path) -> None:
    folder = streaming.part_folder(cut)
    checkpoint, states = folder / streaming.CHECKPOINT, folder / streaming.STATES
    good, rows = checkpoint.read_bytes(), states.read_bytes()
    checkpoint.write_bytes(good[:-3])
    with pytest.raises(lw.simulation.CheckpointError, match="damaged: its checksum"):
        lw.simulation.resume(cut, four_bar)
    checkpoint.write_bytes(good.replace(b"linkwright checkpoint 6", b"linkwright checkpoint 9", 1))
    with pytest.raises(lw.simulation.CheckpointError, match="has the format 'linkwright checkpoint 9'"):
        lw.simulation.resume(cut, four_bar)
    checkpoint.write_bytes(b"something else\n")
    with pytest.raises(lw.simulation.CheckpointError, match="no checkpoint of linkwright"):
        lw.simulation.resume(cut, four_bar)
    checkpoint.write_bytes(good)
    header, arrays = checkpoints.read(checkpoint)
    del arrays["progress"]
    checkpoints.write(checkpoint, header | {"versions": header["versions"] | {"casadi": "1.0"}}, arrays)
    with pytest.raises(lw.simulation.CheckpointError, match=r"begun with casadi 1\.0.*does not read"):
        lw.simulation.resume(cut, four_bar)
    checkpoint.write_bytes(good)
    states.write_bytes(rows[:50] + b"x" + rows[51:])
    with pytest.raises(lw.simulation.CheckpointError, match=r"states\.bin is damaged"):
        lw.simulation.resume(cut, four_bar)
    states.write_bytes(rows[:800])
    with pytest.raises(lw.simulation.CheckpointError, match="fewer samples than the checkpoint says"):
        lw.simulation.resume(cut, four_bar)
    checkpoint.unlink()
    with pytest.raises(FileNotFoundError, match="before its first checkpoint"):
        lw.simulation.resume(cut, four_bar)
    with pytest.raises(FileNotFoundError, match="no unfinished run here"):
        lw.simulation.resume(cut.with_name("other.parquet"), four_bar)


KINDS = {
    "a join on LAPACK": ({"join": lw.joins.Complement(lw.kernels.SVD())}, {}),
    "energy kept": ({}, {"keep_energy": True}),
    "stiff": ({}, {"integrator": lw.integrators.Radau()}),
    "fixed steps": ({}, {"integrator": lw.integrators.RungeKutta4(step=0.001)}),
    "dense": ({}, {"dense": True}),
}


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_run_goes_on_to_the_same_bits(tmp_path: Path, kind: str) -> None:
    compiled, options = KINDS[kind]
    dynamics = lw.compile(lw.formalisms.modular(lw.mechanisms.four_bar()), **compiled)  # type: ignore[arg-type]
    start, path = dynamics.assemble(speeds={"phi": 12.0}), tmp_path / "run.parquet"

    def torque(t: float) -> float:  # a function: slices are short, so there are places to stop
        return 1e-3 * t

    def stop(share: float) -> None:
        if share > 0.5:
            raise StopError

    whole = lw.simulate(dynamics, start, duration=0.1, inputs={"tau": torque}, samples=21, **options)  # type: ignore[arg-type]
    with pytest.raises(StopError):
        lw.simulate(
            dynamics, start, duration=0.1, inputs={"tau": torque}, samples=21, stream=path, checkpoint=0,
            progress=stop, **options,  # type: ignore[arg-type]
        )  # fmt: skip
    alike(whole, lw.simulation.resume(path, dynamics, inputs={"tau": torque}))


@pytest.mark.parametrize(
    "options",
    [{}, pytest.param({"integrator": lw.integrators.RungeKutta4(step=0.002)}, marks=pytest.mark.long)],
    ids=["own", "fixed"],
)
def test_many_parts_go_to_disk_and_on_to_the_same_bits(tmp_path: Path, options: dict[str, Any]) -> None:
    """Loops over types, with events and the smallest pivots of the last steps, which the certificate has."""
    dynamics = lw.compile(lw.formalisms.denoc(lw.mechanisms.n_four_bar(13)), join=lw.joins.Recursion())
    assert isinstance(dynamics.plant, RolledPlant)
    start, path = dynamics.assemble({"phi0": 0.5}, {"phi0": 2.0}), tmp_path / "run.parquet"

    def stop(share: float) -> None:
        if share > 0.5:
            raise StopError

    crosses, strike = lw.events.crosses, lw.events.impact("phi0", restitution=0.9)
    options["events"] = [
        lw.events.Event(crosses("phi0", 0.55), then=strike, name="buffer"),
        lw.events.Event(crosses("bay13.crank.y", 0.25), then="record", name="height"),
    ]
    whole = lw.simulate(dynamics, start, duration=0.2, samples=11, **options)
    assert {event.name for event in whole.events} == {"buffer", "height"}
    assert min(event.time for event in whole.events) < 0.1 < max(event.time for event in whole.events)
    with pytest.raises(StopError):
        lw.simulate(dynamics, start, duration=0.2, samples=11, stream=path, checkpoint=0, progress=stop, **options)
    alike(whole, lw.simulation.resume(path, dynamics))
    alike(whole, lw.Trajectory.load(path))
    assert lw.Trajectory.load(path).events == whole.events


def test_inputs_that_files_do_not_keep_must_be_given_again(four_bar: lw.Dynamics, tmp_path: Path) -> None:
    path = tmp_path / "run.parquet"

    def stop(share: float) -> None:
        if share > 0.5:
            raise StopError

    start = four_bar.assemble(speeds={"phi": 12.0})
    torque = 1e-4 * lw.t
    plain = lw.simulate(four_bar, start, duration=60.0, inputs={"tau": torque}, samples=50)
    with pytest.raises(StopError):
        lw.simulate(
            four_bar, start, duration=60.0, inputs={"tau": torque}, samples=50, stream=path, checkpoint=0, progress=stop
        )
    with pytest.raises(ValueError, match="the inputs tau of this run were given as Python functions or expressions"):
        lw.simulation.resume(path, four_bar)
    again = lw.simulation.resume(path, four_bar, inputs={"tau": torque})
    assert np.array_equal(plain["phi"], again["phi"])


@pytest.mark.parametrize("kind", ["function", "expression", "number", "law"])
def test_another_input_is_refused_wherever_in_the_run_it_differs(
    four_bar: lw.Dynamics, tmp_path: Path, kind: str
) -> None:
    """A pulse of a hundredth of the run grows from 1e-4 to 3e-4 N m, between the eighths of the run."""
    path = tmp_path / "run.parquet"

    def stop(share: float) -> None:
        if share > 0.5:
            raise StopError

    def given(size: float) -> object:
        if kind == "function":
            return lambda t: size * (1.02 < t < 1.06)
        if kind == "expression":
            return size * casadi.exp(-(((lw.t - 1.04) / 0.01) ** 2))
        if kind == "law":
            return lw.laws.PiecewisePolynomial([0.0, 1.02, 1.06, 4.0], [[0.0], [size], [0.0]])
        return size

    start = four_bar.assemble(speeds={"phi": 12.0})
    with pytest.raises(StopError):
        lw.simulate(
            four_bar, start, duration=4.0, inputs={"tau": given(1e-4)}, samples=50, stream=path, checkpoint=0,
            progress=stop,
        )  # fmt: skip
    for size in (3e-4, 1.0001e-4):
        with pytest.raises(ValueError, match="not those of the run"):
            lw.simulation.resume(path, four_bar, inputs={"tau": given(size)})
    assert lw.simulation.resume(path, four_bar, inputs={"tau": given(1e-4)}).outcome.finished


def test_a_full_disk_is_said_with_what_was_saved(four_bar: lw.Dynamics, tmp_path: Path) -> None:
    """Files may not grow beyond 400 kB for a while; then the run is resumed with more room."""
    path = tmp_path / "run.parquet"
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    before = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1_600_000, limits[1]))
    try:
        stopped = run(four_bar, path, duration=100.0, samples=30_001)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        signal.signal(signal.SIGXFSZ, before)
    assert stopped.outcome.kind == "failed"
    assert stopped.certificate.verdict == "failed"
    assert "the disk is full" in stopped.outcome.reason
    assert "samples up to t = " in stopped.outcome.reason
    assert "free some space, then resume" in stopped.outcome.remedy
    assert len(stopped.time) > 1000
    assert not path.exists()
    again = lw.simulation.resume(path, four_bar)
    assert again.outcome.finished
    run(four_bar, tmp_path / "whole.parquet", duration=100.0, samples=30_001)
    assert lw.Trajectory.load(path) == lw.Trajectory.load(tmp_path / "whole.parquet")


def test_places_that_cannot_be_written_are_refused_before_the_run(four_bar: lw.Dynamics, tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="does not exist; create it first"):
        run(four_bar, tmp_path / "nowhere" / "run.parquet")
    with pytest.raises(ValueError, match=r"expected \.parquet"):
        run(four_bar, tmp_path / "run.xlsx")
    assert not list(tmp_path.iterdir())
