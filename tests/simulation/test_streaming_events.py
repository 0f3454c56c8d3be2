"""Runs with events, dry friction and stops on disk: nothing lost by a kill, the same bits, and closed forms as ever."""

import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from tests.simulation.event_runs import CASES, blocks, oscillator

import linkwright as lw
from linkwright.simulation.storage import stream as streaming

Event, crosses = lw.events.Event, lw.events.crosses
M, K, V, STATIC, KINETIC = 1.3, 20.0, 0.3, 2.0, 1.2
OMEGA, A = np.sqrt(K / M), (STATIC - KINETIC) / K
SLIP, STICK = 2 * (np.pi - np.arctan(A * OMEGA / V)) / OMEGA, 2 * A / V
"""Closed form of the oscillator: times of sliding and sticking."""


class StopError(Exception):
    """Ends a run in the middle, as a kill would."""


def stop_at(call: int, error: type[BaseException] = StopError):
    """A progress that ends a run when it is told so many times that a slice is over."""
    left = [call]

    def progress(_: float) -> None:
        left[0] -= 1
        if not left[0]:
            raise error

    return progress


def cut_short(case, path: Path, call: int, **changed) -> None:
    dynamics, start, options = case
    with pytest.raises(StopError):
        lw.simulate(dynamics, start, stream=path, checkpoint=0, progress=stop_at(call), **(options | changed))


# -- a process that is killed ----------------------------------------------------------------------------------------


def child(case: str, path: Path, duration: float, samples: int, how: str = "run") -> subprocess.Popen[str]:
    script = Path(__file__).with_name("event_runs.py")
    command = [sys.executable, str(script), case, str(path), str(duration), str(samples), how]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def killed(process: subprocess.Popen[str], path: Path, checkpoints: int, wait: float) -> bool:
    """Kill after some more checkpoints and a little time; whether the run was still under way."""
    checkpoint, seen, last = streaming.part_folder(path) / streaming.CHECKPOINT, 0, 0
    while process.poll() is None and seen < checkpoints:
        now = checkpoint.stat().st_mtime_ns if checkpoint.exists() else 0
        seen, last = seen + (now != last), now
        time.sleep(0.002)
    time.sleep(wait)
    process.send_signal(signal.SIGKILL)
    _, err = process.communicate()
    assert not err.strip(), err
    return process.returncode != 0


def finished(process: subprocess.Popen[str]) -> None:
    out, err = process.communicate()
    assert process.returncode == 0, err
    assert "finished" in out


def killed_often(case: str, folder: Path, duration: float, samples: int, waits: list[tuple[int, float]]) -> int:
    """Kill a run again and again; its file must be the one of a run that nobody disturbed. How often it was killed."""
    whole, cut = folder / f"{case}.parquet", folder / "cut.parquet"
    if not whole.exists():
        finished(child(case, whole, duration, samples))
    kills, how = 0, "run"
    for checkpoints, wait in waits:
        if not killed(child(case, cut, duration, samples, how), cut, checkpoints, wait):
            break
        if not streaming.part_folder(cut).exists():
            break  # killed when all was done
        kills, how = kills + 1, "resume"
    if streaming.part_folder(cut).exists():
        finished(child(case, cut, duration, samples, "resume"))
    assert lw.Trajectory.load(cut) == lw.Trajectory.load(whole)
    assert not streaming.part_folder(cut).exists()
    cut.unlink()
    return kills


@pytest.mark.long
def test_a_run_killed_in_several_places_goes_on_to_the_same_bits(tmp_path: Path) -> None:
    assert killed_often("oscillator", tmp_path, 600.0, 3001, [(2, 0.0), (3, 0.02)]) == 2
    motion = lw.Trajectory.load(tmp_path / "oscillator.parquet")
    slips = [event.time for event in motion.events if event.what == "slip"]
    assert len(slips) == 1 + (600.0 - STATIC / K / V) // (SLIP + STICK)
    assert slips[-1] == pytest.approx(STATIC / K / V + (len(slips) - 1) * (SLIP + STICK), rel=1e-8)


LONG = {"oscillator": 4000.0, "blocks": 400.0}
"""Durations (s) of runs that take some seconds of the clock."""


@pytest.mark.long
@pytest.mark.parametrize("case", LONG)
def test_runs_killed_thirty_times_go_on_to_the_same_bits(tmp_path: Path, case: str) -> None:
    chance, kills = random.Random(3), 0
    while kills < 30:
        waits = [(chance.randint(1, 12), chance.uniform(0.0, 0.15)) for _ in range(10)]
        kills += killed_often(case, tmp_path, LONG[case], 20_001, waits)
    assert not [file for file in tmp_path.iterdir() if file.suffix == ".part"]


# -- cut in this process, where every place can be chosen ------------------------------------------------------------


def test_the_oscillator_has_its_closed_form_when_it_is_streamed_and_was_cut(tmp_path: Path) -> None:
    periods, path = 6, tmp_path / "run.csv"
    duration = STATIC / K / V + periods * (SLIP + STICK) + 0.05
    cut_short(oscillator(duration), path, 11, samples=4001)
    lw.simulation.resume(path, oscillator(duration)[0])
    motion = lw.Trajectory.load(path)  # everything is asked of the file, without the machine
    times = {what: np.array([e.time for e in motion.events if e.what == what]) for what in ("slip", "stick", "record")}
    assert {what: len(found) for what, found in times.items()} == {"slip": 7, "stick": 6, "record": 12}
    np.testing.assert_allclose(times["slip"], STATIC / K / V + (SLIP + STICK) * np.arange(7), rtol=1e-8)
    np.testing.assert_allclose(times["stick"] - times["slip"][:-1], SLIP, rtol=1e-6)
    extremes, size = motion.at(times["record"], ["x"])["x"], np.hypot(A, V / OMEGA)
    np.testing.assert_allclose(extremes, np.where(np.arange(12) % 2, -size, size) + KINETIC / K, rtol=1e-6)
    assert motion.certificate.verdict == "trusted"
    assert "belt slip 7, belt stick 6" in " ".join(motion.certificate.notes)
    assert motion.provenance["modes"]["belt"] == {"kind": "friction", "start": "sticks", "end": "slides"}
    assert motion.mode_at(0.0) == motion.mode_at(float(times["stick"][0])) == {"belt": "sticks"}
    assert motion.mode_at(float(times["slip"][0])) == {"belt": "slides"}


OPTIONS = {
    "usual": {},
    "stiff": {"integrator": lw.integrators.Radau()},
    "dense": {"dense": True},
    "energy kept": {"keep_energy": True},
}


def check_cuts(name: str, kind: str, duration: float, folder: Path, shares: tuple[float, ...]) -> lw.Trajectory:
    """Cut a run at shares of its slices; resumed, each must be the one that was not cut."""
    dynamics, start, options = CASES[name](duration)
    options |= {"samples": 301} | OPTIONS[kind]
    calls: list[float] = []
    lw.simulate(dynamics, start, stream=folder / "whole.parquet", checkpoint=1e9, progress=calls.append, **options)
    whole = lw.Trajectory.load(folder / "whole.parquet")
    for share in shares:
        path = folder / f"{share}.parquet"
        cut_short(CASES[name](duration), path, max(2, round(share * (len(calls) - 1))), **options)
        again = CASES[name](duration)[0]
        if share > 0.5:  # modes that another run has compiled elsewhere do not matter
            q, v = (np.array([whole[name][40] for name in names]) for names in (again.coordinates, again.speeds))
            lw.simulate(again, again.state(q, v), duration=6.0, inputs=options.get("inputs"))
        lw.simulation.resume(path, again, checkpoint=1e9)
        assert lw.Trajectory.load(path) == whole, share
    return whole


@pytest.mark.parametrize("kind", OPTIONS)
def test_a_run_cut_at_an_event_goes_on_to_the_same_bits(tmp_path: Path, kind: str) -> None:
    assert len(check_cuts("oscillator", kind, 8.0, tmp_path, (0.6,)).events) > 10


def test_a_run_with_many_modes_is_cut_and_goes_on_to_the_same_bits(tmp_path: Path) -> None:
    motion = check_cuts("blocks", "usual", 8.0, tmp_path, (0.7,))
    happened = {(event.name, event.what) for event in motion.events}
    assert {("back", "switch"), ("forth", "switch"), ("buffer", "impact"), ("wall.upper", "impact")} <= happened
    assert {("dry", "stick"), ("dry", "slip"), ("rough", "stick"), ("rough", "slip")} <= happened
    assert motion.certificate.energy_error < 1e-7


@pytest.mark.long
def test_a_robot_with_friction_is_cut_anywhere_and_goes_on_to_the_same_bits(tmp_path: Path) -> None:
    motion = check_cuts("robot", "usual", 14.0, tmp_path, (0.2, 0.3, 0.4, 0.5, 0.6, 0.75, 0.9))
    assert motion.certificate.pivotings > 1
    assert {event.what for event in motion.events} == {"stick", "slip"}


@pytest.mark.long
@pytest.mark.parametrize("kind", OPTIONS)
def test_a_run_with_many_modes_is_cut_anywhere_and_goes_on_to_the_same_bits(tmp_path: Path, kind: str) -> None:
    check_cuts("blocks", kind, 12.0, tmp_path, (0.0, 0.2, 0.4, 0.55, 0.7, 0.85, 1.0))


def test_bounces_that_pile_up_are_told_a_few_times_and_then_counted(tmp_path: Path) -> None:
    """A ball is thrown up whenever it has come to rest: the notes of a run stay few, and survive a cut."""
    machine = lw.Mechanism(
        "ball",
        {"ground": lw.Ground(), "ball": lw.Body(1.0, 1.0)},
        {
            "fall": lw.Prismatic("ground", "ball"),
            "floor": lw.EndStop("fall.slide", lower=0.0, restitution=0.2),
            "push": lw.Force("fall.slide"),
        },
        gravity=(-9.81, 0.0),
    )
    inputs = {"push.force": lw.laws.Sine(15.0, 1.0)}
    path, made = tmp_path / "run.parquet", lambda: lw.compile(lw.formalisms.modular(machine))
    case = made(), made().assemble({"fall.slide": 0.1}), {"duration": 8.0, "inputs": inputs, "samples": 101}
    whole = lw.simulate(case[0], case[1], **case[2])
    rests = sum(event.what == "rest" for event in whole.events)
    assert rests == 8  # one in each period of the force
    assert sum("pile up at" in note for note in whole.certificate.notes) == 4
    assert "bounces of floor.lower piled up 8 times in all; the first 4 are told" in whole.certificate.notes
    cut_short(case, path, 60)
    assert lw.simulation.resume(path, made()).certificate.notes == whole.certificate.notes


def test_control_c_keeps_what_happened_and_the_run_can_go_on(tmp_path: Path) -> None:
    dynamics, start, options = oscillator(20.0)
    whole, cut = (
        lw.simulate(dynamics, start, stream=tmp_path / name, checkpoint=0, progress=progress, **options)
        for name, progress in (("whole.parquet", None), ("cut.parquet", stop_at(9, KeyboardInterrupt)))
    )
    part = lw.Trajectory.load(tmp_path / "cut.parquet")
    assert part.outcome == cut.outcome
    assert "linkwright resume" in part.outcome.remedy
    assert 0 < len(part.events) < len(whole.events)
    assert part.events == whole.events[: len(part.events)]
    lw.simulation.resume(tmp_path / "cut.parquet", oscillator(20.0)[0])
    assert lw.Trajectory.load(tmp_path / "cut.parquet") == lw.Trajectory.load(tmp_path / "whole.parquet")


def test_an_event_that_ends_a_run_completes_the_file(tmp_path: Path) -> None:
    dynamics, start, _ = oscillator(1.0)
    path = tmp_path / "run.parquet"
    stop = Event(crosses("x", 0.02), -1, name="low")
    lw.simulate(dynamics, start, duration=5.0, events=[stop], stream=path)
    loaded = lw.Trajectory.load(path)
    assert loaded.outcome.kind == "stopped"
    assert loaded.events[-1] == (loaded.time[-1], "low", "stop")
    assert not streaming.part_folder(path).exists()


def test_chattering_ends_a_streamed_run_too_and_there_is_nothing_to_resume(tmp_path: Path) -> None:
    dynamics, start, options = blocks(5.0)
    options["events"] = [
        Event(crosses("one.slide'", 0.5), -1, then=lw.events.switch({"push.force": 1e3})),
        Event(crosses("one.slide'", 0.5), +1, then=lw.events.switch({"push.force": -1e3})),
    ]
    motion = lw.simulate(dynamics, start, stream=tmp_path / "run.parquet", **options)
    assert "chattering" in motion.outcome.reason
    assert "undo each other" in motion.outcome.remedy
    assert [file.name for file in tmp_path.iterdir()] == ["run.parquet"]


def test_dense_output_holds_with_many_events_in_memory(tmp_path: Path) -> None:
    """Each event once doubled the room for samples: after forty of them there was none left anywhere."""
    dynamics, start, _ = oscillator(1.0)
    motion = lw.simulate(dynamics, start, duration=60.0, dense=True)
    assert len(motion.events) > 50
    lw.simulate(dynamics, start, duration=60.0, dense=True, stream=tmp_path / "run.parquet")
    assert lw.Trajectory.load(tmp_path / "run.parquet").events == motion.events


@pytest.mark.long
def test_memory_does_not_grow_with_the_events(tmp_path: Path) -> None:
    """Forty thousand events more: a kilobyte left behind by each would be 40 MB."""
    peaks = []
    for duration in (300.0, 40_000.0):
        script = (
            "import resource, sys; from tests.simulation.event_runs import main; main(*sys.argv[1:]); "
            "print('peak', resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)"
        )
        command = [sys.executable, "-c", script, "oscillator", str(tmp_path / f"{duration}.parquet"), str(duration)]
        root = Path(__file__).parents[2]
        out = subprocess.run([*command, "101", "run"], cwd=root, capture_output=True, text=True, check=True).stdout
        peaks.append(int(out.split()[-1]) / 1024)
    assert len(lw.Trajectory.load(tmp_path / "40000.0.parquet").events) > 40_000
    assert peaks[1] - peaks[0] < 15.0, peaks


# -- what is asked for again, and what is refused --------------------------------------------------------------------


def by_function(level: float = 0.02, name: str = "low") -> Event:
    return Event(lambda at: at["x"] - level, -1, then="record", name=name)


def test_functions_are_asked_for_again_and_known_by_their_values(tmp_path: Path) -> None:
    dynamics, start, _ = oscillator(1.0)
    options = {"duration": 8.0, "events": [by_function()], "samples": 101}
    whole = lw.simulate(dynamics, start, **options)
    path = tmp_path / "run.parquet"
    cut_short((dynamics, start, options), path, 4)
    with pytest.raises(ValueError, match=r"the events 'low' of this run were given as Python functions .*events=\["):
        lw.simulation.resume(path, dynamics)
    refused = lw.simulation.CheckpointError
    with pytest.raises(refused, match="event 1, 'low', is another one: the values of its function"):
        lw.simulation.resume(path, dynamics, events=[by_function(0.03)])
    with pytest.raises(refused, match="its name is 'low', given is 'high'"):
        lw.simulation.resume(path, dynamics, events=[by_function(name="high")])
    with pytest.raises(refused, match=r"has 1 event\(s\) \('low'\), and 2 are given"):
        lw.simulation.resume(path, dynamics, events=[by_function(), by_function()])
    again = lw.simulation.resume(path, dynamics, events=[by_function()])
    assert again.events == whole.events
    assert np.array_equal(again["x"], whole["x"])


def test_other_events_and_other_friction_are_refused_in_words(tmp_path: Path) -> None:
    path = tmp_path / "run.parquet"
    cut_short(oscillator(20.0), path, 6)
    dynamics, refused = oscillator(20.0)[0], lw.simulation.CheckpointError
    with pytest.raises(refused, match=r"it crosses \[\"x'\", 0.0\], given is \[\"x'\", 0.1\]"):
        lw.simulation.resume(path, dynamics, events=[Event(crosses("x'", 0.1), then="record", name="turn")])
    with pytest.raises(TypeError, match=r"events is a list .*, expected a sequence of Event"):
        lw.simulation.resume(path, dynamics, events=["turn"])
    with pytest.raises(refused, match="it does 'record', given is 'stop'"):
        lw.simulation.resume(path, dynamics, events=[Event(crosses("x'"), name="turn")])
    with pytest.raises(refused, match=r"parameters differ: F_s = 2.5 instead of 2.0"):
        lw.simulation.resume(path, dynamics.with_parameters(F_s=2.5))
    folder = streaming.part_folder(path)
    (folder / streaming.EVENTS).write_bytes(b"")
    with pytest.raises(refused, match=r"events\.bin has fewer events than the checkpoint says"):
        lw.simulation.resume(path, dynamics)
    (folder / streaming.EVENTS).unlink()
    with pytest.raises(refused, match=r"events\.bin is missing"):
        lw.simulation.resume(path, dynamics)


def test_another_place_of_a_stop_is_refused_though_the_equations_of_motion_are_the_same(tmp_path: Path) -> None:
    def ball(floor: float) -> lw.Dynamics:
        machine = lw.Mechanism(
            "ball",
            {"ground": lw.Ground(), "ball": lw.Body(1.0, 1.0)},
            {"fall": lw.Prismatic("ground", "ball"), "floor": lw.EndStop("fall.slide", lower=floor, restitution=0.5)},
            gravity=(-9.81, 0.0),
        )
        return lw.compile(lw.formalisms.modular(machine))

    path, dynamics = tmp_path / "run.parquet", ball(0.0)
    cut_short((dynamics, dynamics.assemble({"fall.slide": 1.0}), {"duration": 3.0}), path, 3)
    with pytest.raises(
        lw.simulation.CheckpointError, match=r"parameters differ|floor\.lower \(stop\) has other values"
    ):
        lw.simulation.resume(path, ball(0.1))


def test_events_that_are_refused_leave_nothing_behind(tmp_path: Path) -> None:
    dynamics, start, _ = oscillator(1.0)
    never = Event(lambda at: at["t"] * float("nan"), name="never")
    with pytest.raises(ValueError, match="'never' is not defined at the start"):
        lw.simulate(dynamics, start, duration=1.0, events=[never], stream=tmp_path / "run.parquet")
    assert not list(tmp_path.iterdir())
