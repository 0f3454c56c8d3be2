"""The machine at one instant as an SVG picture, with ghosts at other instants and the paths of named points."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from linkwright.arrays import Array
from linkwright.drawing.machine.outlines import Pen
from linkwright.drawing.machine.projection import Placement, point_path, view_matrix
from linkwright.drawing.machine.scene import DrawnBody, Scene
from linkwright.drawing.machine.shapes import Pin, Pivot, anchors
from linkwright.drawing.machine.spans import span_lines
from linkwright.drawing.names import known_names
from linkwright.drawing.plots.svg import PALETTE, coordinate, document, text
from linkwright.drawing.plots.ticks import nice_ticks, number
from linkwright.kinds import checked_arguments

WIDTH, HEIGHT, MARGIN, FOOT = 640.0, 520.0, 36.0, 30.0  # px


@checked_arguments
def still(
    scene: Scene,
    poses: Mapping[str, Array],
    *,
    sample: int = -1,
    ghosts: Sequence[int] = (),
    paths: Sequence[str] = (),
    title: str = "",
    view: str = "",
) -> str:
    """Return the machine at one sample in outlines; `view` is iso, top, front or side, by default as `picture`'s.

    `poses` maps each body to (n, 7): x, y, z [m], e0, e1, e2, e3. `ghosts` are further samples, drawn faintly;
    `paths` names bodies (their origins) or points (by label, or `body/label`) whose paths are drawn.
    """
    missing = [name for name in scene.names if name not in poses]
    if missing:
        raise ValueError(
            f"there are no poses of {', '.join(missing)}: expected one (n, 7) array for each body of the scene."
        )
    instants = [*ghosts, sample]
    lost = [name for name in scene.names if not np.isfinite(np.asarray(poses[name])[instants]).all()]
    if lost:
        raise ValueError(
            f"the poses of {', '.join(lost)} are not finite at the samples {instants}; choose other samples."
        )
    tracks = [
        (name, _finite(point_path(poses[body.name], position)))
        for name, body, position in _followed_points(scene, paths)
    ]
    seen = view_matrix(view or ("top" if scene.planar else "iso"))
    cloud = np.vstack([_cloud(scene, poses, instants), *[track for _, track in tracks]]) @ seen.T
    low, high = cloud[:, :2].min(axis=0), cloud[:, :2].max(axis=0)
    extent = float(max(high - low)) or 1.0
    head = 30.0 if title else 0.0
    scale = min(
        (WIDTH - 2 * MARGIN) / max(high[0] - low[0], 1e-9 * extent),
        (HEIGHT - 2 * MARGIN) / max(high[1] - low[1], 1e-9 * extent),
    )
    height = scale * float(high[1] - low[1]) + 2 * MARGIN + head + FOOT
    origin = np.array([0.5 * WIDTH - scale * 0.5 * (low[0] + high[0]), height - FOOT - MARGIN + scale * low[1]])
    pen = Pen(seen, scale, origin, symbol=11.0)
    parts = [f'<text class="title" x="16" y="24">{text(title)}</text>'] if title else []
    parts.append(pen.draw([(shape, Placement.world()) for shape in scene.ground], "#8a949e", ground=True))
    for count, instant in enumerate(instants):
        last = count == len(instants) - 1
        faint = "" if last else f' opacity="{0.12 + 0.2 * (count + 1) / len(instants):.2f}"'
        parts.append(f"<g{faint}>{_machine(scene, poses, instant, pen, named=last)}</g>")
    pivots = [Pin(shape.position) for shape in scene.ground if isinstance(shape, Pivot)]
    parts.append(pen.marks([(shape, Placement.world()) for shape in pivots]))
    for index, (name, track) in enumerate(tracks):
        xy = pen.project(track[:: max(1, len(track) // 2000)])
        data = "L".join(f"{coordinate(x)} {coordinate(y)}" for x, y in xy.tolist())
        colour = PALETTE[(len(scene.families) + index) % len(PALETTE)]  # one that the bodies leave
        stroke = f'stroke="{colour}" stroke-width="1.6" stroke-dasharray="5 3" fill="none"'
        parts.append(f'<path {stroke} d="M{data}"><title>{text("Path of " + name)}</title></path>')
    parts.append(_scale_bar(scale, height, scene.unit))
    return document(WIDTH, height, "".join(parts), label=title or scene.title)


def _followed_points(scene: Scene, names: Sequence[str]) -> list[tuple[str, DrawnBody, Sequence[float]]]:
    """Return name, body and position in it of each followed point; all unknown names are refused at once."""
    known: dict[str, tuple[DrawnBody, Sequence[float]]] = {}
    for body in scene.bodies:
        known.setdefault(body.name, (body, (0.0, 0.0, 0.0)))
        for point in body.points:
            known.setdefault(point.label, (body, point.position))
            known[f"{body.name}/{point.label}"] = (body, point.position)
    return [(name, *known[name]) for name in known_names("point or body", names, list(known))]


def _finite(track: Array) -> Array:
    return np.asarray(track[np.isfinite(track).all(axis=1)])


def _cloud(scene: Scene, poses: Mapping[str, Array], instants: Sequence[int]) -> Array:
    """Return the points, in the world, that the picture must hold."""
    points = [scene.reach]
    for body in scene.bodies:
        corners = np.concatenate([np.zeros((0 if body.shapes else 1, 3)), *[anchors(shape) for shape in body.shapes]])
        points.extend(Placement.of(poses[body.name][instant])(corners) for instant in instants)
    return np.vstack(points)


def _machine(scene: Scene, poses: Mapping[str, Array], instant: int, pen: Pen, *, named: bool) -> str:
    """Return all bodies at one instant: planar ones in order, spatial ones from far to near; pins on top."""
    families = {family: index for index, family in enumerate(scene.families)}
    places = {"": Placement.world()} | {body.name: Placement.of(poses[body.name][instant]) for body in scene.bodies}
    solids: list[tuple[float, str, str]] = []
    for body in scene.bodies:
        colour = PALETTE[families[body.family] % len(PALETTE)]
        for shape in body.shapes:
            # One shape after another from far to near: bodies reach behind each other.
            depth = 0.0 if scene.planar else float((places[body.name](anchors(shape)) @ pen.view.T)[:, 2].mean())
            solids.append((depth, body.name, pen.draw([(shape, places[body.name])], colour)))
    solids.sort(key=lambda entry: entry[0])
    drawn = "".join(f"<g><title>{text(name)}</title>{drawing}</g>" for _, name, drawing in solids if drawing)
    for span in scene.spans:
        for points, radius, colour in span_lines(span, places):
            drawn += pen.line(points, radius, colour)
    marks = "".join(
        pen.marks([(shape, places[body.name]) for shape in body.shapes], named=named) for body in scene.bodies
    )
    return drawn + marks


def _scale_bar(scale: float, height: float, unit: str) -> str:
    """Return a bar of round length, so that the picture can be measured."""
    longest = nice_ticks(0.0, 130.0 / scale, 2)[-1]
    x, y = 16.0, height - 14.0
    return (
        f'<path class="axis" d="M{x} {y - 4}v4h{coordinate(longest * scale)}v-4"/>'
        f'<text class="soft" x="{coordinate(x + longest * scale + 8)}" y="{y + 2}">'
        f"{number(longest)} {text(unit)}</text>"
    )
