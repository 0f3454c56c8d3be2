"""Sheets as .parquet, through PyArrow: units and meanings beside the columns, the header beside the table.

Any Parquet reader sees the columns under their own names. A field's metadata hold `unit` and `meaning`; the schema's
metadata hold each entry of the header as JSON under `linkwright.<key>`. Pages carry checksums, verified on reading;
`linkwright.sha256` is one of all texts and numbers, since the tables of contents between them carry none.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping
from importlib import import_module
from typing import Any, BinaryIO

import numpy as np

from linkwright.trajectory.files.sheet import FORMAT, Column, DamagedFileError, Parts, Sheet, check_format

_PREFIX = "linkwright."
_SUM = _PREFIX + "sha256"


def write(sheet: Parts, stream: BinaryIO) -> None:
    """Write the sheet as one Parquet file, each part as row groups of its own."""
    arrow, parquet = pyarrow()
    fields = [
        arrow.field(name, arrow.float64(), nullable=False, metadata={"unit": unit, "meaning": meaning})
        for name, unit, meaning in sheet.described
    ]
    header = {"format": FORMAT, **sheet.header}
    metadata = {_PREFIX + key: json.dumps(value) for key, value in header.items()}
    schema = arrow.schema(fields, metadata=metadata)
    with parquet.ParquetWriter(stream, schema, write_page_checksum=True) as writer:
        sums = [hashlib.sha256() for _ in sheet.described]
        for part in sheet.parts:
            for found, values in zip(sums, part, strict=True):
                found.update(np.ascontiguousarray(values, dtype="<f8").data)
            writer.write_table(arrow.Table.from_arrays([arrow.array(values) for values in part], schema=schema))
        writer.add_key_value_metadata({_SUM: _sum(sheet.described, metadata, sums)})


def read(stream: BinaryIO) -> Sheet:
    """Return the sheet that `write` stored; DamagedFileError says in words what is not as it was written."""
    arrow, parquet = pyarrow()
    try:
        file = parquet.ParquetFile(stream, page_checksum_verification=True)
        table = file.read()
    except (arrow.ArrowException, OSError, EOFError, UnicodeDecodeError) as error:
        raise DamagedFileError(f"it does not read as Parquet ({error})") from error
    try:
        texts = {key.decode(): value.decode() for key, value in (table.schema.metadata or {}).items()}
        texts = {key: value for key, value in texts.items() if key.startswith(_PREFIX)}
        expected = texts.pop(_SUM, None)
        header = {key.removeprefix(_PREFIX): json.loads(value) for key, value in texts.items()}
        columns = {field.name: _column(field, table.column(at)) for at, field in enumerate(table.schema)}
    except (KeyError, TypeError, ValueError, RecursionError) as error:
        raise DamagedFileError(f"its metadata are not those of a trajectory ({error!r})") from error
    check_format(str(header.pop("format", "")))
    described = [(name, column.unit, column.meaning) for name, column in columns.items()]
    sums = [hashlib.sha256(np.ascontiguousarray(column.values, dtype="<f8").data) for column in columns.values()]
    if expected is not None and expected != _sum(described, texts, sums):
        raise DamagedFileError("its checksum does not fit, so something in it was changed after it was written")
    return Sheet(columns, header)


def _sum(described: Iterable[tuple[str, str, str]], texts: Mapping[str, str], sums: Iterable[Any]) -> str:
    """Return the checksum of names, units, meanings, header and, by column, of the numbers."""
    whole = [[list(column) for column in described], sorted(texts.items()), [found.hexdigest() for found in sums]]
    return hashlib.sha256(json.dumps(whole).encode()).hexdigest()


def _column(field: Any, chunks: Any) -> Column:  # PyArrow carries no types
    metadata = field.metadata or {}
    values = np.asarray(chunks.to_numpy(), dtype=np.float64)
    return Column(values, metadata.get(b"unit", b"").decode(), metadata.get(b"meaning", b"").decode())


def pyarrow() -> tuple[Any, Any]:
    """Return the modules pyarrow and pyarrow.parquet, imported on first use because they are optional and heavy."""
    try:
        return import_module("pyarrow"), import_module("pyarrow.parquet")
    except ImportError as error:
        raise ImportError(
            "Files ending in .parquet need PyArrow, which is not installed. Install it with "
            "`pip install linkwright[files]`, or use a path ending in .csv, which needs nothing."
        ) from error
