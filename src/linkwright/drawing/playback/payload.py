"""The data that the page's script reads: the scene, and the run's arrays as base64, thinned where they are many."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linkwright.arrays import PlainData
from linkwright.drawing.machine.scene import Scene
from linkwright.drawing.plots import group_digits
from linkwright.trajectory.trajectory import Trajectory

SAMPLES = 20_000  # most samples in a page
NUMBERS = 1_000_000  # most numbers of channels in a page, 8 bytes each
FEWEST = 500  # samples kept even where channels are many


def kept_samples(trajectory: Trajectory, channels: Sequence[str], most: int) -> NDArray[np.intp]:
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


def build(
    scene: Scene,
    trajectory: Trajectory,
    *,
    title: str,
    shown: Sequence[str],
    points: Sequence[PlainData],
    paths: Sequence[str],
) -> tuple[PlainData, tuple[str, ...]]:
    """Return the page's data and sentences about what was left out of it."""
    names = [*shown, *(name for name in trajectory.channels if name not in set(shown))]
    notes: list[str] = []
    room = NUMBERS // FEWEST
    if len(names) > room:
        notes.append(f"The run has {len(names)} channels; this page holds {room} of them. The saved data hold all.")
        names = names[:room]
    in_order = set(names)
    names = [name for name in trajectory.channels if name in in_order]
    most = min(SAMPLES, max(FEWEST, NUMBERS // max(1, len(names))))
    kept = kept_samples(trajectory, shown, most)
    if len(kept) < len(trajectory.time):
        notes.append(
            f"The run has {group_digits(len(trajectory.time))} samples; this page, its plots and its CSV hold "
            f"{group_digits(len(kept))} of them, evenly spread, with the least and the greatest value of each channel "
            "plotted at first. The saved data hold all."
        )
    channels = [
        {
            "name": name,
            "unit": trajectory.channels[name].unit,
            "meaning": trajectory.channels[name].meaning,
            "data": encode(np.asarray(trajectory.channels[name].values)[kept], "<f8"),
        }
        for name in names
    ]
    poses = [
        {"name": name, "data": encode(np.asarray(trajectory.poses[name])[kept], "<f4")}
        for name in scene.names
        if name in trajectory.poses
    ]
    data = {
        "title": title,
        "scene": scene.to_dict(),
        "time": encode(np.asarray(trajectory.time)[kept], "<f8"),
        "channels": channels,
        "poses": poses,
        "points": list(points),
        "paths": list(paths),
        "shown": list(shown),
        "file": (re.sub(r"[^A-Za-z0-9]+", "-", title).strip("-").lower()[:60] or "run") + ".csv",
    }
    return data, tuple(notes)


def encode(values: NDArray[Any], kind: str) -> str:
    """Return the numbers as base64 of little-endian floats ("<f8" or "<f4")."""
    return base64.b64encode(np.ascontiguousarray(values, dtype=kind).tobytes()).decode("ascii")


def script_json(data: object) -> str:
    """Return JSON that is safe inside a <script> element: nothing in it can close the element or open a comment."""
    text = json.dumps(data, ensure_ascii=True, separators=(",", ":"), allow_nan=False)
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")
