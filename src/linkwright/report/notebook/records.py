"""HTML of records for notebooks, by their types: `html_of(record)`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import singledispatch
from html import escape
from math import isfinite

from linkwright.analysis import Diagnosis, Lifted, Linear
from linkwright.analysis.kinematics import Workspace
from linkwright.drawing import reference_poses, scene, still, workspace_plot
from linkwright.drawing.plots import number, text
from linkwright.dynamics import Dynamics, NamedMatrices, Reactions, State
from linkwright.equations import Equations
from linkwright.model import Mechanism
from linkwright.report.notebook.inline import image, show
from linkwright.report.sections import equations as equations_section
from linkwright.report.sections.linear import linear_section
from linkwright.trajectory import Trajectory

ROWS = 60
"""Rows of a table in a notebook; what follows is counted."""
FORMULAS = 200_000
"""Characters of formulas in a notebook's output."""
NOISE = 1e-13
"""A share of the largest reaction that rounding leaves of a zero."""
UNKNOWN = "not unique"
STYLE = (
    "<style>.lw-html{max-width:1000px}.lw-html table{border-collapse:collapse;margin:4px 0 8px}"
    ".lw-html th,.lw-html td{text-align:left!important;padding:2px 14px 2px 0}.lw-html img{max-width:100%;height:auto}"
    ".lw-html .scroll{overflow-x:auto}.lw-html h3,.lw-html h4{margin:10px 0 2px}.lw-html mtd{padding:3px 7px}"
    '.lw-html math[display="block"]{text-align:left;width:max-content}</style>'
)


@singledispatch
def html_of(record: object) -> str:
    """The HTML of a record; one without a picture of its own is shown as text."""
    return f"<pre>{escape(repr(record))}</pre>"


@html_of.register
def _(record: Trajectory) -> str:
    return show(record)._repr_html_()


@html_of.register
def _(record: Mechanism) -> str:
    parts = [(name, type(part).__name__) for name, part in record.parts.items()]
    joints = [(name, type(each).__name__) for name, each in record.connections.items()]
    try:
        poses = reference_poses(record)
        picture = image(still(scene(record, poses=poses), poses), f"The mechanism {record.title or record.name}")
    except (ValueError, ArithmeticError) as error:  # a machine may be displayed before it can be assembled
        picture = f"<p>It cannot be drawn yet: {text(error)}</p>"
    tables = _table(("part", "kind"), parts) + _table(("connection", "kind"), joints)
    return _whole(
        record.title or record.name, picture + _folded(f"{len(parts)} parts, {len(joints)} connections", tables)
    )


@html_of.register
def _(record: Equations) -> str:
    return _whole(record.title or record.name, equations_section.html(record, room=FORMULAS))


@html_of.register
def _(record: Dynamics) -> str:
    found = record.describe()
    pieces = []
    for kind in dict.fromkeys(entry.kind for entry in found.entries):
        rows = [
            (entry.name, "" if entry.value is None else number(entry.value, 6), entry.unit, entry.meaning)
            for entry in found.entries
            if entry.kind == kind
        ]
        table = _table(("name", "value", "unit", "meaning"), rows)
        pieces.append(_folded(f"{len(rows)} {kind}", table, unfolded=kind == "inputs"))
    return _whole(found.title, f"<p>{text(record.join)}</p>" + "".join(pieces))


@html_of.register
def _(record: State) -> str:
    rows = [
        (name, number(record.positions[name], 6) if name in record.positions else "", number(speed, 6))
        for name, speed in record.speeds.items()
    ]
    chosen = (
        f"<p>Not given, so determined by the machine: {text(', '.join(record.chosen))}</p>" if record.chosen else ""
    )
    heads = ("quantity", "position (m, rad)", "speed (a second; currents: A)")
    return _whole(f"State at t = {number(record.t, 6)} s", _table(heads, rows) + chosen)


@html_of.register
def _(record: Reactions) -> str:
    sizes = [abs(x) for reaction in record.values() for x in reaction.components.values() if isfinite(x)]
    noise = NOISE * max(sizes, default=0.0)
    rows = [
        (joint, component, number(0.0 if abs(value) <= noise else value, 6) if reaction.unique[component] else UNKNOWN,
         reaction.units[component])
        for joint, reaction in record.items()
        for component, value in reaction.components.items()
    ]  # fmt: skip
    return _whole(
        "Reactions of the joints on their second parts", _table(("joint", "component", "value", "unit"), rows)
    )


@html_of.register
def _(record: NamedMatrices) -> str:
    notes = "".join(f"<p>{text(note)}</p>" for note in record.notes)
    folded = ""
    for name, matrix in record.matrices.items():
        heads, rows = matrix.cells()
        size = " by ".join(map(str, matrix.values.shape))
        folded += _folded(f"{name}, {size}", _table(("", *heads), rows))
    return _whole(record.title, notes + folded)


@html_of.register
def _(record: Diagnosis) -> str:
    lines = [line for line in record.in_words().splitlines() if line.strip()]
    return _whole(f"Constraints of {record.title or record.machine}", "".join(f"<p>{text(line)}</p>" for line in lines))


@html_of.register
def _(record: Linear) -> str:
    modes = [
        (mode.kind, number(mode.frequency, 5), number(mode.damping, 4), number(mode.eigenvalue.real, 5),
         number(mode.eigenvalue.imag, 5))
        for mode in record.modes
    ]  # fmt: skip
    heads = ("mode", "frequency, Hz", "damping ratio", "eigenvalue, real, 1/s", "imaginary, 1/s")
    matrices = [("A", record.A, record.states, record.states), ("B", record.B, record.states, record.inputs)]
    matrices += [("C", record.C, record.outputs, record.states), ("D", record.D, record.outputs, record.inputs)]
    folded = "".join(
        _folded(
            f"{name}, {len(rows)} by {len(columns)}",
            _table(
                ("", *columns),
                [(row, *(number(float(x), 5) for x in line)) for row, line in zip(rows, values, strict=True)],
            ),
        )
        for name, values, rows, columns in matrices
        if len(rows) and len(columns)
    )
    title = f"Linear model of {record.machine}: {'stable' if record.stable else 'not stable'}"
    return _whole(title, _table(heads, modes) + folded)


@html_of.register
def _(record: Lifted) -> str:
    return _whole("Linear model of a closed loop", linear_section(record).html)


@html_of.register
def _(record: Workspace) -> str:
    words = [*record.bounds, *[f"it goes on beyond {side}" for side in record.goes_on]]
    listed = "".join(f"<li>{text(word)}</li>" for word in words)
    return _whole("", image(workspace_plot(record), "A workspace") + f"<ul>{listed}</ul>")


def _whole(title: str, body: str) -> str:
    head = f"<p><b>{text(title)}</b></p>" if title else ""
    return f'{STYLE}<div class="lw-html">{head}{body}</div>'


def _folded(summary: str, body: str, *, unfolded: bool = False) -> str:
    return f"<details{' open' if unfolded else ''}><summary>{text(summary)}</summary>{body}</details>"


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table of at most so many rows."""
    every = list(rows)
    if not every:
        return ""
    head = "".join(f"<th>{text(word)}</th>" for word in heads)
    body = "".join("<tr>" + "".join(f"<td>{text(cell)}</td>" for cell in row) + "</tr>" for row in every[:ROWS])
    more = f"<p>and {len(every) - ROWS} more</p>" if len(every) > ROWS else ""
    return f'<div class="scroll"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>{more}'
