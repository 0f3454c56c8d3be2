"""What a streamed run holds in memory does not grow with its length, whatever it meets on its way."""

import tracemalloc
from pathlib import Path

import numpy as np
import pytest

import linkwright as lw
from linkwright.simulation import workspace as at
from linkwright.simulation.inputs.inputs import check_inputs
from linkwright.simulation.loop.run import Run
from linkwright.simulation.recipe import Recipe
from linkwright.simulation.results.window import FARTHEST_WINDOWS, LENGTH, MANY_ENTRIES, Window, gather_crossings
from linkwright.simulation.storage.stream import Stream

LINK, MASS, SPEED, PHASE = 0.8, 0.9, 1.5, 0.6


def trammel() -> lw.Dynamics:
    """A rod whose ends slide on two guides at right angles: every quarter of a turn other pivots are needed.

    Its length is told twice, so one constraint is dropped. With equal sliders and without gravity the kinetic energy
    does not depend on the angle, so the rod turns evenly.
    """
    ends = {"a": (LINK / 2, 0.0), "b": (-LINK / 2, 0.0)}
    x, y = LINK * np.cos(PHASE), LINK * np.sin(PHASE)
    machine = lw.Mechanism(
        "trammel",
        {
            "frame": lw.Ground(points={"v": lw.Pose((0.0, 0.0), angle=np.pi / 2)}),
            "across": lw.Body(MASS, 0.01),
            "along": lw.Body(MASS, 0.01),
            "rod": lw.Body(0.5, 0.03, points=ends),
        },
        {
            "gx": lw.Prismatic("frame", "across"),
            "gy": lw.Prismatic("frame.v", "along"),
            "A": lw.Revolute("across", "rod.a"),
            "B": lw.Revolute("along", "rod.b"),
            "length": lw.Holonomic(("gx.slide", "gy.slide"), lambda _, a, b: (a * a + b * b) / LINK - LINK, "m"),
        },
        reference={
            "gx.slide": x, "gy.slide": y, "across.x": x, "along.y": y, "along.theta": np.pi / 2,
            "rod.x": x / 2, "rod.y": y / 2, "rod.theta": -PHASE,
        },
    )  # fmt: skip
    return lw.compile(lw.formalisms.modular(machine))


def begun(dynamics: lw.Dynamics) -> lw.State:
    return dynamics.assemble(
        {"gx.slide": LINK * np.cos(PHASE), "gy.slide": LINK * np.sin(PHASE)},
        {"gy.slide": SPEED * LINK * np.cos(PHASE)},
    )


@pytest.fixture
def windows(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many samples runs had room for, one after another."""
    found, usual = [], Window.resize

    def resize(self: Window, drop: int, length: int) -> None:
        usual(self, drop, length)
        found.append(len(self.run.times))

    monkeypatch.setattr(Window, "resize", resize)
    return found


@pytest.mark.parametrize("dense", [False, True])
def test_few_samples_are_held_where_pivots_change_often(tmp_path: Path, windows: list[int], *, dense: bool) -> None:
    dynamics = trammel()
    motion = lw.simulate(
        dynamics, begun(dynamics), duration=400.0, samples=10 * LENGTH, stream=tmp_path / "run.parquet", rtol=1e-6,
        checkpoint=1e9, dense=dense, integrator=lw.integrators.DormandPrince(),
    )  # fmt: skip
    assert (motion.certificate.pivotings or 0) > 200
    assert max(windows) <= 4 * LENGTH
    whole = lw.Trajectory.load(tmp_path / "run.parquet")
    assert len(whole.time) > 6 * LENGTH
    np.testing.assert_allclose(whole["gx.slide"], LINK * np.cos(PHASE + SPEED * whole.time), rtol=0, atol=1e-3)


def test_few_samples_are_held_where_a_machine_rests(tmp_path: Path, windows: list[int]) -> None:
    """Its steps would be as long as the run, with all samples in one."""
    dynamics = trammel()
    motion = lw.simulate(
        dynamics,
        dynamics.assemble(),
        duration=1e4,
        samples=3 * FARTHEST_WINDOWS * LENGTH,
        stream=tmp_path / "run.parquet",
    )
    assert np.array_equal(motion["gx.slide"], np.full(len(motion.time), motion["gx.slide"][0]))
    assert max(windows) <= FARTHEST_WINDOWS * LENGTH


@pytest.mark.long
@pytest.mark.parametrize("dense", [False, True])
def test_memory_does_not_grow_where_pivots_change_often(tmp_path: Path, *, dense: bool) -> None:
    """Four times the samples would be some 100 MB more if they, and what is read of them, were held."""
    dynamics = trammel()
    peaks = []
    for duration in (10.0, 160.0, 640.0):  # the first one compiles what is needed
        tracemalloc.start()
        lw.simulate(
            dynamics, begun(dynamics), duration=duration, samples=int(400 * duration), stream=tmp_path / "run.parquet",
            rtol=1e-6, checkpoint=1e9, dense=dense, integrator=lw.integrators.DormandPrince(),
        )  # fmt: skip
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[2] < peaks[1] + 4e6, peaks


def test_when_checkpoints_are_made_does_not_matter_where_pivots_change_often(tmp_path: Path) -> None:
    class StopError(Exception):
        pass

    def stop(share: float) -> None:
        if share > 0.7:
            raise StopError

    given = {"duration": 60.0, "samples": 20_001}
    dynamics = trammel()
    plain = lw.simulate(dynamics, begun(dynamics), **given)  # type: ignore[arg-type]
    for name, every in (("rare", 1e9), ("often", 0.0)):
        path, dynamics = tmp_path / f"{name}.parquet", trammel()  # choices of pivots made before would serve again
        start = begun(dynamics)
        with pytest.raises(StopError):
            lw.simulate(dynamics, start, **given, stream=path, checkpoint=every, progress=stop)  # type: ignore[arg-type]
        lw.simulation.resume(path, dynamics, checkpoint=every)
    rare, often = (lw.Trajectory.load(tmp_path / f"{name}.parquet") for name in ("rare", "often"))
    assert rare == often
    assert np.array_equal(rare["gx.slide"], plain["gx.slide"])
    assert rare.certificate.pivotings == plain.certificate.pivotings
    assert (plain.certificate.pivotings or 0) > 10


def made(dynamics: lw.Dynamics, end: float) -> tuple[Run, Recipe]:
    inputs = check_inputs(dynamics.system.equations, {}, 0.0, end)
    recipe = Recipe(dynamics, begun(dynamics), inputs, {}, end)
    return recipe.run(lw.accuracy.draft, lw.integrators.DormandPrince()), recipe


def test_the_state_that_a_run_goes_back_to_follows_from_the_run_alone() -> None:
    """A run that is long near singularities gives up going back far; asked often or once, to the same sample."""
    dynamics = trammel()
    most, total = FARTHEST_WINDOWS * 8, 20 * FARTHEST_WINDOWS * 8
    safe = []
    for every in (1, 7, 3 * most, total):
        run, _ = made(dynamics, 1.0)
        window = Window(run, total, length=8)
        state = run.state
        for count in range(1, total):
            while count >= len(run.times):
                window.resize(0, 2 * len(run.times))
            run.saved_states[count - 1] = float(window.base + count)
            run.progress.sample = count
            run.progress.before_time = run.times[count - 1]
            if count % every == 0 or count == total - 1:
                window.let_go()
        assert total - 1 - np.searchsorted(run.times, run.progress.safe_time, side="right") < most
        safe.append((run.progress.safe_time, *state.safe))
    assert len(set(safe)) == 1


@pytest.mark.long
def test_places_passed_are_told_alike_though_few_are_kept(tmp_path: Path) -> None:
    dynamics = lw.compile(lw.formalisms.modular(lw.mechanisms.n_four_bar(1)))
    given = {"duration": 540.0, "samples": 1001, "accuracy": "draft"}
    start = dynamics.assemble(speeds={"x0": 1.0})
    plain = lw.simulate(dynamics, start, **given)  # type: ignore[arg-type]
    streamed = lw.simulate(dynamics, start, **given, stream=tmp_path / "run.parquet")  # type: ignore[arg-type]
    told = next(note for note in plain.certificate.notes if "singular" in note)
    assert MANY_ENTRIES < int(told.split()[1]) < 2 * MANY_ENTRIES
    assert streamed.certificate.notes == plain.certificate.notes
    assert streamed.certificate.rank_margin == plain.certificate.rank_margin


def test_lists_of_a_run_are_shortened(tmp_path: Path) -> None:
    dynamics = trammel()
    run, recipe = made(dynamics, 1.0)
    stream = Stream(run, recipe, tmp_path / "run.parquet", {"dense": False, "samples": LENGTH}, 1e9)
    run.begin()
    stream.begin()
    pivoting = run.used[0][1]
    run.used += [(float(k), pivoting) for k in range(1, 3 * MANY_ENTRIES)]
    stream.keep(at.SLICE_OVER)
    assert run.used == [(3.0 * MANY_ENTRIES - 1, pivoting)]
    assert run.used_before + len(run.used) == 3 * MANY_ENTRIES
    stream.held.close()


def test_places_gathered_twice_are_those_gathered_once() -> None:
    from linkwright.simulation.loop.crossings import Crossing
    from linkwright.trajectory.samples import Deferred

    def crossing(k: int) -> Crossing:
        margin = (0.0, 0.5 + k % 7)[k % 2]
        return Crossing(
            True, float(k), error=1e-9 * (k % 11), coordinate_singularity=-1, sought=Deferred(lambda: margin)
        )

    places = [crossing(k) for k in range(100)]
    once, twice = gather_crossings(places), gather_crossings([*gather_crossings(places[:60]), *places[60:]])
    told = [
        [(one.time, one.error, one.coordinate_singularity, one.margin, one.count) for one in them]
        for them in (once, twice)
    ]
    assert told[0] == told[1]
    assert len(once) == 18
    assert sum(one.count for one in once) == 100
