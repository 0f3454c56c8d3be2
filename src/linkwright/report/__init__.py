"""One self-contained HTML page for a run, or for several side by side: machines in motion, plots, certificates."""

from linkwright.report.build import render, save
from linkwright.report.notebook import Inline, show
from linkwright.report.records import Parameter, Section
from linkwright.report.sections import linear_section
from linkwright.report.several import NamedRun, differences, render_several, save_several

__all__ = [
    "Inline",
    "NamedRun",
    "Parameter",
    "Section",
    "differences",
    "linear_section",
    "render",
    "render_several",
    "save",
    "save_several",
    "show",
]
