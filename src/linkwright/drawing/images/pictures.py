"""A scene at poses as an image, and a motion as images one after another."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from linkwright.arrays import Array
from linkwright.drawing.images.raster import Camera, Image, Piece, render
from linkwright.drawing.images.triangles import Style, span_triangles, triangles_of
from linkwright.drawing.machine.projection import Placement, view_matrix
from linkwright.drawing.machine.scene import Scene
from linkwright.drawing.plots.svg import PALETTE
from linkwright.kinds import checked_arguments

PAINTS = {
    "ground": "#b4bcc4",
    "hole": "#f4f6f8",
    "metal": "#9aa4ae",
    "dark": "#3d4650",
    "edge": "#3d4650",
    "mark": "#d55e00",
}
SIZE = (960, 720)
"""Width and height of an image [px]."""
LARGEST_SIZE = 4096
"""Pixels along an edge at most."""
LAYERS = 6
"""Layers in which bodies of a planar machine lie at most."""


@checked_arguments
def picture(
    scene: Scene, poses: Mapping[str, Array], *, sample: int = -1, view: str = "", size: tuple[int, int] = SIZE
) -> Image:
    """Return the machine at one sample as an image (height, width, 3), whole inside the frame.

    `view` is iso, top, front or side; by default a planar machine is seen from above, another one isometrically.
    `poses` maps each body to (n, 7): x, y, z [m], e0, e1, e2, e3.
    """
    seen = view_matrix(view or default_view(scene))
    check_size(size)
    pieces = list(pieces_of(scene, placements_at(scene, poses, sample)))
    points = np.concatenate([piece.triangles.corners.reshape(-1, 3) for piece in pieces])
    return render(pieces, Camera.around(points, seen, size))


@checked_arguments
def film(
    scene: Scene,
    poses: Mapping[str, Array],
    samples: Sequence[int],
    *,
    view: str = "",
    size: tuple[int, int] = SIZE,
) -> Iterator[Image]:
    """Yield an image for each of the samples.

    The camera stands still where it has the whole motion in its picture at a good size; it follows a machine that
    travels further than twice its own extent.
    """
    seen = view_matrix(view or default_view(scene))
    check_size(size)
    shots = [
        list(pieces_of(scene, placements_at(scene, poses, sample))) for sample in samples[:: max(1, len(samples) // 60)]
    ]
    bodies = [_box([piece for piece in shot if piece.body], seen) for shot in shots]
    own = np.max([high - low for low, high in bodies], axis=0)
    travel = np.max([high for _, high in bodies], axis=0) - np.min([low for low, _ in bodies], axis=0)
    travels = float(travel.max()) > 2.0 * float(own.max())
    low, high = _box([piece for shot in shots for piece in shot], seen)
    for sample in samples:
        pieces = list(pieces_of(scene, placements_at(scene, poses, sample)))
        if travels:
            near, far = _box([piece for piece in pieces if piece.body], seen)
            low, high = 0.5 * (near + far - own), 0.5 * (near + far + own)
        corners = np.column_stack([[low, high], [0.0, 0.0]]) @ seen
        yield render(pieces, Camera.around(corners, seen, size, margin=0.08), finer=2)


def default_view(scene: Scene) -> str:
    """The view of a machine if none is wanted."""
    return "top" if scene.planar else "iso"


def check_size(size: tuple[int, int]) -> None:
    """Refuse a size that no image has."""
    if len(size) != 2 or not all(isinstance(edge, int) and 16 <= edge <= LARGEST_SIZE for edge in size):
        raise ValueError(f"size {size!r}: expected two whole numbers from 16 to {LARGEST_SIZE}, width and height [px]")


def placements_at(scene: Scene, poses: Mapping[str, Array], sample: int) -> dict[str, Placement]:
    """Where the bodies are at a sample; the ground has the empty name. Poses that are missing are refused in words."""
    missing = [name for name in scene.names if name not in poses]
    if missing:
        raise ValueError(
            f"there are no poses of {', '.join(missing)}: expected one (n, 7) array for each body of the scene."
        )
    lost = [name for name in scene.names if not np.isfinite(np.asarray(poses[name])[sample]).all()]
    if lost:
        raise ValueError(
            f"the poses of {', '.join(lost)} are not finite at the sample {sample}; choose another sample."
        )
    return {"": Placement.world()} | {name: Placement.of(poses[name][sample]) for name in scene.names}


def pieces_of(scene: Scene, placements: Mapping[str, Placement]) -> Iterator[Piece]:
    """Yield the triangles of a scene in the world, with their colours."""
    symbol = scene.symbol or 0.017 * _extent(scene, placements)
    families = {family: index for index, family in enumerate(scene.families)}
    layers = min(LAYERS, len(families) or 1)
    step = 1.2 * 0.8 * symbol
    top = (layers - 0.25) * step if scene.planar else 0.0
    standing = Style(scene.planar, symbol, 0.0, top)
    for shape in scene.ground:
        for piece in triangles_of(shape, standing, ground=True):
            yield Piece(piece, _colour(piece.paint or "ground"), "")
    for body in scene.bodies:
        index = families[body.family]
        style = Style(scene.planar, symbol, step * (index % layers) if scene.planar else 0.0, top)
        own = PALETTE[index % len(PALETTE)]
        for shape in body.shapes:
            for piece in triangles_of(shape, style):
                yield Piece(piece.placed(placements[body.name]), _colour(piece.paint or own), body.name)
    for number, span in enumerate(scene.spans):
        for piece in span_triangles(span, placements, top):  # above the bars of the plane
            yield Piece(piece, _colour(piece.paint), f"span {number}")


def _colour(paint: str) -> tuple[int, int, int]:
    text = PAINTS.get(paint, paint)
    r, g, b = (int(text[k : k + 2], 16) for k in (1, 3, 5))
    return r, g, b


def _extent(scene: Scene, placements: Mapping[str, Placement]) -> float:
    points = [placements[body.name].p for body in scene.bodies]
    found = np.vstack([scene.reach, *points]) if points else scene.reach
    return float(np.ptp(found, axis=0).max()) or 1.0 if len(found) else 1.0


def _box(pieces: Sequence[Piece], view: Array) -> tuple[Array, Array]:
    """Corners of the box around pieces in the plane of a view."""
    points = np.concatenate([(piece.triangles.corners.reshape(-1, 3) @ view.T)[:, :2] for piece in pieces])
    return points.min(axis=0), points.max(axis=0)
