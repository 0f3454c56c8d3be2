"""Storing sheets in files, in the format of the path's suffix, whole or not at all."""

import errno
import os
import uuid
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO, NamedTuple

from linkwright.trajectory.files import csv_file, parquet_file
from linkwright.trajectory.files.sheet import DamagedFileError, Lists, Parts, Sheet


class Format(NamedTuple):
    """A format of files: how a sheet is written, and read back unless it is for other programs only.

    `check` raises in words if something that it needs is not installed; `words` say what it is good for.
    """

    words: str
    write: Callable[[Parts, BinaryIO], None]
    read: Callable[[BinaryIO], Sheet] | None = None
    check: Callable[[], object] = lambda: None


FORMATS = {
    ".parquet": Format("compact, needs PyArrow", parquet_file.write, parquet_file.read, parquet_file.pyarrow),
    ".csv": Format("text, needs nothing", csv_file.write, csv_file.read),
}
"""Formats by the suffix of the path: the only list of them."""


def save(sheet: Sheet, path: str | os.PathLike[str]) -> Path:
    """Write the sheet to the path, in the format of its suffix (`FORMATS`), and return the path.

    The bytes go to a temporary file in the same folder, which replaces the path in one move when complete: at every
    moment, even after a power cut, the path holds the old file or the new one. A failure removes the temporary file.
    """
    chosen = _format(Path(path))
    described = [(name, column.unit, column.meaning) for name, column in sheet.columns.items()]
    values = [column.values for column in sheet.columns.values()]
    lists = frozenset(name for name, column in sheet.columns.items() if isinstance(column.values, Lists))
    return save_parts(path, Parts(described, sheet.header, sheet.rows, [values], lists), chosen)


def save_parts(path: str | os.PathLike[str], parts: Parts, chosen: Format | None = None) -> Path:
    """Write a sheet that comes in parts, one after another, whole or not at all; return the path."""
    target = Path(path)
    write = (chosen or _format(target)).write
    real = target.resolve()  # so that a link stays a link and its target is replaced
    _check_folder(real)
    temporary = real.with_name(f".{uuid.uuid4().hex}.part")
    try:
        with temporary.open("xb") as stream:
            write(parts, stream)
            stream.flush()
            os.fsync(stream.fileno())
        temporary.replace(real)
    except OSError as error:
        temporary.unlink(missing_ok=True)
        remedy = "free some space there, or write to another folder" if error.errno in _FULL else "check that path"
        raise OSError(
            error.errno or errno.EIO, f"could not be written ({error.strerror or error}); {remedy}", str(target)
        ) from error
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    return target


def load(path: str | os.PathLike[str]) -> Sheet:
    """Return the sheet stored at the path; DamagedFileError when it is not whole or not one of ours."""
    source = Path(path)
    read = _format(source).read
    if read is None:
        readable = " or ".join(suffix for suffix, each in FORMATS.items() if each.read is not None)
        raise ValueError(f"{source} cannot be read back: {source.suffix} is for other programs; save as {readable}.")
    try:
        stream = source.open("rb")
    except FileNotFoundError as error:
        raise FileNotFoundError(
            errno.ENOENT, "does not exist; check the spelling, or save a trajectory there first", str(source)
        ) from error
    with stream:
        try:
            return read(stream)
        except DamagedFileError as error:
            raise damaged_file_error(source, str(error)) from error


def damaged_file_error(path: str | os.PathLike[str], why: str) -> DamagedFileError:
    """Return the error that says why the file at the path holds no trajectory, and what to do."""
    return DamagedFileError(
        f"{os.fspath(path)} is damaged, or no trajectory saved by linkwright: {why}. "
        "Copy it again from where it was written, or compute and save the trajectory again."
    )


def check_path(path: str | os.PathLike[str]) -> None:
    """Refuse in words a path that a trajectory could not be saved at."""
    _format(Path(path)).check()
    _check_folder(Path(path).resolve())


_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


def _format(path: Path) -> Format:
    try:
        return FORMATS[path.suffix.lower()]
    except KeyError:
        known = " or ".join(f"{suffix} ({each.words})" for suffix, each in FORMATS.items())
        raise ValueError(
            f"The path {str(path)!r} has the suffix {path.suffix!r}, expected {known}; end the path in one of them."
        ) from None


def _check_folder(target: Path) -> None:
    """Raise in words when the target cannot be a file in a folder that exists."""
    folder = target.parent
    if not folder.exists():
        raise FileNotFoundError(
            errno.ENOENT, f"could not be written: the folder {folder} does not exist; create it first", str(target)
        )
    if not folder.is_dir():
        raise NotADirectoryError(
            errno.ENOTDIR, f"could not be written: {folder} is a file, not a folder; choose another path", str(target)
        )
    if target.is_dir():
        raise IsADirectoryError(
            errno.EISDIR, "could not be written: it is a folder; add a file name to the path", str(target)
        )
    if not os.access(folder, os.W_OK):
        raise PermissionError(
            errno.EACCES,
            f"could not be written: you may not write in the folder {folder}; "
            "choose another folder or ask for the right to write there",
            str(target),
        )
