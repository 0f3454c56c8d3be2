"""Sizing sheets of drives as a section of a report: one table, a group of rows for each drive."""

from __future__ import annotations

from linkwright.analysis.sizing import Sizing
from linkwright.drawing.plots import number, text
from linkwright.report.records import Section

HEADS = ("quantity", "unit", "peak", "at time, s", "limit", "RMS", "limit", "")


def section(*sheets: Sizing) -> Section:
    """A section with the sheets of some drives; what passes its limit says so."""
    return Section("Sizing of the drives", "".join(_table(sheet) for sheet in sheets))


def _table(sheet: Sizing) -> str:
    head = "".join(f'<th scope="col">{text(word)}</th>' for word in HEADS)
    rows = []
    for row in sheet.rows:
        limited = row.peak_limit is not None or row.rms_limit is not None
        verdict = "" if not limited else "within" if row.within else "over its limit"
        sizes = (row.peak, row.time, row.peak_limit, row.rms, row.rms_limit)
        cells = "".join(f'<td class="number">{"" if x is None else text(number(x, 4))}</td>' for x in sizes)
        rows.append(
            f'<tr><th scope="row">{text(row.name)}</th><td>{text(row.unit)}</td>{cells}<td>{text(verdict)}</td></tr>'
        )
    caption = f"<caption>{text(sheet.drive)} over {text(number(sheet.duration, 4))} s</caption>"
    body = f"<thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody>"
    notes = "".join(f"<p>{text(note[:1].upper() + note[1:])}.</p>" for note in sheet.notes)
    return f'<div class="scroll"><table>{caption}{body}</table></div>{notes}'
