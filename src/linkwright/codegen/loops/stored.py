"""What the translation of loops depends on, as text, and their signatures as data: so that both are kept on disk.

Reading the source of a function with `inspect`, parsing and translating it takes some ten milliseconds; all of that is
left out where a process before has done it. The text is found without parsing: the file of each
function, and what names around it stand for.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import FunctionType
from typing import Any

import numpy as np

from linkwright.codegen.loops.expressions import Signature
from linkwright.codegen.loops.records import Record
from linkwright.codegen.loops.text import LoopText
from linkwright.codegen.loops.translation import around

_NUMBER = (bool, int, float, np.bool_, np.integer, np.floating)


def dependencies(loops: Sequence[Callable[..., object]]) -> str | None:
    """All that the translation of loops depends on, but for the kernels; None where a source is in no file."""
    parts, files = [], dict[str, str]()
    for loop in loops:
        known = around(loop)
        if isinstance(loop, LoopText):
            parts.append(loop.text)
            names = set[str]()
        elif isinstance(loop, FunctionType):
            code = loop.__code__
            digest = files.get(code.co_filename) or _checksum(code.co_filename)
            if digest is None:
                return None
            files[code.co_filename] = digest
            parts.append(f"{digest} {code.co_firstlineno} {code.co_name}")
            names = {*code.co_names, *code.co_freevars}
        else:
            return None
        # Names that are read, and records, which annotations name.
        parts += [
            f"{name} {_meaning(value)}"
            for name, value in sorted(known.items())
            if name in names or (isinstance(value, type) and issubclass(value, Record))
        ]
    return "\n".join(parts)


def _checksum(file: str) -> str | None:
    """Checksum of a file, None where there is none to be read."""
    try:
        return hashlib.sha256(Path(file).read_bytes()).hexdigest()
    except OSError:
        return None


def _meaning(value: object) -> str:
    """What a translation can take from a value around a loop: a number, a table of numbers, the layout of a record."""
    if isinstance(value, type) and issubclass(value, Record):
        return value.layout()
    if isinstance(value, np.ndarray):
        value = value.tolist()
    if isinstance(value, _NUMBER):
        return repr(value)
    if isinstance(value, (tuple, list)) and all(isinstance(x, _NUMBER) for x in value):
        return f"table {[float(x) for x in value]}"
    return type(value).__name__


def signature_data(loops: Sequence[Callable[..., object]], signatures: Mapping[str, Signature]) -> bytes:
    """Signatures of loops as JSON; records by the names that they have around the loops."""
    found = []
    for loop in loops:
        names = {id(value): name for name, value in around(loop).items() if isinstance(value, type)}
        own = signatures[loop.__name__]
        arguments = [
            (name, kind, "") if isinstance(kind, str) else (name, "", names[id(kind)]) for name, kind in own.arguments
        ]
        found.append((own.name, arguments, own.result))
    return json.dumps(found).encode()


def signatures_from(loops: Sequence[Callable[..., object]], data: bytes) -> dict[str, Signature]:
    """Signatures of loops from what `signature_data` gave for the same loops."""
    found = {}
    for loop, (own, arguments, result) in zip(loops, json.loads(data), strict=True):
        known: dict[str, Any] = around(loop)
        kinds = [(name, kind or known[record]) for name, kind, record in arguments]
        found[own] = Signature(own, tuple(kinds), result)
    return found
