"""A linear model of a closed loop as a section of a report: poles, responses, margins with Nyquist's curves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isfinite

from linkwright.analysis import Lifted, LinearResponse, Margins
from linkwright.drawing import bode_plot, nyquist_plot, pole_plot
from linkwright.drawing.plots import number, text
from linkwright.kinds import checked_arguments
from linkwright.report.records import Section

HEADS = ("signal", "gain margin, increase", "gain margin, decrease", "phase margin, deg")


@checked_arguments
def linear_section(
    linear: Lifted, responses: Mapping[str, LinearResponse] | None = None, at: Sequence[str] = ()
) -> Section:
    """A section with the poles of a linear model, responses by name as Bode plots, and margins at held signals.

    For `render(..., sections=[...])` and `save`.
    """
    words = [*linear.in_words().splitlines()]
    parts = [f"<p>{text(line.strip())}</p>" for line in words]
    pictures = [pole_plot(linear)]
    if responses:
        pictures.append(bode_plot(dict(responses), title="Responses of the linear model"))
    if len(at):
        found = [linear.margins(signal) for signal in at]
        parts.append(_table(found))
        pictures += [nyquist_plot(linear.loop_transfer(signal)) for signal in at]
    return Section("Linear model", "".join([*parts, *[f'<div class="scroll">{each}</div>' for each in pictures]]))


def _table(found: Sequence[Margins]) -> str:
    head = "".join(f'<th scope="col">{text(word)}</th>' for word in HEADS)
    rows = []
    for each in found:
        sizes = (each.gain_up, each.gain_down or None, each.phase_deg)
        shown = ["none" if value is None or not isfinite(value) else number(value, 5) for value in sizes]
        cells = "".join(f'<td class="number">{text(value)}</td>' for value in shown)
        rows.append(f'<tr><th scope="row">{text(", ".join(each.at))}</th>{cells}</tr>')
    caption = "<caption>Margins: the factor or lag that puts a pole on the unit circle, other loops closed</caption>"
    body = f"<thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody>"
    return f'<div class="scroll"><table>{caption}{body}</table></div>'
