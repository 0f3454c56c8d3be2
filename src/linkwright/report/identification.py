"""What an identification found as one HTML page: parameters, correlations, noise, what the data cannot tell apart."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from linkwright.analysis.identification import Estimate, Identification
from linkwright.drawing.plots import number, text
from linkwright.report.comparison import STYLE


def render(fit: Identification) -> str:
    """Return the identification as one HTML page that needs nothing else: no script, no network."""
    title = f"Parameters of {fit.machine} from data"
    count = len(fit.residuals[0].values) if fit.residuals else 0
    sizes = f"{len(fit.residuals)} channels of {count} samples, {fit.runs} runs"
    estimates = [_row(each) for each in fit.estimates]
    names = [each.name for each in fit.estimates]
    related = [
        (name, *(number(value, 3) if np.isfinite(value) else "–" for value in row))
        for name, row in zip(names, fit.correlations, strict=True)
    ]
    left = [
        (each.name, f"{number(each.noise, 4)} {each.unit}".strip(), "white" if each.white else "not white",
         number(each.probability, 2))
        for each in fit.residuals
    ]  # fmt: skip
    remarks = [*fit.combinations, *fit.notes]
    if not fit.converged:
        remarks.append("The search did not end at a least sum of squares.")
    heads = ("parameter", "value", "unit", "standard error", "95 % from", "to", "bounds")
    pieces = [
        f"<header><h1>{text(title)}</h1><p class='soft'>{text(sizes)}.</p></header><main>",
        f"<h2>Parameters</h2>{_table(heads, estimates)}",
        f"<h2>Correlations</h2>{_table(('', *names), related)}",
        f"<h2>Residuals</h2>{_table(('channel', 'noise', 'residuals', 'probability of white noise'), left)}",
    ]
    if remarks:
        shown = "".join(f"<p>{text(remark[:1].upper() + remark[1:])}.</p>" for remark in remarks)
        pieces.append(f"<h2>What the data say and do not say</h2>{shown}")
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n<meta name="generator" '
        f'content="Linkwright">\n<title>{text(title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n'
        + "\n".join(pieces)
        + "\n</main>\n<footer><p>Made by Linkwright. This file is complete in itself.</p></footer>\n</body>\n</html>\n"
    )


def _row(each: Estimate) -> tuple[str, ...]:
    bounds = f"{number(each.bounds[0], 4)} to {number(each.bounds[1], 4)}"
    if each.at_bound:
        return each.name, number(each.value, 6), each.unit, f"at its {each.at_bound} bound", "–", "–", bounds
    if not np.isfinite(each.standard_error):
        return each.name, number(each.value, 6), each.unit, "not determined", "–", "–", bounds
    numbers = (each.standard_error, *each.interval)
    return each.name, number(each.value, 6), each.unit, *(number(value, 5) for value in numbers), bounds


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    head = "".join(f'<th scope="col">{text(word)}</th>' for word in heads)
    body = "".join(
        f'<tr><th scope="row">{text(row[0])}</th>{"".join(f"<td>{text(cell)}</td>" for cell in row[1:])}</tr>'
        for row in rows
    )
    return f'<div class="scroll"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'
