"""Saved runs on a page again, alone and side by side; files that cannot be shown are told in words."""

import json

import numpy as np
import pytest

from cli.calling import call, refused
from linkwright import report
from linkwright.trajectory import Channel, Outcome, Trajectory
from report import three_rrr_picture as picture


def wave(count, end, shift=0.0, **more):
    """x = sin t + shift t with its rate, and a channel that only one run has."""
    t = np.linspace(0.0, end, count)
    channels = {"x": Channel(np.sin(t) + shift * t, "m", ""), "x'": Channel(np.cos(t) + shift, "m/s", "")}
    channels |= {name: Channel(np.cos(t), unit, "") for name, unit in more.items()}
    return Trajectory(t, channels, outcome=Outcome("finished", "", "", end))


def test_differences_are_those_of_closed_forms():
    """x2 - x1 = 0.01 t until the shorter ends at 2 s: 0.02 there, RMS 0.02 / sqrt(3); samples need not coincide."""
    found = {each.channel: each for each in report.differences(wave(301, 3.0, y="m"), wave(402, 2.0, 0.01, y="s"))}
    assert set(found) == {"x", "x'"}  # y has another unit
    assert found["x"].largest == pytest.approx(0.02, rel=1e-7)  # Hermite between samples 5 ms apart: error h^4 / 384
    assert found["x"].time == 2.0
    assert found["x"].rms == pytest.approx(0.02 / np.sqrt(3.0), rel=1e-2)  # a mean over 201 samples, not an integral
    assert found["x"].share == pytest.approx(0.02 / np.ptp(np.sin(np.linspace(0, 3, 301))), rel=1e-7)
    assert report.differences(wave(11, 1.0), wave(11, 1.0))[0].largest == 0.0


def test_the_number_of_runs_is_checked():
    one = report.NamedRun("a", picture.scene(), picture.motion(samples=20))
    for count in (1, 7):
        with pytest.raises(ValueError, match=f"{count} runs were given; a page sets 2 to 6"):
            report.render_several([one] * count)
    page = report.render_several([one, one])
    assert "a (1) and a (2)" in page
    assert "channels are equal, but for rounding" in page


def test_what_can_be_shown_is_shown(tmp_path):
    """A damaged file, one of another format, a missing one and a run that is not complete, beside one that is."""
    good = tmp_path / "good.csv"
    picture.motion(samples=20).save(good)
    text = good.read_text(encoding="utf-8")
    (tmp_path / "cut.csv").write_text(text[: len(text) // 2], encoding="utf-8")
    (tmp_path / "other.csv").write_text(text.replace("linkwright trajectory 1", "linkwright trajectory 9"), "utf-8")
    (tmp_path / "half.csv.part").mkdir()
    bad = [str(tmp_path / name) for name in ("cut.csv", "other.csv", "half.csv", "nothing.csv")]
    out = tmp_path / "page.html"
    done = call("report", str(good), *bad, "--out", str(out), "--json", code=1)
    told = json.loads(done.stdout)
    assert told["runs"] == ["good"]
    words = " ".join(told["not_shown"])
    for piece in ("damaged", "linkwright trajectory 9", "before its first checkpoint", "does not exist"):
        assert piece in words
    page = out.read_text(encoding="utf-8")
    assert page.count("Not shown: ") == 4
    assert "Planar 3RRR" not in page  # a file holds no picture: bodies are marked
    assert "bodies are marked by cubes" in page
    out.unlink()
    assert "does not exist" in refused("report", bad[-1], "--out", str(out))
    assert not out.exists()
    assert "ends in .html" in refused("report", str(good), "--out", str(tmp_path / "page.pdf"))


def test_a_run_of_another_version_says_so(tmp_path):
    motion = picture.motion(samples=20)
    old = Trajectory(
        motion.time, motion.channels, motion.poses, outcome=motion.outcome,
        provenance={"machine": "gone", "versions": {"linkwright": "0.0.9"}},
    )  # fmt: skip
    old.save(tmp_path / "old.csv")
    done = call("report", str(tmp_path / "old.csv"), "--out", str(tmp_path / "old.html"))
    assert "computed by linkwright 0.0.9" in done.stderr
    page = (tmp_path / "old.html").read_text(encoding="utf-8")
    assert "computed by linkwright 0.0.9" in page
    assert "cannot be made again" in page
