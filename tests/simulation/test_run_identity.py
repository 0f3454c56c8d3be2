"""A run goes on with the machine that it was of: what computes something else later is refused, by name and value."""

from array import array
from collections.abc import Callable
from pathlib import Path
from types import FunctionType
from typing import Any

import casadi as ca
import numpy as np
import pytest
from tests.closed_loop.machines import drive

import linkwright as lw
from linkwright import control
from linkwright.simulation.storage import checkpoint as checkpoints
from linkwright.simulation.storage import stream as streaming

LIMIT = 3.0
"""A global of this file that a block takes."""


class StopError(Exception):
    """Ends a run in the middle, as a kill would."""


def stop(share: float) -> None:
    if share > 0.5:
        raise StopError


def pendulum(law: Callable[..., Any]) -> lw.Dynamics:
    """A driven pendulum with a law of its own on the joint."""
    machine = lw.Mechanism(
        "swing",
        parts={"rod": lw.Body.cylinder(0.01, 0.5, density=7800.0, at=(0.0, 0.0, -0.25))},
        connections={"pin": lw.Revolute("ground", "rod", axis="y"), "spring": lw.ForceLaw("pin.angle", law)},
        gravity=(0.0, 0.0, -9.81),
    )
    return lw.compile(lw.formalisms.modular(machine))


def soft(q: Any, v: Any, t: Any) -> Any:
    return -0.1 * v + ca.if_else(t > 1.5, 0.3, 0.0) - 0.2 * q


def soft_in_other_words(angle: Any, speed: Any, time: Any) -> Any:
    """The same, written otherwise."""
    damping = -0.1 * speed  # N m
    push = ca.if_else(
        time > 1.5,
        0.3,
        0.0,
    )
    return damping + push - 0.2 * angle


def stiff_later(q: Any, v: Any, t: Any) -> Any:
    return -0.1 * v + ca.if_else(t > 1.5, 0.4, 0.0) - 0.2 * q


def swing(dynamics: lw.Dynamics, path: Path, *, samples: int = 2001, **options: Any) -> lw.Trajectory:
    start = dynamics.assemble({"pin.angle": 1.0})
    return lw.simulate(dynamics, start, duration=200.0, samples=samples, stream=path, checkpoint=0.0, **options)


@pytest.fixture
def cut(tmp_path: Path) -> Path:
    """A run that was left in the middle."""
    path = tmp_path / "run.parquet"
    with pytest.raises(StopError):
        swing(pendulum(soft), path, progress=stop)
    return path


def rewritten(path: Path, change: Callable[[dict[str, Any]], None]) -> None:
    """Change the headers of both checkpoints of a run."""
    for name in (streaming.CHECKPOINT, streaming.BEFORE):
        file = streaming.part_folder(path) / name
        header, arrays = checkpoints.read(file)
        change(header)
        checkpoints.write(file, header, arrays)


def of_another_version(header: dict[str, Any]) -> None:
    header["versions"]["linkwright"] = header["run"]["identity"]["versions"]["linkwright"] = "0.0.1"


# -- equations ---------------------------------------------------------------------------------------------------------


def test_a_force_law_that_differs_later_is_refused_by_name(cut: Path) -> None:
    with pytest.raises(lw.simulation.CheckpointError, match="other equations: load spring differ"):
        lw.simulation.resume(cut, pendulum(stiff_later))


def test_a_force_law_in_other_words_goes_on_to_the_same_bits(cut: Path, tmp_path: Path) -> None:
    resumed = lw.simulation.resume(cut, pendulum(soft_in_other_words))
    assert resumed.certificate.notes == swing(pendulum(soft), tmp_path / "whole.parquet").certificate.notes
    assert lw.Trajectory.load(cut) == lw.Trajectory.load(tmp_path / "whole.parquet")


def test_channels_are_derived_by_the_machine_of_the_run_only(tmp_path: Path) -> None:
    dynamics = pendulum(soft)
    run = lw.simulate(dynamics, dynamics.assemble({"pin.angle": 1.0}), duration=1.0, samples=11)
    assert lw.simulation.derive(pendulum(soft_in_other_words), run, efforts=["spring"]).certificate == run.certificate
    with pytest.raises(ValueError, match=r"not of this machine: .*load spring differ"):
        lw.simulation.derive(pendulum(stiff_later), run, efforts=["spring"])
    name = next(iter(dynamics.parameters))
    heavier = dynamics.with_parameters({name: 2.0 * dynamics.parameters[name] + 1.0})
    with pytest.raises(ValueError, match=f"parameters differ: {name} = "):
        lw.simulation.derive(heavier, run, efforts=["spring"])
    run.save(tmp_path / "run.csv")
    loaded = lw.Trajectory.load(tmp_path / "run.csv")
    with pytest.raises(ValueError, match="load spring differ"):
        lw.simulation.derive(pendulum(stiff_later), loaded, efforts=["spring"])


# -- another version ------------------------------------------------------------------------------------------------


def test_a_run_of_another_version_goes_on_where_its_samples_agree(cut: Path) -> None:
    rewritten(cut, of_another_version)
    notes = lw.simulation.resume(cut, pendulum(soft)).certificate.notes
    assert any("begun with linkwright 0.0.1" in note and "samples agree" in note for note in notes)


def test_a_run_of_another_version_is_refused_where_its_samples_differ(cut: Path) -> None:
    """Digests say nothing there; the law differs long after the start, which is all that numbers looked at."""
    rewritten(cut, of_another_version)
    words = r"begun with linkwright 0\.0\.1 .*another machine: .* was \S+ at t = \S+ s, and is \S+ where"
    with pytest.raises(lw.simulation.CheckpointError, match=words):
        lw.simulation.resume(cut, pendulum(stiff_later))


def test_a_run_that_says_nothing_of_its_code_is_noted_as_taken_on_trust(tmp_path: Path) -> None:
    path = tmp_path / "run.parquet"
    with pytest.raises(StopError):
        swing(pendulum(soft), path, samples=2, progress=stop)
    folder = streaming.part_folder(path)
    (folder / streaming.BEFORE).unlink(missing_ok=True)
    header, arrays = checkpoints.read(folder / streaming.CHECKPOINT)
    del header["run"]["identity"]
    checkpoints.write(folder / streaming.CHECKPOINT, header, arrays)
    notes = lw.simulation.resume(path, pendulum(soft)).certificate.notes
    assert any("resumed on trust: the expressions and the code of this run" in note for note in notes)


# -- blocks and inputs in Python ------------------------------------------------------------------------------------


def limited_by_closure(limit: Any) -> Callable[..., Any]:
    def step(x: Any, t: float, u: Any, p: Any, T: float) -> Any:
        return [min(0.1 * (u[0] - u[1]), limit)], []

    return step


def limited_in_other_words(ceiling: Any) -> Callable[..., Any]:
    def block(state: Any, time: float, given: Any, gains: Any, period: float) -> Any:
        """Limited."""
        return [
            min(
                0.1 * (given[0] - given[1]),  # in V
                ceiling,
            )
        ], []

    return block


def limited_by_default(limit: float) -> Callable[..., Any]:
    def step(x: Any, t: float, u: Any, p: Any, T: float, *, largest: float = limit) -> Any:
        return [min(0.1 * (u[0] - u[1]), largest)], []

    return step


def limited_by_global(limit: float) -> Callable[..., Any]:
    def step(x: Any, t: float, u: Any, p: Any, T: float) -> Any:
        return [min(0.1 * (u[0] - u[1]), LIMIT)], []

    return FunctionType(step.__code__, {**globals(), "LIMIT": limit})


class LimitedByObject:
    def __init__(self, limit: float) -> None:
        self.limits = {"high": limit}

    def __call__(self, x: Any, t: float, u: Any, p: Any, T: float) -> Any:
        return [min(0.1 * (u[0] - u[1]), self.limits["high"])], []


def limited_by_helper(limit: float) -> Callable[..., Any]:
    def bounded(value: float) -> float:
        return min(value, limit)

    def step(x: Any, t: float, u: Any, p: Any, T: float) -> Any:
        return [bounded(0.1 * (u[0] - u[1]))], []

    return step


def limited_by_array(limit: float) -> Callable[..., Any]:
    """By an object of compiled code, which cannot be looked into."""
    limits = array("d", [limit])

    def step(x: Any, t: float, u: Any, p: Any, T: float) -> Any:
        return [min(0.1 * (u[0] - u[1]), limits[0])], []

    return step


def loop_of(step: Callable[..., Any]) -> lw.ClosedLoop:
    block = control.Python(step, inputs=("reference", "measurement"), outputs=("command",))
    wires = {"speed.measurement": "motor.omega", "motor.v": "speed.command"}
    return lw.ClosedLoop(drive(), control.Diagram({"speed": block.every(1e-3)}, wires))


def accelerate(loop: lw.ClosedLoop, path: Path, *, samples: int = 401, **options: Any) -> lw.Trajectory:
    return lw.simulate(
        loop, loop.assemble(), duration=0.4, inputs={"speed.reference": 100.0}, samples=samples, stream=path,
        checkpoint=0.0, **options,
    )  # fmt: skip


def left(step: Callable[..., Any], path: Path, **options: Any) -> Path:
    with pytest.raises(StopError):
        accelerate(loop_of(step), path, progress=stop, **options)
    return path


@pytest.mark.parametrize(
    ("kind", "name"),
    [
        (limited_by_closure, "limit"),
        (limited_by_default, "largest"),
        (limited_by_global, "LIMIT"),
        (LimitedByObject, "limits"),
        (limited_by_helper, "bounded.limit"),
    ],
)
def test_a_block_with_another_limit_is_refused_by_name(kind: Callable[..., Any], name: str, tmp_path: Path) -> None:
    """The limit of 5 V is met by neither of the values that are tried at the start."""
    path = left(kind(50.0), tmp_path / "run.parquet")
    with pytest.raises(lw.simulation.CheckpointError, match="the block speed is not that of the run") as found:
        lw.simulation.resume(path, loop_of(kind(60.0)))
    if kind is not LimitedByObject:
        assert f"{name} is 60.0, in the run it was 50.0" in str(found.value)
    assert lw.simulation.resume(path, loop_of(kind(50.0))).outcome.finished


def test_a_block_in_other_words_goes_on_to_the_same_bits(tmp_path: Path) -> None:
    path = left(limited_by_closure(3.0), tmp_path / "run.parquet")
    lw.simulation.resume(path, loop_of(limited_in_other_words(3.0)))
    accelerate(loop_of(limited_by_closure(3.0)), tmp_path / "whole.parquet")
    assert lw.Trajectory.load(path) == lw.Trajectory.load(tmp_path / "whole.parquet")


def test_what_cannot_be_looked_into_is_replayed(tmp_path: Path) -> None:
    path = left(limited_by_array(3.0), tmp_path / "run.parquet")
    words = r"the block's output speed\.command was 3 at t = \S+ s, and is 2\.5 where that is computed again"
    with pytest.raises(lw.simulation.CheckpointError, match=words):
        lw.simulation.resume(path, loop_of(limited_by_array(2.5)))
    notes = lw.simulation.resume(path, loop_of(limited_by_array(3.0))).certificate.notes
    assert not any("trust" in note for note in notes)


def test_what_can_neither_be_looked_into_nor_replayed_is_noted(tmp_path: Path) -> None:
    path = left(limited_by_array(3.0), tmp_path / "run.parquet", samples=2)
    (streaming.part_folder(path) / streaming.BEFORE).unlink(missing_ok=True)
    notes = lw.simulation.resume(path, loop_of(limited_by_array(3.0))).certificate.notes
    assert any("resumed on trust: limits (array) of the block speed cannot be compared" in note for note in notes)


def test_an_input_whose_code_differs_between_looks_is_refused(tmp_path: Path) -> None:
    """The pulse lies between all times that are looked at, and behind the end of what was written."""

    def pulsed(height: float) -> Callable[[float], float]:
        return lambda t: 0.1 + (height if 0.87654321 < t < 0.87654322 else 0.0)

    dynamics = lw.compile(lw.formalisms.modular(lw.mechanisms.four_bar()))
    path = tmp_path / "run.parquet"
    start = dynamics.assemble(speeds={"phi": 12.0})
    with pytest.raises(StopError):
        lw.simulate(
            dynamics, start, duration=1.0, inputs={"tau": pulsed(0.0)}, samples=101, stream=path, checkpoint=0.0,
            progress=stop,
        )  # fmt: skip
    with pytest.raises(lw.simulation.CheckpointError, match=r"the input tau is not that of the run: height is 5\.0"):
        lw.simulation.resume(path, dynamics, inputs={"tau": pulsed(5.0)})
    assert lw.simulation.resume(path, dynamics, inputs={"tau": pulsed(0.0)}).outcome.finished
    assert np.isfinite(lw.Trajectory.load(path)["phi"]).all()
