"""Sampled control as sections of a report: the signal diagram, every signal at its own rate, sizes of the drives."""

from __future__ import annotations

from collections.abc import Mapping

from linkwright.analysis.sizing import drives, sizing
from linkwright.drawing import signal_diagram, signal_plot
from linkwright.drawing.plots import text
from linkwright.report.records import Section
from linkwright.report.sections.sizing import section as sizing_section
from linkwright.trajectory import Trajectory

MOST = 8
"""Signals in one panel."""


def sections(trajectory: Trajectory) -> list[Section]:
    """What a run of a ClosedLoop adds to its report; nothing for other runs."""
    run = trajectory.provenance.get("run", {})
    if not isinstance(run, Mapping) or "control" not in run:
        return []
    picture = f'<div class="scroll">{signal_diagram(trajectory)}</div>'
    found = [Section("Signal diagram", picture), Section("Signals of the controllers", _signals(trajectory))]
    motors = drives(trajectory) if len(trajectory.time) > 1 else ()
    return found + ([sizing_section(*[sizing(trajectory, name) for name in motors])] if motors else [])


def _signals(trajectory: Trajectory) -> str:
    """Figures of all outputs of blocks, those of one unit together, at most eight in a panel."""
    if not trajectory.signals:
        return "<p>No signals were kept at every instant; the plots above have the values held at the saved times.</p>"
    units: dict[str, list[str]] = {}
    for name, signal in trajectory.signals.items():
        if len(signal):
            units.setdefault(signal.unit, []).append(name)
    figures = [
        signal_plot(trajectory, names[k : k + MOST]) for names in units.values() for k in range(0, len(names), MOST)
    ]
    rates: dict[str, int] = {}
    for signal in trajectory.signals.values():
        words = f"{signal.period:.6g} s"
        rates[words] = rates.get(words, 0) + 1
    told = ", ".join(f"{count} every {period}" for period, count in rates.items())
    words = f"Every output at the instants at which it acts: {told}. Values are held in between."
    return f"<p>{text(words)}</p>" + "".join(f'<div class="scroll">{figure}</div>' for figure in figures)
