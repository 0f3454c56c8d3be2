"""What a motion costs, as a section of a report: every input over time with its shares, and a table of their sizes."""

from __future__ import annotations

import numpy as np

from linkwright.analysis.effort import EFFECTS, Effort
from linkwright.arrays import Array
from linkwright.drawing.plots import number, text, time_plot
from linkwright.report.records import Section
from linkwright.trajectory import Channel, Outcome, Trajectory


def section(found: Effort) -> Section:
    """A section with a figure for each input: the whole, and what inertia, velocities and gravity ask of it."""
    shown = [effect for effect in EFFECTS if np.any(found.shares[effect])]
    meanings = "; ".join(f"{effect}: {EFFECTS[effect]}" for effect in shown)
    figures = "".join(f'<div class="scroll">{_figure(found, k, shown)}</div>' for k in range(len(found.inputs)))
    words = f"<p>Every input is the sum of its shares. {text(meanings[:1].upper() + meanings[1:])}.</p>"
    return Section("What the motion costs at each axis", words + _table(found, shown) + figures)


def _figure(found: Effort, k: int, shown: list[str]) -> str:
    name, unit = found.inputs[k], found.units[k]
    channels = {name: Channel(found.total[:, k], unit, "the whole")}
    channels |= {
        f"{name} {effect}": Channel(found.shares[effect][:, k], unit, EFFECTS[effect])
        for effect in shown
        if np.any(found.shares[effect][:, k])
    }
    return time_plot(_curves(found.time, channels), list(channels), title=f"{name} and what asks for it")


def _curves(time: Array, channels: dict[str, Channel]) -> Trajectory:
    """Curves over time as a plot takes them."""
    return Trajectory(time, channels, outcome=Outcome("finished", "", "", float(time[-1])))


def _table(found: Effort, shown: list[str]) -> str:
    head = "".join(f'<th scope="col">{text(word)}</th>' for word in ("input", "unit", "whole", *shown))
    whole = np.sqrt(np.mean(found.total**2, axis=0))
    rows = []
    for k, (name, unit) in enumerate(zip(found.inputs, found.units, strict=True)):
        sizes = [whole[k], *[found.rms(effect)[k] for effect in shown]]
        cells = "".join(f'<td class="number">{text(number(float(size), 4))}</td>' for size in sizes)
        rows.append(f'<tr><th scope="row">{text(name)}</th><td>{text(unit)}</td>{cells}</tr>')
    caption = "<caption>Root mean squares over the motion</caption>"
    body = f"<thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody>"
    return f'<div class="scroll"><table>{caption}{body}</table></div>'
