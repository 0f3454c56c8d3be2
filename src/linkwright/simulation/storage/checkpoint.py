"""Checkpoints: a run between two slices in one file, whole or not at all, and read back with all doubts said in words.

A file is a line with its format, a line with a checksum of all that follows, a line of JSON (what was asked, versions,
the names and shapes of the arrays), then the arrays as little-endian doubles. Nothing in it is run.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from collections.abc import Mapping
from pathlib import Path

import numpy as np

from linkwright.arrays import Array, PlainData, PlainMapping

FORMAT = "linkwright checkpoint 6"


class CheckpointError(ValueError):
    """A checkpoint that cannot be taken up: damaged, of another machine or another version; the message says which."""


def write(path: Path, header: PlainMapping, arrays: Mapping[str, Array]) -> None:
    """Write a checkpoint; at every moment, even after a power cut, the path holds the old one or the new one."""
    shapes = [[name, list(values.shape)] for name, values in arrays.items()]
    body = json.dumps({**header, "arrays": shapes}).encode() + b"\n"
    body += b"".join(np.ascontiguousarray(values, dtype="<f8").tobytes() for values in arrays.values())
    temporary = path.with_name(path.name + ".part")
    try:
        with temporary.open("wb") as stream:
            stream.write(f"{FORMAT}\n{hashlib.sha256(body).hexdigest()}\n".encode())
            stream.write(body)
            stream.flush()
            os.fsync(stream.fileno())
        temporary.replace(path)
        sync_folder(path.parent)
    except OSError:
        temporary.unlink(missing_ok=True)
        raise


def keep_as(path: Path, other: Path) -> None:
    """Keep a checkpoint, if there is one, under another name too; both are whole at every moment."""
    if not path.exists():
        return
    temporary = other.with_name(other.name + ".part")
    temporary.unlink(missing_ok=True)
    try:
        os.link(path, temporary)
    except OSError:  # a file system without links
        shutil.copyfile(path, temporary)
    temporary.replace(other)


def read(path: Path) -> tuple[PlainData, dict[str, Array]]:
    """Header and arrays of a checkpoint."""
    content = path.read_bytes()
    mark, _, rest = content.partition(b"\n")
    checksum, _, body = rest.partition(b"\n")
    name = FORMAT.rpartition(" ")[0].encode()
    if not mark.startswith(name):
        raise CheckpointError(f"{path} is no checkpoint of linkwright; give the path that the run was streamed to")
    found = mark.decode(errors="replace")
    if found != FORMAT:
        raise CheckpointError(
            f"{path} has the format {found!r}, and this version of linkwright reads {FORMAT!r}; resume it with the "
            "version that wrote it"
        )
    if hashlib.sha256(body).hexdigest().encode() != checksum:
        raise CheckpointError(f"{path} is damaged: its checksum does not fit; copy it again, or start the run again")
    line, _, numbers = body.partition(b"\n")
    header = json.loads(line)
    values, arrays, at = np.frombuffer(numbers, dtype="<f8"), {}, 0
    for key, shape in header.pop("arrays"):
        size = int(np.prod(shape, dtype=int))
        arrays[key] = np.array(values[at : at + size], dtype=float).reshape(shape)
        at += size
    return header, arrays


def sync_folder(folder: Path) -> None:
    """Make the names in a folder last through a power cut, where the system can."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    number = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(number)
    finally:
        os.close(number)
