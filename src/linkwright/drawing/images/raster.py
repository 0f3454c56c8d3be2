"""Triangles as an image: parallel projection, the nearest surface at each pixel, soft light, and thin outlines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from linkwright.arrays import Array
from linkwright.drawing.images.triangles import Triangles

Image = NDArray[np.uint8]

PAPER = (255, 255, 255)
LIGHT = np.array([-0.35, 0.5, 0.79])
"""From where the light comes: right, up, to the eye."""
PAIRS = 1_500_000
"""Pairs of a triangle and a pixel that are looked at in one go: some 100 MB."""


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


def render(
    pieces: Sequence[tuple[Triangles, tuple[int, int, int]]], camera: Camera, *, finer: int = 3
) -> Image:
    """Return an image (height, width, 3) of pieces with their colours; each pixel is the mean of finer ones."""
    fine = camera.finer(finer)
    width, height = fine.size
    depth = np.full(width * height, -np.inf, dtype=np.float32)
    owner = np.full(width * height, -1, dtype=np.int32)
    normal = np.zeros((width * height, 3), dtype=np.float32)
    if pieces:
        number = np.repeat(np.arange(len(pieces)), [len(piece.corners) for piece, _ in pieces])
        places = fine.project(np.concatenate([piece.corners for piece, _ in pieces]))
        normals = np.concatenate([piece.normals for piece, _ in pieces]) @ camera.view.T
        for at, height_, which, direction in _pixels(*_cut(places, normals, number), fine.size):
            np.maximum.at(depth, at, height_)
            seen = height_ >= depth[at]
            owner[at[seen]] = which[seen]
            normal[at[seen]] = direction[seen]
    colours = np.array([*[colour for _, colour in pieces], PAPER], dtype=np.float32)
    picture = _shaded(owner, normal, colours)
    picture[_edges(depth, owner, normal, fine.size)] *= 0.35
    picture = picture.reshape(height, width, 3)
    small = picture.reshape(height // finer, finer, width // finer, finer, 3).mean(axis=(1, 3))
    return np.asarray(np.clip(small + 0.5, 0, 255).astype(np.uint8))


def _shaded(owner: NDArray[np.int32], normal: Array, colours: Array) -> Array:
    """Colours by light: what faces it is bright; surfaces have two sides."""
    found = colours[owner]
    inside = owner >= 0
    n = normal[inside]
    n = n * np.where(n[:, 2:] < 0, -1.0, 1.0) / (np.linalg.norm(n, axis=1, keepdims=True) + 1e-12)
    lit = np.maximum(0.0, n @ LIGHT.astype(np.float32))
    gloss = np.maximum(0.0, n @ _unit(LIGHT + [0.0, 0.0, 1.0]).astype(np.float32)) ** 40
    found[inside] = found[inside] * (0.5 + 0.56 * lit)[:, None] + 40.0 * gloss[:, None]
    return np.asarray(found)


def _unit(direction: Array) -> Array:
    return np.asarray(direction / np.linalg.norm(direction))


def _edges(depth: Array, owner: NDArray[np.int32], normal: Array, size: tuple[int, int]) -> NDArray[np.bool_]:
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


def _cut(places: Array, normals: Array, number: NDArray[np.intp]) -> tuple[Array, Array, NDArray[np.intp]]:
    """Halve long triangles that fill little of the box around them: all pixels of that box are looked at."""
    done: list[tuple[Array, Array, NDArray[np.intp]]] = []
    for _ in range(12):
        box = np.ptp(places[..., :2], axis=1)
        a, b, c = np.moveaxis(places[..., :2], 1, 0)
        area = np.abs((b - a)[:, 0] * (c - a)[:, 1] - (b - a)[:, 1] * (c - a)[:, 0])
        long = (box.prod(axis=1) > 6.0 * area) & (box.max(axis=1) > 24.0) & (box.min(axis=1) > 8.0)
        done.append((places[~long], normals[~long], number[~long]))
        places, normals, number = places[long], normals[long], number[long]
        if not len(places):
            break
        # The longest edge comes first, and is halved.
        sides = np.linalg.norm(np.roll(places, -1, axis=1) - places, axis=2)[..., None]
        order = (np.argmax(sides[..., 0], axis=1)[:, None] + np.arange(3)) % 3
        places, normals = (np.take_along_axis(each, order[..., None], axis=1) for each in (places, normals))
        halves = []
        for each in (places, normals):
            middle = 0.5 * (each[:, 0] + each[:, 1])
            halves.append(
                np.concatenate(
                    [np.stack([each[:, 0], middle, each[:, 2]], axis=1), np.stack([middle, each[:, 1], each[:, 2]], axis=1)]
                )
            )
        places, normals = halves
        number = np.concatenate([number, number])
    done.append((places, normals, number))
    p, n, k = zip(*done, strict=True)
    return np.concatenate(p), np.concatenate(n), np.concatenate(k)


def _pixels(
    places: Array, normals: Array, number: NDArray[np.intp], size: tuple[int, int]
) -> Iterator[tuple[NDArray[np.intp], Array, NDArray[np.intp], Array]]:
    """Yield pixels inside triangles: where, height towards the eye, number of the piece, normal; some at a time."""
    limit = np.array(size) - 1
    low = np.clip(np.ceil(places[..., :2].min(axis=1) - 0.5), 0, limit + 1).astype(np.intp)
    high = np.clip(np.floor(places[..., :2].max(axis=1) - 0.5), -1, limit).astype(np.intp)
    across = np.maximum(high - low + 1, 0)
    count = across.prod(axis=1)
    order = np.flatnonzero(count)
    ends = np.cumsum(count[order])
    begin = 0
    while begin < len(order):
        before = ends[begin - 1] if begin else 0
        end = max(begin + 1, int(np.searchsorted(ends, before + PAIRS, side="right")))
        chosen = order[begin:end]
        begin = end
        which = np.repeat(chosen, count[chosen])
        inside = np.arange(len(which)) - np.repeat(np.cumsum(count[chosen]) - count[chosen], count[chosen])
        x = low[which, 0] + inside % across[which, 0]
        y = low[which, 1] + inside // across[which, 0]
        a, b, c = np.moveaxis(places[which][..., :2], 1, 0)
        px, py = x + 0.5, y + 0.5
        whole = (b[:, 0] - a[:, 0]) * (c[:, 1] - a[:, 1]) - (b[:, 1] - a[:, 1]) * (c[:, 0] - a[:, 0])
        with np.errstate(divide="ignore", invalid="ignore"):
            v = ((px - a[:, 0]) * (c[:, 1] - a[:, 1]) - (py - a[:, 1]) * (c[:, 0] - a[:, 0])) / whole
            w = ((b[:, 0] - a[:, 0]) * (py - a[:, 1]) - (b[:, 1] - a[:, 1]) * (px - a[:, 0])) / whole
            covered = (v >= -1e-9) & (w >= -1e-9) & (v + w <= 1 + 1e-9)
        which, x, y = which[covered], x[covered], y[covered]
        weights = np.stack([1 - v[covered] - w[covered], v[covered], w[covered]], axis=1)
        heights = np.einsum("ij,ij->i", weights, places[which][..., 2]).astype(np.float32)
        directions = np.einsum("ij,ijk->ik", weights, normals[which]).astype(np.float32)
        yield y * size[0] + x, heights, number[which], directions
