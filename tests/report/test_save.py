"""Writing a report: whole or not at all, and in words where it cannot be."""

import os
from pathlib import Path

import pytest

from linkwright import report
from report import three_rrr_picture as picture


class Machine:
    def scene(self):
        return picture.scene("From a machine")


def test_a_machine_or_its_scene_is_written(tmp_path):
    path = report.save(tmp_path / "run.html", Machine(), picture.motion(samples=20))
    text = path.read_text(encoding="utf-8")
    assert text == report.render(picture.scene("From a machine"), picture.motion(samples=20))
    assert os.listdir(tmp_path) == ["run.html"]  # noqa: PTH208 - hidden files too


def test_an_old_report_stays_when_the_new_one_fails(tmp_path):
    path = report.save(str(tmp_path / "run.html"), picture.scene(), picture.motion(samples=20))
    before = path.read_bytes()
    with pytest.raises(ValueError, match="nowhere"):
        report.save(path, picture.scene(), picture.motion(samples=20), paths=["nowhere"])
    assert path.read_bytes() == before
    report.save(path, picture.scene("New"), picture.motion(samples=20))
    assert path.read_bytes() != before
    assert len(list(tmp_path.iterdir())) == 1


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda folder: folder / "missing" / "run.html", "does not exist; create it first"),
        (lambda folder: folder, "it is a folder; add a file name"),
        (lambda folder: folder / "file" / "run.html", "is not a folder"),
        pytest.param(
            lambda _: "/proc/run.html",
            "the folder /proc takes no new files",
            marks=pytest.mark.skipif(not Path("/proc/self").exists(), reason="there is no /proc on this system"),
        ),
    ],
)
def test_an_unwritable_path_is_told_in_words(tmp_path, make, said):
    (tmp_path / "file").write_text("here")
    with pytest.raises(OSError, match=said):
        report.save(make(tmp_path), picture.scene(), picture.motion(samples=5))
    assert [entry.name for entry in tmp_path.iterdir()] == ["file"]


def test_a_link_stays_a_link(tmp_path):
    real = tmp_path / "real.html"
    real.write_text("old")
    link = tmp_path / "link.html"
    link.symlink_to(real)
    report.save(link, picture.scene(), picture.motion(samples=5))
    assert link.is_symlink()
    assert real.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")


def test_a_report_that_does_not_fit_leaves_nothing_behind(tmp_path):
    resource = pytest.importorskip("resource", reason="no limits on file sizes here: a full disk was left out")
    path = tmp_path / "run.html"
    path.write_text("old")
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (10_000, limits[1]))
    try:
        with pytest.raises(OSError, match="could not be written"):
            report.save(path, picture.scene(), picture.motion(samples=5))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert path.read_text() == "old"
    assert len(list(tmp_path.iterdir())) == 1


def test_arguments_in_another_order_are_named(tmp_path):
    machine, motion, path = picture.scene(), picture.motion(samples=20), tmp_path / "run.html"
    with pytest.raises(TypeError) as caught:
        report.save(machine, motion, path)
    words = str(caught.value)
    assert words.startswith("report.save(path, machine, trajectory): path is a Scene, expected a path")
    for piece in ("machine is a Trajectory, expected a Scene", "PosixPath, expected a Trajectory", "in this order"):
        assert piece in words
    with pytest.raises(TypeError, match=r"machine is a Trajectory, .*; trajectory is a Scene, expected a Trajectory"):
        report.save(path, motion, machine)
    with pytest.raises(TypeError, match=r"report.render\(machine, trajectory\): machine is a Trajectory"):
        report.render(motion, machine)
    assert not list(tmp_path.iterdir())
