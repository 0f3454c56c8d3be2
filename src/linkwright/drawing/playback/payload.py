"""The data that the page's script reads: the scene, and the run's arrays packed, thinned where they are many."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

import numpy as np

from linkwright.arrays import Array, Integers, PlainData
from linkwright.drawing.machine.scene import Scene
from linkwright.drawing.playback.packing import BITS, TIME_BITS, Columns
from linkwright.drawing.plots import group_digits
from linkwright.trajectory.trajectory import Trajectory

SAMPLES = 20_000
"""Most samples in a page."""
FEWEST = 300
"""Samples kept even where channels are many."""
ROOM = 900_000
"""Characters of the packed numbers: with scripts, equations and tables a page stays below 2 MB."""
CHANNELS = 2_000
"""Most channels in a page."""
LEFT = 0.7
"""Share of the samples that is kept at each attempt to fit a page."""


def kept_samples(trajectory: Trajectory, channels: Sequence[str], most: int) -> Integers:
    """Return the indices of the samples to embed: all, or evenly spread ones with the extremes of the channels."""
    count = len(trajectory.time)
    if count <= most:
        return np.arange(count)
    indices = set(np.linspace(0, count - 1, most).round().astype(int).tolist())
    for name in channels[:FEWEST]:
        values = np.asarray(trajectory.channels[name].values)
        if np.isfinite(values).any():
            indices |= {int(np.nanargmin(values)), int(np.nanargmax(values))}
    return np.array(sorted(indices))


def left_error(trajectory: Trajectory, channels: Sequence[str], kept: Integers) -> float:
    """Largest difference between samples that are left out and straight lines between those kept, over the range."""
    time, worst = trajectory.time, 0.0
    for name in channels:
        values = np.asarray(trajectory.channels[name].values)
        spread = float(np.ptp(values)) if len(values) and np.isfinite(values).all() else 0.0
        if spread > 0:
            worst = max(worst, float(np.max(np.abs(np.interp(time, time[kept], values[kept]) - values))) / spread)
    return worst


def build(
    scene: Scene,
    trajectory: Trajectory,
    *,
    title: str,
    shown: Sequence[str],
    points: Sequence[PlainData],
    paths: Sequence[str],
    room: int = ROOM,
) -> tuple[PlainData, tuple[str, ...]]:
    """Return the page's data, with at most `room` characters of numbers, and sentences about what was left out."""
    names = [*shown, *(name for name in trajectory.channels if name not in set(shown))]
    notes: list[str] = []
    if len(names) > CHANNELS:
        notes.append(f"The run has {len(names)} channels; this page holds {CHANNELS} of them. The saved data hold all.")
        names = names[:CHANNELS]
    chosen = set(names)
    names = [name for name in trajectory.channels if name in chosen]
    bodies = [name for name in scene.names if name in trajectory.poses]
    most = SAMPLES
    while True:
        kept = kept_samples(trajectory, shown, most)
        columns = Columns()
        # The time comes first, then channels, then poses: a page reads them by number.
        time = columns.add(trajectory.time[kept], TIME_BITS)
        channels = [_channel(trajectory, name, kept, columns) for name in names]
        poses = [{"name": name, "columns": _pose(trajectory.poses[name][kept], columns)} for name in bodies]
        packed, bits = columns.pack_within(room)
        size = len(packed["packed"])
        if size <= room or len(kept) <= FEWEST:
            break
        most = max(FEWEST, int(len(kept) * min(LEFT, room / size)))
    notes += _notes(trajectory, shown, kept, bits)
    drawn, shapes = _shared_shapes(scene.to_dict())
    data = {
        "title": title,
        "scene": drawn,
        "shapes": shapes,
        "time": time,
        "channels": channels,
        "poses": poses,
        **packed,
        "points": list(points),
        "paths": list(paths),
        "shown": list(shown),
        "file": (re.sub(r"[^A-Za-z0-9]+", "-", title).strip("-").lower()[:60] or "run") + ".csv",
    }
    return data, tuple(notes)


def _notes(trajectory: Trajectory, shown: Sequence[str], kept: Integers, bits: int) -> list[str]:
    """How the numbers of a page differ from those of the run."""
    notes = []
    if len(kept) < len(trajectory.time):
        off = left_error(trajectory, shown, kept)
        notes.append(
            f"The run has {group_digits(len(trajectory.time))} samples; this page, its plots and its CSV hold "
            f"{group_digits(len(kept))} of them, evenly spread, with the least and the greatest value of each channel "
            f"plotted at first; straight lines between them are off by at most {off:.1g} of a channel's range. The "
            "saved data hold all."
        )
    if bits < BITS:
        notes.append(
            f"Numbers are rounded to 1/{2**bits} of the range of their channel in this page and its CSV. The saved "
            "data have all digits."
        )
    return notes


def _channel(trajectory: Trajectory, name: str, kept: Integers, columns: Columns) -> PlainData:
    channel = trajectory.channels[name]
    column = columns.add(np.asarray(channel.values)[kept])
    return {"name": name, "unit": channel.unit, "meaning": channel.meaning, "column": column}


def _pose(pose: Array, columns: Columns) -> list[int]:
    return [columns.add(column) for column in np.asarray(pose).T]


def _shared_shapes(scene: PlainData) -> tuple[PlainData, list[PlainData]]:
    """The scene with the number of its shapes for each body: bodies that look alike share them."""
    known: dict[str, int] = {}
    shapes: list[PlainData] = []
    bodies = []
    for body in scene["bodies"]:
        key = json.dumps(body["shapes"])
        if key not in known:
            known[key] = len(shapes)
            shapes.append(body["shapes"])
        bodies.append({**body, "shapes": known[key]})
    return {**scene, "bodies": bodies}, shapes


def script_json(data: object) -> str:
    """Return JSON that is safe inside a <script> element: nothing in it can close the element or open a comment."""
    text = json.dumps(data, ensure_ascii=True, separators=(",", ":"), allow_nan=False)
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")
