"""Arrows for the forces of a run, as a page draws them on demand: packed vectors, and a legend."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from linkwright.arrays import Array, PlainData
from linkwright.drawing.machine.forces import NOISE, ForceVectors
from linkwright.drawing.playback.packing import FEWEST_BITS, TIME_BITS, Columns
from linkwright.drawing.plots import number

NAMES = 4
"""Names that the legend lists."""


def largest_forces(found: list[ForceVectors]) -> dict[str, float]:
    """The largest force and the largest torque, by unit."""
    return {unit: max((_peak(each) for each in found if each.unit == unit), default=0.0) for unit in ("N", "N m")}


def pack_arrows(
    found: list[ForceVectors],
    without: list[str],
    time: Array,
    samples: int,
    largest: Mapping[str, float] | None = None,
) -> PlainData | None:
    """Reactions and inputs as columns of a page, in world axes; None where nothing acts.

    They are known at `time` (n,), some of the `samples` of a run; `without` are names of forces without a direction.
    The `largest` ones (default: of this run) have the longest arrows.
    Numbers are rounded to a part in 2^12 of their range: arrows are a few hundred pixels long.
    """
    peaks = largest_forces(found) if largest is None else largest
    shown = [each for each in found if _peak(each) > NOISE * peaks[each.unit]]
    if not shown:
        return None
    columns = Columns()
    instants = columns.add(time, TIME_BITS)
    arrows = [
        {
            "name": each.name,
            "role": each.role,
            "unit": each.unit,
            "body": each.owner,
            "position": list(each.position),
            "share": 1.0 / peaks[each.unit],
            "columns": [columns.add(values) for values in each.values.T],
            **({"path": [columns.add(values) for values in each.path.T]} if len(each.path) else {}),
        }
        for each in shown
    ]
    return {
        "time": instants,
        "arrows": arrows,
        "legend": _legend(shown, without, len(time), samples),
        **columns.pack(FEWEST_BITS),
    }


def _peak(each: ForceVectors) -> float:
    """The largest length of a vector; instants at which it is open do not count."""
    return float(np.nanmax(np.linalg.norm(each.values, axis=1), initial=0.0))


def _legend(shown: list[ForceVectors], without: list[str], count: int, samples: int) -> list[PlainData]:
    """Sentences about what arrows mean, each with the role that it speaks of, if it does of one."""
    lines: list[PlainData] = []
    titles = {
        ("reaction", "N"): "Reactions",
        ("reaction", "N m"): "Reaction moments",
        ("input", "N"): "Input forces",
        ("input", "N m"): "Input torques",
    }
    for (role, unit), title in titles.items():
        own = [each for each in shown if (each.role, each.unit) == (role, unit)]
        if own:
            largest = max(own, key=_peak)
            words = f"{title}: the largest in the run {number(_peak(largest), 4)} {unit} ({largest.name})"
            lines.append({"role": role, "text": words})
    between = f"at {count} of {samples} saved instants, linear in between" if count > 1 else "at one instant"
    lines.append({"role": "", "text": f"Computed {between}"})
    if without:
        more = f" and {len(without) - NAMES} more" if len(without) > NAMES else ""
        lines.append({"role": "", "text": f"Without an arrow: {', '.join(without[:NAMES])}{more}"})
    return lines
