"""What is kept of a controlled run: signals at their own rates, files, checkpoints, verification, certificates."""

import os
import signal
import subprocess
import sys
import textwrap
import time
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from tests.closed_loop.machines import drive, slide, speed_loop

import linkwright as lw
from linkwright import control

RUN = {"duration": 0.05, "inputs": {"speed.reference": 100.0}, "samples": 21}


@pytest.fixture(scope="module")
def loop():
    return speed_loop(drive(), delay=0.3e-3)


@pytest.fixture(scope="module")
def trajectory(loop):
    return lw.simulate(loop, loop.assemble(), **RUN)


def test_a_signal_has_values_unit_meaning_and_clock(trajectory):
    found = trajectory.signal("speed.command")
    assert len(found) == 50
    assert found.unit == "V"
    assert found.meaning == "what is commanded"
    assert (found.period, found.phase, found.delay) == (1e-3, 0.0, 0.3e-3)
    assert found.time.tolist() == [k / 1000 for k in range(50)]


def test_the_channel_of_a_signal_is_what_was_held_up_to_each_sample(trajectory):
    found, held = trajectory.signal("speed.command"), trajectory["speed.command"]
    acts = found.time + 0.3e-3
    for time_, value in zip(trajectory.time, held, strict=True):
        before = found.values[acts < time_ - 1e-12]
        assert value == (before[-1] if before.size else 0.0)
    assert np.array_equal(trajectory["motor.v"], held)
    assert trajectory["speed.reference"].tolist() == [100.0] * 21


def test_unknown_signals_are_answered_in_words(trajectory):
    with pytest.raises(KeyError, match=r"no signal 'speed.comand'. Did you mean 'speed.command'"):
        trajectory.signal("speed.comand")


def test_signals_are_chosen(loop):
    none = lw.simulate(loop, loop.assemble(), **RUN, signals=[])
    assert dict(none.signals) == {}
    with pytest.raises(KeyError, match="as a channel"):
        none.signal("speed.command")


def test_more_numbers_than_there_is_room_for_are_left_out_and_said(loop, monkeypatch):
    from linkwright.simulation.sampling import signals

    monkeypatch.setattr(signals, "MOST_NUMBERS", 40)
    found = lw.simulate(loop, loop.assemble(), **RUN)
    assert not found.signals
    assert any("speed.command are not kept at every instant" in note for note in found.certificate.notes)


def test_slices_have_the_signals_inside(trajectory):
    part = trajectory.slice(0.01, 0.02)
    found = part.signal("speed.command")
    assert found.time.tolist() == [k / 1000 for k in range(10, 21)]
    assert np.array_equal(found.values, trajectory.signal("speed.command").values[10:21])


def test_parquet_keeps_signals_and_csv_says_that_it_does_not(trajectory, tmp_path):
    path = trajectory.save(tmp_path / "run.parquet")
    assert lw.Trajectory.load(path) == trajectory
    import pyarrow.parquet

    lists = pyarrow.parquet.read_table(path).column("signal:speed.command").to_pylist()
    # samples of the trajectory are 2.5 ms apart: 0, then 1 and 2 ms, then 3, 4, 5 ms, ...
    assert [len(each) for each in lists][:4] == [1, 2, 3, 2]
    text = trajectory.save(tmp_path / "run.csv")
    assert '# omitted: "outputs of blocks at every instant' in text.read_text()
    again = lw.Trajectory.load(text)
    assert np.array_equal(again["speed.command"], trajectory["speed.command"])
    with pytest.raises(KeyError, match=r"no signal 'speed.command'. It has the values held at its times as a channel"):
        again.signal("speed.command")


def test_a_streamed_run_has_the_same_signals(loop, trajectory, tmp_path):
    streamed = lw.simulate(loop, loop.assemble(), **RUN, stream=tmp_path / "run.parquet")
    loaded = lw.Trajectory.load(tmp_path / "run.parquet")
    for found in (streamed, loaded):
        assert found.signal("speed.command") == trajectory.signal("speed.command")
        assert np.array_equal(found["speed.command"], trajectory["speed.command"])
    assert not (tmp_path / "run.parquet.part").exists()


def test_many_rows_and_signals_are_written_in_blocks(loop, tmp_path, monkeypatch):
    from linkwright.simulation.storage import file, stream

    monkeypatch.setattr(file, "ROW_BLOCK", 8)
    monkeypatch.setattr(stream, "SIGNAL_BATCH", 16)
    lw.simulate(loop, loop.assemble(), **RUN | {"samples": 101}, stream=tmp_path / "run.parquet")
    whole = lw.simulate(loop, loop.assemble(), **RUN | {"samples": 101})
    loaded = lw.Trajectory.load(tmp_path / "run.parquet")
    assert loaded.signal("speed.command") == whole.signal("speed.command")


def sticking(**options):
    """A block with dry friction, a loop with pending delays that are no multiples, an encoder and noise."""
    dynamics = slide(dry=lw.CoulombFriction("way.slide", force=2.0, static=3.0))
    diagram = control.Diagram(
        {
            "counts": control.Encoder(200, per=1e-3).every(Fraction(1, 300)),
            "noisy": control.Noise(1e-5, seed=3).every(Fraction(1, 300)),
            "position": control.PI(40.0, 60.0).every(0.01, delay=0.0237),
            "damping": control.P(3.0).every(0.007, phase=0.001, delay=0.016),
        },
        {
            "counts.input": "way.slide",
            "noisy.input": "counts.output",
            "position.measurement": "noisy.output",
            "damping.measurement": "way.slide'",
            "push.force": "position.command",
            "second.force": "damping.command",
        },
    )
    loop = lw.ClosedLoop(dynamics, diagram)
    goal = lw.laws.Sine(0.1, 0.7)
    return loop, {
        "duration": 2.0, "samples": 101, "inputs": {"position.reference": goal, "damping.reference": 0.0}, **options
    }  # fmt: skip


def same_bits(one, other):
    assert one.outcome.finished
    assert other.outcome.finished
    for name in one.names:
        assert np.array_equal(one[name], other[name]), name
    for name in one.signals:
        assert one.signal(name) == other.signal(name)
    assert [(event.name, event.time) for event in one.events] == [(event.name, event.time) for event in other.events]


def test_a_run_that_is_stopped_goes_on_to_the_same_bits(tmp_path):
    """With results that wait for their delays, sticking friction, counts and noise."""
    loop, options = sticking()
    whole = lw.simulate(loop, loop.assemble(), stream=tmp_path / "whole.parquet", **options)
    assert {"dry"} <= {event.name for event in whole.events}

    def stop(share):
        if share > 0.4:
            raise KeyboardInterrupt

    path = tmp_path / "part.parquet"
    cut = lw.simulate(loop, loop.assemble(), stream=path, checkpoint=0.0, progress=stop, **options)
    assert cut.outcome.kind == "stopped"
    with pytest.raises(ValueError, match=r"push.force, second.force of this run were commanded by blocks"):
        lw.simulation.resume(path, loop.dynamics)
    with pytest.raises(ValueError, match="the closed loop is not that of the run: its gains are others"):
        lw.simulation.resume(path, loop.with_parameters({"position.kp": 41.0}))
    rest = lw.simulation.resume(path, loop)
    same_bits(whole, rest)
    same_bits(whole, lw.Trajectory.load(path))


@pytest.mark.long
def test_a_run_that_is_killed_goes_on_to_the_same_bits(tmp_path):
    """kill -9 while it runs, in another process."""
    path = tmp_path / "killed.parquet"
    program = textwrap.dedent(f"""
        import linkwright as lw
        from tests.closed_loop.test_records import sticking
        import time
        loop, options = sticking()
        lw.simulate(loop, loop.assemble(), stream={str(path)!r}, checkpoint=0.0, progress=lambda s: time.sleep(0.05),
                    **options | {{"duration": 20.0}})
    """)
    root = Path(__file__).parents[2]
    environment = {**os.environ, "PYTHONPATH": f"{root / 'src'}:{root}"}
    process = subprocess.Popen([sys.executable, "-c", program], env=environment, cwd=root)
    deadline = time.monotonic() + 60
    while not (path.with_name("killed.parquet.part") / "checkpoint").exists() and time.monotonic() < deadline:
        time.sleep(0.05)
    time.sleep(0.5)
    process.send_signal(signal.SIGKILL)
    process.wait()
    loop, options = sticking()
    rest = lw.simulation.resume(path, loop)
    whole = lw.simulate(loop, loop.assemble(), stream=tmp_path / "whole.parquet", **options | {"duration": 20.0})
    same_bits(whole, rest)


def own(x, t, u, p, T):
    return [0.02 * (u[0] - u[1])], []


def other(x, t, u, p, T):
    return [0.03 * (u[0] - u[1])], []


@pytest.mark.parametrize("kind", [control.Step, control.Python])
def test_own_functions_are_asked_for_again_and_compared(kind, tmp_path):
    dynamics = drive()

    def made(function):
        block = kind(function, inputs=("reference", "measurement"), outputs=("command",))
        wires = {"speed.measurement": "motor.omega", "motor.v": "speed.command"}
        return lw.ClosedLoop(dynamics, control.Diagram({"speed": block.every(1e-3)}, wires))

    loop = made(own)

    def stop(share):
        if share > 0.2:
            raise KeyboardInterrupt

    path = tmp_path / "run.parquet"
    lw.simulate(loop, loop.assemble(), stream=path, checkpoint=0.0, progress=stop, **RUN | {"duration": 2.0})
    with pytest.raises(
        ValueError,
        match=r"the closed loop is not that of the run: its (block computes something else: speed|Python func)",
    ):
        lw.simulation.resume(path, made(other))
    assert lw.simulation.resume(path, made(own)).outcome.finished


def test_a_wire_from_another_block_is_another_loop(tmp_path):
    """Both sources are a `command`; the block before it tells them apart."""
    dynamics = drive()
    blocks = {name: control.P(0.02).every(1e-3) for name in ("one", "two", "last")}
    measured = {f"{name}.measurement": "motor.omega" for name in blocks}

    def made(first):
        wires = {"last.reference": f"{first}.command", "motor.v": "last.command", **measured}
        return lw.ClosedLoop(dynamics, control.Diagram(blocks, wires, {"speed": ("one.reference", "two.reference")}))

    def stop(share):
        if share > 0.2:
            raise KeyboardInterrupt

    path = tmp_path / "run.parquet"
    run = {"duration": 2.0, "inputs": {"speed": 1.0}, "samples": 201, "stream": path, "checkpoint": 0.0}
    loop = made("one")
    lw.simulate(loop, loop.assemble(), progress=stop, **run)
    with pytest.raises(ValueError, match="the closed loop is not that of the run"):
        lw.simulation.resume(path, made("two"))
    assert lw.simulation.resume(path, made("one")).outcome.finished


def test_a_run_is_verified_with_its_loop(loop, trajectory):
    assert lw.simulation.verify(trajectory, loop).agrees
    with pytest.raises(ValueError, match="were commanded by blocks of a closed loop; give it"):
        lw.simulation.verify(trajectory, loop.dynamics)
    with pytest.raises(ValueError, match="its gains are others"):
        lw.simulation.verify(trajectory, loop.with_parameters({"speed.kp": 0.5}))


def test_the_certificate_counts_samples_by_block():
    loop, options = sticking(duration=0.5)
    found = lw.simulate(loop, loop.assemble(), **options | {"duration": 0.5})
    assert any("counts 150" in note and "position 50" in note for note in found.certificate.notes)


def with_encoder(counts):
    """A motor whose angle does not exist: its speed is counted."""
    diagram = control.Diagram(
        {
            "counts": control.Encoder(counts, per=1.0).every(1e-3),
            "speed": control.PI(0.02, 1.5).every(1e-3),
        },
        {"counts.input": "motor.omega", "speed.measurement": "counts.output", "motor.v": "speed.command"},
    )
    return lw.ClosedLoop(drive(), diagram)


def test_a_run_with_encoders_is_trusted_when_only_counts_differ():
    """Counts as fine as the error of integration flip in a second run; its counts are those of the first."""
    loop = with_encoder(1e9)
    options = {"duration": 0.05, "inputs": {"speed.reference": 100.0}, "samples": 21, "rtol": 1e-6, "atol": 1e-8}
    found = lw.simulate(loop, loop.assemble(), **options)
    finer = lw.simulate(loop, loop.assemble(), **options | {"rtol": 1e-9, "atol": 1e-11})
    flipped = found.signal("counts.counts").values != finer.signal("counts.counts").values
    assert flipped.any(), "the counts of both runs differ somewhere"
    assert found.certificate.verdict == "trusted"
    assert any("takes the counts of counts from this one" in note for note in found.certificate.notes)


def test_verification_takes_the_counts_of_the_run_and_says_so():
    loop = with_encoder(1e9)
    options = {"duration": 0.05, "inputs": {"speed.reference": 100.0}, "samples": 21, "rtol": 1e-6, "atol": 1e-8}
    found = lw.simulate(loop, loop.assemble(), **options)
    checked = lw.simulation.verify(found, loop)
    assert checked.agrees
    assert "outputs of encoders are those of the run: counts.output, counts.counts" in checked.in_words()


def test_counts_may_be_given():
    loop = with_encoder(10.0)
    values = np.linspace(0.0, 5.0, 50)
    given = loop.with_counts({"counts.output": values, "counts.counts": 10 * values})
    found = lw.simulate(given, loop.assemble(), duration=0.05, inputs={"speed.reference": 100.0})
    assert np.array_equal(found.signal("counts.output").values, values)
    e = 100.0 - values
    assert found.signal("speed.command").values == pytest.approx(0.02 * e + 1.5e-3 * np.cumsum(e))
    with pytest.raises(ValueError, match=r"counts.counts is missing beside counts.output"):
        loop.with_counts({"counts.output": values})
    with pytest.raises(ValueError, match=r"no output 'counts.outpt' of an encoder; did you mean counts.output"):
        loop.with_counts({"counts.outpt": values})


def on_a_threshold():
    """A block at rest at exactly three counts: a state a unit in the last place below has two."""
    diagram = control.Diagram(
        {"counts": control.Encoder(1.0, per=1.0).every(1e-2), "position": control.P(10.0).every(1e-2)},
        {"counts.input": "way.slide", "position.measurement": "counts.output", "push.force": "position.command"},
    )
    loop = lw.ClosedLoop(slide(), diagram)
    inputs = {"position.reference": 3.0, "second.force": 0.0}
    return loop, loop.assemble({"way.slide": 3.0}), {"duration": 0.2, "inputs": inputs, "samples": 11}


def test_a_count_that_flips_is_no_error_of_integration():
    """The second run begins a unit in the last place lower; with counts of its own it would push with 10 N."""
    loop, state, options = on_a_threshold()
    found = lw.simulate(loop, state, **options)
    below = loop.dynamics.state(np.nextafter(state.q, 0.0), state.v)
    other = lw.simulate(loop, below, **options)
    assert other["way.slide"][-1] - 3.0 > 0.005, "one count less moves the block"
    assert found.certificate.global_error < 1e-9
    assert found.certificate.verdict == "trusted"


@pytest.mark.parametrize("step", [25e-6, 50e-6, 100e-6])
def test_the_error_stated_for_a_fixed_step_is_within_ten_times_the_true_one(step):
    from tests.closed_loop.test_runs import motor_by_hand

    loop = speed_loop(drive())
    found = lw.simulate(
        loop, loop.assemble(), duration=0.02, inputs={"speed.reference": 100.0}, samples=2,
        integrator=lw.integrators.RungeKutta4(step=step),
    )  # fmt: skip
    x, _ = motor_by_hand(20, "0")
    ends = np.array([found["motor.omega"][-1], found["motor.i"][-1]])
    true = float(np.max(np.abs(ends - x) / (1 + np.abs(x))))
    assert true / 10 < found.certificate.global_error < 10 * true


@pytest.mark.parametrize("integrator", [lw.integrators.RungeKutta4(step=1e-2), lw.integrators.DormandPrince()])
def test_steps_that_instants_end_are_measured_all_the_same(integrator):
    """Instants are closer than the steps that the integrator would take: a second run must take shorter ones."""
    from tests.closed_loop.test_runs import motor_by_hand

    block = control.PI(kp=0.02, ki=1.5).every(1e-3)
    beat = control.Differentiate().every(2e-4)
    wires = {"speed.measurement": "motor.omega", "motor.v": "speed.command", "beat.input": "motor.omega"}
    loop = lw.ClosedLoop(drive(), control.Diagram({"speed": block, "beat": beat}, wires))
    found = lw.simulate(
        loop, loop.assemble(), duration=0.02, inputs={"speed.reference": 100.0}, samples=2, integrator=integrator,
        rtol=1e-3, atol=1e-3,
    )  # fmt: skip
    x, _ = motor_by_hand(20, "0")
    ends = np.array([found["motor.omega"][-1], found["motor.i"][-1]])
    true = float(np.max(np.abs(ends - x) / (1 + np.abs(x))))
    assert true > 1e-9
    assert true / 10 < found.certificate.global_error < 10 * true
