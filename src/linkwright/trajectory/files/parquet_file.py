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

from linkwright.arrays import Array
from linkwright.trajectory.files.sheet import FORMAT, Column, DamagedFileError, Lists, Parts, Sheet, check_format

_PREFIX = "linkwright."
_SUM = _PREFIX + "sha256"


def write(sheet: Parts, stream: BinaryIO) -> None:
    """Write the sheet as one Parquet file, each part as row groups of its own."""
    arrow, parquet = pyarrow()
    numbers = {False: arrow.float64(), True: arrow.list_(arrow.field("item", arrow.float64(), nullable=False))}
    fields = [
        arrow.field(name, numbers[name in sheet.lists], nullable=False, metadata={"unit": unit, "meaning": meaning})
        for name, unit, meaning in sheet.described
    ]
    header = {"format": FORMAT, **sheet.header}
    metadata = {_PREFIX + key: json.dumps(value) for key, value in header.items()}
    schema = arrow.schema(fields, metadata=metadata)
    # Numbers of a motion hardly repeat and nobody looks for them by their limits: without dictionaries and limits of
    # columns a file is smaller, and written in a sixth of the time.
    options = {"use_dictionary": False, "write_statistics": False, "write_page_checksum": True}
    with parquet.ParquetWriter(stream, schema, **options) as writer:
        sums = [hashlib.sha256() for _ in sheet.described]
        for part in sheet.parts:
            for found, values in zip(sums, part, strict=True):
                _add(found, values)
            arrays = [_array(arrow, values, numbers[True]) for values in part]
            writer.write_table(arrow.Table.from_arrays(arrays, schema=schema))
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
    sums = [hashlib.sha256() for _ in columns]
    for found, column in zip(sums, columns.values(), strict=True):
        _add(found, column.values)
    if expected is not None and expected != _sum(described, texts, sums):
        raise DamagedFileError("its checksum does not fit, so something in it was changed after it was written")
    return Sheet(columns, header)


def _sum(described: Iterable[tuple[str, str, str]], texts: Mapping[str, str], sums: Iterable[Any]) -> str:
    """Return the checksum of names, units, meanings, header and, by column, of the numbers."""
    whole = [[list(column) for column in described], sorted(texts.items()), [found.hexdigest() for found in sums]]
    return hashlib.sha256(json.dumps(whole).encode()).hexdigest()


def _add(found: Any, values: Array | Lists) -> None:
    """Add numbers to a checksum; of lists the numbers alone, since those of parts are not cut as those of the whole."""
    own = values.values if isinstance(values, Lists) else values
    found.update(np.ascontiguousarray(own, dtype="<f8").data)


def _array(arrow: Any, values: Array | Lists, kind: Any) -> Any:  # PyArrow carries no types
    if not isinstance(values, Lists):
        return arrow.array(values)
    offsets = arrow.array(np.append(0, values.ends).astype(np.int32))
    return arrow.ListArray.from_arrays(offsets, arrow.array(values.values), type=kind)


def _column(field: Any, chunks: Any) -> Column:  # PyArrow carries no types
    metadata = field.metadata or {}
    values: Array | Lists
    if hasattr(field.type, "value_type"):
        lengths = [len(chunk) for chunk in chunks.to_pylist()]
        values = Lists(np.asarray(chunks.combine_chunks().flatten(), dtype=np.float64), np.cumsum(lengths))
    else:
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
