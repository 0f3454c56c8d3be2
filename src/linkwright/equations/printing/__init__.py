"""Equations printed stage by stage, as text and as LaTeX."""

from linkwright.equations.printing.abbreviations import MUCH, abbreviated, operations
from linkwright.equations.printing.breaks import display
from linkwright.equations.printing.latex import HEAD
from linkwright.equations.printing.names import Names, escaped, typeset
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
    "abbreviated",
    "display",
    "escaped",
    "operations",
    "tidy",
    "typeset",
]
