"""Rows of doubles that grow on disk: appended and made to last, known by their checksum, cut back to a checkpoint."""

from __future__ import annotations

import os
import zlib
from pathlib import Path

import numpy as np

from linkwright.arrays import Array
from linkwright.simulation.storage.checkpoint import CheckpointError

PIECE = 1 << 20
"""Bytes that are read together when a file is checked."""


class Rows:
    """A file of rows of `width` doubles; `count` rows of it are meant, with the checksum `crc`."""

    def __init__(self, path: Path, width: int, what: str) -> None:
        self.path, self.width, self.what = path, width, what
        self.count, self.crc = 0, 0

    def create(self) -> None:
        """Make the file, empty."""
        self.path.write_bytes(b"")

    def append(self, rows: Array) -> None:
        """Write rows behind those that are there, and make them last."""
        content = np.ascontiguousarray(rows, dtype="<f8").tobytes()
        with self.path.open("r+b") as stream:
            stream.seek(self.count * self.width * 8)
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        self.count += len(rows)
        self.crc = zlib.crc32(content, self.crc)

    def take_up(self, count: int, crc: int) -> None:
        """Go on after so many rows; those written later are cut off, fewer or other ones are refused."""
        size = left = count * self.width * 8
        found = 0
        try:
            stream = self.path.open("r+b")
        except FileNotFoundError as error:
            raise CheckpointError(f"{self.path} is missing; copy it again, or start the run again") from error
        with stream:
            while left:
                block = stream.read(min(left, PIECE))
                if not block:
                    raise CheckpointError(
                        f"{self.path} has fewer {self.what} than the checkpoint says ({count}); copy it again, or "
                        "start the run again"
                    )
                found, left = zlib.crc32(block, found), left - len(block)
            if found != crc:
                raise CheckpointError(
                    f"{self.path} is damaged: its checksum does not fit; copy it again, or start again"
                )
            stream.truncate(size)
        self.count, self.crc = count, crc

    def block(self, first: int, end: int) -> Array:
        """Some rows, read when they are used."""
        if not self.count or end <= first:
            return np.zeros((0, self.width))
        shape = (self.count, self.width)
        return np.asarray(np.memmap(self.path, dtype="<f8", mode="r", shape=shape)[first:end])
