"""Rows of doubles that grow on disk: appended and made to last, known by their checksum, cut back to a checkpoint.

States have a file, events have one, and outputs of blocks have one for each group of blocks.
"""

from __future__ import annotations

import os
import zlib
from collections.abc import Mapping
from pathlib import Path

import numpy as np

from linkwright.arrays import Array
from linkwright.simulation.loop.run import Run
from linkwright.simulation.sampling.signals import Signals
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


SIGNALS = "signals-"


def is_signals(name: str) -> bool:
    """Whether a file of this name has outputs of blocks."""
    return name.startswith(SIGNALS)


class SignalRows:
    """Files of the outputs of blocks of a run; without any where it has no blocks."""

    def __init__(self, folder: Path, run: Run) -> None:
        signals = run.signals
        assert signals is None or isinstance(signals, Signals)
        self.signals = signals
        groups = [] if signals is None else [signals.program.groups[number] for number in signals.groups]
        self.files = {
            group.number: Rows(folder / f"{SIGNALS}{group.number}.bin", group.outputs, "instants") for group in groups
        }
        if signals is not None:
            signals.before = lambda group: self.files[group].block(0, self.files[group].count)

    def create(self) -> None:
        """Make the files, empty."""
        for rows in self.files.values():
            rows.create()

    @property
    def held_rows(self) -> int:
        """Instants in memory."""
        return 0 if self.signals is None else self.signals.held_rows

    def flush(self) -> None:
        """Write what is in memory."""
        for group, rows in self.files.items():
            assert self.signals is not None
            found = self.signals.let_go(group)
            if len(found):
                rows.append(found)

    def data(self) -> dict[str, list[int]]:
        """Numbers of rows and checksums, by group."""
        return {str(group): [rows.count, rows.crc] for group, rows in self.files.items()}

    def take_up(self, data: Mapping[str, list[int]]) -> None:
        """Go on after as many rows."""
        for group, rows in self.files.items():
            rows.take_up(*data[str(group)])
