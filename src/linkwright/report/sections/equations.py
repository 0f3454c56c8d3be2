"""The equations of motion as a section of a report: each kind of part and of constraint once, folded."""

from __future__ import annotations

from importlib.util import find_spec

from linkwright.drawing.plots import text
from linkwright.equations import Equations
from linkwright.equations.printing import as_html, stages_of
from linkwright.report.records import Section

ROOM = 300_000
"""Characters of formulas in a page, which stays below 2 MB."""


def section(equations: Equations) -> Section:
    """M v' = f of each kind of part and A v' = b of each kind of constraint, to be unfolded."""
    return Section("Equations of motion", html(equations, room=ROOM))


def html(equations: Equations, *, room: int) -> str:
    """The equations as HTML with formulas in MathML; what has no room is named, with the way to print it."""
    otherwise = "lw.dynamics.stages(equations).as_latex() and linkwright equations print them"
    if find_spec("sympy") is None:
        return f"<p>SymPy, which prints formulas, is not installed: pip install linkwright[equations]. {otherwise}.</p>"
    made, left = as_html(stages_of(equations, light=True).stages, room=room)
    sizes = equations.sizes
    formalism = equations.provenance.get("formalism", "a formalism")
    words = (
        f"{sizes['v']} speeds v, {sizes['q']} coordinates q; derived by {formalism}. Constraint forces are eliminated "
        "by the null space of the constraint matrices A."
    )
    rest = f"<p>{left} further kinds of parts or constraints have no room here; {text(otherwise)}.</p>" if left else ""
    return f"<p>{text(words)}</p><details><summary>Show the equations</summary>{made}</details>{rest}"
