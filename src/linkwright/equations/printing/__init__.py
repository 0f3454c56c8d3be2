"""Equations printed stage by stage, as text and as LaTeX."""

from linkwright.equations.printing.abbreviations import MUCH, abbreviate, operations
from linkwright.equations.printing.breaks import display
from linkwright.equations.printing.latex import HEAD
from linkwright.equations.printing.names import Names, escape_latex, typeset
from linkwright.equations.printing.stage import Stage
from linkwright.equations.printing.stages import SLOW, Printer, Stages, tidy

__all__ = [
    "HEAD",
    "MUCH",
    "SLOW",
    "Names",
    "Printer",
    "Stage",
    "Stages",
    "abbreviate",
    "display",
    "escape_latex",
    "operations",
    "tidy",
    "typeset",
]
