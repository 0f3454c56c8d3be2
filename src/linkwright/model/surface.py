"""Surfaces of triangles from files, STL (text and binary) and OBJ: read with limits, and checked to be closed."""

from __future__ import annotations

import struct
from pathlib import Path

import numpy as np

from linkwright.arrays import Array

LARGEST = 64 * 1024**2
"""Bytes of a file; the mass of a body needs no finer surface."""
MOST = 500_000
"""Triangles."""
HEADER, RECORD = 84, 50
"""Bytes of the head of a binary STL file, and of each triangle in it."""


def read_surface(path: Path) -> Array:
    """Triangles (n, 3, 3) of a file, corners in the units of the file; what is none is refused in words."""
    readers = {".stl": _read_stl, ".obj": _read_obj}
    reader = readers.get(path.suffix.lower())
    if reader is None:
        raise ValueError(f"{path}: expected a surface in a file that ends in .stl or .obj")
    try:
        size = path.stat().st_size
        if size > LARGEST:
            raise ValueError(
                f"{path}: it has {size / 1024**2:.0f} MB, at most {LARGEST // 1024**2} MB are read; simplify it"
            )
        data = path.read_bytes()
    except OSError as error:
        raise ValueError(f"{path}: it cannot be read ({error.strerror or error}); check the path") from None
    triangles = reader(path, data)
    if not len(triangles):
        raise ValueError(f"{path}: there are no triangles in it; expected a closed surface")
    if len(triangles) > MOST:
        raise ValueError(f"{path}: it has {len(triangles)} triangles, at most {MOST} are taken; simplify it")
    wrong = ~np.isfinite(triangles).all(axis=(1, 2))
    if wrong.any():
        number = int(np.argmax(wrong)) + 1
        raise ValueError(f"{path}: triangle {number} has corners that are not finite numbers; repair the file")
    return triangles


def refuse_open(path: Path, triangles: Array) -> None:
    """Raise unless a surface is closed: each edge of a triangle is passed as often in one direction as in the other."""
    corners, number = np.unique(triangles.reshape(-1, 3), axis=0, return_inverse=True)
    a, b, c = number.reshape(-1, 3).T.astype(np.int64)  # an edge of two equal corners counts in no direction
    start, end = np.concatenate([a, b, c]), np.concatenate([b, c, a])
    keys, which = np.unique(np.minimum(start, end) * len(corners) + np.maximum(start, end), return_inverse=True)
    open_edges = np.flatnonzero(np.bincount(which.ravel(), np.sign(end - start), len(keys)))
    if len(open_edges):
        first, second = divmod(int(keys[open_edges[0]]), len(corners))
        ends = " to ".join(f"({x:g}, {y:g}, {z:g})" for x, y, z in (corners[first], corners[second]))
        raise ValueError(
            f"{path}: the surface is not closed: {len(open_edges)} edge(s) without a neighbour that looks the same "
            f"way, the first from {ends} m; repair it, or give mass and inertia as numbers"
        )


def _read_stl(path: Path, data: bytes) -> Array:
    """Binary where its length is that which it states, else text."""
    if len(data) >= HEADER:
        (count,) = struct.unpack_from("<I", data, HEADER - 4)
        if len(data) == HEADER + RECORD * count:
            if count > MOST:
                raise ValueError(f"{path}: it has {count} triangles, at most {MOST} are taken; simplify it")
            record = np.dtype([("numbers", "<f4", 12), ("attribute", "<u2")])
            numbers = np.frombuffer(data, record, count, HEADER)["numbers"]
            return numbers[:, 3:].reshape(-1, 3, 3).astype(np.float64)
    if data.lstrip()[:5].lower() != b"solid":
        raise ValueError(
            f"{path}: it is neither a text file that begins with `solid`, nor a binary one of the length that it "
            "states; expected an STL file, perhaps cut short"
        )
    rows = []
    for number, line in enumerate(data.decode("ascii", errors="replace").splitlines(), start=1):
        words = line.split()
        if words and words[0].lower() == "vertex":
            rows.append(_corner(path, number, words))
    if len(rows) % 3:
        raise ValueError(f"{path}: it has {len(rows)} corners, expected three for each triangle; it may be cut short")
    return np.array(rows, dtype=np.float64).reshape(-1, 3, 3)


def _read_obj(path: Path, data: bytes) -> Array:
    """Corners `v x y z` and faces `f i j k ...`, which are cut into triangles; negative numbers count from the end."""
    corners: list[list[float]] = []
    faces: list[tuple[int, int, int]] = []
    for number, line in enumerate(data.decode("utf-8", errors="replace").splitlines(), start=1):
        words = line.split()
        if words[:1] == ["v"]:
            corners.append(_corner(path, number, words))
        elif words[:1] == ["f"]:
            try:
                given = [int(word.split("/")[0]) for word in words[1:]]
            except ValueError:
                given = []
            named = [index - 1 if index > 0 else len(corners) + index for index in given]
            if len(named) < 3 or 0 in given or not all(0 <= index < len(corners) for index in named):
                raise ValueError(
                    f"{path}, line {number}, `{line.strip():.60}`: expected three or more corners among the "
                    f"{len(corners)} before it"
                )
            faces += [(named[0], named[k], named[k + 1]) for k in range(1, len(named) - 1)]
            if len(faces) > MOST:
                raise ValueError(
                    f"{path}: it has more than {MOST} triangles, which is the most that is taken; simplify it"
                )
    return np.array(corners, dtype=np.float64).reshape(-1, 3)[np.array(faces, dtype=np.int64).reshape(-1, 3)]


def _corner(path: Path, number: int, words: list[str]) -> list[float]:
    try:
        x, y, z = (float(word) for word in words[1:4])
    except ValueError:
        raise ValueError(f"{path}, line {number}, `{' '.join(words):.60}`: expected three numbers") from None
    return [x, y, z]
