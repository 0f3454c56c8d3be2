"""Triangles as an image: parallel projection, the nearest surface at each pixel, soft light, and thin outlines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from linkwright.arrays import Array
from linkwright.drawing.images.triangles import Triangles

Image = NDArray[np.uint8]
Single = NDArray[np.float32]

PAPER = (255, 255, 255)
LIGHT = np.array([-0.35, 0.5, 0.79])
"""From where the light comes: right, up, to the eye."""
PAIRS = 1_500_000
"""Pairs of a triangle and a pixel that are looked at in one go: some 100 MB."""
ROUNDING = 1e-6
"""Of pixels: neighbours share an edge, between which nothing is left out."""


@dataclass(frozen=True, eq=False)
class Camera:
    """A view (3, 3), the middle of the picture in its plane [m], pixels a metre, and the size [px]."""

    view: Array
    middle: Array
    scale: float
    size: tuple[int, int]

    @classmethod
    def around(cls, points: Array, view: Array, size: tuple[int, int], *, margin: float = 0.06) -> Camera:
        """The camera that has all points (k, 3) of the world in its picture, with a margin as a share of it."""
        plane = (points @ view.T)[:, :2]
        low, high = plane.min(axis=0), plane.max(axis=0)
        extent = np.maximum(high - low, 1e-9 * max(float((high - low).max()), 1e-300))
        room = (1 - 2 * margin) * np.array(size, dtype=float)
        return cls(view, 0.5 * (low + high), float((room / extent).min()), size)

    def finer(self, factor: int) -> Camera:
        """The same with more pixels."""
        return Camera(self.view, self.middle, factor * self.scale, (factor * self.size[0], factor * self.size[1]))

    def project(self, points: Array) -> Array:
        """Points (..., 3) in the picture: x to the right, y down [px], and the height towards the eye [px]."""
        seen = points @ self.view.T
        width, height = self.size
        x = width / 2 + self.scale * (seen[..., 0] - self.middle[0])
        y = height / 2 - self.scale * (seen[..., 1] - self.middle[1])
        return np.stack([x, y, self.scale * seen[..., 2]], axis=-1)


@dataclass(frozen=True, eq=False)
class Piece:
    """Triangles in the world, their colour (red, green, blue), and the body they belong to."""

    triangles: Triangles
    colour: tuple[int, int, int]
    body: str


def render(pieces: Sequence[Piece], camera: Camera, *, finer: int = 3) -> Image:
    """Return an image (height, width, 3) of pieces; each pixel is the mean of finer ones."""
    fine = camera.finer(finer)
    width, height = fine.size
    number = np.repeat(np.arange(len(pieces)), [len(piece.triangles.corners) for piece in pieces])
    places = fine.project(np.concatenate([piece.triangles.corners for piece in pieces]))
    normals = np.concatenate([piece.triangles.normals for piece in pieces]) @ camera.view.T
    # What a closed solid turns away from the eye is behind its other side.
    closed = np.repeat([piece.triangles.closed for piece in pieces], [len(piece.triangles.corners) for piece in pieces])
    kept = ~closed | (normals[..., 2] > -ROUNDING).any(axis=1)
    number, places, normals = number[kept], places[kept], normals[kept]
    # The nearest triangle at each pixel, then its normal and colour there.
    depth = np.full(width * height, -np.inf)
    nearest = np.full(width * height, -1, dtype=np.intp)
    for at, which, towards in _pixels(places, fine.size):
        np.maximum.at(depth, at, towards)
        seen = towards >= depth[at]
        nearest[at[seen]] = which[seen]
    inside = np.flatnonzero(nearest >= 0)
    normal = np.zeros((width * height, 3), dtype=np.float32)
    normal[inside] = _normals(places, normals, nearest[inside], inside, width)
    owner = np.append(number, -1)[nearest]
    picture = np.full((width * height, 3), PAPER, dtype=np.float32)
    colours = np.array([piece.colour for piece in pieces], dtype=float)
    picture[inside] = _shaded(colours[owner[inside]], normal[inside])
    # Between pieces of one body and colour there is no outline: they are one solid.
    names: dict[tuple[str, tuple[int, int, int]], int] = {}
    solids = [names.setdefault((piece.body, piece.colour), len(names)) for piece in pieces]
    picture[_edges(depth, np.append(solids, -1)[owner], normal, fine.size)] *= 0.35
    small = picture.reshape(height // finer, finer, width // finer, finer, 3).mean(axis=(1, 3))
    return np.asarray(np.clip(small + 0.5, 0, 255).astype(np.uint8))


def _normals(places: Array, normals: Array, which: NDArray[np.intp], at: NDArray[np.intp], width: int) -> Array:
    """Unit normals (k, 3) at pixels of triangles, between those at the corners; turned to the eye."""
    a, b, c = np.moveaxis(places[..., :2], 1, 0)
    (ux, uy), (vx, vy) = (b - a)[which].T, (c - a)[which].T
    px, py = at % width + 0.5 - a[which, 0], at // width + 0.5 - a[which, 1]
    whole = ux * vy - uy * vx
    v, w = (px * vy - py * vx) / whole, (ux * py - uy * px) / whole
    weights = np.clip(np.stack([1 - v - w, v, w], axis=1), 0.0, 1.0)
    n = np.einsum("ij,ijk->ik", weights, normals[which])
    n *= np.where(n[:, 2:] < 0, -1.0, 1.0)
    return np.asarray(n / (np.linalg.norm(n, axis=1, keepdims=True) + 1e-12))


def _shaded(colours: Array, normals: Single) -> Array:
    """Colours by light: what faces it is bright."""
    lit = np.maximum(0.0, normals @ LIGHT)
    gloss = np.maximum(0.0, normals @ _unit(LIGHT + np.array([0.0, 0.0, 1.0]))) ** 40
    return np.asarray(colours * (0.5 + 0.56 * lit)[:, None] + 40.0 * gloss[:, None])


def _unit(direction: Array) -> Array:
    return np.asarray(direction / np.linalg.norm(direction))


def _edges(depth: Array, owner: NDArray[np.intp], normal: Single, size: tuple[int, int]) -> NDArray[np.bool_]:
    """Pixels at which one piece ends before another, or a surface has an edge."""
    width, height = size
    d, o, n = depth.reshape(height, width), owner.reshape(height, width), normal.reshape(height, width, 3)
    found = np.zeros((height, width), dtype=bool)
    for a, b in (((slice(None), slice(1, None)), (slice(None), slice(-1))), ((slice(1, None),), (slice(-1),))):
        other = o[a] != o[b]
        both = (o[a] >= 0) & (o[b] >= 0)
        bend = both & (np.einsum("ijk,ijk->ij", n[a], n[b]) < 0.5)
        with np.errstate(invalid="ignore"):
            jump = both & (np.abs(d[a] - d[b]) > 12.0)  # px: a step in front of the same piece
            nearer = d[a] >= d[b]
        edge = other | bend | jump
        found[a] |= edge & nearer
        found[b] |= edge & ~nearer
    return found.ravel()


def _pixels(places: Array, size: tuple[int, int]) -> Iterator[tuple[NDArray[np.intp], NDArray[np.intp], Array]]:
    """Yield pixels inside triangles: where, number of the triangle, height towards the eye [px]; some at a time.

    Along a row of pixels each of a triangle's edges A x + B y + C >= 0 bounds x from one side.
    """
    width, height = size
    a, b, c = np.moveaxis(places[..., :2], 1, 0)
    whole = (b - a)[:, 0] * (c - a)[:, 1] - (b - a)[:, 1] * (c - a)[:, 0]
    sign = np.sign(whole)
    following = np.roll(places, -1, axis=1)
    A = (places[..., 1] - following[..., 1]) * sign[:, None]
    B = (following[..., 0] - places[..., 0]) * sign[:, None]
    C = -(A * places[..., 0] + B * places[..., 1])
    # Height towards the eye as a linear function of the pixel.
    (ux, uy, uz), (vx, vy, vz) = (places[:, 1] - places[:, 0]).T, (places[:, 2] - places[:, 0]).T
    with np.errstate(divide="ignore", invalid="ignore"):
        slope_x, slope_y = (uz * vy - uy * vz) / whole, (ux * vz - uz * vx) / whole
        level = places[:, 0, 2] - slope_x * places[:, 0, 0] - slope_y * places[:, 0, 1]
    first = np.clip(np.ceil(places[..., 1].min(axis=1) - 0.5 - ROUNDING), 0, height).astype(np.intp)
    last = np.clip(np.floor(places[..., 1].max(axis=1) - 0.5 + ROUNDING), -1, height - 1).astype(np.intp)
    rows = np.where(np.abs(whole) > ROUNDING**2, np.maximum(last - first + 1, 0), 0)
    which, y = _counted(rows, first)
    left, right = np.full(len(which), -np.inf), np.full(len(which), np.inf)
    for k in range(3):
        slope, rest = A[which, k], B[which, k] * (y + 0.5) + C[which, k]
        with np.errstate(divide="ignore", invalid="ignore"):
            cut = -rest / slope
        left = np.where(slope > 0, np.maximum(left, cut), left)
        right = np.where(slope < 0, np.minimum(right, cut), right)
    begin = np.clip(np.ceil(left - 0.5 - ROUNDING), 0, width).astype(np.intp)
    end = np.clip(np.floor(right - 0.5 + ROUNDING), -1, width - 1).astype(np.intp)
    count = np.maximum(end - begin + 1, 0)
    ends = np.cumsum(count)
    at = 0
    while at < len(count):
        before = ends[at - 1] if at else 0
        stop = max(at + 1, int(np.searchsorted(ends, before + PAIRS, side="right")))
        row, x = _counted(count[at:stop], begin[at:stop])
        row += at
        at = stop
        triangle, line = which[row], y[row]
        towards = level[triangle] + slope_x[triangle] * (x + 0.5) + slope_y[triangle] * (line + 0.5)
        yield line * width + x, triangle, towards


def _counted(count: NDArray[np.intp], first: NDArray[np.intp]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """For each entry its number as often as it counts, and whole numbers from its first one on."""
    which = np.repeat(np.arange(len(count)), count)
    return which, first[which] + np.arange(len(which)) - np.repeat(np.cumsum(count) - count, count)
