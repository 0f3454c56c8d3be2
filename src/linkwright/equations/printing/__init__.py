"""Equations printed stage by stage, as text, as LaTeX and as HTML."""

from linkwright.equations.printing.abbreviations import MUCH, abbreviate, operations
from linkwright.equations.printing.breaks import display
from linkwright.equations.printing.latex import HEAD
from linkwright.equations.printing.mathml import as_html, expression_in_mathml, formula, name_in_mathml
from linkwright.equations.printing.names import Names, escape_latex, typeset
from linkwright.equations.printing.stage import Stage
from linkwright.equations.printing.stages import SLOW, Printer, Stages, Tidying, tidy
from linkwright.equations.printing.stages import stages as stages_of

__all__ = [
    "HEAD",
    "MUCH",
    "SLOW",
    "Names",
    "Printer",
    "Stage",
    "Stages",
    "Tidying",
    "abbreviate",
    "as_html",
    "display",
    "escape_latex",
    "expression_in_mathml",
    "formula",
    "name_in_mathml",
    "operations",
    "stages_of",
    "tidy",
    "typeset",
]
