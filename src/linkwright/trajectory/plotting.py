"""Channels over time by Matplotlib, one axis system for each unit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from linkwright.trajectory.samples import Samples


def plot(trajectory: Samples, names: Sequence[str]) -> Any:
    """Draw channels over time and return the axes, (k,): those of one unit together, with names and units."""
    try:
        import matplotlib.pyplot as plt
    except ImportError as error:
        raise ImportError("plots need Matplotlib, which is not installed: pip install linkwright[plots]") from error
    units: dict[str, list[str]] = {}
    for name in names:
        units.setdefault(trajectory.channels[name].unit, []).append(name)
    height = 0.6 + 2.2 * len(units)  # inches
    _, axes = plt.subplots(len(units), 1, sharex=True, squeeze=False, figsize=(7.0, height), layout="constrained")
    for axis, (unit, channels) in zip(axes[:, 0], units.items(), strict=True):
        for name in channels:
            axis.plot(trajectory.time, trajectory.channels[name].values, label=name)
        axis.set_ylabel(f"[{unit or '-'}]")
        axis.legend(loc="best")
        axis.grid(visible=True, alpha=0.3)
    axes[-1, 0].set_xlabel("time [s]")
    return axes[:, 0]
