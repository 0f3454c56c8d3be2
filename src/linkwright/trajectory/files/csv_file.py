"""Sheets as .csv: comment lines of JSON, a line of names with units, then numbers that load back bit for bit.

    # linkwright trajectory 1
    # sha256: "9f86d0..."
    # rows: 2
    # columns: [["time", "s", "Time"], ["x", "m", "Position of the slider"]]
    # outcome: {"kind": "finished", ...}
    time [s],x [m]
    0.0,0.25
    0.01,0.24999999999999997

The names in the `columns` comment are the true ones; those of the header line are for people and spreadsheets. Each
number is the shortest text that reads back as the same double. The number of rows and the newline at the end show
whether the file is whole, the checksum whether it is as it was written: it is that of the whole file with zeros in its
own place, and line feeds at the ends of lines, so that a copy with other line ends still fits.
"""

import csv
import hashlib
import json
from collections.abc import Iterator
from io import SEEK_END, StringIO
from typing import Any, BinaryIO

import numpy as np

from linkwright.arrays import PlainData
from linkwright.trajectory.files.sheet import FORMAT, Column, DamagedFileError, Parts, Sheet, check_format

OMITTED = "outputs of blocks at every instant: rows have the values held at their times only; .parquet files have all"
"""What a file says that was given signals."""
_SUM = "sha256"
_BLANK = "0" * hashlib.sha256().digest_size * 2


def write(sheet: Parts, stream: BinaryIO) -> None:
    """Write the sheet as UTF-8 text, part by part, then its checksum into the place kept for it."""
    plain = [k for k, column in enumerate(sheet.described) if column[0] not in sheet.lists]
    described = [list(sheet.described[k]) for k in plain]
    comments = {_SUM: _BLANK, "rows": sheet.rows, "columns": described, **sheet.header}
    if sheet.lists:
        comments["omitted"] = OMITTED
    head = StringIO(newline="")
    head.write(f"# {FORMAT}\n")
    for key, value in comments.items():
        head.write(f"# {key}: {json.dumps(value)}\n")
    csv.writer(head, lineterminator="\n").writerow([f"{name} [{unit}]" for name, unit, _ in described])
    begin = head.getvalue().encode()
    found = hashlib.sha256(begin.replace(b"\r\n", b"\n"))
    stream.write(begin)
    for part in sheet.parts:
        texts = [map(repr, np.asarray(part[k]).tolist()) for k in plain]
        for row in zip(*texts, strict=True):
            line = (",".join(row) + "\n").encode()
            found.update(line)
            stream.write(line)
    stream.seek(begin.index(_BLANK.encode()))
    stream.write(found.hexdigest().encode())
    stream.seek(0, SEEK_END)


def read(stream: BinaryIO) -> Sheet:
    """Return the sheet that `write` stored; DamagedFileError says in words what is not as it was written."""
    try:
        text = stream.read().decode()
    except UnicodeDecodeError as error:
        raise DamagedFileError(f"byte {error.start} is no UTF-8 text") from error
    comments, table = _split(text)
    described = _columns(comments)
    rows = csv.reader(StringIO(table, newline=""), strict=True)
    try:
        header = next(rows, [])
        if header != [f"{name} [{unit}]" for name, unit, _ in described]:
            raise DamagedFileError("the line of names differs from the comment 'columns'")
        values = np.array(list(_numbers(rows, len(described))), dtype=np.float64).reshape(-1, len(described))
    except csv.Error as error:
        raise DamagedFileError(f"the table does not read as comma-separated values ({error})") from error
    expected = comments.pop("rows", None)
    if len(values) != expected:
        raise DamagedFileError(f"it has {len(values)} rows of numbers where its head promises {expected}")
    if not text.endswith("\n"):
        raise DamagedFileError("its last line is cut short")
    _check_sum(text, comments.pop(_SUM, None))
    columns = {
        name: Column(np.ascontiguousarray(values[:, at]), unit, meaning)
        for at, (name, unit, meaning) in enumerate(described)
    }
    return Sheet(columns, comments)


def _check_sum(text: str, recorded_sum: Any) -> None:
    """Refuse a text that is not as it was written; one without a checksum says nothing about that."""
    if recorded_sum is None:
        return
    blank = text.replace(f"# {_SUM}: {json.dumps(recorded_sum)}", f"# {_SUM}: {json.dumps(_BLANK)}", 1)
    if hashlib.sha256(blank.replace("\r\n", "\n").encode()).hexdigest() != recorded_sum:
        raise DamagedFileError(
            "its checksum does not fit, so something in it was changed after it was written (if you did that yourself, "
            f"remove the line that begins with '# {_SUM}')"
        )


def _split(text: str) -> tuple[PlainData, str]:
    """Return the comments by key, and what follows them."""
    # Split at "\n" only: names may hold any of the other characters that str.splitlines takes for line ends.
    line, _, text = text.partition("\n")
    if not line.startswith("# "):
        raise DamagedFileError(f"its first line is {line[:60]!r} where '# {FORMAT}' is expected")
    check_format(line[2:].rstrip("\r"))
    comments: PlainData = {}
    while text.startswith("# "):
        line, _, text = text.partition("\n")
        key, _, value = line[2:].partition(": ")
        try:
            comments[key] = json.loads(value)
        except (ValueError, RecursionError) as error:  # a number of 5,000 digits, lists a thousand deep: not ours
            raise DamagedFileError(f"the comment {line[:60]!r} does not hold JSON ({error})") from error
    return comments, text


def _columns(comments: PlainData) -> list[tuple[str, str, str]]:
    described = comments.pop("columns", None)
    triple = 3
    if not isinstance(described, list) or not all(
        isinstance(entry, list) and len(entry) == triple and all(isinstance(part, str) for part in entry)
        for entry in described
    ):
        raise DamagedFileError("the comment 'columns' with names, units and meanings is missing or garbled")
    if len({entry[0] for entry in described}) != len(described):
        raise DamagedFileError("the comment 'columns' names a column twice")
    return [(name, unit, meaning) for name, unit, meaning in described]


def _numbers(rows: Iterator[list[str]], width: int) -> Iterator[list[float]]:
    for at, row in enumerate(rows, start=1):
        if len(row) != width:
            raise DamagedFileError(f"row {at} of the numbers has {len(row)} entries where {width} are expected")
        try:
            yield [float(cell) for cell in row]
        except ValueError as error:
            raise DamagedFileError(f"row {at} of the numbers holds something else ({error})") from error
