"""Files of commands: places checked before anything is computed, texts written whole or not at all, saved runs."""

from __future__ import annotations

import errno
import os
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from linkwright.cli.output import as_text
from linkwright.simulation.storage import part_folder, read_unfinished
from linkwright.trajectory import Trajectory

OTHER_FILES = (".png", ".pdf", ".jpg", ".jpeg", ".html", ".json", ".csv", ".parquet", ".txt", ".eps")


def prepared_folder(path: Path) -> Path:
    """A folder that takes files, or can be made; refused in words otherwise, before a run. Nothing is left behind."""
    _probe(path, path)
    return path


def prepared_file(path: Path, suffixes: Sequence[str] = ()) -> Path:
    """A file that can be written, in a folder that is there or can be made; refused in words otherwise."""
    if suffixes and path.suffix.lower() not in suffixes:
        raise ValueError(f"--out {path}: expected a name that ends in {' or '.join(suffixes)}")
    _probe(path, path.parent)
    if path.is_dir():
        raise ValueError(f"--out {path}: it is a folder; add a file name")
    if path.exists() and not os.access(path, os.W_OK):
        raise ValueError(f"--out {path}: you may not write to this file; choose another one")
    return path


def prepared_figure(path: Path) -> Path:
    """Where a figure goes: a file that ends in .svg, or a folder for the figure and its numbers."""
    if path.suffix.lower() == ".svg":
        return prepared_file(path)
    if path.suffix.lower() in OTHER_FILES and not path.is_dir():
        raise ValueError(
            f"--out {path}: figures are written as .svg; expected FILE.svg, or a folder for the figure and its numbers"
        )
    return prepared_folder(path)


def write_figure(out: Path | None, stem: str, picture: str, data: Any) -> list[str]:
    """Write a figure to the file FILE.svg, or into a folder `stem`.svg and the numbers as `stem`.json; their names."""
    if out is None:
        return []
    if out.suffix.lower() == ".svg":
        return [str(write(out, picture))]
    files = [write(out / f"{stem}.svg", picture), write(out / f"{stem}.json", as_text(data) + "\n")]
    return [str(file) for file in files]


def _probe(path: Path, folder: Path) -> None:
    """Refuse a folder that takes no files and cannot be made, with the part of the path that is in the way."""
    there = folder
    try:
        while not _exists(there) and there != there.parent:
            there = there.parent
        if not there.is_dir():
            raise NotADirectoryError(errno.ENOTDIR, "not a folder")
        # Making one inside asks for the same rights as making the folder, or a file in it.
        with tempfile.TemporaryDirectory(dir=there, prefix=".linkwright-"):
            pass
    except OSError as error:
        raise ValueError(f"--out {path}: {_why(error, there)}") from None


def _exists(path: Path) -> bool:
    """Whether something is there, as far as we may look."""
    try:
        return path.exists()
    except OSError:
        return False


def write(path: Path, text: str) -> Path:
    """Write a text file, whole or not at all; its folder is made if need be."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(
        "w", dir=path.parent, prefix=".linkwright-", encoding="utf-8", newline="\n", delete=False
    ) as stream:
        temporary = Path(stream.name)
        try:
            stream.write(text)
            stream.close()
            temporary.chmod(0o666 & ~_umask())
            temporary.replace(path)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise
    return path


def _umask() -> int:
    """The mask of new files; it can only be read by setting it."""
    mask = os.umask(0)
    os.umask(mask)
    return mask


def _why(error: OSError, there: Path) -> str:
    """Why nothing can be made in a place, and what to do."""
    if error.errno in {errno.ENOTDIR, errno.EEXIST}:
        return f"{there} is a file, not a folder; choose another path"
    if error.errno in {errno.EACCES, errno.EPERM}:
        return f"you may not write in the folder {there}; choose another place"
    if error.errno == errno.EROFS:
        return f"the folder {there} is on a disk that can only be read; choose another place"
    if error.errno in {errno.ENOSPC, errno.EDQUOT}:
        return "the disk is full; free some space, or choose another place"
    return f"nothing can be made in the folder {there} ({error.strerror or error}); choose another place"


def load_run(run: Path) -> Trajectory:
    """A saved run by its file, or the folder of --out; of one that is not complete, what is written down of it.

    Its outcome says where that ends.
    """
    target = run.with_name(run.name.removesuffix(".part")) if run.suffix == ".part" else run
    if not target.exists() and part_folder(target).is_dir():
        return read_unfinished(target)
    return Trajectory.load(run_file(run))


def run_file(run: Path) -> Path:
    """The file of a run; in a folder, the one that --out writes."""
    if not run.exists():
        part = part_folder(run)
        why = (
            f"is not complete yet; go on with it first: linkwright resume {run}"
            if part.is_dir()
            else "does not exist; name the file of a run, or the folder that was given to --out"
        )
        raise FileNotFoundError(errno.ENOENT, why, str(run))
    if not run.is_dir():
        return run
    found = [run / name for name in ("run.parquet", "run.csv") if (run / name).exists()]
    if not found:
        raise ValueError(f"{run}: there is no run.parquet or run.csv in this folder; name the file of a run")
    return found[0]
