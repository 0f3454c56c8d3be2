"""A comparison of formalisms as one HTML page: figure, table, grades, recommendation."""

from __future__ import annotations

import math
from collections.abc import Sequence

from linkwright.analysis import Comparison, Pair, Row
from linkwright.analysis.formalisms import GRADES_SOURCE, RULES
from linkwright.drawing.plots import PALETTE, coordinate, document, number, text, text_width

WIDTH, BAR, GAP, LABEL = 760.0, 15.0, 5.0, 150.0  # px

STYLE = """
:root{color-scheme:light dark;--paper:#fff;--ink:#1f2933;--soft:#5b6773;--line:#d6dce2;--head:#eef2f6}
@media (prefers-color-scheme:dark){:root{--paper:#14181d;--ink:#e4e8ec;--soft:#a3adb8;--line:#333c46;--head:#1c2229}}
body{margin:0 auto;max-width:1180px;padding:20px;background:var(--paper);color:var(--ink);
font:15px/1.5 system-ui,"Segoe UI",Roboto,"Liberation Sans",sans-serif}
h1{font-size:26px;margin:0}h2{font-size:18px;margin:28px 0 8px}.soft,footer{color:var(--soft)}
.scroll{overflow-x:auto;margin-bottom:14px}
table{border-collapse:collapse}th,td{padding:4px 10px;border-bottom:1px solid var(--line)}
th{text-align:left;font-weight:600}thead th{background:var(--head);vertical-align:bottom}
thead th+th{text-align:right}
td{text-align:right;font-variant-numeric:tabular-nums}.advice{border-left:6px solid #0072b2;padding:4px 16px}
"""


def render(comparison: Comparison) -> str:
    """Return the comparison as one HTML page that needs nothing else: no script, no network."""
    title = f"Formalisms compared: {comparison.title or comparison.name}"
    rows = comparison.rows
    sizes = (
        f"{comparison.states} random states; backend {comparison.backend}; the first row is what the others are "
        "compared with"
    )
    pieces = [
        f"<header><h1>{text(title)}</h1><p class='soft'>{text(sizes)}.</p></header><main>",
        f"<section class='advice'>{_paragraphs(comparison.recommendation)}</section>",
        f"<p class='soft'>{text(RULES)}</p>",
        f"<h2>Operations and reading</h2>{figure(comparison)}",
        f"<h2>Measured</h2>{_measurement_tables(rows)}",
        f"<p class='soft'>One more component is {text(comparison.component)}.</p>",
        f"<h2>Formalisms with joins</h2>{_table(PAIR_HEADS, [pair_cells(pair) for pair in comparison.pairs])}",
    ]
    graded = [(row.formalism, row.grades) for row in rows if row.grades is not None]
    if graded:
        body = [
            (name, *(str(x) for x in (g.derivation, g.interpretability, g.modularity, g.elimination)))
            for name, g in graded
        ]
        pieces.append(
            f"<h2>Grades in print, 1 to 5</h2>{_table(GRADE_HEADS, body)}<p class='soft'>{text(GRADES_SOURCE)}; "
            "judged on a serial manipulator derived by hand.</p>"
        )
    remarks = [*comparison.notes, *[f"{name} refuses: {why}" for name, why in comparison.refused.items()]]
    if remarks:
        pieces.append(f"<h2>Notes</h2>{_paragraphs(remarks)}")
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n<meta name="generator" '
        f'content="Linkwright">\n<title>{text(title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n'
        + "\n".join(pieces)
        + "\n</main>\n<footer><p>Made by Linkwright. This file is complete in itself.</p></footer>\n</body>\n</html>\n"
    )


HEADS = (
    "formalism", "speeds", "constraints", "derive [ms]", "compile [ms]", "evaluate [ns]", "operations", "disagreement",
    "terms / equation", "terms printed", "named [%]", "depth", "+ operations", "+ derive [ms]", "rewritten",
)  # fmt: skip
FIRST_READING = HEADS.index("terms / equation")
PAIR_HEADS = ("formalism", "join", "operations", "evaluate [ns]", "disagreement", "default")
GRADE_HEADS = ("approach", "derivation", "interpretability", "modularity", "constraint forces elimination")


def cells(row: Row) -> tuple[str, ...]:
    """Return the numbers of one formalism as short texts, in the order of HEADS."""
    read, added = row.reading, row.addition
    reading = (
        ("–",) * 4
        if read is None
        else (f"{read.terms_per_equation:.1f}", str(read.printed), f"{100 * read.named:.0f}", str(read.depth))
    )
    addition = (
        ("–",) * 3
        if added is None
        else (f"{added.operations:+d}", f"{1e3 * added.derive_seconds:+.1f}", str(added.rewritten))
    )
    return (
        row.formalism,
        str(row.speeds),
        str(row.constraints),
        f"{1e3 * row.derive_seconds:.1f}",
        f"{1e3 * row.compile_seconds:.1f}",
        f"{1e9 * row.evaluation_seconds:.0f}" if math.isfinite(row.evaluation_seconds) else "–",
        str(row.operations),
        number(row.disagreement, 2) if row.compared else "not compared",
        *reading,
        *addition,
    )


def pair_cells(pair: Pair) -> tuple[str, ...]:
    """Return the numbers of a formalism with a join as short texts, in the order of PAIR_HEADS."""
    seconds = pair.evaluation_seconds
    return (
        pair.formalism,
        pair.join,
        str(pair.operations),
        f"{1e9 * seconds:.0f}" if math.isfinite(seconds) else "–",
        number(pair.disagreement, 2) if math.isfinite(pair.disagreement) else "not compared",
        "yes" if pair.default else "",
    )


def figure(comparison: Comparison) -> str:
    """Return bars of operations, of operations that one more component adds, and of terms printed, as SVG."""
    panels: list[tuple[str, list[float | None]]] = [
        ("operations for the accelerations", [float(row.operations) for row in comparison.rows]),
        (
            "operations that one more component adds",
            [None if row.addition is None else float(row.addition.operations) for row in comparison.rows],
        ),
        (
            "terms printed, each type once",
            [None if row.reading is None else float(row.reading.printed) for row in comparison.rows],
        ),
    ]
    names = [row.formalism for row in comparison.rows]
    label = max(LABEL, 16 + max(text_width(name) for name in names))
    parts: list[str] = []
    y = 8.0
    for title, values in panels:
        if any(value is not None for value in values):
            parts.append(_bars(title, names, values, y, label))
            y += 34 + len(names) * (BAR + GAP)
    return document(WIDTH, y, "".join(parts), label=f"Formalisms compared: {comparison.title or comparison.name}")


def _bars(title: str, names: Sequence[str], values: Sequence[float | None], top: float, label: float) -> str:
    """Return one panel of horizontal bars from zero; a negative value is drawn to its size and written as it is."""
    largest = max((abs(value) for value in values if value is not None), default=0.0) or 1.0
    room = WIDTH - label - 80
    pieces = [f'<text class="title" x="8" y="{coordinate(top + 16)}" style="font-size:13px">{text(title)}</text>']
    for k, (name, value) in enumerate(zip(names, values, strict=True)):
        y = top + 26 + k * (BAR + GAP)
        at = f'y="{coordinate(y + BAR - 3)}"'
        pieces.append(f'<text text-anchor="end" x="{coordinate(label - 8)}" {at}>{text(name)}</text>')
        length = room * abs(value) / largest if value is not None else 0.0
        label_text = "not measured" if value is None else f"{value:.0f}"
        pieces.append(
            f'<rect x="{coordinate(label)}" y="{coordinate(y)}" width="{coordinate(length)}" '
            f'height="{coordinate(BAR)}" fill="{PALETTE[k % len(PALETTE)]}"/>'
            f'<text x="{coordinate(label + length + 6)}" {at}>{text(label_text)}</text>'
        )
    return "".join(pieces)


def _paragraphs(sentences: Sequence[str]) -> str:
    return "".join(f"<p>{text(sentence)}</p>" for sentence in sentences)


def _measurement_tables(rows: Sequence[Row]) -> str:
    """The numbers in two tables that fit a page: what each costs, how it reads and grows; unmeasured ones left out."""
    body = [cells(row) for row in rows]
    shown = [k for k in range(1, len(HEADS)) if any(row[k] != "–" for row in body)]
    groups = ([k for k in shown if k < FIRST_READING], [k for k in shown if k >= FIRST_READING])
    return "".join(
        _table([HEADS[0], *[HEADS[k] for k in group]], [(row[0], *[row[k] for k in group]) for row in body])
        for group in groups
        if group
    )


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    head = "".join(f'<th scope="col">{text(one)}</th>' for one in heads)
    body = "".join(
        f'<tr><th scope="row">{text(row[0])}</th>' + "".join(f"<td>{text(cell)}</td>" for cell in row[1:]) + "</tr>"
        for row in rows
    )
    return f'<div class="scroll"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'
