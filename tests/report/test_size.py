"""Pages of ready machines stay below 2 MB; numbers that are packed come back within their step."""

import numpy as np
import pytest

import linkwright as lw
from cli.calling import call
from linkwright.drawing import playback, scene
from linkwright.drawing.playback.packing import BITS, FEWEST_BITS, Columns, unpack
from linkwright.mechanisms.registry import READY
from linkwright.report.sections import equations
from linkwright.trajectory import Channel, Outcome, Trajectory

LIMIT = 2_000_000


def test_numbers_come_back_within_half_a_step():
    random = np.random.default_rng(7)
    t = np.linspace(0.0, 1.0, 400)
    given = [
        np.sin(9 * t), 1e9 + 1e-3 * np.cos(t), np.cumsum(random.normal(size=400)), random.normal(size=400) * 1e-200,
        np.where(t > 0.5, np.inf, t), np.full(400, np.nan), np.full(400, -0.1), t * 1e300, np.zeros(0),
    ]  # fmt: skip
    for bits in (FEWEST_BITS, BITS):
        columns = Columns()
        numbers = [columns.add(values) for values in given]
        found = unpack(columns.pack(bits))
        for number, values in zip(numbers, given, strict=True):
            if not np.isfinite(values).all() or not len(values):
                np.testing.assert_array_equal(found[number], values)
                continue
            step = max(
                np.ptp(values) * 2.0**-bits, np.max(np.abs(values)) * 2.0**-49
            )  # sums of whole numbers are exact
            np.testing.assert_allclose(found[number], values, rtol=0, atol=0.5 * step)


def test_noise_is_not_shown_first():
    """A drift of rounding in metres beside a motion of metres, and a balance of energies beside energies."""
    t = np.linspace(0.0, 1.0, 50)
    channels = {
        "slide.x": Channel(np.sin(t), "m", "distance along the axis of the first frame"),
        "slide.x'": Channel(np.cos(t), "m/s", ""),
        "pin.x": Channel(1e-15 * np.sin(40 * t), "m", "distance along the axis of the first frame"),
        "pin.x'": Channel(1e-13 * np.cos(40 * t), "m/s", ""),
        "energy.kinetic": Channel(np.cos(t) ** 2, "J", ""),
        "energy.error": Channel(1e-12 * t, "J", ""),
    }
    run = Trajectory(t, channels, outcome=Outcome("finished", "", "", 1.0))
    shown = playback.default_channels(lw.drawing.Scene("", planar=True, bodies=()), run)
    assert shown == ("slide.x", "energy.kinetic", "slide.x'")


def test_the_largest_page_has_room():
    """A Stewart platform at rest has as many channels as in motion; smooth curves of all its range stand for a run."""
    machine = lw.mechanisms.stewart()
    dynamics = lw.compile(lw.formalisms.modular(machine))
    still = lw.simulate(
        dynamics, dynamics.reference, duration=1e-3, inputs=dict.fromkeys(dynamics.inputs, 0.0), samples=2
    )
    t = np.linspace(0.0, 2.0, 1001)
    random = np.random.default_rng(3)
    channels = {
        name: Channel(sum(random.normal() * np.sin(k * t + random.normal()) for k in range(1, 9)), channel.unit, "")
        for name, channel in still.channels.items()
    }
    poses = {body: np.tile(pose[:1], (1001, 1)) for body, pose in still.poses.items()}
    run = Trajectory(t, channels, poses, outcome=still.outcome, provenance=still.provenance)
    page = lw.report.render(scene(machine, poses=poses), run)
    assert len(page.encode()) + equations.ROOM < LIMIT


@pytest.mark.long
@pytest.mark.parametrize("name", [*READY, "n_four_bar --set n=40"])
def test_pages_of_all_ready_machines_are_small(tmp_path, name):
    call("simulate", *name.split(), "--out", str(tmp_path / "run"))
    assert (tmp_path / "run" / "report.html").stat().st_size < LIMIT
