"""Numbers packed for a page: rounded to a step, differences of them as bytes, deflated, as base64.

A column x of n numbers is rounded to whole multiples k of a step h, a power of two that divides its range into 2^bits
parts or more: |x - h k| <= h / 2. What is kept are differences of k of the order that leaves the smallest numbers, each
as a zigzag (0, -1, 1, -2, ... are 0, 1, 2, 3, ...) of seven bits a byte. Zero stays zero.
"""

from __future__ import annotations

import base64
import math
import zlib

import numpy as np

from linkwright.arrays import Array, Integers, PlainData

BITS = 24
"""Parts of the range as a power of two: the digits of single precision."""
FEWEST_BITS = 12
"""The coarsest rounding: a fortieth of a pixel in a plot."""
TIME_BITS = 40
"""Parts of the duration: instants of events that follow each other closely stay apart."""
HIGHEST_ORDER = 4
WHOLE = 2.0**50
"""Whole numbers up to here, and sums of a few of them, are exact in double precision."""


class Columns:
    """Columns of numbers that a page reads; equal ones are kept once.

    >>> columns = Columns()
    >>> columns.add(np.linspace(0, 1, 5)), columns.add(np.ones(5)), columns.add(np.linspace(0, 1, 5))
    (0, 1, 0)
    """

    def __init__(self) -> None:
        self.values: list[Array] = []
        self.fixed_bits: dict[int, int] = {}
        self._known: dict[bytes, int] = {}

    def add(self, values: Array, bits: int | None = None) -> int:
        """The number of a column; `bits` are its own where it may not be rounded more coarsely."""
        column = np.ascontiguousarray(values, dtype=np.float64)
        key = column.tobytes()
        if key not in self._known:
            self._known[key] = len(self.values)
            self.values.append(column)
        number = self._known[key]
        if bits is not None:
            self.fixed_bits[number] = bits
        return number

    def pack(self, bits: int) -> PlainData:
        """The columns as a page reads them: how each is made, and the bytes of all."""
        made: list[PlainData] = []
        streams: list[Integers] = []
        for number, values in enumerate(self.values):
            record, whole = _column(values, self.fixed_bits.get(number, bits))
            made.append(record)
            if whole is not None:
                streams.append(whole)
        packed = as_bytes(np.concatenate(streams)) if streams else b""
        return {"columns": made, "packed": base64.b64encode(deflate(packed)).decode("ascii")}

    def pack_within(self, room: int) -> tuple[PlainData, int]:
        """Packed columns of at most `room` characters where rounding reaches that, and their bits."""
        numbers = sum(len(values) for values in self.values) or 1
        bits = BITS
        while True:
            found = self.pack(bits)
            over = len(found["packed"]) - room
            if over <= 0 or bits == FEWEST_BITS:
                return found, bits
            # Four characters hold three bytes; a bit less of each number saves as many bits.
            bits = max(FEWEST_BITS, bits - max(1, math.ceil(over * 6 / numbers)))


def _column(values: Array, bits: int) -> tuple[PlainData, Integers | None]:
    """How a column is made again, and the whole numbers that this takes; what is not finite stays as it is."""
    if not len(values) or not np.isfinite(values).all():
        return {"raw": base64.b64encode(values.astype("<f8").tobytes()).decode("ascii")}, None
    spread, largest = float(np.ptp(values)), float(np.max(np.abs(values)))
    if spread == 0.0 or not math.isfinite(spread):
        if spread == 0.0:
            return {"value": float(values[0]), "count": len(values)}, None
        return {"raw": base64.b64encode(values.astype("<f8").tobytes()).decode("ascii")}, None
    step = 2.0 ** max(math.floor(math.log2(spread)) - bits, math.ceil(math.log2(largest / WHOLE)), -1000)
    whole = np.rint(values / step).astype(np.int64)
    orders = [whole]
    for _ in range(HIGHEST_ORDER):
        orders.append(np.diff(orders[-1], prepend=0))
    order = min(range(len(orders)), key=lambda k: float(np.sum(np.log2(1.0 + np.abs(orders[k])))))
    return {"step": step, "order": order, "count": len(values)}, orders[order]


def as_bytes(numbers: Integers) -> bytes:
    """Whole numbers as zigzags of seven bits a byte, the lowest first; a set eighth bit says that more follow.

    >>> list(as_bytes(np.array([0, -1, 1, 64])))
    [0, 1, 2, 128, 1]
    """
    zigzag = ((numbers << 1) ^ (numbers >> 63)).astype(np.uint64)
    sizes = np.ones(len(zigzag), dtype=np.int64)
    rest = zigzag >> np.uint64(7)
    while rest.any():
        sizes += rest > 0
        rest >>= np.uint64(7)
    ends = np.cumsum(sizes)
    out = np.zeros(int(ends[-1]) if len(ends) else 0, dtype=np.uint8)
    starts = ends - sizes
    for place in range(int(sizes.max(initial=0))):
        rows = np.flatnonzero(sizes > place)
        seven = (zigzag[rows] >> np.uint64(7 * place)).astype(np.uint8) & np.uint8(0x7F)
        out[starts[rows] + place] = seven | (np.uint8(0x80) * (sizes[rows] > place + 1)).astype(np.uint8)
    return out.tobytes()


def deflate(data: bytes) -> bytes:
    """The bytes compressed, without a header."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    return packer.compress(data) + packer.flush()


def unpack(packed: PlainData) -> list[Array]:
    """The columns again, as a page makes them."""
    stream = _numbers(zlib.decompress(base64.b64decode(packed["packed"]), -15))
    at, found = 0, []
    for record in packed["columns"]:
        if "raw" in record:
            found.append(np.frombuffer(base64.b64decode(record["raw"]), dtype="<f8"))
        elif "value" in record:
            found.append(np.full(record["count"], record["value"]))
        else:
            whole = stream[at : at + record["count"]]
            at += record["count"]
            for _ in range(record["order"]):
                whole = np.cumsum(whole)
            found.append(record["step"] * whole)
    return found


def _numbers(data: bytes) -> Integers:
    """Whole numbers from zigzags of seven bits a byte."""
    octets = np.frombuffer(data, dtype=np.uint8)
    ends = np.flatnonzero(octets < 0x80)
    starts = np.concatenate([[0], ends[:-1] + 1]) if len(ends) else ends
    sizes = ends - starts + 1
    zigzag = np.zeros(len(ends), dtype=np.int64)
    for place in range(int(sizes.max(initial=0))):
        rows = np.flatnonzero(sizes > place)
        zigzag[rows] |= (octets[starts[rows] + place].astype(np.int64) & 0x7F) << (7 * place)
    return (zigzag >> 1) ^ -(zigzag & 1)


__all__ = ["BITS", "FEWEST_BITS", "TIME_BITS", "Columns", "as_bytes", "deflate", "unpack"]
