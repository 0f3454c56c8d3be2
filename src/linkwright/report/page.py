"""The HTML of a report, put together from escaped pieces."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterable, Sequence
from importlib.resources import files
from string import Template

from linkwright.drawing.plots import number, text
from linkwright.report.records import Parameter, Section
from linkwright.report.verdicts import SIGNS, Finding, Verdict

FOLDED = 8
"""Parameters of parts inside a machine that are so many are folded: most follow from the machine's own."""


def page(
    *,
    title: str,
    subtitle: str,
    verdict: str,
    still: str,
    animated: bool,
    notes: Sequence[str],
    facts: Iterable[str],
    sections: Iterable[Section],
    footer: str,
    data: str,
    script_file: str = "report.js",
) -> str:
    """Return the whole page; `verdict`, `still`, `facts` and the sections' html are HTML, the rest is plain text."""
    script, style = read_packaged("bundle", script_file), read_packaged("bundle", "report.css")
    nothing = '<p class="soft">There is nothing to animate: this run has no poses of drawn bodies.</p>'
    controls = read_packaged("templates", "controls.html")
    watched = read_packaged("templates", "stage.html") + controls + read_packaged("templates", "paths.html")
    return Template(read_packaged("templates", "page.html")).substitute(
        allowed=f"'sha256-{_digest(script)}'",
        title=text(title),
        subtitle=text(subtitle),
        style=style,
        verdict=verdict,
        still=still,
        stage=watched if animated else nothing + controls,
        notes="".join(f'<p class="soft">{text(note)}</p>' for note in notes),
        facts=_columns([fact for fact in facts if fact]),
        sections="\n".join(
            f'<section class="card section"><h2>{text(part.title)}</h2>{part.html}</section>' for part in sections
        ),
        footer=text(footer),
        data=data,
        script=script,
    )


def read_packaged(folder: str, name: str) -> str:
    """Return a file that is part of the package: the bundled script and style, or a piece of the page."""
    return files("linkwright.report").joinpath(folder, name).read_text(encoding="utf-8")


def _digest(script: str) -> str:
    return base64.b64encode(hashlib.sha256(script.encode("utf-8")).digest()).decode("ascii")


def banner(verdict: Verdict, headline: str, sentence: str, identifier: str = "lw-verdict") -> str:
    """Return the verdict on the run as a strip: a sign and words as well as a colour."""
    style = {"plain": ""}.get(verdict, f" {verdict}")
    span = f" <span>{text(sentence)}</span>" if sentence else ""
    named = f' id="{identifier}"' if identifier else ""
    return f'<div class="verdict{style}" role="status"{named}><p><b>{text(headline)}.</b>{span}</p></div>'


def certificate_card(lines: Sequence[Finding], work: Sequence[tuple[str, str]], notes: Sequence[str]) -> str:
    """Return the certificate: findings with limits and verdicts, then how it was computed."""
    if not (lines or work or notes):
        return ""
    rows = "".join(
        f'<tr><th scope="row">{text(line.what)}</th><td class="number">{text(line.value)}</td>'
        f'<td class="number soft">{text(line.held)}</td>'
        f'<td class="mark {line.verdict}">{text(SIGNS[line.verdict])}</td></tr>'
        for line in lines
    )
    head = _head("checked at every saved instant", "found", "limit", "verdict")
    found = f'<div class="scroll"><table class="stacked">{head}<tbody>{rows}</tbody></table></div>' if lines else ""
    listed = f"<ul>{''.join(f'<li>{text(note)}</li>' for note in notes)}</ul>" if notes else ""
    return card("Certificate", found + pairs_table(work) + listed, "lw-certificate")


def facts_card(title: str, pairs: Sequence[tuple[str, str]], identifier: str) -> str:
    """Return a card with pairs of what and which."""
    return card(title, pairs_table(pairs), identifier) if pairs else ""


def parameters_card(rows: Sequence[Parameter]) -> str:
    """Return the table of parameters with units and meanings; many that belong to parts inside are folded away."""
    if not rows:
        return ""
    inside = [row for row in rows if "." in row.name]
    if len(inside) < FOLDED or len(inside) == len(rows):
        return card("Parameters", _parameters_table(rows), "lw-parameters")
    own = _parameters_table([row for row in rows if "." not in row.name])
    folded = f"<details><summary>{len(inside)} of parts inside</summary>{_parameters_table(inside)}</details>"
    return card("Parameters", own + folded, "lw-parameters")


def _parameters_table(rows: Sequence[Parameter]) -> str:
    body = "".join(
        f'<tr><th scope="row">{text(row.name)}</th><td class="number">'
        f"{text(row.value if isinstance(row.value, str) else number(row.value, 6))}</td>"
        f'<td>{text(row.unit)}</td><td class="words">{text(row.meaning)}</td></tr>'
        for row in rows
    )
    head = _head("name", "value", "unit", "meaning")
    return f'<div class="scroll"><table class="stacked">{head}<tbody>{body}</tbody></table></div>'


def pairs_table(pairs: Sequence[tuple[str, str]]) -> str:
    """Return pairs of what and which as a table."""
    if not pairs:
        return ""
    body = "".join(f'<tr><th scope="row">{text(what)}</th><td>{text(which)}</td></tr>' for what, which in pairs)
    return f'<div class="scroll"><table><tbody>{body}</tbody></table></div>'


def _columns(cards: Sequence[str]) -> str:
    """Return the cards in two columns: the first beside the others."""
    return f"<div>{''.join(cards[:1])}</div><div>{''.join(cards[1:])}</div>"


def _head(*columns: str) -> str:
    return "<thead><tr>" + "".join(f'<th scope="col">{text(column)}</th>' for column in columns) + "</tr></thead>"


def card(title: str, body: str, identifier: str) -> str:
    """Return a box with a title."""
    return f'<section class="card" id="{identifier}"><h2>{text(title)}</h2>{body}</section>'
