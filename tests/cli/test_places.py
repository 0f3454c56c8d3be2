"""Where --out may not go is told before anything is computed: which part of the path is in the way, and why."""

import os
from contextlib import contextmanager

import pytest

from linkwright.cli.files import prepared_figure, prepared_file, prepared_folder

NOBODY = 65534


@contextmanager
def without_rights():
    """As a user who may not write; the tests may run as one who may do everything."""
    before = os.geteuid()
    if before == 0:
        os.seteuid(NOBODY)
    try:
        yield
    finally:
        if before == 0:
            os.seteuid(before)


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="rights of folders are those of Unix")
@pytest.mark.parametrize("prepared", [prepared_folder, prepared_file, prepared_figure])
def test_a_folder_without_the_right_to_write(tmp_path, prepared):
    closed = tmp_path / "closed"
    closed.mkdir()
    closed.chmod(0o555)
    with without_rights(), pytest.raises(ValueError, match="you may not write in the folder") as told:
        prepared(closed / "new" / "inner.svg")
    named = str(told.value).partition("in the folder ")[2].partition(";")[0]
    assert closed.is_relative_to(named)  # the innermost that can be seen


def test_a_file_in_the_way(tmp_path):
    (tmp_path / "file").write_text("", encoding="utf-8")
    for prepared in (prepared_folder, prepared_file, prepared_figure):
        with pytest.raises(ValueError, match=f"--out .*: {tmp_path / 'file'} is a file, not a folder"):
            prepared(tmp_path / "file" / "new" / "inner.svg")
    with pytest.raises(ValueError, match="is a file, not a folder"):
        prepared_folder(tmp_path / "file")


def test_nothing_is_made_before_it_is_needed(tmp_path):
    prepared_folder(tmp_path / "a" / "b")
    prepared_file(tmp_path / "c" / "d.svg", (".svg",))
    prepared_figure(tmp_path / "e")
    assert list(tmp_path.iterdir()) == []
