"""Equations as text: plain data that is read back without running anything.

The record is a list of nodes (see `symbolic.serialization`), each a plain value, an expression, or one of the records
named here made of nodes before it. Expressions are instructions. What types derive later (wrenches, balances, links) is
derived when the text is written; what only serves to print a tree of links, or to multiply out a large one, is left
out. Numbers are exact. The text is compressed and has a checksum: what was damaged is seen.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
import math
import weakref
import zlib
from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from functools import partial
from types import FunctionType
from typing import Any

import numpy as np

from linkwright.equations.links import Links, LinkType, LinkUses
from linkwright.equations.record import NOT_KEPT, BlockRef, Child, Equations, FrameRef, Known, QuantityRef
from linkwright.equations.types import (
    BlockType,
    ConstraintType,
    HoldType,
    Inertia,
    LoadType,
    Local,
    QuantityType,
    Requirement,
    Role,
    Scope,
    Switch,
    TieType,
    Uses,
)
from linkwright.symbolic import Frame, Label, Parameter
from linkwright.symbolic.serialization import (
    OPERATIONS,
    Apart,
    Instructions,
    Look,
    Node,
    Pattern,
    UnsupportedExpressionError,
    blank,
    look,
    make_named_tuple,
    put_together,
    taken_apart,
)

FORMAT = "linkwright equations 1"
LARGEST = 500_000_000
"""Characters that a text may have when it is unpacked: what is larger is no description."""


RECORDS: dict[str, Any] = {
    kind.__name__: kind
    for kind in (
        BlockRef, BlockType, Child, Equations, Frame, FrameRef, HoldType, Inertia, Known, Label, LinkType, LinkUses,
        Links, LoadType, Local, Parameter, QuantityRef, QuantityType, Requirement, Scope, Switch, ConstraintType, Uses,
        TieType,
    )
}  # fmt: skip
"""The only classes that a text can name."""
MAKERS: dict[str, Callable[..., Any]] = {"record": blank, "named tuple": make_named_tuple}
NAMES = {id(thing): name for name, thing in (*RECORDS.items(), *MAKERS.items())}


class DamagedDescriptionError(ValueError):
    """A text that is not, or no longer, that of equations."""


def to_text(equations: Equations) -> str:
    """Equations as one line of text."""
    apart = taken_apart(equations, _look_derived)
    instructions = apart.expressions
    data = {
        "format": FORMAT,
        "nodes": [[node.kind, _plain(node.value), list(node.parts)] for node in apart.nodes],
        "symbols": instructions.symbols,
        "shared": instructions.shared,
        "operations": [OPERATIONS[number] for number in instructions.operations[:, 0].tolist()],
        "operands": instructions.operations[:, 1:].tolist(),
        "constants": [value.hex() for value in instructions.constants.tolist()],
        "results": instructions.results.tolist(),
        "patterns": instructions.patterns,
    }
    text = json.dumps(data, allow_nan=False, separators=(",", ":")).encode()
    return f"{hashlib.sha256(text).hexdigest()}:{base64.b85encode(zlib.compress(text, 6)).decode('ascii')}"


_texts: weakref.WeakKeyDictionary[Equations, str] = weakref.WeakKeyDictionary()


def text_of(equations: Equations) -> str:
    """The text of equations, made once; empty where they hold what files do not keep."""
    found = _texts.get(equations)
    if found is None:
        try:
            found = to_text(equations)
        except (TypeError, UnsupportedExpressionError):
            found = ""
        _texts[equations] = found
    return found


def _look_derived(thing: Any) -> Look:
    """How an object is written: functions of a type as what they derive."""
    if isinstance(thing, partial | FunctionType) and id(thing) not in NAMES:
        return look(Known(thing()))
    if isinstance(thing, Links):
        return look(replace(thing, branches=(), projected=None))
    return look(thing)


def _plain(value: Any) -> Any:
    """A value as JSON has it, with what JSON does not know marked."""
    if id(value) in NAMES:
        return {"name": NAMES[id(value)]}
    if isinstance(value, Role):
        return {"role": value.name}
    if isinstance(value, np.ndarray) and value.dtype in (np.int64, np.float64, np.bool_):
        flat = (
            [number.hex() for number in value.ravel().tolist()] if value.dtype == np.float64 else value.ravel().tolist()
        )
        return {"array": flat, "dtype": value.dtype.name, "shape": list(value.shape)}
    if isinstance(value, np.generic):
        return _plain(value.item())
    if isinstance(value, float) and not math.isfinite(value):
        return {"float": repr(value)}
    if isinstance(value, list | tuple | set | frozenset):
        return {type(value).__name__: [_plain(each) for each in value]}
    if isinstance(value, dict):
        return {"dict": [[_plain(key), _plain(each)] for key, each in value.items()]}
    if value is None or isinstance(value, str | int | float):
        return value
    msg = f"equations hold a {type(value).__name__}, which files do not keep: {value!r:.80}"
    raise TypeError(msg)


def from_text(text: str) -> Equations:
    """The equations of a text; one that is damaged or of something else is refused in words."""
    try:
        found = put_together(_apart(_unpack(text)))
    except (KeyError, IndexError, TypeError, ValueError, AttributeError, RuntimeError, OverflowError) as error:
        if isinstance(error, DamagedDescriptionError):
            raise
        msg = f"the description of the machine is damaged: {type(error).__name__}: {error}"
        raise DamagedDescriptionError(msg) from error
    if not isinstance(found, Equations):
        msg = f"the description is that of a {type(found).__name__}; expected Equations"
        raise DamagedDescriptionError(msg)
    return found


def _unpack(text: str) -> Mapping[str, Any]:
    checksum, _, packed = text.partition(":")
    try:
        unpacking = zlib.decompressobj()
        raw = unpacking.decompress(base64.b85decode(packed), LARGEST)
    except (ValueError, binascii.Error, zlib.error) as error:
        msg = f"the description of the machine cannot be unpacked ({error}); the file is damaged or of another program"
        raise DamagedDescriptionError(msg) from error
    if unpacking.unconsumed_tail or not unpacking.eof or hashlib.sha256(raw).hexdigest() != checksum:
        msg = "the description of the machine has another checksum than it was written with; the file is damaged"
        raise DamagedDescriptionError(msg)
    data = json.loads(raw)
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        got = data.get("format") if isinstance(data, dict) else type(data).__name__
        msg = f"the description of the machine has the format {got!r}; expected {FORMAT!r}, that of this version"
        raise DamagedDescriptionError(msg)
    return data


def _apart(data: Mapping[str, Any]) -> Apart:
    """Nodes and instructions of the data, every number in its range and every name one of those known."""
    instructions = _instructions(data)
    nodes: list[Node] = []
    for kind, value, parts in data["nodes"]:
        at = len(nodes)
        if not all(type(part) is int and 0 <= part < at for part in parts):
            raise DamagedDescriptionError(f"node {at} of the description is made of nodes that come after it")
        node = Node(kind, _read(value), tuple(parts))
        if kind == "expression" and not (type(value) is int and 0 <= value < len(instructions.patterns)):
            raise DamagedDescriptionError(f"node {at} of the description is expression {value!r}, which is not there")
        if kind == "call":
            _check_call(node, nodes, at)
        elif kind not in ("value", "expression", "list", "tuple", "set", "frozenset", "dict"):
            raise DamagedDescriptionError(f"node {at} of the description is of kind {kind!r}, which is not known")
        nodes.append(node)
    if not nodes:
        raise DamagedDescriptionError("the description is empty")
    return Apart(tuple(nodes), instructions)


def _check_call(node: Node, nodes: list[Node], at: int) -> None:
    """A call makes one of the records, with exactly its fields."""
    maker, kind = (nodes[part].value for part in node.parts[:2])
    if not any(maker is each for each in MAKERS.values()) or not any(kind is each for each in RECORDS.values()):
        raise DamagedDescriptionError(f"node {at} of the description makes something that is no record of equations")
    if maker is blank:
        state = nodes[node.value] if type(node.value) is int and 0 <= node.value < at else None
        names = _keys(state, nodes)
        if names is None or set(names) != {field.name for field in fields(kind) if field.metadata != NOT_KEPT}:
            raise DamagedDescriptionError(f"node {at} of the description is a {kind.__name__} with other fields")
    elif node.value is not None:
        raise DamagedDescriptionError(f"node {at} of the description is a tuple with a state")


def _keys(state: Node | None, nodes: list[Node]) -> list[Any] | None:
    """Keys of a mapping, if a node is one."""
    if state is None or state.kind not in ("dict", "value"):
        return None
    if state.kind == "value":
        return list(state.value) if isinstance(state.value, dict) else None
    return [nodes[part].value for part in state.parts[::2]]


def _instructions(data: Mapping[str, Any]) -> Instructions:
    symbols, count = tuple(data["symbols"]), len(data["symbols"])
    numbers = {name: number for number, name in enumerate(OPERATIONS)}
    unknown = sorted({str(name) for name in data["operations"]} - set(numbers))
    if unknown:
        raise DamagedDescriptionError(f"the description has operations that are not known: {', '.join(unknown)}")
    operands = np.array(data["operands"], dtype=np.int64).reshape(-1, 2)
    codes = np.array([numbers[name] for name in data["operations"]], dtype=np.int64)
    constants = np.array([float.fromhex(value) for value in data["constants"]], dtype=np.float64)
    results = np.array(data["results"], dtype=np.int64)
    before = count + np.arange(len(codes))
    limits = np.where(codes == 0, len(constants), before)
    inside = (operands >= 0).all() and (operands[:, 0] < limits).all() and (operands[:, 1] <= before).all()
    if len(codes) != len(operands) or not inside or (results < 0).any() or (results >= count + len(codes)).any():
        raise DamagedDescriptionError("instructions of the description use registers that are not there")
    if not all(isinstance(name, str) for name in symbols) or not {symbols[k] for k in data["shared"]} <= {"t"}:
        raise DamagedDescriptionError("the description has other symbols than names and time")
    patterns = tuple(_pattern(*pattern) for pattern in data["patterns"])
    if sum(pattern.sparsity.nnz() for pattern in patterns) != len(results):
        raise DamagedDescriptionError("matrices of the description have other entries than were written")
    return Instructions(
        symbols, tuple(data["shared"]), np.column_stack([codes, operands]), constants, results, patterns
    )


def _pattern(rows: int, columns: int, starts: list[int] | None, places: list[int]) -> Pattern:
    return Pattern(rows, columns, None if starts is None else tuple(starts), tuple(places))


def _read(value: Any) -> Any:
    """A value from JSON."""
    if not isinstance(value, dict):
        if isinstance(value, list):
            raise DamagedDescriptionError("the description has a list where a value was expected")
        return value
    ((mark, inside),) = ((key, each) for key, each in value.items() if key not in ("dtype", "shape"))
    if mark == "name":
        return (RECORDS | MAKERS)[inside]
    if mark == "role":
        return Role[inside]
    if mark == "float":
        return float({"inf": "inf", "-inf": "-inf", "nan": "nan"}[inside])
    if mark == "dict":
        return {_read(key): _read(each) for key, each in inside}
    if mark == "array":
        kinds = {"int64": np.int64, "float64": np.float64, "bool": np.bool_}
        flat = [float.fromhex(each) for each in inside] if value["dtype"] == "float64" else inside
        return np.array(flat, dtype=kinds[value["dtype"]]).reshape(value["shape"])
    containers = {"list": list, "tuple": tuple, "set": set, "frozenset": frozenset}
    return containers[mark](_read(each) for each in inside)
