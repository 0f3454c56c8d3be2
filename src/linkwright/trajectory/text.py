"""A trajectory as a table of text, for people."""

import numpy as np

from linkwright.arrays import Array
from linkwright.trajectory.samples import Samples


def describe(trajectory: Samples) -> str:
    """Return a table of the channels (unit, least, greatest and last value, meaning), then outcome and certificate."""
    rows = [("name", "unit", "least", "greatest", "last", "meaning")]
    for name, channel in trajectory.channels.items():
        shown = name if name.isprintable() else repr(name)
        rows.append((shown, channel.unit or "-", *_range(channel.values), " ".join(channel.meaning.split())))
    widths = [max(len(row[at]) for row in rows) for at in range(5)]
    start, end = float(trajectory.time[0]), float(trajectory.time[-1])
    lines = [f"{trajectory.time.size} samples from {start:g} s to {end:g} s"]
    for name, unit, *numbers, meaning in rows:
        cells = [name.ljust(widths[0]), unit.ljust(widths[1])]
        cells += [number.rjust(width) for number, width in zip(numbers, widths[2:], strict=True)]
        lines.append("  ".join([*cells, meaning]).rstrip())
    if trajectory.poses:
        lines.append("bodies: " + ", ".join(trajectory.poses))
    return "\n".join([*lines, trajectory.outcome.in_words(), trajectory.certificate.in_words()])


def _range(values: Array) -> tuple[str, str, str]:
    known = values[~np.isnan(values)]
    least, greatest = (known.min(), known.max()) if known.size else (np.nan, np.nan)
    return f"{least:.6g}", f"{greatest:.6g}", f"{values[-1]:.6g}"
